"""Sets of own cards: which of them match, what they give up, and which are sure to (Q-2 to Q-4, Q-21).

Rules: S-13 to S-20 and S-55; A-3, A-14 and A-44.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb, prod
from operator import mul

from solvers.questions import Answer
from solvers.silver.asking import QUERIES, Slots, TooLarge, cards_named, checked_own_slot, different, pushable
from solvers.silver.hidden import DECK, Counts, Law, Mixture, added, ways_to_draw, without
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import COPIES, DOPPELGANGER
from toolkit.games.silver.exchange import costs_a_card, could_match, matches
from toolkit.games.silver.position import Place, Position, Slot
from toolkit.games.silver.rules import Doppelganger, Penalty, Rules

_MOST_SETS = 300
_MOST_SUBSETS = 1 << 13

ALONE = "no two own cards may leave together"


# ---- which sets may be pushed, and may match ---------------------------------------------------------------


def pushes(position: Position, slots: Sequence[int]) -> bool:
    """Tell whether the rules let these own cards be pushed together (S-36, A-44)."""
    free = {slot for _, slot in pushable(position)}
    cards = [position.mine[slot] for slot in slots]
    shown = [card.number for card in cards if card.number is not None and card.face_up]
    rules = position.rules
    openly = rules.open_mismatch == "allowed" or could_match(shown, len(slots) - len(shown), rules)
    return free.issuperset(slots) and openly


def checked_slots(position: Position, slots: Sequence[int]) -> list[Place]:
    """Return the places of own slots; `ToolkitError` if they cannot be pushed together."""
    named = ",".join(str(checked_own_slot(position, slot)) for slot in slots)
    if not slots or len(set(slots)) != len(slots):
        raise ToolkitError(f"slots {named}: one or more different slots are needed")
    if not pushes(position, slots):
        raise ToolkitError(f"slots {named} may not be pushed together (S-64, A-44)")
    return [(position.me, slot) for slot in slots]


def asked_places(position: Position, slot: int | None) -> list[Place]:
    """Return the own card that is asked about, or all that may be given up."""
    return pushable(position) if slot is None else checked_slots(position, [slot])


def own_sets(position: Position, begin: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the single slots and the sets of slots that may be pushed and may match (S-15, S-64, A-44).

    Of sets that differ only in cards of which the same is known, the leftmost stands for all. With `begin`,
    in ascending order, they are those that begin so. `TooLarge` for more than 300 sets, or 8,192 to look at.
    """
    groups: dict[Slot, list[int]] = defaultdict(list)  # the slots together of which the same is known
    for _, slot in pushable(position):
        if not begin or slot in begin or slot > begin[-1]:
            groups[position.mine[slot]].append(slot)
    if (numbers := prod(len(group) + 1 for group in groups.values())) > _MOST_SUBSETS:
        raise TooLarge(f"{numbers} sets of own cards are too many to look at")
    found = []
    for counts in product(*[range(len(group) + 1) for group in groups.values()]):
        parts = zip(groups.values(), counts, strict=True)
        slots = tuple(sorted(slot for group, count in parts for slot in group[:count]))
        known = [position.mine[slot].known for slot in slots]
        wildest = [DOPPELGANGER if card is None else card for card in known]
        if len(slots) == 1 or (slots and matches(wildest, position.rules) and pushes(position, slots)):
            found.append(slots)
    if len(found) > _MOST_SETS:
        raise TooLarge(f"{len(found)} sets of own cards are too many to compare")
    return [slots for slots in found if slots[: len(begin)] == begin]


def asked_sets(position: Position, slots: tuple[int, ...] | None) -> list[tuple[int, ...]]:
    """Return the own slots that are asked about, or all sets of two cards or more that may match."""
    if slots is not None:
        return [slots]
    return sorted((one for one in own_sets(position) if len(one) > 1), key=lambda one: (len(one), one))


