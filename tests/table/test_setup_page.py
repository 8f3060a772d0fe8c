"""The set-up of the printed game on emulated phones: landmarks by taps, a side painted, a deck entered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browsing import CENTRE, DESKTOP, PHONE, WIDE, Make, fingers
from rooms import Rooms
from sizes import nightly
from taps import HEARD, Finger, join

from toolkit.games.tobago.board_sides import known_sides, outline, read_sides
from toolkit.games.tobago.cards import read_deck, reconstructed_deck
from workbench.table.draft import DECK, SIDES

STANDING = "() => [...document.querySelectorAll('[data-token]')].map(one => one.dataset.token.trim()).sort()"
FOGGED = "name => document.querySelector(`[data-hex=${name}]`).getAttribute('aria-disabled') === 'true'"
TELLS = "text => document.querySelector('.setup-told').textContent.includes(text)"
TWICE = "\N{MULTIPLICATION SIGN}2"
HUTS, PALMS, STATUES = ("B23", "A34", "C10", "C55"), ("B45", "A00", "C43"), ("A23", "B22", "C21")


class Phone(Finger):
    """A phone on which a table is set up."""

    def __init__(self, page: Any, name: str = "Anna", seat: int = 0) -> None:
        super().__init__(page)
        page.wait_for_selector(".seat")
        join(page, seat, name)
        page.wait_for_selector(".layout[data-layout], .play-tabs")

    def land(self, name: str, token: str) -> None:
        """Tap a hex, and wait until something stands there so."""
        self.hex(name)
        self.page.wait_for_selector(f"[data-token^='{token}']")

    def choose(self, layout: str) -> None:
        self.tap(f"[data-layout='{layout}']")
        self.page.wait_for_selector(f"[data-layout='{layout}'][aria-checked=true]")
        self.page.wait_for_selector(".setup-map [data-hex]")

    def says(self, text: str) -> None:
        self.page.wait_for_function(TELLS, arg=text)

    def stroke(self, terrain: str, names: list[str]) -> None:
        """Draw a finger across hexes."""
        self.page.tap(f".swatch[data-terrain={terrain}]")
        self.page.wait_for_selector(f".swatch[data-terrain={terrain}][aria-checked=true]")
        points = [self.page.evaluate(CENTRE, name) for name in names]
        fingers(self.page, "touchStart", points[0])
        for point in points[1:]:
            fingers(self.page, "touchMove", point)
        fingers(self.page, "touchEnd")
        self.page.wait_for_selector(f"[data-hex={names[-1]}].{terrain}")


def test_a_table_is_set_up_by_taps_with_fog_where_landmarks_may_not_stand(room: Rooms, opened: Make) -> None:
    table = room("printed")
    phone = Phone(opened(table.url, script=HEARD, **PHONE))
    page = phone.page
    phone.choose("ABC+0")
    phone.land("B23", "hut B23")
    page.wait_for_function(FOGGED, arg="B24")
    phone.hex("B24")
    phone.says("4 hexes at least from the hut on B23 (T-5)")
    assert page.evaluate(STANDING) == ["hut B23"]
    phone.hex("B23")  # it is moved
    phone.says("tap its new hex")
    phone.land("B54", "hut B54")
    page.tap(".bar [aria-label=Undo]")
    page.wait_for_selector("[data-token^='hut B23']")
    assert page.evaluate(STANDING) == ["hut B23"]
    page.tap(".pick[data-kind=statue]")
    phone.hex("A66")
    phone.says("never stands on the coast")
    phone.land("A23", "statue A23")
    phone.land("A23", "statue A23 N")
    phone.land("A23", "statue A23 NE")
    page.tap("text=Take off")
    page.wait_for_selector("[data-token^=statue]", state="detached")
    page.tap(".layout.other")
    page.wait_for_selector(".palette")
    phone.stroke("lake", ["a00", "a11", "a22"])
    page.tap(".bar [aria-label=Undo]")
    page.wait_for_function("() => !document.querySelector('.setup-map .hex.lake')")  # all of it
    page.tap(".bar [aria-label=Back]")
    page.wait_for_selector("[data-token^=hut]")
    page.tap("text=Rest at random")
    page.wait_for_function("() => document.querySelectorAll('[data-token]').length === 10")
    assert not page.is_visible("text=Begin")
    page.tap("text=Players: 1")
    page.fill("form.player input", "<b>Roger</b>")
    page.tap("form.player .btn")
    page.wait_for_selector("bdi:text-is('<b>Roger</b>')")
    page.tap("dialog [aria-label=Close]")
    page.tap("text=Begin")
    page.wait_for_selector(".play-tabs")
    assert page.evaluate(WIDE) <= 0
    assert table.phone().state()["phase"] == "play"


@nightly
def test_a_table_is_set_up_in_as_few_taps_as_the_design_counts(room: Rooms, opened: Make) -> None:
    table = room("printed")
    phone = Phone(opened(table.url, script=HEARD, **PHONE))
    phone.choose("ABC+0")
    phone.taps = 0
    for kind, names in (("hut", HUTS), ("palm", PALMS), ("statue", STATUES)):
        for name in names:
            phone.land(name, f"{kind} {name}")
    assert phone.taps == 10
    for name, facing in zip(STATUES, ("N", "N", "N"), strict=True):
        phone.land(name, f"statue {name} {facing}")
    assert phone.taps == 13
    setup = table.phone().state()["setup"]
    assert (setup["huts"], setup["palms"]) == ([*HUTS], [*PALMS])
    assert setup["statues"] == [f"{name}>N" for name in STATUES]
    other = Phone(opened(table.url, own=True, **DESKTOP), "Roger", 1)  # both see the same
    other.page.wait_for_selector("text=Begin")
    assert len(other.page.evaluate(STANDING)) == 10
    phone.tap("text=Begin")
    for page in (phone.page, other.page):
        page.wait_for_selector(".play-tabs")


@nightly
def test_a_third_enters_an_unknown_side_and_a_deck_and_plays_on_them(
    room: Rooms, opened: Make, tmp_path: Path
) -> None:
    phone = Phone(opened(room("printed").url, script=HEARD, **PHONE))
    page = phone.page
    phone.tap(".layout.other")
    page.wait_for_selector(".palette")
    wanted = {f"a{a}{b}": known_sides()["A"][b, a] for a, b in outline("a")}
    strokes = 0
    for names in _strokes(wanted):
        phone.stroke(wanted[names[0]], names)
        strokes += 1
    assert page.evaluate("() => document.querySelectorAll('.hex.blank').length") == 0
    assert strokes <= 12
    page.tap(".bar [aria-label=Undo]")  # a stroke is one step back
    page.wait_for_function("() => document.querySelectorAll('.hex.blank').length > 0")
    assert page.is_disabled(".panel .btn.main")
    names = _strokes(wanted)[-1]
    phone.stroke(wanted[names[0]], names)
    page.tap(".panel .btn.main")
    page.wait_for_selector("[data-layout='aBC+0']")
    found = read_sides((tmp_path / SIDES).read_text("utf-8"))
    assert {f"a{a}{b}": terrain for (a, b), terrain in found["a"].items()} == wanted
    page.tap("text=More")
    page.tap("text=Enter your cards")
    page.wait_for_selector(".deck-matrix [data-clue]")
    page.tap("text=Reconstructed deck")
    page.tap("[data-clue='in beach']")
    page.wait_for_selector(f"[data-clue='in beach'] b:text-is('{TWICE}')")
    assert page.is_disabled(".panel .btn.main")  # 53
    box = page.locator("[data-clue='in jungle']").bounding_box()
    fingers(page, "touchStart", (box["x"] + 20, box["y"] + 20))
    page.wait_for_selector("[data-clue='in jungle'].pale")
    fingers(page, "touchEnd")
    page.tap(".panel .btn.main")
    page.wait_for_selector("[data-layout='aBC+0']")
    deck = read_deck((tmp_path / DECK).read_text("utf-8"))
    copies = {str(clue): number for clue, number in deck.cards}
    assert (len(deck), copies["in beach"], "in jungle" in copies) == (len(reconstructed_deck()), 2, False)

    table = room("printed", file="b.table")  # the next table of the folder knows both
    phone = Phone(opened(table.url, own=True, **PHONE))
    page = phone.page
    phone.choose("aBC+0")
    page.tap("text=Rest at random")
    page.tap("text=Players: 1")
    page.fill("form.player input", "Roger")
    page.tap("form.player .btn")
    page.wait_for_selector("bdi:text-is('Roger')")
    page.tap("dialog [aria-label=Close]")
    page.tap("text=Begin")
    page.wait_for_selector(".play-tabs")
    clerk = table.phone()
    clerk.cookie = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())
    assert clerk.do("start clue brown in beach").status == 200
    refused = clerk.do("start clue white in jungle", **{"for": "blue"})
    assert refused.status == 422  # an owner's deck is no reconstruction: it has no such card
    assert clerk.do("start clue white in beach", **{"for": "blue"}).status == 200
    assert clerk.do("start a22").status == 200
    table_now = clerk.state()["table"]
    assert table_now["atvs"] == {"red": "a22"}


def _strokes(wanted: dict[str, str]) -> list[list[str]]:
    """Return hexes of one terrain in an order in which a finger can go: each beside the one before."""
    left, strokes = dict(wanted), []
    for start in wanted:
        if start not in left:
            continue
        line = [start]
        terrain = left.pop(start)
        while near := [name for name in left if left[name] == terrain and _near(line[-1], name)]:
            line.append(near[0])
            del left[near[0]]
        strokes.append(line)
    return strokes


def _near(one: str, other: str) -> bool:
    a, b = int(one[1]) - int(other[1]), int(one[2]) - int(other[2])
    return (a, b) in {(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)}


@nightly
def test_what_the_set_up_was_not_answered_is_asked_again(room: Rooms, browser: Any) -> None:
    lost: set[str] = set()

    def lose_each_once(route: Any) -> None:
        if route.request.url in lost:
            route.continue_()
        else:
            lost.add(route.request.url)
            route.abort()

    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        for what in ("layouts", "island?*", "side?*", "deck?*"):
            page.route(f"**/{what}*", lose_each_once)
        page.goto(room("printed").url)
        Phone(page).choose("ABC+0")
        page.tap(".layout.other")
        page.wait_for_selector(".palette")
        page.tap(".bar [aria-label=Back]")
        page.tap("text=More")
        page.tap("text=Enter your cards")
        page.wait_for_selector(".deck-matrix [data-clue]")
        assert len(lost) == 4


@nightly
def test_the_set_up_goes_on_after_a_network_that_answered_for_the_table(room: Rooms, browser: Any) -> None:
    """As a portal does that wants a login: pages of its own, longer than requests are sent again."""
    with browser.new_context(**PHONE) as context:
        page = context.new_page()
        page.goto(room("printed").url)
        phone = Phone(page)
        phone.choose("ABC+0")
        for what, act, seen in (
            ("do", lambda: phone.hex("B23"), lambda: phone.land("B23", "hut B23")),
            ("island?*", lambda: phone.tap("[data-layout='ABC+1']"), lambda: phone.choose("ABC+1")),
        ):
            page.route(
                f"**/{what}*", lambda route: route.fulfill(body="<h1>Login</h1>", content_type="text/html")
            )
            act()
            page.wait_for_selector(".toast:has-text('does not answer')")
            page.unroute(f"**/{what}*")
            seen()
            page.wait_for_selector(".toast", state="detached")


@nightly
def test_everything_can_be_done_by_keyboard(room: Rooms, opened: Make) -> None:
    phone = Phone(opened(room("printed").url, script=HEARD, **DESKTOP))
    page = phone.page
    page.focus("[data-layout='ABC+0']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".setup-map [data-hex]")
    page.focus("[data-hex=B23]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-token^='hut B23']")
    page.focus(".layout.other")
    page.keyboard.press("Enter")
    page.wait_for_selector(".palette")
    page.focus("[data-hex=a11]")
    for letter, name, terrain in (("l", "a11", "lake"), ("s", "a11", "scrubland")):
        page.keyboard.press(letter)
        page.wait_for_selector(f"[data-hex={name}].{terrain}")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-hex=a22].scrubland")
    page.keyboard.press("Delete")
    page.wait_for_selector("[data-hex=a22].blank")
    page.click(".bar [aria-label=Back]")
    page.wait_for_selector(".layout[data-layout]")
    page.click("text=More")
    page.focus(".setup-part .btn")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-clue='in beach']")
    page.focus("[data-clue='in beach']")
    for key, sign in (("Enter", ""), ("+", TWICE), ("-", ""), ("Shift+Enter", "")):
        page.keyboard.press(key)
        assert page.inner_text("[data-clue='in beach'] b") == sign
    assert page.get_attribute("[data-clue='in beach']", "class").strip() == "pale"
