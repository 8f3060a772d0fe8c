"""Model B1: cards that players chose to keep are not any cards, so each place is tilted towards low or high.

A card of number `v` weighs ``exp(theta * v)`` at a place, with one `theta` for each group of places; with all
of them 0 it is model B0. The thetas are the user's. Where a position tells what was seen (`Position.seen`), a
card that its owner has never seen is *blind*: nobody chose to keep it, and its theta is 0. Numbers are floats
here, computed without sampling.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, factorial, fsum, perm, prod

from solvers.silver.asking import (
    Tilt,
    checked_card,
    checked_own_place,
    checked_places,
    checked_player,
    checked_target,
)
from solvers.silver.comparing import Hand, Weights, weight_lowest
from solvers.silver.hidden import DECK, Counts, Law, Told, sum_of, without
from toolkit.core.errors import ToolkitError, quote
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.position import Place, Position

_AHEAD = 1_000_000
"""A sum that no village reaches: a hand with it is never below another one."""

_KEPT, _BLIND = -1, -2
"""The slots that stand for all places of a village that a question does not name, by what its owner knows."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Places of a village or a pile: the sum of the known cards, and what hidden ones weigh by number."""

    known: int
    hidden: int
    weights: tuple[float, ...]
    blind: int = 0  # of the hidden cards, which weigh otherwise

    def less(self, number: int, *, blind: bool) -> _Group:
        """Return the group in which one of the hidden cards is known."""
        return replace(self, known=self.known + number, hidden=self.hidden - 1, blind=self.blind - blind)


@dataclass(frozen=True, slots=True)
class _Case:
    """What true reports say: their weight, the cards they tell, the villages and other piles, the pool."""

    weight: float
    told: Mapping[Place, int]  # with what is certain
    villages: tuple[_Group, ...]
    piles: tuple[_Group, ...]  # beside the deck
    pool: Counts
    in_blind: tuple[float, ...]  # what a blind card weighs, by number

    def filled(self, mine: _Group, others: Iterable[_Group], free: Iterable[_Group] = ()) -> float:
        """Return the weight of all ways to fill the places so that no other group's sum is below mine.

        The sums of `free` groups do not matter, so all of their cards that weigh alike are one group.
        """
        alike = Counter[tuple[float, ...]]()
        for group in (*free, *self.piles):
            alike[group.weights] += group.hidden - group.blind
            alike[self.in_blind] += group.blind
        groups = [
            replace(one, weights=self.in_blind, blind=0) if one.blind == one.hidden else one
            for one in (mine, *others, *[_Group(_AHEAD, count, weights) for weights, count in alike.items()])
        ]
        hands = [Hand(group.known, group.hidden, group.blind) for group in groups]
        weights = Weights([group.weights for group in groups], self.in_blind)
        orders = prod(factorial(hand.hidden - hand.blind) * factorial(hand.blind) for hand in hands)
        return self.weight * orders * weight_lowest(self.pool, hands[0], hands[1:], weights)

    @property
    def whole(self) -> float:
        """The weight of all ways to fill the places."""
        return self.filled(_Group(0, 0, self.in_blind), (), self.villages)

    def numbered(self, place: Place, *, blind: bool) -> list[_Case]:
        """Return the cases of each number that a place may have; this one if it is told."""
        if place in self.told:
            return [self]
        player, found = place[0], []
        for number, count in enumerate(self.pool):
            villages, weight = list(self.villages), self.weight * count
            if player != DECK:
                group = villages[player]
                weight *= (self.in_blind if blind else group.weights)[number]
                villages[player] = group.less(number, blind=blind)
            if count:
                told, pool = {**self.told, place: number}, without(self.pool, number)
                found.append(replace(self, weight=weight, told=told, villages=tuple(villages), pool=pool))
        return found


