"""Small random mysteries, and their answers by brute force over `Fact.holds`."""

from __future__ import annotations

from itertools import combinations, islice, product
from typing import TYPE_CHECKING

from hypothesis import strategies as st

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
    from collections.abc import Iterator
    from random import Random

    from solvers.tobago.facts import Fact

DRAWINGS = (
    "J J S L\n B L L J\nM J S S",
    ". B B L R\n M M S J J\nL L B R S\n B J M M .",
    "S S J . L\n J J M L L\nB B M L J",
)

_MOST = 3000  # answers without any fact


def random_mystery(random: Random, facts: int | None = None) -> Mystery:
    """Return a mystery on a small island, with no answer, one, or many."""
    island = parse_drawing(random.choice(DRAWINGS))
    rules = Rules(
        own_hex=random.choice(("excluded", "included")),
        distance=random.choice(("lattice", "overland")),
        landmark_gap=random.choice((0, 1, 2, 2, 3)),
    )
    known, missing = {}, {}
    taken: list[str] = []
    for kind in LANDMARKS:
        free = [name for name in island.names if name not in taken]
        known[f"{kind}s"] = random.sample(free, random.choice((0, 1, 1, 2)))
        taken += known[f"{kind}s"]
        missing[kind] = random.choice((0, 0, 1) if kind == "statue" else (0, 0, 1, 2))
    colours = COLOURS[: random.choice((1, 1, 2))]
    setting = Setting(island, **known, rules=rules)
    empty = Mystery(setting, colours, (), missing)
    answers = list(islice(brute_force(empty), _MOST + 1))
    if not 0 < len(answers) <= _MOST:  # no room for the landmarks, or too much to go through
        return random_mystery(random, facts)
    said = _facts(random, empty, answers, random.choice((2, 10, 200, 200, 200)) if facts is None else facts)
    return Mystery(setting, colours, tuple(said), missing)


def _facts(random: Random, mystery: Mystery, answers: list[Answer], most: int) -> list[Fact]:
    """Return true facts of one answer until it is the only one or they are so many; perhaps a false one."""
    answer, left = random.choice(answers), answers
    said: list[Fact] = []
    while len(left) > 1 and len(said) < most:
        fact = random_fact(random, mystery, answer)
        if fact:
            said.append(fact)
            left = [a for a in left if fact.holds(a.setting(mystery), a.treasures)]
    strange = random_fact(random, mystery, random.choice(answers))
    return [*said, strange] if strange and random.random() < 0.4 else said


def random_fact(random: Random, mystery: Mystery, answer: Answer) -> Fact | None:
    """Return a fact of a random kind that is true of an answer, or None where the kind has none."""
    setting, counts = answer.setting(mystery), mystery.counts
    kind = random.choice(LANDMARKS)
    centre = random.choice(setting.island.names)
    steps = setting.distances(kind, centre)
    match random.randrange(7):
        case 0:
            colour = random.choice(mystery.treasures)
            here = answer.treasures[colour]
            return TreasureFact(colour, random.choice([c for c in CLUES if here in setting.cells(c)]))
        case 1:
            clue = random.choice([clue for clue in CLUES[::2] if clue.thing != kind])
            return CountFact(kind, len(setting.landmarks[kind] & setting.cells(clue)), clue)
        case 2:
            radius = random.randint(1, 3)
            fits = (CircleFact(kind, n, radius, centre) for n in range(counts[kind] + 1))
            return next(fact for fact in fits if fact.holds(setting, answer.treasures))
        case 3 if counts[kind]:
            return TerrainsFact(kind, tuple(sorted(map(setting.island.terrain, answer.landmarks[kind]))))
        case 4 if counts[kind] and None not in steps:
            return DistancesFact(kind, tuple(sorted(s for s in steps if s is not None)), centre)
        case 5 if any(s is not None for s in steps):
            return NearestFact(kind, min(s for s in steps if s is not None), centre)
        case 6 if len(mystery.treasures) > 1:
            fact = PairFact(*random.sample(mystery.treasures, 1), random.randint(1, 3), "")
            (other,) = (c for c in mystery.treasures if c != fact.colour)
            near = PairFact(fact.colour, fact.radius, other)
            return (
                near
                if near.holds(setting, answer.treasures)
                else PairFact(fact.colour, fact.radius, other, negative=True)
            )
    return None


def brute_force(mystery: Mystery) -> Iterator[Answer]:
    """Yield every answer: landmarks by the rule T-5, treasures anywhere, all facts by their `holds`."""
    island = mystery.setting.island
    for huts in _placements(mystery, "hut"):
        for palms in _placements(mystery, "palm"):
            for statues in _placements(mystery, "statue"):
                if len({*huts, *palms, *statues}) < len(huts) + len(palms) + len(statues):
                    continue
                landmarks = {"hut": huts, "palm": palms, "statue": statues}
                setting = Answer({}, landmarks).setting(mystery)
                plain = [f for f in mystery.facts if not isinstance(f, TreasureFact | PairFact)]
                if not all(fact.holds(setting, {}) for fact in plain):
                    continue
                about = [f for f in mystery.facts if isinstance(f, TreasureFact | PairFact)]
                for names in product(island.names, repeat=len(mystery.treasures)):
                    treasures = dict(zip(mystery.treasures, names, strict=True))
                    if all(fact.holds(setting, treasures) for fact in about):
                        yield Answer(treasures, landmarks)


def _placements(mystery: Mystery, kind: str) -> Iterator[tuple[str, ...]]:
    setting = mystery.setting
    island, known = setting.island, list(setting.landmarks[kind])
    free = [name for name in island.names if setting.landmark(name) is None]
    if kind == "statue":
        free = [name for name in free if name not in island.coast]
    for found in combinations(free, mystery.missing.get(kind, 0)):
        pairs = [(a, b) for a in found for b in (*known, *found) if a != b]
        gap = setting.rules.landmark_gap
        if all(distance(island.place(a), island.place(b)) >= gap for a, b in pairs):
            yield tuple(sorted((*known, *found)))


def text_of(answer: Answer) -> str:
    """Return an answer as a text that can be sorted and compared."""
    return f"{sorted(answer.treasures.items())} {sorted(answer.landmarks.items())}"


seeds = st.integers(min_value=0, max_value=10**9)
