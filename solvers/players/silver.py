"""Advice for Silver: points saved in this round, one step ahead, and who can expect the lowest total.

A `Glance` is what one player knows: expected numbers of all slots, and the best cards to give up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import Any

from solvers.players.advice import Leads, PointsAdvice, shares
from solvers.silver.advice.calls import Hidden, Village, hidden_cards, outlook, villages_of
from toolkit.core.decision import Action
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.actions import CALL, DONE, DRAW, SKIP, USE, Anyone, Face, Own, Word
from toolkit.games.silver.cards import BODYGUARD, COPIES, DOPPELGANGER, EMPATH, RASCAL
from toolkit.games.silver.scoring import FAILED_CALL
from toolkit.games.silver.state import DISCARD, HELD, SHOWN, VILLAGE, SilverState
from toolkit.games.silver.village import own_slots

# Guesses, in points: what is not exact here is a rule of thumb.
_LUCK = 9.0  # a round turns the lead by so much
_KNOWING = 1.2  # knowing an own card that was unknown
_SPYING = 0.3  # knowing a card of an opponent
_HARM = 0.3  # a point more for an opponent
_FREE_LOOK = 3.0  # a look that costs nothing comes first
_MAY_HELP = 0.6  # the ability of a card that is not drawn yet
_USEFUL = {EMPATH: 1.0, BODYGUARD: 0.3, RASCAL: 1.5}  # face-up, in the own village
_ABILITY = {5: 0.0, 6: 0.1, 7: 2 * _KNOWING, 8: _SPYING, 9: _KNOWING, 11: 1.0, 12: 1.0}

Set = tuple[float, tuple[int, ...]]
"""The points that giving up some own cards saves, and their slots."""


Zone = Sequence[int]
"""The numbers of cards, -1 where they are not known."""


class Glance:
    """What one player knows, in expected points; nothing else of the state is used.

    Parameters
    ----------
    state, player
        The position, and who looks at it.
    zones
        What that player knows of each zone (`toolkit.games.silver.state`); None: what the state says.
    """

    def __init__(self, state: SilverState, player: int, zones: Sequence[Zone] | None = None) -> None:
        self.state, self.player = state, player
        self._zones = state.cards.view(player).cards if zones is None else zones

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many of the unseen cards there are of each number."""
        left = list(COPIES)
        for zone in self._zones:
            for number in zone:
                if number != HIDDEN:
                    left[number] -= 1
        return tuple(left)

    @cached_property
    def unseen(self) -> Sequence[int]:
        """The numbers of all unseen cards, sorted."""
        return [number for number, count in enumerate(self.counts) for _ in range(count)]

    @cached_property
    def villages(self) -> tuple[Village, ...]:
        """What counts of the villages."""
        known = self.state.cards.known[VILLAGE:]
        return villages_of(self._zones[VILLAGE:], known, told=self.state.remembers)

    @cached_property
    def hidden_cards(self) -> Hidden:
        """What is expected of hidden cards."""
        kept = sum([village.kept for village in self.villages])
        return hidden_cards(self.counts, kept, self.state.deck, self.state.players)

    @property
    def held(self) -> Zone:
        """The cards in hand."""
        return self._zones[HELD]

    @property
    def pile(self) -> Zone:
        """The discards."""
        return self._zones[DISCARD]

    def village(self, player: int) -> Zone:
        """Return a village."""
        return self._zones[VILLAGE + player]

    def worth(self, player: int, slot: int) -> float:
        """Return the expected number of a card."""
        number = self.village(player)[slot]
        if number != HIDDEN:
            return float(number)
        kept = not self.state.remembers or self.state.cards.known[VILLAGE + player][slot] >> player & 1
        return (self.hidden_cards.kept if kept else self.hidden_cards.blind).mean

    def total(self, player: int) -> float:
        """Return the expected sum of a village."""
        return self.hidden_cards.sum_of(self.villages[player]).mean

    def hidden(self, player: int) -> list[int]:
        """Return the slots of a village that are not known."""
        return [slot for slot, number in enumerate(self.village(player)) if number == HIDDEN]

    @cached_property
    def sets(self) -> list[Set]:
        """The sets of own cards that are sure to match, with their points; every single card is one.

        One hidden card and 13s match; more of them do where all unseen cards are of one number or 13s.
        """
        village, slots = self.village(self.player), own_slots(self.state, self.player)
        found: list[Set] = [(self.worth(self.player, slot), (slot,)) for slot in slots]
        hidden = self._sole_number if HIDDEN in village else HIDDEN
        numbers = {slot: hidden if village[slot] == HIDDEN else village[slot] for slot in slots}
        wild = [slot for slot in slots if numbers[slot] == DOPPELGANGER]
        for number in sorted(set(numbers.values())):
            same = [slot for slot in slots if numbers[slot] == number]
            alike = tuple(sorted({*(same[:1] if number == HIDDEN else same), *wild}))
            if len(alike) > 1:
                found.append((sum([self.worth(self.player, slot) for slot in alike]), alike))
        return found

    @property
    def _sole_number(self) -> int:
        """The number of all unseen cards but 13s; -1 if they differ."""
        numbers = set(self.unseen) - {DOPPELGANGER}
        return HIDDEN if len(numbers) > 1 else next(iter(numbers), DOPPELGANGER)

    @cached_property
    def best_set(self) -> Set:
        """The set that saves most; without an own card that may move, nothing."""
        return max(self.sets, default=(0.0, ()))

    def gain(self, number: float) -> float:
        """Return how many points it saves to exchange a card for the best set; below 0 if it costs some."""
        saved, slots = self.best_set
        return saved - number if slots else 0.0

    @cached_property
    def draw(self) -> float:
        """The expected gain of drawing from the deck and exchanging only when that helps."""
        unseen = self.unseen
        return sum([max(0.0, self.gain(number)) for number in unseen]) / len(unseen) if unseen else 0.0


