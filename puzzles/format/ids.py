"""IDs of puzzles: one line that holds the content of a puzzle and rebuilds it in any version.

An ID is ``tobago1-``, the kind, ``-``, the code and four characters of check::

    tobago1-pinpoint-...

The code is a row of bits, six to a character of the base64url alphabet (RFC 4648: ``A-Z a-z 0-9 - _``, the
highest bit first), filled up with zeros at its end. The check is the base64url text of the first three bytes
of the SHA-256 of everything before it. Blanks around an ID do not count.

The bits of version 1, in the words of the small codes below (a number is groups of three bits, the lowest
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
               of whose-clue instead: many clues (the cards listed), and many cubes:
               player (3 bits: 1 to 6), holds (1 bit), hex  player 1: yes at B25
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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar, cast

from puzzles.format.schema import NAMES
from solvers.tobago.facts import (
    CardFact,
    CircleFact,
    CountFact,
    CubeFact,
    DistancesFact,
    Fact,
    ListedFact,
    NearestFact,
    PairFact,
    Statement,
    TerrainsFact,
    TreasureFact,
    parse_fact,
)
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.board_sides import boxed_island
from toolkit.games.tobago.clues import Clue, Relation, Setting
from toolkit.games.tobago.maps import Play, TreasureMap
from toolkit.games.tobago.position import Components, Position
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import Island, parse_drawing

# ---- bits and small codes ----------------------------------------------------------------------------------

T = TypeVar("T")

_GROUP = 3  # bits of a number that stand together, after a bit that says whether more follow
_MOST_GROUPS = 21  # as many as a number of a file takes


class CodeError(ToolkitError):
    """Bits that mean nothing, or a value that has no bits."""


class Bits:
    """Bits that are read from left to right: a text of ``0`` and ``1``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.next = 0

    @property
    def left(self) -> int:
        """How many bits are left."""
        return len(self.text) - self.next

    def take(self, count: int) -> int:
        """Return the next bits as a number, the highest first; `CodeError` when there are fewer."""
        if count > self.left:
            raise CodeError("it ends too early")
        self.next += count
        return int(self.text[self.next - count : self.next], 2)


@dataclass(frozen=True, slots=True)
class Code(Generic[T]):
    """How values are written as bits, and taken off bits again; `CodeError` for what has no meaning.

    One object for both directions, so that they cannot drift apart; larger codes are put together from
    smaller ones.
    """

    write: Callable[[T], str]
    read: Callable[[Bits], T]


def _write_number(value: int) -> str:
    bits = ""
    while True:
        value, rest = divmod(value, 1 << _GROUP)
        bits += f"{int(value > 0)}{rest:0{_GROUP}b}"
        if not value:
            return bits


def _read_number(bits: Bits) -> int:
    value = 0
    for group in range(_MOST_GROUPS):
        more = bits.take(1)
        value |= bits.take(_GROUP) << _GROUP * group
        if not more:
            return value
    raise CodeError("a number is too large")


NUMBER = Code(_write_number, _read_number)
"""A whole number below 2 ** 63: groups of three bits, the lowest first, each after a bit: do more follow?"""


def choice(values: Sequence[T]) -> Code[T]:
    """Return the code of one of fixed values: its place, in as few bits as tell all apart (at least one)."""
    width = max(1, (len(values) - 1).bit_length())
    places = {value: place for place, value in enumerate(values)}

    def write(value: T) -> str:
        if value not in places:
            raise CodeError(f"no code for {quote(value)}{did_you_mean(str(value), map(str, values))}")
        return f"{places[value]:0{width}b}"

    def read(bits: Bits) -> T:
        place = bits.take(width)
        if place >= len(values):
            raise CodeError(f"there is no choice {place} among {len(values)}")
        return values[place]

    return Code(write, read)


def many(code: Code[T]) -> Code[Sequence[T]]:
    """Return the code of any number of values: how many, then each.

    A count that is too large soon comes to the end, as every value takes a bit.
    """
    return Code(
        lambda values: NUMBER.write(len(values)) + "".join(map(code.write, values)),
        lambda bits: tuple(code.read(bits) for _ in range(NUMBER.read(bits))),
    )


