"""What may be asked about a position of Silver, and what is refused (Q-8, Q-10, Q-16, Q-20, S-42)."""

from dataclasses import replace
from fractions import Fraction
from inspect import isfunction, signature

import pytest
import silver_twins as twins
from silver_twins import position

import solvers.silver as odds
from solvers.silver import rollouts, simulated, static_call
from solvers.silver.answers import Asked, answers, usual_queries
from solvers.silver.exchanging import Exchange, ends_round, exchange, scored_after, taken
from solvers.silver.scoring import mean_points
from solvers.silver.turn import ability_value, hit, hit_ends_round, takings
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.position import Guard, Slot
from toolkit.games.silver.scoring import NOBODY, round_points

KAMIKAZES = [
    (("12 12 13 ?", "? 4", "1", "2 2"), (13, 5, 0)),
    (("2 3", "12! 12! 13! ?", "?", "9"), (13, 1, 6)),
    (("12 13 ? ?", "? 5", "7", "3~0.5 3"), (12, 13, 3, 0, 2, 6)),
    (("1 ?", "12 12 13 13", "?", "8 8"), (2, 0, 3)),
]
"""Villages in which somebody may have a kamikaze, with the hidden cards; what is left of them is the deck."""


@pytest.mark.parametrize(("villages", "hidden"), KAMIKAZES)
def test_Q8_S60_A27_a_call_counts_the_kamikaze_of_score_mode(villages, hidden):
    start = twins.laid(villages, hidden, rules={"score_mode": True})
    found, worlds = static_call(start), twins.worlds(start)
    assert found.score == twins.mean(worlds, lambda world: points(start, world, caller=0))
    assert found.chance == twins.mean(worlds, lambda world: points(start, world, caller=0) == 0)
    assert found.sum == twins.mean(worlds, lambda world: points(start, world))
    assert static_call(twins.laid(villages, hidden)).sum != found.sum


def points(start, world, caller=NOBODY):
    """Return the round score of player 0."""
    return round_points(twins.villages_in(start, world), caller, kamikaze=True)[0]


@pytest.mark.parametrize("query", ["call", "draw", "take"])
def test_S9_S10_S28_with_a_card_in_hand_nothing_else_can_be_begun(query):
    start = twins.position("1 2", "? ?", held=4)
    with pytest.raises(ToolkitError, match="held"):
        answers(query, start, Asked())
    assert query not in usual_queries(start, Asked())


def test_what_was_seen_leaves_nothing_to_the_insight():
    start = twins.position("1 2", "? ?", seen=[])
    assert answers("call", start, Asked())
    with pytest.raises(ToolkitError, match="here `seen` says what the others know"):
        answers("call", start, Asked(insight="own"))


# ---- taking (Q-10) ----
def told(start, **asked):
    """Return what is told of the cards that may be taken."""
    names = ("card", "from", "use", "slots")
    return [(*map(one.about.get, names), one.exact) for one in answers("take", start, Asked(**asked))]


def test_S12_S44_A20_all_that_may_be_taken_is_told_with_its_best_use():
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


@pytest.mark.parametrize("seed", range(8))
def test_Q10_the_gain_of_taking_is_the_best_of_all_worlds(seed):
    start = twins.small(seed, shown=[])
    worlds = twins.worlds(start)
    (only,) = takings(start)
    assert only.gain == twins.best_gain(start, worlds, start.discard[-1])


# ---- the card in hand (Q-4, Q-12, Q-16) ----
@pytest.mark.parametrize("card", range(14))
def test_S10_S50_S51_the_usual_questions_are_those_of_the_card_in_hand(card):
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


# ---- the time that is left (Q-20) ----
@pytest.mark.parametrize(
    ("deck", "keys", "turns"),
    [
        (2, {}, 1),
        (2, {"held": 7}, 2),  # I use the 7; the other one draws, and I draw the last card
        (0, {"held": 7}, 1),
        (0, {"shown": [3]}, 1),
        (9, {"called_by": 1}, 1),
        (0, {"called_by": 1, "held": 7}, 1),
        (0, {"called_by": 1, "rules": {"finish_last_turns": True}}, 1),
    ],
)
def test_S29_S30_S46_A38_own_turns_that_are_left(deck, keys, turns):
    start = twins.position("1 2", "1 2 3 4" if "called_by" in keys else "1 2 3 4 5", deck=deck, **keys)
    (found,) = answers("time", start, Asked())
    draws, callers = deck + len(keys.get("shown", [])), [] if "called_by" in keys else [0]
    assert found.about == {"draws": draws, "turns": turns, "callers": callers}


# ---- an Exposer (Q-16) ----
def test_S42_S50_a_known_0_that_is_exposed_ends_the_round():
    start = twins.position("0 8 ?", "0! 3", held=5)
    assert [answer.exact for answer in answers("expose", start, Asked())] == [1, 0, 0]


# ---- Exchanges of Silver that show the second 0 ----
def test_A2_a_witchs_0_on_an_open_card_ends_the_round_if_it_lies_as_that_did():
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


