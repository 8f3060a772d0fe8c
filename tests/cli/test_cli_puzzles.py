"""The commands ``tobago puzzle`` show, solve, rate and print, their files and their status."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cli_helpers import in_a_process

from puzzles.files import parse_puzzles
from puzzles.marks import json_schema as marks_schema
from puzzles.schema import json_schema
from toolkit.games.tobago.pictures.drawing import draw_position

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from cli_helpers import Tobago

PINPOINT: dict[str, Any] = {
    "format": "tobago-puzzle/1",
    "kind": "pinpoint",
    "position": {"island": {"drawing": "J J S . .\n J L L B .\nM M L B ."}, "landmarks": {"huts": ["a1"]}},
    "facts": ["brown: in jungle", "brown: next to scrubland"],
    "solution": {"treasures": {"brown": "b1"}},
}
LOST: dict[str, Any] = {
    "format": "tobago-puzzle/1",
    "kind": "lost-landmarks",
    "position": {
        "island": {"layout": "ABC+0"},
        "landmarks": {"palms": ["A00", "B45", "C43"], "statues": ["A23", "B22", "C21"]},
    },
    "facts": ["brown: next to hut", "brown: in jungle", "huts: exactly 2 in jungle"],
    "solution": {"treasures": {"brown": "C20"}, "huts": ["A34", "B23", "C10", "C55"]},
}
LIE: dict[str, Any] = {
    **PINPOINT,
    "kind": "lie",
    "facts": ["black: in jungle", "black: next to lake", "black: in scrubland"],
    "solution": {},
}
BEST_CARD: dict[str, Any] = {
    "format": "tobago-puzzle/1",
    "kind": "best-card",
    "position": {
        **PINPOINT["position"],
        "maps": {"brown": {"clues": ["in jungle", "not next to hut"], "removed": ["a3"]}},
        "hand": {"clues": ["next to scrubland", "not in largest lake"]},
    },
    "solution": {"play": "brown: next to scrubland", "dead": "not in largest lake"},
}
TASKS = {
    "pinpoint": "All cards are true, and none is superfluous. On which hex does each treasure lie?",
    "best-card": "Clues lie on the treasure maps, and you hold a hand of clue cards. "
    "Which card, laid on which map, locates a treasure? "
    "Which card can be legal on no map before the next treasure is raised?",
}
NONE = {
    **PINPOINT,
    "facts": ["brown: in jungle", "brown: next to scrubland", "brown: in lake"],
    "solution": {},
}
SEVERAL = {**PINPOINT, "facts": ["brown: in jungle"], "solution": {}}
PINPOINT_ID = "tobago1-pinpoint-maWRNlJGQgABABAVAjdPl"


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Return a file of four puzzles: one answer, many, none, many."""
    path = tmp_path / "four.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in (PINPOINT, LOST, NONE, SEVERAL)))
    return path


@pytest.fixture
def single(tmp_path: Path) -> Path:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(PINPOINT, indent=2))
    return path


# ---------------------------------------------------------------- show


def test_show_lists_several(tobago: Tobago, several: Path) -> None:
    shown = tobago("puzzle", "show", str(several))
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.count("drawn island") == 3
    rows = tobago("puzzle", "show", str(several), "--json").json
    assert rows["format"] == "tobago-puzzle-list/1"
    assert [row["kind"] for row in rows["puzzles"]] == ["pinpoint", "lost-landmarks", "pinpoint", "pinpoint"]
    assert [row["facts"] for row in rows["puzzles"]] == [2, 3, 3, 1]
    assert rows["puzzles"][0]["id"] == PINPOINT_ID


def test_show_one_in_words_and_letters(tobago: Tobago, several: Path) -> None:
    shown = tobago("puzzle", "show", str(several), "--id", "1")
    assert shown.status == 0
    assert "|J^ " in shown.out
    assert f"pinpoint: find the brown treasure\n{TASKS['pinpoint']}\n" in shown.out
    assert "1 The brown treasure is in jungle." in shown.out
    assert f"ID {PINPOINT_ID}" in shown.out
    assert "b1;" not in shown.out
    assert "solution" not in shown.out


