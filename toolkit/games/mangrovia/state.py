"""`MangroviaState`: a position of Mangrovia."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from toolkit.core.decision import ALL
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State
from toolkit.games.mangrovia.components import (
    AMULET_TILE,
    AMULET_TILE_VALUE,
    CARD_TILE,
    CARD_TILE_VALUE,
    Part,
)
from toolkit.games.mangrovia.payments import Means, amulet_means, card_means
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.scoring import Counted, Scores

T = TypeVar("T")

BOWLS, CLEAN_UP = 0, 13
"""What `MangroviaState.pier` is before and after the voyage of the boat."""


class MangroviaState(State):
    """A position of Mangrovia."""

    rules: Rules
    round: int  #: the number of the round, from 1
    start: int  #: who has the talisman (M-2, M-28)
    birds: tuple[int, int]  #: the two landscapes that birds mark, ascending (M-4)
    #: For each ritual space whose bowl lies there, or `FREE`; the number after the players blocks it (M-8).
    bowls: tuple[int, ...]
    pier: int  #: the pier that the boat has reached: `BOWLS` before its voyage, `CLEAN_UP` after it
    step: int  #: how many parts of the pier's action have been opened
    todo: Part  #: what is left of the part that is being done
    #: For each space whose hut lies there, or `FREE`; neutral colours have the numbers after the players.
    owners: tuple[int, ...]
    sizes: tuple[int, ...]  #: how many huts lie there, 2 for a double hut
    #: For each space of the pole area the number of the tile under its hut, or 0 (M-20).
    pole: tuple[int, ...]
    stone: tuple[int, ...]  #: for each space of the stone area the tile there, or `NO_TILE` (M-38)
    supply: list[int]  #: how many huts each player has left
    points: list[int]  #: each player's place on the chief track (M-19)
    track: list[int]  #: each player's place on the amulet track: huts on amulet spaces (M-15)
    tiles: tuple[tuple[int, ...], ...]  #: the stone tiles of each player, sorted
    #: The values of the start cards that each player still has, sorted: everybody knows them (M-43).
    start_cards: tuple[tuple[int, ...], ...]
    last: int  #: who built a last hut first, or `FREE` (M-31)
    reason: str  #: why the game is over; empty while it goes on
    #: The cards and the amulets. A hand and kept amulets have the number of their player.
    valuables: Zones
    landscapes: Zones
    amulets: Zones

    # ---- where cards and amulets lie -----------------------------------------------------------------------

    @classmethod
    def layouts(cls, rules: Rules, players: int) -> dict[str, Layout]:
        """Return the heaps of the three kinds."""
        return _layouts(rules, players)

    @property
    def pile(self) -> int:
        """The heap of a draw pile, of valuables and of landscapes; the bag of amulets."""
        return self.players

    @property
    def open(self) -> int:
        """The heap of the cards that lie face up; the amulets of value 1 on the board."""
        return self.players + 1

    @property
    def played(self) -> int:
        """The heap of the played cards; the amulets set aside (M-26, M-27)."""
        return self.players + 2

    @property
    def out(self) -> int:
        """The heap of the amulets that have left the game (B4)."""
        return self.players + 3

    def drawn(self, player: int) -> int:
        """Return the heap of the amulets that a player has drawn and not yet kept (M-15)."""
        return self.players + 4 + player

    # ---- what a player can pay with ------------------------------------------------------------------------

    def card_means(self, player: int) -> Means:
        """Return what a player can pay cards with (M-18, M-40, M-44)."""
        cards = self.valuables.cards
        tiles = self.tiles[player].count(CARD_TILE) if self.tiles[player] else 0
        return card_means(tuple(cards[player]), self.start_cards[player], tiles, CARD_TILE_VALUE)

    def amulet_means(self, player: int) -> Means:
        """Return what a player can pay amulets with (M-18, M-40)."""
        tiles = self.tiles[player].count(AMULET_TILE) if self.tiles[player] else 0
        return amulet_means(tuple(self.amulets.cards[player]), tiles, AMULET_TILE_VALUE)

    # ---- the protocol --------------------------------------------------------------------------------------

    @property
    def counted(self) -> Counted:
        """What counts at the end, but for the amulets."""
        table = self.owners, self.sizes, self.pole, self.tiles
        return Counted(self.rules.layout, self.rules, self.players, *table)

    def scores(self) -> Scores:
        """Return what would be scored if the game ended now (M-32 to M-37), with all that is hidden."""
        amulets = self.amulets.cards
        left = [[*amulets[player], *amulets[self.drawn(player)]] for player in range(self.players)]
        return self.counted.scores(left, self.points)

    def outcome(self) -> Outcome | None:
        """Return how the game ended: most points, then most in amulets (M-37)."""
        if not self.reason:
            return None
        scores = self.scores()
        return Outcome(self.reason, scores.winners, scores.totals)


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return a tuple with another value at a place."""
    changed = list(values)
    changed[place] = value
    return tuple(changed)


@lru_cache(maxsize=64)
def _layouts(rules: Rules, players: int) -> dict[str, Layout]:
    box, seats = rules.box, range(players)
    hands = [(f"hand {player}", 1 << player) for player in seats]
    piles = [("pile", 0), ("open", ALL), ("played", ALL)]
    amulets = [
        *((f"kept {player}", 1 << player) for player in seats),
        *(("bag", 0), ("board", ALL), ("spent", ALL), ("out", ALL)),
        *((f"drawn {player}", 1 << player) for player in seats),
    ]
    return {
        "valuables": Layout(players, box.valuables, (*hands, *piles)),
        "landscapes": Layout(players, box.landscapes, (*hands, *piles)),
        "amulets": Layout(players, (*(1,) * box.ones, *box.bag), tuple(amulets)),
    }
