"""A whole table as a seat sees it: the display with the tiles, the journal, and what every player has.

It is as wide as a column of text and as long as it must be: what lies side by side on a table is in rows
here, and the journal goes on in a second one. Cards, tiles and spaces have their names as ``data-place``;
what a player has, with the seat before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture, Theme
from toolkit.core.pictures.table import Page, signs_of
from toolkit.core.telling.language import isolated
from toolkit.core.telling.teller import Teller
from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.components import names, tables
from toolkit.games.wayfarers.pictures import faces, tableau
from toolkit.games.wayfarers.pictures import signs as draw
from toolkit.games.wayfarers.pictures.signs import Pen, pen_of
from toolkit.games.wayfarers.state import WayfarersState

Seen = Observation[WayfarersState]
Owners = Mapping[int, tableau.Owner]

_GONE, _LONGEST = "#cfcabd", 40  # what is sold out; letters of a name in the title
_ROWS = ((names.LAND, names.WATER), (names.TOWNSFOLK, names.SPACE), (names.INSPIRATION,))  # of the display
_RIGHT = 424  # where the second kind of a row begins
_FOLD, _ACROSS, _DEEP = 5, 150, 296  # the last column of the journal's first row; between columns; a row
# How far down the spaces of the journal are, by the last letters of their names.
_DOWN = dict(zip("tmbul012345", (34, 139, 244, 86, 192, 139, 26, 84, 142, 200, 258), strict=True))


def table_svg(seen: Seen, teller: Teller, theme: Theme = "auto") -> Picture:
    """Return all that a seat sees as SVG, in the words of a teller; `ToolkitError` for no theme."""
    pen, page = pen_of(teller.language.code), Page(teller, tableau.PAGE)
    rival = pen.teller.name("things", "rival")
    owners = {
        seat: tableau.Owner(seat, teller.called(seat), signs_of(teller)[seat], pen, page)
        for seat in range(seen.players)
    }
    owners[tableau.RIVAL] = tableau.Owner(tableau.RIVAL, rival, pen.shown("R"), pen, page)
    drawn = [card for kind in names.KINDS for card in seen[kind].zone("drawn") if card >= 0]
    head, *notes = _title(seen, teller, drawn, pen)
    body, y = page.line(head, tableau.MARGIN, 28, "title"), 40.0
    if notes:
        body += page.line(teller.language.listed(notes), tableau.MARGIN, 50, "soft")
        y += 22
    acts = tableau.RIVAL if seen["player"] >= seen.players else seen["player"]
    acts = names.NONE if seen[WayfarersState.reason] else acts
    parts = [(_drawn(drawn, pen), 126.0)] if drawn else []
    parts += [*_display(seen, owners, pen), _tiles(seen, pen), *_journal(seen, owners, pen)]
    for seat, one in enumerate(seen[WayfarersState.tableaux]):
        face, high = tableau.framed(*tableau.tableau_face(one, owners[seat]), turn=seat == acts)
        parts.append((f'<g data-seat="{seat}">{face}</g>', high))
    for other in seen[WayfarersState.rivals]:
        parts.append(
            tableau.framed(*tableau.rival_face(other, owners[tableau.RIVAL]), turn=acts == tableau.RIVAL)
        )
    for markup, high in parts:
        body += draw.put(markup, tableau.MARGIN, y)
        y += high
    title = teller.language.listed([teller.name("game", "title"), head, *notes])
    return pen.page(pen.finished(title), body, tableau.PAGE, y, theme)


def _title(seen: Seen, teller: Teller, drawn: Sequence[int], pen: Pen) -> list[str]:
    """Return which turn it is and whose, and what a seat should know besides."""
    said, seat = pen.teller, seen["player"]
    who = teller.called(seat, _LONGEST) if seat < seen.players else said.name("things", "rival")
    head = [said.name("picture", "turn", number=seen[WayfarersState.turns]), who]
    head += [said.language.is_over] * bool(seen[WayfarersState.reason])
    found = [said.language.finished(said.language.listed(head))]
    left = pen.word("turns_left", number=seen["ending"])
    found += [left] * (seen["ending"] > 0)
    cards = said.language.listed([isolated(tables.CARDS[card].id) for card in drawn])
    return [*found, *[pen.word("drawn", cards=cards)] * bool(drawn)]


def _drawn(cards: Sequence[int], pen: Pen) -> str:
    """Return the cards that the seat has drawn, to keep one of them."""
    return "".join(
        draw.put(
            faces.face(card, pen),
            120 * n,
            0,
            words=faces.card_words(card, pen),
            place=tables.CARDS[card].id,
        )
        for n, card in enumerate(cards)
    )


def _display(seen: Seen, owners: Owners, pen: Pen) -> Iterator[tuple[str, float]]:
    """Yield the rows of cards to be had, with what lies on them and below, and how high each is."""
    for kinds in _ROWS:
        body, high = "", 0
        for left, kind in zip((0, _RIGHT), kinds, strict=False):
            name, wide = names.KINDS[kind], faces.WIDE[kind] + 4
            pile = len(seen[name].zone("pile")) + len(seen[name].zone("under"))
            head = pen.word("pile", kind=pen.teller.name("cards", name, count=0), number=pile)
            body += pen.begun(head, left, left + 4 * wide - 4, 11)
            for slot in range(4):
                slides = kind in (names.LAND, names.TOWNSFOLK)  # to the right (Y-66)
                x = left + (3 - slot if slides else slot) * wide
                body += _place(seen, 4 * kind + slot, owners, pen, x, 16)
            high = max(high, 16 + faces.HIGH[kind] + 22 + faces.spot_high(kind, pen) + 14)
        if len(kinds) == 1:
            body += draw.put(_prices(pen), _RIGHT, 16)
        yield body, high


def _place(seen: Seen, place: int, owners: Owners, pen: Pen, x: float, y: float) -> str:
    """Return a place of the display: its card, influence and workers, and its worker spot or price."""
    kind, slot = divmod(place, 4)
    card, owner, mask = (seen[name][place] for name in ("display", "tokens", "workers"))
    wide, high = faces.WIDE[kind], faces.HIGH[kind]
    if card == names.NONE:
        body = pen.slip(["empty"], 0, 0, wide, high, rx=5)
        words = [pen.word("gap", kind=pen.teller.name("cards", names.KINDS[kind]), number=slot + 1)]
    else:
        body = faces.face(card, pen)
        words = [pen.word("slot", number=slot + 1, card=faces.card_words(card, pen))]
    if owner != names.NONE:
        seat = tableau.RIVAL if seen["rivals"] and owner == names.RIVAL else owner
        body += tableau.piece("flag", owners[seat], wide - 14, high + 11)
        words.append(pen.word("influence_of", who=owners[seat].name))
    for n, colour in enumerate(names.WORKERS):
        if mask >> n & 1:
            body += pen.sign(colour, 12 + 20 * n, high + 11)
            told = "fresh_worker" if mask >> n + 3 & 1 else "worker"
            words.append(pen.word(told, colour=pen.teller.name("workers", colour)))
    named = tables.CARDS[card].id if card != names.NONE else ""
    drawn = body + faces.spot_face(place, pen)
    return draw.put(drawn, x, y, words=pen.teller.language.listed(words), place=named)


def _prices(pen: Pen) -> str:
    """Return the prices of tiles by kind."""
    rows: tuple[list[str], list[str]] = [], []
    for kind, name in enumerate(names.TILE_KINDS):
        silver, guild, times = tables.tile_prices(kind)
        row = rows[not times]
        row += [f"{name}-tile", f"silver={silver}" if silver else "free"]
        row += ["/", *[names.GUILDS[guild]] * times, "   "] if times else ["   "]
    wide = tableau.PAGE - 2 * tableau.MARGIN - _RIGHT
    return draw.box(0, 0, wide, 52, rx=8) + pen.lines(rows, wide / 2, 2, wide - 6, 48)


def _tiles(seen: Seen, pen: Pen) -> tuple[str, float]:
    """Return the tiles, each with how many are left, and how high that is; all tall ones are in a row."""
    body, x, y = "", 0, 0
    for tile, left in zip(tables.TILES, seen["tiles_left"], strict=True):
        columns, rows = tile.size
        wide, high = columns * faces.CELL, rows * faces.CELL
        x, y = (0, 120) if tile.number == tables.TILES_OF[names.BASIC][0] else (x, y)
        gone = pen.slip(["empty"], 0, 0, wide, high, fill=_GONE)
        drawn = faces.tile_face(tile.number, pen) if left else gone
        drawn += draw.words_at(tile.id, 0, high + 13, fill=draw.BESIDE, anchor="start")
        drawn += draw.words_at(pen.shown(f"\u00d7{left}"), wide, high + 13, fill=draw.BESIDE, anchor="end")
        words = pen.word("tiles_left", tile=faces.tile_words(tile.number, pen), number=left)
        body += draw.put(drawn, x, y, words=words, place=tile.id)
        x += wide + 10
    return body, 196


_SPACES = [  # the row of each space of the journal, and its place
    (
        int(column > _FOLD),
        44 + _ACROSS * (column - _FOLD * (column > _FOLD)) + 22 * (name[-2] == "-"),
        _DOWN[name[-1]],
    )
    for column, name in zip(journal.COLUMN, journal.SPACES, strict=True)
]


def _journal(seen: Seen, owners: Owners, pen: Pen) -> Iterator[tuple[str, float]]:
    """Yield the two rows of the journal with what lies on it, and how high each is."""
    body = [*_ways(seen.rules.sections, pen)]
    here = [(seat, one.marker) for seat, one in enumerate(seen["tableaux"])]
    here += [(tableau.RIVAL, one.marker) for one in seen["rivals"]]
    laid = dict(zip(journal.TILE_SPACES, seen["journal_tiles"], strict=True))
    for space, (row, x, y) in enumerate(_SPACES):
        tile = laid.get(space, names.NONE)
        words, drawn = [faces.space_words(space, pen, tile)], faces.space_face(space, pen, tile)
        for n, seat in enumerate([seat for seat, marker in here if marker == space]):
            left, down = (-58, -12) if space in journal.FINAL else (18 * n - 26, 25)  # final ones lie close
            drawn += tableau.piece("marker", owners[seat], left, down)
            words.append(pen.word("is_here", who=owners[seat].name))
        told = pen.teller.language.listed(words)
        body[row] += draw.put(drawn, x, y, words=told, place=journal.SPACES[space])
    for n, (space, _) in enumerate(journal.GREEN_SPACES):
        row, x = _SPACES[space][:2]
        body[row] += pen.sign("green", x, _DOWN["m"]) * (seen["green"] >> n & 1)
    yield from ((drawn, _DEEP) for drawn in body)


@lru_cache(maxsize=64)
def _ways(sections: str, pen: Pen) -> tuple[str, str]:
    """Return the ways in both rows of the journal, which are the same all the game.

    The last column of the first row stands at the head of the second one again, without what lies on it.
    """
    body, lines, again = ["", ""], ["", ""], {}
    for way in journal.CONNECTIONS:
        (first, a, b), (row, c, d), side = _SPACES[way.start], _SPACES[way.end], sections[way.section]
        if first != row:
            lines[0] += f"M{a} {b}H{tableau.PAGE - 2 * tableau.MARGIN:.0f}"
            a -= _FOLD * _ACROSS
            again[way.start] = draw.put(_again(way.start, pen), a, b)
        tokens, x = faces.requirement_tokens(way.sides["AB".index(side)]), (a + c) / 2 - 30
        lines[row] += f"M{a} {b}L{c} {d}"
        body[row] += pen.slip(tokens, x - 18 * (way.end in journal.FINAL), (b + d) / 2 - 13, 60, 26, rx=9)
    above, below = (f'<path d="{line}" class="ways"/>{part}' for line, part in zip(lines, body, strict=True))
    return above, below + "".join(again.values())


def _again(space: int, pen: Pen) -> str:
    """Return a space of the journal where it stands again: its column."""
    column = draw.words_at(pen.shown(f"{journal.COLUMN[space]}"), 0, 5, fill=draw.BESIDE)
    return f'<rect x="-16" y="-16" width="32" height="32" rx="8" class="again"/>{column}'
