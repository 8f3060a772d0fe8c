"""The matrix of all clues: what it shows, how it is searched and walked, and that no tap builds it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import DESKTOP, PHONE, Make, serious
from sizes import PROFILE

from toolkit.games.tobago import CLUES, Clue, Position
from workbench.cli.tobago.opening import written_out
from workbench.web.data import clue_words

pytest.importorskip("anywidget")
from dataclasses import replace

from workbench.widget import MapView

CELL = """clue => { const cell = document.querySelector(`.clue-matrix [data-clue='${clue}']`);
  return [cell.lastElementChild.textContent, cell.classList.contains("pale")]; }"""
CELLS = """() => [...document.querySelectorAll(".clue-matrix [data-clue]")].map(({ dataset, classList }) =>
  [dataset.clue, ["illegal", "idle"].find((kind) => classList.contains(kind)) ?? "legal"])"""
SMALL = """() => [...document.querySelectorAll(".clue-matrix button, .clue-matrix input")]
  .filter((one) => one.offsetWidth < 44 || one.offsetHeight < 44).length"""


def test_clues_are_found_in_short_as_in_the_terminal(module: Make) -> None:
    def found(texts: list[str], lang: str = "en") -> list[dict[str, bool]]:
        search = "({ finds }, [texts, words]) => texts.map((typed) => [...finds(typed, words)])"
        return list(map(dict, module("matrix.js", search, [texts, clue_words(lang)])))

    begun = {"hut": "h", "palm": "p", "statue": "st", "scrubland": "sc", "largest": "lar", "lake": "lak"}
    typed: dict[str, str] = {}
    for clue in map(str, CLUES):
        words = [word for word in clue.split() if word not in ("to", "2", "of")]
        cut = [word[:3] for word in words]
        assert " ".join(written_out(["check", "b", *cut], [])[2:]) == clue
        short = "".join("!" if word == "not" else begun.get(word, word[0]) for word in words)
        typed |= dict.fromkeys((clue, " ".join(cut), short), clue)
    assert typed["!nh"] == "not next to hut"
    for clue, several in zip(typed.values(), found([*typed]), strict=True):
        assert [one for one, whole in several.items() if whole] == [clue]
    assert list(map(len, found(["hut", "largest", "xyz", ""]))) == [6, 36, 0, 94]
    assert "in beach" in found(["ساحل"], "fa")[0]


@pytest.fixture
def shown(opened: Make, tmp_path: Path) -> Make:
    """The page of a position without a hand."""

    def open_view(lang: str, **looks: Any) -> Any:
        position = replace(Position.load("examples/first-position.toml"), hand=None)
        MapView(position, lang=lang).to_html(tmp_path / "view.html")
        return opened((tmp_path / "view.html").as_uri(), **looks)

    return open_view


def test_each_cell_shows_its_verdict_on_the_map_in_view(shown: Make) -> None:
    page = shown("en", **DESKTOP)
    position = Position.load("examples/first-position.toml")
    kinds = {"legal": "legal", "removes_nothing": "idle"}
    for colour in ("brown", "grey"):
        page.locator(".view-tab", has_text=colour).click()
        verdicts = {str(clue): position.maps[colour].verdict(clue).reason.value for clue in CLUES}
        assert dict(page.evaluate(CELLS)) == {c: kinds.get(why, "illegal") for c, why in verdicts.items()}
    left = position.maps["brown"].verdict(Clue.parse("next to statue")).after
    page.locator(".view-tab", has_text="brown").click()
    assert page.evaluate(CELL, "next to statue") == [str(len(left)), False]
    assert page.evaluate(CELL, "in hut")[1]  # the deck lacks it


@pytest.mark.parametrize(
    ("lang", "scheme"), [("fa", "dark"), ("en", "light")] if PROFILE == "thorough" else [("fa", "dark")]
)
def test_a_tap_writes_only_what_changed_and_nothing_is_too_small(shown: Make, lang: str, scheme: str) -> None:
    page = shown(lang, color_scheme=scheme, **PHONE)
    page.evaluate("""() => { made = 0;
      new MutationObserver((all) => { for (const { addedNodes } of all) for (const node of addedNodes)
        made += node.querySelectorAll?.("svg").length ?? 0; }).observe(document.querySelector(".view-side"),
        { childList: true, subtree: true }); }""")
    page.locator("[data-clue='next to statue']").tap()
    assert page.locator("[data-clue='next to statue']").get_attribute("aria-selected") == "true"
    page.locator(".view-tab").nth(2).tap()
    page.locator("[data-clue='in lake']").tap()
    assert page.evaluate("made") == 0
    assert page.evaluate(SMALL) == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert serious(page) == []


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_keys_walk_search_and_choose(shown: Make, lang: str) -> None:
    page = shown(lang, **DESKTOP)
    at = "document.activeElement.dataset.clue"
    page.focus(".clue-matrix [tabindex='0']")
    assert page.evaluate(at) == "in beach"
    page.keyboard.press("ArrowLeft" if lang == "fa" else "ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(at) == "not in largest beach"
    page.keyboard.press("End")
    assert page.evaluate(at) == "not within 2 of largest beach"
    page.keyboard.type("!nst")  # a letter begins a search
    assert page.locator(".matrix-search").input_value() == "!nst"
    assert page.locator(".clue-matrix [data-clue]:visible").count() == 1
    page.keyboard.press("Enter")
    assert (
        page.locator(".clue-matrix [aria-selected=true]").get_attribute("data-clue") == "not next to statue"
    )
    page.keyboard.press("ArrowDown")
    assert page.evaluate(at) == "not next to statue"
    page.keyboard.press("Escape")
    assert page.locator(".clue-matrix [data-clue]:visible").count() == 94
    page.locator(".view-button.main").press("Enter")
    assert page.locator(".view-card.laid").count() == 3
    assert page.evaluate("document.activeElement.className") == "view-button"  # the focus is not lost
