"""After a division: a new map is begun, amulets appear and the statues turn (T-29 to T-31)."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.core.decision import ALL, Action, Decision, Kind, on
from toolkit.games.tobago.movement import with_amulets
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
from toolkit.games.tobago.play.state import DISCARDED, HAND, NewMap, TobagoState
from toolkit.games.tobago.play.turns import go_on_with_turn
from toolkit.hexmap.island import bits


def _actions(state: TobagoState, frame: NewMap) -> Sequence[Action]:
    maps = _free_maps(state, frame.map)
    return clue_plays(state, frame.actor, state.compiled.actions.lay, maps) or (act.SHOW_HAND,)


def _free_maps(state: TobagoState, raised: int) -> list[int]:
    """Return the maps on which the new clue may lie (T-29a)."""
    if state.rules.new_map == "raised_colour":
        return [raised]
    return [number for number in MAPS if not state.clues[number]]


def _lay(state: TobagoState, action: act.LayClue, frame: NewMap) -> None:
    lay_from_hand(state, frame.actor, action)
    _end_raise(state)
    fill_hand(state, frame.actor)


def _show_hand(state: TobagoState, _action: act.ShowHand, frame: NewMap) -> None:
    """Show the hand and exchange it; when that was done before, the map stays empty (T-29b)."""
    starter = frame.actor
    if not frame.shown:
        state.stack.append(frame._replace(shown=1))
        open_draws(state, starter, discard_hand(state, starter))
        return
    hand = tuple(state.clue_cards.cards[HAND + starter])
    state.reveal(act.HandShown(clue_names(state, hand)), ALL)
    for source, target in ((HAND + starter, DISCARDED), (DISCARDED, HAND + starter)):
        for face in hand:  # laid open and taken back, so that all know it
            state.clue_cards.give(face, source, target)
    _end_raise(state)


def _end_raise(state: TobagoState) -> None:
    """Let amulets appear and the statues turn; then the turn of the raiser goes on (T-30a)."""
    _amulets_appear(state)
    ways = len(state.compiled.island.directions)
    state.facings = tuple((way + 1) % ways for way in state.facings)
    go_on_with_turn(state, *state.stack.pop())


def _amulets_appear(state: TobagoState) -> None:
    """Put an amulet where each statue looks, in their order while the supply lasts (T-31, T-31a)."""
    supply = state.rules.amulets - sum(state.amulets) - state.amulet_hexes.bit_count()
    before = state.amulet_hexes
    seen = (sight[way] for sight, way in zip(state.compiled.sights, state.facings, strict=True))
    state.amulet_hexes = with_amulets(before, seen, supply)
    if appeared := state.amulet_hexes & ~before:
        names = [state.compiled.island.names[number] for number in bits(appeared)]
        state.reveal(act.AmuletsAppear(tuple(names)), ALL)


NEW_MAPS: dict[str, Kind[TobagoState]] = {
    "new map": Decision(
        NewMap, _actions, on(act.LayClue, _lay), on(act.ShowHand, _show_hand), why_not=why_not_new_map
    ),
}
"""The decision about a new map."""
