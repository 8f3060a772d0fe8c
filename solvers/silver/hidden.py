"""What is hidden: which card may lie where, in a village, in the deck or on a pile (Q-1, Q-17 to Q-20).

The base is model B0: every way to lay the unseen cards at the hidden places is equally likely. A memory is a
*report*: with its reliability it says what lies there, else it says nothing, as if any of the 14 numbers had
come to mind (Q-3). So a report weighs a true number with ``14 r + 1 - r`` and any other one with ``1 - r``.

Expanding these factors gives one *term* for every set of reports that are taken as true. In a term, what is
left of the law, given which reports are true, is a plain pool: every question is answered for such pools, and
the answers are added up with the weights of the terms. All weights are whole numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm, perm
from operator import mul
from typing import TYPE_CHECKING

import numpy as np

from solvers.questions import Answer
from solvers.silver.asking import QUERIES, Cards, TooLarge, counted, texts, whose
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import CHARACTERS, HIGHEST, MOST_TO_CALL, RASCAL, ROBBER, VILLAGER, WITCH
from toolkit.games.silver.position import Place, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray

Counts = tuple[int, ...]
"""How many cards there are of each number."""

Told = tuple["Place", int]
"""A place, and the number of the card that lies there."""

DECK = -1
"""The player of places in the draw pile: ``(DECK, 0)`` is its top card, ``(DECK, 1)`` the next one."""

_MOST_TERMS = 1 << 9


# ---- pools: cards that may lie anywhere --------------------------------------------------------------------


def without(pool: Counts, *numbers: int) -> Counts:
    """Return a pool with these cards less."""
    left = list(pool)
    for number in numbers:
        left[number] -= 1
    return tuple(left)


def points(pool: Counts) -> int:
    """Return the sum of the numbers of all cards of a pool."""
    return sum(map(mul, range(len(pool)), pool))


def ways_to_draw(pool: Counts, drawn: Iterable[tuple[int, int]]) -> int:
    """Return in how many ways so many cards of each of these numbers can be chosen from a pool.

    >>> ways_to_draw((2, 4, 4) + (0,) * 11, [(0, 1), (1, 2)])
    12
    """
    ways = 1
    for number, copies in drawn:
        ways *= comb(pool[number], copies)
    return ways


def summed(numbers: Iterable[Fraction]) -> Fraction:
    """Return the sum of fractions; 0 of none."""
    return sum(numbers, Fraction(0))


def mean_of(chances: Mapping[int, Fraction]) -> Fraction:
    """Return the mean of a distribution."""
    return summed(number * chance for number, chance in chances.items())


# ---- the law of the hidden places --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """The case that certain reports are true and all others say nothing."""

    weight: int  #: its weight; the chance of the term is the share in that of all terms
    told: tuple[Told, ...]  #: the cards that the question asks about and that the true reports fix, sorted
    pool: Counts  #: the cards of all other hidden places, which are any of these places equally likely

    def told_at(self, place: Place) -> int | None:
        """Return the number that is told of a place; None for a place of the pool."""
        return next((number for other, number in self.told if other == place), None)

    def numbers(self, place: Place) -> Iterator[tuple[int, int]]:
        """Yield each number that a place may have, with its weight."""
        if (told := self.told_at(place)) is not None:
            yield told, self.weight
            return
        for number, weight in enumerate(self.weights(drawn=True)):
            if weight:
                yield number, weight

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


@dataclass(frozen=True, slots=True)
class Mixture:
    """The law of some places as cases, and of any others of which nothing is remembered.

    It is split by the numbers of places, and all that a question asks is read from the parts.
    """

    known: Mapping[Place, int]  #: the cards that are certain, by place
    #: The terms, in which the reports about those places are told apart. Their weights can be divided among
    #: the numbers of as many places as `Law.mixture` was told.
    terms: tuple[Term, ...]

    @property
    def weight(self) -> int:
        """The weight of all terms together."""
        return sum(term.weight for term in self.terms)

    def split(self, place: Place) -> dict[int, Mixture]:
        """Return by the number of a place, ascending, what the law is then."""
        if place in self.known:
            return {self.known[place]: self}
        found: dict[int, list[Term]] = defaultdict(list)
        for term in self.terms:
            told = term.told_at(place) is not None
            for number, weight in term.numbers(place):
                found[number].append(term if told else Term(weight, term.told, without(term.pool, number)))
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


@dataclass(frozen=True, slots=True)
class Report:
    """A memory of a hidden card: the number, and the chance that it is right as far as memory goes."""

    number: int
    reliability: Fraction


class Law:
    """The joint law of all hidden places.

    There are as many of them as unseen cards, which are counted by number; the known cards that questions may
    ask about are not among these. `ToolkitError` if more cards of one number are certain than there are.
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
        known = {(DECK, depth): number for depth, number in enumerate(position.top)}
        reports = {}
        for place, slot in position.places:
            if slot.known is not None:
                known[place] = slot.known
            elif slot.number is not None:
                reports[place] = Report(slot.number, slot.reliability)
        return Law(position.unseen, reports, known)

    def unlike(self, places: Sequence[Place]) -> dict[Place, int]:
        """Return the hidden ones of some places, and for how many each stands.

        One stands for all of which nothing is remembered.
        """
        hidden = [place for place in places if place not in self.known]
        plain = [place for place in hidden if place not in self.reports]
        found = dict.fromkeys((place for place in hidden if place in self.reports), 1)
        return {**found, plain[0]: len(plain)} if plain else found

    @cached_property
    def total(self) -> int:
        """The weight of all terms together."""
        return sum(term.weight for term in self.terms(()))

    def terms(self, places: Sequence[Place]) -> tuple[Term, ...]:
        """Return the terms of the law for a question about these places.

        Terms that differ only in which other places were remembered rightly are merged, so there are at most
        as many as sets of true reports, and few when the question names few places that are remembered.
        `TooLarge` for more than 512.
        """
        asked = set(places)
        return self.grouped(lambda place: place if place in asked else None)

    def grouped(self, view: Callable[[Place], Place | None]) -> tuple[Term, ...]:
        """Return the terms for a question that does not tell all places apart.

        The view gives the place that stands in `Term.told` for a place whose report is true; None leaves it
        out. Terms that are alike then are merged.
        """
        found: dict[tuple[tuple[Told, ...], Counts], int] = {((), ()): 1}  # by what is told, and is true
        for place, report in self.reports.items():
            merged: dict[tuple[tuple[Told, ...], Counts], int] = defaultdict(int)
            number, right, shown = report.number, report.reliability, view(place)
            more = () if shown is None else ((shown, number),)
            for (told, true), weight in found.items():
                merged[told, true] += weight * (right.denominator - right.numerator)
                left = self.unseen[number] - true.count(number)
                if ways := weight * left * len(CHARACTERS) * right.numerator:
                    merged[tuple(sorted(told + more)), tuple(sorted((*true, number)))] += ways
            if len(merged) > _MOST_TERMS:
                raise TooLarge(f"{len(self.reports)} half-remembered cards are too many for this question")
            found = merged
        terms = []
        for (told, true), weight in found.items():
            fill = perm(self.size - len(true), len(self.reports) - len(true))  # whose report says nothing
            if weight * fill:
                terms.append(Term(weight * fill, told, without(self.unseen, *true)))
        return tuple(terms)

    def mixture(self, places: Sequence[Place], draws: int = 0) -> Mixture:
        """Return the law of these places, and of any others of which nothing is remembered.

        The weights can be divided by the numbers of so many places that are drawn one after the other.
        """
        terms = self.terms(places)
        scale = lcm(*[perm(size, min(size, draws)) for size in {sum(term.pool) for term in terms}])
        return Mixture(self.known, tuple(Term(one.weight * scale, one.told, one.pool) for one in terms))

    def joint(self, places: Sequence[Place]) -> dict[tuple[int, ...], Fraction]:
        """Return the chance of each way in which the cards of different places may be numbered.

        It takes up to ``14 ** k`` steps for `k` hidden places.
        """
        mixture = self.mixture(places, len(places))
        cases = dict[tuple[int, ...], Mixture]({(): mixture})
        for place in places:
            cases = {
                (*before, number): after
                for before, case in cases.items()
                for number, after in case.split(place).items()
            }
        return {numbers: Fraction(case.weight, mixture.weight) for numbers, case in cases.items()}

    def number(self, place: Place) -> dict[int, Fraction]:
        """Return the chance of each number that the card of a place may have (Q-1)."""
        mixture = self.mixture([place], draws=1)
        return {number: Fraction(ways, mixture.weight) for number, ways in mixture.numbers(place).items()}

    def mean(self, place: Place) -> Fraction:
        """Return the mean number of the card of a place."""
        mixture = self.mixture([place], draws=1)
        (total,) = mixture.sums(place, drawn=False)
        return Fraction(total, mixture.weight)


