"""The exact odds of Wazabi against brute force and the game itself; position files."""

import json
from collections import Counter
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
import wazabi_twins as twins
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples, nightly

from solvers.wazabi import Race, Turn, roll, simulate_wins
from solvers.wazabi.supply import Supply
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.core.record import Record
from toolkit.games.wazabi.actions import NO_CARD, Give, Play
from toolkit.games.wazabi.cards import CARDS, NAMES, find_deck
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.position import Position
from toolkit.games.wazabi.rules import Rules


@pytest.mark.parametrize("count", range(1, 6))
def test_W6_a_roll_is_what_single_dice_show(count):
    assert dict(roll(count)) == twins.rolls(count)


# ---- what can be drawn ----
@st.composite
def positions(draw, most_dice=3):
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
def test_W13_W14_W7a_draws_are_those_card_by_card(start, count):
    names = ("lose 1 die", "play again")
    drawn = Counter()
    for (hand, _), chance in twins.draws((), twins.left_to_draw(start), min(count, 4)).items():
        drawn[tuple(map(hand.count, names))] += chance
    found = Supply.of(start, [{name} for name in names]).draws(min(count, 4))
    total = sum(ways for _, ways, _ in found)
    shares = Counter()
    for cards, ways, _ in found:
        shares[cards[:2]] += Fraction(ways, total)
    assert +shares == +drawn


def test_W14_rivals_give_what_is_left_and_the_partner_nothing():
    deck = find_deck("rulebook")
    mine = [card.name for card in deck.cards for _ in range(card.copies) if card.name != "swap dice"]
    plain = twins.position([1, 1, 1, 1], mine, hands=[33, 1, 2, 0], draw=0)
    teams = twins.position([1, 1, 1, 1], mine, hands=[33, 1, 2, 0], draw=0, rules={"teams": True})
    assert Supply.of(plain, [{"swap dice"}]).draws(5)[0][0] == (3, 0)
    assert Supply.of(teams, [{"swap dice"}]).draws(5)[0][0] == (1, 0)


# ---- finishing ----
def test_W28_only_DIE_faces_or_lose_1_die_finish():
    for count in range(1, 8):
        without = Race(twins.position([count, 1], ["lose 2 dice"]), again=False).chance(1)
        held = Race(twins.position([count, 1], ["lose 1 die"]), again=False).chance(1)
        assert without == Fraction(1, 6**count)
        assert held - without == {1: Fraction(1, 2), 2: Fraction(1, 6)}.get(count, 0)


@given(positions(most_dice=2), st.booleans())
@settings(max_examples=examples(15))
def test_W17_W17a_W7_finishing_is_that_of_the_whole_tree(start, again):
    assert Race(start, again=again).chance(1) == twins.race(start, 1, again=again)


@pytest.mark.parametrize(
    ("dice", "hand"),
    [
        (2, ["lose 1 die", "lose 1 die"]),
        (2, ["draw 3"]),
        pytest.param(3, ["lose 2 dice", "draw 3"], marks=nightly),
    ],
)
def test_W19_W24_W9_two_turns_alone_are_those_of_the_whole_tree(dice, hand):
    start = twins.almost_all_seen(
        [dice, 2], hand, ["lose 1 die", "draw 3", "pass dice", "swap dice"], [len(hand), 2]
    )
    assert Race(start, again=False).chance(2) == twins.race(start, 2, again=False)


# ---- the cards of a turn ----
def _dice_after(start, name, shown):
    """Return the dice after a card, the best over all receivers of the DIE dice and all choices."""
    left = shown[0] + shown[1]
    if name in ("swap dice", "pass dice"):
        partners = start.others if name == "swap dice" else start.neighbours
        return min(dice[seat] for dice in _gifts(start, shown[2]) for seat in partners)
    return left - {"lose 1 die": 1, "lose 2 dice": 2, "give 1 die": 1}.get(name, 0)


def _least(start, shown, names):
    """Return the dice after the best of some cards."""
    left = shown[0] + shown[1]
    plays = {name for name in names if left and twins.may_play(start, name, shown)}
    return min([left, *[_dice_after(start, name, shown) for name in plays]])


def _gifts(start, count):
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
def test_W21_W25_W8_the_worth_of_cards_is_that_of_every_roll_and_draw(start):
    worth = Turn(start).worth()
    least = partial(_least, start)
    assert worth.no_card == Fraction(start.my_dice * 5, 6)
    assert worth.best == twins.over_turns(start, least)
    for name, dice in worth.cards.items():
        if name != "play again":
            assert dice == twins.over_turns(start, lambda shown, _, name=name: least(shown, (name,)))


