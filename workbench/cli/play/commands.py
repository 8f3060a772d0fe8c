"""The commands ``play`` and ``replay``: games of every kind, played in the terminal and told from records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from toolkit.core.errors import ToolkitError
from workbench.cli.choices import LANGUAGES, OneOf, Whole
from workbench.cli.completing import complete_file
from workbench.cli.files import STDIN, Pictures, anywhere
from workbench.cli.games import (
    RuleOptions,
    Seed,
    note_of_experts,
    read_record,
    replayed,
    seated,
    seats_option,
)
from workbench.cli.options import File, GameName, Json, Options, command, option
from workbench.cli.printing import print_json, print_rich, styled

if TYPE_CHECKING:  # each command loads what it needs
    from rich.console import RenderableType

    from toolkit.core import Game, State
    from toolkit.core.hidden import View, Zones
    from toolkit.core.record import Record
    from workbench.cli.play.voice import Voice


class Kept(Options):
    """From which file a game that is played goes on, and in which it is kept."""

    position: Annotated[
        str | None,
        option(
            "FILE",
            (
                "Go on from this position file; you sit on the seat that asks, against greedy, unless "
                "--players says otherwise."
            ),
            complete_file,
            flag="--from",
        ),
        anywhere,
    ]
    save: str | None = option("FILE", "Keep the game in this new file.", complete_file)
    earlier: str | None = option("FILE", "Go on with a saved game.", complete_file, flag="--continue")

    def check(self) -> None:
        """Refuse what does not go together."""
        if STDIN in (self.save, self.earlier, self.position):
            raise click.UsageError("a game that is played is kept in a file, not in -")


class Learning(Options):
    """Whether the memory is trained, and in which file what was told is kept."""

    train: bool = option(
        None,
        (
            "Train your memory, in Silver: cards are shown at the moment of a look only, you are asked now "
            "and then what lies where, and the end tells what forgetting cost. Against greedy, unless "
            "--players says otherwise."
        ),
    )
    results: str | None = option(
        "FILE", "With --train: keep what you told and decided in this new file.", complete_file
    )

    def check(self) -> None:
        """Refuse a file without training."""
        if self.results and not self.train:
            raise click.UsageError("--results goes with --train")
        if self.results == STDIN:
            raise click.UsageError("what is told is kept in a file, not in -")

    def check_for(self, game: str, kept: Kept) -> None:
        """Refuse training in a game without it, where nobody has looked, and a file that keeps the game."""
        if self.train and game != "silver":
            raise click.UsageError(f"--train is for silver, not for {game}")
        if self.train and kept.position:
            raise click.UsageError("--train goes without --from: nobody has looked at those cards")
        games = (Path(file).resolve() for file in (kept.save, kept.earlier) if file)
        if self.results and Path(self.results).resolve() in games:
            raise click.UsageError(f"{self.results} keeps the game: what you told goes to another file")


class Speech(Options):
    """In which words games are told."""

    lang: str = option("LANG", "en or fa.", type=OneOf("language", LANGUAGES), default="en")
    notation: bool = option(
        None, "Tell and read the notation of records, as scripts want it; it counts from 0."
    )

    def voice(self, game: Game[Any, Any], names: Sequence[str]) -> Voice:
        """Return what speaks so of a game between people of these names."""
        from workbench.cli.play.voice import InNotation, InWords

        return InNotation(game, names) if self.notation else InWords(game, self.lang, names)

    def check(self) -> None:
        """Refuse a language for the notation, which has none."""
        if self.notation and self.lang != "en":
            raise click.UsageError("--lang goes without --notation")


@command(epilog="Example: tobago play tobago --players me,greedy --save game.jsonl")
def play(
    *,
    game: GameName,
    players: str | None = seats_option(
        "Who sits where, such as me,greedy: me (or me:NAME) for a person, or a bot: "
    ),
    seed: Seed,
    by: RuleOptions,
    kept: Kept,
    learning: Learning,
    speech: Speech,
) -> None:
    """Play a game in the terminal, against bots or with several persons at one terminal.

    Everybody sees only what they may see. Type the letter of a choice or an action; help tells the rest. From
    a position file the cards that it does not tell are dealt by chance, as --seed has it.
    """
    from toolkit.core.game import find_game
    from workbench.cli.play.session import continued_session, new_session, session_from

    learning.check_for(game, kept)
    if learning.train and not kept.earlier:
        players = players or "me,greedy"
    found, seats = find_game(game), seated(players, game) if players else None
    path = Path(kept.save) if kept.save else None
    if kept.position and (kept.earlier or by):
        raise click.UsageError(
            "--from goes without --continue, --edition and --rules: the position file has the rules"
        )
    if kept.position:
        session = session_from(found, Path(kept.position), seats, seed, speech.voice, path)
    elif kept.earlier is None:
        if seats is None:
            raise click.UsageError("--players is missing, such as --players me,greedy")
        session = new_session(found, by.of(found), seats, seed, speech.voice, path)
    elif seed is None and not by:
        session = continued_session(found, seats, Path(kept.earlier), speech.voice, path)
    else:
        raise click.UsageError("--continue goes on with the seed, the edition and the rules of that game")
    if learning.train:
        from workbench.cli.play.training import Trainer

        session.train(partial(Trainer, file=Path(learning.results) if learning.results else None))
    note_of_experts(seats or (), found.name)
    session.run()


@command(epilog="Example: tobago replay game.jsonl --text")
def replay(
    *,
    file: File,
    text: bool = option(None, "Print only what happened, not how the table stands after it."),
    seat: int | None = option("P", "Only what this player saw; 0 is the first.", type=Whole(0)),
    upto: int | None = option("N", "Only the first N actions, chance included.", type=Whole(0)),
    speech: Speech,
    pictures: Pictures,
    as_json: Json,
) -> None:
    """Check the record of a game action by action, and tell it.

    FILE is a record, such as tobago play --save writes; - reads standard input. Line N + 1 of it holds its
    Nth action.
    """
    drawn = pictures.asked(file, as_json)
    if text and (drawn or as_json):
        raise click.UsageError("--text goes without --svg, --png and --json")
    record = read_record(file)
    if upto is not None:
        if upto > (count := len(record.actions)):
            raise click.UsageError(f"--upto {upto}: {file} holds {count} actions")
        record = replace(record, actions=record.actions[:upto], outcome=None)
    if seat is not None and seat >= record.players:
        raise click.UsageError(f"--seat {seat}: the players are numbered from 0 to {record.players - 1}")
    state = replayed(record, file)
    if as_json:
        print_json(_replay_data(record, state, seat))
    elif not drawn:
        print_rich(*_replayed(record, state, seat, speech.voice(record.game, record.names), text))
    elif picture := speech.voice(record.game, record.names).picture(state.observation(seat)):
        pictures.write(picture)
    else:
        raise ToolkitError(f"there is no picture of {state.game.title}")


def _replayed(
    record: Record, state: State, seat: int | None, voice: Voice, only_text: bool
) -> Iterator[RenderableType]:
    """Yield what happened, and how the table stands: as a seat sees it, or with what everybody holds."""
    from workbench.cli.play.desk import view_of

    yield from (styled(line) for line in voice.record(record, seat))
    if not only_text:
        view = view_of(state.game.name)
        yield styled()
        if view.drawing:
            yield view.drawing(state.observation(seat), voice, None)
        yield from view.table(state.observation(seat), voice)
        for player in range(state.players) if seat is None else [seat]:
            if held := view.hand(state.observation(player), voice):
                yield styled(f"{voice.seats[player]}:")
                yield from held


def _replay_data(record: Record, state: State, seat: int | None) -> dict[str, Any]:
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
