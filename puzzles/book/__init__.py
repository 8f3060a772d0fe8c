"""Books of puzzles as PDF, in English and Persian."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.resources import as_file, files
from io import BytesIO
from itertools import groupby
from math import sqrt
from operator import itemgetter
from typing import Any

from msgspec import structs
from msgspec.json import encode

from puzzles.format.schema import Grade
from puzzles.grading import guesses, minutes_of, whole_minutes, work_in
from puzzles.pictures import cubes_of, fact_pictogram, player_sign, tally_of
from puzzles.puzzle import LEVELS, Puzzle, PuzzleError, solved
from puzzles.words import (
    Teller,
    Told,
    Words,
    lost_landmarks,
    proof_at_a_glance,
    questions,
    say_clue,
    say_fact,
    say_minutes,
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
from toolkit.hexmap import OCEAN, TERRAINS, Island, Orientation
from toolkit.hexmap.drawing import Marks, draw
from toolkit.hexmap.hexes import Hex, distance
from toolkit.hexmap.layout import RADIUS, HexGrid, canvas_of
from toolkit.hexmap.scene import Scene, Token
from toolkit.hexmap.signs import definitions, landmark, map_sheet, mark

__all__ = ["BookError", "write_book"]

# ---- pictures ----------------------------------------------------------------------------------------------

# They are drawn with the signs of the map (no artwork of others), in rows of one size.

_LAYOUT = HexGrid(Orientation.POINTY)
_WIDTH = 92.6  # of a picture of one hex
_LEFT, _TOP, _HEIGHT = -46.0, -53.0, 106.0
_SCALE = _HEIGHT / HEIGHT  # of a pictogram, so that it is as high as a row
_RINGS = 4  # of the ruler
_HARD = 4  # the level from which a puzzle has maps to work on


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


def draw_ruler(orientation: Orientation, say: Words) -> str:
    """Return hexes that bear their distance from the one in the middle, as SVG; every second ring is grey."""
    grid, centre = HexGrid(orientation), Hex(0, 0)
    span = range(-_RINGS, _RINGS + 1)
    drawn = []
    for place in (Hex(q, r) for q in span for r in span):
        if (steps := distance(centre, place)) <= _RINGS:
            x, y = grid.centre(place)
            fill, ink = ("#444", "#fff") if steps == 0 else (("#fff", "#e4e4e4")[steps % 2], "#222")
            border = points(grid.corners((x, y)))
            drawn.append(element("polygon", points=border, fill=fill, stroke="#666", stroke_width=3))
            drawn.append(label(say.number(steps), x, y + 18, fill=ink))
    half = RADIUS * (sqrt(3) * (_RINGS + 0.5) + 0.1)
    ruler = element("g", *drawn, text_anchor="middle", font_size=50, font_family="Vazirmatn")
    box = (-half, -half, 2 * half, 2 * half)
    return document(ruler, sheet=map_sheet(), theme="print", box=box, width=200)


def draw_code(address: str) -> str:
    """Return the QR code of an address as SVG; `BookError` where segno is not installed."""
    try:
        import segno  # an extra
    except ImportError:
        raise BookError('QR codes need segno: pip install "tobago-toolkit[print]" brings it') from None
    out = BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", border=2, xmldecl=False)
    return out.getvalue().decode()


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


def puzzle_page(
    puzzle: Puzzle, number: int, say: Words, address: str = "", later: Sequence[int] = ()
) -> dict[str, Any]:
    """Return what the pages of a puzzle show; with an address, the QR code that opens it in a browser.

    `later` are the lines of the book on which the facts stand that finds open.
    """
    island = puzzle.position.setting.island
    return {
        "number": number,
        "title": say.text("book.puzzle", number=say.number(number)),
        "kind": kind_words(puzzle, say),
        "level": graded_words(grade_of(puzzle), say),
        "task": [
            say.text(f"kinds.{puzzle.kind.name}.task"),
            *questions(puzzle, say),
            *unusual_rules(puzzle.position.setting.rules, say),
            *_where(later, say),
        ],
        "find": list(_asked(puzzle, say)),
        "ruler": draw_ruler(island.orientation, say),
        "island": island_picture(puzzle.position.setting, tokens=cubes_of(puzzle, say)),
        "across": _hexes_across(island),
        "groups": [group for group in _groups(puzzle, say) if group.lines],
        # for each further map, what is marked on it; none for an easy puzzle
        "work": list(_to_mark(puzzle, say)) if grade_of(puzzle).level >= _HARD else [],
        "id": puzzle.id,
        "address": address,
        "code": draw_code(address) if address else "",
    }


def grade_of(puzzle: Puzzle) -> Grade:
    """Return the grade of a puzzle, worked out if nobody has asked yet."""
    return puzzle.grade or puzzle.kind.grade(puzzle)


def kind_words(puzzle: Puzzle, say: Words) -> str:
    """Return the name of the kind of a puzzle."""
    return say.text(f"kinds.{puzzle.kind.name}.name")


def graded_words(grade: Grade, say: Words) -> str:
    """Return the level of a grade and how many minutes to expect."""
    return "\u00a0· ".join([level_words(grade.level, say), *say_minutes(grade, say)])


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


def _hexes_across(island: Island) -> float:
    """Return the width of the picture of an island in hexes, from one flat side of a hex to the other."""
    canvas = canvas_of(Scene.of(island, {}), names=True, letters=True, below=False, size=None)
    return round(canvas.width / (RADIUS * sqrt(3)), 3)


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
        elif player_of(subject) or subject == "place":
            yield Line(subject_picture(subject, say), subject_words(subject, say))


def _to_mark(puzzle: Puzzle, say: Words) -> Iterator[Line]:
    """Yield what is to be sought on the hexes of the island; where cards are asked for, on the maps."""
    subjects, names = puzzle.kind.subjects(puzzle), {*puzzle.position.setting.island.names}
    on_hexes = [name for name, subject in subjects.items() if names.issuperset(subject.values)]
    for subject in on_hexes or puzzle.position.maps:
        colour = say.text(f"colours.{subject}") if subject in COLOURS else ""
        key = "treasure" if colour else subject
        yield Line(subject_picture(subject, say), say.sentence(say.text(f"subjects.{key}", colour=colour)))


def _groups(puzzle: Puzzle, say: Words) -> Iterator[Group]:
    """Yield the open facts or cards, the clues of the maps, and the hand."""
    players = [say.number(number) for number in map(player_of, puzzle.kind.subjects(puzzle)) if number]
    facts = [
        replace(_card(fact.clue, say), boxes=players)
        if isinstance(fact, ListedFact)
        else _fact(fact, number, say)
        for number, fact in enumerate(puzzle.kind.seen(puzzle, {}).facts, 1)
        if not isinstance(fact, CubeFact)  # these are seen on the map
    ]
    yield Group(say.text(f"kinds.{puzzle.kind.name}.heading"), facts)
    if puzzle.position.hand is not None:
        yield from (_map(treasure_map, say) for treasure_map in puzzle.position.maps.values())
        yield Group(say.text("book.hand"), [_card(clue, say) for clue in puzzle.position.hand])


def _where(later: Sequence[int], say: Words) -> Iterator[str]:
    """Yield where to read the facts that finds open, if there are any."""
    finds = ((say.number(find), say.number(line)) for find, line in enumerate(later, 1))
    told = [say.text("expedition.line", number=find, line=line) for find, line in finds]
    if told:
        yield say.text("expedition.lines", lines=say.language.semicolon.join(told))


def _fact(fact: Statement, number: int, say: Words) -> Line:
    return Line(draw_fact(fact, say), say_fact(fact, say.lang), say.number(number))


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


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence of a solution, how far it is set in, and the numbers of the steps that begin with it."""

    words: str
    number: str = ""
    indent: int = 0


