"""The commands, as the public formats promise them."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from fractions import Fraction
from importlib.metadata import version
from importlib.resources import files
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

import oracles
import pytest

from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Clue,
    Position,
    boxed_island,
    placement_faults,
    random_setting,
    reconstructed_deck,
)
from toolkit.hexmap import parse_drawing, random_island
from workbench.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Tobago = Callable[..., "Outcome"]

EXAMPLE = (Path(__file__).parents[1] / "data" / "format-example.toml").read_text(encoding="utf-8")
"""The position file of the public formats."""

FOURTEEN = ["A32", "A34", "A42", "A43", "B44", "B54", "B55", "B65", "C10", "C31", "C42", "C53", "C64", "C75"]
NEXT_TO_STATUE = ["A34", "C10", "C31"]
CONTRADICTION = {
    "format": "tobago-verdict/1",
    "map": "brown",
    "clue": "in largest lake",
    "legal": False,
    "reason": "contradicts",
    "before": 14,
    "after": 0,
    "removed": FOURTEEN,
    "conflicts": ["in jungle"],
}
LEGAL = {
    "format": "tobago-verdict/1",
    "map": "brown",
    "clue": "next to statue",
    "legal": True,
    "reason": "legal",
    "before": 14,
    "after": 3,
    "removed": [name for name in FOURTEEN if name not in NEXT_TO_STATUE],
    "conflicts": [],
}


class Outcome(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        found: dict[str, Any] = json.loads(self.out)
        return found


@pytest.fixture
def tobago(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tobago:
    """Run a command in this process, in an empty folder of its own, with standard input from bytes."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status = run(list(arguments))
        return Outcome(status, *capsys.readouterr())

    return call


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the position file of the formats."""
    path = tmp_path / "game.toml"
    path.write_text(EXAMPLE)
    return path


def in_a_process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command as people do."""
    environment = (
        os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | options.pop("env", {})
    )
    code = "from workbench.cli.main import main; main()"
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    command = [sys.executable, "-P", "-c", code, *arguments]
    return subprocess.run(command, env=environment, timeout=60, check=False, **options)


def clue_table() -> dict[str, frozenset[str]]:
    """Return the hexes of every clue in the example, by plain shortest paths."""
    placed = {
        "hut": ["B23", "A34", "C10", "C55"],
        "palm": ["B45", "A00", "C43"],
        "statue": ["A23", "B22", "C21"],
    }
    return oracles.clue_table(boxed_island(), placed, "excluded", "lattice")


# ---------------------------------------------------------------- solve


def test_solve_as_promised(tobago: Tobago, game: Path) -> None:
    done = tobago("solve", str(game), "--json")
    assert (done.status, done.err) == (0, "")
    empty = {"candidates": sorted(boxed_island().names), "count": 104, "located": None, "steps": []}
    assert done.json == {
        "format": "tobago-solution/1",
        "maps": {
            "brown": {
                "candidates": FOURTEEN,
                "count": 14,
                "located": None,
                "steps": [{"clue": "in jungle", "count": 23}, {"clue": "not next to hut", "count": 14}],
            },
            "white": empty,
            "grey": empty,
            "black": empty,
        },
    }
    assert list(done.json["maps"]) == ["brown", "white", "grey", "black"]
    table = clue_table()
    assert set(FOURTEEN) == (table["in jungle"] & table["not next to hut"]) - {"A13"}


def test_solve_names_a_located_treasure(tobago: Tobago, game: Path) -> None:
    game.write_text(EXAMPLE + '[maps.grey]\nclues = ["in lake", "next to hut", "next to statue"]\n')
    grey = tobago("solve", str(game), "--json").json["maps"]["grey"]
    assert (grey["located"], grey["candidates"], grey["count"]) == ("A33", ["A33"], 1)
    assert [step["count"] for step in grey["steps"]] == [14, 3, 1]
    assert "located on A33" in tobago("solve", str(game)).out


def test_solve_for_people(tobago: Tobago, game: Path) -> None:
    done = tobago("solve", str(game))
    assert (done.status, done.err) == (0, "")
    for word in ("brown", "in jungle (23)", "not next to hut (14)", "C75", "white", "the whole island"):
        assert word in done.out


