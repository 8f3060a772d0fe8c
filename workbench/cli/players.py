"""The command ``tobago players``: who can play, for whom the toolkit chooses, and how strong they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.completing import completed, game_names
from workbench.cli.printing import json_option, styled, table_of, tell

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from solvers.players.measured import Measured

_FORMAT = "toolkit-players/1"
_PLAYERS = {
    "random": ("all", "each legal action with the same chance"),
    "greedy": (
        "the five of the toolkit",
        "what looks best a step ahead, in one world that fits what it sees",
    ),
    "ismcts:N, ismcts:Ns": ("all", "by a tree search of N iterations or seconds in such worlds"),
    "remembering:P": ("silver", "as greedy, from what it remembers: with the chance P a turn"),
    "MODULE:CLASS": ("what it knows", "a class of your own in a module of this folder"),
}


@click.command()
@click.argument("game", metavar="[GAME]", required=False, shell_complete=completed(game_names))
@json_option
def players(game: str | None, as_json: bool) -> None:
    """List the bots, how they choose, and how strong they were found in matches of GAME, or of all games.

    A lead is by how much more a game was worth to the first one than to the second one; 1 is all games.
    """
    from solvers.players.measured import measured
    from toolkit.core.game import find_game

    name = None if game is None else find_game(game).name
    found = [match for match in measured() if name in (None, match.game)]
    tell(as_json, _data, _shown, found)


def _data(found: Sequence[Measured]) -> dict[str, Any]:
    matches = [
        {
            "game": match.game,
            "players": match.players.split(","),
            "games": match.games,
            "seed": match.seed,
            "rules": match.rules or None,
            "lead" if match.lead else "won": match.share.to_dict(),
            "note": match.note or None,
        }
        for match in found
    ]
    told = [{"name": name, "games": games, "chooses": how} for name, (games, how) in _PLAYERS.items()]
    return {"format": _FORMAT, "players": told, "matches": matches}


def _shown(found: Sequence[Measured]) -> Iterator[Table | Text]:
    rows = [(name, games, how) for name, (games, how) in _PLAYERS.items()]
    yield table_of("player", "games", "chooses", rows=rows)
    cells = [
        (
            one.game,
            " ".join(filter(None, (one.players, one.rules))),
            one.games,
            one.seed,
            _found(one),
            one.note,
        )
        for one in found
    ]
    numbers = ("games", "seed")
    yield table_of("game", "players", *numbers, "the first one", "note", rows=cells, numbers=numbers)
    again = "tobago simulate GAME --players ... --games N --seed S measures it anew"
    yield styled(f"In brackets: 95 % confidence intervals, over deals; {again}.", style="dim")


def _found(one: Measured) -> str:
    return f"{'wins' if one.won else 'leads by'} {one.share}"
