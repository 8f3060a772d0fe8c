"""The board of Mangrovia as SVG: bare, or with all that a seat sees. docs/mangrovia.md says what signs mean.

Its layers are groups with a class: ``layer-title``, ``layer-grid`` (paths, stone and pole area),
``layer-statues``, ``layer-islands`` (ritual spaces, piers), ``layer-spaces``, ``layer-temple`` (the birds),
``layer-cards`` and ``layer-players``. Each space, statue, ritual space, pier and rock has its name as
``data-place`` and words for screen readers; so have piles (``valuables``, ``landscapes``, ``bag``), the cards
beside them (``open 5``, ``open reed``), and what the seat itself can pay with (``hand 5``, ``start 4``,
``amulet 3``, ``tile card 3``). What a player has is in groups with ``data-seat``.

No artwork of the game: all shapes are the toolkit's own. What a colour tells, a shape or a text tells too.
Colours are the names of classes here; they stand in the sheet. What lies beside the board is mirrored where
one reads from the right, the board is not. All words and names are those of a teller; the names in ``data-``
are the notation, which counts from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import NamedTuple

from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import Sheet, checked_theme
from toolkit.core.pictures.svg import Point, at, element, label, segments, text_of
from toolkit.core.pictures.table import Page, panel, signs_of, table_sheet
from toolkit.core.pictures.table import told as named
from toolkit.core.telling.language import isolated
from toolkit.core.telling.teller import Teller
from toolkit.games.mangrovia.board import Board, Path, Space
from toolkit.games.mangrovia.components import (
    AMULET_TILE,
    CARD_TILE,
    FREE,
    LANDSCAPES,
    NO_TILE,
    PIERS,
    RITUAL_SPACES,
    TILES,
    Part,
)
from toolkit.games.mangrovia.state import CLEAN_UP, MangroviaState
from toolkit.games.mangrovia.telling import MangroviaTeller
from toolkit.hexmap.signs import definitions, landmark, map_sheet

# ---- signs, drawn around the origin, and how they are put in place -----------------------------------------

PAPER, GOLD, RED, PURPLE, BROWN, SLATE = "card", "gold", "ruby", "violet", "wood", "slate"
_NEUTRAL = ("grey", "white")
TERRAINS = ("jungle", "scrubland", "beach", "lake")  # of the islands, for the landscapes by their faces
_STONE_COLOURS = {CARD_TILE: PAPER, AMULET_TILE: PURPLE}  # those of what they pay; slate otherwise

_CARD = "M-11-12.5Q-11-14.5-9-14.5H9Q11-14.5 11-12.5V12.5Q11 14.5 9 14.5H-9Q-11 14.5-11 12.5Z"
_TILE = "M-13-7Q-13-10-10-10H10Q13-10 13-7V7Q13 10 10 10H-10Q-13 10-13 7Z"
_SIGNS = {  # the outline; the usual colour; how far down a text stands, and its size
    "space": ("M-19-27H19Q27-27 27-19V19Q27 27 19 27H-19Q-27 27-27 19V-19Q-27-27-19-27Z", PAPER, 0, 0),
    "half": ("M24.7-24.7Q27-23 27-19V19Q27 27 19 27H-19Q-23 27-24.7 24.7Z", PAPER, 0, 0),
    "round": ("M-27 0A27 27 0 1 1 27 0A27 27 0 1 1-27 0Z", PAPER, 0, 0),
    "card": (_CARD, PAPER, 6.3, 18),
    "back": (_CARD, SLATE, 6.3, 18),
    "amulet": ("M-3-12.5Q-5-18 0-18.5Q5-18 3-12.5A13 13 0 1 1-3-12.5Z", PURPLE, 6.2, 18),
    "points": ("M0-13L4-9H9V-4L13 0L9 4V9H4L0 13L-4 9H-9V4L-13 0L-9-4V-9H-4Z", GOLD, 5.4, 15),
    "pole-tile": (_TILE, BROWN, 5.8, 16),
    "stone-tile": (_TILE, SLATE, 5.2, 15),
    "hut": ("M-19 1L0-17L19 1L16 4L13.5 1.5V17H-13.5V1.5L-16 4Z", PAPER, 12.5, 18),
    "mark": ("M-8 0L0-7L8 0V8H-8Z", PAPER, 0, 0),
    "bowl": ("M-20-9H20Q19 6 8 11V14H-8V11Q-19 6-20-9Z", PAPER, 6.5, 16),
    "boat": ("M-22 7H22Q19 20 11 20H-11Q-19 20-22 7Z", BROWN, 0, 0),
    "talisman": ("M0-11L9 0L0 11L-9 0ZM-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0-3.5 0Z", GOLD, 0, 0),
    "plumes": ("M-2-2Q-22-6-24 8Q-20 1-12 3Q-22 8-20 18Q-16 9-9 7Q-15 12-12 19Q-9 11 0 7Z", RED, 0, 0),
    "bird": ("M13-6L20-4L13-2Q10 8 0 7Q-7 6-8 2Q-2 4 1 0Q3-9 9-10Q13-10 13-6Z", GOLD, 0, 0),
}
_INITIALS = {"space": (-16, -8), "round": (-16, -8), "half": (18, 23), "card": (0, 6)}  # of landscapes
_GLYPHS = {"space": ((0, 0), 1.0), "round": ((0, 0), 0.9), "half": ((12, 13), 0.6), "card": ((0, -6), 0.5)}


class Owner(NamedTuple):
    """Whose a hut or a bowl is: the class of its colour, the sign that tells it without, and who that is."""

    colour: str
    sign: str
    words: str


def owner_of(number: int, teller: MangroviaTeller) -> Owner:
    """Return whose a piece is; the numbers after those of the players are the neutral colours (B1)."""
    players = len(teller.people)
    if number >= players:
        colour = _NEUTRAL[number - players]
        words = teller.word("picture", "neutral", colour=teller.name("colours", colour))
        return Owner(colour, teller.word("picture", "neutral_sign"), words)
    return Owner(
        f"seat-{number}",
        signs_of(teller)[number],
        teller.language.finished(teller.person(number), capital=False),
    )


@cache
def sheet() -> Sheet:
    """Return the style sheet of the board; its grounds have the colours of maps."""
    return table_sheet("toolkit.games.mangrovia", "board", "mangrovia", map_sheet())


def put(symbol: str, x: float, y: float, scale: float = 1.0, class_: str | None = None) -> str:
    """Return a symbol at a place."""
    return element("g", symbol, class_=class_, transform=at(x, y, scale=scale))


def in_line(page: Page, symbols: Iterable[str], x: float, y: float = 0.0, step: float = 28.0) -> str:
    """Return symbols side by side, from a place on as one reads."""
    return "".join(put(symbol, page.across(x + n * step), y) for n, symbol in enumerate(symbols))


def told(words: str, place: Point, *body: str, role: str = "img", **data: str) -> str:
    """Return something with its words, for the pointer and for screen readers."""
    heard = {"role": role, "aria_label": words, "transform": at(*place)}
    return element("g", element("title", text_of(words)), *body, **data, **heard)


def box(x: float, y: float, width: float, height: float, class_: str, rx: float | None = None) -> str:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, class_=class_, rx=rx)


def layer(name: str, *body: str) -> str:
    """Return a layer."""
    return element("g", *(f"\n{part}" for part in body), class_=f"layer-{name}")


def shapes() -> str:
    """Return the ``<defs>`` with each outline once: pictures stay small so.

    They have no classes: browsers let no rule of a sheet reach what is drawn by ``<use>``.
    """
    outlines = (element("path", d=sign[0], id=f"mv-{name}") for name, sign in _SIGNS.items())
    return definitions(TERRAINS, ["statue"], patterns=False) + element("defs", *outlines)


def sign(kind: str, text: str = "", colour: str = "") -> str:
    """Return one of `_SIGNS` with a text, such as ``card`` and its value; a long text is smaller."""
    _, usual, y, size = _SIGNS[kind]
    drawn = element("use", href=f"#mv-{kind}", class_="edge")
    if text:
        drawn += label(text, 0, y, font_size=size - 3 * (len(text) > 1))
    return element("g", drawn, class_=colour or usual)


def outlined(*texts: tuple[str, float, float], size: int = 17) -> str:
    """Return texts and their places, to be read on every ground."""
    return element("g", *(label(*text, font_size=size) for text in texts), class_="lettering")


def land(face: int, shape: str, teller: MangroviaTeller) -> tuple[str, str]:
    """Return a shape with the sign of a landscape, that of a terrain of the islands, and the initial."""
    x, y = _INITIALS[shape]
    initial = outlined((teller.initial(face), x, y))
    glyph = element("use", href=f"#glyph-{TERRAINS[face]}", class_=f"glyph {TERRAINS[face]}")
    where, size = _GLYPHS[shape]
    return sign(shape, colour=TERRAINS[face]) + put(glyph, *where, size), initial


def hut(colour: str, text: str = "", *, double: bool = False) -> str:
    """Return a hut, 38 wide, or a double hut, 44 wide, with the sign of its owner."""
    front = sign("hut", text, colour)
    return put(sign("hut", colour=colour), -9, -4, 0.74) + put(front, 6, 2, 0.85) if double else front


def stone_tile(tile: int, teller: MangroviaTeller) -> str:
    """Return a stone tile, 26 wide: a statue's path, the card or amulet that it pays, or ``any``."""
    return sign("stone-tile", teller.on_tile(tile), _STONE_COLOURS.get(tile, ""))


