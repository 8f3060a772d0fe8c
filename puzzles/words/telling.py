"""A puzzle in words: what it asks, and the steps of its solution in a line each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from puzzles.words.catalog import Words
from puzzles.words.sentences import say_clue, say_fact
from solvers.tobago.facts import KINDS, TreasureFact, parse_fact
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.rules import Rules

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle
    from solvers.tobago.steps import Step

MOST_NAMES = 8
"""As many values that go are named one by one; of more only the number is printed."""


def questions(puzzle: Puzzle, say: Words) -> list[str]:
    """Return what is asked about the cards of the hand."""
    asked = puzzle.kind.subjects(puzzle)
    return [say.text(f"book.hand_of.{subject}") for subject in ("play", "dead") if subject in asked]


def lost_landmarks(puzzle: Puzzle, subject: str, say: Words) -> str:
    """Return how many landmarks are to be found: ``4 huts`` for the subject ``huts``."""
    kind = KINDS[subject]
    known = puzzle.position.setting.landmarks[kind]
    missing = puzzle.kind.subjects(puzzle)[subject].count - len(known)
    forms = {form: say.text(f"landmarks.{kind}.{form}") for form in ("one", "several")}
    return say.counted("book.missing", missing, **forms)


def unusual_rules(rules: Rules, say: Words) -> list[str]:
    """Return a sentence for each rule of clues or landmarks that is not at its default."""
    usual = Rules()
    switches = ("own_hex", "distance")
    texts = [say.text(f"rules.{name}") for name in switches if getattr(rules, name) != getattr(usual, name)]
    if rules.landmark_gap != usual.landmark_gap:
        texts.append(say.counted("rules.landmark_gap", rules.landmark_gap))
    return texts


class Teller:
    """Tells of one puzzle: its facts by their numbers, hexes by their names."""

    def __init__(self, puzzle: Puzzle, say: Words) -> None:
        self.say = say
        self.names = frozenset(puzzle.position.setting.island.names)
        self.numbers = {str(fact): number for number, fact in enumerate(puzzle.facts, 1)}
        maps = puzzle.position.maps
        self.laid = {f"{colour}: {clue}": colour for colour in maps for clue in maps[colour].clues}

    def step(self, step: Step) -> str:
        """Return a step, with the story of its supposition if it has one."""
        parts = {"why": self.why(step), "says": self.says(step)}
        if step.supposed is None:
            return self.say.text("steps.step", **parts)
        then = self.say.text("language.semicolon").join(map(self.step, step.story))
        return self.say.text("steps.supposing", **parts, supposed=self.supposed(step), then=then)

    def supposed(self, step: Step) -> str:
        """Return what a step supposes, or an empty text when it does not."""
        return self._claim(step.supposed[0], [step.supposed[1]]) if step.supposed else ""

    def why(self, step: Step, *, supposing: bool = False) -> str:
        """Return the technique of a step and the facts that it looked at; on request what it supposes too."""
        name = self.say.text(f"techniques.{step.technique}")
        if supposing and step.supposed:
            name = self.say.text("steps.supposed", technique=name, supposed=self.supposed(step))
        return name + (self.say.text("steps.because", facts=self._grounds(step.facts)) if step.facts else "")

    def in_full(self, text: str) -> str:
        """Return a fact by its number and in words; one that lies on a map, or a card, in words."""
        if ":" not in text and text not in self.numbers:
            return self._value(text)
        said = say_fact(parse_fact(text), self.say.lang)
        return (
            self.say.text("hints.numbered", number=self._cited([text]), fact=said)
            if text in self.numbers
            else said
        )

    def answer(self, subject: str, values: Sequence[str]) -> str:
        """Return what a subject is, by the solution."""
        name = self.say.text(f"{'colours' if subject in COLOURS else 'subjects'}.{subject}")
        return self.say.text("steps.is", subject=name, values=self._cited(values))

    def says(self, step: Step, *, every: bool = False) -> str:
        """Return what a step settles; of what it only rules out, a long list is a number unless `every`."""
        if step.forced:
            return self._claim(step.subject, step.forced)
        if not step.removed:
            return self.say.text("steps.impossible", subject=self.subject(step.subject))
        if len(step.removed) > MOST_NAMES and not every:
            return self.say.counted("steps.out", len(step.removed), subject=self.subject(step.subject))
        return self._claim(step.subject, step.removed, "not_")

    def _claim(self, subject: str, values: Sequence[str], negative: str = "") -> str:
        """Return that a subject is (or, with ``not_``, is not) on hexes, or that it is something else."""
        where = subject in (*COLOURS, *KINDS)
        key = f"steps.{negative}on" if where else "steps.is_not" if negative else "steps.is"
        return self.say.text(key, subject=self.subject(subject), values=self._cited(values))

    def subject(self, subject: str) -> str:
        """Return what a subject is called."""
        if subject in COLOURS:
            return self.say.text(f"colours.{subject}")
        if subject in KINDS:
            return self.say.text(f"landmarks.{KINDS[subject]}.one")
        return self.say.text(f"subjects.{subject}")

    def _grounds(self, facts: Sequence[str]) -> str:
        """Return the facts that a step looked at; clues that lie on a map by the name of the map."""
        colours = dict.fromkeys(self.laid[fact] for fact in facts if fact in self.laid)
        maps = [self.say.text("steps.map", colour=self.say.text(f"colours.{colour}")) for colour in colours]
        others = [fact for fact in facts if fact not in self.laid]
        return self.say.listed([*maps, *([self._cited(others)] if others else [])])

    def _cited(self, values: Iterable[str]) -> str:
        """Return hexes by their names, facts of the puzzle by their numbers and others in words."""
        given = list(values)
        numbers = [self.say.number(n) for n in sorted(self.numbers[v] for v in given if v in self.numbers)]
        parts = [self.say.text("steps.facts", numbers=self.say.listed(numbers))] if numbers else []
        parts += [self._value(value) for value in given if value not in self.numbers]
        return self.say.listed(parts)

    def _value(self, value: str) -> str:
        """Return a hex, a play such as ``brown: next to hut``, or a card."""
        if value in self.names:
            return self.say.name(value)
        if ":" not in value:
            return self.say.text("steps.card", clue=say_clue(Clue.parse(value), self.say.lang))
        fact = parse_fact(value)
        if not isinstance(fact, TreasureFact):
            return say_fact(fact, self.say.lang)
        colour = self.say.text(f"colours.{fact.colour}")
        return self.say.text("steps.play", colour=colour, clue=say_clue(fact.clue, self.say.lang))
