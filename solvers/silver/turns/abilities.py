"""What the abilities that move cards are worth: Robber, Witch and Master (Q-13, Q-14, Q-15).

Values are points: by how much the own sum is expected to fall, and, weighted by `harm`, by how much that of
an opponent is expected to rise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from solvers.silver.hidden.law import Law
from solvers.silver.sets.exchanges import Exchange, next_offers
from solvers.silver.targets import pushable, takeable
from toolkit.games.silver.position import Place, Position, Slot


@dataclass(frozen=True, slots=True)
class Robbery:
    """An exchange of an own card for one of an opponent by a Robber (S-54)."""

    #: `own` and `target`: the places of both cards.
    own: Place
    target: Place
    #: The mean of the own card less that of the target: so much the own sum falls and the other rises.
    gain: Fraction
    improves: Fraction  #: the chance that the target is lower than the own card

    def value(self, harm: Fraction) -> Fraction:
        """Return the value with a weight for what the opponent gains in points."""
        return self.gain * (1 + harm)


def robbery(position: Position, own: Place, target: Place) -> Robbery:
    """Return what it is worth to exchange two cards by a Robber (Q-13)."""
    return _robbery(Law.of(position), own, target)


def _robbery(law: Law, own: Place, target: Place) -> Robbery:
    mixture = law.mixture([own, target], draws=2)
    gain = improves = 0
    for mine, after in mixture.split(own).items():
        for taken, weight in after.numbers(target).items():
            gain += (mine - taken) * weight
            improves += weight if taken < mine else 0
    return Robbery(own, target, Fraction(gain, mixture.weight), Fraction(improves, mixture.weight))


def robberies(position: Position, own: Sequence[Place]) -> list[Robbery]:
    """Return the robberies that give one of these own cards, the best first (S-64).

    Cards of one player of which the same is known stand for one another.
    """
    law, targets = Law.of(position), _unlike(position, takeable(position))
    found = [_robbery(law, mine, target) for mine in _unlike(position, own) for target in targets]
    return sorted(found, key=lambda one: -one.gain)


def robber_value(position: Position, harm: Fraction) -> Fraction:
    """Return the value of a Robber: that of the best robbery, or 0 if it is not used."""
    law = Law.of(position)
    mine = [law.mean(place) for place in _unlike(position, pushable(position))]
    theirs = [law.mean(place) for place in _unlike(position, takeable(position), anywhere=True)]
    best = max(mine) - min(theirs) if mine and theirs else Fraction(0)
    return max(Fraction(0), best * (1 + harm))


@dataclass(frozen=True, slots=True)
class Swap:
    """What a Witch does with the top of the deck (S-53): the best way to place one number."""

    #: `card` and `chance`: the number on top, and its chance.
    card: int
    chance: Fraction
    #: The own cards for which it is exchanged; None when it goes to an opponent or nowhere.
    exchange: Exchange | None
    target: Place | None  #: the card of an opponent that it replaces, or None
    value: Fraction  #: what that is worth


def witch(position: Position, harm: Fraction) -> list[Swap]:
    """Return what a Witch does best with each number on top of the deck (Q-14).

    Where the rules let nobody decline after the look, one of the exchanges is made even if all lose points
    (A-32). Nothing comes of it with an empty deck or without a legal target (S-70).
    """
    start = position.discarding()
    if not start.deck or not (pushable(start) or takeable(start)):
        return []
    targets, found = _targets(start), []
    for card, (chance, offer) in next_offers(start).items():
        swaps = []
        if offer:
            given = offer.exchange(card)
            swaps.append(Swap(card, chance, given, None, given.gain))
        if card in targets:
            target, mean = targets[card]
            swaps.append(Swap(card, chance, None, target, harm * (card - mean)))
        if start.rules.witch_decline == "after_look":
            swaps.append(Swap(card, chance, None, None, Fraction(0)))
        found.append(max(swaps, key=lambda swap: swap.value))
    return found


def witch_value(position: Position, harm: Fraction) -> Fraction:
    """Return the value of a Witch, or 0 if she is not used."""
    return max(Fraction(0), witch_gain(position, harm))


def witch_gain(position: Position, harm: Fraction) -> Fraction:
    """Return the value of a Witch who is used: below 0 where an exchange that must be made loses (A-32).

    It is 0 where nothing comes of her (S-70).
    """
    return sum((swap.chance * swap.value for swap in witch(position, harm)), Fraction(0))


def _targets(start: Position) -> Mapping[int, tuple[Place, Fraction]]:
    """Return by the number on top of the deck the lowest movable card of the others, with its mean."""
    law, drawn = Law.of(start), not start.top
    lowest: dict[int, tuple[Place, Fraction]] = {}
    for place in _unlike(start, takeable(start), anywhere=True):
        mixture = law.mixture([place], draws=2)
        pairs = zip(mixture.sums(place, drawn=drawn), mixture.weights(drawn=drawn), strict=True)
        for card, (total, weight) in enumerate(pairs) if drawn else zip(start.top, pairs, strict=False):
            if weight:
                mean = Fraction(total, weight)
                if card not in lowest or mean < lowest[card][1]:
                    lowest[card] = place, mean
    return lowest


def _unlike(position: Position, places: Sequence[Place], *, anywhere: bool = False) -> list[Place]:
    """Return the first of those places of one player, or anywhere, of which the same is known."""
    kinds: dict[tuple[int | None, Slot], Place] = {}
    for player, slot in places:
        kind = (None if anywhere else player, position.villages[player][slot])
        kinds.setdefault(kind, (player, slot))
    return list(kinds.values())
