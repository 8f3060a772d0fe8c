"""What may be asked in a turn of Silver, and the time that is left (Q-8, Q-10, Q-16, Q-20, S-60)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import silver_twins as twins

from solvers.silver import static_call
from solvers.silver.answers import answers, usual_queries
from solvers.silver.answers.asking import Asked
from solvers.silver.piles import time_left
from solvers.silver.villagers import exposure
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import DECK
from toolkit.games.silver.scoring import NOBODY, round_points

if TYPE_CHECKING:
    from toolkit.games.silver.position import Position

# ---- a call (Q-8) -----------------------------------------------------------------------------------------


KAMIKAZES = [
    (("12 12 13 ?", "? 4", "1", "2 2"), (13, 5, 0)),
    (("2 3", "12! 12! 13! ?", "?", "9"), (13, 1, 6)),
    (("12 13 ? ?", "? 5", "7", "3~0.5 3"), (12, 13, 3, 0, 2, 6)),
    (("1 ?", "12 12 13 13", "?", "8 8"), (2, 0, 3)),
]
"""Villages in which somebody may have a kamikaze, with the hidden cards; what is left of them is the deck."""


@pytest.mark.parametrize(("villages", "hidden"), KAMIKAZES)
def test_Q8_S60_A27_a_call_counts_the_kamikaze_of_score_mode(
    villages: tuple[str, ...], hidden: tuple[int, ...]
) -> None:
    start = with_hidden(villages, hidden, rules={"score_mode": True})
    found, worlds = static_call(start), twins.worlds(start)
    assert found.score == twins.mean(worlds, lambda world: points(start, world, caller=0))
    assert found.chance == twins.mean(worlds, lambda world: points(start, world, caller=0) == 0)
    assert found.sum == twins.mean(worlds, lambda world: points(start, world))
    assert static_call(with_hidden(villages, hidden)).sum != found.sum


def with_hidden(villages: tuple[str, ...], hidden: tuple[int, ...], **keys: Any) -> Position:
    """Return a position in which only these cards are unseen; all others are discarded."""
    slots = [slot for village in villages for slot in village.split()]
    known = [int(slot.strip("!")) for slot in slots if slot.strip("!").isdecimal()]
    left = Counter(DECK) - Counter(known) - Counter(hidden)
    deck = len(hidden) - len(slots) + len(known)
    return twins.position(*villages, deck=deck, discard=list(left.elements()), **keys)


def points(start: Position, world: twins.World, caller: int = NOBODY) -> int:
    """Return the round score of player 0."""
    villages = [
        [world[player, slot] for slot in range(len(village))] for player, village in enumerate(start.villages)
    ]
    return round_points(villages, caller, kamikaze=True)[0]


@pytest.mark.parametrize("query", ["call", "draw", "take"])
def test_S9_S10_S28_with_a_card_in_hand_nothing_else_can_be_begun(query: str) -> None:
    start = twins.position("1 2", "? ?", held=4)
    with pytest.raises(ToolkitError, match="held"):
        answers(query, start, Asked())
    assert query not in usual_queries(start, Asked())


# ---- taking (Q-10) ----------------------------------------------------------------------------------------


def test_S12_S44_only_the_top_discard_and_shown_cards_can_be_taken() -> None:
    start = twins.position("11 2", "? ?", discard=[3, 9, 12], shown=[1])
    assert [answers("take", start, Asked(card=card))[0].exact for card in (12, 1)] == [-1, 10]
    for card in (3, 9, 7):
        with pytest.raises(ToolkitError, match="neither the top discard nor shown; these are 1, 12"):
            answers("take", start, Asked(card=card))


# ---- the time that is left (Q-20) -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "keys", "turns"),
    [
        (2, {}, 1),
        (3, {}, 2),
        (2, {"held": 7}, 2),  # I use the 7; the other one draws, and I draw the last card
        (1, {"held": 7}, 1),
        (0, {"held": 7}, 1),
        (0, {"shown": [3]}, 1),
        (0, {}, 0),
        (9, {"called_by": 1}, 1),
        (9, {"called_by": 0}, 0),
        (0, {"called_by": 1}, 0),
        (0, {"called_by": 1, "held": 7}, 1),
        (0, {"called_by": 1, "rules": {"finish_last_turns": True}}, 1),
    ],
)
def test_S29_S30_S46_A38_own_turns_that_are_left(deck: int, keys: dict[str, Any], turns: int) -> None:
    found = time_left(
        twins.position("1 2", "1 2 3 4" if "called_by" in keys else "1 2 3 4 5", deck=deck, **keys)
    )
    assert (found.draws, found.turns) == (deck + len(keys.get("shown", [])), turns)
    assert found.callers == (() if "called_by" in keys else (0,))


# ---- an Exposer (Q-16) ------------------------------------------------------------------------------------


def test_S42_S50_a_known_0_that_is_exposed_ends_the_round() -> None:
    start = twins.position("0 8 ?", "0! 3", held=5)
    assert [exposure(start, slot).ends for slot in range(3)] == [1, 0, 0]
    assert [answer.exact for answer in answers("expose", start, Asked())] == [1, 0, 0]
