"""The signs of the pictures of Wayfarers, how they stand in lines, and the page around them.

No artwork of the game: all shapes are the toolkit's own. Each sign has a shape of its own, so that a print in
black and white and a person who is blind to colours can tell it. Signs are drawn around the origin, 20 wide.
Elements are written here and not by `element`: there are thousands in a picture of a table. Cards and tiles
are light in every theme, as printed ones are; what is beside them has the colours of the page.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import checked_theme, sheet_of
from toolkit.core.pictures.svg import element, ink_on, text_of, text_width
from toolkit.games.wayfarers.components.records import read_text

INK, SHEET, BESIDE = "#111", "#fffdf6", "currentColor"
"""What signs are drawn with, what they lie on, and what texts and lines beside are drawn with."""

_STEP, _LINE, _TEXT = 23.0, 22.0, 11.0  # of a sign in a line, of lines, and the size of texts


class Sign(NamedTuple):
    """A sign: its words, its colour, the foot and the size of a text in it, and its elements."""

    words: str
    fill: str  #: nothing for what takes the colour of a player
    foot: float
    size: float
    drawn: str


_ROWS = list(csv.reader(read_text("signs.csv").splitlines()))[1:]
SIGNS = {name: Sign(words, fill, float(y), float(size), drawn) for name, words, fill, y, size, drawn in _ROWS}
"""All signs by name; frames of cards come to them."""


def sign(token: str, x: float = 0, y: float = 0, fill: str = "", scale: float = 1.0) -> str:
    """Return a sign at a place, maybe with a text in it (``silver=2``); some have the colour of a player."""
    name, _, text = token.partition("=")
    one = SIGNS[name]
    drawn = f'<use href="#wf-{name}"{_at(x, y, scale)}{_looks(fill=fill)}/>'
    size = one.size * scale * (0.8 if len(text) > 2 else 1.0)
    return drawn + (words_at(text, x, y + one.foot * scale, size, _ink(fill or one.fill)) if text else "")


def words_at(text: str, x: float, y: float, size: float = _TEXT, fill: str = INK, anchor: str = "") -> str:
    """Return a text around a place, or from it on (``start``)."""
    looks = _looks(font_size=f"{size:.1f}" * (size != _TEXT), fill=fill * (fill != INK), text_anchor=anchor)
    return f'<text x="{x:.0f}" y="{y:.0f}"{looks}>{text_of(text)}</text>'


def box(x: float, y: float, wide: float, high: float, fill: str = SHEET, rx: int = 0, edge: float = 1) -> str:
    """Return a rectangle, with round corners and an edge."""
    looks = _looks(fill=fill, rx=rx, stroke=INK * (edge > 0), stroke_width=edge * (edge > 1))
    return f'<rect{_at(x, y)} width="{wide:.0f}" height="{high:.0f}"{looks}/>'


def put(body: str, x: float, y: float, scale: float = 1.0, words: str = "", place: str = "") -> str:
    """Return a drawing at a place, maybe with its words, and with the name that actions have for it."""
    title = f"<title>{text_of(words)}</title>" if words else ""
    scaled, role = f" scale({scale})" * (scale != 1.0), ' role="img"' * bool(words)
    named = _looks(data_place=place)
    return f'<g transform="translate({x:.0f} {y:.0f}){scaled}"{role}{named}>{title}{body}</g>'


def lines(
    texts: Iterable[Sequence[str]],
    x: float,
    top: float,
    width: float,
    room: float,
    places: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return lines of signs and texts around `x`, spread over the room below `top`.

    A token is the name of a sign, as it is or with a text in it (``silver=2``), or else a text; it may have
    a place, the name that actions have for it. What does not fit is broken or shrinks, whichever leaves it
    larger.
    """
    given = [tokens for tokens in texts if tokens]
    body, share = "", room / max(len(given), 1)
    for n, tokens in enumerate(given):
        scale, rows = _fitted(tuple(tokens), width, share)
        for m, row in enumerate(rows):
            y = top + share * (n + 0.5) + _LINE * scale * (m - (len(rows) - 1) / 2)
            left = x - sum(map(_wide, row)) * scale / 2
            for token in row:
                middle, left = left + _wide(token) * scale / 2, left + _wide(token) * scale
                known = token.partition("=")[0] in SIGNS
                text = "" if known else words_at(token, middle, y + 4 * scale, _TEXT * scale)
                drawn = text or sign(token, middle, y, scale=scale)
                body += f'<g data-place="{places[token]}">{drawn}</g>' if token in places else drawn
    return body


@lru_cache(maxsize=4096)
def _fitted(tokens: tuple[str, ...], width: float, room: float) -> tuple[float, list[tuple[str, ...]]]:
    """Return the largest scale at which tokens fit, and their rows."""
    best: tuple[float, list[tuple[str, ...]]] = (0.0, [])
    for each in range(len(tokens), 0, -1):
        rows = [tokens[n : n + each] for n in range(0, len(tokens), each)]
        scale = min(1.0, room / len(rows) / _LINE, *(width / sum(map(_wide, row)) for row in rows))
        best = (scale, rows) if scale > 1.25 * best[0] else best  # a break must be worth it
    return best


@lru_cache(maxsize=4096)
def _wide(token: str) -> float:
    return _STEP if token.partition("=")[0] in SIGNS else text_width(token, _TEXT) + 3


def slip(tokens: Sequence[str], x: float, y: float, wide: float, high: float = 25, **looks: Any) -> str:
    """Return a slip of paper with tokens in its middle; looks are those of `box`."""
    return box(x, y, wide, high, **looks) + lines([tokens], x + wide / 2, y, wide - 6, high)


def page(title: str, body: str, wide: float, high: float, theme: Theme) -> Picture:
    """Return a whole picture: a drawing, and of the signs those in it; `ToolkitError` for no theme."""
    used = set(re.findall(r'href="#wf-([^"]+)"', body))
    signs = "".join([f'<g id="wf-{name}">{one.drawn}</g>' for name, one in SIGNS.items() if name in used])
    return document(
        f"<defs>{signs}</defs>",
        element("rect", width=wide, height=high, class_="paper"),
        body,
        sheet=sheet_of("toolkit.games.wayfarers", "picture", "wayfarers"),
        theme=checked_theme(theme),
        box=(0, 0, wide, high),
        width=wide,
        title=title,
        role="graphics-document document",
    )


def _looks(**looks: object) -> str:
    """Return attributes; what is empty is left out."""
    return "".join([f' {name.replace("_", "-")}="{value}"' for name, value in looks.items() if value])


def _ink(fill: str) -> str:
    """Return what is read on a colour."""
    return "#fff" if len(fill) == 7 and ink_on(fill) == "#ffffff" else INK


def _at(x: float, y: float, scale: float = 1.0) -> str:
    if scale != 1.0:
        return f' transform="translate({x:.0f} {y:.0f})scale({scale:.2f})"'
    return f' x="{x:.0f}" y="{y:.0f}"'
