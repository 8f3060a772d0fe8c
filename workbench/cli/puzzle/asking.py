"""Commands that ask about puzzles, each with its JSON and what people see of it; ``schema``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from toolkit.core.errors import printable
from workbench.cli.choices import OneOf, Whole
from workbench.cli.completing import complete_file
from workbench.cli.files import (
    STDIN,
    check_out,
    file_argument,
    read_source,
    rewriting,
    svg_option,
    write_out,
)
from workbench.cli.formats import reading
from workbench.cli.messages import say
from workbench.cli.printing import json_option, print_json, print_rich, styled, table_of, tell
from workbench.cli.puzzle.choosing import beginnings, heads, id_option, language_option, only, puzzles_of

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from puzzles import Marks, Puzzle
    from puzzles.format.schema import Solution
    from puzzles.hints import Hint
    from puzzles.words import Words
    from toolkit.games.tobago import Clue


_CARDS = ("lie", "play", "dead")
"""The subjects of puzzles that are no hexes: a false card, a play of a card, a card for no map."""

_PICTURED = (3, 4, 5)
"""The rungs of hints that have a picture, where a step has one."""

_DOES_IT = 5
"""The rung of hints that changes the marks."""


def plain(part: Any) -> Any:
    """Return a part of a puzzle as JSON data."""
    import msgspec  # it takes time to load

    return msgspec.to_builtins(part, order="deterministic")


@click.command(epilog="Example: tobago puzzle show puzzles.jsonl --id 1")
@file_argument
@id_option
@svg_option
@click.option("--solution", is_flag=True, help="Show the solution too.")
@json_option
def show(file: str, wanted: str | None, svg: str | None, solution: bool, as_json: bool) -> None:
    """Show a puzzle: its facts in words and its island; several puzzles in one FILE are listed."""
    if svg is not None and as_json:
        raise click.UsageError("--svg and --json exclude each other")
    check_out(svg, ".svg", file, option="--svg")
    puzzles = puzzles_of(file, wanted)
    if len(puzzles) > 1 and svg is None and not solution:
        tell(as_json, _listing_data, _listing, puzzles)
        return
    one = only(puzzles)
    if svg is not None:
        write_out(svg, _picture(one, solution))
    else:
        tell(as_json, _puzzle_data, _puzzle, one, solution)


def _listing_data(puzzles: list[Puzzle]) -> dict[str, Any]:
    rows = [
        {
            "number": number,
            "id": one.id,
            "kind": one.kind.name,
            "island": one.position.setting.island.title,
            "level": one.grade.level if one.grade else None,
            "facts": len(one.facts),
        }
        for number, one in enumerate(puzzles, 1)
    ]
    return {"format": "tobago-puzzle-list/1", "puzzles": rows}


def _listing(puzzles: list[Puzzle]) -> list[Table]:
    """Return the puzzles of a file, with the beginning of the ID by which each can be chosen."""
    begun = beginnings([one.id for one in puzzles])
    levels = [f"{one.grade.level} {printable(one.grade.name)}" if one.grade else "-" for one in puzzles]
    rows = [
        (number, one.kind.name, level, len(one.facts), one.position.setting.island.title, beginning)
        for number, (one, level, beginning) in enumerate(zip(puzzles, levels, begun, strict=True), 1)
    ]
    columns, numbers = ["no.", "kind", "level", "facts", "island", "ID begins"], ["no.", "facts"]
    return [table_of(*columns, rows=rows, title=f"{len(puzzles)} puzzles", numbers=numbers)]


def _picture(one: Puzzle, solution: bool) -> str:
    """Return the island as SVG, without the candidates of maps; a solution is ringed."""
    from toolkit.games.tobago.clues import draw_setting

    if not solution:
        return draw_setting(one.position.setting)
    found = one.solution
    ringed = [*found.treasures.values(), *found.huts, *found.palms, *found.statues]
    return draw_setting(one.solved_setting, highlight=ringed)


def _puzzle_data(shown: Puzzle, solution: bool) -> dict[str, Any]:
    """Return a puzzle as its file holds it, ``tobago-puzzle/1``; its solution only on request."""
    from puzzles.format.files import puzzle_to_dict

    document = puzzle_to_dict(shown)
    if not solution:
        document.pop("solution", None)
    return document


def _puzzle(shown: Puzzle, solution: bool) -> list[RenderableType]:
    """Return the island, and the puzzle in words: what it asks for and tells, on request its solution."""
    from puzzles.words import questions, say_fact, unusual_rules, words
    from workbench.cli.tobago.terminal import draw_terminal_setting

    say = words("en")
    level = f", level {shown.grade.level} ({printable(shown.grade.name)})" if shown.grade else ""
    lines = [f"{shown.kind.name}{level}: find {', '.join(_asked(shown, say))}"]
    lines.append(" ".join([say.text(f"kinds.{shown.kind.name}.task"), *questions(shown, say)]))
    lines += unusual_rules(shown.position.setting.rules, say)
    lines += [f"{number:3} {say_fact(fact, say.lang)}" for number, fact in enumerate(shown.facts, 1)]
    if shown.position.hand is not None:
        lines += [*_maps(shown, say), f"{say.text('book.hand')}: {_cards(shown.position.hand, say)}"]
    if solution:
        lines.append(f"solution: {answer(shown.solution) or 'not in the file'}")
        picture = draw_terminal_setting(shown.solved_setting, shown.solution.treasures)
    else:
        picture = draw_terminal_setting(shown.position.setting)
    return [picture, "", styled("\n".join([*lines, f"ID {shown.id}"]))]


def _asked(shown: Puzzle, say: Words) -> Iterator[str]:
    """Yield what is to be found: cards and plays, the treasures, how many landmarks of each kind."""
    from puzzles.words import lost_landmarks
    from solvers.tobago.facts import KINDS
    from toolkit.games.tobago import COLOURS

    subjects = shown.kind.subjects(shown)
    yield from (f"the {say.text(f'subjects.{word}')}" for word in _CARDS if word in subjects)
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


class Solved:
    """Up to two answers of a puzzle, by the engine of its kind; without any, the facts that clash."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.answers = puzzle.kind.answers(puzzle, 2)
        self.clash = () if self.answers else puzzle.kind.clash(puzzle)

    def differences(self) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
        """Yield the subjects in which two answers differ, with the values of both."""
        if len(self.answers) > 1:
            one, other = map(_parts, self.answers)
            for subject in {**one, **other}:
                if one.get(subject) != other.get(subject):
                    yield subject, one.get(subject, ()), other.get(subject, ())


