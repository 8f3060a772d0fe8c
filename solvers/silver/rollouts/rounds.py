"""A round from where it stands to its points, turn by turn (S-1 to S-12, S-28 to S-32, S-42, S-60, S-66)."""

from __future__ import annotations

from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.judge import decide
from solvers.silver.rollouts.moves import (
    ELSEWHERE,
    discard_held,
    draw,
    draw_with_rascals,
    exchange,
    lift_top,
    look,
    offer_exchanges,
    offer_free,
    refill,
    settle,
    show,
    shuffle,
    take,
    take_free,
    use_ability,
)
from solvers.silver.rollouts.table import Table, compiled
from toolkit.games.silver.cards import DOPPELGANGER, MOST_TO_CALL, RASCAL, ROBBER, VILLAGE, VILLAGER
from toolkit.games.silver.scoring import FAILED_CALL, HALF

_FIRST_LOOKS = 2  # S-6


@compiled
def play_round(table: Table) -> None:
    """Play to the end of the round and count its points."""
    shuffle(table)
    if table[at.START] == at.AT_DEAL:
        _deal(table)
    start = max(table[at.START], at.AT_TURN)
    while table[at.END] == at.GOING:
        take_turn(table, table[at.TURN], start)
        if table[at.END] == at.GOING:
            _close(table, table[at.TURN])
        start = at.AT_TURN
    score(table)


# ---- the beginning (S-1 to S-6) ---------------------------------------------------------------------------


@compiled
def _deal(table: Table) -> None:
    players = table[at.PLAYERS]
    for step in range(players):
        player = (table[at.FIRST] + step) % players
        for slot in range(VILLAGE):
            face = lift_top(table)
            at.note(table, at.DEAL, face, 0, 0)
            at.enter(table, player, slot, face, 0, 0)
    show(table, at.DISCARD_PILE)
    for step in range(players):
        _look_first(table, (table[at.FIRST] + step) % players)


@compiled
def _look_first(table: Table, player: int) -> None:
    """Let a player look at two own cards, in any order (S-6)."""
    seen = -1
    for _ in range(_FIRST_LOOKS):
        at.opened(table, at.NO_MATTER)
        for slot in range(VILLAGE):
            if slot != seen:
                at.offer(table, at.LOOK, player, slot)
        seen = table[decide(table, player) + 2]
        look(table, player, player, seen)


# ---- the end of a turn (S-29, S-30, S-67) -----------------------------------------------------------------


@compiled
def _close(table: Table, player: int) -> None:
    """Count a turn: it may have been the last of the round, by a call, the limit or an empty deck."""
    table[at.TURNS] += 1
    if table[at.CALLER] != at.NOBODY:
        table[at.LAST] -= 1
    if table[at.LAST] == 0:
        table[at.END] = at.LAST_TURNS_OVER
    elif table[at.TURNS] >= table[at.MOST_TURNS]:
        table[at.END] = at.TURN_LIMIT
    else:
        refill(table)
        _pass_on(table, player)


@compiled
def _pass_on(table: Table, player: int) -> None:
    """Begin the turn of the next player, if a card is left to draw (S-30, S-46, A-38)."""
    called = table[at.CALLER] != at.NOBODY
    if (
        at.deck_left(table) <= 0
        and not table[at.PILE_SIZES + at.BESIDE]
        and not (called and table[at.FINISH_LAST_TURNS])
    ):
        table[at.END] = at.RAN_OUT
    for slot in range(table[at.SIZES + player]):
        table[at.card_at(player, slot) + at.USED] = 0
    settle(table, player)
    table[at.TURN], table[at.ACTED] = (player + 1) % table[at.PLAYERS], 0


@compiled
def take_turn(table: Table, player: int, start: int) -> None:
    """Play a turn from its beginning, from the use of the card in hand, or from its end."""
    over = False
    if start == at.AT_TURN:
        over = _act(table, player)
    elif start == at.AT_USE:
        _use(table, player, table[at.SOURCE])
    if not over:
        _finish(table, player)


