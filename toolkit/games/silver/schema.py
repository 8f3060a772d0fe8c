"""The shape of a Silver position file, ``silver-position/1``, as msgspec Structs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from toolkit.core.rules import with_rules
from toolkit.games.silver.rules import Rules

Count = Annotated[int, Meta(ge=0)]
Profile = Literal["rulebook", "literal", "english"]


@with_rules(Rules, unset=Rules.__dataclass_fields__)
class RulesSection(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The rules: a profile, and single rules that differ from it (`Rules`)."""

    profile: Profile = "rulebook"


class VillageSection(Struct, forbid_unknown_fields=True, kw_only=True):
    """A village: its slots from the left.

    Attributes
    ----------
    slots
        ``"?"`` for a card that I do not know, ``"8"`` for a face-down one that I know, ``"5!"`` for a face-up
        one, ``"12~0.9"`` for one that I remember, with the chance that this memory is right. A number
        without quotes is a card that I know.
    """

    slots: list[str | int]


class PositionFile(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A position file as a whole: what one player knows in the middle of a round.

    Attributes
    ----------
    me
        The seat of that player; seats are numbered from 0, clockwise.
    deck
        How many cards are left in the draw pile.
    discard
        The discard pile from the bottom, as far as I remember; its last card is the top, which all can see.
    held
        The card that I have just drawn or taken and not yet used.
    called_by
        The player who has called (S-28).
    villages
        The villages by seat.
    rules
        The rules.
    top
        The cards that I know on top of the draw pile, the first to be drawn first.
    shown
        The cards that lie face-up beside the draw pile (S-43).
    guards
        The Bodyguards on duty, as player, slot of the guard and slot of its charge (S-48).
    amulet
        The player and the slot where the amulet lies on a card (S-36).
    scores
        The totals of the players before this round (S-34).
    round
        The number of this round, from 1.
    """

    format: Literal["silver-position/1"]
    me: int
    deck: Count
    discard: list[int] = []
    held: int | UnsetType = UNSET
    called_by: int | UnsetType = UNSET
    villages: list[VillageSection]
    rules: RulesSection = field(default_factory=RulesSection)
    top: list[int] = []
    shown: list[int] = []
    guards: list[tuple[int, int, int]] = []
    amulet: tuple[int, int] | UnsetType = UNSET
    scores: Annotated[list[Count], Meta(min_length=1)] | UnsetType = UNSET
    round: Annotated[int, Meta(ge=1)] = 1
