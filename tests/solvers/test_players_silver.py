"""The remembering player of Silver, and what the greedy one takes for sure."""

from collections import Counter
from itertools import chain, combinations, permutations
from random import Random

import pytest
import silver_twins as twins
from hypothesis import given
from hypothesis import strategies as st
from playing import any_action, brought
from sizes import examples

from solvers.players.remembering import known_zones, read_retention
from solvers.players.silver_recollection import Recollection
from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.judge import FEWER, POINT, REPLACED, take_stock
from solvers.silver.rollouts.starts import facing
from solvers.simulation import Match, simulate
from toolkit.core.hidden import HIDDEN
from toolkit.core.history import events
from toolkit.games.silver.actions import FETCHES
from toolkit.games.silver.cards import DECK, DOPPELGANGER
from toolkit.games.silver.game import GAME
from toolkit.games.silver.state import DISCARD, FACE_DOWN, TOP, VILLAGE, SilverState

Rules = GAME.Rules
SWITCHES = {
    "rulebook": Rules(),
    "literal": GAME.editions["literal"],
    "inherit": Rules(deck_exchange="inherit", witch_orientation="inherit"),
    "reverse": Rules(rascal_putback="reverse", witch_decline="after_look"),
}

SHOWING = ("place", "master")
"""Decisions during which pushed cards or the pile lie open; their sights can be forgotten already."""


def followed(state, random, retention=None, twins=(), late=0):
    """Play on at random, and the same in twins of the state; yield after each action who recollects what.

    Without a retention nobody forgets. Who comes late heard nothing of so many actions.
    """
    minds = []
    while state.stack:
        before = state.histories
        action = any_action(state, random)
        for game in (state, *twins):
            game.apply_unchecked(action)
        late -= 1
        for seat in range(state.players if late < 0 else 0):
            heard = events(state.histories[seat], before[seat])
            if len(minds) < state.players:
                minds.append(Recollection(state.observation(seat), heard, Random(1), retention))
            else:
                minds[seat].hear(heard)
        if minds:
            yield minds


def recalled(state, seat, mind):
    """Yield each card that is not to be seen on the table: what a seat knows of it, and what it recalls."""
    seen, past = state.cards.view(seat).cards, mind.zones
    for zone in (TOP, DISCARD, *range(VILLAGE, VILLAGE + state.players)):
        for index, pair in enumerate(zip(seen[zone], past[zone], strict=True)):
            if zone < VILLAGE or state.up[zone - VILLAGE][index] == FACE_DOWN:
                yield pair


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("rules", SWITCHES.values(), ids=SWITCHES)
def test_who_never_forgets_knows_what_the_game_says_that_was_seen(rules, players):
    compared = 0
    for seed in range(examples(2)):
        state, random = GAME.new(players, rules), Random(seed)
        for minds in followed(state, random):
            if state.decision_kind() in ("turn", "end"):
                for seat, mind in enumerate(minds):
                    pairs = list(recalled(state, seat, mind))
                    assert all(known == past for known, past in pairs)
                    compared += len(pairs)
                    if (state.round, state.turns) == (2, 5):  # who is told all at once knows the same
                        told = Recollection(state.observation(seat), state.log(seat), Random(1))
                        assert told.zones == mind.zones
    assert compared > 5_000
    assert all(type(one.face) is int for one in FETCHES.values())  # its sights stay its own


@pytest.mark.parametrize("rules", SWITCHES.values(), ids=SWITCHES)
def test_who_comes_late_knows_what_was_seen_since(rules):
    """Of the rest of that round it knows less than was seen, and of the next one all."""
    missing = 0
    for late in (60, 75, 90, 105):
        state, random = GAME.new(3, rules), Random(late)
        for minds in followed(state, random, late=late):
            if state.decision_kind() in ("turn", "end"):
                for seat, mind in enumerate(minds):
                    for known, past in recalled(state, seat, mind):
                        assert past == known or (past == HIDDEN and state.round == 1)
                        missing += past != known
    assert missing > 100


@pytest.mark.parametrize("players", GAME.players)
def test_who_forgets_at_once_decides_by_what_lies_on_the_table(players):
    """What it knows while the game takes notes is what the same game shows when nobody does."""
    noted, bare = GAME.new(players), GAME.new(players, Rules(memory="table"))
    forgotten = 0
    for minds in followed(noted, Random(players), read_retention("last:0").chance, [bare]):
        seat = noted.to_act()
        if seat >= 0 and noted.decision_kind() not in SHOWING:
            seen = noted.observation(seat)
            known = list(map(list, known_zones(seen, minds[seat])))
            assert known == list(map(list, bare.observation(seat)[SilverState.cards].cards))
            forgotten += known != list(map(list, seen[SilverState.cards].cards))
    assert forgotten > 100


@pytest.mark.parametrize(
    ("memory", "worse"), [("table", "remembering:last:2"), ("perfect", "remembering:0.8")]
)
def test_a_better_memory_wins_more_games_whoever_takes_notes(memory, worse):
    match = Match(
        game="silver", players=("remembering:1", worse), rules=Rules(memory=memory, rounds=2), seed=3
    )
    assert simulate(match, 24, jobs=1).lead(0, 1).low > 0


# ---- Which sets the greedy player of Silver takes for sure to match ----


def stock(own, unseen):
    """Return what player 0 counts on with these own cards, if all cards but some lie open elsewhere."""
    known = [number for number in own if number != HIDDEN]
    zones = [[] if zone < VILLAGE else [HIDDEN] * 5 for zone in range(VILLAGE + 4)]
    zones[VILLAGE], zones[DISCARD] = own, list((Counter(DECK) - Counter([*known, *unseen])).elements())
    table = facing(brought(GAME.new(4), Random(1)), [], zones)
    table[at.PILE_SIZES + at.DISCARD_PILE] = len(zones[DISCARD])
    take_stock(table, 0)
    return table


def sure(own, unseen):
    """Return what the best set is worth that matches whatever the hidden cards are, and all such sets."""
    hidden, mean = own.count(HIDDEN), sum(unseen) / len(unseen)
    worlds = []
    for drawn in set(permutations(unseen, hidden)):
        cards = iter(drawn)
        worlds.append([next(cards) if number == HIDDEN else number for number in own])
    sets = chain.from_iterable(combinations(range(len(own)), size) for size in range(1, len(own) + 1))
    found = [
        slots for slots in sets if all(twins.matching([world[slot] for slot in slots]) for world in worlds)
    ]
    worth = [mean + REPLACED / POINT if number == HIDDEN else number for number in own]
    fewer = FEWER / POINT
    return max(sum(worth[slot] + fewer for slot in slots) - fewer for slots in found), found


@given(st.integers(0, 10**6))
def test_S15_S55_the_best_sure_set_is_the_best_of_all_worlds(seed):
    random = Random(seed)
    cards = random.sample(random.choice([twins.MANY, twins.FEW, (8, 8, 8, 8, 13, 13, 5)]), 7)
    hidden = random.randint(1, 3)
    own, unseen = [HIDDEN] * hidden + cards[hidden:5], [*cards[:hidden], *cards[5:]]
    random.shuffle(own)
    table = stock(own, unseen)
    best, allowed = sure(own, unseen)
    assert abs(table[at.SAVED] / POINT - best) < 1e-5
    alike, wild = table[at.ALIKE : at.ALIKE + at.NUMBERS + 1], table[at.ALIKE + DOPPELGANGER]
    sets = {tuple(slot for slot in range(5) if (mask | wild) >> slot & 1) for mask in alike if mask}
    assert sets <= set(allowed)
