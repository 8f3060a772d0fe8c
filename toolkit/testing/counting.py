"""Counting and weighing every way in which a tiny game can go on: independent oracles for tests."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from toolkit.core.decision import CHANCE

if TYPE_CHECKING:
    from toolkit.core.observation import Observation
    from toolkit.core.state import State

Deal = tuple[tuple[tuple[int, ...], ...], ...]
"""The faces in every zone, for each kind of cards."""


def perft(state: State, depth: int) -> int:
    """Count the sequences of so many actions from a state, outcomes of chance included.

    A game that ends earlier counts once.
    """
    if not state.stack or depth == 0:
        return 1
    if state.to_act() == CHANCE:
        actions = [action for action, _ in state.chance_outcomes()]
    else:
        actions = list(state.legal_actions())
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = state.clone()
        after.apply_unchecked(action)
        count += perft(after, depth - 1)
    return count


def deal_of(state: State) -> Deal:
    """Return where all cards lie."""
    return tuple(tuple(map(tuple, getattr(state, name).cards)) for name in state.ZONES)


def posterior(start: State, observation: Observation[Any]) -> dict[Deal, Fraction]:
    """Return the exact chance of every deal that a player must think possible, by all histories from a start.

    The histories are those that gave the player this log. Chance counts with its weights. What others did
    says nothing of what they hold: a choice has the same chance whatever they hold, and among hidden choices
    that look alike each is as likely as another. The time it takes grows with the number of histories: it
    is meant for tiny games.
    """
    if observation.player is None:
        raise ValueError("a spectator's log does not weigh deals")
    chances: dict[Deal, Fraction] = defaultdict(Fraction)
    _weigh(start, observation, observation.player, Fraction(1), chances)
    total = sum(chances.values())
    return {deal: chance / total for deal, chance in chances.items()}


def _weigh(
    state: State, seen: Observation[Any], player: int, chance: Fraction, chances: dict[Deal, Fraction]
) -> None:
    log = state.observation(player).log
    if log != seen.log[: len(log)]:
        return
    if len(log) == len(seen.log) and tuple(state.stack) == seen.stack:
        chances[deal_of(state)] += chance
        return
    for after, part in _ways_on(state, seen, player):
        _weigh(after, seen, player, chance * part, chances)


def _ways_on(state: State, seen: Observation[Any], player: int) -> list[tuple[State, Fraction]]:
    """Return the states that follow as the player saw it, with the chance of each."""
    options = list(state.chance_outcomes()) or [(action, 0) for action in state.legal_actions()]
    total, found = sum(weight for _, weight in options), []
    for action, weight in options:
        after = state.clone()
        after.apply_unchecked(action)
        log = after.observation(player).log
        if log == seen.log[: len(log)]:
            found.append((after, weight))
    return [(after, Fraction(weight, total) if total else Fraction(1, len(found))) for after, weight in found]
