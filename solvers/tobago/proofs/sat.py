"""`SatProver`: what follows from the facts of a mystery, by python-sat."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import finalize

from solvers.tobago.mystery import Answer
from solvers.tobago.proofs.encoding import Encoding
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.facts import KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from types import TracebackType

    from solvers.tobago.mystery import Conclusion, Mystery
    from solvers.tobago.proofs.encoding import Literals

_ENGINE = "cadical153"  # measured: of the engines of python-sat the fastest to shrink reasons


class SatProver:
    """A mystery, written down once for python-sat, that answers questions about its facts.

    It shares no mask, table or rule with the other engines. Facts are called by their place in
    `Mystery.facts`, from 0. Use it in a ``with`` block, or `close` it.

    Attributes
    ----------
    close
        Call it to give the memory of the solver back; nothing may be asked afterwards.

    Raises
    ------
    ToolkitError
        python-sat is not installed (extra ``proof``).
    """

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self._encoding = Encoding(mystery)
        self._number_of = {selector: number for number, selector in enumerate(self._encoding.selectors)}
        self._solver = _new_solver(self._encoding.formula.clauses)
        self.close = finalize(self, self._solver.delete)  # python-sat fails when the interpreter ends first

    def __enter__(self) -> SatProver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def answers(self, limit: int = 2) -> list[Answer]:
        """Return up to `limit` answers that fit all facts and the rule for landmarks (T-5)."""
        found: list[Answer] = []
        with self._switch() as asked:
            while len(found) < limit and self._solver.solve([asked, *self._encoding.selectors]):
                true = {literal for literal in self._solver.get_model() if literal > 0}
                self._solver.add_clause([-asked, *(-literal for literal in self._placed(true))])
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
        """Return facts that cannot be true together, none of which can be spared; empty when all can.

        `ToolkitError` when the landmarks find no place even without facts (T-5).
        """
        clash = self._irreducible([])
        if clash == ():
            raise ToolkitError("the landmarks to be found have no room on the island (T-5)")
        return clash or ()

    @contextmanager
    def _switch(self) -> Iterator[int]:
        """Lend a literal that switches clauses on, and take them out of the solver afterwards."""
        switch = self._encoding.formula.new()
        try:
            yield switch
        finally:
            self._solver.add_clause([-switch])

    @contextmanager
    def _denied(self, conclusion: Conclusion) -> Iterator[int]:
        """Lend a literal that demands something against a conclusion."""
        places = self._places(conclusion.subject)
        for name in (*conclusion.removed, *conclusion.forced):
            self.mystery.setting.island.number(name)  # raises when there is no such hex
        against = [places[name] for name in conclusion.removed]
        against += [-places[name] for name in conclusion.forced]
        with self._switch() as denial:
            self._solver.add_clause([-denial, *against])
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
        if self._solver.solve([*goal, *(selectors[number] for number in facts)]):
            return None
        core = self._solver.get_core() or ()
        return {self._number_of[literal] for literal in core if literal in self._number_of}

    def _irreducible(self, prefer: list[int], *goal: int) -> tuple[int, ...] | None:
        """Return facts that contradict the goal, none of which can be spared; None when all do not."""
        every = [*prefer, *(number for number in range(len(self._number_of)) if number not in prefer)]
        core = self._core(prefer, *goal)
        if core is None:
            core = self._core(every, *goal)
        if core is None:
            return None
        open_ = [number for number in every if number in core]
        needed: list[int] = []
        while open_:
            tried = open_.pop()
            core = self._core([*needed, *open_], *goal)
            if core is None:
                needed.append(tried)
            else:
                open_ = [number for number in open_ if number in core]
        return tuple(sorted(needed))

    def _placed(self, true: Collection[int]) -> list[int]:
        every = [*self._encoding.landmarks.values(), *self._encoding.treasures.values()]
        return [literal for places in every for literal in places.values() if literal in true]

    def _answer(self, true: Collection[int]) -> Answer:
        def found(places: Literals) -> tuple[str, ...]:
            return tuple(sorted(name for name, literal in places.items() if literal in true))

        treasures = {colour: found(places)[0] for colour, places in self._encoding.treasures.items()}
        return Answer(treasures, {kind: found(places) for kind, places in self._encoding.landmarks.items()})


def _new_solver(clauses: list[list[int]]) -> Any:
    try:
        from pysat.solvers import Solver
    except ImportError:
        hint = 'pip install "tobago-toolkit[proof]"'
        raise ToolkitError(f"proofs need python-sat, which is not installed: {hint}") from None
    return Solver(_ENGINE, bootstrap_with=clauses)
