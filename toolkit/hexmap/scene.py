"""`Scene`: what a picture of an island shows, checked, and told in words for those who cannot see it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypedDict, get_args

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.pictures import Theme
from toolkit.core.pictures.sheet import checked_theme
from toolkit.core.telling.language import LANGUAGES, Language
from toolkit.hexmap.hexes import TERRAINS, Hex, Orientation
from toolkit.hexmap.signs import BLANK, Colour, Kind, Piece, Shape

SLOTS = 4
"""Places for marks in a hex: upper left, upper right, lower left, lower right."""


class Drawable(Protocol):
    """What a picture needs of an island; `toolkit.hexmap.Island` has it, and draws itself."""

    orientation: Orientation
    title: str
    names: tuple[str, ...]
    hexes: tuple[Hex, ...]

    def __len__(self) -> int: ...

    def number(self, name: str) -> int:
        """Return the bit number of a hex; `ToolkitError` when the island has no such hex."""
        ...

    def cells(self, names: Iterable[str]) -> Collection[str]:
        """Return the named hexes in the order of the island; `ToolkitError` as for `number`."""
        ...

    def terrain(self, name: str) -> str:
        """Return the terrain of a hex."""
        ...

    def terrain_cells(self, terrain: str) -> Collection[str]:
        """Return the hexes of a terrain, in the order of the island."""
        ...


@dataclass(frozen=True, slots=True)
class Marks:
    """One mark on several hexes, such as the candidates of a treasure map."""

    label: str  #: what a marked hex is, such as "candidate of brown"
    cells: Iterable[str]
    colour: str  #: a `Colour`
    shape: Shape
    slot: int  #: the place in the hex: 0 to 3 for upper left, upper right, lower left, lower right
    caption: str = ""  #: what the legend says; by default the label and the number of hexes
    kind: Kind = "sign"  #: a sign, a cube that lies there, or one that is gone


@dataclass(frozen=True, slots=True)
class Light:
    """Hexes that lie in the light, a glowing line around them; all others lie in fog."""

    cells: Iterable[str]
    label: str = ""  #: what such a hex is, such as "candidate of brown"
    line: bool = True  #: whether the line is there; with heat, colours tell more
    colour: str = ""  #: a `Colour` of the line; the light's own if not said

    @property
    def lines(self) -> tuple[str, str]:
        """The classes of its line: the edge, and the rim in its middle."""
        return f"edge {self.colour}".rstrip(), f"rim {self.colour}".rstrip()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece on a hex."""

    label: str  #: such as "red ATV"; pieces with one label share a line of the legend
    place: str
    colour: str  #: a `Colour`
    piece: Piece
    letter: str = ""  #: what it bears, but for an amulet


def as_it_is(word: str) -> str:
    """Return a word in English, in which the toolkit writes."""
    return word


