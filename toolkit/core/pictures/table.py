"""What the pictures of all tables have in common: one sheet, and a page on which people sit.

A game's own sheet says what is its own. These classes stand in all of them: ``title`` of the whole, ``name``
of somebody, ``soft`` and ``small`` texts; ``panel`` is the frame of what somebody has, ``turn`` that of who
acts; ``face``, ``back`` with its ``diamond``, and ``empty`` are sides of cards and where none lies;
``on-face`` and ``on-back`` is what stands there. People have the colours ``seat-0`` to ``seat-5``, which the
pages of the table app have too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING
from unicodedata import combining

from toolkit.core.pictures.sheet import Sheet, sheet_of
from toolkit.core.pictures.svg import at, element, label, text_of, text_width
from toolkit.core.telling.language import isolated

if TYPE_CHECKING:
    from toolkit.core.telling.language import Language
    from toolkit.core.telling.teller import Teller

DISC, NAME = 11.0, 15  # half a disc of somebody; the size of a name
_FEWEST = 6  # letters of a name that are always shown


@cache
def table_sheet(package: str, name: str, root: str, base: Sheet | None = None) -> Sheet:
    """Return the sheet of all tables with what ``NAME.css`` and the colours of a package add (`sheet_of`)."""
    all_have = sheet_of("toolkit.core.pictures", "table", "table")
    own = sheet_of(package, name, root)
    known = {**(base.colours if base else {}), **all_have.colours, **own.colours}
    return Sheet(root, all_have.css.replace(".table", f".{root}") + own.css, known)


def signs_of(teller: Teller) -> list[str]:
    """Return by what people are told apart where names have no room: their first letters, or else numbers."""
    return _signs(tuple(teller.people), teller.language)


@lru_cache(256)
def _signs(people: tuple[str, ...], language: Language) -> list[str]:
    marks = ["".join(one for n, one in enumerate(name[:3]) if not n or combining(one)) for name in people]
    letters = [mark.upper() for mark in marks]
    if len({*letters}) == len(people) and all(letter[:1].isalpha() for letter in letters):
        return [language.finished(isolated(letter)) for letter in letters]
    return [language.number(seat + 1) for seat in range(len(people))]


@dataclass(frozen=True)
class Page:
    """A page in the language of a teller: places on it count from the side where one begins to read."""

    teller: Teller
    width: float

    @cached_property
    def mirrored(self) -> bool:
        """Whether one begins to read at the right."""
        return self.teller.language.direction == "rtl"

    def across(self, x: float, wide: float = 0.0) -> float:
        """Return the left edge of something so wide that begins `x` from where one begins to read."""
        return self.width - x - wide if self.mirrored else x

    def put(self, drawn: str, x: float, y: float, wide: float) -> str:
        """Return something so wide that begins at a place, counted from where one begins to read."""
        return element("g", drawn, transform=at(self.across(x, wide), y))

    def line(self, text: str, x: float, y: float, kind: str = "", *, far: bool = False) -> str:
        """Return a text that begins `x` from where one begins to read, or ends so far from the other side."""
        side = "end" if far != self.mirrored else "start"
        x = self.across(self.width - x if far else x)
        return label(self.teller.language.whole(text), x, y, class_=f"{side} {kind}".rstrip())

    def person(self, seat: int, x: float, y: float, room: float) -> str:
        """Return a disc with the sign of somebody and the name, as much of it as there is room for."""
        disc = element("circle", r=DISC)
        disc += label(signs_of(self.teller)[seat], 0, 5, class_="bold sign")
        drawn = element("g", disc, class_=f"seat-{seat}", transform=at(self.across(x + DISC), y - 5))
        return drawn + self.line(self.called(seat, room - 2 * DISC - 8), x + 2 * DISC + 8, y, "name")

    def called(self, seat: int, room: float) -> str:
        """Return what somebody is called, cut to a room."""
        said = self.teller.language.you.format("") if seat == self.teller.seat else ""
        letters = int(room / text_width(" ", NAME)) - len(said)
        return self.teller.called(seat, max(letters, _FEWEST))


def panel(x: float, width: float, high: float, *, turn: bool = False) -> str:
    """Return the frame of what somebody has, or of who acts, that is `width` wide from `x` on."""
    return element("rect", x=x, width=width, height=high, rx=10, class_="turn" if turn else "panel")


def told(drawn: str, words: str, **data: str | None) -> str:
    """Return something with its words, for the pointer and for screen readers."""
    return element("g", element("title", text_of(words)), drawn, role="img", aria_label=words, **data)
