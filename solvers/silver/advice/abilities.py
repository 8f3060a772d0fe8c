"""Abilities of Silver, judged for advice (S-47 to S-54)."""

from __future__ import annotations

from typing import Any

from solvers.silver.advice.ending import ending
from solvers.silver.advice.exchanges import best, taking
from solvers.silver.advice.judging import NOTHING, Judged, Scene, card_name, idle, percent, unused
from solvers.silver.sets.afterwards import hit, taken
from solvers.silver.targets import pushable
from solvers.silver.turns.abilities import robbery, witch_gain
from solvers.silver.turns.drawing import draw_value, kept, rascals, undrawn
from solvers.silver.turns.looks import draws_again, look_value
from solvers.silver.turns.meeting import hit_ends_round, shown_villager, sure
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
        return Judged(NOTHING, f"You know already that it is a {slot.number}.", after=idle(position))
    if not draws_again(position, used=not first):
        return Judged(NOTHING, "You draw no card any more that it could help with.", after=idle(position))
    why = f"Your {'next ' * (not first)}turn gains this more on average."
    return Judged(look_value(position, [place], used=not first), why, after=idle(position))


def turn_up(scene: Scene, action: Any) -> Judged:
    """Judge an Exposer or a Revealer (S-50)."""
    if not isinstance(action, Anyone):
        return unused(scene)
    position, place = scene.position, (action.player, action.slot)
    chance = shown_villager(position, place)
    ends, reveals = sure(chance), f"{action.player}:{action.slot}"
    if ends:
        return Judged(
            NOTHING, f"It moves no points.{ending(ends, position)}", reveals, position, ends_round=ends
        )
    why = "It moves no points by itself; face-up, 0 to 4 have their abilities (S-41 to S-49)."
    if chance:
        why += f" It ends the round at once with a chance of {percent(chance)} (S-42)."
    return Judged(NOTHING, why, reveals, position, ends_round=ends)


def keep(scene: Scene, action: Any) -> Judged:
    """Judge a card that a Rascal may keep, or one more (S-49)."""
    start = undrawn(scene.position)  # several drawn cards lie on the deck already (`position_of`)
    if not isinstance(action, Face):
        why = "The best of the cards drawn then gains this on average."
        return Judged(draw_value(start), why)
    drawn = 1 + rascals(start) - scene.frame.more
    why = f"{card_name(action.face)} is used as well as possible."
    return Judged(kept(start, start.top.index(action.face), drawn).gain, why)


def fetch(scene: Scene, action: Any) -> Judged:
    """Judge a card that a Master may fetch (S-52)."""
    if not isinstance(action, Face):
        return unused(scene)
    return taking(action, best(taken(scene.position, action.face, "master"), action.face, "master"))


def witch(scene: Scene, action: Any) -> Judged:
    """Judge the look of a Witch at the top card (S-53)."""
    if action == SKIP:
        return unused(scene)
    return Judged(witch_gain(scene.position, NOTHING), "The top card of the deck gains this on average.")


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
    why = f"It changes the points of an opponent only.{ending(ends, after)}"
    return Judged(NOTHING, why, f"{action.player}:{action.slot}", after, ends_round=ends)


def rob(scene: Scene, action: Any) -> Judged:
    """Judge the card that a Robber takes (S-54)."""
    if not isinstance(action, Anyone):
        return unused(scene)
    target = (action.player, action.slot)
    gain = max(robbery(scene.position, own, target).gain for own in pushable(scene.position))
    return Judged(gain, "Your highest card is given for it.")


def give(scene: Scene, action: Any) -> Judged:
    """Judge the card that a Robber gives (S-54)."""
    _, victim, slot = scene.frame
    one = robbery(scene.position, (scene.position.me, action.slot), (victim, slot))
    return Judged(one.gain, f"Your sum falls with a chance of {percent(one.improves)}.")
