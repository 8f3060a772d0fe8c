"""Weights of the grade from solving times: how long each piece of work takes a typical solver.

A puzzle is work of several sorts (`work_of`): so many steps of each technique, and so much to read. The
logarithm of a time is taken to be

    log seconds = log(sum of weight x work) + solver + puzzle + noise

so work adds up, as in the grade, while a slow solver takes the same factor longer for everything. What a
solver is slower is estimated with the weights and then forgotten; the typical solver is the geometric mean of
those in the files. What is the matter with a puzzle beyond its work has a variance of its own, so that many
times of few puzzles do not count as knowledge of many.

Weights are positive: their logarithms are fitted. Their prior is as weak as it is
honest to be without any: normal around the logarithms of the guessed weights, with a standard deviation of
`PRIOR`. A technique of which no time speaks keeps its guess, with the interval of the prior.

Two kinds of files go with it. ``toolkit-times/1`` is JSON Lines, one solved puzzle a line, as the button of a
page saves it::

    {"format": "toolkit-times/1", "puzzle": "tobago1-...", "solver": "5e1f09ab", "seconds": 271, "hints": 0}

``toolkit-weights/1`` is one JSON object: by kind of puzzle what `tobago puzzle calibrate` found. Every fault
is a `PositionError` that names the file, the line, the key and the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import pi, sqrt, tan
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzles.format.files import from_id, json_lines
from puzzles.format.schema import KindWeights, TimeLine, Weight, WeightsFile
from puzzles.grading import STRIKING, guesses, work_in
from puzzles.kinds import kind_named
from puzzles.puzzle import UNSOLVED, Puzzle, PuzzleError
from toolkit.core.document import PositionError, json_object, located, typed
from toolkit.core.errors import ToolkitError, quote

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

PRIOR = 1.5
"""The standard deviation of the prior of a weight's logarithm: half of all within a factor of 2.8."""

LEAST = 5
"""How many times are needed at least, beside one for each solver."""

_SHARE = 0.95  # of intervals
_ROUNDS, _STEPS, _SMALL = 5, 500, 1e-6
_MOST = 1_000_000.0  # times as many times as there are


class Timed(NamedTuple):
    """How long somebody took for a puzzle."""

    puzzle: Puzzle
    solver: str
    seconds: float
    hints: int


def work_of(puzzle: Puzzle) -> dict[str, float]:
    """Return the work that a puzzle is: steps by technique, ``reading`` and ``striking``.

    `PuzzleError` when its techniques do not solve it.
    """
    trace = puzzle.kind.trace(puzzle)
    if not trace.solved:
        raise PuzzleError(UNSOLVED)
    return work_in(trace, puzzle.kind.reading(puzzle))


def seconds_of(puzzle: Puzzle, found: KindWeights) -> float:
    """Return how long a puzzle takes a typical solver; `PuzzleError` when its techniques do not solve it.

    Weights from before `STRIKING` was a sort of work do not know it: it was in the others.
    """
    known = found.weights
    return sum(known[sort].seconds * amount for sort, amount in work_of(puzzle).items() if sort in known)


def calibrate(times: Sequence[Timed], width: float = 0.25) -> KindWeights:
    """Return the weights that fit the times of one kind of puzzle.

    Of several times of one solver for a puzzle the first counts; times with hints tell of hints and are left
    out.

    Parameters
    ----------
    times
        What was measured, of puzzles of one kind.
    width
        How far above a weight its interval is wanted to end, as a part of the weight.

    Raises
    ------
    ToolkitError
        There are fewer than `LEAST` times beside one for each solver.
    PuzzleError
        The techniques do not solve one of the puzzles.
    """
    first = {(time.solver, time.puzzle.id): time for time in reversed(times)}
    used = [time for time in first.values() if not time.hints]
    solvers = sorted({time.solver for time in used})
    if (missing := len(solvers) + LEAST - len(used)) > 0:
        raise ToolkitError(f"{len(used)} times without hints are too few: {missing} more are needed at least")
    works = {time.puzzle.id: _named_work(time.puzzle) for time in used}
    puzzles = sorted(works)
    guess = guesses(used[0].puzzle.kind.techniques)
    fit = Fit.of(
        np.log([time.seconds for time in used]),
        np.array([[works[time.puzzle.id].get(sort, 0.0) for sort in guess] for time in used]),
        np.array([solvers.index(time.solver) for time in used]),
        np.array([puzzles.index(time.puzzle.id) for time in used]),
        np.array([*guess.values()]),
    )
    low, high = fit.interval
    more = fit.more(width)
    return KindWeights(
        times=len(used),
        solvers=len(solvers),
        puzzles=len(puzzles),
        spread=round(fit.spread, 3),
        weights={
            sort: Weight(
                seconds=_rounded(fit.weights[n]), low=_rounded(low[n]), high=_rounded(high[n]), more=more[n]
            )
            for n, sort in enumerate(guess)
        },
    )


