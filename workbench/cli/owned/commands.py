"""``tobago board`` and ``tobago deck``: what is shipped, files for an owner to fill in, a check of these."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

import click

from toolkit.core.errors import did_you_mean, quote
from workbench.cli.completing import complete_file, complete_folder, completed
from workbench.cli.files import Svg, check_new, check_svg, read_filled, reading, rewriting, warn, write_out
from workbench.cli.options import Json, OptionalFile, Options, argument, command, option
from workbench.cli.printing import Refusal, styled, tell

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.core.pictures import Picture
    from toolkit.games.tables import Fault


class Owned(ABC):
    """What an owner of a game types in: one or more files, known by the rules that hold their texts."""

    game: ClassVar[str]  #: the name of the game
    kind: ClassVar[str]  #: what `workbench.cli.files` calls such a file
    files: ClassVar[tuple[str, ...]]  #: the rules of the files; the first is FILE, the others are options
    parts: ClassVar[tuple[str, ...]] = ()  #: the parts of which one alone can be asked for

    @abstractmethod
    def templates(self, filled: bool, part: str | None) -> dict[str, str]:
        """Return files to fill in by their names, or as they are shipped if they are to be filled."""

    @abstractmethod
    def read(self, texts: Mapping[str, str]) -> Any:
        """Return what the files hold, given or else shipped; `FaultyFile` with all that is wrong."""

    @abstractmethod
    def unlikely(self, texts: Mapping[str, str]) -> Sequence[Fault]:
        """Return what is odd about given files that can be played with."""

    @abstractmethod
    def data(self, found: Any) -> dict[str, Any]:
        """Return what the files hold as JSON data."""

    @abstractmethod
    def checked(self, found: Any, given: Iterable[str]) -> Iterator[RenderableType]:
        """Yield in a few sentences what files hold, of which some are given."""

    @abstractmethod
    def shown(self, found: Any) -> Iterator[RenderableType]:
        """Yield what is shipped."""

    def hashes(self, found: Any) -> dict[str, str]:  # noqa: ARG002 - of the whole game
        """Return the hashes that records carry; none where they are those of a game on the whole board."""
        return {}

    def picture(self, found: Any) -> Picture:
        """Return what the files hold as a picture."""
        raise NotImplementedError


_OWNED = {"board": ("mangrovia", "tobago"), "deck": ("tobago",)}
"""The games of which an owner types such a thing in; a module of the name of the game has it, in capitals."""


def _of(what: str, game: str) -> Owned:
    """Return what an owner of a game types in; `BadParameter` for a game without it."""
    from toolkit.core.game import find_game

    if game not in _OWNED[what]:
        hint = did_you_mean("", _OWNED[what], "games that have one")
        problem = f"no {what} of {find_game(game).title} is typed in{hint}"
        raise click.BadParameter(problem, param_hint="GAME")
    return cast("Owned", getattr(import_module(f"workbench.cli.owned.{game}"), what.upper()))


class Fill(Options):
    """Files to fill in."""

    out: str | None = option("DIR", "Write files to fill in into this folder.", complete_folder)
    filled: bool
    force: bool = option(None, "Replace files in DIR that are there.")

    def write(self, owned: Owned, part: str | None = None) -> None:
        """Write the files to fill in, or that of one part."""
        folder = Path(self.out or "")
        if part is not None and part not in owned.parts:
            hint = did_you_mean(part, owned.parts, "sides to fill in") or "; its board is one piece"
            raise click.BadParameter(f"no side {quote(part)} of {owned.game}{hint}", param_hint="--side")
        if part is not None and self.filled:
            raise click.UsageError("--side names a side to fill in, and goes without --filled")
        targets = {folder / name: text for name, text in owned.templates(self.filled, part).items()}
        for path in targets:
            check_new(path, force=self.force)
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in targets.items():
            with rewriting(str(path)) as write:
                write(text)


_FILLED = "With --out: files that hold the shipped {}, to be corrected."


class FillBoard(Fill):
    """Files of a board to fill in."""

    filled: bool = option(None, _FILLED.format("board"))


class FillDeck(Fill):
    """A file of a deck to fill in."""

    filled: bool = option(None, _FILLED.format("deck"))


@command(
    epilog="Examples: tobago board tobago --out . --side a; "
    "tobago board mangrovia my-board.csv --paths my-paths.csv"
)
def board(
    *,
    game: str = argument("GAME", completed(lambda _: _OWNED["board"])),
    file: OptionalFile,
    paths: str | None = option("F", "Check this file of the paths, too.", complete_file),
    setup: str | None = option("F", "Check this file of the box, too.", complete_file),
    fill: FillBoard,
    part: str | None = option("S", "With --out: this side of Tobago alone: a, b or c.", flag="--side"),
    svg: Svg,
    as_json: Json,
) -> None:
    """Show the board of a game; with FILE, check an owner's board; with --out, write files to fill in.

    FILE holds the spaces of the board, or sides of that of Tobago, as CSV (- reads standard input). What is
    not given is taken as it is shipped. A board that is likely to be wrong is a warning; one that cannot be
    is refused (status 2). Play on it with tobago play GAME --rules RULE=@FILE.
    """
    owned = _of("board", game)
    given = {key: name for key, name in (("paths", paths), ("setup", setup)) if name is not None}
    if unknown := sorted(given.keys() - set(owned.files)):
        raise click.UsageError(f"--{unknown[0]}: the board of {game} has no such file")
    if file is not None:
        given = {owned.files[0]: file} | given
    if fill.out is not None:
        _check_alone(given, svg, as_json)
        fill.write(owned, part)
        return
    if fill.filled or part is not None:
        raise click.UsageError(f"{'--filled' if fill.filled else '--side'} goes with --out")
    check_svg(svg, *given.values(), as_json=as_json)
    _check(owned, given, svg, as_json)


@command(epilog="Examples: tobago deck tobago --out .; tobago deck tobago my-deck.toml")
def deck(
    *,
    game: str = argument("GAME", completed(lambda _: _OWNED["deck"])),
    file: OptionalFile,
    fill: FillDeck,
    as_json: Json,
) -> None:
    """Show the cards of a game; with FILE, check an owner's cards; with --out, write a file to fill in.

    FILE is TOML, each kind of card with its copies (- reads standard input). A deck of another size than that
    of the box is a warning; what is no card is refused (status 2).
    """
    owned = _of("deck", game)
    given = {} if file is None else {owned.files[0]: file}
    if fill.out is not None:
        _check_alone(given, None, as_json)
        fill.write(owned)
        return
    if fill.filled:
        raise click.UsageError("--filled goes with --out")
    _check(owned, given, None, as_json)


def _check_alone(given: Mapping[str, str], svg: str | None, as_json: bool) -> None:
    if given or as_json or svg is not None:
        raise click.UsageError("--out writes files to fill in, and goes without others, --svg and --json")


def _check(owned: Owned, given: Mapping[str, str], svg: str | None, as_json: bool) -> None:
    """Draw or tell what files hold, by their rules, and all that is wrong with them."""
    from toolkit.games.tables import FaultyFile

    texts, names = {}, {}
    for rule, file in given.items():
        texts[rule], names[rule] = read_filled(file)
    first = owned.files[0]
    try:
        with reading(names.get(first, ""), owned.kind, text=texts.get(first, "")):
            found, unlikely = owned.read(texts), owned.unlikely(texts)
    except FaultyFile as error:
        raise _Refused(error.faults, names) from None
    warn("", [str(_refusal(fault, names)) for fault in unlikely])
    if svg is None:
        tell(as_json, _data, _shown, owned, found, names, unlikely)
    else:
        write_out(svg, owned.picture(found))


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


def _data(owned: Owned, found: Any, names: Mapping[str, str], unlikely: Sequence[Fault]) -> dict[str, Any]:
    told = owned.data(found)
    return {
        "format": told.pop("format"),
        "game": owned.game,
        "files": {rule: names.get(rule) for rule in owned.files},
        "components": owned.hashes(found),
        "warnings": _listed(unlikely, names),
        **told,
    }


def _shown(
    owned: Owned, found: Any, names: Mapping[str, str], unlikely: Sequence[Fault]
) -> Iterator[RenderableType]:
    """Yield what an owner's files hold in a few sentences, or what is shipped in tables."""
    if names:
        yield styled(f"{', '.join(names.values())}: {'ok, but see the warnings' if unlikely else 'ok'}")
        yield from owned.checked(found, names)
    else:
        yield from owned.shown(found)
    if hashes := ", ".join(f"{name} {value}" for name, value in owned.hashes(found).items()):
        yield styled(f"records carry: {hashes}")
