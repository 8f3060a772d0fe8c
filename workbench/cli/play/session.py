"""A game at the terminal: persons who type, the file that keeps it, how it begins, is left and ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

import click

from solvers.players import player, player_names
from solvers.players.own import told_whose
from solvers.players.registry import refuse_own, unknown
from toolkit import Record, ToolkitError, play
from toolkit.core import Action, Event, Game, Observation, State
from toolkit.core.chance import random_source
from toolkit.core.decision import IllegalAction
from toolkit.core.document import located
from toolkit.core.errors import in_words, printable, quote
from toolkit.core.play import Player
from workbench.cli.choices import PERSON
from workbench.cli.files import reading, reads_anywhere
from workbench.cli.games import let_in, read_record, replayed
from workbench.cli.play.choosing import Meant, beginning, choices, typable
from workbench.cli.play.desk import Desk, since_action_of
from workbench.cli.play.voice import Voice
from workbench.cli.printing import print_rich, say

if TYPE_CHECKING:
    from rich.console import RenderableType

_RIVAL = "greedy"


class Quit(Exception):  # noqa: N818  # no fault
    """A person leaves the game."""


class TakenBack(Exception):  # noqa: N818  # no fault
    """A person takes back the last choice and what came after it."""


class Person:
    """Somebody at the terminal, by the name of the record; a player as the protocol has them."""

    def __init__(self, name: str, desk: Desk, keeper: Keeper, no_undo: Callable[[int], str]) -> None:
        self.name = name
        self._desk, self._voice = desk, desk.voice
        self._keeper = keeper
        self._no_undo = no_undo  # why nothing can be taken back, if nothing can
        self._random = Random(0)
        self._planned: list[Action] = []  # the rest of a line that folded several actions
        self._heard: list[Event] = []
        self._listed = choices({}, desk.voice)
        self._refused = ""  # why the line before was refused
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
            self._begin(observation)
        while not self._planned:
            line = self._desk.ask()
            try:
                self._planned = self._obeyed(line, observation)
            except (ToolkitError, OSError) as error:
                self._refused = in_words(error)
                self._desk.say(self._refused)
        return self._planned.pop(0)

    def _begin(self, seen: Observation[Any]) -> None:
        """Show what happened, and what can be chosen."""
        self._listed = choices(self._labels(seen), self._voice)
        self._desk.turn_to(seen, self._heard, self._listed)
        self._heard = []

    def _obeyed(self, line: str, seen: Observation[Any]) -> list[Action]:
        """Return the actions that a line stands for; none when it was a command, and that is done."""
        from toolkit.games.rulebook import cited  # it takes time to load: the first question comes before it

        warned, self._warned = self._warned, False
        refused, self._refused = self._refused, ""
        line = "?" + line[1:] if line.startswith("؟") else line  # as a Persian keyboard has it
        asked = line.removeprefix("?").strip()
        number = re.sub("[a-z](?=-)", lambda letter: letter[0].upper(), typable(asked))
        if rules := cited(refused) if line == "?" else cited(number) if " " not in asked else ():
            self._desk.tell_rules(seen.game, rules)
            return []
        match ["moves", *line[1:].split()] if line.startswith("?") else self._voice.command(line):
            case [] if len(seen.actions) == 1:
                return list(seen.actions)
            case []:
                self._listed = choices(self._labels(seen), self._voice)
                self._desk.show(seen, self._listed)
            case ["moves"]:
                self._desk.list(self._labels(seen).values())
            case ["rule", *words] if words:
                self._desk.tell_rules(seen.game, [" ".join(words)])
            case ["moves", *words] if line.startswith("?") and self._desk.tell_card(seen, asked):
                pass
            case ["moves", *words]:
                self._open(beginning(" ".join(words), self._labels(seen)), seen)
            case ["help"]:
                self._desk.say(self._voice.say("help"))
            case ["table"]:
                self._desk.table(seen)
            case ["hand"]:
                self._desk.hand(seen)
            case ["map", *part]:
                self._desk.draw(seen, " ".join(part) or None)
            case ["log"] if seen.log:
                self._desk.log(seen.log, seen.player)
            case ["log"]:
                self._desk.say(self._voice.say("no_log"))
            case ["advice" | "hint", *policy]:  # hint is the word of files of Tobago
                self._desk.advise(seen, " ".join(policy) or None)
            case ["review"]:
                self._desk.say(self._voice.say("review_later"))
            case ["undo"]:
                if why := self._no_undo(seen.to_act()):
                    raise ToolkitError(why)
                raise TakenBack
            case ["save", *_]:
                self._save(line.partition(" ")[2].strip())
            case ["quit" | "exit"]:
                self._quit(warned)
            case _:
                return self._meant(line, seen)
        return []

    def _labels(self, seen: Observation[Any]) -> dict[Action, str]:
        return self._voice.labels(seen.actions, seen)

    def _meant(self, line: str, seen: Observation[Any]) -> list[Action]:
        """Return the actions of a letter, a list or the words of a choice; none when the line opens a list.

        What is listed goes first, so that a word means what is on the screen.
        """
        found = self._listed.find(line) or beginning(line, self._labels(seen))
        if found is None:
            return self._legal(line, seen)
        if not found.whole:
            self._open(found, seen)
            return []
        return list(found.actions)

    def _open(self, found: Meant | None, seen: Observation[Any]) -> None:
        """List what begins with some words."""
        if found is None:
            raise ToolkitError(self._voice.say("nothing_begins"))
        self._listed = choices(self._voice.labels(found.actions, seen), self._voice, found.opened)
        self._desk.open(self._listed)

    def _legal(self, line: str, seen: Observation[Any]) -> list[Action]:
        """Return the actions that a line means; `ToolkitError` with the rule's reason against them.

        They are tried in a world that the person cannot tell from the real one: the answer cannot leak.
        """
        world = seen.sample_world(self._random)
        actions = self._voice.read(line, self._listed, seen, world)
        for action in actions:
            if world.to_act() != seen.player:
                raise ToolkitError(self._voice.say("happens_before", action=action))
            try:
                world.apply(action)
            except IllegalAction as error:
                raise ToolkitError(self._voice.refused(seen.to_act(), action, error.reason)) from None
        return list(actions)

    def _save(self, name: str) -> None:
        if printable(name) != name:
            raise ToolkitError(self._voice.say("no_name", path=self._voice.quoted(name)))
        if not (path := Path(name) if name else self._keeper.path):
            raise ToolkitError(self._voice.say("no_file_yet"))
        self._keeper.save(path)
        self._desk.say(self._voice.say("saved", path=path))

    def _quit(self, warned: bool) -> None:
        """Leave the game if it is kept; otherwise once more must be said."""
        problem = self._keeper.problem()
        if warned or not problem:
            raise Quit
        self._warned = True
        self._desk.say(self._voice.say("quit_again", problem=problem))


class Keeper:
    """Keeps a game that is played in its file, if it has one, and never writes over another game.

    The `earlier` file, from which the game goes on, may be written over.
    """

    def __init__(self, record: Record, voice: Voice, path: Path | None, earlier: Path | None = None) -> None:
        self._record, self._voice = record, voice
        self._earlier = earlier
        self.path: Path | None = None
        if path:
            self.save(path)

    def save(self, path: Path) -> None:
        """Write the game to a file, which is its file from then on.

        `ToolkitError` when something else than the beginning of this game lies there, `OSError` when the file
        cannot be written.
        """
        if not self._may_replace(path):
            raise ToolkitError(self._voice.say("another_game", path=path))
        self._record.save(path)
        self.path = path

    def taken_back(self) -> None:
        """Let the file of the game, which is longer than the game now, be written over."""
        self._earlier = self.path or self._earlier

    def problem(self, path: Path | None = None) -> str:
        """Write the game to a file, or to its own, and return why it is not kept; empty if it is."""
        if (path := path or self.path) is None:
            return self._voice.say("no_file")
        try:
            self.save(path)
        except (ToolkitError, OSError) as error:
            return self._voice.say("not_kept", why=in_words(error))
        return ""

    def _may_replace(self, path: Path) -> bool:
        if not path.is_file() or (self._earlier and path.samefile(self._earlier)):
            return True
        content = "\n".join(self._record.to_lines()) + "\n"
        return content.encode("utf-8").startswith(path.read_bytes())


class Bot:
    """A bot at a terminal: who waits for it is told so."""

    def __init__(self, seat: str, bot: Player, desk: Desk) -> None:
        self.name = bot.name
        self.sit, self.notify = bot.sit, bot.notify
        self._seat, self._bot, self._desk = seat, bot, desk

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return what the bot chooses."""
        self._desk.wait_for(self._seat)
        return self._bot.choose(observation, legal_actions)


