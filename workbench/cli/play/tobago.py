"""What a seat sees of Tobago, as text: island, maps, players, and the own clues with where they fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from rich.console import RenderableType
from rich.table import Table

from toolkit.core import Observation
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HEAP
from toolkit.core.telling.language import isolated
from toolkit.games.tobago import COLOURS, Position
from toolkit.games.tobago.cards import CURSE, treasure_name
from toolkit.games.tobago.conversion import looked_at, position_of
from toolkit.games.tobago.play.treasure import Taking
from toolkit.games.tobago.play.turns import Move, Turn
from toolkit.games.tobago.state import DIVISION, TobagoState, compiled_setting
from toolkit.games.tobago.telling import in_words
from workbench.cli.choices import LETTERS
from workbench.cli.play.desk import named, without_lines
from workbench.cli.play.voice import Voice
from workbench.cli.printing import styled, table_of
from workbench.cli.tobago.asking import legal_clues, verdicts_of
from workbench.cli.tobago.terminal import TerminalPicture, draw_terminal

if TYPE_CHECKING:
    from toolkit.games.tobago.telling.teller import TobagoTeller

asides = frozenset({"take", "move"})


def table(seen: Observation[TobagoState], voice: Voice) -> list[RenderableType]:
    """Return what lies open beside the island: the maps, every player, and the piles."""
    clues, treasures = seen[TobagoState.clue_cards], seen[TobagoState.treasure_cards]
    piles = voice.word(
        "piles",
        turn=seen["turn"],
        deck=len(treasures.zone("deck")),
        pile=len(clues.zone("pile")),
        discarded=len(clues.zone("discarded")),
    )
    return [_maps(seen, position_of(seen), voice), _players(seen, voice), styled(piles)]


def drawing(seen: Observation[TobagoState], voice: Voice, colour: str | None) -> TerminalPicture:
    """Return the island with its pieces, and the candidates of every map with clues, or of one map.

    `ToolkitError` for an unknown map.
    """
    position, say = position_of(seen), _saying(voice)
    maps = {say(one): one for one in position.maps}
    if colour is not None and colour.lower() not in maps:
        listed = voice.language.listed([*maps])
        raise ToolkitError(voice.say("no_such_map", map=voice.quoted(colour), maps=listed))
    return draw_terminal(position, colour and maps[colour.lower()], say=say)


def _saying(voice: Voice) -> Callable[[str], str]:
    """Return what says the words that tables of Tobago are made of: in the notation, as they are."""
    return in_words(voice.language.code) if voice.seats.first else str


def _maps(seen: Observation[TobagoState], position: Position, voice: Voice) -> Table:
    """Return every map: where its treasure may lie, and its clues with the players whose roses lie there."""
    say, rows = _saying(voice), []
    for (colour, one), owners in zip(position.maps.items(), seen[TobagoState.owners], strict=True):
        located = one.located and voice.word("located", hex=isolated(one.located))
        left = located or voice.language.number(len(one.candidates))
        whose = [voice.seats.number(owner) if owner >= 0 else "-" for owner in owners]
        laid = [f"{say(str(clue))} ({owner})" for clue, owner in zip(one.clues, whose, strict=True)]
        rows.append((f"{say(LETTERS[colour])} {say(colour)}", left, voice.language.listed(laid) or "-"))
    heads = [*map(voice.word, ("map", "left", "laid"))]
    return without_lines(table_of(*heads, rows=rows, numbers=heads[1:2]))


def _players(seen: Observation[TobagoState], voice: Voice) -> Table:
    say, number = _saying(voice), voice.language.number
    island = compiled_setting(seen.rules, seen[TobagoState.landmarks]).island.source
    active = next((frame.actor for frame in reversed(seen.stack) if isinstance(frame, Turn | Move)), None)
    rows = [
        (
            named(seen, voice.seats, player, active=player == active),
            say(seen.rules.colours[player]),
            say(island.names[spot]) if spot >= 0 else "-",
            number(sum(seen[TobagoState.treasure_cards].zone(f"won by {player}"))),
            number(seen[TobagoState.amulets][player]),
            number(seen[TobagoState.roses][player]),
            number(len(seen[TobagoState.clue_cards].zone(f"hand {player}"))),
        )
        for player, spot in enumerate(seen[TobagoState.atvs])
    ]
    heads = [*map(voice.word, ("player", "atv", "on", "coins", "amulets", "roses", "clues"))]
    return without_lines(table_of(*heads, rows=rows, numbers=heads[3:]))


def hand(seen: Observation[TobagoState], voice: Voice) -> list[RenderableType]:
    """Return the own clues with what each would leave on every map."""
    position = position_of(seen)
    if not position.hand:
        return []
    (made,) = legal_clues(position, verdicts_of(position, position.hand), _saying(voice))
    return [without_lines(made), styled(voice.word("legend"))]


def remark(seen: Observation[TobagoState], voice: Voice) -> str:
    """Return what this seat knows of the cards of a treasure that are to come."""
    frame = seen.stack[-1]
    if not isinstance(frame, Taking):
        return ""
    teller, in_notation = cast("TobagoTeller", voice.teller(None)), not voice.seats.first
    left = len(seen[TobagoState.treasure_cards].zone("division"))
    looked = [treasure_name(face) if in_notation else teller.treasure(face) for face in looked_at(seen)]
    told = voice.word(
        "treasure",
        colour=teller.name("colours", COLOURS[frame.treasure.map]),
        looked=voice.language.listed(looked) or teller.name("drawing", "none"),
        left=left,
    )
    if not (left and seen.rules.curses):
        return told
    chance = seen["treasure_cards"].belief.chance((DIVISION, HEAP), CURSE)
    return f"{told}\n{voice.word('chance', chance=voice.language.number(f'{chance:.1%}'))}"
