"""The final scoring of Mangrovia (M-32 to M-37, M-39) against the rulebook's examples and a slow twin."""

import re
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.mangrovia import settled
from toolkit.core.errors import ToolkitError
from toolkit.games.mangrovia import PATHS, Rules
from toolkit.games.mangrovia.components import FREE, TILES
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.scoring import final_scores

STATUES = Rules(stone_tiles="statues")
POSITION = {
    "red": "a1 a5 b2 b4 f6 h5 r1 r2 r3",
    "yellow": "a2 a6 c2 e1 e6 g2",
    "purple": "a3 a4 c3 d5 f7 g8 h7",
    "orange": "c5 c6 e3 f5 g5 h6 h1",
}
"""The position of the digest's section 6 that shows E-11, E-12, E-13 and E-15 at once."""


def section_6(rules=None, **tiles):
    """Return the position of section 6."""
    return settled(POSITION, doubles="h1", pole="f5 g5 f7 f6 h7 h6 h5", tiles=tiles, rules=rules)


def path(scores, name):
    """Return the prizes of a path."""
    return scores.paths[PATHS.index(name)]


def settle(huts, rules=None, **given):
    """Return a settlement with stone tiles in hand, wherever those lie that nobody has won."""
    rules, tiles = rules or Rules(), given.pop("tiles", {})
    end = settled(huts, rules=replace(rules, stone_tiles="none"), **given)
    held = tuple(tuple(map(TILES.index, tiles.get(name, ()))) for name in end.names)
    return replace(end, rules=rules, tiles=held)


def taken(huts, name, doubles="", rules=None, **tiles):
    """Return who takes the first and the second prize of a path, by name, and the points of the players."""
    end = settle(huts, rules, doubles=doubles, tiles=tiles)
    found = path(end.scores(), name)
    named = [*end.names, "neutral", "white", "nobody"]
    return named[found.first], named[found.second], found.points


# --- the worked examples


def test_M39_B24_E15_the_statue_changes_no_other_path():
    changed = section_6(STATUES, purple=["statue V1"]).scores().paths
    assert path(section_6().scores(), "V1").order == ((0, 2), (1, 2), (2, 2))
    assert [found.points for found in changed[1:]] == [
        found.points for found in section_6().scores().paths[1:]
    ]


def test_M32_the_position_of_section_6():
    scores = section_6().scores()
    won = "red yellow, orange yellow, yellow orange, yellow orange, orange red, purple orange, orange red"
    names = [*POSITION, "none"]
    places = [f"{names[found.first]} {names[found.second]}" for found in scores.paths]
    assert ", ".join(places) == f"{won}, purple none"
    on_paths = zip(*(found.points for found in scores.paths), strict=True)
    assert tuple(map(sum, on_paths)) == (22, 31, 18, 45)
    assert scores.totals == (25 + 22 + 14, 11 + 31 + 14, 16 + 18 + 21 + 6, 26 + 45 + 12)


# --- paths


def test_M32_a_double_hut_counts_two():
    rivals = {"red": "h1", "blue": "b1", "green": "a1", "black": "c1"}
    assert taken(rivals, "H1", doubles="h1")[2] == (8, 0, 4, 0)


def test_M32_B12_only_distance_breaks_a_tie_not_where_the_double_hut_stands():
    huts = {"red": "a6 a7", "blue": "a5", "green": "", "black": "a1"}
    assert taken(huts, "V1", doubles="a5")[:2] == ("blue", "red")
    huts = {"red": "a1 a7", "blue": "a5", "green": "", "black": ""}
    assert taken(huts, "V1", doubles="a5")[:2] == ("red", "blue")


def test_M32_a_tie_for_the_second_prize_goes_to_the_nearer_one():
    huts = {"red": "a6", "blue": "a5 a7", "green": "a2", "black": ""}
    assert taken(huts, "V1")[:2] == ("blue", "green")


