"""What is done with cards: draws, free actions, exchanges, abilities (S-10 to S-22, S-36, S-43 to S-55)."""

from __future__ import annotations

from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.judge import decide
from solvers.silver.rollouts.table import Table, compiled
from toolkit.games.silver.cards import (
    APPRENTICE_SEER,
    BEHOLDER,
    BODYGUARD,
    COPIES,
    DOPPELGANGER,
    EMPATH,
    EXPOSER,
    HIGHEST,
    MASTER,
    REVEALER,
    ROBBER,
    SEER,
    SQUIRE,
    VILLAGER,
    WITCH,
)


@compiled
def shuffle(table: Table) -> None:
    """Put the cards of the deck whose order nobody knows into any order."""
    for index in range(table[at.BAG] - 1, 0, -1):
        one, other = at.pile_card_at(at.DECK, index), at.pile_card_at(at.DECK, at.below(table, index + 1))
        table[one + at.FACE], table[other + at.FACE] = table[other + at.FACE], table[one + at.FACE]


@compiled
def lift_top(table: Table) -> int:
    """Take the top card off the deck."""
    face = at.lift(table, at.DECK, table[at.PILE_SIZES + at.DECK] - 1)
    table[at.BAG] = min(table[at.BAG], table[at.PILE_SIZES + at.DECK])
    return face


@compiled
def draw(table: Table, player: int) -> None:
    """Draw a card into the hand."""
    seen = table[at.pile_card_at(at.DECK, table[at.PILE_SIZES + at.DECK] - 1) + at.SEEN]
    face = lift_top(table)
    at.note(table, at.DRAWN, face, 0, 0)
    at.lay(table, at.HELD, face, seen | 1 << player)


@compiled
def show(table: Table, pile: int) -> None:
    """Show the top card of the deck to all, on the pile of discards or beside the deck."""
    face = lift_top(table)
    at.note(table, at.SHOW, face, 0, 0)
    at.lay(table, pile, face, at.everybody(table))


@compiled
def refill(table: Table) -> None:
    """Show cards beside the deck while there are more face-up Squires (S-43, S-67)."""
    while at.count_face_up(table, SQUIRE) > table[at.PILE_SIZES + at.BESIDE] and at.deck_left(table) > 0:
        show(table, at.BESIDE)


# ---- what is taken and discarded --------------------------------------------------------------------------


@compiled
def take(table: Table, pile: int, index: int) -> None:
    """Take an open card into the hand; all see the discard that is on top then (S-12, S-44, S-52)."""
    at.lay(table, at.HELD, at.lift(table, pile, index), at.everybody(table))
    if pile == at.DISCARD_PILE and table[at.PILE_SIZES + pile]:
        table[at.pile_card_at(pile, table[at.PILE_SIZES + pile] - 1) + at.SEEN] = at.everybody(table)


@compiled
def discard_held(table: Table) -> int:
    """Lay the card in hand on the pile and return its number (S-10)."""
    face = at.lift(table, at.HELD, 0)
    at.lay(table, at.DISCARD_PILE, face, at.everybody(table))
    return face


# ---- Rascal (S-49) ----------------------------------------------------------------------------------------


@compiled
def draw_with_rascals(table: Table, player: int, more: int) -> None:
    """Let a player draw up to so many more cards, keep one and put the others back."""
    while True:
        _offer_hand(table, more > 0 and at.deck_left(table) > 0)
        if table[at.FREE_AT_ANY_MOMENT]:
            offer_free(table, player, ELSEWHERE)
        chosen = decide(table, player)
        verb, one, two = table[chosen], table[chosen + 1], table[chosen + 2]
        if take_free(table, player, verb, one, two):
            continue
        settle(table, player)
        if verb == at.KEEP:
            _keep(table, player, one)
            return
        draw(table, player)
        more -= 1


@compiled
def _offer_hand(table: Table, more: bool) -> None:
    at.opened(table, at.BETWEEN_DRAWS)
    if more:
        at.offer(table, at.DRAW, 0, 0)
    for face in range(HIGHEST + 1):
        if _index_in_hand(table, face) >= 0:
            at.offer(table, at.KEEP, face, 0)


@compiled
def _index_in_hand(table: Table, face: int) -> int:
    """Return the first index of a number in the hand, or -1."""
    for index in range(table[at.PILE_SIZES + at.HELD]):
        if at.face_in(table, at.HELD, index) == face:
            return index
    return -1


