"""Wazabi in words: what is folded, who learns which card, whose card is taken, how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from playing import decisions, do
from wazabi_helpers import table

from toolkit.core.decision import Action, refusal
from toolkit.core.history import Event, events
from toolkit.core.state import Outcome
from toolkit.core.telling.teller import matching
from toolkit.games.wazabi import Rules
from toolkit.games.wazabi.actions import HandHeld
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.state import WazabiState
from toolkit.games.wazabi.telling import WazabiTeller

PEOPLE = ["Anna", "Bob", "Cleo"]


def heard(state: WazabiState, seat: int | None, language: str = "en") -> list[str]:
    """Return what is told to a seat, or to who watches."""
    teller = GAME.telling(language, PEOPLE, seat)
    history = state.history(state.players if seat is None else seat)
    return [line.text for line in teller.lines(events(history))]


def ended(reason: str, winners: tuple[int, ...], scores: tuple[int, ...], seat: int | None = 0) -> list[str]:
    """Return how the end is told to a seat."""
    return GAME.telling("en", PEOPLE, seat).end(Outcome(reason, winners, scores))


def test_a_run_of_cards_or_dice_is_one_sentence_and_others_hear_no_card():
    rolled = do(table(dice=(6, 4, 4)), "roll 1 wazabi 2 card 3 die", "draw swap dice", "draw draw 3")
    state = do(rolled, "give 1", "give 1", "give 2", "no card")
    assert heard(state, 0) == [
        "You roll 1 wazabi, 2 cards and 3 dice to give.",
        "You draw 2 cards: “Swap all dice” and “Draw three cards”.",
        "You give Bob 2 dice.",
        "You give Cleo a die.",
        "You play no card.",
    ]
    assert heard(state, 1)[1:4] == [
        "Anna draws 2 cards.",
        "Anna gives you 2 dice.",
        "Anna gives Cleo a die.",
    ]
    assert heard(state, None)[1:3] == ["Anna draws 2 cards.", "Anna gives Bob 2 dice."]
    assert heard(state, 2, "fa")[1] == "⁨Anna⁩ ۲ کارت می‌کشد."
    all_of_it = GAME.telling("en", PEOPLE).lines(state.full_log())
    assert all_of_it[1].text == "Anna draws 2 cards: “Swap all dice” and “Draw three cards”."


def test_W14_a_card_is_taken_from_somebody_and_only_those_two_hear_which():
    heaps = {"hand 0": ["draw 3"], "hand 1": ["swap dice", "pass dice"]}
    state = do(table(rest="hand 2", heaps=heaps), "roll 3 wazabi 1 card", "choose 1", "take swap dice")
    turned = "No card is left to draw: {} to {}."
    assert heard(state, 0)[1:] == [turned.format("you turn", "Bob"), "You take “Swap all dice” from Bob."]
    assert heard(state, 1)[1:] == [turned.format("Anna turns", "you"), "Anna takes “Swap all dice” from you."]
    for seat in (2, None):
        assert heard(state, seat)[1:] == [turned.format("Anna turns", "Bob"), "Anna takes a card from Bob."]


def test_W3_for_the_start_only_the_wazabi_are_told_and_of_whom():
    state = GAME.new(2)
    while state.decision_kind() == "draw":
        state.apply(state.chance_outcomes()[0][0])
    do(state, "roll 3 card 1 die", "roll 2 wazabi 2 card")
    told = ["For the start Anna rolls no wazabi.", "For the start you roll 2 wazabi."]
    assert heard(state, 1)[-2:] == told


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ((), "Your cards now: none."),
        ((0, 0, 0, 3), "Your cards now: 3 times “Lose a die” and “Draw three cards”."),
    ],
)
def test_W23_alike_cards_of_a_hand_are_counted(cards: tuple[int, ...], told: str):
    assert GAME.telling("en", PEOPLE, 1).event(Event(-1, HandHeld(1, cards))) == told


def test_W20_W21_what_is_chosen_for_a_card_says_what_the_card_then_does():
    teller = GAME.telling("en", PEOPLE, 0)
    for card, offered in {
        "swap dice": ["Swap all dice with Bob", "Swap all dice with Cleo"],
        "pass cards": ["Pass all cards to the left", "Pass all cards to the right"],
    }.items():
        state = do(table(heaps={"hand 0": [card]}), "roll 4 wazabi", f"play {card}")
        assert [teller.choice(one, state.stack[-1]) for one in state.legal_actions()] == offered


def test_W27_W32_points_are_told_of_rounds_and_otherwise_what_people_count():
    out = "player 0 has no dice left (W-27)"
    left = "The rivals are left with 1 die."
    assert ended(out, (0,), (1, 0, 0)) == ["You have no dice left.", "You have won!", left]
    assert ended(out, (0,), (7, 0, 0), 1)[2] == "The rivals are left with 7 dice."
    assert ended("one player is left (W-27)", (1,), (0, 2, 1)) == [
        "Only one player is left.",
        "Bob has won.",
        "The order: Bob, Cleo and Anna.",
    ]
    rounds = "all 2 rounds are played (W-32)"
    told = [
        "All 2 rounds are played.",
        "Anna and Bob have won together.",
        "Points: Anna 9, Bob 9, Cleo 3.",
    ]
    assert ended(rounds, (0, 1), (9, 9, 3)) == told
    limit = "the limit of 5 turns is reached"
    assert ended(limit, (), (0, 0, 0)) == ["The limit of 5 turns is reached.", "Nobody has won."]
    assert ended(limit, (2,), (0, 0, 3))[1:] == ["Cleo has won.", "Points: Anna 0, Bob 0, Cleo 3."]


def test_W10_W18_refusals_name_cards_and_people():
    teller = GAME.telling("en", PEOPLE, 0)
    for reason, told in {
        "it costs 3 wazabi, and the roll shows 2": "the card costs 3 wazabi, and you have rolled 2",
        'there is no "draw 3" in the hand': "you do not have “Draw three cards”",
        "player 1 holds no card (W-14a)": "Bob has no cards (W-14a)",
        'named in the order of the card list, none goes before "draw 3" (W-18)': (
            "cards go in the order of your hand: it is too late for those before “Draw three cards” (W-18)"
        ),
    }.items():
        assert teller.refused(reason) == f"You cannot: {told}."


def refusals(rules: Rules, players: int) -> Iterator[str]:
    """Yield why what a player might do is refused: also where hands are large, for few cards are played."""
    random = Random(players)
    every = GAME.vocabulary(players, rules)

    def hoard(state: WazabiState) -> Action:
        legal = state.legal_actions()
        return (
            legal[-1] if state.decision_kind() == "card" and random.random() < 0.8 else random.choice(legal)
        )

    for choose in (None, hoard) * 3:
        for state in islice(decisions(GAME.new(players, rules), random, choose), 250):
            frame, legal = state.stack[-1], state.legal_actions()
            tried = [one for one in every if type(one) in state.kinds[type(frame)].does and one not in legal]
            yield from (refusal(state, frame, one) for one in tried)


def test_every_refusal_has_its_words_and_none_are_left_over():
    words = WazabiTeller.words["refusals"]
    met = {
        *refusals(Rules(deck="first", empty_effects=False, play_on=True), 3),
        *refusals(Rules(teams=True, choose_partner=False), 4),
        *refusals(Rules(neighbours_only=True), 5),
    }
    told = [matching(reason, words)[0] for reason in met]
    assert None not in told
    assert [name for name, entry in words.items() if entry not in told] == []
