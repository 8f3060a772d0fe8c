from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from wazabi_helpers import chances, do, legal, lying, new_game, random_game, roller, table

from toolkit.core.decision import CHANCE, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.games.wazabi import NAMES
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.state import Starting

if TYPE_CHECKING:
    from toolkit.games.wazabi.state import WazabiState

EMPTY = {"hand 0": ["draw 3"], "hand 1": ["swap dice", "swap dice", "pass dice"]}


@pytest.mark.parametrize("players", range(2, 7))
def test_W2_everybody_gets_four_dice_and_three_cards(players: int) -> None:
    state, random = new_game(players), Random(players)
    while state.decision_kind() == "draw":
        state.apply(state.sample_chance(random))
    assert state.dice == [4] * players
    assert [len(lying(state, f"hand {player}")) for player in range(players)] == [3] * players
    assert len(lying(state, "pile")) == 36 - 3 * players


def test_W2_a_drawn_card_is_seen_by_nobody_else() -> None:
    state = do(new_game(3), "draw swap dice")
    assert [str(event) for event in state.log(0)] == ["draw swap dice"]
    assert [str(event) for event in state.log(1)] == ["draw ?"]
    assert [str(event) for event in state.log(None)] == ["draw ?"]  # a spectator
    assert state.observation(0)["cards"].zone("hand 0") == (NAMES.index("swap dice"),)
    assert state.observation(1)["cards"].zone("hand 0") == (HIDDEN,)


def dealt(players: int = 3, **rules: Any) -> WazabiState:
    """Return a game whose cards are dealt, before the rolls for the start."""
    state = new_game(players, **rules)
    for _ in range(3 * players):
        do(state, str(state.chance_outcomes()[0][0]))
    return state


def test_W3_W3a_W6_who_rolls_most_wazabi_starts_and_rolls_anew() -> None:
    state = do(dealt(), "roll 2 wazabi 2 card", "roll 3 wazabi 1 die", "roll 1 wazabi 3 die")
    assert roller(state) == 1
    assert state.roll == ()
    assert state.dice == [4, 4, 4]  # the DIE faces of that roll give nothing away
    assert all(len(lying(state, f"hand {player}")) == 3 for player in range(3))


def test_W3_A1_tied_players_roll_again_or_all_do() -> None:
    tied = ("roll 3 wazabi 1 die", "roll 1 wazabi 3 die", "roll 3 wazabi 1 card")
    state = do(dealt(), *tied, "roll 4 die", "roll 1 wazabi 3 die")
    assert roller(state) == 2
    state = do(dealt(start_tie="reroll_all"), *tied, "roll 4 die", "roll 4 wazabi", "roll 4 card")
    assert roller(state) == 1
    state = do(dealt(), *tied, "roll 2 wazabi 2 card", "roll 2 wazabi 2 die")
    assert state.stack[-1] == Starting(CHANCE, (0, 2), ())


def test_W4_play_goes_to_the_left_first() -> None:
    state = do(dealt(), "roll 4 card", "roll 4 wazabi", "roll 4 card", "roll 4 wazabi", "no card")
    assert roller(state) == 2
    assert state.neighbour(1, state.direction) == 2


def test_W5_a_hand_may_hold_any_number_of_cards() -> None:
    state = do(table(2, dice=(23, 1)), "roll 23 card")
    for _ in range(23):
        do(state, str(state.chance_outcomes()[-1][0]))
    assert len(lying(state, "hand 0")) == 23


def test_W6_all_dice_are_rolled_once() -> None:
    state = table(dice=(2, 3, 4))
    assert sum(chances(state).values()) == 6**2
    do(state, "roll 2 wazabi")
    assert state.decision_kind() == "card"
    with pytest.raises(IllegalAction, match="legal: no card"):
        do(state, "roll 2 card")


