"""The player ``expert``: it compares the actions that matter by playing on, with a recipe for each game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any, Protocol

from solvers.players.simple import Bot
from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.observation import Observation

RECIPES = {"silver": "solvers.players.silver_expert:SilverExpert"}
"""Where the expert of a game is, by the name of the game."""

_MOST = 100_000
_FORMS = f"give worlds from 1 to {_MOST:,}, such as expert:200"


class Recipe(Protocol):
    """The expert of one game, made with a number of worlds or None, and with `soon` where people wait."""

    def choose(self, seen: Observation[Any], actions: Sequence[Action], random: Random) -> Action:
        """Return one of several legal actions."""
        ...


class Expert(Bot):
    """Compares actions in worlds that fit what the seat knows; the same seed gives the same choices.

    Parameters
    ----------
    worlds
        In how many, from 1 to 100,000; None: as many as take no longer than a moment.
    soon
        Whether people wait: what takes long to be made ready is made in the background, and until then the
        expert plays as the greedy player does. Such games cannot be repeated.

    Raises
    ------
    ToolkitError
        Another number of worlds; in play of a game for which there is no expert.
    """

    def __init__(self, worlds: int | None = None, *, soon: bool = False) -> None:
        if worlds is not None and not 1 <= worlds <= _MOST:
            raise ToolkitError(f"expert: {quote(worlds)} is no number of worlds: {_FORMS}")
        self.worlds, self.soon = worlds, soon
        self._recipe: Recipe | None = None

    @property
    def name(self) -> str:
        """The name with its worlds, as `player` reads it."""
        worlds = [str(self.worlds)] if self.worlds else []
        return ":".join(["expert", *worlds, *(["soon"] if self.soon else [])])

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return the action that is best in the worlds; a forced one at once."""
        if self._recipe is None:
            self._recipe = expert_for(observation.game)(self.worlds, soon=self.soon)
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
    """Return an expert by what stands behind its name, such as ``200``, ``soon`` or ``200:soon``."""
    match = re.fullmatch(r"([0-9]{1,6})?(?:(?:^|(?<=[0-9]):)(soon))?", text or "")
    if match is None or text == "":
        raise ToolkitError(f"expert: {quote(text or '')} is no number of worlds: {_FORMS}")
    return Expert(int(match[1]) if match[1] else None, soon=bool(match[2]))
