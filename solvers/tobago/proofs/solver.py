"""python-sat: the one place that starts it, and that shrinks what it finds too much of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar
from weakref import finalize

from toolkit.core.errors import ToolkitError

_ENGINE = "cadical153"  # measured: of the engines of python-sat the fastest to shrink reasons
_Item = TypeVar("_Item")


class Solver:
    """An engine of python-sat with its clauses; literals are numbers, negated by their sign (DIMACS).

    `close` gives the memory back, and nothing may be asked afterwards; it happens by itself when nobody holds
    the solver any more. `ToolkitError` when python-sat is not installed (extra ``proof``).
    """

    def __init__(self, clauses: Iterable[list[int]] = ()) -> None:
        self._engine = _new_engine(clauses)
        self.close = finalize(self, self._engine.delete)  # python-sat fails when the interpreter ends first

    def add(self, literals: Iterable[int]) -> None:
        """Demand that one of the literals is true."""
        self._engine.add_clause(list(literals))

    def model(self, assumed: Iterable[int]) -> set[int] | None:
        """Return all variables that are true in a model in which the literals are; None without a model."""
        if not self._engine.solve(list(assumed)):
            return None
        return {literal for literal in self._engine.get_model() if literal > 0}

    def core(self, assumed: Iterable[int]) -> set[int] | None:
        """Return those of the literals that already cannot all be true; None when all of them can."""
        if self._engine.solve(list(assumed)):
            return None
        return set(self._engine.get_core() or ())


def irreducible(
    items: Sequence[_Item], core: Callable[[list[_Item]], Collection[_Item] | None]
) -> tuple[_Item, ...] | None:
    """Return items that are enough and none of which can be spared, in order; None if not even all are.

    They are tried one after another, the last first, and each without which the rest is enough is left out.
    `core` returns, of items that are enough, some (perhaps all) that still are, and None of items that are
    not; items that are enough stay so when others are added.
    """
    enough = core(list(items))
    if enough is None:
        return None
    left, needed = [item for item in items if item in enough], list[_Item]()
    while left:
        tried = left.pop()
        enough = core([*needed, *left])
        if enough is None:
            needed.append(tried)
        else:
            left = [item for item in left if item in enough]
    return tuple(reversed(needed))


def _new_engine(clauses: Iterable[list[int]]) -> Any:
    try:
        from pysat.solvers import Solver as Engine  # python-sat is optional
    except ImportError:
        hint = 'pip install "tobago-toolkit[proof]"'
        raise ToolkitError(f"proofs and reasons need python-sat, which is not installed: {hint}") from None
    return Engine(_ENGINE, bootstrap_with=clauses)