class Shown(TypedDict, total=False):
    """What a picture of an island shows: keywords of `toolkit.hexmap.drawing.draw`; by default nothing."""

    landmarks: Mapping[str, Iterable[str]] | None
    """Names of hexes by kind: ``hut``, ``palm``, ``statue``; other kinds appear as their initial."""
    facings: Mapping[str, str] | None
    """Directions of the island by the name of a hex: an arrow each."""
    light: Light | Iterable[str] | None
    """The hexes that are left, such as the candidates of a map: they glow, and all others lie in fog."""
    marks: Sequence[Marks]
    """What is marked on hexes."""
    tokens: Sequence[Token]
    """The pieces that stand on hexes."""
    heat: Mapping[str, float] | None
    """Shares from 0 to 1 by hex; colours run up to the greatest of them, and 0 is not shown."""
    arrows: Iterable[tuple[str, str]]
    """Pairs of hexes: an arrow from the first to the second."""
    highlight: Iterable[str] | None
    """Hexes to ring, above everything else."""
    theme: Theme
    """``auto`` follows the page and the system; ``light``, ``dark``; ``print`` is pale, for pencil marks."""
    title: str | None
    """What ``<title>`` says; by default the island's title."""
    description: str
    """What ``<desc>`` says before the hexes."""
    say: Callable[[str], str]
    """Says the words and numbers of labels, legend and ``<desc>`` in the language of the page; a phrase such
    as ``facing {}`` keeps its braces. Title, description, caption and notes are yours."""
    language: Language
    """The language of what is said; the legend begins on the side from which it is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All that one picture shows; every hex named is on the island.

    `light` is None where no hex lies in fog. `say` says a word or number in the language of the readers;
    braces in it stand for what is filled in.
    """

    island: Drawable
    theme: Theme
    landmarks: Mapping[str, Collection[str]]
    facings: Mapping[str, str]
    light: Light | None
    lit: Collection[str]
    marks: Sequence[tuple[Marks, Collection[str]]]
    tokens: Sequence[Token]
    heat: Mapping[str, float]
    arrows: Sequence[tuple[str, str]]
    highlight: Collection[str]
    title: str
    description: str
    say: Callable[[str], str] = field(default=as_it_is)
    language: Language = LANGUAGES["en"]

    @classmethod
    def of(cls, island: Drawable, shown: Shown) -> Scene:
        """Return what is to be shown, checked; `ToolkitError` for what the island does not have.

        `TypeError` for a keyword that does not exist.
        """
        known = Shown.__annotations__
        if unknown := sorted(shown.keys() - known.keys()):
            raise TypeError(f"no keyword {quote(unknown[0])}{did_you_mean(unknown[0], known)}")
        light, title = shown.get("light"), shown.get("title")
        lit = light if light is None or isinstance(light, Light) else Light(light)
        if lit and lit.colour:
            _check_known("colour", lit.colour, get_args(Colour))
        landmarks = shown.get("landmarks") or {}
        return cls(
            island=island,
            theme=checked_theme(shown.get("theme", "auto")),
            landmarks={kind: island.cells(found) for kind, found in landmarks.items()},
            facings=checked_facings(island, shown.get("facings") or {}),
            light=lit,
            lit=island.cells(lit.cells if lit else ()),
            marks=[checked_marks(island, one) for one in shown.get("marks", ())],
            tokens=[checked_token(island, one) for one in shown.get("tokens", ())],
            heat=checked_heat(island, shown.get("heat") or {}),
            arrows=checked_arrows(island, shown.get("arrows", ())),
            highlight=island.cells(shown.get("highlight") or ()),
            title=island.title if title is None else title,
            description=shown.get("description", ""),
            say=shown.get("say", as_it_is),
            language=shown.get("language", LANGUAGES["en"]),
        )

    def labels(self) -> dict[str, str]:
        """Return what a screen reader says of each hex, such as ``B52 beach, hut, candidate of brown``."""
        labels = {name: f"{name} {self.say(self.island.terrain(name))}" for name in self.island.names}
        for name, words in self._words():
            labels[name] += f", {words}"
        return labels

    def _words(self) -> Iterator[tuple[str, str]]:
        for kind, cells in self.landmarks.items():
            yield from ((name, self.say(kind)) for name in cells)
        for name, direction in self.facings.items():
            yield name, self._facing(direction)
        if self.light and self.light.label:
            yield from ((name, self.say(self.light.label)) for name in self.lit)
        for marks, cells in self.marks:
            yield from ((name, self.say(marks.label)) for name in cells)
        yield from ((token.place, self.say(token.label)) for token in self.tokens)
        yield from ((name, self.say(percent(value))) for name, value in self.heat.items())
        yield from ((name, self.say("highlighted")) for name in self.highlight)

    def text(self) -> str:
        """Return the whole picture in words: one line for each terrain, landmark, mark and piece."""
        island = self.island
        size = self.say(f"{{}} hexes, {island.orientation.value}-top.").format(self.say(str(len(island))))
        lines = [f"{self.title}: {size}"]
        lines += [self.description] if self.description else []
        lines += [self._line(terrain, cells) for terrain, cells in self.terrains()]
        lines += [self._line(kind, cells) for kind, cells in self.landmarks.items()]
        lines += [f"{self._facing(direction)}: {name}" for name, direction in self.facings.items()]
        lines += [self._line(self.light.label or "in the light", self.lit)] if self.light else []
        lines += [self._line(marks.label, cells) for marks, cells in self.marks]
        lines += [f"{self.say(token.label)}: {token.place}" for token in self.tokens]
        heat = ", ".join(f"{name} {self.say(percent(value))}" for name, value in self.heat.items())
        lines += [f"{self.say('heat')}: {heat}"] if heat else []
        lines += [self.say("arrow: {} to {}").format(start, end) for start, end in self.arrows]
        lines += [self._line("highlighted", self.highlight)] if self.highlight else []
        return "\n".join(lines)

    def terrains(self) -> Iterator[tuple[str, Collection[str]]]:
        """Yield each terrain with its hexes, at last what is blank if anything is."""
        yield from ((terrain, self.island.terrain_cells(terrain)) for terrain in TERRAINS)
        blank = [name for name in self.island.names if self.island.terrain(name) == BLANK]
        yield from [(BLANK, blank)] if blank else []

    def counted(self, what: str, many: int) -> str:
        """Return how many there are of something, such as ``jungle (24)``."""
        return f"{self.say(what)} ({self.say(str(many))})"

    def _line(self, what: str, cells: Collection[str]) -> str:
        return f"{self.counted(what, len(cells))}: {' '.join(cells) or self.say('none')}"

    def _facing(self, direction: str) -> str:
        return self.say("facing {}").format(self.say(direction))


