"""A table of Wazabi as one seat sees it: piles, dice with their faces, hands; own signs and no artwork.

A card bears its cost in wazabi, its name, and what it does as a sign. Cards that the seat does not see are
dark, and so is the pile, which bears the number of its cards. Dice have faces for who has rolled them; all
others are blank, for their last faces mean nothing (A5). Each player is a group with ``data-seat``, in the
order of the seats, so that the left neighbour sits below. What actions name has that as ``data-place``:
``player 2``, and the cards of the own hand such as ``draw 3``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import checked_theme, sheet_of
from toolkit.core.pictures.svg import at, element, label, text_of
from toolkit.games.wazabi.cards import FACES, NAMES
from toolkit.games.wazabi.play import Giving
from toolkit.games.wazabi.state import WazabiState

if TYPE_CHECKING:
    Seen = Observation[WazabiState]

_PAGE, _MARGIN, _PAD = 480.0, 10.0, 12.0  # how wide all is, around seats, inside them
_CARD, _HIGH, _STEP = 81.0, 112.0, 86.0  # of a card that is read
_BACK, _LOW = 27.0, 38.0  # of one that is only counted
_DIE, _ROW = 38.0, 6  # from die to die, and dice in a row
_HEAD, _HELD = 30.0, 262.0  # the height of a head; where counted cards begin
_LETTERS = 44  # of a line at the head of all
_INNER = _PAGE - 2 * (_MARGIN + _PAD)

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
_DOES = {  # signs, and texts between them
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
_ON_DICE = {"wazabi": "on-wazabi", "card": "on-face", "die": "on-give"}


def draw_table(seen: Seen, theme: Theme = "auto") -> Picture:
    """Return all that a seat sees; the themes are those of `toolkit.core.pictures.Sheet`."""
    heads, body = _heads(seen), ""
    y = 12.0 + 24 * len(heads)
    for drawn, high in (_piles(seen), *(_seat(seen, player) for player in range(seen.players))):
        body += element("g", drawn, transform=at(_MARGIN, y))
        y += high + 8
    head = (label(text, _MARGIN, 24.0 + 24 * n, font_size=17) for n, text in enumerate(heads))
    return document(
        element("rect", width=_PAGE, height=y + 2, class_="paper"),
        element("g", *head, class_="start bold"),
        body,
        sheet=sheet_of("toolkit.games.wazabi", "table", "wazabi"),
        theme=checked_theme(theme),
        box=(0, 0, _PAGE, y + 2),
        width=_PAGE,
        title=f"Wazabi, {', '.join(heads)}",
        role="graphics-document document",
    )


def _heads(seen: Seen) -> list[str]:
    """Return how far the game has come, and which way it goes or why it is over."""
    rounds, turns, over = seen.rules.rounds, seen[WazabiState.turns], seen[WazabiState.reason]
    parts = [f"round {seen[WazabiState.round]} of {rounds}"] if rounds > 1 else []
    parts += [f"turn {turns}"] if turns else []
    if over:
        return [", ".join([*parts, "the game is over"]), *wrap(over, _LETTERS)]
    way = "left \u2193" if seen[WazabiState.direction] > 0 else "right \u2191"
    return [", ".join([*parts, f"play goes to the {way}"])]


# ---- piles ------------------------------------------------------------------------------------------------


def _piles(seen: Seen) -> tuple[str, float]:
    """Return the pile, the card in effect and the discards, and how high that is."""
    cards = seen[WazabiState.cards]
    many, costs = len(cards.zone("pile")), seen.rules.costs
    shown = [_told(_back(str(many)), f"pile: {many} cards", data_place="pile")]
    shown += [_told(_face(face, costs[face]), f"in effect: {NAMES[face]}") for face in cards.zone("played")]
    drawn = _in_rows(shown)
    left, gone = _STEP * len(shown) + 8, Counter(cards.zone("discard"))
    words = f"discards: {_counted(gone) or 'none'}"
    texts = [label(f"discards: {gone.total()}", 0, 16, font_size=14, class_="start bold")]
    for n, face in enumerate(sorted(gone)):
        x, y = 142.0 * (n // 5), 36.0 + 18 * (n % 5)
        texts.append(label(f"{gone[face]} \u00d7 {NAMES[face]}", x, y, font_size=14, class_="start"))
    laid = _told("".join(texts), words, data_place="discard")
    return drawn + element("g", laid, transform=at(left, 0)), _HIGH


def _counted(faces: Mapping[int, int]) -> str:
    return ", ".join(f"{many} {NAMES[face]}" for face, many in sorted(faces.items()))


# ---- players ----------------------------------------------------------------------------------------------


def _seat(seen: Seen, player: int) -> tuple[str, float]:
    """Return what a player has, and how high it is."""
    dice, hand = _dice(seen, player), seen[WazabiState.cards].zone(f"hand {player}")
    open_cards, faces = _hand(seen, player, hand)
    words = f"player {player}{' (you)' * (player == seen.player)}"
    status = _status(seen, player)
    down = _HEAD + _DIE * max(1, -(-len(dice) // _ROW)) + 6
    body = label(words, _PAD, 21, font_size=16, class_="start bold")
    body += label(status, _PAGE - 2 * _MARGIN - _PAD, 21, font_size=14, class_="end")
    for n, die in enumerate(dice):
        x, y = _PAD + 17 + _DIE * (n % _ROW), _HEAD + 17 + _DIE * (n // _ROW)
        body += element("g", die, transform=at(x, y))
    body += element("g", _held(seen, player, hand), transform=at(_HELD, _HEAD - 2))
    body += element("g", open_cards, transform=at(_PAD, down))
    high = down + (_HIGH + 6) * -(-faces // int(_INNER // _STEP)) + 4
    kind = "turn" if _rolled(seen, player) else "seat"
    panel = element("rect", width=_PAGE - 2 * _MARGIN, height=high, rx=10, class_=kind)
    many = f"{seen[WazabiState.dice][player]} dice, {len(hand)} cards"
    told = ", ".join(filter(None, (words, many, status)))
    here = {"data_seat": str(player), "data_place": f"player {player}", "aria_label": told}
    return element("g", element("title", text_of(told)), panel, body, role="group", **here), high


def _rolled(seen: Seen, player: int) -> bool:
    """Tell whether the dice of a player show what was rolled in this turn."""
    return bool(seen[WazabiState.roll] and seen.stack) and player == seen[WazabiState.turn]


def _status(seen: Seen, player: int) -> str:
    """Return what is said of a player besides dice and cards."""
    finished, waiting = seen[WazabiState.finished], len(seen[WazabiState.cards].zone(f"before {player}"))
    parts = [f"team {player % (seen.players // 2) + 1}"] if seen.rules.teams else []  # W-30
    parts += [f"{seen[WazabiState.points][player]} points"] if seen.rules.rounds > 1 else []
    parts += [f"misses {waiting} turn{'s' * (waiting > 1)}"] if waiting else []
    parts += [f"finished, place {finished.index(player) + 1}"] if player in finished else []
    parts += ["has rolled"] if _rolled(seen, player) else []
    return ", ".join(parts)


def _dice(seen: Seen, player: int) -> list[str]:
    """Return the dice of a player: what the roll shows, without those given away, or blank ones."""
    if not _rolled(seen, player):
        return [_die("")] * seen[WazabiState.dice][player]
    wazabi, card, _ = seen[WazabiState.roll]
    left = sum(frame.left for frame in seen.stack if isinstance(frame, Giving))
    return [_die(face) for face, many in zip(FACES, (wazabi, card, left), strict=True) for _ in range(many)]


def _die(face: str) -> str:
    """Return a die around the origin, 34 wide; without a face it is blank."""
    body = element("rect", x=-16, y=-16, width=32, height=32, rx=7, class_=f"die-{face or 'blank'}")
    if face == "wazabi":
        body += label("W", 0, 8, font_size=22, class_="bold on-wazabi")
    elif face:
        body += element("g", _sign(face), class_=_ON_DICE[face])
    return _told(body, f"die: {face}" if face else "die")


def _held(seen: Seen, player: int, hand: Sequence[int]) -> str:
    """Return the cards that lie before a player (W-20), and those of the hand that the seat does not see."""
    waiting = seen[WazabiState.cards].zone(f"before {player}")
    unseen = sum(face == HIDDEN for face in hand)
    glass = element("g", _sign("glass"), class_="on-face", transform=at(_BACK / 2, _LOW / 2))
    many = label(str(unseen), _BACK / 2, _LOW / 2 + 6, font_size=16, class_="bold on-back")
    cards = [_small("face", glass)] * len(waiting) + [_small("back")] * (unseen - 1)
    cards += [_small("back", many)] * (unseen > 0)  # the last one bears their number
    room = _PAGE - 2 * _MARGIN - _PAD - _HELD - _BACK
    step = min(_BACK + 4, room / max(len(cards) - 1, 1))
    return "".join(element("g", card, transform=at(step * n, 0)) for n, card in enumerate(cards))


def _small(side: str, inked: str = "") -> str:
    """Return a small card; its player tells how many there are."""
    return element("rect", width=_BACK, height=_LOW, rx=4, class_=side) + inked


def _hand(seen: Seen, player: int, hand: Sequence[int]) -> tuple[str, int]:
    """Return the cards of a hand that the seat sees, each kind once, and how many kinds there are."""
    kinds, costs = Counter(face for face in hand if face != HIDDEN), seen.rules.costs
    own = player == seen.player
    cards = [
        _told(
            _face(face, costs[face], many),
            f"{NAMES[face]}, cost {costs[face]}{f', {many} of them' * (many > 1)}",
            data_place=NAMES[face] if own else None,
        )
        for face, many in sorted(kinds.items())
    ]
    return _in_rows(cards), len(cards)


# ---- cards ------------------------------------------------------------------------------------------------


def _in_rows(cards: Iterable[str]) -> str:
    """Return cards side by side, as many in a row as there is room for."""
    each = int(_INNER // _STEP)
    return "".join(
        element("g", card, transform=at(n % each * _STEP, n // each * (_HIGH + 6)))
        for n, card in enumerate(cards)
    )


def _face(face: int, cost: int, many: int = 1) -> str:
    """Return a card that is read: its cost, how many of it there are, its name, and what it does."""
    name = NAMES[face]
    coin = element("circle", cx=17, cy=18, r=12, class_="die-wazabi")
    parts = [label(str(cost), 17, 23.5, font_size=16, class_="bold on-wazabi")]
    parts += [label(f"\u00d7{many}", _CARD - 16, 24, font_size=16, class_="bold on-face")] if many > 1 else []
    lines = wrap(name, 8)
    parts += [
        label(line, _CARD / 2, 53 + 15.5 * n - 8 * (len(lines) - 1), font_size=14, class_="bold on-face")
        for n, line in enumerate(lines)
    ]
    signs = element("g", _does(name), class_="on-face", transform=at(_CARD / 2, 90))
    return _frame("face") + coin + "".join(parts) + signs


def _does(name: str) -> str:
    """Return what a card does, as signs and texts around the origin."""
    tokens = _DOES[name]
    wide = [24.0 if token in _SIGNS else 12.0 * len(token) + 4 for token in tokens]
    x, body = -sum(wide) / 2, ""
    for token, room in zip(tokens, wide, strict=True):
        sign = _sign(token) if token in _SIGNS else label(token, 0, 6, font_size=17, class_="bold")
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
