"""A call: who is lowest now, what a call is worth, what a turn of an opponent can do to it (Q-6 to Q-8).

What a call is worth against going on follows from the formulas of the judge, for villages as one player knows
them (`solvers.silver.rollouts.judge`). What others know of their cards comes from the masks of a game, or
from what is said of a position (Q-8, S-29).

The bounds of Q-7 are exact. An opponent whose cards are all certain replies before anybody else moves a card
(S-29). Every card that may come in is tried for every set of own cards: the top discard (S-12), each card
beside the deck (S-44), the next cards of the deck as far as Rascals reach (S-49), what a Master fetches
(S-52), what a Witch puts into the own village (S-53), and after a failed attempt the card of the deck that it
may cost (S-20). Where such a card is not certain it is any one that it can be.

Looks and cards that are turned up change no sum. Left out is what moves a card from village to village or
into another one: a Robber, and a Witch's card for an opponent (S-53, S-54). The question `movers` tells the
chance that cards that may be drawn are none of these; one beside the deck works as well (A-20).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations

from solvers.questions import Answer, Note, Seed
from solvers.silver.asking import (
    GAMES,
    QUERIES,
    Games,
    Known,
    Policy,
    Tilting,
    TooLarge,
    check_call,
    pushable,
    told,
    who_does,
)
from solvers.silver.hidden import Counts, Law, rascals, without
from solvers.silver.played import played_out, sampled
from solvers.silver.rollouts.judge import (
    GOING_ON,
    REPLY,
    REPLY_VARIANCE,
    cost,
    kept_at,
    more_by_taking,
    stays_below,
    theta_at,
)
from solvers.silver.scoring import lowest, lowest_against, static_call, tilted
from solvers.silver.sets import known_parts, pushes
from solvers.silver.turn import put_back
from toolkit.games.silver.cards import MASTER, MOST_TO_CALL, SQUIRE, WITCH
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.exchange import costs_a_card, matches
from toolkit.games.silver.position import Position


@QUERIES.asks(notes={"strict": Note("without ties")})
def lowest_(
    position: Position, *, games: Games = GAMES, seed: Seed = 1, tilt: Tilting = None
) -> Iterator[Answer]:
    """Tell the chance to be lowest now, ties counted for you, and without ties (Q-6).

    It is counted, or simulated where that takes too long.
    """
    words, law = "lowest now, ties counted", tilted(position, tilt)
    try:
        strict = law.lowest(strict=True) if law else lowest(position, strict=True)
        yield Answer(words=words, more={"strict": strict}, **told(law.lowest() if law else lowest(position)))
    except TooLarge:
        if law:
            raise
        yield sampled(position, words, games, seed)


@QUERIES.asks(
    notes={
        "break_even": Note("pays from"),
        "score": Note("score of the call, mean", "points"),
        "outlook": Note("after replies, low cards kept"),
        "outlook_saved": Note("saved against going on", "points"),
        "going_on": Note("score without the call, mean", "points"),
        "saved": Note("points saved by the call", "points"),
        "worst": Note("lowest then, at worst"),
        "best": Note("lowest then, at best"),
    },
    usual=lambda position: (
        len(position.mine) <= MOST_TO_CALL and position.called_by is None and position.held is None
    ),
)
def call(
    position: Position,
    *,
    policy: Policy = None,
    games: Games = GAMES,
    seed: Seed = 1,
    insight: Known = "own",
) -> Iterator[Answer]:
    """Tell the chance of a call as the cards lie now, and from which chance on it pays (Q-8).

    Beside it stands what bots and advice think of it: people keep low cards, and have a turn left. Of an
    opponent whose cards are all certain, what one turn can make of them is told, too. With a policy the call
    is played out as well (Q-7); that can be done where the first takes too long.
    """
    words, bounds = "a call succeeds as the cards lie", list[Reply]()
    try:
        found = static_call(position)
        then = outlook(position, insight)
        kept = {"outlook": then.chance, "outlook_saved": then.gain}
        more = {"break_even": found.break_even, "score": found.score, "sum": found.sum, **kept}
        yield Answer(words=words, exact=found.chance, more=more)
        bounds += reply_bounds(position)
    except TooLarge as error:
        yield Answer(words=words, refused=str(error))
    if policy is not None:
        yield played_out(position, policy, games, seed, insight)
    for one in bounds:
        about = {"player": one.player, "from": one.lowest, "to": one.highest}
        ends = who_does(position, one.player, "end", "ends")
        words = f"{ends} with {one.lowest} to {one.highest} points after one turn"
        yield Answer(words=words, about=about, more={"worst": one.worst, "best": one.best})


# ---- what a call is worth against going on -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Village:
    """A village as one player knows it."""

    known: float  #: the sum of the cards that this player knows
    kept: int  #: how many others its owner knows
    blind: int  #: how many neither of them knows


def villages_in(position: Position, insight: Insight, *, mine: bool = False) -> tuple[Village, ...]:
    """Return the villages of a position; of a half-remembered card the mean counts.

    What others know of their cards the position tells, or else the insight (`Position.seers`). `mine`: I
    know my hidden cards, too, although the game does not tell them (`Rules.memory`).
    """
    law, own, found = Law.of(position), insight == "own", []
    for player, village in enumerate(position.villages):
        unknown = [at for at, slot in enumerate(village) if slot.number is None]
        known = sum(law.mean((player, at)) for at, slot in enumerate(village) if slot.number is not None)
        all_kept = mine and player == position.me
        kept = sum(all_kept or player in position.seers((player, at), own=own) for at in unknown)
        found.append(Village(float(known), kept, len(unknown) - kept))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What comes of a call."""

    chance: float  #: the chance that it succeeds after the replies of the others
    cost: float  #: the points with which the caller ends the round, in the mean

    @property
    def gain(self) -> float:
        """By how many points the caller is expected to end below a player who goes on."""
        return GOING_ON - self.cost


