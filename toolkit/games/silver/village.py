"""Cards in villages: how they come, leave, turn and are seen, with all that lies on their slots.

What amulet and Bodyguards forbid is decided here alone, for game and odds (S-36, S-64).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from toolkit.core.decision import ALL
from toolkit.games.silver.actions import BY_SLOT, CardsSeen, Own, SeenCard
from toolkit.games.silver.cards import BODYGUARD, VILLAGER
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import FACE_DOWN, VILLAGE, Pair, SilverState

# ---- protected cards are simply no legal targets -----------------------------------------------------------
#
# These speak of one village. `amulet` is the slot under the amulet, or -1; `duties` are the Bodyguards on
# duty there, each with its charge.


def safe_from_owner(amulet: int) -> Collection[int]:
    """Return the slots that their owner may not push, give away, look at or turn (S-36, A-11)."""
    return (amulet,)


def safe_from_moves(
    amulet: int, duties: Iterable[Pair], bodyguards: Iterable[int], rules: Rules
) -> Collection[int]:
    """Return the slots whose cards opponents may not rob or hit (S-64).

    `bodyguards` are the slots of all face-up Bodyguards, which may be safe without a duty too (A-18).
    """
    safe = {slot for pair in duties for slot in pair} | {amulet}
    return safe.union(bodyguards) if rules.idle_guard_protected else safe


def safe_from_looks(amulet: int, duties: Iterable[Pair]) -> Collection[int]:
    """Return the slots whose face-down cards opponents may not look at or turn (S-64, A-18)."""
    return {charge for _, charge in duties} | {amulet}


# ---- what lies in a village -------------------------------------------------------------------------------


def face_up(state: SilverState, player: int, number: int) -> list[int]:
    """Return the slots of a village in which a certain card lies face-up."""
    up = state.up[player]
    return [slot for slot, face in enumerate(up) if face == number] if number in up else []


def count_face_up(state: SilverState, number: int) -> int:
    """Return how many cards of a number lie face-up in all villages."""
    count = 0
    for up in state.up:  # it is asked after every turn: a sum takes longer
        count += up.count(number)
    return count


def amulet_slot(state: SilverState, player: int) -> int:
    """Return the slot of a village on which the amulet lies; -1 when it lies on none of it."""
    return state.amulet_slot if state.amulet == player else NOBODY


def may_give(state: SilverState, player: int, first: int = 0) -> bool:
    """Tell whether a player has a card to push or to give away from a slot on (`own_cards`)."""
    covered = state.amulet == player and state.amulet_slot >= first
    return len(state.cards.cards[VILLAGE + player]) > first + covered


def own_cards(state: SilverState, player: int, verb: str, first: int = 0) -> list[Own]:
    """Return the actions of a verb with the cards from a slot on that may be pushed (`safe_from_owner`)."""
    found = BY_SLOT[verb][first : len(state.cards.cards[VILLAGE + player])]
    if state.amulet == player and state.amulet_slot >= first:
        del found[state.amulet_slot - first]
    return found


def movable_by_rivals(state: SilverState, player: int) -> list[int]:
    """Return the slots whose cards opponents may rob or hit (`safe_from_moves`)."""
    bodyguards = face_up(state, player, BODYGUARD)
    safe = safe_from_moves(amulet_slot(state, player), state.guards[player], bodyguards, state.rules)
    return [slot for slot in range(len(state.cards.cards[VILLAGE + player])) if slot not in safe]


def in_sight(state: SilverState, viewer: int, player: int) -> list[int]:
    """Return the slots of a village whose face-down cards somebody may look at or turn (S-23)."""
    amulet = amulet_slot(state, player)
    safe = safe_from_owner(amulet) if viewer == player else safe_from_looks(amulet, state.guards[player])
    return [slot for slot, face in enumerate(state.up[player]) if face == FACE_DOWN and slot not in safe]


def villagers_met(state: SilverState) -> bool:
    """Tell whether both 0s lie face-up in villages (S-41)."""
    return count_face_up(state, VILLAGER) > 1


# ---- cards come and leave ---------------------------------------------------------------------------------


def leave(state: SilverState, player: int, slot: int, target: tuple[int, int], seen_by: int = 0) -> None:
    """Move a card out of a village; the others close up (S-17)."""
    source = (VILLAGE + player, slot)
    state.cards.move(state.cards.cards[source[0]][slot], source, target, seen_by)
    del state.up[player][slot]
    _shift(state, player, slot, -1)


def enter(state: SilverState, player: int, slot: int, source: tuple[int, int], *, up: bool) -> None:
    """Move a card into a village before a slot, face-up or face-down."""
    zone, index = source
    target, face = (VILLAGE + player, slot), state.cards.cards[zone][index]
    if up and state.cards.known[zone][index] != ALL:
        state.reveal(CardsSeen((SeenCard(player, slot, face),)), ALL)
    state.cards.move(face, source, target, ALL if up else 0)
    state.up[player].insert(slot, face if up else FACE_DOWN)
    _shift(state, player, slot, 1)
    if not up:
        state.put_out_of_sight(target)


def _shift(state: SilverState, player: int, slot: int, step: int) -> None:
    """Let go along what lies on the slots of a village, after a card came into one (1) or left it (-1).

    A guard goes off duty whose own card or charge has left (A-43).
    """
    if state.guards[player]:
        kept = [pair for pair in state.guards[player] if step > 0 or slot not in pair]
        state.guards[player] = tuple([Pair(*(at + step * (at >= slot) for at in pair)) for pair in kept])
    if state.amulet == player and state.amulet_slot >= slot:
        state.amulet_slot += step
    if state.turn == player and (state.used or state.just_moved):
        low, out, into = (1 << slot) - 1, slot + (step < 0), slot + (step > 0)
        state.used, state.just_moved = (
            mask & low | mask >> out << into for mask in (state.used, state.just_moved)
        )


# ---- cards turn and are seen ------------------------------------------------------------------------------


def turn_up(state: SilverState, player: int, slot: int) -> None:
    """Turn a card face-up: everybody sees it."""
    state.up[player][slot] = state.cards.cards[VILLAGE + player][slot]
    show(state, player, [slot])


def turn_down(state: SilverState, player: int, slots: Iterable[int]) -> None:
    """Turn cards face-down; a Bodyguard goes off duty (A-43)."""
    up = state.up[player]
    for slot in slots:
        if up[slot] != FACE_DOWN:
            up[slot] = FACE_DOWN
            state.guards[player] = tuple([pair for pair in state.guards[player] if pair.guard != slot])
        state.put_out_of_sight((VILLAGE + player, slot))


def look(state: SilverState, viewer: int, player: int, slot: int) -> None:
    """Let one player look at a face-down card (S-23)."""
    if state.remembers:
        state.cards.look(VILLAGE + player, slot, 1 << viewer)
    face = state.cards.cards[VILLAGE + player][slot]
    state.reveal(CardsSeen((SeenCard(player, slot, face),)), 1 << viewer)


def show(state: SilverState, player: int, slots: Sequence[int]) -> None:
    """Show cards of a village to everybody."""
    village, known = state.cards.cards[VILLAGE + player], state.cards.known[VILLAGE + player]
    for slot in slots:
        if known[slot] != ALL:
            state.cards.look(VILLAGE + player, slot, ALL)
    state.reveal(CardsSeen(tuple([SeenCard(player, slot, village[slot]) for slot in slots])), ALL)
