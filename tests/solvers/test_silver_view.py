"""Which sets the greedy player of Silver takes for sure to match, against brute force (S-15, S-55)."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, permutations
from random import Random

import silver_twins as twins
from hypothesis import given
from hypothesis import strategies as st

from solvers.players.silver import Glance
from toolkit.core.decision import CHANCE
from toolkit.core.game import find_game
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.cards import DECK
from toolkit.games.silver.state import DISCARD, VILLAGE, SilverState

SILVER = find_game("silver")


def dealt():
    """Return a game in which the cards are dealt."""
    state, random = SILVER.new(4, SILVER.Rules()), Random(1)
    while state.to_act() == CHANCE:
        state.apply(state.sample_chance(random))
    assert isinstance(state, SilverState)
    return state


def glance(own, unseen):
    """Return what player 0 knows with these own cards, if all cards but some lie open elsewhere."""
    known = [number for number in own if number != HIDDEN]
    zones = [[] for _ in range(VILLAGE + 4)]
    zones[VILLAGE], zones[DISCARD] = own, list((Counter(DECK) - Counter([*known, *unseen])).elements())
    return Glance(dealt(), 0, zones)


def sure(own, unseen):
    """Return what the best set saves that matches whatever the hidden cards are, and all such sets."""
    hidden, mean = own.count(HIDDEN), sum(unseen) / len(unseen)
    worlds = []
    for drawn in set(permutations(unseen, hidden)):
        cards = iter(drawn)
        worlds.append([next(cards) if number == HIDDEN else number for number in own])
    sets = chain.from_iterable(combinations(range(len(own)), size) for size in range(1, len(own) + 1))
    found = [
        slots for slots in sets if all(twins.matching([world[slot] for slot in slots]) for world in worlds)
    ]
    worth = [mean if number == HIDDEN else number for number in own]
    return max(sum(worth[slot] for slot in slots) for slots in found), found


@given(st.integers(0, 10**6))
def test_S15_S55_the_best_sure_set_is_the_best_of_all_worlds(seed):
    random = Random(seed)
    cards = random.sample(random.choice([twins.MANY, twins.FEW, (8, 8, 8, 8, 13, 13, 5)]), 7)
    hidden = random.randint(1, 3)
    own, unseen = [HIDDEN] * hidden + cards[hidden:5], [*cards[:hidden], *cards[5:]]
    random.shuffle(own)
    seen = glance(own, unseen)
    best, allowed = sure(own, unseen)
    assert abs(seen.best_set[0] - best) < 1e-9
    assert {slots for _, slots in seen.sets} <= set(allowed)


def test_S55_a_13_takes_one_hidden_card_along():
    seen = glance([13, HIDDEN, 2, HIDDEN, 0], [1, 5, 9, 12])
    assert seen.best_set == (13 + 27 / 4, (0, 1))


def test_S15_a_hidden_card_is_what_alone_is_left():
    seen = glance([8, HIDDEN, 2, HIDDEN, 0], [8, 8, 8])
    assert seen.best_set == (24, (0, 1, 3))
