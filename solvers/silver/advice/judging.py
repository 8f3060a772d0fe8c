"""What judging an action of Silver takes and gives: `Scene` and `Judged`, and the words for both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from solvers.silver.advice.calls import Village
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.position import Position

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Replies:
    """How the others answer a call in games that are simulated: their policy, how many games, the seed."""

    policy: str
    games: int
    seed: int | str


@dataclass(frozen=True, slots=True)
class Scene:
    """A decision: the position, what is open, and for a call the replies of others and what counts then."""

    position: Position
    frame: Any
    replies: Replies | None
    villages: Sequence[Village]

    @property
    def held(self) -> int:
        """The card in hand."""
        if self.position.held is None:
            raise AssertionError("a card is in hand")
        return self.position.held


@dataclass(frozen=True, slots=True)
class Judged:
    """What an action leads to: the position after it where that is certain, and the rest as in `Advised`.

    `line` is empty where it is the action itself.
    """

    gain: Fraction | float
    why: str
    reveals: str = ""
    after: Position | None = None
    error: float | None = None
    ends_round: bool | None = False
    line: str = ""


def even(scene: Scene, _action: Any) -> Judged:
    """Judge a choice that moves no points."""
    return Judged(NOTHING, "It makes no difference to your points.", after=idle(scene.position))


def unused(scene: Scene) -> Judged:
    """Judge an ability that is left alone."""
    return Judged(NOTHING, "The ability is not used.", after=idle(scene.position))


def idle(position: Position) -> Position | None:
    """Return the position if nothing else comes of it; None while a card is in hand."""
    return position if position.held is None else None


# ---- words ------------------------------------------------------------------------------------------------


def saves(gain: Fraction) -> str:
    """Return whether a gain is one."""
    return "saves this" if gain > 0 else "costs this" if gain else "changes nothing"


def card_name(card: int) -> str:
    """Return a card with its character."""
    return f"The {card} ({CHARACTERS[card].name})"


def slot_names(slots: Sequence[int]) -> str:
    """Return slots as people name them."""
    return f"slot {slots[0]}" if len(slots) == 1 else f"slots {', '.join(map(str, slots))}"


def percent(chance: Fraction | float) -> str:
    """Return a chance as people read it."""
    return f"{float(chance):.1%}"
