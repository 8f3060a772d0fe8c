"""Many rollouts from one beginning: `play`, `compare` for first options, `trace` for the steps of one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.compiling import Engine, chosen_engine, player_of_all
from solvers.silver.rollouts.rounds import play_round
from solvers.silver.rollouts.starts import Start, action_of, option_of
from solvers.silver.rollouts.table import Table
from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError, did_you_mean, quote

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

# ---- policies by their names -------------------------------------------------------------------------------

POLICY = "steady"
"""How seats play, unless another policy is named."""

_KINDS = {"random": at.UNIFORM, "steady": at.STEADY}
_CALL_AT = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Policy:
    """How a seat plays: at random, or as the greedy player does (`solvers.silver.rollouts.judge`)."""

    #: ``random`` chooses among the legal actions, all as likely; ``steady`` takes the one worth most.
    kind: str = "steady"
    #: The expected own sum at which ``steady`` calls; None: when a call is worth more than going on.
    call: int | None = None

    def __str__(self) -> str:
        return self.kind if self.call is None else f"{self.kind}:{self.call}"


def policy(name: str) -> Policy:
    """Return a policy by its name, such as ``random``, ``steady`` or ``steady:4``, which calls at 4 points.

    `ToolkitError` for another name (with the nearest one), or another threshold than 0 to 999.
    """
    kind, colon, call = name.strip().partition(":")
    if kind not in _KINDS:
        hint = did_you_mean(kind, _KINDS, "policies")
        raise ToolkitError(f"no policy {quote(kind)}{hint}")
    if not colon:
        return Policy(kind)
    if kind == "random" or not _CALL_AT.fullmatch(call):
        raise ToolkitError(f"policy {kind}: no threshold {quote(call)}; such as steady:4")
    return Policy(kind, int(call))


def _seated(start: Start, policies: Sequence[Policy], room: int = 0) -> Table:
    """Return a table with policies by seat, and room for so many steps of a trace.

    `ToolkitError` for another number of policies than players.
    """
    if len(policies) != start.players:
        raise ToolkitError(f"{len(policies)} policies for {start.players} seats")
    table = start.table + [0] * (at.TRACED_STEP * room)
    table[at.FORCED] = at.TAKEN
    for player, chosen in enumerate(policies):
        place = at.POLICIES + player * at.PARAMETERS
        table[place : place + at.PARAMETERS] = [
            _KINDS[chosen.kind],
            at.BY_CHANCE if chosen.call is None else chosen.call,
        ]
    return table


# ---- many rollouts -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rounds:
    """What came of rollouts; a row for each, in the order in which they were asked for."""

    #: `points` and `sums`: shape (rollouts, players): the round points and the sums of the villages (S-31,
    #: S-32).
    points: Numbers
    sums: Numbers
    callers: Numbers  #: shape (rollouts,): who has called, -1 for nobody
    #: Why the round is over, as in `solvers.silver.rollouts.table`: 1 both 0s, 2 a call, 3 no card left, 4
    #: the turn limit.
    ends: Numbers
    turns: Numbers  #: the turns of the round, those before the rollout included
    steps: Numbers  #: the decisions and draws of the rollout

    def __len__(self) -> int:
        return len(self.callers)


def play(
    start: Start,
    policies: Sequence[Policy],
    numbers: Sequence[int],
    *,
    seed: int | str,
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
    engine
        ``python`` or ``numba``; by default ``numba``, where it is installed, for many rollouts. The result is
        the same.

    Raises
    ------
    ToolkitError
        Another number of policies than seats, no rollout, or an unknown engine.
    """
    if not numbers:
        raise ToolkitError("at least one game is needed, not 0")
    faces, words = list[int](), list[int]()
    for number in numbers:
        dealt, drawn = start.luck(seed, number)
        faces += dealt
        words += drawn
    chosen = chosen_engine(engine, len(numbers))
    results = _played(_seated(start, policies), start.places, faces, words, [at.TAKEN, 0, 0], chosen)
    return Rounds(
        results[:, at.POINTS : at.POINTS + start.players],
        results[:, at.SUMS : at.SUMS + start.players],
        *(results[:, column] for column in (at.CALLER, at.END, at.TURNS, at.STEPS)),
    )


def compare(
    start: Start,
    policies: Sequence[Policy],
    actions: Sequence[Action],
    faces: Numbers,
    words: Numbers,
    engine: Engine | None = None,
) -> Numbers:
    """Play a round on to its end with each of some first actions, with equal luck.

    It returns the round points by action, rollout and seat.

    Parameters
    ----------
    start, policies
        Where each rollout begins, with all cards dealt at its `places`, and the policies by seat.
    actions
        With what the rollouts begin: legal actions of the open decision.
    faces, words
        By rollout: the numbers of the cards at the places, and four words of 32 bits for the generator.
    engine
        As for `play`.
    """
    options = [number for action in actions for number in option_of(action)]
    chosen = chosen_engine(engine, len(actions) * len(words))
    luck = faces.ravel().tolist(), words.ravel().tolist()
    results = _played(_seated(start, policies), start.places, *luck, options, chosen)
    if (results[:, at.FORCED] != at.TAKEN).any():
        raise ToolkitError("an action is compared that is not legal")
    return results[:, at.POINTS : at.POINTS + start.players].reshape(len(actions), len(words), start.players)


def _played(
    table: Table,
    places: Sequence[int],
    faces: list[int],
    words: list[int],
    options: list[int],
    engine: Engine,
) -> Numbers:
    """Return what came of rollouts: shape (options times those of the words, RESULTS)."""
    rows = len(options) // 3 * (len(words) // at.WORDS)
    parts = [table, list(places), faces, words, options, list(table), [0] * (rows * at.RESULTS)]
    ready = [np.array(part, np.int64) for part in parts] if engine == "numba" else parts
    player_of_all(engine)(*ready)
    return np.array(ready[-1], np.int64).reshape(rows, at.RESULTS)


# ---- the steps of one --------------------------------------------------------------------------------------

_ROOM = 1 << 10
"""Steps for which there is room at first."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a rollout."""

    action: Action  #: what was chosen or drawn
    options: int  #: how many legal actions there were; 0 for what chance did


def trace(
    start: Start, policies: Sequence[Policy], seed: int | str, number: int = 0, first: Action | None = None
) -> tuple[list[Step], Table]:
    """Return the steps of a rollout and the table at its end; it is the one that `play` plays.

    `first` is a legal action with which it begins; None: what the policy chooses.
    """
    room = _ROOM
    while True:
        table = _seated(start, policies, room)
        faces, words = start.luck(seed, number)
        for place, face in zip(start.places, faces, strict=True):
            table[place] = face
        table[at.RANDOM : at.RANDOM + at.WORDS] = words
        if first is not None:
            table[at.FORCED : at.FORCED + 3] = option_of(first)
        play_round(table)
        if table[at.TRACED] == table[at.STEPS]:
            return list(_steps(table)), table
        room = table[at.STEPS]


def _steps(table: Table) -> Iterator[Step]:
    for number in range(table[at.TRACED]):
        verb, one, two, options = table[at.TRACE + number * at.TRACED_STEP :][: at.TRACED_STEP]
        yield Step(action_of(verb, one, two), options)
