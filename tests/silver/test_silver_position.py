"""Silver position files: what they hold, what is missing, and what cannot be."""

from __future__ import annotations

import json
import string
from fractions import Fraction
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import Guard, Position, Slot
from toolkit.games.silver.rules import PROFILES, Rules
from toolkit.games.silver.state import DISCARD, HELD

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLE = Path(__file__).parents[2] / "examples" / "silver-position.toml"
PLAIN: dict[str, Any] = {
    "format": "silver-position/1",
    "me": 0,
    "deck": 20,
    "discard": [3, 9, 12],
    "villages": [{"slots": ["8", "?", "5!", "12~0.9"]}, {"slots": ["?", "?", "3!", "?"]}],
}
Read = TypeVar("Read")
NINE_TENTHS = Fraction(9, 10)


def position(**keys: Any) -> Position:
    return Position.parse(json.dumps(PLAIN | keys), "here.json")


def villages(*texts: str) -> list[dict[str, list[str]]]:
    return [{"slots": text.split()} for text in texts]


def test_S2_S4_the_example_says_what_is_left_out() -> None:
    assert Position.load(EXAMPLE) == position()
    found = position()
    assert found.mine == (Slot(8), Slot(), Slot(5, face_up=True), Slot(12, reliability=NINE_TENTHS))
    assert (found.held, found.called_by, found.top, found.shown) == (None, None, (), ())
    assert (found.guards, found.amulet, found.scores, found.round) == ((), None, (0, 0), 1)
    assert found.rules == Rules()


def test_S2_hidden_places_are_as_many_as_unseen_cards() -> None:
    found = position(held=4, top=[1, 2], shown=[7])
    assert found.forgotten == 52 - 8 - 20 - 10 - 3 - 1 - 1 == 9
    hidden = sum(slot.hidden for _, slot in found.places)
    assert sum(found.unseen) == hidden + (20 - 2) + found.removed + found.forgotten
    assert found.unseen == (2, 3, 3, 2, 3, 3, 4, 3, 3, 3, 4, 4, 3, 2)


@pytest.mark.parametrize(("players", "removed"), [(2, 10), (3, 5), (4, 0)])
def test_S2_rows_without_a_player_are_removed(players: int, removed: int) -> None:
    start = position(villages=villages(*["? ? ? ? ?"] * players), deck=31, discard=[3])
    assert (start.removed, start.forgotten) == (removed, 0)


def test_A14_A3_A44_rules_of_a_file_are_those_of_the_game() -> None:
    for name, rules in PROFILES.items():
        assert position(rules={"profile": name}).rules == rules
    mixed = position(rules={"profile": "literal", "doppelganger": "pairing", "score_mode": True})
    assert (mixed.rules.deck_exchange, mixed.rules.doppelganger, mixed.rules.score_mode) == (
        "up",
        "pairing",
        True,
    )


def test_S36_S48_guards_and_amulet() -> None:
    found = position(guards=[[1, 2, 0]], amulet=[0, 3], scores=[12, 40], round=3, called_by=1)
    assert (found.guards, found.amulet) == ((Guard(1, 2, 0),), (0, 3))
    assert (found.scores, found.round, found.called_by) == ((12, 40), 3, 1)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("?", Slot()),
        ("0", Slot(0)),
        ("13!", Slot(13, face_up=True)),
        ("7~0.35", Slot(7, reliability=Fraction(7, 20))),
        ("7~.5", Slot(7, reliability=Fraction(1, 2))),
        ("7~1", Slot(7)),
        ("7~1.0", Slot(7)),
        ("7~0", Slot(7, reliability=Fraction(0))),
    ],
)
def test_what_a_slot_says(text: str, slot: Slot) -> None:
    assert Slot.parse(text) == slot


def test_a_number_without_quotes_is_a_card() -> None:
    assert position(villages=[{"slots": [8, "?"]}, {"slots": ["?"]}]).mine == (Slot(8), Slot())


def test_reliability_is_read_as_it_is_written() -> None:
    assert Slot.parse("3~0.1").reliability == Fraction(1, 10)
    assert Slot.parse("3~0.3333333333").reliability == Fraction(3333333333, 10**10)


def test_S27_a_look_leaves_the_card_in_its_place() -> None:
    found = position().seeing((0, 3), 6).seeing((1, 2), 3)
    assert (found.mine[3], found.villages[1][2]) == (Slot(6), Slot(3, face_up=True))


