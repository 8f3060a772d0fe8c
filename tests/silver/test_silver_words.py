"""Silver told in words: what is told as one, what no sentence may tell, why a round ends, what is asked.

And drawn in words: people by name, and in Persian nothing else.
"""

import re
from itertools import islice
from random import Random
from xml.etree import ElementTree

import pytest
from playing import do, random_game
from silver_helpers import idle, new_game, table
from test_silver_told import LINES

from toolkit.core.telling.language import ISOLATE, POP
from toolkit.core.telling.teller import people
from toolkit.games.silver.actions import CardsSeen, Own, RoundOver, RoundScored, Windfall, Word
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import position_of
from toolkit.games.silver.telling import SilverTeller

NAMES = {"en": ["me:Anna", "me:Ben", "me:Cy"], "fa": ["me:آنا", "me:بن", "me:سی"]}


def teller(state, seat, lang="en"):
    """Return what tells a game to a seat, or to who watches."""
    return GAME.telling(lang, people(NAMES[lang][: state.players], lang), seat)


def told(state, seat, lang="en", since=0):
    """Return what was told to a seat in lines, perhaps from an event on."""
    return [line.text for line in teller(state, seat, lang).lines(state.log(seat)[since:])]


def one_by_one(state, line):
    """Do the actions of a line; an exchange names one card there, and no set."""
    for text in line.split(", "):
        state.apply(GAME.parse(text, state.players, state.rules))
    return state


def asked(state, lang="en"):
    """Return what is asked of who acts, and what can be chosen."""
    say, frame = teller(state, state.to_act(), lang), state.stack[-1]
    return say.open(frame), [say.choice(action, frame) for action in state.legal_actions()]


def test_cards_are_called_as_in_the_data_of_the_game():
    names = SilverTeller.words["names"]
    called = {str(card.number): {"en": card.name, "fa": card.persian} for card in CHARACTERS}
    assert names["characters"] == called
    abilities = {number: texts["en"] for number, texts in names["abilities"].items()}
    assert abilities == {str(card.number): card.ability for card in CHARACTERS}


# ---- what is told as one, and to whom ----
def test_a_deed_and_the_cards_seen_by_it_are_one_line_for_who_sees_them():
    state = do(new_game(2, rounds=1), *LINES)
    assert told(state, 1)[:18] == [
        "The cards are dealt.",
        "Seer 9 opens the discard pile.",
        "Anna looks at their own cards 1 and 2.",
        "You look at your cards 1 and 2: Bodyguard 3 and Beholder 7.",
        "Anna draws a card.",
        "Anna gives up their cards 1 and 2: Apprentice Seer 8 and Apprentice Seer 8.",
        "You draw Apprentice Seer 8.",
        "You discard the new card.",
        "You look at Anna's first card: Rascal 4.",
        "Anna takes the top discard.",
        "Anna gives up their second card: Exposer 5.",
        "You draw Beholder 7.",
        "You discard the new card.",
        "You look at your cards 3 and 4: Empath 2 and Empath 2.",
        "Anna draws a card.",
        "Anna discards Robber 12.",
        "Anna robs you of your first card.",
        "Anna gives their own fourth card for it.",
    ]
    assert told(state, 1)[-7:] == [
        "You call! Everybody else has one more turn.",
        "Anna draws a card.",
        "Anna discards Witch 11.",
        "Anna's Witch looks at the top card of the deck.",
        "Anna's Witch exchanges your first card, Empath 2, for the top card of the deck.",
        "Anna ends their turn.",
        "Round 1 is over. Anna: 12, 7, 1, 3 = 23; Ben: 10, 6, 9, 4 = 29. You had called and get 39 points. "
        "Totals: Anna 23, Ben 39.",
    ]