class SilverAdvice(PointsAdvice):
    """Judges by the points that an action saves; of hidden cards it takes the mean of what is unseen."""

    horizon = 8
    judges_at = frozenset({"turn", "deal"})

    def leads(self, state: SilverState, actions: Sequence[Action]) -> Leads:
        """Return by how many points each action puts the player who acts below the others."""
        return self.judged(Glance(state, state.to_act()), actions)

    def judged(self, glance: Glance, actions: Sequence[Action]) -> Leads:
        """Return the same for what a player knows, or remembers."""
        judge, lead = _JUDGES.get(str(glance.state.decision_kind()), _no_matter), _lead(glance)
        points = [lead + judge(glance, action) for action in actions]
        return Leads(points, _spread(glance.state), glance.state.players)

    def values(self, state: SilverState) -> Sequence[float]:
        """Return the chance of each player to win, by the totals and the cards that lie in the villages."""
        if state.reason:
            return state.returns()
        sums = [sum(state.cards.cards[VILLAGE + player]) for player in range(state.players)]
        if state.caller >= 0 and state.turns_left >= 0:
            low = sums[state.caller] <= min(sums)
            sums[state.caller] = 0 if low else sums[state.caller] + FAILED_CALL
        points = [total + mine for total, mine in zip(state.totals, sums, strict=True)]
        return shares([-mine for mine in points], _spread(state, more=state.phase == "setup"))


def _spread(state: SilverState, more: int = 0) -> float:
    """Return how many points of a lead make odds of e to 1; rounds to come, `more` of them, turn more."""
    left = 1 if state.rules.score_mode else state.rules.rounds - state.round + more
    return _LUCK * sqrt(left + 0.3)


def _lead(glance: Glance) -> float:
    """Return by how many points a player can expect to be below the mean of the others."""
    state, me = glance.state, glance.player
    points = [state.totals[player] + glance.total(player) for player in range(state.players)]
    return (sum(points) - points[me]) / (state.players - 1) - points[me]


# ---- what an action saves, in points ----------------------------------------------------------------------


def _no_matter(_glance: Glance, _action: Action) -> float:
    return 0.0


def _turn(glance: Glance, action: Any) -> float:
    """Judge the action of the turn, and free actions before it."""
    match action:
        case Word("draw"):
            return glance.draw + _MAY_HELP
        case Word("take"):
            return glance.gain(glance.pile[-1]) + _USEFUL.get(glance.pile[-1], 0.0)
        case Word("call"):
            return _call(glance)
        case Own("shown", which):
            number = glance.state.cards.cards[SHOWN][which]
            return max(glance.gain(number), _ABILITY.get(number, 0.0))
    return _free(glance, action)


def _call(glance: Glance) -> float:
    """Judge a call against going on, that is against the best of all other actions (Q-8)."""
    found = outlook(glance.villages, glance.player, glance.counts, glance.state.deck)
    going_on = [_turn(glance, action) for action in glance.state.legal_actions() if action != CALL]
    return max(going_on, default=0.0) + found.gain


