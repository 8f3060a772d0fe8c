"""A printed game of Silver at the terminal: the lines of who notes it, their file, and what may be asked.

The file is a text: ``tobago-note/1 silver``, who plays, the rules that differ from the usual ones, and after
an empty line what happened, in the lines of `toolkit.games.silver.noting`. A ``#`` begins a remark.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from toolkit.core.decision import IllegalAction
from toolkit.core.document import read_text
from toolkit.core.errors import ToolkitError, did_you_mean, printable
from toolkit.core.game import rules_from_dict, rules_to_dict
from toolkit.core.telling.language import isolated
from toolkit.core.told import UntoldError
from toolkit.games.silver.actions import DRAW
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.game import GAME
from toolkit.games.silver.noting import NotedGame, NoteError
from toolkit.games.silver.position import Position
from toolkit.games.silver.state import HELD, VILLAGE
from workbench.cli.choices import PERSON
from workbench.cli.files import reading, rewriting
from workbench.cli.play import silver as view
from workbench.cli.play.voice import InWords
from workbench.cli.printing import Refusal, print_rich, refuse, say, styled, table_of
from workbench.cli.tobago.opening import typed

FORMAT = "tobago-note/1 silver"

ASIDE = ("help", "table", "log", "undo", "advice", "odds", "what", "save", "quit", "exit")
"""What can be typed besides lines; always whole, for lines may be cut short."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What a file of notes says."""

    names: tuple[str, ...]  #: who plays; ``me`` or ``me:NAME`` is who writes
    rules: Any
    text: str  #: the whole file
    lines: tuple[tuple[int, str], ...]  #: what happened, with the numbers of the lines in the file

    @classmethod
    def begun(cls, names: Sequence[str], rules: Any) -> Notes:
        """Return the notes of a game that begins; `ToolkitError` for names of which none is `PERSON`."""
        if [name.partition(":")[0] for name in names].count(PERSON) != 1:
            raise ToolkitError("players: one of them writes and is called me, such as me,Ben,Cleo")
        if not all(name.isprintable() and name.partition(":")[2 if ":" in name else 0] for name in names):
            raise ToolkitError("players: a name is missing")
        if any("#" in name for name in names):
            raise ToolkitError("players: a # begins a remark in the file, so no name has one")
        given = rules_to_dict(rules)
        head = [FORMAT, f"players: {', '.join(names)}", *[f"rules: {json.dumps(given)}"] * bool(given)]
        return cls(tuple(names), rules, "\n".join([*head, "", ""]), ())

    @classmethod
    def read(cls, path: Path) -> Notes:
        """Return what a file says; `Refusal` if these are no notes."""
        text = read_text(path, str(path), "")
        lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.split("\n"), 1)]
        said = [(number, line) for number, line in lines if line]
        with reading(str(path), FORMAT.split()[0], text=text):
            if not said or said[0][1] != FORMAT:
                raise Refusal(f"no noted game: it begins with the line {FORMAT}", source=str(path))
        head: dict[str, str] = {}
        while said[1:] and (found := re.fullmatch(r"(players|rules): *(.*)", said[1][1])):
            head[found[1]] = found[2]
            del said[1]
        try:
            rules = rules_from_dict(GAME, json.loads(head.get("rules", "{}")))
            new = cls.begun([name.strip() for name in head.get("players", "").split(",")], rules)
        except ValueError as error:  # `ToolkitError` is one, and so is bad JSON
            raise Refusal(str(error), source=str(path)) from None
        return cls(new.names, rules, text, tuple(said[1:]))


