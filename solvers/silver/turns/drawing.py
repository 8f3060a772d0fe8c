"""What it is worth to draw a card from the deck, and with Rascals one of several (Q-9, S-49)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Literal, TypeVar

from solvers.silver.hidden.law import Law
from solvers.silver.hidden.mixture import DECK, Mixture
from solvers.silver.sets.exchanges import Offer, best_offer, next_offers
from solvers.silver.turns.abilities import robber_value, witch_value
from solvers.silver.turns.looks import LOOKERS, best_look
from solvers.silver.turns.master import master_value
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import EXPOSER, MASTER, RASCAL, ROBBER, WITCH
from toolkit.games.silver.position import Position
from toolkit.games.silver.rules import Rules

_Card = TypeVar("_Card")

Use = Literal["discard", "exchange", "ability", "draw on"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that may be drawn first: its number and chance, its best use and what that gains in points.

    To draw on, with a Rascal, is a use too; its gain is that of the best of all cards then (S-49).
    """

    card: int
    chance: Fraction
    use: Use
    gain: Fraction


def draws(position: Position, harm: Fraction = Fraction(0)) -> list[Drawn]:
    """Return what the next card of the deck may be and what it is worth then (Q-9).

    It is discarded for nothing, exchanged as well as possible (Q-4, Q-11), or discarded for its ability,
    whose value is counted one step ahead (`ability_value`). With own face-up Rascals more cards are drawn
    wherever that gains more. They stay available, so drawing on never loses, and each first card is worth the
    mean of the best one of all that may be drawn. There a card counts as if it were kept as soon as it
    comes: unknown cards drawn besides are still unknown to its use.

    Raises
    ------
    ToolkitError
        The deck is empty, or a card is held already.
    """
    if not position.deck:
        raise ToolkitError("the deck is empty: nothing can be drawn (S-30)")
    if position.held is not None:
        raise ToolkitError(f"card {position.held} is held already: only one is drawn (S-10)")
    count = min(1 + rascals(position), position.deck)
    known = [kept(position, depth, depth + 1, harm) for depth in range(len(position.top))[:count]]
    hidden = _hidden_uses(position, harm) if count > len(known) else []
    first = known[:1] or hidden
    return first if count == 1 else _drawing_on(position, first, known[1:], hidden, count)


def draw_value(position: Position, harm: Fraction = Fraction(0)) -> Fraction:
    """Return the points that drawing a card is expected to gain (Q-9)."""
    return sum((drawn.chance * drawn.gain for drawn in draws(position, harm)), Fraction(0))


def rascals(position: Position) -> int:
    """Return how many own Rascals lie face-up: so many more cards may be drawn (S-49)."""
    return len([player for player, _ in position.face_up(RASCAL) if player == position.me])


def undrawn(position: Position) -> Position:
    """Return the position with the held card on top of the deck again; the same one without a held card."""
    if position.held is None:
        return position
    return replace(position, held=None, deck=position.deck + 1, top=(position.held, *position.top))


def kept(position: Position, depth: int, drawn: int, harm: Fraction = Fraction(0)) -> Drawn:
    """Return the best use of one of the cards that were drawn with Rascals, exactly (S-49).

    Parameters
    ----------
    position
        With these cards on top of the deck still, the first drawn one first.
    depth
        Which of them is kept; so many lie above it.
    drawn
        How many were drawn. The others go back in the order of A-40.
    harm
        The weight of what opponents lose.
    """
    card, above, below = position.top[depth], position.top[:depth], position.top[depth + 1 :]
    back = put_back((*above, *below[: drawn - depth - 1]), position.rules)
    hand = replace(position, held=card, deck=position.deck - 1, top=(*back, *below[drawn - depth - 1 :]))
    return _best_use(hand, card, Fraction(1), best_offer(hand), harm)


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


def put_back(cards: Sequence[_Card], rules: Rules) -> Sequence[_Card]:
    """Return the drawn cards that are not kept, in the order in which they lie on the deck then (A-40)."""
    return cards if rules.rascal_putback == "restore" else cards[::-1]


def _hidden_uses(position: Position, harm: Fraction) -> list[Drawn]:
    """Return the best use of each number that the first unknown card of the deck may have, if it is kept."""
    start = replace(position, top=tuple(put_back(position.top, position.rules)))
    offers = next_offers(start, len(start.top))
    return [
        _best_use(replace(start, held=card, deck=start.deck - 1), card, chance, offer, harm)
        for card, (chance, offer) in offers.items()
    ]


def _best_use(hand: Position, card: int, chance: Fraction, offer: Offer | None, harm: Fraction) -> Drawn:
    exchanged = max(offer.worth - card, Fraction(0)) if offer else Fraction(0)
    ability = ability_value(hand, card, harm)
    best = max(exchanged, ability)
    use: Use = "discard" if not best else "exchange" if exchanged == best else "ability"
    return Drawn(card, chance, use, best)


# ---- the best of several (S-49) ---------------------------------------------------------------------------


def _drawing_on(
    position: Position, first: Sequence[Drawn], known: Sequence[Drawn], hidden: Sequence[Drawn], count: int
) -> list[Drawn]:
    """Return the first cards with their uses where so many may be drawn, `known` ones among them."""
    further = count - 1 - len(known)
    after = Law.of(position).mixture((), draws=count).split((DECK, 0))
    found = []
    for one in first:
        least = max([one.gain, *[other.gain for other in known]])
        best = _best_of(after[one.card], further, least, hidden)
        found.append(one if best == one.gain else replace(one, use="draw on", gain=best))
    return found


def _best_of(law: Mixture, count: int, least: Fraction, uses: Sequence[Drawn]) -> Fraction:
    """Return the mean of the highest gain of so many hidden cards; at least this."""
    more, before = Fraction(0), least
    for level in sorted({use.gain for use in uses if use.gain > least}):
        reach = [use.card for use in uses if use.gain >= level]
        more += (level - before) * (law.weight - _without_any(law, count, reach))
        before = level
    return least + more / law.weight


def _without_any(law: Mixture, count: int, cards: Sequence[int]) -> int:
    """Return the weight with which none of so many hidden cards has one of these numbers."""
    weight = 0
    for term in law.terms:
        size = sum(term.pool)
        others = size - sum([term.pool[card] for card in cards])
        weight += term.weight // comb(size, count) * comb(others, count)
    return weight
