"""What advice says of a move in Wayfarers besides its worth: for a die that is taken, where it goes then."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING

from solvers.advising import Labels, Reasoned
from solvers.players.wayfarers import ADVICE
from toolkit.games.wayfarers.actions import TakeDie

if TYPE_CHECKING:
    from toolkit.core.decision import Action
    from toolkit.core.observation import Observation
    from toolkit.core.telling.teller import Teller
    from toolkit.games.wayfarers.state import WayfarersState


def reasoned(
    seen: Observation[WayfarersState],
    labels: Labels,
    teller: Teller | None,
    policy: str | None = None,  # noqa: ARG001  # a judge has no other one
) -> Mapping[Action, Reasoned]:
    """Return what legal actions are, and where a die would go by the judge (`solvers.advising.Reasons`)."""
    return {
        action: Reasoned(
            str(action), label, _then(seen, action, teller) if isinstance(action, TakeDie) else ""
        )
        for action, label in labels.items()
    }


def _then(seen: Observation[WayfarersState], die: TakeDie, teller: Teller | None) -> str:
    """Return what the judge, which looks at nothing hidden, does with a die until that lies on a slot."""
    state, told = seen.sample_world(Random(0)), list[str]()
    state.apply_unchecked(die)
    while state.decision_kind() in {"place die", "adjust"}:
        frame, actions = state.stack[-1], state.legal_actions()
        best = max(zip(ADVICE.weigh(state, actions), actions, strict=True), key=itemgetter(0))[1]
        told.append(teller.choice(best, frame, state) if teller else str(best))
        state.apply_unchecked(best)
    if teller is None:
        return "; ".join(told)
    return teller.word("patterns", "then", what=teller.language.semicolon.join(told))
