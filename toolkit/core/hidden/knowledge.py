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

What happens is noted once for all seats, in a `Journal`. Every seat catches up from where it was asked last.
"""

from __future__ import annotations

from collections import Counter
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Final

from toolkit.core.hidden import urns
from toolkit.core.hidden.layout import HEAP

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from toolkit.core.hidden.layout import Face, Layout, Place
    from toolkit.core.hidden.urns import Label, Urns, Weighed

MOST: Final = 2_000
"""The most hypotheses that are kept; only hands that mix in Wazabi ever reach it."""

Settled = tuple[bool, tuple[tuple["Label | None", ...], ...], tuple["Weighed", ...]]
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
        self.hypotheses = _added_up(hypotheses)
        self._fresh = max([heaps - 1, *(label for row in rows for label in row if label is not None)]) + 1
        self._settled: Settled | None = None

    @classmethod
    def of_what_lies_open(
        cls, layout: Layout, seat: int, cards: Sequence[Sequence[Face]], known: Sequence[Sequence[int]]
    ) -> Knowledge:
        """Return what a seat knows that knows no more than what lies open to it: all else is one urn."""
        heaps, bit = len(layout.heaps), 1 << seat
        closed = [zone for zone in range(heaps) if cards[zone] and not layout.viewers[zone] & bit]
        cells = [(zone, len(cards[zone])) for zone in closed]
        unseen = [face for zone in closed for face in cards[zone]]
        rows: list[list[Label | None]] = [[None] * len(row) for row in cards[heaps:]]
        for labels, faces, masks in zip(rows, cards[heaps:], known[heaps:], strict=True):
            for index in [index for index, mask in enumerate(masks) if not mask & bit]:
                labels[index] = heaps + len(cells) - len(closed)
                cells.append((heaps + len(cells) - len(closed), 1))
                unseen.append(faces[index])
        return cls(layout, seat, rows, [(((tuple(sorted(unseen)), tuple(cells)),), 1)])

    @classmethod
    def restored(cls, plain: Knowledge, saved: Sequence[Any]) -> Knowledge:
        """Return the knowledge that `settled` saved, for a seat to which so much lies open.

        `ValueError` when it does not fit what lies open and how many cards lie where.
        """
        exact, rows, hypotheses = _tuples(saved)
        new = cls(plain.layout, plain.bit.bit_length() - 1, rows, hypotheses, exact)
        faces, cells = urns.one_urn(next(iter(plain.hypotheses)))
        heaps = [cell for cell in cells if cell[0] < len(plain.layout.heaps)]
        places = Counter(label for row in rows for label in row if label is not None)
        urn = faces, tuple(sorted([*heaps, *places.items()]))
        open_places = [[label is None for label in row] for row in plain.rows.values()]
        if (
            open_places != [[label is None for label in row] for row in rows]
            or any(urns.one_urn(one) != urn for one in new.hypotheses)
            or any(type(g) is not int or g <= 0 for _, g in hypotheses)
        ):
            raise ValueError("what a seat knows does not fit the cards")
        return new

    def clone(self) -> Knowledge:
        """Return a copy that can follow what happens next."""
        new = Knowledge.__new__(Knowledge)
        new.layout, new.bit, new.exact, new._fresh = self.layout, self.bit, self.exact, self._fresh
        new.rows = {row: labels[:] for row, labels in self.rows.items()}
        new.hypotheses, new._settled = self.hypotheses, None  # replaced, but never changed in place
        return new

    # ---- what happens -------------------------------------------------------------------------------------

    def given(
        self, face: Face, source: int, target: int, seen_by: int, among: Collection[Face] | None
    ) -> None:
        """Follow a card from one heap to another, drawn blindly from all cards or `among` some faces."""
        self.moved(face, (source, HEAP), (target, HEAP), seen_by, among)

    def moved(
        self, face: Face, source: Place, target: Place, seen_by: int, among: Collection[Face] | None = None
    ) -> None:
        """Follow a card from one place to another; `seen_by` sees it on the way."""
        here, (zone, index) = self._left(source), target
        opened = self.layout.viewers[zone] & self.bit
        label = None
        if here is None or opened or seen_by & self.bit:
            if here is not None:
                self._become(way for one in self._drawn(here, among) for way in urns.seen(one, here, face))
            if index is None and not opened:
                self._come(zone, (face,))
        else:
            label = self._gone(here, zone if index is None else None, among)
        if index is not None:
            self.rows[zone].insert(index, label)

    def rearranged(self, heaps: Mapping[int, tuple[int, Sequence[Face]]]) -> None:
        """Follow whole heaps with the cards of each, all at once: ``{source: (target, cards)}``."""
        viewers, names, known = self.layout.viewers, {}, []
        for source, (target, cards) in heaps.items():
            if viewers[source] & self.bit:
                if not viewers[target] & self.bit:
                    known.append((target, cards))
            elif viewers[target] & self.bit:
                left = Counter(cards)
                self._become(way for one in self._weighed() for way in urns.laid_open(one, source, left))
            else:
                names[source] = target
        if names:
            self._become(urns.merged(one, names) for one in self._weighed())
        for target, cards in known:
            self._come(target, cards)

    def looked(self, row: int, index: int, face: Face, players: int) -> None:
        """Follow a look of some players at a place of a row."""
        label = self.rows[row][index]
        if players & self.bit and label is not None:
            self.rows[row][index] = None
            self._become(way for one in self._weighed() for way in urns.seen(one, label, face))

    def mixed(
        self, places: Sequence[tuple[int, int]], order: Sequence[int], faces: Sequence[Face], seen_by: int
    ) -> None:
        """Follow cards of rows that were rearranged as in `Zones.mix`; `faces` as they lay before."""
        here = [self.rows[row][index] for row, index in places]
        if seen_by & self.bit:
            labels = [here[number] for number in order]
            if seen_by & self._everybody != self._everybody and any(label is not None for label in labels):
                labels = self._unmasked(labels, [faces[number] for number in order])
        else:
            labels = [self._out_of_sight(here, faces)] * len(places)
        for (row, index), label in zip(places, labels, strict=True):
            self.rows[row][index] = label

    def _unmasked(self, labels: Sequence[Label | None], faces: Sequence[Face]) -> list[Label | None]:
        """Return labels for all places, also those of seen cards, whose masks would show others too much."""
        found = list(labels)
        for number, face in enumerate(faces):
            if found[number] is None:
                found[number] = label = self._new_label()
                self._come(label, (face,))
        return found

    def _out_of_sight(self, labels: Sequence[Label | None], faces: Sequence[Face]) -> Label:
        """Return one label for places whose cards were mixed, those that were seen among them."""
        goes = self._new_label()
        for label in labels:
            if label is not None:
                self._become(way for one in self._weighed() for way in urns.unseen(one, label, goes))
        self._come(goes, [face for face, label in zip(faces, labels, strict=True) if label is None])
        return goes

    def forgot(self, row: int, index: int, face: Face) -> None:
        """Follow a card that is not seen any more in a game without memory: all unseen cards are one urn."""
        if self.rows[row][index] is None:
            self.rows[row][index] = label = self._new_label()
            self._come(label, (face,))
            self._become([((urns.one_urn(next(iter(self.hypotheses))),), 1)])

    @property
    def _everybody(self) -> int:
        return (1 << self.layout.players) - 1

    # ---- how hypotheses follow ----------------------------------------------------------------------------

    def _left(self, place: Place) -> Label | None:
        """Take a place out of its row, and return its label; None when the seat sees the card."""
        zone, index = place
        if index is not None:
            return self.rows[zone].pop(index)
        return None if self.layout.viewers[zone] & self.bit else zone

    def _gone(self, here: Label, heap: int | None, among: Collection[Face] | None) -> Label:
        """Let an unseen card go to a heap or to a new place of a row, and return its label there."""
        if heap is None and here >= len(self.layout.heaps):
            return here  # a place keeps its label, also one that others share
        goes = self._new_label() if heap is None else heap
        self._become(way for one in self._drawn(here, among) for way in urns.unseen(one, here, goes, among))
        return goes

    def _come(self, label: Label, cards: Sequence[Face]) -> None:
        """Let cards that the seat knows come to a label out of its sight."""
        if cards:
            new = tuple(sorted(cards)), ((label, len(cards)),)
            self._become(((*hypothesis, new), g) for hypothesis, g in self._weighed())

    def _drawn(self, label: Label, among: Collection[Face] | None) -> Iterable[Weighed]:
        """Return the hypotheses before a draw; no urn holds there what can be drawn and what cannot."""
        if among is None:
            return self._weighed()
        found = [part for one in self._weighed() for part in urns.split(one, label, among)]
        sizes = [sum([urns.at(urn, label) for urn in parts if urn[0][0] in among]) for parts, _ in found]
        scale = lcm(*[size for size in sizes if size])
        return [(parts, g * scale // size) for (parts, g), size in zip(found, sizes, strict=True) if size]

    def _weighed(self) -> Iterable[Weighed]:
        return self.hypotheses.items()

    def _become(self, found: Iterable[Weighed]) -> None:
        """Take over new hypotheses; the heaviest when there are too many."""
        self.hypotheses = _added_up(found)
        if len(self.hypotheses) > MOST:
            self.hypotheses, self.exact = urns.thinned(self.hypotheses, MOST), False

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
            names = self._names()
            left = {label: iter(new) for label, new in names.items()}
            rows = tuple(
                tuple([None if label is None else next(left[label], names[label][0]) for label in row])
                for row in self.rows.values()
            )
            found = self.hypotheses
            if any(new != [label] for label, new in names.items()):
                found = _added_up((_renamed(hypothesis, names), g) for hypothesis, g in self._weighed())
            self._settled = self.exact, rows, tuple(sorted(found.items()))
        return self._settled

    def _names(self) -> dict[Label, list[Label]]:
        """Return the new labels of each label of rows: one, or one for each of its places."""
        names: dict[Label, list[Label]] = {}
        for label in [label for row in self.rows.values() for label in row if label is not None]:
            if label not in names or self._tells_nothing(label):
                names.setdefault(label, []).append(len(self.layout.heaps) + sum(map(len, names.values())))
        return names

    def _tells_nothing(self, label: Label) -> bool:
        return all(sum([urns.at(urn, label) > 0 for urn in one]) == 1 for one in self.hypotheses)


def _renamed(hypothesis: Urns, names: Mapping[Label, Sequence[Label]]) -> Urns:
    """Return a hypothesis with new labels; where there are several, each is that of one cell."""
    found: list[urns.Urn] = []
    for faces, cells in hypothesis:
        new: list[tuple[Label, int]] = []
        for label, count in cells:
            labels = names.get(label, (label,))
            new += [(other, count if len(labels) == 1 else 1) for other in labels]
        found.append((faces, tuple(sorted(new))))
    return tuple(found)


def _added_up(found: Iterable[Weighed]) -> dict[Urns, int]:
    """Return hypotheses, each in its one form and once, with the smallest weights that fit."""
    summed: dict[Urns, int] = {}
    for one in found:
        hypothesis, g = urns.tidied(*one)
        summed[hypothesis] = summed.get(hypothesis, 0) + g
    if not summed:
        raise ValueError("what was seen is impossible")
    common = gcd(*summed.values())
    return {hypothesis: g // common for hypothesis, g in summed.items()} if common > 1 else summed


def _tuples(value: Any) -> Any:
    """Return JSON data with tuples for its lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


