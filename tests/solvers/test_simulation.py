from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.tobago import MapOutcomes, forecast, simulate_maps
from toolkit.games.tobago import COLOURS, Clue, Deck, Position, Rules, Setting, TreasureMap
from toolkit.games.tobago.maps import Play
from toolkit.hexmap import parse_drawing

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import CompletedProcess

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-position.toml"
Names = frozenset[str]
Table = tuple[tuple[str, Names, int, int], ...]  # colour, candidates, clues before, further clues


def deck(**copies: int) -> Deck:
    """Return a deck of clues named with underscores."""
    return Deck("test", tuple((Clue.parse(text.replace("_", " ")), n) for text, n in copies.items()))


def located(setting: Setting, colour: str) -> TreasureMap:
    """Return a map with one candidate and no clue: no card can follow."""
    return TreasureMap(setting, colour, removed=setting.island.names[1:])


def position_of(setting: Setting, cards: Deck, **maps: TreasureMap) -> Position:
    """Return a position whose other maps are located."""
    return Position(
        setting=setting, maps={c: maps.get(c) or located(setting, c) for c in COLOURS}, deck=cards
    )


def exact_outcomes(position: Position) -> dict[str, tuple[Counter[str], Counter[int]]]:
    """Return the chances of every end and number of clues of every map, by following every draw.

    A draw takes one of the legal (card, map) pairs, each as likely; a rule of its own says what is legal
    (T-12, T-15).
    """
    holds = {clue: frozenset(clue.cells(position.setting)) for clue in position.deck.kinds}
    may_idle = position.setting.rules.must_reduce == "once_marked"
    found: dict[str, tuple[Counter[str], Counter[int]]] = {c: (Counter(), Counter()) for c in COLOURS}

    def legal(left: Names, laid: int, clue: Clue) -> bool:
        marked = laid > 0 and len(left) <= 17
        return bool(left & holds[clue]) and (bool(left - holds[clue]) or (may_idle and not marked))

    def note(table: Table, chance: Fraction) -> None:
        for colour, left, _, clues in table:
            found[colour][0][min(left) if len(left) == 1 else "stuck"] += chance  # type: ignore[assignment]
            found[colour][1][clues] += chance  # type: ignore[assignment]

    @cache
    def spread(table: Table, cards: tuple[Clue, ...]) -> tuple[tuple[Fraction, Table], ...]:
        """Return all tables at the end of play with their chances."""
        pairs = [
            (i, j)
            for i in range(len(cards))
            for j, (_, left, before, clues) in enumerate(table)
            if legal(left, before + clues, cards[i])
        ]
        if not pairs:
            return ((Fraction(1), table),)
        ends: Counter[Table] = Counter()
        for i, j in pairs:
            colour, left, before, clues = table[j]
            after = (*table[:j], (colour, left & holds[cards[i]], before, clues + 1), *table[j + 1 :])
            for chance, end in spread(after, cards[:i] + cards[i + 1 :]):
                ends[end] += chance / len(pairs)  # type: ignore[assignment]
        return tuple((Fraction(chance), end) for end, chance in ends.items())

    start = tuple((c, frozenset(m.candidates), len(m.plays), 0) for c, m in position.maps.items())
    for chance, end in spread(start, tuple(position.remaining)):
        note(end, chance)
    return found


def assert_plausible(counts: Counter[Any], chances: Counter[Any], games: int) -> None:
    """Check that nothing impossible happened, and no count lies five standard deviations away."""
    assert set(counts) <= set(chances)
    for key, chance in chances.items():
        spread = float(games * chance * (1 - chance)) ** 0.5
        assert abs(counts[key] - games * chance) <= 5 * spread, key


def assert_agrees(position: Position, games: int = 3000) -> None:
    """Compare a simulation with the exact chances."""
    found, chances = simulate_maps(position, games, "twin"), exact_outcomes(position)
    for colour, outcome in found.items():
        ends = Counter(outcome.ends)
        ends["stuck"] = outcome.stuck
        assert_plausible(+ends, chances[colour][0], games)
        assert_plausible(outcome.clues, chances[colour][1], games)


STRIP = Setting(parse_drawing("J J J L L S"), huts=["b1"], palms=["e1"])
STRIP_DECK = deck(in_jungle=1, not_in_lake=1, in_lake=1, next_to_hut=1, next_to_palm=1)


