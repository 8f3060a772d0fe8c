"""Best card: find the play of the hand that locates a treasure, and the card that is dead.

The position has maps with clues and a hand. Exactly one legal play (a card of the hand on a map) leaves one
hex, and exactly one card of the hand can be legal on no map before the next treasure is raised (`Table.dead`
proves that this shows in the position as it is).

It has two levels, for its thinking gets no harder: more clues only make it longer.

====== =========================================================================================
level  needed to see which plays are illegal
====== =========================================================================================
1      one clue of the map, which the card contradicts, or which says as much
2      all clues of a map together; the dead card hides behind them on two maps at least
====== =========================================================================================
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzles.format.schema import Grade, Solution
from puzzles.kinds.cards import ClueSat, check_wanted
from puzzles.puzzle import Kind, Marks, Puzzle, PuzzleError, Subject, Wanted
from solvers.tobago.proofs.sat import irreducible
from solvers.tobago.steps import Reasoning, Step
from toolkit.core.errors import quote
from toolkit.games.tobago.cards import Deck, reconstructed_deck
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.maps import COLOURS, Play, Reason, TreasureMap, Verdict
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

HAND = 4
"""Clue cards in a hand (T-16)."""

_DRAWS = 60  # of positions on one placement of the landmarks
_CLUES = ((1, 3), (2, 4))  # on one map, fewest and most, by level
_LEAST_LEFT = 2  # candidates of a map that is not located
_HIDDEN = 2  # maps on which the dead card of level 2 shows by several clues alone

_TOGETHER = frozenset({"nothing removed", "nothing left"})
"""The techniques of level 2: it takes several clues of a map."""


def play_text(colour: str, clue: Clue | str) -> str:
    """Return a play, or a clue that lies on a map, as a text: ``brown: next to hut``."""
    return f"{colour}: {clue}"


@dataclass(frozen=True)
class Table:
    """The verdict on each play: all four maps, all cards of the hand."""

    position: Position

    @cached_property
    def hand(self) -> dict[str, Clue]:
        """The cards of the hand, by their texts."""
        return {str(card): card for card in self.position.hand or ()}

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdict of each play, by its text."""
        return {
            play_text(colour, card): treasure_map.verdict(card)
            for colour, treasure_map in self.position.maps.items()
            for card in self.hand.values()
        }

    @cached_property
    def techniques(self) -> dict[str, str]:
        """The technique that shows what each play is: why it is illegal, or what it leaves."""
        return {play: self._technique(play.partition(":")[0], v) for play, v in self.verdicts.items()}

    def _technique(self, colour: str, verdict: Verdict) -> str:
        if verdict.legal:
            return "several places" if len(verdict.after) > 1 else "locating play"
        if verdict.reason is Reason.CONTRADICTS:
            return "contradiction"
        if verdict.reason is Reason.LEAVES_NOTHING:
            return "nothing left"
        cells, card = self.position.setting.cells, verdict.clue
        said = any(cells(clue) <= cells(card) for clue in self.position.maps[colour].clues)
        return "already said" if said else "nothing removed"

    @cached_property
    def locating(self) -> tuple[str, ...]:
        """The legal plays that leave one hex."""
        return tuple(play for play, technique in self.techniques.items() if technique == "locating play")

    @cached_property
    def dead(self) -> tuple[str, ...]:
        """The cards that are legal on no map now, and so on none before the next treasure is raised.

        While no treasure is raised, clues are only added to maps and candidates only taken away (T-12, T-13),
        so none of the three reasons ever ceases: an earlier clue that contradicts the card stays on its map;
        a card that holds on no candidate holds on none of fewer; a card that holds on all candidates holds
        on all of fewer, so that it removes nothing there either. (These are all reasons there are only under
        ``must_reduce = always``, T-15.)
        """
        verdicts, maps = self.verdicts, self.position.maps
        return tuple(c for c in self.hand if not any(verdicts[play_text(m, c)].legal for m in maps))


