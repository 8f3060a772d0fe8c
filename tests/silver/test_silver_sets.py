"""Which sets leave together and which attempts cost a card, against the oracle, for all sets of up to 5."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import pytest
from scoring_oracle import costs_one_more, leave_together
from silver_helpers import Rules, chances, play, table, village

from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.exchange import costs_a_card, could_match, matches

SETS = [
    cards
    for size in range(1, 6)
    for cards in combinations_with_replacement(range(14), size)
    if all(cards.count(number) <= COPIES[number] for number in set(cards))
]
"""All multisets of the box with 1 to 5 cards."""


def copies_of(cards: tuple[int, ...]) -> int:
    """Return in how many ways such cards can be taken from the box."""
    return prod(comb(COPIES[number], cards.count(number)) for number in set(cards))


def test_the_sets_are_all_that_can_be_drawn() -> None:
    for size in range(1, 6):
        assert sum(copies_of(cards) for cards in SETS if len(cards) == size) == comb(52, size)


@pytest.mark.parametrize("reading", ["wild", "pairing"])
def test_S13_S15_S55_A14_matches_are_those_of_the_oracle(reading: Any) -> None:
    rules = Rules(doppelganger=reading)
    assert [cards for cards in SETS if matches(cards, rules) != leave_together(cards, reading)] == []


@pytest.mark.parametrize("reading", ["attempt_of_3", "three_different"])
def test_S20_A3_penalties_are_those_of_the_oracle(reading: Any) -> None:
    rules = Rules(penalty=reading)
    assert [cards for cards in SETS if costs_a_card(cards, rules) != costs_one_more(cards, reading)] == []


@pytest.mark.parametrize("reading", ["wild", "pairing"])
def test_S15_S55_A14_A44_a_mismatch_is_open_when_no_hidden_cards_could_mend_it(reading: Any) -> None:
    rules = Rules(doppelganger=reading)
    for shown in (cards for cards in SETS if len(cards) < 4):
        for others in range(3):
            hidden = combinations_with_replacement(range(14), others)
            mended = any(leave_together((*shown, *more), reading) for more in hidden)
            assert could_match(shown, others, rules) == mended, (shown, others)


def test_S15_S55_the_order_of_the_cards_does_not_matter() -> None:
    for rules in (Rules(), Rules(doppelganger="pairing")):
        assert all(matches(cards, rules) == matches(cards[::-1], rules) for cards in SETS)


@pytest.mark.parametrize(
    ("size", "chance"), [(2, 29 / 221), (3, 61 / 5525), (4, 181 / 270725), (5, 3 / 108290)]
)
def test_S15_S55_the_chance_that_random_cards_match_is_that_of_the_digest(size: int, chance: float) -> None:
    ways = sum(copies_of(cards) for cards in SETS if len(cards) == size and matches(cards, Rules()))
    assert ways / comb(52, size) == pytest.approx(chance, rel=1e-12)


@pytest.mark.parametrize("reading", ["wild", "pairing"])
@pytest.mark.parametrize("penalty", ["attempt_of_3", "three_different"])
def test_S17_S19_S20_S65_a_village_shrinks_or_grows_as_the_set_says(reading: str, penalty: str) -> None:
    for cards in SETS[::7]:
        if len(cards) < 2 or cards.count(4) == COPIES[4]:
            continue
        slots = " ".join(map(str, range(len(cards))))
        rival, discard, *_ = (str(number) for number in range(1, 13) if number not in (*cards, 4))
        rules: dict[str, Any] = {"doppelganger": reading, "penalty": penalty}
        state = table(" ".join(map(str, cards)), rival, discard=discard, **rules)
        play(state, "draw, draw 4", f"exchange {slots}")
        matched = leave_together(cards, reading)
        assert (state.decision_kind() != "add") == matched
        while state.decision_kind() in ("add", "penalty"):
            play(state, "add left" if state.decision_kind() == "add" else next(iter(chances(state))))
        size = len(cards) + 1 + costs_one_more(cards, penalty)
        assert len(village(state, 0).split()) == (1 if matched else size)
