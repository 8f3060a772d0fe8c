"""The box: landscapes, cards, amulets, tiles and piers; `read_box` reads their counts from a file.

A landscape is known by its face 0 to 3, a valuables card and an amulet by its value, a stone tile by its
number: that of the path of its statue, or one of `CARD_TILE`, `AMULET_TILE`, `FREE_TILE`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from toolkit.core.errors import ToolkitError, did_you_mean, quote

LANDSCAPES = ("mangrove", "reed", "sand", "water")
"""The landscapes by their faces."""

PATHS = ("V1", "V2", "V3", "V4", "H1", "H2", "H3", "H4")
"""The sacred paths, four vertical and four horizontal ones, each with its statue."""

CARD_TILE, AMULET_TILE, FREE_TILE = range(len(PATHS), len(PATHS) + 3)
"""The stone tiles that are no statues: a card of 3, an amulet of 2, a free landscape card (M-40)."""

CARD_TILE_VALUE, AMULET_TILE_VALUE = 3, 2
"""What a card tile and an amulet tile pay (M-40)."""

TILES = (*(f"statue {path}" for path in PATHS), "card 3", "amulet 2", "free landscape")
"""The stone tiles by their numbers."""

VALUES, AMULET_VALUES = range(2, 8), range(1, 7)
"""The values of valuables cards, start cards too, and of amulets (M-3, M-5)."""

FREE = -1
"""In place of a colour: nobody has built there, or put a bowl, or takes the prize."""

NO_TILE = -1
"""In place of a stone tile: none lies there."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
RITUAL_SPACES = 6
MOST_DRAWN = 5
"""The most amulets that are drawn at once (M-15)."""


class Part(NamedTuple):
    """A part of the action of a pier: how much of each may be done, as alternatives (M-12, M-13).

    Face-up cards, face-down cards, the amulet action, a single hut, a double hut, the birds.
    """

    up: int = 0
    down: int = 0
    amulets: int = 0
    hut: int = 0
    double: int = 0
    birds: int = 0

    @property
    def words(self) -> str:
        """What may be done, such as ``2 face-up cards or 2 face-down cards``."""
        names = ("face-up card", "face-down card", "amulets", "hut", "double hut", "both birds")
        ways = [(many, name) for many, name in zip(self, names, strict=True) if many]
        found = [name if name[-1] == "s" else f"{many} {name}{'s' * (many > 1)}" for many, name in ways]
        return " or ".join(found)


PIERS: tuple[tuple[Part, ...], ...] = (
    (),
    (Part(up=2), Part(down=1)),
    (Part(amulets=1),),
    (Part(up=1),),
    (Part(up=1), Part(down=1)),
    (Part(up=2, down=2),),
    (Part(up=1), Part(down=2)),
    (Part(down=1, amulets=1),),
    (Part(amulets=1, hut=1),),
    (Part(hut=1, double=1),),
    (Part(hut=2),),
    (Part(hut=1), Part(down=1)),
    (Part(birds=1),),
)
"""The parts of the action of each pier, in order, by the number of the pier (digest 2.3)."""

RITUAL_SPACE = tuple(min(pier, 13 - pier) - 1 for pier in range(13))
"""The ritual space of each pier, 0 to 5: R1 is that of piers 1 and 12, R6 that of 6 and 7."""


def pier_words(pier: int) -> str:
    """Return the action of a pier in words, such as ``2 face-up, then 1 face-down``."""
    words = ", then ".join(part.words for part in PIERS[pier]).replace(" cards", "").replace(" card", "")
    return f"{words}, next start" if pier == len(PIERS) - 1 else words


@dataclass(frozen=True)
class Box:
    """What is played with besides the board."""

    #: The values of the start cards of each seat, the start player's first (M-2).
    start_cards: tuple[tuple[int, ...], ...]
    #: The faces of the other cards, sorted (M-3).
    valuables: tuple[int, ...]
    landscapes: tuple[int, ...]
    ones: int  #: how many amulets of value 1 lie on the board (M-5)
    bag: tuple[int, ...]  #: the values of the amulets in the bag, sorted
    pole_tiles: tuple[int, ...]  #: the numbers of the pole tiles, ascending (M-6)
    stone_tiles: tuple[int, ...]  #: the stone tiles by their numbers, sorted (M-38)
    #: How many each player has, by the number of players, from 2 (M-1).
    huts: tuple[int, ...]
    bowls: tuple[int, ...]
    face_up: tuple[int, int]  #: how many valuables and landscapes lie face up (M-3)
    hand: int  #: how many landscapes each player is dealt (M-3)
    birds: tuple[int, int]  #: the landscapes of the birds at the start, ascending (M-4)

    def huts_each(self, players: int) -> int:
        """Return how many huts each of so many players has (M-1)."""
        return self.huts[players - FEWEST_PLAYERS]

    def bowls_each(self, players: int) -> int:
        """Return how many bowls each of so many players has (M-1)."""
        return self.bowls[players - FEWEST_PLAYERS]

    def to_dict(self) -> dict[str, Any]:
        """Return the contents as JSON data."""
        return asdict(self)


def landscape(name: str) -> int:
    """Return the face of a landscape; `ToolkitError` with the nearest name otherwise."""
    if name not in LANDSCAPES:
        raise ToolkitError(f"no landscape {quote(name)}{did_you_mean(name, LANDSCAPES, 'landscapes')}")
    return LANDSCAPES.index(name)


def tile(kind: str, value: str = "") -> int:
    """Return the number of a stone tile; `ToolkitError` with the nearest name otherwise."""
    name = f"{kind} {value}".strip().replace("_", " ")
    if name not in TILES:
        raise ToolkitError(f"no stone tile {quote(name)}{did_you_mean(name, TILES, 'stone tiles')}")
    return TILES.index(name)
