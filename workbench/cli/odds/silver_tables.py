"""The odds of Silver that people get: tables, and in words what each answer is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from workbench.cli.odds.common import chances_table, fraction, odds_table, percent
from workbench.cli.printing import styled

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.table import Table
    from rich.text import Text

    from solvers.questions import Answer
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
    "outlook": "after replies, low cards kept",
    "outlook_saved": "saved against going on",
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
_IN_POINTS = ("score", "outlook_saved", "going_on", "saved", "knowing", "loss", "points", "behind")
_USES = {
    "draw on": "draw on",
    "discard": "discard it",
    "exchange": "exchange it",
    "ability": "use its ability",
}
_ENDS = {
    "villagers": "both 0s end the round",
    "call": "the round ends after a call",
    "deck": "the round ends with the last card",
    "limit": "the turn limit ends the round",
}


def tables(position: Position, found: Sequence[Answer], *, in_full: bool) -> Iterator[Table | Text]:
    """Return all that is a single number as one table, and with `in_full` each distribution as another.

    A line above tells how many discards are forgotten, if any are, for a wrong number of cards in the deck
    makes such; what has no answer is told in words below.
    """
    if position.forgotten:
        yield styled(f"{_counted(position.forgotten, 'discard')} forgotten: named nowhere in the position")
    if numbers := [answer for answer in found if answer.query != "slot" and not answer.refused]:
        groups = groupby(numbers, key=lambda answer: answer.query)
        title = f"Player {position.me}: {_counted(len(position.mine), 'card')}, {position.deck} in the deck"
        yield odds_table(
            ([row for one in group for row in _rows(position, one)] for _, group in groups), title
        )
    for answer in found:
        if answer.distribution is not None and (in_full or answer.query == "slot"):
            column = "number" if answer.query in ("slot", "rascal") else "sum"
            yield chances_table([column], answer.distribution.items(), _label(answer), words=1)
    for answer in found:
        if answer.refused:
            yield styled(f"{answer.query}: no answer: {answer.refused}")


def _rows(position: Position, answer: Answer) -> Iterator[tuple[str, str, str]]:
    """Yield the number of an answer, and below it what else it says."""
    yield _label(answer), _value(answer), fraction(answer.exact)
    for name, words in _NOTES.items():
        if (number := answer.more.get(name)) is not None:
            yield f"  {words}", _note(answer, name, number), fraction(number)
    yield from _round_end(position, answer)


def _round_end(position: Position, answer: Answer) -> Iterator[tuple[str, str, str]]:
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


# ---- what an answer is about ------------------------------------------------------------------------------


def _counted(number: int, word: str) -> str:
    """Return so many of something, such as 1 card or 2 cards."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _label(answer: Answer) -> str:
    """Return what an answer is about."""
    return _LABELS[answer.query](answer.about)


def _slots(slots: Sequence[int]) -> str:
    return f"slot{'s' if len(slots) > 1 else ''} {', '.join(map(str, slots))}"


def _place(place: Sequence[int]) -> str:
    return f"player {place[0]}, slot {place[1]}"


def _movers(about: Mapping[str, Any]) -> str:
    cards = about["cards"]
    return "the next card is no 11 or 12" if cards == 1 else f"no 11 or 12 among the next {cards} cards"


def _rascal(about: Mapping[str, Any]) -> str:
    cards = about["cards"]
    return "the next card, mean" if cards == 1 else f"lowest of the next {cards} cards, mean"


def _take(about: Mapping[str, Any]) -> str:
    card = f"{about['card']} beside the deck" if about["from"] == "shown" else str(about["card"])
    if about["slots"] is None:
        return f"take {card}: {_USES[about['use']]}"
    return f"take {card} for {_slots(about['slots'])}"


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
    return f"{words}, {about['policy']}, {_counted(about['games'], 'game')}"


def _reveal(about: Mapping[str, Any]) -> str:
    place = "no card" if about["player"] is None else _place((about["player"], about["slot"]))
    return _played(f"reveal {place}", about)


def _ending(about: Mapping[str, Any]) -> str:
    if "mean" in about:
        return _played("the round ends after", about)
    within = f" within {_counted(about['within'], 'turn')}" if "within" in about else ""
    return _played(f"{_ENDS[about['end']]}{within}", about)


def _win(about: Mapping[str, Any]) -> str:
    return _played("the game ends after" if "mean" in about else f"player {about['player']} wins", about)


def _threshold(about: Mapping[str, Any]) -> str:
    return f"call at {about['sum']} against {about['policy']}, {_counted(about['games'], 'game')}"


def _lowest(about: Mapping[str, Any]) -> str:
    return "lowest now, ties counted" + (f", {_counted(about['games'], 'deal')}" if "games" in about else "")


def _call(about: Mapping[str, Any]) -> str:
    if "policy" in about:
        return _played("a call succeeds after replies", about)
    if "player" in about:
        return f"player {about['player']} ends with {about['from']} to {about['to']} points after one turn"
    return "a call succeeds as the cards lie"


def _time(about: Mapping[str, Any]) -> str:
    callers = ", ".join(map(str, about["callers"])) or "none"
    draws, turns = _counted(about["draws"], "draw"), _counted(about["turns"], "own turn")
    return f"{draws}, {turns}; may call: {callers}"


_LABELS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "lowest": _lowest,
    "call": _call,
    "sum": "sum of player {player}, mean".format_map,
    "slot": "Player {player}, slot {slot}".format_map,
    "draw": _draw,
    "take": _take,
    "replace": "put {card} on slot {slot}".format_map,
    "exchange": lambda about: f"{_slots(about['slots'])} may leave together",
    "attempt": lambda about: f"try {_slots(about['slots'])} for {about['card']}",
    "look": _look,
    "rob": "rob player {player}, slot {target}, with slot {slot}".format_map,
    "witch": _witch,
    "master": lambda about: f"Master takes {about['card']}" if about else "Master, value",
    "expose": "exposing slot {slot} ends the round".format_map,
    "rascal": _rascal,
    "villagers": "a 0 in {place}".format_map,
    "movers": _movers,
    "time": _time,
    "pairs": lambda _: "a set among my hidden cards",
    "memory": _memory,
    "kamikaze": "player {player} has 12, 12, 13, 13".format_map,
    "hundred": "player {player} gets exactly 100 now".format_map,
    "reveal": _reveal,
    "ending": _ending,
    "win": _win,
    "threshold": _threshold,
}