def test_names_are_sorted_as_plain_strings(tobago: Tobago, tmp_path: Path) -> None:
    drawing = "\n".join(["J " * 28] * 11)
    (tmp_path / "wide.toml").write_text(
        f'format = "tobago-position/1"\n[island]\ndrawing = """\n{drawing}\n"""\n'
    )
    candidates = tobago("solve", "wide.toml", "--json").json["maps"]["brown"]["candidates"]
    assert candidates == sorted(candidates)
    assert candidates[:4] == ["a1", "a10", "a11", "a2"]
    assert "ab11" in candidates


def test_json_files_give_the_same_answer(tobago: Tobago, game: Path, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(Position.load(game).to_json())
    assert tobago("solve", "game.json", "--json") == tobago("solve", "game.toml", "--json")


# ---------------------------------------------------------------- check


def test_check_of_an_illegal_clue_as_promised(tobago: Tobago, game: Path) -> None:
    done = tobago("check", str(game), "brown", "in largest lake", "--json")
    assert (done.status, done.err, done.json) == (1, "", CONTRADICTION)


def test_check_of_a_legal_clue(tobago: Tobago, game: Path) -> None:
    done = tobago("check", str(game), "brown", "next to statue", "--json")
    assert (done.status, done.err, done.json) == (0, "", LEGAL)


def test_check_reads_map_and_clue_with_free_case_and_spaces(tobago: Tobago, game: Path) -> None:
    for words in (["brown", "  NEXT   to Statue"], ["Brown", "next", "to", "statue"]):
        assert tobago("check", str(game), *words, "--json").json == LEGAL


@pytest.mark.parametrize(
    ("clue", "reason", "conflicts"),
    [
        ("in jungle", "removes_nothing", []),
        ("not in river", "removes_nothing", []),
        ("next to hut", "contradicts", ["not next to hut"]),
        ("in beach", "contradicts", ["in jungle"]),
    ],
)
def test_check_names_the_reason(
    tobago: Tobago, game: Path, clue: str, reason: str, conflicts: list[str]
) -> None:
    done = tobago("check", str(game), "brown", clue, "--json")
    assert done.status == 1
    assert (done.json["reason"], done.json["conflicts"], done.json["legal"]) == (reason, conflicts, False)
    assert tobago("check", str(game), "brown", clue).status == 1


def test_check_names_every_conflict(tobago: Tobago, game: Path) -> None:
    game.write_text(EXAMPLE + '[maps.grey]\nclues = ["not in lake", "in jungle", "not next to hut"]\n')
    done = tobago("check", str(game), "grey", "in lake", "--json")
    assert done.json["conflicts"] == ["not in lake", "in jungle"]


def test_check_leaves_nothing(tobago: Tobago, tmp_path: Path) -> None:
    text = 'format = "tobago-position/1"\nisland.drawing = "J L M J S"\nlandmarks.palms = ["e1"]\n'
    (tmp_path / "line.toml").write_text(text + '[maps.black]\nclues = ["in jungle", "within 2 of palm"]\n')
    done = tobago("check", "line.toml", "black", "next to lake", "--json")
    assert (done.status, done.json["reason"], done.json["conflicts"]) == (1, "leaves_nothing", [])
    assert (done.json["before"], done.json["after"], done.json["removed"]) == (1, 0, ["d1"])


def test_check_for_people_says_why(tobago: Tobago, game: Path) -> None:
    no = tobago("check", str(game), "brown", "in largest lake")
    assert (no.status, no.err) == (1, "")
    assert no.out.startswith("illegal: 'in largest lake' on brown: ")
    assert "jungle" in no.out
    yes = tobago("check", str(game), "brown", "next to statue")
    assert yes.out.startswith("legal: 'next to statue' on brown: ")
    assert "leaves: A34 C10 C31" in yes.out


# ---------------------------------------------------------------- legal


def test_legal_of_the_hand(tobago: Tobago, game: Path) -> None:
    done = tobago("legal", str(game), "--json")
    assert (done.status, done.err) == (0, "")
    assert list(done.json) == ["format", "maps"]
    assert done.json["format"] == "tobago-legal/1"
    assert list(done.json["maps"]) == list(COLOURS)
    assert {tuple(clues) for clues in done.json["maps"].values()} == {("in largest lake", "next to statue")}
    assert done.json["maps"]["brown"] == {"in largest lake": CONTRADICTION, "next to statue": LEGAL}


def test_legal_of_the_deck_without_a_hand(tobago: Tobago, game: Path) -> None:
    game.write_text(re.sub(r"\[hand\].*?\n\n", "", EXAMPLE, flags=re.DOTALL))
    done = tobago("legal", str(game), "--json")
    table, brown = clue_table(), set(FOURTEEN)
    found = done.json["maps"]["brown"]
    assert sorted(found) == sorted(map(str, reconstructed_deck().kinds))
    for clue, verdict in found.items():
        after = brown & table[clue]
        assert verdict["legal"] == (0 < len(after) < 14)
        assert (verdict["map"], verdict["clue"]) == ("brown", clue)
        assert verdict["removed"] == sorted(brown - after)
    for clue, verdict in done.json["maps"]["white"].items():
        assert verdict["legal"] == (0 < len(table[clue]) < 104)


def test_legal_is_no_when_nothing_is_legal(tobago: Tobago, game: Path) -> None:
    for clues in ([], ["in hut", "in lake"]):
        text = EXAMPLE.replace('["in largest lake", "next to statue"]', json.dumps(clues))
        rest = "".join(f'[maps.{c}]\nclues = ["not in hut", "not in lake"]\n' for c in COLOURS[1:])
        game.write_text(text.replace('"not next to hut"', '"not in hut"') + rest)
        for flags in ([], ["--json"]):
            assert tobago("legal", str(game), *flags).status == 1
            assert tobago("hint", str(game), *flags).status == 1
    assert tobago("hint", str(game), "--json").json == {"format": "tobago-hint/1", "plays": []}
    assert "no clue is legal on any map" in tobago("hint", str(game)).out


def test_legal_for_people(tobago: Tobago, game: Path) -> None:
    done = tobago("legal", str(game))
    rows = {
        line.split("│")[1].strip(): line.split() for line in done.out.splitlines() if line.startswith("│")
    }
    assert [word for word in rows["in largest lake"] if word != "│"][-4:] == ["x", "6", "6", "6"]
    assert [word for word in rows["next to statue"] if word != "│"][-4:] == ["3", "18", "18", "18"]


# ---------------------------------------------------------------- hint


def test_hint_as_promised(tobago: Tobago, game: Path) -> None:
    done = tobago("hint", str(game), "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json["format"] == "tobago-hint/1"
    best = done.json["plays"][0]
    promised = {
        "map": "brown",
        "clue": "next to statue",
        "before": 14,
        "after": 3,
        "bits": 2.22,
        "locates": None,
        "share": "1/3",
    }
    assert {key: best[key] for key in promised} == promised
    assert best["steps"]["red"] == 2
    assert isinstance(best["why"], str)
    assert best["why"]


def test_hint_names_every_legal_play_best_first(tobago: Tobago, game: Path) -> None:
    game.write_text(re.sub(r"\[hand\].*?\n\n", "", EXAMPLE, flags=re.DOTALL))
    plays = tobago("hint", str(game), "--json").json["plays"]
    legal = tobago("legal", str(game), "--json").json["maps"]
    expected = {(c, clue) for c, found in legal.items() for clue, v in found.items() if v["legal"]}
    assert {(play["map"], play["clue"]) for play in plays} == expected
    assert len(plays) == len(expected)
    assert [play["after"] for play in plays] == sorted(play["after"] for play in plays)
    for play in plays:
        assert play["bits"] == round(log2(play["before"] / play["after"]), 2)
        assert play["share"] == ("1/3" if play["map"] == "brown" else str(Fraction(1)))
        assert (play["locates"] is None) == (play["after"] > 1)


def test_hint_puts_a_play_that_locates_a_treasure_first(tobago: Tobago, game: Path) -> None:
    game.write_text(EXAMPLE + '[maps.grey]\nclues = ["in lake", "next to hut"]\n')
    best = tobago("hint", str(game), "--json").json["plays"][0]
    assert (best["map"], best["clue"], best["locates"], best["after"]) == ("grey", "next to statue", "A33", 1)


def test_hint_for_people(tobago: Tobago, game: Path) -> None:
    done = tobago("hint", str(game))
    assert (done.status, done.err) == (0, "")
    assert done.out.index("brown: next to statue") < done.out.index("white: in largest lake")


# ---------------------------------------------------------------- show, review


def test_show_draws_every_hex(tobago: Tobago, game: Path) -> None:
    done = tobago("show", str(game))
    assert (done.status, done.err) == (0, "")
    assert [name for name in boxed_island().names if name not in done.out] == []


def test_show_writes_svg(tobago: Tobago, game: Path) -> None:
    done = tobago("show", str(game), "--svg", "map.svg")
    assert (done.status, done.out) == (0, "")
    svg = Path("map.svg").read_text()
    hexes = {element.get("data-hex") for element in ElementTree.fromstring(svg).iter()} - {None}
    assert hexes == set(boxed_island().names)
    assert tobago("show", str(game), "--svg", "-").out.strip() == svg.strip()


def test_show_as_json(tobago: Tobago, game: Path) -> None:
    found = tobago("show", str(game), "--json").json
    hexes = {cell["hex"]: cell for cell in found["hexes"]}
    assert len(hexes) == 104
    assert hexes["A34"] == {"hex": "A34", "terrain": "jungle", "landmark": "hut", "candidate_of": ["brown"]}
    assert hexes["B52"] == {"hex": "B52", "terrain": "beach", "landmark": None, "candidate_of": []}


def test_review_in_bits(tobago: Tobago, game: Path) -> None:
    done = tobago("review", str(game), "--json")
    assert (done.status, done.err) == (0, "")
    first, second = round(log2(103 / 23), 2), round(log2(23 / 14), 2)
    assert done.json["clues"] == [
        {"map": "brown", "clue": "in jungle", "owner": "red", "before": 103, "after": 23, "bits": first},
        {
            "map": "brown",
            "clue": "not next to hut",
            "owner": "blue",
            "before": 23,
            "after": 14,
            "bits": second,
        },
    ]
    assert done.json["players"] == {"red": first, "blue": second}
    people = tobago("review", str(game))
    assert people.status == 0
    assert f"{first:.2f}" in people.out


# ---------------------------------------------------------------- new


def test_new_is_the_island_of_the_box(tobago: Tobago) -> None:
    done = tobago("new", "start.toml")
    assert (done.status, done.out, done.err) == (0, "", "wrote start.toml\n")
    now = Position.load("start.toml")
    assert now.setting.island == boxed_island("ABC+0")
    assert not any(now.setting.landmarks.values())


def test_new_with_a_layout(tobago: Tobago) -> None:
    assert tobago("new", "--layout", "ACB+1", "start.toml").status == 0
    assert Position.load("start.toml").setting.island == boxed_island("ACB+1")


def test_new_with_a_drawing(tobago: Tobago) -> None:
    text = "\n . J S .\nL . . L\n J"
    Path("island.txt").write_text(text)
    assert tobago("new", "--drawing", "island.txt", "start.toml").status == 0
    assert Position.load("start.toml").setting.island == parse_drawing(text)


@pytest.mark.parametrize("seed", [0, 3, -5, 10**30])
def test_new_with_a_random_island(tobago: Tobago, seed: int) -> None:
    assert tobago("new", "--random", str(seed), "start.toml").status == 0
    now = Position.load("start.toml")
    assert now.setting == random_setting(random_island(seed), seed)
    assert placement_faults(now.setting) == []
    assert tobago("solve", "start.toml").err == ""
    first = Path("start.toml").read_bytes()
    assert tobago("new", "--random", str(seed), "--force", "start.toml").status == 0
    assert Path("start.toml").read_bytes() == first


def test_new_in_another_size_and_with_landmarks(tobago: Tobago) -> None:
    assert tobago("new", "--random", "3", "--hexes", "150", "start.toml").status == 0
    assert len(Position.load("start.toml").setting.island) == 150
    assert tobago("new", "--layout", "ABC+1", "--landmarks", "9", "boxed.toml").status == 0
    assert Position.load("boxed.toml").setting == random_setting(boxed_island("ABC+1"), 9)


def test_new_in_json_and_to_standard_output(tobago: Tobago) -> None:
    assert tobago("new", "start.json").status == 0
    assert json.loads(Path("start.json").read_text())["island"] == {"layout": "ABC+0"}
    done = tobago("new", "-")
    assert done.status == 0
    assert Position.parse(done.out).setting.island == boxed_island()
    told = tobago("new", "other.toml", "--json")
    assert told.json == {"format": "tobago-new/1", "file": "other.toml", "island": "ABC+0", "hexes": 104}


def test_new_replaces_nothing_unless_forced(tobago: Tobago, game: Path) -> None:
    refused = tobago("new", "game.toml")
    assert (refused.status, refused.out) == (2, "")
    assert "is there already" in refused.err
    assert game.read_text() == EXAMPLE
    assert tobago("new", "game.toml", "--force").status == 0
    assert game.read_text() != EXAMPLE


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--layout", "aBC+0", "x"], "side a is unknown"),
        (["--layout", "", "x"], "no layout ''"),
        (["--drawing", "none.txt", "x"], "none.txt"),
        (["--drawing", "", "x"], "cannot read"),
        (["--random", "x", "x"], "not a valid integer"),
        (["--random", "1", "--layout", "ABC+0", "x"], "exclude each other"),
        (["--hexes", "9", "x"], "--hexes goes with --random"),
        (["--random", "1", "--hexes", "0", "x"], "0"),
        (["--random", "1", "--hexes", "9", "x"], "no room for the landmarks"),
        (["none/x.toml"], "No such file or directory"),
        ([], "Missing argument 'OUT'"),
    ],
)
def test_new_refuses(tobago: Tobago, arguments: list[str], words: str) -> None:
    done = tobago("new", *arguments)
    assert (done.status, done.out) == (2, "")
    assert words in done.err
    assert not Path("x").exists()


