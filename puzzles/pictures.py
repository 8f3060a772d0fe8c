"""What facts say as pictograms, for pages and books: those of clues, and others in the same box and manner.

A clue has the sign of what is to be found on the hexes that it speaks of. Distances have a hex with its name,
or a treasure, on the left, what is so far away on the right, and the numbers below: ``1-3`` for within 3,
``= 2`` for how many, ``3, …`` for the nearest of several.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.puzzle import Puzzle
from puzzles.words import Words
from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    CubeFact,
    DistancesFact,
    ListedFact,
    NearestFact,
    PairFact,
    Statement,
    TerrainsFact,
    TreasureFact,
)
from toolkit.core.pictures.svg import at, element, label
from toolkit.games.tobago.pictures import SHAPES, pictogram
from toolkit.games.tobago.pictures.clue_card import HEIGHT, WIDTH, hexagon, marked
from toolkit.hexmap.scene import Token
from toolkit.hexmap.signs import Colour, glyph, landmark, mark, token

_LEFT, _RIGHT, _HIGH, _RADIUS = 36.0, 104.0, 40.0, 33.0  # of two hexes side by side
_SMALL, _ASIDE = 0.8, 0.1 * WIDTH  # of a clue that has a number below
_LOW, _FONT = 103.0, 28.0  # of the numbers below
_LETTER = 0.62  # of the font is the width of a digit


def fact_pictogram(fact: Statement, say: Words, *, patterns: bool = False) -> str:
    """Return the drawing of a fact in a box of `WIDTH` x `HEIGHT`, its numbers in the digits of the language.

    Its parts have classes alone, without a page around. With `patterns`, as in print, these tell terrains.
    """
    match fact:
        case TreasureFact(colour, clue):
            return pictogram(clue, _treasure(colour, 1.5), patterns=patterns)
        case CountFact(kind, count, clue):
            drawn = pictogram(clue, _landmark(kind, 0.6), patterns=patterns)
            return element("g", drawn, transform=at(_ASIDE, 0, scale=_SMALL)) + _count(count, say)
        case CircleFact(kind, count, radius, centre):
            return _named(centre) + _away(_landmark(kind)) + _line(_reach(radius, say)) + _count(count, say)
        case NearestFact(kind, steps, centre):
            return _named(centre) + _away(_landmark(kind)) + _below(f"{say.number(steps)}, …")
        case DistancesFact(kind, steps, centre):
            return _named(centre) + _away(_landmark(kind)) + _below(", ".join(map(say.number, steps)))
        case TerrainsFact(kind, terrains):
            return _terrains(kind, terrains, patterns)
        case PairFact(colour, radius, other, negative):
            left = hexagon(_LEFT, _HIGH, _RADIUS, "spot") + _put(_treasure(other, 2), _LEFT, _HIGH)
            return left + _away(_treasure(colour, 2), negative) + _line(_reach(radius, say))
        case ListedFact(clue):
            return pictogram(clue, patterns=patterns)
        case CubeFact(player, holds, place):
            return _named(place) + _put(
                element("g", player_sign(player, say, holds=holds), transform=at(0, 0, scale=3)),
                _RIGHT,
                _HIGH,
            )


_PLAYERS: Sequence[Colour] = ("red", "blue", "yellow", "green", "purple", "orange")


def player_sign(player: int, say: Words, *, holds: bool = True) -> str:
    """Return the sign of a player, 17 wide around the origin: a disc with the number, or for no a square."""
    return element("g", token("disc" if holds else "cube", say.number(player)), class_=_PLAYERS[player - 1])


def cubes_of(puzzle: Puzzle, say: Words) -> list[Token]:
    """Return the cubes of a puzzle as pieces on the map."""
    return [
        Token(
            say.text("page.cube_yes" if cube.holds else "page.cube_no", player=say.number(cube.player)),
            cube.place,
            _PLAYERS[cube.player - 1],
            "disc" if cube.holds else "cube",
            say.number(cube.player),
        )
        for cube in puzzle.facts
        if isinstance(cube, CubeFact)
    ]


def tally_of(puzzle: Puzzle, say: Words) -> list[Token]:
    """Return the numbers of the tally of a puzzle as pieces on the map; none where it has no tally."""
    return [
        Token(say.counted("marking.broken", number), name, "black", "number", say.number(number))
        for name, number in puzzle.kind.tally(puzzle).items()
    ]


def _treasure(colour: str, scale: float) -> str:
    return element("g", mark(SHAPES[colour]), class_=colour, transform=at(0, 0, scale=scale))


def _landmark(kind: str, scale: float = 0.9) -> str:
    return element("g", landmark(kind), transform=at(0, 0, scale=scale))


def _put(sign: str, x: float, y: float) -> str:
    return element("g", sign, transform=at(x, y))


def _named(centre: str) -> str:
    """Return the hex on the left, with its name."""
    name = label(centre, _LEFT, _HIGH + 7, class_="lettering", font_size=min(_FONT * 0.8, 80 / len(centre)))
    return hexagon(_LEFT, _HIGH, _RADIUS, "spot") + name


def _away(sign: str, negative: bool = False) -> str:
    """Return the hex on the right, with what stands there or, crossed out, does not."""
    return hexagon(_RIGHT, _HIGH, _RADIUS, "spot") + marked(negative, sign, _RIGHT, _HIGH, _RADIUS)


def _below(text: str, x: float = WIDTH / 2) -> str:
    """Return numbers below the hexes, smaller where they are many."""
    size = min(_FONT, WIDTH / _LETTER / len(text))
    return label(text, x, _LOW, class_="lettering", font_size=size)


def _line(steps: str) -> str:
    return _below(steps, _LEFT)


def _reach(radius: int, say: Words) -> str:
    return "-".join(say.number(steps) for steps in sorted({1, radius}))


def _count(count: int, say: Words) -> str:
    return _below(f"= {say.number(count)}", _RIGHT + 8)


def _terrains(kind: str, terrains: tuple[str, ...], patterns: bool) -> str:
    """Return a landmark above a hex for each terrain."""
    step = WIDTH / len(terrains)
    radius = min(22.0, 0.48 * step)
    places = [(step * (number + 0.5), terrain) for number, terrain in enumerate(terrains)]
    y = HEIGHT - 30
    hexes = (
        hexagon(x, y, radius, f"hex {terrain}")
        + ("" if patterns else glyph(terrain, transform=at(x, y, scale=radius / 30)))
        for x, terrain in places
    )
    return _put(_landmark(kind), WIDTH / 2, 28) + "".join(hexes)
