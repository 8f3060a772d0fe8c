from __future__ import annotations

from random import Random
from typing import Any

import pytest
from wazabi_helpers import chances, do, legal, lying, new_game, random_game, roller, table

from toolkit.core.decision import IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN

FOUR = "roll 4 wazabi"


# ---- play on (W-27) ---------------------------------------------------------------------------------------


def test_W27a_A7_who_has_finished_leaves_the_hand_the_seat_and_the_turn_order() -> None:
    heaps = {"hand 0": ["swap dice", "draw 3"], "hand 1": ["pass dice"], "hand 3": ["miss a turn"]}
    state = do(table(4, dice=(1, 3, 4, 5), heaps=heaps, play_on=True), "roll 1 die", "give 2")
    assert (state.seats, state.finished, roller(state)) == ((1, 2, 3), (0,), 1)
    assert (lying(state, "hand 0"), lying(state, "discard")) == ([], ["draw 3", "swap dice"])
    assert str(state.log(2)[-1]) == "(player 0 has finished and discards: draw 3, swap dice)"
    do(state, "roll 3 wazabi", "play pass dice", "choose right")
    assert state.dice == [0, 5, 5, 3]  # neighbours close up
    do(state, "roll 2 wazabi 3 card", *["draw lose 1 die"] * 3, "no card", "roll 3 die")
    assert legal(state) == ["give 1", "give 2"]
    with pytest.raises(IllegalAction, match=r"player 0 has finished \(W-27a\)"):
        do(state, "give 0")


def test_W27a_A9_nothing_is_swapped_with_or_taken_from_who_has_finished() -> None:
    heaps = {"hand 1": ["swap dice", "swap hands"]}
    state = do(table(3, dice=(1, 3, 4), heaps=heaps, play_on=True), "roll 1 die", "give 2", "roll 3 wazabi")
    for card in ("swap dice", "swap hands"):
        assert legal(do(state.clone(), f"play {card}")) == ["choose 2"]


@pytest.mark.parametrize("players", range(2, 7))
def test_W27_W27a_the_order_of_finishing_is_the_ranking(players: int) -> None:
    for seed in range(5):
        *_, state = random_game(new_game(players, play_on=True), Random(seed))
        end = state.outcome()
        assert end is not None
        assert end.reason == "one player is left (W-27)"
        assert sorted(state.finished) == list(range(players))
        assert state.dice[state.finished[-1]] > 0
        assert end.winners == state.finished[:1]
        assert [end.scores[player] for player in state.finished] == list(range(players - 1, -1, -1))
        assert [state.returns()[player] for player in state.finished] == pytest.approx(
            [1 - place / (players - 1) for place in range(players)]
        )


def test_W27_a_turn_limit_leaves_the_ranking_of_those_who_have_finished() -> None:
    state = do(table(4, dice=(1, 4, 4, 4), play_on=True, turn_limit=2), "roll 1 die", "give 1")
    do(state, "roll 5 wazabi", "no card")
    end = state.outcome()
    assert end is not None
    assert (end.reason, end.winners, end.scores) == ("the limit of 2 turns is reached", (0,), (3, 0, 0, 0))
    assert state.returns() == (1.0, 0.0, 0.0, 0.0)


def test_W27a_with_two_left_the_next_to_finish_ends_the_game() -> None:
    state = do(table(2, dice=(1, 4), play_on=True), "roll 1 die", "give 1")
    end = state.outcome()
    assert end is not None
    assert (state.finished, end.winners, end.scores) == ((0, 1), (0,), (1, 0))


# ---- neighbours only (W-29) -------------------------------------------------------------------------------


def test_W29_W29a_dice_go_to_a_neighbour_and_each_may_go_to_either() -> None:
    state = do(table(5, neighbours_only=True), "roll 2 wazabi 2 die")
    assert legal(state) == ["give 1", "give 4"]
    with pytest.raises(IllegalAction, match=r"give 2: only to the right or left neighbour \(W-29\)"):
        do(state, "give 2")
    do(state, "give 4", "give 1")
    assert state.dice == [2, 5, 4, 4, 5]
    assert legal(do(table(5), "roll 4 die")) == ["give 1", "give 2", "give 3", "give 4"]


def test_W29a_cards_are_not_bound_to_neighbours() -> None:
    heaps = {"hand 0": ["swap dice"]}
    state = do(table(5, neighbours_only=True, heaps=heaps), FOUR, "play swap dice")
    assert legal(state) == ["choose 1", "choose 2", "choose 3", "choose 4"]
    heaps = {"hand 0": ["give 1 die"]}
    state = do(table(5, neighbours_only=True, deck="first", heaps=heaps), FOUR, "play give 1 die")
    assert legal(state) == ["choose 1", "choose 2", "choose 3", "choose 4"]


def test_W27a_W29_two_who_are_left_are_neighbours_of_each_other() -> None:
    rules: dict[str, Any] = {"neighbours_only": True, "play_on": True}
    state = do(table(4, dice=(1, 1, 4, 4), **rules), "roll 1 die", "give 3", "roll 1 die", "give 2")
    do(state, "roll 4 wazabi 1 die")
    assert legal(state) == ["give 3"]


@pytest.mark.parametrize("players", [2, 3])
def test_W29_is_for_four_players_or_more(players: int) -> None:
    with pytest.raises(ToolkitError, match=rf"for 4 to 6 players, not {players} \(W-29\)"):
        new_game(players, neighbours_only=True)


