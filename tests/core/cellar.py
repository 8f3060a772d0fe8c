"""Cellar, a game made for tests: it uses all that the protocol offers, and some variants break its word.

Each player has two bottles in a rack, face down, of which the first was looked at, a hand, and a shelf for
points. In a turn a player draws a card and puts one away unseen, swaps a bottle, shifts the bottles out of
sight, or rolls two dice and puts what they gain in order: a look at a bottle, a hand passed on, a point. The
rules by themselves end every turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from playing import Bold

from toolkit.core.chance import Seed, dice
from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action, Automatic, Chance, Decision, Reveal, on
from toolkit.core.fields import Part
from toolkit.core.game import Game, register
from toolkit.core.hidden import HEAP, Layout, Zones
from toolkit.core.play import play
from toolkit.core.record import Record
from toolkit.core.state import Outcome, State

PILE, DISCARD, HAND = 0, 1, 2
DECK = (0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5)
UNKNOWN = 9


@dataclass(frozen=True, slots=True)
class Word(Action):
    """A choice without a secret."""

    word: str
    words = "{word}"


@dataclass(frozen=True, slots=True)
class Card(Action):
    """A card that is drawn or put away."""

    verb: str
    face: int
    words = "{verb} {face}"
    written = MappingProxyType({"face": lambda face: "?" if face == UNKNOWN else face})
    secret = ("face", UNKNOWN)


@dataclass(frozen=True, slots=True)
class Shift(Action):
    """How the bottles are shifted."""

    order: tuple[int, ...]
    words = "shift {order}"
    written = MappingProxyType({"order": lambda order: " ".join(map(str, order)) or "?"})
    secret = ("order", ())


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """How many dice show a look, a pass and a point."""

    shown: tuple[int, ...]
    words = "roll {shown}"
    written = MappingProxyType({"shown": lambda shown: " ".join(map(str, shown))})


@dataclass(frozen=True, slots=True)
class Bottle(Reveal):
    """A bottle that its player looks at."""

    face: int
    words = "bottle {face}"


@dataclass(frozen=True, slots=True)
class Discarded(Reveal):
    """A bottle that goes to the discard pile."""

    face: int
    words = "discarded {face}"


@dataclass(frozen=True, slots=True)
class Hand(Reveal):
    """A hand that is passed on."""

    faces: tuple[int, ...]
    words = "hand {faces}"
    written = MappingProxyType({"faces": list})


@dataclass(frozen=True, slots=True)
class TurnOver(Reveal):
    """What the rules do after each turn, and why."""

    turn: int
    reason: str
    words = "turn {turn} is over: {reason}"


@dataclass(frozen=True)
class Rules:
    turns: int = 8


class Dealing(NamedTuple):
    actor: int
    number: int


class Turn(NamedTuple):
    actor: int


class Drawing(NamedTuple):
    actor: int
    player: int


class Putting(NamedTuple):
    actor: int


class Swapping(NamedTuple):
    actor: int
    index_of_bottle: int


class Shifting(NamedTuple):
    actor: int


class Rolling(NamedTuple):
    actor: int
    player: int


class Gaining(NamedTuple):
    actor: int
    pending: tuple[str, ...]


class Stopping(NamedTuple):
    actor: int


class Ending(NamedTuple):
    actor: int
    reason: str


class Shelf(Part):
    """A player's points, which change in place."""

    points: int
    turns: list[int]


DEAL, DRAW, PUT, BOTTLE = (
    [Card(verb, face) for face in range(6)] for verb in ("deal", "draw", "put", "bottle")
)
TURN = [Word(word) for word in ("draw one", "swap 0", "swap 1", "shift", "roll dice")]
SHIFTS = [Shift((0, 1)), Shift((1, 0))]
ROLLS = [(Roll(shown), weight) for shown, weight in dice((1, 1, 1), 2)]


