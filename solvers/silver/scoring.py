"""The cards as they lie now: sums, who is lowest, how a round is scored (Q-1, Q-5, Q-6, Q-8, Q-25).

All villages are drawn from one pool. In score mode a kamikaze comes before everything else (S-60, A-27).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

from solvers.questions import Answer
from solvers.silver.asking import (
    QUERIES,
    APlayer,
    At,
    Player,
    Tilt,
    Tilting,
    TooLarge,
    asked_player,
    asked_players,
    cards_named,
    check_call,
    checked_slot,
    texts,
    who_does,
    whose,
)
from solvers.silver.comparing import MOST_CELLS, Hand, count_cells, total_ways, ways_and_points, ways_lowest
from solvers.silver.hidden import DECK, Counts, Law, mean_of, sum_of, summed, ways_to_draw
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.position import Place, Position
from toolkit.games.silver.scoring import FAILED_CALL, GOAL, HALF, KAMIKAZE

if TYPE_CHECKING:
    from solvers.silver.tilted import Tilted

_EMPTY_TABLE = 10_000
"""The cells that could be counted in the time that any table takes."""

_MOST_WORK = 2 * MOST_CELLS
"""Cells of all tables together that are counted: some seconds, as for the largest single table."""

_SOON = 1 << 18
"""Cells that are counted beside a question about something else; that takes a tenth of a second or so."""

_LIKELIEST = 5
"""So many cards are told of a place."""

_Case = tuple[Fraction, Position]
"""A position with its chance, or with a weight below 0 where it is taken off another one."""


def tilted(position: Position, tilt: Tilt | None) -> Tilted | None:
    """Return the law of model B1 for a tilt; None for no tilt, which is model B0."""
    if tilt is None:
        return None
    from solvers.silver.tilted import Tilted  # it takes time to load

    return Tilted(position, tilt)


# ---- cards and sums ----------------------------------------------------------------------------------------


@QUERIES.asks(columns=["number"], usual=False, nothing="every card of this village is certain")
def slot_(
    position: Position, *, player: Player = None, slot: At = None, tilt: Tilting = None
) -> Iterator[Answer]:
    """Tell the numbers that a card may have (Q-1)."""
    player, law = asked_player(position, player), tilted(position, tilt) or Law.of(position)
    hidden = [at for at, card in enumerate(position.villages[player]) if card.hidden]
    for at in hidden if slot is None else [checked_slot(position, player, slot)]:
        about, chances = {"player": player, "slot": at}, texts(law.number((player, at)))
        words = cards_named(position, player, [at]).capitalize()
        yield Answer(words=words, about=about, distribution=chances)


@QUERIES.asks(
    usual=lambda position: position.seen is not None,
    nothing="every card of the villages is certain, and so is the next one of the deck",
)
def places(position: Position, *, tilt: Tilting = None) -> Iterator[Answer]:
    """Tell the five likeliest cards of each place that is not certain, and who has seen it (Q-1)."""
    law = tilted(position, tilt) or Law.of(position)
    hidden = [place for place, slot in position.places if slot.hidden]
    for place in hidden + [(DECK, 0)] * (position.deck > len(position.top) == 0):
        yield probable(position, place, law.number(place))


def probable(
    position: Position, place: Place, chances: Mapping[int, Fraction | float] | None = None
) -> Answer:
    """Return the five likeliest cards at a place of a village or of the deck, the best first (Q-1).

    The chances of all numbers are those of model B0 if they are not given.
    """
    chances, (player, at) = Law.of(position).number(place) if chances is None else chances, place
    likeliest = sorted(chances.items(), key=lambda one: (-one[1], one[0]))[:_LIKELIEST]
    if player == DECK:
        words, seers = "next card of the deck", [position.me] * (at < len(position.top))
        about: dict[str, Any] = {"place": "deck", "seen_by": seers}
    else:
        words = cards_named(position, player, [at])
        about = {"player": player, "slot": at, "seen_by": position.seers(place)}
    return Answer(words=words, about=about, distribution=texts(dict(likeliest)))


def village_sum(position: Position, player: APlayer) -> dict[int, Fraction]:
    """Return the chance of each sum of a player's village (Q-5)."""
    return sum_of(Law.of(position), [(player, slot) for slot in range(len(position.villages[player]))])


@QUERIES.asks(columns=["sum"], unit="points")
def sum_(position: Position, *, player: Player = None, tilt: Tilting = None) -> Iterator[Answer]:
    """Tell the sum of a village (Q-5)."""
    player = asked_player(position, player)
    words, about = f"sum of {whose(position, player)} village, mean", {"player": player}
    if law := tilted(position, tilt):
        chances = law.village_sum(player)
        yield Answer(words=words, about=about, distribution=texts(chances), estimate=law.mean_of(chances))
    else:
        exact = village_sum(position, player)
        yield Answer(words=words, about=about, distribution=texts(exact), exact=mean_of(exact))


