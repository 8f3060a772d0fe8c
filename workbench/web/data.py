"""What pages need of a setting: names, the clues as masks and in words, the texts of pages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypedDict

from puzzles.words import say_clue, words
from toolkit.core.pictures.svg import element
from toolkit.games.tobago.clues import CLUES, Setting
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.movement import step_masks
from toolkit.games.tobago.pictures import SHAPES, amulet, atv, pictogram
from toolkit.games.tobago.rules import CUBES
from toolkit.games.tobago.telling import in_words
from toolkit.hexmap.drawing import draw, facing_arrow
from toolkit.hexmap.layout import HexGrid
from toolkit.hexmap.signs import mark, sprite, token

if TYPE_CHECKING:  # a table of another game starts without positions
    from toolkit.games.tobago.position import Position


class SettingData(TypedDict):
    """What `clues.js` reads: all clues of a setting, about 3 KB.

    `masks` has by clue a mask in hexadecimal, bit i of which is hex i of `names`. `cubes` is the number of
    cubes of a colour (T-13); `may_idle` tells whether a clue need not remove anything before they lie (T-15).
    """

    names: list[str]
    masks: dict[str, str]
    cubes: int
    may_idle: bool


class Drawings(TypedDict):
    """Drawings that never change, as parts of SVG around the origin, which pages put where they need them."""

    signs: str  #: what they copy: a whole ``<svg>`` of definitions, once a page
    pictograms: dict[str, str]  #: by clue
    colours: dict[str, str]  #: the sign of each treasure


class BoardData(SettingData, Drawings):
    """What a page of a table needs of a setting, besides what lies on it.

    `svg` is the island with its landmarks. `steps` has for each hex of `names` where one step leads (T-22), a
    mask; `words` the clues in words; `pieces` the ATVs by player and the amulet, which is ``purple``;
    `facings` by direction the arrow of a statue: drawings as in `Drawings`.
    """

    svg: str
    steps: list[str]
    words: dict[str, str]
    pieces: dict[str, str]
    facings: dict[str, str]


class MapData(TypedDict):
    """One treasure map: its clues with their owners, in order, and the hexes whose cube an amulet took."""

    colour: str
    clues: list[str]
    owners: list[str | None]
    removed: list[str]


def setting_data(setting: Setting) -> SettingData:
    """Return the clues of a setting as masks. They are public: they depend on no hand."""
    return {
        "names": list(setting.island.names),
        "masks": {str(clue): f"{setting.masks[clue.number]:x}" for clue in CLUES},
        "cubes": CUBES,
        "may_idle": setting.rules.must_reduce == "once_marked",
    }


def board_data(setting: Setting, lang: str) -> BoardData:
    """Return what a page of a table needs of a setting, compressed 13 KB.

    `WordsError` for a language without a catalog.
    """
    island = setting.island
    say = in_words(lang)
    svg = draw(island, landmarks=setting.landmarks, legend=False, alone=False, say=say)
    angle = HexGrid(island.orientation).angle
    return {
        **setting_data(setting),
        **drawings(),
        "svg": str(svg),
        "steps": [f"{mask:x}" for mask in step_masks(island)],
        "words": clue_words(lang),
        "pieces": {
            one.colour: element("g", token(one.piece, one.letter), class_=one.colour)
            for one in (amulet(""), *(atv(player, "", say) for player in PLAYERS))
        },
        "facings": {one.name: facing_arrow(angle(i)) for i, one in enumerate(island.orientation.directions)},
    }


@cache
def drawings() -> Drawings:
    """Return the drawings of clues and treasures."""
    return {
        "signs": sprite(),
        "pictograms": {str(clue): pictogram(clue) for clue in CLUES},
        "colours": {one: element("g", mark(shape), class_=one) for one, shape in SHAPES.items()},
    }


def maps_data(position: Position) -> list[MapData]:
    """Return the treasure maps of a position."""
    return [
        {
            "colour": one.colour,
            "clues": [str(play.clue) for play in one.plays],
            "owners": [play.owner for play in one.plays],
            "removed": list(one.removed),
        }
        for one in position.maps.values()
    ]


def clue_words(lang: str) -> dict[str, str]:
    """Return all clues in words, by clue; `WordsError` for a language without a catalog."""
    return {str(clue): say_clue(clue, lang) for clue in CLUES}


def page_words(lang: str) -> dict[str, str]:
    """Return the texts of pages, the section ``page`` of a catalog, by their keys without ``page.``."""
    texts = words(lang).texts
    return {key.removeprefix("page."): text for key, text in texts.items() if key.startswith("page.")}
