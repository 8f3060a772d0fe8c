"""Solving times and the weights that follow from them, as files.

``toolkit-times/1`` is JSON Lines, one solved puzzle a line, as the button of a page saves it::

    {"format": "toolkit-times/1", "puzzle": "tobago1-...", "solver": "5e1f09ab", "seconds": 271, "hints": 0}

``toolkit-weights/1`` is one JSON object: by kind of puzzle what `tobago puzzle calibrate` found. Every fault
is a `PositionError` that names the file, the line, the key and the text.
"""

from __future__ import annotations

from puzzles.calibration import Timed, guesses
from puzzles.format.files import from_id
from puzzles.format.schema import TimeLine, WeightsFile
from puzzles.kinds import kind_named
from toolkit.core.document import PositionError, is_json, located, parse_document, typed
from toolkit.core.errors import quote


def parse_times(text: str, source: str = "") -> list[Timed]:
    """Read the lines of a times file; `source` is what errors call it."""
    places = [
        (f"{source}, line {number}" if source else f"line {number}", line)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip()
    ]
    if not places:
        raise PositionError(source, "", "no time is in it")
    return [_time(line, place) for place, line in places]


def _time(line: str, source: str) -> Timed:
    if not is_json(line):
        raise PositionError(source, "", "a time is a JSON object: its line begins with {")
    found = typed(parse_document(line, source), source, TimeLine)
    with located("puzzle", source):
        return Timed(from_id(found.puzzle), found.solver, found.seconds, found.hints)


def parse_weights(text: str, source: str = "") -> WeightsFile:
    """Read a weights file; `source` is what errors call it."""
    if not is_json(text):
        raise PositionError(source, "", "weights are a JSON object: they begin with {")
    file = typed(parse_document(text, source), source, WeightsFile)
    for kind, found in file.kinds.items():
        with located("kinds", source):
            sorts = guesses(kind_named(kind))
        if missing := [sort for sort in sorts if sort not in found.weights]:
            raise PositionError(source, f"kinds.{kind}.weights", f"no weight of {quote(missing[0])}")
    return file
