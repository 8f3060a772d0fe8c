"""``tobago table --text``: a treasure is raised and divided, amulets are used; words cut short there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli_helpers import Tobago

EXAMPLES = Path(__file__).parents[2] / "examples"
LANDMARKS = (
    "place hut C01", "place hut C42", "place hut A22", "place hut A56",
    "place palm A52", "place palm B45", "place palm B52",
    "place statue A20", "place statue C33", "place statue B34", "face A20 S", "face c33 s", "face B34 SW",
)  # fmt: skip
BEGUN = ("layout ABC+0", *LANDMARKS, "player red Anna", "player blue", "begin")


def evening(*lines: str, game: str = "b") -> bytes:
    """An evening in which the treasure of a map lies on C42, where red stands."""
    start = (*BEGUN, f"st {game} ij", "st w nh", "st c42", "st c22", f"{game} ih")
    return "\n".join((*start, *lines)).encode()


def told(tobago: Tobago, text: bytes, status: int = 0):
    done = tobago("table", "--text", "evening.table", stdin=text)
    assert done.status == status, done.err
    return done


def test_a_treasure_is_divided_among_the_roses_that_are_left(tobago: Tobago) -> None:
    done = told(
        tobago, evening("raise b", "rev 4", "pass", "taken red", "rev 3", "taken no", "rev 2", "take")
    )
    assert "turn 1: red, take; roses: red, red, red (take, pass)" in done.out
    after_pass = done.out.partition("red: pass\n")[2].partition("reveal 3")[0]
    assert "turn 1: red, take; roses: red, red (take, pass)" in after_pass
    assert " red: raise brown\n" in done.out  # it takes nothing away
    done = told(tobago, b"rev 5\ntake\nk in lake\n")
    told_last = done.out.partition("clue black in lake")[2]
    shown = told_last.partition("amulets appear: ")[2].partition(";")[0].split()
    assert len(shown) == 3
    assert "statues turn: A20 SW, C33 SW, B34 NW" in told_last


@pytest.mark.parametrize(
    ("short", "colour"), [("gr", "grey"), ("bl", "black"), ("k", "black"), ("b", "brown")]
)
def test_a_map_cut_short_is_no_player(tobago: Tobago, short: str, colour: str) -> None:
    done = told(tobago, evening(f"raise {short}", game=colour))
    assert f" red: raise {colour}" in done.out


def test_one_letter_behind_a_clue_is_no_player_but_a_terrain(tobago: Tobago) -> None:
    start = (*BEGUN, "st b ij", "st w nh", "st c42", "st c22", "g i b", "k in lak b")
    done = told(tobago, "\n".join(start).encode())
    assert " red: clue grey in beach" in done.out
    assert " blue: clue black in lake" in done.out


def test_a_word_too_many_is_refused(tobago: Tobago) -> None:
    for line in ("hand blue red", "pick apples", "hint blue now"):
        assert told(tobago, evening(line), 2).err, line
        Path("evening.table").unlink()


def test_cubes_are_taken_by_an_amulet_in_short_words(tobago: Tobago) -> None:
    table = '[table]\nme = "red"\natvs = { red = "A34", blue = "C10" }\namulets = ["A34"]\n'
    island, rest = (EXAMPLES / "tobago-game.toml").read_text().split("[maps.brown]")
    hand = "[hand]" + rest.partition("[hand]")[2].partition("[table]")[0] if "[hand]" in rest else ""
    maps = '[maps.brown]\nclues = ["in jungle", "not next to hut"]\nowners = ["red", "blue"]\n'
    Path("game.toml").write_text(island + maps + hand + table)
    done = tobago("table", "--text", "game.toml", stdin=b"pick up\nam rem b b44\nundo\nam rem b b44\nshow\n")
    assert done.status == 0, done.err
    assert "red: amulet remove brown B44  15 -> 14" in done.out


def test_a_drawn_island_is_called_so(tobago: Tobago) -> None:
    done = tobago("table", "--text", str(EXAMPLES / "drawn-island.toml"), stdin=b"")
    assert done.out.startswith("a drawn island; huts "), done.out
