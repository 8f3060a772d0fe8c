"""``tobago odds wazabi``: what it promises to people and programs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from solvers.wazabi import Race, Turn, faces
from solvers.wazabi.answers import QUERIES
from toolkit.games.wazabi import DECKS, find_deck
from toolkit.games.wazabi.position import Position
from workbench.cli.odds import wazabi as odds

if TYPE_CHECKING:
    from cli_helpers import Tobago

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "wazabi-position.toml")


def ask(tobago: Tobago, *arguments: str) -> list[dict[str, object]]:
    done = tobago("odds", "wazabi", EXAMPLE, *arguments, "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json["format"] == "wazabi-odds/1"
    answers: list[dict[str, object]] = done.json["answers"]
    return answers


def test_faces_as_promised(tobago: Tobago) -> None:
    (answer,) = ask(tobago, "--query", "faces")
    assert answer["distribution"] == {",".join(map(str, shown)): str(c) for shown, c in faces(4).items()}
    assert answer["distribution"]["2,1,1"] == "1/6"  # type: ignore[index]
    assert (answer["exact"], answer["value"], answer["se"]) == (None, None, None)


def test_finish_tells_the_extra_turns_apart(tobago: Tobago) -> None:
    plain, extra = ask(tobago, "--query", "finish")
    assert plain == {"query": "finish", "play_again": False, "exact": "1/1296", "value": 1 / 1296, "se": None}
    position = Position.load(Path(EXAMPLE))
    assert Fraction(str(extra["exact"])) == Race(position, again=True).chance(1)
    assert extra["play_again"] is True


def test_all_that_is_exact_is_told_at_once(tobago: Tobago) -> None:
    found = ask(tobago)
    position = Position.load(Path(EXAMPLE))
    assert list(dict.fromkeys(answer["query"] for answer in found)) == [
        name for name in QUERIES if name != "win"
    ]
    by_card = {answer["card"]: answer for answer in found if answer["query"] == "cards"}
    assert {card: Fraction(str(answer["exact"])) for card, answer in by_card.items()} == Turn(
        position
    ).playable()
    assert [card for card, answer in by_card.items() if answer["held"]] == ["lose 1 die", "draw 3"]
    worth = {answer["play"]: answer["exact"] for answer in found if answer["query"] == "worth"}
    assert list(worth) == ["no card", "lose 1 die", "draw 3", "best card"]
    assert worth["no card"] == "10/3"
    (given,) = (answer for answer in found if answer["query"] == "given")
    assert (given["exact"], given["distribution"]["4"]) == ("2/3", "1/1296")  # type: ignore[index]
    assert [answer["cost"] for answer in found if answer["query"] == "cost"] == [0, 1, 2, 3]


def test_win_is_simulated(tobago: Tobago) -> None:
    arguments = ("--query", "win", "--games", "20", "--seed", "3", "--players", "random,greedy,random")
    (answer,) = ask(tobago, *arguments)
    assert ask(tobago, *arguments) == [answer]
    assert (answer["games"], answer["seed"], answer["exact"]) == (20, 3, None)
    assert answer["players"] == ["random", "greedy", "random"]
    value, low, high = answer["value"], *answer["interval"]  # type: ignore[misc]
    assert 0 <= low < value < high <= 1  # type: ignore[has-type]
    assert answer["se"] == pytest.approx((value * (1 - value) / 20) ** 0.5)  # type: ignore[has-type]


def test_a_setting_of_win_asks_for_it_too(tobago: Tobago) -> None:
    found = ask(tobago, "--games", "2", "--players", "random")
    assert [answer["query"] for answer in found].count("win") == 1


def test_tables_for_people(tobago: Tobago) -> None:
    done = tobago("odds", "wazabi", EXAMPLE, "--games", "2", "--players", "random")
    assert (done.status, done.err) == (0, "")
    for words in (
        "Roll of 4 dice",
        "1/1296",
        "play lose 1 die",
        "draw and play swap dice",
        "3.333 dice",
        "68.75%",
    ):
        assert words in done.out
    assert "win against these players, 2 games" in done.out


def test_many_dice_show_the_likeliest_rolls(tobago: Tobago) -> None:
    text = '{"format": "wazabi-position/1", "me": 1, "dice": [9, 15], "hand": []}'
    done = tobago("odds", "wazabi", "-", "--query", "faces", "--query", "finish", stdin=text.encode())
    assert "the 15 likeliest of 136" in done.out
    assert "e-" in done.out  # no chance reads 0.00% that is not none


def test_the_names_of_the_cards(tobago: Tobago) -> None:
    done = tobago("odds", "wazabi", "--cards", "--json")
    assert done.json == {
        "format": "wazabi-cards/1",
        "decks": {name: find_deck(name).to_dict() for name in DECKS},
    }
    table = tobago("odds", "wazabi", "--cards").out
    for name in DECKS:
        for card in find_deck(name).names:
            assert card in table


def test_help_names_all_queries(tobago: Tobago) -> None:
    shown = " ".join(tobago("odds", "wazabi", "--help").out.split())
    assert ", ".join(QUERIES) in shown
    assert list(QUERIES) == odds._QUERIES
