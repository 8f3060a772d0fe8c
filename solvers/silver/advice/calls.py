"""What a call is worth against going on, by the formulas of the judge, for villages as one player knows them.

What others know of their cards comes from the masks of a game, or from what is said of a position (Q-8, S-29;
`solvers.silver.rollouts.judge`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from solvers.silver.hidden import Counts, Law
from solvers.silver.rollouts.judge import GOING_ON, cost, kept_at, stays_below, theta_at
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.position import Position

if TYPE_CHECKING:
    from toolkit.games.silver.completion import Insight


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

    What others know of their cards the position tells, or else the insight (`Position.seers`).
    """
    law = Law.of(position)
    return tuple(_as_remembered(position, player, law, insight) for player in range(position.players))


def _as_remembered(position: Position, player: int, law: Law, insight: Insight) -> Village:
    village = position.villages[player]
    unknown = [at for at, slot in enumerate(village) if slot.number is None]
    known = sum(law.mean((player, at)) for at, slot in enumerate(village) if slot.number is not None)
    own = insight == "own"
    kept = sum(player in position.seers((player, at), own=own) for at in unknown)
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
        chance *= stays_below(own, theirs, own_variance + variance)
    return Outlook(chance, cost(own, chance))


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
    mean, variance, blind_mean, blind_variance = kept_at(unseen, kept, theta_at(deck, players))
    return Hidden(Expected(mean, variance), Expected(blind_mean, blind_variance))