def bird() -> str:
    """Return a bird of paradise, 42 wide."""
    return sign("plumes") + sign("bird")


@cache
def action(parts: tuple[Part, ...]) -> tuple[str, float]:
    """Return the action of a pier as symbols from the left, and how wide it is.

    ``/`` is between alternatives, and an arrow between what is done one after the other (M-12).
    """
    kinds = (sign("card"), sign("back"), sign("amulet"), hut(PAPER), hut(PAPER, double=True), bird())
    body, x = "", 0.0
    for part in parts:
        between = "\u203a"
        for symbol, many, step in zip(kinds, part, (17.0, 17.0, 21.0, 27.0, 33.0, 32.0), strict=True):
            if many and x:
                body += label(between, x + 6, 6, font_size=18)
                x += 12
            body += "".join(put(symbol, x + step * (n + 0.5), 0, 0.62) for n in range(many))
            x += step * many
            between = "/" if many else between
    return body, x


# ---- what lies beside the board: the face-up cards, what is known of each player, the own hand -------------

_COUNTS = ("points", "track", "huts", "valuables", "landscapes", "amulets")
_FIRST, _STEP, _LAST = 252.0, 92.0, 776.0  # where the columns stand; last what lies open of them
_EDGE, _NAME, _HAND = 8.0, 142.0, 110.0  # inside a frame; the room for a name in a row, and before a hand


