"""Many rollouts from one beginning: `play`, and what came of them, `Rounds`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from solvers.silver.rollouts import layout as at
from solvers.silver.rollouts.jit import Engine, Table, chosen_engine, fingerprint, twin
from solvers.silver.rollouts.layout import RANDOM, RESULTS, WORDS
from solvers.silver.rollouts.policies import Policy, seat
from solvers.silver.rollouts.rounds import play_round
from toolkit.core.errors import ToolkitError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = 32


@dataclass(frozen=True, slots=True)
class Start:
    """Where rollouts begin."""

    table: Table  #: the table, with no policies yet
    places: tuple[int, ...] = ()  #: where in it the cards stand that are dealt anew for each rollout
    #: Draws their numbers, in the order of `places`; None where nothing is dealt.
    deal: Callable[[Random], Sequence[int]] | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return self.table[at.PLAYERS]

    def ready(self, policies: Sequence[Policy], room: int = 0) -> Table:
        """Return the table with policies by seat, and room for so many steps of a trace.

        `ToolkitError` for another number of policies than players.
        """
        if len(policies) != self.players:
            raise ToolkitError(f"{len(policies)} policies for {self.players} seats")
        table = self.table + [0] * (at.TRACED_STEP * room)
        seat(table, policies)
        return table

    def luck(self, seed: int | str, number: int) -> tuple[list[int], list[int]]:
        """Return the dealt numbers and the words of the generator for a rollout, by its number."""
        random = Random(f"{seed}/{number}")
        faces = list(self.deal(random)) if self.deal else []
        return faces, [random.getrandbits(_WORD) for _ in range(at.WORDS)]


@dataclass(frozen=True, slots=True)
class Rounds:
    """What came of rollouts; a row for each, in the order in which they were asked for."""

    #: `points` and `sums`: shape (rollouts, players): the round points and the sums of the villages (S-31,
    #: S-32).
    points: NDArray[np.int64]
    sums: NDArray[np.int64]
    callers: NDArray[np.int64]  #: shape (rollouts,): who has called, -1 for nobody
    #: Why the round is over, as in `solvers.silver.rollouts.layout`: 1 both 0s, 2 a call, 3 no card left, 4
    #: the turn limit.
    ends: NDArray[np.int64]
    turns: NDArray[np.int64]  #: the turns of the round, those before the rollout included
    steps: NDArray[np.int64]  #: the decisions and draws of the rollout

    def __len__(self) -> int:
        return len(self.callers)


def play(
    start: Start,
    policies: Sequence[Policy],
    numbers: Sequence[int],
    *,
    seed: int | str,
    workers: int = 1,
    engine: Engine | None = None,
) -> Rounds:
    """Play a round on to its end many times.

    Parameters
    ----------
    start
        Where each rollout begins.
    policies
        The policies by seat.
    numbers
        The rollouts by number, such as ``range(1000)``.
    seed
        All follows from it and from the number of the rollout.
    workers
        How many threads share the work; the result is the same for any number.
    engine
        ``python`` or ``numba``; by default ``numba``, where it is installed, for many rollouts. The result is
        the same.

    Raises
    ------
    ToolkitError
        Another number of policies than seats, no rollout, or an unknown engine.
    """
    count = len(numbers)
    if count < 1 or workers < 1:
        raise ToolkitError(f"at least one game and one worker are needed, not {count} and {workers}")
    table, player = start.ready(policies), _player_of_all(chosen_engine(engine, count))
    edges = [count * share // workers for share in range(workers + 1)]
    shares = [numbers[one:other] for one, other in pairwise(edges)]
    with ThreadPoolExecutor(workers) as threads:
        rows = list(threads.map(lambda share: _played(start, table, seed, share, player), shares))
    return _rounds(np.concatenate(rows), start.players)


def _played(
    start: Start, table: Table, seed: int | str, numbers: Sequence[int], player: _PlayerOfAll
) -> NDArray[np.int64]:
    """Return what came of some rollouts: shape (rollouts, RESULTS)."""
    luck = [start.luck(seed, number) for number in numbers]
    faces = [face for dealt, _ in luck for face in dealt]
    words = [word for _, drawn in luck for word in drawn]
    results = player(table, list(start.places), faces, words, [0] * (len(luck) * at.RESULTS))
    return results.reshape(len(luck), at.RESULTS)


def _rounds(results: NDArray[np.int64], players: int) -> Rounds:
    return Rounds(
        results[:, at.POINTS : at.POINTS + players],
        results[:, at.SUMS : at.SUMS + players],
        *(results[:, column] for column in (at.CALLER, at.END, at.TURNS, at.STEPS)),
    )


_PlayerOfAll = Callable[[Table, list[int], list[int], list[int], list[int]], "NDArray[np.int64]"]
"""Plays all rollouts: from a table, places, faces, words and room for what comes of it, which it returns."""


@cache
def _player_of_all(engine: Engine) -> _PlayerOfAll:
    numba = engine == "numba"
    play_all = twin(_for_sources(fingerprint())) if numba else _for_sources("")

    def player(*parts: list[int]) -> NDArray[np.int64]:
        ready = [np.array(part, np.int64) for part in parts] if numba else parts
        play_all(*ready)
        return np.array(ready[-1], np.int64)

    return player


def _for_sources(sources: str) -> Callable[..., str]:
    """Return the function that plays all rollouts, bound to a `fingerprint`."""

    def play_all(
        table: Table, places: list[int], faces: list[int], words: list[int], results: list[int]
    ) -> str:
        """Play a rollout for each four words, with its cards at the places; write what came of it."""
        for number in range(len(words) // WORDS):
            work = table.copy()
            for index in range(len(places)):
                work[places[index]] = faces[number * len(places) + index]
            for index in range(WORDS):
                work[RANDOM + index] = words[number * WORDS + index]
            play_round(work)
            for index in range(RESULTS):
                results[number * RESULTS + index] = work[index]
        return sources

    return play_all
