"""`SatProver`: what follows from the facts of a mystery, by python-sat."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from solvers.tobago.facts import KINDS
from solvers.tobago.mystery import Answer, Conclusion, Mystery
from solvers.tobago.proofs.encoding import Encoding, Literals
from solvers.tobago.proofs.solver import Solver, irreducible
from toolkit.core.errors import ToolkitError, did_you_mean, quote


class SatProver:
    """A mystery, written down once for python-sat, that answers questions about its facts.

    It shares no mask, table or rule with the other engines. Facts are called by their place in
    `Mystery.facts`, from 0. Use it in a ``with`` block, or `close` it: that gives the memory of the solver
    back. `ToolkitError` when python-sat is not installed (extra ``proof``).
    """

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self._encoding = Encoding(mystery)
        self._number_of = {selector: number for number, selector in enumerate(self._encoding.selectors)}
        self._solver = Solver(self._encoding.formula.clauses)
        self.close = self._solver.close

    def __enter__(self) -> SatProver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def answers(self, limit: int = 2) -> list[Answer]:
        """Return up to `limit` answers that fit all facts and the rule for landmarks (T-5)."""
        found: list[Answer] = []
        with self._switch() as asked:
            while len(found) < limit:
                true = self._solver.model([asked, *self._encoding.selectors])
                if true is None:
                    break
                self._solver.add([-asked, *(-literal for literal in self._placed(true))])
                found.append(self._answer(true))
        return found

    def entails(self, conclusion: Conclusion, facts: Collection[int] | None = None) -> bool:
        """Tell whether some facts (all by default) leave no other possibility than a conclusion."""
        asked = range(len(self._number_of)) if facts is None else sorted(facts)
        with self._denied(conclusion) as denial:
            return self._core(asked, denial) is not None

    def reasons(self, conclusion: Conclusion, prefer: Collection[int] = ()) -> tuple[int, ...]:
        """Return facts that entail a conclusion, none of which can be spared, in order.

        All of them are in `prefer` if these facts suffice; if not, other facts are still dropped first.
        `ToolkitError` when not even all facts entail it.
        """
        with self._denied(conclusion) as denial:
            reasons = self._irreducible(sorted(prefer), denial)
        if reasons is None:
            raise ToolkitError(f"the facts do not entail this of {conclusion.subject}")
        return reasons

    def clash(self) -> tuple[int, ...]:
        """Return facts that cannot be true together, none to spare; empty where none is to blame."""
        return self._irreducible([]) or ()

    @contextmanager
    def _switch(self) -> Iterator[int]:
        """Lend a literal that switches clauses on, and take them out of the solver afterwards."""
        switch = self._encoding.formula.new()
        try:
            yield switch
        finally:
            self._solver.add([-switch])

    @contextmanager
    def _denied(self, conclusion: Conclusion) -> Iterator[int]:
        """Lend a literal that demands something against a conclusion."""
        places = self._places(conclusion.subject)
        for name in (*conclusion.removed, *conclusion.forced):
            self.mystery.setting.island.number(name)  # raises when there is no such hex
        against = [places[name] for name in conclusion.removed]
        against += [-places[name] for name in conclusion.forced]
        with self._switch() as denial:
            self._solver.add([-denial, *against])
            yield denial

    def _places(self, subject: str) -> Literals:
        if subject in KINDS:
            return self._encoding.landmarks[KINDS[subject]]
        if subject not in self._encoding.treasures:
            hint = did_you_mean(subject, (*self._encoding.treasures, *KINDS))
            raise ToolkitError(f"nothing is to be found of {quote(subject)}{hint}")
        return self._encoding.treasures[subject]

    def _core(self, facts: Collection[int], *goal: int) -> set[int] | None:
        """Return those of the facts that contradict the goal; None when they do not."""
        selectors = self._encoding.selectors
        core = self._solver.core([*goal, *(selectors[number] for number in facts)])
        if core is None:
            return None
        return {self._number_of[literal] for literal in core if literal in self._number_of}

    def _irreducible(self, prefer: list[int], *goal: int) -> tuple[int, ...] | None:
        """Return facts that contradict the goal, none of which can be spared; None when all do not."""

        def core(facts: Collection[int]) -> set[int] | None:
            return self._core(facts, *goal)

        found = irreducible(prefer, core)
        if found is None:
            others = [number for number in range(len(self._number_of)) if number not in prefer]
            found = irreducible([*prefer, *others], core)
        return None if found is None else tuple(sorted(found))

    def _placed(self, true: Collection[int]) -> list[int]:
        every = [*self._encoding.landmarks.values(), *self._encoding.treasures.values()]
        return [literal for places in every for literal in places.values() if literal in true]

    def _answer(self, true: Collection[int]) -> Answer:
        def found(places: Literals) -> tuple[str, ...]:
            return tuple(sorted(name for name, literal in places.items() if literal in true))

        treasures = {colour: found(places)[0] for colour, places in self._encoding.treasures.items()}
        return Answer(treasures, {kind: found(places) for kind, places in self._encoding.landmarks.items()})