# ---- who is lowest (Q-6) -----------------------------------------------------------------------------------


def lowest(position: Position, *, strict: bool = False) -> Fraction:
    """Return the chance that my village has the lowest sum as the cards lie now (Q-6).

    `strict`: a tie is not enough, as it is for a caller (S-32). `TooLarge` if too many cards are
    half-remembered, or the villages are too large (`ways_lowest`).
    """
    return lowest_against(position, {}, strict=strict)


def lowest_against(
    position: Position, sums: Mapping[int, int], *, strict: bool = False, most: int = _MOST_WORK
) -> Fraction:
    """Return the chance to be `lowest`, some of the others having these sums.

    By player, they count instead of villages whose cards are all certain (Q-7). With more cells than `most`,
    in all tables together where they are largest, it is `TooLarge`.
    """
    return summed(
        share * ways_lowest(pool, Hand(mine.known + strict, mine.hidden), others)
        for share, pool, mine, others in _hands(position, sums, most)
    )


def lowest_sum(position: Position) -> tuple[Fraction, Fraction]:
    """Return the chance to be lowest, ties included, and the mean of my sum there; 0 counts elsewhere."""
    chance = mean = Fraction(0)
    for share, pool, mine, others in _hands(position, {}, _MOST_WORK):
        ways, points = ways_and_points(pool, mine, others)
        chance, mean = chance + share * ways, mean + share * points
    return chance, mean


def _hands(
    position: Position, sums: Mapping[int, int], most: int
) -> list[tuple[Fraction, Counts, Hand, Sequence[Hand]]]:
    """Return all that reports can say of the sums: the share of a way, the pool, my hand and the others."""
    law, cases = Law.of(position), defaultdict[tuple[Counts, tuple[Hand, ...]], int](int)
    for term in law.grouped(lambda place: (place[0], 0)):
        hands = {}
        for player, village in enumerate(position.villages):
            numbers = [number for (owner, _), number in term.told if owner == player]
            known = sum(slot.known or 0 for slot in village) + sum(numbers)
            hidden = sum(slot.hidden for slot in village) - len(numbers)
            hands[player] = Hand(sums[player], 0) if player in sums else Hand(known, hidden)
        mine = hands.pop(position.me)
        others = sorted(hands.values(), key=lambda hand: (hand.hidden, hand.known))  # alike cases are one
        cases[term.pool, (mine, *others)] += term.weight
    work = sum(_EMPTY_TABLE + count_cells(mine, others) for _, (mine, *others) in cases)
    if work > most:
        raise TooLarge(f"{work} combined states are too many to tell who is lowest")
    return [
        (Fraction(weight, law.total * total_ways(pool, hands)), pool, hands[0], hands[1:])
        for (pool, hands), weight in cases.items()
    ]


# ---- the kamikaze, and exactly 100 points (S-58 to S-60, Q-25) ---------------------------------------------


def kamikaze(position: Position, player: APlayer) -> Fraction:
    """Return the chance that a player's village is exactly 12, 12, 13 and 13 as the cards lie now (Q-25)."""
    village, chance = position.villages[player], Fraction(0)
    if len(village) != len(KAMIKAZE):
        return chance
    law, known = Law.of(position), [slot.known for slot in village if slot.known is not None]
    hidden = [(player, at) for at, slot in enumerate(village) if slot.hidden]
    for term in law.terms(hidden):
        left = Counter(KAMIKAZE) - Counter([*known, *[number for _, number in term.told]])
        if left.total() == (drawn := len(hidden) - len(term.told)):
            ways = ways_to_draw(term.pool, left.items())
            chance += Fraction(term.weight * ways, law.total * comb(sum(term.pool), drawn))
    return chance


@QUERIES.asks(usual=lambda position: position.rules.score_mode)
def kamikaze_(position: Position, *, player: Player = None) -> Iterator[Answer]:
    """Tell the chance of 12, 12, 13 and 13 (Q-25)."""
    for one in asked_players(position, player):
        words, chance = f"{who_does(position, one, 'have', 'has')} 12, 12, 13, 13", kamikaze(position, one)
        yield Answer(words=words, about={"player": one}, exact=chance)


def _heroes(position: Position) -> tuple[dict[int, Fraction], list[_Case]]:
    """Return the chances of those who may have a kamikaze; and the position, less the cases in which one has.

    Hidden cards lie there in some order. Nobody may have one where it does not count (S-60).
    """
    heroes, cases = dict[int, Fraction](), [(Fraction(1), position)]
    for player in range(position.players) if position.rules.score_mode else ():
        if chance := kamikaze(position, player):
            village, case = position.villages[player], position
            left = Counter(KAMIKAZE) - Counter([slot.known for slot in village if slot.known is not None])
            hidden = [(player, at) for at, slot in enumerate(village) if slot.hidden]
            for place, number in zip(hidden, left.elements(), strict=True):
                case = case.seeing(place, number)
            heroes[player] = chance
            cases.append((-chance, case))
    return heroes, cases