def _named_work(puzzle: Puzzle) -> dict[str, float]:
    """Return `work_of` a puzzle; its fault names which one of many it is."""
    try:
        return work_of(puzzle)
    except PuzzleError as error:
        raise PuzzleError(f"{puzzle.id}: {error}") from None


def _rounded(value: float) -> float:
    return float(f"{value:.3g}")


@dataclass(frozen=True, slots=True)
class Fit:
    """The weights that fit times best, and what is known of them."""

    logs: Floats  #: the logarithms of the weights, in seconds
    data: Floats  #: what the times know of `logs`, as a matrix of precision
    prior: Floats  #: what the prior knows of them, likewise
    freedom: float  #: degrees of freedom of the variance that the times were found to have
    spread: float  #: the standard deviation of the logarithm of a time
    count: int  #: how many times there are

    @classmethod
    def of(cls, logs: Floats, work: Floats, solver: Numbers, puzzle: Numbers, guess: Floats) -> Fit:
        """Fit `n` times: logarithms of seconds, work (`n` x sorts), numbers from 0 of solvers and puzzles.

        `guess` has a positive number for each sort of work, and each time has some work. `ToolkitError` when
        no weights fit.
        """
        sorts = work.shape[1]
        people = np.eye(int(solver.max()) + 1)[solver]
        slower = people[:, :-1] - people[:, -1:]  # how much slower solvers are sums to nothing
        prior = np.diag([PRIOR**-2.0] * sorts + [0.0] * slower.shape[1])
        centre = np.log(guess) + np.mean(logs - np.log(work @ guess))
        start = np.asarray([*centre, *np.zeros(slower.shape[1])], np.float64)

        def errors(found: Floats) -> tuple[Floats, Floats]:
            """Return what is left of the logarithms, and the slopes of what is expected."""
            each = work * np.exp(found[:sorts])
            expected = each.sum(axis=1, keepdims=True)
            return logs - np.log(expected[:, 0]) - slower @ found[sorts:], np.hstack(
                [each / expected, slower]
            )

        found, known = _nearest(errors, start, start, prior, partial(_whitened, puzzle=puzzle))
        within, between, freedom = _variances(*errors(found), puzzle)
        for _ in range(_ROUNDS):  # the fit needs the variances, and these the fit
            whitened = partial(_whitened, puzzle=puzzle, within=within, between=between)
            found, known = _nearest(errors, found, start, prior, whitened)
            within, between, freedom = _variances(*errors(found), puzzle)
        spread = float(np.sqrt(within + between))
        return cls(found[:sorts], _without(known, sorts), prior[:sorts, :sorts], freedom, spread, len(logs))

    @property
    def weights(self) -> Floats:
        """The weights, in seconds."""
        return np.exp(self.logs)

    @property
    def interval(self) -> tuple[Floats, Floats]:
        """The ends of the intervals of 95 %."""
        far = self._reach(1.0)
        return np.exp(self.logs - far), np.exp(self.logs + far)

    def more(self, width: float) -> list[int | None]:
        """Return for each weight how many times more, of as mixed puzzles, make its interval narrow enough.

        It is to end at most `width` of the weight above it. Numbers have two digits that count; None where a
        million times as many times are not enough.
        """
        enough = np.log1p(width)

        def needed(sort: int) -> int | None:
            if not self.data[sort, sort] > 0 or self._reach(_MOST)[sort] > enough:
                return None
            few, many = 0.0, np.log(_MOST)
            if self._reach(1.0)[sort] <= enough:
                return 0
            for _ in range(40):
                middle = (few + many) / 2
                few, many = (middle, many) if self._reach(np.exp(middle))[sort] > enough else (few, middle)
            return int(float(f"{np.ceil(self.count * (np.exp(many) - 1)):.2g}"))

        return [needed(sort) for sort in range(len(self.logs))]

    def _reach(self, more: float) -> Floats:
        """Return how far the intervals of `logs` reach with so many times as many times."""
        deviation = np.sqrt(np.diag(np.linalg.inv(more * self.data + self.prior)))
        return np.asarray(_quantile(more * self.freedom) * deviation)


def _nearest(
    errors: Callable[[Floats], tuple[Floats, Floats]],
    found: Floats,
    start: Floats,
    prior: Floats,
    whitened: Callable[[Floats], Floats],
) -> tuple[Floats, Floats]:
    """Return the least squares of errors and prior, and the precision of the errors there.

    The steps are those of Levenberg and Marquardt, from `found` on; the prior lies around `start`.
    """

    def at(place: Floats) -> tuple[float, Floats, Floats]:
        rest, slopes = errors(place)
        scaled = whitened(np.column_stack([slopes, rest]))
        slopes, rest, far = scaled[:, :-1], scaled[:, -1], place - start
        return float(rest @ rest + far @ prior @ far), slopes.T @ slopes, slopes.T @ rest - prior @ far

    (cost, known, pull), caution = at(found), 1e-3
    for _ in range(_STEPS):
        hold = known + prior
        step = np.linalg.solve(hold + caution * np.diag(np.diag(hold)), pull)
        if np.abs(step).max() < _SMALL:
            return found, known
        other = at(found + step)
        gain = (cost - other[0]) / float(step @ (2 * pull - hold @ step))  # 1: as the slopes foretold
        caution = caution / 5 if gain > 0.75 else caution if gain > 0.25 else 4 * caution
        if gain > 0:
            found, (cost, known, pull) = found + step, other
    raise ToolkitError("no weights fit these times: some of them may be in error")


