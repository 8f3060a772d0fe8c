"""Minimal clue sets: clues that pin one hex, and none of which can be spared; made on masks, fast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.puzzle import PuzzleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.setting import Setting


class Pinner:
    """The clues of a deck that are true on each hex of a setting, ready to be drawn from.

    Parameters
    ----------
    setting
        The island with its landmarks, under its rules.
    clues
        The kinds of cards that may be drawn.

    Attributes
    ----------
    masks
        The mask of every clue of the grammar, by its number (`Setting.masks`).
    true
        For each hex, the numbers of the clues that hold there, in the order of the deck.
    pinnable
        The numbers of the hexes that all their true clues together pin; no other hex can be pinned, for
        more clues never hurt (`solvers.tobago.unpinnable` gives the others).
    """

    def __init__(self, setting: Setting, clues: Iterable[Clue]) -> None:
        self.masks = setting.masks
        self.every = setting.island.land.mask
        self.names = setting.island.names
        deck = [clue.number for clue in clues]
        self.true: list[list[int]] = [
            [number for number in deck if self.masks[number] >> index & 1] for index in range(len(self.names))
        ]
        self.pinnable: tuple[int, ...] = tuple(
            index for index, true in enumerate(self.true) if self._left(true) == 1 << index
        )

    def _left(self, clues: Iterable[int]) -> int:
        left = self.every
        for number in clues:
            left &= self.masks[number]
        return left

    def minimal(self, index: int, random: Random) -> list[int]:
        """Return a random minimal set of clue numbers that pins a hex; `PuzzleError` for one that none pins.

        Empty on an island of one hex.
        """
        if self._left(self.true[index]) != 1 << index:
            raise PuzzleError(f"no set of these clues can pin {self.names[index]}")
        return minimal_clues(self.masks, self.true[index], index, self.every, random)


def minimal_clues(
    masks: Sequence[int], true: Sequence[int], index: int, every: int, random: Random
) -> list[int]:
    """Return numbers of clues that pin hex `index`, none of which can be spared.

    Clues are drawn at random until only the hex is left; then, from the last to the first, each clue goes
    that those before it and the kept ones after it do not need. Both passes look at each clue once.

    Parameters
    ----------
    masks
        The hexes of every clue, by its number.
    true
        The numbers of the clues to draw from. All hold on the hex, and together they pin it.
    index
        The number of the hex.
    every
        The mask of all hexes of the island.
    random
        The source of chance.
    """
    target, left = 1 << index, every
    pool, draw = list(true), random.random
    drawn: list[tuple[int, int]] = []  # each clue that removed something, and the candidates before it
    while left != target:
        place = int(draw() * len(pool))  # several times faster than `randrange`
        clue, pool[place] = pool[place], pool[-1]
        pool.pop()
        narrowed = left & masks[clue]
        if narrowed != left:
            drawn.append((clue, left))
            left = narrowed
    kept, rest = [], every
    for clue, before in reversed(drawn):
        if before & rest != target:
            kept.append(clue)
            rest &= masks[clue]
    return kept
