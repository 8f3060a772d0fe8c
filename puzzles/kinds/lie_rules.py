"""The rules by which people find the lie among clue cards, on masks; their log is the trace.

What is known: the places where the treasure may be, and the suspects, the cards of which one may be the lie.
All rules rest on "exactly one card is false", so every card but the lie is true together with all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from puzzles.grading import fewest_first
from solvers.tobago.proofs.solver import irreducible
from solvers.tobago.steps import Reasoning, Step
from toolkit.hexmap.island import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from toolkit.hexmap import Island


@dataclass(frozen=True, slots=True)
class Firing:
    """What one rule found: the places and suspects that go, by the cards that it looked at.

    Of a supposition, the first card is the supposed lie, and the others are those that then leave no place.
    """

    technique: str
    cards: tuple[int, ...]
    places: int = 0
    suspects: frozenset[int] = frozenset()


def single_clue(known: LieReasoning) -> Iterator[Firing]:
    """Take away the places where a card does not hold that is surely true."""
    for card, mask in enumerate(known.masks):
        if card not in known.suspects and known.places & ~mask:
            yield Firing("single clue", (card,), places=known.places & ~mask)


def false_clue(known: LieReasoning) -> Iterator[Firing]:
    """Take away the places where the lie holds, once it is known."""
    if len(known.suspects) == 1:
        (lie,) = known.suspects
        if known.places & known.masks[lie]:
            yield Firing("false clue", (lie,), places=known.places & known.masks[lie])


def contradicting_pair(known: LieReasoning) -> Iterator[Firing]:
    """Find two cards that hold together on no place: one of them is the lie, and all others are true."""
    for pair in combinations(sorted(known.suspects), 2):
        others = known.suspects - set(pair)
        if others and not known.places & known.masks[pair[0]] & known.masks[pair[1]]:
            yield Firing("contradicting pair", pair, suspects=others)


def same_everywhere(known: LieReasoning) -> Iterator[Firing]:
    """Compare a card with the places left: it is true if it holds on all, the lie if it holds on none."""
    for card in sorted(known.suspects):
        holding, others = known.places & known.masks[card], known.suspects - {card}
        if others and holding == known.places:
            yield Firing("same everywhere", (card,), suspects=frozenset([card]))
        elif others and not holding:
            yield Firing("same everywhere", (card,), suspects=others)


def suppose(known: LieReasoning) -> Iterator[Firing]:
    """Suppose that a card is the lie: if all others then hold on no place left together, it is true."""
    for card in sorted(known.suspects):
        against = _refutation(known, card)
        if against is not None:
            yield Firing("suppose", (card, *against), suspects=frozenset([card]))


def _refutation(known: LieReasoning, lie: int) -> tuple[int, ...] | None:
    """Return other suspects that leave no place when one is the lie, or None when all of them leave some.

    Always the card is taken that leaves the fewest places; then those go that are not needed.
    """
    start, taken = known.places & ~known.masks[lie], list[int]()
    others = fewest_first(start, sorted(known.suspects - {lie}), known.masks)
    for card, left in others if start else ():
        taken.append(card)
        if not left:
            break

    def refuting(cards: list[int]) -> list[int] | None:
        left = start
        for card in cards:
            left &= known.masks[card]
        return None if left else cards

    needed = irreducible(taken[::-1], refuting)
    return None if needed is None else needed[::-1]


RULES: Mapping[str, Callable[[LieReasoning], Iterator[Firing]]] = MappingProxyType(
    {
        "single clue": single_clue,
        "false clue": false_clue,
        "contradicting pair": contradicting_pair,
        "same everywhere": same_everywhere,
        "suppose": suppose,
    }
)
"""The rule of each technique, easiest first."""


@dataclass(slots=True)
class LieReasoning(Reasoning[Firing]):
    """What a solver knows of the lie and the treasure.

    Attributes
    ----------
    masks
        Where each card holds; a card is its place in this list.
    places
        Where the treasure may be; it changes.
    suspects
        The cards that may be the lie; it changes.
    island, colour, texts
        To write steps: where the hexes are, whose treasure it is, and the text of each card.
    """

    masks: Sequence[int]
    places: int
    suspects: frozenset[int]
    island: Island
    colour: str
    texts: Sequence[str]

    @property
    def solved(self) -> bool:
        """Whether the lie and the place are found."""
        return len(self.suspects) == 1 and self.places.bit_count() == 1

    @property
    def over(self) -> bool:
        """Whether they are, or nothing fits: the marks or the cards are wrong."""
        return self.solved or not self.places or not self.suspects

    def findings(self, technique: str) -> Iterator[Firing]:
        """Return what the rule of a technique finds."""
        return RULES[technique](self)

    def chosen(self, found: list[Firing]) -> Sequence[Firing]:
        """Return all; of suppositions only the one with the fewest cards: nobody tries a longer one first."""
        supposing = found[0].technique == "suppose"
        return [min(found, key=lambda firing: len(firing.cards))] if supposing else found

    def take(self, technique: str, finding: Firing) -> Iterator[Step]:
        """Take a firing as far as those of its round before it have left something to take."""
        if not self.places or not self.suspects:
            return
        places, suspects = self.places & finding.places, self.suspects & finding.suspects
        story = self._story(finding) if technique == "suppose" else ()
        self.places &= ~places
        self.suspects -= suspects
        facts = tuple(self.texts[card] for card in sorted(finding.cards))
        if places:
            forced = self._names(self.places) if self.places.bit_count() == 1 else ()
            yield Step(technique, facts, self.colour, self._names(places), forced)
        if suspects:
            forced = self._said(self.suspects) if len(self.suspects) == 1 else ()
            supposed = ("lie", self.texts[finding.cards[0]]) if story else None
            yield Step(technique, facts, "lie", self._said(suspects), forced, 0, supposed, story)

    def _story(self, firing: Firing) -> tuple[Step, ...]:
        """Tell how the places vanish when the first card is the lie and the others hold.

        The last step removes nothing: it names the card that holds on no place that is left.
        """
        lie = firing.cards[0]
        left, told = self.places, list[Step]()
        for card in firing.cards:
            holds = self.masks[card]
            gone = left & (holds if card == lie else ~holds)
            left &= ~gone
            technique = "false clue" if card == lie else "single clue"
            told.append(Step(technique, (self.texts[card],), self.colour, self._names(gone) if left else ()))
        return tuple(told)

    def _names(self, mask: int) -> tuple[str, ...]:
        return tuple(self.island.names[index] for index in bits(mask))

    def _said(self, cards: frozenset[int]) -> tuple[str, ...]:
        return tuple(sorted(self.texts[card] for card in cards))
