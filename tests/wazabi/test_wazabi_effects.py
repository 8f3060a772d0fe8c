from __future__ import annotations

from random import Random

import pytest
from wazabi_helpers import chances, do, legal, lying, roller, table

from toolkit.core.decision import IllegalAction
from toolkit.core.hidden import HIDDEN
from toolkit.games.wazabi import NAMES

FOUR = "roll 4 wazabi"


def hand(*names: str, **others: list[str]) -> dict[str, list[str]]:
    """Return the hand of player 0 and those of others, given as ``hand_1``."""
    return {"hand 0": list(names)} | {heap.replace("_", " "): cards for heap, cards in others.items()}


def test_W16_lose_1_die_takes_it_out_of_the_game() -> None:
    state = do(table(heaps=hand("lose 1 die")), FOUR, "play lose 1 die")
    assert state.dice == [3, 4, 4]


def test_W16_it_may_not_be_played_when_the_roll_shows_two_dice_to_give() -> None:
    heaps = hand("lose 1 die", "play again")
    one = do(table(heaps=heaps), "roll 2 wazabi 1 card 1 die", "draw swap dice", "give 1")
    assert "play lose 1 die" in legal(one)
    two = do(table(heaps=heaps), "roll 2 wazabi 2 die", "give 1", "give 1")
    assert legal(two) == ["play play again", "no card"]
    with pytest.raises(IllegalAction, match=r"two DIE faces or more \(W-16\)"):
        do(two, "play lose 1 die")


def test_W16_W27_the_last_die_but_one_given_and_the_last_one_lost_wins() -> None:
    state = do(table(dice=(2, 4, 4), heaps=hand("lose 1 die")), "roll 1 wazabi 1 die", "give 1")
    do(state, "play lose 1 die")
    end = state.outcome()
    assert end is not None
    assert (end.winners, end.scores) == ((0,), (9, 0, 0))
    assert lying(state, "discard") == ["lose 1 die"]


def test_W17_play_again_gives_a_whole_turn_and_then_turns_the_direction() -> None:
    state = do(table(4, heaps=hand("play again", "lose 1 die")), "roll 4 card", *["draw draw 3"] * 3)
    do(state, "draw swap dice", "play play again")
    assert roller(state) == 0
    assert lying(state, "discard") == ["play again"]
    do(state, "roll 3 wazabi 1 die", "give 2", "play lose 1 die")
    assert roller(state) == 3
    assert state.dice == [2, 4, 5, 4]


def test_W17a_played_again_in_the_extra_turn_it_turns_the_direction_back() -> None:
    state = table(4, heaps=hand("play again", "play again", "lose 1 die"))
    do(state, "roll 2 wazabi 2 die", "give 1", "give 1", "play play again")
    do(state, "roll 2 wazabi")
    assert "play lose 1 die" in legal(state)  # W-16 looks at this roll alone
    do(state, "play play again")
    assert roller(state) == 0
    do(state, "roll 2 wazabi", "no card")
    assert roller(state) == 1


def test_W17a_left_and_right_do_not_turn_with_the_direction() -> None:
    heaps = hand("pass dice")
    for direction in (1, -1):
        state = table(dice=(3, 4, 5), heaps=heaps, direction=direction)
        do(state, "roll 3 wazabi", "play pass dice", "choose left")
        assert state.dice == [5, 3, 4]


def test_W17_with_two_players_only_the_extra_turn_matters() -> None:
    state = do(table(2, heaps=hand("play again")), FOUR, "play play again", FOUR, "no card")
    assert roller(state) == 1


def test_W18_W18a_the_others_keep_two_cards_of_their_choice() -> None:
    heaps = hand(
        "others keep 2",
        "draw 3",
        "draw 3",
        "draw 3",
        hand_1=["lose 1 die", "lose 1 die", "swap dice", "swap dice", "pass dice"],
        hand_2=["swap hands", "swap hands"],
        hand_3=["pass cards", "lose 1 die", "lose 2 dice"],
    )
    state = do(table(4, heaps=heaps, direction=-1), FOUR, "play others keep 2")
    assert (state.to_act(), state.decision_kind()) == (3, "discard")  # in the direction of play
    assert legal(state) == ["discard lose 1 die", "discard pass cards", "discard lose 2 dice"]
    do(state, "discard lose 2 dice")
    assert (state.to_act(), len(lying(state, "hand 2"))) == (1, 2)
    do(state, "discard lose 1 die", "discard pass dice", "discard swap dice")
    assert lying(state, "hand 1") == ["lose 1 die", "swap dice"]
    assert len(lying(state, "hand 0")) == 3  # not the own hand
    assert lying(state, "discard") == ["lose 1 die", "others keep 2", "pass dice", "lose 2 dice", "swap dice"]
    assert roller(state) == 3


