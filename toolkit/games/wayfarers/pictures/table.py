"""A whole table as a seat sees it: the display with the tiles, the journal, and what every player has.

Cards, tiles and spaces have their names as ``data-place``; what a player has, with the seat before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture, Theme
from toolkit.core.telling.language import isolated
from toolkit.core.telling.teller import Teller
from toolkit.games.wayfarers import journal
from toolkit.games.wayfarers.components import names, tables
from toolkit.games.wayfarers.pictures import faces
from toolkit.games.wayfarers.pictures import signs as draw
from toolkit.games.wayfarers.pictures.signs import Pen, pen_of
from toolkit.games.wayfarers.pictures.tableau import PAGE, RIVAL, Owner, piece, rival_face, tableau_face
from toolkit.games.wayfarers.state import WayfarersState

if TYPE_CHECKING:
    Seen = Observation[WayfarersState]
    Owners = Mapping[int, Owner]

_GONE, _LONGEST = "#cfcabd", 16  # what is sold out; letters of a name in the head of what somebody has
_BLOCKS = ((0, 0, 0), (1, 396, 0), (2, 888, 0), (3, 0, 166), (4, 396, 166))  # kinds of cards, and places
# How far down the spaces of the journal are, by the last letters of their names.
_ROWS = dict(zip("tmbul012345", (45, 150, 255, 97, 203, 150, 26, 88, 150, 212, 274), strict=True))


def table_svg(seen: Seen, teller: Teller, theme: Theme = "auto") -> Picture:
    """Return all that a seat sees as SVG, in the words of a teller; `ToolkitError` for no theme."""
    pen = pen_of(teller.language.code)
    rival = pen.teller.name("things", "rival")
    owners = {
        seat: Owner(seat, teller.called(seat), teller.called(seat, _LONGEST), pen)
        for seat in range(seen.players)
    }
    owners[RIVAL] = Owner(RIVAL, rival, rival, pen)
    drawn = [card for kind in names.KINDS for card in seen[kind].zone("drawn") if card >= 0]
    title = _title(seen, owners, drawn, pen)
    parts = [(pen.begun(title, 0, PAGE, 18, 16, draw.BESIDE), 30.0)]
    parts += [(_drawn(drawn, pen), 110.0)] if drawn else []
    parts += [_display(seen, owners, pen), _journal(seen, owners, pen)]
    for seat, one in enumerate(seen[WayfarersState.tableaux]):
        face, high = tableau_face(one, owners[seat])
        parts.append((f'<g data-seat="{seat}">{face}</g>', high))
    parts += [rival_face(one, owners[RIVAL]) for one in seen[WayfarersState.rivals]]
    body, y = "", 8.0
    for markup, high in parts:
        body += draw.put(markup, 6, y)
        y += high
    return pen.page(title, body, PAGE + 12, y, theme)


def _title(seen: Seen, owners: Owners, drawn: Sequence[int], pen: Pen) -> str:
    """Return what is played, whose turn it is, and what a seat should know of it."""
    said = pen.teller
    who = owners[seen["player"] if seen["player"] < seen.players else RIVAL].short
    found = [said.name("game", "title"), said.name("picture", "turn", number=seen[WayfarersState.turns]), who]
    found += [said.name("picture", "turns_left", number=seen["ending"])] * (seen["ending"] > 0)
    found += [said.language.is_over] * bool(seen[WayfarersState.reason])
    cards = said.language.listed([isolated(tables.CARDS[card].id) for card in drawn])
    found += [said.name("picture", "drawn", cards=cards)] * bool(drawn)
    return pen.finished(said.language.listed(found))


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


def _display(seen: Seen, owners: Owners, pen: Pen) -> tuple[str, float]:
    """Return the cards to be had with what lies on them, worker spots, prices, and the tiles to be had."""
    body = ""
    for kind, left, top in _BLOCKS:
        name, wide = names.KINDS[kind], faces.WIDE[kind] + 4
        pile = len(seen[name].zone("pile")) + len(seen[name].zone("under"))
        head = pen.word("pile", kind=pen.teller.name("cards", name, count=0), number=pile)
        body += pen.begun(head, left, left + 4 * wide - 4, top + 10, fill=draw.BESIDE)
        for slot in range(4):
            across = 3 - slot if kind in (names.LAND, names.TOWNSFOLK) else slot  # as the cards slide (Y-66)
            body += _place(seen, 4 * kind + slot, owners, pen, left + across * wide, top + 14)
    return body + draw.put(_tiles(seen, pen), 792, 166), 330


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
        seat = RIVAL if seen["rivals"] and owner == names.RIVAL else owner
        body += piece("flag", seat, pen, wide - 14, high + 11)
        words.append(pen.word("influence_of", who=owners[seat].name))
    for n, colour in enumerate(names.WORKERS):
        if mask >> n & 1:
            body += pen.sign(colour, 12 + 20 * n, high + 11)
            told = "fresh_worker" if mask >> n + 3 & 1 else "worker"
            words.append(pen.word(told, colour=pen.teller.name("workers", colour)))
    named = tables.CARDS[card].id if card != names.NONE else ""
    drawn = body + faces.spot_face(place, pen)
    return draw.put(drawn, x, y, words=pen.teller.language.listed(words), place=named)


def _tiles(seen: Seen, pen: Pen) -> str:
    """Return the prices of tiles by kind, and the tiles, each with how many are left."""
    prices: list[str] = []
    for kind, name in enumerate(names.TILE_KINDS):
        silver, guild, times = tables.tile_prices(kind)
        prices += [f"{name}-tile", f"silver={silver}" if silver else "free"]
        prices += ["/", *[names.GUILDS[guild]] * times, "   "] if times else ["   "]
    body, x, y = pen.slip(prices, 0, 12, 508), 0, 46
    for tile, left in zip(tables.TILES, seen["tiles_left"], strict=True):
        columns, rows = tile.size
        x, y = (0, 116) if tile.number == tables.TILES_OF[names.BASIC][0] else (x, y)
        drawn = pen.slip([tile.id], 0, 0, columns * 26, rows * 26, fill=_GONE)
        drawn = draw.put(faces.tile_face(tile.number, pen), 0, 0, 0.72) if left else drawn
        drawn += draw.words_at(pen.shown(f"\u00d7{left}"), columns * 13, rows * 26 + 9, 10, draw.BESIDE)
        words = pen.word("tiles_left", tile=faces.tile_words(tile.number, pen), number=left)
        body += draw.put(drawn, x, y, words=words, place=tile.id)
        x += 26 * columns + 9
    return body


def _journal(seen: Seen, owners: Owners, pen: Pen) -> tuple[str, float]:
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
        body += pen.slip(tokens, x - 10 * (way.end in journal.FINAL), (b + d) / 2 - 12, 54, 24, rx=9)
    laid = dict(zip(journal.TILE_SPACES, seen["journal_tiles"], strict=True))
    for space, (x, y) in enumerate(at):
        tile = laid.get(space, names.NONE)
        words, drawn = [faces.space_words(space, pen, tile)], faces.space_face(space, pen, tile)
        for n, seat in enumerate([seat for seat, marker in here if marker == space]):
            left, down = (-38, -14) if space in journal.FINAL else (15 * n - 22, 24)  # final ones lie close
            drawn += piece("marker", seat, pen, left, down)
            words.append(pen.word("is_here", who=owners[seat].name))
        body += draw.put(drawn, x, y, words=pen.teller.language.listed(words), place=journal.SPACES[space])
    for n, (space, _) in enumerate(journal.GREEN_SPACES):
        body += pen.sign("green", at[space][0], 150) * (seen["green"] >> n & 1)
    return f'<path d="{lines}" stroke="{draw.BESIDE}" stroke-width="2.5"/>{body}', 316
