"""What the pictures of Mangrovia are made of: colours, and small symbols drawn around the origin.

No artwork of the game: all shapes are the toolkit's own. What a colour tells, a shape or a sign tells too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolkit.games.mangrovia.components import (
    AMULET_TILE,
    AMULET_TILE_VALUE,
    CARD_TILE,
    CARD_TILE_VALUE,
    FREE_TILE,
    LANDSCAPES,
    PATHS,
)
from toolkit.hexmap.patterns import PALETTES, ground, landmark
from toolkit.hexmap.svg import at, element, ink_on, label, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.games.mangrovia.components import Part
    from toolkit.hexmap.patterns import Theme

INK, PAPER, GOLD, RED = "#14181d", "#fffdf6", "#ffcf40", "#c8102e"

_COLOURS = {
    "yellow": "#f7d633",
    "red": "#d32f2f",
    "turquoise": "#2bc4bd",
    "orange": "#f2871c",
    "purple": "#7d3fb0",
}
_NEUTRAL = {"grey": "#9a9da0", "white": "#ffffff"}
_TERRAINS = ("jungle", "scrubland", "beach", "lake")  # of the islands, for the landscapes by their faces

_OUTLINES = {
    "space": "M-19-27H19Q27-27 27-19V19Q27 27 19 27H-19Q-27 27-27 19V-19Q-27-27-19-27Z",
    "half": "M24.7-24.7Q27-23 27-19V19Q27 27 19 27H-19Q-23 27-24.7 24.7Z",
    "round": "M-27 0A27 27 0 1 1 27 0A27 27 0 1 1-27 0Z",
    "card": "M-11-12.5Q-11-14.5-9-14.5H9Q11-14.5 11-12.5V12.5Q11 14.5 9 14.5H-9Q-11 14.5-11 12.5Z",
    "pendant": "M-3-12.5Q-5-18 0-18.5Q5-18 3-12.5A13 13 0 1 1-3-12.5ZM-1.5-13Q-2-16 0-16Q2-16 1.5-13Z",
    "sun": "M0-13L3-10L7-11.3L8.5-7.3L12.3-6.2L11.5-2L14 1L11 4L11.2 8.2L7 8.6L4.5 12L1 10"
    "L-3 12.4L-5.7 9.2L-10 9L-10.3 5L-14 2L-11.8-1.6L-12.8-5.8L-8.8-7L-7.5-11L-3.2-10Z",
    "hut": "M-19 1L0-17L19 1L16 4L13.5 1.5V17H-13.5V1.5L-16 4Z",
    "mark": "M-8 0L0-7L8 0V8H-8Z",
    "bowl": "M-20-9H20Q19 6 8 11V14H-8V11Q-19 6-20-9Z",
    "boat": "M-22 7H22Q19 20 11 20H-11Q-19 20-22 7Z",
    "talisman": "M0-11L9 0L0 11L-9 0ZM-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0-3.5 0Z",
    "bird": "M13-6L20-4L13-2Q10 8 0 7Q-7 6-8 2Q-2 4 1 0Q3-9 9-10Q13-10 13-6Z",
    "tile": "M-13-7Q-13-10-10-10H10Q13-10 13-7V7Q13 10 10 10H-10Q-13 10-13 7Z",
}
_SIGNS = {  # outline, colour, where a text stands, and its size
    "card": ("card", PAPER, 6.3, 18),
    "back": ("card", "#4d5a66", 6.3, 18),
    "amulet": ("pendant", "#5e2a84", 6.2, 18),
    "points": ("sun", GOLD, 5.4, 15),
    "pole tile": ("tile", "#6b3f1d", 5.8, 16),
    "stone tile": ("tile", "#3f4a54", 4.6, 15),
    "boat": ("boat", "#6b3f1d", 0, 0),
    "talisman": ("talisman", GOLD, 0, 0),
    "grey mark": ("mark", _NEUTRAL["grey"], 0, 0),
    "white mark": ("mark", _NEUTRAL["white"], 0, 0),
}
_PLUMES = "M-4 2Q-18 4-20 16M-4 3Q-12 8-12 17M-5 1Q-20-2-22 7"


class Owner(NamedTuple):
    """Whose a hut or a bowl is: the name of the colour, the colour, and the sign that tells it without."""

    name: str
    colour: str
    sign: str

    @property
    def words(self) -> str:
        """Who that is, in words."""
        neutral = self.sign == "N"
        return f"the neutral colour ({self.name})" if neutral else f"player {self.sign} ({self.name})"


def owner_of(number: int, players: int) -> Owner:
    """Return whose a piece is; the numbers after those of the players are the neutral colours (B1)."""
    if number < players:
        return Owner(*list(_COLOURS.items())[number], str(number))
    return Owner(*list(_NEUTRAL.items())[number - players], "N")


# ---- drawn once -------------------------------------------------------------------------------------------


def shapes(theme: Theme) -> str:
    """Return the ``<defs>`` with each shape and letter once: pictures stay small so."""
    outlines = (
        element("path", d=path, stroke="currentColor", stroke_width=1.5, id=f"mv-{name}")
        for name, path in _OUTLINES.items()
    )
    statue = element("g", landmark("statue"), id="mv-statue")
    plumes = (
        element("path", d=_PLUMES, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")
        for stroke, width in ((PAPER, 5.5), (RED, 2.8))
    )
    ring = element("circle", r=27, fill="none", stroke=RED, stroke_width=4, id="mv-ring")
    initials = (element("g", outlined(theme, (n[0].upper(), 0, 0)), id=f"{theme}-{n}") for n in LANDSCAPES)
    return element("defs", *outlines, statue, element("g", *plumes, id="mv-plumes"), ring, *initials)


def use(name: str, fill: str | None = None) -> str:
    """Return a shape in a colour."""
    return element("use", href=f"#mv-{name}", fill=fill)


def put(symbol: str, x: float, y: float, scale: float = 1.0, class_: str | None = None) -> str:
    """Return a symbol at a place."""
    return element("g", symbol, class_=class_, transform=at(x, y, scale=scale))


def land(theme: Theme, face: int, shape: str) -> str:
    """Return a shape with the ground of a landscape: the pattern of a terrain of the islands."""
    return use(shape, ground(theme, _TERRAINS[face]))


def initial(theme: Theme, face: int, x: float, y: float) -> str:
    """Return the initial of a landscape, to be read on every ground."""
    return element("use", href=f"#{theme}-{LANDSCAPES[face]}", x=x, y=y)


def outlined(theme: Theme, *texts: tuple[str, float, float]) -> str:
    """Return texts and their places, to be read on every ground."""
    palette, labels = PALETTES[theme], (label(*text, font_size=17) for text in texts)
    return element("g", *labels, fill=palette.text, stroke=palette.halo, stroke_width=3, paint_order="stroke")


# ---- symbols ----------------------------------------------------------------------------------------------


def sign(kind: str, text: str = "") -> str:
    """Return one of `_SIGNS` with a text, such as ``card`` and its value."""
    shape, colour, y, size = _SIGNS[kind]
    return _shape_with(text, shape, colour, y, size)


def _shape_with(text: str, shape: str, colour: str, y: float, size: int) -> str:
    """Return a shape with a text, a long one smaller."""
    smaller = size - 3 * (len(text) > 1)
    ink = ink_on(colour)
    return use(shape, colour) + (
        element("text", text_of(text), y=y, font_size=smaller, fill=ink) if text else ""
    )


def landscape_card(theme: Theme, face: int) -> str:
    """Return a landscape card."""
    return land(theme, face, "card") + initial(theme, face, 0, 6)


def hut(owner: Owner) -> str:
    """Return a hut, 38 wide, with the sign of its owner."""
    return _shape_with(owner.sign, "hut", owner.colour, 12.5, 18)


def double_hut(owner: Owner) -> str:
    """Return a double hut: two huts, 44 wide."""
    return put(use("hut", owner.colour), -9, -4, 0.74) + put(hut(owner), 6, 2, 0.85)


def bowl(owner: Owner) -> str:
    """Return a bowl, 40 wide, with the sign of its owner."""
    return _shape_with(owner.sign, "bowl", owner.colour, 6.5, 16)


def stone_tile(tile: int) -> str:
    """Return a stone tile, 26 wide: a statue's path, the card or the amulet it stands for, or ``any``."""
    pays = {
        CARD_TILE: put(sign("card", str(CARD_TILE_VALUE)), 0, 0, 0.6),
        AMULET_TILE: put(sign("amulet", str(AMULET_TILE_VALUE)), 0, 2, 0.55),
    }
    if tile in pays:
        return sign("stone tile") + pays[tile]
    return sign("stone tile", "any" if tile == FREE_TILE else PATHS[tile])


def bird() -> str:
    """Return a bird of paradise, 42 wide."""
    return use("plumes") + use("bird", GOLD)


def action(parts: Sequence[Part]) -> tuple[str, float]:
    """Return the action of a pier as symbols from the left, and how wide it is.

    ``/`` is between alternatives, and an arrow between what is done one after the other (M-12).
    """
    anybody = Owner("any", PAPER, "")
    kinds = (sign("card"), sign("back"), sign("amulet"), hut(anybody), double_hut(anybody), bird())
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
