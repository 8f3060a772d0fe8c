"""The commands ``play`` and ``replay``: games of every kind, played in the terminal and told from records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError
from workbench.cli import games
from workbench.cli.choices import BOTS, PERSON, REMEMBERING, Whole
from workbench.cli.completing import bots, complete_file, completed
from workbench.cli.files import (
    STDIN,
    anywhere_option,
    check_pictures,
    file_argument,
    picture_options,
    write_pictures,
)
from workbench.cli.printing import json_option, print_json, print_rich, styled

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.core import State
    from toolkit.core.hidden import View, Zones
    from toolkit.core.record import Record


@click.command(epilog="Example: tobago play tobago --players me,greedy --save game.jsonl")
@games.game_argument
@click.option(
    "--players",
    metavar="NAME,NAME,...",
    shell_complete=completed(lambda ctx: [PERSON, *bots(ctx)], listed=True),
    help="Who sits where, such as me,greedy: me (or me:NAME) for a person, or a bot: "
    f"{', '.join(BOTS)}; in Silver also {', '.join(REMEMBERING)}.",
)
@games.seed_option
@games.edition_option
@games.rules_option
@click.option(
    "--from",
    "position",
    metavar="FILE",
    shell_complete=complete_file,
    help="Go on from this position file; you sit on the seat that asks, against greedy, unless --players "
    "says otherwise.",
)
@anywhere_option
@click.option("--save", metavar="FILE", shell_complete=complete_file, help="Keep the game in this new file.")
@click.option(
    "--continue", "earlier", metavar="FILE", shell_complete=complete_file, help="Go on with a saved game."
)
def play(
    game: str,
    players: str | None,
    seed: int | str | None,
    edition: str | None,
    settings: tuple[str, ...],
    position: str | None,
    save: str | None,
    earlier: str | None,
) -> None:
    """Play a game in the terminal, against bots or with several persons at one terminal.

    Everybody sees only what they may see. Type the letter of a choice or an action; help tells the rest. From
    a position file the cards that it does not tell are dealt by chance, as --seed has it.
    """
    from toolkit.core.game import find_game
    from workbench.cli.play.session import continued_session, new_session, session_from

    if STDIN in (save, earlier, position):
        raise click.UsageError("a game that is played is kept in a file, not in -")
    found, seats = find_game(game), players.split(",") if players else None
    path = Path(save) if save else None
    if position and (earlier or edition or settings):
        raise click.UsageError(
            "--from goes without --continue, --edition and --rules: the position file has the rules"
        )
    if position:
        session = session_from(found, Path(position), seats, seed, path)
    elif earlier is None:
        if seats is None:
            raise click.UsageError("--players is missing, such as --players me,greedy")
        session = new_session(found, games.rules_of(found, edition, settings), seats, seed, path)
    elif seed is None and edition is None and not settings:
        session = continued_session(found, seats, Path(earlier), path)
    else:
        raise click.UsageError("--continue goes on with the seed, the edition and the rules of that game")
    session.run()


@click.command(epilog="Example: tobago replay game.jsonl --text")
@file_argument
@click.option("--text", is_flag=True, help="Print only what happened, not how the table stands after it.")
@click.option("--seat", metavar="P", type=Whole(0), help="Only what this player saw, from 0.")
@click.option("--upto", metavar="N", type=Whole(0), help="Only the first N actions, chance included.")
@picture_options
@json_option
def replay(
    file: str,
    text: bool,
    seat: int | None,
    upto: int | None,
    svg: str | None,
    png: str | None,
    dark: bool,
    as_json: bool,
) -> None:
    """Check the record of a game action by action, and tell it.

    FILE is a record, such as tobago play --save writes; - reads standard input. Line N + 1 of it holds its
    Nth action.
    """
    drawn = check_pictures(file, svg, png, dark, as_json)
    if text and (drawn or as_json):
        raise click.UsageError("--text goes without --svg, --png and --json")
    record = games.read_record(file)
    if upto is not None:
        if upto > (count := len(record.actions)):
            raise click.UsageError(f"--upto {upto}: {file} holds {count} actions")
        record = replace(record, actions=record.actions[:upto], outcome=None)
    if seat is not None and seat >= record.players:
        raise click.UsageError(f"--seat {seat}: the players are numbered from 0 to {record.players - 1}")
    state = games.replayed(record, file)
    if as_json:
        print_json(_told(record, state, seat))
    elif not drawn:
        print_rich(*_shown(record, state, seat, text))
    elif picture := state.observation(seat).picture:
        write_pictures(picture, svg, png, dark)
    else:
        raise ToolkitError(f"there is no picture of {state.game.title}")


def _shown(record: Record, state: State, seat: int | None, only_text: bool) -> Iterator[RenderableType]:
    """Yield what happened, and how the table stands: as a seat sees it, or with what everybody holds."""
    from workbench.cli.play.desk import labels, view_of

    told = record.to_text() if seat is None else record.seen_text(seat)
    yield from (styled(line) for line in told.splitlines())
    if not only_text:
        view, names = view_of(state.game.name), labels(record.names)
        yield styled()
        if view.drawing:
            yield view.drawing(state.observation(seat), None)
        yield from view.table(state.observation(seat), names)
        for player in range(state.players) if seat is None else [seat]:
            yield styled(f"{names[player]}:")
            yield from view.hand(state.observation(player))


def _told(record: Record, state: State, seat: int | None) -> dict[str, Any]:
    """Return what happened and how the table stands, as it is or as a seat sees it."""
    from toolkit.core.game import rules_to_dict
    from toolkit.core.record import who
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
        "note": record.note,
        "seat": seat,
        "actions": len(record.actions),
        "log": [{"by": who(event.actor), "do": str(event)} for event in log],
        "to_act": who(seen.to_act()),
        "decision": seen.decision_kind(),
        "legal": [str(action) for action in legal],
        "fields": plain(seen.fields),
        "zones": {name: _zones(one) for name, one in zip(state.ZONES, zones, strict=True)},
        "end": asdict(record.outcome) if record.outcome else None,
        "warnings": record.warnings,
    }


def _zones(zones: Zones | View) -> dict[str, list[int | None]]:
    """Return the numbers of the cards in each zone; None for one that the seat does not see."""
    from toolkit.core import HIDDEN

    return {
        name: [None if face == HIDDEN else face for face in zones.cards[number]]
        for name, number in zones.layout.number.items()
    }
