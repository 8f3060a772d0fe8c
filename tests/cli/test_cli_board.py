"""`tobago board`: files for an owner to fill in, the check of these, and games on such a board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from toolkit import find_game
from toolkit.games.mangrovia import RECONSTRUCTED, Rules, board_picture
from toolkit.games.mangrovia.files.reading import FILES, shipped

if TYPE_CHECKING:
    from cli_helpers import Tobago


def rows(name: str) -> list[list[str]]:
    return [line.split(",") for line in shipped(name).splitlines() if not line.startswith("#")]


def filled(rule: str) -> str:
    """Return a template with the values of the file that is shipped, row by row where they are of a kind."""
    head, *blank = rows(f"template-{rule}.csv")
    names, *known = rows(FILES[rule])
    known = [[row[names.index(column)] for column in head] for row in known]
    if rule == "board":
        at = head.index("area")
        known.sort(key=lambda row: ["plain", "stone", "pole", "amulet"].index(row[at]))
        assert [row[at] for row in known] == [row[at] for row in blank]
    for row, values in zip(blank, known, strict=True):
        assert all(told in ("", value, "none") for told, value in zip(row, values, strict=True))
    return "\n".join(map(",".join, [head, *known]))


def test_the_files_to_fill_in_load_when_they_are_filled(tobago: Tobago) -> None:
    assert tobago("board", "mangrovia", "--out", "mine").status == 0
    for rule in FILES:
        assert Path(f"mine/{rule}.csv").read_text("utf-8") == shipped(f"template-{rule}.csv")
        Path(f"mine/{rule}.csv").write_text(filled(rule), "utf-8")
    given = ("mine/board.csv", "--paths", "mine/paths.csv", "--setup", "mine/setup.csv")
    done = tobago("board", "mangrovia", *given)
    assert (done.status, done.err) == (0, "")
    assert "as shipped" not in done.out
    assert tobago("board", "mangrovia", "--out", "mine").status == 2
    assert tobago("board", "mangrovia", "--out", "mine", "--force").status == 0


def test_half_filled_files_say_what_is_missing(tobago: Tobago) -> None:
    tobago("board", "mangrovia", "--out", "mine")
    told = tobago("board", "mangrovia", "mine/board.csv")
    assert (told.status, told.out) == (2, "")
    assert told.err.splitlines()[0] == "tobago: mine/board.csv: line 8: id: missing"
    told = tobago("board", "mangrovia", "--setup", "mine/setup.csv")
    assert "tobago: mine/setup.csv: line 5: value: missing (M-2)" in told.err.splitlines()
    assert "tobago: mine/setup.csv: line 49: count: missing (M-38)" in told.err.splitlines()


def test_json_holds_the_board_and_the_hashes_of_records(tobago: Tobago) -> None:
    found = tobago("board", "mangrovia", "--json").json
    assert (found["format"], found["label"], found["spaces"]) == ("toolkit-board/1", RECONSTRUCTED, 48)
    assert found["components"] == find_game("mangrovia").hashes(Rules())
    assert found["files"] == {"board": None, "paths": None, "setup": None}
    first = found["board"][0]
    assert (first["id"], first["price"], first["pay"], first["points"]) == ("a1", 10, "cards", 4)
    assert (first["landscapes"], first["paths"]) == (["water"], {"V1": 1, "H1": 1})
    text = shipped(FILES["board"]).replace("5,cards,1,plain", "21,cards,1,plain", 1)
    found = tobago("board", "mangrovia", "-", "--json", stdin=text.encode()).json
    assert found["warnings"] == [{"file": "<stdin>", "line": 11, "problem": "e2 costs 21 in cards (C15)"}]
    assert found["components"]["board"] == find_game("mangrovia").hashes(Rules(board=text))["board"]


def test_the_picture_of_the_board_that_was_checked(tobago: Tobago) -> None:
    assert tobago("board", "mangrovia", "--svg", "board.svg") == (0, "", "wrote board.svg\n")
    assert Path("board.svg").read_text("utf-8") == board_picture(Rules().layout)
    mine = shipped(FILES["board"]).replace("a1,grid", "my-own,grid")
    drawn = tobago("board", "mangrovia", "-", "--svg", "-", stdin=mine.encode()).out
    assert 'data-place="my-own"' in drawn
    assert "an owner&#x27;s board" in drawn
    assert tobago("board", "mangrovia", "board.svg", "--svg", "board.svg").status == 2
    assert tobago("board", "mangrovia", "--svg", "-", "--json").status == 2
    assert tobago("board", "mangrovia", "--svg", "-", "--out", "mine").status == 2


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "an empty file"),
        (shipped(FILES["board"]).encode("utf-16"), "no UTF-8 text: byte 0 is 0xff"),
        ("é".encode("latin-1"), "no UTF-8 text: byte 0 is 0xe9"),
    ],
)
def test_a_file_that_is_no_text_is_refused(tobago: Tobago, data: bytes, problem: str) -> None:
    Path("my.csv").write_bytes(data)
    for command in (
        ("board", "mangrovia", "my.csv"),
        ("board", "mangrovia", "--setup", "my.csv"),
        ("play", "mangrovia", "--players", "random,random", "--rules", "paths=@my.csv"),
    ):
        assert tobago(*command) == (2, "", f"tobago: my.csv: {problem}\n")


def test_rules_that_are_texts_are_read_from_files(tobago: Tobago) -> None:
    """In every game; a word of another rule that begins so is no file."""
    Path("board.csv").write_text(shipped(FILES["board"]), "utf-8")
    Path("sides.csv").write_text("side,a,b,terrain\na,0,0,lake\n", "utf-8")
    for game, rule in (("mangrovia", "board"), ("tobago", "sides")):
        file = f"{rule}.csv"
        play = ("simulate", game, "--players", "random,random", "--games", "1", "--seed", "1", "--rules")
        assert tobago(*play, f"{rule}=@{file}", "--json").json["rules"] == {
            rule: Path(file).read_text("utf-8")
        }
        assert tobago(*play, f"{rule}=@none.csv").err == "tobago: none.csv: no such file or directory\n"
    assert tobago(*play[:-1], "--rules", "own_hex=@board.csv").status == 2
    Path("board.csv").write_text(shipped(FILES["board"]).replace("a1,grid", "a1,gird"), "utf-8")
    error = json.loads(tobago("simulate", "mangrovia", *play[2:], "board=@board.csv", "--json").err)
    assert (error["file"], error["line"], error["suggestion"]) == ("board.csv", 3, "grid")
