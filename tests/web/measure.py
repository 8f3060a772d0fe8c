"""How fast maps answer: `python tests/web/measure.py [ROUNDS]` prints milliseconds at full speed, CPU/4.

`python tests/web/measure.py lab` does so for `MapView`: *preview* is a tap on a clue of the matrix or on a
map (which changes all verdicts of the matrix), until it is painted, on its page; *lay* and *take back* are
taps in a real JupyterLab, until what Python answered is painted.

`python tests/web/measure.py site` tells what a site weighs of ten days of expeditions, two Sundays among them
in both languages, and its *first paint*: from the start of loading from disk until something is painted, each
page in a context that has seen none before, at the size of a phone.

*tap, script*: a hex is selected and a clue previewed (verdict, fog, light, crosses), until it is painted;
*tap, finger*: the same by a touch, from the event to the paint as the browser times it (Event Timing, steps
of 8 ms). *frames*: the gaps between them while a map with marks is zoomed and panned, by script and by two
fingers. *empty page* is a page with one word under the same measures, in turns with the others: what it
shows is the machine.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))  # of `sizes`, which pytest finds by itself

import test_jupyter
import test_map
from browsing import CENTRE, PHONE, chromium, fingers

from puzzles import read_puzzles
from puzzles.collection import expeditions_of_days
from toolkit.games.tobago import Position
from workbench.web.puzzle.pages import puzzle_page
from workbench.web.puzzle.site import write_site
from workbench.widget import MapView

TIMED = """() => { window.times = []; window.frames = []; window.looking = false;
  const ups = (list) => list.getEntries().filter((one) => one.name === "pointerup");
  new PerformanceObserver((list) => times.push(...ups(list).map((one) => one.duration)))
    .observe({ type: "event", durationThreshold: 16 });
  window.frame = () => new Promise(requestAnimationFrame);
  window.painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  }));
  window.watch = async () => { window.looking = true;
    for (let last = await frame(); window.looking;) {
      const now = await frame();
      frames.push(now - last);
      last = now;
    } }; }"""
PREPARE = """() => { map.mark(map.names.slice(0, 60).map((at) => ({ at, kind: "no" })));
  const cards = [...clues.masks.keys()];
  let turn = 0;
  map.addEventListener("select", () => {
    const laid = [cards[turn++ % cards.length]];
    const verdict = clues.verdict(laid, cards[(turn * 7) % cards.length]);
    map.show({ lit: clues.hexes(verdict.before), kept: clues.hexes(verdict.after) });
  }); }"""
EMPTY = """() => { delete window.map; document.body.replaceChildren("0");
  document.onpointerup = () => (document.body.textContent += "0"); }"""
TAP = """async (i) => { const begun = performance.now();
  if (window.map) map.select(map.names[(i * 31) % 104]);
  else document.body.textContent = String(i);
  await painted();
  return performance.now() - begun; }"""
MOVE = """async () => { const gaps = [];
  let last = await frame();
  for (let i = 0; i < 120; i++) {
    if (window.map) {
      map.view.zoom(i < 60 ? 1.02 : 1 / 1.02, 150, 200);
      map.view.pan(6 * Math.sin(i / 7), 3 * Math.cos(i / 5));
    }
    const now = await frame();
    gaps.push(now - last);
    last = now;
  }
  if (window.map) map.view.fit();
  return gaps; }"""
HEXES = ("B22", "A00", "C21", "A11", "B00", "C11", "B12", "A21")
TAPS = 24


def by_script(page: Any) -> dict[str, list[float]]:
    """Taps and moves that a script makes."""
    taps = [page.evaluate(TAP, i) for i in range(TAPS)]
    moves = page.evaluate(MOVE)
    page.wait_for_timeout(500)
    return {"tap, script": taps, "frames, script": moves}


def by_finger(page: Any) -> dict[str, list[float]]:
    """Taps, and a pinch and a pan with two fingers."""
    hexes = page.locator("[data-hex]").count()
    for i in range(TAPS):
        spot = page.evaluate(CENTRE, HEXES[i % len(HEXES)]) if hexes else (150 + 3 * i, 200)
        page.touchscreen.tap(*spot)
        page.wait_for_timeout(60)
    taps = page.evaluate("times.splice(0)")
    page.evaluate("() => { watch(); }")
    for i in range(60):
        spread, across = 20 + 2 * min(i, 60 - i), i / 2
        fingers(
            page,
            "touchMove" if i else "touchStart",
            (150 - spread + across, 250),
            (150 + spread + across, 250),
        )
    fingers(page, "touchEnd")
    page.evaluate("window.looking = false")
    page.wait_for_timeout(300)
    return {"tap, finger": taps, "frames, fingers": page.evaluate("frames.splice(0)")}


def opened(browser: Any, file: Path, prepare: str = "() => {}") -> Any:
    """A page on a phone with sharp pixels, ready to be timed; policies off, for scripts of this file."""
    page = browser.new_context(**PHONE, device_scale_factor=3, bypass_csp=True).new_page()
    page.goto(file.as_uri())
    page.evaluate(TIMED)
    page.evaluate(prepare)
    return page


CHOOSE = """async () => { const cells = [...document.querySelectorAll(".clue-matrix [data-clue]")];
  const taken = [], tabs = document.querySelectorAll(".view-tab");
  for (let i = 0; i < 60; i++) {
    const touched = i % 3 ? cells[(i * 31) % 20] : tabs[(i / 3) % 4]; // some that can be seen
    touched.focus({ preventScroll: true }); // as a finger does
    const begun = performance.now();
    touched.click();
    await painted();
    taken.push(performance.now() - begun);
  }
  return taken; }"""
ASK = """async (legal) => { const view = document.querySelector(".tobago-view"), lays = [], backs = [];
  const laid = () => view.querySelectorAll(".view-card.laid").length;
  const answered = (was) => new Promise((done) => { const look = new MutationObserver(() => {
      if (laid() !== was) { look.disconnect(); done(); } });
    look.observe(view, { childList: true, subtree: true }); });
  const asked = async (button, into) => { const begun = performance.now(), came = answered(laid());
    button.click();
    await came;
    await painted();
    into.push(performance.now() - begun); };
  for (let i = 0; i < 40; i++) {
    const cells = view.querySelectorAll(`${legal}[aria-selected=false]`);
    cells[(i * 31) % cells.length].click();
    await painted();
    await asked(view.querySelector(".view-button.main"), lays);
    const back = [...view.querySelectorAll(".view-button")].find((one) => one.innerText === "Take back");
    await asked(back, backs);
  }
  return [lays, backs]; }"""


def lab() -> None:
    """Print how fast `MapView` answers, alone and with Python."""
    bare = replace(Position.load("examples/first-position.toml"), hand=None)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        MapView(bare).to_html(Path(folder) / "view.html")
        page = opened(browser, Path(folder) / "view.html")
        print(f"ms:{'':31} median   95 %   most   over 32")
        for rate in (1, 4):
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
            print(told(f"preview, CPU/{rate}", page.evaluate(CHOOSE)))
        page.context.close()
        with test_jupyter.laboratory(Path(folder)) as address:
            page = browser.new_page(viewport={"width": 1280, "height": 1000})
            journey = test_jupyter.Lab(page, address)
            journey.run_all()
            journey.run("found", "FOUND")
            journey.run("set")
            journey.view.locator("[data-hex='B52'][aria-selected]").wait_for()
            if not journey.view.locator(".clue-matrix").is_visible():
                journey.press("All clues")
            page.evaluate(TIMED)
            for what, times in zip(("lay", "take back"), page.evaluate(ASK, test_jupyter.LEGAL), strict=True):
                print(told(f"{what}, JupyterLab", times))


PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""


def site() -> None:
    """Print what a site of puzzles weighs, and how soon its pages are seen."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        made, empty = Path(folder, "site"), Path(folder, "empty.html")
        days = expeditions_of_days(date(2026, 12, 6), 10)
        write_site([*days.values()], made, [*days])
        sizes = [file.stat().st_size for file in made.iterdir()]
        print(f"{len(sizes)} files     {sum(sizes) / 1000:6.1f} KB")
        empty.write_text("<!doctype html><p>0", encoding="utf-8")
        found: dict[str, list[float]] = defaultdict(list)
        for file in sorted(made.glob("*.html")) * 2:
            for what, one in (("first paint", file), ("empty page", empty)):
                page = browser.new_context(**PHONE, device_scale_factor=3).new_page()
                page.goto(one.as_uri())
                page.wait_for_function(PAINTED)
                found[what].append(float(page.evaluate(PAINTED)))
                page.context.close()
        print("\n".join(told(f"{what}, ms", times) for what, times in found.items()))


