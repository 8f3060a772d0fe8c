"""`Rules`: contested rules and choices of the set-up, each with the digest's best reading as its default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.core.errors import ToolkitError, quote
from toolkit.core.rules import BaseRules, From0, From1
from toolkit.games.wayfarers.components.tables import PLAYER

Sections = Literal["AAA", "AAB", "ABA", "ABB", "BAA", "BAB", "BBA", "BBB"]
RivalBoard = Literal["space", "upgrade", "townsfolk", "journal"]


@dataclass(frozen=True)
class Rules(BaseRules):
    """The rules of one game.

    Attributes
    ----------
    sections
        The face of each section of the main board, from the left (Y-1).
    promos
        Whether the promo cards are in the decks.
    start_player
        The seat that begins; chance draws one if not said (Y-7).
    boards
        The player boards by seat, different numbers from 1 to 4; chance deals them if empty (Y-6, Y-134).
    rival
        With one player: the rival's board (Y-96, Y-134).
    supply
        Whether silver and provisions never run out, or are the 48 of each that lie in the box (Y-8).
    guild_trade
        Whether the trade ability may be used at any point of the own turn, or before its action alone (Y-11).
    fee_from_action
        Whether the fee for another player's influence may be paid with what the same action brought (Y-22).
    fee_discounted
        Whether discounts and "free" cover the fee as well (Y-23).
    science_offer
        Whether the science ability is offered after the effects of a space, or before them (Y-38).
    reaction_per
        Whether a vista reacts once to a gained card or tile, or once to each of its tags (Y-45).
    benefits_same_turn
        Whether die slots, vistas and townsfolk work in the turn in which they were gained (Y-68).
    rest_order
        Whether the dice of a rest are rolled before its abilities, or after them (Y-90).
    rest_reroll
        Whether dice of the supply are rolled once the placed ones have been, or together with them (Y-90).
    rest_without_dice
        Whether a player may rest without a placed die (Y-116); who can do nothing else always may.
    chains
        Whether one die has one chain of adjustments, or another one after the trade ability (Y-128).
    fresh_workers_bind_rival
        Whether the rival, too, may not take a card with a worker that was placed this turn (Y-154).
    turn_limit
        Turns of each player after which the game ends as it stands. No rule: a guard against players who
        never move on.

    Raises
    ------
    ToolkitError
        A value that the rule does not know.
    """

    sections: Sections = "AAA"
    promos: bool = False
    start_player: From0 | None = None
    boards: tuple[int, ...] = ()
    rival: RivalBoard = "space"
    supply: Literal["unlimited", "counted"] = "unlimited"
    guild_trade: Literal["any_time", "before_action"] = "any_time"
    fee_from_action: bool = True
    fee_discounted: bool = False
    science_offer: Literal["after_effects", "at_once"] = "after_effects"
    reaction_per: Literal["card", "tag"] = "card"
    benefits_same_turn: bool = False
    rest_order: Literal["roll_first", "abilities_first"] = "roll_first"
    rest_reroll: Literal["after_roll", "with_roll"] = "after_roll"
    rest_without_dice: bool = True
    chains: Literal["one", "many"] = "one"
    fresh_workers_bind_rival: bool = True
    turn_limit: From1 = 60

    def __post_init__(self) -> None:
        super().__post_init__()
        known = set(PLAYER.caravan.bonus)
        if len(set(self.boards)) < len(self.boards) or not known.issuperset(self.boards):
            raise ToolkitError(f"rule boards: different numbers from 1 to 4, not {quote(self.boards)}")

    def check_players(self, players: int) -> None:
        """Raise a `ToolkitError` when the start player or the boards do not go with the number of players."""
        if self.start_player is not None and self.start_player >= players:
            raise ToolkitError(f"rule start_player: {self.start_player}, and {players} play, from 0")
        if players > 1 and self.rival != Rules.rival:
            raise ToolkitError(f"rule rival: {quote(self.rival)} is for one player, and {players} play")
        if self.boards and len(self.boards) != players:
            raise ToolkitError(f"rule boards: {len(self.boards)} boards, and {players} play")
