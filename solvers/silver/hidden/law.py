"""`Law`: where the unseen cards are, given everything that one player knows (model B0).

Every assignment of the unseen cards to the hidden places is equally likely, but for the reports: a memory of
number `r` with reliability `p` has the likelihood ``p [v = r] + (1 - p) / 14`` when the card is `v` (Q-3).
Each report is expanded as a mixture: either it is true and fixes the card, or it says nothing. What is left
of the law, given which reports are true, is a plain pool: every question is answered for such pools, and the
answers are added up with the weights of the terms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

from solvers.silver.hidden.mixture import DECK, Mixture, Term, Told, ready
from solvers.silver.hidden.pools import Counts, without
from solvers.silver.limits import TooLarge
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.position import Place, Position

_MOST_TERMS = 1 << 9


@dataclass(frozen=True, slots=True)
class Report:
    """A memory of a hidden card: the number, and the chance that it is right as far as memory goes."""

    number: int
    reliability: Fraction


class Law:
    """The joint law of all hidden places.

    Parameters
    ----------
    unseen
        How many unseen cards there are of each number; as many hidden places as cards.
    reports
        The memories, by place.
    known
        The certain cards that questions may ask about, by place; they are not among the unseen.

    Raises
    ------
    ToolkitError
        More cards of one number are certain than there are.
    """

    def __init__(
        self, unseen: Sequence[int], reports: Mapping[Place, Report], known: Mapping[Place, int]
    ) -> None:
        if min(unseen) < 0:
            raise ToolkitError("more cards of one number than there are")
        self.unseen = tuple(unseen)
        self.reports = reports
        self.known = known
        self.size = sum(self.unseen)

    @staticmethod
    def of(position: Position) -> Law:
        """Return the law of a position."""
        known, reports = {}, {}
        for place, slot in position.places:
            if slot.known is not None:
                known[place] = slot.known
            elif slot.number is not None:
                reports[place] = Report(slot.number, slot.reliability)
        top = {(DECK, depth): number for depth, number in enumerate(position.top)}
        return Law(position.unseen, reports, known | top)

    def knowing(self, place: Place, number: int) -> Law:
        """Return the law after a look that showed this number at a hidden place."""
        if place in self.known:
            return self
        reports = {other: report for other, report in self.reports.items() if other != place}
        return Law(without(self.unseen, number), reports, {**self.known, place: number})

    def unlike(self, places: Sequence[Place]) -> list[Place]:
        """Return the hidden ones of some places; one stands for all of which nothing is remembered."""
        hidden = [place for place in places if place not in self.known]
        plain = [place for place in hidden if place not in self.reports]
        return [*[place for place in hidden if place in self.reports], *plain[:1]]

    @cached_property
    def total(self) -> int:
        """The weight of all terms together."""
        return sum(term.weight for term in self.terms(()))

    def terms(self, places: Sequence[Place]) -> tuple[Term, ...]:
        """Return the terms of the law for a question about these places.

        Terms that differ only in which other places were remembered rightly are merged, so there are at most
        as many as sets of true reports, and few when the question names few places that are remembered.

        Raises
        ------
        ToolkitError
            More than 512 terms.
        """
        asked = set(places)
        return self.grouped(lambda place: place if place in asked else None)

    def grouped(self, view: Callable[[Place], Place | None]) -> tuple[Term, ...]:
        """Return the terms for a question that does not tell all places apart.

        Parameters
        ----------
        view
            Gives the place that stands in `Term.told` for a place whose report is true; None leaves it out.
            Terms that are alike then are merged.
        """
        found = self._expanded(view)
        free = len(self.reports)
        terms = []
        for (told, true), weight in found.items():
            pool = without(self.unseen, *true)
            fill = perm(self.size - len(true), free - len(true))  # of the places whose report says nothing
            if weight * fill:
                terms.append(Term(weight * fill, told, pool))
        return tuple(terms)

    def _expanded(
        self, view: Callable[[Place], Place | None]
    ) -> Mapping[tuple[tuple[Told, ...], Counts], int]:
        """Return the weights by what is told and by the numbers of the true reports."""
        found: dict[tuple[tuple[Told, ...], Counts], int] = {((), ()): 1}
        for place, report in self.reports.items():
            merged: dict[tuple[tuple[Told, ...], Counts], int] = defaultdict(int)
            number, right = report.number, report.reliability
            shown = view(place)
            more = () if shown is None else ((shown, number),)
            for (told, true), weight in found.items():
                merged[told, true] += weight * (right.denominator - right.numerator)
                left = self.unseen[number] - true.count(number)
                if ways := weight * left * len(CHARACTERS) * right.numerator:
                    merged[tuple(sorted(told + more)), tuple(sorted((*true, number)))] += ways
            if len(merged) > _MOST_TERMS:
                raise TooLarge(f"{len(self.reports)} half-remembered cards are too many for this question")
            found = merged
        return found

    def mixture(self, places: Sequence[Place], draws: int = 0) -> Mixture:
        """Return the law of these places, and of any others of which nothing is remembered.

        Parameters
        ----------
        places
            The places that the question tells apart; all of which something is remembered must be named.
        draws
            For how many places, one after the other, the question asks the number.

        Raises
        ------
        ToolkitError
            More than 512 terms.
        """
        return Mixture(self.known, ready(self.terms(places), draws))

    def joint(self, places: Sequence[Place]) -> dict[tuple[int, ...], Fraction]:
        """Return the chance of each way in which the cards of different places may be numbered.

        It takes up to ``14 ** k`` steps for `k` hidden places.
        """
        mixture = self.mixture(places, len(places))
        whole = mixture.weight
        return {numbers: Fraction(weight, whole) for numbers, weight in _joint(mixture, places)}

    def number(self, place: Place) -> dict[int, Fraction]:
        """Return the chance of each number that the card of a place may have (Q-1)."""
        return {numbers[0]: chance for numbers, chance in self.joint([place]).items()}

    def mean(self, place: Place) -> Fraction:
        """Return the mean number of the card of a place."""
        mixture = self.mixture([place], draws=1)
        (total,) = mixture.sums(place, drawn=False)
        return Fraction(total, mixture.weight)


def _joint(mixture: Mixture, places: Sequence[Place]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the numbers of one place or more, ascending, with their weights."""
    first, *others = places
    if not others:
        for number, weight in mixture.numbers(first).items():
            yield (number,), weight
        return
    for number, after in mixture.split(first).items():
        for numbers, weight in _joint(after, others):
            yield (number, *numbers), weight


def mean_of(chances: Mapping[int, Fraction]) -> Fraction:
    """Return the mean of a distribution."""
    return sum((number * chance for number, chance in chances.items()), Fraction(0))
