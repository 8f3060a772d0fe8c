"""The odds of Silver against the game itself: worlds that it samples for what a player has seen."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from solvers.silver import Law, lowest, match_chance
from toolkit.core.decision import CHANCE
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.exchange import matches
from toolkit.games.silver.game import GAME
from toolkit.games.silver.state import VILLAGE

if TYPE_CHECKING:
    from toolkit.games.silver.state import SilverState

WORLDS = 2_000


def looking(seed: int, players: int, decisions: int) -> SilverState:
    """Return a game after so many random decisions."""
    random, state = Random(seed), cast("SilverState", GAME.new(players, GAME.Rules()))
    while decisions:
        if state.to_act() == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
            continue
        state.apply_unchecked(random.choice(state.legal_actions()))
        decisions -= 1
    while state.to_act() == CHANCE:
        state.apply_unchecked(state.sample_chance(random))
    return state


@pytest.mark.parametrize(("seed", "players", "decisions"), [(1, 2, 8), (2, 3, 16), (5, 4, 20), (4, 4, 31)])
def test_S69_odds_are_those_of_the_worlds_that_the_game_samples(
    seed: int, players: int, decisions: int
) -> None:
    state = looking(seed, players, decisions)
    seen = state.observation(state.to_act())
    start, random = position_of(seen), Random(seed)
    places = [(start.me, slot) for slot in range(len(start.mine))][:2]
    hidden = next(place for place, slot in start.places if slot.hidden)
    exact = {
        "lowest": lowest(start),
        "match": match_chance(Law.of(start), places, start.rules),
        "low card": sum(chance for n, chance in Law.of(start).number(hidden).items() if n < 5),
    }
    counts = dict.fromkeys(exact, 0)
    for _ in range(WORLDS):
        cards = seen.sample_world(random).cards.cards  # type: ignore[attr-defined]
        villages = [cards[VILLAGE + player] for player in range(players)]
        counts["lowest"] += sum(villages[start.me]) <= min(map(sum, villages))
        counts["match"] += matches([villages[player][slot] for player, slot in places], start.rules)
        counts["low card"] += villages[hidden[0]][hidden[1]] < 5
    for name, chance in exact.items():
        error = (float(chance) * (1 - float(chance)) / WORLDS) ** 0.5
        assert abs(counts[name] / WORLDS - float(chance)) <= 4.5 * error, name
