"""The commands that ask about a position, as the public formats promise them."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from cli_helpers import CONTRADICTION, EXAMPLE, FOURTEEN, LEGAL, clue_table

from toolkit.games.tobago import CLUES, COLOURS, Position, boxed_island, reconstructed_deck

if TYPE_CHECKING:
    from cli_helpers import Tobago

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


def test_solve_says_that_a_map_is_stuck(tobago: Tobago, tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text('format = "tobago-deck/1"\ncards = { "in jungle" = 1 }')
    text = 'format = "tobago-position/1"\nisland.drawing = "J J S"\ncomponents.deck = "deck.toml"\n'
    (tmp_path / "stuck.toml").write_text(text + 'maps.brown.clues = ["in jungle"]')
    done = tobago("solve", "stuck.toml", "--json")
    assert done.status == 0
    assert "note: brown is stuck: 2 candidates" in done.err
    assert "note: white is stuck: 3 candidates" in done.err


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


def test_a_full_terminal_is_not_needed_for_whole_sentences(tobago: Tobago, game: Path) -> None:
    done = tobago("check", str(game), "brown", "in largest lake")
    assert done.out.count("\n") == 1


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


def test_hint_shows_the_best_plays(tobago: Tobago, game: Path) -> None:
    assert "(2 of 7)" in tobago("hint", str(game), "--top", "2").out
    assert len(tobago("hint", str(game), "--top", "2", "--json").json["plays"]) == 2
    assert len(tobago("hint", str(game), "--json").json["plays"]) == 7


# ---------------------------------------------------------------- why, forecast


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
