"""`GAME`: Silver in the protocol."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from toolkit.core.game import Game, register
from toolkit.games.silver.actions import MOST_PLAYERS, vocabulary
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.completion import Insight, complete
from toolkit.games.silver.faults import faults
from toolkit.games.silver.notation import actions_of_line
from toolkit.games.silver.position import Position
from toolkit.games.silver.rounds import start_round
from toolkit.games.silver.rules import PROFILES
from toolkit.games.silver.rules import Rules as SilverRules
from toolkit.games.silver.state import SilverState
from toolkit.games.silver.telling import told
from toolkit.games.silver.village import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from toolkit.core.decision import Action
    from toolkit.core.history import Event
    from toolkit.core.observation import Observation
    from toolkit.core.state import State

_EDITIONS = MappingProxyType(
    {
        **PROFILES,
        "score-mode": replace(PROFILES["rulebook"], score_mode=True),
        "table-memory": replace(PROFILES["rulebook"], memory="table"),
    }
)


class Silver(Game[SilverRules]):
    """Silver, for 2 to 4 players: the fewest werewolves after four rounds."""

    name = "silver"
    title = "Silver"
    players = range(2, MOST_PLAYERS + 1)
    Rules = SilverRules
    state_type = SilverState
    position = Position

    def start(self, players: int, rules: SilverRules) -> SilverState:
        """Return the game before the cards of the first round are dealt (S-1)."""
        state = SilverState.begin(rules, players)
        state.totals, state.halved, state.results = (0,) * players, (False,) * players, ()
        state.round, state.first, state.limited, state.reason = 1, 0, (), ""
        state.amulet = 0 if rules.amulet_award == "call_only" else NOBODY
        state.may_protect = state.amulet != NOBODY and rules.amulet_use == "any_holder"
        state.amulet_slot, state.acted, state.used, state.settled = NOBODY, False, 0, 0
        start_round(state)
        return state

    def vocabulary(self, players: int, rules: SilverRules) -> Sequence[Action]:  # noqa: ARG002  # of all rules
        """Return every action that can ever be legal or drawn, in a fixed order."""
        return vocabulary(players)

    def components(self, rules: SilverRules) -> Mapping[str, Any]:  # noqa: ARG002  # the same under all
        """Return the cards."""
        return {
            "cards": {str(card.number): {"name": card.name, "copies": card.copies} for card in CHARACTERS}
        }

    def parse_line(self, text: str, state: State) -> tuple[Action, ...]:
        """Return the actions of a line: ``exchange 0 2 3`` is a whole set, commas part other actions."""
        return actions_of_line(text, state)

    def lines(self, happened: Sequence[Event]) -> list[tuple[int, str]]:
        """Return events for people: one line for what a player did in a turn."""
        return told(happened)

    def picture(self, seen: Observation) -> str:
        """Return the piles and the villages as a seat sees them, as SVG."""
        from toolkit.games.silver.conversion import position_of  # only when somebody asks for it
        from toolkit.games.silver.drawing import draw_position

        return draw_position(position_of(seen), you=seen.player is not None)

    def complete(self, position: Position, random: Random, *, insight: Insight = "own") -> SilverState:
        """Return a game that goes on from a position, as `toolkit.games.silver.completion.complete` says."""
        return complete(position, random, insight=insight)

    def faults(self, state: State) -> Iterator[str]:
        """Return what is wrong with villages, guards, the amulet or the call."""
        return faults(cast("SilverState", state))

    @property
    def editions(self) -> Mapping[str, SilverRules]:
        """The profiles of the digest, the score mode, and play without memory; the default comes first."""
        return _EDITIONS


GAME = Silver()
SilverState.game = GAME
register(GAME)
