"""Standard input and output, statuses, help and bad input, as the public formats promise them."""

from __future__ import annotations

import json
import os
import re
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cli_helpers import CONTRADICTION, EXAMPLE, in_a_process

from toolkit.games.tobago import Position

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

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
    refused = tobago("lay", "-", "brown", "in largest lake", stdin=EXAMPLE.encode())
    assert (refused.status, refused.out) == (1, "")


def test_one_standard_output_is_not_used_twice(tobago: Tobago, game: Path) -> None:
    calls = (
        ("lay", "-", "brown", "next to statue"),
        ("undo", "-"),
        ("new", "-"),
        ("show", str(game), "--svg", "-"),
    )
    for call in calls:
        assert tobago(*call, "--json", stdin=EXAMPLE.encode()).status == 2


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


def test_help_loads_nothing_heavy(run_python: Callable[..., subprocess.CompletedProcess[bytes]]) -> None:
    code = """
import sys
from workbench.cli.main import run
for arguments in (["--help"], ["solve", "--help"], ["--version"]):
    assert run(arguments) == 0
heavy = {"networkx", "numpy", "rich", "msgspec", "tomlkit", "numba", "constraint"}
print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""
    done = run_python(code)
    assert (done.returncode, done.stderr) == (0, b"[]\n")


def test_schema_is_the_file_that_ships(tobago: Tobago) -> None:
    shipped = files("toolkit.games.tobago").joinpath("data/position.schema.json").read_text(encoding="utf-8")
    assert json.loads(tobago("schema").out) == json.loads(shipped)


# ---------------------------------------------------------------- in processes of their own


def test_the_installed_command_works(game: Path) -> None:
    done = in_a_process("check", str(game), "brown", "in largest lake", "--json")
    assert (done.returncode, done.stderr, json.loads(done.stdout)) == (1, b"", CONTRADICTION)
    piped = in_a_process("solve", "-", "--json", input=EXAMPLE.encode())
    assert json.loads(piped.stdout)["maps"]["brown"]["count"] == 14
    bad = in_a_process("solve", "none.toml")
    assert (bad.returncode, bad.stdout) == (2, b"")


def test_no_color_is_honoured(game: Path) -> None:
    #  the table of legal clues is coloured on a terminal
    plain = {"NO_COLOR": "", "FORCE_COLOR": "", "COLUMNS": "100"}
    coloured = in_a_process("legal", str(game), env=plain | {"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    silent = in_a_process(
        "legal", str(game), env=plain | {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": "1"}
    )
    piped = in_a_process("legal", str(game), env=plain)
    colour = re.compile(rb"\x1b\[(?:\d+;)*3\d(?:;\d+)*m")
    assert colour.search(coloured.stdout)
    assert not colour.search(silent.stdout)
    assert b"\x1b" not in piped.stdout


@pytest.mark.parametrize("arguments", [["legal", "--json"], ["solve"], ["show"]])
def test_a_broken_pipe_is_no_fault(game: Path, arguments: list[str]) -> None:
    command, *flags = arguments
    reader, writer = os.pipe()
    os.close(reader)
    done = in_a_process(command, str(game), *flags, stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_is_one_message(game: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = in_a_process("solve", str(game), "--json", stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"tobago: no space left on device\n"


def test_closed_standard_streams_are_no_traceback(game: Path) -> None:
    done = in_a_process("solve", "-", preexec_fn=lambda: os.close(0))
    assert (done.returncode, done.stderr) == (2, b"tobago: <stdin>: standard input is closed\n")
    for number, stream in ((1, "stdout"), (2, "stderr")):
        done = in_a_process(
            "solve", str(game), "--json", preexec_fn=lambda number=number: os.close(number), **{stream: None}
        )
        assert (done.returncode, done.stderr or b"") == (0, b"")


def test_an_ascii_terminal_gets_ascii(game: Path) -> None:
    for command in ("show", "solve", "hint"):
        done = in_a_process(command, str(game), env={"PYTHONIOENCODING": "ascii"})
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()


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


def test_files_go_out_as_utf_8_whatever_the_terminal_speaks(game: Path) -> None:
    text = EXAMPLE.replace("[landmarks]", "# Käse \u06cc\n[landmarks]")
    for encoding in ("cp1252", "ascii"):
        done = in_a_process(
            "lay",
            "-",
            "brown",
            "next to statue",
            input=text.encode(),
            env={**os.environ, "PYTHONIOENCODING": encoding},
        )
        assert done.returncode == 0
        assert "# Käse \u06cc" in done.stdout.decode("utf-8")


def test_an_illegal_clue_is_a_no_through_a_broken_pipe(game: Path) -> None:
    for flags in ([], ["--json"]):
        reader, writer = os.pipe()
        os.close(reader)
        done = in_a_process("check", str(game), "brown", "in largest lake", *flags, stdout=writer)
        os.close(writer)
        assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("words", "number", "item"),
    [
        ("tobago check ", 2, "file"),
        ("tobago check x.toml b", 3, "brown"),
        ("tobago lay x --owner ", 4, "yellow"),
    ],
)
def test_the_shell_completes_files_maps_and_players(words: str, number: int, item: str) -> None:
    variables = {"_TOBAGO_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(number)}
    done = in_a_process(env={**os.environ, **variables})
    assert item in done.stdout.decode()
