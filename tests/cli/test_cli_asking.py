"""The commands that ask about a position, as the public formats promise them."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from cli_helpers import EXAMPLE, FOURTEEN, clue_table

from toolkit.games.tobago import CLUES, Position, boxed_island, reconstructed_deck

if TYPE_CHECKING:
    from cli_helpers import Tobago

# ---------------------------------------------------------------- solve


def test_names_are_sorted_as_plain_strings(tobago: Tobago, tmp_path: Path) -> None:
    drawing = "\n".join(["J " * 28] * 11)
    (tmp_path / "wide.toml").write_text(
        f'format = "tobago-position/1"\n[island]\ndrawing = """\n{drawing}\n"""\n'
    )
    candidates = tobago("solve", "wide.toml", "--json").json["maps"]["brown"]["candidates"]
    assert candidates == sorted(candidates)
    assert candidates[:4] == ["a1", "a10", "a11", "a2"]
    assert "ab11" in candidates


# ---------------------------------------------------------------- check


def test_every_clue_of_the_grammar_can_be_checked(tobago: Tobago, game: Path) -> None:
    table, brown = clue_table(), set(FOURTEEN)
    for clue in CLUES:
        done = tobago("check", str(game), "brown", str(clue), "--json")
        after = brown & table[str(clue)]
        conflicts = [laid for laid in ("in jungle", "not next to hut") if not table[laid] & table[str(clue)]]
        assert done.status == (0 if 0 < len(after) < 14 else 1)
        assert (done.json["clue"], done.json["after"]) == (str(clue), len(after))
        assert done.json["conflicts"] == conflicts


# ---------------------------------------------------------------- legal


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


# ---------------------------------------------------------------- hint


def test_hint_names_every_legal_play_best_first(tobago: Tobago, game: Path) -> None:
    game.write_text(re.sub(r"\[hand\].*?\n\n", "", EXAMPLE, flags=re.DOTALL))
    plays = tobago("hint", str(game), "--json").json["plays"]
    legal = tobago("legal", str(game), "--json").json["maps"]
    expected = {(c, clue) for c, found in legal.items() for clue, v in found.items() if v["legal"]}
    assert {(play["map"], play["clue"]) for play in plays} == expected
    assert len(plays) == len(expected)
    assert [play["worth"] for play in plays] == sorted((play["worth"] for play in plays), reverse=True)
    for play in plays:
        assert (play["raiser"] is None) or play["locates"]
        assert play["bits"] == round(log2(play["before"] / play["after"]), 2)
        assert play["share"] == ("1/3" if play["map"] == "brown" else str(Fraction(1)))
        assert (play["locates"] is None) == (play["after"] > 1)


def test_equal_plays_on_equal_maps_are_told_once(tobago: Tobago, game: Path) -> None:
    plays = tobago("hint", str(game), "--json").json["plays"]
    told = [line for line in tobago("hint", str(game)).out.splitlines() if "worth" in line]
    assert len(plays) == 7
    assert told == [
        "brown: next to statue  (14 to 3, 2.22 bits, worth +2.26)",
        "any of white, grey, black: in largest lake  (104 to 6, 4.12 bits, worth +1.42)",
        "any of white, grey, black: next to statue  (104 to 18, 2.53 bits, worth +0.96)",
    ]


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_why_a_play_is_good_stands_below_it_in_the_whole_width(
    tobago: Tobago, game: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    plays = tobago("hint", str(game), "--json").json["plays"]
    told = tobago("hint", str(game)).out.split("\n\n")[1]
    _, *why = told.rstrip().splitlines()
    assert " ".join(line.strip() for line in why) == plays[0]["why"]
    assert all(line.startswith("    ") and len(line) <= columns for line in why)
    following = [line.split()[0] for line in why[1:]]
    for line, word in zip(why, following, strict=False):
        assert len(f"{line.rstrip()} {word}") > columns  # no line ends before it is full


# ---------------------------------------------------------------- why, forecast


def test_forecast_is_a_distribution(tobago: Tobago, game: Path) -> None:
    found = json.loads(tobago("forecast", str(game), "brown", "--json").out)
    assert (found["format"], found["map"]) == ("tobago-forecast/1", "brown")
    assert sum(found["ends"].values()) + found["stuck"] == pytest.approx(1)
    assert sum(found["clues"].values()) == pytest.approx(1)
    assert set(found["ends"]) <= set(Position.load(game).maps["brown"].candidates)
    table = tobago("forecast", str(game), "brown").out
    assert all(name in table for name in found["ends"])


# ---------------------------------------------------------------- show, review


def test_the_review_counts_clues_of_raised_treasures(tobago: Tobago, game: Path) -> None:
    lines = ["lay GAME brown next to statue --owner red", "amulet GAME brown C10", "amulet GAME brown C31"]
    for line in [
        *lines,
        "move GAME blue A34 --force",
        "raise GAME blue",
        "lay GAME brown in river --owner red",
    ]:
        assert tobago(*[str(game) if word == "GAME" else word for word in line.split()]).status == 0
    found = tobago("review", str(game), "--json").json
    rows = [(one["clue"], one["owner"], one["before"], one["after"], one["raised"]) for one in found["clues"]]
    assert rows[:3] == [
        ("in jungle", "red", 101, 21, True),
        ("not next to hut", "blue", 21, 12, True),
        ("next to statue", "red", 12, 1, True),
    ]
    assert [one[4] for one in rows[3:]] == [False]
    bits = sum(one["bits"] for one in found["clues"] if one["owner"] == "red")
    assert abs(found["players"]["red"] - bits) < 0.02
    game.write_text(game.read_text().replace("A23>SE", "A23>NW"))  # the step cannot be taken back any more
    edited = tobago("review", str(game), "--json")
    assert [one["raised"] for one in edited.json["clues"]] == [False]
    assert "edited since 'raise brown blue': clues of treasures" in edited.err


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


def test_a_drawing_says_how_tall_it_is_where_the_terminal_is_lower(
    tobago: Tobago, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tobago("show", str(game)).err == ""  # no terminal
    for name, value in {"FORCE_COLOR": "1", "COLUMNS": "80", "LINES": "24"}.items():
        monkeypatch.setenv(name, value)
    done = tobago("show", str(game))
    lines = done.out.count("\n")
    assert done.err == f"note: this takes {lines} lines, and the terminal has 24; --compact takes fewer\n"
    done = tobago("show", str(game), "--compact")
    assert (done.out.count("\n") < 24, done.err) == (True, "")
    for height, told in ((lines, True), (lines + 1, False)):
        monkeypatch.setenv("LINES", str(height))
        assert bool(tobago("show", str(game)).err) == told


def test_one_map_is_shown_in_the_terminal(tobago: Tobago, game: Path) -> None:
    game.write_text(game.read_text() + '\n[maps.grey]\nclues = ["in lake"]\n')
    shown = tobago("show", str(game), "--compact", "--map", "grey").out
    assert ("B22Lg" in shown, "B55J " in shown) == (True, True)  # brown's candidates recede
    assert "B55Jb" in tobago("show", str(game), "--compact").out


PNG = b"\x89PNG\r\n\x1a\n"


def test_show_and_forecast_write_png_and_follow_the_background(tobago: Tobago, game: Path) -> None:
    pytest.importorskip("resvg_py")
    for command in (("show", str(game), "--map", "brown"), ("forecast", str(game), "brown")):
        assert tobago(*command, "--svg", "bright.svg", "--png", "bright.png").status == 0
        assert tobago(*command, "--svg", "dark.svg", "--png", "dark.png", "--dark").status == 0
        assert Path("bright.png").read_bytes().startswith(PNG)
        assert Path("bright.png").read_bytes() != Path("dark.png").read_bytes()
        assert "light-dark(" in Path("bright.svg").read_text()
        assert "light-dark(" not in Path("dark.svg").read_text()


def test_without_resvg_png_is_refused_and_nothing_is_written(
    tobago: Tobago, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = tobago("forecast", str(game), "brown", "--svg", "heat.svg", "--png", "heat.png")
    assert done.status == 2
    assert "PNG needs resvg-py" in done.err
    assert not Path("heat.svg").exists()
    assert not Path("heat.png").exists()


def test_the_heat_of_a_map_is_its_forecast(tobago: Tobago, game: Path) -> None:
    assert tobago("show", str(game), "--heat", "brown", "--svg", "shown.svg").status == 0
    assert tobago("forecast", str(game), "brown", "--svg", "told.svg").status == 0
    assert Path("shown.svg").read_text() == Path("told.svg").read_text()
    tobago("show", str(game), "--map", "brown", "--svg", "lit.svg")
    assert Path("lit.svg").read_text() not in (Path("told.svg").read_text(), tobago("show", str(game)).out)


def test_games_that_are_over_are_drawn_and_not_asked(tobago: Tobago) -> None:
    wazabi = 'format = "wazabi-position/1"\nme = 0\ndice = [4, 0, 5]\nhand = []\nhands = [0, 1, 3]\n'
    silver = 'format = "silver-position/1"\nme = 0\ndeck = 31\ndiscard = [5]\nvillages = ['
    silver += '{slots = ["0!", "?", "?", "?", "?"]}, {slots = ["0!", "?", "?", "?", "?"]}]\n'
    for game, text, why in (("wazabi", wazabi, "player without dice"), ("silver", silver, "both 0s")):
        Path("over.toml").write_text(text)
        assert tobago("show", "over.toml", "--svg", "over.svg").status == 0
        assert {"wazabi": "the game is over", "silver": "Villager 0"}[game] in Path("over.svg").read_text()
        assert why in tobago("odds", game, "over.toml").err
        assert why in tobago("play", game, "--notation", "--from", "over.toml").err


@pytest.mark.parametrize(
    ("name", "word", "invents"),
    [
        ("wazabi-position.toml", "lose 1 die", False),
        ("mangrovia-end.toml", "the game is over", True),
        ("wayfarers-end.toml", "the game is over", True),
        ("silver-position.toml", "Seer", False),
        ("mangrovia-position.toml", "temple rock", False),
        ("wayfarers-position.toml", "Scholar", True),
    ],
)
def test_positions_of_all_games_are_shown(tobago: Tobago, name: str, word: str, invents: bool) -> None:
    file = str(Path(__file__).parents[2] / "examples" / name)
    done = tobago("show", file, "--svg", "table.svg")
    assert done.status == 0
    assert word in Path("table.svg").read_text()
    assert ("dealt by chance" in done.err) == invents
    shown = tobago("show", file)
    assert (shown.status, "dealt by chance" in shown.err) == (0, invents)
    assert len(shown.out.splitlines()) > 5
    assert tobago("show", file, "--json").status == 2