@dataclass(slots=True)
class BestCardReasoning(Reasoning[Step]):
    """What a solver knows of both questions.

    Four techniques rule out illegal plays by their reason (T-12). A card with a legal play is not the dead
    one; a legal play that leaves several places is not the one that locates. What is left is the answer.
    The `open` values of ``play`` and ``dead`` change, and so do the subjects that are `sure`.
    """

    table: Table
    open: dict[str, frozenset[str]]
    sure: set[str]

    @property
    def solved(self) -> bool:
        """Whether both are answered."""
        return self.sure == self.open.keys()

    def take(self, technique: str, finding: Step) -> Iterator[Step]:  # noqa: ARG002
        """Cross out what goes."""
        self.open[finding.subject] -= frozenset(finding.removed)
        if finding.forced:
            self.sure.add(finding.subject)
        yield finding

    def findings(self, technique: str) -> Iterator[Step]:
        """Yield the steps of a technique, one for each map; of the last two techniques one in all."""
        if technique in ("dead card", "locating play"):
            yield from self._last(technique, "dead" if technique == "dead card" else "play")
            return
        subject = "dead" if technique == "legal play" else "play"
        open_values = self.open[subject] if subject not in self.sure else ()
        for colour, treasure_map in self.table.position.maps.items():
            plays = {card: play_text(colour, card) for card in self.table.hand}
            found = [(card, play) for card, play in plays.items() if self._says(technique, play)]
            values = {card if subject == "dead" else play for card, play in found}
            if removed := tuple(sorted(values.intersection(open_values))):
                yield Step(technique, laid_texts(treasure_map), subject, removed)

    def _says(self, technique: str, play: str) -> bool:
        """Tell whether a technique has something to say of a play."""
        if technique == "legal play":
            return self.table.verdicts[play].legal
        return self.table.techniques[play] == technique

    def _last(self, technique: str, subject: str) -> Iterator[Step]:
        """Yield the answer to a question when only one value is left: all wrong ones are out by now.

        For a play the clues of its map were looked at, for a dead card those of all maps.
        """
        left = tuple(self.open[subject])
        if subject not in self.sure and len(left) == 1:
            maps = self.table.position.maps
            about = maps if subject == "dead" else [left[0].partition(":")[0]]
            facts = tuple(text for colour in about for text in laid_texts(maps[colour]))
            yield Step(technique, facts, subject, (), left)


def laid_texts(treasure_map: TreasureMap) -> tuple[str, ...]:
    """Return the clues of a map as texts."""
    return tuple(play_text(treasure_map.colour, clue) for clue in treasure_map.clues)


# ---- proofs ------------------------------------------------------------------------------------------------


class Effect(NamedTuple):
    """What a play would do: the candidates that it leaves (at most 2 are counted), and if it removes any."""

    left: int
    removes: bool

    @property
    def legal(self) -> bool:
        """Whether it may be played (T-12)."""
        return self.left > 0 and self.removes


Effects = dict[tuple[str, Clue], Effect]
"""What each play does, by its map and its card."""


def answers_of(effects: Effects) -> dict[str, set[str]]:
    """Return the locating plays as ``play``, the dead cards as ``dead``: each pair of them is an answer."""
    legal = {play: effect for play, effect in effects.items() if effect.legal}
    dead = {card for _, card in effects} - {card for _, card in legal}
    locating = {play_text(*play) for play, effect in legal.items() if effect.left == 1}
    return {"play": locating, "dead": set(map(str, dead))}


def count_answers(effects: Effects) -> int:
    """Return how many answers there are, at most 2."""
    return min(2, prod(map(len, answers_of(effects).values())))