class CellarState(State):
    shelves: list[Shelf]
    turn: int
    cards: Zones

    def outcome(self):
        if self.stack:
            return None
        best = max(shelf.points for shelf in self.shelves)
        return Outcome("all turns are over", self._best(best), tuple(shelf.points for shelf in self.shelves))

    def _best(self, best):
        return tuple(player for player, shelf in enumerate(self.shelves) if shelf.points == best)

    def returns(self):
        won = self.outcome().winners if not self.stack else ()
        return tuple(float(player in won) / max(1, len(won)) for player in range(self.players))

    @classmethod
    def layouts(cls, rules, players):
        hands = tuple((f"hand {player}", 1 << player) for player in range(players))
        rows = tuple(f"row {player}" for player in range(players))
        return {"cards": Layout(players, DECK, (("pile", 0), ("discard", ALL), *hands), rows)}


def row(state: CellarState, player: int) -> int:
    return HAND + state.players + player


def next_turn(state: CellarState, reason: str = "done") -> None:
    state.stack.append(Ending(AUTOMATIC, reason))


def end_turn(state: CellarState, frame: Ending) -> TurnOver:
    """The rules go on to the next turn, or let the game end."""
    state.shelves[state.turn % state.players].turns.append(state.turn)
    state.turn += 1
    if state.turn < state.rules.turns and state.cards.cards[PILE]:
        state.stack.append(Turn(state.turn % state.players))
    return TurnOver(state.turn, frame.reason)


def begin_turns(state: CellarState) -> None:
    for player in range(state.players):
        zone = row(state, player)
        state.reveal(Bottle(state.cards.cards[zone][0]), 1 << player)
        state.cards.look(zone, 0, 1 << player)
    state.stack.append(Turn(0))


def deal(state: CellarState, action: Card, frame: Dealing) -> None:
    """The cards are dealt in a fixed order: two bottles and two cards for each player."""
    player, what = frame.number // 4, frame.number % 4
    if what < 2:
        state.cards.move(action.face, (PILE, HEAP), (row(state, player), what))
    else:
        state.cards.give(action.face, PILE, HAND + player)
    if frame.number + 1 < 4 * state.players:
        state.stack.append(Dealing(CHANCE, frame.number + 1))
    else:
        begin_turns(state)


def dealt_to(_state: CellarState, frame: Dealing) -> int:
    return 1 << frame.number // 4 if frame.number % 4 >= 2 else 0


def from_pile(words: list[Card]):
    def outcomes(state: CellarState, _frame: Any):
        pile = state.cards.cards[PILE]
        return [(words[face], pile.count(face)) for face in sorted(set(pile))]

    return outcomes


def legal_turns(state: CellarState, frame: Turn):
    return TURN if state.cards.cards[HAND + frame.actor] else [TURN[0], *TURN[3:]]


def turn(state: CellarState, action: Word, frame: Turn) -> None:
    player = frame.actor
    if action is TURN[0]:
        state.stack.append(Drawing(CHANCE, player))
    elif action.word.startswith("swap"):
        state.stack.append(Swapping(player, int(action.word[-1])))
    elif action is TURN[3]:
        state.stack.append(Shifting(player))
    else:
        state.stack.append(Rolling(CHANCE, player))


def draw(state: CellarState, action: Card, frame: Drawing) -> None:
    state.cards.give(action.face, PILE, HAND + frame.player)
    state.stack.append(Putting(frame.player))


def from_hand(words: list[Card]):
    def legal(state: CellarState, frame: Any):
        return [words[face] for face in sorted(set(state.cards.cards[HAND + frame.actor]))]

    return legal


def put(state: CellarState, action: Card, frame: Putting) -> None:
    state.cards.give(action.face, HAND + frame.actor, PILE)
    next_turn(state)


def swap(state: CellarState, action: Card, frame: Swapping) -> None:
    """A card of the hand takes the place of a bottle, which goes to the discard pile."""
    player, index = frame
    zone = row(state, player)
    old = state.cards.cards[zone][index]
    state.reveal(Discarded(old), ALL)
    state.cards.move(old, (zone, index), (DISCARD, HEAP))
    state.cards.move(action.face, (HAND + player, HEAP), (zone, index))
    next_turn(state)


def shift(state: CellarState, action: Shift, frame: Shifting) -> None:
    zone = row(state, frame.actor)
    state.cards.mix([(zone, 0), (zone, 1)], action.order, 1 << frame.actor)
    next_turn(state)


def roll(state: CellarState, action: Roll, frame: Rolling) -> None:
    gains = tuple(name for name, count in zip(GAINS, action.shown, strict=True) for _ in range(count))
    state.stack.append(Stopping(frame.player))
    state.stack.append(Gaining(frame.player, gains))


