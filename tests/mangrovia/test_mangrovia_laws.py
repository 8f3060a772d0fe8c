"""What is hidden in Mangrovia, and from whom (M-43): by random play under random rules, and by hand.

What else holds in every game the second engine tells step by step: where all cards and huts are, what the
tracks say, which piers the boat reaches, and that each hut is paid exactly (`test_mangrovia_lockstep`).
"""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from mangrovia_helpers import do, new_game, next_bowl, random_game, table, told
from sizes import examples

from toolkit.core.decision import CHANCE
from toolkit.core.hidden import HIDDEN

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
