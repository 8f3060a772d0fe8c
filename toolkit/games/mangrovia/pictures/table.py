"""What lies beside the board: the face-up cards, what is known of each player, and the seat's own hand."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.core.pictures.svg import label
from toolkit.games.mangrovia.components import LANDSCAPES, TILES
from toolkit.games.mangrovia.pictures import symbols as draw
from toolkit.games.mangrovia.pictures.symbols import in_line, named, put, sign, told, words_at
from toolkit.games.mangrovia.state import MangroviaState

_COUNTS = ("points", "amulet track", "huts left", "valuables", "landscapes", "amulets")
_FIRST, _STEP, _LAST = 236.0, 92.0, 764.0  # where the columns stand; last what lies open of them


def draw_table(seen: Observation[MangroviaState]) -> tuple[str, float]:
    """Return what a seat sees beside the board, below and to the right of the origin, and how high it is."""
    heads = [(head, _FIRST + n * _STEP) for n, head in enumerate((*_COUNTS, "lying open"))]
    rows = [label(*head, 56, font_size=15, class_="head") for head in heads]
    rows += [_player(seen, player, 80 + 34 * player) for player in range(seen.players)]
    y = 83.0 + 34 * seen.players
    for player in range(seen.players):
        if hand := _hand(seen, player, y):
            rows.append(hand)
            y += 38
    return draw.layer("cards", *_piles(seen)) + draw.layer("players", *rows), y - 20


def _piles(seen: Observation[MangroviaState]) -> Iterator[str]:
    """Return the face-up rows, each after how much lies face down, and how many amulets there are."""
    valuables, landscapes = seen[MangroviaState.valuables], seen[MangroviaState.landscapes]
    cards = [named(sign("card", str(value)), f"open {value}") for value in valuables.zone("open")]
    lands = [named(_land(face), f"open {LANDSCAPES[face]}") for face in landscapes.zone("open")]
    x, y = 0.0, 18.0
    for name, view, row in (("valuables", valuables, cards), ("landscapes", landscapes, lands)):
        many = len(view.zone("pile"))
        pile = named(sign("back", str(many)), name, f"{name}: {many} in the pile")
        yield words_at(name, x, y + 5) + in_line([pile, *row], x + 112, y)
        x += 154 + 28 * len(row)
    ones, bag = (len(seen[MangroviaState.amulets].zone(name)) for name in ("board", "bag"))
    words = f"amulets: {ones} of value 1, {bag} in the bag"
    drawn = put(sign("amulet"), x + 4, y + 2, 0.8) + words_at(words, x + 24, y + 5)
    yield named(drawn, "bag", words)


def _player(seen: Observation[MangroviaState], player: int, y: float) -> str:
    owner, tiles = draw.owner_of(player, seen.players), seen[MangroviaState.tiles][player]
    start, begins = seen[MangroviaState.start_cards][player], seen[MangroviaState.start] == player
    counted = (seen[MangroviaState.points], seen[MangroviaState.track], seen[MangroviaState.supply])
    counts = [count[player] for count in counted] + [len(cards) for cards in _cards(seen, player)]
    name = f"player {player}{' (you)' * (seen.player == player)}"
    drawn = put(draw.hut(owner.colour, owner.sign), 16, 0, 0.85) + words_at(name, 40, 6, 17)
    drawn += put(sign("talisman"), 170, 0) * begins
    drawn += "".join(label(str(count), _FIRST + n * _STEP, 6, font_size=19) for n, count in enumerate(counts))
    own = player == seen.player
    laid = [
        named(sign("card", str(value)), f"start {value}" if own else None, f"start card {value}")
        for value in start
    ]
    laid += [
        named(draw.stone_tile(tile), f"tile {TILES[tile]}" if own else None, f"stone tile {TILES[tile]}")
        for tile in tiles
    ]
    drawn += in_line(laid, _LAST)
    words = [f"{head} {count}" for head, count in zip(_COUNTS, counts, strict=True)]
    words += [f"start card {value}" for value in start] + [f"stone tile {TILES[tile]}" for tile in tiles]
    words += ["talisman"] * begins
    return told(
        f"{name}, {owner.colour}: {', '.join(words)}", (0, y), drawn, role="group", data_seat=str(player)
    )


def _cards(seen: Observation[MangroviaState], player: int) -> tuple[tuple[int, ...], ...]:
    """Return the valuables, landscapes and amulets of a player, `HIDDEN` where they are not seen."""
    amulets, hand = seen[MangroviaState.amulets], f"hand {player}"
    return (
        seen[MangroviaState.valuables].zone(hand),
        seen[MangroviaState.landscapes].zone(hand),
        amulets.zone(f"kept {player}") + amulets.zone(f"drawn {player}"),
    )


def _hand(seen: Observation[MangroviaState], player: int, y: float) -> str:
    """Return the cards of a player that are seen, or nothing."""
    valuables, landscapes, amulets = ([f for f in kind if f != HIDDEN] for kind in _cards(seen, player))
    cards = [(sign("card", str(value)), f"hand {value}", str(value)) for value in valuables]
    cards += [(_land(face), f"hand {LANDSCAPES[face]}", LANDSCAPES[face]) for face in landscapes]
    cards += [(sign("amulet", str(value)), f"amulet {value}", f"amulet {value}") for value in amulets]
    if not cards:
        return ""
    own = player == seen.player
    whose = "your hand" if own else f"player {player}"
    drawn = [named(symbol, place if own else None, words) for symbol, place, words in cards]
    line = words_at(whose, 0, 6, 17) + in_line(drawn, 112, 0, min(30.0, 770 / len(drawn)))
    return told(
        f"{whose}: {', '.join(words for *_, words in cards)}",
        (0, y),
        line,
        role="group",
        data_seat=str(player),
    )


def _land(face: int) -> str:
    return "".join(draw.land(face, "card"))
