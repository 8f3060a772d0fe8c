"""The rules of deduction: each a small function that narrows a state by one constraint; and their `Frame`.

A state is a list of masks over a `Frame`: slot k (0 to 2) holds the hexes that surely have a landmark of kind
k, slot 3 + k those that may have one, and slot 6 + i those where treasure i may lie. A rule changes the state
and returns the slots that it changed as bits, 0 for none and `CONTRADICTION` when nothing fits. On a state in
which everything is decided, the rules of all facts contradict exactly when some fact is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import Island
from toolkit.hexmap.hexes import distance
from toolkit.hexmap.island import bits, mask_of

# ---- the lattice -------------------------------------------------------------------------------------------

_REMEMBERED = 4096  # masks of an island that a frame keeps: those of a few dozen settings


class Frame:
    """Masks of an island in which bit (r - top) * width + (q - left) is hex (q, r).

    The lattice is padded by `rings` hexes on every side, so that the neighbours of a whole set are six shifts
    of its mask and never wrap around: growing costs the same for one hex and for fifty.
    """

    def __init__(self, island: Island, rules: Rules, rings: int) -> None:
        self.island = island
        #: whether "next to" and "within" leave out the hex itself (T-7)
        self.excluded = rules.own_hex == "excluded"
        self.overland = rules.distance == "overland"
        left, top = (min(p[axis] for p in island.hexes) - rings for axis in (0, 1))
        self.width = max(p.q for p in island.hexes) - left + rings + 1
        self.places = [(p.r - top) * self.width + p.q - left for p in island.hexes]
        self.names = dict(zip(self.places, island.names, strict=True))
        self.size = max(self.places) + 1
        self.mask = lru_cache(_REMEMBERED)(self._mask)
        self.ring, self.near, self.around = cache(self._ring), cache(self._near), cache(self._around)
        self.land = self.mask(island.land.mask)  #: all hexes of the island
        self.inland = self.land & ~self.mask(island.coast.mask)  #: those that are not on the coast

    def _mask(self, cells: int) -> int:
        """Return an island's mask (bit i is hex i of its order) as a mask of this frame; `mask` remembers."""
        return mask_of((self.places[i] for i in bits(cells)), self.size)

    def mask_of(self, names: Iterable[str]) -> int:
        """Return the mask of named hexes; `IslandError` for a name that is not on the island."""
        return self.mask(self.island.cells(names).mask)

    def names_of(self, mask: int) -> tuple[str, ...]:
        """Return the names of the hexes of a mask, sorted."""
        return tuple(sorted(self.names[place] for place in bits(mask)))

    def _ring(self, centre: str, low: int, high: int) -> int:
        """Return the hexes from `low` to `high` steps away from a named hex (T-8); `ring` remembers."""
        island, here = self.island, self.island.place(centre)
        if self.overland:
            steps = island.overland_steps(centre)
        else:
            steps = {
                name: distance(here, place) for name, place in zip(island.names, island.hexes, strict=True)
            }
        return self.mask_of(name for name, found in steps.items() if low <= found <= high)

    def _near(self, place: int, most: int) -> int:
        """Return the hexes within some lattice steps (T-5) of a place, a bit number; `near` remembers."""
        row, column = divmod(place, self.width)
        near = (p for p in self.places if _steps(p // self.width - row, p % self.width - column) <= most)
        return mask_of(near, self.size)

    def reach(self, mask: int, radius: int) -> int:
        """Return the land hexes with a hex of `mask` within `radius` steps, by the rules T-7 and T-8.

        A hex of `mask` itself belongs to it when a further one is near, when the rule includes it, and always
        for a radius of 2 or more: rules that need more precision ask `around`.
        """
        width, grown = self.width, 0
        edge = mask
        for _ in range(radius):
            edge = (
                edge << 1
                | edge >> 1
                | edge << width
                | edge >> width
                | edge << (width - 1)
                | edge >> (width - 1)
            )
            if self.overland:
                edge &= self.land
            edge |= grown
            grown = edge
        return (edge if self.excluded else edge | mask) & self.land

    def _around(self, radius: int) -> dict[int, int]:
        """Return for the bit of each hex the hexes within a radius of it (T-7); `around` remembers."""
        own = 0 if self.excluded else -1
        return {bit: self.reach(bit, radius) & (~bit | own) for bit in (1 << place for place in self.places)}


def _steps(dr: int, dq: int) -> int:
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


frame_of = lru_cache(maxsize=64)(Frame)
"""The frame of an island, shared by all that is asked of it."""


# ---- the rules ---------------------------------------------------------------------------------------------

POSSIBLE = 3
"""Slot k + POSSIBLE goes with slot k."""

FIRST_TREASURE = 6

CONTRADICTION = -1

State = list[int]

Literal = tuple[int, int]  # a slot and the bit of a hex: a landmark of the kind, or the treasure, is there


class Tables(NamedTuple):
    """What the rules look up: the frame, and for each kind the number of landmarks and where they exclude.

    `apart[k]` gives, for the bit of a hex, the hexes that may hold a landmark of kind k when this one does.
    """

    frame: Frame
    counts: tuple[int, ...]
    apart: tuple[Callable[[int], int], ...]


class Constraint(NamedTuple):
    """What facts, or the rule for landmarks (T-5), say, as a rule of deduction reads it: plain numbers."""

    rule: Callable[[Tables, State, Constraint], int]  #: the function that narrows a state by it
    technique: int  #: the place of its name in `TECHNIQUES`
    facts: frozenset[int]  #: the numbers of the facts that it rests on; none for the rule for landmarks
    reads: int  #: the slots, as bits, on which it depends
    a: int  #: a kind or the slot of a treasure, as the rule wants it
    b: int = 0  #: likewise
    radius: int = 0  #: how near, where the rule asks for it
    mask: int = 0  #: which hexes
    low: int = 0  #: how many at least
    high: int = 0  #: how many at most


def keep(state: State, slot: int, mask: int) -> int:
    """Keep of a slot the hexes of a mask, and return what a rule returns."""
    before = state[slot]
    after = state[slot] = before & mask
    if not after:
        return CONTRADICTION
    return 1 << slot if after != before else 0


def treasure_in(_tables: Tables, state: State, c: Constraint) -> int:
    """Keep of treasure `a` the hexes of `mask`: a clue that is about known things."""
    return keep(state, c.a, c.mask)


def spacing(tables: Tables, state: State, c: Constraint) -> int:
    """Keep landmarks of kind `a` apart from each other, and off the hexes of other kinds (T-5)."""
    kind = c.a
    sure, before = state[kind], state[kind + POSSIBLE]
    after, apart, rest = before, tables.apart[kind], sure
    while rest:
        bit = rest & -rest
        rest ^= bit
        after &= apart(bit)
    for other in range(POSSIBLE):
        if other != kind:
            after &= ~state[other]
    if sure & ~after:
        return CONTRADICTION
    if after == before:
        return 0
    state[kind + POSSIBLE] = after
    return 1 << kind + POSSIBLE


def full_count(tables: Tables, state: State, c: Constraint) -> int:
    """Place all landmarks of kind `a`: none is left once all are sure, and the last places are taken."""
    kind = c.a
    sure, possible, count = state[kind], state[kind + POSSIBLE], tables.counts[c.a]
    known, most = sure.bit_count(), possible.bit_count()
    if known > count or most < count:
        return CONTRADICTION
    if sure == possible:
        return 0
    if known == count:
        state[kind + POSSIBLE] = sure
        return 1 << kind + POSSIBLE
    if most == count:
        state[kind] = possible
        return 1 << kind
    return 0


def count_in(tables: Tables, state: State, c: Constraint) -> int:
    """Let between `low` and `high` landmarks of kind `a` stand in `mask`."""
    return _count(tables, state, c, c.mask, c.mask)


def count_near(tables: Tables, state: State, c: Constraint) -> int:
    """Let between `low` and `high` landmarks of kind `a` stand within `radius` of one of kind `b`."""
    frame, a, b = tables.frame, c.a, c.b
    changed = _count(
        tables, state, c, frame.reach(state[b], c.radius), frame.reach(state[b + POSSIBLE], c.radius)
    )
    if changed == CONTRADICTION:
        return CONTRADICTION
    if c.high == 0:
        return _keep_away(frame, state, c, changed)
    if c.low == tables.counts[a]:
        return _serve_each(frame, state, c, changed)
    return changed


def _keep_away(frame: Frame, state: State, c: Constraint, changed: int) -> int:
    """Take away the places of kind `b` from which it would reach a landmark of kind `a`."""
    slot = c.b + POSSIBLE
    after = state[slot] & ~frame.reach(state[c.a], c.radius)
    if after == state[slot]:
        return changed
    state[slot] = after
    return changed | 1 << slot


def _serve_each(frame: Frame, state: State, c: Constraint, changed: int) -> int:
    """Give each sure landmark of kind `a` one of kind `b` near it; the last place for it is taken."""
    around, rest = frame.around(c.radius), state[c.a]
    while rest:
        bit = rest & -rest
        rest ^= bit
        places = state[c.b + POSSIBLE] & around[bit]
        if not places:
            return CONTRADICTION
        if not places & (places - 1) and not places & state[c.b]:
            state[c.b] |= places
            changed |= 1 << c.b
    return changed


def _count(tables: Tables, state: State, c: Constraint, surely: int, perhaps: int) -> int:
    """Let `low` to `high` landmarks of kind `a` count: those on `surely` do, those off `perhaps` do not."""
    kind, low, high, count = c.a, c.low, c.high, tables.counts[c.a]
    sure, possible = state[kind], state[kind + POSSIBLE]
    counted, countable = (sure & surely).bit_count(), (possible & perhaps).bit_count()
    others, other_places = (sure & ~perhaps).bit_count(), (possible & ~surely).bit_count()
    if counted > high or countable < low or others > count - low or other_places < count - high:
        return CONTRADICTION
    new_sure, new_possible = sure, possible
    if counted == high:
        new_possible &= ~surely | sure
    if countable == low:
        new_sure |= possible & perhaps
    if others == count - low:
        new_possible &= perhaps | sure
    if other_places == count - high:
        new_sure |= possible & ~surely
    if new_sure & ~new_possible:
        return CONTRADICTION
    state[kind], state[kind + POSSIBLE] = new_sure, new_possible
    return (new_sure != sure) << kind | (new_possible != possible) << kind + POSSIBLE


def treasure_not_on(_tables: Tables, state: State, c: Constraint) -> int:
    """Keep treasure `a` off the hexes of landmarks of kind `b`, and them off its hex."""
    slot, kind = c.a, c.b
    before, possible = state[slot], state[kind + POSSIBLE]
    after = state[slot] = before & ~state[kind]
    if not after:
        return CONTRADICTION
    left = possible if after & (after - 1) else possible & ~after
    state[kind + POSSIBLE] = left
    return (after != before) << slot | (left != possible) << kind + POSSIBLE


def treasure_near(tables: Tables, state: State, c: Constraint) -> int:
    """Keep treasure `a` within `radius` of a landmark of kind `b` (0: on it), and a place for that one."""
    frame, slot, kind = tables.frame, c.a, c.b
    before, sure, possible = state[slot], state[kind], state[kind + POSSIBLE]
    after = before & frame.reach(possible, c.radius)
    left = possible
    if c.radius and frame.excluded:  # T-7: never the landmark's own hex
        after &= ~sure
        if not after & (after - 1):
            left &= ~after
    serving = left & frame.reach(after, c.radius)
    if not after or not serving or sure & ~left:
        return CONTRADICTION
    state[slot], state[kind + POSSIBLE] = after, left
    changed = (after != before) << slot | (left != possible) << kind + POSSIBLE
    if not serving & (serving - 1) and not serving & sure:
        state[kind] = sure | serving
        changed |= 1 << kind
    return changed


def treasure_not_near(tables: Tables, state: State, c: Constraint) -> int:
    """Keep treasure `a` off the hexes within `radius` of a sure landmark of kind `b`."""
    frame, kind = tables.frame, c.b
    gone = frame.reach(state[kind], c.radius)
    if frame.excluded:
        gone &= ~state[kind + POSSIBLE]  # the landmark's own hex fits a negative clue (T-7)
    return keep(state, c.a, ~gone)


def landmark_not_near(tables: Tables, state: State, c: Constraint) -> int:
    """Keep kind `b` off the hexes that are within `radius` of every hex where treasure `a` may lie.

    `low` is 1 where landmarks may stand so close that a candidate may be one itself: it fits then (T-7).
    """
    slot, kind = c.a, c.b
    before = state[kind + POSSIBLE]
    candidates = state[slot]
    if c.low and candidates & before:
        return 0
    common = _common(tables.frame, candidates, c.radius, before)
    if not common:
        return 0
    if common & state[kind]:
        return CONTRADICTION
    state[kind + POSSIBLE] = before & ~common
    return 1 << kind + POSSIBLE


def _common(frame: Frame, candidates: int, radius: int, among: int) -> int:
    """Return which hexes of `among` are within `radius` of every candidate."""
    if candidates.bit_count() > 3 * radius * (radius + 1) + 1:  # no hex has so many around it
        return 0
    around, common = frame.around(radius), among
    while candidates and common:
        bit = candidates & -candidates
        candidates ^= bit
        common &= around[bit]
    return common


def treasures_near(tables: Tables, state: State, c: Constraint) -> int:
    """Keep the treasures `a` and `b` within `radius` of each other."""
    frame, changed = tables.frame, 0
    for slot, other in ((c.a, c.b), (c.b, c.a)):
        there = state[other]
        near = frame.reach(there, c.radius)
        if frame.excluded and not there & (there - 1):  # T-7: never the same hex
            near &= ~there
        changed |= keep(state, slot, near)
        if changed < 0:
            break
    return changed


def treasures_not_near(tables: Tables, state: State, c: Constraint) -> int:
    """Keep each of the treasures `a` and `b` off what is within `radius` of all candidates of the other."""
    changed = 0
    for slot, other in ((c.a, c.b), (c.b, c.a)):
        changed |= keep(state, slot, ~_common(tables.frame, state[other], c.radius, state[slot]))
        if changed < 0:
            break
    return changed


SETTLED = frozenset({treasure_in, spacing, full_count, count_in})
"""The rules that change nothing when they run again on what they have just changed."""
