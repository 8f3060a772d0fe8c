"""Players by their names on the command line: ``random``, ``greedy``, ``ismcts``, ``remembering``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from solvers.players.advice import advice_for
from solvers.players.ismcts import BUDGETS, Ismcts
from solvers.players.simple import Greedy, Uniform
from toolkit.core.errors import ToolkitError, did_you_mean, quote

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.core.play import Player


def player_names() -> list[str]:
    """Return the names of all players."""
    return list(_PLAYERS)


def player(name: str) -> Player:
    """Return a new player by its name.

    Parameters
    ----------
    name
        ``random``, ``greedy``, or ``ismcts`` with its budget for a decision behind a colon: iterations such
        as ``ismcts:400`` or seconds such as ``ismcts:0.1s``; only iterations make a game repeatable. In
        Silver also ``remembering`` with its retention: the chance for a turn such as ``remembering:0.97``,
        beta and decay of a power law such as ``remembering:power:1:0.5``, or how many cards it remembers
        such as ``remembering:last:7`` (`solvers.silver.turns.memory`).

    Raises
    ------
    ToolkitError
        No such player (with the nearest one), or a budget or a retention that it does not take.
    """
    kind, colon, budget = name.strip().partition(":")
    if kind not in _PLAYERS:
        hint = did_you_mean(kind, _PLAYERS, "players")
        raise ToolkitError(f"no player {quote(kind)}{hint}")
    if colon and kind in ("random", "greedy"):
        raise ToolkitError(f"player {kind!r} takes no budget, such as {quote(budget)}")
    return _PLAYERS[kind](budget if colon else None)


def check_player(name: str, game: str) -> None:
    """Refuse a player who cannot play a game, both by their names, before anything is played.

    `ToolkitError` as in `player`, and for a player who does not know the game.
    """
    kind = name.strip().partition(":")[0]
    if kind == "greedy":
        advice_for(game)
    if kind == "remembering":
        from solvers.players.remembering import check_silver  # it takes time to load

        check_silver(game)
    player(name)


def _ismcts(budget: str | None) -> Player:
    if budget is None:
        return Ismcts()
    if re.fullmatch(r"[0-9]{1,8}", budget):
        return Ismcts(iterations=int(budget))
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6})?s", budget):
        return Ismcts(seconds=float(budget[:-1]))
    raise ToolkitError(f"ismcts: {quote(budget)} is no budget: {BUDGETS}")


def _remembering(retention: str | None) -> Player:
    from solvers.players.remembering import Remembering, read_retention  # it takes time to load

    return Remembering(read_retention(retention or ""))


_PLAYERS: dict[str, Callable[[str | None], Player]] = {
    "random": lambda _: Uniform(),
    "greedy": lambda _: Greedy(),
    "ismcts": _ismcts,
    "remembering": _remembering,
}
