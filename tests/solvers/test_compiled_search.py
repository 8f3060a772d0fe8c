"""The compiled search against the engine in Python: the same answers in the same order, and the same puzzles.

Every day its source runs as plain Python, slowly and without numba's help; compiled it runs at night.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import product
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from mysteries import random_mystery, sample, seeds
from sizes import examples, nightly

from puzzles import cutting
from puzzles.collection import collection
from puzzles.format.files import from_id
from puzzles.kinds import kind_named
from puzzles.puzzle import Wanted
from solvers.tobago import compiled
from solvers.tobago.facts import CircleFact, CountFact, parse_fact
from solvers.tobago.mystery import Mystery
from solvers.tobago.techniques import Engine
from solvers.tobago.techniques.engine import NESTED, RELATIONS, SUPPOSE
from toolkit.games.tobago import Setting, boxed_island
from toolkit.games.tobago.clues import LANDMARKS, Clue
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.island import bits

LARGE = (
    "tobago1-lost-landmarks-AoA2V7IYxbQPEAoBcDsFoKQLIIkNsQgRXCXKWCEbwNmCHI0NC8QJOwOf33",
    "tobago1-lost-landmarks-AoADOuqhJAdAbARhTBeBthnYRwQld66AM0QpxCuRMXgUkTRGAFF0UpxSlA15w8",
)
"""Puzzles in which a search of all answers learns from what has failed, when one of the facts is left out."""

with_numba = pytest.mark.skipif(not find_spec("numba"), reason="the extra fast is not installed")


@pytest.fixture(scope="module")
def plain():
    """Return `tables.Compiled` with a kernel that is not compiled."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("numba", reason="the extra fast is not installed")
    from solvers.tobago.compiled import tables

    spec = spec_from_file_location("plain_kernel", tables.kernel.__file__)
    kernel, kept = module_from_spec(spec), tables.kernel
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):
        patch.setitem(sys.modules, "numba", SimpleNamespace(njit=lambda **_: lambda function: function))
        spec.loader.exec_module(kernel)
        patch.undo()
        patch.setattr(tables, "kernel", kernel)
        yield tables.Compiled
    assert tables.kernel is kept


@pytest.fixture
def loaded():
    """Load the compiled search for one test."""
    assert compiled.load()
    yield
    compiled._loaded.clear()


def mystery_of(seed):
    """Return a random mystery, small or larger than brute force would answer."""
    random = Random(seed)
    return random_mystery(random) if seed % 2 else sample(random, random.choice((3, 8, 16, 30)))


def compare(mystery, written):
    """Assert that both engines say the same of a mystery and of some of its facts, and know the same."""
    engine, random = Engine(mystery), Random(repr(mystery.facts))
    assert written.answers(written.most) == engine.answers(written.most), mystery
    for share in (1, 0.8, 0.5):
        some = [number for number in range(len(mystery.facts)) if random.random() < share]
        taking = engine.taking(facts=some)
        assert written.count(2, some) == len(engine.answers(2, taking=taking)), (mystery, some)
        for hardest in range(RELATIONS + 1):
            assert written.solves(hardest, some) == engine.solves(hardest, taking), (mystery, some, hardest)
            state, rules = engine.start(), taking & engine.up_to(hardest)
            if engine.propagate(state, rules, rules):
                assert known(written, len(state)) == [*map(engine.frame.names_of, state)], (mystery, some)


def known(written, slots):
    """Return the hexes of each slot of the first state, as the kernel left it."""
    from solvers.tobago.compiled.tables import kernel

    words = written.words[kernel.STACK :].tolist()
    masks = (words[2 * slot] | words[2 * slot + 1] << 64 for slot in range(slots))
    return [tuple(sorted(written.ground.names[bit] for bit in bits(mask))) for mask in masks]


@given(seed=seeds)
@settings(max_examples=examples(60))
def test_the_kernel_gives_the_answers_of_the_engine_in_their_order(plain, seed):
    mystery = mystery_of(seed)
    compare(mystery, plain.of(mystery))


def with_facts(*facts, drawing="J J J L S S B B B J", treasures=("brown",), missing, **known):
    setting = Setting(parse_drawing(drawing), **known)
    return Mystery(setting, treasures, tuple(map(parse_fact, facts)), missing)