def none_among(terms: Sequence[Term], numbers: Collection[int], drawn: int) -> Fraction:
    """Return the chance that none of so many hidden cards has these numbers.

    The cards that the terms tell are some of them; nothing is remembered of the others.
    """
    whole, chance = sum(term.weight for term in terms), Fraction(0)
    for term in terms:
        if not any(number in numbers for _, number in term.told):
            size, left = sum(term.pool), drawn - len(term.told)
            others = comb(size - sum(term.pool[number] for number in numbers), left)
            chance += Fraction(term.weight * others, whole * comb(size, left))
    return chance


def sum_of(law: Law, places: Sequence[Place]) -> dict[int, Fraction]:
    """Return the chance of each sum of the cards of some places, certain, remembered or unknown."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    known = sum(law.known.get(place, 0) for place in places)
    hidden = [place for place in places if place not in law.known]
    for term in law.grouped(lambda place: (0, 0) if place in hidden else None):
        draws = len(hidden) - len(term.told)
        told = known + sum(number for _, number in term.told)
        scale = law.total * comb(sum(term.pool), draws)
        for total, ways in enumerate(_sums(term.pool, draws).tolist()):
            if ways:
                found[told + total] += Fraction(term.weight * ways, scale)
    return dict(sorted(found.items()))


def _sums(pool: Counts, draws: int) -> NDArray[np.int64]:
    """Return in how many ways so many cards of a pool have each sum; shape (13 * draws + 1,).

    The numbers of ways are below ``comb(52, 26)``, far from the end of 64 bits.
    """
    ways = np.zeros((draws + 1, HIGHEST * draws + 1), np.int64)
    ways[0, 0] = 1
    for number, count in enumerate(pool):
        for _ in range(count):
            ways[1:, number:] += ways[:-1, : ways.shape[1] - number]
    drawn: NDArray[np.int64] = ways[draws]
    return drawn


# ---- the next cards of the deck ----------------------------------------------------------------------------


def rascals(position: Position) -> int:
    """Return how many own Rascals lie face-up: so many more cards may be drawn (S-49)."""
    return len([player for player, _ in position.face_up(RASCAL) if player == position.me])


@QUERIES.asks(columns=["number"], unit="points", usual=False)
def rascal(position: Position, *, cards: Cards = None) -> Iterator[Answer]:
    """Tell the lowest of the next cards of the deck (Q-17).

    So many cards a Rascal may choose from, or a Squire's shown cards that are still to come (S-43, S-49).
    """
    cards = min(1 + rascals(position), position.deck) if cards is None else cards
    top = _next(position, cards)
    terms, known = Law.of(position).terms(()), min(top, default=HIGHEST)
    above = [none_among(terms, range(least), cards - len(top)) for least in range(known + 1)] + [Fraction(0)]
    every = {least: above[least] - above[least + 1] for least in range(known + 1)}
    chances = {least: chance for least, chance in every.items() if chance}
    words = "the next card, mean" if cards == 1 else f"lowest of the next {cards} cards, mean"
    yield Answer(words=words, about={"cards": cards}, exact=mean_of(chances), distribution=texts(chances))


@QUERIES.asks(usual=lambda position: position.deck > 0)
def movers(position: Position, *, cards: Cards = None) -> Iterator[Answer]:
    """Tell the chance of no Witch and no Robber among the next cards of the deck (Q-19)."""
    cards = min(len(position.others), position.deck) if cards is None else cards
    top, moving = _next(position, cards), (WITCH, ROBBER)
    chance = none_among(Law.of(position).terms(()), moving, cards - len(top))
    words = "the next card is no 11 or 12" if cards == 1 else f"no 11 or 12 among the next {cards} cards"
    none = Fraction(0) if set(top) & set(moving) else chance
    yield Answer(words=words, about={"cards": cards}, exact=none)


def _next(position: Position, count: int) -> tuple[int, ...]:
    """Return what is known of so many next cards."""
    if not 1 <= count <= position.deck:
        raise ToolkitError(f"{counted(count, 'card')} of the deck: it holds {position.deck}")
    return position.top[:count]


# ---- the 0s ------------------------------------------------------------------------------------------------


@QUERIES.asks()
def villagers(position: Position) -> Iterator[Answer]:
    """Tell where the 0s may be (Q-18).

    It is the chance that at least one lies there; 1 where one is certain.
    """
    law, groups = Law.of(position), list[tuple[str, str, Iterable[int | None], int, list[Place]]]()
    for player, village in enumerate(position.villages):
        known, hidden = (
            [slot.known for slot in village],
            [at for at, slot in enumerate(village) if slot.hidden],
        )
        where, places = f"{whose(position, player)} village", [(player, at) for at in hidden]
        groups.append((f"village {player}", where, known, len(hidden), places))
    groups += [
        ("deck", "the deck", position.top, position.deck - len(position.top), []),
        ("removed", "the rows out of the round", (), position.removed, []),  # S-2
        ("discard", "the discard pile", position.discard, position.forgotten, []),
        ("shown", "the shown cards", position.shown, 0, []),
    ]
    for name, where, lying, count, places in groups:
        none = Fraction(0) if VILLAGER in lying else none_among(law.terms(places), [VILLAGER], count)
        yield Answer(words=f"a 0 in {where}", about={"place": name}, exact=1 - none)


# ---- the time that is left ---------------------------------------------------------------------------------


@QUERIES.asks()
def time(position: Position) -> Iterator[Answer]:
    """Tell the draws and turns that are left, and who may call (Q-20).

    The draws are the cards of the deck and those shown beside it (S-46); the own turns are counted if every
    turn takes one of them, the one in progress included. After a call there is one more for every player but
    the caller, and nobody else may call (S-28, S-29).
    """
    draws, holds = position.deck + len(position.shown), position.held is not None
    if position.called_by is None:
        callers = [seat for seat, village in enumerate(position.villages) if len(village) <= MOST_TO_CALL]
        # A held card was drawn in the first of the turns; in each of them the others draw as well.
        turns = 1 + draws // position.players if holds else -(-draws // position.players)
    else:
        acts = position.called_by != position.me and (draws > 0 or holds or position.rules.finish_last_turns)
        callers, turns = [], int(acts)
    may_call = ", ".join(map(position.who, callers)) or "nobody"
    words = f"{counted(draws, 'draw')}, {counted(turns, 'own turn')}; may call: {may_call}"
    yield Answer(words=words, about={"draws": draws, "turns": turns, "callers": callers})
