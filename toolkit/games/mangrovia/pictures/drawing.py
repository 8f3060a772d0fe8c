"""The board of Mangrovia as SVG: bare, or with all that a seat sees.

The layers, bottom to top, each a group with a class that stays the same:

==================== ===================================================================================
``layer-grid``        the sea, the sacred paths as bands, the stone area and the pole area
``layer-statues``     the statues at the heads of the paths, with both prizes
``layer-spaces``      the landscape spaces, in the grid, on the coast and on the islet
``layer-islands``     the archipelago: ritual spaces with bowls, piers with their actions, the boat
``layer-temple``      the temple rock with the birds, and the pole tiles still to come
``layer-cards``       the face-up rows, how much lies face down, the amulets on the board
``layer-players``     what everybody sees of each player, and the cards that are known
``layer-legend``      what the signs mean
==================== ===================================================================================

Each space, statue, ritual space and pier has its name as ``data-place``, each player ``data-player``, and
words for screen readers. The label of the board is part of each picture: that which is shipped is
reconstructed.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from toolkit.games.mangrovia.components import LANDSCAPES, PIERS, RITUAL_SPACES, TILES
from toolkit.games.mangrovia.pictures import symbols
from toolkit.games.mangrovia.pictures.page import (
    LEFT,
    MARGIN,
    PITCH,
    RIGHT,
    TOP,
    Page,
    box,
    cell_of,
    centre,
    column_number,
    in_line,
    layer,
    told,
    words_at,
)
from toolkit.games.mangrovia.pictures.symbols import INK, outlined, put
from toolkit.games.mangrovia.pictures.table import draw_cards, draw_legend, draw_players
from toolkit.games.mangrovia.state import CLEAN_UP, NO_TILE, MangroviaState
from toolkit.hexmap.patterns import definitions
from toolkit.hexmap.scene import checked_theme
from toolkit.hexmap.svg import FONT, PASSIVE, element, label, number, segments, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from toolkit.core.observation import Observation
    from toolkit.games.mangrovia.board import Board, Path, Space
    from toolkit.games.mangrovia.pictures.page import Cell
    from toolkit.games.mangrovia.pictures.symbols import Owner
    from toolkit.hexmap.patterns import Theme
    from toolkit.hexmap.svg import Point

_PIER = 45.0  # from pier to pier
_TEMPLE = 526.0  # where the temple rock begins


def observation_picture(seen: Observation[MangroviaState], theme: Theme = "light") -> str:
    """Return all that a seat sees as SVG; theme and answer are those of `board_picture`."""
    page = Page(seen.rules.layout, seen, checked_theme(theme))
    return _document(
        page, [partial(draw_cards, page, seen), partial(draw_players, page, seen), partial(draw_legend, page)]
    )


def board_picture(board: Board, theme: Theme = "light") -> str:
    """Return a bare board as the text of an SVG document, the same for the same input.

    Parameters
    ----------
    board
        The board; its label is part of the picture.
    theme
        ``light``, ``dark`` or ``print``, as for islands; `ToolkitError` for another one.

    Examples
    --------
    >>> from toolkit.games.mangrovia import read_board
    >>> "<title>c1: sand, 7 in cards, 1 point, on V2 and H1, free</title>" in board_picture(read_board())
    True
    """
    page = Page(board, None, checked_theme(theme))
    return _document(page, [partial(draw_legend, page)])


def _document(page: Page, lower: Sequence[Callable[[float], tuple[str, float]]]) -> str:
    """Return a picture; what stands below the board is drawn from a height on, and says how high it is."""
    layers = [_title(page), _grid(page), _statues(page), _spaces(page), _islands(page), _temple(page)]
    bottom = max(TOP + page.size[1] * PITCH + 30, _TEMPLE + 80)
    for draw in lower:
        drawn, high = draw(bottom)
        layers.append(drawn)
        bottom += high
    width, height = page.width, bottom + MARGIN
    parts = [
        element("title", text_of(f"Mangrovia, {page.board.label}")),
        definitions(page.theme) + symbols.shapes(page.theme),
        box(0, 0, width, height, page.palette.background),
        *layers,
    ]
    return element(
        "svg",
        *(f"\n{part}" for part in parts),
        "\n",
        xmlns="http://www.w3.org/2000/svg",
        class_=f"mangrovia theme-{page.theme}",
        role="graphics-document document",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        style="max-width:100%;height:auto",  # shrinks with a notebook's column
        font_family=FONT,
        font_weight="bold",
        stroke_linejoin="round",
        text_anchor="middle",
        fill=page.palette.text,
        color=page.palette.border,  # of the edges of shapes
    )


def _title(page: Page) -> str:
    title = label(
        _where(page.seen) if page.seen else "Mangrovia", MARGIN, 24, text_anchor="start", font_size=18
    )
    board = label(page.board.label, page.width - MARGIN, 24, text_anchor="end", font_size=18, class_="label")
    return layer("title", title, board)


def _where(seen: Observation[MangroviaState]) -> str:
    """Return how far a game has come."""
    pier = seen[MangroviaState.pier] % CLEAN_UP
    boat = f"the boat is at pier {pier}" if pier else "the boat is at its start"
    return (
        f"Round {seen[MangroviaState.round]}, {'the game is over' if seen[MangroviaState.reason] else boat}"
    )


# ---- the grid ---------------------------------------------------------------------------------------------


def _grid(page: Page) -> str:
    (columns, rows), tones = page.size, page.palette.terrain
    wide, high = columns * PITCH, rows * PITCH
    sea = box(LEFT - 4, TOP - 4, wide + 8, high + 8, page.palette.ocean, rx=14)
    names = [(chr(96 + n), centre(n, 0)[0], TOP + high + 20) for n in range(1, columns + 1)]
    names += [(str(n), LEFT + wide + 14, centre(0, n)[1] + 5) for n in range(1, rows + 1)]
    edge = [label(*name, font_size=15) for name in names]
    lines = [(_head(path), _end(page, path)) for path in page.board.paths if path.spaces]
    bands = element(
        "path", d=segments(lines), stroke=tones["beach"][1], stroke_width=30, stroke_linecap="round"
    )
    areas = _area(page, "stone", tones["mountain"][0], "none") + _area(
        page, "pole", tones["scrubland"][1], "7 4"
    )
    return layer("grid", sea, *edge, bands, areas, **PASSIVE)


def _area(page: Page, area: str, colour: str, dashes: str) -> str:
    """Return the ground of the stone or pole area, the line around it, and its middle (M-21)."""
    cells = {cell for cell, space in page.cells.items() if space.area == area}
    below = {(column, row + 1) for column, row in cells} - set(page.cells)
    middles = sorted(cell for cell in below if cells.issuperset(_beside(*cell)))
    half, grounds, edges = PITCH / 2, "", []
    for cell in sorted(cells.union(middles)):
        x, y = centre(*cell)
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        grounds += box(x - half, y - half, PITCH, PITCH, colour)
        sides = zip(_beside(*cell), corners, [*corners[1:], corners[0]], strict=True)
        edges += [(start, end) for near, start, end in sides if near not in cells.union(middles)]
    line = element(
        "path", d=segments(edges), stroke=page.palette.border, stroke_width=3, stroke_dasharray=dashes
    )
    names = (outlined(page.theme, (area, x, y + 6)) for x, y in (centre(*cell) for cell in middles))
    return grounds + line + "".join(names)


def _beside(column: int, row: int) -> list[Cell]:
    """Return the cells above, to the right, below and to the left."""
    return [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]


def _head(path: Path) -> Point:
    """Return where the statue of a path stands: above its column, or to the left of its row."""
    line = path.line.split()[1]
    if path.id[0] == "V":
        return centre(column_number(line), 0)[0], TOP - 30
    return LEFT - 34, centre(0, int(line))[1]


def _end(page: Page, path: Path) -> Point:
    return centre(*cell_of(page.board.spaces[path.spaces[-1]]))


def _statues(page: Page) -> str:
    return layer("statues", *(_statue(page, path) for path in page.board.paths))


def _statue(page: Page, path: Path) -> str:
    name = outlined(page.theme, (path.id, 17, -4), (f"{path.first} / {path.second}", 0, 23))
    words = f"statue of {path.id}: {path.first} points for the most huts, {path.second} for the second most"
    statue = put(symbols.use("statue"), -12, -9, 1.1)
    return told(words, _head(path), statue, name, data_place=path.id)


# ---- spaces -----------------------------------------------------------------------------------------------


def _spaces(page: Page) -> str:
    grid = {n: centre(*cell_of(space)) for n, space in enumerate(page.board.spaces) if space.column}
    coast, islet = page.shore("coast"), page.shore("islet")
    waters = [_water(page, list(shore.values())) for shore in (coast, islet) if shore]
    return layer("spaces", *waters, *(_space(page, *one) for one in sorted((grid | coast | islet).items())))


def _water(page: Page, places: Sequence[Point]) -> str:
    """Return the water around spaces of a shore."""
    (left, top), (right, bottom) = min(places), (max(x for x, _ in places), max(y for _, y in places))
    return box(left - 34, top - 32, right - left + 68, bottom - top + 82, page.palette.ocean, rx=14)


def _space(page: Page, n: int, place: Point) -> str:
    space, owner = page.board.spaces[n], page.owner(n)
    lands = zip(space.landscapes, ((-16, -8), (17, 23)), strict=False)
    initials = [symbols.initial(page.theme, face, *where) for face, where in lands]
    on_it = _built(page, n, owner) if owner else _free(page, n)
    words = _space_words(page, n)
    return told(words, place, _ground(page, space), on_it, *initials, _name(page, space), data_place=space.id)


def _name(page: Page, space: Space) -> str:
    """Return the name of a space where the edges of the grid do not tell it."""
    if space.id == f"{space.column}{space.row}":
        return ""
    return put(outlined(page.theme, (space.id, 0, 0)), 0, 30, 0.7) if space.column else label(space.id, 0, 43)


def _ground(page: Page, space: Space) -> str:
    """Return the landscapes of a space; an amulet space is round and has a red ring."""
    ringed = space.area == "amulet"
    shapes = zip(("round" if ringed else "space", "half"), space.landscapes, strict=False)
    lands = "".join(symbols.land(page.theme, face, shape) for shape, face in shapes)
    return lands + symbols.use("ring") * ringed


def _built(page: Page, n: int, owner: Owner) -> str:
    """Return the hut on a space, and the pole tile under it."""
    tile, double = page.pole_tile(n), page.double(n)
    hut = symbols.double_hut(owner) if double else symbols.hut(owner)
    under = put(symbols.sign("pole tile", str(tile)), -15, 18, 0.9) if tile else ""
    return put(hut, 6 if tile else 2, 2, class_=f"hut {owner.name}{' double' * double}") + under


def _free(page: Page, n: int) -> str:
    """Return the price and the points of a space, and the stone tile that lies there or the neutral mark."""
    space, tile = page.board.spaces[n], page.stone_tile(n)
    price = symbols.sign("amulet" if space.pay == "amulets" else "card", str(space.price))
    drawn = put(price, 4 if tile == NO_TILE else 9, 7)
    drawn += put(symbols.sign("points", str(space.points)), 15, -15) if space.points else ""
    if tile != NO_TILE:
        return drawn + put(symbols.stone_tile(tile), -14, 18)
    return drawn + (put(symbols.sign(f"{space.mark} mark"), -18, 17) if space.mark != "none" else "")


def _space_words(page: Page, n: int) -> str:
    space, owner = page.board.spaces[n], page.owner(n)
    stone, pole = page.stone_tile(n), page.pole_tile(n)
    paths = " and ".join(page.board.paths[path].id for path, _ in space.paths)
    words = [
        "/".join(LANDSCAPES[face] for face in space.landscapes),
        f"{space.price} in {space.pay}",
        f"{space.points or 'no'} point{'s' * (space.points != 1)}",
        "" if space.area == "plain" else f"{space.area} {'space' if space.area == 'amulet' else 'area'}",
        f"on {paths}" if paths else "",
        "" if space.mark == "none" else f"{space.mark} mark",
        "" if stone == NO_TILE else f"stone tile {TILES[stone]}",
        f"{'double ' * page.double(n)}hut of {owner.words}" if owner else "free",
        f"pole tile {pole}" if pole else "",
    ]
    return f"{space.id}: {', '.join(filter(None, words))}"


# ---- the archipelago and the temple rock ------------------------------------------------------------------


def _islands(page: Page) -> str:
    middle = page.right + RIGHT / 2
    sea = box(page.right - 4, 38, RIGHT + 4, RITUAL_SPACES * _PIER + 46, page.palette.ocean, rx=14)
    parts = [told("start of the boat", (middle, 58), _sail(page, 0, "start"), data_place="start")]
    for ritual in range(1, RITUAL_SPACES + 1):
        y = TOP + (ritual - 1) * _PIER
        parts += [
            _ritual(page, ritual, (middle, y)),
            _pier(page, ritual, -1, (middle - 60, y)),
            _pier(page, len(PIERS) - ritual, 1, (middle + 60, y)),
        ]
    return layer("islands", sea, *parts)


def _ritual(page: Page, ritual: int, place: Point) -> str:
    owner, sand = page.bowl(ritual - 1), page.palette.terrain["beach"][0]
    drawn = element("ellipse", rx=36, ry=20, fill=sand, stroke=page.palette.line)
    if owner:
        drawn += put(symbols.bowl(owner), 0, 0, class_=f"bowl {owner.name}")
    else:
        drawn += outlined(page.theme, (f"R{ritual}", 0, 6))
    whose = f"bowl of {owner.words}" if owner else "no bowl"
    words = f"ritual space R{ritual}, piers {ritual} and {len(PIERS) - ritual}: {whose}"
    return told(words, place, drawn, data_place=f"R{ritual}")


def _pier(page: Page, pier: int, side: int, place: Point) -> str:
    drawn, width = symbols.action(PIERS[pier])
    here = "; the boat is here" * (page.pier == pier)
    words = f"pier {pier}: {', then '.join(part.words for part in PIERS[pier])}{here}"
    action = put(drawn, 22 if side > 0 else -22 - width, 0)
    return told(words, place, _sail(page, pier, str(pier)), action, data_place=f"pier {pier}")


def _sail(page: Page, pier: int, text: str) -> str:
    """Return the name of a pier, which is the sail of the boat where that lies."""
    here = page.pier == pier
    half = 8 + 5 * len(text)
    fill, ink = (symbols.GOLD, INK) if here else (page.palette.background, page.palette.text)
    sail = box(-half, -12, 2 * half, 23, fill, rx=11, stroke=page.palette.line)
    hull = put(symbols.sign("boat"), 0, 0, class_="boat") if here else ""
    return hull + sail + label(text, 0, 5.5, font_size=16, fill=ink)


def _temple(page: Page) -> str:
    birds = page.seen[MangroviaState.birds] if page.seen else ()
    rocks = [_rock(page, face, here=face in birds) for face in range(len(LANDSCAPES))]
    tiles = _pole_tiles(page, page.seen) if page.seen else ""
    return layer("temple", words_at("temple rock", page.right, _TEMPLE + 10), *rocks, tiles)


def _rock(page: Page, face: int, *, here: bool) -> str:
    land = symbols.land(page.theme, face, "space") + symbols.initial(page.theme, face, -16, -8)
    drawn = put(land, 0, 0, 0.85) + (put(symbols.bird(), 4, 5, class_="bird") if here else "")
    words = f"temple rock, {LANDSCAPES[face]}: {'a' if here else 'no'} bird"
    place = page.right + 24 + 51 * face, _TEMPLE + 42
    return told(words, place, drawn, data_place=f"rock {LANDSCAPES[face]}")


def _pole_tiles(page: Page, seen: Observation[MangroviaState]) -> str:
    """Return the pole tiles still to come, the next one first (M-6)."""
    tiles = [str(tile) for tile in seen.rules.box.pole_tiles if tile not in seen[MangroviaState.pole]]
    symbols_left = [symbols.sign("pole tile", tile) for tile in tiles]
    drawn = in_line(symbols_left[:4], 0, 0, 30) + in_line(symbols_left[4:], 0, 24, 30)
    head = words_at("pole tiles", page.right + 216, _TEMPLE + 10)
    return head + told(
        f"pole tiles to come: {' '.join(tiles) or 'none'}", (page.right + 230, _TEMPLE + 31), drawn
    )
