"""Cards and tiles gained: where they go, and what they bring at once (Y-42 to Y-59, Y-63 to Y-77)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import add, or_
from typing import Annotated, NamedTuple

from toolkit.core.decision import ALL, CHANCE, Action, Domain, asks
from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers import display
from toolkit.games.wayfarers.caravan import BONUSES, Laid, caravan_of, cells_of
from toolkit.games.wayfarers.components import names
from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.tables import CARDS, SPOTS, TILES, TILES_OF, Card, Tile, tile_prices
from toolkit.games.wayfarers.play.effects import ASKED, VERBS, Verb, optional, pend, resolves, spend_influence
from toolkit.games.wayfarers.state import DRAWN, OPEN, UNDER, UNSEEN, WayfarersState, replaced
from toolkit.games.wayfarers.tableau import Tableau

DRAWS = 3
"""How many cards are drawn to keep one (Y-64)."""

KIND = Domain(written=names.KINDS.__getitem__)

# ---- face-up cards (Y-63, Y-118) ---------------------------------------------------------------------------


@optional
@asks("{effect}: which one? (Y-63)")
class Acquiring(NamedTuple):
    """A player acquires a card (Y-63)."""

    actor: int
    effect: Annotated[int, ASKED]
    die: int

    def options(self, state: WayfarersState) -> list[Action]:
        """Return the cards that can be gained or discarded; and, with a die, to draw three instead."""
        effect, tableau = EFFECTS[self.effect], state.tableaux[self.actor]
        found: list[Action] = []
        wanted = welcome(tableau, effect.kind)
        for place in display.places_of(effect.kind):
            if (card := state.display[place]) == names.NONE:
                continue
            silver, used = display.price(state, place, effect)
            if _against(state, tableau, place, silver):
                continue
            fees = display.fee_ways(state, self.actor, place, silver, free=effect.free, used=used)
            if wanted & CARDS[card].hosts:
                found += [act.Gain.of[card, fee] for fee in fees]
            if effect.kind == names.INSPIRATION:
                found += [act.Discard.of[card, fee] for fee in fees]
        if self.die and effect.kind in (names.LAND, names.WATER) and state.pile(effect.kind):
            due = int(not state.pigeon)  # Y-65; of Y-76 nothing is left once the slot is paid
            if due <= tableau.provision:
                found.append(act.DrawThree.of[due])
        return found

    def why_not(self, state: WayfarersState, action: act.Gain | act.Discard) -> str:
        def price_at(place: int) -> int:
            return display.price(state, place, EFFECTS[self.effect])[0]

        def against(place: int) -> str:
            card, tableau, silver = CARDS[action.card], state.tableaux[self.actor], price_at(place)
            if card.kind != EFFECTS[self.effect].kind:
                return "the effect brings no such card (Y-63)"
            if why := _against(state, tableau, place, silver):
                return why.format(silver)
            homeless = isinstance(action, act.Gain) and not has_place(tableau, action.card)
            return _no_place(card) if homeless else ""

        return display.not_interacting(state, self.actor, action, against, price_at)

    def gain(self, state: WayfarersState, action: act.Gain) -> None:
        """Pay for a face-up card and gain it."""
        place, effect = display.place_of(state, action.card), EFFECTS[self.effect]
        silver, used = display.price(state, place, effect)
        display.pay_fee(state, self.actor, place, action.fee, free=effect.free, used=used)
        display.spend(state, self.actor, silver, 0)
        display.use_discount(state, used, 0)
        gain_card(state, self.actor, display.take_off(state, self.actor, place))

    def discard(self, state: WayfarersState, action: act.Discard) -> None:
        """Discard an inspiration card for the effect of its spot (Y-56)."""
        place = display.place_of(state, action.card)
        display.pay_fee(state, self.actor, place, action.fee, free=EFFECTS[self.effect].free)
        card = display.take_off(state, self.actor, place)
        state.inspiration.move(card, (OPEN, None), (UNDER, len(state.inspiration.cards[UNDER])), ALL)
        pend(state, self.actor, BLOCKS[SPOTS[place]].parts)

    def draw_three(self, state: WayfarersState, action: act.DrawThree) -> None:
        """Draw three cards instead of taking one that lies face up (Y-65)."""
        display.spend(state, self.actor, 0, action.provision)
        begin_drawing(state, self.actor, EFFECTS[self.effect].kind)


def _against(state: WayfarersState, tableau: Tableau, place: int, silver: int) -> str:
    """Return what speaks against the card at a place with this price, but for its fee and its host."""
    if display.has_fresh_worker(state, place):
        return display.FRESH_WORKER
    return "it costs {} silver (Y-63)" if silver > tableau.silver else ""


_asking = cache(Acquiring)


def welcome(tableau: Tableau, kind: int) -> int:
    """Return what cards of a kind must ask for to find a place, as bits of tags (Y-48, Y-54, Y-57).

    Cards that are no townsfolk ask for anything: for them it is all bits or none.
    """
    if kind == names.TOWNSFOLK:
        return reduce(or_, [CARDS[host].events for host, folk in tableau.hosts if folk == names.NONE], 0)
    if kind == names.SPACE:
        return -(len(tableau.space) < len(tableau.land) + len(tableau.water) - 1)
    return -(kind != names.INSPIRATION or names.NONE in tableau.inspirations)


def has_place(tableau: Tableau, card: int) -> bool:
    """Tell whether a card could be put somewhere (Y-48, Y-54, Y-57)."""
    return bool(welcome(tableau, CARDS[card].kind) & CARDS[card].hosts)


def hosts(tableau: Tableau, card: int) -> list[int]:
    """Return the cards under or above which a townsfolk or an inspiration may go (Y-54, Y-57, Y-60)."""
    if CARDS[card].kind == names.INSPIRATION:
        pairs = zip(tableau.space, tableau.inspirations, strict=True)
        return [host for host, above in pairs if above == names.NONE]
    free = (host for host, folk in tableau.hosts if folk == names.NONE)
    return [host for host in free if CARDS[host].events & CARDS[card].hosts]


def _no_place(card: Card) -> str:
    """Return why a card has no place."""
    hosts = " or ".join(names.marked(names.TAGS, card.hosts))
    return f"no free card can carry it{f': {hosts}' * (card.kind == names.TOWNSFOLK)} (Y-48, Y-54, Y-57)"


def _can_acquire(state: WayfarersState, player: int, number: int, die: int) -> bool:
    effect = EFFECTS[number]
    if effect.source:
        return bool(welcome(state.tableaux[player], effect.kind)) and state.pile(effect.kind) > 0
    return bool(_asking(player, number, die).options(state))


def _open_acquiring(state: WayfarersState, player: int, number: int, die: int) -> None:
    """Open an effect that brings a card: of three drawn, from the top of the pile, or from the display."""
    effect = EFFECTS[number]
    if effect.source == "draw3_keep1":
        begin_drawing(state, player, effect.kind)
    elif effect.source:
        state.stack.append(TakingTop(CHANCE, player, effect.kind))
    else:
        state.stack.append(_asking(player, number, die))


VERBS["acquire"] = Verb(_can_acquire, _open_acquiring)

# ---- cards of a pile (Y-64, Y-65, Y-125, Y-126) ------------------------------------------------------------


def begin_drawing(state: WayfarersState, player: int, kind: int) -> None:
    """Let a player draw up to three cards."""
    state.stack.append(Drawing(CHANCE, player, kind, min(DRAWS, state.pile(kind))))


class Drawing(NamedTuple):
    """A player draws so many cards of a pile, to keep one (Y-64)."""

    actor: int
    player: int
    kind: int
    left: int

    def outcomes(self, state: WayfarersState) -> Sequence[tuple[Action, int]]:
        return [(act.DrawCard.of[card, self.kind], 1) for card in display.next_cards(state, self.kind)]

    def seen_by(self, _state: WayfarersState) -> int:
        return 1 << self.player

    def draw(self, state: WayfarersState, action: act.DrawCard) -> None:
        zones = state.zones(self.kind)
        row = zones.cards[DRAWN]
        display.take_next(state, action.card, (DRAWN, len(row)), 1 << self.player)
        if self.left > 1:
            state.stack.append(self._replace(left=self.left - 1))
        elif len(row) > 1:
            # who saw one of them go under the pile does not see which of the hand it is (Y-126)
            order = range(len(row))
            zones.mix([(DRAWN, index) for index in order], order, 1 << self.player)
            state.stack.append(Keeping(self.player, self.kind))
        else:
            _keep(state, self.player, action.card)


@asks("Which of the {kind} cards that you have drawn do you keep? (Y-64)")
class Keeping(NamedTuple):
    """A player keeps one of the drawn cards; the others go under the pile (Y-64)."""

    actor: int
    kind: Annotated[int, KIND]

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        return [act.Keep.of[card] for card in sorted(state.zones(self.kind).cards[DRAWN])]

    def keep(self, state: WayfarersState, action: act.Keep) -> None:
        _keep(state, self.actor, action.card)
        if len(state.zones(self.kind).cards[DRAWN]) > 1:
            state.stack.append(Burying(self.actor, self.kind))
        else:
            _bury_all(state, self.kind)


def _keep(state: WayfarersState, player: int, card: int) -> None:
    zones = state.zones(CARDS[card].kind)
    zones.move(card, (DRAWN, zones.cards[DRAWN].index(card)), (OPEN, None))
    gain_card(state, player, card)


@asks("Which of the other {kind} cards goes under the pile first? (Y-64)")
class Burying(NamedTuple):
    """A player says which of the drawn cards goes under the pile first (Y-64)."""

    actor: int
    kind: Annotated[int, KIND]

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        return [act.Bury.of[card, self.kind] for card in sorted(state.zones(self.kind).cards[DRAWN])]

    def seen_by(self, _state: WayfarersState) -> int:
        return 1 << self.actor

    def bury(self, state: WayfarersState, action: act.Bury) -> None:
        zones = state.zones(self.kind)
        index = zones.cards[DRAWN].index(action.card)
        zones.move(action.card, (DRAWN, index), (UNDER, len(zones.cards[UNDER])))
        _bury_all(state, self.kind)


def _bury_all(state: WayfarersState, kind: int) -> None:
    zones = state.zones(kind)
    while zones.cards[DRAWN]:
        zones.move(zones.cards[DRAWN][0], (DRAWN, 0), (UNDER, len(zones.cards[UNDER])))


class TakingTop(NamedTuple):
    """The card on top of a pile goes to a player, or unseen to the rival (Y-108)."""

    actor: int
    player: int
    kind: int

    def outcomes(self, state: WayfarersState) -> Sequence[tuple[Action, int]]:
        return [(act.TakeTop.of[card, self.kind], 1) for card in display.next_cards(state, self.kind)]

    def seen_by(self, state: WayfarersState) -> int:
        return ALL if self.player < state.players else 0

    def take(self, state: WayfarersState, action: act.TakeTop) -> None:
        if self.player < state.players:
            display.take_next(state, action.card, (OPEN, None))
            gain_card(state, self.player, action.card)
        else:
            display.take_next(state, action.card, (UNSEEN, None))
            state.rivals[0].take(self.kind)


# ---- a card is gained --------------------------------------------------------------------------------------


def gain_card(state: WayfarersState, player: int, number: int) -> None:
    """Put a card into a tableau, and open what it brings at once, in any order (Y-124)."""
    card, tableau = CARDS[number], state.tableaux[player]
    parts = [*card.on_gain, *_links(tableau, number), *reactions(state, player, card)]
    state.gained = (*state.gained, number)
    pend(state, player, parts)
    if card.kind in (names.TOWNSFOLK, names.INSPIRATION):
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
    if card.kind != names.WATER:
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
            under = CARDS[folk].reaction if folk != names.NONE and works(state, folk) else ()
            found += (*CARDS[vista].reaction, *under) * times
    return found


def works(state: WayfarersState, card: int) -> bool:
    """Tell whether a card may be used: it was not gained this turn (Y-68)."""
    return state.rules.benefits_same_turn or card not in state.gained


@asks("Where does {card} go? (Y-54, Y-57)")
class Hosting(NamedTuple):
    """A player says where a townsfolk or an inspiration goes (Y-54, Y-57)."""

    actor: int
    card: Annotated[int, act.CARD]

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        return act.in_order([act.Host.of[host] for host in hosts(state.tableaux[self.actor], self.card)])

    def tuck(self, state: WayfarersState, action: act.Host) -> None:
        state.tableaux[self.actor].tuck(self.card, action.card)


# ---- upgrade tiles (Y-70 to Y-77, Y-130) -------------------------------------------------------------------


@optional
@resolves("upgrade")
@asks("{effect}: which one, and how do you pay? (Y-70)")
class Upgrading(NamedTuple):
    """A player takes an upgrade tile (Y-70)."""

    actor: int
    effect: Annotated[int, ASKED]
    die: int

    def options(self, state: WayfarersState) -> list[Action]:
        """Return the tiles that can be taken by an effect, and how they can be paid."""
        effect, tableau = EFFECTS[self.effect], state.tableaux[self.actor]
        silver, guild, influence = tile_prices(effect.kind)
        for_silver = effect.free or tableau.silver >= silver - state.discount[0]
        for_influence = not effect.free and guild != names.NONE and tableau.guilds[guild] >= influence
        ways = [paid for paid, possible in ((False, for_silver), (True, for_influence)) if possible]
        if not ways:
            return []
        return [
            act.TakeTile.of[tile, paid]
            for tile in TILES_OF[effect.kind]
            if state.tiles_left[tile] and tableau.caravan.has_room(tile)
            for paid in ways
        ]

    def why_not(self, state: WayfarersState, action: act.TakeTile) -> str:
        room = state.tableaux[self.actor].caravan.has_room(action.tile)
        return "" if room else "the caravan has no room for it (Y-72)"

    def take(self, state: WayfarersState, action: act.TakeTile) -> None:
        """Pay for a tile; it is laid next."""
        silver, guild, influence = tile_prices(TILES[action.tile].kind)
        if action.influence:
            spend_influence(state, self.actor, guild, influence)
        elif not EFFECTS[self.effect].free:
            used = min(silver, state.discount[0])
            display.use_discount(state, used, 0)
            display.spend(state, self.actor, silver - used, 0)
        state.tiles_left = replaced(state.tiles_left, action.tile, state.tiles_left[action.tile] - 1)
        found = state.tableaux[self.actor].caravan.placements(action.tile)
        if len(found) == 1:
            _lay(state, self.actor, found[0])
        else:
            state.stack.append(PlacingTile(self.actor, action.tile))


@asks("Where does {tile} lie? Row and column of its upper left cell (Y-71)")
class PlacingTile(NamedTuple):
    """A player lays a tile on the caravan (Y-71)."""

    actor: int
    tile: Annotated[int, act.TILE]

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        found = state.tableaux[self.actor].caravan.placements(self.tile)
        return [act.PlaceTile.of[laid.row, laid.column, laid.back] for laid in found]

    def place(self, state: WayfarersState, action: act.PlaceTile) -> None:
        _lay(state, self.actor, Laid(self.tile, action.row, action.column, action.back))


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
