"""The questions for which rounds are played out (Q-16, Q-18, Q-23, Q-24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from solvers.intervals import Interval
from solvers.questions import Answer, Note, Seed
from solvers.silver.asking import (
    GAMES,
    QUERIES,
    Games,
    Known,
    Policy,
    Sums,
    Turns,
    cards_named,
    counted,
    who_does,
)
from toolkit.games.silver.position import Position

if TYPE_CHECKING:
    from solvers.silver.simulated import Estimate

_ENDS = {
    "villagers": "both 0s end the round",
    "call": "the round ends after a call",
    "deck": "the round ends with the last card",
    "limit": "the turn limit ends the round",
}
_MODEL_OF_PLAY = "B2"
"""The model of cards that are dealt to all and then kept or thrown away by named policies."""


@QUERIES.asks(
    notes={"points": Note("your points, mean", "points"), "ends": Note("ends the round at once")},
    unit="points",
    usual=False,
)
def reveal(
    position: Position, *, policy: Policy = None, games: Games = GAMES, seed: Seed = 1, insight: Known = "own"
) -> Iterator[Answer]:
    """Tell what the held Revealer saves on each card that it may turn, and on none (Q-16)."""
    from solvers.silver.simulated import revealings  # it takes time to load

    how = {"insight": insight, **_how(policy, games, seed)}
    for one in revealings(position, how["policy"], insight=insight, games=games, seed=seed):
        player, slot = one.place or (None, None)
        more = {**_mean("points", one.points), "ends": one.ends.value, "ends_se": one.share_error(one.ended)}
        card = "no card" if one.place is None else cards_named(position, one.place[0], [one.place[1]])
        yield _answer(f"reveal {card},", {"player": player, "slot": slot, **how}, *_estimate(one.saved), more)


@QUERIES.asks(usual=False)
def ending(
    position: Position,
    *,
    policy: Policy = None,
    games: Games = GAMES,
    seed: Seed = 1,
    insight: Known = "own",
    turns: Turns = None,
) -> Iterator[Answer]:
    """Tell how the round ends, after how many turns, and when both 0s end it (Q-18, Q-20)."""
    from solvers.silver.simulated import endings  # it takes time to load

    how = {"insight": insight, **_how(policy, games, seed)}
    found = endings(position, how["policy"], insight=insight, games=games, seed=seed)
    for end, count in found.ends.items():
        yield _answer(f"{_ENDS[end]},", {"end": end, **how}, found.chance(end), found.share_error(count))
    if turns:
        error = found.share_error(found.met_within(turns))
        words = f"{_ENDS['villagers']} within {counted(turns, 'turn')},"
        about = {"end": "villagers", "within": turns, **how}
        yield _answer(words, about, found.pair_within(turns), error)
    yield _answer("the round ends after,", {"mean": "turns", **how}, *_estimate(found.turns))


@QUERIES.asks(usual=False)
def win(
    position: Position, *, policy: Policy = None, games: Games = GAMES, seed: Seed = 1, insight: Known = "own"
) -> Iterator[Answer]:
    """Tell who wins the game from the totals and this round on, and after how many rounds (Q-23)."""
    from solvers.silver.rollouts import from_position  # they take time to load
    from solvers.silver.simulated import match_chances

    how = {"insight": insight, **_how(policy, games, seed)}
    found = match_chances(
        position.scores,
        position.rules,
        how["policy"],
        next_round=position.round,
        start=from_position(position, insight=insight),
        games=games,
        seed=seed,
    )
    for player, one in enumerate(found.shares):
        about, error = {"player": player, **how}, one.standard_error
        yield _answer(f"{who_does(position, player, 'win', 'wins')},", about, found.chance(player), error)
    yield _answer("the game ends after,", {"mean": "rounds", **how}, *_estimate(found.rounds))


@QUERIES.asks(
    notes={
        "behind": Note("points above the best of these", "points"),
        "called": Note("it calls"),
        "success": Note("its calls succeed"),
    },
    unit="points",
    usual=False,
)
def threshold(
    position: Position,
    *,
    policy: Policy = None,
    games: Games = GAMES,
    seed: Seed = 1,
    sums: Sums = (0, 2, 4, 6, 8, 10),
) -> Iterator[Answer]:
    """Tell the points of calling at a sum or below, in whole rounds by the rules of the position (Q-24).

    The cards of the position do not matter: each round is dealt anew, and all that people hold follows from
    how they play (model B2).
    """
    from solvers.silver.simulated import call_thresholds  # it takes time to load

    how = _how(policy, games, seed)
    for one in call_thresholds(
        [how["policy"]] * len(position.others), sums, position.rules, games=games, seed=seed
    ):
        more = {**_mean("behind", one.behind), "called": one.share(one.called).value}
        if success := one.success:
            more |= {"success": success.value, "success_low": success.low, "success_high": success.high}
        about = {"sum": one.call, "model": _MODEL_OF_PLAY, **how}
        yield _answer(f"call at {one.call} against", about, *_estimate(one.points), more)


def _how(policy: str | None, games: int, seed: int | str) -> dict[str, Any]:
    """Return how it was played, as answers tell it."""
    from solvers.silver.rollouts import POLICY  # it takes time to load

    return {"policy": policy or POLICY, "games": games, "seed": seed}


def _mean(name: str, found: Estimate) -> dict[str, float | None]:
    return {name: found.value, f"{name}_se": found.standard_error}


def _estimate(found: Estimate) -> tuple[Interval, float | None]:
    return found.interval, found.standard_error


def _answer(
    words: str,
    about: Mapping[str, Any],
    found: Interval,
    error: float | None,
    more: Mapping[str, float | None] | None = None,
) -> Answer:
    """Return an answer with its 95 % interval and its standard error; its words go on with who plays."""
    return Answer(
        words=f"{words} {about['policy']}, {counted(about['games'], 'game')}",
        about=about,
        estimate=found.value,
        standard_error=error,
        more={"low": found.low, "high": found.high, **(more or {})},
    )
