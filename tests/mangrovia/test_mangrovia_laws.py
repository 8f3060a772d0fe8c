"""Laws that hold in every game of Mangrovia, by random play under random rules; and what is hidden (M-43)."""

from collections import Counter
from itertools import chain
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from mangrovia_helpers import do, new_game, next_bowl, random_game, table, told
from sizes import examples

from toolkit.core.decision import CHANCE
from toolkit.core.hidden import HIDDEN
from toolkit.games.mangrovia.actions import BoatMoved, Build, Pay, PutBowl
from toolkit.games.mangrovia.components import RITUAL_SPACE
from toolkit.games.mangrovia.payments import AMULET, TILE, source_of, value_of

SWITCHES = st.fixed_dictionaries(
    {},
    optional={
        "stone_tiles": st.sampled_from(["all", "statues", "others"]),
        "neutral_colours": st.just("by_mark"),
        "unclaimed_talisman": st.just("left"),
        "spent_ones": st.sampled_from(["board", "out"]),
        "start_player_ban": st.just("all"),
        "renewal": st.just("when_needed"),
        "amulets_partial": st.just(True),
        "free_landscape": st.just("waives_birds"),
        "start_player": st.just(1),
    },
)
GAMES = st.tuples(st.integers(2, 5), SWITCHES, st.integers(0, 2**32))
BOX = {
    "valuables": [2] * 9 + [3] * 8 + [4] * 7 + [5] * 7 + [6] * 6 + [7] * 6,
    "landscapes": [0] * 8 + [1] * 8 + [2] * 8 + [3] * 8,
    "amulets": [1] * 5 + [2] * 10 + [3] * 9 + [4] * 7 + [5] * 5 + [6] * 4,
}
PAIRS = Counter([3, 4, 2, 6, 4, 5, 3, 7, 5, 6])


def actions_of(state):
    """Return what was done, in order."""
    return [event.action for event in state.full_log()]


def check_conservation(state):
    """Nothing comes into the game, and only start cards, tiles and what B4 sends out leave it (M-47)."""
    for kind, cards in BOX.items():
        assert sorted(chain(*getattr(state, kind).cards)) == cards
    assert Counter(chain(*state.start_cards)) <= PAIRS
    held = Counter(tile for tile in chain(state.stone, *state.tiles) if tile >= 0)
    assert held <= Counter(state.rules.tiles)


def check_huts(state):
    """Huts, pole tiles, chief track and amulet track by counting the board anew (M-19, M-20, M-23, M-24)."""
    spaces = state.rules.layout.spaces
    stands = [hut for hut in zip(spaces, state.owners, state.sizes, strict=True) if hut[1] >= 0]
    assert all(size == 1 or (size == 2 and space.area == "plain") for space, _, size in stands)
    under = dict(zip(state.rules.layout.pole, state.pole, strict=True))
    assert sorted(tile for tile in state.pole if tile) == list(range(2, 2 + sum(map(bool, state.pole))))
    number = state.rules.layout.number
    for player in range(state.players):
        mine = [(space, size) for space, owner, size in stands if owner == player]
        total = {2: 10, 3: 10, 4: 9, 5: 8}[state.players]
        assert state.supply[player] == total - sum(size for _, size in mine) >= 0
        poles = sum(under.get(number[space.id], 0) for space, _ in mine)
        assert state.points[player] == sum(space.points * size for space, size in mine) + poles
        assert state.track[player] == sum(space.area == "amulet" for space, _ in mine)
    assert [owner for _, owner, _ in stands if owner >= state.players] == [
        owner for owner in state.game.new(state.players, state.rules).owners if owner >= 0
    ]


@given(GAMES)
@settings(max_examples=examples(20))
def test_M47_M19_M20_M24_nothing_is_lost_and_the_tracks_say_what_stands_on_the_board(game):
    players, rules, seed = game
    state, huts = new_game(players, **rules), -1
    order = {action: number for number, action in enumerate(state.game.vocabulary(players, state.rules))}
    for now in random_game(state, Random(seed)):
        check_conservation(now)
        if sum(now.supply) != huts:
            huts = sum(now.supply)
            check_huts(now)
        able = now.legal_actions() or [action for action, _ in now.chance_outcomes()]
        assert len(able) <= 100
        places = [order[action] for action in able]
        assert places == sorted(set(places))
    assert 0 in state.supply
    assert state.outcome().winners


