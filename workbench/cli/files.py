"""Files: what each is and which commands read it, reading with warnings, writing; ``-`` is a standard stream.

A command that cannot read its file is told by its ``format`` or its shape whether it is one of another kind:
then the refusal says what it is and names the command that is likely meant. Nothing of such a file is quoted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from shlex import quote as quoted
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import click

from toolkit.core.errors import ToolkitError, quote
from workbench.cli.completing import complete_file
from workbench.cli.options import Options, argument, option
from workbench.cli.printing import Refusal, print_text, say

if TYPE_CHECKING:  # each command loads what it needs
    from toolkit.core.pictures import Picture
    from toolkit.hexmap import Island

STDIN = "-"

_MOST_WARNINGS = 20
_HEAD = 4_000  # characters in which a format or a shape shows
_TOLD: ContextVar[dict[str, list[str]] | None] = ContextVar("_TOLD", default=None)  # warnings by their file

# ---- what commands take ------------------------------------------------------------------------------------

_ANYWHERE = f"{__name__}.anywhere"


def anywhere(_name: str, _kind: Any) -> click.Parameter:
    """Return the option beside a file that lets the files which it names lie anywhere."""
    return click.Option(
        ["--anywhere"],
        is_flag=True,
        expose_value=False,
        callback=lambda context, _, given: context.meta.setdefault(_ANYWHERE, given),
        help="Read the files that FILE names wherever they lie, not only beside it and below.",
    )


PositionFile = Annotated[str, argument("FILE", complete_file), anywhere]
Svg = Annotated[
    str | None, option("OUT", "Write the picture as SVG to this file (- for standard output).", complete_file)
]


class Pictures(Options):
    """Where a picture goes."""

    svg: Svg
    png: str | None = option(
        "OUT", "Write the picture as PNG to this file (- for standard output).", complete_file
    )
    dark: bool = option(
        None, "Draw it for a dark background; else SVG follows where it is seen, and PNG is light."
    )

    def asked(self, file: str, as_json: bool) -> bool:
        """Tell whether a picture is asked for, and refuse options that exclude or need each other."""
        drawn = self.svg is not None or self.png is not None
        if drawn and as_json:
            raise click.UsageError(
                f"{'--png' if self.svg is None else '--svg'} and --json exclude each other"
            )
        if self.dark and not drawn:
            raise click.UsageError("--dark goes with --svg or --png")
        if self.svg == self.png == STDIN:
            raise click.UsageError(
                "--svg - and --png - exclude each other: standard output takes one picture"
            )
        check_out(self.svg, ".svg", file, option="--svg")
        check_out(self.png, ".png", file, option="--png")
        return drawn

    def write(self, picture: Picture) -> None:
        """Write a picture to the files that are asked for; `ToolkitError` for PNG without resvg-py."""
        image = None if self.png is None else picture.png(theme="dark" if self.dark else "light")
        if self.svg is not None:
            write_out(self.svg, picture.in_theme("dark" if self.dark else "auto"))
        if self.png is not None and image is not None:
            write_out(self.png, image)


def check_svg(svg: str | None, *inputs: str | None, as_json: bool) -> None:
    """Refuse ``--svg`` beside ``--json``, over a file that is read, or under another ending."""
    if svg is not None and as_json:
        raise click.UsageError("--svg and --json exclude each other")
    check_out(svg, ".svg", *inputs, option="--svg")


# ---- what a file is ----------------------------------------------------------------------------------------


class Format(NamedTuple):
    """A kind of file: what it is in words, and the commands that read it, the usual one first."""

    words: str
    commands: tuple[str, ...]


_POSITION = (
    *("solve FILE", "hint FILE", "show FILE", "check FILE MAP CLUE", "legal FILE", "why FILE MAP HEX"),
    *("forecast FILE MAP", "review FILE", "lay FILE MAP CLUE", "undo FILE", "play tobago --from FILE"),
    "advice tobago FILE",
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
    "toolkit-record/1": Format(
        "the record of a game",
        ("replay FILE", "review FILE", "play GAME --continue FILE", "advice GAME FILE"),
    ),
    "toolkit-log/1": Format("what one seat saw of a game", ()),
    "toolkit-deals/1": Format("the kept games of `tobago simulate --out`", ()),
    "toolkit-training/1": Format("what was told while training the memory", ()),
    "tobago-note/1": Format("a noted game", ("note GAME FILE",)),
    "a drawing": Format("a drawn island", ("new --drawing FILE game.toml",)),
    "a board": Format("an owner's board of Mangrovia", ("board mangrovia FILE",)),
    "sides": Format("board sides of Tobago", ("board tobago FILE",)),
}
"""The files that people have, and what reads each; drawn islands, boards and sides have no format.