def test_the_solution_comes_only_on_request(
    tobago: Tobago, several: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    solved = tobago("puzzle", "show", str(several), "--id", "2", "--solution")
    assert "solution: brown C20; huts A34, B23, C10, C55" in solved.out
    assert "^ hut (4)" in solved.out
    assert "treasures: b brown C20" in solved.out
    assert len(re.findall(r"\|[A-Z].b", solved.out)) == 1
    assert "hut (" not in tobago("puzzle", "show", str(several), "--id", "2").out
    assert (
        "solution: not in the file" in tobago("puzzle", "show", str(several), "--id", "3", "--solution").out
    )
    plain = tobago("puzzle", "show", str(several), "--id", "2", "--json").json
    assert "solution" not in plain
    full = tobago("puzzle", "show", str(several), "--id", "2", "--json", "--solution").json
    assert full == {**plain, "solution": LOST["solution"]}


def test_show_tells_the_maps_and_the_hand_but_no_candidates(tobago: Tobago) -> None:
    lines = tobago("puzzle", "show", "-", stdin=json.dumps(BEST_CARD).encode()).out.splitlines()
    told = lines.index("best-card: find the locating play, the card for no map")
    assert lines[told + 1 : told + 7] == [
        TASKS["best-card"],
        "The brown map: in jungle, not next to a hut; removed by amulets: a3",
        "The white map: no clue yet",
        "The grey map: no clue yet",
        "The black map: no clue yet",
        "Your hand: next to scrubland, not in the largest lake",
    ]
    assert lines[told - 2] == "^ hut (1)"
    assert not re.search(r"[bwgk] *\|", "\n".join(lines[:told]))
    assert "candidate" not in "\n".join(lines)


@pytest.mark.parametrize(
    ("document", "headline"),
    [
        (LOST, "lost-landmarks: find the brown treasure, 4 huts"),
        (LIE, "lie: find the false card, the black treasure"),
        (
            {**PINPOINT, "facts": [f"{colour}: in jungle" for colour in ("grey", "black", "brown")]},
            "pinpoint: find the brown, the grey and the black treasure",
        ),
        (
            {**PINPOINT, "grade": {"level": 2, "name": "moderate"}},
            "pinpoint, level 2 (moderate): find the brown treasure",
        ),
        (
            {
                **LOST,
                "position": {
                    **LOST["position"],
                    "landmarks": {**LOST["position"]["landmarks"], "huts": ["A34", "B23", "C10"]},
                },
            },
            "lost-landmarks: find the brown treasure, 1 hut",
        ),
    ],
)
def test_the_headline_says_what_to_find(tobago: Tobago, document: dict[str, Any], headline: str) -> None:
    text = json.dumps({**document, "solution": {}}).encode()
    assert headline in tobago("puzzle", "show", "-", stdin=text).out.splitlines()


def test_show_says_which_rules_are_not_the_usual_ones(tobago: Tobago) -> None:
    rules = {"own_hex": "included", "distance": "overland", "landmark_gap": 2}
    changed = {**PINPOINT, "position": {**PINPOINT["position"], "rules": rules}, "solution": {}}
    lines = tobago("puzzle", "show", "-", stdin=json.dumps(changed).encode()).out.splitlines()
    told = lines.index(TASKS["pinpoint"])
    assert lines[told + 1 : told + 4] == [
        "Here a hex counts as next to itself and within two hexes of itself.",
        "Here distances do not cross the ocean.",
        "Here landmarks of one kind are at least 2 hexes apart.",
    ]
    usual = tobago("puzzle", "show", "-", stdin=json.dumps(PINPOINT).encode()).out
    assert "Here" not in usual


@pytest.mark.parametrize("wanted", ["1", "tobago1-p", PINPOINT_ID])
def test_a_puzzle_is_chosen_by_number_id_or_beginning(tobago: Tobago, tmp_path: Path, wanted: str) -> None:
    (tmp_path / "two.jsonl").write_text(f"{json.dumps(PINPOINT)}\n{json.dumps(LOST)}\n")
    assert tobago("puzzle", "show", "two.jsonl", "--id", wanted, "--json").json["id"] == PINPOINT_ID


def test_an_id_in_place_of_a_file(tobago: Tobago) -> None:
    shown = tobago("puzzle", "show", PINPOINT_ID, "--json")
    assert (shown.status, shown.json["facts"]) == (0, PINPOINT["facts"])
    assert tobago("puzzle", "solve", PINPOINT_ID).out.endswith("one answer: brown b1\n")
    wrong = tobago("puzzle", "show", PINPOINT_ID[:-1] + "A")
    assert (wrong.status, wrong.out) == (2, "")
    assert "mistyped" in wrong.err


def test_standard_input(tobago: Tobago) -> None:
    shown = tobago("puzzle", "show", "-", "--json", stdin=json.dumps(PINPOINT).encode())
    assert shown.json["id"] == PINPOINT_ID
    wrong = tobago("puzzle", "show", "-", stdin=b"x")
    assert (wrong.status, wrong.err) == (2, "tobago: <stdin>: a puzzle is a JSON object: it begins with {\n")


def test_a_picture(tobago: Tobago, single: Path, several: Path) -> None:
    picture = tobago("puzzle", "show", str(single), "--svg", "-").out
    assert picture.startswith("<svg")
    written = tobago("puzzle", "show", str(several), "--id", "2", "--svg", "out.svg", "--solution")
    assert (written.status, written.err) == (0, "wrote out.svg\n")
    assert 'data-hex="C20"' in Path("out.svg").read_text()
    plain = tobago("puzzle", "show", str(several), "--id", "2", "--svg", "-").out
    assert "layer-highlight" not in plain
    rings = re.search('"layer-highlight".*?</g>', Path("out.svg").read_text())
    assert rings
    assert rings[0].count("<polygon") == 5  # the treasure and four huts


def test_the_picture_shows_no_candidates(tobago: Tobago) -> None:
    text = json.dumps(BEST_CARD).encode()
    (puzzle,) = parse_puzzles(text.decode())
    assert "candidate" in draw_position(puzzle.position)
    assert "candidate" not in tobago("puzzle", "show", "-", "--svg", "-", stdin=text).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--id", "0"], "the puzzles are numbered from 1 to 4"),
        (["--id", "5"], "the puzzles are numbered from 1 to 4"),
        (["--id", "tobago1-pinpoint"], "3 IDs begin with 'tobago1-pinpoint'"),
        (["--id", "tobago1-pinpiont"], "did you mean 'tobago1-pinpoint'?"),
        (["--id", ""], "no puzzle with an ID that begins with ''"),
        (["--solution"], "there are 4 puzzles: choose one with --id"),
        (["--svg", "out.svg"], "there are 4 puzzles: choose one with --id"),
        (["--svg", "four.jsonl", "--id", "1"], "is read by this command"),
        (["--svg", "out.svg", "--json"], "--svg and --json exclude each other"),
    ],
)
def test_show_refuses(tobago: Tobago, several: Path, arguments: list[str], words: str) -> None:
    shown = tobago("puzzle", "show", "four.jsonl", *arguments)
    assert (shown.status, shown.out) == (2, "")
    assert words in shown.err
    assert several.read_text().count("\n") == 4


