"""`GAME`: Mangrovia in the protocol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from types import MappingProxyType
from typing import Any

from toolkit.core.decision import Action
from toolkit.core.errors import quote
from toolkit.core.game import Game, register
from toolkit.core.history import Event
from toolkit.games.mangrovia.actions import ACTIONS, KINDS, REVEALS, begins_line
from toolkit.games.mangrovia.components import MOST_PLAYERS
from toolkit.games.mangrovia.conversion import complete, lay_out
from toolkit.games.mangrovia.play import DECISIONS, go_on, set_up
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.rules import Rules as MangroviaRules
from toolkit.games.mangrovia.state import MangroviaState

_EDITIONS = MappingProxyType(
    {
        "rulebook": MangroviaRules(),
        "stone-tiles": MangroviaRules(stone_tiles="all"),
        "statues": MangroviaRules(stone_tiles="statues"),
        "other-tiles": MangroviaRules(stone_tiles="others"),
    }
)


class Mangrovia(Game[MangroviaRules, MangroviaState]):
    """Mangrovia, for 2 to 5 players: build huts along the sacred paths."""

    name = "mangrovia"
    title = "Mangrovia"
    players = range(2, MOST_PLAYERS + 1)
    Rules = MangroviaRules
    state_type = MangroviaState
    decisions = DECISIONS
    actions = ACTIONS
    reveals = REVEALS
    position = Position
    told_by = "toolkit.games.mangrovia.telling:MangroviaTeller"
    drawn_by = "toolkit.games.mangrovia.picture:told_picture"

    def start(self, players: int, rules: MangroviaRules) -> MangroviaState:
        """Return the game before anything is drawn (M-1 to M-8).

        `ToolkitError` for a start player who does not sit at the table.
        """
        rules.check_players(players)
        state = MangroviaState.begin(rules, players)
        set_up(state)
        return state

    def go_on(self, state: MangroviaState) -> None:
        """Open what follows when nothing is open: a part of an action, the next pier, the next round."""
        go_on(state)

    def components(self, rules: MangroviaRules) -> Mapping[str, Any]:
        """Return the board, its paths, and the box."""
        return rules.layout.to_dict() | {"box": rules.box.to_dict()}

    def parse_line(self, text: str, state: MangroviaState) -> tuple[Action, ...]:
        """Return the actions of a line, with commas between them, such as ``build c1, pay 3, pay 4``."""
        return tuple(self.parse(part, state.players, state.rules) for part in text.split(","))

    def begins_line(self, event: Event, run: Sequence[Event], following: Event | None) -> bool:
        """Tell where a line begins: what was done at a pier is one, and a clean-up, and the deal."""
        return begins_line(event, run, following)

    def note(self, rules: MangroviaRules) -> str:
        """Return which board is played on: that which is shipped is reconstructed."""
        return f"board: {rules.layout.label}"

    def card(self, kind: str, face: int, rules: MangroviaRules) -> str:  # noqa: ARG002
        """Return what records call a card or an amulet."""
        return str(KINDS[kind].written(face))

    def complete(self, position: Position, random: Random) -> MangroviaState:
        """Return a game that goes on from a position, as `toolkit.games.mangrovia.conversion` says."""
        return complete(position, random)

    def lay_out(self, position: Position, random: Random) -> MangroviaState:
        """Return the table of a position, at its end, too."""
        return lay_out(position, random)

    def faults(self, state: MangroviaState) -> Iterator[str]:
        """Return what is wrong with the huts and tiles of a state, or with who is on turn (M-47)."""
        box, seats = state.rules.box, range(state.players)
        for player in seats:
            stands = zip(state.owners, state.sizes, strict=True)
            built = sum(size for owner, size in stands if owner == player)
            if built + state.supply[player] != box.huts_each(state.players) or state.supply[player] < 0:
                yield f"player {player}: {built} huts stand and {state.supply[player]} are left (M-47)"
        if any((owner < 0) != (size == 0) for owner, size in zip(state.owners, state.sizes, strict=True)):
            yield "a hut stands where nobody has built, or the other way round"
        dealt = chain(*box.start_cards[: state.players])
        if Counter(chain(*state.start_cards)) - Counter(dealt):
            yield f"start_cards: {quote(state.start_cards)} were not all dealt (M-2)"
        if state.start not in seats:
            yield f"start: {state.start}, and nobody sits there"

    @property
    def editions(self) -> Mapping[str, MangroviaRules]:
        """The plain game and the three forms of the variant with stone tiles (M-38, M-41)."""
        return _EDITIONS


GAME = Mangrovia()
"""The game, with its editions and rules."""
register(GAME)