def look(state: CellarState, player: int) -> None:
    zone = row(state, player)
    state.reveal(Bottle(state.cards.cards[zone][1]), 1 << player)
    state.cards.look(zone, 1, 1 << player)


def pass_on(state: CellarState, _player: int) -> None:
    players = state.players
    for player in range(players):
        hand = state.cards.cards[HAND + player]
        state.reveal(Hand(tuple(hand)), 1 << (player + 1) % players)
    state.cards.rearrange({HAND + p: HAND + (p + 1) % players for p in range(players)})


def point(state: CellarState, player: int) -> None:
    state.shelves[player].points += 1


GAINS = {"look": look, "pass": pass_on, "point": point}
PICKS = {name: Word(f"pick {name}") for name in GAINS}
LAPSE = Word("lapse")
STOP = Word("stop")


def gains(_state: CellarState, frame: Gaining):
    return [*(pick for name, pick in PICKS.items() if name in frame.pending), LAPSE]


def gain(state: CellarState, action: Word, frame: Gaining) -> None:
    """What is gained happens on top of what is still pending."""
    if action is LAPSE:
        return
    pending = list(frame.pending)
    pending.remove(name := action.word.removeprefix("pick "))
    if pending:
        state.stack.append(Gaining(frame.actor, tuple(pending)))
    GAINS[name](state, frame.actor)


def by_actor(_state: CellarState, frame: Any) -> int:
    return 1 << frame.actor


DECISIONS = {
    "deal": Chance(Dealing, from_pile(DEAL), on(Card, deal), seen_by=dealt_to),
    "turn": Decision(Turn, legal_turns, on(Word, turn)),
    "draw": Chance(Drawing, from_pile(DRAW), on(Card, draw), seen_by=lambda _state, frame: 1 << frame.player),
    "put": Decision(Putting, from_hand(PUT), on(Card, put), seen_by=by_actor),
    "bottle": Decision(Swapping, from_hand(BOTTLE), on(Card, swap), seen_by=by_actor),
    "shift": Decision(Shifting, lambda *_: SHIFTS, on(Shift, shift), seen_by=by_actor),
    "roll": Chance(Rolling, lambda *_: ROLLS, on(Roll, roll)),
    "gains": Decision(Gaining, gains, on(Word, gain)),
    "after": Decision(Stopping, lambda *_: [STOP], on(Word, lambda state, *_: next_turn(state, "stop"))),
    "end": Automatic(Ending, end_turn),
}


class Cellar(Game[Rules, CellarState]):
    name = "cellar"
    title = "Cellar"
    players = range(2, 4)
    Rules = Rules
    state_type = CellarState
    decisions = DECISIONS
    reveals = (Bottle, Discarded, Hand, TurnOver)

    def start(self, players, rules):
        state = self.state_type.begin(rules, players)
        state.shelves, state.turn = [Shelf(0, []) for _ in range(players)], 0
        state.cards = Zones.start(self.state_type.layouts(rules, players)["cards"], PILE)
        state.stack = [Dealing(CHANCE, 0)]
        return state

    def vocabulary(self, players, rules):
        rolls = [action for action, _ in ROLLS]
        return [*DEAL, *DRAW, *PUT, *BOTTLE, *TURN, *SHIFTS, *rolls, *PICKS.values(), LAPSE, STOP]

    def components(self, rules):
        return {"deck": list(DECK), "dice": [1, 1, 1]}


def variant(name: str, state: dict[str, Any] | None = None, **changes: Any) -> Cellar:
    """Return Cellar with another class of states and other methods of the game, under a name of its own."""
    kind = type(name, (CellarState,), {"__module__": __name__, **(state or {})})
    globals()[name] = kind  # pickle looks for it here
    game = type(name, (Cellar,), {"name": name, "state_type": kind, **changes})()
    register(game)
    return game


GAME = Cellar()
register(GAME)


def played(seed: Seed, names: Sequence[str] = ("Ann", "Bob"), rules: Rules | None = None) -> Record:
    """Return the record of a game of bold players."""
    return play(GAME.new(2, rules), [Bold(name) for name in names], seed=seed)
