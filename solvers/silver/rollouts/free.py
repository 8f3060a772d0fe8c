"""Free actions: the looks of an Empath, the moves of a Bodyguard, the amulet (S-36, S-47, S-48, S-66)."""

from __future__ import annotations

from solvers.silver.rollouts.cards import card_at, relieve, seen_by_owner
from solvers.silver.rollouts.deciding import decide, nothing_offered, offer
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import (
    ACTED,
    AMULET,
    CHARGE,
    DUTIES,
    FACE,
    GUARD,
    HOLDER,
    MAY_PROTECT,
    PLACED,
    SEEN,
    SETTLED,
    SIZES,
    UP,
    USED,
)
from solvers.silver.rollouts.verbs import FROM_DISCARD, GUARD_WITH, LOOK, OFF, OVER, PROTECT
from toolkit.games.silver.cards import BODYGUARD, EMPATH

ELSEWHERE = -1
"""The source of a card in hand when there is none."""


@compiled
def settle(table: Table, player: int) -> None:
    """Take note that something else was done: Bodyguards may be moved again (S-66)."""
    for slot in range(table[SIZES + player]):
        table[card_at(player, slot) + SETTLED] = 0


@compiled
def offer_free(table: Table, player: int, source: int) -> None:
    """Offer all free actions, with a card in hand from a source or without one."""
    _offer_looks(table, player)
    for slot in range(table[SIZES + player]):
        card = card_at(player, slot)
        if table[card + UP] and table[card + FACE] == BODYGUARD and _moves(table, player, slot):
            offer(table, GUARD_WITH, slot, 0)
    if table[HOLDER] == player and table[MAY_PROTECT] and not table[PLACED]:
        _offer_amulet(table, player, source)


@compiled
def take_free(table: Table, player: int, verb: int, one: int, two: int) -> bool:
    """Do an option if it is a free action; nobody can call after one (S-25). Tell whether it was."""
    if verb == LOOK:
        table[_unused(table, player) + USED] = 1
        table[card_at(one, two) + SEEN] |= 1 << player
        settle(table, player)
    elif verb == GUARD_WITH:
        _move_guard(table, player, one)
    elif verb == PROTECT:
        table[card_at(player, one) + AMULET] = table[PLACED] = 1
        settle(table, player)
    else:
        return False
    table[ACTED] = 1
    return True


# ---- Empath (S-47) ----------------------------------------------------------------------------------------


@compiled
def _unused(table: Table, player: int) -> int:
    """Return where an Empath stands that has not looked in this turn (A-17), or -1."""
    for slot in range(table[SIZES + player]):
        card = card_at(player, slot)
        if table[card + UP] and table[card + FACE] == EMPATH and not table[card + USED]:
            return card
    return -1


@compiled
def _offer_looks(table: Table, player: int) -> None:
    if _unused(table, player) >= 0:
        for slot in range(table[SIZES + player]):
            if seen_by_owner(table, card_at(player, slot)):
                offer(table, LOOK, player, slot)


# ---- Bodyguard (S-48, A-43) -------------------------------------------------------------------------------


@compiled
def _moves(table: Table, player: int, slot: int) -> bool:
    """Tell whether a Bodyguard can be moved; one just moved can only be taken off."""
    found = table[card_at(player, slot) + GUARD] > 0
    for other in range(table[SIZES + player]):
        found = found or _may_guard(table, player, slot, other)
    return found


@compiled
def _may_guard(table: Table, player: int, slot: int, charge: int) -> bool:
    """Tell whether a Bodyguard may guard a card from now on (A-12, A-43)."""
    guard, card = card_at(player, slot), card_at(player, charge)
    if slot == charge or table[guard + SETTLED] or table[guard + CHARGE]:
        return False
    return not (table[card + GUARD] or table[card + CHARGE] or table[card + AMULET])


@compiled
def _move_guard(table: Table, player: int, slot: int) -> None:
    guard = card_at(player, slot)
    nothing_offered(table)
    for charge in range(table[SIZES + player]):
        if _may_guard(table, player, slot, charge):
            offer(table, OVER, charge, 0)
    if table[guard + GUARD]:
        offer(table, OFF, 0, 0)
    chosen = decide(table, player)
    verb, charge = table[chosen], table[chosen + 1]
    relieve(table, player, table[guard + GUARD])
    if verb == OVER:
        table[DUTIES] += 1
        table[guard + GUARD] = table[card_at(player, charge) + CHARGE] = table[DUTIES]
        table[guard + SETTLED] = 1


# ---- amulet (S-36) ----------------------------------------------------------------------------------------


@compiled
def _offer_amulet(table: Table, player: int, source: int) -> None:
    """Offer to place the amulet; a card that was taken must still be exchanged (S-12), and not A-12."""
    if table[SIZES + player] > 1 or source != FROM_DISCARD:
        for slot in range(table[SIZES + player]):
            if not table[card_at(player, slot) + CHARGE]:
                offer(table, PROTECT, slot, 0)