def test_S10_a_drawn_card_leaves_the_deck_and_then_the_hand() -> None:
    drawn = position(top=[7, 1]).drawing(7)
    assert (drawn.held, drawn.deck, drawn.top, sum(drawn.unseen)) == (
        7,
        19,
        (1,),
        sum(position(top=[7, 1]).unseen),
    )
    after = drawn.discarding()
    assert (after.held, after.discard) == (None, (3, 9, 12, 7))
    assert after.discarding() == after
    assert after.unseen == drawn.unseen


def test_others_are_clockwise_from_the_left_neighbour() -> None:
    assert position(me=1, villages=villages("?", "?", "?", "?")).others == (2, 3, 0)


# ---------------------------------------------------------------- what cannot be


def test_S2_S4_S28_S42_what_cannot_be_is_named() -> None:
    for keys, said in [
        ({"me": 2}, "me: no player 2; the players are 0 to 1"),
        ({"me": -1}, "me: no player -1"),
        ({"called_by": 7}, "called_by: no player 7"),
        (
            {"called_by": 0, "villages": villages("? ? ? ? ?", "?")},
            r"called_by: player 0 has 5 cards; 4 are the most to call \(S-28\)",
        ),
        ({"villages": villages("?")}, "villages: Silver is for 2 to 4 players, not 1"),
        ({"villages": villages("?", "?", "?", "?", "?")}, "villages: Silver is for 2 to 4 players, not 5"),
        ({"villages": villages("?", "")}, r"villages\[1\].slots: a village has at least one card"),
        ({"villages": villages("?", "14")}, r"villages\[1\].slots\[0\]: no card 14; the cards are 0 to 13"),
        (
            {"villages": villages("12~1.1", "?")},
            r"villages\[0\].slots\[0\]: reliability '1.1' is not written as a",
        ),
        (
            {"villages": villages("12~-1", "?")},
            r"villages\[0\].slots\[0\]: reliability '-1' is not written as a decimal from 0 to 1, such",
        ),
        (
            {"villages": villages("5!~0.9", "?")},
            r"villages\[0\].slots\[0\]: '5!~0.9': a face-up card is certain",
        ),
        ({"villages": villages("zzz", "?")}, r"villages\[0\].slots\[0\]: no card 'zzz'; such as \?, 8, 5!"),
        ({"villages": villages("1O", "?")}, r"villages\[0\].slots\[0\]: no card '1O'; did you mean '1'"),
        ({"villages": villages("-1", "?")}, r"villages\[0\].slots\[0\]: no card -1; the cards are"),
        ({"villages": villages("-0", "?")}, r"villages\[0\].slots\[0\]: no card '-0'; did you mean '0'"),
        ({"villages": villages("?", "08")}, r"villages\[1\].slots\[0\]: no card '08'; did you mean '8'"),
        ({"villages": villages("?", "012!")}, r"villages\[1\].slots\[0\]: no card '012'; did you mean '12'"),
        *(
            (
                {"villages": villages("?", f"8~{text}")},
                rf"villages\[1\].slots\[0\]: reliability '{text}' is not written",
            )
            for text in ("1/2", "1e-5", "90%")
        ),
        ({"guards": [[1, 2]]}, r"guards\[0\]: \[1, 2\] is not valid: expected a list of length 3, got 2"),
        (
            {"villages": villages("?", "8~01")},
            r"villages\[1\].slots\[0\]: reliability '01' is not written as a",
        ),
        ({"villages": [{"slots": [8.5]}, {"slots": ["?"]}]}, r"villages\[0\].slots\[0\]: 8.5 is not valid"),
        (
            {"villages": [{"slots": ["8"], "slot": []}, {"slots": ["?"]}]},
            r"villages\[0\]: unknown key 'slot'",
        ),
        ({"villages": villages("13 13", "13")}, "villages: 3 in villages of card 13; there are 2"),
        (
            {"villages": villages("7 7", "7 ?"), "discard": [7, 7]},
            "discard: 3 in villages and 2 in discard of card 7; there are 4",
        ),
        ({"held": 12, "top": [12, 12, 12]}, "held: 1 in discard and 3 in top and 1 in held of card 12"),
        ({"held": 14}, "held: no card 14; the cards are 0 to 13"),
        ({"discard": [3, -1]}, r"discard\[1\]: no card -1; the cards are 0 to 13"),
        ({"discard": []}, "discard: its top is open, and 14 cards lie there"),
        ({"deck": 32}, r"deck: 32 cards; at most 31 are left \(S-4\)"),
        ({"deck": -1}, "deck"),
        (
            {"deck": 31, "discard": [1, 2, 3, 4]},
            r"deck: 8 villages, 31 deck, 10 removed \(S-2\), 4 discard make 53; there are 52 cards",
        ),
        (
            {"deck": 30, "shown": [4, 5], "villages": villages("?", "?")},
            r"deck: 30 cards and 2 beside them; at most 31 are left \(S-4\)",
        ),
        (
            {"shown": [2, 4, 6, 7, 8, 10]},
            r"shown: 6 cards; at most 4 Squires can have been face-up \(S-43\)",
        ),
        (
            {"shown": [1, 4, 6], "top": [1]},
            r"shown: 3 cards; at most 2 Squires can have been face-up \(S-43\)",
        ),
        (
            {"called_by": 0, "held": 4},
            r"held: player 0 has called; who has called holds no card \(S-28\)",
        ),
        ({"deck": 1, "top": [1, 2]}, "top: 2 cards known of a draw pile of 1"),
        ({"villages": villages("0!", "0!")}, r"villages: both 0s are face-up: the round is over \(S-42\)"),
        ({"guards": [[1, 1, 0]]}, r"guards\[0\]: slot 1 of player 1 is no face-up 3"),
        ({"guards": [[1, 2, 2]]}, r"guards\[0\]: a Bodyguard guards another card"),
        ({"guards": [[1, 2, 4]]}, r"guards\[0\]: no slot 4; player 1 has 0 to 3"),
        ({"guards": [[2, 2, 1]]}, r"guards\[0\]: no player 2"),
        ({"guards": [[1, 2, 0]], "amulet": [1, 0]}, r"guards\[0\]: the charge lies under the amulet"),
        ({"guards": [[1, 2, 0], [1, 2, 1]]}, r"guards\[1\]: slot 2 of player 1 guards or is guarded twice"),
        ({"guards": [[1, 2]]}, r"guards"),
        ({"amulet": [0, 4]}, "amulet: no slot 4; player 0 has 0 to 3"),
        ({"scores": [1]}, "scores: 1 numbers for 2 players"),
        ({"scores": [1, -1]}, r"scores\[1\]: "),
        ({"scores": [150, 3], "round": 2, "rules": {"score_mode": True}}, r"scores: a total of 150: .*S-58"),
        ({"scores": [3, 100], "round": 2, "rules": {"score_mode": True}}, r"scores: a total of 100: .*S-58"),
        ({"round": 0}, "round"),
        ({"round": 5}, r"round: round 5 of 4 \(S-57\)"),
        ({"rules": {"profile": "rulbook"}}, "rules.profile: 'rulbook' is not valid; did you mean 'rulebook'"),
        ({"rules": {"penalti": "attempt_of_3"}}, "rules: unknown key 'penalti'; did you mean 'penalty'"),
        ({"rules": {"rounds": 0}}, "rules.rounds: 0 is not valid: expected `int` >= 1"),
        ({"dek": 3}, "unknown key 'dek'; did you mean 'deck'"),
        ({"format": "silver-position/2"}, "format: .* is not valid; did you mean 'silver-position/1'"),
    ]:
        with pytest.raises(PositionError, match=f"^here.json: {said}"):
            position(**keys)


