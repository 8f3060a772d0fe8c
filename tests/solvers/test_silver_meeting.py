"""Exchanges of Silver that show the second 0: what they end, and how that is scored (S-42, A-1, A-5, A-6)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
import silver_twins as twins

from solvers.silver.answers import Asked, answers
from solvers.silver.hidden.law import Law
from solvers.silver.scoring.lowest import lowest
from solvers.silver.scoring.scored import mean_points, scored_after, scored_now
from solvers.silver.sets.afterwards import hit, taken
from solvers.silver.sets.exchanges import Exchange, exchange
from solvers.silver.turns.meeting import ends_round, hit_ends_round, shown_villager
from toolkit.games.silver.cards import DECK
from toolkit.games.silver.scoring import NOBODY, round_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.games.silver.position import Position

# ---- what ends the round ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "mine", "slots"),
    [
        ({"deck_exchange": "up"}, "8 ?", (0, 1)),  # if they match
        ({"deck_exchange": "inherit"}, "8! 8", (0, 1)),  # if the slot of the open 8 is taken
        ({"deck_exchange": "inherit"}, "13! ?", (0, 1)),
    ],
)
def test_S17_A1_where_it_depends_on_the_cards_or_the_slot_nothing_is_told(
    rules: dict[str, Any], mine: str, slots: tuple[int, ...]
) -> None:
    hand = twins.position(mine, "0! ?", held=0, rules=rules)
    assert ends_round(hand, slots, "deck", exchange(hand, slots, 0).chance) is None


@pytest.mark.parametrize(
    ("mine", "ends"),
    [
        ("8 ?", None),  # a 0 does not match the 8
        ("8 0", True),
        ("8 5", False),
        ("13 ?", False),  # they match
        ("? ?", None),
    ],
)
def test_A5_a_pushed_0_ends_the_round_by_a_switch_only(mine: str, ends: bool | None) -> None:
    for switch in (False, True):
        hand = twins.position(mine, "0! ?", held=6, rules={"pushed_pair_ends": switch})
        found = ends_round(hand, (0, 1), "deck", exchange(hand, (0, 1), 6).chance)
        assert found is (ends if switch else False)
    gone = twins.position("8 ?", "0! ?", held=6, discard=[0], rules={"pushed_pair_ends": True})
    assert ends_round(gone, (0, 1), "deck", exchange(gone, (0, 1), 6).chance) is False  # no 0 is left
    hand = twins.position("0 ?", "? ?", held=6, rules={"pushed_pair_ends": True})
    assert ends_round(hand, (0, 1), "deck", exchange(hand, (0, 1), 6).chance) is False  # two 0s match


def test_A2_a_witchs_0_on_an_open_card_ends_the_round_if_it_lies_as_that_did() -> None:
    places = [(1, 0), (1, 1), (1, 2)]
    for inherits in (False, True):
        rules = {"witch_orientation": "inherit"} if inherits else {}
        hand = twins.position("8 5", "0! 7! ?", held=0, rules=rules)
        assert [hit_ends_round(hand, place) for place in places] == [False, inherits, False]
        assert not any(
            hit_ends_round(twins.position("8 5", "2! 7! ?", held=0, rules=rules), place) for place in places
        )
    after = hit(hand, (1, 1), 0, up=True)
    assert (after.villages[1][1].number, after.villages[1][1].face_up, after.held) == (0, True, None)
    assert after.discard == (*hand.discard, 7)
    assert hit(hand, (1, 2), 0, up=True).forgotten == hand.forgotten + 1


def test_Q16_S50_a_card_that_is_turned_up_may_be_the_second_0() -> None:
    start = twins.position("0 ? 0~0.5", "? 3", deck=20)
    assert not shown_villager(start, (0, 0))  # no 0 lies face-up
    met = twins.position("? 0~0.5 4", "0! ?")
    for place in [(0, 0), (0, 1), (0, 2), (1, 1)]:
        assert shown_villager(met, place) == Law.of(met).number(place).get(0, 0)


# ---- how it is scored -------------------------------------------------------------------------------------

LAID = [
    ({}, ("8 ? 13 5", "0! ?", "3 ?", "? 2"), (2, 9, 12, 7), (0,)),
    ({}, ("8~0.5 ? 13 5", "0! 4~0.3", "3 ?", "? 2"), (8, 2, 9, 12, 7), (0,)),
    ({}, ("8~0.5 13 1 5", "0! 8~0.9", "3 ?", "? 2"), (8, 8, 9, 12), (0, 1)),
    ({"called_by": 1}, ("8 ? 13 5", "0! ?", "3 ?", "? 2"), (2, 9, 12, 7), (1,)),
    ({"called_by": 2}, ("8 8 ? 5", "0! ?", "2 ?~", "? 2"), (2, 9, 1, 7), (0, 1)),
    ({"rules": {"score_mode": True}}, ("8 ? 1 5", "0! ?", "12 ? ? 13", "? 2"), (2, 12, 13, 7, 1), (0,)),
    (
        {"rules": {"score_mode": True}, "called_by": 2},
        ("8 ? 1 5", "0! 11", "12 ? ? 13", "? 2"),
        (2, 12, 13, 7),
        (0,),
    ),
]
"""Keys, villages, the cards that are hidden, and the own slots for which the 0 on the pile is taken."""


def laid(villages: Sequence[str], hidden: Sequence[int], **keys: Any) -> Position:
    """Return a position in which only these cards are unseen; all others are discarded, a 0 last."""
    texts = [village.replace("?~", "?").split() for village in villages]
    slots = [slot for village in texts for slot in village]
    known = [int(slot.strip("!")) for slot in slots if slot.strip("!").isdecimal()]
    left = Counter(DECK) - Counter(known) - Counter(hidden)
    deck = len(hidden) - len(slots) + len(known)
    discard = sorted(left.elements(), reverse=True)
    return twins.position(*map(" ".join, texts), deck=deck, discard=discard, **keys)


def after(start: Position, world: twins.World, slots: Sequence[int]) -> list[list[int]]:
    """Return the villages once the 0 is taken for the cards of these own slots."""
    villages = [
        [world[player, slot] for slot in range(len(village))] for player, village in enumerate(start.villages)
    ]
    villages[0] = [0, *[number for slot, number in enumerate(villages[0]) if slot not in slots]]
    return villages


@pytest.mark.parametrize(("keys", "villages", "hidden", "slots"), LAID)
def test_S32_S42_S60_A6_the_round_is_scored_as_the_cards_lie_then(
    keys: dict[str, Any], villages: tuple[str, ...], hidden: tuple[int, ...], slots: tuple[int, ...]
) -> None:
    start = laid(villages, hidden, **keys)
    hand, worlds = taken(start, 0, "discard"), twins.worlds(start)
    one = exchange(hand, slots, 0)
    assert ends_round(hand, slots, "discard", one.chance)
    found = scored_after(hand, one)
    assert found is not None
    caller, mode = keys.get("called_by", NOBODY), start.rules.score_mode
    for seat in range(start.players):
        assert found.points[seat] == twins.mean(
            worlds,
            lambda world, seat=seat: round_points(after(start, world, slots), caller, kamikaze=mode)[seat],
        )
    assert found.lowest == twins.mean(
        worlds, lambda world: sum(after(start, world, slots)[0]) == min(map(sum, after(start, world, slots)))
    )


def test_an_exchange_that_may_fail_is_not_scored() -> None:
    hand = twins.position("8 ?", "0! ?", held=0)
    one = exchange(hand, (0, 1), 0)
    assert 0 < one.chance < 1
    assert scored_after(hand, one) is None
    assert scored_after(hand, exchange(hand, (0,), 0)) is not None


def test_a_round_that_is_scored_now_is_that_of_its_position() -> None:
    start = twins.position("8 ?", "0! ? 3", "? ?")
    found = scored_now(start)
    assert found.lowest == lowest(start)
    assert found.points == tuple(mean_points(start, seat) for seat in range(3))
    assert found.points[1] == 3 + Law.of(start).mean((1, 1))


def test_what_takes_long_to_tell_of_a_round_that_ends_is_left_out() -> None:
    start = twins.position("? ? ? ?", "0! ? ? ?", "? ? ? ?", "? ? ? ?", deck=10, discard=[9, 0])
    hand = taken(start, 0, "discard")
    found = scored_after(hand, exchange(hand, (0,), 0))
    assert found is not None
    assert found.lowest is None
    assert None not in found.points
    remembered = "0! ? ? 7~0.7 6~0.6 5~0.5"
    large = twins.position(
        "? ? 12~0.9 11~0.8", remembered, "? ? 4~0.5 8~0.6", "? ? ? ?", deck=9, discard=[9, 0], called_by=2
    )
    scored = scored_after(taken(large, 0, "discard"), exchange(large, (0,), 0))
    assert scored is not None
    assert scored.points[2] is None
    assert scored.points[0] is not None
    (told,) = answers("take", large, Asked())
    assert (told.about["ends_round"], told.more["lowest"], told.round_points[2]) == (True, None, None)


def test_S42_what_ends_the_round_leaves_no_turn_in_which_to_know_a_card() -> None:
    start = twins.position("12 ? 5", "0! ?", "? ?", discard=[9, 0])
    told = answers("replace", start, Asked())
    assert [(one.about["ends_round"], one.more["knowing"]) for one in told] == [(True, 0)] * 3
    going_on = answers("replace", twins.position("12 ? 5", "0! ?", "? ?", discard=[0, 9]), Asked())
    assert any(one.more["knowing"] for one in going_on)


# ---- what the answers say ---------------------------------------------------------------------------------


def test_S12_S42_the_answers_about_taking_say_that_the_round_ends() -> None:
    start = twins.position("8 ? 12~0.9", "0! ?", discard=[9, 0], shown=[7])
    first, second = answers("take", start, Asked())
    assert (first.about["ends_round"], second.about["ends_round"]) == (True, False)
    hand = taken(start, 0, "discard")
    scored = scored_after(hand, Exchange((2,), Fraction(1), Fraction(0)))
    assert scored is not None
    assert first.about["slots"] == [2]
    assert first.round_points == dict(enumerate(scored.points))
    assert first.more["lowest"] == scored.lowest
    assert scored.points[0] + (first.exact or 0) == mean_points(start, 0)
    told = answers("replace", start, Asked())
    assert [answer.about["ends_round"] for answer in told] == [True] * 3
    assert told[2].round_points == first.round_points


def test_S41_giving_up_the_own_open_0_ends_nothing() -> None:
    start = twins.position("8 0! 4", "3 ?", discard=[9, 0])
    assert [one.about["ends_round"] for one in answers("replace", start, Asked())] == [True, False, True]


@pytest.mark.parametrize(("side", "ends"), [("down", False), ("up", True)])
def test_A1_a_drawn_0_ends_the_round_if_it_lies_face_up(side: str, ends: bool) -> None:
    rules = {"deck_exchange": side}
    start = twins.position("8 ? 4", "0! ?", rules=rules)
    drawn = {one.about["card"]: one for one in answers("draw", start, Asked())[1:]}
    assert (drawn[0].about["use"], drawn[0].about["ends_round"]) == ("exchange", ends)
    assert (drawn[0].round_points is not None) == ends
    assert drawn[1].about["ends_round"] is False
    held = twins.position("8 ? 4", "0! ?", held=0, rules=rules)
    assert [one.about["ends_round"] for one in answers("replace", held, Asked())] == [ends] * 3
    witch = twins.position("8 ? 4", "0! ?", held=11, rules=rules)
    swaps = {one.about["card"]: one for one in answers("witch", witch, Asked())[1:]}
    assert swaps[0].about["ends_round"] is ends
    best = exchange(held, (0,), 0)
    assert (swaps[0].exact, drawn[0].exact) == (best.gain, best.gain)


def test_S52_a_fetched_0_ends_the_round() -> None:
    start = twins.position("8 ? 4", "0! ?", held=10, discard=[0, 9])
    found = {one.about["card"]: one for one in answers("master", start, Asked())[1:]}
    assert (found[0].about["ends_round"], found[0].exact) == (True, 8)
    assert found[0].round_points is not None
    assert found[9].round_points is None


def test_S50_an_exposed_0_ends_the_round() -> None:
    start = twins.position("0 ? 4!", "0! ?", held=5)
    known, unknown = answers("expose", start, Asked())
    assert (known.about["ends_round"], unknown.about["ends_round"]) == (True, False)
    assert known.more["lowest"] == lowest(start.discarding())
    apart = twins.position("? ? 4!", "0! ?", held=5)
    assert [one.about["ends_round"] for one in answers("expose", apart, Asked())] == [None, None]


def test_S20_an_attempt_for_an_open_0_ends_the_round_even_if_it_fails() -> None:
    start = twins.position("8 ? 8", "0! ?", discard=[9, 0])
    risky, sure = (answers("attempt", start, Asked(slots=slots))[0] for slots in ((0, 1), (0, 2)))
    assert (risky.about["ends_round"], risky.round_points) == (True, None)
    assert (sure.about["ends_round"], sure.round_points is None) == (True, False)
