"""`Ledger`: cards, with an account of what each player knows of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import ALL
from toolkit.core.hidden.cards import Cards
from toolkit.core.hidden.knowledge import HEAP, Face, Group, Leaving, Place, joined, tidied, unseen_to_leave

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from toolkit.core.hidden.layout import Layout

_IN_TRANSIT: Place = (-1, 0)


class Ledger(Cards):
    """The cards of one kind, and for each player the groups that follow from all that was seen.

    Every operation of `Zones` does here what it does there, and lets the groups follow.

    Attributes
    ----------
    groups
        What each player knows beyond masks; empty while nobody does.
    """

    __slots__ = ("groups",)

    def __init__(
        self,
        layout: Layout,
        cards: list[list[Face]],
        known: list[list[int]],
        groups: tuple[tuple[Group, ...], ...] = (),
    ) -> None:
        super().__init__(layout, cards, known)
        self.groups = groups

    def clone(self) -> Ledger:
        """Return a copy that shares nothing that can change."""
        known = [zone[:] for zone in self.known] if self.layout.rows else self.known
        return Ledger(self.layout, [zone[:] for zone in self.cards], known, self.groups)

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
        """Move one card, as in `Zones.move`."""
        sees, touched = self._sight(source, target, seen_by), []
        if self.groups and not apart:
            touched = self._follow(
                face, source, target if target[1] == HEAP else _IN_TRANSIT, sees, by_chance
            )
        self._shift(face, source, target, sees)
        self._renumber(source, target)
        if target[1] == HEAP and (keeps := sees & ~self.layout.viewers[target[0]]):
            touched += self._let_know(keeps, target, (face,))
        if touched:
            self._tidy(touched)

    def _renumber(self, source: Place, target: Place) -> None:
        """Rename the places of rows that a card left or came to."""
        (row, out), (other, to) = source, target
        if out != HEAP:
            self._rename(lambda place: (row, place[1] - 1) if place[0] == row and place[1] > out else place)
        if to != HEAP:
            self._rename(
                lambda place: (other, place[1] + 1) if place[0] == other and place[1] >= to else place
            )
            self._rename(lambda place: target if place == _IN_TRANSIT else place)

    def pour(self, source: int, target: int) -> None:
        """Put all cards of one heap into another and shuffle that one."""
        self._carry({source: target})
        super().pour(source, target)
        self._tidy(range(self.layout.players))

    def rearrange(self, goes: Mapping[int, int]) -> None:
        """Exchange whole heaps at once, as in `Cards.rearrange`."""
        self._carry(goes)
        super().rearrange(goes)
        self._tidy(range(self.layout.players))

    def look(self, zone: int, index: int, players: int) -> None:
        """Let the players of a mask know the card at a place of a row."""
        place, face = (zone, index), self.cards[zone][index]
        for player in self.layout.seats(players & ~self.known[zone][index]):
            self._see(player, face, place, 1, by_chance=True)
        super().look(zone, index, players)
        self._tidy(self.layout.seats(players))

    def mix(self, places: Sequence[Place], order: Sequence[int], seen_by: int = 0) -> None:
        """Let somebody rearrange cards in rows, as in `Cards.mix`."""
        came = {places[number]: place for place, number in zip(places, order, strict=True)}
        self._rename(lambda place: came.get(place, place), seen_by)
        super().mix(places, order, seen_by)

    def _lost_sight(
        self, player: int, places: Sequence[Place], seen: Sequence[Place], *, apart: bool
    ) -> None:
        """Let one group for all places follow, or one each if the places are told apart."""
        for among in [[place] for place in seen] if apart else [places]:
            self.know(player, among, [self.cards[zone][i] for zone, i in (among if apart else seen)])

    def know(self, player: int, places: Iterable[Place], faces: Iterable[Face]) -> None:
        """Let a player know that these cards lie in these hidden places, besides what is known of them."""
        cells = {place: 1 if place[1] != HEAP else len(self.cards[place[0]]) for place in places}
        new, mine = Group(player, tuple(sorted(cells.items())), tuple(sorted(faces))), self._mine(player)
        crossing = [group for group in mine if any(map(group.at, cells))]
        if crossing and not new.lies_in_one_heap:
            whole = joined([new, *crossing])
            new = whole.resized({place: count - whole.at(place) for place, count in cells.items()})
            mine = tuple(group for group in mine if group not in crossing)
        self._keep(player, (*mine, new))
        self._tidy([player])

    def _mine(self, player: int) -> tuple[Group, ...]:
        return self.groups[player] if self.groups else ()

    def _keep(self, player: int, mine: Iterable[Group]) -> None:
        groups = self.groups or ((),) * self.layout.players
        self.groups = (*groups[:player], tuple(mine), *groups[player + 1 :])

    def _tidy(self, players: Iterable[int]) -> None:
        """Leave only groups that say something, in a fixed order."""
        if self.groups:
            for player in players:
                if mine := self.groups[player]:
                    self._keep(player, tidied(mine, self._hidden(player)))
            if not any(self.groups):
                self.groups = ()

    def _rename(self, label: Callable[[Place], Place], players: int = ALL) -> None:
        """Rename the places in the groups of the players of a mask."""
        if self.groups:
            self.groups = tuple(
                tuple([group.relabelled(label) for group in mine]) if players >> player & 1 else mine
                for player, mine in enumerate(self.groups)
            )

    def _follow(self, face: Face, source: Place, target: Place, sees: int, by_chance: bool) -> list[int]:
        """Let the groups of every player follow a card, and return whose groups changed."""
        size, touched = 1 if source[1] != HEAP else len(self.cards[source[0]]), []
        for player, mine in enumerate(self.groups):
            if any(group.at(source) for group in mine):
                touched.append(player)
                if sees >> player & 1:
                    self._see(player, face, source, size, by_chance=by_chance)
                else:
                    self._keep(player, unseen_to_leave(mine, source, target, size))
        return touched

    def _let_know(self, players: int, place: Place, faces: tuple[Face, ...]) -> list[int]:
        seats = self.layout.seats(players)
        for player in seats:
            self._keep(player, (*self._mine(player), Group(player, ((place, len(faces)),), faces)))
        return seats

    def _see(
        self, player: int, face: Face, source: Place, size: int, gone: Sequence[Face] = (), *, by_chance: bool
    ) -> None:
        """Let the groups of a player follow a card that leaves in sight, after others that went with it."""
        mine = self._mine(player)
        missing = self._unseen(player, face) - gone.count(face)
        sure = sum(group.settled().faces.count(face) for group in mine)
        self._keep(player, Leaving(face, source, size, missing > sure, by_chance).follow(mine))

    def _carry(self, goes: Mapping[int, int]) -> None:
        """Let groups follow whole heaps: seen by whom they lie open to afterwards, known to whom before."""
        viewers, seats = self.layout.viewers, self.layout.seats
        for source, target in goes.items():
            cards = self.cards[source]
            for player in seats(viewers[target] & ~viewers[source]) if self.groups else ():
                for number, face in enumerate(cards):
                    here = (source, HEAP)
                    self._see(player, face, here, len(cards) - number, cards[:number], by_chance=False)
        self._rename(lambda place: (goes.get(place[0], place[0]), place[1]))
        for source, target in goes.items():
            if self.cards[source]:
                self._let_know(viewers[source] & ~viewers[target], (target, HEAP), tuple(self.cards[source]))

    def _unseen(self, player: int, face: Face) -> int:
        """Return how many cards of a face a player does not see."""
        left, viewers = self.layout.deck.count(face), self.layout.viewers
        for zone, (faces, masks) in enumerate(zip(self.cards, self.known, strict=True)):
            if viewers[zone] >> player & 1:
                left -= faces.count(face)
            left -= sum([f == face and m >> player & 1 for f, m in zip(faces, masks, strict=False)])
        return left

    def _hidden(self, player: int) -> int:
        """Return how many cards a player does not see."""
        count, viewers = 0, self.layout.viewers
        for zone, faces in enumerate(self.cards):
            if self.known[zone]:
                count += sum([not mask >> player & 1 for mask in self.known[zone]])
            elif not viewers[zone] >> player & 1:
                count += len(faces)
        return count
