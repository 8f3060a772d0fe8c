"""`Shapes`: what annotations do not tell of a game: how long its lists grow, and what its numbers name.

A name here is that of a field, or of a frame and its field, as ``set.slots``; the longest that fits counts.
What is not named here follows from the annotation alone (`workbench.adapters.encoding`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from toolkit.games.mangrovia.components import LANDSCAPES, RITUAL_SPACES, TILES
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.state import compiled_decks, compiled_island
from toolkit.games.wayfarers.components import tables
from toolkit.games.wayfarers.display import PLACES
from toolkit.games.wazabi.cards import NAMES
from workbench.adapters.pieces import Among, Bits, Each, First, Number, OneOf, Piece, each

SLOTS: Final = 16
"""The places of a village of Silver that are told one by one; more lie only after many failed attempts."""

CLUES: Final = 12
"""The clues of a map of Tobago whose owners are told in their order."""

HUTS: Final = 48
"""The spaces for huts of Mangrovia's board, with the pole, stone and amulet spaces among them."""

AREA: Final = 8
"""The spaces of Mangrovia's pole area and of its stone area."""

CARDS: Final = 10
"""The cards of a row of Wayfarers, and its journal tiles, that are told in their order."""

FEW: Final = 6
"""What is gained, ordered or denied at once in Wayfarers, as far as it is told in its order."""

Names = Callable[[int], str]


@dataclass(frozen=True)
class Shapes:
    """What annotations do not tell of a game."""

    pieces: Mapping[str, Piece] = field(default_factory=dict)  #: for some fields the piece that writes them
    #: For some lists how many entries they may have; all others have one for each player.
    lists: Mapping[str, int] = field(default_factory=dict)
    faces: Mapping[str, Names] = field(default_factory=dict)  #: for some kinds of cards how a face is named
    #: For each row of cards how many of its places are told one by one, of which the last ones when it is
    #: negative.
    rows: Mapping[str, int] = field(default_factory=dict)


def numbers(count: int) -> list[str]:
    """Return the names of things that have only a number."""
    return [str(number) for number in range(count)]


def row(room: int) -> First:
    """Return the piece of numbers in their order, of which there are at most so many."""
    return First(room, Number())


def of_players(players: int, piece: Piece | None = None) -> Each:
    """Return the piece of a value for each player."""
    return each([f"player {player}" for player in range(players)], piece or Number())


def _tobago(players: int, rules: GameRules) -> Shapes:
    names, clues = compiled_island(rules).names, [str(clue) for clue in compiled_decks(rules).clues]
    hexes, clue_cards = Bits(names), Bits(clues)
    pieces: dict[str, Piece] = {
        "landmarks": each(("huts", "palms", "statues"), Among(names)),
        "facings": row(3),
        "atvs": of_players(players, OneOf(names)),
        "amulet_hexes": hexes,
        "clues": each(COLOURS, Among(clues)),
        "owners": each(COLOURS, row(CLUES)),
        "removed": each(COLOURS, hexes),
        "candidates": each(COLOURS, hexes),
        "legal_clues": each(COLOURS, clue_cards),
        "treasure.roses": row(CLUES),
        "rota": row(CLUES),
    }
    coins: Names = lambda face: f"card of {face} coins" if face else "curse"  # noqa: E731
    return Shapes(pieces, faces={"clue_cards": clues.__getitem__, "treasure_cards": coins})


def _silver(players: int, rules: Any) -> Shapes:  # noqa: ARG001
    slots = numbers(SLOTS)
    pieces: dict[str, Piece] = {
        "up": of_players(players, row(SLOTS)),
        "guards": of_players(players, First(4, Each([("guard", Number()), ("charge", Number())]))),
        "totals": of_players(players),
        "halved": of_players(players),
        "results": row(0),
        "limited": row(0),
        "used": Bits(slots),
        "just_moved": Bits(slots),
        "slots": Among(slots),
        "free": Among(slots),
    }
    villages = {f"village {player}": SLOTS for player in range(players)}
    return Shapes(pieces, rows={"held": 4, "top": 4, "shown": 4, "discard": -1} | villages)


def _wazabi(players: int, rules: Any) -> Shapes:  # noqa: ARG001
    pieces = {"roll": row(3), "points": of_players(players)}
    return Shapes(pieces, faces={"cards": NAMES.__getitem__})


def _mangrovia(players: int, rules: Any) -> Shapes:  # noqa: ARG001
    pieces: dict[str, Piece] = {
        "bowls": row(RITUAL_SPACES),
        "owners": row(HUTS),
        "sizes": row(HUTS),
        "pole": row(AREA),
        "stone": row(AREA),
        "tiles": of_players(players, Among(TILES)),
        "start_cards": of_players(players, Among(numbers(8))),
    }
    return Shapes(pieces, faces={"landscapes": LANDSCAPES.__getitem__})


def _wayfarers(players: int, rules: Any) -> Shapes:  # noqa: ARG001
    places, kinds = row(len(PLACES)), ("land", "water", "space", "townsfolk", "inspiration")
    cards = row(CARDS)
    pieces: dict[str, Piece] = {
        "gained": row(FEW),
        "display": places,
        "tokens": places,
        "workers": places,
        "tiles_left": row(len(tables.TILES)),
        "journal_tiles": row(CARDS),
        "tableaux.dice": row(5),
        "tableaux.placed": First(5, Each([("slot", Number()), ("face", Number())])),
        **{f"tableaux.{name}": cards for name in ("land", "land_folk", "water", "water_folk")},
        **{f"tableaux.{name}": cards for name in ("space", "inspirations")},
        "rivals.tiles": Among(numbers(len(tables.TILES))),
        "rivals.schemes": row(FEW),
        "rest.dice": row(5),
        "parts": row(FEW),
        "denied": row(FEW),
    }
    return Shapes(pieces, {"rivals": 1}, dict.fromkeys(kinds, lambda card: tables.CARDS[card].id))


GAMES: Mapping[str, Callable[[int, Any], Shapes]] = {
    "tobago": _tobago,
    "silver": _silver,
    "wazabi": _wazabi,
    "mangrovia": _mangrovia,
    "wayfarers": _wayfarers,
}
"""The shapes of each game, for a number of players and rules."""
