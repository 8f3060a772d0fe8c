"""`Supply`: the cards that a player may draw, in the order in which they run out (W-13, W-14).

First the draw pile: each card is any of the unseen ones, in the pile or in a hand, all equally likely. Then
the discard pile, shuffled (W-13). Then the hands of the rivals (W-14): whichever rival is chosen, the card is
again any of the unseen ones that are left. Then nothing. Cards that are played meanwhile do not come back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from operator import add, sub

from toolkit.games.wazabi.position import Position

Counts = tuple[int, ...]
"""How many cards there are of each kind that matters, and in the last place how many others."""


@dataclass(frozen=True, slots=True)
class Supply:
    """What a player may draw."""

    hidden: Counts  #: the cards of the draw pile and of the others' hands together
    pile: int  #: how many of them lie in the draw pile
    discard: Counts
    rivals: int  #: how many cards the rivals hold (W-14)

    @classmethod
    def of(cls, position: Position, kinds: Sequence[Collection[str]]) -> Supply:
        """Return the supply of a position; the names of each collection count as one kind that matters."""
        return cls(
            _counts(position.unseen, kinds),
            position.draw,
            _counts(Counter(position.discard), kinds),
            sum(position.hands[seat] for seat in position.rivals),
        )

    def left(self, kind: int) -> bool:
        """Tell whether a kind of card may still be drawn."""
        return bool(self.discard[kind] or (self.hidden[kind] and (self.pile or self.rivals)))

    def draws(self, count: int) -> tuple[tuple[Counts, int, Supply], ...]:
        """Return what so many cards, drawn one after another, may be.

        Each outcome comes with its integer weight and with what is left; fewer cards when there are not
        enough. An outcome can stand there twice, with different cards left.
        """
        source = self.hidden if self.pile or not any(self.discard) else self.discard
        take = min(count, self.pile or sum(self.discard) or self.rivals)
        taken = tuple(
            (drawn, ways, self._with(tuple(map(sub, source, drawn)), take))
            for drawn, ways in _hands(source, take)
        )
        if take in (0, count):
            return taken
        return tuple(
            (tuple(map(add, first, more)), ways * others, rest)
            for first, ways, left in taken
            for more, others, rest in left.draws(count - take)
        )

    def merged(self, kinds: Sequence[bool]) -> Supply:
        """Return the supply with the kinds that no longer matter among the others."""
        return Supply(_merged(self.hidden, kinds), self.pile, _merged(self.discard, kinds), self.rivals)

    def _with(self, left: Counts, taken: int) -> Supply:
        """Return the supply with so many cards less where the next one comes from."""
        if self.pile:
            return replace(self, hidden=left, pile=self.pile - taken)
        if any(self.discard):
            return replace(self, discard=left)
        return replace(self, hidden=left, rivals=self.rivals - taken)


def _counts(cards: Mapping[str, int], kinds: Sequence[Collection[str]]) -> Counts:
    some = [sum(cards.get(name, 0) for name in names) for names in kinds]
    return (*some, sum(cards.values()) - sum(some))


def _merged(counts: Counts, kinds: Sequence[bool]) -> Counts:
    kept = [0 if merge else count for count, merge in zip(counts, kinds, strict=False)]
    return (*kept, sum(counts) - sum(kept))


def _hands(counts: Counts, size: int) -> Iterator[tuple[Counts, int]]:
    """Return the hands of so many cards, with the number of ways to draw each."""
    if len(counts) == 1:
        if size <= counts[0]:
            yield (size,), comb(counts[0], size)
        return
    for first in range(min(counts[0], size) + 1):
        ways = comb(counts[0], first)
        for others, more in _hands(counts[1:], size - first):
            yield (first, *others), ways * more
