"""Which cards of a position may be looked at or moved (S-64), and whether there are such cards at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction

from toolkit.core.errors import ToolkitError
from toolkit.core.position import no_player
from toolkit.games.silver.cards import BODYGUARD
from toolkit.games.silver.position import Place, Position, no_card
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import Pair
from toolkit.games.silver.village import safe_from_looks, safe_from_moves, safe_from_owner


def pushable(position: Position) -> list[Place]:
    """Return the own cards that may be given up, all but the one under the amulet (`safe_from_owner`)."""
    safe = safe_from_owner(_amulet(position, position.me))
    return [(position.me, slot) for slot in range(len(position.mine)) if slot not in safe]


def own_looks(position: Position) -> list[Place]:
    """Return the own face-down cards that are not certain and may be looked at (S-23)."""
    return [place for place in own_face_down(position) if _unsure(position, place)]


def own_face_down(position: Position) -> list[Place]:
    """Return the own cards that may be turned face-up (`safe_from_owner`, A-11)."""
    return [place for place in pushable(position) if not position.mine[place[1]].face_up]


def other_looks(position: Position) -> list[Place]:
    """Return the face-down cards of others that are not certain and may be looked at (S-23)."""
    return [place for place in other_face_down(position) if _unsure(position, place)]


def other_face_down(position: Position) -> list[Place]:
    """Return the cards of others that may be turned face-up (`safe_from_looks`)."""
    return [
        (player, slot)
        for player, safe in _safe(position, _from_looks)
        for slot, card in enumerate(position.villages[player])
        if slot not in safe and not card.face_up
    ]


def takeable(position: Position) -> list[Place]:
    """Return the cards of others that a Robber or a Witch may move (`safe_from_moves`)."""
    return [
        (player, slot)
        for player, safe in _safe(position, _from_moves)
        for slot in range(len(position.villages[player]))
        if slot not in safe
    ]


def checked_player(position: Position, player: int) -> int:
    """Return a player; `ToolkitError` if there is no such one."""
    _refuse(no_player(player, position.players))
    return player


def checked_slot(position: Position, player: int, slot: int) -> int:
    """Return a slot of a player's village; `ToolkitError` if there is no such one, or no such player."""
    _refuse(position.no_slot(player, slot))
    return slot


def checked_own_slot(position: Position, slot: int) -> int:
    """Return an own slot; `ToolkitError` if there is no such one."""
    return checked_slot(position, position.me, slot)


def checked_places(position: Position, places: Sequence[Place]) -> Sequence[Place]:
    """Return places of villages; `ToolkitError` if one is not there, or named twice."""
    for place in places:
        checked_slot(position, *place)
    return different(places)


def checked_own_place(position: Position, place: Place) -> Place:
    """Return an own place that may be given up; `ToolkitError` for another one."""
    player, slot = place
    checked_slot(position, player, slot)
    if place not in pushable(position):
        owner = "lies under the amulet (S-36)" if player == position.me else "is no own one"
        raise ToolkitError(f"slot {slot} of player {player} {owner}")
    return place


def checked_free_slot(position: Position, slot: int) -> int:
    """Return an own slot whose card may be given up; `ToolkitError` for another one."""
    checked_own_place(position, (position.me, slot))
    return slot


def checked_own_places(position: Position, places: Sequence[Place]) -> Sequence[Place]:
    """Return own places that may be given up; `ToolkitError` if one is another, or named twice."""
    for place in places:
        checked_own_place(position, place)
    return different(places)


def checked_target(position: Position, place: Place) -> Place:
    """Return the place of an opponent's card that may be moved; `ToolkitError` for another one."""
    player, slot = place
    checked_slot(position, player, slot)
    if place not in takeable(position):
        why = "is an own one" if player == position.me else "is protected (S-64)"
        raise ToolkitError(f"slot {slot} of player {player} {why}")
    return place


def different(places: Sequence[Place]) -> Sequence[Place]:
    """Return places; `ToolkitError` if one is named twice."""
    if len(set(places)) != len(places):
        names = ", ".join(f"slot {slot} of player {player}" for player, slot in places)
        raise ToolkitError(f"{names}: one is named twice")
    return places


def checked_card(_position: Position, card: int) -> int:
    """Return the number of a card; `ToolkitError` if there is no such one."""
    _refuse(no_card(card))
    return card


def checked_incoming(position: Position, card: int) -> int:
    """Return the number of a card that comes in; `ToolkitError` if all cards of it lie in villages."""
    _refuse(no_card(card))
    lying = [*position.discard, *position.shown, *position.top, position.held]
    if card not in lying and not position.unseen[card]:
        raise ToolkitError(f"no card {card} can come in: all of them are known to lie in villages")
    return card


def checked_harm(_position: Position, harm: Fraction) -> Fraction:
    """Return the weight of what an opponent gains in points; `ToolkitError` for one below 0."""
    _refuse("" if harm >= 0 else f"harm {harm}; 0 is the least")
    return harm


def _refuse(problem: str) -> None:
    if problem:
        raise ToolkitError(problem)


def _unsure(position: Position, place: Place) -> bool:
    return position.villages[place[0]][place[1]].hidden


def _safe(
    position: Position, protected: Callable[[Position, int], Collection[int]]
) -> Iterator[tuple[int, Collection[int]]]:
    """Yield the other players in the order of their seats, each with the slots that are protected."""
    for player in range(position.players):
        if player != position.me:
            yield player, protected(position, player)


def _from_looks(position: Position, player: int) -> Collection[int]:
    return safe_from_looks(_amulet(position, player), _duties(position, player))


def _from_moves(position: Position, player: int) -> Collection[int]:
    bodyguards = [slot for owner, slot in position.face_up(BODYGUARD) if owner == player]
    return safe_from_moves(_amulet(position, player), _duties(position, player), bodyguards, position.rules)


def _amulet(position: Position, player: int) -> int:
    """Return the slot of a village on which the amulet lies; `NOBODY` when it lies on none of it."""
    owner, slot = position.amulet or (NOBODY, NOBODY)
    return slot if owner == player else NOBODY


def _duties(position: Position, player: int) -> list[Pair]:
    return [Pair(guard.guard, guard.charge) for guard in position.guards if guard.player == player]
