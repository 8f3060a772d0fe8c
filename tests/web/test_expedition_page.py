"""The page of an expedition: what is proven stays and opens a card, and nothing else is found or told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import CENTRE, KINDS, PHONE, Make

from puzzles.words import say_fact, words
from workbench.web.puzzle.pages import puzzle_page

PUZZLE = KINDS["expedition"]
PROVEN = PUZZLE.kind.proven(PUZZLE)
FINDS = sorted((open_, subject, name) for subject, names in PROVEN.items() for name, open_ in names.items())
START = len(PUZZLE.facts) - len(FINDS) + 1


@pytest.fixture
def page(opened: Make, puzzle_file: Callable[..., Path]) -> Any:
    return opened(puzzle_file("expedition", "en").as_uri(), **PHONE)


def tapped(page: Any, subject: str, name: str) -> str:
    """Mark a hex with the tool that is taken, and return what the page says."""
    page.tap(f"[data-tab={subject}]")
    page.touchscreen.tap(*page.evaluate(CENTRE, name))
    return str(page.locator("#said").inner_text())


def closed(page: Any) -> int:
    return int(page.locator(".card.down").count())


def test_what_is_not_proven_yet_is_refused_alike_whether_it_is_true_or_not(page: Any) -> None:
    page.tap("[data-tool=yes]")
    _, subject, last = FINDS[-1]
    false = next(name for name in PUZZLE.position.setting.island.names if name not in PROVEN[subject])
    told = {tapped(page, subject, name) for name in (last, false)}
    assert told == {words("en").text("marking.unproven")}
    assert (page.locator(".mark.yes").count(), closed(page)) == (0, len(FINDS) - 1)
    page.tap("[data-tool=no]")
    assert tapped(page, subject, last).endswith(": ruled out. 103 hexes are open.")  # a note, right or wrong


def test_each_find_opens_the_next_card_and_the_signs_tell_how(page: Any) -> None:
    page.tap("[data-tool=yes]")
    tapped(page, *FINDS[-1][1:])  # tried before it is proven
    for number, (_, subject, name) in enumerate(FINDS[:-1]):
        if number == 1:
            page.tap("#hint")
        fact = say_fact(PUZZLE.facts[START + number], "en")
        assert tapped(page, subject, name) == f"Found! Now this is open: {START + number + 1}: {fact}"
        assert closed(page) == len(FINDS) - 2 - number
    page.tap("#undo")
    assert closed(page) == 1
    _, subject, name = FINDS[-2]
    tapped(page, subject, name)
    tapped(page, subject, name)  # what is found stays
    page.reload()
    assert closed(page) == 0
    page.tap("[data-tool=yes]")
    tapped(page, *FINDS[-1][1:])
    assert page.locator(".end .signs").inner_text() == "◈◇" + "◆" * (len(FINDS) - 2)


def test_what_is_only_left_over_is_not_found(page: Any) -> None:
    answer = PUZZLE.kind.truth(PUZZLE)
    rest = {
        subject: [n for n in PUZZLE.position.setting.island.names if n not in names]
        for subject, names in answer.items()
    }
    struck = {subject: dict.fromkeys(names, "no") for subject, names in rest.items()}
    page.evaluate(
        "marks => postMessage({ puzzle: PUZZLE, marks }, '*')".replace("PUZZLE", f"'{PUZZLE.id}'"), struck
    )
    page.wait_for_function("() => document.querySelector('[data-tab] b').textContent === '1'")
    assert page.locator("#main").inner_text() == "Claim the last hex"
    page.tap("#main")
    assert page.locator("#said").inner_text() == words("en").text("marking.unproven")
    for _, subject, _ in FINDS[:2]:
        page.tap("#hint")
        assert page.locator("#main").inner_text() == "Do it"  # it leads to the find, not on to closed facts
        page.tap("#hint")
        page.tap("#hint")
        page.tap(f"[data-tab={subject}]")
        before = closed(page)
        page.tap("#main")
        assert closed(page) < before
    page.tap("#hint")
    page.tap("#main")
    assert " Found! Now this is open: " in page.locator("#said").inner_text()
    assert page.locator(".card.lit").count() == 0


def test_a_glance_at_the_source_shows_no_fact_that_is_closed() -> None:
    for lang in ("en", "fa"):
        text = puzzle_page(PUZZLE, lang)
        for number, fact in enumerate(PUZZLE.facts):
            shown = [said in text for said in (str(fact), say_fact(fact, lang))]
            assert shown == [number < START] * 2
