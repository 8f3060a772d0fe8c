"""What kinds of puzzles are held to: plain sets of hex names from networkx distances, no masks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import product
from operator import and_
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from puzzles.kinds import kind_named
from puzzles.puzzle import Puzzle, Wanted
from solvers.tobago.facts import CubeFact, ListedFact, PairFact, Statement, parse_fact
from solvers.tobago.reference import ReferenceModel
from solvers.tobago.steps import Step
from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Clue,
    Play,
    Position,
    Setting,
    TreasureMap,
    boxed_island,
    random_setting,
    reconstructed_deck,
)

T = TypeVar("T")
ISLAND = boxed_island()


@cache
def made(kind: str, level: int, seed: int = 0, treasures: int | None = None) -> Puzzle:
    """Return a puzzle on the island of the box, always the same; the first attempts nearly always succeed."""
    random = Random(f"{level}/{seed}")
    tries = (kind_named(kind).make(ISLAND, Wanted(level, treasures), random) for _ in range(20))
    return next(filter(None, tries))


@cache
def three_of_each_level(kind: str) -> list[Puzzle]:
    """Return three puzzles of each level that a kind has."""
    levels = range(1, kind_named(kind).levels + 1)
    return [made(kind, level, seed) for level in levels for seed in range(3)]


def puzzle_of(kind: str, facts: Iterable[str], setting: Setting | None = None) -> Puzzle:
    """Return a puzzle of texts, without a solution."""
    position = Position(setting=setting or random_setting(ISLAND, seed=1))
    return Puzzle(kind=kind_named(kind), position=position, facts=tuple(map(parse_fact, facts)))


@cache
def _model(setting: Setting) -> ReferenceModel:
    return ReferenceModel(setting)


def cells(setting: Setting, clue: Clue) -> frozenset[str]:
    """Return the hexes on which a clue holds."""
    return _model(setting).cells(clue)


def left_by(setting: Setting, clues: Iterable[Clue]) -> frozenset[str]:
    """Return the hexes on which all clues hold."""
    return frozenset(setting.island.names).intersection(*(cells(setting, clue) for clue in clues))


def is_irreducible(items: Sequence[T], enough: Callable[[Sequence[T]], bool]) -> bool:
    """Tell whether all items are enough, and none of them can be spared."""
    fewer = ([*items[:number], *items[number + 1 :]] for number in range(len(items)))
    return enough(items) and not any(map(enough, fewer))


def clues_of(texts: Iterable[str], colour: str = "") -> list[Clue]:
    """Return the clues of facts or plays, perhaps of one colour only."""
    return [Clue.parse(text.partition(": ")[2]) for text in texts if text.startswith(colour)]


class Oracle(ABC):
    """What is possible in a puzzle of a kind, by brute force, and examples of the kind."""

    kind: str
    complete = True  #: whether the techniques solve each puzzle that has one answer

    @abstractmethod
    def answers(self, puzzle: Puzzle, cited: Iterable[str] | None = None) -> Iterator[dict[str, str]]:
        """Yield what fits some texts of a puzzle (all by default): the value of each subject."""

    @abstractmethod
    def random(self, random: Random) -> Puzzle | None:
        """Return a puzzle with no answer, one, or many."""

    def quick(self, puzzles: Sequence[Puzzle]) -> Sequence[Puzzle]:
        """Return the puzzles for which brute force takes no time even of few texts."""
        return puzzles

    def cards(self, puzzle: Puzzle) -> int:
        """Return how many cards the grade tells: all that are laid or told."""
        return len(puzzle.kind.texts(puzzle)) - len(puzzle.position.hand or ())

    def entails(self, puzzle: Puzzle, step: Step, cited: Collection[str]) -> bool:
        """Tell whether some texts of a puzzle leave no other possibility than what a step says."""
        values = {answer[step.subject] for answer in self.answers(puzzle, cited)}
        return values.isdisjoint(step.removed) and (not step.forced or values <= set(step.forced))


def _pair(fact: PairFact) -> set[str]:
    return {fact.colour, fact.other}


class Pinpoint(Oracle):
    """Each treasure lies where all its cards hold, near another one or not as the pairs say."""

    kind = "pinpoint"

    def answers(self, puzzle: Puzzle, cited: Iterable[str] | None = None) -> Iterator[dict[str, str]]:
        return self._answers(puzzle, cited, [*puzzle.kind.subjects(puzzle)])

    def _answers(
        self,
        puzzle: Puzzle,
        cited: Iterable[str] | None,
        colours: Sequence[str],
        out: Mapping[str, Collection[str]] = MappingProxyType({}),
    ) -> Iterator[dict[str, str]]:
        """Yield where treasures of these colours lie, to which those belong that pairs tie to one of them.

        Hexes that are `out` are left out, by colour.
        """
        setting, texts = puzzle.position.setting, [*map(str, puzzle.facts)] if cited is None else [*cited]
        left = {c: sorted(left_by(setting, clues_of(texts, f"{c}:")) - {*out.get(c, ())}) for c in colours}
        pairs = [fact for fact in map(parse_fact, texts) if isinstance(fact, PairFact)]
        least = 0 if setting.rules.own_hex == "included" else 1

        def fits(found: dict[str, str], fact: PairFact) -> bool:
            near = _model(setting).ring(found[fact.colour], least, fact.radius)
            return (found[fact.other] in near) != fact.negative

        def extended(found: dict[str, str]) -> Iterator[dict[str, str]]:
            if len(found) == len(colours):
                yield found
                return
            colour = colours[len(found)]
            told = [one for one in pairs if colour in _pair(one) and _pair(one) <= {*found, colour}]
            for name in left[colour]:
                more = {**found, colour: name}
                if all(fits(more, fact) for fact in told):
                    yield from extended(more)

        return extended({})

    def entails(
        self,
        puzzle: Puzzle,
        step: Step,
        cited: Collection[str],
        out: Mapping[str, Collection[str]] = MappingProxyType({}),
    ) -> bool:
        """See `Oracle.entails`; treasures that no cited pair ties to the subject are left alone."""
        tied, pairs = [step.subject], [fact for fact in map(parse_fact, cited) if isinstance(fact, PairFact)]
        for colour in tied:  # it grows
            tied += sorted(set().union(*(_pair(one) for one in pairs if colour in _pair(one))) - {*tied})
        every = {*puzzle.position.setting.island.names}
        denied = {*step.removed} | (every - {*step.forced} if step.forced else set())
        fits = {*out.get(step.subject, ())} | every - denied
        return not any(True for _ in self._answers(puzzle, cited, tied, {**out, step.subject: fits}))

    def random(self, random: Random) -> Puzzle:
        colours = COLOURS[: random.choice((1, 2, 2))]
        facts = [f"{c}: {clue}" for c in colours for clue in random.sample(CLUES, random.randint(2, 6))]
        if len(colours) > 1:
            facts += [str(PairFact("brown", random.randint(1, 4), "white", random.random() < 0.5))]
        return puzzle_of(self.kind, facts, random_setting(ISLAND, seed=random.randrange(3)))


class Lie(Oracle):
    """Exactly one of all cards is false, and what the cited ones say is known."""

    kind = "lie"

    def answers(self, puzzle: Puzzle, cited: Iterable[str] | None = None) -> Iterator[dict[str, str]]:
        setting, texts = puzzle.position.setting, [*map(str, puzzle.facts)]
        colour, said = texts[0].partition(":")[0], texts if cited is None else cited
        holding = {text: cells(setting, *clues_of([text])) for text in said}
        for lie, name in product(texts, setting.island.names):
            if all((name in there) == (text != lie) for text, there in holding.items()):
                yield {colour: name, "lie": lie}

    def random(self, random: Random) -> Puzzle:
        facts = [f"brown: {clue}" for clue in random.sample(CLUES, random.randint(1, 8))]
        return puzzle_of(self.kind, facts, random_setting(ISLAND, seed=random.randrange(3)))


class Effect(NamedTuple):
    """The candidates of a map before and after a play; whether one earlier clue contradicts or implies it."""

    before: frozenset[str]
    after: frozenset[str]
    contradicted: bool
    said: bool

    @property
    def legal(self) -> bool:
        return bool(self.after) and self.after != self.before

    @property
    def technique(self) -> str:
        """The technique that rules the play out; none for a play that locates."""
        if self.contradicted:
            return "contradiction"
        if not self.after:
            return "nothing left"
        if self.after == self.before:
            return "already said" if self.said else "nothing removed"
        return "several places" if len(self.after) > 1 else ""


class BestCard(Oracle):
    """What plays do to maps: candidates go, never come (T-12, T-13)."""

    kind = "best-card"

    def effects(self, position: Position, cited: Iterable[str] | None = None) -> dict[str, Effect]:
        """Return what each play does; with `cited`, when only these clues lie on the maps."""
        found, hand = dict[str, Effect](), position.hand or ()
        for colour, treasure_map in position.maps.items():
            clues = treasure_map.clues if cited is None else clues_of(cited, f"{colour}:")
            before = left_by(position.setting, clues) - set(treasure_map.removed)
            for card in hand:
                holds = cells(position.setting, card)
                against = any(not cells(position.setting, clue) & holds for clue in clues)
                said = any(cells(position.setting, clue) <= holds for clue in clues)
                found[f"{colour}: {card}"] = Effect(before, before & holds, against, said)
        return found

    def answers(self, puzzle: Puzzle, cited: Iterable[str] | None = None) -> Iterator[dict[str, str]]:
        effects = self.effects(puzzle.position, cited)
        locating = [play for play, found in effects.items() if found.legal and len(found.after) == 1]
        alive = {play.partition(": ")[2] for play, found in effects.items() if found.legal}
        for play, card in product(locating, map(str, puzzle.position.hand or ())):
            if card not in alive:
                yield {"play": play, "dead": card}

    def entails(self, puzzle: Puzzle, step: Step, cited: Collection[str]) -> bool:
        if step.technique in ("several places", "legal play"):  # possibilities: the whole map is needed
            return tuple(cited) == step.facts
        found, full = (self.effects(puzzle.position, some) for some in (cited, None))
        if step.subject == "dead":
            return not any(one.legal for play, one in found.items() if play.partition(": ")[2] in step.forced)
        located = all(found[play].after == full[play].after for play in step.forced)
        return located and not any(found[play].legal for play in step.removed)

    def random(self, random: Random) -> Puzzle | None:
        setting = random_setting(ISLAND, seed=random.randrange(3))
        rest, maps = list(reconstructed_deck().kinds), {}
        random.shuffle(rest)
        for colour in COLOURS:
            clues = [rest.pop() for _ in range(random.randint(0, 3))]
            removed = random.sample(setting.island.names, random.choice([0, 60]))
            maps[colour] = TreasureMap(setting, colour, map(Play, clues), removed)
        position = Position(setting=setting, maps=maps, hand=tuple(rest[: random.randint(1, 5)]))
        if not all(m.candidates for m in maps.values()):
            return None
        return Puzzle(kind=kind_named(self.kind), position=position)


class WhoseClue(Oracle):
    """Different cards of the list that hold together on just one hex, none of them spare."""

    kind = "whose-clue"
    complete = False

    def answers(self, puzzle: Puzzle, cited: Iterable[str] | None = None) -> Iterator[dict[str, str]]:
        yield from self.deals(puzzle, cited, lambda subject, value: True)

    def deals(
        self, puzzle: Puzzle, cited: Iterable[str] | None, may: Callable[[str, str], bool]
    ) -> Iterator[dict[str, str]]:
        """Yield the answers whose parts may be so; by numbers with a bit for each hex, for there are many."""
        names, said = puzzle.position.setting.island.names, None if cited is None else set(cited)
        where = listed_on(puzzle.position.setting, puzzle.facts)
        cubes = [f for f in puzzle.facts if isinstance(f, CubeFact) and (said is None or str(f) in said)]
        players = [subject for subject in puzzle.kind.subjects(puzzle) if subject != "place"]
        fitting = [
            [
                text
                for text, there in where.items()
                if may(player, text)
                and all(
                    bool(there >> names.index(c.place) & 1) == c.holds
                    for c in cubes
                    if f"player {c.player}" == player
                )
            ]
            for player in players
        ]
        for hands in dealt(fitting, where):
            place = names[reduce(and_, (where[text] for text in hands)).bit_length() - 1]
            if may("place", place):
                yield {"place": place, **dict(zip(players, hands, strict=True))}

    def quick(self, puzzles: Sequence[Puzzle]) -> Sequence[Puzzle]:
        """Three players have some thousand deals, four a million."""
        return [puzzle for puzzle in puzzles if len(puzzle.kind.subjects(puzzle)) == 4]

    def cards(self, puzzle: Puzzle) -> int:
        """Those of the list."""
        return sum(isinstance(fact, ListedFact) for fact in puzzle.facts)

    def entails(self, puzzle: Puzzle, step: Step, cited: Collection[str]) -> bool:
        def denies(value: str) -> bool:
            return value in step.removed or bool(step.forced and value not in step.forced)

        denied = self.deals(puzzle, cited, lambda subject, value: subject != step.subject or denies(value))
        return next(denied, None) is None

    def random(self, random: Random) -> Puzzle | None:
        setting, clues = random_setting(ISLAND, seed=random.randrange(3)), random.sample(CLUES, 7)
        listed = [f"listed: {clue}" for clue in clues]
        where = listed_on(setting, map(parse_fact, listed))
        players, lies = random.choice((2, 3)), random.random() < 0.2
        if not (every := list(dealt([list(where)] * players, where))):
            return None
        cubes = [
            (
                player,
                bool(where[text] >> ISLAND.names.index(name) & 1) != (lies and random.random() < 0.3),
                name,
            )
            for player, text in enumerate(random.choice(every), 1)
            for name in random.sample(ISLAND.names, random.randint(1, 5))
        ]
        said = [f"player {player}: {'yes' if holds else 'no'} at {name}" for player, holds, name in cubes]
        return puzzle_of(self.kind, [*listed, *said], setting)


def listed_on(setting: Setting, facts: Iterable[Statement]) -> dict[str, int]:
    """Return where listed cards hold: a number with a bit for each hex."""
    return {
        str(fact.clue): sum(1 << n for n, name in enumerate(setting.island.names) if name in there)
        for fact in facts
        if isinstance(fact, ListedFact)
        for there in [cells(setting, fact.clue)]
    }


def dealt(
    fitting: Sequence[Sequence[str]], where: dict[str, int], hands: tuple[str, ...] = (), left: int = -1
) -> Iterator[tuple[str, ...]]:
    """Yield the hands, which begin with some, that hold together on one hex, and none of which is spare."""
    if len(hands) == len(fitting):
        without = (hands[:number] + hands[number + 1 :] for number in range(len(hands)))
        rests = (reduce(and_, (where[text] for text in some), -1) for some in without)
        if left.bit_count() == 1 and all(rest == -1 or rest.bit_count() > 1 for rest in rests):
            yield hands
        return
    for text in fitting[len(hands)]:
        if left & where[text] and text not in hands:
            yield from dealt(fitting, where, (*hands, text), left & where[text])


ORACLES: dict[str, Oracle] = {oracle.kind: oracle for oracle in (Pinpoint(), Lie(), BestCard(), WhoseClue())}
