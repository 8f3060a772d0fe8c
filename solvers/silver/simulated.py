"""What is simulated: calls after replies, how rounds and games end, what a Revealer and a threshold bring.

Rounds are played out by named policies (`solvers.silver.rollouts`). Where a position is asked about, its
hidden cards are dealt as likely as they are (model B0, `toolkit.games.silver.completion`), and all seats
follow one policy. In whole rounds all cards are dealt anew, and all that people hold follows from how they
play (model B2). Whatever is compared gets the same deals and the same luck.

Of a position the questions of ``tobago odds silver`` tell it all (`solvers.silver.played`); what is public
here says more: of calls, and of whole rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.intervals import Interval, share, student_quantile
from solvers.silver.asking import check_call, other_face_down, own_face_down
from solvers.silver.door import question
from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.compiling import Engine, chosen_engine
from solvers.silver.rollouts.moves import discard_held
from solvers.silver.rollouts.running import POLICY, Policy, Rounds, play, policy, trace
from solvers.silver.rollouts.starts import Start, from_position, from_state, start_at, whole_round
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.actions import CALL, MOST_PLAYERS
from toolkit.games.silver.cards import REVEALER
from toolkit.games.silver.completion import Hidden, Insight
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import Place, Position
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.scoring import KAMIKAZE, amulet_winner, game_over, game_winners, new_totals
from toolkit.games.silver.state import VILLAGE, SilverState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["call_after_replies", "call_thresholds", "calls_in_play"]

# ---- what answers have in common ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Simulated:
    """How an answer was simulated."""

    policies: tuple[str, ...]  #: the names of the policies, by seat
    games: int  #: how many rounds were played
    seed: int | str  #: all follows from it and from the number of the round
    #: What the others were taken to know of face-down cards; None where all cards were dealt anew.
    insight: Insight | None = None
    #: The model of the hidden cards. B0: all assignments to the hidden places equally likely, but for
    #: memories; B2: what the policies made of cards that were dealt anew.
    model: str = "B0"


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of independent values."""

    value: float  #: the mean
    standard_error: float | None  #: its standard error; None for a single value
    games: int  #: how many values there were
    #: `least` and `most`: between what all values are: points of a round are never below 0.
    least: float = -inf
    most: float = inf

    @property
    def interval(self) -> Interval:
        """The mean with Student's 95 % interval, cut to the range of the values; none for a single value."""
        if self.standard_error is None:
            return Interval(self.value, None, None)
        spread = student_quantile(self.games - 1) * self.standard_error
        low, high = max(self.value - spread, self.least), min(self.value + spread, self.most)
        return Interval(self.value, low, high)


def estimate(values: NDArray[Any], least: float = -inf, most: float = inf) -> Estimate:
    """Return the mean of values of shape (games,), from one value on, all of them in a range."""
    games = len(values)
    error = float(values.std(ddof=1) / games**0.5) if games > 1 else None
    return Estimate(float(values.mean()), error, games, least, most)


def share_error(count: int, games: int) -> float | None:
    """Return the standard error of the share of what happened in `count` of the games; None for one game."""
    return sqrt(count * (games - count) / games**2 / (games - 1)) if games > 1 else None


def _whole(call: int, pool: Sequence[str], games: int, seed: int | str) -> Simulated:
    """Return how whole rounds are simulated: `steady` calls at a sum, against a pool of opponents."""
    if not 1 <= len(pool) < MOST_PLAYERS or games < 1:
        raise ToolkitError(
            f"{len(pool)} opponents and {games} rounds: 1 to {MOST_PLAYERS - 1} opponents, and one round"
        )
    policies = Policy(call=call), *map(policy, pool)
    return Simulated(tuple(map(str, policies)), games, seed, model="B2")


def _all_play(start: Start, name: str, games: int, seed: int | str) -> Rounds:
    """Play rounds out in which all seats follow one policy."""
    return play(start, [policy(name)] * start.players, range(games), seed=seed)


# ---- who is lowest now, where an exact count takes too long ------------------------------------------


