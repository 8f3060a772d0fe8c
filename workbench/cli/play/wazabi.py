"""What a seat sees of Wazabi, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from rich.console import RenderableType
from rich.text import Text

from toolkit.core import Observation
from toolkit.games.wazabi.cards import FACES, NAMES
from toolkit.games.wazabi.state import WazabiState
from workbench.cli.play.desk import named
from workbench.cli.play.voice import Seats, Voice
from workbench.cli.printing import table_of

_WAYS = {1: "to the left", -1: "to the right"}


def table(seen: Observation[WazabiState], voice: Voice) -> list[RenderableType]:
    """Return what lies open: turn, piles, and the dice and cards of every player."""
    names = voice.seats
    cards, rounds = seen[WazabiState.cards], seen.rules.rounds
    heads = [f"round {seen['round']} of {rounds}"] if rounds > 1 else []
    heads += [f"turn {seen['turns']}"] if seen[WazabiState.turns] else []
    heads += [f"play goes {_WAYS[seen['direction']]}", f"pile: {len(cards.zone('pile'))} cards"]
    discards = _listed(cards.zone("discard")) or "none"
    rows = [_row(seen, player, names) for player in range(seen.players)]
    columns = list(rows[0])
    players = table_of(*columns, rows=[[*row.values()] for row in rows], numbers=columns[1:])
    return [Text("; ".join(heads)), players, Text(f"discards: {discards}")]


def _row(seen: Observation[WazabiState], player: int, names: Seats) -> dict[str, object]:
    """Return what everybody sees of a player, by column."""
    cards, finished = seen[WazabiState.cards], seen[WazabiState.finished]
    active = bool(seen[WazabiState.roll]) and player == seen[WazabiState.turn]
    row: dict[str, object] = {
        "player": named(seen, names, player, active=active),
        "dice": seen[WazabiState.dice][player],
        "cards": len(cards.zone(f"hand {player}")),
        "misses": len(cards.zone(f"before {player}")) or "",
    }
    if seen.rules.teams:  # W-30: partners sit opposite each other
        row["team"] = player % (seen.players // 2) + 1
    if seen.rules.rounds > 1:
        row["points"] = seen[WazabiState.points][player]
    if seen.rules.play_on:
        row["place"] = finished.index(player) + 1 if player in finished else ""
    return row


def hand(seen: Observation[WazabiState], _voice: Voice) -> list[RenderableType]:
    """Return the own hand with the costs of its cards."""
    hand, costs = seen[WazabiState.cards].zone(f"hand {seen.player}"), seen.rules.costs
    cards = _listed(hand, lambda face: f"{NAMES[face]} ({costs[face]})")
    return [Text(f"hand, with costs: {cards or 'none'}")]


def remark(seen: Observation[WazabiState], _voice: Voice) -> str:
    """Return the roll of this seat in its own turn."""
    if seen[WazabiState.turn] != seen.player:
        return ""
    shown = [f"{count} {face}" for count, face in zip(seen[WazabiState.roll], FACES, strict=True) if count]
    return f"your roll: {', '.join(shown)}; you have {seen['dice'][seen.player]} dice"


def _listed(faces: Iterable[int], name: Callable[[int], str] = NAMES.__getitem__) -> str:
    """Return cards by their names, each kind once."""
    counted = sorted(Counter(faces).items())
    return ", ".join(f"{count} x {name(face)}" if count > 1 else name(face) for face, count in counted)
