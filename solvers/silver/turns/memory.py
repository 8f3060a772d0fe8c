"""Memory: how reliable a sight still is after some turns, and what forgetting costs (Q-22).

The models of retention are the usual ones; their parameters are always the user's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from solvers.silver.hidden.law import Law
from solvers.silver.sets.exchanges import Exchange, best_exchange
from solvers.silver.targets import own_looks
from solvers.silver.turns.looks import Look, look_value
from toolkit.core.errors import ToolkitError, quote
from toolkit.games.silver.position import Position, Slot, no_card


def exponential(rate: Fraction | float) -> Callable[[int], Fraction]:
    """Return the retention ``rate ** turns``, for a rate from 0 to 1; 0.9 is read as 9/10.

    >>> exponential(0.9)(2)
    Fraction(81, 100)
    """
    exact = _checked_chance("rate", rate)
    return lambda turns: exact ** _checked(turns)


def power(beta: float, decay: float) -> Callable[[int], Fraction]:
    """Return the retention ``(1 + beta turns) ** -decay``, for numbers from 0, rounded to a millionth.

    With a decay of 0.5 it is the base-level decay of ACT-R.

    >>> power(1.0, 0.5)(3)
    Fraction(1, 2)
    """
    for name, value in (("beta", beta), ("decay", decay)):
        if not 0 <= value < float("inf"):
            raise ToolkitError(f"{name} {quote(value)} is no number from 0")
    return lambda turns: Fraction(round((1 + beta * _checked(turns)) ** -decay * 1_000_000), 1_000_000)


def last_seen(count: int) -> Callable[[int], Fraction]:
    """Return the retention of a memory that holds the last sights only, so many of them, and these surely.

    The number of turns is then the number of other cards that were seen since.

    >>> [int(last_seen(2)(since)) for since in range(4)]
    [1, 1, 0, 0]
    """
    if count < 0:
        raise ToolkitError(f"a memory of {quote(count)} cards: 0 is the least")
    return lambda since: Fraction(int(_checked(since) < count))


def remembered(number: int, turns: int, retention: Callable[[int], Fraction]) -> Slot:
    """Return the slot of a card that was seen so many turns ago; `ToolkitError` if there is no such card.

    >>> remembered(12, 1, exponential(Fraction(9, 10)))
    Slot(number=12, face_up=False, reliability=Fraction(9, 10))
    """
    if problem := no_card(number):
        raise ToolkitError(problem)
    return Slot(number, reliability=retention(turns))


def _checked(turns: int) -> int:
    if turns < 0:
        raise ToolkitError(f"{quote(turns)} turns ago: 0 is the least")
    return turns


def _checked_chance(name: str, value: Fraction | float) -> Fraction:
    """Return a chance as it is written, exactly; `ToolkitError` if it is none."""
    try:
        exact = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        exact = Fraction(-1)
    if not 0 <= exact <= 1:
        raise ToolkitError(f"{name} {quote(str(value))} is no chance: it is from 0 to 1")
    return exact


@dataclass(frozen=True, slots=True)
class Memory:
    """An own card that is half-remembered."""

    #: `slot` and `number` and `reliability`: what is remembered of which own card.
    slot: int
    number: int
    reliability: Fraction
    correct: Fraction  #: the chance that the card has this number, given everything that is known (Q-3)
    loss: Fraction  #: what not knowing it for sure costs: the value of a look at it (`look_value`)
    #: `trusting` and `careful`: the best exchanges for the card at hand, first as if this memory were
    #: certain, then as it is; None without a card at hand, or if none may be made, or a memory that cannot be
    #: true.
    trusting: Exchange | None
    careful: Exchange | None

    @property
    def changes(self) -> bool:
        """Whether caution changes what is done with the card at hand."""
        return _choice(self.trusting) != _choice(self.careful)


def memories(position: Position) -> list[Memory]:
    """Return a report on each own card that is half-remembered (Q-22)."""
    return [
        _report(position, at, slot.number)
        for at, slot in enumerate(position.mine)
        if slot.number is not None and slot.hidden
    ]


def next_look(position: Position) -> Look | None:
    """Return the single own card that is most worth a look (Q-22, Q-12); None if all are certain."""
    found = [Look((place,), look_value(position, [place])) for place in own_looks(position)]
    return max(found, key=lambda look: look.value, default=None)


def card_at_hand(position: Position) -> int | None:
    """Return the held card, else the top of the discard pile, else None."""
    return position.held if position.held is not None else next(reversed(position.discard), None)


def _report(position: Position, at: int, number: int) -> Memory:
    place, card = (position.me, at), card_at_hand(position)
    correct = Law.of(position).number(place).get(number, Fraction(0))
    trusting = careful = None
    if card is not None:
        careful = best_exchange(position, card)
        trusting = best_exchange(position.seeing(place, number), card) if correct else None
    loss = look_value(position, [place])
    return Memory(at, number, position.mine[at].reliability, correct, loss, trusting, careful)


def _choice(exchange: Exchange | None) -> tuple[int, ...]:
    """Return the slots that are given up: none where no exchange gains anything."""
    return exchange.slots if exchange and exchange.gain > 0 else ()
