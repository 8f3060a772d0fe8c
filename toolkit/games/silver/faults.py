"""What is wrong with a state that no play can reach: the invariants of the digest (section 3), for checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.games.silver.cards import BODYGUARD, COPIES, SQUIRE
from toolkit.games.silver.places import FACE_DOWN, HELD, SHOWN, VILLAGE
from toolkit.games.silver.village import NOBODY, villagers_met

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.games.silver.state import SilverState

_DEALING = ("deal", "first discard")
_MOVING = ("add", "penalty", "score")


def faults(state: SilverState) -> Iterator[str]:
    """Return the faults, as sentences; none while cards are dealt."""
    if state.stack and state.stack[-1][0] in _DEALING:
        return
    if state.deck < 0:
        yield "a card that was set aside has been drawn (S-2)"
    if len(state.cards.cards[SHOWN]) > COPIES[SQUIRE]:
        yield "more cards lie beside the deck than there are Squires (S-43)"
    if state.stack and state.stack[-1][0] not in _MOVING and villagers_met(state):
        yield "both 0s lie face-up in villages, but the round goes on (S-42)"
    if state.phase not in ("turn", "end") and state.cards.cards[HELD]:
        yield "a card is held that nobody may hold"
    yield from _amulet(state)
    for player in range(state.players):
        yield from _village(state, player)


def _amulet(state: SilverState) -> Iterator[str]:
    if state.amulet_slot == NOBODY:
        return
    if state.amulet == NOBODY or state.amulet_slot >= len(state.cards.cards[VILLAGE + state.amulet]):
        yield "the amulet lies on no card (S-36)"
    elif not state.may_protect:
        yield "the amulet was placed without the right to it (S-36)"
    elif any(charge == state.amulet_slot for _, charge in state.guards[state.amulet]):
        yield "amulet and Bodyguard lie on one card (A-12)"


def _village(state: SilverState, player: int) -> Iterator[str]:
    village, up = state.cards.cards[VILLAGE + player], state.up[player]
    if not village:
        yield f"the village of player {player} is empty (A-13)"
    if up != [card if face == card else FACE_DOWN for face, card in zip(up, village, strict=False)]:
        yield f"a card of player {player} lies face-up that is not there"
        return
    slots = [slot for pair in state.guards[player] for slot in pair]
    if len(set(slots)) < len(slots) or any(slot not in range(len(village)) for slot in slots):
        yield f"the guards of player {player} do not fit (A-43)"
    elif any(up[guard] != BODYGUARD for guard, _ in state.guards[player]):
        yield f"a card of player {player} is on duty that is no face-up Bodyguard (S-48)"
