"""Position files written: from a position, or by an edit of the text that is there.

An edit changes only what a move changes, so that comments and layout of a file typed by hand survive. What it
changed is kept in the file as a step (`toolkit.games.tobago.files.steps`), so that it can be taken back.
"""

from __future__ import annotations

import copy
import json
from typing import Any

import tomlkit

from toolkit.core import document as documents
from toolkit.core.document import Edited, Section
from toolkit.games.tobago.files.steps import THIS, step_of, steps_of


def to_toml(document: dict[str, Any]) -> str:
    """Return the text of a position file in TOML."""
    document = copy.deepcopy(document)
    drawing = document["island"].get("drawing")
    if drawing is not None:
        document["island"]["drawing"] = tomlkit.value(f'"""\n{drawing}"""')  # TOML drops the first newline
    if steps := document.get("play", {}).get("steps"):
        document["play"]["steps"] = _lines(steps)
    return tomlkit.dumps(document)


def edited(text: str, before: dict[str, Any], after: dict[str, Any], words: str) -> Edited:
    """Return the text of a position file after a move, which `words` tell; it is kept as a step.

    `before` and `after` are the position in the keys of a file: what they share stays as it stands.
    """
    token = THIS
    while token in text:
        token += "."
    steps = [token, *steps_of(text)]
    found = _edit(text, before, after, steps)
    step = step_of(words, found.text.replace(token, THIS), text)
    return found._replace(text=found.text.replace(token, json.dumps(step, ensure_ascii=False)[1:-1]))


def edited_undo(text: str, before: dict[str, Any], after: dict[str, Any]) -> Edited:
    """Return the text of a position file without a clue of which no step tells how the file was before."""
    return _edit(text, before, after, steps_of(text)[1:])


def _edit(text: str, before: dict[str, Any], after: dict[str, Any], steps: list[str]) -> Edited:
    """Change a file in place if that says exactly what is meant, and write it anew otherwise."""
    return documents.edited(text, lambda file: _change(file, before, after, steps), to_toml, _sections)


def _sections(document: dict[str, Any]) -> list[str]:
    """Return the sections that an edit may have to begin, as they stand in a header."""
    maps = [f"maps.{colour}" for colour in document.get("maps", {})]
    return maps + [name for name in ("landmarks", "hand", "table", "play") if name in document]


def _change(document: Section, before: dict[str, Any], after: dict[str, Any], steps: list[str]) -> None:
    documents.carry_over(document, *_in_order_of(document, before, after))
    if steps:
        document.setdefault("play", {})["steps"] = _lines(steps)
    elif "play" in document:
        document["play"].pop("steps", None)
        if not document["play"]:
            del document["play"]


def _in_order_of(
    document: Section, before: dict[str, Any], after: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return both with their landmarks in the order of a file: of a position these have none.

    So what stays on a hex stays in its line, and what is new comes last.
    """
    before, after = copy.deepcopy(before), copy.deepcopy(after)
    old, new = before.get("landmarks", {}), after.get("landmarks", {})
    for kind, there in document.get("landmarks", {}).items():
        if sorted(there) == sorted(old.get(kind, ())):
            hexes = [text.partition(">")[0] for text in there]
            old[kind] = [*there]
            new[kind] = sorted(new.get(kind, ()), key=lambda text: _place(hexes, text.partition(">")[0]))
    return before, after


def _place(hexes: list[str], name: str) -> int:
    return hexes.index(name) if name in hexes else len(hexes)


def _lines(steps: list[str]) -> Any:
    """Return steps as an array with a line for each."""
    array = tomlkit.array()
    array.extend(steps)
    return array.multiline(multiline=True)