def maybe(code: Code[T]) -> Code[T | None]:
    """Return the code of a value or None: a bit that tells whether there is one, then the value."""
    return Code(
        lambda value: "0" if value is None else "1" + code.write(value),
        lambda bits: code.read(bits) if bits.take(1) else None,
    )


def row(*codes: Code[Any]) -> Code[Sequence[Any]]:
    """Return the code of values of their own kinds: one after the other."""
    return Code(
        lambda values: "".join(code.write(value) for code, value in zip(codes, values, strict=True)),
        lambda bits: tuple(code.read(bits) for code in codes),
    )


def fields(make: Callable[..., T], **codes: Code[Any]) -> Code[T]:
    """Return the code of an object by its attributes, from which `make` builds it: one after the other."""
    return Code(
        lambda value: "".join(code.write(getattr(value, name)) for name, code in codes.items()),
        lambda bits: make(**{name: code.read(bits) for name, code in codes.items()}),
    )


def tagged(codes: Mapping[T, Code[Any]]) -> Code[tuple[T, Any]]:
    """Return the code of a tag and a value: which tag, then the value as the tag says."""
    tags = choice([*codes])

    def read(bits: Bits) -> tuple[T, Any]:
        tag = tags.read(bits)
        return tag, codes[tag].read(bits)

    return Code(lambda value: tags.write(value[0]) + codes[value[0]].write(value[1]), read)


# ---- the code of a puzzle ----------------------------------------------------------------------------------