def sampled_lowest(position: Position, deals: int, seed: int | str) -> tuple[int, int]:
    """Deal the hidden cards as likely as they are (`Hidden`); count how often my sum is the lowest.

    It is counted with ties and without. `ToolkitError` for too many memories to deal.
    """
    hidden, me = Hidden(position), position.me
    known = [sum(slot.known or 0 for slot in village) for village in position.villages]
    lowest = strictly = 0
    for number in range(deals):
        sums = known[:]
        cards, _ = hidden.deal(Random(f"{seed}/{number}"))
        for (player, _), card in zip(hidden.places, cards, strict=True):
            sums[player] += card
        least = min(sums[player] for player in position.others)
        lowest += sums[me] <= least
        strictly += sums[me] < least
    return lowest, strictly


# ---- a call: what the others' last turns do to it, and what going on is worth (Q-7, Q-8) -------------------


@dataclass(frozen=True, slots=True)
class SimulatedCall:
    """A call now, against going on without a call in this turn."""

    how: Simulated
    succeeded: int  #: in how many games the caller was lowest at the end, ties included (S-32)
    score: Estimate  #: the caller's round points
    #: The same player's round points without a call in this turn; None for a call that is made already.
    going_on: Estimate | None
    #: By how much `going_on` is above `score`, in pairs of games with equal luck; None likewise.
    saved: Estimate | None

    @property
    def chance(self) -> Interval:
        """The chance that the call succeeds, with Wilson's 95 % interval."""
        return share(self.succeeded, self.how.games)

    @property
    def standard_error(self) -> float | None:
        """The standard error of that chance; None for a single game."""
        return share_error(self.succeeded, self.how.games)


@partial(question, __name__)
def call_after_replies(
    position: Position,
    name: str = POLICY,
    *,
    games: int = 2_000,
    seed: int | str = 1,
    insight: Insight = "own",
) -> SimulatedCall:
    """Play each opponent's one reply to my call, and the round without it (Q-7, Q-8).

    Parameters
    ----------
    position
        The beginning of my turn, or what follows my call.
    name
        The policy of all seats (`solvers.silver.rollouts.policy`).
    games, seed
        How many rounds, from 1, and from which seed.
    insight
        What the others know of face-down cards: ``own`` or ``nothing``.

    Raises
    ------
    ToolkitError
        I cannot call: too many cards (S-28), a card in hand, or somebody else has called (S-29); an unknown
        policy; no game; too many memories.
    """
    check_call(position)
    me, called = position.me, start_at(replace(position, called_by=position.me), insight)
    how = Simulated((str(policy(name)),) * position.players, games, seed, insight)
    mine, going_on, saved = _all_play(called, name, games, seed).points[:, me], None, None
    if position.called_by is None:
        others = _all_play(_too_late(start_at(position, insight)), name, games, seed).points[:, me]
        going_on, saved = estimate(others, 0), estimate(others - mine)
    return SimulatedCall(how, int((mine == 0).sum()), estimate(mine, 0), going_on, saved)


def _too_late(start: Start) -> Start:
    """Return the beginning of a turn in which it is too late to call, as after a free action (S-66)."""
    return _changed(start, {at.ACTED: 1})


def _changed(start: Start, numbers: Mapping[int, int]) -> Start:
    """Return a beginning with other numbers at some places of the table."""
    table = list(start.table)
    for place, number in numbers.items():
        table[place] = number
    return replace(start, table=table)


# ---- how a round ends, and when (Q-18, Q-20) ---------------------------------------------------------------

_ENDS = {
    "villagers": at.PAIR_MET,
    "call": at.LAST_TURNS_OVER,
    "deck": at.RAN_OUT,
    "limit": at.TURN_LIMIT,
}
"""Both 0s (S-42), after a call (S-29), because no card is left (S-30), the turn limit (A-34)."""


def endings(
    position: Position, name: str, games: int, seed: int | str, insight: Insight
) -> tuple[Mapping[str, NDArray[np.bool_]], NDArray[np.int64]]:
    """Play a round on; return, by round, whether it ended like that, and after how many turns from now on.

    The turn in which both 0s meet counts. Errors are those of `call_after_replies`, but for the call.
    """
    rounds = _all_play(start_at(position, insight), name, games, seed)
    ends = {end: rounds.ends == number for end, number in _ENDS.items()}
    return ends, rounds.turns + ends["villagers"]  # that turn is not over


