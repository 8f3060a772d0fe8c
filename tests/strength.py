"""Measures a tenth of the table of strengths again: ``python tests/strength.py [GAME ...]``.

Each row of ``solvers/players/strength.toml`` but those by an earlier version is played again, with its seed
and a tenth of its deals. Status 1 when one of them says something else than the row: it is named. What so few
deals cannot tell is not asked (`allowed`): it finds a player that is broken, not one a little weaker.
"""

from __future__ import annotations

import sys
from math import ceil, sqrt

from solvers.players.measured import Measured, measured
from solvers.simulation import Match, simulate
from toolkit.core.game import find_game
from workbench.cli.games import rules_of

_PART = 10
_SURE = 3.5  # standard errors: a true row is called another one in 1 of 2,000 runs with fresh luck
_ENDS = 1.96  # of a 95 % interval, in standard errors
_NEVER = 3  # what happened in none of n deals may still happen in 3 of n (the rule of three)


def again(row: Measured) -> tuple[float, int]:
    """Return the lead of a row, or its share of games won, in a tenth of its deals, and their number."""
    game, seats = find_game(row.game), len(row.players.split(","))
    rules = rules_of(game, None, row.rules.split()) if row.rules else None
    deals = ceil(row.games / seats / _PART)
    found = simulate(Match(row.game, tuple(row.players.split(",")), rules, row.seed), deals * seats, jobs=1)
    return (found.lead(0, 1) if row.lead else found.wins(0)).value, len(found.deals)


def allowed(row: Measured, deals: int) -> float:
    """Return how far so many deals of a row may be off it, as independent as if they were none of its own.

    The standard error is that of the row; where its deals were all alike, or nearly, that of what they can
    have missed.
    """
    value, *ends = row.lead or row.won
    whole = row.games / len(row.players.split(","))
    of_row = max([abs(end - value) / _ENDS for end in ends] + [_NEVER / whole])
    return _SURE * of_row * sqrt(1 + whole / deals)


def agrees(row: Measured) -> bool:
    """Play a tenth of a row again, say what was found, and whether that agrees with it."""
    value, deals = again(row)
    most = allowed(row, deals)
    same = abs(value - row.share.value) <= most
    told = f"{row.share.value:.3f} by the table, {value:.3f} in {deals} deals, may be off by {most:.3f}"
    print(f"{row.game} {row.players} {row.rules}: {told}{'' if same else ', OTHER'}", flush=True)
    return same


def main(games: list[str]) -> int:
    """Return 0 if all rows of some games, or of all, agree with what is found now."""
    rows = [row for row in measured() if not games or row.game in games]
    return min(1, sum([not agrees(row) for row in rows if "earlier version" not in row.note]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
