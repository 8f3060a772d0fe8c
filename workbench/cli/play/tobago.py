"""What a seat sees of Tobago, as text: island, maps, players, and the own clues with where they fit."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from rich.text import Text

from toolkit.core.hidden import HEAP
from toolkit.games.tobago import COLOURS
from toolkit.games.tobago.play.actions import CURSE, Look, Raise, treasure_name
from toolkit.games.tobago.play.compiled import compiled_setting
from toolkit.games.tobago.play.conversion import position_of
from toolkit.games.tobago.play.state import DIVISION, DONE, Move, TobagoState, Treasure, Turn
from workbench.cli.play.desk import named
from workbench.cli.printing import table_of
from workbench.cli.tobago.asking import legal_clues, verdicts_of
from workbench.cli.tobago.terminal import LETTERS, TerminalPicture

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from toolkit.core import Observation
    from toolkit.games.tobago import Position

ASIDES = frozenset({"take"})

_WITHOUT_CLUES = ASIDES | {"move"}


def table(seen: Observation[TobagoState], names: Sequence[str]) -> list[RenderableType]:
    """Return what lies open: the island with its pieces, the maps, the piles, and every player."""
    position = position_of(seen)
    marked = {colour: one.candidates for colour, one in position.maps.items() if one.clues}
    clues, treasures = seen[TobagoState.clue_cards], seen[TobagoState.treasure_cards]
    piles = (
        f"turn {seen['turn']}; treasure deck: {len(treasures.zone('deck'))} cards; "
        f"clue pile: {len(clues.zone('pile'))} cards and {len(clues.zone('discarded'))} discarded"
    )
    picture = TerminalPicture(position, marked, ())
    return [picture, _maps(seen, position), _players(seen, names), Text(piles)]


def _maps(seen: Observation[TobagoState], position: Position) -> Table:
    """Return every map: where its treasure may lie, and its clues with the players whose roses lie there."""
    rows = []
    for (colour, one), owners in zip(position.maps.items(), seen[TobagoState.owners], strict=True):
        left = f"on {one.located}" if one.located else len(one.candidates)
        whose = [owner if owner >= 0 else "-" for owner in owners]
        laid = ", ".join(f"{clue} ({owner})" for clue, owner in zip(one.clues, whose, strict=True))
        rows.append((f"{LETTERS[colour]} {colour}", left, laid or "-"))
    return table_of("map", "left", "clues, and whose rose lies on each", rows=rows, numbers=["left"])


def _players(seen: Observation[TobagoState], names: Sequence[str]) -> Table:
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
    return table_of("player", "ATV", "on", *numbers, rows=rows, numbers=numbers)


def own(seen: Observation[TobagoState]) -> list[RenderableType]:
    """Return the own clues with what each would leave on every map, and what is to be decided."""
    kind = str(seen.decision_kind()) if seen.actions else ""
    position = position_of(seen)
    parts: list[RenderableType] = []
    if position.hand and kind not in _WITHOUT_CLUES:
        parts += legal_clues(position, verdicts_of(position, position.hand))
    return [*parts, Text(_QUESTIONS[kind](seen, *list(seen.stack[-1])[1:]))] if kind else parts


def _starting_clue(seen: Observation[TobagoState], face: int) -> str:
    if face < 0:
        return "Which map do you mark? (T-17a)"
    clue = compiled_setting(seen.rules, seen[TobagoState.landmarks]).decks.clues[face]
    return f"Your starting clue is {str(clue)!r}: on which map? (T-17)"


def _take(seen: Observation[TobagoState], treasure: Treasure, face: int, place: int) -> str:
    left = len(seen[TobagoState.treasure_cards].zone("division"))
    since_raise = takewhile(lambda event: not isinstance(event.action, Raise), reversed(seen.log))  # T-25
    looks = [event.action.face for event in since_raise if isinstance(event.action, Look)]
    looked = ", ".join(treasure_name(face) for face in sorted(f for f in looks if f is not None)) or "nothing"
    chance = seen["treasure_cards"].belief.chance((DIVISION, HEAP), CURSE)
    curse = f"The chance of a curse among them: {chance:.1%}.\n" if left and seen.rules.curses else ""
    return (
        f"The {COLOURS[treasure.map]} treasure; you looked at {looked}; {left} of its cards still to come.\n"
        f"{curse}"
        f"Do you take {treasure_name(face)} for rose {place + 1} of {len(treasure.roses)}? (T-26)"
    )


_QUESTIONS: Mapping[str, Callable[..., str]] = {
    "starting clue": _starting_clue,
    "start": lambda _seen: "On which hex does your ATV start? (T-16)",
    "turn": lambda _seen, phase, _pick: (
        "Your main action is done: what else? (T-21)"
        if phase == DONE
        else "What do you do? One clue or one move; amulets and located treasures besides (T-20, T-21)"
    ),
    "move": lambda _seen, _phase, _main, left, _pick: f"You move; steps left: {left} (T-22)",
    "take": _take,
    "new map": lambda *_: "With which clue do you begin a new map? (T-29)",
}
