"""What a solver knows of hidden cards, and the rules by which people find out who holds which.

A state is small: for each player the cards that are left, and the hexes that are left for the treasure. Each
rule looks at one subject (a player, or the hex) and mostly at one other player, and says what goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import permutations
from operator import and_, or_
from typing import NamedTuple

from solvers.tobago.facts import CubeFact, ListedFact
from solvers.tobago.steps import Reasoning, Step
from toolkit.games.tobago.clues import Setting
from toolkit.hexmap.island import bits

PLACE = "place"
"""The subject of the hex; those of the cards are ``player 1`` and so on."""


class Listed:
    """The listed cards on an island, compiled: a set of cards is a mask with a bit for each."""

    def __init__(self, setting: Setting, cards: Sequence[ListedFact]) -> None:
        self.island = setting.island
        self.land = setting.island.land.mask
        self.texts = [str(card.clue) for card in cards]
        #: the hexes on which each card holds
        self.holds = [setting.masks[card.clue.number] for card in cards]
        self.all = (1 << len(cards)) - 1
        #: for each hex, the cards that hold there
        self.on = [
            sum(1 << card for card, mask in enumerate(self.holds) if mask >> index & 1)
            for index in range(len(self.island))
        ]
        #: the cards that may stand beside each card: neither of the two holds wherever the other does
        self.beside = [
            sum(1 << n for n, other in enumerate(self.holds) if other & ~mask and mask & ~other)
            for mask in self.holds
        ]
        self.span, self.holding, self.alone = cache(self._span), cache(self._holding), cache(self._alone)

    def fitting(self, cubes: Iterable[CubeFact], players: int) -> list[int]:
        """Return the cards that the cubes leave to each player."""
        left = [self.all] * players
        for cube in cubes:
            left[cube.player - 1] &= ~self.refuted(cube)
        return left

    def refuted(self, cube: CubeFact) -> int:
        """Return the cards that a cube refutes for its player."""
        on = self.on[self.island.number(cube.place)]
        return self.all & ~on if cube.holds else on

    def _span(self, cards: int) -> tuple[int, int]:
        """Return the hexes on which some of the cards hold, and those on which all do; `span` remembers."""
        masks = [self.holds[card] for card in bits(cards)]
        return reduce(or_, masks, 0), reduce(and_, masks, self.land)

    def _holding(self, hexes: int) -> int:
        """Return the cards that hold on some of the hexes; `holding` remembers."""
        return reduce(or_, (self.on[index] for index in bits(hexes)), 0)

    def _alone(self, cards: int, others: int, hexes: int) -> int:
        """Return those of some cards beside which no other card can be that holds on a hex with it."""
        return sum(
            1 << card
            for card in bits(cards)
            if not self.span(others & self.beside[card])[0] & self.holds[card] & hexes
        )

    def place_of(self, hands: Sequence[int]) -> int | None:
        """Return the one hex on which all of some cards hold, if they are as the rules of the kind demand."""
        places = [self.holds[card] for card in hands]
        place = reduce(and_, places)
        rests = (reduce(and_, (*places[:n], *places[n + 1 :]), self.land) for n in range(len(places)))
        fits = place.bit_count() == 1 and all(rest != place for rest in rests)
        return place.bit_length() - 1 if fits and len(set(hands)) == len(hands) else None


class Firing(NamedTuple):
    """What one rule finds: hexes or cards that go.

    `subject` is a player, from 0, or -1 for the hex; `by` is the player whose cards the rule looks at, or of
    a cube its number. A supposition has the card that is tried, and the firings that follow from it.
    """

    technique: str
    subject: int
    by: int
    gone: int
    story: tuple[Firing, ...] = ()


_HEX = -1


@dataclass(slots=True)
class Known:
    """The cards that each player may still hold, and the hexes that are left; both change."""

    listed: Listed
    cubes: Sequence[CubeFact]
    cards: list[int]
    hexes: int

    def copy(self) -> Known:
        """Return the same, to be changed apart."""
        return Known(self.listed, self.cubes, self.cards.copy(), self.hexes)

    @property
    def players(self) -> range:
        """The players, from 0."""
        return range(len(self.cards))

    @property
    def hopeless(self) -> bool:
        """Whether nothing fits."""
        return not self.hexes or not all(self.cards)

    @property
    def answer(self) -> int | None:
        """The hex, when all is found."""
        if self.hexes.bit_count() != 1 or any(cards.bit_count() != 1 for cards in self.cards):
            return None
        place = self.listed.place_of([cards.bit_length() - 1 for cards in self.cards])
        return place if place is not None and self.hexes >> place & 1 else None

    def take(self, subject: int, gone: int) -> bool:
        """Let hexes or cards go; tell whether nothing is left."""
        if subject == _HEX:
            self.hexes &= ~gone
            return not self.hexes
        self.cards[subject] &= ~gone
        return not self.cards[subject]

    def firings(self, technique: str) -> Iterator[Firing]:
        """Yield what the rule of a technique finds now."""
        rule = RULES[technique]
        for subject, by in rule.pairs(self):
            if gone := rule.gone(self, subject, by):
                yield Firing(technique, subject, by, gone)

    def close(self, techniques: Sequence[str], most: int | None = None) -> list[Firing] | None:
        """Take all that techniques find, the easiest first, and return it; None when nothing is left.

        With `most` it is the other way round: what leads to a contradiction with at most so many firings, or
        None.
        """
        told = list[Firing]()
        while True:
            for technique in techniques:
                before = len(told)
                for firing in self.firings(technique):
                    told.append(firing)
                    if self.take(firing.subject, firing.gone):
                        return None if most is None else told
                    if len(told) == most:
                        return None
                if len(told) > before:
                    break
            else:
                return told if most is None else None


class Rule(NamedTuple):
    """What a technique looks at: pairs of a subject and whom it looks at, and what goes of each."""

    pairs: Callable[[Known], Iterable[tuple[int, int]]]
    gone: Callable[[Known, int, int], int]


def _by_cube(known: Known, subject: int, by: int) -> int:
    """Return the cards that a cube refutes."""
    return known.cards[subject] & known.listed.refuted(known.cubes[by])


def _taken(known: Known, subject: int, by: int) -> int:
    """Return the card that another player surely holds."""
    held = known.cards[by]
    return known.cards[subject] & held if held.bit_count() == 1 else 0


def _no_card(known: Known, subject: int, by: int) -> int:  # noqa: ARG001
    """Return the hexes on which no card of a player holds."""
    return known.hexes & ~known.listed.span(known.cards[by])[0]


def _no_hex(known: Known, subject: int, by: int) -> int:  # noqa: ARG001
    """Return the cards that hold on no hex that is left."""
    return known.cards[subject] & ~known.listed.holding(known.hexes)


def _core(known: Known, subject: int, by: int) -> int:  # noqa: ARG001
    """Return the cards with which all would hold on two hexes; of hexes all but the one where all hold."""
    listed = known.listed
    sure = listed.land
    for player, cards in enumerate(known.cards):
        if player != subject:
            sure &= listed.span(cards)[1]
    if subject == _HEX:
        return known.hexes & ~sure if sure.bit_count() == 1 else 0
    if sure.bit_count() < 2:
        return 0
    return sum(1 << c for c in bits(known.cards[subject]) if (listed.holds[c] & sure).bit_count() > 1)


def _pair(known: Known, subject: int, by: int) -> int:
    """Return the cards beside which no card of another player can be: it holds nowhere too, or one is spare.

    When one card holds wherever another does, it rules out nothing more than this, so it would be spare.
    """
    hexes = known.hexes
    for player, cards in enumerate(known.cards):
        if player not in (subject, by):
            hexes &= known.listed.span(cards)[0]
    return known.listed.alone(known.cards[subject], known.cards[by], hexes)


def _each_cube(known: Known) -> Iterator[tuple[int, int]]:
    return ((cube.player - 1, number) for number, cube in enumerate(known.cubes))


def _each_two(known: Known) -> Iterator[tuple[int, int]]:
    return permutations(known.players, 2)


def _each_player(known: Known) -> list[tuple[int, int]]:
    return [(player, player) for player in known.players]


RULES: Mapping[str, Rule] = {
    "cube": Rule(_each_cube, _by_cube),
    "taken": Rule(_each_two, _taken),
    "cardless hex": Rule(lambda known: [(_HEX, player) for player in known.players], _no_card),
    "hexless card": Rule(_each_player, _no_hex),
    "core": Rule(lambda known: [(_HEX, _HEX), *_each_player(known)], _core),
    "pair": Rule(_each_two, _pair),
}
"""The rule of each technique but the supposition, easiest first."""

SUPPOSE = "suppose"
LADDER = tuple(RULES)
LONGEST = 1000  # firings of a story: more than there are cards and hexes to lose one by one


def suppose(known: Known, techniques: Sequence[str], most: int) -> Firing | None:
    """Return the supposition with the shortest story that ends in a contradiction; None if there is none.

    It has at most so many firings. Of equal ones the first is taken of the player who has the fewest cards
    left. What a story does not need is left out of it.
    """
    best = None
    for player in sorted(known.players, key=lambda player: known.cards[player].bit_count()):
        for card in bits(known.cards[player]) if known.cards[player].bit_count() > 1 else ():
            trial = known.copy()
            trial.cards[player] = 1 << card
            story = trial.close(techniques, most) if most else None
            if story:
                best, most = Firing(SUPPOSE, player, player, 1 << card, tuple(story)), len(story) - 1
    return best and best._replace(story=_needed(known, best))


def _needed(known: Known, firing: Firing) -> tuple[Firing, ...]:
    """Return the firings of a story without which it would not end in a contradiction, each as it is then."""

    def told_again(some: Sequence[Firing]) -> list[Firing] | None:
        trial, told = known.copy(), list[Firing]()
        trial.cards[firing.subject] = firing.gone
        for one in some:
            gone = RULES[one.technique].gone(trial, one.subject, one.by)
            told.append(one._replace(gone=gone))
            if trial.take(one.subject, gone):
                return [one for one in told if one.gone]
        return None

    story = list(firing.story)
    for number in range(len(story) - 2, -1, -1):
        if told_again(fewer := [*story[:number], *story[number + 1 :]]):
            story = fewer
    return tuple(told_again(story) or story)


@dataclass(slots=True)
class WhoseClueReasoning(Reasoning[Firing]):
    """What a solver knows of the hex and the cards."""

    known: Known

    @property
    def solved(self) -> bool:
        """Whether the hex and all cards are found."""
        return self.known.answer is not None

    @property
    def over(self) -> bool:
        """Whether they are, or nothing fits."""
        return self.solved or self.known.hopeless

    def findings(self, technique: str) -> Iterator[Firing]:
        """Return what the rule of a technique finds."""
        if technique != SUPPOSE:
            return self.known.firings(technique)
        return iter([found] if (found := suppose(self.known, LADDER, LONGEST)) else [])

    def take(self, technique: str, finding: Firing) -> Iterator[Step]:  # noqa: ARG002
        """Take a firing as far as those of its round before it have left something to take."""
        if not self.known.hopeless and (step := _step(self.known, finding)):
            yield step


def _step(known: Known, firing: Firing) -> Step | None:
    """Let go what a firing says, and return it as a step; one that leaves nothing says what is impossible."""
    technique, subject, by, _, story = firing
    before = known.hexes if subject == _HEX else known.cards[subject]
    gone = firing.gone & before
    if not gone:
        return None
    told = tuple(_story(known, firing)) if story else ()
    known.take(subject, gone)
    left = before & ~gone
    said = known.listed.island.names if subject == _HEX else known.listed.texts
    return Step(
        technique,
        _facts(known, firing),
        PLACE if subject == _HEX else player_key(subject),
        tuple(sorted(said[one] for one in bits(gone))) if left else (),
        (said[left.bit_length() - 1],) if left.bit_count() == 1 else (),
        supposed=(player_key(by), known.listed.texts[gone.bit_length() - 1]) if story else None,
        story=told,
    )


def _story(known: Known, firing: Firing) -> Iterator[Step]:
    trial = known.copy()
    trial.cards[firing.subject] = firing.gone
    yield from filter(None, (_step(trial, one) for one in firing.story))


def _facts(known: Known, firing: Firing) -> tuple[str, ...]:
    """Return the cubes that a rule looked at: one, or those of the player whose cards it went through."""
    if firing.technique == "cube":
        return (str(known.cubes[firing.by]),)
    if firing.technique in ("taken", "cardless hex", "pair"):
        return tuple(str(cube) for cube in known.cubes if cube.player == firing.by + 1)
    return ()


def player_key(player: int) -> str:
    """Return the subject of a player, who counts from 0 here: ``player 1`` for 0."""
    return f"player {player + 1}"


def answers_of(known: Known) -> Iterator[Known]:
    """Yield all answers; what is known changes."""
    if known.close(LADDER) is None or known.hopeless:
        return
    open_ones = [player for player in known.players if known.cards[player].bit_count() > 1]
    if not open_ones:
        if known.answer is not None:
            yield known
        return
    player = min(open_ones, key=lambda player: known.cards[player].bit_count())
    for card in bits(known.cards[player]):
        trial = known.copy()
        trial.cards[player] = 1 << card
        yield from answers_of(trial)
