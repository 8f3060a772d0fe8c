"""A turn of Wazabi and the effects of the cards (W-1 to W-28)."""

from random import Random

import pytest
from wazabi_helpers import chances, do, legal, lying, new_game, random_game, roller, table

from toolkit.core.decision import CHANCE, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.games.wazabi import NAMES
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.play import Starting

EMPTY = {"hand 0": ["draw 3"], "hand 1": ["swap dice", "swap dice", "pass dice"]}


@pytest.mark.parametrize("players", range(2, 7))
def test_W2_everybody_gets_four_dice_and_three_cards(players):
    state, random = new_game(players), Random(players)
    while state.decision_kind() == "draw":
        state.apply(state.sample_chance(random))
    assert state.dice == [4] * players
    assert [len(lying(state, f"hand {player}")) for player in range(players)] == [3] * players
    assert len(lying(state, "pile")) == 36 - 3 * players


def dealt(players=3, **rules):
    """Return a game whose cards are dealt, before the rolls for the start."""
    state = new_game(players, **rules)
    for _ in range(3 * players):
        do(state, str(state.chance_outcomes()[0][0]))
    return state


def test_W3_W3a_W6_who_rolls_most_wazabi_starts_and_rolls_anew():
    state = do(dealt(), "roll 2 wazabi 2 card", "roll 3 wazabi 1 die", "roll 1 wazabi 3 die")
    assert roller(state) == 1
    assert state.roll == ()
    assert state.dice == [4, 4, 4]  # the DIE faces of that roll give nothing away
    assert all(len(lying(state, f"hand {player}")) == 3 for player in range(3))


def test_W3_A1_tied_players_roll_again_or_all_do():
    tied = ("roll 3 wazabi 1 die", "roll 1 wazabi 3 die", "roll 3 wazabi 1 card")
    state = do(dealt(), *tied, "roll 4 die", "roll 1 wazabi 3 die")
    assert roller(state) == 2
    state = do(dealt(start_tie="reroll_all"), *tied, "roll 4 die", "roll 4 wazabi", "roll 4 card")
    assert roller(state) == 1
    state = do(dealt(), *tied, "roll 2 wazabi 2 card", "roll 2 wazabi 2 die")
    assert state.stack[-1] == Starting(CHANCE, (0, 2), ())


def test_W7_W7a_W12_cards_are_drawn_one_by_one_then_dice_given_then_a_card_played():
    state = do(table(dice=(4, 4, 4)), "roll 1 wazabi 2 card 1 die")
    kinds = [state.decision_kind()]
    for text in ("draw draw 3", "draw swap dice", "give 2", "play draw 3"):
        do(state, text)
        kinds.append(state.decision_kind())
    assert kinds == ["draw", "draw", "give", "card", "draw"]


def test_W8_each_die_is_given_to_a_player_of_choice():
    state = do(table(4, dice=(4, 4, 4, 4)), "roll 2 wazabi 2 die")
    assert legal(state) == ["give 1", "give 2", "give 3"]
    do(state, "give 1", "give 3")
    assert state.dice == [2, 5, 4, 5]
    with pytest.raises(IllegalAction, match=r"give 0: it must be another player \(W-8"):
        do(do(table(), "roll 4 die"), "give 0")
    with pytest.raises(ToolkitError, match="no action 'give 3' in Wazabi"):
        do(do(table(3), "roll 4 die"), "give 3")


def test_W8a_giving_is_compulsory_and_the_receiver_rolls_the_die_in_the_own_turn():
    state = do(table(dice=(2, 2, 2)), "roll 1 wazabi 1 die")
    with pytest.raises(IllegalAction):
        do(state, "no card")
    do(state, "give 1", "no card")
    assert roller(state) == 1
    assert sum(chances(state).values()) == 6**3


def test_W9_at_most_one_card_is_played_and_none_need_be():
    hand = {"hand 0": ["lose 1 die", "lose 1 die"]}
    state = do(table(heaps=hand), "roll 4 wazabi")
    assert legal(state) == ["play lose 1 die", "no card"]
    assert roller(do(state.clone(), "no card")) == 1
    do(state, "play lose 1 die")
    assert roller(state) == 1
    assert lying(state, "hand 0") == ["lose 1 die"]


def test_W10_a_card_needs_as_many_wazabi_as_it_costs_and_they_are_kept():
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


