"""Free actions, and what Bodyguards and the amulet protect (S-36 to S-40, S-47, S-48, S-64, S-66)."""

import pytest
from silver_helpers import can, dealt, idle, legal, over, play, refused, seen, table, village


def test_S47_A17_an_empath_looks_at_one_own_face_down_card_in_a_turn():
    state = table("2^ 8 5^ 1")
    assert legal(state, "look") == ["look 0:1", "look 0:3"]
    play(state, "look 0:3")
    assert [seen(state, viewer, "village 0") for viewer in (0, 1)] == ["2 ? 5 1", "2 ? 5 ?"]
    assert refused(state, "look 0:1") == "no Empath of this village may look in this turn (S-47)"


def test_S47_there_is_a_look_for_each_empath():
    state = play(table("2^ 8 2^ 1"), "look 0:3", "look 0:1")
    assert legal(state) == ["draw", "take"]
    assert seen(state, 0, "village 0") == "2 8 2 1"


def test_S66_a_turn_ends_by_a_word_while_a_free_action_is_left():
    state = play(table("2^ 8 1"), "draw, draw 4, discard")
    assert (state.turn, legal(state)) == (0, ["look 0:1", "look 0:2", "end"])
    assert play(state.clone(), "look 0:1").turn == 1
    assert play(state, "end").turn == 1


# ---- 3, the Bodyguard (S-48, S-64) ----
def test_S48_A43_a_bodyguard_guards_another_own_card_face_up_or_down():
    state = play(table("3^ 8 5^ 1"), "guard 0")
    assert legal(state) == ["over 1", "over 2", "over 3"]
    play(state, "over 2")
    assert state.guards[0] == ((0, 2),)
    assert village(state, 0) == "3^ 8 5^ 1"  # the guard keeps its slot


def test_S48_A18_it_is_placed_moved_and_taken_off_at_any_moment_of_the_turn():
    state = play(table("3^ 8 5^ 1"), "guard 0, over 1", "draw, draw 4", "guard 0, over 2")
    assert state.guards[0] == ((0, 2),)
    play(state, "discard", "guard 0, off")
    assert not state.guards[0]


def moved_with_a_card_in_hand():
    """Return a game in which a Bodyguard was moved with a card in hand, and its charge was exchanged then."""
    state = dealt("3 9 9 9 9", "8 8 8 8 7", discard=12)
    play(state, "draw, draw 5, discard, turn 0:0, end", "draw, draw 4, discard")
    return play(state, "draw, draw 1, guard 0, over 4, exchange 4")


def test_S48_S66_a_bodyguard_moved_with_a_card_in_hand_moves_again_after_the_action():
    state = moved_with_a_card_in_hand()
    assert (state.turn, legal(state)) == (0, ["guard 0", "end"])
    play(state, "guard 0, over 4")
    assert state.guards[0] == ((0, 4),)
    assert refused(state, "guard 0, over 3") == (
        "this Bodyguard was moved just now: something else must be done first (S-48)"
    )


def test_S47_S48_S49_S66_A47_free_actions_come_between_the_draws_of_a_rascal_or_not():
    up = "4^ 2^ 3^ 8 5"
    state = play(table(up, amulet="0"), "draw, draw 7")
    free = ["look 0:3", "look 0:4", "guard 2", *(f"protect {slot}" for slot in range(5))]
    assert legal(state) == ["draw", "keep 7", *free]
    play(state, "look 0:3, guard 2, over 3, draw, draw 6, guard 2, over 4, protect 3")
    assert (legal(state), seen(state, 0, "village 0")) == (["keep 6", "keep 7", "guard 2"], "4 2 3 8 ?")
    assert play(state, "keep 6, guard 2, off").decision_kind() == "use"
    strict = play(table(up, amulet="0", free_actions="three_points"), "draw, draw 7")
    assert legal(strict) == ["draw", "keep 7"]
    assert can(play(strict, "keep 7"), "guard 2")


def test_S48_A22_a_bodyguard_in_hiding_guards_nothing():
    assert legal(table("3 8 1"), "guard") == []