class Session:
    """The notes of an evening as they grow: the game, and the file after each line."""

    def __init__(self, path: Path, notes: Notes, lang: str) -> None:
        seat = next(n for n, name in enumerate(notes.names) if name.partition(":")[0] == PERSON)
        names = [name if name.partition(":")[0] == PERSON else f"{PERSON}:{name}" for name in notes.names]
        self._path, self._kept = path, path.exists()
        self._game = NotedGame(len(names), notes.rules, seat)
        self._voice = InWords(GAME, lang, names)
        self._untold = ""  # a line that waits for the cards that it leaves out
        self._texts = [*self._noted(notes)]

    def _noted(self, notes: Notes) -> Iterator[str]:
        """Note the lines of a file, and yield its text before the first of them, then up to the next each."""
        written = notes.text.split("\n")
        texts = ["\n".join([*written[: number - 1], ""]) for number, _ in notes.lines]
        texts.append(notes.text)
        yield texts[0]
        for (number, line), text in zip(notes.lines, texts[1:], strict=True):
            try:
                self._game.tell(line)
            except ToolkitError as error:
                why = self._asked(error) if isinstance(error, UntoldError) else self._why(error)
                raise Refusal(why, source=str(self._path), key=f"line {number}") from None
            yield text

    @property
    def _file(self) -> str:
        return printable(str(self._path))

    def run(self) -> int:
        """Answer lines until there are no more; return the highest status, but 0 at a terminal."""
        highest, live = 0, sys.stdin.isatty()
        self._ask()
        for line in typed(self._voice.say("note_hint"), f"{self._file}> ") if live else sys.stdin:
            try:
                self._obey(line.partition("#")[0].strip())
            except StopIteration:
                break
            except (ToolkitError, OSError) as error:
                refuse(ToolkitError(self._why(error)) if isinstance(error, ToolkitError) else error)
                highest = 1
        if self._untold and not live:
            highest = 1  # a card that nobody told: the line is not noted
        if self._kept:
            say(self._voice.say("note_kept", command=f"tobago note silver {self._file}"))
        return 0 if live else highest

    def _why(self, error: ToolkitError) -> str:
        """Return why a line is refused, in the language."""
        seat = self._game.seat
        if isinstance(error, IllegalAction):
            return self._voice.refused(seat, error.action, error.reason)
        if isinstance(error, NoteError):
            return self._named(error.key, **error.places)
        return str(error)

    def _named(self, key: str, **places: object) -> str:
        """Return a sentence about notes; words that are typed keep their direction and their digits."""
        said = {name: isolated(one) if isinstance(one, str) else one for name, one in places.items()}
        text = self._voice.teller(self._game.seat).name("noting", key, **said)
        return self._voice.language.finished(text, capital=False)

    def _obey(self, line: str) -> None:
        waits, self._untold = self._untold, ""
        match self._voice.command(line):
            case []:
                self._untold = waits
                self._table()
            case [name, *words] if name in ASIDE:
                self._untold = waits
                self._aside(name, words)
            case _ if waits and re.fullmatch(r"[0-9 ,]+", line):
                try:
                    self._note(f"{waits} {line}" if " cards" in waits else f"{waits} cards {line}")
                except ToolkitError:
                    self._untold = waits
                    raise
            case _:
                self._note(line)

    # ---- lines --------------------------------------------------------------------------------------------

    def _note(self, line: str) -> None:
        """Note a line, or ask for what it leaves out; keep it, and tell what happened."""
        before = len(self._game.seen.log)
        try:
            self._game.tell(line)
        except UntoldError as error:
            self._untold = line
            print_rich(styled(self._asked(error), style="bold"))
            return
        text = self._texts[-1]
        made = "".join([text, "" if text.endswith("\n") else "\n", line, "\n"])
        try:
            self._write(made)
        except BaseException:
            self._game.undo()
            raise
        self._texts.append(made)
        news = self._voice.news(self._game.seen.log, self._game.seat, before, joined=True)
        print_rich(*map(styled, news))
        self._ask()

    def _write(self, made: str) -> None:
        """Write the file, unless another program changed it."""
        with rewriting(str(self._path), announced=False) as write:
            there = read_text(self._path, str(self._path), "") if self._path.exists() else None
            if there != (self._texts[-1] if self._kept else None):
                raise ToolkitError(self._voice.say("note_changed", path=self._path))
            write(made)
        self._kept = True

    def _asked(self, error: UntoldError) -> str:
        """Return which card is asked for, by where it lay."""
        zone, index = error.place
        number, player = (index or 0) + 1, zone - VILLAGE
        if player == self._game.seat:
            return self._named("ask_own", number=number)
        if player >= 0:
            who = self._voice.teller(self._game.seat).person(player)
            return self._named("ask_village", who=who, number=number)
        return self._named("ask_hand" if zone == HELD else "ask_deck")

    def _ask(self) -> None:
        """Say who is to act, or how the game ended."""
        seen = self._game.seen
        if outcome := self._game.outcome:
            print_rich(styled(self._voice.ending(outcome, self._game.seat)))
        else:
            print_rich(styled(self._voice.question(seen), style="bold"))

    # ---- what leaves the game as it is --------------------------------------------------------------------

    def _aside(self, name: str, words: list[str]) -> None:
        seen, voice = self._game.seen, self._voice
        if name == "help":
            print_rich(styled(voice.say("note_help")))
        elif name == "table":
            self._table()
        elif name == "log":
            print_rich(*map(styled, voice.news(seen.log, self._game.seat)))
        elif name == "undo":
            self._undo()
        elif name == "advice":
            if not seen.actions:
                raise ToolkitError(voice.say("note_not_mine"))
            print_rich(*view.advice(seen, voice, " ".join(words) or None))
        elif name == "odds":
            self._odds(words)
        elif name == "what":
            self._what(words)
        elif name == "save":
            path = " ".join(words)
            if not path:
                raise ToolkitError(voice.say("note_save"))
            if Path(path).exists():
                raise ToolkitError(voice.say("note_there", path=path))
            position_of(seen).save(path)
            say(voice.say("saved", path=path))
        else:
            raise StopIteration

    def _table(self) -> None:
        seen = self._game.seen
        print_rich(*view.table(seen, self._voice), *view.hand(seen, self._voice))

    def _undo(self) -> None:
        self._untold = ""
        if len(self._texts) < 2:
            raise NoteError("nothing_back")
        self._write(self._texts[-2])
        self._texts.pop()
        say(self._voice.say("note_back", line=self._voice.quoted(self._game.undo())))
        self._ask()

    def _odds(self, words: list[str]) -> None:
        """Answer the questions of ``tobago odds silver``, with its options behind them."""
        from solvers.silver.answers import QUERIES

        at = next((n for n, word in enumerate(words) if word.startswith("-")), len(words))
        for query in words[:at]:
            if query not in QUERIES:
                unknown = self._voice.say("note_query", query=query)
                raise ToolkitError(f"{unknown}{did_you_mean(query, QUERIES)}")
        with TemporaryDirectory() as folder:
            path = Path(folder) / "position.toml"
            position_of(self._game.seen).save(path)
            asked = [part for query in words[:at] for part in ("--query", query)]
            click.get_current_context().obj(["odds", "silver", str(path), *asked, *words[at:]])

    def _what(self, words: list[str]) -> None:
        """Tell what a card of a village probably is, or the next card of the deck."""
        from solvers.silver.hidden import DECK
        from solvers.silver.scoring import probable

        voice, text = self._voice, " ".join(words)
        teller = voice.teller(self._game.seat)
        found = re.fullmatch(r"([0-9]{1,2}):([0-9]{1,2})", text)
        if not found and text != "deck":
            raise ToolkitError(voice.say("note_what"))
        position, place = position_of(self._game.seen), (DECK, 0)
        if found:
            place = int(found[1]) - 1, int(found[2]) - 1
            _check_there(position, *place)
        elif not position.deck:
            raise IllegalAction(DRAW, "the deck is empty")
        answer = probable(position, place)
        rows = [
            (
                voice.word("card", number=face, name=teller.name("characters", int(face))),
                voice.language.number(f"{float(chance):.1%}"),
            )
            for face, chance in (answer.distribution or {}).items()
        ]
        heads = voice.say("note_card"), voice.say("note_chance")
        print_rich(table_of(*heads, rows=rows, numbers=heads[1:]))
        if found:
            people = voice.language.joined([teller.called(seat) for seat in answer.about["seen_by"]])
            print_rich(styled(voice.say("note_seen", people=people) if people else voice.say("note_unseen")))


def _check_there(position: Position, player: int, slot: int) -> None:
    """Refuse a place of a village where no card lies."""
    if not 0 <= player < position.players:
        raise NoteError("person", number=player + 1, players=position.players)
    if not 0 <= slot < len(position.villages[player]):
        raise NoteError("no_card", count=len(position.villages[player]))
