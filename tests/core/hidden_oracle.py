"""Every world that a seat of `Zones` must think possible, by brute force; and random moves in two styles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial, prod
from random import Random
from typing import Any

from toolkit.core.hidden import HEAP, Layout, View, Zones
from toolkit.core.hidden.urns import Urns, multisets, weights
from toolkit.testing.counting import happened_since

World = tuple[tuple[int, ...], ...]


class Oracle:
    """All worlds of a seat with their chances; it reads the notes as they were written, one at a time."""

    def __init__(self, zones: Zones, seat: int) -> None:
        self.seat = seat
        self.bit, self.layout, self._read = 1 << seat, zones.layout, zones.clone()
        self.worlds = {world_of(self.layout, zones.cards): Fraction(1)}

    def catch_up(self, zones: Zones) -> None:
        """Follow what was noted since."""
        for happened, *what in happened_since(zones, self._read):
            self._follow(happened.__name__, what)
        self._read = zones.clone()
        assert world_of(self.layout, zones.cards) in self.worlds, "the truth is impossible"

    def _follow(self, happened: str, what: tuple[Any, ...]) -> None:
        found: dict[World, Fraction] = defaultdict(Fraction)
        for world, chance in self.worlds.items():
            for new, share in getattr(self, happened)([list(zone) for zone in world], *what):
                found[world_of(self.layout, new)] += chance * share
        total = sum(found.values())
        self.worlds = {world: chance / total for world, chance in found.items()}

    def moved(self, world, face, source, target, seen_by, among=None):
        (zone, index), (other, to) = source, target
        here = world[zone] if index is HEAP else [world[zone][index]]
        options = [one for one in here if among is None or one in among]
        sees = (seen_by | self.layout.viewers[zone] | self.layout.viewers[other]) & self.bit
        for one, copies in Counter(options).items():
            if sees and one != face:
                continue
            new = [faces[:] for faces in world]
            new[zone].remove(one) if index is HEAP else new[zone].pop(index)
            new[other].append(one) if to is HEAP else new[other].insert(to, one)
            yield new, Fraction(copies, len(options))

    def rearranged(self, world, heaps):
        viewers = self.layout.viewers
        for source, (target, cards) in heaps.items():
            if (viewers[source] | viewers[target]) & self.bit and world[source] != sorted(cards):
                return
        taken = {source: world[source] for source in heaps}
        for source in heaps:
            world[source] = []
        for source, (target, _) in heaps.items():
            world[target] = world[target] + taken[source]
        yield world, Fraction(1)

    def shown(self, world, heap, cards):
        if sorted(world[heap]) == sorted(cards):
            yield world, Fraction(1)

    def looked(self, world, row, index, face, players):
        if not players & self.bit or world[row][index] == face:
            yield world, Fraction(1)

    def mixed(self, world, places, order, _faces, seen_by):
        orders = [order] if seen_by & self.bit else list(permutations(range(len(places))))
        for one in orders:
            new = [faces[:] for faces in world]
            for (row, index), number in zip(places, one, strict=True):
                new[row][index] = world[places[number][0]][places[number][1]]
            yield new, Fraction(1, len(orders))


def world_of(layout: Layout, cards: Any) -> World:
    """Return where the cards lie, heaps sorted."""
    heaps = len(layout.heaps)
    return tuple(tuple(sorted(z)) if n < heaps else tuple(z) for n, z in enumerate(cards))


# ---- the exact chance of every deal of a view, from its hypotheses --------------------------------------


def deals(view: View) -> dict[World, Fraction]:
    """Return the exact chance of every deal that a view must think possible."""
    _, rows, hypotheses = view.knowledge.settled
    weighed = weights(hypotheses)
    found: dict[World, Fraction] = defaultdict(Fraction)
    for (urns, _), weight in zip(hypotheses, weighed, strict=True):
        for dealt, share in _spread(urns):
            for deal, part in _placed(view, rows, dealt):
                found[deal] += Fraction(weight, sum(weighed)) * share * part
    return dict(found)


def _spread(urns: Urns) -> Iterator[tuple[dict[int, tuple[int, ...]], Fraction]]:
    if not urns:
        yield {}, Fraction(1)
        return
    (faces, cells), *others = urns
    for rest, part in _spread(tuple(others)):
        for dealt, share in _urn(Counter(faces), cells):
            both = {key: tuple(sorted(rest.get(key, ()) + dealt.get(key, ()))) for key in {*rest, *dealt}}
            yield both, part * share


def _urn(copies: Counter[int], cells: Any) -> Iterator[tuple[dict[int, tuple[int, ...]], Fraction]]:
    if not cells:
        yield {}, Fraction(1)
        return
    (label, count), *others = cells
    for here in multisets([(face, 0, number) for face, number in sorted(copies.items())], count):
        mine = Counter(here)
        share = Fraction(prod(comb(copies[f], n) for f, n in mine.items()), comb(copies.total(), count))
        for rest, part in _urn(copies - mine, others):
            yield rest | {label: here}, part * share


def _placed(view: View, rows: Any, dealt: dict[int, tuple[int, ...]]) -> Iterator[tuple[World, Fraction]]:
    heaps = len(view.layout.heaps)
    zones = [list(zone) for zone in view.cards]
    places = defaultdict(list)
    for row, labels in enumerate(rows, heaps):
        for index, label in enumerate(labels):
            if label is not None:
                places[label].append((row, index))
    for label, faces in dealt.items():
        if label < heaps:
            zones[label] = sorted(faces)
    for choice in product(*[Counter(permutations(dealt[label])).items() for label in places]):
        new, share = [zone[:] for zone in zones], Fraction(1)
        for (faces, ways), where in zip(choice, places.values(), strict=True):
            share *= Fraction(ways, factorial(len(faces)))
            for face, (row, index) in zip(faces, where, strict=True):
                new[row][index] = face
        yield tuple(map(tuple, new)), share


# ---- random moves: any, and those of rows as in a game; whole games: `test_hidden_games` ------------------

PILE, DISCARD, HANDS, AWAY, FAR, ROW = 0, 1, (2, 3, 4), 5, 6, 7
HELD, TOP, VILLAGES = 7, 8, (9, 10)


def start(deck: tuple[int, ...]) -> Zones:
    """Return a table for three with seven heaps and four rows, all cards in the pile."""
    hands = [(f"hand {player}", 1 << player) for player in range(3)]
    heaps = (("pile", 0), ("discard", 255), *hands, ("away", 0), ("far", 0))
    return Zones.start(Layout(3, deck, heaps, ("held", "top", "one", "two")), PILE)


def somebody(random: Random) -> int:
    """Return a mask of few players."""
    return random.randrange(8) & random.randrange(8)


def any_move(zones: Zones, random: Random) -> None:
    """Do anything that can be done with cards."""
    cards = zones.cards
    kind = random.choice(
        ["move"] * 8 + ["pour", "swap", "show", "look", "mix", "mix", "mix", "among", "among"]
    )
    places = [*((zone, HEAP) for zone in range(ROW) if cards[zone])]
    places += [(ROW, index) for index in range(len(cards[ROW]))]
    if kind == "move":
        source, zone = random.choice(places), random.choice([*range(ROW), ROW, ROW, ROW])
        room = len(cards[ROW]) - (source[0] == ROW)
        target = (zone, HEAP) if zone < ROW else (ROW, random.randrange(room + 1))
        if source != target:
            here = cards[source[0]]
            face = random.choice(here) if source[1] is HEAP else here[source[1]]
            zones.move(face, source, target, somebody(random))
    elif kind == "among":
        source, target = random.sample(range(ROW), 2)
        among = frozenset(random.sample(zones.layout.deck, 4))
        if some := [face for face in cards[source] if face in among]:
            zones.give(random.choice(some), source, target, somebody(random), among)
    elif kind == "pour":
        zones.pour(*random.sample(range(ROW), 2))
    elif kind == "show":
        zones.show(random.randrange(ROW))
    elif kind == "swap":
        some = random.sample(range(ROW), random.randrange(2, 4))
        zones.rearrange(dict(zip(some, some[1:] + some[:1], strict=True)))
    elif kind == "look" and cards[ROW]:
        zones.look(ROW, random.randrange(len(cards[ROW])), random.randrange(8))
    elif kind == "mix":
        some = random.sample(range(len(cards[ROW])), min(len(cards[ROW]), random.randrange(5)))
        order = random.sample(range(len(some)), len(some))
        zones.mix([(ROW, index) for index in some], order, random.randrange(8))


def rows_move(zones: Zones, random: Random) -> None:
    """As in Silver: villages of hidden places, looks, swaps, some drawn cards of which one is kept."""
    cards, player = zones.cards, random.randrange(3)

    def move(source, target, seen_by=0):
        here = cards[source[0]]
        zones.move(random.choice(here) if source[1] is HEAP else here[source[1]], source, target, seen_by)

    def draw(target, seen_by=0):
        move((TOP, 0) if cards[TOP] else (PILE, HEAP), target, seen_by)

    if not cards[9] and not cards[DISCARD]:
        for row in VILLAGES:
            draw((row, 0))
            draw((row, 1))
    (row, other), left = random.sample(VILLAGES, 2), len(cards[PILE]) + len(cards[TOP])
    kind, index = random.choice(["look", "swap", "rascal", "turn", "exchange"]), len(cards[row]) - 1
    index = random.randrange(index + 1) if index > 0 else 0
    if kind == "look" and cards[row]:
        zones.look(row, index, 1 << player)
    elif kind == "turn" and cards[row]:
        zones.look(row, index, 255)
    elif kind == "swap" and cards[row] and cards[other]:
        move((other, 0), (HELD, 0))
        move((row, index), (HELD, 1))
        move((HELD, 1), (other, 0))
        move((HELD, 0), (row, index))
    elif kind == "exchange" and left and cards[row]:
        draw((HELD, 0), 1 << player)
        move((row, index), (DISCARD, HEAP), 255)
        move((HELD, 0), (row, index))
    elif kind == "rascal" and left > 1:
        count = min(left, random.randrange(2, 4))
        for _ in range(count):
            draw((HELD, len(cards[HELD])), 1 << player)
        zones.mix([(HELD, i) for i in range(count)], random.sample(range(count), count), 1 << player)
        for _ in range(count - 1):
            move((HELD, 1), (TOP, 0))
        move((HELD, 0), (row, index))


STYLES = {
    any_move: [
        (1, 1, 2, 2, 3),
        (1, 1, 1, 2, 2, 3),
        (0, 1, 2, 3, 4, 5),
        (1, 1, 2, 2, 3, 3, 4),
        (1,) * 4 + (2,) * 3,
    ],
    rows_move: [(1, 1, 2, 2, 3, 3, 4), (1, 1, 1, 2, 2, 2, 3, 4), (1, 2, 3, 4, 5, 6, 7)],
}