def test_W7_W7a_W12_cards_are_drawn_one_by_one_then_dice_given_then_a_card_played() -> None:
    state = do(table(dice=(4, 4, 4)), "roll 1 wazabi 2 card 1 die")
    kinds = [state.decision_kind()]
    for text in ("draw draw 3", "draw swap dice", "give 2", "play draw 3"):
        do(state, text)
        kinds.append(state.decision_kind())
    assert kinds == ["draw", "draw", "give", "card", "draw"]


def test_W7_drawing_weighs_cards_by_their_copies() -> None:
    state = do(table(heaps={"hand 1": ["lose 1 die"]}), "roll 4 card")
    assert chances(state)["draw lose 1 die"] == 6
    assert chances(state)["draw miss a turn"] == 2
    assert sum(chances(state).values()) == 35


def test_W8_each_die_is_given_to_a_player_of_choice() -> None:
    state = do(table(4, dice=(4, 4, 4, 4)), "roll 2 wazabi 2 die")
    assert legal(state) == ["give 1", "give 2", "give 3"]
    do(state, "give 1", "give 3")
    assert state.dice == [2, 5, 4, 5]
    with pytest.raises(IllegalAction, match=r"give 0: it must be another player \(W-8"):
        do(do(table(), "roll 4 die"), "give 0")
    with pytest.raises(ToolkitError, match="no action 'give 3' in Wazabi"):
        do(do(table(3), "roll 4 die"), "give 3")


def test_W8a_giving_is_compulsory_and_the_receiver_rolls_the_die_in_the_own_turn() -> None:
    state = do(table(dice=(2, 2, 2)), "roll 1 wazabi 1 die")
    with pytest.raises(IllegalAction):
        do(state, "no card")
    do(state, "give 1", "no card")
    assert roller(state) == 1
    assert sum(chances(state).values()) == 6**3


def test_W9_at_most_one_card_is_played_and_none_need_be() -> None:
    hand = {"hand 0": ["lose 1 die", "lose 1 die"]}
    state = do(table(heaps=hand), "roll 4 wazabi")
    assert legal(state) == ["play lose 1 die", "no card"]
    assert roller(do(state.clone(), "no card")) == 1
    do(state, "play lose 1 die")
    assert roller(state) == 1
    assert lying(state, "hand 0") == ["lose 1 die"]


def test_W10_a_card_needs_as_many_wazabi_as_it_costs_and_they_are_kept() -> None:
    hand = {"hand 0": ["play again", "lose 1 die", "others keep 2", "lose 2 dice"]}
    for shown, playable in enumerate([1, 2, 3, 4]):
        state = table(dice=(3, 3, 3), heaps=hand)
        roll = (
            f"roll {shown} wazabi {3 - shown} card"
            if 0 < shown < 3
            else f"roll 3 {'wazabi' if shown else 'card'}"
        )
        do(state, roll)
        while state.decision_kind() == "draw":
            do(state, "draw pass cards")  # costs 2
        names = ["play again", "lose 1 die", "others keep 2", "lose 2 dice"][:playable]
        assert [text for text in legal(state) if "pass cards" not in text] == [
            *(f"play {name}" for name in sorted(names, key=NAMES.index)),
            "no card",
        ]
        assert state.dice == [3, 3, 3]
    with pytest.raises(IllegalAction, match=r"it costs 3 wazabi, and the roll shows 2 \(W-10\)"):
        do(do(table(dice=(2, 3, 3), heaps=hand), "roll 2 wazabi"), "play lose 2 dice")
    with pytest.raises(IllegalAction, match='there is no "swap dice" in the hand'):
        do(do(table(dice=(3, 3, 3), heaps=hand), "roll 3 wazabi"), "play swap dice")


def test_W10_a_card_drawn_this_turn_may_be_played() -> None:
    state = do(table(), "roll 3 wazabi 1 card", "draw lose 2 dice")
    assert legal(state) == ["play lose 2 dice", "no card"]