def solution_of(puzzle: Puzzle, number: int, say: Words) -> dict[str, Any]:
    """Return the entry of a puzzle among the solutions; it needs a grade and an answer."""
    teller = Teller(puzzle, say)
    located = {colour: [name] for colour, name in _located(puzzle).items()}
    answered = {**puzzle.kind.truth(puzzle), **located}
    return {
        "number": number,
        "title": say.text("book.puzzle", number=say.number(number)),
        "kind": kind_words(puzzle, say),
        "answer": [Line(subject_picture(s, say), teller.answer(s, sorted(v))) for s, v in answered.items()],
        "proof": proof_at_a_glance(puzzle, say),  # what the numbers on its island prove, if it has some
        "grade": _grade(puzzle, say),
        "island": _solved_island(puzzle, say),
        "rows": list(_rows(puzzle.kind.trace(puzzle).steps, teller)),
    }


def _rows(steps: Sequence[Step], teller: Teller) -> Iterator[Row]:
    """Yield the steps as sentences; simple ones of one round, for the same reason, share one.

    What follows from a supposition is set in below it, up to the sentence that it cannot be.
    """
    say = teller.say
    told = [(number, step, [*teller.story(step)]) for number, step in enumerate(steps, 1)]

    def reason(one: tuple[int, Step, list[Told]]) -> tuple[object, ...]:
        number, step, story = one
        return (number,) if step.supposed else (step.round, story[0].because)

    for _, group in groupby(told, reason):
        same = list(group)
        number = _numbers([number for number, _, _ in same], say)
        _, step, (first, *story) = same[0]
        if not step.supposed:
            claims = say.language.semicolon.join(one.claim for _, _, (one,) in same)
            yield Row(say.sentence(say.text("steps.step", claim=claims, because=first.because)), number)
            continue
        yield Row(first.text, number)
        for one in story:
            yield Row(one.text, indent=one.depth + bool(one.because))


