"""What commands about games share: GAME, its edition, its rules as texts, the seed, records; ``games``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from workbench.cli.choices import PERSON
from workbench.cli.completing import completed, editions, game_names
from workbench.cli.files import read_filled, read_source, warn
from workbench.cli.formats import reading
from workbench.cli.messages import Refusal
from workbench.cli.printing import json_option, print_json, print_rich, styled, table_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.core import Game, State
    from toolkit.core.record import Record

_FILE = "@FILE"  # how a text is read from a file
_CONSTANTS = {"none": None, "yes": True, "no": False}


def _seed(_context: click.Context, _parameter: click.Parameter, text: str | None) -> int | str | None:
    from toolkit.core.chance import seed_of

    return None if text is None else seed_of(text)


game_argument = click.argument("game", metavar="GAME", shell_complete=completed(game_names))
edition_option = click.option(
    "--edition",
    metavar="NAME",
    shell_complete=completed(editions),
    help="Play by the rules of this edition or variant; `tobago games` lists them.",
)
rules_option = click.option(
    "--rules",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    shell_complete=completed(lambda ctx: _all_settings(ctx.params["game"])),
    help="Change a rule; may be repeated. `tobago games GAME` lists the rules. KEY=@FILE reads the value of a"
    " rule that is a text from a file, such as board=@my-board.csv.",
)
seed_option = click.option(
    "--seed", metavar="S", callback=_seed, help="A number or a word: the same seed, the same game."
)


def named_own(names: Iterable[str]) -> list[str]:
    """Return the players of one's own among some seats, such as ``mine:Bot``."""
    from solvers.players.registry import is_own

    return [name for name in names if name.partition(":")[0] != PERSON and ":" in name and is_own(name)]


def let_in(names: Iterable[str]) -> None:
    """Let modules of this folder be found, if players of one's own are named."""
    here = str(Path.cwd())
    if here not in sys.path and named_own(names):
        sys.path.append(here)  # behind all others: no file here is taken for another module


def read_record(file: str) -> Record:
    """Return the record in a file or on standard input, with its warnings on standard error.

    `RecordError` names file, line and fault.
    """
    from toolkit.core.record import Record

    text, _, name = read_source(file)
    with reading(name, "toolkit-record/1", text=text):
        record = Record.parse(text, name)
    warn(name, [f"{name}: {fault}" for fault in record.warnings])
    return record


def replayed(record: Record, file: str) -> State:
    """Return the state after a record; `RecordError` names the file, the line and the rule against it."""
    from toolkit.core.record import RecordError

    try:
        return record.replay()
    except RecordError as error:
        raise RecordError(error.problem, error.line, file) from None


@click.command(epilog="Example: tobago games silver")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=completed(game_names))
@json_option
def games(game: str | None, as_json: bool) -> None:
    """List the games, or with GAME its editions and the rules that --rules can change."""
    from toolkit.core.game import find_game
    from toolkit.core.game import game_names as names

    found = [find_game(name) for name in ([game] if game else names())]
    if as_json:
        print_json({"format": "toolkit-games/1", "games": [_described(one) for one in found]})
    elif game:
        print_rich(*_rules(found[0]))
    else:
        rows = [(one.name, one.title, _numbers(one), "\n".join(one.editions)) for one in found]
        print_rich(table_of("game", "title", "players", "editions", rows=rows))


def _described(game: Game[Any, Any]) -> dict[str, Any]:
    """Return a game with its editions (the rules that differ from the defaults) and its rules."""
    from toolkit.core.game import rules_to_dict

    usual = game.Rules()
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "editions": {name: rules_to_dict(rules) for name, rules in game.editions.items()},
        "rules": {
            name: {"default": getattr(usual, name), "values": _words(kind)}
            for name, kind in _kinds(game).items()
        },
    }


def _rules(game: Game[Any, Any]) -> Iterator[RenderableType]:
    """Yield what a game can be played by: its editions, and its rules with their values."""
    from toolkit.core.game import rules_to_dict

    yield styled(f"{game.title} ({game.name}), {_numbers(game)} players")
    editions = [
        (name, ", ".join(f"{rule}={rule_word(value)}" for rule, value in rules_to_dict(rules).items()) or "-")
        for name, rules in game.editions.items()
    ]
    yield table_of("edition", "its rules, where they differ", rows=editions)
    default = next(iter(game.editions.values()))
    rows = [(n, rule_word(getattr(default, n)), " | ".join(_words(k))) for n, k in _kinds(game).items()]
    yield table_of("rule", "default", "values", rows=rows)


