"""The display: what speaks against using its cards, fees and prices, workers there, sliding and refilling."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolkit.games.wayfarers import actions as act
from toolkit.games.wayfarers.components.effects import Effect
from toolkit.games.wayfarers.components.names import KINDS, NONE, SPACE, WORKERS
from toolkit.games.wayfarers.components.tables import BOARD, CARDS, WORKERS_ON
from toolkit.games.wayfarers.state import PILE, UNDER, WayfarersState, replaced

SLOTS_EACH = 4
"""The face-up cards of each kind (Y-2)."""

PLACES = range(len(KINDS) * SLOTS_EACH)
"""The places of the display: ``4 * kind + slot``, slot 0 where the cards slide to."""

_COLOURS, _FRESH = 0b111, 3
"""Where the workers of a place stand in its mask, and by how many bits higher those placed this turn."""


def place_of(state: WayfarersState, card: int) -> int:
    """Return the place of a face-up card."""
    return state.display.index(card)


def places_of(kind: int) -> range:
    """Return the places of a kind."""
    return range(SLOTS_EACH * kind, SLOTS_EACH * (kind + 1))


# ---- resources ---------------------------------------------------------------------------------------------


def spend(state: WayfarersState, player: int, silver: int, provision: int) -> None:
    """Let a player pay resources."""
    tableau = state.tableaux[player]
    tableau.silver -= silver
    tableau.provision -= provision
    if silver or provision:
        purse = state.purse
        state.purse = max(0, purse[0] - silver), max(0, purse[1] - provision)


def use_discount(state: WayfarersState, silver: int, provision: int) -> None:
    """Use up what the discounts of a die action were good for (Y-76, Y-130)."""
    if silver or provision:
        left = state.discount
        state.discount = max(0, left[0] - silver), max(0, left[1] - provision)


# ---- fees and prices (Y-19 to Y-23, Y-63, Y-118, Y-119) ----------------------------------------------------


def owes_fee(state: WayfarersState, player: int, place: int) -> bool:
    """Tell whether a player has to pay for interacting with the card at a place."""
    return state.tokens[place] not in (NONE, player)


def waived(state: WayfarersState, free: bool, used: int) -> tuple[bool, bool]:
    """Tell whether "free", or what the price leaves of a discount, covers a fee in each kind (Y-23)."""
    if not state.rules.fee_discounted:
        return False, False
    silver, provision = state.discount
    return free or silver > used, free or provision > 0


def fee_ways(
    state: WayfarersState, player: int, place: int, silver: int = 0, *, free: bool = False, used: int = 0
) -> tuple[int, ...]:
    """Return how the fee at a place can be paid beside a price that the player has; empty if it cannot.

    `free` and `used` tell of an effect that is free, and of the discount that the price uses up (Y-23).
    """
    if not owes_fee(state, player, place):
        return (act.NO_FEE,)
    tableau = state.tableaux[player]
    own = (True, True) if state.rules.fee_from_action else (state.purse[0] > 0, state.purse[1] > 0)
    covered, found = waived(state, free, used), []
    if covered[0] or (tableau.silver > silver and own[0]):
        found.append(act.SILVER_FEE)
    if covered[1] or (tableau.provision and own[1]):
        found.append(act.PROVISION_FEE)
    return tuple(found)


def not_interacting(
    state: WayfarersState,
    player: int,
    action: act.PutWorker | act.Retrieve | act.Gain | act.Discard,
    against: Callable[[int], str],
    silver: Callable[[int], int] = lambda _place: 0,
) -> str:
    """Return the reason against interacting with a card: what is done there, then the fee (Y-19, Y-20).

    `against` tells what speaks against it at a place but for the fee, `silver` the price there.
    """
    if action.card not in state.display:
        return "it does not lie face up (Y-20)"
    place = place_of(state, action.card)
    if why := against(place):
        return why
    due = silver(place)
    if not owes_fee(state, player, place):
        return "no fee is due (Y-19)" if action.fee else ""
    if action.fee in fee_ways(state, player, place, due):
        return ""
    beside = f" beside {due} silver" if due else ""
    whose = f"player {state.tokens[place]}'s" if state.players > 1 else "the rival's"
    return f"1 silver or 1 provision is due for {whose} influence{beside} (Y-19)"


def pay_fee(
    state: WayfarersState, player: int, place: int, fee: int, *, free: bool = False, used: int = 0
) -> None:
    """Pay the owner of the influence at a place, or with the rival's influence the supply (Y-19, Y-140)."""
    if fee == act.NO_FEE:
        return
    silver, provision = int(fee == act.SILVER_FEE), int(fee == act.PROVISION_FEE)
    if waived(state, free, used)[provision]:
        if not free:
            use_discount(state, silver, provision)
        return
    spend(state, player, silver, provision)
    if state.rivals:
        state.rivals[0].advance(1)  # Y-106
    else:
        owner = state.tableaux[state.tokens[place]]
        owner.silver += silver
        owner.provision += provision


