"""Treasures raised and divided, curses, and the end of the game (T-18, T-24 to T-30, T-35 to T-37)."""

from collections import Counter
from random import Random

import pytest
from play_helpers import begin_map, draw_all, hand_of, hold, legal, names, play, put_in_bag, refused, table

from toolkit.core.hidden import HIDDEN
from toolkit.core.state import Outcome
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.play.clue_cards import treasure_map
from toolkit.games.tobago.state import (
    BAG,
    DISCARDED,
    DIVISION,
    HAND,
    ON_MAPS,
    REMOVED,
    SHOWN,
    UNSEEN,
    looked,
    won,
)

LAKE = {"brown": [(1, "in lake")]}
SHARED = {"brown": [(1, "not in jungle"), (2, "not in mountain"), (0, "in lake")]}
"""The map of T-25: with the rose of the raiser 0, the raiser has two roses and two others have one each."""


def shared():
    return table(atvs=("e1", "a1", "a1"), maps=SHARED)


@pytest.mark.parametrize(
    ("atvs", "maps", "reason"),
    [
        (("a1", "e1"), LAKE, "the brown treasure lies on e1 and the ATV stands on a1 (T-24)"),
        (
            ("a1", "e1"),
            {"brown": [(1, "in jungle")]},
            "the brown treasure is not located: 2 hexes are possible (T-24)",
        ),
        (("a1", "e1"), {}, "no clue lies on brown (T-24)"),
    ],
)
def test_T24_what_is_missing_is_named(atvs, maps, reason):
    assert refused(table(atvs=atvs, maps=maps), "raise brown") == reason


def test_T21_T24_an_own_clue_locates_the_treasure_under_the_atv():
    state = table(atvs=("e1", "a1"), hands={0: ["in lake"]})
    play(state, "clue brown in lake")
    assert {"raise brown", "end"} <= set(legal(state))
    play(state, "end")  # raising is never forced
    assert state.to_act() == 1


def test_T25_as_many_looks_as_roses_and_one_unseen_card():
    state = shared()
    play(state, "raise brown")
    assert state.roses == [13, 14, 14]
    for who, face in [(0, 2), (0, 3), (1, 4), (2, 5)]:
        assert state.decision_kind() == "look"
        play(state, f"look {face}")
        assert face in state.treasure_cards.cards[looked(who)] or state.decision_kind() == "add"
    assert state.decision_kind() == "add"
    play(state, "add 6")
    assert state.treasure_cards.cards[DIVISION] == [2, 3, 4, 5, 6]  # one card more than roses
    assert state.stack[-1].treasure.roses == (0, 0, 2, 1)


def test_T25a_the_raiser_draws_first_then_clockwise():
    state = table(atvs=("a1", "e1", "a1"), maps=SHARED)
    play(state, "move a1-b1", "raise brown")
    for face in (2, 2, 2, 3, 3):
        play(state, f"look {face}") if state.decision_kind() == "look" else play(state, f"add {face}")
    order = [event for event in state.full_log() if str(event).startswith(("look", "add"))]
    assert [str(event) for event in order] == ["look 2", "look 2", "look 2", "look 3", "add 3"]
    assert state.stack[-1].treasure.raiser == 1


def test_T25_T25a_looks_are_secret_and_the_added_card_is_seen_by_nobody():
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6")
    seen = [[str(event) for event in state.log(seat)[-5:]] for seat in (0, 1, 2, None)]
    assert seen == [
        ["look 2", "look 3", "look ?", "look ?", "add ?"],
        ["look ?", "look ?", "look 4", "look ?", "add ?"],
        ["look ?", "look ?", "look ?", "look 5", "add ?"],
        ["look ?", "look ?", "look ?", "look ?", "add ?"],
    ]


def test_T26_the_taker_keeps_the_card_and_takes_that_rose_back():
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6", "reveal 6", "pass", "take")
    assert state.treasure_cards.cards[won(0)] == [6]
    assert state.roses == [14, 14, 14]
    play(state, "reveal 2")
    assert state.stack[-1].treasure.roses == (0, 2, 1)  # the low rose was kept
    assert state.to_act() == 0


def test_T26a_a_revealed_card_is_seen_by_all_before_the_first_question():
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6", "reveal 6")
    for seat in (0, 1, 2, None):
        assert state.observation(seat)["treasure_cards"].zone("discarded") == (6,)
        assert str(state.observation(seat).log[-1]) == "reveal 6"


def test_T27_T27a_cards_that_are_left_over_are_discarded_unseen():
    state = table(atvs=("e1", "a1"), maps=LAKE)
    put_in_bag(state, 0, 2, 3, 3, 4)
    play(state, "raise brown", "look 2", "look 3", "add curse", "reveal 2", "take", "reveal 3", "take")
    assert state.treasure_cards.cards[UNSEEN] == [0]
    assert state.cursed == 0
    assert state.observation(1)["treasure_cards"].zone("discarded unseen") == (HIDDEN,)


