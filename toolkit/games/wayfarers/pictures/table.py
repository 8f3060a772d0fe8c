"""A whole table as a seat sees it: the display with the tiles, the journal, and what every player has.

Cards, tiles and spaces have their names as ``data-place``; what a player has, with the seat before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture, Theme
from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.components import names, tables
from toolkit.games.wayfarers.pictures import faces
from toolkit.games.wayfarers.pictures import signs as draw
from toolkit.games.wayfarers.pictures.tableau import PAGE, RIVAL, piece, rival_face, tableau_face
from toolkit.games.wayfarers.state import WayfarersState

if TYPE_CHECKING:
    Seen = Observation[WayfarersState]

_GONE = "#cfcabd"  # what is sold out
_BLOCKS = ((0, 0, 0), (1, 396, 0), (2, 888, 0), (3, 0, 166), (4, 396, 166))  # kinds of cards, and places
# How far down the spaces of the journal are, by the last letters of their names.
_ROWS = dict(zip("tmbul012345", (45, 150, 255, 97, 203, 150, 26, 88, 150, 212, 274), strict=True))


def table_svg(seen: Seen, theme: Theme = "auto") -> Picture:
    """Return all that a seat sees as SVG; `ToolkitError` for no theme."""
    who = f"player {seen['player']}" if seen["player"] < seen.players else "the rival"
    title = f"Wayfarers, turn {seen[WayfarersState.turns]}, {who}"
    title += f", turns left: {seen['ending']}" * (seen["ending"] > 0)
    title += ", the game is over" * bool(seen[WayfarersState.reason])
    drawn = [card for kind in names.KINDS for card in seen[kind].zone("drawn") if card >= 0]
    title += f", drawn {', '.join(tables.CARDS[card].id for card in drawn)}" * bool(drawn)
    parts = [(draw.words_at(title, 0, 18, 16, draw.BESIDE, "start"), 30.0)]
    parts += [(_drawn(drawn), 110.0)] if drawn else []
    parts += [_display(seen), _journal(seen)]
    for seat, one in enumerate(seen[WayfarersState.tableaux]):
        face, high = tableau_face(one, seat, f"player {seat}{' (you)' * (seat == seen.player)}")
        parts.append((f'<g data-seat="{seat}">{face}</g>', high))
    body, y = "", 8.0
    for markup, high in [*parts, *map(rival_face, seen[WayfarersState.rivals])]:
        body += draw.put(markup, 6, y)
        y += high
    return draw.page(title, body, PAGE + 12, y, theme)


def _drawn(cards: Sequence[int]) -> str:
    """Return the cards that the seat has drawn, to keep one of them."""
    faces_of = ((faces.face(card), tables.CARDS[card].id) for card in cards)
    return "".join(
        draw.put(drawn, 120 * n, 0, words=faces.words_of(name), place=name)
        for n, (drawn, name) in enumerate(faces_of)
    )


def _display(seen: Seen) -> tuple[str, float]:
    """Return the cards to be had with what lies on them, worker spots, prices, and the tiles to be had."""
    body = ""
    for kind, left, top in _BLOCKS:
        name, wide = names.KINDS[kind], faces.WIDE[kind] + 4
        pile = len(seen[name].zone("pile")) + len(seen[name].zone("under"))
        body += draw.words_at(f"{name}: {pile} in the pile", left, top + 10, fill=draw.BESIDE, anchor="start")
        for slot in range(4):
            across = 3 - slot if kind in (names.LAND, names.TOWNSFOLK) else slot  # as the cards slide (Y-66)
            body += _place(seen, 4 * kind + slot, left + across * wide, top + 14)
    return body + draw.put(_tiles(seen), 792, 166), 330


def _place(seen: Seen, place: int, x: float, y: float) -> str:
    """Return a place of the display: its card, influence and workers, and its worker spot or price."""
    kind, slot = divmod(place, 4)
    card, owner, mask = (seen[name][place] for name in ("display", "tokens", "workers"))
    wide, high, words = faces.WIDE[kind], faces.HIGH[kind], f"{names.KINDS[kind]} slot {slot + 1}, empty"
    body = draw.slip(["empty"], 0, 0, wide, high, rx=5)
    if card != names.NONE:
        words, body = f"slot {slot + 1}, {faces.words_of(tables.CARDS[card].id)}", faces.face(card)
    if owner != names.NONE:
        seat = RIVAL if seen["rivals"] and owner == names.RIVAL else owner
        body += piece("flag", seat, wide - 14, high + 11)
        words += f", influence of {'the rival' if seat == RIVAL else f'player {seat}'}"
    for n, colour in enumerate(names.WORKERS):
        if mask >> n & 1:
            body += draw.sign(colour, 12 + 20 * n, high + 11)
            words += f", {colour} worker{' placed this turn' * (mask >> n + 3 & 1)}"
    price = [f"silver={tables.BOARD.space_card_silver[slot]}"]
    spot = faces.block_tokens(tables.SPOTS[place]) if place in tables.SPOTS else price
    named = tables.CARDS[card].id if card != names.NONE else ""
    drawn = body + draw.slip([f"{slot + 1}.", *spot], 0, high + 22, wide)
    return draw.put(drawn, x, y, words=words, place=named)


def _tiles(seen: Seen) -> str:
    """Return the prices of tiles by kind, and the tiles, each with how many are left."""
    prices: list[str] = []
    for kind, name in enumerate(names.TILE_KINDS):
        silver, guild, times = tables.tile_prices(kind)
        prices += [f"{name}-tile", f"silver={silver}" if silver else "free"]
        prices += ["/", *[names.GUILDS[guild]] * times, "   "] if times else ["   "]
    body, x, y = draw.slip(prices, 0, 12, 508), 0, 46
    for tile, left in zip(tables.TILES, seen["tiles_left"], strict=True):
        columns, rows = tile.size
        x, y = (0, 116) if tile.number == tables.TILES_OF[names.BASIC][0] else (x, y)
        drawn = draw.slip([tile.id], 0, 0, columns * 26, rows * 26, fill=_GONE)
        drawn = draw.put(faces.tile_face(tile.number), 0, 0, 0.72) if left else drawn
        drawn += draw.words_at(f"\u00d7{left}", columns * 13, rows * 26 + 9, 10, draw.BESIDE)
        body += draw.put(drawn, x, y, words=f"{faces.words_of(tile.id)}, {left} left", place=tile.id)
        x += 26 * columns + 9
    return body


def _journal(seen: Seen) -> tuple[str, float]:
    """Return the journal with what lies on it."""
    across = [36 + 118 * column + 34 * (n in journal.FINAL) for n, column in enumerate(journal.COLUMN)]
    at = [(x, _ROWS[name[-1]]) for x, name in zip(across, journal.SPACES, strict=True)]
    here = [(seat, one.marker) for seat, one in enumerate(seen["tableaux"])]
    here += [(RIVAL, one.marker) for one in seen["rivals"]]
    body = lines = ""
    for way in journal.CONNECTIONS:
        (a, b), (c, d), side = at[way.start], at[way.end], seen.rules.sections[way.section]
        tokens, x = faces.requirement_tokens(way.sides["AB".index(side)]), (a + c) / 2 - 27
        lines += f"M{a} {b}L{c} {d}"
        body += draw.slip(tokens, x - 10 * (way.end in journal.FINAL), (b + d) / 2 - 12, 54, 24, rx=9)
    laid = dict(zip(journal.TILE_SPACES, seen["journal_tiles"], strict=True))
    for space, (x, y) in enumerate(at):
        tile = laid.get(space, names.NONE)
        words, drawn = faces.words_of(journal.SPACES[space]), faces.space_face(space, tile)
        words += f", {faces.words_of(tables.JOURNAL_TILES[tile])}" * (tile != names.NONE)
        for n, seat in enumerate([seat for seat, marker in here if marker == space]):
            left, down = (-38, -14) if space in journal.FINAL else (15 * n - 22, 24)  # final ones lie close
            drawn += piece("marker", seat, left, down)
            words += ", the rival is here" if seat == RIVAL else f", player {seat} is here"
        body += draw.put(drawn, x, y, words=words, place=journal.SPACES[space])
    for n, (space, _) in enumerate(journal.GREEN_SPACES):
        body += draw.sign("green", at[space][0], 150) * (seen["green"] >> n & 1)
    return f'<path d="{lines}" stroke="{draw.BESIDE}" stroke-width="2.5"/>{body}', 316
