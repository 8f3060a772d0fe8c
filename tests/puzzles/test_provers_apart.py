"""Each prover has its own source of what clues mean: whoever falsifies one source moves one prover."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import puzzles
from puzzles.format.files import read_puzzles
from puzzles.kinds import NAMES, best_card, lie
from puzzles.puzzle import Puzzle
from solvers.tobago import reference
from solvers.tobago.proofs import sat
from solvers.tobago.proofs.sat import Geometry
from solvers.tobago.reference import ReferenceModel
from solvers.tobago.techniques import rules
from toolkit.games.tobago import CLUES, Setting
from toolkit.hexmap import Island

pytest.importorskip("pysat")

DATA = Path(puzzles.__file__).parent / "data"
PROVERS = ("rules", "python-sat", "python-constraint2")
FAR = 99
"""Steps, farther than any hex of these islands."""


def remembered() -> list[Any]:
    """Return the functions that remember what they read from a source."""
    return [
        best_card.best_card_sat,
        lie.lie_sat,
        sat.geometry_of,
        sat.straight_steps,
        reference.reference_of,
        rules.frame_of,
    ]


def forget() -> None:
    for function in remembered():
        function.cache_clear()


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    forget()
    yield
    forget()


def no_masks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Setting, "masks", property(lambda _: (0,) * len(CLUES)))


def no_walks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Geometry, "cells", lambda *_: frozenset())


def no_reference(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ReferenceModel, "holds", lambda *_: False)


def far(*_: object) -> int:
    return FAR


CLUE_SOURCES = {"rules": no_masks, "python-sat": no_walks, "python-constraint2": no_reference}
DISTANCE_SOURCES = {
    "rules": (rules, "distance"),
    "python-sat": (sat, "_lattice"),
    "python-constraint2": (reference, "_straight"),
}


def first(kind: str, number: int = 1) -> list[Puzzle]:
    return read_puzzles(DATA / f"{kind}.jsonl")[:number]


def all_but(prover: str) -> dict[str, int]:
    """Return what is found when one prover alone sees no answer any more."""
    return {name: int(name != prover) for name in PROVERS}


def verdicts_of(found: list[Puzzle]) -> list[dict[str, int]]:
    return [puzzle.kind.provers(puzzle) for puzzle in found]


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("prover", PROVERS)
def test_who_falsifies_the_clues_of_one_prover_moves_it_alone(
    kind: str, prover: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = first(kind)
    assert verdicts_of(found) == [dict.fromkeys(PROVERS, 1)] * len(found)
    CLUE_SOURCES[prover](monkeypatch)
    forget()
    assert verdicts_of(found) == [all_but(prover)] * len(found)


@pytest.mark.parametrize("prover", PROVERS)
def test_who_falsifies_the_distances_of_one_prover_moves_it_alone(
    prover: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = first("lost-landmarks")
    assert verdicts_of(found) == [dict.fromkeys(PROVERS, 1)] * len(found)
    monkeypatch.setattr(*DISTANCE_SOURCES[prover], far)
    forget()
    assert verdicts_of(found) == [all_but(prover)] * len(found)


@pytest.mark.parametrize("kind", NAMES)
def test_python_sat_and_python_constraint_touch_no_mask_of_the_island(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the provers are to be independent of the compiled island")

    found = first(kind)
    for name in ("masks", "cells", "candidates", "distance"):
        monkeypatch.setattr(Setting, name, refuse)
    for name in ("largest", "regions", "dilate", "near_ocean", "coast", "terrain_cells", "overland_steps"):
        monkeypatch.setattr(Island, name, refuse)
    monkeypatch.setattr(type(found[0].kind), "answers", lambda *_: [])
    monkeypatch.setattr("puzzles.kinds.shared.Engine", Idle)
    expected = {"rules": 0, "python-sat": 1, "python-constraint2": 1}
    assert verdicts_of(found) == [expected] * len(found)


class Idle:
    """An engine that finds nothing."""

    def __init__(self, _: object) -> None: ...

    def answers(self, _: int) -> list[object]:
        return []
