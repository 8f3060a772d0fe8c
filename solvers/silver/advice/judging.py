"""What judging an action of Silver takes and gives: `Scene` and `Judged`, and what is said of it: `Said`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from solvers.silver.advice.calls import Village
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


class Said(NamedTuple):
    """A sentence of advice: its key in ``words.toml``, and what stands in its places, by their names."""

    key: str
    places: Mapping[str, Any]


def said(key: str, **places: object) -> tuple[Said]:
    """Return a sentence, as the first of several."""
    return (Said(key, places),)


@dataclass(frozen=True, slots=True)
class Judged:
    """What an action leads to: the position after it where that is certain, and the rest as in `Advised`.

    `line` is empty where it is the action itself.
    """

    gain: Fraction | float
    why: tuple[Said, ...]
    reveals: tuple[Said, ...] = ()
    after: Position | None = None
    error: float | None = None
    ends_round: bool | None = False
    line: str = ""


def even(scene: Scene, _action: Any) -> Judged:
    """Judge a choice that moves no points."""
    return Judged(NOTHING, said("even"), after=idle(scene.position))


def unused(scene: Scene) -> Judged:
    """Judge an ability that is left alone."""
    return Judged(NOTHING, said("unused"), after=idle(scene.position))


def idle(position: Position) -> Position | None:
    """Return the position if nothing else comes of it; None while a card is in hand."""
    return position if position.held is None else None
