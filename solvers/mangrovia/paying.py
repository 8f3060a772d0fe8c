"""What a hand pays, and what it misses: exact payments of every space, and the smallest sets of cards (M-18).

Cards can be put into a `Holding` that nobody has, to see what they would be good for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, count, product
from typing import NamedTuple, cast

from toolkit.games.mangrovia.actions import NO_LANDSCAPE, Build
from toolkit.games.mangrovia.building import Site, buildable, landscape_ways, sites, why_not_here
from toolkit.games.mangrovia.components import FREE_TILE
from toolkit.games.mangrovia.payments import AMULET, HAND, Means, exact_payments, sums
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.state import MangroviaState

Faces = tuple[int, ...]
"""Cards or amulets by their values, or landscapes by their faces; sorted."""


class Payment(NamedTuple):
    """An exact payment for a space (M-18, M-44): a landscape for each hut, and cards or amulets.

    `NO_LANDSCAPE` stands for the tile that is paid instead (B26); tiles that count as a card or as an amulet
    are among the means.
    """

    landscapes: Faces
    means: Means


class Holding(NamedTuple):
    """What a player can pay with: cards and card tiles, amulets and amulet tiles, landscapes, free ones."""

    cards: Means
    amulets: Means
    landscapes: Faces
    free: int  #: how many "free landscape" tiles (M-40)

    @classmethod
    def of(cls, state: MangroviaState, player: int) -> Holding:
        """Return what a player holds."""
        landscapes = tuple(sorted(state.landscapes.cards[player]))
        free = state.tiles[player].count(FREE_TILE)
        return cls(state.card_means(player), state.amulet_means(player), landscapes, free)

    def means(self, site: Site) -> Means:
        """Return what a space can be paid with."""
        return self.cards if site.in_cards else self.amulets

    def ways(self, rules: Rules, site: Site, huts: int) -> Faces:
        """Return with which landscapes a space could be paid, were they in hand (M-25, B26)."""
        return tuple(landscape_ways(rules, site, waives=huts == 1 and self.free > 0))

    def taking(self, kind: int, face: int) -> Holding:
        """Return what is held with one more card: 0 a valuable, by its value, or 1 a landscape."""
        if kind:
            return self._replace(landscapes=_more(self.landscapes, [face]))
        return self._replace(cards=_more(self.cards, [4 * face + HAND]))

    def with_amulets(self, *values: int) -> Holding:
        """Return what is held with more amulets."""
        return self._replace(amulets=_more(self.amulets, [4 * value + AMULET for value in values]))

    def after(self, site: Site, payment: Payment) -> Holding:
        """Return what is left when a space is paid."""
        landscapes = _less(self.landscapes, [face for face in payment.landscapes if face != NO_LANDSCAPE])
        free = self.free - any(face not in site.marked for face in payment.landscapes)
        if site.in_cards:
            return Holding(_less(self.cards, payment.means), self.amulets, landscapes, free)
        return Holding(self.cards, _less(self.amulets, payment.means), landscapes, free)


def _more(held: tuple[int, ...], more: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted((*held, *more)))


def _less(held: tuple[int, ...], paid: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted((Counter(held) - Counter(paid)).elements()))


# ---- what can be paid --------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def landscape_payments(ways: Faces, huts: int, held: Faces) -> tuple[Faces, ...]:
    """Return the landscapes that can be paid for huts, one for each, out of those held (M-23, M-25)."""
    return tuple(
        paid
        for paid in combinations_with_replacement(ways, huts)
        if all(face == NO_LANDSCAPE or paid.count(face) <= held.count(face) for face in paid)
    )


def can_pay(rules: Rules, held: Holding, site: Site, huts: int) -> bool:
    """Tell whether huts on a space can be paid exactly with what is held (M-18, M-23)."""
    if not sums(held.means(site)) >> huts * site.price & 1:
        return False
    return bool(landscape_payments(held.ways(rules, site, huts), huts, held.landscapes))


def payments(rules: Rules, held: Holding, site: Site, huts: int) -> list[Payment]:
    """Return every different payment for huts on a space with what is held, in the order of the notation."""
    paid = landscape_payments(held.ways(rules, site, huts), huts, held.landscapes)
    return [Payment(*both) for both in product(paid, exact_payments(held.means(site), huts * site.price))]


def payable(state: MangroviaState, player: int) -> dict[Build, list[Payment]]:
    """Return every hut and double hut that a player can build now, each with all its payments."""
    held, board = Holding.of(state, player), state.rules.layout
    under = sites(board, state.birds)
    return {
        build: payments(state.rules, held, under[board.number[build.space]], build.huts)
        for build in _legal(state, player)
    }


def why_not(state: MangroviaState, player: int) -> dict[Build, str]:
    """Return why a player cannot build each other hut and double hut now, with the rule."""
    legal, every = set(_legal(state, player)), sites(state.rules.layout, state.birds)
    builds = [build for site in every for build in (site.single, site.double)]
    return {build: why_not_here(state, player, build) for build in builds if build not in legal}


def _legal(state: MangroviaState, player: int) -> list[Build]:
    """Return what a player could build at a pier for huts and double huts (M-17, M-18, M-23)."""
    supply = state.supply[player]
    return cast("list[Build]", buildable(state, player, supply > 0, supply > 1))


# ---- what is missing ---------------------------------------------------------------------------------------


class Missing(NamedTuple):
    """A set of cards that would pay for a space: valuables or amulets by value, and landscapes by face."""

    values: Faces
    landscapes: Faces


def missing(rules: Rules, held: Holding, site: Site, huts: int, copies: Mapping[int, int]) -> list[Missing]:
    """Return the smallest sets of cards which, added to what is held, pay for huts on a space exactly.

    `copies` says how many cards, or amulets, of each value there are besides those held. A hand that pays
    misses the empty set; where no set pays there is none.
    """
    values = _missing_values(held.means(site), huts * site.price, copies)
    landscapes = _missing_landscapes(held.ways(rules, site, huts), huts, held.landscapes)
    return [Missing(*both) for both in product(values, landscapes)]


def _missing_values(means: Means, price: int, copies: Mapping[int, int]) -> list[Faces]:
    made, values = sums(means), sorted(value for value, number in copies.items() if number)
    for size in count():
        found = [
            more
            for more in combinations_with_replacement(values, size)
            if sum(more) <= price
            and made >> (price - sum(more)) & 1
            and all(more.count(value) <= copies[value] for value in more)
        ]
        if found or size * min(values, default=price) >= price:
            return found
    raise AssertionError("unreachable: larger sets are worth more")


def _missing_landscapes(ways: Faces, huts: int, held: Faces) -> list[Faces]:
    if landscape_payments(ways, huts, held):
        return [()]
    wanted = [Counter(paid) - Counter(held) for paid in combinations_with_replacement(ways, huts)]
    least = min((lacks.total() for lacks in wanted), default=0)
    return sorted({tuple(sorted(lacks.elements())) for lacks in wanted if lacks.total() == least})
