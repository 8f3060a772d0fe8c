"""What `kernel` reads: tables of an island, words of a setting and the facts of a mystery as numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from solvers.tobago.compiled import kernel
from solvers.tobago.facts import (
    RADIUS,
    CircleFact,
    CountFact,
    DistancesFact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
from solvers.tobago.mystery import Answer, Mystery
from solvers.tobago.techniques.engine import RELATIONS
from toolkit.games.tobago.clues import CLUES, LANDMARKS, Clue, Relation, Setting
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import TERRAINS, Island
from toolkit.hexmap.island import bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

HEXES = 128
"""The most hexes of an island that two words hold."""

TREASURES = kernel.SLOTS - kernel.TREASURE
"""The most treasures of a mystery."""

_FAR = 1_000  # steps: farther than any hex of such an island

# ---- islands and settings ----------------------------------------------------------------------------------


class Ground:
    """The tables of an island: `table` is what the kernel calls T; `order` are its hexes as bits 0, 1, ...

    They stand in the order of `Frame`, by rows and columns, so that both engines try them in the same order.
    """

    def __init__(self, island: Island, rules: Rules) -> None:
        self.island, self.rules = island, rules
        self.order = sorted(range(len(island)), key=lambda i: (island.hexes[i].r, island.hexes[i].q))
        self.names = [island.names[i] for i in self.order]
        self.number = {name: bit for bit, name in enumerate(self.names)}
        q, r = (np.array([island.hexes[i][axis] for i in self.order]) for axis in (0, 1))
        dq, dr = q[:, None] - q, r[:, None] - r
        straight = (abs(dq) + abs(dr) + abs(dq + dr)) // 2
        steps = self._overland() if rules.distance == "overland" else straight
        own = np.eye(len(island), dtype=np.bool_)
        self.depth = int(steps[steps < _FAR].max()) + 1
        rings = (steps[:, None, :] <= np.arange(self.depth)[:, None]).reshape(-1, len(island))
        self.table = np.zeros((kernel.RINGS + HEXES * self.depth, 2), np.uint64)
        self._put(kernel.APART, (straight >= rules.landmark_gap) | own)
        self._put(kernel.RINGS, rings)
        for radius in range(kernel.RADIUS + 1):
            row, near = kernel.RADII + radius * kernel.PER_RADIUS, steps <= radius
            around = near if rules.own_hex == "included" else near & ~own
            back = own & (near & ~own).any(1) if radius > 1 else own & (radius == 0)  # there and back again
            self._put(row + kernel.AROUND, around)
            self._reach(row + kernel.REACH, self._packed(around | back))

    def _overland(self) -> NDArray[np.int64]:
        """Return the steps over land between all hexes."""
        found = (self.island.overland_steps(name) for name in self.names)
        return np.array([[steps.get(name, _FAR) for name in self.names] for steps in found])

    def _packed(self, sets: NDArray[np.bool_]) -> Words:
        """Return sets of hexes as rows of two words."""
        room = np.zeros((len(sets), HEXES), np.bool_)
        room[:, : sets.shape[1]] = sets
        return np.packbits(room, axis=1, bitorder="little").view(np.uint64)

    def _put(self, row: int, sets: NDArray[np.bool_]) -> None:
        self.table[row : row + len(sets)] = self._packed(sets)

    def _reach(self, row: int, reached: Words) -> None:
        """Write what the sets of each byte reach: those of a set without its highest hex, and of that hex."""
        rows = self.table[row : row + 16 * 256].reshape(16, 256, 2)
        room = np.zeros((HEXES, 2), np.uint64)
        room[: len(reached)] = reached
        for bit in range(8):
            rows[:, 1 << bit : 2 << bit] = rows[:, : 1 << bit] | room[bit::8, None]

    def words(self, masks: Iterable[int]) -> Words:
        """Return masks of the island (bit i is hex i of its order) as rows of two words."""
        data = np.frombuffer(b"".join(mask.to_bytes(HEXES // 8, "little") for mask in masks), np.uint8)
        sets = np.unpackbits(data.reshape(-1, HEXES // 8), axis=1, bitorder="little")
        return self._packed(sets[:, self.order].astype(np.bool_))


@lru_cache(maxsize=64)
def ground_of(island: Island, rules: Rules) -> Ground:
    """Return the tables of an island under some rules, shared by all that is asked of it."""
    return Ground(island, rules)


@lru_cache(maxsize=64)
def words_of(setting: Setting) -> tuple[Ground, Words]:
    """Return the tables of an island, and the words of a setting on it, which the kernel calls S."""
    island, rules = setting.island, setting.rules
    ground, land = ground_of(island, rules), island.land.mask
    known = (cells.mask for cells in setting.landmarks.values())
    words = ground.words([*setting.masks, *known, land, land, land & ~island.coast.mask])
    numbers = (int(rules.own_hex == "excluded"), rules.landmark_gap, ground.depth)
    return ground, np.concatenate([words, np.array([(number, 0) for number in numbers], np.uint64)])


# ---- facts -------------------------------------------------------------------------------------------------

_KINDS = {kind: number << 8 for number, kind in enumerate(LANDMARKS)}
_IN = {terrain: Clue(Relation.IN, terrain).number for terrain in TERRAINS}


def _spoken(clue: Clue) -> int:
    """Return a clue as the parts b and d of a fact."""
    thing = LANDMARKS.index(clue.thing) if clue.thing in LANDMARKS else len(LANDMARKS)
    flags = kernel.NEGATIVE * clue.negative | kernel.LARGEST * clue.largest | thing << kernel.THING
    return clue.number << 16 | (RADIUS[clue.relation] | flags) << 48


_CLUES = [_spoken(clue) for clue in CLUES]


def _bound(number: int) -> int:
    """Return a number that there is room for: instead of one that nothing fits, another such."""
    return number if 0 <= number < _FAR else _FAR


class _Facts:
    """Writes the facts of a mystery down as numbers (the kernel calls them F); `numbers` are those so far."""

    def __init__(self, mystery: Mystery, ground: Ground) -> None:
        counts = enumerate(mystery.counts.values())
        seek = sum(1 << k for k, kind in enumerate(LANDMARKS) if mystery.missing.get(kind))
        head = len(mystery.treasures) | seek << 8 | sum(count << 16 + 8 * k for k, count in counts)
        self.numbers = [head]
        self.slots = {colour: kernel.TREASURE + i << 8 for i, colour in enumerate(mystery.treasures)}
        self.places = ground.number
        for fact in mystery.facts:
            _WRITERS[type(fact)](self, fact)

    def treasure(self, fact: TreasureFact) -> None:
        self.numbers.append(kernel.OF_TREASURE | self.slots[fact.colour] | _CLUES[fact.clue.number])

    def pair(self, fact: PairFact) -> None:
        slots = self.slots[fact.colour] | self.slots[fact.other] << 8
        self.numbers.append(kernel.OF_PAIR | slots | fact.radius << 32 | fact.negative << 48)

    def count(self, fact: CountFact) -> None:
        of_kind = kernel.OF_COUNT | _KINDS[fact.kind]
        self.numbers.append(of_kind | _CLUES[fact.clue.number] | _bound(fact.number) << 32)

    def circle(self, fact: CircleFact) -> None:
        at = _KINDS[fact.kind] | self.places[fact.centre] << 16
        self.numbers.append(kernel.OF_CIRCLE | at | _bound(fact.radius) << 32 | _bound(fact.number) << 48)

    def nearest(self, fact: NearestFact) -> None:
        at = _KINDS[fact.kind] | self.places[fact.centre] << 16
        self.numbers.append(kernel.OF_NEAREST | at | _bound(fact.steps) << 32)

    def terrains(self, fact: TerrainsFact) -> None:
        self.numbers.append(kernel.OF_TERRAINS | _KINDS[fact.kind] | len(fact.terrains) << 32)
        self.numbers += [_IN[terrain] for terrain in fact.terrains]

    def distances(self, fact: DistancesFact) -> None:
        at = _KINDS[fact.kind] | self.places[fact.centre] << 16
        self.numbers.append(kernel.OF_DISTANCES | at | len(fact.steps) << 32)
        self.numbers += fact.steps


_WRITERS: dict[type, Callable[..., None]] = {
    TreasureFact: _Facts.treasure,
    PairFact: _Facts.pair,
    CountFact: _Facts.count,
    CircleFact: _Facts.circle,
    NearestFact: _Facts.nearest,
    TerrainsFact: _Facts.terrains,
    DistancesFact: _Facts.distances,
}


# ---- a mystery ---------------------------------------------------------------------------------------------


class Compiled:
    """A mystery written down for the kernel; one thread may ask it at a time.

    Questions are asked with some of its facts, by their numbers; with all of them where nothing is said.
    """

    most = 8
    """The most answers that are looked for."""

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self.ground, setting = words_of(mystery.setting)
        facts = np.array(_Facts(mystery, self.ground).numbers, np.int64)
        room = 6 + 2 * len(facts)
        raw, rows = np.empty((2, room, kernel.SIZE), np.uint64)
        self.words = np.empty(kernel.CHOSEN + kernel.SIZE * room + kernel.STATE * self.most, np.uint64)
        self.rows = rows[: kernel.write(self.ground.table, setting, facts, self.words, raw, rows)]
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
