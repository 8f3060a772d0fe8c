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
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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

_NONE: Mapping[Face, int] = {}
_DIGITS = 512  # binary ones of a g that is rounded anyway


def ways(urn: Urn) -> int:
    """Return A, in how many ways the cells of an urn can be spread over its labels."""
    faces, cells = urn
    if len(cells) == 1:
        return 1
    return factorial(len(faces)) // prod([factorial(count) for _, count in cells])


def weight(urns: Urns, g: int) -> int:
    """Return the weight w of a hypothesis."""
    return g * prod([ways(urn) for urn in urns if len(urn[1]) > 1])


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


def tidied(urns: Iterable[Urn], g: int) -> Weighed:
    """Return the one form of a hypothesis.

    The urns that lie at one label only are one urn there; an urn whose cards are all alike never spreads.
    """
    spread: list[Urn] = []
    homes: dict[Label, Urn] = {}
    for urn in urns:
        faces, cells = urn
        if len(cells) > 1 and faces[0] != faces[-1]:
            spread.append(urn)
            continue
        if len(cells) > 1:
            g *= ways(urn)
        for label, count in cells:
            home = urn if len(cells) == 1 else (faces[:count], ((label, count),))
            homes[label] = _joined(homes[label], home) if label in homes else home
    return tuple(sorted([*spread, *homes.values()])), g


def _joined(one: Urn, other: Urn) -> Urn:
    """Return two urns that lie at the same label, and only there, as one."""
    faces = tuple(sorted(one[0] + other[0]))
    return faces, ((one[1][0][0], len(faces)),)


def added_up(found: Iterable[Weighed]) -> dict[Urns, int]:
    """Return hypotheses, each in its one form and once, with the smallest weights that fit."""
    summed: dict[Urns, int] = {}
    for one in found:
        hypothesis, g = tidied(*one)
        summed[hypothesis] = summed.get(hypothesis, 0) + g
    if not summed:
        raise ValueError("what was seen is impossible")
    return _smallest(summed)


def _smallest(weighed: dict[Urns, int]) -> dict[Urns, int]:
    """Return hypotheses with the smallest weights that fit."""
    common = gcd(*weighed.values())
    return {hypothesis: g // common for hypothesis, g in weighed.items()} if common > 1 else weighed


def one_urn(urns: Iterable[Urn]) -> Urn:
    """Return all cards and cells of a hypothesis as one urn: nothing is known of them."""
    cells: Counter[Label] = Counter()
    faces: list[Face] = []
    for held, where in urns:
        cells.update(dict(where))
        faces += held
    return tuple(sorted(faces)), tuple(sorted(cells.items()))


# ---- what can have happened: each way as a hypothesis with its g, not yet tidied ------------------------


def unseen(
    hypothesis: Weighed, source: Label, target: Label, among: Collection[Face] | None = None
) -> Iterator[Weighed]:
    """Yield the ways in which some card, or one `among` some faces, can have gone from a label to another."""
    urns, g = hypothesis
    for number, urn in enumerate(urns):
        if at(urn, source) and (among is None or urn[0][0] in among):
            went = urn[0], moved(urn[1], source, target)
            yield (*urns[:number], went, *urns[number + 1 :]), g * (at(urn, target) + 1)


def seen(hypothesis: Weighed, label: Label, face: Face) -> Iterator[Weighed]:
    """Yield the ways in which a card of a face can have left a label."""
    urns, g = hypothesis
    for number, urn in enumerate(urns):
        faces, cells = urn
        if face in faces and at(urn, label):
            index = faces.index(face)
            left = faces[:index] + faces[index + 1 :], moved(cells, label)
            yield (*urns[:number], left, *urns[number + 1 :]), g * faces.count(face)


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


def merged(hypothesis: Weighed, names: Mapping[Label, Label]) -> Weighed:
    """Return the hypothesis after all cells at some labels came to lie under other labels."""
    urns, g = hypothesis
    new: list[Urn] = []
    for faces, cells in urns:
        counts: dict[Label, int] = {}
        for label, count in cells:
            other = names.get(label, label)
            there = counts.get(other, 0)
            g *= comb(there + count, count)
            counts[other] = there + count
        new.append((faces, tuple(sorted(counts.items()))))
    return tuple(new), g


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


# ---- too many -------------------------------------------------------------------------------------------


def thinned(hypotheses: Mapping[Urns, int], most: int) -> dict[Urns, int]:
    """Return no more than `most` hypotheses that stand for many more.

    The heavy ones stay as they are, of the light ones those that an even comb meets, each of which then
    weighs one step of the comb: no chance is biased. One more, of a millionth part, is a single urn: so what
    is true never becomes impossible. No generator is needed, and the order does not depend on the way here.
    """
    items = sorted([(-weight(*item), item) for item in hypotheses.items()])
    room, left, heavy = most * 3 // 4, -sum([minus for minus, _ in items]), 0
    total, ignorant = left, one_urn(items[0][1][0])
    while heavy < len(items) and room and -items[heavy][0] * room >= left:
        left, room, heavy = left + items[heavy][0], room - 1, heavy + 1
    scale = ways(ignorant) << 20  # a single urn of g 1 weighs `ways`: so much more do the others
    kept = {urns: g * scale for _, (urns, g) in items[:heavy]}
    step = max(1, left // max(1, room))
    tooth, passed = step // 2, 0
    for minus, (urns, g) in items[heavy:]:
        passed -= minus
        if passed > tooth:
            kept[urns] = max(1, g * scale * step // -minus)
            tooth += step
    urns, g = tidied([ignorant], total)
    kept[urns] = kept.get(urns, 0) + g
    digits = max(0, max(kept.values()).bit_length() - _DIGITS)
    return _smallest({urns: max(1, g >> digits) for urns, g in kept.items()})
