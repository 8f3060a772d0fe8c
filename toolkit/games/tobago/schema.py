"""The shape of a position file, as msgspec Structs, and the JSON Schema made from them.

``tobago schema`` prints the JSON Schema; ``data/position.schema.json`` holds it.
"""

from __future__ import annotations

from inspect import cleandoc
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.json import schema

from toolkit.games.tobago.rules import Distance, MustReduce, OwnHex

FORMAT = "tobago-position/1"

Player = Literal["red", "blue", "yellow", "green"]
Owner = Literal["red", "blue", "yellow", "green", ""]  # an empty text: not known
Colour = Literal["brown", "white", "grey", "black"]


class Section(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A table of a position file; a key that it does not name is an error."""


class IslandSection(Section):
    """Where the terrain comes from: exactly one of the three."""

    layout: str | UnsetType = UNSET
    drawing: str | UnsetType = UNSET
    file: str | UnsetType = UNSET


class ComponentsSection(Section):
    """Files that an owner of the game supplies."""

    sides: str | UnsetType = UNSET
    deck: str | UnsetType = UNSET


class LandmarksSection(Section):
    """The hexes with landmarks; a statue may name its facing, as in ``A23>NE``."""

    huts: list[str] = []
    palms: list[str] = []
    statues: list[str] = []


class RulesSection(Section):
    """The rule switches (`Rules`)."""

    own_hex: OwnHex = "excluded"
    distance: Distance = "lattice"
    landmark_gap: Annotated[int, Meta(ge=0)] = 4
    must_reduce: MustReduce = "always"


class MapSection(Section):
    """One treasure map: its clues in order, the hexes whose cube is gone, and whose clue each is."""

    clues: list[str] = []
    removed: list[str] = []
    owners: list[Owner] | UnsetType = UNSET


class MapsSection(Section):
    """The four maps; one that is not named has no clues."""

    brown: MapSection = field(default_factory=MapSection)
    white: MapSection = field(default_factory=MapSection)
    grey: MapSection = field(default_factory=MapSection)
    black: MapSection = field(default_factory=MapSection)


class HandSection(Section):
    """The clue cards in the hand of the player who asks."""

    clues: list[str] = []


class AtvsSection(Section):
    """Where the ATVs stand."""

    red: str | UnsetType = UNSET
    blue: str | UnsetType = UNSET
    yellow: str | UnsetType = UNSET
    green: str | UnsetType = UNSET


class TableSection(Section):
    """Who asks, and what stands where."""

    me: Player | UnsetType = UNSET
    atvs: AtvsSection = field(default_factory=AtvsSection)
    amulets: list[str] = []


class PlaySection(Section):
    """The maps on which the last clues were laid, in order of play: `undo` takes back the last."""

    order: list[Colour] = []


class PositionFile(Section):
    """A position file as a whole."""

    format: Literal["tobago-position/1"]
    island: IslandSection
    components: ComponentsSection = field(default_factory=ComponentsSection)
    landmarks: LandmarksSection = field(default_factory=LandmarksSection)
    rules: RulesSection = field(default_factory=RulesSection)
    maps: MapsSection = field(default_factory=MapsSection)
    hand: HandSection | UnsetType = UNSET
    table: TableSection = field(default_factory=TableSection)
    play: PlaySection = field(default_factory=PlaySection)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of position files."""
    return schema_of(PositionFile, FORMAT)


def schema_of(shape: type[Struct], title: str) -> dict[str, Any]:
    """Return the JSON Schema of a file, the same under every Python: 3.13 unindents docstrings by itself."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    found: dict[str, Any] = _unindented({**head, **schema(shape)})
    return found


def _unindented(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            key: cleandoc(value) if key == "description" and isinstance(value, str) else _unindented(value)
            for key, value in part.items()
        }
    return [_unindented(value) for value in part] if isinstance(part, list) else part
