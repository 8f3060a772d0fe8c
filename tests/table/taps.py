"""Fingers on the pages of a table: they take seats, tap what is shown, and count their taps."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from browsing import touch
from rooms import Room

HEARD = """window.EventSource = class extends EventSource { constructor(...of) { super(...of);
  this.addEventListener("message", ({ data }) => { window.heard = JSON.parse(data).seq; }); } };"""
"""A script of a page, by which `heard` says which state it was told last."""

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