def test_a_failed_attempt_tells_its_cards_and_where_others_are_added():
    state = do(table("8 5 1 3"), "draw, draw 4, exchange 0 1 2, add left, add right", "draw 2")
    assert told(state, 1) == [
        "Anna draws a card.",
        "Anna shows their cards 1, 2 and 3: Apprentice Seer 8, Exposer 5 and Squire 1.",
        "They do not match: Anna adds the new card at the left end.",
        "Anna adds one more card from the deck at the right end, unseen.",
    ]


def test_what_is_heard_piece_by_piece_is_told_too():
    state, lines, since = table("8 8 1 3"), [], 0
    for action in ("draw", "draw 4", "exchange 0", "and 1", "done"):
        one_by_one(state, action)
        lines += told(state, 0, since=since)
        since = len(state.log(0))
    assert lines == [
        "You draw from the deck.",
        "You draw Rascal 4.",
        "You give up your first card.",
        "And your second card too.",
        "Apprentice Seer 8 and Apprentice Seer 8 go to the discard pile.",
    ]


@pytest.mark.parametrize("lang", ["en", "fa"])
@pytest.mark.parametrize(
    ("village", "line", "learns"),
    [
        ("8 5 1 3", "draw, draw 10, exchange 0", True),
        ("8 4^ 1 3", "draw, draw 10, draw, draw 12, keep 10, exchange 0", True),
        ("8 5 1 3", "draw, draw 11, discard, use, draw 10, exchange 0", True),
        ("8 10 1 3", "draw, draw 7, discard, look 0:1, skip", True),
        ("8 5 1 3", "draw, draw 4, exchange 0 1 3, add left, add left, draw 10", False),
    ],
)
def test_what_a_seat_does_not_see_no_sentence_tells(lang, village, line, learns):
    """A Master is drawn, kept, looked at or added: its owner learns of it at most, never who watches."""
    state = do(table(village, "7 7 7 9 9"), line)
    master = SilverTeller.words["names"]["characters"]["10"][lang]
    assert any(master in text for text in told(state, 0, lang)) is learns
    for seat in (1, None):
        single = [*map(teller(state, seat, lang).event, state.log(seat))]
        assert len(single) > 2
        assert not [text for text in (*single, *told(state, seat, lang)) if master in text]


# ---- why a round ends, and what befalls players ----
@pytest.mark.parametrize(
    ("state", "line", "why"),
    [
        (table("0^ 5 1 1"), "draw, draw 5, discard, turn 0:1", []),
        (table("0^ 0 1 1"), "draw, draw 5, discard, turn 0:1", ["villagers"]),
        (table("8 8 1 1", deck="4"), "draw, draw 4, discard", ["deck"]),
        (table("8 8 1 1", turn_limit=1), "draw, draw 4, discard", ["limit"]),
        (table("1 1", "7 7"), "call, draw, draw 4, discard", []),
        (table("1 1", "7 7", "9 9", deck="4"), "call, draw, draw 4, discard", ["deck"]),
    ],
)
def test_S30_S42_A34_why_a_round_ends_before_its_time_is_told_before_its_scores(state, line, why):
    seen = [event.action for event in do(state.clone(), line).log(1)]
    assert [one.why for one in seen if isinstance(one, RoundOver)] == why
    if why:
        assert [type(one) for one in seen[-2:]] == [RoundOver, RoundScored]


@pytest.mark.parametrize(
    ("villages", "totals", "befallen"),
    [
        (["12 13 12 13", "5 5"], (0, 0), [Windfall("kamikaze", 0)]),
        (["12 13 12 13", "5 5"], (0, 50), [Windfall("kamikaze", 0), Windfall("reset", 1)]),
        (["4 4", "5 5"], (92, 90), [Windfall("reset", 0), Windfall("reset", 1)]),
        (["4 4", "5 5"], (91, 91), []),
    ],
)
@pytest.mark.parametrize("score_mode", [True, False])
def test_S59_S60_what_befalls_players_in_score_mode_is_told_before_the_scores(
    villages, totals, befallen, score_mode
):
    state = table(*villages, score_mode=score_mode, turn_limit=1)
    state.totals = totals
    *_, scored = [event.action for event in idle(state, face=4).log(1) if event.actor < 0]
    assert isinstance(scored, RoundScored)
    found = [event.action for event in state.log(1) if isinstance(event.action, Windfall)]
    assert found == befallen * score_mode


