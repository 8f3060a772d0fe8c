"""The front of a book: its title, how to read it, and its contents by level."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puzzles.book.icons import draw_card, draw_fact, draw_landmark, draw_sign, draw_terrain
from puzzles.book.pages import Line, PuzzlePage, grade_of, level_words
from puzzles.grading import LEVELS
from solvers.tobago.facts import parse_fact
from toolkit.games.tobago.clues import LANDMARKS, Clue
from toolkit.games.tobago.maps import COLOURS
from toolkit.hexmap import TERRAINS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from puzzles.book.solutions import Solved
    from puzzles.puzzle import Puzzle
    from puzzles.words import Words

_EXAMPLES = {  # what the pictures of the guide show
    "in": "in jungle",
    "next_to": "next to hut",
    "within": "within 2 of lake",
    "not": "not next to statue",
    "largest": "in largest mountain",
}


@dataclass(frozen=True, slots=True)
class Guide:
    """The page on how to read a book: texts, and rows of pictures with their words."""

    title: str
    map: str
    terrains: Sequence[Line]
    landmarks: Sequence[Line]
    signs: str
    treasures: Sequence[Line]
    share: str
    cards: str
    examples: Sequence[Line]
    notes: Sequence[str]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The puzzles of one level: their numbers and kinds."""

    level: str
    rows: Sequence[tuple[int, str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """All that the template prints."""

    lang: str
    direction: str
    digits: str
    title: str
    count: str
    labels: Mapping[str, str]
    guide: Guide
    contents: Sequence[Chapter]
    puzzles: Sequence[PuzzlePage]
    techniques: Sequence[tuple[str, str]]
    solutions: Sequence[Solved]


def reading_guide(say: Words) -> Guide:
    """Return the page on how to read the book (T-4 to T-9)."""
    return Guide(
        title=say.text("how.title"),
        map=say.text("how.map", name=say.name("B52")),
        terrains=[Line(draw_terrain(one), say.text(f"terrains.{one}")) for one in TERRAINS],
        landmarks=[Line(draw_landmark(one), say.text(f"landmarks.{one}.one")) for one in LANDMARKS],
        signs=say.text("how.signs"),
        treasures=[Line(draw_sign(one), say.text(f"colours.{one}")) for one in COLOURS],
        share=say.text("how.share"),
        cards=say.text("how.cards"),
        examples=[
            *(Line(draw_card(Clue.parse(clue)), say.text(f"how.{key}")) for key, clue in _EXAMPLES.items()),
            Line(draw_fact(parse_fact("huts: exactly 1 within 3 of B52"), say), say.text("how.circle")),
            Line(draw_fact(parse_fact("huts: exactly 2 in jungle"), say), say.text("how.counts")),
        ],
        notes=[
            say.text("how.lost", find=say.text("book.find")),
            say.text("how.levels"),
            say.text("how.ids"),
        ],
    )


def listed_by_level(puzzles: Sequence[Puzzle], say: Words) -> list[Chapter]:
    """Return the contents: for each level that occurs, its puzzles in order."""
    chapters = []
    for level in range(1, len(LEVELS) + 1):
        rows = [
            (number, say.text("book.puzzle", number=say.number(number)), _kind(puzzle, say))
            for number, puzzle in enumerate(puzzles, 1)
            if grade_of(puzzle).level == level
        ]
        if rows:
            chapters.append(Chapter(level_words(level, say), rows))
    return chapters


def _kind(puzzle: Puzzle, say: Words) -> str:
    return say.text(f"kinds.{puzzle.kind.name}.name")


def glossary(solutions: Sequence[Solved], say: Words) -> list[tuple[str, str]]:
    """Return name and meaning of each technique that the solutions use, in the order of its first use."""
    used = dict.fromkeys(name for solved in solutions for name in solved.techniques)
    return [(say.text(f"techniques.{name}"), say.text(f"meanings.{name}")) for name in used]
