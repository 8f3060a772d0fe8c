"""Exchanges: a card in hand for one or more of the own village (S-10 to S-21, S-65)."""

from __future__ import annotations

from solvers.silver.rollouts.cards import (
    card_at,
    count_face_up,
    deck_left,
    enter,
    everybody,
    face_in,
    lay,
    leave,
    lift,
    moved_by_owner,
    pile_card_at,
    turn_down,
)
from solvers.silver.rollouts.deciding import decide, note, nothing_offered, offer
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import (
    DECK,
    DISCARD_PILE,
    EXCHANGE_INHERITS,
    EXCHANGE_UP,
    FACE,
    HELD,
    NO_OPEN_MISMATCH,
    OFFERED,
    OPTIONS,
    PAIR,
    PILE_SIZES,
    PUSHED_PAIR_ENDS,
    SEEN,
    SIZES,
    UP,
)
from solvers.silver.rollouts.matching import costs_a_card, may_match, numbers_of, ones, pushed_match
from solvers.silver.rollouts.verbs import (
    AND,
    DONE,
    DRAWN,
    EXCHANGE,
    FROM_DECK,
    FROM_WITCH,
    LEFT,
    PLACE,
    RIGHT,
)
from toolkit.games.silver.cards import DOPPELGANGER, VILLAGER

# ---- which cards are given up: their slots as a mask ------------------------------------------------------


@compiled
def offer_exchanges(table: Table, player: int) -> None:
    """Offer the choices of a first card to give up."""
    for slot in range(table[SIZES + player]):
        if moved_by_owner(table, card_at(player, slot)):
            offer(table, EXCHANGE, slot, 0)


@compiled
def exchange(table: Table, player: int, source: int, first: int) -> None:
    """Let a player complete a set that begins with a slot, and push it."""
    slots, last = 1 << first, first
    while _offer_further(table, player, slots, last):
        chosen = decide(table, player)
        if table[chosen] == DONE:
            break
        last = table[chosen + 1]
        slots |= 1 << last
    _push(table, player, source, slots)


@compiled
def _offer_further(table: Table, player: int, slots: int, last: int) -> bool:
    """Offer one card more, to the right of those chosen, and to leave it at these; tell if there is one."""
    nothing_offered(table)
    strict = table[NO_OPEN_MISMATCH]
    for slot in range(last + 1, table[SIZES + player]):
        free = moved_by_owner(table, card_at(player, slot))
        if free and (not strict or may_match(table, player, slots | 1 << slot, slot + 1)):
            offer(table, AND, slot, 0)
    some = table[OFFERED] > 0
    if not strict or may_match(table, player, slots, table[SIZES + player]):
        offer(table, DONE, 0, 0)
    return some


# ---- what comes of it -------------------------------------------------------------------------------------


@compiled
def _push(table: Table, player: int, source: int, slots: int) -> None:
    """See whether the pushed cards match (S-16)."""
    if not pushed_match(table, player, slots):
        _fail(table, player, source, slots)
        return
    _offer_places(table, player, source, slots)
    place = table[OPTIONS + 1]
    if table[OFFERED] > 1:
        _show(table, player, slots)
        place = table[decide(table, player) + 1]
    _succeed(table, player, source, slots, place)


@compiled
def _show(table: Table, player: int, slots: int) -> None:
    """Show pushed cards to everybody."""
    for slot in range(table[SIZES + player]):
        if slots >> slot & 1:
            table[card_at(player, slot) + SEEN] = everybody(table)


@compiled
def _offer_places(table: Table, player: int, source: int, slots: int) -> None:
    """Offer the freed slots that make a difference, by where and how the card lies in the end (S-17)."""
    nothing_offered(table)
    before, shift, sides = 0, -1, 0
    for slot in range(table[SIZES + player]):
        if slots >> slot & 1:
            if slot - before != shift:
                shift, sides = slot - before, 0
            side = 1 << _comes_up(table, player, source, slot)
            if not sides & side:
                offer(table, PLACE, slot, 0)
            sides |= side
            before += 1


