"""The remembering player of Silver: what it recollects from events, against the account of the game."""

from __future__ import annotations

from random import Random

import pytest

from solvers.players import player
from solvers.players.silver_recollection import Recollection
from solvers.simulation import Match, simulate
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.core.history import Event
from toolkit.core.play import play
from toolkit.core.view import HIDDEN
from toolkit.games.silver.game import GAME
from toolkit.games.silver.places import DISCARD, VILLAGE
from toolkit.games.wazabi.game import GAME as WAZABI

Rules = GAME.Rules
SWITCHES = {
    "rulebook": Rules(),
    "literal": GAME.editions["literal"],
    "inherit": Rules(deck_exchange="inherit", witch_orientation="inherit"),
    "reverse": Rules(rascal_putback="reverse", witch_decline="after_look"),
}


def news(before, after):
    """Return the events that a history gained."""
    found = []
    while after is not before:
        after, actor, action = after
        found.append(Event(actor, action))
    return reversed(found)


def followed(state, random):
    """Play on at random; yield after each action, with what every seat recollects who never forgets."""
    restore = state.rules.rascal_putback == "restore"
    minds = [Recollection(seat, state.players, Random(1), restore=restore) for seat in range(state.players)]
    while (actor := state.to_act()) != TERMINAL:
        before = state.histories
        legal = state.legal_actions()
        state.apply_unchecked(state.sample_chance(random) if actor == CHANCE else random.choice(legal))
        for seat, mind in enumerate(minds):
            for event in news(before[seat], state.histories[seat]):
                mind.hear(event)
        yield minds


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("rules", SWITCHES.values(), ids=SWITCHES)
def test_who_never_forgets_knows_what_the_game_says_that_was_seen(rules, players):
    compared = 0
    for seed in range(5):
        state, random = GAME.new(players, rules), Random(seed)
        for minds in followed(state, random):
            if state.decision_kind() not in ("turn", "end"):
                continue
            for seat, mind in enumerate(minds):
                seen = state.cards.view(seat).cards
                assert mind.pile == list(seen[DISCARD])
                for other in range(players):
                    known = list(seen[VILLAGE + other])
                    recalled = mind.village(other)
                    up = [slot for slot in range(len(known)) if state.up[other][slot] != HIDDEN]
                    for slot in up:  # what lies open needs no memory
                        recalled[slot] = known[slot]
                    assert recalled == known
                    compared += 1
    assert compared > 1_000


def test_sights_are_forgotten_at_the_rate_that_was_given():
    random = Random(4)
    minds = [Recollection(0, 2, random, lambda turns: 0.8**turns) for _ in range(4_000)]
    for mind in minds:
        mind._pile = [mind._sight(7)]
        mind._turn = 3
    kept = sum(mind.pile == [7] for mind in minds) / len(minds)
    assert kept == pytest.approx(0.8**3, abs=0.03)  # four standard errors


def test_who_comes_in_the_middle_begins_with_the_next_round():
    state, random = GAME.new(2), Random(2)
    late = None
    for _ in followed(state, random):
        if late is None and state.turns == 5:
            late, before = Recollection(0, 2, Random(1)), state.histories[0]
        elif late is not None:
            for event in news(before, state.histories[0]):
                late.hear(event)
            before = state.histories[0]
            assert late.follows == (state.round > 1)
        if state.round == 2 and state.turns == 3:
            break
    assert late.pile == list(state.cards.view(0).cards[DISCARD])


def test_a_better_memory_wins_more_games_without_notes():
    rules = Rules(memory="table")
    match = Match(game="silver", players=("remembering:1", "remembering:0.8"), rules=rules, seed=3)
    assert simulate(match, 60, jobs=1).lead(0, 1).low > 0.2


def test_bad_rates_and_other_games_are_refused():
    for name in ("remembering:2", "remembering:-1", "remembering:nan", "remembering:", "remembering:1e-3"):
        with pytest.raises(ToolkitError, match="rate"):
            player(name)
    with pytest.raises(ToolkitError, match="Silver only, not wazabi"):
        play(WAZABI.new(2), [player("remembering")] * 2, seed=1)
