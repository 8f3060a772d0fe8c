"""What is done at the table of a position: as a game does it, and taken back to the letter."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import any_step
from position_helpers import EXAMPLE, positions, read
from strategies import clues
from test_position_edits import LAYOUTS

from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.games.tobago import COLOURS, Clue, table
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.conversion import position_of
from toolkit.games.tobago.files.steps import taken_back
from toolkit.games.tobago.files.writing import edited
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.movement import IllegalMove, step_counts
from toolkit.games.tobago.placement import COUNTS
from toolkit.games.tobago.play.turns import Turn

GAME = find_game("tobago")


def test_T31_a_raise_does_what_it_does_in_a_game():
    """Random games with treasures everywhere: what a raise puts on the table is the same in both."""
    seen = 0
    for seed in range(6):
        random, state = Random(seed), GAME.new(3)
        while state.stack and seen < 12:
            raising = [action for action in state.legal_actions() if isinstance(action, act.Raise)]
            if not raising:
                any_step(state, random)
                continue
            seat = state.to_act()
            before = position_of(state.observation(seat))
            state.apply(raising[0])
            while state.stack and not isinstance(state.stack[-1], Turn):
                any_step(state, random)
            if not state.stack:
                break
            after, raised = table.raise_treasure(before, before.me, raising[0].colour)
            now = position_of(state.observation(seat))
            assert (now.facings, set(now.amulets)) == (after.facings, set(after.amulets))
            assert len(raised.roses) == len(before.maps[raised.colour].plays) + 1
            assert after.maps[raised.colour].plays == ()
            seen += 1
    assert seen == 12


def test_T5_landmarks_are_placed_lifted_and_turned_and_the_maps_read_anew():
    now = read(EXAMPLE)
    for kind, name, why in (
        ("hut", "C00", "all 4 huts stand already"),
        ("hut", "B23", "a hut stands on B23 already"),
    ):
        with pytest.raises(IllegalMove, match=rf"{why} \(T-5\)"):
            table.place(now, kind, name)
    bare = table.lift(table.lift(now, "C21"), "B23")
    assert table.missing(bare) == {"hut": 1, "statue": 1}
    assert [str(bare.maps["brown"].setting.huts), table.missing(now)] == ["A34 C10 C55", {}]
    for kind, name, why in (
        ("hut", "A33", "A33 is 1 from the hut on A34, not 4"),
        ("statue", "C56", "C56 lies on the coast"),
        ("statue", "A34", "a hut stands on A34 already"),
    ):
        with pytest.raises(IllegalMove, match=rf"{why}.*\(T-5\)"):
            table.place(bare, kind, name)
    again = table.place(table.place(bare, "hut", "B23"), "statue", "C21", "SW")
    assert again == table.face(now, "C21", "SW") != now
    assert table.face(again, "C21", "N").facings == {"A23": "NE", "B22": "S", "C21": "N"}
    for do in (lambda: table.face(now, "B23", "N"), lambda: table.lift(now, "B24")):
        with pytest.raises(IllegalMove, match=r"stands on B2[34].*\(T-5\)"):
            do()
    for do in (lambda: table.place(bare, "hut", "b23"), lambda: table.face(now, "C21", "E")):
        with pytest.raises(ToolkitError, match=r"no hex 'b23'|no direction 'E'"):
            do()


def test_T12_no_landmark_is_moved_from_under_a_clue_that_it_alone_fulfils():
    now = read(EXAMPLE + '[maps.white]\nclues = ["in hut", "next to lake", "in jungle"]')
    for name in ("B23", "C10", "C55"):
        now = table.lift(now, name)
    with pytest.raises(IllegalMove, match=r"then 'in hut', 'next to lake', 'in jungle' .* white .*\(T-12\)"):
        table.lift(now, "A34")


def test_landmarks_keep_their_lines_in_a_file():
    text = EXAMPLE.replace(
        'huts = ["B23", "A34", "C10", "C55"]',
        'huts = [\n  "B23",  # north\n  "A34",\n  "C10",  # the hut of blue\n  "C55",\n]',
    )
    now = read(text)
    after = table.lift(now, "A34")
    text = edited(text, now.to_dict(), after.to_dict(), "lift A34").text
    assert 'huts = [\n  "B23",  # north\n  "C10",  # the hut of blue\n  "C55",\n]' in text
    turned = table.face(after, "B22", "SW")
    text = edited(text, after.to_dict(), turned.to_dict(), "face B22 SW").text
    assert 'statues = ["A23>NE", "B22>SW", "C21"]' in text


def test_T22_a_move_reaches_what_three_steps_reach():
    now = read(EXAMPLE)
    island = now.setting.island
    for name, count in zip(island.names, step_counts(island, island.number("A22")), strict=True):
        try:
            assert table.move(now, "red", [name]).atvs["red"] == name
        except IllegalMove:
            assert count is None or not 1 <= count <= 3
        else:
            assert 1 <= count <= 3
    assert table.move(now, "green", ["C10"]).atvs["green"] == "C10"  # T-16
    assert table.move(now, "green", ["C10", "A22"]).atvs["green"] == "A22"
    with pytest.raises(IllegalMove, match="C20 is 4 steps from A22, over C10"):
        table.move(now, "green", ["A22", "C10", "C20"])


def test_T32_and_T33_amulets():
    now = read(EXAMPLE)
    with pytest.raises(IllegalMove, match=r"no amulet lies on A22.*\(T-32\)"):
        table.pick_up(now, "red")
    there = table.move(now, "red", ["B65"], force=True)
    assert table.pick_up(there, "red").amulets == ()
    with pytest.raises(IllegalMove, match="T-33a"):
        table.remove_cube(now, "brown", "A22")
    last = now.lay("brown", Clue.parse("next to statue"))
    last = table.remove_cube(table.remove_cube(last, "brown", "A34"), "brown", "C31")
    with pytest.raises(IllegalMove, match=r"last brown cube: it stays \(T-33\)"):
        table.remove_cube(last, "brown", "C10")


def test_a_card_is_laid_out_of_the_own_hand_only():
    now, clue = read(EXAMPLE), Clue.parse("next to statue")
    left = (Clue.parse("in largest lake"),)
    for owner, hand in ((None, left), ("red", left), ("blue", now.hand)):
        assert table.lay(now, "brown", clue, owner).hand == hand


@st.composite
def moves(draw, now):
    """Do something legal at the table, or nothing."""
    player, colour = draw(st.sampled_from(PLAYERS)), draw(st.sampled_from(COLOURS))
    name, clue = draw(st.sampled_from(now.setting.island.names)), draw(clues)
    candidates = [*now.maps[colour].candidates]
    here = candidates[0] if len(candidates) == 1 else name
    tries = [
        lambda: table.lay(now, colour, clue, draw(st.none() | st.just(player))),
        lambda: table.draw(now, [clue]),
        lambda: table.move(now, player, [here], force=True),
        lambda: table.pick_up(now, player),
        lambda: table.remove_cube(now, colour, draw(st.sampled_from(candidates))),
        lambda: table.raise_treasure(now, player)[0],
        lambda: table.lift(now, draw(st.sampled_from([name, *now.facings, *now.setting.huts]))),
        lambda: table.place(now, draw(st.sampled_from([*COUNTS])), name),
        lambda: table.face(now, draw(st.sampled_from([name, *now.setting.statues])), "NE"),
    ]
    try:
        return draw(st.sampled_from(tries))()
    except ToolkitError:
        return now


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@settings(max_examples=settings().max_examples // 2)
@given(now=positions(), layout=st.sampled_from(LAYOUTS), data=st.data())
def test_every_step_is_taken_back_to_the_letter(newline, now, layout, data):
    texts = [layout(now.to_dict()).replace("\n", newline)]
    for _ in range(data.draw(st.integers(1, 6))):
        after = data.draw(moves(now))
        if after != now:
            texts.append(edited(texts[-1], now.to_dict(), after.to_dict(), "a step").text)
            assert read(texts[-1]) == after
            now = after
    for text, before in zip(texts[:0:-1], texts[-2::-1], strict=True):
        assert taken_back(text) == before
