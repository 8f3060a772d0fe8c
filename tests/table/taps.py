"""Fingers on the pages of a table: they take seats, tap what is shown, and count their taps."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Any

from browsing import touch
from rooms import Room

HEARD = """window.EventSource = class extends EventSource { constructor(...of) { super(...of);
  this.addEventListener("message", ({ data }) => { window.heard = JSON.parse(data).seq; }); } };"""
"""A script of a page, by which `heard` says which state it was told last."""

SEEN = """() => {
  const buttons = [...document.querySelectorAll(".choices .btn:not(.back)")];
  const rings = [...document.querySelectorAll(".can")], begun = document.querySelector(".back[aria-label]");
  const main = begun && buttons.find((one) => one.matches(".main"));
  window.offered = main ? [main] : [...rings, ...buttons];
  window.more = main ? rings.filter((one) => !one.matches(".on")) : [];
  const said = [...document.querySelectorAll(".refusal, .toast")].map((one) => one.innerText).join("");
  return { offered: window.offered.length, more: window.more.length, chosen: Boolean(main), said,
    lost: document.querySelector(".lost").checkVisibility() }; }"""
"""What can be tapped: the filled button once something is chosen, and what would be chosen instead or too."""

AT = """async ([list, number]) => {
  const middle = (one) => { const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2]; };
  const one = window[list][number], tab = document.getElementById(`tab-${one.closest(".pane")?.id.slice(5)}`);
  if (tab?.checkVisibility() && tab.ariaSelected !== "true") return { tab: middle(tab) };
  one.scrollIntoView({ block: "center", inline: "center" });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const at = middle(one), there = document.elementFromPoint(...at), name = one.ariaLabel ?? one.textContent;
  return { at, name, free: one.contains(there) || there?.contains(one) }; }"""
"""Where a finger goes: to the tab of what is out of sight, or to its middle, if nothing lies over it."""

POSITION = """
format = "tobago-position/1"
[island]
layout = "ABC+0"
[landmarks]
huts = ["B23", "A34", "C10", "C55"]
palms = ["B45", "A00", "C43"]
statues = ["A23>NE", "B22>S", "C21>N"]
[hand]
clues = ["in largest lake", "next to statue"]
"""
MIDDLE = f"""{POSITION}
[maps.brown]
clues = ["in jungle", "not next to hut"]
owners = ["red", "blue"]
[table]
me = "red"
atvs = {{ red = "A22", blue = "C10", green = "B45" }}
amulets = ["B65", "A13"]
"""
"""Red, who has a phone, begins a turn."""
TREASURES = f"""{POSITION}
[maps.brown]
clues = [
  "not within 2 of scrubland", "in jungle", "not within 2 of palm", "within 2 of beach",
  "not next to mountain",
]
owners = ["green", "blue", "blue", "green", "blue"]
[maps.white]
clues = [
  "not next to jungle", "not next to beach", "next to statue", "within 2 of beach",
  "not next to largest lake", "not next to mountain",
]
owners = ["red", "blue", "blue", "green", "blue", "blue"]
[table]
me = "red"
atvs = {{ red = "A34", blue = "A34", green = "B45" }}
amulets = ["A34"]
"""
"""White is located on A34, under red and an amulet; brown is there or on A35."""


def join(page: Any, seat: int = 0, name: str = "Anna") -> None:
    """Take a seat."""
    page.locator("li:has(.seat)").nth(seat).locator("button.seat").click()
    page.fill(".field", name)
    page.click(".sheet-foot .btn")
    page.wait_for_selector("dialog", state="detached")


def sitting_down(page: Any) -> Iterator[str]:
    """Take the first seat, step by step: yields what is looked at."""
    page.wait_for_selector("button.seat")
    yield "join"
    page.locator("button.seat").first.click()
    yield "who sits here"
    page.keyboard.press("Escape")
    join(page)


def sit(page: Any, room: Room, seat: int, query: str = "") -> None:
    """Let a page have a seat, by the cookie of a phone that took it; the first one begins."""
    phone = room.phone(seat)
    if phone.state()["phase"] == "setup":
        phone.do("begin")
    name, _, value = phone.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": room.url}])
    page.goto(room.url + query)
    page.wait_for_selector(".play-tab")


def read(data: Any, *keys: str, skip: Collection[str] = (), key: str = "") -> Iterator[str]:
    """The texts of a scene below some keys; without keys all but those below some others."""
    if isinstance(data, str) and (key in keys if keys else key not in skip):
        yield data
    for name, part in data.items() if isinstance(data, dict) else ():
        yield from read(part, *keys, skip=skip, key=name)
    for part in data if isinstance(data, list) else ():
        yield from read(part, *keys, skip=skip, key=key)


class Finger:
    """A page that is tapped, with the number of taps."""

    def __init__(self, page: Any) -> None:
        self.page, self.taps = page, 0

    def tap(self, where: str) -> None:
        """Tap what is there."""
        self.page.locator(where).first.tap()
        self.taps += 1

    def hex(self, name: str) -> None:
        """Tap a hex."""
        touch(self.page, name)
        self.taps += 1

    def told(self) -> int:
        """The taps since this was asked last."""
        taps, self.taps = self.taps, 0
        return taps


class Driver:
    """A phone at a dealt table (its page with `HEARD`): taps what is named, and sometimes presses Enter."""

    IDLE = "(seq) => window.heard >= seq && !document.querySelector('.panel[aria-busy=true], html.sending')"

    def __init__(self, page: Any, room: Room, file: Path, seat: int, name: str) -> None:
        self.page, self.room, self.file, self.seat = page, room, file, seat
        self.decisions = self.taps = 0
        join(page, seat, name)

    def acts(self) -> bool:
        """Whether this seat is to choose."""
        return bool(self.room.table.view(self.seat)["table"]["to_act"] == self.seat)

    def done(self) -> int:
        """How often this seat did something at the table."""
        with closing(connect(self.file)) as store:
            return sum(
                json.loads(body).get("by") == self.seat for (body,) in store.execute("SELECT body FROM event")
            )

    def seen(self) -> dict[str, Any]:
        """What is offered, once nothing is on its way."""
        self.page.wait_for_function(self.IDLE, arg=self.room.table.seq)
        seen: dict[str, Any] = self.page.evaluate(SEEN)
        assert not seen["lost"]
        return seen

    def decide(self, random: Random, *, offline: bool = False) -> None:
        """Tap until something is done, once; if `offline`, the last tap is made while no table is reached."""
        before = self.done()
        for _ in range(40):
            seen = self.seen()
            assert not seen["said"], f"refused after it was offered: {seen['said']}"
            if self.done() > before:
                break
            if seen["more"] and random.random() < 0.1:
                self.tap("more", random.randrange(seen["more"]))
            elif seen["chosen"] and offline:
                self.outage(before)
                offline = False
            else:
                assert seen["offered"], self.page.inner_text(".panel")
                self.tap("offered", random.randrange(seen["offered"]), by_key=random.random() < 0.2)
        assert self.done() == before + 1
        self.decisions += 1

    def tap(self, which: str, number: int, *, by_key: bool = False) -> None:
        """Put a finger on what is offered, which nothing covers; or give it the focus, and press Enter."""
        found = self.page.evaluate(AT, [which, number])
        if "tab" in found:
            self.page.touchscreen.tap(*found["tab"])
            self.taps += 1
            found = self.page.evaluate(AT, [which, number])
        assert found["free"], f"covered: {found['name']}"
        self.taps += 1
        if by_key:
            self.page.evaluate("([list, number]) => window[list][number].focus()", [which, number])
            self.page.keyboard.press("Enter")
            self.page.wait_for_function(self.IDLE, arg=0)
            assert self.page.evaluate("() => document.activeElement !== document.body"), found["name"]
        else:
            self.page.touchscreen.tap(*found["at"])

    def outage(self, done: int) -> None:
        """Confirm while the table cannot be reached: the page says so, and is itself again when it can."""
        self.page.context.set_offline(True)
        self.tap("offered", 0)
        self.page.wait_for_selector(".lost")
        assert self.done() == done
        self.page.context.set_offline(False)
        self.page.wait_for_selector(".lost", state="hidden")


def play(drivers: Sequence[Driver], random: Random, *, outages: int = 0) -> None:
    """Play to the end; of so many decisions one is made offline."""
    for number in count():
        while not (acting := [one for one in drivers if one.acts()]):
            if drivers[0].room.table.view(0)["phase"] == "over":
                return
            drivers[0].page.wait_for_timeout(20)
        acting[0].decide(random, offline=outages > 0 and number % outages == outages // 2)
