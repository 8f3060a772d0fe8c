"""Why to do what in a game of Silver: every legal action with what it is worth one step ahead, in words.

Which is best the judge says (`solvers.players.expert.ranked`); what an action gains is exact, by the
questions of ``tobago odds silver``. What advice says stands in ``words.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from solvers.advising import Reasoned
from solvers.silver.asking import TooLarge, pushable
from solvers.silver.calling import outlook
from solvers.silver.exchanging import Exchange, ends_round, exchange, exchanged, taken
from solvers.silver.hidden import Law, rascals
from solvers.silver.memory import draws_again, look_value, next_turn
from solvers.silver.rollouts.judge import GOING_ON
from solvers.silver.scoring import mean_points, static_call
from solvers.silver.sets import own_sets
from solvers.silver.turn import (
    ability_value,
    draw_value,
    hit,
    hit_ends_round,
    kept,
    robbery,
    shown_taking,
    shown_villager,
    sure,
    undrawn,
    witch_gain,
)
from toolkit.core.decision import Action
from toolkit.core.observation import Observation
from toolkit.core.telling.language import LANGUAGES, isolated, read_words
from toolkit.core.telling.teller import Teller
from toolkit.games.silver.actions import DRAW, END, SKIP, Anyone, Face, Own, Word
from toolkit.games.silver.cards import CHARACTERS, DOPPELGANGER, MOST_TO_CALL
from toolkit.games.silver.exchange import comes_up
from toolkit.games.silver.play.turns import DrawingMore, FirstLooking, TakingTurn
from toolkit.games.silver.position import UNKNOWN, Place, Position, Slot, position_of
from toolkit.games.silver.state import SilverState, Source

__all__ = ["AdviceWords", "Advised", "Remembered", "Said", "judging", "reasoned", "settled"]

NOTHING = Fraction(0)

_WORTH_TELLING = Fraction(1, 2)
"""By so many points the next turn gains more, or less, before advice says so."""


_GAMES = 200
"""So many rounds are played out for a call."""


class Said(NamedTuple):
    """A sentence of advice: its key in ``words.toml``, and what stands in its places, by their names."""

    key: str
    places: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Advised:
    """One legal action and what is to be said of it."""

    action: Action  #: the action
    #: What to type for all that the gain counts, one after the other: the action, or the whole set that it
    #: begins; after the action that takes a card, what is done with it.
    steps: tuple[str, ...]
    #: By how many points the own round score is expected to fall, one step ahead: exact, and what opponents
    #: do then is left out. For a call, a float: by how many points it is expected to end below going on.
    gain: Fraction | float
    reasons: tuple[Said, ...]  #: the reason, as a sentence or more (`AdviceWords`)
    shown: tuple[Said, ...] = ()  #: what all others come to see by it; empty for nothing
    #: The position after it, before others act; None where that depends on a card that is still to come, or
    #: on more choices.
    after: Position | None = None
    #: Whether it shows the second 0, which ends the round at once (S-42): `gain` is then what it takes off
    #: the own points, and `after` is the round that is scored. None where that depends on hidden cards.
    ends_round: bool | None = False
    free: bool = False  #: whether the turn goes on after it as before (S-66): it takes the place of nothing

    @property
    def call_next(self) -> float | None:
        """About how often a call in the next turn succeeds, after two turns of each of the others (Q-8).

        None where it is not possible then, or as for `after`.
        """
        after, now = self.after, self.free or isinstance(self.gain, float)
        if after is None or now or self.ends_round is not False or after.called_by is not None:
            return None
        return outlook(after, replies=2).chance if len(after.mine) <= MOST_TO_CALL else None


def judging(seen: Observation[SilverState], policy: str | None = None) -> Callable[[Action], Advised]:
    """Return what judges the actions of the open decision.

    For the gain, hidden cards are uniform over what the player has not seen (model B0), but not for a call:
    people keep low cards (`solvers.silver.calling.outlook`). A call is weighed against going on, that is
    against the best of all others: in closed form, as the greedy player does it, or by 200 rounds in which
    all seats follow a policy (`solvers.silver.rollouts.policy`), under model B0; `ToolkitError` for an
    unknown one when a call is judged.
    """
    scene = _Scene(position_of(seen), seen.stack[-1], policy)
    return partial(_JUDGES.get(str(seen.decision_kind()), _even), scene)


def reasoned(
    seen: Observation[SilverState],
    labels: Mapping[Action, str],
    teller: Teller | None,
    policy: str | None = None,
) -> dict[Action, Reasoned]:
    """Return what legal actions come to in words, and why (`solvers.advising.Reasons`).

    An action at which too many sets of cards would have to be looked at has its name alone.
    """
    say, judge, found = AdviceWords(teller), judging(seen, policy), {}
    for action, label in labels.items():
        try:
            one = judge(action)
            share, see, line = one.call_next, say.sentences(one.shown), ", ".join(one.steps)
        except TooLarge:
            found[action] = Reasoned(str(action), label)
            continue
        found[action] = Reasoned(
            line,
            say.whole(one, label) if teller else line,
            say.sentences(one.reasons),
            say.sentences([Said("call_next", {"share": share})] if share is not None else []),
            say.name("others_see", what=see) if see else "",
            one.free,
        )
    return found


# ---- half-remembered cards ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Remembered:
    """How advice takes a half-remembered card, for it counts cards as known or as unknown."""

    place: Place
    number: int
    chance: Fraction  #: that it is this number, by all that is known (Q-3)
    trusted: bool  #: whether it counts as this number; else as any card


def settled(position: Position) -> tuple[Position, list[Remembered]]:
    """Return a position as advice takes it, and how it takes each half-remembered card: as what is likelier.

    The surest come first, and no number is trusted more often than there are cards of it.
    """
    law, left, told = Law.of(position), list(position.unseen), list[Remembered]()
    villages = [list(village) for village in position.villages]
    half = [
        Remembered(place, slot.number, law.number(place)[slot.number], trusted=False)
        for place, slot in position.places
        if slot.hidden and slot.number is not None
    ]
    for one in sorted(half, key=lambda one: -one.chance):
        trusted = one.chance > Fraction(1, 2) and left[one.number] > 0
        left[one.number] -= trusted
        villages[one.place[0]][one.place[1]] = Slot(one.number) if trusted else UNKNOWN
        told.append(replace(one, trusted=trusted))
    return replace(position, villages=tuple(map(tuple, villages))), told


# ---- judging -----------------------------------------------------------------------------------------------


class _Scene(NamedTuple):
    """A decision: the position, what is open, and by which policy a call is played out."""

    position: Position
    frame: Any
    policy: str | None

    @property
    def held(self) -> int:
        """The card in hand."""
        if self.position.held is None:
            raise AssertionError("a card is in hand")
        return self.position.held


_Judge = Callable[[_Scene, Any], Advised]


def _said(key: str, **places: object) -> tuple[Said, ...]:
    """Return a sentence, as the first of several."""
    return (Said(key, places),)


def _gaining(action: Action, gain: Fraction, key: str, **places: object) -> Advised:
    """Judge what a sentence with the gain says."""
    return Advised(action, (str(action),), gain, _said(key, gain=gain, **places))


def _even(scene: _Scene, action: Any) -> Advised:
    """Judge a choice that moves no points."""
    return _idle(action, scene.position, "even")


def _idle(
    action: Action, position: Position, key: str, gain: Fraction = NOTHING, **places: object
) -> Advised:
    """Judge what leaves all cards where they lie; what follows is not certain while a card is in hand."""
    after = position if position.held is None else None
    return replace(_gaining(action, gain, key, **places), after=after)


def _silent(action: Action, position: Position) -> Advised:
    """Judge what says by itself that nothing more is done."""
    return replace(_idle(action, position, "even"), reasons=())


def _ending(ends: bool | None, after: Position | None) -> tuple[Said, ...]:
    """Return what follows the reason for an action that ends the round, or may end it; else nothing (S-42).

    `after` is the position that is scored then; None where it is not certain.
    """
    if ends is None:
        return _said("may_end")
    if not ends:
        return ()
    if after is None:
        return _said("ends")
    others = [(seat, mean_points(after, seat)) for seat in after.others]  # clockwise
    return _said("ends_with", points=mean_points(after, after.me), others=others)


# ---- a turn: drawing, taking, calling, free actions (S-9, S-66) --------------------------------------------


def _turn(scene: _Scene, action: Any) -> Advised:
    """Judge what may be done in a turn (S-9)."""
    position = scene.position
    match action:
        case Word("draw"):
            return _gaining(action, draw_value(position), "draw")
        case Word("take"):
            top = position.discard[-1]
            return _taking(_best(action, taken(position, top, "discard"), top, "discard"))
        case Word("call"):
            return _call(scene, action)
        case Own("shown", which):  # by its best use (S-44)
            one = shown_taking(position, position.shown[which])
            if one.use == "exchange":
                return _taking(_best(action, one.hand, one.card, "shown"))
            return _discarded(action, one.hand, one.card, one.gain)
    return _free(scene, action)


def _use(scene: _Scene, action: Any) -> Advised:
    """Judge what is done with the card in hand, which came from the deck, the pile or beside the deck."""
    position, card, source = scene.position, scene.held, scene.frame.source
    match action:
        case Word("discard"):
            used = source == "deck" or position.rules.squire_ability
            return _discarded(action, position, card, ability_value(position, card) if used else NOTHING)
        case Own("exchange", slot):
            return _best(action, position, card, source, (slot,))
    return _free(scene, action)


def _free(scene: _Scene, action: Any) -> Advised:
    """Judge a free action, or the end of the turn (S-66)."""
    if action == END:
        return _silent(action, scene.position)
    looked = isinstance(action, Anyone)
    found = _look(scene, action) if looked else _idle(action, scene.position, "even_now")
    return replace(found, free=True)


def _rascal(scene: _Scene, action: Any) -> Advised:
    """Judge a card that a Rascal may keep, one more, or a free action between the draws (S-49, S-66)."""
    start = undrawn(scene.position)  # several drawn cards lie on the deck already (`position_of`)
    if action == DRAW:
        return _gaining(action, draw_value(start), "one_more")
    if not isinstance(action, Face):
        return _free(scene, action)
    drawn = 1 + rascals(start) - scene.frame.more
    gain = kept(start, start.top.index(action.face), drawn).gain
    return _gaining(action, gain, "keep" if gain else "no_gain", card=action.face)


def _call(scene: _Scene, action: Action) -> Advised:
    """Judge a call by the formulas of the judge, or by games that are played out (S-28, S-32, Q-7, Q-8)."""
    position = scene.position
    now = static_call(position).chance
    if scene.policy is None:
        found = outlook(position, mine=position.rules.memory != "perfect")
        why = _said("call", now=now, chance=found.chance, cost=found.cost, going_on=GOING_ON)
        return Advised(action, (str(action),), found.gain, why, after=position)
    from solvers.silver.simulated import call_after_replies  # it takes time to load

    played = call_after_replies(position, scene.policy, games=_GAMES)
    if played.going_on is None or played.saved is None:
        raise AssertionError("nobody has called before")
    chance, cost, going_on = played.chance.value, played.score.value, played.going_on.value
    saved, error = played.saved.value, played.saved.standard_error
    why = (
        *_said("call_played", now=now, chance=chance, cost=cost, going_on=going_on, effect=saved),
        *_said("simulated", policy=scene.policy, count=_GAMES, error=error),
    )
    return Advised(action, (str(action),), saved, why, after=position)


# ---- exchanges and discards (S-10 to S-20) -----------------------------------------------------------------


def _discarded(action: Action, hand: Position, card: int, value: Fraction) -> Advised:
    """Judge the discard of a card in hand, whose ability is worth so much."""
    found = _gaining(action, value, "ability" if value else "no_gain", card=card)
    return replace(found, shown=_said("sees_card", seen=card), after=None if value else hand.discarding())


def _further(scene: _Scene, action: Any) -> Advised:
    """Judge one card more for a set, or to leave it at these (S-15)."""
    _, source, slots = scene.frame
    if isinstance(action, Own):
        found = _best(action, scene.position, scene.held, source, (*slots, action.slot))
    else:
        whole = exchange(scene.position, slots, scene.held)
        found = _exchange(action, scene.position, whole, scene.held, source)
    return replace(found, steps=(str(action),))  # the set goes on card by card


def _taking(then: Advised) -> Advised:
    """Judge the taking of a card by what is done with it next."""
    return replace(then, steps=(str(then.action), *then.steps))


def _best(
    action: Action, position: Position, card: int, source: Source, begin: tuple[int, ...] = ()
) -> Advised:
    """Judge a card in hand by the best exchange whose first slots these are.

    Of those that are sure to succeed it is the best one now and in the next turn, as the judge has it. An
    openly wrong set stays wrong: then it is that of these slots.
    """

    def later(one: Exchange) -> Fraction:
        ends = ends_round(position, one.slots, source, one.chance)
        return NOTHING if ends else next_turn(position, one.slots, card)

    found = [exchange(position, slots, card) for slots in own_sets(position, begin) or [begin]]
    most = max(found, key=lambda one: (one.gain, -len(one.slots)))
    if most.chance == 1:
        safe = [one for one in found if one.chance == 1]
        most = max(safe, key=lambda one: (one.gain + later(one), -len(one.slots)))
    return _exchange(action, position, most, card, source)


def _told_later(position: Position, one: Exchange, card: int) -> tuple[Said, ...]:
    """Tell what the next turn gains more after a single card was exchanged, or less, and why."""
    more = next_turn(position, one.slots, card) if len(one.slots) == 1 else NOTHING
    if abs(more) < _WORTH_TELLING:
        return ()
    (slot,) = one.slots
    left = [other.known for other in (*position.mine[:slot], *position.mine[slot + 1 :])]

    def paired(number: int | None) -> bool:
        if number is None or not left:
            return False
        return number == DOPPELGANGER or number in left or DOPPELGANGER in left

    if more > 0:
        return _said("next_set" if paired(card) else "next_high", gain=more)
    given_up = position.mine[slot].known
    return _said("next_apart", gain=-more) if paired(given_up) else ()


def _exchange(action: Action, position: Position, one: Exchange, card: int, source: Source) -> Advised:
    """Judge an exchange; where it lies afterwards is certain unless it may fail."""
    safe = one.chance == 1
    told = {"card": card, "slots": one.slots, "effect": one.gain}
    key = "exchange" if safe else "exchange_if" if one.chance else "exchange_never"
    why = _said(key, chance=one.chance, **told)
    up = comes_up(source, position.rules, up=position.mine[one.slots[0]].face_up)
    after = exchanged(position, one.slots, card, up=up) if safe else None
    ends = ends_round(position, one.slots, source, one.chance)
    if not ends:
        why = (*why, *_told_later(position, one, card))
    shown = _said("sees_slots_up" if up else "sees_slots", slots=one.slots, seen=card)
    line = f"exchange {' '.join(map(str, one.slots))}"
    return Advised(action, (line,), one.gain, why + _ending(ends, after), shown, after, ends)


# ---- abilities (S-47 to S-54) ------------------------------------------------------------------------------


def _ability(judge: _Judge) -> _Judge:
    """Return what judges an ability, which can be left alone."""

    def judged(scene: _Scene, action: Any) -> Advised:
        return _silent(action, scene.position) if action == SKIP else judge(scene, action)

    return judged


def _look(scene: _Scene, action: Anyone) -> Advised:
    """Judge a look at a card (S-6, S-47, S-51)."""
    first = isinstance(scene.frame, FirstLooking | TakingTurn | DrawingMore)
    position = undrawn(scene.position) if first else scene.position
    slot = position.villages[action.player][action.slot]
    if not slot.hidden:
        return _idle(action, position, "known", seen=slot.number)
    if not draws_again(position, used=not first):
        return _idle(action, position, "no_draw")
    gain = look_value(position, [(action.player, action.slot)], used=not first)
    return _idle(action, position, ("look" if first else "look_next") if gain else "look_nothing", gain)


def _turn_up(scene: _Scene, action: Anyone) -> Advised:
    """Judge an Exposer or a Revealer (S-50)."""
    position, place = scene.position, (action.player, action.slot)
    chance = shown_villager(position, place)
    ends, shown = sure(chance), _said("sees_place", place=place)
    if ends:
        why = (*_said("no_points"), *_ending(ends, position))
    else:
        why = (*_said("turn_up"), *(_said("ends_perhaps", chance=chance) if chance else ()))
    return Advised(action, (str(action),), NOTHING, why, shown, position, ends)


def _fetch(scene: _Scene, action: Face) -> Advised:
    """Judge a card that a Master may fetch (S-52)."""
    hand = taken(scene.position, action.face, "master")
    return _taking(_best(action, hand, action.face, "master"))


def _witch(scene: _Scene, action: Any) -> Advised:
    """Judge the look of a Witch at the top card (S-53)."""
    return _gaining(action, witch_gain(scene.position, NOTHING), "top")


def _witch_card(scene: _Scene, action: Own | Anyone) -> Advised:
    """Judge what a Witch does with the top card: it goes to the own village or to an opponent (S-53, A-2)."""
    position, card = scene.position, scene.held
    if isinstance(action, Own):
        return _best(action, position, card, "witch", (action.slot,))
    place = (action.player, action.slot)
    ends = hit_ends_round(position, place)
    after = hit(position, place, card, up=True) if ends else None
    why = (*_said("hit"), *_ending(ends, after))
    return Advised(action, (str(action),), NOTHING, why, _said("sees_place", place=place), after, ends)


def _rob(scene: _Scene, action: Anyone) -> Advised:
    """Judge the card that a Robber takes (S-54)."""
    target = (action.player, action.slot)
    gain = max(robbery(scene.position, own, target).gain for own in pushable(scene.position))
    return Advised(action, (str(action),), gain, _said("rob", effect=gain))


def _give(scene: _Scene, action: Own) -> Advised:
    """Judge the card that a Robber gives (S-54)."""
    _, victim, slot = scene.frame
    one = robbery(scene.position, (scene.position.me, action.slot), (victim, slot))
    key = "give" if 0 < one.improves < 1 else "give_sure"
    return Advised(action, (str(action),), one.gain, _said(key, chance=one.improves, effect=one.gain))


_JUDGES: Mapping[str, _Judge] = {
    "turn": _turn,
    "use": _use,
    "end": _free,
    "set": _further,
    "rascal": _rascal,
    "exposer": _ability(_turn_up),
    "revealer": _ability(_turn_up),
    "master": _ability(_fetch),
    "witch": _ability(_witch),
    "witch card": _ability(_witch_card),
    "robber": _ability(_rob),
    "robber gift": _give,
    **{
        kind: _ability(_look)
        for kind in ("first looks", "beholder", "beholder again", "apprentice seer", "seer", "robber look")
    },
}
"""What judges the actions of a decision, by its kind; all others make no difference to the points."""


# ---- in words ----------------------------------------------------------------------------------------------


@cache
def _words() -> Mapping[str, Any]:
    return read_words("solvers.silver")


class AdviceWords:
    """The words of advice for the seat and the language of a teller; without one for the notation."""

    def __init__(self, teller: Teller | None = None) -> None:
        self._teller = teller
        self.language = teller.language if teller else LANGUAGES["en"]

    def sentences(self, said: Iterable[Said]) -> str:
        """Return sentences of advice."""
        return " ".join(map(self._sentence, said))

    def remembered(self, cards: Iterable[Remembered]) -> str:
        """Return how advice takes half-remembered cards: those of each way in one sentence."""
        found: dict[str, list[str]] = {}
        for one in cards:
            key, share = "as_if" if one.trusted else "forgotten", self._place("share", one.chance)
            where, card = self._village(*one.place), self._card(one.number, "card")
            found.setdefault(key, []).append(self.name(f"{key}_card", place=where, card=card, share=share))
        joined = self.language.semicolon.join
        return self.sentences(Said(key, {"cards": joined(told)}) for key, told in found.items())

    def _sentence(self, said: Said) -> str:
        entry = _words()["said"][said.key]
        places = {name: self._place(name, value) for name, value in said.places.items()}
        rules = {name: isolated(entry[name]) for name in ("rule", "last") if name in entry}
        return self._filled(entry, places | rules)

    def name(self, key: str, **places: object) -> str:
        """Return what something is called in advice."""
        return self._filled(_words()["names"][key], places)

    def whole(self, one: Advised, label: str) -> str:
        """Return an action that is called so with all that its gain counts, such as a whole set."""
        places = next((said.places for said in one.reasons if "slots" in said.places), None)
        if places is None:
            return label
        slots = self._place("slots", places["slots"])
        if len(one.steps) > 1:  # the card is taken first
            return self.name("take_for", action=label, slots=slots)
        return self.name("exchange_set", card=self._card(places["card"], "seen"), slots=slots)

    def _filled(self, entry: Mapping[str, Any], places: Mapping[str, object]) -> str:
        filled = self.language.filled(entry[self.language.code], places)
        return self.language.finished(filled, capital=False)

    def _place(self, name: str, value: Any) -> object:
        """Return what stands in a place."""
        match name:
            case "card" | "seen":
                return self._card(value, name)
            case "slots":
                return self._slots(value)
            case "place":
                return self._village(*value)
            case "others":
                return self.language.listed([self._points_of(seat, points) for seat, points in value])
            case "effect":
                key = "saves" if value > 0 else "costs" if value else "nothing"
                return self.name(key, points=self._place("gain", abs(value)))
            case "gain":
                return self.name("points", points=self._number(value))
            case "chance" | "now":
                return self.language.number(f"{float(value):.1%}")
            case "share":
                return self.language.number(f"{100 * float(value):.0f}")
            case "cost" | "going_on" | "points" | "error":
                return self._number(value)
            case "policy":
                return isolated(value)
        return value

    def _number(self, points: Fraction | float | None) -> str:
        return self.name("unclear") if points is None else self.language.number(f"{float(points):.1f}")

    def _card(self, number: int, place: str) -> str:
        if self._teller is None:
            return f"the {number}" if place == "seen" else f"The {number} ({CHARACTERS[number].name})"
        named = self._teller.name("characters", number)
        return self._teller.name("patterns", "card", name=named, number=number)

    def _slots(self, slots: Sequence[int]) -> str:
        """Return cards of one's own village."""
        if self._teller is None:
            return f"slot{'s' * (len(slots) > 1)} {', '.join(map(str, slots))}"
        places = self.language.joined([slot + 1 for slot in slots])
        return self.name("own", count=len(slots), places=places)

    def _village(self, seat: int, slot: int) -> str:
        """Return a card of anybody's village."""
        if self._teller is None:
            return f"{seat}:{slot}"
        if seat == self._teller.seat:
            return self._slots([slot])
        return self.name("theirs", who=self._teller.person(seat), places=slot + 1)

    def _points_of(self, seat: int, points: Fraction | float | None) -> str:
        who = self._teller.person(seat) if self._teller else f"player {seat}"
        return self.name("points_of", who=who, points=self._number(points))
