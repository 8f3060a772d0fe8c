"""The picture of an island as SVG: the only map renderer.

Every picture is built from these layers, bottom to top, each a group with a class that stays the same:

==================== ===================================================================================
``layer-background``  the paper
``layer-ocean``       the ocean hexes along the coast
``layer-terrain``     the land: an ARIA grid; one element per hex with ``data-hex`` and its words
``layer-borders``     lines between regions, and the coast
``layer-heat``        shares such as those of a forecast (with ``heat``)
``layer-names``       name and terrain letter of every hex
``layer-landmarks``   huts, palms, statues
``layer-facings``     where statues look
``layer-candidates``  marks such as the candidates of the four treasure maps
``layer-tokens``      pieces that stand on hexes
``layer-shares``      the shares of ``layer-heat`` in percent
``layer-highlight``   rings around chosen hexes
``layer-legend``      the legend
==================== ===================================================================================

A layer without content is left out. Only ``layer-terrain`` takes pointer events; the other layers repeat
what its labels say and are hidden from screen readers. The root has the classes ``hexmap`` and
``theme-light``, ``theme-dark`` or ``theme-print``. All its parts have presentation attributes, so a page's
style sheet wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.hexmap.layers import LAYERS, Canvas, place_on_page
from toolkit.hexmap.legend import draw_legend
from toolkit.hexmap.patterns import PALETTES, definitions
from toolkit.hexmap.scene import (
    Marks,
    Scene,
    Token,
    checked_facings,
    checked_heat,
    checked_marks,
    checked_theme,
    checked_token,
)
from toolkit.hexmap.svg import PASSIVE, at, element, number, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolkit.hexmap.patterns import Theme
    from toolkit.hexmap.scene import Drawable

__all__ = ["Marks", "Token", "draw"]

_MARGIN = 14.0
_LEAST_WIDTH = 460.0  # room for a legend below the smallest island
_PIXELS = 0.8  # of a picture unit, where nothing else sets the size


def draw(
    island: Drawable,
    *,
    landmarks: Mapping[str, Iterable[str]] | None = None,
    facings: Mapping[str, str] | None = None,
    marks: Sequence[Marks] = (),
    tokens: Sequence[Token] = (),
    heat: Mapping[str, float] | None = None,
    highlight: Iterable[str] | None = None,
    legend: bool = True,
    notes: Sequence[str] = (),
    theme: Theme = "light",
    title: str | None = None,
    description: str = "",
) -> str:
    """Return the picture of an island as the text of an SVG document, the same for the same input.

    Parameters
    ----------
    island
        The terrain.
    landmarks
        Names of hexes by kind: ``hut``, ``palm``, ``statue``; other kinds appear as their initial.
    facings
        Directions of the island by the name of a hex: an arrow each.
    marks, tokens
        What is marked on hexes, and the pieces that stand on them.
    heat
        Shares from 0 to 1 by hex; colours run up to the greatest of them, and 0 is not shown.
    highlight
        Hexes to ring, above everything else.
    legend, notes
        Whether to explain the signs below the map, and lines of text to put below that.
    theme
        ``light``, ``dark`` or ``print`` (pale, for pencil marks): the colours and the prefix of all ids.
    title, description
        What ``<title>`` says (by default the island's title), and what ``<desc>`` says before the hexes.

    Raises
    ------
    ToolkitError
        A hex that is not on the island, a direction that it does not have, or a value out of range: a share,
        a theme, or the shape, colour, slot or kind of a mark or piece.

    Examples
    --------
    >>> from toolkit.hexmap import parse_drawing
    >>> picture = draw(parse_drawing("J J S"), landmarks={"hut": ["c1"]}, highlight=["a1"])
    >>> 'data-hex="c1" aria-label="c1 scrubland, hut"' in picture
    True
    """
    scene = Scene(
        island=island,
        theme=checked_theme(theme),
        landmarks={kind: island.cells(names) for kind, names in (landmarks or {}).items()},
        facings=checked_facings(island, facings or {}),
        marks=[checked_marks(island, one) for one in marks],
        tokens=[checked_token(island, one) for one in tokens],
        heat=checked_heat(island, heat or {}),
        highlight=island.cells(highlight or ()),
        title=island.title if title is None else title,
        description=description,
    )
    return _document(scene, legend, notes)


def _document(scene: Scene, explain: bool, notes: Sequence[str]) -> str:
    palette = PALETTES[scene.theme]
    below = explain or bool(notes)
    canvas = place_on_page(scene, palette, _MARGIN, _LEAST_WIDTH if below else 0.0)
    height = canvas.height
    parts = [layer(canvas) for layer in LAYERS]
    if below:
        body, more = draw_legend(scene, palette, canvas.width - 2 * _MARGIN, notes, explain=explain)
        parts.append(element("g", body, class_="layer-legend", transform=at(_MARGIN, height), **PASSIVE))
        height += more + _MARGIN
    paper = element("rect", width=canvas.width, height=height, fill=palette.background)
    background = element("g", paper, class_="layer-background", **PASSIVE)
    return _root(canvas, height, [background, *filter(None, parts)])


def _root(canvas: Canvas, height: float, parts: list[str]) -> str:
    scene = canvas.scene
    return element(
        "svg",
        "\n",
        element("title", text_of(scene.title)),
        "\n",
        element("desc", text_of(scene.text())),
        "\n",
        definitions(scene.theme),
        "\n",
        "\n".join(parts),
        "\n",
        xmlns="http://www.w3.org/2000/svg",
        class_=f"hexmap theme-{scene.theme}",
        role="graphics-document document",
        viewBox=f"0 0 {number(canvas.width)} {number(height)}",
        width=canvas.width * _PIXELS,
        height=height * _PIXELS,
        style="max-width:100%;height:auto",  # shrinks with a notebook's column
    )
