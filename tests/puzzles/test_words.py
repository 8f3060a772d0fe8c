"""The catalog of words: both languages say everything, and no two things alike."""

# ruff: noqa: RUF001  (Persian digits and letters are meant)

from __future__ import annotations

import re
from itertools import product
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meaning import any_facts

from puzzles.kinds import NAMES, kind_named
from puzzles.puzzle import LEVELS
from puzzles.words import LANGUAGES, Words, WordsError, say_clue, say_fact, words
from solvers.tobago.facts import CubeFact, ListedFact, Statement, TreasureFact, parse_fact
from toolkit.games.tobago import boxed_island
from toolkit.games.tobago.clues import CLUES
from toolkit.games.tobago.maps import COLOURS
from toolkit.hexmap import OCEAN, TERRAINS

SUBJECTS = ("huts", "palms", "statues", "lie", "play", "dead", "place", "player")
LRI, PDI = "\u2066", "\u2069"
EACH_LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)

names = st.sampled_from(boxed_island().names)
facts = st.one_of(
    any_facts(names, 12),
    st.builds(ListedFact, st.sampled_from(CLUES)),
    st.builds(CubeFact, st.integers(1, 6), st.booleans(), names),
)


def test_languages_have_the_same_keys_and_parts_and_say_nothing_alike() -> None:
    english, persian = (words(lang).texts for lang in LANGUAGES)
    assert english.keys() == persian.keys()
    assert len(english) > 150
    for key in english:
        parts = [
            {name for _, name, _, _ in Formatter().parse(text[key]) if name} for text in (english, persian)
        ]
        assert not (parts[0] ^ parts[1]) - {"one", "several", "no", "number", "units"}, key
    for texts, sort in product(
        (english, persian), ("techniques", "meanings", "levels", "colours", "subjects")
    ):
        found = [text for key, text in texts.items() if key.startswith(f"{sort}.")]
        assert len(found) == len(set(found)) > 3


@EACH_LANGUAGE
def test_everything_has_a_name(lang: str) -> None:
    techniques = {technique for name in NAMES for technique in kind_named(name).techniques}
    wanted = {f"levels.{level}" for level in LEVELS}
    wanted |= {f"techniques.{name}" for name in techniques} | {f"meanings.{name}" for name in techniques}
    wanted |= {f"kinds.{name}.{part}" for name in NAMES for part in ("name", "heading", "task")}
    wanted |= {f"colours.{colour}" for colour in COLOURS}
    wanted |= {f"terrains.{terrain}" for terrain in (*TERRAINS, OCEAN)}
    wanted |= {f"subjects.{subject}" for subject in SUBJECTS}
    assert not wanted - words(lang).texts.keys()


def test_unknown_words_and_languages_are_named() -> None:
    with pytest.raises(WordsError, match=r"^en: no words for 'levels.hrad'; did you mean 'levels.hard'\?$"):
        words("en").text("levels.hrad")
    with pytest.raises(WordsError, match=r"^no language 'de'; did you mean 'en'\? The languages are en, fa$"):
        words("de")
    with pytest.raises(WordsError, match=r"no words for 'things\.lava\.in'"):
        Words("fa", {}).text("things.lava.in")


def test_T6_no_two_clues_are_said_alike() -> None:
    for lang in LANGUAGES:
        assert len({say_clue(clue, lang) for clue in CLUES}) == len(CLUES) == 94
        assert len({say_fact(TreasureFact("brown", clue), lang) for clue in CLUES}) == 94


@EACH_LANGUAGE
@given(one=facts, other=facts)
def test_a_fact_is_one_sentence_of_its_own_with_nothing_left_open(
    lang: str, one: Statement, other: Statement
) -> None:
    assert (one == other) == (say_fact(one, lang) == say_fact(other, lang))
    text = say_fact(one, lang)
    assert text.endswith(".")
    assert not re.search(r"[{}]|  ", text)


@given(fact=facts)
def test_persian_keeps_latin_and_its_digits_to_names(fact: Statement) -> None:
    outside = re.sub(f"{LRI}[^{PDI}]*{PDI}", "", say_fact(fact, "fa"))
    assert not re.search(r"[A-Za-z0-9]", outside)
    assert outside.count(LRI) == outside.count(PDI) == 0


def test_facts_in_both_languages() -> None:
    for fact, english, persian in [
        (
            "brown: not next to hut",
            "The brown treasure is not next to a hut.",
            "گنج قهوه‌ای در کنار هیچ کلبه‌ای نیست.",
        ),
        ("white: in jungle", "The white treasure is in jungle.", "گنج سفید درون جنگل است."),
        ("grey: not in lake", "The grey treasure is not in a lake.", "گنج خاکستری بیرون از دریاچه است."),
        (
            "black: within 2 of largest river",
            "The black treasure is within two hexes of the largest river.",
            "گنج سیاه در فاصلهٔ یک یا دو خانه از بزرگ‌ترین رودخانه است.",
        ),
        ("huts: exactly 0 in jungle", "No hut is in jungle.", "هیچ کلبه‌ای درون جنگل نیست."),
        (
            "palms: exactly 1 next to ocean",
            "Exactly 1 palm is next to the ocean.",
            "دقیقاً ۱ درخت نخل در کنار اقیانوس است.",
        ),
        (
            "huts: exactly 2 within 12 of B32",
            "Exactly 2 huts are within 12 hexes of B32.",
            f"دقیقاً ۲ کلبه در فاصلهٔ حداکثر ۱۲ خانه از {LRI}B32{PDI} است.",
        ),
        (
            "huts: at 1, 3, 3, 6 from B32",
            "The huts are 1, 3, 3 and 6 hexes from B32.",
            f"فاصلهٔ کلبه‌ها از {LRI}B32{PDI}: ۱، ۳، ۳ و ۶ خانه.",
        ),
        ("statues: nearest 0 from c4", "A statue stands on c4.", f"در {LRI}c4{PDI} یک مجسمه قرار دارد."),
        (
            "huts: nearest 1 from c4",
            "The nearest hut is 1 hex from c4.",
            f"نزدیک‌ترین کلبه به {LRI}c4{PDI} در فاصلهٔ ۱ خانه است.",
        ),
        (
            "huts: in beach, lake",
            "The terrains under the huts: beach and lake.",
            "زمین زیر کلبه‌ها: ساحل و دریاچه.",
        ),
        (
            "white not within 1 of black",
            "The white treasure is not within 1 hex of the black treasure.",
            "گنج سفید در فاصلهٔ حداکثر ۱ خانه از گنج سیاه نیست.",
        ),
    ]:
        assert say_fact(parse_fact(fact), "en") == english
        assert say_fact(parse_fact(fact), "fa") == persian


@given(value=st.one_of(st.integers(0, 10**6), st.floats(0, 10**6)))
def test_numbers_are_written_in_the_digits_of_the_language(value: float) -> None:
    english, persian = words("en").number(value), words("fa").number(value)
    assert float(english) == round(value, 2)
    assert persian.translate(str.maketrans("۰۱۲۳۴۵۶۷۸۹٫", "0123456789.")) == english
    assert not re.search("[0-9.]", persian)


@given(parts=st.lists(st.sampled_from("abc"), max_size=4))
def test_lists_keep_all_their_parts(parts: list[str]) -> None:
    assert re.findall("[abc](?![a-z])", words("en").joined(parts)) == parts
    assert [sign for sign in words("fa").joined(parts) if sign in "abc"] == parts
