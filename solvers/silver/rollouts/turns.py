"""A turn: the action, what is done with the card in hand, and free actions (S-9 to S-12, S-28, S-66)."""

from __future__ import annotations

from solvers.silver.rollouts.abilities import use_ability
from solvers.silver.rollouts.cards import card_at, count_face_up, deck_left, own_slots
from solvers.silver.rollouts.deciding import decide, nothing_offered, offer
from solvers.silver.rollouts.draws import discard_held, draw, draw_with_rascals, take
from solvers.silver.rollouts.exchanging import exchange, offer_exchanges
from solvers.silver.rollouts.free import ELSEWHERE, offer_free, settle, take_free
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import (
    ACTED,
    AT_TURN,
    AT_USE,
    BESIDE,
    CALLER,
    DISCARD_PILE,
    END,
    FACE,
    LAST,
    NOBODY,
    OFFERED,
    PAIR,
    PAIR_MET,
    PILE_SIZES,
    PLAYERS,
    SIZES,
    SOURCE,
    SQUIRE_ABILITY,
    UP,
)
from solvers.silver.rollouts.verbs import (
    CALL,
    DISCARD,
    DRAW,
    END_TURN,
    FROM_DECK,
    FROM_DISCARD,
    FROM_MASTER,
    FROM_SHOWN,
    FROM_WITCH,
    SHOWN,
    TAKE,
)
from toolkit.games.silver.cards import MOST_TO_CALL, RASCAL, VILLAGER


@compiled
def take_turn(table: Table, player: int, start: int) -> None:
    """Play a turn from its beginning, from the use of the card in hand, or from its end."""
    over = False
    if start == AT_TURN:
        over = _act(table, player)
    elif start == AT_USE:
        _use(table, player, table[SOURCE])
    if not over:
        _finish(table, player)


@compiled
def _act(table: Table, player: int) -> bool:
    """Let a player draw, take or call; tell whether the turn is over with it (S-9)."""
    verb, one = _choose_action(table, player)
    settle(table, player)
    if verb == DRAW:
        more = _rascals(table, player) if deck_left(table) > 1 else 0
        draw(table, player)
        if more:
            draw_with_rascals(table, player, more)
        _use(table, player, FROM_DECK)
    elif verb == TAKE:
        take(table, DISCARD_PILE, table[PILE_SIZES + DISCARD_PILE] - 1)
        _use(table, player, FROM_DISCARD)
    elif verb == SHOWN:
        take(table, BESIDE, one)
        _use(table, player, FROM_SHOWN)
    elif verb == CALL:
        table[CALLER], table[LAST] = player, table[PLAYERS]
    return verb in (CALL, END_TURN)


@compiled
def _choose_action(table: Table, player: int) -> tuple[int, int]:
    """Let a player take free actions and choose the action of the turn; return its verb and number."""
    while True:
        _offer_actions(table, player)
        chosen = decide(table, player)
        verb, one, two = table[chosen], table[chosen + 1], table[chosen + 2]
        if not take_free(table, player, verb, one, two):
            return verb, one


@compiled
def _offer_actions(table: Table, player: int) -> None:
    nothing_offered(table)
    if deck_left(table) > 0:
        offer(table, DRAW, 0, 0)
    if table[PILE_SIZES + DISCARD_PILE] and own_slots(table, player):
        offer(table, TAKE, 0, 0)
    for index in range(table[PILE_SIZES + BESIDE]):
        offer(table, SHOWN, index, 0)
    if table[SIZES + player] <= MOST_TO_CALL and table[CALLER] == NOBODY and not table[ACTED]:
        offer(table, CALL, 0, 0)
    stuck = table[OFFERED] == 0
    offer_free(table, player, ELSEWHERE)
    if stuck:
        offer(table, END_TURN, 0, 0)


@compiled
def _rascals(table: Table, player: int) -> int:
    """Return how many Rascals of a player lie face-up (S-49)."""
    count = 0
    for slot in range(table[SIZES + player]):
        card = card_at(player, slot)
        if table[card + UP] and table[card + FACE] == RASCAL:
            count += 1
    return count


@compiled
def _use(table: Table, player: int, source: int) -> None:
    """Let a player discard or exchange the card in hand (S-10, S-12)."""
    while True:
        nothing_offered(table)
        if source in (FROM_DECK, FROM_SHOWN):
            offer(table, DISCARD, 0, 0)
        offer_exchanges(table, player)
        if source != FROM_MASTER and source != FROM_WITCH:
            offer_free(table, player, source)
        chosen = decide(table, player)
        verb, one, two = table[chosen], table[chosen + 1], table[chosen + 2]
        if not take_free(table, player, verb, one, two):
            break
    if verb == DISCARD:
        face = discard_held(table)
        if source == FROM_DECK or table[SQUIRE_ABILITY]:
            use_ability(table, player, face)
    else:
        exchange(table, player, source, one)


# ---- the end of a turn (S-42, S-66, S-67) -----------------------------------------------------------------


@compiled
def _finish(table: Table, player: int) -> None:
    """End the round if both 0s lie face-up; else let a player take the free actions that are left."""
    if table[PAIR] or count_face_up(table, VILLAGER) > 1:
        table[END] = PAIR_MET
        return
    settle(table, player)
    while _offer_end(table, player):
        chosen = decide(table, player)
        if not take_free(table, player, table[chosen], table[chosen + 1], table[chosen + 2]):
            return


@compiled
def _offer_end(table: Table, player: int) -> bool:
    """Offer the free actions that are left and the end of the turn; tell whether any is left."""
    nothing_offered(table)
    offer_free(table, player, ELSEWHERE)
    some = table[OFFERED] > 0
    offer(table, END_TURN, 0, 0)
    return some
