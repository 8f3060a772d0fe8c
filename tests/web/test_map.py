"""The map that answers, alone on a page: in Chromium, from disk and from a server with a strict policy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CENTRE, DESKTOP, PHONE, Make, fingers, serving
from sizes import examples

from puzzles.words import words
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import CLUES, Play, Rules, Setting, TreasureMap, boxed_island
from toolkit.hexmap.drawing import draw
from toolkit.hexmap.signs import sprite
from workbench.web.bundle import OPENER, Page, bundle, files_beside, json_block
from workbench.web.data import page_words, setting_data

AT_REST = """() => new Promise((done) => {
  const lies = () => JSON.stringify(document.querySelector("[data-hex]")?.getBoundingClientRect());
  const before = lies();
  requestAnimationFrame(() => requestAnimationFrame(() => done(before !== undefined && before === lies())));
})"""
"""Whether the map lies where it will: for two frames it has not moved."""

HERE = Path(__file__).parent
SHOWN = """n => { map.show({ lit: map.names.slice(0, n) });
  return [".layer-fog path", ".layer-light path", "[aria-disabled]"].map(
    (what) => map.svg.querySelectorAll(what).length); }"""
PREVIEW = """() => { map.show({ lit: map.names, kept: map.names.slice(0, 9) });
  return [...map.svg.querySelectorAll(".layer-fog path")].map(
    (path) => [path.getAttribute("class"), path.getAttribute("d").split("M").length - 1]); }"""
REACHED = """() => { const seen = new Set([map.names[0]]);
  for (const name of seen) for (const way of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
    const next = map.lattice.step(name, ...way, map.lattice.cell(name).y);
    if (next) seen.add(next);
  }
  return seen.size; }"""


def random_setting(rng: random.Random) -> Setting:
    """A boxed island with landmarks anywhere, under either rule of T-15."""
    island = boxed_island(rng.choice(("ABC+0", "ACB+1")))
    places = rng.sample(list(island.names), 8)
    rules = Rules(must_reduce=rng.choice(("always", "once_marked")))
    return Setting(island, huts=places[:3], palms=places[3:6], statues=places[6:], rules=rules)


def one_map(lang: str = "en", **more: str) -> Page:
    """A page with one map; `more` are further data."""
    setting = Setting(boxed_island(), huts=["B23"], palms=["A00"], statues=["C21"])
    svg = draw(setting.island, landmarks=setting.landmarks, legend=False, alone=False)
    body = f'{sprite()}<main><h1>Map</h1><div id="map">{svg}</div></main>'
    data = {"setting": setting_data(setting), "words": page_words(lang), **more}
    return Page("Map", body, "probe.js", data=data, lang=lang, beside=HERE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    for lang in ("en", "fa"):
        (folder / f"{lang}.html").write_text(one_map(lang).packed(), encoding="utf-8")
    for name, text in files_beside(["probe.js", OPENER], beside=HERE).items():
        (folder / name).write_text(text, encoding="utf-8")
    with serving(folder) as address:
        yield address


def test_T12_masks_judge_as_treasure_maps_do(opened: Make, site: str) -> None:
    page, rng, seen = opened(site + "en.html"), random.Random(16), set()
    for _ in range(examples(2)):
        setting, cases, expected = random_setting(rng), [], []
        for _ in range(100):
            laid = rng.sample(CLUES, rng.randrange(4))
            removed = rng.sample(list(setting.island.names), rng.choice((0, 0, 1, 5)))
            clue = rng.choice(CLUES)
            verdict = TreasureMap(setting, "grey", map(Play, laid), removed).verdict(clue)
            conflicts = [str(one) for one in verdict.conflicts]
            after = list(verdict.after)
            cases.append([list(map(str, laid)), str(clue), removed])
            expected.append([verdict.reason.value, list(verdict.before), after, conflicts, len(after)])
            seen.add(verdict.reason)
        js = "([data, cases]) => judge(cases, new Clues(data))"
        assert page.evaluate(js, [setting_data(setting), cases]) == expected
    assert len(seen) == 4


def test_fog_and_light_of_104_15_and_1(opened: Make, site: str) -> None:
    page = opened(site + "en.html", **DESKTOP)
    assert page.evaluate(SHOWN, 104) == [0, 0, 0]
    assert page.evaluate(SHOWN, 15) == [1, 3, 89]
    assert page.evaluate(SHOWN, 1) == [1, 3, 103]
    assert page.evaluate(PREVIEW) == [["fog going", 95], ["cross-rim", 95], ["cross", 95]]
    page.evaluate("map.show({ lit: null })")
    assert page.locator(".layer-fog path").count() == 0


def test_taps_choose_the_nearest_centre(opened: Make, site: str) -> None:
    page, rng = opened(site + "en.html", **PHONE), random.Random(3)
    for name in rng.sample(page.evaluate("map.names"), 12):
        x, y = page.evaluate(CENTRE, name)
        page.touchscreen.tap(x + rng.uniform(-7, 7), y + rng.uniform(-7, 7))
        assert page.evaluate("map.selected") == name
    assert page.evaluate("told.length") == 12


def test_keys_walk_all_hexes_and_choose(opened: Make, site: str) -> None:
    page = opened(site + "en.html", **DESKTOP)
    page.bring_to_front()  # keys go to the window in front, and other tests have theirs
    page.wait_for_function(AT_REST)
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.dataset.hex")
    assert first is not None
    assert page.locator("[data-hex][tabindex='0']").count() == 1
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    chosen = page.evaluate("map.selected")
    assert chosen not in (None, first)
    assert page.locator("[data-hex][tabindex='0']").get_attribute("data-hex") == chosen
    assert page.locator(".hexmap-tip").inner_text().startswith(chosen)
    assert "<i>plain</i>" in page.locator(".hexmap-tip").inner_text()
    page.keyboard.press("Escape")
    assert page.locator(".hexmap-tip").is_hidden()
    assert page.evaluate(REACHED) == 104


def test_fingers_hold_pinch_and_pan(opened: Make, site: str) -> None:
    page = opened(site + "en.html", **PHONE)
    x, y = page.evaluate(CENTRE, "B22")
    fingers(page, "touchStart", (x, y))
    page.wait_for_selector(".hexmap-tip")
    fingers(page, "touchEnd")
    assert page.evaluate("[told, map.selected]") == [[["inspect", "B22"]], None]
    fingers(page, "touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 9):
        fingers(page, "touchMove", (x - 20 - 5 * step, y), (x + 20 + 5 * step, y))
    fingers(page, "touchEnd")
    assert page.evaluate("map.view.scale") > 2
    page.wait_for_selector(".hexmap-view.near.zoomed")
    assert page.evaluate("visualViewport.scale") == 1
    before = page.evaluate("map.view.x")
    fingers(page, "touchStart", (x, y))
    for step in range(1, 6):
        fingers(page, "touchMove", (x - 8 * step, y))
    fingers(page, "touchEnd")
    assert page.evaluate("map.view.x") < before - 20
    page.wait_for_selector(".hexmap-stage[style*='will-change: auto']")
    assert page.evaluate("map.selected") is None
    page.evaluate("map.view.fit()")
    assert page.evaluate("map.view.scale") == 1
    near = "map.host.classList.contains('near')"
    assert page.evaluate(f"map.view.zoom(2), {near}"), "names go at rest: drawn anew in a gesture, it stops"
    page.evaluate("map.view.fit()")
    page.wait_for_selector(".hexmap-view:not(.near)")


def test_a_mouse_hovers_and_its_wheel_without_ctrl_scrolls_the_page(opened: Make, site: str) -> None:
    page = opened(site + "en.html", **DESKTOP)
    tip = page.locator(".hexmap-tip")
    page.wait_for_function(AT_REST)
    page.mouse.move(*page.evaluate(CENTRE, "B22"))
    assert tip.inner_text() == "B22\n<i>plain</i>"
    page.mouse.move(5, 5)
    assert tip.is_hidden()
    page.mouse.move(600, 400)
    page.mouse.wheel(0, -200)
    assert page.evaluate("map.view.scale") == 1
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    page.wait_for_selector(".hexmap-view.zoomed")
    assert page.evaluate("map.view.scale") > 1.2
    page.mouse.click(600, 400, button="right")
    assert page.evaluate("map.selected") is None


def test_a_zoomed_map_fills_its_window_when_that_changes(opened: Make, site: str) -> None:
    page = opened(site + "en.html", **DESKTOP)
    page.evaluate("map.view.zoom(3); map.view.pan(-9999, -9999)")
    page.wait_for_selector(".hexmap-view.zoomed")
    page.set_viewport_size({"width": 640, "height": 700})
    gap = """() => { const [host, stage] = [map.host, map.stage].map((one) => one.getBoundingClientRect());
      return host.width < 700 && Math.hypot(stage.right - host.right, stage.bottom - host.bottom) < 1; }"""
    page.wait_for_function(gap)
    page.set_viewport_size(DESKTOP["viewport"])


def test_one_file_works_from_disk(opened: Make, tmp_path: Path) -> None:
    written = one_map("fa", note="</script><script>window.broken = 1</script>")
    (tmp_path / "map.html").write_text(written.on_disk(), encoding="utf-8")
    page = opened((tmp_path / "map.html").as_uri(), **PHONE)
    x, y = page.evaluate(CENTRE, "B22")
    page.touchscreen.tap(x, y)
    assert page.evaluate("[map.selected, window.broken ?? null]") == ["B22", None]
    assert page.evaluate("digits('4.5%', 'fa')") == f"{words('fa').number(4.5)}٪"
    said = page.evaluate("say('contradicts', { clues: 'x' })")
    assert said == words("fa").text("page.contradicts", clues="x")
    assert "module_hexmap" in bundle("hexmap.js")
    assert "<" not in json_block({"a": "</script>"})


def test_a_page_follows_its_switch(opened: Make, site: str) -> None:
    page = opened(site + "en.html", color_scheme="dark", **DESKTOP)
    land = "getComputedStyle(map.svg.querySelector('.hex.jungle')).fill"
    dark = page.evaluate(land)
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert page.evaluate(land) != dark


@pytest.mark.parametrize(
    "text", ['import "./hexmap.js";', "export default 1;", 'import { a } from "./first.js";']
)
def test_a_module_that_cannot_be_joined_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "first.js").write_text(text, encoding="utf-8")
    with pytest.raises(ToolkitError, match=r"no way to bundle|import each other"):
        bundle("first.js", tmp_path)
