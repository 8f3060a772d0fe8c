"""The odds of Silver that people get."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from workbench.cli.odds_common import fraction, percent, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from rich.table import Table

    from solvers.silver.answer import Answer
    from toolkit.games.silver.position import Position

_USES = {"discard": "discard it", "exchange": "exchange it", "ability": "use its ability"}
_POINTS = ("sum", "draw", "take", "replace", "attempt", "look", "rob", "witch", "master", "rascal")
_NOTES = {
    "strict": "without ties",
    "match": "the cards match",
    "break_even": "pays from",
    "score": "score of the call, mean",
    "going_on": "score without the call, mean",
    "saved": "points saved by the call",
    "loss": "points lost by not being sure",
    "improves": "lowers my sum",
    "lasting": "shows a 0 to 4",
}
_IN_POINTS = ("score", "going_on", "saved", "loss")


def tables(position: Position, found: Sequence[Answer], *, in_full: bool) -> Iterator[Table]:
    """Return all that is a single number as one table, and with `in_full` each distribution as another."""
    if numbers := [answer for answer in found if answer.query != "slot"]:
        yield _numbers(position, numbers)
    for answer in found:
        if answer.distribution is not None and (in_full or answer.query == "slot"):
            yield _distribution(answer, answer.distribution)


def _numbers(position: Position, numbers: Sequence[Answer]) -> Table:
    title = f"Player {position.me}: {len(position.mine)} cards, {position.deck} in the deck"
    rows = table("odds", "value", "exact", title=title)
    for _, group in groupby(numbers, key=lambda answer: answer.query):
        rows.add_section()
        for answer in group:
            rows.add_row(_label(answer), _value(answer), fraction(answer.exact))
            for name, words in _NOTES.items():
                if (number := answer.more.get(name)) is not None:
                    shown = _points(number) if name in _IN_POINTS else percent(float(number))
                    rows.add_row(f"  {words}", shown, fraction(number))
    return rows


def _distribution(answer: Answer, chances: Mapping[str, Fraction | float]) -> Table:
    rows = table(
        "number" if answer.query in ("slot", "rascal") else "sum", "chance", "exact", title=_label(answer)
    )
    for outcome, chance in chances.items():
        rows.add_row(outcome, percent(float(chance)), fraction(chance))
    return rows


def _value(answer: Answer) -> str:
    if answer.value is None:
        return ""
    if "low" in answer.more:
        low, high = (percent(float(answer.more[end] or 0)) for end in ("low", "high"))
        return f"{percent(answer.value)} [{low}, {high}]"
    points = answer.query in _POINTS or "look" in answer.about
    return _points(answer.value) if points else percent(answer.value)


def _points(number: Fraction | float) -> str:
    return f"{float(number):.3f} points"


def _label(answer: Answer) -> str:
    return _LABELS[answer.query](answer.about)


def _slots(slots: Sequence[int]) -> str:
    return f"slot{'s' if len(slots) > 1 else ''} {', '.join(map(str, slots))}"


def _place(place: Sequence[int]) -> str:
    return f"player {place[0]}, slot {place[1]}"


def _cards(about: Mapping[str, Any]) -> str:
    return f"the next {about['cards']} cards" if about["cards"] > 1 else "the next card"


def _draw(about: Mapping[str, Any]) -> str:
    return f"draw {about['card']}: {_USES[about['use']]}" if "card" in about else "draw a card, mean gain"


def _witch(about: Mapping[str, Any]) -> str:
    if "card" not in about:
        return "Witch, value"
    if about["slots"]:
        return f"{about['card']} on top: {_slots(about['slots'])}"
    return f"{about['card']} on top: {_place(about['target']) if about['target'] else 'decline'}"


def _look(about: Mapping[str, Any]) -> str:
    return f"look with {about['card']} at {' and '.join(map(_place, about['places']))}"


def _memory(about: Mapping[str, Any]) -> str:
    if "look" in about:
        return f"next look: slot {about['look']}"
    changes = ", which matters now" if about["changes"] else ""
    return f"slot {about['slot']} is {about['number']}, as remembered{changes}"


def _time(about: Mapping[str, Any]) -> str:
    callers = ", ".join(map(str, about["callers"])) or "none"
    return f"{about['draws']} draws, {about['turns']} own turns; may call: {callers}"


_LABELS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "lowest": lambda _: "lowest now, ties counted",
    "call": lambda about: (
        f"a call succeeds after replies, {about['policy']}, {about['games']} games"
        if "policy" in about
        else "a call succeeds as the cards lie"
    ),
    "sum": lambda about: f"sum of player {about['player']}, mean",
    "slot": lambda about: f"Player {about['player']}, slot {about['slot']}",
    "draw": _draw,
    "take": lambda about: f"take {about['card']} for {_slots(about['slots'])}",
    "replace": lambda about: f"put {about['card']} on slot {about['slot']}",
    "exchange": lambda about: f"{_slots(about['slots'])} may leave together",
    "attempt": lambda about: f"try {_slots(about['slots'])} for {about['card']}",
    "look": _look,
    "rob": lambda about: f"rob player {about['player']}, slot {about['target']}, with slot {about['slot']}",
    "witch": _witch,
    "master": lambda about: f"Master takes {about['card']}" if about else "Master, value",
    "expose": lambda about: f"exposing slot {about['slot']} ends the round",
    "rascal": lambda about: f"lowest of {_cards(about)}, mean",
    "villagers": lambda about: f"a 0 in {about['place']}",
    "movers": lambda about: f"no 11 or 12 among {_cards(about)}",
    "time": _time,
    "pairs": lambda _: "a set among my hidden cards",
    "memory": _memory,
    "kamikaze": lambda about: f"player {about['player']} has 12, 12, 13, 13",
    "hundred": lambda about: f"player {about['player']} gets exactly 100 now",
}
