"""Seed IDs: written, read, and refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_samples import DRAWING

from puzzles.format.seeds import SeedError, SeedId, island_label
from puzzles.kinds import NAMES
from toolkit.games.tobago import boxed_island
from toolkit.games.tobago.board_sides import LAYOUTS
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import parse_drawing

TEXT = "0.1.0/lost-landmarks/level=3/island=ABC+0/seed=7/number=0"
MADE = SeedId(engine="0.1.0", kind="lost-landmarks", level=3, island="ABC+0", seed=7, number=0)


def test_the_example() -> None:
    assert str(MADE) == TEXT
    assert SeedId.parse(TEXT) == MADE


seeds: st.SearchStrategy[SeedId] = st.builds(
    SeedId,
    engine=st.from_regex(r"[0-9]\.[0-9]{1,3}\.[0-9](\.dev[0-9])?", fullmatch=True),
    kind=st.sampled_from(NAMES),
    level=st.integers(1, 5),
    island=st.sampled_from([*LAYOUTS, "random", "drawing-0123456789ab"]),
    seed=st.integers(-(2**63), 2**63 - 1) | st.text(max_size=20) | st.integers().map(str),
    number=st.integers(0, 2**63 - 1),
    hexes=st.none() | st.integers(1, 100_000),
    treasures=st.none() | st.integers(1, 4),
    unknown=st.none() | st.lists(st.sampled_from(LANDMARKS), min_size=1).map(tuple),
)


@given(seeds)
def test_written_and_read(made: SeedId) -> None:
    text = str(made)
    assert SeedId.parse(text) == made
    assert text.isascii()
    assert text.isprintable()
    assert " " not in text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected ENGINE/KIND"),
        ("0.1.0/lie", "level is missing"),
        (TEXT.replace("lost-landmarks", "lost-landmark"), "did you mean 'lost-landmarks'?"),
        (TEXT.replace("ABC+0", "ABD+0"), "did you mean 'ABC+0'?"),
        (TEXT.replace("level=3", "level=6"), "level is a number from 1 to 5"),
        (TEXT.replace("level=3", "level=x"), "'x' is no whole number"),
        (TEXT.replace("level=3", "levle=3"), "did you mean 'level'?"),
        (TEXT.replace("level=3", "level"), "no option 'level'"),
        (TEXT.replace("seed=7", "seed=9223372036854775808"), "seed is a number from"),
        (TEXT.replace("number=0", "number=-1"), "number is a number from 0"),
        (f"{TEXT}/number=0", "number stands there twice"),
        (f"{TEXT}/hexes=0", "hexes is a number from 1"),
        (f"{TEXT}/treasures=5", "treasures is a number from 1 to 4"),
        (f"{TEXT}/unknown=hats", "did you mean 'hut'?"),
        (f"{TEXT}/unknown=", "no such unknown"),
        (TEXT.replace("0.1.0", "0 1"), "no version"),
        (TEXT.replace("seed=7", f"seed={'x' * 101}"), "at most 100 characters"),
        (TEXT * 100, "too long"),
    ],
)
def test_errors(text: str, words: str) -> None:
    with pytest.raises(SeedError) as caught:
        SeedId.parse(text)
    assert words in str(caught.value)


@given(st.text())
def test_any_text(text: str) -> None:
    with pytest.raises(SeedError):
        SeedId.parse(text)


@pytest.mark.parametrize("change", [{"unknown": ()}, {"seed": "\ud800"}, {"level": 0}])
def test_values_that_no_seed_id_has(change: dict[str, Any]) -> None:
    values: dict[str, Any] = {
        "engine": "1",
        "kind": "lie",
        "level": 1,
        "island": "random",
        "seed": 1,
        "number": 0,
    }
    assert SeedId(**values).level == 1
    with pytest.raises(SeedError):
        SeedId(**{**values, **change})


def test_islands_that_were_given() -> None:
    assert island_label(boxed_island("ACB+1")) == "ACB+1"
    drawn = island_label(parse_drawing(DRAWING))
    assert SeedId.parse(TEXT.replace("ABC+0", drawn)).island == drawn
    assert drawn != island_label(parse_drawing(DRAWING + " L"))
