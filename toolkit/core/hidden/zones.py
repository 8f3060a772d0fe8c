"""`Zones`: where the cards of one kind lie, and who knows what of them.

Hidden information is data here, in two forms: a mask of the players who know the card at a place, and a
`Group`, cards that a player knows to lie somewhere in a set of places. No game censors anything by itself:
`Zones.view` derives from both what one seat sees, and `View.deal` completes that to a whole world.

A zone is either a *row*, whose places are told apart (cards on the table; each has a mask), or a *heap* (a
hand, a pile), which lies open to the viewers of the zone and is kept sorted: no shuffled order is ever
stored.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Any

from toolkit.core.hidden.cards import Cards
from toolkit.core.hidden.knowledge import HEAP, Face, Group, Place
from toolkit.core.hidden.layout import Layout
from toolkit.core.hidden.ledger import Ledger
from toolkit.core.hidden.view import HIDDEN, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["HIDDEN", "Layout", "View", "Zones"]


class Zones(Cards):
    """The cards of one kind in play: mutable, cheap to move and to clone.

    Masks are kept at once. The `Ledger`, which keeps the slow account of what is known beyond them, is opened
    when there may be something of that kind, and closed when nothing is left of it. While it is open, moves
    are only noted in a journal, and it catches up when somebody looks: a playout that nobody watches pays
    nothing for it.
    """

    __slots__ = ("_journal", "_ledger")

    def __init__(
        self,
        layout: Layout,
        cards: list[list[Face]],
        known: list[list[int]],
        groups: tuple[tuple[Group, ...], ...] = (),
    ) -> None:
        super().__init__(layout, cards, known)
        self._ledger = Ledger(layout, cards, known, groups).clone() if groups else None
        self._journal: Any = None

    @classmethod
    def start(cls, layout: Layout, zone: int) -> Zones:
        """Return all cards in one heap."""
        cards: list[list[Face]] = [[] for _ in layout.viewers]
        cards[zone] = list(layout.deck)
        return cls(layout, cards, [[] for _ in layout.viewers])

    def clone(self) -> Zones:
        """Return a copy that shares nothing that can change."""
        new = Zones.__new__(Zones)
        new.layout, new._ledger, new._journal = self.layout, self._ledger, self._journal
        new.cards = [zone[:] for zone in self.cards]
        new.known = [zone[:] for zone in self.known] if self.layout.rows else self.known
        return new

    @property
    def groups(self) -> tuple[tuple[Group, ...], ...]:
        """What each player knows beyond masks; empty while nobody does."""
        if self._journal and self._ledger:
            self._ledger = self._caught_up(self._ledger.clone())  # other clones share it
        return self._ledger.groups if self._ledger else ()

    def _caught_up(self, ledger: Ledger) -> Ledger | None:
        """Do in the ledger what the journal holds, and return it; None when nothing is left in it."""
        entries = []
        while self._journal:
            self._journal, entry, arguments = self._journal
            entries.append((entry, arguments))
        for entry, arguments in reversed(entries):
            entry(ledger, *arguments)
        return ledger if ledger.groups else None

    def _note(self, entry: Callable[..., None], *arguments: Any) -> None:
        """Write into the journal what is about to happen, and open the ledger for it."""
        if self._ledger is None:
            self._ledger = Ledger(self.layout, self.cards, self.known).clone()
        self._journal = (self._journal, entry, arguments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Zones) and self._identity == other._identity

    __hash__ = None  # type: ignore[assignment]  # it can change

    @property
    def _identity(self) -> tuple[Any, ...]:
        return self.layout, self.cards, self.known, self.groups

    # ---- what happens to cards: noted before it is done, if there is something to know --------------------

    def move(
        self,
        face: Face,
        source: Place,
        target: Place,
        seen_by: int = 0,
        *,
        by_chance: bool = False,
        apart: bool = False,
    ) -> None:
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
        by_chance
            The card was drawn at random from a heap, not chosen: seeing it then says something of the rest.
        apart
            All players know that it is none of the cards that groups keep at the source.
        """
        sees = self._sight(source, target, seen_by)
        if self._ledger or (target[1] == HEAP and sees & ~self.layout.viewers[target[0]]):
            self._note(_move, face, source, target, seen_by, by_chance, apart)
        self._shift(face, source, target, sees)

    def draw(self, face: Face, source: int, target: int, seen_by: int = 0, *, apart: bool = False) -> None:
        """Move a card that chance drew from one heap to another; `seen_by` and `apart` as in `move`."""
        self._pass(face, source, target, seen_by, True, apart)

    def give(self, face: Face, source: int, target: int, seen_by: int = 0) -> None:
        """Move a card that its holder chose from one heap to another; `seen_by` as in `move`."""
        self._pass(face, source, target, seen_by, False, False)

    def _pass(self, face: Face, source: int, target: int, seen_by: int, *how: bool) -> None:
        """Move a card from one heap to another."""
        viewers = self.layout.viewers
        if self._ledger or (seen_by | viewers[source]) & ~viewers[target]:
            self._note(_move, face, (source, HEAP), (target, HEAP), seen_by, *how)
        self.cards[source].remove(face)
        insort(self.cards[target], face)

    def pour(self, source: int, target: int) -> None:
        """Put all cards of one heap into another and shuffle that one."""
        self._note(Ledger.pour, source, target)
        super().pour(source, target)

    def rearrange(self, goes: Mapping[int, int]) -> None:
        """Exchange whole heaps at once, as in `Cards.rearrange`."""
        self._note(Ledger.rearrange, goes)
        super().rearrange(goes)

    def look(self, zone: int, index: int, players: int) -> None:
        """Let the players of a mask know the card at a place of a row."""
        if self._ledger:
            self._note(Ledger.look, zone, index, players)
        super().look(zone, index, players)

    def forget(self, zone: int, index: int) -> None:
        """Let everybody lose sight of the card at a place of a row, in a game without memory."""
        if self._ledger:
            self._note(Ledger.forget, zone, index)
        super().forget(zone, index)

    def mix(self, places: Sequence[Place], order: Sequence[int], seen_by: int = 0) -> None:
        """Let somebody rearrange cards in rows, as in `Cards.mix`."""
        self._note(Ledger.mix, tuple(places), tuple(order), seen_by)
        super().mix(places, order, seen_by)

    def know(self, player: int, places: Iterable[Place], faces: Iterable[Face]) -> None:
        """Let a player know that these cards lie in these hidden places, besides what is known of them."""
        self._note(Ledger.know, player, tuple(places), tuple(faces))

    # ---- what is seen -------------------------------------------------------------------------------------

    def view(self, player: int) -> View:
        """Return what a seat sees; any number beyond the players is a spectator."""
        bit, cards = 1 << player, []
        for faces, masks, viewers in zip(self.cards, self.known, self.layout.viewers, strict=True):
            if masks:  # a keyword of zip would cost as much as the rest
                cards.append(tuple([f if m & bit else HIDDEN for f, m in zip(faces, masks)]))  # noqa: B905
            elif viewers & bit:
                cards.append(tuple(faces))
            else:
                cards.append((HIDDEN,) * len(faces))
        known = tuple(map(tuple, self.known)) if self.layout.rows else ()
        groups = self.groups
        mine = groups[player] if groups and player < self.layout.players else ()
        return View(self.layout, tuple(cards), known, mine)

    def to_dict(self) -> dict[str, Any]:
        """Return the zones as JSON data."""
        groups = [
            [group.player, group.cells, group.faces, group.shown] for mine in self.groups for group in mine
        ]
        cards, known = ([list(zone) for zone in zones] for zones in (self.cards, self.known))
        return {"cards": cards, "known": known, "groups": groups}

    def __reduce__(self) -> tuple[Any, ...]:
        """Let copies and pickles be made without the journal, which nests too deeply."""
        return Zones, (self.layout, self.cards, self.known, self.groups)

    @classmethod
    def from_dict(cls, layout: Layout, data: Mapping[str, Any]) -> Zones:
        """Return the zones that `to_dict` described."""
        groups: list[list[Group]] = [[] for _ in range(layout.players)]
        for player, cells, faces, shown in data["groups"]:
            places = tuple(((zone, index), count) for (zone, index), count in cells)
            groups[player].append(Group(player, places, tuple(faces), tuple(shown)))
        cards, known = ([list(zone) for zone in data[name]] for name in ("cards", "known"))
        return cls(layout, cards, known, tuple(map(tuple, groups)) if any(groups) else ())


def _move(
    ledger: Ledger, face: Face, source: Place, target: Place, seen_by: int, by_chance: bool, apart: bool
) -> None:
    ledger.move(face, source, target, seen_by, by_chance=by_chance, apart=apart)
