"""Model B1: places tilted towards low or high cards, against weighted worlds."""

from __future__ import annotations

from math import exp
from random import Random

import pytest
import silver_twins as twins
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples

from solvers.silver import Law, Tilt, Tilted, lowest, village_sum

SEEDS = st.integers(0, 10**6)
TILTS = [
    Tilt(),
    Tilt(own=-0.2, opponents=-0.4),
    Tilt(own=0.1, opponents=-0.3, deck=0.05, discards=0.2),
    Tilt(deck=-0.1, discards=-0.1),
]


def tilted_worlds(start: twins.Position, tilt: Tilt) -> list[tuple[float, twins.World]]:
    """Return every world with its chance: the weight of a card depends on its group."""
    certain = {place for place, slot in start.places if slot.known is not None}
    certain |= {(-1, depth) for depth in range(len(start.top))}
    thetas = {-1: tilt.deck, -2: 0.0, -3: tilt.discards, start.me: tilt.own}
    weighed = []
    for chance, world in twins.worlds(start):
        hidden = {place: number for place, number in world.items() if place not in certain}
        weight = exp(sum(thetas.get(player, tilt.opponents) * n for (player, _), n in hidden.items()))
        weighed.append((float(chance) * weight, world))
    whole = sum(weight for weight, _ in weighed)
    return [(weight / whole, world) for weight, world in weighed]


@given(SEEDS, st.sampled_from(TILTS))
@settings(max_examples=examples(7))
def test_tilted_odds_are_those_of_weighted_worlds(seed: int, tilt: Tilt) -> None:
    start = twins.small(seed)
    found, law = tilted_worlds(start, tilt), Tilted(start, tilt)
    for place, _ in start.places:
        for number, chance in law.number(place).items():
            assert chance == pytest.approx(sum(c for c, w in found if w[place] == number))
        assert law.mean(place) == pytest.approx(sum(c * w[place] for c, w in found))
    for player in range(start.players):
        sums = law.village_sum(player)
        assert list(sums) == sorted({twins.village_sum(start, world, player) for _, world in found})
        assert min(sums.values()) >= 0
        for total, chance in sums.items():
            same = sum(c for c, w in found if twins.village_sum(start, w, player) == total)
            assert chance == pytest.approx(same, abs=1e-12)
    assert law.lowest() == pytest.approx(sum(c for c, w in found if twins.is_lowest(start, w)), abs=1e-12)
    own, target = (0, 0), (1, 0)
    gain, improves = law.robbery(own, target)
    assert gain == pytest.approx(sum(c * (w[own] - w[target]) for c, w in found), abs=1e-12)
    assert improves == pytest.approx(sum(c for c, w in found if w[target] < w[own]), abs=1e-12)


def test_without_tilt_it_is_the_exact_model() -> None:
    start = twins.position("8 ? 5 12~0.9", "? 4~0.5 3! ?", "? ? ? ?", discard=[3, 9, 12])
    law = Tilted(start, Tilt())
    assert law.lowest() == pytest.approx(float(lowest(start)), rel=1e-12)
    assert law.lowest(strict=True) == pytest.approx(float(lowest(start, strict=True)), rel=1e-12)
    assert law.mean((0, 1)) == pytest.approx(float(Law.of(start).mean((0, 1))))
    sums = village_sum(start, 0)
    assert law.village_sum(0) == pytest.approx({total: float(chance) for total, chance in sums.items()})
    assert law.gain(1, 4) == pytest.approx(float(Law.of(start).mean((0, 1)) - 4))


def test_S31_only_sums_that_can_be_reached_are_told() -> None:
    discard = [number for number in range(1, 13) for _ in range(4) if number not in (2, 12)] + [13, 13]
    start = twins.position("? 0", "? 0", "?", "? ? ?", deck=1, discard=discard)
    chances = Tilted(start, Tilt(own=-1.5, opponents=0.7)).village_sum(3)
    assert list(chances) == [6, 16, 26, 36]
    assert sum(chances.values()) == pytest.approx(1)


def test_only_differences_of_thetas_matter() -> None:
    start = twins.position("? 4", "? ? ?", "? ?", "?", deck=31, discard=[9])
    assert (start.removed, start.forgotten) == (0, 12)
    one = Tilted(start, Tilt(own=-0.1, opponents=-0.3, deck=0.2, discards=0.2))
    other = Tilted(start, Tilt(own=-0.3, opponents=-0.5))
    assert one.lowest() == pytest.approx(other.lowest())
    assert one.mean((1, 0)) == pytest.approx(other.mean((1, 0)))


def test_opponents_who_keep_low_cards_are_lower() -> None:
    start = twins.position("2 3 ? ?", "? ? ? ?", "? ? ?")
    chances = [Tilted(start, Tilt(opponents=theta)).lowest() for theta in (-0.5, -0.2, 0, 0.2)]
    assert chances == sorted(chances)
    means = [Tilted(start, Tilt(opponents=theta)).mean((1, 2)) for theta in (-0.5, -0.2, 0, 0.2)]
    assert means == sorted(means)


def test_a_simulation_with_weights_agrees() -> None:
    start = twins.position("2 ? ?", "? 3~0.5 ?", discard=[9, 12])
    tilt, random = Tilt(own=-0.1, opponents=-0.2), Random(5)
    cards = [n for n, count in enumerate(start.unseen) for _ in range(count)]
    weights, won = [], []
    for _ in range(40_000):
        dealt = random.sample(cards, 5)
        report = (dealt[3] == 3) * 0.5 + 0.5 / 14
        weights.append(exp(-0.1 * sum(dealt[:2]) - 0.2 * sum(dealt[2:])) * report)
        won.append(2 + sum(dealt[:2]) <= sum(dealt[2:]))
    whole = sum(weights)
    mean = sum(w for w, is_won in zip(weights, won, strict=True) if is_won) / whole
    error = sum((w * (is_won - mean)) ** 2 for w, is_won in zip(weights, won, strict=True)) ** 0.5 / whole
    assert abs(mean - Tilted(start, tilt).lowest()) < 4.5 * error
