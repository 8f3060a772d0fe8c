"""Clues about one treasure as python-sat reads them: an independent second opinion, and minimal reasons.

Where a clue holds comes from `Geometry`: neither from the project's masks nor from networkx distances.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from solvers.tobago.proofs.geometry import geometry_of
from solvers.tobago.proofs.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.setting import Setting


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
        self._landmarks = setting.landmarks
        self._geometry = geometry_of(setting.island, setting.rules)
        self._places = {name: number for number, name in enumerate(setting.island.names, 1)}
        self._top = len(self._places)
        self._truths: dict[Clue, int] = {}
        self._solver = Solver([[*self._places.values()]])

    def new(self) -> int:
        """Return a fresh variable."""
        self._top += 1
        return self._top

    def add(self, literals: Iterable[int]) -> None:
        """Demand that one of the literals is true."""
        self._solver.add(literals)

    def at(self, name: str) -> int:
        """Return the literal that says that the treasure lies on a hex."""
        return self._places[name]

    def truth(self, clue: Clue) -> int:
        """Return the literal that is true exactly when a clue holds where the treasure lies."""
        if clue not in self._truths:
            self._truths[clue] = self.new()
            cells = self._geometry.cells(clue, self._landmarks.get(clue.thing, ()))
            for name, place in self._places.items():
                self.add([-place, self._truths[clue] if name in cells else -self._truths[clue]])
        return self._truths[clue]

    def impossible(self, assumed: Iterable[int]) -> bool:
        """Tell whether the literals cannot all be true."""
        return self._solver.core(sorted(set(assumed))) is not None

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
        while len(found) < limit:
            model = self._solver.model([switch, *assumed])
            if model is None:
                break
            found.append(next(name for name, place in self._places.items() if place in model))
            self.add([-switch, -self._places[found[-1]]])
        self.add([-switch])
        return found
