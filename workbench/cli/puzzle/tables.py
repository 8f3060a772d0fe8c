"""What people see of puzzles in the terminal: tables and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from workbench.cli.common import table_of
from workbench.cli.puzzle.common import CARDS, beginnings, parts_of
from workbench.cli.puzzle.payloads import differences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.table import Table

    from puzzles.format.schema import Solution
    from puzzles.puzzle import Puzzle
    from puzzles.words import Words
    from toolkit.games.tobago import Clue
    from workbench.cli.puzzle.common import Rated, Solved


def listing(puzzles: list[Puzzle]) -> Table:
    """Return the puzzles of a file, with the beginning of the ID by which each can be chosen."""
    begun = beginnings([one.id for one in puzzles])
    rows = [
        (number, one.kind.name, _level(one), len(one.facts), one.position.setting.island.title, beginning)
        for number, (one, beginning) in enumerate(zip(puzzles, begun, strict=True), 1)
    ]
    columns = ["no.", "kind", "level", "facts", "island", "ID begins"]
    return table_of(*columns, rows=rows, title=f"{len(puzzles)} puzzles", numbers=["no.", "facts"])


def _level(one: Puzzle) -> str:
    return f"{one.grade.level} {one.grade.name}" if one.grade else "-"


def puzzle(shown: Puzzle, *, solution: bool) -> Text:
    """Return a puzzle in words: what it asks for, what it tells, on request its solution, and its ID."""
    from puzzles.words import say_fact, words
    from puzzles.words.telling import questions, unusual_rules

    say = words("en")
    level = f", level {shown.grade.level} ({shown.grade.name})" if shown.grade else ""
    lines = [f"{shown.kind.name}{level}: find {', '.join(_asked(shown, say))}"]
    lines.append(" ".join([say.text(f"kinds.{shown.kind.name}.task"), *questions(shown, say)]))
    lines += unusual_rules(shown.position.setting.rules, say)
    lines += [f"{number:3} {say_fact(fact, say.lang)}" for number, fact in enumerate(shown.facts, 1)]
    if shown.position.hand is not None:
        lines += [*_maps(shown, say), f"{say.text('book.hand')}: {_cards(shown.position.hand, say)}"]
    if solution:
        lines.append(f"solution: {answer(shown.solution) or 'not in the file'}")
    return Text("\n".join([*lines, f"ID {shown.id}"]))


def _asked(shown: Puzzle, say: Words) -> Iterator[str]:
    """Yield what is to be found: cards and plays, the treasures, how many landmarks of each kind."""
    from puzzles.words.telling import lost_landmarks
    from solvers.tobago.facts import KINDS
    from toolkit.games.tobago import COLOURS

    subjects = shown.kind.subjects(shown)
    yield from (f"the {say.text(f'subjects.{word}')}" for word in CARDS if word in subjects)
    if colours := [f"the {say.text(f'colours.{colour}')}" for colour in COLOURS if colour in subjects]:
        yield say.text("subjects.treasure", colour=say.joined(colours))
    yield from (lost_landmarks(shown, kind, say) for kind in KINDS if kind in subjects)


def _maps(shown: Puzzle, say: Words) -> Iterator[str]:
    """Yield a line for each map: its clues, and the hexes whose cubes amulets took (T-33)."""
    for colour, treasure_map in shown.position.maps.items():
        told = _cards(treasure_map.clues, say) or say.text("book.empty")
        if treasure_map.removed:
            told += f"; {say.text('book.removed', hexes=say.listed([*treasure_map.removed]))}"
        yield f"{say.text('book.map', colour=say.text(f'colours.{colour}'))}: {told}"


def _cards(clues: Iterable[Clue], say: Words) -> str:
    from puzzles.words import say_clue

    return say.listed([say_clue(clue, say.lang) for clue in clues])


def answer(solution: Solution) -> str:
    """Return an answer in one line.

    >>> from puzzles.format.schema import Solution
    >>> answer(Solution(treasures={"brown": "B52"}, huts=("A11", "C10")))
    'brown B52; huts A11, C10'
    """
    return "; ".join(
        f"{_called(subject)} {_values(subject, values)}" for subject, values in parts_of(solution).items()
    )


def _called(subject: str) -> str:
    from puzzles.words import words

    return words("en").text(f"subjects.{subject}") if subject in CARDS else subject


def _values(subject: str, values: Iterable[str]) -> str:
    """Return hexes by their names, and cards as they stand in the file."""
    return ", ".join(f"'{value}'" if subject in CARDS else value for value in values) or "-"


def answers(head: str, found: Solved) -> Text:
    """Return the one answer; or the facts that clash; or two answers and where they differ."""
    if len(found.answers) == 1:
        return Text.assemble(head, ("one answer: ", "bold green"), answer(found.answers[0]))
    return Text.assemble(head, *(_many(found) if found.answers else _none(found)))


def _none(found: Solved) -> Iterator[str | tuple[str, str]]:
    yield "no answer", "bold red"
    if len(found.clash) == 1:
        yield ": this fact alone cannot be true"
    elif found.clash:
        yield ": these facts clash, and without any one of them they would not"
    elif found.puzzle.kind.name == "lost-landmarks":
        yield ": the landmarks have no room (T-5)"
    yield from (f"\n  {fact}" for fact in found.clash)


def _many(found: Solved) -> Iterator[str | tuple[str, str]]:
    yield "more than one answer", "bold red"
    yield from (f"\n  {answer(one)}" for one in found.answers)
    for subject, one, other in differences(found.answers):
        yield f"\n  they differ in {_called(subject)}: {_values(subject, one)} or {_values(subject, other)}"


def grade(head: str, rated: Rated) -> Table | Text:
    """Return how hard a puzzle is: the vector, one part a row; or why it has no grade."""
    found = rated.grade
    if found is None:
        return Text.assemble(head, (str(rated.reason), "bold red"))
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
    title = f"{head}level {found.level} ({found.name})"
    return table_of("measure", "value", rows=rows.items(), title=title, numbers=["value"])


def faults(head: str, wrong: list[str]) -> Text:
    """Return whether the proof of a puzzle holds, and what is wrong with it."""
    if not wrong:
        return Text.assemble(head, ("ok", "bold green"))
    count = "1 fault" if len(wrong) == 1 else f"{len(wrong)} faults"
    return Text.assemble(head, (count, "bold red"), *(f"\n  {fault}" for fault in wrong))