@click.command(epilog="Example: tobago puzzle solve puzzles.jsonl")
@file_argument
@id_option
@json_option
def solve(file: str, wanted: str | None, as_json: bool) -> int:
    """Find the answer of each puzzle (status 1 when one has not exactly one answer)."""
    puzzles = puzzles_of(file, wanted)
    found = [Solved(one) for one in puzzles]
    tell(as_json, _answers_data, lambda found: map(answers, heads(puzzles), found), found)
    return 0 if all(len(one.answers) == 1 for one in found) else 1


def _answers_data(found: list[Solved]) -> dict[str, Any]:
    """Return the answers of each puzzle: a `count` of 2 stands for two or more."""
    rows = [
        {
            "id": one.puzzle.id,
            "kind": one.puzzle.kind.name,
            "count": len(one.answers),
            "answers": plain(one.answers),
            "clash": list(one.clash),
            "differ": [subject for subject, _, _ in one.differences()],
        }
        for one in found
    ]
    return {"format": "tobago-puzzle-answers/1", "puzzles": rows}


def answers(head: str, found: Solved) -> Text:
    """Return the one answer; or the facts that clash; or two answers and where they differ."""
    if len(found.answers) == 1:
        return styled(head, ("one answer: ", "bold green"), answer(found.answers[0]))
    if not found.answers:
        return styled(
            head, ("no answer", "bold red"), _why_none(found), *(f"\n  {one}" for one in found.clash)
        )
    differ = [
        f"\n  they differ in {_called(subject)}: {_values(subject, one)} or {_values(subject, other)}"
        for subject, one, other in found.differences()
    ]
    both = [f"\n  {answer(one)}" for one in found.answers]
    return styled(head, ("more than one answer", "bold red"), *both, *differ)


def _why_none(found: Solved) -> str:
    if found.clash:
        several = ": these facts clash, and without any one of them they would not"
        return several if len(found.clash) > 1 else ": this fact alone cannot be true"
    return ": the landmarks have no room (T-5)" if found.puzzle.kind.name == "lost-landmarks" else ""


def answer(solution: Solution) -> str:
    """Return an answer in one line.

    >>> from puzzles.format.schema import Solution
    >>> answer(Solution(treasures={"brown": "B52"}, huts=("A11", "C10")))
    'brown B52; huts A11, C10'
    """
    return "; ".join(
        f"{_called(subject)} {_values(subject, values)}" for subject, values in _parts(solution).items()
    )


def _parts(solution: Solution) -> dict[str, tuple[str, ...]]:
    """Return what an answer says of each subject: treasures, landmarks, a lie, a play, a dead card."""
    from toolkit.games.tobago import COLOURS

    parts = solution.parts
    return {colour: parts[colour] for colour in COLOURS if colour in parts} | parts


