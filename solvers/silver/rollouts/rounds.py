"""A round from where it stands to its points, turn by turn (S-1 to S-12, S-28 to S-32, S-42, S-60, S-66)."""

from __future__ import annotations

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
from solvers.silver.rollouts.table import (
    ACTED,
    AT_DEAL,
    AT_TURN,
    AT_USE,
    BESIDE,
    CALL,
    CALLER,
    DEAL,
    DISCARD,
    DISCARD_PILE,
    DRAW,
    END,
    END_TURN,
    FACE,
    FINISH_LAST_TURNS,
    FIRST,
    FREELY,
    FROM_DECK,
    FROM_DISCARD,
    FROM_MASTER,
    FROM_SHOWN,
    FROM_WITCH,
    GOING,
    LAST,
    LAST_TURNS_OVER,
    LOOK,
    MOST_TURNS,
    NO_MATTER,
    NOBODY,
    OFFERED,
    PAIR,
    PAIR_MET,
    PILE_SIZES,
    PLAYERS,
    POINTS,
    RAN_OUT,
    SCORE_MODE,
    SHOWN,
    SIZES,
    SOURCE,
    SQUIRE_ABILITY,
    START,
    SUMS,
    TAKE,
    TURN,
    TURN_LIMIT,
    TURNS,
    USED,
    Table,
    card_at,
    compiled,
    count_face_up,
    deck_left,
    enter,
    face_up_of,
    note,
    offer,
    opened,
    own_slots,
)
from toolkit.games.silver.cards import DOPPELGANGER, MOST_TO_CALL, RASCAL, ROBBER, VILLAGE, VILLAGER
from toolkit.games.silver.scoring import FAILED_CALL, HALF

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
        opened(table, NO_MATTER)
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
        more = face_up_of(table, player, RASCAL) if deck_left(table) > 1 else 0
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
    opened(table, FREELY)
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
def _use(table: Table, player: int, source: int) -> None:
    """Let a player discard or exchange the card in hand (S-10, S-12)."""
    while True:
        opened(table, FREELY)
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
    opened(table, FREELY)
    offer_free(table, player, ELSEWHERE)
    some = table[OFFERED] > 0
    offer(table, END_TURN, 0, 0)
    return some


_PAIR = 2


@compiled
def score(table: Table) -> None:
    """Write down the sums of the villages and the points of the round."""
    lowest, hero = 1 << 30, False
    for player in range(table[PLAYERS]):
        table[SUMS + player] = table[POINTS + player] = _sum(table, player)
        lowest = min(lowest, table[SUMS + player])
        hero = hero or _is_kamikaze(table, player)
    caller = table[CALLER]
    if table[SCORE_MODE] and hero:
        for player in range(table[PLAYERS]):
            table[POINTS + player] = 0 if _is_kamikaze(table, player) else HALF
    elif caller != NOBODY:
        table[POINTS + caller] = 0 if table[SUMS + caller] == lowest else table[SUMS + caller] + FAILED_CALL


@compiled
def _sum(table: Table, player: int) -> int:
    total = 0
    for slot in range(table[SIZES + player]):
        total += table[card_at(player, slot) + FACE]
    return total


@compiled
def _is_kamikaze(table: Table, player: int) -> bool:
    """Tell whether a village is two 12s and two 13s (S-60)."""
    pairs = _count(table, player, ROBBER) == _PAIR and _count(table, player, DOPPELGANGER) == _PAIR
    return pairs and table[SIZES + player] == 2 * _PAIR


@compiled
def _count(table: Table, player: int, number: int) -> int:
    count = 0
    for slot in range(table[SIZES + player]):
        count += table[card_at(player, slot) + FACE] == number
    return count
