"""A player of Silver who remembers what was seen as well as people do, and how long that is (Q-22).

Its name says how long: ``0.97``, ``power:1:0.5`` or ``last:7``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from solvers.players.silver import ADVICE
from solvers.players.silver_recollection import Recollection, Retention
from solvers.players.simple import best
from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.history import Event
from toolkit.core.observation import Observation
from toolkit.games.silver.state import DISCARD, FACE_DOWN, TOP, VILLAGE, SilverState

_NUMBER = re.compile(r"[0-9]{1,4}|[0-9]{0,4}\.[0-9]{1,6}")
_COUNT = re.compile(r"[0-9]{1,4}")
_FORMS = (
    "give the chance for a turn, such as remembering:0.97, or beta and decay of a power law, such as "
    "remembering:power:1:0.5, or how many cards are remembered, such as remembering:last:7"
)


@dataclass(frozen=True, slots=True)
class NamedRetention:
    """A model of retention with its parameters, which `read_retention` reads from a text."""

    text: str
    chance: Retention


class Remembering:
    """Plays like the greedy player, from what lies open and from what it saw and has not forgotten.

    It keeps its own account of what is told when it happens. So it forgets whatever `Rules.memory` says: an
    observation may show more that was seen once, but nothing of that is used. What is forgotten is known to
    be forgotten. Who comes in the middle of a game remembers what is seen from then on. `ToolkitError` in
    play of any game but Silver.
    """

    def __init__(self, retention: NamedRetention) -> None:
        self.retention = retention
        self._random, self._seat = Random(0), 0
        self._heard: list[Event] = []
        self._recollection: Recollection | None = None

    @property
    def name(self) -> str:
        """The name with its retention, as `player` reads it."""
        return f"remembering:{self.retention.text}"

    def sit(self, seat: int, random: Random) -> None:
        """Take a seat for a new game; the generator is this player's own."""
        self._random, self._seat = random, seat
        self._heard, self._recollection = [], None

    def notify(self, event: Event) -> None:
        """Hear what happened, and keep it in mind."""
        self._heard.append(event)

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return the action that looks best from what is remembered."""
        check_silver(observation.game)
        memory = self._updated(observation)
        if len(legal_actions) == 1:
            return legal_actions[0]
        world = observation.sample_world(self._random)
        leads = ADVICE.judged(world, legal_actions, known_zones(observation, memory))
        return best(legal_actions, leads.chances, self._random)

    def _updated(self, observation: Observation[SilverState]) -> Recollection:
        if self._recollection is None:
            self._recollection = Recollection(observation, self._heard, self._random, self.retention.chance)
        else:
            self._recollection.hear(self._heard)
        self._heard = []
        return self._recollection


def check_silver(game: str) -> None:
    """Refuse any other game by its name."""
    if game != "silver":
        raise ToolkitError(f"the remembering player plays Silver only, not {game}")


def known_zones(observation: Observation[SilverState], memory: Recollection) -> list[Sequence[int]]:
    """Return the zones as they are known from what lies open and what is remembered, else `HIDDEN`."""
    zones: list[Sequence[int]] = list(observation[SilverState.cards].cards)
    past = memory.zones
    zones[TOP] = past[TOP]
    zones[DISCARD] = [*past[DISCARD][:-1], *zones[DISCARD][-1:]]
    for player, numbers in enumerate(observation[SilverState.up]):
        seen = zip(numbers, past[VILLAGE + player], strict=True)
        zones[VILLAGE + player] = [one if number == FACE_DOWN else number for number, one in seen]
    return zones


# ---- how long ---------------------------------------------------------------------------------------------


def read_retention(text: str) -> NamedRetention:
    """Return the retention of a text; the parameters are those of `solvers.silver.memory`.

    `ToolkitError` for another text, or a parameter that the model does not take.

    >>> read_retention("power:1.0:.5").text, read_retention("last:7").chance(30, 6)
    ('power:1:0.5', 1.0)
    """
    from solvers.silver.memory import exponential, last_seen, power  # numpy takes time to load

    try:
        match text.split(":"):
            case [rate] if _NUMBER.fullmatch(rate):
                return NamedRetention(_short(rate), _by_turns(exponential(Fraction(rate))))
            case ["power", *numbers] if len(numbers) == 2 and all(map(_NUMBER.fullmatch, numbers)):
                beta, decay = map(_short, numbers)
                return NamedRetention(f"power:{beta}:{decay}", _by_turns(power(float(beta), float(decay))))
            case ["last", count] if _COUNT.fullmatch(count):
                holds = last_seen(int(count))
                return NamedRetention(f"last:{int(count)}", lambda _turns, others: float(holds(others)))
    except ToolkitError as error:
        raise ToolkitError(f"remembering: {error}") from None
    raise ToolkitError(f"remembering: {quote(text)} is no retention: {_FORMS}")


def _short(number: str) -> str:
    """Return a decimal without zeros that say nothing."""
    return f"{Decimal(number).normalize():f}"


def _by_turns(chance: Callable[[int], Fraction]) -> Retention:
    after = cache(lambda turns: float(chance(turns)))  # exact powers are slow, and asked for again and again
    return lambda turns, _others: after(turns)
