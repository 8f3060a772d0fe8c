"""The words of puzzles in English and Persian: one catalog, and the sentences made from it.

What Tobago itself has, such as clues and colours, is said as there (`toolkit.games.tobago.telling`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from solvers.tobago.facts import (
    KINDS,
    CircleFact,
    CountFact,
    CubeFact,
    DistancesFact,
    ListedFact,
    NearestFact,
    PairFact,
    Statement,
    TerrainsFact,
    TreasureFact,
    parse_fact,
    player_of,
)
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.telling import language
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.rules import Rules
from toolkit.games.tobago.telling import WORDS, clue_sort, say_clue

if TYPE_CHECKING:
    from puzzles.format.schema import Grade
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

    def sentence(self, text: str) -> str:
        """Return a text with a capital letter, where the language has them."""
        return text[:1].upper() + text[1:]

    def either(self, parts: Sequence[str]) -> str:
        """Return a list as people write it, its last two joined by "or"."""
        return (
            self.text("units.or", others=self.listed(parts[:-1]), last=parts[-1]) if parts[1:] else parts[0]
        )


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


def say_fact(fact: Statement, lang: str) -> str:
    """Return a fact as a sentence.

    >>> from solvers.tobago.facts import parse_fact
    >>> say_fact(parse_fact("huts: exactly 2 within 2 of B32"), "en")
    'Exactly 2 huts are within two hexes of B32.'
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
            around = {"hexes": _hexes(radius, say), "centre": say.name(centre)}
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
                hexes=_hexes(radius, say),
            )
        case ListedFact(clue):
            return say.text("facts.listed", clue=say.text("page.quoted", text=say_clue(clue, lang)))
        case CubeFact():
            return say.sentence(f"{say_cube(fact, say)}.")


def _hexes(radius: int, say: Words) -> str:
    """Return so many hexes in words; two of them as clues say them."""
    return say.text("units.hexes.two") if radius == 2 else say.counted("units.hexes", radius)


def say_cube(cube: CubeFact, say: Words) -> str:
    """Return what a cube says, as part of a sentence."""
    answer = "yes" if cube.holds else "no"
    return say.text(f"facts.{answer}", player=say.number(cube.player), hex=say.name(cube.place))


def _landmark(kind: str, say: Words) -> dict[str, str]:
    """Return the forms of the word for a kind of landmark, by the names that texts use."""
    return {form: say.text(f"landmarks.{kind}.{form}") for form in ("one", "several", "no")}


# ---- puzzles and the steps of their solutions --------------------------------------------------------------

MOST_NAMES, MOST_CARDS = 8, 4
"""As many hexes, or cards, that go are named one by one; of more only the number is told."""


def questions(puzzle: Puzzle, say: Words) -> list[str]:
    """Return what is asked about the cards of the hand."""
    keys = (f"book.hand_of.{subject}" for subject in puzzle.kind.subjects(puzzle))
    return [say.texts[key] for key in keys if key in say.texts]


def say_minutes(grade: Grade | None, say: Words) -> list[str]:
    """Return how long a puzzle takes, as ``about 12 minutes``; empty when its grade does not tell."""
    from puzzles.grading import whole_minutes

    minutes = whole_minutes(grade)
    return [say.counted("minutes", minutes)] if minutes else []


def lost_landmarks(puzzle: Puzzle, subject: str, say: Words) -> str:
    """Return how many landmarks are to be found: ``4 huts`` for the subject ``huts``."""
    kind = KINDS[subject]
    known = puzzle.position.setting.landmarks[kind]
    missing = puzzle.kind.subjects(puzzle)[subject].count - len(known)
    return say.counted("book.missing", missing, **_landmark(kind, say))


def placing(subject: str, rules: Rules, say: Words) -> str:
    """Return how the landmarks of a subject stand, those to be found too (T-5)."""
    kind = KINDS[subject]
    text = say.counted("rules.placed", rules.landmark_gap, **_landmark(kind, say))
    return f"{text} {say.text('rules.inland')}" if kind == "statue" else text


def unusual_rules(rules: Rules, say: Words, *, placed: bool = False) -> list[str]:
    """Return a sentence for each rule of clues or landmarks that is not at its default.

    The gap of landmarks is left out where how they stand is `placed` beside it (`placing`).
    """
    usual = Rules()
    switches = ("own_hex", "distance")
    texts = [say.text(f"rules.{name}") for name in switches if getattr(rules, name) != getattr(usual, name)]
    if not placed and rules.landmark_gap != usual.landmark_gap:
        texts.append(say.counted("rules.landmark_gap", rules.landmark_gap))
    return texts


def proof_at_a_glance(puzzle: Puzzle, say: Words) -> str:
    """Return the sentence by which the tally of a puzzle proves its solution; empty when it does not."""
    alone = [name for name, number in puzzle.kind.tally(puzzle).items() if number == 1]
    proven = bool(alone) and alone == [*puzzle.solution.treasures.values()]
    return say.text(f"kinds.{puzzle.kind.name}.proof", hex=say.name(alone[0])) if proven else ""


