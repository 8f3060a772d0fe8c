"""Treasures raised and divided, and the new map (T-24 to T-27, T-29, T-30)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from play_helpers import (
    begin_map,
    draw_all,
    hand_of,
    hold,
    legal,
    names,
    play,
    put_in_bag,
    raise_it,
    refused,
    table,
)

from toolkit.core.decision import CHANCE
from toolkit.core.hidden import HIDDEN
from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.reasons import treasure_map
from toolkit.games.tobago.play.state import (
    BAG,
    DISCARDED,
    DIVISION,
    HAND,
    ON_MAPS,
    SHOWN,
    UNSEEN,
    TobagoState,
    looked,
    won,
)

if TYPE_CHECKING:
    from toolkit.core.state import State

LAKE = {"brown": [(1, "in lake")]}
SHARED = {"brown": [(1, "not in jungle"), (2, "not in mountain"), (0, "in lake")]}
"""The map of T-25: with the rose of the raiser 0, the raiser has two roses and two others have one each."""


def shared() -> TobagoState:
    return table(atvs=("e1", "a1", "a1"), maps=SHARED)


def test_T24_the_atv_stands_on_the_located_treasure_in_its_own_turn() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE)
    play(state, "raise brown")
    assert state.roses == [14, 14]


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
def test_T24_what_is_missing_is_named(
    atvs: tuple[str, str], maps: dict[str, list[tuple[int, str]]], reason: str
) -> None:
    assert refused(table(atvs=atvs, maps=maps), "raise brown") == reason


def test_T21_T24_an_own_clue_locates_the_treasure_under_the_atv() -> None:
    state = table(atvs=("e1", "a1"), hands={0: ["in lake"]})
    play(state, "clue brown in lake")
    assert {"raise brown", "end"} <= set(legal(state))
    play(state, "end")  # raising is never forced
    assert state.to_act() == 1


def test_T25_as_many_looks_as_roses_and_one_unseen_card() -> None:
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


def test_T25a_the_raiser_draws_first_then_clockwise() -> None:
    state = table(atvs=("a1", "e1", "a1"), maps=SHARED)
    play(state, "move a1-b1", "raise brown")
    for face in (2, 2, 2, 3, 3):
        play(state, f"look {face}") if state.decision_kind() == "look" else play(state, f"add {face}")
    order = [event for event in state.full_log() if str(event).startswith(("look", "add"))]
    assert [str(event) for event in order] == ["look 2", "look 2", "look 2", "look 3", "add 3"]
    assert state.stack[-1].treasure.raiser == 1


def test_T25a_lines_for_people_say_who_draws() -> None:
    hands = {0: ["in lake"], 1: ["not in jungle"], 2: ["not in mountain"]}
    state = table(atvs=("c1", "a1", "a1"), hands=hands)
    play(state, "move c1-d1", "clue brown not in jungle", "clue brown not in mountain", "move d1-e1")
    play(state, "move a1-b1", "move a1-b1", "clue brown in lake")
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6", "reveal 2", "take")
    told = [
        line for line in GAME.lines(state.full_log()) if line[1].startswith(("draw", "look", "add", "reveal"))
    ]
    assert [who for who, _ in told] == [1, 2, 0, 0, 0, 1, 2, 0, CHANCE]


def test_T25_T25a_looks_are_secret_and_the_added_card_is_seen_by_nobody() -> None:
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6")
    seen = [[str(event) for event in state.log(seat)[-5:]] for seat in (0, 1, 2, None)]
    assert seen == [
        ["look 2", "look 3", "look ?", "look ?", "add ?"],
        ["look ?", "look ?", "look 4", "look ?", "add ?"],
        ["look ?", "look ?", "look ?", "look 5", "add ?"],
        ["look ?", "look ?", "look ?", "look ?", "add ?"],
    ]


def test_T25_who_looked_knows_that_the_cards_are_in_the_treasure() -> None:
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6")
    for seed in range(20):
        world = state.observation(0).sample_world(Random(seed))
        assert isinstance(world, TobagoState)
        assert not Counter([2, 3]) - Counter(world.treasure_cards.cards[DIVISION])


def test_T26_T26a_rose_by_rose_from_the_bottom_up() -> None:
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6", "reveal 2")
    asked = []
    while state.decision_kind() == "take":
        asked.append(state.to_act())
        play(state, "pass")
    assert asked == [0, 0, 2, 1]  # the raiser's rose is the lowest, then the clues from the last to the first
    assert state.treasure_cards.cards[SHOWN] == [2]
    assert state.decision_kind() == "reveal"


def test_T26_the_taker_keeps_the_card_and_takes_that_rose_back() -> None:
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6", "reveal 6", "pass", "take")
    assert state.treasure_cards.cards[won(0)] == [6]
    assert state.roses == [14, 14, 14]
    play(state, "reveal 2")
    assert state.stack[-1].treasure.roses == (0, 2, 1)  # the low rose was kept
    assert state.to_act() == 0


def test_T26a_for_every_new_card_the_asking_starts_at_the_lowest_rose() -> None:
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6")
    play(state, "reveal 6", "pass", "pass", "take", "reveal 5")
    assert state.to_act() == 0
    play(state, "pass", "pass")
    assert state.to_act() == 1


def test_T26a_a_revealed_card_is_seen_by_all_before_the_first_question() -> None:
    state = shared()
    play(state, "raise brown", "look 2", "look 3", "look 4", "look 5", "add 6", "reveal 6")
    for seat in (0, 1, 2, None):
        assert state.observation(seat)["treasure_cards"].zone("discarded") == (6,)
        assert str(state.observation(seat).log[-1]) == "reveal 6"


def test_T27_T27a_cards_that_are_left_over_are_discarded_unseen() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE)
    put_in_bag(state, 0, 2, 3, 3, 4)
    play(state, "raise brown", "look 2", "look 3", "add curse", "reveal 2", "take", "reveal 3", "take")
    assert state.treasure_cards.cards[UNSEEN] == [0]
    assert state.cursed == 0
    assert state.observation(1)["treasure_cards"].zone("discarded unseen") == (HIDDEN,)


def test_T27_roses_that_are_left_over_go_back() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE)
    play(state, "raise brown", "look 2", "look 3", "add 4")
    for face in (2, 3, 4):
        play(state, f"reveal {face}", "pass", "pass")
    assert state.decision_kind() == "new map"
    assert state.roses == [15, 15]
    assert state.treasure_cards.cards[SHOWN] == [2, 3, 4]


def test_T29_the_clues_are_discarded_and_the_last_taker_begins_a_map() -> None:
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


def test_T29_T29a_if_every_card_was_refused_the_raiser_begins() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE)
    play(state, "raise brown", "look 2", "look 3", "add 4")
    for face in (2, 3, 4):
        play(state, f"reveal {face}", "pass", "pass")
    assert state.to_act() == 0


@pytest.mark.parametrize(
    ("new_map", "colours"), [("any_empty", {"brown", "grey"}), ("raised_colour", {"brown"})]
)
def test_T29a_the_starter_chooses_among_the_empty_areas(new_map: str, colours: set[str]) -> None:
    maps = LAKE | {"white": [(0, "in beach")], "black": [(1, "in river")]}
    state = table(atvs=("e1", "a1"), maps=maps, hands={1: ["in jungle"]}, new_map=new_map)
    play(state, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")
    assert {line.split()[1] for line in legal(state)} == colours
    wrong, number = ("grey", "T-29a") if new_map == "raised_colour" else ("white", "T-29")
    assert f"({number})" in refused(state, f"clue {wrong} in jungle")


def test_T29_the_first_clue_is_one_of_the_hand() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE, hands={1: ["in jungle", "not in mountain"]})
    play(state, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")
    assert "T-29b" in refused(state, "show hand")
    missing = next(c for c in ("in river", "in lake", "in beach") if c not in hand_of(state, 1))
    assert refused(state, f"clue brown {missing}").endswith("is not in hand (T-11)")


def no_clue_begins_a_map() -> TobagoState:
    """Return a game on one jungle, where player 1 is to begin a map and holds clues of lakes only."""
    state = table("J J\n J", atvs=("a1", "b1"), hands={1: ["in lake", "in river"]})
    state.candidates[0], state.clues[0], state.owners[0] = 1, (0,), (1,)
    hold(state, 1, ["in lake", "not in lake", "in river"], alone=True)
    cards = state.clue_cards
    pool = next(face for face in cards.cards[0] if str(state.compiled.decks.clues[face]) == "in jungle")
    cards.give(pool, 0, ON_MAPS)
    state.clues[0] = (pool,)
    return play(state, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")


def test_T29b_without_a_clue_for_it_the_hand_is_shown_and_exchanged_once() -> None:
    state = no_clue_begins_a_map()
    assert legal(state) == ["show hand"]
    hand = hand_of(state, 1)
    play(state, "show hand")
    assert str(state.log(0)[-1]) == f"(discarded: {', '.join(hand)})"
    assert state.decision_kind() == "draw"
    draw_all(state)
    assert (state.decision_kind(), state.to_act()) == ("new map", 1)
    assert len(state.clue_cards.cards[HAND + 1]) == 3


def test_T29b_if_that_fails_the_map_stays_empty_and_all_know_the_hand() -> None:
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
    assert isinstance(world, TobagoState)
    assert world.clue_cards.cards[HAND + 1] == hand


def test_T30_several_treasures_in_one_turn_in_any_order() -> None:
    maps = LAKE | {"white": [(1, "in lake")]}
    for order in (("brown", "white"), ("white", "brown")):
        state = table(atvs=("e1", "a1"), maps=maps)
        for colour in order:
            assert f"raise {colour}" in legal(state)
            raise_it(state, colour, [2, 3, 4], begin=colour)
        assert state.to_act() == 0


def test_T30a_all_of_a_raise_is_over_before_the_turn_goes_on() -> None:
    maps = LAKE | {"white": [(1, "in lake")]}
    state = table("J J M M L B B\n S R R", atvs=("e1", "a1"), maps=maps, landmarks={"statues": ["c1>W"]})
    play(state, "raise brown", "look 2", "look 3", "add 4", "reveal 2", "take", "reveal 3", "take")
    assert state.decision_kind() == "new map"
    assert (state.amulet_hexes, state.facings) == (0, (state.compiled.island.directions.index("W"),))
    begin_map(state)
    assert names(state, state.amulet_hexes) == "a1"
    assert "raise white" in legal(state)


def test_T18_while_gold_lies_on_top_no_curse_is_drawn() -> None:
    state = table(atvs=("e1", "a1"), maps=LAKE)
    play(state, "raise brown")
    assert {str(action) for action, _ in state.chance_outcomes()} == {f"look {n}" for n in range(2, 7)}
    state.gold_on_top = 0
    assert "look curse" in {str(action) for action, _ in state.chance_outcomes()}


def test_T18_twelve_draws_take_the_gold_on_top() -> None:
    state = shared()
    raise_it(state, "brown", [2, 2, 3, 3, 4])
    assert state.gold_on_top == 7
    assert len(state.treasure_cards.cards[BAG]) == 36


def test_T18_worlds_hold_only_curses_that_can_have_been_drawn() -> None:
    state = shared()
    for _ in range(8):
        coins = state.treasure_cards.cards[BAG][2]
        state.treasure_cards.give(coins, BAG, won(0), among=state.compiled.decks.gold)
        state.gold_on_top -= 1
    play(state, "raise brown")
    while (
        state.decision_kind() != "reveal"
    ):  # four looks at the gold on top, then one of 27 gold and 2 curses
        state.apply(state.sample_chance(Random(1)))
    seen, random = state.observation(0), Random(2)
    drawn = Counter(_curses_in_division(seen.sample_world(random)) for _ in range(2_000))
    assert set(drawn) == {0, 1}
    assert 95 <= drawn[1] <= 185  # 2 / 29 of them, within four standard deviations


def _curses_in_division(world: State) -> int:
    assert isinstance(world, TobagoState)
    return world.treasure_cards.cards[DIVISION].count(0)