# ---- teams (W-30) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "partners"), [(4, (0, 2)), (6, (0, 3))])
def test_W30_W30a_the_team_of_the_first_player_without_dice_wins(
    players: int, partners: tuple[int, int]
) -> None:
    state = table(players, dice=[1, *[4] * (players - 1)], teams=True)
    assert state.side(0) == partners  # they sit opposite each other
    do(state, "roll 1 die", "give 1")
    end = state.outcome()
    assert end is not None
    assert end.winners == partners
    assert end.reason == "player 0 has no dice left (W-30)"
    rivals = 4 * (players - 2) + 1  # the partner's dice do not count (W-32a)
    assert end.scores == tuple(rivals if player in partners else 0 for player in range(players))
    assert state.returns() == tuple(float(player in partners) for player in range(players))


def test_W30a_A13_the_partner_may_be_named_unless_the_rules_forbid_it() -> None:
    heaps = {"hand 0": ["swap dice", "others keep 2"], "hand 2": ["draw 3"] * 3}
    state = do(table(4, teams=True, heaps=heaps), "roll 3 wazabi 1 die")
    assert legal(state) == ["give 1", "give 2", "give 3"]
    do(state, "give 2")
    assert legal(do(state.clone(), "play swap dice")) == ["choose 1", "choose 2", "choose 3"]
    assert do(state, "play others keep 2").to_act() == 2  # "all but you" includes the partner
    state = do(table(4, teams=True, choose_partner=False, heaps=heaps), "roll 3 wazabi 1 die")
    assert legal(state) == ["give 1", "give 3"]
    with pytest.raises(IllegalAction, match=r"the partner may not be named \(W-30a\)"):
        do(state, "give 2")


def test_W14_W30a_a_card_is_taken_from_a_rival_not_from_the_partner() -> None:
    state = do(table(4, rest="hand 2", heaps={"hand 1": ["draw 3"]}, teams=True), "roll 3 wazabi 1 card")
    assert legal(state) == ["choose 1"]
    with pytest.raises(IllegalAction, match=r"the partner is no rival \(W-30a\)"):
        do(state, "choose 2")


def test_W30a_partners_see_no_more_than_others() -> None:
    state = do(table(4, heaps={"hand 0": ["draw 3"]}, teams=True), "roll 3 wazabi 1 card", "draw swap dice")
    assert state.observation(2)["cards"].zone("hand 0") == (HIDDEN, HIDDEN)
    assert str(state.log(2)[-1]) == "draw ?"


def test_W30_W30a_teams_are_for_four_or_six_and_do_not_play_on() -> None:
    for players in (2, 3, 5):
        with pytest.raises(ToolkitError, match=rf"for 4 or 6 players, not {players} \(W-30\)"):
            new_game(players, teams=True)
    with pytest.raises(ToolkitError, match=r"play_on: a team game ends with the first .* \(W-30a\)"):
        new_game(4, teams=True, play_on=True)


# ---- the number of dice (W-31) ----------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "dice"), [(2, 1), (2, 12), (5, 4), (6, 4)])
def test_W31_W31a_more_or_fewer_dice_are_dealt(players: int, dice: int) -> None:
    assert new_game(players, dice=dice).dice == [dice] * players


def test_W31_W31a_the_box_holds_24_dice() -> None:
    with pytest.raises(ToolkitError, match=r"5 players with 5 dice need 25; the box holds 24 \(W-31\)"):
        new_game(5, dice=5)


# ---- tournaments (W-32) -----------------------------------------------------------------------------------


def test_W32_W32a_the_winner_of_a_round_scores_the_dice_of_all_rivals() -> None:
    state = do(table(3, dice=(1, 3, 4), rounds=2), "roll 1 die", "give 2")
    assert (state.points, state.round, state.outcome()) == ((8, 0, 0), 2, None)
    assert (state.dice, state.turns, state.finished) == ([3, 3, 3], 0, ())  # a new deal
    assert sum(chances(state).values()) == 36
    for _ in range(9):
        do(state, str(state.chance_outcomes()[0][0]))
    do(state, "roll 3 card", "roll 3 wazabi", "roll 3 card")  # a new starting roll
    assert roller(state) == 1


def test_W32_most_points_after_the_last_round_win() -> None:
    state = table(3, dice=(1, 3, 4), rounds=2)
    state.round, state.points = 2, (0, 9, 0)
    do(state, "roll 1 die", "give 2")
    end = state.outcome()
    assert end is not None
    assert (end.reason, end.winners, end.scores) == ("all 2 rounds are played (W-32)", (1,), (8, 9, 0))


def test_W32a_a_tie_at_the_end_is_a_shared_win() -> None:
    state = table(4, dice=(1, 3, 4, 4), rounds=2)
    state.round, state.points = 2, (0, 0, 12, 0)
    do(state, "roll 1 die", "give 2")
    end = state.outcome()
    assert end is not None
    assert end.winners == (0, 2)
    assert state.returns() == (0.5, 0.0, 0.5, 0.0)
    teams = table(4, dice=(1, 3, 4, 4), rounds=2, teams=True)
    teams.round, teams.points = 2, (0, 8, 0, 8)
    do(teams, "roll 1 die", "give 1")
    assert (teams.points, teams.returns()) == ((8, 8, 8, 8), (0.5, 0.5, 0.5, 0.5))


def test_W32a_rounds_are_not_played_on() -> None:
    with pytest.raises(ToolkitError, match=r"the rounds of a tournament are not played on \(W-32a\)"):
        new_game(3, rounds=2, play_on=True)


def test_W32_points_add_up_over_the_rounds() -> None:
    for seed in range(5):
        points, won = (0, 0, 0), 0
        for state in random_game(new_game(3, rounds=4), Random(seed)):
            if state.points != points:
                gained = [now - before for now, before in zip(state.points, points, strict=True)]
                assert sorted(map(bool, gained)) == [False, False, True]
                points, won = state.points, won + 1
        end = state.outcome()
        assert end is not None
        assert (won, end.scores) == (4, points)
        assert max(points) == points[end.winners[0]]