# ---- how it is scored ----

SCORED = {"rules": {"score_mode": True}}
LAID = [
    ({}, ("8 ? 13 5", "0! ?", "3 ?", "? 2"), (2, 9, 12, 7), (0,)),
    ({}, ("8~0.5 ? 13 5", "0! 4~0.3", "3 ?", "? 2"), (8, 2, 9, 12, 7), (0,)),
    ({}, ("8~0.5 13 1 5", "0! 8~0.9", "3 ?", "? 2"), (8, 8, 9, 12), (0, 1)),
    ({"called_by": 1}, ("8 ? 13 5", "0! ?", "3 ?", "? 2"), (2, 9, 12, 7), (1,)),
    ({"called_by": 2}, ("8 8 ? 5", "0! ?", "2 ?", "? 2"), (2, 9, 1, 7), (0, 1)),
    (SCORED, ("8 ? 1 5", "0! ?", "12 ? ? 13", "? 2"), (2, 12, 13, 7, 1), (0,)),
    (SCORED | {"called_by": 2}, ("8 ? 1 5", "0! 11", "12 ? ? 13", "? 2"), (2, 12, 13, 7), (0,)),
]
"""Keys, villages, the cards that are hidden, and the own slots for which the 0 on the pile is taken."""


def after(start, world, slots):
    """Return the villages once the 0 is taken for the cards of these own slots."""
    villages = twins.villages_in(start, world)
    villages[0] = [0, *[number for slot, number in enumerate(villages[0]) if slot not in slots]]
    return villages


@pytest.mark.parametrize(("keys", "villages", "hidden", "slots"), LAID)
def test_S32_S42_S60_A6_the_round_is_scored_as_the_cards_lie_then(keys, villages, hidden, slots):
    start = twins.laid(villages, hidden, **keys)
    hand, worlds = taken(start, 0, "discard"), twins.worlds(start)
    one = exchange(hand, slots, 0)
    assert ends_round(hand, slots, "discard", one.chance)
    found = scored_after(hand, one)
    caller, mode = keys.get("called_by", NOBODY), start.rules.score_mode
    for seat in range(start.players):
        assert found.points[seat] == twins.mean(
            worlds,
            lambda world, seat=seat: round_points(after(start, world, slots), caller, kamikaze=mode)[seat],
        )
    assert found.lowest == twins.mean(
        worlds, lambda world: sum(after(start, world, slots)[0]) == min(map(sum, after(start, world, slots)))
    )


# ---- what the answers say ----
def test_S12_S42_the_answers_about_taking_say_that_the_round_ends():
    start = twins.position("8 ? 12~0.9", "0! ?", discard=[9, 0], shown=[7])
    first, second = answers("take", start, Asked())
    assert (first.about["ends_round"], second.about["ends_round"]) == (True, False)
    hand = taken(start, 0, "discard")
    scored = scored_after(hand, Exchange((2,), Fraction(1), Fraction(0)))
    assert first.about["slots"] == [2]
    assert first.round_points == dict(enumerate(scored.points))
    assert first.more["lowest"] == scored.lowest
    assert scored.points[0] + (first.exact or 0) == mean_points(start, 0)
    told = answers("replace", start, Asked())
    assert [answer.about["ends_round"] for answer in told] == [True] * 3
    assert told[2].round_points == first.round_points


@pytest.mark.parametrize(("side", "ends"), [("down", False), ("up", True)])
def test_A1_a_drawn_0_ends_the_round_if_it_lies_face_up(side, ends):
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


# ---- The door of Silver's odds ----

HERE = position("8 ? 5! 12~0.9", "? ? 3! ?", "? 7!", guards=[[1, 2, 0]], amulet=[0, 3])
ROOMS = (odds, simulated, rollouts)
ASKING = {
    "best_exchange": {"card": 3},
    "best_look": {"card": 9},
    "exchange": {"slots": [0], "card": 3},
    "kamikaze": {"player": 0},
    "look_value": {"places": [(0, 1)]},
    "robbery": {"own": (0, 0), "target": (2, 0)},
    "village_sum": {"player": 0},
    "witch": {"harm": Fraction(0)},
}
"""What else than the position some questions ask about."""


def questions():
    """Return all that the packages offer and whose first parameter is a position."""
    found = []
    for room in ROOMS:
        for name in room.__all__:
            told = getattr(room, name)
            if isfunction(told) and next(iter(signature(told).parameters), "") == "position":
                found.append((name, told))
    return found


def test_every_question_is_found():
    names = {name for name, _ in questions()}
    assert len(names) == len(questions())
    assert set(ASKING) < names
    assert {"lowest", "draw_value", "static_call", "call_after_replies", "from_position"} < names


