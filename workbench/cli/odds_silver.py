"""The command ``tobago odds silver``: chances in a round of Silver, from a position file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import file_argument, json_option, print_json, print_rich, read_source
from workbench.cli.game_common import seed_option
from workbench.cli.odds_common import given_settings, query_option

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from solvers.silver.tilted import Tilt
    from toolkit.games.silver.position import Position

_QUERIES = [  # for completion
    *("lowest", "call", "sum", "slot", "draw", "take", "replace", "exchange", "attempt"),
    *("look", "rob", "witch", "master", "expose", "rascal", "villagers", "movers", "time"),
    *("pairs", "memory", "kamikaze", "hundred"),
]
_ASKED_BY = {
    "player": ["slot", "sum", "rob", "kamikaze", "hundred"],
    "slot": ["slot", "replace", "rob", "expose"],
    "slots": ["exchange", "attempt"],
    "card": ["take", "replace", "attempt", "look"],
    "cards": ["rascal", "movers"],
    "harm": ["draw", "rob", "witch"],
    "tilt": ["lowest", "sum", "slot", "replace", "rob"],
    "policy": ["call"],
    "games": ["call"],
    "insight": ["call"],
    "seed": ["call"],
}
_SIMULATED = {"policy", "games", "insight", "seed"}
_POLICY = "steady"  # how the others reply, unless it is said


@click.command()
@file_argument
@query_option(_QUERIES)
@click.option("--player", type=click.IntRange(0), help="For slot, sum, rob, kamikaze, hundred: whose cards.")
@click.option("--slot", type=click.IntRange(0), help="For slot, replace, rob, expose: which card.")
@click.option(
    "--slots", metavar="I,J,...", callback=lambda *given: _numbers(given[-1]), help="For exchange, attempt."
)
@click.option("--card", type=click.IntRange(0), help="For take, replace, attempt, look: with which card.")
@click.option("--cards", type=click.IntRange(1), help="For rascal, movers: so many cards of the deck.")
@click.option(
    "--harm",
    metavar="WEIGHT",
    callback=lambda *given: _weight(given[-1]),
    help="For draw, rob, witch: what a point more for an opponent is worth (0 if not said).",
)
@click.option(
    "--tilt",
    metavar="GROUP=THETA,...",
    callback=lambda *given: _tilt(given[-1]),
    help="Model B1, for lowest, sum, slot, replace, rob: thetas of own, opponents, deck, discards.",
)
@click.option("--policy", metavar="NAME", help="For call: how the others reply, steady, steady:4 or random.")
@click.option("--games", type=click.IntRange(1), help="For call: simulate so many rounds (2000 if not said).")
@click.option(
    "--insight", type=click.Choice(["own", "nothing"]), help="For call: what the others know of their cards."
)
@seed_option
@json_option
def silver(file: str, queries: tuple[str, ...], as_json: bool, **settings: Any) -> int:
    """Tell the odds of a round of Silver: of the cards, exchanges, abilities, calls.

    FILE is a Silver position (TOML or JSON); - reads standard input. Without --query all that is of use in
    the position is told at once. Players and slots count from 0; player and slots are your own if not said.
    """
    from solvers.silver.answers import Asked, answers, report, usual_queries

    given = given_settings(queries, settings, _ASKED_BY)
    if _SIMULATED & given.keys():
        given = {"policy": _POLICY, **given}
    position, asked = _read(file), Asked(**given)
    chosen = list(queries) or _with_settings(usual_queries(position, asked), given)
    found = [answer for query in chosen for answer in answers(query, position, asked)]
    if as_json:
        print_json(report(position, asked, found))
    else:
        from workbench.cli import odds_silver_tables

        print_rich(*odds_silver_tables.tables(position, found, in_full=bool(queries)))
    return 0


def _read(file: str) -> Position:
    from toolkit.games.silver.position import Position

    text, _, name = read_source(file)
    return Position.parse(text, name)


def _with_settings(usual: Sequence[str], given: dict[str, Any]) -> list[str]:
    """Return the usual queries; a setting asks for one that needs it if none of them does."""
    asked = [_ASKED_BY[name][0] for name in given if not set(_ASKED_BY[name]) & set(usual)]
    return list(dict.fromkeys([*usual, *asked]))


def _numbers(text: str | None) -> tuple[int, ...] | None:
    """Return the numbers of a list with commas."""
    if text is None:
        return None
    parts = text.split(",")
    if not all(part.strip().isdecimal() and len(part) <= 4 for part in parts):
        raise click.BadParameter(f"{text!a} is no list of slots such as 0,3", param_hint="--slots")
    return tuple(map(int, parts))


def _weight(text: str | None) -> Fraction | None:
    """Return the number that a text such as 0.5 stands for, exactly."""
    if text is None:
        return None
    from fractions import Fraction

    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text, re.ASCII):
        raise click.BadParameter(f"{text!a} is no number such as 0.5", param_hint="--harm")
    return Fraction(text)


def _tilt(text: str | None) -> Tilt | None:
    """Return the thetas that a text such as own=-0.1,opponents=-0.3 names."""
    if text is None:
        return None
    from solvers.silver.tilted import Tilt

    return Tilt(**dict(_theta(part, Tilt.__match_args__) for part in text.split(",")))


def _theta(text: str, groups: Sequence[str]) -> tuple[str, float]:
    """Return the group and the number of a text such as own=-0.1."""
    from toolkit.core.errors import ToolkitError, did_you_mean, quote

    name, _, theta = text.partition("=")
    if name not in groups:
        hint = did_you_mean(name, groups) or f"; the groups are {', '.join(groups)}"
        raise ToolkitError(f"--tilt: no group {quote(name)}{hint}")
    try:
        return name, float(theta)
    except ValueError:
        raise ToolkitError(f"--tilt: {quote(theta)} is no number such as -0.1") from None
