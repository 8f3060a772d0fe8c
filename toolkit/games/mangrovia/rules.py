"""`Rules`: the contested rules and the variants, each with the digest's best reading as its default."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from toolkit.core.errors import ToolkitError
from toolkit.core.rules import BaseRules, From0, From1
from toolkit.games.mangrovia.board import Board
from toolkit.games.mangrovia.components import FREE_TILE, PATHS, Box
from toolkit.games.mangrovia.files.reading import read_board, read_box


@dataclass(frozen=True)
class Rules(BaseRules):
    """The rules of one game.

    Raises
    ------
    ToolkitError
        A value that the rule does not know, or a board that breaks a hard constraint.
    """

    #: The variant with tiles in the stone area: all 16 of them, only the statues, or only the others (M-38,
    #: M-41).
    stone_tiles: Literal["none", "all", "statues", "others"] = "none"
    start_player: From0 | None = None  #: the seat that begins; chance draws one if not said (B23)
    #: With 2 players: one neutral colour, or one for the grey and one for the white marks (B1).
    neutral_colours: Literal["one", "by_mark"] = "one"
    #: Who gets the talisman when nobody took the first ritual space: the neighbour on that side (M-29, B3).
    unclaimed_talisman: Literal["right", "left"] = "right"
    #: Where spent amulets of value 1 go: later into the bag, back to the board, or out of the game (B4).
    spent_ones: Literal["bag", "board", "out"] = "bag"
    #: With how many players the start player may not put the first bowl on the first ritual space: two or
    #: three, or any number (M-10, B15).
    start_player_ban: Literal["two_three", "all"] = "two_three"
    prize_needs_hut: bool = True  #: whether a prize of a path or of the pole area needs a hut there (B16)
    #: Whether a pile or the bag is renewed as soon as it is empty, or when one must be drawn (B17).
    renewal: Literal["at_once", "when_needed"] = "at_once"
    amulets_partial: bool = False  #: whether fewer amulets may be drawn, and all be kept (B18)
    stone_counts_neutral: bool = True  #: whether neutral huts count among all huts of the stone area (B21)
    statue_beats_neutral: bool = True  #: whether a statue tile wins ties against the neutral colour too (B24)
    tile_amulet_scores: bool = False  #: whether an unspent "amulet of 2" tile scores at the end (B25)
    #: Whether a "free landscape" tile is paid instead of the card, or waives the birds alone (B26).
    free_landscape: Literal["replaces_card", "waives_birds"] = "replaces_card"
    #: The files that an owner supplies, as their texts; an empty one stands for the file that is shipped.
    board: str = ""
    paths: str = ""
    setup: str = ""
    #: Rounds after which the game ends as it stands. No rule: a guard against players who never build.
    round_limit: From1 = 100

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.layout, self.box  # refuses what cannot be read

    def check_players(self, players: int) -> None:
        """Raise a `ToolkitError` when the start player is nobody at the table (B23)."""
        if self.start_player is not None and self.start_player >= players:
            raise ToolkitError(f"rule start_player: {self.start_player}, and {players} play, from 0")

    @cached_property
    def layout(self) -> Board:
        """The board of these rules."""
        return read_board(self.board, self.paths)

    def first_bowl_banned(self, players: int) -> bool:
        """Tell whether the start player may not put the first bowl on the first ritual space (M-10, B15)."""
        return players <= 3 or self.start_player_ban == "all"

    def neutral_huts(self, players: int) -> dict[int, int]:
        """Return the colours of the neutral huts by their spaces, from that of the players on (M-7)."""
        marks = {2: ("grey", "white"), 3: ("grey",)}.get(players, ())
        second = {"grey": 0, "white": int(self.neutral_colours == "by_mark")}  # B1
        return {space: players + second[mark] for mark in marks for space in self.layout.marks[mark]}

    @cached_property
    def box(self) -> Box:
        """What is played with besides the board."""
        return read_box(self.setup)

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """The stone tiles of the variant, sorted; none in the plain game (M-38, M-41)."""
        tiles = self.box.stone_tiles
        return {
            "none": (),
            "all": tiles,
            "statues": tuple(tile for tile in tiles if tile < len(PATHS)),
            "others": tuple(tile for tile in tiles if len(PATHS) <= tile <= FREE_TILE),
        }[self.stone_tiles]
