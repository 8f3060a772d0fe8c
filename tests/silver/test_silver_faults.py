"""What no play can lead to is named, by the rule that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from silver_helpers import dealt, play, table

from toolkit.core.hidden import HEAP
from toolkit.games.silver.game import GAME
from toolkit.games.silver.state import DECK, DISCARD, FACE_DOWN, SHOWN, VILLAGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolkit.games.silver.state import SilverState


def _amulet_without_right(state: SilverState) -> None:
    state.amulet, state.amulet_slot, state.may_protect = 0, 0, False


def _amulet_beyond_the_village(state: SilverState) -> None:
    state.amulet, state.amulet_slot, state.may_protect = 0, 7, True


def _amulet_of_nobody(state: SilverState) -> None:
    state.amulet, state.amulet_slot = -1, 0


def _amulet_on_a_charge(state: SilverState) -> None:
    state.amulet, state.amulet_slot, state.may_protect, state.guards[0] = 0, 1, True, ((0, 1),)


def _guard_over_itself(state: SilverState) -> None:
    state.guards[0] = ((0, 0),)


def _guard_over_nothing(state: SilverState) -> None:
    state.guards[0] = ((0, 4),)


def _two_guards_over_one_card(state: SilverState) -> None:
    state.guards[0] = ((0, 1), (2, 1))


def _guard_in_hiding(state: SilverState) -> None:
    state.guards[0], state.up[0] = ((0, 1),), [FACE_DOWN] * 3


def _guard_that_is_none(state: SilverState) -> None:
    state.guards[0] = ((1, 0),)


def _side_without_a_card(state: SilverState) -> None:
    state.up[0].append(6)


def _empty_village(state: SilverState) -> None:
    while mine := state.cards.cards[VILLAGE]:
        state.cards.move(mine[0], (VILLAGE, 0), (DISCARD, 0))
    state.up[0] = []


def _set_aside_cards_drawn(state: SilverState) -> None:
    while state.deck >= 0:
        state.cards.move(state.cards.cards[DECK][0], (DECK, HEAP), (DISCARD, 0))


def _two_open_villagers(state: SilverState) -> None:
    state.up[1][:2] = [0, 0]


def _five_shown_cards(state: SilverState) -> None:
    for _ in range(5):
        state.cards.move(state.cards.cards[DECK][0], (DECK, HEAP), (SHOWN, 0))


def _card_held_at_the_end(state: SilverState) -> None:
    play(state, "draw, draw 4")
    state.phase = "over"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_amulet_without_right, "the amulet was placed without the right to it (S-36)"),
        (_amulet_beyond_the_village, "the amulet lies on no card (S-36)"),
        (_amulet_of_nobody, "the amulet lies on no card (S-36)"),
        (_amulet_on_a_charge, "amulet and Bodyguard lie on one card (A-12)"),
        (_guard_over_itself, "the guards of player 0 do not fit (A-43)"),
        (_guard_over_nothing, "the guards of player 0 do not fit (A-43)"),
        (_two_guards_over_one_card, "the guards of player 0 do not fit (A-43)"),
        (_guard_in_hiding, "a card of player 0 is on duty that is no face-up Bodyguard (S-48)"),
        (_guard_that_is_none, "a card of player 0 is on duty that is no face-up Bodyguard (S-48)"),
        (_side_without_a_card, "a card of player 0 lies face-up that is not there"),
        (_empty_village, "the village of player 0 is empty (A-13)"),
        (_set_aside_cards_drawn, "a card that was set aside has been drawn (S-2)"),
        (_two_open_villagers, "both 0s lie face-up in villages, but the round goes on (S-42)"),
        (_five_shown_cards, "more cards lie beside the deck than there are Squires (S-43)"),
        (_card_held_at_the_end, "a card is held that nobody may hold"),
    ],
)
def test_each_fault_of_a_state_is_named(change: Callable[[SilverState], None], fault: str) -> None:
    state = table("3^ 8 3^", "0 0", shown="")
    assert list(GAME.faults(state)) == []
    change(state)
    assert list(GAME.faults(state)) == [fault]


def test_a_state_of_play_has_no_fault() -> None:
    state = dealt("3 8 5 1 1", "10 11 12 6 7")
    for line in (
        "draw, draw 4, exchange 3 4",
        "take, exchange 1",
        "show 2",
        "draw, draw 5, discard, turn 0:0, guard 0",
    ):
        play(state, line)
        assert list(GAME.faults(state)) == []
