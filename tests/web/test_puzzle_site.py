"""A site of puzzles: days, languages, links, storage, solving times; from disk and under a strict policy."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browsing import DESKTOP, PHONE, WIDE, Make, serious, serving, until
from sizes import nightly

from puzzles import PuzzleError, read_puzzles, write_puzzles
from puzzles.collection import collection, of_days
from puzzles.kinds import NAMES
from puzzles.puzzle import Puzzle, solved
from puzzles.words import words
from toolkit.core.errors import ToolkitError
from workbench.cli.main import run
from workbench.web.puzzle.pages import puzzle_page
from workbench.web.puzzle.site import write_site

SINCE = date(2026, 11, 20)
OPENED = "#packed"
FULL = """Storage.prototype.setItem = () => { throw new DOMException("no", "QuotaExceededError"); };"""
FORBIDDEN = """Object.defineProperty(window, "localStorage",
  { get() { throw new DOMException("no", "SecurityError"); } });"""
ENGLISH, PERSIAN = words("en"), words("fa")


@cache
def four() -> list[Puzzle]:
    """Puzzles of four kinds, solved when the first test asks for them."""
    return [solved(one) for one in read_puzzles("examples/one-of-each-kind.jsonl")[:4]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Days from `SINCE`, a puzzle of each kind."""
    folder = tmp_path_factory.mktemp("site")
    write_site(four(), folder, [SINCE + timedelta(day) for day in range(4)])
    return folder


def said(page: Any) -> str:
    return str(page.locator("#said").inner_text())


def test_a_day_keeps_its_puzzle_when_a_file_grows() -> None:
    puzzles = collection("pinpoint")
    week = of_days(puzzles[:7], SINCE, 7)
    assert of_days(puzzles, SINCE, 60).items() >= week.items()
    assert len({one.id for one in of_days(puzzles, SINCE, 60).values()}) == 60
    shuffled = of_days(puzzles, SINCE, 7, "another").values()
    assert [puzzles.index(one) for one in shuffled] == [28, 43, 4, 25, 34, 37, 17]  # on every platform
    with pytest.raises(PuzzleError, match="61 days need as many puzzles, and there are 60"):
        of_days(puzzles, SINCE, 61)
    with pytest.raises(PuzzleError, match="run past 9999-12-31"):
        of_days(puzzles, date(9999, 12, 30), 3)


def test_ten_days_with_two_sundays_weigh_less_than_420_KB_in_two_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, file = tmp_path / "pages", tmp_path / "ten.jsonl"
    levels, shipped = (4, 1, 2, 2, 3, 3, 4, 4, 1, 2), collection("expedition")
    write_puzzles(file, [shipped[12 * level - 12 + n % 8] for n, level in enumerate(levels)])
    assert run(["puzzle", "page", str(file), "--days", "10", "--since", "2026-12-06", "--out", str(out)]) == 0
    assert "31 files" in capsys.readouterr().err
    assert sum(file.stat().st_size for file in out.iterdir()) < 420_000
    assert run(["puzzle", "page", "--since", "2026-11-20", "--out", str(out)]) == 2
    assert "--since goes with --days" in capsys.readouterr().err


def test_pages_written_before_go_and_what_is_of_others_stays(tmp_path: Path) -> None:
    days = [SINCE + timedelta(day) for day in range(4)]
    before = {file.name for file in write_site(four(), tmp_path)}
    kept = {"2026-11-01.html": "<p>mine</p>", "puzzle-9.html.txt": "", "notes.html": 'id="packed"'}
    for name, text in kept.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "puzzle-7.html").mkdir()
    (tmp_path / "mine.html").write_text((tmp_path / "puzzle-1.html").read_text())
    kept |= {"puzzle-7.html": "", "mine.html": ""}
    dated = {file.name for file in write_site(four(), tmp_path, days)}
    assert {file.name for file in tmp_path.iterdir()} == dated | kept.keys()
    assert {"puzzle-1.html", "puzzle-4.fa.html"} <= before - dated
    alone = {file.name for file in write_site(four()[:1], tmp_path)}
    assert {file.name for file in tmp_path.iterdir()} == alone | kept.keys()
    assert "index.fa.html" not in alone


