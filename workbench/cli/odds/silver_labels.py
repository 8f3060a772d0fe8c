"""What the answers of ``tobago odds silver`` are about, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from solvers.silver.answers.answer import Answer

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


def counted(number: int, word: str) -> str:
    """Return so many of something, such as 1 card or 2 cards."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def label(answer: Answer) -> str:
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
    return f"{words}, {about['policy']}, {counted(about['games'], 'game')}"


def _reveal(about: Mapping[str, Any]) -> str:
    place = "no card" if about["player"] is None else _place((about["player"], about["slot"]))
    return _played(f"reveal {place}", about)


def _ending(about: Mapping[str, Any]) -> str:
    if "mean" in about:
        return _played("the round ends after", about)
    within = f" within {counted(about['within'], 'turn')}" if "within" in about else ""
    return _played(f"{_ENDS[about['end']]}{within}", about)


def _win(about: Mapping[str, Any]) -> str:
    return _played("the game ends after" if "mean" in about else f"player {about['player']} wins", about)


def _threshold(about: Mapping[str, Any]) -> str:
    return f"call at {about['sum']} against {about['policy']}, {counted(about['games'], 'game')}"


def _lowest(about: Mapping[str, Any]) -> str:
    return "lowest now, ties counted" + (f", {counted(about['games'], 'deal')}" if "games" in about else "")


def _call(about: Mapping[str, Any]) -> str:
    if "policy" in about:
        return _played("a call succeeds after replies", about)
    if "player" in about:
        return f"player {about['player']} ends with {about['from']} to {about['to']} points after one turn"
    return "a call succeeds as the cards lie"


def _time(about: Mapping[str, Any]) -> str:
    callers = ", ".join(map(str, about["callers"])) or "none"
    draws, turns = counted(about["draws"], "draw"), counted(about["turns"], "own turn")
    return f"{draws}, {turns}; may call: {callers}"


_LABELS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "lowest": _lowest,
    "call": _call,
    "sum": lambda about: f"sum of player {about['player']}, mean",
    "slot": lambda about: f"Player {about['player']}, slot {about['slot']}",
    "draw": _draw,
    "take": _take,
    "replace": lambda about: f"put {about['card']} on slot {about['slot']}",
    "exchange": lambda about: f"{_slots(about['slots'])} may leave together",
    "attempt": lambda about: f"try {_slots(about['slots'])} for {about['card']}",
    "look": _look,
    "rob": lambda about: f"rob player {about['player']}, slot {about['target']}, with slot {about['slot']}",
    "witch": _witch,
    "master": lambda about: f"Master takes {about['card']}" if about else "Master, value",
    "expose": lambda about: f"exposing slot {about['slot']} ends the round",
    "rascal": _rascal,
    "villagers": lambda about: f"a 0 in {about['place']}",
    "movers": _movers,
    "time": _time,
    "pairs": lambda _: "a set among my hidden cards",
    "memory": _memory,
    "kamikaze": lambda about: f"player {about['player']} has 12, 12, 13, 13",
    "hundred": lambda about: f"player {about['player']} gets exactly 100 now",
    "reveal": _reveal,
    "ending": _ending,
    "win": _win,
    "threshold": _threshold,
}
