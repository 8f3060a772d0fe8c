"""The odds of Silver once more, by brute force: every world that a small position allows, one by one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations
from random import Random
from typing import Any

from toolkit.games.silver.cards import DECK as CARDS
from toolkit.games.silver.position import Place, Position

World = dict["Place", int]
"""The number at every place; the deck is player -1, the removed cards -2, the forgotten discards -3."""

Worlds = list[tuple[Fraction, World]]
Value = Callable[[World], Fraction | int | bool]


def position(mine: str, *others: str, **keys: Any) -> Position:
    """Return a position of player 0 from the slots of the villages, separated by blanks."""
    villages = [{"slots": village.split()} for village in (mine, *others)]
    usual = {"format": "silver-position/1", "me": 0, "deck": 20, "discard": [9]}
    return Position.parse(json.dumps(usual | keys | {"villages": villages}))


def laid(villages: Sequence[str], hidden: Sequence[int], **keys: Any) -> Position:
    """Return a position in which only these cards are unseen; all others are discarded, a 0 last."""
    slots = [slot for village in villages for slot in village.split()]
    known = [int(slot.strip("!")) for slot in slots if slot.strip("!").isdecimal()]
    left = Counter(CARDS) - Counter(known) - Counter(hidden)
    deck = len(hidden) - len(slots) + len(known)
    return position(*villages, deck=deck, discard=sorted(left.elements(), reverse=True), **keys)


MANY = (0, 0, 1, 3, 3, 5, 8, 8, 8, 8, 12, 13, 13)
FEW = (3, 5, 5, 5, 8, 8, 8, 8, 12, 12, 12, 13, 13)
"""Cards of few numbers: of those that are hidden, all are often of one or of two."""


def small(
    seed: int,
    *,
    reports: bool = True,
    cards: Sequence[int] = MANY,
    piles: Sequence[int] = (0, 0, 1),
    most: int = 2,
    **keys: Any,
) -> Position:
    """Return a position with at most six hidden cards, from a seed: almost all others are discarded.

    The villages and the deck, of `most` cards, have some of 13 `cards`. `piles` are the numbers of forgotten
    discards to choose from.
    """
    random = Random(seed)
    sizes = [random.randint(1, 3), *[random.randint(1, 2) for _ in range(3)]]
    deck, forgotten, top = random.randint(0, most), random.choice(piles), random.choice([0, 0, 1])
    low = random.sample(cards, 13)
    rest = list((Counter(CARDS) - Counter(low)).elements())
    random.shuffle(rest)
    left = [*low, *rest]
    hidden_left = 6 - max(deck - top, 0) - forgotten
    villages = []
    for size in sizes:
        village = []
        for _ in range(size):
            kind = random.choice("???~!k" if reports else "???!k") if hidden_left > 0 else random.choice("!k")
            hidden_left -= kind in "?~"
            village.append(_slot(kind, left.pop(0), random))
        villages.append(" ".join(village))
    pile, discard = left[:deck], left[deck + forgotten :]
    return position(*villages, deck=deck, discard=discard, top=pile[:top], **keys)


def _slot(kind: str, card: int, random: Random) -> str:
    """Return the text of a slot; a villager lies face-down, so that the round goes on."""
    if kind == "?":
        return "?"
    if kind == "~":
        return f"{card if random.random() < 0.7 else random.randrange(14)}~0.{random.randrange(10)}"
    return f"{card}!" if kind == "!" and card else str(card)


def worlds(start: Position) -> Worlds:
    """Return every world that a position allows, with its chance."""
    known: World = {place: slot.known for place, slot in start.places if slot.known is not None}
    known |= {(-1, depth): number for depth, number in enumerate(start.top)}
    hidden = [place for place, slot in start.places if slot.hidden]
    hidden += [(-1, depth) for depth in range(len(start.top), start.deck)]
    hidden += [(-2, number) for number in range(start.removed)]
    hidden += [(-3, number) for number in range(start.forgotten)]
    placed = [*known.values(), *start.discard, *start.shown, *([] if start.held is None else [start.held])]
    cards = list((Counter(CARDS) - Counter(placed)).elements())
    assert len(cards) == len(hidden) < 9
    found = [known | dict(zip(hidden, order, strict=True)) for order in sorted(set(permutations(cards)))]
    weights = [_likelihood(start, world) for world in found]
    total = sum(weights)
    return [(weight / total, world) for weight, world in zip(weights, found, strict=True)]


def _likelihood(start: Position, world: World) -> Fraction:
    likelihood = Fraction(1)
    for place, slot in start.places:
        if slot.hidden and slot.number is not None:
            likelihood *= slot.reliability * (world[place] == slot.number) + (1 - slot.reliability) / 14
    return likelihood


def mean(found: Worlds, value: Value) -> Fraction:
    """Return the mean of a value over worlds; they need not have all of the chance."""
    return sum((chance * value(world) for chance, world in found), Fraction(0))


def split(found: Worlds, key: Callable[[World], Any]) -> dict[Any, Worlds]:
    """Return the worlds by what is seen in them."""
    parts: dict[Any, Worlds] = {}
    for chance, world in found:
        parts.setdefault(key(world), []).append((chance, world))
    return parts


def law(found: Worlds, key: Callable[[World], Any]) -> dict[Any, Fraction]:
    """Return the chance of everything that can be seen."""
    chances = {seen: mean(part, lambda _: 1) for seen, part in sorted(split(found, key).items())}
    return {seen: chance for seen, chance in chances.items() if chance}


def villages_in(start: Position, world: World) -> list[list[int]]:
    """Return the cards of all villages."""
    return [
        [world[player, slot] for slot in range(len(village))] for player, village in enumerate(start.villages)
    ]


def village_sum(start: Position, world: World, player: int) -> int:
    """Return the sum of a village."""
    return sum(villages_in(start, world)[player])


def is_lowest(start: Position, world: World) -> bool:
    """Tell whether no village has a lower sum than mine."""
    sums = [village_sum(start, world, player) for player in range(start.players)]
    return sums[start.me] == min(sums)


def matching(numbers: Sequence[int], wild: int = 1) -> bool:
    """Tell whether cards match when 13s are wild for one number, or for more (A-14)."""
    return len(numbers) == 1 or len({number for number in numbers if number != 13}) <= wild


def sure_gain(start: Position, found: Worlds, card: int) -> Fraction:
    """Return the mean gain of a card for the best own set that matches in all these worlds, or for none."""
    gains = [Fraction(0)]
    for slots in own_subsets(start):
        hands = [[world[start.me, slot] for slot in slots] for _, world in found]
        pairing = start.rules.doppelganger == "pairing"
        if all(matching(hand, max(hand.count(13), 1) if pairing else 1) for hand in hands):
            lost = zip(found, hands, strict=True)
            gains.append(sum((chance * (sum(hand) - card) for (chance, _), hand in lost), Fraction(0)))
    return max(gains)


def own_subsets(start: Position) -> list[tuple[int, ...]]:
    """Return all sets of own slots."""
    slots = range(len(start.mine))
    return list(chain.from_iterable(combinations(slots, size) for size in range(1, len(slots) + 1)))


def attempt_gain(start: Position, world: World, slots: Sequence[int], card: int) -> int:
    """Return by how much the own sum falls when a set is tried for a card: S-15 to S-20."""
    numbers = [world[start.me, slot] for slot in slots]
    if matching(numbers):
        return sum(numbers) - card
    return -card - (world[-1, 0] if len(slots) >= 3 and start.deck else 0)


def best_gain(start: Position, found: Worlds, card: int) -> Fraction:
    """Return the mean gain of the best exchange of a card, weighted with the chance of the worlds."""
    return max(
        mean(found, lambda world, slots=slots: attempt_gain(start, world, slots, card))
        for slots in own_subsets(start)
    )
