"""The JSON of ``tobago games`` and ``tobago replay``."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolkit.core.game import Game
    from toolkit.core.hidden import View, Zones
    from toolkit.core.record import Record
    from toolkit.core.state import State


def games(found: Iterable[Game[Any, Any]]) -> dict[str, Any]:
    """Return the games with their editions (the rules that differ from the defaults) and their rules."""
    return {"format": "toolkit-games/1", "games": [_game(game) for game in found]}


def _game(game: Game[Any, Any]) -> dict[str, Any]:
    from toolkit.core.game import rules_to_dict
    from workbench.cli.game_options import rule_words

    usual, words = game.Rules(), rule_words(game)
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "editions": {name: rules_to_dict(rules) for name, rules in game.editions.items()},
        "rules": {
            field.name: {"default": getattr(usual, field.name), "values": words[field.name]}
            for field in fields(usual)
        },
    }


def replay(record: Record, state: State, seat: int | None) -> dict[str, Any]:
    """Return what happened and how the table stands, as it is or as a seat sees it."""
    from toolkit.core.game import rules_to_dict
    from toolkit.core.saving import plain

    seen = state.observation(seat)
    if seat is None:
        log, legal = state.full_log(), tuple(state.legal_actions())
        zones: Sequence[Zones | View] = [getattr(state, name) for name in state.ZONES]
    else:
        log, legal, zones = seen.log, seen.actions, seen.views
    return {
        "format": "toolkit-replay/1",
        "game": record.game.name,
        "names": record.names,
        "rules": rules_to_dict(record.rules),
        "seat": seat,
        "actions": len(record.actions),
        "log": [{"by": _who(event.actor), "do": str(event)} for event in log],
        "to_act": _who(seen.to_act()),
        "decision": seen.decision_kind(),
        "legal": [str(action) for action in legal],
        "fields": plain(seen.fields),
        "zones": dict(zip(state.ZONES, map(_zones, zones), strict=True)),
        "end": asdict(record.outcome) if record.outcome else None,
        "warnings": record.warnings,
    }


def _who(actor: int) -> int | str | None:
    """Return who acts, as records have it; None when the game is over."""
    from toolkit.core.decision import CHANCE, TERMINAL

    return {CHANCE: "chance", TERMINAL: None}.get(actor, actor)


def _zones(zones: Zones | View) -> dict[str, list[int | None]]:
    """Return the numbers of the cards in each zone; None for one that the seat does not see."""
    from toolkit.core.hidden import HIDDEN

    return {
        name: [None if face == HIDDEN else face for face in zones.cards[number]]
        for name, number in zones.layout.number.items()
    }
