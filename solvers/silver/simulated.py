"""What is simulated: calls after replies, how rounds and games end, what a Revealer and a threshold bring.

Rounds are played out by named policies (`solvers.silver.rollouts`). Where a position is asked about, its
hidden cards are dealt as likely as they are (model B0, `toolkit.games.silver.completion`), and all seats
follow one policy. Whatever is compared gets the same deals and the same luck.
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
from solvers.silver.rollouts.starts import Start, from_state, start_at, whole_round
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

__all__ = [
    "call_after_replies",
    "call_thresholds",
    "calls_in_play",
    "endings",
    "match_chances",
    "revealings",
    "sampled_lowest",
]

# ---- what answers have in common ---------------------------------------------------------------------------

MODEL = "B0"
"""The model of the hidden cards: all assignments to the hidden places equally likely, but for memories."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """How an answer was simulated."""

    policies: tuple[str, ...]  #: the names of the policies, by seat; none where cards are dealt alone
    games: int  #: how many deals, rounds or games were played
    seed: int | str  #: all follows from it and from the number of the game
    #: What the others were taken to know of face-down cards; None where all cards were dealt anew.
    insight: Insight | None = None
    model: str = MODEL  #: the model of the hidden cards


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


@dataclass(frozen=True, slots=True)
class Played:
    """What is told of what was dealt or played out."""

    how: Simulated  #: the policies by seat, the games, the seed, and what the others were taken to know

    def share(self, count: int) -> Interval:
        """Return the share of what happened in `count` of the games, with Wilson's 95 % interval."""
        return share(count, self.how.games)

    def share_error(self, count: int) -> float | None:
        """Return the standard error of that share; None for a single game."""
        games = self.how.games
        return sqrt(count * (games - count) / games**2 / (games - 1)) if games > 1 else None


def _how(
    policies: Sequence[Policy], games: int, seed: int | str, insight: Insight | None = None
) -> Simulated:
    return Simulated(tuple(map(str, policies)), games, seed, insight)


def _alike(start: Start, name: str, games: int, seed: int | str, insight: Insight) -> Simulated:
    """Return how games are simulated in which all seats follow one policy."""
    return _how([policy(name)] * start.players, games, seed, insight)


def _played(start: Start, how: Simulated, workers: int) -> Rounds:
    """Play rounds out."""
    policies = [policy(name) for name in how.policies]
    return play(start, policies, range(how.games), seed=how.seed, workers=workers)


# ---- who is lowest now, where an exact count takes too long ------------------------------------------


@dataclass(frozen=True, slots=True)
class Sampled(Played):
    """How often my village was the lowest in deals of the hidden cards."""

    #: `lowest` and `strictly`: in how many of them my sum was the lowest, with ties and without.
    lowest: int
    strictly: int


@partial(question, __name__)
def sampled_lowest(position: Position, *, deals: int = 2_000, seed: int | str = 1) -> Sampled:
    """Deal the hidden cards as likely as they are (`Hidden`) and count how often my sum is the lowest.

    Raises
    ------
    ToolkitError
        No deal, or too many memories to deal.
    """
    if deals < 1:
        raise ToolkitError(f"at least one deal is needed, not {deals}")
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
    return Sampled(_how((), deals, seed), lowest, strictly)


# ---- a call: what the others' last turns do to it, and what going on is worth (Q-7, Q-8) -------------------


@dataclass(frozen=True, slots=True)
class SimulatedCall(Played):
    """A call now, against going on without a call in this turn."""

    succeeded: int  #: in how many games the caller was lowest at the end, ties included (S-32)
    score: Estimate  #: the caller's round points
    #: The same player's round points without a call in this turn; None for a call that is made already.
    going_on: Estimate | None
    #: By how much `going_on` is above `score`, in pairs of games with equal luck; None likewise.
    saved: Estimate | None

    @property
    def chance(self) -> Interval:
        """The chance that the call succeeds, with Wilson's 95 % interval."""
        return self.share(self.succeeded)

    @property
    def standard_error(self) -> float | None:
        """The standard error of that chance; None for a single game."""
        return self.share_error(self.succeeded)