def test_W11_W11a_a_card_takes_effect_at_once_and_then_lies_open():
    hand = {"hand 0": ["draw 3"]}
    state = do(table(heaps=hand), "roll 4 wazabi", "play draw 3")
    assert (lying(state, "played"), lying(state, "discard")) == (["draw 3"], [])
    assert all(state.observation(seat)["cards"].zone("played") for seat in (0, 1, 2, None))
    do(state, "draw swap dice", "draw swap dice", "draw swap dice")
    assert (lying(state, "played"), lying(state, "discard")) == ([], ["draw 3"])
    assert roller(state) == 1


def test_W13_W13a_A12_the_discards_become_the_pile_at_once_or_when_a_card_is_needed():
    heaps = {"hand 0": ["draw 3"], "pile": ["swap dice"], "discard": ["pass dice", "pass dice"]}
    state = do(table(rest="hand 1", heaps=heaps), "roll 3 wazabi 1 card", "draw swap dice")
    assert (lying(state, "pile"), lying(state, "discard")) == (["pass dice", "pass dice"], [])
    assert str(state.log(1)[-1]) == "(the discard pile is shuffled)"
    late = table(rest="hand 1", heaps=heaps, reshuffle="when_needed")
    do(late, "roll 3 wazabi 1 card", "draw swap dice")
    assert (lying(late, "pile"), lying(late, "discard")) == ([], ["pass dice", "pass dice"])
    do(late, "no card", "roll 2 wazabi 2 card", "draw pass dice")
    assert lying(late, "discard") == []


def test_W14_W14a_without_any_card_to_draw_one_is_taken_from_a_rival_who_holds_one():
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


def test_W15_the_worked_example():
    hand = {"hand 0": ["lose 1 die", "pass cards", "lose 2 dice"]}
    state = do(table(dice=(5, 4, 4), heaps=hand), "roll 2 wazabi 2 card 1 die")
    do(state, "draw swap dice", "draw miss a turn", "give 2")
    assert state.dice == [4, 4, 5]
    assert legal(state) == ["play lose 1 die", "play miss a turn", "play pass cards", "no card"]  # 2 or less


@pytest.mark.parametrize("players", range(2, 7))
def test_W1_W27_the_first_player_without_dice_wins(players):
    for seed in range(10):
        *_, state = random_game(new_game(players), Random(seed))
        end = state.outcome()
        assert end is not None
        assert [player for player in range(players) if not state.dice[player]] == list(end.winners)
        assert end.reason == f"player {end.winners[0]} has no dice left (W-27)"
        assert state.returns() == tuple(float(player in end.winners) for player in range(players))


def test_W27_W27a_who_gives_the_last_die_away_wins_on_the_spot():
    hand = {"hand 0": ["play again"]}
    state = do(table(dice=(2, 4, 4), heaps=hand), "roll 1 card 1 die", "draw swap dice", "give 1")
    assert state.decision_kind() == "card"  # one die is left
    state = do(table(dice=(4, 4, 4), heaps=hand), "roll 4 die", "give 1", "give 2", "give 1")
    assert state.outcome() is None
    assert state.returns() == (0.0, 0.0, 0.0)
    do(state, "give 1")
    end = state.outcome()
    assert (end.winners, end.scores, state.legal_actions()) == ((0,), (12, 0, 0), ())
    assert lying(state, "hand 0") == ["play again"]  # no card is played after
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(GAME.parse("no card", 3, state.rules))


def test_W5_a_hand_may_hold_any_number_of_cards():
    state = do(table(2, dice=(23, 1)), "roll 23 card")
    for _ in range(23):
        do(state, str(state.chance_outcomes()[-1][0]))
    assert len(lying(state, "hand 0")) == 23


def test_W15a_the_pictured_card_needs_one_wazabi_and_a_free_card_none():
    hand = {"hand 0": ["lose 1 die", "play again"]}
    state = do(table(dice=(1, 4, 4), heaps=hand), "roll 1 card", "draw swap dice")
    assert legal(state) == ["play play again", "no card"]
    assert "play lose 1 die" in legal(do(table(dice=(1, 4, 4), heaps=hand), "roll 1 wazabi"))


# ---- wazabi effects ----

FOUR = "roll 4 wazabi"


def hand(*names, **others):
    """Return the hand of player 0 and those of others, given as ``hand_1``."""
    return {"hand 0": list(names)} | {heap.replace("_", " "): cards for heap, cards in others.items()}


def test_W16_lose_1_die_takes_it_out_of_the_game():
    state = do(table(heaps=hand("lose 1 die")), FOUR, "play lose 1 die")
    assert state.dice == [3, 4, 4]


