"""`to_frame`: every class of results as a table with the words, the index and the types that users expect."""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib import import_module
from math import isclose, log2
from typing import Any

import pytest

from solvers import Interval, Match, simulate
from solvers.silver import draws, static_call, village_sum
from solvers.silver.simulated import call_thresholds
from solvers.tobago import explain_hex, forecast, hints, review
from toolkit import find_game
from toolkit.core import ToolkitError
from toolkit.games.silver import Rules
from toolkit.games.tobago import Clue, Position
from workbench.notebook.frames import to_frame

pd = pytest.importorskip("pandas", reason="DataFrames need pandas")

POSITION = Position.load("examples/first-position.toml")
BROWN = POSITION.maps["brown"]


def test_hints() -> None:
    found = hints(POSITION)
    frame = to_frame(found)
    assert frame.index.name == "rank"
    assert frame.index.tolist() == list(range(1, len(found) + 1))
    columns = ["map", "clue", "before", "after", "bits", "own_share", "worth", "locates", "raiser"]
    assert frame.columns.tolist() == [*columns, "steps_red", "steps_blue", "why"]
    kinds = {"before": "i", "after": "i", "bits": "f", "own_share": "f", "steps_red": "i"}
    assert {name: frame[name].dtype.kind for name in kinds} == kinds
    first = frame.loc[1]
    assert first[["map", "clue", "before", "after"]].tolist() == ["brown", "next to statue", 14, 3]
    assert isclose(first["bits"], log2(14 / 3))
    assert first["own_share"] == pytest.approx(2 / 3)
    assert frame["worth"].is_monotonic_decreasing


def test_legality_is_a_frame_of_verdicts_by_clue() -> None:
    frame = to_frame([BROWN.verdict(clue) for clue in POSITION.deck.kinds])
    assert frame.index.name == "clue"
    assert frame["legal"].dtype == bool
    told = frame.loc["not in jungle"]
    columns = ["legal", "reason", "after", "conflicts"]
    assert told[columns].tolist() == [False, "contradicts", 0, "in jungle"]
    assert frame.loc["in jungle", "reason"] == "removes nothing"
    assert frame["legal"].sum() == sum(BROWN.verdict(clue).legal for clue in POSITION.deck.kinds)


def test_one_result_is_one_row() -> None:
    assert to_frame(BROWN.verdict(Clue.parse("next to statue"))).index.tolist() == ["next to statue"]
    told = to_frame(explain_hex(BROWN, "C20"))
    assert told.loc["C20", "ruled_out_by"] == "not next to hut"
    assert not told.loc["C20", "candidate"]


def test_a_forecast_tells_all_ends_the_likeliest_first() -> None:
    beach = POSITION.maps["grey"].lay(Clue.parse("in beach"))
    found = forecast(beach, POSITION.remaining.without(beach.clues))
    frame = to_frame(found)
    assert frame["chance"].sum() == pytest.approx(1)
    assert frame["chance"].is_monotonic_decreasing
    stuck = frame[~frame["located"]]
    assert len(stuck) == len(found.stuck) > 0
    assert [len(end.split()) for end in stuck.index] == stuck["hexes"].tolist()
    assert frame.loc[frame["located"], "chance"].to_dict() == pytest.approx(dict(found.ends))


def test_several_forecasts_by_map() -> None:
    deck = POSITION.remaining
    frame = to_frame({name: forecast(BROWN, deck) for name in ("brown", "again")}, keys="map")
    assert frame.index.names == ["map", "end"]
    assert frame.groupby(level="map")["chance"].sum().tolist() == pytest.approx([1, 1])


def test_a_review_adds_up_to_the_bits_of_the_players() -> None:
    found = review(POSITION)
    frame = to_frame(found)
    assert frame.columns.tolist() == ["map", "clue", "owner", "before", "after", "bits"]
    assert frame.groupby("owner")["bits"].sum().to_dict() == pytest.approx(found.players)


def test_a_simulation_its_games_and_intervals() -> None:
    found = simulate(Match(game="wazabi", players=("greedy", "random"), seed=1), 6, jobs=1)
    frame = to_frame(found.results)
    assert frame["player"].tolist() == ["greedy", "random"]
    wins = found.wins(0)
    assert frame.loc[0, ["wins", "wins_low", "wins_high"]].tolist() == [wins.value, wins.low, wins.high]
    games = to_frame(found)
    assert (games.index.name, len(games), found.games) == ("game", 6, 6)
    assert games[["won_0", "won_1"]].mean().tolist() == [found.wins(c).value for c in (0, 1)]
    played = [(deal.deal, game) for deal in found.deals for game in deal.games]
    for (number, game), row in zip(played, games.to_dict("records"), strict=True):
        assert (row["deal"], row["end"], row["draws"]) == (number, game.end, game.draws)
        assert all(row[f"score_{one}"] == game.scores[one] for one in game.seats)
        assert [game.seats[row[f"seat_{one}"]] for one in (0, 1)] == [0, 1]
    lead = to_frame({"greedy": found.lead(0, 1), "alike": Interval(1, None, None)}, keys="match")
    pairs = to_frame({("a", 1): 0.5, ("a", 2): 1}, keys=("name", "number"))
    assert pairs["value"].unstack().loc["a"].tolist() == [0.5, 1]
    assert lead.columns.tolist() == ["value", "low", "high"]
    assert lead.dtypes.tolist() == ["float64"] * 3
    assert pd.isna(lead.loc["alike", "low"])


