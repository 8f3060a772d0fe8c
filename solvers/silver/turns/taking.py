"""What an open card is worth that is taken: the top discard or a shown one (Q-10, S-12, S-44)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from solvers.silver.sets.afterwards import taken
from solvers.silver.sets.exchanges import Exchange, best_exchange
from solvers.silver.turns.drawing import ability_value
from toolkit.games.silver.position import Position


@dataclass(frozen=True, slots=True)
class Taking:
    """A card that may be taken, and its best use."""

    #: `card` and `source`: its number, and where it lies: the top ``discard``, or ``shown`` beside the deck.
    card: int
    source: Literal["discard", "shown"]
    hand: Position  #: the position with it in hand
    #: What is done with it. The top discard must be exchanged (S-12); a shown card counts as drawn: it may be
    #: discarded too, and with `squire_ability` for its ability (S-44, A-20).
    use: Literal["exchange", "ability", "discard"]
    exchange: Exchange | None  #: the best exchange; None where the amulet lies on the only own card (S-39)
    #: The points that the best use gains; below 0 where every exchange loses and one must be made.
    gain: Fraction


def takings(position: Position) -> Iterator[Taking]:
    """Yield the cards that may be taken: the top discard first, then each number that is shown.

    Raises
    ------
    TooLarge
        Too many different sets could match (`best_exchange`).
    """
    if position.discard:
        card = position.discard[-1]
        hand = taken(position, card, "discard")
        if exchange := best_exchange(hand, card):
            yield Taking(card, "discard", hand, "exchange", exchange, exchange.gain)
    for card in dict.fromkeys(position.shown):
        yield shown_taking(position, card)


def shown_taking(position: Position, card: int) -> Taking:
    """Return the best use of a card that is shown (S-44)."""
    hand = taken(position, card, "shown")
    exchange, nothing = best_exchange(hand, card), Fraction(0)
    ability = ability_value(hand, card) if position.rules.squire_ability else nothing
    gain = max(nothing, ability, exchange.gain if exchange else nothing)
    if not gain:
        return Taking(card, "shown", hand, "discard", exchange, gain)
    use: Literal["exchange", "ability"] = "exchange" if exchange and exchange.gain == gain else "ability"
    return Taking(card, "shown", hand, use, exchange, gain)