def outlook(position: Position, insight: Insight = "own", *, mine: bool = False, replies: int = 1) -> Outlook:
    """Return what a call is worth, as the villages are known (`villages_in`; Q-8).

    Each of the others has so many turns until the round ends: 2 where they come before the call, too.
    """
    villages = villages_in(position, insight, mine=mine)
    kept, theta = sum([one.kept for one in villages]), theta_at(position.deck, len(villages))
    mean, variance, blind, blind_variance = kept_at(position.unseen, kept, theta)
    sums = [
        (
            one.known + one.kept * mean + one.blind * blind,
            one.kept * variance + one.blind * blind_variance,
        )
        for one in villages
    ]
    (own, own_variance), chance = sums[position.me], 1.0
    before = replies - 1  # the last one is counted by the judge
    first = (position.me + 1) % len(sums)
    for player, (theirs, its_variance) in enumerate(sums):
        if player != position.me:
            lower, wider = theirs - before * REPLY, own_variance + its_variance + before * REPLY_VARIANCE
            if player == first and not before and position.discard:
                given = _given_up(position, player, mean, insight)
                lower -= more_by_taking(given, position.discard[-1])
            chance *= stays_below(own, lower, wider)
    return Outlook(chance, cost(own, chance))


def _given_up(position: Position, player: int, hidden: float, insight: Insight) -> float:
    """Return what cards of one number count that an opponent knows; a hidden one counts its mean."""
    counts: dict[int | None, float] = defaultdict(float)
    law, own = Law.of(position), insight == "own"
    for at, slot in enumerate(position.villages[player]):
        known = slot.face_up or player in position.seers((player, at), own=own)
        if known and (player, at) != position.amulet:
            counts[slot.number] += 0 if slot.number is None else float(law.mean((player, at)))
    if None in counts:
        counts[None] = hidden
    return max(counts.values(), default=0.0)


# ---- what one turn of an opponent can come to --------------------------------------------------------------

_Card = int | None
"""A card that may come in; None for any one of the pool."""


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

    Each is taken to reply first, at once after my call; the others keep their cards. `ToolkitError` if I may
    not call (`check_call`), `TooLarge` as in `lowest`.
    """
    check_call(position)
    found = []
    for player in position.others:
        if not any(slot.hidden for slot in position.villages[player]):
            sums = set(_sums(replace(position, me=player)))
            worst, best = (lowest_against(position, {player: one}) for one in (min(sums), max(sums)))
            found.append(Reply(player, min(sums), max(sums), worst, best))
    return found


def _sums(position: Position) -> Iterator[int]:
    """Yield sums that the village of the player who asks can have after the last turn (S-17 to S-20).

    The lowest and the highest are among them. All these cards are certain; those beside the deck are refilled
    before (S-67).
    """
    rules, numbers = position.rules, [card.known or 0 for card in position.mine]
    total, free = sum(numbers), [slot for _, slot in pushable(position)]
    single = sorted(numbers[slot] for slot in free)
    shown = max(len(position.face_up(SQUIRE)) - len(position.shown), 0)
    pile: list[_Card] = [*position.top, *[None] * (position.deck - len(position.top))]
    beside, deck = [*position.shown, *pile[:shown]], pile[shown:]
    left = bool(deck or beside)
    if left or not (rules.finish_last_turns and position.discard and single):
        yield total  # the card is discarded again, or none can be taken (S-30, A-38)
    if not single or not (left or rules.finish_last_turns):
        return
    # Three cards may cost one more (S-20); three different ones may need a fourth.
    tried = chain.from_iterable(combinations(free, size) for size in (2, 3, 4))
    hands = [[numbers[slot] for slot in slots] for slots in tried if pushes(position, slots)]
    failed = [hand for hand in hands if not matches(hand, rules)]
    costs = any(costs_a_card(hand, rules) for hand in failed)
    sets = [*known_parts(single), *[(card,) for card in single]]
    most = max(sum(cards) for cards in sets if matches(cards, rules))
    for card, penalty in _entries(position, beside, deck):
        yield from (total + card - most, total + card - single[0])
        if failed:
            yield total + card
        if costs and penalty is not None:
            yield total + card + penalty


def _entries(
    position: Position, beside: Sequence[_Card], deck: Sequence[_Card]
) -> Iterator[tuple[int, int | None]]:
    """Yield all cards that may come in, each with the highest that a failure may cost; None for no card."""
    for card, left, works in _sources(position, beside, deck):
        for number, pool in _numbers(card, position.unseen):
            yield number, _highest(left, pool)
            if works and number == WITCH and left:
                for top, rest in _numbers(left[0], pool):
                    yield top, _highest(left[1:], rest)
            if works and number == MASTER:
                piled = chain.from_iterable(_numbers(one, pool) for one in set(position.discard))
                unknown = _numbers(None, pool) if position.forgotten else ()
                for fetched, rest in chain(piled, unknown):
                    yield fetched, _highest(left, rest)


def _sources(
    position: Position, beside: Sequence[_Card], deck: Sequence[_Card]
) -> Iterator[tuple[_Card, Sequence[_Card], bool]]:
    """Yield the cards that may be taken or kept, the deck then, and whether their abilities work."""
    yield from ((card, deck, False) for card in position.discard[-1:])
    yield from ((card, deck, position.rules.squire_ability) for card in beside)
    for count in range(1, min(1 + rascals(position), len(deck)) + 1):
        for at in range(count):
            back = put_back([*deck[:at], *deck[at + 1 : count]], position.rules)
            yield deck[at], [*back, *deck[count:]], True


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
