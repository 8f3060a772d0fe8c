"""Cards on the table of a rollout: where they stand, how they come, leave and turn (S-17, S-24, S-27)."""

from __future__ import annotations

from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import (
    AMULET,
    ASIDE,
    CHARGE,
    DECK,
    FACE,
    FIELDS,
    GUARD,
    IDLE_PROTECTED,
    PILE_FIELDS,
    PILE_SIZES,
    PILES,
    PLAYERS,
    SEEN,
    SIZES,
    SLOTS,
    UP,
    VILLAGES,
)
from toolkit.games.silver.cards import BODYGUARD

# ---- villages ---------------------------------------------------------------------------------------------


@compiled
def card_at(player: int, slot: int) -> int:
    """Return where the fields of a card of a village begin."""
    return VILLAGES + (player * SLOTS + slot) * FIELDS


@compiled
def everybody(table: Table) -> int:
    """Return the mask of all players."""
    return (1 << table[PLAYERS]) - 1


@compiled
def enter(table: Table, player: int, slot: int, face: int, seen: int, up: int) -> None:
    """Put a card into a village before a slot; all see it if it lies face-up."""
    here, end = card_at(player, slot), card_at(player, table[SIZES + player])
    for field in range(end - 1, here - 1, -1):
        table[field + FIELDS] = table[field]
    for field in range(here, here + FIELDS):
        table[field] = 0
    table[here + FACE], table[here + UP] = face, up
    table[here + SEEN] = everybody(table) if up else seen
    table[SIZES + player] += 1


@compiled
def leave(table: Table, player: int, slot: int) -> None:
    """Take a card out of a village: the others close up, and guards of it go off duty (S-17, A-43)."""
    here, end = card_at(player, slot), card_at(player, table[SIZES + player])
    relieve(table, player, table[here + GUARD])
    relieve(table, player, table[here + CHARGE])
    for field in range(here, end - FIELDS):
        table[field] = table[field + FIELDS]
    table[SIZES + player] -= 1


@compiled
def relieve(table: Table, player: int, duty: int) -> None:
    """End a duty of a Bodyguard (S-48); 0 is none."""
    if duty:
        for slot in range(table[SIZES + player]):
            card = card_at(player, slot)
            if table[card + GUARD] == duty:
                table[card + GUARD] = 0
            if table[card + CHARGE] == duty:
                table[card + CHARGE] = 0


@compiled
def turn_up(table: Table, player: int, slot: int) -> None:
    """Turn a card face-up."""
    card = card_at(player, slot)
    table[card + UP], table[card + SEEN] = 1, everybody(table)


@compiled
def turn_down(table: Table, player: int, slot: int) -> None:
    """Turn a card face-down that all have seen; a Bodyguard goes off duty (S-19, A-43)."""
    card = card_at(player, slot)
    table[card + SEEN], table[card + UP] = everybody(table), 0
    relieve(table, player, table[card + GUARD])


@compiled
def count_face_up(table: Table, number: int) -> int:
    """Return how many cards of a number lie face-up in all villages."""
    count = 0
    for player in range(table[PLAYERS]):
        for slot in range(table[SIZES + player]):
            card = card_at(player, slot)
            if table[card + UP] and table[card + FACE] == number:
                count += 1
    return count


@compiled
def own_slots(table: Table, player: int) -> int:
    """Return how many cards a player has that are `moved_by_owner`."""
    count = 0
    for slot in range(table[SIZES + player]):
        count += moved_by_owner(table, card_at(player, slot))
    return count


@compiled
def moved_by_owner(table: Table, card: int) -> bool:
    """Tell whether its owner may push, give away or move a card: `village.own_slots` in the table (S-64)."""
    return not table[card + AMULET]


@compiled
def moved_by_rivals(table: Table, card: int) -> bool:
    """Tell whether opponents may rob or hit a card: `village.movable_by_rivals` in the table (S-64, A-18)."""
    if table[card + AMULET] or table[card + GUARD] or table[card + CHARGE]:
        return False
    return not (table[IDLE_PROTECTED] and table[card + UP] and table[card + FACE] == BODYGUARD)


@compiled
def seen_by_owner(table: Table, card: int) -> bool:
    """Tell whether its owner may look at a card or turn it: `village.seen_by_owner` in the table (A-11)."""
    return not (table[card + UP] or table[card + AMULET])


@compiled
def seen_by_rivals(table: Table, card: int) -> bool:
    """Tell whether opponents may look at a card or turn it: `village.seen_by_rivals` in the table (S-64)."""
    return not (table[card + UP] or table[card + AMULET] or table[card + CHARGE])


# ---- piles ------------------------------------------------------------------------------------------------


@compiled
def pile_card_at(pile: int, index: int) -> int:
    """Return where the fields of a card of a pile begin."""
    return PILES + (pile * SLOTS + index) * PILE_FIELDS


@compiled
def lay(table: Table, pile: int, face: int, seen: int) -> None:
    """Lay a card on a pile."""
    card = pile_card_at(pile, table[PILE_SIZES + pile])
    table[card + FACE], table[card + SEEN] = face, seen
    table[PILE_SIZES + pile] += 1


@compiled
def lift(table: Table, pile: int, index: int) -> int:
    """Take a card out of a pile and return its number."""
    here, end = pile_card_at(pile, index), pile_card_at(pile, table[PILE_SIZES + pile])
    face = table[here + FACE]
    for field in range(here, end - PILE_FIELDS):
        table[field] = table[field + PILE_FIELDS]
    table[PILE_SIZES + pile] -= 1
    return face


@compiled
def face_in(table: Table, pile: int, index: int) -> int:
    """Return the number of a card of a pile."""
    return table[pile_card_at(pile, index) + FACE]


@compiled
def deck_left(table: Table) -> int:
    """Return how many cards can still be drawn: all but the rows that nobody plays (S-2)."""
    return table[PILE_SIZES + DECK] - table[ASIDE]
