"""`Bot`, the base of players that choose by themselves; one that does so at random, and one a step ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from solvers.players.advice import advice_for
from toolkit.core.decision import Action

if TYPE_CHECKING:
    from toolkit.core.history import Event
    from toolkit.core.observation import Observation


class Bot:
    """A player that keeps nothing in mind: an observation holds all that it needs. `choose` is missing."""

    #: The player's own generator: `sit` brings a new one for each game, which follows from the seed of the
    #: games, the deal and the seat. Who draws from no other one plays the same game again.
    random: Random  # none before `sit`: a generator that all share would tie their games together

    @property
    def name(self) -> str:
        """How the player is named: by its module and its class."""
        return f"{type(self).__module__}:{type(self).__qualname__}"

    def sit(self, seat: int, random: Random) -> None:  # noqa: ARG002  # an observation says whose it is
        """Take a seat for a new game; the generator is this player's own."""
        self.random = random

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return one of the legal actions."""
        raise NotImplementedError

    def notify(self, event: Event) -> None:
        """Hear what happened."""


class Uniform(Bot):
    """Chooses each legal action with the same chance."""

    @property
    def name(self) -> str:
        """``random``."""
        return "random"

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        """Return one of the legal actions, whatever is seen."""
        return self.random.choice(legal_actions)


class Greedy(Bot):
    """Chooses the action to which the advice for the game gives most weight; chance breaks ties.

    The weights are those of one world, drawn for the decision from all that fit what the player sees: a
    single guess of what is hidden, which the player then takes for the truth. So with another seed the choice
    may be another one, and an action that is good in most worlds may be passed over for one that is best in
    this one.
    `ToolkitError` when there is no advice for the game.
    """

    @property
    def name(self) -> str:
        """``greedy``."""
        return "greedy"

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return the legal action that looks best."""
        advice = advice_for(observation.game)
        if len(legal_actions) == 1:
            return legal_actions[0]
        world = observation.sample_world(self.random)
        actions = advice.worth_trying(world, legal_actions)
        return best(actions, advice.weigh(world, actions), self.random)


def best(actions: Sequence[Action], weights: Sequence[float], random: Random) -> Action:
    """Return the action with the greatest weight; chance breaks ties."""
    most = max(weights)
    return random.choice([action for action, weight in zip(actions, weights, strict=True) if weight == most])
