"""Where landmarks may stand (T-5): checked, and drawn at random."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError
from toolkit.core.seeds import Seed, random_source
from toolkit.games.tobago.rules import Rules
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import CellSet, distance

if TYPE_CHECKING:
    from random import Random

    from toolkit.hexmap import Island

COUNTS = {"hut": 4, "palm": 3, "statue": 3}
"""How many landmarks of each kind the box holds (T-5)."""


_MOST_CHECKED = 200  # beyond so many landmarks of a kind their number is fault enough, and pairs are too many
_ATTEMPTS = 20  # kinds get into each other's way only on the smallest islands


class PlacementError(ToolkitError):
    """An island on which the landmarks find no place."""


def placement_faults(setting: Setting) -> list[str]:
    """Return what the rule for landmarks (T-5) has against a setting, as sentences; empty when nothing."""
    faults = []
    for kind, cells in setting.landmarks.items():
        if len(cells) != COUNTS[kind]:
            few = "" if len(cells) == 1 else "s"
            faults.append(f"{len(cells)} {kind}{few} instead of {COUNTS[kind]} (T-5)")
        if len(cells) <= _MOST_CHECKED:
            faults += _too_close(setting, kind, cells)
    faults += [
        f"the statue on {name} stands on the coast (T-5)" for name in setting.statues & setting.island.coast
    ]
    return faults


def _too_close(setting: Setting, kind: str, cells: CellSet) -> list[str]:
    island, gap = setting.island, setting.rules.landmark_gap
    found = []
    for one, other in combinations(cells, 2):
        apart = distance(island.place(one), island.place(other))
        if apart < gap:
            found.append(f"{kind}s on {one} and {other} are {apart} hexes apart, not {gap} (T-5)")
    return found


def random_setting(island: Island, seed: Seed = None, rules: Rules | None = None) -> Setting:
    """Return the island with all ten landmarks placed by the rule (T-5), the same for the same seed.

    Each kind is drawn hex by hex, uniformly over the hexes that the rule still allows; a draw that leaves no
    place for the rest is taken back. `PlacementError` when the island has no room.

    >>> from toolkit.games.tobago import boxed_island
    >>> placement_faults(random_setting(boxed_island(), seed=1))
    []
    """
    rules = rules or Rules()
    placer = _Placer(island, rules.landmark_gap, random_source(seed))
    for _ in range(_ATTEMPTS):
        if placed := placer.place():
            return Setting(island, placed["hut"], placed["palm"], placed["statue"], rules)
        if not placer.each_kind_has_room():
            break
    raise PlacementError(
        f"{island.title} has no room for the landmarks (T-5): more hexes or a smaller gap are needed"
    )


class _Placer:
    """Draws each kind depth first, so that it fails only when the kinds drawn before take the room."""

    def __init__(self, island: Island, gap: int, random: Random) -> None:
        self.island = island
        self.gap = gap
        self.random = random

    def place(self) -> dict[str, list[str]] | None:
        """Place statues first: they have the fewest hexes."""
        placed: dict[str, list[str]] = {}
        taken: set[str] = set()
        for kind in ("statue", "palm", "hut"):
            chosen = self._choose(self._allowed(kind, taken), COUNTS[kind])
            if chosen is None:
                return None
            placed[kind] = chosen
            taken.update(chosen)
        return placed

    def each_kind_has_room(self) -> bool:
        """Tell whether each kind could be placed if it were alone."""
        return all(
            self._choose(self._allowed(kind, set()), count) is not None for kind, count in COUNTS.items()
        )

    def _allowed(self, kind: str, taken: set[str]) -> list[str]:
        coast = self.island.coast if kind == "statue" else ()
        return [name for name in self.island.names if name not in taken and name not in coast]

    def _choose(self, allowed: list[str], count: int) -> list[str] | None:
        if count == 0:
            return []
        for name in self.random.sample(allowed, len(allowed)):
            rest = self._choose([other for other in allowed if self._apart(name, other)], count - 1)
            if rest is not None:
                return [name, *rest]
        return None

    def _apart(self, one: str, other: str) -> bool:
        return one != other and distance(self.island.place(one), self.island.place(other)) >= self.gap
