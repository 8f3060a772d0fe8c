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
  .map((one) => one.outerHTML)"""
"""What is smaller than a finger, or in a sentence or in a row of many things than its tip."""


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


def serious(page: Any, *, named: bool = False) -> list[str]:
    """Return what axe finds serious or critical on a page at rest; `named`, also names unlike what shows."""
    from axe_playwright_python.base import AXE_SCRIPT

    page.evaluate(STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        """(enabled) => axe.run({ resultTypes: ["violations"], selectors: false, preload: false,
          rules: { "label-content-name-mismatch": { enabled } } })""",
        named,
    )["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def unfit(page: Any) -> list[str]:
    """Return what axe finds on a page, what is smaller than a finger, and whether it is too wide."""
    return serious(page) + page.evaluate(SMALL) + ["too wide"] * (page.evaluate(WIDE) > 0)
