"""Position files read: every fault is a `PositionError` that names file, key, text and the nearest spelling."""

from __future__ import annotations

import json
import re
import tomllib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.boards import boxed_island, read_sides
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.decks import Deck, read_deck, reconstructed_deck
from toolkit.games.tobago.maps import COLOURS, Play, TreasureMap
from toolkit.games.tobago.position import Components, Position
from toolkit.games.tobago.rules import Rules
from toolkit.games.tobago.schema import (
    ComponentsSection,
    IslandSection,
    LandmarksSection,
    MapSection,
    PositionFile,
    TableSection,
)
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import Island, parse_drawing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LARGEST_FILE = 16 * 1024 * 1024
"""Files up to this many bytes are read."""


class PositionError(ToolkitError):
    """A position file with a fault.

    Attributes
    ----------
    source
        The file.
    key
        Where in the file, such as ``maps.brown.clues[1]``; empty for the file as a whole.
    """

    def __init__(self, source: str, key: str, problem: str) -> None:
        self.source = source
        self.key = key
        super().__init__(": ".join(part for part in (source, key, problem) if part))


def read_position(path: Path) -> Position:
    """Read a position file; its own paths are relative to it."""
    return parse_position(read_text(path, str(path), ""), path.parent, str(path))


def parse_position(text: str, folder: Path, source: str) -> Position:
    """Read a position from a text; the files that it names lie in `folder`."""
    raw = parse_document(text, source)
    return _Reader(_typed(raw, source), folder, source).position()