# ---------------------------------------------------------------- lay and undo


def test_lay_writes_the_clue(tobago: Tobago, game: Path) -> None:
    done = tobago("lay", str(game), "brown", "next to statue", "--owner", "red", "--json")
    note = "note: 'next to statue' still stands under [hand]\n"
    assert (done.status, done.err, done.json) == (0, note, LEGAL)
    now = Position.load(game)
    assert now == Position.parse(EXAMPLE).lay("brown", Clue.parse("next to statue"), "red")
    assert "# hexes whose cube an amulet took" in game.read_text()
    assert tobago("solve", str(game), "--json").json["maps"]["brown"]["candidates"] == NEXT_TO_STATUE


@pytest.mark.parametrize("clue", ["in largest lake", "in jungle"])
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_an_illegal_clue_changes_nothing(tobago: Tobago, game: Path, clue: str, flags: list[str]) -> None:
    before = game.stat()
    done = tobago("lay", str(game), "brown", clue, *flags)
    assert done.status == 1
    assert game.read_bytes() == EXAMPLE.encode()
    assert (game.stat().st_ino, game.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [path.name for path in game.parent.iterdir()] == ["game.toml"]
    assert json.loads(done.out)["legal"] is False if flags else done.out.startswith("illegal")


def test_undo_takes_the_last_clue_back(tobago: Tobago, game: Path) -> None:
    assert tobago("lay", str(game), "brown", "next to statue").status == 0
    assert tobago("lay", str(game), "white", "in lake", "--owner", "blue").status == 0
    done = tobago("undo", str(game), "--json")
    assert done.json == {"format": "tobago-undo/1", "map": "white", "clue": "in lake"}
    assert tobago("undo", str(game)).status == 0
    assert Position.load(game) == Position.parse(EXAMPLE)
    for _ in range(2):  # the two clues of the example itself: only brown has any
        assert tobago("undo", str(game)).status == 0
    empty = tobago("undo", str(game))
    assert (empty.status, empty.out) == (1, "")
    assert "no clue lies on any map" in empty.err


def test_undo_does_not_guess(tobago: Tobago, game: Path) -> None:
    text = EXAMPLE + '[maps.white]\nclues = ["in lake"]\n'
    game.write_text(text)
    done = tobago("undo", str(game))
    assert (done.status, done.out, game.read_text()) == (2, "", text)
    assert "clues lie on brown, white" in done.err


def test_lay_and_undo_of_json_and_crlf_files(tobago: Tobago, tmp_path: Path) -> None:
    now = Position.parse(EXAMPLE)
    (tmp_path / "game.json").write_text(now.to_json())
    (tmp_path / "crlf.toml").write_bytes(EXAMPLE.replace("\n", "\r\n").encode())
    for name in ("game.json", "crlf.toml"):
        assert tobago("lay", name, "brown", "next to statue").status == 0
        assert Position.load(name) == now.lay("brown", Clue.parse("next to statue"))
        assert tobago("undo", name).status == 0
        assert Position.load(name) == now
    assert (tmp_path / "game.json").read_text().startswith("{")
    assert b'"not next to hut"]\r\n' in (tmp_path / "crlf.toml").read_bytes()


def test_lay_keeps_links_and_permissions(tobago: Tobago, game: Path) -> None:
    game.chmod(0o640)
    link = game.with_name("link.toml")
    link.symlink_to("game.toml")
    assert tobago("lay", "link.toml", "brown", "next to statue").status == 0
    assert link.is_symlink()
    assert "next to statue" in link.read_text().split("[hand]")[0]
    assert stat.S_IMODE(game.stat().st_mode) == 0o640


def test_lay_through_pipes(tobago: Tobago) -> None:
    done = tobago("lay", "-", "brown", "next to statue", stdin=EXAMPLE.encode())
    assert done.status == 0
    assert Position.parse(done.out).order == ("brown",)
    back = tobago("undo", "-", stdin=done.out.encode())
    assert Position.parse(back.out) == Position.parse(EXAMPLE)
    refused = tobago("lay", "-", "brown", "in largest lake", stdin=EXAMPLE.encode())
    assert (refused.status, refused.out) == (1, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["brown", "next to statue", "--owner", "blu"], "no player 'blu'; did you mean 'blue'?"),
        (["bron", "next to statue"], "no map 'bron'; did you mean 'brown'?"),
        (["brown", "next to statues"], "did you mean 'next to statue'?"),
        (["brown"], "Missing argument 'CLUE'"),
    ],
)
def test_lay_refuses(tobago: Tobago, game: Path, arguments: list[str], words: str) -> None:
    done = tobago("lay", str(game), *arguments)
    assert (done.status, done.out, game.read_text()) == (2, "", EXAMPLE)
    assert words in done.err