# ---- a Revealer: what it saves to turn a card up (Q-16) ----------------------------------------------------


def revealings(
    position: Position, name: str, games: int, seed: int | str, insight: Insight
) -> Iterator[tuple[Place | None, Estimate, Estimate, int]]:
    """Discard the held 6 and turn each card up that it may turn, or none; all seats then follow a policy.

    It yields the place, first None for no card; my round points; by how much they are lower than without the
    ability, in pairs of rounds with equal luck; in how many rounds the second 0 ended it at once (S-42).
    Errors are those of `endings`; besides, no 6 is held.
    """
    if position.held != REVEALER:
        raise ToolkitError(f"no {REVEALER} is held: a Revealer is used when it was drawn (S-50)")
    start, points = start_at(position, insight), None
    own = own_face_down(position) if position.rules.revealer == "any" else []  # S-50, A-15
    for place in (None, *sorted([*own, *other_face_down(position)])):
        rounds = _all_play(_turned_up(start, place), name, games, seed)
        mine = rounds.points[:, position.me]
        points = mine if points is None else points
        at_once = (rounds.ends == at.PAIR_MET) & (rounds.steps == 0)
        yield place, estimate(mine, 0), estimate(points - mine), int(at_once.sum())


def _turned_up(start: Start, place: Place | None) -> Start:
    """Return the end of the turn in which the held card was discarded and a card turned up."""
    turned = _changed(start, {at.START: at.AT_END})
    discard_held(turned.table)
    if place:
        at.turn_up(turned.table, *place)
    return turned


# ---- games: who wins from which totals (Q-23) --------------------------------------------------------------

_USUAL_ROUNDS = 8
"""Rounds that a game in score mode may take, to choose the engine by."""


def match_chances(
    position: Position, name: str, games: int, seed: int | str, insight: Insight
) -> tuple[list[Estimate], Estimate]:
    """Play games on to their end; return the share of the victory by player, and how many rounds they took.

    The rounds are played one by one, all seats with one policy; the amulet and who begins follow from each
    round (S-33, S-35), and several winners share a victory (S-57, S-58). Errors are those of `endings`.
    """
    rules, number = position.rules, position.round
    begun = from_position(position, insight=insight)
    seats = begun.table[at.FIRST], begun.table[at.HOLDER]
    left = _USUAL_ROUNDS if rules.score_mode else rules.rounds - number + 1
    policies, engine = [policy(name)] * begun.players, chosen_engine(None, games * left)
    halved = (False,) * begun.players
    matches = [_Game(position.scores, number, halved, *seats) for _ in range(games)]
    while going := [place for place, match in enumerate(matches) if not match.winners]:
        for group in _alike_begun(matches, going):
            one = matches[group[0]]
            here = begun if one.round == number else one.start(rules)
            rounds = play(here, policies, group, seed=f"{seed}/{one.round}", engine=engine)
            for row, place in enumerate(group):
                matches[place].score(rounds, row, rules)
    won = np.array([match.victory() for match in matches])
    taken = estimate(np.array([match.round - number + 1 for match in matches]), 1)
    return [estimate(column, 0, 1) for column in won.T], taken


@dataclass(slots=True)
class _Game:
    """A game between two rounds."""

    totals: tuple[int, ...]
    round: int
    halved: tuple[bool, ...]
    first: int
    holder: int
    may_protect: bool = False
    winners: tuple[int, ...] = ()

    def start(self, rules: Rules) -> Start:
        """Return where the next round begins."""
        players, may = len(self.totals), self.may_protect
        return whole_round(players, rules, first=self.first, holder=self.holder, may_protect=may)

    def score(self, rounds: Rounds, row: int, rules: Rules) -> None:
        """Add the points of a round; then the game is over or the next round comes (S-68)."""
        points = tuple(rounds.points[row].tolist())
        self.totals, self.halved = new_totals(self.totals, points, self.halved, score_mode=rules.score_mode)
        villages = [_village_of(total) for total in rounds.sums[row].tolist()]
        caller = int(rounds.callers[row])
        self.holder, self.may_protect = amulet_winner(
            villages, points, caller, self.holder, self.first, rules
        )
        if game_over(self.totals, self.round, rules):
            self.winners = game_winners(self.totals, points, self.holder, rules)
        else:
            self.round, self.first = self.round + 1, self.holder

    def victory(self) -> list[float]:
        """Return each player's share of the victory."""
        return [(player in self.winners) / len(self.winners) for player in range(len(self.totals))]


