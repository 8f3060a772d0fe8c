"""`Rules`: the contested rules, each with the digest's best reading as its default, and the profiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from toolkit.core.rules import BaseRules, From1

Penalty = Literal["attempt_of_3", "three_different"]
Doppelganger = Literal["wild", "pairing"]


@dataclass(frozen=True)
class Rules(BaseRules):
    """The rules of one game.

    Raises
    ------
    ToolkitError
        A value that the rule does not know.
    """

    #: How a card drawn from the deck lies after an exchange: face-down, face-up, or like the card whose slot
    #: it takes (A-1).
    deck_exchange: Literal["down", "up", "inherit"] = "down"
    #: How a Witch's card lies in an opponent's village: face-down, or like the card that it replaces (A-2).
    witch_orientation: Literal["down", "inherit"] = "down"
    #: When a failed attempt costs a card of the deck: with 3 pushed cards or more, or only when three of them
    #: differ from each other (S-20, A-3).
    penalty: Penalty = "attempt_of_3"
    #: Whether the second 0 shown in an attempt ends the round although it goes back face-down (A-5).
    pushed_pair_ends: bool = False
    #: Who may place the amulet: the holder who won it by a successful call, or any holder (S-36, A-9).
    amulet_use: Literal["successful_call", "any_holder"] = "successful_call"
    #: Who gets the amulet when no call succeeded: the lowest round score, or nobody: then it stays where it
    #: is (S-33, A-9).
    amulet_award: Literal["lowest", "call_only"] = "lowest"
    #: Who gets it when a successful caller ties with the holder for the lowest sum (A-35).
    amulet_tie: Literal["caller", "holder"] = "caller"
    #: Whether 13s are wild for one number, or each matches one other card whatever that is (S-55, A-14).
    doppelganger: Doppelganger = "wild"
    #: Whose cards a Revealer turns: an opponent's, or anybody's (S-50, A-15).
    revealer: Literal["opponents", "any"] = "opponents"
    #: Whether a Beholder looks at up to 2 cards, or at both once begun (S-51, A-16).
    beholder: Literal["up_to_2", "both"] = "up_to_2"
    #: Whether a face-up Bodyguard that guards no card is protected itself (S-64, A-18).
    idle_guard_protected: bool = False
    #: Whether a shown card that is discarded at once may be used for its ability (S-44, A-20).
    squire_ability: bool = True
    #: When a Witch may be declined: before looking only, or also after it (S-53, A-32).
    witch_decline: Literal["before_look", "after_look"] = "before_look"
    #: Whether the last turns after a call are played although the deck is empty (S-30, A-38).
    finish_last_turns: bool = False
    #: The order of the cards that a Rascal puts back: first drawn on top again, or last (S-49, A-40).
    rascal_putback: Literal["restore", "reverse"] = "restore"
    #: When free actions may be taken: at any moment of the own turn, between the draws of a Rascal too, or at
    #: three points: before the action, with the card in hand, and after it (S-66, A-47).
    free_actions: Literal["any_moment", "three_points"] = "any_moment"
    #: Whether a set may be pushed whose face-up cards show that it does not match (A-44).
    open_mismatch: Literal["allowed", "forbidden"] = "allowed"
    #: Whether the game goes on until somebody has 100 points, instead of for four rounds (S-58).
    score_mode: bool = False
    #: Who wins a score mode that is tied in the last round too: all, or by the amulet as in S-57 (A-29).
    score_tie: Literal["shared", "amulet"] = "shared"
    #: Rounds of a game without score mode (S-57).
    rounds: From1 = 4
    #: What an observation shows of face-down cards once seen: all that was seen, or only what lies on the
    #: table; then each sight is told once, as an event.
    memory: Literal["perfect", "table"] = "perfect"
    #: Turns after which a round is scored as if the deck were empty. No rule: a guard against discards that
    #: are taken for ever (A-34); the end of the game names it.
    turn_limit: From1 = 200


_RULEBOOK = Rules()

PROFILES: Mapping[str, Rules] = MappingProxyType(
    {
        "rulebook": _RULEBOOK,
        "literal": replace(_RULEBOOK, deck_exchange="up", witch_orientation="inherit", beholder="both"),
        "english": replace(_RULEBOOK, revealer="any"),
    }
)
"""The profiles of the digest (section 3): the rulebook settled, to the letter, and the English cards."""