# ---------------------------------------------------------------- solve and rate


def test_solve_one_answer(tobago: Tobago, single: Path) -> None:
    solved = tobago("puzzle", "solve", str(single))
    assert (solved.status, solved.err) == (0, "")
    assert solved.out.endswith("one answer: brown b1\n")
    assert tobago("puzzle", "solve", str(single), "--json").json == {
        "format": "tobago-puzzle-answers/1",
        "puzzles": [
            {
                "id": PINPOINT_ID,
                "kind": "pinpoint",
                "count": 1,
                "answers": [{"treasures": {"brown": "b1"}}],
                "clash": [],
                "differ": [],
            }
        ],
    }


def test_solve_several_and_none(tobago: Tobago, several: Path) -> None:
    none = tobago("puzzle", "solve", str(several), "--id", "3")
    assert none.status == 1
    assert none.out.splitlines()[0].endswith("these facts clash, and without any one of them they would not")
    assert "brown: in lake" in none.out
    many = tobago("puzzle", "solve", str(several), "--id", "4")
    assert many.status == 1
    assert "more than one answer" in many.out
    assert "they differ in brown: " in many.out
    both = tobago("puzzle", "solve", str(several), "--json")
    assert both.status == 1
    assert [row["count"] for row in both.json["puzzles"]] == [1, 2, 0, 2]
    clash = both.json["puzzles"][2]["clash"]
    assert set(clash) < set(NONE["facts"])
    assert len(clash) == 2
    assert both.json["puzzles"][3]["differ"] == ["brown"]


def test_T5_landmarks_without_room_are_named_and_the_others_solved(tobago: Tobago, tmp_path: Path) -> None:
    island = {"drawing": "J J S\n J L L\nM M L"}
    crowded = {**LOST, "position": {"island": island}, "facts": ["brown: in jungle"], "solution": {}}
    (tmp_path / "two.jsonl").write_text(f"{json.dumps(crowded)}\n{json.dumps(PINPOINT)}\n")
    first, second = tobago("puzzle", "solve", "two.jsonl").out.splitlines()
    assert first.endswith("no answer: the landmarks have no room (T-5)")
    assert second.endswith("one answer: brown b1")
    rows = tobago("puzzle", "solve", "two.jsonl", "--json")
    assert (rows.status, [row["count"] for row in rows.json["puzzles"]]) == (1, [0, 1])
    assert rows.json["puzzles"][0]["clash"] == []