The positions of other games follow from what can be done with any of them.
"""

_ALONE = {"wayfarers": ("rival wayfarers FILE",)}  # what further commands read a game's positions

_SHAPES = {  # keys of a file that does not say its format
    "tobago-puzzle/1": r'"facts"\s*:',
    "tobago-position/1": r"\[island\]|\"island\"\s*:",
    "silver-position/1": r"\[\[villages\]\]|\"villages\"\s*:",
    "wazabi-position/1": r"dice\s*=|\"dice\"\s*:",
    "mangrovia-position/1": r"huts\s*=\s*\[\s*\[|\"huts\"\s*:\s*\[\s*\[",
    "toolkit-record/1": r'\{"by"\s*:',
    "tobago-note/1": r"tobago-note/1 ",
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
    """Return what is known of a format; the positions of all games are known by their names."""
    from toolkit.core.game import find_game, game_names
    from toolkit.games import SHIPPED

    game = form.removesuffix("-position/1")
    if form in FORMATS or game not in game_names():
        return FORMATS.get(form)
    played = f"play {game} --from FILE"
    if game not in SHIPPED:
        return Format(f"a position of {game}", (played,))
    usual = (f"odds {game} FILE", "show FILE", played, f"advice {game} FILE")
    return Format(f"a {find_game(game).title} position", (*usual, *_ALONE.get(game, ())))


def _likely(found: Format, name: str) -> str:
    """Return the command that reads such a file: one called as the one that runs, or else the usual one."""
    asked = click.get_current_context().info_name
    same = [command for command in found.commands if asked in command.split()]
    meant = next(iter(same or found.commands), "")
    return meant and f"tobago {meant}".replace("FILE", "-" if name == "<stdin>" else quoted(name))


# ---- reading -----------------------------------------------------------------------------------------------


def reads_anywhere() -> bool:
    """Tell whether the files that a position names may lie elsewhere: only if that is asked for."""
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(_ANYWHERE))


def read_source(file: str) -> tuple[str, Path, str]:
    """Return the text of a file or of standard input, the folder of the files that it names, and its name."""
    from toolkit.core.document import LARGEST_FILE, PositionError, decode, read_text

    if file != STDIN:
        return read_text(Path(file), file, ""), Path(file).parent, file
    if sys.stdin is None:
        raise PositionError("<stdin>", "", "standard input is closed")
    return decode(sys.stdin.buffer.read(LARGEST_FILE + 1), "<stdin>"), Path(), "<stdin>"


def read_filled(file: str) -> tuple[str, str]:
    """Return the text of a file or of standard input, which is not empty, and its name."""
    from toolkit.core.document import PositionError

    text, _, name = read_source(file)
    if not text.strip():
        raise PositionError(name, "", "an empty file")
    return text, name


def read_drawing(file: str) -> tuple[str, Island]:
    """Return the text of a drawn island in a file or on standard input, and the island; with its warnings."""
    from toolkit.core.document import located
    from toolkit.hexmap import parse_drawing
    from toolkit.hexmap.drawn import blank_faults

    text, _, name = read_source(file)
    with reading(name, "a drawing", text=text), located("", name):
        island = parse_drawing(text)
    warn(name, [f"{name}: {fault}" for fault in blank_faults(text)])
    return text, island


@contextmanager
def warning_of_changes() -> Iterator[None]:
    """Let each warning of a file that is read again and again in the block be told once, until it changes."""
    token = _TOLD.set({})
    try:
        yield
    finally:
        _TOLD.reset(token)


def warn(name: str, faults: Collection[str], true: Collection[str] = ()) -> None:
    """Print the faults of a file as warnings on standard error, the first of very many.

    What is `true` besides is not told now, and does not change by that.
    """
    if (told := _TOLD.get()) is not None:
        before = told.get(name, ())
        told[name] = [fault for fault in before if fault in true or fault in faults]
        faults = [fault for fault in faults if fault not in before]
        told[name] += faults
    more = [f"{name}: {len(faults) - _MOST_WARNINGS} more"] if len(faults) > _MOST_WARNINGS else []
    for fault in [*[*faults][:_MOST_WARNINGS], *more]:
        say(fault, "warning")


@contextmanager
def rewriting(out: str, *, announced: bool = True) -> Iterator[Callable[[str | bytes], None]]:
    """Keep other commands out of a file until it is written by what this gives, which says so if it should.

    ``-`` is standard output.
    """
    from toolkit.core import files

    if out == STDIN:
        yield print_text
        return
    with files.rewriting(Path(out)) as write:

        def written(content: str | bytes) -> None:
            write(content)
            if announced:
                say(f"wrote {out}")

        yield written


def write_out(out: str, content: str | bytes) -> None:
    """Write a file and say so; or a text to standard output for ``-``."""
    with rewriting(out) as write:
        write(content)


def one_output(file: str, as_json: bool) -> None:
    """Refuse ``--json`` where standard output has the file already."""
    if as_json and file == STDIN:
        raise click.UsageError("with - the file goes to standard output, and so would --json")


def check_new(out: str | Path, *, force: bool) -> None:
    """Refuse to replace a file that is there, unless that is forced."""
    if str(out) != STDIN and Path(out).exists() and not force:
        raise click.UsageError(f"{out} is there already (--force replaces it)")


def check_out(out: str | None, ending: str, *inputs: str | None, option: str) -> None:
    """Refuse to write over a file that the command reads, or under the ending of another format."""
    if out is None or out == STDIN:
        return
    if any(_same_file(out, name) for name in inputs):
        problem = f"{quote(out)} is read by this command: write to another file"
    elif (other := Path(out).suffix).lower() not in ("", ending):
        problem = f"{quote(out)}: what is written here ends in {ending}, not in {quote(other)}"
    else:
        return
    raise click.BadParameter(problem, param_hint=option)


def _same_file(one: str, other: str | None) -> bool:
    return bool(other and Path(one).exists() and Path(other).exists() and Path(one).samefile(other))
