"""Walking through whole games for checks, and telling what was played when one fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from toolkit.core.decision import CHANCE, TERMINAL, Action
from toolkit.core.errors import ToolkitError
from toolkit.core.game import Game
from toolkit.core.record import Record
from toolkit.core.state import Outcome, State

Script = Callable[[State, Random], Action | None]
"""What to do at a state, chance included, to reach what random play seldom reaches; None: at random."""

_MOST_STEPS = 100_000


class CheckFailure(ToolkitError, AssertionError):  # noqa: N818  # an AssertionError, not bad input
    """A game that breaks its word; the text holds the seed and the record up to there.

    Attributes
    ----------
    problem
        What is wrong.
    record
        What was played.
    seed
        The seed and the number of the game.
    """

    def __init__(self, problem: str, record: Record, seed: str) -> None:
        lines = "\n".join(record.to_lines())
        super().__init__(f"{record.game.name}, seed {seed!r}: {problem}\nThe record up to there:\n{lines}")
        self.problem = problem
        self.record = record
        self.seed = seed

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self.record, self.seed)


class Broken(Exception):  # noqa: N818  # never leaves this package: `CheckFailure` does
    """A check that failed; the walk adds the seed and the record."""


@dataclass(slots=True)
class Report:
    """What a check went through."""

    #: `games` and `steps`: how many games, and decisions and chance nodes in them.
    games: int = 0
    steps: int = 0
    longest: int = 0  #: the steps of the longest game
    #: How often each kind of decision or chance node was open.
    kinds: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)  #: how often each reason ended a game

    def count(self, record: Record, outcome: Outcome | None) -> None:
        """Count a game in that is over."""
        self.games += 1
        self.steps += len(record.actions)
        self.longest = max(self.longest, len(record.actions))
        self.ends[outcome.reason if outcome else "no outcome"] += 1

    def add(self, other: Report) -> None:
        """Count another report in."""
        self.games += other.games
        self.steps += other.steps
        self.longest = max(self.longest, other.longest)
        self.kinds += other.kinds
        self.ends += other.ends


@dataclass(slots=True)
class Walk:
    """One random game."""

    state: State  #: where it stands; `step` changes it in place
    seed: str  #: the text from which the game can be played again
    record: Record  #: what was played
    random: Random  #: the generator of the game; checks may draw from it as well
    script: Script | None = None

    @classmethod
    def begin(cls, game: Game[Any, Any], players: int, rules: Any, seed: str, script: Script | None) -> Walk:
        """Return a walk at the beginning of a game."""
        state = game.new(players, rules)
        names = [f"player {number}" for number in range(players)]
        return cls(state, seed, Record(game, state.players, state.rules, names, seed), Random(seed), script)

    def choose(self) -> Action:
        """Return what to do next."""
        chosen = self.script(self.state, self.random) if self.script else None
        if chosen is not None:
            return chosen
        if self.state.to_act() == CHANCE:
            return self.state.sample_chance(self.random)
        return self.random.choice(self.state.legal_actions())

    def step(self, action: Action) -> None:
        """Do an action, unchecked, and record it."""
        self.record.actions.append((self.state.to_act(), action))
        self.state.apply_unchecked(action)

    def over(self) -> bool:
        """Tell whether the game is over."""
        if len(self.record.actions) > _MOST_STEPS:
            raise Broken(f"the game does not end within {_MOST_STEPS:,} steps")
        return self.state.to_act() == TERMINAL

    def fail(self, problem: str) -> CheckFailure:
        """Return the failure with what was played."""
        return CheckFailure(problem, self.record, self.seed)


def guarded(walk: Walk, check: Callable[[Walk], None]) -> None:
    """Run the check of one game; whatever goes wrong becomes a `CheckFailure` with the record."""
    try:
        check(walk)
    except CheckFailure:
        raise
    except Broken as error:
        raise walk.fail(str(error)) from None
    except Exception as error:
        raise walk.fail(f"{type(error).__name__}: {error}") from error


def require(holds: object, problem: str) -> None:
    """Raise `Broken` with the problem unless something holds."""
    if not holds:
        raise Broken(problem)
