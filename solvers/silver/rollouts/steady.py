"""The policy `steady`: points saved in this turn, by what its player knows (in tenths of points).

A known card counts its number, a hidden own card `HIDDEN_WORTH`, a hidden card of a rival `RIVAL_WORTH`. The
*plan* is what giving up would save most: a single own card, or all own cards known to have one number,
together with the known 13s (S-15, S-55). The *gain* of a card is what the plan saves less its number. Then:

- It calls as soon as its cards count `CALL_AT` points or fewer, before anything else in that turn.
- It looks wherever it may at an own card that it does not know, and else at one of a rival.
- It takes the top discard or a card beside the deck if that gains more than a draw can be expected to.
- It exchanges the card in hand for the plan if that gains more than discarding it, which is worth nothing,
  or a little for 7, 9, 11 and 12 (`_ABILITIES`).
- With a Rascal it draws on while the best card in hand gains less than a draw. It fetches with a Master what
  gains most, uses a Witch for what a draw would gain, and robs a card if that lowers its own sum.
- It turns up its own cards 2 to 4, no others, places the amulet on its lowest card known to be 2 or lower,
  and leaves Bodyguards where they are.

Of several options that are worth the same it takes the first.
"""

from __future__ import annotations

from solvers.silver.rollouts.cards import card_at, face_in
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import (
    AMULET,
    BESIDE,
    CALL_AT,
    DISCARD_PILE,
    FACE,
    HELD,
    HIDDEN_WORTH,
    OFFERED,
    OPTION,
    OPTIONS,
    PARAMETERS,
    PILE_SIZES,
    PLAN,
    POLICIES,
    RIVAL_WORTH,
    SAVED,
    SEEN,
    SIZES,
)
from solvers.silver.rollouts.verbs import (
    AND,
    CALL,
    DISCARD,
    DONE,
    DRAW,
    EXCHANGE,
    FETCH,
    GIVE,
    GUARD_WITH,
    HIT,
    KEEP,
    LOOK,
    PROTECT,
    ROB,
    SHOWN,
    TAKE,
    TURN_UP,
    USE,
)
from toolkit.games.silver.cards import COPIES, DOPPELGANGER, EMPATH, RASCAL
from toolkit.games.silver.cards import DECK as CARDS

# Rules of thumb, in tenths of points: no play was searched for better ones.
_ABILITIES = (0, 0, 0, 0, 0, 0, 0, 12, 0, 12, 0, 8, 8, 0)  # by number: what a discarded card may bring
_LOOK_OWN, _LOOK_OTHER = 500, 100  # more than any card gains: looks cost nothing
_PROTECT = 300
_MOST_PROTECTED = 20
_TURN_UP = 5
_CALL = 10_000
_AGAINST = -1
_NEVER = -10_000
_DECK = len(CARDS)


@compiled
def best_option(table: Table, player: int) -> int:
    """Return the number of the option that is worth most."""
    if table[OPTIONS] != AND and table[OPTIONS] != DONE:
        make_plan(table, player)
    best, most = 0, _worth(table, player, OPTIONS)
    for number in range(1, table[OFFERED]):
        worth = _worth(table, player, OPTIONS + number * OPTION)
        if worth > most:
            best, most = number, worth
    return best


# ---- what cards count -------------------------------------------------------------------------------------


@compiled
def _parameter(table: Table, player: int, which: int) -> int:
    return table[POLICIES + player * PARAMETERS + which]


@compiled
def _knows(table: Table, player: int, card: int) -> bool:
    return table[card + SEEN] >> player & 1 == 1


@compiled
def _count(table: Table, player: int, owner: int, slot: int) -> int:
    """Return what a card of a village counts for a player."""
    card = card_at(owner, slot)
    if _knows(table, player, card):
        return 10 * table[card + FACE]
    return _parameter(table, player, HIDDEN_WORTH if owner == player else RIVAL_WORTH)


@compiled
def _sum(table: Table, player: int) -> int:
    total = 0
    for slot in range(table[SIZES + player]):
        total += _count(table, player, player, slot)
    return total


# ---- the plan ---------------------------------------------------------------------------------------------


@compiled
def make_plan(table: Table, player: int) -> None:
    """Note which own cards are best given up, and what that saves."""
    table[PLAN], table[SAVED] = 0, _NEVER
    for slot in range(table[SIZES + player]):
        card = card_at(player, slot)
        if not table[card + AMULET]:
            _consider(table, 1 << slot, _count(table, player, player, slot))
            if _knows(table, player, card):
                _consider_all(table, player, table[card + FACE])


