"""Puzzles solved in the browser from first to last; every page for fingers, readers and both themes.

The nightly run tries every combination, the README's a few: each kind, way, window and language comes in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import test_map
from browsing import CENTRE, DESKTOP, KINDS, PHONE, Make, serious, unfit
from sizes import PROFILE
from test_puzzle_site import four

from puzzles import Puzzle
from puzzles.words import LANGUAGES, proof_at_a_glance, words
from solvers.tobago.facts import KINDS as LOST
from workbench.web.puzzle.site import write_site

THOROUGH = PROFILE == "thorough"
WINDOWS = {"phone": PHONE, "desk": DESKTOP}
FOCUSED = "selector => document.activeElement.matches(selector)"
STOPS = 80  # presses of Tab: more than any page has stops


def wanted(puzzle: Puzzle) -> Iterator[tuple[str, str, bool]]:
    """Yield what solves a puzzle: a subject, a value to mark as sure, and whether that is a hex.

    What more open facts are needed for comes later.
    """
    setting, truth = puzzle.position.setting, puzzle.kind.truth(puzzle)
    asked, proven, found = puzzle.kind.subjects(puzzle), puzzle.kind.proven(puzzle), list[tuple[str, str]]()
    for subject in asked:
        given = setting.landmarks[LOST[subject]] if subject in LOST else ()
        found += [(subject, value) for value in sorted(set(truth[subject]).difference(given))]
    for subject, value in sorted(found, key=lambda one: proven.get(one[0], {}).get(one[1], 0)):
        yield subject, value, asked[subject].values == setting.island.names


def tab_of(subject: str, value: str) -> str:
    """The tab on which a value stands: of a play, that of its map."""
    return f"[data-tab='{value.split(':')[0] if subject == 'play' else subject}']"


def card_of(subject: str, value: str) -> str:
    """The card of a value: of a play, the one of the hand."""
    return f"[data-card='{value.split(': ')[-1] if subject == 'play' else value}']"


def by_taps(page: Any, puzzle: Puzzle, looks: dict[str, Any]) -> None:
    """By fingers on a phone, by a mouse at a desk."""
    press = page.touchscreen.tap if looks.get("has_touch") else page.mouse.click
    tap = page.tap if looks.get("has_touch") else page.click
    tap("[data-tool=yes]")
    for subject, value, hexed in wanted(puzzle):
        if is_won(page):
            return
        tap(tab_of(subject, value))
        if hexed:
            press(*page.evaluate(CENTRE, value))
        else:
            tap(card_of(subject, value))


def by_keys(page: Any, puzzle: Puzzle, looks: dict[str, Any]) -> None:
    """By Tab, Enter and arrows alone."""
    enter(page, "[data-tool=yes]")
    for subject, value, hexed in wanted(puzzle):
        if is_won(page):
            return
        enter(page, tab_of(subject, value))
        if hexed:
            tab(page, "[data-hex]")
            walk(page, value)
            page.keyboard.press("Enter")
        else:
            enter(page, card_of(subject, value))


def by_hints(page: Any, puzzle: Puzzle, looks: dict[str, Any]) -> None:
    """By doing hint after hint, of which there are no more than proven steps."""
    for _ in puzzle.kind.trace(puzzle).steps:
        page.click("#hint")
        page.click("#main")
        if is_won(page):
            return


def is_won(page: Any) -> bool:
    """Whether all is found: of a whose-clue cubes alone may leave one card to a player."""
    return bool(page.locator("#said.won").count())


def enter(page: Any, selector: str) -> None:
    """Press Enter on what Tab leads to."""
    tab(page, selector)
    page.keyboard.press("Enter")


def tab(page: Any, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(STOPS):
        if page.evaluate(FOCUSED, selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no way to {selector} by keys")


def walk(page: Any, name: str) -> None:
    """Press arrows until the focus is on a hex."""
    x, y = page.evaluate(CENTRE, name)
    for _ in range(STOPS):
        at = page.evaluate("document.activeElement.dataset.hex")
        if at == name:
            return
        across, down = (goal - here for goal, here in zip((x, y), page.evaluate(CENTRE, at), strict=True))
        key = ("Right" if across > 0 else "Left") if abs(across) > abs(down) else "Down" if down > 0 else "Up"
        page.keyboard.press(f"Arrow{key}")
    pytest.fail(f"no way to {name} by arrows")


NUMBERS = """() => Object.fromEntries([...document.querySelectorAll("[data-token^=broken]")]
  .map((one) => [one.dataset.at, one.textContent]))"""
"""What a solved lie proves on the map."""
WAYS = {"taps": by_taps, "keys": by_keys, "hints": by_hints}
FEW = [
    ("pinpoint", "taps", "phone", "fa"),
    ("lost-landmarks", "taps", "desk", "en"),
    ("lie", "hints", "desk", "fa"),
    ("best-card", "keys", "phone", "en"),
]


@pytest.mark.parametrize(
    ("kind", "way", "window", "lang"), [*product(KINDS, WAYS, WINDOWS, LANGUAGES)] if THOROUGH else FEW
)
def test_a_puzzle_is_solved(
    opened: Make,
    puzzle_file: Callable[..., Path],
    kind: str,
    way: str,
    window: str,
    lang: str,
) -> None:
    looks = WINDOWS[window]
    page = opened(puzzle_file(kind, lang).as_uri(), **looks)
    WAYS[way](page, KINDS[kind], looks)
    page.wait_for_selector("#said.won")
    clock = page.locator("#clock").inner_text()
    puzzle, say = KINDS[kind], words(lang)
    won = f"★ {say.text('page.solved', time=clock)} {proof_at_a_glance(puzzle, say)}"
    assert page.locator("#said").inner_text() == won.rstrip()
    assert proof_at_a_glance(puzzle, say) in page.locator("dialog.end").inner_text()
    solved = page.locator("[data-tab] b").all_inner_texts()
    assert solved.count("✓") == len(puzzle.kind.subjects(puzzle))
    broken = {name: say.number(number) for name, number in puzzle.kind.tally(puzzle).items()}
    assert page.evaluate(NUMBERS) == broken


def map_file(folder: Path, lang: str) -> Path:
    """The map alone."""
    (folder / "map.html").write_text(test_map.one_map(lang).on_disk(), encoding="utf-8")
    return folder / "map.html"


def list_file(folder: Path, lang: str) -> Path:
    """The list of the puzzles of a site."""
    write_site(four(), folder)
    return folder / ("index.html" if lang == "en" else f"index.{lang}.html")


def view_file(folder: Path, lang: str) -> Path:
    """`MapView`."""
    pytest.importorskip("anywidget")
    from test_map_view import view

    view(lang).to_html(folder / "view.html")
    return folder / "view.html"


BUILT = {"map": map_file, "list": list_file, "view": view_file}
SHOWN = {  # what is looked at besides the page as it opens
    "map": "map.show({ lit: map.names.slice(0, 15) }); map.select('B22'); map.tell('B22')",
    "view": "document.querySelector('[data-clue]').click()",
    **dict.fromkeys(KINDS, "document.getElementById('hint').click()"),
}
SOME = [("map", "phone", "fa"), ("list", "desk", "fa"), ("view", "phone", "en")]
SOME += [("pinpoint", "phone", "fa"), ("lost-landmarks", "desk", "fa"), ("best-card", "desk", "en")]


@pytest.mark.parametrize(
    ("name", "window", "lang"), [*product([*BUILT, *KINDS], WINDOWS, LANGUAGES)] if THOROUGH else SOME
)
def test_a_page_serves_fingers_and_readers_in_light_and_dark(
    opened: Make,
    puzzle_file: Callable[..., Path],
    tmp_path: Path,
    name: str,
    window: str,
    lang: str,
) -> None:
    file = puzzle_file(name, lang) if name in KINDS else BUILT[name](tmp_path, lang)
    page = opened(file.as_uri(), **WINDOWS[window])
    page.evaluate(SHOWN.get(name, "0"))
    direction = words(lang).language.direction
    assert page.evaluate("document.documentElement.dir") == direction
    if name != "list":
        assert page.locator("[dir=ltr] > .hexmap-stage").count() == 1, "an island is never mirrored"
    assert unfit(page) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page, "color-contrast", "link-in-text-block") == []  # nothing else hangs on colours