def test_S48_S64_opponents_neither_move_guard_and_charge_nor_look_at_or_turn_the_charge():
    yours, guards = "3^ 8 5 6^", {1: (0, 1)}
    rob = play(table("1 1", yours, guards=guards), "draw, draw 12, discard")
    assert legal(rob) == ["rob 1:2", "rob 1:3", "skip"]
    assert refused(rob, "rob 1:0") == refused(rob, "rob 1:1") == "a Bodyguard protects this card (S-48)"
    hit = play(table("1 1", yours, guards=guards), "draw, draw 11, discard", "use, draw 4")
    assert legal(hit, "hit") == ["hit 1:2", "hit 1:3"]
    for face, word in ((6, "turn"), (8, "look"), (9, "look")):
        state = play(table("1 1", yours, guards=guards), f"draw, draw {face}, discard")
        assert legal(state, f"{word} 1") == [f"{word} 1:2"]
        assert refused(state, f"{word} 1:1") == "a Bodyguard protects this card (S-48)"


def test_S48_S64_the_owner_may_look_at_turn_exchange_and_give_away_what_is_guarded():
    mine, guards = "3^ 8 2^", {0: (0, 1)}
    state = table(mine, guards=guards)
    assert can(state, "look 0:1")
    assert can(play(state, "draw, draw 4"), "exchange 1")
    assert village(play(state.clone(), "exchange 1"), 0) == "3^ 4 2^"
    assert village(play(state, "exchange 0"), 0) == "4 8 2^"
    assert can(play(table(mine, guards=guards), "draw, draw 5, discard"), "turn 0:1")
    gift = play(table(mine, "6 7", guards=guards), "draw, draw 12, discard", "rob 1:0")
    assert legal(gift) == ["give 0", "give 1", "give 2"]


@pytest.mark.parametrize(("rule", "targets"), [(False, ["rob 1:0", "rob 1:1"]), (True, ["rob 1:1"])])
def test_S64_A18_an_idle_bodyguard_is_protected_by_the_switch_only(rule, targets):
    state = play(table("1 1", "3^ 8", idle_guard_protected=rule), "draw, draw 12, discard")
    assert legal(state, "rob") == targets


@pytest.mark.parametrize(("slot", "after"), [(1, ()), (0, ()), (2, ((0, 1),))])
def test_S48_A43_when_guard_or_charge_leaves_nothing_is_guarded_any_more(slot, after):
    state = play(table("3^ 8 1", guards={0: (0, 1)}), "draw, draw 4", f"exchange {slot}")
    assert state.guards[0] == after


def test_S48_A43_a_guard_that_is_turned_down_is_off_duty_and_a_charge_stays_guarded():
    guard = play(table("3^ 8 1", guards={0: (0, 1)}), "draw, draw 4", "exchange 0 2", "add right")
    assert guard.guards[0] == ()
    charge = play(table("3^ 8^ 1", guards={0: (0, 1)}), "draw, draw 4", "exchange 1 2", "add right")
    assert (charge.guards[0], village(charge, 0)) == (((0, 1),), "3^ 8 1 4")


def test_S48_guard_and_charge_are_followed_when_the_village_shifts():
    state = play(table("6 5 3^ 8", guards={0: (2, 3)}), "draw, draw 4", "exchange 0 1", "add left")
    assert state.guards[0] == ((3, 4),)
    state = play(table("6 6 3^ 8", guards={0: (2, 3)}), "draw, draw 4", "exchange 0 1")
    assert state.guards[0] == ((1, 2),)


def test_S48_A43_a_bodyguard_that_is_guarded_is_not_put_on_duty():
    state = table("3^ 3^ 8 5", guards={0: (0, 1)})
    assert legal(state, "guard") == ["guard 0"]


def test_S48_A43_no_second_guard_over_one_card_nor_over_a_guard_on_duty():
    state = play(table("3^ 3^ 8 5", guards={0: (0, 2)}), "guard 1")
    assert legal(state) == ["over 3"]
    assert play(state, "over 3").guards[0] == ((0, 2), (1, 3))


# ---- The silver amulet ----

PROTECTED = "the amulet protects this card (S-36)"


def test_S36_A10_its_holder_places_it_once_on_any_own_card():
    state = table("8 5^ 1", amulet="0")
    assert legal(state, "protect") == ["protect 0", "protect 1", "protect 2"]
    play(state, "protect 1")
    assert state.amulet_slot == 1
    assert legal(state) == ["draw", "take"]  # it cannot be moved, and in this turn nobody calls
    idle(state, 2)
    assert legal(state, "protect") == []


