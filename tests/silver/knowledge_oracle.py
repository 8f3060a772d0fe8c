"""Who knows which card, kept by hand: a set of players beside each card that travels with it (S-69).

Only what can be known beside open cards is kept: cards in villages, in the hand, and put back on the deck.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scoring_oracle import leave_together

from toolkit.games.silver.play.sets import Exchanging
from toolkit.games.silver.state import FACE_DOWN, HELD, VILLAGE, SilverState

OPEN = ("discard", "shown", "master")
"""From where a card enters a village face-up (S-62)."""


class Step(NamedTuple):
    """A state, what was done in it, and what came of it."""

    before: SilverState
    action: Any
    after: SilverState

    @property
    def details(self) -> tuple[Any, ...]:
        """What the answered decision holds besides who answered it."""
        return tuple(self.before.stack[-1])[1:]

    @property
    def word(self) -> str:
        """The first word of the action."""
        return str(self.action).split()[0]


class Knowers:
    """The players who know each card, after every step of a game."""

    def __init__(self, players: int) -> None:
        self.all = set(range(players))
        self.villages: list[list[set[int]]] = [[] for _ in range(players)]
        self.held: list[set[int]] = []
        self.top: list[set[int]] = []

    def follow(self, step: Step) -> None:
        """Take note of one step: by the kind of what was decided, or else by the word for what was done."""
        method = BY_KIND.get(str(step.before.decision_kind())) or BY_WORD.get(step.word)
        if method:
            method(self, step)
        if len(step.after.results) > len(step.before.results):
            self.score(step)

    def _enter(self, player: int, slot: int, *, up: bool) -> None:
        """Lay the card in hand into a village."""
        (knowing,) = self.held
        self.villages[player].insert(slot, set(self.all) if up else knowing)
        self.held = []

    # ---- what chance brings ----

    def deal(self, step: Step) -> None:
        self.villages[step.details[0]].append(set())

    def from_deck(self, step: Step) -> set[int]:
        return self.top.pop(0) if self.top else set()

    def draw(self, step: Step) -> None:
        self.held.append(self.from_deck(step) | {step.details[0]})

    def penalty(self, step: Step) -> None:
        self.villages[step.details[0]].insert(step.details[1], self.from_deck(step))

    def score(self, step: Step) -> None:
        """All cards are shown; unless the game is over they are shuffled."""
        over = not step.after.stack
        self.villages = [[set(self.all) for _ in mine] if over else [] for mine in self.villages]
        self.held, self.top = [], []

    # ---- cards in villages ----

    def look(self, step: Step) -> None:
        self.villages[step.action.player][step.action.slot].add(step.before.to_act())

    def turn(self, step: Step) -> None:
        self.villages[step.action.player][step.action.slot] |= self.all

    def push(self, step: Step) -> None:
        """Show a set to all; it leaves unless it does not match or its owner still chooses a slot."""
        if step.after.decision_kind() == "set":
            return
        frame, player = step.before.stack[-1], step.before.turn
        chosen = frame.slots if isinstance(frame, Exchanging) else ()
        slots = chosen if step.word == "done" else (*chosen, step.action.slot)
        cards = [step.before.cards.cards[VILLAGE + player][slot] for slot in slots]
        if leave_together(cards, step.before.rules.doppelganger) and step.after.decision_kind() != "place":
            self._succeed(step.before, step.details[0], slots, min(slots))
        for slot in slots if step.after.decision_kind() in ("place", "add") else ():
            self.villages[player][slot] = set(self.all)

    def place(self, step: Step) -> None:
        self._succeed(step.before, step.details[0], step.details[1], step.action.slot)

    def _succeed(self, before: SilverState, source: str, slots: tuple[int, ...], slot: int) -> None:
        mine, rule = self.villages[before.turn], before.rules.deck_exchange
        inherits = rule == "inherit" and before.up[before.turn][slot] != FACE_DOWN
        mine[:] = [knowing for number, knowing in enumerate(mine) if number not in slots]
        closed_up = slot - sum(other < slot for other in slots)
        self._enter(before.turn, closed_up, up=source in OPEN or rule == "up" or inherits)

    def add(self, step: Step) -> None:
        (source,), player = step.details, step.before.turn
        if source != "penalty":
            slot = 0 if str(step.action) == "add left" else len(self.villages[player])
            self._enter(player, slot, up=source in OPEN)

    # ---- the card in hand ----

    def take(self, step: Step) -> None:
        self.held = [set(self.all)]

    def discard(self, step: Step) -> None:
        self.held = []

    def keep(self, step: Step) -> None:
        """Keep one card out of sight: the others lose sight of all that were drawn (S-49)."""
        if len(self.held) > 1:
            drawn = [{step.before.turn} for _ in self.held]
            kept = drawn.pop(step.before.cards.cards[HELD].index(step.action.face))
            self.held, self.top[:0] = [kept], drawn

    def skip(self, step: Step) -> None:
        """Decline a Witch after the look (A-32)."""
        if step.before.decision_kind() == "witch card":
            self.top.insert(0, self.held.pop())

    def hit(self, step: Step) -> None:
        player, slot = step.action.player, step.action.slot
        inherits = step.before.rules.witch_orientation == "inherit"
        del self.villages[player][slot]
        self._enter(player, slot, up=inherits and step.before.up[player][slot] != FACE_DOWN)

    def give(self, step: Step) -> None:
        mine, theirs = self.villages[step.before.turn], self.villages[step.details[0]]
        slot, other = step.action.slot, step.details[1]
        mine[slot], theirs[other] = theirs[other], mine[slot]


BY_KIND: dict[str, Any] = {
    "deal": Knowers.deal,
    "draw": Knowers.draw,
    "refill": Knowers.from_deck,
    "penalty": Knowers.penalty,
    "place": Knowers.place,
    "add": Knowers.add,
}
"""How each kind of step without a word of its own is followed."""

BY_WORD: dict[str, Any] = {
    **dict.fromkeys(("take", "shown", "fetch"), Knowers.take),
    **dict.fromkeys(("exchange", "and", "done"), Knowers.push),
    "look": Knowers.look,
    "turn": Knowers.turn,
    "discard": Knowers.discard,
    "keep": Knowers.keep,
    "skip": Knowers.skip,
    "hit": Knowers.hit,
    "give": Knowers.give,
}
"""How each word of the other kinds is followed; what it does not name moves no card and shows none."""
