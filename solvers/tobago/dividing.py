"""What a treasure brings to the owners of its roses while it is divided (T-26 to T-28).

Everybody takes and passes so as to get as far as possible ahead of the mean of the others. The cards that are
still to be revealed come one by one, each by the same chances: by those of the cards that lie there for
certain, of what a player must think, or of the deck. So this is exact but for what is learned on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from toolkit.games.tobago.cards import CURSE, reconstructed_gold

Chances = tuple[tuple[int, float], ...]
"""The faces of cards, each with the chance that the next one has it."""

_MOST = 6  # roses whose places are told apart: those above bring as much as the last of these
_DIGITS = 2  # of the chance of a curse for which places are worked out


def lead(coins: Sequence[float], player: int) -> float:
    """Return by how many coins a player is ahead of the mean of the others."""
    return coins[player] - (fsum(coins) - coins[player]) / (len(coins) - 1)


class _Found(NamedTuple):
    coins: tuple[float, ...]  #: what each player can expect
    leads: list[float]  #: and by how much that is ahead of the mean of the others


class Division:
    """What a treasure that is divided brings to each player, in coins, by what is still to come.

    That is how many `cards` are still to be revealed, and the owners of the `roses` that are left, from the
    bottom up. A `face` is that of the card that lies open, and `place` is that of a rose.

    Parameters
    ----------
    chances
        What each card to be revealed may be.
    losses
        What a curse would take of each player.
    """

    def __init__(self, chances: Chances, losses: tuple[float, ...]) -> None:
        self._gold = [(face, chance) for face, chance in chances if face != CURSE]
        curse = fsum([chance for face, chance in chances if face == CURSE])
        self._lost = [-curse * loss for loss in losses]
        self._others, nothing = len(losses) - 1, [0.0] * len(losses)
        self._nothing = _Found(tuple(nothing), nothing)
        self._found = dict[tuple[int, tuple[int, ...]], _Found]()

    def expected(self, cards: int, roses: tuple[int, ...]) -> tuple[float, ...]:
        """Return what each player can expect before the next card is revealed."""
        return self._before(cards, roses).coins

    def asked(self, cards: int, roses: tuple[int, ...], place: int, face: int) -> tuple[float, ...]:
        """Return the same when a card lies open, and the owners from a place on are asked about it."""
        after = [self._without(cards, roses, number) for number in range(len(roses) + 1)]
        return self.taken(cards, roses, self._taker(after, roses, place, face), face)

    def taken(self, cards: int, roses: tuple[int, ...], place: int, face: int) -> tuple[float, ...]:
        """Return the same when the owner of the rose at a place takes it; none does beyond the last."""
        coins = self._without(cards, roses, place).coins
        if place == len(roses):
            return coins
        owner = roses[place]
        return (*coins[:owner], coins[owner] + face, *coins[owner + 1 :])

    def _without(self, cards: int, roses: tuple[int, ...], place: int) -> _Found:
        return self._before(cards, roses[:place] + roses[place + 1 :])

    def _before(self, cards: int, roses: tuple[int, ...]) -> _Found:
        if not cards or not roses:
            return self._nothing
        found = self._found.get((cards, roses))
        if found is None:
            found = self._found[cards, roses] = self._revealed(cards - 1, roses)
        return found

    def _revealed(self, cards: int, roses: tuple[int, ...]) -> _Found:
        """Return what to expect while a card is revealed, after which so many are left."""
        coins = [lost if owner in roses else 0.0 for owner, lost in enumerate(self._lost)]
        after = [self._without(cards, roses, place) for place in range(len(roses) + 1)]
        for face, chance in self._gold:
            place = self._taker(after, roses, 0, face) if cards else 0  # the last card is nobody's to refuse
            for player, more in enumerate(after[place].coins):
                coins[player] += chance * more
            if place < len(roses):
                coins[roses[place]] += chance * face
        total, others = fsum(coins), self._others
        return _Found(tuple(coins), [((others + 1) * mine - total) / others for mine in coins])

    def _taker(self, after: Sequence[_Found], roses: tuple[int, ...], place: int, face: int) -> int:
        """Return the place of the rose that takes a card, when those from a place on are asked.

        `after` is what to expect when the rose at each place is gone with its card, but for that card; the
        last one when all pass.
        """
        best, taker, passed, lost = len(roses), -1, after[-1].leads, face / self._others
        for number in range(len(roses) - 1, place - 1, -1):
            owner, leads = roses[number], after[number].leads
            more = 0.0 if taker < 0 else face if taker == owner else -lost
            if leads[owner] + face >= passed[owner] + more:
                best, taker, passed = number, owner, leads
        return best


division = lru_cache(maxsize=1 << 12)(Division)
"""The division by these chances and losses: what was found of it is kept."""


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
    deck = division(of_the_deck(curse), (0.0,) * len(owners))
    return deck.expected(roses + 1, owners[:roses])[:roses]
