"""Whole games by keys alone: Tab, arrow keys and Enter reach all that is offered, in few presses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from browsing import DESKTOP, PHONE, Make, until
from rooms import Rooms
from sizes import PROFILE, nightly
from taps import join

OFFERED = """() => {
  const buttons = [...document.querySelectorAll(".choices .btn:not(.back)")];
  const rings = [...document.querySelectorAll(".can")] // of the hexes of an island the first
    .filter((one) => one.tabIndex === 0 || !one.matches(".hex"));
  const chosen = document.querySelector(".board .on, .play-card[aria-pressed=true]");
  window.offered = chosen && buttons.length ? buttons : [...rings, ...buttons];
  return document.querySelector(".scores") ? 0 : window.offered.length; }"""
"""How much is offered; what is chosen and can be done is to be done."""

NEXT = """(number) => {
  const to = window.offered[number], at = document.activeElement;
  if (at === to) return "Enter";
  if (!to.isConnected) return "";
  if (at.ariaPressed === "true" && at.matches(".on, .led") && to.matches(".main")) return "Enter";
  const led = "[data-place]:is(.can, .on), .led", all = [...document.querySelectorAll(led)];
  if (!at.matches(led) || !to.matches(led)) return "Tab";
  const middle = (one) => { const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2]; };
  const [[x, y], [tx, ty]] = [middle(at), middle(to)], apart = all.indexOf(to) - all.indexOf(at);
  if (Math.abs(ty - y) > at.offsetHeight / 2 && Math.abs(tx - x) < at.offsetWidth / 2)
    return ty > y ? "ArrowDown" : "ArrowUp";
  return (apart > 0) === (getComputedStyle(at).direction === "ltr") ? "ArrowRight" : "ArrowLeft"; }"""
"""The key that leads towards one of them, as an eye finds it; Enter on it; none when the page moved on."""

READY = """() => document.querySelector(".scores") || (!document.querySelector(".panel[aria-busy=true]")
  && document.querySelector(".choices .btn:not(.back), .can"))"""


def decide(page: Any, table: Any, random: Random) -> int:
    """Press keys until something new has happened at the table; how many, 0 at the end of the game."""
    before, keys = table.seq, 0
    while table.seq == before and keys < 100:
        page.wait_for_function(READY)
        offered = page.evaluate(OFFERED)
        if not offered:
            return 0
        number = random.randrange(offered)
        for _ in range(80):
            key = page.evaluate(NEXT, number)
            if not key:
                break
            page.keyboard.press(key)
            keys += 1
            if key == "Enter":
                break
        else:
            raise AssertionError(f"not reached: {page.inner_text('.prompt')}")
        page.wait_for_function(READY)
    return keys


@pytest.mark.parametrize(
    ("game", "lang"),
    [("silver", "en"), *(pytest.param(game, "fa", marks=nightly) for game in ("silver", "wazabi"))]
    + [pytest.param(game, "en", marks=nightly) for game in ("mangrovia", "wayfarers", "tobago")],
)
def test_decisions_take_few_keys(game: str, lang: str, room: Rooms, opened: Make) -> None:
    one = room(game, "me,random", seed=4)
    page = opened(f"{one.url}?lang={lang}", own=True, **DESKTOP)
    join(page, 0, "Anna")
    random = Random(1)
    keys = [decide(page, one.table, random) for _ in range(14 if PROFILE == "thorough" else 7)]
    print(game, lang, keys, sum(keys))
    most = 100 if game in ("wayfarers", "tobago") else 60  # for fourteen; a turn there has more steps
    assert 14 * sum(keys) <= most * len(keys)


def test_a_key_that_is_held_down_chooses_and_does_not_send(room: Rooms, opened: Make) -> None:
    one = room("silver", "me,random", seed=4)
    page = opened(one.url, own=True, **DESKTOP)
    join(page, 0, "Anna")
    page.wait_for_selector(".can")
    seq = one.table.seq
    page.focus("[data-place='0:4']")
    page.keyboard.down("Enter")
    page.wait_for_selector("[data-place='0:4'].on")
    page.wait_for_function(READY)
    page.keyboard.down("Enter")  # repeats, as a keyboard does after a while
    page.keyboard.up("Enter")
    page.wait_for_function(READY)
    assert (page.locator(".own .on").count(), one.table.seq) == (1, seq)
    page.keyboard.press("Enter")
    until(page, lambda: one.table.seq > seq)


@nightly
def test_silver_is_played_to_its_end_by_keys(room: Rooms, opened: Make) -> None:
    one = room("silver", "me,greedy", seed=3)
    page = opened(one.url, own=True, **PHONE | {"has_touch": False, "is_mobile": False})
    join(page, 0, "Anna")
    random, decisions, pressed = Random(2), 0, 0
    while keys := decide(page, one.table, random):
        decisions, pressed = decisions + 1, pressed + keys
    print(f"{decisions} decisions, {pressed} keys")
    assert page.is_visible(".scores")