# ---- what a set gives up, and what its failure costs -------------------------------------------------------
#
# Every value is a list: one number where the card that comes in is no part of the law, or one for each number
# of the next card of the deck where that comes in, unknown. They are means times the weight of the mixture.

_COSTLY_FROM = 3  # S-20: a failure with two cards never costs a card of the deck

_Drawn = tuple[tuple[int, int], ...]
"""Hidden cards: each number, ascending, and how many there are of it."""

_Fates = tuple[tuple[tuple[_Drawn, int], ...], tuple[_Drawn, ...]]
"""With which hidden cards a set matches, and its sum then; and with which it does, or fails for nothing."""

Value = Callable[[int], int]


@lru_cache(maxsize=4096)
def _fates(known: tuple[int, ...], hidden: int, doppelganger: Doppelganger, penalty: Penalty) -> _Fates:
    """Return what so many hidden cards may be, beside the known ones, sorted, of a set of two or more."""
    rules = Rules(doppelganger=doppelganger, penalty=penalty)
    matching, cheap = [], []
    for numbers in _few_numbers(hidden):
        pushed, drawn = (*known, *numbers), tuple(sorted(Counter(numbers).items()))
        if matches(pushed, rules):
            matching.append((drawn, sum(pushed)))
        if matches(pushed, rules) or not costs_a_card(pushed, rules):
            cheap.append(drawn)
    return tuple(matching), tuple(cheap)


@lru_cache(maxsize=64)
def _few_numbers(hidden: int) -> tuple[tuple[int, ...], ...]:
    """Return all hidden cards of at most two different numbers besides 13: no others match or are cheap."""
    found = set()
    for wild in range(min(hidden, COPIES[DOPPELGANGER]) + 1):
        others = hidden - wild
        for one, other in combinations(range(DOPPELGANGER), 2):
            for count in range(max(0, others - COPIES[other]), min(others, COPIES[one]) + 1):
                found.add((one,) * count + (other,) * (others - count) + (DOPPELGANGER,) * wild)
    return tuple(sorted(found))


class Pushed:
    """A set of two cards or more that is tried for a card.

    The weights of the mixture can be divided among the places of the set, the next card of the deck, where
    that is `drawn` and comes in, unknown, and the card at the place `penalty` that a failure may cost.
    """

    def __init__(
        self,
        mixture: Mixture,
        places: Sequence[Place],
        rules: Rules,
        penalty: Place | None = None,
        *,
        drawn: bool = False,
    ) -> None:
        self._drawn = drawn
        self._costly = penalty is not None and len(places) >= _COSTLY_FROM
        self._penalty = mixture.known.get(penalty) if penalty else None  # else it is one of the pool, too
        self._cases = []  # by term: the pool, how many cards of the set come from it, their fates, the unit
        for term in mixture.terms:
            fixed = {**mixture.known, **dict(term.told)}
            known = tuple(sorted([fixed[place] for place in places if place in fixed]))
            hidden, size = len(places) - len(known), sum(term.pool)
            penalties = size - drawn - hidden if self._costly and self._penalty is None else 1
            unit = term.weight // (comb(size - drawn, hidden) * penalties * (size if drawn else 1))
            fates = _fates(known, hidden, rules.doppelganger, rules.penalty)
            self._cases.append((term.pool, hidden, fates, unit, penalties))

    @cached_property
    def chances(self) -> list[int]:
        """The chance that the set matches."""
        return self.given_up(lambda _: 1)

    def given_up(self, value: Value) -> list[int]:
        """Return the value of the sum of the set where it matches; 0 counts where it does not."""
        rows = []
        for pool, _, (matching, _), unit, penalties in self._cases:
            ways = unit * penalties
            weighed = [(some, ways * ways_to_draw(pool, some) * value(total)) for some, total in matching]
            rows.append(self._beside(pool, weighed))
        return added(rows)

    def cost(self, value: Value) -> list[int]:
        """Return the value of the card that a failure costs; 0 counts where no card has to be taken."""
        if not self._costly:
            return [0] * (len(COPIES) if self._drawn else 1)
        return added([self._cost(value, *case[:-1]) for case in self._cases])

    def _cost(self, value: Value, pool: Counts, hidden: int, fates: _Fates, unit: int) -> list[int]:
        """Return the same for one term: over all ways less the cheap ones."""
        size = sum(pool) - self._drawn  # without the card that is drawn
        cheap = [(some, unit * ways_to_draw(pool, some)) for some in fates[1]]
        spared = self._beside(pool, cheap)
        came_in = [unit * count for count in (pool if self._drawn else [1])]
        if self._penalty is not None:
            ways, worth = comb(size, hidden), value(self._penalty)
            return [worth * (count * ways - kept) for count, kept in zip(came_in, spared, strict=True)]
        values = [value(number) for number in range(len(pool))]
        whole = sum(map(mul, values, pool))
        rests = [(some, ways * (whole - sum([values[n] * k for n, k in some]))) for some, ways in cheap]
        every = comb(size - 1, hidden)
        gone = values if self._drawn else [0]
        return [
            count * every * (whole - card) - (rest - ways * card)
            for count, card, rest, ways in zip(came_in, gone, self._beside(pool, rests), spared, strict=True)
        ]

    def _beside(self, pool: Counts, weighed: Sequence[tuple[_Drawn, int]]) -> list[int]:
        """Return the weight of hidden cards, or what of it each number has that is drawn beside them."""
        whole = sum([weight for _, weight in weighed])
        if not self._drawn:
            return [whole]
        left = [count * whole for count in pool]
        for some, weight in weighed:
            for number, copies in some:
                left[number] -= copies * weight
        return left