class Tilted:
    """The odds of a position under model B1 (Q-1, Q-5, Q-6, Q-11, Q-13).

    `ToolkitError` for a position that cannot be (`Position.problems`), for players, slots or cards that are
    not there, and for own cards or targets that may not be moved (S-64).
    """

    def __init__(self, position: Position, tilt: Tilt) -> None:
        position.check()
        self._position = position
        self._tilt = tilt
        self._law = Law.of(position)

    def number(self, place: Place) -> dict[int, float]:
        """Return the chance of each number at a place of a village, or of the deck (`DECK`; Q-1)."""
        if place[0] != DECK:
            checked_places(self._position, [place])
        elif not 0 <= place[1] < self._position.deck:
            raise ToolkitError(f"card {quote(place[1])} of the deck: it holds {self._position.deck}")
        return {numbers[0]: chance for numbers, chance in self._joint([place]).items()}

    def mean(self, place: Place) -> float:
        """Return the mean number of the card at a place of a village."""
        return self.mean_of(self.number(place))

    @staticmethod
    def mean_of(chances: Mapping[int, float]) -> float:
        """Return the mean of a distribution, the same under every Python."""
        return fsum([number * chance for number, chance in chances.items()])

    def village_sum(self, player: int) -> dict[int, float]:
        """Return the chance of each sum that a player's village can have (Q-5).

        A chance below the rounding of floats, about 1e-15, may come out as 0.
        """
        checked_player(self._position, player)
        slots = range(len(self._position.villages[player]))
        cases, reached = self._cases(()), sum_of(self._law, [(player, slot) for slot in slots])
        bounds = [self._at_least(cases, player, least) for least in range(max(reached) + 2)]
        return {total: max(bounds[total] - bounds[total + 1], 0.0) for total in reached}

    def lowest(self, *, strict: bool = False) -> float:
        """Return the chance that my village has the lowest sum now, ties counted if not `strict` (Q-6)."""
        ahead, whole = 0.0, 0.0
        for case in self._cases(()):
            mine = case.villages[self._position.me]
            others = [case.villages[player] for player in self._position.others]
            ahead += case.filled(replace(mine, known=mine.known + strict), others)
            whole += case.whole
        return ahead / whole

    def gain(self, slot: int, card: int) -> float:
        """Return by how many points a card lowers the own sum when it replaces one own card (Q-11)."""
        own = checked_own_place(self._position, (self._position.me, slot))
        return self.mean(own) - checked_card(self._position, card)

    def robbery(self, own: Place, target: Place) -> tuple[float, float]:
        """Return how much an own card exceeds a target, in the mean, and the chance that it does (Q-13)."""
        mine, theirs = checked_own_place(self._position, own), checked_target(self._position, target)
        joint = self._joint([mine, theirs])
        gain = fsum([(mine - taken) * chance for (mine, taken), chance in joint.items()])
        return gain, fsum([chance for (mine, taken), chance in joint.items() if taken < mine])

    def _joint(self, places: Sequence[Place]) -> dict[tuple[int, ...], float]:
        """Return the chance of each way in which the cards of some places may be numbered."""
        found: dict[tuple[int, ...], float] = defaultdict(float)
        cases = self._cases(places)
        for place in places:
            cases = [one for case in cases for one in case.numbered(place, blind=self._blind(place))]
        for case in cases:
            found[tuple(case.told[place] for place in places)] += case.whole
        whole = sum(found.values())
        return {numbers: weight / whole for numbers, weight in sorted(found.items())}

    def _cases(self, places: Sequence[Place]) -> list[_Case]:
        asked = set(places)

        def view(place: Place) -> Place:
            return place if place in asked else (place[0], _BLIND if self._blind(place) else _KEPT)

        in_blind, terms = self._weights(0.0), self._law.grouped(view)
        cases = []
        for term in terms:
            villages = tuple(self._village(player, term.told) for player in range(self._position.players))
            tilts = prod(
                (in_blind if self._blind(place) else villages[place[0]].weights)[number]
                for place, number in term.told
            )
            free = len(self._law.reports) - len(term.told)
            fill = perm(sum(term.pool), free)  # the places whose report says nothing are filled later
            weight, told = term.weight / (self._law.total * fill) * tilts, dict(term.told)
            known = {**self._law.known, **told}
            cases.append(_Case(weight, known, villages, self._piles(), term.pool, in_blind))
        return cases

    def _blind(self, place: Place) -> bool:
        """Tell whether a hidden card is known to be one that its owner has never seen."""
        player, slot = place
        if slot in (_KEPT, _BLIND):
            return slot == _BLIND
        told = self._position.seen is not None and player != DECK
        return told and player not in self._position.seers(place)

    def _village(self, player: int, told: Sequence[Told]) -> _Group:
        hidden = [(player, at) for at, slot in enumerate(self._position.villages[player]) if slot.hidden]
        theta = self._tilt.own if player == self._position.me else self._tilt.opponents
        known = sum(slot.known or 0 for slot in self._position.villages[player])
        blind = sum(map(self._blind, hidden))
        group = _Group(known, len(hidden), self._weights(theta), blind)
        for place, number in told:
            if place[0] == player:
                group = group.less(number, blind=self._blind(place))
        return group

    def _piles(self) -> tuple[_Group, ...]:
        """Return the piles that are tilted otherwise than the deck."""
        sizes = {self._tilt.discards: self._position.forgotten}
        sizes[0.0] = sizes.get(0.0, 0) + self._position.removed
        return tuple(
            _Group(0, size, self._weights(theta))
            for theta, size in sizes.items()
            if size and theta != self._tilt.deck
        )

    def _weights(self, theta: float) -> tuple[float, ...]:
        return tuple(exp((theta - self._tilt.deck) * number) for number in range(len(CHARACTERS)))

    def _at_least(self, cases: Sequence[_Case], player: int, least: int) -> float:
        """Return the chance that a village has at least this sum."""
        bound, found = _Group(least, 0, cases[0].villages[player].weights), 0.0
        for case in cases:
            others = case.villages[:player] + case.villages[player + 1 :]
            found += case.filled(bound, case.villages[player : player + 1], others)
        return found / sum(case.whole for case in cases)
