"""What spaces ask under the birds, what can be paid there, and why not (M-17, M-18, M-23 to M-25).

Whether huts can be paid is said here once, of a `Holding`: that of a player, for the engine, or one that is
only thought of, for odds and bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import itemgetter
from typing import NamedTuple

from toolkit.core.decision import Action
from toolkit.games.mangrovia.actions import NO_LANDSCAPE, Build
from toolkit.games.mangrovia.board import Board, Space
from toolkit.games.mangrovia.components import FREE, FREE_TILE
from toolkit.games.mangrovia.payments import AMULET, HAND, Means, sums
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.state import MangroviaState

# ---- which spaces are open under the birds (M-17, M-25) ----------------------------------------------------


class Site(NamedTuple):
    """A space under certain birds: what it asks, and the actions that build there."""

    space: int  #: its number
    marked: tuple[int, ...]  #: its landscapes that birds mark
    under: int  #: the same as a mask
    unmarked: tuple[int, ...]  #: and those that none does
    price: int
    in_cards: bool  #: whether it is paid in cards
    doubled: bool  #: whether a double hut is possible (M-24)
    single: Build
    double: Build


@lru_cache(maxsize=64)
def sites(board: Board, birds: tuple[int, ...]) -> tuple[Site, ...]:
    """Return all spaces of a board as they are under certain birds, in order."""
    return tuple(_site(number, space, birds) for number, space in enumerate(board.spaces))


def _site(number: int, space: Space, birds: tuple[int, ...]) -> Site:
    marked = tuple(face for face in space.landscapes if face in birds)
    unmarked = tuple(face for face in space.landscapes if face not in birds)
    actions = Build.of[space.id, 1], Build.of[space.id, 2]
    return Site(
        number, marked, mask_of(marked), unmarked, space.price, space.pay == "cards", space.doubled, *actions
    )


@lru_cache(maxsize=64)
def marked_sites(board: Board, birds: tuple[int, ...]) -> tuple[Site, ...]:
    """Return the spaces that birds mark, in order."""
    return tuple(site for site in sites(board, birds) if site.marked)


def site_of(state: MangroviaState, space: int) -> Site:
    """Return a space as it is under the birds."""
    return sites(state.rules.layout, state.birds)[space]


# ---- what is held, and what it pays (M-18, M-23, M-25, B26) ------------------------------------------------

Faces = tuple[int, ...]
"""Cards or amulets by their values, or landscapes by their faces; sorted."""


class Payment(NamedTuple):
    """An exact payment for a space (M-18, M-44)."""

    landscapes: Faces  #: one for each hut; `NO_LANDSCAPE` is the tile that is paid instead (B26)
    means: Means  #: cards or amulets, with the tiles that count as such


class Holding(NamedTuple):
    """What a player can pay with; cards may be put into one that nobody has."""

    cards: Means  #: with card tiles
    amulets: Means  #: with amulet tiles
    landscapes: Faces
    free: int  #: how many "free landscape" tiles (M-40)

    def means(self, site: Site) -> Means:
        """Return what a space can be paid with."""
        return self.cards if site.in_cards else self.amulets

    @classmethod
    def of(cls, state: MangroviaState, player: int) -> Holding:
        """Return what a player holds."""
        tiles = state.tiles[player]
        free = tiles.count(FREE_TILE) if tiles else 0
        landscapes = tuple(state.landscapes.cards[player])  # heaps are sorted
        return cls(state.card_means(player), state.amulet_means(player), landscapes, free)

    def waives(self, huts: int) -> bool:
        """Tell whether no bird is needed: with a "free landscape" tile, for a single hut (B26)."""
        return huts == 1 and self.free > 0

    def ways(self, rules: Rules, site: Site, huts: int) -> Faces:
        """Return with which landscapes huts could be paid, were they in hand, ascending (M-25, B26)."""
        return landscape_ways(rules, site, waives=self.waives(huts))

    def taking(self, kind: str, face: int) -> Holding:
        """Return what is held with one more card."""
        if kind == "landscapes":
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
    left = list(held)
    for one in paid:
        left.remove(one)
    return tuple(left)


def landscape_ways(rules: Rules, site: Site, *, waives: bool) -> Faces:
    """Return with which landscapes a hut can be paid, ascending; `waives`: a tile stands for a bird (B26)."""
    if not waives:
        return site.marked
    more = (NO_LANDSCAPE,) if rules.free_landscape == "replaces_card" else site.unmarked
    return tuple(sorted((*site.marked, *more)))


@lru_cache(maxsize=1 << 12)
def landscape_payments(ways: Faces, huts: int, held: Faces) -> tuple[Faces, ...]:
    """Return the landscapes that can be paid for huts, one for each, out of those held (M-23, M-25)."""
    return tuple(
        paid
        for paid in combinations_with_replacement(ways, huts)
        if all(face == NO_LANDSCAPE or paid.count(face) <= held.count(face) for face in paid)
    )


def affordable(rules: Rules, held: Holding, where: Iterable[Site], huts: int) -> list[Site]:
    """Return the spaces, of some, on which huts can be paid exactly with what is held (M-17, M-18, M-23)."""
    cards, amulets, waives = sums(held.cards), sums(held.amulets), held.waives(huts)
    serving = mask_of(held.landscapes)
    fitting = [
        site
        for site in where
        if (waives or site.under & serving) and (cards if site.in_cards else amulets) >> huts * site.price & 1
    ]
    if huts == 1 and not waives:
        return fitting  # one landscape in hand that a bird marks is enough
    return [
        site
        for site in fitting
        if (huts == 1 or site.doubled)
        and landscape_payments(held.ways(rules, site, huts), huts, held.landscapes)
    ]


@lru_cache(maxsize=1 << 12)
def mask_of(faces: Faces) -> int:
    """Return landscapes as a mask."""
    mask = 0
    for face in faces:
        mask |= 1 << face
    return mask


# ---- who can build where -----------------------------------------------------------------------------------


def open_sites(state: MangroviaState, *, marked: bool = True) -> list[Site]:
    """Return the empty spaces, those that a bird marks or all (M-17)."""
    owners, which = state.owners, marked_sites if marked else sites
    return [site for site in which(state.rules.layout, state.birds) if owners[site.space] == FREE]


def ways_of(state: MangroviaState, player: int, site: Site, huts: int) -> Sequence[int]:
    """Return with which landscapes a player can pay huts as far as everybody knows."""
    return landscape_ways(state.rules, site, waives=huts == 1 and FREE_TILE in state.tiles[player])


def means_of(state: MangroviaState, player: int, site: Site) -> Means:
    """Return what a player can pay the price of a space with."""
    return state.card_means(player) if site.in_cards else state.amulet_means(player)


def may_build(state: MangroviaState, player: int, huts: int) -> bool:
    """Tell whether a player can build as far as everybody knows: the faces of the hand are not looked at."""
    waives = huts == 1 and FREE_TILE in state.tiles[player]
    replaced = waives and state.rules.free_landscape == "replaces_card"
    if state.supply[player] < huts or len(state.landscapes.cards[player]) < (0 if replaced else huts):
        return False
    cards, amulets = bool(state.card_means(player)), bool(state.amulet_means(player))
    return any(
        state.owners[site.space] == FREE
        and (huts == 1 or site.doubled)
        and (cards if site.in_cards else amulets)
        for site in (sites if waives else marked_sites)(state.rules.layout, state.birds)
    )


def buildable(state: MangroviaState, player: int, hut: int, double: int) -> list[Action]:
    """Return the huts, the double huts or both that a player can pay for exactly (M-17, M-18, M-23)."""
    held = Holding.of(state, player)
    where = open_sites(state, marked=not held.free)
    singles = affordable(state.rules, held, where, 1) if hut else []
    if not double:
        return [site.single for site in singles]
    found = [(site.space, site.single) for site in singles]
    found += [(site.space, site.double) for site in affordable(state.rules, held, where, 2)]
    return [build for _, build in sorted(found, key=itemgetter(0))]  # of equals the single hut stays first


def why_not_here(state: MangroviaState, player: int, action: Build) -> str:
    """Return why a player cannot build a hut on a space, at whatever pier."""
    huts, site = action.huts, site_of(state, state.rules.layout.number[action.space])
    held = Holding.of(state, player)
    if state.supply[player] < huts:
        return f"too few huts are left: {state.supply[player]} (M-24)"
    if state.owners[site.space] != FREE:
        return "the space is not empty (M-17)"
    if huts == 2 and not site.doubled:
        return "no double hut in the stone and pole areas and on amulet spaces (M-24)"
    if not site.marked and not held.waives(huts):
        return "no bird marks its landscape (M-17)"
    if not landscape_payments(held.ways(state.rules, site, huts), huts, held.landscapes):
        return "the hand holds too few landscape cards that fit (M-18, M-25)"
    what = "cards" if site.in_cards else "amulets"
    return f"no {what} make exactly {huts * site.price} (M-18)"
