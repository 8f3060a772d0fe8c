"""The marker on the journal: where it can go, what spaces bring, the science ability (Y-28 to Y-38)."""

from __future__ import annotations

from typing import NamedTuple

from toolkit.core.decision import ALL, AUTOMATIC, Action, asks
from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.actions import EndTriggered, GreenTaken, Journal
from toolkit.games.wayfarers.components.names import NONE, SCIENCE
from toolkit.games.wayfarers.components.tables import JOURNAL_GAINS
from toolkit.games.wayfarers.display import more
from toolkit.games.wayfarers.play import effects
from toolkit.games.wayfarers.state import WayfarersState


def journal_options(state: WayfarersState, player: int, science: int) -> list[Action]:
    """Return the spaces that a marker can be moved to, with the science ability or without."""
    return Journaling(player, science).options(state)


@effects.optional
@effects.resolves("journal", lambda frame, player, *_: frame(player, 0))
@asks("To which space does your marker move? (Y-28, Y-29)")
class Journaling(NamedTuple):
    """A player moves the marker one space on, by an effect or by the science ability (Y-28, Y-38)."""

    actor: int
    science: int

    def options(self, state: WayfarersState) -> list[Action]:
        ways = journal.steps(state.rules.sections)[state.tableaux[self.actor].marker]
        able = [space for space, needed in ways if not self._against(state, space, self.science, needed)]
        return [Journal.of[space, bool(self.science)] for space in able]

    def why_not(self, state: WayfarersState, action: Journal) -> str:
        ways = dict(journal.steps(state.rules.sections)[state.tableaux[self.actor].marker])
        return self._against(state, action.space, action.science, ways.get(action.space))

    def _against(
        self, state: WayfarersState, space: int, science: int, needed: journal.Requirement | None
    ) -> str:
        """Return what speaks against a step to a space, of which that is needed on the way; or nothing."""
        if space in journal.FINAL and space in state.markers:
            return "a marker stands there (Y-34)"
        if science > self.science:
            return "the science ability comes after a step (Y-38)"
        if needed is None:
            return "no splotch leads there (Y-28)"
        tableau = state.tableaux[self.actor]
        if needed.counter >= 0:
            met = tableau.counts[needed.counter] >= needed.at_least
        else:
            guilds, spend = more(tableau.guilds, SCIENCE, -science), needed.spend
            met = guilds[0] >= spend[0] and guilds[1] >= spend[1] and guilds[2] >= spend[2]
        return "" if met else f"the splotch asks for: {needed.words} (Y-29)"

    def move(self, state: WayfarersState, action: Journal) -> None:
        """Move a marker one space on, and open what that space brings."""
        player = self.actor
        tableau = state.tableaux[player]
        if action.science:
            effects.use_ability(state, player, SCIENCE)
        needed = dict(journal.steps(state.rules.sections)[tableau.marker])[action.space]
        for guild, many in enumerate(needed.spend):
            effects.spend_influence(state, player, guild, many)
        enter(state, player, action.space)
        offer = Offering(AUTOMATIC, player)
        parts = space_gain(state, action.space)
        if state.rules.science_offer == "after_effects":
            state.stack.append(offer)
            effects.pend(state, player, parts)
        else:
            effects.pend(state, player, parts)
            state.stack.append(offer)


def space_gain(state: WayfarersState, space: int) -> tuple[int, ...]:
    """Return the effects of entering a space (Y-30, Y-31)."""
    if space in journal.TILE_SPACES:
        return JOURNAL_GAINS[state.journal_tiles[journal.TILE_SPACES.index(space)]]
    return journal.ON_ENTER[space]


def enter(state: WayfarersState, player: int, space: int) -> None:
    """Let the marker of a player or of the rival enter a space: green worker, end (Y-33, Y-92)."""
    side, told = state.side(player), player if player < state.players else NONE
    side.marker = space
    for number, beside in enumerate(journal.GREEN_SPACES):
        if space in beside and state.green >> number & 1:
            state.green &= ~(1 << number)
            side.hands = more(side.hands, 0, 1)
            state.reveal(GreenTaken(told, journal.COLUMN[space]), ALL, AUTOMATIC)
    if space in journal.FINAL and state.ending == NONE:
        state.ending = state.players + len(state.rivals) + 1
        state.reveal(EndTriggered(told), ALL, AUTOMATIC)


class Offering(NamedTuple):
    """A further step by the science ability is offered, if one is possible (Y-38)."""

    actor: int
    player: int

    def step(self, state: WayfarersState) -> None:
        if effects.has_ability(state, self.player, SCIENCE) and journal_options(state, self.player, 1):
            state.stack.append(Journaling(self.player, 1))
