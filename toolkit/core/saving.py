"""States as JSON data and back: all of it is read from the annotations of fields, frames and reveals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec

from toolkit.core.decision import AUTOMATIC, CHANCE, Action, Reveal
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.fields import Part
from toolkit.core.game import Game, find_game, rules_from_dict, rules_to_dict
from toolkit.core.hidden import Zones
from toolkit.core.history import Event, History, flat, linked
from toolkit.core.state import State

FORMAT = "toolkit-state/1"


def state_to_dict(state: State) -> dict[str, Any]:
    """Return a whole state as JSON data, its log included."""
    names = [field.name for field in state.OPEN]
    return {
        "format": FORMAT,
        "game": state.game.name,
        "players": state.players,
        "rules": rules_to_dict(state.rules),
        "fields": dict(zip(names, map(plain, state.shown()), strict=True)),
        "zones": {name: getattr(state, name).to_dict() for name in state.ZONES},
        "stack": [[state.kind_names[type(frame)], *plain(tuple(frame))] for frame in state.stack],
        "histories": [[_event(*one) for one in flat(history)] for history in state.histories],
    }


def state_to_text(state: State) -> str:
    """Return the state as one line of JSON, equal for equal states."""
    return json.dumps(state_to_dict(state), sort_keys=True, separators=(",", ":"))


def state_from_dict(data: Mapping[str, Any]) -> State:
    """Return the state that `state_to_dict` described; `ToolkitError` for data of another form."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, Mapping) else data
        raise ToolkitError(f"format: {quote(found)} instead of {FORMAT!r}")
    try:
        state = _restored(data)
        faults = [*lost(state), *find_game(state.game.name).faults(state)]
        _ = faults or (state.legal_actions(), state.chance_outcomes())  # what cannot be answered is no state
    except ToolkitError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise ToolkitError(f"no state of a game: {type(error).__name__}: {error}") from error
    if faults:
        raise ToolkitError(f"no state of {state.game.title}: {faults[0]}")
    return state


def plain(value: Any) -> Any:
    """Return what a state holds as JSON data: tuples and parts as lists."""
    return msgspec.to_builtins(value, enc_hook=_of_part)


def _of_part(part: Any) -> Any:
    if isinstance(part, Part):
        return [plain(value) for value in part.shown()]
    raise TypeError(f"{part!r} is no plain data")


def _read(value: Any, kind: Any) -> Any:
    """Return JSON data as the value of a type."""
    return msgspec.convert(value, type=kind, dec_hook=_to_part)


def _to_part(kind: type, values: Any) -> Any:
    if not issubclass(kind, Part):
        raise TypeError(f"{kind.__name__} cannot be read")
    return kind(*[_read(value, field.type) for field, value in zip(kind.OPEN, values, strict=True)])


def _event(actor: int, what: Action | Reveal) -> list[Any]:
    """Return an event as JSON data: who acted, and a notation, or the name and the fields of a `Reveal`."""
    if isinstance(what, Reveal):
        return [actor, type(what).__name__, msgspec.to_builtins(what)]
    return [actor, str(what)]


def lost(state: State) -> Iterator[str]:
    """Tell what every state has and this one lacks."""
    for name in state.ZONES:
        cards: Zones = getattr(state, name)
        if sorted(face for zone in cards.cards for face in zone) != list(cards.layout.deck):
            yield f"{name}: other cards than the deck holds"
        if [len(zone) for zone in cards.known] != cards.layout.masks_of(cards.cards):
            yield f"{name}: the masks do not fit the cards"
    for field, value in zip(state.OPEN, state.shown(), strict=True):
        if (
            field.name in _for_each_player(find_game(state.game.name), state.rules)
            and len(value) != state.players
        ):
            yield f"{field.name}: {len(value)} for {state.players} players"
    for frame in state.stack:
        acts = {"chance": range(CHANCE, 0), "automatic": range(AUTOMATIC, AUTOMATIC + 1)}
        if frame.actor not in acts.get(state.kinds[type(frame)].sort, range(state.players)):
            yield f"stack: {frame.actor} cannot act in {state.kind_names[type(frame)]!r}"


@lru_cache(maxsize=32)
def _for_each_player(game: Game[Any, Any], rules: Any) -> list[str]:
    """Return the lists that begin with one entry for each player, however many play: they stay so long.

    Where only one number of players is possible, nothing tells these lists from others.
    """
    starts = {}
    for players in game.players:
        with suppress(ToolkitError):  # rules may be for some numbers of players only
            starts[players] = game.new(players, rules).shown()
    if len(starts) < 2:
        return []
    return [
        field.name
        for number, field in enumerate(game.state_type.OPEN)
        if field.depth and all(len(shown[number]) == players for players, shown in starts.items())
    ]


def _restored(data: Mapping[str, Any]) -> State:
    game = find_game(data["game"])
    rules, players = rules_from_dict(game, data["rules"]), data["players"]
    game.check(players, rules)
    kind: type[State] = game.state_type
    layouts, logs = kind.layouts(rules, players), data["histories"]
    state = kind.restore(
        rules,
        players,
        [_read(data["fields"][field.name], field.type) for field in kind.OPEN],
        [Zones.from_dict(layouts[name], data["zones"][name]) for name in kind.ZONES],
        [_read(fields, _kind(game, name).frame) for name, *fields in data["stack"]],
    )
    state.histories = [_history(game, players, rules, happened) for happened in logs]
    if len(logs) != players + 2:
        raise ToolkitError(f"histories: {len(logs)} for {players} players")
    return state


def _kind(game: Game[Any, Any], name: str) -> Any:
    if name not in game.decisions:
        raise ToolkitError(f"stack: no decision {quote(name)}")
    return game.decisions[name]


def _history(game: Game[Any, Any], players: int, rules: Any, happened: Sequence[Sequence[Any]]) -> History:
    reveals = {reveal.__name__: reveal for reveal in game.reveals}

    def read(what: str, *fields: Any) -> Any:
        return _read(fields[0], reveals[what]) if fields else game.parse(what, players, rules)

    return linked([Event(actor, read(*what)) for actor, *what in happened])