def test_a_kamikaze_and_a_reset_are_told_to_whom_they_befall_and_to_others():
    state = table("12 13 12 13", "5 5", score_mode=True, turn_limit=1)
    state.totals = (0, 50)
    idle(state, face=4)
    assert told(state, 0)[-3:-1] == [
        "Kamikaze! You get 0 points, everybody else 50.",
        "Exactly 100: Ben goes back to 50!",
    ]
    assert told(state, 1)[-3:-1] == [
        "Kamikaze! Anna gets 0 points, everybody else 50.",
        "Exactly 100: you go back to 50!",
    ]


def test_A34_the_end_names_all_rounds_that_the_limit_ended():
    *_, state = random_game(new_game(2, rounds=2, turn_limit=1), Random(1))
    assert "Ended by the limit of turns: round 1 and 2." in teller(state, 0).end(state.outcome())


# ---- what is asked, and what can be chosen ----
@pytest.mark.parametrize(
    ("village", "line", "question", "choices"),
    [
        (
            "8 5",
            "draw, draw 4",
            "Discard the new card, or exchange it for a card of yours?",
            ["Discard the new card", "Exchange it for your card 1", "Exchange it for your card 2"],
        ),
        (
            "8 5",
            "take",
            "Which card of yours do you exchange for it?",
            ["Exchange it for your card 1", "Exchange it for your card 2"],
        ),
        (
            "8 4^",
            "draw, draw 10",
            "Draw one more, or keep one of these?",
            ["Draw one more card", "Keep Master 10"],
        ),
        (
            "8 4^",
            "draw, draw 10, draw, draw 6",
            "Which of these do you keep?",
            ["Keep Revealer 6", "Keep Master 10"],
        ),
        (
            "8 5 1 3",
            "take, exchange 0",
            "You give up your card 1: another one of the same number too?",
            ["And your card 2", "And your card 3", "And your card 4", "No more cards"],
        ),
        (
            "8 5 1 3",
            "take, exchange 0, and 1",
            "You give up your cards 1 and 2: another one of the same number too?",
            ["And your card 3", "And your card 4", "No more cards"],
        ),
        (
            "8 5 1 3",
            "take, exchange 0, and 1, and 2, done",
            "The cards do not match: at which end do you add the new card?",
            ["Add it at the left end", "Add it at the right end"],
        ),
        (
            "8 5 1 3",
            "take, exchange 0, and 1, and 2, done, add left",
            "The cards do not match: at which end do you add one more card from the deck?",
            ["Add it at the left end", "Add it at the right end"],
        ),
    ],
)
def test_what_is_asked_says_what_can_be_done(village, line, question, choices):
    assert asked(one_by_one(table(village, "7 7 7 9"), line)) == (question, choices)


def test_a_discard_says_whether_the_card_can_be_used_then():
    said = {}
    for card in (4, 7):
        state = one_by_one(table("8 5"), f"draw, draw {card}")
        said[card] = teller(state, 0).choice(Word("discard"), state.stack[-1], state.observation(0))
    assert said == {4: "Discard the new card", 7: "Discard the new card and perhaps use it"}


def test_S44_cards_beside_the_deck_are_counted_from_1_and_are_no_places_of_a_village():
    state = table("8 5 1 3 9", shown="7 6")
    assert asked(state)[1][2:] == [
        "Take from beside the deck: card 1",
        "Take from beside the deck: card 2",
    ]
    named = teller(state, 0).choice(Own("shown", 1), state.stack[-1], state.observation(0))
    assert named == "Take from beside the deck: card 2, Revealer 6"
    assert told(do(state, "shown 1"), 1) == ["Anna takes the second card beside the deck."]


