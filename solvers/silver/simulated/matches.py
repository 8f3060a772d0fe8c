"""Simulated games: who wins from which totals (Q-23)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from solvers.intervals import Interval
from solvers.silver.rollouts import POLICY, Policy, Rounds, Start, play, policy, whole_round
from solvers.silver.rollouts.compiling import Engine, chosen_engine
from solvers.silver.rollouts.table import FIRST, HOLDER
from solvers.silver.simulated.estimates import Estimate, Simulated, estimate
from solvers.silver.simulated.playing import Played
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.scoring import KAMIKAZE, amulet_winner, game_over, game_winners, new_totals

_USUAL_ROUNDS = 8
"""Rounds that a game in score mode may take, to choose the engine by."""


@dataclass(frozen=True, slots=True)
class Wins(Played):
    """How often each player won."""

    shares: tuple[Estimate, ...]  #: the victories by player; several winners share one (S-57, S-58)
    rounds: Estimate  #: how many rounds a game took

    def chance(self, player: int) -> Interval:
        """Return a player's share of the victories with Wilson's 95 % interval, that of the nearest count."""
        value = self.shares[player].value
        near = self.share(round(value * self.how.games))
        return Interval(value, near.low, near.high)


@dataclass(slots=True)
class _Game:
    """A game between two rounds."""

    totals: tuple[int, ...]
    round: int
    halved: tuple[bool, ...]
    first: int
    holder: int
    may_protect: bool = False
    winners: tuple[int, ...] = field(default=())


def match_chances(
    totals: Sequence[int],
    rules: Rules,
    name: str = POLICY,
    *,
    next_round: int = 1,
    halved: Sequence[bool] = (),
    start: Start | None = None,
    games: int = 1_000,
    seed: int | str = 1,
    workers: int = 1,
    engine: Engine | None = None,
) -> Wins:
    """Play games on to their end and tell who wins them (Q-23).

    The rounds are played one by one from the deal, all seats with one policy; the amulet and who begins
    follow from each round (S-33, S-35).

    Parameters
    ----------
    totals
        The points of each player before the next round.
    rules
        The rules: four rounds or the score mode (S-57, S-58).
    name
        The policy of all seats.
    next_round
        The number of the next round.
    halved
        Who has used the reset of exactly 100 in score mode (S-59); nobody if not said.
    start
        Where the next round stands (`solvers.silver.rollouts.from_position`); None: before its deal, with
        player 0 to begin and no holder of the amulet.
    games, seed, workers, engine
        How many games, from 1, and as in `solvers.silver.rollouts.play`.

    Raises
    ------
    ToolkitError
        The game is over with this round or these totals, another number of totals or resets than players, an
        unknown policy, or no game.
    """
    halved = tuple(halved) or (False,) * len(totals)
    _check_match(totals, halved, rules, next_round, start, games)
    begun = start or whole_round(len(totals), rules)
    left = _USUAL_ROUNDS if rules.score_mode else rules.rounds - next_round + 1
    policies = [policy(name)] * len(totals)
    table = _Table(policies, rules, seed, workers, chosen_engine(engine, games * left))
    matches = [_begun(totals, halved, next_round, begun) for _ in range(games)]
    table.play_round(matches, range(games), begun)
    while going := [number for number, match in enumerate(matches) if not match.winners]:
        table.play_round(matches, going, None)
    won = np.array([_victory(match) for match in matches])
    rounds = estimate(np.array([match.round - next_round + 1 for match in matches]), 1)
    return Wins(
        Simulated.by(policies, games, seed), tuple(estimate(column, 0, 1) for column in won.T), rounds
    )


def _begun(totals: Sequence[int], halved: tuple[bool, ...], number: int, start: Start) -> _Game:
    """Return a game before a round, with who begins it and who holds the amulet."""
    seats = start.table[FIRST], start.table[HOLDER]
    return _Game(tuple(totals), number, halved, *seats)


def _village_of(total: int) -> tuple[int, ...]:
    """Return a village with a sum, as far as the amulet depends on it.

    That is the sum, and whether a caller has a kamikaze (A-27): of all villages of four cards or fewer, which
    a caller has, no other one has its sum.
    """
    return KAMIKAZE if total == sum(KAMIKAZE) else (total,)


def _victory(match: _Game) -> list[float]:
    """Return each player's share of the victory."""
    return [(player in match.winners) / len(match.winners) for player in range(len(match.totals))]


def _check_match(
    totals: Sequence[int], halved: Sequence[bool], rules: Rules, number: int, start: Start | None, games: int
) -> None:
    if games < 1:
        raise ToolkitError(f"at least one game is needed, not {games}")
    if start is not None and start.players != len(totals):
        raise ToolkitError(f"{len(totals)} totals for {start.players} players")
    if len(halved) != len(totals):
        raise ToolkitError(f"{len(halved)} resets for {len(totals)} players")
    if rules.score_mode and game_over(totals, number, rules):
        raise ToolkitError(f"a total of {max(totals)}: the game is over (S-58)")
    if not rules.score_mode and not 1 <= number <= rules.rounds:
        raise ToolkitError(f"no round {number}: they are 1 to {rules.rounds} (S-57)")


@dataclass(frozen=True, slots=True)
class _Table:
    """Who plays, by which rules, and with which luck."""

    policies: Sequence[Policy]
    rules: Rules
    seed: int | str
    workers: int
    engine: Engine

    def play_round(self, matches: Sequence[_Game], numbers: Sequence[int], start: Start | None) -> None:
        """Play one round of some games; those that begin alike are played together."""
        alike: dict[tuple[int, int, bool], list[int]] = defaultdict(list)
        for number in numbers:
            match = matches[number]
            alike[match.first, match.holder, match.may_protect].append(number)
        for (first, holder, may), group in alike.items():
            begun = start or whole_round(
                len(self.policies), self.rules, first=first, holder=holder, may_protect=may
            )
            seed = f"{self.seed}/{matches[group[0]].round}"
            rounds = play(begun, self.policies, group, seed=seed, workers=self.workers, engine=self.engine)
            for row, number in enumerate(group):
                self._score(matches[number], rounds, row)

    def _score(self, match: _Game, rounds: Rounds, row: int) -> None:
        """Add the points of a round; then the game is over or the next round comes (S-68)."""
        rules, points = self.rules, tuple(rounds.points[row].tolist())
        match.totals, match.halved = new_totals(
            match.totals, points, match.halved, score_mode=rules.score_mode
        )
        villages = [_village_of(total) for total in rounds.sums[row].tolist()]
        match.holder, match.may_protect = amulet_winner(
            villages, points, int(rounds.callers[row]), match.holder, match.first, rules
        )
        if game_over(match.totals, match.round, rules):
            match.winners = game_winners(match.totals, points, match.holder, rules)
        else:
            match.round, match.first = match.round + 1, match.holder
