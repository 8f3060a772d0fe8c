"""Puzzles on Tobago islands: made, proven, graded, hinted at, and printed."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from puzzles.book import write_book
    from puzzles.format.files import from_id, read_puzzles, write_puzzles
    from puzzles.format.schema import Solution
    from puzzles.generate import Request, make_puzzle
    from puzzles.hints import hint
    from puzzles.puzzle import LEVELS, Marks, Puzzle, PuzzleError, verify
    from puzzles.words import say_fact
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "LEVELS",
    "Marks",
    "Puzzle",
    "PuzzleError",
    "Request",
    "Solution",
    "from_id",
    "hint",
    "make_puzzle",
    "read_puzzles",
    "say_fact",
    "verify",
    "write_book",
    "write_puzzles",
]
