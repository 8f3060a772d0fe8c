"""`Draft`: the set-up of a printed game of Tobago, as people enter it line by line before it begins.

What its pages need, too: islands without landmarks, blank sides, decks; and an owner's files. Sides and
decks that are typed in on a phone are kept beside the file of the table, under two fixed names, and the next
table of that folder finds them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Literal

from toolkit.core import files
from toolkit.core.document import read_text
from toolkit.core.errors import ToolkitError, did_you_mean, printable, quote
from toolkit.core.game import rules_from_dict, rules_to_dict
from toolkit.core.pictures.svg import XMLNS, element, number
from toolkit.games.tobago.board_sides import (
    UNKNOWN_SIDES,
    BlankSide,
    Side,
    boxed_island,
    layouts,
    outline,
    read_sides,
    write_sides,
)
from toolkit.games.tobago.cards import Deck, read_deck, reconstructed_deck
from toolkit.games.tobago.clues import LANDMARKS, Setting
from toolkit.games.tobago.conversion import missing_in
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.placement import COUNTS, DRAWN_ORDER, Spacing, why_not_place
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.printed import PrintedGame
from toolkit.games.tobago.rules import GameRules, Rules
from toolkit.games.tobago.telling import in_words
from toolkit.hexmap import TERRAINS, Island, Orientation, format_drawing, parse_drawing
from toolkit.hexmap.drawing import draw
from toolkit.hexmap.island import bits
from toolkit.hexmap.layout import HexGrid, around
from toolkit.hexmap.signs import BLANK, landmark, sprite
from workbench.table.seats import LONGEST_NAME
from workbench.table.session import Refused
from workbench.table.store import free_name
from workbench.web.data import clue_words, drawings

_SWITCHES = tuple(one.name for one in fields(Rules))
_OF_EDITIONS = tuple(
    name for name in _SWITCHES if len({getattr(rules, name) for rules in GAME.editions.values()}) > 1
)


@dataclass(frozen=True, slots=True)
class Draft:
    """A set-up so far; immutable."""

    layout: str | None = None  #: of the island, such as ``ABC+0``; None while it is not chosen, or drawn
    drawing: str | None = None  #: of an island that is drawn
    placed: tuple[tuple[str, str], ...] = ()  #: the landmarks, each as its kind and its hex
    facings: Mapping[str, str] = field(default_factory=dict)  #: where statues look, by their hexes
    names: Mapping[str, str] = field(default_factory=dict)  #: players without a phone, by their colours
    first: str | None = None  #: the colour of who begins; None for the first one there is
    rules: Rules = field(default_factory=Rules)
    sides: str = ""  #: the text of the file of an owner's sides; empty for those of the toolkit
    deck: str = ""  #: that of an owner's deck
    position: Position | None = None  #: from which the game goes on, if it does not begin anew

    @classmethod
    def of(cls, position: Position, files: Mapping[str, str]) -> Draft:
        """Return what a position tells of a set-up; `files` are the texts of its sides and its deck."""
        setting, island = position.setting, position.setting.island
        drawn = island.orientation is Orientation.POINTY
        return cls(
            layout=None if drawn else island.title,
            drawing=format_drawing(island) if drawn else None,
            placed=tuple((kind, name) for kind, cells in setting.landmarks.items() for name in cells),
            facings=dict(position.facings),
            names=dict.fromkeys(position.atvs, ""),
            first=position.me,
            rules=setting.rules,
            sides=files.get("sides", ""),
            deck=files.get("deck", ""),
            position=position if any(one.plays for one in position.maps.values()) or position.atvs else None,
        )

    # ---- what it comes to ---------------------------------------------------------------------------------

    @property
    def island(self) -> Island | None:
        """The island, if it is chosen."""
        if self.drawing is not None:
            return parse_drawing(self.drawing)
        return None if self.layout is None else boxed_island(self.layout, sides_of(self.sides))

    def setting(self, island: Island) -> Setting:
        """Return the island with the landmarks so far."""
        huts, palms, statues = map(self.hexes, LANDMARKS)
        return Setting(island, huts, palms, statues, self.rules)

    def hexes(self, kind: str) -> list[str]:
        """Return the hexes of the landmarks of a kind so far."""
        return [name for one, name in self.placed if one == kind]

    def statues(self) -> list[str]:
        """Return the statues with their facings, as a position file has them."""
        return [f"{n}>{self.facings[n]}" if n in self.facings else n for n in self.hexes("statue")]

    @property
    def colours(self) -> Sequence[str]:
        """The colours that may play: in a position those with an ATV, if it has any."""
        return tuple(self.position.atvs if self.position else ()) or PLAYERS

    def left(self) -> dict[str, int]:
        """Return how many landmarks of each kind are still to be placed."""
        return {kind: COUNTS[kind] - len(self.hexes(kind)) for kind in LANDMARKS}

    def order(self, phones: Collection[str]) -> list[str]:
        """Return the colours of all players in turn order, those with phones among them."""
        there = [colour for colour in PLAYERS if colour in phones or colour in self.names]
        start = there.index(self.first) if self.first in there else 0
        return there[start:] + there[:start]

    @property
    def edition(self) -> str:
        """The edition whose rules these are; empty for none."""
        mine = [getattr(self.rules, name) for name in _OF_EDITIONS]
        found = (
            name
            for name, rules in GAME.editions.items()
            if [getattr(rules, one) for one in _OF_EDITIONS] == mine
        )
        return next(found, "")

    def missing(self, phones: Collection[str]) -> list[str]:
        """Return what is still to be told before the game can begin."""
        found = []
        if self.layout is None and self.drawing is None:
            found.append("the layout of the island")
        found += [f"{kind}s: {few}" for kind, few in self.left().items() if few > 0]
        found += [f"the facing of {name}" for name in self.hexes("statue") if name not in self.facings]
        players = self.order(phones)
        if not found and self.position is not None:
            found += missing_in(self._completed(self.position))
            if strangers := [colour for colour in players if colour not in self.position.atvs]:
                found.append(f"an ATV of {', '.join(strangers)}: the position has none")
        elif len(players) not in GAME.players:
            found.append(f"players: there are 2 to 4, and now {len(players)}")
        return found

    def begin(self, order: Sequence[str]) -> PrintedGame:
        """Return the game that begins so; `ToolkitError` for what is missing."""
        if self.position is not None:
            return PrintedGame.from_position(self._completed(self.position))
        given: dict[str, Any] = {name: getattr(self.rules, name) for name in _SWITCHES}
        rules = GameRules(
            **given,
            island=self.layout or self.drawing or "",
            sides=self.sides,
            huts=tuple(self.hexes("hut")),
            palms=tuple(self.hexes("palm")),
            statues=tuple(self.statues()),
            deck=tuple(map(str, read_deck(self.deck))) if self.deck else None,
            colours=tuple(order),
        )
        return PrintedGame(rules, len(order))

    def _completed(self, position: Position) -> Position:
        first = position.me if self.first is None else self.first
        return replace(position, facings=dict(self.facings), me=first)

    def data(self, phones: Collection[str]) -> dict[str, Any]:
        """Return the view of a set-up."""
        letters = sorted(sides_of(self.sides) or ())
        return {
            "layout": self.layout,
            "drawing": self.drawing,
            "layouts": layouts(letters),
            "huts": self.hexes("hut"),
            "palms": self.hexes("palm"),
            "statues": self.statues(),
            "left": self.left(),
            "order": self.order(phones),
            "rules": {name: getattr(self.rules, name) for name in _SWITCHES},
            "edition": self.edition,
            "deck": DECK if self.deck else "reconstructed",
            "sides": letters,
            "missing": self.missing(phones),
        }

    # ---- lines --------------------------------------------------------------------------------------------

    def told(self, line: str, text: str | None, phones: Collection[str]) -> Draft:
        """Return the set-up after a line; `Refused` with the reason. `random` is drawn by `drawn` before."""
        match line.split():
            case ["layout", layout]:
                boxed_island(layout, sides_of(self.sides))
                return self._on(layout=layout, drawing=None)
            case ["place", kind, name]:
                return self._place(kind, name)
            case ["lift", name]:
                if all(name != one for _, one in self.placed):
                    raise Refused(f"no landmark stands on {quote(name)}")
                facings = {one: way for one, way in self.facings.items() if one != name}
                return self._on(placed=tuple(one for one in self.placed if one[1] != name), facings=facings)
            case ["face", name, way]:
                return self._face(name, way)
            case ["player", colour, *name]:
                return self._player(colour, " ".join(name), phones)
            case ["drop", colour]:
                if colour not in self.names:
                    raise Refused(f"{quote(colour)} is no player without a phone")
                return replace(self, names={one: n for one, n in self.names.items() if one != colour})
            case ["first", colour]:
                if colour not in self.order(phones):
                    raise Refused(f"{quote(colour)} does not play")
                return replace(self, first=colour)
            case ["rules", name, value]:
                return self._rule(name, value)
            case ["edition", name]:
                return self._edition(name)
            case ["sides"]:
                return self._sides(text or "")  # those of another letter stay
            case ["deck"]:
                if text:
                    read_deck(text)
                return self._on(deck=text or "")
            case _:
                raise Refused(f"{quote(line)} is nothing that can be done in a set-up")

    def _on(self, **changes: Any) -> Draft:
        """Return the set-up with other things on the table, which must not be that of a position."""
        if self.position is not None and changes.keys() - {"facings"}:
            raise Refused("the table is that of a position: only what it does not tell can be added")
        if "layout" in changes:
            changes |= {"placed": (), "facings": {}}
        return replace(self, **changes)

    def _place(self, kind: str, name: str) -> Draft:
        island = self.island
        if kind not in LANDMARKS:
            raise Refused(f"no landmark {quote(kind)}{did_you_mean(kind, LANDMARKS)}")
        if island is None:
            raise Refused("choose the layout of the island first")
        if why := why_not_place(self.setting(island), kind, name):
            raise Refused(why)
        return self._on(placed=(*self.placed, (kind, name)))

    def _face(self, name: str, way: str) -> Draft:
        island = self.island
        ways = [] if island is None else [one.name for one in island.orientation.directions]
        if name not in self.hexes("statue"):
            raise Refused(f"no statue stands on {quote(name)}")
        if way not in ways:
            raise Refused(f"no direction {quote(way)}{did_you_mean(way, ways, 'directions')}")
        return self._on(facings={**self.facings, name: way})

    def _player(self, colour: str, name: str, phones: Collection[str]) -> Draft:
        if colour not in PLAYERS:
            raise Refused(f"no player {quote(colour)}{did_you_mean(colour, PLAYERS, 'players')}")
        if colour in phones:
            raise Refused(f"{colour} plays with a phone already")
        if len(name) > LONGEST_NAME or printable(name) != name:
            raise Refused(f"{quote(name)} is no name: at most {LONGEST_NAME} letters are")
        return replace(self, names={**self.names, colour: name})

    def _rule(self, name: str, value: str) -> Draft:
        if name not in _SWITCHES:
            raise Refused(f"no rule {quote(name)}{did_you_mean(name, _SWITCHES, 'rules')}")
        if name == "landmark_gap" and self.placed:
            raise Refused("the gap between landmarks is chosen before they stand")
        given = rules_to_dict(self.rules) | {name: int(value) if value.isdecimal() else value}
        return self._on(rules=rules_from_dict(GAME, given).switches)

    def _edition(self, name: str) -> Draft:
        if name not in GAME.editions:
            raise Refused(f"no edition {quote(name)}{did_you_mean(name, GAME.editions, 'editions')}")
        chosen = GAME.editions[name]
        changes: dict[str, Any] = {one: getattr(chosen, one) for one in _OF_EDITIONS}
        return self._on(rules=replace(self.rules, **changes))

    def _sides(self, text: str) -> Draft:
        new = self._on(sides=with_sides(self.sides, text))
        try:
            gone = new.island != self.island
        except ToolkitError:  # the layout has a side that is no longer there
            gone = True
        return replace(new, layout=None, placed=(), facings={}) if gone else new

    def drawn(self, random: Random) -> list[str]:
        """Return the lines that place all that is left by T-5, and turn all statues; `Refused` without room.

        As in `random_setting`, each kind is drawn hex by hex; draws that leave no room are made again.
        """
        island = self.island
        if island is None:
            raise Refused("choose the layout of the island first")
        ways = [one.name for one in island.orientation.directions]
        found = _placed(self, island, random)
        statues = [*self.hexes("statue"), *(name for kind, name in found if kind == "statue")]
        faces = [f"face {name} {random.choice(ways)}" for name in statues if name not in self.facings]
        return [*(f"place {kind} {name}" for kind, name in found), *faces]


_TRIES = 200


def _placed(draft: Draft, island: Island, random: Random) -> list[tuple[str, str]]:
    """Draw hexes for the landmarks that are left."""
    spacing = Spacing(island, draft.rules.landmark_gap)
    taken = sum(1 << island.number(name) for _, name in draft.placed)
    for _ in range(_TRIES):
        found, busy = list[tuple[str, str]](), taken
        for kind in DRAWN_ORDER:
            free = spacing.allowed(kind)
            for name in draft.hexes(kind):
                free &= spacing.apart(island.number(name))
            for _ in range(draft.left()[kind]):
                if not (numbers := list(bits(free & ~busy))):
                    break
                number = random.choice(numbers)
                free, busy = free & spacing.apart(number), busy | 1 << number
                found.append((kind, island.names[number]))
        if Counter(kind for kind, _ in found) == Counter(draft.left()):
            return found
    raise Refused("what is left finds no room: lift some landmarks (T-5)")


@lru_cache(maxsize=8)
def sides_of(text: str) -> dict[str, Side] | None:
    """Return the sides of an owner's file, None for an empty one; `FaultyFile`."""
    return read_sides(text) if text else None


