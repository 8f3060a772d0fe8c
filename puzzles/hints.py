"""Hints on a ladder of seven rungs, each told alone, for a solver with marks of their own.

====  ==========================================================================================
rung  says
====  ==========================================================================================
0     whether there is any mistake so far, yes or no
1     where to look
2     which facts suffice, with marks where fewer facts do with them; none of it can be spared
3     the technique, with a picture of the premise
4     what it settles and why; a supposition is told as a story, a sentence a line
5     does it: the new marks
6     the whole way from the marks to the answer
====  ==========================================================================================

The ``facts`` of the rungs 2 to 5 are checked by python-sat: they entail what the step settles, with the marks
of the subjects in ``marks`` taken to be right. What a technique ``looked_at`` is its own last premise, which
builds on earlier steps and on all marks.

When there is a mistake, the rungs lead to it instead: where, which marks, and marks without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from puzzles.puzzle import Marks, Puzzle, PuzzleError, solved
from puzzles.words import Teller, Words, words
from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    CubeFact,
    DistancesFact,
    ListedFact,
    NearestFact,
    TreasureFact,
    parse_fact,
)
from solvers.tobago.steps import Step
from toolkit.games.tobago.clues import LANDMARKS

if TYPE_CHECKING:
    from toolkit.hexmap.signs import Colour, Shape

RUNGS = range(7)
"""The rungs of the ladder."""

_NOTHING = Marks()

_SIGNS: Sequence[tuple[Colour, Shape]] = (
    ("orange", "circle"),
    ("blue", "square"),
    ("green", "triangle"),
    ("purple", "diamond"),
)  # one for each fact; a hex has room for four


@dataclass(frozen=True, slots=True)
class Hint:
    """What one rung says.

    `text` is for people and `data` the same for programs; `marks` are those of the solver, with the step done
    on rung 5, and `svg` is a picture from rung 3 on, where there is one to draw.
    """

    text: str
    data: dict[str, Any]
    marks: Mapping[str, Marks] = field(default_factory=dict)
    svg: str | None = None


def hint(puzzle: Puzzle, marks: Mapping[str, Marks], rung: int, *, lang: str = "en") -> Hint:
    """Return one hint and no more, in English (``en``) or Persian (``fa``).

    The puzzle need not hold its answer, and is not believed; marks are what the solver noted, by subject.
    `PuzzleError` when it has not exactly one answer, or holds another, or there is no such rung (0 to 6).
    """
    if rung not in RUNGS:
        raise PuzzleError(f"the rungs of the ladder are 0 to 6, not {rung}")
    adviser = _Adviser(solved(puzzle), marks, words(lang))
    if rung == 0 or adviser.mistakes:
        return adviser.mistake(rung)
    return adviser.whole_way() if rung == max(RUNGS) else adviser.next_step(rung)


class _Adviser:
    """Speaks to one solver."""

    def __init__(self, puzzle: Puzzle, marks: Mapping[str, Marks], say: Words) -> None:
        self.puzzle = puzzle
        self.marks = dict(marks)
        self.say = say
        self.teller = Teller(puzzle, say)
        truth = puzzle.kind.truth(puzzle)
        wrong = {s: Marks(m.out & truth[s], m.sure - truth[s]) for s, m in marks.items()}
        self.mistakes = {subject: found for subject, found in wrong.items() if found != _NOTHING}

    def mistake(self, rung: int) -> Hint:
        """Lead to a mistake: whether there is one, where it is, which marks are wrong, and without them."""
        if rung == 0:
            key = "hints.mistake" if self.mistakes else "hints.no_mistake"
            return self._hint(self.say.text(key), {"mistake": bool(self.mistakes)})
        subject, wrong = next(iter(self.mistakes.items()))
        said, named = {"mistake": True, "subject": subject}, self.teller.named(subject)
        if rung < 4:
            return self._hint(self.say.text("hints.mistake_at", subject=named), said)
        if rung > 4:
            for marked, found in self.mistakes.items():
                known = self.marks[marked]
                self.marks[marked] = Marks(known.out - found.out, known.sure - found.sure)
        values = sorted(wrong.out | wrong.sure)
        shown = self.say.listed([*map(self.teller.called, values)])
        text = self.say.text("hints.wrong_marks", subject=named, values=shown)
        return self._hint(text, {**said, "wrong": values})

    def next_step(self, rung: int) -> Hint:
        """Tell of the easiest step that the marks leave open, as much as the rung allows."""
        reasoning = self.puzzle.kind.reasoning(self.puzzle, self.marks)
        step, _ = next(reasoning.steps(tuple(self.puzzle.kind.techniques)), (None, 0))
        if step is None:
            done = reasoning.solved
            return self._hint(self.say.text("hints.done" if done else "hints.stuck"), {"done": done})
        if rung == 1:
            where = self.teller.named(step.subject)
            return self._hint(self.say.text("hints.look", subject=where), {"subject": step.subject})
        seen = self.puzzle.kind.seen(self.puzzle, self.marks)
        facts, marked = seen.kind.reasons_on_paper(seen, step, self.marks)
        reasons: dict[str, Any] = {"facts": list(facts), **({"marks": list(marked)} if marked else {})}
        if rung == 2:
            return self._hint(self._enough(facts, marked), reasons)
        text, data = {3: self._technique, 4: self._settles, 5: self._do}[rung](step)
        picture = self._picture(step, facts, settled=rung > 3)
        return self._hint(text, {**reasons, **data}, picture)

    def _enough(self, facts: Sequence[str], marked: Sequence[str]) -> str:
        """Say which facts suffice, and first which marks they need."""
        if not facts and not marked:
            return self.say.text("hints.list_alone" if self.teller.cubes else "hints.rules_alone")
        asked, parts = self.puzzle.kind.subjects(self.puzzle), list[str]()
        for subject in marked:
            known, values = self.marks[subject], asked[subject].values
            full = len(known.sure) >= asked[subject].count
            left = [one for one in values if (one in known.sure if full else one not in known.out)]
            parts.append(self.teller.left(subject, left))
        said = self.say.joined([*parts, *([self.teller.facts(facts)] if facts else [])])
        return self.say.sentence(self.say.counted("hints.enough", len(parts) + len(facts), facts=said))

    def _technique(self, step: Step) -> tuple[str, dict[str, Any]]:
        text = self.say.sentence(self.say.text(f"meanings.{step.technique}"))
        return text, {"technique": step.technique, "looked_at": list(step.facts)}

    def _picture(self, step: Step, facts: Sequence[str], settled: bool) -> str:
        """Return the island as SVG, with the landmarks that are known or marked, and the hexes of the facts.

        The facts, from which the step follows, are written below the map; each of the first four that name
        known hexes marks them. With `settled`, what the step settles is ringed: the hexes that are sure, or
        else those that go or those that stay, whichever are fewer; a note says which.
        """
        from puzzles.pictures import cubes_of  # pictures take time to load
        from toolkit.hexmap.drawing import Marks as Signs
        from toolkit.hexmap.drawing import draw

        setting, marks = self.puzzle.position.setting, self.marks
        landmarks = {
            kind: {*setting.landmarks[kind], *(marks[f"{kind}s"].sure if f"{kind}s" in marks else ())}
            for kind in LANDMARKS
        }
        named = ((text, cells) for text in facts if (cells := hexes_of(self.puzzle, text)))
        signs = [
            Signs(text, cells, colour, shape, slot, text)
            for slot, ((text, cells), (colour, shape)) in enumerate(zip(named, _SIGNS, strict=False))
        ]
        meaning, ringed = self._ringed(step) if settled else ("", [])
        notes = [*map(self.teller.in_full, facts), *([self.say.text(f"hints.{meaning}")] if ringed else [])]
        return draw(
            setting.island,
            landmarks=landmarks,
            marks=signs,
            tokens=cubes_of(self.puzzle, self.say),
            highlight=ringed,
            notes=notes,
        )

    def _ringed(self, step: Step) -> tuple[str, list[str]]:
        """Return what the rings of a picture mean, and the hexes to ring."""
        island, marks = self.puzzle.position.setting.island, self.marks
        if step.forced:
            return "ringed_sure", [value for value in step.forced if value in island.index]
        out = {*step.removed, *(marks[step.subject].out if step.subject in marks else ())}
        gone, left = [v for v in step.removed if v in island.index], [n for n in island.names if n not in out]
        return ("ringed_left", left) if gone and len(left) < len(gone) else ("ringed_gone", gone)

    def _settles(self, step: Step) -> tuple[str, dict[str, Any]]:
        """Return what a step settles as its story; hexes that its claim only counts are named below."""
        story, data = [*self.teller.story(step)], _settled(step)
        lines = ["  " * told.depth + told.text for told in story]
        if not step.forced and self.teller.only_counts(step):
            names = [*map(self.teller.called, step.removed)]
            lines.append(self.say.text("steps.they", values=self.say.listed(names)))
        if step.supposed:
            data |= {"supposed": dict(zip(("subject", "value"), step.supposed, strict=True))}
            data["story"] = [{"claim": told.claim, "because": told.because} for told in story]
        return "\n".join(lines), data

    def _do(self, step: Step) -> tuple[str, dict[str, Any]]:
        known = self.marks.get(step.subject, _NOTHING)
        self.marks[step.subject] = Marks(known.out | set(step.removed), known.sure | set(step.forced))
        return self.say.text("hints.mark", claim=self.teller.claim(step)), _settled(step)

    def whole_way(self) -> Hint:
        trace = self.puzzle.kind.trace(self.puzzle, self.marks)
        lines = [f"{number}. {self.teller.step(step)}" for number, step in enumerate(trace.steps, 1)]
        if not trace.solved:
            lines.append(self.say.text("hints.stuck"))
        data = {"solved": trace.solved, "steps": [_plain(step) for step in trace.steps]}
        return self._hint("\n".join(lines), data)

    def _hint(self, text: str, data: dict[str, Any], svg: str | None = None) -> Hint:
        return Hint(text, data, self.marks, svg)


def _settled(step: Step) -> dict[str, Any]:
    return {"subject": step.subject, "removed": list(step.removed), "forced": list(step.forced)}


def _plain(step: Step) -> dict[str, Any]:
    """Return a step as plain data; what it does not have is left out."""
    data = {"technique": step.technique, "looked_at": list(step.facts), **_settled(step), "round": step.round}
    if step.supposed:
        data["supposed"] = dict(zip(("subject", "value"), step.supposed, strict=True))
        data["story"] = [_plain(inner) for inner in step.story]
    return data


def hexes_of(puzzle: Puzzle, text: str) -> list[str]:
    """Return the hexes of which a fact, or a card, speaks; none where they depend on what is to be found."""
    match parse_fact(text) if ":" in text else None:  # a card of a hand, or a pair, names no hex
        case TreasureFact(clue=clue) | CountFact(clue=clue):
            known = f"{clue.thing}s" not in puzzle.kind.subjects(puzzle)
            return list(puzzle.position.setting.cells(clue)) if known else []
        case ListedFact(clue=clue):
            return list(puzzle.position.setting.cells(clue))
        case CubeFact(place=place):
            return [place]
        case CircleFact(centre=centre) | DistancesFact(centre=centre) | NearestFact(centre=centre):
            return [centre]
    return []