def test_S58_score_mode_has_no_last_round() -> None:
    found = position(round=9, scores=[99, 40], rules={"score_mode": True})
    assert (found.round, found.scores) == (9, (99, 40))


def test_S28_S43_what_is_just_possible_is_read() -> None:
    assert position(shown=[4, 6, 7, 8]).shown == (4, 6, 7, 8)
    assert position(called_by=1, held=4).held == 4
    assert position(deck=30, discard=[3], shown=[4], villages=villages("? ? ? ? ?", "? ? ? ? ?")).deck == 30


def test_scores_and_the_amulet_need_no_round() -> None:
    """A file may leave the number of the round out."""
    found = position(scores=[30, 12], amulet=[0, 1])
    assert (found.scores, found.amulet, found.round) == ((30, 12), (0, 1), 1)


def test_a_key_that_is_missing_is_named() -> None:
    with pytest.raises(PositionError, match=r"^here\.json: villages: this key is needed"):
        Position.parse('{"format": "silver-position/1", "me": 0, "deck": 3}', "here.json")


# ---------------------------------------------------------------- laws and fuzz


@pytest.mark.parametrize(("edition", "players"), list(zip(GAME.editions, cycle(GAME.players), strict=False)))
def test_a_position_of_a_game_is_one_that_can_be_and_reads_back(edition: str, players: int) -> None:
    """Left out: another one holds the only discard, which a position would count as forgotten there."""
    state, random, read = GAME.new(players, GAME.editions[edition]), Random(f"{edition} {players}"), 0
    while (actor := state.to_act()) != TERMINAL:
        if actor != CHANCE and random.random() < 0.3:
            cards = state.cards.cards
            for seat in range(players):
                if cards[DISCARD] or actor == seat or not cards[HELD]:
                    found = position_of(state.observation(seat))
                    assert Position.parse(found.to_toml()) == Position.parse(found.to_json()) == found
                    read += 1
        legal = state.legal_actions()
        state.apply_unchecked(state.sample_chance(random) if actor == CHANCE else random.choice(legal))
    assert read > 30