@compiled
def _keep(table: Table, player: int, face: int) -> None:
    """Keep a card out of sight of the others, and put the rest back on the deck in their order (A-40)."""
    if table[at.PILE_SIZES + at.HELD] == 1:
        return
    at.lift(table, at.HELD, _index_in_hand(table, face))
    while table[at.PILE_SIZES + at.HELD]:
        index = 0 if table[at.REVERSE_PUTBACK] else table[at.PILE_SIZES + at.HELD] - 1
        at.lay(table, at.DECK, at.lift(table, at.HELD, index), 1 << player)
    at.lay(table, at.HELD, face, 1 << player)


ELSEWHERE = -1
"""The source of a card in hand when there is none."""


@compiled
def settle(table: Table, player: int) -> None:
    """Take note that something else was done: Bodyguards may be moved again (S-66)."""
    for slot in range(table[at.SIZES + player]):
        table[at.card_at(player, slot) + at.SETTLED] = 0


@compiled
def offer_free(table: Table, player: int, source: int) -> None:
    """Offer all free actions, with a card in hand from a source or without one."""
    _offer_looks(table, player)
    for slot in range(table[at.SIZES + player]):
        card = at.card_at(player, slot)
        if table[card + at.UP] and table[card + at.FACE] == BODYGUARD and _moves(table, player, slot):
            at.offer(table, at.GUARD_WITH, slot, 0)
    if table[at.HOLDER] == player and table[at.MAY_PROTECT] and not table[at.PLACED]:
        _offer_amulet(table, player, source)


@compiled
def take_free(table: Table, player: int, verb: int, one: int, two: int) -> bool:
    """Do an option if it is a free action; nobody can call after one (S-25). Tell whether it was."""
    if verb == at.LOOK:
        table[_unused(table, player) + at.USED] = 1
        look(table, player, one, two)
        settle(table, player)
    elif verb == at.GUARD_WITH:
        _move_guard(table, player, one)
    elif verb == at.PROTECT:
        table[at.card_at(player, one) + at.AMULET] = table[at.PLACED] = 1
        settle(table, player)
    else:
        return False
    table[at.ACTED] = 1
    return True


# ---- Empath (S-47) ----------------------------------------------------------------------------------------


@compiled
def _unused(table: Table, player: int) -> int:
    """Return where an Empath stands that has not looked in this turn (A-17), or -1."""
    for slot in range(table[at.SIZES + player]):
        card = at.card_at(player, slot)
        if table[card + at.UP] and table[card + at.FACE] == EMPATH and not table[card + at.USED]:
            return card
    return -1


@compiled
def _offer_looks(table: Table, player: int) -> None:
    if _unused(table, player) >= 0:
        _offer_own(table, player, at.LOOK, _NO_SLOT)


# ---- Bodyguard (S-48, A-43) -------------------------------------------------------------------------------


@compiled
def _moves(table: Table, player: int, slot: int) -> bool:
    """Tell whether a Bodyguard can be moved; one just moved can only be taken off."""
    found = table[at.card_at(player, slot) + at.GUARD] > 0
    for other in range(table[at.SIZES + player]):
        found = found or _may_guard(table, player, slot, other)
    return found


@compiled
def _may_guard(table: Table, player: int, slot: int, charge: int) -> bool:
    """Tell whether a Bodyguard may guard a card from now on (A-12, A-43)."""
    guard, card = at.card_at(player, slot), at.card_at(player, charge)
    if slot == charge or table[guard + at.SETTLED] or table[guard + at.CHARGE]:
        return False
    return not (table[card + at.GUARD] or table[card + at.CHARGE] or table[card + at.AMULET])


@compiled
def _move_guard(table: Table, player: int, slot: int) -> None:
    guard = at.card_at(player, slot)
    at.opened(table, at.NO_MATTER)
    for charge in range(table[at.SIZES + player]):
        if _may_guard(table, player, slot, charge):
            at.offer(table, at.OVER, charge, 0)
    if table[guard + at.GUARD]:
        at.offer(table, at.OFF, 0, 0)
    chosen = decide(table, player)
    verb, charge = table[chosen], table[chosen + 1]
    at.relieve(table, player, table[guard + at.GUARD])
    if verb == at.OVER:
        table[at.DUTIES] += 1
        table[guard + at.GUARD] = table[at.card_at(player, charge) + at.CHARGE] = table[at.DUTIES]
        table[guard + at.SETTLED] = 1


