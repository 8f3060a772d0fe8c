"""A second opinion on a game, which finds scores and weights that are wrong but keep to the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from toolkit.core.record import Record
from toolkit.core.state import Outcome, State
from toolkit.testing.walking import require


@dataclass(frozen=True, slots=True)
class Oracle:
    """What a game should say, written from its rulebook and components without its engine."""

    #: For each kind of chance node, from the state, in how many ways each outcome comes about, by its
    #: notation. A common factor does not matter.
    weights: Mapping[str, Callable[[Any], Mapping[str, int]]]
    #: The scores at the end, from the last state and the record; None where there is no second opinion.
    scores: Callable[[Any, Record], Sequence[float] | None]

    def check_weights(self, state: State) -> None:
        """Compare the outcomes of an open chance node; `Broken` when a chance differs."""
        kind = str(state.decision_kind())
        require(kind in self.weights, f"the oracle does not weigh {kind!r}")
        found = _chances({str(action): weight for action, weight in state.chance_outcomes()})
        counted = _chances(self.weights[kind](state))
        wrong = sorted({name for name, _ in found.items() ^ counted.items()})
        require(
            not wrong, f"{kind}: the chances of {', '.join(wrong)} are {found}, but the oracle says {counted}"
        )

    def check_scores(self, state: State, record: Record, outcome: Outcome) -> None:
        """Compare the scores of a game that is over; `Broken` when they differ."""
        counted = self.scores(state, record)
        require(
            counted is None or tuple(counted) == outcome.scores,
            f"the scores are {outcome.scores}, but the oracle says {counted}",
        )


def _chances(weights: Mapping[str, int]) -> dict[str, Fraction]:
    total = sum(weights.values())
    return {name: Fraction(weight, total) for name, weight in weights.items() if weight}
