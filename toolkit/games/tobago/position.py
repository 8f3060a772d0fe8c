"""`Position`: what lies on the table, as far as clues, hints and pictures need it, and its files.

The shape of a file stands here as msgspec Structs, with how its keys are read and written. The JSON Schema is
made of it: ``tobago schema`` prints it, and ``data/position.schema.json`` holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as given
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType, field

from toolkit.core.document import PositionError, located
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.pictures import Drawn, Picture
from toolkit.core.position import Beside, Section, Written
from toolkit.core.rules import given_keys, with_rules
from toolkit.games.tables import FaultyFile
from toolkit.games.tobago.board_sides import LAYOUTS, boxed_island, read_sides
from toolkit.games.tobago.cards import Deck, read_deck, reconstructed_deck
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.maps import Play, TreasureMap
from toolkit.games.tobago.placement import placement_faults
from toolkit.games.tobago.rules import COLOURS, PLAYERS, Colour, Player, Rules, known
from toolkit.hexmap import Island, Orientation, format_drawing, parse_drawing
from toolkit.hexmap.drawn import blank_faults, is_drawing

Read = TypeVar("Read")

# ---- the shape of a file -----------------------------------------------------------------------------------

Owner = Literal[Player, ""]  # an empty text: not known


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


# ---- the position ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Components:
    """Paths of the files that an owner supplied, as the position file names them."""

    sides: str | None = None
    deck: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Written, Drawn):
    """A setting with its four treasure maps and what stands on the table; immutable.

    `ToolkitError` for unknown colours, hexes or directions, and for maps of another setting.

    Examples
    --------
    >>> position = Position.load("examples/first-position.toml")
    >>> position.maps["brown"].candidates
    <CellSet 14 of 104: A32 A34 A42 A43 B44 B54 B55 B65 C10 C31 C42 C53 C64 C75>
    """

    form = "tobago-position/1"

    setting: Setting  #: the island with its landmarks, under its rules
    #: the four treasure maps by colour; a colour that is not given has no clues
    maps: Mapping[str, TreasureMap] = given(default_factory=dict)
    hand: tuple[Clue, ...] | None = None  #: the clues of the player who asks; None when they are not known
    deck: Deck = given(default_factory=reconstructed_deck)  #: the clue cards of the game
    facings: Mapping[str, str] = given(default_factory=dict)  #: where a statue looks, by its hex
    me: str | None = None  #: the player who asks
    atvs: Mapping[str, str] = given(default_factory=dict)  #: the hex of each ATV, by colour
    amulets: tuple[str, ...] = ()  #: the hexes with an amulet
    order: tuple[str, ...] = ()  #: the maps of the last clues, in order of play; it may begin in mid-game
    components: Components = given(default_factory=Components)  #: the files that an owner supplied
    #: what was odd in the file that it was read from, although it could be read
    warnings: tuple[str, ...] = given(default=(), compare=False)

    def __post_init__(self) -> None:
        self._check()
        maps = {c: self.maps.get(c) or TreasureMap(self.setting, c) for c in COLOURS}
        object.__setattr__(self, "maps", maps)

    def _check(self) -> None:
        """Refuse what no table can hold (and no position file can say)."""
        directions = [direction.name for direction in self.setting.island.orientation.directions]
        named = {
            "map": ((*self.maps, *self.order), COLOURS),
            "player": ((*self.atvs, *filter(None, [self.me])), PLAYERS),
            "direction": (self.facings.values(), directions),
        }
        for what, (words, valid) in named.items():
            for word in words:
                known(what, word, valid)
        self.setting.island.cells([*self.atvs.values(), *self.amulets])
        if strangers := sorted(self.facings.keys() - set(self.setting.statues)):
            raise ToolkitError(f"no statue stands on {quote(strangers[0])}, so it faces nowhere")
        if any(m.setting != self.setting for m in self.maps.values()):
            raise ToolkitError("the maps of a position belong to its setting")

    def __repr__(self) -> str:
        counts = ", ".join(f"{colour} {len(m.candidates)}" for colour, m in self.maps.items())
        return f"<Position on {self.setting.island.title}: {counts}>"

    @property
    def seat(self) -> int:
        """The seat of the player who asks, among those whose ATV stands on the island; `ToolkitError`."""
        seats = [colour for colour in PLAYERS if colour in self.atvs]
        if self.me not in seats:
            raise ToolkitError("table.me: the position does not tell who asks, or where that ATV stands")
        return seats.index(self.me)

    @classmethod
    @cache
    def shape(cls) -> type[msgspec.Struct]:
        """Return the shape of the files."""
        return PositionFile

    @classmethod
    def values(cls, file: PositionFile, beside: Beside) -> dict[str, Any]:
        """Return the fields of the position in a file; `PositionError` names key and text of a fault."""
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

    def to_dict(self) -> dict[str, Any]:
        """Return the position with the keys of a position file; keys at their default are left out.

        `ToolkitError` for a deck or boards of one's own that no file supplies.
        """
        rules, usual = msgspec.to_builtins(self.setting.rules), msgspec.to_builtins(Rules())
        document = {
            "format": self.form,
            "island": self._island(),
            "components": {"sides": self.components.sides, "deck": self._deck_path()},
            "landmarks": self._landmarks(),
            "rules": {key: value for key, value in rules.items() if value != usual[key]},
            "maps": {colour: _map_keys(treasure_map) for colour, treasure_map in self.maps.items()},
            "table": {"me": self.me, "atvs": dict(self.atvs), "amulets": list(self.amulets)},
            "play": {"order": list(self.order)},
        }
        hand = None if self.hand is None else {"hand": {"clues": [str(clue) for clue in self.hand]}}
        return _filled(document) | (hand or {})

    def _island(self) -> dict[str, str]:
        island = self.setting.island
        if island.orientation is Orientation.POINTY:
            return {"drawing": format_drawing(island) + "\n"}
        if self.components.sides is None and (
            island.title not in LAYOUTS or boxed_island(island.title) != island
        ):
            raise ToolkitError(
                f"{island.title} is no layout of the known board sides: no position file can hold it"
            )
        return {"layout": island.title}

    def _deck_path(self) -> str | None:
        if self.components.deck is None and self.deck != reconstructed_deck():
            raise ToolkitError(
                "a position file names its own deck by a file: give its path in components.deck"
            )
        return self.components.deck

    def _landmarks(self) -> dict[str, list[str]]:
        setting, facings = self.setting, self.facings
        statues = [f"{name}>{facings[name]}" if name in facings else name for name in setting.statues]
        return {"huts": list(setting.huts), "palms": list(setting.palms), "statues": statues}

    def to_toml(self) -> str:
        """Return the text of a position file in TOML."""
        from toolkit.games.tobago.files.writing import to_toml  # tomlkit only for who writes

        return to_toml(self.to_dict())

    @property
    def faults(self) -> list[str]:
        """What is odd although it can be read: in the file, and by the rules landmarks and earlier clues."""
        found = [*self.warnings, *placement_faults(self.setting)]
        for treasure_map in self.maps.values():
            found += _idle_clues(treasure_map)
        return found

    @property
    def remaining(self) -> Deck:
        """The deck less the clues that lie on the maps."""
        return self.deck.without(clue for m in self.maps.values() for clue in m.clues)

    def lay(self, colour: str, clue: Clue, owner: str | None = None) -> Position:
        """Return the position after a clue was laid; `IllegalClue` when the rules forbid it (T-12).

        The hand stays as it is: whose card it was is not known.
        """
        treasure_map = self.maps[known("map", colour, COLOURS)].lay(clue, owner)
        return replace(self, maps={**self.maps, colour: treasure_map}, order=(*self.order, colour))

    @property
    def last(self) -> str | None:
        """The map on which the last clue was laid, or None when no clue lies anywhere.

        `ToolkitError` when the position does not tell: clues on several maps and no order of play.
        """
        laid = [colour for colour, treasure_map in self.maps.items() if treasure_map.plays]
        if self.order:
            return self.order[-1]
        if len(laid) > 1:
            raise ToolkitError(
                f"clues lie on {', '.join(laid)}, and [play] order does not tell which came last: "
                f'add the map of the last clue, as in order = ["{laid[-1]}"]'
            )
        return laid[0] if laid else None

    def undo(self) -> Position:
        """Return the position without its last clue; `ToolkitError` if there is none or it is unknown."""
        colour = self.last
        if colour is None:
            raise ToolkitError("no clue lies on any map")
        return replace(self, maps={**self.maps, colour: self.maps[colour].take_back()}, order=self.order[:-1])

    @property
    def picture(self) -> Picture:
        """All that lies on the table, as `draw_position` draws it."""
        return draw_position(self)


def draw_position(
    position: Position,
    colour: str | None = None,
    *,
    heat: Mapping[str, float] | None = None,
    highlight: Iterable[str] | None = None,
    **looks: Any,
) -> Picture:
    """Return the picture of a position: the candidates in the light, with their marks, and all pieces.

    Parameters
    ----------
    position
        What lies on the table.
    colour
        The map whose candidates are in the light; without it those of all maps with a clue, each with marks.
    heat
        Shares from 0 to 1 by hex, such as a forecast: shown instead of the light; the fog stays.
    highlight
        Names of hexes to ring; treasures that are located if not said.
    looks
        Further options of `toolkit.hexmap.drawing.draw`, such as ``theme``, ``size`` or ``say``, which says
        clues, too (`toolkit.games.tobago.telling.in_words`).
    """
    from toolkit.games.tobago.pictures import amulet, atv  # drawn only when somebody looks
    from toolkit.hexmap.drawing import Light, draw
    from toolkit.hexmap.scene import as_it_is

    laid = [one for one in position.maps.values() if one.plays or one.colour == colour]
    shown = [one for one in laid if colour in (None, one.colour)]
    lit = sorted({name for one in shown for name in one.candidates})
    light = Light(lit, f"candidate of {colour}" if colour else "", colour=colour or "") if shown else None
    located = [one.located for one in laid if one.located]
    say = looks.setdefault("say", as_it_is)
    looks.setdefault("notes", [one.said(say) for one in laid])
    return draw(
        position.setting.island,
        landmarks=position.setting.landmarks,
        facings=position.facings,
        light=light if heat is None else Light(heat, line=False),
        marks=[mark for one in shown if colour is None or one.marked for mark in one.marks(say)],
        tokens=[*(atv(*piece, say) for piece in position.atvs.items()), *map(amulet, position.amulets)],
        heat=heat,
        highlight=located if highlight is None else highlight,
        **looks,
    )


def _idle_clues(treasure_map: TreasureMap) -> list[str]:
    """Return a sentence for each clue that ruled out nothing when it was laid (removed cubes aside)."""
    setting = treasure_map.setting
    mask, found = setting.island.land.mask, []
    for clue in treasure_map.clues:
        before, mask = mask, mask & setting.masks[clue.number]
        if mask == before and setting.rules.must_reduce == "always":
            found.append(f"on {treasure_map.colour}, {str(clue)!r} removes nothing (T-12)")
    return found


# ---- reading -----------------------------------------------------------------------------------------------


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
    facings = {}
    for key, text in _numbered("landmarks.statues", section.statues).items():
        hex_name, arrow, facing = (part.strip() for part in text.partition(">"))
        if arrow:
            try:
                facings[hex_name] = island.orientation.direction(facing).name
            except ToolkitError as error:
                raise PositionError("", key, f"{quote(text)}: {error}") from None
    return facings


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


# ---- writing -----------------------------------------------------------------------------------------------


def _filled(section: dict[str, Any]) -> dict[str, Any]:
    """Return a section and those in it without the keys that say nothing."""
    kept = {key: _filled(value) if isinstance(value, dict) else value for key, value in section.items()}
    return {key: value for key, value in kept.items() if value not in (None, [], {})}


def _map_keys(treasure_map: TreasureMap) -> dict[str, Any]:
    owners = [play.owner or "" for play in treasure_map.plays]
    clues = [str(clue) for clue in treasure_map.clues]
    return {"clues": clues, "removed": list(treasure_map.removed), "owners": owners if any(owners) else []}
