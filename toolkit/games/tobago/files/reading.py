"""Position files read: what the keys of a file mean on its island."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType

from toolkit.core.document import PositionError, located, read_text
from toolkit.core.errors import did_you_mean, quote
from toolkit.core.rules import given_rules
from toolkit.games.tobago.board_sides import boxed_island, read_sides
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.decks import Deck, read_deck, reconstructed_deck
from toolkit.games.tobago.maps import COLOURS, Play, TreasureMap
from toolkit.games.tobago.rules import Rules
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import Island, parse_drawing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from toolkit.games.tobago.files.schema import (
        ComponentsSection,
        IslandSection,
        LandmarksSection,
        MapSection,
        PositionFile,
        TableSection,
    )


@dataclass(frozen=True, slots=True)
class Components:
    """Paths of the files that an owner supplied, as the position file names them."""

    sides: str | None = None
    deck: str | None = None


def values_of(file: PositionFile, folder: Path, source: str) -> dict[str, Any]:
    """Return the fields of the position in a file whose keys and types are right.

    The files that it names lie in `folder`; `PositionError` names `source`, key and text of a fault.
    """
    return _Reader(file, folder, source).values()


class _Reader:
    """Makes out what the keys of a file say."""

    def __init__(self, file: PositionFile, folder: Path, source: str) -> None:
        self.file = file
        self.folder = folder
        self.source = source

    def values(self) -> dict[str, Any]:
        file = self.file
        island = self._island(file.island, file.components)
        setting = self._setting(island, file.landmarks)
        maps = {colour: self._map(setting, colour, getattr(file.maps, colour)) for colour in COLOURS}
        atvs, amulets = self._table(island, file.table)
        return {
            "setting": setting,
            "maps": maps,
            "hand": None if file.hand is UNSET else self._clues("hand.clues", file.hand.clues),
            "deck": self._deck(file.components),
            "facings": self._facings(island, file.landmarks),
            "me": _given(file.table.me),
            "atvs": atvs,
            "amulets": amulets,
            "order": self._order(maps),
            "components": Components(_given(file.components.sides), _given(file.components.deck)),
        }

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
            with located("components.sides", self.source, components.sides):
                sides = read_sides(self._included("components.sides", components.sides))
        key, value = f"island.{given[0]}", getattr(section, given[0])
        with located(key, self.source, value if given[0] == "file" else ""):
            if given[0] == "layout":
                return boxed_island(value, sides)
            return parse_drawing(value if given[0] == "drawing" else self._included(key, value))

    def _deck(self, components: ComponentsSection) -> Deck:
        if components.deck is UNSET:
            return reconstructed_deck()
        with located("components.deck", self.source, components.deck):
            return read_deck(self._included("components.deck", components.deck))

    def _setting(self, island: Island, section: LandmarksSection) -> Setting:
        rules = Rules(**given_rules(self.file.rules))
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

    def _check_hexes(self, island: Island, names: Mapping[str, str]) -> None:
        """Refuse a hex that the island does not have, by the key that names it."""
        for key, name in names.items():
            with located(key, self.source):
                island.number(name)

    def _landmark(self, island: Island, key: str, name: str, seen: dict[str, str]) -> None:
        self._check_hexes(island, {key: name})
        if name in seen:
            raise self._error(key, f"hex {quote(name)} holds a landmark already ({seen[name]})")
        seen[name] = key

    def _facings(self, island: Island, section: LandmarksSection) -> dict[str, str]:
        names = [direction.name for direction in island.orientation.directions]
        facings = {}
        for number, text in enumerate(section.statues):
            hex_name, arrow, facing = (part.strip() for part in text.partition(">"))
            if arrow and facing not in names:
                hint = f"{did_you_mean(facing, names)} The directions here are {', '.join(names)}"
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
        removed = {f"{key}.removed[{number}]": name for number, name in enumerate(section.removed)}
        self._check_hexes(setting.island, removed)
        plays = [Play(clue, owner) for clue, owner in zip(clues, owners, strict=True)]
        treasure_map = TreasureMap(setting, colour, plays, section.removed)
        if not treasure_map.candidates:
            raise self._no_candidate(key, treasure_map)
        return treasure_map

    def _no_candidate(self, key: str, treasure_map: TreasureMap) -> PositionError:
        """Name the clue after which nothing is left."""
        for number, (clue, left) in enumerate(zip(treasure_map.clues, treasure_map.steps, strict=True)):
            if not left:
                earlier = treasure_map.plays[:number]
                verdict = TreasureMap(treasure_map.setting, treasure_map.colour, earlier).verdict(clue)
                against = f": it {verdict.objection}" if verdict.conflicts else ""
                return self._error(f"{key}.clues[{number}]", f"{str(clue)!r} leaves no candidate{against}")
        return self._error(f"{key}.removed", "the removed hexes leave no candidate")

    def _clues(self, key: str, texts: list[str]) -> tuple[Clue, ...]:
        clues = []
        for number, text in enumerate(texts):
            with located(f"{key}[{number}]", self.source):
                clues.append(Clue.parse(text))
        return tuple(clues)

    def _table(self, island: Island, section: TableSection) -> tuple[dict[str, str], tuple[str, ...]]:
        given = {colour: getattr(section.atvs, colour) for colour in section.atvs.__struct_fields__}
        atvs = {colour: name for colour, name in given.items() if name is not UNSET}
        self._check_hexes(island, {f"table.atvs.{colour}": name for colour, name in atvs.items()})
        amulets = {f"table.amulets[{number}]": name for number, name in enumerate(section.amulets)}
        self._check_hexes(island, amulets)
        return atvs, tuple(section.amulets)

    def _order(self, maps: dict[str, TreasureMap]) -> tuple[str, ...]:
        order = tuple(self.file.play.order)
        for colour, treasure_map in maps.items():
            if order.count(colour) > len(treasure_map.plays):
                counts = f"{order.count(colour)} times and has {len(treasure_map.plays)} clues"
                raise self._error("play.order", f"{colour} stands there {counts}")
        return order


def _given(value: str | UnsetType) -> str | None:
    return None if value is UNSET else value
