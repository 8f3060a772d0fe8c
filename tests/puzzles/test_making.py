"""Puzzles made to order, certified, proven anew, and shipped as a collection."""

from __future__ import annotations

import resource
import sys
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from puzzles import generate as making
from puzzles.beauty import Beauty, beauty_of
from puzzles.collection import collection, recipes
from puzzles.format.files import parse_puzzles, read_puzzles, to_line
from puzzles.format.schema import Certificate, Solution
from puzzles.generate import NothingFound, Request, generate, make_puzzle
from puzzles.kinds import NAMES, kind_named
from puzzles.puzzle import Puzzle, PuzzleError, certify, trace_hash, verify
from puzzles.truth import true_facts
from toolkit import __version__
from toolkit.core.errors import ToolkitError

pytest.importorskip("pysat")

DRAWING = "\n".join(" ".join("JLMSBR"[(x * x + y * 3 + x * y) % 6] for x in range(9)) for y in range(9))
REQUEST = Request(kind="pinpoint", level=2, count=4, seed=7)


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """Return the text of four puzzles, made one after the other."""
    out = tmp_path_factory.mktemp("four") / "four.jsonl"
    made = generate(REQUEST, out, jobs=1)
    assert made[:3] == (4, (), {})
    assert made.minutes == pytest.approx(sum(puzzle.grade.minutes for puzzle in read_puzzles(out)))
    return out.read_text()


def test_same_seed_same_puzzles_with_any_number_of_processes(four, tmp_path):
    generate(replace(REQUEST, count=9), tmp_path / "out.jsonl", jobs=2)
    assert (tmp_path / "out.jsonl").read_text().startswith(four)
    assert to_line(make_puzzle(replace(REQUEST, seed=8))) not in four.splitlines()


@pytest.mark.parametrize("kept", [0, 3, 4])
def test_resuming_gives_the_same_file(four, tmp_path, kept):
    out, told = tmp_path / "out.jsonl", []
    lines = four.splitlines(keepends=True)
    out.write_text("".join(lines[:kept]) + ("{cut off" if kept < 4 else ""))
    made = generate(
        REQUEST, out, jobs=1, resume=True, progress=lambda done, count: told.append((done, count))
    )
    assert made[:3] == (4 - kept, (), {})
    assert out.read_text() == four
    assert told == [(done, 4) for done in range(kept, 5)]


def test_the_best_of_many_are_those_of_the_highest_score(four, tmp_path):
    lines = four.splitlines(keepends=True)
    scores = [beauty_of(puzzle).score for puzzle in parse_puzzles(four, "four")]
    assert len({*scores}) == len(scores) > 1
    best = sorted(range(4), key=lambda number: -scores[number])[:2]
    for jobs in (1, 2):
        out = tmp_path / f"{jobs}.jsonl"
        assert generate(REQUEST, out, best=2, jobs=jobs)[:3] == (2, (), {})
        assert out.read_text() == "".join(lines[number] for number in best)
    with pytest.raises(ToolkitError, match="exists"):
        generate(REQUEST, out, best=2, jobs=1)
    with pytest.raises(ToolkitError, match="nothing to go on with"):
        generate(REQUEST, out, best=2, jobs=1, resume=True)
    assert out.read_text() == "".join(lines[number] for number in best)


def test_beauty_is_few_facts_of_many_kinds_that_are_all_used_and_one_key_step():
    plain = Beauty(facts=8, mixed=0.5, used=1.0, key=0.2, tedium=0.5)
    nicer = ({"facts": 7}, {"mixed": 0.6}, {"key": 0.3}, {"tedium": 0.4})
    assert all(plain._replace(**one).score > plain.score for one in nicer)
    assert plain._replace(used=0.9).score < plain.score
    for puzzle in (one for kind in NAMES for one in collection(kind)[::19]):
        trace, beauty = puzzle.kind.trace(puzzle), beauty_of(puzzle)
        assert 0 <= beauty.key <= 1
        assert 0 < beauty.mixed <= 1
        hardest = [step.technique for step in trace.steps].count(puzzle.grade.hardest.overall)
        assert beauty.key <= 1 / hardest + 0.001
        assert beauty.facts == len(puzzle.facts) or puzzle.kind.name == "best-card"


