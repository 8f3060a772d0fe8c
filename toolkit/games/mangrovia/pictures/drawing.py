"""The board of Mangrovia as SVG: bare, or with all that a seat sees. docs/mangrovia.md says what signs mean.

Its layers are groups with a class: ``layer-title``, ``layer-grid`` (paths, stone and pole area),
``layer-statues``, ``layer-islands`` (ritual spaces, piers), ``layer-spaces``, ``layer-temple`` (the birds),
``layer-cards`` and ``layer-players``. Each space, statue, ritual space, pier and rock has its name as
``data-place`` and words for screen readers; so have piles (``valuables``, ``landscapes``, ``bag``), the cards
beside them (``open 5``, ``open reed``), and what the seat itself can pay with (``hand 5``, ``start 4``,
``amulet 3``, ``tile card 3``). What a player has is in groups with ``data-seat``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import checked_theme
from toolkit.core.pictures.svg import Point, element, label, segments
from toolkit.games.mangrovia.board import Board, Path, Space
from toolkit.games.mangrovia.components import FREE, LANDSCAPES, NO_TILE, PIERS, RITUAL_SPACES, TILES
from toolkit.games.mangrovia.pictures import symbols as draw
from toolkit.games.mangrovia.pictures.symbols import Owner, put, sign, told
from toolkit.games.mangrovia.pictures.table import draw_table
from toolkit.games.mangrovia.state import CLEAN_UP, MangroviaState
from toolkit.hexmap.signs import landmark

_PITCH = 60.0  # from space to space
_MARGIN, _LEFT, _TOP = 14.0, 76.0, 96.0  # the grid begins there
_SIDE, _LEAST_WIDTH = 340.0, 944.0  # of what is to the right of the grid; for the table below
_PIER, _SHORE, _TEMPLE = 45.0, 391.0, 553.0  # from pier to pier; how far down are the coast and the rock


def observation_picture(seen: Observation[MangroviaState], theme: Theme = "auto") -> Picture:
    """Return all that a seat sees; the themes are those of `toolkit.core.pictures.Sheet`."""
    return _document(_Page(seen.rules.layout, seen), checked_theme(theme))


def board_picture(board: Board, theme: Theme = "auto") -> Picture:
    """Return a bare board with its label; the themes are those of `toolkit.core.pictures.Sheet`.

    >>> from toolkit.games.mangrovia import read_board
    >>> "<title>c1: sand, 7 in cards, 1 point, on V2 and H1, free</title>" in board_picture(read_board())
    True
    """
    return _document(_Page(board, None), checked_theme(theme))


def _document(page: _Page, theme: Theme) -> Picture:
    table, high = draw_table(page.seen) if page.seen else ("", 0.0)
    bottom = max(_TOP + page.size[1] * _PITCH + 30, _TEMPLE + 50)
    width, height = page.width, bottom + high + _MARGIN
    rock = draw.words_at("temple rock", page.right, _TEMPLE + 5, 14)
    parts = [
        draw.shapes(),
        draw.box(0, 0, width, height, "paper"),
        _title(page),
        _grid(page),
        draw.layer("statues", *(_statue(path) for path in page.board.paths)),
        _islands(page),
        draw.layer("spaces", *(_space(page, n) for n in range(len(page.board.spaces)))),
        draw.layer("temple", rock, *(_rock(page, face) for face in range(len(LANDSCAPES)))),
        put(table, _MARGIN, bottom),
    ]
    return document(
        *parts,
        sheet=draw.sheet(),
        theme=theme,
        box=(0, 0, width, height),
        width=width,
        title=f"Mangrovia, {page.board.label}",
        role="graphics-document document",
    )


@dataclass(frozen=True)
class _Page:
    """A board, what a seat sees lie on it, if anything, and the place of everything on the page."""

    board: Board
    seen: Observation[MangroviaState] | None

    @cached_property
    def size(self) -> tuple[int, int]:
        """How many columns and rows the grid has."""
        columns = [ord(space.column) - ord("a") + 1 for space in self.board.spaces if space.column]
        return max(columns), max(space.row for space in self.board.spaces)

    @property
    def right(self) -> float:
        """Where begins what is to the right of the grid."""
        return _LEFT + self.size[0] * _PITCH + 34

    @property
    def width(self) -> float:
        """How wide the picture is."""
        return max(self.right + _SIDE + _MARGIN, *(x + 48 for x, _ in self.places), _LEAST_WIDTH)

    @cached_property
    def places(self) -> list[Point]:
        """The middles of the spaces; the islet lies beside the coast, each in two rows."""
        places, left = [_centre(s.column or "a", s.row) for s in self.board.spaces], self.right + 32
        for shore in ("coast", "islet"):
            lying = [n for n, space in enumerate(self.board.spaces) if space.place == shore]
            across = (len(lying) + 1) // 2
            for i, n in enumerate(lying):
                places[n] = left + i % across * 64, _SHORE + i // across * 76
            left += 16 + 64 * across
        return places

    @cached_property
    def tiles(self) -> dict[int, int]:
        """The tiles on the stone area and under huts of the pole area, by their spaces (M-20, M-38)."""
        if self.seen is None:
            return {}
        stone = zip(self.board.stone, self.seen[MangroviaState.stone], strict=False)
        pole = zip(self.board.pole, self.seen[MangroviaState.pole], strict=True)
        return {n: tile for n, tile in stone if tile != NO_TILE} | {n: tile for n, tile in pole if tile}

    def hut(self, n: int) -> tuple[Owner | None, bool]:
        """Return who built on a space, and whether a double hut."""
        if self.seen is None:
            return None, False
        return self.owner(self.seen[MangroviaState.owners][n]), self.seen[MangroviaState.sizes][n] > 1

    def owner(self, piece: int) -> Owner | None:
        """Return whose a hut or a bowl is, `FREE` for none."""
        return draw.owner_of(piece, self.seen.players) if self.seen and piece != FREE else None


def _centre(column: str, row: int) -> Point:
    """Return the middle of a cell; row 0 is above the grid."""
    return _LEFT + (ord(column) - ord("a") + 0.5) * _PITCH, _TOP + (row - 0.5) * _PITCH


def _title(page: _Page) -> str:
    """Return how far a game has come, and the label of the board."""
    words = "Mangrovia"
    if page.seen:
        over = ", the game is over" if page.seen[MangroviaState.reason] else ""
        words = f"Round {page.seen[MangroviaState.round]}{over}"
    left = label(words, _MARGIN, 24, class_="words", font_size=18)
    right = label(page.board.label, page.width - _MARGIN, 24, class_="label", font_size=18)
    return draw.layer("title", left, right)


def _grid(page: _Page) -> str:
    columns, rows = page.size
    wide, high = columns * _PITCH, rows * _PITCH
    sea = draw.box(_LEFT - 4, _TOP - 4, wide + 8, high + 8, "sea", rx=14)
    letters = [chr(ord("a") + n) for n in range(columns)]
    names = [(column, _centre(column, 0)[0], _TOP + high + 20) for column in letters]
    names += [(str(n), _LEFT + wide + 14, _centre("a", n)[1] + 5) for n in range(1, rows + 1)]
    lines = [(_head(path), page.places[path.spaces[-1]]) for path in page.board.paths if path.spaces]
    bands = element("path", d=segments(lines), class_="bands")
    stone = _area(page, "stone", page.board.stone)
    pole = _area(page, "pole", page.board.pole)
    return draw.layer("grid", sea, *(label(*name, font_size=15) for name in names), bands, stone, pole)


def _area(page: _Page, name: str, spaces: tuple[int, ...]) -> str:
    """Return the ground of the stone or pole area; its middle is no space (M-21)."""
    across, down = zip(*(page.places[n] for n in spaces), strict=True)
    x, y, wide, high = min(across), min(down), max(across) - min(across), max(down) - min(down)
    ground = draw.box(x - _PITCH / 2, y - _PITCH / 2, wide + _PITCH, high + _PITCH, f"{name}-area")
    words, drawn = f"{name} area", draw.outlined((name, 0, 6))
    if page.seen and name == "pole":  # the tiles still to come, the next one first (M-6)
        tiles = [str(n) for n in page.seen.rules.box.pole_tiles if n not in page.seen[MangroviaState.pole]]
        words += f", tiles to come: {' '.join(tiles) or 'none'}"
        drawn = put(drawn, 0, -11) + draw.in_line((sign("pole-tile", tile) for tile in tiles[:1]), 0, 11)
    return ground + told(words, (x + wide / 2, y + high / 2), drawn)


def _head(path: Path) -> Point:
    """Return where the statue of a path stands: above its column, or to the left of its row."""
    line = path.line.split()[1]
    if path.id[0] == "V":
        return _centre(line, 0)[0], _TOP - 30
    return _LEFT - 38, _centre("a", int(line))[1]


def _statue(path: Path) -> str:
    texts = draw.outlined((path.id, 18, -2)) + draw.outlined((f"{path.first}/{path.second}", 18, 14), size=14)
    words = f"statue of {path.id}: {path.first} points for the most huts, {path.second} for the second most"
    disc = put(landmark("statue"), -19, 0, 0.66)
    return told(words, _head(path), disc, texts, data_place=path.id)


def _space(page: _Page, n: int) -> str:
    """Return a space: its landscapes, what lies on it or what it costs, and its name."""
    space, tile, (owner, double) = page.board.spaces[n], page.tiles.get(n), page.hut(n)
    ringed = space.area == "amulet"
    outlines = zip(("round" if ringed else "space", "half"), space.landscapes, strict=False)
    drawn = [element("circle", r=31, class_=draw.RED)] * ringed
    lands = [draw.land(face, outline) for outline, face in outlines]
    drawn += [ground for ground, _ in lands]
    drawn.append(_built(owner, tile, double=double) if owner else _free(space, tile))
    drawn += [initial for _, initial in lands]
    if space.id != f"{space.column}{space.row}":  # the edges of the grid do not tell its name
        drawn.append(put(draw.outlined((space.id, 0, 0)), 0, 30 if space.column else 43, 0.8))
    return told(_words(page, n), page.places[n], *drawn, data_place=space.id)


def _built(owner: Owner, tile: int | None, *, double: bool) -> str:
    """Return the hut on a space, and the pole tile under it."""
    hut = draw.hut(owner.colour, owner.sign, double=double)
    drawn = put(hut, 6 if tile else 2, 2, class_=f"hut {owner.colour}{' double' * double}")
    return drawn + (put(sign("pole-tile", str(tile)), -15, 18, 0.9) if tile else "")


def _free(space: Space, tile: int | None) -> str:
    """Return the price and the points of a space, and the stone tile that lies there or the neutral mark."""
    price = sign("amulet" if space.pay == "amulets" else "card", str(space.price))
    drawn = put(price, 1 if tile is None else 9, 7)
    drawn += put(sign("points", str(space.points)), 15, -15) if space.points else ""
    if tile is not None:
        return drawn + put(draw.stone_tile(tile), -14, 18)
    marked = space.mark != "none"
    return drawn + (put(sign("mark", colour=space.mark), -18, 17) if marked else "")


def _words(page: _Page, n: int) -> str:
    space, tile, (owner, double) = page.board.spaces[n], page.tiles.get(n), page.hut(n)
    paths = " and ".join(page.board.paths[path].id for path, _ in space.paths)
    words = [
        "/".join(LANDSCAPES[face] for face in space.landscapes),
        f"{space.price} in {space.pay}",
        f"{space.points or 'no'} point{'s' * (space.points != 1)}",
        "" if space.area == "plain" else f"{space.area} {'space' if space.area == 'amulet' else 'area'}",
        f"on {paths}" if paths else "",
        "" if space.mark == "none" else f"{space.mark} mark",
        "" if tile is None or owner else f"stone tile {TILES[tile]}",
        f"{'double ' * double}hut of {owner.words}" if owner else "free",
        f"pole tile {tile}" if tile and owner else "",
    ]
    return f"{space.id}: {', '.join(filter(None, words))}"


def _islands(page: _Page) -> str:
    """Return the water to the right of the grid, and the ritual spaces between their two piers."""
    middle = page.right + _SIDE / 2
    sea = draw.box(page.right - 4, 38, page.width - page.right - _MARGIN + 4, 478, "sea", rx=14)
    parts = [sea, _pier(page, 0, 0, (middle, 58))]
    for n in range(RITUAL_SPACES):
        y = _TOP + n * _PIER
        parts.append(_ritual(page, n, (middle, y)))
        parts += [_pier(page, n + 1, -1, (middle - 60, y)), _pier(page, 12 - n, 1, (middle + 60, y))]
    return draw.layer("islands", *parts)


def _ritual(page: _Page, n: int, place: Point) -> str:
    owner, name = page.owner(page.seen[MangroviaState.bowls][n]) if page.seen else None, f"R{n + 1}"
    drawn = element("ellipse", rx=36, ry=20, class_="beach shore")
    drawn += draw.outlined((name, 0, 6))
    if owner:
        drawn += put(sign("bowl", owner.sign, owner.colour), 0, 0, class_=f"bowl {owner.colour}")
    whose = f"bowl of {owner.words}" if owner else "no bowl"
    words = f"ritual space {name}, piers {n + 1} and {12 - n}: {whose}"
    return told(words, place, drawn, data_place=name)


def _pier(page: _Page, pier: int, side: int, place: Point) -> str:
    """Return a pier or the start of the boat: its number is the sail of the boat where that lies."""
    here = page.seen is not None and page.seen[MangroviaState.pier] % CLEAN_UP == pier
    name, text = (f"pier {pier}", str(pier)) if pier else ("start", "start")
    fill = draw.GOLD if here else "paper"
    half, (symbols, wide) = 8 + 5 * len(text), draw.action(PIERS[pier])
    drawn = put(sign("boat"), 0, 0, class_="boat") * here
    number = label(text, 0, 5.5, font_size=16)
    drawn += element("g", draw.box(-half, -12, 2 * half, 23, "shore", rx=11), number, class_=fill)
    drawn += put(symbols, 22 if side > 0 else -22 - wide, 0)
    does = ", then ".join(part.words for part in PIERS[pier]) or "the boat begins here"
    return told(f"{name}: {does}{'; the boat is here' * here}", place, drawn, data_place=name)


def _rock(page: _Page, face: int) -> str:
    """Return a landscape of the temple rock with its name, and the bird that sits there."""
    here, name = page.seen is not None and face in page.seen[MangroviaState.birds], LANDSCAPES[face]
    drawn = "".join(draw.land(face, "space")) + label(name, 0, 44, font_size=13)
    drawn += put(draw.bird(), 4, 5, class_="bird") * here
    words = f"temple rock, {name}: {'a' if here else 'no'} bird"
    return told(words, (page.right + 126 + 62 * face, _TEMPLE), drawn, data_place=f"rock {name}")
