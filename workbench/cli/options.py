"""What commands take, declared once: arguments, options, and groups of options.

The parameters of a command's function say what it takes. Options that belong together, or that several
commands share, are the fields of a class; one alone that several commands share is `Annotated`::

    Json = Annotated[bool, option(None, "Print JSON for programs.", flag="--json")]

    class Pictures(Options):
        svg: str | None = option("OUT", "Write the picture as SVG to this file.", complete_file)
        dark: bool = option(None, "Draw it for a dark background.")

    @command(epilog="Example: tobago show game.toml --svg island.svg")
    def show(file: File, pictures: Pictures, as_json: Json) -> None:
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import signature
from types import FunctionType
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
        inferred: dict[str, Any] = (
            {"is_flag": True} if kind is bool else {"multiple": get_origin(kind) is tuple}
        )
        inferred["show_default"] = "default" in settings
        told = {"metavar": metavar, "help": words, "shell_complete": complete}
        return click.Option(flags, **told | inferred | settings)

    return made


class Options:
    """Options that belong together: a class of them declares fields, and may refuse what excludes each other.

    It is no dataclass, for many of these would take longer to be made than all else at the start.
    """

    def __init__(self, **given: Any) -> None:
        vars(self).update(given)
        self.check()

    def check(self) -> None:
        """Refuse options that exclude or need each other, with a usage error."""


class Command(click.Command):
    """A command that takes what the parameters of a function declare; they are read when it is used."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return all parameters."""
        self.params = self.params or [*_parameters(self.callback)]
        names = [str(one.name) for one in self.params]
        if twice := {name for name in names if names.count(name) > 1}:
            raise TypeError(f"{self.name}: {', '.join(sorted(twice))} is declared twice")
        return super().get_params(ctx)


def command(
    name: str | None = None, *, cls: type[Command] = Command, epilog: str | None = None
) -> Callable[[Callable[..., object]], Any]:
    """Return what makes a function a command."""

    def made(run: Callable[..., object]) -> click.Command:
        @wraps(run)
        def call(**given: Any) -> object:
            return run(**_groups(run, given), **given)

        return click.command(name, cls=cls, epilog=epilog)(call)

    return made


def _groups(taken: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Return the groups of options that are taken, made of values that `given` loses."""
    found: dict[str, Any] = {name: one for name, one in get_type_hints(taken).items() if _is_group(one)}
    for name, group in found.items():
        own = {field: given.pop(field) for field in get_type_hints(group) if field in given}
        found[name] = group(**_groups(group, given), **own)
    return found


def _parameters(taken: Any) -> Iterator[click.Parameter]:
    """Yield what a command, or a group of options, takes, in the order of its fields."""
    group = _is_group(taken)
    takes = {} if group else signature(taken).parameters
    said = {name: one.default for name, one in takes.items() if one.kind is not one.VAR_KEYWORD}
    for name, hint in get_type_hints(taken, include_extras=True).items():
        if _is_group(hint):
            yield from _parameters(hint)
        elif made := getattr(hint, "__metadata__", ()):
            yield from (one(name, hint.__origin__) for one in made)
        elif isinstance(declared := getattr(taken, name, None) if group else said.get(name), FunctionType):
            yield declared(name, hint)
        elif group or name in said:
            raise TypeError(f"{taken.__name__}: {name} is no argument and no option")


def _is_group(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Options)


File = Annotated[str, argument("FILE", complete_file)]
OptionalFile = Annotated[str | None, argument("[FILE]", complete_file)]
Json = Annotated[bool, option(None, "Print JSON for programs.", flag="--json")]
GameName = Annotated[str, argument("GAME", completed(game_names))]
MapName = Annotated[str, argument("MAP", type=OneOf("map", MAPS))]
