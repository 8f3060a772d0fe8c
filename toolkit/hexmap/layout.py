"""Where hexes lie on the page, and closed lines around sets of them; `Canvas`: a scene on its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from toolkit.core.pictures.svg import Point, at, number, points
from toolkit.hexmap.hexes import Hex, Orientation
from toolkit.hexmap.scene import Scene

RADIUS = 50.0
"""From the centre of a hex to a corner, in picture units."""

_H = sqrt(3) / 2  # half the height of a flat-top hex of radius 1; no trigonometry, so no platform differs
_FLAT_CORNERS = ((-0.5, -_H), (0.5, -_H), (1.0, 0.0), (0.5, _H), (-0.5, _H), (-1.0, 0.0))
_POINTY_CORNERS = ((-_H, -0.5), (0.0, -1.0), (_H, -0.5), (_H, 0.5), (0.0, 1.0), (-_H, 0.5))


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Where hexes lie on the page when the hex (0, 0) is centred on the origin; y grows downwards."""

    orientation: Orientation

    def centre(self, place: Hex) -> Point:
        """Return the centre of a hex."""
        if self.orientation is Orientation.FLAT:
            return RADIUS * 1.5 * place.q, RADIUS * 2 * _H * (place.r + place.q / 2)
        return RADIUS * 2 * _H * (place.q + place.r / 2), RADIUS * 1.5 * place.r

    def corners(self, centre: Point, scale: float = 1.0) -> list[Point]:
        """Return the six corners; the edge towards direction i runs from corner i to corner i + 1."""
        unit = _FLAT_CORNERS if self.orientation is Orientation.FLAT else _POINTY_CORNERS
        x, y = centre
        return [(x + RADIUS * scale * dx, y + RADIUS * scale * dy) for dx, dy in unit]

    def angle(self, direction: int) -> int:
        """Return where a direction (its number, clockwise) points, in degrees clockwise from the right."""
        return (-90 if self.orientation is Orientation.FLAT else -120) + 60 * direction

    def row_and_column(self, place: Hex) -> tuple[int, int]:
        """Return the place in a grid of zigzag rows and straight columns (or the reverse)."""
        if self.orientation is Orientation.FLAT:
            return place.r + place.q // 2, place.q
        return place.r, place.q + place.r // 2


def around(shapes: Iterable[list[Point]]) -> str:
    """Return the closed lines around a set of hexes, each given by its corners, as the ``d`` of one path.

    It has one line for each piece and one, the other way round, for each hole: filled, holes stay open.
    """
    edges: dict[tuple[_Spot, _Spot], Point] = {}
    for corners in shapes:
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            one, other = _spot(a), _spot(b)
            if (other, one) in edges:
                del edges[other, one]  # two hexes share it
            else:
                edges[one, other] = a
    follows = {one: (corner, other) for (one, other), corner in edges.items()}
    lines = []
    while follows:
        at, line = next(iter(follows)), list[str]()
        while at in follows:
            (x, y), at = follows.pop(at)
            line.append(f"{number(x)} {number(y)}")
        lines.append(f"M{'L'.join(line)}Z")
    return "".join(lines)


_Spot = tuple[int, int]


def _spot(corner: Point) -> _Spot:
    """Return a corner as a key: corners lie far apart, and the same one differs by rounding alone."""
    return round(corner[0]), round(corner[1])


# ---- a scene on its page -----------------------------------------------------------------------------------

_MARGIN = 46.0  # of sea around the land
_LEAST_WIDTH = 460.0  # room for a legend below the smallest island
_LARGEST = 760.0, 660.0  # pixels, where nothing else sets the size


@dataclass(frozen=True, slots=True)
class Canvas:
    """A scene with the place of everything on the page."""

    scene: Scene
    grid: HexGrid
    centres: Mapping[str, Point]
    names: bool
    letters: bool
    width: float
    height: float
    shown: float  #: how many pixels wide

    def outline(self, name: str, scale: float = 1.0) -> str:
        """Return the ``points`` of a hex."""
        return points(self.grid.corners(self.centres[name], scale))

    def around(self, names: Iterable[str]) -> str:
        """Return the closed lines around a set of hexes."""
        return around(self.grid.corners(self.centres[name]) for name in names)

    def beside(self, name: str, dx: float, dy: float, scale: float = 1.0) -> str:
        """Return the ``transform`` that moves a sign to a place near the centre of a hex."""
        x, y = self.centres[name]
        return at(x + dx, y + dy, scale=scale)


def canvas_of(scene: Scene, names: bool, letters: bool, below: bool, size: int | None) -> Canvas:
    """Return the canvas of a scene: the island in the middle, and wide enough for what stands below.

    It is shown `size` pixels wide, by default as a page has room.
    """
    grid = HexGrid(scene.island.orientation)
    land = dict(zip(scene.island.names, map(grid.centre, scene.island.hexes), strict=True))
    corners = [corner for centre in land.values() for corner in grid.corners(centre)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    width = max(right - left + 2 * _MARGIN, _LEAST_WIDTH * below)
    dx, dy = (width - left - right) / 2, _MARGIN - top
    centres = {name: (x + dx, y + dy) for name, (x, y) in land.items()}
    height = bottom - top + 2 * _MARGIN
    shown = size or min(width, _LARGEST[0], _LARGEST[1] * width / height)
    return Canvas(scene, grid, centres, names, letters, width, height, shown)