def _alike_begun(matches: Sequence[_Game], numbers: Sequence[int]) -> list[list[int]]:
    """Return games by number in groups whose next rounds begin alike, to be played together."""
    alike: dict[tuple[int, int, bool], list[int]] = defaultdict(list)
    for number in numbers:
        match = matches[number]
        alike[match.first, match.holder, match.may_protect].append(number)
    return list(alike.values())


def _village_of(total: int) -> tuple[int, ...]:
    """Return a village with a sum, as far as the amulet depends on it.

    That is the sum, and whether a caller has a kamikaze (A-27): of all villages of four cards or fewer, which
    a caller has, no other one has its sum.
    """
    return KAMIKAZE if total == sum(KAMIKAZE) else (total,)


# ---- at what sum to call against named opponents, in whole rounds (Q-24) -----------------------------------


@dataclass(frozen=True, slots=True)
class Threshold:
    """Calling as soon as the expected own sum is so low, in whole rounds; `how` names this policy first."""

    how: Simulated
    call: int  #: the sum at which `steady` calls
    points: Estimate  #: the round points
    #: By how much they are above those of the best threshold, in pairs of rounds with equal luck.
    behind: Estimate
    #: `called` and `succeeded`: in how many rounds that player called, and was lowest then.
    called: int
    succeeded: int

    @property
    def success(self) -> Interval | None:
        """The chance that a call succeeds, with Wilson's 95 % interval; None without any call."""
        return share(self.succeeded, self.called) if self.called else None


def call_thresholds(
    pool: Sequence[str],
    thresholds: Sequence[int],
    rules: Rules,
    *,
    games: int = 2_000,
    seed: int | str = 1,
) -> list[Threshold]:
    """Play whole rounds with each threshold against named opponents, in the same deals (Q-24).

    The best one is the best of these rounds, so its points are a little too good: try it with another seed.

    Parameters
    ----------
    pool
        The policies of the opponents, from the left neighbour on; everybody begins equally often.
    thresholds
        The sums at which `steady` calls, each of which is tried.
    rules
        The rules.
    games, seed
        How many rounds for each threshold, from 1, and from which seed.

    Raises
    ------
    ToolkitError
        An unknown policy, another number of opponents than 1 to 3, no threshold, or no game.
    """
    if not thresholds:
        raise ToolkitError("at least one threshold is needed")
    engine, tried = chosen_engine(None, games * len(thresholds)), []
    for call in thresholds:
        how = _whole(call, pool, games, seed)
        tried.append((call, how, *_first_seats(how, rules, engine).T))
    best = min((points for _, _, points, _ in tried), key=lambda points: float(points.mean()))
    return [
        Threshold(
            how,
            call,
            estimate(points, 0),
            estimate(points - best),
            int(called.sum()),
            int((called * (points == 0)).sum()),
        )
        for call, how, points, called in tried
    ]


def _first_seats(how: Simulated, rules: Rules, engine: Engine) -> NDArray[np.int64]:
    """Return the points of seat 0 and whether it called, by round; another seat begins each of them."""
    players, found = len(how.policies), np.zeros((how.games, 2), np.int64)
    policies = list(map(policy, how.policies))
    for first in range(min(players, how.games)):
        begun, numbers = whole_round(players, rules, first=first), range(first, how.games, players)
        rounds = play(begun, policies, numbers, seed=how.seed, engine=engine)
        found[first::players] = np.column_stack([rounds.points[:, 0], rounds.callers == 0])
    return found


# ---- when to call with how many cards: at the turns of whole rounds (Q-8, Q-24) ----------------------------

_NEVER = -1  # no sum is so low