def test_M32_B16_the_only_one_on_a_path_takes_the_first_prize_alone():
    assert taken({"red": "a1", "blue": "", "green": ""}, "V1") == ("red", "nobody", (12, 0, 0))
    assert taken({"red": "", "blue": "", "green": ""}, "V1") == ("nobody", "nobody", (0, 0, 0))


@pytest.mark.parametrize(
    ("huts", "neutral", "points"),
    [
        ({"red": "a1", "blue": ""}, False, (12, 6)),
        ({"red": "a1", "blue": ""}, True, (12, 0)),  # the neutral hut on a6 is second, blue third
        ({"red": "", "blue": ""}, True, (0, 0)),  # two without a hut
        ({"red": "", "blue": ""}, False, (0, 0)),
        ({"red": "a1", "blue": "", "green": ""}, False, (12, 0, 0)),  # two without a hut
        ({"red": "a1", "blue": "", "green": "a2"}, False, (12, 0, 6)),  # the third has no prize to take
    ],
)
def test_B16_a_prize_without_a_hut_when_exactly_one_has_none(huts, neutral, points):
    """On the shipped board it never comes to that: with 2 players each path has a neutral hut."""
    end = settled(huts, rules=Rules(prize_needs_hut=False))
    if not neutral:
        end = replace(end, owners=tuple(owner if owner < len(huts) else FREE for owner in end.owners))
    assert end.scores().paths[0].points == points
    needs = replace(end, rules=Rules()).scores().paths[0].points
    assert needs == (points if points != (12, 6) else (12, 0))


def test_B16_M35_the_second_prize_of_the_pole_area_too():
    end = settled({"red": "f5 g5", "blue": ""}, pole="f5 g5", rules=Rules(prize_needs_hut=False))
    assert end.scores().pole == (12, 0)  # the neutral hut is second: blue has fewer there
    cleared = replace(end, owners=tuple(owner if owner < 2 else FREE for owner in end.owners))
    assert cleared.scores().pole == (12, 6)
    assert replace(cleared, rules=Rules()).scores().pole == (12, 0)


# --- neutral colours


def test_M33_M46_neutral_huts_are_an_imaginary_player_also_in_ties():
    # 3 players: neutral on e1, the nearest space of V3, and on c2 and g3
    huts = {"red": "e2", "blue": "e7", "green": ""}
    assert taken(huts, "V3") == ("neutral", "red", (5, 0, 0))
    assert taken(huts | {"red": "e2 e6"}, "V3") == ("red", "neutral", (10, 0, 0))
    assert taken({"red": "", "blue": "", "green": ""}, "V3") == ("neutral", "nobody", (0, 0, 0))
    assert taken({"red": "e2", "blue": "e7", "green": "", "black": ""}, "V3")[2] == (10, 5, 0, 0)


def test_B1_M33_one_neutral_colour_or_one_for_each_kind_of_mark():
    huts = {"red": "e2 e5", "blue": ""}  # neutral: grey on e1, white on e3
    assert taken(huts, "V3") == ("neutral", "red", (5, 0))  # two and two, and e1 is nearer
    assert taken(huts, "V3", rules=Rules(neutral_colours="by_mark")) == ("red", "neutral", (10, 0))
    alone = taken({"red": "", "blue": "e2"}, "V3", rules=Rules(neutral_colours="by_mark"))
    assert alone == ("neutral", "blue", (0, 5))
    far = taken({"red": "", "blue": "e6"}, "V3", rules=Rules(neutral_colours="by_mark"))
    assert far == ("neutral", "white", (0, 0))


def test_M35_M08_the_neutral_hut_holds_tile_2_and_wins_ties_in_the_pole_area():
    end = settled({"red": "f5", "blue": "g5"}, pole="f5 g5")
    assert end.pole[end.rules.layout.pole.index(end.rules.layout.number["h7"])] == 2
    assert end.scores().pole == (6, 0)
    assert settled({"red": "f5 g5", "blue": "f6"}, pole="f6 g5 f5").scores().pole == (12, 0)


