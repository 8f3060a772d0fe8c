"""Messages on standard error: refusals, warnings and notes.

Every refusal looks alike, whoever finds the fault: one line that names the file, the place and the fault, and
where a command helps a second one::

    tobago: game.toml: rules: unknown key 'ownhex'; did you mean 'own_hex'?
    try: tobago solve --help

With ``--json`` a refusal is one line with one JSON object instead, ``tobago-error/1``; it is the last line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

import click

from toolkit.core.errors import (
    ToolkitError,
    did_you_mean,
    harmless,
    in_words,
    printable,
    quote,
    suggestion_in,
)

_AS_JSON: ContextVar[bool] = ContextVar("_AS_JSON", default=False)

_LINE = re.compile(r"(.*), line ([0-9]+)", re.DOTALL)


class Refusal(ToolkitError):  # noqa: N818  # the word of the users
    """A refusal: what is wrong, in which file, where in it, and which command helps."""

    def __init__(self, problem: str, *, source: str = "", key: str = "", command: str = "") -> None:
        self.problem = problem
        self.source = source
        self.key = key
        self.command = command
        super().__init__(": ".join(filter(None, (printable(source), key, problem))))

    def to_dict(self) -> dict[str, object]:
        """Return the refusal as JSON data."""
        in_line = _LINE.fullmatch(f"{self.source}, {self.key}") or _LINE.fullmatch(self.source)
        key = "" if in_line and in_line.string != self.source else self.key
        return {
            "error": self.problem,
            "file": (in_line[1] if in_line else self.source) or None,
            "line": int(in_line[2]) if in_line else None,
            "key": key or None,
            "suggestion": suggestion_in(self.problem),
            "try": self.command or None,
        }


@contextmanager
def speaking(*, as_json: bool) -> Iterator[None]:
    """Let the refusals of the block be JSON, or lines for people."""
    token = _AS_JSON.set(as_json)
    try:
        yield
    finally:
        _AS_JSON.reset(token)


def say(text: str, level: Literal["warning", "note", "info"] = "info") -> None:
    """Tell something that leaves the exit status as it is: a warning, a note, or what was done."""
    click.echo(harmless(text if level == "info" else f"{level}: {text}"), err=True)


def refuse(error: Exception) -> None:
    """Tell why a command is not done."""
    found = _described(error)
    if _AS_JSON.get():
        click.echo(json.dumps({"format": "tobago-error/1", **found.to_dict()}), err=True)
        return
    click.echo(harmless(f"tobago: {found}"), err=True)
    if found.command:
        click.echo(printable(f"try: {found.command}"), err=True)


def _described(error: Exception) -> Refusal:
    """Return an error of any origin in the parts of a refusal."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, click.UsageError):
        command = f"{error.ctx.command_path} --help" if error.ctx else ""
        return Refusal(_usage_problem(error), key=_parameter(error), command=command)
    if isinstance(error, click.ClickException):
        return Refusal(_tidy(error.format_message()))
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        source = str(error.filename)
        return Refusal(in_words(error).removeprefix(f"{printable(source)}: "), source=source)
    problem = getattr(error, "problem", None)  # of errors that know their place
    if not problem:
        return Refusal(in_words(error))
    source, key, line = (getattr(error, part, "") for part in ("source", "key", "line"))
    return Refusal(problem, source=source, key=f"line {line}" if line else key)


def _usage_problem(error: click.UsageError) -> str:
    if isinstance(error, click.MissingParameter):
        kind = error.param.type if error.param else None
        listed = did_you_mean("", getattr(kind, "words", ()), getattr(kind, "plural", "choices"))
        return f"missing{listed}{'' if isinstance(error.param, click.Option) else _usage_of(error)}"
    if isinstance(error, click.NoSuchOption) and error.ctx:
        params = error.ctx.command.get_params(error.ctx)
        known = [name for param in params if isinstance(param, click.Option) for name in param.opts]
        hint = did_you_mean(error.option_name, known, "options", close=0.7)  # the dashes are alike
        return f"no option {quote(error.option_name)}{hint}"
    if isinstance(error, click.BadOptionUsage):
        return "it takes no value" if "not take" in error.message else "a value is missing after it"
    extra = "unexpected extra argument" in error.message
    return f"{_tidy(error.message)}{_usage_of(error) if extra else ''}"


def _usage_of(error: click.UsageError) -> str:
    """Return how the command is written, for who left something out or wrote too much."""
    return f"; write: {error.ctx.get_usage().removeprefix('Usage: ')}" if error.ctx else ""


def _parameter(error: click.UsageError) -> str:
    """Return what a user calls the option or the argument that an error is about."""
    if isinstance(error, click.BadOptionUsage):
        return error.option_name
    if not isinstance(error, click.BadParameter):
        return ""
    if isinstance(error.param_hint, str):
        return error.param_hint
    if isinstance(error.param, click.Option):
        return max(error.param.opts, key=len)
    name = error.param.make_metavar(error.ctx) if error.param and error.ctx else ""
    return name[1:-1] if re.fullmatch(r"\[[^]]*\]", name) else name


def _tidy(message: str) -> str:
    """Return a sentence of click in the manner of ours: it begins small and ends without a full stop."""
    return (message[:1].lower() + message[1:]).rstrip(".")