# ---- amulet (S-36) ----------------------------------------------------------------------------------------


@compiled
def _offer_amulet(table: Table, player: int, source: int) -> None:
    """Offer to place the amulet; a card that was taken must still be exchanged (S-12), and not A-12."""
    if table[at.SIZES + player] > 1 or source != at.FROM_DISCARD:
        for slot in range(table[at.SIZES + player]):
            if not table[at.card_at(player, slot) + at.CHARGE]:
                at.offer(table, at.PROTECT, slot, 0)


_WILD = 1 << DOPPELGANGER
_MOST_WILD = COPIES[DOPPELGANGER]
_COSTLY = 3


@compiled
def ones(mask: int) -> int:
    """Return how many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def numbers_of(table: Table, player: int, slots: int) -> int:
    """Return the numbers of pushed cards, as a mask."""
    numbers = 0
    for slot in range(table[at.SIZES + player]):
        if slots >> slot & 1:
            numbers |= 1 << table[at.card_at(player, slot) + at.FACE]
    return numbers


@compiled
def pushed_match(table: Table, player: int, slots: int) -> bool:
    """Tell whether pushed cards may leave together (S-13, S-15, S-55)."""
    others = ones(numbers_of(table, player, slots) & ~_WILD)
    if slots & (slots - 1) == 0 or others <= 1:
        return True
    wild = 0
    for slot in range(table[at.SIZES + player]):
        wild += slots >> slot & 1 and table[at.card_at(player, slot) + at.FACE] == DOPPELGANGER
    return table[at.PAIRING] == 1 and others <= wild


@compiled
def costs_a_card(table: Table, slots: int, numbers: int) -> bool:
    """Tell whether a failed attempt costs one card of the deck more (S-20, A-3)."""
    return ones(numbers if table[at.THREE_DIFFERENT] else slots) >= _COSTLY


@compiled
def may_match(table: Table, player: int, slots: int, later: int) -> bool:
    """Tell whether face-up cards leave it open that a set matches, with later cards if need be (A-44)."""
    numbers, wild = 0, 0
    for slot in range(table[at.SIZES + player]):
        card, chosen = at.card_at(player, slot), slots >> slot & 1
        face, joker = table[card + at.FACE], not table[card + at.UP] or table[card + at.FACE] == DOPPELGANGER
        if chosen and not joker:
            numbers |= 1 << face
        if joker and (chosen or (slot >= later and not table[card + at.AMULET])):
            wild += 1
    return ones(numbers) <= (max(1, min(_MOST_WILD, wild)) if table[at.PAIRING] else 1)


# ---- which cards are given up: their slots as a mask ------------------------------------------------------


@compiled
def offer_exchanges(table: Table, player: int) -> None:
    """Offer the choices of a first card to give up."""
    for slot in range(table[at.SIZES + player]):
        if at.moved_by_owner(table, at.card_at(player, slot)):
            at.offer(table, at.EXCHANGE, slot, 0)


@compiled
def exchange(table: Table, player: int, source: int, first: int) -> None:
    """Let a player complete a set that begins with a slot, and push it."""
    slots, last = 1 << first, first
    while _offer_further(table, player, slots, last):
        chosen = decide(table, player)
        if table[chosen] == at.DONE:
            break
        last = table[chosen + 1]
        slots |= 1 << last
    _push(table, player, source, slots)


@compiled
def _offer_further(table: Table, player: int, slots: int, last: int) -> bool:
    """Offer one card more, to the right of those chosen, and to leave it at these; tell if there is one."""
    at.opened(table, at.BY_ABILITY)
    table[at.PUSHED] = slots
    strict = table[at.NO_OPEN_MISMATCH]
    for slot in range(last + 1, table[at.SIZES + player]):
        free = at.moved_by_owner(table, at.card_at(player, slot))
        if free and (not strict or may_match(table, player, slots | 1 << slot, slot + 1)):
            at.offer(table, at.AND, slot, 0)
    some = table[at.OFFERED] > 0
    if not strict or may_match(table, player, slots, table[at.SIZES + player]):
        at.offer(table, at.DONE, 0, 0)
    return some


# ---- what comes of it -------------------------------------------------------------------------------------


@compiled
def _push(table: Table, player: int, source: int, slots: int) -> None:
    """See whether the pushed cards match (S-16)."""
    if not pushed_match(table, player, slots):
        _fail(table, player, source, slots)
        return
    _offer_places(table, player, source, slots)
    place = table[at.OPTIONS + 1]
    if table[at.OFFERED] > 1:
        _show(table, player, slots)
        place = table[decide(table, player) + 1]
    _succeed(table, player, source, slots, place)


@compiled
def _show(table: Table, player: int, slots: int) -> None:
    """Show pushed cards to everybody."""
    for slot in range(table[at.SIZES + player]):
        if slots >> slot & 1:
            table[at.card_at(player, slot) + at.SEEN] = at.everybody(table)


@compiled
def _offer_places(table: Table, player: int, source: int, slots: int) -> None:
    """Offer the freed slots that make a difference, by where and how the card lies in the end (S-17)."""
    at.opened(table, at.NO_MATTER)
    before, shift, sides = 0, -1, 0
    for slot in range(table[at.SIZES + player]):
        if slots >> slot & 1:
            if slot - before != shift:
                shift, sides = slot - before, 0
            side = 1 << _comes_up(table, player, source, slot)
            if not sides & side:
                at.offer(table, at.PLACE, slot, 0)
            sides |= side
            before += 1


@compiled
def _comes_up(table: Table, player: int, source: int, slot: int) -> int:
    """Return 1 if the new card lies face-up in a slot (S-62); a drawn one does as the rules say (A-1)."""
    if source not in (at.FROM_DECK, at.FROM_WITCH) or table[at.EXCHANGE_UP]:
        return 1
    return table[at.EXCHANGE_INHERITS] & table[at.card_at(player, slot) + at.UP]


@compiled
def _succeed(table: Table, player: int, source: int, slots: int, slot: int) -> None:
    """Lay the pushed cards on the pile, and the new one into a freed slot (S-17)."""
    up = _comes_up(table, player, source, slot)
    give_up(table, player, slots)
    _enter_from_hand(table, player, slot - ones(slots & ((1 << slot) - 1)), up)


@compiled
def _enter_from_hand(table: Table, player: int, slot: int, up: int) -> None:
    seen = table[at.pile_card_at(at.HELD, 0) + at.SEEN]
    at.enter(table, player, slot, at.lift(table, at.HELD, 0), seen, up)


@compiled
def give_up(table: Table, player: int, slots: int) -> None:
    """Lay cards of a village on the pile, 13s first (S-55, S-63)."""
    gone = _give_up(table, player, slots, 0, True)
    _give_up(table, player, slots, gone, False)


@compiled
def _give_up(table: Table, player: int, slots: int, gone: int, wild: bool) -> int:
    """Lay the 13s or the other cards of a set on the pile; return the mask of all that are gone then."""
    for slot in range(table[at.SIZES + player] + ones(gone)):
        if (slots & ~gone) >> slot & 1:
            now = slot - ones(gone & ((1 << slot) - 1))
            face = table[at.card_at(player, now) + at.FACE]
            if (face == DOPPELGANGER) == wild:
                at.leave(table, player, now)
                at.lay(table, at.DISCARD_PILE, face, at.everybody(table))
                gone |= 1 << slot
    return gone


@compiled
def _fail(table: Table, player: int, source: int, slots: int) -> None:
    """Put the pushed cards back face-down; the card in hand is added, and perhaps one more (S-19, S-65)."""
    if table[at.PUSHED_PAIR_ENDS] and _villagers_with(table, player, slots) > 1:
        table[at.PAIR] = 1
    penalty = costs_a_card(table, slots, numbers_of(table, player, slots)) and at.deck_left(table) > 0
    for slot in range(table[at.SIZES + player]):
        if slots >> slot & 1:
            at.turn_down(table, player, slot)
    _enter_from_hand(table, player, _end(table, player), source not in (at.FROM_DECK, at.FROM_WITCH))
    if penalty:
        _add_penalty(table, player, _end(table, player))


@compiled
def _villagers_with(table: Table, player: int, slots: int) -> int:
    """Return how many 0s are seen while cards are pushed."""
    count = at.count_face_up(table, VILLAGER)
    for slot in range(table[at.SIZES + player]):
        card = at.card_at(player, slot)
        if slots >> slot & 1 and table[card + at.FACE] == VILLAGER and not table[card + at.UP]:
            count += 1
    return count


@compiled
def _end(table: Table, player: int) -> int:
    """Let a player choose the end of the village to which a card is added (A-4)."""
    at.opened(table, at.NO_MATTER)
    at.offer(table, at.LEFT, 0, 0)
    at.offer(table, at.RIGHT, 0, 0)
    return 0 if table[decide(table, player)] == at.LEFT else table[at.SIZES + player]


@compiled
def _add_penalty(table: Table, player: int, slot: int) -> None:
    """Add the next card of the deck, which nobody looks at (S-20)."""
    seen = table[at.pile_card_at(at.DECK, table[at.PILE_SIZES + at.DECK] - 1) + at.SEEN]
    face = lift_top(table)
    at.note(table, at.DRAWN, face, 0, 0)
    at.enter(table, player, slot, face, seen, 0)


_NO_SLOT = -1


@compiled
def use_ability(table: Table, player: int, face: int) -> None:
    """Let a player use the ability of a discarded card, if it has one and finds a target (S-22, S-70)."""
    at.opened(table, at.BY_ABILITY)
    if face == EXPOSER:
        _offer_own(table, player, at.TURN_UP, _NO_SLOT)
    elif face == REVEALER:
        _offer_seen(table, player, at.TURN_UP, table[at.REVEALER_ANY] == 1)
    elif face == BEHOLDER:
        _offer_own(table, player, at.LOOK, _NO_SLOT)
    elif face in (APPRENTICE_SEER, SEER):
        _offer_seen(table, player, at.LOOK, face == SEER)
    elif at.own_slots(table, player) and face == MASTER:
        _offer_pile(table)
    elif at.own_slots(table, player) and face == ROBBER:
        _offer_rivals(table, player, at.ROB)
    elif face == WITCH and at.deck_left(table) > 0 and _witch_finds(table, player):
        at.opened(table, at.BY_ABILITY)
        at.offer(table, at.USE, 0, 0)
    if table[at.OFFERED]:
        at.offer(table, at.SKIP, 0, 0)
        chosen = decide(table, player)
        _use(table, player, face, table[chosen], table[chosen + 1], table[chosen + 2])


@compiled
def _use(table: Table, player: int, face: int, verb: int, one: int, two: int) -> None:
    if verb == at.TURN_UP:
        at.turn_up(table, one, two)
    elif verb == at.LOOK:
        look(table, player, one, two)
        if face == BEHOLDER:
            _look_again(table, player, two)
    elif verb == at.FETCH:
        _fetch(table, player, one)
    elif verb == at.USE:
        _use_witch(table, player)
    elif verb == at.ROB:
        _rob(table, player, one, two)


@compiled
def look(table: Table, viewer: int, player: int, slot: int) -> None:
    """Let one player look at a face-down card (S-23)."""
    table[at.card_at(player, slot) + at.SEEN] |= 1 << viewer


# ---- whom they reach --------------------------------------------------------------------------------------


@compiled
def _offer_own(table: Table, player: int, verb: int, but: int) -> None:
    """Offer the own face-down cards but one."""
    for slot in range(table[at.SIZES + player]):
        if slot != but and at.seen_by_owner(table, at.card_at(player, slot)):
            at.offer(table, verb, player, slot)


@compiled
def _offer_seen(table: Table, player: int, verb: int, own: bool) -> None:
    """Offer the face-down cards of opponents, and perhaps the own ones."""
    for other in range(table[at.PLAYERS]):
        if other == player:
            if own:
                _offer_own(table, player, verb, _NO_SLOT)
        else:
            for slot in range(table[at.SIZES + other]):
                if at.seen_by_rivals(table, at.card_at(other, slot)):
                    at.offer(table, verb, other, slot)


@compiled
def _offer_rivals(table: Table, player: int, verb: int) -> None:
    """Offer the cards of opponents that may be moved."""
    for other in range(table[at.PLAYERS]):
        if other != player:
            for slot in range(table[at.SIZES + other]):
                if at.moved_by_rivals(table, at.card_at(other, slot)):
                    at.offer(table, verb, other, slot)


@compiled
def _look_again(table: Table, player: int, first: int) -> None:
    """Let a Beholder look at a second card (A-16)."""
    at.opened(table, at.BY_ABILITY)
    _offer_own(table, player, at.LOOK, first)
    if table[at.OFFERED]:
        if not table[at.BEHOLDER_BOTH]:
            at.offer(table, at.SKIP, 0, 0)
        chosen = decide(table, player)
        if table[chosen] == at.LOOK:
            look(table, player, player, table[chosen + 2])


# ---- Master (S-52) ----------------------------------------------------------------------------------------


@compiled
def _offer_pile(table: Table) -> None:
    """Offer the numbers in the pile below the Master himself (A-31)."""
    numbers = 0
    for index in range(table[at.PILE_SIZES + at.DISCARD_PILE] - 1):
        numbers |= 1 << at.face_in(table, at.DISCARD_PILE, index)
    for face in range(HIGHEST + 1):
        if numbers >> face & 1:
            at.offer(table, at.FETCH, face, 0)


@compiled
def _fetch(table: Table, player: int, face: int) -> None:
    """Take the uppermost card of a number from the pile, and exchange it."""
    index = table[at.PILE_SIZES + at.DISCARD_PILE] - 2
    while at.face_in(table, at.DISCARD_PILE, index) != face:
        index -= 1
    take(table, at.DISCARD_PILE, index)
    table[at.SOURCE] = at.FROM_MASTER
    at.opened(table, at.BY_ABILITY)
    offer_exchanges(table, player)
    exchange(table, player, at.FROM_MASTER, table[decide(table, player) + 1])


# ---- Witch (S-53) -----------------------------------------------------------------------------------------


@compiled
def _witch_finds(table: Table, player: int) -> bool:
    """Tell whether there is a card that a Witch may exchange (A-32)."""
    _offer_rivals(table, player, at.HIT)
    return at.own_slots(table, player) > 0 or table[at.OFFERED] > 0


@compiled
def _use_witch(table: Table, player: int) -> None:
    """Let a player look at the top card of the deck and exchange it."""
    draw(table, player)
    table[at.SOURCE] = at.FROM_WITCH
    at.opened(table, at.BY_ABILITY)
    offer_exchanges(table, player)
    _offer_rivals(table, player, at.HIT)
    if table[at.WITCH_AFTER_LOOK]:
        at.offer(table, at.SKIP, 0, 0)
    chosen = decide(table, player)
    verb, one, two = table[chosen], table[chosen + 1], table[chosen + 2]
    if verb == at.EXCHANGE:
        exchange(table, player, at.FROM_WITCH, one)
    elif verb == at.HIT:
        _hit(table, one, two)
    else:
        seen = table[at.pile_card_at(at.HELD, 0) + at.SEEN]
        at.lay(table, at.DECK, at.lift(table, at.HELD, 0), seen)


@compiled
def _hit(table: Table, victim: int, slot: int) -> None:
    """Exchange the Witch's card for one of an opponent (A-2)."""
    up = table[at.WITCH_INHERITS] & table[at.card_at(victim, slot) + at.UP]
    give_up(table, victim, 1 << slot)
    _enter_from_hand(table, victim, slot, up)


