"""A turn of Silver, judged for advice: drawing, taking, calling, free actions (S-9, S-66)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from solvers.silver.advice.abilities import keep, look
from solvers.silver.advice.calls import outlook
from solvers.silver.advice.exchanges import best, discard, discarded, taking
from solvers.silver.advice.judging import NOTHING, Judged, Replies, Scene, idle, said
from solvers.silver.exchanging import taken
from solvers.silver.rollouts.judge import GOING_ON
from solvers.silver.scoring import static_call
from solvers.silver.turn import Taking, draw_value, shown_taking
from toolkit.games.silver.actions import DRAW, END, Anyone, Face, Own, Word
from toolkit.games.silver.position import Position


def turn(scene: Scene, action: Any) -> Judged:
    """Judge what may be done in a turn (S-9)."""
    position = scene.position
    match action:
        case Word("draw"):
            return Judged(draw_value(position), said("draw"))
        case Word("take"):
            top = position.discard[-1]
            return taking(action, best(taken(position, top, "discard"), top, "discard"))
        case Word("call"):
            return _call(scene)
        case Own("shown", which):
            return taking(action, _shown(shown_taking(position, position.shown[which])))
    return free(scene, action)


def use(scene: Scene, action: Any) -> Judged:
    """Judge what is done with the card in hand, which came from the deck, the pile or beside the deck."""
    source = scene.frame.source
    match action:
        case Word("discard"):
            return discard(scene, source)
        case Own("exchange", slot):
            return best(scene.position, scene.held, source, (slot,))
    return free(scene, action)


def free(scene: Scene, action: Any) -> Judged:
    """Judge a free action, or the end of the turn (S-66)."""
    if isinstance(action, Anyone):
        return look(scene, action)
    why = said("over" if action == END else "even_now")
    return Judged(NOTHING, why, after=idle(scene.position))


def rascal(scene: Scene, action: Any) -> Judged:
    """Judge a card that a Rascal may keep, one more, or a free action between the draws (S-49, S-66)."""
    return keep(scene, action) if isinstance(action, Face) or action == DRAW else free(scene, action)


def _shown(one: Taking) -> Judged:
    """Judge a card beside the deck by its best use (S-44)."""
    if one.use == "exchange":
        return best(one.hand, one.card, "shown")
    return discarded(one.hand, one.card, one.gain)


# ---- calls (S-28, S-32) -----------------------------------------------------------------------------------


def _call(scene: Scene) -> Judged:
    position = scene.position
    now = static_call(position).chance
    if scene.replies:
        return _call_after_replies(position, now, scene.replies)
    found = outlook(scene.villages, position.me, position.unseen, position.deck)
    why = said("call", now=now, chance=found.chance, cost=found.cost, going_on=GOING_ON)
    return Judged(found.gain, why, after=position)


def _call_after_replies(position: Position, now: Fraction, replies: Replies) -> Judged:
    """Judge a call by games that are played out, against going on in them (Q-7, S-29)."""
    from solvers.silver.simulated import call_after_replies  # it takes time to load

    found = call_after_replies(position, replies.policy, games=replies.games, seed=replies.seed)
    if found.going_on is None or found.saved is None:
        raise AssertionError("nobody has called before")
    chance, cost, going_on = found.chance.value, found.score.value, found.going_on.value
    why = (
        *said("call_played", now=now, chance=chance, cost=cost, going_on=going_on),
        *said("simulated", policy=replies.policy, count=replies.games),
    )
    return Judged(found.saved.value, why, after=position, error=found.saved.standard_error)
