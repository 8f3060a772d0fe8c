"""The data files as they are read: cards, tiles, boards and the rival, in words of the digest (section 3).

The files are our own: what may stand in them is tested in `tests/wayfarers/test_wayfarers_data.py`, and here
only their keys and types are looked at.
"""

import tomllib
from importlib.resources import files
from typing import Any, Literal, TypeVar

import msgspec

from toolkit.games.wayfarers.components.names import (
    COLUMNS,
    AssetName,
    CardName,
    CounterName,
    EventName,
    GuildName,
    IconName,
    LinkName,
    RowName,
    TagName,
    TileName,
    WorkerName,
)

R = TypeVar("R")
Four = tuple[R, R, R, R]
Colour = Literal["black", "blue", "yellow", "green"]


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """What stands between braces, or below a key."""


# ---- effects and costs -------------------------------------------------------------------------------------

_ARGUMENTS = ("times", "cost", "silver_discount", "source")


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
    choose_one: tuple[tuple["EffectRecord", ...], ...] = ()
    comet: int = 0
    focus_action: int = 0
    advance_resource_marker: int = 0
    times: int = 1
    cost: Literal["free", ""] = ""
    silver_discount: int = 0
    source: Literal["draw3_keep1", "top_of_pile", ""] = ""

    @property
    def verb(self) -> str:
        """The verb."""
        return next(verb for verb in VERBS if getattr(self, verb))


VERBS = tuple([key for key in EffectRecord.__struct_fields__ if key not in _ARGUMENTS])
"""All verbs of the data, those of the rival too."""


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


# ---- cards and tiles ---------------------------------------------------------------------------------------


class ScoreRecord(Record):
    """What a space card scores: by a counter, a set of them, comets, a tag, or always the same."""

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

    @property
    def singles(self) -> tuple[Single, ...]:
        """All that has to be met."""
        return (Single(self.count, self.at_least),) if self.count else self.all_of


class CardRecord(Record, kw_only=True):
    """What cards of all kinds have."""

    id: str

    @property
    def printed(self) -> bool:
        """Whether it is printed on the player boards (Y-59)."""
        return self.id in ("city", "harbour", "star", "folk")


class TaggedRecord(CardRecord, kw_only=True):
    """What land, water and space cards have."""

    tags: tuple[TagName, ...]
    on_gain: Gain = ()


class LandRecord(TaggedRecord, kw_only=True):
    """A land card: a city with a die slot, or a vista with a reaction (Y-42, Y-43)."""

    die_slot: SlotRecord | None = None
    reaction: ReactionRecord | None = None


class WaterRecord(TaggedRecord, kw_only=True):
    """A water card: a harbour with a die slot or open water with a one-time effect, and its sides (Y-46)."""

    die_slot: SlotRecord | None = None
    left_bolts: tuple[RowName, ...]
    right_links: tuple[LinkName, ...]


class SpaceRecord(TaggedRecord, kw_only=True):
    """A space card."""

    score: ScoreRecord
    picture: str = ""


class TownsfolkRecord(CardRecord, kw_only=True):
    """A townsfolk card: what it lends or brings, and when (Y-58)."""

    name: str
    silver_cost: int
    tuck_under_any_of: tuple[TagName, ...]
    banner: Literal["die", "reaction", "rest"]
    assets: tuple[AssetName, ...] = ()
    pay: Pay | None = None
    pay_one_of: tuple[Pay, ...] = ()
    gain: Gain = ()


class InspirationRecord(CardRecord, kw_only=True):
    """An inspiration card."""

    goal: GoalRecord


class TileRecord(Record):
    """An upgrade tile: two-sided, by the icons of its left and right cell, or of one column, or special."""

    id: str
    vp: int
    front: tuple[IconName, IconName] | None = None
    back: tuple[IconName, IconName] | None = None
    icons: tuple[IconName, ...] = ()
    pile: int = 0
    tags: tuple[TagName, ...] = ()
    ring: int = 0


