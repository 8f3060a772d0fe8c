"""Pages of puzzles, one at a time: marks, hints, the list; whole solutions are in `test_journeys.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from browsing import CENTRE, DESKTOP, KINDS, PHONE, Make, fingers, touch

from puzzles import Puzzle, PuzzleError, Solution
from puzzles.collection import collection
from puzzles.format.files import from_id
from puzzles.kinds.best_card import Table
from puzzles.puzzle import solved
from puzzles.words import words
from solvers.tobago.steps import Step
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.placement import why_not_place
from workbench.web.bundle import bundle, json_block
from workbench.web.puzzle.cards import cards_of
from workbench.web.puzzle.pages import puzzle_data, puzzle_page


@pytest.fixture
def page_of(opened: Make, puzzle_file: Callable[..., Path]) -> Make:
    """The page of one of the puzzles, opened from disk."""
    return lambda kind, lang="en", **looks: opened(puzzle_file(kind, lang).as_uri(), **looks)


def test_marks_are_checked_undone_and_kept(page_of: Make) -> None:
    page, answer = page_of("pinpoint", **PHONE), KINDS["pinpoint"].solution.treasures

    def tap(name: str) -> None:
        page.touchscreen.tap(*page.evaluate(CENTRE, name))

    tap("B22")
    assert page.locator("[data-tab=brown] b").inner_text() == "103"
    assert page.locator("[data-hex=B22]").get_attribute("aria-disabled") == "true"
    page.click("[data-tool=maybe]")
    tap("B21")
    assert page.locator(".mark.maybe.brown").get_attribute("data-at") == "B21"
    page.click("#undo")
    page.click("#undo")
    assert page.locator("[data-tab=brown] b").inner_text() == "104"
    page.click("[data-tool=yes]")
    tap("A00")
    page.click("#main")
    assert page.locator("#said").inner_text() == words("en").text(
        "hints.mistake_at", subject="the brown treasure"
    )
    tap(answer["brown"])
    page.click("#main")
    assert page.locator("#said").inner_text() == "No mistake so far."
    page.click("[data-tab=black]")
    tap(answer["black"])
    assert page.locator("#said").inner_text().startswith("★ Solved in ")
    page.reload()
    assert page.locator("[data-tab] b").all_inner_texts() == ["✓", "✓"]
    page.click("#menu")
    page.click("#restart")
    assert page.locator("[data-tab] b").all_inner_texts() == ["104", "104"]
    assert page.locator("#said.won").count() == 0


def test_a_stroke_an_outline_and_a_look_at_a_hex(page_of: Make) -> None:
    page = page_of("pinpoint", **PHONE)
    line, left = page.locator("#said"), page.locator("[data-tab=brown] b")

    def drag(*names: str) -> None:
        places = [tuple(page.evaluate(CENTRE, name)) for name in names]
        fingers(page, "touchStart", places[0])
        for place in places[1:]:
            fingers(page, "touchMove", place)
        fingers(page, "touchEnd")

    drag("A43", "A23")  # three in a line
    assert left.inner_text() == "101"
    assert line.inner_text() == "3 hexes: ruled out. 101 hexes are open."
    assert page.locator("[data-hex=A33]").get_attribute("aria-label") == "A33 lake, ruled out"
    drag("A33", "A13")  # it begins on a mark: it takes marks away, and puts none on A13
    assert line.inner_text() == "2 hexes: no mark. 103 hexes are open."
    page.click("#undo")
    page.click("#undo")
    assert left.inner_text() == "104"
    fingers(page, "touchStart", tuple(page.evaluate(CENTRE, "A43")))
    page.wait_for_selector(".hexmap-tip:has-text('palm: here')")
    fingers(page, "touchEnd")
    assert left.inner_text() == "104"
    card = page.locator("[data-card='brown: in scrubland']")
    card.tap()
    page.locator("#main", has_text="Rule out the 86 outside").tap()
    assert (left.inner_text(), page.locator("#main").inner_text()) == ("18", "Check")
    page.get_by_role("button", name="1 in scrubland , rules out nothing more").wait_for()
    page.click("#undo")
    page.locator("#main", has_text="Rule out the 86 outside").wait_for()
    page.focus("[data-hex=A43]")
    page.keyboard.down("Shift")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.up("Shift")
    assert left.inner_text() == "101"
    page.keyboard.press("Control+z")
    assert left.inner_text() == "104"


@pytest.mark.parametrize("technique", ["reach", "common neighbourhood"])
def test_what_treasures_say_of_each_other_goes_by_what_is_left(
    opened: Make, tmp_path: Path, technique: str
) -> None:
    """One tap on a card rules out what the proven step does, whose other treasure is not found yet."""
    puzzles = ((one, one.kind.trace(one).steps) for one in collection("pinpoint")[24:])
    puzzle, steps = next((one, s) for one, s in puzzles if technique in [step.technique for step in s[:12]])
    (tmp_path / "one.html").write_text(puzzle_page(puzzle), encoding="utf-8")
    page = opened((tmp_path / "one.html").as_uri(), **PHONE)
    number = next(n for n, step in enumerate(steps) if step.technique == technique)
    page.click(f"[data-tab={steps[number].subject}]")
    page.click(f"[data-card='{steps[number].facts[0]}']")
    assert "has no outline until this is found" in page.locator("#said").inner_text()
    for _ in range(number):
        page.click("#hint")
        page.click("#main")
    page.click(f"[data-tab={steps[number].subject}]")
    page.click(f"[data-card='{steps[number].facts[0]}']")
    page.locator("#main", has_text=f"Rule out the {len(steps[number].removed)} outside").wait_for()


def test_lost_landmarks_keep_a_rule_that_is_told_and_used_as_a_card(opened: Make, tmp_path: Path) -> None:
    """Their outline is where the toolkit would place one; what waits or counts is not used up."""
    puzzle = solved(from_id("tobago1-lost-landmarks-AoQQogyDavaYDAEAfASyMoGRKyM1ZWYXQIY4W"))
    known, (statue, *others) = puzzle.position.setting, puzzle.solution.statues
    (tmp_path / "one.html").write_text(puzzle_page(puzzle), encoding="utf-8")
    page = opened((tmp_path / "one.html").as_uri(), **PHONE)
    line, main = page.locator("#said"), page.locator("#main")
    near, counts = "[data-card='brown: next to statue']", "[data-card='statues: at 2, 8, 9 from A35']"

    def room(*statues: str) -> int:
        setting = Setting(known.island, known.huts, known.palms, statues)
        free = [name for name in known.island.names if not why_not_place(setting, "statue", name)]
        return len(free) + len(statues)

    page.tap(near)
    assert line.inner_text() == "“next to a statue” has no outline until this is found: 3 statues."
    assert main.inner_text() == "Check"
    page.tap("[data-tab=statues]")
    page.tap("[data-card='statues: T-5']")
    assert "No statue is on the coast” is true inside" in line.inner_text()
    page.locator("#main", has_text=f"Rule out the {104 - room()} outside").tap()
    page.tap("[data-tool=yes]")
    page.touchscreen.tap(*page.evaluate(CENTRE, statue))
    page.locator("#main", has_text=f"Rule out the {room() - room(statue)} outside").tap()
    assert page.locator("[data-tab=statues] b").inner_text() == str(room(statue))
    page.tap(counts)
    assert page.locator("[aria-selected=true]").get_attribute("data-hex") == "A35"  # that it names
    main.tap()
    assert page.locator(f"{counts} .used").count() == 0
    page.tap(counts)
    page.tap(counts)
    assert line.inner_text().endswith("speaks of the hexes inside the outline.")
    for name in others:
        page.touchscreen.tap(*page.evaluate(CENTRE, name))
    page.tap("[data-tab=brown]")
    page.tap(near)
    outside = 104 - len(puzzle.solved_setting.cells(Clue.parse("next to statue")))
    assert main.inner_text() == f"Rule out the {outside} outside"


def test_a_hint_says_a_little_first_and_its_button_does_it(page_of: Make) -> None:
    page, puzzle = page_of("lost-landmarks", **PHONE), KINDS["lost-landmarks"]
    first = puzzle.kind.trace(puzzle).steps[0]
    touch(page, first.removed[0])
    page.click("#hint")
    assert page.locator("#said").inner_text().startswith("Look for the brown treasure. Fact 2 says ")
    assert page.locator("#said").inner_text().endswith(" Technique: single clue.")
    assert page.locator(".fog.going").count() == 0
    shown = page.evaluate("""() => {
      document.getElementById("hint").click();
      return document.querySelector(".flash.hint").getAttribute("d").split("M").length - 1; }""")
    assert shown == len(first.removed) - 1, "it points at what is struck already"
    assert page.locator("#said").inner_text().startswith("86 hexes are ruled out ")
    assert page.locator(".card.lit").count() == len(first.facts)
    assert page.locator(".fog.going").count() == 1
    page.click("#hint")  # there is no more of it
    assert page.locator(".card.lit, .fog.going, .flash.hint").count() == 0
    page.click("#hint")
    page.locator("#main", has_text="Do it").press("Enter")
    assert page.locator("[data-hex][aria-disabled]").count() == len(first.removed)
    assert page.evaluate("document.activeElement.id") == "main"


def test_hints_begin_with_mistakes(page_of: Make) -> None:
    page = page_of("lie", **DESKTOP)
    lie = KINDS["lie"].solution.lie
    page.click("[data-tab=lie]")
    page.click(f"[data-card='{lie}']")
    assert page.locator(".mark-of.no").count() == 1
    page.click("#hint")
    page.click("#hint")
    number = [str(fact) for fact in KINDS["lie"].facts].index(lie) + 1
    told = f"These marks for the false card are wrong: card {number}."
    assert page.locator("#said").inner_text() == told
    page.click("#main")
    assert page.locator(".mark-of.no").count() == 0
    true = next(str(fact) for fact in KINDS["lie"].facts if str(fact) != lie)
    page.click(f"[data-card='{true}']")
    assert ": must be true. " in page.locator("#said").inner_text()
    page.click("[data-tool=yes]")
    page.click(f"[data-card='{lie}']")
    page.click("[data-tab=black]")  # here a sign says whether a card is true, and whether it is used
    for card, rest in ((true, ""), (lie, "✕")):
        assert page.locator(f"[data-card='{card}'] .mark-of").inner_text() == rest
    page.click(f"[data-card='{true}']")
    page.click("#main")
    assert page.locator(f"[data-card='{true}']:not(.out) .mark-of.used").count() == 1
    page.click("#undo")
    page.click("#undo")
    assert page.locator(f"[data-card='{lie}'] .mark-of.doubt").inner_text() == "?"


def test_of_a_best_card_only_what_may_be_laid_is_left_to_compare(page_of: Make) -> None:
    page, puzzle = page_of("best-card", **PHONE), KINDS["best-card"]
    taps = 0
    assert page.locator(".cards.fading").count() == 1  # there are more cards beyond its end
    page.evaluate("document.getElementById('facts').scrollBy(999, 0)")
    page.wait_for_selector(".cards:not(.fading)")

    def tap(selector: str) -> None:
        nonlocal taps
        page.tap(selector)
        taps += 1

    legal = {play for play, verdict in Table(puzzle.position).verdicts.items() if verdict.legal}
    for colour in puzzle.position.maps:
        if taps:
            tap(f"[data-tab={colour}]")
        tap("#main")
        assert page.locator("[data-hex]:not([aria-disabled])").count() == len(
            puzzle.position.maps[colour].candidates
        )
        tap("#main")
        left = page.locator("[data-value$=dead]:not(.out)").evaluate_all(
            "all => all.map((one) => one.dataset.card)"
        )
        assert {f"{colour}: {card}" for card in left} == {one for one in legal if one.startswith(colour)}
    tap("[data-tab=dead]")
    tap("[data-tool=yes]")
    dead = page.locator("[data-value$=dead]:not(:has(.open svg))")
    assert dead.get_attribute("data-card") == puzzle.solution.dead
    tap(f"[data-card='{puzzle.solution.dead}']")
    colour, card = str(puzzle.solution.play).split(": ")
    tap(f"[data-tab={colour}]")
    tap(f"[data-card='{card}']")
    assert page.locator("#said.won").count() == 1
    assert taps == 16


def test_one_sheet_of_paper_begins_anew_in_patterns(page_of: Make) -> None:
    pdfium, page = pytest.importorskip("pypdfium2"), page_of("best-card", **DESKTOP)

    def printed() -> tuple[int, bytes, str]:
        sheets = pdfium.PdfDocument(page.pdf(format="Letter"))
        return (
            len(sheets),
            sheets[0].render(scale=0.7).to_pil().tobytes(),
            sheets[0].get_textpage().get_text_range(),
        )

    before = printed()
    assert before[0] == 1, "it needs a second sheet"
    assert "A00" in before[2], "hexes have no names"
    assert "0:0" not in before[2], "the clock was printed"
    page.click("#hint")
    page.click("#main")
    page.click("#hint")
    page.click("#hint")
    page.emulate_media(color_scheme="dark", media="null")
    assert printed() == before, "marks, hints or a dark theme were printed"
    page.emulate_media(media="print")
    lines = "where => document.querySelector(`${where} .glyph.lake`).getBBox().width"
    assert page.evaluate(lines, ".layer-glyphs") > 1.5 * page.evaluate(lines, ".card:has(.glyph.lake)")


NOTEBOOK = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><div id="cell"></div>
<script>{script}
const state = {state}, acts = {{}}, told = [];
module_frame.render({{ el: document.getElementById("cell"), model: {{
  get: (name) => state[name], save_changes() {{}}, off() {{}},
  on: (what, act) => {{ acts[what] = act; }},
  set(name, value) {{
    const same = JSON.stringify(state[name]) === JSON.stringify(value);
    state[name] = value;
    if (name === "marked") told.push(value);
    if (!same) acts[`change:${{name}}`]?.();
  }},
}} }});</script>"""
"""A page that shows a puzzle as anywidget does."""


