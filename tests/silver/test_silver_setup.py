"""The cards, the deal and the first looks (S-1 to S-6, S-8, S-26, S-71)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from silver_helpers import (
    chances,
    dealt,
    events,
    idle,
    legal,
    lying,
    new_game,
    over,
    play,
    refused,
    seen,
    village,
)

from toolkit.core.decision import CHANCE, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import CHARACTERS, COPIES
from toolkit.games.silver.cards import DECK as FACES
from toolkit.games.silver.game import GAME
from toolkit.games.silver.state import FACE_DOWN

ROWS = ["8 8 5 1 1", "10 11 12 6 7", "2 3 4 0 13", "9 9 6 6 12"]


def test_S1_S8_52_cards_from_0_to_13() -> None:
    assert len(FACES) == 52
    assert Counter(FACES) == {0: 2, 13: 2} | dict.fromkeys(range(1, 13), 4)
    assert sum(FACES) == 338


def test_S3_S26_the_reference_names_every_card_and_when_it_works() -> None:
    assert [card.number for card in CHARACTERS] == list(range(14))
    assert [card.copies for card in CHARACTERS] == list(COPIES)
    assert [card.works for card in CHARACTERS] == ["face-up"] * 5 + ["discarded"] * 8 + ["exchanged"]
    assert len({card.name for card in CHARACTERS}) == len({card.persian for card in CHARACTERS}) == 14
    names = {card.number: card.name for card in CHARACTERS}
    assert [names[number] for number in (0, 1, 4, 13)] == ["Villager", "Squire", "Rascal", "Doppelganger"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S1_S2_S71_five_cards_each_and_32_in_the_deck_for_any_number_of_players(players: int) -> None:
    state = new_game(players)
    assert sum(chances(state).values()) == 52  # shuffled: every card can come
    for number in range(5 * players):
        assert state.decision_kind() == "deal", number
        state.apply(state.sample_chance(Random(number)))
    assert state.deck == 32
    assert [len(village(state, player).split()) for player in range(players)] == [5] * players
    assert state.up == [[FACE_DOWN] * 5] * players


@pytest.mark.parametrize(("players", "aside"), [(2, 10), (3, 5), (4, 0)])
def test_S2_S71_the_rows_of_nobody_leave_the_round_unseen(players: int, aside: int) -> None:
    state = dealt(*ROWS[:players], rounds=1)
    assert state.deck == 31
    assert len(state.cards.cards[0]) == 31 + aside
    assert set(seen(state, 0, "deck")) <= {"?", " "}
    idle(state, 30)
    assert (state.deck, state.round) == (1, 1)
    idle(state)
    assert over(state)
    assert len(state.cards.cards[0]) == aside  # nobody drew them


def test_S2_S71_any_card_may_be_set_aside_so_none_is_sure_to_be_drawn() -> None:
    state = dealt(*ROWS[:2])
    drawable = chances(play(state, "draw"))
    assert sum(drawable.values()) == 41  # 31 in the deck and 10 aside look alike
    assert (drawable["draw 0"], drawable["draw 8"], drawable["draw 9"]) == (2, 2, 3)


def test_S2_a_game_has_two_to_four_players() -> None:
    assert list(GAME.players) == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(ToolkitError):
            GAME.new(players)


@pytest.mark.parametrize("face", [0, 5, 10, 12])
def test_S4_the_first_discard_lies_open_and_has_no_effect(face: int) -> None:
    state = dealt(*ROWS[:2], discard=face)
    assert lying(state, "discard") == str(face)
    assert [seen(state, viewer, "discard") for viewer in (0, 1, None)] == [str(face)] * 3
    assert (state.decision_kind(), state.to_act()) == ("turn", 0)


def test_S5_A25_A36_the_first_player_begins_and_nobody_holds_the_amulet() -> None:
    state = dealt(*ROWS)
    assert (state.first, state.turn, state.amulet, state.amulet_slot) == (0, 0, -1, -1)


@pytest.mark.parametrize(("rule", "may"), [("successful_call", False), ("any_holder", True)])
def test_S5_S36_A9_by_the_switch_the_first_player_holds_the_amulet(rule: str, may: bool) -> None:
    state = dealt(*ROWS[:2], amulet_award="call_only", amulet_use=rule)
    assert state.amulet == 0
    assert ("protect 0" in legal(state)) == may


def test_S6_every_player_looks_at_two_own_cards() -> None:
    state = new_game(3)
    play(state, *(f"deal {face}" for row in ROWS[:3] for face in row.split()), "show 9")
    assert legal(state) == ["look 0:0", "look 0:1", "look 0:2", "look 0:3"]  # the second one to the right
    play(state, "look 0:1")
    assert legal(state) == ["look 0:2", "look 0:3", "look 0:4"]
    assert refused(state, "look 0:0").startswith("the first looks go from the left to the right")
    play(state, "look 0:4")
    assert state.to_act() == 1
    play(state, "look 1:0, look 1:1, look 2:3, look 2:4")
    assert seen(state, 0, "village 0") == "? 8 ? ? 1"
    assert seen(state, 1, "village 1") == "10 11 ? ? ?"
    assert seen(state, 2, "village 2") == "? ? ? 0 13"
    assert [village(state, player) for player in range(3)] == ROWS[:3]  # each card lies where it lay


def test_S6_any_pair_can_be_looked_at_and_only_own_cards() -> None:
    for pair in combinations(range(5), 2):
        looks = "".join(map(str, pair))
        shown = ["8" if slot in (0, 1) else "5" if slot == 2 else "1" for slot in range(5)]
        expected = [card if slot in pair else "?" for slot, card in enumerate(shown)]
        assert seen(dealt(*ROWS[:2], looks=looks), 0, "village 0") == " ".join(expected)
    state = new_game(2)
    play(state, *(f"deal {face}" for row in ROWS[:2] for face in row.split()), "show 9")
    assert "own card" in refused(state, "look 1:0")
    with pytest.raises(IllegalAction):
        play(state, "draw")


def test_S1_S6_S69_the_deal_is_seen_by_nobody_and_the_looks_by_who_looks() -> None:
    state = dealt(*ROWS[:2])
    assert seen(state, 0, "village 0") == "8 8 ? ? ?"
    assert seen(state, 1, "village 0") == seen(state, None, "village 0") == "? ? ? ? ?"
    assert events(state, 1)[:10] == ["deal ?"] * 10
    assert "look 0:0" in events(state, 1)
    assert "(0:0 is 8)" in events(state, 0)
    assert "(0:0 is 8)" not in events(state, 1)


def test_S1_cards_are_dealt_row_by_row_with_as_many_chances_as_copies() -> None:
    state = play(new_game(2), "deal 0", "deal 0", "deal 13")
    assert state.to_act() == CHANCE
    assert "deal 0" not in chances(state)
    assert (chances(state)["deal 13"], chances(state)["deal 12"]) == (1, 4)
