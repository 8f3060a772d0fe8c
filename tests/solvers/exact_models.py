"""Mysteries read twice more, for CP-SAT and for clingo, and random ones to try all provers on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import clingo
from oracles import clue_table
from ortools.sat.python import cp_model

from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    Fact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
from solvers.tobago.mystery import Answer, Mystery
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation
from toolkit.hexmap import TERRAINS, distance

RADIUS = {Relation.IN: 0, Relation.NEXT_TO: 1, Relation.WITHIN_2: 2}


class World:
    """Tables of an island that both models read: distances, terrains, and where clues about them hold."""

    def __init__(self, mystery: Mystery) -> None:
        setting, island = mystery.setting, mystery.setting.island
        self.names = island.names
        self.least = 0 if setting.rules.own_hex == "included" else 1
        self.gap = setting.rules.landmark_gap
        self.known = {kind: set(cells) for kind, cells in setting.landmarks.items()}
        self.clues = clue_table(island, {}, setting.rules.own_hex, setting.rules.distance)
        self.terrain = {name: island.terrain(name) for name in self.names}
        pairs = [(a, b) for a in self.names for b in self.names]
        self.apart = {(a, b): distance(island.place(a), island.place(b)) for a, b in pairs}
        steps = {(a, b): setting.distance(a, b) for a, b in pairs}
        self.steps = {pair: step for pair, step in steps.items() if step is not None}

    def may_hold(self, kind: str, name: str) -> bool:
        """Tell whether a landmark to be found may stand on a hex as far as the coast is asked (T-5)."""
        return kind != "statue" or name in self.clues["not next to ocean"]

    def ring(self, centre: str, low: int, high: int) -> list[str]:
        """Return the hexes from `low` to `high` steps from a hex."""
        return [name for name in self.names if low <= self.steps.get((centre, name), high + 1) <= high]


def cpsat_answers(mystery: Mystery, limit: int) -> list[Answer]:
    """Return up to `limit` answers by CP-SAT."""
    model = CpSatModel(mystery)
    collector = _Collector(model, limit)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model.model, collector)
    return collector.found


class CpSatModel:
    """Linear sums over 0-1 variables."""

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self.world = World(mystery)
        self.model: Any = cp_model.CpModel()
        names = self.world.names
        self.at = {k: {n: self.model.new_bool_var(f"{k} {n}") for n in names} for k in LANDMARKS}
        self.lies = {c: {n: self.model.new_bool_var(f"{c} {n}") for n in names} for c in mystery.treasures}
        for treasure in self.lies.values():
            self.model.add_exactly_one(treasure.values())
        for kind in LANDMARKS:
            self._place(kind)
        for name in names:
            self.model.add_at_most_one(self.at[kind][name] for kind in LANDMARKS)
        for fact in mystery.facts:
            self._fact(fact)

    def _place(self, kind: str) -> None:
        at, world = self.at[kind], self.world
        self.model.add(sum(at.values()) == self.mystery.counts[kind])
        for name in world.names:
            if name in world.known[kind]:
                self.model.add(at[name] == 1)
            elif not world.may_hold(kind, name):
                self.model.add(at[name] == 0)
        for (one, other), apart in world.apart.items():
            if one < other and apart < world.gap and not {one, other} <= world.known[kind]:
                self.model.add(at[one] + at[other] <= 1)

    def _count(self, kind: str, names: Iterable[str], number: int) -> None:
        self.model.add(sum(self.at[kind][name] for name in names) == number)

    def _holds(self, clue: Clue) -> Mapping[str, Any]:
        """Return for each hex a 0-1 value: whether the clue, read without "not", holds there."""
        world, at = self.world, self.at.get(clue.thing, {})
        if not at:
            cells = world.clues[str(~clue if clue.negative else clue)]
            return {name: int(name in cells) for name in world.names}
        if clue.relation is Relation.IN:
            return at
        holds = {}
        for name in world.names:
            near = sum(at[other] for other in world.ring(name, world.least, RADIUS[clue.relation]))
            far = 100 * at[name] if world.least else 0
            holds[name] = self.model.new_bool_var("")
            self.model.add(near - far >= 1).only_enforce_if(holds[name])
            self.model.add(near - far <= 0).only_enforce_if(~holds[name])
        return holds

    def _fact(self, fact: Fact) -> None:
        world = self.world
        match fact:
            case TreasureFact(colour, clue):
                holds = self._holds(clue)
                for name in world.names:
                    wrong = holds[name] if clue.negative else 1 - holds[name]
                    self.model.add(self.lies[colour][name] + wrong <= 1)
            case CountFact(kind, number, clue):
                self._count_both(kind, number, self._holds(clue))
            case CircleFact(kind, number, radius, centre):
                self._count(kind, world.ring(centre, world.least, radius), number)
            case TerrainsFact(kind, terrains):
                for terrain in TERRAINS:
                    names = [name for name in world.names if world.terrain[name] == terrain]
                    self._count(kind, names, terrains.count(terrain))
            case DistancesFact(kind, steps, centre):
                for step in set(steps):
                    self._count(kind, world.ring(centre, step, step), steps.count(step))
            case NearestFact(kind, steps, centre):
                self._count(kind, world.ring(centre, 0, steps - 1), 0)
                self.model.add(sum(self.at[kind][name] for name in world.ring(centre, steps, steps)) >= 1)
            case PairFact(colour, radius, other, negative):
                for name in world.names:
                    near = world.ring(name, world.least, radius)
                    wrong = near if negative else set(world.names).difference(near)
                    there = sum(self.lies[other][name] for name in wrong)
                    self.model.add(self.lies[colour][name] + there <= 1)

    def _count_both(self, kind: str, number: int, holds: Mapping[str, Any]) -> None:
        counted = []
        for name, literal in self.at[kind].items():
            both = self.model.new_bool_var("")
            self.model.add_multiplication_equality(both, [literal, holds[name]])
            counted.append(both)
        self.model.add(sum(counted) == number)


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, model: CpSatModel, limit: int) -> None:
        super().__init__()
        self.model = model
        self.limit = limit
        self.found: list[Answer] = []

    def on_solution_callback(self) -> None:
        """Keep an answer, and stop at the limit."""
        treasures = {c: self._true(lies)[0] for c, lies in self.model.lies.items()}
        self.found.append(Answer(treasures, {kind: self._true(at) for kind, at in self.model.at.items()}))
        if len(self.found) >= self.limit:
            self.stop_search()

    def _true(self, literals: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(sorted(name for name, literal in literals.items() if self.value(literal)))


RULES = """
1 { lies(C, H) : hex(H) } 1 :- colour(C).
N { at(K, H) : hex(H) } N :- count(K, N).
:- known(K, H), not at(K, H).
:- at(K, H), at(L, H), K < L.
:- at(K, H), barred(K, H), not known(K, H).
:- at(K, G), at(K, H), G != H, apart(G, H, D), D < gap, not known(K, G).
near(K, R, H) :- at(K, G), steps(G, H, D), least <= D, D <= R, R = 1..2.
on(K, H) :- at(K, H), least = 1.
holds(K, 0, H) :- at(K, H).
holds(K, R, H) :- near(K, R, H), not on(K, H).
#show at/2. #show lies/2.
"""


def clingo_answers(mystery: Mystery, limit: int) -> list[Answer]:
    """Return up to `limit` answers by clingo."""
    world = World(mystery)
    lines = [RULES, *_tables(mystery, world), *(line for fact in mystery.facts for line in _asp(fact, world))]
    control = clingo.Control([str(limit), "--warn=none"])
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    found: list[Answer] = []
    control.solve(on_model=lambda model: found.append(_answer(mystery, model)))
    return found


def _tables(mystery: Mystery, world: World) -> Iterable[str]:
    yield f"#const least = {world.least}. #const gap = {world.gap}."
    yield from (f'hex("{name}"). terrain("{name}", "{world.terrain[name]}").' for name in world.names)
    yield from (f'steps("{a}", "{b}", {step}).' for (a, b), step in world.steps.items())
    yield from (f'apart("{a}", "{b}", {step}).' for (a, b), step in world.apart.items())
    yield from (f'colour("{colour}").' for colour in mystery.treasures)
    for kind, number in mystery.counts.items():
        yield f'count("{kind}", {number}).'
        yield from (f'known("{kind}", "{name}").' for name in sorted(world.known[kind]))
        yield from (f'barred("{kind}", "{n}").' for n in world.names if not world.may_hold(kind, n))
    for clue, cells in world.clues.items():
        yield from (f'cell("{clue}", "{name}").' for name in sorted(cells))


def _asp(fact: Fact, world: World) -> Iterable[str]:
    match fact:
        case TreasureFact(colour, clue) if clue.thing in LANDMARKS:
            holds = f'holds("{clue.thing}", {RADIUS[clue.relation]}, H)'
            yield f':- lies("{colour}", H), {"" if clue.negative else "not "}{holds}.'
        case TreasureFact(colour, clue):
            yield f':- lies("{colour}", H), not cell("{clue}", H).'
        case CountFact(kind, number, clue) if clue.thing in LANDMARKS:
            yield _number(kind, number, f'holds("{clue.thing}", {RADIUS[clue.relation]}, H)')
        case CountFact(kind, number, clue):
            yield _number(kind, number, f'cell("{clue}", H)')
        case CircleFact(kind, number, radius, centre):
            yield _number(kind, number, f'steps("{centre}", H, D), least <= D, D <= {radius}')
        case TerrainsFact(kind, terrains):
            for terrain in TERRAINS:
                yield _number(kind, terrains.count(terrain), f'terrain(H, "{terrain}")')
        case DistancesFact(kind, steps, centre):
            for step, number in Counter(steps).items():
                yield _number(kind, number, f'steps("{centre}", H, {step})')
        case NearestFact(kind, steps, centre):
            yield _number(kind, 0, f'steps("{centre}", H, D), D < {steps}')
            yield f':- {{ at("{kind}", H) : steps("{centre}", H, {steps}) }} 0.'
        case PairFact(colour, radius, other, negative):
            near = f"#count {{ D : steps(G, H, D), least <= D, D <= {radius} }} = {int(negative)}"
            yield f':- lies("{colour}", G), lies("{other}", H), {near}.'


def _number(kind: str, number: int, where: str) -> str:
    return f':- not #count {{ H : at("{kind}", H), {where} }} = {number}.'


def _answer(mystery: Mystery, model: Any) -> Answer:
    found: dict[str, list[str]] = {word: [] for word in (*mystery.treasures, *LANDMARKS)}
    for symbol in model.symbols(shown=True):
        subject, name = (argument.string for argument in symbol.arguments)
        found[subject].append(name)
    treasures = {colour: found[colour][0] for colour in mystery.treasures}
    return Answer(treasures, {kind: tuple(sorted(found[kind])) for kind in LANDMARKS})
