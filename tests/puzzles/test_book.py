"""Books of puzzles: the same bytes for the same input, all that a puzzle says, and nothing read as markup."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from math import dist
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from puzzles.book import (
    BookError,
    Row,
    draw_card,
    draw_code,
    draw_fact,
    grade_of,
    puzzle_page,
    solution_of,
    write_book,
)
from puzzles.collection import collection
from puzzles.format.files import parse_puzzles
from puzzles.format.schema import Grade, Solution
from puzzles.kinds import NAMES, kind_named
from puzzles.puzzle import Puzzle
from puzzles.words import LANGUAGES, MOST_NAMES, Teller, WordsError, say_clue, say_fact, words
from solvers.tobago.facts import CubeFact, ListedFact, parse_fact
from solvers.tobago.steps import Step
from toolkit.games.tobago import Position, Rules, Setting
from toolkit.games.tobago.board_sides import boxed_island
from toolkit.games.tobago.clues import CLUES, Relation
from toolkit.hexmap import Island, parse_drawing, random_island

if TYPE_CHECKING:
    Printed = Callable[..., list[str]]

SVG = "{http://www.w3.org/2000/svg}"
EACH_LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)
ENGLISH = words("en")
SHIPPED = [files("puzzles").joinpath(f"data/{kind}.jsonl").read_text(encoding="utf-8") for kind in NAMES]
SAMPLES = [
    parse_puzzles(text.partition("\n")[0])[0] for text in SHIPPED
]  # to read all of them takes a second
PINPOINT, LOST, LIE, BEST, WHOSE, EXPEDITION = SAMPLES


@pytest.fixture(scope="module")
def printed() -> Printed:
    """Return what prints a book and gives the text of each page, spaces made plain."""
    pytest.importorskip("typst")
    pdfium = pytest.importorskip("pypdfium2")

    def pages(puzzles: list[Puzzle] = SAMPLES, **options: Any) -> list[str]:
        book = pdfium.PdfDocument(write_book(puzzles, **options))
        return [plain(page.get_textpage().get_text_bounded()) for page in book]

    return pages


def plain(text: str) -> str:
    """Return a text as a PDF gives it back, but for spaces, line ends and marks of direction."""
    return re.sub(r"[\s\u2066\u2069\u200b\ufffe]+", " ", text).strip()


def solid(text: str) -> str:
    return re.sub(r"\s", "", plain(text)).replace(
        "\x02", "-"
    )  # pdfium calls a hyphen at the end of a line so


def square(clues: tuple[str, ...], **changes: object) -> Puzzle:
    """Return a small puzzle on a drawn island whose brown treasure is on a1."""
    setting = Setting(parse_drawing("J J S\n J L L\nM M L"), huts=["c3"])
    facts = tuple(parse_fact(f"brown: {clue}") for clue in clues)
    puzzle = Puzzle(kind=kind_named("pinpoint"), position=Position(setting=setting), facts=facts)
    return replace(puzzle, **changes)


def test_every_page_says_what_the_puzzle_says_and_persian_ones_in_persian(printed: Printed) -> None:
    pages, persian = printed(), printed(lang="fa")
    assert len(pages) == len(persian)
    assert "معماهای گنج" in persian[0]
    for number, puzzle in enumerate(SAMPLES, 1):
        latin = set(re.findall(r"[A-Za-z]{3,}", persian[number + 2]))
        assert latin  # pdfium gives its parts in the order of the page, from right to left
        assert latin == set(re.findall(r"[A-Za-z]{3,}", puzzle.id))
        page = pages[number + 2]  # title, guide and contents come before
        assert f"Puzzle {number}" in page
        assert ENGLISH.text(f"kinds.{puzzle.kind.name}.name") in page
        assert solid(puzzle.id) in solid(page)
        if puzzle.facts:
            assert ENGLISH.text(f"kinds.{puzzle.kind.name}.heading") in page
        for fact in puzzle.kind.seen(puzzle, {}).facts:  # cubes are signs on the map
            if not isinstance(fact, CubeFact):
                shown = say_clue(fact.clue, "en") if isinstance(fact, ListedFact) else say_fact(fact, "en")
                assert shown in page
        laid = [clue for treasure_map in puzzle.position.maps.values() for clue in treasure_map.clues]
        for clue in (*laid, *(puzzle.position.hand or ())):
            assert say_clue(clue, "en") in page


def test_what_a_find_opens_stands_on_the_line_that_the_page_names(printed: Printed) -> None:
    two = [EXPEDITION, collection("expedition")[1]]
    pages = printed(two)
    lines = next(page for page in pages if page.startswith(ENGLISH.text("expedition.later")))
    assert pages.index(lines) > 4, "they are not apart from the puzzles"
    told = list[int]()
    for number, puzzle in enumerate(two, 3):
        start = len(puzzle.kind.seen(puzzle, {}).facts)
        named = re.findall(r"find (\d+): line (\d+)", pages[number])
        assert [int(find) for find, _ in named] == list(range(1, len(puzzle.facts) - start + 1))
        for fact, (_, line) in zip(puzzle.facts[start:], named, strict=True):
            assert f"{line} {say_fact(fact, 'en')}" in lines
            assert say_fact(fact, "en") not in pages[number]
        told += [int(line) for _, line in named]
    assert sorted(told) == list(range(1, len(told) + 1)) != told
    assert ENGLISH.text("expedition.later") not in " ".join(printed([PINPOINT]))


def test_a_book_begins_with_guide_and_contents_and_ends_with_solutions(printed: Printed) -> None:
    title, guide, contents, *pages = printed(title="My island")
    assert title.startswith("My island 6 puzzles")
    assert "exactly one hex away" in guide
    assert contents.startswith("Contents Level")
    for number, puzzle in enumerate(SAMPLES, 1):
        name = ENGLISH.text(f"kinds.{puzzle.kind.name}.name")
        assert re.search(rf"Puzzle {number} · {name} · about \d+ minutes? [. ]*{number + 3}\b", contents)
    for level in contents.split("Level ")[1:]:
        listed = re.findall(r"Puzzle (\d+) · .*? about (\d+) minute", level)
        assert listed == sorted(listed, key=lambda row: (int(row[1]), int(row[0])))
    assert "To find: treasure" in re.sub(r"\s+", " ", pages[SAMPLES.index(WHOSE)])
    assert not any("Solutions" in page for page in pages[: len(SAMPLES) + 1])
    solutions = " ".join(pages[len(SAMPLES) + 1 :])
    assert solutions.startswith("Solutions")
    for puzzle in SAMPLES:
        for colour, name in puzzle.solution.treasures.items():
            assert solid(f"The {colour} treasure lies on {name}") in solid(solutions)


def test_same_input_same_bytes_in_another_process() -> None:
    pytest.importorskip("typst")
    program = (
        "from hashlib import sha256; from puzzles.book import write_book; "
        "from puzzles.collection import collection; "
        "puzzles = [collection(kind)[0] for kind in ('pinpoint', 'lie')]; "
        "print(*(sha256(write_book(puzzles, lang=lang)).hexdigest() for lang in ('en', 'fa')))"
    )
    here = [hashlib.sha256(write_book([PINPOINT, LIE], lang=lang)).hexdigest() for lang in LANGUAGES]
    there = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONHASHSEED": "7"},
    )
    assert there.stdout.split() == here


def test_no_title_is_read_as_markup(printed: Printed) -> None:
    puzzle = square(("in largest jungle", "not next to lake"), grade=Grade(level=2, name="#panic()"))
    markup = ("#panic(1)", "*a* $x$ `b` \\ @c <d> [e]", '"]}', "// c /* d */")
    for title in (*markup, "\x00\x1b\u202e\u2067", "&lt;svg>", ""):
        first, *pages = printed([puzzle], title=title)
        assert solid("".join(sign for sign in title if sign.isprintable())) in solid(first)
        assert len(pages) == 4


def test_what_cannot_be_printed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("typst")
    refused: list[tuple[list[Puzzle], dict[str, str], type[Exception], str]] = [
        ([LIE], {"title": "\ud800"}, BookError, r"^title: '\\ud800' holds a character"),
        ([], {}, BookError, "at least one puzzle"),
        ([LIE], {"lang": "tlh"}, WordsError, "no language 'tlh'"),
        ([LIE, square(("in jungle",))], {}, BookError, "puzzle 2: this puzzle has several answers"),
        ([square(("in jungle", "not in jungle"))], {}, BookError, "puzzle 1: this puzzle has no answer"),
    ]
    for puzzles, options, error, problem in refused:
        with pytest.raises(error, match=problem):
            write_book(puzzles, **options)
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(BookError, match=r'QR codes need segno: pip install "tobago-toolkit\[print\]"'):
        write_book([LIE], addresses=["https://example.org/puzzle-1.html"])
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(BookError, match=r'pip install "tobago-toolkit\[print\]"'):
        write_book([LIE])


def test_T5_how_many_landmarks_are_to_be_found_and_where_they_were() -> None:
    find = {line.words for line in puzzle_page(LOST, 1, ENGLISH)["find"]}
    missing = {kind: len(getattr(LOST.solution, kind)) for kind in ("huts", "palms", "statues")}
    assert {f"{count} {kind}" for kind, count in missing.items() if count} <= find
    assert not {words for words in find if words.endswith("statues")} - {f"{missing['statues']} statues"}
    island = solution_of(LOST, 1, ENGLISH)["island"]
    assert [island.count(f'class="{kind}"') for kind in ("hut", "palm", "statue")] == [4, 3, 3]
    for colour, name in LOST.solution.treasures.items():
        assert re.search(rf'aria-label="{name} [^"]*{colour} treasure', island)


def test_a_puzzle_without_answer_and_grade_is_solved_and_graded(printed: Printed) -> None:
    bare = replace(PINPOINT, solution=Solution(), grade=None)
    assert printed([bare]) == printed([PINPOINT])
    assert grade_of(bare) == PINPOINT.grade
    rules = Rules(own_hex="included", distance="overland", landmark_gap=3)
    usual = square(("in jungle",), grade=Grade(level=1, name="easy"))
    setting = Setting(usual.position.setting.island, huts=["c3"], rules=rules)
    told = puzzle_page(replace(usual, position=Position(setting=setting)), 1, ENGLISH)["task"]
    assert len(told) == len(puzzle_page(usual, 1, ENGLISH)["task"]) + 3  # unusual rules are told
    assert "at least 3 hexes apart" in told[-1]


def test_the_lie_and_the_hand_are_asked_about() -> None:
    lie, best = (" ".join(puzzle_page(puzzle, 1, ENGLISH)["task"]) for puzzle in (LIE, BEST))
    assert "Exactly one clue card is false" in lie
    assert "locates a treasure?" in best
    assert "legal on no map" in best


def test_steps_are_told_with_facts_and_story() -> None:
    puzzle = square(("in jungle", "next to hut", "not in lake"))
    teller = Teller(puzzle, ENGLISH)
    one, two, three = map(str, puzzle.facts)
    inner = Step("single clue", (two,), "brown")
    supposing = Step("suppose", (three, one), "brown", ("b1",), ("a1",), 0, ("brown", "b1"), (inner,))
    told = (
        "Suppose the brown treasure lies on b1. Then no hex is left for the brown treasure, because card 2 "
        "says “next to a hut”. That cannot be, so the brown treasure is not on b1 and the brown treasure "
        "lies on a1."
    )
    assert teller.step(supposing) == told
    spacing = "because landmarks of one kind keep their distance, and a hex holds only one."
    assert teller.step(Step("spacing", (), "huts", ("a1", "b1"))) == f"No hut stands on a1 or b1, {spacing}"
    many = puzzle.position.setting.island.names[: MOST_NAMES + 1]
    told = teller.step(Step("spacing", (), "huts", many))
    assert told == f"{MOST_NAMES + 1} hexes are ruled out for the huts, {spacing}"
    assert teller.answer("lie", [two]) == "Card 2 is the false one."
    assert teller.answer("play", ["white: not in lake"]) == (
        "“not in a lake” locates the treasure of the white map."
    )
    assert teller.answer("dead", ["in lake"]) == "“in a lake” is the card that can be laid nowhere."


@EACH_LANGUAGE
@pytest.mark.parametrize(("kind", "number"), [("lost-landmarks", 52), ("lie", 50), ("best-card", 40)])
def test_a_solution_tells_each_step_to_its_end(kind: str, number: int, lang: str) -> None:
    puzzle, say = collection(kind)[number], words(lang)
    teller, steps = Teller(puzzle, say), puzzle.kind.trace(puzzle).steps
    told: dict[int, list[Row]] = {}
    for row in solution_of(puzzle, 1, say)["rows"]:
        if row.number:
            told |= {step: [] for step in numbered(row)}
            assert not row.indent
        told[max(told)] = [*told[max(told)], row]
    assert [*told] == list(range(1, len(steps) + 1))
    for number, step in enumerate(steps, 1):
        story = [*teller.story(step)]
        rows = told[number] or next(told[n] for n in range(number, len(steps) + 1) if told[n])
        if step.supposed:
            assert [row.words for row in rows] == [one.text for one in story]
            assert {row.indent for row in rows[1:-1]} >= {1}
            assert not rows[-1].indent
        else:
            assert all(part.lower() in rows[0].words.lower() for part in (story[0].claim, story[0].because))


def numbered(row: Row) -> range:
    """Return the numbers of the steps of a row; int() reads Persian digits too."""
    first, *last = map(int, row.number.split("\u2013"))
    return range(first, (last or [first])[0] + 1)


@EACH_LANGUAGE
def test_what_a_grade_needs_is_told_and_its_measures_are_not(printed: Printed, lang: str) -> None:
    grade = Grade(
        level=1, name="easy", needs=("{0}", "counts", "*magic*", "#panic()", "\ud800"), effort=77, minutes=3
    )
    puzzle, say = square(("in largest jungle", "not next to lake"), grade=grade), words(lang)
    told = plain(solution_of(puzzle, 1, say)["grade"])
    assert all(name in told for name in ("*magic*", "{0}", "\\ud800", say.text("techniques.counts")))
    assert say.counted("minutes", 3) in told
    pages = printed([puzzle], lang=lang)
    assert all(name in solid(pages[4]) for name in ("magic", "panic"))  # signs may be mirrored
    assert say.number(77) not in "".join(pages)
    assert all(solid(say.counted("minutes", 3)) in solid(page) for page in pages[2:] if lang == "en")


@pytest.mark.parametrize(("facts", "own_page"), [(20, False), (70, True)])
def test_many_facts_take_more_pages_and_none_is_lost(printed: Printed, facts: int, own_page: bool) -> None:
    clues = [clue for clue in CLUES if "a1" in SQUARE.cells(clue)]
    puzzle = square(
        tuple(str(clue) for clue in (clues * 2)[:facts]), solution=Solution(treasures={"brown": "a1"})
    )
    pages = printed([replace(puzzle, grade=Grade(level=1, name="easy"))])
    text = " ".join(pages[3:])
    for fact in puzzle.facts:
        assert say_fact(fact, "en") in text
    assert solid(puzzle.id) in solid(pages[3])
    assert ("Clue cards" in pages[3]) != own_page


SQUARE = square(("in jungle",)).position.setting


def shown_on(island: Island, facts: int = 0) -> Puzzle:
    """Return a puzzle about one hut on an island, with some facts more than it needs."""
    first = island.names[0]
    setting = Setting(island, huts=[first])
    true = [f"brown: {clue}" for clue in CLUES if clue.negative and first in setting.cells(clue)]
    return Puzzle(
        kind=kind_named("pinpoint"),
        position=Position(setting=setting),
        facts=tuple(map(parse_fact, ["brown: in hut", *true[:facts]])),
        solution=Solution(treasures={"brown": first}),
        grade=Grade(level=1, name="x"),
    )


STRIP = "\n".join(f"{' ' * (row % 2)}{'J ' * 20}" for row in range(6))


def test_no_hex_is_narrower_than_10_mm_and_the_paper_grows_for_it() -> None:
    pytest.importorskip("typst")
    pdfium = pytest.importorskip("pypdfium2")
    boxed = boxed_island()
    islands = [boxed, *(random_island(seed=5, hexes=hexes) for hexes in (12, 150, 300, 700))]
    crowded = [shown_on(boxed, facts) for facts in (24, 33)]  # the map makes room for many facts
    puzzles = [*map(shown_on, [*islands, parse_drawing(STRIP)]), *crowded]
    book = pdfium.PdfDocument(write_book(puzzles))
    papers = []
    maps = [page for page in book if "To find" in page.get_textpage().get_text_range()][1:]  # after the guide
    for page, puzzle in zip(maps, puzzles, strict=True):
        island, text = puzzle.position.setting.island, page.get_textpage()
        signs = text.get_text_range()
        one, other = (island.names[island.number_at[place]] for place in next(iter(island.land_graph.edges)))
        centres = [middle(text, re.search(rf"\b{name} [A-Z]\b", signs).start()) for name in (one, other)]
        assert 10 <= dist(*centres) * MM < 40, island.title
        papers.append(tuple(round(size * MM) for size in page.get_size()))
    a4, a3, a2 = (210, 297), (297, 420), (420, 594)
    assert papers[:6] == [a4, a4, a4, a3, a2, a4[::-1]]


MM = 25.4 / 72  # of a point


def middle(text: Any, place: int) -> tuple[float, float]:
    """Return where the sign at a place of the text of a page is."""
    left, bottom, right, top = text.get_charbox(place)
    return (left + right) / 2, (bottom + top) / 2


def test_hard_puzzles_have_a_map_for_each_thing_to_find(printed: Printed) -> None:
    puzzles = [PINPOINT, *(collection(kind)[-1] for kind in NAMES)]
    pages = printed(puzzles)
    work = [page for page in pages if page.startswith("Puzzle") and "Maps to work on" in page]
    hard = [puzzle for puzzle in puzzles if puzzle.grade.level >= 4]
    assert len({puzzle.kind.name for puzzle in hard}) > 2
    assert len(work) == len(hard)
    for page, puzzle in zip(work, hard, strict=True):
        wanted = [line.words for line in puzzle_page(puzzle, 1, ENGLISH)["work"]]
        assert all(words in page for words in wanted)
        name = puzzle.position.setting.island.names[0]
        assert len(re.findall(rf"\b{name}\b", page)) == len(wanted)


def test_a_code_and_a_link_open_the_page_of_each_puzzle() -> None:
    pytest.importorskip("typst")
    addresses = [f"https://example.org/puzzle-{number}.html" for number in (1, 2)]
    book = write_book([PINPOINT, LIE], addresses=addresses)
    assert all(f"({address})".encode() in book for address in addresses)
    assert b"/URI" not in write_book([PINPOINT, LIE])
    one, other = map(draw_code, addresses)
    assert ElementTree.fromstring(one).tag == f"{SVG}svg"
    assert one != other


def test_T6_pictures_of_clues_differ_and_cross_out_what_a_negative_one_forbids() -> None:
    assert len({draw_card(clue) for clue in CLUES}) == len(CLUES)
    for clue in CLUES:
        root = ElementTree.fromstring(draw_card(clue))
        crosses = [path for path in root.iter(f"{SVG}path") if path.get("class") == "cross"]
        assert len(crosses) == clue.negative * (2 if clue.relation is Relation.WITHIN_2 else 1)


@EACH_LANGUAGE
def test_every_fact_has_a_picture_with_its_numbers(lang: str) -> None:
    for fact in (
        "huts: exactly 2 in lake",
        "huts: exactly 2 within 3 of a1",
        "huts: at 1, 12, 13, 14, 15 from aa12",
        "palms: nearest 3 from a1",
        "white not within 2 of black",
    ):
        root = ElementTree.fromstring(draw_fact(parse_fact(fact), words(lang)))
        texts = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
        for number in re.findall(r"(?<![a-z])[0-9]+", fact):
            assert words(lang).number(int(number)) in texts
