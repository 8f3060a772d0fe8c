"""Demands: so many landmarks of a kind, at least, stand on these hexes; and crowding, which follows from one.

Whatever a fact says of landmarks, it makes demands: "exactly 2 huts are in a jungle" says that two are there,
and that all others are elsewhere. A treasure "next to a hut" makes one too: a hut stands next to a hex where
the treasure may lie. So what follows from a demand is said once, for all facts.

**Crowding**: what stands on a hex leaves less room around it, for landmarks of a kind keep apart (T-5), a
treasure keeps them away by a negative clue, and what is near a landmark of another kind depends on where that
stands. Where what is left cannot meet a demand, it does not stand on that hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from solvers.tobago.techniques import rules
from solvers.tobago.techniques.rules import POSSIBLE, Constraint, State, Tables, keep
from toolkit.hexmap.island import bits


class Demand(NamedTuple):
    """At least `least` landmarks of a kind stand on the hexes of `mask`."""

    kind: int
    mask: int
    least: int

    def met(self, tables: Tables, sure: int, possible: int) -> bool:
        """Tell whether landmarks that surely stand on some hexes, and may on others, leave room to meet it.

        Room is more than enough hexes: where two or more landmarks are missing, two of these must be apart.
        """
        missing = self.least - (sure & self.mask).bit_count()
        left = possible & self.mask & ~sure
        if left.bit_count() < missing:
            return False
        apart = tables.apart[self.kind]
        return missing < 2 or any(left & apart(bit) & ~bit for bit in hexes(left))

    def broken(self, tables: Tables, sure: int) -> bool:
        """Tell whether too many landmarks surely stand elsewhere."""
        return (sure & ~self.mask).bit_count() > tables.counts[self.kind] - self.least

    def open(self, sure: int, possible: int) -> int:
        """Return how many hexes are open for the landmarks that are missing."""
        return (possible & self.mask & ~sure).bit_count()


def hexes(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, one by one."""
    return (1 << place for place in bits(mask))


# ---- what facts demand -------------------------------------------------------------------------------------


def demands(tables: Tables, state: State, c: Constraint) -> list[Demand]:
    """Return what a constraint demands as things stand; a constraint without landmarks demands nothing."""
    return [demand for demand in _DEMANDS[c.rule](tables, state, c) if demand.least > 0]


def _full(tables: Tables, _state: State, c: Constraint) -> list[Demand]:
    return [Demand(c.a, tables.frame.land, tables.counts[c.a])]


def _in(tables: Tables, _state: State, c: Constraint) -> list[Demand]:
    return _between(tables, c, c.mask, c.mask)


def _near(tables: Tables, state: State, c: Constraint) -> list[Demand]:
    reach = tables.frame.reach
    return _between(tables, c, reach(state[c.b], c.radius), reach(state[c.b + POSSIBLE], c.radius))


def _between(tables: Tables, c: Constraint, surely: int, perhaps: int) -> list[Demand]:
    """`low` to `high` landmarks count: those on `surely` do, and those off `perhaps` do not."""
    elsewhere = tables.counts[c.a] - c.high
    return [Demand(c.a, perhaps, c.low), Demand(c.a, tables.frame.land & ~surely, elsewhere)]


def _served(tables: Tables, state: State, c: Constraint) -> list[Demand]:
    return [Demand(c.b, tables.frame.reach(state[c.a], c.radius), 1)]


_DEMANDS: Mapping[Callable[..., int], Callable[[Tables, State, Constraint], list[Demand]]] = {
    rules.full_count: _full,
    rules.count_in: _in,
    rules.count_near: _near,
    rules.treasure_near: _served,
}


def kind_of(c: Constraint) -> int | None:
    """Return the kind of landmarks of which a constraint demands something, or None."""
    if c.rule not in _DEMANDS:
        return None
    return c.b if c.rule is rules.treasure_near else c.a


