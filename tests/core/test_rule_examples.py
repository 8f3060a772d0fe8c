"""Examples of rules fail where they are not true, and are told with their line."""

from random import Random

import pytest
from cellar import GAME, PILE
from playing import brought
from rule_examples import Rulebook, Table, examples


def after_the_deal(said: Table):
    state = brought(GAME.new(2, GAME.Rules(**said.rules)), Random(said.first))
    state.turn = int(said.things.get("turn", 0))
    return state


BOOK = Rulebook(
    after_the_deal,
    lambda state, viewer, zone: len(state.observation(viewer)["cards"].zone(zone)),
    {"pile": lambda state, _: len(state.cards.cards[PILE])},
)


def test_an_example_is_done_line_by_line():
    BOOK.check(
        [
            "on 1; turn: 3; turns=9 -> turn: 3 | acts: 0 | kind: turn | pile: 10 | end: nothing",
            "if shift -> legal: shift 0 1, shift 1 0 | refused stop: not possible now; ...",
            "-> can shift: yes | can stop: no | legal sw: swap 0, swap 1",
            "roll dice -> acts: chance | ways: 9 | spectator sees hand 0: 2",
            "roll 0 0 2, pick point -> spectator hears: pick point",
        ]
    )


@pytest.mark.parametrize(
    "untrue",
    [
        "shift -> kind: turn",
        "-> pile: 9",
        "-> can stop: yes",
        "-> legal: shift",
        "-> refused stop: no",
        "-> 1 hears: stop",
    ],
)
def test_what_is_not_true_is_told_with_its_line(untrue):
    with pytest.raises(AssertionError, match=f"^{untrue}"):
        BOOK.check(["on 1", untrue])


def test_what_is_not_there_is_an_error():
    for line, problem in (
        ("-> coins: 3", "coins"),
        ("sing", "no action 'sing'"),
        ("-> refused shift: no", "RAISE"),
    ):
        with pytest.raises(BaseException, match=problem):
            BOOK.check(["on 1", line])


def test_every_example_ends_with_what_is_seen(tmp_path):
    file = tmp_path / "examples.txt"
    file.write_text("S1: nothing is looked at\n  on 1\n  shift\n")
    with pytest.raises(AssertionError, match="S1_nothing_is_looked_at: nothing is seen at its end"):
        examples(file)
