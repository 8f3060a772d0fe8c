"""What stands below the board on a picture: cards and amulets, the players, and what the signs mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.hidden import HIDDEN
from toolkit.games.mangrovia.components import LANDSCAPES, TILES
from toolkit.games.mangrovia.pictures import symbols
from toolkit.games.mangrovia.pictures.page import MARGIN, Page, in_line, layer, told, words_at
from toolkit.games.mangrovia.pictures.symbols import owner_of, put
from toolkit.games.mangrovia.state import MangroviaState
from toolkit.hexmap.svg import PASSIVE, label, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.observation import Observation

_COLUMNS = {  # of the players' table, and where they stand
    "points": 236,
    "amulet track": 328,
    "huts left": 420,
    "valuables": 512,
    "landscapes": 604,
    "amulets": 696,
}


def draw_cards(page: Page, seen: Observation[MangroviaState], top: float) -> tuple[str, float]:
    """Return the face-up rows, how much lies face down, and the amulets; and how high that is."""
    valuables, landscapes = seen[MangroviaState.valuables], seen[MangroviaState.landscapes]
    rows = (
        ("valuables", valuables, [symbols.sign("card", str(value)) for value in valuables.zone("open")]),
        ("landscapes", landscapes, [symbols.landscape_card(page.theme, f) for f in landscapes.zone("open")]),
    )
    x, y, drawn = MARGIN, top + 18, ""
    for name, view, row in rows:
        pile = symbols.sign("back", str(len(view.zone("pile"))))
        drawn += words_at(name, x, y + 5) + in_line([pile, *row], x + 112, y)
        x += 154 + 28 * len(row)
    board, bag = (len(seen[MangroviaState.amulets].zone(name)) for name in ("board", "bag"))
    words = words_at(f"amulets: {board} of value 1, {bag} in the bag", x + 24, y + 5)
    return layer("cards", drawn, put(symbols.sign("amulet"), x + 4, y + 2, 0.8), words), 42


def draw_players(page: Page, seen: Observation[MangroviaState], top: float) -> tuple[str, float]:
    """Return what everybody sees of each player, and the cards that the seat sees; and how high that is."""
    heads = [label(name, x, top + 14, font_size=15, font_weight="normal") for name, x in _COLUMNS.items()]
    heads.append(words_at("start cards, tiles", 754, top + 14, 15))
    rows = [_player(seen, player, top + 38 + 34 * player) for player in range(seen.players)]
    y = top + 41 + 34 * len(rows)
    for player in range(seen.players):
        if known := _known(page, seen, player):
            rows.append(_hand(page, seen, player, known, y))
            y += 38
    return layer("players", *heads, *rows), y - top - 6


def _player(seen: Observation[MangroviaState], player: int, y: float) -> str:
    numbers = (seen[MangroviaState.points], seen[MangroviaState.track], seen[MangroviaState.supply])
    held = [number[player] for number in numbers] + [len(cards) for cards in _cards_of(seen, player)]
    owner, tiles = owner_of(player, seen.players), seen[MangroviaState.tiles][player]
    start, begins = seen[MangroviaState.start_cards][player], seen[MangroviaState.start] == player
    name = f"player {player}{' (you)' * (seen.player == player)}"
    drawn = put(symbols.hut(owner), 30, 0, 0.85) + words_at(name, 54, 6, 17)
    drawn += put(symbols.sign("talisman"), 184, 0) if begins else ""
    drawn += "".join(label(str(n), x, 6, font_size=19) for n, x in zip(held, _COLUMNS.values(), strict=True))
    drawn += in_line([symbols.sign("card", str(value)) for value in start], 764)
    drawn += in_line(map(symbols.stone_tile, tiles), 764 + 28 * len(start))
    words = [f"{head} {many}" for head, many in zip(_COLUMNS, held, strict=True)]
    words += [f"start card {value}" for value in start] + [f"stone tile {TILES[tile]}" for tile in tiles]
    words += ["talisman"] * begins
    return told(f"{name}, {owner.name}: {', '.join(words)}", (0, y), drawn, data_player=str(player))


def _cards_of(seen: Observation[MangroviaState], player: int) -> tuple[tuple[int, ...], ...]:
    """Return the valuables, landscapes and amulets of a player, `HIDDEN` where they are not seen."""
    amulets = seen[MangroviaState.amulets]
    return (
        seen[MangroviaState.valuables].zone(f"hand {player}"),
        seen[MangroviaState.landscapes].zone(f"hand {player}"),
        amulets.zone(f"kept {player}") + amulets.zone(f"drawn {player}"),
    )


def _known(page: Page, seen: Observation[MangroviaState], player: int) -> list[tuple[str, str]]:
    """Return the cards of a player that are seen, each as a symbol and in words."""
    valuables, landscapes, amulets = (
        [face for face in cards if face != HIDDEN] for cards in _cards_of(seen, player)
    )
    return [
        *((symbols.sign("card", str(value)), str(value)) for value in valuables),
        *((symbols.landscape_card(page.theme, face), LANDSCAPES[face]) for face in landscapes),
        *((symbols.sign("amulet", str(value)), f"amulet {value}") for value in amulets),
    ]


def _hand(
    page: Page, seen: Observation[MangroviaState], player: int, known: Sequence[tuple[str, str]], y: float
) -> str:
    step = min(30.0, (page.width - 160) / len(known))
    whose = "your hand" if seen.player == player else f"player {player}"
    words = f"{whose}: {', '.join(words for _, words in known)}"
    drawn = words_at(whose, MARGIN, 6, 17) + in_line([card for card, _ in known], 126, 0, step)
    return told(words, (0, y), drawn, data_hand=str(player))


def draw_legend(page: Page, top: float) -> tuple[str, float]:
    """Return what the signs mean, in lines as wide as the picture; and how high that is."""
    lands = ((symbols.landscape_card(page.theme, face), name) for face, name in enumerate(LANDSCAPES))
    signs = (
        (symbols.sign("card", "7"), "price in cards"),
        (symbols.sign("amulet", "5"), "in amulets"),
        (symbols.sign("points", "3"), "points"),
        (put(symbols.use("ring"), 0, 0, 0.6), "amulet space"),
        (in_line(map(symbols.sign, ("grey mark", "white mark")), -9, 0, 18), "neutral mark"),
        (symbols.sign("pole tile", "4"), "pole tile"),
        (symbols.sign("back"), "face-down card"),
        (symbols.sign("talisman"), "start player"),
        (symbols.use("statue"), "path: first / second prize"),
    )
    parts, x, y = [], MARGIN, top + 18
    for sign, words in (*lands, *signs):
        wide = 40 + text_width(words, 13)
        x, y = (MARGIN, y + 30) if x + wide > page.width - MARGIN else (x, y)
        parts += [put(sign, x + 12, y, 0.75), words_at(words, x + 31, y + 5, 14)]
        x += wide
    return layer("legend", *parts, **PASSIVE), y + 16 - top
