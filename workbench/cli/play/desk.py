"""The terminal at which persons play: what a seat sees, what is typed, and a break between two persons."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from itertools import groupby, takewhile
from textwrap import shorten
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from rich.columns import Columns

from toolkit import ToolkitError, find_game
from toolkit.core import AUTOMATIC, CHANCE, HIDDEN
from toolkit.core.errors import printable
from toolkit.core.record import who
from workbench.cli.printing import print_rich, styled

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from rich.console import RenderableType
    from rich.text import Text

    from toolkit.core import Action, Event, Game, Observation, Outcome

    Table = Callable[[Observation[Any], Sequence[str]], list[RenderableType]]
    Own = Callable[[Observation[Any]], list[RenderableType]]
    Advice = Callable[[Observation[Any], str | None], list[RenderableType]]

_WITH_VIEWS = ("silver", "tobago", "wazabi")  # any other game is shown plainly
_WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the screen and what was scrolled off it
_MOST_LISTED = 12  # more actions are summed up
_WIDTH = 78  # columns of such a sum

COMMANDS = ("help", "log", "advice", "save", "quit")

HELP = """\
Type an action as it is written in the list, or its number in the list.
  ?          list all you may do now; ? WORD: only what begins so
  Enter      show the table again; if only one thing is possible, do it
  log        all that happened so far, as you saw it
  advice     what each action is worth, in games that have advice; advice POLICY:
             a call is played out by that policy, such as random or steady:4
  save FILE  keep the game in FILE, from now on after every move; save: once more
  quit       leave; a game with a file goes on later with --continue FILE"""


class GameView(NamedTuple):
    """How an observation is shown; a module of this folder says it for its game, and no game needs one."""

    table: Table  #: what lies open, from the observation and the names of the seats
    own: Own  #: what only this seat sees, and what it is to decide
    asides: frozenset[str] = frozenset()  #: kinds of decisions for which the table is not shown anew
    advice: Advice | None = None  #: what each action is worth if all play by a policy, or by the usual one


def view_of(game: str) -> GameView:
    """Return how the observations of a game are shown."""
    if game not in _WITH_VIEWS:
        return GameView(_plain_table, _plain_own)
    module = import_module(f"{__package__}.{game}")
    return GameView(module.table, module.own, module.ASIDES, getattr(module, "advice", None))


def named(seen: Observation[Any], names: Sequence[str], player: int, *, active: bool) -> Text:
    """Return how a row about a player begins; names may look like markup."""
    return styled(f"{'>' if active else ' '} {names[player]}{' (you)' if player == seen.player else ''}")


def _plain_table(seen: Observation[Any], _names: Sequence[str]) -> list[RenderableType]:
    return [styled(f"{name}: {value}") for name, value in seen.fields.items()]


def _plain_own(seen: Observation[Any]) -> list[RenderableType]:
    """Return every zone with cards, by their numbers where the seat sees them, and the kind of decision."""
    zones = [zone for view in seen.views for zone in zip(view.layout.number, view.cards, strict=True)]
    shown = [(name, ["?" if face == HIDDEN else str(face) for face in faces]) for name, faces in zones]
    parts: list[RenderableType] = [styled(f"{name}: {' '.join(faces)}") for name, faces in shown if faces]
    return [*parts, styled(f"decision: {seen.decision_kind()}")] if seen.actions else parts


class Desk:
    """One terminal for the persons of a game, who sit on some of the seats; `names` are those of all seats.

    `ToolkitError` when persons are to play, and standard input is closed.
    """

    def __init__(self, names: Sequence[str], persons: Collection[int]) -> None:
        if persons and sys.stdin is None:
            raise ToolkitError("standard input is closed: nobody can type an action")
        self._names = names
        self._shared = len(persons) > 1
        self._seat: int | None = None
        self._live = bool(persons) and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()
        if self._live:
            _forget_lines()

    def turn_to(self, seen: Observation[Any], heard: Sequence[Event]) -> None:
        """Let a person act: a break if another one sat here, what happened, what is seen and possible.

        `heard` is what the person was told since the last turn: all there is to tell in a game in which an
        observation keeps no log.
        """
        seat, log = seen.to_act(), seen.log or heard
        if self._shared and seat != self._seat:
            self._hand_over(self._names[seat])
        self._seat = seat
        since = since_action_of([seat], log)
        self.tell(seen.game, log, since)
        others = any(event.actor not in (CHANCE, AUTOMATIC, seat) for event in log[since:])
        aside = seen.decision_kind() in view_of(seen.game).asides
        self.show(seen, table=not since or (others and not aside))

    def _hand_over(self, name: str) -> None:
        if self._live:
            click.echo(_WIPE, nl=False)
            _forget_lines()
            input(f"{name} is to act: press Enter when nobody else sees the screen. ")
        else:
            self.say(f"--- {name} ---")

    def tell(self, game: str, log: Sequence[Event], since: int = 0) -> None:
        """Show what happened, all of it or from an event on."""
        if lines := happened(find_game(game), log, self._names, since):
            print_rich(lines)

    def advise(self, seen: Observation[Any], policy: str | None = None) -> None:
        """Show what each action is worth if all play by a policy; `ToolkitError` in a game without advice."""
        advice = view_of(seen.game).advice
        if advice is None:
            raise ToolkitError(f"there is no advice for {find_game(seen.game).title}")
        print_rich(*advice(seen, policy))

    def show(self, seen: Observation[Any], *, table: bool = True) -> None:
        """Show the table, and to a player the own cards and what is possible."""
        view = view_of(seen.game)
        parts = [styled(), *view.table(seen, self._names)] if table else []
        if seen.player is not None:
            parts += view.own(seen)
        print_rich(*parts, *[possible(seen.actions)] * bool(seen.actions))

    def say(self, text: str) -> None:
        """Show a message."""
        print_rich(styled(text))

    def ask(self) -> str:
        """Return the line that the person at the desk types; `EOFError` when no more will come."""
        prompt = f"{self._names[self._seat or 0]}> "
        if self._live:
            try:
                return input(prompt).strip()
            except KeyboardInterrupt:
                click.echo()
                return "quit"
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say(prompt + printable(line.strip()))
        return line.strip()


def _forget_lines() -> None:
    """Let `input` edit lines and recall earlier ones, but none from before: they name somebody's cards."""
    with suppress(ImportError):  # it is not on every platform
        import readline

        readline.clear_history()


