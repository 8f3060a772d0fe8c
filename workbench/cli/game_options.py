"""What the commands about games share: GAME, its edition and its rules as texts, the seed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, replace
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from toolkit.core.game import Game

_CONSTANTS = {"none": None, "yes": True, "no": False}


def complete_game(*_: Any) -> list[str]:
    """Let the shell complete the name of a game."""
    from toolkit.core.game import game_names

    return game_names()


def _int_or_text(_context: click.Context, _parameter: click.Parameter, seed: str | None) -> int | str | None:
    return int(seed) if seed and seed.isascii() and seed.isdecimal() else seed


game_argument = click.argument("game", metavar="GAME", shell_complete=complete_game)
edition_option = click.option(
    "--edition",
    metavar="NAME",
    help="Play by the rules of this edition or variant; `tobago games` lists them.",
)
rules_option = click.option(
    "--rules",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    help="Change a rule; may be repeated. `tobago games GAME` lists the rules.",
)
seed_option = click.option(
    "--seed", metavar="S", callback=_int_or_text, help="A number or a word: the same seed, the same game."
)


def rules_of(game: Game[Any, Any], edition: str | None, settings: Sequence[str]) -> Any:
    """Return the rules of an edition, the first one if none is named, with some changed: ``KEY=VALUE``.

    `ToolkitError` for an unknown edition, rule or value, with the nearest valid spelling.
    """
    changes: dict[str, Any] = {}
    for setting in settings:
        name, value = _setting(game, setting)
        if name in changes:
            raise ToolkitError(f"rule {name}: set twice")
        changes[name] = value
    return replace(_edition(game, edition), **changes)


def rule_words(game: Game[Any, Any]) -> dict[str, list[str]]:
    """Return for each rule of a game how its values are written; ``NUMBER``, ``TEXT``: any such word."""
    return {name: _words(kind) for name, kind in _kinds(game).items()}


def rule_word(value: Any) -> str:
    """Return the value of a rule as `rules_of` reads it."""
    if isinstance(value, tuple):
        return ",".join(map(rule_word, value)) or "none"
    return next((word for word, constant in _CONSTANTS.items() if value is constant), str(value))


def _kinds(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the type of each rule, in the order of the rules."""
    hints = get_type_hints(game.Rules)
    return {field.name: hints[field.name] for field in fields(game.Rules)}


def _edition(game: Game[Any, Any], name: str | None) -> Any:
    editions = game.editions
    if name is None:
        return next(iter(editions.values()))
    if name not in editions:
        hint = did_you_mean(name, editions) or f"; the editions are {', '.join(editions)}"
        raise ToolkitError(f"{game.title} has no edition {quote(name)}{hint}")
    return editions[name]


def _setting(game: Game[Any, Any], setting: str) -> tuple[str, Any]:
    """Return the name and the value of ``KEY=VALUE``; the game itself judges the value."""
    name, equals, text = setting.partition("=")
    kinds = _kinds(game)
    if not equals:
        raise ToolkitError(f"--rules {quote(setting)}: write it as KEY=VALUE")
    if (name := name.strip()) not in kinds:
        hint = did_you_mean(name, kinds) or f"; the rules are {', '.join(kinds)}"
        raise ToolkitError(f"{game.title} has no rule {quote(name)}{hint}")
    try:
        return name, _value(kinds[name], text)
    except ValueError:
        words = _words(kinds[name])
        hint = did_you_mean(text, words) or f"; it is {' or '.join(words)}"
        raise ToolkitError(f"rule {name}: no value {quote(text)}{hint}") from None


def _value(kind: Any, text: str) -> Any:
    """Return the value of a type that a text stands for; `ValueError` when it is none."""
    text, (words, readers) = text.strip(), _known(kind)
    if text in words:
        return words[text]
    for read in readers.values():
        with suppress(ValueError):
            return read(text)
    raise ValueError(text)


def _words(kind: Any) -> list[str]:
    return [word for known in _known(kind) for word in known]


def _known(kind: Any) -> tuple[dict[str, Any], dict[str, Callable[[str], Any]]]:
    """Return the values of a type that have a word, and what reads the others, by how these are called."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        known = [_known(part) for part in parts]
        words, readers = ({key: one[key] for one in some for key in one} for some in zip(*known, strict=True))
        return words, readers
    if origin is Literal:
        return {rule_word(value): value for value in parts}, {}
    if origin is tuple:
        several = "|".join(_words(parts[0]))
        return {"none": ()}, {
            f"{several},...": lambda text: tuple(_value(parts[0], t) for t in text.split(","))
        }
    return _PLAIN.get(kind, ({}, {}))


_PLAIN: dict[Any, tuple[dict[str, Any], dict[str, Callable[[str], Any]]]] = {
    bool: ({"yes": True, "no": False}, {}),
    NoneType: ({"none": None}, {}),
    int: ({}, {"NUMBER": int}),
    str: ({}, {"TEXT": str}),
}
