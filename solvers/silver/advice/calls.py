"""What a call is worth against going on, in closed form: the one opinion of bots and advice (Q-8, S-29).

A call costs ten points and the own sum unless that is the lowest after one more turn of each opponent (S-32).
So three things count besides the own sum: what the hidden cards are, what the replies save, and with how many
points a round ends for who goes on. People keep low cards: an unseen card weighs ``exp(theta v)`` where its
owner knows it (model B1), with a `theta` that falls with the cards that were drawn; cards that nobody knows
are what is left of the unseen ones. Sums count as normal and independent of each other. The constants but
`GOING_ON` were measured in games of the greedy player against itself by ``tests/bench/silver_calls.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import erf, exp, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from solvers.silver.hidden import Counts, Law
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.cards import DECK, ROWS
from toolkit.games.silver.cards import VILLAGE as CARDS
from toolkit.games.silver.position import Position
from toolkit.games.silver.scoring import FAILED_CALL

if TYPE_CHECKING:
    from toolkit.games.silver.completion import Insight

THETA, THETA_OF_DRAW = -0.1, -0.055
"""The theta of cards that their owner knows, in the beginning, and what each draw of a player adds to it."""

REPLY, REPLY_VARIANCE = 1.9, 6.0
"""What the last turn of an opponent saves after a call, and its variance."""

GOING_ON = 5.0
"""The points with which a round ends for who goes on, by a rule of thumb: a call should not cost more."""

_TIES = 0.5  # equal sums are enough for a caller (S-32)
_DECK = len(DECK) - ROWS * CARDS - 1  # cards that can be drawn in the beginning (S-1 to S-4)
_STEPS = 20  # of a bisection: they tell the logarithm of the odds to 0.00001


@dataclass(frozen=True, slots=True)
class Village:
    """A village as one player knows it."""

    known: float  #: the sum of the cards that this player knows
    kept: int  #: how many others its owner knows
    blind: int  #: how many neither of them knows


def villages_of(
    numbers: Iterable[Sequence[int]], known: Iterable[Sequence[int]], *, told: bool
) -> tuple[Village, ...]:
    """Return the villages as a player knows them.

    Parameters
    ----------
    numbers
        By player the numbers of the cards, `HIDDEN` where they are not known.
    known
        By player and card a mask of those who know it.
    told
        Whether these masks tell all sights (`Rules.memory`); else owners count as knowing their cards.
    """
    return tuple(
        [
            _village(faces, [not told or mask >> owner & 1 == 1 for mask in masks])
            for owner, (faces, masks) in enumerate(zip(numbers, known, strict=True))
        ]
    )


def _village(numbers: Sequence[int], by_owner: Sequence[bool]) -> Village:
    known = sum([number for number in numbers if number != HIDDEN])
    hidden = [told for number, told in zip(numbers, by_owner, strict=True) if number == HIDDEN]
    return Village(known, sum(hidden), len(hidden) - sum(hidden))


def villages_in(position: Position, insight: Insight) -> tuple[Village, ...]:
    """Return the villages of a position; of a half-remembered card the mean counts.

    What others know of their cards is not told there: all, or by the insight ``nothing``.
    """
    law = Law.of(position)
    return tuple(_as_remembered(position, player, law, insight) for player in range(position.players))


def _as_remembered(position: Position, player: int, law: Law, insight: Insight) -> Village:
    village = position.villages[player]
    unknown = [slot for slot in village if slot.number is None]
    known = sum(law.mean((player, at)) for at, slot in enumerate(village) if slot.number is not None)
    kept = len(unknown) if player != position.me and insight == "own" else 0
    return Village(float(known), kept, len(unknown) - kept)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What comes of a call."""

    chance: float  #: the chance that it succeeds after the replies of the others
    cost: float  #: the points with which the caller ends the round, in the mean

    @property
    def gain(self) -> float:
        """By how many points the caller is expected to end below a player who goes on."""
        return GOING_ON - self.cost


def outlook(villages: Sequence[Village], me: int, unseen: Counts, deck: int) -> Outlook:
    """Return what a call is worth (Q-8).

    Parameters
    ----------
    villages, me
        The villages by player, as the caller knows them, and who that is.
    unseen
        How many of the unseen cards there are of each number.
    deck
        How many cards can still be drawn.
    """
    hidden = hidden_cards(unseen, sum([one.kept for one in villages]), deck, len(villages))
    sums = [hidden.sum_of(one) for one in villages]
    (own, own_variance), chance = sums.pop(me), 1.0
    for theirs, variance in sums:
        lead = theirs - REPLY + _TIES - own
        chance *= (1 + erf(lead / sqrt(2 * (own_variance + variance + REPLY_VARIANCE)))) / 2
    return Outlook(chance, (1 - chance) * (own + FAILED_CALL))


class Expected(NamedTuple):
    """Mean and variance of a card, or of a sum."""

    mean: float
    variance: float


class Hidden(NamedTuple):
    """A hidden card that its owner knows, and one that nobody knows."""

    kept: Expected
    blind: Expected

    def sum_of(self, village: Village) -> Expected:
        """Return the sum of a village."""
        (kept, kept_variance), (blind, blind_variance) = self
        return Expected(
            village.known + village.kept * kept + village.blind * blind,
            village.kept * kept_variance + village.blind * blind_variance,
        )


def hidden_cards(unseen: Counts, kept: int, deck: int, players: int) -> Hidden:
    """Return what unseen cards are, of which so many are known to the owners of villages."""
    return kept_at(unseen, kept, THETA + THETA_OF_DRAW * max(0, _DECK - deck) / players)


@lru_cache(maxsize=1024)
def kept_at(unseen: Counts, kept: int, theta: float) -> Hidden:
    """Return the same for a theta: a card is kept with odds in proportion to its weight, so many in all."""
    rest = sum(unseen) - kept
    if not kept or rest <= 0:
        return Hidden(_card(unseen), _card(unseen))
    weights = [exp(theta * number) for number in range(len(unseen))]
    low, high = log(kept / rest), log(kept / rest / weights[-1])
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(_shares(unseen, weights, exp(middle))) < kept else (low, middle)
    shares = _shares(unseen, weights, exp(low))
    return Hidden(_card(shares), _card([count - share for count, share in zip(unseen, shares, strict=True)]))


def _shares(unseen: Counts, weights: Sequence[float], odds: float) -> list[float]:
    """Return how many unseen cards of each number are kept, by the odds of a card with the weight 1."""
    return [
        count * odds * weight / (1 + odds * weight) for count, weight in zip(unseen, weights, strict=True)
    ]


def _card(counts: Sequence[float]) -> Expected:
    """Return a card of which there are so many of each number."""
    total = sum(counts)
    if not total:
        return Expected(0.0, 0.0)
    mean = sum([count * number for number, count in enumerate(counts)]) / total
    return Expected(mean, sum([count * (number - mean) ** 2 for number, count in enumerate(counts)]) / total)
