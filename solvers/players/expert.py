"""The player ``expert``: it compares the actions that matter by playing on, with a recipe for each game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, Protocol

from solvers.players.simple import Bot
from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.observation import Observation

RECIPES = {"silver": "solvers.players.silver_expert:SilverExpert"}
"""Where the expert of a game is, by the name of the game."""

_MOST, _LONGEST = 100_000, 9999
_FORMS = f"give worlds from 1 to {_MOST:,}, such as expert:200w, or seconds, such as expert:0.5"
_NAMED = re.compile(r"([1-9][0-9]{0,5}w|[0-9]{1,4}(?:\.[0-9]{1,3})?s?)?(?:(?:^|(?<=[0-9sw]):)(soon))?")


class Budget(NamedTuple):
    """How long an expert thinks: in so many worlds, or for so many seconds; else as it likes."""

    worlds: int | None = None
    seconds: float | None = None


class Recipe(Protocol):
    """The expert of one game, made with a budget, and with `soon` where people wait."""

    def choose(self, seen: Observation[Any], actions: Sequence[Action], random: Random) -> Action:
        """Return one of several legal actions."""
        ...


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
        self._recipe: Recipe | None = None

    @property
    def name(self) -> str:
        """The name with its budget, as `player` reads it."""
        worlds, seconds = self.budget
        parts = [f"{worlds}w"] if worlds else [f"{seconds:g}s"] if seconds else []
        return ":".join(["expert", *parts, *(["soon"] if self.soon else [])])

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return the action that is best in the worlds; a forced one at once."""
        if self._recipe is None:
            self._recipe = expert_for(observation.game)(self.budget, soon=self.soon)
        if len(legal_actions) == 1:
            return legal_actions[0]
        return self._recipe.choose(observation, legal_actions, self.random)


def expert_for(game: str) -> Callable[..., Recipe]:
    """Return what makes the expert of a game by its name; `ToolkitError` when there is none."""
    if game not in RECIPES:
        raise ToolkitError(f"the expert does not know {game}: it knows {', '.join(RECIPES)}")
    module, _, name = RECIPES[game].partition(":")
    made: Callable[..., Recipe] = getattr(import_module(module), name)
    return made


def read_expert(text: str | None) -> Expert:
    """Return an expert by what stands behind its name: ``200w``, ``0.5``, ``soon`` or ``200w:soon``."""
    match = _NAMED.fullmatch(text or "")
    if match is None or text == "":
        raise ToolkitError(f"expert: {quote(text or '')} is no budget: {_FORMS}")
    budget, soon = match[1] or "", bool(match[2])
    if budget.endswith("w"):
        return Expert(int(budget[:-1]), soon=soon)
    return Expert(seconds=float(budget.removesuffix("s")) if budget else None, soon=soon)
