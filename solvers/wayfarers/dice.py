"""What a die can do and what can be rolled: faces, chains, slots, exact chances (Y-39, Y-40, Y-78 to Y-82).

A die that shows a face is put down with its final face. A `Route` tells how the one becomes the other: by the
caravan's chain, which is free, and by the trade ability, before the chain or after it (Y-128, Y-151).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from operator import ge, le, mul
from typing import Any, NamedTuple

from toolkit.core.chance import dice as dice_rolls
from toolkit.games.wayfarers.caravan import FACES, Caravan
from toolkit.games.wayfarers.components.effects import BLOCKS, EFFECTS, Block, Effect, branch_words, pay_words
from toolkit.games.wayfarers.components.names import ASSETS, EXPLORATION, LAND, NONE, TRADE, WATER
from toolkit.games.wayfarers.components.tables import CARDS, SLOTS
from toolkit.games.wayfarers.play.dice import serves
from toolkit.games.wayfarers.play.effects import MOST_STEPS, resources_of
from toolkit.games.wayfarers.tableau import OpenSlot, Tableau


class Means(NamedTuple):
    """Which guild abilities may serve a die: each costs one influence of its guild (Y-39, Y-40)."""

    ship: bool = False
    trade: bool = False

    @property
    def words(self) -> list[str]:
        """The names of the abilities."""
        return [name for name, used in zip(self._fields, self, strict=True) if used]


def affordable_means(tableau: Tableau) -> list[Means]:
    """Return the combinations of abilities that a player has the influence for, fewest first."""
    ships, trades = ((False, True)[: 1 + (tableau.guilds[guild] > 0)] for guild in (EXPLORATION, TRADE))
    return sorted((Means(ship, trade) for ship in ships for trade in trades), key=sum)


class Route(NamedTuple):
    """How a die changes its face: legs by ``caravan`` or ``trade``, each with the face it leads to."""

    face: int
    legs: tuple[tuple[str, int], ...] = ()

    @property
    def final(self) -> int:
        """The face with which the die is put down."""
        return self.legs[-1][1] if self.legs else self.face

    @property
    def words(self) -> str:
        """The route for people, such as ``1, caravan to 2, trade to 4``."""
        return ", ".join([str(self.face), *(f"{by} to {face}" for by, face in self.legs)])

    def chained(self, caravan: Caravan) -> list[Route]:
        """Return what the caravan's chain makes of it; without a chain it is first (Y-79)."""
        others = [face for face in caravan.chain(self.final) if face != self.final]
        return [self, *(self._replace(legs=(*self.legs, ("caravan", face))) for face in others)]


@lru_cache(maxsize=1 << 14)
def routes(caravan: Caravan, face: int, trade: bool = False, many: bool = False) -> tuple[Route, ...]:
    """Return a route to each face that a die can be put down with (Y-79, Y-128, Y-151).

    With `trade` the ability may be used, where the chain alone does not lead, with as few steps as possible;
    with `many` there may be a chain before it and another one after it (rule `chains`).
    """
    chained = Route(face).chained(caravan)
    found = {route.final: route for route in chained}
    for by in [sign * steps for steps in range(1, MOST_STEPS + 1) for sign in (1, -1)] if trade else ():
        for route in chained:
            if route.final + by in FACES:
                traded = route._replace(legs=(*route.legs, ("trade", route.final + by)))
                last = traded.chained(caravan) if many or not route.legs else [traded]
                found = {one.final: one for one in last} | found
    return tuple(found.values())


class Use(NamedTuple):
    """A way to use a slot with a die."""

    slot: OpenSlot
    route: Route
    spent: Means  #: the abilities that it uses
    offers: tuple[int, int, int]  #: silver and provisions less to pay, pigeons left over; 0 if of no use

    @property
    def due(self) -> tuple[tuple[int, int], ...]:
        """The ways to pay for the slot, in silver and provisions, after the discount; none for nothing."""
        silver, provision, _ = self.offers
        ways = BLOCKS[SLOTS[self.slot.slot].block].pay
        due = [(max(0, way[0] - silver), max(0, way[1] - provision)) for way in ways]
        return () if (0, 0) in due else tuple(due)

    def payable(self, tableau: Tableau) -> bool:
        """Tell whether the slot can be paid now, with what the townsfolk gives for nothing (Y-61)."""
        folk = _folk_block(self.slot.folk)
        silver, provision, _ = resources_of(() if not folk or folk.pay else folk.parts)
        have = tableau.silver + silver, tableau.provision + provision
        return not self.due or any(all(map(le, way, have)) for way in self.due)

    def to_dict(self, tableau: Tableau) -> dict[str, Any]:
        """Return the use as JSON data."""
        slot, folk, block = SLOTS[self.slot.slot], self.slot.folk, _folk_block(self.slot.folk)
        return {
            "slot": slot.name,
            "townsfolk": CARDS[folk].id if folk != NONE else None,
            "route": self.route.words,
            "final": self.route.final,
            "abilities": self.spent.words,
            "pay": " or ".join(map(pay_words, self.due)),
            "payable": self.payable(tableau),
            "discount": pay_words(self.offers[:2]),
            "pigeons": self.offers[2],
            "brings": branch_words(BLOCKS[slot.block].parts),
            "townsfolk_brings": branch_words(block.parts) if block else "",
        }


