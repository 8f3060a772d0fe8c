"""Cellar, a game made for tests: it uses all that the protocol offers, and some variants break its word.

Each player has two bottles in a rack, face down, of which the first was looked at, and a hand. In a turn
a player draws a card and puts one away unseen, swaps a bottle, shifts the bottles out of sight, or rolls two
dice and puts what they gain in order: a look at a bottle, a hand passed on, a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from toolkit.core.chance import dice
from toolkit.core.decision import ALL, CHANCE, Action, Chance, Decision, agenda
from toolkit.core.game import Game, register
from toolkit.core.hidden import HEAP, Layout, Zones
from toolkit.core.history import Reveal
from toolkit.core.state import Outcome, State

PILE, DISCARD, HAND = 0, 1, 2
DECK = (0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5)
UNKNOWN = 9


@dataclass(frozen=True, slots=True)
class Word(Action):
    """A choice without a secret."""

    word: str

    def __str__(self):
        return self.word


@dataclass(frozen=True, slots=True)
class Card(Action):
    """A card that is drawn or put away."""

    verb: str
    face: int

    def __str__(self):
        return f"{self.verb} {'?' if self.face == UNKNOWN else self.face}"

    def veiled(self):
        return Card(self.verb, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Shift(Action):
    """How the bottles are shifted."""

    order: tuple[int, ...]

    def __str__(self):
        return f"shift {' '.join(map(str, self.order)) or '?'}"

    def veiled(self):
        return Shift(())


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """How many dice show a look, a pass and a point."""

    shown: tuple[int, ...]

    def __str__(self):
        return f"roll {' '.join(map(str, self.shown))}"


@dataclass(frozen=True)
class Rules:
    turns: int = 8


DEAL, DRAW, PUT, BOTTLE = (
    [Card(verb, face) for face in range(6)] for verb in ("deal", "draw", "put", "bottle")
)
TURN = [Word(word) for word in ("draw one", "swap 0", "swap 1", "shift", "roll dice")]
SHIFTS = [Shift((0, 1)), Shift((1, 0))]
ROLLS = [(Roll(shown), weight) for shown, weight in dice((1, 1, 1), 2)]


def row(state: CellarState, player: int) -> int:
    return HAND + state.players + player


def next_turn(state: CellarState) -> None:
    state.turn += 1
    if state.turn < state.rules.turns and state.cards.cards[PILE]:
        state.stack.append(("turn", state.turn % state.players))


def begin_turns(state: CellarState) -> None:
    for player in range(state.players):
        zone = row(state, player)
        state.reveal(Reveal(f"bottle {state.cards.cards[zone][0]}"), 1 << player)
        state.cards.look(zone, 0, 1 << player)
    state.stack.append(("turn", 0))


def deal(state: CellarState, action: Card, frame: Any) -> None:
    """The cards are dealt in a fixed order: two bottles and two cards for each player."""
    _, _, number = frame
    player, what = number // 4, number % 4
    if what < 2:
        state.cards.move(action.face, (PILE, HEAP), (row(state, player), what))
    else:
        state.cards.give(action.face, PILE, HAND + player)
    if number + 1 < 4 * state.players:
        state.stack.append(("deal", CHANCE, number + 1))
    else:
        begin_turns(state)


def dealt_to(state: CellarState, frame: Any) -> int:
    return 1 << frame[2] // 4 if frame[2] % 4 >= 2 else 0


def from_pile(words: list[Card]):
    def outcomes(state: CellarState, _frame: Any):
        pile = state.cards.cards[PILE]
        return [(words[face], pile.count(face)) for face in sorted(set(pile))]

    return outcomes


def legal_turns(state: CellarState, frame: Any):
    return TURN if state.cards.cards[HAND + frame[1]] else [TURN[0], *TURN[3:]]


def turn(state: CellarState, action: Word, frame: Any) -> None:
    player = frame[1]
    if action is TURN[0]:
        state.stack.append(("draw", CHANCE, player))
    elif action.word.startswith("swap"):
        state.stack.append(("bottle", player, int(action.word[-1])))
    elif action is TURN[3]:
        state.stack.append(("shift", player))
    else:
        state.stack.append(("roll", CHANCE, player))


def draw(state: CellarState, action: Card, frame: Any) -> None:
    state.cards.give(action.face, PILE, HAND + frame[2])
    state.stack.append(("put", frame[2]))


def from_hand(words: list[Card]):
    def legal(state: CellarState, frame: Any):
        return [words[face] for face in sorted(set(state.cards.cards[HAND + frame[1]]))]

    return legal


def put(state: CellarState, action: Card, frame: Any) -> None:
    state.cards.give(action.face, HAND + frame[1], PILE)
    next_turn(state)


def bottle(state: CellarState, action: Card, frame: Any) -> None:
    """A card of the hand takes the place of a bottle, which goes to the discard pile."""
    _, player, index = frame
    zone = row(state, player)
    old = state.cards.cards[zone][index]
    state.reveal(Reveal(f"discarded {old}"), ALL)
    state.cards.move(old, (zone, index), (DISCARD, HEAP))
    state.cards.move(action.face, (HAND + player, HEAP), (zone, index))
    next_turn(state)


def shift(state: CellarState, action: Shift, frame: Any) -> None:
    zone = row(state, frame[1])
    state.cards.mix([(zone, 0), (zone, 1)], action.order, 1 << frame[1])
    next_turn(state)


def roll(state: CellarState, action: Roll, frame: Any) -> None:
    gains = tuple(name for name, count in zip(GAINS, action.shown, strict=True) for _ in range(count))
    state.stack.append(("after", frame[2]))
    state.stack.append(("gains", frame[2], gains))


def look(state: CellarState, frame: Any) -> None:
    zone = row(state, frame[1])
    state.reveal(Reveal(f"bottle {state.cards.cards[zone][1]}"), 1 << frame[1])
    state.cards.look(zone, 1, 1 << frame[1])


def pass_on(state: CellarState, _frame: Any) -> None:
    players = state.players
    for player in range(players):
        hand = state.cards.cards[HAND + player]
        state.reveal(Reveal(f"hand {hand}"), 1 << (player + 1) % players)
    state.cards.rearrange({HAND + p: HAND + (p + 1) % players for p in range(players)})


def point(state: CellarState, frame: Any) -> None:
    state.points[frame[1]] += 1


GAINS = {"look": look, "pass": pass_on, "point": point}
STOP = Word("stop")


class CellarState(State):
    __slots__ = ("cards", "points", "turn")
    FIELDS = ("points", "turn")
    LISTS: ClassVar = {"points": 1}
    ZONES = ("cards",)
    decisions: ClassVar = {
        "deal": Chance(from_pile(DEAL), {Card: deal}, dealt_to),
        "turn": Decision(legal_turns, {Word: turn}),
        "draw": Chance(from_pile(DRAW), {Card: draw}, lambda _state, frame: 1 << frame[2]),
        "put": Decision(from_hand(PUT), {Card: put}, seen_by=lambda _state, frame: 1 << frame[1]),
        "bottle": Decision(from_hand(BOTTLE), {Card: bottle}, seen_by=lambda _state, frame: 1 << frame[1]),
        "shift": Decision(lambda *_: SHIFTS, {Shift: shift}, seen_by=lambda _state, frame: 1 << frame[1]),
        "roll": Chance(lambda *_: ROLLS, {Roll: roll}),
        "gains": agenda("gains", GAINS, may_finish=True),
        "after": Decision(lambda *_: [STOP], {Word: lambda state, _action, _frame: next_turn(state)}),
    }

    def clone(self):
        new = type(self).__new__(type(self))
        self.copy_base(new)
        new.points, new.turn, new.cards = self.points[:], self.turn, self.cards.clone()
        return new

    def outcome(self):
        if self.stack:
            return None
        best = max(self.points)
        return Outcome("all turns are over", self._best(best), tuple(self.points))

    def _best(self, best):
        return tuple(player for player, points in enumerate(self.points) if points == best)

    def returns(self):
        won = self.outcome().winners if not self.stack else ()
        return tuple(float(player in won) / max(1, len(won)) for player in range(self.players))

    @classmethod
    def layouts(cls, rules, players):
        hands = tuple((f"hand {player}", 1 << player) for player in range(players))
        rows = tuple(f"row {player}" for player in range(players))
        return {"cards": Layout(players, DECK, (("pile", 0), ("discard", ALL), *hands), rows)}


class Cellar(Game[Rules]):
    name = "cellar"
    title = "Cellar"
    players = range(2, 4)
    Rules = Rules
    state_type = CellarState

    def start(self, players, rules):
        state = self.state_type.begin(rules, players)
        state.points, state.turn = [0] * players, 0
        state.cards = Zones.start(self.state_type.layouts(rules, players)["cards"], PILE)
        state.stack = [("deal", CHANCE, 0)]
        return state

    def vocabulary(self, players, rules):
        gains = self.state_type.decisions["gains"]
        picks = [*gains.legal(None, ("gains", 0, tuple(GAINS)))]
        rolls = [action for action, _ in ROLLS]
        return [*DEAL, *DRAW, *PUT, *BOTTLE, *TURN, *SHIFTS, *rolls, *picks, STOP]

    def components(self, rules):
        return {"deck": list(DECK), "dice": [1, 1, 1]}


def variant(name: str, state: dict[str, Any] | None = None, **changes: Any) -> Cellar:
    """Return Cellar with another class of states and other methods of the game, under a name of its own."""
    kind = type(name, (CellarState,), {"__slots__": (), **(state or {})})
    game = type(name, (Cellar,), {"name": name, "state_type": kind, **changes})()
    kind.game = game
    register(game)
    return game


def decisions(**changed: Any) -> dict[str, Any]:
    """Return the table of Cellar with some kinds replaced or added."""
    return {"decisions": CellarState.decisions | changed}


GAME = Cellar()
CellarState.game = GAME
register(GAME)
