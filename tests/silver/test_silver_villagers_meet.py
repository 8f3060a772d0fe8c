"""Exchanges of Silver that end the round at once, against the engine (S-42, S-44, A-1, A-5)."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from silver_helpers import play, table
from sizes import examples

from solvers.silver.sets.afterwards import exchanged, taken
from solvers.silver.sets.exchanges import exchange
from solvers.silver.turns.meeting import ends_round, may_end
from toolkit.core.decision import CHANCE
from toolkit.games.silver.actions import ANDS, DONE, EXCHANGES
from toolkit.games.silver.cards import COPIES, VILLAGER
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.village import look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.observation import Observation
    from toolkit.games.silver.position import Position
    from toolkit.games.silver.state import SilverState, Source

RULES: list[dict[str, Any]] = [
    {"deck_exchange": up, "pushed_pair_ends": pushed, "doppelganger": wild}
    for (up, pushed), wild in zip(
        product(("down", "up", "inherit"), (False, True)), ["wild", "pairing"] * 3, strict=True
    )
]
VILLAGES = [
    ("8^ 8 5", "0^ 1"),
    ("0^ 8 3^", "2 1^"),
    ("0 0 13", "2 1"),
    ("0 3^ 13^ 13", "0^ 1"),
    ("0^ 0 3^", "5 1"),
]
"""Villages of two players, of whom nobody has looked at a card."""

WORLDS = 20


def lines(source: Source, card: int) -> list[str]:
    """Return how player 0 gets a card into the hand."""
    return {
        "deck": ["draw", f"draw {card}"],
        "discard": ["take"],
        "shown": ["shown 0"],
        "master": ["draw", "draw 10", "discard", f"fetch {card}"],
        "witch": ["draw", "draw 11", "discard", "use", f"draw {card}"],
    }[source]


def begun(villages: Sequence[str], source: Source, card: int, rules: dict[str, Any]) -> SilverState:
    """Return a game in which player 0 has a card in hand, in a round that goes on for long."""
    lying = {"discard": f"9 {card}", "master": f"9 {card} 7"}.get(source, "9")
    shown = str(card) if source == "shown" else ""
    return table(*villages, discard=lying, shown=shown, **rules)


def ways(seen: Observation, slots: Sequence[int], random: Random) -> set[bool]:
    """Return whether an exchange ends the round in some worlds, wherever the new card goes."""
    found = set()
    for _ in range(WORLDS):
        world = seen.sample_world(random)
        world.apply(EXCHANGES[slots[0]])
        for slot in slots[1:]:
            world.apply(ANDS[slot])
        if world.decision_kind() == "set":
            world.apply(DONE)
        choices = world.legal_actions() if world.decision_kind() == "place" else [None]
        for choice in choices:
            after = world.clone()
            if choice is not None:
                after.apply(choice)
            while after.decision_kind() in ("add", "penalty"):
                acts = after.to_act()
                after.apply(after.sample_chance(random) if acts == CHANCE else after.legal_actions()[0])
            found.add(bool(after.results))
    return found


@pytest.mark.parametrize(
    ("rules", "source"),
    [
        (rules, source)
        for number, rules in enumerate(RULES)
        for place, source in enumerate(("deck", "discard", "shown", "master", "witch"))
        if (number + place) % 3 == 0 or examples(1) > 2
    ],
)
def test_S42_A1_A5_the_round_ends_as_in_the_engine(rules: dict[str, Any], source: Source) -> None:
    random, told, unsure = Random(5), Counter[bool | None](), set[bool]()
    for villages, card, known in product(VILLAGES, (0, 6), ((), (1,), (0, 1, 2))):
        if " ".join(villages).count("0") + (not card) > COPIES[VILLAGER]:
            continue
        state = begun(villages, source, card, rules)
        for slot in known:
            look(state, 0, 0, slot)
        seen = play(state, *lines(source, card)).observation(0)
        hand = position_of(seen)
        for slots in subsets(hand):
            ends = ends_round(hand, slots, source, exchange(hand, slots, card).chance)
            told[ends] += 1
            if ends is None:
                unsure |= ways(seen, slots, random)
            else:
                assert ways(seen, slots, random) == {ends}, (villages, slots)
            assert may_end(hand) or ends is False
    assert told[False]
    opens = source in ("discard", "shown", "master")
    assert bool(told[True]) == (opens or rules["deck_exchange"] != "down" or rules["pushed_pair_ends"])
    assert unsure == ({True, False} if told[None] else set())


def subsets(hand: Position) -> list[tuple[int, ...]]:
    """Return all sets of own slots."""
    slots = range(len(hand.mine))
    return list(chain.from_iterable(combinations(slots, size) for size in range(1, len(slots) + 1)))


def test_S44_S63_a_card_is_taken_from_where_it_lies() -> None:
    for source in ("discard", "shown", "master"):
        start = begun(("8^ 8 5", "0^ 1"), source, 0, {})
        *before, last = lines(source, 0)
        hand = position_of(play(start, *before).observation(0))
        after_it = position_of(play(start, last).observation(0))
        assert taken(hand, 0, source) == after_it
    assert exchanged(after_it, (0,), 0, up=True).discard[-1] == 8
