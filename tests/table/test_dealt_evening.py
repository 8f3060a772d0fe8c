"""Whole games on two emulated phones, in two languages, by a driver that taps what the page names; one goes offline."""

from __future__ import annotations

from collections.abc import Iterator
import json
from contextlib import closing
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Any

import pytest
from browsing import until
from rooms import Room, Rooms
from sizes import nightly
from taps import HEARD, join

from puzzles.words import words
from toolkit.core.record import Record

DEVICES = (
    {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2},
    {"viewport": {"width": 412, "height": 839}, "device_scale_factor": 2.625},  # Pixel 7
)
LANGUAGES = "en", "fa"
NAMES = "Anna", "بابک"

LOOK = """() => {
  const rings = [...document.querySelectorAll(".can, .ring-at")];
  const buttons = [...document.querySelectorAll(".choices .btn:not(.back)")];
  const begun = document.querySelector(".choices .back[aria-label]") !== null;
  const main = begun ? buttons.findIndex((one) => one.matches(".main")) : -1;
  window.offered = begun && main >= 0 ? [buttons[main]] : [...rings, ...buttons];
  window.others = rings.filter((one) => !one.matches(".on"));
  const seen = document.querySelector(".panel")?.innerText ?? "";
  return {
    over: document.querySelector(".scores") !== null,
    busy: document.querySelector(".panel[aria-busy=true], html.sending") !== null,
    number: window.offered.length, others: begun ? window.others.length : 0, begun: begun && main >= 0, seen,
    lost: document.querySelector(".lost")?.checkVisibility() ?? false,
    refused: document.querySelector(".refusal")?.innerText || document.querySelector(".toast")?.innerText || "",
    places: window.offered.map((one) => one.dataset.place ?? one.dataset.at ?? one.innerText),
  }; }"""
"""What the page offers: what is chosen can be done, or something else is tapped."""

AT = """async ([list, number]) => {
  const one = window[list][number], tab = one.closest(".pane") && document.querySelector(`#tab-${one.closest(".pane").id.slice(5)}`);
  if (tab?.checkVisibility() && tab.getAttribute("aria-selected") !== "true") {
    const { left, top, width, height } = tab.getBoundingClientRect();
    return { tab: true, at: [left + width / 2, top + height / 2] };
  }
  if (!one.matches(".ring-at")) one.scrollIntoView({ block: "center", inline: "center" });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { left, top, width, height } = one.getBoundingClientRect(), at = [left + width / 2, top + height / 2];
  const there = document.elementFromPoint(...at);
  return { at, key: one.matches("button") && (one.focus(), true), hit: one.contains(there) || there?.contains(one), there: there?.outerHTML.slice(0, 200), name: one.outerHTML.slice(0, 200) }; }"""
"""Where a finger goes for one of the offered: to its tab, if it is out of sight, or to its middle."""


