"""`Board`: the island of a game with its landmarks, compiled once and shared by all states on it."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from toolkit.games.tobago.legality import Legality
from toolkit.games.tobago.maps import COLOURS, Play, TreasureMap
from toolkit.games.tobago.play.ground import Hexes, ground_of
from toolkit.games.tobago.play.menu import menu_of
from toolkit.games.tobago.rules import CUBES
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import CellSet

if TYPE_CHECKING:
    from toolkit.games.tobago.play.game_rules import GameRules

Landmarks = tuple[Hexes, Hexes, Hexes]
"""The hexes of the huts, of the palms and of the statues."""


class Board:
    """The island of a game with its landmarks.

    Attributes
    ----------
    ground
        The island.
    menu
        The actions of the game.
    setting
        The island with the landmarks, under the switches of the game.
    legality
        The clue deck compiled for the setting.
    """

    def __init__(self, rules: GameRules, landmarks: Landmarks) -> None:
        self.ground, self.menu = ground_of(rules), menu_of(rules)
        self._landmarks = landmarks
        self._may_idle = rules.must_reduce == "once_marked"

    @cached_property
    def setting(self) -> Setting:
        """The island with the landmarks."""
        names = self.ground.island.names
        huts, palms, statues = ([names[number] for number in kind] for kind in self._landmarks)
        return Setting(self.ground.island, huts, palms, statues, self.ground.rules.switches)

    def treasure_map(self, number: int, faces: Hexes, owners: Hexes, removed: int) -> TreasureMap:
        """Return a map with these clue cards, their owners (-1: nobody) and the hexes without its cube."""
        colours, cards = self.ground.rules.colours, zip(faces, owners, strict=True)
        plays = [Play(self.menu.clues[face], colours[owner] if owner >= 0 else None) for face, owner in cards]
        return TreasureMap(self.setting, COLOURS[number], plays, CellSet(self.ground.island, removed))

    @cached_property
    def legality(self) -> Legality:
        """The clue deck compiled for the setting."""
        return Legality(self.setting, self.menu.clues)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The hexes on which each kind of clue card holds."""
        return self.legality.masks

    @cached_property
    def sights(self) -> tuple[Hexes, ...]:
        """For each statue, the hex that it looks at in each direction (T-31)."""
        ways = range(len(self.ground.directions))
        return tuple(tuple(self.ground.sight(number, way) for way in ways) for number in self._landmarks[2])

    def word(self, candidates: int, *, empty: bool) -> int:
        """Return the clue cards that may be laid on a map, as bits (T-12, T-15); `empty`: it has no clues."""
        idle = self._may_idle and (empty or candidates.bit_count() > CUBES)
        return self.legality.word(candidates, may_idle=idle)

    @cached_property
    def first_word(self) -> int:
        """The clue cards that may be laid on an empty map, as bits (T-11a, T-29b)."""
        return self.word(self.ground.land, empty=True)


@lru_cache(maxsize=128)
def board_of(rules: GameRules, landmarks: Landmarks) -> Board:
    """Return the compiled board of a game with these landmarks."""
    return Board(rules, landmarks)
