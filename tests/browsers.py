"""Fixtures of browser tests: a browser per session and its pages.

Every page fails on a request outside its own origin and on an error of its scripts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from typing import Any

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, whose pages are the same whichever Python wrote them, as long."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a head: one for all rooms, for Playwright begins only once."""
    from browsing import CHROMIUM, chromium  # of tests/web, which rooms with pages put on the import path

    pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no chromium on the PATH")
    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def module(browser: Any) -> Callable[..., Any]:
    """Try a module of the pages by itself: `module("marks.js", "({ Marks }, given) => ...", given)`."""
    from workbench.web.bundle import bundle

    page = browser.new_page()

    def tried(name: str, script: str, given: Any = None, beside: str = "workbench.web") -> Any:
        code, variable = bundle(name, files(beside)), f"module_{name.removesuffix('.js')}"
        return page.evaluate(f"(given) => {{ {code}\nreturn ({script})({variable}, given); }}", given)

    return tried


@pytest.fixture(scope="session")
def windows(browser: Any) -> Callable[..., Any]:
    """One page for each size of window, kept for the session: a new one costs as much as three addresses."""
    kept: dict[str, Any] = {}

    def window(script: str = "", **looks: Any) -> Any:
        key = json.dumps([script, looks], sort_keys=True)
        if key not in kept:
            kept[key] = browser.new_context(**looks).new_page()
            kept[key].add_init_script(script)
        return kept[key]

    return window


@pytest.fixture
def opened(browser: Any, windows: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Open an address with nothing stored: `opened(url, **window)`; its faults are found when the test ends.

    In a window of the same size a second address takes the place of the first. From disk, its origin is its
    folder. `script` runs before those of the page. With `own`, or `now`, what the clock of the page begins
    with, it gets a window of its own.
    """
    ended, faults = [], []

    def open_page(
        url: str,
        *,
        own: bool = False,
        now: str = "",
        script: str = "",
        color_scheme: str = "light",
        **looks: Any,
    ) -> Any:
        own = own or bool(now)
        page = browser.new_context(**looks).new_page() if own else windows(script, **looks)
        ended.append(page.context.close if own else partial(_forget, page))
        if now:
            page.clock.install(time=now)
        if own and script:
            page.add_init_script(script)
        for what, act in _heard(url, faults).items():
            page.on(what, act)
            ended.append(partial(page.remove_listener, what, act))
        page.emulate_media(color_scheme=color_scheme, media="null", reduced_motion="reduce")
        page.goto(url)
        page.wait_for_selector("#packed", state="detached")
        return page

    yield open_page
    for end in reversed(ended):
        end()
    assert faults == [], "requests outside the page's origin, or errors of its scripts"


def _forget(page: Any) -> None:
    """Empty the storage of a page, which may want to keep something when it is left."""
    page.unroute_all()
    for frame in page.frames:
        frame.evaluate("() => { localStorage.clear(); Storage.prototype.setItem = () => {}; }")
    if page.url.startswith("http"):  # its server ends: what it asks then is no fault of the next page
        page.goto("about:blank")


def _heard(url: str, faults: list[str]) -> dict[str, Callable[[Any], object]]:
    """Return what notes faults by event: requests outside the origin of an address, and errors."""
    origin = url[: url.rindex("/") if url.startswith("file:") else url.index("/", 8)] + "/"
    return {
        "request": lambda asked: faults.append(asked.url) if _foreign(asked.url, origin) else None,
        "pageerror": lambda error: faults.append(str(error)),
        "console": lambda said: faults.append(said.text) if _wrong(said) else None,
    }


def _wrong(said: Any) -> bool:
    """Whether a page says that something is wrong, beyond being taken offline."""
    return said.type == "error" and "ERR_INTERNET_DISCONNECTED" not in said.text


def _foreign(url: str, origin: str) -> bool:
    return not url.startswith((origin, "data:", "blob:")) and not url.endswith("/favicon.ico")
