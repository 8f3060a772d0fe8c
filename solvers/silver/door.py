"""`question`: the door through which questions about a position come in from outside.

Inside, the functions ask each other about thousands of positions, some of which can only be for a moment, so
none of them checks a position. What the packages `solvers.silver`, `solvers.silver.rollouts` and
`solvers.silver.simulated` offer is the same functions behind this door: there the position that is asked
about must be one that a play can lead to, and the players, slots and cards must be there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from toolkit.games.silver.position import Position

_Rest = ParamSpec("_Rest")
_Told = TypeVar("_Told")

Check = Callable[["Position", Any], object]
"""Raises `ToolkitError` if a value does not fit a position."""


def question(
    room: str, answer: Callable[Concatenate[Position, _Rest], _Told], **checks: Check
) -> Callable[Concatenate[Position, _Rest], _Told]:
    """Return a function that checks what it is asked before it answers.

    It raises `PositionError` for a position that cannot be (`Position.problems`), and what the checks raise.

    Parameters
    ----------
    room
        The package that offers the function, under the name that it has: so it can be pickled.
    answer
        Answers a question about a position, its first parameter.
    checks
        The checks of further parameters by their names; one that is left out when asked is not checked.
    """
    form = signature(answer)

    @wraps(answer)
    def asked(*given: Any, **named: Any) -> _Told:
        values = form.bind(*given, **named).arguments
        position = values["position"]
        position.check()
        for name, check in checks.items():
            if name in values:
                check(position, values[name])
        return answer(*given, **named)

    asked.__module__ = room
    return asked
