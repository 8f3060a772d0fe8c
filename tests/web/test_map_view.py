"""`MapView` and `PuzzleView`: what Python and the browser do with them, and the page from disk."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import pytest
from browsing import DESKTOP, PHONE, Make

from puzzles import hint, read_puzzles
from puzzles.words import say_clue, words
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Clue, Position, Setting
from toolkit.games.tobago.placement import free_hexes
from toolkit.hexmap import parse_drawing

pytest.importorskip("anywidget")
from workbench.widget import MapView, PuzzleView


def view(lang: str = "en") -> MapView:
    return MapView(Position.load("examples/first-position.toml"), lang=lang)


def asked(one: MapView, wish: str, *parts: str) -> str:
    """Let the browser ask for something; return why it was refused."""
    one._asked(None, {"wish": wish, "parts": list(parts)}, [])
    return str(one.told)


def test_what_python_does_changes_the_board_and_is_observed() -> None:
    one, seen = view(), list[Position]()
    one.observe(lambda change: seen.append(change["new"]), "position")
    one.lay("white", "not in mountain")
    assert len(seen) == 1
    assert one.position.maps["white"].clues == (Clue.parse("not in mountain"),)
    assert [found["clues"] for found in one.board["maps"]][1] == ["not in mountain"]
    one.take_back()
    assert one.position.maps["white"].clues == ()
    one.position = one.position.lay("grey", Clue.parse("in beach"))
    assert one.board["maps"][2]["clues"] == ["in beach"]
    assert one.board["order"][-1] == "grey"


def test_what_the_browser_asks_is_done_or_told_with_the_rule() -> None:
    one = view()
    assert asked(one, "lay", "brown", "next to statue") == ""
    assert len(one.position.maps["brown"].candidates) == 3
    assert "contradicts" in asked(one, "lay", "brown", "in lake")
    assert asked(one, "take_back") == ""
    assert asked(one, "move", "red", "B52") == ""
    assert one.position.atvs["red"] == "B52"
    assert 'data-token="red ATV" data-at="B52"' in one.ground["svg"]
    assert "T-5" in asked(one, "move_landmark", "B23", "A34")
    assert asked(one, "heat", "brown") == ""
    assert set(one.heat) == set(one.position.maps["brown"].candidates)
    assert max(one.heat.values()) < 1


def test_a_card_that_is_taken_back_is_in_the_hand_again() -> None:
    one, hand = view(), view().position.hand
    one.lay("brown", "next to statue")
    assert len(one.position.hand) == len(hand) - 1
    one.move("red", "B52")
    one.take_back()
    assert one.position.hand == hand
    one.take_back()  # it was laid before the view was made: nobody knows whose it was
    assert one.position.hand == hand


def test_a_landmark_that_moves_takes_clues_and_facings_along() -> None:
    one = view()
    one.move_landmark("B22", "B32")
    assert "B32" in one.position.setting.statues
    assert one.position.facings["B32"] == "S"
    assert one.position.maps["brown"].clues == view().position.maps["brown"].clues


def test_a_landmark_in_the_hand_shows_where_it_may_go() -> None:
    one = view()
    assert asked(one, "hold", "B22") == ""
    assert one.free == list(free_hexes(one.position.setting, "B22"))
    assert "no landmark" in asked(one, "hold", "B52")
    assert asked(one, "move_landmark", "B22", one.free[0]) == ""
    assert one.free == []


def test_another_island_takes_away_what_it_has_no_hex_for() -> None:
    one = view()
    one.selection, drawn = "B52", one.ground
    one.lay("grey", "in beach")
    assert one.ground is drawn  # a clue draws nothing anew
    one.heat = {"B52": 1.0}
    assert one.heated == "brown"
    one.position = Position(setting=Setting(parse_drawing("J J S\n J L L"), huts=["a1"]))
    assert (one.selection, one.heat, one.step) == ("", {}, -1)
    assert 'data-hex="a1"' in one.ground["svg"]


def test_heat_is_about_the_map_in_view_also_when_two_have_the_same() -> None:
    one, heats = view(), []
    for colour in ("grey", "black"):
        one.lay(colour, "next to palm")
    for colour in ("grey", "black"):
        one.show_heat(colour)
        assert (one.colour, one.heated) == (colour, colour)
        heats.append(one.heat)
    assert heats[0] == heats[1]


def test_what_is_set_is_checked() -> None:
    one = view()
    wrong = {"colour": "pink", "selection": "Z9", "clue": "in the sea", "step": 5, "heat": {"Z9": 0.5}}
    for name, value in wrong.items():
        with pytest.raises(ToolkitError):
            setattr(one, name, value)
    one.selection, one.clue, one.colour = "B52", "In  Lake", "grey"
    assert (one.selection, one.clue, one.colour) == ("B52", "in lake", "grey")


def test_a_view_opens_from_the_name_of_a_file() -> None:
    file = Path("examples/first-position.toml")
    assert MapView(file).position == MapView(str(file)).position == Position.load(file)
    wrong = {
        "nowhere.toml": "no such file",
        "examples/silver-position.toml": "format: ",
        7: "the name of its file",
    }
    for given, told in wrong.items():
        with pytest.raises(ToolkitError, match=told):
            MapView(given)  # type: ignore[arg-type]


def test_readers_without_scripts_get_a_picture() -> None:
    data, _ = view()._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg")
    assert "application/vnd.jupyter.widget-view+json" in data


@pytest.mark.parametrize(("lang", "looks"), [("en", DESKTOP), ("fa", {**PHONE, "color_scheme": "dark"})])
def test_the_page_previews_lays_and_takes_back(
    opened: Make, tmp_path: Path, lang: str, looks: dict[str, Any]
) -> None:
    one = view(lang)
    one.show_heat("brown")
    one.to_html(tmp_path / "view.html")
    page = opened((tmp_path / "view.html").as_uri(), **looks)
    card, tabs = page.locator("[data-clue='next to statue']"), page.locator(".view-tab")
    assert page.locator(".layer-fog path").count() == 1
    assert page.locator(".view-note").inner_text() == words(lang).text("page.reconstructed")
    page.keyboard.press("Tab")
    page.locator("[data-hex='C20']").press("Enter")
    against = words(lang).text("page.ruled_out", clue=f"“{say_clue(Clue.parse('not next to hut'), lang)}”")
    assert page.locator(".hexmap-tip").inner_text().replace("«", "“").replace("»", "”").endswith(against)
    assert page.locator(".view-card.against").count() == 1
    tabs.nth(1).click()
    assert page.locator(".view-note, .heat").locator("visible=true").count() == 0  # it is brown's
    tabs.first.click()
    card.click()
    assert page.locator(".fog.going").count() == 1
    three = tabs.first.locator("b").inner_text()
    assert [digit for digit in three if digit.isdigit()][-1] in "3۳"
    page.locator(".view-button.main").press("Enter")
    assert page.locator(".view-card.laid").count() == 3
    assert page.locator("button.view-card").count() == 1  # of two in the hand
    assert page.locator(".heat").count() == 0  # it was about another board
    assert page.locator(".mark.cube").count() == 3
    assert page.locator(".fog.going").count() == 0
    page.locator(".view-actions button").first.press("Enter")
    assert page.locator(".view-card.laid").count() == 2
    assert page.locator("button.view-card").last.get_attribute("data-clue") == "next to statue"


def test_names_wait_until_they_can_be_read_and_each_treasure_has_its_line(
    opened: Make, tmp_path: Path
) -> None:
    one = view()
    one.lay("white", "not in mountain")
    one.lay("black", "next to palm")
    one.to_html(tmp_path / "view.html")
    page = opened((tmp_path / "view.html").as_uri(), **{**DESKTOP, "viewport": {"width": 360, "height": 640}})
    names = page.locator(".layer-names text").first
    readable = """() => { const text = document.querySelector(".layer-names text");
      const pixels = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
      return text.getClientRects().length && pixels > 10.9; }"""
    assert not names.is_visible()
    for _ in range(3):
        page.locator(".hexmap-zoom button").first.click()
    page.wait_for_function(readable)
    page.set_viewport_size({"width": 1300, "height": 900})
    page.locator(".hexmap-zoom button").last.click()
    page.wait_for_selector(".hexmap-view:not(.zoomed)")
    page.wait_for_function(readable)
    lines = "lines => lines.map(({ classList }) => [...classList].slice(1).join(' '))"
    assert page.locator(".trace").evaluate_all(lines) == ["white", "black", "brown now"]
    assert page.locator(".layer-traces > .trace.brown .line").get_attribute("d").count("M") == 5
    signs = page.locator(".layer-traces > g:not(.trace)")
    assert signs.locator(".brown").count() == 5  # the sign of a treasure on each part of its line
    page.locator(".view-tab").nth(1).click()
    assert page.locator(".trace.now").get_attribute("class") == "trace white now"


def test_the_slider_shows_what_lay_after_so_many_clues(opened: Make, tmp_path: Path) -> None:
    one = view()
    one.lay("white", "not in mountain")
    for clue in ("next to statue", "within 2 of ocean"):
        one.lay("brown", clue)
    order = one.position.order  # two more lie on brown, nobody knows since when
    one.to_html(tmp_path / "view.html")
    page = opened((tmp_path / "view.html").as_uri(), **DESKTOP)
    shown = """step => {
      const slider = document.querySelector(".view-order input");
      slider.value = step;
      slider.dispatchEvent(new Event("input"));
      return new Promise((done) => requestAnimationFrame(() => done([slider.max,
        [...document.querySelectorAll(".view-card.laid")].map(({ dataset }) => dataset.clue),
        [...document.querySelectorAll(".view-tab")].findIndex((tab) => tab.ariaPressed === "true")])));
    }"""
    colours, current = list(one.position.maps), order[-1]
    for step in (3, 2, 1, 0, 1, 2, 3):
        current = order[step - 1] if step else current
        clues = list(map(str, one.position.maps[current].clues))
        laid = clues[: len(clues) - order[step:].count(current)]
        assert page.evaluate(shown, step) == [str(len(order)), laid, colours.index(current)]


def test_a_card_that_is_taken_back_on_a_page_is_in_its_place_again(opened: Make, tmp_path: Path) -> None:
    one = view()
    one.position = replace(one.position, hand=tuple(map(Clue.parse, ("next to statue", "in lake"))))
    one.to_html(tmp_path / "view.html")
    page = opened((tmp_path / "view.html").as_uri(), **DESKTOP)
    hand = """() => [...document.querySelectorAll("button.view-card")].map(({ dataset }) => dataset.clue)"""
    page.click("[data-clue='next to statue']")
    page.click(".view-button.main")
    assert page.evaluate(hand) == ["in lake"]
    page.locator(".view-actions button", has_text=words("en").text("page.take_back")).click()
    assert page.evaluate(hand) == ["next to statue", "in lake"]


def test_a_puzzle_tells_python_its_marks_and_takes_them_from_there(opened: Make, tmp_path: Path) -> None:
    one = PuzzleView(read_puzzles("examples/one-of-each-kind.jsonl")[0])
    frame = f'<iframe id="frame" srcdoc="{escape(one.to_html())}" width="700" height="600"></iframe>'
    hear = "told = []; addEventListener('message', ({ data }) => told.push(data))"
    (tmp_path / "notebook.html").write_text(f"<script>{hear}</script>{frame}", encoding="utf-8")
    page = opened((tmp_path / "notebook.html").as_uri(), **DESKTOP)
    inside = page.frame_locator("#frame")
    inside.locator("[data-hex='A00']").press("Enter")
    page.wait_for_function("told.at(-1)?.marks.brown.A00 === 'no'")
    assert page.evaluate("told.at(-1).puzzle") == one.puzzle_id
    put = {"puzzle": one.puzzle_id, "marks": {"brown": {"B20": "yes"}, "black": {"nowhere": "no"}}}
    page.evaluate("given => frame.contentWindow.postMessage(given, '*')", put)
    page.wait_for_function("told.at(-1).marks.brown.B20 === 'yes'")
    assert page.evaluate("told.at(-1).marks") == {"brown": {"B20": "yes"}, "black": {}}
    one.marked = put["marks"]
    assert one.marks["brown"].sure == {"B20"}
    assert hint(one.puzzle, {"brown": one.marks["brown"]}, 1).text
    one.puzzle = read_puzzles("examples/one-of-each-kind.jsonl")[1]
    assert (one.marked, one.puzzle_id, one.puzzle.id in one.page) == ({}, one.puzzle.id, True)
