"""Whole games on emulated phones, played by tapping what the page offers; what the page is for everybody."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import DESKTOP, PHONE, Make, unfit, until
from rooms import Rooms
from sizes import nightly
from taps import HEARD, Driver, join, play

from puzzles.words import words
from toolkit.core.record import Record

READY = """() => document.querySelector(".scores") ||
  (document.querySelector(".panel[aria-busy=true]") === null
  && document.querySelector(".choices .btn:not(.back), .ring-at, .can") !== null)"""
EVENING = (
    ("en", PHONE | {"viewport": {"width": 360, "height": 640}}, "Anna"),
    (
        "fa",
        PHONE | {"viewport": {"width": 412, "height": 839}, "device_scale_factor": 2.625},
        "بابک",
    ),  # Pixel 7
)
CAN = ".ring-at, .can"
IDLE = """() => document.querySelector(".panel[aria-busy=true]") === null"""
OFFERED = """() => {
  const all = [...document.querySelectorAll(".choices .btn:not(.back)")].map((one) => one.innerText);
  const chosen = document.querySelector(".choices .btn.main") !== null;
  const ringed = [...document.querySelectorAll(".ring-at, .can")];
  const rings = chosen ? [] : ringed.map((one) => one.dataset.at ?? one.dataset.place);
  return { buttons: all, rings, over: document.querySelector(".scores") !== null }; }"""
SPOT = """([kind, i]) => { const one = document.querySelectorAll(kind)[i];
  if (!one.matches(".ring-at")) one.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = one.getBoundingClientRect();
  const frame = document.querySelector(".picture")?.getBoundingClientRect();
  return [left + width / 2, top + height / 2, !frame || top + height / 2 < frame.bottom]; }"""
THEMED = """(theme) => {
  document.documentElement.dataset.theme = theme;
  return document.getAnimations().filter((one) => one instanceof CSSTransition).length; }"""
"""Changes the theme; the number of colours that are on their way and not yet there."""


def tap(page: Any, kind: str, number: int) -> None:
    """Put a finger on a button, or on a ring, which may lie below the window's edge."""
    for _ in range(20):
        x, y, inside = page.evaluate(SPOT, [kind, number])
        if inside:
            break
        page.locator(kind).nth(number).focus()  # brings it into sight
        page.wait_for_timeout(50)
    page.touchscreen.tap(x, y)


def kept(page: Any, folder: Path) -> Record:
    """The record that the page offers at the end."""
    with page.expect_download() as loading:
        page.tap("[href=record]")
    loading.value.save_as(folder / "record.jsonl")
    return Record.load(folder / "record.jsonl")


def check_end(page: Any, folder: Path) -> None:
    """The record replays to what the page tells."""
    record = kept(page, folder)
    outcome = record.replay().outcome()
    assert outcome is not None
    rows = page.locator(".scores tr").all()
    told = [(row.locator("bdi").inner_text(), row.locator(".num").inner_text()) for row in rows]
    assert sorted(int(score) for _, score in told) == sorted(outcome.scores)
    own = page.evaluate("() => localStorage['tobago-name']")
    you = words(page.evaluate("() => document.documentElement.lang")).text("table.join.you")
    assert int(dict(told)[you]) == outcome.scores[record.names.index(own)]
    assert page.locator(".scores tr.won").count() == len(outcome.winners)
    assert record.names[0] == "Anna"


def test_a_game_is_played_to_its_end_by_taps(room: Rooms, opened: Make, tmp_path: Path) -> None:
    one = room("wazabi", "me,random,random", seed=1)
    page = opened(one.url, own=True, script=HEARD, **PHONE)
    play([Driver(page, one, tmp_path / "a.table", 0, "Anna")], Random(1))
    check_end(page, tmp_path)
    assert unfit(page) == []
    steps = sum(actor >= 0 for actor, _ in kept(page, tmp_path).actions)
    page.tap("text=Look back")
    page.wait_for_selector(f"text=0 of {steps}")
    page.tap("text=Later")
    page.wait_for_selector(f"text=1 of {steps}")
    assert "Anna" not in page.inner_text(".bar small")
    page.evaluate("""() => { const slider = document.querySelector("[type=range]");
      slider.value = slider.max; slider.dispatchEvent(new Event("input")); }""")
    page.wait_for_selector(f"text={steps} of {steps}")
    page.wait_for_selector(".chart")
    shares = page.locator(".chart-people .num").all_inner_texts()
    assert sorted(shares) == ["0%", "0%", "100%"]
    page.locator(".moment").first.tap()
    page.wait_for_selector(".moment[aria-current=true]")
    step = page.locator(".moment").first.get_attribute("data-step")
    told = page.locator(".look-back input").get_attribute("aria-valuetext")
    assert told.startswith(f"{step} of {steps}: ")
    assert told.count("%") == 3
    assert unfit(page) == []
    page.tap("text=Back to the end")
    page.tap("text=Another game")
    page.tap(".sheet-foot .btn")  # the record of this one goes
    page.wait_for_selector(".scores", state="detached")
    page.wait_for_function(READY)


