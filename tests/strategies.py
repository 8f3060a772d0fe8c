"""Hypothesis strategies: small drawn islands, landmarks on them, settings and clues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from toolkit.games.tobago.clues import CLUES, LANDMARKS, Setting
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import Hex, Island, parse_drawing

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

clues = st.sampled_from(CLUES)
clue_rules = st.builds(
    Rules,
    own_hex=st.sampled_from(["excluded", "included"]),
    distance=st.sampled_from(["lattice", "overland"]),
)
hexes = st.builds(Hex, st.integers(-20, 20), st.integers(-20, 20))


@st.composite
def _drawings(draw: DrawFn) -> str:
    """Draw a few lines of letters: few terrains make large regions, much ocean makes holes and parts."""
    terrains = draw(st.lists(st.sampled_from("BJLMRS"), min_size=1, max_size=6))
    letters = st.sampled_from([*terrains, *draw(st.sampled_from(["", ".", "....."]))])
    width = draw(st.integers(1, 7))
    shortest = draw(st.sampled_from([0, width]))
    lines = draw(st.lists(st.lists(letters, min_size=shortest, max_size=width), min_size=1, max_size=7))
    return "\n".join(" " * (number % 2) + " ".join(line) for number, line in enumerate(lines))


drawings = _drawings().filter(lambda text: bool(set(text) & set("BJLMRS")))
islands: SearchStrategy[Island] = drawings.map(parse_drawing)


@st.composite
def landmarks(draw: DrawFn, island: Island) -> dict[str, list[str]]:
    """Draw landmarks of the three kinds on different hexes, any number of each."""
    names = draw(st.lists(st.sampled_from(island.names), unique=True, max_size=8))
    placed: dict[str, list[str]] = {kind: [] for kind in LANDMARKS}
    for name in names:
        placed[draw(st.sampled_from(LANDMARKS))].append(name)
    return placed


@st.composite
def tobago_settings(draw: DrawFn) -> Setting:
    """Draw an island with landmarks, under any reading of the clues."""
    island = draw(islands)
    placed = draw(landmarks(island))
    return Setting(island, placed["hut"], placed["palm"], placed["statue"], draw(clue_rules))


@st.composite
def islands_with_names(draw: DrawFn) -> tuple[Island, frozenset[str], frozenset[str]]:
    """Draw an island and two sets of its hexes."""
    island = draw(islands)
    names = st.frozensets(st.sampled_from(island.names))
    return island, draw(names), draw(names)
