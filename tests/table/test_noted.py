"""The printed Silver on phones: taps make its notes, and the writer alone sees what the writer saw."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import DESKTOP, PHONE, Make, unfit, until
from rooms import Log, Rooms
from scribe import TURNED_UP
from sizes import nightly
from taps import Finger, join

from toolkit.core.decision import CHANCE, Action
from toolkit.core.errors import ToolkitError
from toolkit.core.told import Shown, ToldGame
from toolkit.core.told.tracing import shown_to
from toolkit.games.silver import GAME, Rules
from toolkit.games.silver import actions as act
from toolkit.games.silver.actions import DONE, Face
from toolkit.games.silver.noting import NotedGame
from toolkit.games.silver.state import HELD, SHOWN, SilverState
from workbench.cli.play.noting import Notes
from workbench.table.noted import _named, begin
from workbench.table.session import Forbidden, Refused

EVENING = Path(__file__).parents[2] / "examples/silver-evening.txt"
NAMES = ["me:Anna", "Ben", "Cleo", "Dora"]


def noting(players: int = 4, *, rules: Rules | None = None) -> Log:
    """A table at which seat 0 notes a game, and has sat down."""
    return Log(begin(GAME, NAMES[:players], rules or Rules())).sit(0)


Happened = list[tuple[list[str], list[int]]]
"""What happened, as a page sends it, each with the cards seen by it; unseen draws are left out."""


def happening(noted: NotedGame, line: str, monkeypatch: pytest.MonkeyPatch) -> Happened:
    """Note a line, and return what happened by it, a set as one."""
    found: Happened = []
    plain = ToldGame.tell

    def tell(told: ToldGame[Any], action: Any, seen: Any = (), *more: Any) -> None:
        kind = told.state.decision_kind()
        plain(told, action, seen, *more)
        faces = [shown.face for _, shown in seen]
        if kind in ("first discard", "refill"):
            found.append(([f"deck={faces[0]}"], []))
        elif action is None or kind == "set":
            found[-1][0].extend([] if action in (None, DONE) else [str(action)])
            found[-1][1].extend(faces)
        else:
            found.append(([str(action)], faces))

    with monkeypatch.context() as patched:
        patched.setattr(ToldGame, "tell", tell)
        noted.tell(line)
    return found


def tapped(log: Log, do: list[str], faces: list[int]) -> int:
    """Do what happened as the page does: by what it offers, tap by tap; return the taps."""
    offered, run, taps = log.table(0)["actions"], [], 0
    while True:
        key = next((one["do"] for one in offered if one["way"] == "pad"), "")
        if do:
            run.append(do.pop(0))
        elif "=" in key:
            run.append(f"{key.partition('=')[0]}={faces.pop(0)}")
        else:
            run.append(str(DONE))
        assert run[-1] in [one["do"] for one in offered], (run, log.game._noted.lines[-1:])
        found, taps = log.game.attempt(0, run), taps + 1
        if found["done"]:
            break
        offered = found["table"]["actions"]
    assert not do
    log.do(0, *run)
    return taps + (not found["at_once"] and "=" not in run[-1] and run[-1] != str(DONE))


def merged(log: Log, happened: Happened) -> Iterator[tuple[list[str], list[int]]]:
    """What happened, without what the page understands: that others draw and keep a card, and an end."""
    happened = [*happened]
    while happened:
        offered = [one["do"] for one in log.table(0)["actions"]]
        for size in (4, 3, 2, 1):
            *before, (do, faces) = happened[:size]
            first = ", ".join([*(run[0] for run, _ in before if not run[0].startswith("keep")), do[0]])
            if first in offered and not any(faces for _, faces in before):
                break
        del happened[:size]
        yield [first, *do[1:]], faces


def is_ordinary(happened: Happened) -> bool:
    """Whether a turn is one without an ability, in which a card at most is given up, and not the last one."""
    words = {do[0].split()[0] for do, _ in happened} - {"draw", "take", "shown", "discard", "skip"}
    few = all(len(do) == 1 for do, _ in happened) and sum(len(faces) for _, faces in happened) < 3
    return few and words <= {"exchange", "end", "call"}


@pytest.mark.parametrize("count", [32, pytest.param(None, marks=nightly)])
def test_an_evening_that_is_tapped_is_that_of_the_notes(
    count: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line.partition("#")[0].strip() for line in EVENING.read_text("utf-8").split("\n")[2:]]
    log, noted = noting(), NotedGame(4, Rules(), 0)
    ordinary = 0
    for line in [*filter(None, lines)][:count]:
        happened, taps = happening(noted, line, monkeypatch), 0
        for run, faces in merged(log, happened):
            taps += tapped(log, run, faces)
            assert not faces
        assert log.game._noted.seen == noted.seen
        if is_ordinary(happened):
            ordinary += 1
            assert taps <= 4, line
    assert ordinary > 8
    assert log.again().table(None) == log.table(None)
    assert (log.table(0)["outcome"] or {}).get("scores") == (noted.outcome and [*noted.outcome.scores])


def noted_with(*own: int) -> Log:
    """Some turns of three players, with the cards that the writer alone saw."""
    log, cards = noting(3), iter(own)
    log.do(0, "deck=5")
    for slot in (0, 2):
        log.do(0, f"look 0:{slot}", f"0:{slot}={next(cards)}")
    for place in ("1:1", "1:3", "2:1", "2:3"):
        log.do(0, f"look {place}")
    log.do(0, "draw", f"deck={next(cards)}")
    log.do(0, "exchange 1", "0:1=4")
    log.do(0, "draw, discard", "held=7")
    log.do(0, "look 1:0")
    log.do(0, "skip")
    log.do(0, "draw, exchange 2", "2:2=9")
    log.do(0, "draw", "deck=9")
    log.do(0, "discard")
    log.do(0, "look 2:2", f"2:2={next(cards)}")
    log.do(0, "draw, exchange 0, and 1", "1:0=6", "1:1=6")
    log.do(0, "draw, discard", "held=11")
    log.do(0, "use")
    log.do(0, "exchange 4", "2:4=12")
    log.do(0, "draw", f"deck={next(cards)}")
    return log


def told(log: Log, seat: int | None) -> str:
    """All that a phone can make the table tell."""
    answers: list[Any] = [log.game.view(seat, speech) for speech in ("en", "fa", "notation")]
    for do in (["exchange 0"], ["exchange 0", "0:0=3"], ["undo"], ["again"], ["nonsense"]):
        for ask in (log.game.attempt, lambda seat, do: log.game.wish(seat, do, None, None)) * (
            seat is not None
        ):
            try:
                answers.append(ask(seat, do))
            except ToolkitError as refused:
                answers.append(str(refused))
    for what in ("why", "advice", "record", "review", "position", "notes"):
        try:
            found = log.game.fetch(seat, what, {"place": "0:0", "at": "0"})
            answers.append(found() if callable(found) else found)
        except ToolkitError as refused:
            answers.append(str(refused))
    return json.dumps([answers, log.game.phase, [asdict(one) for one in log.game.chairs().values()]])


def test_nobody_but_the_writer_is_told_what_the_writer_alone_saw() -> None:
    evenings = [noted_with(8, 3, 2, 10, 1), noted_with(12, 4, 8, 0, 13)]
    for log in evenings:
        log.sit(1)
    for seat in (1, 2, None):
        one, other = (told(log, seat) for log in evenings)
        assert one == other
        assert "notes this game" in one
    assert told(evenings[0], 0) != told(evenings[1], 0)


def chosen(state: SilverState, random: Random) -> Action:
    """What happens next, seldom a call; of equal cards beside the deck the first, as lines tell them."""
    if state.to_act() == CHANCE:
        return state.sample_chance(random)
    shown = state.cards.cards[SHOWN]
    legal = [one for one in state.legal_actions() if one not in act.SHOWN[: len(shown)]]
    legal += [act.SHOWN[shown.index(face)] for face in {*shown} if act.SHOWN[0] in state.legal_actions()]
    return random.choice([one for one in legal if one != act.CALL or random.random() < 0.2] or legal)


class Play:
    """A game of the engine that seat 0 notes, and what seat 1 came to see since its last line."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)
        self.state = GAME.new(self.random.choice([2, 3, 4]), Rules(rounds=2))
        self.seen: list[Shown] = []

    def happens(self) -> tuple[list[str], list[int]]:
        """Play on for as much as a page sends at once."""
        do: list[str] = []
        faces: list[int] = []
        while True:
            before, cards = self.state.clone(), self.state.cards  # a new round has others
            kind, acts = self.state.decision_kind(), self.state.to_act()
            action = chosen(self.state, self.random)
            self.state.apply(action)
            if acts == 1 and isinstance(action, Face) and action.verb == "keep":
                self.seen.append(Shown((HELD, 0), action.face))  # a choice that it alone knows
            self.seen += shown_to(1, before.cards, cards)
            told = [one.face for one in shown_to(0, before.cards, cards)]
            if kind in TURNED_UP:
                do, told = [f"deck={action.face}"], []
            elif acts != CHANCE and action != DONE:
                do.append(str(action.veiled() if acts else action))
            faces += told
            opens = self.state.decision_kind()
            if do and opens != "set" and (self.state.to_act() != CHANCE or opens in TURNED_UP):
                return do, faces


