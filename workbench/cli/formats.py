"""What a file is, told by its ``format`` or its shape, and which commands read it.

A command that cannot read its file asks here whether it is one of another kind: then the refusal says what it
is and names the command that is likely meant. Nothing of such a file is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote as quoted
from typing import NamedTuple

import click

from toolkit.core.errors import ToolkitError, quote
from workbench.cli.messages import Refusal

_HEAD = 4_000  # characters in which a format or a shape shows


class Format(NamedTuple):
    """A kind of file: what it is in words, and the commands that read it, the usual one first."""

    words: str
    commands: tuple[str, ...]


_POSITION = (
    *("solve FILE", "hint FILE", "show FILE", "check FILE MAP CLUE", "legal FILE", "why FILE MAP HEX"),
    *("forecast FILE MAP", "review FILE", "lay FILE MAP CLUE", "undo FILE", "play tobago --from FILE"),
)
_PUZZLE = (
    *("puzzle show FILE", "puzzle solve FILE", "puzzle hint FILE --rung 1", "puzzle rate FILE"),
    *("puzzle verify FILE", "puzzle certify FILE", "puzzle print FILE --out BOOK.pdf"),
)
FORMATS = {
    "tobago-position/1": Format("a Tobago position", _POSITION),
    "tobago-puzzle/1": Format("a puzzle file", _PUZZLE),
    "tobago-marks/1": Format("a marks file", ("puzzle hint PUZZLE --marks FILE --rung 1",)),
    "toolkit-times/1": Format("solving times", ("puzzle calibrate FILE",)),
    "toolkit-weights/1": Format("weights of the grade", ("puzzle rate PUZZLES --weights FILE",)),
    "tobago-deck/1": Format("a deck of clue cards", ("deck tobago FILE",)),
    "silver-position/1": Format(
        "a Silver position", ("odds silver FILE", "show FILE", "play silver --from FILE")
    ),
    "wazabi-position/1": Format(
        "a Wazabi position", ("odds wazabi FILE", "show FILE", "play wazabi --from FILE")
    ),
    "mangrovia-position/1": Format(
        "a Mangrovia position", ("odds mangrovia FILE", "show FILE", "play mangrovia --from FILE")
    ),
    "wayfarers-position/1": Format(
        "a Wayfarers position",
        ("odds wayfarers FILE", "show FILE", "play wayfarers --from FILE", "rival wayfarers FILE"),
    ),
    "toolkit-record/1": Format("the record of a game", ("replay FILE", "play GAME --continue FILE")),
    "toolkit-log/1": Format("what one seat saw of a game", ()),
    "toolkit-deals/1": Format("the kept games of `tobago simulate --out`", ()),
    "a drawing": Format("a drawn island", ("new --drawing FILE game.toml",)),
    "a board": Format("an owner's board of Mangrovia", ("board mangrovia FILE",)),
    "sides": Format("board sides of Tobago", ("board tobago FILE",)),
}
"""The files that people have, and what reads each; drawn islands, boards and sides have no format."""

_SHAPES = {  # keys of a file that does not say its format
    "tobago-puzzle/1": r'"facts"\s*:',
    "tobago-position/1": r"\[island\]|\"island\"\s*:",
    "silver-position/1": r"\[\[villages\]\]|\"villages\"\s*:",
    "wazabi-position/1": r"dice\s*=|\"dice\"\s*:",
    "mangrovia-position/1": r"huts\s*=\s*\[\s*\[|\"huts\"\s*:\s*\[\s*\[",
    "toolkit-record/1": r'\{"by"\s*:',
    "a drawing": r"[BJLMRS.](?: +[BJLMRS.])+\s*$",
    "a board": r"id[,;\t]place[,;\t]",
    "sides": r"side[,;\t]a[,;\t]b[,;\t]terrain",
}
_SAID = re.compile(
    r"""(?:^\s*|[{,]\s*)["']?format["']?\s*[=:]\s*["']([a-z]+-[a-z]+/[0-9]+)["']""", re.MULTILINE
)


def said_format(text: str) -> str:
    """Return the format that a file says to have; an empty text if it says none."""
    said = _SAID.search(text[:_HEAD])
    return said[1] if said else ""


def format_of(text: str) -> str | None:
    """Return the format of a file, as it says or as its shape tells; None for another file."""
    head = text[:_HEAD]
    if said := said_format(head):
        return said
    shapes = (form for form, key in _SHAPES.items() if re.search(rf"^[\s{{]*(?:{key})", head, re.MULTILINE))
    return next(shapes, None)


@contextmanager
def reading(name: str, *expected: str, text: str | None = None) -> Iterator[None]:
    """Refuse, when the block cannot read a file, one that is of another format than the expected ones.

    Its text is read again unless it is given.
    """
    try:
        yield
    except ToolkitError:
        text = _head(name) if text is None else text
        form = format_of(text)
        if form is None or form in expected or (found := _described(form)) is None:
            raise
        wanted = " or ".join(one.words for one in map(_described, expected) if one)
        said = f"{quote(form)}: " if said_format(text) else ""
        problem, key = f"{said}this is {found.words}, not {wanted}", "format" if said else ""
        raise Refusal(problem, source=name, key=key, command=_likely(found, name)) from None


def _head(name: str) -> str:
    with suppress(OSError, ValueError):
        if (path := Path(name)).is_file():
            with path.open("rb") as file:
                return file.read(_HEAD).decode("utf-8-sig", "replace")
    return ""


def _described(form: str) -> Format | None:
    """Return what is known of a format; the positions of further games are known by their names."""
    from toolkit.core.game import game_names

    game = form.removesuffix("-position/1")
    if form in FORMATS or game not in game_names():
        return FORMATS.get(form)
    return Format(f"a position of {game}", (f"play {game} --from FILE",))


def _likely(found: Format, name: str) -> str:
    """Return the command that reads such a file: one called as the one that runs, or else the usual one."""
    asked = click.get_current_context().info_name
    same = [command for command in found.commands if asked in command.split()]
    meant = next(iter(same or found.commands), "")
    return meant and f"tobago {meant}".replace("FILE", "-" if name == "<stdin>" else quoted(name))