def price(state: WayfarersState, place: int, effect: Effect) -> tuple[int, int]:
    """Return the silver that the card at a place costs with an effect, and how much of a discount is used."""
    card = CARDS[state.display[place]]
    full = BOARD.space_card_silver[place % SLOTS_EACH] if card.kind == SPACE else card.cost
    if effect.free:
        return 0, 0
    due = max(0, full - effect.discount)
    used = min(due, state.discount[0])
    return due - used, used


# ---- cards leave the display -------------------------------------------------------------------------------


def has_fresh_worker(state: WayfarersState, place: int, colours: int = _COLOURS) -> bool:
    """Tell whether a worker of these colours, as bits, was placed there this turn (Y-88, Y-127)."""
    return state.workers[place] >> _FRESH & colours > 0


def take_off(state: WayfarersState, player: int, place: int) -> int:
    """Let a player take the workers of a card that leaves the display, and its owner the influence.

    Returns the card (Y-21, Y-67).
    """
    card, owner = state.display[place], state.tokens[place]
    tableau = state.side(player)
    if mask := state.workers[place]:
        green, yellow, blue = tableau.hands
        tableau.hands = green + (mask & 1), yellow + (mask >> 1 & 1), blue + (mask >> 2 & 1)
        state.workers = replaced(state.workers, place, 0)
    if owner != NONE:
        if owner < state.players:
            state.tableaux[owner].influence += 1
        state.tokens = replaced(state.tokens, place, NONE)
    state.display = replaced(state.display, place, NONE)
    return card


# ---- workers (Y-85 to Y-89) --------------------------------------------------------------------------------

FRESH_WORKER = "a worker that was placed this turn stands on it (Y-88)"


_MAY_STAND = tuple([WORKERS_ON[place // SLOTS_EACH] for place in PLACES])


def addable(state: WayfarersState) -> list[int]:
    """Return the colours of workers that may be added at each place, as bits (Y-85)."""
    return [may & ~there for may, there in zip(_MAY_STAND, state.workers, strict=True)]


def retrievable(state: WayfarersState, place: int) -> int:
    """Return the colours of workers that may be taken back from a place, as bits (Y-88, Y-89)."""
    return state.workers[place] & ~(state.workers[place] >> _FRESH) & _COLOURS


def not_placeable(state: WayfarersState, player: int, place: int, colour: int) -> str:
    """Return what speaks against a worker at a place, but for fee and effect; or nothing (Y-85)."""
    if not addable(state)[place] & 1 << colour:
        return f"no {WORKERS[colour]} worker may be added there (Y-85)"
    return "" if state.tableaux[player].hands[colour] else "no such worker is in the supply (Y-85)"


def not_retrievable(state: WayfarersState, place: int, colour: int) -> str:
    """Return what speaks against taking a worker back, but for the fee; or nothing (Y-88, Y-89)."""
    if not state.workers[place] & 1 << colour:
        return "no such worker stands on it (Y-89)"
    return "" if retrievable(state, place) & 1 << colour else FRESH_WORKER


def put_worker(state: WayfarersState, place: int, colour: int) -> None:
    """Let a worker stand on the card at a place until the end of the turn at least."""
    bit = 1 << colour
    state.workers = replaced(state.workers, place, state.workers[place] | bit | bit << _FRESH)


def more(counts: tuple[int, int, int], which: int, by: int) -> tuple[int, int, int]:
    """Return three counts with one of them changed."""
    changed = list(counts)
    changed[which] += by
    return changed[0], changed[1], changed[2]


# ---- refilling (Y-66) --------------------------------------------------------------------------------------


def slide(state: WayfarersState) -> None:
    """Let all cards slide to their ends, with workers and influence; no worker is new any more."""
    workers = [mask & _COLOURS for mask in state.workers]
    if NONE not in state.display:
        state.workers = tuple(workers)
        return
    order: list[int] = []
    for kind in range(len(KINDS)):
        order += sorted(places_of(kind), key=lambda place: state.display[place] == NONE)
    state.workers = tuple([workers[place] for place in order])
    state.display, state.tokens = _in_order(state.display, order), _in_order(state.tokens, order)


def _in_order(values: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    return tuple([values[place] for place in order])


def next_cards(state: WayfarersState, kind: int) -> list[int]:
    """Return the cards of which the next one of a pile is: those put under it come last, in order (Y-125)."""
    cards = state.zones(kind).cards
    return cards[PILE] or cards[UNDER][:1]


def take_next(state: WayfarersState, card: int, target: tuple[int, int | None], seen_by: int = 0) -> None:
    """Move the next card of its pile somewhere."""
    zones = state.zones(CARDS[card].kind)
    source = (PILE, None) if zones.cards[PILE] else (UNDER, 0)
    zones.move(card, source, target, seen_by)
