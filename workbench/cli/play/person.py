"""`Person`: a player who types, and sees observations only; `Keeper` keeps the game in a file."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from toolkit.core.errors import ToolkitError, in_words, nearest, quote
from toolkit.core.game import find_game
from workbench.cli.play.desk import COMMANDS, HELP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core import Action, Event, Observation, State
    from toolkit.core.record import Record
    from workbench.cli.play.desk import Desk


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
            self._planned = self._typed(observation)
        return self._planned.pop(0)

    def _typed(self, seen: Observation[Any]) -> list[Action]:
        """Ask until a line stands for legal actions."""
        while True:
            line = self._desk.ask()
            try:
                actions = self._obeyed(line, seen)
            except (ToolkitError, OSError) as error:
                self._desk.say(in_words(error))
            else:
                if actions:
                    return actions

    def _obeyed(self, line: str, seen: Observation[Any]) -> list[Action]:
        """Return the actions that a line stands for; none when it was a command, and that is done."""
        warned, self._warned = self._warned, False
        match ["?", line[1:].strip()] if line.startswith("?") else line.split(maxsplit=1):
            case [] if len(seen.actions) == 1:
                return list(seen.actions)
            case []:
                self._desk.show(seen)
            case ["?", beginning]:
                self._desk.list(seen, beginning)
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
        self._keeper.save_to(path)
        self._desk.say(f"saved: {path}")

    def _legal(self, line: str, seen: Observation[Any]) -> list[Action]:
        """Return the actions that a line stands for; `ToolkitError` with the rule's reason against them.

        They are tried in a world that the person cannot tell from the real one: the answer cannot leak.
        """
        if line.isascii() and line.isdecimal():
            if not 1 <= (number := int(line)) <= (most := len(seen.actions)):
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
    """Writes the record of a game that is played to its file, if it has one, and never over another game.

    The `earlier` file, from which the game goes on, may be written over.
    """

    def __init__(self, record: Record, path: Path | None, earlier: Path | None = None) -> None:
        self._record = record
        self._earlier = earlier
        self._kept = len(record.actions) if earlier else 0
        self.path: Path | None = None
        if path:
            self.save_to(path)

    def save(self) -> None:
        """Write the game to its file, if it has one; `OSError` when that is not possible."""
        if self.path:
            self.save_to(self.path)

    def save_to(self, path: Path) -> None:
        """Write the game to a file, which is its file from then on.

        `ToolkitError` when something else than the beginning of this game lies there, `OSError` when the file
        cannot be written.
        """
        if not self._may_replace(path):
            raise ToolkitError(
                f"{path} is there already and is no beginning of this game: choose another file"
            )
        self._record.save(path)
        self.path, self._kept = path, len(self._record.actions)

    def _may_replace(self, path: Path) -> bool:
        if not path.is_file() or (self._earlier and path.samefile(self._earlier)):
            return True
        content = "\n".join(self._record.to_lines()) + "\n"
        return content.encode("utf-8").startswith(path.read_bytes())
