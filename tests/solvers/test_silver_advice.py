"""Advice for Silver: complete, exact where it says so, and true in the game that goes on."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from solvers.players import player
from solvers.silver.advice import advise
from solvers.silver.scoring.calling import static_call
from solvers.silver.scoring.lowest import lowest
from solvers.silver.sets.afterwards import exchanged
from solvers.silver.sets.exchanges import exchange, own_sets
from solvers.silver.simulated.replies import call_after_replies
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.actions import ANDS, DONE, EXCHANGES
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.exchange import comes_up
from toolkit.games.silver.game import GAME
from toolkit.games.silver.state import HELD, VILLAGE, SilverState
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


def test_a_line_does_all_that_its_gain_counts():
    """The whole set is written that an exchange begins; before it, how the card comes into the hand."""
    found = Counter()
    for state in islice(decisions(3, 9), 400):
        for one in advise(state.observation(state.to_act()), chances=False):
            first, *more = GAME.parse_line(one.line, state)
            assert first == one.action
            if "exchange" not in one.line:
                continue
            after = state.clone()
            for action in (first, *more):
                before, decided = position_of(after.observation(after.to_act())), after.decision_kind()
                if decided == "use":
                    _, slots = one.line.split("exchange ")
                    assert exchange(before, tuple(map(int, slots.split())), before.held).gain == one.gain
                    found[one.line.split()[0].strip(",")] += 1
                after.apply(action)
            assert after.decision_kind() != "set"
    assert found["exchange"] > 100 > found["take"] > 50


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
        village = seen[SilverState.cards].zone(f"village {seen.player}")
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


def calls(players, seed):
    """Yield what is seen at decisions at which a call is legal."""
    for state in decisions(players, seed):
        seen = state.observation(state.to_act())
        if "call" in map(str, seen.actions):
            yield seen


def test_Q7_with_a_policy_a_call_is_weighed_against_going_on():
    seen = next(calls(2, 2))
    asked = {"games": 40, "seed": 3}
    plain, *played = (advise(seen, policy=policy, **asked) for policy in (None, "steady:4", "random"))
    for policy, advised in zip(("steady:4", "random"), played, strict=True):
        one = next(one for one in advised if str(one.action) == "call")
        found = call_after_replies(position_of(seen), policy, **asked)
        assert (one.gain, one.error) == (found.saved.value, found.saved.standard_error)
        assert one.simulated
        assert f"Simulated: all play {policy}, 40 games (Q-7)." in one.why
        assert f"going on {found.going_on.value:.1f}" in one.why
        others = [other for other in advised if other != one]
        assert others == [other for other in plain if str(other.action) != "call"]
        assert one.lowest == lowest(position_of(seen))
    assert not any(one.simulated or one.error is not None for one in plain)
    assert "as the cards lie" in next(one.why for one in plain if str(one.action) == "call")


def test_a_call_comes_first_if_it_saves_anything():
    """A call that is sure to succeed saves what going on costs, however much a draw gains in one step."""
    first = []
    for seed in (3, 7):
        for seen in islice(calls(3, seed), 3):
            advised = advise(seen, chances=False, policy="steady", games=30)
            one = next(one for one in advised if one.simulated)
            first.append((one.gain > 0, advised[0] == one))
            gains = [other.gain for other in advised if other != one]
            assert gains == sorted(gains, reverse=True)
    assert {saves for saves, _ in first} == {False, True}
    assert all(best == saves for saves, best in first)


def test_an_unknown_policy_is_refused_whether_a_call_is_judged_or_not():
    first = next(decisions(2, 2))
    for seen in (next(calls(2, 2)), first.observation(first.to_act())):
        with pytest.raises(ToolkitError, match="no policy 'stedy'; did you mean 'steady'"):
            advise(seen, policy="stedy")


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
    assert all(
        isinstance(one.gain, Fraction) and not one.simulated
        for one in advise(state.observation(state.to_act()))
    )


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


@pytest.mark.parametrize("seed", range(6))
def test_S17_S63_A43_an_exchange_leaves_the_position_that_the_game_has_then(seed):
    """Villages, Bodyguards, the amulet and the top discard are where the engine has them."""
    checked, random = 0, Random(seed)
    for state in decisions(2 + seed % 3, seed):
        if state.decision_kind() != "use":
            continue
        me, source, held = state.to_act(), state.stack[-1].source, state.cards.cards[HELD][0]
        position, after = position_of(state.observation(me)), state.clone()
        slots = random.choice(own_sets(position) or [()])
        if not slots or exchange(position, slots, held).chance != 1:
            continue
        first, *more = slots
        after.apply(EXCHANGES[first])
        for slot in more:
            after.apply(ANDS[slot])
        if after.decision_kind() == "set":
            after.apply(DONE)
        if after.decision_kind() == "place":
            after.apply(after.legal_actions()[0])
        up = comes_up(source, state.rules, up=position.mine[first].face_up)
        found, real = exchanged(position, slots, held, up=up), position_of(after.observation(me))
        if after.results == state.results:  # else the round was scored at once
            assert (found.villages, found.guards, found.amulet) == (real.villages, real.guards, real.amulet)
            unknown = any(position.mine[slot].known is None for slot in slots)  # it may come to lie on top
            assert unknown or found.discard[-1:] == real.discard[-1:]
            checked += 1
    assert checked > 5
