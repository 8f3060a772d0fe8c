"""The picture of a table of Wazabi: dice with their faces, hidden hands, every card with its sign."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from playing import do
from wazabi_helpers import table

from toolkit.core.errors import ToolkitError
from toolkit.games.wazabi.cards import NAMES
from toolkit.games.wazabi.picture import draw_table
from toolkit.games.wazabi.state import WazabiState

HANDS = {"hand 0": ["lose 1 die", "draw 3", "draw 3"], "hand 1": ["swap dice"], "before 2": ["miss a turn"]}


def seat(state: WazabiState, seer: int | None, player: int) -> Element:
    """Return the group of a player on the picture of a seat."""
    groups = ElementTree.fromstring(draw_table(state.observation(seer))).iter()
    (found,) = [one for one in groups if one.get("data-seat") == str(player)]
    return found


def words(group: Iterable[Element]) -> list[str]:
    """Return the words of dice and cards in a group."""
    return [one.attrib["aria-label"] for one in group if one.get("role") == "img"]


def small(group: Element, side: str) -> int:
    """Return how many cards are only counted there."""
    return sum(one.get("class") == side and one.get("width") == "27" for one in group.iter())


def test_dice_have_the_faces_of_the_roll_until_they_are_given() -> None:
    state = table(3, dice=[5, 1, 2], heaps=HANDS)
    assert words(seat(state, 1, 0).iter()) == ["die"] * 5
    do(state, "roll 2 wazabi 1 card 2 die", "draw swap hands", "give 1")
    shown = words(seat(state, 1, 0).iter())
    assert shown == ["die: wazabi"] * 2 + ["die: card"] + ["die: die"]
    assert words(seat(state, 0, 1).iter()) == ["die"] * 2


def test_hands_are_seen_by_their_players_alone() -> None:
    state = table(3, heaps=HANDS)
    cards = [word for word in words(seat(state, 0, 0).iter()) if word != "die"]
    assert cards == ["lose 1 die, cost 1", "draw 3, cost 1, 2 of them"]
    assert small(seat(state, 1, 0), "back") == 3
    assert small(seat(state, 0, 0), "back") == 0
    assert set(words(seat(state, None, 0).iter())) == {"die"}
    assert small(seat(state, 0, 2), "face") == 1  # the card that lies before the player (W-20)
    assert seat(state, 0, 2).attrib["aria-label"] == "player 2, 4 dice, 0 cards, misses 1 turn"


def test_every_card_has_its_cost_and_its_sign() -> None:
    drawn = {}
    for deck in ("rulebook", "first"):
        state = table(3, deck=deck, rest="hand 0")
        hand = [one for one in seat(state, 0, 0).iter() if one.get("data-place") in NAMES]
        assert len(hand) == 10
        for card in hand:
            drawn[card.attrib["data-place"]] = ElementTree.tostring(card[-1])
    assert drawn.keys() == set(NAMES)
    assert len(set(drawn.values())) == len(NAMES)


def test_the_end_and_an_unknown_theme() -> None:
    state = table(3, dice=[1, 4, 4], play_on=True)
    do(state, "roll 1 die", "give 1")
    assert seat(state, 0, 0).attrib["aria-label"].endswith("finished, place 1")
    state = table(3, dice=[1, 4, 4])
    do(state, "roll 1 die", "give 1")
    assert "the game is over, player 0 has no dice left" in draw_table(state.observation(1))
    assert words(seat(state, 1, 1).iter()) == ["die"] * 5
    with pytest.raises(ToolkitError, match="purple"):
        draw_table(state.observation(1), "purple")  # type: ignore[arg-type]