def _numbers(numbers: Sequence[int], say: Words) -> str:
    """Return numbers that follow each other: ``7``, or ``7-9`` with a dash."""
    return "\u2013".join(say.number(number) for number in dict.fromkeys((numbers[0], numbers[-1])))


def _solved_island(puzzle: Puzzle, say: Words) -> str:
    """Return the island with all landmarks and treasures; rings are around what was to be found."""
    truth, hexes = puzzle.kind.truth(puzzle), puzzle.position.setting.island.index
    ring = [name for subject in sorted(truth) for name in sorted(truth[subject]) if name in hexes]
    treasures = {**puzzle.solution.treasures, **_located(puzzle)}
    ring += _located(puzzle).values()
    pieces = cubes_of(puzzle, say) + tally_of(puzzle, say)
    return island_picture(puzzle.solved_setting, treasures, ring, pieces)


def _located(puzzle: Puzzle) -> dict[str, str]:
    """Return the treasure that the play of the solution locates, if it has one."""
    play = parse_fact(puzzle.solution.play) if puzzle.solution.play else None
    if not isinstance(play, TreasureFact):
        return {}
    located = list(puzzle.position.maps[play.colour].verdict(play.clue).after)
    return {play.colour: located[0]} if len(located) == 1 else {}


def _grade(puzzle: Puzzle, say: Words) -> str:
    """Return how hard a puzzle is: its level, its minutes and the techniques that it needs."""
    grade = grade_of(puzzle)
    parts = [graded_words(grade, say)]
    if grade.needs:
        needed = say.listed([_technique(name, say) for name in grade.needs])
        parts.append(say.text("grade.needs", techniques=needed))
    return "\u00a0· ".join(parts)


def _technique(name: str, say: Words) -> str:
    """Return what a technique is called; one that the catalog does not know as its name stands in a file.

    Half a surrogate pair in it is escaped.
    """
    if f"techniques.{name}" in say.texts:
        return say.text(f"techniques.{name}")
    return say.name(name.encode(errors="backslashreplace").decode())


# ---- the book ----------------------------------------------------------------------------------------------

LABELS = ("contents", "find", "free", "notes", "online", "solutions", "work")

_EXAMPLES = {  # what the pictures of the guide show
    "in": "in jungle",
    "next_to": "next to hut",
    "within": "within 2 of lake",
    "not": "not next to statue",
    "largest": "in largest mountain",
}


class BookError(ToolkitError):
    """A book that cannot be printed."""


