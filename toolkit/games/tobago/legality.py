"""Whole-deck legality in one call: transposed tables of a setting and a deck.

For each hex there is a word with a bit for each clue that is true there. Over a set of candidates, the OR of
the words tells the clues that leave something and the AND the clues that remove nothing; a clue is legal when
it leaves something and removes something (T-12). One byte of the candidate mask, eight hexes, is one look-up.
This is the one implementation for the game, the solvers and the table app.
"""

from __future__ import annotations

from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from toolkit.core.errors import ToolkitError
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.setting import Setting
    from toolkit.hexmap import CellSet

Engine = Literal["numpy", "numba"]

WORD = 64
"""Bits in a word of an array."""

_BYTE = 256
_ROWS = 1 << 14  # rows of a batch at a time: their columns stay in the processor's cache


def fastest_engine() -> Engine:
    """Return ``numba`` when it is installed, else ``numpy``; both give the same answers."""
    return "numba" if find_spec("numba") else "numpy"


def chosen_engine(engine: Engine | None) -> Engine:
    """Return the engine that was asked for, or the fastest; `ToolkitError` for one that does not exist."""
    if engine is not None and engine not in get_args(Engine):
        raise ToolkitError(f"no engine {engine!r}: it is one of {', '.join(get_args(Engine))}")
    return engine or fastest_engine()


class Legality:
    """The clues of a deck, compiled for a setting.

    Parameters
    ----------
    setting
        The island with its landmarks, under its rules. Whether a clue must remove something (T-15) depends
        on the cubes of a map: say it with `may_idle`.
    clues
        The clues in question, each once: bit i of every answer is clue i.

    Examples
    --------
    >>> from toolkit.games.tobago import Setting, boxed_island, reconstructed_deck
    >>> setting = Setting(boxed_island(), huts=["B23"])
    >>> legality = Legality(setting, reconstructed_deck().kinds)
    >>> [str(clue) for clue in legality.legal(setting.island.cells(["B22", "B23"]))][:2]
    ['next to hut', 'within 2 of largest lake']
    """

    def __init__(self, setting: Setting, clues: Iterable[Clue]) -> None:
        self.setting = setting
        self.clues: tuple[Clue, ...] = tuple(dict.fromkeys(clues))
        self.masks: tuple[int, ...] = tuple(setting.masks[clue.number] for clue in self.clues)
        self._width = len(self.clues)
        self._every = (1 << self._width) - 1
        self._bytes = (len(setting.island) + 7) // 8
        self._tables = _byte_tables(self._words(), self._bytes)

    def _words(self) -> list[int]:
        """Return a word for each hex: the clues true there, and above them the clues false there."""
        true = [0] * (8 * self._bytes)
        for number, mask in enumerate(self.masks):
            for index in bits(mask):
                true[index] |= 1 << number
        return [word | (self._every & ~word) << self._width for word in true[: len(self.setting.island)]]

    def legal_bits(self, mask: int, *, may_idle: bool = False) -> int:
        """Return the legal clues on a map with these candidates, as bits; none when the mask is empty.

        With `may_idle` a clue need not remove anything (T-15, while no cubes lie on the board).
        """
        found = 0
        for byte, table in zip(mask.to_bytes(self._bytes, "little"), self._tables, strict=True):
            found |= table[byte]
        return found & (self._every if may_idle else found >> self._width)

    def legal(self, candidates: CellSet, *, may_idle: bool = False) -> tuple[Clue, ...]:
        """Return the clues that may be laid on a map with these candidates; `may_idle` as in `legal_bits`."""
        return tuple(
            self.clues[number] for number in bits(self.legal_bits(candidates.mask, may_idle=may_idle))
        )

    def pack(self, masks: Sequence[int]) -> NDArray[np.uint64]:
        """Return candidate masks as an array for `batch`: shape (masks, words), 64 hexes to a word."""
        size = 8 * self._words_per_mask
        raw = b"".join(mask.to_bytes(size, "little") for mask in masks)
        return np.frombuffer(raw, dtype="<u8").reshape(len(masks), self._words_per_mask).astype(np.uint64)

    @property
    def _words_per_mask(self) -> int:
        return (self._bytes + 7) // 8

    def batch(
        self, masks: NDArray[np.uint64], engine: Engine | None = None, *, may_idle: bool = False
    ) -> NDArray[np.uint64]:
        """Return the legal clues of many maps at once.

        Parameters
        ----------
        masks
            Candidate masks, shape (maps, words), as `pack` makes them.
        engine
            ``numpy`` or ``numba``; by default the fastest that is installed.
        may_idle
            As in `legal_bits`, for all maps.

        Returns
        -------
        array of shape (maps, clue words)
            Row i holds the bits of ``legal_bits(masks[i])``, 64 clues to a word.

        Raises
        ------
        ToolkitError
            An array of another shape or type, or an unknown engine.
        """
        if masks.ndim != 2 or masks.shape[1] != self._words_per_mask or masks.dtype != np.uint64:
            raise ToolkitError(f"masks are an array of uint64 of shape (maps, {self._words_per_mask})")
        engine = chosen_engine(engine)
        arrays = [_idling(tables) for tables in self._arrays] if may_idle else self._arrays
        columns = [self._batch(masks, tables, engine) for tables in arrays]
        return np.stack(columns, axis=1)

    def _batch(
        self, masks: NDArray[np.uint64], tables: NDArray[np.uint64], engine: Engine
    ) -> NDArray[np.uint64]:
        if engine == "numba":
            from toolkit.games.tobago.kernels import legal_rows  # numba is optional and slow to import

            out: NDArray[np.uint64] = legal_rows(np.ascontiguousarray(masks), tables)
            return out
        return np.concatenate([np.empty(0, np.uint64), *_chunks(masks, tables)])

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.uint64], ...]:
        """The byte tables as arrays of shape (2, bytes, 256), one for each 64 clues: true, then false."""
        every = (1 << WORD) - 1
        shifts = range(0, max(self._width, 1), WORD)
        chosen = [min(WORD, self._width - shift) for shift in shifts]
        return tuple(
            np.array(
                [
                    [
                        [entry >> part + shift & every >> WORD - size for entry in table]
                        for table in self._tables
                    ]
                    for part in (0, self._width)
                ],
                dtype=np.uint64,
            )
            for shift, size in zip(shifts, chosen, strict=True)
        )


def _byte_tables(words: list[int], count: int) -> list[list[int]]:
    """Return, for each byte of a mask, the OR of the words of every combination of its eight hexes."""
    tables = []
    for start in range(0, 8 * count, 8):
        table = [0]
        for word in words[start : start + 8]:
            table += [entry | word for entry in table]
        tables.append(table + [0] * (_BYTE - len(table)))
    return tables


def _idling(tables: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return tables for which every clue is false somewhere, so that leaving something is enough."""
    return np.stack([tables[0], np.full_like(tables[1], ~np.uint64(0))])


def _chunks(masks: NDArray[np.uint64], tables: NDArray[np.uint64]) -> list[NDArray[np.uint64]]:
    return [_look_up(masks[start : start + _ROWS], tables) for start in range(0, len(masks), _ROWS)]


def _look_up(masks: NDArray[np.uint64], tables: NDArray[np.uint64]) -> NDArray[np.uint64]:
    columns = np.ascontiguousarray(masks, dtype="<u8").view(np.uint8).T[: tables.shape[1]]
    true, false = np.zeros((2, len(masks)), np.uint64)
    for column, true_table, false_table in zip(columns, *tables, strict=True):
        byte = column.astype(np.intp)
        true |= true_table[byte]
        false |= false_table[byte]
    return np.asarray(true & false)
