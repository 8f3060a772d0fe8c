"""Simulated odds of how a round ends, and when (Q-18, Q-20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solvers.intervals import Interval
from solvers.silver.rollouts import POLICY
from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.starts import start_at
from solvers.silver.simulated.estimates import Estimate, estimate
from solvers.silver.simulated.playing import Played, all_seats, played
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.position import Position

_ENDS = {
    at.PAIR_MET: "villagers",
    at.LAST_TURNS_OVER: "call",
    at.RAN_OUT: "deck",
    at.TURN_LIMIT: "limit",
}


@dataclass(frozen=True, slots=True)
class Endings(Played):
    """How rounds end."""

    #: How many rounds ended by both 0s (``villagers``, S-42), after a ``call`` (S-29), because no card was
    #: left (``deck``, S-30), and by the turn ``limit`` (A-34).
    ends: Mapping[str, int]
    turns: Estimate  #: the turns of a round from now on, the one in which both 0s meet included
    pairs: Mapping[int, int]  #: by how many turns from now on: the rounds that both 0s ended in that turn

    def chance(self, end: str) -> Interval:
        """Return the chance of an end, with Wilson's 95 % interval."""
        return self.share(self.ends[end])

    def pair_within(self, turns: int) -> Interval:
        """Return the chance that both 0s end the round within so many turns (Q-18), as in `chance`."""
        return self.share(self.met_within(turns))

    def met_within(self, turns: int) -> int:
        """Return how many rounds both 0s ended within so many turns."""
        return sum(count for turn, count in self.pairs.items() if turn <= turns)


def endings(
    position: Position,
    name: str = POLICY,
    *,
    games: int = 2_000,
    seed: int | str = 1,
    insight: Insight = "own",
    workers: int = 1,
) -> Endings:
    """Play a round on and tell how it ends (Q-18, Q-20).

    Parameters and errors are those of `call_after_replies`, but for the call.
    """
    start = start_at(position, insight)
    how = all_seats(start, name, games, seed, insight)
    rounds = played(start, how, workers)
    met = rounds.ends == at.PAIR_MET
    turns = rounds.turns + met  # the turn in which they meet is not over
    ends = {word: int((rounds.ends == end).sum()) for end, word in _ENDS.items()}
    pairs = {int(turn): int((turns[met] == turn).sum()) for turn in sorted(set(turns[met].tolist()))}
    return Endings(how, ends, estimate(turns, 0), pairs)
