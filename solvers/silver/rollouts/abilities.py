"""The abilities of 5 to 12, used when the card just drawn is discarded (S-50 to S-54, S-64, S-70)."""

from __future__ import annotations

from solvers.silver.rollouts.cards import (
    card_at,
    deck_left,
    enter,
    face_in,
    lay,
    leave,
    lift,
    moved_by_owner,
    moved_by_rivals,
    own_slots,
    pile_card_at,
    seen_by_owner,
    seen_by_rivals,
    turn_up,
)
from solvers.silver.rollouts.deciding import decide, nothing_offered, offer
from solvers.silver.rollouts.draws import draw, take
from solvers.silver.rollouts.exchanging import exchange, give_up, offer_exchanges
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import (
    BEHOLDER_BOTH,
    DECK,
    DISCARD_PILE,
    FACE,
    HELD,
    OFFERED,
    PILE_SIZES,
    PLAYERS,
    REVEALER_ANY,
    SEEN,
    SIZES,
    UP,
    WITCH_AFTER_LOOK,
    WITCH_INHERITS,
)
from solvers.silver.rollouts.verbs import (
    EXCHANGE,
    FETCH,
    FROM_MASTER,
    FROM_WITCH,
    GIVE,
    HIT,
    LOOK,
    ROB,
    SKIP,
    TURN_UP,
    USE,
)
from toolkit.games.silver.cards import (
    APPRENTICE_SEER,
    BEHOLDER,
    EXPOSER,
    HIGHEST,
    MASTER,
    REVEALER,
    ROBBER,
    SEER,
    WITCH,
)

_NO_SLOT = -1


@compiled
def use_ability(table: Table, player: int, face: int) -> None:
    """Let a player use the ability of a discarded card, if it has one and finds a target (S-22, S-70)."""
    nothing_offered(table)
    if face == EXPOSER:
        _offer_own(table, player, TURN_UP, _NO_SLOT)
    elif face == REVEALER:
        _offer_seen(table, player, TURN_UP, table[REVEALER_ANY] == 1)
    elif face == BEHOLDER:
        _offer_own(table, player, LOOK, _NO_SLOT)
    elif face in (APPRENTICE_SEER, SEER):
        _offer_seen(table, player, LOOK, face == SEER)
    elif own_slots(table, player) and face == MASTER:
        _offer_pile(table)
    elif own_slots(table, player) and face == ROBBER:
        _offer_rivals(table, player, ROB)
    elif face == WITCH and deck_left(table) > 0 and _witch_finds(table, player):
        nothing_offered(table)
        offer(table, USE, 0, 0)
    if table[OFFERED]:
        offer(table, SKIP, 0, 0)
        chosen = decide(table, player)
        _use(table, player, face, table[chosen], table[chosen + 1], table[chosen + 2])


@compiled
def _use(table: Table, player: int, face: int, verb: int, one: int, two: int) -> None:
    if verb == TURN_UP:
        turn_up(table, one, two)
    elif verb == LOOK:
        look(table, player, one, two)
        if face == BEHOLDER:
            _look_again(table, player, two)
    elif verb == FETCH:
        _fetch(table, player, one)
    elif verb == USE:
        _use_witch(table, player)
    elif verb == ROB:
        _rob(table, player, one, two)


@compiled
def look(table: Table, viewer: int, player: int, slot: int) -> None:
    """Let one player look at a face-down card (S-23)."""
    table[card_at(player, slot) + SEEN] |= 1 << viewer


# ---- whom they reach --------------------------------------------------------------------------------------


@compiled
def _offer_own(table: Table, player: int, verb: int, but: int) -> None:
    """Offer the own face-down cards but one."""
    for slot in range(table[SIZES + player]):
        if slot != but and seen_by_owner(table, card_at(player, slot)):
            offer(table, verb, player, slot)


@compiled
def _offer_seen(table: Table, player: int, verb: int, own: bool) -> None:
    """Offer the face-down cards of opponents, and perhaps the own ones."""
    for other in range(table[PLAYERS]):
        if other == player:
            if own:
                _offer_own(table, player, verb, _NO_SLOT)
        else:
            for slot in range(table[SIZES + other]):
                if seen_by_rivals(table, card_at(other, slot)):
                    offer(table, verb, other, slot)


