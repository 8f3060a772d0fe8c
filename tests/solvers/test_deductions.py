"""What is deduced of a position: explanations, hints, forecasts and reviews."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import log2
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from oracles import around, land, regions
from strategies import clues, tobago_settings

from solvers.tobago import dead_ends, explain_hex, explain_verdict, hints, is_stuck, unpinnable
from solvers.tobago.deduction import holds_in_words
from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Clue,
    Deck,
    Position,
    Reason,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    random_setting,
)
from toolkit.games.tobago.maps import PLAYERS, Play
from toolkit.games.tobago.telling import say_clue
from toolkit.hexmap import CellSet, parse_drawing
from toolkit.hexmap.generate import random_island

BY_WORDS = {say_clue(clue, "en"): clue for clue in CLUES}
CUBES = "the removed cubes"


def random_map(seed, hexes=30, most_clues=6):
    """Return a map with clues as they come, legal or not, and a few removed hexes."""
    random = Random(seed)
    island = random_island(random, random.randint(2, hexes), version=1)
    places = random.sample(island.names, min(len(island), 9))
    rules = Rules(own_hex=random.choice(["excluded", "included"]))
    setting = Setting(island, places[:3], places[3:6], places[6:], rules)
    plays = [Play(clue) for clue in random.choices(CLUES, k=random.randint(0, most_clues))]
    removed = random.sample(island.names, random.choice([0, 0, 1, len(island) // 4]))
    return TreasureMap(setting, "black", plays, removed)


def subsets(items):
    """Return all subsets, small ones first."""
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def left_by(setting, clues, removed=()):
    """Return the hexes on which all clues hold, found name by name."""
    left = set(setting.island.names) - set(removed)
    return left.intersection(*(set(clue.cells(setting)) for clue in clues))


def is_legal(setting, before, clue):
    """T-12 in sets of names."""
    return bool(before & set(clue.cells(setting))) and bool(before - set(clue.cells(setting)))


# Words


def test_all_clues_have_words_of_their_own_and_an_article_where_one_belongs():
    assert len(BY_WORDS) == len({holds_in_words(clue) for clue in CLUES}) == 94
    good = re.compile(
        r"(not )?(in (jungle|scrubland|a (lake|river)|the largest (jungle|lake|river|scrubland))"
        r"|on (a (beach|mountain|hut|palm|statue)|the largest (beach|mountain))"
        r"|(next to|within two hexes of) (scrubland|the ocean|a (beach|jungle|lake|mountain|river)"
        r"|a (hut|palm|statue)|the largest (beach|jungle|lake|mountain|river|scrubland)))"
    )
    assert [words for words in BY_WORDS if not good.fullmatch(words)] == []


# Why a hex is ruled out


def test_T13_every_hex_is_explained():
    for seed in range(25):
        treasure_map = random_map(f"hex/{seed}")
        for name in treasure_map.setting.island.names:
            found = explain_hex(treasure_map, name)
            failed = [clue for clue in treasure_map.clues if name not in clue.cells(treasure_map.setting)]
            assert (found.name, found.colour) == (name, "black")
            assert list(found.ruled_out_by) == list(dict.fromkeys(failed))
            assert found.removed is (name in treasure_map.removed)
            assert found.candidate is (name in treasure_map.candidates)
            quoted = [BY_WORDS[words] for words in re.findall(r"'([^']+)'", str(found))]
            assert quoted == list(found.ruled_out_by)
            assert ("an amulet took its cube" in str(found)) is found.removed


# Why a clue is illegal


def check_leaves_nothing(treasure_map, verdict, text):
    """The named causes leave nothing, and nothing smaller does."""
    setting, holds = treasure_map.setting, set(verdict.clue.cells(treasure_map.setting))
    if not holds:
        assert text.startswith(("no hex of this island is ", "every hex of this island is "))
        return
    clues = tuple(BY_WORDS[words] for words in re.findall(r"'([^']+)'", text))
    cubes = CUBES in text
    assert not holds & left_by(setting, clues, treasure_map.removed if cubes else ())
    laid = list(dict.fromkeys(treasure_map.clues))
    sizes = [
        len(subset) + with_cubes
        for subset in subsets(laid)
        for with_cubes in (False, True)
        if not holds & left_by(setting, subset, treasure_map.removed if with_cubes else ())
    ]
    assert len(clues) + cubes == min(sizes)
    assert text.endswith(f" leave no hex that is {holds_in_words(verdict.clue)}")


def test_T12_reasons_are_true():
    for seed in range(60):
        treasure_map = random_map(f"reasons/{seed}", hexes=14, most_clues=4)
        before = set(treasure_map.candidates)
        for clue in Random(seed).sample(CLUES, 30):
            verdict = treasure_map.verdict(clue)
            text = explain_verdict(treasure_map, verdict)
            after = before & set(clue.cells(treasure_map.setting))
            match verdict.reason:
                case Reason.CONTRADICTS:  # T-12a: those that share no hex of the island with it are named
                    holds = set(clue.cells(treasure_map.setting))
                    laid = [c for c in treasure_map.clues if not holds & set(c.cells(treasure_map.setting))]
                    assert list(verdict.conflicts) == laid != []
                    assert [BY_WORDS[words] for words in re.findall(r"'([^']+)'", text)] == laid
                    assert f" {'is' if len(laid) == 1 else 'are'} already there, and " in text
                case Reason.LEAVES_NOTHING:
                    assert not after
                    check_leaves_nothing(treasure_map, verdict, text)
                case Reason.REMOVES_NOTHING if len(before) == 1:
                    assert after == before
                    assert (
                        text == f"the treasure is located on {''.join(after)}, and no clue may follow (T-12b)"
                    )
                case Reason.REMOVES_NOTHING:
                    assert after == before != set()
                    every, some = ("no", ~clue) if clue.negative else ("every", clue)
                    anyway = "anyway" if clue.negative else "already"
                    assert text == f"{every} candidate is {holds_in_words(some)} {anyway}"
                case Reason.LEGAL:
                    assert is_legal(treasure_map.setting, before, clue)
                    located = f"it locates the black treasure on {''.join(after)}"
                    counted = f"it leaves {len(after)} of {len(before)} candidates"
                    assert text == (located if len(after) == 1 else counted)


# Stuck maps and hexes beyond reach


def test_is_stuck_by_going_through_the_deck():
    for seed in range(80):
        treasure_map = random_map(f"stuck/{seed}", hexes=12, most_clues=3)
        random = Random(seed)
        kinds = random.sample(CLUES, random.randint(0, 6))
        before = set(treasure_map.candidates)
        stuck = len(before) > 1 and not any(is_legal(treasure_map.setting, before, clue) for clue in kinds)
        assert is_stuck(treasure_map, Deck("few", tuple((clue, 2) for clue in kinds))) is stuck


@given(tobago_settings(), st.lists(clues, max_size=6, unique=True))
def test_unpinnable_by_all_subsets(setting, deck):
    every = (left_by(setting, subset) for subset in subsets(deck))
    pinned = {name for left in every if len(left) == 1 for name in left}
    found = unpinnable(setting.island.land, setting, deck)
    assert isinstance(found, CellSet)
    assert set(found) == set(setting.island.names) - pinned


def test_dead_ends_are_said():
    setting = Setting(parse_drawing("J J S L"))
    deck = Deck(
        "small", ((Clue.parse("in jungle"), 1), (Clue.parse("in lake"), 1), (Clue.parse("in river"), 1))
    )
    jungle = TreasureMap(setting, "brown", [Play(Clue.parse("in jungle"))])
    lake = TreasureMap(setting, "white", [Play(Clue.parse("in lake"))])
    dry = TreasureMap(setting, "grey", [Play(Clue.parse("not in lake"))])
    position = Position(setting=setting, deck=deck, maps={"brown": jungle, "white": lake, "grey": dry})
    said = {sentence.split(" ")[0].strip(":"): sentence for sentence in dead_ends(position)}
    assert said["brown"] == "brown is stuck: 2 candidates, and no remaining clue may be laid there"
    assert "white" not in said  # located
    assert is_stuck(dry, position.remaining)  # the only jungle card lies on brown
    assert dead_ends(replace(position, hand=(Clue.parse("in scrubland"),)))[:2] == [
        said["brown"],
        "grey: no set of remaining clues can ever pin a1 and b1",
    ]


# ---- hints ----

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-position.toml"


@cache
def random_position(seed):
    """Return a position with a few legal plays, a hand with copies, and ATVs of some players."""
    random = Random(f"hints/{seed}")
    island = boxed_island() if seed % 3 == 0 else random_island(random, random.randint(40, 110), version=1)
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


def _nearly_located(random, setting):
    names = setting.island.names
    return TreasureMap(setting, "black", [], random.sample(names, len(names) - 2))


def brute_steps(island, start, goals):
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


def legal_pairs(position):
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


def test_T12_T22_T25_hints_are_the_legal_plays_with_their_shares_and_steps():
    for seed in range(25):
        position = random_position(seed)
        expected, found = legal_pairs(position), {(hint.colour, hint.clue): hint for hint in hints(position)}
        assert found.keys() == expected.keys()
        assert len(hints(position)) == len(found)
        for number, (play, (before, after)) in enumerate(expected.items()):
            hint, owners = found[play], [laid.owner for laid in position.maps[play[0]].plays]
            assert (set(hint.verdict.before), set(hint.verdict.after)) == (before, after)
            assert hint.bits == log2(len(before) / len(after))
            assert hint.locates == (min(after) if len(after) == 1 else None)
            assert hint.share == Fraction(1, len(owners) + 1)
            mine = 1 + (owners.count(position.me) if position.me else 0)
            assert hint.own_share == Fraction(mine, len(owners) + 1)
            if seed < 8 and number < 6:
                steps = {
                    atv: brute_steps(position.setting.island, place, hint.verdict.after)
                    for atv, place in position.atvs.items()
                }
                assert hint.steps == {atv: count for atv, count in steps.items() if count is not None}


def sandbank(**table):
    """Return a strip of land and an isle, with one brown clue of red."""
    setting = Setting(parse_drawing("J J L S S . S"), huts=["d1"])
    brown = TreasureMap(setting, "brown", [Play(Clue.parse("not in lake"), "red")])
    position = Position(setting=setting, maps={"brown": brown}, hand=(Clue.parse("in scrubland"),))
    return replace(position, **table)


def test_what_the_hints_say():
    table = {"atvs": {"blue": "a1", "red": "g1", "green": "d1"}, "me": "red"}
    found = {hint.colour: hint.why for hint in hints(sandbank(**table))}
    assert found["brown"] == (
        "rules out 2 of 5 candidates and leaves 3; you would have 2 of 2 compass roses there; "
        "you are on a candidate and green is on a candidate"
    )
    hut = (Clue.parse("in hut"),)
    where = "locates the treasure on d1; you would have 1 of 2 compass roses there; "
    said = {
        ("blue", "a1", "d1"): (
            "you are 3 steps (1 move) from one and green is on a candidate; "
            "green can raise it before your next turn"
        ),
        ("blue", "d1", "d1"): ("you are on a candidate and green is on a candidate; you raise it at once"),
        ("blue", "a1", "g1"): (
            "you are 3 steps (1 move) from one; you can raise it first, in your next turn"
        ),
        ("yellow", "g1", "a1"): (
            "green is 3 steps (1 move) from one; green can raise it before your next turn"
        ),
    }
    for (me, own, green), why in said.items():
        seats = {"me": me, "atvs": {me: own, "green": green}, "hand": hut}
        found = {hint.colour: hint.why for hint in hints(sandbank(**seats))}
        assert found["brown"] == where + why
    found = {hint.colour: hint.why for hint in hints(sandbank(me="blue", atvs={"red": "g1"}, hand=hut))}
    assert found["brown"] == f"{where}nobody reaches it before your next turn is over"
    found = {hint.colour: hint.why for hint in hints(sandbank(hand=hut))}
    assert found["white"] == "locates the treasure on d1; its compass rose would be 1 of 1 there"


def test_the_example_position():
    found = hints(Position.load(EXAMPLE))
    brown = next(hint for hint in found if (hint.colour, str(hint.clue)) == ("brown", "next to statue"))
    assert (len(brown.verdict.before), str(brown.verdict.after)) == (14, "A34 C10 C31")
    assert round(brown.bits, 2) == 2.22
    assert brown.locates is None
    assert (brown.steps["red"], brown.share, brown.own_share) == (2, Fraction(1, 3), Fraction(2, 3))
    assert all((hint.colour, str(hint.clue)) != ("brown", "in largest lake") for hint in found)
    assert found[0] == brown


def by_candidates(position, hint):
    """Return the rank of a play as if nobody else moved."""
    own_steps = hint.steps.get(position.me, float("inf")) if position.me else 0.0
    return len(hint.verdict.after), -hint.bits, -hint.own_share, own_steps


def test_best_first_and_equal_plays_in_the_order_of_maps_and_hand():
    ranked = Counter()
    for seed in range(25):
        position = random_position(seed)
        found = hints(position)
        rivals = position.me is not None and bool(position.atvs.keys() - {position.me})
        assert all((hint.worth is not None) == rivals for hint in found)
        ranked[rivals] += len(found)
        plays = list(legal_pairs(position))  # maps in their order, and the hand in its order
        order = {play: number for number, play in enumerate(plays)}
        keys = [
            (-(hint.worth or 0), *by_candidates(position, hint), order[hint.colour, hint.clue])
            for hint in found
        ]
        assert keys == sorted(keys)
    assert min(ranked[True], ranked[False]) > 50


def first_to_raise(position, hint):
    """Return who raises a treasure that a play locates up to the own next turn, by breadth-first search."""
    seats = [*PLAYERS, *PLAYERS][PLAYERS.index(position.me) + 1 :][:4]
    steps = {
        atv: brute_steps(position.setting.island, position.atvs[atv], hint.verdict.after)
        for atv in seats
        if atv in position.atvs
    }
    if steps.get(position.me) == 0:  # T-21: an own clue locates it
        return position.me
    return next((atv for atv, count in steps.items() if count is not None and count <= 3), None)


def test_T21_T22_who_raises_a_located_treasure_first():
    seen = Counter()
    for seed in range(60):
        position = random_position(seed)
        if position.me is None or not position.atvs.keys() - {position.me}:
            continue
        for hint in hints(position):
            raiser = first_to_raise(position, hint) if hint.locates else None
            assert hint.raiser == raiser
            if hint.locates:
                seen["own" if raiser == position.me else raiser and "rival"] += 1
    assert min(seen["own"], seen["rival"], seen[None]) > 1, seen


def test_a_treasure_for_a_rival_is_not_located_first():
    """Of two plays alike but for the way, the one whose treasure no rival raises before me comes first."""
    setting = Setting(parse_drawing("J J L S B M R L B J J"), huts=["a1"], palms=["k1"])
    position = Position(
        setting=setting, hand=(Clue.parse("in hut"), Clue.parse("in palm")), me="red", atvs={"red": "d1"}
    )
    for rival, own in (("b1", "j1"), ("j1", "b1")):
        seats = replace(position, atvs={"red": own, "blue": rival})
        best, *_, worst = hints(seats)
        assert (best.locates, best.raiser) == ({"b1": "a1", "j1": "k1"}[own], "red")
        assert (worst.locates, worst.raiser) == ({"b1": "a1", "j1": "k1"}[rival], "blue")
        assert best.worth > worst.worth


def test_fewer_plays_that_a_rival_raises_come_first():
    raised = Counter()
    for seed in range(80):
        position = random_position(seed)
        found = hints(position)
        if position.me is None or not found:
            continue
        rivals = position.atvs.keys() - {position.me}
        raised["before"] += min(found, key=lambda hint: by_candidates(position, hint)).raiser in rivals
        raised["now"] += found[0].raiser in rivals
    assert raised["before"] > 5
    assert raised["now"] * 2 <= raised["before"], raised


def test_the_own_share_and_the_own_way_decide_between_equal_plays():
    setting = Setting(parse_drawing("J J L L S S S S"), huts=["a1"], palms=["h1"])
    plays = {
        "brown": [Play(Clue.parse("not in lake"), "blue")],
        "white": [Play(Clue.parse("not in lake"), "red")],
    }
    maps = {colour: TreasureMap(setting, colour, laid) for colour, laid in plays.items()}
    maps["grey"] = TreasureMap(setting, "grey", [Play(Clue.parse("not in lake"))])
    hand = (Clue.parse("in hut"), Clue.parse("in palm"))
    position = Position(setting=setting, maps=maps, hand=hand, me="red", atvs={"red": "g1"})
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