def test_a_page_of_others_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(ToolkitError, match=r"index\.html is there already and is no page of puzzles"):
        write_site(four(), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["index.html"]
    write_site(four(), tmp_path, force=True)
    assert "mine" not in (tmp_path / "index.html").read_text()
    write_site(four(), tmp_path)  # over its own pages


def test_a_packed_page_has_the_points_of_the_page_that_is_not(opened: Make, site: Path) -> None:
    points = re.compile(r' points="([^"]+)"')
    for number, puzzle in enumerate(four()[:2]):
        page = opened((site / f"{SINCE + timedelta(number)}.html").as_uri(), **PHONE)
        found = page.evaluate(
            "() => [...document.querySelectorAll('polygon')].map((one) => one.getAttribute('points'))"
        )
        assert found == points.findall(puzzle_page(puzzle))


def test_a_browser_that_cannot_open_a_page_says_so(browser: Any, site: Path) -> None:
    page = browser.new_page()
    page.add_init_script("delete window.DecompressionStream")
    page.route(
        "**/*.html",
        lambda route: route.fulfill(
            body=(site / f"{SINCE}.html").read_text().replace("This page", "This &#x27;page&#x27;"),
            content_type="text/html",
        ),
    )
    with serving(site) as address:
        page.goto(f"{address}{SINCE}.html")
        page.wait_for_function("() => document.body.innerText.startsWith(\"This 'page' needs JavaScript\")")
    page.close()


def test_the_browser_takes_the_puzzle_of_its_day_in_both_languages(opened: Make, site: Path) -> None:
    page = opened((site / "index.html").as_uri(), now="2026-11-19T12:00:00", **DESKTOP)
    for now, shown, word in (("19", 0, "not_begun"), ("24", 4, "over"), ("22", 3, "tomorrow")):
        page.clock.set_system_time(f"2026-11-{now}T12:00:00")
        page.reload()
        page.wait_for_selector(OPENED, state="detached")
        page.wait_for_function(
            "shown => [...document.querySelectorAll('li')].filter((day) => !day.hidden).length === shown",
            arg=shown,
        )
        assert said(page) == ENGLISH.text(f"page.{word}")
        assert page.locator("#count").inner_text() == ENGLISH.counted("book.count", shown)
        offered = page.locator("[data-filter=kind]:visible option:enabled").all_inner_texts()[1:]
        assert offered == ([ENGLISH.text(f"kinds.{kind}.name") for kind in NAMES[:shown]] if shown else [])
    assert page.locator(".today b").inner_text() == "Today · Sunday 22 November 2026"
    page.click("a[lang=fa]")
    page.wait_for_url("**/index.fa.html")
    one, year = PERSIAN.number(1), PERSIAN.number(1405)
    assert page.locator(".today b").inner_text() == f"امروز · یکشنبه {one} آذر {year}"
    assert page.evaluate("document.documentElement.dir") == "rtl"
    page.click(".today a")
    page.wait_for_url("**/2026-11-22.fa.html")
    page.click("[data-tab=lie]")
    page.click("[data-tool=no]")
    page.locator("[data-card][data-value=lie]").first.click()
    page.click("#menu")
    page.click("a[lang=en]")
    page.wait_for_url("**/2026-11-22.html")
    page.click("[data-tab=lie]")
    assert page.locator(".mark-of.no").count() == 1  # the marks belong to the puzzle, not to the page
    page.click("#home")
    page.wait_for_url("**/index.html")
    page.clock.set_system_time("2026-11-23T00:01:00")  # a list that stays open past midnight
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.locator(".today b").all_inner_texts() == ["Today · Monday 23 November 2026"]
    assert page.locator("li:visible b").all_inner_texts()[1] == "Sunday 22 November 2026"
    page.click(".today a")
    page.wait_for_url("**/2026-11-23.html")


def test_a_site_works_under_the_policy_of_a_server(opened: Make, site: Path) -> None:
    with serving(site) as address:
        page = opened(f"{address}index.html#{four()[0].id}", **PHONE)
        page.wait_for_url("**/2026-11-20.html*")
        page.click("#hint")
        assert said(page)


def test_the_archive_is_sorted_by_level_or_minutes(opened: Make, tmp_path: Path) -> None:
    write_site(collection("lie")[::12][::-1], tmp_path)
    page = opened((tmp_path / "index.html").as_uri(), **PHONE)
    for by, part in (("minutes", "minutes"), ("rank", "level"), ("", "")):
        page.select_option("[data-filter=sort]", by)
        listed = page.locator("li [data-id]").evaluate_all("links => links.map((one) => one.dataset.id)")
        found = [next(one.grade for one in collection("lie") if one.id == name) for name in listed]
        key = [getattr(grade, part) if part else -grade.level for grade in found]
        assert key == sorted(key)
        page.reload()
        page.wait_for_selector(OPENED, state="detached")
        assert page.locator("[data-filter=sort]").input_value() == by  # it is kept
    page.select_option("[data-filter=sort]", "minutes")
    assert page.locator("li:visible").count() == 5


@nightly
@pytest.mark.parametrize("lang", ["", ".fa"])
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_archive(
    opened: Make, site: Path, lang: str, color_scheme: str
) -> None:
    with serving(site) as address:
        now = "2026-11-22T12:00:00"
        page = opened(f"{address}index{lang}.html", now=now, color_scheme=color_scheme, **PHONE)
        assert serious(page) == []


def test_a_link_that_leads_nowhere_is_told(opened: Make, site: Path) -> None:
    other = "tobago1-pinpoint-AoQouj4gAMDoBAAIsgzT"
    links = {
        "nonsense": ("broken_link", "broken_link"),
        "%E0%A4%A": ("broken_link", "broken_link"),
        four()[0].id[:-3]: ("broken_link", "broken_link"),
        "tobago2-lie-AoQouj4gAMDoBAAIsgzT": ("other_version", "other_version"),
        other: ("other_puzzle", "not_here"),
    }
    page = opened((site / f"{SINCE}.html").as_uri(), **PHONE)
    for place, name in enumerate((f"{SINCE}.html", "index.html")):
        page.goto((site / name).as_uri())
        page.wait_for_selector(OPENED, state="detached")
        for link, keys in links.items():
            told = ENGLISH.text(f"page.{keys[place]}", id=f"\u2066{link}\u2069")
            page.evaluate("link => { location.hash = link; }", link)
            page.wait_for_function("told => document.getElementById('said').textContent === told", arg=told)
        if name != "index.html":
            assert page.locator("#home").get_attribute("href").endswith(f"index.html#{other}")


def test_a_browser_that_keeps_nothing_says_why(opened: Make, site: Path) -> None:
    url, script = (site / f"{SINCE}.fa.html").as_uri(), f"if (location.search === '?full') {{ {FULL} }} else"
    page = opened(f"{url}?full", own=True, script=f"{script} {{ {FORBIDDEN} }}", **PHONE)
    for word in ("storage_full", "no_storage"):
        assert said(page) == PERSIAN.text(f"page.{word}")
        page.click("[data-tool=yes]")
        page.focus("[data-hex=B22]")
        page.keyboard.press("Enter")
        assert page.locator("[data-tab=brown] b").inner_text() == "✓"
        assert said(page) == PERSIAN.text(f"page.{word}")
        page.goto(url)
        page.wait_for_selector(OPENED, state="detached")


def test_what_was_spoilt_in_the_storage_is_not_read(opened: Make, site: Path) -> None:
    puzzle = four()[0]
    spoilt = json.dumps({"marks": {"brown": {"B22": "no", "Z99": "no", "B21": "perhaps"}}, "seconds": "x"})
    script = f"localStorage['tobago-puzzle:{puzzle.id}'] = {spoilt!r}; localStorage['tobago-times'] = 'null';"
    page = opened((site / f"{SINCE}.html").as_uri(), own=True, script=script, **PHONE)
    assert page.locator("[data-tab=brown] b").inner_text() == "103"
    assert page.locator("#clock").inner_text() < "0:10"  # and not from "x" on


def test_times_are_saved_to_a_file(opened: Make, site: Path, tmp_path: Path) -> None:
    page = opened((site / f"{SINCE}.html").as_uri(), now="2026-11-20T12:00:00", **PHONE)
    page.click("#menu")
    page.click("#times")
    assert said(page) == ENGLISH.text("page.no_times")
    page.clock.run_for(65_000)
    page.click("#menu")
    page.click("#restart")  # the clock begins anew, the time does not
    page.clock.run_for(5_000)
    page.click("[data-tool=yes]")
    page.click("#main")  # finds nothing and tells nothing
    page.focus("[data-hex=A00]")
    page.keyboard.press("Enter")
    page.click("#main")  # finds a mistake, and says where
    for colour, name in four()[0].solution.treasures.items():
        page.click(f"[data-tab={colour}]")
        page.focus(f"[data-hex={name}]")
        page.keyboard.press("Enter")
    assert said(page).startswith("★ Solved in 0:0")
    end = page.locator("dialog.end")
    assert "lies on" in end.inner_text()
    assert ENGLISH.text("page.end.hints.one") in end.inner_text()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    page.keyboard.press("Shift+Tab")  # from the next puzzle to sharing
    page.keyboard.press("Enter")
    shared = end.locator("textarea").input_value()
    assert re.fullmatch(r"Pinpoint · Friday 20 November 2026 · .+\n0:0\d □■{8}◆", shared)  # and no hex, no ID
    page.keyboard.press("Escape")
    page.click("#menu")
    with page.expect_download() as download:
        page.click("#times")
    download.value.save_as(tmp_path / "times.jsonl")
    (line,) = map(json.loads, (tmp_path / "times.jsonl").read_text().splitlines())
    assert line.pop("solver")
    assert 70 <= line.pop("seconds") < 80
    assert line == {"format": "toolkit-times/1", "puzzle": four()[0].id, "hints": 1}
    page.click("#main")
    page.click("dialog.end a")
    page.wait_for_url("**/index.html*")
    page.wait_for_selector(".today em")
    assert page.locator(".today em").inner_text().startswith("✓ Solved in 1:1")
    assert said(page) == ENGLISH.text("page.all_solved")  # of the days up to this one


def test_the_list_shows_what_is_begun_and_is_narrowed_by_keys(opened: Make, tmp_path: Path) -> None:
    write_site(four(), tmp_path)
    ended, known, begun, _ = (one.id for one in four())
    given = {"huts": dict.fromkeys(four()[1].position.setting.landmarks["hut"], "yes")}
    kept = {
        "tobago-times": {"solver": "x", "all": {ended: {"seconds": 65, "hints": 0}}},
        f"tobago-puzzle:{known}": {"marks": given, "seconds": 9},
        f"tobago-puzzle:{begun}": {"marks": {"lie": {"brown: in jungle": "no"}}, "seconds": 70},
    }
    script = "".join(f"localStorage[{key!r}] ??= {json.dumps(json.dumps(one))};" for key, one in kept.items())
    looks = {**PHONE, "viewport": {"width": 320, "height": 640}}
    with serving(tmp_path) as address:
        page = opened(f"{address}index.html", own=True, script=script, **looks)
        assert page.evaluate(WIDE) <= 0
        assert page.locator("em").all_inner_texts() == ["✓ Solved in 1:05.", "", "… Begun, 1:10 so far", ""]
        page.focus("[data-filter=state]")
        page.keyboard.press("ArrowDown")
        assert page.locator("li:visible b").all_inner_texts() == ["Puzzle 2", "Puzzle 3", "Puzzle 4"]
        page.focus("[data-filter=kind]")
        page.keyboard.press("End")
        assert page.locator("#listed").inner_text() == "1 of 4 puzzles"
        page.reload()  # what was chosen stays chosen, and the next puzzle is one of these
        page.wait_for_selector(OPENED, state="detached")
        assert page.locator("li:visible b").all_inner_texts() == ["Puzzle 4"]
        page.goto(f"{address}index.fa.html#next-{ended}")
        page.wait_for_url("**/puzzle-4.fa.html")


HEARD = """(key) => {
  const other = JSON.parse(localStorage[key]);
  const marks = Object.fromEntries(Object.keys(other.marks).map((one) => [one, {}]));
  localStorage[key] = JSON.stringify({ ...other, marks });
  const kept = [], { setItem } = Storage.prototype;
  Storage.prototype.setItem = (...item) => kept.push(item);
  dispatchEvent(new StorageEvent("storage", { key }));
  Storage.prototype.setItem = setItem;
  return [document.querySelector("[data-tab] b").textContent, kept.length]; }"""
"""Lets a page hear that another tab took all marks away; what it shows, and how often it keeps something."""


def solve_by_hints(page: Any) -> None:
    page.evaluate("""() => {
      for (let n = 0; n < 200 && !document.querySelector("#said.won"); n++) {
        document.getElementById("hint").click();
        document.getElementById("main").click();
      }
    }""")
    page.wait_for_selector("#said.won")


def test_pages_in_several_tabs_lose_nothing_of_each_other(opened: Make, site: Path) -> None:
    first = opened((site / f"{SINCE}.html").as_uri(), now="2026-11-23T12:00:00", **PHONE)
    tabs = {}
    for name in (f"{SINCE}.fa.html", f"{SINCE + timedelta(3)}.html", "index.html"):
        tabs[name] = first.context.new_page()
        tabs[name].goto((site / name).as_uri())
        tabs[name].wait_for_selector(OPENED, state="detached")
    twin, second, listed = tabs.values()
    solve_by_hints(first)
    # a tab in the background draws no frames, by which `wait_for_function` would ask
    until(twin, lambda: twin.locator("[data-tab] b").first.text_content() == "✓")
    solve_by_hints(second)
    times = "JSON.parse(localStorage['tobago-times'])"
    until(first, lambda: len(first.evaluate(times)["all"]) == 2)  # it hears of the other a moment later
    kept = first.evaluate(times)
    assert {*kept["all"]} == {four()[0].id, four()[3].id}
    assert {one["solver"] for one in kept["all"].values()} == {kept["solver"]}
    solved = "() => [...document.querySelectorAll('em')].filter((one) => one.textContent).length === 2"
    listed.wait_for_function(solved)
    shown, kept = first.evaluate(HEARD, f"tobago-puzzle:{four()[0].id}")
    assert (shown != "✓", kept) == (True, 0)  # else an older state could come back over a newer one
