"""`Knowledge`: what one seat knows of the cards that it does not see, an exact Bayes filter over urns.

It is the chance of every deal, given all that the seat saw, when

- all deals of the cards were alike at the beginning, and chance draws as it does;
- a card that somebody takes out of a heap counts as drawn blindly from it, chosen or not: which card another
  player chooses, and why, is no evidence;
- a choice of a place of a row says nothing of what lies there, and cards that were mixed out of sight lie in
  any order, each with the same chance.

So unseen cards are exchangeable over the cells where they can be. Deals that look alike are never told apart
before something tells them apart: an unseen move moves a cell of an urn (`toolkit.core.hidden.urns`), and
only a card that is *seen* to come from a heap in which cells of several urns lie makes several hypotheses of
one.

What happens is noted once for all seats (`Account`). Every seat catches up from where it was asked last.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import lcm
from typing import Any, Final

import msgspec

from toolkit.core.hidden import urns
from toolkit.core.hidden.layout import Face, Layout, Place
from toolkit.core.hidden.urns import Hypotheses, Label, Urns, Ways, Weighed

MOST: Final = 2_000
"""The most that are kept; hands that mix in Wazabi reach it, and landscapes dealt twice in Mangrovia."""

Cards = Sequence[Sequence[int]]
"""A face for each card of each zone, or a mask for each card of each row."""

Settled = tuple[bool, tuple[tuple[Label | None, ...], ...], tuple[Weighed, ...]]
"""Knowledge in its one form: whether it is exact, the labels of each row, and all hypotheses, sorted."""


class Knowledge:
    """What one seat knows; a method for each thing that can happen to cards.

    Attributes
    ----------
    layout
        The zones.
    bit
        The mask of the seat; a spectator is the seat after those of the players.
    rows
        For each row the label of each of its places, None where the seat sees the card.
    hypotheses
        What may be, each with its g (`toolkit.core.hidden.urns`).
    exact
        False once there were too many hypotheses to keep all.
    """

    __slots__ = ("_fresh", "_settled", "bit", "exact", "hypotheses", "layout", "rows")

    def __init__(
        self,
        layout: Layout,
        seat: int,
        rows: Sequence[Sequence[Label | None]],
        hypotheses: Iterable[Weighed],
        exact: bool = True,
    ) -> None:
        heaps = len(layout.heaps)
        self.layout, self.bit, self.exact = layout, 1 << seat, exact
        self.rows = {row: list(labels) for row, labels in enumerate(rows, heaps)}
        self.hypotheses = Hypotheses(hypotheses)
        self._fresh = max([heaps - 1, *_places(rows)]) + 1
        self._settled: Settled | None = None

    @classmethod
    def of_what_lies_open(cls, seat: int, layout: Layout, cards: Cards, known: Cards) -> Knowledge:
        """Return what a seat knows that knows no more than what lies open to it: all else is one urn."""
        heaps, bit, fresh = len(layout.heaps), 1 << seat, count(len(layout.heaps))
        cells = {
            zone: len(cards[zone]) for zone in range(heaps) if cards[zone] and not layout.viewers[zone] & bit
        }
        unseen = [face for zone in cells for face in cards[zone]]
        rows = [[None if mask & bit else next(fresh) for mask in masks] for masks in known[heaps:]]
        for labels, faces in zip(rows, cards[heaps:], strict=True):
            unseen += [face for label, face in zip(labels, faces, strict=True) if label is not None]
        cells |= dict.fromkeys(_places(rows), 1)
        return cls(layout, seat, rows, [(((tuple(sorted(unseen)), tuple(cells.items())),), 1)])

    @classmethod
    def restored(cls, plain: Knowledge, saved: Any) -> Knowledge:
        """Return the knowledge that `settled` saved, for a seat to which so much lies open.

        `ValueError` when it does not fit what lies open and how many cards lie where.
        """
        exact, rows, hypotheses = msgspec.convert(saved, Settled)
        new = cls(plain.layout, plain.bit.bit_length() - 1, rows, hypotheses, exact)
        outlines = {one._outline(urn) for one in (plain, new) for urn, _ in one.hypotheses.items()}
        if len(outlines) > 1 or any(g <= 0 for _, g in hypotheses):
            raise ValueError("what a seat knows does not fit the cards")
        return new

    def _outline(self, hypothesis: Urns) -> tuple[Any, ...]:
        """Return which places are open, and how many of which cards lie unseen in heaps and at all places."""
        faces, cells = urns.one_urn(hypothesis)
        heaps = [cell for cell in cells if cell[0] < len(self.layout.heaps)]
        fits = dict(cells) == dict(heaps) | Counter(_places(self.rows.values()))
        return (
            tuple([tuple([label is None for label in row]) for row in self.rows.values()]),
            faces,
            *heaps,
            fits,
        )

    def clone(self) -> Knowledge:
        """Return a copy that can follow what happens next."""
        new = Knowledge.__new__(Knowledge)
        new.layout, new.bit, new.exact, new._fresh = self.layout, self.bit, self.exact, self._fresh
        new.rows = {row: labels[:] for row, labels in self.rows.items()}
        new.hypotheses, new._settled = self.hypotheses, None  # replaced, but never changed in place
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a pickle tell what `settled` says, as text: that does not show which parts are one object."""
        return _unpickled, (self.layout, self.bit.bit_length() - 1, json.dumps(self.settled))

    # ---- what happens -------------------------------------------------------------------------------------

    def moved(
        self, face: Face, source: Place, target: Place, seen_by: int, among: Collection[Face] | None = None
    ) -> None:
        """Follow a card from one place to another, as in `Zones.move` and `Zones.give`."""
        (zone, index), (other, to) = source, target
        viewers, label = self.layout.viewers, None
        here = self.rows[zone].pop(index) if index is not None else None if viewers[zone] & self.bit else zone
        if here is None or (seen_by | viewers[other]) & self.bit:
            if here is not None:
                self._drawn(here, urns.seen(here, face), among)
            if to is None and not viewers[other] & self.bit:
                self._come(other, (face,))
        elif to is not None and here >= len(viewers) - len(self.rows):
            label = here  # a place keeps its label, also one that others share
        else:
            label = goes = self._new_label() if to is not None else other
            self._drawn(here, urns.unseen(here, goes, among), among)
        if to is not None:
            self.rows[other].insert(to, label)

    def rearranged(self, heaps: Mapping[int, tuple[int, Sequence[Face]]]) -> None:
        """Follow whole heaps with the cards of each, all at once: ``{source: (target, cards)}``."""
        viewers, names, known = self.layout.viewers, {}, []
        for source, (target, cards) in heaps.items():
            if viewers[source] & self.bit:
                if not viewers[target] & self.bit:
                    known.append((target, cards))
            elif viewers[target] & self.bit:
                self._lay_open(source, cards)
            else:
                names[source] = target
        if names:
            self._become(self.hypotheses.merged(names))
        for target, cards in known:
            self._come(target, cards)

    def looked(self, row: int, index: int, face: Face, players: int) -> None:
        """Follow a look of some players at a place of a row."""
        if players & self.bit:
            self.found(row, index, face)

    def shown(self, heap: int, cards: Sequence[Face]) -> None:
        """Follow the cards of a heap that everybody is shown."""
        if not self.layout.viewers[heap] & self.bit:
            self._lay_open(heap, cards)
            self._come(heap, cards)

    def found(self, zone: int, index: int | None, face: Face) -> None:
        """Take a card at a place, or one of a heap, for known; `ValueError` if it cannot lie there."""
        label = zone if index is None else self.rows[zone][index]
        if label is not None:
            if index is not None:
                self.rows[zone][index] = None
            self._drawn(label, urns.seen(label, face))

    def mixed(
        self, places: Sequence[tuple[int, int]], order: Sequence[int], faces: Sequence[Face], seen_by: int
    ) -> None:
        """Follow cards of rows that were rearranged as in `Zones.mix`; `faces` as they lay before."""
        here = [self.rows[row][index] for row, index in places]
        everybody = (1 << self.layout.players) - 1
        if not seen_by & self.bit:
            labels: list[Label | None] = [self._out_of_sight(here, faces)] * len(places)
        else:
            labels = [here[number] for number in order]
            if seen_by & everybody != everybody and any(label is not None for label in labels):
                # the masks of seen cards would show others too much: their places get labels as well
                labels = [
                    self._hidden(faces[number]) if here[number] is None else here[number] for number in order
                ]
        for (row, index), label in zip(places, labels, strict=True):
            self.rows[row][index] = label

    def _out_of_sight(self, labels: Sequence[Label | None], faces: Sequence[Face]) -> Label:
        """Return one label for places whose cards were mixed, those that were seen among them."""
        goes = self._new_label()
        for label in labels:
            if label is not None:
                self._drawn(label, urns.unseen(label, goes))
        self._come(goes, [face for face, label in zip(faces, labels, strict=True) if label is None])
        return goes

    def _hidden(self, face: Face) -> Label:
        """Return a label of its own for a place with a card that was seen until now."""
        label = self._new_label()
        self._come(label, (face,))
        return label

    def forgot(self, row: int, index: int, face: Face) -> None:
        """Follow a card that is not seen any more in a game without memory: all unseen cards are one urn."""
        if self.rows[row][index] is None:
            self.rows[row][index] = self._hidden(face)
            some, _ = next(self.hypotheses.items())
            self._become(Hypotheses([((urns.one_urn(some),), 1)]))

    # ---- how hypotheses follow ----------------------------------------------------------------------------

    def _come(self, label: Label, cards: Sequence[Face]) -> None:
        """Let cards that the seat knows come to a label out of its sight."""
        if cards:
            new = tuple(sorted(cards)), ((label, len(cards)),)
            self._become(self.hypotheses.with_urn(new))

    def _lay_open(self, label: Label, cards: Sequence[Face]) -> None:
        """Let the seat see all cards under a label, which are there no longer."""
        self._become(self.hypotheses.laid_open(label, Counter(cards)))

    def _drawn(self, label: Label, ways: Ways, among: Collection[Face] | None = None) -> None:
        """Let one card leave a label; where it was one `among` some faces, no urn holds others there too."""
        if among is None:
            self._become(self.hypotheses.followed(ways))
            return
        found = [part for one in self.hypotheses.items() for part in urns.split(one, label, among)]
        sizes = [sum([urns.at(urn, label) for urn in parts if urn[0][0] in among]) for parts, _ in found]
        scale = lcm(*[size for size in sizes if size])
        drawn = [(parts, g * scale // size) for (parts, g), size in zip(found, sizes, strict=True) if size]
        self._become(Hypotheses(way for one in drawn for way in urns.after(one, ways)))

    def _become(self, found: Hypotheses) -> None:
        """Take over new hypotheses; the heaviest when there are too many."""
        self.hypotheses = found
        if len(found) > MOST:
            self.hypotheses, self.exact = found.thinned(MOST), False

    def _new_label(self) -> Label:
        self._fresh += 1
        return self._fresh - 1

    # ---- the one form -------------------------------------------------------------------------------------

    @property
    def settled(self) -> Settled:
        """The knowledge in a form that does not depend on how the seat came to it.

        Labels of rows are numbered in the order of their places. Places that were mixed have labels of their
        own again where all their cells belong to one urn in each hypothesis: then the mix says nothing.
        """
        if self._settled is None:
            fresh, names = count(len(self.layout.heaps)), dict[Label, list[Label]]()
            rows: list[list[Label | None]] = []
            for row in self.rows.values():
                rows.append(new := [])
                for label in row:
                    if label is not None and (label not in names or self._tells_nothing(label)):
                        names.setdefault(label, []).append(next(fresh))
                    new.append(None if label is None else names[label][-1])
            found = self.hypotheses
            if any(new != [label] for label, new in names.items()):
                found = Hypotheses((urns.renamed(one, names), g) for one, g in found.items())
            self._settled = self.exact, tuple(map(tuple, rows)), found.settled()
        return self._settled

    def _tells_nothing(self, label: Label) -> bool:
        return all(sum([urns.at(urn, label) > 0 for urn in one]) == 1 for one, _ in self.hypotheses.items())


def _unpickled(layout: Layout, seat: int, text: str) -> Knowledge:
    exact, rows, hypotheses = msgspec.convert(json.loads(text), Settled)
    return Knowledge(layout, seat, rows, hypotheses, exact)


def _places(rows: Iterable[Iterable[Label | None]]) -> list[Label]:
    """Return the labels of all places whose cards are not seen."""
    return [label for row in rows for label in row if label is not None]


# ---- what happened, noted once for all seats ------------------------------------------------------------

Notes = tuple[Any, ...] | None
"""What came before, what happened as a method of `Knowledge`, and its arguments; None: nothing yet."""


@dataclass(slots=True, eq=False, repr=False)
class Account:
    """What happened to the cards of a kind up to some moment, and what each seat was found to know.

    Clones and views of that moment share it. A later account takes over the last that each seat knew, no
    more: what is older goes with the clones and views that can still ask for it.
    """

    begun: tuple[Layout, Cards, Cards]  #: the layout, and cards and masks at the beginning
    #: For the seats that were asked, or began with more than lies open: what they knew, and when.
    known: dict[int, tuple[Notes, Knowledge]]
    notes: Notes = None  #: what happened since the beginning

    def until(self, notes: Notes) -> Account:
        """Return the account of a later moment."""
        return self if notes is self.notes else Account(self.begun, self.known.copy(), notes)

    def of(self, seat: int) -> Knowledge:
        """Return what a seat knows, never to be changed: it catches up from where it was asked last."""
        if seat not in self.known:
            self.known[seat] = None, Knowledge.of_what_lies_open(seat, *self.begun)
        until, knowledge = self.known[seat]
        if until is not self.notes:
            knowledge = knowledge.clone()
            for happened, *what in since(self.notes, until):
                happened(knowledge, *what)
            self.known[seat] = self.notes, knowledge
        return knowledge


def since(notes: Notes, until: Notes) -> list[tuple[Any, ...]]:
    """Return what happened after `until`, the first first: methods of `Knowledge` with their arguments."""
    found = []
    while notes is not until and notes:
        found.append(notes[1:])
        notes = notes[0]
    return found[::-1]