PREFIX = "tobago1-"
"""How every ID begins: the version of its code."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SIX = 6  # bits of a character
_CHECK = 4  # characters at the end
_LONGEST = 1_000_000  # characters: the largest island takes fewer

_TERRAINS = ("beach", "jungle", "lake", "mountain", "river", "scrubland")
_THINGS = (
    *((terrain, False) for terrain in _TERRAINS),
    *((terrain, True) for terrain in _TERRAINS),
    *((thing, False) for thing in ("ocean", "hut", "palm", "statue")),
)
_MAPS = ("brown", "white", "grey", "black")

_FLAG = choice((False, True))
_SIDE = choice("ABCabc")
_COLOUR = choice(_MAPS)
_LANDMARK = choice(("hut", "palm", "statue"))
_PLAYER = choice((1, 2, 3, 4, 5, 6))
_ISLAND = tagged({"layout": row(_SIDE, _SIDE, _SIDE, choice("01")), "drawing": many(many(choice(".BJLMRS")))})
_RULES = fields(
    Rules,
    own_hex=choice(("excluded", "included")),
    distance=choice(("lattice", "overland")),
    must_reduce=choice(("always", "once_marked")),
    landmark_gap=NUMBER,
)
_CLUE_PARTS = row(choice((Relation.IN, Relation.NEXT_TO, Relation.WITHIN_2)), choice(_THINGS), _FLAG)

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
    facts: tuple[Statement, ...]


def is_id(text: str) -> bool:
    """Tell whether a text is meant as an ID."""
    return text.startswith(PREFIX)


def id_of(content: Content) -> str:
    """Return the ID of a puzzle.

    `ToolkitError` for a position that cannot stand for itself: with board sides or a deck of an owner's file.
    """
    island = content.position.setting.island
    bits = _ISLAND.write(_drawn(content.position)) + _parts_on(island, content.kind).write(_parts_of(content))
    bits += "0" * (-len(bits) % _SIX)
    code = "".join(_ALPHABET[int(bits[i : i + _SIX], 2)] for i in range(0, len(bits), _SIX))
    return _checked(f"{PREFIX}{content.kind}-{code}")


def content_of(text: str) -> Content:
    """Return what an ID holds; `IdError` for a text that is none."""
    text = text.strip()
    kind, code = _split(text)
    bits = Bits("".join(f"{_ALPHABET.index(sign):0{_SIX}b}" for sign in code))
    try:
        island = _island(*_ISLAND.read(bits))
        *parts, facts = _parts_on(island, kind).read(bits)
        if bits.left >= _SIX or (bits.left and bits.take(bits.left)):
            raise CodeError("it goes on after its end")
        return Content(kind, _position(island, *parts), facts)
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


def _drawn(position: Position) -> tuple[str, Any]:
    """Return what an ID says of the island: a layout without its ``+``, or the rows of a drawing."""
    if position.components != Components():
        raise CodeError("a puzzle stands for itself: it cannot use board sides or a deck of an owner's file")
    ((form, text),) = position.to_dict()["island"].items()
    return form, text.replace("+", "") if form == "layout" else [line.split() for line in text.splitlines()]


def _island(form: str, signs: Any) -> Island:
    """Return the island; `ToolkitError` for sides that are not known, or a drawing without land."""
    if form == "layout":
        *sides, shift = signs
        return boxed_island(f"{''.join(sides)}+{shift}")
    return parse_drawing("\n".join(map(" ".join, signs)))


def _read_clue(bits: Bits) -> Clue:
    relation, (thing, largest), negative = _CLUE_PARTS.read(bits)
    return Clue(relation, thing, largest, negative)


_CLUE: Code[Clue] = Code(
    lambda clue: _CLUE_PARTS.write((clue.relation, (clue.thing, clue.largest), clue.negative)), _read_clue
)


def _facts_on(hexes: Code[str]) -> Code[Fact]:
    """Return the code of a fact: its type and its parts, checked as its text is."""
    about = {"kind": _LANDMARK}
    parts: Code[tuple[type[Fact], Fact]] = tagged(
        {
            TreasureFact: fields(TreasureFact, colour=_COLOUR, clue=_CLUE),
            CountFact: fields(CountFact, **about, number=NUMBER, clue=_CLUE),
            CircleFact: fields(CircleFact, **about, number=NUMBER, radius=NUMBER, centre=hexes),
            TerrainsFact: fields(TerrainsFact, **about, terrains=many(choice(_TERRAINS))),
            DistancesFact: fields(DistancesFact, **about, steps=many(NUMBER), centre=hexes),
            NearestFact: fields(NearestFact, **about, steps=NUMBER, centre=hexes),
            PairFact: fields(PairFact, colour=_COLOUR, radius=NUMBER, other=_COLOUR, negative=_FLAG),
        }
    )
    return Code(
        lambda fact: parts.write((type(fact), fact)),
        lambda bits: cast("Fact", parse_fact(str(parts.read(bits)[1]))),
    )


def _cards_on(hexes: Code[str]) -> Code[Sequence[CardFact]]:
    """Return the code of cards that are listed, and of cubes after them."""
    listed = many(fields(ListedFact, clue=_CLUE))
    cubes = many(fields(CubeFact, player=_PLAYER, holds=_FLAG, place=hexes))

    def write(facts: Sequence[CardFact]) -> str:
        some = [fact for fact in facts if isinstance(fact, ListedFact)]
        return listed.write(some) + cubes.write([fact for fact in facts if isinstance(fact, CubeFact)])

    return Code(write, lambda bits: (*listed.read(bits), *cubes.read(bits)))


def _parts_on(island: Island, kind: str) -> Code[Any]:
    """Return the code of what stands on an island and is said: rules, landmarks, maps, hand and facts."""
    hexes = choice(island.names)
    landmarks, laid = many(hexes), row(many(_CLUE), many(hexes))
    maps = row(*(laid for _ in _MAPS))
    hand = many(_CLUE)
    facts: Code[Any] = _cards_on(hexes) if kind == "whose-clue" else many(_facts_on(hexes))
    return row(maybe(_RULES), landmarks, landmarks, landmarks, maybe(maps), maybe(hand), facts)


def _parts_of(content: Content) -> tuple[Any, ...]:
    """Return the values of `_parts_on`."""
    position = content.position
    setting, maps = position.setting, [position.maps[colour] for colour in _MAPS]
    rules = None if setting.rules == USUAL_RULES else setting.rules
    laid = [(m.clues, m.removed) for m in maps] if any(m.clues or m.removed for m in maps) else None
    return rules, setting.huts, setting.palms, setting.statues, laid, position.hand, content.facts


def _position(
    island: Island, rules: Any, huts: Any, palms: Any, statues: Any, laid: Any, hand: Any
) -> Position:
    """Return the position; whether a candidate is left is asked by the kind that has maps."""
    setting = Setting(island, huts, palms, statues, rules or USUAL_RULES)
    rows: Sequence[Any] = laid or ()
    maps = {
        colour: TreasureMap(setting, colour, map(Play, clues), removed)
        for colour, (clues, removed) in zip(_MAPS, rows, strict=False)
    }
    return Position(setting=setting, maps=maps, hand=hand)