def test_a_file_that_cannot_be_edited_in_place_is_written_anew(tobago: Tobago, game: Path) -> None:
    text = EXAMPLE.replace(
        '["in jungle", "not next to hut"]', '["in jungle"\n  , "not next to hut" # so far\n  ]'
    )
    game.write_text(text)
    before = Position.load(game)
    done = tobago("lay", str(game), "brown", "next to statue")
    assert done.status == 0
    assert Position.load(game) == before.lay("brown", Clue.parse("next to statue"))
    assert ("written anew" in done.err) == ("# so far" not in game.read_text())


def test_a_failing_write_leaves_the_old_file_and_no_other(
    tobago: Tobago, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", synced.append)
    monkeypatch.setattr(Path, "replace", fail)
    done = tobago("lay", str(game), "brown", "next to statue")
    assert (done.status, game.read_text()) == (2, EXAMPLE)
    assert "No space left on device" in done.err
    assert len(synced) == 1  # the text is on the disk before the old file goes
    assert [path.name for path in game.parent.iterdir()] == ["game.toml"]


def test_only_regular_files_are_replaced(tobago: Tobago, game: Path) -> None:
    os.mkfifo("pipe")
    Path("folder").mkdir()
    for out in ("pipe", "folder"):
        done = tobago("show", str(game), "--svg", out)
        assert (done.status, done.out) == (2, "")
        assert f"not a regular file: '{out}'" in done.err
        assert tobago("new", "--force", out).status == 2
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert sorted(path.name for path in game.parent.iterdir()) == ["folder", "game.toml", "pipe"]


LAYING = """
import sys
from workbench.cli.main import run
terminal, sys.stdout = sys.stdout, open(sys.argv[2], "w")
while True:
    assert run(["lay", sys.argv[1], "brown", "next to statue", "--json"]) == 0
    assert run(["undo", sys.argv[1], "--json"]) == 0
    print("laid", file=terminal, flush=True)
"""


@pytest.fixture
def laying(game: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Start processes that lay and take back a clue for ever."""
    started: list[subprocess.Popen[bytes]] = []
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-c", LAYING, str(game), os.devnull]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == b"laid\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_a_killed_lay_never_leaves_a_torn_file(
    game: Path, laying: Callable[[], subprocess.Popen[bytes]]
) -> None:
    now = Position.parse(EXAMPLE)
    allowed = [now, now.lay("brown", Clue.parse("next to statue"))]
    seen: set[bytes] = set()
    for turn in range(8):
        process = laying()
        until = time.monotonic() + 0.05 + 0.013 * turn
        while time.monotonic() < until:  # whoever reads meanwhile sees the old file or the new one
            seen.add(game.read_bytes())
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        seen.add(game.read_bytes())
        game.write_text(EXAMPLE)
    assert len(seen) == 2  # with the clue, and with it taken back again
    for text in seen:
        assert Position.parse(text.decode()) in allowed


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


WARNED = EXAMPLE.replace('"B23", ', "").replace('"C21"]', '"C75"]')


@pytest.mark.parametrize(
    ("command", "arguments", "status"),
    [
        ("solve", [], 0),
        ("check", ["brown", "next to statue"], 0),
        ("check", ["brown", "in beach"], 1),
        ("legal", [], 0),
        ("hint", [], 0),
        ("show", [], 0),
        ("review", [], 0),
        ("lay", ["brown", "next to lake"], 0),
        ("lay", ["brown", "in beach"], 1),
        ("undo", [], 0),
    ],
)
def test_warnings_go_to_standard_error_and_the_status_stays(
    tobago: Tobago, game: Path, command: str, arguments: list[str], status: int
) -> None:
    game.write_text(WARNED)
    done = tobago(command, str(game), *arguments, "--json")
    assert done.status == status
    assert "warning" not in done.out
    assert isinstance(done.json, dict)
    assert done.err.splitlines() == [
        f"warning: {game}: 3 huts instead of 4 (T-5)",
        f"warning: {game}: the statue on C75 stands on the coast (T-5)",
    ]


@pytest.mark.parametrize("command", ["solve", "legal", "hint", "show", "review", "undo"])
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_bad_input_is_one_message_and_status_2(
    tobago: Tobago, game: Path, command: str, flags: list[str]
) -> None:
    game.write_text(EXAMPLE.replace("own_hex", "ownhex"))
    done = tobago(command, str(game), *flags)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"tobago: {game}: rules: unknown key 'ownhex'; did you mean 'own_hex'?\n"
    missing = tobago(command, "none.toml", *flags)
    assert (missing.status, missing.out) == (2, "")
    assert missing.err == "tobago: none.toml: cannot read 'none.toml': No such file or directory\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solv", "x"],
        ["solve"],
        ["solve", "a", "b"],
        ["solve", "x", "--jsno"],
        ["check", "x", "brown"],
        ["--x"],
    ],
)
def test_bad_usage_is_status_2(tobago: Tobago, arguments: list[str]) -> None:
    done = tobago(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("Usage: tobago ")
    assert "Error: " in done.err


def test_without_a_command_the_help_is_shown(tobago: Tobago) -> None:
    done = tobago()
    assert done.status == 2
    assert "Usage: tobago" in done.err


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
    assert done.stderr == b"tobago: [Errno 28] No space left on device\n"


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


def test_every_clue_of_the_grammar_can_be_checked(tobago: Tobago, game: Path) -> None:
    table, brown = clue_table(), set(FOURTEEN)
    for clue in CLUES:
        done = tobago("check", str(game), "brown", str(clue), "--json")
        after = brown & table[str(clue)]
        conflicts = [laid for laid in ("in jungle", "not next to hut") if not table[laid] & table[str(clue)]]
        assert done.status == (0 if 0 < len(after) < 14 else 1)
        assert (done.json["clue"], done.json["after"]) == (str(clue), len(after))
        assert done.json["conflicts"] == conflicts


def test_why_names_the_clues_that_rule_a_hex_out(tobago: Tobago, game: Path) -> None:
    done = tobago("why", str(game), "brown", "A00", "--json")
    assert done.status == 0
    assert json.loads(done.out) == {
        "format": "tobago-why/1",
        "map": "brown",
        "hex": "A00",
        "candidate": False,
        "ruled_out_by": ["in jungle", "not next to hut"],
        "removed": False,
    }
    assert json.loads(tobago("why", str(game), "brown", "A13", "--json").out)["removed"]
    assert "every clue holds there" in tobago("why", str(game), "brown", "C10").out


def test_why_refuses_a_hex_that_does_not_exist(tobago: Tobago, game: Path) -> None:
    done = tobago("why", str(game), "brown", "C99")
    assert (done.status, done.out) == (2, "")
    assert "no hex 'C99'" in done.err


def test_forecast_is_a_distribution(tobago: Tobago, game: Path) -> None:
    found = json.loads(tobago("forecast", str(game), "brown", "--json").out)
    assert (found["format"], found["map"]) == ("tobago-forecast/1", "brown")
    assert sum(found["ends"].values()) + found["stuck"] == pytest.approx(1)
    assert sum(found["clues"].values()) == pytest.approx(1)
    assert set(found["ends"]) <= set(Position.load(game).maps["brown"].candidates)
    table = tobago("forecast", str(game), "brown").out
    assert all(name in table for name in found["ends"])


def test_forecast_refuses_a_map_without_cubes_under_the_other_rule(tobago: Tobago, game: Path) -> None:
    game.write_text(EXAMPLE.replace("[rules]", '[rules]\nmust_reduce = "once_marked"'))
    assert tobago("forecast", str(game), "brown").status == 0
    done = tobago("forecast", str(game), "white")
    assert (done.status, done.out) == (2, "")
    assert "must_reduce" in done.err


def test_schema_is_the_file_that_ships(tobago: Tobago) -> None:
    shipped = files("toolkit.games.tobago").joinpath("data/position.schema.json").read_text(encoding="utf-8")
    assert json.loads(tobago("schema").out) == json.loads(shipped)


def test_solve_says_that_a_map_is_stuck(tobago: Tobago, tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text('format = "tobago-deck/1"\ncards = { "in jungle" = 1 }')
    text = 'format = "tobago-position/1"\nisland.drawing = "J J S"\ncomponents.deck = "deck.toml"\n'
    (tmp_path / "stuck.toml").write_text(text + 'maps.brown.clues = ["in jungle"]')
    done = tobago("solve", "stuck.toml", "--json")
    assert done.status == 0
    assert "note: brown is stuck: 2 candidates" in done.err
    assert "note: white is stuck: 3 candidates" in done.err


def test_a_full_terminal_is_not_needed_for_whole_sentences(tobago: Tobago, game: Path) -> None:
    done = tobago("check", str(game), "brown", "in largest lake")
    assert done.out.count("\n") == 1


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


def test_a_picture_does_not_replace_its_position(tobago: Tobago, game: Path) -> None:
    done = tobago("show", str(game), "--svg", str(game))
    assert (done.status, game.read_text()) == (2, EXAMPLE)


def test_an_illegal_clue_is_a_no_through_a_broken_pipe(game: Path) -> None:
    for flags in ([], ["--json"]):
        reader, writer = os.pipe()
        os.close(reader)
        done = in_a_process("check", str(game), "brown", "in largest lake", *flags, stdout=writer)
        os.close(writer)
        assert (done.returncode, done.stderr) == (1, b"")


def test_one_standard_output_is_not_used_twice(tobago: Tobago, game: Path) -> None:
    calls = (
        ("lay", "-", "brown", "next to statue"),
        ("undo", "-"),
        ("new", "-"),
        ("show", str(game), "--svg", "-"),
    )
    for call in calls:
        assert tobago(*call, "--json", stdin=EXAMPLE.encode()).status == 2


def test_hint_shows_the_best_plays(tobago: Tobago, game: Path) -> None:
    assert "(2 of 7)" in tobago("hint", str(game), "--top", "2").out
    assert len(tobago("hint", str(game), "--top", "2", "--json").json["plays"]) == 2
    assert len(tobago("hint", str(game), "--json").json["plays"]) == 7


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
