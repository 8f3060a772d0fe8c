"""`Position`: what one player sees before rolling the dice, and the files that hold it.

It knows the own hand, the discard pile and the numbers of everything else, so that odds can be told without
the course of the game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.games.wazabi.rules import Rules

MISS = "miss a turn"
"""The card that lies before a player until a turn was missed (W-20)."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position, as one player sees it before rolling the dice.

    Attributes
    ----------
    me
        That player; seats are numbered from 0, clockwise.
    dice
        How many dice each player has; a player without dice has finished (W-27).
    hand
        The names of the cards in that player's hand, in the order of the deck.
    hands
        How many cards each player has.
    discard
        The names of the cards in the discard pile, in the order of the deck.
    draw
        How many cards lie in the draw pile.
    direction
        1 when play goes on clockwise, to the left neighbour, else -1.
    misses
        How many "miss a turn" cards lie before each player (W-20).
    rules
        The rules.
    """

    me: int
    dice: tuple[int, ...]
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    discard: tuple[str, ...]
    draw: int
    direction: int
    misses: tuple[int, ...]
    rules: Rules

    @staticmethod
    def load(path: str | Path) -> Position:
        """Read a position file; `PositionError` for a faulty one."""
        from toolkit.core.document import read_text

        return Position.parse(read_text(Path(path), str(path), ""), str(path))

    @staticmethod
    def parse(text: str, source: str = "") -> Position:
        """Read a position from a text, TOML or JSON; `PositionError` for a faulty one.

        >>> text = '{"format": "wazabi-position/1", "me": 0, "dice": [4, 3, 5], "hand": ["draw 3"]}'
        >>> position = Position.parse(text)
        >>> position.hands, position.draw, position.unseen["draw 3"]
        ((1, 3, 3), 29, 2)
        """
        from toolkit.games.wazabi.reading import parse_position  # it makes positions

        return parse_position(text, source)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.dice)

    @property
    def my_dice(self) -> int:
        """How many dice the player has who asks."""
        return self.dice[self.me]

    @property
    def others(self) -> tuple[int, ...]:
        """The other players who still have dice, clockwise from the left neighbour."""
        seats = [(self.me + step) % self.players for step in range(1, self.players)]
        return tuple(seat for seat in seats if self.dice[seat])

    @property
    def neighbours(self) -> tuple[int, ...]:
        """The left and the right neighbour of those who still have dice; with one other player that one."""
        return tuple(dict.fromkeys((self.others[0], self.others[-1])))

    @property
    def receivers(self) -> tuple[int, ...]:
        """The players to whom the own dice that show DIE may be given (W-8, W-29, W-30a)."""
        found = self.neighbours if self.rules.neighbours_only else self.others
        return tuple(seat for seat in found if self.rules.choose_partner or seat != self.partner)

    @property
    def targets(self) -> tuple[int, ...]:
        """The players whom a card may name (W-30a)."""
        return tuple(seat for seat in self.others if self.rules.choose_partner or seat != self.partner)

    @property
    def rivals(self) -> tuple[int, ...]:
        """The others who are not the partner (W-14, W-30a)."""
        return tuple(seat for seat in self.others if seat != self.partner)

    @property
    def partner(self) -> int | None:
        """The other member of the team, who sits opposite (W-30a); None without teams."""
        return (self.me + self.players // 2) % self.players if self.rules.teams else None

    @property
    def unseen(self) -> Mapping[str, int]:
        """How many cards of each kind lie in the draw pile and in the hands of the others, in all."""
        seen = Counter([*self.hand, *self.discard, *[MISS] * sum(self.misses)])
        return {card.name: card.copies - seen[card.name] for card in self.rules.cards.cards}
