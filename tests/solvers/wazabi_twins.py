"""The odds of Wazabi once more, by brute force: die by die, card by card, all choices."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from toolkit.games.wazabi.cards import find_deck
from toolkit.games.wazabi.position import Position

SIDES = ("wazabi", "wazabi", "wazabi", "card", "card", "die")


def position(dice: list[int], hand: list[str], **keys: Any) -> Position:
    """Return a position of player 0, if not said otherwise."""
    return Position.parse(
        json.dumps({"format": "wazabi-position/1", "me": 0, "dice": dice, "hand": hand, **keys})
    )


def almost_all_seen(
    dice: list[int], hand: list[str], hidden: list[str], hands: list[int], **keys: Any
) -> Position:
    """Return a position in which only these cards are unseen; the discard pile holds all others."""
    deck = find_deck(keys.get("rules", {}).get("deck", "rulebook"))
    left = Counter({card.name: card.copies for card in deck.cards})
    left -= Counter(hand) + Counter(hidden)
    return position(dice, hand, hands=hands, discard=sorted(left.elements()), **keys)


def rolls(dice: int) -> Counter[tuple[int, int, int]]:
    """Return how often the dice show what, over all ways in which they can fall."""
    found: Counter[tuple[int, int, int]] = Counter()
    for sides in product(SIDES, repeat=dice):
        found[sides.count("wazabi"), sides.count("card"), sides.count("die")] += 1
    return found


Cards = tuple[str, ...]
"""A sorted hand."""

Left = tuple[Cards, int, Cards, int]
"""The unseen cards, how many of them lie in the pile, the discard pile, how many cards the rivals hold."""


def left_to_draw(start: Position) -> Left:
    """Return what can be drawn in a position."""
    unseen = tuple(sorted(Counter(start.unseen).elements()))
    return unseen, start.draw, tuple(sorted(start.discard)), sum(start.hands[seat] for seat in start.rivals)


@cache
def draws(hand: Cards, left: Left, count: int) -> dict[tuple[Cards, Left], Fraction]:
    """Return the hands after drawing cards one by one, with their chances."""
    if not count:
        return {(hand, left): Fraction(1)}
    found: Counter[tuple[Cards, Left]] = Counter()
    for card, share, after in _next_card(left):
        for drawn, chance in draws(tuple(sorted((*hand, *card))), after, count - 1).items():
            found[drawn] += share * chance
    return dict(found)


def _next_card(left: Left) -> Iterator[tuple[Cards, Fraction, Left]]:
    unseen, pile, discard, rivals = left
    source = unseen if pile else discard or (unseen if rivals else ())
    if not source:
        yield (), Fraction(1), left
    for name, count in Counter(source).items():
        rest = list(source)
        rest.remove(name)
        if pile:
            after = (tuple(rest), pile - 1, discard, rivals)
        elif discard:
            after = (unseen, 0, tuple(rest), rivals)
        else:
            after = (tuple(rest), 0, (), rivals - 1)
        yield (name,), Fraction(count, len(source)), after


def may_play(start: Position, name: str, shown: tuple[int, int, int]) -> bool:
    """Tell whether a card may be played after a roll (W-10, W-16)."""
    wazabi, _, die = shown
    return wazabi >= start.rules.cards[name].cost and not (name == "lose 1 die" and die > 1)


ALONE = ("lose 1 die", "lose 2 dice", "give 1 die", "draw 3", "play again")
"""The cards that a player without others can make use of."""


def _alone(cards: Cards) -> Cards:
    """Return the cards with one name for all that are of no use."""
    return tuple(sorted(name if name in ALONE else "other" for name in cards))


def race(start: Position, turns: int, *, again: bool) -> Fraction:
    """Return the chance to be without dice within so many turns alone."""

    @cache
    def rolled(turns: int, dice: int, hand: Cards, left: Left) -> Fraction:
        found = Fraction(0)
        for shown, ways in rolls(dice).items():
            after = draws(hand, left, shown[1])
            found += ways * sum(chance * best(turns, shown, *drawn) for drawn, chance in after.items())
        return found / 6**dice

    def best(turns: int, shown: tuple[int, int, int], hand: Cards, left: Left) -> Fraction:
        dice = shown[0] + shown[1]
        plays = {name for name in hand if name in ALONE and may_play(start, name, shown)} if dice else set()
        return max(
            ended(turns, dice, hand, left), *[played(name, turns, dice, hand, left) for name in plays], 0
        )

    def played(name: str, turns: int, dice: int, hand: Cards, left: Left) -> Fraction:
        rest = list(hand)
        rest.remove(name)
        kept = tuple(rest)
        if name == "play again" and again:
            return rolled(turns, dice, kept, left)
        if name == "draw 3":
            after = draws(kept, left, 3)
            return sum((chance * ended(turns, dice, *drawn) for drawn, chance in after.items()), Fraction(0))
        lost = {"lose 1 die": 1, "lose 2 dice": 2, "give 1 die": 1}.get(name, 0)
        return ended(turns, dice - lost, kept, left)

    def ended(turns: int, dice: int, hand: Cards, left: Left) -> Fraction:
        if not dice:
            return Fraction(1)
        return rolled(turns - 1, dice, hand, left) if turns > 1 else Fraction(0)

    unseen, pile, discard, rivals = left_to_draw(start)
    return rolled(turns, start.my_dice, _alone(start.hand), (_alone(unseen), pile, _alone(discard), rivals))


def over_turns(start: Position, value: Callable[[tuple[int, int, int], Cards], Fraction | int]) -> Fraction:
    """Return the mean of a value of the roll and of the hand after the draws of the turn."""
    found = Fraction(0)
    for shown, ways in rolls(start.my_dice).items():
        after = draws(tuple(sorted(start.hand)), left_to_draw(start), shown[1])
        found += ways * sum(chance * value(shown, hand) for (hand, _), chance in after.items())
    return found / 6**start.my_dice
