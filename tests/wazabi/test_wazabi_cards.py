from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from toolkit.core.chance import dice
from toolkit.core.errors import ToolkitError
from toolkit.games.wazabi import CARDS, DECKS, DICE, FACES, NAMES, SIDES, Card, Deck, Rules, find_deck
from toolkit.games.wazabi.actions import rolls, vocabulary
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
def test_W2_each_deck_has_its_36_cards(name: str, cards: dict[str, tuple[int, int]]) -> None:
    deck = find_deck(name)
    assert {card.name: (card.cost, card.copies) for card in deck.cards} == cards
    assert len(deck) == len(deck.faces) == CARDS == 36
    assert Counter(NAMES[face] for face in deck.faces) == {
        kind: copies for kind, (_, copies) in cards.items()
    }


def test_W26_the_editions_share_seven_kinds_that_keep_their_costs_and_copies() -> None:
    first, rulebook = (find_deck(name) for name in reversed(DECKS))
    shared = set(first.names) & set(rulebook.names)
    assert len(shared) == 7
    assert all(first[name] == rulebook[name] for name in shared)
    assert set(first.names) - shared == {"give 1 die", "take 1 card", "keep 1 card"}
    assert set(first.names) | set(rulebook.names) == set(NAMES)


def test_W2_W6_a_die_has_six_faces_and_the_box_24_dice() -> None:
    assert dict(zip(FACES, SIDES, strict=True)) == {"wazabi": 3, "card": 2, "die": 1}
    assert sum(SIDES) == 6
    assert DICE == 24


def test_A3_A11_the_contested_numbers_of_the_deck_are_rules() -> None:
    cards = Rules(swap_hands=4, miss_cost=1).cards
    assert len(cards) == 36
    assert (cards["swap hands"].copies, cards["pass cards"].copies) == (4, 3)
    assert cards["miss a turn"].cost == 1
    assert Rules().cards == find_deck("rulebook")
    assert Rules(swap_hands=4).costs == Rules().costs
    assert Rules(deck="first", miss_cost=1).costs[NAMES.index("miss a turn")] == 1


def test_a_deck_holds_known_kinds_once_and_36_cards() -> None:
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
        ({"deck": 7}, "rule deck: no value 7; it is one of rulebook, first"),
        ({"swap_hands": 5}, "rule swap_hands: no value 5; it is one of 3, 4"),
        ({"miss_cost": True}, "rule miss_cost: no value True; it is one of 0, 1"),
        ({"swap_hands": 4, "deck": "first"}, 'rule swap_hands: the first edition has no "swap hands" (A11)'),
        ({"dice": "4"}, "rule dice: '4' is no number"),
        ({"dice": True}, "rule dice: True is no number"),
        ({"dice": 0}, "rule dice: 0 is too few; 1 is the least"),
        ({"rounds": 0}, "rule rounds: 0 is too few; 1 is the least"),
        ({"turn_limit": -1}, "rule turn_limit: -1 is too few; 1 is the least"),
        ({"teams": 1}, "rule teams: 1 is no yes or no"),
    ],
)
def test_a_rule_refuses_values_that_it_does_not_know(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(ToolkitError) as error:
        Rules(**rules)
    assert str(error.value) == message


def test_the_weights_of_a_roll_are_those_of_its_dice() -> None:
    for count in range(1, 25):
        prepared = rolls(count)
        assert prepared.total == 6**count
        assert [((r.wazabi, r.card, r.die), w) for r, w in prepared.outcomes] == list(dice(SIDES, count))


def test_the_vocabulary_names_every_action_once_and_reads_it_back() -> None:
    words = [str(action) for action in GAME.vocabulary(6, Rules())]
    assert len(set(words)) == len(words)
    assert {"roll 2 wazabi 1 card 1 die", "roll 24 die", "draw swap dice", "take draw 3", "give 5"} < set(
        words
    )
    assert {"play lose 2 dice", "no card", "choose 0", "choose left", "discard pass cards"} < set(words)
    assert not any("keep 1 card" in word for word in words)
    for text in [*words, "draw ?", "take ?"]:
        assert str(GAME.parse(text, 6, Rules())) == text
    assert len(vocabulary(2, 1, [0])) == 3 + 2 + 2 + 1 + 1 + 2 + 2 + 1


def test_a_record_carries_the_deck_and_the_die() -> None:
    usual = GAME.hashes(Rules())
    assert GAME.hashes(Rules(teams=True)) == usual
    assert GAME.hashes(Rules(swap_hands=4))["deck"] != usual["deck"]
    assert GAME.hashes(Rules(deck="first"))["dice"] == usual["dice"]