class TileFile(Record):
    """The upgrade tiles by kind, and their sizes as columns and rows."""

    land: tuple[TileRecord, ...]
    water: tuple[TileRecord, ...]
    space: tuple[TileRecord, ...]
    basic: tuple[TileRecord, ...]
    special: tuple[TileRecord, ...]
    size: dict[TileName, tuple[int, int]]


# ---- the main board and the player boards ------------------------------------------------------------------


class UpgradeCost(Record):
    """The price of a tile: silver, or influence of one guild."""

    silver: int
    influence: dict[GuildName, int]


class JournalRecord(Record):
    """The spaces of the journal, by the labels of a column's spaces from the top, and what they bring."""

    labels: dict[Literal["odd", "even", "final"], tuple[str, ...]]
    green_workers: Four[tuple[str, str]]
    on_enter: dict[str, Gain]

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces by number, column by column and from top to bottom."""
        names = ["c0"]
        for column in range(1, COLUMNS):
            names += [f"c{column}{label}" for label in self.labels["odd" if column % 2 else "even"]]
        return (*names, *(f"c{COLUMNS}-{label}" for label in self.labels["final"]))


class JournalTileRecord(Record):
    """A journal tile."""

    id: str
    gain: Gain


class BoardFile(Record):
    """The main board."""

    space_card_silver: Four[int]
    tag_set_vp: tuple[int, ...]
    unique_set_vp: int
    guild_majority_vp: int
    upgrade_cost: dict[TileName, UpgradeCost]
    workers: dict[CardName, tuple[WorkerName, ...]]
    spots: dict[CardName, Four[SlotRecord]]
    journal: JournalRecord
    journal_tile: tuple[JournalTileRecord, ...]


class CaravanRecord(Record):
    """The paper of the caravan: its cells, what is printed beside it, and what covering cells brings."""

    cells: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    printed: dict[int, tuple[AssetName, ...]]
    bonus: dict[int, dict[str, EffectRecord]]


class MiddleRecord(Record):
    """The middle of a player board: its tags and its die slots."""

    tags: tuple[TagName, ...]
    slots: Four[SlotRecord]


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
    box: dict[str, int]
    box_workers: dict[WorkerName, int]
    box_cards: dict[str, int]
    start: Four[Start]


# ---- the rival ---------------------------------------------------------------------------------------------


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

    colours: Four[Colour]
    cards: dict[Colour, CardName]
    guilds: dict[Colour, GuildName]
    tiles: dict[Colour, TileName]
    comet_track: int
    further_step_science: dict[Literal["behind", "same_column", "ahead"], int]
    positions: tuple[Position, ...]
    inspiration_from_top: dict[Literal["top", "middle", "bottom"], int]
    vp: dict[CardName, int]
    bonus_between: tuple[int, int]
    spot: tuple[SpotRecord, ...]
    replacement: dict[str, EffectRecord]
    cell: dict[str, EffectRecord]
    scheme: tuple[SchemeRecord, ...]
    board: tuple[RivalBoardRecord, ...]


# ---- reading -----------------------------------------------------------------------------------------------

CARD_RECORDS: dict[CardName, type[CardRecord]] = {
    "land": LandRecord,
    "water": WaterRecord,
    "space": SpaceRecord,
    "townsfolk": TownsfolkRecord,
    "inspiration": InspirationRecord,
}
"""What cards of each kind are read as."""


def read_text(name: str) -> str:
    """Return the text of a data file."""
    return files("toolkit.games.wayfarers").joinpath("data", name).read_text(encoding="utf-8")


def read_records(text: str, kind: Any) -> Any:
    """Return the records of a TOML text; `msgspec.ValidationError` for other keys or types."""
    return msgspec.convert(tomllib.loads(text), kind, str_keys=True)


def read_cards(kind: CardName) -> tuple[CardRecord, ...]:
    """Return the cards of a kind: the printed one first, the promos last."""
    record: Any = CARD_RECORDS[kind]
    file: dict[str, tuple[CardRecord, ...]]
    file = read_records(read_text(f"{kind}.toml"), dict[str, tuple[record, ...]])
    return file["card"]
