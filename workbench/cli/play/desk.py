"""The terminal at which persons play: what is shown and typed, and a break between two persons."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from workbench.cli.common import print_rich
from workbench.cli.play import text as playing_text
from workbench.cli.play.views import view_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from toolkit.core.history import Event
    from toolkit.core.observation import Observation

_WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the screen and what was scrolled off it


class Desk:
    """One terminal for all persons of a game.

    Parameters
    ----------
    names
        What the seats are called.
    persons
        The seats of the persons.

    Raises
    ------
    ToolkitError
        Persons are to play, and standard input is closed.
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
        since = playing_text.since_action_of([seat], log)
        self.tell(seen.game, log, since)
        others = any(event.actor not in (CHANCE, seat) for event in log[since:])
        if not since or (others and seen.decision_kind() not in view_of(seen.game).asides):
            self._show_table(seen)
        self._show_own(seen)

    def _hand_over(self, name: str) -> None:
        if self._live:
            click.echo(_WIPE, nl=False)
            _forget_lines()
            input(f"{name} is to act: press Enter when nobody else sees the screen. ")
        else:
            self.say(f"--- {name} ---")

    def tell(self, game: str, log: Sequence[Event], since: int = 0) -> None:
        """Show what happened, all of it or from an event on."""
        if lines := playing_text.happened(find_game(game), log, self._names, since):
            print_rich(lines)

    def advise(self, seen: Observation[Any], policy: str | None = None) -> None:
        """Show what each action is worth if all play by a policy; `ToolkitError` in a game without advice."""
        advice = view_of(seen.game).advice
        if advice is None:
            raise ToolkitError(f"there is no advice for {find_game(seen.game).title}")
        print_rich(*advice(seen, policy))

    def show(self, seen: Observation[Any]) -> None:
        """Show the table, and to a player the own cards and what is possible."""
        self._show_table(seen)
        if seen.player is not None:
            self._show_own(seen)

    def _show_table(self, seen: Observation[Any]) -> None:
        print_rich(Text(), *view_of(seen.game).table(seen, self._names))

    def _show_own(self, seen: Observation[Any]) -> None:
        print_rich(*view_of(seen.game).own(seen))
        if seen.actions:
            print_rich(playing_text.possible(seen.actions))

    def list(self, seen: Observation[Any], beginning: str) -> None:
        """Show the legal actions that begin with a text; all for an empty one."""
        print_rich(playing_text.numbered(seen.actions, beginning))

    def say(self, text: str) -> None:
        """Show a message."""
        print_rich(Text(text))

    def ask(self) -> str:
        """Return the line that the person at the desk types; `EOFError` when no more will come."""
        prompt = f"{self._names[self._seat or 0]}> "
        if self._live:
            return self._live_line(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say(prompt + playing_text.printable(line.strip()))
        return line.strip()

    def _live_line(self, prompt: str) -> str:
        try:
            return input(prompt).strip()
        except KeyboardInterrupt:
            click.echo()
            return "quit"


def _forget_lines() -> None:
    """Let `input` edit lines and recall earlier ones, but none from before: they name somebody's cards."""
    with suppress(ImportError):  # it is not on every platform
        import readline

        readline.clear_history()
