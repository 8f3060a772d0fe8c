"""Players for tests of `play`."""

from __future__ import annotations

from random import Random

from cellar import GAME

from toolkit.core.chance import Seed
from toolkit.core.history import Event
from toolkit.core.play import play
from toolkit.core.record import Record


class Bold:
    """Chooses at random, and remembers what it heard."""

    name = "bold"

    def __init__(self, name: str = "bold") -> None:
        self.name = name
        self.heard: list[Event] = []

    def sit(self, seat: int, random: Random) -> None:
        self.seat, self.random = seat, random

    def choose(self, observation, legal_actions):
        assert observation.player == self.seat
        assert tuple(legal_actions) == observation.legal_actions()
        return self.random.choice(legal_actions)

    def notify(self, event: Event) -> None:
        self.heard.append(event)


def played(seed: Seed, names: list[str] | None = None, rules=None) -> Record:
    """Return the record of a game of Cellar."""
    return play(GAME.new(2, rules), [Bold(name) for name in names or ["Ann", "Bob"]], seed=seed)
