"""IDs of puzzles: one line that holds the content of a puzzle and rebuilds it in any version.

An ID is ``tobago1-``, the kind, ``-``, the code and four characters of check::

    tobago1-pinpoint-...

The code is a row of bits, six to a character of the base64url alphabet (RFC 4648: ``A-Z a-z 0-9 - _``, the
highest bit first), filled up with zeros at its end. The check is the base64url text of the first three bytes
of the SHA-256 of everything before it. Blanks around an ID do not count.

The bits of version 1, in the words of `puzzles.format.bits` (a number is groups of three bits, the lowest
group first, each after a bit that says whether more follow; "many" is a number and then so many values;
"maybe" is a bit and then, after a 1, the value)::

    island     0 and three sides (3 bits each: A B C a b c) and the shift (1 bit),
               or 1 and a drawing: many rows of many letters (3 bits each: . B J L M R S)
    rules      maybe (0: all at their default): own_hex, distance, must_reduce (a bit each: excluded included,
               lattice overland, always once_marked), landmark_gap (number)
    landmarks  huts, palms, statues: many hexes each
    maps       maybe (0: all empty): brown, white, grey, black: many clues, many removed hexes
    hand       maybe: many clues
    facts      many facts: 3 bits for the type, then its parts
        0 treasure   colour, clue                           brown: not next to hut
        1 count      kind, number, clue                     huts: exactly 2 in jungle
        2 circle     kind, number, radius, hex              huts: exactly 1 within 2 of B32
        3 terrains   kind, many terrains                    huts: in beach, jungle, jungle, lake
        4 distances  kind, many numbers, hex                huts: at 1, 3, 3, 6 from B32
        5 nearest    kind, number, hex                      huts: nearest 3 from B32
        6 pair       colour, radius, colour, not            white not within 2 of black
    hex        its place in plain string order of the names, in as few bits as the island needs
    colour     2 bits: brown white grey black
    kind       2 bits: hut palm statue
    terrain    3 bits: beach jungle lake mountain river scrubland
    clue       2 bits (in, next to, within 2 of), 4 bits (the terrains, the largest of each, ocean, hut, palm,
               statue), 1 bit for "not"

Solution, grade, certificate and times are not in it, nor what no puzzle asks for: facings, owners, ATVs. What
the code calls by number stands here once more, so that no list that grows elsewhere changes the meaning of an
old ID.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.format.bits import Bits, Checked, Choice, Code, CodeError, Fields, Many, Maybe, Number, OneOf
from puzzles.format.schema import NAMES
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
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.board_sides import boxed_island
from toolkit.games.tobago.clues import Clue, Relation
from toolkit.games.tobago.files.reading import Components
from toolkit.games.tobago.maps import Play, TreasureMap
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.rules import Rules
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import parse_drawing

if TYPE_CHECKING:
    from toolkit.hexmap import Island

PREFIX = "tobago1-"
"""How every ID begins: the version of its code."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SIX = Choice(_ALPHABET)
_CHECK = 4  # characters at the end
_LONGEST = 1_000_000  # characters: the largest island takes fewer

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


USUAL_RULES = Rules(own_hex="excluded", distance="lattice", landmark_gap=4, must_reduce="always")
"""The rules of a puzzle whose ID names none: written out, since later versions may have other defaults."""


class IdError(ToolkitError):
    """A text that is no ID of a puzzle."""

    def __init__(self, text: str, problem: str) -> None:
        super().__init__(f"ID {quote(text)}: {problem}")


class Content(NamedTuple):
    """All of a puzzle that an ID holds."""

    kind: str
    position: Position
    facts: tuple[Fact, ...]


def is_id(text: str) -> bool:
    """Tell whether a text is meant as an ID."""
    return text.startswith(PREFIX)


