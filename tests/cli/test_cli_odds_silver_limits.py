"""Odds of Silver that take too long to count, and questions to which there is nothing to tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from solvers.silver import lowest
from solvers.silver.limits import TooLarge
from solvers.silver.simulated import sampled_lowest
from toolkit.games.silver.position import Position

if TYPE_CHECKING:
    from cli_helpers import Tobago

START = 'format = "silver-position/1"\nme = 0\ndeck = 9\ndiscard = [3]\n'


def village(*slots: str) -> str:
    return f"[[villages]]\nslots = {list(slots)}\n"


HUGE = START + village(*"?????") + village(*"????????") * 3
VARIED = START + village(*map(str, range(14))) + village(*"?????")


def answers(tobago: Tobago, text: str, *arguments: str) -> list[dict[str, Any]]:
    done = tobago("odds", "silver", "-", *arguments, "--json", stdin=text.encode())
    assert (done.status, done.err) == (0, "")
    found: list[dict[str, Any]] = done.json["answers"]
    return found


def test_Q6_who_is_lowest_is_simulated_where_counting_takes_too_long(tobago: Tobago) -> None:
    with pytest.raises(TooLarge):
        lowest(Position.parse(HUGE))
    (found,) = answers(tobago, HUGE, "--query", "lowest", "--games", "300", "--seed", "4")
    sampled = sampled_lowest(Position.parse(HUGE), deals=300, seed=4)
    assert (found["exact"], found["games"], found["seed"]) == (None, 300, 4)
    assert (found["value"], found["strict"]) == (sampled.lowest / 300, sampled.strictly / 300)
    assert found["low"] < found["value"] <= found["high"]
    assert found["se"] == sampled.share_error(sampled.lowest)
    told = tobago("odds", "silver", "-", "--query", "lowest", "--games", "300", stdin=HUGE.encode())
    assert "lowest now, ties counted, 300 deals" in told.out
    assert "call" not in {answer["query"] for answer in answers(tobago, HUGE, "--games", "300")}


def test_one_question_that_takes_too_long_leaves_the_others_answered(tobago: Tobago) -> None:
    found = {answer["query"]: answer for answer in answers(tobago, VARIED)}
    said = "16384 sets of own cards are too many to look at"
    assert {query for query, answer in found.items() if answer.get("error") == said} == {
        "draw",
        "take",
        "exchange",
    }
    assert found["lowest"]["exact"] is not None
    told = tobago("odds", "silver", "-", stdin=VARIED.encode())
    assert (told.status, f"draw: no answer: {said}" in told.out) == (0, True)
    asked = tobago("odds", "silver", "-", "--query", "draw", stdin=VARIED.encode())
    assert (asked.status, said in asked.err) == (2, True)
