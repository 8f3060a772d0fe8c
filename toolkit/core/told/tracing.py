"""Which cards a seat comes to see by what happened, and where each of them lay before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from toolkit.core.hidden.layout import HEAP, Face, Place
from toolkit.core.hidden.zones import Zones


class Shown(NamedTuple):
    """A card that a seat comes to see: where it lay before what happened, and what it is."""

    place: Place  #: a place of a row, or the heap out of which it was drawn
    face: Face


class _Trace:
    """Follows where cards of rows lay in the beginning, beside what a seat knows of them.

    What a seat comes to see by a thing that happened is told by the method that is called like the one of
    `Knowledge`.
    """

    def __init__(self, seat: int, begun: Zones) -> None:
        self.layout = begun.layout
        self.knowledge = begun.view(seat).knowledge.clone()
        self.rows: dict[int, list[Place]] = {
            row: [(row, index) for index in range(len(begun.cards[row]))] for row in self.knowledge.rows
        }

    def follow(self, method: Any, *what: Any) -> Iterator[Shown]:
        """Follow one thing that happened, and yield what the seat comes to see by it."""
        follower = getattr(self, method.__name__, None)
        found = [*follower(*what)] if follower else []
        method(self.knowledge, *what)
        yield from found

    def moved(
        self, face: Face, source: Place, target: Place, seen_by: int, _among: object = None
    ) -> Iterator[Shown]:
        (zone, index), (other, to) = source, target
        viewers, bit = self.layout.viewers, self.knowledge.bit
        came = (zone, HEAP) if index is None else self.rows[zone].pop(index)
        known = bool(viewers[zone] & bit) if index is None else self.knowledge.rows[zone][index] is None
        if to is not None:
            self.rows[other].insert(to, came)
        if not known and (seen_by | viewers[other]) & bit:
            yield Shown(came, face)

    def looked(self, row: int, index: int, face: Face, players: int) -> Iterator[Shown]:
        if players & self.knowledge.bit and self.knowledge.rows[row][index] is not None:
            yield Shown(self.rows[row][index], face)

    def shown(self, heap: int, cards: list[Face]) -> Iterator[Shown]:
        if not self.layout.viewers[heap] & self.knowledge.bit:
            yield from (Shown((heap, HEAP), face) for face in cards)

    def rearranged(self, heaps: dict[int, tuple[int, list[Face]]]) -> Iterator[Shown]:
        viewers, bit = self.layout.viewers, self.knowledge.bit
        for source, (target, cards) in heaps.items():
            if viewers[target] & bit:
                yield from self.shown(source, cards)

    def mixed(self, places: list[tuple[int, int]], order: list[int], *_rest: object) -> Iterator[Shown]:
        before = [self.rows[row][index] for row, index in places]
        for (row, index), number in zip(places, order, strict=True):
            self.rows[row][index] = before[number]
        yield from ()


def shown_to(seat: int, begun: Zones, after: Zones) -> list[Shown]:
    """Return the cards that a seat came to see since some zones were cloned, in the order in which it did.

    Several of a row come from the left: which of them it saw first may hang on what is made up.

    A card that left a row for a heap and was drawn from there counts as drawn from the heap.

    Parameters
    ----------
    seat
        Who sees.
    begun, after
        A clone from before, and the zones in which something happened since.
    """
    trace = _Trace(seat, begun)
    found = [one for method, *what in after.since(begun) for one in trace.follow(method, *what)]
    runs = groupby(found, key=lambda one: one.place[0])
    return [one for _, run in runs for one in sorted(run, key=lambda one: one.place[1] or 0)]