def test_S33_S36_A9_a_holder_who_won_it_without_a_call_does_not_place_it():
    state = idle(table("8 5", "1 1", deck="4"))  # nobody called: the lowest score holds it
    play(state, *(f"deal {face}" for face in (1, 1, 1, 1, 2, 8, 8, 8, 8, 9)), "show 9")
    play(state, "look 1:0, look 1:1, look 0:0, look 0:1")
    assert (state.amulet, state.turn, legal(state)) == (1, 1, ["draw", "take"])


def test_S36_S64_A11_its_owner_may_not_look_at_turn_or_move_the_card():
    state = table("2^ 8 5", amulet="0:1")
    assert legal(state, "look") == ["look 0:2"]
    assert refused(state, "look 0:1") == PROTECTED
    assert legal(play(state, "draw, draw 4"), "exchange") == ["exchange 0", "exchange 2"]
    assert refused(state, "exchange 1") == PROTECTED
    assert refused(state, "exchange 0 1") == PROTECTED  # nor push it forward
    for face, words in ((5, ["turn 0:2"]), (7, ["look 0:2"]), (9, ["look 0:2"])):
        used = play(table("2^ 8 5", "6^ 7^", amulet="0:1"), f"draw, draw {face}, discard")
        assert legal(used)[: len(words) + 1] == [*words, "skip"]


@pytest.mark.parametrize("face", [6, 8, 9, 11, 12])
def test_S36_S64_opponents_neither_see_nor_turn_nor_move_the_card(face):
    state = play(table("1^ 1^", "2 8 5^", amulet="1:1"), f"draw, draw {face}, discard")
    if face == 11:
        play(state, "use, draw 4")
    free = {action[-1] for action in legal(state) if ":" in action}
    assert free == ({"0", "2"} if face in (11, 12) else {"0"})
    word = {6: "turn", 11: "hit", 12: "rob"}.get(face, "look")
    assert refused(state, f"{word} 1:1") == PROTECTED


@pytest.mark.parametrize(("card", "line"), [("2", "look 0:1"), ("3", "guard 0")])
def test_S37_a_protected_face_up_card_keeps_its_ability(card, line):
    assert can(table(f"{card}^ 8 5", amulet="0:0"), line)


def test_S37_rascals_squires_and_villagers_too():
    assert play(table("4^ 8 5", amulet="0:0"), "draw, draw 6").decision_kind() == "rascal"
    squire = play(table("1^ 8 5", amulet="0:0"), "draw, draw 4, discard")
    assert squire.decision_kind() == "refill"
    villager = play(table("0^ 8 5", amulet="0:0", discard="0"), "take", "exchange 1")
    assert over(villager)


def test_S37_A43_a_guard_under_the_amulet_may_be_put_on_duty():
    state = play(table("3^ 8 5", amulet="0:0"), "guard 0, over 1")
    assert state.guards[0] == ((0, 1),)


def test_S36_A12_amulet_and_guard_do_not_lie_on_one_card():
    assert legal(table("3^ 8 5", amulet="0", guards={0: (0, 1)}), "protect") == ["protect 0", "protect 2"]
    assert legal(play(table("3^ 8 5", amulet="0:1"), "guard 0")) == ["over 2"]


@pytest.mark.parametrize(("cards", "legal_call"), [("8 5 1 1", True), ("8 5 1 1 1", False)])
def test_S38_A24_the_protected_card_counts_as_a_card_of_the_village(cards, legal_call):
    assert can(table(cards, amulet="0:0"), "call") == legal_call


def test_S39_with_the_amulet_on_the_only_card_nothing_is_taken_or_exchanged():
    state = table("8", amulet="0:0")
    assert legal(state) == ["draw", "call"]
    assert refused(state, "take") == "the amulet lies on the only card (S-39)"
    assert legal(play(state, "draw, draw 4")) == ["discard"]


@pytest.mark.parametrize("face", [5, 7, 10, 12])
def test_S39_A41_no_ability_that_touches_the_own_village(face):
    state = play(table("8", amulet="0:0"), f"draw, draw {face}, discard")
    assert state.turn == 1


def test_S12_S39_S71_who_has_taken_a_card_still_has_one_to_give_up():
    state = play(table("8", amulet="0"), "take")
    assert legal(state, "exchange") == ["exchange 0"]
    for line in legal(state, "protect"):
        assert legal(play(state.clone(), line)) != []


def test_S25_S40_no_call_in_the_turn_in_which_it_is_placed():
    state = table("8 1", amulet="0")
    assert can(state, "call")
    play(state, "protect 0")
    assert refused(state, "call") == "something was done in this turn already (S-25, S-28)"
    assert can(idle(state, 2), "call")
