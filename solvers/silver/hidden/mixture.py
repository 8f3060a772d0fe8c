"""`Mixture`: the law of some places as cases, in each of which all that is not told is a plain pool.

A mixture is split by the numbers of places, and all that a question asks is read from the parts. Weights are
whole numbers, and those of the parts add up to that of the mixture.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import lcm, perm

from solvers.silver.hidden.pools import Counts, points, without
from toolkit.games.silver.position import Place

Told = tuple["Place", int]
"""A place, and the number of the card that lies there."""

DECK = -1
"""The player of places in the draw pile: ``(DECK, 0)`` is its top card, ``(DECK, 1)`` the next one."""


@dataclass(frozen=True, slots=True)
class Term:
    """The case that certain reports are true and all others say nothing."""

    weight: int  #: its weight; the chance of the term is the share in that of all terms
    told: tuple[Told, ...]  #: the cards that the question asks about and that the true reports fix, sorted
    pool: Counts  #: the cards of all other hidden places, which are any of these places equally likely

    def told_at(self, place: Place) -> int | None:
        """Return the number that is told of a place; None for a place of the pool."""
        for other, number in self.told:
            if other == place:
                return number
        return None

    def numbers(self, place: Place) -> Iterator[tuple[int, int]]:
        """Yield each number that a place may have, with its weight."""
        if (told := self.told_at(place)) is not None:
            yield told, self.weight
            return
        unit = self.weight // sum(self.pool)
        for number, count in enumerate(self.pool):
            if count:
                yield number, unit * count

    def weights(self, *, drawn: bool) -> list[int]:
        """Return the weight, or its parts by the number of a card drawn from the pool."""
        if not drawn:
            return [self.weight]
        unit = self.weight // sum(self.pool)
        return [unit * count for count in self.pool]

    def sums(self, place: Place, *, drawn: bool) -> list[int]:
        """Return the mean number of a place, times the `weights`."""
        if (told := self.told_at(place)) is not None:
            return [told * weight for weight in self.weights(drawn=drawn)]
        size, total = sum(self.pool), points(self.pool)
        if not drawn:
            return [self.weight // size * total]
        unit = self.weight // (size * (size - 1))
        return [unit * count * (total - number) for number, count in enumerate(self.pool)]

    def parts(self, place: Place, least: int = 0) -> Iterator[tuple[int, Term]]:
        """Yield each number that a place may have, with the term in which the place is certain.

        Numbers of the pool below `least` are left out.
        """
        if (told := self.told_at(place)) is not None:
            yield told, self
            return
        unit = self.weight // sum(self.pool)
        for number, count in enumerate(self.pool):
            if count and number >= least:
                yield number, Term(unit * count, self.told, without(self.pool, number))


@dataclass(frozen=True, slots=True)
class Mixture:
    """The law of some places, and of any others of which nothing is remembered."""

    known: Mapping[Place, int]  #: the cards that are certain, by place
    #: The terms, in which the reports about those places are told apart. Their weights can be divided among
    #: the numbers of as many places as `Law.mixture` was told.
    terms: tuple[Term, ...]

    @property
    def weight(self) -> int:
        """The weight of all terms together."""
        return sum(term.weight for term in self.terms)

    def split(self, place: Place, least: int = 0) -> dict[int, Mixture]:
        """Return by the number of a place, ascending, what the law is then.

        Numbers of the pool below `least` are left out.
        """
        if place in self.known:
            return {self.known[place]: self}
        found: dict[int, list[Term]] = defaultdict(list)
        for term in self.terms:
            for number, part in term.parts(place, least):
                found[number].append(part)
        return {
            number: Mixture({**self.known, place: number}, tuple(found[number])) for number in sorted(found)
        }

    def numbers(self, place: Place) -> dict[int, int]:
        """Return the weight of each number that a place may have, ascending."""
        if place in self.known:
            return {self.known[place]: self.weight}
        found: dict[int, int] = defaultdict(int)
        for term in self.terms:
            for number, weight in term.numbers(place):
                found[number] += weight
        return dict(sorted(found.items()))

    def weights(self, *, drawn: bool) -> list[int]:
        """Return the weight of all terms, or its parts by the number of a card drawn from the pool."""
        return added([term.weights(drawn=drawn) for term in self.terms])

    def sums(self, place: Place, *, drawn: bool) -> list[int]:
        """Return the mean number of a place, times the `weights`."""
        if (known := self.known.get(place)) is not None:
            return [known * weight for weight in self.weights(drawn=drawn)]
        return added([term.sums(place, drawn=drawn) for term in self.terms])


def added(rows: Sequence[Sequence[int]]) -> list[int]:
    """Return the sums of the columns."""
    return list(map(sum, zip(*rows, strict=True))) if len(rows) > 1 else list(rows[0])


def ready(terms: Sequence[Term], draws: int) -> tuple[Term, ...]:
    """Return terms with weights that can be divided among the numbers of so many places."""
    sizes = {sum(term.pool) for term in terms}
    scale = lcm(*[perm(size, min(size, draws)) for size in sizes])
    return tuple(Term(term.weight * scale, term.told, term.pool) for term in terms)