def test_W16_it_may_not_be_played_when_the_roll_shows_two_dice_to_give():
    heaps = hand("lose 1 die", "play again")
    one = do(table(heaps=heaps), "roll 2 wazabi 1 card 1 die", "draw swap dice", "give 1")
    assert "play lose 1 die" in legal(one)
    two = do(table(heaps=heaps), "roll 2 wazabi 2 die", "give 1", "give 1")
    assert legal(two) == ["play play again", "no card"]
    with pytest.raises(IllegalAction, match=r"two DIE faces or more \(W-16\)"):
        do(two, "play lose 1 die")


def test_W16_W27_the_last_die_but_one_given_and_the_last_one_lost_wins():
    state = do(table(dice=(2, 4, 4), heaps=hand("lose 1 die")), "roll 1 wazabi 1 die", "give 1")
    do(state, "play lose 1 die")
    end = state.outcome()
    assert (end.winners, end.scores) == ((0,), (9, 0, 0))
    assert lying(state, "discard") == ["lose 1 die"]


def test_W17_play_again_gives_a_whole_turn_and_then_turns_the_direction():
    state = do(table(4, heaps=hand("play again", "lose 1 die")), "roll 4 card", *["draw draw 3"] * 3)
    do(state, "draw swap dice", "play play again")
    assert roller(state) == 0
    assert lying(state, "discard") == ["play again"]
    do(state, "roll 3 wazabi 1 die", "give 2", "play lose 1 die")
    assert roller(state) == 3
    assert state.dice == [2, 4, 5, 4]


def test_W17a_played_again_in_the_extra_turn_it_turns_the_direction_back():
    state = table(4, heaps=hand("play again", "play again", "lose 1 die"))
    do(state, "roll 2 wazabi 2 die", "give 1", "give 1", "play play again")
    do(state, "roll 2 wazabi")
    assert "play lose 1 die" in legal(state)  # W-16 looks at this roll alone
    do(state, "play play again")
    assert roller(state) == 0
    do(state, "roll 2 wazabi", "no card")
    assert roller(state) == 1


def test_W17a_left_and_right_do_not_turn_with_the_direction():
    heaps = hand("pass dice")
    for direction in (1, -1):
        state = table(dice=(3, 4, 5), heaps=heaps, direction=direction)
        do(state, "roll 3 wazabi", "play pass dice", "choose left")
        assert state.dice == [5, 3, 4]


def test_W18_W18a_the_others_keep_two_cards_of_their_choice():
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


def test_W18a_each_surplus_is_chosen_in_one_way_and_what_is_kept_is_not_shown():
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


def test_W19_draw_3_draws_three_cards():
    state = do(table(heaps=hand("draw 3")), FOUR, "play draw 3", *["draw swap dice"] * 3)
    assert lying(state, "hand 0") == ["swap dice"] * 3
    assert roller(state) == 1


def test_W20_W20a_a_player_misses_a_turn_and_the_card_waits_before_him():
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


@pytest.mark.parametrize(("side", "after"), [("left", [5, 2, 3, 4]), ("right", [3, 4, 5, 2])])
def test_W21_W21a_A5_all_pass_all_dice_to_one_side(side, after):
    state = table(4, dice=(2, 3, 4, 5), heaps=hand("pass dice"))
    do(state, "roll 2 wazabi", "play pass dice", f"choose {side}")
    assert state.dice == after
    assert sum(chances(state).values()) == 6 ** after[1]


def test_W21a_with_two_players_both_sides_are_one():
    state = do(table(2, dice=(2, 3), heaps=hand("pass dice")), "roll 2 wazabi", "play pass dice")
    assert legal(state) == ["choose left"]
    with pytest.raises(IllegalAction, match=r"both sides are one: choose left \(W-21a\)"):
        do(state, "choose right")
    assert do(state, "choose left").dice == [3, 2]


def test_W22_swap_hands_exchanges_two_hands_without_the_card_itself():
    heaps = hand("swap hands", "draw 3", hand_2=["swap dice", "pass dice"])
    state = do(table(heaps=heaps), FOUR, "play swap hands", "choose 2")
    assert lying(state, "hand 0") == ["pass dice", "swap dice"]
    assert lying(state, "hand 2") == ["draw 3"]
    assert lying(state, "discard") == ["swap hands"]
    told = [[str(event) for event in state.log(seat) if "holds" in str(event)] for seat in (0, 1, 2, None)]
    assert told == [["(player 0 now holds: pass dice, swap dice)"], [], ["(player 2 now holds: draw 3)"], []]


