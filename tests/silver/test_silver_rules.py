"""The switches: their values, their numbers in the digest, the profiles, and what else is refused."""

from __future__ import annotations

import re
from dataclasses import asdict, fields
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from silver_helpers import Rules

from toolkit.core.errors import ToolkitError
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import PROFILES

DIGEST = (Path(__file__).parents[2] / "docs" / "rules-silver.md").read_text(encoding="utf-8")
WORDS = {name: get_args(hint) for name, hint in get_type_hints(Rules).items() if get_args(hint)}


def test_the_default_is_the_profile_of_the_rulebook() -> None:
    assert PROFILES["rulebook"] == Rules()
    assert next(iter(GAME.editions.values())) == Rules()


def test_A1_A2_A15_A16_the_profiles_differ_as_the_digest_says() -> None:
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


def test_every_switch_names_its_question_in_the_digest() -> None:
    asked = set(re.findall(r"^\| (A-\d+) \|", DIGEST, re.MULTILINE))
    described = cleandoc(Rules.__doc__ or "").split("Attributes")[1]
    starts = [described.index(f"\n{field.name}\n") for field in fields(Rules)]
    for field, (start, end) in zip(fields(Rules), pairwise([*starts, len(described)]), strict=True):
        numbers = re.findall(r"[AS]-\d+", described[start:end])
        assert numbers or field.name == "memory", field.name
        assert {number for number in numbers if number.startswith("A")} <= asked


def test_the_words_of_the_digest_are_the_words_of_the_switches() -> None:
    for name, words in re.findall(r"[Ss]witch(?:es)? `(\w+) = ([\w /]+)`", DIGEST):
        assert WORDS[name] == tuple(word.strip() for word in words.split("/")), name


@pytest.mark.parametrize("name", WORDS)
def test_each_word_is_a_rule_and_no_other_one(name: str) -> None:
    for word in WORDS[name]:
        switch: dict[str, Any] = {name: word}
        assert getattr(Rules(**switch), name) == word
    switch = {name: "sideways"}
    with pytest.raises(ToolkitError, match=f"rule {name}: no value 'sideways'; "):
        Rules(**switch)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"deck_exchange": "dwon"}, "rule deck_exchange: no value 'dwon'; did you mean 'down'"),
        ({"score_mode": 1}, "rule score_mode: 1 is no yes or no"),
        ({"rounds": "4"}, "rule rounds: '4' is no number"),
        ({"rounds": True}, "rule rounds: True is no number"),
        ({"rounds": 0}, "rule rounds: 0 is too few; 1 is the least"),
        ({"turn_limit": -5}, "rule turn_limit: -5 is too few; 1 is the least"),
    ],
)
def test_a_value_that_a_rule_does_not_know_is_refused(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(ToolkitError, match=re.escape(message)):
        Rules(**rules)
