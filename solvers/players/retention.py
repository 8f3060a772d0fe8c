"""How long a player remembers, as its name says it: ``0.97``, ``power:1:0.5`` or ``last:7`` (Q-22)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError, quote

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.players.silver_sights import Retention

_NUMBER = re.compile(r"[0-9]{1,4}|[0-9]{0,4}\.[0-9]{1,6}")
_COUNT = re.compile(r"[0-9]{1,4}")
_FORMS = (
    "give the chance for a turn, such as remembering:0.97, or beta and decay of a power law, such as "
    "remembering:power:1:0.5, or how many cards are remembered, such as remembering:last:7"
)


@dataclass(frozen=True, slots=True)
class NamedRetention:
    """A model of retention with its parameters.

    Attributes
    ----------
    text
        The model and its parameters; `read_retention` reads it.
    chance
        The chance to remember a sight.
    """

    text: str
    chance: Retention


def read_retention(text: str) -> NamedRetention:
    """Return the retention of a text; the parameters are those of `solvers.silver.turns.memory`.

    `ToolkitError` for another text, or a parameter that the model does not take.

    >>> read_retention("power:1.0:.5").text, read_retention("last:7").chance(30, 6)
    ('power:1:0.5', 1.0)
    """
    try:
        match text.split(":"):
            case [rate] if _NUMBER.fullmatch(rate):
                return _exponential(_short(rate))
            case ["power", beta, decay] if _NUMBER.fullmatch(beta) and _NUMBER.fullmatch(decay):
                return _power(_short(beta), _short(decay))
            case ["last", count] if _COUNT.fullmatch(count):
                return _last(int(count))
    except ToolkitError as error:
        raise ToolkitError(f"remembering: {error}") from None
    raise ToolkitError(f"remembering: {quote(text)} is no retention: {_FORMS}")


def _short(number: str) -> str:
    """Return a decimal without zeros that say nothing."""
    return f"{Decimal(number).normalize():f}"


def _exponential(rate: str) -> NamedRetention:
    from solvers.silver.turns.memory import exponential  # numpy takes time to load, and few ask for it

    return NamedRetention(rate, _by_turns(exponential(Fraction(rate))))


def _power(beta: str, decay: str) -> NamedRetention:
    from solvers.silver.turns.memory import power  # as above

    return NamedRetention(f"power:{beta}:{decay}", _by_turns(power(float(beta), float(decay))))


def _last(count: int) -> NamedRetention:
    from solvers.silver.turns.memory import last_seen  # as above

    holds = last_seen(count)
    return NamedRetention(f"last:{count}", lambda _turns, others: float(holds(others)))


def _by_turns(chance: Callable[[int], Fraction]) -> Retention:
    after = cache(lambda turns: float(chance(turns)))  # exact powers are slow, and asked for again and again
    return lambda turns, _others: after(turns)
