"""Pages of puzzles: solved from disk by taps, by keys and by hints, in English and Persian."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from browsing import CENTRE, DESKTOP, PHONE, serious

from puzzles import Puzzle, PuzzleError, Solution, read_puzzles
from puzzles.words import words
from workbench.web.puzzle.data import cards_of, puzzle_data
from workbench.web.puzzle.pages import puzzle_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SMALL = """() => [...document.querySelectorAll("button, a")].filter((one) => one.checkVisibility())
  .filter((one) => one.offsetWidth < 44 || one.offsetHeight < 44).map((one) => one.outerHTML)"""
CLIMB = """() => { let climbed = 0;
  for (; climbed < 100 && !document.querySelector("#said.won"); climbed++) {
    document.getElementById("hint").click();
    document.querySelector("[data-rung='5']").click();
  }
  return climbed; }"""
KINDS = {one.kind.name: one for one in read_puzzles("examples/one-of-each-kind.jsonl")}


@pytest.fixture
def page_of(opened: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """The page of one of the puzzles, opened from disk."""

    def open_page(kind: str, lang: str = "en", **looks: Any) -> Any:
        file = tmp_path / "puzzle.html"
        file.write_text(puzzle_page(KINDS[kind], lang), encoding="utf-8")
        return opened(file.as_uri(), **looks)

    return open_page


def test_solved_by_taps_on_a_phone(page_of: Callable[..., Any]) -> None:
    page, answer = page_of("pinpoint", **PHONE), KINDS["pinpoint"].solution.treasures

    def tap(name: str) -> None:
        page.touchscreen.tap(*page.evaluate(CENTRE, name))

    page.click("[data-card='brown: in largest lake']")
    assert page.locator(".layer-outline path").count() == 2
    tap("B22")
    assert page.locator("[data-subject=brown] b").inner_text() == "103"
    assert page.locator("[data-hex=B22]").get_attribute("aria-disabled") == "true"
    page.click("[data-tool=maybe]")
    tap("B21")
    assert page.locator(".mark.maybe.brown").get_attribute("data-at") == "B21"
    page.click("#undo")
    page.click("#undo")
    assert page.locator("[data-subject=brown] b").inner_text() == "104"
    page.click("[data-tool=yes]")
    tap("A00")
    page.click("#check")
    assert page.locator("#said").inner_text() == words("en").text("hints.mistake_at", subject="brown")
    tap(answer["brown"])
    page.click("#check")
    assert page.locator("#said").inner_text() == "No mistake so far."
    page.click("[data-subject=black]")
    tap(answer["black"])
    assert page.locator("#said").inner_text().startswith("★ Solved in ")
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.reload()
    assert page.locator("[data-subject] b").all_inner_texts() == ["✓", "✓"]
    page.click("#restart")
    assert page.locator("[data-subject] b").all_inner_texts() == ["104", "104"]
    assert page.locator("#said.won").count() == 0


def test_solved_by_keys_at_a_desk(page_of: Callable[..., Any]) -> None:
    page, answer = page_of("pinpoint", **DESKTOP), KINDS["pinpoint"].solution.treasures
    for colour, name in answer.items():
        for target in (f"[data-subject={colour}]", "[data-tool=yes]"):
            page.focus(target)
            page.keyboard.press("Enter")
        page.focus("[data-hex][tabindex='0']")
        row, column = (page.evaluate(CENTRE, name)[i] for i in (1, 0))
        for _ in range(60):
            at = page.evaluate("document.activeElement.dataset.hex")
            x, y = page.evaluate(CENTRE, at)
            if at == name:
                break
            across, down = column - x, row - y
            sideways = abs(across) > abs(down)
            key = ("Right" if across > 0 else "Left") if sideways else "Down" if down > 0 else "Up"
            page.keyboard.press(f"Arrow{key}")
        page.keyboard.press("Enter")
    assert page.locator("#said").inner_text().startswith("★ Solved in ")
    page.keyboard.press("Control+z")
    assert page.locator("[data-subject] b").all_inner_texts().count("✓") == 1


@pytest.mark.parametrize(("kind", "lang"), [("lost-landmarks", "fa"), ("lie", "en"), ("best-card", "en")])
def test_hints_lead_to_the_end(page_of: Callable[..., Any], kind: str, lang: str) -> None:
    page, puzzle = page_of(kind, lang, color_scheme="dark", **PHONE), KINDS[kind]
    steps = puzzle.kind.trace(puzzle).steps
    page.click("#hint")
    for rung in (2, 3, 4):
        before = page.locator("#said").inner_text()
        page.click(f"[data-rung='{rung}']")
        assert page.locator("#said").inner_text() != before
    assert page.locator(".card.lit").count() == len(steps[0].facts)
    if lang == "fa":
        assert serious(page) == []
    page.click("[data-rung='5']")
    assert page.evaluate(CLIMB) < len(steps)
    solved = page.locator("[data-subject] b").all_inner_texts()
    assert solved == ["✓"] * len(puzzle.kind.subjects(puzzle))
    direction = page.evaluate("[document.documentElement.dir, document.getElementById('map').dir]")
    assert direction == [words(lang).text("language.direction"), "ltr"]


def test_hints_begin_with_mistakes(page_of: Callable[..., Any]) -> None:
    page = page_of("lie", **DESKTOP)
    lie = KINDS["lie"].solution.lie
    page.click("[data-subject=lie]")
    page.click(f"[data-card='{lie}']")
    assert page.locator(".mark-of.no").count() == 1
    page.click("#hint")
    page.click("[data-rung='4']")
    assert "largest scrubland" in page.locator("#said").inner_text()
    page.click("[data-rung='5']")
    assert page.locator(".mark-of.no").count() == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lang", ["en", "fa"])
def test_the_data_hold_the_proof_but_not_in_plain_sight(kind: str, lang: str) -> None:
    puzzle, say = KINDS[kind], words(lang)
    data = puzzle_data(puzzle, cards_of(puzzle, say), say)
    assert {step["follows"] for step in data["secret"]["steps"]}
    assert '"answer"' not in puzzle_page(puzzle, lang)
    for card in cards_of(puzzle, say):
        assert set(card.hexes) <= set(puzzle.position.setting.island.names)
        assert card.words


def test_a_puzzle_without_exactly_one_answer_has_no_page() -> None:
    bare: Puzzle = replace(KINDS["pinpoint"], facts=KINDS["pinpoint"].facts[:-1], solution=Solution())
    with pytest.raises(PuzzleError, match="several answers"):
        puzzle_page(bare)
