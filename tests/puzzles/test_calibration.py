"""The calibration of the grade: known weights come back within their intervals, files are refused exactly."""

from __future__ import annotations

import json
from dataclasses import replace
from statistics import mean

import msgspec
import numpy as np
import pytest
from sizes import examples, nightly

from puzzles.calibration import Fit, Timed, _quantile, calibrate, parse_weights, seconds_of, work_of
from puzzles.collection import collection
from puzzles.format.schema import Solution
from puzzles.grading import guesses
from puzzles.kinds import NAMES, kind_named
from puzzles.puzzle import LEVELS, Puzzle
from toolkit.core.errors import ToolkitError

GUESS = np.array([0.5, 1.0, 2.0, 4.0, 12.0])


def simulated(rng: np.random.Generator, puzzles: int, solvers: int, own: float) -> tuple[Fit, np.ndarray]:
    """A fit of times whose weights are known, and these weights; `own` spreads the puzzles."""
    truth = GUESS * rng.lognormal(2, 0.5, 5)
    work = rng.poisson([40, 8, 5, 3, 1.5], (puzzles, 5)) + np.array([10, 1, 0, 0, 0])
    speed = rng.normal(0, 0.4, solvers)
    speed -= speed.mean()
    who, what = (part.ravel() for part in np.meshgrid(range(solvers), range(puzzles)))
    logs = np.log(work @ truth)[what] + speed[who] + rng.normal(0, own, puzzles)[what]
    logs += rng.normal(0, 0.3, len(logs))
    return Fit.of(logs, work[what].astype(float), who, what, GUESS), truth


@pytest.mark.parametrize(
    ("puzzles", "solvers", "own"), [(25, 4, 0.0), (25, 4, 0.25), pytest.param(20, 12, 0.4, marks=nightly)]
)
def test_known_weights_lie_in_their_intervals(puzzles: int, solvers: int, own: float) -> None:
    rng, hits, wide = np.random.default_rng(16), list[float](), list[float]()
    for _ in range(examples(30)):
        fit, truth = simulated(rng, puzzles, solvers, own)
        low, high = fit.interval
        hits += [float(inside) for inside in (low <= truth) & (truth <= high)]
        wide.append(float((high / low)[4]))
    assert 0.92 <= mean(hits) <= 1
    assert np.median(wide) < 20


def test_many_times_of_few_puzzles_are_no_knowledge_of_many() -> None:
    rng, hits = np.random.default_rng(16), list[float]()
    for _ in range(10):
        fit, truth = simulated(rng, 4, 25, 0.4)
        low, high = fit.interval
        hits += [float(inside) for inside in (low <= truth) & (truth <= high)]
    assert mean(hits) > 0.9


def test_more_times_narrow_the_intervals_as_foretold() -> None:
    few, _ = simulated(np.random.default_rng(3), 40, 3, 0.2)
    needed = few.more(0.5)
    sort, more = min(((n, count) for n, count in enumerate(needed) if count), key=lambda one: one[1])
    many, _ = simulated(np.random.default_rng(3), round(40 * (1 + more / few.count)), 3, 0.2)
    assert 1.25 < (many.interval[1] / many.weights)[sort] < 1.6 < (few.interval[1] / few.weights)[sort]
    assert few.more(1e9) == [0] * 5


@pytest.mark.parametrize(
    ("freedom", "end"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (100, 1.984)]
)
def test_ends_of_intervals_are_those_of_student(freedom: int, end: float) -> None:
    assert _quantile(freedom) == pytest.approx(end, rel=0.01)


def test_what_only_slow_solvers_did_is_not_held_for_hard() -> None:
    rng, truth = np.random.default_rng(7), 7 * GUESS
    work = np.array([[20.0, 4, 2, 0, 0]] * 30 + [[20.0, 4, 2, 0, 3]] * 30)
    apart, mixed = np.arange(60) // 30, np.arange(60) % 2
    noise = rng.normal(0, 0.2, 60)

    def fit(who: np.ndarray) -> Fit:
        return Fit.of(np.log(work @ truth) + np.log([1.0, 3.0])[who] + noise, work, who, np.arange(60), GUESS)

    widths = [fit(who).interval[1][4] / fit(who).interval[0][4] for who in (apart, mixed)]
    assert widths[0] > 50
    assert widths[1] < 3
    assert fit(apart).more(0.3)[4] is None  # more times of this sort would not tell
    assert fit(mixed).more(0.3)[3] is None  # nobody did any of that
    assert fit(mixed).more(0.1)[4]


def times_of(puzzles: tuple[Puzzle, ...], hints: int = 0) -> list[Timed]:
    """Times of two solvers, the one twice as fast, whose weights are three times the guesses."""
    rng, weights = np.random.default_rng(5), guesses(puzzles[0].kind.techniques)
    return [
        Timed(one, solver, speed * float(rng.lognormal(0, 0.2)) * 3 * needed, hints)
        for one in puzzles
        for needed in [sum(weights[sort] * amount for sort, amount in work_of(one).items())]
        for solver, speed in (("slow", 2**0.5), ("fast", 0.5**0.5))
    ]


def test_times_of_puzzles_give_the_weights_of_the_grade() -> None:
    puzzles = collection("lie")[::6]
    times = times_of(puzzles)
    hinted = times_of(puzzles[:3], hints=2)
    doubled = [one._replace(seconds=1e6) for one in times[:4]]
    after_hints = [one._replace(puzzle=collection("lie")[1]) for one in times[:1]]
    found = calibrate([*times, *hinted, *doubled, after_hints[0]._replace(hints=1), *after_hints])
    assert (found.times, found.solvers, found.puzzles) == (20, 2, 10)
    assert list(found.weights) == ["reading", "striking", *kind_named("lie").techniques]
    for one in puzzles:
        expected = sum(
            3 * guesses(one.kind.techniques)[sort] * amount for sort, amount in work_of(one).items()
        )
        assert seconds_of(one, found) == pytest.approx(expected, rel=0.35)
    with pytest.raises(ToolkitError, match="6 times without hints are too few: 1 more"):
        calibrate(times[:6])
    bare = replace(puzzles[3], facts=puzzles[3].facts[:-1], solution=Solution())
    with pytest.raises(ToolkitError, match=f"{bare.id}: it has not exactly one answer"):
        calibrate([*times, times[0]._replace(puzzle=bare)])


@pytest.mark.parametrize("kind", NAMES)
def test_the_steps_of_the_work_are_those_of_the_grade(kind: str) -> None:
    puzzle = collection(kind)[0]
    work = work_of(puzzle)
    assert puzzle.grade is not None
    assert work.pop("reading") == puzzle.grade.reading
    work.pop("striking")
    assert sum(work.values()) == puzzle.grade.steps
    assert puzzle.grade.name == LEVELS[0]


def test_weights_are_written_and_read() -> None:
    found = calibrate(times_of(collection("lie")[:10]))
    text = {"format": "toolkit-weights/1", "kinds": {"lie": msgspec.to_builtins(found)}}
    assert parse_weights(json.dumps(text)).kinds == {"lie": found}
