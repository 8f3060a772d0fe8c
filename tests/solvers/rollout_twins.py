"""Rollouts of Silver once more, by the game itself: every step of a trace is applied to a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any, get_args, get_type_hints

from game_checks import apply_unsettled
from playing import any_step

from solvers.players.silver import ADVICE
from solvers.silver.rollouts import Policy, Start, from_state, trace
from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.table import Table, card_at, pile_card_at
from toolkit.core.decision import Action
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import PROFILES, Rules
from toolkit.games.silver.state import DISCARD, FACE_DOWN, HELD, SHOWN, TOP, VILLAGE, SilverState

HINTS = get_type_hints(Rules)
SWITCHES = [
    (field.name, value)
    for field in fields(Rules)
    for value in (get_args(HINTS[field.name]) or ((False, True) if HINTS[field.name] is bool else ()))
]
"""Every value of every rule that is no number."""


def any_rules(random: Random) -> Rules:
    """Return rules of which each is any of its values; the turn limit may be low."""
    chosen: dict[str, Any] = dict(random.sample(SWITCHES, len(SWITCHES)))
    return replace(PROFILES["rulebook"], **chosen, turn_limit=random.choice([1, 3, 7, 15, 40, 200]))


def replay(
    start: Start,
    state: SilverState,
    policies: Sequence[Policy],
    seed: str,
    number: int = 0,
    first: Action | None = None,
) -> Table:
    """Apply the steps of a rollout to a state, which checks that they are legal; compare all that can be."""
    steps, table = trace(start, policies, seed, number, first)
    assert first in (None, steps[0].action)
    for step in steps:
        possible = state.legal_actions()
        assert step.options == len(possible), (state.decision_kind(), step)
        assert step.action in (possible or [action for action, _ in state.chance_outcomes()])
        if len(possible) > 1 and state.remembers and policies[state.to_act()] == Policy():
            leads = dict(zip(possible, ADVICE.leads(state, possible).points, strict=True))
            assert leads[step.action] > max(leads.values()) - 1e-9  # what the greedy player takes
        apply_unsettled(state, step.action)
    assert state.decision_kind() == "score"
    compare(table, state)
    state.settle()
    assert tuple(table[at.POINTS : at.POINTS + state.players]) == state.results[-1].points
    assert table[at.STEPS] == len(steps)
    return table


def compare(table: Table, state: SilverState) -> None:
    """Compare where all cards lie at the end of a round, who knows them, and what lies on them."""
    everybody, cards = (1 << state.players) - 1, state.cards
    for player in range(state.players):
        zone, size = VILLAGE + player, table[at.SIZES + player]
        village = [card_at(player, slot) for slot in range(size)]
        assert [table[card + at.FACE] for card in village] == cards.cards[zone]
        up = [table[card + at.FACE] if table[card + at.UP] else FACE_DOWN for card in village]
        assert up == state.up[player]
        assert duties(table, player) == state.guards[player]
        placed = [slot for slot, card in enumerate(village) if table[card + at.AMULET]]
        assert placed == ([state.amulet_slot] if state.amulet == player and state.amulet_slot >= 0 else [])
        if state.remembers:
            assert [table[card + at.SEEN] for card in village] == [m & everybody for m in cards.known[zone]]
    for zone, pile in ((DISCARD, at.DISCARD_PILE), (SHOWN, at.BESIDE), (HELD, at.HELD)):
        assert faces(table, pile) == cards.cards[zone]
    top = cards.cards[TOP]
    assert faces(table, at.DECK)[: -len(top) - 1 : -1] == top
    assert table[at.PILE_SIZES + at.DECK] - table[at.ASIDE] == state.deck
    if state.remembers:
        count = len(top)
        seen = [
            table[pile_card_at(at.DECK, table[at.PILE_SIZES + at.DECK] - 1 - depth) + at.SEEN]
            for depth in range(count)
        ]
        assert seen == [mask & everybody for mask in cards.known[TOP]]
    assert (table[at.CALLER], table[at.TURNS]) == (state.caller, state.turns)
    assert (table[at.END] == at.TURN_LIMIT) == (state.round in state.limited)


def duties(table: Table, player: int) -> tuple[tuple[int, int], ...]:
    """Return the Bodyguards on duty with their charges, as a state holds them."""
    village = [card_at(player, slot) for slot in range(table[at.SIZES + player])]
    return tuple(
        (slot, next(other for other, card in enumerate(village) if table[card + at.CHARGE] == duty))
        for slot, duty in enumerate(table[card + at.GUARD] for card in village)
        if duty
    )


def faces(table: Table, pile: int) -> list[int]:
    """Return the numbers of a pile."""
    return [table[pile_card_at(pile, index) + at.FACE] for index in range(table[at.PILE_SIZES + pile])]


def some_decision(players: int, rules: Rules, random: Random) -> SilverState | None:
    """Return a state at some "turn" or "use" of a random game; None if the game ended before."""
    state = GAME.new(players, rules)
    left = random.randrange(800)
    while state.stack:
        if left <= 0 and state.decision_kind() in ("turn", "use"):
            return state
        any_step(state, random)
        left -= 1
    return None


def replay_from(state: SilverState, policies: Sequence[Policy], seed: str) -> Table:
    """Replay a rollout from a state."""
    return replay(from_state(state), state.clone(), policies, seed)
