"""What players must believe in each game, against a Bayes filter over whole states, at every step."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest
from cellar import GAME as CELLAR
from hidden_oracle import deals
from playing import any_action, any_step
from state_oracle import Worlds

from toolkit.core.decision import TERMINAL
from toolkit.core.game import find_game
from toolkit.core.hidden import Zones
from toolkit.core.state import State
from toolkit.games.tobago.play.treasure import begin_raise

if TYPE_CHECKING:
    from state_oracle import Deal


MOST = 80  # worlds that are followed
RAISING = {
    "look",
    "add",
    "reveal",
    "take",
    "new map",
}  # the decisions of Tobago from a raise on


def thinned(state: State, kind: str, deck: list[int]) -> None:
    """Let a game begin with other cards, nearly all alike, so that all worlds can be listed."""
    zones = getattr(state, kind)
    where = next(number for number, zone in enumerate(zones.cards) if zone)
    setattr(state, kind, Zones.start(replace(zones.layout, deck=tuple(sorted(deck))), where))


def followed(
    worlds: Worlds, state: State, random: Random, steps: int, told: Counter[str] | None = None
) -> Counter[str]:
    """Play on at random, compare after each step, and return how often each kind of decision was met.

    `told` counts the decisions that tell of hidden cards by being open.
    """
    kinds, cards = Counter[str](), getattr(state, worlds.kind)
    for _ in range(steps):
        if state.to_act() == TERMINAL or len(worlds.worlds) > MOST:
            break
        what, action = str(state.decision_kind()), any_action(state, random)
        worlds.follow(state, action)
        state.apply_unchecked(action)
        kinds[what] += 1
        if state.to_act() == TERMINAL or getattr(state, worlds.kind).layout is not cards.layout:
            break  # all is shown, or another round begins, with all cards
        by_moves = deals(getattr(state, worlds.kind).view(worlds.seat))
        assert possible(state, worlds.kind, by_moves) == worlds.chances(), (what, action)
        if told is not None and by_moves != worlds.chances():
            if not told[str(state.decision_kind())]:
                assert_sampled(worlds, state)
            told[str(state.decision_kind())] += 1
    return kinds


def possible(state: State, kind: str, found: dict[Deal, Fraction]) -> dict[Deal, Fraction]:
    """Return the deals, with their chances, that let be open what is open."""
    world, left = state.clone(), {}
    for deal, chance in found.items():
        getattr(world, kind).cards = [list(zone) for zone in deal]
        if world.possible():
            left[deal] = chance
    total = sum(left.values())
    return {deal: chance / total for deal, chance in left.items()}


def assert_sampled(worlds: Worlds, state: State) -> None:
    """Check that sampled worlds come as often as the filter says."""
    seen, count, random = state.observation(worlds.seat), 400, Random(1)
    found = Counter(worlds.deal(seen.sample_world(random)) for _ in range(count))
    assert set(found) <= set(worlds.chances())
    for deal, chance in worlds.chances().items():
        assert abs(found[deal] - count * chance) <= 5 * (count * chance * (1 - chance)) ** 0.5


def test_wazabi():
    kinds = Counter[str]()
    for number in range(8):
        random, players = Random(number), 2 + number % 3
        state = find_game("wazabi").new(players)
        thinned(state, "cards", [5] * 8 + random.sample(range(10), 3))
        kinds += followed(Worlds(state, random.randrange(players), "cards"), state, random, 120)
    assert set(find_game("wazabi").decision_kinds) <= set(kinds)


def test_W18_cards_that_must_follow_a_discard():
    """Some cards that keep 2 or 1 cards, so that many are given up, in the order of the list."""
    told = Counter[str]()
    for number in (1, 3, 7):
        random, state = Random(number), find_game("wazabi").new(3)
        thinned(state, "cards", [2] * 3 + [5] * 6 + [12] * 3)
        followed(Worlds(state, random.randrange(3), "cards"), state, random, 200, told)
    assert set(told) == {"discard"}


@pytest.mark.parametrize(
    ("kind", "deck", "seed", "edition", "tells"),
    [
        ("valuables", [2] * 15 + [3] * 15 + [4] * 10, 11, "other-tiles", {"pay", "pay landscape"}),
        ("landscapes", [0] * 16 + [1] * 6 + [2] * 6 + [3] * 4, 3, "other-tiles", {"pay landscape"}),
        ("amulets", [1] * 8 + [2] * 8 + [3] * 8, 2, "other-tiles", {"pay"}),
    ],
)
def test_M18_a_hut_that_was_announced_can_be_paid(kind, deck, seed, edition, tells):
    game, told, random = find_game("mangrovia"), Counter[str](), Random(seed)
    state = game.new(2, game.editions[edition])
    thinned(state, kind, deck)
    followed(Worlds(state, random.randrange(2), kind), state, random, 400, told)
    assert set(told) == tells


def test_silver():
    """Each character, and two other cards; those games of hundreds in which every kind of decision is met."""
    kinds = Counter[str]()
    for number in (0, 2, 3, 4, 9, 13, 38, 63, 92, 110, 131, 183, 222, 468, 564, 599):
        random = Random(number)
        state = find_game("silver").new(2)
        thinned(state, "cards", [number % 14] * 50 + random.sample(range(14), 2))
        kinds += followed(Worlds(state, random.randrange(2), "cards"), state, random, 120)
    assert set(find_game("silver").decision_kinds) - set(kinds) == {"witch card"}  # it was never met


def test_cellar():
    kinds = Counter[str]()
    for number in range(10):
        random = Random(number)
        state = CELLAR.new(2)
        thinned(state, "cards", [3] * 9 + random.sample(range(6), 2))
        kinds += followed(Worlds(state, random.randrange(2), "cards"), state, random, 60)
    assert set(CELLAR.decision_kinds) == set(kinds)


def test_the_treasures_of_tobago():
    """Raises follow each other, with looks of all players and a curse among few cards."""
    kinds = Counter[str]()
    for number in range(12):
        random, game = Random(number), find_game("tobago")
        rules = game.Rules(
            gold=(2, 2, 2, 2, 5, 5, 5, 5),
            curses=number % 3,
            after_curse=("ends", "goes_on", "protected_go_on")[number % 3],
            curse_returns=("no", "yes")[number % 2],
        )
        players = 2 + number % 3
        state = game.new(players, rules=rules)
        while state.decision_kind() != "turn":
            any_step(state, random)
        state.gold_on_top = random.randrange(5) if rules.curses else 0
        worlds = Worlds(state, random.randrange(players), "treasure_cards")
        for _ in range(6):
            if state.decision_kind() != "turn":
                break
            raiser, owners = random.randrange(players), random.choices(range(players), k=2)
            for one in [state, *(world for world, _ in worlds.worlds.values())]:
                one.owners[0] = tuple(owners)
                begin_raise(one, raiser, 0)
            while state.decision_kind() not in ("turn", None):
                kinds += followed(worlds, state, random, 1)
    assert set(kinds) >= RAISING


def test_the_clues_of_tobago():
    """Few clue cards are not alike; the treasures of the others lie as they do."""
    kinds = Counter[str]()
    for number in range(5):
        random, players = Random(number), 2 + number % 3
        state = find_game("tobago").new(players)
        thinned(state, "clue_cards", [number] * 40 + random.sample(range(20), 2))
        kinds += followed(Worlds(state, random.randrange(players), "clue_cards"), state, random, 150)
    assert set(find_game("tobago").decision_kinds) - RAISING <= set(kinds)
