"""What a hand pays and misses: exact payments of every space, and the smallest sets of cards (M-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement, count, product
from typing import Any, NamedTuple, cast

from toolkit.games.mangrovia.actions import Build, Pay, PayLandscape
from toolkit.games.mangrovia.building import (
    Faces,
    Holding,
    Payment,
    Site,
    affordable,
    buildable,
    landscape_payments,
    site_of,
    sites,
    why_not_here,
)
from toolkit.games.mangrovia.components import Part
from toolkit.games.mangrovia.payments import Means, exact_payments, sums
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.state import MangroviaState


def can_pay(rules: Rules, held: Holding, site: Site, huts: int) -> bool:
    """Tell whether huts on a space can be paid exactly with what is held (M-18, M-23)."""
    return bool(affordable(rules, held, [site], huts))


def payments(rules: Rules, held: Holding, site: Site, huts: int) -> list[Payment]:
    """Return every different payment for huts on a space with what is held, in the order of the notation."""
    paid = landscape_payments(held.ways(rules, site, huts), huts, held.landscapes)
    return [Payment(*both) for both in product(paid, exact_payments(held.means(site), huts * site.price))]


class Building(NamedTuple):
    """What an action that builds, or pays for what is built, leads to."""

    site: Site
    huts: int
    ways: list[Payment]  #: in which all that is not yet paid can be paid
    left: tuple[Part, ...] = ()  #: what is left of the part of the pier then


def building(state: MangroviaState, held: Holding, action: Build | PayLandscape | Pay) -> Building:
    """Return what a legal action of a player who holds this builds, with all payments that it leaves."""
    frame: Any = state.stack[-1]
    if isinstance(action, Build):
        site = site_of(state, state.rules.layout.number[action.space])
        more = () if frame.double or frame.hut < 2 else (Part(hut=frame.hut - 1),)
        return Building(site, action.huts, payments(state.rules, held, site, action.huts), more)
    site = site_of(state, frame.space)
    paid: list[Faces] = [()]
    if isinstance(action, PayLandscape):
        ways = tuple(face for face in held.ways(state.rules, site, frame.huts) if face >= frame.least)
        every = landscape_payments(ways, frame.left, held.landscapes)
        paid = [faces for faces in every if faces[0] == action.face]
        means = exact_payments(held.means(site), frame.huts * site.price)
    else:
        means = tuple(one for one in exact_payments(held.means(site), frame.left) if one[0] == action.means)
    return Building(site, frame.huts, [Payment(*both) for both in product(paid, means)])


def payable(state: MangroviaState, player: int) -> dict[Build, list[Payment]]:
    """Return every hut and double hut that a player can build now, each with all its payments."""
    held, number = Holding.of(state, player), state.rules.layout.number
    return {
        build: payments(state.rules, held, site_of(state, number[build.space]), build.huts)
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
