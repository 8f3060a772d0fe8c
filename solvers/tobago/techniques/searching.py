"""`Search`: every answer of a mystery, by the rules and by trying what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.tobago.techniques.rules import FIRST_TREASURE

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.tobago.techniques.engine import Engine
    from solvers.tobago.techniques.rules import Constraint, Literal, State

    Log = Callable[[Constraint, State, State], None]


class Search:
    """Depth-first search that branches where few places are left and much has failed.

    The choice is that of "dom/wdeg" (Boussemart, Hemery, Lecoutre and Sais, ECAI 2004): the places that are
    left for each thing to be found, divided by the number of failures so far of constraints that read the
    subject.
    """

    def __init__(self, engine: Engine, taking: int, limit: int, log: Log | None) -> None:
        self.engine = engine
        self.taking = taking
        self.limit = limit
        self.log = log
        self.failures: list[int] = []
        self.found: list[State] = []

    def run(self) -> list[State]:
        """Return up to `limit` states in which everything is decided."""
        state = self.engine.start()
        self.failures = [1] * len(state)
        if self._holds(state, self.engine.all):
            self._branch(state)
        return self.found

    def _holds(self, state: State, pending: int) -> bool:
        broken = self.engine.conflict(state, pending, self.taking, self.log)
        if broken is None:
            return True
        for slot in range(len(state)):
            self.failures[slot] += broken.reads >> slot & 1
        return False

    def _branch(self, state: State) -> None:
        engine = self.engine
        while (literal := self._choose(state)) is not None:
            tried, woken = engine.suppose(state, literal)
            if self._holds(tried, woken):
                self._branch(tried)
                if len(self.found) >= self.limit:
                    return
            if not self._holds(state, engine.strike(state, literal)):
                return
        self.found.append(state)

    def _choose(self, state: State) -> Literal | None:
        """Return what to try next, or None when everything is decided."""
        counts, best, chosen = self.engine.tables.counts, 0.0, None
        for slot, places in self.engine.open_places(state):
            wanted = 1 if slot >= FIRST_TREASURE else counts[slot] - state[slot].bit_count()
            weight = places.bit_count() / (wanted * self.failures[slot])
            if chosen is None or weight < best:
                best, chosen = weight, (slot, places & -places)
        return chosen
