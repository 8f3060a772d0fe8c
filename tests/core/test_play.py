"""`play`: who is asked and told what, from which generators, and how a game goes on."""

from __future__ import annotations

from random import Random

import pytest
from cellar import GAME, PILE, STOP, TURN, played
from playing import Bold

from toolkit.core.decision import CHANCE, IllegalAction, Reveal
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.play import play, run, streams
from toolkit.core.record import Record


@pytest.mark.parametrize("seed", [7, "seven", Random(7)], ids=["int", "str", "Random"])
def test_a_seed_gives_one_game(seed):
    state = seed.getstate() if isinstance(seed, Random) else None
    first = played(seed)
    if state:
        assert seed.getstate() != state
        seed.setstate(state)
    assert played(seed).actions == first.actions
    assert played(8).actions != first.actions


def test_no_seed_gives_another_game_each_time():
    assert played(None).actions != played(None).actions


def test_other_seeds_are_refused():
    with pytest.raises(TypeError, match="a seed is an int"):
        played(True)


def test_streams_are_independent():
    chance, own = streams(7, 3)
    first = [generator.getrandbits(64) for generator in (chance, *own)]
    assert len(set(first)) == 4
    again = streams(7, 2)
    assert [again[0].getrandbits(64), *[generator.getrandbits(64) for generator in again[1]]] == first[:3]
    assert streams(7, 2, played=5)[0].getrandbits(64) not in first


class Thirsty(Bold):
    """Draws many numbers from its generator."""

    def choose(self, observation, legal_actions):
        self.random.random()
        return super().choose(observation, legal_actions)


def test_what_a_player_draws_does_not_change_what_chance_does():
    dealt = [play(GAME.new(2), [kind(), Bold()], seed=3).actions[:8] for kind in (Bold, Thirsty)]
    assert dealt[0] == dealt[1]


def test_each_seat_hears_what_its_log_holds():
    players, state = [Bold(), Bold()], GAME.new(2)
    play(state, players, seed=5)
    for seat, player in enumerate(players):
        assert tuple(player.heard) == state.log(seat)
    assert players[0].heard != players[1].heard
    assert any(isinstance(event.action, Reveal) for event in players[0].heard)


def test_a_game_goes_on_from_its_record():
    whole = played(seed=5)
    for count in (0, 1, 9, 15, len(whole.actions)):
        part = Record.of(GAME.new(2), ["Ann", "Bob"], 5)
        part.actions = whole.actions[:count]
        state, players = part.replay(), [Bold(), Bold()]
        known = len(state.log(0))
        result = play(state, players, seed=5, record=part)
        assert result is part
        assert part.actions[:count] == whole.actions[:count]
        assert part.outcome == state.outcome()
        assert part.replay() == state
        assert tuple(players[0].heard) == state.log(0)[known:]


def test_a_game_that_goes_on_without_a_seed_differs_each_time():
    def rest(seed):
        part = Record.of(GAME.new(2), ["Ann", "Bob"])
        part.actions = played(seed=5).actions[:10]
        return play(part.replay(), [Bold(), Bold()], seed=seed, record=part).actions

    assert rest(None) != rest(None)
    assert rest(1) == rest(1)


def test_all_states_are_watched():
    seen = []
    record = play(
        GAME.new(2), [Bold(), Bold()], seed=5, watch=lambda state: seen.append(len(state.full_log()))
    )
    assert len(seen) == len(record.actions)
    assert seen == sorted(seen)


def test_a_driver_may_answer_the_draws():
    def least(state):
        return min(state.chance_outcomes(), key=lambda outcome: str(outcome[0]))[0]

    record = play(GAME.new(2), [Bold(), Bold()], seed=5, deal=least)
    dealt = [str(action) for actor, action in record.actions if actor == CHANCE][:5]
    assert dealt == ["deal 0"] * 5
    with pytest.raises(IllegalAction, match=r"stop: chance cannot do that now \(deal\)"):
        play(GAME.new(2), [Bold(), Bold()], deal=lambda _state: STOP)


def test_an_illegal_choice_stops_the_game_and_leaves_the_state():
    class Wrong(Bold):
        def choose(self, observation, legal_actions):
            return STOP

    state = GAME.new(2)
    with pytest.raises(IllegalAction, match="stop: not possible now; legal: draw one, swap 0"):
        play(state, [Wrong(), Wrong()], seed=1)
    assert state.legal_actions() == TURN
    assert len(state.cards.cards[PILE]) == 10


def test_players_and_records_fit_the_game():
    begun = GAME.new(2)
    begun.apply(begun.sample_chance(Random(1)))
    laid_out = begun.clone()
    laid_out.histories = [None] * 4  # as a position of the table is: without a log
    record = played(seed=1)
    part = Record(GAME, 2, GAME.Rules(), ["a", "b"], actions=record.actions[:1])
    for state, seats, more, problem in (
        (GAME.new(2), 3, {}, "3 players for 2 seats"),
        (begun, 2, {}, "this one has begun"),
        (laid_out, 2, {}, "this one has begun"),
        (GAME.new(2), 2, {"record": record}, "is over"),
        (GAME.new(2), 2, {"record": part}, "not where the record left"),
        (find_game("wazabi").new(2), 2, {"record": part}, "another game"),
    ):
        with pytest.raises(ToolkitError, match=problem):
            play(state, [Bold() for _ in range(seats)], seed=1, **more)
    turns = list(run(begun, [Bold(), Bold()], seed=1))  # which goes on from any state
    assert [action for _, action in turns][-1] == begun.full_log()[-2].action
