"""Silver keeps to the protocol and leaks nothing, under all profiles and switches."""

from dataclasses import replace

import pytest
from game_checks import Checks, apply_unsettled, heaps, not_elsewhere, said
from scoring_oracle import add_up, points

from toolkit.games.silver.actions import CALL, DISCARD, DONE, SKIP, USE
from toolkit.games.silver.game import GAME
from toolkit.testing import Oracle

pytestmark = pytest.mark.long

Rules = GAME.Rules
VARIANTS = {
    "inherit": Rules(
        deck_exchange="inherit",
        witch_orientation="inherit",
        finish_last_turns=True,
        rounds=2,
        amulet_use="any_holder",
        amulet_award="call_only",
        amulet_tie="holder",
    ),
    "mild": Rules(
        penalty="three_different", doppelganger="pairing", rascal_putback="reverse", beholder="both"
    ),
    "severe": Rules(
        pushed_pair_ends=True,
        open_mismatch="forbidden",
        squire_ability=False,
        score_tie="amulet",
        idle_guard_protected=True,
        score_mode=True,
        turn_limit=30,
    ),
    "from memory": Rules(memory="table", witch_decline="after_look", deck_exchange="up"),
}
CARDS = {str(number): 2 if number in (0, 13) else 4 for number in range(14)}


def next_card(verb):
    """Return how to weigh the next card: what was put on top of the deck, else what lies nowhere else."""

    def weights(state):
        top = heaps(state.cards)["top"]
        left = {str(top[0]): 1} if top else not_elsewhere(CARDS, state.cards, "deck", str)
        return said(verb, left)

    return weights


def add_up_rounds(_state, record):
    """Return the totals: the sums of each round as its villages lay when it was scored."""
    totals, halved = [0] * len(record.names), [False] * len(record.names)
    for state, (_, action) in zip(record.states(), record.actions, strict=False):
        state = state.clone()
        apply_unsettled(state, action)
        if state.decision_kind() == "score":
            villages = [heaps(state.cards)[f"village {player}"] for player in range(state.players)]
            for player, more in enumerate(points(villages, state.caller, state.rules)):
                totals[player], halved[player] = add_up(totals[player], more, halved[player], state.rules)
    return totals


ORACLE = Oracle(
    {
        "deal": next_card("deal"),
        "first discard": next_card("show"),
        "refill": next_card("show"),
        "draw": next_card("draw"),
        "penalty": next_card("draw"),
    },
    add_up_rounds,
)


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


(
    test_every_state_keeps_to_the_protocol,
    test_games_end_as_they_should,
    test_nobody_sees_what_is_hidden,
) = Checks(
    GAME,
    VARIANTS,
    sensible,
    ORACLE,
    seed=3,
    shorter=lambda rules: replace(rules, rounds=2 if rules == Rules() else 1),
)
