"""What commands take, declared once: arguments, options, and groups of options.

The parameters of a command's function say what it takes. Options that belong together, or that several
commands share, are the fields of a dataclass, which may refuse what does not go together; one alone that
several commands share is `Annotated`::

    Json = Annotated[bool, option(None, "Print JSON for programs.", flag="--json")]

    @dataclass(frozen=True, kw_only=True)
    class Pictures:
        svg: str | None = option("OUT", "Write the picture as SVG to this file.", complete_file)
        dark: bool = option(None, "Draw it for a dark background.")

    @command(epilog="Example: tobago show game.toml --svg island.svg")
    def show(file: File, pictures: Pictures, as_json: Json) -> None:
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import wraps
from inspect import signature
from typing import Annotated, Any, get_origin, get_type_hints

import click

from workbench.cli.choices import MAPS, OneOf
from workbench.cli.completing import Completer, complete_file, completed, game_names


def argument(metavar: str, complete: Completer | None = None, **settings: Any) -> Any:
    """Return what declares an argument: one that may be None is left out, a tuple takes all words."""

    def made(name: str, kind: Any) -> click.Parameter:
        needed = type(None) not in getattr(kind, "__args__", ()) and "default" not in settings
        inferred: dict[str, Any] = {"nargs": -1} if get_origin(kind) is tuple else {"required": needed}
        return click.Argument([name], metavar=metavar, shell_complete=complete, **inferred | settings)

    return made


def option(
    metavar: str | None,
    words: str | None,
    complete: Completer | None = None,
    *,
    flag: str = "",
    **settings: Any,
) -> Any:
    """Return what declares an option, called as its field if no flag is said; a tuple may be repeated.

    Help shows a default that is said here.
    """

    def made(name: str, kind: Any) -> click.Parameter:
        flags = [flag or f"--{name.replace('_', '-')}", name]
        inferred = {"is_flag": True} if kind is bool else {"multiple": get_origin(kind) is tuple}
        inferred["show_default"] = "default" in settings
        told = {"metavar": metavar, "help": words, "shell_complete": complete}
        return click.Option(flags, **told | inferred | settings)

    return made


def command(
    name: str | None = None, *, cls: type[click.Command] = click.Command, epilog: str | None = None
) -> Callable[[Callable[..., object]], Any]:
    """Return what makes a function a command that takes what its annotations declare."""

    def made(run: Callable[..., object]) -> click.Command:
        @wraps(run)
        def call(**given: Any) -> object:
            return run(**_groups(run, given), **given)

        return click.command(name, cls=cls, epilog=epilog, params=[*_parameters(run)])(call)

    return made


def _groups(taken: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Return the groups of options that are taken, made of values that `given` loses."""
    found: dict[str, Any] = {name: one for name, one in get_type_hints(taken).items() if is_dataclass(one)}
    for name, group in found.items():
        own = {field: given.pop(field) for field in get_type_hints(group) if field in given}
        found[name] = group(**_groups(group, given), **own)
    return found


def _parameters(taken: Any) -> Iterator[click.Parameter]:
    """Yield what a command, or a group of options, takes, in the order of its fields."""
    hints = get_type_hints(taken, include_extras=True)
    for name, one in signature(taken).parameters.items():
        if is_dataclass(hint := hints[name]):
            yield from _parameters(hint)
        elif one.default is not one.empty:
            yield one.default(name, hint)
        else:
            for made in getattr(hint, "__metadata__", ()):
                yield made(name, hint.__origin__)


File = Annotated[str, argument("FILE", complete_file)]
OptionalFile = Annotated[str | None, argument("[FILE]", complete_file)]
Json = Annotated[bool, option(None, "Print JSON for programs.", flag="--json")]
GameName = Annotated[str, argument("GAME", completed(game_names))]
MapName = Annotated[str, argument("MAP", type=OneOf("map", MAPS))]
