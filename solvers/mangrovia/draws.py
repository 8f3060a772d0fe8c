"""What may be drawn: cards and amulets that a player has not seen, as exact chances (M-13, M-15).

Each card of a pile, and each amulet of the bag, is any of those whose place the player does not know, all
equally likely. When a pile is exhausted the played cards come, shuffled (M-26, M-27).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from toolkit.core.hidden import HIDDEN
from toolkit.games.mangrovia.actions import OneCard
from toolkit.games.mangrovia.building import Faces, Holding
from toolkit.games.mangrovia.components import MOST_DRAWN, PIERS, Part
from toolkit.games.mangrovia.payments import sums
from toolkit.games.mangrovia.position import Position

if TYPE_CHECKING:
    import icepool

Suits = Callable[[Holding], bool]
"""Whether what is held then is what is wanted."""


class Heap(NamedTuple):
    """What a player knows of a pile, or of the bag."""

    unseen: Faces  #: the faces that lie there or, unknown, with other players; sorted
    pile: int  #: how many of them lie there
    played: Faces  #: the faces that come when it is exhausted, sorted

    @classmethod
    def of(cls, position: Position, kind: str) -> Heap:
        """Return what a position tells of the ``valuables``, the ``landscapes`` or the ``amulets``."""
        lies, deck = position.lies[kind], position.decks[kind]
        known = [face for faces in lies.values() for face in faces]
        unseen = Counter(deck) - Counter(face for face in known if face != HIDDEN)
        played = lies.get("spent" if kind == "amulets" else "played", ())
        return cls(tuple(sorted(unseen.elements())), len(deck) - len(known), tuple(sorted(played)))

    def next(self) -> Iterator[tuple[int, Fraction, Heap]]:
        """Yield the faces that the next one may have, each with its chance and with what is left then."""
        unseen, pile, played = self if self.pile else (self.played, len(self.played), ())
        for face, copies in Counter(unseen).items() if pile else ():
            place = unseen.index(face)
            left = Heap(unseen[:place] + unseen[place + 1 :], pile - 1, played)
            yield face, Fraction(copies, len(unseen)), left

    def draws(self, number: int) -> dict[Faces, Fraction]:
        """Return what so many of them can be, sorted, with the chances; fewer if there are no more (B10)."""
        found: dict[Faces, Fraction] = {}
        first = min(number, self.pile)
        for drawn, chance in deal(self.unseen, first).items():
            for more, then in deal(self.played, min(number - first, len(self.played))).items():
                faces = tuple(sorted(drawn + more))
                found[faces] = found.get(faces, Fraction(0)) + chance * then
        return dict(sorted(found.items()))


@lru_cache(maxsize=256)
def deal(faces: Faces, number: int) -> Mapping[Faces, Fraction]:
    """Return what so many of these can be, sorted, drawn without putting back: hypergeometric chances.

    >>> deal((2, 2, 3), 2)
    {(2, 2): Fraction(1, 3), (2, 3): Fraction(2, 3)}
    """
    if not number:
        return {(): Fraction(1)}
    import icepool  # it takes longer to load than the help of the odds

    dealt = cast("icepool.Die[Any]", icepool.Deck(Counter(faces)).deal(number).expand())
    return {tuple(drawn): Fraction(ways, dealt.denominator()) for drawn, ways in dealt.items()}


@dataclass(frozen=True, slots=True)
class Draws:
    """What the player who asks may take and draw."""

    rows: Mapping[str, Faces]  #: the cards that lie face up, by kind, as far as they are known
    piles: Mapping[str, Heap]  #: the piles of cards by kind
    bag: Heap  #: the bag of amulets
    ones: int  #: how many amulets of value 1 lie on the board
    huts: int  #: how many huts the player has on amulet spaces: what the amulet track shows (M-15)
    partial: bool  #: whether all drawn amulets may be kept (B18)

    @classmethod
    def of(cls, position: Position) -> Draws:
        """Return what the player who asks may draw in a position."""
        lies, kinds = position.lies, OneCard.kinds
        return cls(
            {kind: tuple(face for face in lies[kind]["open"] if face != HIDDEN) for kind in kinds},
            {kind: Heap.of(position, kind) for kind in kinds},
            Heap.of(position, "amulets"),
            len(lies["amulets"]["board"]),
            sum(space in position.rules.layout.amulet for space in position.built[position.me]),
            position.rules.amulets_partial,
        )

    # ---- amulets (M-15) ------------------------------------------------------------------------------------

    def amulets(self) -> dict[Faces, Fraction]:
        """Return which amulets the amulet action lets a player look at, sorted by value, with the chances."""
        if not self.huts:
            return {(1,) * min(1, self.ones): Fraction(1)}
        return self.bag.draws(min(self.huts, MOST_DRAWN))

    def keeps(self, drawn: Faces) -> list[Faces]:
        """Return what can be kept of drawn amulets, the most valuable first (M-15, B10, B18)."""
        if self.huts <= 1 or not drawn:
            return [drawn]
        fewer = [drawn[:place] + drawn[place + 1 :] for place in range(len(drawn))]
        return [drawn, *fewer] if self.partial else fewer

    def kept(self) -> dict[int, Fraction]:
        """Return the chances of the greatest sum that the amulet action lets a player keep."""
        found: dict[int, Fraction] = {}
        for drawn, chance in self.amulets().items():
            total = sum(self.keeps(drawn)[0])
            found[total] = found.get(total, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def after_amulets(self, held: Holding, suits: Suits) -> Fraction:
        """Return the chance to hold what suits after the amulet action, keeping what helps."""
        return sum(
            (
                chance
                for drawn, chance in self.amulets().items()
                if any(suits(held.with_amulets(*kept)) for kept in self.keeps(drawn))
            ),
            Fraction(0),
        )

    def makes(self, held: Holding, value: int) -> Fraction:
        """Return the chance that the amulets make a value exactly after the amulet action (M-18)."""
        return self.after_amulets(held, lambda then: bool(sums(then.amulets) >> value & 1))

    # ---- piers (M-12, M-13) --------------------------------------------------------------------------------

    def at_pier(self, pier: int, held: Holding, suits: Suits) -> Fraction:
        """Return the chance to hold what suits after the cards and amulets of a pier.

        The best is taken of each row and pile, with a look at the first of two face-down cards before the
        second is chosen (M-13). Cards lie as they do now, and no hut is built.
        """
        return self._best(PIERS[pier], held, suits)

    def _best(self, parts: Sequence[Part], held: Holding, suits: Suits) -> Fraction:
        """Return the chance with the parts that are left of an action."""
        if not parts or suits(held):
            return Fraction(suits(held))
        part, rest = parts[0], parts[1:]
        found = [self._best(rest, held, suits)]
        if part.amulets:
            found.append(self.after_amulets(held, suits))
        if part.up:
            more = [Part(up=part.up - 1), *rest]
            found += [left._best(more, then, suits) for then, left in self._face_up(held)]
        if part.down:
            more = [Part(down=part.down - 1), *rest]
            for kind in self.piles:
                ways = self._face_down(held, kind)
                found.append(sum((p * left._best(more, then, suits) for p, then, left in ways), Fraction(0)))
        return max(found)

    def _face_up(self, held: Holding) -> Iterator[tuple[Holding, Draws]]:
        """Yield what follows when a face-up card is taken (M-14)."""
        for kind, row in self.rows.items():
            for face in dict.fromkeys(row):
                left = row[: row.index(face)] + row[row.index(face) + 1 :]
                yield held.taking(kind, face), replace(self, rows={**self.rows, kind: left})

    def _face_down(self, held: Holding, kind: str) -> Iterator[tuple[Fraction, Holding, Draws]]:
        """Yield what follows when a face-down card is drawn, with its chance (M-13)."""
        for face, chance, left in self.piles[kind].next():
            yield chance, held.taking(kind, face), replace(self, piles={**self.piles, kind: left})
