"""The cards: numbers, names and copies, from the data file (section 1 of the digest).

A card is known by its number, which is also its werewolves: its points (S-8).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

Works = Literal["face-up", "discarded", "exchanged"]


@dataclass(frozen=True, slots=True)
class Character:
    """A kind of card."""

    number: int  #: its number, 0 to 13
    #: `name` and `persian`: the English and the Persian name.
    name: str
    persian: str
    copies: int  #: how many cards of it there are
    works: Works  #: when its ability can be used
    ability: str  #: what it does, in a few words


def _data() -> dict[str, Any]:
    text = files("toolkit.games.silver").joinpath("data/characters.toml").read_text("utf-8")
    return tomllib.loads(text)


CHARACTERS: tuple[Character, ...] = tuple(
    Character(int(number), **facts) for number, facts in _data()["characters"].items()
)
"""The characters by number."""

COPIES: tuple[int, ...] = tuple(character.copies for character in CHARACTERS)
"""How many cards there are of each number: 2 of 0 and 13, 4 of the others."""

DECK: tuple[int, ...] = tuple(character.number for character in CHARACTERS for _ in range(character.copies))
"""The numbers of all 52 cards, sorted (S-1)."""

VILLAGER, SQUIRE, EMPATH, BODYGUARD, RASCAL = range(5)
EXPOSER, REVEALER, BEHOLDER, APPRENTICE_SEER, SEER, MASTER, WITCH, ROBBER, DOPPELGANGER = range(5, 14)

HIGHEST = DOPPELGANGER
"""The highest number."""

VILLAGE = 5
"""Cards of a village at the beginning of a round (S-1)."""

MOST_TO_CALL = 4
"""Cards with which a player may call at most (S-28)."""

ROWS = 4
"""Rows of cards that are dealt, whoever plays; rows without a player leave the round unseen (S-2)."""
