"""The remembering player of Silver: what it recollects from events, against the account of the game."""

from __future__ import annotations

from random import Random

import pytest

from solvers.players import player
from solvers.players.remembering import known_zones, read_retention
from solvers.players.silver_recollection import Recollection
from solvers.simulation import Match, simulate
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.core.history import Event
from toolkit.core.play import play
from toolkit.games.silver.actions import DONE, DRAW, Card, CardsSeen, Own, SeenCard, SetGivenUp
from toolkit.games.silver.game import GAME
from toolkit.games.silver.state import DISCARD, FACE_DOWN, TOP, VILLAGE, SilverState
from toolkit.games.wazabi.game import GAME as WAZABI

Rules = GAME.Rules
SWITCHES = {
    "rulebook": Rules(),
    "literal": GAME.editions["literal"],
    "inherit": Rules(deck_exchange="inherit", witch_orientation="inherit"),
    "reverse": Rules(rascal_putback="reverse", witch_decline="after_look"),
}

SHOWING = ("place", "master")
"""Decisions during which pushed cards or the pile lie open; their sights can be forgotten already."""


def news(before, after):
    """Return the events that a history gained."""
    found = []
    while after is not before:
        after, actor, action = after
        found.append(Event(actor, action))
    return reversed(found)


def followed(state, random, retention=None, twins=()):
    """Play on at random, and the same in twins of the state; yield after each action who recollects what.

    Without a retention nobody forgets.
    """
    restore, seats = state.rules.rascal_putback == "restore", range(state.players)
    minds = [Recollection(seat, len(seats), Random(1), retention, restore=restore) for seat in seats]
    while (actor := state.to_act()) != TERMINAL:
        before = state.histories
        legal = state.legal_actions()
        action = state.sample_chance(random) if actor == CHANCE else random.choice(legal)
        for game in (state, *twins):
            game.apply_unchecked(action)
        for seat, mind in enumerate(minds):
            for event in news(before[seat], state.histories[seat]):
                mind.hear(event)
        yield minds


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("rules", SWITCHES.values(), ids=SWITCHES)
def test_who_never_forgets_knows_what_the_game_says_that_was_seen(rules, players):
    compared = 0
    for seed in range(5):
        state, random = GAME.new(players, rules), Random(seed)
        for minds in followed(state, random):
            if state.decision_kind() not in ("turn", "end"):
                continue
            for seat, mind in enumerate(minds):
                seen = state.cards.view(seat).cards
                assert mind.pile == list(seen[DISCARD])
                assert mind.top == list(seen[TOP])
                for other in range(players):
                    known = list(seen[VILLAGE + other])
                    recalled = mind.village(other)
                    up = [slot for slot in range(len(known)) if state.up[other][slot] != FACE_DOWN]
                    for slot in up:  # what lies open needs no memory
                        recalled[slot] = known[slot]
                    assert recalled == known
                    compared += 1
    assert compared > 1_000


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("rules", SWITCHES.values(), ids=SWITCHES)
def test_who_never_forgets_decides_with_all_that_the_game_shows(rules, players):
    state, compared = GAME.new(players, rules), 0
    for minds in followed(state, Random(players)):
        seat = state.to_act()
        if seat >= 0:
            seen = state.observation(seat)
            assert list(map(list, known_zones(seen, minds[seat]))) == list(
                map(list, seen[SilverState.cards].cards)
            )
            compared += 1
    assert compared > 100


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
    ("name", "kept"),
    [
        ("0.8", 0.8**3),
        ("power:1:0.5", 0.5),
        ("power:2:1", 1 / 7),
        ("last:4", 1),
        ("last:3", 0),
        ("1", 1),
        ("0", 0),
    ],
)
def test_Q22_sights_are_forgotten_as_the_retention_says(name, kept):
    random, minds = Random(4), []
    for _ in range(4_000):
        mind = Recollection(0, 2, random, read_retention(name).chance)
        mind._pile = [mind._sights.see(number, None) for number in (7, 1, 1, 1)]
        mind._sights.turn = 3
        minds.append(mind)
    found = sum(mind.pile[0] == 7 for mind in minds) / len(minds)
    assert found == pytest.approx(kept, abs=0.03)  # four standard errors