def told(read: Callable[[], Read]) -> tuple[Read | None, str]:
    """Return what is read, or nothing and the error, which any terminal can print."""
    try:
        return read(), ""
    except ToolkitError as error:
        text = str(error)
    assert text.isascii()
    return None, text


@given(st.text(alphabet="0123456789?!~.-+e /" + string.ascii_letters, max_size=12))
def test_a_slot_is_read_or_refused_in_one_line(text: str) -> None:
    slot, said = told(lambda: Slot.parse(text))
    assert "\n" not in said
    if slot:
        assert slot.number is None or 0 <= slot.number <= 13
        assert 0 <= slot.reliability <= 1
        assert not (slot.face_up and slot.hidden)


@given(st.integers(0, 10**6))
def test_a_file_with_random_faults_is_read_or_refused(seed: int) -> None:
    random = Random(seed)
    text = EXAMPLE.read_text("utf-8")
    for _ in range(random.choice((1, 1, 2, 3))):
        at, to = sorted(random.choices(range(len(text) + 1), k=2))
        odd = random.choice(("\0", "9", "!", "~", '"', "[", "]", "=", "-", "\n", "?", "5", "é"))
        text = random.choice(
            (text[:at] + text[at + 1 :], text[:at] + text[min(to, at + 9) :], text[:at] + odd + text[at:])
        )
    found, said = told(lambda: Position.parse(text, "odd.toml"))
    assert said.startswith("odd.toml: " * (not found))
    if found:
        assert min(found.unseen) >= 0
        hidden = sum(slot.hidden for _, slot in found.places)
        assert sum(found.unseen) == hidden + found.deck - len(found.top) + found.removed + found.forgotten
        assert sum(found.unseen) + len(list(found.seen)) == sum(COPIES)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.text(max_size=5) | st.just(0.5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["slots", "x"]), inner, max_size=2)
    ),
    max_leaves=6,
)


@given(
    st.sampled_from([*PLAIN, "held", "top", "shown", "guards", "amulet", "scores", "round", "rules"]), VALUES
)
def test_any_value_of_any_key_is_read_or_refused(key: str, value: Any) -> None:
    found, said = told(lambda: position(**{key: value}))
    assert found or said.startswith("here.json: ")


def test_what_is_remembered_is_written_as_it_was_read() -> None:
    slots = ["?", "8", "5!", "12~0.9", "7~0", "0"]
    found = position(villages=[{"slots": slots}, {"slots": ["?"]}], guards=[], rules={"profile": "literal"})
    assert found.to_dict()["villages"][0]["slots"] == slots
    assert Position.parse(found.to_toml()) == found


def test_TOML_and_JSON_say_the_same() -> None:
    keys: dict[str, Any] = {
        "held": 4,
        "top": [1],
        "shown": [6],
        "amulet": [0, 0],
        "scores": [3, 4],
        "round": 2,
    }
    text = tomlkit.dumps(PLAIN | keys | {"rules": {"profile": "english"}})
    assert Position.parse(text) == position(**keys, rules={"profile": "english"})
