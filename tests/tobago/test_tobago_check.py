"""Tobago keeps to the protocol and leaks nothing, in all variants with every number of players."""

from collections import Counter
from dataclasses import replace

import pytest
from game_checks import Checks, heaps, not_elsewhere, said

from toolkit.games.tobago import reconstructed_deck
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.rules import GameRules
from toolkit.testing import Oracle

pytestmark = pytest.mark.long

VARIANTS = {
    "all maps started": GameRules(start_maps="all_four", new_map="raised_colour"),
    "amulets between steps": GameRules(
        amulets_between_steps="yes",
        own_hex="included",
        distance="overland",
        must_reduce="once_marked",
        statue_line="farthest",
        curse_returns="yes",
        after_curse="protected_go_on",
        cursed_cards="removed",
    ),
    "landmarks given": GameRules(
        huts=("B23", "A34", "C10", "C55"), palms=("B45", "A00", "C43"), statues=("A23>NE", "B22>S", "C21")
    ),
    "few turns": GameRules(turn_limit=12),
}


def alike(state):
    """Return weights that are all the same: which ones there are is tested elsewhere (T-5)."""
    return {str(action): 1 for action, _ in state.chance_outcomes()}


def clue(verb):
    """Return how to weigh a clue card of the pile: what lies nowhere else, one copy each (T-16)."""

    def weights(state):
        names = [str(one) for one in reconstructed_deck()]
        return said(verb, not_elsewhere(Counter(names), state.clue_cards, "pile", names.__getitem__))

    return weights


def coins(state):
    """Return the copies of each treasure card, curses included (T-18)."""
    gold = Counter(str(card) for card in state.treasure_cards.layout.deck if card)
    return gold + Counter({"curse": state.rules.curses})


def treasure(verb, heap):
    """Return how to weigh a treasure card of a heap; gold lies on top of the deck at first (T-18)."""

    def weights(state):
        left = not_elsewhere(coins(state), state.treasure_cards, heap, lambda card: str(card or "curse"))
        if heap == "deck" and state.gold_on_top:
            del left["curse"]
        return said(verb, left)

    return weights


def taken(state, record):
    """Return the coins of the cards that each player took; after a curse, of those that lie there (T-26)."""
    won = [heaps(state.treasure_cards)[f"won by {player}"] for player in range(state.players)]
    scores, shown = [0] * state.players, ""
    for actor, action in record.actions:
        word, _, rest = str(action).partition(" ")
        if word == "reveal":
            shown = rest
        if shown == "curse":
            return [sum(cards) for cards in won]
        if word == "take":
            scores[actor] += int(shown)
    return scores


ORACLE = Oracle(
    {
        "place": alike,
        "face": alike,
        "turn up": clue("turn up"),
        "draw": clue("draw"),
        "look": treasure("look", "deck"),
        "add": treasure("add", "deck"),
        "reveal": treasure("reveal", "division"),
    },
    taken,
)


def eager(state, random):
    """Play clues and raise treasures more often than at random: games are shorter and richer."""
    if state.decision_kind() != "turn" or random.random() < 0.2:
        return None
    legal = state.legal_actions()
    for word in ("raise", "clue"):
        if wanted := [action for action in legal if str(action).startswith(word)]:
            return random.choice(wanted)
    return None


(
    test_every_state_keeps_to_the_protocol,
    test_games_end_as_they_should,
    test_nobody_sees_what_is_hidden,
) = Checks(
    GAME,
    VARIANTS,
    eager,
    ORACLE,
    shorter=lambda rules: replace(rules, turn_limit=min(rules.turn_limit, 60)),
    seed=4,
)