@compiled
def _act(table: Table, player: int) -> bool:
    """Let a player draw, take or call; tell whether the turn is over with it (S-9)."""
    verb, one = _choose_action(table, player)
    settle(table, player)
    if verb == at.DRAW:
        more = at.face_up_of(table, player, RASCAL) if at.deck_left(table) > 1 else 0
        draw(table, player)
        if more:
            draw_with_rascals(table, player, more)
        _use(table, player, at.FROM_DECK)
    elif verb == at.TAKE:
        take(table, at.DISCARD_PILE, table[at.PILE_SIZES + at.DISCARD_PILE] - 1)
        _use(table, player, at.FROM_DISCARD)
    elif verb == at.SHOWN:
        take(table, at.BESIDE, one)
        _use(table, player, at.FROM_SHOWN)
    elif verb == at.CALL:
        table[at.CALLER], table[at.LAST] = player, table[at.PLAYERS]
    return verb in (at.CALL, at.END_TURN)


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
    at.opened(table, at.FREELY)
    if at.deck_left(table) > 0:
        at.offer(table, at.DRAW, 0, 0)
    if table[at.PILE_SIZES + at.DISCARD_PILE] and at.own_slots(table, player):
        at.offer(table, at.TAKE, 0, 0)
    for index in range(table[at.PILE_SIZES + at.BESIDE]):
        at.offer(table, at.SHOWN, index, 0)
    if table[at.SIZES + player] <= MOST_TO_CALL and table[at.CALLER] == at.NOBODY and not table[at.ACTED]:
        at.offer(table, at.CALL, 0, 0)
    stuck = table[at.OFFERED] == 0
    offer_free(table, player, ELSEWHERE)
    if stuck:
        at.offer(table, at.END_TURN, 0, 0)


@compiled
def _use(table: Table, player: int, source: int) -> None:
    """Let a player discard or exchange the card in hand (S-10, S-12)."""
    table[at.SOURCE] = source
    while True:
        at.opened(table, at.FREELY)
        if source in (at.FROM_DECK, at.FROM_SHOWN):
            at.offer(table, at.DISCARD, 0, 0)
        offer_exchanges(table, player)
        if source != at.FROM_MASTER and source != at.FROM_WITCH:
            offer_free(table, player, source)
        chosen = decide(table, player)
        verb, one, two = table[chosen], table[chosen + 1], table[chosen + 2]
        if not take_free(table, player, verb, one, two):
            break
    if verb == at.DISCARD:
        face = discard_held(table)
        if source == at.FROM_DECK or table[at.SQUIRE_ABILITY]:
            use_ability(table, player, face)
    else:
        exchange(table, player, source, one)


# ---- the end of a turn (S-42, S-66, S-67) -----------------------------------------------------------------


@compiled
def _finish(table: Table, player: int) -> None:
    """End the round if both 0s lie face-up; else let a player take the free actions that are left."""
    if table[at.PAIR] or at.count_face_up(table, VILLAGER) > 1:
        table[at.END] = at.PAIR_MET
        return
    settle(table, player)
    while _offer_end(table, player):
        chosen = decide(table, player)
        if not take_free(table, player, table[chosen], table[chosen + 1], table[chosen + 2]):
            return


@compiled
def _offer_end(table: Table, player: int) -> bool:
    """Offer the free actions that are left and the end of the turn; tell whether any is left."""
    at.opened(table, at.FREELY)
    offer_free(table, player, ELSEWHERE)
    some = table[at.OFFERED] > 0
    at.offer(table, at.END_TURN, 0, 0)
    return some


_PAIR = 2


@compiled
def score(table: Table) -> None:
    """Write down the sums of the villages and the points of the round."""
    lowest, hero = 1 << 30, False
    for player in range(table[at.PLAYERS]):
        table[at.SUMS + player] = table[at.POINTS + player] = _sum(table, player)
        lowest = min(lowest, table[at.SUMS + player])
        hero = hero or _is_kamikaze(table, player)
    caller = table[at.CALLER]
    if table[at.SCORE_MODE] and hero:
        for player in range(table[at.PLAYERS]):
            table[at.POINTS + player] = 0 if _is_kamikaze(table, player) else HALF
    elif caller != at.NOBODY:
        table[at.POINTS + caller] = (
            0 if table[at.SUMS + caller] == lowest else table[at.SUMS + caller] + FAILED_CALL
        )


@compiled
def _sum(table: Table, player: int) -> int:
    total = 0
    for slot in range(table[at.SIZES + player]):
        total += table[at.card_at(player, slot) + at.FACE]
    return total


@compiled
def _is_kamikaze(table: Table, player: int) -> bool:
    """Tell whether a village is two 12s and two 13s (S-60)."""
    pairs = _count(table, player, ROBBER) == _PAIR and _count(table, player, DOPPELGANGER) == _PAIR
    return pairs and table[at.SIZES + player] == 2 * _PAIR


@compiled
def _count(table: Table, player: int, number: int) -> int:
    count = 0
    for slot in range(table[at.SIZES + player]):
        count += table[at.card_at(player, slot) + at.FACE] == number
    return count
