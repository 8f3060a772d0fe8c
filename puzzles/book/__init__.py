"""Books of puzzles as PDF, in English and Persian."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from itertools import groupby
from typing import Any

from msgspec.json import encode

from puzzles.format.schema import Grade
from puzzles.pictures import cubes_of, fact_pictogram, player_sign
from puzzles.puzzle import LEVELS, Puzzle, PuzzleError, solved
from puzzles.words import (
    Teller,
    Words,
    lost_landmarks,
    questions,
    say_clue,
    say_fact,
    subject_words,
    unusual_rules,
    words,
)
from solvers.tobago.facts import KINDS, CubeFact, ListedFact, Statement, TreasureFact, parse_fact, player_of
from solvers.tobago.steps import Step
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.pictures import document
from toolkit.core.pictures.svg import at, element, label, points
from toolkit.games.tobago.clues import LANDMARKS, Clue, Setting
from toolkit.games.tobago.maps import COLOURS, TreasureMap
from toolkit.games.tobago.pictures import SHAPES, pictogram
from toolkit.games.tobago.pictures.clue_card import HEIGHT, WIDTH
from toolkit.hexmap import OCEAN, TERRAINS, Orientation
from toolkit.hexmap.drawing import Marks, draw
from toolkit.hexmap.layout import HexGrid
from toolkit.hexmap.scene import Token
from toolkit.hexmap.signs import definitions, landmark, map_sheet, mark

__all__ = ["BookError", "write_book"]

# ---- pictures ----------------------------------------------------------------------------------------------

# They are drawn with the signs of the map (no artwork of others), in rows of one size.

_LAYOUT = HexGrid(Orientation.POINTY)
_WIDTH = 92.6  # of a picture of one hex
_LEFT, _TOP, _HEIGHT = -46.0, -53.0, 106.0
_SCALE = _HEIGHT / HEIGHT  # of a pictogram, so that it is as high as a row


def draw_fact(fact: Statement, say: Words) -> str:
    """Return the pictogram of a fact with patterns, as SVG; its numbers in the digits of the language."""
    return _row(fact_pictogram(fact, say, patterns=True))


def draw_card(clue: Clue) -> str:
    """Return the picture of a clue card, as SVG: a dot marks the spot."""
    return _row(pictogram(clue, patterns=True))


def draw_terrain(terrain: str) -> str:
    """Return a hex of a terrain with its letter, as SVG."""
    border = element("polygon", points=points(_LAYOUT.corners((0.0, 0.0))), class_=f"hex {terrain}")
    letter = label(terrain[0].upper(), 0.0, 11.0, class_="lettering", font_size=32)
    return _icon(element("g", border, letter, transform=at(0.0, 0.0)), _WIDTH)


def draw_landmark(kind: str) -> str:
    """Return the symbol of a landmark, as SVG."""
    return _icon(element("g", landmark(kind), transform=at(0.0, 0.0, scale=1.4)), _WIDTH)


def draw_sign(colour: str) -> str:
    """Return the sign of a treasure, as SVG."""
    sign = element("g", mark(SHAPES[colour]), class_=colour)
    return _icon(element("g", sign, transform=at(0.0, 0.0, scale=3.6)), _WIDTH)


def _icon(body: str, width: float = WIDTH * _SCALE) -> str:
    used = [kind for kind in (*TERRAINS, OCEAN) if f"hex {kind}" in body]
    landmarks = [kind for kind in LANDMARKS if f"#landmark-{kind}" in body]
    return document(
        definitions(used, landmarks, patterns=True),
        body,
        sheet=map_sheet(),
        theme="print",
        box=(_LEFT, _TOP, width, _HEIGHT),
        width=width,
    )


def _row(drawn: str) -> str:
    """Return a pictogram at the left of a row."""
    return _icon(element("g", drawn, transform=at(_LEFT, _TOP, scale=_SCALE)))


# ---- the page of a puzzle ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A picture (as SVG; empty for none) and its words, with a number before them if it has one."""

    picture: str
    words: str
    number: str = ""
    boxes: Sequence[str] = ()  #: what stands in boxes to be struck


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
        island=island_picture(puzzle.position.setting, tokens=cubes_of(puzzle, say)),
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
    setting: Setting,
    treasures: Mapping[str, str] | None = None,
    ring: Sequence[str] = (),
    tokens: Sequence[Token] = (),
) -> str:
    """Return the island with its landmarks, the given treasures, rings and pieces, for print; no legend."""
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
        tokens=tokens,
        highlight=ring,
        legend=False,
        theme="print",
    )


def subject_picture(subject: str, say: Words) -> str:
    """Return the sign of a treasure, a kind of landmark or a player; of what else is asked for, nothing."""
    if subject in COLOURS:
        return draw_sign(subject)
    if player := player_of(subject):
        return _icon(element("g", player_sign(player, say), transform=at(0.0, 0.0, scale=4)), _WIDTH)
    return draw_landmark(KINDS[subject]) if subject in KINDS else ""


def _asked(puzzle: Puzzle, say: Words) -> Iterator[Line]:
    """Yield the treasures to be found, the players, and how many landmarks of each kind."""
    for subject in puzzle.kind.subjects(puzzle):
        if subject in COLOURS:
            colour = say.text(f"colours.{subject}")
            yield Line(subject_picture(subject, say), say.text("subjects.treasure", colour=colour))
        elif subject in KINDS:
            yield Line(subject_picture(subject, say), lost_landmarks(puzzle, subject, say))
        elif player_of(subject):
            yield Line(subject_picture(subject, say), subject_words(subject, say))


