"""The judge of Mangrovia: what actions lead to, against the game itself."""

import json
from functools import cache
from random import Random

import pytest
from mangrovia_helpers import new_game

from solvers.mangrovia.judging import Judging
from solvers.mangrovia.worth import Outlook
from solvers.players.mangrovia import ADVICE
from solvers.players.ranking import judged
from solvers.players.simple import best
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.games.mangrovia.actions import DECLINE
from toolkit.games.mangrovia.components import PIERS, RITUAL_SPACE, Part
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.state import CLEAN_UP

LAST_ACTION = {
    "huts": [
        ["a1", "h1", "a4", "e5", "f5", "e6", "f7", "r4"],
        ["a3", "c3", "h3", "g5", "h5", "f6", "h6", "a7", "g7", "r3"],
    ],
    "pole": ["f5", "g7", "f6", "h5", "g5", "h6", "f7"],
    "birds": ["sand", "water"],
    "talisman": 1,
    "pier": 11,
    "round": 8,
    "bowls": {"R1": 0, "R2": 0, "R4": 1, "R5": 1},
    "valuables": {"hands": [[2, 4, 5, 5, 5, 7], 3], "open": [2, 2, 2]},
    "landscapes": {"hands": [["mangrove", "reed", "reed", "sand"], 5], "open": ["sand"]},
    "amulets": {"kept": [[2, 2, 2, 3, 4, 4], [2]]},
}
"""The last hut that can be built in a game: with ``c1`` player 0 wins by 103 to 95, with ``d5`` loses."""


@cache
def decisions(players, seed):
    """Return the states of a game of greedy players at which somebody chooses."""
    random, state, found = Random(seed), new_game(players), []
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            state.apply(state.sample_chance(random))
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            found.append(state.clone())
        state.apply(best(legal, ADVICE.weigh(state, legal), random))
    return found


def ended(state):
    """Return the end of a game in which nobody does any more what can be declined."""
    while (actor := state.to_act()) != TERMINAL:
        state.apply(state.chance_outcomes()[0][0] if actor == CHANCE else state.legal_actions()[-1])
    return state


@pytest.mark.parametrize("players", [2, 3])
def test_M31_M37_what_no_hut_can_change_any_more_is_the_score(players):
    sure = told = 0
    for state in [state for seed in (1, 2) for state in decisions(players, seed)]:
        judging, player = Judging(state), state.to_act()
        if judging.outlook.final and state.decision_kind() in ADVICE.judges_at:
            assert ADVICE.values(state) == pytest.approx(ended(state.clone()).returns(), abs=1e-3)
            told += 1
        for action in state.legal_actions() if state.last >= 0 or state.supply[player] < 3 else ():
            after = judging.after(action)
            if after.sure:
                then = state.clone()
                then.apply(action)
                end, sure = ended(then), sure + 1
                assert [round(one) for one in after.points] == list(end.scores().totals)
                assert ADVICE.weigh(state, [action]) == pytest.approx([end.returns()[player]], abs=1e-3)
    assert sure > 3
    assert told > 1


def at_the_end(kept, huts=LAST_ACTION["huts"]):
    """Return what each action promises there, when player 1 keeps such amulets."""
    about = {**LAST_ACTION, "huts": huts, "amulets": {"kept": [[2, 2, 2, 3, 4, 4], kept]}}
    text = json.dumps({"format": "mangrovia-position/1", **about})
    state = GAME.complete(Position.parse(text, "here.json"), Random(0))
    legal = state.legal_actions()
    return dict(zip(map(str, legal), ADVICE.weigh(state, legal), strict=True))


def test_M31_the_last_hut_of_all_is_built_where_it_wins():
    weights = at_the_end([3, 5])
    assert weights.pop("build c1") == pytest.approx(1)
    assert max(weights.values()) < 0.01


def test_M31_who_leads_ends_the_game_and_who_is_behind_does_not():
    one_left = [[*LAST_ACTION["huts"][0], "c6"], LAST_ACTION["huts"][1][:-1]]
    ahead, behind = at_the_end([], one_left), at_the_end([5, 6, 6, 6, 6], one_left)
    assert max(ahead, key=lambda action: ahead[action]).startswith("build")
    assert max(ahead.values()) == pytest.approx(1)
    assert max(behind, key=lambda action: behind[action]) == "decline"


