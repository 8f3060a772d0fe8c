"""What training the memory in Silver came to, plotted: what forgetting cost, and the curves of forgetting."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from solvers.forgetting import Training, read_trainings, retention
from toolkit.core.errors import ToolkitError
from workbench.notebook.plots import Plot, bars, lines

_TOGETHER = 10  # so many cards that were shown are one point of a curve


def forgetting(found: str | Path | Sequence[Training]) -> Plot:
    """Plot what forgetting cost in each round, and which share of the cards was remembered after how long.

    How long is told in turns of anybody since the card was seen, a round of the table together, and in cards
    that were shown since. Costs are means over the games; a share has its interval of 95 %.

    Parameters
    ----------
    found
        A file that ``tobago play silver --train --results`` wrote, or several of them in one; or what
        `read_trainings` returned.

    Raises
    ------
    ToolkitError
        No game, games in which nothing was asked, a faulty file; or without matplotlib (extra ``notebook``).

    Examples
    --------
    >>> forgetting("examples/silver-training.jsonl")
    <Plot of 3 panels>
    """
    games = read_trainings(found) if isinstance(found, str | Path) else list(found)
    if not any(game.told for game in games):
        raise ToolkitError("nothing was asked in these games: there is no curve")
    plot = Plot(1, 3, width=320, height=280)
    rounds = [game.rounds() for game in games]
    costs = {
        number + 1: sum(one[number].forgetting for one in rounds if number < len(one)) / len(games)
        for number in range(max(map(len, rounds)))
    }
    bars(costs, title="Lost by forgetting", across="round", label="points", on=plot)
    table = len(games[0].players)
    kinds: Sequence[tuple[Literal["turns", "cards"], int]] = (("turns", table), ("cards", _TOGETHER))
    for by, step in kinds:
        across = "turns since" if by == "turns" else "cards shown since"
        share = retention(games, by, step)
        lines({"share": share}, title="Remembered", across=across, label="share", percent=True, on=plot)
        plot.panels[1 + (by == "cards")].set_ylim(0, 1.05)
    return plot
