"""Where landmarks may stand (T-5): checked, and drawn at random."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError
from toolkit.core.seeds import Seed, random_source
from toolkit.games.tobago.room import Room
from toolkit.games.tobago.rules import Rules
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import CellSet, distance
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from random import Random

    from toolkit.games.tobago.room import Wanted
    from toolkit.hexmap import Island

COUNTS = {"hut": 4, "palm": 3, "statue": 3}
"""How many landmarks of each kind the box holds (T-5)."""

DRAWN_ORDER = ("statue", "palm", "hut")
"""In which order the kinds are drawn: statues have the fewest hexes."""

_MOST_CHECKED = 200  # beyond so many landmarks of a kind their number is fault enough, and pairs are too many


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
    rules, random = rules or Rules(), random_source(seed)
    room = Room(island, rules.landmark_gap)
    wanted = [(room.allowed(kind), COUNTS[kind]) for kind in DRAWN_ORDER]
    check_room(room, wanted)
    hexes = [island.names[number] for number in _drawn(room, wanted, random)]
    placed = {kind: [hexes.pop(0) for _ in range(COUNTS[kind])] for kind in DRAWN_ORDER}
    return Setting(island, placed["hut"], placed["palm"], placed["statue"], rules)


def check_room(room: Room, wanted: Wanted) -> None:
    """Refuse an island on which what is wanted finds no place; `PlacementError`."""
    if not room.fits(wanted):
        raise no_room(room)


def no_room(room: Room) -> PlacementError:
    """Return the error for an island on which the landmarks find no place."""
    return PlacementError(
        f"{room.island.title} has no room for the landmarks (T-5): more hexes or a smaller gap are needed"
    )


def _drawn(room: Room, wanted: Wanted, random: Random) -> list[int]:
    """Draw hexes for all that is wanted, depth first; an empty list when there are none."""
    open_hexes, count = wanted[0]
    numbers = list(bits(open_hexes))
    for number in random.sample(numbers, len(numbers)):
        after = room.after(wanted, number)
        if not after:
            return [number]
        others = after[1:] if count > 1 else after
        if room.fits(others) and (rest := _drawn(room, after, random)):
            return [number, *rest]
    return []
