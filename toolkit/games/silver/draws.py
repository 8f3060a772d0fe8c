"""Draws from the deck: single ones, those of a Rascal, and cards shown beside the deck (S-10, S-43, S-49)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from toolkit.core.decision import ALL, CHANCE
from toolkit.core.hidden import HEAP
from toolkit.games.silver.actions import DRAWS, SHOWS
from toolkit.games.silver.cards import SQUIRE
from toolkit.games.silver.places import DECK, DISCARD, FACE_DOWN, HELD, SHOWN, TOP, VILLAGE
from toolkit.games.silver.village import count_face_up, enter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from toolkit.core.decision import Action, Frame
    from toolkit.games.silver.actions import Card
    from toolkit.games.silver.state import SilverState

# ---- which card comes: the known one on top, or any of the bag ---------------------------------------------


def outcomes(actions: Sequence[Card], state: SilverState) -> list[tuple[Action, int]]:
    """Return the next card of the deck: the one on top if somebody put it there, else any of the bag."""
    if top := state.cards.cards[TOP]:
        return [(actions[top[0]], 1)]
    return [(actions[face], len(list(same))) for face, same in groupby(state.cards.cards[DECK])]


def pick(actions: Sequence[Card], state: SilverState, random: Random) -> Action:
    """Return the next card of the deck, each of the bag with the same chance."""
    if top := state.cards.cards[TOP]:
        return actions[top[0]]
    bag = state.cards.cards[DECK]
    return actions[bag[int(random.random() * len(bag))]]


def move_next(state: SilverState, face: int, target: tuple[int, int], seen_by: int) -> None:
    """Move the next card of the deck, which chance has drawn."""
    if state.cards.cards[TOP]:
        state.cards.move(face, (TOP, 0), target, seen_by)
    else:
        state.cards.move(face, (DECK, HEAP), target, seen_by)


# ---- drawing ----------------------------------------------------------------------------------------------


def seen_drawn(_state: SilverState, frame: Frame) -> int:
    """Return who sees a drawn card: the player who draws it."""
    return 1 << int(frame[2])


def draw(state: SilverState, action: Card, frame: Frame) -> None:
    """Draw a card into the hand."""
    move_next(state, action.face, (HELD, len(state.cards.cards[HELD])), 1 << frame[2])


def deal(state: SilverState, action: Card, frame: Frame) -> None:
    """Deal a card into a village, seen by nobody (S-1)."""
    _, _, player, left = frame
    zone = VILLAGE + player
    state.cards.move(action.face, (DECK, HEAP), (zone, len(state.cards.cards[zone])))
    state.up[player].append(FACE_DOWN)
    if left > 1:
        state.stack.append(("deal", CHANCE, player, left - 1))


def first_discard(state: SilverState, action: Card, _frame: Frame) -> None:
    """Turn the first discard up (S-4)."""
    move_next(state, action.face, (DISCARD, 0), ALL)


def penalty(state: SilverState, action: Card, frame: Frame) -> None:
    """Add a card of the deck to a village, seen by nobody (S-20)."""
    _, _, player, slot = frame
    move_next(state, action.face, (HELD, 0), 0)
    enter(state, player, slot, (HELD, 0), up=False)


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


# ---- cards shown beside the deck (S-43 to S-46) -----------------------------------------------------------


def lacks_shown(state: SilverState) -> bool:
    """Tell whether a card is to be shown: fewer lie there than Squires face-up, and the deck has one."""
    return count_face_up(state, SQUIRE) > len(state.cards.cards[SHOWN]) and state.deck > 0


def show(state: SilverState, action: Card, _frame: Frame) -> None:
    """Show a card beside the deck."""
    move_next(state, action.face, (SHOWN, len(state.cards.cards[SHOWN])), ALL)


def draw_outcomes(state: SilverState, _frame: Frame) -> list[tuple[Action, int]]:
    """Return what can be drawn."""
    return outcomes(DRAWS, state)


def pick_draw(state: SilverState, _frame: Frame, random: Random) -> Action:
    """Return a drawn card."""
    return pick(DRAWS, state, random)


def show_outcomes(state: SilverState, _frame: Frame) -> list[tuple[Action, int]]:
    """Return what can be shown."""
    return outcomes(SHOWS, state)


def pick_show(state: SilverState, _frame: Frame, random: Random) -> Action:
    """Return a shown card."""
    return pick(SHOWS, state, random)
