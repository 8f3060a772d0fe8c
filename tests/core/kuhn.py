"""Kuhn poker (1950): three cards, two players, one bet; small enough to be solved, and its value is known."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import ClassVar, NamedTuple

from toolkit.core.decision import CHANCE, Action, Chance, Decision, on
from toolkit.core.game import Game, register
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State

DECK = (0, 1, 2)
NAMES = "JQK?"
ENDS = {"pass pass", "pass bet pass", "pass bet bet", "bet pass", "bet bet"}


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """A card is dealt."""

    card: int

    def __str__(self):
        return f"deal {NAMES[self.card]}"

    def veiled(self):
        return HIDDEN_DEAL


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Pass or bet; after a bet, that is fold or call."""

    word: str

    def __str__(self):
        return self.word


@dataclass(frozen=True)
class Rules:
    """How many chips each player puts in at first."""

    ante: int = 1


DEALS, HIDDEN_DEAL = [Deal(card) for card in DECK], Deal(3)
MOVES = PASS, BET = (Move("pass"), Move("bet"))


class Dealing(NamedTuple):
    actor: int
    player: int


class Moving(NamedTuple):
    actor: int


def deal(state, action, frame):
    state.cards.give(action.card, 0, frame.player + 1)
    state.stack.append(Dealing(CHANCE, 1) if frame.player == 0 else Moving(0))


def move(state, action, frame):
    state.moves = (*state.moves, action.word)
    if " ".join(state.moves) not in ENDS:
        state.stack.append(Moving(1 - frame.actor))


class KuhnState(State):
    moves: tuple[str, ...]
    cards: Zones

    def outcome(self):
        if self.stack:
            return None
        winner = int(self.returns()[1] > 0)
        return Outcome("showdown" if self.showdown else "fold", (winner,), tuple(map(int, self.returns())))

    @property
    def showdown(self):
        return self.moves[-1] == self.moves[-2]

    def returns(self):
        """Return the chips won."""
        if self.stack:
            return (0.0, 0.0)
        stake = self.rules.ante + (self.moves[-2:] == ("bet", "bet"))
        _, first, second = self.cards.cards
        first_wins = first > second if self.showdown else len(self.moves) % 2 == 0
        return (float(stake), -float(stake)) if first_wins else (-float(stake), float(stake))

    @classmethod
    def layouts(cls, rules, players):
        return {"cards": Layout(2, DECK, (("deck", 0), ("hand 0", 1), ("hand 1", 2)))}


def deals(state, _frame):
    return [(DEALS[card], 1) for card in state.cards.cards[0]]


class Kuhn(Game[Rules, KuhnState]):
    name = "kuhn"
    title = "Kuhn poker"
    players = range(2, 3)
    Rules = Rules
    state_type = KuhnState
    worth = (-inf, inf)  # chips: as many as the ante
    decisions: ClassVar = {
        "deal": Chance(Dealing, deals, on(Deal, deal), seen_by=lambda _state, frame: 1 << frame.player),
        "move": Decision(Moving, lambda *_: MOVES, on(Move, move)),
    }

    def start(self, players, rules):
        state = KuhnState.begin(rules, players)
        state.moves = ()
        state.cards = Zones.start(KuhnState.layouts(rules, players)["cards"], 0)
        state.stack = [Dealing(CHANCE, 0)]
        return state

    def vocabulary(self, players, rules):
        return [*DEALS, *MOVES]

    def components(self, rules):
        return {"deck": list(DECK)}


GAME = Kuhn()
register(GAME)
