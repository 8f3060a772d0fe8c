"""`write_book`: guide, contents, pages and solutions, handed to typst, which sets ``template.typ``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.resources import as_file, files
from typing import Any

from msgspec.json import encode

from puzzles.book.pages import (
    Line,
    Solved,
    draw_card,
    draw_fact,
    draw_landmark,
    draw_sign,
    draw_terrain,
    grade_of,
    kind_words,
    level_words,
    puzzle_page,
    solution_of,
)
from puzzles.certify import solved
from puzzles.grading import LEVELS
from puzzles.puzzle import Puzzle, PuzzleError
from puzzles.words import Words, words
from solvers.tobago.facts import parse_fact
from toolkit.core.errors import ToolkitError, quote
from toolkit.games.tobago.clues import LANDMARKS, Clue
from toolkit.games.tobago.maps import COLOURS
from toolkit.hexmap import TERRAINS

LABELS = ("contents", "find", "free", "notes", "solutions")

_EXAMPLES = {  # what the pictures of the guide show
    "in": "in jungle",
    "next_to": "next to hut",
    "within": "within 2 of lake",
    "not": "not next to statue",
    "largest": "in largest mountain",
}


class BookError(ToolkitError):
    """A book that cannot be printed."""


def write_book(puzzles: Sequence[Puzzle], *, lang: str = "en", title: str | None = None) -> bytes:
    """Return a book of puzzles on A4 pages as PDF, byte for byte the same for the same input.

    What a puzzle does not tell, its grade or its solution, is worked out. Techniques and measures that a
    grade of a newer file names are printed as they stand where the catalog has no words for them. The
    language is ``en`` or ``fa``; by default the title is one of the language.

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
    book = {
        "lang": lang,
        "direction": say.text("language.direction"),
        "digits": say.text("language.digits"),
        "title": say.text("book.title") if title is None else _printable(title),
        "count": say.counted("book.count", len(ready)),
        "labels": {key: say.text(f"book.{key}") for key in LABELS},
        "guide": _reading_guide(say),
        "contents": _listed_by_level(ready, say),
        "puzzles": [puzzle_page(puzzle, number, say) for number, puzzle in enumerate(ready, 1)],
        "techniques": _glossary(solutions, say),
        "solutions": solutions,
    }
    return typeset(encode(book, enc_hook=str).decode())  # pictures are texts of their own kind


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
        return replace(puzzle, grade=grade_of(puzzle))
    except PuzzleError as error:
        raise BookError(f"puzzle {number}: {error}") from None


def _reading_guide(say: Words) -> dict[str, Any]:
    """Return the page on how to read the book (T-4 to T-9)."""
    return {
        "title": say.text("how.title"),
        "map": say.text("how.map", name=say.name("B52")),
        "terrains": [Line(draw_terrain(one), say.text(f"terrains.{one}")) for one in TERRAINS],
        "landmarks": [Line(draw_landmark(one), say.text(f"landmarks.{one}.one")) for one in LANDMARKS],
        "signs": say.text("how.signs"),
        "treasures": [Line(draw_sign(one), say.text(f"colours.{one}")) for one in COLOURS],
        "share": say.text("how.share"),
        "cards": say.text("how.cards"),
        "examples": [
            *(Line(draw_card(Clue.parse(clue)), say.text(f"how.{key}")) for key, clue in _EXAMPLES.items()),
            Line(draw_fact(parse_fact("huts: exactly 1 within 3 of B52"), say), say.text("how.circle")),
            Line(draw_fact(parse_fact("huts: exactly 2 in jungle"), say), say.text("how.counts")),
        ],
        "notes": [say.text(f"how.{key}", find=say.text("book.find")) for key in ("lost", "levels", "ids")],
    }


def _listed_by_level(puzzles: Sequence[Puzzle], say: Words) -> list[dict[str, Any]]:
    """Return the contents: for each level that occurs, its puzzles in order."""
    chapters = []
    for level in range(1, len(LEVELS) + 1):
        rows = [
            (number, say.text("book.puzzle", number=say.number(number)), kind_words(puzzle, say))
            for number, puzzle in enumerate(puzzles, 1)
            if grade_of(puzzle).level == level
        ]
        if rows:
            chapters.append({"level": level_words(level, say), "rows": rows})
    return chapters


def _glossary(solutions: Sequence[Solved], say: Words) -> list[tuple[str, str]]:
    """Return name and meaning of each technique that the solutions use, in the order of its first use."""
    used = dict.fromkeys(name for solved in solutions for name in solved.techniques)
    return [(say.text(f"techniques.{name}"), say.text(f"meanings.{name}")) for name in used]


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
