"""Exchanges of Silver and discards, judged for advice (S-10 to S-20)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from solvers.silver.advice.ending import ending
from solvers.silver.advice.judging import NOTHING, Judged, Scene, said
from solvers.silver.exchanging import Exchange, ends_round, exchange, exchanged
from solvers.silver.sets import own_sets
from solvers.silver.turn import ability_value
from toolkit.core.decision import Action
from toolkit.games.silver.actions import Own
from toolkit.games.silver.exchange import comes_up
from toolkit.games.silver.position import Position
from toolkit.games.silver.state import Source


def discard(scene: Scene, source: Source) -> Judged:
    """Judge the card in hand, which came from the deck or beside it, for its ability or for nothing."""
    used = source == "deck" or scene.position.rules.squire_ability
    return discarded(
        scene.position, scene.held, ability_value(scene.position, scene.held) if used else NOTHING
    )


def discarded(hand: Position, card: int, value: Fraction) -> Judged:
    """Judge the discard of a card in hand, whose ability is worth so much."""
    why = said("ability" if value else "no_gain", card=card)
    return Judged(value, why, said("sees_card", seen=card), None if value else hand.discarding())


def further(scene: Scene, action: Any) -> Judged:
    """Judge one card more for a set, or to leave it at these (S-15)."""
    _, source, slots = scene.frame
    if isinstance(action, Own):
        found = best(scene.position, scene.held, source, (*slots, action.slot))
    else:
        found = _judged(scene.position, exchange(scene.position, slots, scene.held), scene.held, source)
    return replace(found, line="")  # the set goes on card by card


def taking(action: Action, then: Judged) -> Judged:
    """Judge the taking of a card by what is done with it next."""
    return replace(then, line=f"{action}, {then.line}") if then.line else then


def best(position: Position, card: int, source: Source, begin: tuple[int, ...] = ()) -> Judged:
    """Judge a card in hand by the best exchange whose first slots these are.

    An openly wrong set stays wrong: then it is that of these slots.
    """
    found = [exchange(position, slots, card) for slots in own_sets(position, begin) or [begin]]
    return _judged(position, max(found, key=lambda one: (one.gain, -len(one.slots))), card, source)


def _judged(position: Position, one: Exchange, card: int, source: Source) -> Judged:
    """Judge an exchange; where it lies afterwards is certain unless it may fail."""
    sure = one.chance == 1
    told = {"drawn": card, "slots": one.slots, "effect": one.gain}
    why = said("exchange", **told) if sure else said("exchange_if", chance=one.chance, **told)
    up = comes_up(source, position.rules, up=position.mine[one.slots[0]].face_up)
    reveals = said("sees_slots_up", slots=one.slots, seen=card) if up else said("sees_slots", slots=one.slots)
    after = exchanged(position, one.slots, card, up=up) if sure else None
    ends = ends_round(position, one.slots, source, one.chance)
    line = f"exchange {' '.join(map(str, one.slots))}"
    return Judged(one.gain, why + ending(ends, after), reveals, after, ends_round=ends, line=line)
