"""`GAME`: the whole of Tobago in the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError
from toolkit.core.game import Game
from toolkit.core.history import Event
from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture
from toolkit.games.tobago.play.actions import REVEALS, PickUp, Raise, RemoveCube, Start, Step
from toolkit.games.tobago.play.clue_cards import CLUE_CARDS
from toolkit.games.tobago.play.compiled import compiled_actions, compiled_decks, compiled_island
from toolkit.games.tobago.play.conversion import missing_in, position_of, state_from_position
from toolkit.games.tobago.play.faults import faults_of
from toolkit.games.tobago.play.game_rules import GameRules
from toolkit.games.tobago.play.new_maps import NEW_MAPS
from toolkit.games.tobago.play.set_up import SET_UP, blank_state, open_set_up
from toolkit.games.tobago.play.state import TobagoState
from toolkit.games.tobago.play.telling import folded, unfolded
from toolkit.games.tobago.play.treasure import TREASURE
from toolkit.games.tobago.play.turns import TURNS
from toolkit.games.tobago.position import Position, draw_position
from toolkit.games.tobago.rules import HAND_SIZE


class TobagoGame(Game[GameRules, TobagoState]):
    """Tobago (Bruce Allen, 2009), for 2 to 4 players (T-1 to T-37)."""

    name = "tobago"
    title = "Tobago"
    players = range(2, 5)
    Rules = GameRules
    state_type = TobagoState
    decisions = MappingProxyType({**SET_UP, **CLUE_CARDS, **TURNS, **TREASURE, **NEW_MAPS})
    reveals = REVEALS
    position = Position

    @property
    def editions(self) -> Mapping[str, GameRules]:
        """The rulebook's game and its variants of curses (T-36, T-37)."""
        return {
            "rulebook": GameRules(),
            "division-goes-on": GameRules(after_curse="goes_on"),
            "protected-go-on": GameRules(after_curse="protected_go_on"),
            "one-curse": GameRules(curses=1),
            "no-curse": GameRules(curses=0),
            "curses-deeper": GameRules(curse_gold=21),
            "curse-returns": GameRules(curse_returns="yes"),
        }

    def start(self, players: int, rules: GameRules) -> TobagoState:
        """Return the state before the set-up; errors as in `blank_state` and `open_set_up`."""
        state = blank_state(players, rules)
        open_set_up(state)
        return state

    def vocabulary(self, players: int, rules: GameRules) -> Sequence[Action]:
        """Return every action that can ever be legal or drawn; the number of players makes no difference."""
        del players
        return tuple(compiled_actions(rules).vocabulary())

    def components(self, rules: GameRules) -> Mapping[str, Any]:
        """Return the island, the clue deck and the treasure deck as JSON data."""
        decks, island = compiled_decks(rules), compiled_island(rules).source
        hexes = [
            [name, place.q, place.r, island.terrain(name)]
            for name, place in zip(island.names, island.hexes, strict=True)
        ]
        return {
            "island": hexes,
            "clue deck": [str(decks.clues[face]) for face in decks.clue_cards],
            "treasure deck": list(decks.treasure_cards),
        }

    def picture(self, seen: Observation[TobagoState]) -> Picture:
        """Return the island with its pieces and candidates."""
        return draw_position(position_of(seen))

    def places(self, seen: Observation[TobagoState], action: Action) -> tuple[str, ...]:
        """Return the hex that an action names; to raise a treasure names the one where it lies."""
        match action:
            case Start(name) | Step(name) | RemoveCube(_, name):
                return (name,)
            case Raise() | PickUp():
                where = seen[TobagoState.atvs][seen.to_act()]
                return (compiled_island(seen.rules).source.names[where],)
            case _:
                return ()

    def complete(self, position: Position, random: Random) -> TobagoState:
        """Return a game that goes on from a position that tells the whole hand of who asks (T-16).

        Errors as in `state_from_position`, and for a hand with fewer clues.
        """
        problems = list(missing_in(position))
        clues, players = len(position.hand or ()), len(position.atvs)
        size = HAND_SIZE.get(players, 0)
        if clues < size and len(position.remaining) > clues + (players - 1) * size:
            held = f"{clues} clues; {players} players hold {size} while clue cards are left (T-16)"
            problems.append(f"hand.clues: {held}")
        if problems:
            raise ToolkitError("; also ".join(problems))
        return state_from_position(position, deal=random)

    def faults(self, state: TobagoState) -> Iterable[str]:
        """Return what no play can bring about, for checks (`faults_of`)."""
        return faults_of(state)

    def parse_line(self, text: str, state: TobagoState) -> tuple[Action, ...]:
        """Return the actions of a line, which may fold a move: ``move A22-A23-A34``."""
        return unfolded(text, state) or super().parse_line(text, state)

    def lines(self, happened: Sequence[Event]) -> list[tuple[int, str]]:
        """Return events for people, each whole move folded into one line."""
        return folded(happened)


GAME = TobagoGame()
