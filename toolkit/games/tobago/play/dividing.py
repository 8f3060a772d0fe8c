"""Dividing a treasure card by card, rose by rose (T-26, T-27).

Frames: ``("reveal", CHANCE, treasure)`` and ``("take", owner, treasure, face, place)`` with the place of the
rose in question among those left, from the bottom up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import CHANCE, Chance, Decision
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.curses import curse_comes_back, strike
from toolkit.games.tobago.play.new_maps import clear_map, open_new_map
from toolkit.games.tobago.play.state import DECK_EMPTY, DIVISION, SHOWN, UNSEEN, won
from toolkit.games.tobago.play.treasure import CURSE, Treasure

if TYPE_CHECKING:
    from random import Random

    from toolkit.core.decision import Action, Frame
    from toolkit.games.tobago.play.state import TobagoState


def reveal_next(state: TobagoState, treasure: Treasure) -> None:
    """Reveal the next card, or end the division when cards or roses have run out (T-27)."""
    if treasure.roses and state.treasure_cards.cards[DIVISION]:
        state.stack.append(("reveal", CHANCE, treasure))
    else:
        _finish(state, treasure)


def _outcomes(state: TobagoState, _frame: Frame) -> list[tuple[Action, int]]:
    cards, table = state.treasure_cards.cards[DIVISION], state.board.menu.show
    return [(table[face], cards.count(face)) for face in dict.fromkeys(cards)]


def _any(state: TobagoState, _frame: Frame, random: Random) -> Action:
    cards = state.treasure_cards.cards[DIVISION]
    return state.board.menu.show[cards[int(random.random() * len(cards))]]


def _reveal(state: TobagoState, action: act.Show, frame: Frame) -> None:
    treasure = Treasure(*frame[2])
    state.treasure_cards.draw(action.face, DIVISION, SHOWN)
    if action.face == CURSE:
        reveal_next(state, strike(state, treasure))
    else:
        state.stack.append(("take", treasure.roses[0], treasure, action.face, 0))


def _take(state: TobagoState, _action: act.Take, frame: Frame) -> None:
    """Give the card to the owner of the rose, who takes the rose back (T-26)."""
    _, owner, _, face, place = frame
    treasure = Treasure(*frame[2])
    state.treasure_cards.give(face, SHOWN, won(owner))
    state.roses[owner] += 1
    left = treasure.roses[:place] + treasure.roses[place + 1 :]
    reveal_next(state, treasure._replace(roses=left, last=owner))


def _pass(state: TobagoState, _action: act.Pass, frame: Frame) -> None:
    """Ask for the rose above; a card that all refuse stays among the discards (T-26)."""
    _, _, _, face, place = frame
    treasure, above = Treasure(*frame[2]), place + 1
    if above < len(treasure.roses):
        state.stack.append(("take", treasure.roses[above], treasure, face, above))
    else:
        reveal_next(state, treasure)


def _finish(state: TobagoState, treasure: Treasure) -> None:
    """Discard what is left, give the roses back, and go on or end the game (T-27, T-27a, T-29, T-35a)."""
    if state.treasure_cards.cards[DIVISION]:
        state.treasure_cards.pour(DIVISION, UNSEEN)
    for owner in treasure.roses:
        state.roses[owner] += 1
    clear_map(state, treasure.map)
    if state.emptied:
        state.ending = DECK_EMPTY
        state.stack.clear()
        return
    if treasure.curses:
        curse_comes_back(state)
    open_new_map(state, treasure)


DIVIDING: dict[str, Decision | Chance] = {
    "reveal": Chance(_outcomes, {act.Show: _reveal}, pick=_any),
    "take": Decision(lambda _state, _frame: (act.TAKE, act.PASS), {act.Take: _take, act.Pass: _pass}),
}
"""The decisions of a division."""
