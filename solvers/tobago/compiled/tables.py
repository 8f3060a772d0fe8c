"""What `kernel` reads: tables of an island, and what `Compiler` makes of a mystery, as words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from solvers.tobago.compiled import kernel
from solvers.tobago.facts import PairFact
from solvers.tobago.mystery import Answer, Mystery
from solvers.tobago.techniques import rules
from solvers.tobago.techniques.engine import RELATIONS, Compiler
from solvers.tobago.techniques.rules import POSSIBLE, Constraint, frame_of
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import Island
from toolkit.hexmap.island import bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

HEXES = 128
"""The most hexes of an island that two words hold."""

TREASURES = kernel.SLOTS - kernel.TREASURE
"""The most treasures of a mystery."""

_FAR = 1_000  # landmarks: more than any island has

_CODES: dict[Callable[..., int], int] = {
    rules.treasure_in: kernel.TREASURE_IN,
    rules.spacing: kernel.SPACING,
    rules.full_count: kernel.FULL_COUNT,
    rules.count_in: kernel.COUNT_IN,
    rules.count_near: kernel.COUNT_NEAR,
    rules.treasure_not_on: kernel.NOT_ON,
    rules.treasure_near: kernel.NEAR,
    rules.treasure_not_near: kernel.NOT_NEAR,
    rules.landmark_not_near: kernel.LANDMARK_NOT_NEAR,
    rules.treasures_near: kernel.PAIR,
    rules.treasures_not_near: kernel.NOT_PAIR,
}


class Ground:
    """The tables of an island: `table` is what the kernel calls `island`; `names` are its hexes by bits.

    They stand in the order of `Frame`, by rows and columns, so that both engines try them in the same order.
    """

    def __init__(self, island: Island, rules: Rules) -> None:
        self.frame = frame = frame_of(island, rules, kernel.RADIUS)
        self.order = sorted(frame.places)
        self.names = [frame.names[place] for place in self.order]
        hexes, gap = [1 << place for place in self.order], rules.landmark_gap
        self.table = np.zeros((kernel.ROWS, 2), np.uint64)
        apart = (frame.land & ~frame.near(place, gap - 1) | 1 << place for place in self.order)
        self._put(kernel.APART, self.words(apart))
        own = self.words(hexes)
        for radius in range(kernel.RADIUS + 1):
            row = kernel.RADII + radius * kernel.PER_RADIUS
            reached = self.words(frame.reach(hex_, radius) for hex_ in hexes)
            self._put(row + kernel.AROUND, reached & ~own if frame.excluded else reached)
            self._reach(row + kernel.REACH, reached)

    def words(self, masks: Iterable[int]) -> Words:
        """Return masks of the frame as rows of two words."""
        size = -(-self.frame.size // 8)
        data = np.frombuffer(b"".join(mask.to_bytes(size, "little") for mask in masks), np.uint8)
        sets = np.unpackbits(data.reshape(-1, size), axis=1, bitorder="little")[:, self.order]
        room = np.zeros((len(sets), HEXES), np.uint8)
        room[:, : len(self.order)] = sets
        return np.packbits(room, axis=1, bitorder="little").view(np.uint64)

    def _put(self, row: int, sets: Words) -> None:
        self.table[row : row + len(sets)] = sets

    def _reach(self, row: int, reached: Words) -> None:
        """Write what the sets of each byte reach: those of a set without its highest hex, and of that hex."""
        rows = self.table[row : row + 16 * 256].reshape(16, 256, 2)
        room = np.zeros((HEXES, 2), np.uint64)
        room[: len(reached)] = reached
        for bit in range(8):
            rows[:, 1 << bit : 2 << bit] = rows[:, : 1 << bit] | room[bit::8, None]

    def row(self, c: Constraint, counts: tuple[int, ...]) -> tuple[int, ...]:
        """Return the words of a constraint but for those of its mask."""
        total = counts[c.a] if c.a < POSSIBLE else 0
        head = _CODES[c.rule] | c.a << 8 | c.b << 16 | total << 24 | c.reads << 32
        if c.rule in (rules.count_in, rules.count_near):
            low, high = _bound(c.low), _bound(c.high)
        else:
            crowded = c.rule is rules.landmark_not_near
            low = c.low if crowded else int(self.frame.excluded and c.radius > 0)
            high = 3 * c.radius * (c.radius + 1) + 1
        fact = 1 + next(iter(c.facts), -1)
        return head, fact, kernel.RADII + c.radius * kernel.PER_RADIUS, low | high << 16, c.technique, 0


def _bound(number: int) -> int:
    """Return a number that there is room for: instead of one that nothing fits, another such."""
    return number if 0 <= number < _FAR else _FAR


ground_of = lru_cache(maxsize=64)(Ground)
"""The tables of an island under some rules, shared by all that is asked of it."""


class Compiled:
    """A mystery written down for the kernel; one thread may ask it at a time.

    Questions are asked with some of its facts, by their numbers; with all of them where nothing is said.
    """

    most = 8
    """The most answers that are looked for."""

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self.ground = ground = ground_of(mystery.setting.island, mystery.setting.rules)
        compiler = Compiler(mystery, RELATIONS, ground.frame)
        found, counts = compiler.constraints, compiler.tables.counts
        known = (compiler.known[c.a] if c.rule is rules.spacing else c.mask for c in found)
        self.rows = np.zeros((len(found), kernel.SIZE), np.uint64)
        if found:
            self.rows[:, :6] = [ground.row(c, counts) for c in found]
            self.rows[:, 6:] = ground.words(known)
        self.words = np.zeros(kernel.CHOSEN + self.rows.size + kernel.STATE * self.most, np.uint64)
        seek = sum(1 << kind for kind, name in enumerate(LANDMARKS) if mystery.missing.get(name))
        self.words[[kernel.TREASURES, kernel.OPEN]] = len(mystery.treasures), seek
        self.words[kernel.TOTALS : kernel.TOTALS + len(counts)] = counts
        start = ground.words(compiler.start()).ravel()
        self.words[kernel.START : kernel.START + len(start)] = start
        self.all = b"\1" * len(mystery.facts)
        self.flags = bytearray(self.all)  # of each fact whether it takes part
        self.on = np.frombuffer(self.flags, np.uint8)

    @classmethod
    def of(cls, mystery: Mystery) -> Compiled | None:
        """Return a mystery written down; None where there is no room for its hexes, treasures or facts."""
        treasures, hexes = len(mystery.treasures), len(mystery.setting.island)
        near = (0 <= fact.radius <= kernel.RADIUS for fact in mystery.facts if isinstance(fact, PairFact))
        hidden = treasures + sum(mystery.missing.values())
        if hexes > HEXES or treasures > TREASURES or hidden >= kernel.LEVELS or not all(near):
            return None
        found = cls(mystery)
        return found if len(found.rows) <= kernel.MOST else None

    @property
    def hardest(self) -> list[int]:
        """The hardest technique (a number of `TECHNIQUES`) by which the rules use each fact."""
        found = np.zeros(1 + len(self.mystery.facts), np.int64)
        found[self.rows[:, 1]] = self.rows[:, 4]  # the hardest come last
        return list(map(int, found[1:]))

    def count(self, limit: int = 2, facts: Collection[int] | None = None) -> int:
        """Return how many answers there are, up to a limit."""
        return self._run(facts, RELATIONS, limit)

    def answers(self, limit: int = 2) -> list[Answer]:
        """Return up to `limit` answers, in the order of `Engine.answers`."""
        return [self._answer(number) for number in range(self.count(limit))]

    def solves(self, hardest: int, facts: Collection[int]) -> bool | None:
        """Tell whether techniques up to the hardest find everything, as `Engine.solves` does.

        The facts are true together. None where only the engine can tell: the kernel knows nothing but rules;
        still, what these find more techniques find too, and none finds one of several answers.
        """
        found = self._run(facts, min(hardest, RELATIONS), 0)
        if not found and hardest > RELATIONS:
            return None if self.count(2, facts) == 1 else False
        return found == 1

    def _run(self, facts: Collection[int] | None, hardest: int, limit: int) -> int:
        self.flags[:] = self.all if facts is None else bytes(len(self.all))
        for fact in facts or ():
            self.flags[fact] = 1
        return kernel.run(self.ground.table, self.words, self.rows, self.on, hardest, limit)

    def _answer(self, number: int) -> Answer:
        at = kernel.CHOSEN + kernel.SIZE * len(self.rows) + kernel.STATE * number
        state = self.words[at : at + kernel.STATE].tolist()

        def found(slot: int) -> tuple[str, ...]:
            return tuple(sorted(names[bit] for bit in bits(state[2 * slot] | state[2 * slot + 1] << 64)))

        names, treasures = self.ground.names, self.mystery.treasures
        lies = {colour: found(kernel.TREASURE + i)[0] for i, colour in enumerate(treasures)}
        return Answer(lies, {kind: found(k) for k, kind in enumerate(LANDMARKS)})
