"""Clues in play: laid, refused, drawn, exchanged (T-11 to T-15, T-20, examples E-1 to E-4)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_helpers import draw_all, finish, hand_of, hold, legal, names, on_the_way, play, refused, table

from toolkit.core.decision import CHANCE
from toolkit.games.tobago import COLOURS, Clue
from toolkit.games.tobago.play.reasons import treasure_map
from toolkit.games.tobago.play.state import DISCARDED, HAND, ON_MAPS, PILE

BROWN = {"brown": [(0, "in jungle")]}


def test_T11_a_clue_goes_below_the_last_one_with_a_rose_of_the_player() -> None:
    state = table(maps={"brown": [(1, "not in river")]}, hands={0: ["not in jungle"]})
    play(state, "clue brown not in jungle")
    brown = treasure_map(state, "brown")
    assert [(str(play.clue), play.owner) for play in brown.plays] == [
        ("not in river", "blue"),
        ("not in jungle", "red"),
    ]
    assert state.roses == [14, 14]
    assert names(state, state.candidates[0]) == "c1 d1 e1 f1 g1 h1"


def test_T11_T11a_any_map_may_be_chosen_an_empty_one_too() -> None:
    state = table(hands={0: ["in jungle"]})
    assert [line for line in legal(state) if line.endswith("clue white in jungle")] == [
        "clue white in jungle"
    ]
    play(state, "clue white in jungle")
    assert names(state, state.candidates[1]) == "a1 b1"


def test_T11b_without_a_rose_no_clue_and_no_raise() -> None:
    state = table(hands={0: ["in jungle"]}, atvs=("e1", "a1"), maps={"brown": [(1, "in lake")]}, amulets=(1,))
    state.roses[0] = 0
    assert not [line for line in legal(state) if "clue" in line or "raise" in line]
    for line in ("clue white in jungle", "amulet clue white in jungle", "raise brown"):
        assert "no compass rose is left (T-11b)" in refused(state, line)


def test_T12_the_reason_names_the_earlier_card() -> None:
    state = table(maps=BROWN, hands={0: ["in beach", "not in mountain", "in jungle"]})
    assert refused(state, "clue brown in beach") == "it contradicts 'in jungle' (T-12, T-12a)"
    assert refused(state, "clue brown not in mountain").startswith("removes nothing")
    assert refused(state, "clue grey in lake").endswith("is not in hand (T-11)")


def test_T12_T12a_leaves_nothing_is_told_apart() -> None:
    maps, removed = {"brown": [(0, "within 2 of mountain")]}, {"brown": ["a1", "b1"]}
    state = table(maps=maps, removed=removed, hands={0: ["in jungle"]})
    assert names(state, state.candidates[0]) == "e1 f1"
    assert refused(state, "clue brown in jungle").startswith("leaves nothing")


def test_T7_T7a_far_from_a_statue_leaves_the_hex_of_the_statue() -> None:
    state = table(
        landmarks={"statues": ["d1>E"]}, hands={0: ["not within 2 of statue", "within 2 of statue"]}
    )
    other = play(state.clone(), "clue brown within 2 of statue")
    play(state, "clue brown not within 2 of statue")
    assert names(state, state.candidates[0]) == "a1 d1 g1 h1 i1 j1"
    assert names(other, other.candidates[0]) == "b1 c1 e1 f1"


def test_T12b_a_located_map_admits_no_further_clue() -> None:
    state = table(maps={"brown": [(0, "in lake")]}, hands={0: ["not in jungle"]})
    assert "located" in refused(state, "clue brown not in jungle")
    assert not [line for line in legal(state) if line.startswith("clue brown")]


@given(st.integers(0, 400))
def test_T12_T15_legal_clues_are_those_with_a_legal_verdict(seed: int) -> None:
    state, random = on_the_way(3, seed=seed), Random(seed)
    for _ in range(40):
        actor = state.to_act()
        state.apply_unchecked(
            state.sample_chance(random) if actor == CHANCE else random.choice(state.legal_actions())
        )
    while state.decision_kind() != "turn":
        actor = state.to_act()
        state.apply_unchecked(
            state.sample_chance(random) if actor == CHANCE else random.choice(state.legal_actions())
        )
    hand = dict.fromkeys(hand_of(state, state.to_act()))
    wanted = [
        f"clue {colour} {clue}"
        for colour in COLOURS
        for clue in hand
        if treasure_map(state, colour).verdict(Clue.parse(clue)).legal
    ]
    main_open = any(line.startswith("step") for line in legal(state))
    assert [line for line in legal(state) if line.startswith("clue")] == (wanted if main_open else [])


@pytest.mark.parametrize(("reduce", "allowed"), [("always", False), ("once_marked", True)])
def test_T15_a_clue_may_remove_nothing_while_no_cubes_lie(reduce: str, allowed: bool) -> None:
    drawing = "\n".join(["J J J J J J", *["B B B B B B"] * 4])
    state = table(
        drawing, maps={"brown": [(0, "not in jungle")]}, hands={0: ["not in mountain"]}, must_reduce=reduce
    )
    assert ("clue brown not in mountain" in legal(state)) is allowed


def test_T14_a_played_clue_is_replaced_at_once() -> None:
    state = table(hands={0: ["in jungle"]})
    play(state, "clue brown in jungle")
    assert state.decision_kind() == "draw"
    assert len(hand_of(state, 0)) == 5
    draw_all(state)
    assert len(hand_of(state, 0)) == 6


def test_T14_an_empty_pile_is_made_of_the_shuffled_discards() -> None:
    state = table(hands={0: ["in jungle"]})
    for face in tuple(state.clue_cards.cards[PILE]):
        state.clue_cards.give(face, PILE, DISCARDED)
    discards = state.clue_cards.cards[DISCARDED][:]
    play(state, "clue brown in jungle")
    assert state.clue_cards.cards[PILE] == discards
    assert state.clue_cards.cards[DISCARDED] == []


def test_T14a_without_pile_and_discards_the_hand_stays_short_until_the_next_draw() -> None:
    state = table(hands={0: ["in jungle", "not in river", "in largest lake"]})
    for face in tuple(state.clue_cards.cards[PILE]):
        state.clue_cards.give(face, PILE, ON_MAPS)
    spare = state.clue_cards.cards[ON_MAPS][:2]
    play(state, "clue brown in jungle")
    assert state.decision_kind() == "turn"
    assert len(hand_of(state, 0)) == 5
    for face in spare:
        state.clue_cards.give(face, ON_MAPS, DISCARDED)
    play(state, "step b1", "stop", "clue white not in river")
    draw_all(state)
    assert len(hand_of(state, 0)) == 6


def test_T14a_in_an_exchange_the_old_clues_are_discarded_first() -> None:
    state = table()
    for face in tuple(state.clue_cards.cards[PILE]):
        state.clue_cards.give(face, PILE, ON_MAPS)
    old = hand_of(state, 0)
    draw_all(play(state, "exchange"))
    assert hand_of(state, 0) == old


def test_T14_only_the_owner_sees_what_is_drawn() -> None:
    state = table(hands={0: ["in jungle"]})
    play(state, "clue brown in jungle")
    drawn = str(state.sample_chance(Random(0)))
    play(state, drawn)
    assert str(state.log(0)[-1]) == drawn
    assert str(state.log(1)[-1]) == "draw ?"
    assert str(state.log(None)[-1]) == "draw ?"


def test_T20_one_main_action_a_turn() -> None:
    state = table(hands={0: ["in jungle", "in river"]}, amulets=(1,))
    play(state, "clue brown in jungle")
    for line in ("clue white in river", "step c1", "exchange"):
        assert refused(state, line) == "the main action of this turn is done (T-20)"
    assert "end" in legal(state)
    play(state, "end")
    assert state.to_act() == 1


def test_T20_an_exchange_gives_as_many_new_clues_and_costs_the_turn() -> None:
    state = table()
    old = list(state.clue_cards.cards[HAND])
    play(state, "exchange")
    assert state.clue_cards.cards[DISCARDED] == old
    draw_all(state)
    assert len(state.clue_cards.cards[HAND]) == 6
    assert state.to_act() == 1


def test_T20_all_see_the_exchanged_clues() -> None:
    state = table()
    old = hand_of(state, 0)
    play(state, "exchange")
    assert str(state.log(1)[-1]) == f"(discarded: {', '.join(old)})"


def test_T20a_in_the_turn_of_an_exchange_nothing_else_is_done() -> None:
    state = table(amulets=(2,), lying=["a1"])
    assert "exchange" in legal(state)
    play(state, "pick up")
    assert "T-20a" in refused(state, "exchange")
    assert "exchange" not in legal(state)


def test_T20b_one_cannot_pass() -> None:
    state = table()
    assert "T-20b" in refused(state, "end")


def test_T20b_the_turn_falls_out_only_when_nothing_is_possible() -> None:
    state = table("J", atvs=("a1", "a1"), hands={0: ["in jungle"]})
    assert legal(state) == ["exchange"]
    hold(state, 0, [], alone=True)
    assert legal(state) == ["end"]
    play(state, "end")
    assert state.to_act() == 1


def test_T13_cubes_and_candidates_follow_the_clues_to_the_end_of_a_game() -> None:
    state, random = on_the_way(2, seed=5), Random(5)
    for _ in range(300):
        if state.to_act() == -2:
            break
        actor = state.to_act()
        state.apply(state.sample_chance(random) if actor == CHANCE else random.choice(state.legal_actions()))
        for number, colour in enumerate(COLOURS):
            assert treasure_map(state, colour).candidates.mask == state.candidates[number]
    assert finish(state, 5).outcome() is not None


def test_E1_in_jungle_is_refused_where_not_in_jungle_lies() -> None:
    state = table(maps={"grey": [(1, "not in jungle")]}, hands={0: ["in jungle"]})
    assert refused(state, "clue grey in jungle") == "it contradicts 'not in jungle' (T-12, T-12a)"


def test_E2_in_jungle_is_refused_where_in_the_largest_jungle_lies() -> None:
    state = table("J J S J", maps={"brown": [(1, "in largest jungle")]}, hands={0: ["in jungle"]})
    assert refused(state, "clue brown in jungle").startswith("removes nothing")


def test_E3_in_jungle_is_refused_where_no_jungle_is_next_to_a_statue() -> None:
    drawing, landmarks = "J S S S B", {"statues": ["c1>E"]}
    state = table(
        drawing, landmarks=landmarks, maps={"black": [(1, "next to statue")]}, hands={0: ["in jungle"]}
    )
    assert refused(state, "clue black in jungle") == "it contradicts 'next to statue' (T-12, T-12a)"


def test_E4_white_is_the_intersection_of_its_clues() -> None:
    drawing = "J J J J\n S J J S\nS S S S"
    landmarks = {"huts": ["b1"], "palms": ["c2"]}
    maps = {"white": [(1, "next to hut")]}
    state = table(drawing, landmarks=landmarks, maps=maps, hands={0: ["in jungle"], 1: ["next to palm"]})
    assert names(state, state.candidates[1]) == "a1 a2 b2 c1"
    play(state, "clue white in jungle")
    assert names(state, state.candidates[1]) == "a1 b2 c1"
    play(state, "clue white next to palm")
    assert names(state, state.candidates[1]) == "b2 c1"
