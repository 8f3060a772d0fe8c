"""What amulet and Bodyguards forbid is the same in the game, in positions and in rollouts (S-36, S-64)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
import rollout_twins as twins

from solvers.silver import targets
from solvers.silver.rollouts import cards, from_state
from toolkit.core.decision import CHANCE
from toolkit.games.silver import village
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.village import safe_from_looks, safe_from_moves, safe_from_owner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.games.silver.state import SilverState


def test_S36_S48_S64_A18_what_protects_a_card() -> None:
    """Slot 4 is under the amulet; the Bodyguard of slot 0 guards slot 2, that of slot 3 is idle."""
    duties, bodyguards = [(0, 2)], [0, 3]
    assert set(safe_from_owner(4)) == {4}
    assert set(safe_from_looks(4, duties)) == {2, 4}
    assert set(safe_from_moves(4, duties, bodyguards, Rules())) == {0, 2, 4}
    assert set(safe_from_moves(4, duties, bodyguards, Rules(idle_guard_protected=True))) == {0, 2, 3, 4}


def states(number: int) -> Iterator[SilverState]:
    """Yield states of random games with any rules: those in which something is protected, and some others."""
    random = Random(f"protection/{number}")
    for _ in range(10):
        state = twins.before_round(random.choice([2, 3, 4]), twins.any_rules(random))
        while state.stack:
            if state.decision_kind() in ("turn", "use"):
                kept = any(state.guards) or state.amulet_slot >= 0
                if random.random() < (0.5 if kept else 0.05):
                    yield state
            chance = state.to_act() == CHANCE
            legal = state.legal_actions()
            state.apply_unchecked(state.sample_chance(random) if chance else random.choice(legal))


@pytest.mark.parametrize("number", range(3))
def test_S36_S64_positions_and_rollouts_protect_what_the_game_does(number: int) -> None:
    protected: Counter[str] = Counter()
    for state in states(number):
        me, table = state.turn, from_state(state).table
        position = position_of(state.observation(me))
        others = [player for player in range(state.players) if player != me]
        moved = [(player, slot) for player in others for slot in village.movable_by_rivals(state, player)]
        seen = [(player, slot) for player in others for slot in village.seen_by_rivals(state, player)]
        assert targets.takeable(position) == moved
        assert targets.other_face_down(position) == seen
        assert targets.pushable(position) == [(me, slot) for slot in village.own_slots(state, me)]
        assert targets.own_face_down(position) == [(me, slot) for slot in village.seen_by_owner(state, me)]
        for player in range(state.players):
            places = [cards.card_at(player, slot) for slot in range(len(state.up[player]))]
            compared = {
                cards.moved_by_owner: village.own_slots,
                cards.moved_by_rivals: village.movable_by_rivals,
                cards.seen_by_rivals: village.seen_by_rivals,
                cards.seen_by_owner: village.seen_by_owner,
            }
            for mirror, rule in compared.items():
                assert [s for s, card in enumerate(places) if mirror(table, card)] == [*rule(state, player)]
            assert cards.own_slots(table, player) == len(village.own_slots(state, player))
            protected["amulet"] += village.amulet_slot(state, player) >= 0
            protected["guards"] += len(state.guards[player])
    assert min(protected["amulet"], protected["guards"]) > 5, protected
