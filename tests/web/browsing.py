"""What browser tests share besides fixtures: phones, a server on loopback with a strict policy, axe."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from puzzles import read_puzzles
from workbench.web.bundle import SERVED

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
# a renderer in advance costs as much as one used, and one for the browser's own tabs nobody sees
FLAGS += ["--disable-features=SpareRendererForSitePerProcess,PreloadTopChromeWebUI"]
Make = Callable[..., Any]
"""The type of fixtures that make things: `opened` a page, `module` what a script finds, `shown` a view."""

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
SIZES = {
    "360x640": {"viewport": {"width": 360, "height": 640}},
    "1280x800": {"viewport": {"width": 1280, "height": 800}},
}
"""Of windows in which every page is looked at."""
KINDS = {one.kind.name: one for one in read_puzzles("examples/one-of-each-kind.jsonl")}
CENTRE = """n => { const { left, top, width, height } =
  document.querySelector(`[data-hex=${n}]`).getBoundingClientRect();
  return [left + width / 2, top + height / 2]; }"""
"""The middle of a hex in the window."""

STILL = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime)).map((one) => one.finished))"""
"""Waits until nothing slides or changes its colour: what does is pale on its way."""

SMALL = """() => [...document.querySelectorAll("button, a, input, select, summary, [role=button]")]
  .filter((one) => one.checkVisibility())
  .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < (one.matches(".rule-link, .pick") ? 24 : 44))
  .map((one) => one.outerHTML.slice(0, 160))"""
"""What is smaller than a finger, or in a sentence or in a row of many things than its tip."""

TINY = """() => {
  const found = new Set(), all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const { data, parentElement: at } = all.currentNode;
    if (!data.trim() || !at.getBoundingClientRect().width) continue;
    if (at.closest("[data-token]")) continue; // the letter of an ATV
    const { a, b } = at.getScreenCTM?.() ?? { a: 1, b: 0 };
    const size = parseFloat(getComputedStyle(at).fontSize) * Math.hypot(a, b);
    if (size < 10.9) found.add(`${size.toFixed(1)} px: ${data}`);
  }
  return [...found]; }"""
"""Text of less than 11 px, as the page or a picture on it shows it."""

CUT = """() => [...document.querySelectorAll("body *:not(svg *)")].filter((one) => {
    const cut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    const hidden = !one.childElementCount && getComputedStyle(one).overflow === "hidden";
    return cut && hidden && one.clientWidth > 1 && one.checkVisibility() && !one.closest(".last");
  }).map((one) => one.outerHTML.slice(0, 160))"""
"""Captions that are cut; of what happened last the log below it has all."""

WIDE = "() => document.documentElement.scrollWidth - innerWidth"
"""By how much the page is wider than its window."""


class _Strict(SimpleHTTPRequestHandler):
    """Files of a folder, under the policy of a server."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", SERVED)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder under a strict policy; yields its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Strict, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


READY = 120_000  # ms that a busy machine may take to start a server of notebooks


@contextmanager
def serving_notebooks(*command: str) -> Iterator[int]:
    """Start a Python module that serves notebooks, with ``--port`` behind it; yields the port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    arguments = [sys.executable, "-m", *command, "--port", str(port)]
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            for _ in range(READY // 500):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.5)
            else:
                raise AssertionError("the server did not start")
            yield port
        finally:
            server.terminate()


@contextmanager
def chromium() -> Iterator[Any]:
    """Start Chromium without a head."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


_SESSIONS: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()


def session(page: Any) -> Any:
    """The page's connection to Chromium itself, for what Playwright has no word for."""
    if page not in _SESSIONS:
        _SESSIONS[page] = page.context.new_cdp_session(page)
    return _SESSIONS[page]


def fingers(page: Any, kind: str, *at: tuple[float, float]) -> None:
    """Send a real touch event: ``touchStart``, ``touchMove`` or ``touchEnd``, with where the fingers are."""
    points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(at)]
    session(page).send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def touch(page: Any, name: str) -> None:
    """Put a finger on a hex."""
    page.touchscreen.tap(*page.evaluate(CENTRE, name))


def until(page: Any, true: Callable[[], bool]) -> None:
    """Wait until something has come to pass, which no script of the page can tell."""
    for _ in range(1200):  # half a minute, as long as Playwright waits
        if true():
            return
        page.wait_for_timeout(25)
    raise AssertionError("it did not come to pass")


def serious(page: Any, *rules: str) -> list[str]:
    """Return what axe finds serious or critical on a page at rest, and names that lack what is written.

    By all of its rules, or by some. What lies on a table is a picture in signs and numbers, whose name is a
    sentence.
    """
    from axe_playwright_python.base import AXE_SCRIPT

    page.evaluate(STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(
            """() => void axe.configure({ rules: [
              { id: "label-content-name-mismatch", selector: ":not(.pick)", enabled: true },
              ...axe._audit.rules.filter(({ impact }) => ["minor", "moderate"].includes(impact))
                .map(({ id }) => ({ id, enabled: false }))] })"""  # what these find is not asked for
        )
    found = page.evaluate(
        """(rules) => axe.run([...document.querySelectorAll("dialog[open]")].at(-1) ?? document,
          { resultTypes: ["violations"], selectors: false, preload: false,
            ...(rules.length ? { runOnly: rules } : {}) })""",  # below a sheet all is inert
        rules,
    )["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        for node in one["nodes"]
        if one["impact"] in ("serious", "critical")
    ]


def unfit(page: Any) -> list[str]:
    """Return why a page is not for everybody: for axe, for fingers, or to be read in its window."""
    found = serious(page)  # and with that at rest
    found += [fault for what in (SMALL, TINY, CUT) for fault in page.evaluate(what)]
    return found + ["too wide"] * (page.evaluate(WIDE) > 0)
