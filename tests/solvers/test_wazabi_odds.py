"""The exact odds of Wazabi against brute force, icepool and the game itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from math import comb
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

import icepool
import pytest
import wazabi_twins as twins
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples

from solvers.wazabi import Race, Turn, at_least, faces, given_away, roll, simulate_wins
from solvers.wazabi.supply import Supply
from toolkit.core.chance import dice as core_dice
from toolkit.core.errors import ToolkitError
from toolkit.games.wazabi.actions import NO_CARD, Give, Play
from toolkit.games.wazabi.cards import NAMES, SIDES, find_deck
from toolkit.games.wazabi.game import GAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.games.wazabi.position import Position
    from toolkit.games.wazabi.state import WazabiState

# ---------------------------------------------------------------- the roll


@pytest.mark.parametrize("count", range(1, 6))
def test_W6_a_roll_is_what_single_dice_show(count: int) -> None:
    assert dict(roll(count)) == twins.rolls(count)


@pytest.mark.parametrize("count", [1, 4, 24])
def test_W6_a_roll_is_the_one_of_the_game(count: int) -> None:
    assert dict(roll(count)) == dict(core_dice(SIDES, count))
    assert sum(faces(count).values()) == 1


def test_W6_the_faces_of_four_dice() -> None:
    assert faces(4)[2, 1, 1] == Fraction(1, 6)
    assert len(faces(4)) == 15


@pytest.mark.parametrize("count", [1, 4, 24])
def test_W10_wazabi_follow_the_binomial_law(count: int) -> None:
    for cost in range(count + 2):
        assert at_least(count, cost) == Fraction(
            sum(comb(count, k) for k in range(cost, count + 1)), 2**count
        )


def test_W10_two_wazabi_among_four_dice() -> None:
    assert at_least(4, 2) == Fraction(11, 16)


def test_W8_a_sixth_of_the_dice_is_given_away() -> None:
    for count in (1, 4, 24):
        chances = given_away(count)
        assert sum(chances.values()) == 1
        assert sum(number * chance for number, chance in chances.items()) == Fraction(count, 6)


# ---------------------------------------------------------------- what can be drawn

HANDS = st.lists(st.sampled_from(find_deck("rulebook").names), max_size=4)


@st.composite
def positions(draw: st.DrawFn, most_dice: int = 3) -> Position:
    """Return positions of few dice, in which the pile may be short."""
    deck = find_deck(draw(st.sampled_from(["rulebook", "first"])))
    order = draw(st.permutations(sorted(deck.faces)))
    cards = [NAMES[face] for face in order]
    players = draw(st.integers(2, 4))
    hands = [draw(st.integers(0, 3)) for _ in range(players)]
    draw_pile = draw(st.sampled_from([0, 1, 2, 5, 36 - sum(hands)]))
    discarded = 36 - sum(hands) - draw_pile
    return twins.position(
        [draw(st.integers(1, most_dice)) for _ in range(players)],
        cards[: hands[0]],
        hands=hands,
        discard=cards[hands[0] : hands[0] + discarded],
        draw=draw_pile,
        rules={"deck": deck.title},
    )


@given(positions(), st.integers(0, 8))
@settings(max_examples=examples(20))
def test_W13_W14_W7a_draws_are_those_card_by_card(start: Position, count: int) -> None:
    names = ("lose 1 die", "play again")
    drawn: Counter[tuple[int, ...]] = Counter()
    for (hand, _), chance in twins.draws((), twins.left_to_draw(start), min(count, 4)).items():
        drawn[tuple(map(hand.count, names))] += chance
    found = Supply.of(start, [{name} for name in names]).draws(min(count, 4))
    total = sum(ways for _, ways, _ in found)
    shares: Counter[tuple[int, ...]] = Counter()
    for cards, ways, _ in found:
        shares[cards[:2]] += Fraction(ways, total)
    assert +shares == +drawn


def test_W7a_draws_from_the_pile_are_those_of_icepool() -> None:
    start = twins.position([4, 4], ["lose 1 die", "draw 3"])
    deck = icepool.Deck({name: count for name, count in start.unseen.items() if count})
    dealt = deck.deal(5).keep_outcomes(["lose 2 dice"]).size()
    found = Supply.of(start, [{"lose 2 dice"}]).draws(5)
    total = sum(ways for _, ways, _ in found)
    assert {cards[0]: Fraction(ways, total) for cards, ways, _ in found} == {
        count: dealt.probability(count) for count in range(6)
    }


def test_W13_the_discard_pile_follows_the_pile() -> None:
    start = twins.almost_all_seen([3, 3], [], ["draw 3"], [0, 0])
    (first,) = Supply.of(start, [{"draw 3"}]).draws(1)
    assert first[0] == (1, 0)
    second = Supply.of(start, [{"draw 3"}]).draws(2)
    assert {cards[0]: ways for cards, ways, _ in second} == {1: 33, 2: 2}


def test_W14_rivals_give_what_is_left_and_the_partner_nothing() -> None:
    deck = find_deck("rulebook")
    mine = [card.name for card in deck.cards for _ in range(card.copies) if card.name != "swap dice"]
    plain = twins.position([1, 1, 1, 1], mine, hands=[33, 1, 2, 0], draw=0)
    teams = twins.position([1, 1, 1, 1], mine, hands=[33, 1, 2, 0], draw=0, rules={"teams": True})
    assert Supply.of(plain, [{"swap dice"}]).draws(5)[0][0] == (3, 0)
    assert Supply.of(teams, [{"swap dice"}]).draws(5)[0][0] == (1, 0)


# ---------------------------------------------------------------- finishing


def test_W28_only_DIE_faces_or_lose_1_die_finish() -> None:
    for count in range(1, 8):
        without = Race(twins.position([count, 1], ["lose 2 dice"]), again=False).chance(1)
        held = Race(twins.position([count, 1], ["lose 1 die"]), again=False).chance(1)
        assert without == Fraction(1, 6**count)
        assert held - without == {1: Fraction(1, 2), 2: Fraction(1, 6)}.get(count, 0)


def test_W16_two_DIE_faces_bar_lose_1_die() -> None:
    assert Race(twins.position([3, 1], ["lose 1 die"] * 2), again=False).chance(1) == Fraction(1, 216)


def test_W27_four_DIE_faces_win_on_the_spot() -> None:
    assert Race(twins.position([4, 4], []), again=False).chance(1) == Fraction(1, 1296)


@given(positions(most_dice=2), st.booleans())
@settings(max_examples=examples(15))
def test_W17_W17a_W7_finishing_is_that_of_the_whole_tree(start: Position, again: bool) -> None:
    assert Race(start, again=again).chance(1) == twins.race(start, 1, again=again)


def test_W17_the_extra_turn_helps_only_when_it_counts() -> None:
    start = twins.position([2, 3], ["lose 1 die", "play again"])
    plain, extra = (Race(start, again=again).chance(1) for again in (False, True))
    assert plain == Fraction(7, 36)
    assert extra == twins.race(start, 1, again=True) > plain


@pytest.mark.parametrize(
    ("dice", "hand"),
    [
        (2, ["lose 1 die", "lose 1 die"]),
        (2, ["draw 3"]),
        (3, ["lose 2 dice", "draw 3"]),
    ],
)
def test_W19_W24_W9_two_turns_alone_are_those_of_the_whole_tree(dice: int, hand: list[str]) -> None:
    start = twins.almost_all_seen(
        [dice, 2], hand, ["lose 1 die", "draw 3", "pass dice", "swap dice"], [len(hand), 2]
    )
    assert Race(start, again=False).chance(2) == twins.race(start, 2, again=False)


def test_W26_the_first_edition_gives_a_die() -> None:
    hidden, first = ["lose 1 die", "keep 1 card"], {"deck": "first"}
    start = twins.almost_all_seen([3, 2], ["give 1 die", "lose 1 die"], hidden, [2, 1], rules=first)
    assert Race(start, again=False).chance(2) == twins.race(start, 2, again=False)
    bare = twins.almost_all_seen([3, 2], ["lose 1 die"], hidden, [1, 1], rules=first)
    assert Race(start, again=False).chance(2) > Race(bare, again=False).chance(2)


def test_more_turns_and_more_cards_never_hurt() -> None:
    start = twins.position([4, 3, 5], ["lose 1 die"])
    chances = [Race(start, again=False).chance(turns) for turns in (1, 2, 3)]
    assert chances == sorted(chances)
    more = twins.position([4, 3, 5], ["lose 1 die", "lose 2 dice"])
    assert Race(more, again=False).chance(2) > chances[1]


# ---------------------------------------------------------------- the cards of a turn


@given(positions())
@settings(max_examples=examples(12))
def test_W10_W16_W9_playable_cards_are_those_of_every_roll_and_draw(start: Position) -> None:
    for name, chance in Turn(start).playable().items():
        if name == "keep 1 card" and all(start.hands[seat] < 2 for seat in start.others):
            assert chance == 0
            continue

        def plays(shown: tuple[int, int, int], hand: tuple[str, ...], name: str = name) -> int:
            alive = shown[0] + shown[1] > 0
            return int(alive and name in hand and twins.may_play(start, name, shown))

        assert chance == twins.over_turns(start, plays)


def test_W27a_a_roll_of_DIE_faces_lets_no_card_be_played() -> None:
    start = twins.position([2, 3], ["play again"])
    assert Turn(start).playable()["play again"] == Fraction(35, 36)


@pytest.mark.parametrize(("hands", "chance"), [([1, 1, 1], 0), ([1, 2, 0], Fraction(3, 4))])
def test_W26_keep_1_card_needs_somebody_with_two(hands: list[int], chance: Fraction) -> None:
    start = twins.position([2, 3, 4], ["keep 1 card"], hands=hands, rules={"deck": "first"})
    assert Turn(start).playable()["keep 1 card"] == chance


def _dice_after(start: Position, name: str, shown: tuple[int, int, int]) -> int:
    """Return the dice after a card, the best over all receivers of the DIE dice and all choices."""
    left = shown[0] + shown[1]
    if name in ("swap dice", "pass dice"):
        partners = start.others if name == "swap dice" else start.neighbours
        return min(dice[seat] for dice in _gifts(start, shown[2]) for seat in partners)
    return left - {"lose 1 die": 1, "lose 2 dice": 2, "give 1 die": 1}.get(name, 0)


def _least(start: Position, shown: tuple[int, int, int], names: tuple[str, ...]) -> int:
    """Return the dice after the best of some cards."""
    left = shown[0] + shown[1]
    plays = {name for name in names if left and twins.may_play(start, name, shown)}
    return min([left, *[_dice_after(start, name, shown) for name in plays]])


def _gifts(start: Position, count: int) -> list[tuple[int, ...]]:
    """Return the dice of all players after every way to give so many dice away."""
    found = {start.dice}
    for _ in range(count):
        found = {
            tuple(dice + (seat == other) for seat, dice in enumerate(spread))
            for spread in found
            for other in start.receivers
        }
    return sorted(found)


@given(positions())
@settings(max_examples=examples(12))
def test_W21_W25_W8_the_worth_of_cards_is_that_of_every_roll_and_draw(start: Position) -> None:
    worth = Turn(start).worth()
    least = partial(_least, start)
    assert worth.no_card == Fraction(start.my_dice * 5, 6)
    assert worth.best == twins.over_turns(start, least)
    for name, dice in worth.cards.items():
        if name != "play again":
            assert dice == twins.over_turns(start, lambda shown, _, name=name: least(shown, (name,)))


def test_W17_the_worth_of_playing_again_is_that_of_both_turns() -> None:
    start = twins.position([2, 3, 1], ["play again"])
    least = partial(_least, start)
    expected = Fraction(0)
    for first, ways in twins.rolls(2).items():
        for second, others in twins.rolls(first[0] + first[1]).items() if first[0] + first[1] else ():
            hands = twins.draws(start.hand, twins.left_to_draw(start), first[1] + second[1])
            share = Fraction(ways, 36) * Fraction(others, 6 ** (first[0] + first[1]))
            expected += share * sum(chance * least(second, hand) for (hand, _), chance in hands.items())
    assert Turn(start).worth().cards["play again"] == expected


def test_W8_gifts_to_a_single_rival_come_back_with_the_swap() -> None:
    two, three = (twins.position([6, *others], ["swap dice"]) for others in ([1], [1, 9]))
    assert Turn(two).worth().cards["swap dice"] > Turn(three).worth().cards["swap dice"]


# ---------------------------------------------------------------- the game itself


def _play_turn(
    state: WazabiState, wanted: Callable[[WazabiState], Play | None], random: Random
) -> list[Play]:
    """Play the turn of a player, who plays a wanted card where it is legal; return what could be played."""
    seen: list[Play] = []
    turns = state.turns
    while state.turns == turns and state.stack:
        if state.to_act() < 0:
            state.apply_unchecked(state.sample_chance(random))
            continue
        legal = state.legal_actions()
        if NO_CARD in legal:
            seen = [action for action in legal if isinstance(action, Play)]
            choice = wanted(state)
            state.apply(choice if choice in legal else NO_CARD)
        else:
            gives = [action for action in legal if isinstance(action, Give)]
            state.apply(gives[-1] if gives else legal[0])
    return seen


def _within_4_errors(values: list[float], exact: Fraction) -> bool:
    mean = fmean(values)
    error = (fmean([(value - mean) ** 2 for value in values]) / len(values)) ** 0.5
    return abs(mean - float(exact)) <= 4 * error


def test_W6_W10_W16_W27_the_game_plays_cards_and_finishes_as_often() -> None:
    start = twins.position([2, 3, 4], ["lose 1 die", "pass dice"], hands=[2, 3, 3])
    lose = Play(NAMES.index("lose 1 die"))
    could, ended, left = [], [], []
    random = Random(17)
    for _ in range(3_000):
        state = GAME.complete(start, random)
        could.append(float(lose in _play_turn(state, lambda _: lose, random)))
        ended.append(float(not state.dice[0]))
        left.append(float(state.dice[0]))
    assert _within_4_errors(could, Turn(start).playable()["lose 1 die"])
    assert _within_4_errors(ended, Race(start, again=False).chance(1))
    assert _within_4_errors(left, Turn(start).worth().cards["lose 1 die"])


def test_W17_the_game_finishes_as_often_with_the_extra_turn() -> None:
    start = twins.position([2, 3], ["lose 1 die", "play again"])
    lose, again = (Play(NAMES.index(name)) for name in ("lose 1 die", "play again"))

    def wanted(state: WazabiState) -> Play | None:
        if state.dice[0] == 1 and lose in state.legal_actions():
            return lose
        return again if again in state.legal_actions() else None

    random, ended = Random(5), []
    for _ in range(3_000):
        state = GAME.complete(start, random)
        while state.stack and state.turn == 0:
            _play_turn(state, wanted, random)
        ended.append(float(not state.dice[0]))
    assert _within_4_errors(ended, Race(start, again=True).chance(1))


# ---------------------------------------------------------------- winning


def test_winning_is_the_same_for_the_same_seed() -> None:
    start = twins.position([1, 4, 4], ["lose 1 die"])
    one, same = (simulate_wins(start, ["random"], games=60, seed=3) for _ in range(2))
    assert one == same
    assert one.interval.low is not None
    assert one.interval.low > 1 / 3  # one die, and the card that loses it
    value = one.won / one.games
    assert one.standard_error == pytest.approx((value * (1 - value) / 60) ** 0.5)


def test_winning_needs_games_and_a_player_for_each_seat() -> None:
    start = twins.position([4, 4, 4], [])
    with pytest.raises(ToolkitError, match="2 players for 3 seats"):
        simulate_wins(start, ["random", "random"], games=1, seed=1)
    with pytest.raises(ToolkitError, match="at least one game"):
        simulate_wins(start, ["random"], games=0, seed=1)
    with pytest.raises(ToolkitError, match="did you mean 'greedy'"):
        simulate_wins(start, ["gredy"], games=1, seed=1)


def test_W27_nobody_wins_after_the_first() -> None:
    start = twins.position([1, 0, 4], [], rules={"play_on": True})
    assert simulate_wins(start, ["random"], games=5, seed=1).won == 0


def test_W30_a_team_wins_together() -> None:
    start = twins.position([4, 4, 1, 4], [], hands=[0, 0, 3, 0], rules={"teams": True})
    alone = twins.position([4, 4, 1, 4], [], hands=[0, 0, 3, 0])
    wins = [simulate_wins(one, ["random"], games=60, seed=1).won for one in (start, alone)]
    assert wins[0] > wins[1]
