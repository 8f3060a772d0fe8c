"""Silver position files read: what their keys mean, and whether such a position can be.

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
from toolkit.games.silver.cards import BODYGUARD, COPIES, HIGHEST, MOST_TO_CALL, ROWS, VILLAGE, VILLAGER
from toolkit.games.silver.position import CERTAIN, UNKNOWN, Guard, Position, Slot
from toolkit.games.silver.rules import PROFILES
from toolkit.games.silver.schema import PositionFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.games.silver.rules import Rules

_FEWEST_PLAYERS = 2
_FULL_DECK = sum(COPIES) - ROWS * VILLAGE - 1  # S-4: one card begins the discard pile
_DECIMAL = re.compile(r"\d{1,30}|\d{0,30}\.\d{1,30}", re.ASCII)


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
    if not re.fullmatch(r"-?\d{1,2}", text, re.ASCII):
        hint = did_you_mean(text, map(str, range(HIGHEST + 1))) or "; such as ?, 8, 5! or 12~0.9"
        raise ToolkitError(f"no card {quote(text)}{hint}")
    return _number(int(text))


def _number(number: int) -> int:
    if not 0 <= number <= HIGHEST:
        raise ToolkitError(f"no card {quote(number)}; the cards are 0 to {HIGHEST}")
    return number


def _reliability(text: str) -> Fraction:
    if not _DECIMAL.fullmatch(text) or Fraction(text) > 1:
        raise ToolkitError(f"reliability {quote(text)} is no chance from 0 to 1, such as 0.9")
    return Fraction(text)


class _Reader:
    """Finds out what the keys of a file mean, whose types are right."""

    def __init__(self, file: PositionFile, source: str) -> None:
        self.file = file
        self.source = source
        self.players = len(file.villages)

    def position(self) -> Position:
        self._check_players()
        file = self.file
        position = Position(
            me=self._player("me", file.me),
            deck=file.deck,
            discard=self._numbers("discard", file.discard),
            villages=tuple(self._village(player) for player in range(self.players)),
            held=None if file.held is UNSET else self._numbers("held", [file.held])[0],
            called_by=None if file.called_by is UNSET else self._player("called_by", file.called_by),
            top=self._numbers("top", file.top),
            shown=self._numbers("shown", file.shown),
            guards=tuple(Guard(*guard) for guard in file.guards),
            amulet=None if file.amulet is UNSET else file.amulet,
            scores=(0,) * self.players if file.scores is UNSET else tuple(file.scores),
            round=file.round,
            rules=self._rules(),
        )
        self._check_cards(position)
        self._check_table(position)
        return position

    def _error(self, key: str, problem: str) -> PositionError:
        return PositionError(self.source, key, problem)

    @contextmanager
    def _at(self, key: str) -> Iterator[None]:
        """Give errors of the block their place in the file."""
        try:
            yield
        except PositionError:
            raise
        except ToolkitError as error:
            raise self._error(key, str(error)) from None

    # ---------------------------------------------------------------- single values

    def _check_players(self) -> None:
        if not _FEWEST_PLAYERS <= self.players <= ROWS:
            raise self._error("villages", f"Silver is for 2 to 4 players, not {self.players}")

    def _player(self, key: str, player: int) -> int:
        if not 0 <= player < self.players:
            raise self._error(key, f"no player {quote(player)}; the players are 0 to {self.players - 1}")
        return player

    def _numbers(self, key: str, numbers: Sequence[int]) -> tuple[int, ...]:
        for at, number in enumerate(numbers):
            with self._at(key if key == "held" else f"{key}[{at}]"):
                _number(number)
        return tuple(numbers)

    def _village(self, player: int) -> tuple[Slot, ...]:
        key = f"villages[{player}].slots"
        texts = self.file.villages[player].slots
        if not texts:
            raise self._error(key, "a village has at least one card (S-17)")
        slots = []
        for at, text in enumerate(texts):
            with self._at(f"{key}[{at}]"):
                slots.append(parse_slot(str(text)))
        return tuple(slots)

    def _rules(self) -> Rules:
        given = self.file.rules
        names = [name for name in given.__struct_fields__ if name != "profile"]
        single = {name: getattr(given, name) for name in names if getattr(given, name) is not UNSET}
        with self._at("rules"):
            return replace(PROFILES[given.profile], **single)

    # ---------------------------------------------------------------- the cards

    def _check_cards(self, position: Position) -> None:
        if position.deck > _FULL_DECK:
            raise self._error("deck", f"{position.deck} cards; at most {_FULL_DECK} are left (S-4)")
        if len(position.top) > position.deck:
            raise self._error("top", f"{len(position.top)} cards known of a draw pile of {position.deck}")
        if position.forgotten < 0:
            raise self._error("deck", self._too_many(position))
        if position.forgotten and not position.discard:
            raise self._error(
                "discard", f"its top is open, and {position.forgotten} cards lie there: name at least the top"
            )
        self._check_copies(position)

    @staticmethod
    def _too_many(position: Position) -> str:
        parts = {
            "villages": sum(map(len, position.villages)),
            "deck": position.deck,
            "removed (S-2)": position.removed,
            "discard": len(position.discard),
            "shown": len(position.shown),
            "held": int(position.held is not None),
        }
        counted = ", ".join(f"{count} {name}" for name, count in parts.items() if count)
        return f"{counted} make {sum(parts.values())}; there are {sum(COPIES)} cards"

    def _check_copies(self, position: Position) -> None:
        where = {
            "villages": [slot.known for _, slot in position.places],
            "discard": position.discard,
            "top": position.top,
            "shown": position.shown,
            "held": (position.held,),
        }
        for number, copies in enumerate(COPIES):
            counts = {key: list(cards).count(number) for key, cards in where.items() if number in cards}
            if sum(counts.values()) > copies:
                found = " and ".join(f"{count} in {key}" for key, count in counts.items())
                raise self._error(next(reversed(counts)), f"{found} of card {number}; there are {copies}")

    # ---------------------------------------------------------------- the table

    def _check_table(self, position: Position) -> None:
        self._check_caller(position)
        self._check_villagers(position)
        for at, guard in enumerate(position.guards):
            self._check_guard(position, guard, f"guards[{at}]")
        self._check_charges(position.guards)
        if position.amulet is not None:
            self._place(position, "amulet", *position.amulet)
        self._check_scores(position)

    def _place(self, position: Position, key: str, player: int, slot: int) -> Slot:
        village = position.villages[self._player(key, player)]
        if not 0 <= slot < len(village):
            raise self._error(key, f"no slot {quote(slot)}; player {player} has 0 to {len(village) - 1}")
        return village[slot]

    def _check_caller(self, position: Position) -> None:
        caller = position.called_by
        if caller is not None and len(position.villages[caller]) > MOST_TO_CALL:
            cards = len(position.villages[caller])
            raise self._error(
                "called_by", f"player {caller} has {cards} cards; 4 are the most to call (S-28)"
            )

    def _check_villagers(self, position: Position) -> None:
        up = sum(slot.face_up and slot.number == VILLAGER for _, slot in position.places)
        if up == COPIES[VILLAGER]:
            raise self._error("villages", "both 0s are face-up: the round is over (S-42)")

    def _check_guard(self, position: Position, guard: Guard, key: str) -> None:
        slot = self._place(position, key, guard.player, guard.guard)
        self._place(position, key, guard.player, guard.charge)
        if not (slot.face_up and slot.number == BODYGUARD):
            raise self._error(key, f"slot {guard.guard} of player {guard.player} is no face-up 3 (S-48)")
        if guard.guard == guard.charge:
            raise self._error(key, "a Bodyguard guards another card than itself (S-48)")
        if position.amulet == (guard.player, guard.charge):
            raise self._error(key, "the charge lies under the amulet (A-12)")

    def _check_charges(self, guards: Sequence[Guard]) -> None:
        used: set[tuple[int, int]] = set()
        for at, guard in enumerate(guards):
            for slot in (guard.guard, guard.charge):
                if (guard.player, slot) in used:
                    problem = f"slot {slot} of player {guard.player} guards or is guarded twice (A-43)"
                    raise self._error(f"guards[{at}]", problem)
                used.add((guard.player, slot))

    def _check_scores(self, position: Position) -> None:
        if len(position.scores) != self.players:
            raise self._error("scores", f"{len(position.scores)} numbers for {self.players} players")
        if position.round > position.rules.rounds and not position.rules.score_mode:
            raise self._error("round", f"round {position.round} of {position.rules.rounds} (S-57)")
