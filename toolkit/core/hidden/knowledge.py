"""`Group`: cards that a player knows to lie in certain cells, and how groups follow what happens.

A *cell* is the room of one card: a place in a row, or one of the cards of a heap, whose cells are alike. A
group is what is left of seen cards when the sight of them is lost: a hand that was passed on (as many cells
as cards), two seen cards of which somebody put away one (one cell here, one there), known discards that were
shuffled and then drawn from. The groups of one player share no cell, which makes a deal from them exactly
uniform. The cells of a heap that belong to no group are its *rest*: nothing is known of them.

Every update keeps what is true possible. Where a card may have come from several groups at once, a little
is forgotten: the groups are joined, or the card counts as one of the rest. So a deal is not exactly as likely
as it should be when chance draws in sight from a heap in which one group lies spread and another at home: in
Tobago, when one division takes the last gold above the curses (T-18) and is divided after looks (T-25).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Face = int
"""A card is known by its face, a number from 0; cards with one face are alike."""

Place = tuple[int, int]
"""A zone and an index in it; a heap as a whole is the place ``(zone, HEAP)``."""

HEAP = -1


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """Cards that a player knows to lie in a set of cells; what else lies there is unknown.

    Attributes
    ----------
    player
        Who knows it.
    cells
        The places with the number of cells of the group in each, sorted.
    faces
        The cards known to have been put there, sorted.
    shown
        Cards of these faces that chance has drawn from there since, in the sight of the player. Each of them
        was either one of the known cards or another of the same face; a deal weighs both.
    """

    player: int
    cells: tuple[tuple[Place, int], ...]
    faces: tuple[Face, ...]
    shown: tuple[Face, ...] = ()

    @property
    def size(self) -> int:
        """How many cells the group has."""
        return sum([count for _, count in self.cells])

    @property
    def lies_in_one_heap(self) -> bool:
        """Whether all cells lie in one heap: then it says what is in there, wherever it came from."""
        return len(self.cells) == 1 and self.cells[0][0][1] == HEAP

    def at(self, place: Place) -> int:
        """Return how many of its cells lie at a place."""
        for other, count in self.cells:
            if other == place:
                return count
        return 0

    def settled(self) -> Group:
        """Return the group without `shown`: what surely still lies there."""
        return replace(self, faces=minus(self.faces, self.shown), shown=()) if self.shown else self

    def resized(self, changes: Mapping[Place, int]) -> Group:
        """Return the group with as many more or fewer cells at some places."""
        cells = dict(self.cells)
        for place, more in changes.items():
            cells[place] = cells.get(place, 0) + more
        kept = tuple(sorted([(place, count) for place, count in cells.items() if count]))
        return Group(self.player, kept, self.faces, self.shown)

    def without(self, face: Face) -> Group:
        """Return the group without one of its known cards."""
        index = self.faces.index(face)
        return replace(self, faces=self.faces[:index] + self.faces[index + 1 :])

    def relabelled(self, label: Callable[[Place], Place]) -> Group:
        """Return the group with every place renamed."""
        cells: Counter[Place] = Counter()
        for place, count in self.cells:
            cells[label(place)] += count
        return Group(self.player, tuple(sorted(cells.items())), self.faces, self.shown)


def minus(faces: Iterable[Face], less: Iterable[Face]) -> tuple[Face, ...]:
    """Return the faces, sorted, without others as far as they are among them."""
    return tuple(sorted((Counter(faces) - Counter(less)).elements()))


def joined(groups: Iterable[Group]) -> Group:
    """Return one group that says what stays true when the cells of several can no longer be told apart."""
    one, *others = [group.settled() for group in groups]
    for other in others:
        one = replace(one.resized(dict(other.cells)), faces=tuple(sorted(one.faces + other.faces)))
    return one


def tidied(mine: Iterable[Group], hidden: int) -> tuple[Group, ...]:
    """Return the groups of a player that say something, in a fixed order, with one for each heap at most.

    Parameters
    ----------
    mine
        Groups that share no cell.
    hidden
        The number of all cells whose cards the player does not see: a group of all of them says nothing.
    """
    spread: list[Group] = []
    heaps: dict[Place, Group] = {}
    for group in mine:
        if group.lies_in_one_heap:
            place = group.cells[0][0]
            heaps[place] = joined([heaps[place], group]) if place in heaps else group
        else:
            spread.append(group)
    kept = [*spread, *map(_narrowed, heaps.values())]
    return tuple(sorted(group for group in kept if group.faces and 0 < group.size < hidden))


def _narrowed(group: Group) -> Group:
    """Return a group of one heap with as many cells as cards: the cells of a heap are alike."""
    return group if group.shown else replace(group, cells=((group.cells[0][0], len(group.faces)),))


def unseen_to_leave(mine: Sequence[Group], source: Place, target: Place, size: int) -> Sequence[Group]:
    """Return the groups of a player after some card went from a place to another out of sight.

    Parameters
    ----------
    mine
        The groups of the player.
    source, target
        The two places. Which card of a heap left is not known: it may be one of any group there.
    size
        How many cards lay at the source.
    """
    here = [group for group in mine if group.at(source)]
    if not here:
        return mine
    one = here[0] if len(here) == 1 and here[0].at(source) == size else joined(here)
    one = one.resized({source: size - one.at(source) - 1}).resized({target: 1})
    return [*(group for group in mine if group not in here), one]


@dataclass(frozen=True, slots=True)
class Leaving:
    """A card that leaves a place in the sight of a player.

    Attributes
    ----------
    face, source
        The card, and where it lay.
    size
        How many cards lay there.
    spare
        Whether the player may miss another card of that face besides those of groups: it may have been that.
    by_chance
        Whether chance drew it. A card that was chosen tells nothing of the rest.
    """

    face: Face
    source: Place
    size: int
    spare: bool
    by_chance: bool

    def follow(self, mine: Sequence[Group]) -> Sequence[Group]:
        """Return the groups of a player afterwards."""
        here = [group for group in mine if group.at(self.source)]
        away = [group for group in mine if not group.at(self.source)]
        spread = [group for group in here if not group.lies_in_one_heap]
        rest = self.size - sum(group.at(self.source) for group in here)
        for home in here:
            if home.lies_in_one_heap:
                return [*away, *self._from_heap(home, spread, rest)]
        return [*away, *self._from_any(spread, rest)] if spread else away

    def _from_heap(self, home: Group, spread: list[Group], rest: int) -> list[Group]:
        """Let the cards known to lie in the heap account for it if they can: that stays true for any card."""
        if self.face not in home.faces:
            return self._from_any([home, *spread], rest)
        whole = home if spread else home.resized({self.source: rest})
        return [*spread, self._from(whole if self._unsure(whole) else home)]

    def _from_any(self, here: list[Group], rest: int) -> list[Group]:
        """Take the card out of the groups that may have held it, or out of the rest."""
        may = [group for group in here if self.face in group.faces or self._has_room(group)]
        others = [group for group in here if group not in may]
        if not rest or (len(may) == 1 and not self.spare):
            return [*others, self._from(may[0] if len(may) == 1 else joined(may))]
        knowing = [group for group in may if self.face in group.settled().faces]
        if not knowing:
            return here
        # One of the rest counts as gone; if a cell of a group left instead, one of the rest stands for it.
        unknowing = [group for group in here if group not in knowing]
        return [*unknowing, joined(knowing).without(self.face)]

    def _from(self, group: Group) -> Group:
        """Take the card out of a group to which it belonged."""
        smaller = group.resized({self.source: -1})
        if self._unsure(group):
            return replace(smaller, shown=tuple(sorted((*group.shown, self.face))))
        if self.face in smaller.shown:
            smaller = smaller.settled()
        return smaller.without(self.face) if self.face in smaller.faces else smaller

    def _unsure(self, group: Group) -> bool:
        """Tell whether chance drew either a known card of the group or another one of the same face."""
        return self.by_chance and self.face in group.faces and self._has_room(group)

    def _has_room(self, group: Group) -> bool:
        return self.spare and group.size > len(group.settled().faces)
