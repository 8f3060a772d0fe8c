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
from toolkit.games.tobago.movement import IllegalMove, steps_from
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


def test_T22_a_move_reaches_what_three_steps_reach():
    now = read(EXAMPLE)
    steps = steps_from(now.setting.island, "A22")
    for name, count in steps.items():
        try:
            assert table.move(now, "red", [name]).atvs["red"] == name
        except IllegalMove:
            assert not 1 <= count <= 3
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
