"""Wayfarers keeps to the protocol and leaks nothing, in all variants with every number of players."""

from dataclasses import replace
from random import Random

import pytest
from game_checks import GAMES, Checks
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples, nightly

from toolkit.games.wayfarers.game import GAME
from toolkit.testing import leak_probe

pytestmark = pytest.mark.long

Rules = GAME.Rules
SWITCHES = {
    "sections": "BAB", "promos": True, "supply": "counted", "guild_trade": "before_action", "chains": "many",
    "fee_from_action": False, "fee_discounted": True, "science_offer": "at_once", "reaction_per": "tag",
    "benefits_same_turn": True, "rest_order": "abilities_first", "rest_reroll": "with_roll",
    "rest_without_dice": False,
}  # fmt: skip
VARIANTS = {
    "switched": Rules(**SWITCHES),
    "switched, other boards": Rules(**SWITCHES, boards=(4, 2), start_player=1),
}
RULES = st.fixed_dictionaries({}, optional={name: st.just(value) for name, value in SWITCHES.items()})
PLAYED = st.tuples(st.integers(2, 4), RULES, st.integers(0, 2**32))
DULL = ("decline", "rest", "end turn", "reroll", "science to", "move", "use trade", "ship", "raise", "lower")
SELDOM = ("top of a pile", "take influence")
"""What hardly ever happens: WP2 among the promos, the rival at spot 4 (Y-108); no token left (Y-27)."""
LIKED = ("deny", "draw three", "influence", "do influence", "choose influence", "worker", "pay 3", "to c")


def eager(state, random):
    """Do what leads to decisions that random play seldom meets."""
    if random.random() < 0.1 or state.to_act() < 0:
        return None
    texts = {str(action): action for action in state.legal_actions()}
    liked = [text for text in texts if text.startswith((*LIKED, "gain"))]
    liked = liked or [text for text in texts if not text.startswith(DULL)]
    return texts[random.choice(liked)] if liked else None


def ruled_out(players, rules):
    """Return the kinds of decisions that these rules never ask for."""
    alone = players == 1
    never = {
        "start player": alone or rules.start_player is not None,
        "player board": bool(rules.boards),
        "top of a pile": not alone and not rules.promos,
        "scheme": not alone,
        "rival": not alone,
        "end of turn": rules.guild_trade == "before_action",
    }
    return [kind for kind, holds in never.items() if holds]


(
    test_every_state_keeps_to_the_protocol,
    test_games_end_as_they_should,
    test_nobody_sees_what_is_hidden,
) = Checks(
    GAME,
    VARIANTS,
    eager,
    seed=5,
    shorter=lambda rules: rules if GAMES else replace(rules, turn_limit=4),
    without=lambda case: ruled_out(case.players, case.rules),
    seldom=lambda case: SELDOM if case.name != "switched, other boards" else (),
)


@nightly
def test_Y126_nobody_sees_what_is_hidden_from_others():
    """Every day the probe of a game alone and the examples find who sees too much.

    The seed is one whose games soon ask for all that is seldom asked for.
    """
    rules = Rules(turn_limit=16)
    leak_probe(GAME, 2, rules, games=1, seed=6, script=eager, without=ruled_out(2, rules), seldom=SELDOM)


@given(PLAYED)
@settings(max_examples=examples(12))
def test_Y64_Y126_only_drawn_and_buried_cards_are_hidden(played):
    players, switches, seed = played
    random, state = Random(seed), GAME.new(players, Rules(**switches, turn_limit=8))
    while state.stack:
        action = eager(state, random) or random.choice(state.legal_actions() or [state.sample_chance(random)])
        state.apply_unchecked(action)
    logs = [state.log(seat) for seat in [*range(state.players), None]]
    for number, event in enumerate(state.full_log()):
        seen = [str(log[number]) == str(event) for log in logs]
        hidden = str(event).startswith(("draw L", "draw W", "draw S", "under L", "under W", "under S"))
        assert sum(seen) == (1 if hidden else len(seen)), str(event)
