"""Standard input and output, statuses, help and bad input, as the public formats promise them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from importlib.metadata import version
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cli_helpers import EXAMPLE, in_a_process

from toolkit.games.tobago import Position

if TYPE_CHECKING:
    import subprocess

    from cli_helpers import Tobago

# ---------------------------------------------------------------- standard input, output and error


@pytest.mark.parametrize("command", ["solve", "legal", "hint", "show", "review"])
def test_a_dash_reads_standard_input(tobago: Tobago, game: Path, command: str) -> None:
    piped = tobago(command, "-", "--json", stdin=EXAMPLE.encode())
    assert piped == tobago(command, str(game), "--json")
    assert piped.status == 0


def test_standard_input_is_named_in_errors(tobago: Tobago) -> None:
    done = tobago("solve", "-", stdin=EXAMPLE.replace("B23", "B99").encode())
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("tobago: <stdin>: landmarks.huts[0]: no hex 'B99'")
    assert "no UTF-8 text" in tobago("solve", "-", stdin=b"\xff").err
    assert "<stdin>: larger than 16 MB" in tobago("solve", "-", stdin=b"#" * (2**24 + 1)).err
    assert tobago("check", "-", "brown", "next to statue", stdin=EXAMPLE.encode()).status == 0


def test_lay_through_pipes(tobago: Tobago) -> None:
    done = tobago("lay", "-", "brown", "next to statue", stdin=EXAMPLE.encode())
    assert done.status == 0
    assert Position.parse(done.out).order == ("brown",)
    back = tobago("undo", "-", stdin=done.out.encode())
    assert Position.parse(back.out) == Position.parse(EXAMPLE)
    for order in (("lay", "-", "brown", "next to statue"), ("undo", "-")):
        assert tobago(*order, "--json", stdin=done.out.encode()).status == 2  # two outputs
    refused = tobago("lay", "-", "brown", "in largest lake", stdin=EXAMPLE.encode())
    assert (refused.status, refused.out) == (1, "")


# ---------------------------------------------------------------- warnings, bad input, help


def test_version_and_help(tobago: Tobago) -> None:
    assert tobago("--version").out == f"tobago, version {version('tobago-toolkit')}\n"
    overview = tobago("--help")
    assert overview.status == 0
    for command in ("solve", "check", "legal", "hint", "show", "new", "lay", "undo", "review"):
        assert re.search(rf"^  {command} ", overview.out, re.MULTILINE)
        done = tobago(command, "--help")
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith(f"Usage: tobago {command} ")
        assert "--json" in done.out


LOADED = {
    (): ("--help", "solve --help", "puzzle --help", "--version"),
    ("toolkit.games.tobago", "msgspec", "tomllib"): (
        *("solve FILE --json", "check FILE brown next to lake --json", "legal FILE --json"),
        *("hint FILE --json", "why FILE brown A22 --json", "review FILE --json"),
    ),
    ("toolkit.core.game",): ("show FILE --json",),  # it draws the positions of all games
    ("rich",): ("solve FILE", "check FILE brown next to lake", "legal FILE", "hint FILE", "show FILE"),
    ("tomlkit",): ("new FILE --force", "lay FILE brown next to lake", "undo FILE"),
    ("puzzles",): ("puzzle hint PUZZLES --id 1 --rung 1", "puzzle solve PUZZLES --id 1"),
}
"""Packages with the commands that are the first to load them, one after another in one process."""

HEAVY = {package for packages in LOADED for package in packages} | {
    *("networkx", "numpy", "numba", "constraint", "icepool", "joblib", "distributed", "matplotlib"),
    *("importlib.metadata", "toolkit.core.game", "toolkit.hexmap.drawing", "puzzles.kinds.lie"),
    "solvers.tobago.reference",
}

PUZZLES = Path(__file__).parents[2] / "examples" / "five-lost-landmarks.jsonl"


def test_commands_load_only_what_they_need(
    game: Path, run_python: Callable[..., subprocess.CompletedProcess[bytes]]
) -> None:
    files = {"FILE": str(game), "PUZZLES": str(PUZZLES)}
    groups = [
        [[files.get(word, word) for word in line.split()] for line in lines] for lines in LOADED.values()
    ]
    code = f"""
import sys
from workbench.cli.main import run
for group in {groups!r}:
    for arguments in group:
        assert run(arguments) == 0, arguments
    print("LOADED", *sorted({HEAVY!r} & set(sys.modules)))
