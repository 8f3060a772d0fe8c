"""Position files written: from a position, or by an edit of the text that is there.

An edit changes only what a play changes, so that comments and layout of a file typed by hand survive.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import tomlkit

from toolkit.core.document import PositionError, is_json, parse_document
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.board_sides import LAYOUTS, boxed_island
from toolkit.games.tobago.decks import reconstructed_deck
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import Orientation, format_drawing

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.maps import TreasureMap
    from toolkit.games.tobago.position import Position

    Change = Callable[[MutableMapping[str, Any]], None]


def position_to_dict(position: Position) -> dict[str, Any]:
    """Return a position with the keys of a position file; keys at their default are left out.

    `ToolkitError` for a deck or boards of one's own that no file supplies.
    """
    setting, components = position.setting, position.components
    rules, usual = msgspec.to_builtins(setting.rules), msgspec.to_builtins(Rules())
    sections: dict[str, dict[str, Any]] = {
        "components": {"sides": components.sides, "deck": _deck_path(position)},
        "landmarks": _landmarks(position),
        "rules": {key: value for key, value in rules.items() if value != usual[key]},
        "maps": {colour: _map(treasure_map) for colour, treasure_map in position.maps.items()},
        "table": {"me": position.me, "atvs": dict(position.atvs), "amulets": list(position.amulets)},
        "play": {"order": list(position.order)},
    }
    filled = _filled({key: _filled(section) for key, section in sections.items()})
    document = {"format": position.form, "island": _island(position), **filled}
    if position.hand is not None:
        document["hand"] = {"clues": [str(clue) for clue in position.hand]}
    return document


def _filled(section: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in section.items() if value not in (None, [], {})}


def _island(position: Position) -> dict[str, str]:
    island = position.setting.island
    if island.orientation is Orientation.POINTY:
        return {"drawing": format_drawing(island) + "\n"}
    if position.components.sides is None and (
        island.title not in LAYOUTS or boxed_island(island.title) != island
    ):
        raise ToolkitError(
            f"{island.title} is no layout of the known board sides: no position file can hold it"
        )
    return {"layout": island.title}


def _deck_path(position: Position) -> str | None:
    if position.components.deck is None and position.deck != reconstructed_deck():
        raise ToolkitError("a position file names its own deck by a file: give its path in components.deck")
    return position.components.deck


def _landmarks(position: Position) -> dict[str, list[str]]:
    setting, facings = position.setting, position.facings
    statues = [f"{name}>{facings[name]}" if name in facings else name for name in setting.statues]
    return {"huts": list(setting.huts), "palms": list(setting.palms), "statues": statues}


def _map(treasure_map: TreasureMap) -> dict[str, Any]:
    owners = [play.owner or "" for play in treasure_map.plays]
    clues = [str(clue) for clue in treasure_map.clues]
    return _filled(
        {"clues": clues, "removed": list(treasure_map.removed), "owners": owners if any(owners) else []}
    )


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
