"""The questions about the cards that lie on the table and in the piles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from solvers.questions import Answer, Seed
from solvers.silver.advice.calls import outlook, villages_in
from solvers.silver.answers.asking import (
    At,
    Cards,
    Games,
    Known,
    Player,
    Policy,
    asked_player,
    asked_players,
    asked_slots,
)
from solvers.silver.hidden.law import Law, mean_of
from solvers.silver.limits import TooLarge
from solvers.silver.scoring.calling import static_call
from solvers.silver.scoring.endings import exact_100, kamikaze
from solvers.silver.scoring.lowest import lowest
from solvers.silver.scoring.sums import village_sum
from solvers.silver.sets.exchanges import Exchange
from solvers.silver.sets.pairs import best_sets
from solvers.silver.simulated import call_after_replies, sampled_lowest
from solvers.silver.turns.drawing import rascals
from solvers.silver.turns.memory import memories, next_look
from solvers.silver.turns.piles import best_of, no_movers, time_left
from solvers.silver.turns.replying import Reply, reply_bounds
from solvers.silver.turns.villagers import villagers
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.position import Position


def slot_(position: Position, *, player: Player, slot: At) -> Iterator[Answer]:
    """Tell the numbers that a card may have (Q-1)."""
    player = asked_player(position, player)
    for at in asked_slots(position, player, slot):
        about = {"player": player, "slot": at}
        yield Answer(about=about, distribution=_texts(Law.of(position).number((player, at))))


def sum_(position: Position, *, player: Player) -> Iterator[Answer]:
    """Tell the sum of a village (Q-5)."""
    player = asked_player(position, player)
    chances = village_sum(position, player)
    yield Answer(about={"player": player}, exact=mean_of(chances), distribution=_texts(chances))


def lowest_(position: Position, *, games: Games, seed: Seed) -> Iterator[Answer]:
    """Tell the chance to be lowest now, ties counted for me, and without ties (Q-6).

    It is counted, or simulated where that takes too long.
    """
    try:
        yield Answer(exact=lowest(position), more={"strict": lowest(position, strict=True)})
    except TooLarge:
        yield _lowest_sampled(position, games, seed)


def _lowest_sampled(position: Position, games: int, seed: int | str) -> Answer:
    """Tell in how many deals of the hidden cards I am lowest (Q-6)."""
    found = sampled_lowest(position, deals=games, seed=seed)
    chance, strict = found.share(found.lowest), found.share(found.strictly)
    return Answer(
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


def call(position: Position, *, policy: Policy, games: Games, seed: Seed, insight: Known) -> Iterator[Answer]:
    """Tell the chance of a call as the cards lie now, and from which chance on it pays (Q-8).

    Beside it stands what bots and advice think of it: people keep low cards, and have a turn left. Of an
    opponent whose cards are all certain, what one turn can make of them is told, too. With a policy the call
    is played out as well (Q-7); that can be done where the first takes too long.
    """
    bounds: Sequence[Reply] = ()
    try:
        found = static_call(position)
        played = outlook(villages_in(position, insight), position.me, position.unseen, position.deck)
        kept = {"outlook": played.chance, "outlook_saved": played.gain}
        more = {"break_even": found.break_even, "score": found.score, "sum": found.sum, **kept}
        yield Answer(exact=found.chance, more=more)
        bounds = reply_bounds(position)
    except TooLarge as error:
        yield Answer(refused=str(error))
    if policy is not None:
        yield _call_after_replies(position, policy, games, seed, insight)
    for one in bounds:
        about = {"player": one.player, "from": one.lowest, "to": one.highest}
        yield Answer(about=about, more={"worst": one.worst, "best": one.best})


def _call_after_replies(
    position: Position, policy: str, games: int, seed: int | str, insight: Insight
) -> Answer:
    """Tell the chance of a call after one reply of each opponent, simulated (Q-7)."""
    found = call_after_replies(position, policy, games=games, seed=seed, insight=insight)
    means = {"score": found.score, "going_on": found.going_on, "saved": found.saved}
    more = {key: one.value for key, one in means.items() if one}
    errors = {f"{key}_se": one.standard_error for key, one in means.items() if one}
    return Answer(
        about={"policy": policy, "games": games, "seed": seed, "insight": insight},
        estimate=found.chance.value,
        standard_error=found.standard_error,
        more={**more, **errors, "low": found.chance.low, "high": found.chance.high},
    )


def rascal(position: Position, *, cards: Cards) -> Iterator[Answer]:
    """Tell the lowest of the next cards of the deck (Q-17)."""
    cards = min(1 + rascals(position), position.deck) if cards is None else cards
    chances = best_of(position, cards)
    yield Answer(about={"cards": cards}, exact=mean_of(chances), distribution=_texts(chances))


def villagers_(position: Position) -> Iterator[Answer]:
    """Tell where the 0s may be (Q-18)."""
    for place, chance in villagers(position).items():
        yield Answer(about={"place": place}, exact=chance)


def movers(position: Position, *, cards: Cards) -> Iterator[Answer]:
    """Tell the chance of no Witch and no Robber among the next cards of the deck (Q-19)."""
    cards = min(len(position.others), position.deck) if cards is None else cards
    yield Answer(about={"cards": cards}, exact=no_movers(position, cards))


def time(position: Position) -> Iterator[Answer]:
    """Tell the draws and turns that are left, and who may call (Q-20)."""
    found = time_left(position)
    about = {"draws": found.draws, "turns": found.turns, "callers": list(found.callers)}
    yield Answer(about=about)


def pairs(position: Position) -> Iterator[Answer]:
    """Tell the chance of a set that matches among my hidden cards, and its sum (Q-21)."""
    chances = best_sets(position)
    texts = {"none" if total is None else str(total): chance for total, chance in chances.items()}
    yield Answer(exact=1 - chances.get(None, Fraction(0)), distribution=texts)


def memory(position: Position) -> Iterator[Answer]:
    """Tell how far my memories are right and what they are worth, and where to look next (Q-22)."""
    for found in memories(position):
        about = {
            "slot": found.slot,
            "number": found.number,
            "reliability": str(found.reliability),
            "changes": found.changes,
            "trusting": _given_up(found.trusting),
            "careful": _given_up(found.careful),
        }
        yield Answer(about=about, exact=found.correct, more={"loss": found.loss})
    if look := next_look(position):
        yield Answer(about={"look": look.places[0][1]}, exact=look.value)


def kamikaze_(position: Position, *, player: Player) -> Iterator[Answer]:
    """Tell the chance of 12, 12, 13 and 13 (Q-25)."""
    for one in asked_players(position, player):
        yield Answer(about={"player": one}, exact=kamikaze(position, one))


def hundred(position: Position, *, player: Player) -> Iterator[Answer]:
    """Tell the chance of a total of exactly 100, if the round ended now (Q-25)."""
    for one in asked_players(position, player):
        if player is not None or one != position.called_by:
            yield Answer(about={"player": one}, exact=exact_100(position, one))


def _given_up(exchange: Exchange | None) -> list[int] | None:
    return None if exchange is None else list(exchange.slots)


def _texts(chances: Mapping[int, Fraction]) -> dict[str, Fraction]:
    return {str(number): chance for number, chance in chances.items()}
