"""What people see of puzzles in the terminal: tables and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from workbench.cli.puzzle_common import beginnings, parts_of
from workbench.cli.puzzle_payloads import differences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzles.puzzle import Puzzle
    from puzzles.schema import Solution
    from workbench.cli.puzzle_common import Rated, Solved


def _table(*columns: str, title: str) -> Table:
    table = Table(title=title, title_justify="left", header_style="bold", min_width=len(title))
    for column in columns:
        numeric = column in ("no.", "facts", "value")
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    return table


def listing(puzzles: list[Puzzle]) -> Table:
    """Return the puzzles of a file, with the beginning of the ID by which each can be chosen."""
    table = _table("no.", "kind", "level", "facts", "island", "ID begins", title=f"{len(puzzles)} puzzles")
    begun = beginnings([one.id for one in puzzles])
    for number, (one, beginning) in enumerate(zip(puzzles, begun, strict=True), 1):
        level = f"{one.grade.level} {one.grade.name}" if one.grade else "-"
        island = one.position.setting.island.title
        table.add_row(str(number), one.kind_name, level, str(len(one.facts)), island, beginning)
    return table


def puzzle(shown: Puzzle, *, solution: bool) -> Text:
    """Return a puzzle in words: what it asks for, its facts, on request its solution, and its ID."""
    from puzzles.words import say_fact

    asked = ", ".join(shown.kind.subjects(shown))
    level = f", level {shown.grade.level} ({shown.grade.name})" if shown.grade else ""
    lines = [f"{shown.kind_name}{level}: find {asked}"]
    lines += [f"{number:3} {say_fact(fact, 'en')}" for number, fact in enumerate(shown.facts, 1)]
    if shown.position.hand is not None:
        lines.append(f"hand: {', '.join(map(str, shown.position.hand)) or 'no card'}")
    if solution:
        lines.append(f"solution: {answer(shown.solution) or 'not in the file'}")
    return Text("\n".join([*lines, f"ID {shown.id}"]))


def answer(solution: Solution) -> str:
    """Return an answer in one line.

    >>> from puzzles.schema import Solution
    >>> answer(Solution(treasures={"brown": "B52"}, huts=("A11", "C10")))
    'brown B52; huts A11, C10'
    """
    return "; ".join(f"{subject} {', '.join(values)}" for subject, values in parts_of(solution).items())


def answers(found: Solved) -> Text:
    """Return the one answer; or the facts that clash; or two answers and where they differ."""
    head = f"{beginnings([found.puzzle.id])[0]}...: "
    if len(found.answers) == 1:
        return Text.assemble(head, ("one answer: ", "bold green"), answer(found.answers[0]))
    return Text.assemble(head, *(_many(found) if found.answers else _none(found)))


def _none(found: Solved) -> Iterator[str | tuple[str, str]]:
    yield "no answer", "bold red"
    if len(found.clash) == 1:
        yield ": this fact alone cannot be true"
    elif found.clash:
        yield ": these facts clash, and without any one of them they would not"
    yield from (f"\n  {fact}" for fact in found.clash)


def _many(found: Solved) -> Iterator[str | tuple[str, str]]:
    yield "more than one answer", "bold red"
    yield from (f"\n  {answer(one)}" for one in found.answers)
    for subject, one, other in differences(found.answers):
        yield f"\n  they differ in {subject}: {', '.join(one) or '-'} or {', '.join(other) or '-'}"


def grade(rated: Rated) -> Table | Text:
    """Return how hard a puzzle is: the vector, one part a row; or why it has no grade."""
    head, found = f"{beginnings([rated.puzzle.id])[0]}...: ", rated.grade
    if found is None:
        return Text.assemble(head, ("no grade", "bold red"), f": {rated.reason}")
    table = _table("measure", "value", title=f"{head}level {found.level} ({found.name})")
    hardest, needs = found.hardest, ", ".join(found.needs)
    rows: dict[str, object] = {
        "hardest technique": hardest.overall or "-",
        "  before the first placement": hardest.before_placement or "-",
        "  for the first step": hardest.first_step or "-",
        "techniques needed": needs or "-",
        "effort": f"{found.effort:g}",
        "steps": found.steps,
        "rounds": found.rounds,
        "bottleneck": f"{found.bottleneck:.2f}",
        "reading": found.reading,
        **{measure: f"{value:g}" for measure, value in found.measures.items()},
    }
    for measure, value in rows.items():
        table.add_row(measure, str(value))
    return table


def faults(shown: Puzzle, wrong: list[str]) -> Text:
    """Return whether the proof of a puzzle holds, and what is wrong with it."""
    head = f"{beginnings([shown.id])[0]}...: "
    if not wrong:
        return Text.assemble(head, ("ok", "bold green"))
    return Text.assemble(head, ("wrong", "bold red"), *(f"\n  {fault}" for fault in wrong))
