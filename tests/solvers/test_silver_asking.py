"""What may be asked in a turn of Silver, and the time that is left (Q-8, Q-10, Q-16, Q-20, S-60)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import silver_twins as twins

from solvers.silver import static_call
from solvers.silver.answers import answers, usual_queries
from solvers.silver.answers.asking import Asked
from solvers.silver.turns.drawing import ability_value
from solvers.silver.turns.piles import time_left
from solvers.silver.turns.taking import takings
from solvers.silver.turns.villagers import exposure
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


def told(start: Position, **asked: Any) -> list[tuple[Any, ...]]:
    """Return what is told of the cards that may be taken."""
    names = ("card", "from", "use", "slots")
    return [(*map(one.about.get, names), one.exact) for one in answers("take", start, Asked(**asked))]


def test_S12_S44_A20_all_that_may_be_taken_is_told_with_its_best_use() -> None:
    start = twins.position("11 2", "? ?", discard=[3, 9, 12], shown=[12, 1, 12])
    robs = ability_value(start, 12)
    assert robs > 0
    assert told(start) == [
        (12, "discard", "exchange", [0], -1),
        (12, "shown", "ability", None, robs),
        (1, "shown", "exchange", [0], 10),
    ]
    assert told(start, card=12) == told(start)[:2]
    assert [answer.more["chance"] for answer in answers("take", start, Asked())] == [1, None, 1]


def test_A20_without_squire_ability_a_shown_card_is_exchanged_or_discarded() -> None:
    start = twins.position("11 2", "? ?", shown=[12, 7], rules={"squire_ability": False})
    assert told(start)[1:] == [(12, "shown", "discard", None, 0), (7, "shown", "exchange", [0], 4)]


def test_S39_S71_with_the_amulet_on_the_only_card_a_shown_one_can_be_taken_still() -> None:
    stuck = twins.position("11", "? ?", discard=[3], shown=[8, 13], amulet=[0, 0])
    assert told(stuck)[1] == (13, "shown", "discard", None, 0)
    assert told(stuck)[0][:4] == (8, "shown", "ability" if ability_value(stuck, 8) else "discard", None)
    assert "take" in usual_queries(stuck, Asked())
    with pytest.raises(ToolkitError, match=r"query take: the amulet lies on the only own card.*\(S-39\)"):
        answers("take", stuck, Asked(card=3))
    alone = twins.position("11", "? ?", discard=[3], amulet=[0, 0])
    assert "take" not in usual_queries(alone, Asked())


@pytest.mark.parametrize("seed", range(8))
def test_Q10_the_gain_of_taking_is_the_best_of_all_worlds(seed: int) -> None:
    start = twins.small(seed, shown=[])
    worlds = twins.worlds(start)
    (only,) = takings(start)
    assert only.gain == twins.best_gain(start, worlds, start.discard[-1])


# ---- the card in hand (Q-4, Q-12, Q-16) -------------------------------------------------------------------


@pytest.mark.parametrize("card", range(14))
def test_S10_S50_S51_the_usual_questions_are_those_of_the_card_in_hand(card: int) -> None:
    usual = usual_queries(twins.position("8 8 ?", "? ?", held=card), Asked())
    for query, cards in {
        "expose": (5,),
        "look": (7, 8, 9),
        "master": (10,),
        "witch": (11,),
        "rob": (12,),
    }.items():
        assert (query in usual) == (card in cards)
    assert {"attempt", "replace"} <= set(usual)
    assert "attempt" not in usual_queries(twins.position("8 8 ?", "? ?"), Asked())


def test_S51_the_look_is_that_of_the_card_in_hand_if_it_has_one() -> None:
    def asked(held: int, **more: Any) -> list[Any]:
        return [
            one.about["card"]
            for one in answers("look", twins.position("8 ? ?", "? ?", held=held), Asked(**more))
        ]

    assert [asked(card) for card in (7, 8, 9)] == [[7], [8], [9]]
    assert asked(2) == asked(4) == [2, 7, 8, 9]
    assert asked(7, card=9) == [9]


def test_S15_an_attempt_that_cannot_match_is_told_only_when_it_is_asked_about() -> None:
    start = twins.position("8 5 8", "? ?", held=4)
    assert [one.about["slots"] for one in answers("attempt", start, Asked())] == [[0, 2]]
    (hopeless,) = answers("attempt", start, Asked(slots=(0, 1)))
    assert (hopeless.exact, hopeless.more["match"]) == (-4, 0)


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
