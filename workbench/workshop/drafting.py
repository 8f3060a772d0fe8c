"""A puzzle that somebody makes, judged at each moment: its faults, its answers, how hard it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from puzzles.format.schema import Solution
from puzzles.format.text import island_of, parse_text
from puzzles.puzzle import Puzzle
from puzzles.words import Teller, Words, words
from puzzles.words.faults import say_fault
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.board_sides import LAYOUTS
from toolkit.games.tobago.telling import in_words
from toolkit.hexmap import Island, format_drawing
from toolkit.hexmap.drawing import draw
from workbench.web.puzzle.pages import about
from workbench.workshop.working import graded, noted

_MOST_FAULTS = 3  # that are told of the places of landmarks


class Drafting(NamedTuple):
    """The lines of a draft (`puzzles.format.text`), the language, and the island that the page shows."""

    text: str
    lang: str
    shown: str = ""

    def answer(self) -> dict[str, Any]:
        """Return what the page tells of the draft.

        ``fault`` is what is wrong, with its ``line``; else ``says`` are the facts in words, ``answers`` how
        many there are (2 for several) and ``told`` that in sentences. With exactly one, there is what the
        workshop notes of a puzzle, too. ``map`` is the picture of an island that is not shown yet.
        """
        say = words(self.lang)
        try:
            puzzle = parse_text(self.text)
        except ToolkitError as error:
            return self._island() | _fault(error, say)
        return self._island() | _judged(puzzle, say)

    def _island(self) -> dict[str, Any]:
        """Return the island of the lines, if one can be read and it is not the one that is shown."""
        try:
            island = island_of(self.text)
        except ToolkitError:
            return {}
        name = _name(island)
        return {} if name == self.shown else {"island": name, "map": island_map(island, self.lang)}


def _name(island: Island) -> str:
    """Return what tells an island from others."""
    return island.title if island.title in LAYOUTS else format_drawing(island)


def island_map(island: Island, lang: str) -> str:
    """Return the picture of an island on a page with the signs, without landmarks."""
    return draw(island, legend=False, alone=False, say=in_words(lang))


def _fault(error: ToolkitError, say: Words) -> dict[str, Any]:
    place = re.fullmatch(r"line (\d+)", error.source) if isinstance(error, PositionError) else None
    problem = error.problem if isinstance(error, PositionError) else error
    line = int(place[1]) if place else 0
    key = "workshop.draft.fault_at" if line else "workshop.draft.fault"
    return {"line": line, "fault": say.text(key, line=say.number(line), problem=say_fault(str(problem), say))}


def _judged(puzzle: Puzzle, say: Words) -> dict[str, Any]:
    found, teller = puzzle.kind.answers(puzzle, 2), Teller(puzzle, say)
    says = [teller.in_full(text) for text in puzzle.kind.texts(puzzle)]
    misplaced = _misplaced(puzzle, say)
    if len(found) != 1:
        why = _several(puzzle, found, say) if found else _none(puzzle, teller)
        return {"says": says, "answers": len(found), "told": " ".join([why, *misplaced])}
    whole = graded(replace(puzzle, solution=found[0]))
    told = [say.text("workshop.draft.one", about=about(whole, say))]
    told += [] if whole.grade else [say.text("workshop.draft.stuck")]
    if spare := puzzle.kind.spare(puzzle):
        told.append(say.text("workshop.draft.spare", facts=teller.facts(spare)))
    told += misplaced
    return {"says": says, "answers": 1, "told": " ".join(told), "puzzle": noted(whole)}


def _misplaced(puzzle: Puzzle, say: Words) -> list[str]:
    """Return in a sentence the first faults of the known landmarks (T-5), if there are any."""
    faults = [say_fault(fault, say).rstrip(".") for fault in puzzle.placement_faults[:_MOST_FAULTS]]
    told = say.language.semicolon.join(faults)
    return [say.text("workshop.draft.misplaced", faults=told)] if faults else []


def _none(puzzle: Puzzle, teller: Teller) -> str:
    """Return that nothing fits, and what cannot be true together."""
    if clash := puzzle.kind.clash(puzzle):
        return teller.say.text("workshop.draft.clash", facts=teller.facts(clash))
    return teller.say.text("workshop.draft.none")


def _several(puzzle: Puzzle, answers: Sequence[Solution], say: Words) -> str:
    """Return that several answers fit, with two of them."""
    told = []
    for found in answers:
        one = replace(puzzle, solution=found)
        teller, truth = Teller(one, say), one.kind.truth(one)
        told.append(" ".join(teller.answer(subject, sorted(values)) for subject, values in truth.items()))
    return say.text("workshop.draft.several", one=told[0], other=told[1])
