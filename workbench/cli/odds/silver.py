"""The command ``tobago odds silver``: chances in a round of Silver, from a position file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from workbench.cli.choices import GROUPS, INSIGHTS, POLICIES, OneOf, Whole
from workbench.cli.completing import completed
from workbench.cli.files import file_argument
from workbench.cli.messages import refuse
from workbench.cli.odds.common import Setting, asking, given_settings, read_position
from workbench.cli.printing import json_option, print_json, print_rich

if TYPE_CHECKING:
    from fractions import Fraction

    from solvers.silver.answers.answer import Answer
    from solvers.silver.tilted import Tilt


_PLAYED = ["reveal", "ending", "win", "threshold"]  # rounds are played out for these
_QUERIES = [
    *("lowest", "call", "sum", "slot", "draw", "take", "replace", "exchange", "attempt"),
    *("look", "rob", "witch", "master", "expose", "rascal", "villagers", "movers", "time"),
    *("pairs", "memory", "kamikaze", "hundred", *_PLAYED),
]
_SIMULATED = {"policy", "games", "insight", "seed"}
_MOST_GAMES = 1_000_000  # a game to its end takes some 500 bytes


def _weight(text: str) -> Fraction:
    """Return the number that a text such as 0.5 stands for, exactly."""
    from fractions import Fraction

    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text, re.ASCII):
        raise click.BadParameter(f"{text!a} is no decimal from 0 on such as 0.5", param_hint="--harm")
    return Fraction(text)


def _tilt(text: str) -> Tilt:
    """Return the thetas that a text such as own=-0.1,opponents=-0.3 names."""
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
        hint = did_you_mean(name, groups, "groups")
        raise ToolkitError(f"--tilt: no group {quote(name)}{hint}")
    if not re.fullmatch(r"[+-]?\d{1,9}(\.\d{1,9})?", theta, re.ASCII):
        raise ToolkitError(f"--tilt: {quote(theta)} is no decimal such as -0.1")
    return name, float(theta)


def _numbers(option: str) -> Callable[[str], tuple[int, ...]]:
    """Return what reads a list of numbers with commas, such as 0,3."""

    def read(text: str) -> tuple[int, ...]:
        parts = text.split(",")
        if not all(part.strip().isdecimal() and len(part) <= 4 for part in parts):
            raise click.BadParameter(f"{text!a} is no list of {option} such as 0,3", param_hint=f"--{option}")
        return tuple(map(int, parts))

    return read


_SETTINGS = {
    "player": Setting(("slot", "sum", "rob", "kamikaze", "hundred"), "For {}: whose cards.", Whole(0)),
    "slot": Setting(("slot", "replace", "rob", "expose"), "For {}: which card.", Whole(0)),
    "slots": Setting(("exchange", "attempt"), "For {}.", None, "I,J,...", _numbers("slots")),
    "card": Setting(("take", "replace", "attempt", "look"), "For {}: with which card.", Whole(0)),
    "cards": Setting(("rascal", "movers"), "For {}: so many cards of the deck.", Whole(1)),
    "harm": Setting(
        ("draw", "rob", "witch"),
        "For {}: what a point more for an opponent is worth (0 if not said).",
        metavar="WEIGHT",
        read=_weight,
    ),
    "tilt": Setting(
        ("lowest", "sum", "slot", "replace", "rob"),
        "Model B1, for {}: thetas of own, opponents, deck, discards.",
        metavar="GROUP=THETA,...",
        read=_tilt,
        complete=completed(lambda _: (f"{group}=" for group in GROUPS), listed=True),
    ),
    "policy": Setting(
        ("call", *_PLAYED),
        "For call and what is played out: how all play, steady, steady:4 or random.",
        metavar="NAME",
        complete=completed(lambda _: POLICIES),
    ),
    "games": Setting(
        ("call", "lowest", *_PLAYED),
        "For call and what is played out: so many rounds or games (2000 if not said).",
        Whole(1, _MOST_GAMES),
    ),
    "insight": Setting(
        ("call", "reveal", "ending", "win"),
        "For {}: what the others know of their cards: own (each its own, as in a game) or nothing.",
        OneOf("insight", INSIGHTS, "choices"),
    ),
    "turns": Setting(("ending",), "For {}: whether both 0s meet within so many turns.", Whole(1)),
    "sums": Setting(("threshold",), "For {}: at which sums to call.", None, "S,T,...", _numbers("sums")),
    "seed": Setting(("call", "lowest", *_PLAYED), ""),
}


@click.command(epilog="Example: tobago odds silver position.toml --query call")
@file_argument
@asking(_QUERIES, _SETTINGS)
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

    given = given_settings(queries, settings, _SETTINGS)
    policy: dict[str, Any] = {"policy": POLICY} if _SIMULATED & given.keys() else {}
    position, asked = read_position("silver", file), Asked(**policy | given)
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
        refuse(ToolkitError(problem))
    return 2 if problems else 0


def _unusual(found: Sequence[Answer], given: Iterable[str]) -> list[str]:
    """Return the questions that settings ask for although they are not usual: one that needs each of them."""
    told = {answer.query for answer in found}
    needs = [_SETTINGS[name].asked_by for name in given]
    return list(dict.fromkeys(queries[0] for queries in needs if not told & set(queries)))
