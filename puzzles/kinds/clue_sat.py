"""Clues about one treasure as python-sat reads them: an independent second opinion, and minimal reasons.

Where a clue holds comes from plain networkx distances (`ReferenceModel`), never from the project's masks.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import finalize

from solvers.tobago.reference import ReferenceModel
from toolkit.core.errors import ToolkitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.setting import Setting

_ENGINE = "minisat22"
_Item = TypeVar("_Item")


class ClueSat:
    """The place of one treasure, and whether clues hold there, as literals of one solver.

    That it lies on one hex only is not said: all clauses bind the hexes one by one, so of a model with
    several hexes each of them alone is a model too.

    Parameters
    ----------
    setting
        The island with its landmarks, under its rules.

    Raises
    ------
    ToolkitError
        python-sat is not installed (extra ``proof``).
    """

    def __init__(self, setting: Setting) -> None:
        self._model = ReferenceModel(setting)
        self._places = {name: number for number, name in enumerate(setting.island.names, 1)}
        self._top = len(self._places)
        self._truths: dict[Clue, int] = {}
        self._solver = _new_solver()
        finalize(self, self._solver.delete)  # python-sat fails when the interpreter ends before its solvers
        self.add(self._places.values())

    def new(self) -> int:
        """Return a fresh variable."""
        self._top += 1
        return self._top

    def add(self, literals: Iterable[int]) -> None:
        """Demand that one of the literals is true."""
        self._solver.add_clause(list(literals))

    def at(self, name: str) -> int:
        """Return the literal that says that the treasure lies on a hex."""
        return self._places[name]

    def truth(self, clue: Clue) -> int:
        """Return the literal that is true exactly when a clue holds where the treasure lies."""
        if clue not in self._truths:
            self._truths[clue] = self.new()
            for name, place in self._places.items():
                holds = self._model.holds(clue, name)
                self.add([-place, self._truths[clue] if holds else -self._truths[clue]])
        return self._truths[clue]

    def impossible(self, assumed: Iterable[int]) -> bool:
        """Tell whether the literals cannot all be true."""
        return not self._solver.solve(sorted(set(assumed)))

    @contextmanager
    def one_of(self, literals: Iterable[int]) -> Iterator[int]:
        """Give a literal that, when assumed inside the block, demands one of some literals."""
        switch = self.new()
        self.add([-switch, *literals])
        try:
            yield switch
        finally:
            self.add([-switch])

    def places(self, assumed: Sequence[int], limit: int) -> list[str]:
        """Return up to `limit` hexes on which the treasure may lie when the literals are true."""
        found: list[str] = []
        switch = self.new()
        while len(found) < limit and self._solver.solve([switch, *assumed]):
            model = set(self._solver.get_model())
            found.append(next(name for name, place in self._places.items() if place in model))
            self.add([-switch, -self._places[found[-1]]])
        self.add([-switch])
        return found


def irreducible(items: Sequence[_Item], enough: Callable[[Sequence[_Item]], bool]) -> tuple[_Item, ...]:
    """Leave out, one after another, each item without which the rest is enough.

    `enough` never turns false when items are added; all items together are enough.
    """
    kept = list(range(len(items)))
    for number in range(len(items)):
        rest = [other for other in kept if other != number]
        if enough([items[other] for other in rest]):
            kept = rest
    return tuple(items[number] for number in kept)


def _new_solver() -> Any:
    try:
        from pysat.solvers import Solver  # python-sat is optional
    except ImportError:
        hint = 'pip install "tobago-toolkit[proof]"'
        raise ToolkitError(f"reasons and proofs need python-sat, which is not installed: {hint}") from None
    return Solver(name=_ENGINE)
