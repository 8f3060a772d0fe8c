from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import log2
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from oracles import around, land, regions

from solvers.tobago import hints
from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Clue,
    Position,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    random_setting,
)
from toolkit.games.tobago.maps import PLAYERS, Play
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.generate import random_island

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers.tobago import Hint
    from toolkit.hexmap import Island

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-position.toml"


@cache
def random_position(seed: int) -> Position:
    """Return a position with a few legal plays, a hand with copies, and ATVs of some players."""
    random = Random(f"hints/{seed}")
    island = boxed_island() if seed % 3 == 0 else random_island(random, random.randint(40, 110))
    rules = Rules(must_reduce=random.choice(["always", "always", "once_marked"]), landmark_gap=2)
    setting = random_setting(island, random, rules)
    position = Position(
        setting=setting,
        hand=tuple(random.choices(CLUES, k=random.randint(0, 8))),
        me=random.choice([None, *PLAYERS]),
        atvs={atv: random.choice(island.names) for atv in PLAYERS if random.random() < 0.6},
    )
    for _ in range(random.randint(0, 8)):
        colour = random.choice(COLOURS)
        legal = [clue for clue in CLUES if position.maps[colour].verdict(clue).legal]
        if legal:
            owner = random.choice([None, *PLAYERS])
            position = position.lay(colour, random.choice(legal), owner)
    if seed % 5 == 0:
        position = replace(position, maps={**position.maps, "black": _nearly_located(random, setting)})
    return position


def _nearly_located(random: Random, setting: Setting) -> TreasureMap:
    names = setting.island.names
    return TreasureMap(setting, "black", [], random.sample(names, len(names) - 2))


def brute_steps(island: Island, start: str, goals: Iterable[str]) -> int | None:
    """Return the fewest steps (T-22): breadth first; a step is a whole region or one hex."""
    region = {place: part for part in regions(island) for place in part}
    wanted = {island.place(name) for name in goals}
    reached, border, steps = {island.place(start)}, {island.place(start)}, 0
    while border:
        if reached & wanted:
            return steps
        fresh = {
            near for place in border for near in (*region[place], *around(place)) if near in land(island)
        }
        border = fresh - reached
        reached |= border
        steps += 1
    return None


def legal_pairs(position: Position) -> dict[tuple[str, Clue], tuple[set[str], set[str]]]:
    """Return the candidates before and after every legal play of the hand, in sets of names (T-12, T-15)."""
    assert position.hand is not None
    found = {}
    for colour in COLOURS:
        treasure_map = position.maps[colour]
        before = set(position.setting.island.names) - set(treasure_map.removed)
        for clue in treasure_map.clues:
            before &= set(clue.cells(position.setting))
        marked = bool(treasure_map.plays) and len(before) <= 17
        may_idle = position.setting.rules.must_reduce == "once_marked" and not marked
        for clue in dict.fromkeys(position.hand):
            after = before & set(clue.cells(position.setting))
            if after and (after != before or may_idle):
                found[colour, clue] = before, after
    return found


def test_hints_are_exactly_the_legal_plays() -> None:
    for seed in range(60):
        position = random_position(seed)
        expected = legal_pairs(position)
        found = {(hint.colour, hint.clue): hint for hint in hints(position)}
        assert found.keys() == expected.keys()
        assert len(hints(position)) == len(found)
        for play, (before, after) in expected.items():
            verdict = found[play].verdict
            assert (set(verdict.before), set(verdict.after)) == (before, after)
            assert found[play].bits == log2(len(before) / len(after))
            assert found[play].locates == (min(after) if len(after) == 1 else None)


def test_T25_shares_of_the_roses() -> None:
    for seed in range(60):
        position = random_position(seed)
        for hint in hints(position):
            owners = [play.owner for play in position.maps[hint.colour].plays]
            assert hint.share == Fraction(1, len(owners) + 1)
            mine = 1 + (owners.count(position.me) if position.me else 0)
            assert hint.own_share == Fraction(mine, len(owners) + 1)


def test_T22_steps_agree_with_breadth_first_search() -> None:
    for seed in range(20):
        position = random_position(seed)
        for hint in hints(position)[:6]:
            steps = {
                atv: brute_steps(position.setting.island, place, hint.verdict.after)
                for atv, place in position.atvs.items()
            }
            assert hint.steps == {atv: number for atv, number in steps.items() if number is not None}


def rank(position: Position, hint: Hint) -> tuple[float, ...]:
    """Return the order that `hints` promises: the smaller, the better."""
    own_steps = hint.steps.get(position.me, float("inf")) if position.me else 0.0
    return len(hint.verdict.after), -hint.bits, -float(hint.own_share), own_steps


def test_best_first_and_equal_plays_in_the_order_of_maps_and_hand() -> None:
    for seed in range(60):
        position = random_position(seed)
        found = hints(position)
        plays = list(legal_pairs(position))  # maps in their order, and the hand in its order
        order = {play: number for number, play in enumerate(plays)}
        keys = [(*rank(position, hint), order[hint.colour, hint.clue]) for hint in found]
        assert keys == sorted(keys)


def test_the_random_positions_meet_every_case() -> None:
    found = [(position, hint) for position in map(random_position, range(60)) for hint in hints(position)]
    assert any(hint.locates for _, hint in found)
    assert any(hint.own_share > hint.share for _, hint in found)
    assert any(hint.bits == 0 for _, hint in found)
    assert len({hint.colour for _, hint in found}) == 4


