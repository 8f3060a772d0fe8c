"""What the pages of the set-up need: islands without landmarks, blank sides, decks; and an owner's files.

Sides and decks that are typed in on a phone are kept beside the file of the table, under two fixed names, and
the next table of that folder finds them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from toolkit.core import files
from toolkit.core.document import read_text
from toolkit.core.errors import ToolkitError
from toolkit.core.pictures.svg import XMLNS, element, number
from toolkit.games.tobago.board_sides import (
    UNKNOWN_SIDES,
    BlankSide,
    Side,
    boxed_island,
    layouts,
    outline,
    read_sides,
    write_sides,
)
from toolkit.games.tobago.cards import Deck, read_deck, reconstructed_deck
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.placement import Spacing
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import TERRAINS, Island
from toolkit.hexmap.drawing import draw
from toolkit.hexmap.layout import HexGrid, around
from toolkit.hexmap.signs import landmark, sprite
from workbench.table.store import free_name
from workbench.web.data import clue_words, drawings, picture_words

if TYPE_CHECKING:
    Owned = Literal["my-sides.csv", "my-deck.toml"]

SIDES: Owned = "my-sides.csv"
DECK: Owned = "my-deck.toml"


# ---- what pages show ---------------------------------------------------------------------------------------


def island_data(island: Island, lang: str, rules: Rules | None = None) -> dict[str, Any]:
    """Return an island for the set-up: its picture without landmarks, and where these may stand (T-5).

    ``coast`` is a mask in hexadecimal, bit i of which is hex i of ``names``; ``apart`` has for each hex the
    mask of those where another landmark of its kind may stand, at least ``gap`` away. ``landmarks`` and
    ``facings`` are drawings around the origin, which copy ``signs``. `WordsError` for an unknown language.
    """
    spacing = Spacing(island, (rules or Rules()).landmark_gap)
    directions = island.orientation.directions
    angle = HexGrid(island.orientation).angle
    say = picture_words(lang)
    return {
        "layout": island.title,
        "svg": str(draw(island, legend=False, alone=False, say=say)),
        "names": list(island.names),
        "coast": f"{island.coast.mask:x}",
        "apart": [f"{spacing.apart(hex_):x}" for hex_ in range(len(island))],
        "gap": spacing.gap,
        "directions": [one.name for one in directions],
        "landmarks": {kind: landmark(kind) for kind in LANDMARKS},
        "facings": {one.name: _arrow(angle(i)) for i, one in enumerate(directions)},
        "signs": sprite(),
        "words": {one.name: say(one.name) for one in directions} | {"facing": say("facing {}")},
        "editions": list(GAME.editions),
    }


def _arrow(angle: int) -> str:
    """Return where a statue looks, as large as the set-up needs it: beside its disc, into the next hex."""
    return element("path", d="M33-15L58 0L33 15Z", class_="setup-facing", transform=f"rotate({angle})")


def layouts_data(sides: Mapping[str, Side]) -> list[dict[str, str]]:
    """Return a small picture of each layout of the known sides and an owner's."""
    return [{"layout": one, "svg": small_picture(boxed_island(one, sides))} for one in layouts(sides)]


def small_picture(island: Island) -> str:
    """Return a picture of the terrain alone, a path for each: to tell layouts apart."""
    grid = HexGrid(island.orientation)
    corners = {
        name: grid.corners(grid.centre(place)) for name, place in zip(island.names, island.hexes, strict=True)
    }
    xs, ys = zip(*(point for hex_ in corners.values() for point in hex_), strict=True)
    faces = (
        element("path", class_=f"hex {kind}", d=around(corners[name] for name in island.terrain_cells(kind)))
        for kind in TERRAINS
    )
    box = " ".join(map(number, (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))))
    return element("svg", *faces, xmlns=XMLNS, class_="hexmap theme-auto", viewBox=box, aria_hidden="true")


def side_data(letter: str, sides: Mapping[str, Side], lang: str) -> dict[str, Any]:
    """Return a side to be painted: blank, and what was typed in before, by hex.

    A hex that a side typed in does not have is sea. `ToolkitError` for a side that ships with the toolkit.
    """
    if letter not in UNKNOWN_SIDES:
        raise ToolkitError(f"no side {letter!r} is to be typed in; these are {', '.join(UNKNOWN_SIDES)}")
    typed = sides.get(letter, {})
    blank = BlankSide(letter, sorted({*outline(letter), *typed}))
    unseen = "sea" if typed else ""
    rows = {name: typed.get(place, unseen) for name, place in zip(blank.names, blank.places, strict=True)}
    say = picture_words(lang)
    picture = draw(blank, legend=False, alone=False, say=say)
    return {
        "side": letter,
        "sides": [*UNKNOWN_SIDES],
        "typed": sorted(sides),
        "svg": str(picture),
        "names": list(blank.names),
        "rows": {name: terrain for name, terrain in rows.items() if terrain},
        "signs": sprite(),
        "words": {terrain: say(terrain) for terrain in TERRAINS},
    }


def deck_data(own: Deck | None, lang: str) -> dict[str, Any]:
    """Return the deck of a table to be changed, and the reconstruction, by clue with its copies."""
    known = _copies(reconstructed_deck())
    drawn = drawings()
    return {
        "deck": known if own is None else _copies(own),
        "reconstructed": known,
        "own": own is not None,
        "pictograms": drawn["pictograms"],
        "signs": drawn["signs"],
        "words": clue_words(lang),
    }


def _copies(deck: Deck) -> dict[str, int]:
    return {str(clue): copies for clue, copies in deck.cards}


# ---- the files of an owner ---------------------------------------------------------------------------------


def kept(folder: Path, name: Owned) -> str:
    """Return the text of an owner's file; an empty one if there is none.

    `ToolkitError` for a file that cannot be read, or with a fault (`FaultyFile`).
    """
    if not (path := folder / name).exists():
        return ""
    text = read_text(path, name, "")
    _READERS[name](text)
    return text


def keep(folder: Path, name: Owned, text: str) -> None:
    """Write an owner's file; one that said something else is kept beside it, such as ``my-deck-old.toml``.

    `FaultyFile` for a text that is none, `OSError` when it cannot be written; then nothing is changed.
    """
    _READERS[name](text)
    path = folder / name
    if path.exists() and (old := path.read_bytes()) != text.encode():
        files.write_atomically(free_name(path.with_stem(f"{path.stem}-old")), old)
    files.write_atomically(path, text)


def with_sides(before: str, text: str) -> str:
    """Return a text of sides with those of a further text, which replace their like; `FaultyFile`."""
    return write_sides((read_sides(before) if before else {}) | read_sides(text))


_READERS: Mapping[Owned, Any] = {SIDES: read_sides, DECK: read_deck}
