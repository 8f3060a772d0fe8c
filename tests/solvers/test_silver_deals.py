"""Deals of hidden cards against every world that a small position allows (Q-1, Q-3)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import silver_twins as twins

from solvers.silver.rollouts import from_position, from_state, play, policy
from solvers.silver.rollouts import layout as at
from toolkit.games.silver.completion import Hidden
from toolkit.games.silver.game import GAME

GAMES = 4_000


@pytest.mark.parametrize("seed", range(12))
def test_deals_are_as_likely_as_their_worlds(seed):
    start = twins.small(seed)
    hidden, random = Hidden(start), Random(f"deals/{seed}")
    found = Counter(tuple(hidden.deal(random)[0]) for _ in range(GAMES))
    law = twins.law(twins.worlds(start), lambda world: tuple(world[place] for place in hidden.places))
    assert set(found) <= set(law)
    for numbers, chance in law.items():
        error = float(chance * (1 - chance) / GAMES) ** 0.5
        assert abs(found[numbers] / GAMES - chance) <= 5 * error + 1e-9


def test_hidden_cards_outside_the_villages_are_dealt_in_any_order():
    start = twins.position("8 ?", "? 3!", deck=2, discard=[9])
    hidden, random = Hidden(start), Random("order")
    seen = Counter(hidden.deal(random)[1][0] for _ in range(GAMES))
    size = sum(start.unseen)
    for number, count in enumerate(start.unseen):
        assert abs(seen[number] / GAMES - count / size) < 5 * (count / size / GAMES) ** 0.5 + 1e-9


def test_a_rollout_of_a_position_is_one_of_its_completed_game():
    """The cards that are dealt into the table lie where the completed game has them."""
    position = twins.position("8 ? 12~0.9", "? 3! ?", deck=12, discard=[9, 4], top=[5, 6])
    start = from_position(position)
    for number in range(20):
        random = Random(f"s/{number}")
        assert start.deal is not None
        faces = start.deal(random)
        state = GAME.complete(position, Random(f"s/{number}"))
        table, whole = list(start.table), from_state(state).table
        for place, face in zip(start.places, faces, strict=True):
            table[place] = face
        deck, pile = at.PILES, at.PILES + at.SLOTS * at.PILE_FIELDS
        assert table[:deck] + table[pile:] == whole[:deck] + whole[pile:]
        assert sorted(table[deck:pile]) == sorted(whole[deck:pile])


def test_who_knows_more_plays_better():
    position = twins.position("8 ? ? ?", "? ? ? ?", deck=20, discard=[9])
    steady = [policy("steady")] * 2
    knows = play(from_position(position, insight="own"), steady, range(600), seed=1).points[:, 1].mean()
    blind = play(from_position(position, insight="nothing"), steady, range(600), seed=1).points[:, 1].mean()
    assert knows < blind
