"""The player ``expert``, and the advice that people get: the best actions are compared by playing on.

One recipe for every game. The judge of the game (`Advice`) ranks all actions in a few worlds that fit what
the seat sees. The best of them compete: in each further world every one is played on with the same luck, the
judge on all seats, to where the judge is asked again or to the end. What falls two standard errors behind
goes (a race), and the judge's own choice stands unless another one is surely better. The `Recipe` of a game
says where that is worth it and how far; where rounds are compiled, `COMPILED` says what plays them on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import cycle
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from solvers.intervals import Interval
from solvers.players.advice import Advice, advice_for, find_advice
from solvers.players.ranking import Ranked, Ranking, judged
from solvers.players.simple import Bot, best
from toolkit.core.decision import CHANCE, TERMINAL, Action
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.observation import Observation

if TYPE_CHECKING:
    from toolkit.core.state import State

COMPILED = {"silver": "solvers.silver.rollouts.playing:RoundsPlayed"}
"""What plays a game on that is compiled, by the name of the game: made with `soon`, as an expert."""

_MOST, _LONGEST = 100_000, 9999
_FORMS = f"give worlds from 1 to {_MOST:,}, such as expert:200w, or seconds, such as expert:0.5"
_NAMED = re.compile(r"([1-9][0-9]{0,5}w|[0-9]{1,4}(?:\.[0-9]{1,3})?s?)?(?:(?:^|(?<=[0-9sw]):)(soon))?")

BATCH = 8
"""Worlds after which what has fallen behind goes."""

_ADVISED = 8
"""In how many worlds people are advised at least: fewer leave open what is surely better."""

_ALIKE = 9  # digits
_BEHIND, _FAR_BEHIND = 2.0, 3.0  # standard errors: the judge's own choice is given more time


class Playing(Protocol):
    """What plays the actions of one game on."""

    def competing(self, seen: Observation[Any], ranking: Ranking) -> Sequence[Action]:
        """Return the actions that compete, the judge's choice first; fewer than two: none is played on."""
        ...

    def batches(self, budget: Budget) -> Iterator[int]:
        """Yield in how many worlds more all that are left are played on, until the budget is spent."""
        ...

    def shares(
        self, seen: Observation[Any], actions: Sequence[Action], worlds: int, random: Random
    ) -> Sequence[Sequence[float]]:
        """Return the share of the victory of who acts, by action and by world."""
        ...

    sure: float  #: by how many standard errors another action than the judge's must be better


class Budget(NamedTuple):
    """How long an expert thinks: in so many worlds, or for so many seconds; else as its recipe says."""

    worlds: int | None = None
    seconds: float | None = None

    def batches(self, usual: int, batch: int) -> Iterator[int]:
        """Yield numbers of worlds, a batch at a time, until they are as many as `usual`, or time is up."""
        if self.seconds is None:
            left = self.worlds or usual
            while left > 0:
                yield min(batch, left)
                left -= batch
            return
        begun = perf_counter()
        yield batch
        while perf_counter() - begun < self.seconds:
            yield batch


# ---- playing on --------------------------------------------------------------------------------------------


class PlayedOn:
    """Plays a game on by its own engine, the judge on all seats, as its recipe says."""

    sure = 1.0

    def __init__(self, advice: Advice) -> None:
        self._advice, self._recipe = advice, advice.recipe

    def competing(self, seen: Observation[Any], ranking: Ranking) -> Sequence[Action]:
        """Return the best actions by the judge, where that is worth it and chances tell them apart.

        Of those that the judge holds for equal in every world one competes.
        """
        if ranking.unit != "chance" or seen.decision_kind() not in self._recipe.kinds:
            return ()
        apart: dict[tuple[float, ...], Action] = {}
        for one in ranking.actions[: ranking.tried]:  # such as first steps of a move to one end
            apart.setdefault(_judged(one), one.action)
        return list(apart.values())[: self._recipe.width]

    def batches(self, budget: Budget) -> Iterator[int]:
        """Yield how many worlds come next."""
        return budget.batches(self._recipe.worlds, BATCH)

    def shares(
        self, seen: Observation[Any], actions: Sequence[Action], worlds: int, random: Random
    ) -> Sequence[Sequence[float]]:
        """Return the share of the victory by action and by world; the luck of a world is that of all."""
        found: list[list[float]] = [[] for _ in actions]
        for _ in range(worlds):
            world, luck = seen.sample_world(random), random.getrandbits(48)
            for number, action in enumerate(actions):
                state = world.clone()
                state.apply_unchecked(action)
                values = played_on(state, self._advice, Random(luck), self._recipe.horizon)
                found[number].append(values[world.to_act()])
        return found


