"""What a treasure brings to the owners of its roses while it is divided (T-26 to T-28).

Everybody takes and passes so as to get as far as possible ahead of the mean of the others. The cards that are
still to be revealed come one by one, each by the same chances: by those of the cards that lie there for
certain, of what a player must think, or of the deck. So this is exact but for what is learned on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from toolkit.games.tobago.cards import CURSE, reconstructed_gold

Chances = tuple[tuple[int, float], ...]
"""The faces of cards, each with the chance that the next one has it."""

_MOST = 6  # roses whose places are told apart: those above bring as much as the last of these
_DIGITS = 2  # of the chance of a curse for which places are worked out


def lead(coins: Sequence[float], player: int) -> float:
    """Return by how many coins a player is ahead of the mean of the others."""
    return coins[player] - (fsum(coins) - coins[player]) / (len(coins) - 1)


def _all_leads(coins: Sequence[float]) -> list[float]:
    others, total = len(coins) - 1, fsum(coins)
    return [((others + 1) * mine - total) / others for mine in coins]


@lru_cache(maxsize=1 << 16)
def division(
    cards: int, roses: tuple[int, ...], chances: Chances, losses: tuple[float, ...]
) -> tuple[float, ...]:
    """Return what each player can expect before the next card is revealed, in coins.

    Parameters
    ----------
    cards
        How many are still to be revealed.
    roses
        The owners of those left, from the bottom up.
    chances
        What the next card may be.
    losses
        What a curse would take of each player.
    """
    coins = [0.0] * len(losses)
    if not cards or not roses:
        return tuple(coins)
    asking = _Asking(cards - 1, roses, chances, losses)
    for face, chance in chances:
        if face == CURSE:
            for owner in set(roses):
                coins[owner] -= chance * losses[owner]
        else:
            place = asking.taker(face, 0)
            for player, more in enumerate(asking.after[place]):
                coins[player] += chance * more
            if place < len(roses):
                coins[roses[place]] += chance * face
    return tuple(coins)


class _Asking:
    """A revealed card, of which the owners of the roses are asked one by one whether they take it.

    Arguments as in `division`; places count from the bottom up, and beyond the last one all pass.
    """

    def __init__(
        self, cards: int, roses: tuple[int, ...], chances: Chances, losses: tuple[float, ...]
    ) -> None:
        self._roses = roses
        left = [roses[:place] + roses[place + 1 :] for place in range(len(roses))]
        #: what each player can expect when the rose at a place has gone with its card, but for that card
        self.after = [division(cards, one, chances, losses) for one in (*left, roses)]
        self._leads = [_all_leads(coins) for coins in self.after]

    def taker(self, face: int, place: int) -> int:
        """Return the place of the rose that takes a card, when those from a place on are asked."""
        roses, others = self._roses, len(self._leads[0]) - 1
        best = len(roses)
        for number in range(len(roses) - 1, place - 1, -1):
            owner = roses[number]
            passed = self._leads[best][owner]
            if best < len(roses):
                passed += face if roses[best] == owner else -face / others
            if self._leads[number][owner] + face >= passed:
                best = number
        return best

    def expected(self, place: int, face: int) -> tuple[float, ...]:
        """Return what each player can expect when the rose at a place takes the card."""
        coins = self.after[place]
        if place == len(self._roses):
            return coins
        owner = self._roses[place]
        return (*coins[:owner], coins[owner] + face, *coins[owner + 1 :])


def asked(
    cards: int, roses: tuple[int, ...], place: int, face: int, chances: Chances, losses: tuple[float, ...]
) -> tuple[float, ...]:
    """Return what each can expect when a card is revealed, and the owners from a place on are still asked."""
    asking = _Asking(cards, roses, chances, losses)
    return asking.expected(asking.taker(face, place), face)


def taken(
    cards: int, roses: tuple[int, ...], place: int, face: int, chances: Chances, losses: tuple[float, ...]
) -> tuple[float, ...]:
    """Return what each can expect when the owner of a rose takes the card that is revealed."""
    return _Asking(cards, roses, chances, losses).expected(place, face)


@lru_cache
def of_the_deck(curse: float) -> Chances:
    """Return what a card may be of which nothing is known, but with which chance it is a curse."""
    gold = reconstructed_gold()
    faces = [(face, (1 - curse) * gold.count(face) / len(gold)) for face in sorted(set(gold))]
    return ((CURSE, curse), *faces) if curse else tuple(faces)


def by_place(roses: int, curse: float) -> Sequence[float]:
    """Return what each of so many roses brings, from the bottom up, before a treasure is divided.

    The lowest one, of who raises it, chooses first. What a curse takes is left out; each card is a curse
    with the chance `curse`.
    """
    found = _by_place(min(roses, _MOST), round(curse, _DIGITS))
    return found if roses <= _MOST else (*found, *[found[-1]] * (roses - _MOST))


@lru_cache
def _by_place(roses: int, curse: float) -> tuple[float, ...]:
    owners = tuple(range(max(2, roses)))  # as if each were of another player
    return division(roses + 1, owners[:roses], of_the_deck(curse), (0.0,) * len(owners))[:roses]