@nightly
@pytest.mark.parametrize(
    ("game", "bots"),
    [("silver", ",greedy"), ("mangrovia", ""), ("wayfarers", ""), ("tobago", ""), ("wazabi", ",greedy")],
)
def test_each_game_is_played_to_its_end_on_two_phones_of_two_languages_through_outages(
    game: str, bots: str, room: Rooms, opened: Make, tmp_path: Path
) -> None:
    one = room(game, f"me,me{bots}", seed=1)
    drivers = [
        Driver(
            opened(f"{one.url}?lang={lang}", own=True, script=HEARD, **device),
            one,
            tmp_path / "a.table",
            seat,
            name,
        )
        for seat, (lang, device, name) in enumerate(EVENING)
    ]
    play(drivers, Random(1), outages=12)
    decisions, taps = (sum(getattr(one, what) for one in drivers) for what in ("decisions", "taps"))
    print(f"{game}: {decisions} decisions, {taps} taps, {taps / decisions:.2f} a decision")
    for driver in drivers:
        driver.page.wait_for_selector(".scores")
        check_end(driver.page, tmp_path)


def turn_of(other: Any) -> dict[str, Any]:
    """The table when it is the turn of seat 0; the other acts until then."""
    while (table := other.state()["table"])["to_act"] == 1:
        other.do(table["actions"][0]["do"])
    return table


@nightly
def test_a_run_can_be_gone_back_until_it_is_sent(room: Rooms, opened: Make) -> None:
    """A move in Tobago: each step is a tap, nothing is at the table before the last."""
    one = room("tobago", "me,me", seed=2)
    page, other = opened(one.url, own=True, **PHONE), one.phone(1)
    join(page, 0, "Anna")
    while turn_of(other)["decision"] != "turn":
        page.wait_for_function(READY)
        tap(page, ".choices .main" if page.evaluate(OFFERED)["buttons"] else CAN, 0)
        page.wait_for_function(IDLE)
    page.tap(".choices .btn:has-text('Drive')")
    page.wait_for_selector(".hex.can")
    seq = other.state()["seq"]
    tap(page, ".hex.can", 0)
    page.wait_for_selector(".steps")
    first = page.inner_text(".steps")
    tap(page, ".hex.can", 1)
    page.wait_for_function("(first) => document.querySelector('.steps').innerText !== first", arg=first)
    page.tap(".choices .back")
    assert page.inner_text(".steps") == first
    assert other.state()["seq"] == seq
    page.tap("text=Stop here")
    page.wait_for_function("() => !document.querySelector('.steps')")
    assert other.state()["table"]["to_act"] == 1
    assert other.state()["table"]["log"][-1]["text"].startswith("Anna drives to ")


@nightly
def test_a_place_of_a_picture_is_chosen_and_confirmed_by_keys_too(room: Rooms, opened: Make) -> None:
    """In its notation every game is a picture."""
    one = room("silver", "me,me", seed=4)
    page, other = opened(one.url, own=True, **DESKTOP), one.phone(1)
    page.evaluate("() => { localStorage['tobago-notation'] = '1'; }")
    page.reload()
    page.locator("button.seat").first.click()
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    page.wait_for_selector(".picture")
    turn_of(other)
    page.wait_for_selector(".ring-at")
    page.locator(".ring-at").first.focus()
    names = page.locator(".ring-at").evaluate_all("all => all.map((one) => one.dataset.at)")
    focused = "document.activeElement.dataset.at"
    reached = {page.evaluate(focused)}
    for _ in names:
        page.keyboard.press("ArrowRight")
        reached.add(page.evaluate(focused))
    assert reached == set(names)
    page.keyboard.press("Enter")
    page.wait_for_selector(".choices .btn.main")
    assert page.get_attribute(".ring-at.chosen", "aria-pressed") == "true"
    before = other.state()["seq"]
    page.locator(".choices .btn.main").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.choices .btn.main')")
    assert other.state()["seq"] > before