def _without(known: Floats, sorts: int) -> Floats:
    """Return what is known of the first ones when the others are not (a Schur complement)."""
    mixed, others = known[:sorts, sorts:], known[sorts:, sorts:]
    return np.asarray(known[:sorts, :sorts] - mixed @ np.linalg.pinv(others) @ mixed.T)


def _variances(rest: Floats, slopes: Floats, puzzle: Numbers) -> tuple[float, float, float]:
    """Return the variance within a puzzle, that between puzzles, and degrees of freedom.

    By fitted constants (Henderson's method 3): what is left once each puzzle has a mean of its own is within
    puzzles, and what these means take away besides is between them. Where each puzzle has one time, they
    cannot be told apart, and all counts as variance within. Where there are no more puzzles than weights,
    none tells of the variance between: it is guessed to be the same, with one degree of freedom.
    """
    own = np.eye(int(puzzle.max()) + 1)[puzzle]
    known, every = _basis(slopes), _basis(np.hstack([slopes, own]))
    (square, free), (inner, inside) = _unfitted(rest, known), _unfitted(rest, every)
    pooled, outside = max(square / max(1, free), 1e-8), free - inside
    if inside < 1:
        return pooled, 0.0, float(max(1, free))
    within = max(inner / inside, 1e-8)
    if outside < 1:
        return within, within, 1.0
    between = (square - inner - outside * within) / (len(rest) - float(np.square(known.T @ own).sum()))
    return (within, between, float(outside)) if between > 0 else (pooled, 0.0, float(free))


def _basis(columns: Floats) -> Floats:
    """Return orthonormal columns that span the same."""
    found, sizes, _ = np.linalg.svd(columns, full_matrices=False)
    least = sizes.max() * max(columns.shape) * np.finfo(float).eps
    return np.asarray(found[:, sizes > least])


def _unfitted(rest: Floats, basis: Floats) -> tuple[float, int]:
    """Return the sum of squares that a basis leaves, and its degrees of freedom."""
    return float(np.square(rest - basis @ (basis.T @ rest)).sum()), len(rest) - basis.shape[1]


def _whitened(rows: Floats, puzzle: Numbers, within: float = 1.0, between: float = 0.0) -> Floats:
    """Return rows whose errors are independent, of variance 1: those of a puzzle share a part of its mean."""
    sizes = np.bincount(puzzle).astype(float)
    means = np.stack([np.bincount(puzzle, column) for column in rows.T], axis=1) / sizes[:, None]
    part = 1 - np.sqrt(within / (within + sizes * between))
    return np.asarray((rows - part[puzzle, None] * means[puzzle]) / np.sqrt(within))


def _quantile(freedom: float) -> float:
    """Return the upper end of an interval of Student's distribution.

    It is exact for one and two degrees of freedom, which are whole numbers; above, the expansion of Cornish
    and Fisher is within 1 %.
    """
    if freedom < 2:
        return tan(pi * _SHARE / 2)
    if freedom < 3:
        return _SHARE * sqrt(2 / (1 - _SHARE**2))
    z = NormalDist().inv_cdf((1 + _SHARE) / 2)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


# ---- files of times and weights ----------------------------------------------------------------------------


def parse_times(text: str, source: str = "") -> list[Timed]:
    """Read the lines of a times file; `source` is what errors call it."""
    times = list[Timed]()
    for place, line in json_lines(text, source, "time"):
        found = typed(
            json_object(line, place, "a time is a JSON object: its line begins with {"), place, TimeLine
        )
        with located("puzzle", place):
            times.append(Timed(from_id(found.puzzle), found.solver, found.seconds, found.hints))
    return times


def parse_weights(text: str, source: str = "") -> WeightsFile:
    """Read a weights file; `source` is what errors call it."""
    raw = json_object(text, source, "weights are a JSON object: they begin with {")
    file = typed(raw, source, WeightsFile)
    for kind, found in file.kinds.items():
        with located("kinds", source):
            sorts = guesses(kind_named(kind).techniques)
        if missing := [sort for sort in sorts if sort not in found.weights and sort != STRIKING]:
            raise PositionError(source, f"kinds.{kind}.weights", f"no weight of {quote(missing[0])}")
    return file
