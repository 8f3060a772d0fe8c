from __future__ import annotations

from dataclasses import replace
from math import isclose, log2
from pathlib import Path
from random import Random

from solvers.tobago import Review, review
from toolkit.games.tobago import COLOURS, Clue, Position, Setting, TreasureMap, random_setting
from toolkit.games.tobago.decks import reconstructed_deck
from toolkit.games.tobago.maps import PLAYERS, Play
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.generate import random_island

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-position.toml"


def random_position(seed: int) -> Position:
    """Return a position with legal plays of known and unknown players, and some cubes removed afterwards."""
    random = Random(f"review/{seed}")
    position = Position(setting=random_setting(random_island(random, 80), random))
    for _ in range(random.randint(0, 9)):
        colour = random.choice(COLOURS)
        legal = [c for c in reconstructed_deck().kinds if position.maps[colour].verdict(c).legal]
        if legal:
            position = position.lay(colour, random.choice(legal), random.choice([None, *PLAYERS]))
    return replace(position, maps={colour: _thinned(random, m) for colour, m in position.maps.items()})


def _thinned(random: Random, treasure_map: TreasureMap) -> TreasureMap:
    while treasure_map.marked and len(treasure_map.candidates) > 1 and random.random() < 0.5:
        treasure_map = treasure_map.remove(random.choice(list(treasure_map.candidates)))
    return treasure_map


def test_every_clue_is_counted_without_the_removed_hexes() -> None:
    for seed in range(40):
        position = random_position(seed)
        found = list(review(position).contributions)
        for colour in COLOURS:
            treasure_map = position.maps[colour]
            left = set(position.setting.island.names) - set(treasure_map.removed)
            for play in treasure_map.plays:
                contribution = found.pop(0)
                assert (contribution.colour, contribution.clue, contribution.owner) == (
                    colour,
                    play.clue,
                    play.owner,
                )
                assert contribution.before == len(left)
                left &= set(play.clue.cells(position.setting))
                assert contribution.after == len(left)
                assert contribution.bits == log2(contribution.before / contribution.after)
            assert left == set(treasure_map.candidates)
        assert found == []


def test_bits_add_up() -> None:
    for seed in range(40):
        position = random_position(seed)
        found = review(position)
        whole = sum(
            log2((len(position.setting.island) - len(m.removed)) / len(m.candidates))
            for m in position.maps.values()
        )
        assert isclose(sum(c.bits for c in found.contributions), whole, abs_tol=1e-9)
        nobody = sum(c.bits for c in found.contributions if c.owner is None)
        assert isclose(sum(found.players.values()) + nobody, whole, abs_tol=1e-9)
        assert list(found.players) == sorted({c.owner for c in found.contributions if c.owner})


def test_a_player_gets_the_bits_of_all_maps() -> None:
    setting = Setting(parse_drawing("J J J J L L L L"), huts=["a1"])
    brown = [Play(Clue.parse("in jungle"), "red"), Play(Clue.parse("next to hut"), "blue")]
    white = [Play(Clue.parse("in lake"), "red"), Play(Clue.parse("in lake"), "green")]
    grey = [Play(Clue.parse("not in lake"))]
    maps = {
        "white": TreasureMap(setting, "white", white),
        "brown": TreasureMap(setting, "brown", brown),
        "grey": TreasureMap(setting, "grey", grey),
    }
    found = review(Position(setting=setting, maps=maps))
    assert [c.colour for c in found.contributions] == ["brown", "brown", "white", "white", "grey"]
    assert [c.bits for c in found.contributions] == [1.0, 2.0, 1.0, 0.0, 1.0]
    assert found.players == {"blue": 2.0, "green": 0.0, "red": 2.0}


def test_nothing_laid_nothing_taken_away() -> None:
    found = review(Position(setting=Setting(parse_drawing("J L"))))
    assert found == Review(())
    assert found.players == {}


def test_the_example_position() -> None:
    found = review(Position.load(EXAMPLE))
    counts = [(str(c.clue), c.owner, c.before, c.after) for c in found.contributions]
    assert counts == [("in jungle", "red", 103, 23), ("not next to hut", "blue", 23, 14)]
    assert found.players == {"blue": log2(23 / 14), "red": log2(103 / 23)}
