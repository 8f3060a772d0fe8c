"""`Plot`: a matplotlib figure as one of the house's pictures, whose colours follow the page.

Matplotlib draws with the colours of the light theme. Of its SVG each colour that the sheet knows becomes a
class and every other style an attribute, so that a plot is used as maps are: it is light or dark as its page
is, needs no inline style, and `Picture` makes PNG and files of it. Figures are made without `pyplot`: nothing
is global.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

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

    Attributes
    ----------
    figure
        The figure.
    panels
        Its axes, row by row: all that matplotlib can do is done with them.

    Raises
    ------
    ToolkitError
        Without matplotlib (extra ``notebook``).
    """

    figure: Figure
    panels: list[Axes]

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
