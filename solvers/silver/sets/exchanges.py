"""What a card is worth for the own village: exchanged for one card, or for a set (Q-10, Q-11)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from operator import sub

from solvers.silver.hidden.law import Law
from solvers.silver.hidden.mixture import DECK, Mixture
from solvers.silver.limits import TooLarge
from solvers.silver.sets.attempts import attempt
from solvers.silver.sets.pushing import Pushed, itself, one
from solvers.silver.targets import checked_slot, pushable
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import DOPPELGANGER
from toolkit.games.silver.exchange import could_match, matches
from toolkit.games.silver.position import Place, Position, Slot

_MOST_SETS = 300
_MOST_SUBSETS = 1 << 13


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange of a card for own cards."""

    slots: tuple[int, ...]  #: the slots of the own village whose cards are given up
    chance: Fraction  #: the chance that it succeeds; 1 for a single card (S-13)
    gain: Fraction  #: by how many points the own sum is expected to fall


@dataclass(frozen=True, slots=True)
class Offer:
    """Own cards that may be given up, whatever card comes in for them."""

    #: `slots` and `chance`: as in `Exchange`.
    slots: tuple[int, ...]
    chance: Fraction
    #: The points that the set is expected to take off the own village, less the penalty of a failure.
    worth: Fraction

    def exchange(self, card: int) -> Exchange:
        """Return the exchange of a card for this offer."""
        return Exchange(self.slots, self.chance, self.worth - card)


def best_offer(position: Position) -> Offer | None:
    """Return the own cards that are best given up, for any card whose place is certain (`best_exchange`)."""
    return _best_offers(position, (DECK, 0) if position.deck else None, drawn=False)[0]


def next_offers(position: Position, depth: int = 0) -> dict[int, tuple[Fraction, Offer | None]]:
    """Return the chance of each number of a card of the deck, and what is best given up for it.

    `depth` cards lie above it, and again when it is in hand (S-49).
    """
    drawn = depth >= len(position.top)
    chances = Law.of(position).number((DECK, depth))
    penalty = (DECK, 0 if depth else 1) if position.deck > 1 else None
    offers = _best_offers(position, penalty, drawn=drawn)
    return {card: (chance, offers[card if drawn else 0]) for card, chance in chances.items()}


def _best_offers(position: Position, penalty: Place | None, *, drawn: bool) -> list[Offer | None]:
    """Return the best offer, or that for each number of a card that is drawn from the pool.

    `penalty` is the card of the deck that a failure may cost.
    """
    sets, own = sorted(own_sets(position), key=len), pushable(position)
    mixture = Law.of(position).mixture(own, draws=len(own) + 2)
    weights = mixture.weights(drawn=drawn)
    tried = [_Tried(mixture, position, slots, penalty, drawn=drawn) for slots in sets]
    return [_best(tried, at, weight) for at, weight in enumerate(weights)]


class _Tried:
    """A set of own cards that is given up, for each card that comes in.

    Attributes
    ----------
    slots
        Its slots.
    worths
        What it is worth, times the weights.
    """

    def __init__(
        self,
        mixture: Mixture,
        position: Position,
        slots: tuple[int, ...],
        penalty: Place | None,
        *,
        drawn: bool,
    ) -> None:
        self.slots, self._mixture, self._drawn = slots, mixture, drawn
        places = [(position.me, slot) for slot in slots]
        if len(places) == 1:
            self.worths, self._pushed = mixture.sums(places[0], drawn=drawn), None
        else:
            self._pushed = Pushed(mixture, places, position.rules, penalty, drawn=drawn)
            self.worths = list(map(sub, self._pushed.given_up(itself), self._pushed.cost(itself)))

    @cached_property
    def chances(self) -> list[int]:
        """Its chance to match, times the weights; asked of the best sets only."""
        return self._pushed.given_up(one) if self._pushed else self._mixture.weights(drawn=self._drawn)


def _best(tried: Sequence[_Tried], at: int, weight: int) -> Offer | None:
    """Return the offer that is worth most for one card that comes in, the first of equal ones."""
    if not tried or not weight:
        return None
    best = max(tried, key=lambda one: one.worths[at])
    return Offer(best.slots, Fraction(best.chances[at], weight), Fraction(best.worths[at], weight))