def told(what: str, times: list[float]) -> str:
    """Return a line: median, 95th percentile, most, how many over 32 ms."""
    times = sorted(times)
    over = sum(one > 32 for one in times)
    middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
    return f"{what:34} {middle:6.1f} {late:6.1f} {times[-1]:6.1f}   {over} of {len(times)}"


def main(rounds: int) -> None:
    """Print median, 95th percentile, most, and how many took over 32 ms."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        files = {name: Path(folder) / f"{name}.html" for name in ("map", "puzzle")}
        files["map"].write_text(test_map.one_map().on_disk(), encoding="utf-8")
        puzzle = read_puzzles("examples/one-of-each-kind.jsonl")[0]
        files["puzzle"].write_text(puzzle_page(puzzle), encoding="utf-8")
        pages = {
            "empty page": opened(browser, files["map"], EMPTY),
            "map": opened(browser, files["map"], PREPARE),
            "puzzle": opened(browser, files["puzzle"]),
        }
        for rate in (1, 4):
            taken: dict[str, list[float]] = defaultdict(list)
            for page in pages.values():
                page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
            for _ in range(rounds):
                for name, page in pages.items():
                    page.bring_to_front()
                    done = by_finger(page) if name == "puzzle" else by_script(page) | by_finger(page)
                    for what, times in done.items():
                        taken[f"{what}, {name}"] += times
            print(f"CPU/{rate}, ms:{'':22} median   95 %   most   over 32")
            print("\n".join(told(what, times) for what, times in sorted(taken.items())))


if __name__ == "__main__":
    if sys.argv[1:] in (["lab"], ["site"]):
        {"lab": lab, "site": site}[sys.argv[1]]()
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
