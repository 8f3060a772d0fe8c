"""Urns: hypotheses of where unseen cards lie, and how they are weighed when cards move.

An *urn* is a multiset of cards and as many cells, with nothing known of which card lies in which cell. A
*label* says where cells lie that nobody can tell apart: a heap, a place of a row, or all the places that were
mixed out of sight. A *hypothesis* is a set of urns that share no cell and hold all unseen cards.

The weight of a hypothesis is w = g * A, where A counts the ways to spread the cells of each urn over its
labels, ``|u|! / prod(cells at each label)!``. What is kept is g, which stays an integer:

============================================  =============================  ===========================
what happens                                  w                              g
============================================  =============================  ===========================
a cell of urn u goes from S to T unseen       times u(S)                     times u(T) + 1
a card f of urn u leaves S in sight           times u(S) * u_f / |u|         times u_f
the cells of u at S are seen to hold m        times prod C(u_f, m_f) / C     times prod C(u_f, m_f)
S and T become one label                      stays                          times C(u(S) + u(T), u(S))
an urn of one label is parted or joined       stays                          stays, for A is 1
============================================  =============================  ===========================

There C is ``C(|u|, u(S))``. The size of a heap cancels, for all see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, factorial, gcd, prod

from toolkit.core.hidden.layout import Face

Label = int
"""Where cells lie: the number of a heap, or for places of rows a number beyond those of the heaps."""

Cells = tuple[tuple[Label, int], ...]
"""How many cells of an urn lie at each label, sorted."""

Urn = tuple[tuple[Face, ...], Cells]
"""The cards, sorted, and the cells in which they lie."""

Urns = tuple[Urn, ...]
"""One hypothesis, sorted."""

Weighed = tuple[Urns, int]
"""A hypothesis with its g."""

Ways = Callable[[Urn], Iterable[Weighed]]
"""What can become of an urn of a hypothesis when something happens, each with the factor of g."""

_Parts = tuple[list[int], list[int], int]

_NONE: Mapping[Face, int] = {}
_SPREAD = -1  # no label
_SPARE = 50  # urns that are kept though nothing holds them any more: to number all anew costs more
_DIGITS = 512  # binary ones of a g that is rounded anyway


def ways(urn: Urn) -> int:
    """Return A, in how many ways the cells of an urn can be spread over its labels."""
    faces, cells = urn
    if len(cells) == 1:
        return 1
    return factorial(len(faces)) // prod([factorial(count) for _, count in cells])


def weights(hypotheses: Sequence[Weighed]) -> list[int]:
    """Return the weight w of each hypothesis."""
    found, known = list[int](), dict[int, int]()  # by identity: they share urns, and to hash one takes long
    for urns, g in hypotheses:
        for urn in urns:
            if len(urn[1]) > 1:
                if (one := id(urn)) not in known:
                    known[one] = ways(urn)
                g *= known[one]
        found.append(g)
    return found


def at(urn: Urn, label: Label) -> int:
    """Return how many cells of an urn lie at a label."""
    for other, count in urn[1]:
        if other == label:
            return count
    return 0


def moved(cells: Cells, source: Label, target: Label | None = None) -> Cells:
    """Return cells after one of them went from a label to another, or with its card for good."""
    counts = dict(cells)
    counts[source] -= 1
    if target is not None:
        counts[target] = counts.get(target, 0) + 1
    return tuple(sorted([cell for cell in counts.items() if cell[1]]))


class Hypotheses:
    """All that may be, each hypothesis once and in its one form, with its g; never changed once it is made.

    In the one form the urns that lie at one label only are one urn there, and an urn whose cards are all
    alike never spreads. Hypotheses differ in few of their urns: so each urn has a number, and what becomes of
    it is worked out once for all that hold it.
    """

    __slots__ = ("_homes", "_joins", "_numbers", "_urns", "weights")

    def __init__(self, found: Iterable[Weighed]) -> None:
        """Take over what was found, in any form; `ValueError` if nothing may be."""
        self._urns: list[Urn] = []
        self._numbers: dict[Urn, int] = {}
        self._homes: list[Label] = []  # of each urn: the label if it lies at one only, or `_SPREAD`
        self._joins: dict[tuple[int, int], int] = {}  # two urns at one label, and the number of them as one
        self.weights: dict[tuple[int, ...], int] = {}  #: g by the numbers of the urns, sorted
        for urns, g in found:
            self._add([], self._tidied(urns, g), 1)
        self._reduced()

    def __len__(self) -> int:
        return len(self.weights)

    def items(self) -> Iterator[Weighed]:
        """Yield all of them, each with its g."""
        urns = self._urns
        for numbers, g in self.weights.items():
            yield tuple([urns[number] for number in numbers]), g

    def settled(self) -> tuple[Weighed, ...]:
        """Return all of them sorted, also the urns of each: how they were found makes no difference."""
        if len(self.weights) > 1:
            return tuple(self._in_order().items())
        ((urns, g),) = self.items()
        return ((tuple(sorted(urns)), g),)

    # ---- what happens to all of them ----------------------------------------------------------------------

    def with_urn(self, urn: Urn) -> Hypotheses:
        """Return what may be after the cards of an urn, and its cells, have come."""
        new = self._successor()
        parts = new._tidied([urn], 1)
        for numbers, g in self.weights.items():
            new._add([*numbers], parts, g)
        return new._reduced()

    def followed(self, ways_of: Ways) -> Hypotheses:
        """Return what may be after one urn, any of each hypothesis, went one of its ways, as in `after`."""
        if len(self.weights) == 1:  # as in most games: then nothing is shared
            return Hypotheses(way for one in self.items() for way in after(one, ways_of))
        new = self._successor()
        found, goes = new.weights, dict[int, list[_Parts]]()
        for number in set().union(*self.weights):
            if here := [new._tidied(*way) for way in ways_of(self._urns[number])]:
                goes[number] = here
        for numbers, g in self.weights.items():
            for place, number in enumerate(numbers):
                if number in goes:
                    for spread, homes, times in goes[number]:
                        urns = [*numbers]
                        urns[place : place + 1] = spread
                        if homes:
                            new._house(homes, urns)
                        urns.sort()
                        key = tuple(urns)
                        found[key] = found.get(key, 0) + g * times
        return new._reduced()

    def laid_open(self, label: Label, cards: Counter[Face]) -> Hypotheses:
        """Return what may be after exactly these cards lay at a label, and left it, as in `laid_open`."""
        new, known = self._successor(), dict[tuple[int, ...], list[_Parts]]()
        there = {number for number in set().union(*self.weights) if at(self._urns[number], label)}
        for numbers, g in self.weights.items():
            here = tuple([number for number in numbers if number in there])
            if here not in known:
                urns = tuple([self._urns[number] for number in here])
                known[here] = [new._tidied(*way) for way in laid_open((urns, 1), label, cards)]
            if known[here]:
                others = [number for number in numbers if number not in there]
                for parts in known[here]:
                    new._add([*others], parts, g)
        return new._reduced()

    def merged(self, names: Mapping[Label, Label]) -> Hypotheses:
        """Return what may be after all cells at some labels came to lie under other labels."""
        new, known = self._successor(), dict[int, _Parts]()
        for numbers, g in self.weights.items():
            spread, homes = list[int](), list[int]()
            for number in numbers:
                if number not in known:
                    known[number] = new._tidied(*_merged(self._urns[number], names))
                more, other, times = known[number]
                spread, homes, g = spread + more, homes + other, g * times
            new._add(spread, ([], homes, 1), g)
        return new._reduced()

    def thinned(self, most: int) -> Hypotheses:
        """Return no more than `most` hypotheses that stand for all of them.

        The heavy ones stay as they are, of the light ones those that an even comb meets, each of which then
        weighs one step of the comb: no chance is biased. One more, of a millionth part, is a single urn: so
        what is true never becomes impossible. No generator is needed, and the order does not depend on the
        way here.
        """
        new = self._in_order()
        spread = [ways(urn) for urn in new._urns]
        weighed = [-g * prod([spread[number] for number in numbers]) for numbers, g in new.weights.items()]
        items = sorted(zip(weighed, new.weights.items(), strict=True))
        room, left, heavy = most * 3 // 4, -sum([minus for minus, _ in items]), 0
        total, ignorant = left, one_urn(next(new.items())[0])
        while heavy < len(items) and room and -items[heavy][0] * room >= left:
            left, room, heavy = left + items[heavy][0], room - 1, heavy + 1
        scale = ways(ignorant) << 20  # a single urn of g 1 weighs `ways`: so much more do the others
        new.weights = {numbers: g * scale for _, (numbers, g) in items[:heavy]}
        step = max(1, left // max(1, room))
        tooth, passed = step // 2, 0
        for minus, (numbers, g) in items[heavy:]:
            passed -= minus
            if passed > tooth:
                new.weights[numbers] = max(1, g * scale * step // -minus)
                tooth += step
        new._add([], new._tidied([ignorant], 1), total)
        digits = max(0, max(new.weights.values()).bit_length() - _DIGITS)
        new.weights = {numbers: max(1, g >> digits) for numbers, g in new.weights.items()}
        return new._reduced()

    # ---- urns and their numbers ---------------------------------------------------------------------------

    def _successor(self) -> Hypotheses:
        """Return hypotheses that know the same urns, and none of which may be as yet."""
        new = Hypotheses.__new__(Hypotheses)
        new._urns, new._numbers, new.weights = [*self._urns], {**self._numbers}, {}
        new._homes, new._joins = [*self._homes], {}
        return new

    def _in_order(self) -> Hypotheses:
        """Return the same hypotheses, sorted, with no other urns than theirs, numbered in their order."""
        new = Hypotheses.__new__(Hypotheses)
        used = sorted(set().union(*self.weights), key=self._urns.__getitem__)
        places = {number: place for place, number in enumerate(used)}
        new._urns = [self._urns[number] for number in used]
        new._numbers = {urn: place for place, urn in enumerate(new._urns)}
        new._homes, new._joins = [self._homes[number] for number in used], {}
        found = [(tuple(sorted([places[one] for one in old])), g) for old, g in self.weights.items()]
        new.weights = dict(sorted(found))
        return new

    def _number(self, urn: Urn) -> int:
        number = self._numbers.setdefault(urn, len(self._urns))
        if number == len(self._urns):
            self._urns.append(urn)
            cells = urn[1]
            self._homes.append(cells[0][0] if len(cells) == 1 else _SPREAD)
        return number

    def _tidied(self, urns: Iterable[Urn], g: int) -> _Parts:
        """Return the numbers of those urns that are spread, of what lies at one label only, and g."""
        spread, homes = list[int](), list[int]()
        for urn in urns:
            faces, cells = urn
            if len(cells) == 1:
                homes.append(self._number(urn))
            elif cells and faces[0] != faces[-1]:
                spread.append(self._number(urn))
            else:
                g *= ways(urn)
                homes += [self._number((faces[:count], ((label, count),))) for label, count in cells]
        return spread, homes, g

    def _add(self, urns: list[int], parts: _Parts, g: int) -> None:
        """Add a hypothesis: urns in their one form, and others; the list is used up."""
        spread, homes, times = parts
        urns += spread
        self._house(homes, urns)
        key = tuple(sorted(urns))
        self.weights[key] = self.weights.get(key, 0) + g * times

    def _house(self, homes: Iterable[int], numbers: list[int]) -> None:
        """Put urns that lie at one label only among others, joined with what lies there already."""
        labels, joins = self._homes, self._joins
        for home in homes:
            label = labels[home]
            for other in numbers:
                if labels[other] == label:
                    numbers.remove(other)
                    if (both := (other, home)) not in joins:
                        joins[both] = self._joined(other, home)
                    home = joins[both]
                    break
            numbers.append(home)

    def _joined(self, one: int, other: int) -> int:
        """Return the number of two urns that lie at the same label, and only there, as one."""
        (faces, cells), (others, _) = self._urns[one], self._urns[other]
        together = tuple(sorted(faces + others))
        return self._number((together, ((cells[0][0], len(together)),)))

    def _reduced(self) -> Hypotheses:
        """Return the same with the smallest weights that fit, and few urns that nothing holds any more."""
        if not self.weights:
            raise ValueError("what was seen is impossible")
        common = gcd(*self.weights.values())
        if common > 1:
            self.weights = {numbers: g // common for numbers, g in self.weights.items()}
        return self._in_order() if len(self._urns) > _SPARE + 2 * len(self.weights) else self


def one_urn(urns: Iterable[Urn]) -> Urn:
    """Return all cards and cells of a hypothesis as one urn: nothing is known of them."""
    cells: Counter[Label] = Counter()
    faces: list[Face] = []
    for held, where in urns:
        cells.update(dict(where))
        faces += held
    return tuple(sorted(faces)), tuple(sorted(cells.items()))


# ---- what can have happened: each way as a hypothesis with its g, not yet tidied ------------------------


def after(hypothesis: Weighed, ways_of: Ways) -> Iterator[Weighed]:
    """Yield a hypothesis after one of its urns, any, went one of its ways."""
    urns, g = hypothesis
    for number, urn in enumerate(urns):
        for parts, times in ways_of(urn):
            yield (*urns[:number], *parts, *urns[number + 1 :]), g * times


def unseen(source: Label, target: Label, among: Collection[Face] | None = None) -> Ways:
    """Return how some card, or one `among` some faces, can have gone from a label to another."""

    def ways_of(urn: Urn) -> Iterator[Weighed]:
        faces, cells = urn
        if at(urn, source) and (among is None or faces[0] in among):
            yield ((faces, moved(cells, source, target)),), at(urn, target) + 1

    return ways_of


def seen(label: Label, face: Face) -> Ways:
    """Return how a card of a face can have left a label."""

    def ways_of(urn: Urn) -> Iterator[Weighed]:
        faces, cells = urn
        if face in faces and at(urn, label):
            index = faces.index(face)
            left = faces[:index] + faces[index + 1 :]
            yield ((left, moved(cells, label)),), faces.count(face)

    return ways_of


def laid_open(hypothesis: Weighed, label: Label, cards: Counter[Face]) -> Iterator[Weighed]:
    """Yield the ways in which exactly these cards can have lain at a label, and left it."""
    urns, g = hypothesis
    number = next((number for number, urn in enumerate(urns) if at(urn, label)), None)
    if number is None:
        if not cards.total():
            yield hypothesis
        return
    others = [urn[0] for urn in urns[number + 1 :] if at(urn, label)]
    least = {face: count - sum([faces.count(face) for faces in others]) for face, count in cards.items()}
    for here, rest, count in parted(urns[number], label, cards, least):
        yield from laid_open(
            ((*urns[:number], *rest, *urns[number + 1 :]), g * count), label, cards - Counter(here)
        )


def _merged(urn: Urn, names: Mapping[Label, Label]) -> tuple[Urns, int]:
    """Return an urn after its cells at some labels came to lie under other labels, and the factor of g."""
    times, counts = 1, dict[Label, int]()
    for label, count in urn[1]:
        other = names.get(label, label)
        there = counts.get(other, 0)
        times *= comb(there + count, count)
        counts[other] = there + count
    return ((urn[0], tuple(sorted(counts.items()))),), times


def renamed(urns: Urns, names: Mapping[Label, Sequence[Label]]) -> Urns:
    """Return a hypothesis with new labels; where a label gets several, each is that of one cell."""
    found = []
    for faces, cells in urns:
        new = [(names.get(label, (label,)), many) for label, many in cells]
        spread = [(other, many if len(labels) == 1 else 1) for labels, many in new for other in labels]
        found.append((faces, tuple(sorted(spread))))
    return tuple(found)


def split(hypothesis: Weighed, label: Label, among: Collection[Face]) -> Iterator[Weighed]:
    """Yield the hypothesis with each urn at a label holding there cards of `among` only, or none of them.

    An urn that lies elsewhere as well is resolved into all that it may hold there.
    """
    urns, g = hypothesis
    options: list[list[tuple[list[Urn], int]]] = []
    for urn in urns:
        ways_here = [([urn], 1)]
        if at(urn, label) and len({face in among for face in urn[0]}) > 1:
            found = parted(urn, label, Counter(urn[0]))
            ways_here = [([*_by_faces(here, label, among), *rest], many) for here, rest, many in found]
        options.append(ways_here)
    for choice in product(*options):
        yield tuple([urn for parts, _ in choice for urn in parts]), g * prod([count for _, count in choice])


def _by_faces(faces: Sequence[Face], label: Label, among: Collection[Face]) -> list[Urn]:
    parts = [[face for face in faces if (face in among) is inside] for inside in (True, False)]
    return [(tuple(part), ((label, len(part)),)) for part in parts if part]


def parted(
    urn: Urn, label: Label, cards: Mapping[Face, int], least: Mapping[Face, int] = _NONE
) -> Iterator[tuple[tuple[Face, ...], Urns, int]]:
    """Yield what an urn may hold at a label of some cards, the rest of it, and the ways to choose those.

    It holds there as many of each face as `least` says, or more.
    """
    faces, cells = urn
    copies = Counter(faces)
    elsewhere = tuple([cell for cell in cells if cell[0] != label])
    possible = [
        (face, max(0, least.get(face, 0)), min(n, cards[face])) for face, n in copies.items() if face in cards
    ]
    for here in multisets(possible, at(urn, label)):
        rest = list(faces)
        for face in here:
            rest.remove(face)
        yield (
            here,
            ((tuple(rest), elsewhere),) if rest else (),
            prod([comb(copies[face], here.count(face)) for face in set(here)]),
        )


def multisets(copies: Sequence[tuple[Face, int, int]], count: int) -> Iterator[tuple[Face, ...]]:
    """Yield every multiset of so many cards, of each face at least and at most so many."""
    if not copies:
        if not count:
            yield ()
        return
    (face, least, most), *others = copies
    low = max(least, count - sum([more for _, _, more in others]))
    high = min(most, count - sum([fewer for _, fewer, _ in others]))
    for number in range(low, high + 1):
        for rest in multisets(others, count - number):
            yield (face,) * number + rest
