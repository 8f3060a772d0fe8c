"""Each prover has its own source of what clues mean: whoever falsifies one source moves one prover."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from puzzles.collection import collection
from puzzles.kinds import NAMES, best_card, lie, whose_clue
from puzzles.puzzle import Puzzle
from solvers.tobago import reference
from solvers.tobago.proofs import sat
from solvers.tobago.techniques import rules
from toolkit.games.tobago import CLUES, Setting
from toolkit.hexmap import Island

pytest.importorskip("pysat")

PROVERS = ("rules", "python-sat", "python-constraint2")
APART = [kind for kind in NAMES if kind != "expedition"]  # which has the provers of lost landmarks
CLUE_SOURCES = {
    "rules": (Setting, "masks", property(lambda _: (0,) * len(CLUES))),
    "python-sat": (sat.Geometry, "cells", lambda *_: frozenset()),
    "python-constraint2": (reference.ReferenceModel, "holds", lambda *_: False),
}
DISTANCE_SOURCES = {  # farther than any hex of these islands
    "rules": (rules, "distance", lambda *_: 99),
    "python-sat": (sat, "_lattice", lambda *_: 99),
    "python-constraint2": (reference, "_straight", lambda *_: 99),
}


def forget() -> None:
    """Empty what remembers what it read from a source."""
    for function in (
        best_card.best_card_sat,
        lie.lie_sat,
        sat.geometry_of,
        sat.straight_steps,
        whose_clue.compiled_list,
        whose_clue.whose_clue_sat,
    ):
        function.cache_clear()
    reference.reference_of.cache_clear()
    rules.frame_of.cache_clear()


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    forget()
    yield
    forget()


def fresh(kind: str) -> Puzzle:
    """Return the first shipped puzzle of a kind, of which no island has been compiled yet."""
    collection.cache_clear()
    return collection(kind)[0]


@pytest.mark.parametrize(
    ("kind", "sources"),
    [
        *((kind, CLUE_SOURCES) for kind in APART),
        ("lost-landmarks", DISTANCE_SOURCES),
    ],
)
def test_who_falsifies_a_source_of_one_prover_moves_it_alone(
    kind: str, sources: dict[str, tuple[object, str, object]]
) -> None:
    puzzle = fresh(kind)
    assert puzzle.kind.provers(puzzle) == dict.fromkeys(PROVERS, 1)
    for prover in PROVERS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(*sources[prover])
            forget()
            assert puzzle.kind.provers(puzzle) == {name: int(name != prover) for name in PROVERS}


@pytest.mark.parametrize("kind", APART)
def test_python_sat_and_python_constraint_touch_no_mask_of_the_island(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the provers are to be independent of the compiled island")

    puzzle = fresh(kind)
    for name in ("masks", "cells", "candidates", "distance"):
        monkeypatch.setattr(Setting, name, refuse)
    for name in ("largest", "regions", "dilate", "near_ocean", "coast", "terrain_cells", "overland_steps"):
        monkeypatch.setattr(Island, name, refuse)
    monkeypatch.setattr(type(puzzle.kind), "answers", lambda *_: [])
    assert puzzle.kind.provers(puzzle) == {"rules": 0, "python-sat": 1, "python-constraint2": 1}