# ---- the journal: what happened, noted once for all seats -----------------------------------------------

Journal = tuple[Any, ...]
"""A note: what came before, what happened as a method of `Knowledge`, and its arguments.

A *mark* has None for the method, and then what seats knew there, by seat: who asks fills it. At the very
beginning stands a note without one before, which holds how the cards lay.
"""


def begun(
    layout: Layout,
    cards: Sequence[Sequence[Face]],
    known: Sequence[Sequence[int]],
    knowledge: Mapping[int, Knowledge],
) -> Journal:
    """Return a journal that begins where some seats know more than what lies open."""
    return (None, layout, tuple(map(tuple, cards)), tuple(map(tuple, known))), None, dict(knowledge)


def known_by(seat: int, mark: Journal) -> Knowledge:
    """Return what a seat knows at a mark: it catches up from the last mark at which it was asked."""
    later, note = [], mark
    while (before := note[0]) is not None:
        if note[1]:
            later.append(note)
        elif seat in note[2]:
            break
        note = before
    if note[0] is None:
        _, layout, cards, known = note
        knowledge = Knowledge.of_what_lies_open(layout, seat, cards, known)
    else:
        knowledge = note[2][seat]
    if later:
        knowledge = knowledge.clone()
        for _, happened, *what in reversed(later):
            happened(knowledge, *what)
    mark[2][seat] = knowledge
    return knowledge
