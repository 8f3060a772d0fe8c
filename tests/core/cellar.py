"""Cellar, a game made for tests: it uses all that the protocol offers, and some variants break its word.

Each player has two bottles in a rack, face down, of which the first was looked at, a hand, and a shelf for
points. In a turn a player draws a card and puts one away unseen, swaps a bottle, shifts the bottles out of
sight, or rolls two dice and puts what they gain in order: a look at a bottle, a hand passed on, a point. The
rules by themselves end every turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from playing import Bold

from toolkit.core.chance import Seed, card_draws, dice
from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action, Domain, Reveal, declared
from toolkit.core.fields import Part
from toolkit.core.game import Game, register
from toolkit.core.hidden import HEAP, Layout, Zones
from toolkit.core.play import play
from toolkit.core.record import Record
from toolkit.core.state import Outcome, State

PILE, DISCARD, HAND = 0, 1, 2
DECK = (0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5)
UNKNOWN = 9

FACE = Domain(lambda *_: range(6))
NUMBERS = Domain(written=lambda numbers: " ".join(map(str, numbers)))
LISTED = Domain(written=list)


@dataclass(frozen=True, slots=True)
class Word(Action):
    """A choice without a secret."""

    word: str
    words = "{word}"


@dataclass(frozen=True, slots=True)
class Card(Action):
    """A card that is drawn or put away."""

    verb: str
    face: Annotated[int, FACE]
    words = "{verb} {face}"
    secret = ("face", UNKNOWN)


@dataclass(frozen=True, slots=True)
class Shift(Action):
    """How the bottles are shifted."""

    order: Annotated[tuple[int, ...], NUMBERS]
    words = "shift {order}"
    secret = ("order", ())


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """How many dice show a look, a pass and a point."""

    shown: Annotated[tuple[int, ...], NUMBERS]
    words = "roll {shown}"


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

    faces: Annotated[tuple[int, ...], LISTED]
    words = "hand {faces}"


@dataclass(frozen=True, slots=True)
class TurnOver(Reveal):
    """What the rules do after each turn, and why."""

    turn: int
    reason: str
    words = "turn {turn} is over: {reason}"


@dataclass(frozen=True)
class Rules:
    turns: int = 8


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

    def row(self, player: int) -> int:
        return HAND + self.players + player

    def in_hand(self, player: int, words: list[Card]) -> list[Card]:
        return [words[face] for face in sorted(set(self.cards.cards[HAND + player]))]

    def next_turn(self, reason: str = "done") -> None:
        self.stack.append(Ending(AUTOMATIC, reason))


class Dealing(NamedTuple):
    """The cards are dealt in a fixed order: two bottles and two cards for each player."""

    actor: int
    number: int

    def outcomes(self, state: CellarState):
        return card_draws(state.cards.cards[PILE], DEAL)

    def seen_by(self, _state: CellarState):
        return 1 << self.number // 4 if self.number % 4 >= 2 else 0

    def deal(self, state: CellarState, action: Card) -> None:
        player, what = self.number // 4, self.number % 4
        if what < 2:
            state.cards.move(action.face, (PILE, HEAP), (state.row(player), what))
        else:
            state.cards.give(action.face, PILE, HAND + player)
        if self.number + 1 < 4 * state.players:
            state.stack.append(Dealing(CHANCE, self.number + 1))
        else:
            begin_turns(state)


def begin_turns(state: CellarState) -> None:
    for player in range(state.players):
        zone = state.row(player)
        state.reveal(Bottle(state.cards.cards[zone][0]), 1 << player)
        state.cards.look(zone, 0, 1 << player)
    state.stack.append(Turn(0))


class Turn(NamedTuple):
    actor: int

    def legal(self, state: CellarState):
        return TURN if state.cards.cards[HAND + self.actor] else [TURN[0], *TURN[3:]]

    def turn(self, state: CellarState, action: Word) -> None:
        if action is TURN[0]:
            state.stack.append(Drawing(CHANCE, self.actor))
        elif action.word.startswith("swap"):
            state.stack.append(Swapping(self.actor, int(action.word[-1])))
        elif action is TURN[3]:
            state.stack.append(Shifting(self.actor))
        else:
            state.stack.append(Rolling(CHANCE, self.actor))


class Drawing(NamedTuple):
    actor: int
    player: int

    def outcomes(self, state: CellarState):
        return card_draws(state.cards.cards[PILE], DRAW)

    def seen_by(self, _state: CellarState):
        return 1 << self.player

    def draw(self, state: CellarState, action: Card) -> None:
        state.cards.give(action.face, PILE, HAND + self.player)
        state.stack.append(Putting(self.player))


class Putting(NamedTuple):
    actor: int

    def legal(self, state: CellarState):
        return state.in_hand(self.actor, PUT)

    def seen_by(self, _state: CellarState):
        return 1 << self.actor

    def put(self, state: CellarState, action: Card) -> None:
        state.cards.give(action.face, HAND + self.actor, PILE)
        state.next_turn()


class Swapping(NamedTuple):
    """A card of the hand takes the place of a bottle, which goes to the discard pile."""

    actor: int
    index_of_bottle: int

    def legal(self, state: CellarState):
        return state.in_hand(self.actor, BOTTLE)

    def seen_by(self, _state: CellarState):
        return 1 << self.actor

    def swap(self, state: CellarState, action: Card) -> None:
        player, index = self
        zone = state.row(player)
        old = state.cards.cards[zone][index]
        state.reveal(Discarded(old), ALL)
        state.cards.move(old, (zone, index), (DISCARD, HEAP))
        state.cards.move(action.face, (HAND + player, HEAP), (zone, index))
        state.next_turn()


class Shifting(NamedTuple):
    actor: int

    def legal(self, _state: CellarState):
        return SHIFTS

    def seen_by(self, _state: CellarState):
        return 1 << self.actor

    def shift(self, state: CellarState, action: Shift) -> None:
        zone = state.row(self.actor)
        state.cards.mix([(zone, 0), (zone, 1)], action.order, 1 << self.actor)
        state.next_turn()


class Rolling(NamedTuple):
    actor: int
    player: int

    def outcomes(self, _state: CellarState):
        return ROLLS

    def roll(self, state: CellarState, action: Roll) -> None:
        gains = tuple(name for name, count in zip(GAINS, action.shown, strict=True) for _ in range(count))
        state.stack.append(Stopping(self.player))
        state.stack.append(Gaining(self.player, gains))


class Gaining(NamedTuple):
    """What is gained happens on top of what is still pending."""

    actor: int
    pending: tuple[str, ...]

    def legal(self, _state: CellarState):
        return [*(pick for name, pick in PICKS.items() if name in self.pending), LAPSE]

    def gain(self, state: CellarState, action: Word) -> None:
        if action is LAPSE:
            return
        pending = list(self.pending)
        pending.remove(name := action.word.removeprefix("pick "))
        if pending:
            state.stack.append(Gaining(self.actor, tuple(pending)))
        GAINS[name](state, self.actor)


def look(state: CellarState, player: int) -> None:
    zone = state.row(player)
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


class Stopping(NamedTuple):
    actor: int

    def legal(self, _state: CellarState):
        return [STOP]

    def stop(self, state: CellarState, action: Word) -> None:
        state.next_turn("stop")


class Ending(NamedTuple):
    """The rules go on to the next turn, or let the game end."""

    actor: int
    reason: str

    def step(self, state: CellarState) -> TurnOver:
        state.shelves[state.turn % state.players].turns.append(state.turn)
        state.turn += 1
        if state.turn < state.rules.turns and state.cards.cards[PILE]:
            state.stack.append(Turn(state.turn % state.players))
        return TurnOver(state.turn, self.reason)


FRAMES = {
    "deal": Dealing,
    "turn": Turn,
    "draw": Drawing,
    "put": Putting,
    "bottle": Swapping,
    "shift": Shifting,
    "roll": Rolling,
    "gains": Gaining,
    "after": Stopping,
    "end": Ending,
}


class Cellar(Game[Rules, CellarState]):
    name = "cellar"
    title = "Cellar"
    players = range(2, 4)
    Rules = Rules
    state_type = CellarState
    decisions = declared(**FRAMES)
    actions = (
        *DEAL,
        *DRAW,
        *PUT,
        *BOTTLE,
        *TURN,
        *SHIFTS,
        *[one for one, _ in ROLLS],
        *PICKS.values(),
        LAPSE,
        STOP,
    )
    reveals = (Bottle, Discarded, Hand, TurnOver)

    def start(self, players, rules):
        state = self.state_type.begin(rules, players)
        state.shelves, state.turn = [Shelf(0, []) for _ in range(players)], 0
        state.cards = Zones.start(self.state_type.layouts(rules, players)["cards"], PILE)
        state.stack = [Dealing(CHANCE, 0)]
        return state

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
