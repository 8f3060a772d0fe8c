"""Abilities of Silver, judged for advice (S-47 to S-54)."""

from __future__ import annotations

from typing import Any

from solvers.silver.advice.ending import ending
from solvers.silver.advice.exchanges import best, taking
from solvers.silver.advice.judging import NOTHING, Judged, Scene, idle, said, unused
from solvers.silver.asking import pushable
from solvers.silver.exchanging import taken
from solvers.silver.hidden import rascals
from solvers.silver.memory import draws_again, look_value
from solvers.silver.turn import (
    draw_value,
    hit,
    hit_ends_round,
    kept,
    robbery,
    shown_villager,
    sure,
    undrawn,
    witch_gain,
)
from toolkit.games.silver.actions import SKIP, Anyone, Face, Own
from toolkit.games.silver.play.turns import DrawingMore, FirstLooking, TakingTurn


def look(scene: Scene, action: Any) -> Judged:
    """Judge a look at a card (S-6, S-47, S-51)."""
    if not isinstance(action, Anyone):
        return unused(scene)
    first = isinstance(scene.frame, FirstLooking | TakingTurn | DrawingMore)
    position = undrawn(scene.position) if first else scene.position
    place = (action.player, action.slot)
    slot = position.villages[action.player][action.slot]
    if not slot.hidden:
        return Judged(NOTHING, said("known", number=slot.number), after=idle(position))
    if not draws_again(position, used=not first):
        return Judged(NOTHING, said("no_draw"), after=idle(position))
    why = said("look" if first else "look_next")
    return Judged(look_value(position, [place], used=not first), why, after=idle(position))


def turn_up(scene: Scene, action: Any) -> Judged:
    """Judge an Exposer or a Revealer (S-50)."""
    if not isinstance(action, Anyone):
        return unused(scene)
    position, place = scene.position, (action.player, action.slot)
    chance = shown_villager(position, place)
    ends, reveals = sure(chance), said("sees_place", place=place)
    if ends:
        why = (*said("no_points"), *ending(ends, position))
        return Judged(NOTHING, why, reveals, position, ends_round=ends)
    why = (*said("turn_up"), *(said("ends_perhaps", chance=chance) if chance else ()))
    return Judged(NOTHING, why, reveals, position, ends_round=ends)


def keep(scene: Scene, action: Any) -> Judged:
    """Judge a card that a Rascal may keep, or one more (S-49)."""
    start = undrawn(scene.position)  # several drawn cards lie on the deck already (`position_of`)
    if not isinstance(action, Face):
        return Judged(draw_value(start), said("one_more"))
    drawn = 1 + rascals(start) - scene.frame.more
    gain = kept(start, start.top.index(action.face), drawn).gain
    return Judged(gain, said("keep", card=action.face))


def fetch(scene: Scene, action: Any) -> Judged:
    """Judge a card that a Master may fetch (S-52)."""
    if not isinstance(action, Face):
        return unused(scene)
    return taking(action, best(taken(scene.position, action.face, "master"), action.face, "master"))


def witch(scene: Scene, action: Any) -> Judged:
    """Judge the look of a Witch at the top card (S-53)."""
    if action == SKIP:
        return unused(scene)
    return Judged(witch_gain(scene.position, NOTHING), said("top"))


def witch_card(scene: Scene, action: Any) -> Judged:
    """Judge what a Witch does with the top card (S-53)."""
    if isinstance(action, Own):
        return best(scene.position, scene.held, "witch", (action.slot,))
    if isinstance(action, Anyone):
        return _hit(scene, action)
    return unused(scene)


def _hit(scene: Scene, action: Anyone) -> Judged:
    """Judge a Witch's card for one of an opponent (S-53, A-2)."""
    place = (action.player, action.slot)
    ends = hit_ends_round(scene.position, place)
    after = hit(scene.position, place, scene.held, up=True) if ends else None
    why = (*said("hit"), *ending(ends, after))
    return Judged(NOTHING, why, said("sees_place", place=place), after, ends_round=ends)


def rob(scene: Scene, action: Any) -> Judged:
    """Judge the card that a Robber takes (S-54)."""
    if not isinstance(action, Anyone):
        return unused(scene)
    target = (action.player, action.slot)
    gain = max(robbery(scene.position, own, target).gain for own in pushable(scene.position))
    return Judged(gain, said("rob"))


def give(scene: Scene, action: Any) -> Judged:
    """Judge the card that a Robber gives (S-54)."""
    _, victim, slot = scene.frame
    one = robbery(scene.position, (scene.position.me, action.slot), (victim, slot))
    return Judged(one.gain, said("give", chance=one.improves))
