"""The questions for which rounds are played out (Q-7, Q-16, Q-18, Q-23, Q-24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from solvers.intervals import Interval, share
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
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.position import Position

if TYPE_CHECKING:
    from solvers.silver.simulated import Estimate

_ENDS = {
    "villagers": "both 0s end the round",
    "call": "the round ends after a call",
    "deck": "the round ends with the last card",
    "limit": "the turn limit ends the round",
}


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

    how = _how(policy, games, seed, insight)
    for place, points, saved, ended in revealings(position, how["policy"], games, seed, insight):
        player, slot = place or (None, None)
        ends, error = _share(ended, games)
        more = {**_mean("points", points), "ends": ends.value, "ends_se": error}
        card = "no card" if place is None else cards_named(position, place[0], [place[1]])
        yield _answer(f"reveal {card},", {"player": player, "slot": slot, **how}, *_estimate(saved), more)


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
    from solvers.silver.simulated import endings, estimate  # it takes time to load

    how = _how(policy, games, seed, insight)
    ends, taken = endings(position, how["policy"], games, seed, insight)
    for end, rounds in ends.items():
        yield _answer(f"{_ENDS[end]},", {"end": end, **how}, *_share(int(rounds.sum()), games))
    if turns:
        met = int((ends["villagers"] & (taken <= turns)).sum())
        words = f"{_ENDS['villagers']} within {counted(turns, 'turn')},"
        yield _answer(words, {"end": "villagers", "within": turns, **how}, *_share(met, games))
    yield _answer("the round ends after,", {"mean": "turns", **how}, *_estimate(estimate(taken, 0)))


@QUERIES.asks(usual=False)
def win(
    position: Position, *, policy: Policy = None, games: Games = GAMES, seed: Seed = 1, insight: Known = "own"
) -> Iterator[Answer]:
    """Tell who wins the game from the totals and this round on, and after how many rounds (Q-23)."""
    from solvers.silver.simulated import match_chances  # it takes time to load

    how = _how(policy, games, seed, insight)
    shares, rounds = match_chances(position, how["policy"], games, seed, insight)
    for player, one in enumerate(shares):
        words = f"{who_does(position, player, 'win', 'wins')},"
        near = share(round(one.value * games), games)  # the interval is that of the nearest count
        found = Interval(one.value, near.low, near.high)
        yield _answer(words, {"player": player, **how}, found, one.standard_error)
    yield _answer("the game ends after,", {"mean": "rounds", **how}, *_estimate(rounds))


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
        more = {**_mean("behind", one.behind), "called": share(one.called, games).value}
        if success := one.success:
            more |= {"success": success.value, "success_low": success.low, "success_high": success.high}
        about = {"sum": one.call, "model": one.how.model, **how}
        yield _answer(f"call at {one.call} against", about, *_estimate(one.points), more)


# ---- what is simulated beside an exact answer --------------------------------------------------------------


def sampled(position: Position, words: str, deals: int, seed: int | str) -> Answer:
    """Tell how often my village is the lowest in deals, ties counted for me, and without ties (Q-6)."""
    from solvers.silver.simulated import sampled_lowest  # it takes time to load

    lowest, strictly = sampled_lowest(position, deals, seed)
    apart, error = _share(strictly, deals)
    more = {"strict": apart.value, "strict_se": error}
    about = {"games": deals, "seed": seed}
    return _answer(f"{words},", about, *_share(lowest, deals), more)


def played_out(position: Position, name: str, games: int, seed: int | str, insight: Insight) -> Answer:
    """Tell the chance of a call after one reply of each opponent (Q-7)."""
    from solvers.silver.simulated import call_after_replies  # it takes time to load

    found = call_after_replies(position, name, games=games, seed=seed, insight=insight)
    means = {"score": found.score, "going_on": found.going_on, "saved": found.saved}
    more = {key: told for name, one in means.items() if one for key, told in _mean(name, one).items()}
    about = {"policy": name, "games": games, "seed": seed, "insight": insight}
    words = "a call succeeds after replies,"
    return _answer(words, about, found.chance, found.standard_error, more)


# ---- how answers tell it -----------------------------------------------------------------------------------


def _how(policy: str | None, games: int, seed: int | str, insight: Insight | None = None) -> dict[str, Any]:
    """Return how it was played, as answers tell it."""
    from solvers.silver.rollouts import POLICY  # it takes time to load

    dealt = {"insight": insight} if insight else {}
    return {**dealt, "policy": policy or POLICY, "games": games, "seed": seed}


def _share(count: int, games: int) -> tuple[Interval, float | None]:
    from solvers.silver.simulated import share_error  # it takes time to load

    return share(count, games), share_error(count, games)


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
    policy, games = about.get("policy"), about["games"]
    return Answer(
        words=f"{words} {policy}, {counted(games, 'game')}"
        if policy
        else f"{words} {counted(games, 'deal')}",
        about=about,
        estimate=found.value,
        standard_error=error,
        more={"low": found.low, "high": found.high, **(more or {})},
    )
