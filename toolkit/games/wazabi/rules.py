"""`Rules`: the contested rules and the variants, each with the digest's best reading as its default."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from toolkit.core.errors import ToolkitError
from toolkit.core.rules import BaseRules, From1
from toolkit.games.wazabi.cards import DICE, NAMES, Deck, find_deck


@dataclass(frozen=True)
class Rules(BaseRules):
    """The rules of one game.

    Attributes
    ----------
    deck
        The edition: that of the ``rulebook``, or the ``first`` (W-26).
    swap_hands
        Copies of "swap hands" in the rulebook's deck, 3 or 4; "pass cards" has the rest of seven (A11).
    miss_cost
        Cost of "miss a turn" in wazabi, 0 or 1 (A3).
    dice
        Dice of each player at the start; at most 24 in all (W-31).
    start_tie
        Who rolls again when several roll the most wazabi for the start: those alone, or all (W-3, A1).
    empty_effects
        Whether a card may be played that would change nothing (A6).
    reshuffle
        Whether the discard pile is shuffled as soon as the last card is drawn, or when the next one must be
        (W-13a, A12).
    neighbours_only
        Whether a die from a DIE face must go to the right or left neighbour; 4 to 6 players (W-29).
    teams
        Whether two players, sitting opposite each other, are a team; 4 or 6 players (W-30).
    choose_partner
        Whether a die may be given to the partner, and a card name the partner (W-30a, A13).
    play_on
        Whether the game goes on until one player is left (W-27); not with teams or in a tournament.
    rounds
        Rounds of a tournament; 1 is a plain game (W-32).
    turn_limit
        Turns, missed ones included, after which a round that is not won ends the game as it stands. No rule:
        a guard against players who never get rid of dice.

    Raises
    ------
    ToolkitError
        A value that the rule does not know, or rules that exclude each other.
    """

    deck: Literal["rulebook", "first"] = "rulebook"
    swap_hands: Literal[3, 4] = 3
    miss_cost: Literal[0, 1] = 0
    dice: From1 = 4
    start_tie: Literal["reroll", "reroll_all"] = "reroll"
    empty_effects: bool = True
    reshuffle: Literal["at_once", "when_needed"] = "at_once"
    neighbours_only: bool = False
    teams: bool = False
    choose_partner: bool = True
    play_on: bool = False
    rounds: From1 = 1
    turn_limit: From1 = 1_000

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.deck == "first" and self.swap_hands != 3:
            raise ToolkitError('rule swap_hands: the first edition has no "swap hands" (A11)')
        if self.play_on and self.teams:
            raise ToolkitError("rule play_on: a team game ends with the first player without dice (W-30a)")
        if self.play_on and self.rounds > 1:
            raise ToolkitError("rule play_on: the rounds of a tournament are not played on (W-32a)")

    def check_players(self, players: int) -> None:
        """Raise a `ToolkitError` when these rules are not for so many players (W-29, W-30, W-31)."""
        if players * self.dice > DICE:
            raise ToolkitError(
                f"rule dice: {players} players with {self.dice} dice need {players * self.dice}; "
                f"the box holds {DICE} (W-31)"
            )
        if self.neighbours_only and players < 4:
            raise ToolkitError(f"rule neighbours_only: for 4 to 6 players, not {players} (W-29)")
        if self.teams and players not in (4, 6):
            raise ToolkitError(f"rule teams: for 4 or 6 players, not {players} (W-30)")

    @cached_property
    def cards(self) -> Deck:
        """The deck of these rules, with the costs and the copies that they set."""
        deck = find_deck(self.deck)
        deck = deck.with_kinds(replace(deck["miss a turn"], cost=self.miss_cost))
        if self.deck == "first":
            return deck
        swap, passed = deck["swap hands"], deck["pass cards"]
        left = swap.copies + passed.copies - self.swap_hands
        return deck.with_kinds(replace(swap, copies=self.swap_hands), replace(passed, copies=left))

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """The cost of each face in wazabi (W-10); 0 for kinds that the deck lacks."""
        costs = {card.name: card.cost for card in self.cards.cards}
        return tuple(costs.get(name, 0) for name in NAMES)
