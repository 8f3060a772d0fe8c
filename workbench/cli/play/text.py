"""What a person at the table reads besides the table: what happened, what is possible, how it ended."""

from __future__ import annotations

from itertools import groupby
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.text import Text

from toolkit.core.decision import CHANCE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rich.console import RenderableType

    from toolkit.core.decision import Action
    from toolkit.core.game import Game
    from toolkit.core.history import Event
    from toolkit.core.state import Outcome

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


def labels(names: Sequence[str]) -> list[str]:
    """Return what the seats are called: their number, which actions use too, and their name."""
    return [f"{seat} {printable(name.removeprefix('me:'))}" for seat, name in enumerate(names)]


def printable(text: str) -> str:
    """Return a text without signs that would do something to a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def happened(game: Game[Any, Any], log: Sequence[Event], names: Sequence[str], since: int = 0) -> Text:
    """Return events as lines, who acted and what; only those with events from a number on."""
    before, lines = game.lines(log[:since]), game.lines(log)
    known = next((n for n, pair in enumerate(zip(before, lines, strict=False)) if pair[0] != pair[1]), None)
    new = lines[len(before) if known is None else known :]
    told = [f"  {names[actor] if actor != CHANCE else 'chance'}: {text}" for actor, text in new]
    return Text("\n".join(_once(line, len(list(same))) for line, same in groupby(told)))


def _once(line: str, times: int) -> str:
    return line if times == 1 else f"{line} ({times} times)"


def since_action_of(players: Collection[int], log: Sequence[Event]) -> int:
    """Return how many events there are up to the last action of one of these players."""
    theirs = [number for number, event in enumerate(log, 1) if event.actor in players]
    return theirs[-1] if theirs else 0


def possible(actions: Sequence[Action]) -> RenderableType:
    """Return the legal actions with their numbers; many are summed up, a line for each first word."""
    if len(actions) <= _MOST_LISTED:
        return numbered(actions)
    groups: dict[str, list[str]] = {}
    for action in actions:
        word, _, rest = str(action).partition(" ")
        groups.setdefault(word, []).append(rest)
    lines = [f"  {_group(word, rests)}" for word, rests in groups.items()]
    return Text("\n".join(["You may (? lists all with their numbers, ? WORD those that begin so):", *lines]))


def _group(word: str, rests: Sequence[str]) -> str:
    """Return a line for the actions with one first word, as many of them as fit."""
    if len(rests) == 1:
        return f"{word} {rests[0]}".strip()
    return shorten(f"{word} ({len(rests)}): {', '.join(rests)}", _WIDTH, placeholder=" ...")


def numbered(actions: Sequence[Action], beginning: str = "") -> RenderableType:
    """Return the legal actions that begin with a text, each with its number among all of them."""
    texts = [
        f"{number:3}) {action}"
        for number, action in enumerate(actions, 1)
        if str(action).startswith(beginning)
    ]
    return (
        Columns(map(Text, texts), padding=(0, 2), column_first=True) if texts else Text("nothing begins so")
    )


def ending(outcome: Outcome, names: Sequence[str]) -> Text:
    """Return in words how a game ended."""
    won = " and ".join(names[seat] for seat in outcome.winners) or "nobody"
    scores = ", ".join(f"{name}: {score}" for name, score in zip(names, outcome.scores, strict=True))
    return Text(f"The game is over: {outcome.reason}.\nWon: {won}. Scores: {scores}.")
