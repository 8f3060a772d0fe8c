"""The player who chooses at random."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action
    from toolkit.core.history import Event
    from toolkit.core.observation import Observation


class Uniform:
    """Chooses each legal action with the same chance."""

    name = "random"

    def __init__(self) -> None:
        self._random = Random(0)

    def sit(self, seat: int, random: Random) -> None:  # noqa: ARG002  # every seat is the same to it
        """Take a seat for a new game; the generator is this player's own."""
        self._random = random

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        """Return one of the legal actions, whatever is seen."""
        return self._random.choice(legal_actions)

    def notify(self, event: Event) -> None:
        """Hear what happened; it makes no difference."""
