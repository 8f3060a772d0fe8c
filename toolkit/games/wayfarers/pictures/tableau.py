"""What a player has on the table: the player board, the cards around it; and what the solo rival has.

What actions can name there has the seat before its name as ``data-place``: ``1:L05``, ``1:middle 2``,
``1:die 4``, ``1:worker blue``, ``1:science``, and the cell of a caravan ``1:2,3``. In what is told, and
on pieces, people count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from toolkit.core.telling.language import isolated
from toolkit.games.wayfarers.caravan import BONUSES, FACES, PAPER, Laid
from toolkit.games.wayfarers.components.effects import parts_of
from toolkit.games.wayfarers.components.names import GUILDS, KINDS, LAND, NONE, WATER, WORKERS, repeated
from toolkit.games.wayfarers.components.tables import CARDS, FOLK, PLAYER, SLOTS, SOLO, TILES
from toolkit.games.wayfarers.pictures import faces
from toolkit.games.wayfarers.pictures import signs as draw
from toolkit.games.wayfarers.pictures.faces import CELL, HIGH, WIDE
from toolkit.games.wayfarers.pictures.signs import Pen

if TYPE_CHECKING:
    from toolkit.games.wayfarers.tableau import Rival, Tableau

PAGE, RIVAL = 1300.0, 4
"""How wide a table is; the rival in place of a seat."""

_COLOURS = ("#e2574c", "#4f9fe0", "#f0b429", "#5fae57", "#9a9da0")  # by seat
_HEAD, _EACH, _GAP = 34, 5, 4  # the height of a head; cards in a row beside a board, and between them
_LEFT, _RIGHT = 474.0, 474.0 + 6 * CELL + 16  # where land ends and water begins
_TOPS = (0, HIGH[4] + 3, HIGH[4] + HIGH[2] + 6, HIGH[4] + HIGH[2] + HIGH[0] + 9)  # inspiration to townsfolk
_DEEP = _TOPS[3] + faces.TUCKED + 10
_RING = ("00", "10", "20", "21", "22", "12", "02", "01")  # columns and rows of the spots of the rival's track
_CELLS = {"mark": "influence_card"} | {kind: f"{kind}-card" for kind in KINDS}  # where they are not signs


class Owner(NamedTuple):
    """Who has something, and in which words it is drawn."""

    seat: int  #: or `RIVAL`
    name: str  #: what the owner is called where there is room
    short: str  #: and in the head of what the owner has
    pen: Pen


def piece(kind: str, seat: int, pen: Pen, x: float, y: float) -> str:
    """Return a marker or an influence token with the colour and the number or letter of its owner."""
    return pen.sign(f"{kind}={'R' if seat == RIVAL else seat + 1}", x, y, _COLOURS[seat])


def tableau_face(one: Tableau, owner: Owner) -> tuple[str, float]:
    """Return what a player has, `PAGE` wide, and how high it is."""
    above = spaces_above(one)
    flat = all(n < _EACH for _, n in above)  # then nothing is above those of further rows
    body, deep = draw.put(_board(one, owner), _LEFT + 8, _HEAD), _DEEP - flat * _TOPS[2]
    for kind, cards, folk in ((LAND, one.land, one.land_folk), (WATER, one.water, one.water_folk)):
        for n, card in enumerate(cards):
            across = n % _EACH * (WIDE[kind] + _GAP)
            x = _RIGHT + across if kind == WATER else _LEFT - WIDE[kind] - across
            column = (*above.get((kind, n), (NONE, NONE)), card, folk[n])
            drawn = _column(one, owner, column, cards[n - 1] if n else NONE)
            body += draw.put(drawn, x, _HEAD + n // _EACH * deep)
    held = [
        f"silver={one.silver}",
        f"provision={one.provision}",
        f"  {owner.pen.word('influence', number=one.influence)}  ",
    ]
    dice = [
        "  dice",
        *(f"die={die}" for die in one.dice),
        f"  {owner.pen.word('in_reserve', number=one.reserve)}",
    ]
    rows = (max(len(one.land), len(one.water)) - 1) // _EACH
    return _head(one, owner, f"{one.board}", held, dice) + body, _HEAD + _DEEP + rows * deep


def spaces_above(one: Tableau) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the inspiration, or `NONE`, and the space card above land and water cards by kind and number.

    Which space card lies above which card has no effect (Y-48): those nearest to the board carry them.
    """
    hosts = [(WATER, 0), *((LAND, n) for n in range(1, len(one.land)))]  # not the printed city (Y-48)
    hosts += [(WATER, n) for n in range(1, len(one.water))]
    hosts.sort(key=lambda host: host[1] // _EACH)
    return dict(zip(hosts, zip(one.inspirations, one.space, strict=True), strict=False))


def _head(one: Tableau | Rival, owner: Owner, board: str, first: list[str], last: list[str]) -> str:
    """Return the head of a player: who and where, and the pieces, in the middle those that all have."""
    seat, name, short, pen = owner
    space = pen.teller.space(one.marker)
    words = pen.word("head", who=name, board=board, space=space)
    workers = repeated(WORKERS, one.hands)
    tokens = [*first, *_counted(GUILDS, one.guilds), "  workers", *workers, *last]
    body = draw.box(0, 0, PAGE, _HEAD - 6, rx=5)
    body += piece("marker", seat, pen, PAGE - 18 if pen.mirrored else 18, 14)
    places: dict[str, str] = {name: f"{seat}:{name}" for name in GUILDS}
    places |= {f"die={face}": f"{seat}:die {face}" for face in FACES}
    places |= {colour: f"{seat}:worker {colour}" for colour in WORKERS}
    body += pen.begun(pen.word("head", who=short, board=board, space=space), 36, PAGE - 36, 19, 13)
    body += pen.lines([tokens], PAGE - 905 if pen.mirrored else 905, 0, 760, _HEAD - 6, places)
    return draw.put(body, 0, 0, words=words)


def _counted(signs: Iterable[str], counts: Iterable[int]) -> list[str]:
    return [token for sign, many in zip(signs, counts, strict=True) for token in (sign, f"{many} ")]


def _column(one: Tableau, owner: Owner, cards: Sequence[int], left: int) -> str:
    """Return an inspiration, a space card, land or water, a townsfolk; and the links with the card `left`."""
    card, pen, body = CARDS[cards[2]], owner.pen, ""
    for place, number in enumerate(cards):
        if number != NONE:
            die = dict(one.placed).get(CARDS[number].slot, 0)
            words = faces.card_words(number, pen)
            words = pen.word("with_die", card=words, die=die) if die else words
            drawn, wide = faces.face(number, pen, die, tucked=place == 3), WIDE[CARDS[number].kind]
            name, x = f"{owner.seat}:{CARDS[number].id}", (WIDE[card.kind] - wide) / 2
            body += draw.put(drawn, x, _TOPS[place], words=words, place=name)
    for row, y in faces.LINKS.items():
        if left != NONE and row in card.left_bolts and row in CARDS[left].right_links:
            body += draw.box(-_GAP - 1, _TOPS[2] + y - 5, _GAP + 2, 10, "#ffd000")
    return body


def _board(one: Tableau, owner: Owner) -> str:
    """Return a player board: the caravan, the slots of the middle, and the printed townsfolk."""
    pen, dice = owner.pen, dict(one.placed)
    body = draw.put(caravan_face(one.board, one.tiles, owner), 0, 4)
    for slot in range(len(PLAYER.middle.slots)):
        x, y, name = slot % 2 * CELL * 3, _TOPS[2] + slot // 2 * 49, SLOTS[slot].name
        drawn = faces.slot_face(slot, pen, dice.get(slot, 0))
        body += draw.put(drawn, x, y, words=pen.teller.name("slots", name), place=f"{owner.seat}:{name}")
    body += pen.slip(PLAYER.middle.tags, CELL * 3 + 1, _TOPS[3], 60, 30)
    return body + draw.put(faces.face(FOLK, pen, tucked=True), 1, _TOPS[3], words=faces.card_words(FOLK, pen))


def caravan_face(board: int, tiles: Iterable[Laid], owner: Owner) -> str:
    """Return a caravan with its tiles: the faces of dice, and what is printed (Y-71, Y-73, Y-75)."""
    pen = owner.pen
    body = "".join(
        draw.words_at(pen.shown(f"{face}"), (face - 0.5) * CELL, 10, fill=draw.BESIDE) for face in FACES
    )
    for column, assets in PLAYER.caravan.printed.items():
        body += pen.slip(assets, (column - 1) * CELL + 5, 19, 26, 26, rx=13)
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
    """Return what the rival has, `PAGE` wide, and how high it is: track, caravan, tiles, scheme cards."""
    board, middle, pen = SOLO.board[one.board], _HEAD + 70, owner.pen
    between = " | ".join(str(spot + 1) for spot in SOLO.bonus_between)
    bonus = between, *faces.gain_tokens(parts_of(board.resource_bonus))
    body = draw.box(0, _HEAD, 190, 140, rx=5) + pen.lines([bonus], 95, middle - 11, 60, 22)
    for spot, (column, row) in enumerate(map(int, place) for place in _RING):
        kind = SOLO.cards[SOLO.spot[spot].colour]
        drawn = pen.slip([f"{spot + 1}", f"{kind}-card", "   "], -24, -18, 48, 36)
        drawn += piece("marker", RIVAL, pen, 13, 0) if spot == one.spot else ""
        words = pen.word("spot", number=spot + 1, kind=pen.teller.name("cards", kind))
        body += draw.put(drawn, 40 + 55 * column, middle + 44 * (row - 1), words=words)
    for row, cells in enumerate(board.caravan):
        for column, cell in enumerate(cells):
            step = 7 * (2 - row) + (6 - column if row == 1 else column)  # the path winds up (Y-111)
            fill = _COLOURS[RIVAL] if step < one.path else draw.SHEET
            tokens, x, y = [_CELLS.get(cell, cell)] * (cell != "."), 210 + column * CELL, _HEAD + row * CELL
            body += pen.slip(tokens, x, y, CELL, CELL, fill=fill)
    x = 480
    for tile in one.tiles:
        body += draw.put(faces.tile_face(tile, pen), x, _HEAD, 0.72, faces.tile_words(tile, pen))
        x += TILES[tile].size[0] * 26 + 4
    body += pen.slip([_schemes(one, pen)], 480, _HEAD + 80, 560)
    last = ["  cards", *_counted([f"{kind}-card" for kind in KINDS], one.cards)]
    name = pen.teller.name("rival_boards", board.id)
    return _head(one, owner, name, ["comet", f"{one.comet} "], last) + body, _HEAD + 150


def _schemes(one: Rival, pen: Pen) -> str:
    """Return the scheme cards that lie open in words."""
    said = pen.teller
    cards = [
        f"{isolated(card.id)} {said.name('schemes', card.colour)} {card.silver}"
        + f" {said.name('tags', 'comet')}" * card.comet
        for card in (SOLO.scheme[card] for card in one.schemes)
    ]
    return pen.word("schemes", cards=said.language.listed(cards) or said.name("picture", "none"))
