"""The signs of the pictures of Wayfarers, how they stand in lines with texts, and the page around them.

No artwork of the game: all shapes are the toolkit's own. Each sign has a shape of its own, so that a print in
black and white and a person who is blind to colours can tell it. Signs are drawn around the origin, 20 wide.
Elements are written here and not by `element`: there are thousands in a picture of a table. Cards and tiles
are light in every theme, as printed ones are; what is beside them has the colours of the page.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import checked_theme
from toolkit.core.pictures.svg import element, ink_on, text_of, text_width
from toolkit.core.pictures.table import table_sheet
from toolkit.core.telling.language import turns
from toolkit.games.wayfarers.components.records import read_text
from toolkit.games.wayfarers.telling import WayfarersTeller

INK, SHEET, BESIDE = "#111", "#fffdf6", "currentColor"
"""What signs are drawn with, what they lie on, and what texts and lines beside are drawn with."""

_STEP, _LINE, _TEXT = 23.0, 22.0, 12.0  # of a sign in a line, of lines, and the size of texts
_LEAST = 0.92  # of its size, that a text may shrink to
_READ = frozenset(("per", "set:", "most", "with", "under", "pay", "workers"))  # a line with one is a sentence
_TEXTS = re.compile("(?<=>)[^<>]+(?=</text>)")


class Sign(NamedTuple):
    """A sign: its words, its colour, the foot of a text in it, and its elements."""

    words: str
    fill: str  #: nothing for what takes the colour of somebody
    foot: float
    drawn: str


_ROWS = list(csv.reader(read_text("signs.csv").splitlines()))[1:]
SIGNS = {name: Sign(words, fill, float(y), drawn) for name, words, fill, y, drawn in _ROWS}
"""All signs by name; frames of cards come to them."""


def words_at(text: str, x: float, y: float, size: float = _TEXT, fill: str = INK, anchor: str = "") -> str:
    """Return a text around a place, or from it on (``start``), or up to it (``end``)."""
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


class Pen:
    """Draws signs and texts in the words and digits of a language (`pen_of`)."""

    def __init__(self, language: str) -> None:
        self.teller = WayfarersTeller({}, language, (), None)  #: what names things; it knows no people
        self.mirrored = self.teller.language.direction == "rtl"  #: whether texts begin at the right
        self._shown: dict[str, str] = {}
        self._signs: dict[str, str] = {}

    def shown(self, token: str) -> str:
        """Return a token of a line as it is shown: a sign or an id as it is, another one in the language."""
        if token not in self._shown:
            key, named = token.strip(), self.teller.words["names"]["picture"]
            if token.partition("=")[0] in SIGNS:
                said = key
            elif key in named:
                said = self.teller.word("picture", key)
            else:
                said = key if key.lower() != key.upper() else self.finished(key)
            self._shown[token] = token.replace(key, said)
        return self._shown[token]

    def finished(self, text: str) -> str:
        """Return a text in the digits of the language."""
        return self.teller.language.finished(text, capital=False)

    def word(self, key: str, **places: object) -> str:
        """Return a text of the picture with its places filled in (`Teller.word`)."""
        return _word(self, key, **places)

    def text(self, text: str, x: float, y: float, size: float = _TEXT, fill: str = INK) -> str:
        """Return a text in the language around a place."""
        mixed = self.mirrored and not text.isalpha() and ("." in text or turns(text))
        return words_at(self.teller.language.whole(text) if mixed else text, x, y, size, fill)

    def begun(self, text: str, left: float, right: float, y: float) -> str:
        """Return a text beside cards that begins at the left, or at the right where it is read from there."""
        x, anchor = (right, "end") if self.mirrored else (left, "start")
        return words_at(self.teller.language.whole(text), x, y, fill=BESIDE, anchor=anchor)

    def sign(self, token: str, x: float = 0, y: float = 0, scale: float = 1.0) -> str:
        """Return a sign at a place, maybe with a text in it (``silver=2``)."""
        name, _, text = token.partition("=")
        one = SIGNS[name]
        drawn = f'<use href="#wf-{name}"{_at(x, y, scale)}/>'
        if not text:
            return drawn
        ink = _ink(one.fill) if one.fill else BESIDE
        return drawn + words_at(self.shown(text), x, y + one.foot * scale, _TEXT * scale, ink)

    def lines(
        self,
        texts: Iterable[Sequence[str]],
        x: float,
        top: float,
        width: float,
        room: float,
        places: Mapping[str, str] = MappingProxyType({}),
    ) -> str:
        """Return lines of signs and texts around `x`, spread over the room below `top`.

        A token is the name of a sign, as it is or with a text in it (``silver=2``), or else a text; it may
        have a place, the name that actions have for it. What does not fit is broken; where that is not
        enough it shrinks. Signs stand from left to right as on the cards, but for sentences with words.
        """
        given = [tokens for tokens in texts if tokens]
        shown = tuple([tuple([self.shown(token) for token in tokens]) for tokens in given])
        body = ""
        for tokens, (scale, rows, share) in zip(given, _shared(shown, width, room), strict=True):
            back = self.mirrored and not _READ.isdisjoint(map(str.strip, tokens))
            middle, top = top + share / 2, top + share
            for m, row in enumerate(rows):
                y = middle + _LINE * scale * (m - (len(rows) - 1) / 2)
                left = x - sum(map(_wide, row)) * scale / 2
                for token in reversed(row) if back else row:
                    half = _wide(token) * scale / 2
                    known = token.partition("=")[0] in SIGNS
                    text = "" if known else self.text(token, left + half, y + 4 * scale, _TEXT * scale)
                    drawn = text or self.sign(token, left + half, y, scale=scale)
                    left += 2 * half
                    body += f'<g data-place="{places[token]}">{drawn}</g>' if token in places else drawn
        return body

    def high(self, texts: Iterable[Sequence[str]], width: float) -> int:
        """Return how high lines of tokens are that do not shrink (`lines`)."""
        shown = [tuple([self.shown(token) for token in tokens]) for tokens in texts if tokens]
        return 3 + round(_LINE) * sum(len(_fitted(tokens, width)[1]) for tokens in shown)

    def slip(
        self,
        tokens: Sequence[str],
        x: float,
        y: float,
        wide: float,
        high: float = 25,
        places: Mapping[str, str] = MappingProxyType({}),
        **looks: Any,
    ) -> str:
        """Return a slip of paper with tokens in its middle (`lines`); looks are those of `box`."""
        return box(x, y, wide, high, **looks) + self.lines([tokens], x + wide / 2, y, wide - 6, high, places)

    def page(self, title: str, body: str, wide: float, high: float, theme: Theme) -> Picture:
        """Return a whole picture: a drawing, and of the signs those in it; `ToolkitError` for no theme."""
        used = set(re.findall(r'href="#wf-([^"]+)"', body))
        return document(
            f"<defs>{''.join([self._defined(name) for name in SIGNS if name in used])}</defs>",
            element("rect", width=wide, height=high, class_="paper"),
            body,
            sheet=table_sheet("toolkit.games.wayfarers", "picture", "wayfarers"),
            theme=checked_theme(theme),
            box=(0, 0, wide, high),
            width=wide,
            title=title,
            role="graphics-document document",
        )

    def _defined(self, name: str) -> str:
        """Return a sign as a picture defines it, with the texts in it in the language."""
        if name not in self._signs:
            drawn = _TEXTS.sub(lambda text: self.shown(text[0]), SIGNS[name].drawn)
            self._signs[name] = f'<g id="wf-{name}">{drawn}</g>'
        return self._signs[name]


@lru_cache(maxsize=4096)
def _word(pen: Pen, key: str, **places: object) -> str:
    return pen.teller.word("picture", key, **places)


@cache
def pen_of(language: str) -> Pen:
    """Return the pen of a language; there is one, so that what it has drawn is kept."""
    return Pen(language)


@lru_cache(maxsize=4096)
def _shared(
    texts: tuple[tuple[str, ...], ...], width: float, room: float
) -> list[tuple[float, list[tuple[str, ...]], float]]:
    """Return the scale of each line, its rows, and its share of the room, which follows from these."""
    found = [_fitted(tokens, width) for tokens in texts]
    each = room / max(sum(len(rows) for _, rows in found), 1)
    if each >= _LEAST * _LINE:
        return [(min(scale, each / _LINE), rows, each * len(rows)) for scale, rows in found]
    share = room / len(texts)
    return [(*_fitted(tokens, width, share), share) for tokens in texts]


@lru_cache(maxsize=4096)
def _fitted(
    tokens: tuple[str, ...], width: float, room: float = 1_000.0
) -> tuple[float, list[tuple[str, ...]]]:
    """Return the fewest rows in which tokens can be read, and their scale; else the largest one."""
    best: tuple[float, list[tuple[str, ...]]] = (0.0, [])
    for each in range(len(tokens), 0, -1):
        rows = [tokens[n : n + each] for n in range(0, len(tokens), each)]
        scale = min(1.0, room / len(rows) / _LINE, *(width / sum(map(_wide, row)) for row in rows))
        best = (scale, rows) if scale > best[0] else best
        if scale >= _LEAST:
            break
    return best


@lru_cache(maxsize=4096)
def _wide(token: str) -> float:
    return _STEP if token.partition("=")[0] in SIGNS else text_width(token, _TEXT) + 3


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
