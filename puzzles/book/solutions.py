"""The solution of one puzzle: the answer, its picture, the grade in short, and the steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.book.icons import draw_landmark, draw_sign
from puzzles.book.pages import Line, grade_of, island_picture, level_words
from puzzles.words.telling import Teller
from toolkit.games.tobago.facts import KINDS, TreasureFact, parse_fact
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from puzzles.puzzle import Puzzle
    from puzzles.words import Words
    from solvers.tobago.steps import Step


_VECTOR = ("steps", "rounds", "effort", "bottleneck", "reading")


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """One entry of the solutions."""

    number: int
    title: str
    kind: str
    answer: Sequence[Line]
    grade: str
    island: str
    steps: Sequence[str]
    techniques: Sequence[str]


def solution_of(puzzle: Puzzle, number: int, say: Words) -> Solved:
    """Return the solution of a puzzle; it needs a grade and an answer."""
    teller = Teller(puzzle, say)
    steps = puzzle.kind.trace(puzzle).steps
    return Solved(
        number=number,
        title=say.text("book.puzzle", number=say.number(number)),
        kind=say.text(f"kinds.{puzzle.kind_name}.name"),
        answer=list(_answer(puzzle, teller)),
        grade=_grade(puzzle, say),
        island=_picture(puzzle),
        steps=[teller.step(step) for step in steps],
        techniques=list(dict.fromkeys(name for step in steps for name in _techniques(step))),
    )


def _techniques(step: Step) -> Iterator[str]:
    yield step.technique
    for inner in step.story:
        yield from _techniques(inner)


def _answer(puzzle: Puzzle, teller: Teller) -> Iterator[Line]:
    located = {colour: [name] for colour, name in _located(puzzle).items()}
    for subject, values in {**puzzle.kind.truth(puzzle), **located}.items():
        picture = ""
        if subject in COLOURS:
            picture = draw_sign(subject)
        elif subject in KINDS:
            picture = draw_landmark(KINDS[subject])
        yield Line(picture, teller.answer(subject, sorted(values)))


def _picture(puzzle: Puzzle) -> str:
    """Return the island with all landmarks and treasures; rings are around what was to be found."""
    solution, known = puzzle.solution, puzzle.position.setting
    found = {kind: getattr(solution, kind) or tuple(known.landmarks[KINDS[kind]]) for kind in KINDS}
    full = Setting(known.island, **found, rules=known.rules)
    truth = puzzle.kind.truth(puzzle)
    ring = [name for subject in (*COLOURS, *KINDS) for name in sorted(truth.get(subject, ()))]
    treasures = {**solution.treasures, **_located(puzzle)}
    return island_picture(full, treasures, [*ring, *_located(puzzle).values()])


def _located(puzzle: Puzzle) -> dict[str, str]:
    """Return the treasure that the play of the solution locates, if it has one."""
    play = parse_fact(puzzle.solution.play) if puzzle.solution.play else None
    if not isinstance(play, TreasureFact):
        return {}
    located = list(puzzle.position.maps[play.colour].verdict(play.clue).after)
    return {play.colour: located[0]} if len(located) == 1 else {}


def _grade(puzzle: Puzzle, say: Words) -> str:
    """Return the grade vector on one line."""
    grade = grade_of(puzzle)
    parts = [level_words(grade.level, say)]
    if grade.hardest.overall:
        technique = say.text(f"techniques.{grade.hardest.overall}")
        parts.append(say.text("grade.hardest", technique=technique))
    if grade.needs:
        needed = say.listed([say.text(f"techniques.{technique}") for technique in grade.needs])
        parts.append(say.text("grade.needs", techniques=needed))
    parts += [say.text(f"grade.{name}", number=say.number(getattr(grade, name))) for name in _VECTOR]
    parts += [
        say.text(f"measures.{name}", number=say.number(grade.measures[name])) for name in grade.measures
    ]
    return "\u00a0· ".join(parts)
