"""Random mysteries: large ones for provers, and small ones, which brute force answers by `meaning.holds`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from hypothesis import strategies as st
from meaning import holds

from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    Fact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
from solvers.tobago.mystery import Answer, Mystery
from toolkit.games.tobago import CLUES, COLOURS, Rules, Setting
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import Island, distance, parse_drawing

DRAWINGS = (
    "J J S L\n B L L J\nM J S S",
    ". B B L R\n M M S J J\nL L B R S\n B J M M .",
    "S S J . L\n J J M L L\nB B M L J",
)


def random_mystery(random: Random) -> Mystery:
    """Return a small mystery, with no answer, one, or many."""
    return sample(random, random.choice((3, 8, 16, 30, 50)), small=True)


def sample(random: Random, facts: int, *, small: bool = False) -> Mystery:
    """Return a mystery of so many facts: true of a hidden answer, or now and then of two different ones.

    A small one has few enough places for brute force.
    """
    island = parse_drawing(random.choice(DRAWINGS)) if small else _island(random)
    own_hex = random.choice(("excluded", "included"))
    rules = Rules(own_hex, random.choice(("lattice", "overland")), random.choice((0, 1, 2, 2, 3)))
    counts = {kind: random.choice((0, 1, 1, 2) if small else (0, 1, 2, 3)) for kind in LANDMARKS}
    colours = COLOURS[: random.choice((1, 1, 2) if small else (1, 2, 3))]
    one, other = (_hidden(random, island, rules, counts, colours) for _ in range(2))
    if not (one and other):
        return sample(random, facts, small=small)  # no room for so many landmarks
    lost = 1 if small else 3
    stays = {kind: random.randint(max(0, counts[kind] - lost), counts[kind]) for kind in LANDMARKS}
    setting = Setting(island, *(one.landmarks[kind][: stays[kind]] for kind in LANDMARKS), rules=rules)
    missing = {kind: counts[kind] - stays[kind] for kind in LANDMARKS}
    empty = Mystery(setting, colours, (), missing)
    said = [_fact(random, one, empty) for _ in range(facts)]
    if facts > 1 and random.random() < 0.35:
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
        if fact is not None and holds(fact, setting, answer.treasures):
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


def brute_force(mystery: Mystery) -> Iterator[Answer]:
    """Yield every answer: landmarks by the rule T-5, treasures anywhere, all facts by `meaning.holds`."""
    island = mystery.setting.island
    for huts in _placements(mystery, "hut"):
        for palms in _placements(mystery, "palm"):
            for statues in _placements(mystery, "statue"):
                if len({*huts, *palms, *statues}) < len(huts) + len(palms) + len(statues):
                    continue
                landmarks = {"hut": huts, "palm": palms, "statue": statues}
                setting = Answer({}, landmarks).setting(mystery)
                plain = [f for f in mystery.facts if not isinstance(f, TreasureFact | PairFact)]
                if not all(holds(fact, setting, {}) for fact in plain):
                    continue
                about = [f for f in mystery.facts if isinstance(f, TreasureFact | PairFact)]
                for names in product(island.names, repeat=len(mystery.treasures)):
                    treasures = dict(zip(mystery.treasures, names, strict=True))
                    if all(holds(fact, setting, treasures) for fact in about):
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
