"""A game at the terminal: persons who type, the file that keeps it, how it begins, is left and ends."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click

from solvers.players import player, player_names
from toolkit import Record, ToolkitError, find_game, play
from toolkit.core.chance import random_source
from toolkit.core.document import located
from toolkit.core.errors import did_you_mean, in_words, nearest, quote
from workbench.cli.formats import reading
from workbench.cli.games import read_record, replayed
from workbench.cli.messages import say
from workbench.cli.play.desk import COMMANDS, HELP, Desk, ending, labels, numbered, since_action_of
from workbench.cli.printing import print_rich

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core import Action, Event, Game, Observation, State

_PERSON = "me"
_RIVAL = "greedy"


class Quit(Exception):  # noqa: N818  # no fault
    """A person leaves the game."""


class Person:
    """Somebody at the terminal, by the name of the record; a player as the protocol has them."""

    def __init__(self, name: str, desk: Desk, keeper: Keeper) -> None:
        self.name = name
        self._desk = desk
        self._keeper = keeper
        self._random = Random(0)
        self._planned: list[Action] = []  # the rest of a line that folded several actions
        self._heard: list[Event] = []
        self._warned = False  # whether the line before was a quit that would lose the game

    def sit(self, seat: int, random: Random) -> None:  # noqa: ARG002  # observations tell the seat
        """Take a seat for a new game; the generator is this player's own."""
        self._random = random

    def notify(self, event: Event) -> None:
        """Hear what happened: it is told when the person acts."""
        self._heard.append(event)

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        """Return what the person types, when it is legal.

        `Quit` when the person leaves, `EOFError` when no more lines will come.
        """
        if not self._planned:
            self._desk.turn_to(observation, self._heard)
            self._heard = []
        while not self._planned:
            line = self._desk.ask()
            try:
                self._planned = self._obeyed(line, observation)
            except (ToolkitError, OSError) as error:
                self._desk.say(in_words(error))
        return self._planned.pop(0)

    def _obeyed(self, line: str, seen: Observation[Any]) -> list[Action]:
        """Return the actions that a line stands for; none when it was a command, and that is done."""
        warned, self._warned = self._warned, False
        match ["?", line[1:].strip()] if line.startswith("?") else line.split(maxsplit=1):
            case [] if len(seen.actions) == 1:
                return list(seen.actions)
            case []:
                self._desk.show(seen)
            case ["?", beginning]:
                print_rich(numbered(seen.actions, beginning))
            case ["help"]:
                self._desk.say(HELP)
            case ["log"] if seen.log:
                self._desk.tell(seen.game, seen.log)
            case ["log"]:
                self._desk.say("This game keeps no log: what you saw is yours to remember.")
            case ["advice", *policy]:
                self._desk.advise(seen, *policy)
            case ["save", *rest]:
                self._save(*rest)
            case ["quit"] if self._keeper.path or warned:
                raise Quit
            case ["quit"]:
                self._warned = True
                self._desk.say("The game has no file: save FILE keeps it, quit again leaves it for good.")
            case _:
                return self._legal(line, seen)
        return []

    def _save(self, name: str | None = None) -> None:
        if name and not name.isprintable():
            raise ToolkitError(f"{quote(name)} is no name for a file")
        path = Path(name) if name else self._keeper.path
        if path is None:
            raise ToolkitError("the game has no file yet: save FILE")
        self._keeper.save(path)
        self._desk.say(f"saved: {path}")

    def _legal(self, line: str, seen: Observation[Any]) -> list[Action]:
        """Return the actions that a line stands for; `ToolkitError` with the rule's reason against them.

        They are tried in a world that the person cannot tell from the real one: the answer cannot leak.
        """
        if line.isascii() and line.isdecimal():
            number, most = int(line), len(seen.actions)
            if not 1 <= number <= most:
                raise ToolkitError(f"no number {quote(number)}: the actions are numbered from 1 to {most}")
            return [seen.actions[number - 1]]
        world = seen.sample_world(self._random)
        actions = _read(line, seen, world)
        for action in actions:
            if world.to_act() != seen.player:
                raise ToolkitError(f"{action}: something else happens before; type it afterwards")
            world.apply(action)
        return list(actions)


def _read(line: str, seen: Observation[Any], world: State) -> tuple[Action, ...]:
    """Return the actions that a line writes; a near legal action is a better hint than any other near one."""
    try:
        return find_game(seen.game).parse_line(line, world)
    except ToolkitError as error:
        near = nearest(line, [*map(str, seen.actions), *COMMANDS])
        if near is None:
            raise
        raise ToolkitError(f"{quote(line)}: did you mean {near!r}?") from error


class Keeper:
    """Keeps a game that is played in its file, if it has one, and never writes over another game.

    The `earlier` file, from which the game goes on, may be written over.
    """

    def __init__(self, record: Record, path: Path | None, earlier: Path | None = None) -> None:
        self._record = record
        self._earlier = earlier
        self.path: Path | None = None
        self.save(path)

    def save(self, path: Path | None = None) -> None:
        """Write the game to a file, which is its file from then on, or to its file if it has one.

        `ToolkitError` when something else than the beginning of this game lies there, `OSError` when the file
        cannot be written.
        """
        if (path := path or self.path) is None:
            return
        if not self._may_replace(path):
            problem = "is there already and is no beginning of this game: choose another file"
            raise ToolkitError(f"{path} {problem}")
        self._record.save(path)
        self.path = path

    def _may_replace(self, path: Path) -> bool:
        if not path.is_file() or (self._earlier and path.samefile(self._earlier)):
            return True
        content = "\n".join(self._record.to_lines()) + "\n"
        return content.encode("utf-8").startswith(path.read_bytes())


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
                say(f"not saved: {in_words(error)}", "warning")

    def _leave(self) -> None:
        self._keeper.save()
        told = "The game was not kept."
        if path := self._keeper.path:
            go_on = f"tobago play {self._record.game.name} --continue {path}"
            told = f"The game is kept in {path}; {go_on} goes on with it."
        say(told)

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
    with reading(str(file), f"{game.name}-position/1"):
        position = game.positions().load(file)
    chosen = _seed(seed)
    with located("", str(file)):
        state = game.complete(position, Random(f"{chosen}/position"))
    names = seats or [_PERSON if seat == position.seat else _RIVAL for seat in range(state.players)]
    _check_seats(names, state.players, file)
    say(f"{file} does not tell {position.untold}.", "note")
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
            hint = did_you_mean(kind, known, "players")
            raise ToolkitError(f"no player {quote(name)}{hint}")
        if kind != _PERSON:
            player(name)  # it refuses a wrong budget
        elif name != _PERSON and not called.strip():
            raise ToolkitError(f"player {quote(name)}: the name is missing, as in me:Anna")
