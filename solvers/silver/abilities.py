"""What the abilities that move cards are worth: Robber, Witch and Master (Q-13, Q-14, Q-15).

Values are points: by how much the own sum is expected to fall, and, weighted by `harm`, by how much that of
an opponent is expected to rise.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solvers.silver.exchanges import best_exchange
from solvers.silver.law import DECK, Law
from solvers.silver.targets import pushable, takeable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.silver.exchanges import Exchange
    from toolkit.games.silver.position import Place, Position, Slot


@dataclass(frozen=True, slots=True)
class Robbery:
    """An exchange of an own card for one of an opponent by a Robber (S-54).

    Attributes
    ----------
    own, target
        The places of both cards.
    gain
        The mean of the own card less that of the target: so much the own sum falls and the other rises.
    improves
        The chance that the target is lower than the own card.
    """

    own: Place
    target: Place
    gain: Fraction
    improves: Fraction

    def value(self, harm: Fraction) -> Fraction:
        """Return the value with a weight for what the opponent gains in points."""
        return self.gain * (1 + harm)


def robbery(position: Position, own: Place, target: Place) -> Robbery:
    """Return what it is worth to exchange two cards by a Robber (Q-13)."""
    joint = Law.of(position).joint([own, target])
    gain = sum(((mine - taken) * chance for (mine, taken), chance in joint.items()), Fraction(0))
    improves = sum((chance for (mine, taken), chance in joint.items() if taken < mine), Fraction(0))
    return Robbery(own, target, gain, improves)


def robberies(position: Position, own: Sequence[Place]) -> list[Robbery]:
    """Return the robberies that give one of these own cards, the best first (S-64).

    Cards of one player of which the same is known stand for one another.
    """
    targets = _unlike(position, takeable(position))
    found = [robbery(position, mine, target) for mine in _unlike(position, own) for target in targets]
    return sorted(found, key=lambda one: -one.gain)


def robber_value(position: Position, harm: Fraction) -> Fraction:
    """Return the value of a Robber: that of the best robbery, or 0 if it is not used."""
    law = Law.of(position)
    mine = [law.mean(place) for place in _unlike(position, pushable(position))]
    theirs = [law.mean(place) for place in _unlike(position, takeable(position))]
    best = max(mine) - min(theirs) if mine and theirs else Fraction(0)
    return max(Fraction(0), best * (1 + harm))


@dataclass(frozen=True, slots=True)
class Swap:
    """What a Witch does with the top of the deck (S-53): the best way to place one number.

    Attributes
    ----------
    card, chance
        The number on top, and its chance.
    exchange
        The own cards for which it is exchanged; None when it goes to an opponent or nowhere.
    target
        The card of an opponent that it replaces, or None.
    value
        What that is worth.
    """

    card: int
    chance: Fraction
    exchange: Exchange | None
    target: Place | None
    value: Fraction


def witch(position: Position, harm: Fraction) -> list[Swap]:
    """Return what a Witch does best with each number on top of the deck (Q-14).

    Where the rules let nobody decline after the look, one of the exchanges is made even if all lose points
    (A-32). Nothing comes of it with an empty deck or without a legal target (S-70).
    """
    start = position.discarding()
    if not start.deck or not (pushable(start) or takeable(start)):
        return []
    top = Law.of(start).number((DECK, 0))
    return [_best_swap(start, card, chance, harm) for card, chance in top.items()]


def witch_value(position: Position, harm: Fraction) -> Fraction:
    """Return the value of a Witch, or 0 if she is not used."""
    return max(Fraction(0), sum((swap.chance * swap.value for swap in witch(position, harm)), Fraction(0)))


def _best_swap(start: Position, card: int, chance: Fraction, harm: Fraction) -> Swap:
    drawn = start.drawing(card)
    swaps = []
    if own := best_exchange(drawn, card):
        swaps.append(Swap(card, chance, own, None, own.gain))
    if targets := _unlike(start, takeable(start)):
        law = Law.of(drawn)
        lowest = min(targets, key=law.mean)
        swaps.append(Swap(card, chance, None, lowest, harm * (card - law.mean(lowest))))
    if start.rules.witch_decline == "after_look":
        swaps.append(Swap(card, chance, None, None, Fraction(0)))
    return max(swaps, key=lambda swap: swap.value)


def _unlike(position: Position, places: Sequence[Place]) -> list[Place]:
    """Return some of the places: of those of one player of which the same is known only the first."""
    kinds: dict[tuple[int, Slot], Place] = {}
    for player, slot in places:
        kinds.setdefault((player, position.villages[player][slot]), (player, slot))
    return list(kinds.values())