def test_the_kernel_knows_what_random_mysteries_seldom_need(plain):
    wide, close = "\n".join(["J J J J J J"] * 6), ["b1", "d1"]
    near_lake = "brown: in lake", "brown: next to hut"
    large = [from_id(one) for one in LARGE]
    for mystery in (
        with_facts(*near_lake, missing={"hut": 1}),
        with_facts(*near_lake, "huts: exactly 0 in jungle", missing={"hut": 1}),
        with_facts("brown: in beach", "brown: in hut", missing={"hut": 1}, huts=["a1"]),
        with_facts("brown: in lake", "brown: not next to hut", missing={"hut": 1}, huts=close),
        with_facts("brown: not within 2 of hut", missing={"hut": 1}, huts=close),
        with_facts(
            "huts: exactly 1 next to palm",
            "palms: exactly 1 in lake",
            "huts: exactly 0 in jungle",
            missing={"hut": 1, "palm": 1},
        ),
        with_facts(
            "huts: exactly 1 next to palm", "palms: exactly 0 in beach", missing={"palm": 1}, huts=["f1"]
        ),
        with_facts(treasures=(), drawing=wide, missing={"statue": 2}),
        *(one.kind.mystery(replace(one, facts=one.facts[:-1])) for one in large),
    ):
        compare(mystery, plain.of(mystery))


@nightly
@with_numba
def test_compiled_it_gives_them_too(loaded):
    for seed in range(3000):
        mystery = mystery_of(seed)
        compare(mystery, compiled.compiled(mystery))
    for puzzle in collection("lost-landmarks"):
        mystery = puzzle.kind.mystery(puzzle)
        written, engine = compiled.compiled(mystery), Engine(mystery)
        compare(mystery, written)
        for hardest in (SUPPOSE, NESTED):
            assert written.solves(hardest, range(len(mystery.facts))) in (None, engine.solves(hardest))


def made(level, unknown, seed):
    """Return the facts of what one attempt comes to."""
    puzzle = kind_named("lost-landmarks").make(boxed_island(), Wanted(level, 2, unknown), Random(seed))
    return puzzle and puzzle.facts


def test_puzzles_are_cut_alike(plain, monkeypatch):
    monkeypatch.setattr(cutting, "SWAPS", 1)
    orders = [(level, ("hut",), seed) for level, seed in ((1, 0), (2, 0), (3, 0))]
    by_engine = [made(*order) for order in orders]
    monkeypatch.setattr(compiled, "_loaded", [plain])
    assert [made(*order) for order in orders] == by_engine
    assert any(by_engine)


@nightly
@with_numba
def test_compiled_it_cuts_the_same_puzzles(loaded, monkeypatch):
    orders = [*product((1, 2, 3), (("hut",), LANDMARKS), range(4)), *product((4, 5), (("hut",),), range(2))]
    compiled_ones = [made(*order) for order in orders]
    monkeypatch.setattr(compiled, "_loaded", [])
    assert [made(*order) for order in orders] == compiled_ones
    assert any(compiled_ones)


def test_what_has_no_room_is_left_to_the_engine(plain, monkeypatch):
    monkeypatch.setattr(compiled, "_loaded", [plain])
    row, two, hut = " ".join("J" * 65), ("brown", "white"), {"hut": 1}
    fits = with_facts("brown within 3 of white", treasures=two, missing=hut)
    for mystery in (
        with_facts("brown within 5 of white", treasures=two, missing=hut),
        with_facts(missing={"hut": 31}),
        with_facts(missing=hut, drawing=f"{row}\n{row}"),
        with_facts(*["huts: in jungle"] * 600, missing=hut),
    ):
        assert plain.of(mystery) is None
        assert compiled.answers(mystery, 3) == Engine(mystery, RELATIONS).answers(3)
    assert plain.of(fits)
    assert compiled.answers(fits, 100) == Engine(fits).answers(100)
    assert len(compiled.answers(fits, 100)) > plain.most


def test_numbers_that_nothing_fits_are_no_other_numbers(plain):
    for number in (-1, 999, 2**15, 2**40):
        facts = CountFact("hut", number, Clue.parse("in jungle")), CircleFact("hut", number, 1, "a1")
        mystery = Mystery(Setting(parse_drawing("J J L S")), (), (facts[0],), {"hut": 1})
        assert not plain.of(mystery).count()
        assert not plain.of(replace(mystery, facts=facts[1:])).count()


def test_without_numba_and_without_much_to_ask_nothing_is_compiled(run_python):
    asking = (
        "from solvers.tobago import compiled\n"
        "from puzzles.collection import collection\n"
        "puzzle = collection('lost-landmarks')[0]\n"
        "print(len(compiled.answers(puzzle.kind.mystery(puzzle))), compiled._loaded, end=' ')\n"
    )
    without = "import sys; sys.modules['numba'] = None\n" + asking + "print(compiled.load())"
    assert run_python(without).stdout.split() == [b"1", b"[]", b"False"]
    small = asking + "import sys; print('numba' in sys.modules)"
    assert run_python(small).stdout.split() == [b"1", b"[]", b"False"]
