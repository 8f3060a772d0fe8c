"""The questions for which rounds are played out (Q-16, Q-18, Q-23, Q-24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from solvers.intervals import Interval
from solvers.silver.answers.answer import Answer
from solvers.silver.answers.asking import Asked
from solvers.silver.rollouts import POLICY, from_position
from solvers.silver.simulated.estimates import Estimate
from solvers.silver.simulated.matches import match_chances
from solvers.silver.simulated.revealer import revealings
from solvers.silver.simulated.rounds import endings
from solvers.silver.simulated.thresholds import call_thresholds
from toolkit.games.silver.position import Position

if TYPE_CHECKING:
    _More = Mapping[str, float | None]

_MODEL_OF_PLAY = "B2"
"""The model of cards that are dealt to all and then kept or thrown away by named policies."""


class _Luck(TypedDict):
    games: int
    seed: int | str


def reveal(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell what the held Revealer saves on each card that it may turn, and on none (Q-16)."""
    for one in revealings(position, _policy(asked), insight=asked.insight, **_luck(asked)):
        player, slot = one.place or (None, None)
        more = {**_mean("points", one.points), "ends": one.ends.value, "ends_se": one.share_error(one.ended)}
        yield _from_here("reveal", asked, *_estimate(one.saved), more, player=player, slot=slot)


def ending(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell how the round ends, after how many turns, and when both 0s end it (Q-18, Q-20)."""
    found = endings(position, _policy(asked), insight=asked.insight, **_luck(asked))
    for end, count in found.ends.items():
        yield _from_here("ending", asked, found.chance(end), found.share_error(count), end=end)
    if turns := asked.turns:
        error = found.share_error(found.met_within(turns))
        yield _from_here("ending", asked, found.pair_within(turns), error, end="villagers", within=turns)
    yield _from_here("ending", asked, *_estimate(found.turns), mean="turns")


def win(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell who wins the game from the totals and this round on, and after how many rounds (Q-23)."""
    found = match_chances(
        position.scores,
        position.rules,
        _policy(asked),
        next_round=position.round,
        start=from_position(position, insight=asked.insight),
        **_luck(asked),
    )
    for player, one in enumerate(found.shares):
        yield _from_here("win", asked, found.chance(player), one.standard_error, player=player)
    yield _from_here("win", asked, *_estimate(found.rounds), mean="rounds")


def threshold(position: Position, asked: Asked) -> Iterator[Answer]:
    """Tell the points of calling at a sum or below, in whole rounds by the rules of the position (Q-24).

    The cards of the position do not matter: each round is dealt anew, and all that people hold follows from
    how they play (model B2).
    """
    pool = [_policy(asked)] * len(position.others)
    for one in call_thresholds(pool, asked.sums, position.rules, **_luck(asked)):
        more = {**_mean("behind", one.behind), "called": one.share(one.called).value}
        if success := one.success:
            more |= {"success": success.value, "success_low": success.low, "success_high": success.high}
        yield _answer("threshold", asked, *_estimate(one.points), more, sum=one.call, model=_MODEL_OF_PLAY)


def _policy(asked: Asked) -> str:
    return asked.policy or POLICY


def _luck(asked: Asked) -> _Luck:
    return {"games": asked.games, "seed": asked.seed}


def _mean(name: str, found: Estimate) -> dict[str, float | None]:
    return {name: found.value, f"{name}_se": found.standard_error}


def _estimate(found: Estimate) -> tuple[Interval, float | None]:
    return found.interval, found.standard_error


def _from_here(
    query: str, asked: Asked, found: Interval, error: float | None, more: _More | None = None, **about: Any
) -> Answer:
    """Return an answer about the position, whose hidden cards are dealt."""
    return _answer(query, asked, found, error, more or {}, **about, insight=asked.insight)


def _answer(
    query: str, asked: Asked, found: Interval, error: float | None, more: _More, **about: Any
) -> Answer:
    """Return an answer with its 95 % interval, its standard error, and how it was played."""
    return Answer(
        query=query,
        about={**about, "policy": _policy(asked), **_luck(asked)},
        estimate=found.value,
        standard_error=error,
        more={"low": found.low, "high": found.high, **more},
    )
