"""A player of Silver who remembers what was seen as well as people do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from solvers.players.greedy import best
from solvers.players.silver import ADVICE
from solvers.players.silver_recollection import Recollection
from solvers.players.silver_view import Glance
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.state import DISCARD, TOP, VILLAGE, SilverState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.players.retention import NamedRetention
    from toolkit.core.decision import Action
    from toolkit.core.history import Event
    from toolkit.core.observation import Observation


class Remembering:
    """Plays like the greedy player, from what lies open and from what it saw and has not forgotten.

    It keeps its own account of what is told when it happens. So it forgets whatever `Rules.memory` says: an
    observation may show more that was seen once, but nothing of that is used. What is forgotten is known to
    be forgotten. Who comes in the middle of a round begins to remember with the next one.

    Parameters
    ----------
    retention
        How long a sight is remembered.

    Raises
    ------
    ToolkitError
        In play, any game but Silver.
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
        if observation.game != "silver":
            raise ToolkitError(f"the remembering player plays Silver only, not {observation.game}")
        memory = self._updated(observation)
        if len(legal_actions) == 1:
            return legal_actions[0]
        world = observation.sample_world(self._random)
        glance = Glance(world, self._seat, known_zones(observation, memory))
        return best(legal_actions, ADVICE.judged(glance, legal_actions), self._random)

    def _updated(self, observation: Observation[SilverState]) -> Recollection:
        if self._recollection is None:
            self._recollection = Recollection(
                self._seat,
                observation.players,
                self._random,
                self.retention.chance,
                restore=observation.rules.rascal_putback == "restore",
            )
        for event in self._heard:
            self._recollection.hear(event)
        self._heard = []
        return self._recollection


def known_zones(observation: Observation[SilverState], memory: Recollection) -> list[Sequence[int]]:
    """Return the zones as they are known from what lies open and what is remembered; -1 for other cards."""
    zones: list[Sequence[int]] = list(observation[SilverState.cards].cards)
    zones[TOP] = memory.top if memory.follows else [HIDDEN] * len(zones[TOP])
    covered = memory.pile[:-1] if memory.follows else [HIDDEN] * (len(zones[DISCARD]) - 1)
    zones[DISCARD] = [*covered, *zones[DISCARD][-1:]]
    for player, up in enumerate(observation[SilverState.up]):
        zones[VILLAGE + player] = _joined(up, memory.village(player)) if memory.follows else up
    return zones


def _joined(seen: Sequence[int], remembered: Sequence[int]) -> list[int]:
    """Return the numbers that are seen, else those that are remembered."""
    return [number if number != HIDDEN else past for number, past in zip(seen, remembered, strict=True)]