@compiled
def _comes_up(table: Table, player: int, source: int, slot: int) -> int:
    """Return 1 if the new card lies face-up in a slot (S-62); a drawn one does as the rules say (A-1)."""
    if source not in (FROM_DECK, FROM_WITCH) or table[EXCHANGE_UP]:
        return 1
    return table[EXCHANGE_INHERITS] & table[card_at(player, slot) + UP]


@compiled
def _succeed(table: Table, player: int, source: int, slots: int, slot: int) -> None:
    """Lay the pushed cards on the pile, and the new one into a freed slot (S-17)."""
    up = _comes_up(table, player, source, slot)
    give_up(table, player, slots)
    _enter_from_hand(table, player, slot - ones(slots & ((1 << slot) - 1)), up)


@compiled
def _enter_from_hand(table: Table, player: int, slot: int, up: int) -> None:
    seen = table[pile_card_at(HELD, 0) + SEEN]
    enter(table, player, slot, lift(table, HELD, 0), seen, up)


@compiled
def give_up(table: Table, player: int, slots: int) -> None:
    """Lay cards of a village on the pile, 13s first (S-55, S-63)."""
    gone = _give_up(table, player, slots, 0, True)
    _give_up(table, player, slots, gone, False)


@compiled
def _give_up(table: Table, player: int, slots: int, gone: int, wild: bool) -> int:
    """Lay the 13s or the other cards of a set on the pile; return the mask of all that are gone then."""
    for slot in range(table[SIZES + player] + ones(gone)):
        if (slots & ~gone) >> slot & 1:
            now = slot - ones(gone & ((1 << slot) - 1))
            face = table[card_at(player, now) + FACE]
            if (face == DOPPELGANGER) == wild:
                leave(table, player, now)
                lay(table, DISCARD_PILE, face, everybody(table))
                gone |= 1 << slot
    return gone


@compiled
def _fail(table: Table, player: int, source: int, slots: int) -> None:
    """Put the pushed cards back face-down; the card in hand is added, and perhaps one more (S-19, S-65)."""
    if table[PUSHED_PAIR_ENDS] and _villagers_with(table, player, slots) > 1:
        table[PAIR] = 1
    penalty = costs_a_card(table, slots, numbers_of(table, player, slots)) and deck_left(table) > 0
    for slot in range(table[SIZES + player]):
        if slots >> slot & 1:
            turn_down(table, player, slot)
    _enter_from_hand(table, player, _end(table, player), source not in (FROM_DECK, FROM_WITCH))
    if penalty:
        _add_penalty(table, player, _end(table, player))


@compiled
def _villagers_with(table: Table, player: int, slots: int) -> int:
    """Return how many 0s are seen while cards are pushed."""
    count = count_face_up(table, VILLAGER)
    for slot in range(table[SIZES + player]):
        card = card_at(player, slot)
        if slots >> slot & 1 and table[card + FACE] == VILLAGER and not table[card + UP]:
            count += 1
    return count


@compiled
def _end(table: Table, player: int) -> int:
    """Let a player choose the end of the village to which a card is added (A-4)."""
    nothing_offered(table)
    offer(table, LEFT, 0, 0)
    offer(table, RIGHT, 0, 0)
    return 0 if table[decide(table, player)] == LEFT else table[SIZES + player]


@compiled
def _add_penalty(table: Table, player: int, slot: int) -> None:
    """Add the next card of the deck, which nobody looks at (S-20)."""
    index = table[PILE_SIZES + DECK] - 1
    seen, face = table[pile_card_at(DECK, index) + SEEN], face_in(table, DECK, index)
    lift(table, DECK, index)
    note(table, DRAWN, face, 0, 0)
    enter(table, player, slot, face, seen, 0)
