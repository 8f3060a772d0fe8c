"""A table of Wazabi as one seat sees it: piles, dice with their faces, hands; own signs and no artwork.

A card bears its cost in wazabi, its name, and what it does as a sign. Cards that the seat does not see are
dark, and so is the pile, which bears the number of its cards. Dice have faces for who has rolled them; all
others are blank, for their last faces mean nothing (A5). A teller says all that is written, with the names of
people; where its language is read from the right, so is the table. Each player is a group with ``data-seat``,
in the order of the seats, so that the left neighbour sits below. What actions name has that as
``data-place``: ``player 2``, and the cards of the own hand such as ``draw 3``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from textwrap import wrap

from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import checked_theme
from toolkit.core.pictures.svg import at, element, label, text_of, text_width
from toolkit.core.pictures.table import Page, panel, table_sheet, told
from toolkit.core.telling.language import ISOLATE, POP
from toolkit.core.telling.teller import Teller
from toolkit.games.wazabi.cards import FACES, NAMES
from toolkit.games.wazabi.play import Giving
from toolkit.games.wazabi.state import WazabiState, ended

Seen = Observation[WazabiState]

_PAGE, _MARGIN, _PAD = 480.0, 10.0, 12.0  # how wide all is, around seats, inside them
_CARD, _HIGH, _STEP = 81.0, 112.0, 86.0  # of a card that is read
_BACK, _LOW = 27.0, 38.0  # of one that is only counted
_DIE, _ROW = 38.0, 6  # from die to die, and dice in a row
_HEAD, _HELD = 38.0, 262.0  # the height of a head; where counted cards begin
_LETTERS = {"title": 36, "name": 46}  # of a line at the head of all
_ARROWS = {1: "\u2193", -1: "\u2191"}  # to whom play goes
_ISOLATED = re.compile(f"{ISOLATE}[^{POP}]*{POP}")  # a name: no line ends in it
_WIDE = _PAGE - 2 * _MARGIN  # of what a player has
_INNER = _WIDE - 2 * _PAD

_SIGNS = {  # 20 wide, drawn as lines around the origin
    "die": "M-9-7Q-9-9-7-9H7Q9-9 9-7V7Q9 9 7 9H-7Q-9 9-9 7ZM-3.5-3.5h.01M3.5 3.5h.01",
    "card": "M-7-8Q-7-10-5-10H5Q7-10 7-8V8Q7 10 5 10H-5Q-7 10-7 8Z",
    "player": "M-4.5-5A4.5 4.5 0 1 1 4.5-5A4.5 4.5 0 1 1-4.5-5ZM-8 10Q-8 2 0 2Q8 2 8 10",
    "to": "M-8 0H8M3-5L8 0L3 5",
    "from": "M8 0H-8M-3-5L-8 0L-3 5",
    "swap": "M-8-4H8M4-8L8-4L4 0M8 5H-8M-4 1L-8 5L-4 9",
    "again": "M7-5A8.5 8.5 0 1 0 8.5 2M8-10V-4.5H2.5",
    "glass": "M-7-10H7M-7 10H7M-6-10V-7L6 7V10M6-10V-7L-6 7V10",
}
DOES = {
    "lose 1 die": ("\u22121", "die"),
    "play again": ("again", "swap"),
    "others keep 2": ("player", "\u22642", "card"),
    "draw 3": ("+3", "card"),
    "miss a turn": ("player", "glass"),
    "pass dice": ("from", "die", "to"),
    "swap hands": ("card", "swap", "player"),
    "pass cards": ("from", "card", "to"),
    "lose 2 dice": ("\u22122", "die"),
    "swap dice": ("die", "swap", "player"),
    "give 1 die": ("die", "to", "player"),
    "take 1 card": ("card", "from", "player"),
    "keep 1 card": ("player", "\u22641", "card"),
}
"""What a card does, by its name: signs, and texts between them."""
_DICE = {"wazabi": "cost", "card": "face", "die": "give", "blank": "blank"}  # their colours
_SHAPES = element(  # without classes: browsers let no rule of a sheet reach what is drawn by `<use>`
    "defs",
    element("rect", id="wz-card", width=_CARD, height=_HIGH, rx=10),
    element("rect", id="wz-small", width=_BACK, height=_LOW, rx=5),
    element("rect", id="wz-die", x=-16, y=-16, width=32, height=32, rx=8),
)


def draw_table(seen: Seen, teller: Teller, theme: Theme = "auto") -> Picture:
    """Return all that a seat sees in the words of a teller; themes as in `toolkit.core.pictures.Sheet`."""
    page, heads, body, y = Page(teller, _PAGE), _heads(seen, teller), "", 28.0
    for kind, head in zip(_LETTERS, heads, strict=False):
        sentence = teller.language.finished(_ISOLATED.sub(_kept_whole, head))
        for line in wrap(sentence, _LETTERS[kind]):
            body += page.line(line, _MARGIN + _PAD, y, kind)
            y += 22
    drawn, high = _piles(seen, page)
    y -= 6
    body += element("g", drawn, transform=at(0, y))
    for player in range(seen.players):
        y += high + 10
        drawn, high = _seat(seen, player, page)
        body += element("g", drawn, transform=at(0, y))
    y += high + _MARGIN
    return document(
        _SHAPES,
        element("rect", width=_PAGE, height=y, class_="paper"),
        body,
        sheet=table_sheet("toolkit.games.wazabi", "table", "wazabi"),
        theme=checked_theme(theme),
        box=(0, 0, _PAGE, y),
        width=_PAGE,
        title=teller.language.listed([teller.word("game", "title"), *heads]),
        role="graphics-document document",
    )


def _heads(seen: Seen, teller: Teller) -> list[str]:
    """Return how far the game has come, and which way it goes or how it ended."""
    rounds, turns = seen.rules.rounds, seen[WazabiState.turns]
    parts = [teller.word("table", "round", round=seen["round"], count=rounds)] if rounds > 1 else []
    parts += [teller.word("table", "turn", number=turns)] if turns else []
    if outcome := ended(seen["reason"], seen[WazabiState.points]):
        return [teller.language.listed([*parts, teller.language.is_over]), " ".join(teller.end(outcome))]
    steps = seen[WazabiState.direction]
    way = teller.word("table", "way", side=teller.name("sides", steps))
    return [teller.language.listed([*parts, f"{way}\u00a0{_ARROWS[steps]}"])]


def _kept_whole(name: re.Match[str]) -> str:
    return name[0].replace(" ", "\u00a0")


# ---- piles ------------------------------------------------------------------------------------------------


def _piles(seen: Seen, page: Page) -> tuple[str, float]:
    """Return the pile, the card in effect and the discards, and how high that is."""
    teller, cards, costs = page.teller, seen[WazabiState.cards], seen.rules.costs
    said, many = teller.language, len(cards.zone("pile"))
    shown = [told(_pile(said.number(many)), teller.word("table", "pile", count=many), data_place="pile")]
    for face in cards.zone("played"):
        words = teller.word("picture", "played", card=teller.name("cards", NAMES[face]))
        shown.append(told(_face(teller, face, costs[face]), words))
    left = _MARGIN + _PAD + _STEP * len(shown) + 8
    gone = sorted(Counter(cards.zone("discard")).items())
    kinds = [f"{said.number(count)} \u00d7 {teller.word('cards', NAMES[face])}" for face, count in gone]
    head = teller.word("table", "discards", cards=sum(count for _, count in gone))
    texts = [page.line(head, left, 16, "bold")]
    texts += [page.line(kind, left, 35.0 + 18 * n) for n, kind in enumerate(kinds)]
    listed = said.listed(kinds) or teller.name("patterns", "no_cards")
    laid = told("".join(texts), teller.word("table", "discards", cards=listed), data_place="discard")
    return _in_rows(shown, page, 0) + laid, max(_HIGH, 20.0 + 18 * len(kinds))


# ---- players ----------------------------------------------------------------------------------------------


def _seat(seen: Seen, player: int, page: Page) -> tuple[str, float]:
    """Return what a player has, and how high it is."""
    teller, cards = page.teller, seen[WazabiState.cards]
    rolled, edge = has_rolled(seen, player), _MARGIN + _PAD
    hand, waiting = cards.zone(f"hand {player}"), len(cards.zone(f"before {player}"))
    dice, open_cards = shown_dice(seen, player), _hand(seen, player, hand, teller)
    status = teller.language.listed(
        [*status_of(seen, player, teller), *[teller.word("picture", "rolled")] * rolled]
    )
    down = _HEAD + _DIE * max(1, -(-len(dice) // _ROW)) + 4
    body = page.person(player, edge, 25, _INNER - text_width(status, 13))
    body += page.line(status, edge, 25, "soft", far=True) if status else ""
    drawn = {face: _die(teller, face) for face in {*dice}}
    for n, face in enumerate(dice):
        x, y = page.across(edge + 16 + _DIE * (n % _ROW)), _HEAD + 16 + _DIE * (n // _ROW)
        body += element("g", drawn[face], transform=at(x, y))
    body += _held(page, waiting, hand) + _in_rows(open_cards, page, down)
    high = down + (_HIGH + 8) * -(-len(open_cards) // int(_INNER // _STEP)) + 4
    many = [how_many(teller, "die", seen[WazabiState.dice][player]), how_many(teller, "card", len(hand))]
    words = teller.language.listed([teller.called(player), *many, *[status] * bool(status)])
    here = {"data_seat": str(player), "data_place": f"player {player}", "aria_label": words}
    turn = bool(seen.stack) and player == seen[WazabiState.turn]
    frame = panel(_MARGIN, _WIDE, high, turn=turn)
    return element("g", element("title", text_of(words)), frame, body, role="group", **here), high


def how_many(teller: Teller, thing: str, count: int) -> str:
    """Return how many there are of something."""
    return f"{teller.language.number(count)} {teller.name('things', thing, count=count)}"


def has_rolled(seen: Seen, player: int) -> bool:
    """Tell whether the dice of a player show what was rolled in this turn."""
    return bool(seen[WazabiState.roll] and seen.stack) and player == seen[WazabiState.turn]


def status_of(seen: Seen, player: int, teller: Teller) -> list[str]:
    """Return what is said of a player besides dice and cards."""
    finished, parts = seen[WazabiState.finished], []
    if seen.rules.teams:
        parts.append(teller.word("picture", "team", number=player % (seen.players // 2) + 1))  # W-30
    if seen.rules.rounds > 1:
        parts.append(how_many(teller, "point", seen[WazabiState.points][player]))
    if waiting := len(seen[WazabiState.cards].zone(f"before {player}")):
        parts.append(teller.word("picture", "misses", count=waiting))  # W-20
    if player in finished:
        parts.append(teller.word("picture", "finished", number=finished.index(player) + 1))
    return parts


def shown_dice(seen: Seen, player: int) -> list[str]:
    """Return what the dice of a player show: what was rolled in this turn, without what was given away."""
    if not has_rolled(seen, player):
        return ["blank"] * seen[WazabiState.dice][player]
    wazabi, card, _ = seen[WazabiState.roll]
    left = sum(frame.left for frame in seen.stack if isinstance(frame, Giving))
    return [face for face, many in zip(FACES, (wazabi, card, left), strict=True) for _ in range(many)]


def _die(teller: Teller, face: str) -> str:
    """Return a die around the origin, 32 wide."""
    body = element("use", href="#wz-die", class_=f"piece {_DICE[face]}")
    if face == "wazabi":
        body += label(teller.word("dice", "sign"), 0, 8, class_="letter on-cost")
    elif face != "blank":
        body += element("g", _sign(face), class_=f"on-{_DICE[face]}")
    return told(body, teller.word("dice", face))


def _held(page: Page, waiting: int, hand: Sequence[int]) -> str:
    """Return the cards that lie before a player (W-20), and those of the hand that the seat does not see."""
    unseen = sum(face == HIDDEN for face in hand)
    cards = []
    if waiting:
        glass = element("g", _sign("glass"), class_="on-face", transform=at(_BACK / 2, _LOW / 2))
        cards += [_small("face") + glass] * waiting
    if unseen:  # the last one bears their number
        number = page.teller.language.number(unseen)
        many = label(number, _BACK / 2, _LOW / 2 + 5, class_="name on-back")
        cards += [*[_small("back")] * (unseen - 1), _small("back") + many]
    room = _INNER + _MARGIN + _PAD - _HELD - _BACK
    step = min(_BACK + 4, room / max(len(cards) - 1, 1))
    return "".join(page.put(card, _HELD + step * n, _HEAD - 3, _BACK) for n, card in enumerate(cards))


def _small(side: str) -> str:
    """Return a small card; its player tells how many there are."""
    return element("use", href="#wz-small", class_=side)


def _hand(seen: Seen, player: int, hand: Sequence[int], teller: Teller) -> list[str]:
    """Return the cards of a hand that the seat sees, each kind once."""
    kinds, costs = Counter(face for face in hand if face != HIDDEN), seen.rules.costs
    own, cards = player == seen.player, []
    for face, many in sorted(kinds.items()):
        words = [teller.word("cards", NAMES[face]), teller.word("picture", "cost", cost=costs[face])]
        words += [teller.word("picture", "copies", count=many)] if many > 1 else []
        drawn = _face(teller, face, costs[face], many)
        cards.append(told(drawn, teller.language.listed(words), data_place=NAMES[face] if own else None))
    return cards


# ---- cards ------------------------------------------------------------------------------------------------


def _in_rows(cards: Sequence[str], page: Page, y: float) -> str:
    """Return cards side by side below a place, as many in a row as there is room for."""
    each, edge = int(_INNER // _STEP), _MARGIN + _PAD
    return "".join(
        page.put(card, edge + n % each * _STEP, y + n // each * (_HIGH + 8), _CARD)
        for n, card in enumerate(cards)
    )


def _face(teller: Teller, face: int, cost: int, many: int = 1) -> str:
    """Return a card that is read: its cost, how many of it there are, its name, and what it does."""
    name, number = NAMES[face], teller.language.number
    coin = element("circle", cx=17, cy=18, r=11, class_="piece cost")
    coin += label(number(cost), 17, 23.5, class_="name on-cost")
    lines = wrap(teller.word("cards", name), 10)
    parts = [
        label(line, _CARD / 2, 58.0 + 14 * n - 7 * (len(lines) - 1), class_="bold small")
        for n, line in enumerate(lines)
    ]
    parts += [label(f"\u00d7{number(many)}", _CARD - 16, 23.5, class_="name")] * (many > 1)
    parts.append(element("g", _does(teller, name), transform=at(_CARD / 2, 90)))
    return _side("face") + coin + element("g", *parts, class_="on-face")


def _does(teller: Teller, name: str) -> str:
    """Return what a card does, as signs and texts around the origin."""
    tokens = DOES[name]
    wide = [24.0 if token in _SIGNS else 12.0 * len(token) + 4 for token in tokens]
    x, body = -sum(wide) / 2, ""
    for token, room in zip(tokens, wide, strict=True):
        written = teller.language.finished(token, capital=False)
        sign = _sign(token) if token in _SIGNS else label(written, 0, 6, class_="title")
        body += element("g", sign, transform=at(x + room / 2, 0))
        x += room
    return body


def _sign(name: str) -> str:
    return element("path", d=_SIGNS[name], class_="lines")


def _pile(text: str) -> str:
    """Return the back of a card with a number on a disc."""
    disc = element("circle", cx=_CARD / 2, cy=_HIGH / 2, r=22, class_="face")
    return _side("back") + disc + label(text, _CARD / 2, _HIGH / 2 + 8, class_="letter on-face")


def _side(side: str) -> str:
    return element("use", href="#wz-card", class_=side)
