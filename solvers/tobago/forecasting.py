"""Forecast: where a treasure will end, after how many clues, and with what chance its map gets stuck.

One map at a time the answer is exact. The next card is uniform over the cards of the deck that are legal now,
copies weighted. A clue that is illegal on some candidates stays illegal on every subset of them, and a clue
that was laid is illegal from then on. So the candidate mask alone is the state of a Markov chain: all masks
that can follow are found once, and then the chain is followed clue after clue.

While a clue need not remove anything (T-15) the state is the mask with the number of clues laid: a laid clue
holds on all that is left, so each is one card fewer among those that would leave the mask as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Deck, TreasureMap
from toolkit.games.tobago.maps import cubes_lie
from toolkit.hexmap import CellSet
from toolkit.hexmap.island import bits, mask_of

MOST_STATES = 500_000
"""How many candidate sets a forecast follows: they fit into half a gigabyte."""

_BATCH = 2048  # so many candidate sets are gone on from at a time


@dataclass(frozen=True, slots=True)
class Forecast:
    """Where one map goes when only the deck decides."""

    #: the chance that the treasure is located on a hex, by its name; hexes without a chance are left out
    ends: Mapping[str, float]
    #: the chance that the map ends on several candidates with no legal card left, by these candidates
    stuck: Mapping[CellSet, float]
    clues: Mapping[int, float]  #: the chance that so many further clues are laid, by their number
    states: int  #: how many different candidate sets can occur

    @property
    def located_chance(self) -> float:
        """The chance that the treasure is located."""
        return min(sum(self.ends.values()), 1)  # many roundings may add up to more

    @property
    def stuck_chance(self) -> float:
        """The chance that the map gets stuck."""
        return min(sum(self.stuck.values()), 1)

    @property
    def mean_clues(self) -> float:
        """The expected number of further clues."""
        return sum(number * chance for number, chance in self.clues.items())


def forecast(
    treasure_map: TreasureMap,
    deck: Deck,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Forecast:
    """Return where a map goes when every further card is drawn from the deck.

    Parameters
    ----------
    treasure_map
        The map as it lies.
    deck
        The cards that are left to be played, such as `Position.remaining`.
    progress
        Hears now and then how many of the candidate sets found so far have been gone on from.

    Raises
    ------
    ToolkitError
        A map without candidates, or one that more than `MOST_STATES` candidate sets can follow.
    """
    if not treasure_map.candidates:
        raise ToolkitError(f"{treasure_map.colour} has no candidates: nothing can be forecast")
    chain = _Chain(treasure_map, deck, progress)
    final, clues = chain.run()
    names, island = treasure_map.setting.island.names, treasure_map.setting.island
    single = {mask: chance for mask, chance in final.items() if mask.bit_count() == 1}
    several = {mask: chance for mask, chance in final.items() if mask.bit_count() > 1}
    return Forecast(
        ends={names[mask.bit_length() - 1]: single[mask] for mask in sorted(single)},
        stuck={CellSet(island, mask): several[mask] for mask in sorted(several)},
        clues=clues,
        states=len(chain.states),
    )


class _Chain:
    """The Markov chain of one map over candidate masks.

    A mask has a bit for each class of hexes on which the same cards hold: no card parts them. It is a row of
    words of 64 bits, and as bytes the key of its number.
    """

    def __init__(
        self, treasure_map: TreasureMap, deck: Deck, progress: Callable[[int, int], None] | None
    ) -> None:
        masks = treasure_map.setting.masks
        self._map, self._progress = treasure_map, progress
        self._classes = _classes([masks[clue.number] for clue in deck.kinds], treasure_map.candidates.mask)
        self._width = 8 * -(-len(self._classes) // 64)
        self._holds = self._rows([self._key(masks[clue.number]) for clue in deck.kinds])
        self._copies = np.array([copies for _, copies in deck.cards], np.int32)
        self.states = [self._key(treasure_map.candidates.mask)]
        self._grow()

    def _key(self, hexes: int) -> bytes:
        classes = (number for number, cells in enumerate(self._classes) if cells & hexes)
        return mask_of(classes, len(self._classes)).to_bytes(self._width, "little")

    def _hexes(self, key: bytes) -> int:
        """Return the mask of the hexes in the classes of a key."""
        return reduce(or_, (self._classes[number] for number in bits(int.from_bytes(key, "little"))))

    def _rows(self, keys: Sequence[bytes]) -> NDArray[Any]:
        return np.frombuffer(b"".join(keys), "<u8").reshape(len(keys), self._width // 8)

    def _grow(self) -> None:
        """Find every mask that can follow, and every way: from, to, and how many cards go it."""
        numbers, done = {self.states[0]: 0}, 0
        ways: list[tuple[NDArray[Any], ...]] = []
        while done < len(self.states):
            before = self._rows(self.states[done : done + _BATCH])
            left = before[:, None] & self._holds
            legal = (left != 0).any(axis=2) & (left != before[:, None]).any(axis=2)
            sources, cards = np.nonzero(legal)
            keys: list[bytes] = left[legal].view(f"V{self._width}").ravel().tolist()
            targets = np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int32)
            ways.append(((sources + done).astype(np.int32), targets, self._copies[cards]))
            done += len(before)
            self.states = list(numbers)
            self._report(done)
        self._sources, self._targets, self._weights = map(np.concatenate, zip(*ways, strict=True))

    def _report(self, done: int) -> None:
        """Tell how far the search is, and refuse what would take too much memory."""
        if len(self.states) > MOST_STATES:
            raise ToolkitError(
                f"more than {MOST_STATES:,} sets of candidates can follow on {self._map.colour}: "
                "a forecast takes a map with more clues"
            )
        if self._progress:
            self._progress(done, len(self.states))

    def run(self) -> tuple[dict[int, float], dict[int, float]]:
        """Return the chance of each mask (of hexes) to be the last, and of each number of further clues."""
        size, idle_cards = len(self.states), self._idle_cards()
        total = np.bincount(self._sources, self._weights, size).astype(int)
        clues, chances, final = dict[int, float](), np.zeros(size), np.zeros(size)
        chances[0] += 1
        for count in range(int(self._copies.sum()) + 1):
            idle, lies = idle_cards(count), chances.astype(bool)
            if not lies.any():
                break
            legal = np.maximum(total + idle, 1)
            ends = np.flatnonzero(lies & (total + idle == 0))
            if len(ends):
                clues[count] = sum(chances[ends].tolist())
                final[ends] += chances[ends]
            share = np.zeros(size)
            share[lies] = chances[lies] / legal[lies]
            chances = np.zeros(size)
            chances[lies] = share[lies] * idle[lies]
            ways = np.flatnonzero(lies[self._sources])
            np.add.at(chances, self._targets[ways], share[self._sources[ways]] * self._weights[ways])
        found = zip(self.states, final.tolist(), strict=True)
        return {self._hexes(key): chance for key, chance in found if chance}, clues

    def _idle_cards(self) -> Callable[[int], NDArray[Any]]:
        """Return what tells, after so many clues, how many cards may remove nothing from each mask (T-15)."""
        none = np.zeros(len(self.states), int)
        if self._map.setting.rules.must_reduce != "once_marked":
            return lambda _: none
        laid, rows = len(self._map.plays), self._rows(self.states)
        idle = none + (rows[:, None] & self._holds == rows[:, None]).all(axis=2) @ self._copies
        sizes = [self._hexes(key).bit_count() for key in self.states]
        unmarked = [np.array([not cubes_lie(clues, size) for size in sizes]) for clues in (0, 1)]
        return lambda count: np.where(unmarked[min(laid + count, 1)], idle - count, 0)


def _classes(masks: Iterable[int], whole: int) -> list[int]:
    """Return the parts of a mask that some masks do not part further."""
    parts = [whole]
    for mask in masks:
        parts = [part for one in parts for part in (one & mask, one & ~mask) if part]
    return parts
