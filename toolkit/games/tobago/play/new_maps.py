"""After a division: a new map is begun, amulets appear and the statues turn (T-29 to T-31).

Frame: ``("new map", starter, raiser, map, shown)``; ``shown`` is 1 after the hand was shown and exchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import ALL, Decision
from toolkit.core.history import Reveal
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.clue_cards import (
    clue_names,
    clue_plays,
    discard_hand,
    fill_hand,
    lay_from_hand,
    open_draws,
)
from toolkit.games.tobago.play.compiled import MAPS
from toolkit.games.tobago.play.reasons import why_not_new_map
from toolkit.games.tobago.play.state import DISCARDED, HAND
from toolkit.games.tobago.play.turns import go_on
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action, Frame
    from toolkit.games.tobago.play.state import TobagoState


def _actions(state: TobagoState, frame: Frame) -> Sequence[Action]:
    _, starter, _, number, _ = frame
    return clue_plays(state, starter, state.compiled.actions.lay, _free_maps(state, number)) or (
        act.SHOW_HAND,
    )


def _free_maps(state: TobagoState, raised: int) -> list[int]:
    """Return the maps on which the new clue may lie (T-29a)."""
    if state.rules.new_map == "raised_colour":
        return [raised]
    return [number for number in MAPS if not state.clues[number]]


def _lay(state: TobagoState, action: act.LayClue, frame: Frame) -> None:
    starter = frame[1]
    lay_from_hand(state, starter, action)
    _end_raise(state)
    fill_hand(state, starter)


def _show_hand(state: TobagoState, _action: act.ShowHand, frame: Frame) -> None:
    """Show the hand and exchange it; when that was done before, the map stays empty (T-29b)."""
    kind, starter, raiser, number, shown = frame
    if not shown:
        state.stack.append((kind, starter, raiser, number, 1))
        open_draws(state, starter, discard_hand(state, starter))
        return
    hand = tuple(state.clue_cards.cards[HAND + starter])
    state.reveal(Reveal(f"hand: {clue_names(state, hand)}"), ALL)
    for source, target in ((HAND + starter, DISCARDED), (DISCARDED, HAND + starter)):
        for face in hand:  # laid open and taken back, so that all know it
            state.clue_cards.give(face, source, target)
    _end_raise(state)


def _end_raise(state: TobagoState) -> None:
    """Let amulets appear and the statues turn; then the turn of the raiser goes on (T-30a)."""
    _amulets_appear(state)
    ways = len(state.compiled.island.directions)
    state.facings = tuple((way + 1) % ways for way in state.facings)
    _, raiser, phase, pick = state.stack.pop()
    go_on(state, raiser, phase, pick)


def _amulets_appear(state: TobagoState) -> None:
    """Put an amulet where each statue looks, in their order while the supply lasts (T-31, T-31a)."""
    supply = state.rules.amulets - sum(state.amulets) - state.amulet_hexes.bit_count()
    before = state.amulet_hexes
    for sight, way in zip(state.compiled.sights, state.facings, strict=True):
        here = 1 << sight[way]
        if supply and not state.amulet_hexes & here:
            state.amulet_hexes |= here
            supply -= 1
    if appeared := state.amulet_hexes & ~before:
        names = [state.compiled.island.names[number] for number in bits(appeared)]
        state.reveal(Reveal(f"amulets appear: {', '.join(names)}"), ALL)


NEW_MAPS = {
    "new map": Decision(_actions, {act.LayClue: _lay, act.ShowHand: _show_hand}, why_not_new_map),
}
"""The decision about a new map."""