class Trains(Protocol):
    """What trains a person in a game."""

    @property
    def person(self) -> Callable[..., Person]:
        """What makes the person who is trained, as `Person` is made."""
        ...

    def take_back(self) -> None:
        """Follow the record, whose last actions were taken back."""
        ...

    def end(self) -> Iterator[RenderableType]:
        """Yield what it came to, when the game is over."""
        ...

    def keep(self) -> str:
        """Keep what was trained, and return why that is not possible."""
        ...


class Session:
    """One game at the terminal, from where it stands; the seed is of what chance and the bots do from now on.

    It is kept in the file `save`, if that is given, which may be the `earlier` one from which it goes on.
    """

    def __init__(
        self,
        record: Record,
        state: State,
        seed: int | str,
        voice: Voice,
        save: Path | None,
        earlier: Path | None = None,
    ) -> None:
        self._record = record
        self._state = state
        self._seed = seed
        self._persons = [seat for seat, name in enumerate(record.names) if _is_person(name)]
        self._voice = voice
        self._desk = Desk(voice, self._persons)
        self._keeper = Keeper(record, voice, save, earlier)
        self._problem = ""  # why the game was not kept the last time
        self._trainer: Trains | None = None

    def train(self, training: Callable[[Record, list[int], Voice], Trains]) -> None:
        """Let a person be trained, by what is made of the record, the seats of persons and the voice."""
        self._trainer = training(self._record, self._persons, self._voice)
        self._desk.say(self._voice.say("train"))

    def run(self) -> None:
        """Play on until the game ends or a person leaves.

        `click.Abort` after Ctrl-C; `ToolkitError` when it could not be kept in its file, nor in another.
        """
        if note := self._record.note:
            self._desk.say(self._desk.voice.teller(None).noted(note))
        try:
            self._play()
        except Quit:
            self._leave(asks=False)
        except EOFError:
            self._leave(asks=self._desk.live)
        except KeyboardInterrupt:  # while a bot was thinking
            self._leave(asks=self._desk.live)
            raise click.Abort from None
        else:
            self._end()

    def _play(self) -> None:
        """Play to the end, from an earlier place again when a choice is taken back."""
        while True:
            seats = [self._player(seat, name) for seat, name in enumerate(self._record.names)]
            try:
                with told_whose(seats, self._state):
                    play(self._state, seats, seed=self._seed, record=self._record, watch=self._watch)
                return
            except TakenBack:
                self._take_back(self._state.to_act())

    def _last_choice(self, seat: int) -> int | None:
        """Return where in the record a seat chose last."""
        chosen = (number for number, (actor, _) in enumerate(self._record.actions) if actor == seat)
        return max(chosen, default=None)

    def _no_undo(self, seat: int) -> str:
        if len(self._persons) > 1:
            return self._voice.say("shared")
        return "" if self._last_choice(seat) is not None else self._voice.say("nothing_back")

    def _take_back(self, seat: int) -> None:
        """Go back to where a seat chose last."""
        del self._record.actions[self._last_choice(seat) :]
        self._state = self._record.replay()
        self._keeper.taken_back()
        if self._trainer:
            self._trainer.take_back()

    def _player(self, seat: int, name: str) -> Player:
        if _is_person(name):
            person = self._trainer.person if self._trainer else Person
            return person(name, self._desk, self._keeper, self._no_undo)
        return Bot(self._desk.voice.called(seat), player(name), self._desk)

    def _watch(self, _state: State) -> None:
        """Keep the game after every action of a person; when that fails, say so once and go on."""
        if self._keeper.path and self._record.actions[-1][0] in self._persons:
            problem = self._keeper.problem()
            if problem and not self._problem:
                self._voice.tell(self._voice.say("goes_on", problem=problem), "warning")
            self._problem = problem

    def _leave(self, *, asks: bool) -> None:
        """Keep the game, in another file if need be, and say where."""
        self._desk.rest()
        problem = self._kept(asks=asks)
        if problem and self._keeper.path and not asks:
            raise ToolkitError(problem)
        told = self._voice.say("was_not_kept")
        if not problem:
            go_on = f"tobago play {self._record.game.name} --continue {self._keeper.path}"
            told = self._voice.say("was_kept", path=self._keeper.path, command=go_on)
        say(told)

    def _kept(self, *, asks: bool) -> str:
        """Keep the game and return why it is not kept; the person may be asked for other files."""
        problem = self._keeper.problem()
        while asks and problem:
            say(f"{problem}.")
            if not (name := self._desk.ask_for_file()):
                break
            problem = self._keeper.problem(Path(name))
        return problem

    def _end(self) -> None:
        """Tell what happened since the last action of a person; only one person sees the own cards."""
        seat = self._persons[0] if len(self._persons) == 1 else None
        seen, log = self._state.observation(seat), self._state.log(seat)
        if outcome := self._record.outcome:
            self._desk.end(seen, log, since_action_of(self._persons, log), outcome)
            if self._trainer:
                self._desk.lay(*self._trainer.end())
        if self._keeper.path and (problem := self._kept(asks=bool(self._persons))):
            raise ToolkitError(problem)
        if self._trainer and (problem := self._trainer.keep()):
            raise ToolkitError(problem)
        if self._persons and self._desk.wants_review():
            self._review()

    def _review(self) -> None:
        """Show how the chances went, and what cost most."""
        from solvers.reviewing import review_game  # it takes time to load
        from workbench.cli.play.reviewing import Reviewed

        self._desk.wait_for(self._voice.say("adviser"))
        found = review_game(self._record)
        self._desk.rest()
        print_rich(*Reviewed(self._record, self._voice, found).shown())


