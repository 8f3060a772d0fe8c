"""Many games: paired deals, stops and other folders; confidence intervals."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from math import sqrt
from random import Random

import kuhn  # registers the game
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wazabi_helpers import table

from solvers.intervals import Interval, mean, share, student_quantile
from solvers.simulation import CommonChance, Match, Played, PlayedDeal, Simulation, simulate
from solvers.simulation.deals import Deals
from solvers.simulation.running import DEALS
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game

WAZABI = Match(game="wazabi", players=("greedy", "random"), seed=5)
TABLE_OF_3 = Match(game="wazabi", players=("greedy", "random", "random"), seed=5)


def kept(deals, contestants=2, rivals=0):
    """Return deals as a run keeps them."""
    found = Deals(1 + max(deal.deal for deal in deals), contestants, rivals)
    for deal in deals:
        found.add(deal)
    return found


@pytest.fixture(scope="module")
def twenty():
    return simulate(WAZABI, 40, jobs=1)


def test_greedy_collects_more_coins_than_random():
    lead = simulate(Match(game="tobago", players=("random", "greedy")), 2, jobs=1).score_lead(1, 0)
    assert lead.value > 20


def test_in_each_deal_everybody_sits_on_every_seat_once():
    orders = set()
    for deal in range(30):
        seatings = TABLE_OF_3.seatings(deal)
        orders.add(seatings[0])
        for seat in range(3):
            assert sorted(seats[seat] for seats in seatings) == [0, 1, 2]
    assert len(orders) == 6


def test_players_that_are_alike_come_out_even():
    """The luck belongs to the seats: when both play alike, the second game is the first renamed."""
    result = simulate(Match(game="wazabi", players=("greedy", "greedy"), seed=2), 30, jobs=1)
    assert result.lead(0, 1) == Interval(0.0, None, None)
    for deal in result.deals:
        one, other = deal.games
        assert one.seats == other.seats[::-1]
        assert one.scores == other.scores[::-1]
        assert (one.decisions, one.draws) == (other.decisions, other.draws)
        assert all(game.winners == (game.returns.index(max(game.returns)),) for game in deal.games)


def test_the_result_is_the_same_with_two_processes(twenty):
    assert simulate(WAZABI, 40, jobs=2) == twenty


def test_a_stopped_run_goes_on(tmp_path, twenty):
    """The last line was cut off by the stop; it is played again, and more games may be wanted now."""
    simulate(WAZABI, 10, jobs=1, out=tmp_path)
    whole = (tmp_path / DEALS).read_bytes()
    (tmp_path / DEALS).write_bytes(whole[:-30])
    told = []
    result = simulate(WAZABI, 40, jobs=1, out=tmp_path, progress=lambda *numbers: told.append(numbers))
    assert result == twenty
    assert told[0] == (4, 20)
    assert (tmp_path / DEALS).read_bytes().startswith(whole)
    again = simulate(WAZABI, 40, jobs=1, out=tmp_path, progress=lambda *numbers: told.append(numbers))
    assert (again, told[-1]) == (twenty, (20, 20))
    assert told.count((20, 20)) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 6}, "seed is 5 there and 6 here"),
        ({"players": ("random", "greedy")}, "players is ('greedy', 'random') there"),
        ({"rules": find_game("wazabi").Rules(dice=3)}, "rules is {} there and {'dice': 3} here"),
    ],
)
def test_a_folder_with_another_match_is_refused_and_stays(tmp_path, change, message):
    simulate(WAZABI, 4, jobs=1, out=tmp_path)
    before = (tmp_path / DEALS).read_bytes()
    fields = {"game": "wazabi", "players": WAZABI.players, "seed": 5} | change
    with pytest.raises(ToolkitError) as error:
        simulate(Match(**fields), 4, jobs=1, out=tmp_path)
    assert "holds games of another match" in str(error.value)
    assert message in str(error.value)
    assert (tmp_path / DEALS).read_bytes() == before


def kept_lines(folder, games=4):
    simulate(WAZABI, games, jobs=1, out=folder)
    return (folder / DEALS).read_bytes().splitlines(keepends=True)


def refused(folder, data):
    """Put a file into the folder, and return why a run refuses it; it stays as it is."""
    (folder / DEALS).write_bytes(data)
    with pytest.raises(ToolkitError) as error:
        simulate(WAZABI, 4, jobs=1, out=folder)
    assert (folder / DEALS).read_bytes() == data
    return str(error.value)


@pytest.mark.parametrize(
    "data", [b"my diary, without an end of line", b" ", b"[", b'{"format": "diary/3"}', b"\n"]
)
def test_a_file_that_no_run_began_stays(tmp_path, data):
    assert f"{DEALS}: line 1: " in refused(tmp_path, data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda deal: deal["games"].pop(), "deal 1: other seats than the seed gives"),
        (lambda deal: deal["games"].append(deal["games"][0]), "deal 1: other seats than the seed gives"),
        (lambda deal: deal["games"].reverse(), "deal 1: other seats than the seed gives"),
        (lambda deal: deal.update(deal=-1), "Expected `int` >= 0"),
        (lambda deal: deal.update(deal=0), "deal 0: it stands in a line before with other games"),
        (lambda deal: deal["games"][0]["returns"].pop(), "returns and scores for other than 2"),
        (lambda deal: deal["games"][1]["scores"].append(3), "returns and scores for other than 2"),
        (lambda deal: deal["games"][0].update(winners=[2]), "winners [2] of 2 contestants"),
        (lambda deal: deal["games"][0].update(winners=[1, 1]), "winners [1, 1] of 2 contestants"),
        (lambda deal: deal["games"][0].update(returns=[5, -4]), "returns [5.0, -4.0]: they are from 0 to 1"),
        (
            lambda deal: deal["games"][0].update(winners=[0], returns=[0, 1]),
            "returns [0.0, 1.0]: winners [0] have the most",
        ),
        (
            lambda deal: deal["games"][0].update(winners=[0, 1], returns=[1, 0]),
            "winners [0, 1] have the most, all alike",
        ),
        (lambda deal: deal["games"][0].update(decisions=-(10**9)), "-1000000000 decisions and"),
        (lambda deal: deal["games"][1].update(draws=-1), "decisions and -1 draws in a game"),
        (lambda deal: deal["games"][1].update(end=""), "a game without an end"),
        (lambda deal: deal["games"][1].update(scores=[2**64, 0]), "Expected `int` <= 9223372036854775807"),
        (lambda deal: deal["games"][1].update(draws=2**40), "Expected `int` <= 2147483647"),
        (lambda deal: deal["games"][0].update(others=[5]), "1 automatic rivals in a game"),
        (lambda deal: deal["games"][1].update(seats=[1, 1]), "other seats than the seed gives"),
    ],
)
def test_a_deal_that_the_match_cannot_have_is_refused_with_its_line(tmp_path, change, message):
    header, first, second = kept_lines(tmp_path)
    deal = json.loads(second)
    change(deal)
    told = refused(tmp_path, b"".join([header, first, json.dumps(deal).encode() + b"\n"]))
    assert f"{DEALS}: line 3: " in told
    assert message in told


HOLD = """
import sys
from pathlib import Path
from solvers.simulation import Match
from solvers.simulation.running import open_folder
with open_folder(Match(game="wazabi", players=("greedy", "random"), seed=5), Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_one_run_at_a_time_has_the_folder_until_its_process_dies(tmp_path, twenty):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        try:
            assert holder.stdout.readline() == b"held\n"
            with pytest.raises(ToolkitError, match="is in use by another run"):
                simulate(WAZABI, 4, jobs=1, out=tmp_path)
        finally:
            holder.kill()
    assert simulate(WAZABI, 4, jobs=1, out=tmp_path).deals == kept([*twenty.deals][:2])


@pytest.mark.parametrize("line", [b"{}\n", b"no JSON\n", b"\xff\n", b'{"deal": "x"}\n'])
def test_a_file_of_another_kind_is_refused_with_its_line(tmp_path, line):
    simulate(WAZABI, 2, jobs=1, out=tmp_path)
    with (tmp_path / DEALS).open("ab") as file:
        file.write(line)
    with pytest.raises(ToolkitError, match="line 3"):
        simulate(WAZABI, 4, jobs=1, out=tmp_path)
    (tmp_path / DEALS).write_bytes(line)
    with pytest.raises(ToolkitError, match="line 1"):
        simulate(WAZABI, 4, jobs=1, out=tmp_path)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"game": "wasabi", "players": ("random", "random")}, "did you mean 'wazabi'?"),
        ({"game": "wazabi", "players": ("random", "remembering")}, "plays Silver only, not wazabi"),
        ({"game": "wazabi", "players": ("random",)}, "2 to 6 players, not 1"),
        (
            {"game": "wazabi", "players": ("random",) * 3, "rules": find_game("wazabi").Rules(teams=True)},
            "W-30",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(fields, message):
    with pytest.raises(ToolkitError, match=re.escape(message)):
        Match(**fields)


def test_the_bounds_are_taken_over_deals_whose_games_differ():
    """Three deals of two games; six independent games would have other bounds."""
    ends = [((1.0, 0.0), (7, 2)), ((0.0, 1.0), (1, 4))], [((1.0, 0.0), (9, 1)), ((1.0, 0.0), (3, 2))]
    deals = [
        PlayedDeal(
            number,
            tuple(
                Played((0, 1), returns, scores, (returns.index(1.0),), 1, 1, "end")
                for returns, scores in games
            ),
        )
        for number, games in enumerate((*ends, ends[0]))
    ]
    result = Simulation(WAZABI, kept(deals))
    assert result.wins(0) == result.returns(0) == mean([0.5, 1.0, 0.5], 0, 1)
    assert result.wins(1) == result.returns(1) == mean([0.5, 0.0, 0.5], 0, 1)
    assert result.score(0) == mean([4.0, 6.0, 4.0])
    assert result.lead(0, 1) == mean([0.0, 1.0, 0.0], -1, 1)
    assert result.score_lead(0, 1) == mean([1.0, 4.5, 1.0])
    assert (result.wins(0).low, result.wins(0).high, result.lead(0, 1).high) == (
        0,
        1,
        1,
    )  # no share is beyond
    assert result.returns(0).low < mean([1.0, 0.0, 1.0, 1.0, 1.0, 0.0]).low
    two = Simulation(WAZABI, kept(deals[:2]))
    assert two.score(0) == Interval(5.0, None, None)  # two tell too little: Student's t is 12.7


@st.composite
def several_deals(draw):
    """Return deals of three contestants with gaps between their numbers, in any order."""
    rivals, number = draw(st.integers(0, 1)), st.integers(-(2**31) + 1, 2**31 - 1)
    played = st.builds(
        Played,
        seats=st.permutations(range(3)).map(tuple),
        returns=st.tuples(*[st.floats(-9, 9)] * 3),
        scores=st.tuples(*[number] * 3),
        winners=st.sets(st.integers(0, 2)).map(lambda found: tuple(sorted(found))),
        decisions=st.integers(1, 2**31 - 1),
        draws=st.integers(0, 2**31 - 1),
        end=st.sampled_from("abc"),
        others=st.tuples(*[number] * rivals),
    )
    return [
        PlayedDeal(one, draw(st.tuples(*[played] * 3)))
        for one in draw(st.lists(st.integers(0, 9), min_size=1, unique=True))
    ]


@given(several_deals())
def test_deals_in_columns_are_what_was_put_there(deals):
    """In the order of their numbers, with the reasons of their ends, however they came."""
    ordered, rivals = sorted(deals, key=lambda deal: deal.deal), len(deals[0].games[0].others)
    columns = kept(deals, 3, rivals)
    assert (list(columns), len(columns)) == (ordered, len(deals))
    assert [number for number in range(12) if number in columns] == [deal.deal for deal in ordered]
    assert columns == kept(ordered, 3, rivals)
    assert columns.numbers == [deal.deal for deal in ordered]
    with pytest.raises(KeyError):
        columns[ordered[-1].deal + 1]
    ends = Counter(game.end for deal in ordered for game in deal.games)
    found = Simulation(TABLE_OF_3, columns)
    assert list(found.ends.items()) == ends.most_common()
    assert found.games == 3 * len(deals)


def test_decisions_and_draws_are_counted_apart():
    """In Kuhn poker two cards are dealt, and two or three times somebody chooses."""
    games = [
        game
        for deal in simulate(Match("kuhn", ("random", "random")), 20, jobs=1).deals
        for game in deal.games
    ]
    assert {game.draws for game in games} == {2}
    assert {game.decisions for game in games} == {2, 3}


@pytest.mark.parametrize(("ante", "kept"), [(3 * 10**9, True), (10**20, False)])
def test_great_scores_are_read_again_or_not_kept(tmp_path, ante, kept):
    match = Match("kuhn", ("random", "random"), kuhn.Rules(ante=ante))
    if kept:
        assert simulate(match, 4, jobs=1, out=tmp_path) == simulate(match, 4, jobs=1, out=tmp_path)
        return
    with pytest.raises(ToolkitError, match="deal 0 counts more than 64 bits can tell"):
        simulate(match, 4, jobs=1, out=tmp_path)
    assert (tmp_path / DEALS).read_bytes().count(b"\n") == 1


def test_the_result_as_json(twenty):
    data = json.loads(json.dumps(twenty.to_dict()))
    assert data["format"] == "toolkit-simulation/1"
    assert (data["game"], data["players"], data["deals"], data["games"]) == (
        "wazabi",
        ["greedy", "random"],
        20,
        40,
    )
    assert [result["player"] for result in data["results"]] == ["greedy", "random"]
    assert set(data["results"][0]) == {"player", "wins", "returns", "score"}
    assert set(data["results"][0]["wins"]) == {"value", "low", "high"}
    assert [lead["players"] for lead in data["leads"]] == [[0, 1]]


# ---- the luck of a deal ----
def test_common_chance_has_the_chances_of_the_rules():
    """The first roll of many deals, against its weights (chi-square, 14 degrees of freedom, 1 in 10,000)."""
    state = table(2, dice=(4, 4))
    weights = dict(state.chance_outcomes())
    total, count = sum(weights.values()), 6_000
    rolled = Counter(CommonChance(f"deal {number}")(state) for number in range(count))
    chi = sum((rolled[a] - count * w / total) ** 2 / (count * w / total) for a, w in weights.items())
    assert len(weights) == 15
    assert chi < 42.6


# ---- The confidence intervals ----

TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 11: 2.201, 30: 2.042, 100: 1.984}
"""The two-sided 95 % points of Student's distribution, from printed tables."""


