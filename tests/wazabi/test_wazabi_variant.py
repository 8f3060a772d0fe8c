"""Decks, hands and rules of Wazabi (W-2, W-5, W-30, W-31, A-6), and a game told."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from playing import Bold, can, do
from wazabi_helpers import deal, lying, new_game, table

from toolkit.core.decision import CHANCE
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


def test_A11_the_first_edition_has_no_hands_to_swap():
    with pytest.raises(
        ToolkitError, match=r'^rule swap_hands: the first edition has no "swap hands" \(A11\)$'
    ):
        Rules(swap_hands=4, deck="first")


@pytest.mark.parametrize("players", range(2, 7))
def test_W2_everybody_gets_four_dice_and_three_cards(players):
    state = deal(new_game(players))
    assert [len(lying(state, f"hand {player}")) for player in range(players)] == [3] * players
    assert (state.dice, len(lying(state, "pile"))) == ([4] * players, 36 - 3 * players)


def test_W5_a_hand_may_hold_any_number_of_cards():
    state = deal(do(table(2, dice=(23, 1)), "roll 23 card"))
    assert len(lying(state, "hand 0")) == 23


@pytest.mark.parametrize(("card", "deck"), [("draw 3", "rulebook"), ("take 1 card", "first")])
def test_A6_drawing_needs_a_card_somewhere(card, deck):
    for rest in ("hand 0", "hand 1", "pile", "discard"):
        heaps = {} if rest == "hand 0" else {"hand 0": [card]}
        state = do(table(rest=rest, heaps=heaps, deck=deck, empty_effects=False), "roll 4 wazabi")
        assert can(state, f"play {card}") == (rest != "hand 0")


def test_W30_W30a_teams_are_for_four_or_six_and_do_not_play_on():
    for players in (2, 3, 5):
        with pytest.raises(ToolkitError, match=rf"for 4 or 6 players, not {players} \(W-30\)"):
            new_game(players, teams=True)
    with pytest.raises(ToolkitError, match=r"play_on: a team game ends with the first .* \(W-30a\)"):
        new_game(4, teams=True, play_on=True)


def test_W31_W31a_the_box_holds_24_dice():
    with pytest.raises(ToolkitError, match=r"5 players with 5 dice need 25; the box holds 24 \(W-31\)"):
        new_game(5, dice=5)


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


def test_W2_W17_W20_W22_W32_a_short_tournament_is_the_same_on_every_platform():
    state = new_game(3, dice=2, rounds=2)
    record = play(state, [Bold(name) for name in ("ann", "ben", "cy")], seed=1)
    assert record.to_text() == (Path(__file__).parent / "short-tournament.txt").read_text(encoding="utf-8")
    again = Record.parse("\n".join(record.to_lines()) + "\n")
    assert again.replay() == state
