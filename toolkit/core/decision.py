"""Actions, and the kinds of decisions that they answer.

The open decisions of a game form a stack of frames. A frame is a plain tuple ``(kind, actor, *details)``: the
top one says who acts, and its kind looks up, in the table of the game, what is legal and what follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolkit.core.errors import ToolkitError, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

CHANCE, TERMINAL = -1, -2
"""What `State.to_act` says when no player acts; players are 0 to n - 1."""

ALL = -1
"""A mask of players with every bit set: everybody sees."""

Frame = tuple[Any, ...]
"""An open decision: its kind, the player who acts or `CHANCE`, and numbers, texts or tuples of them."""

_MOST_NAMED = 8  # legal actions that a refusal lists


class Action:
    """One choice of a player, or one outcome of chance.

    Subclasses are frozen slotted dataclasses, compared by their fields; ``str(action)`` is the notation, and
    `Game.parse` reads it back.
    """

    __slots__ = ()

    def veiled(self) -> Action:
        """Return the action as a seat sees it that must not see what the action reveals."""
        return self


class IllegalAction(ToolkitError):  # noqa: N818  # the name of the field, and of IllegalClue
    """An action that the rules forbid here; the state is as it was.

    Attributes
    ----------
    action
        What was tried.
    reason
        The rule's reason, as a sentence with its rule number where there is one.
    known
        Whether it is an action of the game at all: what is not need not have a notation.
    """

    def __init__(self, action: Action, reason: str, *, known: bool = True) -> None:
        super().__init__(f"{action if known else quote(action)}: {reason}")
        self.action = action
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.action, self.reason)


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """A kind of decision of a player.

    Attributes
    ----------
    legal
        The legal actions, from the state and the frame; never empty, in the order of the vocabulary.
    handlers
        What each type of action does. The frame has left the stack when the handler runs: it pushes whatever
        is open then.
    why_not
        The rule's reason against an action that is not legal.
    seen_by
        A mask of the players who see the action as it is; the others see it veiled. None: everybody sees it.
    """

    legal: Callable[[Any, Frame], Sequence[Action]]
    handlers: Mapping[type[Any], Callable[[Any, Any, Frame], None]]
    why_not: Callable[[Any, Frame, Any], str] | None = None
    seen_by: Callable[[Any, Frame], int] | None = None

    def refusal(self, state: Any, frame: Frame, action: Action) -> str:
        """Return why an action is not legal, as a sentence."""
        if self.why_not and type(action) in self.handlers:
            return self.why_not(state, frame, action)
        legal = [str(other) for other in self.legal(state, frame)]
        more = f" and {len(legal) - _MOST_NAMED} more" if len(legal) > _MOST_NAMED else ""
        return f"not possible now; legal: {', '.join(legal[:_MOST_NAMED])}{more}"


@dataclass(frozen=True, slots=True, eq=False)
class Chance:
    """A kind of chance node: a draw from a bag, or a roll of all dice at once.

    Attributes
    ----------
    outcomes
        The possible actions with their integer weights, from the state and the frame.
    handlers, seen_by
        As in `Decision`.
    pick
        A faster way to draw one outcome by its weight, for play; None draws from `outcomes`.
    """

    outcomes: Callable[[Any, Frame], Sequence[tuple[Action, int]]]
    handlers: Mapping[type[Any], Callable[[Any, Any, Frame], None]]
    seen_by: Callable[[Any, Frame], int] | None = None
    pick: Callable[[Any, Frame, Random], Action] | None = None


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Of several pending effects, let this one happen next."""

    effect: str

    def __str__(self) -> str:
        return f"pick {self.effect}"


@dataclass(frozen=True, slots=True)
class Finish(Action):
    """Let the pending effects that are left lapse."""

    def __str__(self) -> str:
        return "finish"


FINISH = Finish()


def agenda(
    kind: str, effects: Mapping[str, Callable[[Any, Frame], None]], *, may_finish: bool = False
) -> Decision:
    """Return the decision of a player who puts pending effects in order.

    Its frame is ``(kind, actor, pending, *details)`` with the names of the pending effects in a tuple. A
    picked effect runs at once, and what it gains is pushed above the rest of the agenda.

    Parameters
    ----------
    kind
        The kind under which the game's table holds this decision.
    effects
        What each effect does, from the state and the frame of the agenda.
    may_finish
        Whether the player may let the rest lapse.
    """
    picks = {name: Pick(name) for name in effects}

    def legal(_state: Any, frame: Frame) -> Sequence[Action]:
        found: list[Action] = [pick for name, pick in picks.items() if name in frame[2]]
        return [*found, FINISH] if may_finish else found

    def pick(state: Any, action: Pick, frame: Frame) -> None:
        pending = list(frame[2])
        pending.remove(action.effect)
        if pending:
            state.stack.append((kind, frame[1], tuple(pending), *frame[3:]))
        effects[action.effect](state, frame)

    def finish(_state: Any, _action: Finish, _frame: Frame) -> None:
        """Nothing follows: the agenda has left the stack."""

    return Decision(legal, {Pick: pick, Finish: finish} if may_finish else {Pick: pick})