"""
    done = run_python(code)
    found = [set(line.split()[1:]) for line in done.stdout.decode().splitlines() if line.startswith("LOADED")]
    assert (done.returncode, found) == (0, list(accumulate(map(set, LOADED), set.union)))


def test_schema_is_the_file_that_ships(tobago: Tobago) -> None:
    shipped = files("toolkit.games.tobago").joinpath("data/position.schema.json").read_text(encoding="utf-8")
    assert json.loads(tobago("schema").out) == json.loads(shipped)


# ---------------------------------------------------------------- in processes of their own


def test_a_process_of_its_own_speaks_json_utf_8_and_completes(game: Path) -> None:
    text = EXAMPLE.replace("[landmarks]", "# Käse \u06cc\n[landmarks]").encode()
    done = in_a_process("lay", "-", "brown", "next to statue", input=text, env={"PYTHONIOENCODING": "cp1252"})
    assert done.returncode == 0
    assert "# Käse \u06cc" in done.stdout.decode("utf-8")
    ascii_only = in_a_process("show", str(game), env={"PYTHONIOENCODING": "ascii"})
    assert (ascii_only.returncode, ascii_only.stderr, ascii_only.stdout.isascii()) == (0, b"", True)
    variables = {
        "_TOBAGO_COMPLETE": "bash_complete",
        "COMP_WORDS": "tobago check x.toml b",
        "COMP_CWORD": "3",
    }
    assert "brown" in in_a_process(env=variables).stdout.decode()


def test_colours_only_on_a_terminal_that_wants_them(game: Path) -> None:
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "100"}
    coloured, silent, piped = (
        in_a_process("legal", str(game), env=more).stdout
        for more in (terminal | {"NO_COLOR": ""}, terminal | {"NO_COLOR": "1"}, {"FORCE_COLOR": ""})
    )
    colour = re.compile(rb"\x1b\[(?:\d+;)*3\d(?:;\d+)*m")
    assert colour.search(coloured)
    assert not colour.search(silent)
    assert b"\x1b" not in piped


def test_broken_full_and_closed_streams_are_no_traceback(game: Path) -> None:
    for arguments, status in ((["solve"], 0), (["check", "--json"], 1)):
        command, *flags = arguments
        reader, writer = os.pipe()
        os.close(reader)
        asked = ["brown", "in largest lake"] if command == "check" else []
        done = in_a_process(command, str(game), *asked, *flags, stdout=writer)
        os.close(writer)
        assert (done.returncode, done.stderr) == (status, b"")
    with Path("/dev/full").open("wb") as full:
        done = in_a_process("solve", str(game), stdout=full)
    assert (done.returncode, done.stderr) == (2, b"tobago: no space left on device\n")
    done = in_a_process("solve", "-", preexec_fn=lambda: os.close(0))
    assert (done.returncode, done.stderr) == (2, b"tobago: <stdin>: standard input is closed\n")
    done = in_a_process("open", str(game), preexec_fn=lambda: os.close(0))
    assert (done.returncode, done.stderr) == (2, b"tobago: standard input is closed: no line will come\n")
    done = in_a_process("solve", str(game), "--json", preexec_fn=lambda: os.close(2), stderr=None)
    assert (done.returncode, len(done.stdout) > 1000) == (0, True)


def test_what_cannot_be_printed_is_said_in_one_sentence(game: Path) -> None:
    closed = b"tobago: standard output is closed: nothing can be printed\n"
    for asked in (["solve", str(game)], ["show", str(game), "--svg", "-"], ["--help"]):
        done = in_a_process(*asked, preexec_fn=lambda: os.close(1), stdout=None)
        assert (done.returncode, done.stderr) == (2, closed)
    done = in_a_process("solve", str(game), "--json", preexec_fn=lambda: os.close(1), stdout=None)
    assert json.loads(done.stderr)["error"] == "standard output is closed: nothing can be printed"
    new = game.with_name("new.toml")  # what prints nothing is done
    done = in_a_process("new", "--layout", "ABC+0", str(new), preexec_fn=lambda: os.close(1), stdout=None)
    assert (done.returncode, new.exists()) == (0, True)
    persian = ["puzzle", "hint", str(_PUZZLES), *_IN_PERSIAN]
    done = in_a_process(*persian, env={"PYTHONIOENCODING": "ascii"})
    told = rb"tobago: the encoding ascii cannot write '[^']*': set PYTHONIOENCODING=utf-8\n"
    assert (done.returncode, done.stdout, bool(re.fullmatch(told, done.stderr))) == (2, b"", True)
    half = in_a_process("play", "wazabi", "--notation", "--players", "random,random", "--seed", "\udce9")
    assert (half.returncode, half.stderr) == (2, b"tobago: '\\udce9' is half a letter, no text\n")


def test_what_cannot_be_read_is_said_in_one_sentence(game: Path) -> None:
    done = in_a_process(
        "open", str(game), input="show\nname \u06cc\n".encode(), env={"PYTHONIOENCODING": "ascii"}
    )
    told = b"tobago: the encoding ascii cannot read the byte 0xdb: say in PYTHONIOENCODING what it is\n"
    assert (done.returncode, done.stderr.endswith(told), b"Traceback" in done.stderr) == (2, True, False)


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="a device that is always full is there on Linux alone"
)
def test_a_table_whose_address_nobody_gets_is_closed(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        for out, why in (
            (full, "no space left on device"),
            (None, "standard output is closed: nothing can be"),
        ):
            closed = {} if out else {"preexec_fn": lambda: os.close(1)}
            table = str(tmp_path / "a.table")
            done = in_a_process(
                "table", table, "--game", "wazabi", "--seats", "me,greedy", stdout=out, **closed
            )
            assert done.returncode == 2
            assert done.stderr.decode().splitlines()[-1].startswith(f"tobago: {why}"), done.stderr
            assert b"Traceback" not in done.stderr
            assert [one.name for one in tmp_path.iterdir()] == ["a.table"]


_PUZZLES = Path(__file__).parents[2] / "examples" / "one-of-each-kind.jsonl"
_IN_PERSIAN = ("--id", "1", "--rung", "3", "--lang", "fa")


def test_file_names_that_are_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.toml"
    Path(os.fsdecode(path)).write_text(EXAMPLE)
    good = in_a_process("solve", os.fsdecode(path), "--json")
    assert (good.returncode, json.loads(good.stdout)["format"]) == (0, "tobago-solution/1")
    Path(os.fsdecode(path)).write_text("x")
    bad = in_a_process("solve", os.fsdecode(path))
    assert bad.returncode == 2
    assert b"Traceback" not in bad.stderr
    assert b"no valid TOML" in bad.stderr
