"""`Picture`: an SVG document in any theme, as PNG, in a file; `Drawn`: what has one."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from toolkit.core.errors import ToolkitError, quote
from toolkit.core.pictures.sheet import Sheet, Theme, checked_theme
from toolkit.core.pictures.svg import XMLNS, element, number, text_of

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


class Picture(str):
    """An SVG document, as its text.

    Examples
    --------
    >>> from toolkit.hexmap import parse_drawing
    >>> from toolkit.hexmap.drawing import draw
    >>> picture = draw(parse_drawing("J J S"))
    >>> picture.startswith("<svg"), "theme-dark" in picture.in_theme("dark")
    (True, True)
    """

    __slots__ = ("sheet", "theme")
    #: The rules and colours of what is drawn, or None where the colours stand in the picture itself.
    sheet: Sheet | None
    theme: Theme  #: the theme in which it is drawn

    def __new__(cls, text: str, sheet: Sheet | None = None, theme: Theme = "auto") -> Picture:
        """Make a picture of the text of an SVG document."""
        made = super().__new__(cls, text)
        made.sheet, made.theme = sheet, theme
        return made

    def in_theme(self, theme: Theme) -> Picture:
        """Return the picture in another theme for screens: all but its sheet stays the same.

        `ToolkitError` from a screen to print or back: what is printed is drawn with other signs.
        """
        if self.sheet is None or checked_theme(theme) == self.theme:
            return self
        if "print" in (theme, self.theme):
            raise ToolkitError(f"drawn in the theme {self.theme}: draw it again with theme={theme!r}")
        style = f"<style>{self.sheet.text(theme, self)}</style>"
        text = _STYLE.sub(lambda _: style, self, count=1)
        return Picture(re.sub(r"theme-\w+", f"theme-{theme}", text, count=1), self.sheet, theme)

    @property
    def bare(self) -> str:
        """The text without its sheet, for a page that has that among its own."""
        return _STYLE.sub("", self, count=1)

    def png(self, *, theme: Theme | None = None, zoom: float = 2.0) -> bytes:
        """Return the picture as PNG, with so many pixels for each of the page.

        Its theme is its own if not said, and ``light`` where that is ``auto``. `ToolkitError` as for
        `in_theme`, and without the package resvg-py (extra ``notebook`` or ``print``).
        """
        plain = self.in_theme(theme or self.theme)
        plain = plain.in_theme("light") if plain.theme == "auto" else plain
        try:
            from resvg_py import svg_to_bytes
        except ImportError:
            raise ToolkitError('PNG needs resvg-py: pip install "tobago-toolkit[print]"') from None
        paper = plain.sheet.colour("paper", plain.theme) if plain.sheet else "#ffffff"
        found: bytes = svg_to_bytes(svg_string=str(plain), zoom=zoom, background=paper)
        return found

    def save(self, path: str | Path, *, theme: Theme | None = None) -> None:
        """Write the picture to a file whose name ends in ``.svg`` or ``.png``; `ToolkitError` otherwise.

        Other errors as for `in_theme` and `png`.
        """
        path = Path(path)
        if path.suffix == ".png":
            path.write_bytes(self.png(theme=theme))
        elif path.suffix == ".svg":
            path.write_text(self.in_theme(theme or self.theme), encoding="utf-8")
        else:
            raise ToolkitError(f"a picture is kept as .svg or .png, not in {quote(path.name)}")

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_png_(self) -> bytes | None:
        """Return PNG for places that show no SVG: untrusted notebooks, PDF, GitHub; None without resvg-py."""
        with suppress(ToolkitError):
            return self.png(zoom=1.0)
        return None


class Drawn:
    """What has a picture, which notebooks show."""

    __slots__ = ()

    @property
    def picture(self) -> Picture:
        """The picture."""
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        return str(self.picture)

    def _repr_png_(self) -> bytes | None:
        return self.picture._repr_png_()


def document(
    *body: str,
    sheet: Sheet,
    theme: Theme,
    box: tuple[float, float, float, float],
    width: float,
    kind: str = "",
    title: str = "",
    description: str = "",
    alone: bool = True,
    **attributes: str,
) -> Picture:
    """Return an SVG document around a drawing.

    Parameters
    ----------
    body
        Layers, bottom to top.
    sheet, theme
        The rules for the classes of the body, and in which colours.
    box, width
        The part of the plane that is seen, as x, y, width and height, and how wide it is in pixels.
    kind
        A further class of the root.
    title, description
        The texts of ``<title>`` and ``<desc>``.
    alone
        Whether the sheet is in it; else it is the page's.
    attributes
        Of the root.
    """
    layers = [part for part in body if part]
    head = [element("title", text_of(title))] if title else []
    head += [element("desc", text_of(description))] if description else []
    head += [f"<style>{sheet.text(theme, ''.join(layers))}</style>"] if alone else []
    text = element(
        "svg",
        *(f"\n{part}" for part in [*head, *layers]),
        "\n",
        xmlns=XMLNS,
        class_=" ".join(filter(None, (sheet.root, kind, f"theme-{theme}"))),
        viewBox=" ".join(map(number, box)),
        width=width,
        height=width * box[3] / box[2],
        **attributes,
    )
    return Picture(text, sheet, theme)
