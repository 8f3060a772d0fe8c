"""What a seat sees of Mangrovia, as text: the board, the piers, the players, and the own hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from rich.console import Group, RenderableType
from rich.text import Text

from toolkit.core import Observation
from toolkit.core.telling.language import isolated
from toolkit.games.mangrovia.actions import AmuletsShown
from toolkit.games.mangrovia.board import Board, Space
from toolkit.games.mangrovia.components import FREE, NO_TILE, RITUAL_SPACE, TILES
from toolkit.games.mangrovia.conversion import position_of as position_of
from toolkit.games.mangrovia.scoring import Counted
from toolkit.games.mangrovia.state import CLEAN_UP, MangroviaState
from toolkit.games.mangrovia.telling import MangroviaTeller
from workbench.cli.play.desk import Explained, named, without_lines
from workbench.cli.play.voice import Voice
from workbench.cli.printing import styled, table_of

Seen = Observation[MangroviaState]

_WIDE = 8  # columns of a space of the grid
_LEFT = 10  # columns before it: prizes and number of a row
_SIGNS = {"stone": "#", "pole": "|"}


def _teller(voice: Voice) -> MangroviaTeller:
    return cast("MangroviaTeller", voice.teller(None))  # that of the game


def _numbers(numbers: Iterable[int], voice: Voice) -> str:
    return " ".join(map(voice.language.number, sorted(numbers)))


def _landscapes(faces: Iterable[int], voice: Voice) -> list[str]:
    return [*map(_teller(voice).landscape, faces)]


def _tiles(tiles: Iterable[int], voice: Voice) -> str:
    """Return stone tiles in few words."""
    parts = [TILES[tile].split() for tile in tiles]
    return voice.language.listed(
        [voice.word(kind, tile=what if what.isdecimal() else isolated(what)) for kind, what in parts]
    )


scored = True


def table(seen: Seen, voice: Voice) -> list[RenderableType]:
    """Return what lies open: the board first, at a bowl the piers, at the end the scoring."""
    huts = voice.word("huts", number=voice.seats.number(0), who=isolated(voice.seats.player(0)))
    path = seen.rules.layout.paths[0]
    paths = voice.word("paths", path=isolated(path.id), first=path.first, second=path.second)
    legend = styled("\n".join([voice.word("signs"), paths, huts]))
    board: RenderableType = Explained(Group(*_board(seen, voice)), legend)
    piers = _piers(seen, voice)
    first, last = (piers, board) if seen.decision_kind() == "bowl" else (board, piers)
    label = f"{voice.word('board')}: {_teller(voice).board(seen.rules.layout.label)}"
    parts = [_head(seen, voice), first, _rows(seen, voice), _players(seen, voice), last, styled(label)]
    return [_scoring(seen, voice), *parts] if seen[MangroviaState.reason] else parts


def _head(seen: Seen, voice: Voice) -> Text:
    pier, reason = seen[MangroviaState.pier] % CLEAN_UP, seen[MangroviaState.reason]
    birds = voice.language.joined(_landscapes(seen[MangroviaState.birds], voice))
    return styled(
        voice.word(
            "head",
            round=seen[MangroviaState.round],
            boat=voice.word("over")
            if reason
            else voice.word("boat", pier=pier)
            if pier
            else voice.word("bowls"),
            birds=birds,
            whose=isolated(voice.seats[seen[MangroviaState.start]]),
        )
    )


# ---- the board ---------------------------------------------------------------------------------------------


def _board(seen: Seen, voice: Voice) -> Iterator[Text]:
    """Yield the lines of the board: prizes and letters, rows, spaces off the grid, tiles."""
    board = seen.rules.layout
    grid = {(space.column, space.row): number for number, space in enumerate(board.spaces) if space.column}
    columns = sorted({column for column, _ in grid})
    prizes = {
        path.line: voice.word("prizes", path=isolated(path.id), first=path.first, second=path.second)
        for path in board.paths
    }
    above = [prizes.get(f"column {column}", "") for column in columns]
    for heads in (above, [voice.apart(column) for column in columns]):
        yield _joined([_padded(styled(), _LEFT), *(_padded(styled(head)) for head in heads)])
    middles = _middles(board)
    for row in sorted({row for _, row in grid}):
        cells = [
            _padded(styled(prizes.get(f"row {row}", "")), _LEFT - 2),
            styled(f"{voice.apart(str(row))} "),
        ]
        for column in columns:
            number = grid.get((column, row))
            blank = "[--]" if (column, row) in middles else "."
            cells.append(_padded(styled((blank, "dim")) if number is None else _space(seen, voice, number)))
        yield _joined(cells)
    for place in ("coast", "islet"):
        line = _padded(styled(voice.apart(voice.word(place))), _LEFT)
        for number in [number for number, space in enumerate(board.spaces) if space.place == place]:
            line += (
                styled(f"{voice.apart(board.spaces[number].id)} ")
                + _space(seen, voice, number)
                + styled("  ")
            )
        yield line
    if tiles := [
        f"{voice.apart(board.spaces[space].id)} {_tiles([tile], voice)}"
        for space, tile in zip(board.stone, seen[MangroviaState.stone], strict=True)
        if tile != NO_TILE
    ]:
        yield _padded(styled(voice.word("tiles")), _LEFT) + styled(voice.language.listed(tiles))


def _middles(board: Board) -> set[tuple[str, int]]:
    """Return the squares inside the stone and the pole area that cannot be built on (M-21)."""
    found = set()
    for area in (board.stone, board.pole):
        places = {(board.spaces[space].column, board.spaces[space].row) for space in area}
        columns, rows = sorted({column for column, _ in places}), sorted({row for _, row in places})
        found |= {(column, row) for column in columns[1:-1] for row in rows[1:-1]} - places
    return found


def _padded(text: Text, wide: int = _WIDE) -> Text:
    return text + styled(" " * max(1, wide - text.cell_len))


def _joined(cells: Iterable[Text]) -> Text:
    line = Text().join(cells)
    line.rstrip()
    return line


def _space(seen: Seen, voice: Voice, number: int) -> Text:
    """Return a space: whose hut stands there, or what a hut costs and brings."""
    board, owner = seen.rules.layout, seen[MangroviaState.owners][number]
    space = board.spaces[number]
    if owner == FREE:
        style = "bold" if {*space.landscapes} & {*seen[MangroviaState.birds]} else "dim"
        return styled((voice.apart(_costs(space, voice)), style))
    neutral = owner - seen.players
    whose = voice.seats.number(owner) if neutral < 0 else voice.word(("neutral", "neutral_white")[neutral])
    double = voice.word("double") if seen[MangroviaState.sizes][number] > 1 else ""
    tile = seen[MangroviaState.pole][board.pole.index(number)] if number in board.pole else 0
    below = f"|{voice.language.number(tile)}" if tile else _SIGNS.get(space.area, "")
    return styled(voice.apart(f"({whose}){double}{below}"))


def _costs(space: Space, voice: Voice) -> str:
    letters = "".join(map(_teller(voice).initial, space.landscapes))
    paid = voice.word("in_amulets") if space.pay == "amulets" else ""
    points = f"+{voice.language.number(space.points)}" if space.points else ""
    return f"{letters}{voice.language.number(space.price)}{paid}{points}{_SIGNS.get(space.area, '')}"


# ---- what lies beside it -----------------------------------------------------------------------------------


def _piers(seen: Seen, voice: Voice) -> RenderableType:
    """Return the ritual spaces with their bowls, and the actions of their two piers."""
    boat, rows = seen[MangroviaState.pier] % CLEAN_UP, []
    does = {pier: _teller(voice).word("short_piers", pier) for pier in range(1, CLEAN_UP)}
    for ritual, owner in enumerate(seen[MangroviaState.bowls]):
        west, east = (pier for pier in range(1, CLEAN_UP) if RITUAL_SPACE[pier] == ritual)
        whose = voice.word("blocked") if owner >= seen.players else ""
        whose = voice.apart(voice.seats[owner]) if FREE < owner < seen.players else whose
        piers = [
            f"{'>' if pier == boat else ' '}{voice.language.number(pier):>2} {does[pier]}"
            for pier in (west, east)
        ]
        rows.append((voice.apart(f"R{ritual + 1}"), *piers, whose))
    return without_lines(
        table_of("", voice.word("pier_down"), voice.word("pier_up"), voice.word("bowl"), rows=rows)
    )


def _rows(seen: Seen, voice: Voice) -> Text:
    """Return the open cards, and how much lies in piles and in the bag."""
    valuables, landscapes = seen[MangroviaState.valuables], seen[MangroviaState.landscapes]
    amulets, language = seen[MangroviaState.amulets], voice.language
    cards = [*map(str, valuables.zone("open")), *_landscapes(landscapes.zone("open"), voice)]
    piles, played = (
        language.joined([len(view.zone(zone)) for view in (valuables, landscapes)])
        for zone in ("pile", "played")
    )
    lies = {"ones": len(amulets.zone("board")), "bag": len(amulets.zone("bag"))}
    spent = _numbers(amulets.zone("spent"), voice) or voice.word("none")
    return styled(
        f"{voice.word('open', cards=language.listed(cards) or voice.word('no_cards'), piles=piles)}\n"
        f"{voice.word('played', played=played, spent=spent, **lies)}"
    )


def _players(seen: Seen, voice: Voice) -> RenderableType:
    numbers = [voice.word(head) for head in ("points", "supply", "cards", "lands", "amulets", "track")]
    actor, variant = seen.to_act(), [voice.word("tiles")] if any(seen[MangroviaState.tiles]) else []
    rows = []
    for player in range(seen.players):
        counts = (
            seen[MangroviaState.points][player],
            seen[MangroviaState.supply][player],
            len(seen[MangroviaState.valuables].zone(f"hand {player}")),
            len(seen[MangroviaState.landscapes].zone(f"hand {player}")),
            len(seen[MangroviaState.amulets].zone(f"kept {player}")),
            seen[MangroviaState.track][player],
        )
        rows.append(
            [
                named(seen, voice.seats, player, active=player == actor),
                *map(voice.language.number, counts),
                _numbers(seen[MangroviaState.start_cards][player], voice),
                *[_tiles(seen[MangroviaState.tiles][player], voice) for _ in variant],
            ]
        )
    heads = (voice.word("player"), *numbers, voice.word("start"), *variant)
    return without_lines(table_of(*heads, rows=rows, numbers=numbers))


def _scoring(seen: Seen, voice: Voice) -> RenderableType:
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
    scores, seats = counted.scores(kept), [voice.seats.who(seat) for seat in range(seen.players)]
    rows = [
        (voice.apart(line.rule), what, *map(voice.language.number, line.points))
        for line, what in zip(scores.lines(seats), _teller(voice).scored(scores, seats), strict=True)
    ]
    heads = [*map(voice.apart, seats)]
    made = table_of(voice.word("rule"), voice.word("scoring"), *heads, rows=rows, numbers=heads)
    return without_lines(made)


# ---- the own hand, and what is asked -----------------------------------------------------------------------


def hand(seen: Seen, voice: Voice) -> list[RenderableType]:
    """Return the own cards, amulets and tiles."""
    me = seen.player
    lands = _landscapes(seen[MangroviaState.landscapes].zone(f"hand {me}"), voice)
    held = {
        "valuables": _numbers(seen[MangroviaState.valuables].zone(f"hand {me}"), voice),
        "start_cards": _numbers(seen[MangroviaState.start_cards][me or 0], voice),
        "landscapes": voice.language.listed(lands),
        "amulets": _numbers(seen[MangroviaState.amulets].zone(f"kept {me}"), voice),
        "drawn": _numbers(seen[MangroviaState.amulets].zone(f"drawn {me}"), voice),
        "tiles": _tiles(seen[MangroviaState.tiles][me or 0], voice),
    }
    told = [f"{voice.word(name)}: {cards}" for name, cards in held.items() if cards]
    return [styled(voice.language.semicolon.join(told))] if told else []