def _free(glance: Glance, action: Any) -> float:
    """Judge a free action: look at what is unknown, protect a low card; guards stay where they are."""
    village = glance.village(glance.player)
    match action:
        case Anyone("look", _, slot):
            return _FREE_LOOK if village[slot] == HIDDEN else -1.0
        case Own("protect", slot):
            return -1.0 if village[slot] == HIDDEN else _FREE_LOOK + 1 - village[slot]
        case Word("end"):
            return 0.0
    return -0.5


def _use(glance: Glance, action: Any) -> float:
    """Judge what is done with the card in hand."""
    number = glance.held[0]
    match action:
        case Word("discard"):
            return _ability(glance, number)
        case Own("exchange", slot):
            return _best_with(glance, (slot,)) - number
    return _free(glance, action)


def _ability(glance: Glance, number: int) -> float:
    if number == 10:
        return max([0.0, *(glance.gain(face) for face in glance.pile if face != HIDDEN)])
    unknown = len(glance.hidden(glance.player))
    return (
        min(_ABILITY.get(number, 0.0), _KNOWING * unknown) if number in (7, 9) else _ABILITY.get(number, 0.0)
    )


def _best_with(glance: Glance, slots: tuple[int, ...]) -> float:
    """Return what the best set saves that begins with these slots."""
    count = len(slots)
    return max(saved for saved, chosen in [*glance.sets, (-99.0, slots)] if chosen[:count] == slots)


def _set(glance: Glance, action: Any) -> float:
    """Judge one card more for a set, or to leave it at these."""
    _, _, slots = glance.state.stack[-1]
    if action != DONE:
        return _best_with(glance, (*slots, action.slot))
    return next((saved for saved, chosen in glance.sets if chosen == slots), -98.0)


def _rascal(glance: Glance, action: Any) -> float:
    """Judge a card to keep, one more, and free actions between the draws."""

    def worth(number: int) -> float:
        return max(glance.gain(number), _ability(glance, number))

    if isinstance(action, Face):
        return worth(action.face)
    return max(map(worth, glance.held)) + 0.5 if action == DRAW else _free(glance, action)


def _look(glance: Glance, action: Any) -> float:
    """Judge a look: at an own unknown card first."""
    if action == SKIP or glance.village(action.player)[action.slot] != HIDDEN:
        return 0.0
    return _KNOWING if action.player == glance.player else _SPYING


def _turn_up(glance: Glance, action: Any) -> float:
    """Judge turning a card face-up: own 2 to 4 become useful."""
    if action == SKIP:
        return 0.0
    number = glance.village(action.player)[action.slot]
    if action.player == glance.player:
        return _USEFUL.get(number, -0.2)
    return _SPYING / 2 if number == HIDDEN else -0.1


def _fetch(glance: Glance, action: Any) -> float:
    if action == SKIP:
        return 0.0
    return glance.gain(action.face) + _USEFUL.get(action.face, 0.0)


def _witch(glance: Glance, action: Any) -> float:
    return glance.draw if action == USE else 0.0


def _witch_card(glance: Glance, action: Any) -> float:
    """Judge where the Witch's card goes."""
    number = glance.held[0]
    match action:
        case Anyone("hit", player, slot):
            return _HARM * (number - glance.worth(player, slot))
        case Own("exchange", slot):
            return _best_with(glance, (slot,)) - number
    return 0.0


def _rob(glance: Glance, action: Any) -> float:
    """Judge a robbery by the worst own card that may be given for it."""
    if action == SKIP:
        return 0.0
    worst = max(saved for saved, slots in glance.sets if len(slots) == 1)
    return (1 + _HARM) * (worst - glance.worth(action.player, action.slot))


def _gift(glance: Glance, action: Any) -> float:
    return (1 + _HARM) * glance.worth(glance.player, action.slot)


_JUDGES: Mapping[str, Callable[[Glance, Any], float]] = {
    "turn": _turn,
    "use": _use,
    "end": _free,
    "set": _set,
    "rascal": _rascal,
    "exposer": _turn_up,
    "revealer": _turn_up,
    "beholder": _look,
    "beholder again": _look,
    "apprentice seer": _look,
    "seer": _look,
    "robber look": _look,
    "master": _fetch,
    "witch": _witch,
    "witch card": _witch_card,
    "robber": _rob,
    "robber gift": _gift,
}

ADVICE = SilverAdvice()