def _folk_block(folk: int) -> Block | None:
    """Return what a townsfolk under a slot brings besides assets, if anything."""
    return BLOCKS[CARDS[folk].block] if folk != NONE and CARDS[folk].block != NONE else None


def free_slots(tableau: Tableau) -> list[OpenSlot]:
    """Return the slots without a die (Y-78)."""
    taken = {slot for slot, _ in tableau.placed}
    return [one for one in tableau.slots if one.slot not in taken]


def uses(tableau: Tableau, face: int, slot: OpenSlot, means: Means, many: bool = False) -> list[Use]:
    """Return the ways to use a slot with a die that shows a face, the cheapest first.

    A way is left out if another one needs no further ability and is as good or better.
    """
    found: list[Use] = []
    for use in sorted(_ways(tableau, face, slot, means, many), key=_rank):
        better = (one for one in found if all(map(le, one.spent, use.spent)))
        if not any(all(map(ge, one.offers, use.offers)) for one in better):
            found.append(use)
    return found


def _ways(tableau: Tableau, face: int, slot: OpenSlot, means: Means, many: bool) -> Iterator[Use]:
    useful = _useful(slot)
    for route in routes(tableau.caravan, face, means.trade, many):
        ship = not serves(tableau, route.final, slot, 0)
        if not ship or (means.ship and serves(tableau, route.final, slot, 1)):
            column = tableau.caravan.columns[route.final]  # Y-129
            lent = CARDS[slot.folk].assets.pigeon if slot.folk != NONE else 0
            pigeons = max(0, column.assets.pigeon + lent - SLOTS[slot.slot].assets.pigeon)
            silver, provision, pigeons = map(mul, (column.silver, column.provision, pigeons), useful)
            yield Use(slot, route, Means(ship, "trade" in dict(route.legs)), (silver, provision, pigeons))


@lru_cache(maxsize=1 << 12)
def _useful(slot: OpenSlot) -> tuple[bool, bool, bool]:
    """Tell whether a die there may pay silver, provisions, or use a pigeon to draw three (Y-65)."""
    blocks = [block for block in (BLOCKS[SLOTS[slot.slot].block], _folk_block(slot.folk)) if block]
    found = [effect for block in blocks for effect in _effects(block.parts) if not effect.free]
    draws = any(one.verb == "acquire" and one.kind in (LAND, WATER) and not one.source for one in found)
    buys = any(one.verb == "upgrade" or (one.verb == "acquire" and one.kind > WATER) for one in found)
    silver, provision = (any(way[which] for block in blocks for way in block.pay) for which in (0, 1))
    return silver or buys, provision, draws


def _effects(parts: Iterable[int]) -> Iterator[Effect]:
    for effect in (EFFECTS[part] for part in parts):
        yield effect
        yield from _effects([part for branch in effect.branches for part in branch])


def _rank(use: Use) -> tuple[int, int, int, int]:
    route = use.route
    return sum(use.spent), -sum(use.offers), len(route.legs), abs(route.final - route.face)


def needs(slot: OpenSlot) -> list[str]:
    """Return the assets that a slot requires, by name (Y-78)."""
    return [name for name, many in zip(ASSETS, SLOTS[slot.slot].assets, strict=True) for _ in range(many)]


def serving_faces(tableau: Tableau, slot: OpenSlot, means: Means, many: bool = False) -> frozenset[int]:
    """Return the faces with which a die can be brought to a slot."""
    served = {face for face in FACES if serves(tableau, face, slot, means.ship)}
    pairs = ((face, routes(tableau.caravan, face, means.trade, many)) for face in FACES)
    return frozenset([face for face, ways in pairs if any(route.final in served for route in ways)])


def chance_of_any(faces: Iterable[int], dice: int) -> Fraction:
    """Return the chance that at least one of so many dice shows one of several faces."""
    return 1 - (1 - Fraction(len(frozenset(faces)), len(FACES))) ** dice


def chance_of_all(served: Sequence[frozenset[int]], dice: int) -> Fraction:
    """Return the chance that so many dice serve several slots, a die each; `served` are each slot's faces."""
    ways = 0
    for shown, weight in dice_rolls((1,) * len(FACES), dice):
        roll = [face for face, times in zip(FACES, shown, strict=True) for _ in range(times)]
        some = permutations(roll, len(served))
        ways += weight * any(all(map(frozenset.__contains__, served, chosen)) for chosen in some)
    return Fraction(ways, len(FACES) ** dice)
