"""Review: what each clue and each player took away, in bits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf, log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.games.tobago import Clue, TreasureMap
    from toolkit.games.tobago.position import Position


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one clue took away from the candidates of its map.

    Attributes
    ----------
    before, after
        Numbers of candidates, without the hexes whose cube is gone now.
    """

    colour: str
    clue: Clue
    owner: str | None
    before: int
    after: int

    @property
    def bits(self) -> float:
        """The information of the clue: log2 of before over after; infinite when it left nothing."""
        if not self.after:
            return inf if self.before else 0.0
        return log2(self.before / self.after)


@dataclass(frozen=True, slots=True)
class Review:
    """All clues of a position, map by map in the order in which they were laid."""

    contributions: tuple[Contribution, ...]

    @property
    def players(self) -> dict[str, float]:
        """The bits that each player's clues took away; clues of unknown owners are left out."""
        found: Counter[str] = Counter()
        for contribution in self.contributions:
            if contribution.owner:
                found[contribution.owner] += contribution.bits  # type: ignore[assignment]  # bits are floats
        return dict(sorted(found.items()))


def review(position: Position) -> Review:
    """Return what each clue of a position took away."""
    return Review(tuple(c for treasure_map in position.maps.values() for c in _contributions(treasure_map)))


def _contributions(treasure_map: TreasureMap) -> list[Contribution]:
    counts = [len(~treasure_map.removed), *map(len, treasure_map.steps)]
    return [
        Contribution(treasure_map.colour, play.clue, play.owner, before, after)
        for play, before, after in zip(treasure_map.plays, counts, counts[1:], strict=False)
    ]
