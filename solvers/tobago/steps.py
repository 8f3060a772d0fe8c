"""`Step`: one deduction of a trace, the same for every kind of puzzle."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that follows from what was known before.

    Attributes
    ----------
    technique
        The name of the rule that fired.
    facts
        The facts that the rule looked at, in their canonical texts.
    subject
        Of what it speaks: the colour of a treasure, ``huts``, ``palms``, ``statues``, or what else a kind of
        puzzle asks for.
    removed, forced
        The values (mostly hexes) that the subject cannot have, and those that it surely has; sorted.
    round
        The number of serial rounds before it: steps of one round were open at the same time.
    supposed
        For a supposition that fails: the subject and the value that was tried.
    story
        What followed from the supposition, up to the contradiction; its last step says what is impossible.
    """

    technique: str
    facts: tuple[str, ...]
    subject: str
    removed: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    round: int = 0
    supposed: tuple[str, str] | None = None
    story: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps from the start (or from the marks of a solver) to the end.

    Attributes
    ----------
    steps
        In order; `Step.round` never falls.
    open
        For each round, how many steps could have been taken: those of the easiest technique that had any.
    solved
        Whether everything is found at the end; if not, the techniques were stuck.
    """

    steps: tuple[Step, ...]
    open: tuple[int, ...]
    solved: bool
