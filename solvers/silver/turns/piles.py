"""The draw pile: the best of several cards, the movers in it, and the time left (Q-17, Q-19, Q-20)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from solvers.silver.hidden.law import Law
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import HIGHEST, MOST_TO_CALL, ROBBER, WITCH
from toolkit.games.silver.position import Position


def best_of(position: Position, count: int) -> dict[int, Fraction]:
    """Return the chance of each number that the lowest of the next cards of the deck may have (Q-17).

    So many cards a Rascal may choose from, or a Squire's shown cards that are still to come (S-43, S-49).

    Raises
    ------
    ToolkitError
        No cards, or more than the deck holds.
    """
    _check(position, count)
    known = min(position.top[:count], default=HIGHEST)
    return lowest_among(Law.of(position), count - len(position.top[:count]), known)


def no_movers(position: Position, count: int) -> Fraction:
    """Return the chance that there is no Witch and no Robber among the next cards of the deck (Q-19, S-61).

    Raises
    ------
    ToolkitError
        No cards, or more than the deck holds.
    """
    _check(position, count)
    movers = (WITCH, ROBBER)
    if any(card in movers for card in position.top[:count]):
        return Fraction(0)
    return none_among(Law.of(position), movers, count - len(position.top[:count]))


def lowest_among(law: Law, drawn: int, known: int = HIGHEST) -> dict[int, Fraction]:
    """Return the chance of each number of the lowest of so many hidden cards and a known one."""
    none_below = [none_among(law, range(least), drawn) for least in range(known + 1)] + [Fraction(0)]
    chances = {least: none_below[least] - none_below[least + 1] for least in range(known + 1)}
    return {least: chance for least, chance in chances.items() if chance}


def none_among(law: Law, numbers: Collection[int], drawn: int) -> Fraction:
    """Return the chance that none of so many hidden cards, none of them remembered, has these numbers."""
    chance = Fraction(0)
    for term in law.terms(()):
        size = sum(term.pool)
        others = size - sum(term.pool[number] for number in numbers)
        chance += Fraction(term.weight * comb(others, drawn), law.total * comb(size, drawn))
    return chance


def _check(position: Position, count: int) -> None:
    if not 1 <= count <= position.deck:
        cards = "card" if count == 1 else "cards"
        raise ToolkitError(f"{count} {cards} of the deck: it holds {position.deck}")


@dataclass(frozen=True, slots=True)
class Time:
    """How long the round can last (Q-20)."""

    draws: int  #: cards that can still be drawn: the deck, and the shown cards beside it (S-46)
    #: Own turns that are left if every turn takes one of them, the one in progress included; after a call
    #: there is one more for every player but the caller (S-29).
    turns: int
    #: The players who may call with the cards that they have; nobody after a call (S-28).
    callers: tuple[int, ...]


def time_left(position: Position) -> Time:
    """Return the time that is left if nobody calls; all of it can be counted."""
    draws, holds = position.deck + len(position.shown), position.held is not None
    if position.called_by is None:
        callers = [seat for seat, village in enumerate(position.villages) if len(village) <= MOST_TO_CALL]
        return Time(draws, _turns(draws, position.players, holds=holds), tuple(callers))
    acts = position.called_by != position.me and (draws > 0 or holds or position.rules.finish_last_turns)
    return Time(draws, int(acts), ())


def _turns(draws: int, players: int, *, holds: bool) -> int:
    """Return the own turns while others draw as well; a held card has been drawn in the first of them."""
    return 1 + draws // players if holds else -(-draws // players)
