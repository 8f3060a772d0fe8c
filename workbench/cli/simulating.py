"""The command ``tobago simulate``: many games between players, with confidence intervals."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.common import json_option, print_json, print_rich
from workbench.cli.game_options import edition_option, game_argument, rules_of, rules_option, seed_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table
    from rich.text import Text

    from solvers.simulation import Match, Simulation


@click.command()
@game_argument
@click.option(
    "--players",
    metavar="NAME,NAME,...",
    required=True,
    help="Who plays: random, greedy, ismcts, ismcts:400 (iterations), ismcts:0.1s, and in Silver "
    "remembering:0.97, remembering:power:1:0.5, remembering:last:7.",
)
@click.option("--games", metavar="N", type=click.IntRange(1, 10_000_000), default=100, show_default=True)
@seed_option
@edition_option
@rules_option
@click.option("--jobs", metavar="N", type=click.IntRange(1, 1_000), help="Processes (one for each core).")
@click.option("--out", metavar="FOLDER", help="Keep finished games here: a stopped run goes on there.")
@json_option
def simulate(
    game: str,
    players: str,
    games: int,
    seed: int | str | None,
    edition: str | None,
    settings: tuple[str, ...],
    jobs: int | None,
    out: str | None,
    as_json: bool,
) -> int:
    """Play many games between bots, and say who wins how often.

    Every deal is played once from each seat with the same luck, so the number of games is rounded up to
    whole deals. The same seed (1 by default) gives the same result with any number of processes.
    """
    from solvers.simulation import Match
    from solvers.simulation import simulate as run
    from toolkit.core.errors import ToolkitError
    from toolkit.core.game import find_game

    names = tuple(name.strip() for name in players.split(","))
    rules = rules_of(find_game(game), edition, settings)
    if out == "":
        raise ToolkitError("--out: the name of a folder is needed, not ''")
    match = Match(game=game, players=names, rules=rules, seed=1 if seed is None else seed)
    with _interrupted(out), _progress() as progress:
        result = run(match, games, jobs=jobs, out=Path(out) if out else None, progress=progress)
    if as_json:
        print_json(result.to_dict())
    else:
        print_rich(_results(result), *_leads(result), _footer(result))
    return 0


@contextmanager
def _interrupted(out: str | None) -> Iterator[None]:
    """Say after Ctrl-C how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        rest = (
            f"what is finished is in {out}; the same command goes on" if out else "with --out it could go on"
        )
        click.echo(f"stopped: {rest}", err=True)
        raise click.Abort from None


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how far the run is: on a terminal only."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = ("deals", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _results(result: Simulation) -> Table:
    from rich.table import Table

    match, games = result.match, len(result.games)
    title = f"{match.game}: {games} games, {len(result.deals)} deals, seed {match.seed}"
    table = Table(title=title, title_justify="left", header_style="bold")
    for column in ("player", "games won", "share of victory", "score"):
        table.add_column(column, justify="left" if column == "player" else "right")
    for number, name in enumerate(_names(match)):
        intervals = result.wins(number), result.returns(number), result.score(number)
        table.add_row(name, *map(str, intervals))
    return table


def _names(match: Match) -> list[str]:
    """Return what the contestants are called: with their number where they share a name."""
    names = match.players
    return [f"{number} {name}" if names.count(name) > 1 else name for number, name in enumerate(names)]


def _leads(result: Simulation) -> list[Text]:
    """Return who is ahead of whom, in sentences; an interval without 0 tells them apart."""
    from rich.text import Text

    players = _names(result.match)
    return [
        Text(
            f"{players[one]} over {players[other]}: share of victory {result.lead(one, other)}, "
            f"score {result.score_lead(one, other)}"
        )
        for one, other in combinations(range(len(players)), 2)
    ]


def _footer(result: Simulation) -> Text:
    from rich.text import Text

    data = result.to_dict()
    ends = ", ".join(f"{reason} ({count})" for reason, count in result.ends.items())
    length = f"{data['decisions']['mean']:.1f} decisions and {data['draws']['mean']:.1f} draws a game"
    return Text(
        f"{length}; ended by: {ends}\nIn brackets: 95 % confidence intervals, over deals.", style="dim"
    )
