"""The position after a card was taken in hand, and after an exchange (S-12, S-17, S-44, S-52, S-63)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from toolkit.games.silver.cards import DOPPELGANGER
from toolkit.games.silver.position import Guard, Place, Position, Slot
from toolkit.games.silver.state import Source


def taken(position: Position, card: int, source: Literal["discard", "shown", "master"]) -> Position:
    """Return the position with an open card in hand, the uppermost or first one of its number.

    A card that was in hand before lies on the discard pile, as a Master does (S-52).

    Raises
    ------
    ValueError
        There is no such card.
    """
    start = position.discarding()
    if source == "shown":
        return replace(start, held=card, shown=_without(start.shown, start.shown.index(card)))
    last = len(start.discard) - 1 - start.discard[::-1].index(card)
    return replace(start, held=card, discard=_without(start.discard, last))


def at_hand(position: Position, card: int) -> tuple[Position, Source]:
    """Return the position with this card in hand, and from where it comes.

    It is in hand already, and counts as drawn from the deck; or it is the top discard, else one beside the
    deck, else one further down in the discard pile, which only a Master fetches (S-52).
    """
    if position.held == card:
        return position, "deck"
    source: Literal["discard", "shown", "master"] = "master"
    if card in position.discard[-1:]:
        source = "discard"
    elif card in position.shown:
        source = "shown"
    return taken(position, card, source), source


def exchanged(position: Position, slots: Sequence[int], card: int, *, up: bool) -> Position:
    """Return the position after the held card was exchanged: unknown ones count as forgotten discards.

    Parameters
    ----------
    position
        With the card in hand.
    slots
        The own slots whose cards leave; the card takes the first of them, and the others close up (S-17).
    card
        The card that comes in.
    up
        Whether it lies face-up then.
    """
    first, *others = slots
    mine = [Slot(card, up) if slot == first else one for slot, one in enumerate(position.mine)]
    village = tuple(one for slot, one in enumerate(mine) if slot not in others)
    known = [number for slot in slots if (number := position.mine[slot].known) is not None]
    gone = sorted(known, key=lambda number: number != DOPPELGANGER)  # a 13 lies below its partner (S-63)
    return replace(
        position,
        villages=(*position.villages[: position.me], village, *position.villages[position.me + 1 :]),
        held=None,
        discard=(*position.discard, *gone),
        guards=tuple(_guards(position, slots)),
        amulet=position.amulet and (position.amulet[0], _moved(position, *position.amulet, others)),
    )


def hit(position: Position, place: Place, card: int, *, up: bool) -> Position:
    """Return the position after a Witch laid the held card on one of an opponent (S-53, A-2)."""
    player, at = place
    old, village = position.villages[player][at], list(position.villages[player])
    village[at] = Slot(card, up)
    return replace(
        position,
        villages=(*position.villages[:player], tuple(village), *position.villages[player + 1 :]),
        held=None,
        discard=position.discard if old.known is None else (*position.discard, old.known),
    )


def _without(cards: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*cards[:index], *cards[index + 1 :])


def _guards(position: Position, slots: Sequence[int]) -> Iterator[Guard]:
    """Yield the Bodyguards that stay on duty when own cards leave (A-43), where they lie then."""
    for guard in position.guards:
        player = guard.player
        if player != position.me or not {guard.guard, guard.charge} & set(slots):
            pair = (_moved(position, player, slot, slots[1:]) for slot in (guard.guard, guard.charge))
            yield Guard(player, *pair)


def _moved(position: Position, player: int, slot: int, gone: Sequence[int]) -> int:
    """Return where a card lies when own cards have left and the others have closed up (S-17)."""
    return slot - sum(other < slot for other in gone) if player == position.me else slot
