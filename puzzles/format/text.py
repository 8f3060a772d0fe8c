"""A puzzle as lines of text, as one types it or notes it at a table.

For example::

    kind: lost-landmarks
    island: ABC+0
    huts: A34, B24, B53, C53
    statues: A12, C45
    # the palms are to be found, and what is said stands below
    brown: next to hut
    brown: within 2 of palm
    palms: exactly 1 in jungle

``kind`` comes first. ``island`` names a layout (``ABC+0`` where it is left out); instead, the lines below
``drawing:`` up to an empty one draw it. ``huts``, ``palms`` and ``statues`` name the hexes of landmarks that
are known, and ``hand`` the cards of a hand between semicolons. Every other line is a fact; of a puzzle with a
hand it is a clue that lies on the map of its colour. What follows ``#`` is a note. The rules are those of the
box. The answer does not stand here: ``tobago puzzle certify`` finds and proves it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from puzzles.format.schema import NAMES
from puzzles.kinds import kind_named
from puzzles.puzzle import Puzzle
from solvers.tobago.facts import KINDS, Statement, TreasureFact, parse_fact
from toolkit.core.document import PositionError, located
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.board_sides import LAYOUTS, LayoutError, boxed_island
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.maps import Play, TreasureMap
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island, parse_drawing

_HEADS = ("kind", "island", "drawing", "hand")
_ISLAND = "ABC+0"  # where none is named
_NAME = re.compile(r"[A-Za-z]+[0-9]+")
_HEXES = re.compile(rf"{_NAME.pattern}(?:[\s,]+{_NAME.pattern})*")


class _Line(NamedTuple):
    """A line that says something: its place for errors, the word before its colon, and all of it."""

    place: str
    key: str
    text: str
    drawn: str = ""  #: the rows below ``drawing:``

    @property
    def value(self) -> str:
        """What stands behind the colon."""
        return self.text.partition(":")[2].strip()


def is_text(text: str) -> bool:
    """Tell whether a text is a puzzle in lines: the first one says its kind."""
    return next((line.key for line in _lines(text, "")), "") == "kind"


def parse_text(text: str, source: str = "") -> Puzzle:
    r"""Read a puzzle from its lines, without its solution; `PositionError` names the line that is wrong.

    >>> puzzle = parse_text("kind: pinpoint\nbrown: in largest lake # is it?")
    >>> puzzle.kind.name, puzzle.position.setting.island.title, *map(str, puzzle.facts)
    ('pinpoint', 'ABC+0', 'brown: in largest lake')
    """
    named, said = _sorted(text, source)
    if "kind" not in named:
        raise PositionError(source, "", f"it does not say its kind, such as 'kind: {NAMES[0]}'")
    with _blaming(named["kind"]):
        kind = kind_named(named["kind"].value)
    setting = _setting(named)
    laid, told = (said, []) if "hand" in named else ([], said)
    position = Position(setting=setting, maps=_maps(setting, laid), hand=_hand(named.get("hand")))
    facts = [(line, _fact(line)) for line in told]
    try:
        return Puzzle(kind=kind, position=position, facts=tuple(fact for _, fact in facts))
    except ToolkitError as error:
        places = {str(fact): line.place for line, fact in facts} | {
            k: line.place for k, line in named.items()
        }
        raise PositionError(places.get(getattr(error, "text", ""), source), "", str(error)) from None


def island_of(text: str) -> Island:
    """Return the island of the lines of a puzzle, whatever else they say; errors as in `parse_text`."""
    return _island(_sorted(text, "")[0])


def _sorted(text: str, source: str) -> tuple[dict[str, _Line], list[_Line]]:
    """Return the lines that say what there is, by their keys, and those that are facts."""
    named: dict[str, _Line] = {}
    said: list[_Line] = []
    for line in _lines(text, source):
        if line.key not in _HEADS and not _names_hexes(line):
            said.append(line)
        elif line.key in named:
            raise PositionError(line.place, line.key, "this is said twice")
        else:
            named[line.key] = line
    return named, said


def _island(named: Mapping[str, _Line]) -> Island:
    if "island" in named and "drawing" in named:
        raise PositionError(named["drawing"].place, "drawing", "the island is named already")
    island = boxed_island(_ISLAND)
    if line := named.get("island"):
        with _blaming(line):
            if line.value not in LAYOUTS:
                raise LayoutError(f"no layout {quote(line.value)}{did_you_mean(line.value, LAYOUTS)}")
            island = boxed_island(line.value)
    if line := named.get("drawing"):
        if line.value:
            raise PositionError(line.place, "drawing", "the rows stand below this line")
        with _blaming(line):
            island = parse_drawing(line.drawn)
    return island


def _setting(named: Mapping[str, _Line]) -> Setting:
    """Return the island with the landmarks that are known."""
    island = _island(named)
    setting, places = Setting(island), dict[str, Any]()
    for plural in filter(named.__contains__, KINDS):
        places[plural] = _NAME.findall(named[plural].value)
        with _blaming(named[plural]):
            setting = Setting(island, **places)
    return setting


def _fact(line: _Line) -> Statement:
    with _blaming(line):
        return parse_fact(line.text)


def _maps(setting: Setting, lines: Iterable[_Line]) -> dict[str, TreasureMap]:
    """Return the maps with the clues that lie on them."""
    maps: dict[str, TreasureMap] = {}
    for line in lines:
        fact = _fact(line)
        if not isinstance(fact, TreasureFact):
            raise PositionError(line.place, "", "on a map lies a clue, such as 'brown: next to hut'")
        before = maps.get(fact.colour) or TreasureMap(setting, fact.colour)
        maps[fact.colour] = TreasureMap(setting, fact.colour, (*before.plays, Play(fact.clue)))
    return maps


def _hand(line: _Line | None) -> tuple[Clue, ...] | None:
    """Return the cards of a hand, if one is named."""
    if line is None:
        return None
    with _blaming(line):
        return tuple(Clue.parse(card.strip()) for card in line.value.split(";"))


def _lines(text: str, source: str) -> Iterator[_Line]:
    """Yield the lines that say something, each with the rows of the drawing below it."""
    raw = text.split("\n")
    rows = [row.partition("#")[0].rstrip() for row in raw]
    end = 0
    for number, row in enumerate(rows):
        if number < end or not row.strip():
            continue
        key = row.partition(":")[0].strip().lower() if ":" in row else ""
        if key == "drawing":
            end = next((n for n in range(number + 1, len(raw)) if not raw[n].strip()), len(raw))
        place = f"{source}, line {number + 1}" if source else f"line {number + 1}"
        drawn = filter(str.strip, rows[number + 1 : end])  # a note alone is no row
        yield _Line(place, key, row.strip(), "\n".join(drawn))


def _names_hexes(line: _Line) -> bool:
    """Tell whether a line names hexes of landmarks; a fact about them goes on with a word."""
    return line.key in KINDS and bool(_HEXES.fullmatch(line.value))


def _blaming(line: _Line) -> AbstractContextManager[None]:
    """Give errors of the block the place of a line."""
    return located(line.key if line.key in _HEADS else "", line.place)