class BestCardSat:
    """The maps and the hand of a position as written down for python-sat."""

    def __init__(self, maps: Iterable[TreasureMap], hand: Iterable[Clue]) -> None:
        self.maps = {treasure_map.colour: treasure_map for treasure_map in maps}
        self.hand = {str(card): card for card in hand}
        self._sat = ClueSat(next(iter(self.maps.values())).setting)

    @cached_property
    def effects(self) -> Effects:
        """What each play would do."""
        return {(c, card): self._effect(c, card) for c in self.maps for card in self.hand.values()}

    def _effect(self, colour: str, card: Clue) -> Effect:
        before, truth = self._candidates(self.maps[colour]), self._sat.truth(card)
        left = len(self._sat.places([*before, truth], 2))
        return Effect(left, not self._sat.impossible([*before, -truth]))

    def _candidates(self, treasure_map: TreasureMap, clues: Iterable[Clue] | None = None) -> list[int]:
        """Return the literals that are all true exactly on the hexes that clues of a map leave (T-13)."""
        truths = {self._sat.truth(clue) for clue in (treasure_map.clues if clues is None else clues)}
        return [*(-self._sat.place[name] for name in treasure_map.removed), *sorted(truths)]

    def reasons(self, step: Step) -> tuple[str, ...]:
        """Return the laid clues that entail a step, in the order of the maps; `PuzzleError` if none do.

        That a play is illegal, or locates, is entailed by some clues of its map, and none of those can be
        spared. That a play is legal, or leaves several hexes, is a possibility: it takes all clues of the
        map, for one that is not cited could forbid it. Cubes that were removed are seen, not cited.
        """
        right = answers_of(self.effects)[step.subject]
        if right & set(step.removed) or not right >= set(step.forced):
            raise PuzzleError(f"the maps do not entail this of {step.subject}")
        denials: dict[str, list[list[int] | None]] = {colour: [] for colour in self.maps}
        for colour, denial in self._denials(step):
            denials[colour].append(denial)
        return tuple(
            play_text(colour, clue)
            for colour, denied in denials.items()
            for clue in self._needed(self.maps[colour], denied)
        )

    def _denials(self, step: Step) -> Iterator[tuple[str, list[int] | None]]:
        """Yield, for each thing that a step says, its map and what would deny it; None for a possibility.

        That a card is not dead shows on a map that the step cites, or else on one with few clues.
        """
        cited = {text.partition(":")[0] for text in step.facts}
        for value in (*step.removed, *step.forced):
            where, _, text = value.rpartition(": ")
            card = self.hand[text]
            if where:
                yield where, self._denial(where, card)
            elif value in step.forced:
                yield from ((colour, self._denial(colour, card)) for colour in self.maps)
            else:
                legal = [colour for colour in self.maps if self.effects[colour, card].legal]
                yield min(legal, key=lambda c: (c not in cited, len(self.maps[c].clues))), None

    def _denial(self, colour: str, card: Clue) -> list[int] | None:
        """Return what would deny that a play locates, or that it is illegal; None for another play."""
        effect, truth = self.effects[colour, card], self._sat.truth(card)
        if not effect.legal:
            return [-truth if effect.left else truth]
        if effect.left > 1:
            return None
        (place,) = self._sat.places([*self._candidates(self.maps[colour]), truth], 1)
        return [truth, -self._sat.place[place]]

    def _needed(self, treasure_map: TreasureMap, denials: Sequence[list[int] | None]) -> tuple[Clue, ...]:
        """Return clues of a map with which every denial is impossible; all of them for a possibility."""

        def enough(clues: list[Clue]) -> list[Clue] | None:
            left = self._candidates(treasure_map, clues)
            return clues if all(self._sat.impossible([*left, *(d or ())]) for d in denials) else None

        if None in denials:
            return treasure_map.clues
        return (irreducible(treasure_map.clues[::-1], enough) or ())[::-1]


best_card_sat = lru_cache(maxsize=16)(BestCardSat)
"""The maps and the hand as written down for python-sat, once for all questions about a puzzle."""


