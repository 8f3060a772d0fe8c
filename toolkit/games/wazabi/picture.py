"""A table of Wazabi as one seat sees it: piles, dice with their faces, hands; own signs and no artwork.

A card bears its cost in wazabi, its name, and what it does as a sign. Cards that the seat does not see are
dark, and so is the pile, which bears the number of its cards. Dice have faces for who has rolled them; all
others are blank, for their last faces mean nothing (A5). A teller says all that is written, with the names of
people; where its language is written from the right, lines begin there. Each player is a group with
``data-seat``, in the order of the seats, so that the left neighbour sits below. What actions name has that as
``data-place``: ``player 2``, and the cards of the own hand such as ``draw 3``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import checked_theme, sheet_of
from toolkit.core.pictures.svg import at, element, label, text_of, text_width
from toolkit.core.telling.language import ISOLATE, POP
from toolkit.core.telling.teller import Teller
from toolkit.games.wazabi.cards import FACES, NAMES
from toolkit.games.wazabi.play import Giving
from toolkit.games.wazabi.state import WazabiState, ended

if TYPE_CHECKING:
    Seen = Observation[WazabiState]

_PAGE, _MARGIN, _PAD = 480.0, 10.0, 12.0  # how wide all is, around seats, inside them
_CARD, _HIGH, _STEP = 81.0, 112.0, 86.0  # of a card that is read
_BACK, _LOW = 27.0, 38.0  # of one that is only counted
_DIE, _ROW = 38.0, 6  # from die to die, and dice in a row
_HEAD, _HELD = 30.0, 262.0  # the height of a head; where counted cards begin
_LETTERS = 48  # of a line at the head of all
_FEWEST = 6  # letters of a name that are always shown
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
_ON_DICE = {"wazabi": "on-wazabi", "card": "on-face", "die": "on-give"}


def draw_table(seen: Seen, teller: Teller, theme: Theme = "auto") -> Picture:
    """Return all that a seat sees in the words of a teller; themes as in `toolkit.core.pictures.Sheet`."""
    heads, body = _heads(seen, teller), ""
    lines = [line for head in heads for line in wrap(_ISOLATED.sub(_kept_whole, head), _LETTERS)]
    y = 12.0 + 24 * len(lines)
    seats = (_seat(seen, player, teller) for player in range(seen.players))
    for drawn, high in (_piles(seen, teller), *seats):
        body += element("g", drawn, transform=at(_MARGIN, y))
        y += high + 8
    head = (_line(teller, text, 0, 24.0 + 24 * n, 17, "bold") for n, text in enumerate(lines))
    return document(
        element("rect", width=_PAGE, height=y + 2, class_="paper"),
        element("g", *head, transform=at(_MARGIN, 0)),
        body,
        sheet=sheet_of("toolkit.games.wazabi", "table", "wazabi"),
        theme=checked_theme(theme),
        box=(0, 0, _PAGE, y + 2),
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


def _line(
    teller: Teller, text: str, x: float, y: float, size: int, kind: str = "", *, far: bool = False
) -> str:
    """Return a line of text that begins `x` from where one begins to read, or ends at the far side."""
    right = far != (teller.language.direction == "rtl")
    words = f"{'end' if right else 'start'} {kind}".rstrip()
    return label(teller.language.whole(text), _WIDE - x if right else x, y, font_size=size, class_=words)


# ---- piles ------------------------------------------------------------------------------------------------


def _piles(seen: Seen, teller: Teller) -> tuple[str, float]:
    """Return the pile, the card in effect and the discards, and how high that is."""
    cards, said, costs = seen[WazabiState.cards], teller.language, seen.rules.costs
    many = len(cards.zone("pile"))
    shown = [_told(_back(said.number(many)), teller.word("table", "pile", count=many), data_place="pile")]
    for face in cards.zone("played"):
        words = teller.word("picture", "played", card=teller.name("cards", NAMES[face]))
        shown.append(_told(_face(teller, face, costs[face]), words))
    left = _STEP * len(shown) + 8 if said.direction == "ltr" else 0
    gone = sorted(Counter(cards.zone("discard")).items())
    kinds = [f"{said.number(count)} \u00d7 {teller.word('cards', NAMES[face])}" for face, count in gone]
    head = teller.word("table", "discards", cards=sum(count for _, count in gone))
    texts = [_line(teller, head, left, 16, 14, "bold")]
    texts += [_line(teller, kind, left, 35.0 + 18 * n, 14) for n, kind in enumerate(kinds)]
    listed = said.listed(kinds) or teller.name("patterns", "no_cards")
    laid = _told("".join(texts), teller.word("table", "discards", cards=listed), data_place="discard")
    return _in_rows(shown) + laid, max(_HIGH, 22.0 + 18 * len(kinds))


# ---- players ----------------------------------------------------------------------------------------------


def _seat(seen: Seen, player: int, teller: Teller) -> tuple[str, float]:
    """Return what a player has, and how high it is."""
    rolled, cards = has_rolled(seen, player), seen[WazabiState.cards]
    hand, waiting = cards.zone(f"hand {player}"), len(cards.zone(f"before {player}"))
    dice = shown_dice(seen, player)
    open_cards, faces = _hand(seen, player, hand, teller)
    status = teller.language.listed(
        [*status_of(seen, player, teller), *[teller.word("picture", "rolled")] * rolled]
    )
    room = (_INNER - text_width(status, 14)) / text_width(" ", 16) - len(teller.language.you)
    words = teller.called(player, max(int(room), _FEWEST))
    down = _HEAD + _DIE * max(1, -(-len(dice) // _ROW)) + 6
    body = _line(teller, words, _PAD, 21, 16, "bold")
    body += _line(teller, status, _PAD, 21, 14, far=True) if status else ""
    drawn = {face: _die(teller, face) for face in {*dice}}
    for n, face in enumerate(dice):
        x, y = _PAD + 17 + _DIE * (n % _ROW), _HEAD + 17 + _DIE * (n // _ROW)
        body += element("g", drawn[face], transform=at(x, y))
    body += element("g", _held(teller, waiting, hand), transform=at(_HELD, _HEAD - 2))
    body += element("g", open_cards, transform=at(_PAD, down))
    high = down + (_HIGH + 6) * -(-faces // int(_INNER // _STEP)) + 4
    kind = "turn" if rolled else "seat"
    panel = element("rect", width=_WIDE, height=high, rx=10, class_=kind)
    many = [how_many(teller, "die", seen[WazabiState.dice][player]), how_many(teller, "card", len(hand))]
    told = teller.language.listed([teller.called(player), *many, *[status] * bool(status)])
    here = {"data_seat": str(player), "data_place": f"player {player}", "aria_label": told}
    return element("g", element("title", text_of(told)), panel, body, role="group", **here), high


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
    """Return a die around the origin, 34 wide."""
    body = element("rect", x=-16, y=-16, width=32, height=32, rx=7, class_=f"die-{face}")
    if face == "wazabi":
        body += label(teller.word("dice", "sign"), 0, 8, font_size=22, class_="bold on-wazabi")
    elif face != "blank":
        body += element("g", _sign(face), class_=_ON_DICE[face])
    return _told(body, teller.word("dice", face))


def _held(teller: Teller, waiting: int, hand: Sequence[int]) -> str:
    """Return the cards that lie before a player (W-20), and those of the hand that the seat does not see."""
    unseen = sum(face == HIDDEN for face in hand)
    cards = []
    if waiting:
        glass = element("g", _sign("glass"), class_="on-face", transform=at(_BACK / 2, _LOW / 2))
        cards += [_small("face", glass)] * waiting
    if unseen:  # the last one bears their number
        number = teller.language.number(unseen)
        many = label(number, _BACK / 2, _LOW / 2 + 6, font_size=16, class_="bold on-back")
        cards += [*[_small("back")] * (unseen - 1), _small("back", many)]
    room = _WIDE - _PAD - _HELD - _BACK
    step = min(_BACK + 4, room / max(len(cards) - 1, 1))
    return "".join(element("g", card, transform=at(step * n, 0)) for n, card in enumerate(cards))


def _small(side: str, inked: str = "") -> str:
    """Return a small card; its player tells how many there are."""
    return element("rect", width=_BACK, height=_LOW, rx=4, class_=side) + inked


def _hand(seen: Seen, player: int, hand: Sequence[int], teller: Teller) -> tuple[str, int]:
    """Return the cards of a hand that the seat sees, each kind once, and how many kinds there are."""
    kinds, costs = Counter(face for face in hand if face != HIDDEN), seen.rules.costs
    own, cards = player == seen.player, []
    for face, many in sorted(kinds.items()):
        words = [teller.word("cards", NAMES[face]), teller.word("picture", "cost", cost=costs[face])]
        words += [teller.word("picture", "copies", count=many)] if many > 1 else []
        drawn = _face(teller, face, costs[face], many)
        cards.append(_told(drawn, teller.language.listed(words), data_place=NAMES[face] if own else None))
    return _in_rows(cards), len(cards)


# ---- cards ------------------------------------------------------------------------------------------------


def _in_rows(cards: Iterable[str]) -> str:
    """Return cards side by side, as many in a row as there is room for."""
    each = int(_INNER // _STEP)
    return "".join(
        element("g", card, transform=at(n % each * _STEP, n // each * (_HIGH + 6)))
        for n, card in enumerate(cards)
    )


def _face(teller: Teller, face: int, cost: int, many: int = 1) -> str:
    """Return a card that is read: its cost, how many of it there are, its name, and what it does."""
    name, number = NAMES[face], teller.language.number
    coin = element("circle", cx=17, cy=18, r=12, class_="die-wazabi")
    parts = [label(number(cost), 17, 23.5, font_size=16, class_="bold on-wazabi")]
    if many > 1:
        parts.append(label(f"\u00d7{number(many)}", _CARD - 16, 24, font_size=16, class_="bold on-face"))
    lines = wrap(teller.word("cards", name), 10)
    parts += [
        label(line, _CARD / 2, 58.0 + 14 * n - 7 * (len(lines) - 1), font_size=12, class_="bold on-face")
        for n, line in enumerate(lines)
    ]
    signs = element("g", _does(teller, name), class_="on-face", transform=at(_CARD / 2, 90))
    return _frame("face") + coin + "".join(parts) + signs


def _does(teller: Teller, name: str) -> str:
    """Return what a card does, as signs and texts around the origin."""
    tokens = DOES[name]
    wide = [24.0 if token in _SIGNS else 12.0 * len(token) + 4 for token in tokens]
    x, body = -sum(wide) / 2, ""
    for token, room in zip(tokens, wide, strict=True):
        written = teller.language.finished(token, capital=False)
        sign = _sign(token) if token in _SIGNS else label(written, 0, 6, font_size=17, class_="bold")
        body += element("g", sign, transform=at(x + room / 2, 0))
        x += room
    return body


def _sign(name: str) -> str:
    return element("path", d=_SIGNS[name], class_="sign")


def _back(text: str) -> str:
    """Return the back of a card with a number on it."""
    return _frame("back") + label(text, _CARD / 2, 66, font_size=28, class_="bold on-back")


def _frame(side: str) -> str:
    return element("rect", width=_CARD, height=_HIGH, rx=9, class_=side)


def _told(drawn: str, words: str, **data: str | None) -> str:
    """Return something with its words, for the pointer and for screen readers."""
    return element("g", element("title", text_of(words)), drawn, role="img", aria_label=words, **data)
