"""Constraints for python-constraint2 that prune domains as soon as the assigned variables allow it.

All domains hold names of hexes. The library calls a constraint whenever one of its variables was assigned;
`forwardcheck` says whether values of the others may be hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from constraint import Constraint

from solvers.tobago.proofs import limit

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from constraint.domain import Domain

    Table = Mapping[str, frozenset[str]]


class Propagator(Constraint):  # type: ignore[misc]  # the library is untyped
    """A constraint that says by `consistent` what is wrong or can be hidden."""

    def __call__(  # pyright: ignore[reportIncompatibleMethodOverride]  # there it is inferred as True
        self,
        variables: Sequence[str],
        domains: dict[str, Domain],
        assignments: dict[str, str],
        forwardcheck: object = False,
    ) -> bool:
        """Tell whether the assignments can still be extended, as far as this constraint sees."""
        hidden = domains if forwardcheck else {}
        return self.consistent(variables, hidden, assignments)

    def consistent(
        self, variables: Sequence[str], domains: Mapping[str, Domain], assignments: Mapping[str, str]
    ) -> bool:
        """Tell whether the assignments are consistent; hide values in `domains` unless it is empty."""
        raise NotImplementedError


def keep(domain: Any, fits: Callable[[str], bool]) -> bool:
    """Hide the values of a domain that do not fit; tell whether any is left."""
    for value in [value for value in domain if not fits(value)]:
        domain.hideValue(value)
    return bool(domain)


class Budget(Propagator):
    """Always true; counts the values that the search tries and raises `ProofLimit` when they are too many."""

    def __init__(self) -> None:
        self.tried = 0

    def consistent(
        self,
        variables: Sequence[str],  # noqa: ARG002
        domains: Mapping[str, Domain],  # noqa: ARG002
        assignments: Mapping[str, str],  # noqa: ARG002
    ) -> bool:
        """See `Propagator`."""
        self.tried += 1
        if self.tried > limit.LARGEST_SEARCH:
            raise limit.ProofLimit
        return True


class Fits(Propagator):
    """Two variables whose values go together; `table` gives for each of the first those of the second."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.reverse: dict[str, set[str]] = {}
        for value, others in table.items():
            for other in others:
                self.reverse.setdefault(other, set()).add(value)

    def consistent(
        self, variables: Sequence[str], domains: Mapping[str, Domain], assignments: Mapping[str, str]
    ) -> bool:
        """See `Propagator`."""
        one, other = variables
        if one in assignments and other in assignments:
            return assignments[other] in self.table[assignments[one]]
        if not domains:
            return True
        if one in assignments:
            return keep(domains[other], self.table[assignments[one]].__contains__)
        return keep(domains[one], self.reverse.get(assignments[other], set()).__contains__)


class ExactlyIn(Propagator):
    """Exactly `number` of the variables lie in `cells`."""

    def __init__(self, cells: Collection[str], number: int) -> None:
        self.cells = frozenset(cells)
        self.number = number

    def consistent(
        self, variables: Sequence[str], domains: Mapping[str, Domain], assignments: Mapping[str, str]
    ) -> bool:
        """See `Propagator`."""
        missing = self.number - sum(name in self.cells for name in _placed(variables, assignments))
        open_ = _open(variables, assignments)
        if not 0 <= missing <= len(open_):
            return False
        if not domains or 0 < missing < len(open_):
            return True
        inside = missing > 0
        return all(keep(domains[v], lambda name: (name in self.cells) == inside) for v in open_)


class SomeIn(Propagator):
    """At least one of the variables lies in `cells`."""

    def __init__(self, cells: Collection[str]) -> None:
        self.cells = frozenset(cells)

    def consistent(
        self, variables: Sequence[str], domains: Mapping[str, Domain], assignments: Mapping[str, str]
    ) -> bool:
        """See `Propagator`."""
        if not self.cells.isdisjoint(_placed(variables, assignments)):
            return True
        open_ = _open(variables, assignments)
        if len(open_) == 1 and domains:
            return keep(domains[open_[0]], self.cells.__contains__)
        return bool(open_)


