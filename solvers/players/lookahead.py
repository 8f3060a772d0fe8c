"""What a player can see one step ahead with a judge of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from toolkit.core.decision import Action


def look_ahead(
    state: Any,
    actions: Sequence[Action],
    values: Callable[[Any], Sequence[float]],
    through: Collection[str] = (),
) -> list[float]:
    """Return what each legal action leads to, for the player who acts.

    Parameters
    ----------
    state
        The position; it stays as it is.
    actions
        Legal actions.
    values
        What a position is worth to each player.
    through
        Kinds of decisions that belong to the action before, such as the target of a card: the best choice
        of the same player counts.
    """
    return [_after(state, action, values, through, state.to_act()) for action in actions]


def _after(
    state: Any,
    action: Action,
    values: Callable[[Any], Sequence[float]],
    through: Collection[str],
    player: int,
) -> float:
    after = state.clone()
    after.apply_unchecked(action)
    actor = after.to_act()
    if actor == player and after.decision_kind() in through:
        return max(_after(after, choice, values, through, player) for choice in after.legal_actions())
    return float(values(after)[player])
