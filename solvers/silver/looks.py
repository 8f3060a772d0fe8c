"""What a look is worth (Q-12): cards 2, 7, 8 and 9.

The value is counted in points, one step ahead: on my next turn I draw a card, and discard it or exchange it
for one own card or for a set that is sure to match. A look is worth what this gains more when the card that
was looked at is known. It is as if my next turn came at once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import TYPE_CHECKING

from solvers.silver.law import DECK, Law, points
from solvers.silver.matching import heaviest
from solvers.silver.targets import other_looks, own_looks, pushable
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import APPRENTICE_SEER, BEHOLDER, EMPATH, SEER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from solvers.silver.law import Counts
    from toolkit.games.silver.position import Place, Position, Slot
    from toolkit.games.silver.rules import Rules

LOOKERS = (EMPATH, BEHOLDER, APPRENTICE_SEER, SEER)
"""The cards that let their player look at others."""


@dataclass(frozen=True, slots=True)
class Look:
    """A look at some cards: their places, and the points that it is worth."""

    places: tuple[Place, ...]
    value: Fraction


def best_look(position: Position, card: int) -> Look | None:
    """Return the look with the highest value that a 2, 7, 8 or 9 allows; None without a legal target (S-70).

    Cards of which the same is known stand for one another.
    """
    found = [Look(places, look_value(position, places)) for places in _choices(position, card)]
    return max(found, key=lambda look: look.value, default=None)


def look_value(position: Position, places: Sequence[Place]) -> Fraction:
    """Return by how many points my next turn is expected to gain more after a look at some places.

    It takes up to ``14 ** k`` steps for `k` places.
    """
    own, law = pushable(position), Law.of(position)
    if not position.deck or not own:
        return Fraction(0)
    after = Fraction(0)
    for seen, chance in _sights(law, places).items():
        told = law
        for place, number in zip(places, seen, strict=True):
            told = told.knowing(place, number)
        after += chance * next_gain(told, own, position.rules)
    return after - next_gain(law, own, position.rules)


def next_gain(law: Law, own: Sequence[Place], rules: Rules) -> Fraction:
    """Return the expected gain of the next card of the deck, if it is used where nothing can fail."""
    sure = heaviest([law.known[place] for place in own if place in law.known], rules)
    cards, scale = _next_cards(law, law.unlike(own))
    gained = sum(
        max(0, sure * ways - card * ways, *(mean - card * ways for mean in means))
        for card, (ways, *means) in cards.items()
    )
    return Fraction(gained, scale)


def _next_cards(law: Law, hidden: Sequence[Place]) -> tuple[Mapping[int, list[int]], int]:
    """Return by the number of the next card its weight, and the weighted mean of each hidden place.

    All are whole numbers; the second value is the weight of all cards together.
    """
    terms, top = law.terms(hidden), law.known.get((DECK, 0))
    scale = lcm(*[_pairs(term.pool) for term in terms])
    found: dict[int, list[int]] = defaultdict(lambda: [0] * (len(hidden) + 1))
    for term in terms:
        fixed, unit = dict(term.told), term.weight * scale // _pairs(term.pool)
        for card, ways, other in _draws(term.pool, top):
            row = found[card]
            row[0] += unit * ways
            for at, place in enumerate(hidden, 1):
                row[at] += unit * (ways * fixed[place] if place in fixed else other)
    return found, law.total * scale


def _pairs(pool: Counts) -> int:
    """Return in how many ways the next card and another hidden one can be drawn from a pool."""
    size = sum(pool)
    return max(size, 1) * max(size - 1, 1)


def _draws(pool: Counts, top: int | None) -> Iterator[tuple[int, int, int]]:
    """Yield each next card with its ways, of `_pairs`, and with the sum of the other card over these ways."""
    size, total = sum(pool), points(pool)
    if top is not None:
        yield top, _pairs(pool), total * max(size - 1, 1)
        return
    for card, count in enumerate(pool):
        if count:
            yield card, count * max(size - 1, 1), count * (total - card)


def _sights(law: Law, places: Sequence[Place]) -> Mapping[tuple[int, ...], Fraction]:
    """Return the chance of what a look shows; in any order where nothing is remembered of the places."""
    if any(place in law.reports for place in places):
        return law.joint(places)
    found: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for numbers, chance in law.joint(places).items():
        found[tuple(sorted(numbers))] += chance
    return found


def _choices(position: Position, card: int) -> Iterator[tuple[Place, ...]]:
    """Yield the places that a card lets its player look at, of those that are alike the first."""
    if card not in LOOKERS:
        raise ToolkitError(f"card {card} lets nobody look; the cards are {', '.join(map(str, LOOKERS))}")
    own, others = own_looks(position), other_looks(position)
    targets = {EMPATH: own, BEHOLDER: own, APPRENTICE_SEER: others, SEER: [*own, *others]}[card]
    count = min(2 if card == BEHOLDER else 1, len(targets))  # S-70
    seen: set[tuple[tuple[bool, Slot], ...]] = set()
    for places in combinations(targets, count) if count else ():
        kinds = tuple((player == position.me, position.villages[player][slot]) for player, slot in places)
        if kinds not in seen:
            seen.add(kinds)
            yield places