def read_text(path: Path, source: str, key: str) -> str:
    """Return the text of a file of at most 16 MB in UTF-8; `PositionError` under `source` and `key` otherwise."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PositionError(source, key, f"cannot read {quote(str(path))}: {reason}") from None
    return decode(data, source, key)


def decode(data: bytes, source: str, key: str = "") -> str:
    """Return the text of the bytes of a file."""
    if len(data) > LARGEST_FILE:
        raise PositionError(source, key, f"larger than {LARGEST_FILE // 1024 // 1024} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError(
            source, key, f"no UTF-8 text: byte {error.start} is {data[error.start]:#04x}"
        ) from None


def is_json(text: str) -> bool:
    """Tell whether a position file is JSON: its text begins with a brace."""
    return text.lstrip().startswith("{")


def parse_document(text: str, source: str) -> dict[str, Any]:
    """Return the keys and values of a position file as plain data, not yet checked."""
    kind = "JSON" if is_json(text) else "TOML"
    try:
        raw = json.loads(text, object_pairs_hook=_no_twins) if kind == "JSON" else tomllib.loads(text)
    except RecursionError:
        raise PositionError(source, "", f"no valid {kind}: nested too deeply") from None
    except ValueError as error:
        raise PositionError(source, "", f"no valid {kind}: {error}") from None
    return dict(raw)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"key {quote(twin)} stands twice in one object")
    return found


# ---------------------------------------------------------------- shape: keys and types


def _typed(raw: dict[str, Any], source: str) -> PositionFile:
    """Return the file as Structs, or name the first key that does not belong or has a wrong type."""
    _check_keys(raw, PositionFile, "", source)
    try:
        return msgspec.convert(raw, PositionFile)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$.")
        key = path.rstrip("`")
        missing = re.fullmatch(r"Object missing required field `(\w+)`", problem)
        if missing:
            raise PositionError(source, missing[1], "this key is needed") from None
        value = _value_at(raw, key)
        wanted = _choices_at(key)
        hint = _hint(value, wanted) if wanted else f": {problem[0].lower()}{problem[1:]}"
        raise PositionError(source, key, f"{quote(value)} is not valid{hint}") from None


def _check_keys(raw: object, section: type[Struct], path: str, source: str) -> None:
    if not isinstance(raw, dict):
        return
    types = get_type_hints(section)
    for key, value in raw.items():
        where = f"{path}.{key}" if path else str(key)
        if key not in types:
            shown = f"{path}: " if path else ""
            hint = did_you_mean(str(key), types) or f"; the keys here are {', '.join(types)}"
            raise PositionError(source, "", f"{shown}unknown key {quote(key)}{hint}")
        if nested := _struct(types[key]):
            _check_keys(value, nested, where, source)


def _struct(annotation: Any) -> type[Struct] | None:
    """Return the section that a key holds, if it holds one."""
    found = [t for t in (annotation, *get_args(annotation)) if isinstance(t, type) and issubclass(t, Struct)]
    return found[0] if found else None


def _steps(key: str) -> list[str]:
    return re.findall(r"\w+", key)


def _value_at(raw: Any, key: str) -> Any:
    for step in _steps(key):
        raw = raw[int(step)] if isinstance(raw, list) else raw[step]
    return raw


def _choices_at(key: str) -> tuple[str, ...]:
    """Return the texts that a key may hold when they are fixed, else nothing."""
    annotation: Any = PositionFile
    for step in _steps(key):
        section = _struct(annotation)
        annotation = get_type_hints(section)[step] if section else get_args(annotation)[0]
    while get_origin(annotation) in (Union, list) or UnsetType in get_args(annotation):
        annotation = get_args(annotation)[0]
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def _hint(value: object, wanted: tuple[str, ...]) -> str:
    shown = ", ".join(word for word in wanted if word)
    return (did_you_mean(value, wanted) if isinstance(value, str) else "") or f"; it is one of {shown}"


# ---------------------------------------------------------------- content: hexes, clues, maps


class _Reader:
    """Builds a position from a file whose shape is right."""

    def __init__(self, file: PositionFile, folder: Path, source: str) -> None:
        self.file = file
        self.folder = folder
        self.source = source

    def position(self) -> Position:
        file = self.file
        island = self._island(file.island, file.components)
        setting = self._setting(island, file.landmarks)
        maps = {colour: self._map(setting, colour, getattr(file.maps, colour)) for colour in COLOURS}
        atvs, amulets = self._table(island, file.table)
        return Position(
            setting=setting,
            maps=maps,
            hand=None if file.hand is UNSET else self._clues("hand.clues", file.hand.clues),
            deck=self._deck(file.components),
            facings=self._facings(island, file.landmarks),
            me=_given(file.table.me),
            atvs=atvs,
            amulets=amulets,
            order=self._order(maps),
            components=Components(_given(file.components.sides), _given(file.components.deck)),
        )

    @contextmanager
    def _at(self, key: str) -> Iterator[None]:
        """Give errors inside the block their place in the file."""
        try:
            yield
        except PositionError:
            raise
        except ToolkitError as error:
            raise PositionError(self.source, key, str(error)) from None

    def _error(self, key: str, problem: str) -> PositionError:
        return PositionError(self.source, key, problem)

    def _included(self, key: str, name: str) -> str:
        """Return the text of a file that the position names, relative to it."""
        path = self.folder / name
        try:
            regular = path.is_file()
        except (OSError, ValueError):  # a name too long, or with a NUL
            regular = False
        if not regular:
            raise self._error(key, f"no file {quote(name)} beside the position")
        return read_text(path, self.source, key)

    def _island(self, section: IslandSection, components: ComponentsSection) -> Island:
        given = [key for key in ("layout", "drawing", "file") if getattr(section, key) is not UNSET]
        if len(given) != 1:
            found = " and ".join(given) or "nothing"
            raise self._error("island", f"one of layout, drawing and file is needed, not {found}")
        sides = {}
        if components.sides is not UNSET:
            with self._at("components.sides"):
                sides = read_sides(self._included("components.sides", components.sides))
        key, value = f"island.{given[0]}", getattr(section, given[0])
        with self._at(key):
            if given[0] == "layout":
                return boxed_island(value, sides)
            return parse_drawing(value if given[0] == "drawing" else self._included(key, value))

    def _deck(self, components: ComponentsSection) -> Deck:
        if components.deck is UNSET:
            return reconstructed_deck()
        with self._at("components.deck"):
            return read_deck(self._included("components.deck", components.deck))

    def _setting(self, island: Island, section: LandmarksSection) -> Setting:
        rules = Rules(**{key: getattr(self.file.rules, key) for key in self.file.rules.__struct_fields__})
        seen: dict[str, str] = {}
        placed: dict[str, list[str]] = {}
        for kind in ("huts", "palms", "statues"):
            placed[kind] = [
                text.partition(">")[0].strip() if kind == "statues" else text
                for text in getattr(section, kind)
            ]
            for number, name in enumerate(placed[kind]):
                self._landmark(island, f"landmarks.{kind}[{number}]", name, seen)
        return Setting(island, **placed, rules=rules)

    def _landmark(self, island: Island, key: str, name: str, seen: dict[str, str]) -> None:
        with self._at(key):
            island.number(name)
        if name in seen:
            raise self._error(key, f"hex {quote(name)} holds a landmark already ({seen[name]})")
        seen[name] = key

    def _facings(self, island: Island, section: LandmarksSection) -> dict[str, str]:
        names = [direction.name for direction in island.orientation.directions]
        facings = {}
        for number, text in enumerate(section.statues):
            hex_name, arrow, facing = (part.strip() for part in text.partition(">"))
            if arrow and facing not in names:
                hint = did_you_mean(facing, names) or f"; the directions here are {', '.join(names)}"
                raise self._error(
                    f"landmarks.statues[{number}]", f"{quote(text)}: no direction {quote(facing)}{hint}"
                )
            if arrow:
                facings[hex_name] = facing
        return facings

    def _map(self, setting: Setting, colour: str, section: MapSection) -> TreasureMap:
        key = f"maps.{colour}"
        clues = self._clues(f"{key}.clues", section.clues)
        owners = (
            [None] * len(clues) if section.owners is UNSET else [owner or None for owner in section.owners]
        )
        if len(owners) != len(clues):
            raise self._error(
                f"{key}.owners", f"{len(owners)} owners for {len(clues)} clues: each clue has one"
            )
        for number, name in enumerate(section.removed):
            with self._at(f"{key}.removed[{number}]"):
                setting.island.number(name)
        plays = [Play(clue, owner) for clue, owner in zip(clues, owners, strict=True)]
        treasure_map = TreasureMap(setting, colour, plays, section.removed)
        if not treasure_map.candidates:
            raise self._no_candidate(key, treasure_map)
        return treasure_map

    def _no_candidate(self, key: str, treasure_map: TreasureMap) -> PositionError:
        """Name the clue after which nothing is left."""
        for number, (clue, left) in enumerate(zip(treasure_map.clues, treasure_map.steps, strict=True)):
            if not left:
                return self._error(f"{key}.clues[{number}]", f"{str(clue)!r} leaves no candidate")
        return self._error(f"{key}.removed", "the removed hexes leave no candidate")

    def _clues(self, key: str, texts: list[str]) -> tuple[Clue, ...]:
        clues = []
        for number, text in enumerate(texts):
            with self._at(f"{key}[{number}]"):
                clues.append(Clue.parse(text))
        return tuple(clues)

    def _table(self, island: Island, section: TableSection) -> tuple[dict[str, str], tuple[str, ...]]:
        atvs = {
            c: getattr(section.atvs, c)
            for c in section.atvs.__struct_fields__
            if getattr(section.atvs, c) is not UNSET
        }
        for colour, name in atvs.items():
            with self._at(f"table.atvs.{colour}"):
                island.number(name)
        for number, name in enumerate(section.amulets):
            with self._at(f"table.amulets[{number}]"):
                island.number(name)
        return atvs, tuple(section.amulets)

    def _order(self, maps: dict[str, TreasureMap]) -> tuple[str, ...]:
        order = tuple(self.file.play.order)
        for colour, treasure_map in maps.items():
            if order.count(colour) > len(treasure_map.plays):
                problem = f"{colour} stands there {order.count(colour)} times and has {len(treasure_map.plays)} clues"
                raise self._error("play.order", problem)
        return order


def _given(value: str | UnsetType) -> str | None:
    return None if value is UNSET else value
