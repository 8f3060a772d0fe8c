from __future__ import annotations

from random import Random

import pytest

from toolkit.core.chance import random_source
from toolkit.core.errors import ToolkitError, did_you_mean, nearest, quote


def test_every_error_is_a_value_error() -> None:
    assert issubclass(ToolkitError, ValueError)


@pytest.mark.parametrize(
    ("word", "valid", "found"),
    [
        ("jungel", ["lake", "jungle"], "jungle"),
        ("JUNGLE", ["lake", "jungle"], "jungle"),
        ("b25", ["B52", "A00"], "B52"),
        ("xyz", ["lake", "jungle"], None),
        ("lake", [], None),
        ("", ["lake"], None),
        ("l" * 61, ["l" * 60], None),
        ("l" * 60, ["l" * 61], "l" * 61),
    ],
)
def test_nearest_spelling(word: str, valid: list[str], found: str | None) -> None:
    assert nearest(word, valid) == found


@pytest.mark.parametrize("valid", [["B52", "b52"], ["b52", "B52"], {"b52", "B52"}])
def test_nearest_spelling_does_not_depend_on_the_order(valid: list[str]) -> None:
    assert nearest("b53", valid) == "B52"


def test_nearest_spelling_takes_only_a_bounded_time() -> None:
    words = [f"{number:05}" for number in range(5_000)]
    assert nearest("04999", [*words, "x"]) == "04999"
    assert nearest("xxxxx", [*words, "xxxxx"]) is None


def test_did_you_mean() -> None:
    assert did_you_mean("jungel", ["jungle"]) == "; did you mean 'jungle'?"
    assert did_you_mean("zzz", ["jungle"]) == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("lake", "'lake'"),
        ("é\n\x1b", r"'\xe9\n\x1b'"),
        (12, "12"),
        ("x" * 58, "'" + "x" * 58 + "'"),
        ("x" * 59, "'" + "x" * 56 + "..."),
    ],
)
def test_quote_is_printable_and_short(text: object, shown: str) -> None:
    assert quote(text) == shown


def test_quote_with_another_length() -> None:
    assert quote("abcdefghij", 8) == "'abcd..."


@pytest.mark.parametrize("seed", [7, 0, -3, "seven", ""])
def test_a_seed_starts_the_same_generator_each_time(seed: int | str) -> None:
    expected = Random(seed).random()
    assert random_source(seed).random() == random_source(seed).random() == expected


def test_a_generator_is_used_as_it_is() -> None:
    generator = Random(1)
    assert random_source(generator) is generator


def test_no_seed_means_entropy() -> None:
    assert random_source(None).getrandbits(128) != random_source(None).getrandbits(128)


@pytest.mark.parametrize("seed", [True, 1.5, b"7", [7]])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(TypeError, match=f"not {type(seed).__name__}$"):
        random_source(seed)  # type: ignore[arg-type]
