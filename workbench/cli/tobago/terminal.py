"""A position or a setting drawn with letters, for a terminal: readable with colours and without.

A hex is a block between two bars. Where the terminal is wide enough a block is two lines high::

    |B52 R+|        name, then the ATVs and amulets on it, or where its statue looks
    |S^bw k|        terrain, landmark, and the maps that it is a candidate of

and otherwise narrower: two lines high for one map or two, four lines for more. Where some map is marked, its
candidates are bright blocks and all other hexes dim letters. Everything that stands on hexes is told again
below the island.

The compact form has one line for a row of hexes, so that all of it fits into 24 lines and 80 columns. The
rows of boards run from north to south, so these are turned, and a hex is ``^B52Sb``: a bar or the landmark,
the name, the terrain, the map. A row of a drawn island begins with the name of its first hex, and a hex is
``|S^b``. Several maps share one sign, and where there is none a piece stands; of a piece under the sign of a
map the line below the island says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from toolkit.games.tobago.clues import Setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import TERRAINS, Hex, Orientation
from toolkit.hexmap.signs import map_sheet
from workbench.cli.choices import LETTERS

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult


_LANDMARKS = {"hut": "^", "palm": "*", "statue": "!"}
_AMULET, _MORE = "+", "&"
_BAR = "|"
Say = Callable[[str], str]
Lines = list[dict[int, tuple[str, str]]]  # per line: text and style by the column where the text begins

_WIDE, _NARROW, _TALL = (6, 2), (4, 2), (4, 4)
"""The width and the height of the block of a hex, without its bars."""

_MOST_NARROW = 2  # maps whose letters fit into a narrow block


class Paint(NamedTuple):
    """The styles of a terrain: of a block to be seen, and of one that recedes."""

    bright: str
    dim: str


def _fine(terrain: str, ink: str) -> Paint:
    return Paint(f"bold #000000 on {map_sheet().colour(terrain)}", ink)


_FINE = {  # the inks are seen on a dark terminal and on a light one
    "beach": _fine("beach", "#b9a03c"),
    "jungle": _fine("jungle", "#3f9a4a"),
    "lake": _fine("lake", "#4f7fd0"),
    "mountain": _fine("mountain", "#8a8480"),
    "river": _fine("river", "#2fa5bd"),
    "scrubland": _fine("scrubland", "#c0702a"),
}
_COARSE = {  # of the eight colours that every terminal with colours has, each terrain its own
    "beach": Paint("bold black on yellow", "yellow"),
    "jungle": Paint("bold black on green", "green"),
    "lake": Paint("bold white on blue", "bright_blue"),
    "mountain": Paint("bold black on white", "default"),
    "river": Paint("bold black on cyan", "cyan"),
    "scrubland": Paint("bold white on red", "red"),
}


_PLAIN = {terrain: Paint("bold", "dim") for terrain in _FINE}


def paints(console: Console) -> Mapping[str, Paint]:
    """Return the styles of the terrains that this console can tell apart."""
    if console.no_color or console.color_system is None:
        return _PLAIN
    return _FINE if console.color_system in ("256", "truecolor") else _COARSE


def draw_terminal(
    position: Position, colour: str | None = None, *, compact: bool = False, say: Say = str
) -> TerminalPicture:
    """Return the drawing of a position: the island with pieces and the candidates of all maps or one.

    It fits itself to the width of the console that prints it: the island of the box takes 99 columns, or 71
    in its tall form. An island too wide even for that keeps its lines whole with ``print(..., crop=False)``.
    `say` says the words of the legend in another way (`toolkit.games.tobago.telling.in_words`).
    """
    maps = [m for m in position.maps.values() if m.clues and colour in (None, m.colour)]
    notes = _counts(position) if compact else _candidates(position, say)
    return TerminalPicture(position, {m.colour: m.candidates for m in maps}, notes, compact, say)


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
    compact: bool = False
    say: Say = str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._island(paints(console), options.max_width)
        yield ""
        yield from _legend(self, paints(console))

    def _island(self, paint: Mapping[str, Paint], most: int) -> Text:
        """Return the island in the form that fits into a terminal of so many columns."""
        if self.compact:
            return _rows(self, paint)
        narrow = [_NARROW] if len(self.marked) <= _MOST_NARROW else []
        drawn = (_island(self, paint, *form) for form in (_WIDE, *narrow, _TALL))
        fits = (one for one in drawn if max(map(len, one.plain.splitlines())) <= most)
        return next(fits, _island(self, paint, *(narrow or [_TALL])[0]))

    @property
    def bright(self) -> Collection[str]:
        """The hexes to be seen: the marked ones, or all where none is."""
        return set().union(*self.marked.values()) if self.marked else self.position.setting.island.names


def _island(picture: TerminalPicture, paint: Mapping[str, Paint], width: int, height: int) -> Text:
    island = picture.position.setting.island
    width = max(width, *map(len, island.names))
    spots = [_spot(place, island.orientation, width + 1, height) for place in island.hexes]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    lines: Lines = [{} for _ in range(max(y for _, y in spots) - top + height)]
    bright = picture.bright
    for name, (x, y) in zip(island.names, spots, strict=True):
        style = paint[island.terrain(name)]
        for line, words in zip(lines[y - top :], _words(picture, name, width, height), strict=False):
            line[x - left] = line[x - left + width + 1] = (_BAR, "dim")
            line[x - left + 1] = (words.ljust(width), style.bright if name in bright else style.dim)
    return Text("\n", no_wrap=True, overflow="ignore").join(map(_joined, lines))


def _rows(picture: TerminalPicture, paint: Mapping[str, Paint]) -> Text:
    """Return the island with one line for each row of hexes, boards with their east side on top."""
    island, bright = picture.position.setting.island, picture.bright
    turned = island.orientation is Orientation.FLAT
    places = [Hex(place.q + place.r, -place.q) if turned else place for place in island.hexes]
    width, margin = (6, 0) if turned else (4, max(map(len, island.names)))
    spots = [_spot(place, Orientation.POINTY, width, 1) for place in places]
    left, top = min(x for x, _ in spots) - margin, min(y for _, y in spots)
    lines: Lines = [{} for _ in range(max(y for _, y in spots) - top + 1)]
    for name, (x, y) in zip(island.names, spots, strict=True):
        line, at, style = lines[y - top], x - left, paint[island.terrain(name)]
        terrain, landmark, mark = _signs(picture, name)
        if not line and not turned:
            line[at - len(name)] = (name, "")
        shown = name + terrain + mark if turned else terrain + (landmark or " ") + mark
        line[at] = (landmark, "bold") if turned and landmark else (_BAR, "dim")
        line[at + 1] = (shown, style.bright if name in bright else style.dim)
        line.setdefault(at + width, (_BAR, "dim"))
    return Text("\n", no_wrap=True, overflow="ignore").join(map(_joined, lines))


def _signs(picture: TerminalPicture, name: str) -> tuple[str, str, str]:
    """Return one sign for the terrain of a hex, its landmark, and what maps or pieces are there."""
    position = picture.position
    maps = "".join(LETTERS[colour] for colour, found in picture.marked.items() if name in found)
    landmark = _LANDMARKS.get(position.setting.landmark(name) or "", "")
    terrain = position.setting.island.terrain(name)[0].upper()
    return terrain, landmark, _cut(maps or _pieces(position, name), 1) or " "


def _pieces(position: Position, name: str) -> str:
    """Return the letters of the ATVs on a hex, and the sign of an amulet."""
    vehicles = "".join(colour[0].upper() for colour, place in position.atvs.items() if place == name)
    return vehicles + _AMULET * (name in position.amulets)


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
    sign = setting.island.terrain(name)[0].upper() + _LANDMARKS.get(setting.landmark(name) or "", " ")
    columns = LETTERS if width >= len(sign) + len(LETTERS) or height > _WIDE[1] else picture.marked
    maps = "".join(LETTERS[c] if name in picture.marked.get(c, ()) else " " for c in columns)
    pieces, facing = _pieces(position, name), position.facings.get(name, "")
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


def _legend(picture: TerminalPicture, paint: Mapping[str, Paint]) -> Iterator[Text]:
    position, island, say = picture.position, picture.position.setting.island, picture.say
    terrains = [t for t in TERRAINS if island.terrain_cells(t)]
    signs = [Text.assemble((f" {t[0].upper()} ", paint[t].bright), f" {say(t)}") for t in terrains]
    yield Text("  ").join(signs)
    landmarks = {kind: len(cells) for kind, cells in position.setting.landmarks.items() if cells}
    if picture.compact and island.orientation is Orientation.FLAT:
        yield Text("turned: north is to the left")
    if landmarks:
        counted = [f"{_LANDMARKS[kind]} {say(kind)} ({say(str(many))})" for kind, many in landmarks.items()]
        yield Text("   ".join(counted))
    looks = [say("{} looks {}").format(say(name), say(way)) for name, way in position.facings.items()]
    yield from _listed(say("statues"), looks, say)
    yield from picture.notes
    under = {
        name: " (under a mark)" for found in picture.marked.values() for name in found if picture.compact
    }
    pieces = [
        f"{say(colour[0].upper())} {say(colour)} {say(place)}{under.get(place, '')}"
        for colour, place in position.atvs.items()
    ]
    yield from _listed(say("ATVs"), pieces, say)
    amulets = [f"{say(place)}{under.get(place, '')}" for place in position.amulets]
    yield from _listed(f"{_AMULET} {say('amulets')}", amulets, say)


def _counts(position: Position) -> tuple[Text, ...]:
    """Return one line: how many candidates each map has."""
    counts = [
        f"{LETTERS[colour]} {colour} {one.located or len(one.candidates)}"
        for colour, one in position.maps.items()
        if one.clues
    ]
    several = [f"{_MORE} of several maps"] if len(counts) > 1 else []
    return _listed("candidates", [*counts, *several])


def _candidates(position: Position, say: Say) -> tuple[Text, ...]:
    """Return a line for each map with a clue, and one for all the others."""
    lines = []
    for colour, one in position.maps.items():
        if one.clues:
            many = say("{} candidates").format(say(str(len(one.candidates))))
            found = say("located on {}").format(say(one.located)) if one.located else many
            clues = say(", ").join(say(str(clue)) for clue in one.clues)
            lines.append(Text(f"{say(LETTERS[colour])} {say(colour)}: {found} ({clues})"))
    others = [say(colour) for colour, one in position.maps.items() if not one.clues]
    return (*lines, *_listed(say("no clue"), others, say))


def _listed(what: str, items: list[str], say: Say = str) -> tuple[Text, ...]:
    return (Text(f"{what}: {say(', ').join(items)}"),) if items else ()
