"""The grammar of pictures: SVG elements written the same way every time."""

from __future__ import annotations

import re
from html import escape

Point = tuple[float, float]

XMLNS = "http://www.w3.org/2000/svg"

PASSIVE = {"aria_hidden": "true", "pointer_events": "none"}
"""Attributes of a group that is only for the eye."""

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPECIAL = re.compile(f"[&<>\"']|{_NOT_IN_XML.pattern}")  # few texts have one of them
_WIDEST = 0.62  # average width of a letter over the font size, on the safe side


def number(value: float) -> str:
    """Return a coordinate with at most one decimal, and never a negative zero.

    >>> number(-0.01), number(1 / 3)
    ('0', '0.3')
    """
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def text_of(text: str) -> str:
    """Return a text as XML; characters that XML does not know become the replacement character."""
    return escape(_NOT_IN_XML.sub("\ufffd", text), quote=True) if _SPECIAL.search(text) else text


def element(tag: str, *body: str, **attributes: float | str | None) -> str:
    """Return an element; `body` is markup already, attribute values are escaped here and None is left out.

    An underscore in an attribute's name stands for a hyphen, and one at its end is dropped.

    >>> element("g", element("circle", r=2.5), class_="layer-names", font_size=12)
    '<g class="layer-names" font-size="12"><circle r="2.5"/></g>'
    """
    pairs = [f' {_name(key)}="{_value(value)}"' for key, value in attributes.items() if value is not None]
    start = f"<{tag}{''.join(pairs)}"
    return f"{start}>{''.join(body)}</{tag}>" if body else f"{start}/>"


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: float | str) -> str:
    if isinstance(value, float):
        return number(value)
    return text_of(value) if isinstance(value, str) else str(value)


def points(corners: list[Point]) -> str:
    """Return corners as the ``points`` of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def segments(lines: list[tuple[Point, Point]]) -> str:
    """Return straight lines as the ``d`` of one path."""
    return "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in lines)


def at(x: float, y: float, *, scale: float = 1.0, turn: int = 0) -> str:
    """Return the ``transform`` that moves a symbol drawn around the origin to a place."""
    text = f"translate({number(x)} {number(y)})"
    text += f" rotate({turn})" if turn else ""
    return text + (f" scale({number(scale)})" if scale != 1.0 else "")


def label(text: str, x: float, y: float, **attributes: float | str | None) -> str:
    """Return a text element; its anchor is the layer's matter."""
    return element("text", text_of(text), x=x, y=y, **attributes)


def text_width(text: str, size: float) -> float:
    """Return a generous estimate of how wide a text is."""
    return _WIDEST * size * len(text)


def ink_on(colour: str) -> str:
    """Return black or white, whichever is easier to see on a colour such as ``#aabbcc``.

    >>> ink_on("#ffdd00"), ink_on("#8a4b1f")
    ('#000000', '#ffffff')
    """
    red, green, blue = rgb(colour)
    return "#000000" if 299 * red + 587 * green + 114 * blue > 127_500 else "#ffffff"


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the three parts of a colour such as ``#aabbcc``, each 0 to 255."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue
