"""`Race`: the chance to be without dice within some turns, by best play, when nobody else interferes.

Only what a player does alone counts: rolling, drawing, giving dice away, and the cards that take own dice
away or bring cards or a turn. The others do nothing: no die comes in, no card is taken. Cards that exchange
dice or cards with others are not played. Everything else is the game, drawn cards included: they are any of
the unseen ones (`Supply`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from operator import add

from solvers.wazabi.rolls import LAST, LOSES, Roll, mean_over_rolls, playable
from solvers.wazabi.supply import Counts, Supply
from toolkit.core.errors import ToolkitError
from toolkit.games.wazabi.cards import CARDS
from toolkit.games.wazabi.position import Position

MOST_TURNS = 6
"""Chances are told within so many turns: each more takes about twice the time."""

_DRAW_3, _AGAIN = "draw 3", "play again"
_DRAWN = 3  # W-19
_NOTHING, _CERTAIN = Fraction(0), Fraction(1)


class Race:
    """The chances of one position.

    With `again`, "play again" is played: its extra turn (W-17) belongs to the turn in which that happens.
    """

    def __init__(self, position: Position, *, again: bool) -> None:
        names = [*LOSES, _DRAW_3, *([_AGAIN] if again else [])]
        self._cards = [card for card in position.rules.cards.cards if card.name in names]
        self._names = [card.name for card in self._cards]
        self._again = self._names.index(_AGAIN) if again else None
        self._dice = position.my_dice
        self._hand = tuple(position.hand.count(name) for name in self._names)
        self._supply = Supply.of(position, [{name} for name in self._names])
        nothing = (0,) * (len(self._cards) + 1)
        self._empty = Supply(nothing, 0, nothing, 0)
        self._before = cache(self._rolling)
        self._draw = cache(self._drawing)

    def chance(self, turns: int) -> Fraction:
        """Return the chance to be without dice at the end of so many turns, from 1 to 6, or before.

        `ToolkitError` for other numbers.
        """
        if not 1 <= turns <= MOST_TURNS:
            raise ToolkitError(f"{turns} turns: from 1 to {MOST_TURNS} are looked at")
        return self._before(turns, self._dice, *self._seen(turns, self._hand, self._supply))

    def _seen(self, turns: int, hand: Counts, supply: Supply) -> tuple[Counts, Supply]:
        """Return hand and supply as far as they can matter in so many turns."""
        useful = [self._useful(name, turns) for name in self._names]
        supply = supply.merged([held >= enough for held, enough in zip(hand, useful, strict=True)])
        if turns == 1 and not (self._again is not None and (hand[self._again] or supply.left(self._again))):
            supply = self._empty  # W-28: who loses the last die rolled W and perhaps DIE, but no CARD
        return tuple(map(min, hand, useful)), supply

    def _useful(self, name: str, turns: int) -> int:
        """Return how many copies of a card can be of use: one card a turn, and the last turn is W-28's."""
        if name == _AGAIN:
            return CARDS
        return turns if name == LAST else turns - 1

    def _drawing(
        self, turns: int, count: int, hand: Counts, supply: Supply
    ) -> list[tuple[Counts, Supply, Fraction]]:
        """Return the hands and supplies, as far as they matter, after a draw of cards, with their chances."""
        weights: dict[tuple[Counts, Supply], int] = {}
        for drawn, ways, rest in supply.draws(count):
            seen = self._seen(turns, tuple(map(add, hand, drawn)), rest)
            weights[seen] = weights.get(seen, 0) + ways
        total = sum(weights.values())
        return [(hand, rest, Fraction(ways, total)) for (hand, rest), ways in weights.items()]

    def _rolling(self, turns: int, dice: int, hand: Counts, supply: Supply) -> Fraction:
        """Return the chance before a roll."""
        return mean_over_rolls(dice, lambda shown: self._rolled(turns, shown, hand, supply))

    def _rolled(self, turns: int, shown: Roll, hand: Counts, supply: Supply) -> Fraction:
        """Return the chance after a roll: cards are drawn (W-7), then dice given away (W-8)."""
        wazabi, card, _ = shown
        if not wazabi + card:
            return _CERTAIN  # W-27
        if turns == 1 and supply is self._empty and wazabi + card > 1:
            return _NOTHING  # W-28
        drawn = self._draw(turns, card, hand, supply)
        return _mean((self._best(turns, shown, held, rest), share) for held, rest, share in drawn)

    def _best(self, turns: int, shown: Roll, hand: Counts, supply: Supply) -> Fraction:
        """Return the chance by the best choice of a card, or of none (W-9)."""
        dice = shown[0] + shown[1]
        best = self._after(turns, dice, hand, supply)
        for kind, card in enumerate(self._cards):
            if hand[kind] and playable(card, shown):
                rest = (*hand[:kind], hand[kind] - 1, *hand[kind + 1 :])
                best = max(best, self._played(card.name, turns, dice, rest, supply))
        return best

    def _played(self, name: str, turns: int, dice: int, hand: Counts, supply: Supply) -> Fraction:
        if name == _AGAIN:
            return self._before(turns, dice, *self._seen(turns, hand, supply))
        if name == _DRAW_3:
            drawn = self._draw(turns - 1, _DRAWN, hand, supply)
            return _mean((self._before(turns - 1, dice, held, rest), share) for held, rest, share in drawn)
        return self._after(turns, dice - LOSES.get(name, 0), hand, supply)

    def _after(self, turns: int, dice: int, hand: Counts, supply: Supply) -> Fraction:
        """Return the chance at the end of a turn."""
        if not dice:
            return _CERTAIN
        if turns == 1:
            return _NOTHING
        return self._before(turns - 1, dice, *self._seen(turns - 1, hand, supply))


def _mean(chances: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """Return the mean of chances by their weights; most chances of a race are nothing and take no time."""
    return sum((chance * weight for chance, weight in chances if chance), _NOTHING)