@pytest.mark.parametrize(("counts", "points"), [(True, (18, 0, 12)), (False, (15, 0, 10))])
def test_M34_B21_a_neutral_hut_in_the_stone_area(counts, points):
    huts = {"red": "a2 b2 a3", "blue": "", "green": "a4 b4"}  # and a neutral hut on c2
    scores = settled(huts, rules=Rules(stone_counts_neutral=counts)).scores()
    assert scores.stone == points


# --- the pole area


def test_M35_B22_three_tied_in_the_pole_area():
    huts = {"red": "f5", "blue": "g5", "green": "h5", "black": "f6"}
    assert settled(huts, pole="h5 f6 g5 f5").scores().pole == (0, 0, 12, 6)


def test_M20_B20_printed_points_and_pole_tiles_lie_on_the_chief_track_and_count_once():
    end = settled({"red": "f5 a1", "blue": "g5", "green": "", "black": ""}, doubles="a1", pole="g5 f5")
    assert end.scores().chief == (3 + 2 * 4, 2, 0, 0)
    assert end.scores().totals == (11 + 12 + 8 + 6 + 12, 2 + 10 + 12 + 6, 0, 0)


@pytest.mark.parametrize("tiles", ["none", "all"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_M19_M20_B20_the_chief_track_of_a_game_is_what_its_huts_say(players, tiles):
    random, state = Random(players), GAME.start(players, Rules(stone_tiles=tiles))
    while not state.outcome():
        chance = state.to_act() < 0
        state.apply(state.sample_chance(random) if chance else random.choice(state.legal_actions()))
    assert state.counted.chief() == tuple(state.points)


# --- statue tiles


def test_M39_B24_for_the_second_prize_too_and_only_in_a_tie():
    huts = {"red": "a1 a2", "blue": "a3", "green": "a4", "black": "a5"}
    assert taken(huts, "V1", rules=STATUES, green=["statue V1"])[2] == (12, 0, 6, 0)
    assert taken(huts, "V1", rules=STATUES, red=["statue V1"])[2] == (12, 6, 0, 0)
    assert taken(huts, "V1", rules=STATUES, green=["statue V2"])[2] == (12, 6, 0, 0)
    huts = {"red": "a1", "blue": "a3", "green": "", "black": ""}
    assert taken(huts, "V1", rules=STATUES, green=["statue V1"])[2] == (12, 6, 0, 0)  # no hut, no tie


@pytest.mark.parametrize(
    ("huts", "strong", "weak"),
    [
        # neutral on e1, the space nearest to the statue of V3
        ({"red": "e2", "blue": "e6", "green": ""}, ("blue", "neutral"), ("neutral", "blue")),
        ({"red": "e2", "blue": "e6 e7", "green": ""}, ("blue", "neutral"), ("blue", "neutral")),
        ({"red": "", "blue": "e6", "green": ""}, ("blue", "neutral"), ("neutral", "blue")),
    ],
)
def test_M39_B24_a_statue_against_the_neutral_colour(huts, strong, weak):
    for beats, won in ((True, strong), (False, weak)):
        rules = replace(STATUES, statue_beats_neutral=beats)
        assert taken(huts, "V3", rules=rules, blue=["statue V3"])[:2] == won


def test_M39_B24_B1_a_statue_against_the_neutral_colour_of_the_white_marks():
    rules = replace(STATUES, neutral_colours="by_mark")
    assert taken({"red": "a7", "blue": ""}, "V1", rules=rules)[:2] == ("white", "red")
    assert taken({"red": "a7", "blue": ""}, "V1", rules=rules, red=["statue V1"])[:2] == ("red", "white")


def test_M39_B24_the_neutral_colour_keeps_the_place_between_two_players():
    huts = {"red": "d3", "blue": "h3", "green": ""}  # neutral on g3: the second of the three on H2
    for beats, won in ((True, ("blue", "red")), (False, ("blue", "neutral"))):
        rules = replace(STATUES, statue_beats_neutral=beats)
        assert taken(huts, "H2", rules=rules, blue=["statue H2"])[:2] == won


# --- amulets and the winner


@pytest.mark.parametrize(("scores", "points"), [(False, 0), (True, 4)])
def test_M36_B25_unspent_amulet_tiles(scores, points):
    rules = Rules(stone_tiles="others", tile_amulet_scores=scores)
    tiles = {"red": ["amulet 2", "amulet 2", "card 3"]}
    end = settle({"red": "", "blue": ""}, rules, tiles=tiles).scores({"blue": [4]})
    assert end.amulets == (points, 4)
    assert end.winners == ((0, 1) if scores else (1,))


def test_M37_the_higher_sum_of_amulets_breaks_a_tie_and_else_the_victory_is_shared():
    huts = {"red": "r3", "blue": "", "green": "r4", "black": ""}  # red and green have 1 point each
    assert settled(huts).scores({"blue": [1]}).winners == (1,)
    assert settled(huts).scores({"blue": [1], "red": [], "black": [1]}).winners == (1, 3)
    assert settled(huts).scores({"red": [2], "blue": [3]}).winners == (1,)
    assert settled(huts).scores({"red": [2], "green": [1, 1]}).winners == (0, 2)


# --- lines for people


def test_M37_lines_tell_the_rule_and_add_up_to_the_totals():
    end = section_6(STATUES, purple=["statue V1"])
    scores = end.scores({"red": [2, 4, 6]})
    lines = scores.lines(end.names)
    assert str(lines[1]) == "M-32, M-39 path V1, 12 and 6: purple (2), red (2), yellow (2): 6 0 12 0"
    assert str(lines[-1]) == "M-37 total, won by orange: 67 50 73 83"
    sums = [sum(points) for points in zip(*(line.points for line in lines[:-1]), strict=True)]
    assert tuple(sums) == lines[-1].points == scores.totals
    assert scores.to_dict()["lines"][-1]["what"] == "total, won by player 3"
    alone = settled({"red": "", "blue": ""}).scores().lines()
    assert str(alone[3]) == "M-32, M-33 path V3, 10 and 5: neutral (2): 0 0"


# --- bad input of the calculator


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"huts": {"red": "a1"}}, "huts: a list of huts for each of 2 to 5 players, not for 1 (M-1)"),
        ({"huts": {"red": "a1", "blue": "a2 a1"}}, "huts[1][1]: a1 is taken: huts[0][0], M-17"),
        ({"doubles": "h1"}, "doubles: no player has a hut on h1"),
        ({"tiles": {"green": []}}, "no player 'green'; the players are red, blue"),
    ],
)
def test_M01_M17_M23_a_settlement_that_cannot_be_is_refused(given, message):
    with pytest.raises(ToolkitError, match=re.escape(message)):
        settled(**{"huts": {"red": "a1", "blue": ""}} | given)
    with pytest.raises(ToolkitError, match="no player 'green'"):
        settled({"red": "", "blue": ""}).scores({"green": [2]})


