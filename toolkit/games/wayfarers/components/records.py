"""The records of cards and tiles: their keys, types and ranges, in the vocabulary of the digest (section 3).

What a record alone can have wrong is refused here; what several records have to agree on: `reading`.
"""

from functools import cache
from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Meta

from toolkit.games.wayfarers.components.names import (
    TILE_KINDS,
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
)

R = TypeVar("R")

Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
DisplaySlot = Annotated[int, Meta(ge=1, le=4)]
Ring = Annotated[int, Meta(ge=1, le=10)]
Some = Annotated[tuple[R, ...], Meta(min_length=1)]


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """What all records have in common: a key that is not named is refused, and there may be several shapes.

    `shapes` has the keys of which a record has exactly one, each with those that go with it: always, or, with
    a question mark, perhaps.
    """

    shapes: ClassVar[dict[str, str]] = {}

    def __post_init__(self) -> None:
        if not self.shapes:
            return
        wanted = self.shapes[self.shape].split()
        for name, key, default in _beside(type(self)):
            given = getattr(self, name) not in (default, {})
            if given and key not in wanted and f"{key}?" not in wanted:
                raise ValueError(f"{key} does not go with {self.shape}")
            if not given and key in wanted:
                raise ValueError(f"{self.shape} needs {key}, too")

    @property
    def shape(self) -> str:
        """The one key of `shapes` that the record has; `ValueError` for none or several."""
        found = [key for key in self.shapes if getattr(self, key)]
        if len(found) != 1:
            among = ", ".join(self.shapes) if len(self.shapes) < 9 else "the verbs"
            raise ValueError(f"exactly one of {among} is needed, not {' and '.join(found) or 'none'}")
        return found[0]


@cache
def _beside(kind: type[Record]) -> list[tuple[str, str, object]]:
    """Return the keys that go with shapes: the attribute, how it is written, and its default."""
    keys = " ".join(kind.shapes.values()).replace("?", "").split()
    about = kind.__struct_fields__, kind.__struct_encode_fields__, kind.__struct_defaults__
    return [one for one in zip(*(each[::-1] for each in about), strict=False) if one[1] in keys]


# ---- effects and costs -------------------------------------------------------------------------------------

SOLO_VERBS = ("comet", "focus_action", "advance_resource_marker")
"""The verbs that the rival alone has."""

AMOUNTS = (
    *("silver", "provision", "influence_card", "move_influence", "adjust_die", "refresh_die", "new_die"),
    *("retrieve_worker", "journal", *SOLO_VERBS),
)
"""The verbs whose value is how many times."""

VERBS = {
    **dict.fromkeys((*AMOUNTS, "choose_one"), ""),
    "influence_guild": "times?",
    "acquire": "cost? silver_discount? source?",
    "upgrade": "cost?",
}
"""All verbs of the data, those of the rival too, with their arguments."""


class EffectRecord(Record):
    """An effect: exactly one verb, the other keys are its arguments."""

    shapes = VERBS
    silver: Positive = 0
    provision: Positive = 0
    influence_guild: GuildName | Literal["any", ""] = ""
    influence_card: Positive = 0
    move_influence: Positive = 0
    adjust_die: Positive = 0
    refresh_die: Positive = 0
    new_die: Positive = 0
    retrieve_worker: Positive = 0
    journal: Positive = 0
    acquire: CardName | Literal[""] = ""
    upgrade: TileName | Literal["by_priority_colour", ""] = ""
    choose_one: Annotated[tuple["Some[EffectRecord]", ...], Meta(min_length=2)] = ()
    comet: Positive = 0
    focus_action: Positive = 0
    advance_resource_marker: Positive = 0
    times: Positive = 1
    cost: Literal["free", ""] = ""
    silver_discount: Positive = 0
    source: Literal["draw3_keep1", "top_of_pile", ""] = ""


Gain = tuple[EffectRecord, ...]


class Pay(Record):
    """What is left of an arrow, paid in full before the gain."""

    silver: Positive = 0
    provision: Positive = 0

    def __post_init__(self) -> None:
        if not self.silver + self.provision:
            raise ValueError("silver or provision is needed")


class SlotRecord(Record):
    """A die slot or a worker spot: what it needs, what it costs, what it brings."""

    gain: Some[EffectRecord]
    assets: tuple[AssetName, ...] = ()
    pay: Pay | None = None


class ReactionRecord(Record):
    """What a vista reacts to and what it brings."""

    when_gaining_any_of: Some[EventName]
    gain: Some[EffectRecord]


# ---- cards -------------------------------------------------------------------------------------------------


