"""Signatures: two facts about all landmarks of a kind cross in a table, and its fields must come out even.

A fact such as "the huts are at 3, 9, 10 and 10 hexes from B45" labels each hut; "exactly 1 hut is within 2 of
B44" labels one "within 2" and three "farther". Draw a table: a row for each label of the one, a column for
each of the other, and in each field the hexes that have both labels: their signature. A **pairing** says how
many landmarks stand in each field, so that every row and column holds as many as its fact says. It is
possible when every field has as many hexes as it is to hold, and each sure landmark a field of its own. Hexes
in fields that no pairing uses are out; a field whose hexes every pairing uses up is sure.

**Crowded signatures**: with a landmark on one hex, the hexes too near to it leave the table. If no pairing is
possible then, none stands there.

One of the facts, or both, may be a demand (`demands`): n landmarks labelled by its hexes, the others
anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, islice, product
from typing import NamedTuple

from solvers.tobago.techniques import rules
from solvers.tobago.techniques.demands import demands, hexes, kind_of
from solvers.tobago.techniques.rules import CONTRADICTION, POSSIBLE, Constraint, State, Tables

Row = tuple[int, ...]
"""The hexes of each landmark's label; which landmark has which is not known, so the masks are sorted."""

Claim = Sequence[Row]
"""What one fact says: one of these rows is true. Most facts have a single one, "nearest" several."""

_MOST = 5  # landmarks of a kind: with more there are too many pairings to try by hand
MOST_FACTS = 24
"""So many facts about a kind are put together, the first ones: of more there are too many tables to draw."""


class Side(NamedTuple):
    """One side of a table: the facts on which it rests, the slots that it reads, and what it claims."""

    facts: frozenset[int]
    reads: int
    claims: Callable[[Tables, State], Sequence[Claim]]


def signatures(
    found: Sequence[Constraint], tables: Tables, kinds: Iterable[int], technique: int, crowded: int
) -> Iterator[Constraint]:
    """Yield the constraints of each two facts about some kinds, for the techniques of two numbers."""
    for kind in kinds:
        if tables.counts[kind] > _MOST:
            continue
        sides = chain(_fixed(found, tables, kind), _moving(found, kind))
        for one, other in combinations(islice(sides, MOST_FACTS), 2):
            facts, reads = one.facts | other.facts, one.reads | other.reads | 1 << kind | 1 << kind + POSSIBLE
            for rule, number in ((in_some_pairing, technique), (in_no_pairing, crowded)):
                yield Constraint(partial(rule, one=one, other=other), number, facts, reads, kind)


# ---- the sides ---------------------------------------------------------------------------------------------


def _fixed(found: Sequence[Constraint], tables: Tables, kind: int) -> Iterator[Side]:
    """Yield the facts that always label a kind in the same way: those that count it on known hexes."""
    by_facts: dict[frozenset[int], list[Constraint]] = {}
    for c in found:
        if c.rule is rules.count_in and c.a == kind and c.mask:
            by_facts.setdefault(c.facts, []).append(c)
    for facts, parts in by_facts.items():
        rows = _rows(parts, tables.counts[kind], tables.frame.land)
        if any(len({*row}) > 1 or row[0] != tables.frame.land for row in rows):
            yield Side(facts, 0, partial(_always, [rows]))


def _rows(parts: Sequence[Constraint], count: int, land: int) -> list[Row]:
    """Return every way in which counts on disjoint hexes label all landmarks of a kind."""
    rest = land
    for part in parts:
        rest &= ~part.mask
    found = []
    for numbers in product(*(range(part.low, part.high + 1) for part in parts)):
        others = count - sum(numbers)
        if others == 0 or (others > 0 and rest):
            labels = [part.mask for part, number in zip(parts, numbers, strict=True) for _ in range(number)]
            found.append(tuple(sorted(labels + [rest] * others)))
    return found


def _always(claims: Sequence[Claim], _tables: Tables, _state: State) -> Sequence[Claim]:
    return claims


