"""Free actions: the looks of an Empath, the moves of a Bodyguard, the amulet (S-36, S-47, S-48, S-66)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from toolkit.core.decision import Action
from toolkit.games.silver.actions import GUARDS, LOOKS, OFF, OVERS, PROTECTS, Anyone, Own, Word
from toolkit.games.silver.cards import BODYGUARD, EMPATH
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import (
    VILLAGE,
    DrawingMore,
    Ending,
    Guarding,
    Pair,
    SilverState,
    TakingTurn,
    Using,
)
from toolkit.games.silver.village import amulet_slot, face_up, look, seen_by_owner

Freely: TypeAlias = TakingTurn | DrawingMore | Using | Ending
"""Decisions in which free actions may be taken."""


def free_actions(state: SilverState, player: int) -> list[Action]:
    """Return what a player may do besides the action of the turn."""
    up = state.up[player]
    found = _looks(state, player) if EMPATH in up else []
    if BODYGUARD in up:
        found += _guards(state, player)
    if state.amulet == player:
        found += _protects(state, player)
    return found


# ---- Empath (S-47) ----------------------------------------------------------------------------------------


def _looks(state: SilverState, player: int) -> list[Action]:
    if not _unused(state, player):
        return []
    return [LOOKS[player][slot] for slot in seen_by_owner(state, player)]


def _unused(state: SilverState, player: int) -> list[int]:
    """Return the slots of the Empaths that have not looked in this turn (A-17)."""
    return [slot for slot in face_up(state, player, EMPATH) if not state.used >> slot & 1]


def empath_look(state: SilverState, action: Anyone, frame: Freely) -> None:
    """Let an Empath look at an own face-down card."""
    player = frame.actor
    state.used |= 1 << _unused(state, player)[0]
    look(state, player, player, action.slot)
    state.just_moved = 0
    go_back(state, frame)


# ---- Bodyguard (S-48, A-43) -------------------------------------------------------------------------------


def _guards(state: SilverState, player: int) -> list[Action]:
    """Return the Bodyguards that can be moved.

    One that was moved can only be taken off until something else is done: to move it again changes nothing.
    """
    on_duty = {guard for guard, _ in state.guards[player]}
    return [
        GUARDS[slot]
        for slot in face_up(state, player, BODYGUARD)
        if slot in on_duty or _charges(state, player, slot)
    ]


def _charges(state: SilverState, player: int, guard: int) -> list[int]:
    """Return the slots whose cards a Bodyguard may guard from now on."""
    pairs = state.guards[player]
    if state.just_moved >> guard & 1 or any(charge == guard for _, charge in pairs):
        return []
    taken = {slot for pair in pairs for slot in pair} | {guard, amulet_slot(state, player)}
    return [slot for slot in range(len(state.cards.cards[VILLAGE + player])) if slot not in taken]


def choose_guard(state: SilverState, action: Own, frame: Freely) -> None:
    """Choose the Bodyguard to move; the decision from which it came is open below."""
    go_back(state, frame)
    state.stack.append(Guarding(frame.actor, action.slot))


def guard_choices(state: SilverState, frame: Guarding) -> Sequence[Action]:
    """Return the cards that a Bodyguard may guard, and to take it off."""
    player, guard = frame
    found: list[Action] = [OVERS[slot] for slot in _charges(state, player, guard)]
    return [*found, OFF] if any(slot == guard for slot, _ in state.guards[player]) else found


def guard_over(state: SilverState, action: Own, frame: Guarding) -> None:
    """Put a Bodyguard on duty over a card."""
    player, guard = frame
    _take_off(state, player, guard)
    state.guards[player] = tuple(sorted((*state.guards[player], Pair(guard, action.slot))))
    state.just_moved |= 1 << guard


def guard_off(state: SilverState, _action: Word, frame: Guarding) -> None:
    """Take a Bodyguard off duty."""
    _take_off(state, *frame)


def _take_off(state: SilverState, player: int, guard: int) -> None:
    state.guards[player] = tuple([pair for pair in state.guards[player] if pair.guard != guard])


# ---- amulet (S-36) ----------------------------------------------------------------------------------------


def _protects(state: SilverState, player: int) -> list[Action]:
    if not state.may_protect or state.amulet_slot != NOBODY:
        return []
    slots = range(len(state.cards.cards[VILLAGE + player]))
    frame = state.stack[-1] if state.stack else None
    if len(slots) == 1 and isinstance(frame, Using) and frame.source == "discard":
        return []  # S-12: a taken card must be exchanged
    charges = {charge for _, charge in state.guards[player]}
    return [PROTECTS[slot] for slot in slots if slot not in charges]


def protect(state: SilverState, action: Own, frame: Freely) -> None:
    """Put the amulet on a card, for the rest of the round."""
    state.amulet_slot = action.slot
    state.just_moved = 0
    go_back(state, frame)


def go_back(state: SilverState, frame: Freely) -> None:
    """Open the decision again in which a free action was taken; nobody can call any more (S-66)."""
    state.acted = True
    if not isinstance(frame, Ending):
        state.stack.append(frame)
