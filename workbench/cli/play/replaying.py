"""The command ``replay``: a record checked and told, as a whole or as one seat saw it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError
from workbench.cli.common import (
    file_argument,
    json_option,
    keep_inputs,
    print_json,
    print_rich,
    read_source,
    warn,
    write_out,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from toolkit.core.hidden import View, Zones
    from toolkit.core.record import Record
    from toolkit.core.state import State


@click.command()
@file_argument
@click.option("--text", is_flag=True, help="Print only what happened, not how the table stands after it.")
@click.option("--seat", metavar="P", type=click.IntRange(0), help="Only what this player saw, from 0.")
@click.option(
    "--upto", metavar="N", type=click.IntRange(0), help="Only the first N actions, chance included."
)
@click.option(
    "--svg",
    metavar="OUT",
    help="Draw the table as SVG to this file (- for standard output), for Silver and Tobago.",
)
@json_option
def replay(file: str, text: bool, seat: int | None, upto: int | None, svg: str | None, as_json: bool) -> int:
    """Check the record of a game action by action, and tell it.

    FILE is a record, such as tobago play --save writes; - reads standard input. Line N + 1 of it holds its
    Nth action.
    """
    if sum([text, svg is not None, as_json]) > 1:
        raise click.UsageError("--text, --svg and --json exclude each other")
    record = _beginning(read_record(file), file, upto)
    if seat is not None and seat >= record.players:
        raise click.UsageError(f"--seat {seat}: the players are numbered from 0 to {record.players - 1}")
    state = replayed(record, file)
    if svg is not None:
        picture = _picture(state, seat)
        keep_inputs(svg, file)
        write_out(svg, picture)
    elif as_json:
        print_json(_told(record, state, seat))
    else:
        _print(record, state, seat, text)
    return 0


def read_record(file: str) -> Record:
    """Return the record in a file or on standard input, with its warnings on standard error.

    `RecordError` names file, line and fault.
    """
    from toolkit.core.record import Record

    text, _, name = read_source(file)
    record = Record.parse(text, name)
    warn(name, [f"{name}: {fault}" for fault in record.warnings])
    return record


def replayed(record: Record, file: str) -> State:
    """Return the state after a record; `RecordError` names the file, the line and the rule against it."""
    from toolkit.core.record import RecordError

    try:
        return record.replay()
    except RecordError as error:
        raise RecordError(str(error), source=file) from None


def _beginning(record: Record, file: str, upto: int | None) -> Record:
    """Return a record up to an action; as it is for None."""
    if upto is None:
        return record
    if upto > (count := len(record.actions)):
        raise click.UsageError(f"--upto {upto}: {file} holds {count} actions")
    return replace(record, actions=record.actions[:upto], outcome=None)


def _print(record: Record, state: State, seat: int | None, only_text: bool) -> None:
    from rich.text import Text

    from workbench.cli.play.desk import printable

    told = record.to_text() if seat is None else record.seen_text(seat)
    print_rich(*[Text(printable(line)) for line in told.splitlines()])
    if not only_text:
        print_rich(Text(), *_table(record, state, seat))


def _table(record: Record, state: State, seat: int | None) -> list[RenderableType]:
    """Return how the table stands: as a seat sees it, or as it is, with what everybody holds."""
    from rich.text import Text

    from workbench.cli.play.desk import labels
    from workbench.cli.play.views import view_of

    view, names = view_of(state.game.name), labels(record.names)
    parts = view.table(state.observation(seat), names)
    for player in range(state.players) if seat is None else [seat]:
        parts += [Text(f"{names[player]}:"), *view.own(state.observation(player))]
    return parts


def _picture(state: State, seat: int | None) -> str:
    picture = state.game.picture(state.observation(seat))
    if picture is None:
        raise ToolkitError(f"--svg: there is no picture of {state.game.title}")
    return picture


def _told(record: Record, state: State, seat: int | None) -> dict[str, Any]:
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
    from toolkit.core.decision import AUTOMATIC, CHANCE, TERMINAL

    return {CHANCE: "chance", AUTOMATIC: "chance", TERMINAL: None}.get(actor, actor)


def _zones(zones: Zones | View) -> dict[str, list[int | None]]:
    """Return the numbers of the cards in each zone; None for one that the seat does not see."""
    from toolkit.core.hidden import HIDDEN

    return {
        name: [None if face == HIDDEN else face for face in zones.cards[number]]
        for name, number in zones.layout.number.items()
    }