Owned = Literal["my-sides.csv", "my-deck.toml"]


SIDES: Owned = "my-sides.csv"
DECK: Owned = "my-deck.toml"


# ---- what pages show ---------------------------------------------------------------------------------------


def island_data(island: Island, lang: str, rules: Rules | None = None) -> dict[str, Any]:
    """Return an island for the set-up: its picture without landmarks, and where these may stand (T-5).

    ``coast`` is a mask in hexadecimal, bit i of which is hex i of ``names``; ``apart`` has for each hex the
    mask of those where another landmark of its kind may stand, at least ``gap`` away. ``landmarks`` and
    ``facings`` are drawings around the origin, which copy ``signs``. `ToolkitError` for an unknown language.
    """
    spacing = Spacing(island, (rules or Rules()).landmark_gap)
    directions = island.orientation.directions
    angle = HexGrid(island.orientation).angle
    say = in_words(lang)
    return {
        "layout": island.title,
        "svg": str(draw(island, legend=False, alone=False, say=say)),
        "names": list(island.names),
        "coast": f"{island.coast.mask:x}",
        "apart": [f"{spacing.apart(hex_):x}" for hex_ in range(len(island))],
        "gap": spacing.gap,
        "directions": [one.name for one in directions],
        "landmarks": {kind: landmark(kind) for kind in LANDMARKS},
        "facings": {one.name: _arrow(angle(i)) for i, one in enumerate(directions)},
        "signs": sprite(),
        "words": {one.name: say(one.name) for one in directions} | {"facing": say("facing {}")},
        "editions": list(GAME.editions),
    }