# ---- crowding ----------------------------------------------------------------------------------------------


def crowding(found: Sequence[Constraint], tables: Tables, gap: int, technique: int) -> Iterator[Constraint]:
    """Yield the constraints by which the demands of others crowd things out.

    `gap` is how far landmarks of a kind are apart (T-5), and `technique` the number of what this is called.
    """
    negatives = [c for c in found if c.rule is rules.landmark_not_near]
    for c in found:
        kind = kind_of(c)
        if kind is None:
            continue
        reads = c.reads | 1 << kind | 1 << kind + POSSIBLE
        ample = _ample(tables.counts[kind], gap, gap - 1)
        yield Constraint(partial(by_its_kind, source=c, ample=ample), technique, c.facts, reads, kind)
        if c.rule is rules.count_near:
            yield Constraint(partial(by_another_kind, source=c), technique, c.facts, reads, c.b)
        for other in negatives:
            if other.b == kind:
                ample = _ample(tables.counts[kind], gap, other.radius)
                rule = partial(by_a_treasure, source=c, negative=other, ample=ample)
                yield Constraint(rule, technique, c.facts | other.facts, reads | other.reads, other.a)


def _ample(count: int, gap: int, radius: int) -> int:
    """Return so many open hexes that any demand can be met without those within a radius of some hex.

    That hex has 3 r (r + 1) others around it, and of hexes that are not apart there are at most 3/4 gap^2.
    """
    return 1 + 3 * radius * (radius + 1) + max(count, 1 + -(-3 * gap * gap // 4))


def by_its_kind(tables: Tables, state: State, c: Constraint, *, source: Constraint, ample: int) -> int:
    """Take away where a landmark of kind `a` would leave others of its kind too little room."""
    kind, sure, before, apart = c.a, state[c.a], state[c.a + POSSIBLE], tables.apart[c.a]
    asked = [d for d in demands(tables, state, source) if d.open(sure, before) < ample]
    gone = 0
    for bit in hexes(before & ~sure) if asked else ():
        left = before & apart(bit)
        if not all(demand.met(tables, sure | bit, left) for demand in asked):
            gone |= bit
    return keep(state, kind + POSSIBLE, ~gone) if gone else 0


def by_another_kind(tables: Tables, state: State, c: Constraint, *, source: Constraint) -> int:
    """Take away where a landmark of kind `a` would have too many or too few of another kind near it."""
    kind, slot, apart = c.a, c.a + POSSIBLE, tables.apart[c.a]
    counted, sure, before = source.a, state[c.a], state[c.a + POSSIBLE]
    last = sure.bit_count() + 1 == tables.counts[kind]
    tried, gone = state[:], 0
    for bit in hexes(before & ~sure):
        tried[kind] = sure | bit
        tried[slot] = tried[kind] if last else before & apart(bit)
        left = state[counted + POSSIBLE] & ~bit
        for demand in demands(tables, tried, source):
            if demand.broken(tables, state[counted]) or not demand.met(tables, state[counted], left):
                gone |= bit
    return keep(state, slot, ~gone) if gone else 0


def by_a_treasure(
    tables: Tables, state: State, c: Constraint, *, source: Constraint, negative: Constraint, ample: int
) -> int:
    """Take away where treasure `a`, by its negative clue, would leave landmarks too little room.

    Where the treasure may lie on such a landmark itself, its clue may keep no other away (`low`, T-7).
    """
    kind, around = negative.b, tables.frame.around(negative.radius)
    sure, possible = state[kind], state[kind + POSSIBLE]
    asked = [d for d in demands(tables, state, source) if d.open(sure, possible) < ample]
    places = state[c.a] & ~possible if negative.low else state[c.a]
    gone = 0
    for bit in hexes(places) if asked else ():
        left = possible & ~around[bit]
        if not all(demand.met(tables, sure, left) for demand in asked):
            gone |= bit
    return keep(state, c.a, ~gone) if gone else 0
