"""The printed game as people tell it, against the games of the engine that they tell."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples, nightly
from told_games import Evening, public, set_up

from solvers.players.registry import player
from toolkit.core.record import Record
from toolkit.games.tobago import position_of, reconstructed_deck
from toolkit.games.tobago.cards import reconstructed_gold
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.printed import PrintedGame
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.untold import UntoldGame

OWN = {"deck": tuple(map(str, reconstructed_deck())), "gold": reconstructed_gold()}
KNOWN = {"all": [1.0] * 4, "some": [0.5] * 4, "never": [0.0] * 4, "two phones": [1.0, 0.0, 1.0, 0.0]}
EDITIONS = list(GAME.editions.values())


def evening(seed, bot="random", known="never", *, own=False, rules=None, turns=40, **more):
    rules = rules or EDITIONS[seed % len(EDITIONS)]
    rules = replace(set_up(rules, seed), turn_limit=turns, **(OWN if own else {}), **more)
    players, chooser = 2 + seed % 3, player(bot)
    chooser.sit(0, Random(seed))

    def choose(state):
        return chooser.choose(state.observation(state.to_act()), state.legal_actions())

    return Evening(rules, players, choose, seed, KNOWN[known])


def check_whole(told):
    told.compare()
    while told.step():
        told.compare()
    record = told.printed.record()
    assert record.outcome == told.engine.outcome()
    assert Record.parse("\n".join(record.to_lines())).replay().outcome() == record.outcome


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("known", KNOWN)
def test_a_told_game_is_the_game_of_the_engine(known, own):
    bot = "greedy" if own and known == "some" else "random"
    check_whole(evening(4 * own + len(known), bot, known, own=own, turns=30))


@nightly
@pytest.mark.parametrize("seed", range(100))
def test_long_told_games_are_games_of_the_engine(seed):
    bot = "greedy" if seed % 3 else "random"
    check_whole(evening(seed, bot, list(KNOWN)[seed % 4], own=seed % 5 < 2, turns=150))


@settings(max_examples=examples(6), deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 12))
def test_what_is_taken_back_and_told_again_is_the_same(seed, lines):
    told = evening(seed, known="some", turns=12)
    while told.step():
        pass
    printed = told.printed
    lines = min(lines, len(printed.told))
    after, last = public(printed.state), printed.told[-lines:]
    hands = [printed.hand(seat) for seat in range(printed.state.players)]
    printed.take_back(lines)
    for line in last:
        printed.tell(line.player, line.line)
    assert (public(printed.state), printed.told[-lines:]) == (after, last)
    assert hands == [printed.hand(seat) for seat in range(printed.state.players)]


def test_a_game_goes_on_from_a_position():
    told = evening(5, turns=12)
    while told.engine.turn < 9 or told.engine.decision_kind() != "turn":
        told.step()
    seat = told.engine.to_act()
    position = position_of(told.engine.observation(seat))
    printed = PrintedGame.from_position(position)
    seat = position.seat  # a position knows no order of play
    known, unknown = printed.hand(seat)
    assert known == position.hand
    assert not unknown
    assert printed.position(seat) == position
    printed.tell(seat, "exchange")
    assert printed.hand(seat) == ((), len(known))
    assert Record.parse("\n".join(printed.record().to_lines())).replay().turn == 2


def test_a_line_in_the_middle_of_a_long_game_plays_it_anew_but_once(monkeypatch: pytest.MonkeyPatch):
    played, anew = [], UntoldGame._replay
    monkeypatch.setattr(UntoldGame, "_replay", lambda game: (played.append(1), anew(game)))
    told = evening(2, known="some", turns=60)
    while told.step():
        pass
    seat = next(seat for seat in range(told.printed.state.players) if told.printed.hand(seat)[1])
    for clue in reconstructed_deck().kinds[:5]:
        played.clear()
        told.printed.tell(seat, f"know {clue}")
        told.printed.take_back()
        assert len(played) <= 1


@pytest.mark.parametrize("seed", [5, 6, 18])
def test_T28_a_second_curse_among_the_undivided_cards_leaves_the_game(seed):
    gold = (2, 3, 4, 6, 6, 5)[: 3 + seed % 4]
    check_whole(evening(seed, "greedy", "some", rules=GameRules(), turns=80, gold=gold))
