"""`Cutter` at the hardest level: the ladder of techniques must solve what has one answer."""

from __future__ import annotations

from random import Random

import pytest

from puzzles.kinds.cutting import Cutter
from solvers.tobago.facts import parse_fact
from solvers.tobago.mystery import Mystery
from solvers.tobago.techniques.compiling import NESTED, SUPPOSE
from toolkit.games.tobago import Setting
from toolkit.hexmap import parse_drawing

FACTS = ("brown: in jungle", "brown: next to lake", "brown: not in beach")


@pytest.mark.parametrize(
    ("solving", "cut"),
    [
        ({NESTED}, True),
        ({SUPPOSE, NESTED}, False),  # the level below has it too
        (set(), False),  # one answer, but the ladder gets stuck: it would take guessing
    ],
    ids=["of the level", "too easy", "too hard"],
)
def test_the_hardest_level_is_solved_by_nested_suppositions_and_no_less(monkeypatch, solving, cut):
    setting = Setting(parse_drawing("J J J L S S B B B J"))
    mystery = Mystery(setting, ("brown",), tuple(map(parse_fact, FACTS)))
    cutter = Cutter(mystery, NESTED, SUPPOSE, Random(1))
    monkeypatch.setattr(cutter.engine, "solves", lambda hardest, _taking=None: hardest in solving)
    assert cutter.cut() == (mystery.facts[:2] if cut else None)
