"""Sets of pushed cards, as masks of slots: when they match, and what a failure costs (S-15 to S-20)."""

from __future__ import annotations

from solvers.silver.rollouts.cards import card_at
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import AMULET, FACE, PAIRING, SIZES, THREE_DIFFERENT, UP
from toolkit.games.silver.cards import COPIES, DOPPELGANGER

_WILD = 1 << DOPPELGANGER
_MOST_WILD = COPIES[DOPPELGANGER]
_COSTLY = 3


@compiled
def ones(mask: int) -> int:
    """Return how many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def numbers_of(table: Table, player: int, slots: int) -> int:
    """Return the numbers of pushed cards, as a mask."""
    numbers = 0
    for slot in range(table[SIZES + player]):
        if slots >> slot & 1:
            numbers |= 1 << table[card_at(player, slot) + FACE]
    return numbers


@compiled
def pushed_match(table: Table, player: int, slots: int) -> bool:
    """Tell whether pushed cards may leave together (S-13, S-15, S-55)."""
    others = ones(numbers_of(table, player, slots) & ~_WILD)
    if slots & (slots - 1) == 0 or others <= 1:
        return True
    wild = 0
    for slot in range(table[SIZES + player]):
        wild += slots >> slot & 1 and table[card_at(player, slot) + FACE] == DOPPELGANGER
    return table[PAIRING] == 1 and others <= wild


@compiled
def costs_a_card(table: Table, slots: int, numbers: int) -> bool:
    """Tell whether a failed attempt costs one card of the deck more (S-20, A-3)."""
    return ones(numbers if table[THREE_DIFFERENT] else slots) >= _COSTLY


@compiled
def may_match(table: Table, player: int, slots: int, later: int) -> bool:
    """Tell whether face-up cards leave it open that a set matches, with later cards if need be (A-44)."""
    numbers, wild = 0, 0
    for slot in range(table[SIZES + player]):
        card, chosen = card_at(player, slot), slots >> slot & 1
        face, joker = table[card + FACE], not table[card + UP] or table[card + FACE] == DOPPELGANGER
        if chosen and not joker:
            numbers |= 1 << face
        if joker and (chosen or (slot >= later and not table[card + AMULET])):
            wild += 1
    return ones(numbers) <= (max(1, min(_MOST_WILD, wild)) if table[PAIRING] else 1)
