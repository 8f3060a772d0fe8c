"""The records of the boards: the main board, the player boards with the set-up, the rival (section 3)."""

from typing import Annotated, Literal

from msgspec import Meta

from toolkit.core.errors import did_you_mean, quote
from toolkit.games.wayfarers.components.names import (
    COLUMNS,
    KINDS,
    AssetName,
    CardName,
    GuildName,
    TagName,
    TileName,
    WorkerName,
)
from toolkit.games.wayfarers.components.records import (
    Count,
    DisplaySlot,
    EffectRecord,
    Positive,
    Record,
    Ring,
    SlotRecord,
    Some,
)

Spot = Annotated[int, Meta(ge=0, le=7)]
Cell = Annotated[str, Meta(pattern="^[1-3],[1-6]$")]
Colour = Literal["black", "blue", "yellow", "green"]
RivalCell = Literal[CardName, GuildName, "any_guild", "mark", "comet", "."]


class UpgradeCost(Record):
    """The price of a tile: silver, or influence of one guild."""

    silver: Count
    influence: Annotated[dict[GuildName, Positive], Meta(max_length=1)]


class JournalRecord(Record):
    """The spaces of the journal, by the labels of a column's spaces from the top, and what they bring."""

    labels: Annotated[dict[Literal["odd", "even", "final"], Some[str]], Meta(min_length=3)]
    green_workers: Annotated[tuple[tuple[str, str], ...], Meta(min_length=4, max_length=4)]
    on_enter: dict[str, Some[EffectRecord]]

    def __post_init__(self) -> None:
        columns = [f"column_{column}" for column in range(COLUMNS + 1)]
        for space in (*self.on_enter, *(space for pair in self.green_workers for space in pair)):
            if space not in self.spaces and not (space in columns and space in self.on_enter):
                hint = did_you_mean(space, (*self.spaces, *columns))
                raise ValueError(f"there is no space {quote(space)}{hint}")

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
    gain: Some[EffectRecord]


class BoardFile(Record):
    """The main board."""

    space_card_silver: tuple[Positive, Positive, Positive, Positive]
    tag_set_vp: Some[Count]
    unique_set_vp: Positive
    guild_majority_vp: Positive
    upgrade_cost: Annotated[dict[TileName, UpgradeCost], Meta(min_length=5)]
    workers: dict[CardName, Some[WorkerName]]
    spots: dict[CardName, tuple[SlotRecord, SlotRecord, SlotRecord, SlotRecord]]
    journal: JournalRecord
    journal_tile: tuple[JournalTileRecord, ...]

    def __post_init__(self) -> None:
        for key, given in (("workers", self.workers), ("spots", self.spots)):
            if set(KINDS) - set(given) != {"space"}:
                raise ValueError(f"{key}: all kinds of cards but space are needed (Y-85)")


Piece = Literal["dice", "markers", "silver", "provision", "upgrade_tiles", "board_sections", "player_boards"]
Column = Annotated[int, Meta(ge=1, le=6)]
BoardNumber = Annotated[int, Meta(ge=1, le=4)]
EightCells = Annotated[dict[Cell, EffectRecord], Meta(min_length=8, max_length=8)]


class CaravanRecord(Record):
    """The paper of the caravan: its cells, what is printed beside it, and what covering cells brings."""

    cells: tuple[Some[Column], Some[Column], Some[Column]]
    printed: dict[Column, Some[AssetName]]
    bonus: Annotated[dict[BoardNumber, EightCells], Meta(min_length=4)]

    def __post_init__(self) -> None:
        for board, places in self.bonus.items():
            for place in places:
                row, column = map(int, place.split(","))
                if column not in self.cells[row - 1]:
                    raise ValueError(f"bonus.{board}: {place} is not on the paper")


class MiddleRecord(Record):
    """The middle of a player board: its tags and its die slots."""

    tags: Some[TagName]
    slots: tuple[SlotRecord, SlotRecord, SlotRecord, SlotRecord]


class Pieces(Record):
    """What a player begins with, whatever the turn order."""

    dice_rolled: Positive
    dice_in_reserve: Positive
    influence: Positive
    workers: Some[WorkerName]


class Start(Record):
    """What a place in the turn order brings."""

    provision: Count
    silver: Count
    guilds: dict[GuildName, Positive]


class PlayerFile(Record):
    """The player board and the set-up of a player."""

    caravan: CaravanRecord
    middle: MiddleRecord
    pieces: Pieces
    box: dict[Piece, Positive]
    box_workers: dict[WorkerName, Positive]
    box_cards: dict[CardName | Literal["scheme"], Positive]
    start: tuple[Start, Start, Start, Start]


class SpotRecord(Record):
    """A spot of the rival's resource track."""

    colour: Colour
    row: Literal["top", "middle", "bottom"]


class FirstRecord(Record):
    """The first action of a scheme card: place a worker, or pay influence and acquire."""

    shapes = {"place_worker": "", "acquire": "pay_influence"}  # noqa: RUF012  # a Struct copies defaults
    place_worker: Some[WorkerName] = ()
    pay_influence: dict[GuildName, Positive] = {}  # noqa: RUF012
    acquire: CardName | Literal[""] = ""


class SchemeRecord(Record):
    """A scheme card of the rival."""

    id: str
    colour: Literal["blue", "red"]
    silver: Annotated[int, Meta(ge=0, le=2)]
    first: FirstRecord
    second: Some[EffectRecord]
    special_tile_ring: Ring
    comet: bool


class Position(Record):
    """Where the rival looks first, and in which direction on."""

    slot: DisplaySlot
    step: Literal["outward", "inward"]


Row7 = tuple[RivalCell, RivalCell, RivalCell, RivalCell, RivalCell, RivalCell, RivalCell]


class RivalBoardRecord(Record):
    """One of the rival's boards; its caravan has rows from the top."""

    id: str
    focus_action: Some[EffectRecord]
    resource_bonus: Some[EffectRecord]
    rest: tuple[Literal["comet_check"] | EffectRecord, ...]
    caravan: tuple[Row7, Row7, Row7]


class RivalFile(Record):
    """The solo rival."""

    colours: tuple[Colour, Colour, Colour, Colour]
    cards: Annotated[dict[Colour, CardName], Meta(min_length=4)]
    guilds: Annotated[dict[Colour, GuildName], Meta(min_length=3)]
    tiles: Annotated[dict[Colour, TileName], Meta(min_length=4)]
    comet_track: Positive
    further_step_science: Annotated[
        dict[Literal["behind", "same_column", "ahead"], Positive], Meta(min_length=3)
    ]
    positions: tuple[Position, Position, Position, Position, Position]
    inspiration_from_top: dict[Literal["top", "middle", "bottom"], DisplaySlot]
    vp: Annotated[dict[CardName, Positive], Meta(min_length=5)]
    bonus_between: tuple[Spot, Spot]
    spot: Annotated[tuple[SpotRecord, ...], Meta(min_length=8, max_length=8)]
    replacement: dict[Literal["new_die", "refresh_die", "adjust_die", "silver", "provision"], EffectRecord]
    cell: Annotated[dict[RivalCell, EffectRecord], Meta(min_length=11)]
    scheme: tuple[SchemeRecord, ...]
    board: tuple[RivalBoardRecord, ...]
