"""The workshop: a server that makes puzzles at once, and pages on which they are ordered and found again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browsing import DESKTOP, PHONE, touch, unfit
from sizes import PROFILE

pytest.importorskip("uvicorn")
pytest.importorskip("pysat")

from served import Answer, Guest, Served

from puzzles.collection import collection
from puzzles.format.files import from_id
from puzzles.format.text import parse_text
from puzzles.kinds import NAMES
from puzzles.puzzle import solved
from toolkit.core.errors import ToolkitError
from workbench.workshop import app, working
from workbench.workshop.serve import Serving, token_of

Ask = Callable[..., Answer]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a workshop that is served by a thread."""
    secret = tmp_path_factory.mktemp("workshop") / "secret"
    workshop = Served(lambda: Serving(token_of(secret)))
    yield workshop.url
    workshop.close()


@pytest.fixture
def ask(address: str) -> Ask:
    """Ask the workshop."""
    return Guest(address).ask


@pytest.mark.parametrize("kind", NAMES)
def test_a_puzzle_of_each_kind_is_made_and_shown(ask: Ask, kind: str) -> None:
    made = ask("new", body={"kind": kind, "level": 2}).json
    puzzle = solved(from_id(made["id"]))  # it has exactly one answer
    grade = puzzle.kind.grade(puzzle)
    assert (made["kind"], made["level"]) == (kind, grade.level) == (puzzle.kind.name, 2)
    assert 'lang="fa" dir="rtl"' in ask(f"{made['id']}?lang=fa").text


def test_orders_say_island_size_and_treasures(ask: Ask) -> None:
    wanted = {"kind": "pinpoint", "level": 1, "island": "random", "hexes": 40, "treasures": 2}
    id_, other = (ask("new", body=wanted).json["id"] for _ in range(2))
    assert id_ != other
    puzzle = from_id(id_)
    assert len(puzzle.position.setting.island) == 40
    assert len(puzzle.kind.subjects(puzzle)) == 2


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        ({"kind": "pinpiont", "level": 1}, 422, "No kind of puzzle 'pinpiont'; did you mean 'pinpoint'?"),
        ({"kind": "pinpoint", "level": 6}, 422, "from 1 to 5, not 6"),
        ({"kind": "lie", "level": 1, "treasures": 3}, 422, "A lie puzzle hides one treasure, not 3"),
        ({"kind": "lie", "level": 1, "hexes": 40}, 422, "random islands"),
        ({"kind": "lie", "level": 1, "hexes": 5000, "island": "random"}, 400, "cannot be read"),
        ({"kind": "lie"}, 400, "cannot be read"),
        (b"{", 400, "cannot be read"),
        (b"x" * 70_000, 413, "KiB"),
    ],
)
def test_what_cannot_be_ordered_is_refused_with_a_sentence(
    ask: Ask, sent: Any, status: int, said: str
) -> None:
    answer = ask("new", body=sent)
    assert answer.status == status
    assert said in answer.error


def test_addresses_that_are_none(ask: Ask) -> None:
    for path in ("nothing", "puzzle.html", "tobago1-lie-xx", "%E2%98%BA"):
        answer = ask(path)
        assert answer.status == 404
        assert "<a href=" in answer.text
    refused = ask("new?lang=fa", body={}, origin="http://elsewhere.example")
    assert (refused.status, refused.error) == (403, "صفحه‌ای از جای دیگر نمی‌تواند اینجا کاری بکند")
    assert ask("../x/").status == 404