@pytest.mark.parametrize("numbers", [range(1), pytest.param(range(1, 8), marks=nightly)])
def test_another_phone_that_tells_what_it_saw_is_shown_what_the_engine_would(numbers: range) -> None:
    for number in numbers:
        play, asked = Play(number), 0
        log = noting(play.state.players, rules=Rules(rounds=2)).sit(1)
        for _ in range(60 if number < 1 else 10_000):
            if not play.state.stack:
                break
            tapped(log, *play.happens())
            while pad := log.table(1)["actions"]:
                place = pad[0]["do"].partition("=")[0]
                card = next(one for one in play.seen if _named(one.place) == place)
                play.seen.remove(card)
                log.do(1, f"{place}={card.face}")
                asked += 1
            play.seen.clear()
            game, _ = log.game._own(1)
            assert game is not None
            assert game.seen.views == play.state.observation(1).views
        assert asked > 5


def test_what_a_phone_tells_of_its_own_sights_is_shown_to_it_alone() -> None:
    logs = [noted_with(8, 3, 2, 10, 1).sit(1) for _ in range(2)]
    before = [told(logs[0], seat) for seat in (0, 2, None)]
    for log, faces in zip(logs, ((6, 13, 6, 1), (6, 2, 6, 7)), strict=True):
        for face in faces:
            log.do(1, f"{log.table(1)['asked']}={face}")
        assert not log.table(1)["actions"]
    for seat, first in zip((0, 2, None), before, strict=True):
        one, other = (told(log, seat) for log in logs)
        assert one == other == first
    assert told(logs[0], 1) != told(logs[1], 1)