def test_W18a_each_surplus_is_chosen_in_one_way_and_what_is_kept_is_not_shown() -> None:
    heaps = hand("others keep 2", hand_1=["lose 1 die", "lose 1 die", "draw 3", "pass dice", "swap dice"])
    state = do(table(heaps=heaps), FOUR, "play others keep 2")
    assert legal(state) == ["discard lose 1 die", "discard draw 3"]  # two more must follow in the list
    do(state, "discard draw 3")
    assert legal(state) == ["discard pass dice"]
    with pytest.raises(IllegalAction, match=r'2 cards must go, .* none before "draw 3" \(W-18\)'):
        do(state, "discard lose 1 die")
    with pytest.raises(IllegalAction, match='there is no "draw 3" in the hand'):
        do(state, "discard draw 3")
    do(state, "discard pass dice", "discard swap dice")
    assert lying(state, "hand 1") == ["lose 1 die", "lose 1 die"]
    assert state.observation(0)["cards"].zone("hand 1") == (HIDDEN, HIDDEN)


def test_W19_draw_3_draws_three_cards() -> None:
    state = do(table(heaps=hand("draw 3")), FOUR, "play draw 3", *["draw swap dice"] * 3)
    assert lying(state, "hand 0") == ["swap dice"] * 3
    assert roller(state) == 1


def test_W20_W20a_a_player_misses_a_turn_and_the_card_waits_before_him() -> None:
    heaps = hand("miss a turn", hand_2=["swap hands"])
    state = do(table(heaps=heaps), FOUR, "play miss a turn")
    assert legal(state) == ["choose 1", "choose 2"]
    with pytest.raises(IllegalAction, match=r"another player \(W-8, W-20a\)"):
        do(state, "choose 0")
    do(state, "choose 2", FOUR, "no card")
    assert roller(state) == 0
    assert (lying(state, "before 2"), lying(state, "discard")) == ([], ["miss a turn"])
    assert str(state.log(1)[-1]) == "(player 2 misses a turn)"
    assert state.turns == 4  # those of 0 and 1, the missed one, and the one that begins


def test_W20_several_cards_cancel_one_turn_each() -> None:
    two = do(table(heaps={"before 1": ["miss a turn"] * 2}), FOUR, "no card")
    assert (roller(two), lying(two, "before 1")) == (2, ["miss a turn"])
    do(two, FOUR, "no card", FOUR, "no card")
    assert (roller(two), lying(two, "before 1")) == (2, [])
    both = table(heaps={"before 1": ["miss a turn"], "before 2": ["miss a turn"]})
    assert roller(do(both, FOUR, "no card")) == 0


def test_W20_A10_with_two_players_a_missed_turn_gives_another_turn() -> None:
    state = do(table(2, heaps=hand("miss a turn")), FOUR, "play miss a turn", "choose 1")
    assert roller(state) == 0
    do(state, FOUR, "no card")
    assert roller(state) == 1


def test_W20a_W22_W23_cards_that_move_hands_leave_it_lying() -> None:
    heaps = hand("pass cards", "swap hands", hand_1=["draw 3"], before_1=["miss a turn"])
    for play in (["play pass cards", "choose left"], ["play swap hands", "choose 2"]):
        state = do(table(heaps=heaps), FOUR, *play)
        assert roller(state) == 2
        assert lying(state, "discard").count("miss a turn") == 1


@pytest.mark.parametrize(("side", "after"), [("left", [5, 2, 3, 4]), ("right", [3, 4, 5, 2])])
def test_W21_W21a_A5_all_pass_all_dice_to_one_side(side: str, after: list[int]) -> None:
    state = table(4, dice=(2, 3, 4, 5), heaps=hand("pass dice"))
    do(state, "roll 2 wazabi", "play pass dice", f"choose {side}")
    assert state.dice == after
    assert sum(chances(state).values()) == 6 ** after[1]