def _arrow(angle: int) -> str:
    """Return where a statue looks, as large as the set-up needs it: beside its disc, into the next hex."""
    return element("path", d="M33-15L58 0L33 15Z", class_="setup-facing", transform=f"rotate({angle})")


def layouts_data(sides: Mapping[str, Side]) -> list[dict[str, str]]:
    """Return a small picture of each layout of the known sides and an owner's."""
    return [{"layout": one, "svg": small_picture(boxed_island(one, sides))} for one in layouts(sides)]


def small_picture(island: Island) -> str:
    """Return a picture of the terrain alone, a path for each: to tell layouts apart."""
    grid = HexGrid(island.orientation)
    corners = {
        name: grid.corners(grid.centre(place)) for name, place in zip(island.names, island.hexes, strict=True)
    }
    xs, ys = zip(*(point for hex_ in corners.values() for point in hex_), strict=True)
    faces = (
        element("path", class_=f"hex {kind}", d=around(corners[name] for name in island.terrain_cells(kind)))
        for kind in TERRAINS
    )
    box = " ".join(map(number, (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))))
    return element("svg", *faces, xmlns=XMLNS, class_="hexmap theme-auto", viewBox=box, aria_hidden="true")


def side_data(letter: str, sides: Mapping[str, Side], lang: str) -> dict[str, Any]:
    """Return a side to be painted: blank, and what was typed in before, by hex.

    A hex that a side typed in does not have is sea. `ToolkitError` for a side that ships with the toolkit.
    """
    if letter not in UNKNOWN_SIDES:
        raise ToolkitError(f"no side {letter!r} is to be typed in; these are {', '.join(UNKNOWN_SIDES)}")
    typed = sides.get(letter, {})
    blank = BlankSide(letter, sorted({*outline(letter), *typed}))
    unseen = "sea" if typed else ""
    rows = {name: typed.get(place, unseen) for name, place in zip(blank.names, blank.places, strict=True)}
    say = in_words(lang)
    picture = draw(blank, legend=False, alone=False, say=say)
    return {
        "side": letter,
        "sides": [*UNKNOWN_SIDES],
        "typed": sorted(sides),
        "svg": str(picture),
        "names": list(blank.names),
        "rows": {name: terrain for name, terrain in rows.items() if terrain},
        "signs": sprite(),
        "words": {terrain: say(terrain) for terrain in (*TERRAINS, BLANK)},
    }


