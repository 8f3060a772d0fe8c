"""Silver position files read: what their keys mean; `check_position` tells whether such a position can be.

Every fault is a `PositionError` that names file, key, text and the nearest valid spelling.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import UNSET

from toolkit.core.document import PositionError, parse_document, typed
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.rules import given_rules
from toolkit.games.silver.cards import HIGHEST
from toolkit.games.silver.position import CERTAIN, UNKNOWN, Guard, Position, Slot
from toolkit.games.silver.position_faults import check_position, no_card
from toolkit.games.silver.rules import PROFILES
from toolkit.games.silver.schema import PositionFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.games.silver.rules import Rules

_CARD = re.compile(r"0|-?[1-9]\d?", re.ASCII)
_ZEROS = re.compile(r"-?0+(\d\d?)", re.ASCII)  # numbers are written in one way only
_DECIMAL = re.compile(r"[01]|[01]?\.\d{1,30}", re.ASCII)


def parse_position(text: str, source: str) -> Position:
    """Read a position from a text; `source` is the name of the file in errors."""
    return _Reader(typed(parse_document(text, source), source, PositionFile), source).position()


def parse_slot(text: str) -> Slot:
    """Return what a text such as ``?``, ``8``, ``5!`` or ``12~0.9`` says of a card.

    `ToolkitError` for another text, a number beyond 13 or a reliability beyond 1.

    >>> parse_slot("12~0.9")
    Slot(number=12, face_up=False, reliability=Fraction(9, 10))
    """
    if text == "?":
        return UNKNOWN
    card, remembered, reliability = text.partition("~")
    face_up = card.endswith("!")
    if face_up and remembered:
        raise ToolkitError(f"{quote(text)}: a face-up card is certain")
    number = _card(card.removesuffix("!"))
    return Slot(number, face_up, _reliability(reliability) if remembered else CERTAIN)


def _card(text: str) -> int:
    if not _CARD.fullmatch(text):
        zeros = _ZEROS.fullmatch(text)
        hint = did_you_mean(zeros[1] if zeros else text, map(str, range(HIGHEST + 1)))
        raise ToolkitError(f"no card {quote(text)}{hint or '; such as ?, 8, 5! or 12~0.9'}")
    number = int(text)
    if problem := no_card(number):
        raise ToolkitError(problem)
    return number


def _reliability(text: str) -> Fraction:
    if not _DECIMAL.fullmatch(text) or Fraction(text) > 1:
        raise ToolkitError(f"reliability {quote(text)} is not written as a decimal from 0 to 1, such as 0.9")
    return Fraction(text)


class _Reader:
    """Finds out what the keys of a file mean, whose types are right."""

    def __init__(self, file: PositionFile, source: str) -> None:
        self.file = file
        self.source = source

    def position(self) -> Position:
        file = self.file
        position = Position(
            me=file.me,
            deck=file.deck,
            discard=tuple(file.discard),
            villages=tuple(self._village(player) for player in range(len(file.villages))),
            held=None if file.held is UNSET else file.held,
            called_by=None if file.called_by is UNSET else file.called_by,
            top=tuple(file.top),
            shown=tuple(file.shown),
            guards=tuple(Guard(*guard) for guard in file.guards),
            amulet=None if file.amulet is UNSET else file.amulet,
            scores=() if file.scores is UNSET else tuple(file.scores),
            round=file.round,
            rules=self._rules(),
        )
        check_position(position, self.source)
        return position

    @contextmanager
    def _at(self, key: str) -> Iterator[None]:
        """Give errors of the block their place in the file."""
        try:
            yield
        except PositionError:
            raise
        except ToolkitError as error:
            raise PositionError(self.source, key, str(error)) from None

    def _village(self, player: int) -> tuple[Slot, ...]:
        key = f"villages[{player}].slots"
        slots = []
        for at, text in enumerate(self.file.villages[player].slots):
            with self._at(f"{key}[{at}]"):
                slots.append(parse_slot(str(text)))
        return tuple(slots)

    def _rules(self) -> Rules:
        single = given_rules(self.file.rules)
        with self._at("rules"):
            return replace(PROFILES[single.pop("profile")], **single)
