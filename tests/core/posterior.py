"""Oracles for hidden cards: all histories that look alike to a player, and whether a deal fits its groups."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from toolkit.core.hidden import dealing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from toolkit.core.hidden import Zones
    from toolkit.core.hidden.knowledge import Group

T = TypeVar("T")
Deal = tuple[tuple[int, ...], ...]


class Branching:
    """Answers the choices of a scenario from a given path, and notes what else could have been chosen."""

    def __init__(self, path: Sequence[int]) -> None:
        self.path = path
        self.widths: list[int] = []
        self.chance = Fraction(1)
        self.log: list[Any] = []

    def pick(self, options: Sequence[Any]) -> Any:
        """Choose one of these options, each as likely as another; equal ones count several times."""
        return self.weigh(sorted(Counter(options).items()))

    def weigh(self, options: Sequence[tuple[Any, int]]) -> Any:
        """Choose one of these options by its weight."""
        possible = [(option, weight) for option, weight in options if weight]
        step = len(self.widths)
        index = self.path[step] if step < len(self.path) else 0
        self.widths.append(len(possible))
        value, weight = possible[index]
        self.chance *= Fraction(weight, sum(weight for _, weight in possible))
        return value

    def choose(self, options: Sequence[Any]) -> Any:
        """Choose one of these options; that it was chosen says nothing of what else there was."""
        step = len(self.widths)
        self.widths.append(len(options))
        return options[self.path[step] if step < len(self.path) else 0]

    def see(self, what: Any) -> Any:
        """Note what the player in question sees."""
        self.log.append(what)
        return what


class _Part:
    """A random part of one, not yet chosen: times n it is each of 0 to n - 1 equally often."""

    def __init__(self, branching: Branching) -> None:
        self.branching = branching

    def __mul__(self, number: int) -> int:
        return self.branching.pick(range(number))


class EveryWay(Random):
    """A generator that takes every way: what `dealt` asks of it is answered by a `Branching`."""

    branching: Branching

    def random(self) -> Any:
        return _Part(self.branching)

    def sample(self, population: Any, k: int) -> Any:
        return list(self.branching.pick(list(permutations(population, k))))


def histories(scenario: Callable[[Branching], T]) -> Iterator[tuple[Branching, T]]:
    """Play a scenario in every possible way."""
    path: list[int] = []
    while True:
        branching = Branching(path)
        zones = scenario(branching)
        yield branching, zones
        path = [*path, *[0] * (len(branching.widths) - len(path))]
        while path and path[-1] + 1 == branching.widths[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1


def deal_of(zones: Zones) -> Deal:
    return tuple(map(tuple, zones.cards))


def posteriors(
    scenario: Callable[[Branching], Zones], player: int
) -> Iterator[tuple[Zones, dict[Deal, Fraction]]]:
    """Yield one state for each log of a player, with the exact chances of all deals; all must look alike."""
    alike: dict[Any, list[tuple[Fraction, Zones]]] = defaultdict(list)
    for branching, zones in histories(scenario):
        alike[tuple(branching.log)].append((branching.chance, zones))
    for log, found in alike.items():
        views = {zones.view(player) for _, zones in found}
        assert len(views) == 1, f"{log}: the player sees more than the log: {views}"
        total = sum(chance for chance, _ in found)
        deals: dict[Deal, Fraction] = defaultdict(Fraction)
        for chance, zones in found:
            deals[deal_of(zones)] += chance / total
        yield found[0][1], deals


def dealt_chances(zones: Zones, player: int) -> dict[Deal, Fraction]:
    """Return the exact chance of every deal that `View.deal` makes."""
    view, random = zones.view(player), EveryWay()

    def deal(branching: Branching) -> Deal:
        random.branching = branching
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(dealing, "draw_weighted", lambda _random, outcomes: branching.weigh(outcomes))
            return deal_of(view.deal(random))

    chances: dict[Deal, Fraction] = defaultdict(Fraction)
    for branching, found in histories(deal):
        chances[found] += branching.chance
    return chances


def fits(zones: Zones, player: int) -> bool:
    """Tell whether the true cards are among those that the groups of a player allow."""
    groups = zones.groups[player] if zones.groups else ()
    return any(_placed(zones, dict(enumerate(groups)), items) for items in _items(groups))


def _items(groups: Sequence[Group]) -> Iterator[list[tuple[int, int]]]:
    """Yield what may still lie in each group, as numbers of groups and faces."""
    options = []
    for group in groups:
        both = [range(min(group.faces.count(f), group.shown.count(f)) + 1) for f in sorted(set(group.shown))]
        less = [Counter(dict(zip(sorted(set(group.shown)), gone, strict=True))) for gone in product(*both)]
        left = [sorted((Counter(group.faces) - gone).elements()) for gone in less]
        options.append([faces for faces in left if len(faces) <= group.size])
    for choice in product(*options):
        yield [(number, face) for number, faces in enumerate(choice) for face in faces]


def _placed(zones: Zones, groups: dict[int, Group], items: list[tuple[int, int]]) -> bool:
    rooms = {(number, place): count for number, group in groups.items() for place, count in group.cells}
    cards: Counter[tuple[Any, int]] = Counter()
    for zone, faces in enumerate(zones.cards):
        row = zone >= len(zones.layout.heaps)
        cards.update(((zone, index if row else -1), face) for index, face in enumerate(faces))
    return _search(rooms, cards, items)


def _search(rooms: dict[Any, int], cards: Counter[Any], items: list[tuple[int, int]]) -> bool:
    if not items:
        return True
    (number, face), *others = items
    return any(
        _search(rooms | {room: count - 1}, cards - Counter({(room[1], face): 1}), others)
        for room, count in rooms.items()
        if room[0] == number and count and cards[room[1], face]
    )