def deck_data(own: Deck | None, lang: str) -> dict[str, Any]:
    """Return the deck of a table to be changed, and the reconstruction, by clue with its copies."""
    known = _copies(reconstructed_deck())
    drawn = drawings()
    return {
        "deck": known if own is None else _copies(own),
        "reconstructed": known,
        "own": own is not None,
        "pictograms": drawn["pictograms"],
        "signs": drawn["signs"],
        "words": clue_words(lang),
    }


def _copies(deck: Deck) -> dict[str, int]:
    return {str(clue): copies for clue, copies in deck.cards}


# ---- the files of an owner ---------------------------------------------------------------------------------


def kept(folder: Path, name: Owned) -> str:
    """Return the text of an owner's file; an empty one if there is none.

    `ToolkitError` for a file that cannot be read, or with a fault (`FaultyFile`).
    """
    if not (path := folder / name).exists():
        return ""
    text = read_text(path, name, "")
    _READERS[name](text)
    return text


def keep(folder: Path, name: Owned, text: str) -> None:
    """Write an owner's file; one that said something else is kept beside it, such as ``my-deck-old.toml``.

    `FaultyFile` for a text that is none, `OSError` when it cannot be written; then nothing is changed.
    """
    _READERS[name](text)
    path = folder / name
    if path.exists() and (old := path.read_bytes()) != text.encode():
        files.write_atomically(free_name(path.with_stem(f"{path.stem}-old")), old)
    files.write_atomically(path, text)


def with_sides(before: str, text: str) -> str:
    """Return a text of sides with those of a further text, which replace their like; `FaultyFile`."""
    return write_sides((read_sides(before) if before else {}) | read_sides(text))


_READERS: Mapping[Owned, Any] = {SIDES: read_sides, DECK: read_deck}