@pytest.mark.parametrize(
    "cards",
    [
        STRIP_DECK,
        deck(in_jungle=2, not_in_hut=1, in_palm=1),
        deck(in_scrubland=1),
        deck(next_to_palm=1, within_2_of_palm=3),
    ],
    ids=len,
)
def test_four_maps_share_one_deck(cards: Deck) -> None:
    assert_agrees(Position(setting=STRIP, deck=cards))


def test_cards_that_one_map_takes_are_missing_on_the_others() -> None:
    found = simulate_maps(Position(setting=STRIP, deck=deck(in_scrubland=1)), 400, 3)
    assert sum(outcome.ends["f1"] for outcome in found.values()) == 400
    assert all(50 < outcome.ends["f1"] < 150 for outcome in found.values())
    found = simulate_maps(Position(setting=STRIP, deck=deck(in_scrubland=4)), 50, 3)
    assert all(outcome.ends == {"f1": 50} and outcome.stuck == 0 for outcome in found.values())


def test_cards_that_lie_on_a_map_are_gone() -> None:
    laid = TreasureMap(STRIP, "white", [Play(Clue.parse("in jungle"))])
    cards = deck(in_jungle=1, in_scrubland=1)
    found = simulate_maps(position_of(STRIP, cards, white=laid, grey=TreasureMap(STRIP, "grey")), 50, 1)
    assert found["white"] == MapOutcomes(50, Counter(), 50, Counter({0: 50}))
    assert found["grey"] == MapOutcomes(50, Counter({"f1": 50}), 0, Counter({1: 50}))


@pytest.mark.parametrize("colour", COLOURS)
def test_a_map_alone_agrees_with_the_forecast(colour: str) -> None:
    treasure_map = TreasureMap(STRIP, colour)
    games = 2000
    outcome = simulate_maps(position_of(STRIP, STRIP_DECK, **{colour: treasure_map}), games, colour)[colour]
    exact = forecast(treasure_map, STRIP_DECK, exact=True)
    inside = []
    for chance, count in [
        *((chance, outcome.ends[name]) for name, chance in exact.ends.items()),
        *((chance, outcome.clues[number]) for number, chance in exact.clues.items()),
        (exact.stuck_chance, outcome.stuck),
    ]:
        low, high = outcome.interval(count)
        inside.append(low <= chance <= high)
        assert abs(count - games * chance) <= 4 * float(games * chance * (1 - chance)) ** 0.5
    assert sum(inside) >= 0.8 * len(inside)
    assert outcome.ends.keys() == exact.ends.keys()
    assert outcome.mean_clues == pytest.approx(float(exact.mean_clues), abs=0.1)
    assert outcome.located_chance == pytest.approx(float(exact.located_chance), abs=0.05)


def test_the_example_agrees_with_the_forecast_of_brown_alone() -> None:
    position = Position.load(EXAMPLE)
    setting, brown = position.setting, position.maps["brown"]
    alone = replace(position, maps={c: brown if c == "brown" else located(setting, c) for c in COLOURS})
    outcome = simulate_maps(alone, 800, "brown")["brown"]
    exact = forecast(brown, position.remaining)
    chances = Counter[Any]({name: Fraction(chance) for name, chance in exact.ends.items()})
    chances["stuck"] = Fraction(exact.stuck_chance)
    assert_plausible(+Counter({**outcome.ends, "stuck": outcome.stuck}), +chances, 800)


def test_T15_an_idle_clue_may_be_laid_while_no_cubes_are_placed() -> None:
    setting = Setting(parse_drawing("J " * 18), rules=Rules(must_reduce="once_marked"))
    found = simulate_maps(Position(setting=setting, deck=deck(in_jungle=3)), 60, 5)
    assert sum(number * outcome.clues[number] for outcome in found.values() for number in range(4)) == 180
    assert all(outcome.stuck == 60 for outcome in found.values())
    always = Position(setting=Setting(setting.island), deck=deck(in_jungle=3))
    assert all(outcome.clues == {0: 60} for outcome in simulate_maps(always, 60, 5).values())


def test_T15_once_marked_a_clue_must_reduce() -> None:
    setting = Setting(parse_drawing("J " * 17), rules=Rules(must_reduce="once_marked"))
    found = simulate_maps(Position(setting=setting, deck=deck(in_jungle=9)), 20, 5)
    assert all(outcome.clues == {1: 20} for outcome in found.values()), "with a clue the 17 cubes lie there"


