"""What lies beside the board: the face-up cards, what is known of each player, and the seat's own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.hidden import HIDDEN
from toolkit.games.mangrovia.components import LANDSCAPES, TILES
from toolkit.games.mangrovia.pictures import symbols as draw
from toolkit.games.mangrovia.pictures.symbols import in_line, put, sign, told, words_at
from toolkit.games.mangrovia.state import MangroviaState
from toolkit.hexmap.svg import label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.core.observation import Observation
    from toolkit.hexmap.patterns import Theme

_COLUMNS = ("points", "amulet track", "huts left", "valuables", "landscapes", "amulets")
_FIRST, _STEP, _LAST = 236.0, 92.0, 764.0  # where the columns stand, and the start cards after them
_HEADS, _PLAYERS, _LINE, _HAND = 56.0, 80.0, 34.0, 38.0  # how far down the parts are, and how high
_HAND_WIDTH = 770.0


def draw_table(seen: Observation[MangroviaState], theme: Theme) -> tuple[str, float]:
    """Return what a seat sees beside the board, below and to the right of the origin, and how high it is."""
    heads = [label(name, x, _HEADS, font_size=15, font_weight="normal") for name, x in _columns(_COLUMNS)]
    heads.append(words_at("start cards, tiles", _LAST - 10, _HEADS, 15))
    players = [_player(seen, player, _PLAYERS + _LINE * player) for player in range(seen.players)]
    y, hands = _PLAYERS + 3 + _LINE * seen.players, list[str]()
    for player in range(seen.players):
        if known := list(_known(seen, player, theme)):
            hands.append(_hand(seen, player, known, y))
            y += _HAND
    return draw.layer("cards", *_piles(seen, theme)) + draw.layer(
        "players", *heads, *players, *hands
    ), y - _HAND / 2


def _columns(texts: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    return ((text, _FIRST + n * _STEP) for n, text in enumerate(texts))


def _piles(seen: Observation[MangroviaState], theme: Theme) -> Iterator[str]:
    """Return the face-up rows, each after how much lies face down, and how many amulets there are."""
    valuables, landscapes = seen[MangroviaState.valuables], seen[MangroviaState.landscapes]
    rows = (
        ("valuables", valuables, [sign("card", str(value)) for value in valuables.zone("open")]),
        ("landscapes", landscapes, [draw.landscape_card(theme, face) for face in landscapes.zone("open")]),
    )
    x, y = 0.0, 18.0
    for name, view, row in rows:
        pile = sign("back", str(len(view.zone("pile"))))
        yield words_at(name, x, y + 5) + in_line([pile, *row], x + 112, y)
        x += 154 + 28 * len(row)
    ones, bag = (len(seen[MangroviaState.amulets].zone(name)) for name in ("board", "bag"))
    yield put(sign("amulet"), x + 4, y + 2, 0.8)
    yield words_at(f"amulets: {ones} of value 1, {bag} in the bag", x + 24, y + 5)


def _player(seen: Observation[MangroviaState], player: int, y: float) -> str:
    counted = (seen[MangroviaState.points], seen[MangroviaState.track], seen[MangroviaState.supply])
    many = [count[player] for count in counted] + [len(cards) for cards in _cards(seen, player)]
    numbers = tuple(map(str, many))
    owner, tiles = draw.owner_of(player, seen.players), seen[MangroviaState.tiles][player]
    start, begins = seen[MangroviaState.start_cards][player], seen[MangroviaState.start] == player
    name = f"player {player}{' (you)' * (seen.player == player)}"
    drawn = put(draw.hut(owner.colour, owner.sign), 16, 0, 0.85) + words_at(name, 40, 6, 17)
    drawn += put(sign("talisman"), 170, 0) * begins
    drawn += "".join(label(number, x, 6, font_size=19) for number, x in _columns(numbers))
    drawn += in_line([*(sign("card", str(value)) for value in start), *map(draw.stone_tile, tiles)], _LAST)
    words = [f"{head} {number}" for head, number in zip(_COLUMNS, numbers, strict=True)]
    words += [f"start card {value}" for value in start] + [f"stone tile {TILES[tile]}" for tile in tiles]
    words += ["talisman"] * begins
    return told(f"{name}, {owner.name}: {', '.join(words)}", (0, y), drawn, data_player=str(player))


def _cards(seen: Observation[MangroviaState], player: int) -> tuple[tuple[int, ...], ...]:
    """Return the valuables, landscapes and amulets of a player, `HIDDEN` where they are not seen."""
    amulets, hand = seen[MangroviaState.amulets], f"hand {player}"
    return (
        seen[MangroviaState.valuables].zone(hand),
        seen[MangroviaState.landscapes].zone(hand),
        amulets.zone(f"kept {player}") + amulets.zone(f"drawn {player}"),
    )


def _known(seen: Observation[MangroviaState], player: int, theme: Theme) -> Iterator[tuple[str, str]]:
    """Return the cards of a player that are seen, each as a symbol and in words."""
    cards = _cards(seen, player)
    valuables, landscapes, amulets = ([face for face in kind if face != HIDDEN] for kind in cards)
    yield from ((sign("card", str(value)), str(value)) for value in valuables)
    yield from ((draw.landscape_card(theme, face), LANDSCAPES[face]) for face in landscapes)
    yield from ((sign("amulet", str(value)), f"amulet {value}") for value in amulets)


def _hand(seen: Observation[MangroviaState], player: int, known: list[tuple[str, str]], y: float) -> str:
    whose = "your hand" if seen.player == player else f"player {player}"
    cards = in_line([card for card, _ in known], 112, 0, min(30.0, _HAND_WIDTH / len(known)))
    words = f"{whose}: {', '.join(words for _, words in known)}"
    return told(words, (0, y), words_at(whose, 0, 6, 17), cards, data_hand=str(player))
