"""The review after a whole game: what cost most, by what each seat saw; all five games, and others."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from solvers.players import player
from solvers.players.advice import find_advice
from solvers.reviewing import LEAST, GameReview, review_game
from toolkit import Record, play
from toolkit.core.game import find_game
from toolkit.games import SHIPPED

SEED, LOOKS = 7, 4
NAMES = ["greedy", "random"]


@cache
def played(name: str) -> Record:
    """Return a whole game of a bot that plays well against one that does not think."""
    state = find_game(name).new(2, find_game(name).Rules())
    record = Record.of(state, NAMES, SEED)
    play(state, [player(one) for one in NAMES], seed=SEED, record=record)
    return record


@cache
def reviewed(name: str) -> GameReview:
    return review_game(played(name), looks=LOOKS)


def from_here(state: Any, seat: int, action: Any) -> GameReview:
    """Return the review of one choice in a game that begins there."""
    start = state.clone()
    start.histories = [None] * (start.players + 2)
    record = Record.of(start, NAMES, from_here=True)
    record.actions.append((seat, action))
    return review_game(record)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_blunders_of_who_does_not_think_are_the_turning_points(name: str) -> None:
    record, found = played(name), reviewed(name)
    assert found.turning
    assert {moment.seat for moment in found.turning} == {NAMES.index("random")}
    states = {step: state.clone() for step, state in enumerate(record.states())}
    for moment in found.turning:
        assert record.actions[moment.step] == (moment.seat, moment.chosen)
        assert moment.better in states[moment.step].legal_actions()
        assert moment.lost >= LEAST
        assert moment.loss.value > 0
        assert moment.loss.low is None or moment.loss.low > 0
        assert moment.worth[1] - moment.worth[0] == pytest.approx(moment.loss.value)
    turns = [(one.seat, one.round, one.turn) for one in found.turning if one.turn is not None]
    assert len(set(turns)) == len(turns)


@pytest.mark.parametrize("name", SHIPPED)
def test_chances_are_judged_in_order_of_play_and_exact_at_the_end(name: str) -> None:
    record, chances = played(name), reviewed(name).chances
    steps = [one.step for one in chances]
    assert steps == sorted(set(steps))
    assert chances[-1] == (len(record.actions), (1.0, 0.0))
    assert all(sum(one.shares) == pytest.approx(1) for one in chances)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_others_hold_changes_nothing_in_what_a_choice_cost(name: str) -> None:
    costly = {moment.step: moment for moment in reviewed(name).turning}
    for step, state in enumerate(played(name).states()):
        if step not in costly:
            continue
        moment = costly[step]
        for number in range(2):
            world = moment.seen.sample_world(Random(number))
            (mine,) = from_here(state, moment.seat, moment.chosen).turning
            assert from_here(world, moment.seat, moment.chosen).turning == (mine,)
            assert (mine.better, mine.loss) == (moment.better, moment.loss)


def test_a_game_that_is_not_over_has_turning_points_but_no_end() -> None:
    whole = played("mangrovia")
    half = replace(whole, actions=whole.actions[: len(whole.actions) // 2], outcome=None)
    found = review_game(half, looks=1)
    assert found.turning
    assert found.chances == tuple(
        one for one in reviewed("mangrovia").chances if one.step <= len(half.actions)
    )


def test_a_game_without_choices_or_without_advice_has_no_turning_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = played("silver")
    begun = replace(record, actions=[], outcome=None)
    assert review_game(begun).turning == ()
    monkeypatch.setattr("solvers.reviewing.find_advice", lambda _name: None)
    assert find_advice("silver") is not None
    assert review_game(record) == GameReview((), ())


def test_who_sees_further_than_the_judge_is_not_judged_by_it() -> None:
    """In Silver the judge is a step ahead, and `expert` is not; what random does is judged in any case."""
    for name, judged in (("expert:soon", False), ("me:expert", True)):
        record = replace(played("silver"), names=["greedy", name])
        assert {moment.seat for moment in review_game(record, looks=LOOKS).turning} == (
            {1} if judged else set()
        )
    other = replace(played("wazabi"), names=["greedy", "expert"])
    assert review_game(other, looks=LOOKS) == reviewed("wazabi")


def test_how_far_it_is_is_told_to_the_end() -> None:
    told = list[tuple[int, int]]()
    review_game(played("wazabi"), looks=2, told=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
