"""Advice for Silver: complete, exact where it says so, and true in the game that goes on."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from solvers.players import player
from solvers.silver.advice import advise
from solvers.silver.calling import static_call
from solvers.silver.lowest import lowest
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.game import GAME
from toolkit.games.silver.places import HELD, VILLAGE
from toolkit.games.wazabi.game import GAME as WAZABI


def decisions(players, seed, rules=None):
    """Yield the states of a game at its decisions; people of different care play it."""
    state, random = GAME.new(players, rules), Random(seed)
    greedy = player("greedy")
    greedy.sit(0, random)
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            state.apply(state.sample_chance(random))
            continue
        yield state
        legal = state.legal_actions()
        careful = random.random() < 0.8
        state.apply(greedy.choose(state.observation(actor), legal) if careful else random.choice(legal))


@pytest.mark.parametrize("rules", GAME.editions.values(), ids=GAME.editions)
def test_every_legal_action_is_judged_once_with_a_reason(rules):
    judged = Counter()
    for state in decisions(2 + len(rules.revealer) % 3, 6, rules):
        kind = state.decision_kind()
        if judged[kind] == 3:
            continue
        seen = state.observation(state.to_act())
        found = advise(seen, chances=False)
        assert sorted(str(one.action) for one in found) == sorted(map(str, seen.actions))
        assert all(one.why.endswith(".") and one.lowest is None for one in found)
        gains = [one.gain for one in found]
        assert gains == sorted(gains, reverse=True)
        judged[kind] += 1
    assert {"turn", "use", "set", "end", "first looks"} <= judged.keys()


def test_the_gain_of_a_sure_exchange_is_the_mean_over_all_worlds():
    checked, random = 0, Random(3)
    for state in decisions(3, 5):
        actor = state.to_act()
        if state.decision_kind() != "use" or checked == 4:
            continue
        seen = state.observation(actor)
        singles = [one for one in advise(seen, chances=False) if str(one.action).startswith("exchange")]
        one = next((one for one in singles if one.reveals.startswith("slot ")), None)
        if one is None:
            continue
        slot, worlds = one.action.slot, [seen.sample_world(random) for _ in range(1_500)]
        mean = sum(world.cards.cards[VILLAGE + actor][slot] for world in worlds) / len(worlds)
        assert float(one.gain) == pytest.approx(mean - state.cards.cards[HELD][0], abs=0.45)
        checked += 1
    assert checked == 4


def test_cards_of_which_the_same_is_known_are_worth_the_same():
    for state in decisions(2, 11):
        if state.decision_kind() != "use":
            continue
        seen = state.observation(state.to_act())
        found = {str(one.action): one for one in advise(seen, chances=False)}
        village = seen["cards"].zone(f"village {seen.player}")
        unknown = [slot for slot, number in enumerate(village) if number < 0]
        if len(unknown) > 2:
            last = [found[f"exchange {slot}"] for slot in unknown[-2:]]
            assert len({one.gain for one in last}) == 1
            assert not any("can match" in one.why for one in last)
            return
    raise AssertionError("no such decision")


def test_a_call_is_judged_as_the_cards_lie():
    calls = 0
    for state in decisions(2, 2):
        seen = state.observation(state.to_act())
        if state.decision_kind() != "turn" or "call" not in map(str, seen.actions):
            continue
        if calls == 3:
            break
        one = next(one for one in advise(seen) if str(one.action) == "call")
        position = position_of(seen)
        expected = static_call(position)
        assert one.gain == expected.sum - expected.score
        assert one.lowest == expected.chance == lowest(position)
        calls += 1
    assert calls == 3


def test_the_chance_afterwards_is_that_of_the_position_that_follows():
    compared = 0
    for state in decisions(2, 7):
        actor = state.to_act()
        if state.decision_kind() != "use" or compared == 3:
            continue
        for one in advise(state.observation(actor)):
            after = state.clone()
            after.apply(one.action)
            if one.lowest is None or after.decision_kind() != "turn":
                continue
            seen = after.observation(actor)
            if after.round == state.round and "exchange" not in str(one.action):
                assert one.lowest == lowest(position_of(seen))
                compared += 1
    assert compared == 3


def test_gains_are_exact():
    state = next(state for state in decisions(2, 1) if state.decision_kind() == "turn")
    assert all(isinstance(one.gain, Fraction) for one in advise(state.observation(state.to_act())))


def test_advice_is_for_who_acts_in_a_game_of_silver():
    state = next(decisions(2, 1))
    for seat in (None, 1 - state.to_act()):
        with pytest.raises(ToolkitError, match="advice is for the player who acts"):
            advise(state.observation(seat))
    other, random = WAZABI.new(2), Random(1)
    while other.to_act() == CHANCE:
        other.apply(other.sample_chance(random))
    with pytest.raises(ToolkitError, match="an observation of wazabi is no position of Silver"):
        advise(other.observation(other.to_act()))
