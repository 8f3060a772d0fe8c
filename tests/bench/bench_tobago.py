"""Speed of the Tobago engine as ratios against peers in the same run: ``python tests/bench/bench_tobago.py``.

Prints a Markdown table: the best of several rounds of each measurement. All on the boxed island with the deck
of 52 cards. Nothing here asserts a time.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from timeit import Timer

sys.path.insert(0, str(Path(__file__).parent))

from peers import ConstraintPeer, GraphPeer, SetPeer

from toolkit.games.tobago import Legality, Setting, boxed_island, random_setting, reconstructed_deck

FUNCTIONS = "python-constraint2, function constraints"
TRUTHS = "python-constraint2, precomputed sets"


def best(work, rounds=5, seconds=0.2):
    """Return the seconds of one call: the best round, each long enough to be measured."""
    timer = Timer(work)
    calls, taken = timer.autorange() if seconds else (1, 0.0)
    if taken:
        calls = max(1, int(calls * seconds / taken))
    return min(timer.repeat(rounds, calls)) / calls


def positions(setting, deck, count, clues):
    """Return lists of so many clues that leave at least one hex together."""
    random, found = Random("bench"), []
    while len(found) < count:
        chosen = random.sample(deck.kinds, clues)
        if setting.candidates(chosen):
            found.append(chosen)
    return found


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

    def compile_setting(self):
        fresh = Setting(self.setting.island, self.setting.huts, self.setting.palms, self.setting.statues)
        return Legality(fresh, self.deck.kinds)


def shown(seconds):
    """Return a time in a readable unit."""
    unit, factor = next(
        (u, f) for u, f in (("s", 1), ("ms", 1e3), ("µs", 1e6)) if seconds * f >= 1 or u == "µs"
    )
    return f"{seconds * factor:.3g} {unit}"


def rows(bench):
    """Yield the rows of the table: work, our time, peer, its time."""
    yield from candidate_rows(bench)
    yield from verdict_rows(bench)
    yield "compile a setting with the whole deck", best(bench.compile_setting), "", None


def candidate_rows(bench):
    many = len(bench.five)
    peers = {
        FUNCTIONS: best(lambda: [bench.functions.candidates(c) for c in bench.five]) / many,
        TRUTHS: best(lambda: [bench.truths.candidates(c) for c in bench.five]) / many,
        "naive sets over networkx": best(lambda: [bench.graph.candidates(c) for c in bench.five], 2) / many,
        "frozensets": best(lambda: [bench.sets.candidates(c) for c in bench.five]) / many,
    }
    ours = {"mask primitive": best(bench.primitive) / many, "public method": best(bench.method) / many}
    for way, taken in ours.items():
        for peer, theirs in peers.items():
            yield f"candidates of five compiled clues, {way}", taken, peer, theirs


def verdict_rows(bench):
    deck = bench.deck.kinds
    bits = best(bench.verdicts) / len(bench.masks)
    peers = {FUNCTIONS: bench.functions, TRUTHS: bench.truths, "frozensets": bench.sets}
    for name, peer in peers.items():
        theirs = best(lambda peer=peer: [peer.legal(c, deck) for c in bench.three], 3) / len(bench.three)
        yield "all 52 verdict bits of a map, pure Python", bits, name, theirs


def main():
    bench = Bench()
    print("| work | this | peer | its time | ratio |\n|---|---|---|---|---|")
    for work, ours, peer, theirs in rows(bench):
        against = f"{shown(theirs)} | {theirs / ours:,.0f} x" if theirs else " | "
        print(f"| {work} | {shown(ours)} | {peer} | {against} |", flush=True)


if __name__ == "__main__":
    main()