def test_W21a_with_two_players_both_sides_are_one() -> None:
    state = do(table(2, dice=(2, 3), heaps=hand("pass dice")), "roll 2 wazabi", "play pass dice")
    assert legal(state) == ["choose left"]
    with pytest.raises(IllegalAction, match=r"both sides are one: choose left \(W-21a\)"):
        do(state, "choose right")
    assert do(state, "choose left").dice == [3, 2]


def test_W22_swap_hands_exchanges_two_hands_without_the_card_itself() -> None:
    heaps = hand("swap hands", "draw 3", hand_2=["swap dice", "pass dice"])
    state = do(table(heaps=heaps), FOUR, "play swap hands", "choose 2")
    assert lying(state, "hand 0") == ["pass dice", "swap dice"]
    assert lying(state, "hand 2") == ["draw 3"]
    assert lying(state, "discard") == ["swap hands"]
    told = [[str(event) for event in state.log(seat) if "holds" in str(event)] for seat in (0, 1, 2, None)]
    assert told == [
        ["(player 0 now holds: pass dice, swap dice)"],
        [],
        ["(player 2 now holds: draw 3)"],
        [],
    ]


def test_W22a_also_when_a_hand_is_empty() -> None:
    state = do(table(heaps=hand("swap hands", hand_1=["draw 3"])), FOUR, "play swap hands", "choose 1")
    assert (lying(state, "hand 0"), lying(state, "hand 1")) == (["draw 3"], [])
    assert str(state.log(1)[-1]) == "(player 1 now holds: no cards)"


@pytest.mark.parametrize(("side", "after"), [("left", [[8], [6], [3, 3]]), ("right", [[3, 3], [8], [6]])])
def test_W23_all_pass_their_hands_to_one_side(side: str, after: list[list[int]]) -> None:
    cards = [NAMES[6], NAMES[3], NAMES[8]]
    heaps = hand("pass cards", cards[0], hand_1=[cards[1]] * 2, hand_2=[cards[2]])
    state = do(table(heaps=heaps), FOUR, "play pass cards", f"choose {side}")
    assert [lying(state, f"hand {seat}") for seat in range(3)] == [[NAMES[f] for f in h] for h in after]


def test_W23_who_passed_a_hand_on_still_knows_it() -> None:
    heaps = hand("pass cards", "swap dice", hand_1=["draw 3"], hand_2=["lose 1 die"])
    state = do(table(heaps=heaps), FOUR, "play pass cards", "choose left")
    for seed in range(20):
        world = state.observation(0).sample_world(Random(seed))
        assert lying(world, "hand 1") == ["swap dice"]  # type: ignore[arg-type]


def test_W24_W28_lose_2_dice_takes_two_and_never_the_last() -> None:
    state = do(table(dice=(3, 4, 4), heaps=hand("lose 2 dice")), "roll 3 wazabi", "play lose 2 dice")
    assert state.dice == [1, 4, 4]
    assert state.outcome() is None
    gifts = do(table(dice=(5, 4, 4), heaps=hand("lose 2 dice")), "roll 3 wazabi 2 die", "give 1", "give 2")
    assert do(gifts, "play lose 2 dice").dice == [1, 5, 5]  # no restriction as in W-16


def test_W25_swap_dice_exchanges_all_dice_with_one_player() -> None:
    state = table(dice=(5, 4, 1), heaps=hand("swap dice"))
    do(state, "roll 3 wazabi 2 die", "give 1", "give 2", "play swap dice", "choose 2")
    assert state.dice == [2, 5, 3]


def first(*names: str, **others: list[str]) -> dict[str, object]:
    """Return what a table of the first edition needs."""
    return {"deck": "first", "heaps": hand(*names, **others)}


def test_W26_give_1_die_to_a_player_of_choice() -> None:
    state = do(table(dice=(4, 4, 4), **first("give 1 die")), "roll 3 wazabi 1 die", "give 1")
    do(state, "play give 1 die")
    assert legal(state) == ["choose 1", "choose 2"]
    assert do(state, "choose 2").dice == [2, 5, 5]


