"""Position files read: what the keys of a file mean on its island."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import UNSET

from toolkit.core.document import PositionError, located
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.rules import given_keys
from toolkit.games.tables import FaultyFile
from toolkit.games.tobago.board_sides import boxed_island, read_sides
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.decks import Deck, read_deck, reconstructed_deck
from toolkit.games.tobago.maps import COLOURS, Play, TreasureMap
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import Island, parse_drawing
from toolkit.hexmap.drawn import blank_faults, is_drawing

if TYPE_CHECKING:
    from toolkit.core.position import Beside
    from toolkit.games.tobago.files.schema import (
        ComponentsSection,
        LandmarksSection,
        MapSection,
        PositionFile,
    )

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Components:
    """Paths of the files that an owner supplied, as the position file names them."""

    sides: str | None = None
    deck: str | None = None


def values_of(file: PositionFile, beside: Beside) -> dict[str, Any]:
    """Return the fields of the position in a file whose keys and types are right.

    `PositionError` names key and text of a fault.
    """
    island, warnings = _island(file, beside)
    setting = Setting(island, **_landmarks(island, file.landmarks), rules=Rules(**given_keys(file.rules)))
    maps = {colour: _map(setting, colour, getattr(file.maps, colour)) for colour in COLOURS}
    atvs, amulets = given_keys(file.table.atvs), file.table.amulets
    _check_hexes(island, {f"table.atvs.{colour}": name for colour, name in atvs.items()})
    _check_hexes(island, _numbered("table.amulets", amulets))
    return {
        "setting": setting,
        "maps": maps,
        "hand": None if file.hand is UNSET else _clues("hand.clues", file.hand.clues),
        "deck": _deck(file.components, beside),
        "facings": _facings(island, file.landmarks),
        "me": given_keys(file.table).get("me"),
        "atvs": atvs,
        "amulets": tuple(amulets),
        "order": _order(file.play.order, maps),
        "components": Components(**given_keys(file.components)),
        "warnings": warnings,
    }


def _island(file: PositionFile, beside: Beside) -> tuple[Island, tuple[str, ...]]:
    """Return the island, and what is odd in its drawing."""
    ways, sides = given_keys(file.island), file.components.sides
    if len(ways) != 1:
        found = " and ".join(ways) or "nothing"
        raise PositionError("", "island", f"one of layout, drawing and file is needed, not {found}")
    further = {}
    if sides is not UNSET:
        further = _owned(beside, "sides", sides, read_sides)
    [(way, value)] = ways.items()
    key = f"island.{way}"
    with located(key, "", value if way == "file" else ""):
        if way == "layout":
            return boxed_island(value, further), ()
        text = value if way == "drawing" else beside.read(key, value)
        if way == "file" and not is_drawing(text):
            raise ToolkitError("no drawing: rows of the letters B J L M R S and . with blanks between them")
        return parse_drawing(text), tuple(f"{key}: {fault}" for fault in blank_faults(text))


def _deck(components: ComponentsSection, beside: Beside) -> Deck:
    if components.deck is UNSET:
        return reconstructed_deck()
    return _owned(beside, "deck", components.deck, read_deck)


def _owned(beside: Beside, key: str, name: str, read: Callable[[str], Read]) -> Read:
    """Return what a file of an owner holds; `PositionError` names it with its first fault."""
    try:
        return read(beside.read(f"components.{key}", name))
    except FaultyFile as error:
        raise PositionError("", f"components.{key}", error.within(name)) from None


# ---- hexes -------------------------------------------------------------------------------------------------


def _numbered(key: str, names: Iterable[str]) -> dict[str, str]:
    """Return the names of a list by the keys of their places."""
    return {f"{key}[{number}]": name for number, name in enumerate(names)}


def _check_hexes(island: Island, names: Mapping[str, str]) -> None:
    """Refuse a hex that the island does not have, by the key that names it."""
    for key, name in names.items():
        with located(key):
            island.number(name)


def _landmarks(island: Island, section: LandmarksSection) -> dict[str, list[str]]:
    statues = [text.partition(">")[0].strip() for text in section.statues]
    placed = {"huts": section.huts, "palms": section.palms, "statues": statues}
    seen: dict[str, str] = {}
    for kind, names in placed.items():
        for key, name in _numbered(f"landmarks.{kind}", names).items():
            _check_hexes(island, {key: name})
            if name in seen:
                raise PositionError("", key, f"hex {quote(name)} holds a landmark already ({seen[name]})")
            seen[name] = key
    return placed


def _facings(island: Island, section: LandmarksSection) -> dict[str, str]:
    names = [direction.name for direction in island.orientation.directions]
    facings = {}
    for key, text in _numbered("landmarks.statues", section.statues).items():
        hex_name, arrow, facing = (part.strip() for part in text.partition(">"))
        if arrow and facing not in names:
            hint = f"{did_you_mean(facing, names)} The directions here are {', '.join(names)}"
            raise PositionError("", key, f"{quote(text)}: no direction {quote(facing)}{hint}")
        if arrow:
            facings[hex_name] = facing
    return facings


# ---- clues -------------------------------------------------------------------------------------------------


def _map(setting: Setting, colour: str, section: MapSection) -> TreasureMap:
    key = f"maps.{colour}"
    clues = _clues(f"{key}.clues", section.clues)
    owners = [""] * len(clues) if section.owners is UNSET else section.owners
    if len(owners) != len(clues):
        problem = f"{len(owners)} owners for {len(clues)} clues: each clue has one"
        raise PositionError("", f"{key}.owners", problem)
    _check_hexes(setting.island, _numbered(f"{key}.removed", section.removed))
    plays = [Play(clue, owner or None) for clue, owner in zip(clues, owners, strict=True)]
    treasure_map = TreasureMap(setting, colour, plays, section.removed)
    if not treasure_map.candidates:
        raise _no_candidate(key, treasure_map)
    return treasure_map


def _no_candidate(key: str, treasure_map: TreasureMap) -> PositionError:
    """Name the clue after which nothing is left."""
    for number, (clue, left) in enumerate(zip(treasure_map.clues, treasure_map.steps, strict=True)):
        if not left:
            earlier = treasure_map.plays[:number]
            verdict = TreasureMap(treasure_map.setting, treasure_map.colour, earlier).verdict(clue)
            against = f": it {verdict.objection}" if verdict.conflicts else ""
            return PositionError("", f"{key}.clues[{number}]", f"{str(clue)!r} leaves no candidate{against}")
    return PositionError("", f"{key}.removed", "the removed hexes leave no candidate")


def _clues(key: str, texts: list[str]) -> tuple[Clue, ...]:
    clues = []
    for place, text in _numbered(key, texts).items():
        with located(place):
            clues.append(Clue.parse(text))
    return tuple(clues)


def _order(order: Iterable[str], maps: Mapping[str, TreasureMap]) -> tuple[str, ...]:
    order = tuple(order)
    for colour, treasure_map in maps.items():
        if order.count(colour) > len(treasure_map.plays):
            counts = f"{order.count(colour)} times and has {len(treasure_map.plays)} clues"
            raise PositionError("", "play.order", f"{colour} stands there {counts}")
    return order