def test_T29_the_clues_are_discarded_and_the_last_taker_begins_a_map():
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6")
    for face in (2, 3, 4):
        play(state, f"reveal {face}", "take")
    play(state, "reveal 5", "take")
    assert (state.decision_kind(), state.to_act()) == ("new map", 1)
    assert state.clues[0] == ()
    assert len(state.clue_cards.cards[DISCARDED]) == 3
    hold(state, 1, ["in river"])
    play(state, "clue brown in river")
    assert [play.owner for play in treasure_map(state, "brown").plays] == ["blue"]
    assert names(state, state.candidates[0]) == "i1 j1"
    draw_all(state)
    assert len(hand_of(state, 1)) == 4
    assert state.to_act() == 0  # the turn of the raiser goes on
    play(state, "move e1-d1")
    assert state.to_act() == 1  # and then it is the turn of the player to the left


@pytest.mark.parametrize(
    ("new_map", "colours"), [("any_empty", {"brown", "grey"}), ("raised_colour", {"brown"})]
)
def test_T29a_the_starter_chooses_among_the_empty_areas(new_map, colours):
    maps = LAKE | {"white": [(0, "in beach")], "black": [(1, "in river")]}
    state = table(atvs=("e1", "a1"), maps=maps, hands={1: ["in jungle"]}, new_map=new_map)
    play(state, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")
    assert {line.split()[1] for line in legal(state)} == colours
    wrong, number = ("grey", "T-29a") if new_map == "raised_colour" else ("white", "T-29")
    assert f"({number})" in refused(state, f"clue {wrong} in jungle")


def test_T29_the_first_clue_is_one_of_the_hand():
    state = table(atvs=("e1", "a1"), maps=LAKE, hands={1: ["in jungle", "not in mountain"]})
    play(state, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")
    assert "T-29b" in refused(state, "show hand")
    missing = next(c for c in ("in river", "in lake", "in beach") if c not in hand_of(state, 1))
    assert refused(state, f"clue brown {missing}").endswith("is not in hand (T-11)")


def no_clue_begins_a_map():
    """Return a game on one jungle, where player 1 is to begin a map and holds clues of lakes only."""
    state = table("J J\n J", atvs=("a1", "b1"), hands={1: ["in lake", "in river"]})
    state.candidates[0], state.clues[0], state.owners[0] = 1, (0,), (1,)
    hold(state, 1, ["in lake", "not in lake", "in river"], alone=True)
    cards = state.clue_cards
    pool = next(face for face in cards.cards[0] if str(state.compiled.decks.clues[face]) == "in jungle")
    cards.give(pool, 0, ON_MAPS)
    state.clues[0] = (pool,)
    return play(state, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")


def test_T29b_without_a_clue_for_it_the_hand_is_shown_and_exchanged_once():
    state = no_clue_begins_a_map()
    assert legal(state) == ["show hand"]
    hand = hand_of(state, 1)
    play(state, "show hand")
    assert str(state.log(0)[-1]) == f"(discarded: {', '.join(hand)})"
    assert state.decision_kind() == "draw"
    draw_all(state)
    assert (state.decision_kind(), state.to_act()) == ("new map", 1)
    assert len(state.clue_cards.cards[HAND + 1]) == 3


def test_T29b_if_that_fails_the_map_stays_empty_and_all_know_the_hand():
    state = no_clue_begins_a_map()
    play(state, "show hand")
    while state.decision_kind() == "draw":
        drawn = next(
            a
            for a, _ in state.chance_outcomes()
            if str(a) in ("draw not in river", "draw in beach", "draw not in beach", "draw in mountain")
        )
        state.apply(drawn)
    hand = state.clue_cards.cards[HAND + 1][:]
    assert legal(state) == ["show hand"]
    play(state, "show hand")
    assert state.clues[0] == ()
    assert (state.decision_kind(), state.to_act()) == ("turn", 0)
    world = state.observation(0).sample_world(Random(1))
    assert world.clue_cards.cards[HAND + 1] == hand


def test_T30a_all_of_a_raise_is_over_before_the_turn_goes_on():
    maps = LAKE | {"white": [(1, "in lake")]}
    state = table("J J M M L B B\n S R R", atvs=("e1", "a1"), maps=maps, landmarks={"statues": ["c1>W"]})
    play(state, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")
    assert state.decision_kind() == "new map"
    assert (state.amulet_hexes, state.facings) == (0, (state.compiled.island.directions.index("W"),))
    begin_map(state)
    assert names(state, state.amulet_hexes) == "a1"
    assert "raise white" in legal(state)


def test_T18_while_gold_lies_on_top_no_curse_is_drawn():
    state = table(atvs=("e1", "a1"), maps=LAKE)
    play(state, "raise brown")
    assert {str(action) for action, _ in state.chance_outcomes()} == {f"look {n}" for n in range(2, 7)}
    state.gold_on_top = 0
    assert "look curse" in {str(action) for action, _ in state.chance_outcomes()}


# ---- Curses and their variants ----

THREE = {"brown": [(1, "not in jungle"), (2, "not in mountain"), (2, "in lake")]}
"""A map on which the raiser 0 has one rose, player 1 one and player 2 two; from the bottom up: 0 2 2 1."""


def cursed(*bag, amulets=(0, 0, 0), treasures=None, **rules):
    """Return a game in which the treasure of THREE, all curses among its five cards, was looked at."""
    state = table(atvs=("e1", "a1", "a1"), maps=THREE, amulets=amulets, treasures=treasures, **rules)
    cards = ([0] * state.rules.curses + [2, 3, 4, 4])[:5]
    put_in_bag(state, *cards, *bag)
    *looks, added = ("curse" if card == 0 else card for card in cards)
    return play(state, "raise brown", *(f"look {card}" for card in looks), f"add {added}")


def test_T28_a_curse_ends_the_division_and_takes_an_amulet_or_the_best_treasure():
    state = cursed(6, amulets=(1, 0, 0), treasures={1: [2, 5, 3]})
    play(state, "reveal 2", "pass", "take", "reveal curse")
    assert state.amulets == [0, 0, 0]
    assert state.treasure_cards.cards[won(1)] == [2, 3]
    assert state.treasure_cards.cards[DIVISION] == []
    assert state.roses == [15, 15, 15]
    assert state.decision_kind() == "new map"


def test_T28_T28a_lost_and_undivided_cards_are_discarded_and_both_curses_leave_the_game():
    state = cursed(6, treasures={1: [5]})
    before = state.treasure_cards.cards[SHOWN].count(5)
    play(state, "reveal curse")
    cards = state.treasure_cards.cards
    assert cards[REMOVED] == [0, 0]
    assert cards[UNSEEN] == []
    assert cards[SHOWN].count(5) == before + 1
    assert {2, 3, 4} <= set(cards[SHOWN])
    assert 0 not in cards[SHOWN]


def test_T28a_by_the_switch_the_cards_leave_the_game():
    state = cursed(6, treasures={1: [5]}, cursed_cards="removed")
    play(state, "reveal curse")
    assert state.treasure_cards.cards[REMOVED] == [0, 0, 2, 3, 4, 5]


def test_T28b_there_is_no_choice_and_cards_of_this_division_count():
    state = cursed(6, amulets=(1, 0, 0), treasures={0: [6]})
    play(state, "reveal 4", "pass", "take", "reveal curse")
    assert (state.amulets[0], state.treasure_cards.cards[won(0)]) == (0, [6])
    assert state.treasure_cards.cards[won(2)] == []


def test_T29_T29a_after_a_curse_the_last_taker_before_it_begins_else_the_raiser():
    state = cursed(6)
    play(state, "reveal 2", "pass", "take", "reveal curse")
    assert state.to_act() == 2
    state = cursed(6)
    play(state, "reveal curse")
    assert state.to_act() == 0


def test_T36_T37a_the_division_may_go_on_with_all_roses():
    state = cursed(6, amulets=(1, 0, 2), treasures={1: [5, 6]}, after_curse="goes_on")
    play(state, "reveal curse")
    assert state.decision_kind() == "reveal"
    assert state.stack[-1].treasure.roses == (0, 2, 2, 1)
    assert (state.amulets, state.treasure_cards.cards[won(1)]) == ([0, 0, 1], [5])
    play(state, "reveal curse")  # a further curse acts again
    assert (state.amulets, state.treasure_cards.cards[won(1)]) == ([0, 0, 0], [])
    play(state, "reveal 2", "take")
    assert state.treasure_cards.cards[won(0)] == [2]


def test_T36_T37a_the_division_may_go_on_among_those_who_gave_up_an_amulet():
    state = cursed(6, amulets=(1, 0, 2), treasures={1: [5, 6]}, after_curse="protected_go_on")
    play(state, "reveal curse")
    assert state.stack[-1].treasure.roses == (0, 2, 2)
    assert state.roses == [14, 15, 13]
    assert (state.amulets, state.treasure_cards.cards[won(1)]) == ([0, 0, 1], [5])
    play(state, "reveal curse")
    assert state.stack[-1].treasure.roses == (2, 2)
    play(state, "reveal 2", "take")
    assert state.treasure_cards.cards[won(2)] == [2]


def test_T37_T37a_the_curse_of_the_first_cursed_treasure_is_shuffled_back():
    state = cursed(6, 6, curses=1, curse_returns="yes")
    play(state, "reveal 2", "pass", "take", "reveal curse")
    assert state.treasure_cards.cards[BAG].count(0) == 1
    assert state.treasure_cards.cards[REMOVED] == []
    assert state.cursed == 1
    world = state.observation(1).sample_world(Random(0))
    assert world.treasure_cards.cards[BAG].count(0) == 1


def test_T37_T37a_a_second_one_leaves_the_game():
    state = cursed(6, 6, curses=1, curse_returns="yes")
    state.cursed = 1
    play(state, "reveal curse")
    assert state.treasure_cards.cards[REMOVED] == [0]
    assert state.cursed == 2


def test_T28_T27a_a_curse_among_unseen_leftovers_has_no_effect():
    state = cursed(6, amulets=(1, 1, 1))
    play(state, "reveal 2", "take", "reveal 3", "take", "reveal 4", "take")
    assert state.amulets == [1, 1, 1]
    play(state, "reveal curse")
    assert state.amulets == [1, 0, 1]


# ---- The end of the game ----
def test_T35_T35a_the_game_ends_with_the_division_that_empties_the_deck():
    state = table(atvs=("e1", "a1"), maps=LAKE | {"white": [(0, "in lake")]})
    put_in_bag(state, 2, 3, 4)
    play(state, "raise brown", "look 2", "look 3", "add 4")
    assert state.emptied == 1  # it held exactly enough
    play(state, "reveal 4", "take", "reveal 2", "take")
    assert state.outcome() == Outcome("treasure deck empty", (0,), (4, 2))
    assert state.to_act() == -2  # no new map, no amulets, no further raise


def test_T35_T35a_cards_that_run_short_are_the_shuffled_discards():
    state = table(atvs=("e1", "a1"), maps=LAKE)
    put_in_bag(state, 2)
    played = Counter(state.treasure_cards.cards[SHOWN])
    play(state, "raise brown", "look 2")
    assert Counter(state.treasure_cards.cards[BAG]) == played
    assert state.treasure_cards.cards[SHOWN] == []
    play(state, "look 3", "add 4", "reveal 4", "take", "reveal 2", "take")
    outcome = state.outcome()
    assert outcome.reason == "treasure deck empty"  # although the shuffle filled it again


def test_T35a_if_even_these_run_out_the_later_ones_draw_fewer():
    state = table(atvs=("e1", "a1"), maps=LAKE)
    put_in_bag(state, 2)
    for face in tuple(state.treasure_cards.cards[SHOWN]):
        state.treasure_cards.give(face, SHOWN, REMOVED)
    play(state, "raise brown", "look 2")
    assert state.decision_kind() == "reveal"  # player 1 draws none, and no card is added
    assert state.treasure_cards.cards[DIVISION] == [2]
    play(state, "reveal 2", "pass", "take")
    assert state.outcome() == Outcome("treasure deck empty", (1,), (0, 2))
    assert state.roses == [15, 15]


def test_T35_equals_share_the_victory():
    state = table(atvs=("e1", "a1"), maps=LAKE, treasures={0: [2], 1: [4]})
    put_in_bag(state, 2, 4, 3)
    play(state, "raise brown", "look 2", "look 4", "add 3", "reveal 4", "take", "reveal 2", "take")
    assert state.outcome() == Outcome("treasure deck empty", (0, 1), (6, 6))
    assert state.returns() == (0.5, 0.5)


def test_T35b_a_turn_limit_ends_the_game_and_is_named():
    state = table(turn_limit=3)
    play(state, "move a1-b1", "move a1-b1", "move b1-c1")
    outcome = state.outcome()
    assert outcome.reason == "turn limit"
    assert state.turn == 3


def test_T11_T12_T13_T16_T19_what_no_play_can_bring_about_is_named():
    good = table(maps=LAKE)
    assert list(GAME.faults(good)) == []
    for field, number, value, words in [
        ("roses", 0, 14, "player 0 has 14 roses and 0 on maps"),
        ("atvs", 1, 700, "the ATV of player 1 is on no hex"),
        ("amulets", 1, 21, "more than 20 amulets"),
        ("clues", 1, (3,), "not those that were laid there"),
        ("candidates", 0, 5, "candidates of map 0"),
        ("legal_clues", 2, 7, "legal clues of map 2"),
    ]:
        state = good.clone()
        getattr(state, field)[number] = value
        assert words in next(iter(GAME.faults(state)))
