"""The door of Silver's odds: what no play can lead to, and what is not there, is refused (`door`)."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from inspect import isfunction, signature
from typing import TYPE_CHECKING, Any

import pytest
from silver_twins import position

import solvers.silver as odds
from solvers.silver import rollouts, simulated
from solvers.silver.turns.drawing import draw_value
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.position import UNKNOWN, Guard, Position, Slot

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = position("8 ? 5! 12~0.9", "? ? 3! ?", "? 7!", guards=[[1, 2, 0]], amulet=[0, 3])
ROOMS = (odds, simulated, rollouts)
ASKING: dict[str, dict[str, Any]] = {
    "best_exchange": {"card": 3},
    "best_look": {"card": 9},
    "best_of": {"count": 2},
    "exact_100": {"player": 0},
    "exchange": {"slots": [0], "card": 3},
    "exposure": {"slot": 0},
    "kamikaze": {"player": 0},
    "knowing_value": {"slot": 0, "card": 9},
    "look_value": {"places": [(0, 1)]},
    "no_movers": {"count": 2},
    "robberies": {"own": [(0, 0)]},
    "robbery": {"own": (0, 0), "target": (2, 0)},
    "village_sum": {"player": 0},
    "witch": {"harm": Fraction(0)},
}
"""What else than the position some questions ask about."""


def questions() -> list[tuple[str, Callable[..., Any]]]:
    """Return all that the packages offer and whose first parameter is a position."""
    found = []
    for room in ROOMS:
        for name in room.__all__:
            told = getattr(room, name)
            if isfunction(told) and next(iter(signature(told).parameters), "") == "position":
                found.append((name, told))
    return found


def test_every_question_is_found() -> None:
    names = {name for name, _ in questions()}
    assert len(names) == len(questions())
    assert set(ASKING) < names
    assert {"lowest", "draw_value", "static_call", "sampled_lowest", "from_position", "endings"} < names


FAULTS: dict[str, tuple[Position, str]] = {
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
def test_S2_S4_no_question_is_answered_about_what_cannot_be(fault: str) -> None:
    wrong, said = FAULTS[fault]
    for name, ask in questions():
        with pytest.raises(PositionError, match=f"^{said}"):
            ask(wrong, **ASKING.get(name, {}))
    with pytest.raises(PositionError, match=f"^{said}"):
        odds.Tilted(wrong, odds.Tilt())


def test_a_position_without_scores_begins_a_game() -> None:
    start = Position(me=0, deck=31, discard=(3,), villages=((UNKNOWN,) * 5,) * 3)
    assert start.scores == (0, 0, 0)
    assert odds.lowest(start) > 0


def test_S7_A7_the_door_changes_no_answer() -> None:
    start = replace(HERE, amulet=None)
    assert odds.draw_value(start) == draw_value(start)
    assert odds.exchange(start, slots=[0, 1], card=3) == odds.exchange(start, [0, 1], 3)


def test_S12_a_card_at_hand_may_come_in_though_all_others_are_known() -> None:
    start = position("8 8 8 ?", "? ?", discard=[8])
    assert odds.best_exchange(start, 8) is not None
    assert odds.best_exchange(position("8 8 8 ?", "? ?", held=8), 8) is not None


def test_questions_are_asked_by_position_or_by_name() -> None:
    assert odds.lowest(position=HERE) == odds.lowest(HERE)
    assert odds.exchange(position=HERE, slots=[0], card=3) == odds.exchange(HERE, [0], 3)
    with pytest.raises(TypeError, match="position"):
        odds.lowest()


def test_questions_travel_to_other_processes() -> None:
    for name in [name for name, _ in questions()]:
        ask = dict(questions())[name]
        assert pickle.loads(pickle.dumps(ask)) is ask


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: odds.village_sum(HERE, 3), "no player 3; the players are 0 to 2"),
        (lambda: odds.kamikaze(HERE, -1), "no player -1"),
        (lambda: odds.exact_100(HERE, 7), "no player 7"),
        (lambda: odds.exchange(HERE, [4], 3), "no slot 4; player 0 has 0 to 3"),
        (lambda: odds.exchange(HERE, [-1], 3), "no slot -1"),
        (lambda: odds.exchange(HERE, [0, 0], 3), "slots 0,0: one or more different slots"),
        (lambda: odds.exchange(HERE, [], 3), "slots : one or more different slots"),
        (lambda: odds.exchange(HERE, [3], 3), r"slots 3 may not be pushed together \(S-64"),
        (lambda: odds.exchange(HERE, [0], 14), "no card 14; the cards are 0 to 13"),
        (lambda: odds.best_exchange(HERE, -1), "no card -1"),
        (lambda: odds.best_look(HERE, 14), "no card 14"),
        (lambda: odds.knowing_value(HERE, 3, 9), r"slot 3 of player 0 lies under the amulet \(S-36\)"),
        (lambda: odds.knowing_value(HERE, 4, 9), "no slot 4"),
        (lambda: odds.best_exchange(position("8 8 8 8", "? ?"), 8), "no card 8 can come in: all of them are"),
        (lambda: odds.exchange(position("8 8 8 8", "? ?"), [0], 8), "no card 8 can come in"),
        (lambda: odds.look_value(HERE, [(0, 1), (0, 1)]), "slot 1 of player 0, .*one is named twice"),
        (lambda: odds.look_value(HERE, [(0, 1), (1, 4)]), "no slot 4; player 1"),
        (lambda: odds.exposure(HERE, -1), "no slot -1"),
        (lambda: odds.robbery(HERE, (0, 3), (2, 0)), r"slot 3 of player 0 lies under the amulet \(S-36\)"),
        (lambda: odds.robbery(HERE, (1, 0), (2, 0)), "slot 0 of player 1 is no own one"),
        (lambda: odds.robbery(HERE, (0, 0), (0, 1)), "slot 1 of player 0 is an own one"),
        (lambda: odds.robbery(HERE, (0, 0), (1, 0)), r"slot 0 of player 1 is protected \(S-64\)"),
        (lambda: odds.robbery(HERE, (0, 0), (3, 0)), "no player 3"),
        (lambda: odds.robberies(HERE, [(0, 0), (0, 0)]), "one is named twice"),
        (lambda: odds.draw_value(HERE, Fraction(-3)), "harm -3; 0 is the least"),
        (lambda: odds.draws(HERE, harm=Fraction(-1, 2)), "harm -1/2"),
        (lambda: odds.witch(HERE, Fraction(-1)), "harm -1"),
        (lambda: rollouts.from_position(HERE, insight="all"), "no insight 'all'; there are own and nothing"),  # type: ignore[arg-type]
        (lambda: rollouts.whole_round(5, HERE.rules), "Silver is for 2 to 4 players, not 5"),
        (lambda: rollouts.whole_round(3, HERE.rules, first=3), "no player 3; the players are 0 to 2"),
        (lambda: rollouts.whole_round(3, HERE.rules, first=-1), "no player -1"),
        (lambda: rollouts.whole_round(3, HERE.rules, holder=-2), "no player -2"),
        (lambda: odds.best_of(HERE, 0), "0 cards of the deck: it holds 20"),
        (lambda: odds.no_movers(HERE, 21), "21 cards of the deck"),
        (lambda: odds.remembered(14, 1, odds.exponential(1)), "no card 14"),
        (lambda: odds.match_chance(odds.Law.of(HERE), [], HERE.rules), "a set of 0 cards: 1 are the least"),
        (
            lambda: odds.match_chance(odds.Law.of(HERE), [(0, 1), (0, 1)], HERE.rules),
            "one is named twice",
        ),
        (
            lambda: odds.attempt(odds.Law.of(HERE), [(0, 1)], HERE.rules, deck=1),
            "a set of 1 cards: 2 are the least",
        ),
        (lambda: odds.Tilted(HERE, odds.Tilt()).number((0, 4)), "no slot 4"),
        (lambda: odds.Tilted(HERE, odds.Tilt()).village_sum(-1), "no player -1"),
        (lambda: odds.Tilted(HERE, odds.Tilt()).gain(3, 1), "slot 3 of player 0 lies under the amulet"),
        (lambda: odds.Tilted(HERE, odds.Tilt()).gain(0, 14), "no card 14"),
        (lambda: odds.Tilted(HERE, odds.Tilt()).robbery((0, 0), (1, 2)), "slot 2 of player 1 is protected"),
    ],
)
def test_S13_S36_S64_what_is_not_there_is_named(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(ToolkitError, match=said):
        ask()
