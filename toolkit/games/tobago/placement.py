"""Where landmarks may stand (T-5): checked, and drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from toolkit.core.chance import Seed, random_source
from toolkit.core.errors import ToolkitError, quote
from toolkit.games.tobago.clues import Setting, check_island
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import CellSet, Island, distance
from toolkit.hexmap.island import bits, mask_of

COUNTS = {"hut": 4, "palm": 3, "statue": 3}
"""How many landmarks of each kind the box holds (T-5)."""

DRAWN_ORDER = ("statue", "palm", "hut")
"""In which order the kinds are drawn: statues have the fewest hexes."""

_MOST_CHECKED = 200  # beyond so many landmarks of a kind their number is fault enough, and pairs are too many


Wanted = list[tuple[int, int]]
"""For each kind of landmark to be placed, the mask of the hexes open to it and how many are wanted."""


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
            hexes = "1 hex" if apart == 1 else f"{apart} hexes"
            found.append(f"{kind}s on {one} and {other} are {hexes} apart, not {gap} (T-5)")
    return found


def why_not_place(setting: Setting, kind: str, name: str) -> str:
    """Return why one more landmark of a kind may not stand on a hex (T-5); empty if it may.

    `IslandError` for an unknown hex.
    """
    island = setting.island
    island.number(name)
    if there := setting.landmark(name):
        return f"a {there} stands on {name} already (T-5)"
    if len(setting.landmarks[kind]) >= COUNTS[kind]:
        return f"all {COUNTS[kind]} {kind}s stand already (T-5)"
    if kind == "statue" and name in island.coast:
        return f"{name} lies on the coast, where no statue stands (T-5)"
    for other in setting.landmarks[kind]:
        apart = distance(island.place(name), island.place(other))
        if apart < setting.rules.landmark_gap:
            return f"{name} is {apart} from the {kind} on {other}, not {setting.rules.landmark_gap} (T-5)"
    return ""


def free_hexes(setting: Setting, start: str) -> CellSet:
    """Return the hexes on which the landmark of a hex may stand when it is moved (T-5), its own among them.

    `ToolkitError` when no landmark stands there.
    """
    island, kind = setting.island, setting.landmark(start)
    if kind is None:
        raise ToolkitError(f"no landmark stands on {quote(start)}")
    spacing = Spacing(island, setting.rules.landmark_gap)
    free = spacing.allowed(kind)
    for other, cells in setting.landmarks.items():
        for number in bits(cells.mask & ~island.cells([start]).mask):
            free &= spacing.apart(number) if other == kind else ~(1 << number)
    return CellSet(island, free)


def random_setting(island: Island, seed: Seed = None, rules: Rules | None = None) -> Setting:
    """Return the island with all ten landmarks placed by the rule (T-5), the same for the same seed.

    Each kind is drawn hex by hex, uniformly over the hexes that the rule still allows; a draw that leaves no
    place for the rest is taken back. `PlacementError` when the island has no room.

    >>> from toolkit.games.tobago import boxed_island
    >>> placement_faults(random_setting(boxed_island(), seed=1))
    []
    """
    rules, random = rules or Rules(), random_source(seed)
    spacing = Spacing(check_island(island), rules.landmark_gap)
    wanted = [(spacing.allowed(kind), COUNTS[kind]) for kind in DRAWN_ORDER]
    check_room(spacing, wanted)
    hexes = [island.names[number] for number in _drawn(spacing, wanted, random)]
    placed = {kind: [hexes.pop(0) for _ in range(COUNTS[kind])] for kind in DRAWN_ORDER}
    return Setting(island, placed["hut"], placed["palm"], placed["statue"], rules)


def check_room(spacing: Spacing, wanted: Wanted) -> None:
    """Refuse an island on which what is wanted finds no place; `PlacementError`."""
    if not spacing.fits(wanted):
        needed = "more hexes or a smaller gap are needed"
        raise PlacementError(f"{spacing.island.title} has no room for the landmarks (T-5): {needed}")


def _drawn(spacing: Spacing, wanted: Wanted, random: Random) -> list[int]:
    """Draw hexes for all that is wanted, depth first; an empty list when there are none."""
    open_hexes, count = wanted[0]
    numbers = list(bits(open_hexes))
    for number in random.sample(numbers, len(numbers)):
        after = spacing.after(wanted, number)
        if not after:
            return [number]
        others = after[1:] if count > 1 else after
        if spacing.fits(others) and (rest := _drawn(spacing, after, random)):
            return [number, *rest]
    return []


class Spacing:
    """Where landmarks that keep a gap find hexes: whether those that are still to be placed do (T-5).

    Parameters
    ----------
    island
        The terrain. Bit i of every mask is hex i of ``island.names``.
    gap
        The least distance between two landmarks of one kind, in hexes; no two ever share a hex.
    """

    def __init__(self, island: Island, gap: int) -> None:
        self.island = island
        self.gap = gap
        self._apart: dict[int, int] = {}

    def allowed(self, kind: str) -> int:
        """Return the mask of the hexes on which a kind of landmark may stand."""
        land: int = self.island.land.mask
        return land & ~self.island.coast.mask if kind == "statue" else land

    def apart(self, number: int) -> int:
        """Return the mask of the hexes that are far enough from a landmark for another of its kind."""
        if number not in self._apart:
            hexes = self.island.hexes
            far = (other for other, place in enumerate(hexes) if distance(hexes[number], place) >= self.gap)
            self._apart[number] = mask_of(far, len(hexes)) & ~(1 << number)
        return self._apart[number]

    def after(self, wanted: Wanted, number: int) -> Wanted:
        """Return what is wanted after a landmark of the first kind was placed on a hex."""
        (open_hexes, count), *others = wanted
        left = [(mask & ~(1 << number), more) for mask, more in others]
        return [(open_hexes & self.apart(number), count - 1), *left] if count > 1 else left

    def fits(self, wanted: Wanted) -> bool:
        """Tell whether all that is wanted finds hexes; exactly, also on an island with hardly any room."""
        taken = 0
        for open_hexes, count in wanted:
            places = self._places(open_hexes & ~taken, count)
            if not places:
                return self._fits_closely(wanted)
            taken |= places
        return True

    def _places(self, open_hexes: int, count: int) -> int:
        """Return the mask of so many open hexes that keep the gap; 0 when there are none."""
        if count == 1:
            return open_hexes & -open_hexes
        while open_hexes:
            first = open_hexes & -open_hexes
            open_hexes ^= first
            rest = self._places(open_hexes & self.apart(first.bit_length() - 1), count - 1)
            if rest:
                return first | rest
        return 0

    def _fits_closely(self, wanted: Wanted) -> bool:
        """Tell the same where the kinds take hexes from each other.

        The others cannot take every choice of a kind that has more choices without a common hex than they
        have landmarks: such a kind is left out. Any choice of the others shares a hex with one of a few
        choices, so that few hexes have to be tried, however large the island is.
        """
        tried: list[tuple[int, Wanted]] = []
        for which, (open_hexes, count) in enumerate(wanted):
            others = wanted[:which] + wanted[which + 1 :]
            rivals = sum(more for _, more in others)
            choices = list(self._disjoint(open_hexes, count, rivals + 1))
            if not choices:
                return False
            if len(choices) > rivals:
                return self._fits_closely(others)
            tried.append((sum(choices), [(open_hexes, count), *others]))
        if not tried:
            return True
        hexes, order = min(tried, key=lambda one: one[0].bit_count())
        return any(self._fits_closely(self.after(order, number)) for number in bits(hexes))

    def _disjoint(self, open_hexes: int, count: int, most: int) -> Iterator[int]:
        """Yield choices of places without a common hex, until no other is left or there are enough."""
        for _ in range(most):
            places = self._places(open_hexes, count)
            if not places:
                return
            yield places
            open_hexes &= ~places
