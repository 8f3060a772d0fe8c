"""Cards and tiles gained: where they go, and what they bring at once (Y-42 to Y-59, Y-63 to Y-77)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add, or_

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action
from toolkit.games.wayfarers.actions import (
    BURIES,
    DISCARDS,
    DRAW_THREES,
    DRAWN_CARDS,
    GAINS,
    HOSTS,
    KEEPS,
    PLACES,
    TAKE_TILES,
    TOPS,
    Bury,
    Discard,
    DrawCard,
    DrawThree,
    Gain,
    Host,
    Keep,
    PlaceTile,
    TakeTile,
    TakeTop,
)
from toolkit.games.wayfarers.caravan import BONUSES, Laid, caravan_of, cells_of
from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.names import (
    INSPIRATION,
    LAND,
    NONE,
    SPACE,
    TOWNSFOLK,
    WATER,
)
from toolkit.games.wayfarers.components.tables import CARDS, SPOTS, TILES, TILES_OF, Card, Tile, tile_prices
from toolkit.games.wayfarers.display import (
    fee_ways,
    has_fresh_worker,
    next_cards,
    pay_fee,
    place_of,
    places_of,
    price,
    spend,
    take_next,
    take_off,
    use_discount,
)
from toolkit.games.wayfarers.influence import spend_influence
from toolkit.games.wayfarers.state import (
    DRAWN,
    OPEN,
    UNDER,
    UNSEEN,
    Acquiring,
    Burying,
    Drawing,
    Hosting,
    Keeping,
    Pending,
    PlacingTile,
    TakingTop,
    Upgrading,
    WayfarersState,
    replaced,
)
from toolkit.games.wayfarers.tableau import Tableau

DRAWS = 3
"""How many cards are drawn to keep one (Y-64)."""

# ---- face-up cards (Y-63, Y-118) ---------------------------------------------------------------------------


def acquirable(state: WayfarersState, frame: Acquiring) -> list[Action]:
    """Return the ways to acquire a card by an effect."""
    player, effect, tableau = frame.actor, EFFECTS[frame.effect], state.tableaux[frame.actor]
    found: list[Action] = []
    wanted = welcome(tableau, effect.kind)
    for place in places_of(effect.kind):
        card = state.display[place]
        if card == NONE or has_fresh_worker(state, place):
            continue
        silver, used = price(state, place, effect)
        if silver > tableau.silver:
            continue
        fees = fee_ways(state, player, place, silver, free=effect.free, used=used)
        if wanted & CARDS[card].hosts:
            found += [GAINS[card][fee] for fee in fees]
        if effect.kind == INSPIRATION:
            found += [DISCARDS[card][fee] for fee in fees]
    if frame.die and effect.kind in (LAND, WATER) and state.pile(effect.kind):
        due = int(not state.pigeon)  # Y-65; of Y-76 nothing is left once the slot is paid
        if due <= tableau.provision:
            found.append(DRAW_THREES[due])
    return found


def welcome(tableau: Tableau, kind: int) -> int:
    """Return what cards of a kind must ask for to find a place, as bits of tags (Y-48, Y-54, Y-57).

    Cards that are no townsfolk ask for anything: for them it is all bits or none.
    """
    if kind == TOWNSFOLK:
        return reduce(or_, [CARDS[host].events for host, folk in tableau.hosts if folk == NONE], 0)
    if kind == SPACE:
        return -(len(tableau.space) < len(tableau.land) + len(tableau.water) - 1)
    return -(kind != INSPIRATION or NONE in tableau.inspirations)


def has_place(tableau: Tableau, card: int) -> bool:
    """Tell whether a card could be put somewhere (Y-48, Y-54, Y-57)."""
    return bool(welcome(tableau, CARDS[card].kind) & CARDS[card].hosts)


def hosts(tableau: Tableau, card: int) -> list[int]:
    """Return the cards under or above which a townsfolk or an inspiration may go (Y-54, Y-57, Y-60)."""
    if CARDS[card].kind == INSPIRATION:
        pairs = zip(tableau.space, tableau.inspirations, strict=True)
        return [host for host, above in pairs if above == NONE]
    free = (host for host, folk in tableau.hosts if folk == NONE)
    return [host for host in free if CARDS[host].events & CARDS[card].hosts]


def gain(state: WayfarersState, action: Gain, frame: Acquiring) -> None:
    """Pay for a face-up card and gain it."""
    place = place_of(state, action.card)
    effect = EFFECTS[frame.effect]
    silver, used = price(state, place, effect)
    pay_fee(state, frame.actor, place, action.fee, free=effect.free, used=used)
    spend(state, frame.actor, silver, 0)
    use_discount(state, used, 0)
    gain_card(state, frame.actor, take_off(state, frame.actor, place))


def discard(state: WayfarersState, action: Discard, frame: Acquiring) -> None:
    """Discard an inspiration card for the effect of its spot (Y-56)."""
    place = place_of(state, action.card)
    pay_fee(state, frame.actor, place, action.fee, free=EFFECTS[frame.effect].free)
    card = take_off(state, frame.actor, place)
    state.inspiration.move(card, (OPEN, None), (UNDER, len(state.inspiration.cards[UNDER])), ALL)
    pend(state, frame.actor, BLOCKS[SPOTS[place]].parts)


# ---- cards of a pile (Y-64, Y-65, Y-125, Y-126) ------------------------------------------------------------


def draw_three(state: WayfarersState, action: DrawThree, frame: Acquiring) -> None:
    """Draw three cards instead of taking one that lies face up (Y-65)."""
    spend(state, frame.actor, 0, action.provision)
    begin_drawing(state, frame.actor, EFFECTS[frame.effect].kind)


def begin_drawing(state: WayfarersState, player: int, kind: int) -> None:
    """Let a player draw up to three cards."""
    state.stack.append(Drawing(CHANCE, player, kind, min(DRAWS, state.pile(kind))))


def drawn(state: WayfarersState, frame: Drawing | TakingTop) -> list[tuple[Action, int]]:
    """Return what can be drawn."""
    draws = DRAWN_CARDS if isinstance(frame, Drawing) else TOPS
    return [(draws[card], 1) for card in next_cards(state, frame.kind)]


def draw_card(state: WayfarersState, action: DrawCard, frame: Drawing) -> None:
    """Draw a card that its player alone sees."""
    row = state.zones(frame.kind).cards[DRAWN]
    take_next(state, action.card, (DRAWN, len(row)), 1 << frame.player)
    if frame.left > 1:
        state.stack.append(frame._replace(left=frame.left - 1))
    elif len(row) > 1:
        state.stack.append(Keeping(frame.player, frame.kind))
    else:
        _keep(state, frame.player, action.card)


def keepable(state: WayfarersState, frame: Keeping) -> list[Action]:
    """Return the drawn cards."""
    return [KEEPS[card] for card in sorted(state.zones(frame.kind).cards[DRAWN])]


def keep(state: WayfarersState, action: Keep, frame: Keeping) -> None:
    """Keep a drawn card; the others go under the pile."""
    _keep(state, frame.actor, action.card)
    row = state.zones(frame.kind).cards[DRAWN]
    if len(row) > 1:
        state.stack.append(Burying(frame.actor, frame.kind))
    else:
        _bury_all(state, frame.kind)


def _keep(state: WayfarersState, player: int, card: int) -> None:
    zones = state.zones(CARDS[card].kind)
    zones.move(card, (DRAWN, zones.cards[DRAWN].index(card)), (OPEN, None))
    gain_card(state, player, card)


def buriable(state: WayfarersState, frame: Burying) -> list[Action]:
    """Return which of the cards may go under the pile first."""
    return [BURIES[card] for card in sorted(state.zones(frame.kind).cards[DRAWN])]


def bury(state: WayfarersState, action: Bury, frame: Burying) -> None:
    """Put a card under the pile, then the other one."""
    zones = state.zones(frame.kind)
    index = zones.cards[DRAWN].index(action.card)
    zones.move(action.card, (DRAWN, index), (UNDER, len(zones.cards[UNDER])))
    _bury_all(state, frame.kind)


def _bury_all(state: WayfarersState, kind: int) -> None:
    zones = state.zones(kind)
    while zones.cards[DRAWN]:
        zones.move(zones.cards[DRAWN][0], (DRAWN, 0), (UNDER, len(zones.cards[UNDER])))


def take_top(state: WayfarersState, action: TakeTop, frame: TakingTop) -> None:
    """Gain the card on top of a pile; the rival takes it unseen (Y-108)."""
    if frame.player < state.players:
        take_next(state, action.card, (OPEN, None))
        gain_card(state, frame.player, action.card)
    else:
        take_next(state, action.card, (UNSEEN, None))
        state.rivals[0].take(frame.kind)


# ---- a card is gained --------------------------------------------------------------------------------------


def gain_card(state: WayfarersState, player: int, number: int) -> None:
    """Put a card into a tableau, and open what it brings at once, in any order (Y-124)."""
    card, tableau = CARDS[number], state.tableaux[player]
    parts = [*card.on_gain, *_links(tableau, number), *reactions(state, player, card)]
    state.gained = (*state.gained, number)
    pend(state, player, parts)
    if card.kind in (TOWNSFOLK, INSPIRATION):
        found = hosts(tableau, number)
        if len(found) == 1:
            tableau.tuck(number, found[0])
        else:
            state.stack.append(Hosting(player, number))
    else:
        tableau.add(number)


def _links(tableau: Tableau, number: int) -> list[int]:
    """Return the links between a new water card and the last one (Y-47)."""
    card = CARDS[number]
    if card.kind != WATER:
        return []
    offered = CARDS[tableau.water[-1]].right_links
    return [effect for row, effect in offered.items() if row in card.left_bolts]


def reactions(state: WayfarersState, player: int, gained: Card | Tile) -> list[int]:
    """Return what the vistas of a player add to a gain, with the townsfolk under them (Y-43, Y-45, Y-58)."""
    tableau = state.tableaux[player]
    found: list[int] = []
    for vista, folk in zip(tableau.land, tableau.land_folk, strict=True):
        reacts = CARDS[vista].reacts
        if reacts & gained.events and works(state, vista):
            tags = sum(reacts >> tag & 1 for tag in gained.tags)
            times = tags or 1 if state.rules.reaction_per == "tag" else 1
            under = CARDS[folk].reaction if folk != NONE and works(state, folk) else ()
            found += (*CARDS[vista].reaction, *under) * times
    return found


def works(state: WayfarersState, card: int) -> bool:
    """Tell whether a card may be used: it was not gained this turn (Y-68)."""
    return state.rules.benefits_same_turn or card not in state.gained


def host_options(state: WayfarersState, frame: Hosting) -> list[Action]:
    """Return where a townsfolk or an inspiration may go."""
    return [HOSTS[host] for host in hosts(state.tableaux[frame.actor], frame.card)]


def tuck(state: WayfarersState, action: Host, frame: Hosting) -> None:
    """Put a townsfolk or an inspiration where it goes."""
    state.tableaux[frame.actor].tuck(frame.card, action.card)


def pend(state: WayfarersState, player: int, parts: Iterable[int], die: int = 0) -> None:
    """Open effects that a player may resolve in any order (Y-69)."""
    parts = tuple(parts)
    if parts:
        state.stack.append(Pending(AUTOMATIC, player, parts, die))


# ---- upgrade tiles (Y-70 to Y-77, Y-130) -------------------------------------------------------------------


def tile_options(state: WayfarersState, frame: Upgrading) -> list[Action]:
    """Return the tiles that can be taken by an effect, and how they can be paid."""
    effect, tableau = EFFECTS[frame.effect], state.tableaux[frame.actor]
    silver, guild, influence = tile_prices(effect.kind)
    for_silver = effect.free or tableau.silver >= silver - state.discount[0]
    for_influence = not effect.free and guild != NONE and tableau.guilds[guild] >= influence
    ways = [paid for paid, possible in ((False, for_silver), (True, for_influence)) if possible]
    if not ways:
        return []
    return [
        TAKE_TILES[tile][paid]
        for tile in TILES_OF[effect.kind]
        if state.tiles_left[tile] and tableau.caravan.has_room(tile)
        for paid in ways
    ]


def take_tile(state: WayfarersState, action: TakeTile, frame: Upgrading) -> None:
    """Pay for a tile; it is laid next."""
    silver, guild, influence = tile_prices(TILES[action.tile].kind)
    if action.influence:
        spend_influence(state, frame.actor, guild, influence)
    elif not EFFECTS[frame.effect].free:
        used = min(silver, state.discount[0])
        use_discount(state, used, 0)
        spend(state, frame.actor, silver - used, 0)
    state.tiles_left = replaced(state.tiles_left, action.tile, state.tiles_left[action.tile] - 1)
    found = state.tableaux[frame.actor].caravan.placements(action.tile)
    if len(found) == 1:
        _lay(state, frame.actor, found[0])
    else:
        state.stack.append(PlacingTile(frame.actor, action.tile))


def tile_places(state: WayfarersState, frame: PlacingTile) -> list[Action]:
    """Return where a tile can be laid (Y-71)."""
    found = state.tableaux[frame.actor].caravan.placements(frame.tile)
    return [PLACES[laid.row, laid.column, laid.back] for laid in found]


def place_tile(state: WayfarersState, action: PlaceTile, frame: PlacingTile) -> None:
    """Lay a tile on the caravan."""
    _lay(state, frame.actor, Laid(frame.tile, action.row, action.column, action.back))


def _lay(state: WayfarersState, player: int, laid: Laid) -> None:
    """Lay a tile; what it covers and what reacts to it follows (Y-73, Y-77)."""
    tile, tableau = TILES[laid.tile], state.tableaux[player]
    bonuses = BONUSES[tableau.board]
    parts = [bonuses[cell] for cell in cells_of(laid.tile, laid.row, laid.column) if cell in bonuses]
    parts += reactions(state, player, tile)
    tableau.tiles = (*tableau.tiles, laid)
    tableau.counts = tuple(map(add, tableau.counts, tile.counts))
    tableau.caravan = caravan_of(tableau.tiles)
    pend(state, player, parts)
