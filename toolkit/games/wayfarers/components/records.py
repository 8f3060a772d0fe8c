"""The records of the data files: keys and types, in the vocabulary of the digest (section 3)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

TagName = Literal[
    "city",
    "vista",
    "harbour",
    "open_water",
    "observatory",
    "library",
    "star",
    "planet",
    "sun",
    "moon",
    "comet",
]
EventName = TagName | Literal["townsfolk_card", "any_upgrade_tile"]
CardName = Literal["land", "water", "space", "townsfolk", "inspiration"]
TileName = Literal["land", "water", "space", "basic", "special"]
GuildName = Literal["science", "trade", "exploration"]
AssetName = Literal["camel", "telescope", "pigeon", "ship"]
WorkerName = Literal["green", "yellow", "blue"]
RowName = Literal["influence", "silver", "provision", "influence_card"]
LinkName = Literal[
    "influence:science", "influence:trade", "influence:exploration", "silver", "provision", "influence_card"
]
IconName = Literal[
    "camel", "telescope", "pigeon", "ship", "+", "-", "+-", "free_silver", "free_provision", "vp1"
]
CounterName = Literal[
    "city_tags",
    "vista_tags",
    "harbour_tags",
    "open_water_tags",
    "observatory_tags",
    "library_tags",
    "star_tags",
    "planet_tags",
    "comet_tags",
    "sun_or_moon",
    "land_cards",
    "water_cards",
    "space_cards",
    "townsfolk_cards",
    "inspiration_cards",
    "land_upgrades",
    "water_upgrades",
    "space_upgrades",
    "basic_upgrades",
    "all_upgrades",
    "guild_science",
    "guild_trade",
    "guild_exploration",
    "guild_any_total",
    "silver",
    "provision",
]


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """What all records have in common: a key that is not named here is refused."""


class EffectRecord(Record):
    """An effect: exactly one verb, the other keys are its arguments."""

    silver: int = 0
    provision: int = 0
    influence_guild: GuildName | Literal["any", ""] = ""
    influence_card: int = 0
    move_influence: int = 0
    adjust_die: int = 0
    refresh_die: int = 0
    new_die: int = 0
    retrieve_worker: int = 0
    journal: int = 0
    acquire: CardName | Literal[""] = ""
    upgrade: TileName | Literal["by_priority_colour", ""] = ""
    choose_one: tuple[tuple[EffectRecord, ...], ...] = ()
    comet: int = 0
    focus_action: int = 0
    advance_resource_marker: int = 0
    times: int = 1
    cost: Literal["free", ""] = ""
    silver_discount: int = 0
    source: Literal["draw3_keep1", "top_of_pile", ""] = ""


Gain = tuple[EffectRecord, ...]


class Pay(Record):
    """What is left of an arrow, paid in full before the gain."""

    silver: int = 0
    provision: int = 0


class SlotRecord(Record):
    """A die slot or a worker spot: what it needs, what it costs, what it brings."""

    gain: Gain
    assets: tuple[AssetName, ...] = ()
    pay: Pay | None = None


class ReactionRecord(Record):
    """What a vista reacts to and what it brings."""

    when_gaining_any_of: tuple[EventName, ...]
    gain: Gain


class ScoreRecord(Record):
    """One of the shapes of a space card's score."""

    base: int = 0
    vp: int = 0
    per: CounterName | Literal[""] = ""
    each: int = 1
    per_set_of: tuple[CounterName, ...] = ()
    comet_majority: dict[Literal["vp", "else"], int] = {}
    if_have_tag: TagName | Literal[""] = ""
    otherwise: int = msgspec.field(name="else", default=0)
    fixed: int = 0


class Single(Record):
    """So many of a counter."""

    count: CounterName
    at_least: int


class GoalRecord(Record):
    """The goal of an inspiration card: a single one, or all of several."""

    count: CounterName | Literal[""] = ""
    at_least: int = 0
    all_of: tuple[Single, ...] = ()


class CardRecord(Record):
    """A card of any of the five kinds; which keys a kind may have is checked where it is read."""

    id: str
    printed: bool = False
    tags: tuple[TagName, ...] = ()
    on_gain: Gain = ()
    die_slot: SlotRecord | None = None
    reaction: ReactionRecord | None = None
    left_bolts: tuple[RowName, ...] = ()
    right_links: tuple[LinkName, ...] = ()
    score: ScoreRecord | None = None
    picture: str = ""
    name: str = ""
    silver_cost: int = 0
    tuck_under_any_of: tuple[TagName, ...] = ()
    banner: Literal["die", "reaction", "rest", ""] = ""
    assets: tuple[AssetName, ...] = ()
    pay: Pay | None = None
    pay_one_of: tuple[Pay, ...] = ()
    gain: Gain = ()
    goal: GoalRecord | None = None


