"""What a player of Silver has seen and not forgotten (Q-22), whatever the game keeps for the players.

The engine follows the cards through all that happens (`Recollection`), in a game whose unseen cards are
blank. Each sight reaches the player as an event, and a card that was seen is a `Sight` there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from toolkit.core.decision import CHANCE, Action, Reveal
from toolkit.core.hidden import HIDDEN
from toolkit.core.history import Event
from toolkit.core.observation import Observation
from toolkit.games.silver.actions import (
    Card,
    CardDiscarded,
    CardsSeen,
    DiscardUncovered,
    Face,
    Own,
    PileSeen,
    RoundScored,
    SetGivenUp,
    Word,
)
from toolkit.games.silver.game import GAME
from toolkit.games.silver.state import DECK, DISCARD, HELD, TOP, VILLAGE, SilverState

Retention = Callable[[int, int], float]
"""The chance to remember a sight after so many turns, with so many other cards seen since."""


class Sight(int):
    """The number of a card that was seen, with when that was."""

    turn: int  #: in which turn of the round
    order: int  #: which sight of the round it is
    hold: float  #: a number from 0 to 1: the sight is kept as long as the retention is above it


class Recollection:
    """The cards of the current round that one player has seen, wherever they have gone since.

    Parameters
    ----------
    seen
        What the player sees now.
    heard
        What the player has heard of the game: if that is all of it from the first deal on, the cards are
        followed from there, else from now on.
    random
        Decides which sights are forgotten first.
    retention
        The chance to remember a sight; None: for ever.
    """

    def __init__(
        self,
        seen: Observation[SilverState],
        heard: Sequence[Event],
        random: Random,
        retention: Retention | None = None,
    ) -> None:
        self._random, self._retention = random, retention
        rules = replace(seen.rules, memory="perfect")  # what the engine forgets for players is not asked here
        begun = GAME.new(seen.players, rules)
        rounds = 1 + sum(isinstance(event.action, RoundScored) for event in heard)
        whole = [event.frame for event in heard[:1]] == begun.stack[-1:] and rounds == seen[SilverState.round]
        self._game = begun if whole else seen.sample_world(Random(0))
        self._game.rules = rules
        self._begin()
        if whole:
            self.hear(heard)
            return
        for zone, numbers in zip(self._game.cards.cards, seen[SilverState.cards].cards, strict=True):
            zone[:] = numbers  # the engine decides by them; they are no sights

    def _begin(self) -> None:
        """Begin a round: nothing is seen, and all cards are blank."""
        self._turn, self._actor, self._count = 0, CHANCE, 0
        self._latest: list[int] = []  # the last sight of each card that was seen, in their order
        for zone in self._game.cards.cards:
            zone[:] = [HIDDEN] * len(zone)

    # ---- what is remembered --------------------------------------------------------------------------------

    @property
    def zones(self) -> list[list[int]]:
        """The numbers of the cards in each zone as far as they are remembered, else `HIDDEN`."""
        return [[self._number(card) for card in zone] for zone in self._game.cards.cards]

    def _number(self, card: int) -> int:
        return HIDDEN if not isinstance(card, Sight) or self._forgotten(card) else int(card)

    def _forgotten(self, sight: Sight) -> bool:
        if self._retention is None:
            return False
        others = len(self._latest) - bisect_right(self._latest, sight.order)
        return self._retention(self._turn - sight.turn, others) <= sight.hold

    def _see(self, zone: int, index: int, number: int) -> None:
        """See the card at a place."""
        cards = self._game.cards.cards[zone]
        cards[index] = self._sight(number, cards[index])

    def _sight(self, number: int, before: int) -> Sight:
        """Return the sight of a card that is seen now; `before` is what it was until now."""
        if isinstance(before, Sight):
            self._latest.remove(before.order)
        self._count += 1
        self._latest.append(self._count)
        sight = Sight(number)
        sight.turn, sight.order, sight.hold = self._turn, self._count, self._random.random()
        return sight

    # ---- what happens --------------------------------------------------------------------------------------

    def hear(self, heard: Iterable[Event]) -> None:
        """Follow what happened: actions, each with all that it showed."""
        happened: list[tuple[Event, list[Reveal]]] = []
        for event in heard:
            if isinstance(event.action, Reveal):
                happened[-1][1].append(event.action)
            else:
                happened.append((event, []))
        for event, shown in happened:
            if event.actor not in (CHANCE, self._actor):
                self._actor, self._turn = event.actor, self._turn + 1
            self._do(event.action, shown)

    def _do(self, action: Any, shown: Sequence[Reveal]) -> None:
        """Do an action in the game, once the cards are there by which the engine decides what follows."""
        game = self._game
        self._lay_given_up(action, shown)
        self._see_before(shown)
        done = self._as_seen(action)
        frame: Any = game.stack.pop()
        game.kinds[type(frame)].does[type(done)](frame, game, done)
        self._see_after(shown)
        scored = next((one for one in shown if isinstance(one, RoundScored)), None)
        for player, village in enumerate(scored.villages if scored else ()):
            game.cards.cards[VILLAGE + player][:] = village
        game.settle()
        if scored:
            self._begin()

    def _lay_given_up(self, action: Any, shown: Sequence[Reveal]) -> None:
        """Let unseen cards that are given up now be such that they match."""
        faces = next((list(one.faces) for one in shown if isinstance(one, SetGivenUp)), None)
        if faces is None:
            return
        chosen = {action.slot} if isinstance(action, Own) else set()
        slots = chosen.union(getattr(self._game.stack[-1], "slots", ()))
        village = self._game.cards.cards[VILLAGE + self._actor]
        for slot in slots:
            if village[slot] != HIDDEN:
                faces.remove(village[slot])
        for slot in slots:
            if village[slot] == HIDDEN:
                village[slot] = faces.pop()

    def _see_before(self, shown: Sequence[Reveal]) -> None:
        """See what is seen where it lies before an action; a village shows first what lay there."""
        cards = self._game.cards.cards
        for number, one in enumerate(shown):
            match one:
                case CardDiscarded(face):
                    self._see(HELD, 0, face)
                case CardsSeen(villagers) if number == 0:
                    for player, slot, face in villagers:
                        self._see(VILLAGE + player, slot, face)
                case CardsSeen([(_, _, face)]) if cards[HELD][0] == HIDDEN:  # it comes into a village face-up
                    cards[HELD][0] = face

    def _see_after(self, shown: Sequence[Reveal]) -> None:
        """See what is seen where it lies after an action."""
        for number, one in enumerate(shown):
            match one:
                case SetGivenUp(faces):
                    for index, face in enumerate(faces, -len(faces)):
                        self._see(DISCARD, index, face)
                case CardsSeen([(player, slot, face)]) if number:
                    self._see(VILLAGE + player, slot, face)
                case DiscardUncovered(face):
                    self._see(DISCARD, -1, face)
                case PileSeen(faces):
                    for index, face in enumerate(faces):
                        self._see(DISCARD, index, face)

    def _as_seen(self, action: Action) -> Action:
        """Return an action as it is done here: with the card that comes, which may be a blank one."""
        cards = self._game.cards.cards
        match action:
            case Card(way, face):
                pile = cards[TOP] or cards[DECK]
                if face != HIDDEN:
                    pile[0] = self._sight(face, pile[0])
                return Card(way, pile[0])
            case Face("keep", face) if face == HIDDEN:  # who keeps it alone knows where the others lie (S-49)
                if len(cards[HELD]) > 1:
                    cards[HELD][:] = [HIDDEN] * len(cards[HELD])
            case Face("fetch", face) if face not in cards[DISCARD][:-1]:  # it was covered before this began
                covered = [index for index, card in enumerate(cards[DISCARD][:-1]) if card == HIDDEN]
                cards[DISCARD][covered[-1]] = face
            case Word(word):
                return Word.of[word]  # the engine asks whether it is the one that was made once
        return action
