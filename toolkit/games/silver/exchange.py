"""Exchanges: a card in hand for one or more of the own village (S-10 to S-21, S-65)."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.core.decision import ALL, CHANCE, Action
from toolkit.games.silver.actions import ANDS, DONE, EXCHANGES, LEFT, PLACES, RIGHT, Own, SetGivenUp, Word
from toolkit.games.silver.cards import COPIES, DOPPELGANGER, VILLAGER
from toolkit.games.silver.piles import give_up
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import (
    DISCARD,
    FACE_DOWN,
    HELD,
    VILLAGE,
    Adding,
    Exchanging,
    PayingPenalty,
    Placing,
    SilverState,
    Source,
    SwappingTop,
    Using,
)
from toolkit.games.silver.village import (
    amulet_slot,
    count_face_up,
    enter,
    face_up,
    own_slots,
    show,
    turn_down,
)

OPEN = ("discard", "shown", "master")
"""From where a card enters a village face-up (S-62); from the deck and by a Witch it does not."""

# ---- sets of cards given up together: when they match, and what a failed attempt costs ---------------------


def matches(numbers: Sequence[int], rules: Rules) -> bool:
    """Tell whether cards with these numbers may leave together (S-13, S-15).

    A 13 is wild. With the pairing reading each 13 may join another number instead, so that {13, 13, 8, 5}
    matches too (A-14).

    >>> from toolkit.games.silver import Rules
    >>> matches([8, 13, 8], Rules()), matches([13, 13, 8, 5], Rules()), matches([8, 5], Rules())
    (True, False, False)
    >>> matches([13, 13, 8, 5], Rules(doppelganger="pairing"))
    True
    """
    others = set(numbers) - {DOPPELGANGER}
    if len(numbers) == 1 or len(others) <= 1:
        return True
    return rules.doppelganger == "pairing" and len(others) <= numbers.count(DOPPELGANGER)


def could_match(shown: Sequence[int], others: int, rules: Rules) -> bool:
    """Tell whether a set may match of which these numbers lie face-up, and so many other cards do not (A-44).

    >>> from toolkit.games.silver import Rules
    >>> could_match([8, 5], 2, Rules()), could_match([8, 5], 2, Rules(doppelganger="pairing"))
    (False, True)
    """
    numbers = set(shown) - {DOPPELGANGER}
    if len(numbers) <= 1:
        return True
    wild = shown.count(DOPPELGANGER)
    hidden = min(others, COPIES[DOPPELGANGER] - wild)
    return rules.doppelganger == "pairing" and len(numbers) <= wild + hidden


def costs_a_card(numbers: Sequence[int], rules: Rules) -> bool:
    """Tell whether a failed attempt with these cards costs one card of the deck more (S-20, A-3).

    >>> from toolkit.games.silver import Rules
    >>> costs_a_card([8, 8, 5], Rules()), costs_a_card([8, 8, 5], Rules(penalty="three_different"))
    (True, False)
    """
    if rules.penalty == "attempt_of_3":
        return len(numbers) >= 3
    return len(set(numbers)) >= 3


# ---- which cards are given up -----------------------------------------------------------------------------


def exchanges(state: SilverState, player: int) -> Sequence[Action]:
    """Return the choices of a first card to give up."""
    if amulet_slot(state, player) == NOBODY:
        return EXCHANGES[: len(state.cards.cards[VILLAGE + player])]
    return [EXCHANGES[slot] for slot in own_slots(state, player)]


def first_slot(state: SilverState, action: Own, frame: Using | SwappingTop) -> None:
    """Choose the first card, for the card that was drawn, taken or fetched."""
    _choose(state, frame.actor, frame.source, (action.slot,))


def further_slot(state: SilverState, action: Own, frame: Exchanging) -> None:
    """Choose one card more."""
    player, source, slots = frame
    _choose(state, player, source, (*slots, action.slot))


def done(state: SilverState, _action: Word, frame: Exchanging) -> None:
    """Push the chosen cards forward."""
    _push(state, *frame)


def further(state: SilverState, frame: Exchanging) -> Sequence[Action]:
    """Return the choices of one card more, to the right of those chosen, or to leave it at these."""
    player, _, slots = frame
    found: list[Action] = [ANDS[slot] for slot in _joining(state, player, slots)]
    openly_wrong = state.rules.open_mismatch == "forbidden" and not _may_match(state, player, slots)
    return found if openly_wrong else [*found, DONE]


def _choose(state: SilverState, player: int, source: Source, slots: tuple[int, ...]) -> None:
    if _joining(state, player, slots):
        state.stack.append(Exchanging(player, source, slots))
    else:
        _push(state, player, source, slots)


def _joining(state: SilverState, player: int, slots: Sequence[int]) -> Sequence[int]:
    """Return the slots that may join others in a set (A-44)."""
    found: Sequence[int] = range(slots[-1] + 1, len(state.cards.cards[VILLAGE + player]))
    if (protected := amulet_slot(state, player)) != NOBODY:
        found = [slot for slot in found if slot != protected]
    if state.rules.open_mismatch == "forbidden":
        later = list(found)
        found = [slot for slot in found if _may_match(state, player, (*slots, slot), later)]
    return found


def _may_match(state: SilverState, player: int, slots: Sequence[int], later: Sequence[int] = ()) -> bool:
    """Tell whether the face-up cards of a set leave it open that it matches, with later cards if need be."""
    up = state.up[player]
    more = [slot for slot in later if slot > slots[-1] and up[slot] in (FACE_DOWN, DOPPELGANGER)]
    shown = [up[slot] for slot in slots if up[slot] != FACE_DOWN]
    return could_match(shown, len(slots) - len(shown) + len(more), state.rules)


# ---- what comes of it -------------------------------------------------------------------------------------


def _push(state: SilverState, player: int, source: Source, slots: tuple[int, ...]) -> None:
    """Turn the pushed cards face-up and see whether they match (S-16)."""
    village = state.cards.cards[VILLAGE + player]
    numbers = [village[slot] for slot in slots]
    match = matches(numbers, state.rules)
    free = _places(state, player, source, slots) if match else ()
    if len(free) == 1:
        _succeed(state, player, source, slots, slots[0])
        return
    show(state, [(player, slot) for slot in slots])
    if match:
        state.stack.append(Placing(player, source, slots, free))
    else:
        _fail(state, player, source, slots, numbers)


def _places(state: SilverState, player: int, source: Source, slots: Sequence[int]) -> tuple[int, ...]:
    """Return the freed slots that make a difference, by where and how the card lies in the end (S-17)."""
    different = {
        (slot - index, _comes_up(state, player, source, slot)): slot
        for index, slot in reversed(list(enumerate(slots)))
    }
    return tuple(sorted(different.values()))


def places(_state: SilverState, frame: Placing) -> Sequence[Action]:
    """Return the freed slots that the new card may take."""
    return [PLACES[slot] for slot in frame.free]


def place(state: SilverState, action: Own, frame: Placing) -> None:
    """Put the new card into one of the freed slots."""
    player, source, slots, _ = frame
    _succeed(state, player, source, slots, action.slot)


def _succeed(state: SilverState, player: int, source: Source, slots: tuple[int, ...], slot: int) -> None:
    """Lay the pushed cards on the pile, and the new one into a freed slot (S-17)."""
    up = _comes_up(state, player, source, slot)
    give_up(state, player, slots)
    given = state.cards.cards[DISCARD][-len(slots) :]
    state.reveal(SetGivenUp(tuple(given)), ALL)
    enter(state, player, slot - slots.index(slot), (HELD, 0), up=up)


def _comes_up(state: SilverState, player: int, source: Source, slot: int) -> bool:
    """Tell whether the new card lies face-up in a slot (S-62)."""
    return comes_up(source, state.rules, up=state.up[player][slot] != FACE_DOWN)


def comes_up(source: Source, rules: Rules, *, up: bool) -> bool:
    """Tell whether a card from a source lies face-up in a slot whose card lay face-up or not (S-62, A-1)."""
    rule = rules.deck_exchange
    return source in OPEN or rule == "up" or (rule == "inherit" and up)


def _fail(
    state: SilverState, player: int, source: Source, slots: tuple[int, ...], numbers: Sequence[int]
) -> None:
    """Put the pushed cards back face-down; the card in hand is added, and perhaps one more (S-19, S-65)."""
    if state.rules.pushed_pair_ends and _villagers_with(state, player, slots, numbers) > 1:
        state.pair_shown = True
    for slot in slots:
        turn_down(state, player, slot)
    if costs_a_card(numbers, state.rules) and state.deck:
        state.stack.append(Adding(player, "penalty"))
    state.stack.append(Adding(player, source))


def _villagers_with(state: SilverState, player: int, slots: Sequence[int], numbers: Sequence[int]) -> int:
    """Return how many 0s are seen while cards are pushed."""
    seen = count_face_up(state, VILLAGER)
    counted = len([slot for slot in face_up(state, player, VILLAGER) if slot in slots])
    return seen - counted + list(numbers).count(VILLAGER)


def ends(_state: SilverState, _frame: Adding) -> Sequence[Action]:
    """Return the ends of the village to which a card may be added (A-4)."""
    return (LEFT, RIGHT)


def add(state: SilverState, action: Word, frame: Adding) -> None:
    """Add a card at the left or the right end of the village."""
    player, source = frame
    slot = 0 if action == LEFT else len(state.cards.cards[VILLAGE + player])
    if source == "penalty":
        state.stack.append(PayingPenalty(CHANCE, player, slot))
    else:
        enter(state, player, slot, (HELD, 0), up=source in OPEN)
