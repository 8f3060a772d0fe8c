"""Every page of a dealt game is for everybody: for axe, for fingers, and to be read in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from browsing import SIZES, Make, unfit
from rooms import Log, Phone, Room, Rooms, wanted
from sizes import PROFILE, nightly
from taps import sitting_down

from toolkit.games import SHIPPED
from workbench.table.store import Store

SEATS = "me,me,me"
NAMES = {"en": ("Anna", "Babak", "Cleo"), "fa": ("آنا", "بابک", "کلئو")}
MOMENTS = {"silver": "turn", "wazabi": "card", "mangrovia": "action", "wayfarers": "turn", "tobago": "turn"}
"""In which decision of seat 0 a game is looked at, where a rule forbids something, too."""
THINGS = "[data-place]:not(.can), .play-hand [data-clue]:not(.can)"
CITED = re.compile("[A-Z]-[0-9]")
PLACES = "all => all.map((one) => one.dataset.place ?? `clue ${one.dataset.clue}`)"
EVERY_DAY = {
    "silver": ("en", "dark", "360x640"),
    "wazabi": ("fa", "light", "360x640"),
    "mangrovia": ("fa", "dark", "360x640"),
    "wayfarers": ("en", "light", "360x640"),
}
"""The looks of every day; Tobago has them in `test_printed_fits.py` and `test_stage_tobago.py`."""
WHOLE = "silver"
"""With this one all is seen every day, for what games have in common; of the others what is their own."""
OF_A_GAME = ("own turn", "refusal", "a choice")
"""What a game lays out itself, beside its zones."""


@pytest.fixture
def written(room: Rooms, tmp_path: Path) -> Any:
    """Serve a game from the log of its three phones on."""

    def served(log: Log, file: str) -> Room:
        store = Store(tmp_path / file)
        for event in [log.head, *log.events]:
            store.add(event)
        store.close()
        return room(log.head["game"], SEATS, file=file)

    return served


@pytest.mark.parametrize(
    ("game", "looks"),
    [
        pytest.param(
            game, looks, marks=() if EVERY_DAY.get(game) == looks else nightly, id="-".join([game, *looks])
        )
        for game, looks in product(SHIPPED, product(("en", "fa"), ("light", "dark"), SIZES))
    ],
)
def test_every_page_of_a_dealt_game_is_for_everybody(
    room: Rooms, written: Any, opened: Make, game: str, looks: tuple[str, str, str]
) -> None:
    lang, theme, size = looks
    query, found = f"?lang={lang}&theme={theme}", {}
    log = at_a_moment(game, NAMES[lang])
    tables = [(play, written(log, "middle.table"))]
    if whole := game == WHOLE or PROFILE == "thorough":
        tables.append((sit_down, room(game, SEATS, file="new.table")))
        tables.append((look_back, written(log.again().play(Random(1)), "over.table")))
    for walk, table in tables:
        page = opened(table.url + query, own=True, **SIZES[size])
        for what in walk(page, table, query):
            if whole or what in OF_A_GAME or what.startswith("zone "):
                found[what] = unfit(page)
            if not whole and what == OF_A_GAME[-1]:
                break
    assert not any(found.values()), {what: faults for what, faults in found.items() if faults}


def at_a_moment(game: str, names: tuple[str, ...]) -> Log:
    """Play until seat 0 chooses in the middle of a game."""
    log, random, met = Log({"token": "table"} | wanted(game, SEATS).begin()), Random(8), 0
    for seat, name in enumerate(names):
        log.add(log.seats.sitting(seat, name, secret(seat)))
    while log.acts or log.state.decision_kind() != MOMENTS[game] or met < 5:
        assert log.game.phase == "play"
        met += log.acts == 0
        log.play(random, 1)
    return log


def secret(seat: int) -> str:
    """The secret of a phone that sits in the log."""
    return f"secret-{seat}"


def seated(page: Any, table: Room, query: str) -> None:
    """Let a page be the phone of seat 0."""
    page.context.add_cookies([{"name": "seat", "value": secret(0), "url": table.url}])
    page.goto(table.url + query)
    page.wait_for_selector(".prompt b")


def sit_down(page: Any, table: Room, query: str) -> Iterator[str]:
    """Take a seat, and wait for the others."""
    yield from sitting_down(page)
    page.wait_for_selector(".seat.mine")
    yield "seats"


def play(page: Any, table: Room, query: str) -> Iterator[str]:
    """Choose, ask why not, open all that opens; then others act, and somebody looks on."""
    seated(page, table, query)
    yield "own turn"
    tabs = page.locator(".zones [role=tab][aria-selected=false]:visible")
    for zone in tabs.evaluate_all("all => all.map((one) => one.dataset.zone)"):
        page.click(f".zones [data-zone='{zone}']")
        yield f"zone {zone}"
    for what, icon in (("log", 0), ("advice", 1), ("menu", 2)):
        page.locator(".bar .icon").nth(icon).click()
        if what == "advice":
            page.click(".switch")
            page.wait_for_selector(".tip-list")
        yield what
        page.keyboard.press("Escape")
    phones = [Phone(table.url, f"seat={secret(seat)}") for seat in range(3)]
    things = page.locator(THINGS)
    why = (phones[0].ask(f"why?{urlencode({'place': one})}") for one in things.evaluate_all(PLACES))
    things.nth(next(i for i, told in enumerate(why) if CITED.search(told.json["told"]))).dispatch_event(
        "click"
    )
    page.wait_for_selector(".rule-link")
    yield "refusal"
    page.locator(".rule-link").first.click()
    page.wait_for_selector("dialog .rule")
    yield "rule"
    while page.locator("dialog").count():
        page.keyboard.press("Escape")
    page.locator(".can").first.click()
    page.wait_for_selector(".choices .back")
    yield "a choice"
    while (seen := phones[0].state()["table"])["to_act"] == 0:
        phones[0].do(seen["actions"][0]["do"])
    page.wait_for_selector("#screen.waiting")
    yield "another acts"
    page.context.clear_cookies()
    page.goto(table.url + query)
    page.locator(".join .btn").last.click()
    page.wait_for_selector(".looking")
    yield "who looks on"


def look_back(page: Any, table: Room, query: str) -> Iterator[str]:
    """See who has won, and how it came."""
    seated(page, table, query)
    page.wait_for_selector(".scores")
    yield "the end"
    page.locator(".choices .btn.wide:not(.main, a)").click()
    page.wait_for_selector(".chart")
    yield "look back"
    page.locator(".moment").first.click()
    page.wait_for_selector(".moment[aria-current=true]")
    yield "a turning point"
