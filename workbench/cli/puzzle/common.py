"""What the puzzle commands share: the FILE argument, the choice of one puzzle, answers as plain values."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import click

from workbench.cli.common import complete_file, read_source, warn

if TYPE_CHECKING:
    from puzzles.format.schema import Grade, Solution
    from puzzles.puzzle import Puzzle

_SHORTEST = 31  # letters of an ID less one: the longest kind and some of the code

CARDS = ("lie", "play", "dead")
"""The subjects of puzzles that are no hexes: a false card, a play of a card, a card for no map."""

id_option = click.option(
    "--id",
    "wanted",
    metavar="ID",
    help="Which puzzle of FILE: its number from 1, its ID, or how its ID begins.",
)
puzzle_argument = click.argument("file", metavar="FILE", shell_complete=complete_file)


def puzzles_of(file: str) -> list[Puzzle]:
    """Return the puzzles of a file, of standard input, or of an ID that stands in its place.

    What the rule for landmarks (T-5) has against them is told as warnings on standard error.
    """
    from puzzles.format.files import from_id, parse_named
    from puzzles.format.ids import is_id

    if is_id(file):
        name, named = (found := from_id(file)).id, [(f"{beginnings([found.id])[0]}...", found)]
    else:
        text, _, name = read_source(file)
        named = parse_named(text, name)
    warn(name, [f"{place}: {fault}" for place, one in named for fault in _faults_of(one)])
    return [one for _, one in named]


def _faults_of(one: Puzzle) -> list[str]:
    """Return the faults of the known landmarks (T-5).

    How many there are is no fault where some are to be found, and no matter where no card speaks of them.
    """
    from toolkit.games.tobago import placement_faults

    position, asked = one.position, one.kind.subjects(one)
    laid = [clue for treasure_map in position.maps.values() for clue in treasure_map.clues]
    said = " ".join(map(str, [*one.facts, *laid, *(position.hand or ())]))
    idle = tuple(
        f"{len(cells)} {kind}"  # so begins what is said of their number
        for kind, cells in position.setting.landmarks.items()
        if f"{kind}s" in asked or kind not in said
    )
    return [fault for fault in placement_faults(position.setting) if not fault.startswith(idle)]


def chosen(puzzles: list[Puzzle], wanted: str | None) -> Puzzle:
    """Return the one puzzle that is wanted; `ToolkitError` when it is not there or not the only one."""
    from toolkit.core.errors import ToolkitError, did_you_mean, quote

    if wanted is None:
        if len(puzzles) == 1:
            return puzzles[0]
        raise ToolkitError(f"there are {len(puzzles)} puzzles: choose one with --id, such as --id 1")
    if re.fullmatch("[0-9]{1,9}", wanted):
        if not 1 <= int(wanted) <= len(puzzles):
            raise ToolkitError(f"--id {wanted}: the puzzles are numbered from 1 to {len(puzzles)}")
        return puzzles[int(wanted) - 1]
    found = {puzzle.id: puzzle for puzzle in puzzles if wanted and puzzle.id.startswith(wanted)}
    if not found:
        hint = did_you_mean(wanted, [puzzle.id[: len(wanted)] for puzzle in puzzles], close=0.8)
        raise ToolkitError(f"--id: no puzzle with an ID that begins with {quote(wanted)}{hint}")
    if len(found) > 1:
        raise ToolkitError(f"--id: {len(found)} IDs begin with {quote(wanted)}; add some letters")
    return next(iter(found.values()))


def wanted_ones(puzzles: list[Puzzle], wanted: str | None) -> list[Puzzle]:
    """Return all puzzles, or the one that is wanted."""
    return puzzles if wanted is None else [chosen(puzzles, wanted)]


def beginnings(ids: list[str]) -> list[str]:
    """Return for each ID a beginning that no other one shares."""
    ordered = sorted(set(ids))
    shared = dict.fromkeys(ordered, _SHORTEST)
    for one, other in pairwise(ordered):
        same = next(i for i, letters in enumerate(zip(one, other, strict=False)) if len(set(letters)) > 1)
        shared[one], shared[other] = max(shared[one], same), max(shared[other], same)
    return [text[: shared[text] + 1] for text in ids]


def heads(puzzles: list[Puzzle]) -> list[str]:
    """Return how a line about each puzzle begins: its number, if there are several, and its ID in short."""
    short = [f"{beginnings([one.id])[0]}...: " for one in puzzles]
    return short if len(short) == 1 else [f"{number} {head}" for number, head in enumerate(short, 1)]


def parts_of(solution: Solution) -> dict[str, tuple[str, ...]]:
    """Return what an answer says of each subject: treasures, landmarks, a lie, a play, a dead card."""
    from solvers.tobago.facts import KINDS
    from toolkit.games.tobago import COLOURS

    parts = solution.parts
    return {subject: parts[subject] for subject in (*COLOURS, *KINDS, *CARDS) if subject in parts}


class Solved(NamedTuple):
    """Up to two answers of a puzzle; without any, the facts that clash."""

    puzzle: Puzzle
    answers: list[Solution]
    clash: tuple[str, ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Solved:
        """Solve a puzzle with the engine of its kind."""
        answers = puzzle.kind.answers(puzzle, 2)
        return cls(puzzle, answers, () if answers else puzzle.kind.clash(puzzle))


class Rated(NamedTuple):
    """How hard a puzzle is; without a grade, why it has none."""

    puzzle: Puzzle
    grade: Grade | None
    reason: str | None

    @classmethod
    def of(cls, puzzle: Puzzle) -> Rated:
        """Rate a puzzle by the measures of its kind."""
        from puzzles.puzzle import PuzzleError

        try:
            return cls(puzzle, puzzle.kind.grade(puzzle), None)
        except PuzzleError as error:
            return cls(puzzle, None, str(error))