class NearCount(Propagator):
    """Exactly `number` of the landmarks of one kind are near some landmark of another kind.

    The variables are the first `ours` of the kind that is counted, then those of the other kind; `our_known`
    and `their_known` are the landmarks that need not be found. `near` gives the hexes near each hex.
    """

    def __init__(
        self, number: int, near: Table, ours: int, our_known: Sequence[str], their_known: Sequence[str]
    ) -> None:
        self.number = number
        self.near = near
        self.ours = ours
        self.our_known = our_known
        self.their_known = their_known

    def consistent(
        self, variables: Sequence[str], domains: Mapping[str, Domain], assignments: Mapping[str, str]
    ) -> bool:
        """See `Propagator`."""
        ours, theirs = variables[: self.ours], variables[self.ours :]
        covered = covering(self.near, [*self.their_known, *_placed(theirs, assignments)])
        placed = [*self.our_known, *_placed(ours, assignments)]
        bare = {name for name in placed if name not in covered}
        missing = self.number - (len(placed) - len(bare))
        our_open, their_open = _open(ours, assignments), _open(theirs, assignments)
        if not 0 <= missing <= len(our_open) + (len(bare) if their_open else 0):
            return False
        if not domains:
            return True
        return self._prune(
            missing, bare, covered, [domains[v] for v in our_open], [domains[v] for v in their_open]
        )

    def _prune(
        self, missing: int, bare: set[str], covered: set[str], ours: list[Domain], theirs: list[Domain]
    ) -> bool:
        """Hide what would make more, or fewer, than the `missing` landmarks near others."""
        if missing == 0:
            return all(keep(domain, lambda name: name not in covered) for domain in ours) and all(
                keep(domain, lambda name: bare.isdisjoint(self.near[name])) for domain in theirs
            )
        if not theirs and missing == len(ours):
            return all(keep(domain, covered.__contains__) for domain in ours)
        if not ours and len(theirs) == 1:
            return keep(theirs[0], lambda name: len(bare & self.near[name]) == missing)
        return True


class NearTreasure(Propagator):
    """A treasure, the first variable, is near a landmark of a kind, the other variables or `known` (T-7).

    `near` gives the hexes near each hex. If `barred`, the treasure is on no landmark of the kind.
    """

    def __init__(self, near: Table, known: Sequence[str], barred: bool) -> None:
        self.near = near
        self.known = known
        self.barred = barred

    def consistent(
        self, variables: Sequence[str], domains: Mapping[str, Domain], assignments: Mapping[str, str]
    ) -> bool:
        """See `Propagator`."""
        treasure, *landmarks = variables
        placed = {*self.known, *_placed(landmarks, assignments)}
        covered = covering(self.near, placed)
        open_ = _open(landmarks, assignments)
        if treasure in assignments:
            return self._fits(assignments[treasure], placed, covered, open_, domains)
        barred = placed if self.barred else set()
        return not domains or keep(
            domains[treasure], lambda name: name not in barred and (bool(open_) or name in covered)
        )

    def _fits(
        self, at: str, placed: set[str], covered: set[str], open_: list[str], domains: Mapping[str, Domain]
    ) -> bool:
        if (self.barred and at in placed) or not (open_ or at in covered):
            return False
        if not domains:
            return True
        if len(open_) == 1 and at not in covered:
            return keep(domains[open_[0]], self.near[at].__contains__)
        return not self.barred or all(keep(domains[variable], at.__ne__) for variable in open_)


class FarTreasure(Propagator):
    """`NearTreasure` is false of the variables.

    `apart` says that a landmark to be found is never near another one of its kind. Then one near the
    treasure settles the matter; else the treasure may still turn out to be on a landmark, and so `barred`.
    """

    def __init__(self, near: Table, known: Sequence[str], barred: bool, apart: bool) -> None:
        self.near = near
        self.known = known
        self.barred = barred
        self.apart = apart

    def consistent(
        self, variables: Sequence[str], domains: Mapping[str, Domain], assignments: Mapping[str, str]
    ) -> bool:
        """See `Propagator`."""
        treasure, *landmarks = variables
        placed = {*self.known, *_placed(landmarks, assignments)}
        open_ = _open(landmarks, assignments)
        if open_ and not self.apart:
            return True
        bad = covering(self.near, placed) - (placed if self.barred else set())
        if treasure not in assignments:
            return not domains or keep(domains[treasure], lambda name: name not in bad)
        at = assignments[treasure]
        if at in bad:
            return False
        if not domains or (self.barred and at in placed):
            return True
        return all(keep(domains[variable], lambda name: name not in self.near[at]) for variable in open_)


def covering(near: Table, names: Iterable[str]) -> set[str]:
    """Return the hexes near any of the named ones."""
    return {covered for name in names for covered in near[name]}


def _placed(variables: Iterable[str], assignments: Mapping[str, str]) -> list[str]:
    return [assignments[variable] for variable in variables if variable in assignments]


def _open(variables: Iterable[str], assignments: Mapping[str, str]) -> list[str]:
    return [variable for variable in variables if variable not in assignments]