@given(GAMES)
@settings(max_examples=examples(20))
def test_M9_M11_M31_a_round_has_twelve_piers_and_each_bowl_acts_once_on_either_side(game):
    players, rules, seed = game
    *_, state = random_game(new_game(players, **rules), Random(seed))
    rounds = []
    for action in actions_of(state):
        if isinstance(action, PutBowl):
            if not rounds or rounds[-1][1]:
                rounds.append(([], []))
            rounds[-1][0].append(action.space)
        elif isinstance(action, BoatMoved):
            rounds[-1][1].append(action.pier)
    assert len(rounds) == state.round
    for bowls, piers in rounds:  # the last round too (B14)
        assert len(bowls) == len(set(bowls)) == players * (2 if players < 4 else 1)
        assert piers == [pier for pier in range(1, 13) if RITUAL_SPACE[pier] in bowls]
        assert players > 2 or 5 not in bowls


@given(GAMES)
@settings(max_examples=examples(20))
def test_M18_M22_M23_each_hut_is_paid_exactly_and_in_kind(game):
    players, rules, seed = game
    *_, state = random_game(new_game(players, **rules), Random(seed))
    board, due = state.rules.layout, None
    for action in actions_of(state):
        if isinstance(action, Build):
            assert not due
            space = board.spaces[board.number[action.space]]
            due, in_cards = space.price * action.huts, space.pay == "cards"
        elif isinstance(action, Pay):
            due -= value_of(action.means)
            source = source_of(action.means)
            assert source == TILE or (source != AMULET) == in_cards
            assert source != TILE or value_of(action.means) == (3 if in_cards else 2)
    assert due == 0


@given(GAMES)
@settings(max_examples=examples(20))
def test_M43_only_cards_drawn_face_down_and_amulets_drawn_and_put_back_are_hidden(game):
    players, rules, seed = game
    *_, state = random_game(new_game(players, **rules), Random(seed))
    full = state.full_log()
    logs = [state.log(seat) for seat in [*range(players), None]]
    for number, event in enumerate(full):
        seen = [str(log[number]) == str(event) for log in logs]
        words = str(event).split()
        if words[0] in ("draw", "amulet", "return"):
            assert sum(seen) == 1
            assert not seen[-1]
            assert event.actor in (CHANCE, seen.index(True))
        else:
            assert all(seen)


def worlds(state, seat, number=30):
    return [state.observation(seat).sample_world(Random(seed)) for seed in range(number)]


def test_M43_others_know_what_was_taken_face_up_or_paid_but_no_card_that_was_drawn():
    state = table(1, bowls={5: 0}, birds="sand water", start_cards={0: (3, 4)}, heaps={"open": "7 sand"})
    do(state, "take 7", "take sand", "from valuables", "draw 2")
    seen = state.observation(1)
    assert seen["valuables"].zone("hand 0") == (HIDDEN, HIDDEN)
    assert seen["landscapes"].zone("hand 0") == (HIDDEN,)
    assert seen["start_cards"][0] == (3, 4)
    hands = [tuple(world.valuables.cards[0]) for world in worlds(state, 1)]
    assert all(7 in hand for hand in hands)
    assert len(set(hands)) > 3
    assert {tuple(world.landscapes.cards[0]) for world in worlds(state, 1)} == {(2,)}
    do(state, "decline", "build c1, pay 7")  # at pier 8
    assert "pay 7" in told(state, 1, 4)
    assert seen["valuables"].zone("played") == ()
    assert state.observation(1)["valuables"].zone("played") == (7,)
    assert len({tuple(world.valuables.cards[0]) for world in worlds(state, 1)}) > 3  # one unknown card


def test_M43_which_amulet_went_back_stays_hidden_and_a_one_is_known():
    state = do(table(2, heaps={"bag": "2 3"}), "take amulets")
    assert {tuple(world.amulets.cards[0]) for world in worlds(state, 1)} == {(1,)}
    state = table(2, huts={"r1": 0, "r2": 0}, rest=3, heaps={"bag": "2 3 6"})
    do(state, "take amulets", "amulet 2", "amulet 6", "return 2")
    lines = ["amulet ?", "amulet ?", "return ?"]
    assert [event for event in told(state, 1, 9) if "?" in event] == lines
    assert [event for event in told(state, None, 9) if "?" in event] == lines
    assert "return 2" in told(state, 0, 9)
    assert len({tuple(world.amulets.cards[0]) for world in worlds(state, 1)}) > 2
    assert {tuple(world.amulets.cards[0]) for world in worlds(state, 0)} == {(6,)}
    assert all(2 in world.amulets.cards[state.pile] for world in worlds(state, 0))


def test_M43_amulets_are_hidden_from_all_but_their_player_until_the_end():
    state = table(8, left={0: 1}, heaps={"hand 0": "7 water", "kept 0": "2 6", "kept 1": "3"})
    assert state.observation(1)["amulets"].zone("kept 0") == (HIDDEN, HIDDEN)
    do(state, "build c6, pay 7")
    next_bowl(state)
    assert told(state, 2, 4) == [
        "(player 0 shows amulets: 2, 6)",
        "(player 1 shows amulets: 3)",
        "(player 2 shows amulets: none)",
        "(player 3 shows amulets: none)",
    ]
