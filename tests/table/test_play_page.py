"""The screen of a player in the printed game: turns by taps, which are counted, and by keys; treasures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browsing import DESKTOP, PHONE, Make, unfit
from browsing import until as until_it_is
from rooms import Phone, Room, Rooms
from sizes import nightly
from taps import HEARD, MIDDLE, TREASURES, Finger, sit

AT_REST = """async () => !document.documentElement.matches(".sending")
  && window.heard === (await (await fetch("state")).json()).seq"""


class Hand(Finger):
    """A finger at the printed game."""

    def tap(self, where: str) -> None:
        """Tap what is there, when the tap before is done."""
        self.page.wait_for_selector(".play:not([aria-busy])")
        super().tap(where)

    def card(self, clue: str) -> None:
        self.tap(f".play-card[data-clue='{clue}']")

    def cell(self, clue: str) -> None:
        self.tap(f".clue-matrix [data-clue='{clue}']")

    def do(self, key: str) -> None:
        self.tap(f"[data-do='{key}']")

    def tabs(self) -> list[str]:
        return [text.replace("\n", " ") for text in self.page.locator(".play-tab bdi").all_inner_texts()]


def until(page: Any, true: Callable[[], bool]) -> None:
    """Wait until something has come to pass, and until the page shows it: sooner a key may be lost."""
    until_it_is(page, true)
    page.wait_for_function(AT_REST)
    page.wait_for_timeout(30)  # in which it notes that what it sent is done


class Evening:
    """A room with pages in it."""

    def __init__(self, room: Room, opened: Make) -> None:
        self.room, self.opened = room, opened

    def page(self, seat: int | None, query: str = "", *, own: bool = False, **looks: Any) -> Any:
        """The page of a seat, whose phone is sent the cookie by which it is known."""
        page = self.opened(self.room.url + query, script=HEARD, own=own, **(looks or PHONE))
        if seat is not None:
            sit(page, self.room, seat, query)
        else:
            page.locator("button.btn", has_text="Watch").tap()
        page.wait_for_selector(".play-tab")
        return page

    def table(self) -> dict[str, Any]:
        """What somebody without a seat sees now."""
        table: dict[str, Any] = Phone(self.room.url).state()["table"]
        return table


@pytest.fixture
def evening(room: Rooms, opened: Make) -> Callable[[str], Evening]:
    """Serve the printed game from a position on."""
    return lambda position: Evening(room("printed", position=position), opened)


def test_turns_take_as_many_taps_as_the_design_counts(evening: Callable[..., Evening]) -> None:
    table = evening(MIDDLE)
    finger = Hand(page := table.page(0))
    finger.card("next to statue")
    assert finger.tabs() == ["15 → 4", "104 → 18", "104 → 18", "104 → 18"]
    assert finger.told() == 1  # a card of mine checked on all four maps
    finger.do("lay")
    assert finger.told() + 1 == 2  # and laid on the map in view
    until(page, lambda: table.table()["maps"][0]["clues"][2:] == ["next to statue"])
    finger.tap(".bar-acts .icon:first-child")
    assert finger.told() == 1  # taken back
    until(page, lambda: table.table()["maps"][0]["clues"][2:] == [])
    page.wait_for_selector(".play-card[data-clue='next to statue']")
    finger.tap(".play-card.empty")
    finger.cell("not in mountain")
    assert finger.told() == 2  # a drawn card is known
    page.wait_for_selector(".play-card[data-clue='not in mountain']")
    assert not any("not in mountain" in str(entry) for entry in table.table()["log"])
    finger.card("in largest lake")
    assert finger.tabs()[0] == "15 ✕"
    finger.tap("[data-map=white]")
    finger.do("lay")
    assert finger.told() == 3  # laid on another map
    until(page, lambda: table.table()["to_act"] == "blue")
    finger.do("clue")
    finger.cell("not next to ocean")
    finger.do("lay")
    assert finger.told() == 3  # the clue of somebody without a phone
    until(page, lambda: table.table()["to_act"] == "green")
    finger.do("move")
    finger.hex("B33")
    finger.do("go")
    assert finger.told() == 3  # an ATV moved
    until(page, lambda: table.table()["atvs"]["green"] == "B33")
    assert unfit(page) == []


def keys(page: Any, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


def tab_to(page: Any, where: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        if page.evaluate("where => document.activeElement?.matches(where) ?? false", where):
            return
        keys(page, "Tab")
    raise AssertionError(f"no way by Tab to {where}")


@nightly
def test_a_turn_can_be_done_by_keys(evening: Callable[..., Evening]) -> None:
    table = evening(MIDDLE)
    page = table.page(0, **DESKTOP)
    tab_to(page, ".play-card.empty")
    keys(page, "Enter")
    page.wait_for_selector(".clue-matrix")
    tab_to(page, ".matrix-search")
    page.keyboard.type("!in mountain")
    keys(page, "Enter")
    page.wait_for_selector(".play-card[data-clue='not in mountain']")
    tab_to(page, ".play-card[data-clue='next to statue']")
    keys(page, "Enter")
    tab_to(page, "[data-do=lay]")
    keys(page, "Enter")
    until(page, lambda: table.table()["to_act"] == "blue")
    tab_to(page, "[data-do=move]")
    keys(page, "Enter")
    tab_to(page, "[data-hex]")
    for _ in range(60):  # the arrows walk over the island
        name = page.evaluate("() => document.activeElement.dataset.hex")
        if page.evaluate("n => document.querySelector(`[data-hex=${n}]`).ariaDisabled !== 'true'", name):
            break
        keys(page, "ArrowDown")
    keys(page, "Enter")
    tab_to(page, "[data-do=go]")
    keys(page, "Enter")
    until(page, lambda: table.table()["to_act"] == "green")
    tab_to(page, ".bar-acts .icon")
    keys(page, "Enter")
    until(page, lambda: table.table()["to_act"] == "blue")


@nightly
def test_treasures_amulets_and_a_curse(evening: Callable[..., Evening]) -> None:
    table = evening(TREASURES)
    finger = Hand(page := table.page(0))
    finger.do("pick")
    page.wait_for_selector("[data-do=amulet]")
    finger.told()
    finger.do("raise white")
    for taker in ("blue", "blue", "blue", "blue", "green", "red"):
        finger.tap(".play-faces >> text=3")
        if taker == "red":
            finger.tap(".play-takers .main")
        else:
            finger.tap(f".play-takers >> text={taker}")
        until(page, lambda: table.table()["decision"] != "take")
    finger.tap(".play-faces >> text=5")
    finger.tap(".play-takers .main")
    assert finger.told() == 1 + 2 * 7  # raised, and for each card its value and its taker
    until(page, lambda: table.table()["decision"] == "new map")
    finger.card("next to statue")
    assert finger.tabs()[0] == "\N{EN DASH}"  # it is not empty
    finger.tap("[data-map=white]")
    finger.do("lay")
    until(page, lambda: table.table()["maps"][1]["clues"] == ["next to statue"])
    page.wait_for_selector(".toast button")  # the way back
    said = page.locator(".toast").inner_text()
    assert "Turn every statue one step clockwise." in said
    assert all(name in said for name in table.table()["log"][-1]["amulets"])
    finger.do("amulet")
    finger.tap("text=Take a cube off the island")
    finger.hex("A35")
    finger.do("remove")
    until(page, lambda: table.table()["maps"][0]["removed"] == ["A35"])
    finger.do("raise brown")
    before = {one["colour"]: one["coins"] for one in table.table()["players"]}
    finger.tap(".play-faces .curse")
    finger.tap(".play-takers >> text=No")  # no second one lies among the undivided cards
    until(page, lambda: table.table()["decision"] == "new map")
    after = {one["colour"]: one["coins"] for one in table.table()["players"]}
    assert before != after
    said = page.locator(".toast").inner_text()
    assert all(f"loses {before[one] - after[one]} coins" in said for one in after if after[one] < before[one])
    finger.card("in largest lake")
    finger.tap("[data-map=brown]")
    finger.do("lay")
    until(page, lambda: table.table()["decision"] == "turn" and table.table()["to_act"] == "red")
    finger.do("move")
    finger.hex("A35")
    finger.do("go")
    until(page, lambda: table.table()["to_act"] == "blue")


@nightly
def test_a_take_back_that_concerns_others_asks_them(evening: Callable[..., Evening]) -> None:
    table = evening(MIDDLE)
    red, blue = Hand(table.page(0)), Hand(table.page(1, own=True))
    red.card("next to statue")
    red.do("lay")
    red.page.wait_for_selector(".toast button")
    blue.page.wait_for_selector("[data-do=move]")
    blue.tap(".play-card.empty")
    blue.cell("not in mountain")
    blue.card("not in mountain")
    blue.tap("[data-map=white]")
    blue.do("lay")
    red.page.wait_for_selector(".toast button", state="detached")  # it would take back what blue did, too
    until(red.page, lambda: table.table()["to_act"] == "green")

    def ask() -> None:
        red.tap(".bar-acts .icon:nth-child(2)")
        red.page.locator(".sheet .play-log .icon").last.tap()
        blue.page.wait_for_selector(".asked")

    ask()
    blue.tap(".asked .btn:not(.main)")
    red.page.wait_for_selector(".toast >> text=did not agree")
    red.tap("[data-map=white]")  # a message goes by a tap anywhere
    assert not red.page.locator(".toast").count()
    ask()
    assert table.table()["maps"][0]["clues"][2:] == ["next to statue"]
    assert "Agree" not in red.page.locator(".asked").inner_text()
    blue.tap(".asked .btn.main")
    until(red.page, lambda: table.table()["maps"][0]["clues"][2:] == [])
    red.page.wait_for_selector(".asked", state="detached")
    red.page.wait_for_selector(".play-card[data-clue='next to statue']")
    red.do("exchange")
    until(red.page, lambda: table.table()["to_act"] == "blue")
    assert red.page.locator(".play-card.empty").count() == 4


@nightly
def test_what_is_tapped_too_soon_is_refused_on_the_uppermost_sheet(evening: Callable[..., Evening]) -> None:
    table = evening(MIDDLE)
    page, held = table.page(0), []
    page.route("**/do*", lambda route: held.append(route))
    red = Hand(page)
    red.tap(".bar-acts .icon:nth-child(2)")
    levels = page.locator(".sheet-foot .seg button")
    levels.nth(0).tap()
    levels.nth(0).tap()  # a double tap needs no word
    assert page.locator(".toast").count() == 0
    levels.nth(1).tap()
    page.wait_for_selector("dialog .toast:has-text('still on its way')")
    assert levels.evaluate_all("all => all.map((one) => one.ariaPressed)") == ["true", "false", "false"]
    page.locator("dialog .btn", has_text="Finish").tap()
    sheets = page.locator("dialog[open]")
    assert (sheets.count(), page.locator(".toast").count()) == (2, 0)  # any tap takes away what was said
    sheets.nth(1).locator(".btn", has_text="Finish").tap()
    page.wait_for_selector("dialog .toast:has-text('still on its way')")
    until(page, lambda: sheets.count() == 1)
    page.keyboard.press("Escape")
    until(page, lambda: sheets.count() == 0)
    assert page.locator(".toast").is_visible()
    assert len(held) == 1
    held[0].continue_()
    until(page, lambda: table.table()["hints"] == "off")
    page.wait_for_selector(".play:not([aria-busy])")


@nightly
def test_who_looks_on_sees_the_same_without_buttons(evening: Callable[..., Evening]) -> None:
    table = evening(MIDDLE)
    table.room.phone(0).do("begin")
    page = table.page(None)
    assert page.locator(".play-acts button").count() == 0
    assert page.locator(".play-card").count() == 0
    assert page.locator(".play-tab b").all_inner_texts() == ["15", "104", "104", "104"]
