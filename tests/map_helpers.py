"""Draws an island with everything on it, and reads pictures as browsers do: layers, closed lines, texts."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from toolkit.core.pictures import Picture
from toolkit.hexmap import Island
from toolkit.hexmap.drawing import Light, Marks, Token, draw

SVG = "{http://www.w3.org/2000/svg}"
Ring = list[complex]

HEX_AREA = 1.5 * 3**0.5 * 50.0**2  # of a hex of radius 50


def full(island: Island, **changes: Any) -> Picture:
    """Draw an island with at least one of everything, on its first hexes."""
    a, b, c, d, *_ = island.names
    things: dict[str, Any] = {
        "landmarks": {"hut": [a], "palm": [b], "statue": [c], "old well": [d]},
        "facings": {c: "NE"},
        "light": Light([a, b, d], "possible here"),
        "marks": [
            Marks("candidate of brown", [a, d], "brown", "circle", 0),
            Marks("cube of black", [b], "black", "diamond", 3, kind="cube"),
            Marks("taken from grey", [c], "grey", "triangle", 2, "taken by amulets", "gone"),
        ],
        "tokens": [Token("red ATV", a, "red", "vehicle", "R"), Token("amulet", d, "purple", "amulet")],
        "heat": {a: 0.25, b: 0.001},
        "arrows": [(a, b)],
        "highlight": [a],
    }
    return draw(island, **things | changes)


def layers(picture: str) -> dict[str, Element]:
    """Return the layers in order, by class without its prefix."""
    groups = ElementTree.fromstring(picture).findall(f"{SVG}g")
    return {group.attrib["class"].removeprefix("layer-"): group for group in groups}


def gridcells(picture: str) -> dict[str, Element]:
    """Return the element of every hex, and insist that there is one only."""
    cells = [e for e in ElementTree.fromstring(picture).iter() if e.get("role") == "gridcell"]
    by_name = {cell.attrib["data-hex"]: cell for cell in cells}
    assert len(by_name) == len(cells)
    return by_name


def labels(picture: str) -> dict[str, str]:
    """Return what a screen reader says of each hex."""
    return {name: cell.attrib["aria-label"] for name, cell in gridcells(picture).items()}


def texts(element: Element | str) -> list[str]:
    """Return the texts of a picture or a part of it, in order."""
    root = ElementTree.fromstring(element) if isinstance(element, str) else element
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def corners(polygon: Element) -> Ring:
    """Return the corners of a polygon."""
    pairs = (pair.split(",") for pair in polygon.attrib["points"].split())
    return [complex(float(x), float(y)) for x, y in pairs]


def centres(picture: str) -> dict[str, complex]:
    """Return the middle of every hex."""
    return {name: sum(corners(cell)) / 6 for name, cell in gridcells(picture).items()}


def moved_to(element: Element) -> complex:
    """Return where the transform of an element moves its origin."""
    match = re.match(r"translate\((\S+) (\S+)\)", element.attrib["transform"])
    assert match
    return complex(float(match[1]), float(match[2]))


def scale_of(element: Element) -> float:
    """Return how much larger the transform of an element makes it."""
    match = re.search(r"scale\((\S+)\)", element.attrib["transform"])
    return float(match[1]) if match else 1.0


def rings(path: Element) -> list[Ring]:
    """Return the closed lines of a path that is made of them."""
    d = path.attrib["d"]
    assert re.fullmatch(r"(M[-0-9. ]+(L[-0-9. ]+)+Z)*", d)
    lines = (line.removeprefix("M").split("L") for line in d.split("Z")[:-1])
    return [[complex(*map(float, corner.split())) for corner in line] for line in lines]


def edges(ring: Ring) -> list[tuple[complex, complex]]:
    """Return the edges of a closed line, in its direction."""
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def area(ring: Ring) -> float:
    """Return the area of a closed line: positive when clockwise on the page, negative the other way round."""
    return sum((a.conjugate() * b).imag for a, b in edges(ring)) / 2


def inside(path: Element, places: dict[str, complex]) -> set[str]:
    """Return which places a path paints: those that its lines go around (the rule ``nonzero``)."""
    found = rings(path)
    return {name for name, place in places.items() if sum(_turns(ring, place) for ring in found)}


def _turns(ring: Ring, place: complex) -> int:
    turns = 0
    for a, b in edges(ring):
        left = ((b - a).conjugate() * (place - a)).imag
        turns += (a.imag <= place.imag < b.imag and left > 0) - (b.imag <= place.imag < a.imag and left < 0)
    return turns
