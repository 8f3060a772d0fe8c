"""Influence on guilds and cards, and workers that come back (Y-17 to Y-27, Y-87 to Y-89)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolkit.core.decision import Action, asks
from toolkit.games.wayfarers import display
from toolkit.games.wayfarers.actions import InfluenceCard, InfluenceGuild, MoveInfluence, Retrieve, TakeFrom
from toolkit.games.wayfarers.components.effects import EFFECTS
from toolkit.games.wayfarers.components.names import ANY_GUILD, GUILDS, NONE, WORKERS, marked
from toolkit.games.wayfarers.play.effects import Times, again, optional, resolves
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.state import WayfarersState, replaced

_EVERY_GUILD = tuple(range(len(GUILDS)))
_EVERY_MOVE = MoveInfluence.every(1, Rules())

# ---- tokens ------------------------------------------------------------------------------------------------


def _sources(state: WayfarersState, player: int, but: int = NONE) -> list[int]:
    """Return where a token comes from when the supply is empty (Y-27): not from the guild `but` (Y-120).

    A guild by its number, a card by its number beyond the guilds.
    """
    guilds = state.tableaux[player].guilds
    found = [guild for guild in _EVERY_GUILD if guilds[guild] and guild != but]
    cards = (state.display[place] for place, owner in enumerate(state.tokens) if owner == player)
    return found + sorted(len(GUILDS) + card for card in cards)


@optional
@resolves("influence_guild", lambda frame, *of: frame(of[0], EFFECTS[of[1]].guild, EFFECTS[of[1]].times))
@asks("Which guild do you influence? ({left} left, Y-24)")
class InfluencingGuild(NamedTuple):
    """A player influences a guild so many times: the one that is named, or any (Y-24, Y-27, Y-120)."""

    actor: int
    guild: int
    left: int

    def options(self, state: WayfarersState) -> list[Action]:
        guilds = _EVERY_GUILD if self.guild == ANY_GUILD else (self.guild,)
        supply = state.tableaux[self.actor].influence
        return [InfluenceGuild.of[one] for one in guilds if supply or _sources(state, self.actor, one)]

    def influence(self, state: WayfarersState, action: InfluenceGuild) -> None:
        TakingFrom(self.actor, action.guild, NONE, self.guild, self.left).open(state)


@optional
@resolves("influence_card")
@asks("Which card do you influence? ({left} left, Y-18)")
class InfluencingCard(Times):
    """A player influences so many cards, each without influence (Y-18, Y-27, Y-120)."""

    __slots__ = ()

    def options(self, state: WayfarersState) -> list[Action]:
        if not state.tableaux[self.actor].influence and not _sources(state, self.actor):
            return []
        pairs = zip(state.display, state.tokens, strict=True)
        return [InfluenceCard.of[card] for card, owner in pairs if card != NONE and owner == NONE]

    def influence(self, state: WayfarersState, action: InfluenceCard) -> None:
        TakingFrom(self.actor, NONE, action.card, NONE, self.left).open(state)


@asks("Your supply is empty: which token is moved there? (Y-27)")
class TakingFrom(NamedTuple):
    """A player says where the token for a guild or a card comes from: the supply is empty (Y-27)."""

    actor: int
    guild: int  #: `NONE` for a card
    card: int  #: `NONE` for a guild
    named: int  #: the guild that the effect names
    left: int  #: how many tokens the effect places

    def open(self, state: WayfarersState) -> None:
        """Place a token from the supply; if that is empty, ask where else it comes from."""
        tableau = state.tableaux[self.actor]
        if tableau.influence:
            tableau.influence -= 1
            self._place(state)
        elif len(found := _sources(state, self.actor, self.guild)) == 1:
            self._take(state, found[0])
        else:
            state.stack.append(self)

    def legal(self, state: WayfarersState) -> Sequence[Action]:
        return [TakeFrom.of[source] for source in _sources(state, self.actor, self.guild)]

    def take(self, state: WayfarersState, action: TakeFrom) -> None:
        self._take(state, action.source)

    def _take(self, state: WayfarersState, source: int) -> None:
        """Take a token from a guild or a card and place it."""
        if source < len(GUILDS):
            tableau = state.tableaux[self.actor]
            tableau.guilds = display.more(tableau.guilds, source, -1)
        else:
            state.tokens = replaced(state.tokens, display.place_of(state, source - len(GUILDS)), NONE)
        self._place(state)

    def _place(self, state: WayfarersState) -> None:
        """Place the token that was taken; then the next one of the effect."""
        if self.card == NONE:
            tableau = state.tableaux[self.actor]
            tableau.guilds = display.more(tableau.guilds, self.guild, 1)
            again(state, InfluencingGuild(self.actor, self.named, self.left))
        else:
            state.tokens = replaced(state.tokens, display.place_of(state, self.card), self.actor)
            again(state, InfluencingCard(self.actor, self.left))


@optional
@resolves("move_influence")
@asks("Which influence moves to another guild? ({left} left, Y-25)")
class MovingInfluence(Times):
    """A player moves influence between guilds so many times (Y-25)."""

    __slots__ = ()

    def options(self, state: WayfarersState) -> list[Action]:
        guilds = state.tableaux[self.actor].guilds
        return [move for move in _EVERY_MOVE if guilds[move.source]]

    def move(self, state: WayfarersState, action: MoveInfluence) -> None:
        tableau = state.tableaux[self.actor]
        tableau.guilds = display.more(display.more(tableau.guilds, action.source, -1), action.target, 1)
        again(state, self)


# ---- workers that come back --------------------------------------------------------------------------------


@optional
@resolves("retrieve_worker")
@asks("Which worker do you retrieve? ({left} left, Y-89)")
class Retrieving(Times):
    """A player retrieves so many workers (Y-87 to Y-89, Y-119)."""

    __slots__ = ()

    def options(self, state: WayfarersState) -> list[Action]:
        found: list[Action] = []
        for place, mask in enumerate(state.workers):
            if mask and (free := display.retrievable(state, place)):
                fees, card = display.fee_ways(state, self.actor, place), state.display[place]
                colours = marked(range(len(WORKERS)), free)
                found += [Retrieve.of[colour, card, fee] for colour in colours for fee in fees]
        return found

    def why_not(self, state: WayfarersState, action: Retrieve) -> str:
        return display.not_interacting(
            state, self.actor, action, lambda place: display.not_retrievable(state, place, action.colour)
        )

    def retrieve(self, state: WayfarersState, action: Retrieve) -> None:
        place = display.place_of(state, action.card)
        display.pay_fee(state, self.actor, place, action.fee)
        state.workers = replaced(state.workers, place, state.workers[place] & ~(1 << action.colour))
        tableau = state.tableaux[self.actor]
        tableau.hands = display.more(tableau.hands, action.colour, 1)
        again(state, self)
