"""Every page of the printed game is for everybody: for axe, for fingers, and to be read in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from browsing import SIZES, Make, unfit
from rooms import Room, Rooms
from sizes import nightly
from taps import TREASURES, sit, sitting_down


def set_up(page: Any, table: Room, query: str) -> Iterator[str]:
    """Go through the pages before a game, and that of an address where there is none."""
    yield from sitting_down(page)
    page.wait_for_selector("[data-layout='ABC+0']")
    yield "layouts"
    page.click("[data-layout='ABC+0']")
    page.wait_for_selector(".setup-map [data-hex]")
    assert page.get_attribute(".setup-map", "dir") == "ltr"
    yield "landmarks"
    for opens, what in ((-2, "players"), (-1, "more")):
        page.locator(".setup-acts:not([hidden]) .btn").nth(opens).click()
        yield what
        page.keyboard.press("Escape")
    page.locator(".layout.other").click()
    page.wait_for_selector(".palette")
    yield "a side"
    page.locator(".bar-acts .icon").first.click()
    page.wait_for_selector(".layout[data-layout]")
    page.locator(".setup-acts:not([hidden]) .btn").last.click()
    page.click(".setup-part .btn")
    page.wait_for_selector("[data-clue]")
    yield "a deck"
    page.locator(".bar-acts .icon").first.click()
    table.phone(1).do("random")
    page.wait_for_selector(".setup-panel .btn.main:not([hidden])")
    yield "ready"
    page.set_content(table.phone().ask(f"/t/nowhere/{query}", Accept="text/html").body.decode())
    yield "lost"


def play(page: Any, table: Room, query: str) -> Iterator[str]:
    """Go through a turn with a treasure, the end, and what can be done then."""
    sit(page, table, 0, query)
    blue = table.phone(1)
    yield "a turn"
    page.click(".play-card[data-clue='in largest lake']")
    yield "a card in hand"
    page.click("[data-do=cancel]")
    page.click("[data-do=move]")
    yield "a move"
    page.click("[data-do=cancel]")
    page.locator(".play-card.empty").first.click()
    yield "all clues"
    page.keyboard.press("Escape")
    page.locator(".bar-acts .icon").nth(1).click()
    yield "log"
    page.keyboard.press("Escape")
    page.click("[data-do='raise white']")
    page.wait_for_selector(".play-faces")
    yield "a division"
    page.locator(".play-face").nth(1).click()
    page.wait_for_selector(".play-face.shown")
    yield "who takes it"
    blue.do("finish")
    page.click(".asked .btn.main")
    page.wait_for_selector(".review .scores")
    yield "review"
    page.locator(".review-links .btn").nth(1).click()
    page.wait_for_selector(".asked small")
    yield "review, with a wish to play on"
    blue.do("agree")
    page.wait_for_selector(".play-face.shown")  # where it was
    blue.do("finish")
    page.click(".asked .btn.main")
    page.click(".review-links .btn.main")
    page.click("dialog .btn.main")
    page.wait_for_selector(".unlaid [data-layout='ABC+0']")  # another game, with the same seats
    assert [one["name"] for one in blue.state()["seats"] if one["phone"]] == ["A", "B"]
    page.context.clear_cookies()
    page.goto(table.url + query)
    page.locator(".join .btn").last.click()
    page.wait_for_selector(".layouts[tabindex]")
    yield "set-up of who looks on"


EVERY_DAY = {set_up: ("fa", "dark", "360x640"), play: ("en", "light", "1280x800")}
"""The looks of every day; those of dealt games differ from them."""
BEGINS = {set_up: "", play: TREASURES}


@pytest.mark.parametrize(
    ("walk", "looks"),
    [
        pytest.param(
            walk,
            looks,
            marks=() if EVERY_DAY[walk] == looks else nightly,
            id="-".join([walk.__name__, *looks]),
        )
        for walk, looks in product(EVERY_DAY, product(("en", "fa"), ("light", "dark"), SIZES))
    ],
)
def test_every_page_of_the_printed_game_is_for_everybody(
    room: Rooms, opened: Make, walk: Callable[..., Iterator[str]], looks: tuple[str, str, str]
) -> None:
    lang, theme, size = looks
    query, table = f"?lang={lang}&theme={theme}", room("printed", position=BEGINS[walk])
    page = opened(table.url + query, own=True, **SIZES[size])
    found = {what: unfit(page) for what in walk(page, table, query)}
    assert not any(found.values()), {what: faults for what, faults in found.items() if faults}
