"""The shape of a position file, as msgspec Structs, from which the JSON Schema is made.

``tobago schema`` prints the JSON Schema; ``data/position.schema.json`` holds it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType, field

from toolkit.core.position import Section
from toolkit.core.rules import with_rules
from toolkit.games.tobago.rules import Rules

Player = Literal["red", "blue", "yellow", "green"]
Owner = Literal["red", "blue", "yellow", "green", ""]  # an empty text: not known
Colour = Literal["brown", "white", "grey", "black"]


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


@with_rules(Rules)
class RulesSection(Section):
    """The rule switches (`Rules`)."""


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
    """What was played: the maps on which the last clues were laid, in order, and steps, the last first.

    `undo` takes back the last: a step tells what was done and how the file was before.
    """

    order: list[Colour] = []
    steps: list[str] = []


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
