"""What a player has on the table: the player board, the cards around it; and what the solo rival has.

What actions can name there has the seat before its name as ``data-place``: ``1:L05``, ``1:middle 2``, ``1:die
4``, ``1:worker blue``, ``1:science``, and the cell of a caravan ``1:2,3``. In what is told, and on pieces,
people count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import NamedTuple

from toolkit.core.pictures.svg import text_width
from toolkit.core.pictures.table import Page, panel
from toolkit.core.telling.language import isolated
from toolkit.games.wayfarers.caravan import BONUSES, FACES, PAPER, Laid
from toolkit.games.wayfarers.components.effects import parts_of
from toolkit.games.wayfarers.components.names import GUILDS, KINDS, LAND, NONE, WATER, WORKERS, repeated
from toolkit.games.wayfarers.components.tables import CARDS, FOLK, PLAYER, SLOTS, SOLO, TILES
from toolkit.games.wayfarers.pictures import faces
from toolkit.games.wayfarers.pictures import signs as draw
from toolkit.games.wayfarers.pictures.faces import CELL, HIGH, WIDE
from toolkit.games.wayfarers.pictures.signs import Pen
from toolkit.games.wayfarers.tableau import Rival, Tableau

PAGE, MARGIN, RIVAL = 900.0, 8, 4
"""How wide a table is, and what is left free around it; the rival in place of a seat."""

_PAD, _GAP = 8, 2  # inside a frame; between cards of a row
_WIDE = round(PAGE) - 2 * MARGIN - 2 * _PAD  # of what a player has
_EACH = 4  # cards in a row on each side of the middle
_LEFT = _EACH * (WIDE[LAND] + _GAP)  # where land ends
_RIGHT = _WIDE - _EACH * (WIDE[WATER] + _GAP) + _GAP  # where water begins
_RING = ("00", "10", "20", "21", "22", "12", "02", "01")  # columns and rows of the spots of the rival's track
_TILES = 566  # where the tiles of the rival begin
_CELLS = {"mark": "influence_card"} | {kind: f"{kind}-card" for kind in KINDS}  # where they are not signs
_LETTERS, _GONE = 110, "#cfcabd"  # of a line of text; where the rival has been


class Owner(NamedTuple):
    """Who has something, and in which words it is drawn."""

    seat: int  #: or `RIVAL`
    name: str  #: what the owner is called where there is room
    sign: str  #: and on pieces
    pen: Pen
    page: Page


def piece(kind: str, owner: Owner, x: float, y: float) -> str:
    """Return a marker or an influence token with the colour and the sign of its owner."""
    whose = "rival" if owner.seat == RIVAL else f"seat-{owner.seat}"
    return f'<g class="{whose}">{owner.pen.sign(f"{kind}={owner.sign}", x, y)}</g>'


def framed(drawn: str, high: float, *, turn: bool) -> tuple[str, float]:
    """Return what somebody has in its frame, and how much room that takes."""
    frame = panel(0, PAGE - 2 * MARGIN, high + 2 * _PAD, turn=turn)
    return frame + draw.put(drawn, _PAD, _PAD), high + 2 * _PAD + 10


def tableau_face(one: Tableau, owner: Owner) -> tuple[str, float]:
    """Return what a player has, and how high it is: the head, the board, and rows of land and water cards."""
    pen, above = owner.pen, spaces_above(one)
    held = [f"silver={one.silver}", f"provision={one.provision}"]
    held.append(f"  {pen.word('influence', number=one.influence)}  ")
    dice = ["  dice", *(f"die={die}" for die in one.dice)]
    dice.append(f"  {pen.word('in_reserve', number=one.reserve)}")
    head, y = _head(one, owner, f"{one.board}", held, dice)
    body = head + draw.put(_board(one, owner), 0, y)
    y += 14 + 3 * CELL + 12
    for first in range(0, max(len(one.land), len(one.water)), _EACH):
        columns: list[tuple[int, tuple[int, int, int, int], int]] = []
        for kind, cards, folk in ((LAND, one.land, one.land_folk), (WATER, one.water, one.water_folk)):
            for n in range(first, min(first + _EACH, len(cards))):
                across = (n - first) * (WIDE[kind] + _GAP)
                x = _RIGHT + across if kind == WATER else _LEFT - WIDE[kind] - across - _GAP
                column = *above.get((kind, n), (NONE, NONE)), cards[n], folk[n]
                columns.append((x, column, cards[n - 1] if n else NONE))
        *tops, high = _tops([column for _, column, _ in columns], pen)
        for x, column, left in columns:
            body += draw.put(_column(one, owner, column, left, tops), x, y)
        y += high
    return body, y - 6


def _tops(columns: Sequence[Sequence[int]], pen: Pen) -> list[int]:
    """Return how far down each place of columns is that lie side by side, and how high they are."""
    tops, y = [], 0
    for place in range(4):
        tops.append(y)
        cards = [column[place] for column in columns if column[place] != NONE]
        highs = [faces.tucked_high(card, pen) if place == 3 else HIGH[CARDS[card].kind] for card in cards]
        y += max(highs) + 3 if highs else 0
    return [*tops, y + 6]


def spaces_above(one: Tableau) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the inspiration, or `NONE`, and the space card above land and water cards by kind and number.

    Which space card lies above which card has no effect (Y-48): those nearest to the board carry them.
    """
    hosts = [(WATER, 0), *((LAND, n) for n in range(1, len(one.land)))]  # not the printed city (Y-48)
    hosts += [(WATER, n) for n in range(1, len(one.water))]
    hosts.sort(key=lambda host: host[1] // _EACH)
    return dict(zip(hosts, zip(one.inspirations, one.space, strict=True), strict=False))


def _head(
    one: Tableau | Rival, owner: Owner, board: str, first: list[str], last: list[str]
) -> tuple[str, int]:
    """Return who has what and where, the pieces, in the middle those that all have, and how high that is."""
    seat, name, _, pen, page = owner
    space = pen.teller.space(one.marker)
    where = pen.word("where", board=board, space=space)
    tokens = [*first, *_counted(GUILDS, one.guilds), "  workers", *repeated(WORKERS, one.hands), *last]
    places: dict[str, str] = {name: f"{seat}:{name}" for name in GUILDS}
    places |= {f"die={face}": f"{seat}:die {face}" for face in FACES}
    places |= {colour: f"{seat}:worker {colour}" for colour in WORKERS}
    room, edge = _WIDE - text_width(where, 13), MARGIN + _PAD
    body = page.line(name, edge, 18, "name") if seat == RIVAL else page.person(seat, edge, 18, room)
    body = draw.put(body + page.line(where, edge, 18, "soft", far=True), -edge, 0)
    high = pen.high([tokens], _WIDE - 8)
    body += pen.slip(tokens, 0, 28, _WIDE, high, rx=8, places=places)
    return draw.put(body, 0, 0, words=pen.word("head", who=name, board=board, space=space)), high + 36


def _counted(signs: Iterable[str], counts: Iterable[int]) -> list[str]:
    return [token for sign, many in zip(signs, counts, strict=True) for token in (sign, f"{many} ")]


def _column(one: Tableau, owner: Owner, cards: Sequence[int], left: int, tops: Sequence[int]) -> str:
    """Return an inspiration, a space card, land or water, a townsfolk; and the links with the card `left`."""
    card, pen, body = CARDS[cards[2]], owner.pen, ""
    for place, number in enumerate(cards):
        if number != NONE:
            die = dict(one.placed).get(CARDS[number].slot, 0)
            words = faces.card_words(number, pen)
            words = pen.word("with_die", card=words, die=die) if die else words
            drawn, wide = faces.face(number, pen, die, tucked=place == 3), WIDE[CARDS[number].kind]
            name, x = f"{owner.seat}:{CARDS[number].id}", (WIDE[card.kind] - wide) / 2
            body += draw.put(drawn, x, tops[place], words=words, place=name)
    for row, y in faces.LINKS.items():
        if left != NONE and row in card.left_bolts and row in CARDS[left].right_links:
            body += draw.box(-_GAP - 2, tops[2] + y - 5, _GAP + 4, 10, "#ffd000")
    return body


def _board(one: Tableau, owner: Owner) -> str:
    """Return a player board: the caravan, the slots of the middle, and the printed townsfolk."""
    pen, dice = owner.pen, dict(one.placed)
    body, left = draw.put(caravan_face(one.board, one.tiles, owner), 0, 0), 6 * CELL + 12
    for slot in range(len(PLAYER.middle.slots)):
        x, y, name = left + slot % 2 * CELL * 3, 14 + slot // 2 * 50, SLOTS[slot].name
        drawn = faces.slot_face(slot, pen, dice.get(slot, 0))
        body += draw.put(drawn, x, y, words=pen.teller.name("slots", name), place=f"{owner.seat}:{name}")
    left += 6 * CELL + 12
    body += draw.put(faces.face(FOLK, pen, tucked=True), left, 14, words=faces.card_words(FOLK, pen))
    return body + pen.slip(PLAYER.middle.tags, left + WIDE[3] + 6, 14, 60, 30, rx=8)


def caravan_face(board: int, tiles: Iterable[Laid], owner: Owner) -> str:
    """Return a caravan with its tiles: the faces of dice, and what is printed (Y-71, Y-73, Y-75)."""
    pen = owner.pen
    body = "".join(
        draw.words_at(pen.shown(f"{face}"), (face - 0.5) * CELL, 11, fill=draw.BESIDE) for face in FACES
    )
    for column, assets in PLAYER.caravan.printed.items():
        body += pen.slip(assets, (column - 1) * CELL + 10, 24, 28, 28, rx=14)
    body += pen.sign("paper", 0, 14) + "".join(_cell(owner.seat, *divmod(cell, 6)) for cell in sorted(PAPER))
    for place, bonus in BONUSES.get(board, {}).items():
        x, y = (place % 6 + 0.5) * CELL, 14 + (place // 6 + 0.5) * CELL
        body += pen.sign(faces.gain_tokens([bonus])[0], x, y)
    for tile, row, column, back in tiles:
        x, y = (column - 1) * CELL, 14 + (row - 1) * CELL
        body += draw.put(faces.tile_face(tile, pen, back), x, y, words=faces.tile_words(tile, pen))
    return body


def _cell(seat: int, row: int, column: int) -> str:
    """Return the place of a cell, to be seen by touch alone."""
    d = f"M{column * CELL} {14 + row * CELL}h{CELL}v{CELL}h-{CELL}Z"
    place = f"{seat}:{row + 1},{column + 1}"
    return f'<path d="{d}" fill="none" pointer-events="all" data-place="{place}"/>'


def rival_face(one: Rival, owner: Owner) -> tuple[str, float]:
    """Return what the rival has, and how high it is: track, caravan, tiles, scheme cards."""
    board, pen = SOLO.board[one.board], owner.pen
    name = pen.teller.name("rival_boards", board.id)
    last = ["  cards", *_counted([f"{kind}-card" for kind in KINDS], one.cards)]
    body, top = _head(one, owner, name, ["comet", f"{one.comet} "], last)
    middle, between = top + 72, " | ".join(str(spot + 1) for spot in SOLO.bonus_between)
    bonus = between, *faces.gain_tokens(parts_of(board.resource_bonus))
    body += draw.box(0, top, 212, 144, rx=8) + pen.lines([bonus], 106, middle - 11, 100, 22)
    for spot, (column, row) in enumerate(map(int, place) for place in _RING):
        kind = SOLO.cards[SOLO.spot[spot].colour]
        drawn = draw.box(-32, -20, 64, 40) + pen.lines([[f"{spot + 1}", f"{kind}-card"]], -9, -20, 44, 40)
        drawn += piece("marker", owner, 21, 0) if spot == one.spot else ""
        words = pen.word("spot", number=spot + 1, kind=pen.teller.name("cards", kind))
        body += draw.put(drawn, 38 + 68 * column, middle + 46 * (row - 1), words=words)
    for row, cells in enumerate(board.caravan):
        for column, cell in enumerate(cells):
            step = 7 * (2 - row) + (6 - column if row == 1 else column)  # the path winds up (Y-111)
            fill = _GONE if step < one.path else draw.SHEET
            tokens, x, y = [_CELLS.get(cell, cell)] * (cell != "."), 222 + column * CELL, top + row * CELL
            body += pen.slip(tokens, x, y, CELL, CELL, fill=fill)
    drawn, high = _tiles_of(one, pen)
    body += draw.put(drawn, _TILES, top)
    y = top + max(3 * CELL, high) + 18
    for line in wrap(_schemes(one, pen), _LETTERS):
        body += pen.begun(line, 0, _WIDE, y)
        y += 16
    return body, y - 10


def _tiles_of(one: Rival, pen: Pen) -> tuple[str, int]:
    """Return the tiles of the rival in rows, tall ones first, and how high they are."""
    body, x, y, high = "", 0, 0, 0
    for tile in sorted(one.tiles, key=lambda tile: -TILES[tile].size[1]):
        wide, tall = (cells * CELL + 4 for cells in TILES[tile].size)
        x, y = (x, y) if _TILES + x + wide <= _WIDE + 4 else (0, high)
        body += draw.put(faces.tile_face(tile, pen), x, y, words=faces.tile_words(tile, pen))
        x, high = x + wide, max(high, y + tall)
    return body, high


def _schemes(one: Rival, pen: Pen) -> str:
    """Return the scheme cards that lie open in words."""
    said = pen.teller
    cards = [
        f"{isolated(card.id)} {said.name('schemes', card.colour)} {card.silver}"
        + f" {said.name('tags', 'comet')}" * card.comet
        for card in (SOLO.scheme[card] for card in one.schemes)
    ]
    return pen.word("schemes", cards=said.language.listed(cards) or said.name("picture", "none"))