def test_what_was_lost_is_asked_for_again_and_done_once(room: Rooms, browser: Any) -> None:
    one = room("wazabi", "me,me,me,random", seed=5)
    one.phone(1)  # the host, whose phone is never seen again
    asked: list[str] = []
    sent: list[str] = []

    def lose_the_first_words(route: Any) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    def lose_the_first_answer(route: Any) -> None:
        sent.append(route.request.post_data_json["id"])
        if sent.count(sent[-1]) == 1:
            cookies = context.cookies()
            route.fetch()
            context.clear_cookies()
            context.add_cookies(cookies)  # what came with the answer is lost, too
            route.abort()
        else:
            route.continue_()

    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.route("**/files/words-*", lose_the_first_words)
        page.goto(one.url)
        page.route("**/seat?*", lose_the_first_answer)
        join(page, 0, "Anna")
        assert len(asked) == 2
        page.tap("[aria-label='Free the seat of B']")
        page.wait_for_selector("text=Start the game")
        page.wait_for_timeout(100)
        page.route("**/do?*", lose_the_first_answer)
        page.tap("text=Start the game")
        page.wait_for_selector(".board > *")
        assert one.phone().state()["phase"] == "play"
        until(page, lambda: len(sent) == 4)
        assert [sent.count(one) for one in dict.fromkeys(sent)] == [2, 2]


def test_what_was_refused_still_waits_and_what_was_tried_in_another_table_does_not(
    room: Rooms, browser: Any
) -> None:
    one = room("silver", "me,me", seed=3)
    one.phone(1).do("advice on")
    held: list[Any] = []
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(one.url)
        join(page, 0, "Anna")
        page.route("**/do?*", lambda route: route.fulfill(status=422, json={"error": "It cannot be."}))
        page.tap("[data-place='0:4'].can")
        page.tap(".choices .btn.main")
        page.wait_for_selector(".refusal >> text=It cannot be.")
        page.wait_for_function(IDLE)
        assert page.inner_text(".refusal") == "It cannot be."
        assert page.locator(".on").count() == page.locator(".choices .btn.main").count() == 1
        page.route("**/try?*", lambda route: held.append(route))
        page.tap("[data-place='0:1'].can")
        until(page, lambda: held)
        answer = held[0].fetch()
        page.tap("[aria-label=Menu]")
        page.tap(".menu-row[aria-pressed]")  # all is told in notation while it is tried
        page.wait_for_selector(".ring-at")
        held[0].fulfill(response=answer)
        page.wait_for_function(IDLE)
        assert page.locator(".chosen, .choices .btn.main").count() == 0
        with page.expect_request("**/advice?*") as asked:
            page.tap("[aria-label=Advice]")
        assert asked.value.url.endswith("&speech=notation")


@nightly
def test_what_was_done_is_not_called_unsent_when_nobody_tells_its_state(room: Rooms, browser: Any) -> None:
    one = room("wazabi", "me,me,random", seed=5)
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(one.url)
        join(page, 0, "Anna")
        for what in ("**/events*", "**/state*"):
            page.route(what, lambda route: route.abort())
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        with page.expect_request("**/state*"):
            page.tap("text=Start the game")
        page.wait_for_selector(".lost")
        assert one.phone().state()["phase"] == "play"
        assert page.locator(".toast").count() == 0
        page.unroute("**/events*")
        page.wait_for_selector(".board > *")


