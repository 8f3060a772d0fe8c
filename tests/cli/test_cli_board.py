"""`tobago board` and `tobago deck`: files for an owner to fill in, their check, games with them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from toolkit import find_game
from toolkit.games.mangrovia import RECONSTRUCTED, Rules, board_picture
from toolkit.games.mangrovia.files.reading import FILES, shipped
from toolkit.games.tobago.board_sides import known_sides

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
        ("play", "mangrovia", "--notation", "--players", "random,random", "--rules", "paths=@my.csv"),
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


# ---- the sides and the deck of Tobago ----------------------------------------------------------------------


def side(letter: str = "a", **changed: str) -> str:
    """Return the known side, turned over, as a file of its other side, with some hexes changed."""
    back = {f"{letter}{b}{a}": terrain for (a, b), terrain in known_sides()[letter.upper()].items()}
    rows = [
        ",".join([*name, terrain]) for name, terrain in sorted((back | changed).items()) if terrain != "-"
    ]
    return "\n".join(["side,a,b,terrain", *rows, ""])


def test_sides_are_filled_in_checked_drawn_and_played_on(tobago: Tobago) -> None:
    assert tobago("board", "tobago", "--out", ".").err == "wrote my-sides.csv\n"
    blank = re.findall("^[abc],[0-9],[0-9],$", Path("my-sides.csv").read_text("utf-8"), re.MULTILINE)
    assert [line[0] for line in blank] == [*"a" * 34, *"b" * 33, *"c" * 37]
    told = "tobago: my-sides.csv: no terrain stands there yet\n"
    assert tobago("board", "tobago", "my-sides.csv").err == told
    assert tobago("board", "tobago", "--out", ".").status == 2
    assert tobago("board", "tobago", "--out", ".", "--side", "a", "--force").status == 0
    alone = re.findall("^[abc],[0-9],[0-9],$", Path("my-sides.csv").read_text("utf-8"), re.MULTILINE)
    assert alone == blank[:34]
    Path("my-sides.csv").write_text(side(), "utf-8")
    done = tobago("board", "tobago", "my-sides.csv")
    assert (done.status, done.err) == (0, "")
    assert "aBC+0 aBC+1 aCB+0 aCB+1" in done.out
    found = tobago("board", "tobago", "my-sides.csv", "--json").json
    assert (found["format"], found["files"]) == ("toolkit-board/1", {"sides": "my-sides.csv"})
    assert (len(found["sides"]["a"]), found["layouts"][4:]) == (34, ["aBC+0", "aBC+1", "aCB+0", "aCB+1"])
    drawn = tobago("board", "tobago", "my-sides.csv", "--svg", "-").out
    assert drawn.count('role="gridcell"') == 34
    play = ("simulate", "tobago", "--players", "random,random", "--games", "1", "--seed", "1")
    own = ("--rules", "island=aBC+0", "--rules", "sides=@my-sides.csv")
    assert tobago(*play, *own, "--json").json["rules"]["island"] == "aBC+0"
    new = ("new", "game.toml", "--layout", "BCa+1", "--sides", "my-sides.csv", "--landmarks", "3")
    assert tobago(*new).status == 0
    assert 'sides = "my-sides.csv"' in Path("game.toml").read_text("utf-8")
    assert tobago("solve", "game.toml", "--json").json["maps"]["brown"]["count"] == 104
    assert "a66" in tobago("show", "game.toml").out


def test_faults_of_sides_are_told_by_row_and_what_is_odd_is_a_warning(tobago: Tobago) -> None:
    Path("my.csv").write_text(side(a00="jungel", a01="", a66="-") + "a,1,1,lake\n", "utf-8")
    told = tobago("board", "tobago", "my.csv")
    assert (told.status, told.out) == (2, "")
    assert told.err.splitlines() == [
        "tobago: my.csv: line 2: terrain: no 'jungel'; did you mean 'jungle'? (T-4)",
        "tobago: my.csv: line 3: terrain: missing (T-4)",
        "tobago: my.csv: line 35: side: line 7 has the same hex (T-3)",
    ]
    Path("bad.csv").write_text(side(a00="jungel") + "a,99,0,beach\na,1\n", "utf-8")
    lines = tobago("board", "tobago", "bad.csv").err.splitlines()
    assert [line.split(": ")[2] for line in lines] == ["line 2", "line 36", "line 37"]
    error = json.loads(tobago("board", "tobago", "my.csv", "--json").err)
    assert (error["file"], error["line"], error["suggestion"]) == ("my.csv", 2, "jungle")
    assert [fault["line"] for fault in error["faults"]] == [2, 3, 35]
    play = ("simulate", "tobago", "--players", "random,random", "--games", "1", "--rules", "sides=@my.csv")
    assert tobago(*play).err.startswith("tobago: my.csv: line 2: terrain: no 'jungel'")
    new = tobago("new", "game.toml", "--layout", "aBC+0", "--sides", "my.csv")
    assert new.err.endswith("try: tobago board tobago my.csv\n")
    assert not Path("game.toml").exists()
    Path("my.csv").write_text(side(a66="-"), "utf-8")
    odd = tobago("board", "tobago", "my.csv")
    assert odd.status == 0
    assert odd.err == (
        "warning: my.csv: side a: no row for a66, which side A, turned over, has: sea there, or forgotten?\n"
    )
    assert tobago("solve", "my.csv").err.splitlines()[-1] == "try: tobago board tobago my.csv"


def test_a_deck_is_filled_in_checked_and_played_with(tobago: Tobago) -> None:
    file = Path("my-deck.toml")
    assert "reconstruction: 52 cards" in tobago("deck", "tobago").out
    assert tobago("deck", "tobago", "--out", ".").err == "wrote my-deck.toml\n"
    assert file.read_text("utf-8").count(" = 0\n") == 94
    assert tobago("deck", "tobago", str(file)).err == "tobago: my-deck.toml: cards: none has a copy yet\n"
    assert tobago("deck", "tobago", "--out", ".", "--filled").status == 2
    assert tobago("deck", "tobago", "--out", ".", "--filled", "--force").status == 0
    done = tobago("deck", "tobago", str(file))
    assert (done.status, done.err) == (0, "")
    text = file.read_text("utf-8")
    file.write_text(text.replace('"in lake" = 1', '"in lake" = 3'), "utf-8")
    found = tobago("deck", "tobago", str(file), "--json").json
    assert (found["format"], found["size"], found["cards"]["in lake"]) == ("toolkit-deck/1", 54, 3)
    assert found["warnings"][0]["problem"] == "54 cards, not 52: 2 too many (T-10)"
    assert tobago("new", "game.toml", "--deck", str(file), "--landmarks", "1").status == 0
    assert 'deck = "my-deck.toml"' in Path("game.toml").read_text("utf-8")
    file.write_text(text.replace("in lake", "in laek").replace('"in beach" = 1', '"in beach" = -1'), "utf-8")
    told = tobago("deck", "tobago", str(file)).err.splitlines()
    assert told[0].startswith("tobago: my-deck.toml: line 7: cards: 'in beach' has -1 copies")
    assert "cards: 'in laek' is no clue" in told[1]
    assert "did you mean 'in lake'?" in told[1]
    new = tobago("new", "other.toml", "--deck", str(file))
    assert new.err.endswith("try: tobago deck tobago my-deck.toml\n")
