"""Kuhn poker (1950): three cards, two players, one bet; small enough to be solved, and its value is known."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated, NamedTuple

from toolkit.core.decision import CHANCE, Action, Domain, declared
from toolkit.core.game import Game, register
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State

DECK = (0, 1, 2)
ENDS = {"pass pass", "pass bet pass", "pass bet bet", "bet pass", "bet bet"}
CARD = Domain(lambda *_: DECK, "JQK".__getitem__)
WORD = Domain(lambda *_: ("pass", "bet"))


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """A card is dealt."""

    card: Annotated[int, CARD]
    words = "deal {card}"
    secret = ("card", 3)


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Pass or bet; after a bet, that is fold or call."""

    word: Annotated[str, WORD]
    words = "{word}"


@dataclass(frozen=True)
class Rules:
    """How many chips each player puts in at first."""

    ante: int = 1


PASS, BET = Move.of["pass"], Move.of["bet"]


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


class Dealing(NamedTuple):
    actor: int
    player: int

    def heap(self, state: KuhnState):
        return state.cards.cards[0]

    def seen_by(self, _state: KuhnState):
        return 1 << self.player

    def deal(self, state: KuhnState, action: Deal):
        state.cards.give(action.card, 0, self.player + 1)
        state.stack.append(Dealing(CHANCE, 1) if self.player == 0 else Moving(0))


class Moving(NamedTuple):
    actor: int

    def legal(self, _state: KuhnState):
        return [PASS, BET]

    def move(self, state: KuhnState, action: Move):
        state.moves = (*state.moves, action.word)
        if " ".join(state.moves) not in ENDS:
            state.stack.append(Moving(1 - self.actor))


class Kuhn(Game[Rules, KuhnState]):
    name = "kuhn"
    title = "Kuhn poker"
    players = range(2, 3)
    Rules = Rules
    state_type = KuhnState
    worth = (-inf, inf)  # chips: as many as the ante
    decisions = declared(deal=Dealing, move=Moving)
    actions = (Deal, Move)

    def start(self, players, rules):
        state = KuhnState.begin(rules, players)
        state.moves = ()
        state.cards = Zones.start(KuhnState.layouts(rules, players)["cards"], 0)
        state.stack = [Dealing(CHANCE, 0)]
        return state

    def components(self, rules):
        return {"deck": list(DECK)}


GAME = Kuhn()
register(GAME)
