"""Speed of the puzzles as ratios against peers in the same run: ``python tests/bench/bench_puzzles.py``."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple
from unittest.mock import patch

sys.path.extend(str(Path(__file__).parents[1] / folder) for folder in ("bench", "solvers", ""))

from collections.abc import Callable, Iterable, Iterator, Sequence

from meaning import holds
from puzzle_peers import cold_reasons, cpsat_answers, cpsat_model, cpsat_solve, cut_by_sat, sat_answers
from table import Row, best, run

from puzzles import cutting
from puzzles.hints import hint
from puzzles.kinds.lost_landmarks import LostLandmarks
from puzzles.puzzle import Marks, Puzzle, Wanted
from puzzles.truth import true_facts
from solvers.tobago import compiled
from solvers.tobago.compiled import load
from solvers.tobago.compiled.tables import Compiled
from solvers.tobago.mystery import Answer, Conclusion, Mystery
from solvers.tobago.proofs import csp_answers
from solvers.tobago.steps import Step
from solvers.tobago.techniques import Engine
from toolkit.games.tobago import COLOURS, Setting, boxed_island, random_setting
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import Island


class OneCut(LostLandmarks):
    """The maker without any swaps."""

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        swaps, cutting.SWAPS = cutting.SWAPS, 0
        try:
            return super().make(island, wanted, random)
        finally:
            cutting.SWAPS = swaps


KIND, ONE_CUT = LostLandmarks(), OneCut()
ISLAND = boxed_island()
HUTS, ALL = ("hut",), LANDMARKS
WITHOUT_SUPPOSE = (1, 2, 3)  # levels
ABOUT = """\
In processor time of one core: medians (and worst) over puzzles of all levels with all landmarks lost and 2 to
4 treasures, some that are minimal for uniqueness alone, and states of solvers. The search is compiled (the
extra fast) where it does not say "in Python". Everything is warm: engines and python-constraint2 have their
tables of island and setting. "From the facts" writes the facts down for the engine too, as all peers do but
for "its encoding left out"; else they are written already. The model of python-constraint2 is a careful
one."""


class Times(NamedTuple):
    """Seconds of one question: the median over all it was asked of, and the worst."""

    middle: float
    worst: float | None = None


def once(work: Callable[[], object], rounds: int) -> float:
    """Return the seconds of processor time that one call takes, without calls that warm up."""
    return best(work, rounds, before=lambda: None)


def times(work: Callable[..., object], asked: Iterable[object], rounds: int = 5) -> Times:
    """Ask the same of everything."""
    taken = [once(lambda one=one: work(one), rounds) for one in asked]
    return Times(median(taken), max(taken))


class State(NamedTuple):
    """A puzzle, and what its solver has noted so far."""

    puzzle: Puzzle
    marks: dict[str, Marks]


# making


def made(
    level: int, treasures: int, unknown: tuple[str, ...], random: Random, kind: LostLandmarks = KIND
) -> Puzzle:
    """Make a puzzle; some attempts come to nothing."""
    order = Wanted(level, treasures, unknown)
    while not (puzzle := kind.make(ISLAND, order, random)):
        pass
    return puzzle


def truths(treasures: int, unknown: tuple[str, ...], random: Random) -> tuple[Mystery, Answer]:
    """Return a mystery of all that is true, and its answer."""
    full = random_setting(ISLAND, random)
    landmarks = {kind: tuple(sorted(cells)) for kind, cells in full.landmarks.items()}
    answer = Answer({colour: random.choice(ISLAND.names) for colour in COLOURS[:treasures]}, landmarks)
    known = {f"{kind}s": landmarks[kind] for kind in LANDMARKS if kind not in unknown}
    facts = tuple(true_facts(full, answer.treasures, unknown, random))
    missing = {kind: len(landmarks[kind]) for kind in unknown}
    return Mystery(Setting(ISLAND, **known), tuple(answer.treasures), facts, missing), answer


def barely_unique(treasures: int, unknown: tuple[str, ...], random: Random) -> Mystery:
    """Return a mystery that is minimal for uniqueness alone, whatever techniques it takes."""
    mystery, answer = truths(treasures, unknown, random)
    facts = cut_by_sat(mystery, answer, random)
    return Mystery(mystery.setting, mystery.treasures, facts, mystery.missing)


def states(puzzle: Puzzle) -> list[State]:
    """Return where a solver stands at the start, and after a quarter, half and three quarters of the way."""
    steps = KIND.trace(puzzle).steps
    found = []
    for done in (0, len(steps) // 4, len(steps) // 2, 3 * len(steps) // 4):
        marks = dict.fromkeys(KIND.subjects(puzzle), Marks())
        for step in steps[:done]:
            known = marks[step.subject]
            marks[step.subject] = Marks(known.out.union(step.removed), known.sure.union(step.forced))
        found.append(State(puzzle, marks))
    return found


# the questions, and every way to answer them


def counted(written: Compiled) -> int:
    return written.count(2)


def from_facts(mystery: Mystery) -> int:
    return Compiled(mystery).count(2)


def in_python(engine: Engine) -> list[Answer]:
    return engine.answers(2)


def in_python_from_facts(mystery: Mystery) -> list[Answer]:
    return Engine(mystery).answers(2)


def by_csp(mystery: Mystery) -> list[Answer]:
    return csp_answers(mystery, 2)


def next_hint(state: State) -> tuple[Conclusion, tuple[str, ...]]:
    """Return what follows next, and facts that entail it by python-sat, whose encoding is kept."""
    step = first_step(state)
    return Conclusion(step.subject, step.removed, step.forced), KIND.reasons(state.puzzle, step)


def first_step(state: State) -> Step:
    """Return the first step from the marks, as `hint` takes it."""
    step, _ = next(KIND.reasoning(*state).steps(tuple(KIND.techniques)))
    return step


def next_hint_cold(state: State) -> tuple[Conclusion, tuple[str, ...]]:
    """Return the same, with everything written down for python-sat anew."""
    step, texts = first_step(state), [str(fact) for fact in state.puzzle.facts]
    conclusion = Conclusion(step.subject, step.removed, step.forced)
    preferred = [number for number, text in enumerate(texts) if text in step.facts]
    numbers = cold_reasons(KIND.mystery(state.puzzle), conclusion, preferred)
    return conclusion, tuple(texts[number] for number in numbers)


class Bench:
    """The puzzles that are asked of.

    Parameters
    ----------
    levels, treasures
        One puzzle for each level, number of treasures and round of `rounds`, and as many for each number of
        treasures that are minimal for uniqueness alone.
    """

    def __init__(
        self,
        levels: Sequence[int] = (1, 2, 3, 4, 5),
        treasures: Sequence[int] = (2, 3, 4),
        rounds: int = 3,
    ) -> None:
        asked = [(n, number) for n in treasures for number in range(rounds)]
        self.puzzles = {
            level: [made(level, n, ALL, Random(f"{level}/{n}/{number}")) for n, number in asked]
            for level in levels
        }
        self.alone = [barely_unique(n, ALL, Random(f"alone/{n}/{number}")) for n, number in asked]

    def mysteries(self, *levels: int) -> list[Mystery]:
        return [KIND.mystery(puzzle) for level in levels for puzzle in self.puzzles[level]]


# the table


def row(work: str, ours: Times, peer: str = "", theirs: Times | None = None) -> Row:
    """Return a row of medians."""
    found = Row(work, ours.middle, peer, theirs and theirs.middle, worst=ours.worst)
    return replace(found, peers_worst=theirs and theirs.worst)


def rows(quick: bool) -> Iterator[Row]:
    """Yield the rows of the table; making the puzzles comes first."""
    assert load()
    bench = Bench(rounds=1, treasures=(2,)) if quick else Bench()
    every = bench.mysteries(*bench.puzzles)
    yield from proof_rows("levels 1 to 5", every)
    yield from solver_rows(every)
    yield from proof_rows("level 4", bench.mysteries(4))
    yield from proof_rows("level 5", bench.mysteries(5))
    yield from proof_rows("minimal for uniqueness alone", bench.alone)
    yield from hint_rows([p for level in WITHOUT_SUPPOSE for p in bench.puzzles[level]])
    yield from cutting_rows(3 if quick else 20)


def proof_rows(which: str, mysteries: Sequence[Mystery]) -> Iterator[Row]:
    """Yield how long it takes to prove one answer, all landmarks and 2 to 4 treasures unknown."""
    work, peer = f"one answer proven, all landmarks lost, {which}", "python-constraint2"
    engines, written = [*map(Engine, mysteries)], [*map(Compiled, mysteries)]
    for mystery, engine, words in zip(mysteries, engines, written, strict=True):
        (answer,) = sat_answers(mystery)
        assert all(holds(fact, answer.setting(mystery), answer.treasures) for fact in mystery.facts)
        found = [ask(mystery) for ask in (in_python_from_facts, by_csp, cpsat_answers)]
        assert [*found, in_python(engine), words.answers(2)] == [[answer]] * 5
        assert counted(words) == from_facts(mystery) == 1
    csp = times(by_csp, mysteries, 2)
    yield row(work, times(counted, written, 50), peer, csp)
    yield row(f"{work}, from the facts", times(from_facts, mysteries, 50), peer, csp)
    yield row(f"{work}, in Python", times(in_python, engines), peer, csp)
    yield row(f"{work}, from the facts, in Python", times(in_python_from_facts, mysteries), peer, csp)


def solver_rows(mysteries: Sequence[Mystery]) -> Iterator[Row]:
    """Yield the same of solvers that are made for large problems."""
    work = "one answer proven, all landmarks lost"
    warm, whole = times(counted, map(Compiled, mysteries), 50), times(from_facts, mysteries, 50)
    encoded = times(cpsat_solve, map(cpsat_model, mysteries), 1)
    yield row(work, warm, "CP-SAT, its encoding left out", encoded)
    twice = times(cpsat_answers, mysteries, 1)
    yield row(f"{work}, from the facts", whole, "CP-SAT cold, solved twice", twice)
    yield row(f"{work}, from the facts", whole, "python-sat cold", times(sat_answers, mysteries, 2))


def hint_rows(puzzles: Sequence[Puzzle]) -> Iterator[Row]:
    """Yield how long the next hint takes at several states of the marks, each asked once as by a person."""
    warm, whole, cold = [], [], []
    for puzzle in puzzles:
        KIND.clash(puzzle)  # writes the puzzle down for python-sat
        for state in states(puzzle):
            warm.append(once(lambda state=state: next_hint(state), 1))
            whole.append(once(lambda state=state: hint(state.puzzle, state.marks, 2), 1))
            cold.append(once(lambda state=state: next_hint_cold(state), 1))
            assert next_hint(state)[0] == next_hint_cold(state)[0]
    ours, encoding = Times(median(warm), max(warm)), Times(median(cold), max(cold))
    yield row("next hint with its check, levels 1 to 3", ours, "encoding included", encoding)
    yield row("the same as `tobago puzzle hint --rung 2`", Times(median(whole), max(whole)))


def cutting_rows(count: int) -> Iterator[Row]:
    """Yield how long so many minimal puzzles take, each from its landmarks to its facts."""
    peer, in_python = times(lambda n: barely_unique(2, HUTS, Random(n)), range(3), 1), "the same in Python"
    for level in WITHOUT_SUPPOSE:
        work = f"one minimal puzzle, huts and 2 treasures, level {level}"
        ours, slow = cut(level, HUTS, ONE_CUT, count)
        yield row(work, ours, "cut by python-sat", peer)
        yield row(work, ours, in_python, slow)
    for level in WITHOUT_SUPPOSE:
        work = f"one puzzle, all lost and 2 treasures, level {level}, annealed as `tobago puzzle new` does"
        ours, slow = cut(level, ALL, KIND, max(1, count // 3))
        yield row(work, ours, in_python, slow)


def cut(level: int, unknown: tuple[str, ...], kind: LostLandmarks, count: int) -> tuple[Times, Times]:
    """Return how long puzzles take by the compiled search and in Python; they are the same."""
    made_by: list[list[Puzzle]] = [[], []]

    def make(number: int, held: list[Puzzle]) -> None:
        held.append(made(level, 2, unknown, Random(number), kind))

    ours = times(lambda n: make(n, made_by[0]), range(count), 1)
    with patch.object(compiled, "_loaded", []):
        slow = times(lambda n: make(n, made_by[1]), range(count), 1)
    assert made_by[0] == made_by[1]
    return ours, slow


if __name__ == "__main__":
    run("puzzles", ABOUT, rows)
