"""Villages and whole tables, drawn; cards bear their number, name and ability in words, and no artwork.

All words and names of people are those of a teller. Where its language is read from the right, so is the
table.

A face-up card is light. A face-down one is dark: known, it bears its number on a disc; remembered, also how
likely that is. Amulet and guards are signs at its head. Cards and piles have the name that actions give them
as ``data-place``: ``1:3`` (player and slot), ``deck``, ``discard``, ``shown 0``, ``keep 4``. A village is a
group with ``data-seat``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeAlias

from toolkit.core.pictures import Picture, document
from toolkit.core.pictures.svg import at, element, label
from toolkit.core.pictures.table import Page, panel, table_sheet, told

if TYPE_CHECKING:
    from fractions import Fraction

    from toolkit.core.telling.language import Language
    from toolkit.core.telling.teller import Teller

    # They are those of `toolkit.games.silver.position`, which imports this room to draw itself.
    Position: TypeAlias = Any
    Slot: TypeAlias = Any
    Pile = tuple[int | None, str, str]
    """A card outside the villages: its number, if one is there; the key of where it lies; its place."""

_WIDTH, _HEIGHT, _GAP = 92, 124, 10.0
_MARGIN, _PAD = 10.0, 12.0  # around all, inside a panel
_HEAD, _FOOT = 36.0, 24.0  # above the cards of a village, below each row
_LETTERS, _NAME = 14, 12  # of a line of an ability, and of a name
_FEWEST, _EACH = 5, 7  # cards side by side
_POINTS = 110.0  # how wide the points of somebody are at most
_SIGNS = {
    "amulet": ("amulet", "M0-10L8 0L0 10L-8 0ZM-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0Z"),
    "on_duty": ("guard", "M-8-9H8V0Q8 7 0 11Q-8 7-8 0ZM-1.5-5V5H1.5V-5Z"),
    "guarded": ("guard", "M-8-9H8V0Q8 7 0 11Q-8 7-8 0Z"),
}
_SHAPES = element(  # without classes: browsers let no rule of a sheet reach what is drawn by `<use>`
    "defs",
    element("rect", id="si-card", width=_WIDTH, height=_HEIGHT, rx=10),
    element("path", id="si-sign", d="M46 28L71 62L46 96L21 62Z"),
)


def draw_village(village: Iterable[Slot], teller: Teller) -> Picture:
    """Return a village, its slots from the left; its cards have no places, as its player is not known."""
    page, title = Page(teller, _width(0)), teller.word("table", "village")
    drawn, high = _rows([_card(slot, teller) for slot in village], page, _MARGIN)
    return _document(page, element("g", drawn, role="group", aria_label=title), high, title)


def draw_table(
    position: Position, teller: Teller, offered: Iterable[Pile] = (), acts: int | None = None
) -> Picture:
    """Return all that lies on a table, as one player knows it: the open piles, then the villages.

    Further cards may be offered to choose from: the number, what to do with it, and its place in actions.
    Who is to act may be said, too.
    """
    say, called, rounds = partial(teller.word, "table"), position.called_by, position.rules.rounds
    opened = [_deck(position.deck, teller), *(_open(*pile, teller) for pile in _piles(position, [*offered]))]
    villages: list[list[str]] = [[] for _ in position.villages]
    for place, slot in position.places:
        villages[place[0]].append(_card(slot, teller, place, _signs(position, place)))
    page, edge = Page(teller, _width(max(map(len, [opened, *villages])))), _MARGIN + _PAD
    title = say("round_of", number=position.round, rounds=rounds) if rounds > 1 else teller.title("Silver")
    title = teller.language.finished(title)
    status = [] if called is None else [say("called", who=teller.person(called))]
    drawn, y = _rows(opened, page, 44)
    body = page.line(title, edge, 28, "title") + element("g", drawn, role="group", aria_label=say("open"))
    body += "".join(page.line(one, edge, 28, "soft", far=True) for one in status)
    for seat, (cards, total) in enumerate(zip(villages, position.scores, strict=True)):
        points = [teller.word("scene", "points", count=total)] * (rounds > 1)
        drawn, high = _rows(cards, page, _HEAD)
        head = page.person(seat, edge, 24, page.width - 2 * edge - _POINTS * len(points))
        head += "".join(page.line(one, edge, 24, "soft", far=True) for one in points)
        frame = panel(_MARGIN, page.width - 2 * _MARGIN, high, turn=seat == acts)
        heard = {"role": "group", "aria_label": teller.language.listed([teller.called(seat), *points])}
        body += element("g", frame, head, drawn, data_seat=str(seat), transform=at(0, y), **heard)
        y += high + 10
    return _document(page, body, y, teller.language.listed([say("table"), title, *status]))


def _piles(position: Position, offered: list[Pile]) -> list[Pile]:
    """Return the open cards outside the villages; the held one only where none is offered to choose."""
    found: list[Pile] = [(position.discard[-1] if position.discard else None, "discard", "discard")]
    found += [(number, "shown", f"shown {n}") for n, number in enumerate(position.shown)]
    return found + (offered or [(position.held, "held", "held")] * (position.held is not None))


def _signs(position: Position, place: tuple[int, int]) -> list[str]:
    """Return what lies on a card of a village: the amulet, a guard on duty, one that guards it."""
    lies: dict[str, list[tuple[int, int] | None]] = {
        "amulet": [position.amulet],
        "on_duty": [(player, guard) for player, guard, _ in position.guards],
        "guarded": [(player, charge) for player, _, charge in position.guards],
    }
    return [sign for sign, places in lies.items() if place in places]


def _width(most: int) -> float:
    """Return how wide a page is on which so many cards lie side by side, as far as there is room."""
    across = min(_EACH, max(_FEWEST, most))
    return across * (_WIDTH + _GAP) - _GAP + 2 * (_MARGIN + _PAD)


def _rows(cards: Sequence[str], page: Page, y: float) -> tuple[str, float]:
    """Return cards side by side below a place, in several rows if they must, and where the last one ends."""
    across = int(page.width / (_WIDTH + _GAP))
    drawn = ""
    for n, card in enumerate(cards):
        x, down = n % across * (_WIDTH + _GAP), n // across * (_HEIGHT + _FOOT)
        drawn += page.put(card, _MARGIN + _PAD + x, y + down, _WIDTH)
    return drawn, y + (_HEIGHT + _FOOT) * max(1, -(-len(cards) // across)) + 2


def _document(page: Page, body: str, high: float, title: str) -> Picture:
    paper = element("rect", width=page.width, height=high, class_="paper")
    return document(
        *(_SHAPES, paper, body),
        sheet=table_sheet("toolkit.games.silver", "table", "silver"),
        theme="auto",
        box=(0, 0, page.width, high),
        width=page.width,
        title=title,
        role="graphics-document document",
    )


# ---- cards -------------------------------------------------------------------------------------------------


def _deck(count: int, teller: Teller) -> str:
    back = _back(teller.language, teller.language.number(count), teller.word("things", "card", count=count))
    return told(back, teller.word("table", "deck", count=count), data_place="deck")


def _open(number: int | None, where: str, place: str, teller: Teller) -> str:
    said = teller.word("table", where)
    words = _line(teller.language, said, _HEIGHT + 16, "soft small")
    if number is None:
        nothing = f"{said}: {teller.word('table', 'none')}"
        return told(_side("empty") + words, nothing, data_place=place)
    return told(_face(number, teller) + words, f"{said}: {_words(number, teller)}", data_place=place)


def _card(slot: Slot, teller: Teller, place: tuple[int, int] | None = None, signs: Sequence[str] = ()) -> str:
    """Return a card of a village, with its place in it below, from 1, and signs on it."""
    say, number = partial(teller.word, "table"), slot.number
    if number is None:
        drawn, words = _UNKNOWN, [say("unknown")]
    elif slot.face_up:
        drawn, words = _face(number, teller), [_words(number, teller), teller.word("things", "face_up")]
    else:
        name, sure = teller.word("characters", number), ""
        words = [_words(number, teller), teller.word("things", "face_down"), say("known")]
        if slot.hidden:
            sure = teller.language.number(_percent(slot.reliability))
            words[2:] = [say("remembered", number=slot.reliability), sure]
        drawn = _back(teller.language, teller.language.number(number), name, sure)
    for n, sign in enumerate(signs):
        kind, path = _SIGNS[sign]
        x = _WIDTH - 14 - 22 * n
        drawn += element("path", d=path, class_=kind, fill_rule="evenodd", transform=at(x, 14))
    if place:
        below = teller.language.number(place[1] + 1)
        drawn += label(below, _WIDTH / 2, _HEIGHT + 16, class_="soft small")
    words += [say(sign) for sign in signs]
    return told(drawn, teller.language.listed(words), data_place=f"{place[0]}:{place[1]}" if place else None)


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
    named, y = _named(name, 56, language)
    texts = [_line(language, line, y + 5 + 13 * n, "small") for n, line in enumerate(lines)]
    written = label(number, _WIDTH / 2, 35, class_="number"), *named, *texts
    return _side("face") + element("g", *written, class_="on-face")


def _named(name: str, y: float, language: Language) -> tuple[list[str], float]:
    """Return the lines of the name of a card below a place, and where the next line would stand."""
    lines = wrap(name, _NAME)
    return [_line(language, line, y + 14 * n, "bold small") for n, line in enumerate(lines)], y + 14 * len(
        lines
    )


@lru_cache(256)
def _back(language: Language, text: str, below: str, last: str = "") -> str:
    """Return the back of a card with a text on a disc and up to two lines below it."""
    disc = element("circle", cx=_WIDTH / 2, cy=44, r=23, class_="face")
    number = label(text, _WIDTH / 2, 53, class_="number on-face")
    lines, _ = _named(below, 85, language)
    lines += [label(last, _WIDTH / 2, 116, class_="name")] if last else []
    return _side("back") + disc + number + element("g", *lines, class_="on-back")


def _line(language: Language, text: str, y: float, kind: str) -> str:
    """Return words in the middle of a card."""
    return label(language.whole(text), _WIDTH / 2, y, class_=kind)


def _side(side: str) -> str:
    return element("use", href="#si-card", class_=side)


_UNKNOWN = _side("back") + element("use", href="#si-sign", class_="diamond")
