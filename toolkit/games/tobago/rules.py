"""`Rules`: the contested rules of Tobago as switches, each with the digest's best reading as its default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.core.rules import BaseRules, From0, From1

Distance = Literal["lattice", "overland"]

CUBES = 17
"""Site markers (cubes) of each colour; they are placed as soon as they suffice (T-13)."""

HAND_SIZE = {2: 6, 3: 4, 4: 4}
"""How many clues a hand holds, by the number of players (T-16)."""


@dataclass(frozen=True, slots=True)
class Rules(BaseRules):
    """The rule switches that a position may set.

    Attributes
    ----------
    own_hex
        Whether "next to X" and "within 2 of X" hold on X itself (T-7).
    distance
        Whether distance may cross the ocean (``lattice``) or runs over land (``overland``) (T-8).
    landmark_gap
        The least distance between two landmarks of one kind (T-5).
    must_reduce
        Whether a clue must always remove a hex, or only once the cubes of the map are on the board (T-15).
    start_maps
        Whether each player begins a map with a drawn clue, or all four maps begin with one and each player
        marks one (T-17a).
    amulets
        How many amulets there are (T-19).
    amulets_between_steps
        Whether amulets may be used between the steps of a move (T-21a).
    new_map
        Where the clue goes that follows a raised treasure: into any empty area, or into that of the raised
        colour (T-29a).
    statue_line
        Whether a statue's gaze ends at the first coast or at the farthest island hex, where its line leaves
        the island and enters it again (T-31).
    cursed_cards
        Whether the cards that a curse takes are discarded or leave the game (T-28a).
    curses
        How many curses are in the treasure deck; 2 in the usual game (T-36).
    curse_gold
        With how many gold cards the curses are shuffled at the bottom of the deck; usually 27 (T-18, T-36).
    after_curse
        Whether a curse ends the division, or it goes on, or goes on among those who could give up an amulet
        (T-28, T-36).
    curse_returns
        Whether the curse of the first cursed treasure is shuffled back into the deck (T-37).
    turn_limit
        After this many turns of all players together the game ends as at T-35: it can stall (T-35b). The
        default is several times the turns of a game among people who want it to end.

    Raises
    ------
    ToolkitError
        A value that the rule does not know.
    """

    own_hex: Literal["excluded", "included"] = "excluded"
    distance: Distance = "lattice"
    landmark_gap: From0 = 4
    must_reduce: Literal["always", "once_marked"] = "always"
    start_maps: Literal["one_each", "all_four"] = "one_each"
    amulets: Literal[20, 21] = 20
    amulets_between_steps: Literal["no", "yes"] = "no"
    new_map: Literal["any_empty", "raised_colour"] = "any_empty"
    statue_line: Literal["first_coast", "farthest"] = "first_coast"
    cursed_cards: Literal["discarded", "removed"] = "discarded"
    curses: Literal[2, 1, 0] = 2
    curse_gold: Literal[27, 21] = 27
    after_curse: Literal["ends", "goes_on", "protected_go_on"] = "ends"
    curse_returns: Literal["no", "yes"] = "no"
    turn_limit: From1 = 400
