"""The island of python-constraint2: where clues hold by `ReferenceModel`, and the distances of all hexes.

It shares no table with the masks of the rules (`Setting.masks`) and none with python-sat (`geometry`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import networkx as nx

from solvers.tobago.reference import ReferenceModel
from toolkit.games.tobago.clues import Clue, Relation
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import OCEAN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.games.tobago.rules import Distance, Rules
    from toolkit.hexmap import Hex, Island

Steps = dict[str, dict[str, int]]
"""For each hex, the steps to each hex that can be reached from it, itself included."""


@lru_cache(maxsize=4096)
def cells_of(setting: Setting, clue: Clue) -> frozenset[str]:
    """Return the hexes on which a clue holds, found once by the reference model (T-6 to T-9)."""
    model = _model(setting)
    return frozenset(name for name in setting.island.names if model.holds(clue, name))


@lru_cache(maxsize=32)
def _model(setting: Setting) -> ReferenceModel:
    return ReferenceModel(setting)


def ground_of(island: Island, rules: Rules, clue: Clue) -> frozenset[str]:
    """Return where a clue about terrain or the ocean holds, whatever landmarks stand on the island."""
    return cells_of(Setting(island, rules=rules), clue)


def coast_of(island: Island, rules: Rules) -> frozenset[str]:
    """Return the hexes beside the ocean, on which no statue stands (T-4a, T-5)."""
    return ground_of(island, rules, Clue(Relation.NEXT_TO, OCEAN))


@lru_cache(maxsize=8)
def straight_steps(island: Island) -> Steps:
    """Return the distances of all hexes over land and ocean alike."""
    places = dict(zip(island.names, island.hexes, strict=True))
    return {name: {other: _straight(here, p) for other, p in places.items()} for name, here in places.items()}


def steps_of(island: Island, distance: Distance) -> Steps:
    """Return the distances of all hexes by the rule for them (T-8)."""
    return _overland_steps(island) if distance == "overland" else straight_steps(island)


@lru_cache(maxsize=8)
def _overland_steps(island: Island) -> Steps:
    land = island.graph.subgraph(island.hexes)
    ways: Mapping[Hex, Mapping[Hex, int]] = dict(nx.all_pairs_shortest_path_length(land))
    name_at = dict(zip(island.hexes, island.names, strict=True))
    return {
        name: {name_at[there]: steps for there, steps in ways[here].items()} for here, name in name_at.items()
    }


def _straight(one: Hex, other: Hex) -> int:
    """Return the steps between two places: only unlike steps along the two axes save one another."""
    columns, rows = other.q - one.q, other.r - one.r
    if columns * rows > 0:
        return abs(columns + rows)
    return max(abs(columns), abs(rows))