def labels(names: Sequence[str]) -> list[str]:
    """Return what the seats are called: their number, which actions use too, and their name."""
    return [f"{seat} {printable(name.removeprefix('me:'))}" for seat, name in enumerate(names)]


def happened(game: Game[Any, Any], log: Sequence[Event], names: Sequence[str], since: int = 0) -> Text:
    """Return events as lines, who acted and what; only those with events from a number on."""
    before, lines = game.lines(log[:since]), game.lines(log)
    known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, lines, strict=False)))
    told = [f"  {names[actor] if actor >= 0 else who(actor)}: {text}" for actor, text in lines[known:]]
    counted = [(line, len(list(same))) for line, same in groupby(told)]
    return styled("\n".join(line if times == 1 else f"{line} ({times} times)" for line, times in counted))


def since_action_of(players: Collection[int], log: Sequence[Event]) -> int:
    """Return how many events there are up to the last action of one of these players."""
    return max((number for number, event in enumerate(log, 1) if event.actor in players), default=0)


def possible(actions: Sequence[Action]) -> RenderableType:
    """Return the legal actions with their numbers; many are summed up, a line for each first word."""
    if len(actions) <= _MOST_LISTED:
        return numbered(actions)
    groups: dict[str, list[str]] = {}
    for action in actions:
        word, _, rest = str(action).partition(" ")
        groups.setdefault(word, []).append(rest)
    lines = ["You may (? lists all with their numbers, ? WORD those that begin so):"]
    for word, rests in groups.items():
        some = shorten(f"{word} ({len(rests)}): {', '.join(rests)}", _WIDTH, placeholder=" ...")
        lines.append(f"  {word} {rests[0]}".rstrip() if len(rests) == 1 else f"  {some}")
    return styled("\n".join(lines))


def numbered(actions: Sequence[Action], beginning: str = "") -> RenderableType:
    """Return the legal actions that begin with a text, each with its number among all of them."""
    found = [(number, str(one)) for number, one in enumerate(actions, 1) if str(one).startswith(beginning)]
    texts = [styled(f"{number:3}) {action}") for number, action in found]
    return Columns(texts, padding=(0, 2), column_first=True) if texts else styled("nothing begins so")


def ending(outcome: Outcome, names: Sequence[str]) -> Text:
    """Return in words how a game ended."""
    won = " and ".join(names[seat] for seat in outcome.winners) or "nobody"
    scores = ", ".join(f"{name}: {score}" for name, score in zip(names, outcome.scores, strict=True))
    return styled(f"The game is over: {printable(outcome.reason)}.\nWon: {won}. Scores: {scores}.")
