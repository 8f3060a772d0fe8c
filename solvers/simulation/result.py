"""`Simulation`: what came of the games of a match, with confidence intervals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import inf
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from solvers.intervals import Interval, mean
from solvers.simulation.match import Match
from toolkit.core.game import rules_to_dict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.simulation.deals import Deals

FORMAT = "toolkit-simulation/1"

FEWEST = 3
"""Deals from which on intervals are told: Student's t of two is 12.7 times the error, wider than the game."""


class FailedDeal(NamedTuple):
    """A deal that failed three times on a cluster and is kept apart."""

    deal: int
    seed: str  #: from which it would be played
    error: str

    def __str__(self) -> str:
        return f"deal {self.deal} (seed {self.seed}): {self.error}"


class Contestant(NamedTuple):
    """How a contestant did over all games; an automatic rival has a score alone."""

    contestant: int
    player: str
    games: int
    wins: Interval | None
    returns: Interval | None
    score: Interval


@dataclass(frozen=True, slots=True)
class Simulation:
    """The games of a match.

    The games of one deal share their luck, so intervals of means and of differences are taken over deals:
    what a contestant has in a deal is its mean over the games of the deal. Intervals of shares end at 0 and
    1, those of their differences at -1 and 1.
    """

    match: Match
    deals: Deals
    failed: tuple[FailedDeal, ...] = ()  #: those that are not among them

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.deals) * len(self.match.players)

    @property
    def ends(self) -> dict[str, int]:
        """How often games ended for each reason, the most frequent first."""
        found = Counter(self.deals.column("end").ravel().tolist())
        return {self.deals.ends[end]: count for end, count in found.most_common()}

    @property
    def results(self) -> list[Contestant]:
        """How each contestant did, and after them the automatic rival if there is one."""
        found = [
            Contestant(number, name, self.games, self.wins(number), self.returns(number), self.score(number))
            for number, name in enumerate(self.match.names)
        ]
        if rival := self.rival_score:
            found.append(Contestant(len(found), "rival", self.games, None, None, rival))
        return found

    def wins(self, contestant: int) -> Interval:
        """Return the share of games that a contestant won, alone or with others."""
        return self._mean(self._of("won", contestant), 0, 1)

    def returns(self, contestant: int) -> Interval:
        """Return what a game was worth to a contestant: its share of the victory."""
        return self._mean(self._of("returns", contestant), *self._shares)

    def score(self, contestant: int) -> Interval:
        """Return the mean score of a contestant."""
        return self._mean(self._of("scores", contestant))

    @property
    def rival_score(self) -> Interval | None:
        """The mean score of the automatic rival, who is no contestant; None without one."""
        found = self.deals.column("others")
        return self._mean(found[:, :, 0]) if found.shape[2] else None

    def lead(self, one: int, other: int) -> Interval:
        """Return by how much more a game was worth to one contestant than to another (paired by deals)."""
        _, most = self._shares
        return self._mean(self._of("returns", one) - self._of("returns", other), -most, most)

    def score_lead(self, one: int, other: int) -> Interval:
        """Return the difference of the scores of two contestants (paired by deals)."""
        return self._mean(self._of("scores", one) - self._of("scores", other))

    def length(self, what: Literal["decisions", "draws"]) -> dict[str, float]:
        """Return the mean, least and most ``decisions`` or ``draws`` of a game."""
        found = self.deals.column(what).ravel().tolist()
        return {"mean": fmean(found), "least": min(found), "most": max(found)}

    @property
    def _shares(self) -> tuple[float, float]:
        """The bounds of a share of the victory; none where the game counts in another unit."""
        found = self.deals.column("returns")
        return (0, 1) if ((found >= 0) & (found <= 1)).all() else (-inf, inf)

    def _of(self, what: str, contestant: int) -> NDArray[Any]:
        """Return something of a contestant, shape (deals, games of a deal)."""
        found: NDArray[Any] = self.deals.column(what)[:, :, contestant]
        return found

    def _mean(self, found: NDArray[Any], least: float = -inf, most: float = inf) -> Interval:
        """Return the mean over deals of what their games have in the mean."""
        whole = mean([fmean(games) for games in found.tolist()], least, most)
        return whole if len(found) >= FEWEST else Interval(whole.value, None, None)

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
            "games": self.games,
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
            "decisions": self.length("decisions"),
            "draws": self.length("draws"),
            "ends": self.ends,
            **({"failed": [one._asdict() for one in self.failed]} if self.failed else {}),
        }