@partial(question, __name__)
def call_after_replies(
    position: Position,
    name: str = POLICY,
    *,
    games: int = 2_000,
    seed: int | str = 1,
    insight: Insight = "own",
    workers: int = 1,
) -> SimulatedCall:
    """Play each opponent's one reply to my call, and the round without it (Q-7, Q-8).

    Parameters
    ----------
    position
        The beginning of my turn, or what follows my call.
    name
        The policy of all seats (`solvers.silver.rollouts.policy`).
    games
        How many rounds, from 1.
    seed
        All follows from it and from the number of the round.
    insight
        What the others know of face-down cards: ``own`` or ``nothing``.
    workers
        How many threads share the work; the answer is the same for any number.

    Raises
    ------
    ToolkitError
        I cannot call: too many cards (S-28), a card in hand, or somebody else has called (S-29); an unknown
        policy; no game; too many memories.
    """
    check_call(position)
    called = start_at(replace(position, called_by=position.me), insight)
    how = _alike(called, name, games, seed, insight)
    mine = _played(called, how, workers).points[:, position.me]
    going_on = saved = None
    if position.called_by is None:
        others = _played(_too_late(start_at(position, insight)), how, workers).points[:, position.me]
        going_on, saved = estimate(others, 0), estimate(others - mine)
    return SimulatedCall(how, int((mine == 0).sum()), estimate(mine, 0), going_on, saved)


def _too_late(start: Start) -> Start:
    """Return the beginning of a turn in which it is too late to call, as after a free action (S-66)."""
    table = list(start.table)
    table[at.ACTED] = 1
    return replace(start, table=table)


# ---- how a round ends, and when (Q-18, Q-20) ---------------------------------------------------------------

_ENDS = {
    at.PAIR_MET: "villagers",
    at.LAST_TURNS_OVER: "call",
    at.RAN_OUT: "deck",
    at.TURN_LIMIT: "limit",
}


@dataclass(frozen=True, slots=True)
class Endings(Played):
    """How rounds end."""

    #: How many rounds ended by both 0s (``villagers``, S-42), after a ``call`` (S-29), because no card was
    #: left (``deck``, S-30), and by the turn ``limit`` (A-34).
    ends: Mapping[str, int]
    turns: Estimate  #: the turns of a round from now on, the one in which both 0s meet included
    pairs: Mapping[int, int]  #: by how many turns from now on: the rounds that both 0s ended in that turn

    def chance(self, end: str) -> Interval:
        """Return the chance of an end, with Wilson's 95 % interval."""
        return self.share(self.ends[end])

    def pair_within(self, turns: int) -> Interval:
        """Return the chance that both 0s end the round within so many turns (Q-18), as in `chance`."""
        return self.share(self.met_within(turns))

    def met_within(self, turns: int) -> int:
        """Return how many rounds both 0s ended within so many turns."""
        return sum(count for turn, count in self.pairs.items() if turn <= turns)


@partial(question, __name__)
def endings(
    position: Position,
    name: str = POLICY,
    *,
    games: int = 2_000,
    seed: int | str = 1,
    insight: Insight = "own",
    workers: int = 1,
) -> Endings:
    """Play a round on and tell how it ends (Q-18, Q-20).

    Parameters and errors are those of `call_after_replies`, but for the call.
    """
    start = start_at(position, insight)
    how = _alike(start, name, games, seed, insight)
    rounds = _played(start, how, workers)
    met = rounds.ends == at.PAIR_MET
    turns = rounds.turns + met  # the turn in which they meet is not over
    ends = {word: int((rounds.ends == end).sum()) for end, word in _ENDS.items()}
    pairs = {int(turn): int((turns[met] == turn).sum()) for turn in sorted(set(turns[met].tolist()))}
    return Endings(how, ends, estimate(turns, 0), pairs)


