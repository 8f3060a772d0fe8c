"""Laws that hold in every game of Wayfarers with 2 to 4 players, by random play under random rules.

``CHECK_GAMES=50`` checks so many games at every state and to their ends, and seeks leaks with all players.
"""

from random import Random

import pytest
from game_checks import GAMES
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples

from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.rules import Rules
from toolkit.testing import check_game, leak_probe

SWITCHES = {
    "sections": "BAB", "promos": True, "supply": "counted", "guild_trade": "before_action", "chains": "many",
    "fee_from_action": False, "fee_discounted": True, "science_offer": "at_once", "reaction_per": "tag",
    "benefits_same_turn": True, "rest_order": "abilities_first", "rest_reroll": "with_roll",
    "rest_without_dice": False,
}  # fmt: skip
RULES = st.fixed_dictionaries({}, optional={name: st.just(value) for name, value in SWITCHES.items()})
PLAYED = st.tuples(st.integers(2, 4), RULES, st.integers(0, 2**32))
CASES = [(2, {}), (3, {}), (4, {}), (3, SWITCHES), (2, SWITCHES | {"boards": (4, 2), "start_player": 1})]
DULL = ("decline", "rest", "end turn", "reroll", "science to", "move", "use trade", "ship", "raise", "lower")
LIKED = (
    "deny",
    "draw three",
    "influence",
    "do influence",
    "choose influence",
    "worker",
    "pay 3",
    "to c",
    "gain",
)


def eager(state, random):
    """Do what leads to decisions that random play seldom meets."""
    if random.random() < 0.1 or state.to_act() < 0:
        return None
    texts = {str(action): action for action in state.legal_actions()}
    liked = [text for text in texts if text.startswith(LIKED)]
    liked = liked or [text for text in texts if not text.startswith(DULL)]
    return texts[random.choice(liked)] if liked else None


def rules_of(switches, limit):
    return Rules(**switches, **({} if GAMES else {"turn_limit": limit}))


@pytest.mark.long
@pytest.mark.parametrize(("players", "switches"), CASES)
def test_every_state_keeps_to_the_protocol(players, switches):
    check_game(GAME, players, rules_of(switches, 4), games=GAMES or 1, script=eager)
    if GAMES:
        check_game(GAME, players, Rules(**switches), games=20 * GAMES, seed="ends", full=False)


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 4] if GAMES else [1, 2])
def test_Y126_nobody_sees_what_is_hidden(players):
    without = ["top of a pile", "take influence"]  # promos and denials, 15 tokens on the table: hardly ever
    without += ["start player"] if players == 1 else ["rival", "scheme"]
    games = GAMES or 1 + 2 * (players == 1)
    leak_probe(GAME, players, Rules(turn_limit=25), games=games, script=eager, without=without)


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
