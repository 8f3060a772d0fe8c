"""Decks, rules and variants of Wazabi (W-2, W-26 to W-32), and a game told."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from wazabi_helpers import chances, do, legal, lying, new_game, roller, table

from toolkit.core.decision import CHANCE, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.play import play
from toolkit.core.record import Record
from toolkit.games.wazabi import CARDS, DICE, FACES, NAMES, SIDES, Card, Deck, Rules, find_deck
from toolkit.games.wazabi.game import GAME

FIRST = {  # cost, copies: the table of the digest, 2.2
    "lose 1 die": (1, 7),
    "pass dice": (2, 3),
    "lose 2 dice": (3, 5),
    "give 1 die": (3, 3),
    "take 1 card": (1, 3),
    "keep 1 card": (1, 4),
    "draw 3": (1, 3),
    "others keep 2": (2, 4),
    "miss a turn": (0, 2),
    "play again": (0, 2),
}
RULEBOOK = {  # the table of the digest, 2.3, with the labelled reconstruction of the copies
    "lose 1 die": (1, 7),
    "play again": (0, 2),
    "others keep 2": (2, 4),
    "draw 3": (1, 3),
    "miss a turn": (0, 2),
    "pass dice": (2, 3),
    "swap hands": (2, 3),
    "pass cards": (2, 4),
    "lose 2 dice": (3, 5),
    "swap dice": (3, 3),
}


@pytest.mark.parametrize(("name", "cards"), [("first", FIRST), ("rulebook", RULEBOOK)])
def test_W2_each_deck_has_its_36_cards(name, cards):
    deck = find_deck(name)
    assert {card.name: (card.cost, card.copies) for card in deck.cards} == cards
    assert len(deck) == len(deck.faces) == CARDS == 36
    assert Counter(NAMES[face] for face in deck.faces) == {
        kind: copies for kind, (_, copies) in cards.items()
    }


def test_W2_W6_a_die_has_six_faces_and_the_box_24_dice():
    assert dict(zip(FACES, SIDES, strict=True)) == {"wazabi": 3, "card": 2, "die": 1}
    assert sum(SIDES) == 6
    assert DICE == 24


def test_A3_A11_the_contested_numbers_of_the_deck_are_rules():
    cards = Rules(swap_hands=4, miss_cost=1).cards
    assert len(cards) == 36
    assert (cards["swap hands"].copies, cards["pass cards"].copies) == (4, 3)
    assert cards["miss a turn"].cost == 1
    assert Rules().cards == find_deck("rulebook")
    assert Rules(swap_hands=4).costs == Rules().costs
    assert Rules(deck="first", miss_cost=1).costs[NAMES.index("miss a turn")] == 1


def test_a_deck_holds_known_kinds_once_and_36_cards():
    deck = find_deck("first")
    with pytest.raises(ToolkitError, match=r"no card 'lose 1 dice' in Wazabi; did you mean 'lose 1 die'\?"):
        Deck("mine", (Card("lose 1 dice", 1, 36),))
    with pytest.raises(ToolkitError, match="holds one kind of card twice"):
        Deck("mine", (*deck.cards[1:], deck.cards[1]))
    with pytest.raises(ToolkitError, match=r"holds 35 cards instead of 36 \(W-2\)"):
        deck.with_kinds(replace(deck["draw 3"], copies=2))
    with pytest.raises(
        ToolkitError, match="no card 'swap dice' in the deck 'first'; did you mean 'pass dice'"
    ):
        deck["swap dice"]
    with pytest.raises(ToolkitError, match=r"no deck 'frist' in Wazabi; did you mean 'first'\?"):
        find_deck("frist")
    with pytest.raises(ToolkitError, match="the decks are rulebook, first"):
        find_deck("")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"deck": "rule-book"}, "rule deck: no value 'rule-book'; did you mean 'rulebook'?"),
        ({"swap_hands": 5}, "rule swap_hands: no value 5; it is one of 3, 4"),
        ({"swap_hands": 4, "deck": "first"}, 'rule swap_hands: the first edition has no "swap hands" (A11)'),
        ({"dice": "4"}, "rule dice: '4' is no number"),
        ({"dice": 0}, "rule dice: 0 is too few; 1 is the least"),
        ({"teams": 1}, "rule teams: 1 is no yes or no"),
    ],
)
def test_a_rule_refuses_values_that_it_does_not_know(rules, message):
    with pytest.raises(ToolkitError) as error:
        Rules(**rules)
    assert str(error.value) == message


# ---- play on (W-27) ----
def test_W27a_A7_who_has_finished_leaves_the_hand_the_seat_and_the_turn_order():
    heaps = {"hand 0": ["swap dice", "draw 3"], "hand 1": ["pass dice"], "hand 3": ["miss a turn"]}
    state = do(table(4, dice=(1, 3, 4, 5), heaps=heaps, play_on=True), "roll 1 die", "give 2")
    assert (state.seats, state.finished, roller(state)) == ((1, 2, 3), (0,), 1)
    assert (lying(state, "hand 0"), lying(state, "discard")) == ([], ["draw 3", "swap dice"])
    assert str(state.log(2)[-1]) == "(player 0 has finished and discards: draw 3, swap dice)"
    do(state, "roll 3 wazabi", "play pass dice", "choose right")
    assert state.dice == [0, 5, 5, 3]  # neighbours close up
    do(state, "roll 2 wazabi 3 card", *["draw lose 1 die"] * 3, "no card", "roll 3 die")
    assert legal(state) == ["give 1", "give 2"]
    with pytest.raises(IllegalAction, match=r"player 0 has finished \(W-27a\)"):
        do(state, "give 0")


def test_W27a_A9_nothing_is_swapped_with_or_taken_from_who_has_finished():
    heaps = {"hand 1": ["swap dice", "swap hands"]}
    state = do(table(3, dice=(1, 3, 4), heaps=heaps, play_on=True), "roll 1 die", "give 2", "roll 3 wazabi")
    for card in ("swap dice", "swap hands"):
        assert legal(do(state.clone(), f"play {card}")) == ["choose 2"]


# ---- neighbours only (W-29) ----
def test_W29_W29a_dice_go_to_a_neighbour_and_each_may_go_to_either():
    state = do(table(5, neighbours_only=True), "roll 2 wazabi 2 die")
    assert legal(state) == ["give 1", "give 4"]
    with pytest.raises(IllegalAction, match=r"give 2: only to the right or left neighbour \(W-29\)"):
        do(state, "give 2")
    do(state, "give 4", "give 1")
    assert state.dice == [2, 5, 4, 4, 5]
    assert legal(do(table(5), "roll 4 die")) == ["give 1", "give 2", "give 3", "give 4"]


# ---- teams (W-30) ----
@pytest.mark.parametrize(("players", "partners"), [(4, (0, 2)), (6, (0, 3))])
def test_W30_W30a_the_team_of_the_first_player_without_dice_wins(players, partners):
    state = table(players, dice=[1, *[4] * (players - 1)], teams=True)
    assert state.side(0) == partners  # they sit opposite each other
    do(state, "roll 1 die", "give 1")
    end = state.outcome()
    assert end.winners == partners
    assert end.reason == "player 0 has no dice left (W-30)"
    rivals = 4 * (players - 2) + 1  # the partner's dice do not count (W-32a)
    assert end.scores == tuple(rivals if player in partners else 0 for player in range(players))
    assert state.returns() == tuple(float(player in partners) for player in range(players))


def test_W30a_A13_the_partner_may_be_named_unless_the_rules_forbid_it():
    heaps = {"hand 0": ["swap dice", "others keep 2"], "hand 2": ["draw 3"] * 3}
    state = do(table(4, teams=True, heaps=heaps), "roll 3 wazabi 1 die")
    assert legal(state) == ["give 1", "give 2", "give 3"]
    do(state, "give 2")
    assert legal(do(state.clone(), "play swap dice")) == ["choose 1", "choose 2", "choose 3"]
    assert do(state, "play others keep 2").to_act() == 2  # "all but you" includes the partner
    state = do(table(4, teams=True, choose_partner=False, heaps=heaps), "roll 3 wazabi 1 die")
    assert legal(state) == ["give 1", "give 3"]
    with pytest.raises(IllegalAction, match=r"the partner may not be named \(W-30a\)"):
        do(state, "give 2")


def test_W14_W30a_a_card_is_taken_from_a_rival_not_from_the_partner():
    state = do(table(4, rest="hand 2", heaps={"hand 1": ["draw 3"]}, teams=True), "roll 3 wazabi 1 card")
    assert legal(state) == ["choose 1"]
    with pytest.raises(IllegalAction, match=r"the partner is no rival \(W-30a\)"):
        do(state, "choose 2")


def test_W30_W30a_teams_are_for_four_or_six_and_do_not_play_on():
    for players in (2, 3, 5):
        with pytest.raises(ToolkitError, match=rf"for 4 or 6 players, not {players} \(W-30\)"):
            new_game(players, teams=True)
    with pytest.raises(ToolkitError, match=r"play_on: a team game ends with the first .* \(W-30a\)"):
        new_game(4, teams=True, play_on=True)


# ---- the number of dice (W-31) ----
def test_W31_W31a_the_box_holds_24_dice():
    with pytest.raises(ToolkitError, match=r"5 players with 5 dice need 25; the box holds 24 \(W-31\)"):
        new_game(5, dice=5)


# ---- tournaments (W-32) ----
def test_W32_W32a_the_winner_of_a_round_scores_the_dice_of_all_rivals():
    state = do(table(3, dice=(1, 3, 4), rounds=2), "roll 1 die", "give 2")
    assert (state.points, state.round, state.outcome()) == ((8, 0, 0), 2, None)
    assert (state.dice, state.turns, state.finished) == ([3, 3, 3], 0, ())  # a new deal
    assert sum(chances(state).values()) == 36
    for _ in range(9):
        do(state, str(state.chance_outcomes()[0][0]))
    do(state, "roll 3 card", "roll 3 wazabi", "roll 3 card")  # a new starting roll
    assert roller(state) == 1


def test_W32_most_points_after_the_last_round_win():
    state = table(3, dice=(1, 3, 4), rounds=2)
    state.round, state.points = 2, (0, 9, 0)
    do(state, "roll 1 die", "give 2")
    end = state.outcome()
    assert (end.reason, end.winners, end.scores) == ("all 2 rounds are played (W-32)", (1,), (8, 9, 0))


def test_W32a_a_tie_at_the_end_is_a_shared_win():
    state = table(4, dice=(1, 3, 4, 4), rounds=2)
    state.round, state.points = 2, (0, 0, 12, 0)
    do(state, "roll 1 die", "give 2")
    end = state.outcome()
    assert end.winners == (0, 2)
    assert state.returns() == (0.5, 0.0, 0.5, 0.0)
    teams = table(4, dice=(1, 3, 4, 4), rounds=2, teams=True)
    teams.round, teams.points = 2, (0, 8, 0, 8)
    do(teams, "roll 1 die", "give 1")
    assert (teams.points, teams.returns()) == ((8, 8, 8, 8), (0.5, 0.5, 0.5, 0.5))


# ---- wazabi telling ----
def test_a_turn_is_one_line_of_its_player():
    heaps = {"hand 0": ["others keep 2"], "hand 1": ["draw 3"] * 3, "hand 2": ["pass dice"]}
    state = do(table(heaps=heaps), "roll 2 wazabi 1 card 1 die", "draw swap dice", "give 1")
    do(state, "play others keep 2", "discard draw 3", "roll 4 wazabi 1 die")
    assert GAME.lines(state.full_log()) == [
        (0, "roll 2 wazabi 1 card 1 die, draw swap dice, give 1, play others keep 2"),
        (1, "discard draw 3"),
        (CHANCE, "roll 4 wazabi 1 die"),
    ]
    assert GAME.lines(state.log(2))[0] == (
        0,
        "roll 2 wazabi 1 card 1 die, draw ?, give 1, play others keep 2",
    )


class Chooser:
    """Plays at random."""

    def __init__(self, name):
        self.name = name

    def sit(self, seat, random):
        self.random = random

    def choose(self, observation, legal_actions):
        return self.random.choice(legal_actions)

    def notify(self, event):
        """Forget it."""


def test_W2_W17_W20_W22_W32_a_short_tournament_is_the_same_on_every_platform():
    state = new_game(3, dice=2, rounds=2)
    record = play(state, [Chooser(name) for name in ("ann", "ben", "cy")], seed=1)
    assert record.to_text() == (Path(__file__).parent / "short-tournament.txt").read_text(encoding="utf-8")
    again = Record.parse("\n".join(record.to_lines()) + "\n")
    assert again.replay() == state