def test_a_run_that_cannot_write_keeps_what_is_finished(four, tmp_path):
    out, three = tmp_path / "out.jsonl", "".join(four.splitlines(keepends=True)[:3])
    out.write_text(f"{three}{{cut off")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limit[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            generate(REQUEST, out, jobs=1, resume=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert out.read_text() == three


def test_a_file_is_neither_overwritten_nor_mixed_up(four, tmp_path, monkeypatch):
    monkeypatch.setattr("toolkit.core.document.LARGEST_FILE", len(four) + 1)
    out, lines = tmp_path / "out.jsonl", four.splitlines(keepends=True)
    for content, seed, resume, problem in (
        (four.encode(), 7, False, "exists"),
        (four.encode(), 8, True, "line 1: this puzzle is not of this request"),
        ((lines[1] + lines[0]).encode(), 7, True, "line 2: this puzzle is .* not in its order"),
        (b"\xff{}\n", 7, True, "no UTF-8 text"),
        (b"x" * (len(four) + 2), 7, True, "larger than"),
        (b"{}\n", 7, True, "line 1: format: this key"),
    ):
        out.write_bytes(content)
        with pytest.raises(ToolkitError, match=problem):
            generate(replace(REQUEST, seed=seed), out, resume=resume)
        assert out.read_bytes() == content


def test_orders_that_cannot_be_filled():
    for wrong, problem in (
        ({"kind": "pinpiont"}, "did you mean 'pinpoint'"),
        ({"island": "ABC+2"}, "island"),
        ({"hexes": 50}, "random islands"),
        ({"drawing": "J"}, "no room"),
    ):
        with pytest.raises(ToolkitError, match=problem):
            make_puzzle(replace(REQUEST, **wrong))


@pytest.fixture
def luckless(monkeypatch):
    """Let nothing be found for the first, the third and the last of four puzzles."""
    real = making.make_puzzle

    def make(request, number):
        if number in (0, 2, 3):
            raise NothingFound(request)
        return real(request, number)

    monkeypatch.setattr(making, "make_puzzle", make)


def test_a_puzzle_that_is_not_found_is_left_out(four, tmp_path, luckless):
    out, told = tmp_path / "out.jsonl", []
    second = four.splitlines(keepends=True)[1]
    assert generate(REQUEST, out, jobs=1, progress=lambda *done: told.append(done))[:3] == (1, (0, 2, 3), {})
    assert out.read_text() == second
    assert told == [(done, 4) for done in range(5)]
    assert generate(REQUEST, out, jobs=1, resume=True)[:3] == (0, (0, 2, 3), {})
    assert generate(replace(REQUEST, count=6), out, jobs=1, resume=True)[:3] == (2, (0, 2, 3), {})
    seeds = [puzzle.certificate.seed for puzzle in read_puzzles(out)]
    assert seeds == [str(REQUEST.seed_id(number)) for number in (1, 4, 5)]
    assert out.read_text().startswith(second)


def test_a_file_that_cannot_be_written_or_an_order_that_is_refused_costs_nothing(tmp_path, monkeypatch):
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "target.jsonl")
    for name in ("out.jsonl", "link.jsonl"):
        with pytest.raises(PuzzleError, match="knows all landmarks"):
            generate(replace(REQUEST, unknown=("hut",)), tmp_path / name, jobs=1)
    assert [path.name for path in tmp_path.iterdir()] == ["link.jsonl"]
    tried = []
    monkeypatch.setattr(making, "make_puzzle", lambda *_: tried.append(1))
    for resume in (False, True):
        with pytest.raises(OSError, match=r"out\.jsonl"):
            generate(REQUEST, tmp_path / "nowhere" / "out.jsonl", jobs=1, resume=resume)
    assert tried == []


def test_no_file_becomes_too_large_to_be_read(four, tmp_path, monkeypatch):
    out, lines = tmp_path / "out.jsonl", four.splitlines(keepends=True)
    two = "".join(lines[:2])
    monkeypatch.setattr(making, "LARGEST_FILE", len(two))
    with pytest.raises(ToolkitError, match=r"out\.jsonl is full"):
        generate(REQUEST, out, jobs=1)
    assert out.read_text() == two


@pytest.mark.parametrize("kind", NAMES)
def test_every_kind_on_every_sort_of_island(kind):
    for island in ({"island": "BCA+0"}, {"island": "random", "hexes": 70}, {"drawing": DRAWING}):
        puzzle = make_puzzle(Request(kind=kind, level=1, seed=3, **island))
        assert verify(puzzle) == []
        assert puzzle.grade.level == 1


def test_a_wish_that_no_attempt_fulfils_is_given_up(monkeypatch):
    monkeypatch.setattr("puzzles.generate.MOST_ATTEMPTS", 2)
    monkeypatch.setattr("puzzles.kinds.pinpoint.Pinpoint.make", lambda *_: None)
    with pytest.raises(
        PuzzleError, match="no pinpoint puzzle of level 2 was found on this island in 2 attempts"
    ):
        make_puzzle(REQUEST)


def test_a_proof_without_python_sat_is_no_verdict(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    for kind in NAMES:
        with pytest.raises(ToolkitError, match=r"tobago-toolkit\[proof\]"):
            verify(collection(kind)[1])


def test_a_prover_that_gives_up_is_told_in_its_own_words(monkeypatch):
    monkeypatch.setattr("solvers.tobago.proofs.csp.LARGEST_SEARCH", 3)
    puzzle = next(one for one in collection("lost-landmarks") if one.grade.level == 1)
    (fault,) = verify(puzzle)
    assert fault.startswith("not proven: python-constraint2 tried 3 values without")


def test_the_certificate_is_not_believed():
    puzzle = collection("pinpoint")[0]
    setting, treasures = puzzle.position.setting, puzzle.solution.treasures
    colour, place = next(iter(treasures.items()))
    elsewhere = Solution(treasures={**treasures, colour: next(n for n in setting.island.names if n != place)})
    truth = true_facts(setting, {colour: place}, (), Random(1))
    more = next(fact for fact in truth if fact not in puzzle.facts)
    provers = {"rules": 1, "python-sat": 1, "python-constraint2": 1}
    wrong = {
        "the solution is not that": {"solution": elsewhere},
        "it says no solution": {"solution": Solution()},
        "finds several answers": {"facts": puzzle.facts[1:], "solution": Solution()},
        f"'{more}' can be spared": {"facts": (*puzzle.facts, more)},
        "solving trace": {"certificate": Certificate(engine=__version__, trace="0", provers=provers)},
        "other provers": {"certificate": Certificate(engine="9.9", provers={"rules": 1})},
        "the grade": {"grade": None},
        "no certificate": {"certificate": None},
    }
    older = Certificate(engine="0.0.1", provers=provers)  # it is proven by its content alone
    assert verify(replace(puzzle, certificate=older, grade=None)) == []
    assert verify(puzzle) == []
    for fault, changes in wrong.items():
        assert any(fault in found for found in verify(replace(puzzle, **changes))), fault
    with pytest.raises(PuzzleError, match="cannot be certified: rules finds several answers"):
        certify(Puzzle(kind=kind_named("pinpoint"), position=puzzle.position, facts=puzzle.facts[1:]))


@pytest.mark.parametrize("kind", NAMES)
def test_the_collection_holds_sixty_puzzles_as_many_of_each_level_and_is_made_anew(kind):
    found, orders, levels = collection(kind), recipes(kind), kind_named(kind).levels
    assert Counter(puzzle.grade.level for puzzle in found) == dict.fromkeys(
        range(1, levels + 1), 60 // levels
    )
    assert len({puzzle.id for puzzle in found}) == 60
    left = iter(found)
    for request, best in orders:
        some = [*islice(left, best)]
        seeds = [request.seed_id(number) for number in range(request.count)]
        numbers = [seeds.index(puzzle.certificate.seed) for puzzle in some]
        assert sorted(some, key=lambda puzzle: -beauty_of(puzzle).score) == some
    assert to_line(make_puzzle(request, numbers[0])) == to_line(some[0])
    certificate = certify(found[0], "by hand")
    assert certificate.provers == found[0].certificate.provers
    assert certificate.provers.items() >= {"rules": 1, "python-sat": 1, "python-constraint2": 1}.items()
    assert (certificate.seed, certificate.engine) == ("by hand", __version__)
    assert certificate.trace == trace_hash(found[0]) == found[0].certificate.trace


def test_two_runs_into_one_file_are_noticed(four, tmp_path):
    out = tmp_path / "out.jsonl"

    def meddle(done, _count):
        if done == 2:
            with out.open("a", encoding="utf-8") as file:
                file.write(four.splitlines(keepends=True)[0])

    with pytest.raises(ToolkitError, match="was changed meanwhile: is another run writing it"):
        generate(REQUEST, out, jobs=1, progress=meddle)