class ScoreRecord(Record):
    """One of the shapes of a space card's score."""

    shapes = {
        "per": "vp base? each?",
        "per_set_of": "vp",
        "comet_majority": "",
        "if_have_tag": "vp else",
        "fixed": "",
    }
    base: Positive = 0
    vp: Positive = 0
    per: CounterName | Literal[""] = ""
    each: Positive = 1
    per_set_of: Annotated[tuple[CounterName, ...], Meta(min_length=2)] = ()
    comet_majority: Annotated[dict[Literal["vp", "else"], Positive], Meta(min_length=2)] = {}
    if_have_tag: TagName | Literal[""] = ""
    otherwise: Positive = msgspec.field(name="else", default=0)
    fixed: Positive = 0


class Single(Record):
    """So many of a counter."""

    count: CounterName
    at_least: Positive


class GoalRecord(Record):
    """The goal of an inspiration card: a single one, or all of several."""

    shapes = {"count": "at_least", "all_of": ""}
    count: CounterName | Literal[""] = ""
    at_least: Positive = 0
    all_of: Annotated[tuple[Single, ...], Meta(min_length=2)] = ()

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
    """What land, water and space cards have; of `halves`, primary tags, one stands on it, with its key."""

    halves: ClassVar[dict[TagName, str]] = {}
    tags: Some[TagName]
    on_gain: Some[EffectRecord] = ()

    def __post_init__(self) -> None:
        if self.halves and sum(map(self.tags.count, self.halves)) != 1:
            raise ValueError(f"tags: exactly one of {' and '.join(self.halves)} is needed")
        for tag, key in self.halves.items():
            if (tag in self.tags) != bool(getattr(self, key)):
                raise ValueError(f"{key} and the tag {tag} go together")


class LandRecord(TaggedRecord, kw_only=True):
    """A land card: a city with a die slot, or a vista with a reaction (Y-42, Y-43)."""

    halves = {"city": "die_slot", "vista": "reaction"}
    die_slot: SlotRecord | None = None
    reaction: ReactionRecord | None = None


class WaterRecord(TaggedRecord, kw_only=True):
    """A water card: a harbour with a die slot or open water with a one-time effect, and its sides (Y-46)."""

    halves = {"harbour": "die_slot", "open_water": "on_gain"}
    die_slot: SlotRecord | None = None
    left_bolts: tuple[RowName, ...]
    right_links: tuple[LinkName, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        for key, side in (("left_bolts", self.left_bolts), ("right_links", self.right_links)):
            if len({link.partition(":")[0] for link in side}) != len(side):
                raise ValueError(f"{key}: a row stands twice")


class SpaceRecord(TaggedRecord, kw_only=True):
    """A space card."""

    score: ScoreRecord
    picture: str = ""


class TownsfolkRecord(CardRecord, kw_only=True):
    """A townsfolk card: what it lends or brings, and when (Y-58)."""

    shapes = {"assets": "", "gain": "pay? pay_one_of?"}
    name: Annotated[str, Meta(min_length=1)]
    silver_cost: Annotated[int, Meta(ge=0, le=3)]
    tuck_under_any_of: tuple[TagName, ...]
    banner: Literal["die", "reaction", "rest"]
    assets: Some[AssetName] = ()
    pay: Pay | None = None
    pay_one_of: Annotated[tuple[Pay, ...], Meta(min_length=2)] = ()
    gain: Some[EffectRecord] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.assets and self.banner != "die":
            raise ValueError(f"assets do not go with the banner {self.banner}")
        if not self.tuck_under_any_of and not self.printed:
            raise ValueError("tuck_under_any_of: a host is needed")


class InspirationRecord(CardRecord, kw_only=True):
    """An inspiration card."""

    goal: GoalRecord


class TileRecord(Record):
    """An upgrade tile: two-sided, by the icons of its left and right cell, or of one column, or special."""

    shapes = {"front": "back pile", "icons": "pile", "tags": "ring"}
    id: str
    vp: Count
    front: tuple[IconName, IconName] | None = None
    back: tuple[IconName, IconName] | None = None
    icons: Some[IconName] = ()
    pile: DisplaySlot = 0
    tags: Some[TagName] = ()
    ring: Ring = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(face and face.count("vp1") != self.vp for face in (self.front, self.back)):
            raise ValueError("both faces have as many icons vp1 as the tile has vp (Y-74)")


class TileFile(Record):
    """The upgrade tiles by kind, and their sizes as columns and rows."""

    land: tuple[TileRecord, ...]
    water: tuple[TileRecord, ...]
    space: tuple[TileRecord, ...]
    basic: tuple[TileRecord, ...]
    special: tuple[TileRecord, ...]
    size: Annotated[dict[TileName, tuple[Positive, Positive]], Meta(min_length=5)]

    def __post_init__(self) -> None:
        for kind, shape in zip(TILE_KINDS, ("front", "front", "icons", "icons", "tags"), strict=True):
            for tile in getattr(self, kind):
                if tile.shape != shape:
                    raise ValueError(f"{tile.id}: a {kind} tile has {shape}, not {tile.shape}")
