"""A position completed to a game that can be played on (`GAME.complete`), and the deal of its hidden cards.

Every assignment of the unseen cards to the hidden places is equally likely, but for what is half-remembered:
a memory of number `r` with reliability `p` has the likelihood ``p [v = r] + (1 - p) / 14`` when the card is
`v` (Q-3). So first it is drawn which memories are true, and then all other cards are shuffled.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import perm
from random import Random
from typing import TYPE_CHECKING, Literal

from toolkit.core.chance import draw_weighted
from toolkit.core.decision import ALL
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import Layout, Zones
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.play.abilities import Using
from toolkit.games.silver.play.turns import TakingTurn
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import DECK, DISCARD, FACE_DOWN, HELD, SHOWN, TOP, VILLAGE, Pair, SilverState

if TYPE_CHECKING:
    from toolkit.games.silver.position import Place, Position

_MOST_CASES = 1 << 14

Numbers = tuple[int, ...]
"""The numbers of true memories, sorted."""

Insight = Literal["own", "nothing"]
"""What others are taken to know of face-down cards if nothing tells it (`Position.seen`): theirs, or none."""


def complete(state: SilverState, position: Position, random: Random, *, insight: Insight) -> SilverState:
    """Bring a game with the rules and players of a position, before any card is dealt, into that position.

    Who asks begins a turn, or uses the held card, which counts as drawn from the deck. After a call each
    player up to the caller has one more turn (S-29); if who asks has called, the next player begins. It is
    not known who began the round: the holder of the amulet counts as that, else the player who asks. The turn
    limit counts from here. The hidden cards are dealt as likely as they are (`Hidden`); `insight` is what the
    others know of face-down cards, unless the position tells it.

    `ToolkitError` when the round is over, as no card is left to draw (S-30), when the caller holds a card
    (S-28), and for too many memories.
    """
    caller, me = position.called_by, position.me
    if caller == me and position.held is not None:
        raise ToolkitError("who has called holds no card (S-28)")
    finishes = caller is not None and position.rules.finish_last_turns
    if not (position.deck or position.shown or position.held is not None or finishes):
        raise ToolkitError("no card is left to draw: the round is over (S-30)")
    state.totals, state.round = position.scores, position.round
    state.amulet, state.amulet_slot = position.amulet or (NOBODY, NOBODY)
    state.may_protect = position.amulet is not None
    state.first = me if position.amulet is None else state.amulet
    for player, guard, charge in sorted(position.guards):
        state.guards[player] += (Pair(guard, charge),)
    for (player, _), slot in position.places:
        state.up[player].append(FACE_DOWN if slot.known is None or not slot.face_up else slot.known)
    state.cards = _laid(state.cards.layout, position, random, insight)
    state.turn = position.others[0] if caller == me else me
    state.stack = [TakingTurn(state.turn) if position.held is None else Using(me, "deck")]
    state.phase = "turn"
    if caller is not None:
        state.caller, state.turns_left = caller, (caller - state.turn) % state.players
    return state


def _laid(layout: Layout, position: Position, random: Random, insight: Insight) -> Zones:
    """Return the cards where they lie, the hidden ones dealt, with who knows them."""
    hidden = Hidden(position)
    numbers, rest = hidden.deal(random)
    dealt = dict(zip(hidden.places, numbers, strict=True))
    bag = position.deck - len(position.top) + position.removed
    cards: list[list[int]] = [[] for _ in layout.viewers]
    known: list[list[int]] = [[] for _ in layout.viewers]
    cards[DECK] = sorted(rest[:bag])
    held, me = [] if position.held is None else [position.held], 1 << position.me
    for zone, faces, who in (
        (TOP, position.top, me),
        (HELD, held, me),
        (SHOWN, position.shown, ALL),
        (DISCARD, rest[bag:], 0),  # forgotten: they lie somewhere below the top, which is open
        (DISCARD, position.discard, ALL),
    ):
        cards[zone] += faces
        known[zone] += [who] * len(faces)
    for (player, at), slot in position.places:
        seen = sum(1 << seer for seer in position.seers((player, at), own=insight == "own"))
        knows = ALL if slot.face_up else seen if slot.known is not None else seen & ~me
        cards[VILLAGE + player].append(dealt[player, at] if slot.known is None else slot.known)
        known[VILLAGE + player].append(knows)
    return Zones(layout, cards, known)


# ---- the hidden cards --------------------------------------------------------------------------------------


class Hidden:
    """The hidden cards of a position, as one player knows it."""

    def __init__(self, position: Position) -> None:
        #: The hidden cards of the villages, by player and slot.
        self.places: tuple[Place, ...] = tuple(place for place, slot in position.places if slot.hidden)
        self._unseen = position.unseen
        #: Of each memory its place, its number, and the weights of its being true, for each card, and false.
        self._memories = [
            (place, slot.number, chance.numerator * len(COPIES), chance.denominator - chance.numerator)
            for place, slot in position.places
            if (chance := slot.reliability) != 1 and slot.number is not None
        ]

    def deal(self, random: Random) -> tuple[list[int], list[int]]:
        """Return the numbers at `places`, and all other hidden cards in any order.

        `ToolkitError` when the memories may be true in more than 16,384 ways.
        """
        true = self._draw_true(random)
        rest = list((Counter(dict(enumerate(self._unseen))) - Counter(true.values())).elements())
        random.shuffle(rest)
        return [true[place] if place in true else rest.pop() for place in self.places], rest

    def _draw_true(self, random: Random) -> Mapping[Place, int]:
        """Return the numbers at the places whose memory is true."""
        found: dict[Place, int] = {}
        if not self._memories:
            return found
        numbers = draw_weighted(random, self._last)
        ways = zip(reversed(self._memories), reversed(self._ways[:-1]), strict=True)
        for (place, number, true, false), before in ways:
            if number in numbers:
                at = numbers.index(number)
                less = numbers[:at] + numbers[at + 1 :]
                right = before.get(less, 0) * true * self._left(number, less)
                if draw_weighted(random, [(True, right), (False, before.get(numbers, 0) * false)]):
                    found[place], numbers = number, less
        return found

    @cached_property
    def _ways(self) -> Sequence[Mapping[Numbers, int]]:
        """The weights of the numbers of true memories, among the first ones: none, one, and so on."""
        ways: list[dict[Numbers, int]] = [{(): 1}]
        for _, number, true, false in self._memories:
            after: dict[Numbers, int] = defaultdict(int)
            for numbers, weight in ways[-1].items():
                after[numbers] += weight * false
                if more := weight * true * self._left(number, numbers):
                    after[tuple(sorted((*numbers, number)))] += more
            if len(after) > _MOST_CASES:
                raise ToolkitError(f"{len(self._memories)} half-remembered cards are too many to deal")
            ways.append(after)
        return ways

    @cached_property
    def _last(self) -> Sequence[tuple[Numbers, int]]:
        """The numbers of all true memories, with the weights of all deals that fit them."""
        size, count = sum(self._unseen), len(self._memories)
        return [
            (numbers, weight * perm(size - len(numbers), count - len(numbers)))
            for numbers, weight in self._ways[-1].items()
        ]

    def _left(self, number: int, others: Numbers) -> int:
        """Return how many unseen cards of a number are left when memories of some numbers are true."""
        return self._unseen[number] - others.count(number)