def percent(value: float) -> str:
    """Return a share in percent; only nothing is called 0 %, and only all of it 100 %.

    >>> percent(0.071), percent(0.001), percent(0.999)
    ('7%', '<1%', '>99%')
    """
    if 0 < value < 0.01:
        return "<1%"
    return ">99%" if 0.99 < value < 1 else f"{100 * value:.0f}%"


def checked_heat(island: Drawable, heat: Mapping[str, float]) -> dict[str, float]:
    """Return the heat above 0 in the order of the hexes; `ToolkitError` unless all of it is in 0 to 1."""
    cells = island.cells(heat)
    for name in cells:
        if not 0 <= heat[name] <= 1:
            raise ToolkitError(f"heat of {name}: {heat[name]} is not between 0 and 1")
    return {name: heat[name] for name in cells if heat[name] > 0}


def checked_facings(island: Drawable, facings: Mapping[str, str]) -> dict[str, str]:
    """Return the facings in the order of the hexes; `ToolkitError` for a direction the island lacks."""
    return {name: island.orientation.direction(facings[name]).name for name in island.cells(facings)}


def checked_marks(island: Drawable, marks: Marks) -> tuple[Marks, Collection[str]]:
    """Return marks with their hexes as a set; `ToolkitError` for a shape, colour or slot out of range."""
    _check_known("shape", marks.shape, get_args(Shape))
    _check_known("colour", marks.colour, get_args(Colour))
    _check_known("kind of mark", marks.kind, get_args(Kind))
    if marks.slot not in range(SLOTS):
        raise ToolkitError(f"no slot {marks.slot}: marks have the slots 0 to {SLOTS - 1}")
    return marks, island.cells(marks.cells)


def checked_token(island: Drawable, token: Token) -> Token:
    """Return a piece whose hex is on the island; `ToolkitError` also for a piece or colour out of range."""
    _check_known("piece", token.piece, get_args(Piece))
    _check_known("colour", token.colour, get_args(Colour))
    island.number(token.place)
    return token


def checked_arrows(island: Drawable, arrows: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return arrows from hex to hex; `ToolkitError` for one that leads nowhere else."""
    found = [(start, end) for start, end in arrows]
    for start, end in found:
        island.cells((start, end))
        if start == end:
            raise ToolkitError(f"an arrow from {start} to itself")
    return found


def _check_known(what: str, word: str, known: Collection[str]) -> None:
    if word not in known:
        hint = did_you_mean(word, known) or f"; it is one of {', '.join(known)}"
        raise ToolkitError(f"no {what} {quote(word)}{hint}")
