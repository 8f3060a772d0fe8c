"""What a seat sees of Mangrovia, as text: the board, the piers, the players, and the own hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from toolkit.core import Observation
from toolkit.games.mangrovia.actions import AmuletsShown
from toolkit.games.mangrovia.board import Board, Space
from toolkit.games.mangrovia.components import FREE, LANDSCAPES, NO_TILE, RITUAL_SPACE, TILES, pier_words
from toolkit.games.mangrovia.scoring import Counted
from toolkit.games.mangrovia.state import CLEAN_UP, MangroviaState
from workbench.cli.play.desk import named, without_lines
from workbench.cli.play.voice import Seats, Voice
from workbench.cli.printing import styled, table_of

Seen = Observation[MangroviaState]

_WIDE = 8  # columns of a space of the grid
_LEFT = 10  # columns before it: prizes and number of a row
_SIGNS = {"stone": "#", "pole": "|"}
_LEGEND = (
    "W10+4: water, 10 in cards, 4 points; 5a: 5 in amulets; bright: a bird marks it\n"
    "({1}) hut of {0}, (n) neutral, x2 double; # stone area; | pole area, |4: tile"
)


def table(seen: Seen, voice: Voice) -> list[RenderableType]:
    """Return what lies open: the board first, at a bowl the piers, at the end the scoring."""
    names = voice.seats
    piers, board = _piers(seen, names), Group(*_board(seen, names))
    first, last = (piers, board) if seen.decision_kind() == "bowl" else (board, piers)
    parts = [
        _head(seen, names),
        first,
        _rows(seen),
        _players(seen, names),
        last,
        Text(_LEGEND.format(names.player(0), names.number(0))),
    ]
    return [_scoring(seen, names), *parts] if seen[MangroviaState.reason] else parts


def _head(seen: Seen, names: Seats) -> Text:
    pier, reason = seen[MangroviaState.pier] % CLEAN_UP, seen[MangroviaState.reason]
    boat = "the game is over" if reason else f"boat at pier {pier}" if pier else "bowls are put"
    birds = " and ".join(LANDSCAPES[face] for face in seen[MangroviaState.birds])
    whose = names[seen[MangroviaState.start]]
    return styled(f"round {seen[MangroviaState.round]}; {boat}; birds on {birds}; talisman: {whose}")


# ---- the board ---------------------------------------------------------------------------------------------


def _board(seen: Seen, names: Seats) -> Iterator[Text]:
    """Yield the lines of the board: prizes and letters, rows, spaces off the grid, tiles, and what it is."""
    board = seen.rules.layout
    grid = {(space.column, space.row): number for number, space in enumerate(board.spaces) if space.column}
    columns = sorted({column for column, _ in grid})
    prizes = {path.line: f"{path.id} {path.first}/{path.second}" for path in board.paths}
    for heads in ([prizes.get(f"column {column}", "") for column in columns], columns):
        yield styled(" " * _LEFT + "".join(f"{head:{_WIDE}}" for head in heads).rstrip())
    middles = _middles(board)
    for row in sorted({row for _, row in grid}):
        line = styled(f"{prizes.get(f'row {row}', ''):{_LEFT - 2}}{row} ")
        for column in columns:
            number = grid.get((column, row))
            blank = "[--]" if (column, row) in middles else "."
            line += _padded(styled((blank, "dim")) if number is None else _space(seen, names, number))
        line.rstrip()
        yield line
    for place in ("coast", "islet"):
        line = styled(f"{place:{_LEFT}}")
        for number in [number for number, space in enumerate(board.spaces) if space.place == place]:
            line += styled(f"{board.spaces[number].id} ") + _space(seen, names, number) + styled("  ")
        yield line
    if tiles := [
        f"{board.spaces[space].id} {TILES[tile]}"
        for space, tile in zip(board.stone, seen[MangroviaState.stone], strict=True)
        if tile != NO_TILE
    ]:
        yield styled(f"tiles     {', '.join(tiles)}")
    yield styled(f"board     {board.label}")


def _middles(board: Board) -> set[tuple[str, int]]:
    """Return the squares inside the stone and the pole area that cannot be built on (M-21)."""
    found = set()
    for area in (board.stone, board.pole):
        places = {(board.spaces[space].column, board.spaces[space].row) for space in area}
        columns, rows = sorted({column for column, _ in places}), sorted({row for _, row in places})
        found |= {(column, row) for column in columns[1:-1] for row in rows[1:-1]} - places
    return found


def _padded(text: Text) -> Text:
    return text + styled(" " * max(1, _WIDE - len(text)))


def _space(seen: Seen, names: Seats, number: int) -> Text:
    """Return a space: whose hut stands there, or what a hut costs and brings."""
    board, owner = seen.rules.layout, seen[MangroviaState.owners][number]
    space = board.spaces[number]
    if owner == FREE:
        style = "bold" if {*space.landscapes} & {*seen[MangroviaState.birds]} else "dim"
        return styled((_costs(space), style))
    whose = str(names.number(owner)) if owner < seen.players else "nm"[owner - seen.players]
    double = "x2" if seen[MangroviaState.sizes][number] > 1 else ""
    tile = seen[MangroviaState.pole][board.pole.index(number)] if number in board.pole else 0
    return styled(f"({whose}){double}{f'|{tile}' if tile else _SIGNS.get(space.area, '')}")


def _costs(space: Space) -> str:
    letters = "".join(LANDSCAPES[face][0].upper() for face in space.landscapes)
    points = f"+{space.points}" if space.points else ""
    return f"{letters}{space.price}{'a' * (space.pay == 'amulets')}{points}{_SIGNS.get(space.area, '')}"


# ---- what lies beside it -----------------------------------------------------------------------------------


def _piers(seen: Seen, names: Seats) -> RenderableType:
    """Return the ritual spaces with their bowls, and the actions of their two piers."""
    boat, rows = seen[MangroviaState.pier] % CLEAN_UP, []
    for ritual, owner in enumerate(seen[MangroviaState.bowls]):
        west, east = (pier for pier in range(1, CLEAN_UP) if RITUAL_SPACE[pier] == ritual)
        whose = "" if owner == FREE else names[owner] if owner < seen.players else "blocked"
        piers = [f"{'>' if pier == boat else ' '}{pier:2} {pier_words(pier)}" for pier in (west, east)]
        rows.append((f"R{ritual + 1}", *piers, whose))
    return without_lines(table_of("", "pier, down", "pier, up", "bowl", rows=rows))


def _rows(seen: Seen) -> Text:
    """Return the open cards, and how much lies in piles and in the bag."""
    valuables, landscapes = seen[MangroviaState.valuables], seen[MangroviaState.landscapes]
    amulets = seen[MangroviaState.amulets]
    cards = [*map(str, valuables.zone("open")), *_landscapes(landscapes.zone("open"))]
    piles, played = (
        " and ".join(str(len(view.zone(zone))) for view in (valuables, landscapes))
        for zone in ("pile", "played")
    )
    return styled(
        f"open: {', '.join(cards) or 'no cards'}; piles: {piles}\n"
        f"played: {played}; amulets: {len(amulets.zone('board'))} of 1 on the board, "
        f"{len(amulets.zone('bag'))} in the bag, {_listed(amulets.zone('spent')) or 'none'} set aside"
    )


def _players(seen: Seen, names: Seats) -> RenderableType:
    numbers, actor = ["points", "huts", "cards", "lands", "amulets", "track"], seen.to_act()
    variant = ["tiles"] if any(seen[MangroviaState.tiles]) else []
    rows = [
        [
            named(seen, names, player, active=player == actor),
            seen[MangroviaState.points][player],
            seen[MangroviaState.supply][player],
            len(seen[MangroviaState.valuables].zone(f"hand {player}")),
            len(seen[MangroviaState.landscapes].zone(f"hand {player}")),
            len(seen[MangroviaState.amulets].zone(f"kept {player}")),
            seen[MangroviaState.track][player],
            _listed(seen[MangroviaState.start_cards][player]),
            *[", ".join(TILES[tile] for tile in seen[MangroviaState.tiles][player]) for _ in variant],
        ]
        for player in range(seen.players)
    ]
    return without_lines(table_of("player", *numbers, "start", *variant, rows=rows, numbers=numbers))


def _scoring(seen: Seen, names: Seats) -> RenderableType:
    """Return the final scoring line by line, players by their seats (M-32 to M-37)."""
    shown = {e.action.player: e.action.values for e in seen.log if isinstance(e.action, AmuletsShown)}
    kept = [shown.get(player, ()) for player in range(seen.players)]
    counted = Counted(
        seen.rules.layout,
        seen.rules,
        seen.players,
        seen[MangroviaState.owners],
        seen[MangroviaState.sizes],
        seen[MangroviaState.pole],
        seen[MangroviaState.tiles],
    )
    scores = counted.scores(kept)
    seats = [names.who(seat) for seat in range(seen.players)]
    rows = [(line.rule, line.what, *line.points) for line in scores.lines(seats)]
    return without_lines(table_of("rule", "final scoring", *seats, rows=rows, numbers=seats))


# ---- the own hand, and what is asked -----------------------------------------------------------------------


def hand(seen: Seen, _voice: Voice) -> list[RenderableType]:
    """Return the own cards, amulets and tiles."""
    me = seen.player
    drawn = seen[MangroviaState.amulets].zone(f"drawn {me}")
    held = {
        "valuables": _listed(seen[MangroviaState.valuables].zone(f"hand {me}")),
        "start cards": _listed(seen[MangroviaState.start_cards][me or 0]),
        "landscapes": ", ".join(_landscapes(seen[MangroviaState.landscapes].zone(f"hand {me}"))),
        "amulets": _listed(seen[MangroviaState.amulets].zone(f"kept {me}")),
        "just drawn": _listed(drawn),
        "tiles": ", ".join(TILES[tile] for tile in seen[MangroviaState.tiles][me or 0]),
    }
    told = "; ".join(f"{name}: {cards}" for name, cards in held.items() if cards)
    return [styled(told)] if told else []


def _listed(faces: Iterable[int]) -> str:
    return " ".join(map(str, sorted(faces)))


def _landscapes(faces: Iterable[int]) -> list[str]:
    return [LANDSCAPES[face] for face in faces]