def effects_by_constraint(position: Position) -> Effects:
    """Return what each play would do, found by python-constraint2."""
    from constraint import Problem  # it takes time to import, and so does networkx

    from solvers.tobago.reference import reference_of

    cells, hand = reference_of(position.setting).cells, position.hand or ()
    effects: Effects = {}
    for colour, treasure_map in position.maps.items():
        problem: Any = Problem()
        left = [name for name in position.setting.island.names if name not in treasure_map.removed]
        problem.addVariable("treasure", left)
        problem.addVariable("card", list(hand))
        problem.addVariable("holds", [False, True])
        problem.addConstraint(
            lambda name, clues=treasure_map.clues: all(name in cells(clue) for clue in clues),
            ["treasure"],
        )
        problem.addConstraint(
            lambda name, card, holds: (name in cells(card)) == holds, ["treasure", "card", "holds"]
        )
        counts = Counter((found["card"], found["holds"]) for found in problem.getSolutions())
        effects |= {
            (colour, card): Effect(min(2, counts[card, True]), counts[card, False] > 0) for card in hand
        }
    return effects


# ---- the kind ----------------------------------------------------------------------------------------------


class BestCard(Kind):
    """The kind ``best-card``."""

    name = "best-card"
    levels = 2
    techniques = MappingProxyType(
        {
            "contradiction": 1.0,
            "already said": 1.5,
            "legal play": 2.5,
            "several places": 3.0,
            "nothing removed": 4.0,
            "nothing left": 5.0,
            "dead card": 1.0,
            "locating play": 1.0,
        }
    )

    def check(self, puzzle: Puzzle) -> None:
        """Refuse facts, a hand that is missing or holds a card twice, maps without candidates, and T-15."""
        position, solution = puzzle.position, puzzle.solution
        if not position.hand:
            raise PuzzleError("a best-card puzzle needs a hand of clue cards")
        if puzzle.facts:
            fact = quote(str(puzzle.facts[0]))
            raise PuzzleError(f"{fact}: a best-card puzzle has clues on maps, not facts")
        if twin := next((card for i, card in enumerate(position.hand) if card in position.hand[:i]), None):
            raise PuzzleError(
                f"{quote(str(twin))} is in the hand twice: the dead card could not be named", "hand"
            )
        if lost := next((colour for colour, m in position.maps.items() if not m.candidates), None):
            raise PuzzleError(f"the {lost} map has no candidate left")
        if position.setting.rules.must_reduce != "always":
            raise PuzzleError("a best-card puzzle needs the rule must_reduce = 'always' (T-15)")
        if solution.treasures and not solution.play:
            raise PuzzleError("the solution names no play that locates the treasure")
        self.check_solution(puzzle, {solution.play.partition(":")[0]})

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return ``play`` with every card of the hand on every map, and ``dead`` with the cards."""
        table = Table(puzzle.position)
        return {"play": Subject(tuple(table.verdicts)), "dead": Subject(tuple(table.hand))}

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers: each locating play with each dead card."""
        return _answers(Table(puzzle.position))[:limit]

    def proofs(self, puzzle: Puzzle) -> tuple[int, int]:
        """Return how many answers python-sat and python-constraint2 find, of at most 2."""
        return count_answers(_sat(puzzle).effects), count_answers(effects_by_constraint(puzzle.position))

    def reasoning(self, puzzle: Puzzle, marks: Mapping[str, Marks]) -> BestCardReasoning:
        """Return what is known after these marks."""
        table = Table(puzzle.position)
        values = {"play": frozenset(table.verdicts), "dead": frozenset(table.hand)}
        left = {s: every - marks[s].out if s in marks else every for s, every in values.items()}
        return BestCardReasoning(table, left, {s for s in values if s in marks and marks[s].sure})

    def reasons(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """Return laid clues that entail what a step says, by SAT; `BestCardSat.reasons` says how."""
        return _sat(puzzle).reasons(step)

    def texts(self, puzzle: Puzzle) -> list[str]:
        """Return what is to be read: the laid clues and the hand."""
        maps = puzzle.position.maps.values()
        laid = [text for treasure_map in maps for text in laid_texts(treasure_map)]
        return [*laid, *map(str, puzzle.position.hand or ())]

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; no technique does another's work, so those used are needed."""
        trace, table = self.trace(puzzle), Table(puzzle.position)
        used = {step.technique for step in trace.steps}
        needed = [technique for technique in self.techniques if technique in used]
        plays = sum(verdict.legal for verdict in table.verdicts.values())
        cards = sum(len(treasure_map.clues) for treasure_map in puzzle.position.maps.values())
        level = 2 if _TOGETHER & used else 1
        return self.graded(puzzle, trace, level, needed, {"cards": cards, "plays": plays})

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle on one random placement of the landmarks."""
        check_wanted(self.name, wanted, 1)
        setting = random_setting(island, random)
        for _ in range(_DRAWS):
            position = random_position(setting, reconstructed_deck(), wanted.level, random)
            if position:
                return Puzzle(kind=self, position=position, solution=_answers(Table(position))[0])
        return None


def _answers(table: Table) -> list[Solution]:
    return [
        Solution(treasures={play.partition(":")[0]: str(table.verdicts[play].after)}, play=play, dead=dead)
        for play in table.locating
        for dead in table.dead
    ]


def _sat(puzzle: Puzzle) -> BestCardSat:
    return best_card_sat(tuple(puzzle.position.maps.values()), puzzle.position.hand or ())


def random_position(setting: Setting, deck: Deck, level: int, random: Random) -> Position | None:
    """Return a position of legal play with a hand that fits both questions, or None when none turned up.

    Each map gets cards of the deck, each of them legal when it was laid (T-12) and none locating; the hand
    comes from the rest: a card that locates one treasure, a dead card, and others that do neither.
    """
    maps: dict[str, TreasureMap] = {}
    for colour in COLOURS:
        clues = _laid(setting, deck, random.randint(*_CLUES[level - 1]), random)
        maps[colour] = TreasureMap(setting, colour, map(Play, clues))
        deck = deck.without(clues)
    hand = _hand(Position(setting=setting, maps=maps, hand=deck.kinds), level, random)
    return None if hand is None else Position(setting=setting, maps=maps, hand=hand)


def _laid(setting: Setting, deck: Deck, count: int, random: Random) -> tuple[Clue, ...]:
    """Return a few cards that could be laid on an empty map, one after the other."""
    left = setting.island.land.mask
    laid: list[Clue] = []
    for _ in range(count):
        now = left.bit_count()
        after = {clue: left & setting.masks[clue.number] for clue in deck.kinds}
        legal = [clue for clue, mask in after.items() if _LEAST_LEFT <= mask.bit_count() < now]
        if not legal:
            break
        laid.append(random.choice(legal))
        left = after[laid[-1]]
    return tuple(laid)


def _hand(position: Position, level: int, random: Random) -> tuple[Clue, ...] | None:
    """Return a hand of a level from the cards of a position, in random order."""
    table = Table(position)
    hidden = Counter(play.partition(": ")[2] for play, how in table.techniques.items() if how in _TOGETHER)
    located = Counter(play.partition(": ")[2] for play in table.locating)
    able = [card for card in table.hand if level > 1 or not hidden[card]]
    winners = [card for card in able if located[card] == 1]
    dead = [card for card in able if card in table.dead and (level == 1 or hidden[card] >= _HIDDEN)]
    others = [card for card in able if not located[card] and card not in table.dead]
    if not winners or not dead or len(others) < HAND - 2:
        return None
    hand = [random.choice(winners), random.choice(dead), *random.sample(others, HAND - 2)]
    random.shuffle(hand)
    return tuple(table.hand[text] for text in hand)


KIND = BestCard()
"""What `puzzles.kinds.kind_named` gives."""
