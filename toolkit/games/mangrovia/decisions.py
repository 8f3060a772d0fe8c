"""The kinds of decisions and chance nodes: what is legal, what follows, and why something is not legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkit.core.chance import card_draws
from toolkit.core.decision import Action, Chance, Decision, Kind, card_draw, on
from toolkit.games.mangrovia import piles, turns
from toolkit.games.mangrovia.actions import (
    BEGINS,
    BIRDS,
    BOWLS,
    DECLINE,
    DRAW_AMULETS,
    DRAW_LANDSCAPES,
    DRAW_VALUABLES,
    FROM_LANDSCAPES,
    FROM_VALUABLES,
    LAY_TILES,
    TAKE_AMULETS,
    TAKE_LANDSCAPES,
    TAKE_VALUABLES,
    TURN_UP_LANDSCAPES,
    TURN_UP_VALUABLES,
    Begin,
    Build,
    DrawAmulet,
    DrawLandscape,
    DrawValuable,
    LayTile,
    MoveBirds,
    Pay,
    PayLandscape,
    PutBowl,
    ReturnAmulet,
    Say,
    TakeFaceDown,
    TakeLandscape,
    TakeValuable,
    TurnUpLandscape,
    TurnUpValuable,
)
from toolkit.games.mangrovia.building import (
    build,
    buildable,
    can_pay,
    can_pay_both,
    pay,
    pay_landscape,
    payable,
    payable_landscapes,
    why_not_built,
)
from toolkit.games.mangrovia.components import FREE
from toolkit.games.mangrovia.state import (
    Acting,
    ChoosingStart,
    DrawingAmulet,
    DrawingLandscape,
    DrawingValuable,
    LayingTile,
    MangroviaState,
    MoreAmulets,
    MovingBirds,
    Paying,
    PayingLandscape,
    PuttingBowl,
    ReturningAmulet,
    TurningLandscape,
    TurningValuable,
)

# ---- bowls (M-9, M-10) -------------------------------------------------------------------------------------


def _free_bowls(state: MangroviaState, frame: PuttingBowl) -> Sequence[Action]:
    banned = _banned(state, frame)
    free = [BOWLS[space] for space, owner in enumerate(state.bowls) if owner == FREE]
    return free[1:] if banned and free[0] is BOWLS[0] else free


def _banned(state: MangroviaState, frame: PuttingBowl) -> bool:
    """Tell whether the first ritual space is closed: to the first bowl of the start player (M-10)."""
    first = frame.bowl == 0 and frame.actor == state.start
    return first and state.rules.first_bowl_banned(state.players)


def _no_bowl(state: MangroviaState, frame: PuttingBowl, action: PutBowl) -> str:
    if state.bowls[action.space] == state.players:
        return "with two players the last ritual space is blocked (M-8)"
    if state.bowls[action.space] != FREE:
        return "a bowl lies there (M-9)"
    return "the start player may not put the first bowl there (M-10)" if _banned(state, frame) else ""


# ---- the action of a pier (M-12 to M-15, M-17) -------------------------------------------------------------


def _parts(state: MangroviaState, frame: Acting) -> Sequence[Action]:
    """Return what can be done of a part of an action, as alternatives."""
    found: list[Action] = []
    if frame.up:
        found += [TAKE_VALUABLES[value] for value in dict.fromkeys(state.valuables.cards[state.open])]
        found += [TAKE_LANDSCAPES[face] for face in dict.fromkeys(state.landscapes.cards[state.open])]
    if frame.down:
        found += [FROM_VALUABLES] if piles.drawable(state, state.valuables) else []
        found += [FROM_LANDSCAPES] if piles.drawable(state, state.landscapes) else []
    if frame.amulets:
        found.append(TAKE_AMULETS)
    if frame.hut or frame.double:
        found += buildable(state, frame)
    found.append(DECLINE)
    return found


def _say(state: MangroviaState, action: Say, frame: Acting) -> None:
    """Take amulets, or decline, so that nothing follows (M-12)."""
    if action is not DECLINE:
        piles.take_amulets(state, action, frame)


def _not_a_part(
    state: MangroviaState,
    frame: Acting,
    action: Build | TakeValuable | TakeLandscape | TakeFaceDown | Say,
) -> str:
    if isinstance(action, Build):
        return why_not_built(state, frame, action)
    if isinstance(action, TakeValuable | TakeLandscape):
        return "no such card lies face up (M-14)" if frame.up else "no face-up card can be taken now (M-13)"
    if isinstance(action, TakeFaceDown):
        return "no card is left there (M-26)" if frame.down else "no face-down card can be taken now (M-13)"
    return "" if frame.amulets else "no amulets can be taken now (M-15)"


DECISIONS: Mapping[str, Kind[MangroviaState]] = {
    "start player": Chance(
        ChoosingStart,
        lambda state, _: [(begin, 1) for begin in BEGINS[: state.players]],
        on(Begin, turns.begin),
    ),
    "tile": Chance(
        LayingTile,
        lambda state, _: card_draws(turns.tiles_left(state), LAY_TILES),
        on(LayTile, turns.lay_tile),
    ),
    "draw valuable": card_draw(
        DrawingValuable,
        lambda state, _: state.valuables.cards[state.pile],
        lambda _: DRAW_VALUABLES,
        on(DrawValuable, piles.draw_valuable),
        seen_by=lambda _, frame: 1 << frame.player,
    ),
    "draw landscape": card_draw(
        DrawingLandscape,
        lambda state, _: state.landscapes.cards[state.pile],
        lambda _: DRAW_LANDSCAPES,
        on(DrawLandscape, piles.draw_landscape),
        seen_by=lambda _, frame: 1 << frame.player,
    ),
    "turn up valuable": card_draw(
        TurningValuable,
        lambda state, _: state.valuables.cards[state.pile],
        lambda _: TURN_UP_VALUABLES,
        on(TurnUpValuable, piles.turn_up_valuable),
    ),
    "turn up landscape": card_draw(
        TurningLandscape,
        lambda state, _: state.landscapes.cards[state.pile],
        lambda _: TURN_UP_LANDSCAPES,
        on(TurnUpLandscape, piles.turn_up_landscape),
    ),
    "bowl": Decision(PuttingBowl, _free_bowls, on(PutBowl, turns.put_bowl), why_not=_no_bowl),
    "action": Decision(
        Acting,
        _parts,
        on(TakeValuable, piles.take_valuable),
        on(TakeLandscape, piles.take_landscape),
        on(TakeFaceDown, piles.take_face_down),
        on(Build, build),
        on(Say, _say),
        why_not=_not_a_part,
    ),
    "pay landscape": Decision(
        PayingLandscape, payable_landscapes, on(PayLandscape, pay_landscape), possible=can_pay_both
    ),
    "pay": Decision(Paying, payable, on(Pay, pay), possible=can_pay),
    "amulet": card_draw(
        DrawingAmulet,
        lambda state, _: state.amulets.cards[state.pile],
        lambda _: DRAW_AMULETS,
        on(DrawAmulet, piles.draw_amulet),
        seen_by=lambda _, frame: 1 << frame.player,
    ),
    "another amulet": Decision(MoreAmulets, piles.says_of_amulets, on(Say, piles.say_of_amulets)),
    "return amulet": Decision(
        ReturningAmulet,
        piles.returnable,
        on(ReturnAmulet, piles.return_amulet),
        on(Say, piles.keep_all),
        seen_by=lambda _, frame: 1 << frame.actor,
    ),
    "birds": Decision(MovingBirds, lambda *_: BIRDS, on(MoveBirds, turns.move_birds)),
}
"""The kinds of decisions and chance nodes."""
