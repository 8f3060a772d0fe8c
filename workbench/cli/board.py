"""The command ``tobago board``: the board of a game, files for an owner to fill in, and a check of these."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import did_you_mean
from workbench.cli.completing import complete_file, complete_folder, completed
from workbench.cli.files import check_out, read_filled, rewriting, svg_option, warn, write_out
from workbench.cli.formats import reading
from workbench.cli.messages import Refusal
from workbench.cli.printing import json_option, styled, table_of, tell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from toolkit.games.mangrovia.board import Board
    from toolkit.games.mangrovia.files.tables import Fault
    from toolkit.games.mangrovia.rules import Rules

GAMES = ("mangrovia",)
"""The games whose board an owner can type in."""


@click.command(epilog="Example: tobago board mangrovia my-board.csv --paths my-paths.csv")
@click.argument("game", metavar="GAME", shell_complete=completed(lambda _: GAMES))
@click.argument("board", metavar="[FILE]", required=False, shell_complete=complete_file)
@click.option("--paths", metavar="F", shell_complete=complete_file, help="Check this file of the paths, too.")
@click.option("--setup", metavar="F", shell_complete=complete_file, help="Check this file of the box, too.")
@click.option(
    "--out", metavar="DIR", shell_complete=complete_folder, help="Write files to fill in into this folder."
)
@click.option(
    "--filled", is_flag=True, help="With --out: files that hold the shipped board, to be corrected."
)
@click.option("--force", is_flag=True, help="Replace files in DIR that are there.")
@svg_option
@json_option
def board(
    game: str,
    out: str | None,
    filled: bool,
    force: bool,
    svg: str | None,
    as_json: bool,
    **files: str | None,
) -> None:
    """Show the board of a game; with FILE, check an owner's board; with --out, write files to fill in.

    FILE holds the spaces as CSV (- reads standard input). What is not given is taken as it is shipped. A
    board that is likely to be wrong is a warning; one that cannot be is refused (status 2). Play on it with
    tobago play GAME --rules board=@FILE.
    """
    _check_game(game)
    given = {rule: file for rule, file in files.items() if file is not None}
    if out is not None:
        if given or as_json or svg is not None:
            raise click.UsageError("--out writes files to fill in, and goes without others, --svg and --json")
        _write(Path(out), filled, force)
        return
    if filled:
        raise click.UsageError("--filled goes with --out")
    if svg is not None and as_json:
        raise click.UsageError("--svg and --json exclude each other")
    check_out(svg, ".svg", *given.values(), option="--svg")
    _read({rule: read_filled(file) for rule, file in given.items()}, svg, as_json)


def _read(files: Mapping[str, tuple[str, str]], svg: str | None, as_json: bool) -> None:
    """Draw or tell what files hold, each by its text and its name, and all that is wrong with them."""
    from toolkit.games.mangrovia import BoardError, board_picture
    from toolkit.games.mangrovia.files.reading import warnings
    from toolkit.games.mangrovia.game import GAME

    texts: dict[str, Any] = {rule: text for rule, (text, _) in files.items()}
    names = {rule: name for rule, (_, name) in files.items()}
    try:
        with reading(names.get("board", ""), "a board", text=texts.get("board", "")):
            rules, unlikely = replace(GAME.Rules(), **texts), warnings(**texts)
    except BoardError as error:
        raise _Refused(error.faults, names) from None
    warn("", [str(_refusal(fault, names)) for fault in unlikely])
    if svg is None:
        tell(as_json, _data, _shown, rules, names, unlikely)
    else:
        write_out(svg, board_picture(rules.layout))


def _check_game(game: str) -> None:
    from toolkit.core.game import find_game

    if game not in GAMES:
        hint = did_you_mean("", GAMES, "games that have one")
        raise click.BadParameter(f"no board of {find_game(game).title} is typed in{hint}", param_hint="GAME")


def _write(folder: Path, filled: bool, force: bool) -> None:
    from toolkit.games.mangrovia.files.reading import FILES, shipped

    targets = {rule: folder / f"{rule}.csv" for rule in FILES}
    if (there := [path for path in targets.values() if path.exists()]) and not force:
        raise click.UsageError(f"{there[0]} is there already (--force replaces it)")
    folder.mkdir(parents=True, exist_ok=True)
    for rule, path in targets.items():
        with rewriting(str(path)) as write:
            write(shipped(FILES[rule] if filled else f"template-{rule}.csv"))


def _refusal(fault: Fault, names: Mapping[str, str]) -> Refusal:
    """Return a fault with the name of its file."""
    source = names.get(fault.source, f"the {fault.source} as shipped")
    return Refusal(fault.problem, source=source, key=f"line {fault.line}" if fault.line else "")


class _Refused(Refusal):
    """All that is wrong with files: a line for each fault; in JSON the first one, with all of them in it."""

    def __init__(self, faults: Sequence[Fault], names: Mapping[str, str]) -> None:
        self.lines = [_refusal(fault, names) for fault in faults]
        self.all = _listed(faults, names)
        super().__init__(self.lines[0].problem, source=self.lines[0].source, key=self.lines[0].key)

    def __str__(self) -> str:
        return "\ntobago: ".join(map(str, self.lines))

    def to_dict(self) -> dict[str, object]:
        return super().to_dict() | {"faults": self.all}


def _listed(faults: Sequence[Fault], names: Mapping[str, str]) -> list[dict[str, object]]:
    """Return faults as JSON data; the files that are shipped have no name."""
    return [{"file": names.get(at), "line": line or None, "problem": problem} for at, line, problem in faults]


def _data(rules: Rules, names: Mapping[str, str], unlikely: Sequence[Fault]) -> dict[str, Any]:
    """Return a board as JSON data, ``toolkit-board/1``."""
    from toolkit.games.mangrovia.game import GAME

    return {
        "format": "toolkit-board/1",
        "game": GAME.name,
        "label": rules.layout.label,
        "files": {rule: names.get(rule) for rule in _INVENTED},
        "spaces": len(rules.layout.spaces),
        "areas": Counter(space.area for space in rules.layout.spaces),
        "components": GAME.hashes(rules),
        "warnings": _listed(unlikely, names),
        **rules.layout.to_dict(),
    }


_INVENTED = {
    "board": "the spaces",
    "paths": "the places and most prizes of the paths",
    "setup": "the start cards",
}
"""What is reconstructed in each file that is shipped."""


def _shown(rules: Rules, names: Mapping[str, str], unlikely: Sequence[Fault]) -> Iterator[RenderableType]:
    """Yield what an owner's files hold in a few sentences, or the board that is shipped in tables."""
    from toolkit.games.mangrovia.game import GAME

    yield from _checked(rules.layout, names, unlikely) if names else _tables(rules.layout)
    hashes = ", ".join(f"{name} {value}" for name, value in GAME.hashes(rules).items())
    yield styled(f"records carry: {hashes}")


