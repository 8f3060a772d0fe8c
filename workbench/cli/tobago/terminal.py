"""A position or a setting drawn with letters, for a terminal: readable with colours and without.

A hex is a block between two bars. Where the terminal is wide enough a block is two lines high::

    |B52 R+|        name, then the ATVs and amulets on it, or where its statue looks
    |S^bw k|        terrain, landmark, and the maps that it is a candidate of

and otherwise four lines, narrower. Everything that stands on hexes is told again below the island.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from toolkit.games.tobago.position import Position
from toolkit.hexmap import TERRAINS, Orientation
from toolkit.hexmap.patterns import PALETTES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from rich.console import Console, ConsoleOptions, RenderResult

    from toolkit.games.tobago.setting import Setting
    from toolkit.hexmap import Hex

LETTERS = {"brown": "b", "white": "w", "grey": "g", "black": "k"}
_LANDMARKS = {"hut": "^", "palm": "*", "statue": "!"}
_AMULET, _MORE = "+", "&"
_BAR = "|"
_GROUNDS = {terrain: f"#000000 on {ground}" for terrain, (ground, _) in PALETTES["light"].terrain.items()}

Lines = list[dict[int, tuple[str, str]]]  # per line: text and style by the column where the text begins


_WIDE, _TALL = (6, 2), (4, 4)
"""The width and the height of the block of a hex, without its bars."""


def draw_terminal(position: Position) -> TerminalPicture:
    """Return the drawing of a position: the island with candidates and pieces, and a legend.

    It fits itself to the width of the console that prints it: the island of the box takes 99 columns, or 71
    in its tall form. An island too wide even for that keeps its lines whole with ``print(..., crop=False)``.
    """
    laid = {colour: m.candidates for colour, m in position.maps.items() if m.clues}
    return TerminalPicture(position, laid, _candidates(position))


def draw_terminal_setting(setting: Setting, treasures: Mapping[str, str] | None = None) -> TerminalPicture:
    """Return the drawing of an island with its landmarks, and of no map: for who is still to find out.

    `treasures` are the hexes of the treasures to be shown, by colour.
    """
    found = {colour: treasures[colour] for colour in LETTERS if treasures and colour in treasures}
    notes = _listed("treasures", [f"{LETTERS[colour]} {colour} {place}" for colour, place in found.items()])
    return TerminalPicture(Position(setting=setting), {c: (place,) for c, place in found.items()}, notes)


@dataclass(frozen=True, slots=True)
class TerminalPicture:
    """A drawing that rich can print, of an island and what stands on it."""

    position: Position
    marked: Mapping[str, Collection[str]]  #: the hexes with the letter of a colour
    notes: tuple[Text, ...]  #: what the legend says about these

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = _island(self, *_WIDE)
        fits = max(map(len, wide.plain.splitlines())) <= options.max_width
        yield wide if fits else _island(self, *_TALL)
        yield ""
        yield from _legend(self)


def _island(picture: TerminalPicture, width: int, height: int) -> Text:
    island = picture.position.setting.island
    width = max(width, *map(len, island.names))
    spots = [_spot(place, island.orientation, width + 1, height) for place in island.hexes]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    lines: Lines = [{} for _ in range(max(y for _, y in spots) - top + height)]
    for name, (x, y) in zip(island.names, spots, strict=True):
        for line, words in zip(lines[y - top :], _words(picture, name, width, height), strict=False):
            line[x - left] = line[x - left + width + 1] = (_BAR, "")
            line[x - left + 1] = (words.ljust(width), _GROUNDS[island.terrain(name)])
    return Text("\n", no_wrap=True, overflow="ignore").join(map(_joined, lines))


def _spot(place: Hex, orientation: Orientation, width: int, height: int) -> tuple[int, int]:
    """Return column and line of the left bar of a block, which its neighbour shares."""
    if orientation is Orientation.FLAT:
        return place.q * width, (2 * place.r + place.q) * height // 2
    return (2 * place.q + place.r) * width // 2, place.r * height


def _joined(line: dict[int, tuple[str, str]]) -> Text:
    text = Text()
    for x in sorted(line):
        text.append(" " * (x - len(text)))
        text.append(*line[x])
    return text


def _words(picture: TerminalPicture, name: str, width: int, height: int) -> list[str]:
    """Return the lines of a block."""
    position, setting = picture.position, picture.position.setting
    letter = setting.island.terrain(name)[0].upper()
    sign = letter + _LANDMARKS.get(setting.landmark(name) or "", " ")
    maps = "".join(sign if name in picture.marked.get(c, ()) else " " for c, sign in LETTERS.items())
    vehicles = "".join(colour[0].upper() for colour, place in position.atvs.items() if place == name)
    pieces, facing = vehicles + _AMULET * (name in position.amulets), position.facings.get(name, "")
    if height > _WIDE[1]:
        return [name, sign + facing, maps, _cut(pieces, width)]
    return [name + _aside(pieces, facing, width - len(name)), sign + maps]


def _aside(pieces: str, facing: str, room: int) -> str:
    """Return what stands to the right of a name: the pieces, or without any the direction if it fits."""
    if pieces:
        return _cut(pieces, room).rjust(min(room, len(pieces) + 1))
    return f">{facing}" if facing and len(facing) < room else ""


def _cut(pieces: str, room: int) -> str:
    """Return what fits; a sign at the end says that there is more, which the legend tells."""
    return pieces if len(pieces) <= room else (pieces[: room - 1] + _MORE)[:room]


def _legend(picture: TerminalPicture) -> Iterator[Text]:
    position, island = picture.position, picture.position.setting.island
    terrains = [t for t in TERRAINS if island.terrain_cells(t)]
    yield Text("  ").join(Text.assemble((f" {t[0].upper()} ", _GROUNDS[t]), f" {t}") for t in terrains)
    landmarks = {kind: len(cells) for kind, cells in position.setting.landmarks.items() if cells}
    if landmarks:
        yield Text("   ".join(f"{_LANDMARKS[kind]} {kind} ({count})" for kind, count in landmarks.items()))
    yield from _listed("statues", [f"{name} looks {way}" for name, way in position.facings.items()])
    yield from picture.notes
    yield from _listed("ATVs", [f"{c[0].upper()} {c} {place}" for c, place in position.atvs.items()])
    yield from _listed(f"{_AMULET} amulets", list(position.amulets))


def _candidates(position: Position) -> tuple[Text, ...]:
    """Return a line for each map with a clue, and one for all the others."""
    lines = []
    for colour, treasure_map in position.maps.items():
        if treasure_map.clues:
            located, count = treasure_map.located, len(treasure_map.candidates)
            found = f"located on {located}" if located else f"{count} candidates"
            clues = ", ".join(map(str, treasure_map.clues))
            lines.append(Text(f"{LETTERS[colour]} {colour}: {found} ({clues})"))
    return (*lines, *_listed("no clue", [colour for colour, one in position.maps.items() if not one.clues]))


def _listed(what: str, items: list[str]) -> tuple[Text, ...]:
    return (Text(f"{what}: {', '.join(items)}"),) if items else ()
