"""Whole-deck legality in one call: transposed tables of a setting and a deck.

For each hex there is a word with a bit for each clue that is true there. Over a set of candidates, the OR of
the words tells the clues that leave something and the AND the clues that remove nothing; a clue is legal when
it leaves something and removes something (T-12). One byte of the candidate mask, eight hexes, is one look-up.
This is the one implementation for the game, the solvers and the table app.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolkit.hexmap.island import bits

if TYPE_CHECKING:
    from toolkit.games.tobago.clues import Clue, Setting

_BYTE = 256


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
    >>> legal = legality.legal_bits(setting.island.cells(["B22", "B23"]).mask)
    >>> [str(clue) for place, clue in enumerate(legality.clues) if legal >> place & 1][:2]
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


def _byte_tables(words: list[int], count: int) -> list[list[int]]:
    """Return, for each byte of a mask, the OR of the words of every combination of its eight hexes."""
    tables = []
    for start in range(0, 8 * count, 8):
        table = [0]
        for word in words[start : start + 8]:
            table += [entry | word for entry in table]
        tables.append(table + [0] * (_BYTE - len(table)))
    return tables
