"""`UnseenCards`: drawn cards of which somebody may say later what they are, and what they pass for till then.

A card that nobody has told yet is taken for some card of the pile. When it is told, it changes places with
one that nobody has told either, so that at every draw the pile still holds what is drawn. Cards come back
into the pile when it is shuffled anew, so a change may have to run on through several rounds of it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from toolkit.core.errors import ToolkitError

Card = TypeVar("Card")

Change = tuple[int, Card, bool]
"""A draw, by its number, the card that it is taken for from now on, and whether that was told."""

Changes = tuple[Change[Card], ...]
"""What changes together, in order."""

_Defect = tuple[int, Card]
"""A round of the pile, and the card of which it draws one too few."""


@dataclass(slots=True)
class UnseenCards(Generic[Card]):
    """The draws from one pile, by their numbers in order, and where the cards are now.

    Attributes
    ----------
    cards
        What each draw brought, or is taken to have brought.
    told
        Whether that was told.
    never
        What each draw cannot have brought.
    drawn, back
        In which round of the pile each was drawn, and in which it lies there again; None while it does not.
    held
        For each holder, the draws of the cards there.
    period
        For each draw, in which hand its card was: a holder has another one after all cards were discarded.
    hands
        The hand of each holder now, as `period` names it.
    discarded
        The draws of the cards that lie in the pile from the next round on.
    round
        The round of the pile, from 0: how often it was shuffled anew.
    """

    holders: int
    cards: list[Card] = field(default_factory=list)
    told: list[bool] = field(default_factory=list)
    never: list[Collection[Card]] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    back: list[int | None] = field(default_factory=list)
    held: list[list[int]] = field(default_factory=list)
    period: list[int | None] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)
    discarded: list[int] = field(default_factory=list)
    round: int = 0

    def __post_init__(self) -> None:
        self.held = self.held or [[] for _ in range(self.holders)]
        self.hands = self.hands or list(range(self.holders))

    def clone(self) -> UnseenCards[Card]:
        """Return a copy that shares nothing that can change."""
        return UnseenCards(
            self.holders,
            self.cards[:],
            self.told[:],
            self.never[:],
            self.drawn[:],
            self.back[:],
            [draws[:] for draws in self.held],
            self.period[:],
            self.hands[:],
            self.discarded[:],
            self.round,
        )

    def restarted(self) -> UnseenCards[Card]:
        """Return the same draws before the first one; what they bring stays."""
        return UnseenCards(self.holders, list(self.cards), list(self.told), list(self.never))

    # ---- what happens to the cards ------------------------------------------------------------------------

    def expect(self, card: Card, *, told: bool, never: Collection[Card] = ()) -> int:
        """Return the number of the next draw, which brings this card."""
        self.cards.append(card)
        self.told.append(told)
        self.never.append(never)
        return len(self.cards) - 1

    def draw(self, number: int, holder: int | None) -> None:
        """Let a draw be made: the card comes to a holder, or lies open on the table."""
        self.drawn.append(self.round)
        self.back.append(None)
        self.period.append(None if holder is None else self.hands[holder])
        if holder is not None:
            self.held[holder].append(number)

    def lay(self, holder: int, card: Card) -> None:
        """Let a holder lay a card that was told; `Mismatch` when there is none."""
        found = self.knows(holder, card)
        if found is None:
            raise Mismatch
        self.held[holder].remove(found)

    def discard(self, holder: int) -> None:
        """Let a holder discard all cards."""
        self.discarded += self.held[holder]
        self.held[holder] = []
        self.hands[holder] += self.holders

    def shuffle(self) -> None:
        """Let the discards be the pile of the next round."""
        self.round += 1
        for number in self.discarded:
            self.back[number] = self.round
        self.discarded = []

    # ---- what is known of them ----------------------------------------------------------------------------

    def known(self, holder: int) -> Iterator[int]:
        """Yield the draws of a holder's cards that were told."""
        return (number for number in self.held[holder] if self.told[number])

    def free(self, holder: int) -> Iterator[int]:
        """Yield the draws of a holder's cards that nobody has told."""
        return (number for number in self.held[holder] if not self.told[number])

    def knows(self, holder: int, card: Card) -> int | None:
        """Return the earliest draw of a holder's cards that was told to have brought a card."""
        return next((number for number in self.known(holder) if self.cards[number] == card), None)

    # ---- what else they may be ----------------------------------------------------------------------------

    def with_told(
        self, holder: int, card: Card, pile: Mapping[Card, int], *, replace: bool
    ) -> Iterator[tuple[UnseenCards[Card], Card | None]]:
        """Yield how an untold card of a holder can be this one, the earliest draw first.

        Parameters
        ----------
        holder
            Who holds the card.
        card
            What it is told to be.
        pile
            What lies in the pile now.
        replace
            Whether a card of the deck may be another one than was thought.

        Yields
        ------
        UnseenCards, Card | None
            The draws as they are then, and the card of the deck that has to be the told one instead; None
            where the deck stays as it is. Whether the game came that way is to be tried.
        """
        free = list(self.free(holder))
        for number in free:
            yield from self._told(number, card, pile, replace=False)
        hand = [n for n, told in enumerate(self.told) if told and self.period[n] == self.hands[holder]]
        for bound in hand:  # which of two draws in a hand it was is only guessed
            for number in free:
                if self.drawn[number] != self.drawn[bound]:
                    yield from self._told_instead(bound, number, card, pile)
        for wide in (False, True) if replace else ():
            for number in free:
                yield from self._told(number, card, pile, replace=True, wide=wide)

    def with_drawn(
        self, card: Card, pile: Mapping[Card, int], *, replace: bool
    ) -> Iterator[tuple[UnseenCards[Card], Card | None]]:
        """Yield how the next card of the pile can be this one, as in `with_told`; it is not drawn yet."""
        drawn, lying = self.clone(), Counter(pile)
        number = drawn.expect(spare(pile), told=False)
        drawn.draw(number, None)
        lying[drawn.cards[number]] -= 1
        for found, gone in drawn._told(number, card, lying, replace=replace):
            for one in (found.cards, found.told, found.never, found.drawn, found.back, found.period):
                del one[number:]
            yield found, gone

    def without(
        self, holder: int, cards: Collection[Card], pile: Mapping[Card, int]
    ) -> Iterator[UnseenCards[Card]]:
        """Yield how a holder can have none of these cards among the untold ones."""
        new = self.clone()
        for number in new.free(holder):
            new.never[number] = {*new.never[number], *cards}
        for number in list(new.free(holder)):
            others = {*pile, *(card for card, told in zip(new.cards, new.told, strict=True) if not told)}
            for other in sorted(others - {*cards}, key=str) if new.cards[number] in cards else ():
                ways = new._told(number, other, new._left(self, pile), replace=False)
                if (way := next(ways, None)) is not None:
                    new, _ = way
                    new.told[number] = False
                    break
        if not any(new.cards[number] in cards for number in new.free(holder)):
            yield new

    def _left(self, before: UnseenCards[Card], pile: Mapping[Card, int]) -> Counter[Card]:
        """Return what lies in the pile, when so much lay there with what the draws brought `before`."""
        lying = Counter(pile)
        for draw, (then, now) in enumerate(zip(before.cards, self.cards, strict=True)):
            sign = (self.back[draw] == self.round) - (self.drawn[draw] == self.round)
            lying[now] += sign
            lying[then] -= sign
        return lying

    def _told(
        self, number: int, card: Card, pile: Mapping[Card, int], *, replace: bool, wide: bool = False
    ) -> Iterator[tuple[UnseenCards[Card], Card | None]]:
        """Yield how a draw can have brought a card; `wide` looks for it where two cards change at once."""
        if card in self.never[number]:
            return
        found = _Search(self, number, card, pile, wide=wide).run(replace=replace)
        if found is not None:
            changes, gone = found
            new = self.clone()
            for changed, other, told in [*changes, (number, card, True)]:
                new.cards[changed], new.told[changed] = other, told
            yield new, gone

    def _told_instead(
        self, bound: int, number: int, card: Card, pile: Mapping[Card, int]
    ) -> Iterator[tuple[UnseenCards[Card], Card | None]]:
        """Yield how a draw to which another card was bound can have brought this one, and `number` that."""
        opened = self.clone()
        opened.told[bound] = False
        for first, _ in opened._told(bound, card, pile, replace=False):
            yield from first._told(number, self.cards[bound], first._left(self, pile), replace=False)


