"""`Position`: what lies on the table, as far as clues, hints and pictures need it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.pictures import Drawn, Picture
from toolkit.core.position import Beside, Written
from toolkit.games.tobago.board_sides import LAYOUTS, boxed_island
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.decks import Deck, reconstructed_deck
from toolkit.games.tobago.files.reading import Components, values_of
from toolkit.games.tobago.files.schema import PositionFile
from toolkit.games.tobago.maps import COLOURS, PLAYERS, TreasureMap
from toolkit.games.tobago.placement import placement_faults
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import Orientation, format_drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Written, Drawn):
    """A setting with its four treasure maps and what stands on the table; immutable.

    `ToolkitError` for unknown colours, hexes or directions, and for maps of another setting.

    Attributes
    ----------
    setting
        The island with its landmarks, under its rules.
    maps
        The four treasure maps by colour; a colour that is not given has no clues.
    hand
        The clues in the hand of the player who asks, or None when the hand is not known.
    deck
        The clue cards of the game.
    facings
        The direction in which a statue looks, by its hex.
    me
        The player who asks.
    atvs
        The hex of each ATV, by colour.
    amulets
        The hexes with an amulet.
    order
        The maps on which the last clues were laid, in order of play; it may begin in mid-game.
    components
        The files that an owner supplied.
    warnings
        What was odd in the file that it was read from, although it could be read.

    Examples
    --------
    >>> position = Position.load("examples/first-position.toml")
    >>> position.maps["brown"].candidates
    <CellSet 14 of 104: A32 A34 A42 A43 B44 B54 B55 B65 C10 C31 C42 C53 C64 C75>
    """

    form = "tobago-position/1"
    untold = (
        "treasures won, amulets in hand, discards and turns so far (counted as: none), and the clues of the "
        "others (dealt)"
    )

    setting: Setting
    maps: Mapping[str, TreasureMap] = field(default_factory=dict)
    hand: tuple[Clue, ...] | None = None
    deck: Deck = field(default_factory=reconstructed_deck)
    facings: Mapping[str, str] = field(default_factory=dict)
    me: str | None = None
    atvs: Mapping[str, str] = field(default_factory=dict)
    amulets: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    components: Components = field(default_factory=Components)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        self._check()
        maps = {c: self.maps.get(c) or TreasureMap(self.setting, c) for c in COLOURS}
        object.__setattr__(self, "maps", maps)

    def _check(self) -> None:
        """Refuse what no table can hold (and no position file can say)."""
        _known("map", (*self.maps, *self.order), COLOURS)
        _known("player", (*self.atvs, *filter(None, [self.me])), PLAYERS)
        directions = [direction.name for direction in self.setting.island.orientation.directions]
        _known("direction", self.facings.values(), directions)
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
        """Return the fields of the position in a file; `PositionError`."""
        return values_of(file, beside)

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
            "maps": {colour: _map(treasure_map) for colour, treasure_map in self.maps.items()},
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
        _known("map", [colour], COLOURS)
        treasure_map = self.maps[colour].lay(clue, owner)
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
        Further options of `toolkit.hexmap.drawing.draw`, such as ``theme``, ``size`` or ``arrows``.
    """
    from toolkit.games.tobago.pictures import amulet, atv  # drawn only when somebody looks
    from toolkit.hexmap.drawing import Light, draw

    laid = [one for one in position.maps.values() if one.plays or one.colour == colour]
    shown = [one for one in laid if colour in (None, one.colour)]
    lit = sorted({name for one in shown for name in one.candidates})
    light = Light(lit, "" if colour is None else f"candidate of {colour}") if shown else None
    located = [one.located for one in laid if one.located]
    looks.setdefault("notes", [one.line for one in laid])
    return draw(
        position.setting.island,
        landmarks=position.setting.landmarks,
        facings=position.facings,
        light=light if heat is None else Light(heat, line=False),
        marks=[mark for one in shown if colour is None or one.marked for mark in one.marks()],
        tokens=[*(atv(*piece) for piece in position.atvs.items()), *map(amulet, position.amulets)],
        heat=heat,
        highlight=located if highlight is None else highlight,
        **looks,
    )


def _known(what: str, words: Iterable[str], valid: Sequence[str]) -> None:
    for word in words:
        if word not in valid:
            raise ToolkitError(f"no {what} {quote(word)}{did_you_mean(str(word), valid)}")


def _idle_clues(treasure_map: TreasureMap) -> list[str]:
    """Return a sentence for each clue that ruled out nothing when it was laid (removed cubes aside)."""
    setting = treasure_map.setting
    mask, found = setting.island.land.mask, []
    for clue in treasure_map.clues:
        before, mask = mask, mask & setting.masks[clue.number]
        if mask == before and setting.rules.must_reduce == "always":
            found.append(f"on {treasure_map.colour}, {str(clue)!r} removes nothing (T-12)")
    return found


def _filled(section: dict[str, Any]) -> dict[str, Any]:
    """Return a section and those in it without the keys that say nothing."""
    kept = {key: _filled(value) if isinstance(value, dict) else value for key, value in section.items()}
    return {key: value for key, value in kept.items() if value not in (None, [], {})}


def _map(treasure_map: TreasureMap) -> dict[str, Any]:
    owners = [play.owner or "" for play in treasure_map.plays]
    clues = [str(clue) for clue in treasure_map.clues]
    return {"clues": clues, "removed": list(treasure_map.removed), "owners": owners if any(owners) else []}
