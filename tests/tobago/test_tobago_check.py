"""Tobago keeps to the protocol and leaks nothing, in all variants with every number of players."""

from __future__ import annotations

from dataclasses import replace

import pytest
from game_checks import cases, probed

from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.game_rules import GameRules
from toolkit.testing import check_game, leak_probe

pytestmark = pytest.mark.long

VARIANTS = {
    "all maps started": GameRules(start_maps="all_four", new_map="raised_colour"),
    "amulets between steps": GameRules(amulets_between_steps="yes", amulets=21),
    "own hex": GameRules(own_hex="included", distance="overland", must_reduce="once_marked"),
    "statues look far": GameRules(statue_line="farthest", cursed_cards="removed", after_curse="goes_on"),
    "curses all about": GameRules(curse_returns="yes", after_curse="protected_go_on", cursed_cards="removed"),
    "landmarks given": GameRules(
        huts=("B23", "A34", "C10", "C55"),
        palms=("B45", "A00", "C43"),
        statues=("A23>NE", "B22>S", "C21"),
    ),
    "few turns": GameRules(turn_limit=12),
}
CASES = cases(GAME, VARIANTS)


def eager(state, random):
    """Play clues and raise treasures more often than at random: games are shorter and richer."""
    if state.decision_kind() != "turn" or random.random() < 0.2:
        return None
    legal = state.legal_actions()
    for word in ("raise", "clue"):
        if wanted := [action for action in legal if str(action).startswith(word)]:
            return random.choice(wanted)
    return None


@pytest.mark.parametrize("case", CASES)
def test_every_state_keeps_to_the_protocol(case):
    """Games of 100 turns at most: the longest ones are checked at their end, below."""
    rules = replace(case.rules, turn_limit=min(case.rules.turn_limit, 100))
    check_game(GAME, case.players, rules, games=case.full, script=eager)


@pytest.mark.parametrize("case", CASES)
def test_games_end_as_they_should(case):
    half = -(-case.ends // 2)
    report = check_game(GAME, case.players, case.rules, games=half, seed="ends", full=False)
    report.add(check_game(GAME, case.players, case.rules, games=half, seed="eager", full=False, script=eager))
    assert report.games == 2 * half


@pytest.mark.parametrize("case", [case for case in probed(CASES) if "few turns" not in case.id])
def test_nobody_sees_what_is_hidden(case):
    leak_probe(GAME, case.players, case.rules, games=case.probes, script=eager)


def test_the_cases_cover_every_number_of_players_and_variant():
    assert {param.values[0].players for param in CASES} == set(GAME.players)
    assert {param.values[0].name for param in CASES} == {*GAME.editions, *VARIANTS}
