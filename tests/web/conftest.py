"""A browser per session and its pages.

Every page fails on a request outside its own origin and on an error of its scripts.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from browsing import CHROMIUM, FLAGS, KINDS, session

from workbench.web.puzzle.pages import puzzle_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


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


@pytest.fixture(scope="session")
def windows(browser: Any) -> Callable[..., Any]:
    """One page for each size of window, kept for the session: a new one costs as much as three addresses."""
    kept: dict[str, Any] = {}

    def window(**looks: Any) -> Any:
        key = json.dumps(looks, sort_keys=True)
        if key not in kept:
            kept[key] = browser.new_context(**looks).new_page()
        return kept[key]

    return window


@pytest.fixture
def opened(browser: Any, windows: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Open an address with nothing stored: `opened(url, **window)`; its faults are found when the test ends.

    In a window of the same size a second address takes the place of the first. From disk, its origin is its
    folder. `now` is what the clock of the page begins with, and `script` runs before those of the page: with
    these it gets a window of its own.
    """
    used, faults = [], []

    def open_page(
        url: str, *, now: str = "", script: str = "", color_scheme: str = "light", **looks: Any
    ) -> Any:
        origin = url[: url.rindex("/") if url.startswith("file:") else url.index("/", 8)] + "/"
        own = bool(now or script)
        page = browser.new_context(**looks).new_page() if own else windows(**looks)
        if now:
            page.clock.install(time=now)
        if script:
            page.add_init_script(script)
        hear = {
            "request": lambda asked: faults.append(asked.url) if _foreign(asked.url, origin) else None,
            "pageerror": lambda error: faults.append(str(error)),
            "console": lambda said: faults.append(said.text) if said.type == "error" else None,
        }
        for what, act in hear.items():
            page.on(what, act)
        used.append((page, hear, own))
        page.emulate_media(color_scheme=color_scheme, media="null")
        page.goto(url)
        page.wait_for_selector("#packed", state="detached")
        return page

    yield open_page
    for page, hear, own in used:
        if own:
            page.context.close()
            continue
        page.goto("about:blank")
        session(page).send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "local_storage"})
        for what, act in hear.items():
            page.remove_listener(what, act)
    assert faults == [], "requests outside the page's origin, or errors of its scripts"


def _foreign(url: str, origin: str) -> bool:
    return not url.startswith((origin, "data:", "blob:")) and not url.endswith("/favicon.ico")


@pytest.fixture(scope="session")
def puzzle_file(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """The page of the puzzle of a kind in a language, written once."""
    folder = tmp_path_factory.mktemp("puzzles")

    @cache
    def written(kind: str, lang: str) -> Path:
        file = folder / f"{kind}-{lang}.html"
        file.write_text(puzzle_page(KINDS[kind], lang), encoding="utf-8")
        return file

    return written
