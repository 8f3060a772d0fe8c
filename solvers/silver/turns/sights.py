"""What the next card gains once some cards have been seen, for all that these may be at once.

Arrays have an axis of 14 numbers for each card that is seen, and a last one for the next card of the deck.
They hold whole numbers: shares of the weight of a `Mixture`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.silver.hidden.mixture import DECK, Mixture, Term
from solvers.silver.hidden.pools import without
from solvers.silver.sets.sure import ALL_SORTS, Points, best_worths, possible, sorts, sure_sets
from toolkit.games.silver.cards import CHARACTERS, COPIES
from toolkit.games.silver.position import Place
from toolkit.games.silver.rules import Doppelganger, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray


_NUMBERS = np.arange(len(CHARACTERS))
_IS = np.eye(len(CHARACTERS), dtype=np.int64)

_SHARE = 1 << 11
"""More than all cards together count: no value in an array is this many times the weight."""


class Sights:
    """All that some places may show, each with the next card of the deck after it.

    Parameters
    ----------
    mixture
        Where the cards are; its weights can be divided among the places, the next card and one card more.
    places
        The places that are seen, none of them certain before.
    """

    def __init__(self, mixture: Mixture, places: Sequence[Place]) -> None:
        self._mixture, self._places = mixture, (*places, (DECK, 0))
        kind = np.int64 if mixture.weight * _SHARE < np.iinfo(np.int64).max else object
        self._parts = [_Part(term, mixture.known, self._places, kind) for term in mixture.terms]
        self.weights: NDArray[Any] = reduce(np.add, [part.weights for part in self._parts])

    def gain(self, own: Sequence[Place], hidden: Mapping[Place, int], rules: Rules) -> int:
        """Return the expected gain of the next card, used where nothing can fail, times the weight.

        Parameters
        ----------
        own
            The own places whose cards may be given up.
        hidden
            Those of them that are not certain after the sight, as `sure.alike` gives them.
        rules
            The rules, for 13s.
        """
        means = [row for place in hidden for row in [self._sums(place)] * hidden[place]]
        worths = best_worths(self._points(own, len(means), rules), self.weights, means)
        return int(np.maximum(worths - self.weights * _NUMBERS, 0).sum())

    def _sums(self, place: Place) -> NDArray[Any]:
        """Return the mean number of a hidden place, times the weights."""
        sums: NDArray[Any] = reduce(np.add, [part.sums(place) for part in self._parts])
        return sums

    def _points(self, own: Sequence[Place], hidden: int, rules: Rules) -> Points:
        """Return the sure sets by their number of hidden cards: the points of the known ones, -1 for none."""
        known = tuple(sorted(self._mixture.known[place] for place in own if place in self._mixture.known))
        seen = [place in own and place not in self._mixture.known for place in self._places]
        pool = possible(self._mixture)
        if sorts(pool) - len(self._places) >= ALL_SORTS:
            axes = tuple(slice(None) if mine else None for mine in seen)
            usual = _usual_points(known, sum(seen), hidden, rules.doppelganger)
            return {count: points[axes] for count, points in usual.items()}
        points = {count: np.full(self.weights.shape, -1) for count in range(hidden + 1)}
        for numbers in zip(*map(np.ndarray.tolist, np.nonzero(self.weights)), strict=True):
            drawn = [n for n, at in zip(numbers, self._places, strict=True) if at not in self._mixture.known]
            shown = [number for number, mine in zip(numbers, seen, strict=True) if mine]
            for count, best in sure_sets([*known, *shown], hidden, without(pool, *drawn), rules):
                points[count][numbers] = best
        return points


class _Part:
    """The shares of one term: in it each place is certain, or a card of the pool."""

    def __init__(
        self, term: Term, known: Mapping[Place, int], places: Sequence[Place], kind: type[Any]
    ) -> None:
        self._fixed = {**known, **dict(term.told)}
        self._left = sum(term.pool)
        self._pool: NDArray[Any] = np.array(term.pool, kind)
        self.weights: NDArray[Any] = np.array(term.weight, kind)
        for place in places:
            self._see(self._fixed.get(place))

    def _see(self, number: int | None) -> None:
        """Add an axis for a place that has this number; for one of the pool without a number."""
        if number is not None:
            self.weights, self._pool = self.weights[..., None] * _IS[number], self._pool[..., None, :]
            return
        self.weights = np.asarray(self.weights // self._left)[..., None] * self._pool
        self._pool = self._pool[..., None, :] - _IS
        self._left -= 1

    def sums(self, place: Place) -> NDArray[Any]:
        """Return the number of a place, or the mean of the pool, times the weights."""
        if (number := self._fixed.get(place)) is not None:
            return self.weights * number
        return self.weights // self._left * (self._pool @ _NUMBERS)


@lru_cache(maxsize=512)
def _usual_points(known: tuple[int, ...], seen: int, hidden: int, doppelganger: Doppelganger) -> Points:
    """Return the points of sure sets by the numbers of seen own cards, where hidden ones may be anything."""
    rules, shape = Rules(doppelganger=doppelganger), (len(CHARACTERS),) * seen
    points = {count: np.full(shape, -1) for count in range(hidden + 1)}
    for numbers in np.ndindex(shape):
        for count, best in sure_sets([*known, *numbers], hidden, COPIES, rules):
            points[count][numbers] = best
    return points
