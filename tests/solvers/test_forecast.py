from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from solvers.tobago import Forecast, forecast, is_stuck
from toolkit.games.tobago import (
    CLUES,
    Clue,
    Deck,
    Position,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    random_setting,
)
from toolkit.games.tobago.maps import Play
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.generate import random_island

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-position.toml"
Names = frozenset[str]


def deck(**copies: int) -> Deck:
    """Return a deck of clues named with underscores."""
    return Deck("test", tuple((Clue.parse(text.replace("_", " ")), n) for text, n in copies.items()))


def random_case(seed: int, most_kinds: int, most_copies: int) -> tuple[TreasureMap, Deck]:
    """Return a map on a tiny island, perhaps with a legal clue and a removed hex, and a tiny deck."""
    random = Random(f"forecast/{seed}")
    island = random_island(random, random.randint(2, 14))
    places = random.sample(island.names, min(len(island), 6))
    setting = Setting(island, places[:2], places[2:4], places[4:])
    removed = random.sample(island.names, random.choice([0, 1]))
    treasure_map = TreasureMap(setting, "white", removed=removed)
    legal = [clue for clue in CLUES if treasure_map.verdict(clue).legal]
    if legal and random.random() < 0.4:
        treasure_map = treasure_map.lay(random.choice(legal))
    kinds = random.sample(legal or CLUES, min(len(legal or CLUES), random.randint(2, most_kinds)))
    return treasure_map, Deck("tiny", tuple((clue, random.randint(1, most_copies)) for clue in kinds))


class Outcomes:
    """What the twins below count: the end of each way to go, with its chance."""

    def __init__(self) -> None:
        self.final: Counter[Names] = Counter()
        self.clues: Counter[int] = Counter()
        self.states: set[Names] = set()

    def add(self, left: Names, clues: int, chance: Fraction) -> None:
        self.final[left] += chance  # type: ignore[assignment]  # a chance, not a count
        self.clues[clues] += chance  # type: ignore[assignment]  # a chance, not a count


def cells_by_clue(treasure_map: TreasureMap, cards: Iterable[Clue]) -> dict[Clue, Names]:
    return {clue: frozenset(clue.cells(treasure_map.setting)) for clue in cards}


def by_draws(treasure_map: TreasureMap, cards: Deck) -> Outcomes:
    """Follow every sequence of draws: each card, not each kind, equally likely among those legal now."""
    found, holds = Outcomes(), cells_by_clue(treasure_map, cards)
    once_marked = treasure_map.setting.rules.must_reduce == "once_marked"

    def follow(left: Names, hand: tuple[Clue, ...], clues: int, chance: Fraction) -> None:
        found.states.add(left)
        idle = once_marked and (len(left) > 17 or not clues + len(treasure_map.plays))
        legal = [i for i, clue in enumerate(hand) if left & holds[clue] and (idle or left - holds[clue])]
        for i in legal:
            follow(left & holds[hand[i]], hand[:i] + hand[i + 1 :], clues + 1, chance / len(legal))
        if not legal:
            found.add(left, clues, chance)

    follow(frozenset(treasure_map.candidates), tuple(cards), 0, Fraction(1))
    return found


def by_orders(treasure_map: TreasureMap, cards: Deck) -> Outcomes:
    """Shuffle the deck in every way and lay each card that is legal when it comes up.

    The same chances: a card that is illegal once stays illegal, so the next legal card of a shuffled deck is
    uniform among the legal ones.
    """
    found, holds = Outcomes(), cells_by_clue(treasure_map, cards)
    orders = list(permutations(cards))
    for order in orders:
        left, clues = frozenset(treasure_map.candidates), 0
        for clue in order:
            if left & holds[clue] and left - holds[clue]:
                left, clues = left & holds[clue], clues + 1
        found.add(left, clues, Fraction(1, len(orders)))
    return found


def assert_equal(exact: Forecast, twin: Outcomes) -> None:
    """Compare every number of an exact forecast."""
    assert dict(exact.ends) == {min(left): chance for left, chance in twin.final.items() if len(left) == 1}
    stuck = {left: chance for left, chance in twin.final.items() if len(left) > 1}
    assert {frozenset(cells): chance for cells, chance in exact.stuck.items()} == stuck
    assert dict(exact.clues) == dict(twin.clues)
    assert list(exact.clues) == sorted(exact.clues)


def test_every_sequence_of_draws() -> None:
    for seed in range(120):
        treasure_map, cards = random_case(seed, most_kinds=6, most_copies=2)
        exact, twin = forecast(treasure_map, cards, exact=True), by_draws(treasure_map, cards)
        assert_equal(exact, twin)
        assert exact.states == len(twin.states)


