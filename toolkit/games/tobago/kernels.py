"""Compiled loops over masks (the extra ``fast``): import this module only where numba is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit, prange

if TYPE_CHECKING:
    from numpy.typing import NDArray


@njit(cache=True, parallel=True, nogil=True)
def legal_rows(masks: NDArray[np.uint64], tables: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the legal clues of each row of masks by byte look-ups; the twin of the numpy path of `Legality`.

    `masks` has shape (maps, words), `tables` (2, bytes, 256); the answer has shape (maps,).
    """
    out = np.empty(masks.shape[0], np.uint64)
    for row in prange(masks.shape[0]):
        true = np.uint64(0)
        false = np.uint64(0)
        for byte in range(tables.shape[1]):
            value = (masks[row, byte >> 3] >> np.uint64(8 * (byte & 7))) & np.uint64(255)
            true |= tables[0, byte, value]
            false |= tables[1, byte, value]
        out[row] = true & false
    return out
