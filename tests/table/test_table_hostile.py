"""Set-ups at random and altered files: no evening is lost, and no file ends otherwise than in a sentence.

What a table says yes to opens again and looks the same; a file that somebody or something altered opens, or
is refused with one sentence.
"""

from __future__ import annotations

import gc
import json
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from rooms import wanted
from sizes import PROFILE, examples

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.maps import PLAYERS
from workbench.table.opening import WantedPrinted, open_table
from workbench.table.table import Table


def opened(path: Path, game: str = "printed", **how: Any) -> Table:
    """Open the table of a file, or begin one there."""
    begin = WantedPrinted(path).begin if game == "printed" else wanted(game).begin
    return open_table(path, begin, lambda _head: None, **how)


def looks(table: Table) -> str:
    """Return all that a table shows to anybody."""
    shown = [table.view(seat) for seat in (None, *table.session.chairs())]
    return json.dumps([*shown, {str(seat): phone.name for seat, phone in table.seats.phones.items()}])


# ---- set-ups -----------------------------------------------------------------------------------------------


def lines(random: Random) -> Iterator[str]:
    """Yield lines of a set-up, most of them such as somebody could mean, and of the turns after it."""
    hexes = ("A22", "A34", "B23", "B45", "B52", "C10", "C21", "C43", "C55", "Z9")
    colours = (*PLAYERS, "pink")
    while True:
        yield random.choice(
            (
                "layout ABC+0",
                "random",
                "random",
                f"layout {random.choice(('BCA+1', 'CAB+0', 'ABX', 'aBC+0'))}",
                f"place {random.choice(('hut', 'palm', 'statue', 'tree'))} {random.choice(hexes)}",
                f"lift {random.choice(hexes)}",
                f"face {random.choice(hexes)} {random.choice(('N', 'NE', 'E', 'x'))}",
                f"player {random.choice(colours)} {random.choice(('Anna', '', 'x' * 30))}",
                f"drop {random.choice(colours)}",
                f"first {random.choice(colours)}",
                f"rules {random.choice(('own_hex included', 'landmark_gap 9', 'x y', 'own_hex'))}",
                f"edition {random.choice(('no-curse', 'first', 'x'))}",
                f"hints {random.choice(('off', 'full', 'loud'))}",
                "deck",
                "sides",
                "begin",
                "start clue brown in jungle",
                "start A22",
                "finish",
            )
        )


def set_up(random: Random, path: Path) -> Table:
    """Tell a set-up at random, by seats with and without phones; what is refused has changed nothing."""
    table = opened(path)
    for seat in range(random.randrange(3)):
        table.sit(seat, f"player {seat}", f"{seat:016}", None)
    for number, line in zip(range(random.randrange(2, 30)), lines(random), strict=False):
        with suppress(ToolkitError):
            table.do(random.randrange(2), f"{number}", table.seq, [line])
    return table


def died(folder: Path, seed: int) -> str:
    """Return why a set-up does not open again as it was; nothing if it does."""
    path = folder / f"{seed}.table"
    try:
        table = set_up(Random(seed), path)
        before = looks(table)
        table.end()
        again = opened(path)
        after = looks(again)
        again.end()
    except Exception as error:  # that is what is looked for
        return f"{type(error).__name__}: {error}"
    return "" if before == after else "it looks otherwise"


# ---- altered files -----------------------------------------------------------------------------------------


def originals(folder: Path) -> dict[str, bytes]:
    """Tables of three kinds, as their files are."""
    for game in ("printed", "silver", "wazabi"):
        table = opened(folder / f"{game}.table", game)
        for seat in range(2):
            table.sit(seat, f"player {seat}", f"{seat:016}", None)
        for number in range(60):
            if step := _next(table, number):
                table.do(step[0], f"{number}", table.seq, [step[1]])
        table.end()
    return {path.stem: path.read_bytes() for path in folder.glob("*.table")}


def _next(table: Table, number: int) -> tuple[int, str] | None:
    """Return whose line is possible now, and which; nothing when the game is over."""
    first = ("layout ABC+0", "random", "begin", "start clue brown in jungle", "start clue white in lake")
    if table.session.kind == "printed":
        return (
            (int(number == 4), first[number]) if number < 5 else (0, f"hints {('off', 'full')[number % 2]}")
        )
    actions = ((seat, table.view(seat)["table"]["actions"]) for seat in range(2))
    return next(((seat, found[-1]["do"]) for seat, found in actions if found), None)


_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 99, 2**70, 1e308, "", "x", "start A22", "begin", "take back 3", "hints "),
    *([], [1], ["random"], ["take back x"], [[]], {}, {"a": []}, "\ud800", "move A22", ["know in lake"]),
)
_TEXTS = ("", "[1]", "null", "{", '{"a":' * 3000 + "1" + "}" * 3000, '{"by":' + "9" * 5000 + "}", "{}")


