"""Numbers of rules on the pages of a table: a tap opens what the rule says, in the language of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import CENTRE, PHONE, Make, unfit
from rooms import Rooms
from sizes import nightly
from taps import MIDDLE, join, sit

from toolkit.games.rulebook import find_rules

PAGE = "workbench.table.page"
FOCUSED = "() => document.activeElement.textContent"
RULES = "dialog.rules"


def words(text: str) -> list[str]:
    """The words of a text, whatever holds them apart."""
    return text.replace("\u2068", " ").replace("\u2069", " ").split()


def check_sheet(page: Any, *numbers: str, lang: str) -> None:
    """These rules of Tobago stand on the sheet, one below the other, with what their marks mean."""
    articles = page.locator(f"{RULES} .rule")
    assert articles.count() == len(numbers)
    for article, number in zip(articles.all(), numbers, strict=True):
        [rule] = find_rules(number, "tobago", lang)
        told = [number, "·", *words(rule.heading), *words(rule.text)]
        told += [word for mark, meaning in rule.marks for word in (f"[{mark}]", *meaning.split())]
        assert words(article.inner_text()) == [word for one in told for word in words(one)]


@pytest.fixture
def phone(room: Rooms, browser: Any) -> Iterator[Make]:
    """A phone in the printed game whose table does not judge cards before they lie: `phone(query)`."""
    with browser.new_context(**PHONE, reduced_motion="reduce") as context:

        def begun(query: str = "") -> Any:
            one, page = room("printed", position=MIDDLE), context.new_page()
            other = one.phone(1)
            page.clock.install()
            sit(page, one, 0, query)
            assert other.do("hints off").status == 200
            page.wait_for_selector(".play-fits", state="hidden")
            return page

        yield begun


def refuse(page: Any) -> None:
    """Let a phone lay a card that it may not lay."""
    page.tap(".play-card[data-clue='in largest lake']")
    page.tap("[data-do=lay]")
    page.wait_for_selector(".toast .rule-link")


@pytest.mark.parametrize(("lang", "theme"), [pytest.param("en", "light", marks=nightly), ("fa", "dark")])
def test_a_refusal_stays_until_its_rule_was_read(lang: str, theme: str, phone: Make) -> None:
    page = phone(f"?lang={lang}&theme={theme}")
    refuse(page)
    page.clock.fast_forward(60_000)
    link = page.locator(".toast .rule-link", has_text="T-12a")
    assert unfit(page) == []
    link.tap()
    page.wait_for_selector(RULES)
    check_sheet(page, "T-12a", lang=lang)
    assert unfit(page) == []
    page.locator(f"{RULES} .icon").tap()
    page.wait_for_selector(RULES, state="detached")
    assert page.evaluate(FOCUSED) == "T-12a"
    page.tap(".play-tab")
    page.wait_for_selector(".toast", state="detached")


def test_keys_open_a_rule_and_take_a_refusal_away(phone: Make) -> None:
    page = phone()
    refuse(page)
    page.locator(".toast .rule-link").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(RULES)
    page.keyboard.press("Escape")
    page.wait_for_selector(RULES, state="detached")
    assert page.evaluate(FOCUSED) == "T-12"
    page.keyboard.press("Escape")
    page.wait_for_selector(".toast", state="detached")


def test_rules_that_a_rule_cites_open_below_it_each_once(phone: Make) -> None:
    page = phone()
    page.route("**/do*", lambda route: route.fulfill(status=422, json={"error": "That is not so (T-17a)."}))
    refuse(page)
    page.tap(".toast .rule-link")
    for _ in range(2):
        page.locator("[data-rule=T-17a] .rule-link", has_text="T-29b").tap()
        page.wait_for_selector("[data-rule=T-29b]:focus")
        page.locator("[data-rule=T-17a]").focus()
    check_sheet(page, "T-17a", "T-29b", lang="en")
    assert unfit(page) == []


@pytest.mark.parametrize("lang", [pytest.param("en", marks=nightly), "fa"])
def test_the_set_up_tells_why_a_landmark_may_not_stand_there(lang: str, room: Rooms, opened: Make) -> None:
    page = opened(room("printed").url + f"?lang={lang}", own=True, **PHONE)
    join(page, 0, "Anna")
    page.tap("[data-layout='ABC+0']")
    page.wait_for_selector(".setup-map [data-hex]")
    page.tap(".pick[data-kind=statue]")
    page.touchscreen.tap(*page.evaluate(CENTRE, "A66"))  # on the coast
    page.tap(".setup-told .rule-link")
    page.wait_for_selector(RULES)
    check_sheet(page, "T-5", lang=lang)


def test_whatever_looks_like_no_rule_is_no_link(module: Make) -> None:
    script = """({ sentence }, texts) => {
      const app = { say: () => "" };
      return texts.map((text) => {
        const node = document.createElement("p");
        node.append(...sentence(app, text));
        const links = [...node.querySelectorAll("button")].map((one) => one.textContent);
        return [node.textContent === text, links];
      }); }"""
    texts = {
        "no (T-26a, \u2068M-18\u2069): T-5.": ["T-26a", "M-18", "T-5"],
        "T-24 to T-31": ["T-24", "T-31"],
        "UTF-8, tobago1-A-1, M-18-3, B52, t-5, <b>T-x</b>": [],
        "": [],
    }
    assert module("sentence.js", script, [*texts], PAGE) == [[True, links] for links in texts.values()]
