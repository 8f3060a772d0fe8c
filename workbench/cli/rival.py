"""``tobago rival wayfarers``: the rival of somebody who plays the printed game alone.

The person types what happens on the table, and is told what the rival does, why, and what to alter there.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.core.errors import ToolkitError, printable, quote
from toolkit.games.wayfarers.components.names import KINDS, called
from workbench.cli.choices import OneOf
from workbench.cli.files import STDIN, reading, rewriting
from workbench.cli.games import Seed
from workbench.cli.options import OptionalFile, argument, command
from workbench.cli.printing import print_rich, refuse, say, styled, table_of
from workbench.cli.tobago.opening import typed

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from toolkit.games.wayfarers import Position
    from toolkit.games.wayfarers.state import WayfarersState
    from workbench.cli.solo import Table

ASIDE = ("undo", "show", "score", "help", "find")
"""What can be typed at any time."""

HELP = """\
What you did in your turn, a line for each thing; words may be cut short, cards are written like L5:
  take L5, take F8 L3      acquire a face-up card; where it goes, if there are several ways
  keep L22, discard I3     one of three that you drew; an inspiration for the effect of its spot
  put green F12, put F12   place a worker; retrieve yellow L5
  influence L5, remove L5  your influence on a card; in a guild: science +1, trade -1, exploration 2
  tile UL1, tile UL1 back 2,3   a tile for your caravan, and where it lies
  to c2t                   your marker on the journal
  silver 4, provision 2    what you have at the end, for inspirations that count it
What you pay, your dice and what cards bring you are your own business. Then:
  turn                     your turn is over, and the rival's follows; then cards are asked for:
                           L7 W12, or numbers behind their kind: land 7 9; the kind asked first needs no word
  turn L7 w12 x3           all at once, with the scheme card that you turned up; else the program draws it
  allow, a s, d p          where you are asked: allow and take nothing, silver; deny with a provision
