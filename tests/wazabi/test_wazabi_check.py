"""Wazabi keeps to the protocol and leaks nothing, in all variants with every number of players."""

from __future__ import annotations

import pytest
from game_checks import cases, is_for, probed

from toolkit.games.wazabi.game import GAME
from toolkit.testing import check_game, leak_probe

pytestmark = pytest.mark.long

Rules = GAME.Rules
VARIANTS = {
    "swap hands four times": Rules(swap_hands=4),
    "miss costs 1": Rules(miss_cost=1),
    "effects needed": Rules(empty_effects=False),
    "late reshuffle": Rules(reshuffle="when_needed"),
    "first, late reshuffle": Rules(deck="first", reshuffle="when_needed", empty_effects=False),
    "all roll again": Rules(start_tie="reroll_all"),
    "rivals only": Rules(teams=True, choose_partner=False, neighbours_only=True),
    "many dice": Rules(dice=6, play_on=True),
}
CASES = cases(GAME, VARIANTS)


def hoarding(state, random):
    """Play no cards while the pile lasts: then rivals must offer their hands (W-14)."""
    if state.decision_kind() != "card" or random.random() < 0.1 or not state.cards.cards[state.players]:
        return None
    return next(action for action in state.legal_actions() if str(action) == "no card")


@pytest.mark.parametrize("case", CASES)
def test_every_state_keeps_to_the_protocol(case):
    half = -(-case.full // 2)
    check_game(GAME, case.players, case.rules, games=half)
    check_game(GAME, case.players, case.rules, games=case.full - half, first=half, script=hoarding)


@pytest.mark.parametrize("case", CASES)
def test_games_end_as_they_should(case):
    report = check_game(GAME, case.players, case.rules, games=case.ends, seed="ends", full=False)
    assert report.games == case.ends


@pytest.mark.parametrize("case", probed(CASES))
def test_nobody_sees_what_is_hidden(case):
    short = case.rules.dice < 4  # then hands are seldom large enough to be cut down
    leak_probe(GAME, case.players, case.rules, games=case.probes * (10 if short else 1), script=hoarding)


def test_the_cases_cover_every_number_of_players_and_variant():
    assert {param.values[0].players for param in CASES} == set(GAME.players)
    assert {param.values[0].name for param in CASES} == {*GAME.editions, *VARIANTS}
    assert not is_for(GAME, 3, Rules(teams=True))
