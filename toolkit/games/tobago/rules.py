"""`Rules`: the contested rules of Tobago as switches, and `GameRules`: these with the set-up of a game.

Each switch has the digest's best reading as its default. A set-up names island, landmarks, decks and seats.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import Literal, get_args

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.rules import BaseRules, From0, From1
from toolkit.games.tobago.board_sides import boxed_island, read_sides
from toolkit.hexmap import Island, parse_drawing

Distance = Literal["lattice", "overland"]
Colour = Literal["brown", "white", "grey", "black"]
Player = Literal["red", "blue", "yellow", "green"]

COLOURS: tuple[str, ...] = get_args(Colour)
"""The four treasure maps."""

PLAYERS: tuple[str, ...] = get_args(Player)
"""The colours of the players: of their ATVs and compass roses."""

CUBES = 17
"""Site markers (cubes) of each colour; they are placed as soon as they suffice (T-13)."""

ROSES = 15
"""The compass roses of each player (T-16)."""

HAND_SIZE = {2: 6, 3: 4, 4: 4}
"""How many clues a hand holds, by the number of players (T-16)."""


def known(what: str, word: str, valid: Collection[str]) -> str:
    """Return the name of a map, a player or another thing; `ToolkitError` names the nearest one instead."""
    if word not in valid:
        raise ToolkitError(f"no {what} {quote(word)}{did_you_mean(str(word), valid, f'{what}s')}")
    return word


@dataclass(frozen=True, slots=True)
class Rules(BaseRules):
    """The rule switches that a position may set.

    Raises
    ------
    ToolkitError
        A value that the rule does not know.
    """

    #: whether "next to X" and "within 2 of X" hold on X itself (T-7)
    own_hex: Literal["excluded", "included"] = "excluded"
    #: whether distance may cross the ocean (``lattice``) or runs over land (``overland``) (T-8)
    distance: Distance = "lattice"
    #: the least distance between two landmarks of one kind (T-5)
    landmark_gap: From0 = 4
    #: whether a clue must always remove a hex, or only once the cubes of the map are on the board (T-15)
    must_reduce: Literal["always", "once_marked"] = "always"
    #: whether each player begins a map with a drawn clue, or all four maps begin with one and each player
    #: marks one (T-17a)
    start_maps: Literal["one_each", "all_four"] = "one_each"
    #: how many amulets there are (T-19)
    amulets: Literal[20, 21] = 20
    #: whether amulets may be used between the steps of a move (T-21a)
    amulets_between_steps: Literal["no", "yes"] = "no"
    #: where the clue goes that follows a raised treasure: into any empty area, or into that of the raised
    #: colour (T-29a)
    new_map: Literal["any_empty", "raised_colour"] = "any_empty"
    #: whether a statue's gaze ends at the first coast or at the farthest island hex, where its line leaves
    #: the island and enters it again (T-31)
    statue_line: Literal["first_coast", "farthest"] = "first_coast"
    #: whether the cards that a curse takes are discarded or leave the game (T-28a)
    cursed_cards: Literal["discarded", "removed"] = "discarded"
    #: how many curses are in the treasure deck; 2 in the usual game (T-36)
    curses: Literal[2, 1, 0] = 2
    #: with how many gold cards the curses are shuffled at the bottom of the deck; usually 27 (T-18, T-36)
    curse_gold: Literal[27, 21] = 27
    #: whether a curse ends the division, or it goes on, or goes on among those who could give up an amulet
    #: (T-28, T-36)
    after_curse: Literal["ends", "goes_on", "protected_go_on"] = "ends"
    #: whether the curse of the first cursed treasure is shuffled back into the deck (T-37)
    curse_returns: Literal["no", "yes"] = "no"
    #: after this many turns of all players together the game ends as at T-35: it can stall (T-35b); several
    #: times the turns of a game among people who want it to end
    turn_limit: From1 = 400


@dataclass(frozen=True, slots=True)
class GameRules(Rules):
    """The switches of `Rules`, and the set-up of a game.

    Raises
    ------
    ToolkitError
        A value that the rule does not know, or sides with a fault (`FaultyFile`). Hexes are checked against
        the island by `CompiledIsland`.
    """

    #: a layout such as ``ABC+0``, or a drawing
    island: str = "ABC+0"
    #: the board sides that an owner supplies, as the text of a CSV file (`read_sides`)
    sides: str = ""
    #: the hexes of the huts, as in a position file; None: chance places the 4 huts, 3 palms or 3 statues at
    #: the start of the game, by T-5
    huts: tuple[str, ...] | None = None
    palms: tuple[str, ...] | None = None  #: those of the palms
    #: those of the statues, which may name their facing (``A23>NE``); one that is not named is drawn too
    statues: tuple[str, ...] | None = None
    #: the clue cards, each as its clue, so a clue stands there as often as the deck holds it; None: the
    #: reconstruction that ships (T-10)
    deck: tuple[str, ...] | None = None
    #: the coins of each gold card of the treasure deck; None: the reconstruction that ships (T-18)
    gold: tuple[int, ...] | None = None
    #: the hexes on which the ATVs start, in turn order; None: each player chooses (T-16)
    atvs: tuple[str, ...] | None = None
    #: the colours of the players in turn order, the start player first (T-19)
    colours: tuple[str, ...] = PLAYERS

    def __post_init__(self) -> None:
        Rules.__post_init__(self)  # a slotted dataclass is made anew, so super() does not find it
        if self.gold is not None and min(self.gold, default=1) < 1:
            raise ToolkitError(f"rule gold: a gold card with {min(self.gold)} coins")
        if self.sides:
            read_sides(self.sides)
        for colour in self.colours:
            if colour not in PLAYERS:
                hint = did_you_mean(colour, PLAYERS, "players")
                raise ToolkitError(f"rule colours: no player {quote(colour)}{hint}")
        if len(set(self.colours)) < len(self.colours):
            raise ToolkitError(f"rule colours: {quote(', '.join(self.colours))} names a colour twice")

    @property
    def switches(self) -> Rules:
        """The switches alone, as a position has them."""
        return Rules(**{field.name: getattr(self, field.name) for field in fields(Rules)})


def island_of(rules: GameRules) -> Island:
    """Return the island of a game; errors as in `boxed_island` and `parse_drawing`."""
    if "+" in rules.island:
        return boxed_island(rules.island, read_sides(rules.sides) if rules.sides else None)
    return parse_drawing(rules.island)
