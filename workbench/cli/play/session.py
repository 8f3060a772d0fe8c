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
from workbench.cli.games import read_record, replayed
from workbench.cli.play.desk import Desk, ending, labels, since_action_of
from workbench.cli.play.person import Keeper, Person, Quit
from workbench.cli.printing import print_rich

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from toolkit.core import Game, State

_PERSON = "me"
_RIVAL = "greedy"


class Session:
    """One game at the terminal, from where it stands; the seed is of what chance and the bots do from now on.

    It is kept in the file `save`, if that is given, which may be the `earlier` one from which it goes on.
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

    def run(self) -> None:
        """Play on until the game ends or a person leaves; `click.Abort` after Ctrl-C."""
        seats = [
            Person(name, self._desk, self._keeper) if _is_person(name) else player(name)
            for name in self._record.names
        ]
        try:
            play(self._state, seats, seed=self._seed, record=self._record, watch=self._watch)
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
        told = "The game was not kept."
        if path := self._keeper.path:
            go_on = f"tobago play {self._record.game.name} --continue {path}"
            told = f"The game is kept in {path}; {go_on} goes on with it."
        click.echo(told, err=True)

    def _end(self) -> None:
        """Tell what happened since the last action of a person; only one person sees the own cards."""
        self._keeper.save()
        seat = self._persons[0] if len(self._persons) == 1 else None
        seen, log = self._state.observation(seat), self._state.log(seat)
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
    _check_seats(seats)
    state, chosen = game.new(len(seats), rules), _seed(seed)
    return Session(Record.of(state, seats, chosen), state, chosen, save)


def session_from(
    game: Game[Any, Any], file: Path, seats: Sequence[str] | None, seed: int | str | None, save: Path | None
) -> Session:
    """Return a game that goes on from a position file; its hidden cards are dealt with the seed.

    The person sits on the seat that asks, against `greedy`, if nobody says who sits where. `ToolkitError` for
    a faulty file or one that tells too little, or as in `new_session`.
    """
    position, chosen = game.positions().load(file), _seed(seed)
    with located("", str(file)):
        state = game.complete(position, Random(f"{chosen}/position"))
    names = seats or [_PERSON if seat == position.seat else _RIVAL for seat in range(state.players)]
    _check_seats(names, state.players, file)
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
    record.names = list(seats or record.names)
    _check_seats(record.names, record.players, earlier)
    return Session(record, replayed(record, str(earlier)), _seed(record.seed), save or earlier, earlier)


def _seed(given: int | str | None) -> int | str:
    return random_source(None).getrandbits(32) if given is None else given


def _is_person(name: str) -> bool:
    return name.partition(":")[0] == _PERSON


def _check_seats(names: Sequence[str], players: int | None = None, file: Path | None = None) -> None:
    """Refuse names that stand for no person and no bot, or that are not as many as the game of a file has."""
    if players not in (None, len(names)):
        raise ToolkitError(f"{file} is a game for {players} players, not {len(names)}")
    for name in names:
        kind, _, called = name.partition(":")
        if kind not in (known := [_PERSON, *player_names()]):
            hint = did_you_mean(kind, known) or f"; the players are {', '.join(known)}"
            raise ToolkitError(f"no player {quote(name)}{hint}")
        if kind != _PERSON:
            player(name)  # it refuses a wrong budget
        elif name != _PERSON and not called.strip():
            raise ToolkitError(f"player {quote(name)}: the name is missing, as in me:Anna")
