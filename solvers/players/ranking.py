"""What the actions of a seat are worth by the judge of its game, in worlds that fit what the seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from solvers.players.advice import FIGURES, Advice, PointsAdvice, Unit, advice_for
from toolkit.core.decision import Action
from toolkit.core.observation import Observation

if TYPE_CHECKING:
    from solvers.intervals import Interval


class Ranked(NamedTuple):
    """A legal action with what it is worth, in the mean over worlds that fit what a seat sees.

    The interval has no bounds where all worlds say the same: then it is exact, as far as the judge goes.
    """

    action: Action
    worth: Interval
    by_world: Sequence[float]  #: in the same worlds for all actions, as far as each was looked at

    @classmethod
    def of(cls, action: Action, by_world: Sequence[float], unit: Unit) -> Ranked:
        """Return an action by what it is worth in each world."""
        return cls(action, _mean(by_world, *((0, 1) if unit == "chance" else ())), by_world)

    def ahead_of(self, other: Ranked) -> Interval:
        """Return by how much it is worth more than another action, in the worlds of both."""
        return _mean([mine - its for mine, its in zip(self.by_world, other.by_world, strict=False)])


class Ranking(NamedTuple):
    """The legal actions of a seat, best first, by its chance to win after each or by points ahead."""

    unit: Unit
    actions: Sequence[Ranked]
    tried: int  #: so many of them, the first, are worth trying
    chance: float | None = None  #: that of all, where it is the same and points rank

    @property
    def worlds(self) -> int:
        """In how many worlds they were looked at."""
        return len(self.actions[0].by_world)

    @property
    def best(self) -> Sequence[Ranked]:
        """The actions that are as good as the first one, worth trying too."""
        most = self.actions[0].worth.value
        return [one for one in self.actions[: self.tried] if one.worth.value == most]

    def of(self, action: Action) -> Ranked:
        """Return what one of the actions is worth."""
        return next(one for one in self.actions if one.action == action)

    def led_by(self, first: Ranked) -> Ranking:
        """Return the same with another action first."""
        return self._replace(actions=[first, *(one for one in self.actions if one is not first)])


def judged(seen: Observation[Any], worlds: Callable[[int], Random], most: int = 100) -> Ranking:
    """Return what the judge says to a seat that acts, from what the seat sees alone.

    `worlds` returns the generator of a world by its number: there are as many as the judge needs, or `most`.
    Where no chance is left to tell actions apart, points do so, if the judge counts in points; in a game in
    which people count points they always do. What is not worth trying comes last, whatever it promises.
    `ToolkitError` in a game without advice.
    """
    adviser = advice_for(seen.game)
    drawn = [seen.sample_world(worlds(number)) for number in range(min(adviser.worlds, most))]
    trying = set(adviser.worth_trying(drawn[0], seen.actions))
    tried = len(trying)

    def by(unit: Unit) -> list[Ranked]:
        by_world = [_said(adviser, world, seen.actions, unit) for world in drawn]
        return _ranked(seen.actions, by_world, unit, trying)

    if adviser.unit == "points":
        return Ranking("points", by("points"), tried)
    chances = by("chance")
    if isinstance(adviser, PointsAdvice) and not _told_apart(chances, "chance"):
        leads = by("points")
        if _told_apart(leads, "points"):
            return Ranking("points", leads, tried, chances[0].worth.value)
    return Ranking("chance", chances, tried)


def _said(adviser: Advice, world: Any, actions: Sequence[Action], unit: Unit) -> Sequence[float]:
    if unit == "points" and isinstance(adviser, PointsAdvice):
        return adviser.leads(world, actions).points
    return adviser.weigh(world, actions)


def _ranked(
    actions: Sequence[Action], by_world: Sequence[Sequence[float]], unit: Unit, trying: Set[Action]
) -> list[Ranked]:
    found = [
        Ranked.of(action, values, unit)
        for action, values in zip(actions, zip(*by_world, strict=True), strict=True)
    ]
    return sorted(found, key=lambda one: (one.action not in trying, -one.worth.value))


def _mean(values: Sequence[float], *bounds: float) -> Interval:
    from solvers.intervals import mean  # it takes time to load

    return mean(values, *bounds)


def _told_apart(found: Sequence[Ranked], unit: Unit) -> bool:
    return len({f"{one.worth.value:{FIGURES[unit]}}" for one in found}) > 1
