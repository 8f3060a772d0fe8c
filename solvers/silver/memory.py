"""Memory: what looks are worth, how reliable a sight is later, what forgetting costs (Q-11, Q-12, Q-22).

The value of a look is counted in points, one step ahead: on my next turn I draw a card, and discard it or
exchange it for one own card or for a set that is sure to match (`sure_sets`). A look is worth what this gains
more when the card that was looked at is known. It is as if my next turn came at once; it is worth nothing if
I draw no more: after a call, or when the others draw the last cards (`draws_again`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.questions import Answer, Note
from solvers.silver.asking import (
    QUERIES,
    ACard,
    At,
    Card,
    Places,
    Tilting,
    card_at_hand,
    cards_named,
    other_looks,
    own_looks,
    pushable,
)
from solvers.silver.exchanging import asked_hand, best_exchange, ends_round, exchange, exchanging, may_replace
from solvers.silver.hidden import DECK, Law, Mixture, Term, without
from solvers.silver.scoring import tilted
from solvers.silver.sets import ALL_SORTS, Sets, asked_places, outside, sure_sets
from toolkit.core.errors import ToolkitError, quote
from toolkit.games.silver.cards import APPRENTICE_SEER, BEHOLDER, CHARACTERS, COPIES, EMPATH, SEER
from toolkit.games.silver.position import Place, Position, Slot, no_card
from toolkit.games.silver.rules import Doppelganger, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOOKERS = (EMPATH, BEHOLDER, APPRENTICE_SEER, SEER)
"""The cards that let their player look at others."""

LOOKERS_IN_HAND = (BEHOLDER, APPRENTICE_SEER, SEER)
"""Those with which one may look once they are drawn and discarded (S-51)."""

# ---- what the next card gains once some cards have been seen -----------------------------------------------
#
# It is counted for all that these cards may be at once. Arrays have an axis of 14 numbers for each card that
# is seen, and a last one for the next card of the deck. They hold whole numbers: shares of the weight of a
# `Mixture`.

_NEXT = 2
"""Places that are asked about on the next turn: the top of the deck, and the own card that it replaces."""

_NUMBERS = np.arange(len(CHARACTERS))
_IS = np.eye(len(CHARACTERS), dtype=np.int64)

_SHARE = 1 << 11
"""More than all cards together count: no value in an array is this many times the weight."""

_Points = dict[int, "NDArray[Any]"]
"""Sure sets in many cases: by the number of hidden cards the points of the known ones, -1 for no set."""


def next_gain(law: Law, own: Sequence[Place], rules: Rules, places: Sequence[Place] = ()) -> Fraction:
    """Return the expected gain of the next card of the deck, if it is used where nothing can fail.

    The cards of the own places may be given up. Some places are looked at before, none of them certain.
    """
    mixture = law.mixture([*places, *own], draws=len(places) + _NEXT)
    seen = (*places, (DECK, 0))
    kind = np.int64 if mixture.weight * _SHARE < np.iinfo(np.int64).max else object
    parts = [_Part(term, mixture.known, seen, kind) for term in mixture.terms]
    weights = reduce(np.add, [part.weights for part in parts])
    means = []
    for place, count in law.unlike([place for place in own if place not in places]).items():
        means += [reduce(np.add, [part.sums(place) for part in parts])] * count
    high = np.sort(np.array(means), axis=0)[::-1] if len(means) > 1 else means
    best, hidden = np.zeros_like(weights), np.zeros_like(weights)
    for count, sure in sorted(_points(mixture, seen, weights, own, len(means), rules).items()):
        hidden = hidden + high[count - 1] if count else hidden
        best = np.maximum(best, np.where(sure < 0, 0, sure * weights + hidden))
    return Fraction(int(np.maximum(best - weights * _NUMBERS, 0).sum()), mixture.weight)


class _Part:
    """The shares of one term: in it each place is certain, or a card of the pool."""

    def __init__(
        self, term: Term, known: Mapping[Place, int], places: Sequence[Place], kind: type[Any]
    ) -> None:
        self._fixed = {**known, **dict(term.told)}
        self._left = sum(term.pool)
        self._pool: NDArray[Any] = np.array(term.pool, kind)
        self.weights: NDArray[Any] = np.array(term.weight, kind)
        for place in places:
            if (number := self._fixed.get(place)) is not None:
                self.weights, self._pool = self.weights[..., None] * _IS[number], self._pool[..., None, :]
            else:
                self.weights = np.asarray(self.weights // self._left)[..., None] * self._pool
                self._pool = self._pool[..., None, :] - _IS
                self._left -= 1

    def sums(self, place: Place) -> NDArray[Any]:
        """Return the number of a place, or the mean of the pool, times the weights."""
        if (number := self._fixed.get(place)) is not None:
            return self.weights * number
        return self.weights // self._left * (self._pool @ _NUMBERS)


def _points(
    mixture: Mixture,
    seen: Sequence[Place],
    weights: NDArray[Any],
    own: Sequence[Place],
    hidden: int,
    rules: Rules,
) -> _Points:
    """Return the sure sets by their number of hidden cards: the points of the known ones, -1 for none."""
    known = tuple(sorted(mixture.known[place] for place in own if place in mixture.known))
    mine = [place in own and place not in mixture.known for place in seen]
    pool = max([term.pool for term in mixture.terms], key=sum)  # no report is true: all that may lie there
    if outside(pool) - len(seen) >= ALL_SORTS:
        axes = tuple(slice(None) if one else None for one in mine)
        usual = _usual_points(known, sum(mine), hidden, rules.doppelganger)
        return {count: points[axes] for count, points in usual.items()}

    def cases() -> Iterator[tuple[tuple[int, ...], Sets]]:
        for numbers in zip(*map(np.ndarray.tolist, np.nonzero(weights)), strict=True):
            drawn = [number for number, at in zip(numbers, seen, strict=True) if at not in mixture.known]
            shown = [number for number, one in zip(numbers, mine, strict=True) if one]
            yield numbers, sure_sets([*known, *shown], hidden, without(pool, *drawn), rules)

    return _laid_out(weights.shape, hidden, cases())


@lru_cache(maxsize=512)
def _usual_points(known: tuple[int, ...], seen: int, hidden: int, doppelganger: Doppelganger) -> _Points:
    """Return the points of sure sets by the numbers of seen own cards, where hidden ones may be anything."""
    rules, shape = Rules(doppelganger=doppelganger), (len(CHARACTERS),) * seen
    cases = ((numbers, sure_sets([*known, *numbers], hidden, COPIES, rules)) for numbers in np.ndindex(shape))
    return _laid_out(shape, hidden, cases)


def _laid_out(shape: tuple[int, ...], hidden: int, cases: Iterable[tuple[tuple[int, ...], Sets]]) -> _Points:
    """Return the points of sure sets of many cases, each with its index in arrays of this shape."""
    points = {count: np.full(shape, -1) for count in range(hidden + 1)}
    for at, sets in cases:
        for count, best in sets:
            points[count][at] = best
    return points


# ---- looks (Q-12) ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """A look at some cards: their places, and the points that it is worth."""

    places: tuple[Place, ...]
    value: Fraction


def draws_again(position: Position, *, used: bool) -> bool:
    """Tell whether I draw a card of the deck once more, if every turn takes a card (S-29, S-30).

    It is in this turn, or in the next one if a card was drawn or taken in this turn already (`used`).
    """
    if position.called_by is not None and (used or position.called_by == position.me):
        return False
    return position.deck > 0 and position.deck + len(position.shown) >= (position.players if used else 1)


def look_value(position: Position, places: Places, *, used: bool | None = None) -> Fraction:
    """Return by how many points my next turn is expected to gain more after a look at some places.

    It takes up to ``14 ** k`` steps for `k` places. `used` says whether a card was drawn or taken in this
    turn; else that is whether one is in hand.
    """
    found = _best_of(position, [tuple(places)], used=position.held is not None if used is None else used)
    return found.value if found else Fraction(0)


def _best_of(position: Position, choices: Iterable[tuple[Place, ...]], *, used: bool) -> Look | None:
    """Return the best of looks at some places each; None if there is none."""
    own, law, rules = pushable(position), Law.of(position), position.rules
    idle = not own or not draws_again(position, used=used)
    blind = Fraction(0) if idle else next_gain(law, own, rules)
    looks = [Look(one, (blind if idle else next_gain(law, own, rules, one)) - blind) for one in choices]
    return max(looks, key=lambda look: look.value, default=None)


def best_look(position: Position, card: ACard) -> Look | None:
    """Return the look with the highest value that a 2, 7, 8 or 9 allows; None without a legal target (S-70).

    Cards of which the same is known stand for one another.
    """
    if card not in LOOKERS:
        raise ToolkitError(f"card {card} lets nobody look; the cards are {', '.join(map(str, LOOKERS))}")
    own, others = own_looks(position), other_looks(position)
    targets = {EMPATH: own, BEHOLDER: own, APPRENTICE_SEER: others, SEER: [*own, *others]}[card]
    count = min(2 if card == BEHOLDER else 1, len(targets))  # S-70
    unlike: dict[tuple[tuple[bool, Slot], ...], tuple[Place, ...]] = {}
    for places in combinations(targets, count) if count else ():
        kinds = tuple((player == position.me, position.villages[player][slot]) for player, slot in places)
        unlike.setdefault(kinds, places)
    used = card != EMPATH or position.held is not None  # all others are drawn and discarded in this turn
    return _best_of(position, unlike.values(), used=used)


@QUERIES.asks(
    unit="points",
    usual=lambda position: position.held in LOOKERS_IN_HAND,
    nothing="no card that may be looked at is unsure",
)
def look(position: Position, *, card: Card = None) -> Iterator[Answer]:
    """Tell the best look with a 2, 7, 8 or 9, and its value (Q-12)."""
    held = [position.held] if position.held in LOOKERS_IN_HAND else LOOKERS
    for one in held if card is None else [card]:
        if found := best_look(position, one):
            places = [list(place) for place in found.places]
            named = [cards_named(position, player, [slot]) for player, slot in found.places]
            words = f"look with {one} at {' and '.join(named)}"
            yield Answer(words=words, about={"card": one, "places": places}, exact=found.value)


def next_turn(position: Position, slots: Sequence[int], card: int) -> Fraction:
    """Return by how many points my next turn is expected to gain more if a card is put on slots (Q-11).

    It is known then which card lies there, and all have seen those that were given up. Below 0 where what
    could have been exchanged for a high card is gone. The card is still at hand: held, on top of the discard
    pile or shown.
    """
    law, own, places = Law.of(position), pushable(position), [(position.me, slot) for slot in slots]
    if not draws_again(position, used=True):
        return Fraction(0)
    new = (position.me, len(position.mine))  # so that the law can tell both cards
    after = Law(law.unseen, law.reports, {**law.known, new: card})
    mine = [new, *[other for other in own if other not in places]]
    given_up = [place for place in places if place not in law.known]
    return next_gain(after, mine, position.rules, given_up) - next_gain(law, own, position.rules)


@QUERIES.asks(
    notes={"knowing": Note("your next turn gains more then", "points")},
    unit="points",
    usual=may_replace,
    nothing="the amulet lies on the only own card (S-36)",
)
def replace(
    position: Position, *, slot: At = None, card: Card = None, tilt: Tilting = None
) -> Iterator[Answer]:
    """Tell the gain of putting the card at hand on a slot, and of then knowing that slot (Q-11)."""
    card, hand, source = asked_hand(position, card)
    law = tilted(position, tilt)
    for _, at in asked_places(position, slot):
        about, over = {"slot": at, "card": card}, ends_round(hand, [at], source)
        words = f"replace {cards_named(position, position.me, [at])} by {card}"
        if law:
            yield Answer(words=words, about={**about, "ends_round": over}, estimate=law.gain(at, card))
        else:
            more = {"knowing": Fraction(0) if over else next_turn(position, [at], card)}
            one = exchange(position, [at], card)
            yield exchanging(hand, one, source, Answer(words=words, about=about, more=more))


# ---- how reliable a sight still is -------------------------------------------------------------------------
#
# The models are the usual ones; their parameters are always the user's.


def exponential(rate: Fraction | float) -> Callable[[int], Fraction]:
    """Return the retention ``rate ** turns``, for a rate from 0 to 1; 0.9 is read as 9/10.

    >>> exponential(0.9)(2)
    Fraction(81, 100)
    """
    try:
        exact = Fraction(str(rate))
    except (ValueError, ZeroDivisionError):
        exact = Fraction(-1)
    if not 0 <= exact <= 1:
        raise ToolkitError(f"rate {quote(str(rate))} is no chance: it is from 0 to 1")
    return lambda turns: exact ** _ago(turns)


def power(beta: float, decay: float) -> Callable[[int], Fraction]:
    """Return the retention ``(1 + beta turns) ** -decay``, for numbers from 0, rounded to a millionth.

    With a decay of 0.5 it is the base-level decay of ACT-R.

    >>> power(1.0, 0.5)(3)
    Fraction(1, 2)
    """
    for name, value in (("beta", beta), ("decay", decay)):
        if not 0 <= value < float("inf"):
            raise ToolkitError(f"{name} {quote(value)} is no number from 0")
    return lambda turns: Fraction(round((1 + beta * _ago(turns)) ** -decay * 1_000_000), 1_000_000)


def last_seen(count: int) -> Callable[[int], Fraction]:
    """Return the retention of a memory that holds the last sights only, so many of them, and these surely.

    The number of turns is then the number of other cards that were seen since.

    >>> [int(last_seen(2)(since)) for since in range(4)]
    [1, 1, 0, 0]
    """
    if count < 0:
        raise ToolkitError(f"a memory of {quote(count)} cards: 0 is the least")
    return lambda since: Fraction(int(_ago(since) < count))


def _ago(turns: int) -> int:
    if turns < 0:
        raise ToolkitError(f"{quote(turns)} turns ago: 0 is the least")
    return turns


def remembered(number: int, turns: int, retention: Callable[[int], Fraction]) -> Slot:
    """Return the slot of a card that was seen so many turns ago; `ToolkitError` if there is no such card.

    >>> remembered(12, 1, exponential(Fraction(9, 10)))
    Slot(number=12, face_up=False, reliability=Fraction(9, 10))
    """
    if problem := no_card(number):
        raise ToolkitError(problem)
    return Slot(number, reliability=retention(turns))


# ---- own cards that are half-remembered (Q-22) -------------------------------------------------------------


@QUERIES.asks(
    notes={"loss": Note("points lost by not being sure", "points")},
    usual=lambda position: any(slot.number is not None and slot.hidden for slot in position.mine),
    nothing="no own card is half-remembered, such as 12~0.9",
)
def memory(position: Position) -> Iterator[Answer]:
    """Tell how far your memories are right and what they are worth, and where to look next (Q-22)."""
    law, card = Law.of(position), card_at_hand(position)
    half = [
        (at, slot, slot.number)
        for at, slot in enumerate(position.mine)
        if slot.number is not None and slot.hidden
    ]
    careful = best_exchange(position, card) if half and card is not None else None
    for at, slot, number in half:
        place, trusting = (position.me, at), None  # the best exchange as if this memory were certain
        correct = law.number(place).get(number, Fraction(0))
        if card is not None and correct:
            trusting = best_exchange(position.seeing(place, number), card)
        changes = len({one.slots if one and one.gain > 0 else () for one in (trusting, careful)}) > 1
        about = {
            "slot": at,
            "number": number,
            "reliability": str(slot.reliability),
            "changes": changes,
            "trusting": trusting and list(trusting.slots),
            "careful": careful and list(careful.slots),
        }
        words = f"{cards_named(position, position.me, [at])} is {number}, as remembered"
        words += ", which matters now" * changes
        yield Answer(words=words, about=about, exact=correct, more={"loss": look_value(position, [place])})
    looks = [(place,) for place in own_looks(position)]
    if best := _best_of(position, looks, used=position.held is not None):
        at = best.places[0][1]
        words = f"next look: {cards_named(position, position.me, [at])}"
        yield Answer(words=words, about={"look": at}, exact=best.value)
