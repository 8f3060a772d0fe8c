"""The signs of the pictures of Wayfarers, how they stand in lines, and the page around them.

No artwork of the game: all shapes are the toolkit's own. Each sign has a shape of its own, so that a print in
black and white and a person who is blind to colours can tell it. Signs are drawn around the origin, 20 wide.
"""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from toolkit.games.wayfarers.components.reading import read_text
from toolkit.hexmap.patterns import PALETTES
from toolkit.hexmap.scene import checked_theme
from toolkit.hexmap.svg import FONT, element, ink_on, text_of, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.hexmap.patterns import Theme

INK, PAPER, GREY = "#14181d", "#fffdf6", "#c9ced4"
PLAYERS = ("#e2574c", "#3f8fd2", "#f0b429", "#5fae57")  # by seat; a number tells them too
RIVAL_COLOUR = "#9a9da0"


class Sign(NamedTuple):
    """A sign: its name in words, its colour, and its outline, what is solid in it, and its lines."""

    words: str
    fill: str  #: nothing for what takes the colour of a player
    outline: str
    solid: str
    lines: str
    text: str  #: what stands in it if nothing else is said
    y: float  #: the foot of a text
    size: float  #: of a text
    scale: float  #: of what is solid


def _sign(row: list[str]) -> Sign:
    words, fill, outline, solid, lines, text, y, size, scale = row
    return Sign(words, fill, outline, solid, lines, text, float(y or 4), float(size or 11), float(scale or 1))


SIGNS = {name: _sign(row) for name, *row in list(csv.reader(read_text("signs.csv").splitlines()))[1:]}
"""All signs by name."""

KIND_COLOURS = {name[:-5]: one.fill for name, one in SIGNS.items() if name.endswith(("-card", "-tile"))}
"""The colours of kinds of cards and tiles."""

_STEP, _LINE, _TEXT = 21.0, 22.0, 11  # of a sign in a line, of lines, and the size of texts
_SMALLEST = 0.78  # how much a line may shrink before it is broken


# ---- how signs are drawn -----------------------------------------------------------------------------------


def sign(token: str, x: float = 0, y: float = 0, fill: str = "") -> str:
    """Return a sign at a place, maybe with a text in it (``silver=2``); some have the colour of a player."""
    name, _, text = token.partition("=")
    one = SIGNS[name]
    drawn = element("use", href=f"#wf-{name}", x=_short(x), y=_short(y), fill=fill or None)
    if not (text := text or one.text):
        return drawn
    size = one.size * (0.8 if len(text) > 2 else 1.0)
    return drawn + words_at(text, x, y + one.y, size, _ink(fill or one.fill))


def words_at(text: str, x: float, y: float, size: float = _TEXT, fill: str = INK, anchor: str = "") -> str:
    """Return a text around a place, or from it on (``start``), or up to it (``end``)."""
    looks = {"font_size": None if size == _TEXT else _short(size), "fill": None if fill == INK else fill}
    return element("text", text_of(text), x=_short(x), y=_short(y), **looks, text_anchor=anchor or None)


def box(x: float, y: float, width: float, height: float, fill: str = PAPER, **looks: str) -> str:
    """Return a rectangle with an edge."""
    place = {"x": _short(x), "y": _short(y), "width": _short(width), "height": _short(height)}
    return element("rect", **place, fill=fill, **({"stroke": INK} | looks))


def put(body: str, x: float, y: float, scale: float = 1.0) -> str:
    """Return a drawing at a place."""
    return element("g", body, transform=_moved(x, y, scale))


def told(words: str, x: float, y: float, body: str, **data: str) -> str:
    """Return a drawing at a place with its words, for the pointer and for screen readers."""
    return element("g", element("title", text_of(words)), body, role="img", transform=_moved(x, y), **data)


def flow(tokens: Sequence[str], width: float) -> tuple[str, float]:
    """Return signs and texts in centred lines around x = 0 and below y = 0, and how high they are.

    A token is the name of a sign, as it is or with a text in it (``silver=2``), or else a text. What is wider
    than `width` shrinks a little, or else is broken.
    """
    sizes = [_wide(token) for token in tokens]
    scale = width / max(sum(sizes), width)
    scale = 1.0 if scale < _SMALLEST else scale
    rows: list[list[tuple[str, float]]] = [[]]
    for token, size in zip(tokens, sizes, strict=True):
        if rows[-1] and (sum(wide for _, wide in rows[-1]) + size) * scale > width:
            rows.append([])
        rows[-1].append((token, size))
    body = "".join(_row(row, _LINE * (n + 0.5)) for n, row in enumerate(rows))
    return (body if scale == 1.0 else put(body, 0, 0, scale)), len(rows) * _LINE * scale


def _row(row: Sequence[tuple[str, float]], y: float) -> str:
    body, x = "", -sum(wide for _, wide in row) / 2
    for token, wide in row:
        known = token.partition("=")[0] in SIGNS
        body += sign(token, x + wide / 2, y) if known else words_at(token, x + wide / 2, y + 4)
        x += wide
    return body


def _wide(token: str) -> float:
    return _STEP if token.partition("=")[0] in SIGNS else text_width(token, _TEXT) + 3


def _ink(fill: str) -> str:
    """Return what is read on a colour; what has none lies on paper."""
    return ink_on(fill) if fill.startswith("#") else INK


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _moved(x: float, y: float, scale: float = 1.0) -> str:
    return f"translate({_short(x)} {_short(y)})" + (f" scale({scale:.3g})" if scale != 1.0 else "")


@lru_cache(maxsize=256)
def _definition(name: str) -> str:
    one = SIGNS[name]
    ink = _ink(one.fill)
    parts = [element("path", d=one.outline, stroke=INK, stroke_width="1.2", fill=one.fill or None)]
    if one.solid:
        scale = f"scale({one.scale})" if one.scale != 1.0 else None
        parts.append(element("path", d=one.solid, fill=ink, fill_rule="evenodd", transform=scale))
    if one.lines:
        parts.append(element("path", d=one.lines, fill="none", stroke=ink, stroke_width="1.6"))
    return element("g", *parts, id=f"wf-{name}")


# ---- the page ----------------------------------------------------------------------------------------------


def page(title: str, body: str, width: float, height: float, theme: Theme) -> str:
    """Return a whole picture: what is drawn, and of the signs those in it; `ToolkitError` for no theme."""
    palette = PALETTES[checked_theme(theme)]
    used = set(re.findall(r'href="#wf-([^"]+)"', body))
    return element(
        "svg",
        element("title", text_of(title)),
        element("defs", *(_definition(name) for name in SIGNS if name in used)),
        box(0, 0, width, height, palette.background, stroke="none"),
        body,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"wayfarers theme-{theme}",
        role="graphics-document document",
        viewBox=f"0 0 {_short(width)} {_short(height)}",
        width=_short(width),
        height=_short(height),
        style="max-width:100%;height:auto",  # shrinks with a notebook's column
        font_family=FONT,
        stroke_linejoin="round",
        stroke_linecap="round",
        text_anchor="middle",
        font_size=_TEXT,
        fill=INK,
    )
