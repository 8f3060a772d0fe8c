"""Random games of the engine, noted in the words of records: what the writer sees is what it would show."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from noted_games import lines, note_truly, note_wrongly
from playing import any_action
from sizes import nightly

from toolkit.core.decision import CHANCE, Action, IllegalAction, named_cards
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.state import State
from toolkit.core.told import NotedGame, NoteError, UntoldError
from toolkit.core.told.tracing import shown_to
from toolkit.core.told.wording import said, worded

WAZABI = ["l1", "pa", "o", "d3", "m", "pd", "sh", "pc", "l2", "sd", "g1", "t1", "k1"]
"""The first letters of each card that tell it."""


def brief(action: Any) -> str:
    """Return an action of Wazabi as short as it is clear."""
    match type(action).__name__:
        case "Roll":
            return action.short.format(wazabi=action.wazabi, card=action.card, die=action.die)
        case "Draw" | "Take" | "Play" | "Discard":
            return WAZABI[action.face]
        case "Give" | "Choose":
            return str(action.player + 1)
        case "ChooseSide":
            return "l" if action.steps == 1 else "r"
    return "n"


class Scribe:
    """Plays a game of the engine and notes it for a seat."""

    def __init__(self, state: State, seat: int, *, short: bool) -> None:
        self.state, self.seat, self.short = state, seat, short
        self.parts: list[str] = []
        self.further: list[str] = []

    @property
    def complete(self) -> bool:
        """Whether a line may end here: nobody gives up or pays more, or draws unseen cards."""
        going_on = self.state.decision_kind() in ("discard", "pay", "pay landscape")
        unseen = self.state.to_act() == CHANCE and not self.state.seers() >> self.seat & 1
        return bool(self.parts) and not going_on and not unseen

    def apply(self, action: Action) -> None:
        """Let something happen, and take note of it."""
        game: Any = self.state.game
        by, heard = self.state.to_act(), self.state.seers() >> self.seat & 1
        zones = {name: getattr(self.state, name) for name in self.state.ZONES}
        begun = {name: one.clone() for name, one in zones.items()}
        self.state.apply(action)
        seen = [(name, one.face) for name in zones for one in shown_to(self.seat, begun[name], zones[name])]
        told: Any = action if heard else action.veiled()
        if by != CHANCE or heard:
            self.parts.append(brief(told) if self.short else next(said(told, 1)))
        named = [*named_cards(told, self.state.rules)]
        for name, face in seen:
            if face in named:
                named.remove(face)
            else:
                self.further.append(WAZABI[face] if self.short else game.card(name, face, self.state.rules))

    def line(self) -> str:
        """Return the line for what happened since the last one."""
        found = ", ".join(self.parts) if not self.short else " ".join(self.parts)
        found += " seen " * bool(self.further) + " ".join(self.further)
        self.parts, self.further = [], []
        return found


def begun(name: str, number: int, *, short: bool = False) -> tuple[Scribe, NotedGame[Any], Random]:
    """Return a game at its beginning, by one edition after another, and its notes."""
    random, game = Random(f"{name} {number}"), find_game(name)
    rules = list(game.editions.values())[number % len(game.editions)]
    while True:
        players = random.choice(game.players)
        try:
            state = game.new(players, rules)
        except ToolkitError:  # these rules are for others
            continue
        seat = random.randrange(players)
        return Scribe(state, seat, short=short), worded(game, players, rules, seat), random


SOME = [("wazabi", range(2)), ("mangrovia", range(1)), ("wayfarers", range(1)), ("tobago", range(1))]
MANY = [
    pytest.param(name, range(at, at + 50), marks=nightly)
    for name, games in (("wazabi", 500), ("mangrovia", 100), ("wayfarers", 50), ("tobago", 50))
    for at in range(2, games + 2, 50)
]


@pytest.mark.parametrize(("name", "numbers"), [*SOME, *MANY], ids=str)
def test_a_noted_game_shows_the_writer_what_the_engine_would_show(name: str, numbers: range) -> None:
    for number in numbers:
        scribe, noted, random = begun(name, number, short=name == "wazabi" and number % 2 == 1)
        steps = 200 if number < 2 else 10_000
        note_truly(scribe, noted, lines(scribe, any_action, random, steps, ended=0.3))


@pytest.mark.parametrize("games", [1, pytest.param(200, marks=nightly)])
def test_wrong_lines_leave_a_table_that_can_be_or_are_refused(games: int) -> None:
    refused = 0
    for number in range(games):
        scribe, noted, random = begun("wazabi", number, short=True)

        def wrong(line: str, random: Random = random) -> str:
            words = line.split()
            words[random.randrange(len(words))] = random.choice(["1", "7", "n", "l", "211", "x9", *WAZABI])
            return " ".join(words)

        refused += note_wrongly(noted, lines(scribe, any_action, random, 150), wrong)
    assert refused > 10


def noted_wazabi(*lines: str) -> NotedGame[Any]:
    game = find_game("wazabi")
    noted = worded(game, 3, game.Rules(), 0)
    for line in ("l1 sd sh", "211 301 112", *lines):
        noted.tell(line)
    return noted


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ((" ",), "nothing"),
        (("211 %",), "unread"),
        (("?",), "not_now"),
        (("212 3",), "not_now"),
        (("2",), "unclear"),
        (("211 3 p",), "unclear"),
        (("211 3 seen l1",), "not_seen"),
        (("301 3 sh 1 seen x1",), "no_card"),
        (("301 3 sh 1 seen pass",), "unclear"),
        (("301 3 sh 1 seen sh sh sh sh",), "unfit"),
        (("no card",), "not_now"),
    ],
)
def test_lines_that_cannot_be_are_refused_and_change_nothing(lines: tuple[str, ...], key: str) -> None:
    noted = noted_wazabi(*lines[:-1])
    before = noted.seen
    with pytest.raises(NoteError) as refused:
        noted.tell(lines[-1])
    assert refused.value.key == key
    assert noted.seen == before


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("300 l1", "roll 3 wazabi cannot come now; what can: roll 4 wazabi, roll 3 wazabi 1 card, "),
        ("001", "roll 1 die cannot come now; what can: roll 4 wazabi, "),
        ("301 3 mt x", "x cannot come now; what can: choose 1, choose 3"),
    ],
)
def test_what_is_offered_would_be_accepted(line: str, why: str) -> None:
    """A roll is named as it was read, and nobody is offered that cannot be chosen."""
    noted = noted_wazabi()
    with pytest.raises(NoteError) as refused:
        noted.tell(line)
    assert str(refused.value).startswith(why)


def test_a_rule_refuses_what_it_forbids() -> None:
    noted = noted_wazabi()
    with pytest.raises(IllegalAction, match="two DIE faces or more"):
        noted.tell("202 3 3 l1")
    with pytest.raises(IllegalAction, match="it costs 3 wazabi, and the roll shows 2"):
        noted.tell("220 sd 3")


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("2w1c1d 3 swap d 1", "roll 2 wazabi 1 card 1 die, give 3, play swap dice, choose 1"),
        ("4w sd3", "400 p sd c 3"),
        ("211 3lo1", "211 3 l1"),
        ("300", "3w"),
    ],
)
def test_a_line_may_be_cut_short(line: str, same: str) -> None:
    """What is equal is told so, and what cannot be so is refused in the same words."""
    told = []
    for one in (line, same):
        noted = noted_wazabi()
        try:
            noted.tell(one)
            told.append(str(noted.seen.log))
        except ToolkitError as error:
            told.append(type(error).__name__)
    assert told[0] == told[1]


def test_a_hand_that_comes_is_asked_for_and_what_answers_names_cards() -> None:
    noted = noted_wazabi()
    with pytest.raises(UntoldError) as untold:
        noted.tell("301 3 sh 1")
    assert str(noted.asked(untold.value)) == "Which card is seen, out of this of player 2: hand?"
    untold.value.place = (noted.world.pile, None)
    assert str(noted.asked(untold.value)) == "Which card is seen, out of this: pile?"
    assert noted.with_cards("300 1 sh 1", "what else") is None
    line = noted.with_cards("400 sh 1", "l1 draw 3")
    assert line == "400 sh 1 seen l1 draw 3"


@pytest.mark.parametrize("line", ["sh d3 l1", "l1 d3 sh", "d3 l1 sh 310"])
def test_what_is_given_up_at_once_is_told_in_any_order(line: str) -> None:
    game = find_game("wazabi")
    noted = worded(game, 2, game.Rules(), 0)
    for before in ("l1 l1 l1", "301 400", "220", "220 ok2 sh ok2"):
        noted.tell(before)
    assert noted.seen.decision_kind() == "discard"
    noted.tell(line)
    told = [str(one) for one in noted.seen.log]
    at = told.index("discard lose 1 die")
    assert told[at : at + 3] == ["discard lose 1 die", "discard draw 3", "discard swap hands"]
