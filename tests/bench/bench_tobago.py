"""Speed of Tobago's engine against peers in the same run: ``python tests/bench/bench_tobago.py``."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from peers import ConstraintPeer, GraphPeer, SetPeer
from table import Row, best, run

from solvers.tobago import forecast
from toolkit.games.tobago import (
    Legality,
    Setting,
    TreasureMap,
    boxed_island,
    random_setting,
    reconstructed_deck,
)
from toolkit.hexmap import parse_drawing

ABOUT = """\
The island of the box, the deck of 52 cards, in processor time; the best of several rounds. "Function
constraints" look distances up, "precomputed sets" look up the hexes that this project computed."""
FUNCTIONS = "python-constraint2, function constraints"
TRUTHS = "python-constraint2, precomputed sets"


def positions(setting, deck, count, clues):
    """Return lists of so many clues that leave at least one hex together."""
    random, found = Random("bench"), []
    while len(found) < count:
        chosen = random.sample(deck.kinds, clues)
        if setting.candidates(chosen):
            found.append(chosen)
    return found


def random_drawing(side):
    """Return a drawing of so many rows of so many hexes, of regions of all sizes."""
    random, terrain = Random("drawing"), {}
    for r in range(side):
        for q in range(side):
            like = random.choice([terrain.get((r, q - 1)), terrain.get((r - 1, q)), None, None])
            terrain[r, q] = like or random.choice("BJLMRS")
    return "\n".join(" ".join(terrain[r, q] for q in range(side)) for r in range(side))


def compiled(drawing):
    return Setting(parse_drawing(drawing)).masks


class Bench:
    """The questions, and every way to answer them."""

    def __init__(self):
        self.deck = reconstructed_deck()
        self.setting = random_setting(boxed_island(), seed=7)
        self.legality = Legality(self.setting, self.deck.kinds)
        self.functions = ConstraintPeer.with_functions(self.setting, self.deck.kinds)
        self.truths = ConstraintPeer.with_sets(self.setting, self.deck.kinds)
        self.sets = SetPeer(self.setting, self.deck.kinds)
        self.graph = GraphPeer(self.setting)
        self.five = positions(self.setting, self.deck, 50, 5)
        self.five_masks = [[self.setting.masks[clue.number] for clue in clues] for clues in self.five]
        self.three = positions(self.setting, self.deck, 50, 3)
        self.masks = [self.setting.candidates(clues).mask for clues in self.three]

    # each returns the answers to all fifty questions

    def primitive(self):
        return [a & b & c & d & e for a, b, c, d, e in self.five_masks]

    def method(self):
        candidates = self.setting.candidates
        return [candidates(clues) for clues in self.five]

    def verdicts(self):
        legal_bits = self.legality.legal_bits
        return [legal_bits(mask) for mask in self.masks]

    def forecast(self):
        return forecast(TreasureMap(self.setting, "brown"), self.deck)

    def compile_setting(self):
        fresh = Setting(self.setting.island, self.setting.huts, self.setting.palms, self.setting.statues)
        return Legality(fresh, self.deck.kinds)


def rows(quick):
    """Yield the rows of the table."""
    bench, rounds = Bench(), 1 if quick else 5
    yield from candidate_rows(bench, rounds)
    yield from verdict_rows(bench, rounds)
    yield Row("compile a setting with the whole deck", best(bench.compile_setting, rounds))
    side = 30 if quick else 150
    drawing = random_drawing(side)
    many = f"{side * side:,}"
    yield Row(f"read a drawing of {many} hexes, with every clue", best(lambda: compiled(drawing), 2))
    if not quick:
        yield Row("forecast of an empty map", best(bench.forecast, 2))


def candidate_rows(bench, rounds):
    many = len(bench.five)
    asked = {
        FUNCTIONS: bench.functions,
        TRUTHS: bench.truths,
        "naive sets over networkx": bench.graph,
        "frozensets": bench.sets,
    }
    names = [set(found) for found in bench.method()]
    assert [found.mask for found in bench.method()] == bench.primitive()
    assert all([peer.candidates(clues) for clues in bench.five] == names for peer in asked.values())
    peers = {
        name: best(lambda peer=peer: [peer.candidates(clues) for clues in bench.five], rounds) / many
        for name, peer in asked.items()
    }
    ways = {"mask primitive": bench.primitive, "public method": bench.method}
    ours = {way: best(work, rounds) / many for way, work in ways.items()}
    for way, taken in ours.items():
        for peer, theirs in peers.items():
            yield Row(f"candidates of five compiled clues, {way}", taken, peer, theirs)


def verdict_rows(bench, rounds):
    deck = bench.deck.kinds
    bits = best(bench.verdicts, rounds) / len(bench.masks)
    peers = {FUNCTIONS: bench.functions, TRUTHS: bench.truths, "frozensets": bench.sets}
    for name, peer in peers.items():
        for clues, found in zip(bench.three[:5], bench.verdicts(), strict=False):
            legal = [clue for number, clue in enumerate(bench.legality.clues) if found >> number & 1]
            assert peer.legal(clues, deck) == legal
        theirs = best(lambda peer=peer: [peer.legal(c, deck) for c in bench.three], rounds) / len(bench.three)
        yield Row("all 52 verdict bits of a map, pure Python", bits, name, theirs)


if __name__ == "__main__":
    run("tobago", ABOUT, rows)
