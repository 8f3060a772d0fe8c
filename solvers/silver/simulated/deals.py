"""Who is lowest now, by deals of the hidden cards, where an exact count takes too long (Q-6)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from solvers.intervals import Interval, share
from solvers.silver.simulated.estimates import share_error
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.completion import Hidden
from toolkit.games.silver.position import Position


@dataclass(frozen=True, slots=True)
class Sampled:
    """How often my village was the lowest in deals of the hidden cards."""

    #: `deals` and `seed`: how many deals, and the seed from which they follow.
    deals: int
    seed: int | str
    #: `lowest` and `strictly`: in how many of them my sum was the lowest, with ties and without.
    lowest: int
    strictly: int

    def share(self, count: int) -> Interval:
        """Return the share of what happened in `count` of the deals, with Wilson's 95 % interval."""
        return share(count, self.deals)

    def share_error(self, count: int) -> float | None:
        """Return the standard error of that share; None for a single deal."""
        return share_error(count, self.deals)


def sampled_lowest(position: Position, *, deals: int = 2_000, seed: int | str = 1) -> Sampled:
    """Deal the hidden cards as likely as they are (`Hidden`) and count how often my sum is the lowest.

    Raises
    ------
    ToolkitError
        No deal, or too many memories to deal.
    """
    if deals < 1:
        raise ToolkitError(f"at least one deal is needed, not {deals}")
    hidden, known = Hidden(position), [_known(position, player) for player in range(position.players)]
    owners, me = [player for player, _ in hidden.places], position.me
    lowest = strictly = 0
    for number in range(deals):
        sums = known[:]
        for player, card in zip(owners, hidden.deal(Random(f"{seed}/{number}"))[0], strict=True):
            sums[player] += card
        least = min(sums[player] for player in position.others)
        lowest += sums[me] <= least
        strictly += sums[me] < least
    return Sampled(deals, seed, lowest, strictly)


def _known(position: Position, player: int) -> int:
    """Return the sum of the cards of a village that are certain."""
    return sum(slot.known or 0 for slot in position.villages[player])
