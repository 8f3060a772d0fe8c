"""The picture of a premise: what a step of a solution looks at, and with `settled` what it settles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from solvers.tobago.facts import CircleFact, CountFact, DistancesFact, NearestFact, TreasureFact, parse_fact
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap.drawing import Marks as Signs
from toolkit.hexmap.drawing import draw
from toolkit.hexmap.signs import Colour, Shape

if TYPE_CHECKING:
    from puzzles.puzzle import Marks, Puzzle
    from puzzles.words.telling import Teller
    from solvers.tobago.steps import Step

_SIGNS: Sequence[tuple[Colour, Shape]] = (
    ("orange", "circle"),
    ("blue", "square"),
    ("green", "triangle"),
    ("purple", "diamond"),
)  # one for each fact; a hex has room for four


def draw_premise(
    puzzle: Puzzle,
    marks: Mapping[str, Marks],
    step: Step,
    facts: Sequence[str],
    teller: Teller,
    *,
    settled: bool = False,
) -> str:
    """Return the island as SVG, with the landmarks that are known or marked, and the hexes of the facts.

    The facts, from which the step follows, are written below the map in the words of the teller; each of the
    first four that name known hexes marks them. With `settled`, what the step settles is ringed: the hexes
    that are sure, or else those that go or those that stay, whichever are fewer; a note says which.
    """
    setting = puzzle.position.setting
    landmarks = {
        kind: {*setting.landmarks[kind], *(marks[f"{kind}s"].sure if f"{kind}s" in marks else ())}
        for kind in LANDMARKS
    }
    meaning, ringed = _ringed(puzzle, marks, step) if settled else ("", [])
    return draw(
        setting.island,
        landmarks=landmarks,
        marks=list(_signs(puzzle, facts)),
        highlight=ringed,
        notes=[*map(teller.in_full, facts), *([teller.say.text(f"hints.{meaning}")] if ringed else [])],
    )


def _ringed(puzzle: Puzzle, marks: Mapping[str, Marks], step: Step) -> tuple[str, list[str]]:
    """Return what the rings of a picture mean, and the hexes to ring."""
    island = puzzle.position.setting.island
    if step.forced:
        return "ringed_sure", [value for value in step.forced if value in island.index]
    out = {*step.removed, *(marks[step.subject].out if step.subject in marks else ())}
    gone, left = [v for v in step.removed if v in island.index], [n for n in island.names if n not in out]
    return ("ringed_left", left) if gone and len(left) < len(gone) else ("ringed_gone", gone)


def _signs(puzzle: Puzzle, texts: Sequence[str]) -> Iterator[Signs]:
    named = ((text, cells) for text in texts if (cells := hexes_of(puzzle, text)))
    for slot, ((text, cells), (colour, shape)) in enumerate(zip(named, _SIGNS, strict=False)):
        yield Signs(text, cells, colour, shape, slot, text)


def hexes_of(puzzle: Puzzle, text: str) -> list[str]:
    """Return the hexes of which a fact, or a card, speaks; none where they depend on what is to be found."""
    match parse_fact(text) if ":" in text else None:  # a card of a hand, or a pair, names no hex
        case (TreasureFact() | CountFact()) as fact if f"{fact.clue.thing}s" not in puzzle.kind.subjects(
            puzzle
        ):
            return list(puzzle.position.setting.cells(fact.clue))
        case (CircleFact() | DistancesFact() | NearestFact()) as fact:
            return [fact.centre]
    return []
