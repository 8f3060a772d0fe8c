"""Deals against the exact posterior: all histories of tiny games that look alike to player 0."""

from __future__ import annotations

import pytest
from posterior import Branching, dealt_chances, posteriors

from toolkit.core.hidden import HEAP, Layout, Zones

PILE, DISCARD, MINE, ONE, TWO = range(5)


def table(deck: tuple[int, ...]) -> Zones:
    layout = Layout(
        3,
        deck,
        (("pile", 0), ("discard", -1), ("hand 0", 1), ("hand 1", 2), ("hand 2", 4)),
        ("row",),
    )
    return Zones.start(layout, PILE)


def draw(game: Branching, zones: Zones, source: int, target: int, *, seen: bool) -> int:
    face = game.pick(zones.cards[source])
    if seen:
        game.see(face)
    zones.draw(face, source, target, int(seen))
    return face


def give(game: Branching, zones: Zones, source: int, target: int, *, seen: bool) -> int:
    face = game.pick(zones.cards[source])
    if seen:
        game.see(face)
    zones.give(face, source, target, int(seen))
    return face


def deal(game: Branching, zones: Zones, mine: int = 0, one: int = 0, two: int = 0) -> None:
    for target, count in ((MINE, mine), (ONE, one), (TWO, two)):
        for _ in range(count):
            draw(game, zones, PILE, target, seen=target == MINE)


def looked_cards_are_shuffled_and_shown(game: Branching) -> Zones:
    """Tobago's division: own looks and an unseen card are shuffled, then shown one by one."""
    zones = table((1, 1, 2, 2, 3))
    deal(game, zones, mine=2)
    zones.pour(MINE, TWO)
    draw(game, zones, PILE, TWO, seen=False)
    draw(game, zones, TWO, DISCARD, seen=True)
    return zones


def looked_cards_are_shuffled_and_two_are_shown(game: Branching) -> Zones:
    zones = looked_cards_are_shuffled_and_shown(game)
    draw(game, zones, TWO, DISCARD, seen=True)
    return zones


def several_like_cards_are_shown(game: Branching) -> Zones:
    zones = table((1, 1, 1, 1, 2, 3))
    deal(game, zones, mine=2)
    zones.pour(MINE, TWO)
    draw(game, zones, PILE, TWO, seen=False)
    draw(game, zones, PILE, TWO, seen=False)
    draw(game, zones, TWO, DISCARD, seen=True)
    draw(game, zones, TWO, DISCARD, seen=True)
    return zones


def two_heaps_are_shown(game: Branching) -> Zones:
    zones = table((1, 1, 1, 2, 2, 3))
    for heap in (ONE, TWO):
        draw(game, zones, PILE, MINE, seen=True)
        zones.pour(MINE, heap)
        draw(game, zones, PILE, heap, seen=False)
        draw(game, zones, heap, DISCARD, seen=True)
    return zones


def known_discards_are_shuffled_and_drawn(game: Branching) -> Zones:
    zones = table((1, 1, 2, 3, 4))
    deal(game, zones, one=2)
    for _ in range(3):
        draw(game, zones, PILE, DISCARD, seen=True)
    zones.pour(DISCARD, PILE)
    draw(game, zones, PILE, ONE, seen=False)
    draw(game, zones, PILE, TWO, seen=False)
    return zones


def hands_are_swapped_and_drawn_to(game: Branching) -> Zones:
    zones = table((1, 2, 2, 3, 4, 5))
    deal(game, zones, mine=2, one=1)
    zones.rearrange({MINE: ONE, ONE: MINE})
    for face in zones.cards[MINE]:
        game.see(face)
    draw(game, zones, PILE, ONE, seen=False)
    return zones


def a_known_hand_loses_a_card_blindly(game: Branching) -> Zones:
    """W-14: somebody takes a card unseen out of a hand that I know."""
    zones = table((1, 2, 3, 4, 5))
    deal(game, zones, mine=2, two=1)
    zones.rearrange({MINE: ONE, ONE: MINE})
    draw(game, zones, ONE, TWO, seen=False)
    return zones


def a_partly_known_hand_loses_two_cards_blindly(game: Branching) -> Zones:
    zones = table((1, 2, 3, 4, 4, 5))
    deal(game, zones, mine=2, one=0, two=1)
    zones.rearrange({MINE: ONE, ONE: MINE})
    draw(game, zones, PILE, ONE, seen=False)
    draw(game, zones, ONE, TWO, seen=False)
    draw(game, zones, ONE, DISCARD, seen=True)
    return zones


def a_blind_take_is_shown_later(game: Branching) -> Zones:
    zones = table((1, 2, 3, 4, 5))
    deal(game, zones, mine=2)
    zones.rearrange({MINE: ONE, ONE: MINE})
    draw(game, zones, ONE, TWO, seen=False)
    give(game, zones, TWO, DISCARD, seen=True)
    return zones


def a_blind_take_among_other_cards_is_shown_later(game: Branching) -> Zones:
    zones = table((1, 2, 3, 4, 5, 6))
    deal(game, zones, mine=2, two=1)
    zones.rearrange({MINE: ONE, ONE: MINE})
    draw(game, zones, ONE, TWO, seen=False)
    give(game, zones, TWO, DISCARD, seen=True)
    return zones


def two_seen_cards_one_kept_one_put_back(game: Branching) -> Zones:
    """The travelling mask: I put two cards back, another draws both, keeps one and puts one back."""
    zones = table((1, 2, 3, 4))
    deal(game, zones, mine=2)
    zones.pour(MINE, ONE)
    give(game, zones, ONE, TWO, seen=False)
    return zones