def best_exchange(position: Position, card: int) -> Exchange | None:
    """Return the exchange of a card for own cards that gains most, even if it loses points (Q-10).

    The card is one whose place is certain: the held card, the top of the discard pile or a shown one. None
    where the amulet lies on the only own card (S-39). Of equal gains the one with fewer cards is returned.

    Raises
    ------
    ToolkitError
        Too many different sets could match (`own_sets`).
    """
    offer = best_offer(position)
    return offer.exchange(card) if offer else None


def exchange(position: Position, slots: Sequence[int], card: int) -> Exchange:
    """Return what an exchange of a card for these own slots is worth (Q-4, Q-11)."""
    places, law = [(position.me, slot) for slot in slots], Law.of(position)
    if len(places) == 1:
        return Exchange(tuple(slots), Fraction(1), law.mean(places[0]) - card)
    tried = attempt(law, places, position.rules, deck=position.deck)
    return Exchange(tuple(slots), tried.chance, tried.gain(card))


def own_sets(position: Position, begin: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return the single slots and the sets of slots that may be pushed and may match (S-15, S-64, A-44).

    Of sets that differ only in cards of which the same is known, the leftmost stands for all.

    Parameters
    ----------
    position
        What I know.
    begin
        The first slots of the sets, in ascending order; all sets if not said.

    Raises
    ------
    ToolkitError
        More than 300 such sets, or more than 8,192 sets to look at.
    """
    groups = _alike(position, begin)
    if (numbers := prod(len(group) + 1 for group in groups)) > _MOST_SUBSETS:
        raise TooLarge(f"{numbers} sets of own cards are too many to look at")
    found = [slots for slots in _subsets(groups) if len(slots) == 1 or _may_match(position, slots)]
    if len(found) > _MOST_SETS:
        raise TooLarge(f"{len(found)} sets of own cards are too many to compare")
    return [slots for slots in found if slots[: len(begin)] == begin]


def _subsets(groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of one slot or more, with the first slots of each group."""
    for counts in product(*[range(len(group) + 1) for group in groups]):
        slots = sorted(slot for group, count in zip(groups, counts, strict=True) for slot in group[:count])
        if slots:
            yield tuple(slots)


def _alike(position: Position, begin: tuple[int, ...]) -> list[list[int]]:
    """Return the pushable slots that may stand in a set, those together of which the same is known."""
    groups: dict[Slot, list[int]] = defaultdict(list)
    for _, slot in pushable(position):
        if not begin or slot in begin or slot > begin[-1]:
            groups[position.mine[slot]].append(slot)
    return list(groups.values())


def _may_match(position: Position, slots: Sequence[int]) -> bool:
    """Tell whether a set of two cards or more could match, and may be tried."""
    wildest = [DOPPELGANGER if (card := position.mine[slot].known) is None else card for slot in slots]
    return matches(wildest, position.rules) and pushes(position, slots)


def pushes(position: Position, slots: Sequence[int]) -> bool:
    """Tell whether the rules let these own cards be pushed together (S-36, A-44)."""
    free = {slot for _, slot in pushable(position)}
    shown = [
        number
        for slot in slots
        if (number := position.mine[slot].number) is not None and position.mine[slot].face_up
    ]
    rules = position.rules
    openly = rules.open_mismatch == "allowed" or could_match(shown, len(slots) - len(shown), rules)
    return free.issuperset(slots) and openly


def checked_slots(position: Position, slots: Sequence[int]) -> list[Place]:
    """Return the places of own slots; `ToolkitError` if they cannot be pushed together."""
    for slot in slots:
        checked_slot(position, position.me, slot)
    if not slots or len(set(slots)) != len(slots):
        raise ToolkitError(f"slots {','.join(map(str, slots))}: one or more different slots are needed")
    if not pushes(position, slots):
        raise ToolkitError(f"slots {','.join(map(str, slots))} may not be pushed together (S-64, A-44)")
    return [(position.me, slot) for slot in slots]
