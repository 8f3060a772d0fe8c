"""The board of Mangrovia: the constraints C1 to C23, owners' files and what is wrong with them."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from pathlib import Path

import pytest

from toolkit import find_game
from toolkit.games.mangrovia import PATHS, RECONSTRUCTED, FaultyFile, Rules, read_board, read_box
from toolkit.games.mangrovia.board import OWNED
from toolkit.games.mangrovia.files.reading import FILES, shipped, warnings
from toolkit.testing import check_game

PLAIN = {
    "place": "grid",
    "column": "i",
    "landscape": "reed",
    "landscape2": "",
    "price": "6",
    "pay": "cards",
    "points": "0",
    "area": "plain",
    "mark": "none",
}
"""A space on no path, but for its name and its row."""
SPARE = [{"id": f"i{number}", "row": str(number)} for number in range(10, 23)]
FOLLOW = ("v_path", "v_rank", "h_path", "h_rank", "spaces")


def rows(source: str = "board") -> list[dict[str, str]]:
    """Return the rows of a shipped file, without what follows from the others."""
    lines = shipped(FILES[source]).splitlines()
    header = lines[1].split(",")
    told = [dict(zip(header, line.split(","), strict=True)) for line in lines[2:]]
    return [{name: value for name, value in row.items() if name not in FOLLOW} for row in told]


def text(found: list[dict[str, str]], delimiter: str = ",") -> str:
    return "\n".join(delimiter.join(row) for row in [[*found[0]], *([*row.values()] for row in found)])


def board(without: str = "", more: list[dict[str, str]] | None = None, **changes: dict[str, object]) -> str:
    """Return the shipped board with other values in some rows, without some, with more."""
    kept = [row for row in rows() if row["id"] not in without.split()]
    new = [row | {k: str(v) for k, v in changes.get(row["id"], {}).items()} for row in kept]
    return text([*new, *(dict.fromkeys(kept[0], "") | PLAIN | row for row in more or [])])


def paths(**changes: dict[str, object]) -> str:
    return text([row | {k: str(v) for k, v in changes.get(row["id"], {}).items()} for row in rows("paths")])


def refused(board: str = "", paths: str = "") -> list[str]:
    with pytest.raises(FaultyFile) as error:
        read_board(board, paths)
    return [f"{fault.source} {fault.line}: {fault.problem}" for fault in error.value.faults]


def doubts(board: str = "", paths: str = "", setup: str = "") -> list[str]:
    return [f"{fault.source} {fault.line}: {fault.problem}" for fault in warnings(board, paths, setup)]


def breaks(number: str, found: list[str]) -> bool:
    return any(f"({number})" in one for one in found)


# ---- the shipped board -------------------------------------------------------------------------------------


def test_the_shipped_board_keeps_every_constraint() -> None:
    made = read_board(shipped(FILES["board"]), shipped(FILES["paths"]))  # so that it is checked
    assert made == read_board()
    assert made.label == RECONSTRUCTED == "reconstructed: not the printed board"
    assert doubts() == []
    assert Counter(space.area for space in made.spaces) == {"plain": 22, "amulet": 10, "stone": 8, "pole": 8}
    assert [len(path.spaces) for path in made.paths] == [7, 6, 6, 6, 5, 6, 7, 5]
    assert [(path.first, path.second) for path in made.paths[:3]] == [(12, 6), (10, 5), (10, 5)]
    duals = [space.landscapes for space in made.spaces if len(space.landscapes) == 2]  # M-25
    assert duals == [(0, 2), (1, 3)]


def test_ranks_are_recomputed_as_the_shipped_file_tells_them() -> None:
    without = read_board(board(), paths())
    assert without == read_board()
    on = without.spaces[without.number["g5"]].paths
    assert [(PATHS[path], rank) for path, rank in on] == [("V4", 4), ("H3", 6)]


def test_M_21_the_middles_of_the_areas_are_no_spaces() -> None:
    assert {"b3", "g6"}.isdisjoint(read_board().number)
    middle = {"id": "b3", "column": "b", "row": "3", "landscape": "reed"}
    assert "board 50: b3 is the middle of the stone area: no space (C2)" in refused(board(more=[middle]))


# ---- C1 to C23: a board that breaks each -------------------------------------------------------------------


def test_C1_four_paths_each_way_with_the_prizes_of_the_rulebook() -> None:
    told = refused(paths=paths(V2={"first": 12, "second": 6}))[0]
    assert told.startswith("paths 3: V2, path B of E-11, has prizes of 10")
    assert breaks("C1", refused(paths=paths(V1={"first": 11})))
    assert refused(paths=text(rows("paths")[:-1])) == ["paths 0: no row for H4 (C1)"]
    twice = refused(paths=paths(V2={"line": "column a"}))
    assert twice == ["paths 3: line: column a carries V1 already (C1)"]
    assert breaks("C1", refused(paths=paths(V1={"line": "column c"}, V2={"line": "column a"})))
    assert breaks("C1", refused(paths=paths(H1={"line": "column b"})))


BROKEN = re.findall(
    r"^(\w+) (C\d+): (.+)$", Path(__file__).with_name("broken-boards.txt").read_text("utf-8"), re.MULTILINE
)


def broken(*texts: str) -> str:
    """Return the shipped board with what some lines change: ``without a6; more 2; c1 c2 points=2 price=``."""
    without, more, changes = "", 0, dict[str, dict[str, object]]()
    for word, *rest in [part.split() for part in "; ".join(texts).split("; ")]:
        if word == "without":
            without = " ".join(rest)
        elif word == "more":
            more = int(rest[0])
        else:
            new = dict([one.split("=") for one in rest if "=" in one])
            changes |= {name: new for name in [word, *rest] if "=" not in name}
    return board(without, [*SPARE[:more]], **changes)


@pytest.mark.parametrize(("kind", "number", "text"), BROKEN)
def test_a_board_that_breaks_a_constraint_is_refused_or_a_warning(kind: str, number: str, text: str) -> None:
    assert breaks(number, (refused if kind == "hard" else doubts)(broken(text)))


def test_a_board_that_differs_from_what_is_inferred_is_played_on() -> None:
    inferred = {number: text for kind, number, text in BROKEN if kind == "inferred"}
    written = broken(*inferred.values())
    assert len(inferred) == 3
    assert all(breaks(number, doubts(written)) for number in inferred)
    for players in (2, 3):  # neutral huts on the grey mark in the pole area
        rules = Rules(board=written)
        assert check_game(find_game("mangrovia"), players, games=1, rules=rules, full=False).games == 1


def test_C17_prizes_unlike_those_that_are_known_are_a_warning() -> None:
    assert breaks("C17", doubts(paths=paths(V3={"second": 4})))


def test_C21_three_examples_in_one_position_are_not_asked_of_an_owner_s_board() -> None:
    """The shipped board has that position, in examples; here path B has no plain space left."""
    amulet = {name: {"area": "amulet"} for name in ("c1", "c5", "c6")}
    found = doubts(board(**amulet, **{f"r{number}": {"area": "plain"} for number in (1, 2, 3)}))
    assert not breaks("C21", found)


def test_C9_a_row_that_says_no_space_is_refused_with_line_and_column() -> None:
    said = {
        "landscape": (
            "lake",
            "board 14: landscape: no landscape 'lake'; the landscapes are mangrove, reed, sand, water (C9)",
        ),
        "landscape2": ("reed", "board 14: landscape2: 'reed' stands there twice (C5)"),
        "price": ("eight", "board 14: price: 'eight' is no whole number from 1 to 99 (C9, C23)"),
        "pay": ("card", "board 14: pay: no 'card'; did you mean 'cards'? (C9)"),
        "points": ("-3", "board 14: points: '-3' is no whole number from 0 to 99 (C9)"),
        "area": ("", "board 14: area: missing (C9)"),
        "mark": ("gray", "board 14: mark: no 'gray'; did you mean 'grey'? (M-7)"),
        "place": ("island", "board 14: place: no 'island'; it is grid or coast or islet (C14)"),
        "column": ("dd", "board 14: column: 'dd' is no letter from a to z (C9)"),
        "row": ("0", "board 14: row: '0' is no whole number from 1 to 99 (C9)"),
        "id": ("c 1", "board 14: id: 'c 1' is no name of up to 12 letters and digits without blanks"),
    }
    for column, (value, problem) in said.items():
        assert refused(board(d3={column: value})) == [problem]
    assert refused(board(r1={"column": "a"})) == [
        "board 40: column: 'a', and a space on the coast has none (C9)"
    ]


# ---- files -------------------------------------------------------------------------------------------------


def test_a_board_with_other_columns_and_rows_is_read_and_played_on() -> None:
    """The printed grid may be another: here columns move by three, rows by ten, and two spaces are added."""
    moved = [
        row | {"column": chr(ord(row["column"]) + 3), "row": str(int(row["row"]) + 10)} if row["row"] else row
        for row in rows()
    ]
    moved += [
        dict.fromkeys(moved[0], "") | PLAIN | {"id": f"z{n}", "column": "z", "row": str(n)} for n in (13, 15)
    ]
    lines = {
        path.id: {
            "line": f"column {chr(ord(path.line[-1]) + 3)}" if path.id[0] == "V" else f"row 1{path.line[-1]}"
        }
        for path in read_board().paths
    }
    rules = Rules(board=text(moved), paths=paths(**lines))
    assert rules.layout.label == OWNED
    assert [path.spaces for path in rules.layout.paths[:5]] == [
        path.spaces for path in read_board().paths[:5]
    ]
    assert [rules.layout.spaces[path.spaces[-1]].id for path in rules.layout.paths[5:7]] == ["z13", "z15"]
    assert refused(text(moved))[0].startswith("paths 0: ")  # the paths that are shipped run elsewhere
    for players in (2, 5):
        assert check_game(find_game("mangrovia"), players, games=1, rules=rules, full=False).games == 1


def test_a_path_that_skips_and_a_path_that_runs_elsewhere() -> None:
    """What is told of the paths must be what follows from column and row."""
    lines = shipped(FILES["board"])
    skips = lines.replace("9,cards,1,stone,none,V1,4,", "9,cards,1,stone,none,V1,5,")
    assert refused(skips) == ["board 19: v_rank: '5', but 4 by column and row (C1, M-32)"]
    other = lines.replace("none,V1,2,,,", "none,V2,2,,,")
    assert refused(other) == ["board 8: v_path: 'V2', but V1 by column and row (C1, M-32)"]
    none = lines.replace("2,amulet,none,,,,,", "2,amulet,none,V1,8,,,")
    assert refused(none)[0] == "board 41: v_path: 'V1', but none by column and row (C1, M-32)"


def test_a_space_that_is_missing_is_named_by_its_constraint_and_by_the_ranks_behind_it() -> None:
    without = [line for line in shipped(FILES["board"]).splitlines() if not line.startswith("a3,")]
    found = refused("\n".join(without))
    assert found[0] == "board 0: 7 spaces in the stone area, not 8 (C2)"
    assert "board 18: v_rank: '4', but 3 by column and row (C1, M-32)" in found


def test_two_spaces_of_one_name_or_on_one_place() -> None:
    assert refused(board(d3={"id": "D5"})) == ["board 24: id: line 14 has the same name"]
    assert refused(board(d3={"row": 5})) == ["board 24: row: line 14 has the same place (C9)"]


def as_rules(name: str, written: str) -> object:
    return read_box(written) if name == "setup" else read_board(**{name: written})


@pytest.mark.parametrize("name", FILES)
def test_a_file_as_spreadsheets_write_it(name: str) -> None:
    """BOM, other delimiters and ends of lines, comments in quotes, empty cells behind the last column."""
    lines = list(csv.reader(shipped(FILES[name]).splitlines()[1:]))
    for delimiter in ",;\t":
        file = io.StringIO(newline="")
        wide = [["# shipped; not printed, invented", "", ""], [""] * 20, *([*line, "", ""] for line in lines)]
        csv.writer(file, delimiter=delimiter, lineterminator="\r\n", quoting=csv.QUOTE_ALL).writerows(wide)
        for written in (f"\ufeff{file.getvalue()}", file.getvalue().replace("\r\n", "\r")):
            assert as_rules(name, written) == as_rules(name, "")


def test_columns_that_are_missing_unknown_or_there_twice() -> None:
    good = board()
    no_price = refused(good.replace("price", "prize", 1))
    assert no_price[0] == "board 1: no column 'prize'; did you mean 'price'?"
    assert no_price[1].startswith(
        "board 1: column price is missing; the columns are id, place, column, row, "
    )
    twice = refused(good.replace("landscape2", "landscape", 1))
    assert twice[0] == "board 1: column landscape stands there twice"
    assert refused("# nothing\n\n")[0].startswith("board 0: its first row names the columns: id, place, ")
    assert refused("secret,word\n1,2")[0].startswith("board 1: its first row names the columns: id, place, ")
    assert refused(good.replace("d3,grid,", "d3,", 1)) == ["board 14: 11 values, not 12"]
    assert refused(good.replace("d3,grid,", "d3,grid,x,", 1)) == ["board 14: 13 values, not 12"]
    assert refused(good.replace("d3,grid,", 'd3,"grid"x,', 1))[0].startswith("board 14: ")


def test_all_faults_are_told_at_once_but_not_of_a_file_that_is_none() -> None:
    with pytest.raises(FaultyFile) as error:
        read_board(board(a1={"price": "x"}, d5={"area": ""}))
    told = "board: line 2: price: 'x' is no whole number from 1 to 99 (C9, C23) (and 1 more)"
    assert str(error.value) == told
    many = refused(f"{board()}\n" + "x,y\n" * 1000)
    assert (len(many), many[-1]) == (21, "board 69: so far; the rest of the file is not read")


# ---- the box -----------------------------------------------------------------------------------------------


def box_refused(old: str, new: str) -> list[str]:
    text = shipped(FILES["setup"])
    assert old in text
    with pytest.raises(FaultyFile) as error:
        read_box(text.replace(old, new))
    return [f"{fault.line}: {fault.problem}" for fault in error.value.faults]


def test_an_owner_s_start_cards_and_counts() -> None:
    own = shipped(FILES["setup"]).replace("start_card,1,3,1", "start_card,1,2,1")
    own = own.replace("bag,2,10", "bag,2,9")
    assert read_box(own).start_cards == ((2, 4), *read_box().start_cards[1:])
    assert doubts(setup=own) == ["setup 0: bag: 34, not 35 as in the rulebook (M-5)"]
    found = doubts(setup=own.replace(",2,9,rule", ",2,8,rule"))
    assert "setup 0: valuables: not those of the rulebook (M-3)" in found


def test_a_set_up_that_cannot_be_played_is_refused() -> None:
    text = Path(__file__).with_name("unplayable.txt").read_text("utf-8")
    told = re.findall(r"^(.+) => (.*?) ?-> (.+)$", text, re.MULTILINE)
    assert len(told) == 13
    for old, new, said in told:
        assert box_refused(old, new) == [said]
