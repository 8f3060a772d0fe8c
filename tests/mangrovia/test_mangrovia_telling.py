"""Mangrovia in words: what only its teller does; `test_telling` asks of all games what they must tell."""

import pytest
from mangrovia_helpers import table

from toolkit.core.history import Event, events
from toolkit.core.telling.teller import people
from toolkit.games.mangrovia.actions import Renewed
from toolkit.games.mangrovia.game import GAME

NAMES = ["me:Anna", "me:Bob", "me:Kim", "me:Mia"]
WATCHER = 4


def teller(seat, lang="en"):
    return GAME.telling(lang, people(NAMES, lang), None if seat == WATCHER else seat)


def told(state, seat, text, lang="en"):
    """Do what a text says, and return the lines that a seat hears of it."""
    before = state.history(seat)
    for action in text.split(", "):
        state.apply(GAME.parse(action, state.players, state.rules))
    return [line.text for line in teller(seat, lang).lines(events(state.history(seat), before))]


def choices(state, lang="en"):
    frame = state.stack[-1]
    return [teller(frame.actor, lang).choice(action, frame) for action in state.legal_actions()]


def test_what_is_done_at_a_pier_is_one_line_with_all_that_a_hut_brings() -> None:
    """What was paid is one sentence; a drawn card is told once, to who drew it by its value."""
    things = {"hand 0": "water sand 3 5", "start cards": "2", "birds": "sand water", "left": "1"}
    done = "build g5, pay start 2, pay 3, pay 5, from valuables, draw 4"
    heard = {seat: told(table(11, 4, things), seat, done) for seat in (0, 1)}
    assert heard[0] == [
        "You build a hut on g5. You pay a start card of 2, a 3 and a 5. "
        "It brings 2 chief points (pole tile 2). "
        "That was your last hut: the game ends after this round. You draw a valuables card worth 4.",
        "You have no amulets left.",
        "Bob has no amulets left.",
        "Kim has no amulets left.",
        "Mia has no amulets left.",
    ]
    assert heard[1][0] == (
        "Anna builds a hut on g5. Anna pays a start card of 2, a 3 and a 5. "
        "It brings 2 chief points (pole tile 2). "
        "That was the last hut of Anna: the game ends after this round. Anna draws a valuables card."
    )


@pytest.mark.parametrize("seat", [1, WATCHER])
def test_who_does_not_see_cards_and_amulets_hears_how_many_alone(seat: int) -> None:
    """The same events are told to who sees them by their values."""
    things = {"huts": "0 r1 r2", "hand 0": "7", "bag": "2 5 6"}
    cards = told(table(5, 4, things), seat, "from valuables, draw 4, from valuables, draw 6")
    assert cards[0] == "Anna draws 2 valuables cards."
    done = "take amulets, amulet 5, amulet 6, return 5"
    heard = [told(table(2, 4, things), who, done)[0] for who in (seat, 0)]
    assert heard == [
        "Anna draws 2 amulets. Anna puts one amulet back into the bag.",
        "You draw amulets worth 5 and 6. You put the amulet worth 5 back into the bag.",
    ]


def test_a_choice_is_told_by_its_answer_once_there_is_one() -> None:
    """A pile, the bag or the board answers at once; what is declined twice is told once."""
    things = {"hand 0": "7", "open": "5"}
    told_first = {
        (5, "from valuables"): "Anna draws from the valuables pile.",
        (5, "from valuables, draw 4"): "Anna draws a valuables card.",
        (2, "take amulets"): "Anna takes an amulet worth 1 from the board.",
        (6, "decline, decline"): "Anna declines all of it.",
    }
    for (pier, done), line in told_first.items():
        assert told(table(pier, 4, things), 1, done)[0] == line


def test_the_deal_is_told_line_by_line() -> None:
    deal = (
        "start 1, draw reed, draw sand, draw mangrove, draw reed, turn up 2, turn up 3, turn up 3, turn up 7"
    )
    assert told(GAME.new(2), 0, f"{deal}, turn up reed, turn up sand, turn up water") == [
        "Bob begins and holds the talisman.",
        "You draw landscape cards: reed and sand.",
        "Bob draws 2 landscape cards.",
        "Valuables cards worth 2, 3, 3 and 7 are turned up.",
        "Landscape cards are turned up: reed, sand and water.",
    ]


def test_payments_of_all_sorts_are_told_apart() -> None:
    things = {"hand 0": "3 4 sand", "start cards": "3 4", "birds": "sand water", "tiles 0": "card 3"}
    state = table(8, 4, things, stone_tiles="others")
    told(state, 0, "build c1")
    assert choices(state) == ["Pay a 3", "Pay a start card of 3", "Pay the tile that counts as a 3"]
    assert choices(state, "fa") == ["پرداختن کارت ۳", "پرداختن کارت شروع ۳", "پرداختن کاشی معادل کارت ۳"]
    things = {"hand 0": "water", "kept 0": "2 3", "tiles 0": "amulet 2"}
    state = table(8, 4, things, stone_tiles="others")
    told(state, 0, "build a5")
    assert choices(state) == ["Pay an amulet of 2", "Pay the tile that counts as an amulet of 2"]


def test_that_no_hut_can_be_paid_is_told_to_who_acts_alone() -> None:
    """What a hand can pay is a secret: of one that can and of one that cannot the others hear the same."""
    poor, rich = (table(10, 4, {"hand 0": hand, "birds": "sand water"}) for hand in ("2 reed", "7 sand"))
    asked = [teller(0).open(state.stack[-1], state.observation(0)) for state in (poor, rich)]
    assert asked == [
        "You may build 2 huts. You cannot pay for any hut exactly now.",
        "You may build 2 huts.",
    ]
    for state in (poor, rich):
        for seat in (1, WATCHER):
            assert teller(seat).open(state.stack[-1], state.observation(0)) == "Anna may build 2 huts."


def test_a_bowl_is_chosen_by_what_its_two_piers_do() -> None:
    state = GAME.new(4)
    while state.to_act() < 0:
        state.apply(state.chance_outcomes()[0][0])
    assert choices(state)[4] == (
        "Put your bowl beside piers 5 and 8: two face-up or two face-down cards; the amulets or one hut"
    )


def test_what_is_renewed_is_written_as_ever_and_told_in_words() -> None:
    """What is renewed is a key; a game that was saved with the text in its place is still read."""
    kinds = ("valuables", "landscapes", "amulets")
    assert [str(Renewed(kind)) for kind in kinds] == [
        "(the valuables are shuffled)",
        "(the landscapes are shuffled)",
        "(the bag is filled)",
    ]
    assert str(Renewed("the bag is filled")) == "(the bag is filled)"
    said = [teller(0, "fa").event(Event(-3, Renewed(kind))) for kind in kinds]
    assert said == [
        "کارت‌های ارزشمند بازی‌شده بُر می‌خورند و پشتهٔ جدیدی می‌سازند.",
        "کارت‌های منظرهٔ بازی‌شده بُر می‌خورند و پشتهٔ جدیدی می‌سازند.",
        "طلسم‌های کنارگذاشته به کیسه برمی‌گردند.",
    ]
