"""The shape of a Wazabi position file, ``wazabi-position/1``, as msgspec Structs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from toolkit.core.rules import with_rules
from toolkit.games.wazabi.rules import Rules

FORMAT = "wazabi-position/1"

Count = Annotated[int, Meta(ge=0)]
Direction = Literal["clockwise", "anticlockwise"]


class Section(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A table of a position file; a key that it does not name is an error."""


@with_rules(Rules, without=["start_tie", "rounds"], unset=["dice"])
class RulesSection(Section):
    """The rules that matter in the middle of a game (`Rules`); `dice` were each player's at the start."""


class PositionFile(Section):
    """A position file as a whole: what one player sees before rolling the dice.

    Attributes
    ----------
    me
        The seat of that player; seats are numbered from 0, clockwise.
    dice
        How many dice each player has.
    hand
        The names of the cards in that player's hand.
    hands
        How many cards each player has; 3 for the others if not said (W-2).
    discard
        The names of the cards in the discard pile.
    draw
        How many cards lie in the draw pile; all that lie nowhere else if not said.
    direction
        Which way play goes on.
    misses
        How many "miss a turn" cards lie before each player (W-20).
    """

    format: Literal["wazabi-position/1"]
    me: int
    dice: list[Count]
    hand: list[str]
    hands: list[Count] | UnsetType = UNSET
    discard: list[str] = []
    draw: Count | UnsetType = UNSET
    direction: Direction = "clockwise"
    misses: list[Count] | UnsetType = UNSET
    rules: RulesSection = field(default_factory=RulesSection)
