"""Exchanges of Silver and discards, judged for advice (S-10 to S-20)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solvers.silver.advice.judging import NOTHING, Judged, Scene, card_name, percent, saves, slot_names
from solvers.silver.drawing import ability_value
from solvers.silver.exchanges import Exchange, exchange, own_sets
from toolkit.games.silver.actions import Own
from toolkit.games.silver.cards import DOPPELGANGER
from toolkit.games.silver.exchange import comes_up
from toolkit.games.silver.position import Guard, Slot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.games.silver.position import Position


def discard(scene: Scene, source: str) -> Judged:
    """Judge the card in hand, which came from the deck or beside it, for its ability or for nothing."""
    position, card = scene.position, scene.held
    used = source == "deck" or position.rules.squire_ability
    value = ability_value(position, card) if used else NOTHING
    why = f"{card_name(card)} is used for its ability." if value else f"{card_name(card)} gains nothing."
    return Judged(value, why, f"the {card}", None if value else position.discarding())


def further(scene: Scene, action: Any) -> Judged:
    """Judge one card more for a set, or to leave it at these (S-15)."""
    _, _, source, slots = scene.details
    if isinstance(action, Own):
        return best(scene.position, scene.held, source, (*slots, action.slot))
    return _judged(scene.position, exchange(scene.position, slots, scene.held), scene.held, source)


def best(position: Position, card: int, source: str, begin: tuple[int, ...] = ()) -> Judged:
    """Judge a card in hand by the best exchange whose first slots these are.

    An openly wrong set stays wrong: then it is that of these slots.
    """
    found = [exchange(position, slots, card) for slots in own_sets(position, begin) or [begin]]
    return _judged(position, max(found, key=lambda one: (one.gain, -len(one.slots))), card, source)


def _judged(position: Position, one: Exchange, card: int, source: str) -> Judged:
    """Judge an exchange; where it lies afterwards is certain unless it may fail."""
    sure, slots = one.chance == 1, slot_names(one.slots)
    why = f"The {card} for {slots} {saves(one.gain)} on average"
    why += "." if sure else f"; it succeeds with a chance of {percent(one.chance)}."
    up = comes_up(source, position.rules, up=position.mine[one.slots[0]].face_up)
    reveals = f"{slots}{f', and the {card} lies face-up' if up else ''}"
    return Judged(one.gain, why, reveals, exchanged(position, one.slots, card, up=up) if sure else None)


def exchanged(position: Position, slots: Sequence[int], card: int, *, up: bool) -> Position:
    """Return the position after cards were given up: unknown ones count as forgotten discards."""
    first, *others = slots
    mine = [Slot(card, up) if slot == first else one for slot, one in enumerate(position.mine)]
    village = tuple(one for slot, one in enumerate(mine) if slot not in others)
    known = [number for slot in slots if (number := position.mine[slot].known) is not None]
    gone = sorted(known, key=lambda number: number != DOPPELGANGER)  # a 13 lies below its partner (S-63)
    return replace(
        position,
        villages=(*position.villages[: position.me], village, *position.villages[position.me + 1 :]),
        held=None,
        discard=(*position.discard, *gone),
        guards=tuple(_guards(position, slots)),
        amulet=position.amulet and (position.amulet[0], _moved(position, *position.amulet, others)),
    )


def _guards(position: Position, slots: Sequence[int]) -> Iterator[Guard]:
    """Yield the Bodyguards that stay on duty when own cards leave (A-43), where they lie then."""
    for guard in position.guards:
        player = guard.player
        if player != position.me or not {guard.guard, guard.charge} & set(slots):
            pair = (_moved(position, player, slot, slots[1:]) for slot in (guard.guard, guard.charge))
            yield Guard(player, *pair)


def _moved(position: Position, player: int, slot: int, gone: Sequence[int]) -> int:
    """Return where a card lies when own cards have left and the others have closed up (S-17)."""
    return slot - sum(other < slot for other in gone) if player == position.me else slot
