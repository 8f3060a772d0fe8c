"""The odds of the turn that begins: the roll, the cards it lets be played, the dice left at its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial

from solvers.wazabi.rolls import LOSES, Roll, mean_over_rolls, playable, roll
from solvers.wazabi.supply import Supply
from toolkit.games.wazabi.cards import Card
from toolkit.games.wazabi.position import Position

_AGAIN, _KEEP_1 = "play again", "keep 1 card"
_KEEP_1_OF = 2  # W-26: it names somebody with at least so many cards


@dataclass(frozen=True, slots=True)
class Worth:
    """How many own dice are to be expected at the end of the turn, by what is played.

    A card of the hand is played wherever that helps, and no other; with "play again" it is the end of the
    extra turn that counts, in which the best card is played. The best card may be one drawn in this turn;
    "play again" is left out.
    """

    no_card: Fraction
    cards: Mapping[str, Fraction]
    best: Fraction


class Turn:
    """The turn that begins in a position: nothing is rolled yet.

    Dice that show DIE are given to players whose dice do not come back with "swap dice" or "pass dice", where
    there is a choice (W-8). A turn that is going to be missed (W-20) is passed over: the odds are of the next
    roll.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._hand = frozenset(position.hand)
        self._cards = position.rules.cards.cards
        self._none = cache(self._none_among)
        self._expect = cache(self._expected)
        self._best_first = cache(self._sorted_plays)

    def playable(self) -> dict[str, Fraction]:
        """Return for each kind of card of the deck the chance that it can be played.

        A kind that is not in the hand must be drawn in this turn first. Hands are looked at as they are now
        for "keep 1 card" (W-26), and a card that would change nothing counts as playable (A6).
        """
        return {card.name: self._playable(card) for card in self._cards}

    def worth(self) -> Worth:
        """Return how many own dice are to be expected at the end, by the card that is played."""
        dice = self._position.my_dice
        held = [card.name for card in self._cards if card.name in self._hand]
        cards = {name: self._expect(dice, frozenset([name])) for name in held}
        if _AGAIN in cards:
            cards[_AGAIN] = self._twice(dice)
        return Worth(self._expect(dice, frozenset()), cards, self._expect(dice, self._hand, drawn=0))

    def _playable(self, card: Card) -> Fraction:
        targets = self._position.targets
        if card.name == _KEEP_1 and all(self._position.hands[seat] < _KEEP_1_OF for seat in targets):
            return Fraction(0)
        held = frozenset([card.name]) & self._hand
        lacking = partial(self._lacking, frozenset([card.name]), held, 0)
        return mean_over_rolls(
            self._position.my_dice, lambda shown: 1 - lacking(shown[1]) if playable(card, shown) else 0
        )

    def _expected(self, dice: int, held: frozenset[str], drawn: int | None = None) -> Fraction:
        """Return the expected dice at the end of a turn with so many dice, when the best card is played.

        `held` are the kinds of cards that may be played. So may those that this turn brings, and so many that
        were `drawn` before; None: no drawn card is played.
        """
        return mean_over_rolls(dice, lambda shown: self._least(shown, held, drawn))

    def _least(self, shown: Roll, held: frozenset[str], drawn: int | None) -> Fraction:
        """Return the expected dice after a roll: the best card is played, of those held and drawn."""
        lacking, expected, better = Fraction(1), Fraction(0), frozenset[str]()
        for dice, name in self._best_first(shown):
            better |= {name}
            none = self._lacking(better, held, drawn, shown[1])
            expected += (lacking - none) * dice
            lacking = none
            if not lacking:
                break
        return expected + lacking * (shown[0] + shown[1])

    def _sorted_plays(self, shown: Roll) -> list[tuple[int, str]]:
        """Return the cards that would leave fewer dice after a roll than no card, the fewest first."""
        plays = [(self._left(card.name, shown), card.name) for card in self._cards if playable(card, shown)]
        return sorted((dice, name) for dice, name in plays if dice < shown[0] + shown[1])

    def _lacking(self, names: frozenset[str], held: frozenset[str], drawn: int | None, more: int) -> Fraction:
        """Return the chance that none of these kinds of cards is held or drawn."""
        if names & held:
            return Fraction(0)
        return Fraction(1) if drawn is None else self._none(names, drawn + more)

    def _twice(self, dice: int) -> Fraction:
        """Return the expected dice after "play again" and the extra turn that it brings (W-17)."""
        again = {
            shown: self._expect(shown[0] + shown[1], self._hand, drawn=shown[1])
            for shown, _ in roll(dice)
            if shown[0] + shown[1]
        }
        return mean_over_rolls(dice, lambda shown: again.get(shown, 0))

    def _left(self, name: str, shown: Roll) -> int:
        """Return the dice after a card is played."""
        left = shown[0] + shown[1]
        if name == "swap dice":  # W-25
            return min(self._comes(seat, left) for seat in self._position.targets)
        if name == "pass dice":  # W-21
            return min(self._comes(seat, left) for seat in self._position.neighbours)
        return left - LOSES.get(name, 0)

    def _comes(self, seat: int, left: int) -> int:
        """Return the dice of another player, with those that can be given to nobody else."""
        given = self._position.my_dice - left if self._position.receivers == (seat,) else 0
        return self._position.dice[seat] + given

    def _none_among(self, names: frozenset[str], count: int) -> Fraction:
        """Return the chance that none of these kinds is among so many drawn cards."""
        ways = [(drawn[0], ways) for drawn, ways, _ in Supply.of(self._position, [names]).draws(count)]
        return Fraction(sum(ways for found, ways in ways if not found), sum(ways for _, ways in ways))
