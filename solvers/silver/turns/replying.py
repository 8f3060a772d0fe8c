"""What one turn of an opponent can do to my call: the exact bounds of Q-7 (S-29).

An opponent whose cards are all certain replies before anybody else moves a card. Every card that may come in
is tried for every set of own cards: the top discard (S-12), each card beside the deck (S-44), the next cards
of the deck as far as Rascals reach (S-49), what a Master fetches (S-52), what a Witch puts into the own
village (S-53), and after a failed attempt the card of the deck that it may cost (S-20). Where such a card is
not certain it is any one that it can be.

Looks and cards that are turned up change no sum. Left out is what moves a card from village to village or
into another one: a Robber, and a Witch's card for an opponent (S-53, S-54). `piles.no_movers` tells the
chance that cards that may be drawn are none of these; one beside the deck works as well (A-20).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations

from solvers.silver.hidden.pools import Counts, without
from solvers.silver.scoring.calling import check_call
from solvers.silver.scoring.lowest import lowest_against
from solvers.silver.sets.exchanges import pushes
from solvers.silver.targets import pushable
from solvers.silver.turns.drawing import put_back, rascals
from toolkit.games.silver.cards import DOPPELGANGER, MASTER, SQUIRE, WITCH
from toolkit.games.silver.exchange import costs_a_card, matches
from toolkit.games.silver.position import Position

_Card = int | None
"""A card that may come in; None for any one of the pool."""

_Entry = tuple[int, int | None]
"""The number of a card that comes in, and the highest one that a failure may cost; None for an empty deck."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What one turn of an opponent can come to after my call."""

    player: int  #: the opponent, whose cards are all certain
    #: `lowest` and `highest`: the lowest and the highest sum that this village can have after the turn. Both
    #: can come about.
    lowest: int
    highest: int
    #: `worst` and `best`: the chance that my sum is at most `lowest`, and `highest`, and at most that of
    #: every other village as it lies now. Whatever this opponent knows and does, the chance to be lowest
    #: after the turn is between the two, ties counted for me (S-32), if no card is moved from or into another
    #: village. A kamikaze of score mode is not counted (S-60).
    worst: Fraction
    best: Fraction


def reply_bounds(position: Position) -> list[Reply]:
    """Return the bounds for each opponent whose cards are all certain, clockwise (Q-7).

    Each is taken to reply first, at once after my call; the others keep their cards.

    Raises
    ------
    ToolkitError
        I may not call (`check_call`). `TooLarge` if it takes too long to tell who is lowest.
    """
    check_call(position)
    return [
        _reply(position, player)
        for player in position.others
        if not any(slot.hidden for slot in position.villages[player])
    ]


def _reply(position: Position, player: int) -> Reply:
    sums = set(_Turn(replace(position, me=player)).sums())
    worst, best = (lowest_against(position, {player: total}) for total in (min(sums), max(sums)))
    return Reply(player, min(sums), max(sums), worst, best)


# ---- one turn ---------------------------------------------------------------------------------------------


