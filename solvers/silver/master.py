"""What a Master is worth (Q-15): the best card of the discard pile, the forgotten part included."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from solvers.silver.exchanges import best_gain
from solvers.silver.law import Law
from solvers.silver.matching import heaviest
from solvers.silver.targets import pushable
from toolkit.games.silver.cards import CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from solvers.silver.law import Counts, Term
    from toolkit.games.silver.position import Place, Position


def remembered_gains(position: Position) -> dict[int, Fraction]:
    """Return for each remembered discard the best gain of taking it into the own village (S-52)."""
    return {card: best_gain(position, card) for card in sorted(set(position.discard))}


def master_value(position: Position) -> Fraction:
    """Return by how many points a Master is expected to lower the own sum (Q-15).

    The player takes the best of the remembered discards, or the lowest of the forgotten ones when that gains
    more. A forgotten card is used for one card or for a set that is sure to match; what else the pile shows
    is not used, so with forgotten discards the true value may be higher.
    """
    best = max(remembered_gains(position).values(), default=Fraction(0))
    if not position.forgotten:
        return best
    law, own = Law.of(position), pushable(position)
    sure = heaviest([law.known[place] for place in own if place in law.known], position.rules)
    value = Fraction(0)
    for card, (chance, *means) in _lowest(law, own, position.forgotten).items():
        value += max(best * chance, *(mean - card * chance for mean in (sure * chance, *means)))
    return value


def _lowest(law: Law, own: Sequence[Place], pile: int) -> Mapping[int, list[Fraction]]:
    """Return by the lowest of the forgotten cards its chance, and the mean of each hidden own card there."""
    hidden = law.unlike(own)
    found = {card: [Fraction(0)] * (len(hidden) + 1) for card in range(len(CHARACTERS))}
    for term in law.terms(hidden):
        share = Fraction(term.weight, law.total)
        at_least = [*_at_least(term, hidden, pile), [Fraction(0)] * (len(hidden) + 1)]
        for card, row in found.items():
            for at, (this, more) in enumerate(zip(at_least[card], at_least[card + 1], strict=True)):
                row[at] += share * (this - more)
    return found


def _at_least(term: Term, hidden: Sequence[Place], pile: int) -> Iterator[list[Fraction]]:
    """Yield by number the chance that no forgotten card is lower, and the means of the own cards there."""
    fixed = dict(term.told)
    for least in range(len(CHARACTERS)):
        chance = _none_below(term.pool, least, pile)
        other = _mean_with(term.pool, least, pile) if len(fixed) < len(hidden) else Fraction(0)
        yield [chance, *(fixed[place] * chance if place in fixed else other for place in hidden)]


def _none_below(pool: Counts, least: int, pile: int) -> Fraction:
    return Fraction(comb(sum(pool[least:]), pile), comb(sum(pool), pile))


def _mean_with(pool: Counts, least: int, pile: int) -> Fraction:
    """Return the mean of a hidden card that is not in the pile, 0 where a card of the pile is lower."""
    high, size = sum(pool[least:]), sum(pool)
    points = sum(
        number * count * comb(high - (number >= least), pile) for number, count in enumerate(pool) if count
    )
    return Fraction(points, size * comb(size - 1, pile))
