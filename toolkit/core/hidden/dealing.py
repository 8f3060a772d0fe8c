"""Completing what a seat sees to a whole world, uniformly over the deals that fit.

A deal puts every unseen card into a hidden cell; cards of one face count as different cards, so each deal
is as likely as another. The cards of groups are placed first: as groups share no cell, every choice of cells
for them leaves the same number of ways for the rest, so the result is exactly uniform. Nothing is inferred
from what other players chose; what chance drew in sight is weighed (`Group.shown`).
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, factorial, perm, prod
from typing import TYPE_CHECKING

from toolkit.core.chance import draw_weighted
from toolkit.core.hidden.knowledge import HEAP, Face, Group, Place, minus
from toolkit.core.hidden.view import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from toolkit.core.hidden.view import View


def dealt(view: View, random: Random) -> list[list[Face]]:
    """Return the cards of every zone: those that the view shows, and the unseen ones dealt at random.

    The order of a random choice never depends on a set, so a seed gives one deal on every platform.
    """
    heaps = len(view.layout.heaps)
    cards: list[list[Face]] = [
        [] if number < heaps and HIDDEN in zone else list(zone) for number, zone in enumerate(view.cards)
    ]
    free, pool = dict(view.hidden), list(view.unseen)
    for group, faces in zip(view.groups, _known_cards(view.groups, pool, random), strict=True):
        for face, place in zip(faces, _cells_for(faces, group, random), strict=True):
            _put(cards, place, face)
            free[place] -= 1
            pool.remove(face)
    _deal_rest(cards, free, pool, random)
    for zone, _ in view.hidden:
        if zone < heaps:
            cards[zone].sort()
    return cards


def _put(cards: list[list[Face]], place: Place, face: Face) -> None:
    zone, index = place
    if index == HEAP:
        cards[zone].append(face)
    else:
        cards[zone][index] = face


def _cells_for(faces: Sequence[Face], group: Group, random: Random) -> list[Place]:
    """Return a cell of the group for each of its cards."""
    cells = [place for place, count in group.cells for _ in range(count)]
    if group.lies_in_one_heap:
        return cells[: len(faces)]
    return random.sample(cells, len(faces))


def _deal_rest(cards: list[list[Face]], free: dict[Place, int], pool: list[Face], random: Random) -> None:
    """Deal the rest of the pool; the largest place takes what is left, so it costs no draws."""
    if not free:
        return
    largest = max(free, key=free.__getitem__)
    room, size, uniform = free.pop(largest), len(pool), random.random
    for place, count in free.items():
        for _ in range(count):
            drawn = int(uniform() * size)
            size -= 1
            face, pool[drawn] = pool[drawn], pool[size]
            _put(cards, place, face)
    zone, index = largest
    if index == HEAP:
        cards[zone] += pool[:room]
    else:
        cards[zone][index : index + room] = pool[:room]


def _known_cards(groups: Sequence[Group], pool: Sequence[Face], random: Random) -> list[tuple[Face, ...]]:
    """Return the known cards of each group that still lie there, drawn by their weight where it is unsure."""
    unsure = [group for group in groups if group.shown]
    if not unsure:
        return [group.faces for group in groups]
    sure = [face for group in groups if not group.shown for face in group.faces]
    left = iter(_still_there(unsure, Counter(minus(pool, sure)), random))
    return [next(left) if group.shown else group.faces for group in groups]


Gone = tuple[int, ...]
"""How many known cards have gone from each group."""


def _still_there(groups: Sequence[Group], unseen: Counter[Face], random: Random) -> list[tuple[Face, ...]]:
    """Return which cards of groups still lie there when some of their faces were drawn by chance since.

    A shown face was one of the known cards or another card of that face: each number of known cards among the
    shown ones is weighed by the deals that it leaves. The sums run face by face, then back from the end.
    """
    values = sorted({face for group in groups for face in group.shown})
    steps = [_steps(groups, value, unseen[value]) for value in values]
    sums: list[Counter[Gone]] = [Counter({(0,) * len(groups): 1})]
    for step in steps:
        sums.append(_summed(sums[-1], step))
    gone = draw_weighted(random, [(g, n * _deals(groups, g, unseen.total())) for g, n in sums[-1].items()])
    faces = [group.faces for group in groups]
    for value, step, before in reversed(list(zip(values, steps, sums, strict=False))):
        ways = [(more, before[_added(gone, more, -1)] * weight) for more, weight in step]
        more = draw_weighted(random, ways)
        gone = _added(gone, more, -1)
        faces = [minus(left, (value,) * count) for left, count in zip(faces, more, strict=True)]
    return faces


def _steps(groups: Sequence[Group], value: Face, unseen: int) -> list[tuple[Gone, int]]:
    """Return how many known cards of one face may have gone, with the ways to choose cards of that face."""
    counts = [(group.faces.count(value), group.shown.count(value)) for group in groups]
    cards = unseen + sum(shown for _, shown in counts)
    return [
        (
            gone,
            prod(comb(k, j) * comb(s, j) * factorial(j) for (k, s), j in zip(counts, gone, strict=True))
            * perm(cards, sum(k + s for k, s in counts) - sum(gone)),
        )
        for gone in product(*(range(min(pair) + 1) for pair in counts))
    ]


def _summed(sums: Counter[Gone], step: Sequence[tuple[Gone, int]]) -> Counter[Gone]:
    table: Counter[Gone] = Counter()
    for before, ways in sums.items():
        for more, weight in step:
            table[_added(before, more)] += ways * weight
    return table


def _added(one: Gone, two: Gone, sign: int = 1) -> Gone:
    return tuple([a + sign * b for a, b in zip(one, two, strict=True)])


def _deals(groups: Sequence[Group], gone: Gone, unseen: int) -> int:
    """Return in how many ways the known cards that are left, and then all others, can be dealt."""
    left = [len(group.faces) - count for group, count in zip(groups, gone, strict=True)]
    if sum(left) > unseen:
        return 0
    placed = prod(perm(group.size, count) for group, count in zip(groups, left, strict=True))
    return placed * factorial(unseen - sum(left))