def played_on(state: State, advice: Advice, random: Random, horizon: int | None) -> Sequence[float]:
    """Play a game on by its judge, and return what it is worth to each player then.

    After `horizon` more decisions the judge says so where it judges best, or at the end (`Advice.reached`);
    None: it is played to the end.
    """
    decisions = 0
    while (actor := state.to_act()) != TERMINAL:
        if horizon is not None and decisions >= horizon and state.decision_kind() in advice.judges_at:
            break
        if actor == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
            continue
        decisions += 1
        actions = advice.worth_trying(state, state.legal_actions())
        alone = len(actions) == 1
        state.apply_unchecked(actions[0] if alone else best(actions, advice.weigh(state, actions), random))
    return advice.reached(state)


# ---- the race ----------------------------------------------------------------------------------------------


def _compared(
    seen: Observation[Any], ranking: Ranking, playing: Playing, also: Sequence[Action], worlds: int
) -> Ranking:
    """Return the same actions, the best of them and some others compared; the first is the one to play.

    Those that are left out are worth what the one is that competes for them; where none does, they keep their
    distance to the judge's choice, and those that fell behind the distance at which they did. What playing on
    holds for better than the first, but not surely, counts as equal to it.
    """
    actions = playing.competing(seen, ranking)
    if len(actions) < 2:
        return ranking
    actions = [*actions, *(one for one in also if one not in actions)]
    shares = dict(zip(actions, _race(seen, actions, playing, Budget(worlds), Random(0)), strict=True))
    chosen = actions[_chosen(list(shares.values()), playing.sure)]
    best, judges, first = shares[chosen], shares[actions[0]], ranking.actions[0]
    alike = {_judged(ranking.of(action)): shares[action] for action in reversed(actions)}
    found = []
    for one in ranking.actions:
        behind = [its - mine for mine, its in zip(one.by_world, first.by_world, strict=True)]
        by_judge = [share - less for share, less in zip(judges, cycle(behind), strict=False)]
        found.append(_behind(best, one.action, shares.get(one.action, alike.get(_judged(one), by_judge))))
    tried = ranking.tried
    found[:tried] = sorted(found[:tried], key=lambda one: (one.action != chosen, -one.worth.value))
    return ranking._replace(actions=found)


def _judged(one: Ranked) -> tuple[float, ...]:
    """Return what the judge says of an action in each world, so that what it holds for equal is equal."""
    return tuple([round(worth, _ALIKE) for worth in one.by_world])


def _behind(best: Sequence[float], action: Action, shares: Sequence[float]) -> Ranked:
    """Return an action with its worth as far behind the best one as it was in the worlds of both."""
    fell = fmean(its - mine for mine, its in zip(shares, best, strict=False))
    by_world = [share + min(0.0, fell) for share in shares]
    own = Ranked.of(action, by_world, "chance").worth
    moved = fmean(best) - max(0.0, fell) - own.value
    value, low, high = (
        None if bound is None else min(1.0, max(0.0, bound + moved))
        for bound in (own.value, own.low, own.high)
    )
    return Ranked(action, Interval(value or 0.0, low, high), by_world)


def _race(
    seen: Observation[Any], actions: Sequence[Action], playing: Playing, budget: Budget, random: Random
) -> list[list[float]]:
    """Return the shares by action, and by world for as long as the action was in the race."""
    shares: list[list[float]] = [[] for _ in actions]
    left = list(range(len(actions)))
    for worlds in playing.batches(budget):
        played = playing.shares(seen, [actions[number] for number in left], worlds, random)
        for number, more in zip(left, played, strict=True):
            shares[number] += more
        first = max(left, key=lambda number: fmean(shares[number]))
        left = [
            number
            for number in left
            if number == first
            or _errors_behind(shares[number], shares[first]) <= (_BEHIND if number else _FAR_BEHIND)
        ]
        if len(left) == 1:
            break
    return shares


