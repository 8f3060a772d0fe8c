"""Playing a whole game: players choose, chance draws, and everything is recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Protocol

from toolkit.core.chance import Seed, random_source
from toolkit.core.decision import CHANCE, TERMINAL, Action
from toolkit.core.errors import ToolkitError
from toolkit.core.history import Event, events
from toolkit.core.observation import Observation
from toolkit.core.record import Record
from toolkit.core.state import State


class Player(Protocol):
    """Whoever chooses: a person, a bot. Players get observations, never states."""

    @property
    def name(self) -> str:
        """What the record calls the player."""
        ...

    def sit(self, seat: int, random: Random) -> None:
        """Take a seat for a new game.

        The generator is this player's own and follows from the seed of the game and the seat: who draws from
        no other one chooses the same when the game is played again.
        """

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return one of the legal actions."""
        ...

    def notify(self, event: Event) -> None:
        """Hear what happened, as this seat sees it."""


def streams(seed: Seed, players: int, played: int = 0) -> tuple[Random, list[Random]]:
    """Return independent generators from one seed: for chance, and for each player.

    A `Random` or None is drawn from once to make a seed of 64 bits. A game that goes on after so many
    actions `played` gets other generators than one that begins.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        seed = random_source(seed).getrandbits(64)
    if played:
        seed = f"{seed}/{played}"
    return Random(f"{seed}/chance"), [Random(f"{seed}/player/{number}") for number in range(players)]


def run(
    state: State,
    players: Sequence[Player],
    *,
    seed: Seed = None,
    deal: Callable[[State], Action] | None = None,
    played: int = 0,
) -> Iterator[tuple[int, Action]]:
    """Play a game on to its end, from any state: yield who acted and the action, each after it was done.

    Parameters
    ----------
    state
        Where the game stands; it is played on in place.
    players
        One for each seat.
    seed, played
        Of the draws of chance and of the players, who get independent generators (`streams`).
    deal
        Answers the draws of chance instead: a pile that the driver holds, so that several games get one deal.

    Raises
    ------
    IllegalAction
        A player chose what is not legal, or `deal` what chance cannot do.
    ToolkitError
        Another number of players than seats.
    """
    if len(players) != state.players:
        raise ToolkitError(f"{len(players)} players for {state.players} seats")
    chance, own = streams(seed, state.players, played)
    for seat, player in enumerate(players):
        player.sit(seat, own[seat])
    while (actor := state.to_act()) != TERMINAL:
        heard = [state.history(seat) for seat in range(state.players)]
        if actor == CHANCE and deal is None:
            action = state.sample_chance(chance)
            state.apply_unchecked(action)
        else:
            if deal and actor == CHANCE:
                action = deal(state)
            else:
                action = players[actor].choose(state.observation(actor), state.legal_actions())
            state.apply(action)
        for seat, player in enumerate(players):
            for event in events(state.history(seat), heard[seat]):
                player.notify(event)
        yield actor, action


def play(
    state: State,
    players: Sequence[Player],
    *,
    seed: Seed = None,
    deal: Callable[[State], Action] | None = None,
    record: Record | None = None,
    watch: Callable[[State], None] | None = None,
) -> Record:
    """Play a game to its end and return its record.

    Parameters
    ----------
    state
        The game at its beginning, or where `record` left it; it is played on in place.
    players, seed, deal
        As in `run`.
    record
        What was played already: a game that goes on.
    watch
        Called after every action with the state, to show or save it.

    Raises
    ------
    IllegalAction
        As in `run`.
    ToolkitError
        As in `run`, and for a state that is neither the beginning nor where `record` left the game.
    """
    if record is None:
        record = Record.of(state, [player.name for player in players], seed)
    else:
        record.check_goes_on(state)
    for turn in run(state, players, seed=seed, deal=deal, played=len(record.actions)):
        record.actions.append(turn)
        if watch:
            watch(state)
    record.outcome = state.outcome()
    return record