Speaking = Callable[[Game[Any, Any], Sequence[str]], Voice]
"""What makes the voice of a game, from the names of its seats."""


def new_session(
    game: Game[Any, Any],
    rules: Any,
    seats: Sequence[str],
    seed: int | str | None,
    speaking: Speaking,
    save: Path | None,
) -> Session:
    """Return a game at its beginning.

    `ToolkitError` for an unknown player or a wrong number of them, or when `save` is there already.
    """
    _check_seats(seats)
    state, chosen = game.new(len(seats), rules), _seed(seed)
    return Session(Record.of(state, seats, chosen), state, chosen, speaking(game, seats), save)


def session_from(
    game: Game[Any, Any],
    file: Path,
    seats: Sequence[str] | None,
    seed: int | str | None,
    speaking: Speaking,
    save: Path | None,
) -> Session:
    """Return a game that goes on from a position file; its hidden cards are dealt with the seed.

    The person sits on the seat that asks, against `greedy`, if nobody says who sits where. `ToolkitError` for
    a faulty file or one that tells too little, or as in `new_session`.
    """
    with reading(str(file), f"{game.name}-position/1"):
        position = game.positions().load(file, anywhere=reads_anywhere())
    chosen = _seed(seed)
    with located("", str(file)):
        state = game.complete(position, Random(f"{chosen}/position"))
    names = seats or [PERSON if seat == position.seat else _RIVAL for seat in range(state.players)]
    _check_seats(names, state.players, file)
    voice = speaking(game, names)
    if untold := voice.untold(str(file)):
        voice.tell(untold, "note")
    if position.unlike:
        say(f"{position.unlike}.", "note")
    record = Record.of(state, names, chosen, from_here=True)
    return Session(record, state, chosen, voice, save)