def test_T5_faults_of_known_landmarks_are_warnings(tobago: Tobago, tmp_path: Path) -> None:
    lost = {**LOST, "facts": ["brown: next to hut"]}
    lost["position"] = {
        "island": {"layout": "ABC+0"},
        "landmarks": {"huts": ["A34", "B23", "B20"], "statues": ["A04"]},
        "rules": {"landmark_gap": 4},
    }
    hutless = {**PINPOINT, "facts": ["brown: next to hut"], "solution": {}}
    hutless["position"] = {"island": PINPOINT["position"]["island"]}
    documents = [{**lost, "solution": {}}, PINPOINT, hutless]
    (tmp_path / "all.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in documents))
    done = tobago("puzzle", "show", "all.jsonl")
    assert done.status == 0
    assert done.err.splitlines() == [
        "warning: all.jsonl, line 1: huts on B20 and B23 are 3 hexes apart, not 4 (T-5)",
        "warning: all.jsonl, line 1: the statue on A04 stands on the coast (T-5)",
        "warning: all.jsonl, line 3: 0 huts instead of 4 (T-5)",
    ]
    (puzzle,) = parse_puzzles(json.dumps(hutless))
    by_id = tobago("puzzle", "solve", puzzle.id)
    assert by_id.status == 1
    assert by_id.err == f"warning: {puzzle.id[:32]}...: 0 huts instead of 4 (T-5)\n"


def test_T5_many_faults_are_cut_short(tobago: Tobago) -> None:
    position = {**PINPOINT["position"], "rules": {"landmark_gap": 9}}
    position["landmarks"] = {"huts": ["a1", "b1", "c1", "a2", "b2", "c2", "d2", "a3"]}
    text = json.dumps({**PINPOINT, "position": position, "solution": {}}).encode()
    lines = tobago("puzzle", "show", "-", stdin=text).err.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "warning: <stdin>: 8 more"  # of 28 pairs


def test_rate(tobago: Tobago, single: Path, several: Path) -> None:
    rated = tobago("puzzle", "rate", str(single))
    assert rated.status == 0
    assert "hardest technique" in rated.out
    row = tobago("puzzle", "rate", str(single), "--json").json["puzzles"][0]
    assert (row["id"], row["reason"]) == (PINPOINT_ID, None)
    assert 1 <= row["grade"]["level"] <= 5
    without = tobago("puzzle", "rate", str(several), "--id", "2")
    assert without.status == 1
    assert "it has not exactly one answer, or the techniques get stuck before it: no grade" in without.out


def test_lines_about_several_puzzles_begin_with_their_numbers(tobago: Tobago, several: Path) -> None:
    for command, found in (("solve", "[1-4] tobago1-.*: .* answer"), ("rate", "[1-4] tobago1-.*: ")):
        shown = tobago("puzzle", command, str(several)).out
        assert len(re.findall(f"^{found}", shown, re.MULTILINE)) == 4
        assert tobago("puzzle", command, str(several), "--id", "4").out.startswith("tobago1-")


def test_treasures_come_in_the_order_of_the_maps(tobago: Tobago) -> None:
    facts = ["black: in jungle", "black: next to scrubland", *PINPOINT["facts"]]
    solution = {"treasures": {"black": "b1", "brown": "b1"}}
    text = json.dumps({**PINPOINT, "facts": facts, "solution": solution}).encode()
    shown = tobago("puzzle", "show", "-", "--solution", stdin=text)
    assert "solution: brown b1; black b1" in shown.out.splitlines()


# ---------------------------------------------------------------- print and schema


def test_print(tobago: Tobago, single: Path) -> None:
    for lang in ("en", "fa"):
        made = tobago("puzzle", "print", str(single), "--out", f"{lang}.pdf", "--lang", lang, "--title", "T")
        assert (made.status, made.out, made.err) == (0, "", f"wrote {lang}.pdf\n")
        assert Path(f"{lang}.pdf").read_bytes().startswith(b"%PDF-")
    wrong = tobago("puzzle", "print", str(single), "--out", "x.pdf", "--lang", "xx")
    assert (wrong.status, Path("x.pdf").exists()) == (2, False)
    assert "give --out a name" in tobago("puzzle", "print", str(single), "--out", "-").err


def test_schemas(tobago: Tobago) -> None:
    assert tobago("puzzle", "schema").json == json.loads(json.dumps(json_schema()))
    assert tobago("puzzle", "schema", "marks").json == json.loads(json.dumps(marks_schema()))


def test_help_loads_no_puzzles(run_python: Callable[..., subprocess.CompletedProcess[bytes]]) -> None:
    code = (
        "import sys; from workbench.cli.main import run; run(['puzzle', '-h'])\nprint('LOADED', *sys.modules)"
    )
    text, _, loaded = run_python(code).stdout.decode().partition("LOADED")
    assert "hint" in text
    assert "click" in loaded.split()
    assert not {"puzzles", "toolkit.games", "msgspec", "rich", "networkx"} & set(loaded.split())


def test_a_broken_file_is_one_message_in_a_process(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text(
        json.dumps(PINPOINT) + "\n" + json.dumps({**PINPOINT, "fact": []}) + "\n"
    )
    for command in ("show", "verify"):
        done = in_a_process("puzzle", command, "bad.jsonl", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr == b"tobago: bad.jsonl, line 2: unknown key 'fact'; did you mean 'facts'?\n"