def test_a_puzzle_with_several_answers_is_refused_and_what_takes_too_long_given_up(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = collection("lie")[0]
    less = type(several)(kind=several.kind, position=several.position, facts=several.facts[:-1])
    assert ask(less.id).status == 422
    monkeypatch.setattr(app, "SECONDS", 0.0)
    late = ask("new", body={"kind": "lost-landmarks", "level": 3, "treasures": 4})
    assert (late.status, "too long" in late.error) == (503, True)
    monkeypatch.setattr(app, "SECONDS", working.SECONDS)
    assert (
        ask("new", body={"kind": "lie", "level": 1, "treasures": 1}).status == 200
    )  # the process began anew


def test_the_secret_stays_and_a_file_of_something_else_is_not_taken(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    assert token_of(file) == token_of(file)
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("kind: lie\n")
    with pytest.raises(ToolkitError, match="holds no secret of an address: name another file"):
        token_of(file)


def test_where_its_port_is_taken_it_says_which_one_that_is(address: str) -> None:
    url = urlsplit(address)
    second = Serving(url.path.split("/")[2])
    with second._socket:
        assert second.taken == url.port != second.port


def test_a_page_that_is_none_has_its_sheets_and_leads_back_only_within_the_secret(address: str) -> None:
    root = address.partition("/p/")[0]
    for base, leads_back in ((f"{root}/", False), (f"{root}/p/wrong/", False), (address, True)):
        ask = Guest(base).ask
        page = ask("nothing")
        assert (page.status, "<a " in page.text) == (404, leads_back)
        sheets = re.findall('stylesheet" href="(.*?)"', page.text)
        assert "puzzle.css" in sheets
        for sheet in sheets:
            assert ask(sheet).headers["content-type"].startswith("text/css")


DRAFT = """kind: pinpoint
huts: A34, B23, C10, C55
palms: A00, B45, C43
brown: next to largest river
"""


@pytest.mark.parametrize(
    ("lines", "answers", "told"),
    [
        ("", 2, "Several answers. One: The brown treasure lies on"),
        ("brown: next to palm", 1, "Exactly one answer: moderate · about "),
        ("brown: next to palm\nbrown: not next to lake", 1, "without this: card 3 says"),
        (
            "brown: next to palm\nbrown: in largest jungle",
            0,
            "No answer, for these cannot all be true",
        ),
    ],
)
def test_a_draft_is_judged(ask: Ask, lines: str, answers: int, told: str) -> None:
    found = ask("judge", body={"text": DRAFT + lines, "shown": "ABC+0"}).json
    assert found["answers"] == answers
    assert told in found["told"]
    assert len(found["says"]) == len((DRAFT + lines).strip().split("\n")) - 3
    assert "map" not in found
    assert "T-5" not in found["told"]
    if answers == 1:
        assert ask(found["puzzle"]["id"]).status == 200
    else:
        assert "puzzle" not in found


def test_T5_a_draft_is_told_which_landmarks_are_too_near(ask: Ask) -> None:
    lines = f"{DRAFT}brown: next to palm".replace("A34,", "A34, A35,")
    found = ask("judge", body={"text": lines}).json
    assert "huts on A34 and A35 are 1 hex apart, not 4 (T-5)" in found["told"]
    assert found["answers"] == 1
    assert "T-5" in ask("judge?lang=fa", body={"text": lines}).json["told"]


def test_a_draft_with_a_fault_names_its_line_and_another_island_comes_with_its_map(ask: Ask) -> None:
    found = ask("judge?lang=fa", body={"text": DRAFT + "\nbrown: next to hat", "shown": "ACB+0"}).json
    assert found["line"] == 6
    assert found["fault"].startswith("سطر ۶")
    assert found["island"] == "ABC+0"
    assert 'data-hex="A34"' in found["map"]
    drawn = ask("judge", body={"text": "drawing:\nJ J S\n", "shown": "ABC+0"}).json
    assert drawn["line"] == 0
    assert 'data-hex="c1"' in drawn["map"]
    assert ask("judge", body={"text": "x" * 30_000}).status == 400


LINES = """({ Lines, Past }, [text, taps]) => {
  const past = new Past(), shown = [];
  for (const [what, ...given] of taps) {
    const lines = new Lines(text);
    past.keep(text);
    lines[what](...given);
    shown.push(text = lines.text);
  }
  while (past.before.length) text = past.back(text);
  const back = text;
  while (past.after.length) text = past.again(text);
  return [shown, back, text];
}"""


def test_taps_change_lines_and_nothing_else(module: Any) -> None:
    """Each tap is undone by the next one like it, all by undo, and what people note stays."""
    drawn = "Kind: best-card # mine\ndrawing:\n J J S\n. J B"
    taps = [
        ["clue", "hand", "in lake"],
        ["clue", "hand", "next to hut"],
        ["clue", "brown", "in jungle"],
        ["place", "huts", "a1"],
        ["place", "palms", "c1"],
        ["place", "huts", "c1"],
        ["clue", "hand", "in lake"],
        ["clue", "brown", "in jungle"],
        ["place", "huts", "c1"],
    ]
    shown, back, again = module("drafting.js", LINES, [drawn, taps], "workbench.web.puzzle.workshop")
    assert (back, again) == (drawn, shown[-1])
    puzzle = parse_text(shown[5])
    assert [*map(str, puzzle.position.hand or ())] == ["in lake", "next to hut"]
    assert [*map(str, puzzle.position.maps["brown"].clues)] == ["in jungle"]
    assert [*puzzle.position.setting.huts] == ["a1", "c1"]
    assert not puzzle.position.setting.palms
    assert shown[-1] == "Kind: best-card # mine\nhuts: a1\nhand: next to hut\ndrawing:\n J J S\n. J B\n"
    lie = "kind: lie\nhuts: A34\nbrown: in lake\nhuts: exactly 1 in lake\n"
    cubes = [["cube", "player 1", "A34"], ["cube", "player 2", "A34"], ["cube", "player 1", "B21"]]
    cards = [["clue", "listed", "in lake"], ["clue", "listed", "in jungle"]]
    all_ = [["become", "whose-clue"], *cubes, *cards, cubes[0], cubes[1], cubes[1]]
    shown, *_ = module("drafting.js", LINES, [lie, all_], "workbench.web.puzzle.workshop")
    heads = ["kind: whose-clue", "huts: A34", "listed: in lake", "listed: in jungle"]
    assert shown[-1].split("\n") == [*heads, "player 1: no at A34", "player 1: yes at B21", ""]
    begun = "huts: a34,\npalms:\nlisted:\nplayer 1:\n"
    taps = [["place", "huts", "B21"], ["place", "huts", "A34"], ["place", "palms", "C10"]]
    more = [["clue", "listed", "in lake"], ["cube", "player 1", "B21"]]
    shown, *_ = module("drafting.js", LINES, [begun, taps + more], "workbench.web.puzzle.workshop")
    assert shown[-1] == "huts: B21\npalms: C10\nlisted: in lake\nplayer 1: yes at B21\n"


def test_another_kind_keeps_what_it_can_say(module: Any) -> None:
    rows = ["huts: exactly 1 in lake", "white not within 2 of black", "white: in lake", "hand: in lake"]
    for kind, kept in {"lost-landmarks": 3, "pinpoint": 2, "lie": 1, "best-card": 2, "whose-clue": 0}.items():
        text = "\n".join(["kind: expedition", "palms: A34", *rows])
        (shown,), *_ = module(
            "drafting.js", LINES, [text, [["become", kind]]], "workbench.web.puzzle.workshop"
        )
        assert len(shown.split("\n")) == 2 + kept


def test_one_makes_a_puzzle_by_taps_and_lines(address: str, browser: Any) -> None:
    page = browser.new_context(**PHONE, reduced_motion="reduce").new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}edit?lang=fa")
    page.wait_for_selector("#said.good")
    page.select_option("#kind", "whose-clue")
    page.evaluate("scrollTo(0, 0)")
    page.click("[data-tool=statue]")
    touch(page, "A34")  # where a hut stood
    page.click("[data-tool='player 2']")
    for name in ("B32", "B32", "A34"):
        touch(page, name)
    page.fill(".matrix-search", "جنگ")
    page.click("[data-clue='not in jungle']")
    told = ["listed: not in jungle", "player 2: no at B32", "player 2: yes at A34", ""]
    assert page.input_value("#text").split("\n")[2:5] == [
        "huts: B23, C10, C55",
        "palms: A00, B45, C43",
        "statues: A23, A34, B22, C21",
    ]
    assert page.input_value("#text").split("\n")[5:] == told
    assert page.locator(".layer-tokens.live [data-token]").count() == 12
    assert not unfit(page)
    page.reload()
    page.locator("#text").press("Control+End")
    page.keyboard.type("listed: ne")
    page.click("[data-clue='in lake']")
    for _ in range(2):
        page.keyboard.press("Control+z")
    assert page.input_value("#text").split("\n")[5:] == told  # the draft is kept
    assert page.locator("#undo").is_disabled()
    page.fill("#text", DRAFT + "brown: next to palm")
    page.wait_for_selector("#said.good")
    held: list[Any] = []
    page.route("**/judge?*", lambda route: held.append(route))
    for other in ("brown: next to lake", "brown: next to statue", "brown: next to palm"):
        page.fill("#text", DRAFT + other)
        assert page.locator("#said span, #solve").evaluate_all(
            "all => !all.some((one) => one.checkVisibility({ visibilityProperty: true }))"
        )
        page.wait_for_timeout(450)
    assert len(held) == 1  # one question at a time
    with page.expect_request("**/judge?*") as last:
        held[0].continue_()
    assert last.value.post_data_json["text"].endswith("next to palm")
    page.wait_for_timeout(50)
    assert page.locator("#solve").is_hidden()
    held[1].continue_()
    page.click("#solve")
    page.wait_for_selector(".tabs")
    page.click("#home")
    page.wait_for_selector("#mine li")
    assert not faults


def test_one_orders_solves_and_finds_again(address: str, browser: Any) -> None:
    """By fingers in Persian, by keys on a wide screen; both pages fit everybody."""
    looks = (("fa", PHONE, "dark"), ("en", DESKTOP, "light"))
    for lang, how, scheme in looks[: len(looks) if PROFILE == "thorough" else 1]:
        page = browser.new_context(**how, color_scheme=scheme, reduced_motion="reduce").new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error, faults=faults: faults.append(str(error)))
        page.goto(f"{address}?lang={lang}")
        assert not unfit(page)
        page.locator("[value=lie]").focus()
        page.keyboard.press("Space")
        page.locator("[name=level][value='1']").focus()
        page.keyboard.press("ArrowRight")
        page.locator("summary").click()
        page.select_option("[name=island]", "random")
        page.fill("[name=hexes]", "40")
        assert not unfit(page)
        page.locator("#new").click()
        page.wait_for_url("**/tobago1-lie-*")
        for _ in range(60):  # by hints to the end
            if page.locator("dialog.end").count():
                break
            for button in ("#hint", "#hint", "#main"):
                page.click(button)
        page.locator("dialog.end a.main-act").click()  # the next one, of the same order
        page.wait_for_url("**/tobago1-lie-*")
        page.click("#home")
        page.wait_for_selector("#mine li:nth-child(2)")
        assert page.locator("#mine em").first.text_content() == ""
        assert "✓" in (page.locator("#mine em").nth(1).text_content() or "")
        assert page.locator("#counted tr").count() == 2
        assert page.locator("[name=hexes]").input_value() == "40"  # what was ordered last
        assert not unfit(page)
        assert not faults
        page.context.close()
