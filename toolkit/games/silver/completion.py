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
from toolkit.core.hidden import Zones
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.play.abilities import Using
from toolkit.games.silver.play.turns import TakingTurn
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import (
    DECK,
    DISCARD,
    FACE_DOWN,
    HELD,
    SHOWN,
    TOP,
    UNDECIDED,
    VILLAGE,
    Pair,
    SilverState,
)

if TYPE_CHECKING:
    from toolkit.games.silver.position import Place, Position, Slot

_MOST_CASES = 1 << 14

Numbers = tuple[int, ...]
"""The numbers of true memories, sorted."""

Insight = Literal["own", "nothing"]
"""What the others are taken to know of face-down cards, which no position tells: their own, or nothing."""


def complete(position: Position, random: Random, *, insight: Insight) -> SilverState:
    """Return a game in a position: the player who asks begins a turn, or uses the held card.

    The hidden cards are dealt as likely as they are (`Hidden`). A held card counts as drawn from the deck.
    After a call each player up to the caller has one more turn (S-29); if the one who asks has called, the
    next player begins. It is not known who began the round: the holder of the amulet counts as that, else
    the player who asks. The turn limit counts from here.

    Parameters
    ----------
    position
        What one player knows.
    random
        Deals.
    insight
        What the others know of face-down cards.

    Raises
    ------
    ToolkitError
        The round is over: no card is left to draw (S-30); the caller holds a card (S-28); too many memories.
    """
    _check(position)
    state = SilverState.begin(position.rules, position.players)
    _lay_table(state, position)
    _lay_cards(state, position, random, insight)
    me = position.me
    state.turn = me if position.called_by != me else position.others[0]
    state.stack = [TakingTurn(state.turn) if position.held is None else Using(me, "deck")]
    state.phase = "turn"
    if position.called_by is not None:
        state.caller = position.called_by
        state.turns_left = (state.caller - state.turn) % state.players
    return state


def _check(position: Position) -> None:
    if position.called_by == position.me and position.held is not None:
        raise ToolkitError("who has called holds no card (S-28)")
    finishes = position.called_by is not None and position.rules.finish_last_turns
    if not (position.deck or position.shown or position.held is not None or finishes):
        raise ToolkitError("no card is left to draw: the round is over (S-30)")


def _lay_table(state: SilverState, position: Position) -> None:
    """Set all that lies open but the cards."""
    players = range(position.players)
    state.totals, state.round = position.scores, position.round
    state.halved, state.results, state.limited = tuple(False for _ in players), (), ()
    state.caller, state.turns_left, state.turns, state.reason = NOBODY, UNDECIDED, 0, ""
    state.acted, state.pair_shown, state.used, state.just_moved = False, False, 0, 0
    state.up, state.guards = [[] for _ in players], [() for _ in players]
    state.amulet, state.amulet_slot = position.amulet or (NOBODY, NOBODY)
    state.may_protect = position.amulet is not None
    state.first = position.me if position.amulet is None else state.amulet
    for guard in position.guards:
        state.guards[guard.player] = tuple(
            sorted((*state.guards[guard.player], Pair(guard.guard, guard.charge)))
        )
    for (player, _), slot in position.places:
        state.up[player].append(FACE_DOWN if slot.known is None or not slot.face_up else slot.known)


def _lay_cards(state: SilverState, position: Position, random: Random, insight: Insight) -> None:
    hidden = Hidden(position)
    numbers, rest = hidden.deal(random)
    dealt = dict(zip(hidden.places, numbers, strict=True))
    bag = position.deck - len(position.top) + position.removed
    layout, me = state.layouts(position.rules, position.players)["cards"], 1 << position.me
    cards: list[list[int]] = [[] for _ in layout.viewers]
    known: list[list[int]] = [[] for _ in layout.viewers]
    cards[DECK] = sorted(rest[:bag])
    held = [] if position.held is None else [position.held]
    for zone, faces in ((TOP, position.top), (HELD, held)):
        cards[zone], known[zone] = list(faces), [me for _ in faces]
    cards[SHOWN], known[SHOWN] = list(position.shown), [ALL for _ in position.shown]
    forgotten = rest[bag:]  # they lie somewhere below the top, which is open
    cards[DISCARD] = [*forgotten, *position.discard]
    known[DISCARD] = [*(0 for _ in forgotten), *(ALL for _ in position.discard)]
    for place, slot in position.places:
        zone = VILLAGE + place[0]
        cards[zone].append(dealt[place] if slot.known is None else slot.known)
        known[zone].append(_knowing(position, place, slot, insight))
    state.cards = Zones(layout, cards, known)


def _knowing(position: Position, place: Place, slot: Slot, insight: Insight) -> int:
    """Return the mask of the players who know a card."""
    if slot.face_up:
        return ALL
    mine = 0 if slot.hidden else 1 << position.me
    own = place[0] != position.me and insight == "own"
    return mine | own << place[0]


# ---- the hidden cards --------------------------------------------------------------------------------------


class Hidden:
    """The hidden cards of a position.

    Parameters
    ----------
    position
        What one player knows.

    Attributes
    ----------
    places
        The hidden cards of the villages, by player and slot.
    """

    def __init__(self, position: Position) -> None:
        self.places: tuple[Place, ...] = tuple(place for place, slot in position.places if slot.hidden)
        self._unseen = position.unseen
        self._memories = [
            (place, slot) for place, slot in position.places if slot.hidden and slot.number is not None
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
        for (place, slot), before in zip(reversed(self._memories), reversed(self._ways[:-1]), strict=True):
            number, less = _number(slot), _without(numbers, _number(slot))
            true = before.get(less, 0) * self._weight(slot, less) if less is not None else 0
            false = before.get(numbers, 0) * _weight_of_false(slot)
            if less is not None and draw_weighted(random, [(True, true), (False, false)]):
                found[place], numbers = number, less
        return found

    @cached_property
    def _ways(self) -> Sequence[Mapping[Numbers, int]]:
        """The weights of the numbers of true memories, among the first ones: none, one, and so on."""
        ways: list[dict[Numbers, int]] = [{(): 1}]
        for _, slot in self._memories:
            after: dict[Numbers, int] = defaultdict(int)
            for numbers, weight in ways[-1].items():
                after[numbers] += weight * _weight_of_false(slot)
                if more := weight * self._weight(slot, numbers):
                    after[tuple(sorted((*numbers, _number(slot))))] += more
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

    def _weight(self, slot: Slot, others: Numbers) -> int:
        """Return the weight of a memory being true, when those of some numbers are."""
        number = _number(slot)
        return slot.reliability.numerator * len(COPIES) * (self._unseen[number] - others.count(number))


def _number(slot: Slot) -> int:
    if slot.number is None:
        raise AssertionError("a memory has a number")
    return slot.number


def _weight_of_false(slot: Slot) -> int:
    return slot.reliability.denominator - slot.reliability.numerator


def _without(numbers: Numbers, number: int) -> Numbers | None:
    """Return numbers with one less; None if it is not among them."""
    if number not in numbers:
        return None
    index = numbers.index(number)
    return numbers[:index] + numbers[index + 1 :]
