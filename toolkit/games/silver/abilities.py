"""The abilities of 5 to 12, used when the card just drawn is discarded (S-50 to S-54, S-64, S-70)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from toolkit.core.decision import CHANCE, Action
from toolkit.games.silver import piles
from toolkit.games.silver.actions import (
    FETCHES,
    GIVES,
    HITS,
    LOOKS,
    ROBS,
    SKIP,
    TURNS,
    USE,
    Anyone,
    Face,
    Own,
    Word,
)
from toolkit.games.silver.cards import (
    APPRENTICE_SEER,
    BEHOLDER,
    EXPOSER,
    MASTER,
    REVEALER,
    ROBBER,
    SEER,
    WITCH,
)
from toolkit.games.silver.exchange import exchanges
from toolkit.games.silver.state import (
    DISCARD,
    FACE_DOWN,
    HELD,
    TOP,
    Ability,
    Beholding,
    BeholdingAgain,
    Bewitching,
    CheckingLoot,
    Drawing,
    Exposing,
    Fetching,
    GivingBack,
    Revealing,
    Robbing,
    Seeing,
    SilverState,
    Spying,
    SwappingTop,
    Using,
)
from toolkit.games.silver.village import (
    enter,
    leave,
    look,
    movable_by_rivals,
    own_slots,
    seen_by_owner,
    seen_by_rivals,
    show,
    turn_up,
)

# ---- whom they reach --------------------------------------------------------------------------------------


def _rivals(state: SilverState, player: int) -> Iterator[int]:
    return (other for other in range(state.players) if other != player)


def _visible(state: SilverState, player: int, other: int) -> Sequence[int]:
    """Return the face-down cards of a village that a player may look at or turn."""
    return seen_by_owner(state, player) if other == player else seen_by_rivals(state, other)


def _own_looks(state: SilverState, player: int) -> list[Action]:
    return [LOOKS[player][slot] for slot in seen_by_owner(state, player)]


def _rival_looks(state: SilverState, player: int) -> list[Action]:
    return [LOOKS[other][slot] for other in _rivals(state, player) for slot in seen_by_rivals(state, other)]


def _all_looks(state: SilverState, player: int) -> list[Action]:
    return [LOOKS[other][slot] for other in range(state.players) for slot in _visible(state, player, other)]


def _own_turns(state: SilverState, player: int) -> list[Action]:
    return [TURNS[player][slot] for slot in seen_by_owner(state, player)]


def _revealed(state: SilverState, player: int) -> list[Action]:
    """Return what a Revealer may turn: cards of opponents, or of anybody (A-15)."""
    everybody = range(state.players) if state.rules.revealer == "any" else _rivals(state, player)
    return [TURNS[other][slot] for other in everybody for slot in _visible(state, player, other)]


def _fetches(state: SilverState, player: int) -> list[Action]:
    """Return the cards in the pile below the Master himself (A-31)."""
    if not own_slots(state, player):
        return []
    return [FETCHES[face] for face in sorted(set(state.cards.cards[DISCARD][:-1]))]


def _hits(state: SilverState, player: int) -> list[Action]:
    return [HITS[other][slot] for other in _rivals(state, player) for slot in movable_by_rivals(state, other)]


def _witches(state: SilverState, player: int) -> list[Action]:
    """Return the use of a Witch, if there is a card to look at and one to exchange it for (A-32)."""
    return [USE] if state.deck and (own_slots(state, player) or _hits(state, player)) else []


def _robberies(state: SilverState, player: int) -> list[Action]:
    if not own_slots(state, player):
        return []
    return [ROBS[other][slot] for other in _rivals(state, player) for slot in movable_by_rivals(state, other)]


_ABILITIES: Mapping[int, type[Ability]] = {
    EXPOSER: Exposing,
    REVEALER: Revealing,
    BEHOLDER: Beholding,
    APPRENTICE_SEER: Spying,
    SEER: Seeing,
    MASTER: Fetching,
    WITCH: Bewitching,
    ROBBER: Robbing,
}

_TARGETS: Mapping[type[Ability], Callable[[SilverState, int], list[Action]]] = {
    Exposing: _own_turns,
    Revealing: _revealed,
    Beholding: _own_looks,
    Spying: _rival_looks,
    Seeing: _all_looks,
    Fetching: _fetches,
    Bewitching: _witches,
    Robbing: _robberies,
}


def open_ability(state: SilverState, player: int, face: int) -> None:
    """Open the decision about the ability of a discarded card, if it has one and finds a target (S-70)."""
    if face in _ABILITIES and _TARGETS[ability := _ABILITIES[face]](state, player):
        state.stack.append(ability(player))
        if face == MASTER and not state.remembers:
            piles.look_through(state, player)


def choices(state: SilverState, frame: Ability) -> list[Action]:
    """Return the legal actions of an ability: its targets, or not to use it (S-22)."""
    return [*_TARGETS[type(frame)](state, frame.actor), SKIP]


def skip(_state: SilverState, _action: Word, _frame: Ability | BeholdingAgain | CheckingLoot) -> None:
    """Leave an ability unused."""


# ---- Exposer, Revealer, and all who look (S-50, S-51) -----------------------------------------------------


def turn(state: SilverState, action: Anyone, _frame: Exposing | Revealing) -> None:
    """Turn a card face-up."""
    turn_up(state, action.player, action.slot)


def look_at(state: SilverState, action: Anyone, frame: Ability | BeholdingAgain | CheckingLoot) -> None:
    """Look at a card."""
    look(state, frame.actor, action.player, action.slot)


def behold(state: SilverState, action: Anyone, frame: Beholding) -> None:
    """Look at the first card of a Beholder; there may be a second one (A-16)."""
    look_at(state, action, frame)
    if len(seen_by_owner(state, frame.actor)) > 1:
        state.stack.append(BeholdingAgain(frame.actor, action.slot))


def second_looks(state: SilverState, frame: BeholdingAgain) -> list[Action]:
    """Return the cards at which a Beholder may look besides the first one."""
    player, first = frame
    looks = [action for action in _own_looks(state, player) if action != LOOKS[player][first]]
    return looks if state.rules.beholder == "both" else [*looks, SKIP]


# ---- Master (S-52) ----------------------------------------------------------------------------------------


def fetch(state: SilverState, action: Face, frame: Fetching) -> None:
    """Take a card from the pile, to exchange it."""
    piles.take_below(state, action.face)
    piles.close_pile(state)
    state.stack.append(Using(frame.actor, "master"))


def leave_pile(state: SilverState, _action: Word, _frame: Fetching) -> None:
    """Take nothing from the pile."""
    piles.close_pile(state)


# ---- Witch (S-53) -----------------------------------------------------------------------------------------


def use_or_skip(state: SilverState, action: Word, frame: Bewitching) -> None:
    """Look at the top card of the deck, or leave the Witch unused."""
    if action == USE:
        state.stack += [SwappingTop(frame.actor, "witch"), Drawing(CHANCE, frame.actor)]


def witch_choices(state: SilverState, frame: SwappingTop) -> list[Action]:
    """Return for what the Witch's card can be exchanged."""
    player = frame.actor
    found = [*exchanges(state, player), *_hits(state, player)]
    return [*found, SKIP] if state.rules.witch_decline == "after_look" else found


