"""`SatProver`: what follows from the facts of a mystery, by python-sat; from its start to its answers.

Where clues hold and how far hexes are apart it takes from `Geometry`: own steps on the lattice, without mask
or graph.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Any, TypeVar
from weakref import finalize

from solvers.tobago.facts import (
    KINDS,
    RADIUS,
    CountFact,
    Fact,
    LandmarkFact,
    PairFact,
    TreasureFact,
    counts_of,
)
from solvers.tobago.mystery import Answer, Conclusion, Mystery
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation, Setting
from toolkit.hexmap import OCEAN, Hex, Island

# ---- python-sat --------------------------------------------------------------------------------------------

_ENGINE = "cadical153"  # measured: of the engines of python-sat the fastest to shrink reasons
_Item = TypeVar("_Item")


class Solver:
    """An engine of python-sat with its clauses; literals are numbers, negated by their sign (DIMACS).

    `close` gives the memory back, and nothing may be asked afterwards; it happens by itself when nobody holds
    the solver any more. `ToolkitError` when python-sat is not installed (extra ``proof``).
    """

    def __init__(self, clauses: Iterable[list[int]] = (), top: int = 0) -> None:
        self._top = top  # the highest variable of the clauses
        try:
            from pysat.solvers import Solver as Engine  # python-sat is optional
        except ImportError:
            hint = 'pip install "tobago-toolkit[proof]"'
            problem = f"proofs and reasons need python-sat, which is not installed: {hint}"
            raise ToolkitError(problem) from None
        self._engine: Any = Engine(_ENGINE, bootstrap_with=clauses)
        self.close = finalize(self, self._engine.delete)  # python-sat fails when the interpreter ends first

    def new(self) -> int:
        """Return a fresh variable."""
        self._top += 1
        return self._top

    @contextmanager
    def switch(self) -> Iterator[int]:
        """Lend a literal that switches clauses on, and take them out of the solver afterwards."""
        switch = self.new()
        try:
            yield switch
        finally:
            self.add([-switch])

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


class StatedSat:
    """Facts written down for python-sat: which of them entail something, and which cannot be true together.

    `says` has for each subject the literal of each value, and `switches` the literal of each fact, by its
    number: what a fact says counts only while its literal is assumed. All else in the solver always counts.
    """

    def __init__(
        self, solver: Solver, says: Mapping[str, Mapping[str, int]], switches: Mapping[int, int]
    ) -> None:
        self.solver, self.says, self.switches = solver, says, switches

    def count(self, limit: int) -> int:
        """Return how many answers fit all facts, at most `limit`."""
        return len(self.models(limit))

    def models(self, limit: int) -> list[set[int]]:
        """Return up to `limit` sets of true variables that fit all facts, no two of which say the same."""
        found, every = list[set[int]](), [one for values in self.says.values() for one in values.values()]
        with self.solver.switch() as asked:
            while len(found) < limit and (true := self.solver.model([asked, *self.switches.values()])):
                self.solver.add([-asked, *(-literal for literal in every if literal in true)])
                found.append(true)
        return found

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

    def reasons_among(
        self, conclusion: Conclusion, known: Sequence[int | Conclusion]
    ) -> tuple[int | Conclusion, ...] | None:
        """Return some of what is known, facts and other conclusions, that entail a conclusion.

        None of them can be spared, and the last are left out first; None if not even all entail it.
        """
        with self._denied(conclusion) as denial, ExitStack() as lent:
            switches = {
                self.switches[one] if isinstance(one, int) else lent.enter_context(self._said(one)): one
                for one in known
            }
            found = irreducible([*switches], lambda some: self.solver.core([denial, *some]))
        return None if found is None else tuple(switches[literal] for literal in found)

    def clash(self) -> tuple[int, ...]:
        """Return facts that cannot be true together, none to spare; empty where none is to blame."""
        return self._irreducible([]) or ()

    def _literals(self, conclusion: Conclusion) -> tuple[list[int], list[int]]:
        """Return the literals of the values that are out, and of those that are sure."""
        if conclusion.subject not in self.says:
            hint = did_you_mean(conclusion.subject, self.says)
            raise ToolkitError(f"nothing is to be found of {quote(conclusion.subject)}{hint}")
        says = self.says[conclusion.subject]
        if wrong := next((v for v in (*conclusion.removed, *conclusion.forced) if v not in says), None):
            raise ToolkitError(f"{conclusion.subject} cannot be {quote(wrong)}{did_you_mean(wrong, says)}")
        return [says[value] for value in conclusion.removed], [says[value] for value in conclusion.forced]

    @contextmanager
    def _said(self, known: Conclusion) -> Iterator[int]:
        """Lend a literal that demands what is known."""
        out, sure = self._literals(known)
        with self.solver.switch() as switch:
            for literal in [*(-literal for literal in out), *sure]:
                self.solver.add([-switch, literal])
            yield switch

    @contextmanager
    def _denied(self, conclusion: Conclusion) -> Iterator[int]:
        """Lend a literal that demands something against a conclusion."""
        out, sure = self._literals(conclusion)
        with self.solver.switch() as denial:
            self.solver.add([-denial, *out, *(-literal for literal in sure)])
            yield denial

    def _irreducible(self, prefer: list[int], *goal: int) -> tuple[int, ...] | None:
        """Return facts that contradict the goal, none of which can be spared; None when all do not."""

        def core(facts: Collection[int]) -> Collection[int] | None:
            found = self.solver.core([*goal, *(self.switches[number] for number in facts)])
            return None if found is None else {n for n in facts if self.switches[n] in found}

        found = irreducible(prefer, core)
        if found is None:
            others = [number for number in self.switches if number not in prefer]
            found = irreducible([*prefer, *others], core)
        return None if found is None else tuple(sorted(found))


# ---- the island --------------------------------------------------------------------------------------------

_SIX = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # steps to the neighbours of a place


class Geometry:
    """What lies where on an island under given rules; hexes are named, distances are steps (T-7, T-8).

    Of the island it takes the name, the place and the terrain of each hex; where there is no land is ocean.
    """

    def __init__(self, setting: Setting) -> None:
        self._island = island = setting.island
        self.land = frozenset(island.names)  #: the names of all hexes
        #: how near a hex is to itself for "next to" and "within": 0 where that counts, else 1 (T-7)
        self.least = 0 if setting.rules.own_hex == "included" else 1
        self._landmarks = setting.landmarks
        self._place: dict[str, Hex] = dict(zip(island.names, island.hexes, strict=True))
        self._terrain = {place: island.terrain(name) for name, place in self._place.items()}
        self._overland = setting.rules.distance == "overland"
        self.steps, self.ring = cache(self._steps), cache(self._ring)

    @cached_property
    def coast(self) -> frozenset[str]:
        """The hexes beside the ocean, on which no statue stands (T-5)."""
        return frozenset(n for n, place in self._place.items() if not self._terrain.keys() >= {*_six(place)})

    def closer(self, name: str, gap: int) -> list[str]:
        """Return the other hexes fewer than `gap` steps from a hex, ocean or not (T-5)."""
        return [other for other, n in straight_steps(self._island, name).items() if other != name and n < gap]

    def _steps(self, name: str) -> dict[str, int]:
        """Return the distance of each hex that can be reached from a hex, itself included (T-8)."""
        if not self._overland:
            return straight_steps(self._island, name)
        found = self._over_land(self._place[name])
        return {n: found[p] for n, p in self._place.items() if p in found}

    def _over_land(self, here: Hex) -> dict[Hex, int]:
        """Return the distances over land, by walking outwards until nothing new is reached."""
        found: dict[Hex, int] = {}
        front, steps = {here}, 0
        while front:
            found |= dict.fromkeys(front, steps)
            front = (_beside(front) & self._terrain.keys()) - found.keys()
            steps += 1
        return found

    def _ring(self, centre: str, low: int, high: int) -> frozenset[str]:
        """Return the hexes from `low` to `high` steps away from a hex; `ring` remembers."""
        return frozenset(n for n, steps in self.steps(centre).items() if low <= steps <= high)

    def cells(self, clue: Clue) -> frozenset[str]:
        """Return where a clue holds, by walking outwards from what it speaks of (T-6 to T-9)."""
        sources = self._sources(clue.thing, clue.largest)
        reached = set(sources)
        for _ in range(RADIUS[clue.relation]):
            near = _beside(reached)
            reached |= near & self._terrain.keys() if self._overland else near
        if self.least and clue.relation is not Relation.IN:
            reached -= sources
        return frozenset(n for n, place in self._place.items() if (place in reached) != clue.negative)

    def _sources(self, thing: str, largest: bool) -> set[Hex]:
        """Return the places of landmarks, of a terrain or its largest regions (T-4), or of the near ocean."""
        if thing in LANDMARKS:
            return {self._place[name] for name in self._landmarks[thing]}
        if thing == OCEAN:
            return _beside(self._terrain) - self._terrain.keys()
        places = {place for place, terrain in self._terrain.items() if terrain == thing}
        regions = list(_regions(places)) if largest else [places]
        size = max(map(len, regions), default=0)
        return {place for region in regions if len(region) == size for place in region}


def _six(place: Hex) -> Iterator[Hex]:
    """Yield the neighbours of a place."""
    return (Hex(place.q + dq, place.r + dr) for dq, dr in _SIX)


def _beside(places: Collection[Hex]) -> set[Hex]:
    """Return all neighbours of some places."""
    return {near for place in places for near in _six(place)}


def _regions(places: Collection[Hex]) -> Iterator[set[Hex]]:
    """Yield the sets of places that hang together."""
    left = set(places)
    while left:
        region: set[Hex] = set()
        front = {min(left)}
        while front:
            region |= front
            left -= front
            front = _beside(front) & left
        yield region


@lru_cache(maxsize=1024)
def straight_steps(island: Island, name: str) -> dict[str, int]:
    """Return the distances of all hexes from a hex, over land and ocean alike."""
    here, places = island.place(name), zip(island.names, island.hexes, strict=True)
    return {other: _lattice(here, place) for other, place in places}


def _lattice(one: Hex, other: Hex) -> int:
    dq, dr = one.q - other.q, one.r - other.r
    return max(abs(dq), abs(dr), abs(dq + dr))


geometry_of = lru_cache(maxsize=32)(Geometry)
"""The geometry of a setting, made once."""


# ---- clauses, with counters --------------------------------------------------------------------------------

TRUE = 1
"""The literal that is true in every model; `-TRUE` is false."""


class Clauses:
    """Clauses over the variables 1 to `top`; a literal is a variable or its negative (DIMACS).

    What is known beforehand is written with `TRUE`, and falls out of the clauses at once.
    """

    def __init__(self) -> None:
        self.top = TRUE
        self.clauses: list[list[int]] = [[TRUE]]

    def new(self) -> int:
        """Return a fresh variable."""
        self.top += 1
        return self.top

    def add(self, *literals: int) -> None:
        """Demand that one of the literals is true."""
        if TRUE not in literals:
            self.clauses.append([literal for literal in literals if literal != -TRUE] or [-TRUE])

    def both(self, one: int, other: int) -> int:
        """Return a literal that is true exactly when both are."""
        if -TRUE in (one, other):
            return -TRUE
        if TRUE in (one, other):
            return other if one == TRUE else one
        both = self.new()
        self.clauses += [-both, one], [-both, other], [both, -one, -other]
        return both

    def at_least(self, literals: Sequence[int], most: int) -> list[int]:
        """Return literals 0 to `most`: literal j is true exactly when at least j of `literals` are.

        A sequential counter (Sinz 2005), with both directions.
        """
        counts = [TRUE] + [-TRUE] * most
        for literal in literals:
            if literal != -TRUE:
                counts = [TRUE] + [self._carried(literal, *pair) for pair in pairwise(counts)]
        return counts

    def _carried(self, literal: int, fewer: int, count: int) -> int:
        """Return ``count or (literal and fewer)``, where `count` implies `fewer`."""
        if count == TRUE or fewer == -TRUE:
            return count
        if count == -TRUE and TRUE in (literal, fewer):
            return fewer if literal == TRUE else literal
        if literal == TRUE:
            return fewer
        carried = self.new()
        self.add(carried, -count)
        self.add(carried, -literal, -fewer)
        self.add(-carried, count, literal)
        self.add(-carried, fewer)
        return carried

    def exactly(self, literals: Sequence[int], number: int, given: int = TRUE) -> None:
        """Demand that exactly `number` of the literals are true if the literal `given` is."""
        if number == 0:
            for literal in literals:
                self.add(-given, -literal)
            return
        counts = self.at_least(literals, number + 1)
        self.add(-given, counts[number])
        self.add(-given, -counts[number + 1])


# ---- a mystery as clauses ----------------------------------------------------------------------------------

Literals = dict[str, int]  # hex -> literal


class Encoding:
    """The clauses of a mystery, with one literal that switches each fact on.

    Hard are the rule for landmarks (T-5) and one hex for each treasure.
    """

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self.geometry = geometry_of(mystery.setting)
        self.names = mystery.setting.island.names
        self.formula = Clauses()
        #: for each kind, the literal of each hex that says it stands there
        self.landmarks = {kind: self._places(kind) for kind in LANDMARKS}
        #: for each colour, the literal of each hex that says it lies there
        self.treasures = {colour: self._fresh(self.names) for colour in mystery.treasures}
        #: for a kind and a radius, the literal of each hex that says one is so near: on it, to begin with
        self._near = {(kind, 0): places for kind, places in self.landmarks.items()}
        self._place()
        #: for each fact, in order, the literal that demands it
        self.selectors = [self._fact(fact) for fact in mystery.facts]

    def _fresh(self, names: Iterable[str]) -> Literals:
        return {name: self.formula.new() for name in names}

    def _places(self, kind: str) -> Literals:
        """Return `TRUE` for known landmarks, and a variable where one of the kind may be found."""
        known = self.mystery.setting.landmarks
        taken = {name for cells in known.values() for name in cells}
        places = dict.fromkeys(self.names, -TRUE) | dict.fromkeys(known[kind], TRUE)
        if self.mystery.missing.get(kind):
            barred = taken | self.geometry.coast if kind == "statue" else taken
            places |= self._fresh(name for name in self.names if name not in barred)
        return places

    def _place(self) -> None:
        for kind, places in self.landmarks.items():
            self.formula.exactly(list(places.values()), self.mystery.counts[kind])
            self._keep_apart(places)
        for treasure in self.treasures.values():
            self.formula.exactly(list(treasure.values()), 1)
        for name in self.names:
            here = [places[name] for places in self.landmarks.values()]
            for number, literal in enumerate(here):
                for other in here[:number]:
                    self.formula.add(-literal, -other)

    def _keep_apart(self, places: Literals) -> None:
        """Keep the landmarks of a kind apart; those that were known stand as they are (T-5)."""
        gap = self.mystery.setting.rules.landmark_gap
        for name, literal in places.items():
            if literal in (TRUE, -TRUE):
                continue
            for other in self.geometry.closer(name, gap):
                if places[other] == TRUE or places[other] > literal:  # each pair once
                    self.formula.add(-literal, -places[other])

    def _fact(self, fact: Fact) -> int:
        given = self.formula.new()
        match fact:
            case TreasureFact():
                holds = self._holds(fact.clue)
                for name, literal in self.treasures[fact.colour].items():
                    self.formula.add(-given, -literal, holds[name])
            case PairFact():
                self._supported(fact, fact.colour, fact.other, given)
                self._supported(fact, fact.other, fact.colour, given)
            case CountFact() if fact.clue.thing in LANDMARKS:
                places, holds = self.landmarks[fact.kind], self._holds(fact.clue)
                counted = [self.formula.both(literal, holds[name]) for name, literal in places.items()]
                self.formula.exactly(counted, fact.number, given)
            case _:
                self._count(fact, given)
        return given

    def _count(self, fact: LandmarkFact, given: int) -> None:
        counts = counts_of(fact, self.geometry, self.mystery.counts[fact.kind])
        for cells, low, high in counts:
            inside = [literal for name, literal in self.landmarks[fact.kind].items() if name in cells]
            if low != high:  # at least one, at most all
                self.formula.add(-given, *inside)
            elif len(counts) == 1:
                self._number(fact.kind, cells, low, given)
            else:
                self.formula.exactly(inside, low, given)

    def _holds(self, clue: Clue) -> Literals:
        """Return for each hex a literal that is true exactly when the clue holds there."""
        if clue.thing not in LANDMARKS:
            cells = self.geometry.cells(clue)
            return {name: TRUE if name in cells else -TRUE for name in self.names}
        key = clue.thing, RADIUS[clue.relation]
        if key not in self._near:
            self._near[key] = {name: self._beside(*key, name) for name in self.names}
        return {n: -literal for n, literal in self._near[key].items()} if clue.negative else self._near[key]

    def _beside(self, kind: str, radius: int, name: str) -> int:
        """Return a literal for "near a landmark of the kind", and not on one unless that counts (T-7)."""
        places, least = self.landmarks[kind], self.geometry.least
        near = self.geometry.ring(name, least, radius)
        around = [literal for other, literal in places.items() if other in near]
        itself = places[name] if least else -TRUE
        beside = self.formula.new()
        self.formula.add(-beside, -itself)
        self.formula.add(-beside, *around)
        for literal in around:
            self.formula.add(beside, itself, -literal)
        return beside

    def _number(self, kind: str, cells: frozenset[str], number: int, given: int) -> None:
        """Demand `number` landmarks on some hexes, by counting there or elsewhere, whatever is less."""
        rest = self.mystery.counts[kind] - number
        if rest < 0:
            self.formula.add(-given)
            return
        places = self.landmarks[kind]
        inside = [literal for name, literal in places.items() if name in cells and literal != -TRUE]
        outside = [literal for name, literal in places.items() if name not in cells and literal != -TRUE]
        if len(inside) * number <= len(outside) * rest:
            self.formula.exactly(inside, number, given)
        else:
            self.formula.exactly(outside, rest, given)

    def _supported(self, fact: PairFact, colour: str, other: str, given: int) -> None:
        """Demand that a treasure is only where the other one has a fitting hex."""
        others = self.treasures[other]
        for name, literal in self.treasures[colour].items():
            near = self.geometry.ring(name, self.geometry.least, fact.radius)
            fitting = [found for hex_, found in others.items() if (hex_ in near) != fact.negative]
            self.formula.add(-given, -literal, *fitting)


# ---- what follows from them --------------------------------------------------------------------------------


class SatProver(StatedSat):
    """A mystery, written down once for python-sat, that answers questions about its facts.

    It shares no mask, table or rule with the other engines. Facts are called by their place in
    `Mystery.facts`, from 0. Use it in a ``with`` block, or `close` it: that gives the memory of the solver
    back. `ToolkitError` when python-sat is not installed (extra ``proof``).
    """

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self._encoding = encoding = Encoding(mystery)
        solver = Solver(encoding.formula.clauses, encoding.formula.top)
        landmarks = {plural: encoding.landmarks[kind] for plural, kind in KINDS.items()}
        super().__init__(solver, encoding.treasures | landmarks, dict(enumerate(encoding.selectors)))
        self.close = solver.close

    def __enter__(self) -> SatProver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def answers(self, limit: int = 2) -> list[Answer]:
        """Return up to `limit` answers that fit all facts and the rule for landmarks (T-5)."""
        return [self._answer(true) for true in self.models(limit)]

    def _answer(self, true: Collection[int]) -> Answer:
        def found(places: Literals) -> tuple[str, ...]:
            return tuple(sorted(name for name, literal in places.items() if literal in true))

        treasures = {colour: found(places)[0] for colour, places in self._encoding.treasures.items()}
        return Answer(treasures, {kind: found(places) for kind, places in self._encoding.landmarks.items()})
