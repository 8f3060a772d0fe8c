"""Treasure cards: the deck, from a data file (T-18), and a treasure under division."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from toolkit.core.document import parse_toml

CURSE = 0
"""The face of a curse; the face of a gold card is its number of coins."""


@cache
def reconstructed_gold() -> tuple[int, ...]:
    """Return the coins of the 39 gold cards that the toolkit plays with by default, sorted.

    A RECONSTRUCTION: that 39 cards are worth 2 to 6 coins is well sourced, how many are worth what is not
    known. ``data/treasure.toml`` says how it was filled in (T-18).
    """
    text = files("toolkit.games.tobago").joinpath("data/treasure.toml").read_text(encoding="utf-8")
    cards = parse_toml(text)["gold"]
    return tuple(sorted(int(coins) for coins, copies in cards.items() for _ in range(copies)))


def treasure_name(face: int | None) -> str:
    """Return how a treasure card is written: its coins, ``curse``, or ``?`` when it is not seen."""
    return "?" if face is None else "curse" if face == CURSE else str(face)


class Treasure(NamedTuple):
    """A treasure under division, as it travels in the open decisions.

    Attributes
    ----------
    raiser
        Who raised it.
    map
        The number of its map.
    roses
        The owners of the roses left on it, from the bottom up (T-26).
    last
        Who took the last card, or -1 (T-29).
    curses
        How many curses were revealed in it.
    """

    raiser: int
    map: int
    roses: tuple[int, ...]
    last: int = -1
    curses: int = 0
