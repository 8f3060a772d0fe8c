"""Options, steps, and whose policy chooses."""

from __future__ import annotations

from solvers.silver.rollouts.chance import below
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import (
    KIND,
    OFFERED,
    OPTION,
    OPTIONS,
    PARAMETERS,
    POLICIES,
    STEPS,
    TRACE,
    TRACED,
    TRACED_STEP,
)
from solvers.silver.rollouts.steady import best_option

UNIFORM, STEADY = range(2)
"""The policies."""


@compiled
def nothing_offered(table: Table) -> None:
    """Begin a new list of options."""
    table[OFFERED] = 0


@compiled
def offer(table: Table, verb: int, one: int, two: int) -> None:
    """Add an option to those of the decision."""
    option = OPTIONS + table[OFFERED] * OPTION
    table[option], table[option + 1], table[option + 2] = verb, one, two
    table[OFFERED] += 1


@compiled
def note(table: Table, verb: int, one: int, two: int, options: int) -> None:
    """Count a step, and write it into the trace as long as there is room."""
    step = TRACE + table[TRACED] * TRACED_STEP
    if step + TRACED_STEP <= len(table):
        table[step], table[step + 1], table[step + 2], table[step + 3] = verb, one, two, options
        table[TRACED] += 1
    table[STEPS] += 1


@compiled
def decide(table: Table, player: int) -> int:
    """Let the policy of a player choose one of the options; return where it stands."""
    if table[POLICIES + player * PARAMETERS + KIND] == UNIFORM:
        number = below(table, table[OFFERED])
    else:
        number = best_option(table, player)
    option = OPTIONS + number * OPTION
    note(table, table[option], table[option + 1], table[option + 2], table[OFFERED])
    return option
