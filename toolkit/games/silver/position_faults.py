"""What is wrong with a position that no play can reach: cards do not add up, or a rule forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.document import PositionError
from toolkit.core.errors import quote
from toolkit.games.silver.cards import (
    BODYGUARD,
    COPIES,
    HIGHEST,
    MOST_TO_CALL,
    ROWS,
    SQUIRE,
    VILLAGE,
    VILLAGER,
)
from toolkit.games.silver.scoring import GOAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.games.silver.position import Guard, Position, Slot

Fault = tuple[str, str]
"""The key of a position file where the fault lies, and what is wrong there."""

_FULL_DECK = sum(COPIES) - ROWS * VILLAGE - 1  # S-4: one card begins the discard pile
_FEWEST_PLAYERS = 2


def check_position(position: Position, source: str = "") -> None:
    """Raise `PositionError` for the first of the `position_faults`; `source` is the name of its file."""
    for key, problem in position_faults(position):
        raise PositionError(source, key, problem)


def position_faults(position: Position) -> Iterator[Fault]:
    """Yield the faults, the most basic first; none of the table while players or numbers are at fault.

    >>> from dataclasses import replace
    >>> from toolkit.games.silver.position import UNKNOWN, Position
    >>> start = Position(me=0, deck=31, discard=(3,), villages=((UNKNOWN,) * 5,) * 2)
    >>> list(position_faults(start)), list(position_faults(replace(start, called_by=0)))
    ([], [('called_by', 'player 0 has 5 cards; 4 are the most to call (S-28)')])
    """
    basic = [*_players(position), *_numbers(position)]
    yield from basic
    if not basic:
        yield from _piles(position)
        yield from _copies(position)
        yield from _shown(position)
        yield from _call(position)
        yield from _villagers(position)
        yield from _guards(position)
        yield from _amulet(position)
        yield from _scores(position)


# ---- players, slots and numbers that there are not ---------------------------------------------------------


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


# ---- the cards --------------------------------------------------------------------------------------------


def _piles(position: Position) -> Iterator[Fault]:
    deck, beside, forgotten = position.deck, len(position.shown), position.forgotten
    if deck + beside > _FULL_DECK:
        cards = f"{deck} cards" + (f" and {beside} beside them" if beside else "")
        yield "deck", f"{cards}; at most {_FULL_DECK} are left (S-4)"
    if len(position.top) > deck:
        yield "top", f"{len(position.top)} cards known of a draw pile of {deck}"
    if forgotten < 0:
        yield "deck", _too_many(position)
    if forgotten > 0 and not position.discard:
        yield "discard", f"its top is open, and {forgotten} cards lie there: name at least the top"


def _too_many(position: Position) -> str:
    parts = {
        "villages": sum(map(len, position.villages)),
        "deck": position.deck,
        "removed (S-2)": position.removed,
        "discard": len(position.discard),
        "shown": len(position.shown),
        "held": int(position.held is not None),
    }
    counted = ", ".join(f"{count} {name}" for name, count in parts.items() if count)
    return f"{counted} make {sum(parts.values())}; there are {sum(COPIES)} cards"


def _copies(position: Position) -> Iterator[Fault]:
    where = {
        "villages": [slot.known for _, slot in position.places],
        "discard": position.discard,
        "top": position.top,
        "shown": position.shown,
        "held": (position.held,),
    }
    for number, copies in enumerate(COPIES):
        counts = {key: list(cards).count(number) for key, cards in where.items() if number in cards}
        if sum(counts.values()) > copies:
            found = " and ".join(f"{count} in {key}" for key, count in counts.items())
            yield next(reversed(counts)), f"{found} of card {number}; there are {copies}"


def _shown(position: Position) -> Iterator[Fault]:
    # S-43, S-45: each came for a Squire face-up in a village; those shown or on top were never there.
    squires = COPIES[SQUIRE] - position.shown.count(SQUIRE) - position.top.count(SQUIRE)
    if len(position.shown) > squires:
        problem = f"{len(position.shown)} cards; at most {squires} Squires can have been face-up (S-43)"
        yield "shown", problem


# ---- the table --------------------------------------------------------------------------------------------


def _call(position: Position) -> Iterator[Fault]:
    caller = position.called_by
    if caller is not None and (cards := len(position.villages[caller])) > MOST_TO_CALL:
        yield "called_by", f"player {caller} has {cards} cards; {MOST_TO_CALL} are the most to call (S-28)"
    if caller == position.me and position.held is not None:
        yield "held", f"player {caller} has called; who has called holds no card (S-28)"


def _villagers(position: Position) -> Iterator[Fault]:
    if len(position.face_up(VILLAGER)) == COPIES[VILLAGER]:
        yield "villages", "both 0s are face-up: the round is over (S-42)"


def _guards(position: Position) -> Iterator[Fault]:
    for at, guard in enumerate(position.guards):
        problem = (
            no_slot(position, guard.player, guard.guard)
            or no_slot(position, guard.player, guard.charge)
            or _unfit(position, guard)
            or _twice(position.guards[:at], guard)
        )
        if problem:
            yield f"guards[{at}]", problem


def _unfit(position: Position, guard: Guard) -> str:
    """Return why a Bodyguard cannot be on duty there; an empty text if it can."""
    slot = position.villages[guard.player][guard.guard]
    if not (slot.face_up and slot.number == BODYGUARD):
        return f"slot {guard.guard} of player {guard.player} is no face-up 3 (S-48)"
    if guard.guard == guard.charge:
        return "a Bodyguard guards another card than itself (S-48)"
    if position.amulet == (guard.player, guard.charge):
        return "the charge lies under the amulet (A-12)"
    return ""


def _twice(before: Sequence[Guard], guard: Guard) -> str:
    """Return which card has to do with a Bodyguard before it already; an empty text if none has."""
    used = {(other.player, slot) for other in before for slot in (other.guard, other.charge)}
    for slot in (guard.guard, guard.charge):
        if (guard.player, slot) in used:
            return f"slot {slot} of player {guard.player} guards or is guarded twice (A-43)"
    return ""


def _amulet(position: Position) -> Iterator[Fault]:
    if position.amulet is not None and (problem := no_slot(position, *position.amulet)):
        yield "amulet", problem


def _scores(position: Position) -> Iterator[Fault]:
    scores, rules = position.scores, position.rules
    if len(scores) != position.players:
        yield "scores", f"{len(scores)} numbers for {position.players} players"
    if rules.score_mode and max(scores, default=0) >= GOAL:
        yield "scores", f"a total of {max(scores)}: with {GOAL} or more the game is over (S-58)"
    if position.round > rules.rounds and not rules.score_mode:
        yield "round", f"round {position.round} of {rules.rounds} (S-57)"
