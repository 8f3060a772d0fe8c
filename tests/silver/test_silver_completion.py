"""Positions of Silver completed to games: who acts, what lies where, and how likely (S-28 to S-30, Q-3)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from silver_helpers import play, table

from solvers.players import player
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.core.play import run
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.completion import Hidden
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import Position
from toolkit.games.silver.state import DISCARD, FACE_DOWN, HELD, TOP, VILLAGE, SilverState, TakingTurn, Using

TABLE = """
format = "silver-position/1"
me = 1
deck = 14
discard = [3, 9, 12]
top = [5]
shown = [7]
guards = [[2, 0, 1]]
amulet = [1, 0]
scores = [4, 8, 15]
round = 3
villages = [{slots = ["?", "1!", "?"]}, {slots = ["8", "12~0.9", "?", "2!"]}, {slots = ["3!", "?", "6"]}]
"""


def at(text: str = TABLE, **more: str) -> Position:
    keys = "\n".join(f"{key} = {value}" for key, value in more.items())
    return Position.parse(text.replace("deck = 14", f"deck = 14\n{keys}"))


def test_all_of_a_position_lies_where_it_says():
    state = GAME.complete(at(), Random(1))
    assert (state.turn, state.stack, state.phase) == (1, [TakingTurn(1)], "turn")
    assert (state.totals, state.round, state.amulet, state.amulet_slot) == ((4, 8, 15), 3, 1, 0)
    assert (state.first, state.may_protect, state.guards[2]) == (1, True, ((0, 1),))
    down = FACE_DOWN
    assert state.up == [[down, 1, down], [down, down, down, 2], [3, down, down]]
    cards = state.cards.cards
    assert (cards[DISCARD][-3:], cards[TOP], cards[VILLAGE + 1][0], state.deck) == ([3, 9, 12], [5], 8, 14)
    assert Counter(face for zone in cards for face in zone) == Counter(dict(enumerate(COPIES)))
    assert not list(GAME.faults(state))


def test_what_i_know_is_what_the_position_says():
    seen = GAME.complete(at(), Random(1)).observation(1)[SilverState.cards]
    assert seen.zone("village 0") == (HIDDEN, 1, HIDDEN)
    assert seen.zone("village 1") == (8, HIDDEN, HIDDEN, 2)
    assert seen.zone("village 2") == (3, HIDDEN, 6)
    assert seen.zone("top") == (5,)
    assert seen.zone("discard")[-3:] == (3, 9, 12)


def test_the_others_know_their_own_cards_or_nothing():
    own = GAME.complete(at(), Random(1), insight="own").observation(0)["cards"]
    assert HIDDEN not in own.zone("village 0")
    assert own.zone("village 1") == (HIDDEN, HIDDEN, HIDDEN, 2)
    nothing = GAME.complete(at(), Random(1), insight="nothing").observation(0)["cards"]
    assert nothing.zone("village 0") == (HIDDEN, 1, HIDDEN)


def test_a_held_card_is_used():
    state = GAME.complete(at(held="4"), Random(1))
    assert state.stack == [Using(1, "deck")]
    assert state.cards.cards[HELD] == [4]
    assert "discard" in map(str, state.legal_actions())


@pytest.mark.parametrize(("caller", "turn", "last"), [(0, 1, 2), (2, 1, 1), (1, 2, 2)])
def test_S29_each_player_up_to_the_caller_has_one_turn(caller, turn, last):
    state = GAME.complete(at(called_by=str(caller)), Random(1))
    assert (state.caller, state.turn, state.turns_left) == (caller, turn, last)
    turns = [state.turn]
    for _ in run(state, [player("random") for _ in range(3)], seed=1):
        if state.round > 3:
            break
        if state.turn != turns[-1] and state.decision_kind() != "deal" and state.phase != "setup":
            turns.append(state.turn)
    assert len(turns) <= last
    assert all((one + 1) % 3 == other for one, other in pairwise(turns))


def test_S28_S30_what_cannot_go_on_is_refused():
    with pytest.raises(ToolkitError, match="S-28"):
        GAME.complete(at(called_by="1", held="4"), Random(1))
    over = TABLE.replace("deck = 14", "deck = 0").replace("top = [5]", "").replace("shown = [7]", "")
    with pytest.raises(ToolkitError, match="S-30"):
        GAME.complete(at(over), Random(1))
    rules = "\n[rules]\nfinish_last_turns = true"
    assert (
        GAME.complete(at(over.replace("round = 3", "round = 3\ncalled_by = 0") + rules), Random(1)).caller
        == 0
    )


@given(st.integers(0, 10**6), st.integers(2, 4))
def test_a_position_of_a_game_comes_back(seed, players):
    """What a seat sees of a game is what it sees of the completed position."""
    random, state = Random(seed), GAME.new(players)
    for _ in range(random.randrange(30, 200)):
        if state.to_act() == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
        else:
            state.apply_unchecked(random.choice(state.legal_actions()))
    while state.decision_kind() != "turn":
        chance = state.to_act() == CHANCE
        state.apply_unchecked(state.sample_chance(random) if chance else random.choice(state.legal_actions()))
    before = position_of(state.observation(state.turn))
    done = GAME.complete(before, random)
    assert position_of(done.observation(state.turn)) == before
    assert not list(GAME.faults(done))


def test_the_same_generator_deals_the_same():
    assert GAME.complete(at(), Random(5)) == GAME.complete(at(), Random(5))
    assert GAME.complete(at(), Random(5)) != GAME.complete(at(), Random(6))


# ---- how likely the deals are -----------------------------------------------------------------------------


def sparse(*villages: str) -> Position:
    """Return a position of player 0 with a deck of 10 and an open 3."""
    rows = ", ".join(f"{{slots = {village.split()}}}" for village in villages)
    text = f'format = "silver-position/1"\nme = 0\ndeck = 10\ndiscard = [3]\nvillages = [{rows}]'
    return Position.parse(text)


def test_Q3_memories_are_true_as_often_as_they_should_be():
    """5 and 9 known, two slots remembered as 8 with 9/10: they match as the digest says, in 0.808."""
    hidden, random, games = Hidden(sparse("5 9 8~0.9 8~0.9", "?")), Random("alike"), 20_000
    alike = 0
    for _ in range(games):
        first, second, _ = hidden.deal(random)[0]
        alike += first == second or 13 in (first, second)
    assert abs(alike / games - 0.808239) < 0.012  # an open 3, which the anchor has not, changes it by 0.002
    assert hidden.places == ((0, 2), (0, 3), (1, 0))


def test_a_memory_without_any_weight_is_that_of_an_unknown_card():
    hidden, random = Hidden(sparse("8~0", "?")), Random("none")
    counts = Counter(hidden.deal(random)[0][0] for _ in range(20_000))
    assert abs(counts[8] / 20_000 - Fraction(4, 51)) < 0.009


def test_too_many_memories_are_refused():
    slots = " ".join(f"{number}~0.5" for number in range(14) for _ in range(2))
    with pytest.raises(ToolkitError, match="28 half-remembered cards"):
        GAME.complete(sparse(slots, "?"), Random(1))


def test_S49_cards_drawn_with_a_rascal_lie_on_the_deck_again_in_a_position():
    state = table("4^ 9 8", "1 1", deck="6 0 5 5")
    play(state, "draw, draw 6, draw, draw 0")
    mine, other = (position_of(state.observation(seat)) for seat in (0, 1))
    assert (mine.held, mine.top, mine.deck) == (None, (6, 0), 4)
    assert (other.held, other.top, other.deck, other.forgotten) == (None, (), 2, mine.forgotten + 2)


def test_a_card_taken_by_somebody_else_is_a_discard_in_a_position():
    state = table("4 9 8", "1 1", deck="6 0 5 5", discard="3 7")
    play(state, "take")
    mine, other = (position_of(state.observation(seat)) for seat in (0, 1))
    assert (mine.held, mine.top, mine.discard[-1]) == (7, (), 3)
    assert (other.held, other.top, other.discard) == (None, (), (7, *mine.discard))
