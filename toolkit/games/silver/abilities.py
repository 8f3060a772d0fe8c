"""The abilities of 5 to 12, used when the card just drawn is discarded (S-50 to S-54, S-64, S-70)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import CHANCE
from toolkit.games.silver import pile
from toolkit.games.silver.actions import FETCHES, GIVES, HITS, LOOKS, ROBS, SKIP, TURNS, USE
from toolkit.games.silver.exchange import exchanges
from toolkit.games.silver.places import DISCARD, FACE_DOWN, HELD, TOP
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from toolkit.core.decision import Action, Frame
    from toolkit.games.silver.actions import Anyone, Face, Own, Word
    from toolkit.games.silver.state import SilverState

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


ABILITIES: dict[int, tuple[str, Callable[[SilverState, int], list[Action]]]] = {
    5: ("exposer", _own_turns),
    6: ("revealer", _revealed),
    7: ("beholder", _own_looks),
    8: ("apprentice seer", _rival_looks),
    9: ("seer", _all_looks),
    10: ("master", _fetches),
    11: ("witch", _witches),
    12: ("robber", _robberies),
}
"""By number: the kind of decision, and what can be chosen in it besides `SKIP`."""


def open_ability(state: SilverState, player: int, face: int) -> None:
    """Open the decision about the ability of a discarded card, if it has one and finds a target (S-70)."""
    if face in ABILITIES:
        kind, targets = ABILITIES[face]
        if targets(state, player):
            state.stack.append((kind, player))
            if kind == "master" and not state.remembers:
                pile.look_through(state, player)


def choices(
    targets: Callable[[SilverState, int], list[Action]],
) -> Callable[[SilverState, Frame], list[Action]]:
    """Return the legal actions of an ability: its targets, or not to use it (S-22)."""
    return lambda state, frame: [*targets(state, frame[1]), SKIP]


def skip(_state: SilverState, _action: Word, _frame: Frame) -> None:
    """Leave an ability unused."""


# ---- Exposer, Revealer, and all who look (S-50, S-51) -----------------------------------------------------


def turn(state: SilverState, action: Anyone, _frame: Frame) -> None:
    """Turn a card face-up."""
    turn_up(state, action.player, action.slot)


def look_at(state: SilverState, action: Anyone, frame: Frame) -> None:
    """Look at a card."""
    look(state, frame[1], action.player, action.slot)


def behold(state: SilverState, action: Anyone, frame: Frame) -> None:
    """Look at the first card of a Beholder; there may be a second one (A-16)."""
    look_at(state, action, frame)
    if len(seen_by_owner(state, frame[1])) > 1:
        state.stack.append(("beholder again", frame[1], action.slot))


def second_looks(state: SilverState, frame: Frame) -> list[Action]:
    """Return the cards at which a Beholder may look besides the first one."""
    _, player, first = frame
    looks = [action for action in _own_looks(state, player) if action != LOOKS[player][first]]
    return looks if state.rules.beholder == "both" else [*looks, SKIP]


# ---- Master (S-52) ----------------------------------------------------------------------------------------


def fetch(state: SilverState, action: Face, frame: Frame) -> None:
    """Take a card from the pile, to exchange it."""
    pile.fetch(state, action.face)
    pile.close(state)
    state.stack.append(("use", frame[1], "master"))


def leave_pile(state: SilverState, _action: Word, _frame: Frame) -> None:
    """Take nothing from the pile."""
    pile.close(state)


# ---- Witch (S-53) -----------------------------------------------------------------------------------------


def use_or_skip(state: SilverState, action: Word, frame: Frame) -> None:
    """Look at the top card of the deck, or leave the Witch unused."""
    if action == USE:
        state.stack += [("witch card", frame[1], "witch"), ("draw", CHANCE, frame[1])]


def witch_choices(state: SilverState, frame: Frame) -> list[Action]:
    """Return for what the Witch's card can be exchanged."""
    player = frame[1]
    found = [*exchanges(state, player), *_hits(state, player)]
    return [*found, SKIP] if state.rules.witch_decline == "after_look" else found


def hit(state: SilverState, action: Anyone, _frame: Frame) -> None:
    """Exchange the Witch's card for one of an opponent (A-2)."""
    player, slot = action.player, action.slot
    up = state.rules.witch_orientation == "inherit" and state.up[player][slot] != FACE_DOWN
    show(state, [(player, slot)])
    pile.give_up(state, player, [slot])
    enter(state, player, slot, (HELD, 0), up=up)


def put_back_top(state: SilverState, _action: Word, _frame: Frame) -> None:
    """Put the card back on the deck, unused (A-32)."""
    state.cards.move(state.cards.cards[HELD][0], (HELD, 0), (TOP, 0))
    state.put_out_of_sight((TOP, 0))


# ---- Robber (S-54) ----------------------------------------------------------------------------------------


def rob(state: SilverState, action: Anyone, frame: Frame) -> None:
    """Choose the card to rob; an own one is given for it."""
    state.stack.append(("robber gift", frame[1], action.player, action.slot))


def gifts(state: SilverState, frame: Frame) -> list[Action]:
    """Return the own cards that may be given."""
    return [GIVES[slot] for slot in own_slots(state, frame[1])]


def give(state: SilverState, action: Own, frame: Frame) -> None:
    """Swap the two cards; each keeps its side, and the Robber may look at the new one."""
    _, player, victim, slot = frame
    mine, theirs = action.slot, slot
    my_up, their_up = state.up[player][mine] != FACE_DOWN, state.up[victim][theirs] != FACE_DOWN
    leave(state, victim, theirs, (HELD, 0))
    leave(state, player, mine, (HELD, 1))
    enter(state, victim, theirs, (HELD, 1), up=my_up)
    enter(state, player, mine, (HELD, 0), up=their_up)
    if not their_up:
        state.stack.append(("robber look", player, mine))


def robber_looks(_state: SilverState, frame: Frame) -> list[Action]:
    """Return the look at the robbed card."""
    return [LOOKS[frame[1]][frame[2]], SKIP]
