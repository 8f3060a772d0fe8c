"""`TobagoState`: a position of a game of Tobago with its hidden cards, and what can be open in it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from toolkit.core.decision import ALL
from toolkit.core.fields import Derived
from toolkit.core.hidden import Layout, Zones
from toolkit.core.state import Outcome, State
from toolkit.games.tobago.play.compiled import (
    NOBODY,
    CompiledSetting,
    Hexes,
    Landmarks,
    compiled_decks,
    compiled_setting,
)
from toolkit.games.tobago.play.game_rules import GameRules

ROSES = 15
"""The compass roses of each player (T-16)."""

DECK_EMPTY, TURN_LIMIT = "treasure deck empty", "turn limit"
"""How a game ends (T-35, T-35b)."""

# Heaps of clue cards; the hands follow.
PILE, DISCARDED, ON_MAPS, HAND = range(4)

# Heaps of treasure cards; for each player follow the cards looked at and the treasures won.
BAG, DIVISION, SHOWN, UNSEEN, REMOVED, LOOKED, WON = range(7)


FRESH, BEGUN, DONE = range(3)
"""The phases of a turn: nothing done, something beside the main action done, main action done."""


def looked(player: int) -> int:
    """Return the heap of the treasure cards that a player looks at (T-25)."""
    return LOOKED + 2 * player


def won(player: int) -> int:
    """Return the heap of the treasures of a player."""
    return WON + 2 * player


# ---- what can be open: a type of frames for each kind of decision and chance node --------------------------


class Placing(NamedTuple):
    """A landmark of a kind is placed (T-5)."""

    actor: int
    landmark: str


class Facing(NamedTuple):
    """A statue gets its direction (T-5)."""

    actor: int
    statue: int


class TurningUp(NamedTuple):
    """A starting clue is turned up, the one of this number (T-17)."""

    actor: int
    number: int


class StartingClue(NamedTuple):
    """A player lays the starting clue with this face (T-17), or marks one of four: `NO_CLUE` then (T-17a)."""

    actor: int
    face: int


class Starting(NamedTuple):
    """A player puts the ATV on the island (T-16)."""

    actor: int


class Drawing(NamedTuple):
    """A player still draws so many clue cards (T-14)."""

    actor: int
    player: int
    left: int


class Turn(NamedTuple):
    """A player says what comes next in the turn; `pick` is 1 where an amulet may be picked up (T-20)."""

    actor: int
    phase: int
    pick: int


class Move(NamedTuple):
    """A move under way (T-22), of which so many steps are left; `phase` is that of the turn after it.

    `main` is 0 in an extra move by an amulet, `pick` 1 where an amulet may be picked up.
    """

    actor: int
    phase: int
    main: int
    left: int
    pick: int


class Treasure(NamedTuple):
    """A treasure that was raised, as it travels in the open decisions."""

    raiser: int
    map: int
    roses: tuple[int, ...]  #: the owners of those left on it, from the bottom up (T-26)
    last_taker: int = NOBODY  #: who took the last card (T-29)
    curses: int = 0  #: so many were revealed in it


class Looking(NamedTuple):
    """Players draw treasure cards and look at them; `rota` are those who still draw (T-25)."""

    actor: int
    treasure: Treasure
    rota: tuple[int, ...]


class Adding(NamedTuple):
    """A card that nobody sees is added to a treasure (T-25)."""

    actor: int
    treasure: Treasure


class Revealing(NamedTuple):
    """The next card of a treasure is revealed (T-26)."""

    actor: int
    treasure: Treasure


class Taking(NamedTuple):
    """The owner of a rose takes the revealed card or passes (T-26).

    `place` is that of the rose among those left, from the bottom up.
    """

    actor: int
    treasure: Treasure
    face: int
    place: int


class NewMap(NamedTuple):
    """A player begins a new map; `shown` is 1 after the hand was shown and exchanged (T-29)."""

    actor: int
    raiser: int
    map: int
    shown: int


# ---- the state ---------------------------------------------------------------------------------------------


class TobagoState(State):
    """A position of a game of Tobago.

    Hexes are numbered as on the island, maps as in `COLOURS`, players from 0 in turn order; sets of hexes and
    of clue cards are masks. A clue card's face is its place in `CompiledDecks.clues`, that of a treasure
    card its coins, 0 for a curse.
    """

    rules: GameRules
    landmarks: Landmarks  #: in the order in which they were placed
    facings: Hexes  #: the direction of each statue, as a number clockwise (`CompiledIsland.directions`)
    atvs: list[int]  #: the hex of each ATV, `NOWHERE` before it is on the island
    amulets: list[int]  #: how many each player holds
    amulet_hexes: int  #: the hexes with an amulet
    roses: list[int]  #: how many compass roses each player has left
    clues: list[Hexes]  #: for each map, the faces of its clue cards, the first laid first
    owners: list[Hexes]  #: for each map, whose rose lies on each clue; `NOBODY` where none does (T-17a)
    removed: list[int]  #: for each map, the hexes whose cube an amulet took (T-13)
    candidates: list[int]  #: for each map, where its treasure may lie (T-13)
    legal_clues: list[int]  #: for each map, the kinds of clue cards that may be laid there (T-12)
    gold_on_top: int  #: how many of the topmost treasure cards are gold for certain (T-18)
    emptied: int  #: 1 as soon as a raise emptied the treasure deck: the game ends with its division (T-35a)
    cursed: int  #: how many cursed treasures there were
    turn: int  #: its number, from 1, all players counted together
    ending: str  #: how the game ended; empty while it goes on
    clue_cards: Zones
    treasure_cards: Zones
    compiled: Derived[CompiledSetting]

    def derive(self) -> None:
        """Compile what follows from rules and landmarks."""
        self.compiled = compiled_setting(self.rules, self.landmarks)

    @classmethod
    def layouts(cls, rules: GameRules, players: int) -> dict[str, Layout]:
        """Return the heaps of the clue cards and of the treasure cards."""
        clues, treasures = _layouts(rules, players)
        return {"clue_cards": clues, "treasure_cards": treasures}

    def hand(self, player: int) -> int:
        """Return the kinds of clue cards in a hand, as bits."""
        found = 0
        for face in self.clue_cards.cards[HAND + player]:
            found |= 1 << face
        return found

    def coins(self, player: int) -> int:
        """Return the coins of a player so far."""
        return sum(self.treasure_cards.cards[won(player)])

    def outcome(self) -> Outcome | None:
        """Return how the game ended: most coins win, and equals share the victory (T-35)."""
        if not self.ending or self.stack:
            return None
        scores = tuple(map(self.coins, range(self.players)))
        winners = tuple(player for player, score in enumerate(scores) if score == max(scores))
        return Outcome(self.ending, winners, scores)


@lru_cache(maxsize=32)
def _layouts(rules: GameRules, players: int) -> tuple[Layout, Layout]:
    decks, seats = compiled_decks(rules), range(players)
    hands = [(f"hand {player}", 1 << player) for player in seats]
    clues = (("pile", 0), ("discarded", ALL), ("on maps", ALL), *hands)
    treasures = [
        heap
        for player in seats
        for heap in ((f"looked at by {player}", 1 << player), (f"won by {player}", ALL))
    ]
    heaps = (("deck", 0), ("division", 0), ("discarded", ALL), ("discarded unseen", 0), ("removed", ALL))
    return (
        Layout(players, decks.clue_cards, clues),
        Layout(players, decks.treasure_cards, (*heaps, *treasures)),
    )
