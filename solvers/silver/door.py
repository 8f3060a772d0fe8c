"""`question`: the door through which questions about a position come in from outside.

Inside, the functions ask each other about thousands of positions, some of which can only be for a moment, so
none of them checks a position. What the rooms `solvers.silver`, `solvers.silver.rollouts` and
`solvers.silver.simulated` offer is the same functions behind this door: there the position that is asked
about must be one that a play can lead to, and the players, slots and cards must be there. A parameter says so
where it is declared: ``player: Annotated[int, checked_player]``.
"""

from __future__ import annotations

from functools import wraps
from inspect import isfunction, signature
from typing import Any, TypeVar, cast, get_args, get_type_hints

T = TypeVar("T")


def question(room: str, answer: T) -> T:
    """Return a function that checks what it is asked before it answers; all else as it is.

    It raises `PositionError` for a position that cannot be (`Position.problems`), and what the checks raise.
    Settings that are left out are not checked. `room` is the package that offers it: so it can be pickled.
    """
    if not isfunction(answer) or next(iter(signature(answer).parameters), "") != "position":
        return answer
    form, hints = signature(answer), get_type_hints(answer, include_extras=True)
    checks = {name: list(filter(isfunction, get_args(hint)[1:])) for name, hint in hints.items()}

    @wraps(answer)
    def asked(*given: Any, **named: Any) -> Any:
        values = form.bind(*given, **named).arguments
        position = values["position"]
        position.check()
        for name, value in values.items():
            for check in checks.get(name, ()):
                check(position, value)
        return answer(*given, **named)

    asked.__module__ = room
    return cast(T, asked)
