"""The command ``tobago simulate``: many games between players, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.core.errors import printable, quote
from workbench.cli.choices import BOTS, REMEMBERING, Whole, spread_options
from workbench.cli.completing import bots, complete_folder, completed
from workbench.cli.games import edition_option, game_argument, let_in, rules_of, rules_option, seed_option
from workbench.cli.messages import say
from workbench.cli.printing import json_option, long_run, styled, table_of, tell

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from solvers.simulation import Match, Simulation


@click.command(epilog="Example: tobago simulate silver --players greedy,random --games 100")
@game_argument
@click.option(
    "--players",
    metavar="NAME,NAME,...",
    required=True,
    shell_complete=completed(bots, listed=True),
    help=f"Who plays, such as greedy,random: {', '.join(BOTS)} (iterations or seconds for a decision); in "
    f"Silver also {', '.join(REMEMBERING)}.",
)
@click.option(
    "--games",
    metavar="N",
    type=Whole(1, 10_000_000),
    default=100,
    show_default=True,
    help="How many, at least.",
)
@seed_option
@edition_option
@rules_option
@spread_options
@click.option(
    "--out",
    metavar="FOLDER",
    shell_complete=complete_folder,
    help="Keep finished games here: a stopped run goes on there.",
)
@json_option
def simulate(
    game: str,
    players: str,
    games: int,
    seed: int | str | None,
    edition: str | None,
    settings: tuple[str, ...],
    jobs: int | None,
    cluster: str | None,
    out: str | None,
    as_json: bool,
) -> int:
    """Play many games between bots, and say who wins how often.

    A bot of your own is named by its module in this folder and its class, such as mine:Bot.

    Every deal is played once from each seat with the same luck, so the number of games is rounded up to
    whole deals. The same seed (1 by default) gives the same result with any number of processes or workers.
    Status 1 when a deal failed three times on a cluster: it is left out.
    """
    from solvers.simulation import Match
    from solvers.simulation import simulate as run
    from toolkit.core.game import find_game

    names = tuple(name.strip() for name in players.split(","))
    let_in(names)
    rules = rules_of(find_game(game), edition, settings)
    if out is not None and (not out or Path(out).is_file()):
        raise click.BadParameter(
            f"{quote(out)} is {'a file, not' if out else 'not the name of'} a folder", param_hint="--out"
        )
    match = Match(game=game, players=names, rules=rules, seed=1 if seed is None else seed)
    rest = f"what is finished is in {out}; the same command goes on" if out else "with --out it could go on"
    with long_run("deals", rest) as progress:
        folder = Path(out) if out else None
        result = run(match, games, jobs=jobs, cluster=cluster, out=folder, progress=progress)
    tell(as_json, type(result).to_dict, _shown, result)
    for failed in result.failed:
        say(f"{failed}: it failed three times and is left out", "warning")
    return 1 if result.failed else 0


def _shown(result: Simulation) -> Iterator[Table | Text]:
    """Yield the results, who is ahead of whom (an interval without 0 tells them apart), what was played."""
    match, games = result.match, result.games
    rows: list[tuple[object, ...]] = [
        (name, result.wins(number), result.returns(number), result.score(number))
        for number, name in enumerate(_names(match))
    ]
    if rival_score := result.rival_score:
        rows.append(("the rival", "", "", rival_score))
    numbers = ["games won", "share of victory", "score"]
    title = f"{match.game}: {games} games, {len(result.deals)} deals, seed {match.seed}"
    yield table_of("player", *numbers, rows=rows, title=title, numbers=numbers, folded=False)
    for (one, name), (other, rival) in combinations(enumerate(_names(match)), 2):
        lead, score = result.lead(one, other), result.score_lead(one, other)
        yield styled(f"{name} over {rival}: share of victory {lead}, score {score}")
    ends = ", ".join(f"{printable(reason)} ({count})" for reason, count in result.ends.items())
    decisions, draws = (result.length(what)["mean"] for what in ("decisions", "draws"))
    length = f"{decisions:.1f} decisions and {draws:.1f} draws a game"
    intervals = "In brackets: 95 % confidence intervals, over deals."
    yield styled(f"{length}; ended by: {ends}\n{intervals}", style="dim")


def _names(match: Match) -> list[str]:
    """Return what the contestants are called: with their number where they share a name."""
    names = match.names
    return [f"{number} {name}" if names.count(name) > 1 else name for number, name in enumerate(names)]
