"""Which small sets of clues pin exactly one hex: all of them over a whole deck."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.legality import WORD, chosen_engine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from toolkit.games.tobago import Legality
    from toolkit.games.tobago.legality import Engine

SIZES = (3, 4, 5)
"""The sizes of sets that can be searched."""


@dataclass(frozen=True, slots=True)
class PinningSets:
    """All sets of clues of one size that leave exactly one hex together.

    Attributes
    ----------
    clues
        Shape (sets, size): numbers of clues in ``legality.clues``, ascending in a row; rows ascend too.
    hexes
        Shape (sets,): the number of the hex that each set pins, in ``island.names``.
    """

    clues: NDArray[np.intp]
    hexes: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.hexes)


def pinning_sets(legality: Legality, size: int, engine: Engine | None = None) -> PinningSets:
    """Return every set of `size` clues (3, 4 or 5) that pins exactly one hex.

    `engine` is ``numpy`` or ``numba``, by default the fastest that is installed; the answers are the same.
    `ToolkitError` for another size or an unknown engine.
    """
    if size not in SIZES:
        raise ToolkitError(f"sets of {', '.join(map(str, SIZES))} clues can be searched, not of {size}")
    masks = legality.pack(legality.masks)
    if chosen_engine(engine) == "numba":
        from solvers.tobago.kernels import pinning_rows  # numba is optional and slow to import

        return PinningSets(*pinning_rows(np.ascontiguousarray(masks), size))
    return _search(masks, size)


def _search(masks: NDArray[np.uint64], size: int) -> PinningSets:
    """Combine every head of 0, 1 or 2 clues with all triples of later clues at once."""
    triples = np.array(list(combinations(range(len(masks)), 3)), np.intp).reshape(-1, 3)
    left = masks[triples[:, 0]] & masks[triples[:, 1]] & masks[triples[:, 2]]
    first_after = np.searchsorted(triples[:, 0], np.arange(len(masks)), side="right")
    clues, pinned = [np.empty((0, size), np.intp)], [masks[:0]]
    for head in combinations(range(len(masks)), size - 3):
        start = first_after[head[-1]] if head else 0
        rest = left[start:]
        for clue in head:
            rest = rest & masks[clue]
        hits = np.flatnonzero(np.bitwise_count(rest).sum(axis=1) == 1)
        heads = np.tile(np.array(head, np.intp), (len(hits), 1))
        clues.append(np.hstack([heads, triples[start:][hits]]))
        pinned.append(rest[hits])
    return PinningSets(np.concatenate(clues), _hex_numbers(np.concatenate(pinned)))


def _hex_numbers(pinned: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return the number of the only bit of each row."""
    word = (pinned != 0).argmax(axis=1)
    value = np.take_along_axis(pinned, word[:, None], axis=1)[:, 0]
    return np.asarray(word * WORD + np.bitwise_count(value - np.uint64(1)), np.intp)
