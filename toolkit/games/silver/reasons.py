"""Why an action is not legal, in the words of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.games.silver.actions import CALL, DRAW, TAKE, Anyone, Own, Word
from toolkit.games.silver.places import DISCARD, FACE_DOWN, SHOWN, VILLAGE
from toolkit.games.silver.village import NOBODY, amulet_slot, movable_by_rivals

if TYPE_CHECKING:
    from toolkit.core.decision import Action, Frame
    from toolkit.games.silver.state import SilverState

_MOST_NAMED = 8


def why_not(state: SilverState, frame: Frame, action: Action) -> str:
    """Return the rule's reason against an action; where there is none, what is legal instead."""
    kind, player = frame[:2]
    reason = ""
    if kind == "turn" and isinstance(action, Word):
        reason = _not_in_turn(state, player, action)
    elif kind == "use" and action in (DRAW, TAKE, CALL):
        reason = "the card of this turn is in hand already (S-9)"
    elif isinstance(action, Own):
        reason = _not_own(state, frame, action)
    elif isinstance(action, Anyone):
        reason = _not_anyone(state, player, kind, action)
    return reason or _instead(state, frame)


def _not_in_turn(state: SilverState, player: int, action: Word) -> str:
    if action == DRAW:
        return "the deck is empty (S-30)"
    if action == TAKE:
        empty = not state.cards.cards[DISCARD]
        return "the discard pile is empty (A-33)" if empty else "the amulet lies on the only card (S-39)"
    return _no_call(state, player) if action == CALL else ""


def _no_call(state: SilverState, player: int) -> str:
    if state.caller != NOBODY:
        return f"player {state.caller} has called already (S-29)"
    if state.acted:
        return "something was done in this turn already (S-25, S-28)"
    return f"{len(state.cards.cards[VILLAGE + player])} cards are too many: 4 at most (S-28)"


def _not_own(state: SilverState, frame: Frame, action: Own) -> str:
    player = frame[1]
    if action.verb == "shown":
        count = len(state.cards.cards[SHOWN])
        return f"there are {count} cards beside the deck (S-44)"
    if action.slot >= (count := len(state.cards.cards[VILLAGE + player])):
        return f"the village has {count} cards"
    guard = action.slot if action.verb == "guard" else frame[2] if frame[0] == "guard" else NOBODY
    if guard != NOBODY and state.settled >> guard & 1:
        return "this Bodyguard was moved just now: something else must be done first (S-48)"
    if action.slot == amulet_slot(state, player):
        return "the amulet protects this card (S-36)"
    return ""


def _not_anyone(state: SilverState, player: int, kind: str, action: Anyone) -> str:
    if kind == "first looks" and action.player == player:
        return "the first looks go from the left to the right: before them all cards are alike (S-6)"
    if action.slot >= (count := len(state.cards.cards[VILLAGE + action.player])):
        return f"the village of player {action.player} has {count} cards"
    if action.slot == amulet_slot(state, action.player):
        return "the amulet protects this card (S-36)"
    if action.verb in ("rob", "hit") and action.player == player:
        return "it must be a card of an opponent (S-53, S-54)"
    if action.verb in ("rob", "hit") and action.slot not in movable_by_rivals(state, action.player):
        return "a Bodyguard protects this card (S-48)"
    if action.verb in ("look", "turn") and state.up[action.player][action.slot] != FACE_DOWN:
        return "this card lies face-up (S-23)"
    return _out_of_reach(state, player, kind, action)


def _out_of_reach(state: SilverState, player: int, kind: str, action: Anyone) -> str:
    if kind in ("apprentice seer", "revealer") and action.player == player:
        return "it must be a card of an opponent (S-50, S-51)"
    if kind in ("first looks", "turn", "use", "end", "exposer", "beholder") and action.player != player:
        return "it must be an own card (S-6, S-47, S-50, S-51)"
    if any(action.slot == charge for _, charge in state.guards[action.player]) and action.player != player:
        return "a Bodyguard protects this card (S-48)"
    if kind in ("turn", "use", "end"):
        return "no Empath of this village may look in this turn (S-47)"
    return ""


def _instead(state: SilverState, frame: Frame) -> str:
    legal = [str(other) for other in state.decisions[frame[0]].legal(state, frame)]  # type: ignore[union-attr]
    more = f" and {len(legal) - _MOST_NAMED} more" if len(legal) > _MOST_NAMED else ""
    return f"not possible now; legal: {', '.join(legal[:_MOST_NAMED])}{more}"
