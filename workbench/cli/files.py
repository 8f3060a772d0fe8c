"""Files: the FILE argument, reading with warnings on standard error, writing; ``-`` is a standard stream."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from toolkit.core.errors import quote
from workbench.cli.completing import complete_file
from workbench.cli.formats import reading
from workbench.cli.messages import say
from workbench.cli.printing import print_text

if TYPE_CHECKING:
    from toolkit.core.pictures import Picture
    from toolkit.hexmap import Island

    Command = TypeVar("Command", bound=Callable[..., Any])

STDIN = "-"

_MOST_WARNINGS = 20


file_argument = click.argument("file", metavar="FILE", shell_complete=complete_file)
svg_option = click.option(
    "--svg",
    metavar="OUT",
    shell_complete=complete_file,
    help="Write the picture as SVG to this file (- for standard output).",
)

_png_option = click.option(
    "--png",
    metavar="OUT",
    shell_complete=complete_file,
    help="Write the picture as PNG to this file (- for standard output).",
)
_dark_option = click.option(
    "--dark",
    is_flag=True,
    help="Draw it for a dark background; else SVG follows where it is seen, and PNG is light.",
)

_ANYWHERE = f"{__name__}.anywhere"


anywhere_option = click.option(
    "--anywhere",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _, given: context.meta.setdefault(_ANYWHERE, given),
    help="Read the files that FILE names wherever they lie, not only beside it and below.",
)


def picture_options(command: Command) -> Command:
    """Give a command --svg, --png and --dark, as `check_pictures` and `write_pictures` take them."""
    return svg_option(_png_option(_dark_option(command)))


def position_argument(command: Command) -> Command:
    """Give a command the argument FILE, a position, and --anywhere for the files that it names."""
    return file_argument(anywhere_option(command))


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


def warn(name: str, faults: list[str]) -> None:
    """Print the faults of a file as warnings on standard error, the first of very many."""
    more = [f"{name}: {len(faults) - _MOST_WARNINGS} more"] if len(faults) > _MOST_WARNINGS else []
    for fault in [*faults[:_MOST_WARNINGS], *more]:
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


def check_pictures(file: str, svg: str | None, png: str | None, dark: bool, as_json: bool) -> bool:
    """Tell whether a picture is asked for, and refuse options that exclude or need each other."""
    drawn = svg is not None or png is not None
    if drawn and as_json:
        raise click.UsageError(f"{'--png' if svg is None else '--svg'} and --json exclude each other")
    if dark and not drawn:
        raise click.UsageError("--dark goes with --svg or --png")
    if svg == png == STDIN:
        raise click.UsageError("--svg - and --png - exclude each other: standard output takes one picture")
    check_out(svg, ".svg", file, option="--svg")
    check_out(png, ".png", file, option="--png")
    return drawn


def write_pictures(picture: Picture, svg: str | None, png: str | None, dark: bool) -> None:
    """Write a picture to the files that are asked for; `ToolkitError` for PNG without resvg-py."""
    image = None if png is None else picture.png(theme="dark" if dark else "light")
    if svg is not None:
        write_out(svg, picture.in_theme("dark" if dark else "auto"))
    if png is not None and image is not None:
        write_out(png, image)


def one_output(file: str, as_json: bool) -> None:
    """Refuse ``--json`` where standard output has the file already."""
    if as_json and file == STDIN:
        raise click.UsageError("with - the file goes to standard output, and so would --json")


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
