"""The 15 worked examples of the rulebook, each from a position file, played by the engine or scored."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import jsonschema
from mangrovia_helpers import chances, do, hut, legal, refused

from toolkit.games.mangrovia import PATHS
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.rules import Rules

RED, YELLOW, PURPLE, ORANGE = range(4)
HERE = Path(__file__).parent / "examples"
EXAMPLES = Path(__file__).parents[2] / "examples"


def example(number):
    """Return the game that goes on from a worked example."""
    return GAME.complete(Position.load(HERE / f"e{number:02}.toml"), Random(number))


def scores(number):
    return Position.load(HERE / f"e{number:02}.toml").scores()


def path(told, name):
    return told.paths[PATHS.index(name)].points


def test_M11_E1_the_boat_passes_a_pier_without_a_bowl():
    state = example(1)
    assert (state.pier, state.to_act(), legal(state)) == (2, YELLOW, ["take amulets", "decline"])
    assert [str(event) for event in state.log(RED)] == ["(the boat reaches pier 2)"]


def test_M11_E2_a_bowl_acts_twice_but_never_both_at_once():
    state = example(2)
    faces = ["take 2", "take 3", "take 5", "take 7", "take mangrove", "take sand", "take water"]
    assert (state.to_act(), legal(state)) == (ORANGE, [*faces, "decline"])
    assert refused(state, "build c1") == "this pier builds no hut now (M-12, M-23)"
    do(state, "take 5")
    assert (state.pier, state.to_act()) == (4, PURPLE)
    while state.pier < 10:
        do(state, "decline")
    assert (state.pier, state.to_act()) == (10, ORANGE)
    assert refused(state, "take 2") == "no face-up card can be taken now (M-13)"


def test_M17_E3_huts_only_on_empty_spaces_under_the_birds():
    state, board = example(3), Rules().layout
    assert sum(bool({1, 3} & {*space.landscapes}) for space in board.spaces) == 24
    built = [text.removeprefix("build ") for text in legal(state, "build")]
    open_spaces = [space.id for space in board.spaces if {1, 3} & {*space.landscapes} and space.id != "c6"]
    assert built == open_spaces
    assert refused(state, "build c6") == "the space is not empty (M-17)"
    for space in board.spaces:
        if space.id not in [*open_spaces, "c6"]:
            assert refused(state, f"build {space.id}") == "no bird marks its landscape (M-17)"


def test_M15_E4_three_huts_on_amulet_spaces_draw_three_and_keep_two():
    state = example(4)
    do(state, "take amulets")
    for value in (2, 6, 3):
        assert set(chances(state)) <= {f"amulet {one}" for one in range(2, 7)}
        do(state, f"amulet {value}")
    assert legal(state) == ["return 2", "return 3", "return 6"]
    do(state, "return 3")
    assert (state.amulets.cards[ORANGE], state.amulets.cards[state.pile].count(3)) == ([2, 6], 9)


def test_M18_M19_E5_seven_paid_exactly_brings_a_point():
    state = example(5)
    assert legal(state, "build") == ["build c1"]
    do(state, "build c1, pay 3, pay 4")
    assert (hut(state, "c1"), state.points, state.landscapes.cards[ORANGE]) == (
        (ORANGE, 1),
        [0, 0, 0, 1],
        [3],
    )


def test_M18_E6_five_cannot_be_paid_with_two_and_four():
    state = example(6)
    assert refused(state, "build a5") == "no amulets make exactly 5 (M-18)"
    assert legal(state, "build") == []
    for kept, able in [([1, 5], True), ([3, 3], False), ([6], False), ([1, 1, 3], True)]:
        found = Position.load(HERE / "e06.toml")
        found = replace(found, amulets=type(found.amulets)(kept=(tuple(kept), 0, 0, 0)))
        assert ("build a5" in legal(GAME.complete(found, Random(1)))) == able


def test_M22_E7_eight_and_six_but_not_seven_and_seven():
    state = example(7)
    for space in ("a7", "c6"):
        assert refused(state, f"build {space}") == "no cards make exactly 7 (M-18)"
    assert {"build d3", "build e7"} <= {*legal(state, "build")}
    do(state, "build d3, pay 4, pay 4")
    assert (state.points[RED], state.pier, state.to_act()) == (3, 10, RED)
    do(state, "build e7, pay 6")
    assert (state.points[RED], hut(state, "d3"), hut(state, "e7")) == (3, (RED, 1), (RED, 1))


def test_M23_M24_E8_a_double_hut_costs_twenty_and_two_landscapes():
    state = example(8)
    assert "build a1 double" in legal(state, "build")
    assert refused(state, "build a1") == "no cards make exactly 10 (M-18)"
    do(state, "build a1 double, pay 6, pay 7, pay 7")
    assert (state.points[RED], hut(state, "a1"), state.supply[RED]) == (8, (RED, 2), 7)
    assert (state.landscapes.cards[RED], state.valuables.cards[RED]) == ([], [])


def test_M25_E9_a_dual_space_takes_the_landscape_that_a_bird_marks():
    state = example(9)
    assert "build h1" in legal(state, "build")
    do(state, "build h1, pay 4, pay 5")
    assert (state.points[RED], state.landscapes.cards[RED]) == (4, [0])  # mangrove is kept


def test_M29_E10_nobody_on_the_first_ritual_space():
    state = example(10)
    assert (state.round, state.start, state.birds) == (
        2,
        RED,
        (2, 3),
    )  # yellow's right neighbour; sand, water
    assert str(state.log(RED)[0]) == "(player 0 has the talisman; the birds go to sand and water)"


def test_M32_M34_M35_M36_M39_B24_E11_E12_E13_E14_E15_what_is_scored():
    assert [path(scores(11), name) for name in ("V1", "V2")] == [(12, 6, 0, 0), (0, 5, 0, 10)]
    assert scores(12).stone == (14, 14, 21, 0)
    assert scores(13).pole == (0, 0, 6, 12)
    assert scores(14).amulets == (12, 0, 0, 0)
    assert path(scores(15), "V1") == (6, 0, 12, 0)  # the statue wins the tie, and then distance counts


def test_every_example_fits_the_schema_and_is_written_as_it_is_read():
    schema = jsonschema.Draft202012Validator(Position.schema())
    files = [*HERE.glob("*.toml"), *EXAMPLES.glob("mangrovia-*.toml")]
    assert len(files) == 17
    for file in files:
        schema.validate(tomllib.loads(file.read_text("utf-8")))
        found = Position.load(file)
        assert Position.parse(found.to_json()) == found
    assert not schema.is_valid({"format": "mangrovia-position/1", "huts": [["a1"], []], "pier": 13})


def test_E11_E12_E13_E14_E15_in_one_final_position():
    file = EXAMPLES / "mangrovia-end.toml"
    told = Position.load(file).scores()
    won = {name: dict(zip("RYPO", path(told, name), strict=True)) for name in PATHS}
    assert {name: {who: got for who, got in points.items() if got} for name, points in won.items()} == {
        "V1": {"R": 12, "Y": 6},
        "V2": {"O": 10, "Y": 5},
        "V3": {"Y": 10, "O": 5},
        "V4": {"Y": 10, "O": 5},
        "H1": {"O": 8, "R": 4},
        "H2": {"P": 10, "O": 5},
        "H3": {"O": 12, "R": 6},
        "H4": {"P": 8},
    }
    assert (told.stone, told.pole, told.amulets) == ((14, 14, 21, 0), (0, 0, 6, 12), (12, 0, 0, 0))
    text = re.sub(r"^# (tiles =|\[rules\]|stone_tiles)", r"\1", file.read_text("utf-8"), flags=re.MULTILINE)
    assert path(Position.parse(text).scores(), "V1") == (6, 0, 12, 0)


def test_M22_the_example_of_a_position_leaves_something_to_decide():
    file = EXAMPLES / "mangrovia-position.toml"
    state = GAME.complete(Position.load(file), Random(1))
    assert (state.to_act(), state.pier, state.points) == (0, 10, [5, 9, 9])
    assert len(legal(state, "build")) == 15
    text = file.read_text("utf-8").replace("# done = []  ", 'done = ["hut"]')
    assert GAME.complete(Position.parse(text), Random(1)).stack[-1][1:] == (0, 0, 0, 1, 0)
    text = re.sub(r"^# (pole|points)", r"\1", file.read_text("utf-8"), flags=re.MULTILINE)
    assert Position.parse(text).chief == (5, 9, 9)
