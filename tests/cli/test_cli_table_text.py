"""``tobago table --text``: an evening told in the terminal, with words cut short."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.games.tobago.board_sides import outline, write_sides
from workbench.table.opening import open_table
from workbench.table.store import Store

if TYPE_CHECKING:
    from cli_helpers import Tobago

EXAMPLES = Path(__file__).parents[2] / "examples"

SET_UP = """
layout ABC+0
random
player red Anna
player blue
begin
"""

PLAY = """
st b ij
start clue w !nh
start a22
start b22
know wlj
know nm blue
hand blue
m a34
k !nt
undo
white not in river blue
mo a22
"""


def told(tobago: Tobago, text: str, *more: str):
    return tobago("table", "--text", "evening.table", *more, stdin=text.encode())


def test_an_evening_is_told_in_short_words(tobago: Tobago) -> None:
    done = told(tobago, SET_UP + PLAY)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert "blue: next to mountain, 5 unknown" in lines
    assert "brown 24   white 104   grey 104   black 104" in lines
    assert any(line.endswith("red: start clue brown in jungle  104 -> 24") for line in lines)
    assert any("clue black not next to statue" in line for line in lines)
    assert "turn 4: blue, turn (exchange)" in lines[-1]
    asked = told(tobago, "log\nfinish\nreview\n")
    assert asked.status == 0
    assert "clue black" not in asked.out  # it was undone
    assert sum(" blue: clue white not in river" in line for line in asked.out.splitlines()) >= 1
    assert "red: " in asked.out.splitlines()[-2]
    assert "bits, 0 coins" in asked.out.splitlines()[-2]


def test_undo_takes_back_one_step_of_an_evening_that_is_over(tobago: Tobago) -> None:
    told(tobago, SET_UP + "st b nt\nst w !nh\nfinish\n")
    assert "turn 1: red, start\n" in told(tobago, "undo\n").out
    log = told(tobago, "log\n").out
    assert "start clue brown next to statue" in log
    assert "start clue white not next to hut" in log
    told(tobago, "undo\n")
    assert "start clue white" not in told(tobago, "log\n").out


def test_what_is_left_to_nothing_is_refused_and_the_table_opens_again(tobago: Tobago) -> None:
    done = told(tobago, "layout ABC+0\nrandom\nrandom\n")
    assert (done.status, done.err) == (2, "tobago: nothing is left to do\n")
    again = told(tobago, "")
    assert (again.status, again.out.splitlines()[0]) == (0, done.out.splitlines()[-2])


def test_a_table_is_opened_up_to_an_event_and_the_rest_is_kept(tobago: Tobago) -> None:
    told(tobago, SET_UP)
    path = Path("evening.table")
    with sqlite3.connect(path) as database:
        database.execute("""UPDATE event SET body = json_set(body, '$.do[0]', 'layout XYZ') WHERE seq = 3""")
    database.close()
    before = path.read_bytes()
    for more in ((), ("--until", "4")):
        refused = told(tobago, "", *more)
        assert (refused.status, refused.err.count("\n")) == (2, 1)
        assert "evening.table: event 3 cannot be read (" in refused.err
        assert "--until 2 opens the table as it was before, and keeps this file beside it" in refused.err
    looked = told(tobago, "", "--until", "2", "--read-only")
    assert (looked.status, looked.out.splitlines()[0]) == (0, "ABC+0; huts ; palms ; statues ")
    assert ([one.name for one in Path().glob("*.table")], path.read_bytes()) == (["evening.table"], before)
    cut = told(tobago, "random\n", "--until", "2")
    assert "evening.table goes on after event 2; as it was, it is kept in evening-aside.table" in cut.err
    assert Path("evening-aside.table").read_bytes() == before
    assert "missing: players" in told(tobago, "").out
    told(tobago, "", "--until", "2")  # nothing need be wrong
    assert "missing: huts: 4" in told(tobago, "").out
    assert Path("evening-aside-2.table").exists()
    assert "there is no table to look at yet" in tobago("table", "b.table", "--until", "2").err
    assert told(tobago, "", "--until", "2", "--new").status == 2


def test_a_wrong_line_is_refused_and_nothing_is_kept(tobago: Tobago) -> None:
    told(tobago, SET_UP)
    for line, why in (
        ("b nothing", "'nothing' is unclear"),
        ("pass", "first tell the next starting clue"),
        ("dance", "'dance' is unclear"),
        ("hint", "set hints to 'legal'"),
        ("review", "when the evening is over"),
        ("st b ij green", "'green' does not play"),
        ("undo", "nothing was told"),
        ("log b wlj", "log stands alone"),
        ("l b ij", "first tell the next starting clue"),
    ):
        done = told(tobago, f"{line}\n")
        assert done.status == 2, line
        assert why in done.err, line
    store = Store(Path("evening.table"))
    assert len(list(store.events())) == 1 + 5
    store.close()


def test_hexes_of_an_own_side_have_their_names(tobago: Tobago) -> None:
    side = write_sides({"a": dict.fromkeys(outline("a"), "lake")})
    Path("a.csv").write_text(side)
    done = told(tobago, "sides a.csv\nlayout aBC+0\nplace hut a33\nplace palm b22\n")
    assert (done.status, done.err) == (0, "")
    assert "aBC+0; huts a33; palms B22; statues" in done.out


def test_a_table_begins_from_a_position_that_tells_everything(tobago: Tobago) -> None:
    Path("game.toml").write_bytes((EXAMPLES / "tobago-game.toml").read_bytes())
    done = tobago("table", "--text", "game.toml", stdin=b"hand\nexchange\nfinish\n")
    assert (done.status, done.err) == (0, "")
    assert "the evening is over" in done.out
    assert Path("game.table").exists()
    again = tobago("table", "--text", "game.toml", stdin=b"log\n")
    assert "exchange" in again.out
    Path("game.toml").write_bytes((EXAMPLES / "drawn-island.toml").read_bytes())
    other = tobago("table", "--text", "game.toml", stdin=b"")
    assert (other.status, "another table is there (the printed game of" in other.err) == (2, True)


def test_the_terminal_agrees_for_phones_that_sat_at_the_table(tobago: Tobago) -> None:
    told(tobago, SET_UP + "st b ij\n")
    table = open_table(Path("evening.table"), dict, lambda _: None)
    table.sit(0, "Anna", "a page's own name", None)
    table.sit(1, "Bea", "another page's own name", None)
    table.answer(0, 1, "Bea", yes=True)
    table.end()
    done = told(tobago, "finish\nreview\n")
    assert (done.status, "the evening is over" in done.out) == (0, True)


def test_only_the_printed_game_is_told_in_the_terminal(tobago: Tobago) -> None:
    done = tobago("table", "--text", "--game", "wazabi", "--seats", "me,me", stdin=b"")
    assert done.status == 2
    assert "only the printed Tobago" in done.err
    assert tobago("table", "--text", "--seats", "me,me", stdin=b"").status == 2


def test_a_clue_is_laid_as_at_an_open_position(tobago: Tobago) -> None:
    done = told(tobago, SET_UP + "st b ij\nst w !nh\nst a22\nst b22\nl g ne st r\nlay k not in lake blue\n")
    assert (done.status, done.err) == (0, "")
    assert " red: clue grey next to statue" in done.out
    assert " blue: clue black not in lake" in done.out


def test_a_position_file_that_is_not_there_begins_no_table(tobago: Tobago) -> None:
    done = tobago("table", "--text", "first-postion.toml", stdin=b"")
    assert (done.status, done.out) == (2, "")
    assert "first-postion.toml: no such position file" in done.err
    assert not Path("first-postion.toml").exists()
