"""Which cards may be looked at or moved (S-64): what amulet and Bodyguards forbid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import BODYGUARD

if TYPE_CHECKING:
    from toolkit.games.silver.position import Place, Position


def pushable(position: Position) -> list[Place]:
    """Return the own cards that may be given up: all but the one under the amulet (S-36)."""
    places = [(position.me, slot) for slot in range(len(position.mine))]
    return [place for place in places if place != position.amulet]


def own_looks(position: Position) -> list[Place]:
    """Return the own face-down cards that are not certain and may be looked at (S-23, S-36)."""
    return [place for place in own_face_down(position) if _unsure(position, place)]


def own_face_down(position: Position) -> list[Place]:
    """Return the own cards that may be turned face-up: face-down, and not under the amulet (S-23, S-36)."""
    return [place for place in pushable(position) if not position.mine[place[1]].face_up]


def other_looks(position: Position) -> list[Place]:
    """Return the face-down cards of others that are not certain and may be looked at (S-23, S-64)."""
    charges = [(guard.player, guard.charge) for guard in position.guards]
    forbidden = [*charges, position.amulet]
    places = [place for place, _ in position.places if place[0] != position.me and place not in forbidden]
    return [place for place in places if _unsure(position, place)]


def takeable(position: Position) -> list[Place]:
    """Return the cards of others that a Robber or a Witch may move (S-64, A-18)."""
    guarded = [(guard.player, slot) for guard in position.guards for slot in (guard.guard, guard.charge)]
    forbidden = [*guarded, position.amulet]
    return [
        place
        for place, slot in position.places
        if place[0] != position.me
        and place not in forbidden
        and not (position.rules.idle_guard_protected and slot.face_up and slot.number == BODYGUARD)
    ]


def checked_player(position: Position, player: int) -> int:
    """Return a player; `ToolkitError` if there is no such one."""
    if not 0 <= player < position.players:
        raise ToolkitError(f"no player {player}; the players are 0 to {position.players - 1}")
    return player


def checked_slot(position: Position, player: int, slot: int) -> int:
    """Return a slot of a player's village; `ToolkitError` if there is no such one."""
    if not 0 <= slot < len(position.villages[player]):
        last = len(position.villages[player]) - 1
        raise ToolkitError(f"no slot {slot}; player {player} has 0 to {last}")
    return slot


def _unsure(position: Position, place: Place) -> bool:
    slot = position.villages[place[0]][place[1]]
    return slot.hidden and not slot.face_up
