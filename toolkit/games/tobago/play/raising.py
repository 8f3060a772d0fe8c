"""Raising a treasure: everybody draws and looks, and one unseen card is added (T-24, T-25, T-35a).

Frames: ``("look", CHANCE, treasure, rota)`` with the players who still draw, ``("add", CHANCE, treasure)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import CHANCE, Chance
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.dividing import reveal_next
from toolkit.games.tobago.play.state import BAG, DIVISION, SHOWN, UNSEEN, looked
from toolkit.games.tobago.play.treasure import CURSE, Treasure

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from toolkit.core.decision import Action, Frame
    from toolkit.games.tobago.play.state import TobagoState


def begin_raise(state: TobagoState, raiser: int, number: int) -> None:
    """Add a rose of the raiser below the last clue and let the looks begin (T-24, T-25a)."""
    state.roses[raiser] -= 1
    roses = (raiser, *(owner for owner in reversed(state.owners[number]) if owner >= 0))
    seats = [(raiser + left) % state.players for left in range(state.players)]
    rota = tuple(player for player in seats for _ in range(roses.count(player)))
    _go_on(state, Treasure(raiser, number, roses), rota)


def _go_on(state: TobagoState, treasure: Treasure, rota: tuple[int, ...]) -> None:
    """Open the next draw; without cards those later in the order draw none (T-35a)."""
    if not _refilled(state):
        _gather(state, treasure)
    elif rota:
        state.stack.append(("look", CHANCE, treasure, rota))
    else:
        state.stack.append(("add", CHANCE, treasure))


def _refilled(state: TobagoState) -> bool:
    """Tell whether a card can be drawn; the played cards are shuffled when the deck is empty (T-35)."""
    cards = state.treasure_cards
    if not cards.cards[BAG]:
        state.emptied = 1
        for heap in (SHOWN, UNSEEN):
            cards.pour(heap, BAG)
    return bool(cards.cards[BAG])


def _gather(state: TobagoState, treasure: Treasure) -> None:
    """Pass the cards face down to the raiser, who shuffles them (T-25)."""
    cards = state.treasure_cards
    for player in range(state.players):
        if cards.cards[looked(player)]:
            cards.pour(looked(player), DIVISION)
    if not cards.cards[BAG]:
        state.emptied = 1
    reveal_next(state, treasure)


def _drawable(state: TobagoState) -> list[int]:
    """Return the cards of which the next one is drawn: gold while that lies on top (T-18)."""
    bag = state.treasure_cards.cards[BAG]
    return bag[bag.count(CURSE) :] if state.gold_on_top else bag


def _outcomes(state: TobagoState, table: Mapping[int, Action]) -> list[tuple[Action, int]]:
    bag = _drawable(state)
    return [(table[face], bag.count(face)) for face in dict.fromkeys(bag)]


def _any(state: TobagoState, table: Mapping[int, Action], random: Random) -> Action:
    bag = _drawable(state)
    return table[bag[int(random.random() * len(bag))]]


def _draw(state: TobagoState, face: int | None, heap: int) -> None:
    if face is None:
        raise ToolkitError("a card that is not seen cannot be drawn")
    gold = bool(state.gold_on_top)
    state.treasure_cards.draw(face, BAG, heap, apart=gold)
    state.gold_on_top -= gold


def _look(state: TobagoState, action: act.Look, frame: Frame) -> None:
    _, _, treasure, rota = frame
    _draw(state, action.face, looked(rota[0]))
    _go_on(state, treasure, rota[1:])


def _add(state: TobagoState, action: act.Add, frame: Frame) -> None:
    _draw(state, action.face, DIVISION)
    _gather(state, frame[2])


RAISING = {
    "look": Chance(
        lambda state, _: _outcomes(state, state.board.menu.look),
        {act.Look: _look},
        seen_by=lambda _, frame: 1 << frame[3][0],
        pick=lambda state, _, random: _any(state, state.board.menu.look, random),
    ),
    "add": Chance(
        lambda state, _: _outcomes(state, state.board.menu.add),
        {act.Add: _add},
        seen_by=lambda _state, _frame: 0,
        pick=lambda state, _, random: _any(state, state.board.menu.add, random),
    ),
}
"""The chance nodes of a raise."""