def id_of(content: Content) -> str:
    """Return the ID of a puzzle.

    `ToolkitError` for a position that cannot stand for itself: with board sides or a deck of an owner's file.
    """
    island = content.position.setting.island
    bits = _ISLAND.write(_island_of(content.position)) + _parts_on(island).write(_parts_of(content))
    bits += "0" * (-len(bits) % _SIX.width)
    row = Bits(bits)
    code = "".join(_SIX.read(row) for _ in range(len(bits) // _SIX.width))
    return _checked(f"{PREFIX}{content.kind}-{code}")


def content_of(text: str) -> Content:
    """Return what an ID holds; `IdError` for a text that is none."""
    text = text.strip()
    kind, code = _split(text)
    bits = Bits("".join(map(_SIX.write, code)))
    try:
        island = _ISLAND.read(bits).island()
        parts = _parts_on(island).read(bits)
        if bits.left >= _SIX.width or (bits.left and bits.take(bits.left)):
            raise CodeError("it goes on after its end")
        return Content(kind, parts.position(island), parts.facts)
    except ToolkitError as error:
        raise IdError(text, str(error)) from None


def _checked(body: str) -> str:
    return body + urlsafe_b64encode(sha256(body.encode()).digest()[:3]).decode()


def _split(text: str) -> tuple[str, str]:
    """Return the kind and the code of an ID whose check is right."""
    if not is_id(text) or len(text) > _LONGEST:
        raise IdError(text, f"it is one line that begins with {PREFIX!r}")
    rest = text.removeprefix(PREFIX)
    kind = next((kind for kind in NAMES if rest.startswith(f"{kind}-")), None)
    if kind is None:
        hint = did_you_mean(rest[: max(map(len, NAMES))], NAMES)
        raise IdError(text, f"no kind of puzzle follows {PREFIX!r}{hint}")
    if odd := next((sign for sign in rest if sign not in _ALPHABET), None):
        raise IdError(text, f"{quote(odd)} does not belong into an ID")
    if text != _checked(text[:-_CHECK]):
        raise IdError(text, "mistyped: its last four characters do not fit the rest")
    return kind, rest[len(kind) + 1 : -_CHECK]


@dataclass(frozen=True, slots=True)
class _Sides:
    """The island of the box: its sides, and the shift as a text."""

    bottom: str
    left: str
    right: str
    shift: str

    def island(self) -> Island:
        """Return the island; `ToolkitError` for sides that are not known."""
        return boxed_island(f"{self.bottom}{self.left}{self.right}+{self.shift}")


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A drawn island, as rows of letters."""

    rows: tuple[tuple[str, ...], ...]

    def island(self) -> Island:
        """Return the island; `ToolkitError` for a drawing without land."""
        return parse_drawing("\n".join(map(" ".join, self.rows)))


_ISLAND: OneOf[_Sides | _Drawing] = OneOf(
    [
        Fields(_Sides, {"bottom": _SIDE, "left": _SIDE, "right": _SIDE, "shift": Choice("01")}),
        Fields(_Drawing, {"rows": Many(Many(Choice(".BJLMRS")))}),
    ]
)


def _island_of(position: Position) -> _Sides | _Drawing:
    """Return what an ID says of the island."""
    if position.components != Components():
        raise CodeError("a puzzle stands for itself: it cannot use board sides or a deck of an owner's file")
    island: dict[str, str] = position.to_dict()["island"]
    if "layout" in island:
        bottom, left, right, _, shift = tuple(island["layout"])
        return _Sides(bottom, left, right, shift)
    return _Drawing(tuple(tuple(line.split()) for line in island["drawing"].splitlines()))


class _ClueCode:
    """A clue by its parts."""

    def write(self, value: Clue) -> str:
        thing = _THING.write((value.thing, value.largest))
        return _RELATION.write(value.relation) + thing + _FLAG.write(value.negative)

    def read(self, bits: Bits) -> Clue:
        relation, (thing, largest) = _RELATION.read(bits), _THING.read(bits)
        return Clue(relation, thing, largest, _FLAG.read(bits))


_CLUE = _ClueCode()


def _fact_on(hexes: Choice[str]) -> Checked[Fact]:
    """Return the code of a fact: its type and its parts, checked as its text is."""
    parts: OneOf[Fact] = OneOf(
        [
            Fields(TreasureFact, {"colour": _COLOUR, "clue": _CLUE}),
            Fields(CountFact, {"kind": _LANDMARK, "number": _NUMBER, "clue": _CLUE}),
            Fields(CircleFact, {"kind": _LANDMARK, "number": _NUMBER, "radius": _NUMBER, "centre": hexes}),
            Fields(TerrainsFact, {"kind": _LANDMARK, "terrains": Many(_TERRAIN)}),
            Fields(DistancesFact, {"kind": _LANDMARK, "steps": Many(_NUMBER), "centre": hexes}),
            Fields(NearestFact, {"kind": _LANDMARK, "steps": _NUMBER, "centre": hexes}),
            Fields(PairFact, {"colour": _COLOUR, "radius": _NUMBER, "other": _COLOUR, "negative": _FLAG}),
        ]
    )
    return Checked(parts, lambda fact: parse_fact(str(fact)))


class _Laid(NamedTuple):
    """The clues of a treasure map, and the hexes whose cube is gone."""

    clues: tuple[Clue, ...]
    removed: tuple[str, ...]


class _Maps(NamedTuple):
    """The four maps."""

    brown: _Laid
    white: _Laid
    grey: _Laid
    black: _Laid


@dataclass(frozen=True, slots=True)
class _Parts:
    """What stands on the island, and what is said; no rules mean `USUAL_RULES`."""

    rules: Rules | None
    huts: tuple[str, ...]
    palms: tuple[str, ...]
    statues: tuple[str, ...]
    maps: _Maps | None
    hand: tuple[Clue, ...] | None
    facts: tuple[Fact, ...]

    def position(self, island: Island) -> Position:
        """Return the position; whether a candidate is left is asked by the kind that has maps."""
        setting = Setting(island, self.huts, self.palms, self.statues, self.rules or USUAL_RULES)
        laid = {} if self.maps is None else self.maps._asdict()
        maps = {c: TreasureMap(setting, c, map(Play, m.clues), m.removed) for c, m in laid.items()}
        return Position(setting=setting, maps=maps, hand=self.hand)


def _parts_of(content: Content) -> _Parts:
    position = content.position
    setting, laid = position.setting, position.maps
    maps = _Maps(*(_Laid(laid[colour].clues, tuple(laid[colour].removed)) for colour in _MAPS))
    return _Parts(
        rules=None if setting.rules == USUAL_RULES else setting.rules,
        huts=tuple(setting.huts),
        palms=tuple(setting.palms),
        statues=tuple(setting.statues),
        maps=maps if any(m.clues or m.removed for m in maps) else None,
        hand=position.hand,
        facts=content.facts,
    )


def _parts_on(island: Island) -> Fields[_Parts]:
    """Return the code of what stands on an island."""
    hexes = Choice(island.names)
    laid: Code[Any] = Fields(_Laid, {"clues": Many(_CLUE), "removed": Many(hexes)})
    codes: dict[str, Code[Any]] = {
        "rules": Maybe(_RULES),
        "huts": Many(hexes),
        "palms": Many(hexes),
        "statues": Many(hexes),
        "maps": Maybe(Fields(_Maps, dict.fromkeys(_MAPS, laid))),
        "hand": Maybe(Many(_CLUE)),
        "facts": Many(_fact_on(hexes)),
    }
    return Fields(_Parts, codes)
