"""Position files written: from a position, or by an edit of the text that is there.

An edit changes only what a move changes, so that comments and layout of a file typed by hand survive. What it
changed is kept in the file as a step (`toolkit.games.tobago.files.steps`), so that it can be taken back.
"""

from __future__ import annotations

import copy
import json
import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple

import tomlkit

from toolkit.core.document import PositionError, is_json, parse_document
from toolkit.games.tobago.files.steps import THIS, step_back, step_of

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    Section = MutableMapping[str, Any]


def to_json(document: Any) -> str:
    """Return the text of a position file in JSON."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def to_toml(document: dict[str, Any]) -> str:
    """Return the text of a position file in TOML."""
    document = copy.deepcopy(document)
    drawing = document["island"].get("drawing")
    if drawing is not None:
        document["island"]["drawing"] = tomlkit.value(f'"""\n{drawing}"""')  # TOML drops the first newline
    if steps := document.get("play", {}).get("steps"):
        document["play"]["steps"] = _lines(steps)
    return tomlkit.dumps(document)


_TIGHT_HEADER = re.compile(r"([^\r\n])\r?\n(\[[a-z])")  # a section right below a line of the one before


class Edited(NamedTuple):
    """The new text of a position file, and whether comments and layout survived."""

    text: str
    in_place: bool


def edited(text: str, before: dict[str, Any], after: dict[str, Any], words: str) -> Edited:
    """Return the text of a position file after a move, which `words` tell; it is kept as a step.

    `before` and `after` are the position in the keys of a file: what they share stays as it stands.
    """
    token = THIS
    while token in text:
        token += "."
    steps = [token, *_steps(text)]
    found = _edit(text, before, after, steps)
    step = step_of(words, found.text.replace(token, THIS), text)
    return found._replace(text=found.text.replace(token, json.dumps(step, ensure_ascii=False)[1:-1]))


def _steps(text: str) -> list[str]:
    found: list[str] = parse_document(text, "").get("play", {}).get("steps", [])
    return found


def last_step(text: str) -> str:
    """Return the words of the last step of a position file; empty if it has none."""
    return "".join(_steps(text)[:1]).partition("\n")[0]


def taken_back(text: str) -> str | None:
    """Return the text of a position file before its last step, or None if it was edited there since."""
    return step_back(_steps(text)[0], text)


def edited_undo(text: str, before: dict[str, Any], after: dict[str, Any]) -> Edited:
    """Return the text of a position file without a clue of which no step tells how the file was before."""
    return _edit(text, before, after, _steps(text)[1:])


def _edit(text: str, before: dict[str, Any], after: dict[str, Any], steps: list[str]) -> Edited:
    """Change a file in place if that says exactly what is meant, and write it anew otherwise."""
    document = parse_document(text, "")
    wanted = copy.deepcopy(document)
    _change(wanted, before, after, steps)
    if is_json(text):
        return Edited(to_json(wanted), in_place=True)
    missing = "".join(f"\n[{name}]\n" for name in _sections(wanted) if name not in _sections(document))
    for start in (text, f"{text}\n{missing}"):
        found = _edited_toml(start, before, after, steps)
        if found is not None and _says(found := _tidy(found, text), wanted):
            return Edited(found, in_place=True)
    return Edited(to_toml(wanted), in_place=False)


def _edited_toml(text: str, before: dict[str, Any], after: dict[str, Any], steps: list[str]) -> str | None:
    """Return the changed text, or None where tomlkit fails: it has trouble with tables out of order."""
    try:
        toml = tomlkit.parse(text)
        _change(toml, before, after, steps)
        return tomlkit.dumps(toml)
    except Exception:  # its errors share no class
        return None


def _sections(document: dict[str, Any]) -> list[str]:
    """Return the sections that an edit may have to begin, as they stand in a header."""
    maps = [f"maps.{colour}" for colour in document.get("maps", {})]
    return maps + [name for name in ("hand", "table", "play") if name in document]


def _change(document: Section, before: dict[str, Any], after: dict[str, Any], steps: list[str]) -> None:
    _carry_over(document, before, after)
    if steps:
        document.setdefault("play", {})["steps"] = _lines(steps)
    elif "play" in document:
        document["play"].pop("steps", None)
        if not document["play"]:
            del document["play"]


def _lines(steps: list[str]) -> Any:
    """Return steps as an array with a line for each."""
    array = tomlkit.array()
    array.extend(steps)
    return array.multiline(multiline=True)


def _carry_over(section: Section, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Change in a section what differs between two; a section of which nothing is left goes."""
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if isinstance(old or new, dict):
            inner = section.setdefault(key, {})
            _carry_over(inner, old or {}, new or {})
            if not inner and not new:
                del section[key]
        elif new is None:
            section.pop(key, None)
        elif isinstance(new, list) and key in section:
            _carry_over_list(section, key, old or [], new)
        else:
            section[key] = new


def _carry_over_list(section: Section, key: str, old: list[str], new: list[str]) -> None:
    """Change the items that differ; all, where the list of the file is told in another way."""
    there = section[key]
    if len(there) == len(old) and new[: len(old)] == old:
        there.extend(new[len(old) :])
    elif list(there) == old:
        for _, first, last, start, end in reversed(SequenceMatcher(None, old, new).get_opcodes()):
            for number in reversed(range(first, last)):
                if old[first:last] != new[start:end]:
                    del there[number]
            if old[first:last] != new[start:end]:
                for item in reversed(new[start:end]):
                    there.insert(first, item)
    else:
        section[key] = new


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
