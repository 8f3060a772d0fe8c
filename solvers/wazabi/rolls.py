"""The roll of all dice of a player (W-6), exactly, and the cards that it lets be played."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from toolkit.games.wazabi.cards import FACES, SIDES, Card, too_many_given

if TYPE_CHECKING:
    import icepool

LOSES = {"lose 1 die": 1, "lose 2 dice": 2, "give 1 die": 1}
"""How many own dice a card takes away (W-16, W-24, W-26)."""

LAST = "lose 1 die"
"""The only card that can take the last die away (W-28)."""

Roll = tuple[int, int, int]
"""How many dice show wazabi, card and die."""

_FACES = range(len(FACES))


@lru_cache(maxsize=32)
def roll(dice: int) -> tuple[tuple[Roll, int], ...]:
    """Return how so many dice (from 1) may fall, most wazabi first, each with its ways of `6 ** dice`.

    >>> roll(1)
    (((1, 0, 0), 3), ((0, 1, 0), 2), ((0, 0, 1), 1))
    """
    import icepool  # it takes longer to load than the help of the odds

    die = icepool.Die(dict(zip(_FACES, SIDES, strict=True)))
    ways = cast("icepool.Die[Any]", die.pool(dice).expand())
    counted = {_counts(faces): ways.quantity(faces) for faces in ways}
    return tuple(sorted(counted.items(), reverse=True))


def mean_over_rolls(dice: int, value: Callable[[Roll], Fraction | int]) -> Fraction:
    """Return the mean of a value over the rolls of so many dice, from 1."""
    weighted = sum((found * ways for shown, ways in roll(dice) if (found := value(shown))), Fraction(0))
    return Fraction(weighted, 6**dice)


def faces(dice: int) -> dict[Roll, Fraction]:
    """Return the chance of every outcome of a roll of so many dice, most wazabi first (W-6).

    >>> str(faces(4)[2, 1, 1])
    '1/6'
    """
    return {shown: Fraction(ways, 6**dice) for shown, ways in roll(dice)}


def at_least(dice: int, cost: int) -> Fraction:
    """Return the chance that so many dice show at least so many wazabi (W-10).

    >>> str(at_least(4, 2))
    '11/16'
    """
    return mean_over_rolls(dice, lambda shown: int(shown[0] >= cost))


def given_away(dice: int) -> dict[int, Fraction]:
    """Return the chance of each number of dice that a roll makes a player give away (W-8)."""
    chances = dict.fromkeys(range(dice + 1), Fraction(0))
    for (_, _, die), chance in faces(dice).items():
        chances[die] += chance
    return chances


def _counts(faces: tuple[int, ...]) -> Roll:
    wazabi, card, die = [faces.count(face) for face in _FACES]
    return wazabi, card, die


def playable(card: Card, shown: Roll) -> bool:
    """Tell whether a roll lets a card of the hand be played (W-10, W-16).

    A roll of nothing but DIE faces lets none: it ends the player's game (W-27a).
    """
    wazabi, drawn, _ = shown
    return wazabi + drawn > 0 and wazabi >= card.cost and not (card.name == LAST and too_many_given(shown))
