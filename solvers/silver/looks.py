"""What a look is worth (Q-12): cards 2, 7, 8 and 9.

The value is counted in points, one step ahead: on my next turn I draw a card, and discard it or exchange it
for one own card or for a set that is sure to match (`sure_sets`). A look is worth what this gains more when
the card that was looked at is known. It is as if my next turn came at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from operator import mul
from typing import TYPE_CHECKING

from solvers.silver.law import Law
from solvers.silver.mixture import DECK
from solvers.silver.sure import alike, best_worths, possible, sure_after_draw, sure_sets
from solvers.silver.targets import other_looks, own_looks, pushable
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import APPRENTICE_SEER, BEHOLDER, CHARACTERS, EMPATH, SEER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from solvers.silver.mixture import Mixture
    from solvers.silver.sure import Sets
    from toolkit.games.silver.position import Place, Position, Slot
    from toolkit.games.silver.rules import Rules

LOOKERS = (EMPATH, BEHOLDER, APPRENTICE_SEER, SEER)
"""The cards that let their player look at others."""

_NEXT = 2
"""Places that are asked about on the next turn: the top of the deck, and the own card that it replaces."""


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
    mixture = law.mixture([*places, *own], draws=len(places) + _NEXT)
    plain = not any(place in law.reports or place in law.known for place in places)
    hidden = alike(law, [place for place in own if place not in places])
    sights = _sights(mixture, places, plain=plain)
    after = sum([orders * _gained(seen, own, hidden, position.rules) for orders, seen in sights])
    return Fraction(after - _gained(mixture, own, alike(law, own), position.rules), mixture.weight)


def next_gain(law: Law, own: Sequence[Place], rules: Rules) -> Fraction:
    """Return the expected gain of the next card of the deck, if it is used where nothing can fail."""
    mixture = law.mixture(own, draws=_NEXT)
    return Fraction(_gained(mixture, own, alike(law, own), rules), mixture.weight)


def _sights(
    mixture: Mixture, places: Sequence[Place], shown: tuple[int, ...] = (), orders: int = 1, *, plain: bool
) -> Iterator[tuple[int, Mixture]]:
    """Yield in how many orders each sight of some places comes, and what is known after it.

    Of `plain` places, of which nothing is remembered, a sight stands for all its orders, and is told in the
    ascending one.
    """
    if not places:
        yield orders, mixture
        return
    for number, after in mixture.split(places[0], shown[-1] if plain and shown else 0).items():
        seen = (*shown, number)
        more = orders * len(seen) // seen.count(number) if plain else 1
        yield from _sights(after, places[1:], seen, more, plain=plain)


def _gained(mixture: Mixture, own: Sequence[Place], hidden: Mapping[Place, int], rules: Rules) -> int:
    """Return the expected gain of the next card of the deck, times the weight of the mixture.

    `hidden` are the hidden own places as `alike` gives them.
    """
    top = mixture.known.get((DECK, 0))
    cards, drawn = (range(len(CHARACTERS)), True) if top is None else ((top,), False)
    weights = mixture.weights(drawn=drawn)
    means = [row for place in hidden for row in [mixture.sums(place, drawn=drawn)] * hidden[place]]
    sure = _sure(mixture, own, len(means), rules, drawn=drawn)
    worths = {sets: best_worths(sets, weights, means) for sets in set(sure)}
    worth = [worths[sets][at] for at, sets in enumerate(sure)]
    lost = map(mul, cards, weights)
    return sum([gained - card for gained, card in zip(worth, lost, strict=True) if gained > card])


def _sure(mixture: Mixture, own: Sequence[Place], hidden: int, rules: Rules, *, drawn: bool) -> list[Sets]:
    """Return the own sets that are sure to match, or those for each number of a card drawn from the pool."""
    known, pool = [mixture.known[place] for place in own if place in mixture.known], possible(mixture)
    return sure_after_draw(known, hidden, pool, rules) if drawn else [sure_sets(known, hidden, pool, rules)]


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