FAULTS = {
    "me": (replace(HERE, me=3), "me: no player 3"),
    "caller": (replace(HERE, called_by=-1), "called_by: no player -1"),
    "deck": (replace(HERE, deck=-1), "deck: -1"),
    "many": (replace(HERE, deck=31, discard=(1,) * 20), "deck: "),
    "card": (replace(HERE, discard=(14,)), r"discard\[0\]: no card 14"),
    "low card": (replace(HERE, top=(-1,)), r"top\[0\]: no card -1"),
    "copies": (replace(HERE, discard=(13, 13, 13)), "discard: 3 in discard of card 13; there are 2"),
    "seats": (replace(HERE, villages=HERE.villages[:1]), "villages: Silver is for 2 to 4 players, not 1"),
    "empty": (replace(HERE, villages=(*HERE.villages[:2], ())), r"villages\[2\]\.slots: a village has"),
    "chance": (
        replace(HERE, villages=((Slot(8, reliability=Fraction(3, 2)),), *HERE.villages[1:])),
        r"villages\[0\]\.slots\[0\]: reliability 3/2 is no chance",
    ),
    "unseen": (
        replace(HERE, villages=(*HERE.villages[:2], (Slot(None, face_up=True),))),
        r"villages\[2\]\.slots\[0\]: a face-up card is certain",
    ),
    "nothing": (
        replace(HERE, villages=(*HERE.villages[:2], (Slot(None, reliability=Fraction(1, 2)),))),
        r"villages\[2\]\.slots\[0\]: a card that was never seen is not remembered",
    ),
    "guard": (replace(HERE, guards=(Guard(1, 0, 1),)), r"guards\[0\]: slot 0 of player 1 is no face-up 3"),
    "amulet": (replace(HERE, amulet=(0, 4)), "amulet: no slot 4"),
    "scores": (replace(HERE, scores=(1, 2)), "scores: 2 numbers for 3 players"),
    "score": (replace(HERE, scores=(1, 2, -3)), r"scores\[2\]: -3; 0 is the least"),
    "round": (replace(HERE, round=0), "round: 0; 1 is the least"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_S2_S4_no_question_is_answered_about_what_cannot_be(fault):
    wrong, said = FAULTS[fault]
    for name, ask in questions():
        with pytest.raises(PositionError, match=f"^{said}"):
            ask(wrong, **ASKING.get(name, {}))
    with pytest.raises(PositionError, match=f"^{said}"):
        odds.Tilted(wrong, odds.Tilt())


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: odds.village_sum(HERE, 3), "no player 3; the players are 0 to 2"),
        (lambda: odds.exchange(HERE, [4], 3), "no slot 4; player 0 has 0 to 3"),
        (lambda: odds.exchange(HERE, [0, 0], 3), "slots 0,0: one or more different slots"),
        (lambda: odds.exchange(HERE, [], 3), "slots : one or more different slots"),
        (lambda: odds.exchange(HERE, [3], 3), r"slots 3 may not be pushed together \(S-64"),
        (lambda: odds.best_look(HERE, 14), "no card 14"),
        (lambda: odds.best_exchange(position("8 8 8 8", "? ?"), 8), "no card 8 can come in: all of them are"),
        (lambda: odds.look_value(HERE, [(0, 1), (0, 1)]), "slot 1 of player 0, .*one is named twice"),
        (lambda: odds.robbery(HERE, (0, 3), (2, 0)), r"slot 3 of player 0 lies under the amulet \(S-36\)"),
        (lambda: odds.robbery(HERE, (1, 0), (2, 0)), "slot 0 of player 1 is no own one"),
        (lambda: odds.robbery(HERE, (0, 0), (0, 1)), "slot 1 of player 0 is an own one"),
        (lambda: odds.robbery(HERE, (0, 0), (1, 0)), r"slot 0 of player 1 is protected \(S-64\)"),
        (lambda: odds.draw_value(HERE, Fraction(-3)), "harm -3; 0 is the least"),
        (lambda: rollouts.from_position(HERE, insight="all"), "no insight 'all'; there are own and nothing"),
        (lambda: rollouts.whole_round(5, HERE.rules), "Silver is for 2 to 4 players, not 5"),
        (lambda: rollouts.whole_round(3, HERE.rules, first=3), "no player 3; the players are 0 to 2"),
        (lambda: answers("rascal", HERE, Asked(cards=21)), "21 cards of the deck: it holds 20"),
        (lambda: odds.remembered(14, 1, odds.exponential(1)), "no card 14"),
        (lambda: odds.match_chance(odds.Law.of(HERE), [], HERE.rules), "a set of 0 cards: 1 are the least"),
        (lambda: odds.match_chance(odds.Law.of(HERE), [(0, 1), (0, 1)], HERE.rules), "one is named twice"),
        (
            lambda: odds.attempt(odds.Law.of(HERE), [(0, 1)], HERE.rules, deck=1),
            "a set of 1 cards: 2 are the least",
        ),
        (lambda: odds.Tilted(HERE, odds.Tilt()).village_sum(-1), "no player -1"),
        (lambda: odds.Tilted(HERE, odds.Tilt()).gain(3, 1), "slot 3 of player 0 lies under the amulet"),
    ],
)
def test_S13_S36_S64_what_is_not_there_is_named(ask, said):
    with pytest.raises(ToolkitError, match=said):
        ask()