def test_an_automatic_rival_is_a_row_with_a_score_alone() -> None:
    found = simulate(Match(game="wayfarers", players=("random",), seed=1), 1, jobs=1)
    frame = to_frame(found.results)
    assert frame["player"].tolist() == ["random", "rival"]
    assert frame["score"].notna().all()
    assert pd.isna(frame.loc[1, "wins"])


QUESTIONS = {
    "wazabi": ["faces", "cost", "cards", "given", "finish", "within", "worth"],
    "silver": ["lowest", "sum", "slot", "exchange", "memory", "time", "villagers"],
    "mangrovia": ["pay", "amulets", "pier", "lead"],
    "wayfarers": ["score", "die", "roll", "journal", "card", "draw", "majority"],
}


@pytest.mark.parametrize("game", QUESTIONS)
def test_answers_of_every_game(game: str) -> None:
    """Each answer has a row, or one for each outcome of its distribution; no number is lost."""
    module = import_module(f"solvers.{game}.answers")
    position = find_game(game).positions().load(f"examples/{game}-position.toml")
    found: list[Any] = []
    for question in QUESTIONS[game]:
        found += list(module.answers(question, position, module.Asked()))
    data = [answer.to_dict() for answer in found]
    frame = to_frame(found)
    assert len(frame) == sum(max(1, len(one.get("distribution", {}))) for one in data)
    assert set(frame["query"]) == set(QUESTIONS[game])
    assert frame["value"].dtype == "float64"
    firsts = [one["value"] for one in data for _ in one.get("distribution") or [0] if "value" in one]
    assert frame["value"].dropna().tolist() == [one for one in firsts if one is not None]
    if "outcome" in frame:
        chances = [float(Fraction(c)) for one in data for c in one.get("distribution", {}).values()]
        assert frame["chance"].dropna().tolist()[: len(chances)] == chances or game == "silver"
    assert not [name for name in frame if frame[name].isna().all()]


def test_a_simulated_answer_has_its_interval() -> None:
    module = import_module("solvers.wazabi.answers")
    position = find_game("wazabi").positions().load("examples/wazabi-position.toml")
    (answer,) = module.answers("win", position, module.Asked(games=20, players=("random",)))
    row = to_frame(answer).loc[0]
    interval = answer.interval
    assert row[["value", "low", "high"]].tolist() == [answer.value, interval.low, interval.high]


def test_other_results_tell_their_fields_and_properties() -> None:
    silver = find_game("silver").positions().load("examples/silver-position.toml")
    sums = village_sum(silver, 0)
    frame = to_frame(sums, keys="sum")
    assert frame.index.name == "sum"
    assert frame["value"].sum() == pytest.approx(1)
    assert [Fraction(text) for text in frame["exact"]] == list(sums.values())
    assert to_frame(draws(silver))["chance"].sum() == pytest.approx(1)
    assert to_frame(static_call(silver)).loc[0, "chance"] == float(static_call(silver).chance)
    tried = to_frame(call_thresholds(["steady"], (0, 3), Rules(), games=10, seed=1))
    assert tried["call"].tolist() == [0, 3]
    assert {"points", "points_low", "points_high", "policies", "seed"} <= set(tried)


def test_grades_and_steps_of_puzzles() -> None:
    from puzzles.collection import collection

    puzzle = collection("pinpoint")[0]
    grade = to_frame(puzzle.grade).loc[0]
    assert (grade["level"], grade["effort"]) == (puzzle.grade.level, puzzle.grade.effort)
    trace = puzzle.kind.trace(puzzle)
    steps = to_frame(trace)
    assert steps.index.name == "step"
    assert steps["ruled_out"].tolist() == [len(step.removed) for step in trace.steps]


def test_columns_with_gaps_keep_their_type() -> None:
    silver = find_game("silver").positions().load("examples/silver-position.toml")
    module = import_module("solvers.silver.answers")
    frame = to_frame(list(module.answers("master", silver, module.Asked())))
    assert str(frame["card"].dtype) == "Int64"
    assert str(frame["ends_round"].dtype) == "boolean"


def test_nothing_is_a_table_without_rows_and_no_table_is_refused() -> None:
    assert to_frame([]).empty
    for wrong in (3, "text", [1, 2], object()):
        with pytest.raises(ToolkitError, match="no table can be made of"):
            to_frame(wrong)


def test_without_pandas_the_word_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ToolkitError, match=r'DataFrames need pandas: pip install "tobago-toolkit\[notebook'):
        to_frame([])