def _numbers(game: Game[Any, Any]) -> str:
    few, many = game.players[0], game.players[-1]
    return str(few) if few == many else f"{few} to {many}"


def rules_of(game: Game[Any, Any], edition: str | None, settings: Sequence[str]) -> Any:
    """Return the rules of an edition, the first one if none is named, with some changed: ``KEY=VALUE``.

    `ToolkitError` for an unknown edition, rule or value, with the nearest valid spelling, or a faulty file.
    """
    changes: dict[str, Any] = {}
    files: dict[str, str] = {}
    for setting in settings:
        name, value, file = _setting(game, setting)
        if name in changes:
            raise ToolkitError(f"rule {name}: set twice")
        changes[name], files[name] = value, file
    editions = game.editions
    if edition is not None and edition not in editions:
        hint = did_you_mean(edition, editions, "editions")
        raise ToolkitError(f"{game.title} has no edition {quote(edition)}{hint}")
    try:
        return replace(editions[edition or next(iter(editions))], **changes)
    except ToolkitError as error:
        raise _in_file(error, files) from None


def _in_file(error: ToolkitError, files: Mapping[str, str]) -> ToolkitError:
    """Return the error of a text with the file from which it was read, if it says which rule's text it is."""
    file, line = files.get(getattr(error, "source", "")), getattr(error, "line", 0)
    problem = getattr(error, "problem", str(error))
    return Refusal(problem, source=file, key=f"line {line}" if line else "") if file else error


def rule_word(value: Any) -> str:
    """Return the value of a rule as `rules_of` reads it."""
    if isinstance(value, tuple):
        return ",".join(map(rule_word, value)) or "none"
    return next((word for word, constant in _CONSTANTS.items() if value is constant), str(value))


def _kinds(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the type of each rule, in the order of the rules."""
    hints = get_type_hints(game.Rules)
    return {field.name: hints[field.name] for field in fields(game.Rules)}


def _setting(game: Game[Any, Any], setting: str) -> tuple[str, Any, str]:
    """Return the name and the value of ``KEY=VALUE``, and its file; the game itself judges the value."""
    name, equals, text = setting.partition("=")
    kinds = _kinds(game)
    if not equals:
        raise ToolkitError(f"--rules {quote(setting)}: write it as KEY=VALUE")
    if (name := name.strip()) not in kinds:
        hint = did_you_mean(name, kinds, "rules")
        raise ToolkitError(f"{game.title} has no rule {quote(name)}{hint}")
    if text.startswith("@") and _FILE in _words(kinds[name]):
        return name, *read_filled(text[1:])
    try:
        return name, _value(kinds[name], text), ""
    except ValueError:
        words = _words(kinds[name])
        hint = did_you_mean(text, words) or f"; it is {' or '.join(words)}"
        raise ToolkitError(f"rule {name}: no value {quote(text)}{hint}") from None


def _all_settings(game: str) -> Iterator[str]:
    """Yield what --rules can say of a game, without the numbers and texts that are free."""
    from toolkit.core.game import find_game

    for name, kind in _kinds(find_game(game)).items():
        yield from [f"{name}={word}" for word, value in _forms(kind) if not callable(value)] or [f"{name}="]


def _value(kind: Any, text: str) -> Any:
    """Return the value of a type that a text stands for; `ValueError` when it is none."""
    text, forms = text.strip(), dict(_forms(kind))
    if text in forms and not callable(forms[text]):
        return forms[text]
    for read in filter(callable, forms.values()):
        with suppress(ValueError):
            return read(text)
    raise ValueError(text)


def _words(kind: Any) -> list[str]:
    """Return how the values of a type are written; ``NUMBER``, ``TEXT``, ``@FILE``: any such word."""
    return list(dict(_forms(kind)))


def _forms(kind: Any) -> list[tuple[str, Any]]:
    """Return the words for the values of a type, and then what reads other texts, by how these are called."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return sorted((form for part in parts for form in _forms(part)), key=lambda form: callable(form[1]))
    if origin is Literal:
        return [(rule_word(value), value) for value in parts]
    if origin is tuple:
        several = f"{'|'.join(word for word in _words(parts[0]) if word != _FILE)},..."
        return [("none", ()), (several, lambda text: tuple(_value(parts[0], t) for t in text.split(",")))]
    return _PLAIN.get(kind, [])


_PLAIN: dict[Any, list[tuple[str, Any]]] = {
    bool: [("yes", True), ("no", False)],
    NoneType: [("none", None)],
    int: [("NUMBER", int)],
    str: [("TEXT", str), (_FILE, str)],
}