# ---- a Revealer: what it saves to turn a card up (Q-16) ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revealing(Played):
    """A Revealer in hand, used on a card."""

    #: The player and the slot of the card that is turned up; None: the ability is not used.
    place: Place | None
    points: Estimate  #: my round points
    saved: Estimate  #: by how much they are lower than without the ability, in pairs of games with equal luck
    ended: int  #: how many rounds ended at once, by the second 0 (S-42)

    @property
    def ends(self) -> Interval:
        """The chance that the round ends at once, with Wilson's 95 % interval."""
        return self.share(self.ended)


@partial(question, __name__)
def revealings(
    position: Position,
    name: str = POLICY,
    *,
    games: int = 2_000,
    seed: int | str = 1,
    insight: Insight = "own",
    workers: int = 1,
) -> list[Revealing]:
    """Discard the held 6 and turn each card up that it may turn, or none; all seats then follow a policy.

    The first answer is that for no card. Parameters and errors are those of `endings`; besides, no 6 is held.
    """
    if position.held != REVEALER:
        raise ToolkitError(f"no {REVEALER} is held: a Revealer is used when it was drawn (S-50)")
    start = start_at(position, insight)
    how, found, points = _alike(start, name, games, seed, insight), [], None
    own = own_face_down(position) if position.rules.revealer == "any" else []  # S-50, A-15
    for place in (None, *sorted([*own, *other_face_down(position)])):
        rounds = _played(_turned_up(start, place), how, workers)
        mine = rounds.points[:, position.me]
        points = mine if points is None else points
        at_once = (rounds.ends == at.PAIR_MET) & (rounds.steps == 0)
        found.append(Revealing(how, place, estimate(mine, 0), estimate(points - mine), int(at_once.sum())))
    return found


def _turned_up(start: Start, place: Place | None) -> Start:
    """Return the end of the turn in which the held card was discarded and a card turned up."""
    table = list(start.table)
    discard_held(table)
    if place:
        at.turn_up(table, *place)
    table[at.START] = at.AT_END
    return replace(start, table=table)


# ---- games: who wins from which totals (Q-23) --------------------------------------------------------------

_USUAL_ROUNDS = 8
"""Rounds that a game in score mode may take, to choose the engine by."""


@dataclass(frozen=True, slots=True)
class Wins(Played):
    """How often each player won."""

    shares: tuple[Estimate, ...]  #: the victories by player; several winners share one (S-57, S-58)
    rounds: Estimate  #: how many rounds a game took

    def chance(self, player: int) -> Interval:
        """Return a player's share of the victories with Wilson's 95 % interval, that of the nearest count."""
        value = self.shares[player].value
        near = self.share(round(value * self.how.games))
        return Interval(value, near.low, near.high)


def match_chances(
    totals: Sequence[int],
    rules: Rules,
    name: str = POLICY,
    *,
    next_round: int = 1,
    halved: Sequence[bool] = (),
    start: Start | None = None,
    games: int = 1_000,
    seed: int | str = 1,
    workers: int = 1,
    engine: Engine | None = None,
) -> Wins:
    """Play games on to their end and tell who wins them (Q-23).

    The rounds are played one by one from the deal, all seats with one policy; the amulet and who begins
    follow from each round (S-33, S-35).

    Parameters
    ----------
    totals
        The points of each player before the next round.
    rules
        The rules: four rounds or the score mode (S-57, S-58).
    name
        The policy of all seats.
    next_round
        The number of the next round.
    halved
        Who has used the reset of exactly 100 in score mode (S-59); nobody if not said.
    start
        Where the next round stands (`solvers.silver.rollouts.from_position`); None: before its deal, with
        player 0 to begin and no holder of the amulet.
    games, seed, workers, engine
        How many games, from 1, and as in `solvers.silver.rollouts.play`.

    Raises
    ------
    ToolkitError
        The game is over with this round or these totals, another number of totals or resets than players, an
        unknown policy, or no game.
    """
    halved = tuple(halved) or (False,) * len(totals)
    _check_match(totals, halved, rules, next_round, start, games)
    begun = start or whole_round(len(totals), rules)
    seats, policies = (begun.table[at.FIRST], begun.table[at.HOLDER]), [policy(name)] * len(totals)
    left = _USUAL_ROUNDS if rules.score_mode else rules.rounds - next_round + 1
    chosen = chosen_engine(engine, games * left)
    matches = [_Game(tuple(totals), next_round, halved, *seats) for _ in range(games)]
    while going := [number for number, match in enumerate(matches) if not match.winners]:
        for group in _alike_begun(matches, going):
            one = matches[group[0]]
            here = begun if one.round == next_round else one.start(rules)
            luck = f"{seed}/{one.round}"
            rounds = play(here, policies, group, seed=luck, workers=workers, engine=chosen)
            for row, number in enumerate(group):
                matches[number].score(rounds, row, rules)
    won = np.array([match.victory() for match in matches])
    taken = estimate(np.array([match.round - next_round + 1 for match in matches]), 1)
    return Wins(_how(policies, games, seed), tuple(estimate(column, 0, 1) for column in won.T), taken)


