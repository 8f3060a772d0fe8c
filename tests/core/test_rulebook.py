"""The rules of the games by their numbers, as the digests state them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rule_table import DIGESTS
from rule_table import rules_of as stated_in

from toolkit.core.errors import ToolkitError
from toolkit.core.telling.language import LANGUAGES
from toolkit.games import SHIPPED
from toolkit.games.rulebook import Rule, cited, find_rules, rules_of

ROOT = Path(__file__).parents[2]
ARABIC = re.compile("[\u0600-\u06ff]{2}")
CITING = [
    file
    for floor in ("toolkit", "solvers", "puzzles", "workbench")
    for kind in ("*.py", "*.toml", "*.csv", "*.json")
    for file in (ROOT / floor).rglob(kind)
]


def the(number: str, game: str | None = None) -> Rule:
    """Return the one rule of a number."""
    [rule] = find_rules(number, game)
    return rule


def numbers(number: str, game: str | None = None) -> list[str]:
    """Return the numbers that are found."""
    return [rule.number for rule in find_rules(number, game)]


def test_every_rule_that_the_table_of_tests_knows_is_told() -> None:
    assert sorted(DIGESTS.values()) == sorted(SHIPPED)
    for game in SHIPPED:
        told = [rule.number for rule in rules_of(game)]
        letters = {number[0] for number in told}
        table = {
            f"{letter}-{number}{part}" for _, letter, number, part in stated_in(game) if letter in letters
        }
        assert table
        assert table <= set(told)
        assert len(told) == len(set(told))
    assert len(rules_of("wayfarers")) == 155  # Y-1 to Y-155: T1 there is an example and no rule


def test_every_number_that_code_and_data_cite_is_found() -> None:
    asked = re.compile(r"(?<![\w-])[A-Z]-[0-9]+[a-z]?(?![\w-])")
    known = {rule.number for game in SHIPPED for rule in rules_of(game)}
    found = [(file, number) for file in CITING for number in asked.findall(file.read_text(encoding="utf-8"))]
    assert len(found) > 1_000
    assert {(file.name, number) for file, number in found if number not in known} == set()


def test_a_rule_is_told_in_plain_words_under_its_heading() -> None:
    rule = the("T-25a")
    assert (rule.number, rule.game, rule.heading) == ("T-25a", "tobago", "Raising and dividing")
    assert rule.text.startswith("The looks are secret [S]; nobody, the raiser included, looks at")
    assert rule.text.endswith(
        "(in the example 5 and 4) [S]. Draw order: the raiser, then clockwise; the added card last [I]."
    )
    assert rule.marks == (("S", "stated in the rulebook"), ("I", "inference"))
    assert the("Y-3").text.startswith("Shuffle 10 journal tiles")
    assert the("M-9").heading == "Phase 1"
    assert the("Y-121").heading == "Journal"
    for game in SHIPPED:
        for rule in rules_of(game):
            assert rule.text.strip() == rule.text
            assert rule.text
            assert rule.heading
            assert not re.search(r"\*\*|`|  |^\||: [-—]$", rule.text, re.MULTILINE)


def test_each_rule_is_told_in_both_languages_with_the_same_numbers_and_marks() -> None:
    """What can be compared without reading: a rule that lost a "not" needs somebody who reads Persian."""
    western = str.maketrans(LANGUAGES["fa"].digits, LANGUAGES["en"].digits)
    for game in SHIPPED:
        english, persian = rules_of(game), rules_of(game, "fa")
        assert [rule.number for rule in english] == [rule.number for rule in persian]
        for one, other in zip(english, persian, strict=True):
            text = other.text.translate(western)
            assert ARABIC.search(text + other.heading), one.number
            assert [mark for mark, _ in one.marks] == [mark for mark, _ in other.marks], one.number
            assert all(ARABIC.search(meaning) for _, meaning in other.marks), one.number
            assert len(one.text.splitlines()) == len(text.splitlines()), one.number
            for asked in (r"(?<![\w-])[A-Z]-[0-9]+[a-z]?(?![\w-])", "[0-9]+"):
                assert {*re.findall(asked, one.text)} == {*re.findall(asked, text)}, (one.number, asked)


def test_a_row_of_a_table_is_told_by_its_columns() -> None:
    assert the("A-46").text.splitlines() == [
        "question: S-57: holder before or after the award of round 4",
        "best-supported reading (default): after (S-68)",
        "evidence: order of the rulebook's sections",
        "confidence: MED",
    ]
    assert the("B-5").text.splitlines()[-1] == "best reading: [W] 2 face-up OR 2 face-down"  # no switch
    assert "likelihood L(r|v) = π" in the("Q-3").text  # a bar that is escaped in the table
    assert the("S-62").text.splitlines()[:2] == [
        "Which way up:",
        "drawn from the deck and kept: down [A-1]; after a failed attempt down in every profile (S-19)",
    ]


def test_marks_are_explained_where_they_are_used() -> None:
    assert [mark for mark, _ in the("B-6").marks] == ["S", "W"]  # [S, W]
    assert [mark for mark, _ in the("T-17a").marks] == ["I", "?"]
    assert the("A-1").marks == ()
    assert the("S-11").marks == ()  # there is a number
    for game in ("tobago", "wazabi", "mangrovia", "wayfarers"):
        assert any(rule.marks for rule in rules_of(game))


def test_numbers_are_found_however_they_are_typed() -> None:
    for typed in ("T-17", "t-17", "t17", "T17", " T-017 "):
        assert the(typed).number == "T-17"
    assert the("W27A").number == "W-27a"
    for typed in ("T-24 to T-26a", "t24..t26A", "T-24-T-26a"):
        assert numbers(typed) == ["T-24", "T-25", "T-25a", "T-26", "T-26a"]


def test_worked_examples_of_two_games_are_told_apart_by_the_game() -> None:
    assert [rule.game for rule in find_rules("E-5")] == ["mangrovia", "tobago"]
    assert the("E-5", "tobago").text.startswith("(T-32) Lola")
    assert the("E-5", "mangrovia").text.startswith("situation: sand")


def test_a_rule_is_told_in_persian_with_its_digits_and_what_is_latin_apart() -> None:
    [rule] = find_rules("T-17a", "tobago", "fa")
    assert rule.number == "T-17a"
    assert "(\u2068T-29b\u2069)" in rule.text
    assert "\u2068start_maps = one_each | all_four\u2069" in rule.text  # a name of the engine as a whole
    assert [mark for mark, _ in rule.marks] == ["I", "?"]
    assert not rule.marks[0][1].isascii()
    [rule] = find_rules("T-25a", "tobago", "fa")
    assert not re.search("[0-9]", re.sub("\u2068[^\u2069]*\u2069", "", rule.text + rule.heading))
    assert "۴" in rule.text


@pytest.mark.parametrize(
    ("number", "game", "refusal"),
    [
        ("T-99", None, "no rule 'T-99'; the nearest are T-36, T-37, T-37a"),
        ("W-31b", None, "no rule 'W-31b'; the nearest are W-30, W-31, W-31a"),
        ("z3", None, "no rule 'z3'; rules begin with A, B, C, E, M, Q, S, T, W, Y"),
        ("S-3", "tobago", "no rule 'S-3' of tobago; rules begin with E, T"),
        ("T-1 to S-3", None, "both ends of a range have the same letter"),
        ("17", None, "a rule has a letter and a number, such as T-17"),
        ("", None, "a rule has a letter and a number, such as T-17"),
        ("T-1", "chess", "no rules of a game 'chess'; the games are mangrovia"),
        ("T-1", "tobagoo", "no rules of a game 'tobagoo'; did you mean 'tobago'?"),
    ],
)
def test_an_unknown_number_is_refused_with_what_is_near(number: str, game: str | None, refusal: str) -> None:
    with pytest.raises(ToolkitError) as error:
        find_rules(number, game)
    assert refusal in str(error.value)


def test_what_a_text_cites() -> None:
    assert cited("a card of another landscape lies there (M-18, M-20)") == ("M-18", "M-20")
    assert cited("T-26a, T-24 to T-26, and T-24 again") == ("T-26a", "T-24", "T-25", "T-25a", "T-26")
    assert cited("کارت منظرهٔ دیگری آنجاست (\u2068M-18\u2069)") == ("M-18",)
    assert cited("no rule: T-99, B52, ABC+0, UTF-8, M-18-3, tobago1-A-1") == ()
