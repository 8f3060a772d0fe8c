"""The end of the game (T-35)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from play_helpers import begin_map, finish, play, put_in_bag, raise_it, refused, table

from toolkit.core.state import Outcome
from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.game_rules import GameRules
from toolkit.games.tobago.play.state import BAG, DIVISION, REMOVED, SHOWN, TobagoState, won

LAKE = {"brown": [(1, "in lake")]}
ISLAND = "J J S S\n J L L B\nM M L B\n R R B J"
SMALL = GameRules(island=ISLAND, huts=("a1",), palms=("b2",), statues=("b3>NE",), turn_limit=60)


def test_T35_T35a_the_game_ends_with_the_division_that_empties_the_deck() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE | {"white": [(0, "in lake")]})
    put_in_bag(state, 2, 3, 4)
    play(state, "raise brown", "look 2", "look 3", "add 4")
    assert state.emptied == 1  # it held exactly enough
    play(state, "reveal 4", "take", "reveal 2", "take")
    assert state.outcome() == Outcome("treasure deck empty", (0,), (4, 2))
    assert state.to_act() == -2  # no new map, no amulets, no further raise


def test_T35_T35a_cards_that_run_short_are_the_shuffled_discards() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE)
    put_in_bag(state, 2)
    played = Counter(state.treasure_cards.cards[SHOWN])
    play(state, "raise brown", "look 2")
    assert Counter(state.treasure_cards.cards[BAG]) == played
    assert state.treasure_cards.cards[SHOWN] == []
    play(state, "look 3", "add 4", "reveal 4", "take", "reveal 2", "take")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "treasure deck empty"  # although the shuffle filled it again


def test_T35a_if_even_these_run_out_the_later_ones_draw_fewer() -> None:
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


def test_T35a_played_cards_are_never_those_of_players() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE, treasures={0: [6], 1: [5, 5]})
    put_in_bag(state, 2)
    play(state, "raise brown", "look 2")
    assert state.treasure_cards.cards[won(0)] == [6]
    assert state.treasure_cards.cards[won(1)] == [5, 5]


def test_T35_equals_share_the_victory() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE, treasures={0: [2], 1: [4]})
    put_in_bag(state, 2, 4, 3)
    play(state, "raise brown", "look 2", "look 4", "add 3", "reveal 4", "take", "reveal 2", "take")
    assert state.outcome() == Outcome("treasure deck empty", (0, 1), (6, 6))
    assert state.returns() == (0.5, 0.5)


def test_T35_no_outcome_and_no_returns_before_the_end() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE)
    assert state.outcome() is None
    assert state.returns() == (0.0, 0.0)
    raise_it(state, "brown", [2, 3, 4])
    assert state.outcome() is None


def test_T35b_a_turn_limit_ends_the_game_and_is_named() -> None:
    state = table(turn_limit=3)
    play(state, "move a1-b1", "move a1-b1", "move b1-c1")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "turn limit"
    assert state.turn == 3


def test_T35b_the_draws_after_the_last_turn_still_happen() -> None:
    state = table(turn_limit=1, hands={0: ["in jungle"]})
    play(state, "clue brown in jungle")
    assert state.outcome() is None
    assert state.decision_kind() == "draw"
    play(state, str(state.chance_outcomes()[0][0]))
    assert state.outcome() is not None


def test_T35b_a_raise_in_the_last_turn_is_finished() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE, turn_limit=1)
    play(state, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")
    begin_map(state)
    play(state, "move e1-d1")
    assert state.outcome() == Outcome("turn limit", (1,), (2, 3))


@given(st.integers(0, 10_000), st.integers(2, 4))
def test_every_game_ends_with_all_pieces_accounted_for(seed: int, players: int) -> None:
    state = GAME.new(players, SMALL)
    assert isinstance(state, TobagoState)
    finish(state, seed)
    outcome = state.outcome()
    assert outcome is not None
    assert sum(state.returns()) == 1
    assert list(GAME.faults(state)) == []
    assert min([*state.roses, *state.amulets]) >= 0


def test_T11_T12_T13_T16_T19_what_no_play_can_bring_about_is_named() -> None:
    good = table(maps=LAKE)
    assert list(GAME.faults(good)) == []
    for field, number, value, words in [
        ("roses", 0, 14, "player 0 has 14 roses and 0 on maps"),
        ("amulets", 1, 21, "more than 20 amulets"),
        ("clues", 1, (3,), "not those that were laid there"),
        ("candidates", 0, 5, "candidates of map 0"),
        ("legal_clues", 2, 7, "legal clues of map 2"),
    ]:
        state = good.clone()
        getattr(state, field)[number] = value
        assert words in next(iter(GAME.faults(state)))


def test_nothing_can_be_done_after_the_end() -> None:
    state = finish(table(turn_limit=1))
    assert refused(state, "end") == "the game is over"
