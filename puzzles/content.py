"""What an ID holds, and the code of each part of it (version 1; `puzzles.ids` describes it).

What the code calls by number stands here once more, so that no list that grows elsewhere changes the meaning
of an old ID.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzles.codes import Bits, Choice, Code, CodeError, Fields, Many, Maybe, Number, OneOf
from puzzles.puzzle import Puzzle
from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    Fact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
    parse_fact,
)
from toolkit.games.tobago.board_sides import boxed_island
from toolkit.games.tobago.clues import Clue, Relation
from toolkit.games.tobago.files.writing import position_to_dict
from toolkit.games.tobago.maps import Play, TreasureMap
from toolkit.games.tobago.position import Components, Position
from toolkit.games.tobago.rules import Rules
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import parse_drawing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.hexmap import Island

_TERRAINS = ("beach", "jungle", "lake", "mountain", "river", "scrubland")
_THINGS = (
    *((terrain, False) for terrain in _TERRAINS),
    *((terrain, True) for terrain in _TERRAINS),
    *((thing, False) for thing in ("ocean", "hut", "palm", "statue")),
)
_MAPS = ("brown", "white", "grey", "black")

_FLAG = Choice((False, True))
_NUMBER = Number()
_SIDE = Choice("ABCabc")
_COLOUR = Choice(_MAPS)
_LANDMARK = Choice(("hut", "palm", "statue"))
_TERRAIN: Choice[str] = Choice(_TERRAINS)
_RELATION = Choice((Relation.IN, Relation.NEXT_TO, Relation.WITHIN_2))
_THING = Choice(_THINGS)
_RULES = Fields(
    Rules,
    {
        "own_hex": Choice(("excluded", "included")),
        "distance": Choice(("lattice", "overland")),
        "must_reduce": Choice(("always", "once_marked")),
        "landmark_gap": _NUMBER,
    },
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The island of the box: its sides, and the shift as a text."""

    bottom: str
    left: str
    right: str
    shift: str

    def island(self) -> Island:
        """Return the island; `ToolkitError` for sides that are not known."""
        return boxed_island(f"{self.bottom}{self.left}{self.right}+{self.shift}")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn island, as rows of letters."""

    rows: tuple[tuple[str, ...], ...]

    def island(self) -> Island:
        """Return the island; `ToolkitError` for a drawing without land."""
        return parse_drawing("\n".join(map(" ".join, self.rows)))


ISLAND: OneOf[Layout | Drawing] = OneOf(
    [
        Fields(Layout, {"bottom": _SIDE, "left": _SIDE, "right": _SIDE, "shift": Choice("01")}),
        Fields(Drawing, {"rows": Many(Many(Choice(".BJLMRS")))}),
    ]
)
"""The code of the island."""


def island_code_of(position: Position) -> Layout | Drawing:
    """Return what an ID says of the island.

    `ToolkitError` for a position that cannot stand for itself: with board sides or a deck of an owner's file.
    """
    if position.components != Components():
        raise CodeError("a puzzle stands for itself: it cannot use board sides or a deck of an owner's file")
    island: dict[str, str] = position_to_dict(position)["island"]
    if "layout" in island:
        bottom, left, right, _, shift = tuple(island["layout"])
        return Layout(bottom, left, right, shift)
    return Drawing(tuple(tuple(line.split()) for line in island["drawing"].splitlines()))


class _ClueCode:
    """A clue by its parts."""

    def write(self, value: Clue) -> str:
        thing = _THING.write((value.thing, value.largest))
        return _RELATION.write(value.relation) + thing + _FLAG.write(value.negative)

    def read(self, bits: Bits) -> Clue:
        relation, (thing, largest) = _RELATION.read(bits), _THING.read(bits)
        return Clue(relation, thing, largest, _FLAG.read(bits))


_CLUE = _ClueCode()


class _FactCode:
    """A fact: its type and its parts, checked as its text is."""

    def __init__(self, hexes: Choice[str]) -> None:
        self.parts: OneOf[Fact] = OneOf(
            [
                Fields(TreasureFact, {"colour": _COLOUR, "clue": _CLUE}),
                Fields(CountFact, {"kind": _LANDMARK, "number": _NUMBER, "clue": _CLUE}),
                Fields(
                    CircleFact, {"kind": _LANDMARK, "number": _NUMBER, "radius": _NUMBER, "centre": hexes}
                ),
                Fields(TerrainsFact, {"kind": _LANDMARK, "terrains": Many(_TERRAIN)}),
                Fields(DistancesFact, {"kind": _LANDMARK, "steps": Many(_NUMBER), "centre": hexes}),
                Fields(NearestFact, {"kind": _LANDMARK, "steps": _NUMBER, "centre": hexes}),
                Fields(PairFact, {"colour": _COLOUR, "radius": _NUMBER, "other": _COLOUR, "negative": _FLAG}),
            ]
        )

    def write(self, value: Fact) -> str:
        return self.parts.write(value)

    def read(self, bits: Bits) -> Fact:
        return parse_fact(str(self.parts.read(bits)))


@dataclass(frozen=True, slots=True)
class MapContent:
    """The clues of a treasure map, and the hexes whose cube is gone."""

    clues: tuple[Clue, ...]
    removed: tuple[str, ...]

    def treasure_map(self, setting: Setting, colour: str) -> TreasureMap:
        """Return the map; whether a candidate is left is asked by the kind that has maps."""
        return TreasureMap(setting, colour, map(Play, self.clues), self.removed)


USUAL_RULES = Rules(own_hex="excluded", distance="lattice", landmark_gap=4, must_reduce="always")
"""The rules of a puzzle whose ID names none: written out, since later versions may have other defaults."""


@dataclass(frozen=True, slots=True)
class Content:
    """All of a puzzle that an ID holds, but for its kind and its island; no rules mean `USUAL_RULES`."""

    rules: Rules | None
    huts: tuple[str, ...]
    palms: tuple[str, ...]
    statues: tuple[str, ...]
    maps: Mapping[str, MapContent] | None
    hand: tuple[Clue, ...] | None
    facts: tuple[Fact, ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Content:
        """Return the content of a puzzle."""
        position = puzzle.position
        setting, laid = position.setting, position.maps
        maps = {colour: MapContent(laid[colour].clues, tuple(laid[colour].removed)) for colour in _MAPS}
        return cls(
            rules=None if setting.rules == USUAL_RULES else setting.rules,
            huts=tuple(setting.huts),
            palms=tuple(setting.palms),
            statues=tuple(setting.statues),
            maps=maps if any(m.clues or m.removed for m in maps.values()) else None,
            hand=position.hand,
            facts=puzzle.facts,
        )

    def puzzle(self, kind: str, island: Island) -> Puzzle:
        """Return the puzzle, without solution; `ToolkitError` for one that its kind cannot use."""
        setting = Setting(island, self.huts, self.palms, self.statues, self.rules or USUAL_RULES)
        maps = {colour: found.treasure_map(setting, colour) for colour, found in (self.maps or {}).items()}
        position = Position(setting=setting, maps=maps, hand=self.hand)
        return Puzzle(kind_name=kind, position=position, facts=self.facts)


class _MapsCode:
    """The four maps, one after the other."""

    def __init__(self, hexes: Choice[str]) -> None:
        self.one: Code[MapContent] = Fields(MapContent, {"clues": Many(_CLUE), "removed": Many(hexes)})

    def write(self, value: Mapping[str, MapContent]) -> str:
        return "".join(self.one.write(value[colour]) for colour in _MAPS)

    def read(self, bits: Bits) -> Mapping[str, MapContent]:
        return {colour: self.one.read(bits) for colour in _MAPS}


def content_code(island: Island) -> Fields[Content]:
    """Return the code of what stands on an island."""
    hexes = Choice(island.names)
    codes: dict[str, Code[Any]] = {
        "rules": Maybe(_RULES),
        "huts": Many(hexes),
        "palms": Many(hexes),
        "statues": Many(hexes),
        "maps": Maybe(_MapsCode(hexes)),
        "hand": Maybe(Many(_CLUE)),
        "facts": Many(_FactCode(hexes)),
    }
    return Fields(Content, codes)
