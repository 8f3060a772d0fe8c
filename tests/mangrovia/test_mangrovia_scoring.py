"""The final scoring of Mangrovia (M-32 to M-39): prizes without a hut, lines, and a second engine."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mangrovia_helpers import second_table

from solvers.mangrovia import settled
from toolkit.core.errors import ToolkitError
from toolkit.games.mangrovia import PATHS, Rules
from toolkit.games.mangrovia.components import FREE
from toolkit.games.mangrovia.scoring import Counted

STATUES = Rules(stone_tiles="statues")
POSITION = {
    "red": "a1 a5 b2 b4 f6 h5 r1 r2 r3",
    "yellow": "a2 a6 c2 e1 e6 g2",
    "purple": "a3 a4 c3 d5 f7 g8 h7",
    "orange": "c5 c6 e3 f5 g5 h6 h1",
}
"""The position of the digest's section 6 that shows E-11, E-12, E-13 and E-15 at once."""


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


# --- lines for people


def test_M37_lines_tell_the_rule_and_add_up_to_the_totals():
    end = settled(POSITION, doubles="h1", pole="f5 g5 f7 f6 h7 h6 h5")
    held = ((), (), (PATHS.index("V1"),), ())  # purple has the statue tile, wherever the others lie
    end = replace(end, rules=Rules(stone_tiles="statues"), tiles=held)
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


# --- against the second engine


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
    return rules, owners, sizes, pole, tiles, chief, amulets


POLE = st.permutations(range(2, 10))


@given(finals())
def test_M32_M33_M34_M35_M36_M37_M39_by_the_second_engine(final):
    rules, owners, sizes, pole, tiles, chief, amulets = final
    counted = Counted(rules.layout, rules, len(chief), owners, sizes, pole, tiles)
    scores = counted.scores(amulets, chief)
    second = second_table(rules, (owners, sizes, pole), tiles, chief, amulets)
    lines = second.scores()
    assert list(scores.totals) == lines["total"]
    assert list(scores.winners) == second.winners(lines)
    # every prize is given at most once, and nothing else
    for found in (*scores.paths, scores.pole_prizes):
        given_out = [points for points in found.points if points]
        assert len(given_out) == len(set(given_out))
        assert set(given_out) <= set(found.prizes)