def _groups(puzzle: Puzzle, say: Words) -> Iterator[Group]:
    """Yield the facts or cards, the clues of the maps, and the hand."""
    players = [say.number(number) for number in map(player_of, puzzle.kind.subjects(puzzle)) if number]
    facts = [
        replace(_card(fact.clue, say), boxes=players)
        if isinstance(fact, ListedFact)
        else Line(draw_fact(fact, say), say_fact(fact, say.lang), say.number(number))
        for number, fact in enumerate(puzzle.facts, 1)
        if not isinstance(fact, CubeFact)  # these are seen on the map
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


# ---- its solution ------------------------------------------------------------------------------------------

_VECTOR = ("steps", "rounds", "effort", "bottleneck", "reading")


@dataclass(frozen=True, slots=True)
class Row:
    """What follows and why; with its number and the story of its supposition, if it has them."""

    claim: str
    why: str
    number: str = ""
    story: Sequence[Row] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """One entry of the solutions."""

    number: int
    title: str
    kind: str
    answer: Sequence[Line]
    grade: str
    island: str
    rows: Sequence[Row]
    techniques: Sequence[str]


def solution_of(puzzle: Puzzle, number: int, say: Words) -> Solved:
    """Return the solution of a puzzle; it needs a grade and an answer."""
    teller = Teller(puzzle, say)
    steps = puzzle.kind.trace(puzzle).steps
    located = {colour: [name] for colour, name in _located(puzzle).items()}
    answered = {**puzzle.kind.truth(puzzle), **located}
    return Solved(
        number=number,
        title=say.text("book.puzzle", number=say.number(number)),
        kind=kind_words(puzzle, say),
        answer=[Line(subject_picture(s, say), teller.answer(s, sorted(v))) for s, v in answered.items()],
        grade=_grade(puzzle, say),
        island=_solved_island(puzzle, say),
        rows=list(_rows(steps, teller)),
        techniques=list(dict.fromkeys(name for step in steps for name in _techniques(step))),
    )


def _rows(steps: Sequence[Step], teller: Teller) -> Iterator[Row]:
    """Yield a row for each step; equal simple ones (of one round, for the same reason) share a row.

    A supposition within a story is cut to its claim.
    """
    say = teller.say

    def reason(numbered: tuple[int, Step]) -> tuple[object, ...]:
        number, step = numbered
        return (step.round, step.technique, step.facts) if step.supposed is None else (number,)

    for _, group in groupby(enumerate(steps, 1), reason):
        same = list(group)
        claims = say.sentence(say.language.semicolon.join(teller.claim(step) for _, step in same))
        step = same[0][1]
        numbers = _numbers([number for number, _ in same], say)
        story = [Row(say.sentence(teller.claim(one)), teller.why(one, supposing=True)) for one in step.story]
        yield Row(claims, teller.why(step, supposing=True), numbers, story)


def _numbers(numbers: Sequence[int], say: Words) -> str:
    """Return numbers that follow each other: ``7``, or ``7-9`` with a dash."""
    return "\u2013".join(say.number(number) for number in dict.fromkeys((numbers[0], numbers[-1])))


def _techniques(step: Step) -> Iterator[str]:
    yield step.technique
    for inner in step.story:
        yield from _techniques(inner)


def _solved_island(puzzle: Puzzle, say: Words) -> str:
    """Return the island with all landmarks and treasures; rings are around what was to be found."""
    truth, hexes = puzzle.kind.truth(puzzle), puzzle.position.setting.island.index
    ring = [name for subject in sorted(truth) for name in sorted(truth[subject]) if name in hexes]
    treasures = {**puzzle.solution.treasures, **_located(puzzle)}
    ring += _located(puzzle).values()
    return island_picture(puzzle.solved_setting, treasures, ring, cubes_of(puzzle, say))


def _located(puzzle: Puzzle) -> dict[str, str]:
    """Return the treasure that the play of the solution locates, if it has one."""
    play = parse_fact(puzzle.solution.play) if puzzle.solution.play else None
    if not isinstance(play, TreasureFact):
        return {}
    located = list(puzzle.position.maps[play.colour].verdict(play.clue).after)
    return {play.colour: located[0]} if len(located) == 1 else {}


def _grade(puzzle: Puzzle, say: Words) -> str:
    """Return the grade vector on one line.

    A file may name techniques and measures that the catalog does not know: they are printed as they stand.
    """
    grade = grade_of(puzzle)
    parts = [level_words(grade.level, say)]
    if grade.hardest.overall:
        technique = _known("techniques", grade.hardest.overall, say)
        parts.append(say.text("grade.hardest", technique=technique))
    if grade.needs:
        needed = say.listed([_known("techniques", technique, say) for technique in grade.needs])
        parts.append(say.text("grade.needs", techniques=needed))
    parts += [say.text(f"grade.{name}", number=say.number(getattr(grade, name))) for name in _VECTOR]
    parts += [_known("measures", name, say, number=say.number(n)) for name, n in grade.measures.items()]
    return "\u00a0· ".join(parts)


def _known(key: str, name: str, say: Words, **parts: str) -> str:
    """Return the text of a technique or measure, or its name as it stands: half a surrogate pair escaped."""
    if f"{key}.{name}" in say.texts:
        return say.text(f"{key}.{name}", **parts)
    escaped = say.name(name.encode(errors="backslashreplace").decode())
    return say.text("grade.other", name=escaped, **parts) if parts else escaped


# ---- the book ----------------------------------------------------------------------------------------------

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
        "direction": say.language.direction,
        "digits": say.language.digits,
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
            Line(draw_fact(parse_fact("player 1: yes at B52"), say), say.text("how.cubes")),
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
