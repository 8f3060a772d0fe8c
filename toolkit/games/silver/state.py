"""`SilverState`: a position of Silver, and where its cards lie."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from toolkit.core.hidden import Layout, Zones
from toolkit.core.history import History
from toolkit.core.state import Outcome, State
from toolkit.games.silver.cards import DECK as FACES
from toolkit.games.silver.cards import ROWS
from toolkit.games.silver.cards import VILLAGE as CARDS
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.scoring import game_winners

DECK, HELD, TOP, SHOWN, DISCARD, VILLAGE = range(6)
"""The numbers of the zones; a village has that of its player added.

The deck is a heap without an order, in which the rows that nobody plays lie too (S-2): no draw can tell them
apart. Cards that were put back on top of it lie in a row of their own, the next one first, for somebody knows
them. Held are the cards of the player at turn that are drawn or taken and not yet used, in the order drawn.
"""

FACE_DOWN: Final = -1
"""Stands in `SilverState.up` for a card that lies face-down; saved states hold it."""

UNDECIDED = -1
"""`SilverState.turns_left` while nobody has called."""

Source = Literal["deck", "discard", "shown", "master", "witch"]
"""From where a card comes into the hand: drawn, taken, or by an ability."""

Phase = Literal["setup", "turn", "end", "over", "refill", "scoring"]
"""Where a round stands; ``end``: the action of the turn is done, ``over``: the turn is."""


class Pair(NamedTuple):
    """The slots of a Bodyguard on duty and of its charge (S-48)."""

    guard: int
    charge: int


class Round(NamedTuple):
    """A round that is over: the villages as they were shown, and the points of each player."""

    villages: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


class SilverState(State):
    """A position of Silver."""

    rules: Rules
    #: For each player, the numbers of the cards that lie face-up, by slot; `FACE_DOWN` for those face-down.
    up: list[list[int]]
    #: For each player, the Bodyguards on duty with their charges, by slot (S-48).
    guards: list[tuple[Pair, ...]]
    #: `totals` and `halved`: the points so far, and who has used the reset of exactly 100 (S-34, S-59).
    totals: tuple[int, ...]
    halved: tuple[bool, ...]
    results: tuple[Round, ...]  #: the rounds that are over
    #: `round` and `first`: the number of the round, from 1, and who began it.
    round: int
    first: int
    #: `amulet` and `may_protect` and `amulet_slot`: who holds the amulet, -1 for nobody; whether that player
    #: may place it in this round; the slot on which it lies, -1 for none (S-36).
    amulet: int
    may_protect: bool
    amulet_slot: int
    #: `caller` and `turns_left`: who has called, -1 for nobody, and how many turns are left, that of the
    #: caller included; `UNDECIDED` until then (S-29).
    caller: int
    turns_left: int
    #: `turn` and `turns`: whose turn it is, and how many turns of the round are over.
    turn: int
    turns: int
    phase: Phase  #: where the round stands
    acted: bool  #: whether something was done in this turn, so that the player cannot call any more (S-66)
    #: `used` and `just_moved`: masks of the slots of the player at turn: Empaths that have looked, Bodyguards
    #: just moved.
    used: int
    just_moved: int
    pair_shown: bool  #: whether both 0s were seen in a failed attempt (A-5)
    limited: tuple[int, ...]  #: the rounds that the turn limit ended (A-34)
    reason: str  #: why the game is over; empty before
    cards: Zones  #: where the cards lie

    # ---- cards ---------------------------------------------------------------------------------------------

    @classmethod
    def layouts(cls, rules: Rules, players: int) -> dict[str, Layout]:  # noqa: ARG003  # the same under all
        """Return the zones."""
        return {"cards": _layout(players)}

    @property
    def deck(self) -> int:
        """How many cards can still be drawn: all but the rows that nobody plays (S-2)."""
        cards = self.cards.cards
        return len(cards[DECK]) + len(cards[TOP]) - CARDS * (ROWS - self.players)

    @property
    def remembers(self) -> bool:
        """Whether what was seen stays known (`Rules.memory`)."""
        return self.rules.memory == "perfect"

    def put_out_of_sight(self, place: tuple[int, int]) -> None:
        """Take note that a card lies face-down or covered from now on."""
        if self.rules.memory != "perfect":
            self.cards.forget(*place)

    def remembered(self, seat: int) -> History:
        """Return the log that an observation shows: none when each player has to remember for themselves."""
        return super().remembered(seat) if self.remembers else None

    # ---- the protocol --------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return how the game ended; the lowest total has won (S-57, S-58)."""
        if not self.reason:
            return None
        return Outcome(
            self.reason,
            game_winners(self.totals, self.results[-1].points, self.amulet, self.rules),
            self.totals,
        )


@lru_cache
def _layout(players: int) -> Layout:
    villages = [f"village {player}" for player in range(players)]
    return Layout(players, FACES, (("deck", 0),), ("held", "top", "shown", "discard", *villages))
