"""`reviewed`: how the chances of the players went over a whole game, and where it turned."""

from __future__ import annotations

from solvers.reviewing import GameReview, review_game
from toolkit.core.errors import ToolkitError
from toolkit.core.record import Record
from toolkit.core.telling.teller import people
from workbench.notebook.plots import Plot, colour, house, lines


def reviewed(
    record: Record, found: GameReview | None = None, *, title: str = "", on: Plot | None = None
) -> Plot:
    """Plot the chances to win over a game, with the turning points numbered, the costliest first.

    Parameters
    ----------
    record
        The game.
    found
        Its review, if it is there; otherwise it is made (`solvers.reviewing.review_game`).
    title, on
        As for `lines`.

    Raises
    ------
    ToolkitError
        A game without advice, or one in which nothing could be judged yet.
    """
    found = found or review_game(record)
    if not found.chances:
        raise ToolkitError(f"nothing in this game of {record.game.title} can be judged")
    shares = {one.step: one.shares for one in found.chances}
    series = {
        name: {step: by_seat[seat] for step, by_seat in shares.items()}
        for seat, name in enumerate(people(record.names, "en"))
    }
    plot = lines(
        series, title=title, across="actions", label="chance to win", percent=True, steps=True, on=on
    )
    axes, here = plot.drawn, colour("light")
    with house():
        axes.set_ylim(-0.02, 1.12)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
        for number, moment in enumerate(found.turning, 1):
            axes.axvline(moment.step, color=here, linestyle=":", linewidth=1.5)
            axes.annotate(str(number), (moment.step, 1.05), (4, 0), textcoords="offset points", color=here)
    return plot