def play_out(game: Branching, zones: Zones, source: int) -> None:
    """Discard a chosen card in the sight of all."""
    face = game.see(game.choose(sorted(set(zones.cards[source]))))
    zones.give(face, source, DISCARD)


def a_known_hand_grows_and_plays_a_card(game: Branching) -> Zones:
    zones = table((1, 1, 1, 2, 3))
    deal(game, zones, mine=1)
    zones.rearrange({MINE: ONE, ONE: MINE})
    draw(game, zones, PILE, ONE, seen=False)
    play_out(game, zones, ONE)
    return zones


def a_known_pile_is_drawn_from_in_turn(game: Branching) -> Zones:
    """Two cards that I saw go back to the pile; another draws unseen, then I draw, and so on."""
    zones = table((1, 1, 1, 2, 2, 3))
    deal(game, zones, mine=2)
    zones.pour(MINE, PILE)
    draw(game, zones, PILE, ONE, seen=False)
    draw(game, zones, PILE, MINE, seen=True)
    draw(game, zones, PILE, TWO, seen=False)
    draw(game, zones, PILE, MINE, seen=True)
    return zones


def a_shown_card_goes_before_an_unseen_one(game: Branching) -> Zones:
    zones = looked_cards_are_shuffled_and_shown(game)
    draw(game, zones, TWO, ONE, seen=False)
    draw(game, zones, TWO, DISCARD, seen=True)
    return zones


def row_cards_are_mixed_out_of_sight(game: Branching) -> Zones:
    zones = table((1, 2, 2, 3))
    for index in range(3):
        face = game.pick(zones.cards[PILE])
        zones.move(face, (PILE, HEAP), (5, index), by_chance=True)
    for index in (0, 1):
        game.see(zones.cards[5][index])
        zones.look(5, index, 1)
    order = game.pick([(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
    zones.mix([(5, 0), (5, 1), (5, 2)], order)
    return zones


def a_mixed_row_is_looked_at(game: Branching) -> Zones:
    zones = row_cards_are_mixed_out_of_sight(game)
    game.see(zones.cards[5][1])
    zones.look(5, 1, 1)
    return zones


def a_mixed_row_loses_a_card_to_a_heap(game: Branching) -> Zones:
    zones = row_cards_are_mixed_out_of_sight(game)
    zones.move(zones.cards[5][0], (5, 0), (ONE, HEAP))
    return zones


def a_card_is_put_before_a_mixed_row(game: Branching) -> Zones:
    zones = row_cards_are_mixed_out_of_sight(game)
    zones.move(zones.cards[PILE][0], (PILE, HEAP), (5, 0), by_chance=True)
    return zones


def a_card_leaves_a_mixed_row(game: Branching) -> Zones:
    """One that is seen on its way to the discard pile; the places behind it are counted anew."""
    zones = row_cards_are_mixed_out_of_sight(game)
    game.see(zones.cards[5][0])
    zones.look(5, 0, 1)
    zones.move(zones.cards[5][0], (5, 0), (DISCARD, HEAP))
    return zones


def a_card_moves_within_a_mixed_row(game: Branching) -> Zones:
    zones = row_cards_are_mixed_out_of_sight(game)
    zones.move(zones.cards[5][0], (5, 0), (5, 2))
    return zones


def a_hand_comes_back_with_a_blind_take(game: Branching) -> Zones:
    zones = table((1, 2, 3, 4, 5, 6))
    deal(game, zones, mine=2, two=1)
    zones.rearrange({MINE: ONE, ONE: MINE})
    draw(game, zones, ONE, TWO, seen=False)
    zones.rearrange({MINE: TWO, TWO: MINE})
    game.see(tuple(zones.cards[MINE]))
    return zones


def a_known_hand_is_laid_open(game: Branching) -> Zones:
    zones = known_discards_are_shuffled_and_drawn(game)
    zones.pour(ONE, DISCARD)
    game.see(tuple(zones.cards[DISCARD]))
    return zones


EXACT = [
    looked_cards_are_shuffled_and_shown,
    looked_cards_are_shuffled_and_two_are_shown,
    several_like_cards_are_shown,
    two_heaps_are_shown,
    known_discards_are_shuffled_and_drawn,
    hands_are_swapped_and_drawn_to,
    a_known_hand_loses_a_card_blindly,
    a_partly_known_hand_loses_two_cards_blindly,
    a_blind_take_is_shown_later,
    a_blind_take_among_other_cards_is_shown_later,
    two_seen_cards_one_kept_one_put_back,
    a_known_hand_grows_and_plays_a_card,
    a_known_pile_is_drawn_from_in_turn,
    a_shown_card_goes_before_an_unseen_one,
    row_cards_are_mixed_out_of_sight,
    a_mixed_row_is_looked_at,
    a_mixed_row_loses_a_card_to_a_heap,
    a_card_is_put_before_a_mixed_row,
    a_card_leaves_a_mixed_row,
    a_card_moves_within_a_mixed_row,
    a_hand_comes_back_with_a_blind_take,
    a_known_hand_is_laid_open,
]


@pytest.mark.parametrize("scenario", EXACT)
def test_deals_are_as_likely_as_the_histories_that_lead_to_them(scenario):
    found = list(posteriors(scenario, 0))
    assert found
    for zones, exact in found:
        assert dealt_chances(zones, 0) == exact
