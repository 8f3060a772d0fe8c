"""Forecasts, reviews, and the reference model."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import log2
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from oracles import clue_table
from strategies import tobago_settings

from solvers.tobago import ReferenceModel, forecast, review
from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Clue,
    Deck,
    Position,
    Rules,
    Setting,
    TreasureMap,
    random_setting,
)
from toolkit.games.tobago.cards import reconstructed_deck
from toolkit.games.tobago.maps import PLAYERS, Play
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.generate import random_island


def deck(**copies):
    """Return a deck of clues named with underscores."""
    return Deck("test", tuple((Clue.parse(text.replace("_", " ")), n) for text, n in copies.items()))


def random_case(seed, most_kinds, most_copies):
    """Return a map on a tiny island, perhaps with a legal clue and a removed hex, and a tiny deck."""
    random = Random(f"forecast/{seed}")
    island = random_island(random, random.randint(2, 14))
    places = random.sample(island.names, min(len(island), 6))
    setting = Setting(island, places[:2], places[2:4], places[4:])
    removed = random.sample(island.names, random.choice([0, 1]))
    treasure_map = TreasureMap(setting, "white", removed=removed)
    legal = [clue for clue in CLUES if treasure_map.verdict(clue).legal]
    if legal and random.random() < 0.4:
        treasure_map = treasure_map.lay(random.choice(legal))
    kinds = random.sample(legal or CLUES, min(len(legal or CLUES), random.randint(2, most_kinds)))
    return treasure_map, Deck("tiny", tuple((clue, random.randint(1, most_copies)) for clue in kinds))


def by_draws(treasure_map, cards):
    """Follow every sequence of draws: each card, not each kind, equally likely among those legal now.

    Return the chance of each end and of each number of clues, and all states on the way.
    """
    final, laid, states = Counter(), Counter(), set()
    holds = {clue: frozenset(clue.cells(treasure_map.setting)) for clue in cards}
    once_marked = treasure_map.setting.rules.must_reduce == "once_marked"

    def follow(left, hand, clues, chance):
        states.add(left)
        idle = once_marked and (len(left) > 17 or not clues + len(treasure_map.plays))
        legal = [i for i, clue in enumerate(hand) if left & holds[clue] and (idle or left - holds[clue])]
        for i in legal:
            follow(left & holds[hand[i]], hand[:i] + hand[i + 1 :], clues + 1, chance / len(legal))
        if not legal:
            final[left] += chance
            laid[clues] += chance

    follow(frozenset(treasure_map.candidates), tuple(cards), 0, Fraction(1))
    return final, laid, states


def compared(treasure_map, cards):
    """Compare every number of a forecast with those by all draws, and return it with the sets that occur."""
    found, (final, laid, states) = forecast(treasure_map, cards), by_draws(treasure_map, cards)
    assert found.ends == pytest.approx({min(left): float(c) for left, c in final.items() if len(left) == 1})
    stuck = {left: float(chance) for left, chance in final.items() if len(left) > 1}
    assert {frozenset(cells): chance for cells, chance in found.stuck.items()} == pytest.approx(stuck)
    assert found.clues == pytest.approx({number: float(chance) for number, chance in laid.items()})
    assert list(found.clues) == sorted(found.clues)
    return found, states


def test_every_sequence_of_draws():
    for seed in range(50):
        found, states = compared(*random_case(seed, most_kinds=6, most_copies=2))
        assert found.states == len(states)


def test_chains_of_different_length_meet():
    setting = Setting(parse_drawing("J J L"), huts=["a1"])
    found = forecast(TreasureMap(setting, "brown"), deck(in_jungle=1, in_hut=1, not_in_hut=1))
    # first "in jungle" (1/3): then a1 or b1; first "in hut": a1; first "not in hut": then only b1 is jungle
    assert found.ends == pytest.approx({"a1": 1 / 2, "b1": 1 / 2})
    assert (found.stuck, found.clues) == ({}, pytest.approx({1: 1 / 3, 2: 2 / 3}))
    assert found.mean_clues == pytest.approx(5 / 3)
    assert found.states == 5


def test_a_forecast_tells_how_far_it_is(monkeypatch):
    monkeypatch.setattr("solvers.tobago.forecasting._BATCH", 1)
    told, empty = [], TreasureMap(Setting(parse_drawing("J J L"), huts=["a1"]), "brown")
    forecast(empty, deck(in_jungle=1, in_hut=1, not_in_hut=1), progress=lambda *so: told.append(so))
    assert [done for done, _ in told] == [1, 2, 3, 4, 5]
    assert told[-1] == (5, 5)


def test_T15_a_clue_need_not_remove_anything_before_there_are_cubes():
    idled = 0
    for seed in range(25):
        random = Random(f"idle/{seed}")
        island = random_island(random, random.choice([3, 17, 18, 19, 22]))
        setting = Setting(island, island.names[:2], rules=Rules(must_reduce="once_marked"))
        loose = [clue for clue in CLUES if len(clue.cells(setting)) > max(0, len(island) - 4)]
        treasure_map = TreasureMap(setting, "grey", map(Play, random.sample(loose, random.randint(0, 1))))
        kinds = random.sample(loose, 3) + random.sample(CLUES, 1)
        cards = Deck("tiny", tuple((clue, random.randint(1, 2)) for clue in dict.fromkeys(kinds)))
        found, _ = compared(treasure_map, cards)
        usual = TreasureMap(Setting(island, setting.huts), "grey", treasure_map.plays)
        idled += found.clues != pytest.approx(forecast(usual, cards).clues)
    assert idled > 5


# ---- review ----

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-position.toml"


def random_position(seed):
    """Return a position with legal plays of known and unknown players, and some cubes removed afterwards."""
    random = Random(f"review/{seed}")
    position = Position(setting=random_setting(random_island(random, 80), random))
    for _ in range(random.randint(0, 9)):
        colour = random.choice(COLOURS)
        legal = [c for c in reconstructed_deck().kinds if position.maps[colour].verdict(c).legal]
        if legal:
            position = position.lay(colour, random.choice(legal), random.choice([None, *PLAYERS]))
    return replace(position, maps={colour: _thinned(random, m) for colour, m in position.maps.items()})


def _thinned(random, treasure_map):
    while treasure_map.marked and len(treasure_map.candidates) > 1 and random.random() < 0.5:
        treasure_map = treasure_map.remove(random.choice(list(treasure_map.candidates)))
    return treasure_map


def test_every_clue_is_counted_without_the_removed_hexes():
    for seed in range(15):
        position = random_position(seed)
        found = list(review(position).contributions)
        for colour in COLOURS:
            treasure_map = position.maps[colour]
            left = set(position.setting.island.names) - set(treasure_map.removed)
            for play in treasure_map.plays:
                one, before = found.pop(0), len(left)
                left &= set(play.clue.cells(position.setting))
                assert (one.colour, one.clue, one.owner) == (colour, play.clue, play.owner)
                assert (one.before, one.after) == (before, len(left))
                assert one.bits == log2(before / len(left))
            assert left == set(treasure_map.candidates)
        assert found == []


def test_the_example_position():
    position = Position.load(EXAMPLE)
    found = review(position)
    counts = [(str(c.clue), c.owner, c.before, c.after) for c in found.contributions]
    assert counts == [("in jungle", "red", 103, 23), ("not next to hut", "blue", 23, 14)]
    assert found.players == {"blue": log2(23 / 14), "red": log2(103 / 23)}
    candidates = {colour: modelled(position.maps[colour]) for colour in COLOURS}
    assert " ".join(candidates["brown"]) == "A32 A34 A42 A43 B44 B54 B55 B65 C10 C31 C42 C53 C64 C75"
    assert [len(candidates[colour]) for colour in COLOURS] == [14, 104, 104, 104]


# ---- reference ----


def modelled(treasure_map):
    """Return the candidates of a map by the model, sorted by name."""
    model, names = ReferenceModel(treasure_map.setting), {*treasure_map.setting.island.names}
    left = names.difference(treasure_map.removed)
    return sorted(name for name in left if all(model.holds(clue, name) for clue in treasure_map.clues))


@given(tobago_settings())
def test_the_model_agrees_with_shortest_paths(setting):
    model = ReferenceModel(setting)
    table = clue_table(setting.island, setting.landmarks, setting.rules.own_hex, setting.rules.distance)
    for text, cells in table.items():
        clue = Clue.parse(text)
        assert {name for name in setting.island.names if model.holds(clue, name)} == cells, text


def test_T13_candidates_agree_with_the_model():
    for seed in range(25):
        random = Random(f"candidates/{seed}")
        island = random_island(random, random.randint(1, 80))
        places = random.sample(island.names, min(len(island), 10))
        rules = Rules(random.choice(["excluded", "included"]), random.choice(["lattice", "overland"]))
        setting = Setting(island, places[:4], places[4:7], places[7:], rules)
        maps = {
            colour: TreasureMap(
                setting,
                colour,
                [Play(clue) for clue in random.sample(CLUES, number)],
                random.sample(island.names, random.randint(0, min(5, len(island)))),
            )
            for number, colour in enumerate(COLOURS)
        }
        assert all(modelled(one) == list(one.candidates) for one in maps.values())
