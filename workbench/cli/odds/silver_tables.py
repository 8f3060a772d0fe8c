"""The odds of Silver that people get."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from workbench.cli.odds.common import fraction, percent, table
from workbench.cli.odds.silver_labels import counted, label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from rich.table import Table

    from solvers.silver.answers.answer import Answer
    from toolkit.games.silver.position import Position

_POINTS = (
    *("sum", "draw", "take", "replace", "attempt", "look", "rob", "witch", "master", "rascal"),
    *("reveal", "threshold"),
)
_NOTES = {
    "strict": "without ties",
    "match": "the cards match",
    "break_even": "pays from",
    "score": "score of the call, mean",
    "going_on": "score without the call, mean",
    "saved": "points saved by the call",
    "worst": "lowest then, at worst",
    "best": "lowest then, at best",
    "knowing": "my next turn gains more then",
    "loss": "points lost by not being sure",
    "improves": "lowers my sum",
    "lasting": "shows a 0 to 4",
    "points": "my points, mean",
    "ends": "ends the round at once",
    "behind": "points above the best of these",
    "called": "it calls",
    "success": "its calls succeed",
}
_IN_POINTS = ("score", "going_on", "saved", "knowing", "loss", "points", "behind")


def tables(position: Position, found: Sequence[Answer], *, in_full: bool) -> Iterator[Table | str]:
    """Return all that is a single number as one table, and with `in_full` each distribution as another.

    What has no answer is told in words below.
    """
    if numbers := [answer for answer in found if answer.query != "slot" and not answer.refused]:
        yield _numbers(position, numbers)
    for answer in found:
        if answer.distribution is not None and (in_full or answer.query == "slot"):
            yield _distribution(answer, answer.distribution)
    for answer in found:
        if answer.refused:
            yield f"{answer.query}: no answer: {answer.refused}"


def _numbers(position: Position, numbers: Sequence[Answer]) -> Table:
    title = f"Player {position.me}: {counted(len(position.mine), 'card')}, {position.deck} in the deck"
    rows = table("odds", "value", "exact", title=title)
    for _, group in groupby(numbers, key=lambda answer: answer.query):
        rows.add_section()
        for answer in group:
            rows.add_row(label(answer), _value(answer), fraction(answer.exact))
            for name, words in _NOTES.items():
                if (number := answer.more.get(name)) is not None:
                    rows.add_row(f"  {words}", _note(answer, name, number), fraction(number))
            for row in _ending(position, answer):
                rows.add_row(*row)
    return rows


def _ending(position: Position, answer: Answer) -> Iterator[tuple[str, str, str]]:
    """Yield rows about an action that ends the round at once, or may end it (S-42)."""
    ends = answer.about.get("ends_round", False)
    if ends is not False:
        yield "  ends the round at once (S-42)", "if it shows both 0s" if ends is None else "yes", ""
    for player, points in (answer.round_points or {}).items():
        whose = "my points" if player == position.me else f"points of player {player}"
        if points is not None:
            yield f"    {whose}, mean", _shown(points, "points"), fraction(points)
    if (lowest := answer.more.get("lowest")) is not None:
        yield "    lowest then, ties counted", _shown(lowest, ""), fraction(lowest)


def _note(answer: Answer, name: str, number: Fraction | float) -> str:
    """Return a further number of an answer, with its standard error if it is simulated."""
    unit, error = "points" if name in _IN_POINTS else "", answer.more.get(f"{name}_se")
    return _shown(number, unit) + ("" if error is None else f", se {_bare(error, unit)}")


def _distribution(answer: Answer, chances: Mapping[str, Fraction | float]) -> Table:
    rows = table(
        "number" if answer.query in ("slot", "rascal") else "sum", "chance", "exact", title=label(answer)
    )
    for outcome, chance in chances.items():
        rows.add_row(outcome, percent(float(chance)), fraction(chance))
    return rows


def _value(answer: Answer) -> str:
    if answer.value is None:
        return ""
    unit = _unit(answer)
    low, high = answer.more.get("low"), answer.more.get("high")
    if low is None or high is None:
        return _shown(answer.value, unit)
    return f"{_shown(answer.value, unit)} [{_bare(low, unit)}, {_bare(high, unit)}]"


def _unit(answer: Answer) -> str:
    """Return in what an answer counts; nothing for a chance."""
    if "mean" in answer.about:
        return str(answer.about["mean"])
    return "points" if answer.query in _POINTS or "look" in answer.about else ""


def _shown(number: Fraction | float, unit: str) -> str:
    return f"{_bare(number, unit)} {unit}".rstrip()


def _bare(number: Fraction | float, unit: str) -> str:
    return f"{float(number):.3f}" if unit else percent(float(number))
