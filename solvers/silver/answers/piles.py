"""The questions about what is hidden: the next cards, 0s, sets and memories, and rare scores."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from solvers.questions import Answer
from solvers.silver.answers.asking import (
    QUERIES,
    Cards,
    Player,
    asked_players,
    cards_named,
    counted,
    texts,
    who_does,
    whose,
)
from solvers.silver.hidden.law import mean_of
from solvers.silver.scoring.endings import exact_100, kamikaze
from solvers.silver.sets.exchanges import Exchange
from solvers.silver.sets.pairs import best_sets
from solvers.silver.turns.drawing import rascals
from solvers.silver.turns.memory import memories, next_look
from solvers.silver.turns.piles import best_of, no_movers, time_left
from solvers.silver.turns.villagers import villagers
from toolkit.games.silver.position import Position

_WHERE = {
    "deck": "the deck",
    "removed": "the rows out of the round",
    "discard": "the discard pile",
    "shown": "the shown cards",
}


@QUERIES.asks(usual=False)
def rascal(position: Position, *, cards: Cards) -> Iterator[Answer]:
    """Tell the lowest of the next cards of the deck (Q-17)."""
    cards = min(1 + rascals(position), position.deck) if cards is None else cards
    chances = best_of(position, cards)
    words = "the next card, mean" if cards == 1 else f"lowest of the next {cards} cards, mean"
    yield Answer(words=words, about={"cards": cards}, exact=mean_of(chances), distribution=texts(chances))


@QUERIES.asks()
def villagers_(position: Position) -> Iterator[Answer]:
    """Tell where the 0s may be (Q-18)."""
    villages = {f"village {one}": f"{whose(position, one)} village" for one in range(position.players)}
    for place, chance in villagers(position).items():
        where = villages.get(place) or _WHERE[place]
        yield Answer(words=f"a 0 in {where}", about={"place": place}, exact=chance)


@QUERIES.asks(usual=lambda position: position.deck > 0)
def movers(position: Position, *, cards: Cards) -> Iterator[Answer]:
    """Tell the chance of no Witch and no Robber among the next cards of the deck (Q-19)."""
    cards = min(len(position.others), position.deck) if cards is None else cards
    words = "the next card is no 11 or 12" if cards == 1 else f"no 11 or 12 among the next {cards} cards"
    yield Answer(words=words, about={"cards": cards}, exact=no_movers(position, cards))


@QUERIES.asks()
def time(position: Position) -> Iterator[Answer]:
    """Tell the draws and turns that are left, and who may call (Q-20)."""
    found = time_left(position)
    about = {"draws": found.draws, "turns": found.turns, "callers": list(found.callers)}
    draws, turns = counted(found.draws, "draw"), counted(found.turns, "own turn")
    callers = ", ".join(map(position.who, found.callers)) or "nobody"
    yield Answer(words=f"{draws}, {turns}; may call: {callers}", about=about)


@QUERIES.asks()
def pairs(position: Position) -> Iterator[Answer]:
    """Tell the chance of a set that matches among your hidden cards, and its sum (Q-21)."""
    chances = best_sets(position)
    totals = {"none" if total is None else str(total): chance for total, chance in chances.items()}
    some = 1 - chances.get(None, Fraction(0))
    yield Answer(words="a set among your hidden cards", exact=some, distribution=totals)


def _remembers(position: Position) -> bool:
    return any(slot.number is not None and slot.hidden for slot in position.mine)


@QUERIES.asks(usual=_remembers, nothing="no own card is half-remembered, such as 12~0.9")
def memory(position: Position) -> Iterator[Answer]:
    """Tell how far your memories are right and what they are worth, and where to look next (Q-22)."""
    for found in memories(position):
        about = {
            "slot": found.slot,
            "number": found.number,
            "reliability": str(found.reliability),
            "changes": found.changes,
            "trusting": _given_up(found.trusting),
            "careful": _given_up(found.careful),
        }
        words = f"{cards_named(position, position.me, [found.slot])} is {found.number}, as remembered"
        words += ", which matters now" * found.changes
        yield Answer(words=words, about=about, exact=found.correct, more={"loss": found.loss})
    if look := next_look(position):
        slot = look.places[0][1]
        yield Answer(
            words=f"next look: {cards_named(position, position.me, [slot])}",
            about={"look": slot},
            exact=look.value,
        )


def _given_up(exchange: Exchange | None) -> list[int] | None:
    return None if exchange is None else list(exchange.slots)


def _scoring(position: Position) -> bool:
    return position.rules.score_mode


@QUERIES.asks(usual=_scoring)
def kamikaze_(position: Position, *, player: Player) -> Iterator[Answer]:
    """Tell the chance of 12, 12, 13 and 13 (Q-25)."""
    for one in asked_players(position, player):
        words, chance = f"{who_does(position, one, 'have', 'has')} 12, 12, 13, 13", kamikaze(position, one)
        yield Answer(words=words, about={"player": one}, exact=chance)


@QUERIES.asks(usual=_scoring)
def hundred(position: Position, *, player: Player) -> Iterator[Answer]:
    """Tell the chance of a total of exactly 100, if the round ended now (Q-25)."""
    for one in asked_players(position, player):
        if player is not None or one != position.called_by:
            words, chance = (
                f"{who_does(position, one, 'get', 'gets')} exactly 100 now",
                exact_100(position, one),
            )
            yield Answer(words=words, about={"player": one}, exact=chance)
