"""The review after a whole game: how the chances of the players went, and where the costliest were lost.

The chances are those of one who sees all cards. What a choice cost is what its seat could know: it is judged
by what that seat is advised from what it saw there (`solvers.players.expert.ranked`), and by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import inf
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from solvers.players.advice import Advice, PointsAdvice, Unit, advice_for, find_advice
from solvers.players.expert import COMPILED, ranked
from solvers.players.ranking import Ranking, judged

if TYPE_CHECKING:
    from solvers.intervals import Interval
    from toolkit.core import Action, Observation, State
    from toolkit.core.record import Record

TURNING_POINTS = 3
LOOKS = 12
"""How many turns get the dear second look: the first one, in few worlds, chooses them."""

LEAST = 0.01
"""Which part of the victory must be lost at least for a turning point."""

_GLANCE = 2  # worlds of the first look

# What counts the turns in a game, and how many of them it does not count while one goes on.
_TURNS = {"silver": ("turns", 1), "tobago": ("turn", 0), "wayfarers": ("turns", 0), "wazabi": ("turns", 0)}


class Chances(NamedTuple):
    """What share of the victory each player could expect, as one who sees all cards judges it."""

    step: int  #: how many actions of the record came before
    shares: tuple[float, ...]  #: by seat, in the unit of `State.returns`; exact where the game is over


class Moment(NamedTuple):
    """A choice that cost much, with what its seat saw and would have been advised."""

    step: int  #: how many actions of the record came before
    seat: int
    kind: str  #: of the decision
    round: int | None  #: the number of the round, from 1, in a game of several
    turn: int | None  #: the number of the turn, from 1, in a game that counts them
    chosen: Action
    better: Action  #: the best that was possible
    lost: float  #: which share of the victory it cost
    unit: Unit  #: of the loss: points in a game in which people count these
    loss: Interval  #: what the better action was worth more
    worth: tuple[float, float]  #: of the chosen action, and of the better one, in the worlds of both
    #: By how many points the better action puts its player further ahead, as the judge has it; None where it
    #: does not count in points, or does not see why the other one is better.
    points: float | None
    seen: Observation[Any]  #: what the seat saw


class GameReview(NamedTuple):
    """How a whole game went."""

    chances: tuple[Chances, ...]  #: in order of play; empty in a game without advice
    turning: tuple[Moment, ...]  #: the turning points, at most `TURNING_POINTS`, the costliest first


class _Choice(NamedTuple):
    """A decision in which more than one action was possible."""

    step: int
    seat: int
    seen: Observation[Any]
    action: Action

    @property
    def run(self) -> tuple[int | None, ...]:
        """What the choices of one turn have in common, as long as nobody else chooses."""
        return self.seat, *when(self.seen)


def review_game(
    record: Record, *, looks: int = LOOKS, told: Callable[[int, int], None] = lambda _done, _all: None
) -> GameReview:
    """Return how the chances went in a game, and its turning points; it need not be over.

    Of each turn only the costliest choice counts, and only where the worlds that were looked at leave no
    doubt that something better was there (a 95 % interval). So many of the turns that look costliest at a
    glance are looked at again; the more, the surer and the slower. How far it is, is `told`. `RecordError` as
    in `Record.states`.
    """
    adviser = find_advice(record.game.name)
    if adviser is None:
        return GameReview((), ())
    chances, runs = _followed(record, adviser)
    done, total = 0, sum(map(len, runs)) + min(looks, len(runs))
    costliest: list[tuple[float, _Choice]] = []
    for run in runs:
        costliest.append(max((_lost(one, judged(one.seen, Random, _GLANCE)), one) for one in run))
        told(done := done + len(run), total)
    moments = list[Moment]()
    for number, (lost, one) in enumerate(sorted(costliest, reverse=True)[:looks], 1):
        if lost > 0 and (moment := _moment(one)):
            moments.append(moment)
        told(done + number, total)
    of_turns: dict[tuple[int | None, ...], Moment] = {}
    for moment in sorted(moments, key=lambda moment: -moment.lost):
        # Others may choose within a turn, as in a division of Tobago: it is one turn all the same.
        counted = (moment.step,) if moment.turn is None else (moment.round, moment.turn)
        of_turns.setdefault((moment.seat, *counted), moment)
    return GameReview(chances, tuple(of_turns.values())[:TURNING_POINTS])


def left_out(record: Record) -> frozenset[int]:
    """Return the seats whose choices are not judged: of an expert that sees further than who would judge.

    Where rounds are compiled `ranked` is what the judge says, a step ahead.
    """
    if record.game.name not in COMPILED:
        return frozenset()
    return frozenset(seat for seat, name in enumerate(record.names) if name.partition(":")[0] == "expert")


def when(seen: Observation[Any]) -> tuple[int | None, int | None]:
    """Return in which round and which turn of it a decision is open, from 1; None where none are counted."""
    fields, (name, more) = seen.fields, _TURNS.get(seen.game, ("", 0))
    several = getattr(seen.rules, "rounds", inf) > 1
    return fields.get("round") if several else None, fields[name] + more if name else None


def _followed(record: Record, adviser: Advice) -> tuple[tuple[Chances, ...], list[list[_Choice]]]:
    """Return the chances where they can be judged, and all choices, those of one turn together."""
    chances, choices, unjudged = list[Chances](), list[_Choice](), left_out(record)
    for step, state in enumerate(record.states()):
        if not state.stack or state.decision_kind() in adviser.judges_at:
            chances.append(Chances(step, tuple(adviser.values(state))))
        if step < len(record.actions) and record.actions[step][0] not in unjudged:
            choices += _choice(step, state, record.actions[step])
    runs = [choices[:1]] * bool(choices)
    for before, one in pairwise(choices):
        if one.run == before.run:
            runs[-1].append(one)
        else:
            runs.append([one])
    return tuple(chances), runs


def _choice(step: int, state: State, done: tuple[int, Action]) -> Iterator[_Choice]:
    """Yield what a player chose, if there was anything to choose."""
    seat, action = done
    if seat >= 0 and len((seen := state.observation(seat)).actions) > 1:
        yield _Choice(step, seat, seen, action)


def _lost(one: _Choice, ranking: Ranking) -> float:
    """Return which share of the victory a choice cost; points that cannot change it count for nothing."""
    best, adviser = ranking.actions[0], advice_for(one.seen.game)
    if ranking.unit == "chance":
        return best.ahead_of(ranking.of(one.action)).value
    if adviser.unit == "chance":  # all chances are the same, so points rank
        return 0.0
    shares = adviser.weigh(one.seen.sample_world(Random(0)), [best.action, one.action])
    return shares[0] - shares[1]


def _moment(one: _Choice) -> Moment | None:
    """Return a choice with its loss; None where nothing better was surely there."""
    ranking = ranked(one.seen, also=[one.action])
    assert ranking is not None  # noqa: S101  # there is advice: a first look was taken
    best, lost = ranking.actions[0], _lost(one, ranking)
    loss = best.ahead_of(ranking.of(one.action))
    if lost < LEAST or (loss.low is not None and loss.low <= 0):
        return None
    before = best.worth.value - loss.value
    if ranking.unit == "chance":
        before = max(0.0, before)  # the loss is that of fewer worlds
    return Moment(
        one.step,
        one.seat,
        str(one.seen.decision_kind()),
        *when(one.seen),
        one.action,
        best.action,
        lost,
        ranking.unit,
        loss,
        (before, best.worth.value),
        _points(one.seen, best.action, one.action),
        one.seen,
    )


def _points(seen: Observation[Any], better: Action, chosen: Action) -> float | None:
    """Return by how many points the judge, without playing on, has the better action ahead, if it does."""
    adviser = advice_for(seen.game)
    if not isinstance(adviser, PointsAdvice):
        return None
    drawn = [seen.sample_world(Random(number)) for number in range(adviser.worlds)]
    leads = [adviser.leads(world, [better, chosen]).points for world in drawn]
    more = fmean(mine - its for mine, its in leads)
    return more if more > 0 else None
