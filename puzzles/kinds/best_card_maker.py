"""Positions in which one play locates a treasure and one card of the hand is dead, made on masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.kinds.best_card_rules import Table
from toolkit.games.tobago.maps import COLOURS, Play, TreasureMap
from toolkit.games.tobago.position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.decks import Deck
    from toolkit.games.tobago.setting import Setting

HAND = 4
"""Clue cards in a hand (T-16)."""

_MOST_CLUES = 4  # on one map
_LEAST_LEFT = 2  # candidates of a map that is not located


def random_position(setting: Setting, deck: Deck, random: Random) -> Position | None:
    """Return a position of legal play with a hand that fits both questions, or None when none turned up.

    Each map gets 1 to 4 cards of the deck, each of them legal when it was laid (T-12) and none locating; the
    hand comes from the rest: a card that locates one treasure, a dead card, and others that do neither.
    """
    maps: dict[str, TreasureMap] = {}
    for colour in COLOURS:
        clues = _laid(setting, deck, random)
        maps[colour] = TreasureMap(setting, colour, map(Play, clues))
        deck = deck.without(clues)
    hand = _hand(Position(setting=setting, maps=maps, hand=deck.kinds), random)
    return None if hand is None else Position(setting=setting, maps=maps, hand=hand)


def _laid(setting: Setting, deck: Deck, random: Random) -> tuple[Clue, ...]:
    """Return a few cards that could be laid on an empty map, one after the other."""
    left = setting.island.land.mask
    laid: list[Clue] = []
    for _ in range(random.randint(1, _MOST_CLUES)):
        now = left.bit_count()
        after = {clue: left & setting.masks[clue.number] for clue in deck.kinds}
        legal = [clue for clue, mask in after.items() if _LEAST_LEFT <= mask.bit_count() < now]
        if not legal:
            break
        laid.append(random.choice(legal))
        left = after[laid[-1]]
    return tuple(laid)


def _hand(position: Position, random: Random) -> tuple[Clue, ...] | None:
    """Return a hand from the cards of a position, in random order."""
    table = Table(position)
    located = [text.partition(": ")[2] for text in table.locating]
    cards = {str(card): card for card in position.hand or ()}
    winners = [text for text in cards if located.count(text) == 1]
    others = [text for text in cards if text not in located and text not in table.dead]
    if not winners or not table.dead or len(others) < HAND - 2:
        return None
    hand = [_one(winners, random), _one(table.dead, random), *random.sample(others, HAND - 2)]
    random.shuffle(hand)
    return tuple(cards[text] for text in hand)


def _one(texts: Sequence[str], random: Random) -> str:
    return texts[random.randrange(len(texts))]
