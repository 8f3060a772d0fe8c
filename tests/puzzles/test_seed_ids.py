"""Requests of puzzles: the seed IDs that name their making, and what is refused with a reason."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_samples import DRAWING

from puzzles.generate import Request
from puzzles.puzzle import PuzzleError
from toolkit import __version__

MADE: dict[str, Any] = {"kind": "lost-landmarks", "level": 3}


def seed_id(number: int = 0, **changes: Any) -> str:
    engine, _, text = Request(**{**MADE, **changes}).seed_id(number).partition("/")
    assert engine == __version__
    return text


def test_what_was_left_to_the_kind_is_not_named() -> None:
    assert seed_id(seed=7) == "lost-landmarks/level=3/island=ABC+0/seed=7/number=0"
    options = {"island": "random", "hexes": 60, "treasures": 2, "unknown": ("hut", "palm")}
    named = "level=3/island=random/hexes=60/treasures=2/unknown=hut,palm"
    assert seed_id(4, **options) == f"lost-landmarks/{named}/seed=1/number=4"


@given(st.integers(-(2**63), 2**63 - 1) | st.text(max_size=20) | st.integers().map(str))
def test_no_two_seeds_look_the_same(seed: int | str) -> None:
    text = seed_id(seed=seed)
    assert text.isascii()
    assert text.isprintable()
    assert unquote(text.split("/")[3]) == f"seed={seed}"
    assert isinstance(seed, str) or text != seed_id(seed=str(seed))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "lost-landmark"}, "did you mean 'lost-landmarks'?"),
        ({"island": "ABD+0"}, "did you mean 'ABC+0'?"),
        ({"level": 6}, "levels run from 1 to 5"),
        ({"seed": 2**63}, "seed is a number from"),
        ({"seed": "x" * 101}, "at most 100 characters"),
        ({"seed": "\ud800"}, "at most 100 characters of Unicode"),
        ({"island": "random", "hexes": 0}, "hexes is a number from 1"),
        ({"hexes": 60}, "a matter of random islands"),
        ({"treasures": 5}, "treasures is a number from 1 to 4"),
        ({"unknown": ("hats",)}, "did you mean 'hut'?"),
        ({"unknown": ()}, "leave it out"),
    ],
)
def test_what_no_puzzle_has(change: dict[str, Any], words: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Request(**{**MADE, **change})
    assert words in str(caught.value)


def test_numbers_below_none() -> None:
    with pytest.raises(PuzzleError, match="number is a number from 0"):
        seed_id(-1)


def test_drawings_have_names_of_their_own() -> None:
    drawn = seed_id(drawing=DRAWING)
    assert "/island=drawing-" in drawn
    assert drawn != seed_id(drawing=DRAWING + " L")