@dataclass(frozen=True)
class Beside(Page):
    """The page beside the board, which is read as the language is."""

    teller: MangroviaTeller


def draw_table(seen: Observation[MangroviaState], page: Beside) -> tuple[str, float]:
    """Return what a seat sees beside the board, below the origin on a page, and how high it is."""
    heads = [page.teller.word("picture", head) for head in (*_COUNTS, "open")]
    rows = [
        label(page.teller.language.whole(head), page.across(_FIRST + n * _STEP), 54, class_="soft")
        for n, head in enumerate(heads)
    ]
    y = 64.0
    for player in range(seen.players):
        rows.append(_player(seen, player, y, page))
        y += 42
    for player in range(seen.players):
        if hand := _hand(seen, player, y + 16, page):
            rows.append(hand)
            y += 38
    return layer("cards", *_piles(seen, page)) + layer("players", *rows), y


def _piles(seen: Observation[MangroviaState], page: Beside) -> Iterator[str]:
    """Return the face-up rows, each after how much lies face down, and how many amulets there are."""
    teller = page.teller
    say, number = partial(teller.word, "picture"), teller.language.number
    valuables, landscapes = seen[MangroviaState.valuables], seen[MangroviaState.landscapes]
    cards = [
        named(sign("card", number(value)), say("face_up", card=value), data_place=f"open {value}")
        for value in valuables.zone("open")
    ]
    lands = []
    for face in landscapes.zone("open"):
        words = say("face_up", card=teller.landscape(face))
        lands.append(named(_land(face, teller), words, data_place=f"open {LANDSCAPES[face]}"))
    x, y = _EDGE, 18.0
    for name, view, row in (("valuables", valuables, cards), ("landscapes", landscapes, lands)):
        many, head = len(view.zone("pile")), say(name)
        pile = named(sign("back", number(many)), say("pile", head=head, count=many), data_place=name)
        yield page.line(head, x, y + 5) + in_line(page, [pile, *row], x + 102, y)
        x += 144 + 28 * len(row)
    ones, bag = (len(seen[MangroviaState.amulets].zone(name)) for name in ("board", "bag"))
    words = say("supply", ones=ones, bag=bag)
    drawn = put(sign("amulet"), page.across(x + 4), y + 2, 0.8)
    yield named(drawn + page.line(words, x + 24, y + 5), words, data_place="bag")


