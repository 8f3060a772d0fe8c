"""`Position`: what one player knows in the middle of a round, and the files that hold it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.games.silver.cards import COPIES, ROWS, VILLAGE
from toolkit.games.silver.rules import PROFILES, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

Place = tuple[int, int]
"""A card of a village: the player and the slot, both from 0."""

CERTAIN = Fraction(1)
"""The reliability of what is known."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What is known of one card of a village.

    Attributes
    ----------
    number
        The number of the card, known or remembered; None for a card that was never seen.
    face_up
        Whether it lies face-up.
    reliability
        The chance that a memory is right, as far as memory alone goes; 1 for a known card. A memory that is
        not right says nothing: it is as if each of the 14 numbers came to mind equally often.
    known
        The number of the card if it is certain, else None.
    """

    number: int | None = None
    face_up: bool = False
    reliability: Fraction = CERTAIN
    known: int | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", self.number if self.reliability == 1 else None)

    @property
    def hidden(self) -> bool:
        """Whether the card may be one of several."""
        return self.known is None


UNKNOWN = Slot()
"""A card that was never seen."""


class Village(tuple[Slot, ...]):
    """The slots of a village, from the left; a tuple that notebooks draw."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from toolkit.games.silver.drawing import draw_village  # it speaks of slots

        return draw_village(self)


@dataclass(frozen=True, slots=True)
class Guard:
    """A Bodyguard on duty: the player, the slot of the guard and the slot of its charge (S-48)."""

    player: int
    guard: int
    charge: int


@dataclass(frozen=True, slots=True)
class Position:
    """A position, as one player knows it.

    It holds what it is given, as the odds also look at what can only be for a moment;
    `toolkit.games.silver.position_faults.check_position` tells whether a play can lead to it.

    Attributes
    ----------
    me
        That player; seats are numbered from 0, clockwise.
    deck
        How many cards are left in the draw pile.
    discard
        The remembered discards from the bottom; the last one is the top.
    villages
        The slots of each player, from the left; each becomes a `Village`.
    held
        The card that this player has just drawn or taken, or None.
    called_by
        The player who has called, or None (S-28).
    top
        The cards known on top of the draw pile, the first to be drawn first.
    shown
        The cards beside the draw pile (S-43).
    guards
        The Bodyguards on duty (S-48).
    amulet
        The card that the amulet lies on, or None (S-36).
    scores
        The totals of the players before this round (S-34); all 0 if not said.
    round
        The number of this round, from 1.
    rules
        The rules.
    """

    me: int
    deck: int
    discard: tuple[int, ...]
    villages: tuple[tuple[Slot, ...], ...]
    held: int | None = None
    called_by: int | None = None
    top: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    guards: tuple[Guard, ...] = ()
    amulet: Place | None = None
    scores: tuple[int, ...] = ()
    round: int = 1
    rules: Rules = PROFILES["rulebook"]

    def __post_init__(self) -> None:
        object.__setattr__(self, "villages", tuple(map(Village, self.villages)))
        object.__setattr__(self, "scores", self.scores or (0,) * len(self.villages))

    def _repr_svg_(self) -> str:
        """Return the picture of all that lies on the table."""
        from toolkit.games.silver.drawing import draw_position  # it speaks of positions

        return draw_position(self)

    @staticmethod
    def load(path: str | Path) -> Position:
        """Read a position file; `PositionError` for a faulty one."""
        from toolkit.core.document import read_text

        return Position.parse(read_text(Path(path), str(path), ""), str(path))

    @staticmethod
    def parse(text: str, source: str = "") -> Position:
        """Read a position from a text, TOML or JSON; `PositionError` for a faulty one.

        >>> position = Position.parse('''
        ... format = "silver-position/1"
        ... me = 0
        ... deck = 31
        ... discard = [3]
        ... villages = [{slots = ["8", "?", "5!", "12~0.9", "?"]}, {slots = ["?", "?", "?", "?", "?"]}]
        ... ''')
        >>> position.villages[0][3].reliability, position.removed, position.forgotten, sum(position.unseen)
        (Fraction(9, 10), 10, 0, 49)
        """
        from toolkit.games.silver.reading import parse_position  # it makes positions

        return parse_position(text, source)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.villages)

    @property
    def mine(self) -> tuple[Slot, ...]:
        """The own village."""
        return self.villages[self.me]

    @property
    def others(self) -> tuple[int, ...]:
        """The other players, clockwise from the left neighbour."""
        return tuple((self.me + step) % self.players for step in range(1, self.players))

    @property
    def places(self) -> Iterator[tuple[Place, Slot]]:
        """All cards of the villages with what is known of them, by player and slot."""
        for player, village in enumerate(self.villages):
            for number, slot in enumerate(village):
                yield (player, number), slot

    def face_up(self, number: int) -> list[Place]:
        """Return the places in all villages in which a certain card lies face-up."""
        return [place for place, slot in self.places if slot.face_up and slot.number == number]

    @property
    def removed(self) -> int:
        """How many cards left the round unseen: the rows without a player (S-2)."""
        return (ROWS - self.players) * VILLAGE

    @property
    def forgotten(self) -> int:
        """How many discards are not remembered: all that lies nowhere else."""
        held = self.held is not None
        elsewhere = sum(map(len, self.villages)) + self.deck + self.removed + held + len(self.shown)
        return sum(COPIES) - elsewhere - len(self.discard)

    @property
    def seen(self) -> Iterator[int]:
        """The numbers of all cards whose place is certain."""
        yield from (slot.known for _, slot in self.places if slot.known is not None)
        yield from (*self.discard, *self.top, *self.shown)
        if self.held is not None:
            yield self.held

    @property
    def unseen(self) -> tuple[int, ...]:
        """How many cards of each number lie at places that are not certain."""
        left = list(COPIES)
        for number in self.seen:
            left[number] -= 1
        return tuple(left)

    def seeing(self, place: Place, number: int) -> Position:
        """Return the position after a look that showed this number at a place."""
        player, at = place
        slot = self.villages[player][at]
        village = (*self.villages[player][:at], replace(slot, number=number, reliability=CERTAIN))
        after = (*village, *self.villages[player][at + 1 :])
        return replace(self, villages=(*self.villages[:player], after, *self.villages[player + 1 :]))

    def drawing(self, number: int) -> Position:
        """Return the position in which the next card of the draw pile is held and has this number."""
        return replace(self, held=number, deck=self.deck - 1, top=self.top[1:])

    def discarding(self) -> Position:
        """Return the position after the held card was discarded; the same one without a held card."""
        if self.held is None:
            return self
        return replace(self, held=None, discard=(*self.discard, self.held))