@compiled
def _offer_rivals(table: Table, player: int, verb: int) -> None:
    """Offer the cards of opponents that may be moved."""
    for other in range(table[PLAYERS]):
        if other != player:
            for slot in range(table[SIZES + other]):
                if moved_by_rivals(table, card_at(other, slot)):
                    offer(table, verb, other, slot)


@compiled
def _look_again(table: Table, player: int, first: int) -> None:
    """Let a Beholder look at a second card (A-16)."""
    nothing_offered(table)
    _offer_own(table, player, LOOK, first)
    if table[OFFERED]:
        if not table[BEHOLDER_BOTH]:
            offer(table, SKIP, 0, 0)
        chosen = decide(table, player)
        if table[chosen] == LOOK:
            look(table, player, player, table[chosen + 2])


# ---- Master (S-52) ----------------------------------------------------------------------------------------


@compiled
def _offer_pile(table: Table) -> None:
    """Offer the numbers in the pile below the Master himself (A-31)."""
    numbers = 0
    for index in range(table[PILE_SIZES + DISCARD_PILE] - 1):
        numbers |= 1 << face_in(table, DISCARD_PILE, index)
    for face in range(HIGHEST + 1):
        if numbers >> face & 1:
            offer(table, FETCH, face, 0)


@compiled
def _fetch(table: Table, player: int, face: int) -> None:
    """Take the uppermost card of a number from the pile, and exchange it."""
    index = table[PILE_SIZES + DISCARD_PILE] - 2
    while face_in(table, DISCARD_PILE, index) != face:
        index -= 1
    take(table, DISCARD_PILE, index)
    nothing_offered(table)
    offer_exchanges(table, player)
    exchange(table, player, FROM_MASTER, table[decide(table, player) + 1])


# ---- Witch (S-53) -----------------------------------------------------------------------------------------


@compiled
def _witch_finds(table: Table, player: int) -> bool:
    """Tell whether there is a card that a Witch may exchange (A-32)."""
    _offer_rivals(table, player, HIT)
    return own_slots(table, player) > 0 or table[OFFERED] > 0


@compiled
def _use_witch(table: Table, player: int) -> None:
    """Let a player look at the top card of the deck and exchange it."""
    draw(table, player)
    nothing_offered(table)
    offer_exchanges(table, player)
    _offer_rivals(table, player, HIT)
    if table[WITCH_AFTER_LOOK]:
        offer(table, SKIP, 0, 0)
    chosen = decide(table, player)
    verb, one, two = table[chosen], table[chosen + 1], table[chosen + 2]
    if verb == EXCHANGE:
        exchange(table, player, FROM_WITCH, one)
    elif verb == HIT:
        _hit(table, one, two)
    else:
        seen = table[pile_card_at(HELD, 0) + SEEN]
        lay(table, DECK, lift(table, HELD, 0), seen)


@compiled
def _hit(table: Table, victim: int, slot: int) -> None:
    """Exchange the Witch's card for one of an opponent (A-2)."""
    up = table[WITCH_INHERITS] & table[card_at(victim, slot) + UP]
    give_up(table, victim, 1 << slot)
    seen = table[pile_card_at(HELD, 0) + SEEN]
    enter(table, victim, slot, lift(table, HELD, 0), seen, up)


# ---- Robber (S-54) ----------------------------------------------------------------------------------------


@compiled
def _rob(table: Table, player: int, victim: int, slot: int) -> None:
    """Let a player give an own card for one of an opponent, and perhaps look at the new one."""
    nothing_offered(table)
    for mine in range(table[SIZES + player]):
        if moved_by_owner(table, card_at(player, mine)):
            offer(table, GIVE, mine, 0)
    mine = table[decide(table, player) + 1]
    _swap(table, player, mine, victim, slot)
    if not table[card_at(player, mine) + UP]:
        nothing_offered(table)
        offer(table, LOOK, player, mine)
        offer(table, SKIP, 0, 0)
        if table[decide(table, player)] == LOOK:
            look(table, player, player, mine)


@compiled
def _swap(table: Table, player: int, mine: int, victim: int, slot: int) -> None:
    """Swap two cards; each keeps its side (S-24)."""
    own, other = card_at(player, mine), card_at(victim, slot)
    my_face, my_seen, my_up = table[own + FACE], table[own + SEEN], table[own + UP]
    face, seen, up = table[other + FACE], table[other + SEEN], table[other + UP]
    leave(table, victim, slot)
    leave(table, player, mine)
    enter(table, victim, slot, my_face, my_seen, my_up)
    enter(table, player, mine, face, seen, up)
