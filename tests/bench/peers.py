"""The same questions asked of other libraries, written as their users would write them."""

from __future__ import annotations

import networkx as nx
from constraint import Problem

from solvers.tobago import ReferenceModel
from toolkit.hexmap import TERRAINS


class ConstraintPeer:
    """python-constraint2: one variable, the treasure, and one function constraint for each clue."""

    def __init__(self, setting, tests):
        self.names = list(setting.island.names)
        self.tests = tests

    @classmethod
    def with_functions(cls, setting, clues):
        """Each clue is a function that looks distances up; the distances are computed beforehand."""
        model = ReferenceModel(setting)
        tests = {clue: lambda name, clue=clue: model.holds(clue, name) for clue in clues}
        for test in tests.values():
            test(setting.island.names[0])
        return cls(setting, tests)

    @classmethod
    def with_sets(cls, setting, clues):
        """Each clue is a look-up in the set of its hexes, computed beforehand by this project."""
        return cls(setting, {clue: frozenset(clue.cells(setting)).__contains__ for clue in clues})

    def candidates(self, clues):
        problem = Problem()
        problem.addVariable("treasure", self.names)
        for clue in clues:
            problem.addConstraint(self.tests[clue], ["treasure"])
        return {solution["treasure"] for solution in problem.getSolutions()}

    def legal(self, laid, deck):
        before = self.candidates(laid)
        after = {clue: self.candidates([*laid, clue]) for clue in deck}
        return [clue for clue in deck if after[clue] and after[clue] != before]


class SetPeer:
    """Plain frozensets of hex names."""

    def __init__(self, setting, clues):
        self.land = frozenset(setting.island.names)
        self.truth = {clue: frozenset(clue.cells(setting)) for clue in clues}

    def candidates(self, clues):
        return self.land.intersection(*(self.truth[clue] for clue in clues))

    def legal(self, laid, deck):
        before = self.candidates(laid)
        return [clue for clue in deck if (after := before & self.truth[clue]) and after != before]


class GraphPeer:
    """Naive sets over networkx: distances are looked up on the graph for every question."""

    def __init__(self, setting):
        self.setting = setting
        self.graph = setting.island.graph
        self.largest = {terrain: setting.island.largest(terrain) for terrain in TERRAINS}

    def candidates(self, clues):
        names = set(self.setting.island.names)
        for clue in clues:
            names &= {name for name in names if self._holds(clue, name)}
        return names

    def _holds(self, clue, name):
        reach = {"in": 0, "next to": 1, "within 2 of": 2}[clue.relation]
        near = nx.single_source_shortest_path_length(
            self.graph, self.setting.island.place(name), cutoff=reach
        )
        distance = min((d for place, d in near.items() if self._is(clue, place)), default=None)
        return (distance is not None and (reach == 0 or distance > 0)) != clue.negative

    def _is(self, clue, place):
        node = self.graph.nodes[place]
        if clue.thing in self.setting.landmarks:
            return node.get("name") in self.setting.landmarks[clue.thing]
        if clue.largest:
            return node.get("name") in self.largest[clue.thing]
        return node["terrain"] == clue.thing
