"""What the tests of positions share: two files, ways to read them, and positions by hypothesis."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import strategies as st
from strategies import clues, tobago_settings

from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Play,
    Position,
    PositionError,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    random_setting,
)
from toolkit.games.tobago.board_sides import KNOWN_LAYOUTS
from toolkit.games.tobago.maps import PLAYERS

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

EXAMPLE = (Path(__file__).parents[1] / "data" / "format-example.toml").read_text(encoding="utf-8")
"""The position file of the public formats, without its [components]."""

SMALL = """\
format = "tobago-position/1"
[island]
drawing = \"\"\"
J J S . .
 J L L B .
M M L B .
\"\"\"
"""


def read(text: str) -> Position:
    return Position.parse(text)


def fault(text: str) -> PositionError:
    with pytest.raises(PositionError) as caught:
        Position.parse(text, source="game.toml")
    assert str(caught.value).startswith("game.toml: "), str(caught.value)
    return caught.value


@st.composite
def boxed_settings(draw: DrawFn) -> Setting:
    layout = draw(st.sampled_from([*KNOWN_LAYOUTS, "BCA+0", "CBA+1"]))
    reduce = draw(st.sampled_from(["always", "once_marked"]))
    rules = Rules(landmark_gap=draw(st.integers(0, 5)), must_reduce=reduce)
    return random_setting(boxed_island(layout), draw(st.integers(0, 99)), rules)


@st.composite
def positions(draw: DrawFn, setting: SearchStrategy[Setting] | None = None) -> Position:
    """Draw a position with everything that a file can hold, save further files."""
    if setting is None:
        setting = st.one_of(tobago_settings(), boxed_settings())
    here = draw(setting)
    names = st.sampled_from(here.island.names)
    maps = {colour: draw(treasure_maps(here, colour)) for colour in draw(st.sets(st.sampled_from(COLOURS)))}
    played = [colour for colour, treasure_map in maps.items() for _ in treasure_map.plays]
    order = draw(st.permutations(played))[draw(st.integers(0, len(played))) :]
    directions = st.sampled_from([direction.name for direction in here.island.orientation.directions])
    return Position(
        setting=here,
        maps=maps,
        hand=draw(st.none() | st.lists(clues, max_size=5).map(tuple)),
        facings={name: draw(directions) for name in here.statues if draw(st.booleans())},
        me=draw(st.none() | st.sampled_from(PLAYERS)),
        atvs=draw(st.dictionaries(st.sampled_from(PLAYERS), names)),
        amulets=tuple(draw(st.lists(names, max_size=3))),
        order=tuple(order),
    )


@st.composite
def treasure_maps(draw: DrawFn, setting: Setting, colour: str) -> TreasureMap:
    """Draw a map of clues that hold on one hex, so that a candidate is left."""
    names = setting.island.names
    treasure = draw(st.integers(0, len(names) - 1))
    true = [clue for clue in CLUES if setting.masks[clue.number] >> treasure & 1]
    laid = draw(st.lists(st.sampled_from(true), max_size=4))
    owner = draw(st.sampled_from([st.none(), st.none() | st.sampled_from(PLAYERS)]))
    owners = [draw(owner) for _ in laid]
    others = names[:treasure] + names[treasure + 1 :]
    removed = draw(st.lists(st.sampled_from(others), max_size=3)) if others else []
    return TreasureMap(setting, colour, map(Play, laid, owners), removed)