def continued_session(
    game: Game[Any, Any], seats: Sequence[str] | None, earlier: Path, speaking: Speaking, save: Path | None
) -> Session:
    """Return a saved game, to be kept in `save` or else in its file; other players may take the seats.

    `RecordError` or another `ToolkitError` when the file holds no such game, or a finished one.
    """
    record = read_record(str(earlier))
    if record.game is not game:
        raise ToolkitError(f"{earlier} is a game of {record.game.title}: tobago play {record.game.name}")
    if record.outcome:
        raise ToolkitError(f"{earlier}: this game is over; tobago replay shows it")
    if not seats:
        refuse_own(record.names, str(earlier), "--players")
    record.names = list(seats or record.names)
    _check_seats(record.names, record.players, earlier)
    state, voice = replayed(record, str(earlier)), speaking(game, record.names)
    return Session(record, state, _seed(record.seed), voice, save or earlier, earlier)


def _seed(given: int | str | None) -> int | str:
    return random_source(None).getrandbits(32) if given is None else given


def _is_person(name: str) -> bool:
    return name.partition(":")[0] == PERSON


def _check_seats(names: Sequence[str], players: int | None = None, file: Path | None = None) -> None:
    """Refuse names that stand for no person and no bot, or that are not as many as the game of a file has."""
    if players not in (None, len(names)):
        raise ToolkitError(f"{file} is a game for {players} players, not {len(names)}")
    for name in names:
        kind, _, called = name.partition(":")
        if ":" not in name and kind not in (PERSON, *player_names()):
            raise unknown(name, PERSON)
        if kind != PERSON:
            let_in([name])
            player(name)  # it refuses a wrong budget
        elif name != PERSON and not called.strip():
            raise ToolkitError(f"player {quote(name)}: the name is missing, as in me:Anna")
