"""What a workshop asks of its processes: to make a puzzle, to write the page of one, to judge a draft."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Thread
from typing import Any, NamedTuple, Protocol

from puzzles.format.files import from_id
from puzzles.generate import Request, make_puzzle
from puzzles.grading import whole_minutes
from puzzles.puzzle import Puzzle, PuzzleError, solved
from solvers.tobago.compiled import load
from workbench.web.puzzle.pages import home_link, page_of, twin_links

SECONDS = 20.0
"""How long anything may take."""

LARGEST = 200
"""Hexes of a random island."""

LONGEST = 20_000
"""Letters of a draft."""


class Question(Protocol):
    """What a process can be asked."""

    def answer(self) -> Any:
        """Return the answer, which can be sent; an error is one, too."""


def working() -> Callable[[Question], Any]:
    """Return what answers in the process, quicker once the compiled search is there."""
    Thread(target=load, daemon=True).start()
    return lambda question: question.answer()


class Order(NamedTuple):
    """Which puzzle is wanted; errors are those of `Request`."""

    kind: str
    level: int
    island: str = "ABC+0"
    hexes: int | None = None
    treasures: int | None = None

    @property
    def request(self) -> Request:
        """The order as the generator takes it."""
        return Request(**self._asdict())


class Making(NamedTuple):
    """An order with the seed of the one puzzle that is made."""

    order: Order
    seed: int

    def answer(self) -> dict[str, Any]:
        """Return the puzzle as the page of the workshop notes it."""
        return noted(make_puzzle(replace(self.order.request, seed=self.seed)))


class Showing(NamedTuple):
    """The page of the puzzle of an ID, in a language."""

    id: str
    lang: str

    def answer(self) -> str:
        """Return the page; `ToolkitError` for an ID that is broken, or without exactly one answer."""
        puzzle = graded(solved(from_id(self.id)))
        home = home_link(f"./?lang={self.lang}", self.lang)
        return page_of(puzzle, self.lang, home=home, twins=twin_links("?lang={}".format, self.lang)).packed()


def graded(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its grade; without one where its techniques do not solve it."""
    try:
        return replace(puzzle, grade=puzzle.kind.grade(puzzle))
    except PuzzleError:
        return puzzle


def noted(puzzle: Puzzle) -> dict[str, Any]:
    """Return what a page notes of a puzzle that has its grade."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind.name,
        "level": puzzle.grade.level if puzzle.grade else 0,
        "minutes": whole_minutes(puzzle.grade),
    }