def _moving(found: Sequence[Constraint], kind: int) -> Iterator[Side]:
    """Yield the facts whose demands of a kind depend on where other things may be."""
    for c in found:
        if c.rule in (rules.treasure_near, rules.count_near) and kind_of(c) == kind:
            yield Side(c.facts, c.reads, partial(_demanded, c))


def _demanded(source: Constraint, tables: Tables, state: State) -> Sequence[Claim]:
    land = tables.frame.land
    asked = demands(tables, state, source)
    count = {demand: tables.counts[demand.kind] for demand in asked}
    return [
        [tuple(sorted([demand.mask] * demand.least + [land] * (count[demand] - demand.least)))]
        for demand in asked
        if demand.least <= count[demand]
    ]


# ---- the table ---------------------------------------------------------------------------------------------


def in_some_pairing(tables: Tables, state: State, c: Constraint, *, one: Side, other: Side) -> int:
    """Keep landmarks of kind `a` on fields that some pairing uses, and settle fields that all use up."""
    kind = c.a
    sure, possible = before = state[kind], state[kind + POSSIBLE]
    for rows, columns in product(one.claims(tables, state), other.claims(tables, state)):
        used, forced = 0, -1
        for fields in _pairings(rows, columns, possible, sure):
            used |= sure | _union(_with_room(fields, sure))
            forced &= _union(field for field in fields if field.bit_count() == fields.count(field))
        if not used:
            return CONTRADICTION
        possible &= used
        sure |= forced
    state[kind], state[kind + POSSIBLE] = sure, possible
    return (sure != before[0]) << kind | (possible != before[1]) << kind + POSSIBLE


def in_no_pairing(tables: Tables, state: State, c: Constraint, *, one: Side, other: Side) -> int:
    """Take away where a landmark of kind `a` would be too near to what every pairing needs."""
    kind = c.a
    sure, possible, apart = state[kind], state[kind + POSSIBLE], tables.apart[c.a]
    crossed = [*product(one.claims(tables, state), other.claims(tables, state))]
    gone = 0
    for bit in hexes(possible & ~sure):
        left = possible & apart(bit)
        if not all(any(_pairings(*claims, left, sure | bit)) for claims in crossed):
            gone |= bit
    if not gone:
        return 0
    state[kind + POSSIBLE] &= ~gone
    return 1 << kind + POSSIBLE


def _with_room(fields: list[int], sure: int) -> Iterator[int]:
    """Yield the fields of a pairing that hold more than sure landmarks: these have a field without it."""
    seats = [*hexes(sure)]
    for place, field in enumerate(fields):
        if not seats or _seated(seats, fields[:place] + fields[place + 1 :]):
            yield field


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _pairings(rows: Claim, columns: Claim, possible: int, sure: int) -> Iterator[list[int]]:
    """Yield the fields of every possible pairing, each as often as it holds a landmark."""
    for row, column in product(rows, columns):
        yield from _paired(row, column, [], possible, sure)


def _paired(row: Row, column: Row, fields: list[int], possible: int, sure: int) -> Iterator[list[int]]:
    """Give the next label of a row each label of the column that is left, and pair the rest.

    Equal labels are interchangeable: they take their labels of the column in order.
    """
    if len(fields) == len(row):
        if _seated([*hexes(sure)], fields):
            yield fields
        return
    label = row[len(fields)]
    again = bool(fields) and row[len(fields) - 1] == label
    for place, other in enumerate(column):
        if place and column[place - 1] == other:
            continue
        field = possible & label & other
        if field.bit_count() > fields.count(field) and not (again and field < fields[-1]):
            rest = column[:place] + column[place + 1 :]
            yield from _paired(row, rest, [*fields, field], possible, sure)


def _seated(landmarks: list[int], fields: list[int]) -> bool:
    """Tell whether each of some landmarks has a field of its own."""
    if not landmarks:
        return True
    first, *others = landmarks
    return any(
        first & field and _seated(others, fields[:place] + fields[place + 1 :])
        for place, field in enumerate(fields)
        if field not in fields[:place]
    )
