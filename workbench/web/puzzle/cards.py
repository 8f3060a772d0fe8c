"""What is to be read and marked on the page of a puzzle: cards, and what each of them says of the island.

A card outlines hexes. Where what is to be found cannot lie outside the outline, the page offers to rule that
out; where this depends on something that is to be found itself, the card says on what, and the page waits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from puzzles.pictures import fact_pictogram
from puzzles.puzzle import Puzzle
from puzzles.words import Words, lost_landmarks, placing, say_clue, say_fact, subject_words
from solvers.tobago.facts import (
    KINDS,
    RADIUS,
    CardFact,
    CountFact,
    Fact,
    LandmarkFact,
    ListedFact,
    PairFact,
    TreasureFact,
    counts_of,
    player_of,
)
from solvers.tobago.reference import ReferenceModel
from toolkit.games.tobago.pictures import pictogram
from toolkit.hexmap import Island


@dataclass(frozen=True, slots=True)
class Near:
    """What outlines hexes only when it is found: `one` lies within `radius` of some `other`, or not."""

    one: str
    other: str
    radius: int
    negative: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """The hexes that a card outlines, if they are known, and the subject that is nowhere outside them."""

    hexes: Collection[str] = ()
    bounds: str = ""
    near: Near | None = None
    counts: bool = False  #: whether it says more than that: how many of several lie there
    apart: tuple[str, int] | None = None  #: the rule for the landmarks of a subject, and their distance (T-5)

    def data(self, island: Island) -> dict[str, Any]:
        """Return what `outlines.js` reads: the hexes as a mask in hexadecimal, bit i is the i-th name."""
        if self.apart:
            return {"apart": self.apart}
        counts = {"counts": True} if self.counts else {}
        if self.near:
            near = self.near
            return {"near": [near.one, near.other, near.radius, near.negative], **counts}
        bounds = {"bounds": self.bounds} if self.bounds else {}
        if not (self.hexes or bounds):
            return {}
        return {"at": f"{island.cells(self.hexes).mask:x}", **bounds, **counts}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One line to read, perhaps to mark."""

    text: str  #: the fact or card as files write it
    words: str  #: the same in a language
    number: int = 0  #: how steps cite it, from 1; 0 for what they name in words
    short: str = ""  #: the same where the pictogram says of what it speaks; empty for the words
    picture: str = ""  #: its pictogram, empty for words alone
    outline: Outline = Outline()
    group: str = ""  #: the heading under which it stands
    about: tuple[str, ...] = ()  #: the tabs on which it stands
    #: the subjects that it may be: ``lie`` for the false card, plays and ``dead`` in a hand, players
    value_of: tuple[str, ...] = ()


def cards_of(puzzle: Puzzle, say: Words) -> list[Card]:
    """Return what is to be read and marked: facts, the cards of a hand or a list, and what lies on maps."""
    facts, rules = [*_facts(puzzle, say)], [*_rules(puzzle, say)]
    given = [*rules, *facts] if unfolds(puzzle) else [*facts, *rules]  # below cards face down nobody looks
    return [*given, *_listed(puzzle, say), *_held(puzzle, say), *_laid(puzzle, say)]


def called(puzzle: Puzzle, tab: str, say: Words) -> str:
    """Return the name of a tab: the colour of a treasure or map, how many landmarks, a card."""
    return lost_landmarks(puzzle, tab, say) if tab in KINDS else subject_words(tab, say)


def tabs(puzzle: Puzzle) -> tuple[str, ...]:
    """Return what can be looked at alone: each subject, and of plays each map."""
    asked = tuple(puzzle.kind.subjects(puzzle))
    return (*puzzle.position.maps, *(one for one in asked if one != "play")) if "play" in asked else asked


def start_of(puzzle: Puzzle) -> int:
    """Return how many facts are open at the start: all, where none open later."""
    return len(puzzle.kind.seen(puzzle, {}).facts)


def unfolds(puzzle: Puzzle) -> bool:
    """Tell whether some facts open later: these stand in their order."""
    return start_of(puzzle) < len(puzzle.facts)