@dataclass(frozen=True, slots=True)
class CallInPlay:
    """A call with so many own cards and such a sum, or going on; `how` names this player's policy first."""

    how: Simulated
    #: `cards` and `sum`: the own cards at the beginning of the turn, all of them known to the player, and
    #: their sum.
    cards: int
    sum: int
    #: In how many of these turns the caller would have been lowest at the end, ties included (S-32).
    succeeded: int
    #: `score` and `going_on`: the round points with the call, and without it in this turn.
    score: Estimate
    going_on: Estimate
    saved: Estimate  #: by how much the call scores less

    @property
    def turns(self) -> int:
        """In how many rounds the player had such a turn."""
        return self.saved.games

    @property
    def chance(self) -> Interval:
        """The chance that the call succeeds, with Wilson's 95 % interval."""
        return share(self.succeeded, self.turns)


def calls_in_play(
    pool: Sequence[str], rules: Rules, *, call: int = 5, games: int = 1_000, seed: int | str = 1
) -> list[CallInPlay]:
    """Play whole rounds in which one player waits, and try a call at each turn in which it is legal.

    All hands are what the policies made of them (model B2), those of the opponents too. The player is
    `steady` but never calls until the turn that is looked at; from there the round is played once with a call
    and once without one in this turn, after which the player calls as usual. A round counts once for each
    number of cards and sum, so the turns of an answer are independent.

    Parameters
    ----------
    pool
        The policies of the opponents, from the left neighbour on; everybody begins equally often.
    rules
        The rules, with perfect memory.
    call
        The sum at which the player calls as usual.
    games, seed
        How many rounds, from 1, and from which seed.

    Raises
    ------
    ToolkitError
        An unknown policy, another number of opponents than 1 to 3, no round, or rules by which a state does
        not tell what players know.
    """
    if rules.memory != "perfect":
        raise ToolkitError(f"rules.memory = {rules.memory}: it is not known which cards the player knows")
    how = _whole(call, pool, games, seed)
    found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for number in range(games):
        for turn, points in _tried(how, rules, number).items():
            found[turn].append(points)
    answers = []
    for (cards, total), rows in sorted(found.items()):
        score, going_on = np.array(rows).T
        means = estimate(score, 0), estimate(going_on, 0), estimate(going_on - score)
        answers.append(CallInPlay(how, cards, total, int((score == 0).sum()), *means))
    return answers


def _tried(how: Simulated, rules: Rules, number: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the points with and without a call, by cards and sum, in one round."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    players = len(how.policies)
    me = number % players
    policies = [policy(how.policies[(seat - me) % players]) for seat in range(players)]

    def points(start: Start) -> int:
        return int(play(start, policies, [number], seed=f"{how.seed}/on").points[0, me])

    waiting = [replace(one, call=_NEVER) if seat == me else one for seat, one in enumerate(policies)]
    for state in _states(rules, waiting, how.seed, number):
        turn = _turn(state, me)
        if turn and turn not in found:
            refill = Random(f"{how.seed}/{number}/refill")
            found[turn] = points(_called(state, refill)), points(_too_late(from_state(state)))
    return found


def _states(rules: Rules, policies: Sequence[Policy], seed: int | str, number: int) -> Iterator[SilverState]:
    """Yield a round at all its steps; the state is the same one each time."""
    state = GAME.new(len(policies), rules)
    steps, _ = trace(whole_round(len(policies), rules), policies, seed, number)
    for step in steps:
        yield state
        state.apply_unchecked(step.action)


def _turn(state: SilverState, me: int) -> tuple[int, int] | None:
    """Return the number of own cards and their sum, at a turn at which the player may call and knows them."""
    if state.to_act() != me or state.decision_kind() != "turn" or CALL not in state.legal_actions():
        return None
    cards, known = state.cards.cards[VILLAGE + me], state.cards.known[VILLAGE + me]
    return (len(cards), sum(cards)) if all(mask >> me & 1 for mask in known) else None


def _called(state: SilverState, random: Random) -> Start:
    """Return the beginning of the next player's turn after a call."""
    called = state.clone()
    called.apply_unchecked(CALL)
    while called.to_act() == CHANCE:  # cards beside the deck (S-67)
        called.apply_unchecked(called.sample_chance(random))
    return from_state(called)
