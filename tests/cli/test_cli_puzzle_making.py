"""The commands ``tobago puzzle`` new and verify: the same seed, the same puzzles; proofs that hold."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cli_helpers import process

from puzzles import generate
from puzzles.format.files import read_puzzles
from puzzles.puzzle import Puzzle
from toolkit.hexmap import format_drawing, random_island

if TYPE_CHECKING:
    from cli_helpers import Tobago


NEW = ("puzzle", "new", "--kind", "pinpoint", "--treasures", "1", "--jobs", "1")


def wrote(err: str) -> str:
    """What is said on standard error, without how long the puzzles take, which must be said."""
    told, taken = re.subn(r", about [1-9]\d* min to solve$", "", err, count=1, flags=re.MULTILINE)
    assert taken == 1
    return told


@pytest.fixture
def two(tobago: Tobago, tmp_path: Path) -> Path:
    """Return a file of two puzzles that were just made."""
    made = tobago(*NEW, "--level", "easy", "--count", "2", "--seed", "7", "--out", "two.jsonl")
    assert (made.status, made.out, wrote(made.err)) == (0, "", "wrote two.jsonl: 2 new puzzles\n")
    return tmp_path / "two.jsonl"


def test_the_same_seed_gives_the_same_puzzles(tobago: Tobago, two: Path) -> None:
    order = (*NEW, "--level", "1", "--seed", "7")
    made = tobago(*order, "--count", "1", "--out", "again.jsonl", "--json")
    numbers = {"made": 1, "puzzles": 1, "missing": []}
    assert made.json == {"format": "tobago-puzzle-new/1", "file": "again.jsonl", **numbers}
    assert two.read_text().startswith(Path("again.jsonl").read_text())
    taken = tobago(*order, "--count", "2", "--out", "again.jsonl")
    assert taken.status == 2
    assert "--resume" in taken.err
    resumed = tobago(*order, "--count", "2", "--out", "again.jsonl", "--resume")
    assert (resumed.status, wrote(resumed.err)) == (0, "wrote again.jsonl: 1 new puzzle\n")
    assert Path("again.jsonl").read_text() == two.read_text()
    assert tobago(*NEW, "--seed", "x", "--out", "other.jsonl").status == 0
    assert Path("other.jsonl").read_text() not in two.read_text()


def test_new_on_other_islands(tobago: Tobago) -> None:
    Path("island.txt").write_text(format_drawing(random_island(3, 90)))
    for island, hexes in (("ACB+1", 104), ("random", 120), ("island.txt", 90)):
        more = ("--hexes", "120") if island == "random" else ()
        made = tobago(*NEW, "--island", island, *more, "--out", f"{hexes}.jsonl")
        assert (made.status, wrote(made.err)) == (0, f"wrote {hexes}.jsonl: 1 new puzzle\n")
        (puzzle,) = read_puzzles(f"{hexes}.jsonl")
        assert len(puzzle.position.setting.island) == hexes
        assert puzzle.certificate is not None
        assert puzzle.certificate.seed.endswith("/number=0")
        assert ("/hexes=120/" in puzzle.certificate.seed) == (island == "random")


def test_levels_and_landmarks_by_name(tobago: Tobago, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def note(request: generate.Request, *_: object, **__: object) -> generate.Made:
        seen.append(request)
        return generate.Made(0, ())

    monkeypatch.setattr(generate, "generate", note)
    order = ("puzzle", "new", "--kind", "lost-landmarks", "--out", "x", "--level", "Hard", "--seed", "a/b")
    assert tobago(*order, "--unknown", "palms,HUT").status == 0
    assert (seen[0].level, seen[0].unknown, seen[0].seed) == (4, ("hut", "palm"), "a/b")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_and_on(tobago: Tobago, tmp_path: Path) -> None:
    order = [*NEW, "--seed", "7"]
    code = process(*order, "--count", "5000", "--out", "made.jsonl")
    made = tmp_path / "made.jsonl"
    with subprocess.Popen(**code, cwd=tmp_path, stderr=subprocess.PIPE) as run:
        while run.poll() is None and not (made.exists() and made.stat().st_size):
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert b"the same command with --resume goes on" in err
    assert b"Traceback" not in err
    assert made.read_bytes().endswith(b"}\n")
    count = len(read_puzzles(made)) + 2
    resumed = tobago(*order, "--count", str(count), "--out", "made.jsonl", "--resume")
    assert (resumed.status, wrote(resumed.err)) == (0, "wrote made.jsonl: 2 new puzzles\n")
    assert tobago(*order, "--count", str(count), "--out", "whole.jsonl").status == 0
    assert made.read_bytes() == Path("whole.jsonl").read_bytes()


def test_puzzles_that_were_not_found_are_named(tobago: Tobago, monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Puzzle] = generate.make_puzzle

    def make(request: generate.Request, number: int) -> Puzzle:
        if number == 1:
            raise generate.NothingFound(request)
        return real(request, number)

    monkeypatch.setattr(generate, "make_puzzle", make)
    order = (*NEW, "--count", "3", "--seed", "7", "--out", "made.jsonl")
    problem = "puzzle 2: no pinpoint puzzle of level 1 was found on this island in 300 attempts"
    made = tobago(*order)
    assert (made.status, made.out) == (1, "")
    assert wrote(made.err).startswith(f"wrote made.jsonl: 2 new puzzles\n{problem}")
    again = tobago(*order, "--resume", "--json")
    assert (again.status, again.json["made"], again.json["missing"]) == (1, 0, [2])
    assert problem in again.err
    assert len(read_puzzles("made.jsonl")) == 2


def test_verify_needs_python_sat(tobago: Tobago, two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    done = tobago("puzzle", "verify", str(two))
    assert (done.status, done.out) == (2, "")
    assert 'pip install "tobago-toolkit[proof]"' in done.err


def test_verify_where_a_prover_gives_up(tobago: Tobago, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.tobago.proofs.csp.LARGEST_SEARCH", 3)
    example = Path(__file__).parents[2] / "examples" / "five-lost-landmarks.jsonl"
    done = tobago("puzzle", "verify", str(example), "--id", "1")
    assert done.status == 1
    assert "\n  not proven: python-constraint2 tried 3 values" in done.out
    assert "coming to an end; rules and python-sat agree on one answer\n" in done.out
    certified = tobago("puzzle", "certify", str(example))
    assert (certified.status, certified.out) == (1, "")
    assert certified.err.count("not proven: python-constraint2 tried 3 values") == 5


def test_verify_gives_each_puzzle_so_many_seconds(tobago: Tobago, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(step=20)  # seconds from one value of a search to the next
    monkeypatch.setattr("solvers.tobago.proofs.csp.monotonic", lambda: next(clock))
    example = str(Path(__file__).parents[2] / "examples" / "five-lost-landmarks.jsonl")
    done = tobago("puzzle", "verify", example, "--id", "1", "--json")
    fault = "not proven: python-constraint2 did not come to an end within 30 seconds; "
    assert done.json["puzzles"][0]["faults"] == [f"{fault}rules and python-sat agree on one answer"]
    assert done.status == 1
    assert tobago("puzzle", "verify", example, "--id", "1", "--seconds", "1000000").status == 0


def test_verify(tobago: Tobago, two: Path) -> None:
    proven = tobago("puzzle", "verify", str(two))
    assert (proven.status, proven.err, proven.out.count(": ok")) == (0, "2 puzzles: all proven\n", 2)
    first, second = two.read_text().splitlines()
    document = json.loads(second)
    del document["certificate"]
    two.write_text(f"{first}\n{json.dumps(document)}\n")
    wrong = tobago("puzzle", "verify", str(two))
    assert wrong.status == 1
    assert wrong.out.count(": ok") == 1
    assert wrong.out.endswith("...: 1 fault\n  it has no certificate\n")
    assert wrong.err == "1 of 2 puzzles has faults\n"
    rows = tobago("puzzle", "verify", str(two), "--json")
    assert rows.status == 1
    assert rows.json["format"] == "tobago-puzzle-verify/1"
    assert [row["ok"] for row in rows.json["puzzles"]] == [True, False]
    assert [len(row["faults"]) for row in rows.json["puzzles"]] == [0, 1]
    alone = tobago("puzzle", "verify", str(two), "--id", "1")
    assert (alone.status, alone.err) == (0, "")
