"""Laws of zones under any moves: what looks alike stays so, no card is lost, copies are equal and apart."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from toolkit.core.hidden import HEAP, HIDDEN, Layout, Zones

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS = 3
ROW = 6
LAYOUT = Layout(
    PLAYERS,
    (0, 0, 0, 1, 1, 2, 2, 3, 4, 5),
    (("pile", 0), ("discard", -1), ("hand 0", 1), ("hand 1", 2), ("hand 2", 4), ("away", 0)),
    ("row",),
)

seeds = st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=30)


def places(zones: Zones) -> list[tuple[int, int]]:
    heaps = [(zone, HEAP) for zone in range(ROW) if zones.cards[zone]]
    return heaps + [(ROW, index) for index in range(len(zones.cards[ROW]))]


def move(zones: Zones, random: Random) -> None:
    source = random.choice(places(zones))
    zone = random.randrange(ROW + 1)
    target = (zone, HEAP)
    if zone == ROW:
        length = len(zones.cards[ROW]) - (source[0] == ROW)
        target = (ROW, random.randrange(length + 1))
    if target == source:
        return
    index = random.randrange(len(zones.cards[source[0]])) if source[1] is HEAP else source[1]
    face = zones.cards[source[0]][index]
    zones.move(face, source, target, random.randrange(8) & random.randrange(8))


def pour(zones: Zones, random: Random) -> None:
    source, target = random.sample(range(ROW), 2)
    zones.pour(source, target)


def rearrange(zones: Zones, random: Random) -> None:
    heaps = random.sample(range(ROW), random.randrange(2, 4))
    zones.rearrange(dict(zip(heaps, heaps[1:] + heaps[:1], strict=True)))


def look(zones: Zones, random: Random) -> None:
    if zones.cards[ROW]:
        zones.look(ROW, random.randrange(len(zones.cards[ROW])), random.randrange(8))


def mix(zones: Zones, random: Random) -> None:
    count = len(zones.cards[ROW])
    mixed = random.sample(range(count), random.randrange(count + 1))
    order = random.sample(range(len(mixed)), len(mixed))
    zones.mix([(ROW, index) for index in mixed], order, random.randrange(8))


STEPS: list[Callable[[Zones, Random], None]] = [*[move] * 8, pour, rearrange, look, look, mix]


def steps(numbers: list[int]):
    """Yield the zones after every step."""
    zones = Zones.start(LAYOUT, 0)
    for number in numbers:
        random = Random(number)
        random.choice(STEPS)(zones, random)
        yield zones


@given(seeds)
def test_no_card_is_lost_and_heaps_are_sorted(numbers):
    for zones in steps(numbers):
        assert tuple(sorted(face for zone in zones.cards for face in zone)) == LAYOUT.deck
        assert all(zone == sorted(zone) for zone in zones.cards[:ROW])
        assert len(zones.known[ROW]) == len(zones.cards[ROW])


@given(seeds, st.integers(0, 2))
def test_a_dealt_world_looks_the_same_to_the_player(numbers, player):
    for zones in steps(numbers):
        view = zones.view(player)
        assert Zones.dealt(view, Random(1)).view(player) == view


@given(seeds)
def test_copies_are_equal_and_apart(numbers):
    for zones in steps(numbers):
        twin = zones.clone()
        again = Zones.from_dict(LAYOUT, zones.to_dict())
        assert twin == zones == again
        assert pickle.loads(pickle.dumps(zones.view(0))) == zones.view(0)
        before = zones.to_dict()["cards"], [list(zone) for zone in zones.cards]
        move(twin, Random(numbers[0]))
        pour(twin, Random(numbers[0]))
        assert before[0] == before[1] == zones.cards


def twin_step(one: Zones, two: Zones, number: int) -> bool:
    """Do with both what looks alike to player 0; tell whether that was possible."""
    kind, random, other = Random(number).choice(STEPS), Random(number), Random(-number)
    if kind in (pour, rearrange):
        source, target = random.sample(range(ROW), 2)
        if (LAYOUT.viewers[source] | LAYOUT.viewers[target]) & 1:
            moving = (source, target) if kind is rearrange else (source,)
            if any(one.cards[zone] != two.cards[zone] for zone in moving):
                return False
        for zones in (one, two):
            zones.pour(source, target) if kind is pour else zones.rearrange({source: target, target: source})
        return True
    count = len(one.cards[ROW])
    if kind is mix:
        mixed = random.sample(range(count), random.randrange(count + 1))
        seen_by = random.randrange(8)
        order = random.sample(range(len(mixed)), len(mixed))
        others = order if seen_by & 1 else other.sample(range(len(mixed)), len(mixed))
        one.mix([(ROW, index) for index in mixed], order, seen_by)
        two.mix([(ROW, index) for index in mixed], others, seen_by)
        return True
    if kind is look:
        if not count:
            return True
        index, players = random.randrange(count), random.randrange(8)
        if players & 1 and one.cards[ROW][index] != two.cards[ROW][index]:
            return False
        one.look(ROW, index, players)
        two.look(ROW, index, players)
        return True
    return twin_move(one, two, random, other)


def twin_move(one: Zones, two: Zones, random: Random, other: Random) -> bool:
    source, target, seen_by = random.choice(places(one)), (random.randrange(ROW), HEAP), random.randrange(8)
    zone, index = source
    if source == target:
        return True
    viewers = LAYOUT.viewers
    sees = seen_by | viewers[target[0]] | (viewers[zone] if index is HEAP else one.known[zone][index])
    if index is not HEAP:
        faces = [one.cards[zone][index]], [two.cards[zone][index]]
    else:
        faces = one.cards[zone], two.cards[zone]
    if sees & 1:
        common = sorted((Counter(faces[0]) & Counter(faces[1])).elements())
        if not common:
            return False
        chosen = [random.choice(common)] * 2
    else:
        chosen = [random.choice(faces[0]), other.choice(faces[1])]
    for zones, face in zip((one, two), chosen, strict=True):
        zones.move(face, source, target, seen_by)
    return True


@given(seeds, st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=20))
def test_what_looks_alike_to_a_player_stays_so(numbers, more):
    *_, one = steps(numbers)
    two = Zones.dealt(one.view(0), Random(1))
    for number in more:
        if not twin_step(one, two, number):
            return
        assert one.view(0) == two.view(0)


@given(seeds)
def test_what_is_known_does_not_depend_on_who_asked_on_the_way(numbers):
    *_, asked = [(zones, zones.to_dict())[0] for zones in steps(numbers)]
    *_, unasked = steps(numbers)
    assert asked == unasked
    assert asked.to_dict() == unasked.to_dict()


def test_a_spectator_sees_what_lies_open():
    zones = Zones.start(LAYOUT, 1)
    zones.give(0, 1, 2)
    view = zones.view(PLAYERS)
    assert view.zone("discard") == (0, 0, 1, 1, 2, 2, 3, 4, 5)
    assert view.zone("hand 0") == (HIDDEN,)
    assert view.belief.chance((2, HEAP), 0) == 1
