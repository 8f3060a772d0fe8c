"""Drawing cards from the pile, and taking them from a rival when there is none (W-7, W-13, W-14)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from toolkit.core.decision import ALL, CHANCE, Action
from toolkit.games.wazabi.actions import DRAWS, TAKES, PileShuffled
from toolkit.games.wazabi.state import ChoosingRival, Drawing, Taking

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from toolkit.games.wazabi.actions import Choose, Draw, Take
    from toolkit.games.wazabi.state import WazabiState


def draw_cards(state: WazabiState, player: int, count: int) -> None:
    """Open the drawing of so many cards, one after another (W-7a); nothing when there is none (W-14)."""
    if not count:
        return
    if not state.cards.cards[state.pile]:
        _shuffle(state)
    if state.cards.cards[state.pile]:
        state.stack.append(Drawing(CHANCE, player, count))
    elif rivals_with_cards(state, player):
        state.stack.append(ChoosingRival(player, count))


def draw(state: WazabiState, action: Draw, frame: Drawing) -> None:
    """Add the drawn card to the hand; what is left of the drawing follows."""
    _, player, count = frame
    state.cards.give(action.face, state.pile, player)
    if not state.cards.cards[state.pile] and state.rules.reshuffle == "at_once":
        _shuffle(state)  # W-13a
    draw_cards(state, player, count - 1)


def _shuffle(state: WazabiState) -> None:
    """Make the discard pile the new draw pile, if a card lies there (W-13, W-13a)."""
    if state.cards.cards[state.discard]:
        state.cards.pour(state.discard, state.pile)
        state.reveal(PileShuffled(), ALL)


def rivals_with_cards(state: WazabiState, player: int) -> list[int]:
    """Return of whom a card may be taken: opponents, not the partner, who hold one (W-14a, W-30a)."""
    side = state.side(player)
    return [other for other in state.seats if other not in side and state.cards.cards[other]]


def choose_rival(state: WazabiState, action: Choose, frame: ChoosingRival) -> None:
    """Let a rival offer the hand (W-14)."""
    state.stack.append(Taking(CHANCE, frame.actor, action.player, frame.left))


def take(state: WazabiState, action: Take, frame: Taking) -> None:
    """Add the card taken blindly to the hand; what is left of the drawing follows (W-14a)."""
    _, player, rival, count = frame
    state.cards.give(action.face, rival, player)
    draw_cards(state, player, count - 1)


def draw_outcomes(state: WazabiState, _frame: Drawing) -> list[tuple[Action, int]]:
    """Return the cards of the pile."""
    return _by_copies(DRAWS, state.cards.cards[state.pile])


def take_outcomes(state: WazabiState, frame: Taking) -> list[tuple[Action, int]]:
    """Return the cards of the rival's hand."""
    return _by_copies(TAKES, state.cards.cards[frame.rival])


def _by_copies(actions: Sequence[Action], cards: Sequence[int]) -> list[tuple[Action, int]]:
    return [(actions[face], len(list(copies))) for face, copies in groupby(cards)]


def pick_draw(state: WazabiState, _frame: Drawing, random: Random) -> Action:
    """Return a card of the pile, each with the same chance."""
    pile = state.cards.cards[state.pile]
    return DRAWS[pile[int(random.random() * len(pile))]]


def pick_take(state: WazabiState, frame: Taking, random: Random) -> Action:
    """Return a card of the rival's hand, each with the same chance."""
    hand = state.cards.cards[frame.rival]
    return TAKES[hand[int(random.random() * len(hand))]]


def seen_drawn(_state: WazabiState, frame: Drawing) -> int:
    """Return who sees a drawn card: the player who draws it."""
    return 1 << frame.player


def seen_taken(_state: WazabiState, frame: Taking) -> int:
    """Return who sees a card taken from a hand: both players (W-14)."""
    return 1 << frame.player | 1 << frame.rival
