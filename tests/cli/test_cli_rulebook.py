"""``tobago rule`` on narrow and wide terminals; what it tells and refuses is in ``transcripts/rule.txt``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli_helpers import Tobago


@pytest.mark.parametrize("width", [40, 80, 200])
def test_lines_are_wrapped_at_words_to_the_width(
    tobago: Tobago, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    told = tobago("rule", "Y-11", "B-26").out
    lines = told.splitlines()
    assert max(map(len, lines)) <= width
    assert max(map(len, lines)) > width - 20  # and not to another one
    assert not any(line.endswith(" ") for line in lines)
    monkeypatch.setenv("COLUMNS", "1000")
    assert tobago("rule", "Y-11", "B-26").out.split() == told.split()


def test_a_rule_that_is_asked_for_twice_is_told_once(tobago: Tobago) -> None:
    numbers = [
        rule["number"] for rule in tobago("rule", "t17", "T-17", "T-16a..T-17a", "--json").json["rules"]
    ]
    assert numbers == ["T-17", "T-16a", "T-17a"]


def test_a_rule_and_the_list_of_a_game_are_told_in_persian(tobago: Tobago) -> None:
    said = tobago("rule", "T-17a", "--lang", "fa").out
    assert said.startswith("\u2068T-17a\u2069 (توباگو: ")
    assert "[\u2068I\u2069] استنباط؛ [" in said
    told = tobago("rule", "wazabi", "--lang", "fa").out
    assert "\u2068W-27\u2069، \u2068W-27a\u2069" in told
    assert "روی هم ۴۹ قانون" in told
    assert "\u2068tobago rule NUMBER\u2069" in told
