"""What a seat sees of Tobago, as text: island, maps, players, and the own clues with where they fit."""

from __future__ import annotations

from itertools import takewhile

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from toolkit.core import Observation
from toolkit.core.hidden import HEAP
from toolkit.games.tobago import COLOURS, Position
from toolkit.games.tobago.actions import Look, Raise
from toolkit.games.tobago.cards import CURSE, treasure_name
from toolkit.games.tobago.conversion import position_of
from toolkit.games.tobago.play.treasure import Taking
from toolkit.games.tobago.play.turns import Move, Turn
from toolkit.games.tobago.rules import known
from toolkit.games.tobago.state import DIVISION, TobagoState, compiled_setting
from workbench.cli.choices import LETTERS
from workbench.cli.play.desk import named, without_lines
from workbench.cli.play.voice import Seats, Voice
from workbench.cli.printing import table_of
from workbench.cli.tobago.asking import legal_clues, verdicts_of
from workbench.cli.tobago.terminal import TerminalPicture, draw_terminal

asides = frozenset({"take", "move"})


def table(seen: Observation[TobagoState], voice: Voice) -> list[RenderableType]:
    """Return what lies open beside the island: the maps, every player, and the piles."""
    names = voice.seats
    clues, treasures = seen[TobagoState.clue_cards], seen[TobagoState.treasure_cards]
    piles = (
        f"turn {seen['turn']}; treasure deck: {len(treasures.zone('deck'))} cards; "
        f"clue pile: {len(clues.zone('pile'))} cards and {len(clues.zone('discarded'))} discarded"
    )
    return [_maps(seen, position_of(seen), names), _players(seen, names), Text(piles)]


def drawing(seen: Observation[TobagoState], colour: str | None) -> TerminalPicture:
    """Return the island with its pieces, and the candidates of every map with clues, or of one map.

    `ToolkitError` for an unknown map.
    """
    position = position_of(seen)
    if colour is not None:
        colour = known("map", colour.lower(), position.maps)
    return draw_terminal(position, colour)


def _maps(seen: Observation[TobagoState], position: Position, names: Seats) -> Table:
    """Return every map: where its treasure may lie, and its clues with the players whose roses lie there."""
    rows = []
    for (colour, one), owners in zip(position.maps.items(), seen[TobagoState.owners], strict=True):
        left = f"on {one.located}" if one.located else len(one.candidates)
        whose = [names.number(owner) if owner >= 0 else "-" for owner in owners]
        laid = ", ".join(f"{clue} ({owner})" for clue, owner in zip(one.clues, whose, strict=True))
        rows.append((f"{LETTERS[colour]} {colour}", left, laid or "-"))
    return without_lines(
        table_of("map", "left", "clues, and whose rose lies on each", rows=rows, numbers=["left"])
    )


def _players(seen: Observation[TobagoState], names: Seats) -> Table:
    numbers = ["coins", "amulets", "roses", "clues"]
    island = compiled_setting(seen.rules, seen[TobagoState.landmarks]).island.source
    active = next((frame.actor for frame in reversed(seen.stack) if isinstance(frame, Turn | Move)), None)
    rows = [
        (
            named(seen, names, player, active=player == active),
            seen.rules.colours[player],
            island.names[spot] if spot >= 0 else "-",
            sum(seen[TobagoState.treasure_cards].zone(f"won by {player}")),
            seen[TobagoState.amulets][player],
            seen[TobagoState.roses][player],
            len(seen[TobagoState.clue_cards].zone(f"hand {player}")),
        )
        for player, spot in enumerate(seen[TobagoState.atvs])
    ]
    return without_lines(table_of("player", "ATV", "on", *numbers, rows=rows, numbers=numbers))


def hand(seen: Observation[TobagoState], _voice: Voice) -> list[RenderableType]:
    """Return the own clues with what each would leave on every map."""
    position = position_of(seen)
    if not position.hand:
        return []
    (made,) = legal_clues(position, verdicts_of(position, position.hand))
    return [
        without_lines(made),
        Text("number: candidates left; x contradicts, 0 leaves nothing, = removes nothing"),
    ]


def remark(seen: Observation[TobagoState], _voice: Voice) -> str:
    """Return what this seat knows of the cards of a treasure that are to come."""
    frame = seen.stack[-1]
    if not isinstance(frame, Taking):
        return ""
    left = len(seen[TobagoState.treasure_cards].zone("division"))
    since_raise = takewhile(lambda event: not isinstance(event.action, Raise), reversed(seen.log))  # T-25
    looks = [event.action.face for event in since_raise if isinstance(event.action, Look)]
    looked = ", ".join(treasure_name(face) for face in sorted(f for f in looks if f is not None)) or "none"
    chance = seen["treasure_cards"].belief.chance((DIVISION, HEAP), CURSE)
    curse = f"\nThe chance of a curse among them: {chance:.1%}." if left and seen.rules.curses else ""
    treasure = f"The {COLOURS[frame.treasure.map]} treasure"
    return f"{treasure}. You looked at: {looked}. Cards still to come: {left}.{curse}"
