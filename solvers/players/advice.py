"""`Advice`: what players know of one game beyond its rules, and how points become chances to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import exp, fsum
from typing import Any, Literal, NamedTuple, Protocol

from toolkit.core.decision import TERMINAL, Action
from toolkit.core.errors import ToolkitError
from toolkit.games import SHIPPED

Unit = Literal["chance", "points"]
"""In what actions are told apart: by the chance to win, or by points ahead of the mean of the others."""

FIGURES: Mapping[Unit, str] = {"chance": ".1%", "points": "+.2f"}
"""How they are written: what reads the same counts as equal."""


class Recipe(NamedTuple):
    """How the expert of a game compares actions beyond what the judge, its `Advice`, says of them.

    It plays the best of them on, the judge on all seats, in the same worlds and with the same luck.
    """

    kinds: frozenset[str] = frozenset()  #: of decisions at which it plays on: elsewhere the judge decides
    worlds: int = 24  #: in how many worlds, unless a budget says another number
    width: int = 5  #: how many actions compete, the best by the judge
    horizon: int | None = 0  #: for how many decisions more, until the judge judges again; None: to the end


class Advice(Protocol):
    """Rules of thumb for one game, for the greedy player and for searches.

    Its functions get a whole state and may look at all of it, other hands too. Players hand them only worlds
    that they sampled from what they see, so nothing hidden can leak through them. But what they say of one
    world is true of that world alone: who wants to know what an action promises to a player who does not see
    the rest takes the mean over several worlds.
    """

    #: The kinds of decisions and chance nodes at which `values` is at its best, such as the start of a turn:
    #: a search judges there.
    judges_at: frozenset[str]
    worlds: int = 8  #: over how many advice takes the mean: one if it looks at nothing that is hidden
    recipe: Recipe = Recipe()  #: how the expert goes on from there
    unit: Unit = "chance"  #: in what people who are advised count, if the advice counts in points, too

    def worth_trying(self, state: Any, actions: Sequence[Action]) -> Sequence[Action]:  # noqa: ARG002
        """Return the legal actions that deserve a thought, at least one: all, unless a game knows better.

        What is left out here no search and no greedy player considers, whatever their samples say of it.
        """
        return actions

    def weigh(self, state: Any, actions: Sequence[Action]) -> Sequence[float]:
        """Return what each legal action promises in this world, in the unit of `State.returns`.

        It is meant for the player who acts.
        """
        ...

    def values(self, state: Any) -> Sequence[float]:
        """Return what an unfinished game is worth to each player, in the unit of `State.returns`."""
        ...

    def reached(self, state: Any) -> Sequence[float]:
        """Return what a game that was played on is worth to each player: to here, or to its end."""
        return state.returns() if state.to_act() == TERMINAL else self.values(state)


class Leads(NamedTuple):
    """How far ahead of the mean of the others actions put the player who acts, in points at the end."""

    points: Sequence[float]  #: by action
    spread: float  #: so many points of a lead make odds of e to 1
    players: int  #: how many can win, an automatic rival too

    @property
    def chances(self) -> list[float]:
        """The chance to win after each action."""
        return [ahead(lead, self.spread, self.players) for lead in self.points]


class PointsAdvice(Advice):
    """Advice that judges by points: where no chance is left to tell actions apart, these still do."""

    def leads(self, state: Any, actions: Sequence[Action]) -> Leads:
        """Return how far ahead each legal action puts the player who acts in this world."""
        raise NotImplementedError

    def weigh(self, state: Any, actions: Sequence[Action]) -> Sequence[float]:
        """Return the chance of the player who acts to win, after each action."""
        return self.leads(state, actions).chances


@cache
def find_advice(game: str) -> Advice | None:
    """Return the advice for a game by its name: that of the module here of the same name, or None."""
    module = f"{__package__}.{game}"
    if game not in SHIPPED or find_spec(module) is None:
        return None
    advice: Advice = import_module(module).ADVICE
    return advice


def advice_for(game: str) -> Advice:
    """Return the advice for a game by its name; `ToolkitError` when nobody has written any."""
    advice = find_advice(game)
    if advice is None:
        known = ", ".join(filter(find_advice, SHIPPED))
        raise ToolkitError(
            f"there is no advice for {game}, so greedy and expert do not play it: they know {known}"
        )
    return advice


def shares(points: Sequence[float], spread: float) -> list[float]:
    """Return the chance of each player to end with the most points; `spread` more make odds of e to 1."""
    most = max(points)
    odds = [exp((mine - most) / spread) for mine in points]
    total = fsum(odds)
    return [mine / total for mine in odds]


def ahead(lead: float, spread: float, players: int) -> float:
    """Return the same chance of a player who is so many points ahead of the mean of the others."""
    return 1 / (1 + (players - 1) * exp(-lead / spread))