def _called(subject: str) -> str:
    from puzzles.words import words

    return words("en").text(f"subjects.{subject}") if subject in _CARDS else subject


def _values(subject: str, values: Iterable[str]) -> str:
    """Return hexes by their names, and cards as they stand in the file."""
    return ", ".join(f"'{value}'" if subject in _CARDS else value for value in values) or "-"


@click.command(epilog="Example: tobago puzzle hint puzzles.jsonl --id 1 --rung 2")
@file_argument
@id_option
@click.option(
    "--marks",
    "marks_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="What you have found so far (tobago-marks/1).",
)
@click.option("--rung", type=Whole(0, 6), required=True, help="How much to tell, 0 to 6.")
@click.option(
    "--svg",
    metavar="OUT",
    shell_complete=complete_file,
    help="Write the picture of the hint as SVG (rungs 3 to 5).",
)
@language_option
@click.option("--write", is_flag=True, help="Write the new marks into the file of --marks (rung 5).")
@json_option
def hint(
    file: str,
    wanted: str | None,
    marks_file: str | None,
    rung: int,
    svg: str | None,
    lang: str,
    write: bool,
    as_json: bool,
) -> int:
    """Give one hint and no more (status 1 when the puzzle has not exactly one answer).

    \b
    --rung 0  is there a mistake among the marks?
           1  where to look
           2  which facts suffice
           3  the technique
           4  the hexes that it settles
           5  do it
           6  the whole way to the answer
    """  # noqa: D301 - \b keeps the lines of the list apart
    _check_hint(rung, marks_file, svg, write=write, as_json=as_json)
    check_out(svg, ".svg", file, marks_file, option="--svg")
    from puzzles.format.files import marks_text
    from puzzles.hints import hint as hint_at
    from puzzles.puzzle import PuzzleError

    one = only(puzzles_of(file, wanted))
    with rewriting(marks_file) if write and marks_file else nullcontext() as rewrite:
        marks = _marks(one, marks_file, may_begin=write)
        try:
            given = hint_at(one, marks, rung, lang=lang)
        except PuzzleError as error:
            say(f"no hint: {error}")
            return 1
        if svg is not None:
            if given.svg is None:
                raise click.UsageError(
                    "this hint has no picture: one comes with the steps of --rung 3, 4 and 5"
                )
            write_out(svg, given.svg)
        if rewrite:
            rewrite(marks_text(one, given.marks))
    if as_json:
        print_json(_hint_data(one, rung, given))
    elif svg != STDIN:
        print_rich(styled(given.text))
    return 0


def _check_hint(rung: int, marks_file: str | None, svg: str | None, *, write: bool, as_json: bool) -> None:
    """Refuse options that do not go together."""
    if write and (rung != _DOES_IT or marks_file in (None, STDIN)):
        raise click.UsageError("--write goes with --rung 5 and --marks FILE")
    if svg == STDIN and as_json:
        raise click.UsageError("--svg - and --json exclude each other")
    if svg is not None and rung not in _PICTURED:
        raise click.UsageError("--svg goes with --rung 3, 4 and 5")


def _marks(one: Puzzle, file: str | None, *, may_begin: bool) -> dict[str, Marks]:
    """Return the marks of a file; a file that is to be written may not be there yet."""
    if file is None or (may_begin and file != STDIN and not Path(file).exists()):
        return {}
    from puzzles.format.files import parse_marks

    text, _, name = read_source(file)
    with reading(name, "tobago-marks/1", text=text):
        return parse_marks(text, one, name)


def _hint_data(shown: Puzzle, rung: int, given: Hint) -> dict[str, Any]:
    """Return a hint; with rung 5 come the new marks."""
    from puzzles.format.files import marks_to_dict

    head = {"format": "tobago-puzzle-hint/1", "id": shown.id, "rung": rung, "text": given.text}
    marks = {"marks": marks_to_dict(shown, given.marks)["marks"]} if rung == _DOES_IT else {}
    return {**head, "data": given.data, **marks}


@click.command(epilog="Example: tobago puzzle schema marks")
@click.argument(
    "what",
    metavar="[puzzle|marks|times]",
    type=OneOf("schema", ["puzzle", "marks", "times"]),
    default="puzzle",
)
def schema(what: Literal["puzzle", "marks", "times"]) -> None:
    """Print the JSON Schema of puzzles, of the marks of a solver, or of a line of solving times."""
    from puzzles.format.schema import json_schema

    print_json(json_schema(what))
