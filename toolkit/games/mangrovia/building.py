"""What spaces ask under the birds, who can build there, and why not (M-17, M-18, M-23 to M-25)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from toolkit.core.decision import Action
from toolkit.games.mangrovia.actions import NO_LANDSCAPE, Build
from toolkit.games.mangrovia.board import Board, Space
from toolkit.games.mangrovia.components import FREE, FREE_TILE
from toolkit.games.mangrovia.payments import Means, sums
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.state import MangroviaState

# ---- which spaces are open under the birds (M-17, M-25) ----------------------------------------------------


class Site(NamedTuple):
    """A space under certain birds: what it asks, and the actions that build there.

    Its number, its landscapes as a mask, those that birds mark and those that none does, the price, whether
    it is paid in cards, whether a double hut is possible (M-24).
    """

    space: int
    faces: int
    marked: tuple[int, ...]
    unmarked: tuple[int, ...]
    price: int
    in_cards: bool
    doubled: bool
    single: Build
    double: Build


@lru_cache(maxsize=64)
def sites(board: Board, birds: tuple[int, ...]) -> tuple[Site, ...]:
    """Return all spaces of a board as they are under certain birds, in order."""
    return tuple(_site(number, space, birds) for number, space in enumerate(board.spaces))


def _site(number: int, space: Space, birds: tuple[int, ...]) -> Site:
    marked = tuple(face for face in space.landscapes if face in birds)
    unmarked = tuple(face for face in space.landscapes if face not in birds)
    price = space.price, space.pay == "cards"
    actions = Build.of[space.id, 1], Build.of[space.id, 2]
    return Site(number, mask_of(space.landscapes), marked, unmarked, *price, space.doubled, *actions)


def site_of(state: MangroviaState, space: int) -> Site:
    """Return a space as it is under the birds."""
    return sites(state.rules.layout, state.birds)[space]


# ---- who can build where -----------------------------------------------------------------------------------


def _waives(state: MangroviaState, player: int, huts: int) -> bool:
    """Tell whether a player may build without a bird: with a "free landscape" tile, a single hut (B26)."""
    return huts == 1 and FREE_TILE in state.tiles[player]


def may_build(state: MangroviaState, player: int, huts: int) -> bool:
    """Tell whether a player can build as far as everybody knows: the faces of the hand are not looked at."""
    waives = _waives(state, player, huts)
    replaced = waives and state.rules.free_landscape == "replaces_card"
    if state.supply[player] < huts or len(state.landscapes.cards[player]) < (0 if replaced else huts):
        return False
    cards, amulets = bool(state.card_means(player)), bool(state.amulet_means(player))
    return any(
        state.owners[site.space] == FREE
        and (waives or site.marked)
        and (huts == 1 or site.doubled)
        and (cards if site.in_cards else amulets)
        for site in sites(state.rules.layout, state.birds)
    )


def buildable(state: MangroviaState, player: int, hut: int, double: int) -> list[Action]:
    """Return the huts, the double huts or both that a player can pay for exactly (M-17, M-18, M-23)."""
    owners, hand, serving = state.owners, state.landscapes.cards[player], _serving(state, player)
    cards, amulets = sums(state.card_means(player)), sums(state.amulet_means(player))
    found: list[Action] = []
    for site in sites(state.rules.layout, state.birds):
        if owners[site.space] != FREE or not site.faces & serving:
            continue
        made = cards if site.in_cards else amulets
        if hut and made >> site.price & 1:
            found.append(site.single)
        if double and site.doubled and made >> 2 * site.price & 1 and _pair(hand, site):
            found.append(site.double)
    return found


def _serving(state: MangroviaState, player: int) -> int:
    """Return the landscapes, as a mask, on which a player can pay the landscape of a single hut.

    That is a card in hand of a landscape with a bird; a "free landscape" tile serves for any landscape, or
    where it waives the birds for any in hand (M-17, M-18, B26).
    """
    tile = _waives(state, player, 1)
    if tile and state.rules.free_landscape == "replaces_card":
        return (1 << NO_LANDSCAPE) - 1
    marked = range(NO_LANDSCAPE) if tile else state.birds
    return mask_of(face for face in marked if face in state.landscapes.cards[player])


def mask_of(faces: Iterable[int]) -> int:
    """Return landscapes as a mask."""
    mask = 0
    for face in faces:
        mask |= 1 << face
    return mask


def _pair(hand: Sequence[int], site: Site) -> bool:
    """Tell whether a hand pays both landscapes of a double hut, each marked by a bird (M-23, M-25)."""
    return sum([hand.count(face) for face in site.marked]) > 1


def why_not_here(state: MangroviaState, player: int, action: Build) -> str:
    """Return why a player cannot build a hut on a space, at whatever pier."""
    huts, site = action.huts, site_of(state, state.rules.layout.number[action.space])
    if state.supply[player] < huts:
        return f"too few huts are left: {state.supply[player]} (M-24)"
    if state.owners[site.space] != FREE:
        return "the space is not empty (M-17)"
    if huts == 2 and not site.doubled:
        return "no double hut in the stone and pole areas and on amulet spaces (M-24)"
    if not site.marked and not _waives(state, player, huts):
        return "no bird marks its landscape (M-17)"
    hand = state.landscapes.cards[player]
    if not (site.faces & _serving(state, player) if huts == 1 else _pair(hand, site)):
        return "the hand holds too few landscape cards that fit (M-18, M-25)"
    what = "cards" if site.in_cards else "amulets"
    return f"no {what} make exactly {huts * site.price} (M-18)"


def landscape_ways(rules: Rules, site: Site, *, waives: bool) -> list[int]:
    """Return with which landscapes a hut can be paid, ascending; `waives`: a tile stands for a bird (B26)."""
    ways = list(site.marked)
    if waives:
        ways += [NO_LANDSCAPE] if rules.free_landscape == "replaces_card" else site.unmarked
    return sorted(ways)


def ways_of(state: MangroviaState, player: int, site: Site, huts: int) -> list[int]:
    """Return with which landscapes a player can pay a hut as far as everybody knows."""
    return landscape_ways(state.rules, site, waives=_waives(state, player, huts))


def means_of(state: MangroviaState, player: int, site: Site) -> Means:
    """Return what a player can pay the price of a space with."""
    return state.card_means(player) if site.in_cards else state.amulet_means(player)
