"""Opening a table: the file in which it is kept goes on, or a new table begins there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from solvers.players.registry import check_player, refuse_own
from toolkit.core import Game
from toolkit.core.errors import ToolkitError, printable, quote
from toolkit.core.game import rules_from_dict
from workbench.table import dealt
from workbench.table.dealt import PERSON, Dealt
from workbench.table.seats import Seats
from workbench.table.session import Session
from workbench.table.store import Store, StoreError, free_name, holds_table
from workbench.table.table import Table

ENDING = ".table"
PRINTED = "tobago"

_OF_FILES = (".toml", ".json", ".txt")  # files that people write: no table begins under such a name


@dataclass(frozen=True, slots=True)
class Wanted:
    """The whole game that somebody wants to be dealt."""

    game: Game[Any, Any]
    seats: Sequence[str] = ()  #: who plays, ``me``, ``me:NAME`` or bots; none if that is not said
    rules: Any = None  #: None if they are not said: those of the first edition
    seed: int | str | None = None  #: of chance; None if it is not said

    def begin(self) -> dict[str, Any]:
        """Return the first event of the game; `ToolkitError` for seats that cannot play it."""
        if not self.seats:
            raise ToolkitError("who plays is missing, such as --seats me,me,greedy")
        for name in self.seats:
            kind, colon, called = name.partition(":")
            if kind != PERSON:
                check_player(name, self.game.name)
            elif colon and not called.strip():
                raise ToolkitError(f"seat {quote(name)}: the name is missing, as in me:Anna")
        seed = secrets.randbits(64) if self.seed is None else self.seed
        rules = next(iter(self.game.editions.values())) if self.rules is None else self.rules
        return dealt.begin(self.game, self.seats, rules, seed)

    def check(self, head: Mapping[str, Any], path: Path) -> None:
        """Refuse to go on with a table that is another one than wanted; `ToolkitError`."""
        wanted = {
            "kind": "dealt",
            "game": self.game.name,
            "names": list(self.seats) or head.get("names"),
            "seed": head.get("seed") if self.seed is None else self.seed,
        }
        if not self.seats:
            refuse_own(head.get("names", ()), str(path), "--seats")
        odd = [key for key, value in wanted.items() if head.get(key) != value]
        if not odd and self.rules is not None and rules_from_dict(self.game, head["rules"]) != self.rules:
            odd = ["rules"]
        if odd:
            raise _other(head, path, odd)


@dataclass(frozen=True, slots=True)
class WantedNoted:
    """The game at a table of people that one of them wants to note."""

    game: Game[Any, Any]
    seats: Sequence[str] = ()  #: who plays, as in `workbench.table.noted.begin`; none if that is not said
    rules: Any = None  #: None if they are not said: those of the first edition

    def begin(self) -> dict[str, Any]:
        """Return the first event; errors as of `workbench.table.noted.begin`."""
        from workbench.table.noted import begin

        if not self.seats:
            raise ToolkitError("who plays is missing, such as --seats me,Ben,Cleo")
        rules = next(iter(self.game.editions.values())) if self.rules is None else self.rules
        return begin(self.game, self.seats, rules)

    def check(self, head: Mapping[str, Any], path: Path) -> None:
        """Refuse to go on with a table that is another one than wanted; `ToolkitError`."""
        odd = [key for key, value in (("kind", "noted"), ("game", self.game.name)) if head.get(key) != value]
        if not odd:
            wanted = self.begin() if self.seats else {}
            odd = [key for key in ("names", "writer") if head[key] != wanted.get(key, head[key])]
        if not odd and self.rules is not None and rules_from_dict(self.game, head["rules"]) != self.rules:
            odd = ["rules"]
        if odd:
            raise _other(head, path, odd)


@dataclass(frozen=True, slots=True)
class WantedPrinted:
    """The printed game that somebody wants to tell, in a file, perhaps from a position file on."""

    path: Path
    position: Path | None = None

    def begin(self) -> dict[str, Any]:
        """Return the first event; errors as of `workbench.table.printed.begin`."""
        from workbench.table.printed import begin

        return begin(self.path.parent, self.position)

    def check(self, head: Mapping[str, Any], path: Path) -> None:
        """Go on with any table that is there, but with no other one than that of the position.

        `ToolkitError` for another one, and for a bot that nobody has named but the file.
        """
        refuse_own(head.get("names", ()), str(path), "--game and --seats")
        if self.position and head.get("position") != self.begin()["position"]:
            raise _other(head, path, ("position",))


def _other(head: Mapping[str, Any], path: Path, odd: Sequence[str] = ()) -> ToolkitError:
    """Return the refusal to go on with a table, saying what is there; `odd` is what differs."""
    names = ", ".join(map(str, head.get("names", ())))
    what = "the printed game of Tobago" if head.get("kind") == "printed" else f"{head.get('game')}, {names}"
    what += ", which is noted" if head.get("kind") == "noted" else ""
    if {*odd} <= {"position", "rules", "seed"}:  # it must not tell the seed
        what += "".join(f", other {one}" for one in odd)
    told = f"another table is there ({printable(what)}); --new begins one beside it"
    return ToolkitError(f"{printable(str(path))}: {told}")


def file_of(file: Path | None, game: str | None, *, new: bool = False) -> tuple[Path, Path | None]:
    """Return the file in which a table is kept, and the position file from which a new one begins.

    Without a file, it is one in the current folder, named after the game. A `new` table gets a name that is
    free. `OSError` when a file cannot be read, `ToolkitError` for a position file that is not there.
    """
    if file and file.suffix.lower() in _OF_FILES and not file.exists():
        raise ToolkitError(f"{printable(str(file))}: no such position file")
    position = file if file and file.is_file() and file.stat().st_size and not holds_table(file) else None
    path = Path(f"{position.stem if position else game or PRINTED}{ENDING}") if position or not file else file
    return free_name(path) if new else path, position


def open_table(
    path: Path,
    begin: Callable[[], dict[str, Any]],
    check: Callable[[Mapping[str, Any]], None],
    *,
    read_only: bool = False,
    until: int | None = None,
) -> Table:
    """Return the table of a file, which goes on if it is there.

    `begin` makes the first event of a new table, and nothing is written before; `check` refuses that of a
    table that is another than wanted. `read_only` writes nothing: then the table has to be there. After
    `until` events nothing is read, and what the file held besides is kept beside it (`Table.aside`).

    `StoreError` for a file that holds no table, or cannot be written; `ToolkitError` of `begin` and `check`.
    """
    there = path.exists() and path.stat().st_size
    if (read_only or until) and not there:
        raise StoreError(f"{printable(str(path))}: there is no table to look at yet")
    head = None if there else begin()
    store = Store(path, read_only=read_only, until=until)
    try:
        first = next(iter(store.events()), None)
        if first:
            check(first[1])
        else:
            store.add({"token": secrets.token_urlsafe(16), **(head or begin())})
        table = Table(store, partial(session_of, path.parent))
        if not read_only:
            table.aside = store.settle()
        return table
    except BaseException:
        store.close()
        raise


def session_of(folder: Path, head: Mapping[str, Any], seats: Seats) -> Session:
    """Return the session of a first event; an owner's files of the printed game lie in the folder.

    `StoreError` for a kind that this version does not know.
    """
    match head["kind"]:
        case "dealt":
            return Dealt(head, seats)
        case "printed":
            from workbench.table.printed import Printed  # islands and clues, which other games do not need

            return Printed(head, seats, folder)
        case "noted":
            from workbench.table.noted import Noted

            return Noted(head, seats)
        case kind:
            raise StoreError(f"no table of a kind that is known here: {quote(kind)}")
