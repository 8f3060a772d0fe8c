"""Many games: paired deals, the same result with any number of processes, stops and other folders."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from statistics import fmean

import msgspec
import pytest
from kuhn import GAME as KUHN
from wazabi_helpers import table

from solvers.intervals import Interval
from solvers.players import player
from solvers.simulation import CommonChance, Match, Simulation, simulate
from solvers.simulation.running import DEALS
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.play import play

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


def test_the_intervals_are_those_of_the_deals(twenty):
    leads = [fmean(game.returns[0] - game.returns[1] for game in deal.games) for deal in twenty.deals]
    assert twenty.lead(0, 1).value == pytest.approx(fmean(leads))
    won = sum(game.winners == (0,) for game in twenty.games)
    assert twenty.wins(0).value == won / 40
    assert sum(twenty.ends.values()) == 40


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
    theirs.stack = [("roll", CHANCE, 1)]
    first = [one(mine) for _ in range(20)]
    for _ in range(7):
        other(theirs)
    assert [other(mine) for _ in range(20)] == first
    assert len(set(first)) > 3


def test_common_chance_lets_like_bags_yield_like_cards():
    """A draw from a pile that lacks one card is mostly the same card."""
    full, less = table(2), table(2, heaps={"discard": ["swap dice"]})
    for state in (full, less):
        state.stack = [("draw", CHANCE, 0, 1)]
    same = sum(CommonChance(str(n))(full) == CommonChance(str(n))(less) for n in range(500))
    assert same > 400


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
