"""Wazabi keeps to the protocol and leaks nothing, in all variants with every number of players."""

from collections import Counter
from dataclasses import replace
from math import factorial, prod

import pytest
from game_checks import Checks, heaps, not_elsewhere, said

from toolkit.games.wazabi.game import GAME
from toolkit.testing import Oracle

pytestmark = pytest.mark.long

Rules = GAME.Rules
VARIANTS = {
    "late reshuffle": Rules(reshuffle="when_needed", swap_hands=4, start_tie="reroll_all"),
    "first, effects needed": Rules(deck="first", empty_effects=False, miss_cost=1),
    "rivals only": Rules(teams=True, choose_partner=False, neighbours_only=True),
    "many dice": Rules(dice=6, play_on=True),
}


def pile(state):
    """Return the weights of a draw: the copies of each card that lie nowhere else (W-2)."""
    deck = {name: about["copies"] for name, about in GAME.components(state.rules)["deck"].items()}
    names = [name for name, copies in deck.items() for _ in range(copies)]
    faces = dict(zip(state.cards.layout.deck, names, strict=True))
    return said("draw", not_elsewhere(deck, state.cards, "pile", faces.__getitem__))


def hand(state):
    """Return the weights of a card taken from a rival's hand: each has the same chance (W-14)."""
    taken = [str(action) for action, _ in state.chance_outcomes()]
    count = Counter(heaps(state.cards)[f"hand {state.stack[-1].rival}"])
    return dict(zip(taken, [count[face] for face in sorted(count)], strict=True))


def dice(state):
    """Return the weights of a roll: three sides show WAZABI, two CARD and one DIE (W-6)."""
    frame = state.stack[-1]
    count = state.dice[frame.rolling[len(frame.shown)] if hasattr(frame, "rolling") else frame.player]
    found = {}
    for wazabi in range(count + 1):
        for card in range(count + 1 - wazabi):
            shown = {"wazabi": wazabi, "card": card, "die": count - wazabi - card}
            ways = factorial(count) // prod(map(factorial, shown.values()))
            faces = " ".join(f"{number} {face}" for face, number in shown.items() if number)
            found[f"roll {faces}"] = ways * 3**wazabi * 2**card
    return found


def dice_of_rivals(state, _record):
    """Return the points of a single round: the dice of the rivals, for the winner and the partner (W-32)."""
    out = [player for player, dice in enumerate(state.dice) if not dice]
    if state.rules.play_on or state.rules.rounds > 1 or len(out) != 1:
        return None
    won = {out[0], (out[0] + state.players // 2) % state.players} if state.rules.teams else set(out)
    left = sum(dice for player, dice in enumerate(state.dice) if player not in won)
    return [left if player in won else 0 for player in range(state.players)]


ORACLE = Oracle({"start": dice, "roll": dice, "draw": pile, "take": hand}, dice_of_rivals)


def hoarding(state, random):
    """Play no cards while the pile lasts: then rivals must offer their hands (W-14)."""
    if state.decision_kind() != "card" or random.random() < 0.1 or not state.cards.cards[state.players]:
        return None
    return next(action for action in state.legal_actions() if str(action) == "no card")


(
    test_every_state_keeps_to_the_protocol,
    test_games_end_as_they_should,
    test_nobody_sees_what_is_hidden,
) = Checks(
    GAME,
    VARIANTS,
    hoarding,
    ORACLE,
    shorter=lambda rules: replace(rules, rounds=min(rules.rounds, 2), turn_limit=min(rules.turn_limit, 25)),
    seed=1,
    probes=lambda case: 10 if case.rules.dice < 4 else 1,  # then hands are seldom large enough to be cut down
)
