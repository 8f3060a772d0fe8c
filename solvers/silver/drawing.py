"""What it is worth to draw a card from the deck (Q-9)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from solvers.silver.abilities import robber_value, witch_value
from solvers.silver.exchanges import best_gain
from solvers.silver.law import DECK, Law
from solvers.silver.looks import LOOKERS, best_look
from solvers.silver.master import master_value
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import EXPOSER, MASTER, ROBBER, WITCH

if TYPE_CHECKING:
    from toolkit.games.silver.position import Position

Use = Literal["discard", "exchange", "ability"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that may be drawn: its number and chance, the best use of it and what that gains in points."""

    card: int
    chance: Fraction
    use: Use
    gain: Fraction


def draws(position: Position, harm: Fraction = Fraction(0)) -> list[Drawn]:
    """Return what the next card of the deck may be and what it is worth then (Q-9).

    It is discarded for nothing, exchanged as well as possible (Q-4, Q-11), or discarded for its ability,
    whose value is counted one step ahead (`ability_value`).

    Raises
    ------
    ToolkitError
        The deck is empty, or a card is held already.
    """
    if not position.deck:
        raise ToolkitError("the deck is empty: nothing can be drawn (S-30)")
    if position.held is not None:
        raise ToolkitError(f"card {position.held} is held already: only one is drawn (S-10)")
    chances = Law.of(position).number((DECK, 0))
    return [_best_use(position, card, chance, harm) for card, chance in chances.items()]


def draw_value(position: Position, harm: Fraction = Fraction(0)) -> Fraction:
    """Return the points that drawing a card is expected to gain (Q-9)."""
    return sum((drawn.chance * drawn.gain for drawn in draws(position, harm)), Fraction(0))


def ability_value(position: Position, card: int, harm: Fraction = Fraction(0)) -> Fraction:
    """Return what it is worth to discard a card, just drawn, for its ability (Q-12 to Q-15).

    Looks count as in `best_look`. Abilities of 5 and 6 count 0, as do those of the cards that have none when
    they are discarded.
    """
    if card < EXPOSER:
        return Fraction(0)
    if card in LOOKERS:
        look = best_look(position, card)
        return look.value if look else Fraction(0)
    if card == WITCH:
        return witch_value(position, harm)
    if card == MASTER:
        return master_value(position)
    return robber_value(position, harm) if card == ROBBER else Fraction(0)


def _best_use(position: Position, card: int, chance: Fraction, harm: Fraction) -> Drawn:
    drawn = position.drawing(card)
    exchanged, ability = best_gain(drawn, card), ability_value(drawn, card, harm)
    best = max(exchanged, ability)
    use: Use = "discard" if not best else "exchange" if exchanged == best else "ability"
    return Drawn(card, chance, use, best)
