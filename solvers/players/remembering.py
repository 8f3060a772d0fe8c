"""A player of Silver who remembers what was seen as well as people do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from solvers.players.greedy import best
from solvers.players.silver import ADVICE
from solvers.players.silver_recollection import Recollection
from solvers.players.silver_view import Glance
from toolkit.core.errors import ToolkitError
from toolkit.core.view import HIDDEN
from toolkit.games.silver.places import DISCARD, VILLAGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action
    from toolkit.core.history import Event
    from toolkit.core.observation import Observation

RATE = 0.97
"""The chance that a sight outlasts one turn more, of anybody, unless one is given: a guess."""


class Remembering:
    """Plays like the greedy player, from what it saw and has not forgotten.

    A sight is remembered after ``t`` turns with the chance ``rate ** t`` (exponential retention, Q-22); what
    is forgotten is known to be forgotten. Meant for games with `Rules.memory` = ``table``, in which an
    observation shows nothing that is no longer to be seen; where it shows more, the player uses that too.

    Parameters
    ----------
    rate
        From 0 to 1; 1 forgets nothing.

    Raises
    ------
    ToolkitError
        Another rate, and in play any game but Silver.
    """

    def __init__(self, rate: float = RATE) -> None:
        if not 0 <= rate <= 1:
            raise ToolkitError(f"remembering: a rate from 0 to 1 is needed, not {rate}")
        self.rate = rate
        self._random, self._seat = Random(0), 0
        self._heard: list[Event] = []
        self._recollection: Recollection | None = None

    @property
    def name(self) -> str:
        """The name with its rate, as `player` reads it."""
        return f"remembering:{self.rate:g}"

    def sit(self, seat: int, random: Random) -> None:
        """Take a seat for a new game; the generator is this player's own."""
        self._random, self._seat = random, seat
        self._heard, self._recollection = [], None

    def notify(self, event: Event) -> None:
        """Hear what happened, and keep it in mind."""
        self._heard.append(event)

    def choose(self, observation: Observation, legal_actions: Sequence[Action]) -> Action:
        """Return the action that looks best from what is remembered."""
        if observation.game != "silver":
            raise ToolkitError(f"the remembering player plays Silver only, not {observation.game}")
        memory = self._updated(observation)
        if len(legal_actions) == 1:
            return legal_actions[0]
        world = observation.sample_world(self._random)
        glance = Glance(world, self._seat, _remembered(observation, memory))  # type: ignore[arg-type]
        return best(legal_actions, ADVICE.judged(glance, legal_actions), self._random)

    def _updated(self, observation: Observation) -> Recollection:
        if self._recollection is None:
            self._recollection = Recollection(
                self._seat,
                observation.players,
                self._random,
                lambda turns: self.rate**turns,
                restore=observation.rules.rascal_putback == "restore",
            )
        for event in self._heard:
            self._recollection.hear(event)
        self._heard = []
        return self._recollection


def _remembered(observation: Observation, memory: Recollection) -> list[Sequence[int]]:
    """Return what lies on the table, and what is remembered where it shows nothing."""
    zones = [list(zone) for zone in observation["cards"].cards]
    if not memory.follows:
        return list(zones)
    zones[DISCARD] = _joined(zones[DISCARD], memory.pile)
    for player in range(observation.players):
        zones[VILLAGE + player] = _joined(zones[VILLAGE + player], memory.village(player))
    return list(zones)


def _joined(seen: Sequence[int], remembered: Sequence[int]) -> list[int]:
    """Return the numbers that are seen, else those that are remembered."""
    return [number if number != HIDDEN else past for number, past in zip(seen, remembered, strict=True)]