def sandbank(**table: object) -> Position:
    """Return a strip of land and an isle, with one brown clue of red."""
    setting = Setting(parse_drawing("J J L S S . S"), huts=["d1"])
    brown = TreasureMap(setting, "brown", [Play(Clue.parse("not in lake"), "red")])
    position = Position(setting=setting, maps={"brown": brown}, hand=(Clue.parse("in scrubland"),))
    return replace(position, **table)  # type: ignore[arg-type]


def test_a_locating_play_comes_first_then_fewer_candidates() -> None:
    hand = tuple(Clue.parse(text) for text in ("in scrubland", "in jungle", "in hut", "not in jungle"))
    found = hints(sandbank(hand=hand))
    assert [(hint.colour, str(hint.clue), len(hint.verdict.after)) for hint in found] == [
        ("white", "in hut", 1),
        ("grey", "in hut", 1),
        ("black", "in hut", 1),
        ("brown", "in hut", 1),
        ("white", "in jungle", 2),
        ("grey", "in jungle", 2),
        ("black", "in jungle", 2),
        ("brown", "in jungle", 2),
        ("white", "in scrubland", 3),
        ("grey", "in scrubland", 3),
        ("black", "in scrubland", 3),
        ("brown", "in scrubland", 3),
        ("brown", "not in jungle", 3),
        ("white", "not in jungle", 4),
        ("grey", "not in jungle", 4),
        ("black", "not in jungle", 4),
    ]
    assert {hint.locates for hint in found[:4]} == {"d1"}


def test_the_own_share_and_the_own_way_decide_between_equal_plays() -> None:
    setting = Setting(parse_drawing("J J L L S S S S"), huts=["a1"], palms=["h1"])
    plays = {
        "brown": [Play(Clue.parse("not in lake"), "blue")],
        "white": [Play(Clue.parse("not in lake"), "red")],
    }
    maps = {colour: TreasureMap(setting, colour, laid) for colour, laid in plays.items()}
    maps["grey"] = TreasureMap(setting, "grey", [Play(Clue.parse("not in lake"))])
    hand = (Clue.parse("in hut"), Clue.parse("in palm"))
    position = Position(setting=setting, maps=maps, hand=hand, me="red", atvs={"red": "g1", "blue": "a1"})
    order = [(hint.colour, str(hint.clue)) for hint in hints(position)]
    assert order == [
        ("black", "in palm"),
        ("black", "in hut"),
        ("white", "in palm"),
        ("white", "in hut"),
        ("brown", "in palm"),
        ("grey", "in palm"),
        ("brown", "in hut"),
        ("grey", "in hut"),
    ]
    assert hints(position)[2].own_share == 1
    assert hints(position)[4].own_share == Fraction(1, 2)
    assert hints(replace(position, me=None))[0].clue == hand[0], "without a player no way counts"


def test_what_the_hints_say() -> None:
    table = {"atvs": {"blue": "a1", "red": "g1", "green": "d1"}, "me": "red"}
    found = {hint.colour: hint.why for hint in hints(sandbank(**table))}
    assert found["brown"] == (
        "rules out 2 of 5 brown candidates and leaves 3; you would have 2 of 2 compass roses there; "
        "you are on a candidate and green is on a candidate"
    )
    table["me"] = "blue"
    found = {hint.colour: hint.why for hint in hints(sandbank(**table, hand=(Clue.parse("in hut"),)))}
    assert found["brown"] == (
        "locates the brown treasure on d1; you would have 1 of 2 compass roses there; "
        "you are 3 steps (1 move) from one and green is on a candidate"
    )
    found = {hint.colour: hint.why for hint in hints(sandbank(hand=(Clue.parse("in hut"),)))}
    assert found["white"] == "locates the white treasure on d1; its compass rose would be 1 of 1 there"


def test_steps_make_moves_of_three() -> None:
    setting = Setting(parse_drawing("J L J L J"), huts=["a1"])
    position = Position(setting=setting, hand=(Clue.parse("in hut"),), atvs={"red": "e1", "blue": "b1"})
    best = hints(position)[0]
    assert best.steps == {"red": 4, "blue": 1}
    assert best.why.endswith("blue is 1 step (1 move) from one and red is 4 steps (2 moves) from one")


def test_an_atv_across_the_water_has_no_steps() -> None:
    position = sandbank(hand=(Clue.parse("in jungle"),), atvs={"red": "g1", "blue": "e1"}, me="red")
    assert {hint.colour: hint.steps for hint in hints(position)}["white"] == {"blue": 3}


def test_without_a_hand_every_clue_of_the_deck_is_asked() -> None:
    position = sandbank(hand=None)
    asked = position.deck.kinds
    expected = legal_pairs(replace(position, hand=asked))
    assert {(hint.colour, hint.clue) for hint in hints(position)} == expected.keys()
    assert len(expected) > 50
    assert hints(sandbank(hand=())) == []
    assert hints(sandbank(hand=(Clue.parse("in river"), Clue.parse("next to palm")))) == []


def test_the_example_position() -> None:
    found = hints(Position.load(EXAMPLE))
    brown = next(hint for hint in found if (hint.colour, str(hint.clue)) == ("brown", "next to statue"))
    assert (len(brown.verdict.before), str(brown.verdict.after)) == (14, "A34 C10 C31")
    assert round(brown.bits, 2) == 2.22
    assert brown.locates is None
    assert (brown.steps["red"], brown.share, brown.own_share) == (2, Fraction(1, 3), Fraction(2, 3))
    assert all((hint.colour, str(hint.clue)) != ("brown", "in largest lake") for hint in found)
    assert found[0] == brown
