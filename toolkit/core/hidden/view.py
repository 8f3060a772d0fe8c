"""`View`: what one seat sees of the cards of a kind; `Belief`: what it must think of the others."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import comb, fsum, prod
from typing import TYPE_CHECKING, Any

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.hidden.knowledge import Account, Knowledge
from toolkit.core.hidden.layout import HEAP, HIDDEN, Face, Layout, Place
from toolkit.core.hidden.urns import Label, Urn, Urns, at, weights

if TYPE_CHECKING:
    from random import Random


class Memory:
    """What one seat knows, worked out when it is asked for first.

    The notes of what happened are those of all seats: nothing shows them, and a copy or a pickle holds what
    this seat knows. To part them for each seat would cost every observation as much as all that happened.
    """

    __slots__ = ("__account", "__seat")

    def __init__(self, seat: int, account: Account) -> None:
        self.__seat, self.__account = seat, account

    def recall(self) -> Knowledge:
        """Return what the seat knows of the cards that it does not see; never to be changed."""
        return self.__account.of(self.__seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Memory) or self.__seat != other.__seat:
            return False
        return self.__account is other.__account or self.recall().settled == other.recall().settled

    def __reduce__(self) -> tuple[Any, ...]:
        known = self.recall()
        return Memory, (self.__seat, Account((known.layout, (), ()), {self.__seat: (None, known)}))


@dataclass(frozen=True)
class View:
    """What one seat sees of the cards of a kind, and what it knows of the others.

    Two views are equal when their seats see the same and must believe the same.
    """

    layout: Layout = field(hash=False)  #: the zones
    #: The faces in each zone, `HIDDEN` for those that the seat does not know.
    cards: tuple[tuple[Face, ...], ...]
    #: For each row, who knows each card: that is seen by all. Empty when there are no rows.
    known: tuple[tuple[int, ...], ...]
    seat: int  #: whose view it is; a spectator is the seat after those of the players
    memory: Memory = field(repr=False, hash=False)  #: what the seat knows beyond that

    def zone(self, name: str) -> tuple[Face, ...]:
        """Return the faces of a zone by its name."""
        if name not in self.layout.number:
            raise ToolkitError(f"no zone {quote(name)}{did_you_mean(str(name), self.layout.number)}")
        return self.cards[self.layout.number[name]]

    @property
    def knowledge(self) -> Knowledge:
        """What the seat knows of the cards that it does not see; never to be changed."""
        return self.memory.recall()

    @cached_property
    def belief(self) -> Belief:
        """What the seat must think of the cards that it does not see; worked out when it is asked first.

        It follows from where cards went. What an open decision tells of them beyond that
        (``possible``: `toolkit.core.decision.declared`) is known to the sampled worlds alone.
        """
        return Belief(self.cards, self.knowledge)

    def given(self, lie: Sequence[tuple[Place, Face]]) -> Belief:
        """Return what the seat must think if it knew some cards: those in heaps are dealt to none then.

        `ToolkitError` if it knows that one cannot lie there.
        """
        if not lie:
            return self.belief
        knowledge, cards = self.knowledge.clone(), [*map(list, self.cards)]
        for (zone, index), face in lie:
            try:
                knowledge.found(zone, index, face)
            except ValueError:
                raise ToolkitError(f"no card {face} can lie there") from None
            if index is None:
                cards[zone].pop()  # all of them are hidden
            else:
                cards[zone][index] = face
        return Belief(tuple(map(tuple, cards)), knowledge)


class Belief:
    """The exact chances of all deals that fit what a seat has seen (`toolkit.core.hidden.knowledge`).

    Attributes
    ----------
    exact
        False where there was too much to keep account of: then a chance may be off, by 0.0014 on average; the
        largest error of a look is 0.026 on average, and 0.24 at most (72 such looks among 1,856, in 90 games
        of Wazabi with 3 to 6 players, against up to 60,000 hypotheses).
    """

    def __init__(self, cards: tuple[tuple[Face, ...], ...], knowledge: Knowledge) -> None:
        self.exact, rows, hypotheses = knowledge.settled
        self._cards, self._heaps = cards, len(knowledge.layout.heaps)
        self._rows = rows
        self._places = Counter(label for row in rows for label in row if label is not None)
        self._hypotheses = [hypothesis for hypothesis, _ in hypotheses]
        self._sums = list(accumulate(weights(hypotheses)))

    def expected(self, place: Place, face: Face) -> float:
        """Return how many cards of a face lie at a place on average.

        The place is a heap ``(zone, HEAP)``, or one of a row: there it is the chance that the card has it.
        """
        return self.average(place).get(face, 0.0)

    def average(self, place: Place) -> dict[Face, float]:
        """Return `expected` of all faces at a place; those that cannot lie there are left out."""
        label, shown = self._at(place)
        if label is None:
            return {face: float(count) for face, count in Counter(shown).items()}
        parts: dict[Face, list[float]] = {}
        for hypothesis, chance in self._chances():
            for urn in hypothesis:
                if many := at(urn, label):
                    for face, count in Counter(urn[0]).items():
                        parts.setdefault(face, []).append(chance * count * many / len(urn[0]))
        places = max(1, self._places[label])
        return {face: fsum(some) / places for face, some in parts.items()}

    def chance(self, place: Place, face: Face) -> float:
        """Return the chance that at least one card of a face lies at a place, as in `expected`."""
        label, shown = self._at(place)
        if label is None:
            return float(face in shown)
        if place[1] is not None:
            return self.expected(place, face)
        return fsum(
            chance * (1 - prod([_lacks(urn, label, face) for urn in hypothesis]))
            for hypothesis, chance in self._chances()
        )

    def averages(self) -> list[list[dict[Face, float]]]:
        """Return `expected` of all places and faces at once: a list for each zone, one entry for a heap.

        Faces that cannot lie there are left out.
        """
        share: dict[Label, dict[Face, list[float]]] = {}
        for (faces, cells), chance in self._urns():
            for face, count in Counter(faces).items():
                for label, many in cells:
                    share.setdefault(label, {}).setdefault(face, []).append(
                        chance * count * many / len(faces)
                    )
        found = {
            label: {face: fsum(parts) / max(1, self._places[label]) for face, parts in of_faces.items()}
            for label, of_faces in share.items()
        }
        heaps = [[self._average((zone, HEAP), found)] for zone in range(self._heaps)]
        return heaps + [
            [self._average((zone, place), found) for place in range(len(cards))]
            for zone, cards in enumerate(self._cards[self._heaps :], self._heaps)
        ]

    def _average(self, place: Place, found: Mapping[Label, dict[Face, float]]) -> dict[Face, float]:
        label, shown = self._at(place)
        if label is None:
            return {face: float(count) for face, count in Counter(shown).items()}
        return found.get(label, {})

    def _urns(self) -> Iterator[tuple[Urn, float]]:
        """Return the different urns of all hypotheses, each with the sum of their chances."""
        sums: dict[Urn, float] = {}
        for hypothesis, chance in self._chances():
            for urn in hypothesis:
                sums[urn] = sums.get(urn, 0.0) + chance
        return iter(sums.items())

    def sure(self, zone: int, face: Face) -> int:
        """Return how many cards of a face lie in a heap for certain."""
        label, shown = self._at((zone, None))
        if label is None:
            return shown.count(face)
        return min(
            sum(max(0, at(urn, label) - len(urn[0]) + urn[0].count(face)) for urn in hypothesis)
            for hypothesis in self._hypotheses
        )

    def deal(self, random: Random) -> list[list[Face]]:
        """Return the cards of all zones, drawn from the deals as likely as they are.

        The order of a random choice never depends on a set, so a seed gives one deal on every platform.
        """
        dealt, shown = self._drawn(random), self._cards
        heaps = [sorted(dealt.get(zone, faces)) for zone, faces in enumerate(shown[: self._heaps])]
        return heaps + [
            [face if label is None else dealt[label].pop() for label, face in zip(labels, faces, strict=True)]
            for labels, faces in zip(self._rows, shown[self._heaps :], strict=True)
        ]

    def _at(self, place: Place) -> tuple[Label | None, tuple[Face, ...]]:
        """Return the label of a place and what is shown there; no label when the seat sees it."""
        zone, index = place
        cards = self._cards[zone] if 0 <= zone < len(self._cards) else ()
        if (index is None) != (zone < self._heaps) or not 0 <= (index or 0) < max(len(cards), index is None):
            raise ToolkitError(f"no place {quote(place)}: a heap has no index, and a row one for each card")
        if index is None:
            return zone if HIDDEN in self._cards[zone] else None, self._cards[zone]
        return self._rows[zone - self._heaps][index], self._cards[zone][index : index + 1]

    def _chances(self) -> Iterator[tuple[Urns, float]]:
        before = 0
        for hypothesis, until in zip(self._hypotheses, self._sums, strict=True):
            yield hypothesis, (until - before) / self._sums[-1]
            before = until

    def _drawn(self, random: Random) -> dict[Label, list[Face]]:
        """Return the cards under each label; those of places that were mixed come in any order."""
        number = bisect_right(self._sums, random.randrange(self._sums[-1])) if len(self._sums) > 1 else 0
        dealt: dict[Label, list[Face]] = {}
        for urn in self._hypotheses[number]:
            _draw(urn, dealt, random)
        for label, count in self._places.items():
            if count > 1:
                random.shuffle(dealt[label])
        return dealt


def _lacks(urn: Urn, label: Label, face: Face) -> float:
    """Return the chance that none of an urn's cards of a face lies at a label."""
    faces, count = urn[0], urn[0].count(face)
    return comb(len(faces) - at(urn, label), count) / comb(len(faces), count)


def _draw(urn: Urn, dealt: dict[Label, list[Face]], random: Random) -> None:
    """Deal the cards of an urn; the label with most cells takes what is left, so it costs no draws."""
    faces, cells = urn
    last = max(cells, key=lambda cell: cell[1])[0]
    pool, size, uniform = list(faces), len(faces), random.random
    for label, count in cells:
        if label != last:
            mine = dealt.setdefault(label, [])
            for _ in range(count):
                drawn = int(uniform() * size)
                size -= 1
                mine.append(pool[drawn])
                pool[drawn] = pool[size]
    dealt.setdefault(last, []).extend(pool[:size])
