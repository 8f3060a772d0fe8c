"""Building huts: what can be paid for, how it is paid, and what a hut brings (M-17 to M-25, M-40, M-45)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from toolkit.core.decision import Action
from toolkit.games.mangrovia.actions import NO_LANDSCAPE, PAY_LANDSCAPES, PAYS, Build, Pay, PayLandscape
from toolkit.games.mangrovia.board import Board, Space
from toolkit.games.mangrovia.components import AMULET_TILE, CARD_TILE, FREE, FREE_TILE, NO_TILE, PIERS, Part
from toolkit.games.mangrovia.payments import AMULET, HAND, START, Means, next_means, source_of, sums, value_of
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.state import Acting, MangroviaState, Paying, PayingLandscape, replaced

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
    actions = Build(space.id, 1), Build(space.id, 2)
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


def buildable(state: MangroviaState, frame: Acting) -> list[Action]:
    """Return the huts and double huts that the player can pay for exactly (M-17, M-18, M-23)."""
    player, owners = frame.actor, state.owners
    hand, serving = state.landscapes.cards[player], _serving(state, player)
    cards, amulets = sums(state.card_means(player)), sums(state.amulet_means(player))
    found: list[Action] = []
    for site in sites(state.rules.layout, state.birds):
        if owners[site.space] != FREE or not site.faces & serving:
            continue
        made = cards if site.in_cards else amulets
        if frame.hut and made >> site.price & 1:
            found.append(site.single)
        if frame.double and site.doubled and made >> 2 * site.price & 1 and _pair(hand, site):
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


def why_not_built(state: MangroviaState, frame: Acting, action: Build) -> str:
    """Return why a hut cannot be built at this pier."""
    huts = action.huts
    part = PIERS[state.pier][state.step - 1]  # the frame leaves out what all know to be impossible
    if not (part.hut if huts == 1 else part.double):
        return f"this pier builds no {'double hut' if huts == 2 else 'hut'} now (M-12, M-23)"
    return why_not_here(state, frame.actor, action)


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


# ---- paying ------------------------------------------------------------------------------------------------


def build(state: MangroviaState, action: Build, frame: Acting) -> None:
    """Begin to build: the landscape is paid at once where everybody knows which, else it is asked for."""
    player, huts = frame.actor, action.huts
    space = state.rules.layout.number[action.space]
    site = site_of(state, space)
    state.todo = Part(hut=frame.hut - 1) if not frame.double else Part()
    ways = _ways(state, player, site, huts)
    if len(ways) > 1:
        state.stack.append(PayingLandscape(player, space, huts, huts, 0))
        return
    for _ in range(huts):
        _take_landscape(state, player, ways[0])
    state.stack.append(Paying(player, space, huts, huts * site.price, 0))


def landscape_ways(rules: Rules, site: Site, *, waives: bool) -> list[int]:
    """Return with which landscapes a hut can be paid, ascending; `waives`: a tile stands for a bird (B26)."""
    ways = list(site.marked)
    if waives:
        ways += [NO_LANDSCAPE] if rules.free_landscape == "replaces_card" else site.unmarked
    return sorted(ways)


def _ways(state: MangroviaState, player: int, site: Site, huts: int) -> list[int]:
    """Return with which landscapes a player can pay a hut as far as everybody knows."""
    return landscape_ways(state.rules, site, waives=_waives(state, player, huts))


def _take_landscape(state: MangroviaState, player: int, face: int) -> None:
    """Pay a landscape card, or the tile, which goes along with a landscape that no bird marks (B26)."""
    if face != NO_LANDSCAPE:
        state.landscapes.give(face, player, state.played)
    if face not in state.birds:
        _give_up(state, player, FREE_TILE)


def payable_landscapes(state: MangroviaState, frame: PayingLandscape) -> Sequence[Action]:
    """Return which landscape may be paid next, in ascending order, so that the others still can be."""
    player, space, huts, left, least = frame
    hand = state.landscapes.cards[player]
    ways = [face for face in _ways(state, player, site_of(state, space), huts) if face >= least]
    able = [face for face in ways if face == NO_LANDSCAPE or face in hand]
    if left == 1:
        return [PAY_LANDSCAPES[face] for face in able]
    return [
        PAY_LANDSCAPES[face]
        for face in able
        if sum([hand.count(other) for other in able if other >= face]) >= left
    ]


def can_pay_both(state: MangroviaState, frame: PayingLandscape) -> bool:
    """Tell whether a hand pays the landscapes that are left, and then the price: it was announced (M-18)."""
    player, space, huts, _, _ = frame
    site = site_of(state, space)
    made = sums(_means(state, player, site))
    return bool(made >> huts * site.price & 1 and payable_landscapes(state, frame))


def pay_landscape(state: MangroviaState, action: PayLandscape, frame: PayingLandscape) -> None:
    """Pay a landscape; another one, or the price, follows."""
    player, space, huts, left, _ = frame
    site = site_of(state, space)
    _take_landscape(state, player, action.face)
    if left > 1 and action.face < max(_ways(state, player, site, huts)):
        state.stack.append(PayingLandscape(player, space, huts, left - 1, action.face))
        return
    for _ in range(left - 1):
        _take_landscape(state, player, action.face)  # in ascending order there is no other
    state.stack.append(Paying(player, space, huts, huts * site.price, 0))


def payable(state: MangroviaState, frame: Paying) -> Sequence[Action]:
    """Return which card, amulet or tile may be paid next, so that the sum can be made exactly (M-18)."""
    player, space, _, left, least = frame
    return [PAYS[one] for one in next_means(_means(state, player, site_of(state, space)), left, least)]


def can_pay(state: MangroviaState, frame: Paying) -> bool:
    """Tell whether a player can make the rest of the sum: the hut was announced (M-18)."""
    return bool(payable(state, frame))


def _means(state: MangroviaState, player: int, site: Site) -> Means:
    """Return what a player can pay the price of a space with."""
    return state.card_means(player) if site.in_cards else state.amulet_means(player)


def pay(state: MangroviaState, action: Pay, frame: Paying) -> None:
    """Pay a card, an amulet or a tile; the hut stands when the sum is paid."""
    player, space, huts, left, _ = frame
    value = value_of(action.means)
    _spend(state, player, value, source_of(action.means), site_of(state, space).in_cards)
    if left > value:
        state.stack.append(Paying(player, space, huts, left - value, action.means))
    else:
        _settle(state, player, space, huts)


def _spend(state: MangroviaState, player: int, value: int, source: int, in_cards: bool) -> None:
    """Lay what was paid where it goes (M-26, M-27, M-40, B4)."""
    if source == HAND:
        state.valuables.give(value, player, state.played)
    elif source == START:
        left = list(state.start_cards[player])
        left.remove(value)
        state.start_cards = replaced(state.start_cards, player, tuple(left))
    elif source == AMULET:
        goes = {"bag": state.played, "board": state.open, "out": state.out}
        state.amulets.give(value, player, goes[state.rules.spent_ones] if value == 1 else state.played)
    else:
        _give_up(state, player, CARD_TILE if in_cards else AMULET_TILE)


def _give_up(state: MangroviaState, player: int, tile: int) -> None:
    """Put a stone tile that was used out of the game (M-40)."""
    left = list(state.tiles[player])
    left.remove(tile)
    state.tiles = replaced(state.tiles, player, tuple(left))


def _settle(state: MangroviaState, player: int, space: int, huts: int) -> None:
    """Put huts on a space, with all that they bring at once (M-19, M-20, M-23, M-38, M-45)."""
    board = state.rules.layout
    state.owners, state.sizes = replaced(state.owners, space, player), replaced(state.sizes, space, huts)
    state.supply[player] -= huts
    if not state.supply[player] and state.last == FREE:
        state.last = player
    area = board.spaces[space].area
    state.points[player] += huts * board.spaces[space].points
    if area == "amulet":
        state.track[player] += 1
    elif area == "pole":
        tile = state.rules.box.pole_tiles[sum(map(bool, state.pole))]
        state.pole = replaced(state.pole, board.pole.index(space), tile)
        state.points[player] += tile
    elif area == "stone":
        place = board.stone.index(space)
        if state.stone[place] != NO_TILE:
            held = tuple(sorted([*state.tiles[player], state.stone[place]]))
            state.tiles = replaced(state.tiles, player, held)
            state.stone = replaced(state.stone, place, NO_TILE)