def heard(mind, *events):
    for actor, action in events:
        mind.hear(Event(actor, action))


@pytest.mark.parametrize(("count", "last"), [(5, 7), (4, HIDDEN)])
def test_Q22_a_card_that_is_seen_again_counts_once(count, last):
    """A pair is shown, and seen again as it is given up (S-16, S-17)."""
    mind = Recollection(0, 2, Random(1), read_retention(f"last:{count}").chance)
    heard(mind, *[(CHANCE, Card("deal", HIDDEN))] * 10, (CHANCE, Card("show", 9)))
    heard(mind, *[(CHANCE, CardsSeen((SeenCard(0, 1, 7),)))] * 2)
    heard(mind, (1, DRAW), (CHANCE, Card("draw", HIDDEN)), (1, Own("exchange", 0)), (1, Own("and", 2)))
    heard(mind, (1, DONE), (CHANCE, CardsSeen((SeenCard(1, 0, 8), SeenCard(1, 2, 8)))), (1, Own("place", 0)))
    heard(mind, (CHANCE, SetGivenUp((8, 8))), (0, DRAW), (CHANCE, Card("draw", 3)))
    assert (mind.pile[1:], mind.village(0)[1]) == ([8, 8], 7)
    heard(mind, (0, Own("exchange", 4)), (CHANCE, SetGivenUp((6,))))
    assert (mind.pile[1:], mind.village(0)[1], mind.village(0)[4]) == ([8, 8, 6], last, 3)


def test_who_comes_in_the_middle_begins_with_the_next_round():
    state, random = GAME.new(2), Random(2)
    late = None
    for _ in followed(state, random):
        if late is None and state.turns == 5:
            late, before = Recollection(0, 2, Random(1)), state.histories[0]
        elif late is not None:
            for event in news(before, state.histories[0]):
                late.hear(event)
            before = state.histories[0]
            assert late.follows == (state.round > 1)
        if state.round == 2 and state.turns == 3:
            break
    assert late.pile == list(state.cards.view(0).cards[DISCARD])


@pytest.mark.parametrize(
    ("memory", "worse"), [("table", "remembering:last:2"), ("perfect", "remembering:0.8")]
)
def test_a_better_memory_wins_more_games_whoever_takes_notes(memory, worse):
    match = Match(
        game="silver", players=("remembering:1", worse), rules=Rules(memory=memory, rounds=2), seed=3
    )
    assert simulate(match, 60, jobs=1).lead(0, 1).low > 0.1


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("remembering:.970", "remembering:0.97"),
        ("remembering:1.0", "remembering:1"),
        ("remembering:0.000001", "remembering:0.000001"),
        ("remembering:power:1.50:.5", "remembering:power:1.5:0.5"),
        ("remembering:power:100:10", "remembering:power:100:10"),
        ("remembering:last:07", "remembering:last:7"),
    ],
)
def test_the_name_of_a_memory_reads_back(name, short):
    assert player(name).name == player(short).name == short


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("remembering", "'' is no retention: give the chance for a turn, such as remembering:0.97, or beta"),
        ("remembering:", "'' is no retention"),
        ("remembering:2", "remembering: rate '2' is no chance: it is from 0 to 1"),
        ("remembering:-1", "'-1' is no retention"),
        ("remembering:nan", "'nan' is no retention"),
        ("remembering:1e-3", "'1e-3' is no retention"),
        ("remembering:\u0661", "is no retention"),
        ("remembering:0.97:1", "'0.97:1' is no retention"),
        ("remembering:power", "'power' is no retention"),
        ("remembering:power:1", "'power:1' is no retention"),
        ("remembering:power:1:-1", "'power:1:-1' is no retention"),
        ("remembering:last:", "'last:' is no retention"),
        ("remembering:last:1.5", "'last:1.5' is no retention"),
        ("remembering:Last:5", "'Last:5' is no retention"),
    ],
)
def test_another_retention_is_refused(name, message):
    with pytest.raises(ToolkitError) as error:
        player(name)
    assert message in str(error.value)


def test_another_game_is_refused():
    with pytest.raises(ToolkitError, match="Silver only, not wazabi"):
        play(WAZABI.new(2), [player("remembering:0.9")] * 2, seed=1)
