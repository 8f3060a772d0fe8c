"""Model B1: cards that players chose to keep are not any cards, so each place is tilted towards low or high.

A card of number `v` weighs ``exp(theta * v)`` at a place, with one `theta` for each group of places; with all
of them 0 it is model B0. The thetas are the user's. Numbers are floats here, computed without sampling.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, factorial, fsum, perm, prod

from solvers.silver.hidden.law import Law
from solvers.silver.hidden.mixture import Told
from solvers.silver.hidden.pools import Counts, without
from solvers.silver.scoring.comparing import Weights, weight_lowest
from solvers.silver.scoring.leads import Hand
from solvers.silver.scoring.sums import sum_of, village_places
from solvers.silver.targets import (
    checked_card,
    checked_own_place,
    checked_places,
    checked_player,
    checked_target,
)
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.position import Place, Position

_AHEAD = 1_000_000
"""A sum that no village reaches: a hand with it is never below another one."""

_STEEPEST = 2

_ELSEWHERE = -1
"""The slot that stands for all places of a village that a question does not name."""


@dataclass(frozen=True, slots=True)
class Tilt:
    """The thetas: below 0 for places where low cards are kept.

    Raises
    ------
    ToolkitError
        A theta beyond -2 and 2: the weights of a 0 and a 13 would differ by more than floats can add up.
    """

    #: `own` and `opponents` and `deck` and `discards`: for the hidden cards of the own village, of the
    #: others, of the deck and of the forgotten discards. Cards that left the round unseen (S-2) have theta 0.
    own: float = 0.0
    opponents: float = 0.0
    deck: float = 0.0
    discards: float = 0.0

    def __post_init__(self) -> None:
        for theta in (self.own, self.opponents, self.deck, self.discards):
            if not -_STEEPEST <= theta <= _STEEPEST:
                raise ToolkitError(f"theta {theta} is not between -{_STEEPEST} and {_STEEPEST}")


@dataclass(frozen=True, slots=True)
class _Group:
    """Places of one theta: how many hidden cards lie there, the sum of the others, the weights by number."""

    known: int
    hidden: int
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Case:
    """What true reports say.

    Their weight, the cards that are told, the villages by player, the piles beside the deck, and the pool.
    """

    weight: float
    told: Mapping[Place, int]
    villages: tuple[_Group, ...]
    piles: tuple[_Group, ...]
    pool: Counts

    def filled(self, mine: _Group, others: Sequence[_Group]) -> float:
        """Return the weight of all ways to fill the places so that no other group's sum is below mine."""
        groups = [mine, *others, *[_free(pile) for pile in self.piles]]
        hands = [Hand(group.known, group.hidden) for group in groups]
        weights = Weights(mine.weights, [group.weights for group in groups[1:]])
        orders = prod(factorial(hand.hidden) for hand in hands)
        return self.weight * orders * weight_lowest(self.pool, hands[0], hands[1:], weights)

    def whole(self) -> float:
        """Return the weight of all ways to fill the places."""
        return self.filled(self.villages[0], [_free(village) for village in self.villages[1:]])

    def with_card(self, place: Place, number: int) -> _Case:
        """Return the case in which a place that is not told has a card of this number."""
        villages = list(self.villages)
        group = villages[place[0]]
        villages[place[0]] = _Group(group.known + number, group.hidden - 1, group.weights)
        weight = self.weight * self.pool[number] * group.weights[number]
        told = {**self.told, place: number}
        return _Case(weight, told, tuple(villages), self.piles, without(self.pool, number))


def _free(group: _Group) -> _Group:
    return _Group(_AHEAD, group.hidden, group.weights)


class Tilted:
    """The odds of a position under model B1 (Q-1, Q-5, Q-6, Q-11, Q-13).

    Parameters
    ----------
    position
        What I know.
    tilt
        The thetas.

    Raises
    ------
    ToolkitError
        A position that cannot be (`Position.problems`); from the questions, players, slots or cards that are
        not there, and own cards or targets that may not be moved (S-64).
    """

    def __init__(self, position: Position, tilt: Tilt) -> None:
        position.check()
        self._position = position
        self._tilt = tilt
        self._law = Law.of(position)

    def number(self, place: Place) -> dict[int, float]:
        """Return the chance of each number at a place of a village (Q-1)."""
        checked_places(self._position, [place])
        return {numbers[0]: chance for numbers, chance in self._joint([place]).items()}

    def mean(self, place: Place) -> float:
        """Return the mean number of the card at a place of a village."""
        return fsum([number * chance for number, chance in self.number(place).items()])

    def village_sum(self, player: int) -> dict[int, float]:
        """Return the chance of each sum that a player's village can have (Q-5).

        A chance below the rounding of floats, about 1e-15, may come out as 0.
        """
        checked_player(self._position, player)
        cases, reached = self._cases(()), sum_of(self._law, village_places(self._position, player))
        bounds = [self._at_least(cases, player, least) for least in range(max(reached) + 2)]
        return {total: max(bounds[total] - bounds[total + 1], 0.0) for total in reached}

    def lowest(self, *, strict: bool = False) -> float:
        """Return the chance that my village has the lowest sum now, ties counted if not `strict` (Q-6)."""
        ahead, whole = 0.0, 0.0
        for case in self._cases(()):
            mine = case.villages[self._position.me]
            others = [case.villages[player] for player in self._position.others]
            ahead += case.filled(_Group(mine.known + strict, mine.hidden, mine.weights), others)
            whole += case.whole()
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
        for case in self._cases(places):
            for told in self._placed(case, places):
                numbers = tuple({**self._law.known, **told.told}[place] for place in places)
                found[numbers] += told.whole()
        whole = sum(found.values())
        return {numbers: weight / whole for numbers, weight in sorted(found.items())}

    def _placed(self, case: _Case, places: Sequence[Place]) -> list[_Case]:
        """Return a case with every number at those places that are still open."""
        cases = [case]
        for place in places:
            if place not in self._law.known and place not in case.told:
                cases = [
                    one.with_card(place, number)
                    for one in cases
                    for number, count in enumerate(one.pool)
                    if count
                ]
        return cases

    def _cases(self, places: Sequence[Place]) -> list[_Case]:
        asked = set(places)
        terms = self._law.grouped(lambda place: place if place in asked else (place[0], _ELSEWHERE))
        return [self._case(term.weight, term.told, term.pool) for term in terms]

    def _case(self, weight: int, told: Sequence[Told], pool: Counts) -> _Case:
        free = len(self._law.reports) - len(told)
        villages = tuple(self._village(player, told) for player in range(self._position.players))
        tilts = prod(villages[player].weights[number] for (player, _), number in told)
        fill = perm(sum(pool), free)  # the places whose report says nothing are filled later
        raw = weight / (self._law.total * fill)
        return _Case(
            raw * tilts,
            {place: number for place, number in told if place[1] >= 0},
            villages,
            self._piles(),
            pool,
        )

    def _village(self, player: int, told: Sequence[Told]) -> _Group:
        village = self._position.villages[player]
        numbers = [number for (owner, _), number in told if owner == player]
        theta = self._tilt.own if player == self._position.me else self._tilt.opponents
        known = sum(slot.known or 0 for slot in village) + sum(numbers)
        return _Group(known, sum(slot.hidden for slot in village) - len(numbers), self._weights(theta))

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
        bound = _Group(least, 0, cases[0].villages[player].weights)
        found = 0.0
        for case in cases:
            others = [one if seat == player else _free(one) for seat, one in enumerate(case.villages)]
            found += case.filled(bound, others)
        return found / sum(case.whole() for case in cases)
