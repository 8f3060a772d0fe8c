"""Questions, declared once: by name, by function and by command the same answers; a new one is everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from solvers.intervals import Interval
from solvers.questions import Answer, Asked, Setting, settings_of
from solvers.silver.answers import QUERIES as OF_SILVER
from solvers.wazabi.answers import QUERIES, answers, cost, faces_, win, within
from toolkit.core.errors import ToolkitError
from toolkit.games.wazabi.position import Position
from workbench.cli.odds.wazabi import wazabi
from workbench.notebook import to_frame

FILE = Path(__file__).parents[2] / "examples" / "wazabi-position.toml"
START = Position.load(FILE)


def test_a_question_is_asked_by_name_or_by_its_function() -> None:
    assert answers("within", START, Asked(turns=3)) == within(START, turns=3)
    assert answers("within", START, Asked()) == within(START) == within(START, turns=2)
    assert answers("cost", START, Asked(turns=3)) == cost(START)  # a setting of another question
    assert [answer.query for answer in faces_(START)] == ["faces"]
    assert "enough wazabi" in str(cost.__doc__)
    played = {"games": 5, "players": ("random",), "seed": 3}
    assert answers("win", START, Asked(played)) == win(START, games=5, players=("random",), seed=3)


@pytest.mark.parametrize(
    ("query", "asked", "said"),
    [
        ("costs", {}, "no query 'costs'; did you mean 'cost'?"),
        ("within", {"turn": 2}, "no setting 'turn'; did you mean 'turns'?"),
        ("within", {"turns": 7}, "turns: '7' is no whole number from 1 to 6"),
        ("within", {"turns": "two"}, "turns: 'two' is no whole number from 1 to 6"),
        ("cost", {"cost": -1}, "cost: '-1' is no whole number from 0 on"),
        ("cost", {"cost": 1.5}, "cost: '1.5' is no whole number from 0 on"),
        ("win", {"games": 0}, "games: '0' is no whole number from 1 to 1000000"),
        ("win", {"players": ("gredy",)}, "no player 'gredy'; did you mean 'greedy'?"),
    ],
)
def test_a_wrong_question_or_setting_is_told_in_a_sentence(
    query: str, asked: dict[str, Any], said: str
) -> None:
    with pytest.raises(ToolkitError) as error:
        answers(query, START, Asked(asked))
    assert str(error.value) == said


def test_a_word_is_one_of_those_there_are() -> None:
    with pytest.raises(ToolkitError, match="no insight 'owm'; did you mean 'own'"):
        OF_SILVER.settings["insight"].check("insight", "owm")
    OF_SILVER.settings["insight"].check("insight", "nothing")
    OF_SILVER.settings["policy"].check("policy", "steady:3")  # its words are examples


def test_settings_are_those_of_the_annotations_with_their_defaults() -> None:
    def asked(
        position: Position,
        *,
        first: Annotated[int, Setting("so many", 1)] = 4,
        second: Annotated[str | None, Setting("which", metavar="NAME")] = None,
        third: bool = False,
    ) -> Iterator[Answer]:
        raise NotImplementedError

    found = settings_of(asked)
    assert {name: (one.help, one.default) for name, one in found.items()} == {
        "first": ("so many", 4),
        "second": ("which", None),
    }


def test_what_JSON_tells_of_a_number_is_what_the_format_of_its_game_promises() -> None:
    exact, estimate = Answer(exact=Fraction(1, 3)), Answer(estimate=0.5, interval=Interval(0.5, 0.25, 0.75))
    assert exact.to_dict() == {"query": "", "exact": "1/3", "value": 1 / 3, "se": None}
    assert estimate.to_dict() | {"query": "?"} == {
        "query": "?",
        "exact": None,
        "value": 0.5,
        "se": None,
        "interval": [0.25, 0.75],
    }
    assert Answer(about={"what": 3}, numbers=()).to_dict() == {"query": "", "what": 3}


@pytest.fixture
def doubles() -> Iterator[click.Command]:
    """A further question, declared as all others are; the command as it is then."""

    @QUERIES.asks(unit="dice", usual=lambda position: position.me > 5)
    def doubles(
        position: Position, *, times: Annotated[int, Setting("how often", 1, 9)] = 2
    ) -> Iterator[Answer]:
        """Tell what the dice are worth several times."""
        worth = Fraction(position.my_dice * times)
        yield Answer(words=f"twice {times} dice", about={"times": times}, exact=worth)

    command = type(wazabi)("wazabi", callback=wazabi.callback, params=wazabi.params)
    vars(wazabi).pop("settings", None)  # they are looked up once
    yield command
    del QUERIES["doubles"]
    vars(wazabi).pop("settings", None)


def test_a_new_question_is_a_function_and_all_else_follows(doubles: click.Command) -> None:
    def said(*arguments: str) -> str:
        done = CliRunner().invoke(doubles, [str(FILE), *arguments], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    told = json.loads(said("--query", "doubles", "--times", "3", "--json"))["answers"]
    assert told == [{"query": "doubles", "times": 3, "exact": "12", "value": 12.0, "se": None}]
    assert "twice 2 dice" in said("--query", "doubles")
    assert "12.000 dice" in said("--query", "doubles", "--times", "3")
    assert "twice" not in said()  # it is not usual here
    assert "twice 9 dice" in said("--times", "9")  # but asked for by its setting
    helped = " ".join(said("--help").split())
    assert "--times N For doubles: how often (2 if not said). [1 to 9]" in helped
    assert "doubles Tell what the dice are worth several times." in helped
    completion = ShellComplete(doubles, {}, "wazabi", "_WAZABI_COMPLETE")
    assert [one.value for one in completion.get_completions(["x", "--query"], "do")] == ["doubles"]
    assert [one.value for one in completion.get_completions(["x"], "--ti")] == ["--times"]
    frame = to_frame(answers("doubles", START, Asked(times=3)))
    assert frame[["query", "times", "exact", "value"]].values.tolist() == [["doubles", 3, "12", 12.0]]