def _errors_behind(shares: Sequence[float], other: Sequence[float]) -> float:
    """Return by how many standard errors an action is behind another one, in the worlds of both."""
    behind = [its - mine for mine, its in zip(shares, other, strict=False)]
    mean = fmean(behind)
    if len(behind) < 2 or not (error := stdev(behind) / sqrt(len(behind))):
        return inf if mean > 0 else 0.0
    return mean / error


def _chosen(shares: Sequence[Sequence[float]], sure: float) -> int:
    """Return the number of the best action: the judge's, the first, unless another one is surely better."""
    left = max(map(len, shares))
    first = max(
        (number for number, one in enumerate(shares) if len(one) == left), key=lambda n: fmean(shares[n])
    )
    return first if _errors_behind(shares[0], shares[first]) > sure else 0


# ---- who uses it -------------------------------------------------------------------------------------------


def ranked(seen: Observation[Any], also: Sequence[Action] = ()) -> Ranking | None:
    """Return what a seat that acts is advised, from what it sees alone; None in a game without advice.

    It is what an expert plays by its recipe, in eight worlds or more that are always the same, so that the
    same position gets the same advice. Where rounds are compiled first, which takes a minute, it is what the
    judge says.
    """
    advice = find_advice(seen.game)
    if advice is None:
        return None
    ranking = judged(seen, Random)
    if seen.game in COMPILED:
        return ranking
    return _compared(seen, ranking, PlayedOn(advice), also, max(_ADVISED, advice.recipe.worlds))


class Expert(Bot):
    """Compares actions in worlds that fit what the seat knows; the same seed gives the same choices.

    Parameters
    ----------
    worlds
        In how many, from 1 to 100,000; None: in as many as take no longer than a moment.
    seconds
        A budget in time instead, up to 9999; such games cannot be repeated.
    soon
        Whether people wait: what takes long to be made ready is made in the background, and until then the
        expert plays as the greedy player does. Such games cannot be repeated either.

    Raises
    ------
    ToolkitError
        Another budget; in play of a game for which there is no expert.
    """

    def __init__(
        self, worlds: int | None = None, *, seconds: float | None = None, soon: bool = False
    ) -> None:
        if not (worlds is None or 1 <= worlds <= _MOST) or not (seconds is None or 0 < seconds <= _LONGEST):
            raise ToolkitError(f"expert: {quote(worlds or seconds)} is no budget: {_FORMS}")
        self.budget, self.soon = Budget(worlds, seconds), soon
        self._playing: dict[str, Playing] = {}  # by the game

    @property
    def name(self) -> str:
        """The name with its budget, as `player` reads it."""
        worlds, seconds = self.budget
        parts = [f"{worlds}w"] if worlds else [f"{seconds:g}s"] if seconds else []
        return ":".join(["expert", *parts, *(["soon"] if self.soon else [])])

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return the action that is best in the worlds; a forced one at once."""
        playing = self._playing.get(observation.game)
        if playing is None:
            playing = self._playing[observation.game] = _playing(observation.game, soon=self.soon)
        if len(legal_actions) == 1:
            return legal_actions[0]
        ranking = judged(observation, lambda _: self.random)
        ranking = ranking.led_by(self.random.choice(ranking.best))
        actions = playing.competing(observation, ranking)
        if len(actions) < 2:
            return ranking.actions[0].action
        luck = Random(self.random.getrandbits(64))
        shares = _race(observation, actions, playing, self.budget, luck)
        return actions[_chosen(shares, playing.sure)]


def _playing(game: str, *, soon: bool) -> Playing:
    if game not in COMPILED:
        return PlayedOn(advice_for(game))
    module, _, name = COMPILED[game].partition(":")
    made: Callable[..., Playing] = getattr(import_module(module), name)
    return made(soon=soon)


def read_expert(text: str | None) -> Expert:
    """Return an expert by what stands behind its name: ``200w``, ``0.5``, ``soon`` or ``200w:soon``."""
    match = _NAMED.fullmatch(text or "")
    if match is None or text == "":
        raise ToolkitError(f"expert: {quote(text or '')} is no budget: {_FORMS}")
    budget, soon = match[1] or "", bool(match[2])
    if budget.endswith("w"):
        return Expert(int(budget[:-1]), soon=soon)
    return Expert(seconds=float(budget.removesuffix("s")) if budget else None, soon=soon)
