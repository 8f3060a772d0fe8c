"""Pictures of the island: a setting, a treasure map, a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.hexmap.drawing import Marks, Token, draw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from toolkit.games.tobago.maps import TreasureMap
    from toolkit.games.tobago.position import Position
    from toolkit.games.tobago.setting import Setting
    from toolkit.hexmap.patterns import Shape, Theme

MARKS: Mapping[str, tuple[str, Shape]] = {
    "brown": ("#8a4b1f", "circle"),
    "white": ("#ffffff", "square"),
    "grey": ("#909396", "triangle"),
    "black": ("#101214", "diamond"),
}
"""The colour and shape that mark the hexes of each treasure."""

_VEHICLES = {"red": "#d32f2f", "blue": "#1e5fc4", "yellow": "#fdd835", "green": "#2e8b3d"}
_AMULET = "#b04ad8"


def draw_setting(
    setting: Setting,
    *,
    highlight: Iterable[str] | None = None,
    theme: Theme = "light",
    heat: Mapping[str, float] | None = None,
) -> str:
    """Return the picture of an island with its landmarks, as SVG.

    Parameters
    ----------
    setting
        The island and its landmarks.
    highlight
        Names of hexes to ring.
    theme
        ``light``, ``dark`` or ``print``.
    heat
        Shares from 0 to 1 by hex, such as a forecast.
    """
    return draw(setting.island, landmarks=setting.landmarks, highlight=highlight, theme=theme, heat=heat)


def draw_map(
    treasure_map: TreasureMap, *, highlight: Iterable[str] | None = None, theme: Theme = "light"
) -> str:
    """Return the picture of one treasure map, as SVG: its candidates on the island, its clues below."""
    setting, colour = treasure_map.setting, treasure_map.colour
    notes = [_clues(treasure_map)]
    if treasure_map.removed:
        notes.append(f"removed by amulets: {treasure_map.removed}")
    return draw(
        setting.island,
        landmarks=setting.landmarks,
        marks=[_candidates(treasure_map)],
        highlight=highlight,
        notes=notes,
        theme=theme,
        title=f"{setting.island.title}: {colour} map",
        description=". ".join(notes) + ".",
    )


def draw_position(
    position: Position,
    *,
    highlight: Iterable[str] | None = None,
    theme: Theme = "light",
    heat: Mapping[str, float] | None = None,
) -> str:
    """Return the picture of a position, as SVG: the candidates of every map with a clue, and all pieces.

    Treasures that are located are ringed unless other hexes are to be.

    Parameters
    ----------
    position
        What lies on the table.
    highlight
        Names of hexes to ring.
    theme
        ``light``, ``dark`` or ``print``.
    heat
        Shares from 0 to 1 by hex, such as a forecast.
    """
    setting = position.setting
    laid = [treasure_map for treasure_map in position.maps.values() if treasure_map.clues]
    return draw(
        setting.island,
        landmarks=setting.landmarks,
        facings=position.facings,
        marks=[_candidates(treasure_map) for treasure_map in laid],
        tokens=list(_tokens(position)),
        heat=heat,
        highlight=[m.located for m in laid if m.located] if highlight is None else highlight,
        notes=[_clues(m) for m in laid],
        theme=theme,
    )


def _clues(treasure_map: TreasureMap) -> str:
    return f"{treasure_map.colour}: {' · '.join(map(str, treasure_map.clues)) or 'no clue'}"


def _candidates(treasure_map: TreasureMap) -> Marks:
    colour, cells = treasure_map.colour, treasure_map.candidates
    fill, shape = MARKS[colour]
    count = f"{len(cells)} candidate{'' if len(cells) == 1 else 's'}"
    caption = f"{colour}: located on {cells}" if len(cells) == 1 else f"{colour}: {count}"
    return Marks(f"candidate of {colour}", cells, fill, shape, list(MARKS).index(colour), caption)


def _tokens(position: Position) -> Iterator[Token]:
    for colour, place in position.atvs.items():
        yield Token(f"{colour} ATV", place, _VEHICLES[colour], "vehicle", colour[0].upper())
    for place in position.amulets:
        yield Token("amulet", place, _AMULET, "amulet")
