"""The commands ``tobago puzzle`` show, solve, rate and print, their files and their status."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from puzzles.format.files import parse_puzzles
from puzzles.format.schema import json_schema
from toolkit.games.tobago.position import draw_position

if TYPE_CHECKING:
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
NONE = {
    **PINPOINT,
    "facts": ["brown: in jungle", "brown: next to scrubland", "brown: in lake"],
    "solution": {},
}
SEVERAL = {**PINPOINT, "facts": ["brown: in jungle"], "solution": {}}


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


def test_a_hint_with_a_picture_of_its_premise(tobago: Tobago, single: Path) -> None:
    assert tobago("puzzle", "hint", str(single), "--rung", "3", "--svg", "hint.svg").err == "wrote hint.svg\n"
    assert Path("hint.svg").read_text().startswith("<svg")


def test_of_many_puzzles_only_the_wanted_one_is_read(tobago: Tobago, several: Path) -> None:
    first = parse_puzzles(json.dumps(PINPOINT))[0]
    wrong = {**PINPOINT, "id": "tobago1-other", "facts": ["nonsense"]}
    several.write_text("\n".join(map(json.dumps, [{**PINPOINT, "id": first.id}, wrong])))
    told = tobago("puzzle", "show", str(several), "--id", "1")
    assert (told.status, f"ID {first.id}" in told.out) == (0, True)
    assert tobago("puzzle", "show", str(several), "--id", first.id[:50]) == told
    for command in (["solve"], ["rate"], ["hint", "--rung", "1"]):
        assert tobago("puzzle", *command, str(several), "--id", "1").status == 0
    for wanted in ("2", "tobago1-other"):  # its own faults are told
        done = tobago("puzzle", "show", str(several), "--id", wanted)
        assert (done.status, "line 2" in done.err) == (2, True)
    assert tobago("puzzle", "show", str(several)).status == 2


# ---------------------------------------------------------------- solve and rate


def test_T5_faults_of_known_landmarks_are_warnings(tobago: Tobago, tmp_path: Path) -> None:
    lost = {**LOST, "facts": ["brown: next to hut"]}
    lost["position"] = {
        "island": {"layout": "ABC+0"},
        "landmarks": {"huts": ["A34", "B23", "B20"], "statues": ["A04"]},
        "rules": {"landmark_gap": 5},
    }
    hutless = {**PINPOINT, "facts": ["brown: next to hut"], "solution": {}}
    hutless["position"] = {"island": PINPOINT["position"]["island"]}
    documents = [{**lost, "solution": {}}, PINPOINT, hutless]
    (tmp_path / "all.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in documents))
    done = tobago("puzzle", "show", "all.jsonl")
    assert done.status == 0
    assert done.err.splitlines() == [
        "warning: all.jsonl, line 1: huts on B20 and B23 are 3 hexes apart, not 5 (T-5)",
        "warning: all.jsonl, line 1: the statue on A04 stands on the coast (T-5)",
        "warning: all.jsonl, line 3: 0 huts instead of 4 (T-5)",
    ]
    told = " ".join(tobago("puzzle", "show", "all.jsonl", "--id", "1").out.split())
    assert told.count("5 hexes apart") == told.count("and no hex holds two") > 0  # each kind is told once
    (puzzle,) = parse_puzzles(json.dumps(hutless))
    by_id = tobago("puzzle", "solve", puzzle.id)
    assert by_id.status == 1
    assert by_id.err == f"warning: {puzzle.id[:32]}...: 0 huts instead of 4 (T-5)\n"


# ---------------------------------------------------------------- print and schema


def test_print(tobago: Tobago, single: Path) -> None:
    for lang in ("en", "fa"):
        made = tobago("puzzle", "print", str(single), "--out", f"{lang}.pdf", "--lang", lang, "--title", "T")
        assert (made.status, made.out, made.err) == (0, "", f"wrote {lang}.pdf\n")
        assert Path(f"{lang}.pdf").read_bytes().startswith(b"%PDF-")
    book = Path("en.pdf").read_bytes()
    again = ("puzzle", "print", str(single), "--out", "en.pdf", "--lang", "fa")
    assert (tobago(*again).status, Path("en.pdf").read_bytes()) == (2, book)
    assert (tobago(*again, "--force").status, Path("en.pdf").read_bytes() == book) == (0, False)


def test_codes_of_a_book_open_the_pages_that_page_makes(tobago: Tobago, single: Path) -> None:
    assert tobago("puzzle", "page", str(single), "--out", "site").status == 0
    told = {"https://a.org/x": "https://a.org/x/", "http://a:80/x/index.html": "http://a:80/x/"}
    for (site, folder), lang in product(told.items(), ("en", "fa")):
        options = ("--lang", lang, "--pages", site, "--out", "b.pdf", "--force")
        assert tobago("puzzle", "print", str(single), *options).status == 0
        (address,) = {*re.findall(rb"/URI\((.+?)\)", Path("b.pdf").read_bytes())}
        assert address.decode().startswith(folder)
        assert Path("site", address.decode().removeprefix(folder)).is_file()
    long = f"https://a/{'b' * 300}"
    for site in ("", "a.org", "ftp://a.org", "https://a b", "https://[", "https://a/?q", long):
        refused = tobago("puzzle", "print", str(single), "--pages", site, "--out", "c.pdf")
        assert (refused.status, Path("c.pdf").exists()) == (2, False)
        assert "no address of pages" in refused.err


def test_schemas(tobago: Tobago) -> None:
    assert tobago("puzzle", "schema").json == json.loads(json.dumps(json_schema()))
    assert tobago("puzzle", "schema", "marks").json == json.loads(json.dumps(json_schema("marks")))


def test_a_list_is_sorted_by_level_or_minutes(tobago: Tobago) -> None:
    file = Path(__file__).parents[2] / "examples" / "techniques.jsonl"
    for by in ("level", "minutes"):
        rows = tobago("puzzle", "show", str(file), "--sort", by, "--json").json["puzzles"]
        assert [row[by] for row in rows] == sorted(row[by] for row in rows)
        assert sorted(row["number"] for row in rows) == list(range(1, 11))
    assert [row["number"] for row in rows] != list(range(1, 11))  # each keeps that of the file
    assert "'size'; " in tobago("puzzle", "show", str(file), "--sort", "size").err


def test_kinds_without_weights_are_told(tobago: Tobago) -> None:
    Path("one.json").write_text(json.dumps(PINPOINT))
    Path("w.json").write_text('{"format": "toolkit-weights/1", "kinds": {}}')
    done = tobago("puzzle", "rate", "one.json", "--weights", "w.json")
    assert done.status == 0
    assert "note: no weights of pinpoint in w.json: no time can be told" in done.err
    assert "typical solver" not in done.out
