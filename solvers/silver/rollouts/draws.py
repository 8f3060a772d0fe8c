"""Draws from the deck, what is put back, discards, and cards beside the deck (S-10, S-43, S-49)."""

from __future__ import annotations

from solvers.silver.rollouts.cards import (
    count_face_up,
    deck_left,
    everybody,
    face_in,
    lay,
    lift,
    pile_card_at,
)
from solvers.silver.rollouts.chance import below
from solvers.silver.rollouts.deciding import decide, note, nothing_offered, offer
from solvers.silver.rollouts.free import ELSEWHERE, offer_free, settle, take_free
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import (
    BAG,
    BESIDE,
    DECK,
    DISCARD_PILE,
    FACE,
    FREE_AT_ANY_MOMENT,
    HELD,
    PILE_SIZES,
    REVERSE_PUTBACK,
    SEEN,
)
from solvers.silver.rollouts.verbs import DRAW, DRAWN, KEEP, SHOW
from toolkit.games.silver.cards import HIGHEST, SQUIRE


@compiled
def shuffle(table: Table) -> None:
    """Put the cards of the deck whose order nobody knows into any order."""
    for index in range(table[BAG] - 1, 0, -1):
        one, other = pile_card_at(DECK, index), pile_card_at(DECK, below(table, index + 1))
        table[one + FACE], table[other + FACE] = table[other + FACE], table[one + FACE]


@compiled
def lift_top(table: Table) -> int:
    """Take the top card off the deck."""
    return lift(table, DECK, table[PILE_SIZES + DECK] - 1)


@compiled
def draw(table: Table, player: int) -> None:
    """Draw a card into the hand."""
    seen = table[pile_card_at(DECK, table[PILE_SIZES + DECK] - 1) + SEEN]
    face = lift_top(table)
    note(table, DRAWN, face, 0, 0)
    lay(table, HELD, face, seen | 1 << player)


@compiled
def show(table: Table, pile: int) -> None:
    """Show the top card of the deck to all, on the pile of discards or beside the deck."""
    face = lift_top(table)
    note(table, SHOW, face, 0, 0)
    lay(table, pile, face, everybody(table))


@compiled
def refill(table: Table) -> None:
    """Show cards beside the deck while there are more face-up Squires (S-43, S-67)."""
    while count_face_up(table, SQUIRE) > table[PILE_SIZES + BESIDE] and deck_left(table) > 0:
        show(table, BESIDE)


# ---- what is taken and discarded --------------------------------------------------------------------------


@compiled
def take(table: Table, pile: int, index: int) -> None:
    """Take an open card into the hand; all see the discard that is on top then (S-12, S-44, S-52)."""
    lay(table, HELD, lift(table, pile, index), everybody(table))
    if pile == DISCARD_PILE and table[PILE_SIZES + pile]:
        table[pile_card_at(pile, table[PILE_SIZES + pile] - 1) + SEEN] = everybody(table)


@compiled
def discard_held(table: Table) -> int:
    """Lay the card in hand on the pile and return its number (S-10)."""
    face = lift(table, HELD, 0)
    lay(table, DISCARD_PILE, face, everybody(table))
    return face


# ---- Rascal (S-49) ----------------------------------------------------------------------------------------


@compiled
def draw_with_rascals(table: Table, player: int, more: int) -> None:
    """Let a player draw up to so many more cards, keep one and put the others back."""
    while True:
        _offer_hand(table, more > 0 and deck_left(table) > 0)
        if table[FREE_AT_ANY_MOMENT]:
            offer_free(table, player, ELSEWHERE)
        chosen = decide(table, player)
        verb, one, two = table[chosen], table[chosen + 1], table[chosen + 2]
        if take_free(table, player, verb, one, two):
            continue
        settle(table, player)
        if verb == KEEP:
            _keep(table, player, one)
            return
        draw(table, player)
        more -= 1


@compiled
def _offer_hand(table: Table, more: bool) -> None:
    nothing_offered(table)
    if more:
        offer(table, DRAW, 0, 0)
    for face in range(HIGHEST + 1):
        if _index_in_hand(table, face) >= 0:
            offer(table, KEEP, face, 0)


@compiled
def _index_in_hand(table: Table, face: int) -> int:
    """Return the first index of a number in the hand, or -1."""
    for index in range(table[PILE_SIZES + HELD]):
        if face_in(table, HELD, index) == face:
            return index
    return -1


@compiled
def _keep(table: Table, player: int, face: int) -> None:
    """Keep a card out of sight of the others, and put the rest back on the deck in their order (A-40)."""
    if table[PILE_SIZES + HELD] == 1:
        return
    lift(table, HELD, _index_in_hand(table, face))
    while table[PILE_SIZES + HELD]:
        index = 0 if table[REVERSE_PUTBACK] else table[PILE_SIZES + HELD] - 1
        lay(table, DECK, lift(table, HELD, index), 1 << player)
    lay(table, HELD, face, 1 << player)
