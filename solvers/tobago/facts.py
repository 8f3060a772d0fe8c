"""Facts: sentences about treasures and landmarks that need not be known, read from text and written back.

They extend the clue grammar (`clues`)::

    fact  = colour ":" clue
          | kinds ":" "exactly" number ( clue | "within" radius "of" hex )
          | kinds ":" "in" terrain { "," terrain }
          | kinds ":" "at" steps { "," steps } "from" hex
          | kinds ":" "nearest" steps "from" hex
          | colour ["not"] "within" radius "of" colour
          | "listed" ":" clue
          | "player" number ":" ( "yes" | "no" ) "at" hex
    kinds = "huts" | "palms" | "statues"

``huts: exactly 2 in jungle`` counts all huts of the island; the clue is positive and not about huts.
``huts: in beach, jungle, jungle, lake`` names the terrain of each hut, ``huts: at 1, 3, 3, 6 from B32`` the
distance of each, in ascending order and no hut left out. "Within" means what it means in a clue (T-7): under
the default rule ``own_hex = excluded`` the hex itself, or a second treasure on the same hex, does not count.
Distances follow the rule `Rules.distance` (T-8); "at" and "nearest" count a landmark on the hex itself as 0.

The last two are about hidden cards, not about places: ``listed: next to hut`` is a card that somebody may
hold, ``player 1: no at B25`` (players count from 1) says that the card of that player does not hold there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Protocol, TypeVar

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation
from toolkit.games.tobago.maps import COLOURS
from toolkit.hexmap.hexes import TERRAINS

Cells = TypeVar("Cells", int, frozenset[str])

KINDS = {f"{kind}s": kind for kind in LANDMARKS}
"""The landmarks as facts and position files name them: the plural, and the kind."""

RADIUS = {Relation.IN: 0, Relation.NEXT_TO: 1, Relation.WITHIN_2: 2}
"""How far each relation of a clue reaches, in steps (T-7)."""

LARGEST_RADIUS = 99
"""The widest circle, and the longest distance, that a fact may speak of."""


class FactError(ToolkitError):
    """A text that is no fact."""

    def __init__(self, text: str, problem: str) -> None:
        self.text = text
        super().__init__(f"{quote(text)} is no fact: {problem}")


@dataclass(frozen=True, slots=True)
class TreasureFact:
    """A clue about one treasure: ``brown: not next to hut``."""

    colour: str
    clue: Clue

    def __str__(self) -> str:
        return f"{self.colour}: {self.clue}"


@dataclass(frozen=True, slots=True)
class CountFact:
    """How many landmarks of a kind a clue holds for: ``huts: exactly 2 in jungle``."""

    kind: str
    number: int
    clue: Clue

    def __post_init__(self) -> None:
        if self.clue.negative:
            raise FactError(str(self), "count where the clue holds, without 'not'")
        if self.clue.thing == self.kind:
            raise FactError(str(self), f"{self.kind}s are counted by other things than {self.kind}s (T-5)")

    def __str__(self) -> str:
        return f"{self.kind}s: exactly {self.number} {self.clue}"


@dataclass(frozen=True, slots=True)
class CircleFact:
    """How many landmarks of a kind lie around a hex: ``huts: exactly 1 within 2 of B32``."""

    kind: str
    number: int
    radius: int
    centre: str

    def __str__(self) -> str:
        return f"{self.kind}s: exactly {self.number} within {self.radius} of {self.centre}"


@dataclass(frozen=True, slots=True)
class TerrainsFact:
    """The terrain of each landmark of a kind: ``huts: in beach, jungle, jungle, lake``."""

    kind: str
    terrains: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "terrains", tuple(sorted(self.terrains)))

    def __str__(self) -> str:
        return f"{self.kind}s: in {', '.join(self.terrains)}"


@dataclass(frozen=True, slots=True)
class DistancesFact:
    """The distance of each landmark of a kind from a hex: ``huts: at 1, 3, 3, 6 from B32``."""

    kind: str
    steps: tuple[int, ...]
    centre: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(sorted(self.steps)))

    def __str__(self) -> str:
        return f"{self.kind}s: at {', '.join(map(str, self.steps))} from {self.centre}"


@dataclass(frozen=True, slots=True)
class NearestFact:
    """How far the nearest landmark of a kind is from a hex: ``huts: nearest 3 from B32``."""

    kind: str
    steps: int
    centre: str

    def __str__(self) -> str:
        return f"{self.kind}s: nearest {self.steps} from {self.centre}"


@dataclass(frozen=True, slots=True)
class PairFact:
    """Whether two treasures lie near each other: ``white not within 2 of black``."""

    colour: str
    radius: int
    other: str
    negative: bool = False

    def __str__(self) -> str:
        return f"{self.colour} {'not ' * self.negative}within {self.radius} of {self.other}"


@dataclass(frozen=True, slots=True)
class ListedFact:
    """A clue card that one of the players may hold: ``listed: next to hut``."""

    clue: Clue

    def __str__(self) -> str:
        return f"listed: {self.clue}"


@dataclass(frozen=True, slots=True)
class CubeFact:
    """Whether the hidden card of a player holds on a hex: ``player 1: yes at B25``."""

    player: int  #: from 1
    holds: bool
    place: str

    def __str__(self) -> str:
        return f"player {self.player}: {'yes' if self.holds else 'no'} at {self.place}"


Fact = TreasureFact | CountFact | CircleFact | TerrainsFact | DistancesFact | NearestFact | PairFact
"""What a mystery is told of places; its ``str`` is the canonical text."""

CardFact = ListedFact | CubeFact
"""What is told of hidden cards."""

Statement = Fact | CardFact
"""One line of a puzzle; its ``str`` is the canonical text."""

LandmarkFact = CountFact | CircleFact | TerrainsFact | DistancesFact | NearestFact
"""The facts about the landmarks of one kind."""


class Ground(Protocol[Cells]):
    """Where clues hold and how far hexes are apart, from a source of its own for each engine."""

    land: Cells  #: all hexes. An engine holds sets of hexes as masks or as names.
    least: int  #: how near a hex is to itself for "next to" and "within": 0 where that counts, else 1 (T-7)

    def cells(self, clue: Clue) -> Cells:
        """Return where a clue about terrain, the ocean or known landmarks holds (T-6 to T-9)."""
        ...

    def ring(self, centre: str, low: int, high: int) -> Cells:
        """Return the hexes from `low` to `high` steps away from a hex (T-8)."""
        ...


def counts_of(fact: LandmarkFact, ground: Ground[Cells], total: int) -> list[tuple[Cells, int, int]]:
    """Return what a fact says as counts: hexes, and how many of its kind at least and at most stand there.

    The hexes are disjoint. `total` is the number of all landmarks of the kind.
    """
    match fact:
        case CountFact():
            return [(ground.cells(fact.clue), fact.number, fact.number)]
        case CircleFact():
            return [(ground.ring(fact.centre, ground.least, fact.radius), fact.number, fact.number)]
        case NearestFact():
            nearer = ground.ring(fact.centre, 0, fact.steps - 1)
            return [(nearer, 0, 0), (ground.ring(fact.centre, fact.steps, fact.steps), 1, max(total, 1))]
        case TerrainsFact():
            listed = [ground.cells(Clue(Relation.IN, terrain)) for terrain in fact.terrains]
        case DistancesFact():
            listed = [ground.ring(fact.centre, steps, steps) for steps in fact.steps]
    numbers: Counter[Cells] = Counter(listed)
    elsewhere = reduce(xor, numbers, ground.land)  # what is listed lies on land, and nothing of it twice
    return [(elsewhere, 0, 0)] + [(cells, number, number) for cells, number in numbers.items()]


def parse_fact(text: str) -> Statement:
    """Read a fact; case (but for hex names) and spaces are free. `FactError` says what is wrong.

    Whether its hex lies on the island is not asked here.

    >>> str(parse_fact("Huts:  exactly 2 IN jungle"))
    'huts: exactly 2 in jungle'
    """
    try:
        return _fact(" ".join(text.split()))
    except FactError:
        raise
    except ToolkitError as error:
        raise FactError(text, str(error)) from None


def player_of(subject: str) -> int:
    """Return the number of the player whose card is the subject, from 1; 0 of another subject.

    >>> player_of("player 2"), player_of("huts")
    (2, 0)
    """
    found = _PLAYER.fullmatch(subject)
    return int(found[1]) if found else 0


_CIRCLE = re.compile(r"within (\d{1,3}) of (\S+)", re.IGNORECASE)
_PAIR = re.compile(r"(\w+) (not )?within (\d{1,3}) of (\w+)", re.IGNORECASE)
_PLAYER = re.compile(r"player (\d)", re.IGNORECASE)
_CUBE = re.compile(r"(yes|no) at (\S+)", re.IGNORECASE)
_LANDMARKS = {
    "exactly": (r"exactly (\d{1,3}) (.+)", "'exactly', a number and a clue or 'within 2 of' a hex"),
    "in": (r"in ?(.*)", ""),
    "at": (r"at (\d{1,3}(?: ?, ?\d{1,3})*) from (\S+)", "'at', distances with commas, 'from' and a hex"),
    "nearest": (r"nearest (\d{1,3}) from (\S+)", "'nearest', a distance, 'from' and a hex"),
}
"""What a fact about landmarks may begin with: its form, and the form in words."""


def _fact(words: str) -> Statement:
    subject, colon, claim = (part.strip() for part in words.partition(":"))
    if not colon:
        return _pair(words)
    subject = subject.lower()
    if subject in COLOURS:
        return TreasureFact(subject, Clue.parse(claim))
    if subject == "listed":
        return ListedFact(Clue.parse(claim))
    if player := _PLAYER.fullmatch(subject):
        return _cube(int(player[1]), claim)
    _check_known("subject", subject, (*COLOURS, *KINDS, "listed", "player 1"))
    return _about_landmarks(KINDS[subject], claim)


def _check_known(what: str, word: str, known: Collection[str]) -> None:
    if word not in known:
        raise ToolkitError(f"no {what} {quote(word)}{did_you_mean(word, known)}")


def _about_landmarks(kind: str, claim: str) -> LandmarkFact:
    first = claim.partition(" ")[0].lower()
    if first not in _LANDMARKS:
        hint = did_you_mean(first, _LANDMARKS) or f"; it is one of {', '.join(_LANDMARKS)}"
        raise ToolkitError(f"{quote(first)} cannot follow '{kind}s:'{hint}")
    form, in_words = _LANDMARKS[first]
    found = re.fullmatch(form, claim, re.IGNORECASE)
    if not found:
        raise ToolkitError(f"expected {in_words}")
    match first:
        case "exactly":
            return _count(kind, int(found[1]), found[2])
        case "in":
            terrains = tuple(word.strip().lower() for word in found[1].split(","))
            for word in terrains:
                _check_known("terrain", word, TERRAINS)
            return TerrainsFact(kind, terrains)
        case "at":
            return DistancesFact(kind, tuple(map(_steps, found[1].split(","))), found[2])
        case _:
            return NearestFact(kind, _steps(found[1]), found[2])


def _cube(player: int, claim: str) -> CubeFact:
    found = _CUBE.fullmatch(claim)
    if not found:
        raise ToolkitError("expected 'yes' or 'no', 'at' and a hex")
    if player < 1:
        raise ToolkitError("players count from 1")
    return CubeFact(player, found[1].lower() == "yes", found[2])


def _count(kind: str, number: int, where: str) -> CountFact | CircleFact:
    circle = _CIRCLE.fullmatch(where)
    if circle and circle[2].lower() not in (*TERRAINS, *LANDMARKS, "ocean", "largest"):
        return CircleFact(kind, number, _steps(circle[1], least=1), circle[2])
    return CountFact(kind, number, Clue.parse(where))


def _pair(words: str) -> PairFact:
    match = _PAIR.fullmatch(words)
    if not match:
        raise ToolkitError("expected a subject and ':', or 'white within 2 of black'")
    colour, other = match[1].lower(), match[4].lower()
    for word in (colour, other):
        _check_known("treasure", word, COLOURS)
    if colour == other:
        raise ToolkitError("two different treasures are needed")
    return PairFact(colour, _steps(match[3], least=1), other, match[2] is not None)


def _steps(digits: str, least: int = 0) -> int:
    steps = int(digits)
    if steps > LARGEST_RADIUS:
        raise ToolkitError(f"{steps} is farther than {LARGEST_RADIUS} hexes")
    if steps < least:
        raise ToolkitError("the radius is 1 or more")
    return steps