def test_what_cannot_have_been_seen_is_refused_and_what_was_told_is_taken_back() -> None:
    log = noting(2).sit(1)
    for do in (["deck=5"], ["look 0:0", "0:0=8"], ["look 0:1", "0:1=0"], ["look 1:0"]):
        log.do(0, *do)
    assert log.table(1)["question"] == "Which card is seen? Your card 1, as it lay before"
    log.do(1, "1:0=0")
    assert log.table(1)["scene"]["villages"][1]["cards"][0]["kind"] == 0
    log.do(0, "look 1:1")
    with pytest.raises(Refused):  # both 0s lie elsewhere, for all that this seat told
        log.do(1, "1:1=14")
    log.do(1, "1:1=0")
    log.do(1, "undo")
    log.do(0, "undo")
    log.do(0, "look 1:2")
    log.do(1, "1:2=9")
    assert log.table(1)["scene"]["villages"][1]["cards"][2]["kind"] == 9
    with pytest.raises(Forbidden, match="notes this game"):
        log.do(1, "1:2=9")
    log.do(0, "draw", "deck=3")
    log.do(0, "discard")
    log.do(0, "draw, exchange 0", "1:0=4")  # all see that it was no 0
    with pytest.raises(Refused, match="take it back"):
        log.do(1, "deck=6")
    for do in ("undo", "undo", "1:0=4", "1:2=9", "deck=6"):
        log.do(1, do)
    assert log.table(1)["scene"]["villages"][1]["cards"][0]["kind"] == 6
    log.do(0, "take")
    log.do(0, "exchange 2", "0:2=9")
    log.do(0, "take")
    log.do(0, "exchange 2", "1:2=8")  # and here that it was no 9
    assert log.table(1)["question"] == "What you told of your cards cannot be: take it back."
    assert log.table(1)["undo"]


def test_only_the_writer_notes_and_a_card_that_was_seen_is_not_left_out() -> None:
    log = noting(3)
    with pytest.raises(Forbidden, match="player 0 notes this game"):
        log.game.wish(1, ["deck=5"], None, None)
    log.do(0, "deck=5")
    with pytest.raises(Refused, match="a card is missing"):
        log.game.wish(0, ["look 0:0"], None, None)
    for do in (["look 1:0"], ["call"], ["look 0:0", "0:0=14"], ["x=y"], ["fly"], ["shown 3"], ["0:0=3"]):
        with pytest.raises(ToolkitError):
            log.game.wish(0, do, None, None)
    assert log.game._noted.lines == ["5"]
    log.do(0, "look 0:0", "0:0=8")
    log.do(0, "undo")
    log.do(0, "undo")
    assert not log.game._noted.lines
    with pytest.raises(Refused, match="nothing can be taken back"):
        log.game.wish(0, ["undo"], None, None)


def test_a_refusal_is_told_in_words() -> None:
    log = noted_with(8, 3, 2, 10, 1)
    for do, lang, words in (
        (["look 0:3"], "en", "You cannot: no Empath"),
        (["discard", "held=5"], "en", "Told, but seen by nobody: 5"),
        (["exchange 0", "0:0=5"], "fa", "گفته شده، ولی دیده نمی‌شود"),
    ):
        with pytest.raises(Refused) as refused:
            log.game.wish(0, do, None, None)
        assert words in (log.game.said(refused.value, 0, lang) or "").translate({0x2068: None, 0x2069: None})