# --- a slow twin


def slow_places(huts, near, players, holder, rules):
    """Return the only order of the colours in which everybody is placed as the rules say for each pair."""

    def behind(one, other, *, statue):
        if huts[one] != huts[other]:
            return huts[one] < huts[other]
        if statue and holder in (one, other):
            return other == holder
        return near[one] > near[other]

    def orders(colours, *, statue):
        return [
            order
            for order in permutations(colours)
            if not any(behind(order[i], order[j], statue=statue) for j in range(len(order)) for i in range(j))
        ]

    (by_distance,) = orders(huts, statue=False)
    if rules.statue_beats_neutral:
        (found,) = orders(huts, statue=True)
    else:
        (mine,) = orders([colour for colour in huts if colour < players], statue=True)
        rest = list(mine)
        found = [colour if colour >= players else rest.pop(0) for colour in by_distance]
    without = [player for player in range(players) if player not in huts]
    late = without if not rules.prize_needs_hut and huts and len(without) == 1 else []
    return [*found, *late]


def slow_totals(rules, players, owners, sizes, pole, tiles, chief, amulets):
    """Return the totals, one rule after another from the names of the spaces."""
    board, totals = rules.layout, list(chief)

    def give(places, prizes):
        for place, prize in zip(places, prizes, strict=False):
            if place < players:
                totals[place] += prize

    for number, sacred in enumerate(board.paths):
        on = {rank: at for at, space in enumerate(board.spaces) for way, rank in space.paths if way == number}
        there = {owners[at] for at in on.values()} - {FREE}
        huts = {c: sum(sizes[at] for at in on.values() if owners[at] == c) for c in there}
        near = {c: min(rank for rank, at in on.items() if owners[at] == c) for c in there}
        holder = next((p for p in range(players) if number in tiles[p]), None)
        give(slow_places(huts, near, players, holder, rules), (sacred.first, sacred.second))
    numbers = {at: number for at, number in zip(board.pole, pole, strict=True) if number}
    there = {owners[at] for at in numbers}
    huts = {c: sum(owners[at] == c for at in numbers) for c in there}
    lowest = {c: min(number for at, number in numbers.items() if owners[at] == c) for c in there}
    give(slow_places(huts, lowest, players, None, rules), (12, 6))
    area = [at for at, space in enumerate(board.spaces) if space.area == "stone" and owners[at] != FREE]
    counted = [at for at in area if rules.stone_counts_neutral or owners[at] < players]
    for player in range(players):
        totals[player] += len(counted) * len([at for at in area if owners[at] == player])
        totals[player] += sum(amulets[player])
        if rules.tile_amulet_scores:
            totals[player] += 2 * len([held for held in tiles[player] if TILES[held] == "amulet 2"])
    return tuple(totals)


