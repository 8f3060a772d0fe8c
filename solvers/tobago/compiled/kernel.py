"""What numba compiles: the rules and the search of `solvers.tobago.techniques`, on words of 64 bits.

A set of hexes is two words, bit i for hex i in the order of the frame (`tables`). All lies in arrays:

- `island`: rows of two words. What lies around a hex, and what a set of hexes reaches: a big set by a look-up
  for each of its bytes, a small one by a look-up for each hex.
- `work`: words that head a mystery, and the scratch of the search: only one thread may use it.
- `rows`: the constraints of a mystery, the easiest first.

A constraint is eight words, one line of the cache. Words are uint64 and other numbers int64: of both together
numba makes floats. All that is compiled stands in this file, because numba makes a function anew when its own
file has changed, not when another has from which it calls or reads. Nothing here calls itself: of what numba
keeps on disk, the process that loads a function that reaches such a one ends with a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

Words = Any  # a word or an array of words

SLOTS, TREASURE = 16, 6  # of a state: 0 to 2 sure landmarks, 3 to 5 possible ones, then treasures
STATE = 2 * SLOTS  # words of a state
LEVELS = 32  # states that the search holds at once
WORDS = 16  # of a set of constraints
MOST = 64 * WORDS  # constraints that take part at once

# `work`: the number of constraints that take part, that of treasures, the open kinds as bits, how many
# landmarks there are of each kind; then
COUNT, TREASURES, OPEN, TOTALS = 0, 1, 2, 3
START = 8
WAKES = START + STATE  # for each slot the constraints that read it
QUEUE = WAKES + WORDS * SLOTS  # those that wait; the first 64 wait in a register
FAILURES = QUEUE + WORDS  # for each slot
TRIED = FAILURES + SLOTS  # for each level a slot, a word and a bit
STACK = TRIED + 3 * LEVELS
CHOSEN = STACK + STATE * LEVELS  # the constraints that take part, and behind them the answers, as states

# a constraint: code | a << 8 | b << 16 | total << 24 | reads << 32, its fact (from 1; 0: the rule T-5), row
# of its radius, low | high << 16, its technique, 0, and the two words of a mask. Where a rule counts nothing,
# `low` is 1 if a hex itself does not count (T-7), of `LANDMARK_NOT_NEAR` what it is in Python, and `high` how
# many hexes may be within the radius of one
SIZE = 8
TREASURE_IN, SPACING, FULL_COUNT, COUNT_IN, COUNT_NEAR = range(5)
NOT_ON, NEAR, NOT_NEAR, LANDMARK_NOT_NEAR, PAIR, NOT_PAIR = range(5, 11)
SETTLED = COUNT_IN  # up to this one they change nothing when they run again on what they have just changed

# `island`, in rows
APART = 0  # for each hex: where one of its kind may be when a landmark is there (T-5)
RADII, RADIUS = 128, 4  # for each radius up to 4: around each hex, then what the sets of each byte reach
AROUND, REACH, PER_RADIUS = 0, 128, 128 + 16 * 256
ROWS = RADII + (RADIUS + 1) * PER_RADIUS

ZERO, ONE, TWO, FOUR, EIGHT, TOP = (np.uint64(n) for n in (0, 1, 2, 4, 8, 56))
BYTE, WIDE = np.uint64(255), np.uint64(32)
PAIRS, FOURS, HALVES, BYTES = (np.uint64((2**64 - 1) // n) for n in (3, 5, 17, 255))

Function = TypeVar("Function", bound="Callable[..., object]")


def made(**options: bool) -> Callable[[Function], Function]:
    """Return what compiles a function; references to arrays are not counted, which took half of the time."""
    plain: Any = njit  # its types do not know the option
    return cast("Callable[[Function], Function]", plain(_nrt=False, **options))


called, inlined, compiled = made(), made(forceinline=True), made(cache=True, nogil=True)


# ---- sets --------------------------------------------------------------------------------------------------


@inlined
def whole(x: Any) -> Any:
    """Return a word as a number of the other sort (see above)."""
    return np.int64(x)


@inlined
def popc(x: Words) -> Any:
    """Return the number of bits of a word; LLVM makes one instruction of it."""
    x = x - ((x >> ONE) & PAIRS)
    x = (x & FOURS) + ((x >> TWO) & FOURS)
    x = (x + (x >> FOUR)) & HALVES
    return np.int64((x * BYTES) >> TOP)


@inlined
def ctz(x: Words) -> Any:
    """Return the place of the lowest bit of a word that is not zero; one instruction too."""
    return popc(~x & (x - ONE))


@inlined
def size(x: Words, y: Words) -> Any:
    """Return how many hexes a set has."""
    return popc(x) + popc(y)


@called
def reach(island: Words, row: int, x: Words, y: Words) -> Any:
    """Return the hexes that a set reaches within the radius of a row (`Frame.reach`)."""
    a = b = ZERO
    if size(x, y) <= 4:
        for word in range(2):
            rest = x if word == 0 else y
            while rest:
                i = 64 * word + ctz(rest)
                rest &= rest - ONE
                j = row + REACH + ((i >> 3) << 8) + (1 << (i & 7))
                a |= island[j, 0]
                b |= island[j, 1]
        return a, b
    for word in range(2):
        rest = x if word == 0 else y
        j = row + REACH + 2048 * word
        while rest:
            k = j + whole(rest & BYTE)
            a |= island[k, 0]
            b |= island[k, 1]
            rest >>= EIGHT
            j += 256
    return a, b


@called
def common(island: Words, row: int, x: Words, y: Words, a: Words, b: Words) -> Any:
    """Return what of the hexes (a, b) is in the rows of all hexes of (x, y)."""
    for word in range(2):
        rest = x if word == 0 else y
        while rest and a | b:
            i = row + 64 * word + ctz(rest)
            rest &= rest - ONE
            a &= island[i, 0]
            b &= island[i, 1]
    return a, b


# ---- the rules ---------------------------------------------------------------------------------------------


@inlined
def count(
    work: Words,
    s: int,
    total: int,
    low: int,
    high: int,
    surely0: Words,
    surely1: Words,
    perhaps0: Words,
    perhaps1: Words,
) -> Any:
    """See `rules._count`; return what changed: 1 the sure ones, 8 the possible ones, below 0 nothing fits."""
    p = s + 6
    s0, s1, p0, p1 = work[s], work[s + 1], work[p], work[p + 1]
    counted, countable = size(s0 & surely0, s1 & surely1), size(p0 & perhaps0, p1 & perhaps1)
    others, places = size(s0 & ~perhaps0, s1 & ~perhaps1), size(p0 & ~surely0, p1 & ~surely1)
    if counted > high or countable < low or others > total - low or places < total - high:
        return -1
    a0, a1, b0, b1 = s0, s1, p0, p1
    if counted == high:
        b0 &= ~surely0 | s0
        b1 &= ~surely1 | s1
    if countable == low:
        a0 |= p0 & perhaps0
        a1 |= p1 & perhaps1
    if others == total - low:
        b0 &= perhaps0 | s0
        b1 &= perhaps1 | s1
    if places == total - high:
        a0 |= p0 & ~surely0
        a1 |= p1 & ~surely1
    if (a0 & ~b0) | (a1 & ~b1):
        return -1
    work[s], work[s + 1], work[p], work[p + 1] = a0, a1, b0, b1
    return (1 if (a0 ^ s0) | (a1 ^ s1) else 0) | (8 if (b0 ^ p0) | (b1 ^ p1) else 0)


@called
def serve_each(island: Words, work: Words, around: int, at: int, bt: int) -> Any:
    """See `rules._serve_each`; return 1 where a landmark became sure, below 0 where nothing fits."""
    changed = 0
    for word in range(2):
        rest = work[at + word]
        while rest:
            i = around + 64 * word + ctz(rest)
            rest &= rest - ONE
            x, y = work[bt + 6] & island[i, 0], work[bt + 7] & island[i, 1]
            if not x | y:
                return -1
            if size(x, y) == 1 and not (x & work[bt]) | (y & work[bt + 1]):
                work[bt] |= x
                work[bt + 1] |= y
                changed = 1
    return changed


@inlined
def counted(island: Words, work: Words, c: int, base: int) -> Any:
    """Run a rule of counts; return the slots that changed as bits, below 0 where nothing fits."""
    w, bounds, row = whole(work[c]), whole(work[c + 3]), whole(work[c + 2])
    code, a, b, total = w & 255, w >> 8 & 255, w >> 16 & 255, w >> 24 & 255
    low, high, at, bt = bounds & 0xFFFF, bounds >> 16, base + 2 * a, base + 2 * b
    surely0, surely1 = perhaps0, perhaps1 = work[c + 6], work[c + 7]
    if code == COUNT_NEAR:
        surely0, surely1 = reach(island, row, work[bt], work[bt + 1])
        perhaps0, perhaps1 = reach(island, row, work[bt + 6], work[bt + 7])
    changed = count(work, at, total, low, high, surely0, surely1, perhaps0, perhaps1)
    if changed < 0:
        return -1
    changed <<= a
    if code == COUNT_NEAR:
        if high == 0:
            x, y = reach(island, row, work[at], work[at + 1])
            if (work[bt + 6] & x) | (work[bt + 7] & y):
                work[bt + 6] &= ~x
                work[bt + 7] &= ~y
                changed |= 8 << b
        elif low == total:
            served = serve_each(island, work, row + AROUND, at, bt)
            changed = -1 if served < 0 else changed | served << b
    return changed


@inlined
def spaced(island: Words, work: Words, c: int, base: int) -> Any:
    """Run `rules.spacing` or `rules.full_count`; return as `counted` does."""
    w = whole(work[c])
    code, a, total = w & 255, w >> 8 & 255, w >> 24 & 255
    at = base + 2 * a
    x, y, p0, p1 = work[at], work[at + 1], work[at + 6], work[at + 7]
    if code == FULL_COUNT:
        known, most = size(x, y), size(p0, p1)
        if known > total or most < total:
            return -1
        if (x ^ p0) | (y ^ p1):
            if known == total:
                work[at + 6], work[at + 7] = x, y
                return 8 << a
            if most == total:
                work[at], work[at + 1] = p0, p1
                return 1 << a
        return 0
    known0, known1 = work[c + 6], work[c + 7]  # known landmarks bind only those that are to be found
    a0, a1 = common(island, APART, x & known0, y & known1, p0, p1)
    a0 |= p0 & known0
    a1 |= p1 & known1
    a0, a1 = common(island, APART, x & ~known0, y & ~known1, a0, a1)
    for kind in range(3):
        if kind != a:
            a0 &= ~work[base + 2 * kind]
            a1 &= ~work[base + 2 * kind + 1]
    if (x & ~a0) | (y & ~a1):
        return -1
    work[at + 6], work[at + 7] = a0, a1
    return 8 << a if (a0 ^ p0) | (a1 ^ p1) else 0


@inlined
def near(island: Words, work: Words, c: int, base: int) -> Any:
    """Run `rules.treasure_near`; return as `counted` does."""
    w, row = whole(work[c]), whole(work[c + 2])
    a, b = w >> 8 & 255, w >> 16 & 255
    at, bt = base + 2 * a, base + 2 * b
    x, y, s0, s1, p0, p1 = work[at], work[at + 1], work[bt], work[bt + 1], work[bt + 6], work[bt + 7]
    a0, a1 = reach(island, row, p0, p1)
    a0 &= x
    a1 &= y
    l0, l1 = p0, p1
    if work[c + 3] & ONE:  # T-7: never the landmark's own hex
        a0 &= ~s0
        a1 &= ~s1
        if size(a0, a1) <= 1:
            l0 &= ~a0
            l1 &= ~a1
    v0, v1 = reach(island, row, a0, a1)
    v0 &= l0
    v1 &= l1
    if not a0 | a1 or not v0 | v1 or (s0 & ~l0) | (s1 & ~l1):
        return -1
    work[at], work[at + 1], work[bt + 6], work[bt + 7] = a0, a1, l0, l1
    changed = (1 << a if (a0 ^ x) | (a1 ^ y) else 0) | (8 << b if (l0 ^ p0) | (l1 ^ p1) else 0)
    if size(v0, v1) == 1 and not (v0 & s0) | (v1 & s1):
        work[bt] |= v0
        work[bt + 1] |= v1
        changed |= 1 << b
    return changed


@inlined
def apart(island: Words, work: Words, c: int, base: int) -> Any:
    """Run `rules.landmark_not_near`; return as `counted` does."""
    w, row, bounds = whole(work[c]), whole(work[c + 2]), whole(work[c + 3])
    a, b = w >> 8 & 255, w >> 16 & 255
    at, bt = base + 2 * a, base + 2 * b
    x, y, p0, p1 = work[at], work[at + 1], work[bt + 6], work[bt + 7]
    if size(x, y) > bounds >> 16 or (bounds & 1 and (x & p0) | (y & p1)):
        return 0
    a0, a1 = common(island, row + AROUND, x, y, p0, p1)
    if not a0 | a1:
        return 0
    if (a0 & work[bt]) | (a1 & work[bt + 1]):
        return -1
    work[bt + 6], work[bt + 7] = p0 & ~a0, p1 & ~a1
    return 8 << b


@inlined
def paired(island: Words, work: Words, c: int, base: int) -> Any:
    """Run `rules.treasures_near` or `rules.treasures_not_near`; return as `counted` does."""
    w, row, bounds = whole(work[c]), whole(work[c + 2]), whole(work[c + 3])
    code, changed = w & 255, 0
    for turn in range(2):
        slot, other = (w >> 8 & 255, w >> 16 & 255) if turn == 0 else (w >> 16 & 255, w >> 8 & 255)
        at, bt = base + 2 * slot, base + 2 * other
        x, y, o0, o1 = work[at], work[at + 1], work[bt], work[bt + 1]
        if code == PAIR:
            a0, a1 = reach(island, row, o0, o1)
            if bounds & 1 and size(o0, o1) <= 1:  # T-7: never the same hex
                a0 &= ~o0
                a1 &= ~o1
            a0 &= x
            a1 &= y
        elif size(o0, o1) <= bounds >> 16:
            a0, a1 = common(island, row + AROUND, o0, o1, x, y)
            a0, a1 = x & ~a0, y & ~a1
        else:
            a0, a1 = x, y
        if not a0 | a1:
            return -1
        if (a0 ^ x) | (a1 ^ y):
            work[at], work[at + 1] = a0, a1
            changed |= 1 << slot
    return changed


@inlined
def strike(island: Words, work: Words, c: int, base: int, code: int) -> Any:
    """Run a rule that takes hexes from a treasure, `rules.treasure_in`, `_not_on` or `_not_near`."""
    w, row = whole(work[c]), whole(work[c + 2])
    a, b = w >> 8 & 255, w >> 16 & 255
    at, bt = base + 2 * a, base + 2 * b
    x, y, changed = work[at], work[at + 1], 0
    if code == TREASURE_IN:
        a0, a1 = x & work[c + 6], y & work[c + 7]
    elif code == NOT_ON:
        a0, a1 = x & ~work[bt], y & ~work[bt + 1]
        if size(a0, a1) <= 1 and (a0 & work[bt + 6]) | (a1 & work[bt + 7]):
            work[bt + 6] &= ~a0
            work[bt + 7] &= ~a1
            changed = 8 << b
    else:
        a0, a1 = reach(island, row, work[bt], work[bt + 1])
        if work[c + 3] & ONE:  # the landmark's own hex fits a negative clue (T-7)
            a0 &= ~work[bt + 6]
            a1 &= ~work[bt + 7]
        a0, a1 = x & ~a0, y & ~a1
    if not a0 | a1:
        return -1
    if (a0 ^ x) | (a1 ^ y):
        work[at], work[at + 1] = a0, a1
        changed |= 1 << a
    return changed


# ---- to the end --------------------------------------------------------------------------------------------


@inlined
def every(work: Words, word: int) -> Any:
    """Return one word of the set of all constraints that take part."""
    n = whole(work[COUNT]) - 64 * word
    return ZERO if n <= 0 else ~ZERO if n >= 64 else (ONE << np.uint64(n)) - ONE


@called
def narrow(island: Words, work: Words, base: int, cause: int) -> Any:
    """Narrow the state at a place by what a changed slot wakes, or by all below 0, the easiest first.

    Return the constraint that nothing fits, or -1.
    """
    words = whole(work[COUNT] + np.uint64(63)) >> 6
    first = (
        every(work, 0) if cause < 0 else work[WAKES + WORDS * cause]
    )  # mostly all that waits: it stays in a register
    others = ZERO  # which further words of the queue are not empty
    for j in range(1, words):
        rest = every(work, j) if cause < 0 else work[WAKES + WORDS * cause + j]
        work[QUEUE + j] = rest
        if rest:
            others |= ONE << np.uint64(j)
    while first | others:
        if first:
            i = ctz(first)
            first &= first - ONE
        else:
            j = ctz(others)
            rest = work[QUEUE + j]
            i = (j << 6) + ctz(rest)
            rest &= rest - ONE
            work[QUEUE + j] = rest
            if not rest:
                others &= others - ONE
        c = CHOSEN + SIZE * i
        code = whole(work[c]) & 255
        if code in (COUNT_IN, COUNT_NEAR):
            changed = counted(island, work, c, base)
        elif code in (SPACING, FULL_COUNT):
            changed = spaced(island, work, c, base)
        elif code == NEAR:
            changed = near(island, work, c, base)
        elif code == LANDMARK_NOT_NEAR:
            changed = apart(island, work, c, base)
        elif code in (PAIR, NOT_PAIR):
            changed = paired(island, work, c, base)
        else:
            changed = strike(island, work, c, base, code)
        if changed < 0:
            return i
        if changed:
            rest = np.uint64(changed)
            while rest:
                woken = WAKES + WORDS * ctz(rest)
                rest &= rest - ONE
                first |= work[woken]
                for j in range(1, words):
                    if work[woken + j]:
                        work[QUEUE + j] |= work[woken + j]
                        others |= ONE << np.uint64(j)
            if code <= SETTLED:  # it was not waiting: it runs now
                own, j = ~(ONE << np.uint64(i & 63)), i >> 6
                if j == 0:
                    first &= own
                else:
                    work[QUEUE + j] &= own
                    if not work[QUEUE + j]:
                        others &= ~(ONE << np.uint64(j))
    return -1


@inlined
def select(work: Words, rows: Words, on: Any, hardest: int) -> None:
    """Let the constraints of some facts, up to a technique, take part."""
    for k in range(WAKES, QUEUE):
        work[k] = ZERO
    n = 0
    for i in range(rows.shape[0]):
        fact = whole(rows[i, 1])
        if whole(rows[i, 4]) > hardest or (fact and not on[fact - 1]):
            continue
        for k in range(SIZE):
            work[CHOSEN + SIZE * n + k] = rows[i, k]
        reads, bit = rows[i, 0] >> WIDE, ONE << np.uint64(n & 63)
        while reads:
            work[WAKES + WORDS * ctz(reads) + (n >> 6)] |= bit
            reads &= reads - ONE
        n += 1
    work[COUNT] = np.uint64(n)


@inlined
def solved(work: Words) -> Any:
    """Tell whether everything is found (`Engine.solved`) in the first state."""
    for slot in range(TREASURE + whole(work[TREASURES])):
        n = size(work[STACK + 2 * slot], work[STACK + 2 * slot + 1])
        if slot < 3:
            if work[OPEN] >> np.uint64(slot) & ONE and n != whole(work[TOTALS + slot]):
                return False
        elif slot >= TREASURE and n != 1:
            return False
    return True


@inlined
def choose(work: Words, base: int, level: int) -> Any:
    """Write down what to try next (`Search._choose`); False when everything is decided."""
    best, chosen, b0, b1 = 0.0, -1, ZERO, ZERO
    for slot in range(TREASURE + whole(work[TREASURES])):
        at = base + 2 * slot
        if slot < 3:
            if not work[OPEN] >> np.uint64(slot) & ONE:
                continue
            x, y, wanted = work[at + 6] & ~work[at], work[at + 7] & ~work[at + 1], whole(work[TOTALS + slot])
            wanted -= size(work[at], work[at + 1])
        else:
            x, y, wanted = work[at], work[at + 1], 1
        n = size(x, y)
        if n <= (slot >= TREASURE) or 3 <= slot < TREASURE:
            continue
        weight = n / (wanted * np.float64(work[FAILURES + slot]))
        if chosen < 0 or weight < best:
            best, chosen, b0, b1 = weight, slot, x, y
    if chosen < 0:
        return False
    tried, rest = TRIED + 3 * level, b0 or b1
    work[tried], work[tried + 1] = np.uint64(chosen), ZERO if b0 else ONE
    work[tried + 2] = rest & (~rest + ONE)
    return True


@compiled
def run(island: Words, work: Words, rows: Words, on: Any, hardest: int, limit: int) -> int:
    """Count the answers that some facts leave, up to a limit; they lie behind the constraints.

    With a limit of 0 return 1 when techniques up to `hardest` find everything, else 0.
    """
    select(work, rows, on, hardest)
    for k in range(STATE):
        work[STACK + k] = work[START + k]
    for k in range(SLOTS):
        work[FAILURES + k] = ONE
    level = answers = 0
    found, cause = CHOSEN + SIZE * rows.shape[0], -1
    while True:
        base = STACK + STATE * level
        broken = narrow(island, work, base, cause)
        if limit == 0:
            return 1 if broken < 0 and solved(work) else 0
        if broken >= 0:  # what it reads is likelier to be tried next
            reads = work[CHOSEN + SIZE * broken] >> WIDE
            while reads:
                work[FAILURES + ctz(reads)] += ONE
                reads &= reads - ONE
        elif choose(work, base, level):
            tried = TRIED + 3 * level
            cause, word = whole(work[tried]), whole(work[tried + 1])
            for k in range(STATE):
                work[base + STATE + k] = work[base + k]
            at = base + STATE + 2 * cause
            if cause >= TREASURE:
                work[at] = work[at + 1] = ZERO
            work[at + word] |= work[tried + 2]
            level += 1
            continue
        else:
            for k in range(STATE):
                work[found + STATE * answers + k] = work[base + k]
            answers += 1
        if answers >= limit or level == 0:
            return answers
        level -= 1
        tried = TRIED + 3 * level
        cause, word = whole(work[tried]), whole(work[tried + 1])
        cause += 3 if cause < 3 else 0
        work[STACK + STATE * level + 2 * cause + word] &= ~work[tried + 2]
