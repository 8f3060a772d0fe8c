"""What the fuzz tests share: small position files, and commands that are watched while they run."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

import tomlkit
from hypothesis import HealthCheck, settings

from workbench.cli.main import run

SMALL = """\
format = "tobago-position/1"

[island]
drawing = \"\"\"
J J S . .
 J L L B .
M M L B .
\"\"\"

[landmarks]
huts = ["a1"]
statues = ["b2>NE"]                    # facing is optional

[rules]
own_hex = "excluded"
distance = "lattice"
landmark_gap = 2
must_reduce = "always"

[maps.brown]
clues = ["in jungle", "not next to lake"]
removed = ["a3"]
owners = ["red", "blue"]

[maps.white]
clues = ["in lake"]

[hand]
clues = ["in largest lake", "next to statue"]

[table]
me = "red"
atvs = { red = "a2", blue = "c1" }
amulets = ["d3"]

[play]
order = ["brown", "white"]
"""
BOXED = (Path(__file__).parents[2] / "examples" / "first-position.toml").read_text(encoding="utf-8")
DOCUMENT: dict[str, Any] = tomlkit.parse(SMALL).unwrap()
COMMANDS = (
    ["solve"],
    ["solve", "--json"],
    ["check", "brown", "in beach"],
    ["legal", "--json"],
    ["hint", "--json"],
    ["review", "--json"],
    ["show", "--json"],
    ["lay", "white", "next to jungle"],
    ["undo"],
)
FUZZ = settings(
    deadline=None,
    max_examples=settings().max_examples,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Go through the paths of all keys and items of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


def with_value(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return the document with another value at a path."""
    if not path:
        return value
    copy = document.copy()
    copy[path[0]] = with_value(copy[path[0]], path[1:], value)
    return copy


def outcome(*arguments: str) -> int:
    """Run a command and return its status, after a look at what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run(list(arguments))
    message = err.getvalue()
    assert status in (0, 1, 2)
    assert "Traceback" not in message + out.getvalue()
    assert message.replace("\n", "").isprintable()
    errors = [
        line for line in message.splitlines() if line.startswith(("tobago: ", '{"format": "tobago-error/1"'))
    ]
    assert len(errors) == (1 if status == 2 else 0)
    if status == 2:
        assert out.getvalue() == ""
        assert len(errors[0]) < 600
    return status


def ask(file: str, number: int = 0) -> int:
    """Ask about a position file, each time in another way."""
    command, *rest = COMMANDS[number % len(COMMANDS)]
    return outcome(command, file, *rest)


def outcome_of(data: bytes | str, number: int = 0, name: str = "game.toml") -> int:
    """Ask about a position file with this content."""
    Path(name).write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    return ask(name, number)


def mutated(data: bytes, random: Random) -> bytes:
    """Return the bytes with one to three random faults."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        at, to = sorted(random.choices(range(len(data) + 1), k=2))
        part = data[at : min(to, at + 20)]
        odd = random.choice(
            (b"\0", b"\xff", b"\xc3", b"\r", b"[", b"{", b'"', b"'''", b"=", b"#", b"\\", b"\n", b".")
        )
        data = random.choice(
            (
                data[:at] + data[at + 1 :],  # a byte less
                data[:at] + data[to:],  # a piece less
                data[:at],  # cut off
                data[:at] + odd + data[at:],  # something odd more
                data[:at] + bytes([random.randrange(256)]) + data[at + 1 :],  # another byte
                data[:at] + part + part + data[at + len(part) :],  # a piece twice
                data[:at] + data[at : at + 2][::-1] + data[at + 2 :],  # two bytes swapped
            )
        )
    return data