@compiled
def _consider_all(table: Table, player: int, face: int) -> None:
    """Consider all known cards of a number, with the 13s."""
    slots, saved = 0, 0
    for slot in range(table[SIZES + player]):
        card = card_at(player, slot)
        alike = table[card + FACE] == face or table[card + FACE] == DOPPELGANGER
        if alike and not table[card + AMULET] and _knows(table, player, card):
            slots, saved = slots | 1 << slot, saved + 10 * table[card + FACE]
    _consider(table, slots, saved)


@compiled
def _consider(table: Table, slots: int, saved: int) -> None:
    if saved > table[SAVED]:
        table[PLAN], table[SAVED] = slots, saved


@compiled
def _gain(table: Table, face: int) -> int:
    return table[SAVED] - 10 * face


@compiled
def _gain_of_draw(table: Table) -> int:
    """Return what any card of a whole deck gains if it is exchanged only when that helps."""
    total = 0
    for face in range(len(COPIES)):
        total += COPIES[face] * max(0, _gain(table, face))
    return total // _DECK


# ---- what an option is worth ------------------------------------------------------------------------------


@compiled
def _worth(table: Table, player: int, option: int) -> int:
    verb, one, two = table[option], table[option + 1], table[option + 2]
    if verb == CALL:
        return _CALL if _sum(table, player) <= 10 * _parameter(table, player, CALL_AT) else _NEVER
    if verb == LOOK:
        return _worth_of_look(table, player, one, two)
    if verb == TURN_UP:
        return _worth_of_turning(table, player, one, two)
    if verb == PROTECT:
        count = _count(table, player, player, one)
        return _PROTECT - count if count <= _MOST_PROTECTED else _AGAINST
    if verb == GIVE:
        return _count(table, player, player, one)
    if verb == AND:
        return 1 if table[PLAN] >> one & 1 else _AGAINST
    if verb == GUARD_WITH:
        return _AGAINST
    if verb in (ROB, HIT):
        return _worth_of_harm(table, player, verb, one, two)
    return _worth_of_card(table, verb, one)


@compiled
def _worth_of_card(table: Table, verb: int, one: int) -> int:
    """Return what it is worth to bring a card in, or to discard it; all other options are worth nothing."""
    if verb in (DRAW, USE):
        return _gain_of_draw(table)
    if verb == TAKE:
        return _gain(table, face_in(table, DISCARD_PILE, table[PILE_SIZES + DISCARD_PILE] - 1))
    if verb == SHOWN:
        return max(0, _gain(table, face_in(table, BESIDE, one)))  # it may be discarded
    if verb in (KEEP, FETCH):
        return _gain(table, one)
    if verb == EXCHANGE:
        first = table[PLAN] & -table[PLAN] == 1 << one
        return _gain(table, face_in(table, HELD, 0)) if first else _NEVER
    if verb == DISCARD:
        return _ABILITIES[face_in(table, HELD, 0)]
    return 0


@compiled
def _worth_of_look(table: Table, player: int, owner: int, slot: int) -> int:
    if _knows(table, player, card_at(owner, slot)):
        return _AGAINST
    return _LOOK_OWN if owner == player else _LOOK_OTHER


@compiled
def _worth_of_turning(table: Table, player: int, owner: int, slot: int) -> int:
    card = card_at(owner, slot)
    if owner != player or not _knows(table, player, card):
        return _AGAINST
    return _TURN_UP if EMPATH <= table[card + FACE] <= RASCAL else _AGAINST


@compiled
def _worth_of_harm(table: Table, player: int, verb: int, victim: int, slot: int) -> int:
    """Return what the own sum loses by a robbery, or a part of what a Witch's card adds to a rival's."""
    theirs = _count(table, player, victim, slot)
    if verb == ROB:
        return _best_gift(table, player) - theirs
    return (10 * face_in(table, HELD, 0) - theirs) // 4


@compiled
def _best_gift(table: Table, player: int) -> int:
    """Return what the own card counts that a Robber would give."""
    most = _NEVER
    for slot in range(table[SIZES + player]):
        if not table[card_at(player, slot) + AMULET]:
            most = max(most, _count(table, player, player, slot))
    return most