def flipped(random: Random, data: bytes, _others: list[bytes]) -> bytes:
    """Return the file with some bits flipped."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 20))):
        found[random.randrange(random.choice((100, len(found))))] ^= 1 << random.randrange(8)
    return bytes(found)


def cut(random: Random, data: bytes, _others: list[bytes]) -> bytes:
    """Return the beginning of the file, or the file with a page that is empty."""
    if random.random() < 0.5:
        return data[: random.randrange(1, len(data))]
    at = 4096 * random.randrange(len(data) // 4096)
    return data[:at] + bytes(4096) + data[at + 4096 :]


def rewritten(random: Random, data: bytes, others: list[bytes]) -> bytes:
    """Return the file with something else in its events, or with another header."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "altered.table"
        path.write_bytes(data)
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("PRAGMA ignore_check_constraints = ON")
        rows = database.execute("SELECT count(*) FROM event").fetchone()[0]
        _rewrite(random, database, random.randint(1, rows), others, Path(folder))
        database.close()
        return path.read_bytes()


def _rewrite(
    random: Random, database: sqlite3.Connection, seq: int, others: list[bytes], folder: Path
) -> None:
    text = database.execute("SELECT body FROM event WHERE seq = ?", (seq,)).fetchone()[0]
    match random.randrange(8):
        case 0:
            database.execute("UPDATE event SET body = ? WHERE seq = ?", (random.choice(_TEXTS), seq))
        case 1:
            database.execute("DELETE FROM event WHERE seq >= ?", (seq,))
        case 2:
            database.execute("DELETE FROM event WHERE seq = ?", (seq,))
        case 3:
            other = folder / "other.table"
            other.write_bytes(random.choice(others))
            database.execute("ATTACH ? AS other", (str(other),))
            theirs = "SELECT body FROM other.event AS their WHERE their.seq = event.seq"
            until = "SELECT max(seq) FROM other.event"
            database.execute(
                f"UPDATE event SET body = ({theirs}) WHERE seq >= ? AND seq <= ({until})", (seq,)
            )
        case 4:
            name = random.choice(("user_version", "application_id"))
            database.execute(f"PRAGMA {name} = {random.choice((0, 2, -1, 99))}")
        case 5:
            database.execute(random.choice(("DROP TABLE event", "ALTER TABLE event RENAME COLUMN body TO b")))
        case _:
            event = json.loads(text)
            keys = ("by", "do", "then", "sit", "free", "name", "hash", "for", "wait", "order", "text", "id")
            event[random.choice((*event, *keys))] = random.choice(_VALUES)
            database.execute("UPDATE event SET body = ? WHERE seq = ?", (json.dumps(event), seq))


ENDS = ("opens", "opens up to its fault", "is refused")

ALTERATIONS: tuple[Callable[[Random, bytes, list[bytes]], bytes], ...] = (flipped, cut, rewritten, rewritten)


def altered(folder: Path, files: dict[str, bytes], seed: int) -> tuple[str, str]:
    """Return how an altered file ended, one of `ENDS` if it ended well, and what it told."""
    random = Random(seed)
    name = random.choice(list(files))
    others = [data for other, data in files.items() if other != name]
    for file in folder.iterdir():
        file.unlink()
    data = random.choice(ALTERATIONS)(random, files[name], others)
    path = folder / "altered.table"
    path.write_bytes(data)
    ignored = list[str]()
    hook, sys.unraisablehook = sys.unraisablehook, lambda told: ignored.append(repr(told.exc_value))
    try:
        ended, told = _ended(path, data)
        gc.collect(0)
    except Exception as error:  # that is what is looked for
        ended, told = "breaks with a traceback", f"{name}: {type(error).__name__}: {error}"
    finally:
        sys.unraisablehook = hook
    return ("ignores an exception" if ignored else ended), f"{told}{' '.join(ignored)}"


def _ended(path: Path, data: bytes) -> tuple[str, str]:
    """Open an altered file, up to where it can be read if that is said, and tell how that ended."""
    told, until = "", None
    while True:
        try:
            table = opened(path, until=until)
            break
        except (ToolkitError, OSError) as error:
            told = str(error)
        found = re.search(r"--until (\d+) opens", told)
        if path.read_bytes() != data or [*path.parent.iterdir()] != [path]:
            return "is changed by a refusal", told
        if len(told.splitlines()) > 1:
            return "is refused in several lines", told
        if not found or int(found[1]) >= (until or sys.maxsize):
            return "is refused", told
        until = int(found[1])
    try:
        looks(table)
        if until and (table.seq, table.aside and table.aside.read_bytes()) != (until, data):
            return "is lost", told
    finally:
        table.end()
    return ("opens up to its fault" if until else "opens"), told


# ---- the tests ---------------------------------------------------------------------------------------------

SET_UPS, FILES = (500, 5000) if PROFILE == "thorough" else (examples(12), examples(60))


def test_a_table_of_any_set_up_opens_again_as_it_was(tmp_path: Path) -> None:
    assert {seed: why for seed in range(SET_UPS) if (why := died(tmp_path, seed))} == {}


def test_an_altered_file_opens_or_is_refused_with_one_sentence(tmp_path: Path) -> None:
    for name in ("made", "altered"):
        (tmp_path / name).mkdir()
    files = originals(tmp_path / "made")
    ends = {seed: altered(tmp_path / "altered", files, seed) for seed in range(FILES)}
    assert {seed: end for seed, end in ends.items() if end[0] not in ENDS} == {}
    assert {end for end, _ in ends.values()} == {*ENDS}