def hit(state: SilverState, action: Anyone, _frame: SwappingTop) -> None:
    """Exchange the Witch's card for one of an opponent (A-2)."""
    player, slot = action.player, action.slot
    up = state.rules.witch_orientation == "inherit" and state.up[player][slot] != FACE_DOWN
    show(state, [(player, slot)])
    piles.give_up(state, player, [slot])
    enter(state, player, slot, (HELD, 0), up=up)


def put_back_top(state: SilverState, _action: Word, _frame: SwappingTop) -> None:
    """Put the card back on the deck, unused (A-32)."""
    state.cards.move(state.cards.cards[HELD][0], (HELD, 0), (TOP, 0))
    state.put_out_of_sight((TOP, 0))


# ---- Robber (S-54) ----------------------------------------------------------------------------------------


def rob(state: SilverState, action: Anyone, frame: Robbing) -> None:
    """Choose the card to rob; an own one is given for it."""
    state.stack.append(GivingBack(frame.actor, action.player, action.slot))


def gifts(state: SilverState, frame: GivingBack) -> list[Action]:
    """Return the own cards that may be given."""
    return [GIVES[slot] for slot in own_slots(state, frame.actor)]


def give(state: SilverState, action: Own, frame: GivingBack) -> None:
    """Swap the two cards; each keeps its side, and the Robber may look at the new one."""
    player, victim, theirs = frame
    mine = action.slot
    my_up, their_up = state.up[player][mine] != FACE_DOWN, state.up[victim][theirs] != FACE_DOWN
    leave(state, victim, theirs, (HELD, 0))
    leave(state, player, mine, (HELD, 1))
    enter(state, victim, theirs, (HELD, 1), up=my_up)
    enter(state, player, mine, (HELD, 0), up=their_up)
    if not their_up:
        state.stack.append(CheckingLoot(player, mine))


def robber_looks(_state: SilverState, frame: CheckingLoot) -> list[Action]:
    """Return the look at the robbed card."""
    return [LOOKS[frame.actor][frame.slot], SKIP]
