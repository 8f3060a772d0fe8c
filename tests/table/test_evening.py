"""An evening of the printed game on phones of two languages, tap by tap, beside the engine's game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from math import log2
from pathlib import Path
from typing import Any

import pytest
from browsing import CENTRE
from rooms import Room
from sizes import nightly
from taps import HEARD

from puzzles.words import words
from solvers.players import player
from toolkit.core.decision import CHANCE
from toolkit.core.play import play
from toolkit.core.record import Record
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.cards import CURSE
from toolkit.games.tobago.conversion import position_of
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.play.clue_cards import Drawing
from toolkit.games.tobago.play.treasure import Taking
from toolkit.games.tobago.state import REMOVED
from workbench.table.opening import WantedPrinted
from workbench.web.data import clue_words, maps_data

DEVICES = (
    {"viewport": {"width": 412, "height": 839}, "device_scale_factor": 2.625},  # Pixel 7
    {"viewport": {"width": 390, "height": 664}, "device_scale_factor": 3},  # iPhone 13
    {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2},  # a small Android
)
NAMES = "Anna", "Roger", "Lola"
LANGUAGES = "en", "fa", "fa"
SEED = 34  # of a game with all that an amulet can do but the exchange, and nine treasures
LONGEST = 20  # seconds for a tap to be told


class Evening:
    """Three phones at one table, and the same game in the engine."""

    def __init__(self, room: Room, pages: list[Any], record: Record) -> None:
        self.room, self.pages = room, pages
        self.left = record.actions[:]
        self.engine = GAME.new(3, record.rules)
        self.gone = 0  # curses
        self.bits: dict[str, float] = defaultdict(float)
        self.eye = room.phone()
        self.offline: Any = None  # a page that hears nothing just now
        self.outages = 0

    # ---- the engine ---------------------------------------------------------------------------------------

    def next(self) -> tuple[int, Any] | None:
        return self.left[0] if self.left else None

    def go_on(self) -> tuple[Any, Any]:
        """Let the engine do the next action, and return what was open and the action."""
        (_, action), frame = self.left.pop(0), self.engine.stack[-1]
        before = [mask.bit_count() for mask in self.engine.candidates]
        self.engine.apply(action)
        if isinstance(action, act.LayClue | act.AmuletClue):
            number = ("brown", "white", "grey", "black").index(action.colour)
            after = self.engine.candidates[number].bit_count()
            self.bits[PLAYERS[frame.actor]] += log2(before[number] / after)
        return frame, action

    def steps(self, actor: int, *kinds: type[Any]) -> Iterator[Any]:
        """Go on as long as somebody does actions of these kinds; yield them."""
        while (ahead := self.next()) and ahead[0] == actor and isinstance(ahead[1], kinds):
            yield self.go_on()[1]

    def draws(self) -> None:
        """What chance does unseen; each drawn clue is told on the phone of who drew it."""
        while (
            (ahead := self.next()) and ahead[0] == CHANCE and not isinstance(ahead[1], act.Show | act.TurnUp)
        ):
            frame, action = self.go_on()
            if isinstance(frame, Drawing):
                self.know(frame.player, str(action.clue))

    # ---- fingers ------------------------------------------------------------------------------------------

    def tap(self, page: Any, what: str, **more: Any) -> None:
        page.locator(what, **more).first.tap(timeout=LONGEST * 1000)

    def hex(self, page: Any, name: str) -> None:
        page.touchscreen.tap(*page.evaluate(CENTRE, name))

    def told(self, what: Callable[[], None]) -> None:
        """Tap what sends something, and wait until all phones have seen it."""
        before = self.eye.state()["seq"]
        what()
        for _ in range(LONGEST * 50):
            if (now := self.eye.state()["seq"]) > before:
                break
            self.pages[0].wait_for_timeout(20)
        else:
            raise AssertionError(
                f"nothing was told: {[page.locator('.toasts').inner_text() for page in self.pages]}"
            )
        for page in self.pages:
            if page is not self.offline:
                page.wait_for_function("now => window.heard >= now", arg=now)

    def know(self, seat: int, clue: str) -> None:
        page = self.pages[seat]
        self.tap(page, ".play-card.empty")
        self.told(lambda: self.tap(page, f'dialog [data-clue="{clue}"]'))

    def lay(self, page: Any, colour: str) -> None:
        self.tap(page, f".play-tab[data-map={colour}]")
        self.told(lambda: self.tap(page, "[data-do=lay]"))

    def say(self, page: Any, key: str) -> str:
        """Return what a page says of something."""
        return words(LANGUAGES[self.pages.index(page)]).text(f"table.play.{key}")

    def power(self, page: Any, key: str) -> None:
        self.tap(page, "[data-do=amulet]")
        self.tap(page, ".play-choice", has_text=self.say(page, f"power_{key}"))

    # ---- the lines of the game ----------------------------------------------------------------------------

    def do(self) -> None:
        """Do what the engine did next on the phone whose turn it is."""
        frame, action = self.go_on()
        page = self.pages[frame.actor] if frame.actor >= 0 else None
        match action:
            case act.TurnUp():
                self.turn_up(action)
            case act.Start():
                self.hex(page, action.hex)
                self.told(lambda: self.tap(page, "[data-do=start]"))
            case act.LayClue():
                self.tap(page, f'.play-hand [data-clue="{action.clue}"]')
                self.lay(page, action.colour)
            case act.AmuletClue():
                self.power(page, "clue")
                told = clue_words(LANGUAGES[frame.actor])[str(action.clue)]
                self.tap(page, ".play-choice", has=page.locator(f"text='{told}'"))
                self.lay(page, action.colour)
            case act.Step():
                self.tap(page, "[data-do=move]")
                self.move(page, action.hex)
            case act.AmuletMove():
                self.power(page, "move")
                self.move(page)
            case act.RemoveCube():
                self.power(page, "remove")
                self.tap(page, f".play-tab[data-map={action.colour}]")
                self.hex(page, action.hex)
                self.told(lambda: self.tap(page, "[data-do=remove]"))
            case act.AmuletExchange():
                self.told(lambda: self.power(page, "exchange"))
            case act.PickUp():
                self.told(lambda: self.tap(page, "[data-do=pick]"))
            case act.Show():
                self.show(frame.treasure.raiser, action)
            case _:
                self.told(lambda: self.tap(page, f'[data-do="{action}"]'))

    def turn_up(self, action: act.TurnUp) -> None:
        frame, laid = self.go_on()
        page = self.pages[frame.actor]
        self.tap(page, "[data-do=clue]")
        self.tap(page, f'dialog [data-clue="{action.clue}"]')
        self.lay(page, laid.colour)

    def move(self, page: Any, *first: str) -> None:
        """Tap where the steps end, say which amulets stay, and go."""
        names, taken = [*first], set()
        for name in first:
            self.hex(page, name)
        seat = self.pages.index(page)
        for step in self.steps(seat, act.Step, act.PickUp):
            if isinstance(step, act.Step):
                names.append(step.hex)
                self.hex(page, step.hex)
            else:
                taken.add(names[-1])
        list(self.steps(seat, act.Stop))
        for offer in page.locator("[data-do^='amulet ']").all():
            if offer.get_attribute("data-do").split()[1] not in taken:
                offer.tap()
        self.told(lambda: self.tap(page, "[data-do=go]"))

    def show(self, raiser: int, action: act.Show) -> None:
        """Tap the card that was turned up, and who takes it."""
        page = self.pages[raiser]
        coins = words(LANGUAGES[raiser]).number(action.face)
        face = ".play-face.curse" if action.face == CURSE else f".play-face:text-is('{coins}')"
        asks = action.face == CURSE and len(self.eye.state()["table"]["treasure"]["curses"]) > 1
        gone, self.gone = self.gone, self.engine.treasure_cards.cards[REMOVED].count(CURSE)
        answer = self.say(page, "another" if self.gone - gone > 1 else "no_other")
        if asks:
            self.tap(page, f".play-faces {face}")
        self.told(
            lambda: self.tap(page, f".play-takers :text-is('{answer}')" if asks else f".play-faces {face}")
        )
        if not isinstance(self.engine.stack[-1] if self.engine.stack else None, Taking):
            return
        asked, taker = self.engine.to_act(), None
        while taker is None and isinstance((self.next() or (0, None))[1], act.Take | act.Pass):
            answering, answer = self.go_on()
            taker = answering.actor if isinstance(answer, act.Take) else None
        other = self.pages[((asked if taker is None else taker) + 1) % len(self.pages)]  # anybody may tell it
        self.back(other)
        button = f":text-is('{self.say(other, 'nobody')}')" if taker is None else f".btn.p-{PLAYERS[taker]}"
        self.told(lambda: self.tap(other, f".play-takers {button}"))

    def outage(self, number: int) -> None:
        """Let a phone hear nothing while others act; when it is its turn, the table is there again."""
        acts = self.next()
        if not acts or acts[0] == CHANCE:
            self.back(self.offline)
        elif self.offline:
            self.back(self.pages[acts[0]])
        elif number % 6 == 3:
            self.offline, self.outages = self.pages[(acts[0] - 1) % len(self.pages)], self.outages + 1
            self.offline.context.set_offline(True)

    def back(self, page: Any) -> None:
        """Let a page that heard nothing hear all at once."""
        if self.offline and page is self.offline:
            page.context.set_offline(False)
            page.wait_for_function("now => window.heard >= now", arg=self.eye.state()["seq"])
            self.offline = None

    # ---- what can be seen ---------------------------------------------------------------------------------

    def compare(self) -> None:
        """What the phones show is what the engine has."""
        state, table = self.engine, self.eye.state()["table"]
        open_ = position_of(state.observation(None))
        assert table["maps"] == maps_data(open_)
        assert table["atvs"] == open_.atvs
        assert sorted(table["amulets"]) == sorted(open_.amulets)
        assert table["facings"] == open_.facings
        for seat, one in enumerate(table["players"]):
            told = [one[key] for key in ("colour", "name", "amulets", "roses", "coins")]
            assert told == [
                PLAYERS[seat],
                NAMES[seat],
                state.amulets[seat],
                state.roses[seat],
                state.coins(seat),
            ]
        counts = [mask.bit_count() for mask in state.candidates]
        for seat, page in enumerate(self.pages):
            if page is self.offline:
                continue
            tabs, number = page.locator(".play-tab b").all_inner_texts(), words(LANGUAGES[seat]).number
            assert tabs == ["★" if count == 1 else number(count) for count in counts]
            hand = Counter(
                page.locator(".play-hand [data-clue]").evaluate_all("all => all.map(one => one.dataset.clue)")
            )
            assert hand == Counter(map(str, position_of(state.observation(seat)).hand or ()))


def set_up(evening: Evening, rules: Any) -> None:
    """Take seats, choose the island, place the landmarks and turn the statues, and begin: all by taps."""
    for seat, page in enumerate(evening.pages):
        evening.tap(page, f"li:nth-child({seat + 1}) button.seat")
        page.fill("dialog .field", NAMES[seat])
        evening.tap(page, "dialog .btn.main")
        page.wait_for_selector("dialog", state="detached")
    page = evening.pages[0]
    evening.tap(page, "[data-layout='ABC+0']")
    page.wait_for_selector(".setup-map [data-hex]")
    for kind, hexes in (("hut", rules.huts), ("palm", rules.palms), ("statue", rules.statues)):
        evening.tap(page, f".pick[data-kind={kind}]")
        for name in hexes:
            tap = partial(evening.hex, page, name[:3])
            evening.told(tap)
            while (way := name[4:]) and way != _facing(evening, name[:3]):
                evening.told(tap)
    evening.told(lambda: evening.tap(page, ".setup-panel .btn.main"))


def _facing(evening: Evening, name: str) -> str:
    statues = evening.eye.state()["setup"]["statues"]
    return next((text.partition(">")[2] for text in statues if text.startswith(name)), "")


def recorded(seed: int) -> Record:
    """A game of three bots in the engine on known landmarks."""
    from told_games import set_up as placed

    rules = placed(GAME.Rules(), seed)
    return play(GAME.new(3, rules), [player("greedy") for _ in range(3)], seed=seed)


@nightly
def test_a_whole_evening_on_phones_of_two_languages_is_the_game_of_the_engine(
    tmp_path: Path, browser: Any
) -> None:
    record = recorded(SEED)
    path = tmp_path / "evening.table"
    room, pages, faults = Room(path, WantedPrinted(path)), list[Any](), list[str]()
    try:
        for lang, device in zip(LANGUAGES, DEVICES, strict=True):
            pages.append(page := browser.new_context(has_touch=True, is_mobile=True, **device).new_page())
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.add_init_script(HEARD)
            page.goto(f"{room.url}?lang={lang}")
        evening = Evening(room, pages, record)
        set_up(evening, record.rules)
        for page in pages:
            page.wait_for_selector(".play-tab")
        while (ahead := evening.next()) and ahead[0] == CHANCE and isinstance(ahead[1], act.Place | act.Face):
            evening.go_on()
        for number in count():
            evening.draws()
            if evening.engine.outcome() is not None:
                break
            if number % 4 == 0 or len(evening.left) < 5:
                evening.compare()
            evening.outage(number)
            evening.do()
        check_end(evening, record)
        assert evening.outages > 2
        assert faults == []
    finally:
        for page in pages:
            page.context.close()
        room.close()


def check_end(evening: Evening, record: Record) -> None:
    """The review tells what the engine's game came to, and the record of the evening replays to it."""
    page = evening.pages[2]
    page.wait_for_selector(".review")
    view = evening.eye.state()
    assert view["phase"] == "over"
    review = evening.eye.ask("review").json
    outcome = record.outcome
    assert outcome is not None
    assert [one["coins"] for one in review["players"]] == list(outcome.scores)
    assert {one["colour"]: one["bits"] for one in review["players"]} == pytest.approx(evening.bits, abs=0.01)
    assert evening.eye.ask("record").status == 403  # who looks on
    with evening.pages[0].expect_download() as loading:
        evening.pages[0].tap("[href=record]")
    text = loading.value.path().read_text(encoding="utf-8")
    again = Record.parse(text)
    assert (again.outcome, again.replay().outcome()) == (outcome, outcome)
