"""The questions about the cards as they lie now: whose sum is lowest, and what a call is worth."""

from __future__ import annotations

from collections.abc import Iterator

from solvers.questions import Answer, Seed
from solvers.silver.advice.calls import outlook, villages_in
from solvers.silver.answers.asking import (
    QUERIES,
    At,
    Games,
    Known,
    Player,
    Policy,
    asked_player,
    asked_slots,
    cards_named,
    counted,
    texts,
    who_does,
    whose,
)
from solvers.silver.hidden.law import Law, mean_of
from solvers.silver.limits import TooLarge
from solvers.silver.scoring.calling import static_call
from solvers.silver.scoring.lowest import lowest
from solvers.silver.scoring.sums import village_sum
from solvers.silver.simulated import call_after_replies, sampled_lowest
from solvers.silver.turns.replying import Reply, reply_bounds
from toolkit.games.silver.cards import MOST_TO_CALL
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.position import Position


@QUERIES.asks()
def lowest_(position: Position, *, games: Games, seed: Seed) -> Iterator[Answer]:
    """Tell the chance to be lowest now, ties counted for you, and without ties (Q-6).

    It is counted, or simulated where that takes too long.
    """
    try:
        more = {"strict": lowest(position, strict=True)}
        yield Answer(words="lowest now, ties counted", exact=lowest(position), more=more)
    except TooLarge:
        yield _lowest_sampled(position, games, seed)


def _lowest_sampled(position: Position, games: int, seed: int | str) -> Answer:
    """Tell in how many deals of the hidden cards you are lowest (Q-6)."""
    found = sampled_lowest(position, deals=games, seed=seed)
    chance, strict = found.share(found.lowest), found.share(found.strictly)
    return Answer(
        words=f"lowest now, ties counted, {counted(found.deals, 'deal')}",
        about={"games": found.deals, "seed": found.seed},
        estimate=chance.value,
        standard_error=found.share_error(found.lowest),
        more={
            "strict": strict.value,
            "strict_se": found.share_error(found.strictly),
            "low": chance.low,
            "high": chance.high,
        },
    )


def _may_call(position: Position) -> bool:
    few = len(position.mine) <= MOST_TO_CALL
    return few and position.called_by is None and position.held is None


@QUERIES.asks(usual=_may_call)
def call(position: Position, *, policy: Policy, games: Games, seed: Seed, insight: Known) -> Iterator[Answer]:
    """Tell the chance of a call as the cards lie now, and from which chance on it pays (Q-8).

    Beside it stands what bots and advice think of it: people keep low cards, and have a turn left. Of an
    opponent whose cards are all certain, what one turn can make of them is told, too. With a policy the call
    is played out as well (Q-7); that can be done where the first takes too long.
    """
    words, bounds = "a call succeeds as the cards lie", list[Reply]()
    try:
        found = static_call(position)
        played = outlook(villages_in(position, insight), position.me, position.unseen, position.deck)
        kept = {"outlook": played.chance, "outlook_saved": played.gain}
        more = {"break_even": found.break_even, "score": found.score, "sum": found.sum, **kept}
        yield Answer(words=words, exact=found.chance, more=more)
        bounds += reply_bounds(position)
    except TooLarge as error:
        yield Answer(words=words, refused=str(error))
    if policy is not None:
        yield _call_after_replies(position, policy, games, seed, insight)
    for one in bounds:
        about = {"player": one.player, "from": one.lowest, "to": one.highest}
        ends = who_does(position, one.player, "end", "ends")
        words = f"{ends} with {one.lowest} to {one.highest} points after one turn"
        yield Answer(words=words, about=about, more={"worst": one.worst, "best": one.best})


def _call_after_replies(
    position: Position, policy: str, games: int, seed: int | str, insight: Insight
) -> Answer:
    """Tell the chance of a call after one reply of each opponent, simulated (Q-7)."""
    found = call_after_replies(position, policy, games=games, seed=seed, insight=insight)
    means = {"score": found.score, "going_on": found.going_on, "saved": found.saved}
    more = {key: one.value for key, one in means.items() if one}
    errors = {f"{key}_se": one.standard_error for key, one in means.items() if one}
    return Answer(
        words=f"a call succeeds after replies, {policy}, {counted(games, 'game')}",
        about={"policy": policy, "games": games, "seed": seed, "insight": insight},
        estimate=found.chance.value,
        standard_error=found.standard_error,
        more={**more, **errors, "low": found.chance.low, "high": found.chance.high},
    )


@QUERIES.asks()
def sum_(position: Position, *, player: Player) -> Iterator[Answer]:
    """Tell the sum of a village (Q-5)."""
    player = asked_player(position, player)
    chances = village_sum(position, player)
    yield Answer(
        words=f"sum of {whose(position, player)} village, mean",
        about={"player": player},
        exact=mean_of(chances),
        distribution=texts(chances),
    )


@QUERIES.asks(usual=False, nothing="every card of this village is certain")
def slot_(position: Position, *, player: Player, slot: At) -> Iterator[Answer]:
    """Tell the numbers that a card may have (Q-1)."""
    player = asked_player(position, player)
    for at in asked_slots(position, player, slot):
        about, chances = {"player": player, "slot": at}, texts(Law.of(position).number((player, at)))
        words = cards_named(position, player, [at]).capitalize()
        yield Answer(words=words, about=about, distribution=chances)