class Driver:
    """A phone that is tapped, and every fifth time its keys are pressed; all that was wrong with it."""

    def __init__(self, browser: Any, room: Room, file: Path, seat: int) -> None:
        self.file = file
        self.seat, self.room, self.taps, self.keys, self.decisions = seat, room, 0, 0, 0
        self.faults: list[str] = []
        context = browser.new_context(has_touch=True, is_mobile=True, reduced_motion="reduce", **DEVICES[seat])
        self.page = context.new_page()
        self.page.add_init_script(HEARD)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)
        self.page.goto(f"{room.url}?lang={LANGUAGES[seat]}")
        join(self.page, seat, NAMES[seat])

    def _hear(self, said: Any) -> None:
        if said.type == "error" and "ERR_INTERNET_DISCONNECTED" not in said.text:
            self.faults.append(said.text)

    def acts(self) -> bool:
        """Whether this phone is to choose, with all that others did before it."""
        view = self.room.table.view(self.seat)
        return bool(view["phase"] == "play" and view["table"]["to_act"] == self.seat)

    def look(self) -> dict[str, Any]:
        """What is offered, once nothing is on its way."""
        self.page.wait_for_function(
            "(seq) => window.heard >= seq && !document.querySelector('.panel[aria-busy=true], html.sending')",
            arg=self.room.table.seq,
        )
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        if seen["lost"]:
            self.faults.append("called lost")
        return seen

    def tap(self, number: int, *, by_key: bool = False, which: str = "offered") -> None:
        """Put a finger on one of the offered, or go there and press Enter."""
        for _ in range(3):
            found = self.page.evaluate(AT, [which, number])
            if not found.get("tab"):
                break
            self.page.touchscreen.tap(*found["at"])
            self.taps += 1
            self.page.wait_for_timeout(200)
        if not found.get("hit"):
            self.faults.append(f"covered: {found}")
        if by_key and found["key"]:
            self.page.keyboard.press("Enter")
            self.keys += 1
            self.page.wait_for_function("() => !document.querySelector('.panel[aria-busy=true], html.sending')")
            if self.page.evaluate("() => document.activeElement === document.body"):
                self.faults.append(f"focus lost after {found['name']}")
        else:
            self.page.touchscreen.tap(*found["at"])
            self.taps += 1

    def decide(self, random: Random, *, offline: bool = False) -> None:
        """Choose until something is done at the table."""
        before = self.room.table.seq
        for steps in range(40):
            seen = self.look()
            if self.room.table.seq != before or not self.acts():
                break
            assert seen["number"], f"nothing is offered: {seen['seen']}"
            if seen["begun"] and offline:
                self.outage()
                break
            if seen["begun"] and seen["others"] and random.random() < 0.1:
                self.tap(random.randrange(seen["others"]), which="others")
                continue
            number = random.randrange(seen["number"])
            name = seen["places"][number]
            self.tap(number, by_key=steps % 5 == 4 or random.random() < 0.2)
            until(self.page, lambda: not self.page.evaluate(LOOK)["busy"])
            if said := self.page.evaluate(LOOK)["refused"]:
                self.faults.append(f"refused after being offered: {name}: {said}")
        else:
            raise AssertionError(f"not decided: {self.page.inner_text('.panel')}")
        self.decisions += 1

    def outage(self) -> None:
        """Confirm while nobody is reached: the page says so, and it is done once when the table is there again."""
        context, events = self.page.context, self.mine()
        context.set_offline(True)
        self.tap(0)
        self.page.wait_for_selector(".lost", state="visible")
        self.page.screenshot(path=f"/tmp/q-lost-{self.seat}.png")
        assert self.mine() == events
        context.set_offline(False)
        until(self.page, lambda: self.mine() > events)
        self.page.wait_for_selector(".lost", state="hidden")
        self.page.wait_for_timeout(500)
        if not self.acts():
            assert self.mine() == events + 1

    def mine(self) -> int:
        """What this seat did at the table."""
        with closing(connect(self.file)) as store:
            return sum(json.loads(body).get("by") == self.seat for (body,) in store.execute("SELECT body FROM event"))


@nightly
@pytest.mark.parametrize(
    ("game", "seats"),
    [("silver", "me,me,greedy"), ("mangrovia", "me,me"), ("wayfarers", "me,me"), ("tobago", "me,me"), ("wazabi", "me,me,greedy")],
)
def test_whole_games(game: str, seats: str, room: Rooms, browser: Any, tmp_path: Path) -> None:
    one, random = room(game, seats, seed=1), Random(1)
    drivers = [Driver(browser, one, tmp_path / "a.table", seat) for seat in range(2)]
    try:
        number = 0
        while one.table.view(0)["phase"] != "over":
            acting = [driver for driver in drivers if driver.acts()]
            if not acting:
                drivers[0].page.wait_for_timeout(30)
                continue
            number += 1
            acting[0].decide(random, offline=number % 12 == 5)
            if any(driver.faults for driver in drivers) and number % 20 == 0:
                print(number, [driver.faults for driver in drivers], flush=True)
        for driver in drivers:
            driver.page.wait_for_selector(".scores")
    finally:
        for driver in drivers:
            print(game, LANGUAGES[driver.seat], driver.decisions, driver.taps, driver.keys, flush=True)
            print(*sorted(set(driver.faults)), sep="\n", flush=True)
            driver.page.screenshot(path=f"/tmp/q-{game}-end-{driver.seat}.png")
            driver.page.context.close()
    assert not any(driver.faults for driver in drivers)
