"""The ways through the journal, what is missing on each, and what one thing more opens (Y-28 to Y-34, Y-38).

What a player has, what a connection requires and what is missing are rows of numbers: the counters of cards
and tiles, then the influence in each guild. Along a way what must be had is the greatest of what its
connections ask for, and what is spent is their sum. What the spaces of a way bring is not counted on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from toolkit.games.wayfarers.components.names import COUNTERS, GUILDS, OWNED, SCIENCE_COUNT
from toolkit.games.wayfarers.journal import FINAL, SPACES, Requirement, steps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from toolkit.games.wayfarers.tableau import Tableau

    Numbers = NDArray[np.int64]


def thing_words(counter: int, many: int = 1) -> str:
    """Return so many of a counter for people, such as ``2 library tags`` or ``1 science``."""
    name = COUNTERS[counter].removeprefix("all_").removeprefix("guild_").replace("_", " ")
    return f"{many} {name.removesuffix('s') if many == 1 else name}"


def required(needed: Requirement) -> list[int]:
    """Return what a connection requires as a row (Y-29)."""
    row = [0] * OWNED + list(needed.spend)
    if needed.counter >= 0:
        row[needed.counter] = needed.at_least
    return row


class Ways(NamedTuple):
    """All ways from a space to the last column."""

    spaces: tuple[tuple[int, ...], ...]  #: of each way, with the first and the last
    needs: Numbers  #: what each way requires, an array with a row for each
    ends: Numbers  #: the final space of each
    moves: Numbers  #: how many moves each takes


@lru_cache(maxsize=256)
def ways(sections: str, start: int) -> Ways:
    """Return all ways from a space to the last column (Y-28)."""
    spaces: list[tuple[int, ...]] = [(start,)] if start in FINAL else []
    needs = [np.zeros((len(spaces), OWNED + len(GUILDS)), np.int64)]
    for end, needed in steps(sections)[start]:
        onwards, asked = ways(sections, end), np.array(required(needed))
        spaces += [(start, *way) for way in onwards.spaces]
        had, spent = onwards.needs[:, :OWNED], onwards.needs[:, OWNED:]
        needs.append(np.hstack((np.maximum(had, asked[:OWNED]), spent + asked[OWNED:])))
    ends, moves = [way[-1] for way in spaces], [len(way) - 1 for way in spaces]
    return Ways(tuple(spaces), np.vstack(needs), np.array(ends), np.array(moves))


class Way(NamedTuple):
    """A way to a final space, and what is missing for it: counters, as of a row, and how many of each."""

    spaces: tuple[int, ...]
    missing: tuple[tuple[int, int], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the way as JSON data."""
        missing = [thing_words(*one) for one in self.missing]
        spaces = [SPACES[space] for space in self.spaces]
        return {"spaces": spaces, "moves": len(spaces) - 1, "missing": missing}


class Journal(NamedTuple):
    """Where a marker is, what its player has, as a row, and the final spaces that others have taken."""

    sections: str
    marker: int
    have: tuple[int, ...]
    taken: frozenset[int] = frozenset()

    @classmethod
    def of(cls, sections: str, tableau: Tableau, others: Sequence[int] = ()) -> Journal:
        """Return the journal for a player; `others` are the spaces of the other markers (Y-34)."""
        return cls(sections, tableau.marker, (*tableau.counts, *tableau.guilds), FINAL.intersection(others))

    def with_more(self, counter: int, many: int = 1) -> Journal:
        """Return the same with more of a counter."""
        have = self.have
        return self._replace(have=(*have[:counter], have[counter] + many, *have[counter + 1 :]))

    def shortest(self) -> dict[int, list[Way]]:
        """Return the ways with the fewest moves to each free final space, first where least is missing."""
        found, missing = self._missing()
        order, chosen = np.lexsort((missing.sum(axis=1), found.moves)), {}
        for end, rows in self._ends(found, order):
            few = rows[found.moves[rows] == found.moves[rows[0]]].tolist()
            chosen[end] = [_way(found, missing, row) for row in few]
        return chosen

    def nearest(self) -> dict[int, Way]:
        """Return the way to each free final space for which least is missing, of those the shortest."""
        found, missing = self._missing()
        order = np.lexsort((found.moves, missing.sum(axis=1)))
        return {end: _way(found, missing, rows[0]) for end, rows in self._ends(found, order)}

    def _missing(self) -> tuple[Ways, Numbers]:
        found = ways(self.sections, self.marker)
        return found, np.maximum(found.needs - np.array(self.have), 0)

    def _ends(self, found: Ways, order: Numbers) -> Iterator[tuple[int, Numbers]]:
        """Yield the ways to each free final space, as places in arrays; none from a final space."""
        for end in sorted(FINAL - self.taken) if self.marker not in FINAL else ():
            if len(rows := order[found.ends[order] == end]):
                yield end, rows

    def next(self, *, science: bool = False) -> list[int]:
        """Return the spaces that can be entered now, perhaps by the science ability (Y-28, Y-29, Y-38)."""
        have = self.with_more(SCIENCE_COUNT, -science).have
        return [
            end
            for end, needed in steps(self.sections)[self.marker]
            if end not in self.taken
            and have[SCIENCE_COUNT] >= 0
            and all(has >= asked for has, asked in zip(have, required(needed), strict=True))
        ]

    def reach(self) -> frozenset[int]:
        """Return all spaces that can be come to with what is there; influence spent on the way is gone."""
        found: set[Journal] = set()
        open_ = [self]
        while open_:
            here = open_.pop()
            asked = dict(steps(self.sections)[here.marker])
            for end in here.next():
                have = (*here.have[:OWNED], *map(sub, here.have[OWNED:], asked[end].spend))
                then = here._replace(marker=end, have=have)
                if then not in found:
                    found.add(then)
                    open_.append(then)
        return frozenset([one.marker for one in found])

    def opens(self) -> dict[int, frozenset[int]]:
        """Return, by counter, which further spaces one more of it lets the marker come to, where any."""
        reach, asked = self.reach(), ways(self.sections, self.marker).needs.any(axis=0)
        found = {
            counter: self.with_more(counter).reach() - reach for counter in np.flatnonzero(asked).tolist()
        }
        return {counter: spaces for counter, spaces in found.items() if spaces}


def _way(found: Ways, missing: Numbers, row: int) -> Way:
    counters = np.flatnonzero(missing[row]).tolist()
    return Way(found.spaces[row], tuple([(counter, int(missing[row, counter])) for counter in counters]))
