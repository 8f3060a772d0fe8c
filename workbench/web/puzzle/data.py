"""What the page of a puzzle knows: its subjects, its cards and where they hold, its proven steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzles.hints import hexes_of
from puzzles.kinds import NAMES
from puzzles.pictures import fact_pictogram
from puzzles.puzzle import Puzzle
from puzzles.words import Teller, Words, say_clue, say_fact
from solvers.tobago.facts import KINDS, CountFact, Fact, PairFact, TreasureFact, parse_fact
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.pictures import pictogram

if TYPE_CHECKING:
    from solvers.tobago.steps import Step

_SAID = (
    *("zoom_in", "zoom_out", "fit", "mark_no", "mark_maybe", "mark_yes", "found", "candidates"),
    *("fine", "solved", "restarted", "copied", "not_copied", "times_saved", "no_times"),
    *("no_storage", "storage_full", "broken_link", "other_version", "other_puzzle"),
)
"""What the script of the page says."""

_HINTS = ("mistake_at", "wrong_marks", "done", "stuck", "these_facts", "rules_alone")
"""What the page says of hints in the words of the command, with the keys that it has there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One line to read, perhaps to mark.

    Attributes
    ----------
    text
        The fact or card as files write it.
    words
        The same in a language.
    number
        How steps cite it, from 1; 0 for what they name in words.
    short
        The same where the pictogram says of what it speaks; empty for the words.
    picture
        Its pictogram, empty for words alone.
    hexes
        Where it holds; empty where that depends on what is to be found.
    about
        The subjects that it speaks of.
    value_of
        The subject whose value it is, such as ``lie``; empty for none.
    """

    text: str
    words: str
    number: int = 0
    short: str = ""
    picture: str = ""
    hexes: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    value_of: str = ""


def cards_of(puzzle: Puzzle, say: Words) -> list[Card]:
    """Return what is to be read and marked: facts, what lies on maps, and plays and cards of a hand."""
    return [*_facts(puzzle, say), *_laid(puzzle, say), *_plays(puzzle, say)]


def puzzle_data(puzzle: Puzzle, cards: list[Card], say: Words) -> dict[str, Any]:
    """Return what `puzzle.js` reads; `puzzle` must hold its answer. Answer and steps are its ``secret``."""
    teller, asked = Teller(puzzle, say), puzzle.kind.subjects(puzzle)
    truth = {subject: sorted(values) for subject, values in puzzle.kind.truth(puzzle).items()}
    secret = {"answer": truth, "steps": [_step(step, teller) for step in puzzle.kind.trace(puzzle).steps]}
    island = puzzle.position.setting.island
    return {
        "id": puzzle.id,
        "kinds": list(NAMES),
        "subjects": [
            {
                "key": subject,
                "name": teller.subject(subject),
                "count": one.count,
                "values": None if one.values == island.names else list(one.values),
                "given": list(puzzle.position.setting.landmarks[KINDS[subject]]) if subject in KINDS else [],
                "landmark": KINDS.get(subject),
            }
            for subject, one in asked.items()
        ],
        "holds": {card.text: list(card.hexes) for card in cards if card.hexes},
        "secret": secret,
        "words": {key: say.texts[f"page.{key}"] for key in _SAID} | _hints(say),
    }


def _hints(say: Words) -> dict[str, str]:
    return {key: say.texts[f"hints.{key}"] for key in _HINTS}


def _step(step: Step, teller: Teller) -> dict[str, Any]:
    """Return a step with a text for each rung that says something of its own."""
    say = teller.say
    name, meaning = (say.text(f"{what}.{step.technique}") for what in ("techniques", "meanings"))
    return {
        "subject": step.subject,
        "facts": list(step.facts),
        "look": say.text("hints.look", subject=teller.subject(step.subject)),
        "technique": f"{name}: {meaning}",
        "follows": teller.step(step) if step.supposed else teller.says(step),
        "removed": list(step.removed),
        "forced": list(step.forced),
    }


def _facts(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    asked = puzzle.kind.subjects(puzzle)
    for number, fact in enumerate(puzzle.facts, 1):
        text = str(fact)
        yield Card(
            text=text,
            words=say_fact(fact, say.lang),
            number=number,
            short=say_clue(fact.clue, say.lang) if isinstance(fact, TreasureFact) else "",
            picture=fact_pictogram(fact, say),
            hexes=tuple(hexes_of(puzzle, text)),
            about=tuple(subject for subject in _named(fact) if subject in asked),
            value_of="lie" if "lie" in asked else "",
        )


def _named(fact: Fact) -> list[str]:
    """Return the subjects of which a fact can speak."""
    match fact:
        case TreasureFact(colour, clue):
            return [colour, f"{clue.thing}s"]
        case PairFact():
            return [fact.colour, fact.other]
        case CountFact():
            return [f"{fact.kind}s", f"{fact.clue.thing}s"]
        case _:
            return [f"{fact.kind}s"]


def _laid(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    """Yield the clues that lie on the maps, and what amulets took from these (T-33)."""
    if puzzle.position.hand is None:
        return
    for colour, treasure_map in puzzle.position.maps.items():
        title = say.text("book.map", colour=say.text(f"colours.{colour}"))
        for clue in treasure_map.clues:
            text = f"{colour}: {clue}"
            yield Card(
                text=text,
                words=f"{title}: {say_clue(clue, say.lang)}",
                short=say_clue(clue, say.lang),
                picture=fact_pictogram(TreasureFact(colour, clue), say),
                hexes=tuple(hexes_of(puzzle, text)),
            )
        if treasure_map.removed:
            gone = say.text("book.removed", hexes=say.listed([*map(say.name, treasure_map.removed)]))
            yield Card(text=f"{colour} removed", words=f"{title}: {gone}", hexes=tuple(treasure_map.removed))


def _plays(puzzle: Puzzle, say: Words) -> Iterator[Card]:
    """Yield the cards of the hand, and each of them on each map."""
    setting = puzzle.position.setting
    for subject, one in puzzle.kind.subjects(puzzle).items():
        for value in one.values if subject in ("play", "dead") else ():
            fact = parse_fact(value) if ":" in value else None
            clue = fact.clue if isinstance(fact, TreasureFact) else Clue.parse(value)
            short = said = say_clue(clue, say.lang)
            if isinstance(fact, TreasureFact):
                said = f"{said} ({say.text(f'colours.{fact.colour}')})"
            yield Card(
                text=value,
                words=said,
                short=short,
                picture=pictogram(clue),
                hexes=tuple(setting.cells(clue)),
                about=(subject,),
                value_of=subject,
            )
