"""Advice in a game of Silver: every legal action with what it is worth one step ahead, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from solvers.silver.advice import abilities, turn
from solvers.silver.advice.calls import villages_of
from solvers.silver.advice.exchanges import further
from solvers.silver.advice.judging import Judged, Replies, Said, Scene, even
from solvers.silver.advice.telling import AdviceWords
from solvers.silver.scoring import lowest
from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError
from toolkit.core.observation import Observation
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.state import VILLAGE, SilverState


@dataclass(frozen=True, slots=True)
class Advised:
    """One legal action and what is to be said of it."""

    action: Action  #: the action
    line: str  #: what to type for all that the gain counts: the action, or the whole set that it begins
    #: By how many points the own round score is expected to fall, one step ahead: exact, and what opponents
    #: do then is left out. For a call, a float: by how many points it is expected to end below going on.
    gain: Fraction | float
    error: float | None  #: the standard error of that, for a simulated call; None where the gain is exact
    #: The chance that the own village is the lowest afterwards, ties counted (Q-6), before others act; None
    #: where that depends on a card that is still to come, or on more choices.
    lowest: Fraction | None
    #: Whether it shows the second 0, which ends the round at once (S-42): `gain` is then what it takes off
    #: the own points, and `lowest` is of the round that is scored. None where that depends on hidden cards.
    ends_round: bool | None
    shown: tuple[Said, ...]  #: what all others come to see by it; empty for nothing
    reasons: tuple[Said, ...]  #: the reason, as a sentence or more (`AdviceWords`)

    @property
    def reveals(self) -> str:
        """What all others come to see by it, in English and the notation; empty for nothing."""
        return AdviceWords().sentences(self.shown)

    @property
    def why(self) -> str:
        """The reason in English, as a sentence or more; it counts from 0, as the notation does."""
        return AdviceWords().sentences(self.reasons)


def advise(
    seen: Observation[SilverState],
    *,
    chances: bool = True,
    policy: str | None = None,
    games: int = 200,
    seed: int | str = 1,
) -> list[Advised]:
    """Return every legal action of the player who acts, the best first.

    The order is that of the judge (`solvers.silver.rollouts.judge`), so the first is what the greedy player
    takes; what it holds equal goes by the gain. For the gain, hidden cards are uniform over what the player
    has not seen (model B0), but not for a call: people keep low cards (`solvers.silver.advice.calls`). A call
    is weighed against going on, that is against the best of all others: it comes first if it saves anything.

    Parameters
    ----------
    seen
        What that player sees.
    chances
        Whether to tell the chance to be lowest, which takes seconds with four players and many hidden cards.
    policy
        The policy of all seats (`solvers.silver.rollouts.policy`) in rounds with and without a call, by which
        it is judged, under model B0; None: it is judged as the greedy player does, in closed form.
    games, seed
        How many rounds are simulated for a call, from 1, and from which seed.

    Raises
    ------
    ToolkitError
        The observation of another game, or of somebody who does not act; an unknown policy; a call that is
        simulated without a game.
    """
    if seen.player is None or not seen.actions:
        raise ToolkitError("advice is for the player who acts")
    replies = None if policy is None else _replies(policy, games, seed)
    view, told = seen[SilverState.cards], seen.rules.memory == "perfect"
    villages = villages_of(view.cards[VILLAGE:], view.known[VILLAGE:], told=told)
    scene = Scene(position_of(seen), seen.stack[-1], replies, villages)
    judge = _JUDGES.get(str(seen.decision_kind()), even)
    found = [(action, judge(scene, action)) for action in seen.actions]
    tell = cache(lowest) if chances else lambda _: None
    advised = [
        Advised(
            action=action,
            line=one.line or str(action),
            gain=one.gain,
            error=one.error,
            lowest=tell(one.after) if one.after else None,
            ends_round=one.ends_round,
            shown=one.reveals,
            reasons=one.why,
        )
        for action, one in found
    ]
    worth = dict(zip(seen.actions, _leads(seen), strict=True))
    return sorted(advised, key=lambda one: (not _beats_going_on(one), -worth[one.action], -one.gain))


def _leads(seen: Observation[SilverState]) -> Sequence[float]:
    """Return what the judge thinks of the actions; it looks at nothing that the player does not know."""
    from solvers.players.silver import ADVICE  # it takes time to load

    return ADVICE.leads(seen.sample_world(Random(0)), seen.actions).points


def _replies(name: str, games: int, seed: int | str) -> Replies:
    """Return how a call is simulated; `ToolkitError` for an unknown policy, even where nobody may call."""
    from solvers.silver.rollouts import policy  # it takes time to load

    policy(name)
    return Replies(name, games, seed)


def _beats_going_on(one: Advised) -> bool:
    """Tell whether it is a call that saves points."""
    return isinstance(one.gain, float) and one.gain > 0


_JUDGES: Mapping[str, Callable[[Scene, Any], Judged]] = {
    "first looks": abilities.look,
    "turn": turn.turn,
    "use": turn.use,
    "end": turn.free,
    "set": further,
    "rascal": turn.rascal,
    "exposer": abilities.turn_up,
    "revealer": abilities.turn_up,
    "beholder": abilities.look,
    "beholder again": abilities.look,
    "apprentice seer": abilities.look,
    "seer": abilities.look,
    "robber look": abilities.look,
    "master": abilities.fetch,
    "witch": abilities.witch,
    "witch card": abilities.witch_card,
    "robber": abilities.rob,
    "robber gift": abilities.give,
}
"""What judges the actions of a decision, by its kind; all others make no difference to the points."""
