"""The command ``tobago odds silver``: chances in a round of Silver, from a position file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from workbench.cli.common import file_argument, json_option, print_json, print_rich, read_source
from workbench.cli.game_options import seed_option
from workbench.cli.odds.common import given_settings, numbers, query_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from solvers.silver.answers.answer import Answer
    from solvers.silver.tilted import Tilt
    from toolkit.games.silver.position import Position

_PLAYED = ["reveal", "ending", "win", "threshold"]  # rounds are played out for these
_QUERIES = [
    *("lowest", "call", "sum", "slot", "draw", "take", "replace", "exchange", "attempt"),
    *("look", "rob", "witch", "master", "expose", "rascal", "villagers", "movers", "time"),
    *("pairs", "memory", "kamikaze", "hundred", *_PLAYED),
]
_ASKED_BY = {
    "player": ["slot", "sum", "rob", "kamikaze", "hundred"],
    "slot": ["slot", "replace", "rob", "expose"],
    "slots": ["exchange", "attempt"],
    "card": ["take", "replace", "attempt", "look"],
    "cards": ["rascal", "movers"],
    "harm": ["draw", "rob", "witch"],
    "tilt": ["lowest", "sum", "slot", "replace", "rob"],
    "policy": ["call", *_PLAYED],
    "games": ["call", "lowest", *_PLAYED],
    "insight": ["call", "reveal", "ending", "win"],
    "seed": ["call", "lowest", *_PLAYED],
    "turns": ["ending"],
    "sums": ["threshold"],
}
_SIMULATED = {"policy", "games", "insight", "seed"}
_MOST_GAMES = 1_000_000  # a game to its end takes some 500 bytes


@click.command()
@file_argument
@query_option(_QUERIES)
@click.option("--player", type=click.IntRange(0), help="For slot, sum, rob, kamikaze, hundred: whose cards.")
@click.option("--slot", type=click.IntRange(0), help="For slot, replace, rob, expose: which card.")
@click.option("--slots", metavar="I,J,...", callback=numbers("slots"), help="For exchange, attempt.")
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
@click.option(
    "--policy",
    metavar="NAME",
    help="For call and what is played out: how all play, steady, steady:4 or random.",
)
@click.option(
    "--games",
    type=click.IntRange(1, _MOST_GAMES),
    help="For call and what is played out: so many rounds or games (2000 if not said).",
)
@click.option(
    "--insight",
    type=click.Choice(["own", "nothing"]),
    help="For call, reveal, ending, win: what the others know of their cards.",
)
@click.option(
    "--turns", type=click.IntRange(1), help="For ending: whether both 0s meet within so many turns."
)
@click.option(
    "--sums", metavar="S,T,...", callback=numbers("sums"), help="For threshold: at which sums to call."
)
@seed_option
@json_option
def silver(file: str, queries: tuple[str, ...], as_json: bool, **settings: Any) -> int:
    """Tell the odds of a round of Silver: of the cards, exchanges, abilities, calls.

    FILE is a Silver position (TOML or JSON); - reads standard input. Without --query all that is exact and of
    use in the position is told at once; for reveal, ending, win and threshold rounds are played out. Players
    and slots count from 0; player and slots are your own if not said. A query that has no answer leaves the
    others answered, and the exit status is 2.
    """
    from solvers.silver.answers import Asked, answers_or_refusal, refusals, report, usual_answers
    from solvers.silver.rollouts import POLICY

    given = given_settings(queries, settings, _ASKED_BY)
    policy: dict[str, Any] = {"policy": POLICY} if _SIMULATED & given.keys() else {}
    position, asked = _read(file), Asked(**policy | given)
    usual = [] if queries else list(usual_answers(position, asked))
    wanted = queries or _unusual(usual, given)
    found = [answer for query in wanted for answer in answers_or_refusal(query, position, asked)]
    told = {answer.query for answer in (*usual, *found) if not answer.refused}
    if told and as_json:
        print_json(report(position, asked, [*usual, *found]))
    elif told:
        from workbench.cli.odds import silver_tables

        shown = [*usual, *[answer for answer in found if answer.query in told]]
        print_rich(*silver_tables.tables(position, shown, in_full=bool(queries)))
    problems = refusals(found)
    for problem in problems:
        click.echo(f"tobago: {problem}", err=True)
    return 2 if problems else 0


def _read(file: str) -> Position:
    from toolkit.games.silver.position import Position

    text, _, name = read_source(file)
    return Position.parse(text, name)


def _unusual(found: Sequence[Answer], given: Iterable[str]) -> list[str]:
    """Return the questions that settings ask for although they are not usual: one that needs each of them."""
    told = {answer.query for answer in found}
    return list(dict.fromkeys(_ASKED_BY[name][0] for name in given if not told & set(_ASKED_BY[name])))


def _weight(text: str | None) -> Fraction | None:
    """Return the number that a text such as 0.5 stands for, exactly."""
    if text is None:
        return None
    from fractions import Fraction

    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text, re.ASCII):
        raise click.BadParameter(f"{text!a} is no decimal from 0 on such as 0.5", param_hint="--harm")
    return Fraction(text)


def _tilt(text: str | None) -> Tilt | None:
    """Return the thetas that a text such as own=-0.1,opponents=-0.3 names."""
    if text is None:
        return None
    from solvers.silver.tilted import Tilt

    thetas: dict[str, float] = {}
    for group, theta in (_theta(part, Tilt.__match_args__) for part in text.split(",")):
        if group in thetas:
            raise click.BadParameter(f"{group} is named twice", param_hint="--tilt")
        thetas[group] = theta
    return Tilt(**thetas)


def _theta(text: str, groups: Sequence[str]) -> tuple[str, float]:
    """Return the group and the number of a text such as own=-0.1."""
    name, _, theta = text.partition("=")
    if name not in groups:
        hint = did_you_mean(name, groups) or f"; the groups are {', '.join(groups)}"
        raise ToolkitError(f"--tilt: no group {quote(name)}{hint}")
    if not re.fullmatch(r"[+-]?\d{1,9}(\.\d{1,9})?", theta, re.ASCII):
        raise ToolkitError(f"--tilt: {quote(theta)} is no decimal such as -0.1")
    return name, float(theta)
