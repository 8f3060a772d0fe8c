"""What several kinds refuse: facts of another sort, clues on the maps, and orders that they cannot fill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.kinds.kind import LEVELS
from puzzles.puzzle import PuzzleError
from solvers.tobago.facts import TreasureFact
from solvers.tobago.words import joined
from toolkit.core.errors import did_you_mean, quote

if TYPE_CHECKING:
    from collections.abc import Collection

    from puzzles.kinds.kind import Order
    from puzzles.puzzle import Puzzle


def treasure_facts(puzzle: Puzzle) -> tuple[TreasureFact, ...]:
    """Return the facts of a puzzle, all of them clues about treasures; `PuzzleError` for another fact."""
    found = []
    for fact in puzzle.facts:
        if not isinstance(fact, TreasureFact):
            raise PuzzleError(
                f"{quote(str(fact))} does not belong into a {puzzle.kind_name} puzzle: "
                "its facts are clues about treasures, such as 'brown: next to hut'"
            )
        found.append(fact)
    if not found:
        raise PuzzleError(f"a {puzzle.kind_name} puzzle needs cards as facts, such as 'brown: next to hut'")
    return tuple(found)


def check_bare(puzzle: Puzzle) -> None:
    """Refuse clues or removed cubes on the maps, and a hand: the cards of the puzzle are its facts."""
    if used := [colour for colour, m in puzzle.position.maps.items() if m.plays or m.removed]:
        raise PuzzleError(f"a {puzzle.kind_name} puzzle has no maps in play, but {used[0]} is: use facts")
    if puzzle.position.hand is not None:
        raise PuzzleError(f"a {puzzle.kind_name} puzzle has no hand: use facts")


def check_solution(puzzle: Puzzle, colours: Collection[str], further: Collection[str]) -> None:
    """Refuse a solution with other parts than treasures and some further ones; an empty one is fine.

    When it names treasures, they are exactly those of the given colours, on hexes of the island.
    """
    solution = puzzle.solution
    for part in solution.__struct_fields__:
        if getattr(solution, part) and part not in ("treasures", *further):
            raise PuzzleError(
                f"the solution names {quote(part)}, which is not asked for in a {puzzle.kind_name} puzzle"
            )
    named = solution.treasures
    if named and named.keys() != set(colours):
        raise PuzzleError(f"the solution is about {_listed(named)}, the puzzle about {_listed(colours)}")
    puzzle.position.setting.island.cells(named.values())


def check_word(part: str, word: str, valid: Collection[str]) -> None:
    """Refuse a word of the solution that is not among the valid ones; an empty one is fine."""
    if word and word not in valid:
        raise PuzzleError(f"the puzzle has no {part} {quote(word)}{did_you_mean(word, valid)}")


def _listed(colours: Collection[str]) -> str:
    return joined([quote(colour) for colour in sorted(colours)])


def check_order(kind: str, order: Order, most_treasures: int) -> None:
    """Refuse an order that a kind without unknown landmarks cannot fill (`PuzzleError`)."""
    if not 1 <= order.level <= len(LEVELS):
        raise PuzzleError(f"levels run from 1 to {len(LEVELS)}, not {order.level}")
    if order.treasures is not None and not 1 <= order.treasures <= most_treasures:
        wanted = "one treasure" if most_treasures == 1 else f"1 to {most_treasures} treasures"
        raise PuzzleError(f"a {kind} puzzle hides {wanted}, not {order.treasures}")
    if order.unknown:
        raise PuzzleError(f"a {kind} puzzle knows all landmarks, so none can be left unknown")
