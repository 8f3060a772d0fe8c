"""A browser per session and its pages.

Every page fails on a request outside its own origin and on an error of its scripts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from browsing import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a head."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no chromium on the PATH")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open an address in a new context: `opened(url, **context)`; its faults are found when the test ends.

    From disk, its origin is its folder. `now` is what the clock of the page begins with, and `script` runs
    before those of the page.
    """
    contexts, faults = [], []

    def open_page(url: str, *, now: str = "", script: str = "", **looks: Any) -> Any:
        context = browser.new_context(**looks)
        contexts.append(context)
        origin = url[: url.rindex("/") if url.startswith("file:") else url.index("/", 8)] + "/"
        page = context.new_page()
        if now:
            page.clock.install(time=now)
        if script:
            page.add_init_script(script)
        page.on("request", lambda asked: faults.append(asked.url) if _foreign(asked.url, origin) else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(url)
        page.wait_for_selector("#packed", state="detached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == [], "requests outside the page's origin, or errors of its scripts"


def _foreign(url: str, origin: str) -> bool:
    return not url.startswith((origin, "data:", "blob:")) and not url.endswith("/favicon.ico")
