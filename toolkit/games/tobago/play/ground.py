"""`Ground`: the island of a game as tables of hex numbers, compiled once for the rules of the game."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.play.game_rules import fixed_kinds, island_of
from toolkit.games.tobago.room import Room
from toolkit.hexmap.hexes import line
from toolkit.hexmap.masks import mask_of

if TYPE_CHECKING:
    from toolkit.games.tobago.play.game_rules import GameRules
    from toolkit.hexmap import Hex

Hexes = tuple[int, ...]
"""The numbers of hexes."""


class Ground:
    """The island of a game, without its landmarks.

    Attributes
    ----------
    rules
        The rules of the game.
    island
        The terrain. Bit i of every mask is hex i of ``island.names``.
    index
        The number of each hex, by its name.
    land
        The mask of all hexes.
    directions
        The names of the six directions, clockwise.
    fixed
        For each kind of landmark, the hexes that the rules name, or None where chance places them.
    starts
        The hexes on which the ATVs start, or None where the players choose.
    facings
        The numbers of the directions that the rules name for the statues, -1 where chance draws one.
    room
        Where chance may place landmarks (T-5).

    Raises
    ------
    ToolkitError
        A hex or direction that the island does not have, or a hex with two landmarks.
    """

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.island = island = island_of(rules)
        self.index = island.index
        self.land: int = island.land.mask
        self.directions = tuple(direction.name for direction in island.orientation.directions)
        self.fixed = {kind: self._numbers(kind) for kind in LANDMARKS}
        self.facings = tuple(map(self._facing, rules.facings))
        self.starts = None if rules.atvs is None else tuple(map(island.number, rules.atvs))
        self.room = Room(island, rules.landmark_gap)
        self._check_hexes()

    def _numbers(self, kind: str) -> Hexes | None:
        names = self.rules.landmarks(kind)
        return None if names is None else tuple(map(self.island.number, names))

    def _facing(self, name: str) -> int:
        if name and name not in self.directions:
            hint = did_you_mean(name, self.directions) or f"; they are {', '.join(self.directions)}"
            raise ToolkitError(f"rule statues: no direction {quote(name)}{hint}")
        return self.directions.index(name) if name else -1

    def _check_hexes(self) -> None:
        named = [number for kind in fixed_kinds(self.rules) for number in self.fixed[kind] or ()]
        if twins := sorted(number for number in set(named) if named.count(number) > 1):
            raise ToolkitError(
                f"hex {self.island.names[twins[0]]!r} is named twice among the landmarks (T-5)"
            )

    @cached_property
    def steps(self) -> Hexes:
        """For each hex, the mask of where one step leads: its region, or next door (T-22)."""
        found = []
        for number, place in enumerate(self.island.hexes):
            near = [self._number_at[spot] for spot in self.island.land_graph[place]]
            region = self.island.region(self.island.names[number]).mask
            found.append((region | mask_of(near, len(self.island))) & ~(1 << number))
        return tuple(found)

    @cached_property
    def _number_at(self) -> dict[Hex, int]:
        return {place: number for number, place in enumerate(self.island.hexes)}

    @cached_property
    def _span(self) -> int:
        """No two hexes of the island are farther apart."""
        columns, rows = [place.q for place in self.island.hexes], [place.r for place in self.island.hexes]
        return max(columns) - min(columns) + max(rows) - min(rows)

    def sight(self, number: int, direction: int) -> int:
        """Return the last island hex of the line from a hex in a direction (T-31).

        A statue on the coast that looks out to sea sees its own hex.
        """
        ahead = self.island.orientation.directions[direction]
        gaze = islice(line(self.island.hexes[number], ahead), self._span)
        seen = [self._number_at.get(place) for place in gaze]
        if self.rules.statue_line == "first_coast" and None in seen:
            seen = seen[: seen.index(None)]
        return next((found for found in reversed(seen) if found is not None), number)


@lru_cache(maxsize=32)
def ground_of(rules: GameRules) -> Ground:
    """Return the compiled island of a game; errors as in `Ground`."""
    return Ground(rules)