@pytest.mark.parametrize(("dice", "expected"), [((4, 1), Fraction(41, 16)), ((4, 1, 1), Fraction(119, 48))])
def test_W25_W8_with_one_other_player_the_given_die_comes_back_when_dice_are_swapped(dice, expected):
    """After three wazabi and a DIE: that die comes back, and two are left; given to a third one is."""
    start = twins.position(list(dice), ["swap dice"], hands=[1, *[3] * (len(dice) - 1)])
    expected_by_trying = twins.over_turns(start, lambda shown, _: _least(start, shown, ["swap dice"]))
    assert Turn(start).worth().cards["swap dice"] == expected_by_trying == expected


# ---- the game itself ----
def _play_turn(state, wanted, random):
    """Play the turn of a player, who plays a wanted card where it is legal; return what could be played."""
    seen = []
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


def _within_4_errors(values, exact):
    mean = fmean(values)
    error = (fmean([(value - mean) ** 2 for value in values]) / len(values)) ** 0.5
    return abs(mean - float(exact)) <= 4 * error


def test_W6_W10_W16_W27_the_game_plays_cards_and_finishes_as_often():
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


# ---- winning ----
def test_winning_needs_games_and_a_player_for_each_seat():
    start = twins.position([4, 4, 4], [])
    with pytest.raises(ToolkitError, match="players: 2 are named; one for each of the 3 seats is named"):
        simulate_wins(start, ["random", "random"], games=1, seed=1)
    with pytest.raises(ToolkitError, match="at least one game"):
        simulate_wins(start, ["random"], games=0, seed=1)
    with pytest.raises(ToolkitError, match="did you mean 'greedy'"):
        simulate_wins(start, ["gredy"], games=1, seed=1)


# ---- Wazabi position files ----

EXAMPLE = Path(__file__).parents[2] / "examples" / "wazabi-position.toml"
PLAIN = {"format": "wazabi-position/1", "me": 0, "dice": [4, 3, 5], "hand": ["lose 1 die", "draw 3"]}


def position(**keys):
    return Position.parse(json.dumps(PLAIN | keys), "here.json")


def test_W2_W4_W20_the_example_says_what_is_left_out():
    assert Position.load(EXAMPLE) == position()
    found = position()
    assert (found.hands, found.draw, found.discard) == ((2, 3, 3), 28, ())
    assert (found.direction, found.misses, found.rules) == ("clockwise", (0, 0, 0), Rules(dice=4))


def test_W7a_unseen_cards_are_those_of_pile_and_hands():
    found = position(discard=["draw 3", "swap dice"], misses=[0, 1, 0], direction="anticlockwise")
    assert sum(found.unseen.values()) == found.draw + 6
    assert (found.unseen["draw 3"], found.unseen["swap dice"], found.unseen["miss a turn"]) == (1, 2, 1)
    assert found.direction == "anticlockwise"


def test_W26_A11_A3_rules_of_a_file_are_those_of_the_game():
    first = position(rules={"deck": "first", "miss_cost": 1})
    assert first.unseen["give 1 die"] == 3
    assert first.rules.cards["miss a turn"].cost == 1
    assert position(rules={"swap_hands": 4}).unseen["pass cards"] == 3


def test_W8_W29_W30a_who_may_be_given_dice_and_who_is_a_rival():
    plain = position(dice=[1, 1, 1, 1])
    assert (plain.others, plain.neighbours, plain.receivers, plain.rivals) == (
        (1, 2, 3),
        (1, 3),
        (1, 2, 3),
        (1, 2, 3),
    )
    close = position(dice=[1, 1, 1, 1], rules={"neighbours_only": True})
    assert (close.receivers, close.targets) == ((1, 3), (1, 2, 3))
    teams = position(dice=[1, 1, 1, 1], rules={"teams": True})
    assert (teams.partner, teams.receivers, teams.rivals) == (2, (1, 2, 3), (1, 3))
    rivals = position(dice=[1, 1, 1, 1], rules={"teams": True, "choose_partner": False})
    assert (rivals.receivers, rivals.targets) == ((1, 3), (1, 3))


def test_W27a_who_has_finished_is_no_neighbour():
    found = position(dice=[2, 0, 3, 1], rules={"play_on": True})
    assert (found.others, found.neighbours, found.hands) == ((2, 3), (2, 3), (2, 0, 3, 3))


