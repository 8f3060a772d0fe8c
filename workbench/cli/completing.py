"""What the shell completes from files and games: clues word by word, hexes, IDs, editions and rules.

A shell asks at each press of a key: so only what is needed is read and imported, no more than the beginning
of a huge file is read, and whatever is wrong with one, nothing is told.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

from workbench.cli.choices import BOTS, LAYOUTS, REMEMBERING, going_on, in_a_list

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

_LARGEST = 512 * 1024  # bytes of a file that are read
_MOST = 200  # answers
_BREAKS = re.compile(r"[:=]+")  # what bash makes words of its own of
_ID = re.compile(r'"id"\s*:\s*"(tobago1-[\w-]+)"')


def completed(words: Callable[[click.Context], Iterable[str]], *, listed: bool = False) -> Completer:
    """Return what completes words for the shell, in a list with commas if it is `listed`; it never fails."""

    def complete(ctx: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        with suppress(Exception):  # a shell shows no errors
            return (in_a_list if listed else going_on)(typed, words(ctx))[:_MOST]
        return []

    return complete


def complete_file(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Let the shell complete the name of a file; whether the file is good is asked later."""
    return [CompletionItem(typed, type="file")]


def complete_folder(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Let the shell complete the name of a folder."""
    return [CompletionItem(typed, type="dir")]


def complete_island(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a layout or ``random``, or else the name of a file."""
    return [CompletionItem(typed, type="file"), *going_on(typed, [*LAYOUTS, "random"])]


# ---- from files --------------------------------------------------------------------------------------------


def clue_words(first: Callable[[click.Context], Iterable[str]] = lambda _: ()) -> Completer:
    """Return what completes a clue, also behind others and a comma: by its next word, in quotes by its rest.

    Where none of the `first` clues goes on like the typed one, all that exist come.
    """

    def complete(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        with suppress(Exception):
            from toolkit.games.tobago.clues import CLUES

            before = ctx.params.get(parameter.name or "")
            words = " ".join([*(before if isinstance(before, tuple) else ()), ""]).lower()
            begun = words.rpartition(",")[2].lstrip()
            for known in (first(ctx), map(str, CLUES)):
                if found := dict.fromkeys(_next_words(known, begun, typed.lower())):
                    return [CompletionItem(word) for word in found]
        return []

    return complete


def hand_of(ctx: click.Context) -> list[str]:
    """Return the clues of the hand of FILE."""
    with suppress(Exception):
        return [" ".join(clue.lower().split()) for clue in _document(ctx)["hand"]["clues"]]
    return []


def _next_words(known: Iterable[str], begun: str, typed: str) -> Iterator[str]:
    for clue in known:
        if clue.startswith(begun + typed):
            rest = clue.removeprefix(begun)
            yield rest if " " in typed else rest.partition(" ")[0]


def hexes(ctx: click.Context) -> Iterable[str]:
    """Return the names of the hexes of FILE."""
    from toolkit.games.tobago.board_sides import boxed_island
    from toolkit.hexmap.drawn import parse_drawing

    [(way, value)] = _document(ctx)["island"].items()
    if way == "layout":
        return boxed_island(value).names
    beside = way == "file" and Path(value).name == value
    return parse_drawing(_text(Path(ctx.params["file"]).with_name(value)) if beside else value).names


def directions(ctx: click.Context) -> list[str]:
    """Return the directions of the island of FILE."""
    from toolkit.hexmap.hexes import Orientation

    flat = "layout" in _document(ctx)["island"]
    return [way.name for way in (Orientation.FLAT if flat else Orientation.POINTY).directions]


def landmarks(*kinds: str) -> Callable[[click.Context], list[str]]:
    """Return what finds the hexes of FILE on which landmarks of some kinds stand."""

    def found(ctx: click.Context) -> list[str]:
        there = _document(ctx)["landmarks"]
        return [text.partition(">")[0].strip() for kind in kinds for text in there.get(kind, ())]

    return found


def puzzle_ids(ctx: click.Context) -> list[str]:
    """Return the numbers of the puzzles of FILE, and their IDs."""
    ids = _ID.findall(_text(Path(ctx.params["file"])))
    return [*map(str, range(1, len(ids) + 1)), *ids]


def _document(ctx: click.Context) -> dict[str, Any]:
    text = _text(Path(ctx.params["file"]))
    import tomllib  # it takes time to load, and every command loads this module

    return dict(json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text))


def _text(path: Path) -> str:
    """Return the beginning of a file; a pipe is not read."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return file.read(_LARGEST).decode("utf-8-sig", "replace")


# ---- from games --------------------------------------------------------------------------------------------


def bots(ctx: click.Context) -> list[str]:
    """Return the bots of GAME, with examples of their settings."""
    silver = ctx.params.get("game") in (None, "silver")
    return [*BOTS, *(REMEMBERING if silver else ())]


def game_names(_context: click.Context) -> list[str]:
    """Return the games."""
    from toolkit.core.game import game_names as names

    return names()


def editions(ctx: click.Context) -> Iterable[str]:
    """Return the editions of GAME."""
    from toolkit.core.game import find_game

    return find_game(ctx.params["game"]).editions


def rule_words(ctx: click.Context) -> Iterable[str]:
    """Return the numbers of the rules, of the game that is named already; before it the games too."""
    from toolkit.games import SHIPPED
    from toolkit.games.rulebook import rules_of

    named = [word.lower() for word in ctx.params.get("words") or () if word.lower() in SHIPPED]
    numbers = dict.fromkeys(rule.number for game in named or SHIPPED for rule in rules_of(game))
    return numbers if named else [*SHIPPED, *numbers]


# ---- bash --------------------------------------------------------------------------------------------------


class _Bash(BashComplete):
    """Bash, which makes words of their own of colons and equals signs: they are put together again."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one that is typed, and that one."""
        words, at = split_arg_string(os.environ["COMP_WORDS"]), int(os.environ["COMP_CWORD"])
        joined: list[str] = []
        for before, word in pairwise(words[: at + 1]):
            if joined and (_BREAKS.fullmatch(word) or _BREAKS.fullmatch(before)):
                joined[-1] += word
            else:
                joined.append(word)
        if at >= len(words):
            return joined, ""
        whole = joined != words[1 : at + 1]
        *_, end = [0, *(found.end() for found in _BREAKS.finditer(joined[-1] if whole and joined else ""))]
        self._known = joined[-1][:end] if joined else ""
        return joined[:-1], joined[-1] if joined else ""

    def format_completion(self, item: CompletionItem) -> str:
        """Return an answer without what bash takes for words before it."""
        return f"{item.type},{str(item.value).removeprefix(getattr(self, '_known', ''))}"


add_completion_class(_Bash)
