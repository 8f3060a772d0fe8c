"""How heavy the page of a table is, and how soon it shows something: `python tests/table/measure_page.py`.

*kilobytes sent* is all that a phone loads until it shows its seat, as it comes over the wire: page, sheets,
script, words, QR code, and the first state with its picture. *first paint* is the first contentful one, cold,
in milliseconds: median and most of five phones.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path += [str(Path(__file__).parents[1] / room) for room in (".", "web")]

from browsing import CHROMIUM, FLAGS, PHONE
from playwright.sync_api import sync_playwright
from rooms import Room, wanted

GAMES = ("wazabi", "silver", "mangrovia", "wayfarers", "tobago")
PHONES = 5
PAINT = """() => new Promise((done) => new PerformanceObserver((list) => {
  const one = list.getEntriesByName("first-contentful-paint")[0];
  if (one) done(one.startTime);
}).observe({ type: "paint", buffered: true }))"""


def loaded(browser: Any, url: str) -> tuple[float, dict[str, int]]:
    """Open a page cold: its first paint, and the bytes of each file."""
    page = browser.new_context(**PHONE).new_page()
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def named(told: dict[str, Any]) -> None:
        names[told["requestId"]] = told["response"]["url"].rpartition("/")[2] or "page"

    def weighed(told: dict[str, Any]) -> None:
        name = names.get(told["requestId"], "?")
        sizes[name] = sizes.get(name, 0) + told["encodedDataLength"]

    wire.on("Network.responseReceived", named)
    wire.on("Network.dataReceived", weighed)
    page.goto(url)
    page.wait_for_selector(".seat")
    page.wait_for_timeout(500)
    painted = page.evaluate(PAINT)
    page.context.close()
    return painted, sizes


def main() -> None:
    """Print a line for each game."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        print(f"{'':10} first paint ms: median, most   KB sent   heaviest")
        for game in GAMES:
            room = Room(Path(folder) / f"{game}.table", wanted(game, "me,me"))
            found = [loaded(browser, room.url) for _ in range(PHONES)]
            room.close()
            paints = sorted(painted for painted, _ in found)
            sizes = found[0][1]
            heavy = ", ".join(
                f"{n} {sizes[n] / 1000:.1f}" for n in sorted(sizes, key=lambda n: -sizes[n])[:5]
            )
            total = sum(sizes.values()) / 1000
            print(f"{game:10} {paints[PHONES // 2]:20.0f} {paints[-1]:6.0f} {total:11.1f}   {heavy}")
        browser.close()


if __name__ == "__main__":
    main()
