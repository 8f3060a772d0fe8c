"""Silver keeps to the protocol and leaks nothing, under all profiles and switches."""

from __future__ import annotations

import pytest
from game_checks import cases, probed

from toolkit.games.silver.actions import CALL, DISCARD, DONE, SKIP, USE
from toolkit.games.silver.game import GAME
from toolkit.testing import check_game, leak_probe

pytestmark = pytest.mark.long

Rules = GAME.Rules
VARIANTS = {
    "inherit": Rules(deck_exchange="inherit", witch_orientation="inherit"),
    "mild": Rules(penalty="three_different", doppelganger="pairing", rascal_putback="reverse"),
    "severe": Rules(pushed_pair_ends=True, open_mismatch="forbidden", squire_ability=False),
    "any holder": Rules(amulet_use="any_holder", amulet_award="call_only", amulet_tie="holder"),
    "guarded": Rules(idle_guard_protected=True, witch_decline="after_look", beholder="both"),
    "last turns": Rules(finish_last_turns=True, rounds=2),
    "score tie": Rules(score_mode=True, score_tie="amulet"),
    "from memory": Rules(memory="table", witch_decline="after_look", deck_exchange="up"),
    "few turns": Rules(turn_limit=30),
}
CASES = cases(GAME, VARIANTS)


def sensible(state, random):
    """Discard what is drawn, use abilities, give up small sets, and call late: as people play."""
    legal, kind = state.legal_actions(), state.decision_kind()
    wanted = None
    if kind == "use" and random.random() < 0.5:
        wanted = DISCARD
    elif kind == "set" and random.random() < 0.7:
        wanted = DONE
    elif kind == "witch":
        wanted = USE
    others = [action for action in legal if action not in (CALL, SKIP)] if random.random() < 0.8 else []
    return wanted if wanted in legal else random.choice(others) if others else None


@pytest.mark.parametrize("case", CASES)
def test_every_state_keeps_to_the_protocol(case):
    half = -(-case.full // 2)
    check_game(GAME, case.players, case.rules, games=half)
    check_game(GAME, case.players, case.rules, games=case.full - half, first=half, script=sensible)


@pytest.mark.parametrize("case", CASES)
def test_games_end_as_they_should(case):
    report = check_game(GAME, case.players, case.rules, games=case.ends, seed="ends", full=False)
    assert report.games == case.ends


@pytest.mark.parametrize("case", probed(CASES))
def test_nobody_sees_what_is_hidden(case):
    leak_probe(GAME, case.players, case.rules, games=case.probes, script=sensible)


def test_the_cases_cover_every_number_of_players_and_switch():
    assert {param.values[0].players for param in CASES} == set(GAME.players)
    names = {param.values[0].name for param in CASES}
    assert names == {*GAME.editions, *VARIANTS}