def _player(seen: Observation[MangroviaState], player: int, y: float, page: Beside) -> str:
    """Return what everybody sees of a player, in a row."""
    teller = page.teller
    say, number = partial(teller.word, "picture"), teller.language.number
    owner, own = owner_of(player, teller), player == seen.player
    begins = seen[MangroviaState.start] == player
    counted = (seen[MangroviaState.points], seen[MangroviaState.track], seen[MangroviaState.supply])
    counts = [count[player] for count in counted] + [len(cards) for cards in cards_of(seen, player)]
    drawn = panel(0, page.width, 36, turn=player == seen.to_act())
    drawn += put(hut(owner.colour, owner.sign), page.across(_EDGE + 16), 18, 0.8)
    drawn += page.line(page.called(player, _NAME), _EDGE + 36, 23, "name")
    drawn += put(sign("talisman"), page.across(_FIRST - 44), 18) * begins
    drawn += "".join(
        label(number(count), page.across(_FIRST + n * _STEP), 24, class_="title")
        for n, count in enumerate(counts)
    )
    open_ = [
        (sign("card", number(value)), f"start {value}", say("start_card", value=value))
        for value in seen[MangroviaState.start_cards][player]
    ]
    open_ += [
        (stone_tile(tile, teller), f"tile {TILES[tile]}", say("stone_tile", tile=teller.tile(tile)))
        for tile in seen[MangroviaState.tiles][player]
    ]
    shown = (named(one, words, data_place=place if own else None) for one, place, words in open_)
    drawn += in_line(page, shown, _LAST, 18)
    words = [f"{say(head)} {number(count)}" for head, count in zip(_COUNTS, counts, strict=True)]
    words += [words for *_, words in open_] + [say("talisman")] * begins
    heard = say("player", who=teller.called(player), words=teller.language.listed(words))
    return told(heard, (0, y), drawn, role="group", data_seat=str(player))


def cards_of(seen: Observation[MangroviaState], player: int) -> tuple[tuple[int, ...], ...]:
    """Return the valuables, landscapes and amulets of a player, `HIDDEN` where they are not seen."""
    amulets, hand = seen[MangroviaState.amulets], f"hand {player}"
    return (
        seen[MangroviaState.valuables].zone(hand),
        seen[MangroviaState.landscapes].zone(hand),
        amulets.zone(f"kept {player}") + amulets.zone(f"drawn {player}"),
    )


