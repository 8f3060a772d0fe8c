"""Who leads where in Mangrovia, against every way to build on."""

import json
from dataclasses import replace
from operator import sub

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solvers.mangrovia import settled, standings
from toolkit.games.mangrovia import PATHS, Rules
from toolkit.games.mangrovia.components import FREE


def huts_more(now, player, spaces):
    """Yield the settlements with one hut or one double hut more of a player on some spaces."""
    board = now.rules.layout
    for space in spaces:
        if now.owners[space] == FREE:
            for size in range(1, 1 + min(now.huts[player], 1 + board.spaces[space].doubled)):
                yield space, size, now.built(player, space, double=size == 2)


def completions(start, builders, spaces):
    """Return every settlement that these players can bring about by building on some spaces."""
    found, fresh = {start}, {start}
    while fresh:
        fresh = {
            built for now in fresh for player in builders for *_, built in huts_more(now, player, spaces)
        }
        fresh -= found
        found |= fresh
    return found


def part(settlement, name):
    """Return the order and the points at a place, from the final scores of the whole board."""
    scores = settlement.scores()
    if name == "stone area":
        return None, scores.stone
    found = next(found for found in (*scores.paths, scores.pole_prizes) if found.name == name)
    return [colour for colour, _ in found.order], found.points


@st.composite
def positions(draw, rules, free=3):
    """Return a settlement, the name of a place and the spaces there, of which few are free."""
    players = draw(st.integers(2, 3))
    now = settled(
        dict.fromkeys(("red", "blue", "green")[:players], ""), rules=replace(rules, stone_tiles="none")
    )
    board = rules.layout
    name = draw(st.sampled_from([f"path {path}" for path in PATHS] + ["stone area", "pole area"]))
    spaces = {"stone area": board.stone, "pole area": board.pole} | {
        f"path {path.id}": path.spaces for path in board.paths
    }
    now = replace(now, rules=rules, huts=(48,) * players)
    left = [space for space in draw(st.permutations(spaces[name])) if now.owners[space] == FREE]
    others = draw(st.lists(st.sampled_from([s for s in range(48) if s not in left]), max_size=4, unique=True))
    for space in left[draw(st.integers(1, free)) :] + others:
        if now.owners[space] == FREE:
            double = board.spaces[space].doubled and draw(st.booleans())
            now = now.built(draw(st.integers(0, players - 1)), space, double=double)
    now = replace(now, huts=tuple(draw(st.integers(0, 4)) for _ in range(players)))
    there = set(spaces[name])
    if rules.stone_tiles != "none":
        lying = draw(st.permutations(range(len(PATHS))))
        pairs = list(zip(board.stone, lying, strict=True))
        held = [[tile for at, tile in pairs if now.owners[at] == player] for player in range(players)]
        tiles = tuple(FREE if now.owners[at] != FREE else tile for at, tile in pairs)
        now = replace(now, stone=tiles, tiles=tuple(map(tuple, held)))
        there |= {at for at, tile in zip(board.stone, tiles, strict=True) if name == f"path {PATHS[tile]}"}
    return now, name, sorted(there)


def reachable(settlements, name, player):
    """Return the best place and the most points of a player over settlements; 0 for no place."""
    parts = [part(one, name) for one in settlements]
    places = [order.index(player) + 1 for order, _ in parts if order and player in order]
    return min(places, default=0), max(points[player] for _, points in parts)


@pytest.mark.parametrize("tiles", ["none", "statues"])
@given(data=st.data())
def test_M32_M35_M39_what_is_out_of_reach_is_so_whatever_anybody_builds(tiles, data):
    """With the default rules nobody is helped by the huts of others on a path or in the pole area."""
    now, name, spaces = data.draw(positions(Rules(stone_tiles=tiles), free=2))
    assume(name != "stone area")
    told = next(one for one in standings(now) if one.name == name)
    ends = completions(now, range(len(now.names)), spaces)
    for player in range(len(now.names)):
        assert (told.best[player], told.most[player]) == reachable(ends, name, player)


@given(data=st.data())
def test_M34_B16_B21_B24_what_a_player_can_reach_alone_under_every_switch(data):
    switch = st.booleans()
    rules = Rules(
        stone_tiles="statues",
        neutral_colours=data.draw(st.sampled_from(["one", "by_mark"])),
        prize_needs_hut=data.draw(switch),
        stone_counts_neutral=data.draw(switch),
        statue_beats_neutral=data.draw(switch),
    )
    now, name, spaces = data.draw(positions(rules))
    told = next(one for one in standings(now) if one.name == name)
    for player in range(len(now.names)):
        best, most = reachable(completions(now, [player], spaces), name, player)
        assert told.most[player] == most
        assert told.best == () or told.best[player] == best


@given(positions(Rules(stone_tiles="statues"), free=6))
def test_M23_M32_M34_M35_one_hut_more_changes_what_the_final_scores_say(position):
    now, name, spaces = position
    told = next(one for one in standings(now) if one.name == name)
    board = now.rules.layout
    assert told.points == part(now, name)[1]
    found = {
        (player, size == 2, board.spaces[space].id): change
        for player in range(len(now.names))
        for space, size, built in huts_more(now, player, spaces)
        if any(change := tuple(map(sub, part(built, name)[1], told.points)))
    }
    assert {(m.player, m.double, space): m.change for m in told.more for space in m.spaces} == found


def test_M20_M38_one_hut_more_takes_the_top_pole_tile_and_the_stone_tile():
    now = settled({"red": "f5", "blue": "g5"}, pole="g5 f5")  # the neutral hut has tile 2
    board = now.rules.layout
    built = now.built(1, board.number["f6"])
    assert sorted(built.pole) == [0, 0, 0, 0, 2, 3, 4, 5]
    assert (built.huts, built.scores().chief) == ((9, 8), (4, 3 + 5))
    won = replace(now, stone=(4, *now.stone[1:])).built(0, board.stone[0])
    assert (won.stone[0], won.tiles) == (FREE, ((4,), ()))


def test_M32_who_leads_where_by_hand():
    others = dict.fromkeys(("green", "black", "white"), "")
    now = settled({"red": "a1 b1 c1 e1 g2 h1 r1 r2", "blue": "a2", **others})
    v1, *_, stone, pole = standings(now)
    assert v1.free == ("a3", "a4", "a5", "a6", "a7")
    assert (v1.order, v1.points, v1.best) == (((0, 1), (1, 1)), (12, 6, 0, 0, 0), (1, 1, 1, 1, 1))
    assert [m.spaces for m in v1.more if m.player == 2 and m.double] == [("a5", "a6", "a7")]
    assert not [m for m in v1.more if m.player == 0]  # no hut is left
    assert (stone.prizes, stone.best, stone.most) == ((), (), (0, 8 * 8, 7 * 8, 7 * 8, 7 * 8))
    assert (pole.order, pole.best[0], pole.most) == ((), 0, (0, 12, 12, 12, 12))
    assert json.loads(json.dumps(v1.to_dict()))["points"]["red"] == 12
