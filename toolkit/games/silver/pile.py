"""The discard pile: open, but only its top card is seen (S-69, A-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import ALL
from toolkit.core.history import Reveal
from toolkit.games.silver.cards import DOPPELGANGER
from toolkit.games.silver.places import DISCARD, HELD, VILLAGE
from toolkit.games.silver.village import leave

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.games.silver.state import SilverState


def discard_held(state: SilverState) -> None:
    """Lay the card in hand on the pile (S-10)."""
    place = _next_place(state)
    state.cards.move(state.cards.cards[HELD][0], (HELD, 0), place, ALL)


def give_up(state: SilverState, player: int, slots: Sequence[int]) -> None:
    """Lay cards of a village on the pile, 13s first (S-55, S-63)."""
    village = state.cards.cards[VILLAGE + player]
    gone: list[int] = []
    for slot in sorted(slots, key=lambda slot: village[slot] != DOPPELGANGER):
        leave(state, player, slot - sum([other < slot for other in gone]), _next_place(state), ALL)
        gone.append(slot)


def take_top(state: SilverState) -> None:
    """Take the top card of the pile into the hand; the card below it is seen again (S-12)."""
    pile = state.cards.cards[DISCARD]
    state.cards.move(pile[-1], (DISCARD, len(pile) - 1), (HELD, 0), ALL)
    if pile and state.cards.known[DISCARD][-1] != ALL:
        state.cards.look(DISCARD, len(pile) - 1, ALL)
        state.reveal(Reveal(f"below it lies {pile[-1]}"), ALL)


def fetch(state: SilverState, face: int) -> None:
    """Take the uppermost card of a number below the top of the pile into the hand (S-52)."""
    pile = state.cards.cards[DISCARD]
    index = next(index for index in reversed(range(len(pile) - 1)) if pile[index] == face)
    state.cards.move(face, (DISCARD, index), (HELD, 0), ALL)


def look_through(state: SilverState, player: int) -> None:
    """Let a player look through the pile, for a Master (S-52)."""
    pile = state.cards.cards[DISCARD]
    for index in range(len(pile)):
        state.cards.look(DISCARD, index, 1 << player)
    state.reveal(Reveal(f"the pile holds {' '.join(map(str, pile))}"), 1 << player)


def close(state: SilverState) -> None:
    """Leave only the top card to be seen, once a Master has looked through the pile."""
    for index in range(len(state.cards.cards[DISCARD]) - 1):
        state.put_out_of_sight((DISCARD, index))


def _next_place(state: SilverState) -> tuple[int, int]:
    """Return the place on top of the pile; the card that lay there is no longer seen."""
    count = len(state.cards.cards[DISCARD])
    if count:
        state.put_out_of_sight((DISCARD, count - 1))
    return (DISCARD, count)