def _hand(seen: Observation[MangroviaState], player: int, y: float, page: Beside) -> str:
    """Return the cards of a player that are seen, or nothing."""
    teller, number = page.teller, page.teller.language.number
    valuables, landscapes, amulets = ([f for f in kind if f != HIDDEN] for kind in cards_of(seen, player))
    cards = [(sign("card", number(value)), f"hand {value}", number(value)) for value in valuables]
    cards += [
        (_land(face, teller), f"hand {LANDSCAPES[face]}", teller.landscape(face)) for face in landscapes
    ]
    cards += [
        (sign("amulet", number(value)), f"amulet {value}", teller.word("picture", "amulet", value=value))
        for value in amulets
    ]
    if not cards:
        return ""
    own = player == seen.player
    whose = teller.word("picture", "hand") if own else page.called(player, _HAND)
    drawn = [named(symbol, words, data_place=place if own else None) for symbol, place, words in cards]
    line = page.line(whose, _EDGE, 5) + in_line(page, drawn, _HAND + 32, 0, min(30.0, 740 / len(drawn)))
    heard = f"{whose}: {teller.language.listed([words for *_, words in cards])}"
    return told(heard, (0, y), line, role="group", data_seat=str(player))


def _land(face: int, teller: MangroviaTeller) -> str:
    return "".join(land(face, "card", teller))


# ---- the board ---------------------------------------------------------------------------------------------

_PITCH = 60.0  # from space to space
_MARGIN, _LEFT, _TOP = 14.0, 76.0, 96.0  # the grid begins there
_SIDE, _LEAST_WIDTH = 340.0, 944.0  # of what is to the right of the grid; for the table below
_PIER, _SHORE, _TEMPLE = 45.0, 391.0, 553.0  # from pier to pier; how far down are the coast and the rock


def told_picture(seen: Observation[MangroviaState], teller: Teller, theme: Theme = "auto") -> Picture:
    """Return all that a seat sees in the words of a teller, in English where it has no words of the game."""
    if not isinstance(teller, MangroviaTeller):  # that of the notation
        teller = _english(teller.people, teller.seat)
    return _document(_Page(seen.rules.layout, seen, teller), checked_theme(theme))


def _english(named: Sequence[str] = (), seat: int | None = None) -> MangroviaTeller:
    return MangroviaTeller({}, "en", named, seat)


def board_picture(board: Board, theme: Theme = "auto") -> Picture:
    """Return a bare board with its label; the themes are those of `toolkit.core.pictures.Sheet`.

    >>> from toolkit.games.mangrovia import read_board
    >>> "<title>c1: sand, 7 in cards, 1 point, on V2 and H1, free</title>" in board_picture(read_board())
    True
    """
    return _document(_Page(board, None, _english()), checked_theme(theme))


def _document(page: _Page, theme: Theme) -> Picture:
    width, bottom = page.width, max(_TOP + page.size[1] * _PITCH + 30, _TEMPLE + 50)
    beside = Beside(page.teller, width - 2 * _MARGIN)
    table, high = draw_table(page.seen, beside) if page.seen else ("", 0.0)
    height = bottom + high + _MARGIN
    rock = label(page.teller.word("spaces", "rock"), page.right, _TEMPLE + 5, class_="start soft")
    parts = [
        shapes(),
        box(0, 0, width, height, "paper"),
        _title(page),
        _grid(page),
        layer("statues", *(_statue(page, path) for path in page.board.paths)),
        _islands(page),
        layer("spaces", *(_space(page, n) for n in range(len(page.board.spaces)))),
        layer("temple", rock, *(_rock(page, face) for face in range(len(LANDSCAPES)))),
        put(table, _MARGIN, bottom),
    ]
    return document(
        *parts,
        sheet=sheet(),
        theme=theme,
        box=(0, 0, width, height),
        width=width,
        title=page.say("title", board=page.teller.board(page.board.label)),
        lang=page.teller.language.code,
        role="graphics-document document",
    )


