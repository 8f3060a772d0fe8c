"""Sets of clue cards of which exactly one is false, made on masks.

With each set of cards go two masks: the places where all cards hold, and those where all but one do. On a
place of the second the false card is certain, so the puzzle has one answer when that mask has one hex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from puzzles.kinds.minimal import Pinner


class Tally(NamedTuple):
    """The places where all cards of a set hold, and those where exactly one of them does not."""

    all: int
    but_one: int

    def __or__(self, other: Tally) -> Tally:
        """Return the tally of two sets of cards together."""
        return Tally(self.all & other.all, self.all & other.but_one | self.but_one & other.all)


def tally_of(masks: Iterable[int], every: int) -> Tally:
    """Return the tally of cards that hold on these masks, among all hexes of an island."""
    found = Tally(every, 0)
    for mask in masks:
        found |= Tally(mask, every & ~mask)
    return found


def spare_truths(masks: Sequence[int], every: int) -> list[int]:
    """Return the numbers of the true cards without which a puzzle with one answer still has the same.

    "Minimal" means here: whichever card is left out, the others ("exactly one of these is false") no longer
    have exactly one answer with the same hex. Without a true card the old answer always remains, so the card
    is needed exactly when a second answer appears. Without the lie the answer can never be the same: on its
    hex all cards that are left hold. So the lie is always needed, and only true cards can be spare.
    """
    answer = tally_of(masks, every).but_one
    true = [number for number, mask in enumerate(masks) if mask & answer]
    return [n for n in true if tally_of([*masks[:n], *masks[n + 1 :]], every).but_one == answer]


def lying_cards(pinner: Pinner, index: int, lie: int, random: Random) -> list[int] | None:
    """Return clue numbers with one lie among them: one answer, none spare; the lie comes last.

    True cards are drawn at random until one answer is left; then, from the last to the first, each card goes
    that those before it and the kept ones after it do not need. None when all true cards do not suffice.

    Parameters
    ----------
    pinner
        The masks, and the clues that are true on each hex.
    index
        The hex of the treasure.
    lie
        The number of a clue that is false there.
    random
        The source of chance.
    """
    masks, every, target = pinner.masks, pinner.every, 1 << index
    pool, drawn = list(pinner.true[index]), list[tuple[int, Tally]]()
    found = tally_of([masks[lie]], every)
    while found.but_one != target:
        if not pool:
            return None
        place = random.randrange(len(pool))
        card, pool[place] = pool[place], pool[-1]
        pool.pop()
        drawn.append((card, found))
        found |= tally_of([masks[card]], every)
    kept, rest = list[int](), tally_of([], every)
    for card, before in reversed(drawn):
        if (before | rest).but_one != target:
            kept.append(card)
            rest |= tally_of([masks[card]], every)
    return [*kept, lie]
