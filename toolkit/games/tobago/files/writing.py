"""Position files written: from a position, or by an edit of the text that is there.

An edit changes only what a play changes, so that comments and layout of a file typed by hand survive.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import tomlkit

from toolkit.core.document import PositionError, is_json, parse_document

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

    from toolkit.games.tobago.clues import Clue

    Change = Callable[[MutableMapping[str, Any]], None]


def to_json(document: Any) -> str:
    """Return the text of a position file in JSON."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def to_toml(document: dict[str, Any]) -> str:
    """Return the text of a position file in TOML."""
    drawing = document["island"].get("drawing")
    if drawing is not None:
        shown = tomlkit.value(f'"""\n{drawing}"""')  # TOML drops the first newline
        document = {**document, "island": {**document["island"], "drawing": shown}}
    return tomlkit.dumps(document)


_TIGHT_HEADER = re.compile(r"([^\r\n])\r?\n(\[[a-z])")  # a section right below a line of the one before


class Edited(NamedTuple):
    """The new text of a position file, and whether comments and layout survived."""

    text: str
    in_place: bool


def edited_lay(text: str, colour: str, clue: Clue, owner: str | None) -> Edited:
    """Return the text of a position file with one more clue; whether it is legal is not asked here."""

    def lay(document: MutableMapping[str, Any]) -> None:
        section = document.setdefault("maps", {}).setdefault(colour, {})
        clues = section.setdefault("clues", [])
        if owner or "owners" in section:
            owners = section.setdefault("owners", [])
            owners.extend([""] * (len(clues) - len(owners)))
            owners.append(owner or "")
        clues.append(str(clue))
        document.setdefault("play", {}).setdefault("order", []).append(colour)

    return _edit(text, lay)


def edited_undo(text: str, colour: str) -> Edited:
    """Return the text of a position file without the last clue of a map."""

    def undo(document: MutableMapping[str, Any]) -> None:
        section = document["maps"][colour]
        section["clues"].pop()
        if "owners" in section:
            section["owners"].pop()
        if order := document.get("play", {}).get("order"):
            order.pop()

    return _edit(text, undo)


def _edit(text: str, change: Change) -> Edited:
    """Change a file in place if that says exactly what is meant, and write it anew otherwise."""
    wanted = parse_document(text, "")
    sections = _sections(wanted)
    change(wanted)
    if is_json(text):
        return Edited(to_json(wanted), in_place=True)
    missing = "".join(f"\n[{name}]\n" for name in _sections(wanted) if name not in sections)
    for start in (text, f"{text}\n{missing}"):
        edited = _edited_toml(start, change)
        if edited is not None and _says(edited := _tidy(edited, text), wanted):
            return Edited(edited, in_place=True)
    return Edited(to_toml(wanted), in_place=False)


def _sections(document: dict[str, Any]) -> list[str]:
    """Return the sections that an edit may have to begin, as they stand in a header."""
    return [f"maps.{colour}" for colour in document.get("maps", {})] + ["play"] * ("play" in document)


def _edited_toml(text: str, change: Change) -> str | None:
    """Return the changed text, or None where tomlkit fails: it has trouble with tables out of order."""
    try:
        toml = tomlkit.parse(text)
        change(toml)
        return tomlkit.dumps(toml)
    except Exception:  # its errors share no class
        return None


def _tidy(edited: str, text: str) -> str:
    """Put a blank line before each header as the old text does, and keep CRLF where it is used throughout."""
    ends = "\r\n" if text.count("\n") == text.count("\r\n") > 0 else "\n"
    if not _TIGHT_HEADER.search(text):
        edited = _TIGHT_HEADER.sub(rf"\1{ends}{ends}\2", edited)
    return edited if ends == "\n" else edited.replace("\r\n", "\n").replace("\n", ends)


def _says(text: str, wanted: dict[str, Any]) -> bool:
    try:
        return parse_document(text, "") == wanted
    except PositionError:
        return False