@QUERIES.asks(usual=lambda position: position.rules.score_mode)
def hundred(position: Position, *, player: Player = None) -> Iterator[Answer]:
    """Tell the chance of a total of exactly 100, if the round ended now (Q-25).

    Nobody's call is counted for the player: a caller's score is that of `Call`. A kamikaze comes before all
    other scores (S-60, S-68).
    """
    for one in asked_players(position, player):
        if not position.rules.score_mode:
            raise ToolkitError("exactly 100 points matter in score mode only (S-59): rules.score_mode = true")
        if position.called_by == one:
            if player is None:
                continue
            raise ToolkitError(f"player {one} has called: the score is 0, or the sum and 10 more (S-32)")
        missing, (heroes, cases) = GOAL - position.scores[one], _heroes(position)
        mine = heroes.get(one, Fraction(0))
        chance = summed(weight * village_sum(case, one).get(missing, 0) for weight, case in cases)
        chance += {HALF: summed(heroes.values()) - mine, 0: mine}.get(missing, Fraction(0))
        words = f"{who_does(position, one, 'get', 'gets')} exactly 100 now"
        yield Answer(words=words, about={"player": one}, exact=chance)


# ---- how a round is scored that ends now (S-31, S-32, S-60) ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """A call, if the round were scored at once."""

    #: The chance that the call succeeds: that the own sum is the lowest, ties included. In score mode an own
    #: kamikaze succeeds, and with one of an opponent the call fails (S-60, A-27).
    chance: Fraction
    score: Fraction  #: the mean round score of the caller
    sum: Fraction  #: the mean round score without the call: of the own sum, but for a kamikaze in score mode
    #: The chance from which on the call scores less than the own sum: 10 / (s + 10), where `s` is the own
    #: sum, in the mean over the cases in which it is the lowest, without a kamikaze; None if it never is.
    break_even: Fraction | None


def static_call(position: Position) -> Call:
    """Return what a call is worth as the cards lie now, without the last turns of the others (Q-8, S-32).

    `ToolkitError` if the player may not call (`check_call`), `TooLarge` as in `lowest`.
    """
    check_call(position)
    (heroes, cases), chance, saved = _heroes(position), Fraction(0), Fraction(0)
    for weight, case in cases:
        lower, points = lowest_sum(case)
        chance, saved = chance + weight * lower, saved + weight * points
    some, mine = summed(heroes.values()), heroes.get(position.me, Fraction(0))
    going_on = _mean_points(position, position.me)
    score = going_on + FAILED_CALL * (1 - some - chance) - saved
    even = FAILED_CALL / (saved / chance + FAILED_CALL) if chance else None
    return Call(chance + mine, score, going_on, even)


def mean_points(position: Position, player: int) -> Fraction | None:
    """Return the mean round points of a player if the round were scored now (S-31, S-32).

    In score mode a kamikaze counts (S-60). None for a caller where it takes too long to tell who is lowest.
    """
    if player != position.called_by:
        return _mean_points(position, player)
    try:
        return static_call(replace(position, me=player)).score
    except TooLarge:
        return None


def _mean_points(position: Position, player: int) -> Fraction:
    """Return the mean round points of a player for whom no call counts."""
    heroes, cases = _heroes(position)
    own = summed(weight * mean_of(village_sum(case, player)) for weight, case in cases)
    return own + HALF * summed(chance for seat, chance in heroes.items() if seat != player)


@dataclass(frozen=True, slots=True)
class Scored:
    """A round that is scored as the cards lie, in the mean over the hidden ones."""

    #: The mean round points by player (S-31, S-32, S-60). Whoever has called is scored as a caller (A-6);
    #: None where it takes too long to tell whether the call succeeds.
    points: tuple[Fraction | None, ...]
    #: The chance that the own sum is the lowest, ties counted (Q-6); None where that is not told at once.
    lowest: Fraction | None


def scored(cases: Sequence[_Case]) -> Scored:
    """Return how the round is scored in the mean over positions with their chances."""

    def mean(value: Callable[[Position], Fraction | None]) -> Fraction | None:
        values = [(chance, value(position)) for chance, position in cases]
        known = [chance * one for chance, one in values if one is not None]
        return summed(known) if len(known) == len(values) else None

    seats = range(cases[0][1].players)
    return Scored(tuple(mean(partial(mean_points, player=seat)) for seat in seats), mean(_lowest_soon))


def _lowest_soon(position: Position) -> Fraction | None:
    try:
        return lowest_against(position, {}, most=_SOON)
    except TooLarge:
        return None