def _check_match(
    totals: Sequence[int], halved: Sequence[bool], rules: Rules, number: int, start: Start | None, games: int
) -> None:
    if games < 1:
        raise ToolkitError(f"at least one game is needed, not {games}")
    if start is not None and start.players != len(totals):
        raise ToolkitError(f"{len(totals)} totals for {start.players} players")
    if len(halved) != len(totals):
        raise ToolkitError(f"{len(halved)} resets for {len(totals)} players")
    if rules.score_mode and game_over(totals, number, rules):
        raise ToolkitError(f"a total of {max(totals)}: the game is over (S-58)")
    if not rules.score_mode and not 1 <= number <= rules.rounds:
        raise ToolkitError(f"no round {number}: they are 1 to {rules.rounds} (S-57)")


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
class Threshold(Played):
    """Calling as soon as the expected own sum is so low, in whole rounds; `how` names this policy first."""

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
    workers: int = 1,
    engine: Engine | None = None,
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
    games, seed, workers, engine
        How many rounds for each threshold, from 1, and as in `solvers.silver.rollouts.play`.

    Raises
    ------
    ToolkitError
        An unknown policy, another number of opponents than 1 to 3, no threshold, or no game.
    """
    if not 1 <= len(pool) < MOST_PLAYERS or not thresholds or games < 1:
        raise ToolkitError(
            f"{len(pool)} opponents, {len(thresholds)} thresholds and {games} games: "
            f"1 to {MOST_PLAYERS - 1} opponents, and at least one threshold and one game are needed"
        )
    chosen, tried = chosen_engine(engine, games * len(thresholds)), []
    for call in thresholds:
        how = _how([Policy(call=call), *map(policy, pool)], games, seed)
        tried.append((call, how, *_first_seats(how, rules, workers, chosen).T))
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


def _first_seats(how: Simulated, rules: Rules, workers: int, engine: Engine) -> NDArray[np.int64]:
    """Return the points of seat 0 and whether it called, by round; another seat begins each of them."""
    players, found = len(how.policies), np.zeros((how.games, 2), np.int64)
    policies = list(map(policy, how.policies))
    for first in range(min(players, how.games)):
        begun, numbers = whole_round(players, rules, first=first), range(first, how.games, players)
        rounds = play(begun, policies, numbers, seed=how.seed, workers=workers, engine=engine)
        found[first::players] = np.column_stack([rounds.points[:, 0], rounds.callers == 0])
    return found


# ---- when to call with how many cards: at the turns of whole rounds (Q-8, Q-24) ----------------------------

_NEVER = -1  # no sum is so low


@dataclass(frozen=True, slots=True)
class CallInPlay(Played):
    """A call with so many own cards and such a sum, or going on; `how` names this player's policy first."""

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
    if not 1 <= len(pool) < MOST_PLAYERS or games < 1:
        raise ToolkitError(
            f"{len(pool)} opponents and {games} rounds: 1 to {MOST_PLAYERS - 1} opponents, and one round"
        )
    how = _how([Policy(call=call), *map(policy, pool)], games, seed)
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
