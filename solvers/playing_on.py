"""Playing a position on many times between bots, for odds that are simulated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from solvers.players import player
from solvers.players.own import told_whose
from solvers.questions import Setting
from solvers.spreading import Failed, in_order, workers
from toolkit.core.errors import ToolkitError, printable
from toolkit.core.game import Game
from toolkit.core.play import run

if TYPE_CHECKING:
    from distributed import Client


Result = TypeVar("Result")

Games = Annotated[int, Setting("play so many games", 1, 1_000_000)]
Players = Annotated[
    tuple[str, ...],
    Setting(
        "who plays, by seat, with commas, or one name for all seats",
        metavar="NAMES",
        read=lambda names: tuple(names.split(",")) if names else None,
        several=True,
    ),
]
Jobs = Annotated[int | None, Setting("processes (1 if not said)", 1, 1_000)]
Cluster = Annotated[
    str | None,
    Setting("the workers of a dask scheduler, such as tcp://HOST:8786, or local:N", metavar="ADDRESS"),
]


def play_on(
    game: Game[Any, Any],
    position: Any,
    names: Sequence[str],
    told: Callable[[Any, Any], Result],
    *,
    games: int,
    seed: int | str,
    jobs: int | None = None,
    cluster: str | Client | None = None,
) -> list[Result]:
    """Play a position on many times and return what is `told` of it and the end of each game, in their order.

    The unseen cards are dealt anew for each game; all follows from the seed and the number of the game. The
    players are named by seat, as `solvers.players.player` reads them; a single one sits on all seats. This
    process plays, or those that are named as for `solvers.simulation.simulate`. `ToolkitError` for an
    unknown player, another number of players than seats, less than one game, or a game that fails.
    """
    if games < 1:
        raise ToolkitError(f"at least one game is needed, not {games}")
    seats = list(names) * position.players if len(names) == 1 else list(names)
    if len(seats) != position.players:
        seated = f"one for each of the {position.players} seats is named, or one for all"
        raise ToolkitError(f"players: {len(seats)} are named; {seated}")
    seeds = [f"{seed}/{number}" for number in range(games)]
    task = partial(_played, game, position, seats, told)
    results: list[Result] = []
    with workers(1 if jobs is None and cluster is None else jobs, cluster) as able:
        for one, result in zip(seeds, in_order(able.spread(task, seeds)), strict=True):
            if isinstance(result, Failed):
                raise ToolkitError(f"the game of seed {printable(one)} failed three times: {result.error}")
            results.append(result)
    return results


def _played(
    game: Game[Any, Any],
    position: Any,
    seats: Sequence[str],
    told: Callable[[Any, Any], Result],
    seed: str,
) -> Result:
    state = game.complete(position, Random(f"{seed}/unseen"))
    players = [player(name) for name in seats]
    with told_whose(players, state):
        for _ in run(state, players, seed=seed):
            pass
    return told(position, state)
