"""`Advice`: what players know of one game beyond its rules, and how points become chances to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import exp, fsum
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError
from toolkit.core.observation import Observation
from toolkit.games import SHIPPED

if TYPE_CHECKING:
    from solvers.intervals import Interval

Unit = Literal["chance", "points"]
"""In what actions are told apart: by the chance to win, or by points ahead of the mean of the others."""

FIGURES: Mapping[Unit, str] = {"chance": ".1%", "points": "+.2f"}
"""How they are written: what reads the same counts as equal."""


class Advice(Protocol):
    """Rules of thumb for one game, for the greedy player and for searches.

    Its functions get a whole state and may look at all of it, other hands too. Players hand them only worlds
    that they sampled from what they see, so nothing hidden can leak through them. But what they say of one
    world is true of that world alone: who wants to know what an action promises to a player who does not see
    the rest takes the mean over several worlds.
    """

    horizon: int  #: after how many more decisions a search judges by `values` instead of playing on
    #: The kinds of decisions and chance nodes at which `values` is at its best, such as the start of a turn:
    #: a search judges there.
    judges_at: frozenset[str]
    worlds: int = 8  #: over how many `ranked` takes the mean: one if it looks at nothing that is hidden
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
        raise ToolkitError(f"the greedy player does not know {game}: it knows {known}")
    return advice


class Ranked(NamedTuple):
    """A legal action with what it is worth, in the mean over worlds that fit what a seat sees.

    The interval has no bounds where all worlds say the same: then it is exact, as far as the advice goes.
    """

    action: Action
    worth: Interval
    by_world: Sequence[float]

    def ahead_of(self, other: Ranked) -> Interval:
        """Return by how much it is worth more than another action, in the same worlds."""
        return _mean([mine - its for mine, its in zip(self.by_world, other.by_world, strict=True)])


class Ranking(NamedTuple):
    """The legal actions of a seat, best first, by its chance to win after each or by points ahead."""

    unit: Unit
    actions: Sequence[Ranked]
    chance: float | None = None  #: that of all, where it is the same and points rank


def ranked(seen: Observation[Any]) -> Ranking | None:
    """Return what a seat that acts is advised, from what it sees alone; None in a game without advice.

    It is the mean over worlds that fit what the seat knows. Where no chance is left to tell actions apart,
    points do so, if the advice counts in points; in a game in which people count points they always do.
    """
    adviser = find_advice(seen.game)
    if adviser is None:
        return None
    worlds = [seen.sample_world(Random(number)) for number in range(adviser.worlds)]
    chances = _ranked(seen.actions, [adviser.weigh(world, seen.actions) for world in worlds], 0, 1)
    by_points, alike = adviser.unit == "points", not _told_apart(chances, "chance")
    if isinstance(adviser, PointsAdvice) and (by_points or alike):
        leads = _ranked(seen.actions, [adviser.leads(world, seen.actions).points for world in worlds])
        if by_points:
            return Ranking("points", leads)
        if _told_apart(leads, "points"):
            return Ranking("points", leads, chances[0].worth.value)
    return Ranking("chance", chances)


def _ranked(actions: Sequence[Action], by_world: Sequence[Sequence[float]], *bounds: float) -> list[Ranked]:
    found = [
        Ranked(action, _mean(values, *bounds), values)
        for action, values in zip(actions, zip(*by_world, strict=True), strict=True)
    ]
    return sorted(found, key=lambda one: -one.worth.value)


def _mean(values: Sequence[float], *bounds: float) -> Interval:
    from solvers.intervals import mean  # it takes time to load

    return mean(values, *bounds)


def _told_apart(found: Sequence[Ranked], unit: Unit) -> bool:
    return len({f"{one.worth.value:{FIGURES[unit]}}" for one in found}) > 1


def shares(points: Sequence[float], spread: float) -> list[float]:
    """Return the chance of each player to end with the most points; `spread` more make odds of e to 1."""
    most = max(points)
    odds = [exp((mine - most) / spread) for mine in points]
    total = fsum(odds)
    return [mine / total for mine in odds]


def ahead(lead: float, spread: float, players: int) -> float:
    """Return the same chance of a player who is so many points ahead of the mean of the others."""
    return 1 / (1 + (players - 1) * exp(-lead / spread))


def leading(
    adds: Mapping[Action, float],
    actions: Sequence[Action],
    points: Sequence[float],
    player: int,
    spread: float,
) -> Leads:
    """Return how far ahead actions put a player.

    `adds` says of all legal actions how many points each adds, `points` what every seat has now. The best
    action is what the player can expect now: others fall behind it.
    """
    lead = points[player] - (sum(points) - points[player]) / (len(points) - 1) - max(adds.values())
    return Leads([lead + adds[action] for action in actions], spread, len(points))