def test_places_are_told_in_words_up_to_the_tenth():
    say = teller(table("8 5"), 0)
    assert [say.slot(slot) for slot in (0, 9, 10)] == ["first card", "tenth card", "card 11"]
    assert say.say_cards(CardsSeen(((0, 0, 8), (0, 10, 9)))) == (
        "the first card is Apprentice Seer 8 and card 11 is Seer 9"
    )


def test_a_refusal_speaks_of_people_and_counts_them_by_name():
    say = teller(table("8 5"), 0)
    assert say.refused("player 1 has called already (S-29)") == "You cannot: Ben has called already (S-29)."
    assert say.refused("the village of player 1 has 1 cards") == "You cannot: Ben's village has one card."
    assert say.refused("the village has 5 cards") == "You cannot: your village has 5 cards."


# ---- pictures ----
STRANGE = '<b>&"x'
OUTSIDE = re.compile(f"{ISOLATE}[^{POP}]*{POP}")


def drawn(state, lang, names, seat=0):
    """Return the rows of a picture, by seat and name, and all that is written or said there."""
    said = GAME.telling(lang, people(names, lang), seat)
    root = ElementTree.fromstring(GAME.picture(state.observation(seat), said))
    rows = [
        (one.get("data-seat"), one.get("aria-label")) for one in root.iter() if one.get("role") == "group"
    ]
    told = [one.text for one in root.iter() if one.tag.endswith(("text", "title"))]
    return rows, told + [label for one in root.iter() if (label := one.get("aria-label"))]


def drawn_in_persian():
    """Yield states in which all is drawn that can be: signs, cards beside the deck, cards to choose."""
    yield table("8 3^ 5 1", "7 4^", shown="7 6", guards={0: (1, 0)}, amulet="0:2")
    yield do(table("8 5"), "draw, draw 4")
    yield do(table("8 4^"), "draw, draw 10, draw, draw 6")
    yield do(table("8 5"), "draw, draw 10, discard")
    yield do(table("8 5", discard=""), "draw")
    yield from islice(random_game(new_game(4, rounds=1), Random(5)), 0, None, 4)


def test_pictures_have_no_english_in_persian():
    for state in drawn_in_persian():
        names = ["me:آنا", f"me:{STRANGE}", "me", "greedy"][: state.players]
        rows, told = drawn(state, "fa", names)
        assert [row for row, _ in rows] == [None, *map(str, range(state.players))]
        assert rows[1][1].startswith(f"{ISOLATE}آنا{POP} (شما)")
        assert f"{ISOLATE}{STRANGE}{POP}" in rows[2][1]
        assert not [text for text in told if re.search("[A-Za-z0-9]", OUTSIDE.sub("", text))]


def test_pictures_tell_people_by_name_and_count_cards_from_1():
    state = table("8 3^ 5 1", "7 4^", guards={0: (1, 0)}, amulet="0:2")
    rows, told = drawn(state, "en", [f"me:{STRANGE}", "me:Bartholomäus der Dritte und Letzte von Hohenstein"])
    assert rows == [
        (None, "deck and open cards"),
        ("0", f"{STRANGE} (you), 0 points"),
        ("1", "Bartholomäus der Dritte und Letzte von Hohenstein, 0 points"),
    ]
    assert "Bartholomäus der Dritte und Letzte vo…" in told  # there is no more room
    numbers = [text for text in told if text in {"0", "1", "2", "3", "4"}]
    assert numbers == ["1", "1", "3", "2", "3", "4", "2", "1", "4", "2"]  # of players and cards
    assert "Bodyguard 3, guards itself and another own card, face up, on duty" in told
    assert "unknown, silver amulet" in told


def test_a_position_whose_people_have_no_names_counts_them_from_1():
    seen = table("8 5", "7 4").observation(1)
    assert position_of(seen).picture.bare == seen.picture.bare.replace('"turn"', '"panel"')
    assert re.findall('"(player[^"]*), 0 points"', seen.picture) == ["player 1", "player 2 (you)"]
