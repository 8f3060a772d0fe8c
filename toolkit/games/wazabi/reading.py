"""Wazabi position files read: what their keys mean, and whether such a position can be.

Every fault is a `PositionError` that names file, key, text and the nearest valid spelling.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import UNSET

from toolkit.core.document import PositionError, parse_document, typed
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.rules import given_rules
from toolkit.games.wazabi.actions import MOST_PLAYERS
from toolkit.games.wazabi.cards import CARDS, DICE
from toolkit.games.wazabi.position import MISS, Position
from toolkit.games.wazabi.rules import Rules
from toolkit.games.wazabi.schema import PositionFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_START_HAND = 3  # W-2
_START_DICE = 4  # W-2
_FEWEST_PLAYERS = 2


def parse_position(text: str, source: str) -> Position:
    """Read a position from a text; `source` is the name of the file in errors."""
    return _Reader(typed(parse_document(text, source), source, PositionFile), source).position()


class _Reader:
    """Finds out what the keys of a file mean, whose types are right."""

    def __init__(self, file: PositionFile, source: str) -> None:
        self.file = file
        self.source = source
        self.players = len(file.dice)

    def position(self) -> Position:
        self._check_dice()
        rules = self._rules()
        hands, misses = self._hands(), self._counts("misses", 0)
        hand = self._cards("hand", self.file.hand, rules)
        discard = self._cards("discard", self.file.discard, rules)
        self._check_copies(hand, discard, misses, rules)
        return Position(
            me=self.file.me,
            dice=tuple(self.file.dice),
            hand=hand,
            hands=hands,
            discard=discard,
            draw=self._draw(sum(hands) + len(discard) + sum(misses)),
            direction=1 if self.file.direction == "clockwise" else -1,
            misses=misses,
            rules=rules,
        )

    def _error(self, key: str, problem: str) -> PositionError:
        return PositionError(self.source, key, problem)

    @contextmanager
    def _at(self, key: str) -> Iterator[None]:
        """Give errors of the block their place in the file."""
        try:
            yield
        except ToolkitError as error:
            raise self._error(key, str(error)) from None

    def _check_dice(self) -> None:
        dice, me = self.file.dice, self.file.me
        if not _FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            raise self._error("dice", f"Wazabi is for 2 to 6 players, not {self.players}")
        if not 0 <= me < self.players:
            raise self._error("me", f"no player {quote(me)}; the players are 0 to {self.players - 1}")
        if sum(dice) > (most := DICE // self.players * self.players):
            raise self._error(
                "dice", f"{sum(dice)} dice in all; {self.players} players have at most {most} (W-31)"
            )
        if not dice[me]:
            raise self._error(f"dice[{me}]", "without dice you have finished (W-1)")
        if sum(map(bool, dice)) < _FEWEST_PLAYERS:
            raise self._error("dice", "nobody else has dice: the game is over (W-27)")
        if 0 in dice and not given_rules(self.file.rules)["play_on"]:
            seat = dice.index(0)
            raise self._error(f"dice[{seat}]", "a player without dice has won, unless rules.play_on (W-27)")

    def _rules(self) -> Rules:
        """Return the rules; the dice at the start are as many as needed for those that are left."""
        usual = {"dice": max(_START_DICE, -(-sum(self.file.dice) // self.players))}
        with self._at("rules"):
            rules = Rules(**usual | given_rules(self.file.rules))
            rules.check_players(self.players)
        if sum(self.file.dice) > self.players * rules.dice:
            dealt = f"{self.players} players began with {self.players * rules.dice}"
            raise self._error("dice", f"{sum(self.file.dice)} dice in all; {dealt} (W-31)")
        return rules

    def _counts(self, key: str, usual: int) -> tuple[int, ...]:
        """Return a number for each player; the finished have neither cards nor turns to miss (A7)."""
        given, dice = getattr(self.file, key), self.file.dice
        if given is UNSET:
            return tuple(usual if left else 0 for left in dice)
        if len(given) != self.players:
            raise self._error(key, f"{len(given)} numbers for {self.players} players")
        for seat, (number, left) in enumerate(zip(given, dice, strict=True)):
            if number and not left:
                raise self._error(f"{key}[{seat}]", f"{number}, but this player has finished (A7)")
        return tuple(given)

    def _hands(self) -> tuple[int, ...]:
        me, mine = self.file.me, len(self.file.hand)
        hands = list(self._counts("hands", _START_HAND))
        if self.file.hands is UNSET:
            hands[me] = mine
        if hands[me] != mine:
            raise self._error("hand", f"{mine} cards, but hands[{me}] says {hands[me]}")
        return tuple(hands)

    def _cards(self, key: str, names: Sequence[str], rules: Rules) -> tuple[str, ...]:
        """Return cards by their names, in the order of the deck."""
        known = rules.cards.names
        for number, name in enumerate(names):
            if name not in known:
                hint = did_you_mean(name, known) or f"; the cards are {', '.join(known)}"
                raise self._error(
                    f"{key}[{number}]", f"no card {quote(name)} in the deck {rules.deck!r}{hint}"
                )
        return tuple(sorted(names, key=known.index))

    def _check_copies(
        self, hand: Sequence[str], discard: Sequence[str], misses: Sequence[int], rules: Rules
    ) -> None:
        seen = {"hand": hand, "discard": discard, "misses": [MISS] * sum(misses)}
        for card in rules.cards.cards:
            places = {key: names.count(card.name) for key, names in seen.items() if card.name in names}
            if sum(places.values()) > card.copies:
                found = " and ".join(f"{count} in {key}" for key, count in places.items())
                raise self._error(
                    next(reversed(places)), f"{found} of {card.name!r}; the deck holds {card.copies}"
                )

    def _draw(self, elsewhere: int) -> int:
        """Return how many cards lie in the draw pile: no card of the deck is anywhere else."""
        left = CARDS - elsewhere
        if left < 0:
            raise self._error("hands", f"{elsewhere} cards in hands and discarded; there are {CARDS} (W-2)")
        if self.file.draw is not UNSET and self.file.draw != left:
            total = elsewhere + self.file.draw
            raise self._error(
                "draw",
                f"{self.file.draw} here and {elsewhere} in hands, discarded or before players make {total}; "
                f"there are {CARDS} (W-2): the discard pile is named card by card",
            )
        return left
