"""`write_book`: the pages handed to typst, which sets them by ``template.typ``."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from msgspec.json import encode

from puzzles.book.front import Book, glossary, listed_by_level, reading_guide
from puzzles.book.pages import puzzle_page
from puzzles.book.solutions import solution_of
from puzzles.certify import solved
from puzzles.puzzle import PuzzleError
from puzzles.words import words
from toolkit.core.errors import ToolkitError, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from puzzles.puzzle import Puzzle

LABELS = ("contents", "find", "free", "notes", "solutions")


class BookError(ToolkitError):
    """A book that cannot be printed."""


def write_book(puzzles: Sequence[Puzzle], *, lang: str = "en", title: str | None = None) -> bytes:
    """Return a book of puzzles on A4 pages as PDF, byte for byte the same for the same input.

    Parameters
    ----------
    puzzles
        In the order in which the book numbers them. What a puzzle does not tell, its grade or its
        solution, is worked out. Techniques and measures that a grade of a newer file names are printed as
        they stand where the catalog has no words for them.
    lang
        ``en`` or ``fa``.
    title
        What the first page says; by default a title of the language.

    Raises
    ------
    BookError
        No puzzles, one without exactly one answer, a title that is no text, or typst is not installed.
    WordsError
        A language without a catalog.
    """
    say, typeset = words(lang), _typesetter()
    if not puzzles:
        raise BookError("a book needs at least one puzzle")
    ready = [_completed(puzzle, number) for number, puzzle in enumerate(puzzles, 1)]
    solutions = [solution_of(puzzle, number, say) for number, puzzle in enumerate(ready, 1)]
    book = Book(
        lang=lang,
        direction=say.text("language.direction"),
        digits=say.text("language.digits"),
        title=say.text("book.title") if title is None else _printable(title),
        count=say.counted("book.count", len(ready)),
        labels={key: say.text(f"book.{key}") for key in LABELS},
        guide=reading_guide(say),
        contents=listed_by_level(ready, say),
        puzzles=[puzzle_page(puzzle, number, say) for number, puzzle in enumerate(ready, 1)],
        techniques=glossary(solutions, say),
        solutions=solutions,
    )
    return typeset(encode(book).decode())


def _printable(title: str) -> str:
    try:
        title.encode()
    except UnicodeEncodeError:
        raise BookError(f"title: {quote(title)} holds a character that no file can hold") from None
    return title


def _completed(puzzle: Puzzle, number: int) -> Puzzle:
    """Return a puzzle with its one answer and its grade."""
    try:
        puzzle = solved(puzzle)
        return puzzle if puzzle.grade else replace(puzzle, grade=puzzle.kind.grade(puzzle))
    except PuzzleError as error:
        raise BookError(f"puzzle {number}: {error}") from None


def _typesetter() -> Callable[[str], bytes]:
    """Return what makes a PDF of the data of a book; `BookError` where typst is not installed."""
    try:
        import typst  # an extra
    except ImportError:
        raise BookError(
            'printing a book needs typst: pip install "tobago-toolkit[print]" brings it'
        ) from None

    def typeset(book: str) -> bytes:
        with as_file(files("puzzles.book")) as folder:
            return typst.compile(
                str(folder / "template.typ"),
                format="pdf",
                font_paths=[str(folder / "fonts")],
                ignore_system_fonts=True,
                sys_inputs={"book": book},
            )

    return typeset
