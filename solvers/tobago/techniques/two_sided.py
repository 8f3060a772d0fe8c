"""Two-sided clues: near something, and yet not too near; hex by hex, the ring between must hold it.

"Within 2 of a hut" and "not next to a hut" say together that a hut stands exactly 2 hexes away. "Within 2"
alone says more than its reach, too: the hex itself is not meant, unless the rules include it (T-7). So each
hex where a treasure may lie is asked by itself whether what it must have near it may stand in its ring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from solvers.tobago.techniques import rules
from solvers.tobago.techniques.rules import CONTRADICTION, POSSIBLE, Constraint, State, Tables, keep
from toolkit.hexmap.island import bits

_NOT_NEAR: Mapping[Callable[..., int], tuple[Callable[..., int], ...]] = {
    rules.treasure_near: (rules.treasure_not_near, rules.treasure_not_on),
    rules.treasures_near: (rules.treasures_not_near,),
}
"""The rules of the clues that go with a clue, both about the same two things."""


def two_sided(found: Sequence[Constraint], technique: int) -> Iterator[Constraint]:
    """Yield the constraints of clues that say "near", alone and each with one that says "not so near"."""
    for near in found:
        if near.rule not in _NOT_NEAR or not near.radius:
            continue
        rule = landmark_in_ring if near.rule is rules.treasure_near else treasures_in_ring
        yield near._replace(rule=rule, technique=technique)
        for far in found:
            about_both = {far.a, far.b} == {near.a, near.b} and far.rule in _NOT_NEAR[near.rule]
            if about_both and far.radius < near.radius:
                facts = near.facts | far.facts
                yield near._replace(rule=partial(rule, inner=far.radius), technique=technique, facts=facts)


def landmark_in_ring(tables: Tables, state: State, c: Constraint, *, inner: int | None = None) -> int:
    """Keep treasure `a` where kind `b` may stand in the ring: within `radius` and not within `inner`.

    If the same one hex serves all of them, the landmark stands there.
    """
    slot, kind = c.a, c.b
    gone, served = _unserved(tables, state[slot], state[kind + POSSIBLE], c.radius, inner)
    changed = keep(state, slot, ~gone)
    if changed < 0:
        return CONTRADICTION
    if not served & (served - 1) and not served & state[kind]:
        state[kind] |= served
        changed |= 1 << kind
    return changed


def treasures_in_ring(tables: Tables, state: State, c: Constraint, *, inner: int | None = None) -> int:
    """Keep each of the treasures `a` and `b` where the other may lie in its ring."""
    changed = 0
    for slot, other in ((c.a, c.b), (c.b, c.a)):
        gone, _ = _unserved(tables, state[slot], state[other], c.radius, inner)
        changed |= keep(state, slot, ~gone)
        if changed < 0:
            break
    return changed


def _unserved(tables: Tables, here: int, there: int, radius: int, inner: int | None) -> tuple[int, int]:
    """Return which hexes of `here` have none of `there` in their ring, and which serve the others."""
    wide = tables.frame.around(radius)
    close = {} if inner is None else tables.frame.around(inner)
    gone = served = 0
    for place in bits(here):
        bit = 1 << place
        ring = wide[bit] & ~close.get(bit, 0) & there
        if ring:
            served |= ring
        else:
            gone |= bit
    return gone, served
