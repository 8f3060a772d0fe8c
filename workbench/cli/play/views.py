"""What a seat sees, as text: by the view of the game, or by a plain one for any game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.text import Text

from toolkit.core.hidden import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import RenderableType

    from toolkit.core import Observation
    from toolkit.core.hidden import View

    Table = Callable[[Observation[Any], Sequence[str]], list[RenderableType]]
    Own = Callable[[Observation[Any]], list[RenderableType]]
    Advice = Callable[[Observation[Any], str | None], list[RenderableType]]

_VIEWS = ("silver", "tobago", "wazabi")


class GameView(NamedTuple):
    """How an observation is shown; a module of this folder says it for its game, and no game needs one.

    Attributes
    ----------
    table
        What lies open, from the observation and the names of the seats.
    own
        What only this seat sees, and what it is to decide.
    asides
        The kinds of decisions in between, for which the table is not shown anew.
    advice
        What each action is worth if all play by the policy of a name, or by the usual one; not in all games.
    """

    table: Table
    own: Own
    asides: frozenset[str] = frozenset()
    advice: Advice | None = None


def view_of(game: str) -> GameView:
    """Return how the observations of a game are shown."""
    if game not in _VIEWS:
        return GameView(_open_fields, _own_cards)
    module = import_module(f"{__package__}.{game}")
    return GameView(module.table, module.own, module.ASIDES, getattr(module, "advice", None))


def named(seen: Observation[Any], names: Sequence[str], player: int, *, active: bool) -> Text:
    """Return how a row about a player begins; names may look like markup."""
    return Text(f"{'>' if active else ' '} {names[player]}{' (you)' if player == seen.player else ''}")


def _open_fields(seen: Observation[Any], _names: Sequence[str]) -> list[RenderableType]:
    return [Text(f"{name}: {value}") for name, value in seen.fields.items()]


def _own_cards(seen: Observation[Any]) -> list[RenderableType]:
    """Return every zone with cards, by their numbers where the seat sees them."""
    lines = [line for view in seen.views for line in _zones(view)]
    return [*map(Text, [*lines, *[f"decision: {seen.decision_kind()}"] * bool(seen.actions)])]


def _zones(view: View) -> Iterator[str]:
    for name, number in sorted(view.layout.number.items(), key=lambda zone: zone[1]):
        if faces := view.cards[number]:
            yield f"{name}: {' '.join('?' if face == HIDDEN else str(face) for face in faces)}"