class Told(NamedTuple):
    """A sentence of a story: how deep it lies in suppositions, what it claims, why, and both in words."""

    depth: int
    claim: str
    because: str
    text: str


class Teller:
    """Tells of one puzzle in sentences: cards or facts by their numbers and words, hexes by their names."""

    def __init__(self, puzzle: Puzzle, say: Words) -> None:
        self.say = say
        self.kind = puzzle.kind.name
        self.names = frozenset(puzzle.position.setting.island.names)
        #: what is cited by its hex
        self.cubes = {str(fact): fact for fact in puzzle.facts if isinstance(fact, CubeFact)}
        self.numbers = {
            str(fact): number for number, fact in enumerate(puzzle.facts, 1) if str(fact) not in self.cubes
        }
        #: whether all facts are cards about treasures, which their clues alone tell apart
        self.cards = all(isinstance(fact, TreasureFact) for fact in puzzle.facts)
        maps = puzzle.position.maps
        self.laid = {f"{colour}: {clue}": colour for colour in maps for clue in maps[colour].clues}

    def step(self, step: Step) -> str:
        """Return a step as a sentence, or as the story of its supposition if it has one."""
        return " ".join(told.text for told in self.story(step))

    def story(self, step: Step, depth: int = 0) -> Iterator[Told]:
        """Yield the sentences that tell a step: one, or a supposition with all that follows from it."""
        if step.supposed is None:
            yield self._told(step, "steps.step", depth)
            return
        claim = self.say.text("steps.further" if depth else "steps.suppose", claim=self.supposed(step))
        yield Told(depth, claim, "", claim)
        for number, inner in enumerate(step.story):
            if inner.supposed:
                yield from self.story(inner, depth + 1)
            else:
                yield self._told(inner, "steps.step" if number else "steps.then", depth)
        claim = self.say.text("steps.so", claim=self.claim(step))
        yield Told(depth, claim, "", claim)

    def _told(self, step: Step, key: str, depth: int) -> Told:
        claim, because = self.claim(step), self._because(step)
        return Told(
            depth, claim, because, self.say.sentence(self.say.text(key, claim=claim, because=because))
        )

    def supposed(self, step: Step) -> str:
        """Return what a step supposes, or an empty text when it does not."""
        return self._claim("is", step.supposed[0], [step.supposed[1]]) if step.supposed else ""

    def claim(self, step: Step) -> str:
        """Return what a step settles; of hexes that it only rules out, a long list is a number."""
        if not step.removed and not step.forced:
            return self.say.text(f"steps.impossible.{_sort(step.subject)}", **self._named(step.subject))
        claims = [self._claim("is", step.subject, step.forced)] if step.forced else []
        elsewhere = step.supposed or (step.subject == "lie" and step.forced != step.facts)
        elsewhere = elsewhere or player_of(step.subject) > 0
        if not claims or (elsewhere and step.removed):  # what is left is not that of which the facts speak
            claims.insert(0, self._ruled_out(step))
        return self.say.joined(claims)

    def only_counts(self, step: Step) -> bool:
        """Tell whether so much goes by a step that its claim names none of it."""
        if player_of(step.subject):
            return len(step.removed) > MOST_CARDS
        return len(step.removed) > MOST_NAMES and step.removed[0] in self.names

    def _ruled_out(self, step: Step) -> str:
        if self.only_counts(step):
            key = "steps.struck" if player_of(step.subject) else "steps.out"
            parts = {"subject": self.named(step.subject), **self._named(step.subject)}
            return self.say.counted(key, len(step.removed), **parts)
        illegal = step.subject == "play" and step.technique != "several places"
        return self._claim("illegal" if illegal else "not", step.subject, step.removed)

    def _because(self, step: Step) -> str:
        """Return in words why a step follows: what its cards say, or what the rules have to do with it."""
        key, says = f"because.{step.technique}", self.say.joined([*map(self._says, step.facts)])
        match step.technique:
            case "counts" if not step.facts:
                key += ".placed" if step.forced else ".found" if step.removed else ".wrong"
            case "counts" | "reach" | "two-sided clue" if step.forced and step.subject in KINDS:
                key = "because.last"
            case "crowding" if not step.facts:
                key = "because.crowded"
            case "taken" | "cardless hex" | "hexless card" | "core" | "pair":
                return self._because_of_cards(step, key)
            case "same everywhere":
                key += ".all" if step.facts[0] in step.removed else ".none"
            case _ if step.subject in ("play", "dead") and step.removed:
                colour = self.laid[step.facts[0]] if step.facts else step.removed[0].partition(":")[0]
                return self.say.counted(key, len(step.removed), colour=self.say.text(f"colours.{colour}"))
        return self.say.text(key, says=says) if key in self.say.texts else says

    def _because_of_cards(self, step: Step, key: str) -> str:
        """Return why a hex or cards go by the cards of a player, whose cubes the step cites."""
        player = self.say.number(self.cubes[step.facts[0]].player) if step.facts else ""
        if step.subject == "place" and step.forced:
            return self.say.text(f"{key}.placed", player=player)
        return self.say.counted(key, len(step.removed), player=player)

    def facts(self, texts: Sequence[str]) -> str:
        """Return what facts or cards say, and which clues lie on maps, as part of a sentence."""
        lie: dict[str, list[str]] = {}
        for text in texts:
            if text in self.laid:
                lie.setdefault(self.laid[text], []).append(self._clue(text))
        parts = [self._says(text) for text in texts if text not in self.laid]
        for colour, clues in lie.items():
            on = self.say.text(f"colours.{colour}")
            parts.append(self.say.counted("steps.laid", len(clues), clues=self.say.joined(clues), colour=on))
        return self.say.joined(parts)

    def left(self, subject: str, values: Sequence[str]) -> str:
        """Return what the marks leave for a subject, as part of a sentence; of many their number."""
        many = "cards" if player_of(subject) else "many"
        key = "few" if len(values) <= MOST_NAMES else many
        shown = self.say.joined([*map(self._short, values)])
        number, named = self.say.number(len(values)), self.named(subject)
        return self.say.text(f"hints.left.{key}", values=shown, number=number, subject=named)

    def _says(self, text: str) -> str:
        """Return what a card or fact says, by its number; of a clue on a map its words."""
        if text in self.cubes:
            return say_cube(self.cubes[text], self.say)
        if text not in self.numbers:
            return self.called(text)
        return self.say.text("steps.says", card=self.called(text), words=self._words(text))

    def _words(self, text: str) -> str:
        fact = parse_fact(text)
        if self.cards and isinstance(fact, TreasureFact):
            return say_clue(fact.clue, self.say.lang)
        return say_fact(fact, self.say.lang).removesuffix(".")

    def in_full(self, text: str) -> str:
        """Return a fact by its number and in words; one that lies on a map, or a card, in words."""
        if text not in self.numbers:
            return say_fact(parse_fact(text), self.say.lang) if ":" in text else self.called(text)
        said = say_fact(parse_fact(text), self.say.lang)
        return self.say.sentence(self.say.text("hints.numbered", number=self.called(text), fact=said))

    def answer(self, subject: str, values: Sequence[str]) -> str:
        """Return what a subject is, by the solution, as a sentence."""
        return self.say.sentence(f"{self._claim('is', subject, values)}.")

    def _claim(self, verb: str, subject: str, values: Sequence[str]) -> str:
        """Return that a subject ``is`` (or, with ``not``, is not) on hexes, or that it is something else."""
        shown = [*map(self._short, values)]
        if subject == "lie":
            shown = [self.say.number(number) for number in sorted(self.numbers[value] for value in values)]
        wrong = verb == "not" and subject not in ("lie", "play", "dead")
        listed = self.say.either(shown) if wrong else self.say.joined(shown)
        parts = self._named(subject)
        if subject == "play":
            parts = {"colour": self.say.text(f"colours.{values[0].partition(':')[0]}")}
        return self.say.counted(f"steps.{verb}.{_sort(subject)}", len(values), values=listed, **parts)

    def _short(self, value: str) -> str:
        return self.say.name(value) if value in self.names else self._clue(value)

    def _named(self, subject: str) -> dict[str, str]:
        return _parts_of(subject, self.say)

    def named(self, subject: str) -> str:
        """Return what a subject is called within a sentence."""
        key = subject if subject in KINDS else _sort(subject)
        return self.say.text(f"named.{key}", **self._named(subject))

    def called(self, value: str) -> str:
        """Return a hex by its name, a card or fact by its number, a play or a card of a hand in words."""
        if value in self.cubes:
            return self.say.name(self.cubes[value].place)
        if value in self.numbers:
            return self.say.text(f"kinds.{self.kind}.one", number=self.say.number(self.numbers[value]))
        if ":" not in value:
            return self._short(value)
        colour = self.say.text(f"colours.{value.partition(':')[0]}")
        return self.say.text("steps.play", clue=self._clue(value), colour=colour)

    def _clue(self, text: str) -> str:
        """Return the clue of a card or a play, between quotation marks."""
        clue = Clue.parse(text.rpartition(": ")[2])
        return self.say.text("page.quoted", text=say_clue(clue, self.say.lang))


def subject_words(subject: str, say: Words) -> str:
    """Return what a subject is called where its sign stands beside it."""
    if subject in COLOURS:
        return say.text(f"colours.{subject}")
    key = "player" if player_of(subject) else subject
    return say.text(f"subjects.{key}", **_parts_of(subject, say))


def _parts_of(subject: str, say: Words) -> dict[str, str]:
    """Return the words for a subject by the names that texts use: a colour, a player, forms of a landmark."""
    if subject in COLOURS:
        return {"colour": say.text(f"colours.{subject}")}
    if player := player_of(subject):
        return {"player": say.number(player)}
    return _landmark(KINDS[subject], say) if subject in KINDS else {}


def _sort(subject: str) -> str:
    """Return by which texts a subject is told: those of a treasure, of landmarks, of a player, or its own."""
    if subject in COLOURS:
        return "treasure"
    return "landmark" if subject in KINDS else "player" if player_of(subject) else subject