def test_W26_take_1_card_blindly_from_a_player_who_has_one() -> None:
    state = do(table(**first("take 1 card", hand_2=["draw 3", "pass dice"])), FOUR, "play take 1 card")
    assert legal(state) == ["choose 2"]
    with pytest.raises(IllegalAction, match=r"player 1 holds too few cards \(W-26\)"):
        do(state, "choose 1")
    do(state, "choose 2")
    assert chances(state) == {"take draw 3": 1, "take pass dice": 1}
    do(state, "take pass dice")
    assert (lying(state, "hand 0"), lying(state, "hand 2")) == (["pass dice"], ["draw 3"])
    assert (str(state.log(2)[-1]), str(state.log(1)[-1])) == ("take pass dice", "take ?")
    assert roller(state) == 1


def test_W26_take_1_card_draws_one_when_nobody_has_a_card() -> None:
    state = do(table(**first("take 1 card")), FOUR, "play take 1 card", "draw draw 3")
    assert lying(state, "hand 0") == ["draw 3"]
    assert roller(state) == 1


def test_W26_keep_1_card_needs_a_player_with_two_who_chooses() -> None:
    state = do(table(**first("keep 1 card", hand_1=["draw 3"])), FOUR)
    assert legal(state) == ["no card"]
    with pytest.raises(IllegalAction, match=r"holds two cards \(W-26\)"):
        do(state, "play keep 1 card")
    heaps = first("keep 1 card", hand_1=["draw 3"], hand_2=["draw 3", "pass dice", "lose 1 die"])
    state = do(table(**heaps), FOUR, "play keep 1 card")
    assert legal(state) == ["choose 2"]
    do(state, "choose 2")
    assert state.to_act() == 2
    do(state, "discard lose 1 die", "discard pass dice")
    assert lying(state, "hand 2") == ["draw 3"]


IDLE = {  # heaps and dice in which a card changes nothing, and in which it does (A6)
    "others keep 2": ([{}, {"hand_1": ["draw 3"] * 2}], [{"hand_1": ["draw 3"] * 3}]),
    "swap hands": ([{}], [{"hand_2": ["draw 3"]}]),
    "pass cards": ([{}], [{"hand_2": ["draw 3"]}]),
}


@pytest.mark.parametrize("card", IDLE)
def test_A6_cards_that_would_change_nothing_may_be_forbidden(card: str) -> None:
    idle, useful = IDLE[card]
    for others in idle:
        assert legal(do(table(heaps=hand(card, **others)), FOUR)) == [f"play {card}", "no card"]
        state = do(table(heaps=hand(card, **others), empty_effects=False), FOUR)
        assert legal(state) == ["no card"]
        with pytest.raises(IllegalAction, match=r"it would change nothing, .* \(A6\)"):
            do(state, f"play {card}")
    for others in useful:
        state = do(table(heaps=hand(card, **others), empty_effects=False), FOUR)
        assert legal(state) == [f"play {card}", "no card"]


@pytest.mark.parametrize("card", ["pass dice", "swap dice"])
def test_A6_dice_that_are_equal_are_not_worth_passing(card: str) -> None:
    assert legal(do(table(heaps=hand(card), empty_effects=False), FOUR)) == ["no card"]
    state = do(table(dice=(4, 4, 3), heaps=hand(card), empty_effects=False), FOUR)
    assert legal(state) == [f"play {card}", "no card"]


@pytest.mark.parametrize("card", ["draw 3", "take 1 card"])
def test_A6_drawing_needs_a_card_somewhere(card: str) -> None:
    deck = "first" if card == "take 1 card" else "rulebook"
    forbidden = table(rest="hand 0", deck=deck, empty_effects=False)
    assert f"play {card}" not in legal(do(forbidden, FOUR))
    for rest in ("hand 1", "pile", "discard"):
        state = table(rest=rest, heaps=hand(card), deck=deck, empty_effects=False)
        assert f"play {card}" in legal(do(state, FOUR))


def test_W17_W20a_nothing_follows_the_limit_of_turns() -> None:
    heaps = hand("play again", before_2=["miss a turn"])
    state = do(table(heaps=heaps, turn_limit=1), FOUR, "play play again")
    assert "limit of 1 turns" in state.reason
    assert (state.turn, state.turns, lying(state, "before 2")) == (0, 1, ["miss a turn"])
    state = do(table(heaps=hand(before_1=["miss a turn"]), turn_limit=1), FOUR, "no card")
    assert (state.turns, lying(state, "before 1")) == (1, ["miss a turn"])
