"""Hints: seven rungs, each by itself, checked against the provers and against what the solver noted."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from kind_oracles import Pinpoint, is_irreducible

from puzzles.collection import collection
from puzzles.format.schema import Solution
from puzzles.hints import RUNGS, hint
from puzzles.kinds import NAMES, kind_named
from puzzles.puzzle import Marks, PuzzleError
from puzzles.words import Teller, words
from solvers.tobago.facts import parse_fact
from solvers.tobago.mystery import Conclusion
from solvers.tobago.proofs import SatProver, csp_answers
from solvers.tobago.steps import Step

pytest.importorskip("pysat")

LOST = collection("lost-landmarks")[::11]
ONE_OF_EACH = [collection(kind)[11] for kind in NAMES]


def walk(puzzle):
    """Yield the marks of a solver who takes one hint of rung 5 after the other, up to the end."""
    marks = {}
    for _ in range(500):
        yield marks
        step = hint(puzzle, marks, 5)
        if "done" in step.data:
            assert step.data["done"]
            return
        assert step.marks != marks
        marks = step.marks
    raise AssertionError("500 hints do not lead to the end")


EACH_KIND = pytest.mark.parametrize("puzzle", ONE_OF_EACH, ids=NAMES)


@EACH_KIND
def test_hints_lead_to_the_answer(puzzle):
    *_, last = walk(puzzle)
    truth = puzzle.kind.truth(puzzle)
    for subject, asked in puzzle.kind.subjects(puzzle).items():
        marked = last.get(subject, Marks())
        assert not marked.out & truth[subject]
        assert marked.sure <= truth[subject]
        assert marked.sure == truth[subject] or set(asked.values) - marked.out == truth[subject]


@EACH_KIND
def test_a_hint_takes_one_step_and_no_more(puzzle, monkeypatch):
    reasoning, taken = type(puzzle.kind.reasoning(puzzle, {})), []
    take = reasoning.take

    def counted(self, technique, finding):
        taken.append(finding)
        return take(self, technique, finding)

    monkeypatch.setattr(reasoning, "take", counted)
    hint(puzzle, {}, 1)
    assert len(taken) == 1
    puzzle.kind.trace(puzzle)
    assert len(taken) > 2


def test_cited_facts_entail_the_step_and_none_can_be_spared():
    """A prover that has heard of no other facts finds that all of them are reasons, with the marks cited."""
    for puzzle in LOST[::2]:
        for marks in list(walk(puzzle))[:-1:3]:
            cited, settled = (hint(puzzle, marks, rung).data for rung in (2, 4))
            step = Conclusion(settled["subject"], tuple(settled["removed"]), tuple(settled["forced"]))
            facts = tuple(fact for fact in puzzle.facts if str(fact) in cited["facts"])
            known = [
                Conclusion(one, (*marks[one].out,), (*marks[one].sure,)) for one in cited.get("marks", ())
            ]
            with SatProver(replace(puzzle.kind.mystery(puzzle), facts=facts)) as prover:
                numbers = tuple(range(len(facts)))
                assert prover.reasons_among(step, [*numbers, *known]) == (*numbers, *known)


def test_marks_are_named_where_fewer_facts_suffice_with_them():
    """By brute force: facts and marks together entail the step, and none of them can be spared."""
    oracle, named = Pinpoint(), 0
    for puzzle in collection("pinpoint")[25::12]:
        for marks in list(walk(puzzle))[:-1]:
            told, settled = (hint(puzzle, marks, rung) for rung in (2, 4))
            step = Step(
                "",
                (),
                settled.data["subject"],
                *map(tuple, (settled.data["removed"], settled.data["forced"])),
            )
            items = [*told.data["facts"], *told.data.get("marks", ())]
            assert is_irreducible(
                items,
                lambda some, p=puzzle, s=step, m=marks: oracle.entails(
                    p, s, [one for one in some if " " in one], {c: m[c].out for c in some if c in m}
                ),
            )
            named += "Your marks leave" in told.text
            assert ("Your marks leave" in told.text) == ("marks" in told.data)
            alone = puzzle.kind.reasons(puzzle, step)
            assert len(told.data["facts"]) <= len(alone)
    assert named > 10


@EACH_KIND
def test_each_rung_says_no_more_than_it_should(puzzle):
    settled = hint(puzzle, {}, 4).data
    assert hint(puzzle, {}, 0).data == {"mistake": False}
    assert hint(puzzle, {}, 1).data == {"subject": settled["subject"]}
    assert set(hint(puzzle, {}, 2).data) == {"facts"}
    assert set(hint(puzzle, {}, 3).data) == {"technique", "facts", "looked_at"}
    assert all(
        hint(puzzle, {}, rung).data["facts"] == hint(puzzle, {}, 2).data["facts"] for rung in (3, 4, 5)
    )
    assert hint(puzzle, {}, 6).data["solved"]
    values = [value for key in ("removed", "forced") for value in settled[key]]
    for rung in (1, 3):
        text = hint(puzzle, {}, rung).text
        assert not any(value in text for value in values)


def test_pictures_come_from_rung_3_on():
    puzzle = LOST[0]
    pictures = [hint(puzzle, {}, rung).svg for rung in RUNGS]
    assert [picture is not None for picture in pictures] == [False, False, False, True, True, True, False]
    assert 'class="layer-highlight"' not in pictures[3]  # the premise does not give the conclusion away
    assert 'class="layer-highlight"' in pictures[4]


def test_a_supposition_is_told_as_a_story():
    puzzle = next(puzzle for puzzle in LOST if puzzle.grade.level == 5)
    stories = [h for marks in walk(puzzle) if "story" in (h := hint(puzzle, marks, 4)).data]
    assert stories
    for told in stories:
        rows = told.data["story"]
        assert all(row["because"] for row in rows[1:-1])
        first, second, *_, last = told.text.splitlines()
        assert re.fullmatch(r"Suppose (the \w+ treasure lies|a \w+ stands) on \w+\.", first)
        assert second == f"Then {rows[1]['claim']}, because {rows[1]['because']}."
        assert last.startswith("That cannot be, so ")


def test_a_supposition_within_another_is_told_one_deeper():
    impossible = Step("counts", (), "palms")
    inner = Step("suppose", (), "huts", ("A01",), supposed=("huts", "A01"), story=(impossible,))
    outer = replace(inner, technique="nested suppose", removed=("A00",), supposed=("huts", "A00"))
    told = [*Teller(LOST[0], words("en")).story(replace(outer, story=(inner, impossible)))]
    assert [(row.depth, row.claim) for row in told] == [
        (0, "Suppose a hut stands on A00."),
        (1, "Now suppose also that a hut stands on A01."),
        (1, "the palms cannot all have a place"),
        (1, "That cannot be, so no hut stands on A01."),
        (0, "the palms cannot all have a place"),
        (0, "That cannot be, so no hut stands on A00."),
    ]


NOTATION = re.compile(
    r"\(|\bno\. |(?<!huts|alms|tues): (?!The |Exactly |No |A |one of these)|ruled out$", re.MULTILINE
)


@pytest.mark.parametrize("kind", NAMES)
def test_every_rung_speaks_in_sentences_without_the_words_of_the_solver(kind):
    solver = re.compile("|".join(set(kind_named(kind).techniques) - {"contradiction", "suppose", "reach"}))
    for puzzle in collection(kind)[5::18]:
        for step in puzzle.kind.trace(puzzle).steps:
            told = Teller(puzzle, words("en")).step(step)
            assert re.match(r"[A-Z\d“].*\.$", told), told
            assert not NOTATION.search(told), told
            assert not solver.search(told), told


@EACH_KIND
def test_mistakes_come_first(puzzle):
    truth = puzzle.kind.truth(puzzle)
    subject, asked = next(iter(puzzle.kind.subjects(puzzle).items()))
    right = next(iter(truth[subject]))
    wrong = next(value for value in asked.values if value not in truth[subject])
    marks = {subject: Marks(out=frozenset({right}), sure=frozenset({wrong}))}
    assert hint(puzzle, marks, 0).data == {"mistake": True}
    for rung in (1, 2, 3):
        told = hint(puzzle, marks, rung)
        assert told.data == {"mistake": True, "subject": subject}
        assert right not in told.text
    assert hint(puzzle, marks, 4).data["wrong"] == sorted([right, wrong])
    assert hint(puzzle, marks, 5).marks[subject] == Marks()
    assert hint(puzzle, hint(puzzle, marks, 5).marks, 0).data == {"mistake": False}


def test_a_solution_in_the_file_is_not_believed():
    puzzle = LOST[1]
    wrong = Solution(
        treasures=puzzle.solution.treasures, huts=tuple(puzzle.position.setting.island.names[:4])
    )
    with pytest.raises(PuzzleError, match="the solution in the file is not that of the facts"):
        hint(replace(puzzle, solution=wrong), {}, 0)
    for solution in (puzzle.solution, Solution()):
        several = replace(puzzle, facts=puzzle.facts[1:], solution=solution)
        assert len(csp_answers(puzzle.kind.mystery(several), 2)) == 2
        with pytest.raises(PuzzleError, match="several answers"):
            hint(several, {}, 0)
    for rung in (-1, 7):
        with pytest.raises(PuzzleError, match="0 to 6"):
            hint(puzzle, {}, rung)
    assert hint(replace(puzzle, solution=Solution()), {}, 6).data == hint(puzzle, {}, 6).data
    assert len(repr(puzzle)) < 80  # and keeps the answer to itself


def test_hints_in_persian():
    for puzzle, rung in product(ONE_OF_EACH, RUNGS):
        told = hint(puzzle, {}, rung, lang="fa")
        assert told.data["subject" if rung == 1 else next(iter(told.data))] is not None
        assert any("\u0600" <= letter <= "\u06ff" for letter in told.text)


def test_what_a_technique_looked_at_leads_from_the_marks_to_what_it_settles():
    for puzzle in collection("pinpoint")[:24:7]:  # up to level 2 each step is that of one card
        setting = puzzle.position.setting
        for marks in list(walk(puzzle))[:-1]:
            told, settled = (hint(puzzle, marks, rung).data for rung in (3, 4))
            left = set(setting.island.names) - marks.get(settled["subject"], Marks()).out
            for text in told["looked_at"]:
                left &= set(setting.cells(parse_fact(text).clue))
            assert not left & set(settled["removed"])
            assert not settled["forced"] or left == set(settled["forced"])
