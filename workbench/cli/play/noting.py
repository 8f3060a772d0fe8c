"""A printed game at the terminal: the lines of who notes it, their file, and what may be asked.

The file is a text: ``tobago-note/1`` with the name of the game, who plays, the rules that differ from the
usual ones, and after an empty line what happened, a line each. A ``#`` begins a remark.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from toolkit.core import Game, Observation
from toolkit.core.decision import IllegalAction
from toolkit.core.document import read_text
from toolkit.core.errors import ToolkitError, did_you_mean, printable, quote
from toolkit.core.game import rules_from_dict
from toolkit.core.position import Written
from toolkit.core.told import NoteError, UntoldError
from toolkit.core.told.noting import FORMAT, NotAllowedError, head_of
from workbench.cli.choices import PERSON
from workbench.cli.files import reading, rewriting
from workbench.cli.play.choosing import DIGITS
from workbench.cli.play.desk import advised, view_of
from workbench.cli.play.voice import InNotation, InWords, Voice
from workbench.cli.printing import Refusal, print_rich, refuse, say, styled
from workbench.cli.tobago.opening import typed

ASIDE = ("help", "table", "log", "undo", "advice", "odds", "what", "save", "quit", "exit")
"""What can be typed besides lines; always whole, for lines may be cut short."""

WITH_WORDS = ("advice", "odds", "what", "save")
"""Behind which of them words may stand."""

NOTATION = "notation"
"""How lines are written that count from 0, as records do; they are in words otherwise."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What a file of notes says."""

    names: tuple[str, ...]  #: who plays; ``me`` or ``me:NAME`` is who writes
    rules: Any
    notation: bool  #: whether lines are written as records are
    text: str  #: the whole file
    lines: tuple[tuple[int, str], ...]  #: what happened, with the numbers of the lines in the file

    @classmethod
    def begun(cls, game: Game[Any, Any], names: Sequence[str], rules: Any, *, notation: bool) -> Notes:
        """Return the notes of a game that begins; `ToolkitError` for names of which none is `PERSON`."""
        if [name.partition(":")[0] for name in names].count(PERSON) != 1:
            raise ToolkitError("players: one of them writes and is called me, such as me,Ben,Cleo")
        if not all(name.partition(":")[2 if ":" in name else 0].strip() for name in names):
            raise ToolkitError("players: a name is missing")
        if odd := next((name for name in names if printable(name) != name), None):
            raise ToolkitError(f"players: {quote(odd)} is no name")
        if any("#" in name for name in names):
            raise ToolkitError("players: a # begins a remark in the file, so no name has one")
        head = head_of(game, names, rules) + [f"lines: {NOTATION}"] * notation
        return cls(tuple(names), rules, notation, "\n".join([*head, "", ""]), ())

    @classmethod
    def read(cls, game: Game[Any, Any], path: Path) -> Notes:
        """Return what a file says; `Refusal` if these are no notes of the game."""
        text, first = read_text(path, str(path), ""), f"{FORMAT} {game.name}"
        lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.split("\n"), 1)]
        told = [(number, line) for number, line in lines if line]
        with reading(str(path), FORMAT, text=text):
            if not told or told[0][1] != first:
                raise Refusal(f"no noted game: it begins with the line {first}", source=str(path))
        head: dict[str, str] = {}
        while told[1:] and (found := re.fullmatch(r"(players|rules|lines): *(.*)", told[1][1])):
            head[found[1]] = found[2]
            del told[1]
        try:
            if (written := head.get("lines", NOTATION)) != NOTATION:
                raise ToolkitError(f"lines: {NOTATION}, or nothing, not {written}")
            rules = rules_from_dict(game, json.loads(head.get("rules", "{}")))
            names = [name.strip() for name in head.get("players", "").split(",")]
            new = cls.begun(game, names, rules, notation="lines" in head)
        except ValueError as error:  # `ToolkitError` is one, and so is bad JSON
            raise Refusal(str(error), source=str(path)) from None
        return cls(new.names, rules, new.notation, text, tuple(told[1:]))