@pytest.mark.parametrize(("side", "after"), [("left", [[8], [6], [3, 3]]), ("right", [[3, 3], [8], [6]])])
def test_W23_all_pass_their_hands_to_one_side(side, after):
    cards = [NAMES[6], NAMES[3], NAMES[8]]
    heaps = hand("pass cards", cards[0], hand_1=[cards[1]] * 2, hand_2=[cards[2]])
    state = do(table(heaps=heaps), FOUR, "play pass cards", f"choose {side}")
    assert [lying(state, f"hand {seat}") for seat in range(3)] == [[NAMES[f] for f in h] for h in after]


def test_W24_W28_lose_2_dice_takes_two_and_never_the_last():
    state = do(table(dice=(3, 4, 4), heaps=hand("lose 2 dice")), "roll 3 wazabi", "play lose 2 dice")
    assert state.dice == [1, 4, 4]
    assert state.outcome() is None
    gifts = do(table(dice=(5, 4, 4), heaps=hand("lose 2 dice")), "roll 3 wazabi 2 die", "give 1", "give 2")
    assert do(gifts, "play lose 2 dice").dice == [1, 5, 5]  # no restriction as in W-16


def first(*names, **others):
    """Return what a table of the first edition needs."""
    return {"deck": "first", "heaps": hand(*names, **others)}


def test_W26_give_1_die_to_a_player_of_choice():
    state = do(table(dice=(4, 4, 4), **first("give 1 die")), "roll 3 wazabi 1 die", "give 1")
    do(state, "play give 1 die")
    assert legal(state) == ["choose 1", "choose 2"]
    assert do(state, "choose 2").dice == [2, 5, 5]


def test_W26_take_1_card_blindly_from_a_player_who_has_one():
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


def test_W26_keep_1_card_needs_a_player_with_two_who_chooses():
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
def test_A6_cards_that_would_change_nothing_may_be_forbidden(card):
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
def test_A6_dice_that_are_equal_are_not_worth_passing(card):
    assert legal(do(table(heaps=hand(card), empty_effects=False), FOUR)) == ["no card"]
    state = do(table(dice=(4, 4, 3), heaps=hand(card), empty_effects=False), FOUR)
    assert legal(state) == [f"play {card}", "no card"]


@pytest.mark.parametrize(
    ("card", "dice", "hands"),
    [("swap dice", (4, 4, 3, 4), {}), ("swap hands", (4,) * 4, {"hand_2": ["draw 3"]})],
)
def test_A6_A13_what_only_the_partner_has_changes_nothing_where_the_partner_may_not_be_named(
    card, dice, hands
):
    for rules, offered in (({"choose_partner": False}, False), ({}, True)):
        heaps = hand(card, **hands)
        state = do(table(4, dice=dice, heaps=heaps, teams=True, empty_effects=False, **rules), FOUR)
        assert (f"play {card}" in legal(state)) == offered


@pytest.mark.parametrize("card", ["draw 3", "take 1 card"])
def test_A6_drawing_needs_a_card_somewhere(card):
    deck = "first" if card == "take 1 card" else "rulebook"
    forbidden = table(rest="hand 0", deck=deck, empty_effects=False)
    assert f"play {card}" not in legal(do(forbidden, FOUR))
    for rest in ("hand 1", "pile", "discard"):
        state = table(rest=rest, heaps=hand(card), deck=deck, empty_effects=False)
        assert f"play {card}" in legal(do(state, FOUR))


def test_W17_W20a_nothing_follows_the_limit_of_turns():
    heaps = hand("play again", before_2=["miss a turn"])
    state = do(table(heaps=heaps, turn_limit=1), FOUR, "play play again")
    assert "limit of 1 turns" in state.reason
    assert (state.turn, state.turns, lying(state, "before 2")) == (0, 1, ["miss a turn"])
    state = do(table(heaps=hand(before_1=["miss a turn"]), turn_limit=1), FOUR, "no card")
    assert (state.turns, lying(state, "before 1")) == (1, ["miss a turn"])


def test_W22a_also_when_a_hand_is_empty():
    state = do(table(heaps=hand("swap hands", hand_1=["draw 3"])), FOUR, "play swap hands", "choose 1")
    assert (lying(state, "hand 0"), lying(state, "hand 1")) == (["draw 3"], [])
    assert str(state.log(1)[-1]) == "(player 1 now holds: no cards)"
