"""Advice in a game of Silver: every legal action with what it is worth one step ahead, exactly, in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from solvers.silver.abilities import robbery, witch_value
from solvers.silver.calling import static_call
from solvers.silver.drawing import ability_value, draw_value
from solvers.silver.exchanges import Exchange, best_gain, exchange, own_sets
from solvers.silver.looks import look_value
from solvers.silver.lowest import lowest
from solvers.silver.targets import pushable
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.actions import Anyone, Face, Own
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.exchange import OPEN
from toolkit.games.silver.position import Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toolkit.core.decision import Action
    from toolkit.core.observation import Observation
    from toolkit.games.silver.position import Position

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Advised:
    """One legal action and what is to be said of it.

    Attributes
    ----------
    action
        The action.
    gain
        By how many points the own round score is expected to fall, one step ahead; what opponents do then is
        left out, and a call counts as if the round were scored at once.
    lowest
        The chance that the own village is the lowest afterwards, ties counted (Q-6); None where that depends
        on a card that is still to come, or on more choices.
    reveals
        What all others come to see by it; empty for nothing.
    why
        The reason, as a sentence.
    """

    action: Action
    gain: Fraction
    lowest: Fraction | None
    reveals: str
    why: str


@dataclass(frozen=True, slots=True)
class _Judged:
    """What an action leads to: the position after it where that is certain."""

    gain: Fraction
    why: str
    reveals: str = ""
    after: Position | None = None


def advise(seen: Observation, *, chances: bool = True) -> list[Advised]:
    """Return every legal action of the player who acts, the best first.

    Hidden cards are uniform over what the player has not seen (model B0). Equal gains keep the order of the
    legal actions.

    Parameters
    ----------
    seen
        What that player sees.
    chances
        Whether to tell the chance to be lowest, which takes seconds with four players and many hidden cards.

    Raises
    ------
    ToolkitError
        The observation of another game, or of somebody who does not act.
    """
    if seen.player is None or not seen.actions:
        raise ToolkitError("advice is for the player who acts")
    position = position_of(seen)
    judge = _JUDGES.get(str(seen.decision_kind()), _even)
    found = [(action, judge(position, action, seen.stack[-1])) for action in seen.actions]
    tell = cache(lowest) if chances else lambda _: None
    advised = [
        Advised(action, one.gain, tell(one.after) if one.after else None, one.reveals, one.why)
        for action, one in found
    ]
    return sorted(advised, key=lambda one: -one.gain)


def _even(position: Position, _action: Any, _frame: Sequence[Any]) -> _Judged:
    """Judge a choice that moves no points."""
    return _Judged(NOTHING, "It makes no difference to your points.", after=_idle(position))


def _idle(position: Position) -> Position | None:
    """Return the position if nothing else comes of it; None while a card is in hand."""
    return position if position.held is None else None


# ---- the turn (S-9) ---------------------------------------------------------------------------------------


def _turn(position: Position, action: Any, frame: Sequence[Any]) -> _Judged:
    text = str(action)
    if text == "draw":
        return _Judged(draw_value(position), "The next card of the deck gains this on average.")
    if text == "take":
        return _best(position, position.discard[-1], "discard")
    if text == "call":
        return _call(position)
    if isinstance(action, Own) and action.verb == "shown":
        return _shown(position, action)
    return _free(position, action, frame)


def _call(position: Position) -> _Judged:
    call = static_call(position)
    why = f"You are lowest now with a chance of {_percent(call.chance)}"
    if call.break_even is not None:
        why += f"; a call pays from {_percent(call.break_even)} (Q-8)"
    return _Judged(call.sum - call.score, f"{why}. The others have one more turn each.", after=position)


def _shown(position: Position, action: Own) -> _Judged:
    card = position.shown[action.slot]
    beside = (*position.shown[: action.slot], *position.shown[action.slot + 1 :])
    held = replace(position, shown=beside, held=card)
    use = _best(held, card, "shown")
    ability = ability_value(held, card) if position.rules.squire_ability else NOTHING
    return use if use.gain >= ability else _Judged(ability, f"{_name(card)} is used for its ability.")


def _free(position: Position, action: Any, _frame: Sequence[Any]) -> _Judged:
    """Judge a free action (S-66)."""
    if isinstance(action, Anyone):
        return _look(position, action, _frame)
    why = "It makes no difference to your points now."
    if str(action) == "end":
        why = "The turn is over."
    return _Judged(NOTHING, why, after=_idle(position))


# ---- exchanges (S-10 to S-20) -----------------------------------------------------------------------------


def _use(position: Position, action: Any, frame: Sequence[Any]) -> _Judged:
    """Judge what is done with the card in hand, which came from the deck, the pile or beside the deck."""
    card, source = _held(position), frame[2]
    if str(action) == "discard":
        return _discard(position, card, source)
    if isinstance(action, Own) and action.verb == "exchange":
        return _best(position, card, source, (action.slot,))
    return _free(position, action, frame)


def _discard(position: Position, card: int, source: str) -> _Judged:
    used = source == "deck" or position.rules.squire_ability
    value = ability_value(position, card) if used else NOTHING
    why = f"{_name(card)} is used for its ability." if value else f"{_name(card)} gains nothing."
    after = replace(position, held=None, discard=(*position.discard, card))
    return _Judged(value, why, f"the {card}", None if value else after)


def _set(position: Position, action: Any, frame: Sequence[Any]) -> _Judged:
    """Judge one card more for a set, or to leave it at these."""
    _, _, source, slots = frame
    if isinstance(action, Own):
        return _best(position, _held(position), source, (*slots, action.slot))
    return _after(position, exchange(position, slots, _held(position)), _held(position), source)


def _best(position: Position, card: int, source: str, begin: tuple[int, ...] = ()) -> _Judged:
    """Judge a card by the best exchange whose first slots these are."""
    found = [exchange(position, slots, card) for slots in own_sets(position, begin)]
    if not found:
        return _Judged(-Fraction(card), f"No set that begins with {_slots(begin)} can match.")
    return _after(position, max(found, key=lambda one: (one.gain, -len(one.slots))), card, source)


def _after(position: Position, one: Exchange, card: int, source: str) -> _Judged:
    """Judge an exchange; where it lies afterwards is certain unless it may fail."""
    sure = one.chance == 1
    why = f"The {card} for {_slots(one.slots)} {_saves(one.gain)} on average"
    why += "." if sure else f"; it succeeds with a chance of {_percent(one.chance)}."
    rule = position.rules.deck_exchange
    up = source in OPEN or rule == "up" or (rule == "inherit" and position.mine[one.slots[0]].face_up)
    reveals = f"{_slots(one.slots)}{f', and the {card} lies face-up' if up else ''}"
    return _Judged(one.gain, why, reveals, _exchanged(position, one.slots, card, up=up) if sure else None)


def _exchanged(position: Position, slots: Sequence[int], card: int, *, up: bool) -> Position:
    """Return the position after cards were given up: unknown ones count as forgotten discards."""
    mine = position.mine
    known = [mine[slot].known for slot in slots]
    left = [Slot(card, up) if slot == slots[0] else one for slot, one in enumerate(mine)]
    village = tuple(one for slot, one in enumerate(left) if slot not in slots[1:])
    villages = (*position.villages[: position.me], village, *position.villages[position.me + 1 :])
    taken = position.discard[:-1] if position.held is None else position.discard
    discard = (*taken, *(number for number in known if number is not None))
    return replace(position, villages=villages, held=None, discard=discard)


# ---- abilities (S-50 to S-54) -----------------------------------------------------------------------------


def _look(position: Position, action: Any, _frame: Sequence[Any]) -> _Judged:
    if not isinstance(action, Anyone):
        return _unused(position)
    place = (action.player, action.slot)
    slot = position.villages[action.player][action.slot]
    if not slot.hidden:
        return _Judged(NOTHING, f"You know already that it is a {slot.number}.", after=_idle(position))
    value = look_value(position, [place])
    return _Judged(value, "Your next turn gains this more on average.", after=_idle(position))


def _unused(position: Position) -> _Judged:
    return _Judged(NOTHING, "The ability is not used.", after=_idle(position))


def _turned(position: Position, action: Any, _frame: Sequence[Any]) -> _Judged:
    if not isinstance(action, Anyone):
        return _unused(position)
    why = "It moves no points by itself; face-up, 0 to 4 have their abilities (S-41 to S-49)."
    return _Judged(NOTHING, why, f"{action.player}:{action.slot}", position)


def _fetch(position: Position, action: Any, _frame: Sequence[Any]) -> _Judged:
    if not isinstance(action, Face):
        return _unused(position)
    why = f"The {action.face} is exchanged as well as possible."
    return _Judged(best_gain(position, action.face), why, f"the {action.face}")


def _witch(position: Position, action: Any, _frame: Sequence[Any]) -> _Judged:
    if str(action) == "skip":
        return _unused(position)
    return _Judged(witch_value(position, NOTHING), "The top card of the deck gains this on average.")


def _witch_card(position: Position, action: Any, _frame: Sequence[Any]) -> _Judged:
    if isinstance(action, Own):
        return _best(position, _held(position), "witch", (action.slot,))
    if isinstance(action, Anyone):
        return _Judged(
            NOTHING, "It changes the points of an opponent only.", f"{action.player}:{action.slot}"
        )
    return _unused(position)


def _rob(position: Position, action: Any, _frame: Sequence[Any]) -> _Judged:
    if not isinstance(action, Anyone):
        return _unused(position)
    target = (action.player, action.slot)
    gain = max(robbery(position, own, target).gain for own in pushable(position))
    return _Judged(gain, "Your highest card is given for it.")


def _gift(position: Position, action: Any, frame: Sequence[Any]) -> _Judged:
    one = robbery(position, (position.me, action.slot), (frame[2], frame[3]))
    return _Judged(one.gain, f"Your sum falls with a chance of {_percent(one.improves)}.")


def _kept(position: Position, action: Any, _frame: Sequence[Any]) -> _Judged:
    """Judge a card that a Rascal may keep."""
    if not isinstance(action, Face):
        return _Judged(NOTHING, "One card more to choose from.")
    held = replace(position, held=action.face)
    gain = max(best_gain(held, action.face), ability_value(held, action.face))
    return _Judged(gain, f"{_name(action.face)} is used as well as possible.")


_JUDGES: Mapping[str, Callable[[Position, Any, Sequence[Any]], _Judged]] = {
    "first looks": _look,
    "turn": _turn,
    "use": _use,
    "end": _free,
    "set": _set,
    "rascal": _kept,
    "exposer": _turned,
    "revealer": _turned,
    "beholder": _look,
    "beholder again": _look,
    "apprentice seer": _look,
    "seer": _look,
    "robber look": _look,
    "master": _fetch,
    "witch": _witch,
    "witch card": _witch_card,
    "robber": _rob,
    "robber gift": _gift,
}


# ---- words ------------------------------------------------------------------------------------------------


def _saves(gain: Fraction) -> str:
    """Return whether a gain is one."""
    return "saves this" if gain > 0 else "costs this" if gain else "changes nothing"


def _held(position: Position) -> int:
    if position.held is None:
        raise AssertionError("a card is in hand")
    return position.held


def _name(card: int) -> str:
    return f"The {card} ({CHARACTERS[card].name})"


def _slots(slots: Sequence[int]) -> str:
    return f"slot {slots[0]}" if len(slots) == 1 else f"slots {', '.join(map(str, slots))}"


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}"