class CardFile(Record):
    """A file of cards."""

    card: tuple[CardRecord, ...]


class TileRecord(Record):
    """An upgrade tile; two-sided ones have a front and a back."""

    id: str
    vp: int
    pile: int = 0
    ring: int = 0
    front: tuple[IconName, ...] = ()
    back: tuple[IconName, ...] = ()
    icons: tuple[IconName, ...] = ()
    tags: tuple[TagName, ...] = ()


class TileFile(Record):
    """The upgrade tiles by kind, and their sizes as columns and rows."""

    land: tuple[TileRecord, ...]
    water: tuple[TileRecord, ...]
    space: tuple[TileRecord, ...]
    basic: tuple[TileRecord, ...]
    special: tuple[TileRecord, ...]
    size: dict[TileName, tuple[int, int]]


class UpgradeCost(Record):
    """The price of a tile: silver, or influence of one guild."""

    silver: int
    influence: dict[GuildName, int]


class JournalRecord(Record):
    """The spaces of the journal, by the labels of a column's spaces from the top, and what they bring."""

    labels: dict[Literal["odd", "even", "final"], tuple[str, ...]]
    green_workers: tuple[tuple[str, str], ...]
    on_enter: dict[str, Gain]


class JournalTileRecord(Record):
    """A journal tile."""

    id: str
    gain: Gain


class BoardFile(Record):
    """The main board."""

    space_card_silver: tuple[int, int, int, int]
    tag_set_vp: tuple[int, ...]
    unique_set_vp: int
    guild_majority_vp: int
    upgrade_cost: dict[TileName, UpgradeCost]
    workers: dict[CardName, tuple[WorkerName, ...]]
    spots: dict[CardName, tuple[SlotRecord, SlotRecord, SlotRecord, SlotRecord]]
    journal: JournalRecord
    journal_tile: tuple[JournalTileRecord, ...]


class CaravanRecord(Record):
    """The paper of the caravan: its cells, what is printed beside it, and what covering cells brings."""

    cells: tuple[tuple[int, ...], ...]
    printed: dict[int, tuple[AssetName, ...]]
    bonus: dict[int, dict[str, EffectRecord]]


class MiddleRecord(Record):
    """The middle of a player board: its tags and its die slots."""

    tags: tuple[TagName, ...]
    slots: tuple[SlotRecord, ...]


class Pieces(Record):
    """What a player begins with, whatever the turn order."""

    dice_rolled: int
    dice_in_reserve: int
    influence: int
    workers: tuple[WorkerName, ...]


class Start(Record):
    """What a place in the turn order brings."""

    provision: int
    silver: int
    guilds: dict[GuildName, int]


class PlayerFile(Record):
    """The player board and the set-up of a player."""

    caravan: CaravanRecord
    middle: MiddleRecord
    pieces: Pieces
    box: dict[str, Any]
    start: tuple[Start, ...]


Colour = Literal["black", "blue", "yellow", "green"]


class SpotRecord(Record):
    """A spot of the rival's resource track."""

    colour: Colour
    row: Literal["top", "middle", "bottom"]


class FirstRecord(Record):
    """The first action of a scheme card: place a worker, or pay influence and acquire."""

    place_worker: tuple[WorkerName, ...] = ()
    pay_influence: dict[GuildName, int] = {}
    acquire: CardName | Literal[""] = ""


class SchemeRecord(Record):
    """A scheme card of the rival."""

    id: str
    colour: Literal["blue", "red"]
    silver: int
    first: FirstRecord
    second: Gain
    special_tile_ring: int
    comet: bool


class Position(Record):
    """Where the rival looks first, and in which direction on."""

    slot: int
    step: Literal["outward", "inward"]


class RivalBoardRecord(Record):
    """One of the rival's boards; its caravan has rows from the top."""

    id: str
    focus_action: Gain
    resource_bonus: Gain
    rest: tuple[Literal["comet_check"] | EffectRecord, ...]
    caravan: tuple[tuple[str, ...], ...]


class RivalFile(Record):
    """The solo rival."""

    colours: tuple[Colour, ...]
    cards: dict[Colour, CardName]
    tiles: dict[Colour, TileName]
    comet_track: int
    further_step_science: dict[Literal["behind", "same_column", "ahead"], int]
    positions: tuple[Position, ...]
    inspiration_from_top: dict[Literal["top", "middle", "bottom"], int]
    vp: dict[CardName, int]
    bonus_between: tuple[int, int]
    spot: tuple[SpotRecord, ...]
    replacement: dict[str, EffectRecord]
    scheme: tuple[SchemeRecord, ...]
    board: tuple[RivalBoardRecord, ...]
