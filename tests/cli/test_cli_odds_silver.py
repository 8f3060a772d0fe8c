"""``tobago odds silver``: what it promises to people and programs."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from solvers.silver import Law, Tilt, Tilted, best_exchange, lowest, static_call, village_sum
from solvers.silver.answers import QUERIES, TILTED, Asked, usual_queries
from solvers.silver.rollouts import from_position
from solvers.silver.simulated import call_after_replies, call_thresholds, endings, match_chances, revealings
from toolkit.games.silver.position import Position
from toolkit.games.silver.rules import Rules
from workbench.cli.odds import silver as odds_silver

if TYPE_CHECKING:
    from cli_helpers import Tobago

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples" / "silver-position.toml")
DIGEST = """
format = "silver-position/1"
me = 0
deck = 31
discard = [3]
villages = [{slots = ["8", "8", "?", "?", "?"]}, {slots = ["?", "?", "?", "?", "?"]}]
"""


def ask(tobago: Tobago, *arguments: str, file: str = EXAMPLE, text: str = "") -> list[dict[str, Any]]:
    done = tobago("odds", "silver", "-" if text else file, *arguments, "--json", stdin=text.encode())
    assert (done.status, done.err) == (0, "")
    assert done.json["format"] == "silver-odds/1"
    answers: list[dict[str, Any]] = done.json["answers"]
    return answers


def test_a_slot_as_promised(tobago: Tobago) -> None:
    (answer,) = ask(tobago, "--query", "slot", "--player", "1", "--slot", "0", text=DIGEST)
    assert (answer["player"], answer["slot"], answer["exact"], answer["value"]) == (1, 0, None, None)
    assert answer["distribution"]["0"] == "2/49"
    assert answer["distribution"]["8"] == "2/49"
    assert sum(map(Fraction, answer["distribution"].values())) == 1


def test_the_library_is_asked(tobago: Tobago) -> None:
    position = Position.load(Path(EXAMPLE))
    queries = ["lowest", "sum", "call", "take", "slot", "draw"]
    found = {answer["query"]: answer for answer in reversed(ask(tobago, *_queries(*queries)))}
    assert Fraction(found["lowest"]["exact"]) == lowest(position)
    assert Fraction(found["lowest"]["strict"]) == lowest(position, strict=True)
    assert {int(k): Fraction(v) for k, v in found["sum"]["distribution"].items()} == village_sum(position, 0)
    call = static_call(position)
    assert [Fraction(found["call"][key]) for key in ("exact", "break_even", "score", "sum")] == [
        call.chance,
        call.break_even,
        call.score,
        call.sum,
    ]
    best = best_exchange(position, 12)
    assert best is not None
    assert (found["take"]["card"], found["take"]["slots"]) == (12, list(best.slots))
    assert Fraction(found["take"]["exact"]) == best.gain
    assert found["slot"]["distribution"]["12"] == str(Law.of(position).number((0, 1))[12])


def _queries(*names: str) -> list[str]:
    return [word for name in names for word in ("--query", name)]


def test_another_player_is_asked_about(tobago: Tobago) -> None:
    (answer,) = ask(tobago, "--query", "sum", "--player", "1")
    assert answer["player"] == 1
    assert Fraction(answer["exact"]) == sum(
        total * chance for total, chance in village_sum(Position.load(Path(EXAMPLE)), 1).items()
    )


@pytest.mark.parametrize("name", [name for name in QUERIES if name not in ("hundred", *odds_silver._PLAYED)])
def test_every_query_has_answers_in_both_forms(tobago: Tobago, name: str, tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    text = Path(EXAMPLE).read_text("utf-8")
    held = "held = 4\n" if name == "replace" else ""
    file.write_text(held + text, encoding="utf-8")
    found = ask(tobago, "--query", name, file=str(file))
    assert found
    assert {answer["query"] for answer in found} == {name}
    for answer in found:
        assert answer["se"] is None
        if answer["exact"] is not None:
            assert float(Fraction(answer["exact"])) == answer["value"]
    done = tobago("odds", "silver", str(file), "--query", name)
    assert (done.status, done.err) == (0, "")
    assert done.out.strip()


@pytest.mark.parametrize("name", ["hundred", "kamikaze"])
def test_score_mode_has_questions_of_its_own(tobago: Tobago, name: str) -> None:
    text = DIGEST + "\nrules = {score_mode = true}\nscores = [68, 99]\n"
    assert [answer["player"] for answer in ask(tobago, "--query", name, text=text)] == [0, 1]
    (answer,) = ask(tobago, "--query", name, "--player", "1", text=text)
    assert answer["player"] == 1
    assert {"hundred", "kamikaze"} <= {answer["query"] for answer in ask(tobago, text=text)}


def test_all_that_is_of_use_is_told_at_once(tobago: Tobago) -> None:
    found = list(dict.fromkeys(answer["query"] for answer in ask(tobago)))
    assert found == usual_queries(Position.load(Path(EXAMPLE)), Asked())
    assert found == [
        *(
            "lowest",
            "call",
            "sum",
            "draw",
            "take",
            "exchange",
            "villagers",
            "movers",
            "time",
            "pairs",
            "memory",
        )
    ]


@pytest.mark.parametrize(
    ("keys", "there", "missing"),
    [
        ("held = 4", {"replace", "attempt"}, {"draw", "take", "rob", "call", "look", "expose"}),
        ("held = 5", {"expose"}, {"look", "rob"}),
        ("held = 7", {"look"}, {"expose"}),
        ("held = 8", {"look"}, {"expose"}),
        ("held = 9", {"look"}, {"expose"}),
        ("held = 12", {"rob"}, {"witch", "master"}),
        ("held = 11", {"witch"}, {"rob"}),
        ("held = 10", {"master"}, {"rob"}),
        ("called_by = 1", {"draw"}, {"call"}),
    ],
)
def test_what_is_of_use_depends_on_the_position(
    tobago: Tobago, keys: str, there: set[str], missing: set[str]
) -> None:
    text = f"{keys}\n" + Path(EXAMPLE).read_text("utf-8")
    found = {answer["query"] for answer in ask(tobago, text=text)}
    assert there <= found
    assert not missing & found


def test_a_setting_asks_for_its_query_too(tobago: Tobago) -> None:
    found = [answer["query"] for answer in ask(tobago, "--slot", "1")]
    assert "slot" in found
    assert [a["query"] for a in ask(tobago, "--slots", "0,1")].count("exchange") == 1


def test_harm_counts_what_opponents_gain(tobago: Tobago) -> None:
    plain, harmful = (ask(tobago, "--query", "rob", *more)[0] for more in ((), ("--harm", "0.5")))
    assert Fraction(harmful["exact"]) == Fraction(plain["exact"]) * Fraction(3, 2)
    assert plain["gain"] == harmful["gain"] == plain["exact"]


def test_a_tilt_asks_for_the_other_model(tobago: Tobago) -> None:
    done = tobago("odds", "silver", EXAMPLE, "--tilt", "own=-0.1,opponents=-0.3", "--json")
    assert (done.json["model"], done.json["tilt"]["opponents"]) == ("B1", -0.3)
    law = Tilted(Position.load(Path(EXAMPLE)), Tilt(own=-0.1, opponents=-0.3))
    lowest, total = done.json["answers"]
    assert (lowest["query"], lowest["exact"]) == ("lowest", None)
    assert (lowest["value"], lowest["strict"]) == (law.lowest(), law.lowest(strict=True))
    assert {int(s): chance for s, chance in total["distribution"].items()} == law.village_sum(0)


@pytest.mark.parametrize("name", list(TILTED))
def test_without_tilt_both_models_say_the_same(tobago: Tobago, name: str) -> None:
    for exact, tilted in zip(
        ask(tobago, "--query", name), ask(tobago, "--query", name, "--tilt", "own=0"), strict=True
    ):
        assert tilted["exact"] is None
        assert tilted["value"] == (None if exact["value"] is None else pytest.approx(exact["value"]))
        chances = {key: float(Fraction(chance)) for key, chance in exact.get("distribution", {}).items()}
        assert tilted.get("distribution", {}) == pytest.approx(chances)


def test_a_call_is_played_out_as_promised(tobago: Tobago) -> None:
    options = ("--query", "call", "--policy", "steady:4", "--games", "200", "--seed", "7")
    static, played = ask(tobago, *options)
    position = Position.load(Path(EXAMPLE))
    assert static["exact"] == str(static_call(position).chance)
    found = call_after_replies(position, "steady:4", games=200, seed=7)
    assert (played["exact"], played["value"], played["se"]) == (
        None,
        found.chance.value,
        found.standard_error,
    )
    assert (played["policy"], played["games"], played["seed"]) == ("steady:4", 200, 7)
    assert played["low"] <= played["value"] <= played["high"]
    assert played["saved"] == pytest.approx(played["going_on"] - played["score"])
    assert ask(tobago, *options) == [static, played]


def test_a_call_is_played_out_as_soon_as_a_setting_asks_for_it(tobago: Tobago) -> None:
    _, played = ask(tobago, "--query", "call", "--games", "20")
    assert (played["policy"], played["games"], played["insight"]) == ("steady", 20, "own")
    _, blind = ask(tobago, "--query", "call", "--games", "20", "--insight", "nothing")
    assert blind["insight"] == "nothing"
    told = tobago("odds", "silver", EXAMPLE, "--query", "call", "--games", "20").out
    assert "points saved by the call" in told
    assert len(ask(tobago, "--query", "call")) == 1


# ---- rounds that are played out --------------------------------------------------------------------------

HOW = {"policy": "steady:4", "games": 30, "seed": 7}
PLAY = ("--policy", "steady:4", "--games", "30", "--seed", "7")


def _how(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: answer[key] for key in HOW}


def test_Q16_a_revealer_is_played_out(tobago: Tobago) -> None:
    text = "held = 6\n" + Path(EXAMPLE).read_text("utf-8")
    answers = ask(tobago, "--query", "reveal", *PLAY, text=text)
    found = revealings(Position.parse(text), "steady:4", games=30, seed=7)
    places = [(answer["player"], answer["slot"]) for answer in answers]
    assert places == [(None, None), (1, 0), (1, 1), (1, 3)]
    for answer, one in zip(answers, found, strict=True):
        assert (answer["exact"], _how(answer), answer["insight"]) == (None, HOW, "own")
        assert (answer["value"], answer["se"]) == (one.saved.value, one.saved.standard_error)
        assert (answer["points"], answer["points_se"]) == (one.points.value, one.points.standard_error)
        assert (answer["ends"], answer["ends_se"]) == (one.ends.value, one.share_error(one.ended))
        assert answer["low"] <= answer["value"] <= answer["high"]


def test_Q18_Q20_the_end_of_a_round_is_played_out(tobago: Tobago) -> None:
    *ends, within, turns = ask(tobago, "--query", "ending", "--turns", "9", *PLAY, "--insight", "nothing")
    found = endings(Position.load(Path(EXAMPLE)), "steady:4", games=30, seed=7, insight="nothing")
    assert {answer["end"]: answer["value"] for answer in ends} == {
        end: count / 30 for end, count in found.ends.items()
    }
    assert sum(answer["value"] for answer in ends) == pytest.approx(1)
    assert (within["end"], within["within"], within["value"]) == ("villagers", 9, found.pair_within(9).value)
    assert (turns["mean"], turns["value"], turns["se"]) == (
        "turns",
        found.turns.value,
        found.turns.standard_error,
    )
    for answer in (*ends, within, turns):
        assert (_how(answer), answer["insight"]) == (HOW, "nothing")
        assert answer["se"] >= 0
        assert answer["low"] <= answer["value"] <= answer["high"]
    assert len(ask(tobago, "--query", "ending", "--games", "5")) == len(ends) + 1


def test_Q23_a_game_is_won_from_its_totals_and_its_round(tobago: Tobago) -> None:
    text = "scores = [20, 24]\nround = 4\n" + Path(EXAMPLE).read_text("utf-8")
    *players, rounds = ask(tobago, "--query", "win", *PLAY, text=text)
    position = Position.parse(text)
    found = match_chances(
        (20, 24), position.rules, "steady:4", next_round=4, start=from_position(position), games=30, seed=7
    )
    assert [answer["player"] for answer in players] == [0, 1]
    for answer, one in zip(players, found.shares, strict=True):
        assert (answer["value"], answer["se"], _how(answer)) == (one.value, one.standard_error, HOW)
        assert 0 <= answer["low"] <= answer["value"] <= answer["high"] <= 1
    assert (rounds["mean"], rounds["value"]) == ("rounds", 1)
    behind = ask(tobago, "--query", "win", *PLAY, text=text.replace("[20, 24]", "[999, 0]"))
    assert [answer["value"] for answer in behind[:2]] == [0, 1]


def test_Q24_thresholds_are_tried_by_the_rules_of_the_position(tobago: Tobago) -> None:
    text = Path(EXAMPLE).read_text("utf-8").replace('"rulebook"', '"english"')
    answers = ask(tobago, "--query", "threshold", "--sums", "0,9", *PLAY, text=text)
    rules = Position.parse(text).rules
    assert rules != Rules()
    found = call_thresholds(["steady:4"], [0, 9], rules, games=30, seed=7)
    for answer, one in zip(answers, found, strict=True):
        assert (answer["sum"], answer["model"], _how(answer)) == (one.call, "B2", HOW)
        assert (answer["value"], answer["se"]) == (one.points.value, one.points.standard_error)
        assert (answer["behind"], answer["behind_se"]) == (one.behind.value, one.behind.standard_error)
        assert answer["called"] == one.called / 30
        assert answer.get("success") == (one.success.value if one.success else None)
    assert {"success", "success_low", "success_high"} <= answers[1].keys()
    assert len(ask(tobago, "--query", "threshold", "--games", "2", text=text)) == 6


@pytest.mark.parametrize("name", odds_silver._PLAYED)
def test_what_is_played_out_is_told_to_people_and_never_unasked(
    tobago: Tobago, name: str, tmp_path: Path
) -> None:
    file = tmp_path / "position.toml"
    file.write_text("held = 6\n" + Path(EXAMPLE).read_text("utf-8"), encoding="utf-8")
    told = tobago("odds", "silver", str(file), "--query", name, "--games", "10")
    assert (told.status, told.err) == (0, "")
    assert "steady, 10 games" in " ".join(told.out.split())
    assert name not in {answer["query"] for answer in ask(tobago, file=str(file))}


@pytest.mark.parametrize(("setting", "name"), [("--turns=5", "ending"), ("--sums=2", "threshold")])
def test_a_setting_of_played_rounds_asks_for_them(tobago: Tobago, setting: str, name: str) -> None:
    assert name in {answer["query"] for answer in ask(tobago, setting, "--games", "2")}


def test_help_names_all_queries(tobago: Tobago) -> None:
    shown = " ".join(tobago("odds", "silver", "--help").out.split())
    assert ", ".join(QUERIES) in shown
    assert list(QUERIES) == odds_silver._QUERIES
    settings = {"player", "slot", "slots", "card", "cards", "harm", "tilt", "turns", "sums"}
    assert set(odds_silver._ASKED_BY) == settings | odds_silver._SIMULATED
    assert odds_silver._ASKED_BY["tilt"] == list(TILTED)


def test_the_page_names_all_queries_and_keys() -> None:
    page = (ROOT / "docs" / "odds-silver.md").read_text("utf-8")
    keys, queries = page.split("## What is told")
    names = list(QUERIES)
    assert names == re.findall(r"^\| `(\w+)` \|", queries, re.MULTILINE)[: len(names)]
    named = re.findall(r"^\| `\[?(\w+)\]?` \|", keys, re.MULTILINE)
    assert set(named) == {one.name for one in fields(Position)}
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert json.loads(example)["answers"][0]["exact"] == "47/424"
