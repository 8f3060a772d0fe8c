"""The odds of Silver that people get."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from workbench.cli.odds_common import fraction, percent, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from rich.table import Table

    from solvers.silver.answers.answer import Answer
    from toolkit.games.silver.position import Position

_USES = {
    "draw on": "draw on",
    "discard": "discard it",
    "exchange": "exchange it",
    "ability": "use its ability",
}
_POINTS = (
    *("sum", "draw", "take", "replace", "attempt", "look", "rob", "witch", "master", "rascal"),
    *("reveal", "threshold"),
)
_ENDS = {
    "villagers": "both 0s end the round",
    "call": "the round ends after a call",
    "deck": "the round ends with the last card",
    "limit": "the turn limit ends the round",
}
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
    "points": "my points, mean",
    "ends": "ends the round at once",
    "behind": "points above the best of these",
    "called": "it calls",
    "success": "its calls succeed",
}
_IN_POINTS = ("score", "going_on", "saved", "loss", "points", "behind")


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
    title = f"Player {position.me}: {len(position.mine)} cards, {position.deck} in the deck"
    rows = table("odds", "value", "exact", title=title)
    for _, group in groupby(numbers, key=lambda answer: answer.query):
        rows.add_section()
        for answer in group:
            rows.add_row(_label(answer), _value(answer), fraction(answer.exact))
            for name, words in _NOTES.items():
                if (number := answer.more.get(name)) is not None:
                    rows.add_row(f"  {words}", _note(answer, name, number), fraction(number))
    return rows


def _note(answer: Answer, name: str, number: Fraction | float) -> str:
    """Return a further number of an answer, with its standard error if it is simulated."""
    unit, error = "points" if name in _IN_POINTS else "", answer.more.get(f"{name}_se")
    return _shown(number, unit) + ("" if error is None else f", se {_bare(error, unit)}")


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


def _played(words: str, about: Mapping[str, Any]) -> str:
    return f"{words}, {about['policy']}, {about['games']} games"


def _reveal(about: Mapping[str, Any]) -> str:
    place = "no card" if about["player"] is None else _place((about["player"], about["slot"]))
    return _played(f"reveal {place}", about)


def _ending(about: Mapping[str, Any]) -> str:
    if "mean" in about:
        return _played("the round ends after", about)
    within = f" within {about['within']} turns" if "within" in about else ""
    return _played(f"{_ENDS[about['end']]}{within}", about)


def _win(about: Mapping[str, Any]) -> str:
    return _played("the game ends after" if "mean" in about else f"player {about['player']} wins", about)


def _lowest(about: Mapping[str, Any]) -> str:
    return "lowest now, ties counted" + (f", {about['games']} deals" if "games" in about else "")


def _time(about: Mapping[str, Any]) -> str:
    callers = ", ".join(map(str, about["callers"])) or "none"
    return f"{about['draws']} draws, {about['turns']} own turns; may call: {callers}"


_LABELS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "lowest": _lowest,
    "call": lambda about: (
        _played("a call succeeds after replies", about)
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
    "reveal": _reveal,
    "ending": _ending,
    "win": _win,
    "threshold": lambda about: f"call at {about['sum']} against {about['policy']}, {about['games']} games",
}