def test_W11_W11a_a_card_takes_effect_at_once_and_then_lies_open() -> None:
    hand = {"hand 0": ["draw 3"]}
    state = do(table(heaps=hand), "roll 4 wazabi", "play draw 3")
    assert (lying(state, "played"), lying(state, "discard")) == (["draw 3"], [])
    assert all(state.observation(seat)["cards"].zone("played") for seat in (0, 1, 2, None))
    do(state, "draw swap dice", "draw swap dice", "draw swap dice")
    assert (lying(state, "played"), lying(state, "discard")) == ([], ["draw 3"])
    assert roller(state) == 1


def test_W11a_a_card_that_draws_cannot_shuffle_and_draw_itself() -> None:
    heaps = {"hand 0": ["draw 3"], "pile": ["swap dice"]}
    state = do(table(rest="hand 1", heaps=heaps), "roll 4 wazabi", "play draw 3", "draw swap dice")
    assert state.decision_kind() == "rival"  # the pile and the discard pile are empty
    assert lying(state, "played") == ["draw 3"]


def test_W13_W13a_A12_the_discards_become_the_pile_at_once_or_when_a_card_is_needed() -> None:
    heaps = {"hand 0": ["draw 3"], "pile": ["swap dice"], "discard": ["pass dice", "pass dice"]}
    state = do(table(rest="hand 1", heaps=heaps), "roll 3 wazabi 1 card", "draw swap dice")
    assert (lying(state, "pile"), lying(state, "discard")) == (["pass dice", "pass dice"], [])
    assert str(state.log(1)[-1]) == "(the discard pile is shuffled)"
    late = table(rest="hand 1", heaps=heaps, reshuffle="when_needed")
    do(late, "roll 3 wazabi 1 card", "draw swap dice")
    assert (lying(late, "pile"), lying(late, "discard")) == ([], ["pass dice", "pass dice"])
    do(late, "no card", "roll 2 wazabi 2 card", "draw pass dice")
    assert lying(late, "discard") == []


def test_W13a_without_discards_the_shuffle_waits_for_the_next_draw() -> None:
    heaps = {"hand 0": ["lose 1 die"], "pile": ["swap dice"], "hand 1": []}
    state = table(rest="hand 2", heaps=heaps)
    do(state, "roll 3 wazabi 1 card", "draw swap dice", "play lose 1 die")
    assert (lying(state, "pile"), lying(state, "discard")) == ([], ["lose 1 die"])
    do(state, "roll 3 wazabi 1 card")
    assert chances(state) == {"draw lose 1 die": 1}


def test_W14_W14a_without_any_card_to_draw_one_is_taken_from_a_rival_who_holds_one() -> None:
    state = do(table(4, rest="hand 3", heaps=EMPTY | {"hand 2": []}), "roll 2 wazabi 2 card")
    assert legal(state) == ["choose 1", "choose 3"]
    with pytest.raises(IllegalAction, match=r"player 2 holds no card \(W-14a\)"):
        do(state, "choose 2")
    with pytest.raises(IllegalAction, match="it must be another player"):
        do(state, "choose 0")
    do(state, "choose 1")
    assert chances(state) == {"take pass dice": 1, "take swap dice": 2}
    do(state, "take swap dice")
    assert lying(state, "hand 0") == ["draw 3", "swap dice"]
    assert lying(state, "hand 1") == ["pass dice", "swap dice"]
    assert legal(state) == ["choose 1", "choose 3"]  # anew for each card
    assert [str(state.log(seat)[-1]) for seat in (0, 1, 2, None)] == ["take swap dice"] * 2 + ["take ?"] * 2


def test_W14_W19_drawing_three_counts_as_having_to_draw() -> None:
    state = do(table(rest="hand 2", heaps=EMPTY), "roll 4 wazabi", "play draw 3", "choose 1")
    do(state, "take swap dice", "choose 2", "take lose 1 die", "choose 1", "take pass dice")
    assert lying(state, "hand 0") == ["lose 1 die", "pass dice", "swap dice"]
    assert roller(state) == 1


