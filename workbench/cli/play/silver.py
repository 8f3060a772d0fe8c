"""What a seat sees of Silver, as text; slots are written as in position files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.position import Position, Slot
from toolkit.games.silver.state import SilverState
from workbench.cli.play.desk import named
from workbench.cli.play.voice import Seats, Voice
from workbench.cli.printing import table_of

if TYPE_CHECKING:
    from solvers.silver.advice import Advised

_SLOTS = 8
"""Slots of a village that stand side by side: more of them would not fit into 80 columns."""


def table(seen: Observation[SilverState], voice: Voice) -> list[RenderableType]:
    """Return what lies open: round, piles, and the village of every player as this seat knows it."""
    names = voice.seats
    position = position_of(seen)
    widest = max(len(village) for village in position.villages)
    parts = [_villages(seen, position, names, first) for first in range(0, widest, _SLOTS)]
    return [Text(_head(seen, position, names)), *parts, Text("\n".join(_marks(seen, position, names)))]


def _villages(seen: Observation[SilverState], position: Position, names: Seats, first: int) -> Table:
    """Return the villages from a slot on, as many slots of them as stand side by side."""
    parts = [village[first : first + _SLOTS] for village in position.villages]
    slots, turn = range(first, first + max(map(len, parts))), seen[SilverState.turn] if seen.stack else None
    rows = [
        (
            named(seen, names, player, active=turn == player),
            seen[SilverState.totals][player],
            *map(_slot, part),
        )
        for player, part in enumerate(parts)
        if part
    ]
    heads = (str(slot + names.first) for slot in slots)
    return table_of("player", "points", *heads, rows=rows, numbers=["points"])


def _head(seen: Observation[SilverState], position: Position, names: Seats) -> str:
    top = seen[SilverState.cards].zone("discard")
    parts = [
        f"round {seen[SilverState.round]}" + ("" if seen.rules.score_mode else f" of {seen.rules.rounds}"),
        f"deck: {position.deck} cards",
        f"discards: {len(top)} card{'s' * (len(top) != 1)}" + (f", a {top[-1]} on top" if top else ""),
    ]
    if position.shown:
        parts.append(f"beside the deck: {_listed(position.shown)}")
    if position.called_by is not None:
        parts.append(f"called by {names.who(position.called_by)}")
    return "; ".join(parts)


def _marks(seen: Observation[SilverState], position: Position, names: Seats) -> list[str]:
    """Return what the signs mean, and where amulet and Bodyguards lie."""
    lines = ["number: face-down, known to you; !: face-up; ?: unknown; fewest points win"]
    if position.amulet:
        lines.append(f"the amulet lies on {names.place(*position.amulet)}")
    elif seen[SilverState.amulet] >= 0:
        lines.append(f"{names.player(seen[SilverState.amulet])} holds the amulet")
    places = ((names.place(g.player, g.guard), names.place(g.player, g.charge)) for g in position.guards)
    return [*lines, *(f"{guard} guards {charge}" for guard, charge in places)]


def _slot(slot: Slot) -> str:
    return "?" if slot.number is None else f"{slot.number}{'!' if slot.face_up else ''}"


def hand(seen: Observation[SilverState], _voice: Voice) -> list[RenderableType]:
    """Return the cards in hand."""
    held = [face for face in seen[SilverState.cards].zone("held") if face != HIDDEN]
    return [Text(f"in hand: {_listed(held)}")] if held and seen[SilverState.turn] == seen.player else []


def advice(seen: Observation[SilverState], voice: Voice, name: str | None = None) -> list[RenderableType]:
    """Return every legal action with what it is worth, the best first; by a policy a call is played out.

    `ToolkitError` for an unknown policy.
    """
    from solvers.silver.advice import advise  # it takes time to load

    advised = advise(seen, policy=name)
    numbers, labels = ["gain", "lowest"], voice.labels(seen.actions, seen)
    rows = [(labels[one.action], _with(one, voice), _gain(one), _chance(one.lowest)) for one in advised]
    found = table_of("action", "with", *numbers, rows=rows, numbers=numbers)
    if not voice.seats.first:  # what is said of slots counts from 0
        told = [(one.line, _gain(one), _chance(one.lowest), one.why, one.reveals) for one in advised]
        found = table_of("action", *numbers, "why", "all others see", rows=told, numbers=numbers)
    notes = ["gain: points saved, one step ahead; lowest: the chance that you are, afterwards"]
    if any(isinstance(one.gain, float) for one in advised):
        how = ", simulated, with its standard error" if name else ""
        notes.append(f"gain of a call: points saved against going on{how}")
    return [found, Text("\n".join(notes))]


def _with(one: Advised, voice: Voice) -> str:
    """Return the other places of a set of cards that an action begins."""
    _, *more = re.findall("[0-9]+", one.line.removeprefix(str(one.action).rpartition(" ")[0])) or [""]
    return ", ".join(str(int(slot) + voice.seats.first) for slot in more)


def _chance(lowest: Fraction | float | None) -> str:
    return "" if lowest is None else f"{float(lowest):.1%}"


def _gain(one: Advised) -> str:
    error = "" if one.error is None else f" (se {one.error:.2f})"
    return f"{float(one.gain):+.2f}{error}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(f"{number} {CHARACTERS[number].name}" for number in numbers)