def test_a_table_gives_advice_to_the_writer_alone_if_who_sat_down_first_wants_it_to() -> None:
    log = noted_with(8, 3, 2, 10, 1).sit(1)
    assert not log.table(0)["advises"]
    with pytest.raises(Forbidden, match="gives no advice"):
        log.game.fetch(0, "advice", {})
    with pytest.raises(Forbidden, match="who sat down first says"):
        log.game.wish(1, ["advice on"], None, None)
    log.do(0, "advice on")
    assert [log.table(seat)["advises"] for seat in (0, 1, None)] == [True, False, False]
    assert log.reckoned(0, "advice")["tips"]
    before = Log(log.head | {"advice": True}, log.events[:-1])  # of a version that asked for it at first
    assert before.game.advises


def test_the_notes_are_a_file_with_which_the_terminal_goes_on(tmp_path: Path) -> None:
    log = noted_with(8, 3, 2, 10, 1)
    with pytest.raises(Forbidden):
        log.game.fetch(1, "notes", {})
    (tmp_path / "notes.txt").write_text(log.game.fetch(0, "notes", {}), encoding="utf-8")
    notes = Notes.read(GAME, tmp_path / "notes.txt")
    again = NotedGame(3, notes.rules, 0)
    for _, line in notes.lines:
        again.tell(line)
    assert notes.names == ("me:player 0", "Ben", "Cleo")
    assert again.seen == log.game._noted.seen


@pytest.mark.parametrize("name", ["me", "##", "Ali\u200creza"])
def test_whatever_phones_are_called_the_terminal_goes_on(name: str, tmp_path: Path) -> None:
    log = noted_with(8, 3, 2, 10, 1)
    log.add(log.seats.sitting(1, name, "secret"))
    (tmp_path / "notes.txt").write_text(log.game.fetch(0, "notes", {}), encoding="utf-8")
    assert len(Notes.read(GAME, tmp_path / "notes.txt").names) == 3


def test_one_of_the_players_notes_and_the_rules_are_those_of_notes() -> None:
    for names in (["Ben", "Cleo"], ["me", "me:Ben"]):
        with pytest.raises(ToolkitError, match="one of them notes the game"):
            begin(GAME, names, Rules())
    with pytest.raises(ToolkitError, match="is no name"):
        begin(GAME, ["me", "Ben\x1b[2J"], Rules())
    with pytest.raises(ToolkitError, match="notes remember what was seen"):
        begin(GAME, NAMES, GAME.editions["table-memory"])


def test_an_evening_is_tapped_on_a_phone_while_others_look_on(room: Rooms, opened: Make) -> None:
    one = room("noted", "me:Anna,Ben,Cleo")
    page = opened(one.url, own=True, **PHONE)
    join(page, 0, "Anna")
    finger = Finger(page)
    calm = "() => !document.querySelector('.panel[aria-busy=true], html.sending')"

    def tap(*where: str | int) -> None:
        for at in where:
            key = f".pad .btn:nth-child({at + 1})" if isinstance(at, int) else f"[data-place='{at}'].can"
            finger.tap(at if isinstance(at, str) and at.startswith(".") else key)
            page.wait_for_function(calm)

    def noted(lines: int) -> int:
        until(page, lambda: len(one.table.session._noted.lines) == lines)
        page.wait_for_function(calm)
        return finger.told()

    page.wait_for_selector(".pad")
    assert not unfit(page)
    tap(5, "0:0")
    assert not unfit(page)
    lower, upper = (page.locator(one).first.bounding_box() for one in (".own", ".piles"))
    assert upper["y"] + upper["height"] < lower["y"]  # the pad leaves the piles in sight
    tap(8, "0:2", 3, "1:1", "1:3", "2:1", "2:3")
    assert noted(7) == 9
    tap("deck", 9)  # a card is drawn, and given up for a known one
    noted(8)
    tap("0:0", ".choices .main")
    noted(9)
    tap("1:1", "1:2", 6, 6)  # others give up two cards, drawing before
    assert noted(10) == 4
    assert "Ben gives up their cards 2 and 3" in page.inner_text(".last")
    watching = opened(one.url, own=True, **DESKTOP)
    watching.get_by_text("Watch only").click()
    watching.wait_for_selector(".watched .card")
    known = watching.locator(".known").all_inner_texts()
    assert known == ["29"]  # the deck
    assert page.locator(".own .known").all_inner_texts() == ["9", "3"]
    tap(".choices .btn:has-text('discards')")
    assert not unfit(page)
    tap(7, "2:0", "2:4")
    assert noted(13) == 4
    tap(".choices .back")
    noted(12)
    assert watching.locator(".pad, .choices .btn").count() == 0
