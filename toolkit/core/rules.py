"""Checking the values of a frozen `Rules`: what every game asks of its switches and numbers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from toolkit.core.errors import ToolkitError, did_you_mean, quote

if TYPE_CHECKING:
    from collections.abc import Sequence


def check_values(rules: object, from_1: Sequence[str] = ()) -> None:
    """Refuse values that a rule does not know.

    Parameters
    ----------
    rules
        A dataclass whose fields are `Literal` choices, yes or no, or whole numbers.
    from_1
        The numbers of which 1 is the least.

    Raises
    ------
    ToolkitError
        With the rule, the value, and the nearest one that it knows.
    """
    kind: Any = type(rules)
    for name, hint in _hints(kind).items():
        _check(name, getattr(rules, name), hint)
    for name in from_1:
        if getattr(rules, name) < 1:
            raise ToolkitError(f"rule {name}: {quote(getattr(rules, name))} is too few; 1 is the least")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _check(name: str, value: object, hint: type) -> None:
    if known := get_args(hint):
        if type(value) is not type(known[0]) or value not in known:
            names = list(map(str, known))
            nearest = did_you_mean(str(value), names) or f"; it is one of {', '.join(names)}"
            raise ToolkitError(f"rule {name}: no value {quote(value)}{nearest}")
    elif type(value) is not hint:
        raise ToolkitError(f"rule {name}: {quote(value)} is no {'number' if hint is int else 'yes or no'}")
