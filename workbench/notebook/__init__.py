"""What a notebook needs beside views: results as tables, and plots (extra ``notebook``)."""

from workbench.notebook.frames import to_frame
from workbench.notebook.plots import Plot, bars, distribution, intervals, lines, scatter
from workbench.notebook.reviewing import reviewed
from workbench.notebook.training import forgetting

__all__ = [
    "Plot",
    "bars",
    "distribution",
    "forgetting",
    "intervals",
    "lines",
    "reviewed",
    "scatter",
    "to_frame",
]
