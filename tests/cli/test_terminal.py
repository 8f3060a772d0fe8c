"""The island in the terminal: blocks of letters that say all, legends, colours that add nothing."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from rich.console import Console
from rich.text import Text
from sizes import examples
from strategies import tobago_settings

from toolkit.games.tobago.board_sides import boxed_island
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.maps import COLOURS, Play, TreasureMap
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import parse_drawing, random_island
from workbench.cli.choices import LAYOUTS
from workbench.cli.tobago.terminal import TerminalPicture, draw_terminal, draw_terminal_setting

if TYPE_CHECKING:
    from rich.style import Style

BOXED = Setting(
    boxed_island(),
    huts=["B23", "A34", "C10", "C55"],
    palms=["B45", "A00", "C43"],
    statues=["A23", "B22", "C21"],
)
HUTS = {"B23", "A34", "C10", "C55"}
RANDOM = random_setting(random_island(7), 7)
SYMBOLS = {"hut": "^", "palm": "*", "statue": "!", None: " "}
LETTERS = {"brown": "b", "white": "w", "grey": "g", "black": "k"}
EVERY = pytest.mark.parametrize(
    "setting", [pytest.param(BOXED, id="flat"), pytest.param(RANDOM, id="pointy")]
)
WIDTHS = pytest.mark.parametrize(("width", "height"), [(100, 2), (80, 4)])


def position(setting: Setting, clues: Mapping[str, str] | None = None, **changes: Any) -> Position:
    maps = {c: TreasureMap(setting, c, [Play(Clue.parse(text))]) for c, text in (clues or {}).items()}
    return Position(setting=setting, maps=maps, **changes)


def printed(now: Position, width: int = 100, *, colours: bool = False) -> list[str]:
    return drawn(draw_terminal(now), width, colours=colours)


def drawn(picture: TerminalPicture, width: int = 100, *, colours: bool = False) -> list[str]:
    file = io.StringIO()
    system = "truecolor" if colours else None
    console = Console(file=file, width=width, force_terminal=colours, color_system=system, highlight=False)  # type: ignore[arg-type]
    console.print(picture)
    return file.getvalue().splitlines()


def blocks(lines: list[str], height: int = 2) -> dict[str, list[str]]:
    """Read the blocks back: the lines between the bars, by the name at their top."""
    found: dict[str, list[str]] = {}
    for y, line in enumerate(picture_of(lines)):
        for match in re.finditer(r"\|([A-Za-z]+\d+)", line):
            start, end = match.start() + 1, line.index("|", match.start() + 1)
            assert match[1] not in found
            assert {row[start - 1] + row[end] for row in lines[y : y + height]} == {"||"}
            found[match[1]] = [row[start:end] for row in lines[y : y + height]]
    return found


def picture_of(lines: list[str]) -> list[str]:
    """Return the lines above the legend."""
    return lines[: len(lines) - 1 - lines[::-1].index("")]


@EVERY
@WIDTHS
def test_every_hex_has_a_block_with_letter_landmark_and_maps(
    setting: Setting, width: int, height: int
) -> None:
    now = position(setting, {"brown": "in jungle", "white": "next to hut", "black": "not in lake"})
    lines = printed(now, width)
    found = blocks(lines, height)
    assert max(map(len, lines)) <= width
    assert sorted(found) == list(setting.island.names)
    for name, (_, sign, *rest) in found.items():
        assert sign[:2] == setting.island.terrain(name)[0].upper() + SYMBOLS[setting.landmark(name)]
        maps = rest[0] if rest else sign[2:]
        shown = [
            colour for colour in COLOURS if now.maps[colour].clues and name in now.maps[colour].candidates
        ]
        assert maps.replace(" ", "") == "".join(LETTERS[colour] for colour in shown)


@given(tobago_settings())
@settings(max_examples=examples(12))
def test_any_drawn_island(setting: Setting) -> None:
    assert sorted(blocks(printed(position(setting)))) == list(setting.island.names)


def test_blocks_lie_as_on_the_board() -> None:
    lines = printed(position(BOXED))
    where = {
        name: (line.index(name), y)
        for y, line in enumerate(lines)
        for name in re.findall(r"[ABC]\d\d", line)[:99]
    }
    (x, y), (x_below, y_below), (x_east, y_east) = (where[name] for name in ("B20", "B10", "C01"))
    assert (x_below, y_below) == (x, y + 2)  # south
    assert (x_east, y_east) == (x + 7, y + 1)  # south-east


def test_rows_of_a_drawn_island_are_shifted_by_half_a_block() -> None:
    setting = Setting(parse_drawing("J J\n L S"))
    assert printed(position(setting))[:4] == [
        "|a1    |b1    |",
        "|J     |J     |",
        "   |a2    |b2    |",
        "   |L     |S     |",
    ]


def test_pieces_and_facings() -> None:
    now = position(
        BOXED,
        {
            "brown": "in jungle",
            "white": "in jungle",
            "grey": "in jungle",
        },  # for two a tall form is not needed
        facings={"A23": "NE", "B22": "S"},
        atvs={"red": "A22", "blue": "C10", "yellow": "C10", "green": "C10"},
        amulets=BOXED.island.cells(["A22", "C10"]),
    )
    wide, tall = blocks(printed(now, 100)), blocks(printed(now, 80), 4)
    assert [wide[name][0] for name in ("A23", "B22", "A22", "C10", "A00")] == [
        "A23>NE",
        "B22>S ",
        "A22 R+",
        "C10BY&",  # more than fits: the legend tells
        "A00   ",
    ]
    assert [tall["A23"][1], tall["C10"][3]] == ["L!NE", "BYG+"]
    legend = printed(now)[-7:]
    assert legend[0] == "statues: A23 looks NE, B22 looks S"
    assert legend[5] == "ATVs: R red A22, B blue C10, Y yellow C10, G green C10"
    assert legend[6] == "+ amulets: A22, C10"


def test_two_maps_need_no_tall_blocks_in_80_columns() -> None:
    now = position(
        BOXED, {"white": "in lake", "black": "next to hut"}, atvs={"red": "A22"}, facings={"A23": "NE"}
    )
    lines = printed(now, 80)
    found = blocks(lines)
    assert (len(found), len(picture_of(lines)) < 31, max(map(len, lines)) <= 80) == (104, True, True)
    assert [found[name] for name in ("A22", "A23", "C32")] == [
        ["A22R", "L w "],
        ["A23 ", "L!wk"],  # where it looks stands in the legend
        ["C32 ", "L w "],
    ]


def styles_of(picture: TerminalPicture, **options: Any) -> dict[str, Style]:
    """Return the style in which each hex of a picture is printed: that of its name."""
    console = Console(file=io.StringIO(), width=100, highlight=False, force_terminal=True, **options)
    with console.capture() as capture:
        console.print(picture)
    found: dict[str, Style] = {}
    for line in Text.from_ansi(capture.get()).split("\n"):
        for match in re.finditer(r"[ABC]\d\d", line.plain):
            found.setdefault(match[0], line.get_style_at_offset(console, match.start()))
    return found


@pytest.mark.parametrize("depth", ["standard", "256", "truecolor"])
def test_terrains_are_told_apart_in_every_depth_of_colours(depth: str) -> None:
    terrain = BOXED.island.terrain
    for now, seen in ((position(BOXED), "bgcolor"), (position(BOXED, {"brown": "in hut"}), "color")):
        styles = styles_of(draw_terminal(now), color_system=depth)
        colours = {
            (terrain(name), getattr(style, seen)) for name, style in styles.items() if name not in HUTS
        }
        assert len(colours) == len({colour for _, colour in colours}) == 6


@pytest.mark.parametrize("options", [{"color_system": "standard"}, {"no_color": True}])
def test_candidates_are_bright_and_all_else_is_not(options: dict[str, Any]) -> None:
    styles = styles_of(draw_terminal(position(BOXED, {"brown": "in hut"})), **options)
    assert {name for name, style in styles.items() if style.bold} == HUTS
    if options.get("color_system"):
        assert {name for name, style in styles.items() if style.bgcolor} == HUTS


def test_legend_of_maps() -> None:
    lines = printed(position(BOXED, {"brown": "in jungle", "grey": "in hut"}))
    assert "b brown: 24 candidates (in jungle)" in lines
    assert "g grey: 4 candidates (in hut)" in lines
    assert "no clue: white, black" in lines
    plays = [Play(Clue.parse(text)) for text in ("in beach", "next to hut")]
    located = Position(setting=BOXED, maps={"black": TreasureMap(BOXED, "black", plays)})
    assert "k black: located on C45 (in beach, next to hut)" in printed(located)


@EVERY
def test_colours_add_nothing_that_letters_do_not_say(setting: Setting) -> None:
    now = position(setting, {"brown": "in jungle"})
    coloured = printed(now, colours=True)
    assert any("\x1b[" in line for line in coloured)
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured]
    assert plain == printed(now)
    assert "\n".join(plain).isascii()


def test_island_wider_than_any_terminal_keeps_its_lines() -> None:
    now = position(Setting(parse_drawing("J " * 40)))
    file = io.StringIO()
    Console(file=file, width=80).print(draw_terminal(now), crop=False)
    lines = file.getvalue().splitlines()
    assert lines[0].count("|") == 41


def compact(now: Position, colour: str | None = None) -> list[str]:
    return drawn(draw_terminal(now, colour, compact=True), 80)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_compact_board_fits_a_small_terminal_and_every_hex_keeps_its_neighbours(layout: str) -> None:
    island = boxed_island(layout)
    setting = random_setting(island, 3)
    clues = {"brown": "in jungle", "white": "next to hut", "grey": "in lake", "black": "not in lake"}
    now = position(setting, clues, atvs={"red": island.names[0]}, amulets=island.cells([island.names[9]]))
    now = replace(now, facings=dict.fromkeys(setting.statues, "N"))
    lines = compact(now)
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    found = {
        match[1]: (match.start(), y, match[0])
        for y, line in enumerate(picture_of(lines))
        for match in re.finditer(r"[|^*!]([ABC]\d\d)..", line)
    }
    assert sorted(found) == list(island.names)
    at = dict(zip(island.hexes, island.names, strict=True))
    for name, (x, y, shown) in found.items():
        maps = [LETTERS[c] for c in COLOURS if name in now.maps[c].candidates]
        sign = SYMBOLS[setting.landmark(name)].replace(" ", "|")
        assert shown[:5] == sign + name + island.terrain(name)[0].upper()
        assert shown[5] in (maps[0] if len(maps) == 1 else "&" if maps else " R+")
        around = {at[place] for place in island.graph[island.place(name)] if place in at}
        near = {o for o, (x2, y2, _) in found.items() if (abs(x2 - x), abs(y2 - y)) in ((6, 0), (3, 1))}
        assert near == around


def test_north_of_a_compact_board_is_to_the_left_and_east_on_top() -> None:
    lines = compact(position(BOXED))
    (row,) = (line for line in lines if "B20" in line)
    assert "|B30S |B20L |B10L " in row  # from north to south
    assert re.search(r"C02S .C01S", lines[lines.index(row) - 1])
    assert "turned: north is to the left" in lines


def test_a_row_of_a_compact_drawn_island_begins_with_its_first_hex() -> None:
    setting = Setting(parse_drawing("J . J\n . S B\nL L"), huts=["a3"])
    now = position(setting, {"brown": "in jungle", "white": "in jungle"}, atvs={"red": "b2"}, amulets=[])
    assert compact(now)[:3] == ["a1|J &|   |J &|", "      b2|S R|B  |", "a3|L^ |L  |"]
    assert compact(now, "white")[0] == "a1|J w|   |J w|"
    assert "candidates: b brown 2, w white 2, & of several maps" in compact(now)


def test_a_piece_that_a_compact_board_hides_under_a_mark_is_told_below() -> None:
    clues = {"brown": "in jungle"}
    now = position(BOXED, clues, atvs={"red": "A22", "blue": "C10"}, amulets=["B65", "A22"])
    lines = compact(now)
    assert ("C10Jb" in "".join(lines), "A22L&" in "".join(lines)) == (True, True)
    assert lines[-2:] == ["ATVs: R red A22, B blue C10 (under a mark)", "+ amulets: B65 (under a mark), A22"]
    assert not any("under a mark" in line for line in drawn(draw_terminal(now), 80))


@WIDTHS
def test_treasures_on_a_setting(width: int, height: int) -> None:
    lines = drawn(draw_terminal_setting(BOXED, {"black": "B01", "brown": "B20", "white": "B20"}), width)
    marked = {
        name: "".join(rows[1:])[2:].replace(" ", "") if height == 2 else rows[2].replace(" ", "")
        for name, rows in blocks(lines, height).items()
    }
    assert {name: letters for name, letters in marked.items() if letters} == {"B01": "k", "B20": "bw"}
    assert lines[-1] == "treasures: b brown B20, w white B20, k black B01"
    bare = drawn(draw_terminal_setting(BOXED), width)
    assert bare[-1] == "^ hut (4)   * palm (3)   ! statue (3)"
    assert picture_of(bare) == picture_of(printed(position(BOXED), width))