def write_book(
    puzzles: Sequence[Puzzle],
    *,
    lang: str = "en",
    title: str | None = None,
    addresses: Sequence[str] = (),
) -> bytes:
    """Return a book of puzzles on A4 pages as PDF, byte for byte the same for the same input.

    What a puzzle does not tell, its grade or its solution, is worked out. Techniques that a grade of a newer
    file names are printed as they stand where the catalog has no words for them. The language is ``en`` or
    ``fa``; by default the title is one of the language. With `addresses`, one for each puzzle, a QR code
    opens its page. A map whose hexes would be narrower than 10 mm gets the next paper on which they are not.

    Raises
    ------
    BookError
        No puzzles, one without exactly one answer, a title that is no text, or typst is not installed; with
        addresses, segno is not installed.
    WordsError
        A language without a catalog.
    """
    say, typeset = words(lang), _typesetter()
    if not puzzles:
        raise BookError("a book needs at least one puzzle")
    ready = [_completed(puzzle, number) for number, puzzle in enumerate(puzzles, 1)]
    pages, later = addresses or [""] * len(ready), _later(ready)
    book = {
        "lang": lang,
        "direction": say.language.direction,
        "digits": say.language.digits,
        "title": say.text("book.title") if title is None else _printable(title),
        "count": say.counted("book.count", len(ready)),
        "labels": {key: say.text(f"book.{key}") for key in LABELS},
        "guide": _reading_guide(say),
        "contents": _listed_by_level(ready, say),
        "puzzles": [
            puzzle_page(puzzle, number, say, address, _lines_of(number, later))
            for number, (puzzle, address) in enumerate(zip(ready, pages, strict=True), 1)
        ],
        "later": {
            "title": say.text("expedition.later"),
            "how": say.text("expedition.how"),
            "lines": [_fact(ready[n - 1].facts[fact], line, say) for line, (n, fact) in enumerate(later, 1)],
        },
        "techniques": _glossary(ready, say),
        "solutions": [solution_of(puzzle, number, say) for number, puzzle in enumerate(ready, 1)],
    }
    return typeset(encode(book, enc_hook=str).decode())  # pictures are texts of their own kind


def _later(puzzles: Sequence[Puzzle]) -> list[tuple[int, int]]:
    """Return the facts that finds open, each as the number of its puzzle and its place there, in no order."""
    found = {
        sha256(f"{puzzle.id}/{fact}".encode()).digest(): (number, fact)
        for number, puzzle in enumerate(puzzles, 1)
        for fact in range(len(puzzle.kind.seen(puzzle, {}).facts), len(puzzle.facts))
    }
    return [found[key] for key in sorted(found)]


def _lines_of(number: int, later: Sequence[tuple[int, int]]) -> list[int]:
    """Return the lines on which the facts of a puzzle stand that finds open, in the order of the finds."""
    lines = {fact: line for line, (of, fact) in enumerate(later, 1) if of == number}
    return [lines[fact] for fact in sorted(lines)]


def _printable(title: str) -> str:
    try:
        title.encode()
    except UnicodeEncodeError:
        raise BookError(f"title: {quote(title)} holds a character that no file can hold") from None
    return title


def _completed(puzzle: Puzzle, number: int) -> Puzzle:
    """Return a puzzle with its one answer and its grade, whose minutes older files do not tell."""
    try:
        puzzle = solved(puzzle)
        grade = grade_of(puzzle)
    except PuzzleError as error:
        raise BookError(f"puzzle {number}: {error}") from None
    if not grade.minutes:
        work = work_in(puzzle.kind.trace(puzzle), puzzle.kind.reading(puzzle))
        grade = structs.replace(grade, minutes=minutes_of(work, guesses(puzzle.kind.techniques)))
    return replace(puzzle, grade=grade)


def _reading_guide(say: Words) -> dict[str, Any]:
    """Return the page on how to read the book (T-4 to T-9)."""
    return {
        "title": say.text("how.title"),
        "map": say.text("how.map", name=say.name("B52")),
        "ruler": [draw_ruler(Orientation.FLAT, say), say.text("how.ruler")],
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
    """Return the contents: for each level that occurs, its puzzles, those of fewer minutes first."""
    chapters = []
    for level in range(1, len(LEVELS) + 1):
        chosen = [
            (whole_minutes(grade), number, puzzle, grade)
            for number, puzzle in enumerate(puzzles, 1)
            if (grade := grade_of(puzzle)).level == level
        ]
        rows = [
            {
                "number": number,
                "name": say.text("book.puzzle", number=say.number(number)),
                "kind": kind_words(puzzle, say),
                "minutes": say_minutes(grade, say),
            }
            for _, number, puzzle, grade in sorted(chosen, key=itemgetter(0, 1))
        ]
        if rows:
            chapters.append({"level": level_words(level, say), "rows": rows})
    return chapters


def _glossary(puzzles: Sequence[Puzzle], say: Words) -> list[tuple[str, str]]:
    """Return name and meaning of each technique that a puzzle needs, in the order of its first use."""
    needed = dict.fromkeys(name for puzzle in puzzles for name in grade_of(puzzle).needs)
    known = (name for name in needed if f"meanings.{name}" in say.texts)
    return [(say.text(f"techniques.{name}"), say.text(f"meanings.{name}")) for name in known]


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
