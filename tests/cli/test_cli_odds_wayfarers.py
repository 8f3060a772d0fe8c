"""``tobago odds wayfarers``: the JSON is that of the library, typed scores, and what is told unasked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvers.wayfarers.answers import QUERIES, Asked, answers
from solvers.wayfarers.standing import Pieces
from toolkit.games.wayfarers.position import Position
from workbench.cli.odds.wayfarers import wayfarers

if TYPE_CHECKING:
    from cli_helpers import Tobago

ROOT = Path(__file__).parents[2]
FILE = str(ROOT / "examples" / "wayfarers-position.toml")
PAGE = (ROOT / "docs" / "odds-wayfarers.md").read_text("utf-8")
T1 = (
    "--land l03+f08,L19+F18,L20+F19,L21 --water W20+F04,W25,W26,W36 --space S06,S34+I04,S07,S01+I01 "
    "--tiles US2,ub1,UB2,UB3,UP03 --guilds 1,0,0 --most comets,science"
)


def ask(tobago: Tobago, *arguments: str, text: str = "") -> list[dict[str, Any]]:
    done = tobago("odds", "wayfarers", *arguments, "--json", stdin=text.encode())
    assert (done.status, done.err) == (0, "")
    assert done.json["format"] == "wayfarers-odds/1"
    found: list[dict[str, Any]] = done.json["answers"]
    return found


def test_the_json_is_that_of_the_library(tobago: Tobago) -> None:
    position = Position.load(Path(FILE))
    for typed, queries, asked in (
        ("", QUERIES, {}),
        ("--query journal --query score", ("journal", "score"), {}),
        ("--slots l4,Middle 3", ("die",), {"slots": ("L04", "middle 3")}),
        ("--query roll --slots L04,harbour --dice 3", ("roll",), {"slots": ("L04", "harbour"), "dice": 3}),
        ("--cards s08,UP02", ("card",), {"cards": ("S08", "UP02")}),
        ("--tags Open Water,LIBRARY", ("draw",), {"tags": ("open_water", "library")}),
        ("--kind Space --draws 2", ("draw",), {"kind": "space", "draws": 2}),
    ):
        setting: Any = asked
        found = [answer.to_dict() for name in queries for answer in answers(name, position, Asked(**setting))]
        words = [word for part in typed.split("--")[1:] for word in f"--{part.strip()}".split(" ", 1)]
        assert ask(tobago, FILE, *words) == json.loads(json.dumps(found))


def test_T1_a_score_is_typed_without_a_file(tobago: Tobago) -> None:
    (score,) = ask(tobago, *T1.split())
    assert (score["query"], score["totals"]) == ("score", [53])
    pieces = Pieces(
        land=("L03+F08", "L19+F18", "L20+F19", "L21"),
        water=("W20+F04", "W25", "W26", "W36"),
        space=("S06", "S34+I04", "S07", "S01+I01"),
        tiles=("US2", "UB1", "UB2", "UB3", "UP03"),
        guilds=(1, 0, 0),
        most=("comets", "science"),
    )
    assert score["lines"] == json.loads(json.dumps([line._asdict() for line in pieces.lines()]))
    assert ask(tobago, "--query", "score", "--silver", "3")[0]["totals"] == [0]
    for half in ("L03+", ",,,", "+F08"):
        assert "a name is missing" in tobago("odds", "wayfarers", "--land", half).err


def test_a_game_that_is_over_and_one_against_the_rival(tobago: Tobago) -> None:
    start = 'format = "wayfarers-position/1"\n'
    rival = "guilds = {trade = 2, exploration = 1}\ncomet = 3\ncards = {land = 2}\n"
    alone = f"{start}[[players]]\nguilds = {{exploration = 1}}\n[rival]\n{rival}"
    found = {answer["name"]: answer for answer in ask(tobago, "-", "--query", "majority", text=alone)}
    assert (found["comets"]["amounts"], found["trade"]["lead"]) == ([0, 3], {"who": 1, "by": 2})
    assert "rival" in tobago("odds", "wayfarers", "-", stdin=alone.encode()).out
    draws = ask(tobago, "-", "--query", "draw", text=alone)
    assert (draws[0]["pile"], draws[0]["unseen"]) == (36 - 4 - 2, 36)
    green = '["yellow", "blue", "green", "green", "green", "green"]'
    over = f'{start}turns = 40\n[[players]]\nmarker = "c10-1"\nworkers = {green}\n[[players]]\n'
    told = {answer["query"]: answer for answer in ask(tobago, "-", text=over)}
    assert told["score"]["totals"] == [0, 0]
    assert told["journal"] == {"query": "journal", "marker": "c10-1", "next": [], "by_science": []}
    assert tobago("odds", "wayfarers", "-", stdin=over.encode()).status == 0


def test_help_and_the_page_name_all_that_can_be_asked(tobago: Tobago) -> None:
    shown = " ".join(tobago("odds", "wayfarers", "--help").out.split())
    assert all(f"{name} {' '.join(query.help.split())}" in shown for name, query in QUERIES.items())
    assert set(wayfarers.pieces) == set(Pieces.__dataclass_fields__)
    assert {f"--{name}" for name in wayfarers.settings} == set(re.findall(r"--[a-z]+", PAGE)) - {"--query"}
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == list(QUERIES)
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert json.loads(example)["answers"] == ask(tobago, FILE, "--tags", "library")[:1]