def _checked(board: Board, names: Mapping[str, str], unlikely: Sequence[Fault]) -> Iterator[RenderableType]:
    areas = Counter(space.area for space in board.spaces)
    words = ", ".join(f"{number} {area}" for area, number in areas.items())
    paid = Counter(space.pay for space in board.spaces)
    yield styled(f"{', '.join(names.values())}: {'ok' if not unlikely else 'ok, but see the warnings'}")
    yield styled(
        f"{board.label}: {len(board.spaces)} spaces ({words}), {paid['cards']} paid with cards and "
        f"{paid['amulets']} with amulets; {len(board.paths)} paths"
    )
    if invented := [words for rule, words in _INVENTED.items() if rule not in names]:
        yield styled(f"as shipped, and reconstructed: {'; '.join(invented)}")


def _tables(board: Board) -> Iterator[RenderableType]:
    yield styled(board.label, style="bold")
    heads = "space", "landscape", "price", "points", "area", "mark", "path:place"
    rows = [
        (
            space["id"],
            "/".join(space["landscapes"]),
            f"{space['price']} {space['pay']}",
            space["points"],
            space["area"],
            space["mark"].replace("none", ""),
            " ".join(f"{path}:{rank}" for path, rank in space["paths"].items()),
        )
        for space in board.to_dict()["board"]
    ]
    yield table_of(*heads, rows=rows, numbers=("points",))
    paths = [
        (path["id"], path["line"], path["first"], path["second"], " ".join(path["spaces"]))
        for path in board.to_dict()["paths"]
    ]
    yield table_of("path", "runs in", "first", "second", "spaces", rows=paths, numbers=("first", "second"))
