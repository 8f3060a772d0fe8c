"""Steps: what was done at the table since, each with how the file read before, so that it can be taken back.

A step is a text. Its first line tells the move; then come the places that it changed::

    lay brown in jungle --owner red
    @12 0ee2a4c1 77b1f3a9
    |clues = []

that is: below line 12, whose checksum comes first, stood the lines behind the bars in place of the line with
the second checksum. So a file that was edited elsewhere since can be taken back too. A ``*`` stands for the
line with the step itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple
from zlib import crc32

from toolkit.core.document import parse_document

THIS = "@this step@"
"""Stands in the new text where the step will stand."""

_HUNK = re.compile(r"^@(\d+) (.*)((?:\n\|.*)*)", re.MULTILINE)


class _Hunk(NamedTuple):
    """Lines that were others before."""

    above: int  #: the number of the line above them, from 1
    sums: list[str]  #: the checksums of that line and of them
    before: list[str]


def step_of(words: str, text: str, before: str) -> str:
    """Return the step from one text of a file to another, which holds `THIS`."""
    return "\n".join([words, *_differences(_rows(text), _rows(before))])


def _rows(text: str) -> list[str]:
    """Return the lines of a text by their numbers, from 1: line 0 is above the first."""
    return ["", *text.split("\n")]


def _differences(now: list[str], before: list[str]) -> Iterator[str]:
    for tag, first, last, start, end in SequenceMatcher(None, now[1:], before[1:]).get_opcodes():
        if tag != "equal":
            yield " ".join([f"@{first}", *map(_checksum, now[first : last + 1])])
            yield from (f"|{row}" for row in before[start + 1 : end + 1])


def _checksum(row: str) -> str:
    return "*" if THIS in row else f"{crc32(row.encode()):08x}"


def step_back(step: str, text: str) -> str | None:
    """Return the text before a step, or None where the lines that it changed were edited since."""
    rows = _rows(text)
    for hunk in reversed([*_hunks(step)]):
        above = _place(rows, hunk)
        if above is None:
            return None
        rows[above + 1 : above + len(hunk.sums)] = hunk.before
    return "\n".join(rows[1:])


def _hunks(step: str) -> Iterator[_Hunk]:
    for found in _HUNK.finditer(step):
        yield _Hunk(int(found[1]), found[2].split(), [row[1:] for row in found[3].split("\n")[1:]])


def _place(rows: list[str], hunk: _Hunk) -> int | None:
    """Return the place of the line above some lines: the nearest to where it was that fits."""
    places = sorted(range(len(rows) - len(hunk.sums) + 1), key=lambda place: abs(place - hunk.above))
    return next((place for place in places if _fits(rows, place, hunk.sums)), None)


def _fits(rows: list[str], place: int, sums: list[str]) -> bool:
    return all(known in ("*", _checksum(row)) for row, known in zip(rows[place:], sums, strict=False))


def steps_of(text: str) -> list[str]:
    """Return the steps of a position file, the last first."""
    found: list[str] = parse_document(text, "").get("play", {}).get("steps", [])
    return found


def last_step(text: str) -> str:
    """Return the words of the last step of a position file; empty if it has none."""
    return "".join(steps_of(text)[:1]).partition("\n")[0]


def taken_back(text: str) -> str | None:
    """Return the text of a position file before its last step, or None if it was edited there since."""
    return step_back(steps_of(text)[0], text)


def earlier(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield the words of each step of a position file, the last first, and how the file read before it.

    It is None from where on the file was edited since.
    """
    before: str | None = text
    for step in steps_of(text):
        before = before and step_back(step, before)
        yield step.partition("\n")[0], before