class Mismatch(ToolkitError):  # noqa: N818 - no fault of a program
    """What the draws are taken for cannot have happened so."""


class _Search(Generic[Card]):
    """How a draw can have brought another card than was thought.

    When it brings `card` and no longer `other`, its round of the pile draws one `card` too many and one
    `other` too few. That is mended in the round itself, or it is handed on: to the round in which another
    untold card came back, to that in which one that lay in this pile had been drawn before, or to that of a
    draw into the same hand, for which of the two was told is only guessed. Rounds and `other` are searched
    breadth first, so few draws change. A `wide` search lets a card that lies in this pile again be another
    one, too, when the pile has its like; whether that fits with the other changes is left to be tried.
    """

    def __init__(
        self, unseen: UnseenCards[Card], number: int, card: Card, pile: Mapping[Card, int], *, wide: bool
    ) -> None:
        self.unseen, self.card, self.pile, self.wide = unseen, card, pile, wide
        self.untold = [n for n in range(len(unseen.drawn)) if not unseen.told[n] and n != number]
        self.start = unseen.drawn[number], unseen.cards[number]
        self.twice = [
            (n, period) for n, period in enumerate(unseen.period) if n != number and period is not None
        ]
        # how each pair of a round and `other` was reached: the pair before, and what changed on the way
        self.reached: dict[_Defect[Card], tuple[_Defect[Card], Changes[Card]] | None] = {}

    def run(self, *, replace: bool) -> tuple[Changes[Card], Card | None] | None:
        """Return what changes, and with `replace` perhaps the card of the deck that has to be `card`."""
        self.reached[self.start] = None
        waiting, first = deque([self.start]), None
        while waiting:
            here = waiting.popleft()
            for there, changes in self._ways(here):
                if there is None:
                    return (*self._changes(here), *changes), None
                if there not in self.reached:
                    self.reached[there] = here, changes
                    waiting.append(there)
            if first is None and here[0] == 0:
                first = here
        return (self._changes(first), first[1]) if replace and first else None

    def _ways(self, here: _Defect[Card]) -> Iterator[tuple[_Defect[Card] | None, Changes[Card]]]:
        """Yield where it can be handed on, and what changes with that; None where it is mended."""
        unseen, (round_, other) = self.unseen, here
        last = round_ == unseen.round
        if other == self.card or (last and self.pile.get(self.card, 0) > 0):
            yield None, ()
        for number in self.untold:
            card, back = unseen.cards[number], unseen.back[number]
            if unseen.drawn[number] == round_ and other not in unseen.never[number]:
                if card == self.card:
                    yield None if back is None else (back, other), ((number, other, False),)
                elif back is None or (self.wide and back == unseen.round and self.pile.get(card, 0) > 0):
                    yield (round_, card), ((number, other, False),)
            if back == round_ and card == other and self.card not in unseen.never[number]:
                yield (unseen.drawn[number], other), ((number, self.card, False),)
        for lying, copies in self.pile.items() if last else ():
            if copies > 0:
                yield (round_, lying), ()
        yield from self._in_one_hand(here)

    def _in_one_hand(self, here: _Defect[Card]) -> Iterator[tuple[_Defect[Card], Changes[Card]]]:
        """Yield how two draws into one hand, of different rounds, can have brought each other's card."""
        unseen, (round_, other) = self.unseen, here
        for number, period in self.twice:
            if unseen.drawn[number] != round_ or unseen.cards[number] != self.card:
                continue
            for beside, same in self.twice:
                if same == period and unseen.cards[beside] == other and unseen.drawn[beside] != round_:
                    changes = (number, other, unseen.told[beside]), (beside, self.card, unseen.told[number])
                    yield (unseen.drawn[beside], other), changes

    def _changes(self, here: _Defect[Card]) -> Changes[Card]:
        found: Changes[Card] = ()
        step = self.reached[here]
        while step is not None:
            here, changes = step
            found = (*changes, *found)
            step = self.reached[here]
        return found


def spare(pile: Mapping[Card, int]) -> Card:
    """Return the card of a pile that will be missed least: one of those with the most copies left."""
    return max(pile, key=pile.__getitem__)
