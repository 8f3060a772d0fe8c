"""Curses and their variants (T-28, T-36, T-37)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from play_helpers import play, put_in_bag, table

from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.game_rules import GameRules
from toolkit.games.tobago.play.state import BAG, DIVISION, REMOVED, SHOWN, UNSEEN, TobagoState, won

THREE = {"brown": [(1, "not in jungle"), (2, "not in mountain"), (2, "in lake")]}
"""A map on which the raiser 0 has one rose, player 1 one and player 2 two; from the bottom up: 0 2 2 1."""


def cursed(
    *bag: int, amulets: tuple[int, ...] = (0, 0, 0), treasures: Any = None, **rules: Any
) -> TobagoState:
    """Return a game in which the treasure of THREE, all curses among its five cards, was looked at."""
    state = table(atvs=("e1", "a1", "a1"), maps=THREE, amulets=amulets, treasures=treasures, **rules)
    cards = ([0] * state.rules.curses + [2, 3, 4, 4])[:5]
    put_in_bag(state, *cards, *bag)
    *looks, added = ("curse" if card == 0 else card for card in cards)
    return play(state, "raise brown", *(f"look {card}" for card in looks), f"add {added}")


def test_T28_a_curse_ends_the_division_and_takes_an_amulet_or_the_best_treasure() -> None:
    state = cursed(6, amulets=(1, 0, 0), treasures={1: [2, 5, 3]})
    play(state, "reveal 2", "pass", "take", "reveal curse")
    assert state.amulets == [0, 0, 0]
    assert state.treasure_cards.cards[won(1)] == [2, 3]
    assert state.treasure_cards.cards[DIVISION] == []
    assert state.roses == [15, 15, 15]
    assert state.decision_kind() == "new map"


def test_T28_one_loss_a_player_however_many_roses() -> None:
    state = cursed(6, amulets=(0, 0, 2))
    play(state, "reveal curse")
    assert state.amulets == [0, 0, 1]


def test_T28_who_has_no_rose_left_there_loses_nothing() -> None:
    state = cursed(6, amulets=(1, 1, 1))
    play(state, "reveal 2", "take", "reveal curse")
    assert state.amulets == [1, 0, 0]


def test_T28_T28a_lost_and_undivided_cards_are_discarded_and_both_curses_leave_the_game() -> None:
    state = cursed(6, treasures={1: [5]})
    before = state.treasure_cards.cards[SHOWN].count(5)
    play(state, "reveal curse")
    cards = state.treasure_cards.cards
    assert cards[REMOVED] == [0, 0]
    assert cards[UNSEEN] == []
    assert cards[SHOWN].count(5) == before + 1
    assert {2, 3, 4} <= set(cards[SHOWN])
    assert 0 not in cards[SHOWN]


def test_T28_T28a_the_undivided_cards_are_shown() -> None:
    state = cursed(6, treasures={1: [5]})
    play(state, "reveal curse")
    told = "curse: player 0 loses nothing, player 1 loses 5, player 2 loses nothing"
    assert [str(event) for event in state.log(2)[-2:]] == [f"({told})", "(undivided: curse, 2, 3, 4)"]


def test_T28a_by_the_switch_the_cards_leave_the_game() -> None:
    state = cursed(6, treasures={1: [5]}, cursed_cards="removed")
    play(state, "reveal curse")
    assert state.treasure_cards.cards[REMOVED] == [0, 0, 2, 3, 4, 5]


def test_T28b_there_is_no_choice_and_cards_of_this_division_count() -> None:
    state = cursed(6, amulets=(1, 0, 0), treasures={0: [6]})
    play(state, "reveal 4", "pass", "take", "reveal curse")
    assert (state.amulets[0], state.treasure_cards.cards[won(0)]) == (0, [6])
    assert state.treasure_cards.cards[won(2)] == []


def test_T28b_who_has_neither_loses_nothing() -> None:
    state = cursed(6)
    play(state, "reveal curse")
    assert [state.treasure_cards.cards[won(player)] for player in range(3)] == [[], [], []]


def test_T29_T29a_after_a_curse_the_last_taker_before_it_begins_else_the_raiser() -> None:
    state = cursed(6)
    play(state, "reveal 2", "pass", "take", "reveal curse")
    assert state.to_act() == 2
    state = cursed(6)
    play(state, "reveal curse")
    assert state.to_act() == 0


def test_T36_T37a_the_division_may_go_on_with_all_roses() -> None:
    state = cursed(6, amulets=(1, 0, 2), treasures={1: [5, 6]}, after_curse="goes_on")
    play(state, "reveal curse")
    assert state.decision_kind() == "reveal"
    assert state.stack[-1].treasure.roses == (0, 2, 2, 1)
    assert (state.amulets, state.treasure_cards.cards[won(1)]) == ([0, 0, 1], [5])
    play(state, "reveal curse")  # a further curse acts again
    assert (state.amulets, state.treasure_cards.cards[won(1)]) == ([0, 0, 0], [])
    play(state, "reveal 2", "take")
    assert state.treasure_cards.cards[won(0)] == [2]


def test_T36_T37a_the_division_may_go_on_among_those_who_gave_up_an_amulet() -> None:
    state = cursed(6, amulets=(1, 0, 2), treasures={1: [5, 6]}, after_curse="protected_go_on")
    play(state, "reveal curse")
    assert state.stack[-1].treasure.roses == (0, 2, 2)
    assert state.roses == [14, 15, 13]
    assert (state.amulets, state.treasure_cards.cards[won(1)]) == ([0, 0, 1], [5])
    play(state, "reveal curse")
    assert state.stack[-1].treasure.roses == (2, 2)
    play(state, "reveal 2", "take")
    assert state.treasure_cards.cards[won(2)] == [2]


def test_T36_without_protected_players_the_division_ends() -> None:
    state = cursed(6, after_curse="protected_go_on")
    play(state, "reveal curse")
    assert state.decision_kind() == "new map"
    assert state.roses == [15, 15, 15]


@pytest.mark.parametrize(("curses", "gold", "top"), [(2, 27, 12), (1, 27, 12), (0, 27, 0), (2, 21, 18)])
def test_T36_T37a_fewer_curses_and_curses_deeper_in_the_deck(curses: Any, gold: Any, top: int) -> None:
    state = GAME.new(2, GameRules(curses=curses, curse_gold=gold))
    assert isinstance(state, TobagoState)
    assert state.treasure_cards.cards[BAG].count(0) == curses
    assert len(state.treasure_cards.cards[BAG]) == 39 + curses
    assert state.gold_on_top == top


def test_T36_every_variant_of_the_rulebook_is_an_edition() -> None:
    changed = {name: rules for name, rules in GAME.editions.items() if name != "rulebook"}
    assert GAME.editions["rulebook"] == GameRules()
    assert len(set(changed.values()) - {GameRules()}) == 6


def test_T37_T37a_the_curse_of_the_first_cursed_treasure_is_shuffled_back() -> None:
    state = cursed(6, 6, curses=1, curse_returns="yes")
    play(state, "reveal 2", "pass", "take", "reveal curse")
    assert state.treasure_cards.cards[BAG].count(0) == 1
    assert state.treasure_cards.cards[REMOVED] == []
    assert state.cursed == 1
    world = state.observation(1).sample_world(Random(0))
    assert isinstance(world, TobagoState)
    assert world.treasure_cards.cards[BAG].count(0) == 1


def test_T37_T37a_a_second_one_leaves_the_game() -> None:
    state = cursed(6, 6, curses=1, curse_returns="yes")
    state.cursed = 1
    play(state, "reveal curse")
    assert state.treasure_cards.cards[REMOVED] == [0]
    assert state.cursed == 2


def test_T28_T27a_a_curse_among_unseen_leftovers_has_no_effect() -> None:
    state = cursed(6, amulets=(1, 1, 1))
    play(state, "reveal 2", "take", "reveal 3", "take", "reveal 4", "take")
    assert state.amulets == [1, 1, 1]
    play(state, "reveal curse")
    assert state.amulets == [1, 0, 1]
