"""How heavy the page of a table is, and how soon it shows something: `python tests/table/measure_page.py`.

*kilobytes sent* is all that a phone loads until it shows its seat, as it comes over the wire: page, sheets,
script, words, QR code, and the first state with its picture. *first paint* is the first contentful one, cold,
in milliseconds: median and most of five phones. *verdict* is the time from the tap on a card of the printed
game until the frame with its verdicts on all four maps is out, on a phone of 360 px with three pixels a
point, and the same with a processor of a quarter of the speed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path += [str(Path(__file__).parents[1] / room) for room in (".", "web")]

from browsing import PHONE, chromium, session
from rooms import Room, wanted
from taps import MIDDLE, sit

from toolkit.games import SHIPPED
from workbench.table.opening import WantedPrinted

PHONES = 5
TAPS = 42
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


VERDICT = """([taps]) => new Promise((done) => {
  const cards = [...document.querySelectorAll(".play-card[data-clue]")], times = [];
  const tap = () => {
    if (times.length === taps) return done(times);
    const begun = performance.now();
    cards[times.length % cards.length].click();
    requestAnimationFrame(() => setTimeout(() => {
      times.push(performance.now() - begun);
      setTimeout(tap, 60);
    }));
  };
  tap();
})"""
"""Taps from card to card: how long each takes until the frame after it is out, in ms."""


def verdicts(browser: Any, folder: Path) -> None:
    """Print how soon a tap on a card shows its verdicts; no request is made for it."""
    (folder / "position.toml").write_text(MIDDLE, encoding="utf-8")
    room = Room(folder / "a.table", WantedPrinted(folder / "a.table", folder / "position.toml"))
    page = browser.new_context(**PHONE, device_scale_factor=3).new_page()
    sit(page, room, 0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for slower in (1, 4):
        session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        times = sorted(page.evaluate(VERDICT, [TAPS])[2:])
        middle, most = times[len(times) // 2], times[int(len(times) * 0.95)]
        print(f"verdict, CPU/{slower}: median {middle:.0f} ms, 95 % {most:.0f} ms, {len(asked)} requests")
    page.context.close()
    room.close()


def main() -> None:
    """Print a line for each game, and how soon a card is judged."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        print(f"{'':10} first paint ms: median, most   KB sent   heaviest")
        for game in SHIPPED:
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
        verdicts(browser, Path(folder))


if __name__ == "__main__":
    main()
