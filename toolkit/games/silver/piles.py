"""The deck, the cards shown beside it, and the discard pile: how cards come from them and go there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from toolkit.core.chance import card_draws
from toolkit.core.decision import ALL, Action, Frame
from toolkit.core.hidden import HEAP
from toolkit.games.silver.actions import DiscardUncovered, PileSeen
from toolkit.games.silver.cards import DOPPELGANGER
from toolkit.games.silver.state import DECK, DISCARD, HELD, TOP, VILLAGE, SilverState
from toolkit.games.silver.village import leave

T = TypeVar("T")

# ---- which card comes: the known one on top, or any of the bag ---------------------------------------------


def draws_next(cards: Mapping[int, Action]) -> Callable[[T], T]:
    """Let frames of a class draw the next card of the deck, as an action of these; `move_next` moves it."""

    def outcomes(_self: Frame, state: SilverState) -> Sequence[tuple[Action, int]]:
        if top := state.cards.cards[TOP]:
            return [(cards[top[0]], 1)]
        return card_draws(state.cards.cards[DECK], cards)

    def pick(_self: Frame, state: SilverState, random: Random) -> Action:
        if top := state.cards.cards[TOP]:
            return cards[top[0]]
        bag = state.cards.cards[DECK]
        return cards[bag[int(random.random() * len(bag))]]

    def mark(frame: Any) -> Any:
        frame.outcomes, frame.pick = outcomes, pick
        return frame

    return mark


def move_next(state: SilverState, face: int, zone: int, seen_by: int) -> None:
    """Move the next card of the deck, which chance has drawn, behind the cards of a zone."""
    cards = state.cards.cards
    state.cards.move(face, (TOP, 0) if cards[TOP] else (DECK, HEAP), (zone, len(cards[zone])), seen_by)


# ---- Rascal (S-49) ----------------------------------------------------------------------------------------


def put_back(state: SilverState, player: int, face: int) -> None:
    """Keep one of the drawn cards, out of sight of the others, and put the rest on top of the deck (A-40)."""
    held = state.cards.cards[HELD]
    if len(held) == 1:
        return
    kept, count = held.index(face), len(held)
    order = [kept, *(index for index in range(count) if index != kept)]
    state.cards.mix([(HELD, index) for index in range(count)], order, 1 << player)
    for _ in range(count - 1):
        index = len(held) - 1 if state.rules.rascal_putback == "restore" else 1
        state.cards.move(held[index], (HELD, index), (TOP, 0))
        state.put_out_of_sight((TOP, 0))


# ---- the discard pile: open, but only its top card is seen (S-69, A-30) ------------------------------------


def discard_held(state: SilverState) -> None:
    """Lay the card in hand on the pile (S-10)."""
    place = _next_place(state)
    state.cards.move(state.cards.cards[HELD][0], (HELD, 0), place, ALL)


def give_up(state: SilverState, player: int, slots: Sequence[int]) -> None:
    """Lay cards of a village on the pile, 13s first (S-55, S-63)."""
    village = state.cards.cards[VILLAGE + player]
    order = sorted(slots, key=lambda slot: village[slot] != DOPPELGANGER)
    for gone, slot in enumerate(order):
        left = slot - sum([other < slot for other in order[:gone]])
        leave(state, player, left, _next_place(state), ALL)


def take_top(state: SilverState) -> None:
    """Take the top card of the pile into the hand; the card below it is seen again (S-12)."""
    pile = state.cards.cards[DISCARD]
    state.cards.move(pile[-1], (DISCARD, len(pile) - 1), (HELD, 0), ALL)
    if pile and state.cards.known[DISCARD][-1] != ALL:
        state.cards.look(DISCARD, len(pile) - 1, ALL)
        state.reveal(DiscardUncovered(pile[-1]), ALL)


def take_below(state: SilverState, face: int) -> None:
    """Take the uppermost card of a number below the top of the pile into the hand (S-52)."""
    pile = state.cards.cards[DISCARD]
    index = next(index for index in reversed(range(len(pile) - 1)) if pile[index] == face)
    state.cards.move(face, (DISCARD, index), (HELD, 0), ALL)


def look_through(state: SilverState, player: int) -> None:
    """Let a player look through the pile, for a Master (S-52)."""
    pile = state.cards.cards[DISCARD]
    for index in range(len(pile)):
        state.cards.look(DISCARD, index, 1 << player)
    state.reveal(PileSeen(tuple(pile)), 1 << player)


def close_pile(state: SilverState) -> None:
    """Leave only the top card to be seen, once a Master has looked through the pile."""
    for index in range(len(state.cards.cards[DISCARD]) - 1):
        state.put_out_of_sight((DISCARD, index))


def _next_place(state: SilverState) -> tuple[int, int]:
    """Return the place on top of the pile; the card that lay there is no longer seen."""
    count = len(state.cards.cards[DISCARD])
    if count:
        state.put_out_of_sight((DISCARD, count - 1))
    return (DISCARD, count)