def match_chance(law: Law, places: Sequence[Place], rules: Rules) -> Fraction:
    """Return the chance that the cards of these places may leave together (Q-2, Q-3).

    A single card always may (S-13). Cards that are only remembered count with their reliability.
    `ToolkitError` for no place, one that is named twice, or too many memories (`Law.terms`).
    """
    _check(places, 1)
    if len(places) == 1:
        return Fraction(1)
    mixture = law.mixture(places, draws=len(places))
    (chance,) = Pushed(mixture, places, rules).chances
    return Fraction(chance, mixture.weight)


@QUERIES.asks(nothing=ALONE)
def exchange_(position: Position, *, slots: Slots = None) -> Iterator[Answer]:
    """Tell the chance that cards may leave together (Q-2, Q-3)."""
    for some in asked_sets(position, slots):
        chance = match_chance(Law.of(position), checked_slots(position, some), position.rules)
        if chance or slots is not None:
            words = f"{cards_named(position, position.me, some)} may leave together"
            yield Answer(words=words, about={"slots": list(some)}, exact=chance)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to exchange a set of own cards for one card (Q-4).

    A success takes the sum of the set off the village and adds the new card; a failure adds the new card, and
    sometimes one of the deck (S-17 to S-20).
    """

    chance: Fraction  #: the chance that the set matches
    #: `given_up` and `given_up_squared`: the mean sum of the set, and of its square, where it matches; 0
    #: counts where it does not.
    given_up: Fraction
    given_up_squared: Fraction
    #: `penalty` and `penalty_squared`: the mean number of the card of the deck that a failure costs, and of
    #: its square; 0 counts where no card has to be taken.
    penalty: Fraction
    penalty_squared: Fraction

    def gain(self, card: int) -> Fraction:
        """Return by how many points the own sum is expected to fall when the set is tried for a card."""
        return self.given_up - card - self.penalty

    @property
    def variance(self) -> Fraction:
        """The variance of the own sum afterwards; the new card adds none."""
        return self.given_up_squared + self.penalty_squared - (self.given_up - self.penalty) ** 2

    def break_even(self, card: int) -> Fraction | None:
        """Return the chance to match at which the attempt would neither gain nor lose.

        What a success gives up and what a failure costs are taken as they are. Above 1: even a sure success
        loses points. None: the set cannot match, or there is nothing to gain or to lose.
        """
        if not self.chance:
            return None
        cost = self.penalty / (1 - self.chance) if self.chance < 1 else Fraction(0)
        stake = self.given_up / self.chance + cost
        return (card + cost) / stake if stake else None


def attempt(law: Law, places: Sequence[Place], rules: Rules, *, deck: int) -> Attempt:
    """Return what an attempt with the cards of these places is worth, two or more of them.

    The card that comes in is no part of the law. An empty deck makes a failure cheaper (S-70). `ToolkitError`
    for fewer than two places, one that is named twice, or too many memories (`Law.terms`).
    """
    _check(places, 2)
    mixture = law.mixture(places, draws=len(places) + 1)
    pushed = Pushed(mixture, places, rules, (DECK, 0) if deck else None)
    powers: list[Value] = [int, lambda number: number**2]
    found = [pushed.chances, *map(pushed.given_up, powers), *map(pushed.cost, powers)]
    return Attempt(*[Fraction(value, mixture.weight) for (value,) in found])


def _check(places: Sequence[Place], least: int) -> None:
    if len(different(places)) < least:
        raise ToolkitError(f"a set of {len(places)} cards: {least} are the least")


# ---- the heaviest set among the own hidden cards -----------------------------------------------------------


@QUERIES.asks(columns=["sum"])
def pairs(position: Position) -> Iterator[Answer]:
    """Tell the chance of a set that matches among your hidden cards, and its sum (Q-21).

    The heaviest one counts, of two cards or more. Hidden cards are those that are not certain, without the
    one under the amulet.
    """
    law, found = Law.of(position), defaultdict[int | None, Fraction](Fraction)
    hidden = [place for place in pushable(position) if place not in law.known]
    for term in law.terms(hidden):
        told = [number for _, number in term.told]
        drawn = len(hidden) - len(told)
        scale = law.total * comb(sum(term.pool), drawn)
        for heaviest, ways in _heaviest(term.pool, told, drawn, position.rules).items():
            found[heaviest] += Fraction(term.weight * ways, scale)
    none = {"none": found.pop(None)} if None in found else {}
    totals = none | {str(total): found[total] for total in sorted(one for one in found if one is not None)}
    some = 1 - none.get("none", Fraction(0))
    yield Answer(words="a set among your hidden cards", exact=some, distribution=totals)


def _heaviest(pool: Counts, told: Sequence[int], drawn: int, rules: Rules) -> dict[int | None, int]:
    """Return the ways to draw so many cards beside told ones, by the sum of the heaviest set then."""
    found: dict[int | None, int] = defaultdict(int)
    for wild in range(min(drawn, pool[DOPPELGANGER]) + 1):
        wilds = wild + told.count(DOPPELGANGER)
        joined = max(wilds, 1) if rules.doppelganger == "pairing" else 1  # numbers besides 13 (S-55, A-14)
        # The ways by the cards drawn and by the largest sums of one number, descending.
        states: dict[tuple[int, tuple[int, ...]], int] = {(wild, ()): comb(pool[DOPPELGANGER], wild)}
        for number in range(DOPPELGANGER):
            after: dict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
            for (count, sums), ways in states.items():
                for more in range(min(pool[number], drawn - count) + 1):
                    copies = told.count(number) + more
                    if copies > 1 or (copies and wilds):  # one alone needs a 13
                        kept = tuple(sorted((*sums, number * copies), reverse=True)[:joined])
                    else:
                        kept = sums
                    after[count + more, kept] += ways * comb(pool[number], more)
            states = after
        for (count, sums), ways in states.items():
            if count == drawn:
                some = sums or wilds > 1  # a 13 alone is no set
                found[sum(sums) + DOPPELGANGER * wilds if some else None] += ways
    return found


# ---- sets that are sure to match ---------------------------------------------------------------------------
#
# A set is sure to match if it does so in every world that is possible. A memory that may be wrong makes no
# world impossible, so all that matters is which cards of the pool the hidden ones may be.

ALL_SORTS = 3
"""Numbers besides 13 among the cards that may be hidden ones, from which on these may be anything for a set.

