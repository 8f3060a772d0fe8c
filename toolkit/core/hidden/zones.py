"""`Zones`: where the cards of one kind lie, and who knows what of them.

Hidden information is data here: a mask of the players who know the card at a place of a row, kept at once,
and notes of what happened, from which each seat works out what it knows beyond that when it is asked
(`toolkit.core.hidden.knowledge`). No game censors anything by itself: `Zones.view` makes what one seat sees,
and `Zones.dealt` completes that to a whole world.

A zone is either a *row*, whose places are told apart (cards on the table; each has a mask), or a *heap* (a
hand, a pile), which lies open to the viewers of the zone and is kept sorted: no shuffled order is ever
stored.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from toolkit.core.hidden.knowledge import Account, Knowledge, Notes, since
from toolkit.core.hidden.layout import HEAP, HIDDEN, Face, Layout, Place
from toolkit.core.hidden.view import Belief, Memory, View

if TYPE_CHECKING:
    from random import Random


class Zones:
    """The cards of one kind in play: mutable, cheap to move and to clone.

    Whatever happens to a card is noted in linked tuples that clones share: a playout pays one note a move.
    Clones also share what seats were found to know (`Account`), and do not work it out again.

    Attributes
    ----------
    layout
        The zones.
    cards
        The faces in each zone; heaps are sorted.
    known
        For each row, beside each card, a mask of the players who know it; empty for heaps.
    """

    __slots__ = ("_account", "_notes", "cards", "known", "layout")

    def __init__(
        self,
        layout: Layout,
        cards: list[list[Face]],
        known: list[list[int]],
        knowledge: Mapping[int, Knowledge] | None = None,
    ) -> None:
        """Take over cards and masks; `knowledge` is what some seats know beyond what lies open to them."""
        self.layout, self.cards, self.known = layout, cards, known
        self._notes: Notes = None
        begun = layout, tuple(map(tuple, cards)), tuple(map(tuple, known))
        self._account = Account(begun, {seat: (None, one) for seat, one in (knowledge or {}).items()})

    @classmethod
    def start(cls, layout: Layout, zone: int) -> Self:
        """Return all cards in one heap."""
        cards: list[list[Face]] = [[] for _ in layout.viewers]
        cards[zone] = list(layout.deck)
        return cls(layout, cards, [[] for _ in layout.viewers])

    @classmethod
    def dealt(
        cls,
        view: View,
        random: Random,
        lie: Sequence[tuple[Place, Face]] = (),
        given: Belief | None = None,
    ) -> Self:
        """Return zones that the seat of a view cannot tell from the true ones, each as likely as it is.

        What other seats know beyond what lies open to them is left out. Cards that `lie` somewhere, at places
        of rows or in heaps, lie there: `ToolkitError` if the seat knows that they cannot. What the view
        believes then may be `given` for many worlds (`View.given`).
        """
        known = [list(zone) for zone in view.known] if view.known else [[] for _ in view.cards]
        cards = (given or view.given(lie)).deal(random)
        for (zone, index), face in lie:
            if index is HEAP:
                insort(cards[zone], face)
        return cls(view.layout, cards, known, {view.seat: view.knowledge})

    def since(self, begun: Zones) -> list[tuple[Any, ...]]:
        """Return what happened since a clone was made, as methods of `Knowledge` with their arguments."""
        return since(self._notes, begun._notes)

    def clone(self) -> Self:
        """Return a copy that shares nothing that can change."""
        new = type(self).__new__(type(self))
        new.layout, new._notes, new._account = self.layout, self._notes, self._account
        new.cards = [*map(list.copy, self.cards)]
        new.known = [*map(list.copy, self.known)] if self.layout.rows else self.known
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Zones):
            return False
        mine, others = (
            (zones.layout, zones.cards, zones.known, [one.settled for one in zones._knowledge().values()])
            for zones in (self, other)
        )
        return mine == others

    # ---- what happens to cards: noted, then done ----------------------------------------------------------

    def give(
        self, face: Face, source: int, target: int, seen_by: int = 0, among: Collection[Face] | None = None
    ) -> None:
        """Move a card from one heap to another, whether chance drew it or somebody chose it; as in `move`.

        `among` are the faces of which it was one, if not any card of the heap could be: a set that all know,
        such as what lies on top by the rules.
        """
        self._notes = self._notes, Knowledge.moved, face, (source, HEAP), (target, HEAP), seen_by, among
        self.cards[source].remove(face)
        insort(self.cards[target], face)

    def move(self, face: Face, source: Place, target: Place, seen_by: int = 0) -> None:
        """Move one card and keep account of who knows it.

        Parameters
        ----------
        face
            The card; at a place of a row it is the one that lies there.
        source, target
            ``(zone, HEAP)`` or ``(row, index)``; into a row the card is inserted before that index, which
            counts the cards that lie there once it was taken out of its source.
        seen_by
            A mask of the players who see the face on its way, besides those who know it at its source and
            those to whom the target lies open.
        """
        self._notes = self._notes, Knowledge.moved, face, source, target, seen_by
        (zone, index), (other, to) = source, target
        if index is None:
            seen_by |= self.layout.viewers[zone]
            self.cards[zone].remove(face)
        else:
            seen_by |= self.known[zone].pop(index)
            del self.cards[zone][index]
        if to is None:
            insort(self.cards[other], face)
        else:
            self.cards[other].insert(to, face)
            self.known[other].insert(to, seen_by)

    def pour(self, source: int, target: int) -> None:
        """Put all cards of one heap into another and shuffle that one."""
        self._notes = self._notes, Knowledge.rearranged, {source: (target, self.cards[source])}
        self.cards[target] = sorted(self.cards[target] + self.cards[source])
        self.cards[source] = []

    def rearrange(self, goes: Mapping[int, int]) -> None:
        """Exchange whole heaps at once: what lay in heap ``z`` lies in ``goes[z]`` afterwards.

        Who could look into a heap before knows its cards after.
        """
        heaps = {source: (target, self.cards[source]) for source, target in goes.items()}
        self._notes = self._notes, Knowledge.rearranged, heaps
        for target, cards in heaps.values():
            self.cards[target] = cards[:]

    def look(self, row: int, index: int, players: int) -> None:
        """Let the players of a mask know the card at a place of a row."""
        self._notes = self._notes, Knowledge.looked, row, index, self.cards[row][index], players
        self.known[row][index] |= players

    def show(self, heap: int) -> None:
        """Let everybody see the cards of a heap as they lie there now."""
        self._notes = self._notes, Knowledge.shown, heap, self.cards[heap][:]

    def forget(self, row: int, index: int) -> None:
        """Let everybody lose sight of the card at a place of a row, in a game without memory.

        Who saw it knows no more than what lies open, not even of other cards.
        """
        self._notes = self._notes, Knowledge.forgot, row, index, self.cards[row][index]
        self.known[row][index] = 0

    def mix(self, places: Sequence[tuple[int, int]], order: Sequence[int], seen_by: int = 0) -> None:
        """Let somebody rearrange cards in rows, out of the sight of all who are not in `seen_by`.

        The card of ``places[order[i]]`` comes to ``places[i]``. A player who did not see it no longer knows
        which of them lies where, only that those seen before lie among them: a mask never travels through it.
        Nor does that of a player who saw it but knows only some of the cards: all see the masks, so they
        would show where these went.
        """
        before = [(self.cards[row][index], self.known[row][index]) for row, index in places]
        everybody, keep = (1 << self.layout.players) - 1, seen_by
        if seen_by & everybody == everybody:
            seen_by, keep = everybody | 1 << self.layout.players, -1  # then a spectator did see it
        for _, known in before if keep >= 0 else ():
            keep &= known
        faces = [face for face, _ in before]
        self._notes = self._notes, Knowledge.mixed, tuple(places), tuple(order), faces, seen_by
        for (row, index), number in zip(places, order, strict=True):
            face, known = before[number]
            self.cards[row][index], self.known[row][index] = face, known & keep

    # ---- what is seen and known ---------------------------------------------------------------------------

    def view(self, player: int) -> View:
        """Return what a seat sees; the number after those of the players is a spectator."""
        bit, cards = 1 << player, []
        for faces, masks, viewers in zip(self.cards, self.known, self.layout.viewers, strict=True):
            if masks:  # a keyword of zip would cost as much as the rest
                cards.append(tuple([f if m & bit else HIDDEN for f, m in zip(faces, masks)]))  # noqa: B905
            elif viewers & bit:
                cards.append(tuple(faces))
            else:
                cards.append((HIDDEN,) * len(faces))
        known = tuple(map(tuple, self.known)) if self.layout.rows else ()
        return View(self.layout, tuple(cards), known, player, Memory(player, self._now()))

    def _now(self) -> Account:
        """Return the account of all that happened; what seats are found to know stays there."""
        self._account = self._account.until(self._notes)
        return self._account

    def _knowledge(self) -> dict[int, Knowledge]:
        """Return what every seat knows, a spectator too."""
        return {seat: self._now().of(seat) for seat in range(self.layout.players + 1)}

    # ---- saving -------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the zones as JSON data.

        For each seat there is what it knows as `Knowledge.settled`, None where that is what lies open.
        """
        cards, known = ([list(zone) for zone in zones] for zones in (self.cards, self.known))
        plain = Zones(self.layout, cards, known)._knowledge()
        found = [
            None if one.settled == plain[seat].settled else one.settled
            for seat, one in self._knowledge().items()
        ]
        return {"cards": cards, "known": known, "knowledge": found}

    def __reduce__(self) -> tuple[Any, ...]:
        """Let copies and pickles be made without what happened, which nests too deeply."""
        cards, known = ([zone[:] for zone in zones] for zones in (self.cards, self.known))
        return type(self), (self.layout, cards, known, self._knowledge())

    @classmethod
    def from_dict(cls, layout: Layout, data: Mapping[str, Any]) -> Self:
        """Return the zones that `to_dict` described; `ValueError` for what cannot be known of them."""
        cards, known = ([list(zone) for zone in data[name]] for name in ("cards", "known"))
        if not all(type(number) is int for zones in (cards, known) for zone in zones for number in zone):
            raise ValueError("cards and masks are whole numbers")
        if len(data["knowledge"]) != layout.players + 1:
            raise ValueError(f"knowledge of {len(data['knowledge'])} seats for {layout.players} players")
        for heap in cards[: len(layout.heaps)]:
            heap.sort()  # draws rely on it
        knowledge = {}
        for seat, saved in enumerate(data["knowledge"]):
            if saved is not None:
                plain = Knowledge.of_what_lies_open(seat, layout, cards, known)
                knowledge[seat] = Knowledge.restored(plain, saved)
        return cls(layout, cards, known, knowledge)
