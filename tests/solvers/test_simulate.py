"""Many games: paired deals, the same result with any number of processes, stops and other folders."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from random import Random
from statistics import fmean

import msgspec
import pytest
from kuhn import GAME as KUHN
from wazabi_helpers import table

from solvers.intervals import Interval, mean
from solvers.players import player
from solvers.simulation import CommonChance, Match, Played, PlayedDeal, Simulation, simulate
from solvers.simulation.running import DEALS
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.play import play
from toolkit.games.tobago.play.state import Adding, Treasure
from toolkit.games.wazabi.state import Drawing, Rolling

WAZABI = Match(game="wazabi", players=("greedy", "random"), seed=5)
TABLE_OF_3 = Match(game="wazabi", players=("greedy", "random", "random"), seed=5)


@pytest.fixture(scope="module")
def twenty():
    return simulate(WAZABI, 40, jobs=1)


def test_greedy_is_ahead_of_random(twenty):
    lead = simulate(WAZABI, 120, jobs=1).lead(0, 1)
    assert lead.low > 0.2
    assert twenty.returns(0).value + twenty.returns(1).value == pytest.approx(1)


def test_greedy_collects_more_coins_than_random():
    lead = simulate(Match(game="tobago", players=("random", "greedy")), 4, jobs=1).score_lead(1, 0)
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


def test_the_result_is_the_same_with_two_processes(twenty):
    assert simulate(WAZABI, 40, jobs=2) == twenty


def test_games_are_rounded_up_to_whole_deals():
    told = []
    result = simulate(TABLE_OF_3, 4, jobs=1, progress=lambda *numbers: told.append(numbers))
    assert len(result.games) == 6
    assert [deal.deal for deal in result.deals] == [0, 1]
    assert told == [(0, 2), (1, 2), (2, 2)]


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


def test_fewer_games_than_are_kept_are_counted_alone(tmp_path, twenty):
    simulate(WAZABI, 40, jobs=1, out=tmp_path)
    assert simulate(WAZABI, 10, jobs=1, out=tmp_path) == Simulation(WAZABI, twenty.deals[:5])


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


def test_the_default_budget_is_the_same_match_as_no_budget(tmp_path):
    for names in (("ismcts", "random"), ("ismcts:200", "random")):
        simulate(Match(game="kuhn", players=names), 2, jobs=1, out=tmp_path)
    header, *deals = (tmp_path / DEALS).read_text().splitlines()
    assert json.loads(header)["players"] == ["ismcts:200", "random"]
    assert len(deals) == 1


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


def test_a_header_that_was_cut_off_is_written_again(tmp_path):
    lines = kept_lines(tmp_path)
    for cut in (0, 1, 40, len(lines[0]) - 1):
        (tmp_path / DEALS).write_bytes(lines[0][:cut])
        assert kept_lines(tmp_path) == lines


def test_a_header_without_an_end_that_no_run_wrote_stays(tmp_path):
    header = json.dumps(json.loads(kept_lines(tmp_path)[0])).encode()
    assert "line 1: the line does not end" in refused(tmp_path, header)


def test_the_format_is_read_before_the_rest_of_the_header(tmp_path):
    message = refused(tmp_path, b'{"format": "toolkit-deals/9", "cores": 8}\n')
    assert "line 1: format: 'toolkit-deals/9' instead of 'toolkit-deals/1'" in message


def test_a_folder_that_another_python_began_is_refused(tmp_path):
    header, *deals = kept_lines(tmp_path)
    data = json.loads(header) | {"python": "3.1"}
    assert "python is '3.1' there" in refused(tmp_path, b"".join([json.dumps(data).encode() + b"\n", *deals]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda deal: deal["games"].pop(), "deal 1: other seats than the seed gives"),
        (lambda deal: deal["games"].append(deal["games"][0]), "deal 1: other seats than the seed gives"),
        (lambda deal: deal["games"].reverse(), "deal 1: other seats than the seed gives"),
        (lambda deal: deal.update(deal=-1), "Expected `int` >= 0"),
        (lambda deal: deal["games"][0]["returns"].pop(), "returns and scores for other than 2"),
        (lambda deal: deal["games"][1]["scores"].append(3), "returns and scores for other than 2"),
        (lambda deal: deal["games"][0].update(winners=[2]), "winners [2] of 2 contestants"),
        (lambda deal: deal["games"][0].update(winners=[1, 1]), "winners [1, 1] of 2 contestants"),
    ],
)
def test_a_deal_that_the_match_cannot_have_is_refused_with_its_line(tmp_path, change, message):
    header, first, second = kept_lines(tmp_path)
    deal = json.loads(second)
    change(deal)
    told = refused(tmp_path, b"".join([header, first, json.dumps(deal).encode() + b"\n"]))
    assert f"{DEALS}: line 3: " in told
    assert message in told


def test_a_deal_that_stands_twice_is_read_once_and_must_be_the_same(tmp_path, twenty):
    header, first, second = kept_lines(tmp_path)
    (tmp_path / DEALS).write_bytes(header + first + second + first)
    assert simulate(WAZABI, 4, jobs=1, out=tmp_path).deals == twenty.deals[:2]
    deal = json.loads(first)
    deal["games"][0]["draws"] += 1
    message = refused(tmp_path, b"".join([header, first, second, json.dumps(deal).encode() + b"\n"]))
    assert "line 4: deal 0: it stands in a line before with other games" in message


HOLD = """
import sys
from pathlib import Path
from solvers.simulation import Match
from solvers.simulation.running import open_folder
with open_folder(Match(game="wazabi", players=("greedy", "random"), seed=5), Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there the file is not locked")
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
    assert simulate(WAZABI, 4, jobs=1, out=tmp_path).deals == twenty.deals[:2]


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
        ({"game": "wazabi", "players": ("random", "gredy")}, "did you mean 'greedy'?"),
        ({"game": "kuhn", "players": ("greedy", "random")}, "does not know kuhn"),
        ({"game": "wazabi", "players": ("random", "remembering")}, "plays Silver only, not wazabi"),
        ({"game": "wazabi", "players": ("random",)}, "2 to 6 players, not 1"),
        (
            {"game": "wazabi", "players": ("random",) * 3, "rules": find_game("wazabi").Rules(teams=True)},
            "W-30",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(fields, message):
    with pytest.raises(ToolkitError) as error:
        Match(**fields)
    assert message in str(error.value)


def test_no_game_is_too_few():
    with pytest.raises(ToolkitError, match="at least one game is needed, not 0"):
        simulate(WAZABI, 0)


@pytest.mark.parametrize("jobs", [0, -1])
def test_no_process_is_too_few(tmp_path, jobs):
    with pytest.raises(ToolkitError, match=f"at least one process is needed, not {jobs}"):
        simulate(WAZABI, 4, jobs=jobs, out=tmp_path)
    assert not any(tmp_path.iterdir())


def test_the_intervals_are_those_of_the_deals(twenty):
    leads = [fmean(game.returns[0] - game.returns[1] for game in deal.games) for deal in twenty.deals]
    assert twenty.lead(0, 1).value == pytest.approx(fmean(leads))
    won = sum(game.winners == (0,) for game in twenty.games)
    assert twenty.wins(0).value == won / 40
    assert sum(twenty.ends.values()) == 40


def test_the_bounds_are_taken_over_deals_whose_games_differ():
    """Three deals of two games; six independent games would have other bounds."""
    ends = [((1.0, 0.0), (7, 2)), ((0.0, 1.0), (1, 4))], [((1.0, 0.0), (9, 1)), ((1.0, 0.0), (3, 2))]
    deals = tuple(
        PlayedDeal(
            number,
            tuple(
                Played((0, 1), returns, scores, (returns.index(1.0),), 1, 1, "end")
                for returns, scores in games
            ),
        )
        for number, games in enumerate((*ends, ends[0]))
    )
    result = Simulation(WAZABI, deals)
    assert result.wins(0) == result.returns(0) == mean([0.5, 1.0, 0.5])
    assert result.wins(1) == result.returns(1) == mean([0.5, 0.0, 0.5])
    assert result.score(0) == mean([4.0, 6.0, 4.0])
    assert result.lead(0, 1) == mean([0.0, 1.0, 0.0])
    assert result.score_lead(0, 1) == mean([1.0, 4.5, 1.0])
    assert result.returns(0).low < mean([1.0, 0.0, 1.0, 1.0, 1.0, 0.0]).low


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


# ---- the luck of a deal -----------------------------------------------------------------------------------


def test_common_chance_has_the_chances_of_the_rules():
    """The first roll of many deals, against its weights (chi-square, 14 degrees of freedom, 1 in 10,000)."""
    state = table(2, dice=(4, 4))
    weights = dict(state.chance_outcomes())
    total, count = sum(weights.values()), 6_000
    rolled = Counter(CommonChance(f"deal {number}")(state) for number in range(count))
    chi = sum((rolled[a] - count * w / total) ** 2 / (count * w / total) for a, w in weights.items())
    assert len(weights) == 15
    assert chi < 42.6


def test_common_chance_rolls_alike_for_a_seat_whatever_happened_before():
    """The k-th roll of a seat is the same in both games, though in one of them the other seat rolled more."""
    one, other = CommonChance("a"), CommonChance("a")
    mine, theirs = table(2, dice=(4, 4)), table(2, dice=(4, 4))
    theirs.stack = [Rolling(CHANCE, 1)]
    first = [one(mine) for _ in range(20)]
    for _ in range(7):
        other(theirs)
    assert [other(mine) for _ in range(20)] == first
    assert len(set(first)) > 3


def test_common_chance_lets_like_bags_yield_like_cards():
    """A draw from a pile that lacks one card is mostly the same card."""
    full, less = table(2), table(2, heaps={"discard": ["swap dice"]})
    for state in (full, less):
        state.stack = [Drawing(CHANCE, 0, 1)]
    same = sum(CommonChance(str(n))(full) == CommonChance(str(n))(less) for n in range(500))
    assert same > 400


def raised(raiser, number):
    """The draw of the unseen card for a treasure of Tobago that somebody raises from a map."""
    state = find_game("tobago").new(2)
    state.stack = [Adding(CHANCE, Treasure(raiser, number, (raiser,)))]
    return state


def test_common_chance_draws_like_cards_whatever_treasure_is_raised():
    """The k-th unseen card is the same in both games, though other players raise treasures of other maps."""
    for deal in range(20):
        one, other = CommonChance(f"{deal}"), CommonChance(f"{deal}")
        alike = [one(raised(0, 0)) for _ in range(5)]
        assert [other(raised(time % 2, time % 4)) for time in range(5)] == alike


def test_common_chance_keeps_the_seats_apart():
    one, other = table(2, dice=(4, 4)), table(2, dice=(4, 4))
    other.stack = [Rolling(CHANCE, 1)]
    rolls = [(CommonChance(str(n))(one), CommonChance(str(n))(other)) for n in range(50)]
    assert sum(mine != theirs for mine, theirs in rolls) > 30


def test_common_chance_plays_a_game_whose_chance_the_toolkit_does_not_know():
    ends = set()
    for number in range(40):
        state, random = KUHN.new(2), Random(number)
        chance = CommonChance(str(number))
        while (actor := state.to_act()) != TERMINAL:
            state.apply(chance(state) if actor == CHANCE else random.choice(state.legal_actions()))
        ends.add(state.returns())
    assert len(ends) == 4


def test_play_takes_its_chance_from_the_driver():
    deals, random = [], Random(9)

    def deal(state):
        deals.append(random.choice(state.chance_outcomes())[0])
        return deals[-1]

    players = [player("greedy"), player("greedy")]
    record = play(find_game("wazabi").new(2), players, seed=1, deal=deal)
    assert [action for actor, action in record.actions if actor == CHANCE] == deals


def test_a_line_of_the_file_holds_a_deal(tmp_path):
    result = simulate(WAZABI, 2, jobs=1, out=tmp_path)
    header, line = (tmp_path / DEALS).read_text().splitlines()
    assert json.loads(header)["format"] == "toolkit-deals/1"
    assert json.loads(line) == json.loads(msgspec.json.encode(result.deals[0]))
