"""The cards, the deal and the first looks (S-1 to S-6, S-8, S-26, S-71), and the switches."""

import re
from collections import Counter
from dataclasses import asdict, fields
from importlib.resources import files
from inspect import getsource
from random import Random
from typing import get_args, get_type_hints

import pytest
from playing import chances
from silver_helpers import Rules, dealt, idle, new_game, over, seen, village

from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import CHARACTERS, COPIES
from toolkit.games.silver.cards import DECK as FACES
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import PROFILES
from toolkit.games.silver.state import FACE_DOWN

ROWS = ["8 8 5 1 1", "10 11 12 6 7", "2 3 4 0 13", "9 9 6 6 12"]


def test_S1_S8_52_cards_from_0_to_13():
    assert len(FACES) == 52
    assert Counter(FACES) == {0: 2, 13: 2} | dict.fromkeys(range(1, 13), 4)
    assert sum(FACES) == 338


def test_S3_S26_the_reference_names_every_card_and_when_it_works():
    assert [card.number for card in CHARACTERS] == list(range(14))
    assert [card.copies for card in CHARACTERS] == list(COPIES)
    assert [card.works for card in CHARACTERS] == ["face-up"] * 5 + ["discarded"] * 8 + ["exchanged"]
    assert len({card.name for card in CHARACTERS}) == len({card.persian for card in CHARACTERS}) == 14
    names = {card.number: card.name for card in CHARACTERS}
    assert [names[number] for number in (0, 1, 4, 13)] == ["Villager", "Squire", "Rascal", "Doppelganger"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S1_S2_S71_five_cards_each_and_32_in_the_deck_for_any_number_of_players(players):
    state = new_game(players)
    assert sum(chances(state).values()) == 52  # shuffled: every card can come
    for number in range(5 * players):
        assert state.decision_kind() == "deal", number
        state.apply(state.sample_chance(Random(number)))
    assert state.deck == 32
    assert [len(village(state, player).split()) for player in range(players)] == [5] * players
    assert state.up == [[FACE_DOWN] * 5] * players


@pytest.mark.parametrize(("players", "aside"), [(2, 10), (3, 5), (4, 0)])
def test_S2_S71_the_rows_of_nobody_leave_the_round_unseen(players, aside):
    state = dealt(*ROWS[:players], rounds=1)
    assert state.deck == 31
    assert len(state.cards.cards[0]) == 31 + aside
    assert set(seen(state, 0, "deck")) <= {"?", " "}
    idle(state, 30)
    assert (state.deck, state.round) == (1, 1)
    idle(state)
    assert over(state)
    assert len(state.cards.cards[0]) == aside  # nobody drew them


def test_S2_a_game_has_two_to_four_players():
    assert list(GAME.players) == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(ToolkitError):
            GAME.new(players)


# ---- The switches ----

DIGEST = (files("toolkit.games.silver") / "rules.md").read_text(encoding="utf-8")
WORDS = {name: get_args(hint) for name, hint in get_type_hints(Rules).items() if get_args(hint)}


def test_A1_A2_A15_A16_the_profiles_differ_as_the_digest_says():
    usual = asdict(Rules())
    changed = {
        name: {key: value for key, value in asdict(rules).items() if value != usual[key]}
        for name, rules in PROFILES.items()
    }
    assert changed == {
        "rulebook": {},
        "literal": {"deck_exchange": "up", "witch_orientation": "inherit", "beholder": "both"},
        "english": {"revealer": "any"},
    }


def test_every_switch_names_its_question_in_the_digest():
    asked = set(re.findall(r"^\| (A-\d+) \|", DIGEST, re.MULTILINE))
    parts = re.split(r"^    (\w+): .*", getsource(Rules), flags=re.MULTILINE)
    said = dict(zip(parts[1::2], parts[0::2], strict=False))  # above each field
    for field in fields(Rules):
        numbers = re.findall(r"[AS]-\d+", said[field.name])
        assert numbers or field.name == "memory", field.name
        assert {number for number in numbers if number.startswith("A")} <= asked


def test_the_words_of_the_digest_are_the_words_of_the_switches():
    for name, words in re.findall(r"[Ss]witch(?:es)? `(\w+) = ([\w /]+)`", DIGEST):
        assert WORDS[name] == tuple(word.strip() for word in words.split("/")), name
