"""The page of one puzzle: what is asked, the island, the facts or cards, and the ID."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from puzzles.book.icons import draw_card, draw_fact, draw_landmark, draw_sign
from puzzles.format.schema import Grade
from puzzles.grading import LEVELS
from puzzles.puzzle import Puzzle
from puzzles.words import Words, lost_landmarks, questions, say_clue, say_fact, unusual_rules
from solvers.tobago.facts import KINDS
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.maps import COLOURS, TreasureMap
from toolkit.games.tobago.pictures import SHAPES
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap.drawing import Marks, draw


@dataclass(frozen=True, slots=True)
class Line:
    """A picture (as SVG; empty for none) and its words, with a number before them if it has one."""

    picture: str
    words: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under a heading."""

    title: str
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlePage:
    """One page of a book."""

    number: int
    title: str
    kind: str
    level: str
    task: Sequence[str]
    find: Sequence[Line]
    island: str
    groups: Sequence[Group]
    id: str


def puzzle_page(puzzle: Puzzle, number: int, say: Words) -> PuzzlePage:
    """Return the page of a puzzle."""
    return PuzzlePage(
        number=number,
        title=say.text("book.puzzle", number=say.number(number)),
        kind=kind_words(puzzle, say),
        level=level_words(grade_of(puzzle).level, say),
        task=[
            say.text(f"kinds.{puzzle.kind.name}.task"),
            *questions(puzzle, say),
            *unusual_rules(puzzle.position.setting.rules, say),
        ],
        find=list(_asked(puzzle, say)),
        island=island_picture(puzzle.position.setting),
        groups=[group for group in _groups(puzzle, say) if group.lines],
        id=puzzle.id,
    )


def grade_of(puzzle: Puzzle) -> Grade:
    """Return the grade of a puzzle, worked out if nobody has asked yet."""
    return puzzle.grade or puzzle.kind.grade(puzzle)


def kind_words(puzzle: Puzzle, say: Words) -> str:
    """Return the name of the kind of a puzzle."""
    return say.text(f"kinds.{puzzle.kind.name}.name")


def level_words(level: int, say: Words) -> str:
    """Return a level by number and name."""
    name = say.text(f"levels.{LEVELS[level - 1]}")
    return say.text("book.level", number=say.number(level), name=name)


def island_picture(
    setting: Setting, treasures: Mapping[str, str] | None = None, ring: Sequence[str] = ()
) -> str:
    """Return the island with its landmarks, the given treasures and rings, for print; without a legend."""
    places = treasures or {}
    marks = [
        Marks(f"{colour} treasure", [places[colour]], colour, SHAPES[colour], slot)
        for slot, colour in enumerate(COLOURS)
        if colour in places
    ]
    return draw(
        setting.island,
        landmarks=setting.landmarks,
        marks=marks,
        highlight=ring,
        legend=False,
        theme="print",
    )


def subject_picture(subject: str) -> str:
    """Return the sign of a treasure or a kind of landmark; of what else a puzzle asks for, nothing."""
    if subject in COLOURS:
        return draw_sign(subject)
    return draw_landmark(KINDS[subject]) if subject in KINDS else ""


def _asked(puzzle: Puzzle, say: Words) -> Iterator[Line]:
    """Yield the treasures to be found, and how many landmarks of each kind."""
    for subject in puzzle.kind.subjects(puzzle):
        if subject in COLOURS:
            colour = say.text(f"colours.{subject}")
            yield Line(subject_picture(subject), say.text("subjects.treasure", colour=colour))
        elif subject in KINDS:
            yield Line(subject_picture(subject), lost_landmarks(puzzle, subject, say))


def _groups(puzzle: Puzzle, say: Words) -> Iterator[Group]:
    """Yield the facts or cards, the clues of the maps, and the hand."""
    facts = [
        Line(draw_fact(fact, say), say_fact(fact, say.lang), say.number(number))
        for number, fact in enumerate(puzzle.facts, 1)
    ]
    yield Group(say.text(f"kinds.{puzzle.kind.name}.heading"), facts)
    if puzzle.position.hand is not None:
        yield from (_map(treasure_map, say) for treasure_map in puzzle.position.maps.values())
        yield Group(say.text("book.hand"), [_card(clue, say) for clue in puzzle.position.hand])


def _map(treasure_map: TreasureMap, say: Words) -> Group:
    """Return the clues of a map, and the hexes whose cubes amulets took (T-33)."""
    colour = treasure_map.colour
    lines = [_card(clue, say) for clue in treasure_map.clues]
    if treasure_map.removed:
        hexes = say.listed([say.name(name) for name in treasure_map.removed])
        lines.append(Line("", say.text("book.removed", hexes=hexes)))
    title = say.text("book.map", colour=say.text(f"colours.{colour}"))
    return Group(title, lines or [Line(draw_sign(colour), say.text("book.empty"))])


def _card(clue: Clue, say: Words) -> Line:
    return Line(draw_card(clue), say_clue(clue, say.lang))