@nightly
def test_the_page_says_when_the_table_is_gone_and_goes_on_when_it_is_back(room: Rooms, browser: Any) -> None:
    one = room("wazabi", "me,me", seed=5)
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(one.url)
        join(page, 0, "Anna")
        context.set_offline(True)
        page.evaluate(
            "() => document.dispatchEvent(new Event('visibilitychange'))"
        )  # as after a locked phone
        page.wait_for_selector(".lost")
        one.phone(1)
        context.set_offline(False)
        page.wait_for_selector(".board > *")
        assert not page.is_visible(".lost")


@nightly
def test_an_outage_is_told_at_once_and_what_waits_for_its_answer_is_seen(room: Rooms, browser: Any) -> None:
    """The stream fails again about once a second; that must not put off what is said."""
    one = room("wazabi", "me,me", seed=5)
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(one.url)
        join(page, 0, "Anna")
        one.close()
        page.tap("text=Start the game")
        page.wait_for_selector(".sending")
        page.wait_for_selector(".lost", timeout=4000)
        assert page.evaluate("() => getComputedStyle(document.querySelector('.btn.main')).opacity") == "0.5"


def test_who_waits_for_a_seat_at_which_nobody_sits_is_told_so(room: Rooms, opened: Make) -> None:
    one = room("silver", "me,me", seed=2)
    page = opened(one.url, own=True, **PHONE)
    join(page, 1)
    assert page.locator(".seat").first.inner_text().split("\n") == ["1", "player 1", "free"]
    page.tap("text=Start the game")
    page.wait_for_selector(".prompt >> text=It is the turn of player 1, but nobody sits there yet.")
    page.tap(".choices >> text=Seats and address")
    page.wait_for_selector(f".scan >> text={one.url}")
    page.tap("text=To the table")
    one.phone().sit(0, "Bea")
    page.tap(".asked .btn.main")
    page.wait_for_function("() => !document.querySelector('.choices .btn')")


def test_a_seat_is_left_when_that_is_sure_and_taken_when_the_host_says_yes(room: Rooms, opened: Make) -> None:
    one = room("silver", "me,me", seed=2)
    host, guest = (
        opened(one.url, own=True, **PHONE | {"viewport": {"width": 360, "height": 640}}) for _ in range(2)
    )
    join(host, 0, "Anna")
    join(guest, 1, "Bea")
    guest.wait_for_selector(".board > *")
    guest.tap("[aria-label=Menu]")
    guest.tap("text=Seats and address")
    guest.tap(".seat.mine .btn")
    found = {"leave": unfit(guest)}
    assert one.table.seats.phones.keys() == {0, 1}
    guest.tap(".sheet-foot .btn")
    guest.tap("button.seat")
    assert guest.inner_text(".sheet-foot .btn") == "Take the seat"  # the own seat is taken again unasked
    guest.keyboard.press("Escape")
    guest.wait_for_selector("dialog", state="detached")
    guest.context.clear_cookies()  # somebody else, to whom this phone would not offer the seat unasked
    guest.evaluate("() => localStorage.clear()")
    for answer, sign in (
        (".btn:not(.main)", ".toast >> text=You were not let in."),
        (".btn.main", ".board > *"),
    ):
        join(guest, 1, "Eve")
        guest.wait_for_selector("text=waiting for Anna")
        host.wait_for_selector(".asked >> text=wants to sit down as player 2")
        if answer == ".btn.main":
            found["host"] = unfit(host)
            found["guest"] = unfit(guest)
        assert host.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
        host.tap(f".asked {answer}")
        guest.wait_for_selector(sign)
        host.wait_for_selector(".asked", state="detached")
    assert one.table.seats.phones[1].name == "Eve"
    assert not any(found.values()), found


def test_theme_and_language_change_at_once(room: Rooms, opened: Make) -> None:
    page = opened(room("silver", "me,greedy", seed=2).url, own=True, **PHONE)
    join(page, 0, "Anna")
    page.wait_for_selector(CAN)
    for lang, theme in (("en", "light"), ("fa", "dark")):
        assert page.evaluate(THEMED, theme) == 0  # less motion is asked for: no mixture of both is seen
        assert page.evaluate("() => document.documentElement.dir") == {"en": "ltr", "fa": "rtl"}[lang]
        if lang == "en":
            page.tap("[aria-label=Menu]")
            page.tap("text=فارسی")  # at once, where one is
            page.wait_for_function("() => document.documentElement.lang === 'fa'")
            page.wait_for_selector(CAN)
