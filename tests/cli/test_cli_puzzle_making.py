"""The commands ``tobago puzzle`` new and verify: the same seed, the same puzzles; proofs that hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from puzzles import certify, generate
from puzzles.files import read_puzzles
from puzzles.seeds import SeedId
from toolkit.hexmap import format_drawing, random_island

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli_helpers import Tobago

    from puzzles.puzzle import Puzzle

NEW = ("puzzle", "new", "--kind", "pinpoint", "--treasures", "1", "--jobs", "1")


@pytest.fixture
def two(tobago: Tobago, tmp_path: Path) -> Path:
    """Return a file of two puzzles that were just made."""
    made = tobago(*NEW, "--level", "easy", "--count", "2", "--seed", "7", "--out", "two.jsonl")
    assert (made.status, made.out, made.err) == (0, "", "wrote two.jsonl: 2 new puzzles\n")
    return tmp_path / "two.jsonl"


def test_new_makes_what_was_ordered(two: Path) -> None:
    puzzles = read_puzzles(two)
    assert [puzzle.kind_name for puzzle in puzzles] == ["pinpoint", "pinpoint"]
    assert [puzzle.grade and puzzle.grade.level for puzzle in puzzles] == [1, 1]
    seeds = [SeedId.parse(puzzle.certificate.seed) for puzzle in puzzles if puzzle.certificate]
    assert [(seed.seed, seed.number, seed.island) for seed in seeds] == [(7, 0, "ABC+0"), (7, 1, "ABC+0")]


def test_the_same_seed_gives_the_same_puzzles(tobago: Tobago, two: Path) -> None:
    order = (*NEW, "--level", "1", "--seed", "7")
    made = tobago(*order, "--count", "1", "--out", "again.jsonl", "--json")
    assert made.json == {"format": "tobago-puzzle-new/1", "file": "again.jsonl", "made": 1, "puzzles": 1}
    assert two.read_text().startswith(Path("again.jsonl").read_text())
    taken = tobago(*order, "--count", "2", "--out", "again.jsonl")
    assert taken.status == 2
    assert "--resume" in taken.err
    resumed = tobago(*order, "--count", "2", "--out", "again.jsonl", "--resume")
    assert (resumed.status, resumed.err) == (0, "wrote again.jsonl: 1 new puzzle\n")
    assert Path("again.jsonl").read_text() == two.read_text()
    assert tobago(*NEW, "--seed", "x", "--out", "other.jsonl").status == 0
    assert Path("other.jsonl").read_text() not in two.read_text()


@pytest.mark.parametrize("island", ["ACB+1", "random", "island.txt"])
def test_new_on_other_islands(tobago: Tobago, island: str) -> None:
    Path("island.txt").write_text(format_drawing(random_island(3, 90)))
    more = ("--hexes", "120") if island == "random" else ()
    made = tobago(*NEW, "--island", island, *more, "--out", "made.jsonl")
    assert (made.status, made.err) == (0, "wrote made.jsonl: 1 new puzzle\n")
    (puzzle,) = read_puzzles("made.jsonl")
    assert len(puzzle.position.setting.island) == {"ACB+1": 104, "random": 120, "island.txt": 90}[island]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--level", "6"], "--level: no level '6'; it is 1 to 5 or one of easy"),
        (["--level", "hrad"], "did you mean 'hard'?"),
        (["--kind", "pinpiont"], "did you mean 'pinpoint'?"),
        (["--unknown", "hats"], "--unknown: no landmarks 'hats'; did you mean 'huts'?"),
        (["--hexes", "40"], "--hexes goes with --island random"),
        (["--island", "ABD+0"], "did you mean 'ABC+0'?"),
        (["--island", "none.txt"], "cannot read 'none.txt'"),
        (["--count", "0"], "0 is not in the range"),
        (["--out", "-"], "give --out a name"),
    ],
)
def test_new_refuses(tobago: Tobago, arguments: list[str], words: str) -> None:
    made = tobago(*NEW, "--out", "made.jsonl", *arguments)
    assert (made.status, made.out) == (2, "")
    assert words in made.err
    assert not Path("made.jsonl").exists()


def test_levels_and_landmarks_by_name(tobago: Tobago, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def note(request: generate.Request, *_: object, **__: object) -> int:
        seen.append(request)
        return 0

    monkeypatch.setattr(generate, "generate", note)
    order = ("puzzle", "new", "--kind", "lost-landmarks", "--out", "x", "--level", "Hard", "--seed", "a/b")
    assert tobago(*order, "--unknown", "palms,HUT").status == 0
    assert (seen[0].level, seen[0].unknown, seen[0].seed) == (4, ("hut", "palm"), "a/b")


def test_a_stopped_run_says_how_to_go_on(tobago: Tobago, monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., str] = generate._line

    def stop(request: generate.Request, number: int) -> str:
        if number == 1:
            raise KeyboardInterrupt
        return real(request, number)

    order = (*NEW, "--count", "2", "--seed", "7", "--out", "made.jsonl")
    monkeypatch.setattr(generate, "_line", stop)
    stopped = tobago(*order)
    assert stopped.status == 130
    assert "stopped: what is finished is in made.jsonl; the same command with --resume goes on" in stopped.err
    assert len(read_puzzles("made.jsonl")) == 1
    monkeypatch.undo()


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


def test_verify_prints_as_it_goes(tobago: Tobago, two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proven: list[str] = []

    def stop(puzzle: Puzzle) -> list[str]:
        if proven:
            raise KeyboardInterrupt
        proven.append(puzzle.id)
        return []

    monkeypatch.setattr(certify, "verify", stop)
    stopped = tobago("puzzle", "verify", str(two))
    assert (stopped.status, stopped.out.count("\n")) == (130, 1)
    assert stopped.out.startswith(f"1 {proven[0][:20]}")


def test_verify_believes_no_wrong_solution(tobago: Tobago, two: Path) -> None:
    document = json.loads(two.read_text().splitlines()[0])
    (colour,) = document["solution"]["treasures"]
    place = document["solution"]["treasures"][colour]
    document["solution"]["treasures"][colour] = "B00" if place != "B00" else "B10"
    Path("wrong.json").write_text(json.dumps(document))
    assert tobago("puzzle", "verify", "wrong.json").status == 1
