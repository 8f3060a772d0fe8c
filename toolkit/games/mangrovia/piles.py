"""Cards and amulets taken, drawn, turned up and renewed (M-13 to M-15, M-26, M-27, M-30)."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.core.decision import ALL, AUTOMATIC, CHANCE, Action, Frame
from toolkit.core.hidden import Zones
from toolkit.games.mangrovia.actions import (
    ANOTHER,
    ENOUGH,
    FROM_VALUABLES,
    KEEP_ALL,
    RETURNS,
    DrawAmulet,
    DrawLandscape,
    DrawValuable,
    Renewed,
    ReturnAmulet,
    Say,
    TakeFaceDown,
    TakeLandscape,
    TakeValuable,
    TurnUpLandscape,
    TurnUpValuable,
)
from toolkit.games.mangrovia.components import MOST_DRAWN, Part
from toolkit.games.mangrovia.state import (
    Acting,
    DrawingAmulet,
    DrawingLandscape,
    DrawingValuable,
    MangroviaState,
    MoreAmulets,
    ReturningAmulet,
    TurningLandscape,
    TurningValuable,
)

# ---- piles and the bag -------------------------------------------------------------------------------------


def drawable(state: MangroviaState, zones: Zones) -> bool:
    """Tell whether a card can be drawn, from the pile or from the played cards, or an amulet likewise."""
    return bool(zones.cards[state.pile] or zones.cards[state.played])


def _renew(state: MangroviaState, zones: Zones) -> None:
    """Shuffle the played cards into a new pile, or put the spent amulets into the bag (M-26, M-27)."""
    if zones.cards[state.pile] or not zones.cards[state.played]:
        return
    zones.pour(state.played, state.pile)
    state.reveal(_RENEWED[next(name for name in _RENEWED if getattr(state, name) is zones)], ALL, AUTOMATIC)


_RENEWED = {
    "valuables": Renewed("the valuables are shuffled"),
    "landscapes": Renewed("the landscapes are shuffled"),
    "amulets": Renewed("the bag is filled"),
}


def draw_next(state: MangroviaState, zones: Zones, frame: Frame) -> None:
    """Let chance draw one, from a pile that is renewed before if it is empty (B17)."""
    _renew(state, zones)
    state.stack.append(frame)


def _draw(state: MangroviaState, zones: Zones, face: int, target: int) -> None:
    zones.give(face, state.pile, target)
    if state.rules.renewal == "at_once":  # B17
        _renew(state, zones)


# ---- cards (M-13, M-14, M-30) ------------------------------------------------------------------------------


def take_valuable(state: MangroviaState, action: TakeValuable, frame: Acting) -> None:
    """Take a face-up card; the rest of the part follows."""
    state.valuables.give(action.value, state.open, frame.actor)
    state.todo = Part(up=frame.up - 1)


def take_landscape(state: MangroviaState, action: TakeLandscape, frame: Acting) -> None:
    """Take a face-up card; the rest of the part follows."""
    state.landscapes.give(action.face, state.open, frame.actor)
    state.todo = Part(up=frame.up - 1)


def take_face_down(state: MangroviaState, action: TakeFaceDown, frame: Acting) -> None:
    """Draw a face-down card; the rest of the part follows, so that the card is seen before (M-13)."""
    state.todo = Part(down=frame.down - 1)
    if action is FROM_VALUABLES:
        draw_next(state, state.valuables, DrawingValuable(CHANCE, frame.actor))
    else:
        draw_next(state, state.landscapes, DrawingLandscape(CHANCE, frame.actor))


def draw_valuable(state: MangroviaState, action: DrawValuable, frame: DrawingValuable) -> None:
    """Add a card to a hand."""
    _draw(state, state.valuables, action.value, frame.player)


def draw_landscape(state: MangroviaState, action: DrawLandscape, frame: DrawingLandscape) -> None:
    """Add a card to a hand."""
    _draw(state, state.landscapes, action.face, frame.player)


def turn_up_valuable(state: MangroviaState, action: TurnUpValuable, _frame: TurningValuable) -> None:
    """Lay a card face up beside its pile."""
    _draw(state, state.valuables, action.value, state.open)


def turn_up_landscape(state: MangroviaState, action: TurnUpLandscape, _frame: TurningLandscape) -> None:
    """Lay a card face up beside its pile."""
    _draw(state, state.landscapes, action.face, state.open)


# ---- amulets (M-15, M-27) ----------------------------------------------------------------------------------


def amulets_to_be_had(state: MangroviaState, player: int) -> bool:
    """Tell whether the amulet action brings any: one of value 1, or from the bag (M-15, B29)."""
    if not state.track[player]:
        return bool(state.amulets.cards[state.open])
    return drawable(state, state.amulets)


def take_amulets(state: MangroviaState, _action: Say, frame: Acting) -> None:
    """Take an amulet of value 1, or begin to draw as many as the amulet track shows (M-15)."""
    player, huts = frame.actor, state.track[frame.actor]
    if huts:
        _draw_amulets(state, player, min(huts, MOST_DRAWN))
    else:
        state.amulets.give(1, state.open, player)


def _draw_amulets(state: MangroviaState, player: int, left: int) -> None:
    """Draw so many amulets more, as far as there are any (B10); then one may go back."""
    if left and drawable(state, state.amulets):
        if state.rules.amulets_partial and state.amulets.cards[state.drawn(player)]:
            state.stack.append(MoreAmulets(player, left))
        else:
            draw_next(state, state.amulets, DrawingAmulet(CHANCE, player, left))
    elif state.track[player] > 1:
        state.stack.append(ReturningAmulet(player))
    else:
        _keep(state, player)


def draw_amulet(state: MangroviaState, action: DrawAmulet, frame: DrawingAmulet) -> None:
    """Draw an amulet; the others follow."""
    _draw(state, state.amulets, action.value, state.drawn(frame.player))
    _draw_amulets(state, frame.player, frame.left - 1)


def says_of_amulets(_state: MangroviaState, _frame: MoreAmulets) -> Sequence[Action]:
    """Return what can be said while amulets are drawn one by one (B18)."""
    return (ANOTHER, ENOUGH)


def say_of_amulets(state: MangroviaState, action: Say, frame: MoreAmulets) -> None:
    """Draw on, or stop."""
    if action is ANOTHER:
        draw_next(state, state.amulets, DrawingAmulet(CHANCE, frame.actor, frame.left))
    else:
        _draw_amulets(state, frame.actor, 0)


def returnable(state: MangroviaState, frame: ReturningAmulet) -> Sequence[Action]:
    """Return which of the drawn amulets can be put back, each value once."""
    drawn = dict.fromkeys(state.amulets.cards[state.drawn(frame.actor)])
    back: list[Action] = [RETURNS[value] for value in drawn]
    return [*back, KEEP_ALL] if state.rules.amulets_partial else back


def return_amulet(state: MangroviaState, action: ReturnAmulet, frame: ReturningAmulet) -> None:
    """Put an amulet back into the bag, and keep the others."""
    state.amulets.give(action.value, state.drawn(frame.actor), state.pile)
    _keep(state, frame.actor)


def keep_all(state: MangroviaState, _action: Say, frame: ReturningAmulet) -> None:
    """Keep all drawn amulets (B18)."""
    _keep(state, frame.actor)


def _keep(state: MangroviaState, player: int) -> None:
    state.amulets.pour(state.drawn(player), player)
