"""What every kind of puzzle refuses: facts, solutions and orders that are not its own."""

from __future__ import annotations

from random import Random

import pytest
from puzzle_samples import boxed, sample

from puzzles.kinds import kind_named
from puzzles.puzzle import PuzzleError, Wanted
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Clue, Play, Position, Rules, Setting, TreasureMap, boxed_island

CARDS = ("pinpoint", "lie")
LAKE, FACT = Clue.parse("in lake"), "brown: in lake"
LAID = {"white": TreasureMap(boxed(), "white", [Play(LAKE)])}
LATER = Setting(boxed_island(), rules=Rules(must_reduce="once_marked"))
REFUSED = [
    (CARDS, "needs cards", (), {}),
    (CARDS, "does not belong", ("huts: exactly 2 in jungle",), {}),
    (CARDS, "no hex 'B0'", (FACT,), {"treasures": {"brown": "B0"}}),
    (CARDS, "'play', which is not asked for", (FACT,), {"play": FACT}),
    (("pinpoint",), "'lie', which is not asked for", (FACT,), {"lie": FACT}),
    (("pinpoint",), "'huts', which is not asked for", (FACT,), {"huts": ("B00",)}),
    (("pinpoint",), "is about 'white', the puzzle about 'brown'", (FACT,), {"treasures": {"white": "B00"}}),
    (("lie",), "all cards are about one treasure, brown", (FACT, "white: in lake"), {}),
    (("lie",), "stands there twice", (FACT, FACT), {}),
    (("lie",), "did you mean 'brown: in lake'", (FACT,), {"lie": "brown: in lakes"}),
]
ORDERS = [
    (("pinpoint",), Wanted(1, 5), "1 to 4 treasures, not 5"),
    (("lie", "best-card"), Wanted(1, 2), "one treasure, not 2"),
    ((*CARDS, "best-card"), Wanted(1, None, ("palm",)), "none can be left unknown"),
]


def test_what_a_kind_cannot_use_is_refused() -> None:
    for kinds, problem, facts, solution in REFUSED:
        for kind in kinds:
            with pytest.raises(ToolkitError, match=problem):
                sample(kind, Position(setting=boxed()), *facts, **solution)
    for kind, position, problem in (
        *((kind, Position(setting=boxed(), maps=LAID), "white is") for kind in CARDS),
        ("pinpoint", Position(setting=boxed(), hand=(LAKE,)), "no hand"),
        ("best-card", Position(setting=LATER, hand=(LAKE,)), "must_reduce"),  # T-15: dead cards may differ
        ("lost-landmarks", Position(setting=boxed()), "no landmark is lost"),
    ):
        with pytest.raises(PuzzleError, match=problem):
            sample(kind, position, *[FACT] * (kind in CARDS))


def test_an_order_that_a_kind_cannot_fill_is_refused() -> None:
    for kinds, order, problem in ORDERS:
        for kind in kinds:
            with pytest.raises(PuzzleError, match=problem):
                kind_named(kind).make(boxed_island(), order, Random(1))
