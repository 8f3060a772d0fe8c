"""Policies by their names: ``random``, ``steady`` and ``steady:4``, which calls at 4 points."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solvers.silver.rollouts.deciding import STEADY, UNIFORM
from solvers.silver.rollouts.jit import Table
from solvers.silver.rollouts.layout import PARAMETERS, POLICIES
from toolkit.core.errors import ToolkitError, did_you_mean, quote

POLICY = "steady"
"""How seats play, unless another policy is named."""

_KINDS = {"random": UNIFORM, "steady": STEADY}
_CALL_AT = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Policy:
    """How a seat plays: at random, or for the points of this turn (`solvers.silver.rollouts.steady`)."""

    #: ``random`` chooses among the legal actions, all as likely; ``steady`` takes the one worth most.
    kind: str = "steady"
    call: int = 5  #: the expected own sum at which ``steady`` calls
    #: `hidden` and `rivals`: what ``steady`` counts for a card that it does not know, of its own and of
    #: others, in tenths of points.
    hidden: int = 65
    rivals: int = 50

    def __str__(self) -> str:
        return self.kind if self.kind == "random" else f"{self.kind}:{self.call}"


def policy_names() -> list[str]:
    """Return the names of all policies."""
    return list(_KINDS)


def policy(name: str) -> Policy:
    """Return a policy by its name, such as ``random``, ``steady`` or ``steady:4``.

    `ToolkitError` for another name (with the nearest one), or another threshold than 0 to 999.
    """
    kind, colon, call = name.strip().partition(":")
    if kind not in _KINDS:
        hint = did_you_mean(kind, _KINDS, "policies")
        raise ToolkitError(f"no policy {quote(kind)}{hint}")
    if not colon:
        return Policy(kind)
    if kind == "random" or not _CALL_AT.fullmatch(call):
        raise ToolkitError(f"policy {kind}: no threshold {quote(call)}; such as steady:4")
    return Policy(kind, int(call))


def seat(table: Table, policies: Sequence[Policy]) -> None:
    """Write down the policies by seat."""
    for player, chosen in enumerate(policies):
        start = POLICIES + player * PARAMETERS
        table[start : start + PARAMETERS] = [_KINDS[chosen.kind], chosen.call, chosen.hidden, chosen.rivals]
