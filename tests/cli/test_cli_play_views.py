"""A game without a view of its own is played in the terminal by the plain view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import pytest

from toolkit.core import game as games
from toolkit.core.decision import CHANCE, Action, Chance, Decision, on
from toolkit.core.game import Game, register
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli_helpers import Tobago


@dataclass(frozen=True, slots=True)
class Say(Action):
    """Draw a card, or say higher or lower."""

    word: str

    def __str__(self) -> str:
        return self.word

    def veiled(self) -> Say:
        return HIDDEN


HIDDEN, HIGHER, LOWER = Say("draw ?"), Say("higher"), Say("lower")
DRAWS = tuple(Say(f"draw {face}") for face in range(4))


@dataclass(frozen=True, slots=True)
class NoRules:
    """There is nothing to choose."""


class Drawing(NamedTuple):
    actor: int
    player: int


class Guess(NamedTuple):
    actor: int


def draw(state: Any, action: Say, frame: Drawing) -> None:
    state.cards.give(DRAWS.index(action), 0, frame.player)
    state.stack.append(Drawing(CHANCE, 2) if frame.player == 1 else Guess(0))


def guess(state: Any, action: Say, _frame: Any) -> None:
    state.said = action.word


class Guessing(State):
    """Two cards are drawn; whose is higher?"""

    said: str
    cards: Zones

    def outcome(self) -> Outcome | None:
        if not self.said:
            return None
        ((mine,), (theirs,)) = self.cards.cards[1:]
        return Outcome("guessed", (int((mine < theirs) == (self.said == "higher")),), (0, 0))

    def returns(self) -> tuple[float, ...]:
        return (0.0, 0.0)

    @classmethod
    def layouts(cls, rules: Any, players: int) -> dict[str, Layout]:
        return {"cards": Layout(2, (0, 1, 2, 3), (("deck", 0), ("mine", 1), ("theirs", 2)))}


class GuessingGame(Game[NoRules, Guessing]):
    """A toy."""

    name, title, players = "guessing", "Guessing", range(2, 3)
    Rules, state_type = NoRules, Guessing
    decisions: ClassVar = {
        "draw": Chance(
            Drawing,
            lambda state, _: [(DRAWS[face], 1) for face in state.cards.cards[0]],
            on(Say, draw),
            seen_by=lambda _, frame: frame.player,
        ),
        "guess": Decision(Guess, lambda _state, _frame: (HIGHER, LOWER), on(Say, guess)),
    }

    def start(self, players: int, rules: NoRules) -> Guessing:
        state = Guessing.begin(rules, players)
        state.cards, state.said = Zones.start(Guessing.layouts(rules, players)["cards"], 0), ""
        state.stack = [Drawing(CHANCE, 1)]
        return state

    def vocabulary(self, players: int, rules: NoRules) -> list[Say]:
        return [*DRAWS, HIGHER, LOWER]

    def components(self, rules: NoRules) -> dict[str, Any]:
        return {}


@pytest.fixture(autouse=True)
def guessing() -> Iterator[None]:
    register(GuessingGame())
    yield
    del games._registered["guessing"]


def test_the_plain_view_shows_open_fields_own_cards_and_the_decision(tobago: Tobago) -> None:
    done = tobago("play", "guessing", "--players", "me,random", "--seed", "1", stdin=b"highr\nhigher\n")
    assert done.status == 0
    drawn = next(line for line in done.out.splitlines() if "draw " in line)
    own = drawn.rpartition(" ")[2]
    for line in ("said: ", "deck: ? ?", f"mine: {own}", "theirs: ?", "decision: guess"):
        assert f"\n{line}\n" in done.out
    assert "'highr': did you mean 'higher'?" in done.out
    assert "The game is over: guessed." in done.out
    assert "draw ?" in done.out