With all of them in play, or with any three, the same sets can fail: a set has at most two different numbers
besides 13, as there are two 13s (A-14), so a third number spoils it.
"""

Sets = tuple[tuple[int, int], ...]
"""Sure sets by their hidden cards: how many these are, and the largest sum of the known cards beside them."""


def sure_sets(
    known: Sequence[int], hidden: int, pool: Counts, rules: Rules, *, pile: int = 0, least: int = 0
) -> Sets:
    """Return the sets of own cards that are sure to match, a single card included.

    Some own cards are known, so many hidden, and at hidden places may lie the cards of the pool. Of so many
    others, the forgotten pile, the lowest has this number (S-52).

    >>> sure_sets([13, 2], 3, COPIES, Rules()), sure_sets([8], 2, (0,) * 8 + (3,) + (0,) * 5, Rules())
    (((0, 15), (1, 13)), ((0, 8), (1, 8), (2, 8)))
    """
    if outside(pool, pile, least) >= ALL_SORTS:
        pool, pile, least = COPIES, 0, 0
    return _sure_sets(tuple(sorted(known)), hidden, pool, pile, least, rules.doppelganger)


def outside(pool: Counts, pile: int = 0, least: int = 0) -> int:
    """Return how many numbers besides 13 of a pool can lie outside the pile at once."""
    spare = [count - (pile > 0 and number == least) for number, count in enumerate(pool[:DOPPELGANGER])]
    low, high = [sum([count > 0 for count in part]) for part in (spare[:least], spare[least:])]
    return low + min(high, sum(pool[least:]) - pile)


@lru_cache(maxsize=4096)
def _sure_sets(
    known: tuple[int, ...], hidden: int, pool: Counts, pile: int, least: int, doppelganger: Doppelganger
) -> Sets:
    every, best = _piles(pool, pile, least), dict[int, int]()
    for some in known_parts(known):
        for count in range(hidden + 1):
            ways = every * comb(sum(pool) - pile, count)  # to fill the hidden places and the pile
            if (some or count) and ways == _matching(some, count, pool, pile, least, doppelganger):
                best[count] = max(best.get(count, 0), sum(some))
    return tuple(sorted(best.items()))


def _matching(
    known: tuple[int, ...], hidden: int, pool: Counts, pile: int, least: int, doppelganger: Doppelganger
) -> int:
    """Return in how many ways to fill hidden places and the pile known cards match with hidden ones.

    Few numbers match: to try all that may be hidden takes a minute for a village that nobody remembers.
    """
    matching, _ = _fates(known, hidden, doppelganger, Rules().penalty)
    return sum(
        ways_to_draw(pool, drawn)
        * _piles(without(pool, *[number for number, copies in drawn for _ in range(copies)]), pile, least)
        for drawn, _ in matching
        if ways_to_draw(pool, drawn)
    )


def _piles(pool: Counts, pile: int, least: int) -> int:
    """Return in how many ways so many cards of a pool have this lowest number; one way without a pile."""
    return comb(sum(pool[least:]), pile) - (comb(sum(pool[least + 1 :]), pile) if pile else 0)


def known_parts(known: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the known cards that may stand in a set: all 13s, which spoil none, and all of some numbers."""
    wild = known.count(DOPPELGANGER)
    for some in range(COPIES[DOPPELGANGER] + 1):
        for numbers in combinations(sorted(set(known) - {DOPPELGANGER}), some):
            yield (*[card for card in known if card in numbers], *[DOPPELGANGER] * wild)