def test_a_notebook_hears_of_quick_marks_and_repeats_none(opened: Make, tmp_path: Path) -> None:
    puzzle, marked = KINDS["pinpoint"], {"brown": {"A00": "no"}}
    state = {"title": "", "page": puzzle_page(puzzle), "puzzle_id": puzzle.id, "height": 720}
    script = bundle("frame.js", files("workbench.web.puzzle"))
    text = NOTEBOOK.format(script=script, state=json_block(state | {"marked": marked}))
    (tmp_path / "notebook.html").write_text(text, encoding="utf-8")
    page = opened((tmp_path / "notebook.html").as_uri(), **DESKTOP)
    page.wait_for_function(
        "() => told.some((one) => one.brown.A00)"
    )  # what was marked before the page was there
    page.frames[1].evaluate("""() => {
      for (const name of ["B22", "B21"]) document.querySelector(`[data-hex=${name}]`)
        .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }""")
    page.wait_for_function("() => state.marked.brown.B21")
    count = page.evaluate("told.length")
    page.wait_for_timeout(200)
    assert page.evaluate("state.marked.brown") == {"A00": "no", "B22": "no", "B21": "no"}
    assert page.evaluate("told.length") == count
    page.evaluate("state.marked = { brown: {}, black: {} }; acts['change:marked']()")
    page.frames[1].wait_for_function(
        "() => document.querySelector('[data-tab=brown] b').textContent === '104'"
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lang", ["en", "fa"])
def test_the_data_hold_the_proof_but_not_in_plain_sight(kind: str, lang: str) -> None:
    puzzle, say = KINDS[kind], words(lang)
    data = puzzle_data(puzzle, cards_of(puzzle, say), say)
    assert {step["follows"] for step in data["secret"]["steps"]}
    assert '"answer"' not in puzzle_page(puzzle, lang)
    for card in cards_of(puzzle, say):
        assert set(card.outline.hexes) <= set(puzzle.position.setting.island.names)
        assert card.words
        assert bool(card.picture) != card.text.endswith(("removed", "T-5"))


def test_a_puzzle_without_exactly_one_answer_has_no_page() -> None:
    bare: Puzzle = replace(KINDS["pinpoint"], facts=KINDS["pinpoint"].facts[:-1], solution=Solution())
    with pytest.raises(PuzzleError, match="several answers"):
        puzzle_page(bare)


def test_of_a_whose_clue_each_player_has_a_strip_of_cards(page_of: Make) -> None:
    page, puzzle = page_of("whose-clue", **PHONE), KINDS["whose-clue"]
    steps = [step for step in puzzle.kind.trace(puzzle).steps if step.technique == "cube"]
    player, everything = next(
        (subject, asked.values)
        for subject, asked in puzzle.kind.subjects(puzzle).items()
        if subject != "place" and len(where_some_hold(left_to(subject, steps, asked.values))) < 104
    )
    left, its = left_to(player, steps, everything), f"[data-tab='{player}']"
    inside = where_some_hold(left)

    def shown() -> list[str]:
        return page.locator(".card:visible").evaluate_all("all => all.map((one) => one.dataset.card)")

    page.tap("[data-tab='player 1']")
    others = [card for other in ("player 2", "player 3") for card in left_to(other, steps, everything)]
    core = set.intersection(*(where_some_hold([card]) for card in others))
    told = f"On the {len(core)} filled hexes all cards left to the others are true."
    assert page.locator("#said").inner_text().endswith(told)
    page.tap(its)
    assert shown() == left  # what a cube refutes by itself is struck, and out of the way
    page.locator("#main", has_text=f"Rule out the {104 - len(inside)} outside").tap()
    assert page.locator("[data-tab=place] b").inner_text() == str(len(inside))
    page.tap(f"[data-card='{left[0]}']")
    assert page.locator(f"[data-card='{left[0]}'] .mark-of.no").count() == 1
    page.tap("#undo")
    page.tap("[data-tab=place]")
    assert player[-1] in page.locator(f"[data-card='{left[0]}'] .open").text_content()
    switch(page)
    page.tap(its)
    assert shown() == list(everything)
    page.reload()  # it stays switched off
    page.tap(its)
    assert page.locator(f"{its} b").inner_text() == str(len(everything))
    switch(page)
    assert shown() == left


def left_to(player: str, steps: list[Step], cards: tuple[str, ...]) -> list[str]:
    """Return the cards that no cube refutes for a player."""
    gone = {value for step in steps if step.subject == player for value in step.removed}
    return [card for card in cards if card not in gone]


def where_some_hold(cards: list[str]) -> set[str]:
    """Return the hexes on which some of the cards hold."""
    setting = KINDS["whose-clue"].position.setting
    return {name for card in cards for name in setting.cells(Clue.parse(card))}


def switch(page: Any) -> None:
    """Strike what a cube refutes, or leave it to the solver."""
    page.tap("#menu")
    page.tap("#strikes")