def _facts(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    asked = puzzle.kind.subjects(puzzle)
    ground = ReferenceModel(puzzle.position.setting)
    ordered = say.text(f"kinds.{puzzle.kind.name}.heading") if unfolds(puzzle) else ""
    for number, fact in enumerate(puzzle.facts, 1):
        if isinstance(fact, CardFact):
            continue
        about = tuple(subject for subject in _named(fact) if subject in asked)
        yield Card(
            text=str(fact),
            words=say_fact(fact, say.lang),
            number=number,
            short=say_clue(fact.clue, say.lang) if isinstance(fact, TreasureFact) and not ordered else "",
            picture=fact_pictogram(fact, say),
            outline=_outline(fact, puzzle, ground),
            group=ordered or called(puzzle, about[0], say),
            about=about,
            value_of=("lie",) if "lie" in asked else (),
        )


def _named(fact: Fact) -> list[str]:
    """Return the subjects of which a fact can speak."""
    match fact:
        case TreasureFact(colour, clue):
            return [colour, f"{clue.thing}s"]
        case PairFact():
            return [fact.colour, fact.other]
        case CountFact():
            return [f"{fact.kind}s", f"{fact.clue.thing}s"]
        case _:
            return [f"{fact.kind}s"]


def _outline(fact: Fact, puzzle: Puzzle, ground: ReferenceModel) -> Outline:
    """Return what a fact outlines: of landmarks, where they alone can be, or else where some are counted."""
    asked = puzzle.kind.subjects(puzzle)
    match fact:
        case PairFact(colour, radius, other, negative):
            return Outline(near=Near(colour, other, radius, negative))
        case TreasureFact(colour, clue) if (things := f"{clue.thing}s") in asked:
            return Outline(near=Near(colour, things, RADIUS[clue.relation], clue.negative))
        case TreasureFact(colour, clue):
            return Outline(ground.cells(clue), bounds=colour)
        case CountFact(kind, number, clue) if (things := f"{clue.thing}s") in asked:
            near = Near(f"{kind}s", things, RADIUS[clue.relation], number == 0)
            return Outline(near=near, counts=0 < number < asked[f"{kind}s"].count)
        case _:
            return _counted(fact, asked[f"{fact.kind}s"].count, ground)


def _counted(fact: LandmarkFact, total: int, ground: ReferenceModel) -> Outline:
    counts = counts_of(fact, ground, total)
    inside = ground.land
    for hexes, least, most in counts:
        inside = inside - hexes if most == 0 else inside & hexes if least == total else inside
    more = any(most and least < total for _, least, most in counts)
    return Outline(inside, f"{fact.kind}s", counts=more) if inside != ground.land else Outline(counts[-1][0])


def _rules(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    """Yield how landmarks stand that are to be found (T-5): nobody can solve by a rule that is not told."""
    rules, heading = puzzle.position.setting.rules, say.text(f"kinds.{puzzle.kind.name}.heading")
    for subject in filter(KINDS.get, puzzle.kind.subjects(puzzle)):
        yield Card(
            text=rule_of(subject),
            words=placing(subject, rules, say),
            outline=Outline(apart=(subject, rules.landmark_gap)),
            group=heading if unfolds(puzzle) else called(puzzle, subject, say),
            about=(subject,),
        )


def rule_of(subject: str) -> str:
    """Return the text of the card that tells how the landmarks of a subject stand."""
    return f"{subject}: T-5"


def _laid(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    """Yield the clues that lie on the maps, and what amulets took from these (T-33)."""
    if puzzle.position.hand is None:
        return
    setting = puzzle.position.setting
    for colour, treasure_map in puzzle.position.maps.items():
        title = say.text("book.map", colour=say.text(f"colours.{colour}"))
        for clue in treasure_map.clues:
            yield Card(
                text=f"{colour}: {clue}",
                words=f"{title}: {say_clue(clue, say.lang)}",
                short=say_clue(clue, say.lang),
                picture=fact_pictogram(TreasureFact(colour, clue), say),
                outline=Outline(setting.cells(clue), bounds=colour),
                group=title,
                about=(colour,),
            )
        if treasure_map.removed:
            gone = say.text("book.removed", hexes=say.listed([*map(say.name, treasure_map.removed)]))
            yield Card(
                text=f"{colour} removed",
                words=f"{title}: {gone}",
                short=gone,
                outline=Outline(set(setting.island.names).difference(treasure_map.removed), bounds=colour),
                group=title,
                about=(colour,),
            )


def _held(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    """Yield the cards of the hand, once: on the tab of a map each is a play on it."""
    for clue in puzzle.position.hand or ():
        yield Card(
            text=str(clue),
            words=say_clue(clue, say.lang),
            picture=pictogram(clue),
            outline=Outline(puzzle.position.setting.cells(clue)),
            group=say.text("book.hand"),
            about=tabs(puzzle),
            value_of=("play", "dead"),
        )


def _listed(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    """Yield the cards that players may hold, once: on the tab of each player they are in that one's strip."""
    players = tuple(filter(player_of, puzzle.kind.subjects(puzzle)))
    for fact in puzzle.facts:
        if isinstance(fact, ListedFact):
            yield Card(
                text=str(fact.clue),
                words=say_clue(fact.clue, say.lang),
                picture=pictogram(fact.clue),
                outline=Outline(puzzle.position.setting.cells(fact.clue)),
                group=say.text(f"kinds.{puzzle.kind.name}.heading"),
                about=tabs(puzzle),
                value_of=players,
            )