def test_W14_when_no_rival_holds_a_card_nothing_is_drawn() -> None:
    state = do(table(rest="hand 0"), "roll 2 wazabi 2 card")
    assert state.decision_kind() == "card"
    assert len(lying(state, "hand 0")) == 36


def test_W15_the_worked_example() -> None:
    hand = {"hand 0": ["lose 1 die", "pass cards", "lose 2 dice"]}
    state = do(table(dice=(5, 4, 4), heaps=hand), "roll 2 wazabi 2 card 1 die")
    do(state, "draw swap dice", "draw miss a turn", "give 2")
    assert state.dice == [4, 4, 5]
    assert legal(state) == ["play lose 1 die", "play miss a turn", "play pass cards", "no card"]  # 2 or less


def test_W15a_the_pictured_card_needs_one_wazabi_and_a_free_card_none() -> None:
    hand = {"hand 0": ["lose 1 die", "play again"]}
    state = do(table(dice=(1, 4, 4), heaps=hand), "roll 1 card", "draw swap dice")
    assert legal(state) == ["play play again", "no card"]
    assert "play lose 1 die" in legal(do(table(dice=(1, 4, 4), heaps=hand), "roll 1 wazabi"))


def test_that_no_card_can_be_played_is_not_told() -> None:
    dear, cheap = (
        do(table(heaps={"hand 0": [card]}, rest="hand 1"), "roll 1 wazabi 3 card") for card in NAMES[8:10]
    )
    for state in (dear, cheap):
        do(state, *["choose 1", "take lose 1 die"] * 3)
    assert [event.action for event in dear.log(2)] == [event.action for event in cheap.log(2)]
    assert dear.decision_kind() == cheap.decision_kind() == "card"


@pytest.mark.parametrize("players", range(2, 7))
def test_W1_W27_the_first_player_without_dice_wins(players: int) -> None:
    for seed in range(10):
        *_, state = random_game(new_game(players), Random(seed))
        end = state.outcome()
        assert end is not None
        assert [player for player in range(players) if not state.dice[player]] == list(end.winners)
        assert end.reason == f"player {end.winners[0]} has no dice left (W-27)"
        assert state.returns() == tuple(float(player in end.winners) for player in range(players))


def test_W27_W27a_who_gives_the_last_die_away_wins_on_the_spot() -> None:
    hand = {"hand 0": ["play again"]}
    state = do(table(dice=(2, 4, 4), heaps=hand), "roll 1 card 1 die", "draw swap dice", "give 1")
    assert state.decision_kind() == "card"  # one die is left
    state = do(table(dice=(4, 4, 4), heaps=hand), "roll 4 die", "give 1", "give 2", "give 1")
    assert state.outcome() is None
    assert state.returns() == (0.0, 0.0, 0.0)
    do(state, "give 1")
    end = state.outcome()
    assert end is not None
    assert (end.winners, end.scores, state.legal_actions()) == ((0,), (12, 0, 0), ())
    assert lying(state, "hand 0") == ["play again"]  # no card is played after
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(GAME.parse("no card", 3, state.rules))


def test_W27a_the_cards_of_the_last_roll_are_drawn_before() -> None:
    state = do(table(dice=(1, 4, 4)), "roll 1 die")
    assert state.decision_kind() == "give"
    state = do(table(dice=(3, 4, 4)), "roll 1 card 2 die")
    assert state.decision_kind() == "draw"


def test_a_turn_limit_ends_the_game_and_says_so() -> None:
    state = table(turn_limit=3)
    while state.stack:
        do(state, "roll 4 wazabi", "no card")
    end = state.outcome()
    assert end is not None
    assert (end.reason, end.winners, end.scores) == ("the limit of 3 turns is reached", (), (0, 0, 0))
    assert state.turns == 3
    assert state.returns() == (0.0, 0.0, 0.0)
