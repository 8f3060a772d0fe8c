"""`Simulation`: what came of the games of a match, with confidence intervals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import inf
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from solvers.intervals import Interval, mean
from toolkit.core.game import rules_to_dict

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.simulation.match import Match, Played, PlayedDeal

FORMAT = "toolkit-simulation/1"


class FailedDeal(NamedTuple):
    """A deal that failed three times on a cluster and is kept apart."""

    deal: int
    seed: str  #: from which it would be played
    error: str

    def __str__(self) -> str:
        return f"deal {self.deal} (seed {self.seed}): {self.error}"


@dataclass(frozen=True, slots=True)
class Simulation:
    """The games of a match.

    The games of one deal share their luck, so intervals of means and of differences are taken over deals:
    what a contestant has in a deal is its mean over the games of the deal. Intervals of shares end at 0 and
    1, those of their differences at -1 and 1.
    """

    match: Match
    deals: tuple[PlayedDeal, ...]
    failed: tuple[FailedDeal, ...] = ()  #: those that are not among them

    @property
    def games(self) -> list[Played]:
        """All games, in order."""
        return [game for deal in self.deals for game in deal.games]

    @property
    def ends(self) -> dict[str, int]:
        """How often games ended for each reason, the most frequent first."""
        return dict(Counter(game.end for game in self.games).most_common())

    def wins(self, contestant: int) -> Interval:
        """Return the share of games that a contestant won, alone or with others."""
        return mean(self._over_deals(lambda game: contestant in game.winners), 0, 1)

    def returns(self, contestant: int) -> Interval:
        """Return what a game was worth to a contestant: its share of the victory."""
        return mean(self._over_deals(lambda game: game.returns[contestant]), *self._shares)

    def score(self, contestant: int) -> Interval:
        """Return the mean score of a contestant."""
        return mean(self._over_deals(lambda game: game.scores[contestant]))

    @property
    def rival_score(self) -> Interval | None:
        """The mean score of the automatic rival, who is no contestant; None without one."""
        if not all(game.others for game in self.games):
            return None
        return mean(self._over_deals(lambda game: game.others[0]))

    def lead(self, one: int, other: int) -> Interval:
        """Return by how much more a game was worth to one contestant than to another (paired by deals)."""
        _, most = self._shares
        return mean(self._over_deals(lambda game: game.returns[one] - game.returns[other]), -most, most)

    @property
    def _shares(self) -> tuple[float, float]:
        """The bounds of a share of the victory; none where the game counts in another unit."""
        shares = all(0 <= value <= 1 for game in self.games for value in game.returns)
        return (0, 1) if shares else (-inf, inf)

    def score_lead(self, one: int, other: int) -> Interval:
        """Return the difference of the scores of two contestants (paired by deals)."""
        return mean(self._over_deals(lambda game: game.scores[one] - game.scores[other]))

    def _over_deals(self, value: Callable[[Played], float]) -> list[float]:
        return [fmean(map(value, deal.games)) for deal in self.deals]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON data."""
        match = self.match
        return {
            "format": FORMAT,
            "game": match.game,
            "players": list(match.names),
            "rules": rules_to_dict(match.rules),
            "seed": match.seed,
            "deals": len(self.deals),
            "games": len(self.games),
            "results": [
                {
                    "player": name,
                    "wins": self.wins(contestant).to_dict(),
                    "returns": self.returns(contestant).to_dict(),
                    "score": self.score(contestant).to_dict(),
                }
                for contestant, name in enumerate(match.names)
            ],
            **({"rival": {"score": found.to_dict()}} if (found := self.rival_score) else {}),
            "leads": [
                {
                    "players": list(pair),
                    "returns": self.lead(*pair).to_dict(),
                    "score": self.score_lead(*pair).to_dict(),
                }
                for pair in combinations(range(len(match.players)), 2)
            ],
            "decisions": _spread([game.decisions for game in self.games]),
            "draws": _spread([game.draws for game in self.games]),
            "ends": self.ends,
            **({"failed": [one._asdict() for one in self.failed]} if self.failed else {}),
        }


def _spread(numbers: list[int]) -> dict[str, float]:
    return {"mean": fmean(numbers), "least": min(numbers), "most": max(numbers)}
