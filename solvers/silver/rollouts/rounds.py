"""A round from where it stands to its points (S-1 to S-6, S-29 to S-32, S-67, S-68)."""

from __future__ import annotations

from solvers.silver.rollouts.abilities import look
from solvers.silver.rollouts.cards import card_at, deck_left, enter
from solvers.silver.rollouts.deciding import decide, note, nothing_offered, offer
from solvers.silver.rollouts.draws import lift_top, refill, show, shuffle
from solvers.silver.rollouts.free import settle
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import (
    ACTED,
    AT_DEAL,
    AT_TURN,
    BESIDE,
    CALLER,
    DISCARD_PILE,
    END,
    FINISH_LAST_TURNS,
    FIRST,
    GOING,
    LAST,
    LAST_TURNS_OVER,
    MOST_TURNS,
    NOBODY,
    PILE_SIZES,
    PLAYERS,
    RAN_OUT,
    SIZES,
    START,
    TURN,
    TURN_LIMIT,
    TURNS,
    USED,
)
from solvers.silver.rollouts.scoring import score
from solvers.silver.rollouts.turns import take_turn
from solvers.silver.rollouts.verbs import DEAL, LOOK
from toolkit.games.silver.cards import VILLAGE

_FIRST_LOOKS = 2  # S-6


@compiled
def play_round(table: Table) -> None:
    """Play to the end of the round and count its points."""
    shuffle(table)
    if table[START] == AT_DEAL:
        _deal(table)
    start = max(table[START], AT_TURN)
    while table[END] == GOING:
        take_turn(table, table[TURN], start)
        if table[END] == GOING:
            _close(table, table[TURN])
        start = AT_TURN
    score(table)


# ---- the beginning (S-1 to S-6) ---------------------------------------------------------------------------


@compiled
def _deal(table: Table) -> None:
    players = table[PLAYERS]
    for step in range(players):
        player = (table[FIRST] + step) % players
        for slot in range(VILLAGE):
            face = lift_top(table)
            note(table, DEAL, face, 0, 0)
            enter(table, player, slot, face, 0, 0)
    show(table, DISCARD_PILE)
    for step in range(players):
        _look_first(table, (table[FIRST] + step) % players)


@compiled
def _look_first(table: Table, player: int) -> None:
    """Let a player look at two own cards, in any order (S-6)."""
    seen = -1
    for _ in range(_FIRST_LOOKS):
        nothing_offered(table)
        for slot in range(VILLAGE):
            if slot != seen:
                offer(table, LOOK, player, slot)
        seen = table[decide(table, player) + 2]
        look(table, player, player, seen)


# ---- the end of a turn (S-29, S-30, S-67) -----------------------------------------------------------------


@compiled
def _close(table: Table, player: int) -> None:
    """Count a turn: it may have been the last of the round, by a call, the limit or an empty deck."""
    table[TURNS] += 1
    if table[CALLER] != NOBODY:
        table[LAST] -= 1
    if table[LAST] == 0:
        table[END] = LAST_TURNS_OVER
    elif table[TURNS] >= table[MOST_TURNS]:
        table[END] = TURN_LIMIT
    else:
        refill(table)
        _pass_on(table, player)


@compiled
def _pass_on(table: Table, player: int) -> None:
    """Begin the turn of the next player, if a card is left to draw (S-30, S-46, A-38)."""
    called = table[CALLER] != NOBODY
    if deck_left(table) <= 0 and not table[PILE_SIZES + BESIDE] and not (called and table[FINISH_LAST_TURNS]):
        table[END] = RAN_OUT
    for slot in range(table[SIZES + player]):
        table[card_at(player, slot) + USED] = 0
    settle(table, player)
    table[TURN], table[ACTED] = (player + 1) % table[PLAYERS], 0
