"""A game at the terminal from its first or its saved action on: who plays, and how it is left or ends."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import click

from solvers.players import player, player_names
from toolkit.core.chance import random_source
from toolkit.core.document import located
from toolkit.core.errors import ToolkitError, did_you_mean, in_words, quote
from toolkit.core.play import play
from toolkit.core.record import Record
from workbench.cli.common import print_rich
from workbench.cli.play.desk import Desk, ending, labels, since_action_of
from workbench.cli.play.person import Keeper, Person, Quit
from workbench.cli.play.replaying import read_record, replayed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from toolkit.core.game import Game
    from toolkit.core.play import Player
    from toolkit.core.state import State

_PERSON = "me"
_RIVAL = "greedy"


class Session:
    """One game at the terminal.

    Parameters
    ----------
    record
        The game so far.
    state
        Where it stands.
    seed
        Of what chance and the bots do from now on.
    save
        The file to keep it in, or None.
    earlier
        The file that it comes from, or None for a new game; `save` may be the same.
    """

    def __init__(
        self, record: Record, state: State, seed: int | str, save: Path | None, earlier: Path | None = None
    ) -> None:
        self._record = record
        self._state = state
        self._seed = seed
        self._names = labels(record.names)
        self._persons = [seat for seat, name in enumerate(record.names) if _is_person(name)]
        self._desk = Desk(self._names, self._persons)
        self._keeper = Keeper(record, save, earlier)
        self._players = [self._seated(name) for name in record.names]

    def _seated(self, name: str) -> Player:
        return Person(name, self._desk, self._keeper) if _is_person(name) else player(name)

    def run(self) -> None:
        """Play on until the game ends or a person leaves; `click.Abort` after Ctrl-C."""
        try:
            play(self._state, self._players, seed=self._seed, record=self._record, watch=self._watch)
        except (Quit, EOFError):
            self._leave()
        except KeyboardInterrupt:  # while a bot was thinking
            self._leave()
            raise click.Abort from None
        else:
            self._end()

    def _watch(self, _state: State) -> None:
        """Keep the game after every action of a person; when that fails, play goes on."""
        if self._record.actions[-1][0] in self._persons:
            try:
                self._keeper.save()
            except (ToolkitError, OSError) as error:
                click.echo(f"warning: not saved: {in_words(error)}", err=True)

    def _leave(self) -> None:
        self._keeper.save()
        path = self._keeper.path
        if path:
            go_on = f"tobago play {self._record.game.name} --continue {path}"
            click.echo(f"The game is kept in {path}; {go_on} goes on with it.", err=True)
        else:
            click.echo("The game was not kept.", err=True)

    def _end(self) -> None:
        """Tell what happened since the last action of a person; only one person sees the own cards."""
        self._keeper.save()
        seat = self._persons[0] if len(self._persons) == 1 else None
        seen = self._state.observation(seat)
        log = self._state.log(seat)
        self._desk.tell(seen.game, log, since_action_of(self._persons, log))
        self._desk.show(seen)
        if outcome := self._record.outcome:
            print_rich(ending(outcome, self._names))


def new_session(
    game: Game[Any, Any], rules: Any, seats: Sequence[str], seed: int | str | None, save: Path | None
) -> Session:
    """Return a game at its beginning.

    `ToolkitError` for an unknown player or a wrong number of them, or when `save` is there already.
    """
    for name in seats:
        _check_seat(name)
    chosen = random_source(None).getrandbits(32) if seed is None else seed
    state = game.new(len(seats), rules)
    return Session(Record.of(state, seats, chosen), state, chosen, save)


def session_from(
    game: Game[Any, Any], file: Path, seats: Sequence[str] | None, seed: int | str | None, save: Path | None
) -> Session:
    """Return a game that goes on from a position file; its hidden cards are dealt with the seed.

    The person sits on the seat that asks, against `greedy`, if nobody says who sits where. `ToolkitError` for
    a faulty file or one that tells too little, or as in `new_session`.
    """
    position = game.positions().load(file)
    chosen = random_source(None).getrandbits(32) if seed is None else seed
    with located("", str(file)):
        state = game.complete(position, Random(f"{chosen}/position"))
    names = seats or [_PERSON if seat == position.seat else _RIVAL for seat in range(state.players)]
    if len(names) != state.players:
        raise ToolkitError(f"{file} is a game for {state.players} players, not {len(names)}")
    for name in names:
        _check_seat(name)
    click.echo(f"note: {file} does not tell {position.untold}.", err=True)
    return Session(Record.of(state, names, chosen, from_here=True), state, chosen, save)


def continued_session(
    game: Game[Any, Any], seats: Sequence[str] | None, earlier: Path, save: Path | None
) -> Session:
    """Return a saved game, to be kept in `save` or else in its file; other players may take the seats.

    `RecordError` or another `ToolkitError` when the file holds no such game, or a finished one.
    """
    record = read_record(str(earlier))
    if record.game is not game:
        raise ToolkitError(f"{earlier} is a game of {record.game.title}: tobago play {record.game.name}")
    if record.outcome:
        raise ToolkitError(f"{earlier}: this game is over; tobago replay shows it")
    if seats:
        if len(seats) != record.players:
            raise ToolkitError(f"{earlier} is a game for {record.players} players, not {len(seats)}")
        record.names = list(seats)
    for name in record.names:
        _check_seat(name)
    seed = random_source(None).getrandbits(32) if record.seed is None else record.seed
    return Session(record, replayed(record, str(earlier)), seed, save or earlier, earlier)


def _is_person(name: str) -> bool:
    return name.partition(":")[0] == _PERSON


def _check_seat(name: str) -> None:
    """Refuse a name that stands for no person and no bot, before anything is asked."""
    kind = name.partition(":")[0]
    if kind not in (known := [_PERSON, *player_names()]):
        hint = did_you_mean(kind, known) or f"; the players are {', '.join(known)}"
        raise ToolkitError(f"no player {quote(name)}{hint}")
    if kind != _PERSON:
        player(name)  # it refuses a wrong budget
    elif name != _PERSON and not name.partition(":")[2].strip():
        raise ToolkitError(f"player {quote(name)}: the name is missing, as in me:Anna")
