"""Villages and whole tables, drawn; cards bear their number, name and ability in words, and no artwork.

A face-up card is light. A face-down one is dark: known, it bears its number on a disc; remembered, also how
likely that is; never seen, a question mark. Amulet and guards are signs at its head. Cards and piles have the
name that actions give them as ``data-place``: ``1:3`` (player and slot), ``deck``, ``discard``, ``shown 0``,
``keep 4``. A village is a group with ``data-seat``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import checked_theme, sheet_of
from toolkit.core.pictures.svg import at, element, label, text_of
from toolkit.games.silver.cards import CHARACTERS

if TYPE_CHECKING:
    from fractions import Fraction

    Seen = tuple[int | None, bool, Fraction, Sequence[str]]
    """A card of a village: its number unless never seen, whether face-up, reliability, what lies on it."""

    Pile = tuple[int | None, str, str]
    """A card outside the villages: its number, if one is there; where it lies in words; its place."""

    _Row = tuple[str, Sequence[str], int | None]
    """What lies side by side: its name, the cards, and whose village it is."""

_WIDTH, _HEIGHT, _GAP = 92.0, 124.0, 10.0
_MARGIN, _HEAD, _FOOT = 14.0, 22.0, 26.0  # around all, above a row, below it
_LETTERS, _EACH = 14, 7  # of a line of an ability; cards side by side
_SIGNS = {
    "amulet": ("amulet", "M0-10L8 0L0 10L-8 0ZM-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0Z"),
    "on duty": ("guard", "M-8-9H8V0Q8 7 0 11Q-8 7-8 0ZM-1.5-5V5H1.5V-5Z"),
    "guarded": ("guard", "M-8-9H8V0Q8 7 0 11Q-8 7-8 0Z"),
}


def draw_village(village: Iterable[Seen], theme: Theme = "auto") -> Picture:
    """Return a village, its slots from the left; its cards have no places, as its player is not known."""
    cards = [_card(seen, "") for seen in village]
    return _page([("", cards, None)], "a village of Silver", theme)


def draw_table(
    deck: int, piles: Iterable[Pile], villages: Mapping[str, Iterable[Seen]], theme: Theme = "auto"
) -> Picture:
    """Return a table: the number of cards of the deck, open cards and where they lie, and villages."""
    first = _placed(_back(str(deck), "cards"), f"deck: {deck} cards", "deck")
    rows: list[_Row] = [("deck and open cards", [first, *(_open(*card) for card in piles)], None)]
    for player, (name, village) in enumerate(villages.items()):
        cards = [_card(seen, f"{player}:{slot}") for slot, seen in enumerate(village)]
        rows.append((name, cards, player))
    return _page(rows, "a table of Silver", theme)


def _open(number: int | None, where: str, place: str) -> str:
    words = label(where, _WIDTH / 2, _HEIGHT + 15, font_size=12)
    if number is None:
        return _placed(_frame("empty") + words, f"{where}: none", place)
    return _placed(_face(number) + words, f"{where}: {_words(number)}", place)


def _card(seen: Seen, place: str) -> str:
    """Return a card of a village, with its slot below it."""
    number, face_up, reliability, signs = seen
    if number is None:
        drawn, words = _back("?"), "unknown"
    elif face_up:
        drawn, words = _face(number), f"{_words(number)}, face-up"
    elif reliability == 1:
        drawn, words = _back(str(number), CHARACTERS[number].name), f"{_words(number)}, face-down, known"
    else:
        sure = _percent(reliability)
        drawn = _back(str(number), CHARACTERS[number].name, sure)
        words = f"{_words(number)}, face-down, remembered with reliability {reliability}, {sure}"
    for n, sign in enumerate(signs):
        kind, path = _SIGNS[sign]
        x = _WIDTH - 14 - 22 * n
        drawn += element("path", d=path, class_=kind, fill_rule="evenodd", transform=at(x, 14))
    if place:
        drawn += label(place.rpartition(":")[2], _WIDTH / 2, _HEIGHT + 15, font_size=12)
    return _placed(drawn, ", ".join([words, *signs]), place)


def _percent(chance: Fraction) -> str:
    """Return a chance in percent, with one decimal; only nothing is 0 %, and nothing uncertain 100 %."""
    tenths = min(round(1000 * chance), 999)
    if chance and not tenths:
        return "<0.1%"
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths / 10}%"


def _words(number: int) -> str:
    card = CHARACTERS[number]
    return f"{number} {card.name}, {card.ability}"


def _face(number: int) -> str:
    card = CHARACTERS[number]
    lines = wrap(card.ability, _LETTERS, break_on_hyphens=False)
    size = min(12.5, 128 / len(card.name))
    return element(
        "g",
        _frame("face"),
        element(
            "g",
            label(str(number), 25, 33, font_size=28, class_="bold"),
            label(card.name, _WIDTH / 2, 56, font_size=size, class_="bold"),
            *(label(line, _WIDTH / 2, 76 + 13.5 * n, font_size=11) for n, line in enumerate(lines)),
            class_="on-face",
        ),
    )


def _back(text: str, below: str = "", last: str = "") -> str:
    """Return the back of a card with a text on a disc and up to two lines below it."""
    disc = element("circle", cx=_WIDTH / 2, cy=48, r=24, class_="disc")
    number = label(text, _WIDTH / 2, 57.5, font_size=26, class_="bold on-face")
    size = min(13.0, 150.0 / max(len(below), 1))
    lines = [label(below, _WIDTH / 2, 92, font_size=size, class_="on-back")] if below else []
    lines += [label(last, _WIDTH / 2, 113, font_size=17, class_="bold on-back")] if last else []
    return element("g", _frame("back"), disc, number, *lines)


def _frame(side: str) -> str:
    return element("rect", width=_WIDTH, height=_HEIGHT, rx=9, class_=side)


def _placed(drawn: str, words: str, place: str) -> str:
    """Return a card or pile with its words, and its place in actions if it has one."""
    title = element("title", text_of(words))
    return element("g", title, drawn, class_="card", role="img", aria_label=words, data_place=place or None)


def _page(rows: Sequence[_Row], title: str, theme: Theme) -> Picture:
    """Return rows of cards below each other, each with its name above it; long ones are broken."""
    across = min(_EACH, max(4, *(len(cards) for _, cards, _ in rows)))
    width = across * (_WIDTH + _GAP) - _GAP + 2 * _MARGIN
    body, y = "", _MARGIN
    for name, cards, seat in rows:
        y += _HEAD * bool(name)
        drawn = [label(name, _MARGIN, y - 8, font_size=15, class_="name bold")] if name else []
        for n, card in enumerate(cards):
            x, down = n % across * (_WIDTH + _GAP), n // across * (_HEIGHT + _FOOT)
            drawn.append(element("g", card, transform=at(_MARGIN + x, y + down)))
        heard = {"role": "group", "aria_label": name or title}
        body += element("g", *drawn, class_="row", data_seat=None if seat is None else str(seat), **heard)
        y += (_HEIGHT + _FOOT) * max(1, -(-len(cards) // across))
    paper = element("rect", width=width, height=y, class_="paper")
    sheet = sheet_of("toolkit.games.silver", "table", "silver")
    return document(
        *(paper, body),
        sheet=sheet,
        theme=checked_theme(theme),
        box=(0, 0, width, y),
        width=width,
        title=title,
        role="graphics-document document",
    )
