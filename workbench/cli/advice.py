"""What bots think: ``tobago advice``, what they would do and why, and ``tobago review`` of a whole game."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from shlex import quote as quoted
from typing import TYPE_CHECKING, Annotated, Any

import click

from toolkit.games import SHIPPED
from workbench.cli.completing import completed, game_names
from workbench.cli.files import STDIN, PositionFile, format_of, read_source, reading
from workbench.cli.games import parse_record, replayed
from workbench.cli.odds.common import parse_position
from workbench.cli.options import Json, argument, command
from workbench.cli.play.commands import Speech
from workbench.cli.printing import Refusal, long_run, print_json, print_rich, styled, tell
from workbench.cli.tobago.asking import tell_review

if TYPE_CHECKING:  # each command loads what it needs
    from toolkit.core import Game, Observation
    from workbench.cli.play.voice import Voice

_RECORD, _POSITION = "toolkit-record/1", "tobago-position/1"
_NO_GAME = (
    "this is neither the record of a game, such as tobago play --save writes, nor a Tobago position: "
    "a review needs one of them"
)


def _named_first(_context: click.Context, _parameter: click.Parameter, game: str) -> str:
    """Return the game; refuse a file that is named before it, or without it, with what to write."""
    if game in SHIPPED or not Path(game).is_file():
        return game
    text, _, name = read_source(game)
    form = format_of(text) or ""
    meant = parse_record(text, name).game.name if form == _RECORD else form.removesuffix("-position/1")
    command = f"tobago advice {meant} {quoted(game)}" if meant in SHIPPED else ""
    raise Refusal("the game is missing before the file", source=name, command=command)


_GameFirst = Annotated[str, argument("GAME", completed(game_names), callback=_named_first)]


@command(epilog="Example: tobago advice silver examples/silver-witch.toml")
def advice(*, game: _GameFirst, file: PositionFile, speech: Speech, as_json: Json) -> None:
    """Advise who is to act: the best action, by how much and why, then all others.

    FILE is a position file of GAME, or the record of a game, of which the last position counts; - reads
    standard input. It is the opinion of the bot expert, in Silver of greedy, from what that seat sees alone:
    the chance to win, or points ahead of the others, in the mean over worlds that fit.
    """
    from solvers.players.advice import advice_for
    from toolkit.core.game import find_game
    from workbench.cli.play.desk import advised

    found = find_game(game)
    advice_for(found.name)
    seen, voice, asked, beside = _read(found, file, speech)
    told = advised(seen, voice)
    if as_json:
        print_json({"format": "toolkit-advice/1", "game": found.name, **told.data()})
    else:
        first = [styled(asked)] if asked else []
        print_rich(*first, *told.best(beside), *([] if told.advised.even else [styled()]), *told.table())


def _read(game: Game[Any, Any], file: str, speech: Speech) -> tuple[Observation[Any], Voice, str, str]:
    """Return what who acts sees, what tells it, who is asked what in a record, how half known is taken."""
    source = text, _, name = read_source(file)
    if format_of(text) == _RECORD:
        record = parse_record(text, name)
        voice, asked, beside = speech.voice(record.game, record.names), "", ""
        if record.game is not game:
            command = f"tobago advice {record.game.name} {quoted(file)}"
            raise Refusal(voice.say("other_game", game=voice.title), source=name, command=command)
        state = replayed(record, name)
        seen = state.observation(state.to_act() if state.to_act() >= 0 else None)
        if seen.actions:
            who = voice.seats.player(state.to_act())
            asked = voice.say("advice_asked", who=who, asked=voice.question(seen))
    else:
        position = parse_position(game.name, *source)
        voice = speech.voice(game, ())
        if untold := voice.untold(name):
            voice.tell(untold, "note")
        seen, voice, beside = from_position(game, position, name, speech)
        asked = ""
    if not seen.actions:
        raise Refusal(voice.say("advice_for", why=nobody(seen, voice)), source=name)
    return seen, voice, asked, beside


@command(epilog="Examples: tobago review game.jsonl; tobago review game.toml")
def review(*, file: PositionFile, speech: Speech, as_json: Json) -> None:
    """Tell how the chances went in a game and what cost most; of a position of Tobago, what clues took away.

    FILE is the record of any game, such as tobago play --save writes: then the turning points are told, each
    with the better action. It need not be over. Or it is a position of Tobago: then it is told what each clue
    and each player took away, in bits, for raised treasures too; - reads standard input.
    """
    source = text, _, name = read_source(file)
    form = format_of(text)
    with reading(name, _RECORD, _POSITION, text=text):
        if form not in (_RECORD, _POSITION):
            raise Refusal(_NO_GAME, source=name)
    if form == _POSITION:
        if speech.notation or speech.lang != "en":
            raise click.UsageError("--lang and --notation go with the record of a game")
        tell_review(*source, as_json=as_json)
        return
    from solvers.reviewing import review_game
    from workbench.cli.play.reviewing import Reviewed

    record = parse_record(text, name)
    replayed(record, name)  # it names the place of a fault
    with long_run("reviewing", "the game is as it was") as told:
        found = review_game(record, told=told)
    reviewed = Reviewed(record, speech.voice(record.game, record.names), found)
    again = "" if file == STDIN else quoted(file)  # of what was piped there is nothing to replay
    tell(as_json, Reviewed.data, partial(Reviewed.shown, file=again), reviewed)


def nobody(seen: Observation[Any], voice: Voice) -> str:
    """Return why who asks has nothing to choose."""
    if (acts := seen.to_act()) >= 0:
        return voice.say("nobody_other", who=voice.seats.people[acts])
    return voice.say("nobody_chance" if seen.stack else "nobody_over")


def from_position(
    game: Game[Any, Any], position: Any, name: str, speech: Speech
) -> tuple[Observation[Any], Voice, str]:
    """Return what the player sees who asks in a position, what tells it, and how the half known is taken."""
    from workbench.cli.play.desk import view_of
    from workbench.cli.showing import seen_in

    settled = view_of(game.name).settled
    position, telling = settled(position) if settled else (position, None)
    seen = seen_in(position, speech.voice(game, ()), name)
    voice = speech.voice(game, ["me"] * seen.players)
    return seen, voice, telling(voice) if telling else ""