@pytest.mark.parametrize(("degrees", "quantile"), TABLE.items())
def test_the_quantiles_are_those_of_the_tables(degrees, quantile):
    assert student_quantile(degrees) == pytest.approx(quantile, abs=6e-4)


@given(st.integers(1, 500), st.data())
def test_a_share_lies_in_its_interval_and_its_bounds_solve_the_equation_of_wilson(total, data):
    count = data.draw(st.integers(0, total))
    found = share(count, total)
    assert 0 <= found.low <= found.value <= found.high <= 1
    for bound in (found.low, found.high):
        if 0 < bound < 1:
            assert abs(found.value - bound) == pytest.approx(
                1.959964 * sqrt(bound * (1 - bound) / total), abs=1e-6
            )


def test_the_interval_of_a_mean_covers_the_truth_as_often_as_it_says():
    random = Random(5)
    samples = [mean([random.gauss(0.5, 2) for _ in range(6)]) for _ in range(4_000)]
    covered = sum(sample.low <= 0.5 <= sample.high for sample in samples) / len(samples)
    assert covered == pytest.approx(0.95, abs=0.012)  # three and a half standard errors


def test_values_that_do_not_vary_have_no_interval_and_none_is_an_error():
    assert mean([2.5]) == Interval(2.5, None, None)
    assert str(mean([2.5])) == "2.500"
    assert mean([1.0] * 8) == Interval(1.0, None, None)  # eight games won do not prove that all are
    with pytest.raises(ToolkitError, match="at least one value"):
        mean([])
    with pytest.raises(ToolkitError, match="at least one trial"):
        share(0, 0)