@pytest.mark.parametrize("players", [2, 4])
def test_all_actions_are_judged_at_the_same_time_of_the_game(players):
    """Time that passes makes a lead surer: so no action may be judged later than another one."""
    for state in decisions(players, 1):
        legal, judging, player = state.legal_actions(), Judging(state), state.to_act()
        after = [judging.after(action) for action in legal]
        if players == 2 and not any(one.sure for one in after):
            weights = ADVICE.weigh(state, legal)
            leads = ADVICE.leads(state, legal).points
            for weight, lead in zip(weights, leads, strict=True):
                assert all(
                    weight <= more + 1e-12 for more, most in zip(weights, leads, strict=True) if lead <= most
                )
        frame = state.stack[-1]  # who lets a hut go may let the game go on, where that is asked
        lets_go = (
            judging.outlook.one_bowl and state.decision_kind() == "action" and (frame.hut or frame.double)
        )
        if DECLINE in legal and state.decision_kind() == "action" and not lets_go:
            waits = after[legal.index(DECLINE)].points
            now = judging.outlook.totals()
            assert all(waits[one] == pytest.approx(now[one]) for one in range(players) if one != player)


def test_M9_M31_while_bowls_are_put_all_is_said_at_the_time_that_is_left_when_they_lie():
    """What a state is worth is what one of its bowls promises; what the last one promises is so then."""
    for state in decisions(4, 1):
        if state.decision_kind() != "bowl":
            continue
        judging, legal = Judging(state), state.legal_actions()
        after = [judging.after(action).points for action in legal]
        assert any(points == pytest.approx(judging.outlook.totals()) for points in after)
        for action, points in zip(legal, after, strict=True) if len(judging.outlook.turns()) == 1 else ():
            then = state.clone()
            then.apply(action)
            assert Outlook(then).totals() == pytest.approx(points)


def test_M31_who_may_build_the_last_hut_leaves_less_time_for_what_is_kept():
    found = set()
    for state in decisions(4, 1):
        outlook = Outlook(state)
        for player in range(4) if state.last < 0 else ():
            parts = outlook.parts(player)
            chance = outlook.ends(player, parts)
            could = sum(max(part.hut, 2 * part.double) for part in parts) >= state.supply[player]
            assert 0 < chance < 1 if could else chance == 0
            now, without = outlook.rounds_then(player, parts), outlook.rounds_then(player, ())
            assert now < without if could else now == without
            found.add(could)
    assert found == {False, True}


def test_M11_M17_a_pier_for_a_hut_that_cannot_be_paid_is_worth_nothing_and_help_is_a_chance():
    found = set()
    for state in decisions(4, 1):
        outlook = Outlook(state)
        for player in range(4) if state.decision_kind() == "bowl" else ():
            hand = outlook.hand(player)
            now = [
                outlook.rest(player, [*before, *PIERS[10]]) - outlook.rest(player, before)
                for before in ([], [Part(down=1)], [Part(down=2)])
            ]
            assert 0 <= now[0] <= now[1] + 1e-9 <= now[2] + 2e-9
            paid = any(hand.purse.pays(site, 1) for _, site in hand.ranked(1))
            assert bool(now[0]) == paid
            found.add((paid, now[0] < now[1]))
    assert {(False, True), (True, True)} <= found


def test_what_is_known_of_a_position_does_not_hang_on_what_was_asked_before():
    """Much is kept from one state to the next: asked in another order, or alone, all says the same."""
    states = decisions(3, 1)[::5]
    told = [ADVICE.weigh(state, state.legal_actions()) for state in states]
    assert [ADVICE.weigh(state, state.legal_actions()) for state in reversed(states)][::-1] == told


def test_M43_what_a_seat_is_told_follows_from_what_it_sees():
    for state in decisions(3, 1)[20:90:33]:
        seen = state.observation(state.to_act())
        other = seen.sample_world(Random(9))
        assert other.valuables.cards != state.valuables.cards
        told = [judged(one, Random) for one in (seen, other.observation(state.to_act()))]
        assert told[0].actions == told[1].actions


def test_M11_what_is_still_to_be_done_in_a_round_is_what_the_game_asks():
    """Of a player who declines everything the game asks each part once."""
    for state in decisions(3, 1)[:60:5]:
        if state.decision_kind() != "bowl":
            continue
        then, player = state.clone(), state.to_act()
        while then.decision_kind() == "bowl":
            then.apply(then.legal_actions()[0])
        parts = Outlook(then).parts(player)
        own = [pier for pier in range(1, CLEAN_UP) if then.bowls[RITUAL_SPACE[pier]] == player]
        assert parts == [part for pier in own for part in PIERS[pier]]
