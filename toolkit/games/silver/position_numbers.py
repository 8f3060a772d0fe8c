"""Players, slots and numbers of a position that there are not: what is checked before anything is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.errors import quote
from toolkit.games.silver.cards import HIGHEST, ROWS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.games.silver.position import Position, Slot

Fault = tuple[str, str]
"""The key of a position file where the fault lies, and what is wrong there."""

_FEWEST_PLAYERS = 2


def no_card(number: int) -> str:
    """Return why there is no card of a number; an empty text if there is."""
    return "" if 0 <= number <= HIGHEST else f"no card {quote(number)}; the cards are 0 to {HIGHEST}"


def no_player(position: Position, player: int) -> str:
    """Return why there is no such player; an empty text if there is."""
    players = position.players
    return "" if 0 <= player < players else f"no player {quote(player)}; the players are 0 to {players - 1}"


def no_slot(position: Position, player: int, slot: int) -> str:
    """Return why there is no such slot, or no such player; an empty text if there is."""
    if problem := no_player(position, player):
        return problem
    cards = len(position.villages[player])
    return "" if 0 <= slot < cards else f"no slot {quote(slot)}; player {player} has 0 to {cards - 1}"


def number_faults(position: Position) -> Iterator[Fault]:
    """Yield the players, slots and numbers of a position that are out of range, with their keys."""
    yield from _players(position)
    yield from _numbers(position)


def _players(position: Position) -> Iterator[Fault]:
    players = position.players
    if not _FEWEST_PLAYERS <= players <= ROWS:
        yield "villages", f"Silver is for {_FEWEST_PLAYERS} to {ROWS} players, not {players}"
    for key, player in (("me", position.me), ("called_by", position.called_by)):
        if player is not None and (problem := no_player(position, player)):
            yield key, problem
    for player, village in enumerate(position.villages):
        if not village:
            yield f"villages[{player}].slots", "a village has at least one card (S-17)"


def _numbers(position: Position) -> Iterator[Fault]:
    scores = {f"scores[{player}]": (score, 0) for player, score in enumerate(position.scores)}
    for key, (count, least) in {"deck": (position.deck, 0), "round": (position.round, 1), **scores}.items():
        if count < least:
            yield key, f"{quote(count)}; {least} is the least"
    for key, number in _cards(position):
        if problem := no_card(number):
            yield key, problem
    for (player, slot), card in position.places:
        if problem := _unclear(card):
            yield f"villages[{player}].slots[{slot}]", problem


def _cards(position: Position) -> Iterator[tuple[str, int]]:
    """Yield all numbers of cards with their keys."""
    for key in ("discard", "top", "shown"):
        for at, number in enumerate(getattr(position, key)):
            yield f"{key}[{at}]", number
    if position.held is not None:
        yield "held", position.held
    for (player, slot), card in position.places:
        if card.number is not None:
            yield f"villages[{player}].slots[{slot}]", card.number


def _unclear(card: Slot) -> str:
    """Return why nothing of that kind can be known of a card; an empty text if it can."""
    if not 0 <= card.reliability <= 1:
        return f"reliability {card.reliability} is no chance from 0 to 1"
    if card.number is None and card.reliability != 1:
        return "a card that was never seen is not remembered"
    return "a face-up card is certain" if card.face_up and card.hidden else ""
