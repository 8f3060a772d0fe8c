"""Books of puzzles: the same bytes for the same input, all that a puzzle says, and nothing read as markup."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from puzzles.book import BookError, Row, draw_card, draw_fact, grade_of, puzzle_page, solution_of, write_book
from puzzles.collection import collection
from puzzles.format.schema import Grade, Hardest, Solution
from puzzles.kinds import NAMES, kind_named
from puzzles.puzzle import Puzzle
from puzzles.words import LANGUAGES, MOST_NAMES, Teller, WordsError, say_clue, say_fact, words
from solvers.tobago.facts import CubeFact, ListedFact, parse_fact
from solvers.tobago.steps import Step
from toolkit.games.tobago import Position, Rules, Setting
from toolkit.games.tobago.clues import CLUES, Relation
from toolkit.hexmap import parse_drawing, random_island

if TYPE_CHECKING:
    Printed = Callable[..., list[str]]

SVG = "{http://www.w3.org/2000/svg}"
EACH_LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)
ENGLISH = words("en")
SAMPLES = [collection(kind)[0] for kind in NAMES]
PINPOINT, LOST, LIE, BEST, WHOSE = SAMPLES


@pytest.fixture(scope="module")
def printed() -> Printed:
    """Return what prints a book and gives the text of each page, spaces made plain."""
    pytest.importorskip("typst")
    pdfium = pytest.importorskip("pypdfium2")

    def pages(puzzles: list[Puzzle] = SAMPLES, **options: str) -> list[str]:
        book = pdfium.PdfDocument(write_book(puzzles, **options))
        return [plain(page.get_textpage().get_text_bounded()) for page in book]

    return pages


def plain(text: str) -> str:
    """Return a text as a PDF gives it back, but for spaces, line ends and marks of direction."""
    return re.sub(r"[\s\u2066\u2069\u200b\ufffe]+", " ", text).strip()


def solid(text: str) -> str:
    return re.sub(r"\s", "", plain(text))


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
        for fact in puzzle.facts:  # cubes are signs on the map
            if not isinstance(fact, CubeFact):
                shown = say_clue(fact.clue, "en") if isinstance(fact, ListedFact) else say_fact(fact, "en")
                assert shown in page
        laid = [clue for treasure_map in puzzle.position.maps.values() for clue in treasure_map.clues]
        for clue in (*laid, *(puzzle.position.hand or ())):
            assert say_clue(clue, "en") in page


def test_a_book_begins_with_guide_and_contents_and_ends_with_solutions(printed: Printed) -> None:
    title, guide, contents, *pages = printed(title="My island")
    assert title.startswith("My island 5 puzzles")
    assert "exactly one hex away" in guide
    assert contents.startswith("Contents Level")
    for number, puzzle in enumerate(SAMPLES, 1):
        name = ENGLISH.text(f"kinds.{puzzle.kind.name}.name")
        assert re.search(rf"Puzzle {number} · {name} [. ]*{number + 3}\b", contents)
    assert not any("Solutions" in page for page in pages[: len(SAMPLES)])
    solutions = " ".join(pages[len(SAMPLES) :])
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
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(BookError, match=r'pip install "tobago-toolkit\[print\]"'):
        write_book([LIE])


def test_T5_how_many_landmarks_are_to_be_found_and_where_they_were() -> None:
    find = {line.words for line in puzzle_page(LOST, 1, ENGLISH).find}
    missing = {kind: len(getattr(LOST.solution, kind)) for kind in ("huts", "palms", "statues")}
    assert {f"{count} {kind}" for kind, count in missing.items() if count} <= find
    assert not {words for words in find if words.endswith("statues")} - {f"{missing['statues']} statues"}
    island = solution_of(LOST, 1, ENGLISH).island
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
    told = puzzle_page(replace(usual, position=Position(setting=setting)), 1, ENGLISH).task
    assert len(told) == len(puzzle_page(usual, 1, ENGLISH).task) + 3  # unusual rules are told
    assert "at least 3 hexes apart" in told[-1]


def test_the_lie_and_the_hand_are_asked_about() -> None:
    lie, best = (" ".join(puzzle_page(puzzle, 1, ENGLISH).task) for puzzle in (LIE, BEST))
    assert "Exactly one of the clue cards is false" in lie
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
    assert teller.why(supposing, supposing=True) == "suppose: the brown treasure lies on b1 (cards 1, 3)"
    assert teller.answer("lie", [two]) == "Card 2 is the false one."
    assert teller.answer("play", ["white: not in lake"]) == (
        "“not in a lake” locates the treasure of the white map."
    )
    assert teller.answer("dead", ["in lake"]) == "“in a lake” is the card that can be laid nowhere."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("kind", "number"), [("lost-landmarks", 34), ("lie", 33), ("pinpoint", 18)])
def test_a_solution_has_a_row_for_each_step(kind: str, number: int, lang: str) -> None:
    puzzle, say = collection(kind)[number], words(lang)
    steps, rows = puzzle.kind.trace(puzzle).steps, solution_of(puzzle, 1, say).rows
    teller = Teller(puzzle, say)
    for row in rows:
        told = [steps[n - 1] for n in numbered(row)]
        assert row.claim == say.sentence(say.language.semicolon.join(map(teller.claim, told)))
        assert [one.claim for one in row.story] == [say.sentence(teller.claim(one)) for one in told[0].story]
        assert all(teller.supposed(step) in row.why for step in told)
    assert [n for row in rows for n in numbered(row)] == list(range(1, len(steps) + 1))


def numbered(row: Row) -> range:
    """Return the numbers of the steps of a row; int() reads Persian digits too."""
    first, *last = map(int, row.number.split("\u2013"))
    return range(first, (last or [first])[0] + 1)


def test_no_row_of_a_solution_is_long() -> None:
    """Stories within stories are cut: the longest steps of the collection were thousands of letters long."""
    nested = 0
    for number in (32, 38):
        puzzle = collection("lost-landmarks")[number]
        steps = puzzle.kind.trace(puzzle).steps
        nested += sum(inner.supposed is not None for step in steps for inner in step.story)
        for row in solution_of(puzzle, 1, ENGLISH).rows:
            for one in (row, *row.story):
                assert len(one.claim) + len(one.why) < 150
            assert not any(inner.number or inner.story for inner in row.story)
    assert nested


@EACH_LANGUAGE
def test_names_of_a_grade_that_nobody_knows_are_printed_as_they_stand(printed: Printed, lang: str) -> None:
    measures = {"foo": 1.0, "{name}": 2.0, "#panic()": 3.0, "": 4.0, "\ud800": 5.0, "cards": 5.0}
    grade = Grade(
        level=1, name="easy", hardest=Hardest(overall="*magic*"), needs=("{0}", "counts"), measures=measures
    )
    puzzle = square(("in largest jungle", "not next to lake"), grade=grade)
    told, say = plain(solution_of(puzzle, 1, words(lang)).grade), words(lang)
    assert all(f"{name} {say.number(value)}" in told for name, value in [*measures.items()][:4])
    assert f"\\ud800 {say.number(5)}" in told
    assert say.text("measures.cards", number=say.number(5)) in told
    assert all(name in told for name in ("*magic*", "{0}", say.text("techniques.counts")))
    solved = solid(" ".join(printed([puzzle], lang=lang)[4:]))
    assert all(name in solved for name in ("foo", "magic", "panic"))


@pytest.mark.parametrize("facts", [20, 70])
def test_many_facts_take_more_pages_and_none_is_lost(printed: Printed, facts: int) -> None:
    clues = [clue for clue in CLUES if "a1" in SQUARE.cells(clue)]
    puzzle = square(
        tuple(str(clue) for clue in (clues * 2)[:facts]), solution=Solution(treasures={"brown": "a1"})
    )
    pages = printed([replace(puzzle, grade=Grade(level=1, name="easy"))])
    text = " ".join(pages[3:])
    for fact in puzzle.facts:
        assert say_fact(fact, "en") in text
    assert solid(puzzle.id) in solid(text)
    assert ("Clue cards" in pages[3]) == (facts < 40)
    assert (solid(puzzle.id) in solid(pages[3])) == (facts < 40)


SQUARE = square(("in jungle",)).position.setting


@pytest.mark.parametrize("hexes", [45, 300])
def test_islands_of_any_size_fit_a_page(printed: Printed, hexes: int) -> None:
    island = random_island(seed=5, hexes=hexes)
    setting = Setting(island, huts=[island.names[0]])
    puzzle = Puzzle(
        kind=kind_named("pinpoint"),
        position=Position(setting=setting),
        facts=(parse_fact("brown: in hut"),),
        solution=Solution(treasures={"brown": island.names[0]}),
    )
    pages = printed([puzzle])
    assert len(pages) == 5
    assert all(name in pages[3] for name in (island.names[0], island.names[-1]))


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