class _Turn:
    """The last turn of the player who asks, whose cards are all certain.

    Cards beside the deck are refilled before (S-67). Pools hold what the cards may be that are not certain.
    """

    def __init__(self, position: Position) -> None:
        deck: list[_Card] = [*position.top, *[None] * (position.deck - len(position.top))]
        shown = max(len(position.face_up(SQUIRE)) - len(position.shown), 0)
        self._position, self._village = position, _Village(position)
        self._beside, self._deck = [*position.shown, *deck[:shown]], deck[shown:]

    def sums(self) -> Iterator[int]:
        """Yield sums that the village can have after the turn, the lowest and the highest among them."""
        if not self._takes_part():
            yield self._village.total
            return
        if self._deck or self._beside or not (self._position.discard and self._village.single):
            yield self._village.total  # the card is discarded again, or none can be taken
        if self._village.single:
            for card, penalty in self._entries():
                yield from self._village.after(card, penalty)

    def _takes_part(self) -> bool:
        return bool(self._deck or self._beside or self._position.rules.finish_last_turns)  # S-30, A-38

    def _entries(self) -> Iterator[_Entry]:
        """Yield all cards that may come in, each with what a failure may cost then."""
        for card, deck, works in self._sources():
            for number, pool in _numbers(card, self._position.unseen):
                yield number, _highest(deck, pool)
                if works and number == WITCH and deck:
                    for top, left in _numbers(deck[0], pool):
                        yield top, _highest(deck[1:], left)
                if works and number == MASTER:
                    for fetched, left in self._pile(pool):
                        yield fetched, _highest(deck, left)

    def _sources(self) -> Iterator[tuple[_Card, list[_Card], bool]]:
        """Yield the cards that may be taken or kept, the deck then, and whether their abilities work."""
        for card in self._position.discard[-1:]:
            yield card, self._deck, False
        for beside in self._beside:
            yield beside, self._deck, self._position.rules.squire_ability
        for count in range(1, min(1 + rascals(self._position), len(self._deck)) + 1):
            for at in range(count):
                back = put_back(self._deck[:at] + self._deck[at + 1 : count], self._position.rules)
                yield self._deck[at], [*back, *self._deck[count:]], True

    def _pile(self, pool: Counts) -> Iterator[tuple[int, Counts]]:
        """Yield what may be fetched from the discard pile."""
        for card in set(self._position.discard):
            yield card, pool
        if self._position.forgotten:
            yield from _numbers(None, pool)


def _numbers(card: _Card, pool: Counts) -> Iterator[tuple[int, Counts]]:
    """Yield the numbers that a card may have, with the pool then."""
    if card is not None:
        yield card, pool
        return
    for number, count in enumerate(pool):
        if count:
            yield number, without(pool, number)


def _highest(deck: Sequence[_Card], pool: Counts) -> int | None:
    """Return the highest number that the next card of a deck may have; None for an empty deck."""
    return max((number for number, _ in _numbers(deck[0], pool)), default=None) if deck else None


class _Village:
    """What the player who asks can do for a card, whose own cards are all certain."""

    def __init__(self, position: Position) -> None:
        rules, free = position.rules, [slot for _, slot in pushable(position)]
        numbers = [card.known or 0 for card in position.mine]
        # Three cards may cost one more (S-20); three different ones may need a fourth.
        tried = chain.from_iterable(combinations(free, size) for size in (2, 3, 4))
        pushed = [slots for slots in tried if pushes(position, slots)]
        hands = [[numbers[slot] for slot in slots] for slots in pushed]
        failed = [hand for hand in hands if not matches(hand, rules)]
        self.total = sum(numbers)
        self.single = [numbers[slot] for slot in free]
        self._fails = bool(failed)
        self._costs = any(costs_a_card(hand, rules) for hand in failed)
        self._most = max((sum(hand) for hand in self._whole() if matches(hand, rules)), default=0)

    def _whole(self) -> Iterator[list[int]]:
        """Yield the sets of which one is the heaviest that matches, if any two cards or more match.

        That is a single card, or all 13s with all cards of up to two numbers (S-55, A-14).
        """
        wild = [card for card in self.single if card == DOPPELGANGER]
        kinds = set(self.single) - {DOPPELGANGER}
        yield from ([card] for card in self.single)
        for some in range(3):
            for kept in combinations(sorted(kinds), some):
                yield [*wild, *[card for card in self.single if card in kept]]

    def after(self, card: int, penalty: int | None) -> Iterator[int]:
        """Yield sums after an exchange for a card, the lowest and the highest among them (S-17 to S-20)."""
        yield self.total + card - self._most
        yield self.total + card - min(self.single)
        if self._fails:
            yield self.total + card
        if self._costs and penalty is not None:
            yield self.total + card + penalty
