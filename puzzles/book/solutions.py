"""The solution of one puzzle: the answer, its picture, the grade in short, and the steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from puzzles.book.pages import Line, grade_of, island_picture, kind_words, level_words, subject_picture
from puzzles.puzzle import Puzzle
from puzzles.words import Teller, Words
from solvers.tobago.facts import KINDS, TreasureFact, parse_fact
from toolkit.games.tobago.maps import COLOURS

if TYPE_CHECKING:
    from solvers.tobago.steps import Step


_VECTOR = ("steps", "rounds", "effort", "bottleneck", "reading")


@dataclass(frozen=True, slots=True)
class Row:
    """What follows and why; with its number and the story of its supposition, if it has them."""

    claim: str
    why: str
    number: str = ""
    story: Sequence[Row] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """One entry of the solutions."""

    number: int
    title: str
    kind: str
    answer: Sequence[Line]
    grade: str
    island: str
    rows: Sequence[Row]
    techniques: Sequence[str]


def solution_of(puzzle: Puzzle, number: int, say: Words) -> Solved:
    """Return the solution of a puzzle; it needs a grade and an answer."""
    teller = Teller(puzzle, say)
    steps = puzzle.kind.trace(puzzle).steps
    return Solved(
        number=number,
        title=say.text("book.puzzle", number=say.number(number)),
        kind=kind_words(puzzle, say),
        answer=list(_answer(puzzle, teller)),
        grade=_grade(puzzle, say),
        island=_picture(puzzle),
        rows=list(_rows(steps, teller)),
        techniques=list(dict.fromkeys(name for step in steps for name in _techniques(step))),
    )


def _rows(steps: Sequence[Step], teller: Teller) -> Iterator[Row]:
    """Yield a row for each step; equal simple ones (of one round, for the same reason) share a row.

    A supposition within a story is cut to its claim.
    """

    def reason(numbered: tuple[int, Step]) -> tuple[object, ...]:
        number, step = numbered
        return (step.round, step.technique, step.facts) if step.supposed is None else (number,)

    for _, group in groupby(enumerate(steps, 1), reason):
        same = list(group)
        claims = teller.say.text("language.semicolon").join(teller.says(step) for _, step in same)
        step = same[0][1]
        numbers = _numbers([number for number, _ in same], teller.say)
        story = [Row(teller.says(inner), teller.why(inner, supposing=True)) for inner in step.story]
        yield Row(claims, teller.why(step, supposing=True), numbers, story)


def _numbers(numbers: Sequence[int], say: Words) -> str:
    """Return numbers that follow each other: ``7``, or ``7-9`` with a dash."""
    return "\u2013".join(say.number(number) for number in dict.fromkeys((numbers[0], numbers[-1])))


def _techniques(step: Step) -> Iterator[str]:
    yield step.technique
    for inner in step.story:
        yield from _techniques(inner)


def _answer(puzzle: Puzzle, teller: Teller) -> Iterator[Line]:
    located = {colour: [name] for colour, name in _located(puzzle).items()}
    for subject, values in {**puzzle.kind.truth(puzzle), **located}.items():
        yield Line(subject_picture(subject), teller.answer(subject, sorted(values)))


def _picture(puzzle: Puzzle) -> str:
    """Return the island with all landmarks and treasures; rings are around what was to be found."""
    truth = puzzle.kind.truth(puzzle)
    ring = [name for subject in (*COLOURS, *KINDS) for name in sorted(truth.get(subject, ()))]
    treasures = {**puzzle.solution.treasures, **_located(puzzle)}
    return island_picture(puzzle.solved_setting, treasures, [*ring, *_located(puzzle).values()])


def _located(puzzle: Puzzle) -> dict[str, str]:
    """Return the treasure that the play of the solution locates, if it has one."""
    play = parse_fact(puzzle.solution.play) if puzzle.solution.play else None
    if not isinstance(play, TreasureFact):
        return {}
    located = list(puzzle.position.maps[play.colour].verdict(play.clue).after)
    return {play.colour: located[0]} if len(located) == 1 else {}


def _grade(puzzle: Puzzle, say: Words) -> str:
    """Return the grade vector on one line.

    A file may name techniques and measures that the catalog does not know: they are printed as they stand.
    """
    grade = grade_of(puzzle)
    parts = [level_words(grade.level, say)]
    if grade.hardest.overall:
        technique = _known("techniques", grade.hardest.overall, say)
        parts.append(say.text("grade.hardest", technique=technique))
    if grade.needs:
        needed = say.listed([_known("techniques", technique, say) for technique in grade.needs])
        parts.append(say.text("grade.needs", techniques=needed))
    parts += [say.text(f"grade.{name}", number=say.number(getattr(grade, name))) for name in _VECTOR]
    parts += [_known("measures", name, say, number=say.number(n)) for name, n in grade.measures.items()]
    return "\u00a0· ".join(parts)


def _known(key: str, name: str, say: Words, **parts: str) -> str:
    """Return the text of a technique or measure, or its name as it stands: half a surrogate pair escaped."""
    if f"{key}.{name}" in say.texts:
        return say.text(f"{key}.{name}", **parts)
    escaped = say.name(name.encode(errors="backslashreplace").decode())
    return say.text("grade.other", name=escaped, **parts) if parts else escaped