@st.composite
def finals(draw):
    """Return the arguments of a final scoring: any owners, double huts, tiles and switches."""
    switch = st.booleans()
    rules = Rules(
        neutral_colours=draw(st.sampled_from(["one", "by_mark"])),
        prize_needs_hut=draw(switch),
        stone_counts_neutral=draw(switch),
        statue_beats_neutral=draw(switch),
        tile_amulet_scores=draw(switch),
    )
    players, board = draw(st.integers(2, 5)), rules.layout
    owners = list(settled(dict.fromkeys("abcde"[:players], ""), rules=rules).owners)
    who = draw(st.lists(st.integers(FREE, players - 1), min_size=48, max_size=48))
    big = draw(st.sets(st.integers(0, 47)))
    owners = [hut if owner == FREE else owner for owner, hut in zip(owners, who, strict=True)]
    sizes = [
        0 if owner == FREE else 1 + (at in big and owner < players and board.spaces[at].doubled)
        for at, owner in enumerate(owners)
    ]
    pole = [0 if owners[at] == FREE else number for at, number in zip(board.pole, draw(POLE), strict=True)]
    lucky = draw(st.lists(st.integers(0, players - 1), min_size=11, max_size=11))
    tiles = [[tile for tile in range(11) if lucky[tile] == player] for player in range(players)]
    few = st.lists(st.integers(0, 6), min_size=players, max_size=players)
    chief, amulets = draw(few), [[value] if value else [] for value in draw(few)]
    return rules, players, owners, sizes, pole, tiles, chief, amulets


POLE = st.permutations(range(2, 10))


@given(finals())
def test_M32_M33_M34_M35_M36_M37_M39_by_a_slow_twin(final):
    rules, players, *table = final
    scores = final_scores(rules.layout, rules, players, *table)
    totals = slow_totals(*final)
    assert scores.totals == totals
    best = max(zip(totals, scores.amulets, strict=True))
    assert [(totals[p], scores.amulets[p]) == best for p in range(players)] == [
        p in scores.winners for p in range(players)
    ]
    # every prize is given at most once, and nothing else
    for found in (*scores.paths, scores.pole_prizes):
        given_out = [points for points in found.points if points]
        assert len(given_out) == len(set(given_out))
        assert set(given_out) <= set(found.prizes)