At any time: show (the table), score, find WORDS (in any order), undo, help, quit."""


@command(epilog="Example: tobago rival wayfarers evening.toml")
def rival(
    *, game: str = argument("GAME", type=OneOf("game", ("wayfarers",))), file: OptionalFile, seed: Seed
) -> int:
    """Be the rival of somebody who plays the printed game alone: what it does, and why.

    FILE is a position of a solo game, written anew after every line; if it is not there yet, a game is set
    up. Lines come from the terminal, or from standard input (then the status is the highest). Type help.
    """
    from toolkit.core.chance import random_source
    from toolkit.core.document import located
    from toolkit.games.wayfarers import Position
    from workbench.cli.solo import Table

    if file == STDIN:
        raise click.UsageError("a game is kept in a file, not in -")
    if sys.stdin is None:
        raise ToolkitError("standard input is closed: no line will come")
    chosen = random_source(None).getrandbits(32) if seed is None else seed
    names = (Path(f"{game}{number}.toml") for number in ("", *range(2, 1000)))
    path = Path(file) if file is not None else next(name for name in names if not name.exists())
    tables, text = [Table(chosen)], None
    if not path.parent.is_dir():
        raise ToolkitError(f"no folder {quote(str(path.parent))} for the file")
    if path.exists():
        with reading(str(path), "wayfarers-position/1"), located("", str(path)):
            position, text = Position.load(path), _read(path)
            if position.over and len(position.players) == 1:
                print_rich(_score(position))
                return 0
            tables = Table.evening(position, chosen)
    return Session(path, text, tables).run()


class Session:
    """An evening: the tables, of which undo brings back the one before, and the file that keeps the last."""

    def __init__(self, path: Path, text: str | None, tables: list[Table]) -> None:
        self._path, self._asked, self._tables = path, "", tables
        self._texts: list[str | None] = [text]  # of the file with each table, the last one first written
        for earlier in reversed(tables[:-1]):
            self._texts.insert(0, self._text_of(earlier, tables[-1], text))

    def run(self) -> int:
        """Answer lines until there are no more; return the highest status, but 0 at a terminal."""
        from workbench.cli.solo import words_of

        highest, live = 0, sys.stdin.isatty()
        for table in self._tables:
            self._tell(table)
        self._ask()
        prompt = f"{printable(str(self._path))}> "
        for line in typed("help tells what can be typed; Ctrl-D leaves", prompt) if live else sys.stdin:
            words = words_of(line)
            if words and "quit".startswith(words[0].lower()):
                break
            try:
                self._obey(line, words)
            except (ToolkitError, OSError) as error:
                refuse(error)
                highest = 2
                if not self._tables[-1].mine:
                    self._asked = ""
                    self._ask()
        self._leave()
        return 0 if live else highest

    def _leave(self) -> None:
        """Say how the evening goes on."""
        if self._texts[-1] is not None:
            say(f"kept: tobago rival wayfarers {printable(str(self._path))} goes on")

    def _ask(self) -> None:
        """Say what is asked for, unless that was said last."""
        question = self._tables[-1].question
        if question != self._asked:
            print_rich(_line(question))
        self._asked = question

    def _tell(self, table: Table) -> None:
        """Print what a line brought about."""
        print_rich(*map(_line, table.lines))
        if not table.state.stack:
            self._aside("score", [])

    def _obey(self, line: str, words: list[str]) -> None:
        table = self._tables[-1]
        names = (*table.words, *ASIDE)
        aside = next((name for name in names if words and name.startswith(words[0].lower())), "")
        if aside in ASIDE:
            self._aside(aside, words[1:])
        elif words and table.mine and not aside and words[0][-1].isdecimal():
            self._aside("find", words)
        elif words:
            after = table.copy()
            after.obey(line)
            made = self._text_of(after, table, self._texts[-1])
            self._write(made)
            self._tables.append(after)
            self._texts.append(made)
            self._tell(after)
        self._ask()

    def _aside(self, command: str, words: list[str]) -> None:
        """Do what leaves the table as it is, or brings back the one before."""
        if command == "help":
            print_rich(styled(HELP))
        elif command == "find":
            from toolkit.games.wayfarers.components.words import entries

            if not words:
                raise ToolkitError(
                    "find what? Words of kinds, tags, icons and effects in any order, or an id"
                )
            one = called(" ".join(words), [entry.id for entry in entries()])
            named = [one] if one else [part for word in words for part in ("--text", word)]
            click.get_current_context().obj(["cards", "wayfarers", *named])
        elif command == "undo":
            if len(self._tables) < 2:
                raise ToolkitError("there is nothing to undo: no line was typed since the beginning")
            self._write(self._texts[-2])
            self._texts.pop()
            say(f"took back {quote(self._tables.pop().typed)}")
        elif command == "show":
            print_rich(*_shown(self._tables[-1].state))
        elif self._tables[-1].laid_out:
            print_rich(_score(self._tables[-1].kept))
        else:
            raise ToolkitError("there is nothing to score: the table is not set up yet")

    def _text_of(self, table: Table, other: Table, text: str | None) -> str:
        """Return what the file says with a table, from its text with another one, if there is one."""
        from toolkit.core.document import carry_over, edited, parse_document

        if text is None:
            return table.kept.to_json() if self._path.suffix == ".json" else table.kept.to_toml()
        there = parse_document(text, "")
        there.get("rival", {}).pop("typed", None)  # of all that stands there, these lines alone go again
        before, after = other.kept.to_dict_like(there), table.kept.to_dict_like(there)
        done = edited(text, lambda file: carry_over(file, before, after))
        if done.note:
            say(f"{printable(str(self._path))}: {done.note}", "note")
        return done.text

    def _write(self, made: str | None) -> None:
        """Write the file, unless another program changed it; one that it made goes with its first line."""
        if made == self._texts[-1]:
            return
        with rewriting(str(self._path), announced=False) as write:
            if self._texts[-1] != (_read(self._path) if self._path.exists() else None):
                raise ToolkitError(f"{self._path} was changed meanwhile: nothing was written; quit and begin")
            if made is None:
                self._path.unlink()
            else:
                write(made)


def _read(path: Path) -> str:
    """Return the text of a file with its ends of lines as they are."""
    return path.read_bytes().decode("utf-8-sig")


def _shown(state: WayfarersState) -> Iterator[RenderableType]:
    """Yield the face-up cards, and what the rival and the person have."""
    from toolkit.games.wayfarers.display import SLOTS_EACH, places_of
    from toolkit.games.wayfarers.solo.by_hand import holdings, lies

    rows = [(name, *(lies(state, at) for at in places_of(kind))) for kind, name in enumerate(KINDS)]
    yield table_of("", *(f"slot {slot + 1}" for slot in range(SLOTS_EACH)), rows=rows)
    yield from map(_line, holdings(state))


def _score(position: Position) -> RenderableType:
    rows = [(line.rule, line.what, *line.points) for line in position.scores().lines(["you"])]
    return table_of("rules", "what", "you", "rival", rows=rows, numbers=("you", "rival"))


def _line(text: str) -> Text:
    """Return a line in lines of at most 100 columns."""
    return styled("\n".join(textwrap.wrap(text, 100, subsequent_indent="    ")))
