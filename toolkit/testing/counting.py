"""Counting and weighing every way in which a tiny game can go on: independent oracles for tests."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

from toolkit.core.decision import CHANCE
from toolkit.core.hidden import HEAP, Zones
from toolkit.core.hidden.knowledge import Knowledge, since
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
    """Return the exact chance of every deal that a player must think possible, by all ways from a start.

    The histories are those that gave the player this log. Chance counts with its weights. What others did
    says nothing of what they hold (`toolkit.core.hidden.knowledge`): a card that they took out of a heap
    counts as drawn blindly from it, and among choices that look alike and take the same cards each is as
    likely as another. The time it takes grows with the number of histories: it is meant for tiny games.
    """
    if observation.player is None:
        raise ValueError("a spectator's log does not weigh deals")
    chances: dict[Deal, Fraction] = defaultdict(Fraction)
    _weigh(start, observation, observation.player, Fraction(1), chances)
    total = sum(chances.values())
    return {deal: chance / total for deal, chance in chances.items()}


def taken(before: State, after: State) -> tuple[tuple[int, ...], Fraction]:
    """Return the cards that left heaps in one step, and the chance that they are these when drawn blindly."""
    faces: list[int] = []
    chance = Fraction(1)
    for name in before.ZONES:
        old, new = getattr(before, name), getattr(after, name)
        heaps = [Counter(zone) for zone in old.cards]
        for happened, *what in happened_since(new, old):
            if happened is Knowledge.rearranged:
                for source, (target, cards) in what[0].items():
                    heaps[source] -= Counter(cards)
                    heaps[target] += Counter(cards)
            elif happened is Knowledge.moved:
                face, (zone, index), (target, _) = what[:3]
                if index is HEAP:
                    faces.append(face)
                    chance *= Fraction(heaps[zone][face], heaps[zone].total())
                heaps[zone][face] -= 1
                heaps[target][face] += 1
    return tuple(faces), chance


def happened_since(cards: Zones, earlier: Zones) -> list[tuple[Any, ...]]:
    """Return what happened since a clone was like this: methods of `Knowledge` with their arguments."""
    return since(cards._notes, earlier._notes)


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
    weights = dict(state.chance_outcomes())
    total, alike = sum(weights.values()), Counter[tuple[int, ...]]()
    found: list[tuple[State, tuple[int, ...], Fraction]] = []
    for action in weights or state.legal_actions():
        after = state.clone()
        after.apply_unchecked(action)
        log = after.observation(player).log
        if log == seen.log[: len(log)]:
            cards, chance = taken(state, after)
            found.append((after, cards, Fraction(weights[action], total) if weights else chance))
            alike[cards] += 1
    return [(after, chance if weights else chance / alike[cards]) for after, cards, chance in found]