@dataclass(frozen=True)
class _Page:
    """A board, what a seat sees lie on it, if anything, and the place of everything on the page."""

    board: Board
    seen: Observation[MangroviaState] | None
    teller: MangroviaTeller

    def say(self, key: str, **places: object) -> str:
        """Return words of the picture."""
        return self.teller.word("picture", key, **places)

    def line(self, key: str, **places: object) -> str:
        """Return words of the picture that are a line of it."""
        return self.teller.language.whole(self.say(key, **places))

    def number(self, number: int) -> str:
        """Return a number in the digits of the language."""
        return self.teller.language.number(number)

    def id(self, name: str) -> str:
        """Return the name of a place as the board prints it."""
        return self.teller.language.finished(isolated(name), capital=False)

    @cached_property
    def size(self) -> tuple[int, int]:
        """How many columns and rows the grid has."""
        columns = [ord(space.column) - ord("a") + 1 for space in self.board.spaces if space.column]
        return max(columns), max(space.row for space in self.board.spaces)

    @property
    def right(self) -> float:
        """Where begins what is to the right of the grid."""
        return _LEFT + self.size[0] * _PITCH + 34

    @property
    def width(self) -> float:
        """How wide the picture is."""
        return max(self.right + _SIDE + _MARGIN, *(x + 48 for x, _ in self.places), _LEAST_WIDTH)

    @cached_property
    def places(self) -> list[Point]:
        """The middles of the spaces; the islet lies beside the coast, each in two rows."""
        places, left = [_centre(s.column or "a", s.row) for s in self.board.spaces], self.right + 32
        for shore in ("coast", "islet"):
            lying = [n for n, space in enumerate(self.board.spaces) if space.place == shore]
            across = (len(lying) + 1) // 2
            for i, n in enumerate(lying):
                places[n] = left + i % across * 64, _SHORE + i // across * 76
            left += 16 + 64 * across
        return places

    @cached_property
    def tiles(self) -> dict[int, int]:
        """The tiles on the stone area and under huts of the pole area, by their spaces (M-20, M-38)."""
        if self.seen is None:
            return {}
        stone = zip(self.board.stone, self.seen[MangroviaState.stone], strict=False)
        pole = zip(self.board.pole, self.seen[MangroviaState.pole], strict=True)
        return {n: tile for n, tile in stone if tile != NO_TILE} | {n: tile for n, tile in pole if tile}

    def hut(self, n: int) -> tuple[Owner | None, bool]:
        """Return who built on a space, and whether a double hut."""
        if self.seen is None:
            return None, False
        return self.owner(self.seen[MangroviaState.owners][n]), self.seen[MangroviaState.sizes][n] > 1

    def owner(self, piece: int) -> Owner | None:
        """Return whose a hut or a bowl is, `FREE` for none."""
        return owner_of(piece, self.teller) if self.seen and piece != FREE else None


def _centre(column: str, row: int) -> Point:
    """Return the middle of a cell; row 0 is above the grid."""
    return _LEFT + (ord(column) - ord("a") + 0.5) * _PITCH, _TOP + (row - 0.5) * _PITCH


def _title(page: _Page) -> str:
    """Return how far a game has come, and the label of the board."""
    words = page.teller.word("game", "title")
    if page.seen:
        key = "over" if page.seen[MangroviaState.reason] else "round"
        words = page.say(key, round=page.seen[MangroviaState.round])
    whole = Page(page.teller, page.width)
    board = whole.line(page.teller.board(page.board.label), _MARGIN, 24, "soft", far=True)
    return layer("title", whole.line(words, _MARGIN, 24, "title"), board)


def _grid(page: _Page) -> str:
    columns, rows = page.size
    wide, high = columns * _PITCH, rows * _PITCH
    sea = box(_LEFT - 4, _TOP - 4, wide + 8, high + 8, "sea", rx=14)
    letters = [chr(ord("a") + n) for n in range(columns)]
    names = [(page.id(column), _centre(column, 0)[0], _TOP + high + 20) for column in letters]
    names += [(page.id(str(n)), _LEFT + wide + 14, _centre("a", n)[1] + 5) for n in range(1, rows + 1)]
    lines = [(_head(path), page.places[path.spaces[-1]]) for path in page.board.paths if path.spaces]
    bands = element("path", d=segments(lines), class_="bands")
    stone = _area(page, "stone", page.board.stone)
    pole = _area(page, "pole", page.board.pole)
    return layer("grid", sea, *(label(*name, font_size=15) for name in names), bands, stone, pole)


