"""The command ``tobago odds silver``: chances in a round of Silver, from a position file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError
from workbench.cli.files import file_argument
from workbench.cli.messages import refuse
from workbench.cli.odds.common import OddsCommand, query_option, read_position
from workbench.cli.printing import json_option, print_json, print_rich

if TYPE_CHECKING:
    from solvers.questions import Answer, Setting

_SIMULATED = {"policy", "games", "insight", "seed"}  # a call is played out when one of them is given


class _Command(OddsCommand):
    """The command, with the settings in the order in which `Asked` tells them."""

    @cached_property
    def settings(self) -> Mapping[str, tuple[Setting, list[str]]]:
        """The settings by name, and the questions that each is for: model B1 answers some of them."""
        from solvers.questions import settings_of
        from solvers.silver.answers import QUERIES, TILTED, Asked

        return {
            name: (setting, (TILTED if name == "tilt" else QUERIES).asked_by(name))
            for name, setting in settings_of(Asked).items()
        }


@click.command(cls=_Command, epilog="Example: tobago odds silver position.toml --query call")
@file_argument
@query_option
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

    given = silver.given(queries, settings)
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
    needs = [silver.settings[name][1] for name in given]
    return list(dict.fromkeys(queries[0] for queries in needs if not told & set(queries)))
