"""Villages and whole tables as SVG; a card shows its number and nothing else, as there is no artwork here.

The marks are those of position files: a number alone is known but lies face-down, with ``!`` it lies face-up,
with ``~`` it is remembered so reliably, and ``?`` was never seen.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from toolkit.games.silver.cards import CHARACTERS
from toolkit.hexmap.svg import FONT, element, label, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    Seen = tuple[int | None, bool, Fraction, Sequence[str]]
    """A card of a village: its number unless never seen, whether face-up, reliability, what lies on it."""

    Card = tuple[str, str]
    """The picture of a card with its upper left corner at the origin, and what it is in words."""

_WIDTH, _HEIGHT, _GAP = 60.0, 84.0, 12.0
_LABELS = 110.0  # room to the left of a row
_ROW = _HEIGHT + 34.0
_TOP = 16.0
_LINE, _WRITING = 6, 98.0  # letters of a line as wide as a card, and their number times their size
_DIGITS = 7  # of a reliability, as many as a card has room for
_FACE, _BACK, _INK, _PAPER = "#ffffff", "#cfd6de", "#14181d", "#f4f5f7"
_AMULET, _GUARD = "#8a4b1f", "#1f5f8a"


def draw_village(village: Iterable[Seen]) -> str:
    """Return a village as SVG, its slots from the left."""
    cards = [_card(*seen) for seen in village]
    return _page([_row("", cards, _numbers(len(cards)))], 0.0)


def draw_table(deck: int, piles: Iterable[tuple[int, str]], villages: Mapping[str, Iterable[Seen]]) -> str:
    """Return a table as SVG: the number of cards of the deck, open cards and where they lie, and villages."""
    first = _shape(f"{deck}", _BACK, f"deck: {deck} cards")
    rows = [_row("deck, discards", [first, *(_face(*card) for card in piles)], [])]
    for name, village in villages.items():
        cards = [_card(*seen) for seen in village]
        rows.append(_row(name, cards, _numbers(len(cards))))
    return _page(rows, _LABELS)


def _card(number: int | None, face_up: bool, reliability: Fraction, signs: Sequence[str]) -> Card:
    if number is None:
        return _shape("?", _BACK, ", ".join(["unknown", *signs]), signs)
    words = CHARACTERS[number].name
    if face_up:
        return _shape(f"{number}!", _FACE, ", ".join([f"{words}, face-up", *signs]), signs)
    if reliability == 1:
        text, sure = str(number), "known"
    else:
        text, sure = f"{number}~{_decimal(reliability)}", f"remembered with reliability {reliability}"
    return _shape(text, _BACK, ", ".join([f"{words}, face-down, {sure}", *signs]), signs)


def _decimal(chance: Fraction) -> str:
    """Return a chance below 1 as a decimal: exactly, or cut off and marked so where it is too long."""
    digits, rest = divmod(chance.numerator * 10**_DIGITS, chance.denominator)
    text = f"0.{digits:0{_DIGITS}}"
    return f"{text}…" if rest else text.rstrip("0").rstrip(".")


def _face(number: int, where: str) -> Card:
    return _shape(str(number), _FACE, f"{where}: {CHARACTERS[number].name}")


def _shape(text: str, fill: str, words: str, signs: Sequence[str] = ()) -> Card:
    edge = _AMULET if "amulet" in signs else _GUARD if signs else _INK
    frame = element(
        "rect",
        width=_WIDTH,
        height=_HEIGHT,
        rx=7,
        fill=fill,
        stroke=edge,
        stroke_width=5.0 if signs else 1.5,
    )
    below = [
        label(sign, _WIDTH / 2, _HEIGHT - 8.0 - 11.0 * line, font_size=10, text_anchor="middle", fill=edge)
        for line, sign in enumerate(reversed(signs))
    ]
    return frame + _writing(text) + "".join(below), words


def _writing(text: str) -> str:
    """Return a text in the middle of a card; a long reliability has a line of its own."""
    if len(text) <= _LINE:
        return _line(text, _HEIGHT / 2, 28 if len(text) < 4 else 18)
    number, mark, reliability = text.partition("~")
    size = min(18, _WRITING / len(reliability))
    return _line(number + mark, _HEIGHT / 2 - 10.0, 18) + _line(reliability, _HEIGHT / 2 + 10.0, size)


def _line(text: str, middle: float, size: float) -> str:
    y = middle + size / 3
    return label(text, _WIDTH / 2, y, font_size=size, text_anchor="middle", fill=_INK)


def _numbers(count: int) -> list[str]:
    """Return the numbers of the slots."""
    return [str(slot) for slot in range(count)]


def _row(name: str, cards: Sequence[Card], numbers: Sequence[str]) -> tuple[str, int]:
    """Return a row of cards as a group at the origin, and how many there are."""
    parts = [label(name, 0.0, _HEIGHT / 2 + 5.0, font_size=15, fill=_INK)] if name else []
    left = _LABELS if name else 0.0
    for at, (shape, words) in enumerate(cards):
        x = left + at * (_WIDTH + _GAP)
        place = f"translate({x:.2f} 0.00)"
        parts.append(element("g", shape, role="img", aria_label=words, class_="card", transform=place))
    for at, text in enumerate(numbers):
        x = left + at * (_WIDTH + _GAP) + _WIDTH / 2
        parts.append(label(text, x, _HEIGHT + 15.0, font_size=12, text_anchor="middle", fill=_INK))
    return "".join(parts), len(cards)


def _page(rows: Sequence[tuple[str, int]], left: float) -> str:
    """Return rows below each other as a picture."""
    width = left + max(count for _, count in rows) * (_WIDTH + _GAP) - _GAP + 2 * _TOP
    height = len(rows) * _ROW + _TOP
    tops = list(accumulate([_TOP] + [_ROW] * (len(rows) - 1)))
    groups = [
        element("g", row, class_="row", transform=f"translate({_TOP:.2f} {top:.2f})")
        for (row, _), top in zip(rows, tops, strict=True)
    ]
    return element(
        "svg",
        element("title", text_of("Silver")),
        element("rect", width=width, height=height, fill=_PAPER),
        *groups,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.2f} {height:.2f}",
        width=width,
        height=height,
        font_family=FONT,
    )
