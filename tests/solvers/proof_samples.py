"""Random mysteries of the size that exact solvers can list: islands of 12 to 30 hexes, up to 3 treasures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
from solvers.tobago.mystery import Answer, Mystery
from toolkit.games.tobago import CLUES, COLOURS, Rules, Setting
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import distance, parse_drawing

if TYPE_CHECKING:
    from random import Random

    from solvers.tobago.facts import Fact
    from toolkit.hexmap import Island


def sample(random: Random, facts: int) -> Mystery:
    """Return a mystery of so many facts: true of a hidden answer, or now and then of two different ones."""
    island = _island(random)
    own_hex = random.choice(("excluded", "included"))
    rules = Rules(own_hex, random.choice(("lattice", "overland")), random.choice((1, 2, 2, 3)))
    counts = {kind: random.choice((0, 1, 2, 3)) for kind in LANDMARKS}
    colours = COLOURS[: random.choice((1, 2, 3))]
    one, other = (_hidden(random, island, rules, counts, colours) for _ in range(2))
    if not (one and other):
        return sample(random, facts)  # no room for so many landmarks
    stays = {kind: random.randint(0, counts[kind]) for kind in LANDMARKS}
    setting = Setting(island, *(one.landmarks[kind][: stays[kind]] for kind in LANDMARKS), rules=rules)
    missing = {kind: counts[kind] - stays[kind] for kind in LANDMARKS}
    empty = Mystery(setting, colours, (), missing)
    said = [_fact(random, one, empty) for _ in range(facts)]
    if random.random() < 0.35:
        bare = Mystery(Setting(island, rules=rules), colours, (), counts)
        said[-2:] = [_fact(random, other, bare), _fact(random, other, bare)]
    return Mystery(setting, colours, tuple(said), missing)


def _island(random: Random) -> Island:
    letters = random.sample("BJLMRS", random.randint(3, 6))
    rows = [[random.choice([*letters, *letters, "."]) for _ in range(6)] for _ in range(random.randint(3, 5))]
    island = parse_drawing("\n".join(" ".join(row) for row in [["J"] * 6, *rows[1:]]))
    return island if 12 <= len(island) <= 30 else _island(random)


def _hidden(
    random: Random, island: Island, rules: Rules, counts: dict[str, int], colours: tuple[str, ...]
) -> Answer | None:
    """Return treasures and landmarks that keep the rule (T-5); None when the draw came to a dead end."""
    landmarks: dict[str, tuple[str, ...]] = {}
    for kind, count in counts.items():
        taken = {name for names in landmarks.values() for name in names}
        free = [n for n in island.names if n not in taken and not (kind == "statue" and n in island.coast)]
        chosen: list[str] = []
        while free and len(chosen) < count:
            chosen.append(random.choice(free))
            here = island.place(chosen[-1])
            free = [
                n for n in free if n != chosen[-1] and distance(here, island.place(n)) >= rules.landmark_gap
            ]
        if len(chosen) < count:
            return None
        landmarks[kind] = tuple(sorted(chosen))
    return Answer({colour: random.choice(island.names) for colour in colours}, landmarks)


def _fact(random: Random, answer: Answer, mystery: Mystery) -> Fact:
    """Return a fact that is true of an answer, of a kind drawn at random."""
    setting = answer.setting(mystery)
    while True:
        fact = _any_fact(random, setting, mystery.treasures)
        if fact is not None and fact.holds(setting, answer.treasures):
            return fact


def _any_fact(random: Random, setting: Setting, colours: tuple[str, ...]) -> Fact | None:
    """Return a fact of a random kind that may be true, or None where there is none of the kind."""
    kind, centre = random.choice(LANDMARKS), random.choice(setting.island.names)
    steps = sorted(step for step in setting.distances(kind, centre) if step is not None)
    number, radius = random.randint(0, 3), random.randint(1, 4)
    match random.randrange(12):  # treasures need most facts to be found
        case 0 | 7 | 8 | 9:
            return TreasureFact(random.choice(colours), random.choice(CLUES))
        case 1:
            return CountFact(kind, number, random.choice([c for c in CLUES[::2] if c.thing != kind]))
        case 10 | 11:
            others = [c for c in CLUES[::2] if c.thing in LANDMARKS and c.thing != kind]
            return CountFact(kind, number, random.choice(others))
        case 2:
            return CircleFact(kind, number, radius, centre)
        case 3 if steps:
            return TerrainsFact(kind, tuple(sorted(map(setting.island.terrain, setting.landmarks[kind]))))
        case 4 if steps:
            return DistancesFact(kind, tuple(steps), centre)
        case 5 if steps:
            return NearestFact(kind, steps[0], centre)
        case 6 if len(colours) > 1:
            one, other = random.sample(colours, 2)
            return PairFact(one, radius, other, random.random() < 0.5)
    return None
