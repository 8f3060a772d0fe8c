"""What a puzzle asks, in words: its questions, the landmarks that are lost, the rules that are not usual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.tobago.facts import KINDS
from toolkit.games.tobago.rules import Rules

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle
    from puzzles.words.catalog import Words


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
