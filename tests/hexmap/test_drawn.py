from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from strategies import drawings

from toolkit.hexmap import Hex, Island, IslandError, Orientation, format_drawing, parse_drawing
from toolkit.hexmap.drawn import column_name, hex_to_offset, offset_to_hex

# Directions as the format says: place and line steps, for an unshifted and for a shifted line.
UNSHIFTED = {"W": (-1, 0), "E": (1, 0), "NW": (-1, -1), "NE": (0, -1), "SW": (-1, 1), "SE": (0, 1)}
SHIFTED = {"W": (-1, 0), "E": (1, 0), "NW": (0, -1), "NE": (1, -1), "SW": (0, 1), "SE": (1, 1)}
TERRAIN = {"B": "beach", "J": "jungle", "L": "lake", "M": "mountain", "R": "river", "S": "scrubland"}
EXAMPLE = "J J S . .\n J L L B .\nM M L B ."


def read(text: str) -> dict[tuple[int, int], str]:
    """Read a narrow drawing by hand: the terrain at each place and line, both counted from 1."""
    return {
        (x, y): TERRAIN[letter]
        for y, line in enumerate(text.split("\n"), start=1)
        for x, letter in enumerate(line.split(), start=1)
        if letter != "."
    }


def name(x: int, y: int) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[x - 1]}{y}"


@given(drawings)
def test_names_and_terrain(text: str) -> None:
    island = parse_drawing(text)
    assert {n: island.terrain(n) for n in island.names} == {
        name(*at): kind for at, kind in read(text).items()
    }
    assert island.orientation is Orientation.POINTY


@given(drawings)
def test_neighbours_and_directions_are_those_of_the_format(text: str) -> None:
    island, land = parse_drawing(text), read(text)
    edges = set()
    for x, y in land:
        for direction, (dx, dy) in (UNSHIFTED if y % 2 else SHIFTED).items():
            place = island.place(name(x, y)).step(island.orientation.direction(direction))
            if (x + dx, y + dy) in land:
                assert place == island.place(name(x + dx, y + dy))
                edges.add(frozenset((name(x, y), name(x + dx, y + dy))))
            else:
                assert island.graph.nodes[place] == {"terrain": "ocean"}
    label = island.graph.nodes(data="name")
    assert {frozenset((label[a], label[b])) for a, b in island.land_graph.edges} == edges


@given(drawings)
def test_round_trip(text: str) -> None:
    island = parse_drawing(text)
    again = format_drawing(island)
    assert parse_drawing(again) == island
    assert format_drawing(parse_drawing(again)) == again
    assert re.fullmatch(r"(( ?[BJLMRS.]( [BJLMRS.])*)?\n)*( ?[BJLMRS.]( [BJLMRS.])*)", again)


def test_example_of_the_format() -> None:
    island = parse_drawing(EXAMPLE, "three lines")
    assert str(island.land) == "a1 a2 a3 b1 b2 b3 c1 c2 c3 d2 d3"
    assert [str(region) for region in island.regions] == ["a1 a2 b1", "a3 b3", "b2 c2 c3", "c1", "d2 d3"]
    assert island.title == "three lines"
    assert format_drawing(island) == "J J S\n J L L B\nM M L B"


def test_places_and_lines_are_counted() -> None:
    for text, names in (
        ("\nJ", "a2"),  # a blank line is a row ...
        ("\n  \n\nJ\n\n", "a4"),
        ("J\n\nJ", "a1 a3"),
        (". J", "b1"),  # ... and an ocean place is a place
        ("J\r\nJ", "a1 a2"),
        ("J\tJ   J", "a1 b1 c1"),
        ("      J\nJ", "a1 a2"),  # leading blanks are only for the eye
        (" ".join(["."] * 25 + ["J", "L", "M"]), "aa1 ab1 z1"),
    ):
        assert str(parse_drawing(text).land) == names
    assert parse_drawing("  J J\nL L\n   S S") == parse_drawing("J J\n L L\nS S")
    assert format_drawing(parse_drawing(". J\n\n. . L\n . M")) == ". J\n\n. . L\n . M"
    assert format_drawing(parse_drawing("\n\n\n L . .\n. .")) == "\n\n\n L"
    columns = {0: "a", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa", 18277: "zzz"}
    assert {column: column_name(column) for column in columns} == columns
    for place in product(range(0, 99, 7), range(0, 99, 8)):
        assert hex_to_offset(offset_to_hex(*place)) == place


def test_errors_name_line_and_column() -> None:
    for text, message in (
        ("J Q", "line 1, column 3: 'Q' is no terrain letter (one of B J L M R S and .)"),
        ("J J\n\n  J  x", "line 3, column 6: 'x' is no terrain letter"),
        ("J j", "line 1, column 3: 'j' is no terrain letter; did you mean 'J'?"),
        ("JJ", "line 1, column 1: 'JJ' is no terrain letter (put a space between letters)"),
        ("J é", "line 1, column 3: 'é' is no terrain letter"),
        ("jungle", "line 1, column 1: 'jungle' is no terrain letter (one of"),
        ("J " + "x" * 100, "line 1, column 3: 'x"),
        ("", "the drawing has no land"),
        (" \n . .\n", "the drawing has no land"),
    ):
        with pytest.raises(IslandError) as error:
            parse_drawing(text)
        assert str(error.value).startswith(message)
        assert len(str(error.value)) < 150


@pytest.mark.parametrize("text", ["J J J J", "J\n\n\nJ", "J\n\n. ."])
def test_a_drawing_may_not_be_too_large(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    places = max((y + 1) * len(line.split()) for y, line in enumerate(text.split("\n")))
    monkeypatch.setattr("toolkit.hexmap.drawn.LARGEST_BOX", places)
    assert parse_drawing(text)
    monkeypatch.setattr("toolkit.hexmap.drawn.LARGEST_BOX", places - 1)
    with pytest.raises(IslandError, match=f"spans more than {places - 1} hexes"):
        parse_drawing(text)


def hand_made(place: Hex, label: str, orientation: Orientation = Orientation.POINTY) -> Island:
    return Island({place: "jungle"}, {place: label}, orientation, "hand-made")


def test_only_rows_with_their_names_are_drawn(run_python: Callable[..., Any]) -> None:
    with pytest.raises(IslandError, match="hand-made is made of boards"):
        format_drawing(hand_made(Hex(0, 0), "a1", Orientation.FLAT))
    for place, label in (((0, 0), "A1"), ((0, 0), "b1"), ((-1, 2), "b3"), ((-1, 0), "1"), ((1, -1), "a0")):
        with pytest.raises(IslandError, match="does not have the name of its place"):
            format_drawing(hand_made(Hex(*place), label))
    code = (
        "from toolkit.hexmap import *\nplace = Hex(-5, 0)\n"
        "format_drawing(Island({place: 'jungle'}, {place: 'x'}, Orientation.POINTY, 'far left'))"
    )
    assert b"IslandError" in run_python(code).stderr  # a process of its own: it must not go on for ever