def test_W2_W31_W30_what_cannot_be_is_named():
    for keys, said in [
        ({"hand": ["lose 1 dice"]}, r"hand\[0\]: no card 'lose 1 dice' in .*; did you mean 'lose 1 die'"),
        ({"hand": ["give 1 die"]}, r"hand\[0\]: no card 'give 1 die' in the deck 'rulebook'"),
        ({"hand": ["swap dice"] * 4}, "hand: 4 in hand of 'swap dice'; the deck holds 3"),
        ({"discard": ["draw 3"] * 3}, "discard: 1 in hand and 3 in discard of 'draw 3'; the deck holds 3"),
        ({"misses": [1, 2, 0]}, "misses: 3 in misses of 'miss a turn'; the deck holds 2"),
        ({"dice": [9, 9, 9]}, r"dice: 27 dice in all; 3 players have at most 24 \(W-31\)"),
        ({"dice": [5, 5, 5, 5, 4]}, r"dice: 24 dice in all; 5 players have at most 20 \(W-31\)"),
        ({"rules": {"dice": 3}}, r"dice: 12 dice in all; 3 players began with 9 \(W-31\)"),
        ({"rules": {"dice": 3}, "dice": [4, 3, 3]}, r"dice: 10 dice in all; 3 players began with 9 \(W-31\)"),
        ({"hand": ["draw 3"], "hands": [2, 3, 3]}, r"hand: 1 cards, but hands\[0\] says 2"),
        ({"hand": ["draw 3"] * 2, "hands": [1, 3, 3]}, r"hand: 2 cards, but hands\[0\] says 1"),
        ({"rules": {"dice": 9}}, "rules: rule dice: 3 players with 9 dice need 27"),
        ({"dice": [4]}, "dice: Wazabi is for 2 to 6 players, not 1"),
        ({"dice": [0, 3, 5]}, r"dice\[0\]: without dice you have finished"),
        ({"dice": [4, 0, 5]}, r"dice\[1\]: a player without dice has won, unless rules.play_on"),
        ({"dice": [4, 0, 0], "rules": {"play_on": True}}, "dice: nobody else has dice"),
        (
            {"dice": [4, 0, 5], "hands": [2, 1, 3], "rules": {"play_on": True}},
            r"hands\[1\]: 1, but this player has finished",
        ),
        ({"me": 3}, "me: no player 3; the players are 0 to 2"),
        ({"hands": [3, 3, 3]}, r"hand: 2 cards, but hands\[0\] says 3"),
        ({"hands": [2, 20, 15]}, r"hands: 37 cards in hands and discarded; there are 36 \(W-2\)"),
        ({"draw": 29}, "draw: 29 here and 8 in hands, discarded or before players make 37; there are 36"),
        ({"direction": "clockwize"}, "direction: 'clockwize' is not valid; did you mean 'clockwise'"),
        ({"rules": {"deck": "frist"}}, "rules.deck: 'frist' is not valid; did you mean 'first'"),
        ({"rules": {"teams": True}}, r"rules: rule teams: for 4 or 6 players, not 3 \(W-30\)"),
        ({"dise": [1]}, "unknown key 'dise'; did you mean 'dice'"),
        ({"dice": "4"}, "dice: '4' is not valid"),
        ({"format": "wazabi-position/2"}, "format: .* is not valid; did you mean 'wazabi-position/1'"),
    ]:
        with pytest.raises(PositionError, match=f"^here.json: {said}"):
            position(**keys)


def test_a_key_that_is_missing_is_named():
    with pytest.raises(PositionError, match=r"^here\.json: dice: this key is needed"):
        Position.parse('{"format": "wazabi-position/1", "me": 0, "hand": []}', "here.json")


# ---- completed to a game ----
@given(st.integers(0, 10**6), st.sampled_from(["clockwise", "anticlockwise"]))
def test_W2_W7a_a_completed_position_keeps_what_is_seen(seed, direction):
    start = position(me=1, hands=[1, 2, 4], discard=["swap dice"], misses=[0, 0, 1], direction=direction)
    state = GAME.complete(start, Random(seed))
    assert Counter(face for zone in state.cards.cards for face in zone) == Counter(
        find_deck("rulebook").faces
    )
    assert sum(map(len, state.cards.cards)) == CARDS
    assert [len(state.cards.cards[seat]) for seat in range(3)] == [1, 2, 4]
    assert [NAMES[face] for face in state.cards.cards[1]] == list(start.hand)
    assert [NAMES[face] for face in state.cards.cards[state.discard]] == ["swap dice"]
    assert (state.turn, state.decision_kind(), state.dice) == (1, "roll", [4, 3, 5])
    assert state.direction == (1 if direction == "clockwise" else -1)
    assert len(state.cards.cards[state.before(2)]) == 1


def test_W20a_a_completed_position_passes_over_missed_turns():
    state = GAME.complete(position(misses=[1, 0, 0], direction="anticlockwise"), Random(1))
    assert (state.turn, state.cards.cards[state.before(0)]) == (2, [])
    assert [NAMES[face] for face in state.cards.cards[state.discard]] == ["miss a turn"]
    record = Record.of(state, ["a", "b", "c"], from_here=True)
    assert Record.parse("\n".join(record.to_lines()) + "\n").replay() == state