def test_every_order_of_the_deck() -> None:
    for seed in range(60):
        treasure_map, cards = random_case(1000 + seed, most_kinds=3, most_copies=2)
        assert_equal(forecast(treasure_map, cards, exact=True), by_orders(treasure_map, cards))


def test_the_twins_meet_every_case() -> None:
    cases = [random_case(seed, most_kinds=6, most_copies=2) for seed in range(120)]
    found = [forecast(treasure_map, cards, exact=True) for treasure_map, cards in cases]
    assert sum(0 < one.stuck_chance < 1 for one in found) > 8
    assert any(len(one.ends) > 3 for one in found)
    assert any(max(one.clues) >= 4 for one in found)
    assert any(len(m.removed) and m.plays and len(cards) > len(cards.kinds) for m, cards in cases)


def test_exact_chances_sum_to_one_and_floats_follow_them() -> None:
    for seed in range(120):
        treasure_map, cards = random_case(seed, most_kinds=9, most_copies=3)
        exact, rounded = forecast(treasure_map, cards, exact=True), forecast(treasure_map, cards)
        assert sum(exact.ends.values()) + sum(exact.stuck.values()) == 1
        assert exact.located_chance + exact.stuck_chance == sum(exact.clues.values()) == 1
        assert exact.mean_clues == sum(number * chance for number, chance in exact.clues.items())
        for name in ("ends", "stuck", "clues"):
            fractions, floats = getattr(exact, name), getattr(rounded, name)
            assert all(isinstance(chance, Fraction) for chance in fractions.values())
            assert all(isinstance(chance, float) for chance in floats.values())
            assert list(fractions) == list(floats)
            assert floats == pytest.approx(fractions, abs=1e-12, rel=0)
        assert exact.states == rounded.states


def test_stuck_sets_are_truly_stuck() -> None:
    for seed in range(120):
        treasure_map, cards = random_case(seed, most_kinds=9, most_copies=3)
        for cells in forecast(treasure_map, cards).stuck:
            rest = TreasureMap(treasure_map.setting, "white", treasure_map.plays, ~cells)
            assert set(rest.candidates) == set(cells)
            assert is_stuck(rest, cards)


def check_by_hand(
    found: Forecast,
    ends: Mapping[str, Fraction],
    stuck: Mapping[str, Fraction],
    clues: Mapping[int, Fraction],
) -> None:
    assert found.ends == ends
    assert {str(cells): chance for cells, chance in found.stuck.items()} == stuck
    assert found.clues == clues


HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)


def test_one_card_that_locates() -> None:
    fresh = TreasureMap(Setting(parse_drawing("J J L")), "brown")
    found = forecast(fresh, deck(in_lake=1), exact=True)
    check_by_hand(found, {"c1": Fraction(1)}, {}, {1: Fraction(1)})
    assert (found.located_chance, found.stuck_chance, found.mean_clues, found.states) == (1, 0, 1, 2)


def test_copies_weigh() -> None:
    fresh = TreasureMap(Setting(parse_drawing("J J L")), "brown")
    found = forecast(fresh, deck(in_lake=1, in_jungle=3), exact=True)
    check_by_hand(found, {"c1": QUARTER}, {"a1 b1": 3 * QUARTER}, {1: Fraction(1)})


def test_chains_of_different_length_meet() -> None:
    setting = Setting(parse_drawing("J J L"), huts=["a1"])
    found = forecast(TreasureMap(setting, "brown"), deck(in_jungle=1, in_hut=1, not_in_hut=1), exact=True)
    # first "in jungle" (1/3): then a1 or b1; first "in hut": a1; first "not in hut": then only b1 is jungle
    check_by_hand(
        found,
        {"a1": THIRD + THIRD / 2, "b1": THIRD / 2 + THIRD},
        {},
        {1: THIRD, 2: 2 * THIRD},
    )
    assert found.mean_clues == Fraction(5, 3)
    assert found.states == 5


def test_a_laid_card_of_two_is_not_laid_again() -> None:
    setting = Setting(parse_drawing("J J L L"), huts=["a1"])
    found = forecast(TreasureMap(setting, "brown"), deck(in_jungle=2, not_in_hut=2), exact=True)
    check_by_hand(found, {"b1": Fraction(1)}, {}, {2: Fraction(1)})


def test_a_located_map_and_a_stuck_map_stay_as_they_are() -> None:
    setting = Setting(parse_drawing("J L"))
    located = TreasureMap(setting, "brown", [Play(Clue.parse("in lake"))])
    check_by_hand(
        forecast(located, deck(in_jungle=1, in_lake=1), exact=True), {"b1": Fraction(1)}, {}, {0: Fraction(1)}
    )
    fresh = TreasureMap(setting, "brown")
    check_by_hand(forecast(fresh, deck(in_river=2), exact=True), {}, {"a1 b1": Fraction(1)}, {0: Fraction(1)})


