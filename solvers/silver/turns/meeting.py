"""When both 0s meet face-up: which exchanges and abilities end the round at once (S-41, S-42; A-1, A-5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from solvers.silver.hidden.law import Law
from toolkit.games.silver.cards import COPIES, VILLAGER
from toolkit.games.silver.exchange import OPEN, comes_up, matches
from toolkit.games.silver.position import CERTAIN, Place, Position
from toolkit.games.silver.state import Source


def open_villager(position: Position, without: Collection[Place] = ()) -> bool:
    """Tell whether a 0 lies face-up in a village, some places left out (S-41)."""
    return any(place not in without for place in position.face_up(VILLAGER))


def may_end(hand: Position) -> bool:
    """Tell whether some exchange of the held card may end the round at once (S-42, A-5)."""
    return hand.rules.pushed_pair_ends or (hand.held == VILLAGER and open_villager(hand))


def ends_round(
    hand: Position, slots: Sequence[int], source: Source, chance: Fraction = CERTAIN
) -> bool | None:
    """Tell whether an exchange of the held card shows the second 0, which ends the round at once (S-42).

    A card from the deck lies as A-1 says, any other one face-up; after a failed attempt a card from the deck
    lies face-down and the pushed ones do, so that a pushed 0 counts with `pushed_pair_ends` only (A-5).

    Parameters
    ----------
    hand
        The position with the card in hand.
    slots
        The own cards that are given up.
    source
        From where the card comes.
    chance
        The chance that they match.

    Returns
    -------
    bool | None
        None where it depends on cards that are hidden, or on the freed slot that is chosen (S-17); also where
        only the count of all unseen cards would tell that a set cannot match.
    """
    told: set[bool | None] = set()
    if chance:
        told.update(_if_it_matches(hand, slots, source))
    if chance < 1:
        told.add(_if_it_fails(hand, slots, source))
    return told.pop() if len(told) == 1 else None


def _if_it_matches(hand: Position, slots: Sequence[int], source: Source) -> Iterator[bool]:
    """Yield whether the round ends when the cards leave, for each freed slot that the new card may take."""
    second = hand.held == VILLAGER and open_villager(hand, _places(hand, slots))
    for slot in slots:
        yield second and comes_up(source, hand.rules, up=hand.mine[slot].face_up)


def _if_it_fails(hand: Position, slots: Sequence[int], source: Source) -> bool | None:
    """Tell whether the round ends when the pushed cards do not match: they go back face-down (S-19)."""
    left = open_villager(hand, _places(hand, slots))
    if hand.held == VILLAGER and left and source in OPEN:
        return True
    if not hand.rules.pushed_pair_ends:
        return False
    known = [number for slot in slots if (number := hand.mine[slot].known) is not None]
    missing = COPIES[VILLAGER] - left - known.count(VILLAGER)
    if not missing:
        return True
    hidden = len(slots) - len(known)
    if missing > min(hidden, hand.unseen[VILLAGER]):
        return False
    fails = missing < hidden or not matches([*known, *[VILLAGER] * missing], hand.rules)
    return None if fails else False


def _places(hand: Position, slots: Sequence[int]) -> list[Place]:
    return [(hand.me, slot) for slot in slots]


def hit_ends_round(hand: Position, place: Place) -> bool:
    """Tell whether the held card of a Witch ends the round when it replaces one of an opponent (A-2)."""
    slot = hand.villages[place[0]][place[1]]
    up = hand.rules.witch_orientation == "inherit" and slot.face_up
    return up and hand.held == VILLAGER and open_villager(hand, [place])


def sure(chance: Fraction) -> bool | None:
    """Tell whether something with a chance happens; None if it may."""
    return None if 0 < chance < 1 else chance == 1


def shown_villager(position: Position, place: Place) -> Fraction:
    """Return the chance that a face-down card is the second 0 face-up if it is turned up (Q-16, S-50)."""
    if not open_villager(position):
        return Fraction(0)
    return Law.of(position).number(place).get(VILLAGER, Fraction(0))
