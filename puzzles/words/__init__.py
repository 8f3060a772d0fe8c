"""The words of puzzles in English and Persian: one catalog, and the sentences made from it.

What Tobago itself has, such as clues and colours, is said as there (`toolkit.games.tobago.telling`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from solvers.tobago.facts import (
    KINDS,
    CircleFact,
    CountFact,
    DistancesFact,
    Fact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
    parse_fact,
)
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.telling import language
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.rules import Rules
from toolkit.games.tobago.telling import WORDS, clue_sort, say_clue

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle
    from solvers.tobago.steps import Step

__all__ = ["LANGUAGES", "Words", "WordsError", "say_clue", "say_fact", "words"]

# ---- the catalog of a language -----------------------------------------------------------------------------

LANGUAGES = tuple(language.LANGUAGES)
"""The languages that have a catalog."""


class WordsError(ToolkitError):
    """A language without a catalog, or something that a catalog has no words for."""


class Words:
    """The texts of one language by dotted keys, such as ``kinds.lie.name``; parts in braces are filled in.

    They stand in ``en.toml`` and ``fa.toml``; digits and lists are those of the `Language`, names of
    colours, terrains and landmarks are those of the game.
    """

    def __init__(self, lang: str, texts: Mapping[str, str]) -> None:
        self.lang = lang
        self.language = language.find_language(lang)
        self.texts = texts

    def text(self, key: str, /, **parts: str) -> str:
        """Return a text with its parts filled in; `WordsError` with the nearest key for an unknown one."""
        if key not in self.texts:
            raise WordsError(f"{self.lang}: no words for {quote(key)}{did_you_mean(key, self.texts)}")
        return self.texts[key].format_map(parts)

    def counted(self, key: str, number: int, /, **parts: str) -> str:
        """Return the text for a number of things: that of ``key.none``, ``key.one`` or ``key.many``."""
        return self.text(
            f"{key}.{('none', 'one', 'many')[min(number, 2)]}", number=self.number(number), **parts
        )

    def number(self, value: float) -> str:
        """Return a number in the digits of the language, with at most two decimals."""
        digits = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
        return self.language.number(digits)

    def name(self, name: str) -> str:
        """Return the name of a hex, kept apart from the direction of the text around it."""
        return self.text("units.name", name=name)

    def joined(self, parts: Sequence[str]) -> str:
        """Return a list as people write it, its last two joined by "and"."""
        return self.language.joined(parts)

    def listed(self, parts: Sequence[str]) -> str:
        """Return a list with the commas of the language."""
        return self.language.listed(parts)


@cache
def words(lang: str) -> Words:
    """Return the catalog of a language; `WordsError` for one that has none.

    >>> words("en").text("colours.grey")
    'grey'
    """
    if lang not in LANGUAGES:
        raise WordsError(f"no language {quote(lang)}{did_you_mean(lang, LANGUAGES, 'languages')}")
    text = files("puzzles.words").joinpath(f"{lang}.toml").read_text(encoding="utf-8")
    return Words(lang, dict(_of_the_game(lang)) | dict(_flat("", tomllib.loads(text))))


def _of_the_game(lang: str) -> Iterator[tuple[str, str]]:
    """Yield the names that puzzles have from the game, by their keys."""
    for group, key in (
        ("colours", "colours.{}"),
        ("terrains", "terrains.{}"),
        ("landmarks", "landmarks.{}.one"),
    ):
        yield from ((key.format(name), said[lang]) for name, said in WORDS["names"][group].items())


def _flat(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{key}.", value)
        else:
            yield f"{prefix}{key}", str(value)


# ---- clues and facts as sentences --------------------------------------------------------------------------


def say_fact(fact: Fact, lang: str) -> str:
    """Return a fact as a sentence.

    >>> from solvers.tobago.facts import parse_fact
    >>> say_fact(parse_fact("huts: exactly 2 within 2 of B32"), "en")
    'Exactly 2 huts are within 2 hexes of B32.'
    """
    say = words(lang)
    match fact:
        case TreasureFact(colour, clue):
            return say.text(
                f"treasure.{clue_sort(clue)}", colour=say.text(f"colours.{colour}"), clue=say_clue(clue, lang)
            )
        case CountFact(kind, number, clue):
            return say.counted("facts.count", number, **_landmark(kind, say), clue=say_clue(clue, lang))
        case CircleFact(kind, number, radius, centre):
            around = {"hexes": say.counted("units.hexes", radius), "centre": say.name(centre)}
            return say.counted("facts.circle", number, **_landmark(kind, say), **around)
        case TerrainsFact(kind, terrains):
            listed = say.joined([say.text(f"terrains.{terrain}") for terrain in terrains])
            return say.text("facts.terrains", **_landmark(kind, say), terrains=listed)
        case DistancesFact(kind, steps, centre):
            listed = say.joined([say.number(one) for one in steps])
            return say.text("facts.distances", **_landmark(kind, say), steps=listed, centre=say.name(centre))
        case NearestFact(kind, steps, centre):
            return say.counted("facts.nearest", steps, **_landmark(kind, say), centre=say.name(centre))
        case PairFact(colour, radius, other, negative):
            return say.text(
                "facts.not_pair" if negative else "facts.pair",
                colour=say.text(f"colours.{colour}"),
                other=say.text(f"colours.{other}"),
                hexes=say.counted("units.hexes", radius),
            )


def _landmark(kind: str, say: Words) -> dict[str, str]:
    """Return the forms of the word for a kind of landmark, by the names that texts use."""
    return {form: say.text(f"landmarks.{kind}.{form}") for form in ("one", "several", "no")}


# ---- puzzles and the steps of their solutions --------------------------------------------------------------

MOST_NAMES = 8
"""As many values that go are named one by one; of more only the number is printed."""


def questions(puzzle: Puzzle, say: Words) -> list[str]:
    """Return what is asked about the cards of the hand."""
    keys = (f"book.hand_of.{subject}" for subject in puzzle.kind.subjects(puzzle))
    return [say.texts[key] for key in keys if key in say.texts]


def lost_landmarks(puzzle: Puzzle, subject: str, say: Words) -> str:
    """Return how many landmarks are to be found: ``4 huts`` for the subject ``huts``."""
    kind = KINDS[subject]
    known = puzzle.position.setting.landmarks[kind]
    missing = puzzle.kind.subjects(puzzle)[subject].count - len(known)
    return say.counted("book.missing", missing, **_landmark(kind, say))


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
        then = self.say.language.semicolon.join(map(self.step, step.story))
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