@pytest.mark.parametrize("length", [3, 17, 18, 20])
def test_T15_agrees_with_the_exact_chances(length: int) -> None:
    setting = Setting(parse_drawing("J " * length + "L"), huts=["b1"], rules=Rules(must_reduce="once_marked"))
    cards = deck(in_jungle=2, not_in_lake=1, next_to_hut=1)
    assert_agrees(Position(setting=setting, deck=cards), games=1500)
    laid = TreasureMap(setting, "black", [Play(Clue.parse("not in river"))])
    assert_agrees(position_of(setting, cards, black=laid), games=500)


def test_nothing_to_lay() -> None:
    found = simulate_maps(position_of(STRIP, STRIP_DECK), 7, 1)
    assert list(found) == list(COLOURS)
    assert all(o == MapOutcomes(7, Counter({"a1": 7}), 0, Counter({0: 7})) for o in found.values())
    found = simulate_maps(Position(setting=STRIP, deck=deck(in_river=2)), 7, 1)
    assert all(o == MapOutcomes(7, Counter(), 7, Counter({0: 7})) for o in found.values())


def test_every_game_ends_once_on_every_map() -> None:
    for outcome in simulate_maps(Position.load(EXAMPLE), 60, "totals").values():
        assert outcome.games == outcome.ends.total() + outcome.stuck == outcome.clues.total() == 60
        assert outcome.located_chance == pytest.approx(outcome.ends.total() / 60)
        assert outcome.mean_clues == pytest.approx(sum(outcome.clues.elements()) / 60)


@pytest.mark.parametrize("seed", [0, 12345, "a text"])
def test_the_same_seed_gives_the_same_answer(seed: int | str) -> None:
    position = Position.load(EXAMPLE)
    first = simulate_maps(position, 25, seed)
    assert simulate_maps(position, 25, seed) == first == simulate_maps(position, 25, Random(seed))
    assert simulate_maps(position, 25, "another") != first


def test_the_same_seed_gives_the_same_answer_in_another_process(
    run_python: Callable[..., CompletedProcess[bytes]],
) -> None:
    code = (
        "from solvers.tobago import simulate_maps; from toolkit.games.tobago import Position; "
        f"print(simulate_maps(Position.load({str(EXAMPLE)!r}), 10, 7))"
    )
    here = repr(simulate_maps(Position.load(EXAMPLE), 10, 7))
    for hash_seed in ("1", "2"):
        found = run_python(code, PYTHONHASHSEED=hash_seed)
        assert found.stderr == b""
        assert found.stdout.decode().strip() == here


def test_without_a_seed_games_differ() -> None:
    position = Position(setting=STRIP, deck=STRIP_DECK)
    assert simulate_maps(position, 300) != simulate_maps(position, 300)


@pytest.mark.parametrize("games", [0, -1])
def test_at_least_one_game(games: int) -> None:
    with pytest.raises(ValueError, match=f"at least one game is needed, not {games}"):
        simulate_maps(Position(setting=STRIP), games)


def test_a_map_without_candidates_is_refused() -> None:
    nowhere = TreasureMap(STRIP, "grey", removed=STRIP.island.names)
    with pytest.raises(ValueError, match="grey has no candidates"):
        simulate_maps(position_of(STRIP, STRIP_DECK, grey=nowhere), 10)


@pytest.mark.parametrize(
    ("games", "count", "low", "high"),
    [
        (10, 0, 0.0, 0.27753),
        (10, 5, 0.23659, 0.76341),
        (10, 10, 0.72247, 1.0),
        (100, 50, 0.40383, 0.59617),
        (1, 1, 0.20655, 1.0),
        (263, 81, 0.25529, 0.36621),  # Newcombe 1998, table I: 0.2553 to 0.3662
    ],
)
def test_intervals_are_those_of_wilson(games: int, count: int, low: float, high: float) -> None:
    assert MapOutcomes(games).interval(count) == pytest.approx((low, high), abs=1e-5)


@given(st.integers(1, 5000), st.data())
def test_intervals_are_sane(games: int, data: Any) -> None:
    count = data.draw(st.integers(0, games))
    low, high = MapOutcomes(games).interval(count)
    assert 0 <= low < high <= 1
    assert low - 1e-12 <= count / games <= high + 1e-12
    assert MapOutcomes(games).interval(games - count) == pytest.approx((1 - high, 1 - low), abs=1e-12)
    wide, narrow = MapOutcomes(games).interval(count), MapOutcomes(4 * games).interval(4 * count)
    assert narrow[1] - narrow[0] < wide[1] - wide[0]