def test_a_removed_hex_is_no_end() -> None:
    setting = Setting(parse_drawing("J J L"), huts=["a1"])
    treasure_map = TreasureMap(setting, "brown", removed=["c1"])
    found = forecast(treasure_map, deck(in_lake=5, in_jungle=5, in_hut=1), exact=True)
    check_by_hand(found, {"a1": Fraction(1)}, {}, {1: Fraction(1)})


def test_T15_a_clue_need_not_remove_anything_before_there_are_cubes() -> None:
    idled = 0
    for seed in range(60):
        random = Random(f"idle/{seed}")
        island = random_island(random, random.choice([3, 17, 18, 19, 22]))
        setting = Setting(island, island.names[:2], rules=Rules(must_reduce="once_marked"))
        loose = [clue for clue in CLUES if len(clue.cells(setting)) > max(0, len(island) - 4)]
        treasure_map = TreasureMap(setting, "grey", map(Play, random.sample(loose, random.randint(0, 1))))
        kinds = random.sample(loose, 3) + random.sample(CLUES, 1)
        cards = Deck("tiny", tuple((clue, random.randint(1, 2)) for clue in dict.fromkeys(kinds)))
        exact, twin = forecast(treasure_map, cards, exact=True), by_draws(treasure_map, cards)
        assert_equal(exact, twin)
        usual = TreasureMap(Setting(island, setting.huts), "grey", treasure_map.plays)
        idled += exact != forecast(usual, cards, exact=True)
    assert idled > 20


def test_a_map_without_candidates_is_refused() -> None:
    treasure_map = TreasureMap(Setting(parse_drawing("J L")), "grey", removed=["a1", "b1"])
    with pytest.raises(ValueError, match="grey has no candidates"):
        forecast(treasure_map, deck(in_lake=1))


def test_the_example_position() -> None:
    position = Position.load(EXAMPLE)
    found = forecast(position.maps["brown"], position.remaining)
    assert found.ends.keys() <= set(position.maps["brown"].candidates)
    assert found.located_chance + found.stuck_chance == pytest.approx(1, abs=1e-12)
    assert sum(found.clues.values()) == pytest.approx(1, abs=1e-12)
    exact = forecast(position.maps["brown"], position.remaining, exact=True)
    assert found.ends == pytest.approx(exact.ends, abs=1e-12)
    assert list(exact.ends) == sorted(exact.ends)


def test_an_empty_map_of_the_box_plays_out_in_fair_shuffles() -> None:
    """A sample of shuffled real decks agrees with the forecast of a whole empty map."""
    setting = random_setting(boxed_island(), "forecast")
    treasure_map = TreasureMap(setting, "brown", [Play(Clue.parse("in largest jungle"))])
    cards = list(Position(setting=setting).deck)
    found = forecast(treasure_map, Position(setting=setting).deck)
    assert found.located_chance + found.stuck_chance == pytest.approx(1, abs=1e-12)
    shuffles, ends, clues = 2000, Counter[str](), Counter[int]()
    shuffled = _shuffler(treasure_map, cards, Random("shuffles"))
    for _ in range(shuffles):
        left, laid = shuffled()
        ends[min(left) if len(left) == 1 else "stuck"] += 1
        clues[laid] += 1
    expected: dict[str, float] = {name: float(chance) for name, chance in found.ends.items()}
    expected["stuck"] = float(found.stuck_chance)
    assert_plausible(ends, expected, shuffles)
    assert_plausible(clues, {number: float(chance) for number, chance in found.clues.items()}, shuffles)


def _shuffler(
    treasure_map: TreasureMap, cards: list[Clue], random: Random
) -> Callable[[], tuple[Names, int]]:
    holds = cells_by_clue(treasure_map, cards)

    def shuffled() -> tuple[Names, int]:
        left, laid = frozenset(treasure_map.candidates), 0
        for clue in random.sample(cards, len(cards)):
            if left & holds[clue] and left - holds[clue]:
                left, laid = left & holds[clue], laid + 1
        return left, laid

    return shuffled


def assert_plausible(counts: Mapping[Any, int], chances: Mapping[Any, float], games: int) -> None:
    """Check that nothing impossible happened, and no count lies five standard deviations away."""
    assert set(counts) <= set(chances)
    for key, chance in chances.items():
        spread = (games * chance * (1 - chance)) ** 0.5
        assert abs(counts.get(key, 0) - games * chance) <= 5 * spread + 1, key
