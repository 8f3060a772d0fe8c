"""Villages and whole tables, drawn; cards bear their number, name and ability in words, and no artwork.

All words and names of people are those of a teller.

A face-up card is light. A face-down one is dark: known, it bears its number on a disc; remembered, also how
likely that is; never seen, a question mark. Amulet and guards are signs at its head. Cards and piles have the
name that actions give them as ``data-place``: ``1:3`` (player and slot), ``deck``, ``discard``, ``shown 0``,
``keep 4``. A village is a group with ``data-seat``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from textwrap import wrap
from typing import TYPE_CHECKING

from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import checked_theme, sheet_of
from toolkit.core.pictures.svg import at, element, label, text_of

if TYPE_CHECKING:
    from fractions import Fraction

    from toolkit.core.telling.language import Language
    from toolkit.core.telling.teller import Teller

    Seen = tuple[int | None, bool, Fraction, Sequence[str]]
    """A card of a village: its number unless never seen, whether face-up, reliability, signs on it."""

    Pile = tuple[int | None, str, str]
    """A card outside the villages: its number, if one is there; the key of where it lies; its place."""

    _Row = tuple[str, Sequence[str], int | None]
    """What lies side by side: its name, the cards, and whose village it is."""

_WIDTH, _HEIGHT, _GAP = 92.0, 124.0, 10.0
_MARGIN, _HEAD, _FOOT = 14.0, 22.0, 26.0  # around all, above a row, below it
_LETTERS, _EACH = 14, 7  # of a line of an ability; cards side by side
_NAME = 24  # letters of a name for which four cards leave room
_SIGNS = {
    "amulet": ("amulet", "M0-10L8 0L0 10L-8 0ZM-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0Z"),
    "on_duty": ("guard", "M-8-9H8V0Q8 7 0 11Q-8 7-8 0ZM-1.5-5V5H1.5V-5Z"),
    "guarded": ("guard", "M-8-9H8V0Q8 7 0 11Q-8 7-8 0Z"),
}


def draw_village(village: Iterable[Seen], teller: Teller, theme: Theme = "auto") -> Picture:
    """Return a village, its slots from the left; its cards have no places, as its player is not known."""
    cards = [_card(seen, teller) for seen in village]
    return _page([("", cards, None)], teller.word("table", "village"), teller, theme)


def draw_table(
    deck: int,
    piles: Iterable[Pile],
    villages: Iterable[Iterable[Seen]],
    teller: Teller,
    theme: Theme = "auto",
) -> Picture:
    """Return a table: the number of cards of the deck, open cards and where they lie, and villages."""
    back = _back(teller.language, teller.language.number(deck), teller.word("things", "card", count=deck))
    first = _placed(back, teller.word("table", "deck", count=deck), "deck")
    opened = [first, *(_open(*card, teller) for card in piles)]
    rows: list[_Row] = [(teller.word("table", "open"), opened, None)]
    for player, village in enumerate(villages):
        cards = [_card(seen, teller, (player, slot)) for slot, seen in enumerate(village)]
        rows.append((teller.called(player, _NAME), cards, player))
    return _page(rows, teller.word("table", "table"), teller, theme)


def _open(number: int | None, where: str, place: str, teller: Teller) -> str:
    said = teller.word("table", where)
    words = _line(teller.language, said, _HEIGHT + 15, font_size=12)
    if number is None:
        return _placed(_frame("empty") + words, f"{said}: {teller.word('table', 'none')}", place)
    return _placed(_face(number, teller) + words, f"{said}: {_words(number, teller)}", place)


def _card(seen: Seen, teller: Teller, place: tuple[int, int] | None = None) -> str:
    """Return a card of a village, with its place in it below, from 1."""
    number, face_up, reliability, signs = seen
    say = partial(teller.word, "table")
    if number is None:
        drawn, words = _back(teller.language, say("hidden")), [say("unknown")]
    elif face_up:
        drawn, words = _face(number, teller), [_words(number, teller), teller.word("things", "face_up")]
    else:
        name, sure = teller.word("characters", number), ""
        words = [_words(number, teller), teller.word("things", "face_down"), say("known")]
        if reliability != 1:
            sure = teller.language.number(_percent(reliability))
            words[2:] = [say("remembered", number=reliability), sure]
        drawn = _back(teller.language, teller.language.number(number), name, sure)
    for n, sign in enumerate(signs):
        kind, path = _SIGNS[sign]
        x = _WIDTH - 14 - 22 * n
        drawn += element("path", d=path, class_=kind, fill_rule="evenodd", transform=at(x, 14))
    if place:
        below = teller.language.number(place[1] + 1)
        drawn += label(below, _WIDTH / 2, _HEIGHT + 15, font_size=12)
    words += [say(sign) for sign in signs]
    return _placed(drawn, teller.language.listed(words), f"{place[0]}:{place[1]}" if place else "")


def _percent(chance: Fraction) -> str:
    """Return a chance in percent, with one decimal; only nothing is 0 %, and nothing uncertain 100 %."""
    tenths = min(round(1000 * chance), 999)
    if chance and not tenths:
        return "<0.1%"
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths / 10}%"


def _words(number: int, teller: Teller) -> str:
    card = teller.word("patterns", "card", name=teller.name("characters", number), number=number)
    return teller.language.listed([card, teller.word("abilities", number)])


def _face(number: int, teller: Teller) -> str:
    said = teller.word("characters", number), teller.word("abilities", number)
    return _drawn_face(teller.language.number(number), *said, teller.language)


@cache
def _drawn_face(number: str, name: str, ability: str, language: Language) -> str:
    """Return a face-up card: of each there is one drawing in a language."""
    lines = wrap(ability, _LETTERS, break_on_hyphens=False)
    size = min(12.5, 128 / len(name))
    return element(
        "g",
        _frame("face"),
        element(
            "g",
            label(number, 25, 33, font_size=28, class_="bold"),
            _line(language, name, 56, font_size=size, class_="bold"),
            *(_line(language, line, 76 + 13.5 * n, font_size=11) for n, line in enumerate(lines)),
            class_="on-face",
        ),
    )


@lru_cache(256)
def _back(language: Language, text: str, below: str = "", last: str = "") -> str:
    """Return the back of a card with a text on a disc and up to two lines below it."""
    disc = element("circle", cx=_WIDTH / 2, cy=48, r=24, class_="disc")
    number = label(text, _WIDTH / 2, 57.5, font_size=26, class_="bold on-face")
    size = min(13.0, 150.0 / max(len(below), 1))
    lines = [_line(language, below, 92, font_size=size, class_="on-back")] if below else []
    lines += [label(last, _WIDTH / 2, 113, font_size=17, class_="bold on-back")] if last else []
    return element("g", _frame("back"), disc, number, *lines)


def _line(language: Language, text: str, y: float, **looks: float | str) -> str:
    """Return words in the middle of a card."""
    return label(language.whole(text), _WIDTH / 2, y, **looks)


def _frame(side: str) -> str:
    return element("rect", width=_WIDTH, height=_HEIGHT, rx=9, class_=side)


def _placed(drawn: str, words: str, place: str) -> str:
    """Return a card or pile with its words, and its place in actions if it has one."""
    title = element("title", text_of(words))
    return element("g", title, drawn, class_="card", role="img", aria_label=words, data_place=place or None)


def _page(rows: Sequence[_Row], title: str, teller: Teller, theme: Theme) -> Picture:
    """Return rows of cards below each other, each with its name above it; long ones are broken."""
    across = min(_EACH, max(4, *(len(cards) for _, cards, _ in rows)))
    width = across * (_WIDTH + _GAP) - _GAP + 2 * _MARGIN
    body, y = "", _MARGIN
    for name, cards, seat in rows:
        y += _HEAD * bool(name)
        head = teller.language.whole(name)
        drawn = [label(head, _MARGIN, y - 8, font_size=15, class_="name bold")] if name else []
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
