"""Where the 0s are, and what an Exposer would show (Q-16, Q-18; S-41, S-42)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from solvers.silver.hidden.law import Law
from solvers.silver.scoring.sums import village_places
from solvers.silver.targets import own_face_down
from solvers.silver.turns.meeting import shown_villager
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import RASCAL, VILLAGER
from toolkit.games.silver.position import Place, Position


def villagers(position: Position) -> dict[str, Fraction]:
    """Return for each group of places the chance that at least one 0 lies there (Q-18).

    The groups are ``village 0``, ``village 1`` and so on, ``deck``, ``removed`` (S-2), ``discard`` and
    ``shown``; a group in which a 0 is certain has the chance 1.
    """
    law = Law.of(position)
    return {
        name: Fraction(1) if sure else some_villager(law, places, others)
        for name, places, others, sure in _groups(position)
    }


def some_villager(law: Law, places: Sequence[Place], others: int) -> Fraction:
    """Return the chance of a hidden 0 at some places, or among so many hidden cards beside the villages."""
    hidden = [place for place in places if place not in law.known]
    none = Fraction(0)
    for term in law.terms(hidden):
        if all(number != VILLAGER for _, number in term.told):
            size, drawn = sum(term.pool), len(hidden) - len(term.told) + others
            ways = comb(size - term.pool[VILLAGER], drawn)
            none += Fraction(term.weight * ways, law.total * comb(size, drawn))
    return 1 - none


def _groups(position: Position) -> Iterator[tuple[str, list[Place], int, bool]]:
    """Yield the groups: name, places, hidden cards besides these, and whether a 0 is certain."""
    for player in range(position.players):
        places = village_places(position, player)
        sure = any(slot.known == VILLAGER for slot in position.villages[player])
        yield f"village {player}", places, 0, sure
    yield "deck", [], position.deck - len(position.top), VILLAGER in position.top
    yield "removed", [], position.removed, False
    yield "discard", [], position.forgotten, VILLAGER in position.discard
    yield "shown", [], 0, VILLAGER in position.shown


@dataclass(frozen=True, slots=True)
class Exposure:
    """What an Exposer would show at one own slot (Q-16)."""

    slot: int  #: the slot of the own village
    ends: Fraction  #: the chance that this is the second face-up 0, which ends the round at once (S-42)
    lasting: Fraction  #: the chance of a 0 to 4, whose ability lasts while it lies face-up


def exposure(position: Position, slot: int) -> Exposure:
    """Return what an Exposer would show at an own face-down slot.

    Raises
    ------
    ToolkitError
        The card is face-up, under the amulet, or not there.
    """
    if (position.me, slot) not in own_face_down(position):
        raise ToolkitError(f"slot {slot} is no own face-down card that is free of the amulet (S-23, S-36)")
    chances = Law.of(position).number((position.me, slot))
    lasting = sum((chance for number, chance in chances.items() if number <= RASCAL), Fraction(0))
    return Exposure(slot, shown_villager(position, (position.me, slot)), lasting)