def _before(numbers: Sequence[int], text: str) -> list[str]:
    """Return what the file was before each of its lines; a remark of a person stays in it."""
    found: list[str] = []
    for number in reversed(numbers):
        rows = text.split("\n")
        _, sign, remark = rows[number - 1].partition("#")
        rows[number - 1 : number] = [f"{sign}{remark}"] * bool(sign)
        text = "\n".join(rows)
        found.append(text)
    return found[::-1]


class Session:
    """The notes of an evening as they grow: the game, and the file after each line."""

    def __init__(self, path: Path, game: Game[Any, Any], notes: Notes, lang: str) -> None:
        seat = next(n for n, name in enumerate(notes.names) if name.partition(":")[0] == PERSON)
        names = [name if name.partition(":")[0] == PERSON else f"{PERSON}:{name}" for name in notes.names]
        self._path, self._kept, self._text = path, path.exists(), notes.text
        self._view = view_of(game.name)
        self._game = self._view.noted(game, len(names), notes.rules, seat, notation=notes.notation)
        self._notation = notes.notation
        self._voice: Voice = InNotation(game, names) if notes.notation else InWords(game, lang, names)
        self._untold = ""  # a line that waits for the cards that it leaves out
        #: What the file was before each of its lines.
        self._texts = _before([number for number, _ in notes.lines], notes.text)
        for number, line in notes.lines:
            try:
                self._game.tell(line)
            except ToolkitError as error:
                raise Refusal(self._why(error), source=str(path), key=f"line {number}") from None

    @property
    def _file(self) -> str:
        return printable(str(self._path))

    def run(self) -> int:
        """Answer lines until there are no more; return the highest status, but 0 at a terminal."""
        highest, live = 0, sys.stdin.isatty()
        self._ask()
        for line in typed(self._voice.say("note_hint"), f"{self._file}> ") if live else sys.stdin:
            try:
                status = self._obey(line.partition("#")[0].strip())
            except StopIteration:
                break
            except (ToolkitError, OSError) as error:
                refuse(ToolkitError(self._why(error)) if isinstance(error, ToolkitError) else error)
                status = 1
            highest = max(highest, min(status, 1))
        if self._untold and not live:
            highest = 1  # a card that nobody told: the line is not noted
        if self._kept:
            command = f"tobago note {self._game.game.name} {self._file}"
            say(self._voice.say("note_kept", command=command))
        return 0 if live else highest

    def _why(self, error: ToolkitError) -> str:
        """Return why a line is refused, in the language."""
        if isinstance(error, IllegalAction):
            who = error.who if isinstance(error, NotAllowedError) and error.who >= 0 else self._game.seat
            told = self._voice.refused(who, error.action, error.reason)
            if self._notation or who == self._game.seat:
                return told
            return self._voice.say("note_told", who=self._voice.apart(self._voice.called(who)), told=told)
        if isinstance(error, UntoldError):
            error = self._game.asked(error)
        if isinstance(error, NoteError):
            seats = self._voice.seats
            return error.said(self._voice.language, [*map(seats.player, range(len(seats.people)))])
        return str(error)

    def _obey(self, line: str) -> int:
        """Do what is typed; return the status of what was asked."""
        match self._voice.command(line):
            case []:
                self._table()
            case [name, *words] if name in ASIDE:
                return self._aside(name, words)
            case _:
                told, waits = line.translate(DIGITS), self._untold
                self._note((waits and self._game.with_cards(waits, told)) or told)
        return 0

    # ---- lines --------------------------------------------------------------------------------------------

    def _note(self, line: str) -> None:
        """Note a line, or ask for what it leaves out; keep it, and tell what happened."""
        before = len(self._game.seen.log)
        try:
            self._game.tell(line)
        except UntoldError as error:
            self._untold = line
            print_rich(styled(self._why(error), style="bold"))
            return
        text = self._text
        made = "".join([text, "" if text.endswith("\n") else "\n", line, "\n"])
        try:
            self._write(made)
        except BaseException:
            self._game.undo()
            raise
        self._untold = ""
        self._texts.append(text)
        news = self._voice.news(self._game.seen.log, self._game.seat, before, joined=True)
        print_rich(*map(styled, news))
        self._ask()

    def _write(self, made: str) -> None:
        """Write the file, unless another program changed it."""
        with rewriting(str(self._path), announced=False) as write:
            there = read_text(self._path, str(self._path), "") if self._path.exists() else None
            if there != (self._text if self._kept else None):
                raise ToolkitError(self._voice.say("note_changed", path=self._path))
            write(made)
        self._kept, self._text = True, made

    def _ask(self) -> None:
        """Say who is to act, or how the game ended."""
        seen = self._game.seen
        if outcome := self._game.outcome:
            print_rich(styled(self._voice.ending(outcome, self._game.seat)))
        else:
            print_rich(styled(self._voice.question(seen), style="bold"))

    # ---- what leaves the game as it is --------------------------------------------------------------------

    def _aside(self, name: str, words: list[str]) -> int:
        """Answer what leaves the game as it is; return the status."""
        seen, voice = self._game.seen, self._voice
        if words and name not in WITH_WORDS:
            raise ToolkitError(voice.say("note_alone", word=name))
        if name == "help":
            lines = "note_words" if self._notation else self._view.lines
            print_rich(styled(voice.say(lines)), styled(voice.say("note_help")))
        elif name == "table":
            self._table()
        elif name == "log":
            print_rich(*map(styled, voice.news(seen.log, self._game.seat)))
        elif name == "undo":
            self._undo()
        elif name == "advice":
            if not seen.actions:
                raise ToolkitError(voice.say("note_not_mine"))
            print_rich(*advised(seen, voice, " ".join(words) or None).on_screen())
        elif name == "odds":
            return self._odds(words)
        elif name == "what":
            if self._view.what is None:
                raise ToolkitError(voice.say("note_none", game=voice.title))
            print_rich(*self._view.what(self._game, [word.translate(DIGITS) for word in words], voice))
        elif name == "save":
            path = " ".join(words)
            if not path:
                raise ToolkitError(voice.say("note_save"))
            if Path(path).exists():
                raise ToolkitError(voice.say("note_there", path=path))
            self._position(seen).save(path)
            say(voice.say("saved", path=path))
        else:
            raise StopIteration
        return 0

    def _table(self) -> None:
        seen = self._game.seen
        print_rich(*self._view.table(seen, self._voice), *self._view.hand(seen, self._voice))

    def _undo(self) -> None:
        """Take back the line that waits for its cards, or the last one of the game and of the file."""
        line, self._untold = self._untold, ""
        if not line:
            if self._texts:
                self._write(self._texts[-1])
                self._texts.pop()
            line = self._game.undo()
        say(self._voice.say("note_back", line=self._voice.quoted(line)))
        self._ask()

    def _position(self, seen: Observation[Any]) -> Written:
        """Return what the writer sees as a position; `ToolkitError` where there is none."""
        if self._view.position_of is None:
            raise ToolkitError(self._voice.say("note_none", game=self._voice.title))
        return self._view.position_of(seen)

    def _odds(self, words: list[str]) -> int:
        """Answer the questions of ``tobago odds``, with its options behind them; return its status."""
        game = self._game.game.name
        at = next((n for n, word in enumerate(words) if word.startswith("-")), len(words))
        queries = import_module(f"solvers.{game}.answers").QUERIES
        for query in words[:at]:
            if query not in queries:
                unknown = self._voice.say("note_query", query=query)
                raise ToolkitError(f"{unknown}{did_you_mean(query, queries)}")
        with TemporaryDirectory() as folder:
            path = Path(folder) / "position.toml"
            self._position(self._game.seen).save(path)
            asked = [part for query in words[:at] for part in ("--query", query)]
            run = click.get_current_context().obj
            return int(run(["odds", game, str(path), *asked, *words[at:]]))