def _area(page: _Page, name: str, spaces: tuple[int, ...]) -> str:
    """Return the ground of the stone or pole area; its middle is no space (M-21)."""
    across, down = zip(*(page.places[n] for n in spaces), strict=True)
    x, y, wide, high = min(across), min(down), max(across) - min(across), max(down) - min(down)
    ground = box(x - _PITCH / 2, y - _PITCH / 2, wide + _PITCH, high + _PITCH, f"{name}-area")
    words, short = page.teller.word("spaces", name), page.say(f"{name}_area")
    drawn = outlined((short, 0, 6), size=min(17, max(13, 85 // len(short))))  # as wide as the middle
    if page.seen and name == "pole":  # the tiles still to come, the next one first (M-6)
        laid = page.seen[MangroviaState.pole]
        tiles = [page.number(n) for n in page.seen.rules.box.pole_tiles if n not in laid]
        words = page.say("tiles", area=words, tiles=" ".join(tiles) or page.say("no_tiles"))
        drawn = put(drawn, 0, -11) + "".join(put(sign("pole-tile", tile), 0, 11) for tile in tiles[:1])
    return ground + told(words, (x + wide / 2, y + high / 2), drawn)


def _head(path: Path) -> Point:
    """Return where the statue of a path stands: above its column, or to the left of its row."""
    line = path.line.split()[1]
    if path.id[0] == "V":
        return _centre(line, 0)[0], _TOP - 30
    return _LEFT - 38, _centre("a", int(line))[1]


def _statue(page: _Page, path: Path) -> str:
    prizes = {"first": path.first, "second": path.second}
    texts = outlined((page.id(path.id), 18, -2)) + outlined((page.line("prizes", **prizes), 18, 14), size=14)
    words = page.say("statue", path=isolated(path.id), **prizes)
    disc = put(landmark("statue"), -19, 0, 0.66)
    return told(words, _head(path), disc, texts, data_place=path.id)


def _space(page: _Page, n: int) -> str:
    """Return a space: its landscapes, what lies on it or what it costs, and its name."""
    space, tile, (owner, double) = page.board.spaces[n], page.tiles.get(n), page.hut(n)
    ringed = space.area == "amulet"
    outlines = zip(("round" if ringed else "space", "half"), space.landscapes, strict=False)
    drawn = [element("circle", r=31, class_=RED)] * ringed
    lands = [land(face, outline, page.teller) for outline, face in outlines]
    drawn += [ground for ground, _ in lands]
    drawn.append(_built(page, owner, tile, double=double) if owner else _free(page, space, tile))
    drawn += [initial for _, initial in lands]
    if space.id != f"{space.column}{space.row}":  # the edges of the grid do not tell its name
        drawn.append(put(outlined((page.id(space.id), 0, 0)), 0, 30 if space.column else 43, 0.8))
    whose, huts = (owner.words, 1 + double) if owner else ("", 0)
    words = space_words(space, page.board, page.teller, tile, whose, huts)
    return told(words, page.places[n], *drawn, data_place=space.id)


def _built(page: _Page, owner: Owner, tile: int | None, *, double: bool) -> str:
    """Return the hut on a space, and the pole tile under it."""
    front = hut(owner.colour, owner.sign, double=double)
    drawn = put(front, 6 if tile else 2, 2, class_=f"hut {owner.colour}{' double' * double}")
    return drawn + (put(sign("pole-tile", page.number(tile)), -15, 18, 0.9) if tile else "")


def _free(page: _Page, space: Space, tile: int | None) -> str:
    """Return the price and the points of a space, and the stone tile that lies there or the neutral mark."""
    price = sign("amulet" if space.pay == "amulets" else "card", page.number(space.price))
    drawn = put(price, 1 if tile is None else 9, 7)
    drawn += put(sign("points", page.number(space.points)), 15, -15) if space.points else ""
    if tile is not None:
        return drawn + put(stone_tile(tile, page.teller), -14, 18)
    marked = space.mark != "none"
    return drawn + (put(sign("mark", colour=space.mark), -18, 17) if marked else "")


def space_words(
    space: Space,
    board: Board,
    teller: MangroviaTeller,
    tile: int | None = None,
    whose: str = "",
    huts: int = 0,
) -> str:
    """Return what is to be known of a space, for the pointer and for screen readers.

    `tile` is the stone tile there, or the pole tile under a hut; `whose` the huts are, if any stand there.
    """
    say = partial(teller.name, "picture")
    words = ["/".join(map(teller.landscape, space.landscapes)), say(f"{space.pay}_paid", price=space.price)]
    words.append(say("brings", count=space.points) if space.points else say("brings_none"))
    if space.area != "plain":
        words.append(teller.name("spaces", space.area))
    if space.paths:
        paths = [isolated(board.paths[path].id) for path, _ in space.paths]
        words.append(say("on_paths", paths=teller.language.joined(paths)))
    if space.mark != "none":
        words.append(say("mark", colour=teller.name("colours", space.mark)))
    if tile is not None and not huts:
        words.append(say("stone_tile", tile=teller.tile(tile)))
    words.append(say("double" if huts > 1 else "hut", whose=whose) if huts else say("free"))
    if tile and huts:
        words.append(say("pole_tile", number=tile))
    return teller.language.finished(f"{isolated(space.id)}: {teller.language.listed(words)}", capital=False)


def _islands(page: _Page) -> str:
    """Return the water to the right of the grid, and the ritual spaces between their two piers."""
    middle = page.right + _SIDE / 2
    sea = box(page.right - 4, 38, page.width - page.right - _MARGIN + 4, 478, "sea", rx=14)
    parts = [sea, _pier(page, 0, 0, (middle, 58))]
    for n in range(RITUAL_SPACES):
        y = _TOP + n * _PIER
        parts.append(_ritual(page, n, (middle, y)))
        parts += [_pier(page, n + 1, -1, (middle - 60, y)), _pier(page, 12 - n, 1, (middle + 60, y))]
    return layer("islands", *parts)


def _ritual(page: _Page, n: int, place: Point) -> str:
    owner, name = page.owner(page.seen[MangroviaState.bowls][n]) if page.seen else None, f"R{n + 1}"
    drawn = element("ellipse", rx=36, ry=20, class_="beach shore")
    if owner:
        drawn += put(sign("bowl", owner.sign, owner.colour), 0, 0, class_=f"bowl {owner.colour}")
    else:
        drawn += outlined((page.id(name), 0, 6))
    bowl = page.say("bowl", whose=owner.words) if owner else page.say("no_bowl")
    piers = page.teller.language.joined([n + 1, 12 - n])
    words = page.say("ritual", space=isolated(name), piers=piers, bowl=bowl)
    return told(words, place, drawn, data_place=name)


def _pier(page: _Page, pier: int, side: int, place: Point) -> str:
    """Return a pier or the start of the boat: its number is the sail of the boat where that lies."""
    here = page.seen is not None and page.seen[MangroviaState.pier] % CLEAN_UP == pier
    name, text = (f"pier {pier}", page.number(pier)) if pier else ("start", page.say("start"))
    fill = GOLD if here else "paper"
    half, (symbols, wide) = 8 + 5 * len(text), action(PIERS[pier])
    drawn = put(sign("boat"), 0, 0, class_="boat") * here
    number = label(text, 0, 5.5, font_size=16)
    drawn += element("g", box(-half, -12, 2 * half, 23, "shore", rx=11), number, class_=fill)
    drawn += put(symbols, 22 if side > 0 else -22 - wide, 0)
    act = page.teller.name("piers", pier) if pier else ""
    words = page.say("pier", pier=pier, act=act) if pier else page.say("starts")
    words = page.say("boat", pier=words) if here else words
    return told(words, place, drawn, data_place=name)


def _rock(page: _Page, face: int) -> str:
    """Return a landscape of the temple rock with its name, and the bird that sits there."""
    here, name = page.seen is not None and face in page.seen[MangroviaState.birds], LANDSCAPES[face]
    landscape = page.teller.landscape(face)
    drawn = "".join(land(face, "space", page.teller)) + label(landscape, 0, 44, font_size=13)
    drawn += put(bird(), 4, 5, class_="bird") * here
    words = page.say("bird" if here else "no_bird", landscape=landscape)
    return told(words, (page.right + 126 + 62 * face, _TEMPLE), drawn, data_place=f"rock {name}")