# ---- Robber (S-54) ----------------------------------------------------------------------------------------


@compiled
def _rob(table: Table, player: int, victim: int, slot: int) -> None:
    """Let a player give an own card for one of an opponent, and perhaps look at the new one."""
    at.opened(table, at.BY_ABILITY)
    for mine in range(table[at.SIZES + player]):
        if at.moved_by_owner(table, at.card_at(player, mine)):
            at.offer(table, at.GIVE, mine, 0)
    mine = table[decide(table, player) + 1]
    _swap(table, player, mine, victim, slot)
    if not table[at.card_at(player, mine) + at.UP]:
        at.opened(table, at.BY_ABILITY)
        at.offer(table, at.LOOK, player, mine)
        at.offer(table, at.SKIP, 0, 0)
        if table[decide(table, player)] == at.LOOK:
            look(table, player, player, mine)


@compiled
def _swap(table: Table, player: int, mine: int, victim: int, slot: int) -> None:
    """Swap two cards; each keeps its side (S-24)."""
    own, other = at.card_at(player, mine), at.card_at(victim, slot)
    my_face, my_seen, my_up = table[own + at.FACE], table[own + at.SEEN], table[own + at.UP]
    face, seen, up = table[other + at.FACE], table[other + at.SEEN], table[other + at.UP]
    at.leave(table, victim, slot)
    at.leave(table, player, mine)
    at.enter(table, victim, slot, my_face, my_seen, my_up)
    at.enter(table, player, mine, face, seen, up)
