"""`Plot`: a matplotlib figure as one of the house's pictures, whose colours follow the page.

Matplotlib draws with the colours of the light theme. Of its SVG each colour that the sheet knows becomes a
class and every other style an attribute, so that a plot is used as maps are: it is light or dark as its page
is, needs no inline style, and `Picture` makes PNG and files of it. Figures are made without `pyplot`: nothing
is global.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from itertools import pairwise
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree as ET

from solvers.intervals import Interval
from solvers.silver.simulated import Estimate
from toolkit.core.errors import ToolkitError
from toolkit.core.pictures import Drawn, Picture, Sheet, document
from toolkit.core.pictures.sheet import sheet_of
from toolkit.core.pictures.svg import element
from toolkit.hexmap.signs import map_sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("blue", "orange", "green", "purple")
"""The colours of things that stand side by side, in order; raspberry (``light``) means "here"."""

_DOTS = 72  # matplotlib's points to an inch: a point of the figure is a pixel of the page
_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_LONG = re.compile(r"-?\d+\.\d{3,}")
_CLASSES = ("ink", "axis", "grid", "paper", "light", *COLOURS)


@cache
def plot_sheet() -> Sheet:
    """Return the rules and colours of plots: those of maps, with axes and grids."""
    return sheet_of("workbench.notebook", "plot", "plot", map_sheet())


def colour(name: str) -> str:
    """Return a colour of the house for matplotlib, such as ``blue``, ``ink`` or ``light``."""
    return plot_sheet().colour(name)


class Plot(Drawn):
    """A figure of the house: the last line of a cell shows it.

    Parameters
    ----------
    rows, columns
        How many panels it has.
    width, height
        Of a single panel, in pixels.

    Raises
    ------
    ToolkitError
        Without matplotlib (extra ``notebook``).
    """

    figure: Figure
    panels: list[Axes]  #: the axes, row by row: all that matplotlib can do is done with them
    drawn: Axes  #: the panel that was drawn in last

    def __init__(self, rows: int = 1, columns: int = 1, *, width: int = 640, height: int = 300) -> None:
        with house():
            from matplotlib.figure import Figure

            self.size = width * columns, height * rows
            self.figure = Figure(
                figsize=(self.size[0] / _DOTS, self.size[1] / _DOTS), dpi=_DOTS, layout="constrained"
            )
            axes = self.figure.subplots(rows, columns, squeeze=False)
        self.panels = list(axes.flat)
        self._free = iter(self.panels)

    @property
    def axes(self) -> Axes:
        """The first panel."""
        return self.panels[0]

    def next_panel(self) -> Axes:
        """Return the next panel in which nothing was drawn; `ToolkitError` when there is none left."""
        if (panel := next(self._free, None)) is None:
            raise ToolkitError(f"all {len(self.panels)} panels of the plot are taken")
        self.drawn = panel
        return panel

    @property
    def picture(self) -> Picture:
        """The plot as a picture, which follows light and dark."""
        width, height = self.size
        titles = [self.figure.get_suptitle(), *(axes.get_title("left") for axes in self.panels)]
        return document(
            element("rect", class_="sheet", width=width, height=height, rx=8),
            *_layers(self.figure),
            sheet=plot_sheet(),
            theme="auto",
            box=(0, 0, width, height),
            width=width,
            title="; ".join(filter(None, titles)) or "A plot",
            role="img",
        )

    def save(self, path: Any, **options: Any) -> None:
        """Write the plot to a file, as `Picture.save` does."""
        self.picture.save(path, **options)

    def __repr__(self) -> str:
        return f"<Plot of {len(self.panels)} panel{'s' * (len(self.panels) > 1)}>"


def house() -> AbstractContextManager[Any]:
    """Return the context in which matplotlib draws as the house does; `ToolkitError` without matplotlib."""
    try:
        from matplotlib import rc_context
    except ImportError:
        raise ToolkitError('plots need matplotlib: pip install "tobago-toolkit[notebook]"') from None
    axis, ink = colour("axis"), colour("ink")
    return rc_context(
        {
            "axes.axisbelow": True,
            "axes.edgecolor": axis,
            "axes.facecolor": "none",
            "axes.grid": True,
            "axes.labelcolor": ink,
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlecolor": ink,
            "axes.titlelocation": "left",
            "axes.titlepad": 10,
            "axes.titlesize": 14,
            "axes.titleweight": "bold",
            "figure.facecolor": "none",
            "figure.constrained_layout.h_pad": 0.1,
            "figure.constrained_layout.w_pad": 0.1,
            "figure.titlesize": 14,
            "figure.titleweight": "bold",
            "font.size": 12,
            "grid.color": colour("grid"),
            "grid.linewidth": 1,
            "hatch.linewidth": 1,
            "legend.frameon": False,
            "legend.fontsize": 12,
            "lines.linewidth": 2,
            "lines.markersize": 7,
            "path.simplify": False,
            "svg.fonttype": "none",
            "svg.hashsalt": "plot",
            "text.color": ink,
            "xtick.color": axis,
            "xtick.labelcolor": ink,
            "ytick.color": axis,
            "ytick.labelcolor": ink,
        }
    )


# ---- matplotlib's SVG as that of the house -----------------------------------------------------------------


def _layers(figure: Figure) -> Sequence[str]:
    """Return what matplotlib draws, without its own sheet, as elements with classes."""
    written = io.StringIO()
    with house():
        figure.savefig(written, format="svg", metadata={"Date": None})
    root = ET.fromstring(written.getvalue())  # noqa: S314 - matplotlib wrote it just now
    for part in (f"{_SVG}metadata", f"{_SVG}defs/{_SVG}style/.."):
        for found in root.findall(part):
            root.remove(found)
    used = {value[1:] for one in root.iter() if (value := one.get(f"{_XLINK}href"))}
    names = {colour(name): name for name in _CLASSES}
    for one in root.iter():
        _restyle(one, names, used)
    ET.register_namespace("", _SVG[1:-1])
    texts = (ET.tostring(child, encoding="unicode").strip() for child in root)
    return [
        re.sub(r"\s+", " ", re.sub(r' xmlns(:\w+)?="[^"]*"', "", text)).replace("> <", "><") for text in texts
    ]


def _restyle(one: ET.Element, names: dict[str, str], used: set[str]) -> None:
    """Turn the style of an element into classes and attributes, and shorten what it says."""
    classes = []
    for declaration in filter(None, one.attrib.pop("style", "").split(";")):
        key, _, value = (part.strip() for part in declaration.partition(":"))
        if key in ("fill", "stroke") and (value in names or value == "none"):
            classes.append(f"{key}-{names.get(value, value)}")
        elif key == "font":
            one.set("font-size", next(part for part in value.split() if part.endswith("px")))
        elif key != "font-family":
            one.set(key, value)
    if classes:
        one.set("class", " ".join(classes))
    if (link := one.attrib.pop(f"{_XLINK}href", None)) is not None:
        one.set("href", link)
    if one.get("id") not in used and not one.tag.endswith("clipPath"):
        one.attrib.pop("id", None)
    if one.get("transform", "").startswith("rotate(-0 "):
        del one.attrib["transform"]
    for key, value in one.attrib.items():
        one.set(key, _LONG.sub(lambda long: f"{float(long[0]):.2f}", value))


_LINES = ("-", "--", ":", "-.")
_MARKS = ("o", "s", "^", "D")
_MOST_LABELS = 16
_BAR, _ROOM = 26, 90  # pixels of a bar on its side, and of all around them


class _Point(NamedTuple):
    value: float
    low: float | None = None
    high: float | None = None


def bars(
    values: Mapping[Any, Any],
    *,
    title: str = "",
    label: str = "",
    across: str = "",
    percent: bool = False,
    here: Iterable[Any] = (),
    on: Plot | None = None,
) -> Plot:
    """Plot a bar for each value: upright over numbers, on its side beside names.

    Parameters
    ----------
    values
        By number or name; a `Forecast` has ``clues`` and ``ends``, `village_sum` returns one.
    title, label, across
        The title, what the values are, and what they stand over.
    percent
        Whether they are shares, told in per cent.
    here
        The keys of bars that are meant: they are raspberry.
    on
        A `Plot` of several panels: the next free one is drawn in. A new plot if not said.

    Examples
    --------
    >>> bars({"call": 0.4, "draw": 0.6}, percent=True)
    <Plot of 1 panel>
    """
    found = {key: _point(value) for key, value in values.items()}
    upright = all(isinstance(key, Real) for key in found)
    plot, axes = _panel(on, height=300 if upright else _ROOM + _BAR * len(found))
    meant = set(here)
    paints = [colour("light" if key in meant else "blue") for key in found]
    numbers = [one.value for one in found.values()]
    with house():
        if upright:
            places: Sequence[Any] = list(found)
            axes.bar(places, numbers, color=paints, width=0.8 * _gap(places))
        else:
            places = range(len(found))
            axes.barh(places, numbers, color=paints, height=0.7)
            axes.set_yticks(places, list(map(str, found)))
            axes.invert_yaxis()
        _whiskers(axes, places, list(found.values()), upright=upright)
        _labels(axes, places, list(found.values()), percent=percent, upright=upright)
        axes.grid(visible=False, axis="x" if upright else "y")
        axes.margins(x=None if upright else 0.12, y=0.14 if upright else None)
        if upright:
            _words(axes, title, across, label, found)
        else:
            _words(axes, title, label, across)
        if percent:
            _percent(axes, "y" if upright else "x")
    return plot


def lines(
    series: Mapping[str, Mapping[Any, Any]],
    *,
    title: str = "",
    label: str = "",
    across: str = "",
    percent: bool = False,
    log: bool = False,
    steps: bool = False,
    level: float | None = None,
    on: Plot | None = None,
) -> Plot:
    """Plot values over numbers, a line for each name, told apart by colour, dashes and marks.

    Parameters
    ----------
    series
        By name, the values by number.
    title, label, across, percent, on
        As for `bars`.
    log
        Whether the values are on a logarithmic scale.
    steps
        Whether a value lasts until the next one.
    level
        A number to compare with, drawn as a dotted line.
    """
    plot, axes = _panel(on)
    with house():
        for number, (name, values) in enumerate(series.items()):
            found = {key: _point(value) for key, value in values.items()}
            paint, dash = _paint(number), _LINES[number % len(_LINES)]
            mark = "" if steps else _MARKS[number % len(_MARKS)]
            drawn = [one.value for one in found.values()]
            style = "steps-post" if steps else "default"
            axes.plot(list(found), drawn, dash, color=paint, marker=mark, label=name, drawstyle=style)
            _whiskers(axes, list(found), list(found.values()), upright=True)
        if level is not None:
            axes.axhline(level, color=colour("axis"), linestyle=":", linewidth=1.5)
        _logarithmic(axes, log)
        _legend(plot, axes, series)
        _words(axes, title, across, label, [key for values in series.values() for key, _ in values.items()])
        if percent:
            _percent(axes, "y")
    return plot


def intervals(
    values: Mapping[str, Any],
    *,
    title: str = "",
    label: str = "",
    percent: bool = False,
    level: float | None = 0.0,
    on: Plot | None = None,
) -> Plot:
    """Plot estimates with their 95 % intervals, a row for each name; `level` is what they are compared with.

    An interval that lies to one side of it is raspberry: there the games tell something. The other parameters
    are those of `bars`.
    """
    found = {key: _point(value) for key, value in values.items()}
    plot, axes = _panel(on, height=_ROOM + _BAR * len(found))
    with house():
        if level is not None:
            axes.axvline(level, color=colour("axis"), linestyle=":", linewidth=1.5)
        for place, one in enumerate(found.values()):
            paint = colour("light" if _apart(one, level) else "blue")
            if one.low is not None and one.high is not None:
                axes.plot(
                    [one.low, one.high], [place, place], color=paint, linewidth=4, solid_capstyle="round"
                )
            axes.plot([one.value], [place], "o", color=paint, markeredgecolor=colour("paper"), markersize=10)
        axes.set_yticks(range(len(found)), list(map(str, found)))
        axes.set_ylim(len(found) - 0.4, -0.6)
        axes.grid(visible=False, axis="y")
        axes.margins(x=0.1)
        _words(axes, title, label, "")
        if percent:
            _percent(axes, "x")
    return plot


def distribution(
    values: Mapping[str, Iterable[float]],
    *,
    title: str = "",
    across: str = "",
    bins: int = 20,
    on: Plot | None = None,
) -> Plot:
    """Plot how often which numbers came out, such as the scores of games, for each name; a line is the mean.

    All have the same bins; whole numbers that span fewer than `bins` have one each. `ToolkitError` without a
    value. The other parameters are those of `bars`.
    """
    found = {name: list(map(float, some)) for name, some in values.items()}
    everything = [one for some in found.values() for one in some]
    if not all(found.values()) or not found:
        raise ToolkitError("a distribution needs at least one value of each name")
    plot, axes = _panel(on)
    least, most = min(everything), max(everything)
    whole = all(one.is_integer() for one in everything) and most - least < bins
    width = 1.0 if whole else (most - least) / bins or 1.0
    count = int(most - least) + 1 if whole else bins
    edges = [least - width / 2 * whole + width * step for step in range(count + 1)]
    edges[-1] = max(edges[-1], most)  # rounded, it may lie below, and what lies outside is not counted
    with house():
        for number, (name, some) in enumerate(found.items()):
            paint, dash = _paint(number), _LINES[number % len(_LINES)]
            shares = [1 / len(some)] * len(some)
            axes.hist(some, edges, weights=shares, color=paint, alpha=0.3)
            axes.hist(
                some,
                edges,
                weights=shares,
                histtype="step",
                color=paint,
                linestyle=dash,
                linewidth=2,
                label=name,
            )
            axes.axvline(sum(some) / len(some), color=paint, linestyle=dash, linewidth=1.5)
        axes.grid(visible=False, axis="x")
        _legend(plot, axes, found)
        _words(axes, title, across, "share")
        _percent(axes, "y")
    return plot


def scatter(
    groups: Mapping[str, Iterable[tuple[float, float]]],
    *,
    title: str = "",
    label: str = "",
    across: str = "",
    log: bool = False,
    on: Plot | None = None,
) -> Plot:
    """Plot points, with a colour and a mark for each group; the parameters are those of `lines`."""
    plot, axes = _panel(on)
    with house():
        for number, (name, points) in enumerate(groups.items()):
            places = list(points)
            axes.plot(
                [x for x, _ in places],
                [y for _, y in places],
                _MARKS[number % len(_MARKS)],
                color=_paint(number),
                markeredgecolor=colour("paper"),
                label=name,
            )
        _logarithmic(axes, log)
        _legend(plot, axes, groups)
        _words(axes, title, across, label)
    return plot


# ---- what they have in common ------------------------------------------------------------------------------


def _panel(on: Plot | None, **size: int) -> tuple[Plot, Axes]:
    """Return a plot and the panel of it to draw in."""
    plot = on or Plot(**size)
    return plot, plot.next_panel()


def _point(value: Any) -> _Point:
    """Return a number with its interval, if it has one."""
    if isinstance(value, Estimate):
        value = value.interval
    if isinstance(value, Interval):
        return _Point(value.value, value.low, value.high)
    return _Point(float(value))


def _paint(number: int) -> str:
    return colour((*COLOURS, "axis")[number % (len(COLOURS) + 1)])


def _apart(one: _Point, level: float | None) -> bool:
    """Tell whether an interval lies to one side of a level."""
    if level is None or one.low is None or one.high is None:
        return False
    return one.low > level or one.high < level


def _gap(places: Sequence[float]) -> float:
    """Return how far neighbours are apart at least."""
    ordered = sorted(map(float, places))
    return min((b - a for a, b in pairwise(ordered)), default=1.0)


def _whiskers(axes: Axes, places: Sequence[float], found: Sequence[_Point], *, upright: bool) -> None:
    """Draw the intervals."""
    for place, one in zip(places, found, strict=True):
        if one.low is not None and one.high is not None:
            along, across = [one.low, one.high], [place, place]
            x, y = (across, along) if upright else (along, across)
            axes.plot(x, y, color=colour("ink"), linewidth=1.5, marker="_" if upright else "|", markersize=6)


def _labels(
    axes: Axes, places: Sequence[float], found: Sequence[_Point], *, percent: bool, upright: bool
) -> None:
    """Write values at the ends of bars, if there are few."""
    if len(found) > _MOST_LABELS:
        return
    for place, one in zip(places, found, strict=True):
        end = one.value if one.high is None else one.high
        axes.annotate(
            _told(one.value, percent=percent),
            (place, end) if upright else (end, place),
            (0, 4) if upright else (5, 0),
            textcoords="offset points",
            ha="center" if upright else "left",
            va="bottom" if upright else "center",
            fontsize=11,
        )


def _told(value: float, *, percent: bool) -> str:
    if not percent:
        return f"{value:.3g}"
    return f"{value:.1%}" if value >= 0.001 or not value else "<0.1%"


def _legend(plot: Plot, axes: Axes, names: Sequence[str] | Mapping[str, Any]) -> None:
    """Tell the names, of several panels in the first one only."""
    if len(names) > 1 and axes is plot.axes:
        axes.legend()


def _logarithmic(axes: Axes, log: bool) -> None:
    """Make the scale of the values logarithmic, with plain numbers."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    if log:
        axes.set_yscale("log")
        low, high = axes.get_ylim()
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high / low < _MANY else (1,)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_formatter(NullFormatter())


_MANY = 1_000
"""A logarithmic scale that spans more has a label for each power of ten only."""


def _words(axes: Axes, title: str, across: str, label: str, over: Iterable[Any] = ()) -> None:
    """Write title and labels; the ticks are whole numbers where what is plotted stands over such."""
    from matplotlib.ticker import MaxNLocator

    axes.set_title(title)
    axes.set_xlabel(across)
    axes.set_ylabel(label)
    numbers = list(over)
    whole = bool(numbers) and all(isinstance(one, int) for one in numbers)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=10, steps=[1, 2, 2.5, 5, 10], integer=whole))


def _percent(axes: Axes, which: str) -> None:
    from matplotlib.ticker import PercentFormatter

    axis: Any = getattr(axes, f"{which}axis")
    axis.set_major_formatter(PercentFormatter(1))
